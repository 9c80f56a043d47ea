"""Setup: Vikings, amulets, supply and the opening hands (EK-009 to EK-017)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import full
from skali.games.eketorp import cards
from skali.games.eketorp.components import CARDS

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

SHOWN_SEAT: Final = 24
"""The bits of a shown hand that lie below its seat."""


def clear_table(state: EketorpState) -> None:
    """Everything of every player at its start, no card dealt yet (EK-008, EK-011, EK-012)."""
    seats = int(state.seats)
    state.supply = state.tables.supply
    state.unturned = full(CARDS)
    state.draw_pile = cards.ALL_CARDS
    state.home = _each(seats, i64(state.tables.vikings[seats]))
    state.amulets = _each(seats, state.tables.amulets)
    state.hospital = _each(seats, 0)
    state.storage = _each(seats, 0)
    state.siege = _each(seats, 0)
    state.castle = _each(seats, 0)
    state.kept = _each(seats, 0)
    state.carried = _each(seats, 0)
    state.hand = _each(seats, 0)
    state.tray = _each(seats, 0)
    state.given_up = _each(seats, 0)
    state.memory = _each(seats + 1, 0)


def _each(count: int, value: i64) -> vec[i64]:
    items = vec[i64](capacity=count)
    for _ in range(count):
        items = append(items, value)
    return items


def deal(state: EketorpState) -> None:
    """Four cards each, clockwise from the start player; weak hands are shown and dealt anew (EK-013 to EK-015)."""
    returned: i64 = 0
    seats = state.seats
    for turn in range(seats):
        seat = (state.start_player + turn) % seats
        while True:
            hand = cards.draw(state.draw_pile, cards.HAND, state.rng)
            state.draw_pile -= hand
            if hand & cards.HIGH_CARDS:
                break
            returned += hand
            state.shown = append(state.shown, (seat << SHOWN_SEAT) | hand)
        state.hand[seat] = hand
    state.promised = full(seats)
    state.draw_pile += returned
    for viewer in range(len(state.memory)):
        state.memory[viewer] = returned
