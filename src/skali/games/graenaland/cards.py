"""Cards and where they lie: decks, discards, hands, beside territories; and who has seen what (GR-032 to GR-039).

All resource cards are counts in ``state.cards``, by back * 5 + face; face-down cards beside a territory keep the order in which
they were laid. Supply cards are sets of their numbers. Nothing but draws is random: a deck is a bag.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from skali.core.bits import bit, lowest, nth, popcount
from skali.core.protocol import EVERYONE, Event, all_but, only
from skali.games.graenaland.components import LARGEST_DECK, SUPPLY_CARDS, TERRAINS
from skali.games.graenaland.moves import HAND_KINDS, RESOURCES, SUPPLIES

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

FACES: Final = 5
BACKS: Final = 4
TYPES: Final = 20
"""Resource cards by back * 5 + face; as known cards, supply card k is type 20 + k."""
KNOWN_TYPES: Final = TYPES + SUPPLY_CARDS
NO_CARD: Final = -1

DECK: Final = 0
DISCARD: Final = DECK + TYPES
HAND: Final = DISCARD + TYPES
PLEDGED: Final = HAND + 5 * TYPES
UP: Final = PLEDGED + 5 * TYPES
DOWN: Final = UP + 9 * FACES
DOWN_COUNT: Final = DOWN + 9 * LARGEST_DECK
ALLOTTED: Final = DOWN_COUNT + 9
"""The proposal on the table: by seat * 6 + face, face-down cards as a sixth face."""
CARDS_SIZE: Final = ALLOTTED + 30

TOTAL_AT: Final = 40
"""Bits of a packed hand from which the number of its resource cards is counted; the faces have eight bits each before."""


# Decks and discards


def draw(state: GraenalandState, back: i64) -> i64:
    """The face of a random card of the deck, which is made of the discards when it is empty (GR-037); -1 if both are (GR-038)."""
    cards = state.cards
    base = DECK + back * FACES
    total: i64 = 0
    for face in range(i64(FACES)):
        total += i64(cards[base + face])
    if total == 0:
        for face in range(i64(FACES)):
            count = cards[base + face + DISCARD]
            cards[base + face] = count
            cards[base + face + DISCARD] = 0
            total += i64(count)
        if total == 0:
            return NO_CARD
    state.raised += 1
    left = state.rng.below(total)
    face = i64(0)
    while left >= i64(cards[base + face]):
        left -= i64(cards[base + face])
        face += 1
    cards[base + face] -= 1
    return face


def discard(state: GraenalandState, back: i64, face: i64) -> None:
    state.cards[DISCARD + back * FACES + face] += 1


def refill_display(state: GraenalandState, events: list[Event] | None) -> None:
    """Turns supply cards up until the display is full again (GR-188, GR-039)."""
    display = state.agreed.tables.display
    while popcount(state.display) < display:
        if not state.supply_deck:
            state.supply_deck = state.supply_discard
            state.supply_discard = 0
            if not state.supply_deck:
                return
        card = nth(state.supply_deck, state.rng.below(popcount(state.supply_deck)))
        state.raised += 1
        state.supply_deck ^= bit(card)
        state.display |= bit(card)
        if events is not None:
            events.append(Event("supply_turned", {"card": supply_name(state, card)}, rule="GR-188"))


# Beside a territory


def lay_up(state: GraenalandState, site: i64, face: i64) -> None:
    state.cards[UP + site * FACES + face] += 1


def lay_down(state: GraenalandState, site: i64, face: i64) -> None:
    cards = state.cards
    count = i64(cards[DOWN_COUNT + site])
    cards[DOWN + site * LARGEST_DECK + count] = u8(face)
    cards[DOWN_COUNT + site] += 1


def lift_down(state: GraenalandState, site: i64) -> i64:
    """Takes away the oldest face-down card."""
    cards = state.cards
    base = DOWN + site * LARGEST_DECK
    face = i64(cards[base])
    count = i64(cards[DOWN_COUNT + site]) - 1
    for at in range(count):
        cards[base + at] = cards[base + at + 1]
    cards[base + count] = 0
    cards[DOWN_COUNT + site] -= 1
    return face


def cards_at(state: GraenalandState, site: i64) -> i64:
    """How many cards lie beside a territory."""
    cards = state.cards
    base = UP + site * FACES
    total = i64(cards[DOWN_COUNT + site])
    for face in range(i64(FACES)):
        total += i64(cards[base + face])
    return total


# Hands


def add_card(state: GraenalandState, seat: i64, back: i64, face: i64) -> None:
    state.cards[HAND + seat * TYPES + back * FACES + face] += 1
    state.hands[seat] += bit(8 * face) + bit(TOTAL_AT)


def remove_card(state: GraenalandState, seat: i64, back: i64, face: i64) -> None:
    state.cards[HAND + seat * TYPES + back * FACES + face] -= 1
    state.hands[seat] -= bit(8 * face) + bit(TOTAL_AT)


def face_count(state: GraenalandState, seat: i64, face: i64) -> i64:
    return (state.hands[seat] >> (8 * face)) & 255


def hand_size(state: GraenalandState, seat: i64) -> i64:
    """All cards of a hand, supply cards too."""
    return (state.hands[seat] >> TOTAL_AT) + popcount(state.supplies[seat])


def kind_count(state: GraenalandState, seat: i64, kind: i64) -> i64:
    """How many cards of a hand kind the seat holds."""
    if kind >= SUPPLIES:
        return face_count(state, seat, face_of_kind(kind))
    kinds = state.agreed.tables.supply_kind
    held = state.supplies[seat]
    count: i64 = 0
    while held:
        if i64(kinds[lowest(held)]) == kind:
            count += 1
        held &= held - 1
    return count


def face_of_kind(kind: i64) -> i64:
    """The face of a hand kind that is no supply card: gold comes first among the kinds, last among the faces."""
    return i64(4) if kind == SUPPLIES else kind - SUPPLIES - 1


def supply_of_kind(state: GraenalandState, held: i64, kind: i64) -> i64:
    """The lowest supply card of a kind in a set (GR-128)."""
    kinds = state.agreed.tables.supply_kind
    while i64(kinds[lowest(held)]) != kind:
        held &= held - 1
    return lowest(held)


def first_back(state: GraenalandState, seat: i64, face: i64) -> i64:
    """The back that comes first among the seat's cards of a face (GR-128)."""
    at = HAND + seat * TYPES + face
    back: i64 = 0
    while state.cards[at + back * FACES] == 0:
        back += 1
    return back


def back_count(state: GraenalandState, seat: i64, back: i64) -> i64:
    """How many cards of a back everybody sees in a hand."""
    total: i64 = 0
    base = HAND + seat * TYPES + back * FACES
    for face in range(i64(FACES)):
        total += i64(state.cards[base + face])
    return total


# What is seen


def receive_open(state: GraenalandState, seat: i64, back: i64, face: i64) -> None:
    """A card goes to a hand before everybody's eyes (GR-035)."""
    add_card(state, seat, back, face)
    state.known.learn_all(seat, back * FACES + face)


def spend_open(state: GraenalandState, seat: i64, back: i64, face: i64) -> None:
    """A card leaves a hand face up."""
    remove_card(state, seat, back, face)
    state.known.shown_leaving(seat, back * FACES + face)


def take_supply(state: GraenalandState, seat: i64, card: i64) -> None:
    state.supplies[seat] |= bit(card)
    state.known.learn_all(seat, TYPES + card)


def spend_supply(state: GraenalandState, seat: i64, card: i64) -> None:
    state.supplies[seat] ^= bit(card)
    state.known.shown_leaving(seat, TYPES + card)


def give(state: GraenalandState, giver: i64, receiver: i64, kind: i64, events: list[Event] | None) -> None:
    """A card goes from hand to hand; the two see it, the others see its back (GR-175)."""
    known = state.known
    if kind < SUPPLIES:
        card = supply_of_kind(state, state.supplies[giver], kind)
        state.supplies[giver] ^= bit(card)
        state.supplies[receiver] |= bit(card)
        type = TYPES + card
        first, end = i64(TYPES), i64(KNOWN_TYPES)
    else:
        face = face_of_kind(kind)
        back = first_back(state, giver, face)
        remove_card(state, giver, back, face)
        add_card(state, receiver, back, face)
        type = back * FACES + face
        first, end = back * FACES, back * FACES + FACES
    for viewer in range(state.agreed.seats + 1):
        if viewer == giver:
            known.learn(viewer, receiver, type)
        if viewer in (giver, receiver):
            forget(state, viewer, giver, type, type + 1)
        else:
            forget(state, viewer, giver, first, end)
    state.raised += 1
    if events is not None:
        back_name = back_of_type(type)
        data: dict[str, object] = {"seat": int(giver), "to": int(receiver), "back": back_name}
        both = only(giver) | only(receiver)
        events.append(Event("gave_back", data, EVERYONE ^ both, rule="GR-175"))
        events.append(Event("gave", {**data, "kind": HAND_KINDS[kind]}, both, rule="GR-172"))


def forget(state: GraenalandState, viewer: i64, place: i64, first: i64, end: i64) -> None:
    """A card left the hand and the viewer knows only that it was of one of these types: of each, one fewer is certain."""
    counts = state.known.counts
    base = (viewer * state.agreed.seats + place) * KNOWN_TYPES
    for type in range(first, end):
        if counts[base + type] > 0:
            counts[base + type] -= 1


def receive_hidden(
    state: GraenalandState, seat: i64, back: i64, face: i64, events: list[Event] | None, rule: str = "GR-095"
) -> None:
    """A face-down card goes to a hand: its owner looks at it, the others see its back."""
    add_card(state, seat, back, face)
    state.raised += 1
    if events is not None:
        data = {"seat": int(seat), "back": TERRAINS[back]}
        events.append(Event("received_back", data, all_but(seat), rule=rule))
        events.append(Event("received", {**data, "card": RESOURCES[face]}, only(seat), rule=rule))


def back_of_type(type: i64) -> str:
    return "ship" if type >= TYPES else TERRAINS[type // FACES]


def supply_name(state: GraenalandState, card: i64) -> str:
    """A supply card as the players name it: by its two symbols."""
    return HAND_KINDS[int(state.agreed.tables.supply_kind[card])]
