"""Phase 4: where battles happen and who may fight them (EK-034 to EK-050). Who calls which is in decisions/call.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.games.eketorp import components, moves
from skali.games.eketorp.position import EketorpPosition

EACH_FIELD: Final = 0x1041041041
"""The lowest bit of each of the seven fields, six bits apart; the constants below are 32, 31 and 30 times this."""
FIELD_TOP: Final = 0x20820820820
_THIRTY_ONE: Final = 0x1F7DF7DF7DF
_THIRTY: Final = 0x1E79E79E79E
TOP_BIT: Final = 5
ALL_FIELDS: Final = 42
"""The bits of all storage fields."""


def survey(position: EketorpPosition) -> None:
    """Judges all fields anew (EK-034 to EK-042).

    All storage fields at once: six bits each hold at most 31 Vikings or bricks, so that adding 31, 30 or 32 less the bricks carries
    into the top bit exactly where there is a Viking, two owners, or more Vikings than bricks.
    """
    vikings: i64 = 0
    owners: i64 = 0
    once: i64 = 0
    twice: i64 = 0
    storage = position.storage
    siege = position.siege
    for seat in range(position.seats):
        here = storage[seat]
        vikings += here
        owners += ((here + _THIRTY_ONE) >> TOP_BIT) & EACH_FIELD
        fields = siege[seat]
        twice |= once & fields
        once |= fields
    outnumbered = vikings + _THIRTY_ONE - position.bricks
    position.fights = outnumbered & (owners + _THIRTY) & FIELD_TOP
    position.open_sieges = twice | (once & ~position.besieged)


def open_to(position: EketorpPosition, seat: i64) -> i64:
    """Where the seat may call a battle: contested storage fields with a Viking of it, as top bits, then siege fields with one."""
    fights = position.fights & (position.storage[seat] + _THIRTY_ONE)
    return fights | ((position.open_sieges & position.siege[seat]) << ALL_FIELDS)


def place_of(mark: i64) -> i64:
    """The place that a member of ``open_to`` stands for."""
    return mark // components.FIELD_BITS if mark < ALL_FIELDS else mark - ALL_FIELDS + moves.STORAGE_FIELDS


def opponents(position: EketorpPosition, seat: i64, place: i64) -> i64:
    """The other players with a Viking at a place (EK-045)."""
    found: i64 = 0
    for other in range(position.seats):
        if other != seat and position.stands_at(other, place):
            found |= bit(other)
    return found
