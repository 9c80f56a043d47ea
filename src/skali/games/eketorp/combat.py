"""Phase 4: the cards of a battle, its outcome, the hospital and the swap (EK-059 to EK-081, EK-D6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.eketorp import cards, loot
from skali.games.eketorp.components import FIELD_BITS
from skali.games.eketorp.moves import CARD, STORAGE_FIELDS
from skali.games.eketorp.phases import CARDS

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

EK_059_FROM_HAND: Final = 59

STATION_BADLY: Final = 1
"""The stations, as EK-068 numbers them: 3•4•5, 1•2, 0 and the last."""
STATION_LIGHTLY: Final = 2
STATION_TIE: Final = 3
_BAD_DAMAGE: Final = 3


# What may be done


def begin(state: EketorpState) -> None:
    """Both are asked, also with one value in hand, so that nothing shows in the asking (EK-059, EK-D6)."""
    state.phase = CARDS


def fill(state: EketorpState, seat: i64, out: Moves) -> None:
    hand = state.hand[seat]
    move: i64 = CARD
    while hand:
        if hand & 15:
            out.add(move)
        hand >>= 4
        move += 1


def fault(state: EketorpState, seat: i64, move: i64) -> i64:
    return 0 if cards.count_of(state.hand[seat], move - CARD + 1) else EK_059_FROM_HAND


# What happens


def choose(state: EketorpState, seat: i64, move: i64, events: list[Event] | None) -> None:
    """A card is laid face down; the second one turns up both (EK-059)."""
    value = move - CARD + 1
    state.raised += 1
    if seat == state.initiator:
        state.initiator_card = value
    else:
        state.opponent_card = value
    if state.initiator_card and state.opponent_card:
        resolve(state, events)
    elif events is not None:
        events.append(Event("card_laid", {"seat": seat}, rule="EK-059"))


def resolve(state: EketorpState, events: list[Event] | None) -> None:
    """Reveal, hospital, swap, taking up the tray, loot: in this order (EK-067). A siege is carried out by this (EK-074)."""
    siege = state.is_siege()
    defended = not siege or state.home[state.opponent] > 0
    strength = state.initiator_card
    resistance = state.opponent_card if defended else 0
    if siege:
        state.besieged |= bit(state.place - STORAGE_FIELDS)
    if events is not None:
        _tell(state, siege, defended, strength - resistance, events)
    if strength > resistance:
        state.damage = strength - resistance
        if defended:
            beaten(state, state.opponent, siege, events)
    elif strength < resistance:
        state.damage = resistance - strength
        beaten(state, state.initiator, False, events)
    else:
        to_hospital(state, state.initiator, False, STATION_TIE, "EK-062", events)
        to_hospital(state, state.opponent, siege, STATION_TIE, "EK-062", events)
    swap(state, events)
    if siege and strength > resistance:
        loot.begin(state, events)
    else:
        loot.end_battle(state, events)


def beaten(state: EketorpState, seat: i64, defending: bool, events: list[Event] | None) -> None:
    """A loser enters by the damage; a beaten defender moves on one station at once (EK-069 to EK-071)."""
    station: i64 = STATION_BADLY if state.damage >= _BAD_DAMAGE else STATION_LIGHTLY
    if defending:
        to_hospital(state, seat, True, station + 1, "EK-070", events)
    else:
        to_hospital(state, seat, False, station, "EK-069", events)


def to_hospital(
    state: EketorpState, seat: i64, defending: bool, station: i64, rule: str, events: list[Event] | None
) -> None:
    """A Viking leaves the castle or the field for a station of the hospital (EK-061, EK-075)."""
    if defending:
        state.home[seat] -= 1
    elif state.place < STORAGE_FIELDS:
        state.storage[seat] -= bit(FIELD_BITS * state.place)
    else:
        state.siege[seat] &= ~bit(state.place - STORAGE_FIELDS)
    state.hospital[seat] += bit(4 * station - 4)
    if events is not None:
        events.append(Event("hospital", {"seat": seat, "station": int(station)}, rule=rule))


def swap(state: EketorpState, events: list[Event] | None) -> None:
    """Each lays the other's card on the own tray; an empty hand takes up the tray (EK-063 to EK-066)."""
    receive(state, state.initiator, state.initiator_card, state.opponent_card, events)
    receive(state, state.opponent, state.opponent_card, state.initiator_card, events)


def receive(state: EketorpState, seat: i64, played: i64, received: i64, events: list[Event] | None) -> None:
    hand = state.hand[seat] - cards.card(played)
    tray = state.tray[seat] + cards.card(received)
    if played >= cards.HIGH:
        state.promised &= ~bit(seat)
    if not hand:
        hand = tray
        tray = cards.NONE
        state.open_hands |= bit(seat)
        if events is not None:
            events.append(Event("took_up", {"seat": seat, "cards": cards.listed(hand)}, rule="EK-065"))
    state.hand[seat] = hand
    state.tray[seat] = tray


def _tell(state: EketorpState, siege: bool, defended: bool, difference: i64, events: list[Event]) -> None:
    data = {
        "seat": state.initiator,
        "other": state.opponent,
        "card": int(state.initiator_card),
        "other_card": int(state.opponent_card),
        "damage": int(difference if difference >= 0 else -difference),
    }
    if not defended:
        events.append(Event("undefended", data, rule="EK-076"))
    elif difference > 0:
        events.append(Event("siege_won" if siege else "fight_won", data, rule="EK-060"))
    elif difference < 0:
        events.append(Event("siege_lost" if siege else "fight_lost", data, rule="EK-060"))
    else:
        events.append(Event("tied", data, rule="EK-062"))
