"""What is hidden: occupations in hand and in the pile, and the starting cards that were not dealt. Piles have no order."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import mix
from skali.core.protocol import SPECTATOR
from skali.core.rng import Rng
from skali.games.odin import components, items, phases, simultaneous
from skali.games.odin.position import OdinPosition


def key(position: OdinPosition, seat: i64) -> i64:
    """A hash of what the seat may know: its own part where several are asked, and who else is."""
    key = own_key(position.side(seat), seat)
    for part in position.parts:
        key = mix(key, part.active + 1)
    return key


def own_key(position: OdinPosition, seat: i64) -> i64:
    key = mix(mix(position.phase * 64 + position.round, 0), position.active + 8 * position.starter)
    key = mix(key, position.queue + 1024 * position.turned)
    key = mix(key, position.strip_pile + 256 * position.imitation)
    key = mix(key, position.space + 2 + 128 * position.means + 1024 * position.feast_left)
    key = mix(key, position.feast_orange + 64 * position.feast_red)
    counts = position.counts
    for at in range(i64(0), len(counts) - 3, 4):
        packed = i64(counts[at]) + 64 * i64(counts[at + 1]) + 4096 * i64(counts[at + 2]) + 262144 * i64(counts[at + 3])
        if packed:
            key = mix(key, packed + 268435456 * at)
    placed = position.placed
    for at in range(len(placed)):
        key = mix(key, i64(placed[at]))
    cards = position.cards
    for card in range(len(cards)):
        place = i64(cards[card])
        if place >= phases.IN_PLAY or (place >= phases.IN_HAND and place == phases.IN_HAND + seat):
            key = mix(key, card * 16 + place)
    for depth in range(position.frames.depth * 4):
        key = mix(key, i64(position.frames.data[depth]) + 7)
    return key


def determinize(position: OdinPosition, seat: i64, seed: int) -> OdinPosition:
    """Deals the cards anew that this seat cannot see: other hands, the pile, the starting cards left over.

    Everybody knows how many cards a hand holds, and whether its starting card has been played. Answers that other seats have not
    completed go back to their beginning.
    """
    twin = position.copy()
    twin.rng.seed(seed)
    redeal(position, twin, seat, seed)
    simultaneous.rewind(twin, seat)
    return twin


def redeal(position: OdinPosition, twin: OdinPosition, seat: i64, seed: int) -> None:
    if seat == SPECTATOR or position.seats > 1:
        rng = Rng(seed ^ 0x5EED)
        regular: vec[i16] = vec[i16]()
        starting: vec[i16] = vec[i16]()
        for card in range(i64(components.CARDS)):
            place = i64(position.cards[card])
            unseen = phases.IN_HAND <= place < phases.IN_HAND + position.seats and place != phases.IN_HAND + seat
            if unseen or place in (phases.IN_PILE, phases.UNDEALT):
                if i64(position.tables.starting[card]):
                    starting = append(starting, i16(card))
                    twin.cards[card] = u8(phases.UNDEALT)
                else:
                    regular = append(regular, i16(card))
                    twin.cards[card] = u8(phases.IN_PILE)
        for other in range(position.seats):
            if other != seat:
                dealt = starting_in_hand(position, other)
                starting = deal(twin, other, dealt, starting, rng)
                regular = deal(twin, other, position.get(other, items.HAND) - dealt, regular, rng)


def starting_in_hand(position: OdinPosition, seat: i64) -> i64:
    """1 while the seat has not played its starting card; everybody can see that."""
    for card in range(i64(components.CARDS)):
        if i64(position.tables.starting[card]) and i64(position.cards[card]) == phases.IN_HAND + seat:
            return 1
    return 0


def deal(twin: OdinPosition, seat: i64, count: i64, pool: vec[i16], rng: Rng) -> vec[i16]:
    """Cards from the pool to a hand; the rest of the pool."""
    left = i64(len(pool))
    while count > 0:
        count -= 1
        pick = rng.below(left)
        left -= 1
        twin.cards[i64(pool[pick])] = u8(phases.IN_HAND + seat)
        for at in range(pick, left):
            pool[at] = pool[at + 1]
    return pool[:left]
