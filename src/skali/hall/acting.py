"""How a change at a table is taken in, told, and followed up; and how a move that meets nobody else's is stored without a task."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from skali.hall import bot_moves, presence, timers
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.snapshots import snapshot_of
from skali.hall.storage import Snapshot, unavailable
from skali.hall.table import Decide, LiveTable, Plan
from skali.hall.viewers import Happening

if TYPE_CHECKING:
    from skali.hall.hall import Hall

log = logging.getLogger("skali.hall.acting")
Done = Callable[[HallError | None], None]


def check_open(hall: Hall, table: LiveTable) -> None:
    if hall.closing:
        raise HallError("unavailable", "The hall is closing; it will be back in a moment.")
    if table.damaged:
        raise HallError("cannot_go_on", table.cannot_go_on)


def act_at_once(hall: Hall, room: Room, decide: Decide, done: Done) -> bool:
    """``Hall.act`` without a task; calls when it is done.

    False, and nothing has happened, while somebody else acts here. Where another worker was first, ``Hall.act`` does it after all.
    """
    table = room.table
    check_open(hall, table)
    if not room.lock.take():
        return False
    try:
        rows, plan = decide(max(now(), table.record.at))
        if rows:
            hall.storage.append_then(rows, Storing(hall, room, decide, done, rows, plan).settled)
    except BaseException:
        room.lock.release()
        raise
    if not rows:
        room.lock.release()
        asyncio.get_running_loop().call_soon(done, None)
    return True


class Storing:
    """Rows that are being stored, and who waits for it. The room is locked meanwhile."""

    def __init__(self, hall: Hall, room: Room, decide: Decide, done: Done, rows: list[Row], plan: Plan | None) -> None:
        self.hall = hall
        self.room = room
        self.decide = decide
        self.done = done
        self.rows = rows
        self.plan = plan

    def settled(self, is_stored: bool, failure: HallError | None) -> None:
        try:
            if is_stored:
                take(self.hall, self.room, self.rows, self.plan)
        except Exception:
            log.exception("a move was stored and not told")
            failure = unavailable()
        finally:
            self.room.lock.release()
        if failure is not None:  # perhaps it was stored, and only the answer was lost
            self.hall.look_again([self.room.id])
            self.done(failure)
        elif is_stored:
            self.done(None)
        else:
            self.hall.conflicts += 1
            self.hall.spawn(act_after_all(self.hall, self.room, self.decide, self.done))


async def act_after_all(hall: Hall, room: Room, decide: Decide, done: Done) -> None:
    """Another worker was first."""
    try:
        async with room.lock:
            await hall.catch_up(room)
        await hall.act(room, decide)
        done(None)
    except HallError as error:
        done(error)


def take(hall: Hall, room: Room, rows: list[Row], plan: Plan | None) -> None:
    """Takes in rows that are stored."""
    tell(hall, room, room.table.take(rows, plan))
    after_change(hall, room, True)


def tell(hall: Hall, room: Room, happenings: list[Happening]) -> None:
    """Sends what has happened to those who look on, to each what it may know."""
    hall.open_moves += hall.teller.tell(room, happenings)


def after_change(hall: Hall, room: Room, here: bool) -> None:
    """What follows from a change: bots are woken, the clock is set, pass-and-play is told, a snapshot is taken."""
    table = room.table
    if hall.closing or not table.has_position:
        return
    first = here or hall.ownership.holds(table.id)
    bot_moves.open_talk(hall, room, first)
    bot_moves.wake_bots(hall, room, first)
    if not table.is_playing:
        hall.ownership.release(table.id)
    timers.set_timer(hall, room)
    status = table.status
    if here and room.noted_status not in ("", status):
        hall.spawn(hall.note_status_at_last(table))
    room.noted_status = status
    if table.record.shares_device:
        presence.tell_pass(room)
    often = max(hall.settings.snapshot_rows, len(table.record.line) // 16)  # a long game has long snapshots
    if here and table.record.ply - room.snapshot_ply >= often:
        room.snapshot_ply = table.record.ply
        hall.storage.keep(Snapshot(table.id, table.record.ply, snapshot_of(table)))
