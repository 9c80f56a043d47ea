"""The hospital: four stations, who enters where, who goes home (EK-061, EK-062, EK-068 to EK-071, EK-097, EK-111)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.protocol import Event
from skali.games.eketorp import components, moves
from skali.games.eketorp.position import EketorpPosition

BADLY: Final = 1
"""The stations, as EK-068 numbers them: 3•4•5, 1•2, 0 and the last."""
LIGHTLY: Final = 2
TIE: Final = 3
_BAD_DAMAGE: Final = 3
_LAST_STATION: Final = 12
"""The bits below the last station."""
_THREE_STATIONS: Final = 0xFFF


def enter(position: EketorpPosition, seat: i64, defending: bool, events: list[Event] | None) -> None:
    """A Viking leaves the castle or the field for the station of the damage; a beaten defender moves on one station at once
    (EK-061, EK-062, EK-069 to EK-071, EK-075)."""
    station: i64 = TIE
    if position.damage:
        station = BADLY if position.damage >= _BAD_DAMAGE else LIGHTLY
        if defending:
            station += 1
    if defending:
        position.home[seat] -= 1
    elif position.place < moves.STORAGE_FIELDS:
        position.storage[seat] -= bit(components.FIELD_BITS * position.place)
    else:
        position.siege[seat] &= ~bit(position.place - moves.STORAGE_FIELDS)
    position.hospital[seat] += bit(4 * station - 4)
    if events is not None:
        rule = ("EK-070" if defending else "EK-069") if position.damage else "EK-062"
        events.append(Event("hospital", {"seat": seat, "station": int(station)}, rule=rule))


def leave(position: EketorpPosition, events: list[Event] | None) -> None:
    """Every Viking moves on one station; who leaves the last one, or by option reaches it, goes home (EK-097, EK-111)."""
    for seat in range(position.seats):
        stations = position.hospital[seat]
        if stations:
            recovered = stations >> _LAST_STATION
            stations = (stations & _THREE_STATIONS) << 4
            if position.reach_last:
                recovered += stations >> _LAST_STATION
                stations &= _THREE_STATIONS
            position.hospital[seat] = stations
            position.home[seat] += recovered
            if recovered and events is not None:
                rule = "EK-111" if position.reach_last else "EK-097"
                events.append(Event("recovered", {"seat": int(seat), "count": int(recovered)}, rule=rule))
