"""Where rows are kept: SQLite or PostgreSQL, one writer thread with group commit.

What has come together since the last transaction goes into the next one, so a commit to disk serves many tables; a row is
acknowledged when its transaction is durable. All writes of the hall go this way, one after the other: SQLite has one writer
anyway. A conflict on (table, ply) refuses the rows that were sent together with that one and no others. Reads run beside it in
threads of their own. While PostgreSQL is away, reads and writes fail with ``unavailable``, and the next one connects again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson
import psycopg
from psycopg.errors import UniqueViolation
from sqlalchemy import Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import PoolProxiedConnection, QueuePool

from skali.hall.errors import HallError
from skali.hall.migrations import migrate
from skali.hall.rows import Row
from skali.hall.schema import game_tables as heads
from skali.hall.schema import rows as row_table
from skali.hall.schema import settings

log = logging.getLogger("skali.hall.storage")
T = TypeVar("T")

CHANNEL = "skali_hall"
NOTE_BYTES = 7900
"""PostgreSQL takes payloads of less than 8,000 bytes."""
READ_SECONDS = 5.0
"""A read that takes longer is given up: the database does not answer."""
POSTGRES: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""Connections that notice within seconds that the other side is gone."""
PROBE_SECONDS = 1.0
SWITCH_SECONDS = 0.0005
"""How long the loop may keep the interpreter while the writer wants it. With the usual 5 ms a batch was written only when the loop
had nothing more to do, and then the loop waited for the disk. Whether it gains much is not settled: docs/explanation/speed.md."""


class Snapshot(NamedTuple):
    """A table's position after a ply. It saves time when the table is opened; the rows remain the truth."""

    table: str
    ply: int
    data: str


Then = Callable[[Any, HallError | None], None]
"""Called on the loop with what came of a job and None; or with False and why it failed."""


@dataclass(slots=True)
class Job:
    """Rows that stand or fall together, a snapshot, news for other workers, or a piece of work; and who is told what came of it."""

    then: Then | None = None
    rows: list[Row] = field(default_factory=list)
    snapshot: Snapshot | None = None
    online: list[Any] = field(default_factory=list)
    work: Callable[[Connection], Any] | None = None
    result: Any = None
    failure: Exception | None = None


def unavailable() -> HallError:
    return HallError("unavailable", "The hall's storage does not answer now. Try again.")


def reason_of(failure: Exception | None) -> HallError | None:
    """Why something was not stored, as a client may be told."""
    if failure is None or isinstance(failure, HallError):
        return failure
    error = unavailable()
    error.__cause__ = failure
    return error


def file_of(url: str) -> Path | None:
    """The file of an SQLite database."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


def keep_private(file: Path) -> None:
    """Nobody but its owner may read a database: it has the secret that signs cookies, and the luck of all games.

    SQLite gives the files beside it (-wal, -shm) the same rights when it makes them.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if each.exists() and each.stat().st_mode & 0o077:
            each.chmod(0o600)


class InUse(RuntimeError):
    """An SQLite file that another hall has open."""


class FileLock:
    """One hall for one SQLite file: two would each keep tables in memory that the other changes.

    The lock is the system's, so it goes with the process, however that ends.
    """

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        self.handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self.handle, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self.handle)
            raise InUse(f"{database} is in use by another hall; only one can have an SQLite file open") from None

    def release(self) -> None:
        os.close(self.handle)


def make_engine(url: str) -> Engine:
    file = file_of(url)
    if file is not None and file.parent.is_dir():
        keep_private(file)
    if url.startswith("sqlite"):
        engine = create_engine(
            url,
            poolclass=QueuePool,
            pool_size=8,
            max_overflow=8,
            connect_args={"check_same_thread": False, "timeout": 30, "cached_statements": 300},
        )

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, record: Any) -> None:
            connection.isolation_level = None
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA busy_timeout=30000")
            connection.execute(
                "PRAGMA wal_autocheckpoint=8000"
            )  # 32 MB: a page that changes often is copied back less often

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            how = "BEGIN IMMEDIATE" if connection.get_execution_options().get("writer") else "BEGIN"
            connection.exec_driver_sql(how)

        return engine
    given = make_url(url).query
    more = {name: value for name, value in POSTGRES.items() if name not in given}
    return create_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True, pool_timeout=5, connect_args=more)


class Storage:
    """The database of one worker."""

    def __init__(self, url: str, worker: str) -> None:
        self.url = url
        self.worker = worker
        self.engine = make_engine(url)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self.readers = ThreadPoolExecutor(4, thread_name_prefix="skali-read")
        self.waiting: list[Job] = []
        self.writing = False
        self.batch: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()
        """To the writer, one at a time; an empty one ends it."""
        self.thread: threading.Thread | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.batches = 0
        self.stored = 0
        self.conflicts = 0
        self.failed_batches = 0
        self.away = False
        self.closed = False
        self.lock: FileLock | None = None
        self.probed = -PROBE_SECONDS
        self.probe: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Brings the database up to date and starts the writer. May be tried again after ``unavailable``."""
        self.loop = asyncio.get_running_loop()
        file = file_of(self.url)
        if file is not None and self.lock is None:
            self.lock = FileLock(file)
        try:
            await asyncio.to_thread(migrate, self.engine)
        except (OperationalError, InterfaceError) as error:
            if not self.is_postgres:
                raise
            raise unavailable() from error
        sys.setswitchinterval(SWITCH_SECONDS)
        if self.thread is None:
            self.thread = threading.Thread(target=self._write_forever, name="skali-writer", daemon=True)
            self.thread.start()

    async def close(self) -> None:
        """Waits until everything that has queued is written."""
        if self.thread is not None and not self.closed:
            self.closed = True
            if self.waiting:
                self.batch.put(self.waiting)
            self.batch.put([])
            await asyncio.to_thread(self.thread.join)
        self.readers.shutdown(wait=True)
        self.engine.dispose()
        if self.lock is not None:
            self.lock.release()
            self.lock = None

    # For the event loop

    def append(self, rows: list[Row]) -> Awaitable[bool]:
        """Stores rows that stand or fall together; False if another worker was first at one of their plies."""
        return self._submit(Job(rows=rows))

    def append_then(self, rows: list[Row], then: Then) -> None:
        """The same without a future: what is stored together is settled one right after the other."""
        self._queue(Job(then, rows))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Runs a piece of work in a transaction of its own on the writer's connection."""
        result: T = await self._submit(Job(work=work))
        return result

    def keep(self, snapshot: Snapshot) -> None:
        """Stores a snapshot with the next rows. Nobody waits for it."""
        self.waiting.append(Job(snapshot=snapshot))

    def announce(self, online: list[Any]) -> None:
        """Tells the other workers who is at which table, with the next rows. Nobody waits for it."""
        self.waiting.append(Job(online=online))
        self._wake_writer()

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            try:
                with self.engine.connect() as connection:
                    return work(connection)
            except (OperationalError, InterfaceError, NoConnection) as error:
                raise unavailable() from error

        if self.closed or self.loop is None:
            raise unavailable()
        try:
            return await asyncio.wait_for(self.loop.run_in_executor(self.readers, run), READ_SECONDS)
        except TimeoutError as error:
            raise unavailable() from error

    async def check(self) -> None:
        """Whether something can be stored, by storing something; ``HallError`` if not. What was found holds for a moment."""
        if self.probe is None or (self.probe.done() and time.monotonic() - self.probed > PROBE_SECONDS):
            self.probe = asyncio.create_task(self._check())
        await asyncio.shield(self.probe)

    async def _check(self) -> None:
        def work(connection: Connection) -> None:
            make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            row = make(settings).values(name="checked", value=str(time.time()))
            connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": row.excluded.value}))

        try:
            await self.write(work)
        finally:
            self.probed = time.monotonic()

    async def rows_after(self, table: str, ply: int) -> list[Row]:
        return await self.read(lambda connection: read_rows(connection, table, ply))

    def _submit(self, job: Job) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()

        def settle(result: Any, failure: HallError | None) -> None:
            if not future.cancelled():
                future.set_result(result) if failure is None else future.set_exception(failure)

        job.then = settle
        self._queue(job)
        return future

    def _queue(self, job: Job) -> None:
        if self.closed or self.loop is None:
            raise unavailable()
        self.waiting.append(job)
        self._wake_writer()

    def _wake_writer(self) -> None:
        if not self.writing and self.loop is not None:
            self.writing = True
            self.loop.call_soon(self._hand_over)  # after all else that this round of the loop brings

    def _hand_over(self) -> None:
        if not self.closed:
            self.batch.put(self.waiting)
            self.waiting = []

    def _settle(self, batch: list[Job]) -> None:
        """Hands over what has come meanwhile, so that it is written while those who wait for this batch are answered."""
        self.writing = any(job.then is not None or job.online for job in self.waiting)
        if self.writing:
            self._hand_over()
        for job in batch:
            if job.then is None:
                continue
            try:
                job.then(False if job.failure else job.result, reason_of(job.failure))
            except Exception:  # the others of this batch wait, too
                log.exception("what was stored was not settled")

    # In the writer's thread

    def _write_forever(self) -> None:
        connection: Connection | None = None
        while batch := self.batch.get():
            try:
                connection = self._write(connection, batch)
            except Exception as error:  # the writer must outlive whatever happens to one batch
                log.exception("the writer failed")
                for each in batch:
                    each.failure = each.failure or error
                self._give_up(connection)
                connection = None
            assert self.loop is not None
            try:
                self.loop.call_soon_threadsafe(self._settle, batch)
            except RuntimeError:  # the loop is gone, and with it everybody who waited
                return
        if connection is not None:
            connection.close()

    def _give_up(self, connection: Connection | None) -> None:
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception:
                log.exception("a broken connection did not close")

    def _write(self, connection: Connection | None, batch: list[Job]) -> Connection | None:
        """All rows and snapshots of the batch in one transaction; if that fails, each job alone. Other work one by one.

        If the connection was lost, all are tried again on a new one. Rows that had been stored all the same are found there, and
        the commit that they belong to is known by its id.
        """
        appends = [job for job in batch if job.work is None]
        if appends:
            connection = self._attempt(connection, appends)
            if self.away:
                connection = self._attempt(connection, appends)
            elif len(appends) > 1 and all(job.failure for job in appends):
                for job in appends:
                    connection = self._attempt(connection, [job])
        for job in batch:
            if job.work is not None:
                connection = self._attempt(connection, [job])
        return connection

    def _attempt(self, connection: Connection | None, jobs: list[Job]) -> Connection | None:
        """One transaction. If it fails, its jobs have failed and a new connection is made."""
        for job in jobs:
            job.failure = None
        try:
            if connection is None:
                connection = self.engine.connect().execution_options(writer=True)
            if jobs[0].work is not None:
                with connection.begin():
                    jobs[0].result = jobs[0].work(connection)
            else:  # by the driver alone: for a few rows SQLAlchemy would cost more than the rows
                driver = connection.connection
                self.append_batch(driver, jobs)
                driver.commit()  # which PostgreSQL has done already, unless there was a conflict
            self.batches += 1
            if self.away:
                self.away = False
                log.info("storage is back")
        except HallError as error:
            for job in jobs:
                job.failure = error
        except Exception as error:
            self.failed_batches += 1
            if not self.away:
                log.error("a batch of %d failed: %s", len(jobs), error)
            self.away = self.is_postgres and is_loss(error)
            for job in jobs:
                job.result, job.failure = None, error
            self._give_up(connection)
            connection = None
        return connection

    def append_batch(self, driver: PoolProxiedConnection, jobs: list[Job]) -> None:
        """Stores the rows and snapshots of the jobs in one transaction, and notes in each job whether its rows were stored."""
        (self._append_to_postgres if self.is_postgres else self._append_to_sqlite)(driver, jobs)

    def _append_to_sqlite(self, driver: PoolProxiedConnection, jobs: list[Job]) -> None:
        cursor = driver.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            rows = rows_of(jobs)
            cursor.executemany(INSERT_ONE, rows)
            if rows and cursor.rowcount < len(rows):
                driver.rollback()
                cursor.execute("BEGIN IMMEDIATE")
                rows = self._insert_one_by_one(cursor, jobs)
            else:
                for job in jobs:
                    job.result = True
            snapshots = [job.snapshot for job in jobs if job.snapshot]
            if snapshots:
                cursor.executemany(KEEP_SNAPSHOT, snapshots)
            self.stored += len(rows)
        finally:
            cursor.close()

    def _append_to_postgres(self, driver: PoolProxiedConnection, jobs: list[Job]) -> None:
        """In one statement, which is one round trip and one transaction: rows, snapshots and the news for other workers.

        JSON, because to write it costs this process a fifth of what arrays cost.
        """
        connection: Any = driver.driver_connection
        rows = rows_of(jobs)
        snapshots = {each.table: tuple(each) for each in sorted(job.snapshot for job in jobs if job.snapshot)}
        online = [each for job in jobs for each in job.online]
        connection.autocommit = True
        cursor = connection.cursor()
        try:
            cursor.execute(APPEND, self._parameters(rows, snapshots, online))
            connection.autocommit = False
            for job in jobs:
                job.result = True
        except UniqueViolation:
            connection.autocommit = False
            rows = self._insert_one_by_one(cursor, jobs)
            cursor.execute(APPEND, self._parameters([], snapshots, online, rows))
        self.stored += len(rows)

    def _parameters(
        self, rows: list[Row], snapshots: dict[str, Any], online: list[Any], told: list[Row] | None = None
    ) -> list[str]:
        notes = notes_of(self.worker, rows if told is None else told, online)
        given = ([tuple(row) for row in rows], list(snapshots.values()), notes)
        return [orjson.dumps(each).decode() for each in given]

    def _insert_one_by_one(self, cursor: Any, jobs: list[Job]) -> list[Row]:
        """Somebody was first at a ply: sees commit by commit whose rows are stored. Returns those."""
        for job in sorted(jobs, key=lambda job: job.rows):
            job.result = self._insert_together(cursor, job.rows)
            self.conflicts += not job.result
        return [row for job in jobs if job.result for row in job.rows]

    def _insert_together(self, cursor: Any, rows: list[Row]) -> bool:
        """Stores the rows of one commit, or none of them."""
        stored: list[tuple[str, int]] = []
        mark = "%s" if self.is_postgres else "?"
        for row in rows:
            cursor.execute(f"{INSERT_ONE} RETURNING table_id, ply".replace("?", mark), row)
            stored += cursor.fetchall()
        if len(stored) < len(rows):
            cursor.executemany(f"DELETE FROM rows WHERE table_id = {mark} AND ply = {mark}", stored)
        return len(stored) == len(rows)


def rows_of(jobs: list[Job]) -> list[Row]:
    """By key, so that two workers never wait for each other's rows."""
    return sorted(row for job in jobs for row in job.rows)


def is_loss(error: Exception) -> bool:
    """Whether an error says that the database is gone, not that it refuses something."""
    return isinstance(
        error, OperationalError | InterfaceError | NoConnection | psycopg.OperationalError | psycopg.InterfaceError
    )


def notes_of(worker: str, rows: list[Row], online: list[Any]) -> list[str]:
    """What the other workers are told: each row, or only its table and ply if it is long; who is at which table."""
    notes: list[str] = []
    for name, items in (("rows", rows), ("online", online)):
        part: list[bytes] = []
        size = 0
        for item in items:
            text = orjson.dumps(tuple(item))
            if len(text) > NOTE_BYTES // 4:
                text = orjson.dumps(tuple(item)[:2])
            if size + len(text) + 1 > NOTE_BYTES - 100:
                notes.append(note_of(worker, name, part))
                part, size = [], 0
            part.append(text)
            size += len(text) + 1
        if part:
            notes.append(note_of(worker, name, part))
    return notes


def note_of(worker: str, name: str, items: list[bytes]) -> str:
    """The worker stands first, so that it knows its own notes without reading them."""
    return f'{worker} {{"{name}":[{b",".join(items).decode()}]}}'


INSERT_ONE = (
    "INSERT INTO rows (table_id, ply, kind, seat, move, data, at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
INTO_SNAPSHOTS = "INSERT INTO snapshots (table_id, ply, data) {values} ON CONFLICT (table_id) DO UPDATE "
NEWER = "SET ply = excluded.ply, data = excluded.data WHERE snapshots.ply < excluded.ply"
KEEP_SNAPSHOT = INTO_SNAPSHOTS.format(values="VALUES (?, ?, ?)") + NEWER
APPEND = f"""
WITH new_rows AS (
    INSERT INTO rows (table_id, ply, kind, seat, move, data, at)
    SELECT each->>0, (each->>1)::int, each->>2, (each->>3)::int, (each->>4)::int, each->>5, (each->>6)::float8
    FROM json_array_elements(%s::json) AS given(each)
), new_snapshots AS (
    {INTO_SNAPSHOTS.format(values="SELECT each->>0, (each->>1)::int, each->>2 FROM json_array_elements(%s::json) AS given(each)")}
    {NEWER}
)
SELECT pg_notify('{CHANNEL}', note) FROM json_array_elements_text(%s::json) AS given(note)
"""


def last_plies(connection: Connection, tables: list[str]) -> dict[str, int]:
    """The ply of the last row of each of these tables that has any."""
    last = select(func.max(row_table.c.ply)).where(row_table.c.table_id == heads.c.id).scalar_subquery()
    found = connection.execute(select(heads.c.id, last).where(heads.c.id.in_(tables)))
    return {id: ply for id, ply in found if ply is not None}


def read_rows(connection: Connection, table: str, after: int) -> list[Row]:
    """The rows of a table behind a ply, in order. Plain SQL: 2,000 rows in a few milliseconds."""
    query = select(row_table).where(row_table.c.table_id == table, row_table.c.ply > after).order_by(row_table.c.ply)
    return [Row(*each) for each in connection.execute(query)]
