"""The hall of one worker: its open tables, and how something happens at one.

Each action is decided on the table as it is, stored, and only then taken in and told (``act``). If another worker was first,
the table is brought up to date and the action decided again. What people do is in ``lobby``, ``seats``, ``play`` and ``talk``; what
bots and clocks do is here, because it follows from a change.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, select, update

from skali.hall import schema
from skali.hall.bots import Bots
from skali.hall.catalogue import Catalogue
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.imports import Imports
from skali.hall.keys import Keys, find_secret, make_id
from skali.hall.limits import Buckets
from skali.hall.luck import Luck
from skali.hall.messages import Teller, encode, online_seats
from skali.hall.opening import open_table
from skali.hall.ownership import Ownership, SharedOwnership
from skali.hall.record import PERSON
from skali.hall.replays import LOOP_STEPS, Replays
from skali.hall.settings import Settings
from skali.hall.storage import Row, Snapshot, Storage, last_plies
from skali.hall.table import Happening, LiveTable, Plan

log = logging.getLogger("skali.hall")
RING = 24
"""Messages kept for a viewer whose connection breaks for a moment."""
RING_SECONDS = 120.0
ATTEMPTS = 8
LOOKED_BACK = 32
"""Tables whose positions all along the game are kept, because somebody has looked back."""
STAND_BY = 2.0
"""Seconds after which a worker looks again whether bots and clocks that another one owns have become its own."""
RETRY = 0.5
"""Seconds between two attempts while storage is away."""


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
        self.luck = Luck(settings.seed)
        self.bots = Bots(settings.bot_processes, settings.bot_seconds, settings.games, self.luck, settings.bot_think)
        self.imports = Imports(settings.saga_seconds, settings.saga_steps, settings.games)
        self.openings = Replays("skali-open", 10_000)
        self.replays = Replays("skali-replay")
        self.looked_back: OrderedDict[str, LiveTable] = OrderedDict()
        self.work = Buckets(settings.steps_per_second, 20 * settings.steps_per_second)
        self.chat_of_guest = Buckets(settings.chat_per_second, 6 * settings.chat_per_second)
        self.chat_of_address = Buckets(3 * settings.chat_per_second, 20 * settings.chat_per_second)
        self.chat_of_spectators = Buckets(settings.chat_per_second, 10 * settings.chat_per_second)
        self.new_tables = Buckets(settings.tables_per_address / 600, settings.tables_per_address)
        self.new_guests = Buckets(settings.guests_per_address / 600, settings.guests_per_address)
        shared = self.storage.is_postgres
        self.ownership = SharedOwnership(settings.database_url()) if shared else Ownership()
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.behind: set[str] = set()
        """Tables that may have rows which this worker has not taken in; they are read as soon as storage answers."""
        self.is_catching_up = False
        self.changed: set[str] = set()
        """Tables where somebody has come or gone, which the other workers are to be told."""
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.keys = Keys("")
        self.reach = settings.public_url
        self.is_open = False
        self.closing = False
        self.open_moves = 0
        """How often a whole table has seen a move."""
        self.conflicts = 0

    async def open(self) -> None:
        """Opens, or goes on trying beside everything else while storage is away; all requests are answered 503 until then."""
        try:
            await self.open_storage()
        except HallError as error:
            log.warning("the hall waits for its storage: %s", error.__cause__)
            self.spawn(self.wait_for_storage())

    async def open_storage(self) -> None:
        await self.storage.open()
        self.keys = Keys(await self.storage.write(find_secret))
        self.is_open = True

    async def wait_for_storage(self) -> None:
        while not self.is_open:
            await asyncio.sleep(RETRY)
            with contextlib.suppress(HallError):
                await self.open_storage()
        log.info("the hall has its storage")

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
        self.imports.close()
        self.openings.close()
        self.replays.close()
        await asyncio.to_thread(self.ownership.close)
        await self.storage.close()

    def spawn(self, work: Any) -> None:
        """Runs beside everything else; what fails is logged. Nothing is begun any more when the hall closes."""
        if self.closing:
            work.close()
            return
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
            self.tidy_up()

    def tidy_up(self) -> None:
        self.ownership.check()
        for table in self.tables.values():
            self.drop_old_rings(table)
            self.tell_presence(table)
            if table.sockets:
                self.changed.add(table.id)
        self.announce_changed()

    def missed(self) -> None:
        """Listening to the other workers has just begun: any table may have moved on before."""
        self.ownership.check()
        self.look_again(self.tables)

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
        opens = partial(
            open_table, head, rows, (shot.ply, shot.data) if shot else None, self.catalogue.games, self.teller
        )
        table = await self.openings.run(opens) if len(rows) > LOOP_STEPS else opens()
        table.talking = table.offers_remarks()  # what the bots had to say then, they have said
        if shot is None:  # staggered, so that tables which are laid together are not written together
            table.snapshot_ply = -(crc32(id.encode()) % self.settings.snapshot_rows)
        self.keep(table)
        if self.storage.is_postgres and not table.damaged:  # of rows stored before we kept it, we were not told
            async with table.lock:
                try:
                    self.tell(table, table.take(await self.storage.rows_after(id, table.record.ply)))
                except HallError:
                    self.look_again([id])
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
            self.ownership.release(idle.id)

    async def catch_up(self, table: LiveTable) -> None:
        """Takes in what other workers have added."""
        if table.damaged:
            return
        rows = await self.storage.rows_after(table.id, table.record.ply)
        if rows:
            self.tell(table, table.take(rows))
            self.after_change(table, here=False)

    async def poked(self, id: str, ply: int, rows: list[Row]) -> None:
        """Another worker has added rows to a table, the last with this ply; these are some of them, from the first on."""
        table = self.tables.get(id)
        if table is not None and not table.damaged and table.record.ply < ply:
            async with table.lock:
                new = [row for row in rows if row.ply > table.record.ply]
                if new and new[0].ply == table.record.ply + 1:
                    self.tell(table, table.take(new))
                    self.after_change(table, here=False)
                if table.record.ply < ply:
                    try:
                        await self.catch_up(table)
                    except HallError:
                        self.look_again([id])

    def look_again(self, tables: Iterable[str]) -> None:
        """These tables may be behind: takes in what they lack, as soon as storage answers."""
        self.behind.update(tables)
        if self.behind and not self.is_catching_up and not self.closing:
            self.is_catching_up = True
            self.spawn(self.catch_up_all())

    async def catch_up_all(self) -> None:
        try:
            while self.behind:
                ids = list(self.behind)
                try:
                    last = await self.storage.read(partial(last_plies, tables=ids))
                    self.behind.difference_update(ids)
                    await asyncio.gather(*(self.poked(id, ply, []) for id, ply in last.items()))
                except HallError:
                    await asyncio.sleep(RETRY)
        finally:
            self.is_catching_up = False

    # Looking back

    def charge(self, address: str, steps: float) -> None:
        """Counts work for an address: replayed steps, or what costs as much."""
        if not self.work.take(address, steps):
            raise HallError("too_many", "That is a lot of work for the hall. Wait a moment.")

    async def reach_back(self, table: LiveTable, place: int) -> None:
        """Before steps far back on the line are played again: has the positions on the way there made in a thread."""
        async with table.looking_back:
            while place <= len(table.record.line) and place - table.nearest(place) > LOOP_STEPS:
                known, last = len(table.history), table.record.line[place - 1]
                made = await self.replays.run(table.make_history(place))
                line = table.record.line
                if len(table.history) == known and place <= len(line) and line[place - 1] is last:
                    table.history += made
            if table.history:
                self.looked_back[table.id] = table
                self.looked_back.move_to_end(table.id)
            if len(self.looked_back) > LOOKED_BACK:
                self.looked_back.popitem(last=False)[1].history.clear()

    # Acting

    async def act(self, table: LiveTable, decide: Callable[[float], tuple[list[Row], Plan | None]]) -> None:
        """Decides, stores, takes in and tells; decides again if another worker was first."""
        if self.closing:
            raise HallError("unavailable", "The hall is closing; it will be back in a moment.")
        if table.damaged:
            raise HallError("cannot_go_on", table.cannot_go_on)
        async with table.lock:
            for _ in range(ATTEMPTS):
                rows, plan = decide(max(now(), table.record.at))
                if not rows:
                    return
                try:
                    if await self.storage.append(rows):
                        break
                    self.conflicts += 1
                    await self.catch_up(table)
                except HallError:  # perhaps it was stored, and only the answer was lost
                    self.look_again([table.id])
                    raise
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
        first = here or self.ownership.holds(table.id)
        self.open_talk(table, first)
        self.wake_bots(table, first)
        if not table.is_playing:
            self.ownership.release(table.id)
        self.set_timer(table)
        if here and table.noted not in ("", table.status):
            self.spawn(self.note_status_at_last(table))
        table.noted = table.status
        if table.record.shares_device:
            self.tell_pass(table)
        often = max(self.settings.snapshot_rows, len(table.record.line) // 16)  # a long game has long snapshots
        if here and table.record.ply - table.snapshot_ply >= often:
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

    async def note_status_at_last(self, table: LiveTable) -> None:
        """The same, as soon as storage answers."""
        while not self.closing:
            try:
                return await self.note_status(table)
            except HallError:
                await asyncio.sleep(RETRY)

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

    def open_talk(self, table: LiveTable, first: bool) -> None:
        """When remarks are offered that were not before, the bots have one round of them; they play only after it."""
        was_talking, table.talking = table.talking, table.offers_remarks()
        if first and table.talking and not was_talking and self.is_attended(table):
            table.bots_speak = True
            self.spawn(self.let_bots_speak(table))

    async def let_bots_speak(self, table: LiveTable) -> None:
        try:
            if not await self.ownership.claim(table.id):
                return  # the worker that plays these bots speaks for them, too
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

    def wake_bots(self, table: LiveTable, first: bool) -> None:
        """Starts the bots that are awaited: at the worker that owns them or stored the last row; others only stand by."""
        if not self.is_attended(table) or table.bots_speak:
            return
        for seat in table.awaited:
            if table.record.seats[seat].player and seat not in table.thinking:
                table.thinking.add(seat)
                self.spawn(self.play_bot(table, seat, 0.0 if first else STAND_BY))

    def is_attended(self, table: LiveTable) -> bool:
        """Bots play only while a person plays or looks on."""
        here = table.sockets or any(seat.kind == PERSON for seat in table.record.seats)
        return table.is_playing and bool(here) and not self.closing

    async def play_bot(self, table: LiveTable, seat: int, patience: float) -> None:
        try:
            await asyncio.sleep(patience)
            while table.is_playing and seat in table.awaited and table.record.seats[seat].player:
                if self.tables.get(table.id) is not table or table.bots_speak or not self.is_attended(table):
                    return
                if not await self.ownership.claim(table.id):
                    await asyncio.sleep(STAND_BY)
                    continue
                began = time.monotonic()
                ply, moment = table.record.ply, table.moments[seat]
                agent = table.record.seats[seat].player
                move = await self.bots.choose(table.state, seat, table.config.seats, agent, table.config.host, table.id)
                pace = self.settings.bot_pace if table.sockets or online_seats(table) else 0.0
                await asyncio.sleep(max(pace - (time.monotonic() - began), 0.0))
                if not self.ownership.holds(table.id):
                    continue

                def decide(
                    at: float, move: int = move, ply: int = ply, moment: int = moment
                ) -> tuple[list[Row], Plan | None]:
                    seat_now = table.record.seats[seat]
                    if not (table.is_playing and seat in table.awaited and seat_now.player):
                        return [], None
                    if table.record.ply != ply and not (
                        table.is_still_asked(seat, moment) and table.state.why_not(seat, move) is None
                    ):
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

        while self.tables.get(table.id) is table and decide(now())[0]:
            if await self.ownership.claim(table.id):
                try:
                    await self.act(table, decide)
                    break
                except HallError as error:
                    log.error("a flag at %s was not stored: %s", table.id, error.message)
            await asyncio.sleep(STAND_BY)
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

    def tell_presence(self, table: LiveTable, always: bool = False) -> None:
        """Tells those here who is online, if it is not what they were told last."""
        online = self.note_presence(table)
        if always or online != table.told_online:
            table.told_online = online
            message = encode({"type": "presence", "online": [seat in online for seat in range(table.config.seats)]})
            for socket in table.sockets:
                socket.send(message)

    def announce(self, table: LiveTable) -> None:
        """Somebody has come or gone: tells those here, and soon the other workers."""
        self.tell_presence(table, always=True)
        if not self.is_attended(table):
            self.ownership.release(table.id)
        self.announce_soon(table)

    def announce_soon(self, table: LiveTable) -> None:
        if not self.changed:
            asyncio.get_running_loop().call_soon(self.announce_changed)
        self.changed.add(table.id)

    def announce_changed(self) -> None:
        """Tells the other workers who is here, of all tables together."""
        tables = [table for id in self.changed if (table := self.tables.get(id)) is not None]
        self.changed.clear()
        if tables and self.storage.is_postgres and not self.closing:
            self.storage.announce([(table.id, seats_here(table)) for table in tables])

    def heard(self, worker: str, message: dict[str, Any]) -> None:
        """What another worker says."""
        rows: dict[str, list[list[Any]]] = {}
        for row in message.get("rows", []):
            if row[0] in self.tables:
                rows.setdefault(row[0], []).append(row)
        for id, new in rows.items():
            whole = itertools.takewhile(lambda row: len(row) == len(Row._fields), new)
            self.spawn(self.poked(id, new[-1][1], [Row(*row) for row in whole]))
        for id, seats in message.get("online", []):
            table = self.tables.get(id)
            if table is not None:
                if table.sockets and worker not in table.online:
                    self.announce_soon(table)  # it has just opened the table and does not know who is here
                table.online[worker] = (time.monotonic() + 60, seats)
                self.tell_presence(table)


def seats_here(table: LiveTable) -> list[int]:
    """The seats of those who look through one at this worker."""
    looking = (socket.guest for socket in table.sockets if socket.seat >= 0)
    return sorted({seat for guest in looking for seat in table.record.seats_of(guest)})


def may_view(table: LiveTable, guest: str, seat: int) -> bool:
    """Whether a guest may look through a seat: one's own, or the spectators' where they are let in."""
    if seat >= 0:
        return table.record.owns(guest, seat)
    return table.record.spectators or bool(table.record.seats_of(guest)) or guest == table.config.host
