"""The hall of one worker: its open tables, and how something happens at one.

Each action is decided on the table as it is, stored, and only then taken in and told (``act``). If another worker was first,
the table is brought up to date and the action decided again. What people do is in ``lobby``, ``seats``, ``play`` and ``talk``; what
bots and clocks do is here, because it follows from a change.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, select, update

from skali.core.protocol import IllegalMove
from skali.hall import schema
from skali.hall.bots import Bots
from skali.hall.catalogue import Catalogue
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.keys import Keys, find_secret, make_id
from skali.hall.messages import Teller, encode, online_seats
from skali.hall.record import PERSON, config_of
from skali.hall.settings import Settings
from skali.hall.storage import Row, Snapshot, Storage
from skali.hall.table import Happening, LiveTable, Plan, cannot_play

log = logging.getLogger("skali.hall")
RING = 24
"""Messages kept for a viewer whose connection breaks for a moment."""
RING_SECONDS = 120.0
ATTEMPTS = 8


class Ring:
    """The last messages of one viewer in one language: number, message (None: the table as it is), reason."""

    def __init__(self) -> None:
        self.messages: deque[tuple[int, bytes | None, str]] = deque(maxlen=RING)
        self.used = time.monotonic()

    def since(self, number: int, now: int) -> list[tuple[int, bytes | None, str]] | None:
        """What came after a number, if nothing of it is missing."""
        if number == now:
            return []
        found = [each for each in self.messages if each[0] > number]
        return found if 0 <= number < now and found and found[0][0] == number + 1 else None


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = make_id(8)
        self.catalogue = Catalogue(settings.games)
        self.teller = Teller(self.catalogue)
        self.storage = Storage(settings.database_url(), self.worker)
        self.bots = Bots(settings.bot_processes, settings.bot_seconds, settings.games, settings.bot_think)
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.keys = Keys("")
        self.reach = settings.public_url
        self.closing = False
        self.open_moves = 0
        """How often a whole table has seen a move."""
        self.conflicts = 0

    async def open(self) -> None:
        await self.storage.open()
        self.keys = Keys(await self.storage.write(find_secret))

    async def close(self) -> None:
        """Says goodbye, finishes what has begun, writes all that has queued."""
        self.closing = True
        for table in self.tables.values():
            if table.timer:
                table.timer.cancel()
            for socket in list(table.sockets):
                socket.leave("restart")
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.bots.close()
        await self.storage.close()

    def spawn(self, work: Any) -> None:
        """Runs beside everything else; what fails is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    async def keep_house(self) -> None:
        """Now and then: forgets the messages of those who have gone, tells the other workers who is here."""
        while True:
            await asyncio.sleep(20)
            for table in list(self.tables.values()):
                self.drop_old_rings(table)
                if table.sockets and self.storage.is_postgres:
                    self.announce(table)

    def missed(self) -> None:
        """The bus was away: any table may have moved on."""
        for table in self.tables.values():
            self.spawn(self.poked(table.id, table.record.ply + 1))

    # Opening tables

    async def table(self, id: str) -> LiveTable:
        """The table of an id, from memory or from its rows."""
        found = self.tables.get(id)
        if found is not None:
            self.tables.move_to_end(id)
            return found
        if not re.fullmatch(r"[0-9A-Za-z]{6,20}", id):
            raise HallError("not_found", "There is no such table.")
        task = self.opening.get(id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._open(id))
            self.opening[id] = task
            task.add_done_callback(lambda _: self.opening.pop(id, None))
        return await asyncio.shield(task)

    async def _open(self, id: str) -> LiveTable:
        def read(connection: Connection) -> Any:
            head = connection.execute(select(schema.game_tables).where(schema.game_tables.c.id == id)).one_or_none()
            shot = connection.execute(
                select(schema.snapshots.c.ply, schema.snapshots.c.data).where(schema.snapshots.c.table_id == id)
            ).one_or_none()
            return head, shot

        head, shot = await self.storage.read(read)
        if head is None:
            raise HallError("not_found", "There is no such table.")
        rows = await self.storage.rows_after(id, 0)
        config = config_of(head)
        game = self.catalogue.games.get(config.game)
        why = cannot_play(config, game)
        table = LiveTable(config, game, why)
        try:
            table.open(rows, (shot.ply, shot.data) if shot else None)
        except (ValueError, IllegalMove) as error:
            log.error("table %s cannot be opened from its snapshot or rows: %s", id, error)
            table = LiveTable(config, game, why)
            try:
                table.open(rows, None)
            except (ValueError, IllegalMove) as broken:
                table = LiveTable(config, game, f"The record of this table departs from the rules: {broken}")
                table.open(rows, None)
        table.talking = table.offers_remarks()  # what the bots had to say then, they have said
        if shot is None:  # staggered, so that tables which are laid together are not written together
            table.snapshot_ply = -(crc32(id.encode()) % self.settings.snapshot_rows)
        self.keep(table)
        self.after_change(table)
        return table

    def keep(self, table: LiveTable) -> None:
        self.tables[table.id] = table
        while len(self.tables) > self.settings.cached_tables:
            idle = next((each for each in self.tables.values() if not each.sockets and not each.lock.locked()), None)
            if idle is None or idle is table:
                return
            if idle.timer:
                idle.timer.cancel()
            del self.tables[idle.id]

    async def catch_up(self, table: LiveTable) -> None:
        """Takes in what other workers have added."""
        rows = await self.storage.rows_after(table.id, table.record.ply)
        if rows:
            self.tell(table, table.take(rows))
            self.after_change(table, here=False)

    async def poked(self, id: str, ply: int) -> None:
        """Another worker has added rows to a table."""
        table = self.tables.get(id)
        if table is not None and table.record.ply < ply:
            async with table.lock:
                if table.record.ply < ply:
                    await self.catch_up(table)

    # Acting

    async def act(self, table: LiveTable, decide: Callable[[float], tuple[list[Row], Plan | None]]) -> None:
        """Decides, stores, takes in and tells; decides again if another worker was first."""
        if self.closing:
            raise HallError("unavailable", "The hall is closing; it will be back in a moment.")
        async with table.lock:
            for _ in range(ATTEMPTS):
                rows, plan = decide(max(now(), table.record.at))
                if not rows:
                    return
                if await self.storage.append(rows):
                    break
                self.conflicts += 1
                await self.catch_up(table)
            else:
                raise HallError("unavailable", "Too many people act at this table at once. Try again.")
            self.tell(table, table.take(rows, plan))
            self.after_change(table)

    async def add(
        self, table: LiveTable, kind: str, seat: int = -1, check: Callable[[], None] | None = None, **data: Any
    ) -> None:
        """One row that is no move."""

        def decide(at: float) -> tuple[list[Row], None]:
            if check is not None:
                check()
            return [table.row(kind, seat, data, at)], None

        await self.act(table, decide)

    def tell(self, table: LiveTable, happenings: list[Happening]) -> None:
        """Sends what has happened to those who look on, to each what it may know."""
        for happening in happenings:
            if happening.why == "move" and len(happening.viewers) == len(table.viewers):
                self.open_moves += 1
            made: dict[tuple[int, str], bytes | None] = {}
            for key, ring in table.rings.items():
                if key[0] in happening.viewers:
                    message = None if happening.kind == "table" else self.message(table, happening, *key)
                    ring.messages.append((happening.numbers[key[0]], message, happening.why))
                    made[key] = message
            for socket in table.sockets:
                if (socket.seat, socket.language) in made:
                    message = made[socket.seat, socket.language]
                    number = happening.numbers[socket.seat]
                    socket.send(message or self.table_message(table, happening.why, number, socket))
            if happening.kind == "table":
                self.show_out(table)

    def message(self, table: LiveTable, happening: Happening, seat: int, language: str) -> bytes:
        if happening.kind == "chat":
            line = self.teller.chat_line(table, table.record.chat[-1], language)
            return encode({"type": "chat", "n": happening.numbers[seat], "line": line})
        return self.teller.update(table, happening, seat, language)

    def table_message(self, table: LiveTable, why: str, n: int, socket: Any) -> bytes:
        info = self.teller.table(table, socket.language, socket.guest, socket.reach)
        return encode({"type": "table", "n": n, "why": why, "table": info})

    def show_out(self, table: LiveTable) -> None:
        """Who may not look through that seat any more is sent away."""
        for socket in table.sockets:
            if not may_view(table, socket.guest, socket.seat):
                socket.leave("closed" if socket.seat < 0 else "removed")

    def ring(self, table: LiveTable, seat: int, language: str) -> Ring:
        ring: Ring = table.rings.setdefault((seat, language), Ring())
        return ring

    def drop_old_rings(self, table: LiveTable) -> None:
        """Nothing is kept for a viewer who has been away for long."""
        looking = {(socket.seat, socket.language) for socket in table.sockets}
        now = time.monotonic()
        for key, ring in list(table.rings.items()):
            if key in looking:
                ring.used = now
            elif now - ring.used > RING_SECONDS:
                del table.rings[key]

    def after_change(self, table: LiveTable, here: bool = True) -> None:
        """What follows from a change: bots are woken, the clock is set, pass-and-play is told, a snapshot is taken."""
        if self.closing or table._state is None:
            return
        self.open_talk(table, here)
        self.wake_bots(table, here)
        self.set_timer(table)
        if here and table.noted not in ("", table.status):
            self.spawn(self.note_status(table))
        table.noted = table.status
        if table.record.shares_device:
            self.tell_pass(table)
        if here and table.record.ply - table.snapshot_ply >= self.settings.snapshot_rows:
            table.snapshot_ply = table.record.ply
            self.storage.keep(Snapshot(table.id, table.record.ply, table.snapshot()))

    async def note_status(self, table: LiveTable) -> None:
        """Keeps the lobby's list true: only what everybody may know, and never the time of a move."""
        query = (
            update(schema.game_tables)
            .where(schema.game_tables.c.id == table.id)
            .values(status=table.status, listed=table.record.listed)
        )
        await self.storage.write(lambda connection: connection.execute(query))

    def tell_pass(self, table: LiveTable) -> None:
        """Pass and play: who looks through a seat that is not asked learns which of the own seats are."""
        awaited = table.awaited if table.is_playing else []
        for socket in table.sockets:
            mine = table.record.seats_of(socket.guest)
            to = [] if socket.seat in awaited else [seat for seat in awaited if seat in mine]
            if to != socket.passing and socket.seat >= 0:
                socket.passing = to
                if to:
                    socket.send(encode({"type": "pass", "to": to}))

    # Talk

    def open_talk(self, table: LiveTable, here: bool) -> None:
        """When remarks are offered that were not before, the bots have one round of them; they play only after it."""
        was_talking, table.talking = table.talking, table.offers_remarks()
        if here and table.talking and not was_talking and self.is_attended(table):
            table.bots_speak = True
            self.spawn(self.let_bots_speak(table))

    async def let_bots_speak(self, table: LiveTable) -> None:
        try:
            for seat in range(table.config.seats):
                agent = table.record.seats[seat].player
                if agent and table.is_playing:
                    said = await self.bots.speak(
                        table.state, seat, table.config.seats, agent, table.config.host, table.id
                    )
                    for remark in said:
                        await self.act(table, partial(self.bot_says, table, seat, remark))
        finally:
            table.bots_speak = False
            self.wake_bots(table, True)

    def bot_says(self, table: LiveTable, seat: int, remark: int, at: float) -> tuple[list[Row], None]:
        """The row of a bot's remark, if it may still be said."""
        if not table.is_playing or remark not in table.state.remarks(seat):
            return [], None
        return [table.remark_row(seat, remark, "", at)], None

    # Bots and clocks

    def wake_bots(self, table: LiveTable, here: bool) -> None:
        """Starts the bots that are awaited. The worker that stored the last row is at it first; others only stand by."""
        if not self.is_attended(table) or table.bots_speak:
            return
        for seat in table.awaited:
            if table.record.seats[seat].player and seat not in table.thinking:
                table.thinking.add(seat)
                self.spawn(self.play_bot(table, seat, 0.0 if here else 2.0))

    def is_attended(self, table: LiveTable) -> bool:
        """Bots play only while a person plays or looks on."""
        here = table.sockets or any(seat.kind == PERSON for seat in table.record.seats)
        return table.is_playing and bool(here) and not self.closing

    async def play_bot(self, table: LiveTable, seat: int, patience: float) -> None:
        try:
            await asyncio.sleep(patience)
            while table.is_playing and seat in table.awaited and table.record.seats[seat].player:
                if self.tables.get(table.id) is not table or table.bots_speak:
                    return
                began = time.monotonic()
                ply = table.record.ply
                agent = table.record.seats[seat].player
                move = await self.bots.choose(table.state, seat, table.config.seats, agent, table.config.host, table.id)
                pace = self.settings.bot_pace if table.sockets else 0.0
                await asyncio.sleep(max(pace - (time.monotonic() - began), 0.0))

                def decide(at: float, move: int = move, ply: int = ply) -> tuple[list[Row], Plan | None]:
                    seat_now = table.record.seats[seat]
                    if not (table.is_playing and seat in table.awaited and seat_now.player):
                        return [], None
                    if table.record.ply != ply and table.state.why_not(seat, move) is not None:
                        return [], None
                    plan = table.plan_moves(seat, [move])
                    return table.rows_of(plan, "", at), plan

                try:
                    await self.act(table, decide)
                except HallError as error:
                    log.error("a bot's move at %s was not stored: %s", table.id, error.message)
                    await asyncio.sleep(1.0)
        finally:
            table.thinking.discard(seat)

    def set_timer(self, table: LiveTable) -> None:
        if table.clock is None:
            return
        if table.timer:
            table.timer.cancel()
            table.timer = None
        if not table.is_playing:
            return
        fall = table.clock.next_fall(table.awaited, now())
        if fall is not None:
            seat, seconds = fall
            loop = asyncio.get_running_loop()
            table.timer = loop.call_later(seconds + 0.05, lambda: self.spawn(self.time_is_up(table, seat)))

    async def time_is_up(self, table: LiveTable, seat: int) -> None:
        def decide(at: float) -> tuple[list[Row], None]:
            clock = table.clock
            if not table.is_playing or clock is None or seat not in table.awaited:
                return [], None
            if table.record.seats[seat].kind != PERSON or table.record.seats[seat].stand_in:
                return [], None
            if clock.remaining(seat, at) > 0:
                return [], None
            assert table.game is not None
            agent = self.catalogue.agent(table.game, table.config.stand_in)
            return [table.row("stand_in", seat, {"agent": agent}, at)], None

        await self.act(table, decide)
        self.set_timer(table)

    # Presence

    def note_presence(self, table: LiveTable) -> set[int]:
        """Who is online now; notes since when."""
        online = online_seats(table)
        for seat in online ^ table.present:
            table.present_since[seat] = time.monotonic()
        table.present = online
        return online

    def away_for(self, table: LiveTable, seat: int) -> float:
        """For how many seconds, as far as this worker knows, nobody has looked through a seat; 0 if somebody does."""
        return 0.0 if seat in self.note_presence(table) else time.monotonic() - table.present_since[seat]

    def presence_changed(self, table: LiveTable) -> None:
        online = self.note_presence(table)
        message = encode({"type": "presence", "online": [seat in online for seat in range(table.config.seats)]})
        for socket in table.sockets:
            socket.send(message)

    def announce(self, table: LiveTable) -> None:
        """Tells those here and the other workers who looks on at this worker."""
        self.presence_changed(table)
        if self.storage.is_postgres and not self.closing:
            here = sorted(
                {seat for socket in table.sockets for seat in table.record.seats_of(socket.guest) if socket.seat >= 0}
            )
            self.spawn(self.storage.notify({"table": table.id, "online": here}))

    def heard(self, message: dict[str, Any]) -> None:
        """What another worker says."""
        for id, ply in message.get("rows", []):
            if id in self.tables:
                self.spawn(self.poked(id, ply))
        if "table" in message and message["table"] in self.tables:
            table = self.tables[message["table"]]
            table.online[message["worker"]] = (time.monotonic() + 60, list(message["online"]))
            self.presence_changed(table)


def may_view(table: LiveTable, guest: str, seat: int) -> bool:
    """Whether a guest may look through a seat: one's own, or the spectators' where they are let in."""
    if seat >= 0:
        return table.record.owns(guest, seat)
    return table.record.spectators or bool(table.record.seats_of(guest)) or guest == table.config.host
