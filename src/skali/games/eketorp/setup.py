"""Setup: Vikings, amulets, supply and the opening hands (EK-009 to EK-017)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import full
from skali.games.eketorp import cards, components
from skali.games.eketorp.position import SHOWN_SEAT, EketorpPosition


def clear_table(position: EketorpPosition) -> None:
    """Everything of every player at its start, no card dealt yet (EK-008, EK-011, EK-012)."""
    seats = int(position.seats)
    position.supply = position.tables.supply
    position.unturned = full(components.CARDS)
    position.draw_pile = cards.ALL_CARDS
    position.home = _each(seats, i64(position.tables.vikings[seats]))
    position.amulets = _each(seats, position.tables.amulets)
    position.hospital = _each(seats, 0)
    position.storage = _each(seats, 0)
    position.siege = _each(seats, 0)
    position.castle = _each(seats, 0)
    position.kept = _each(seats, 0)
    position.carried = _each(seats, 0)
    position.hand = _each(seats, 0)
    position.tray = _each(seats, 0)
    position.given_up = _each(seats, 0)
    position.memory = _each(seats + 1, 0)


def _each(count: int, value: i64) -> vec[i64]:
    items = vec[i64](capacity=count)
    for _ in range(count):
        items = append(items, value)
    return items


def deal(position: EketorpPosition) -> None:
    """Four cards each, clockwise from the start player; weak hands are shown and dealt anew (EK-013 to EK-015)."""
    returned: i64 = 0
    seats = position.seats
    for turn in range(seats):
        seat = (position.start_player + turn) % seats
        while True:
            hand = cards.draw(position.draw_pile, cards.HAND, position.rng)
            position.draw_pile -= hand
            if hand & cards.HIGH_CARDS:
                break
            returned += hand
            position.shown = append(position.shown, (seat << SHOWN_SEAT) | hand)
        position.hand[seat] = hand
    position.promised = full(seats)
    position.draw_pile += returned
    for viewer in range(len(position.memory)):
        position.memory[viewer] = returned
