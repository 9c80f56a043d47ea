"""What the bots at a table do: they speak when remarks are offered, and move when they are awaited.

``bots`` lets them think; here is when, and what becomes of the answer. With several workers one of them owns a table's bots
(``ownership``); the others stand by.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

from skali.hall import lessons, ownership
from skali.hall.errors import HallError
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.table import LiveTable, Plan

if TYPE_CHECKING:
    from skali.hall.hall import Hall

log = logging.getLogger("skali.hall.bot_moves")


def open_talk(hall: Hall, room: Room, first: bool) -> None:
    """When remarks are offered that were not before, the bots have one round of them; they play only after it."""
    was_talking, room.talking = room.talking, room.table.offers_remarks()
    if first and room.talking and not was_talking and room.is_attended:
        room.bots_speak = True
        hall.spawn(let_bots_speak(hall, room))


async def let_bots_speak(hall: Hall, room: Room) -> None:
    table, config = room.table, room.table.config
    try:
        if not await hall.ownership.claim(table.id):
            return  # the worker that plays these bots speaks for them, too
        for seat in range(config.seats):
            agent = table.record.seats[seat].player
            if agent and table.is_playing:
                for remark in await hall.bots.speak(table.state, seat, config.seats, agent, config.host, table.id):
                    await hall.act(room, partial(bot_says, table, seat, remark))
    finally:
        room.bots_speak = False
        wake_bots(hall, room, True)


def bot_says(table: LiveTable, seat: int, remark: int, at: float) -> tuple[list[Row], None]:
    """The row of a bot's remark, if it may still be said."""
    if not table.is_playing or remark not in table.state.remarks(seat):
        return [], None
    return [table.remark_row(seat, remark, "", at)], None


def wake_bots(hall: Hall, room: Room, first: bool) -> None:
    """Starts the bots that are awaited: at the worker that owns them or stored the last row; others only stand by."""
    if hall.closing or room.bots_speak or not room.is_attended:
        return
    for seat in room.table.awaited:
        if awaits_bot(room.table, seat) and seat not in room.thinking:
            room.thinking.add(seat)
            hall.spawn(play_bot(hall, room, seat, 0.0 if first else ownership.STAND_BY))


def awaits_bot(table: LiveTable, seat: int) -> bool:
    """Whether a bot plays for the seat now: its own, or the lesson that goes on by itself."""
    if not table.is_playing or seat not in table.awaited:
        return False
    return bool(table.record.seats[seat].player) or lessons.plays_for(table, seat)


async def play_bot(hall: Hall, room: Room, seat: int, patience: float) -> None:
    """Plays for a seat while a bot is awaited there."""
    table, config = room.table, room.table.config
    try:
        await asyncio.sleep(patience)
        while awaits_bot(table, seat):
            if hall.rooms.get(table.id) is not room or hall.closing or room.bots_speak or not room.is_attended:
                return
            if not await hall.ownership.claim(table.id):
                await asyncio.sleep(ownership.STAND_BY)
                continue
            progress = lessons.progress_of(table)
            if not progress.done and (progress.scripted is None or progress.scripted[0] != seat):
                return  # somebody else comes first, and then this one is asked again
            began = time.monotonic()
            ply, moment = table.record.ply, table.viewers[seat].moment
            agent = table.record.seats[seat].player
            if progress.scripted is not None:
                move = progress.scripted[1]
            else:
                move = await hall.bots.choose(table.state, seat, config.seats, agent, config.host, table.id)
            watched = room.sockets or room.online_seats()
            pace = hall.settings.bot_pace if watched and not lessons.plays_for(table, seat) else 0.0
            await asyncio.sleep(max(pace - (time.monotonic() - began), 0.0))
            if not hall.ownership.holds(table.id):
                continue
            try:
                await hall.act(room, partial(bot_plays, table, seat, move, ply, moment))
            except HallError as error:
                log.error("a bot's move at %s was not stored: %s", table.id, error.message)
                await asyncio.sleep(1.0)
    finally:
        room.thinking.discard(seat)


def bot_plays(
    table: LiveTable, seat: int, move: int, ply: int, moment: int, at: float
) -> tuple[list[Row], Plan | None]:
    """The row of a bot's move that was chosen at a ply, the seat's moment then; nothing if it does not fit any more."""
    if not awaits_bot(table, seat):
        return [], None
    still_fits = table.record.ply == ply or (
        table.is_still_asked(seat, moment) and table.state.why_not(seat, move) is None
    )
    if not still_fits:
        return [], None
    plan = table.plan_moves(seat, [move])
    return table.rows_of(plan, "", at), plan
