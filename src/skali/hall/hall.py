"""The hall of one worker: its rooms, and how something happens at a table.

Each action is decided on the table as it is, stored, and only then taken in and told (``act``). If another worker was first,
the table is brought up to date and the action decided again. What people do is in ``lobby``, ``seats``, ``play`` and ``talk``; what
follows from a change is in ``bot_moves``, ``timers`` and ``presence``.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from zlib import crc32

from sqlalchemy import Connection, select, update

from skali.hall import acting, presence, schema
from skali.hall.bots import Bots
from skali.hall.catalogue import Catalogue
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.guides import Guides
from skali.hall.imports import Imports
from skali.hall.keys import Keys, find_secret, make_id
from skali.hall.limits import Buckets
from skali.hall.line import Outbox
from skali.hall.luck import Luck
from skali.hall.messages import Teller
from skali.hall.opening import open_table
from skali.hall.ownership import Ownership, SharedOwnership
from skali.hall.replays import LOOP_STEPS, Replays
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.settings import Settings
from skali.hall.storage import Storage, last_plies
from skali.hall.table import Decide, LiveTable
from skali.hall.viewers import Happening

log = logging.getLogger("skali.hall")
ATTEMPTS = 8
LOOKED_BACK = 32
"""Tables whose positions all along the game are kept, because somebody has looked back."""
COLLECT_SECONDS = 3600.0
RETRY = 0.5
"""Seconds between two attempts while storage is away."""


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = make_id(8)
        self.catalogue = Catalogue(settings.games)
        self.teller = Teller(self.catalogue)
        self.guides = Guides(self.catalogue)
        self.storage = Storage(settings.database_url(), self.worker)
        self.outbox = Outbox()
        self.luck = Luck(settings.seed)
        self.bots = Bots(settings.bot_processes, settings.bot_seconds, settings.games, self.luck, settings.bot_think)
        self.imports = Imports(settings.saga_seconds, settings.saga_steps, settings.games)
        self.openings = Replays("skali-open", 10_000)
        self.replays = Replays("skali-replay")
        self.looked_back: OrderedDict[str, Room] = OrderedDict()
        self.work = Buckets(settings.steps_per_second, 20 * settings.steps_per_second)
        self.chat_of_guest = Buckets(settings.chat_per_second, 6 * settings.chat_per_second)
        self.chat_of_address = Buckets(3 * settings.chat_per_second, 20 * settings.chat_per_second)
        self.chat_of_spectators = Buckets(settings.chat_per_second, 10 * settings.chat_per_second)
        self.new_tables = Buckets(settings.tables_per_address / 600, settings.tables_per_address)
        self.new_guests = Buckets(settings.guests_per_address / 600, settings.guests_per_address)
        shared = self.storage.is_postgres
        self.ownership = SharedOwnership(settings.database_url()) if shared else Ownership()
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        """The open tables; the one that was asked for last is at the end."""
        self.behind: set[str] = set()
        """Tables that may have rows which this worker has not taken in; they are read as soon as storage answers."""
        self.is_catching_up = False
        self.changed: set[str] = set()
        """Tables where somebody has come or gone, which the other workers are to be told."""
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.keys = Keys("")
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
        for room in self.rooms.values():
            room.stop_timer()
            for socket in list(room.sockets):
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
        """Now and then: forgets the messages of those who have gone, tells the other workers who is here.

        What has come to stay is taken from the collector: to look for cycles among thousands of tables takes it half a second, and
        it would do so again and again. Cycles that have gone all the same are looked for once an hour.
        """
        collected = time.monotonic()
        while True:
            await asyncio.sleep(20)
            self.tidy_up()
            if time.monotonic() - collected > COLLECT_SECONDS:
                gc.unfreeze()
                gc.collect()
                collected = time.monotonic()
            gc.collect(1)
            gc.freeze()

    def tidy_up(self) -> None:
        self.ownership.check()
        for room in self.rooms.values():
            room.drop_old_rings()
            presence.tell_presence(room)
            if room.sockets:
                self.changed.add(room.id)
        presence.announce_changed(self)

    def missed(self) -> None:
        """Listening to the other workers has just begun: any table may have moved on before."""
        self.ownership.check()
        self.look_again(self.rooms)

    # Opening tables

    async def room(self, id: str) -> Room:
        """The room of a table, from memory or from its rows."""
        found = self.rooms.get(id)
        if found is not None:
            self.rooms.move_to_end(id)
            return found
        if not re.fullmatch(r"[0-9A-Za-z]{6,20}", id):
            raise HallError("not_found", "There is no such table.")
        task = self.opening.get(id)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._open(id))
            self.opening[id] = task
            task.add_done_callback(lambda _: self.opening.pop(id, None))
        return await asyncio.shield(task)

    async def _open(self, id: str) -> Room:
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
        room = await self.openings.run(opens) if len(rows) > LOOP_STEPS else opens()
        table = room.table
        if shot is None:  # staggered, so that tables which are laid together are not written together
            room.snapshot_ply = -(crc32(id.encode()) % self.settings.snapshot_rows)
        self.keep(room)
        if self.storage.is_postgres and not table.damaged:  # of rows stored before we kept it, we were not told
            async with room.lock:
                try:
                    self.tell(room, table.take(await self.storage.rows_after(id, table.record.ply)))
                except HallError:
                    self.look_again([id])
        self.after_change(room)
        return room

    def keep(self, room: Room) -> None:
        self.rooms[room.id] = room
        while len(self.rooms) > self.settings.cached_tables:
            idle = next((each for each in self.rooms.values() if each.is_idle), None)
            if idle is None or idle is room:
                return
            idle.stop_timer()
            del self.rooms[idle.id]
            self.ownership.release(idle.id)

    async def catch_up(self, room: Room) -> None:
        """Takes in what other workers have added."""
        table = room.table
        if table.damaged:
            return
        rows = await self.storage.rows_after(table.id, table.record.ply)
        if rows:
            self.tell(room, table.take(rows))
            self.after_change(room, here=False)

    async def poked(self, id: str, ply: int, rows: list[Row]) -> None:
        """Another worker has added rows to a table, the last with this ply; these are some of them, from the first on."""
        room = self.rooms.get(id)
        if room is None or room.table.damaged or room.table.record.ply >= ply:
            return
        record = room.table.record
        async with room.lock:
            new = [row for row in rows if row.ply > record.ply]
            if new and new[0].ply == record.ply + 1:
                self.tell(room, room.table.take(new))
                self.after_change(room, here=False)
            if record.ply < ply:
                try:
                    await self.catch_up(room)
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

    async def prepare_history(self, room: Room, place: int) -> None:
        """Before steps far back on the line are played again: has the positions on the way there made in a thread."""
        line, checkpoints = room.table.record.line, room.table.checkpoints
        async with room.looking_back:
            while place <= len(line) and place - checkpoints.nearest(place) > LOOP_STEPS:
                known, last = len(checkpoints.history), line[place - 1]
                made = await self.replays.run(room.table.make_history(place))
                if len(checkpoints.history) == known and place <= len(line) and line[place - 1] is last:
                    checkpoints.history += made
            if checkpoints.history:
                self.looked_back[room.id] = room
                self.looked_back.move_to_end(room.id)
            if len(self.looked_back) > LOOKED_BACK:
                self.looked_back.popitem(last=False)[1].table.checkpoints.history.clear()

    # Acting

    async def act(self, room: Room, decide: Decide) -> None:
        """Decides, stores, takes in and tells; decides again if another worker was first."""
        table = room.table
        acting.check_open(self, table)
        async with room.lock:
            for _ in range(ATTEMPTS):
                rows, plan = decide(max(now(), table.record.at))
                if not rows:
                    return
                try:
                    if await self.storage.append(rows):
                        break
                    self.conflicts += 1
                    await self.catch_up(room)
                except HallError:  # perhaps it was stored, and only the answer was lost
                    self.look_again([table.id])
                    raise
            else:
                raise HallError("unavailable", "Too many people act at this table at once. Try again.")
            acting.take(self, room, rows, plan)

    async def add(
        self, room: Room, kind: str, seat: int = -1, check: Callable[[], None] | None = None, **data: Any
    ) -> None:
        """One row that is no move."""

        def decide(at: float) -> tuple[list[Row], None]:
            if check is not None:
                check()
            return [room.table.row(kind, seat, data, at)], None

        await self.act(room, decide)

    def tell(self, room: Room, happenings: list[Happening]) -> None:
        """Sends what has happened to those who look on, to each what it may know."""
        acting.tell(self, room, happenings)

    def after_change(self, room: Room, here: bool = True) -> None:
        """What follows from a change, which was decided here or at another worker."""
        acting.after_change(self, room, here)

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

    def heard(self, worker: str, message: dict[str, Any]) -> None:
        """What another worker says."""
        rows: dict[str, list[list[Any]]] = {}
        for row in message.get("rows", []):
            if row[0] in self.rooms:
                rows.setdefault(row[0], []).append(row)
        for id, new in rows.items():
            whole = itertools.takewhile(lambda row: len(row) == len(Row._fields), new)
            self.spawn(self.poked(id, new[-1][1], [Row(*row) for row in whole]))
        presence.heard(self, worker, message.get("online", []))
