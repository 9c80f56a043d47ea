"""What a seat cannot know: the bag and the other hands, beyond what it has seen go into them."""

from skali.core.bits import mix
from skali.core.hidden import redeal

from mygame.position import MyGamePosition


def redeal_hands(position: MyGamePosition, seat: int, seed: int) -> None:
    """Deals what the seat cannot see anew; each hand keeps what the seat knows of it."""
    position.reseed(seed)
    others = [place for place in range(position.seats) if place != seat]
    for place in others:
        for kind, count in enumerate(position.hands[place]):
            position.bag.add(kind, count)
    sizes = [sum(position.hands[place]) for place in others]
    known = [position.known.seen(position.viewer(seat), place) for place in others]
    for place, hand in zip(others, redeal(position.bag, sizes, known, position.rng)):
        position.hands[place] = hand.to_list()


def key(position: MyGamePosition, seat: int) -> int:
    """A hash of all that the seat sees: equal views, equal keys."""
    seen = [position.phase, position.active, *position.beach]
    for place in range(position.seats):
        seen += [*position.rows[place], *position.known.seen(position.viewer(seat), place)]
    key = 0
    for value in seen + (position.hands[seat] if seat >= 0 else []):
        key = mix(key, value)
    return key
