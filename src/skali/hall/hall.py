"""The hall of one worker: its open tables, and everything that people and bots do at them.

Each action is decided on the table as it is, stored, and only then taken in and told (``act``). If another worker was first,
the table is brought up to date and the action decided again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
import unicodedata
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from zlib import crc32

import orjson
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from skali.core import Game, OptionError, Saga, SagaError, replay, try_moves
from skali.core import commit as commit_moves
from skali.core.drafts import Draft
from skali.core.protocol import IllegalMove
from skali.hall import schema
from skali.hall.bots import Bots
from skali.hall.catalogue import Catalogue, known_language
from skali.hall.errors import HallError
from skali.hall.keys import Keys, find_secret, make_id
from skali.hall.messages import Teller, encode, online_seats
from skali.hall.record import BOT, OPEN, PERSON, Config, config_to_json, move_data
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


@dataclass
class Guest:
    id: str
    name: str
    language: str


class Hall:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = make_id(8)
        self.catalogue = Catalogue(settings.games)
        self.teller = Teller(self.catalogue)
        self.storage = Storage(settings.database_url(), self.worker)
        self.bots = Bots(settings.bot_processes, settings.bot_seconds, settings.games)
        self.tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.keys = Keys("")
        self.reach = settings.public_url
        self.closing = False
        self.moves = 0
        self.conflicts = 0
        self.messages_out = 0

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

    # Guests

    async def make_guest(self, name: str, language: str) -> Guest:
        guest = Guest(f"g_{make_id(16)}", clean_name(name), known_language(language))
        values = {"id": guest.id, "name": guest.name, "language": guest.language, "created": time.time()}
        await self.storage.write(lambda connection: connection.execute(insert(schema.guests).values(values)))
        return guest

    async def find_guest(self, id: str | None) -> Guest | None:
        if id is None:
            return None
        query = select(schema.guests.c.id, schema.guests.c.name, schema.guests.c.language).where(
            schema.guests.c.id == id
        )
        found = await self.storage.read(lambda connection: connection.execute(query).one_or_none())
        return Guest(*found) if found else None

    async def rename_guest(self, guest: Guest, name: str, language: str) -> Guest:
        changed = Guest(guest.id, clean_name(name), known_language(language))
        query = (
            update(schema.guests)
            .where(schema.guests.c.id == guest.id)
            .values(name=changed.name, language=changed.language)
        )
        await self.storage.write(lambda connection: connection.execute(query))
        return changed

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
                rows, plan = decide(time.time())
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
            return [Row(table.id, table.record.ply + 1, kind, seat, -1, orjson.dumps(data).decode(), at)], None

        await self.act(table, decide)

    def tell(self, table: LiveTable, happenings: list[Happening]) -> None:
        """Sends what has happened to those who look on, to each what it may know."""
        for happening in happenings:
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
                    self.messages_out += 1
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

    # Play

    def check_turn(self, table: LiveTable, guest: str, seat: int) -> None:
        if not table.record.owns(guest, seat):
            raise HallError("forbidden", "This is not your seat.")
        _ = table.state  # or it cannot go on
        if table.status != "playing":
            raise HallError("not_now", "Nothing is played at this table now.")
        if table.record.seats[seat].stand_in:
            raise HallError("not_now", "A bot plays for you: take your seat back first.")

    async def commit(
        self, table: LiveTable, guest: str, seat: int, moves: list[int | str], moment: int, commit: str, language: str
    ) -> int:
        """Plays moves of a seat, all or none, and returns when they are durable. The same commit twice is played once."""

        def decide(at: float) -> tuple[list[Row], Plan | None]:
            if table.record.owns(guest, seat) and f"{seat}:{commit}" in table.record.commits:
                return [], None
            self.check_turn(table, guest, seat)
            if not table.is_still_asked(seat, moment):
                raise HallError("stale", "The position has changed since.")
            plan = self.plan(table, seat, [table.read_move(move) for move in moves], language)
            return table.rows_of(plan, commit, at), plan

        await self.act(table, decide)
        self.moves += len(moves)
        return table.moments[seat]

    def plan(self, table: LiveTable, seat: int, moves: list[int], language: str) -> Plan:
        try:
            return table.plan_moves(seat, moves)
        except HallError as error:
            if error.error == "refused" and not error.message:
                error.message = self.teller.speaker(table, language).rule(error.more["rule"])
            raise

    def try_out(self, table: LiveTable, guest: str, seat: int, moves: list[int | str], moment: int) -> Draft:
        self.check_turn(table, guest, seat)
        if moment != table.moments[seat]:
            raise HallError("stale", "The position has changed since.")
        return try_moves(table.state, seat, [table.read_move(move) for move in moves])

    def why_not(
        self, table: LiveTable, seat: int, move: int | str, before: list[int | str], language: str
    ) -> dict[str, Any]:
        state = table.state
        if before:
            draft = try_moves(state, seat, [table.read_move(each) for each in before])
            if draft.tried < len(before):
                raise HallError("not_now", "The moves before it cannot be tried.")
            state = commit_moves(state, seat, [table.read_move(each) for each in before])
        return self.teller.why_not(table, state, seat, table.read_move(move), language)

    async def undo(self, table: LiveTable, guest: str, seat: int) -> str:
        """Takes back, or asks the table to agree. ``done`` or ``offered``."""
        done = "done"

        def decide(at: float) -> tuple[list[Row], None]:
            nonlocal done
            self.check_turn(table, guest, seat)
            undo = table.undo_for(seat)
            if undo.how == "no":
                raise HallError("not_now", "There is nothing that you may take back.")
            needs = table.undo_needs(seat)
            if undo.how == "free" or not needs:
                done = "done"
                return [table.undo_row(seat, undo, at)], None
            if table.record.offer is not None:
                raise HallError("not_now", "Another proposal is open: it must be answered first.")
            done = "offered"
            data = {"kind": "undo", "needs": needs, "agreed": [seat], "target": undo.target}
            return [self.row(table, "offer", seat, data, at)], None

        await self.act(table, decide)
        return done

    async def propose_end(self, table: LiveTable, guest: str, seat: int) -> None:
        def decide(at: float) -> tuple[list[Row], None]:
            self.check_turn(table, guest, seat)
            if table.record.offer is not None:
                raise HallError("not_now", "Another proposal is open: it must be answered first.")
            needs = table.undo_needs(seat)
            if not needs:
                return [self.row(table, "end", seat, {}, at)], None
            return [self.row(table, "offer", seat, {"kind": "end", "needs": needs, "agreed": [seat]}, at)], None

        await self.act(table, decide)

    async def answer(self, table: LiveTable, guest: str, seat: int, agree: bool) -> None:
        """Agrees to or declines what is proposed; the last to agree makes it happen."""

        def decide(at: float) -> tuple[list[Row], None]:
            if not table.record.owns(guest, seat):
                raise HallError("forbidden", "This is not your seat.")
            offer = table.record.offer
            if offer is None or not table.is_playing:
                raise HallError("not_now", "Nothing is proposed.")
            if seat == offer.by and not agree:
                return [self.row(table, "answer", seat, {"agree": False}, at)], None
            if seat not in offer.needs or seat in offer.agreed:
                raise HallError("not_now", "You have nothing to answer.")
            rows = [self.row(table, "answer", seat, {"agree": agree}, at)]
            mine = set(table.record.seats[seat].guests)
            missing = [
                each
                for each in offer.needs
                if each not in offer.agreed and not mine.intersection(table.record.seats[each].guests)
            ]
            if agree and not missing:
                if offer.kind == "end":
                    rows.append(self.row(table, "end", offer.by, {}, at, 1))
                else:
                    undo = table.undo_from(offer.target)
                    if undo is None:
                        rows = [self.row(table, "answer", seat, {"agree": False}, at)]
                    else:
                        rows = [table.undo_row(offer.by, undo, at)]
            return rows, None

        await self.act(table, decide)

    def row(self, table: LiveTable, kind: str, seat: int, data: dict[str, Any], at: float, after: int = 0) -> Row:
        return Row(table.id, table.record.ply + 1 + after, kind, seat, -1, orjson.dumps(data).decode(), at)

    # Talk

    async def chat(self, table: LiveTable, guest: Guest, seat: int, text: str, language: str) -> None:
        line = clean_text(text, 500)
        if not line:
            raise HallError("bad_request", "There is nothing to say in that.")

        def check() -> None:
            if not may_view(table, guest.id, seat):
                raise HallError("forbidden", "You are not at this table.")
            self.check_talk(table, guest.id, seat, language)

        name = table.record.seats[seat].name if seat >= 0 else guest.name
        await self.add(table, "chat", seat, check, name=name, text=line, guest=guest.id)

    async def remark(self, table: LiveTable, guest: str, seat: int, remark: int | str, language: str) -> None:
        """Says one of the remarks that the rules offer the seat now."""

        def decide(at: float) -> tuple[list[Row], None]:
            self.check_turn(table, guest, seat)
            self.check_talk(table, guest, seat, language)
            number = table.read_remark(remark)
            if number not in table.state.remarks(seat):
                raise HallError("not_now", "This cannot be said now.")
            return [self.remark_row(table, seat, number, guest, at)], None

        await self.act(table, decide)

    def remark_row(self, table: LiveTable, seat: int, remark: int, guest: str, at: float) -> Row:
        space = table.state.game().remarks
        assert space is not None
        name = table.record.names[seat]
        data = {"name": name, "text": space.show(remark), "guest": guest, "remark": remark}
        return self.row(table, "chat", seat, data, at)

    def check_talk(self, table: LiveTable, guest: str, seat: int, language: str) -> None:
        """Whether the guest may speak: not muted by the host, nor silenced by a rule of the game."""
        if guest in table.record.muted:
            raise HallError("forbidden", "The host has muted you.")
        talk = table.state.view(seat).get("talk") if table.is_playing else None
        if talk is not None and not talk["open"]:
            raise HallError("refused", self.teller.speaker(table, language).rule(talk["rule"]), rule=talk["rule"])

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
                    for remark in await self.bots.speak(table.state, seat, table.config.seats, agent):
                        await self.act(table, partial(self.bot_says, table, seat, remark))
        finally:
            table.bots_speak = False
            self.wake_bots(table, True)

    def bot_says(self, table: LiveTable, seat: int, remark: int, at: float) -> tuple[list[Row], None]:
        """The row of a bot's remark, if it may still be said."""
        if not table.is_playing or remark not in table.state.remarks(seat):
            return [], None
        return [self.remark_row(table, seat, remark, "", at)], None

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
                move = await self.bots.choose(table.state, seat, table.config.seats, agent)
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
                    self.moves += 1
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
        fall = table.clock.next_fall(table.awaited, time.time())
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
            return [self.row(table, "stand_in", seat, {"agent": self.catalogue.agent(table.game, "medium")}, at)], None

        await self.act(table, decide)
        self.set_timer(table)

    # Laying tables

    async def lay(
        self,
        guest: Guest,
        game: Game,
        seats: int,
        options: dict[str, str],
        players: list[dict[str, Any]],
        saga: Saga | None = None,
        **settings: Any,
    ) -> LiveTable:
        """Makes a table. With a saga, its luck and its moves."""
        try:
            chosen = game.check_table(seats, game.options.parse(options))
        except OptionError as error:
            raise HallError("bad_request", str(error)) from None
        config = Config(
            id=make_id(),
            game=game.key,
            rules=game.rules_version,
            components=game.components.digest,
            seats=seats,
            options=chosen.to_texts(),
            seed=saga.seed if saga else secrets.randbits(64),
            nonce=saga.nonce if saga else secrets.token_hex(16),
            host=guest.id,
            created=time.time(),
            players=players,
            **settings,
        )
        rows = rows_of_saga(config.id, saga, game, config.created) if saga else []
        guests = {player["guest"] for player in players if player.get("guest")}

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.game_tables).values(head_of(config)))
            if guests:
                connection.execute(
                    insert(schema.sitting), [{"guest": each, "table_id": config.id} for each in sorted(guests)]
                )
            if rows:
                names = ("table_id", "ply", "kind", "seat", "move", "data", "at")
                connection.execute(insert(schema.rows), [dict(zip(names, row, strict=True)) for row in rows])

        await self.storage.write(work)
        return await self.table(config.id)

    async def import_saga(self, guest: Guest, text: str) -> LiveTable:
        try:
            saga = Saga.read(text)
        except SagaError as error:
            raise HallError("bad_request", str(error)) from None
        game = self.catalogue.find(saga.game)
        if saga.nonce and not re.fullmatch(r"[0-9a-f]{1,32}", saga.nonce):
            raise HallError("bad_request", "the saga's nonce is no number")
        if not 0 <= saga.seed < 2**64:
            raise HallError("bad_request", "the saga's seed is no 64-bit number")
        if len(saga.steps) > 20000 or saga.seats not in game.seats:
            raise HallError("bad_request", "this saga is too long, or for another number of players")
        try:
            await asyncio.to_thread(replay, saga, game)
        except SagaError as error:
            raise HallError("bad_request", str(error)) from None
        players = [
            {
                "kind": PERSON,
                "name": clean_name(saga.players.get(seat, f"Player {seat + 1}")),
                "guest": guest.id,
                "local": True,
            }
            for seat in range(saga.seats)
        ]
        return await self.lay(
            guest, game, saga.seats, dict(saga.options), players, saga, listed=False, pass_and_play=True
        )

    async def forget_sitting(self, table: LiveTable, guests: list[str]) -> None:
        query = delete(schema.sitting).where(schema.sitting.c.table_id == table.id, schema.sitting.c.guest.in_(guests))
        await self.storage.write(lambda connection: connection.execute(query))

    async def note_sitting(self, table: LiveTable, guest: str) -> None:
        def work(connection: Connection) -> None:
            make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            connection.execute(make(schema.sitting).values(guest=guest, table_id=table.id).on_conflict_do_nothing())

        await self.storage.write(work)

    async def note_status(self, table: LiveTable) -> None:
        """Keeps the lobby's list true: only what everybody may know, and never the time of a move."""
        query = (
            update(schema.game_tables)
            .where(schema.game_tables.c.id == table.id)
            .values(status=table.status, listed=table.record.listed)
        )
        await self.storage.write(lambda connection: connection.execute(query))

    async def listed(self, game: str | None, most: int = 60) -> list[LiveTable]:
        heads = schema.game_tables
        query = select(heads.c.id).where(heads.c.listed, heads.c.status.in_(("waiting", "playing")))
        if game:
            query = query.where(heads.c.game == game)
        query = query.order_by(heads.c.created.desc()).limit(most)
        ids = await self.storage.read(lambda connection: list(connection.execute(query).scalars()))
        tables = [await self.table(id) for id in ids]
        return [table for table in tables if table.record.listed and table.status in ("waiting", "playing")]

    async def tables_of(self, guest: str, most: int = 60) -> list[LiveTable]:
        heads = schema.game_tables
        query = (
            select(heads.c.id)
            .join(schema.sitting, schema.sitting.c.table_id == heads.c.id)
            .where(schema.sitting.c.guest == guest)
            .order_by(heads.c.created.desc())
            .limit(most)
        )
        ids = await self.storage.read(lambda connection: list(connection.execute(query).scalars()))
        return [table for table in [await self.table(id) for id in ids] if table.record.seats_of(guest)]

    # Seats

    def seat(self, table: LiveTable, number: int) -> Any:
        if not 0 <= number < table.config.seats:
            raise HallError("not_found", "There is no such seat.")
        return table.record.seats[number]

    def must_be_host(self, table: LiveTable, guest: str) -> None:
        if not guest or guest != table.config.host:
            raise HallError("forbidden", "Only the host of the table may do that.")

    def must_be_alive(self, table: LiveTable) -> None:
        if table.status not in ("waiting", "playing"):
            raise HallError("not_now", "Nothing is played at this table any more.")

    async def sit(self, table: LiveTable, guest: Guest, number: int, name: str, key: str) -> None:
        self.seat(table, number)
        who = clean_name(name) if name.strip() else guest.name

        def decide(at: float) -> tuple[list[Row], None]:
            seat = self.seat(table, number)
            if guest.id in seat.guests:
                return [], None
            if key:
                if not self.keys.opens(key, table.id, number, seat.generation):
                    raise HallError("forbidden", "This key does not fit the seat.")
                if seat.kind == PERSON:
                    return [self.row(table, "sit", number, {"guest": guest.id, "again": True}, at)], None
            self.must_be_alive(table)
            if seat.kind != OPEN:
                raise HallError("not_now", "This seat is taken.")
            return [self.row(table, "sit", number, {"guest": guest.id, "name": who}, at)], None

        await self.act(table, decide)
        await self.note_sitting(table, guest.id)

    async def leave(self, table: LiveTable, guest: str, number: int) -> None:
        seat = self.seat(table, number)
        guests = list(seat.guests)

        def check() -> None:
            if guest not in self.seat(table, number).guests:
                raise HallError("forbidden", "This is not your seat.")
            self.must_be_alive(table)

        await self.add(table, "leave", number, check)
        await self._stood_up(table, guests)

    async def _stood_up(self, table: LiveTable, guests: list[str]) -> None:
        gone = [each for each in guests if not table.record.seats_of(each)]
        if gone:
            await self.forget_sitting(table, gone)

    async def remove(self, table: LiveTable, guest: str, number: int) -> None:
        guests = list(self.seat(table, number).guests)

        def check() -> None:
            self.must_be_host(table, guest)
            self.must_be_alive(table)
            if self.seat(table, number).kind != PERSON:
                raise HallError("not_now", "Nobody sits there.")

        await self.add(table, "remove", number, check)
        await self._stood_up(table, guests)

    async def seat_bot(self, table: LiveTable, guest: str, number: int, agent: str) -> None:
        if table.game is None:
            raise HallError("cannot_go_on", table.cannot_go_on)
        chosen = self.catalogue.agent(table.game, agent)

        def decide(at: float) -> tuple[list[Row], None]:
            seat = self.seat(table, number)
            self.must_be_alive(table)
            if seat.kind == OPEN:
                self.must_be_host(table, guest)
                return [self.row(table, "bot", number, {"agent": chosen, "name": bot_name(number)}, at)], None
            if seat.kind == BOT:
                raise HallError("not_now", "A bot sits there already.")
            if guest not in seat.guests:
                if not table.record.seats_of(guest):
                    raise HallError("forbidden", "Only who sits at the table may do that.")
                if number in online_seats(table):
                    raise HallError("not_now", "The player is here.")
            if not table.is_playing:
                raise HallError("not_now", "The game has not begun.")
            return [self.row(table, "stand_in", number, {"agent": chosen}, at)], None

        await self.act(table, decide)

    async def give_back(self, table: LiveTable, guest: str, number: int) -> None:
        def decide(at: float) -> tuple[list[Row], None]:
            seat = self.seat(table, number)
            self.must_be_alive(table)
            if seat.kind == BOT and not table.record.started:
                self.must_be_host(table, guest)
                return [self.row(table, "open", number, {}, at)], None
            if guest not in seat.guests:
                raise HallError("forbidden", "This is not your seat.")
            if not seat.stand_in:
                return [], None
            return [self.row(table, "back", number, {}, at)], None

        await self.act(table, decide)

    async def fill(self, table: LiveTable, guest: str, agent: str) -> None:
        self.must_be_host(table, guest)
        for number in range(table.config.seats):
            if table.record.seats[number].kind == OPEN:
                with contextlib.suppress(HallError):
                    await self.seat_bot(table, guest, number, agent)

    def guests_called(self, table: LiveTable, name: str) -> list[str]:
        """Who has spoken under a name, or sits under it."""
        spoken = [line["guest"] for line in table.record.chat if line["name"] == name and line["guest"]]
        seated = [guest for seat in table.record.seats if seat.name == name for guest in seat.guests]
        return list(dict.fromkeys(spoken + seated))

    async def mute(self, table: LiveTable, guest: str, who: str, on: bool) -> None:
        await self.add(table, "mute", -1, lambda: self.must_be_host(table, guest), guest=who, on=on)

    async def change(self, table: LiveTable, guest: str, **settings: bool) -> None:
        await self.add(table, "settings", -1, lambda: self.must_be_host(table, guest), **settings)
        await self.note_status(table)

    async def close_table(self, table: LiveTable, guest: str) -> None:
        def check() -> None:
            self.must_be_host(table, guest)
            self.must_be_alive(table)

        await self.add(table, "close", -1, check)

    async def rematch(self, table: LiveTable, guest: Guest) -> LiveTable:
        """The next game of the same people, everybody one seat on. Who asks second gets the first one's table."""
        if not table.record.seats_of(guest.id):
            raise HallError("forbidden", "Only who sat at the table may ask for another game.")
        if table.status in ("waiting", "playing"):
            raise HallError("not_now", "The game is not over.")
        if table.record.rematch:
            return await self.table(table.record.rematch)
        if table.game is None or table.cannot_go_on:
            raise HallError("cannot_go_on", table.cannot_go_on)
        old = table.record.seats
        players = []
        for number in range(len(old)):
            seat = old[(number + 1) % len(old)]
            player: dict[str, Any] = {"kind": seat.kind, "name": seat.name, "local": seat.local}
            if seat.kind == BOT:
                player |= {"agent": seat.agent, "name": bot_name(number)}
            elif seat.kind == PERSON:
                player["guest"] = guest.id if guest.id in seat.guests else seat.guests[-1]
            players.append(player)
        config = table.config
        new = await self.lay(
            guest,
            table.game,
            config.seats,
            dict(config.options),
            players,
            undo=config.undo,
            clock=config.clock,
            pass_and_play=config.pass_and_play,
            listed=table.record.listed,
            spectators=table.record.spectators,
        )

        def decide(at: float) -> tuple[list[Row], None]:
            if table.record.rematch:
                return [], None
            return [self.row(table, "rematch", -1, {"table": new.id}, at)], None

        await self.act(table, decide)
        return await self.table(table.record.rematch)

    # Presence

    def presence_changed(self, table: LiveTable) -> None:
        online = online_seats(table)
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
            table.online[message["worker"]] = (time.time() + 60, list(message["online"]))
            self.presence_changed(table)


def may_view(table: LiveTable, guest: str, seat: int) -> bool:
    """Whether a guest may look through a seat: one's own, or the spectators' where they are let in."""
    if seat >= 0:
        return table.record.owns(guest, seat)
    return table.record.spectators or bool(table.record.seats_of(guest)) or guest == table.config.host


def bot_name(seat: int) -> str:
    return ("Huginn", "Muninn", "Sleipnir", "Ratatoskr", "Fenrir", "Sæhrímnir")[seat % 6]


def clean_text(text: str, most: int) -> str:
    """One line of plain text: no control or invisible formatting characters, nothing half a character."""
    plain = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    kept = "".join(" " if each.isspace() else each for each in plain if each.isspace() or each.isprintable())
    return " ".join(kept.split())[:most].strip()


def clean_name(name: str) -> str:
    cleaned = clean_text(name, 24)
    if not cleaned:
        raise HallError("bad_request", "A name has 1 to 24 characters.")
    return cleaned


def head_of(config: Config) -> dict[str, Any]:
    started = all(player["kind"] != OPEN for player in config.players)
    return {
        "id": config.id,
        "game": config.game,
        "rules": config.rules,
        "components": config.components,
        "seats": config.seats,
        "options": orjson.dumps(config.options).decode(),
        "seed": f"{config.seed:016x}",
        "nonce": config.nonce,
        "host": config.host,
        "config": config_to_json(config),
        "listed": config.listed,
        "status": "playing" if started else "waiting",
        "created": config.created,
    }


def config_of(head: Any) -> Config:
    return Config(
        id=head.id,
        game=head.game,
        rules=head.rules,
        components=head.components,
        seats=head.seats,
        options=orjson.loads(head.options),
        seed=int(head.seed, 16),
        nonce=head.nonce,
        host=head.host,
        created=head.created,
        **orjson.loads(head.config),
    )


def rows_of_saga(id: str, saga: Saga, game: Game, at: float) -> list[Row]:
    """The rows of an imported saga. A fork stands without the moves that it took back."""
    rows: list[Row] = []
    for step in saga.steps:
        ply = len(rows) + 1
        if step.kind == "move":
            rows.append(Row(id, ply, "move", step.seat, game.moves.read(step.text), move_data("", step.text), at))
        elif step.kind == "fork":
            data = orjson.dumps({"gone": [], "fork": int(step.text), "seen": 0}).decode()
            rows.append(Row(id, ply, "undo", -1, -1, data, at))
    return rows
