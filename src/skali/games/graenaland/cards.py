"""Cards and where they lie: decks, discards, hands, beside territories; and who has seen what (GR-032 to GR-039).

All resource cards are counts in ``position.cards``, by back * 5 + face; face-down cards beside a territory keep the order in which
they were laid. Supply cards are sets of their numbers. Nothing but draws is random: a deck is a bag.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from skali.core.bits import bit, lowest, nth, popcount
from skali.core.protocol import EVERYONE, Event, all_but, only
from skali.games.graenaland import components, moves
from skali.games.graenaland.position import GraenalandPosition

FACES: Final = 5
BACKS: Final = 4
TYPES: Final = 20
"""Resource cards by back * 5 + face."""
KNOWN_TYPES: Final = TYPES + 16
"""What can be known of a hand: its resource cards by type, then supply card k as type 20 + k."""
NO_CARD: Final = -1

# Offsets. They are made of numbers of this module only: mypyc writes such constants into the code as numbers.
DECK: Final = 0
DISCARD: Final = DECK + TYPES
HAND: Final = DISCARD + TYPES
PLEDGED: Final = HAND + 5 * TYPES
UP: Final = PLEDGED + 5 * TYPES
DOWN_COUNT: Final = UP + 9 * FACES
ALLOTTED: Final = DOWN_COUNT + 9
"""The proposal on the table: by seat * 6 + face, face-down cards as a sixth face."""
DOWN: Final = ALLOTTED + 5 * 6
"""Face-down cards by territory * LARGEST_DECK, the oldest first."""
CARDS_SIZE: Final = DOWN + 9 * components.LARGEST_DECK

TOTAL_AT: Final = 40
"""Bits of a packed hand from which the number of its resource cards is counted; the faces have eight bits each before."""


# Decks and discards


def draw(position: GraenalandPosition, back: i64) -> i64:
    """The face of a random card of the deck, which is made of the discards when it is empty (GR-037); -1 if both are (GR-038)."""
    cards = position.cards
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
    position.barriers += 1
    left = position.rng.below(total)
    face = i64(0)
    while left >= i64(cards[base + face]):
        left -= i64(cards[base + face])
        face += 1
    cards[base + face] -= 1
    return face


def discard(position: GraenalandPosition, back: i64, face: i64) -> None:
    position.cards[DISCARD + back * FACES + face] += 1


def refill_display(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Turns supply cards up until the display is full again (GR-188, GR-039)."""
    display = position.agreed.tables.display
    while popcount(position.display) < display:
        if not position.supply_deck:
            position.supply_deck = position.supply_discard
            position.supply_discard = 0
            if not position.supply_deck:
                return
        card = nth(position.supply_deck, position.rng.below(popcount(position.supply_deck)))
        position.barriers += 1
        position.supply_deck ^= bit(card)
        position.display |= bit(card)
        if events is not None:
            events.append(Event("supply_turned", {"card": supply_name(position, card)}, rule="GR-188"))


# Beside a territory


def lay_up(position: GraenalandPosition, site: i64, face: i64) -> None:
    position.cards[UP + site * FACES + face] += 1


def lay_down(position: GraenalandPosition, site: i64, face: i64) -> None:
    cards = position.cards
    count = i64(cards[DOWN_COUNT + site])
    cards[DOWN + site * components.LARGEST_DECK + count] = u8(face)
    cards[DOWN_COUNT + site] += 1


def lift_down(position: GraenalandPosition, site: i64) -> i64:
    """Takes away the oldest face-down card."""
    cards = position.cards
    base = DOWN + site * components.LARGEST_DECK
    face = i64(cards[base])
    count = i64(cards[DOWN_COUNT + site]) - 1
    for at in range(count):
        cards[base + at] = cards[base + at + 1]
    cards[base + count] = 0
    cards[DOWN_COUNT + site] -= 1
    return face


def cards_at(position: GraenalandPosition, site: i64) -> i64:
    """How many cards lie beside a territory."""
    cards = position.cards
    base = UP + site * FACES
    total = i64(cards[DOWN_COUNT + site])
    for face in range(i64(FACES)):
        total += i64(cards[base + face])
    return total


# Hands


def add_card(position: GraenalandPosition, seat: i64, back: i64, face: i64) -> None:
    position.cards[HAND + seat * TYPES + back * FACES + face] += 1
    position.hands[seat] += bit(8 * face) + bit(TOTAL_AT)


def remove_card(position: GraenalandPosition, seat: i64, back: i64, face: i64) -> None:
    position.cards[HAND + seat * TYPES + back * FACES + face] -= 1
    position.hands[seat] -= bit(8 * face) + bit(TOTAL_AT)


def face_count(position: GraenalandPosition, seat: i64, face: i64) -> i64:
    return (position.hands[seat] >> (8 * face)) & 255


def hand_size(position: GraenalandPosition, seat: i64) -> i64:
    """All cards of a hand, supply cards too."""
    return (position.hands[seat] >> TOTAL_AT) + popcount(position.supplies[seat])


def kind_count(position: GraenalandPosition, seat: i64, kind: i64) -> i64:
    """How many cards of a hand kind the seat holds."""
    if kind >= moves.SUPPLIES:
        return face_count(position, seat, face_of_kind(kind))
    return (supplies_by_kind(position, seat) >> (4 * kind)) & 15


def supplies_by_kind(position: GraenalandPosition, seat: i64) -> i64:
    """The supply cards of a hand, four bits a kind."""
    packed: i64 = 0
    held = position.supplies[seat]
    kinds = position.agreed.tables.supply_kind
    while held:
        packed += bit(4 * i64(kinds[lowest(held)]))
        held &= held - 1
    return packed


def symbols_held(position: GraenalandPosition, seat: i64) -> i64:
    """What the supply cards of a hand pay by their symbols, packed as a price."""
    held = position.supplies[seat]
    pays = position.agreed.tables.supply_units
    return pays[held & 255] + pays[256 + (held >> 8)]


def face_of_kind(kind: i64) -> i64:
    """The face of a hand kind that is no supply card: gold comes first among the kinds, last among the faces."""
    return i64(4) if kind == moves.SUPPLIES else kind - moves.SUPPLIES - 1


def supply_kinds(position: GraenalandPosition, held: i64) -> i64:
    """The set of kinds of a set of supply cards."""
    kinds: i64 = 0
    while held:
        kinds |= bit(i64(position.agreed.tables.supply_kind[lowest(held)]))
        held &= held - 1
    return kinds


def supply_of_kind(position: GraenalandPosition, held: i64, kind: i64) -> i64:
    """The lowest supply card of a kind in a set (GR-128)."""
    kinds = position.agreed.tables.supply_kind
    while i64(kinds[lowest(held)]) != kind:
        held &= held - 1
    return lowest(held)


def first_back(position: GraenalandPosition, seat: i64, face: i64) -> i64:
    """The back that comes first among the seat's cards of a face (GR-128)."""
    at = HAND + seat * TYPES + face
    back: i64 = 0
    while position.cards[at + back * FACES] == 0:
        back += 1
    return back


def back_count(position: GraenalandPosition, seat: i64, back: i64) -> i64:
    """How many cards of a back everybody sees in a hand."""
    total: i64 = 0
    base = HAND + seat * TYPES + back * FACES
    for face in range(i64(FACES)):
        total += i64(position.cards[base + face])
    return total


# What is seen


def receive_open(position: GraenalandPosition, seat: i64, back: i64, face: i64) -> None:
    """A card goes to a hand before everybody's eyes (GR-035)."""
    add_card(position, seat, back, face)
    position.known.learn_all(seat, back * FACES + face)


def spend_open(position: GraenalandPosition, seat: i64, back: i64, face: i64) -> None:
    """A card leaves a hand face up."""
    remove_card(position, seat, back, face)
    position.known.shown_leaving(seat, back * FACES + face)


def take_supply(position: GraenalandPosition, seat: i64, card: i64) -> None:
    position.supplies[seat] |= bit(card)
    position.known.learn_all(seat, TYPES + card)


def spend_supply(position: GraenalandPosition, seat: i64, card: i64) -> None:
    position.supplies[seat] ^= bit(card)
    position.known.shown_leaving(seat, TYPES + card)


def give(position: GraenalandPosition, giver: i64, receiver: i64, kind: i64, events: list[Event] | None) -> None:
    """A card goes from hand to hand; the two see it, the others see its back (GR-175)."""
    known = position.known
    if kind < moves.SUPPLIES:
        card = supply_of_kind(position, position.supplies[giver], kind)
        position.supplies[giver] ^= bit(card)
        position.supplies[receiver] |= bit(card)
        type = TYPES + card
        first, end = i64(TYPES), i64(KNOWN_TYPES)
    else:
        face = face_of_kind(kind)
        back = first_back(position, giver, face)
        remove_card(position, giver, back, face)
        add_card(position, receiver, back, face)
        type = back * FACES + face
        first, end = back * FACES, back * FACES + FACES
    for viewer in range(position.agreed.seats + 1):
        if viewer == giver:
            known.learn(viewer, receiver, type)
        if viewer in (giver, receiver):
            forget(position, viewer, giver, type, type + 1)
        else:
            forget(position, viewer, giver, first, end)
    position.barriers += 1
    if events is not None:
        back_name = back_of_type(type)
        data: dict[str, object] = {"seat": int(giver), "to": int(receiver), "back": back_name}
        both = only(giver) | only(receiver)
        events.append(Event("gave_back", data, EVERYONE ^ both, rule="GR-175"))
        events.append(Event("gave", {**data, "kind": moves.HAND_KINDS[kind]}, both, rule="GR-172"))


def forget(position: GraenalandPosition, viewer: i64, place: i64, first: i64, end: i64) -> None:
    """A card left the hand and the viewer knows only that it was of one of these types: of each, one fewer is certain."""
    for type in range(first, end):
        position.known.saw_leaving(viewer, place, type)


def receive_hidden(
    position: GraenalandPosition, seat: i64, back: i64, face: i64, events: list[Event] | None, rule: str = "GR-095"
) -> None:
    """A face-down card goes to a hand: its owner looks at it, the others see its back."""
    add_card(position, seat, back, face)
    position.barriers += 1
    if events is not None:
        data = {"seat": int(seat), "back": components.TERRAINS[back]}
        events.append(Event("received_back", data, all_but(seat), rule=rule))
        events.append(Event("received", {**data, "card": moves.RESOURCES[face]}, only(seat), rule=rule))


def back_of_type(type: i64) -> str:
    return "ship" if type >= TYPES else components.TERRAINS[type // FACES]


def supply_name(position: GraenalandPosition, card: i64) -> str:
    """A supply card as the players name it: by its two symbols."""
    return moves.HAND_KINDS[int(position.agreed.tables.supply_kind[card])]
