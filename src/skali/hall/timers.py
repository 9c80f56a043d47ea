"""Clocks that run out: a bot stands in for a person whose time is up."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from skali.hall import ownership
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.table import LiveTable

if TYPE_CHECKING:
    from skali.hall.hall import Hall

log = logging.getLogger("skali.hall.timers")


def set_timer(hall: Hall, room: Room) -> None:
    """Sets the room's timer to when the next clock runs out."""
    table = room.table
    if table.clock is None:
        return
    room.stop_timer()
    fall = table.clock.next_fall(table.awaited, now()) if table.is_playing else None
    if fall is not None:
        seat, seconds = fall
        loop = asyncio.get_running_loop()
        room.timer = loop.call_later(seconds + 0.05, lambda: hall.spawn(time_is_up(hall, room, seat)))


async def time_is_up(hall: Hall, room: Room, seat: int) -> None:
    table = room.table
    assert table.game is not None
    decide = partial(stand_in, table, seat, hall.catalogue.agent(table.game, table.config.stand_in))
    while hall.rooms.get(table.id) is room and decide(now())[0]:
        if await hall.ownership.claim(table.id):
            try:
                await hall.act(room, decide)
                break
            except HallError as error:
                log.error("a stand-in at %s was not stored: %s", table.id, error.message)
        await asyncio.sleep(ownership.STAND_BY)
    set_timer(hall, room)


def stand_in(table: LiveTable, seat: int, agent: str, at: float) -> tuple[list[Row], None]:
    """The row of a stand-in for a person whose clock has run out; nothing if it has not."""
    clock = table.clock
    if not table.is_playing or clock is None or seat not in table.awaited:
        return [], None
    if seat not in table.record.persons() or clock.remaining(seat, at) > 0:
        return [], None
    return [table.row("stand_in", seat, {"agent": agent}, at)], None
