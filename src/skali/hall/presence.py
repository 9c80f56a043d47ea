"""Who is at a table: told to those who are there too, and to the other workers."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from skali.hall.messages import encode
from skali.hall.room import Room

if TYPE_CHECKING:
    from skali.hall.hall import Hall

HEARD_SECONDS = 60.0
"""For how long it is believed what another worker said of who is there. It says so again before."""


def tell_presence(room: Room, always: bool = False) -> None:
    """Tells those here who is online, if it is not what they were told last."""
    online = room.note_presence()
    if always or online != room.told_online:
        room.told_online = online
        seats = range(room.table.config.seats)
        message = encode({"type": "presence", "online": [seat in online for seat in seats]})
        for socket in room.sockets:
            socket.send(message)


def tell_pass(room: Room) -> None:
    """Pass and play: who looks through a seat that is not asked learns which of the own seats are."""
    table = room.table
    awaited = table.awaited if table.is_playing else []
    for socket in room.sockets:
        mine = table.record.seats_of(socket.guest)
        to = [] if socket.seat in awaited else [seat for seat in awaited if seat in mine]
        if to != socket.passing and socket.seat >= 0:
            socket.passing = to
            if to:
                socket.send(encode({"type": "pass", "to": to}))


def announce(hall: Hall, room: Room) -> None:
    """Somebody has come or gone: tells those here, and soon the other workers."""
    tell_presence(room, always=True)
    if hall.closing or not room.is_attended:
        hall.ownership.release(room.id)
    announce_soon(hall, room)


def announce_soon(hall: Hall, room: Room) -> None:
    if not hall.changed:
        asyncio.get_running_loop().call_soon(announce_changed, hall)
    hall.changed.add(room.id)


def announce_changed(hall: Hall) -> None:
    """Tells the other workers who is here, of all tables together."""
    rooms = [room for id in hall.changed if (room := hall.rooms.get(id)) is not None]
    hall.changed.clear()
    if rooms and hall.storage.is_postgres and not hall.closing:
        hall.storage.announce([(room.id, room.seats_here()) for room in rooms])


def heard(hall: Hall, worker: str, online: list[Any]) -> None:
    """What another worker says of who is there: for each table its id, and the seats."""
    for id, seats in online:
        room = hall.rooms.get(id)
        if room is not None:
            if room.sockets and worker not in room.elsewhere:
                announce_soon(hall, room)  # it has just opened the table and does not know who is here
            room.elsewhere[worker] = (time.monotonic() + HEARD_SECONDS, seats)
            tell_presence(room)
