"""Starts in the middle of a game with many occupations and goods: every two cards that one player may have are together in one of
them, in play or in hand. The kit plays on from them (`skali/kit/enriched.py`)."""

from functools import cache

from skali.core import Rng, derive_seed
from skali.games.odin import OdinOptions, items, phases, supply, triggers
from skali.games.odin.state import OdinState
from tests.games.odin.given import GAME

SEATS = 4
CARDS_EACH = 16
"""Regular occupations of each seat; with them one starting occupation (OD-008)."""
SHARE = 8
"""Starts that are always played."""

Hand = list[int]


def starts(everything: bool) -> range:
    return range(len(deals(None)) if everything else SHARE)


def start(number: int) -> OdinState:
    length = ("long", "short")[number % 2]
    state = GAME.start(SEATS, number, OdinOptions(length=length, decks="ABC"))
    rng = Rng(derive_seed("riches", number))
    assert state.phase == phases.ACTIONS
    state.round = 1 + rng.below(state.rounds())
    for seat in range(SEATS):
        give_goods(state, seat, rng)
        state.put(seat, items.THING, state.vikings())
    give_cards(state, deals(SHARE if number < SHARE else None)[number], rng)
    return state


def give_goods(state: OdinState, seat: int, rng: Rng) -> None:
    """A few of most things, within what the box holds; every other seat has hardly any goods, so that they run out."""
    scarce = (seat + state.round) % 2
    for good in range(items.GOODS):
        state.put(seat, good, rng.below(4) // 3 if scarce else max(0, rng.below(5) - 1))
    for item in range(items.SILVER, items.ORE + 1):
        state.put(seat, item, rng.below(13 if item == items.SILVER else 5))
    for weapon in range(4):
        for _ in range(rng.below(3)):
            if state.counts[items.PILE + weapon] > 0:
                state.counts[items.PILE + weapon] -= 1
                state.add(seat, items.BOW + weapon, 1)
    for ship in range(7):
        if rng.below(2) and supply.ship_room(state, seat, items.WHALING_BOAT + ship) > 0:
            state.add(seat, items.WHALING_BOAT + ship, 1)
    for building in range(items.SHED, items.LONG_HOUSE + 1):
        if rng.below(2) and supply.houses_left(state, building) > 0:
            supply.receive_building(state, seat, building)
    for tile in range(items.SPECIALS):
        if state.counts[items.OVAL + tile] and rng.below(10) == 0:
            state.counts[items.OVAL + tile] = 0
            state.put(seat, items.SPECIAL + tile, 1)


def give_cards(state: OdinState, hands: list[Hand], rng: Rng) -> None:
    """Cards that only work when they are played into the hand, most of the others in play."""
    for card, place in enumerate(state.cards):
        if phases.IN_HAND <= place < phases.IN_PLAY:
            state.cards[card] = phases.UNDEALT if GAME.tables.starting[card] else phases.IN_PILE
    for seat, cards in enumerate(hands):
        state.put(seat, items.HAND, 0)
        for card in cards:
            if rng.below(4) == 0 or works_when_played(card):
                state.cards[card] = phases.IN_HAND + seat
                state.add(seat, items.HAND, 1)
            else:
                state.lay_out(seat, card)
                state.add(seat, items.CARD_POINTS, int(GAME.tables.card_points[card]))


def works_when_played(card: int) -> bool:
    effects = GAME.tables.effects
    occurring = [
        int(effects.ability_trigger[at]) for at, owner in enumerate(effects.ability_card) if int(owner) == card
    ]
    return bool(occurring) and all(trigger == triggers.PLAYED for trigger in occurring)


def wanted_pairs() -> set[tuple[int, int]]:
    """All pairs of cards that one player may have: never two starting cards (OD-008)."""
    starting = GAME.tables.starting
    cards = range(len(starting))
    return {(one, two) for two in cards for one in range(two) if not (starting[one] and starting[two])}


@cache
def deals(most: int | None) -> list[list[Hand]]:
    """For each start the cards of each seat: dealt greedily, until every pair has been together or there are enough starts."""
    starting = [card for card, place in enumerate(GAME.tables.starting) if place]
    regular = [card for card, place in enumerate(GAME.tables.starting) if not place]
    missing: dict[int, set[int]] = {card: set() for card in [*starting, *regular]}
    for one, two in wanted_pairs():
        missing[one].add(two)
        missing[two].add(one)
    found: list[list[Hand]] = []
    while any(missing.values()) and len(found) != most:
        first = sorted(starting, key=lambda card: (-len(missing[card]), card))[:SEATS]
        hands = [[card] for card in first]
        left = set(regular)
        for _ in range(CARDS_EACH):
            for hand in hands:
                best = max(
                    sorted(left), key=lambda card: (sum(card in missing[mate] for mate in hand), len(missing[card]))
                )
                hand.append(best)
                left.remove(best)
        for hand in hands:
            for card in hand:
                missing[card] -= set(hand)
        found.append(hands)
    return found
