"""Where rows are kept: SQLite or PostgreSQL, one writer thread with group commit.

What has come together since the last transaction goes into the next one, so a commit to disk serves many tables; a row is
acknowledged when its transaction is durable. All writes of the hall go this way, one after the other: SQLite has one writer
anyway. A conflict on (table, ply) refuses the rows that were sent together with that one and no others. Reads run beside it in
threads of their own.
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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import orjson
from sqlalchemy import Connection, Engine, create_engine, event, make_url, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import PoolProxiedConnection, QueuePool

from skali.hall.errors import HallError
from skali.hall.migrations import migrate
from skali.hall.schema import rows as row_table
from skali.hall.schema import settings

log = logging.getLogger("skali.hall.storage")
T = TypeVar("T")

CHANNEL = "skali_hall"
PROBE_SECONDS = 1.0


class Row(NamedTuple):
    """One line of a table's log. ``data`` is a commit's id for a move, JSON for everything else."""

    table: str
    ply: int
    kind: str
    seat: int
    move: int
    data: str
    at: float


class Snapshot(NamedTuple):
    """A table's position after a ply. It saves time when the table is opened; the rows remain the truth."""

    table: str
    ply: int
    data: str


@dataclass(slots=True)
class Job:
    """Rows that stand or fall together, a snapshot, or a piece of work on the connection; and who waits for it."""

    future: asyncio.Future[Any] | None = None
    rows: list[Row] = field(default_factory=list)
    snapshot: Snapshot | None = None
    work: Callable[[Connection], Any] | None = None
    result: Any = None
    failure: Exception | None = None


def unavailable() -> HallError:
    return HallError("unavailable", "The hall could not store this; nothing has changed. Try again.")


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
    return create_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)


class Storage:
    """The database of one worker."""

    def __init__(self, url: str, worker: str) -> None:
        self.url = url
        self.worker = worker
        self.engine = make_engine(url)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self.keep_snapshot = KEEP_SNAPSHOT.replace("?", "%s") if self.is_postgres else KEEP_SNAPSHOT
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
        self.closed = False
        self.lock: FileLock | None = None
        self.probed = -PROBE_SECONDS
        self.probe: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        file = file_of(self.url)
        if file is not None:
            self.lock = FileLock(file)
        await asyncio.to_thread(migrate, self.engine)
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

    async def append(self, rows: list[Row]) -> bool:
        """Stores rows that stand or fall together; False if another worker was first at one of their plies."""
        stored: bool = await self._submit(Job(rows=rows))
        return stored

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Runs a piece of work in a transaction of its own on the writer's connection."""
        result: T = await self._submit(Job(work=work))
        return result

    def keep(self, snapshot: Snapshot) -> None:
        """Stores a snapshot with the next rows. Nobody waits for it."""
        self.waiting.append(Job(snapshot=snapshot))

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        assert self.loop is not None
        return await self.loop.run_in_executor(self.readers, run)

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
        if self.closed or self.loop is None:
            raise unavailable()
        job.future = self.loop.create_future()
        self.waiting.append(job)
        if not self.writing:
            self.writing = True
            self.loop.call_soon(self._hand_over)  # after all else that this round of the loop brings
        return job.future

    def _hand_over(self) -> None:
        if not self.closed:
            self.batch.put(self.waiting)
            self.waiting = []

    def _settle(self, batch: list[Job]) -> None:
        """Answers those who wait for a batch, and hands over what has come meanwhile."""
        for job in batch:
            if job.future is None or job.future.cancelled():
                continue
            if job.failure is None:
                job.future.set_result(job.result)
            elif isinstance(job.failure, HallError):
                job.future.set_exception(job.failure)
            else:
                error = unavailable()
                error.__cause__ = job.failure
                job.future.set_exception(error)
        assert self.loop is not None
        self.writing = any(job.future is not None for job in self.waiting)
        if self.writing:
            self.loop.call_soon(self._hand_over)

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
        """All rows and snapshots of the batch in one transaction; if that fails, each job alone. Other work one by one."""
        appends = [job for job in batch if job.work is None]
        if appends:
            connection = self._attempt(connection, appends)
            if len(appends) > 1 and all(job.failure for job in appends):
                for job in appends:
                    job.failure = None
                    connection = self._attempt(connection, [job])
        for job in batch:
            if job.work is not None:
                connection = self._attempt(connection, [job])
        return connection

    def _attempt(self, connection: Connection | None, jobs: list[Job]) -> Connection | None:
        """One transaction. If it fails, its jobs have failed and the connection is made anew."""
        try:
            if connection is None:
                connection = self.engine.connect().execution_options(writer=True)
            if jobs[0].work is not None:
                with connection.begin():
                    jobs[0].result = jobs[0].work(connection)
            else:  # by the driver alone: for a few rows SQLAlchemy would be dearer than the rows
                driver = connection.connection
                self._begin(driver)
                self.append_batch(driver, jobs)
                driver.commit()
            self.batches += 1
        except HallError as error:
            for job in jobs:
                job.failure = error
        except Exception as error:
            self.failed_batches += 1
            log.error("a batch of %d failed: %s", len(jobs), error)
            for job in jobs:
                job.result, job.failure = None, error
            self._give_up(connection)
            connection = None
        return connection

    def append_batch(self, driver: PoolProxiedConnection, jobs: list[Job]) -> None:
        rows = sorted(row for job in jobs for row in job.rows)  # by key: two workers never wait for each other's rows
        cursor = driver.cursor()
        try:
            if rows and not self._insert(cursor, rows):  # somebody was first at a ply: see commit by commit whose
                driver.rollback()
                self._begin(driver)
                for job in sorted(jobs, key=lambda job: job.rows):
                    job.result = self._insert_together(cursor, job.rows)
                    self.conflicts += not job.result
                rows = [row for job in jobs if job.result for row in job.rows]
            else:
                for job in jobs:
                    job.result = True
            snapshots = [job.snapshot for job in jobs if job.snapshot]
            if snapshots:
                cursor.executemany(self.keep_snapshot, snapshots)
            if rows and self.is_postgres:
                self._notify(cursor, rows)
            self.stored += len(rows)
        finally:
            cursor.close()

    def _begin(self, driver: PoolProxiedConnection) -> None:
        if not self.is_postgres:
            driver.cursor().execute("BEGIN IMMEDIATE")

    def _insert(self, cursor: Any, rows: list[Row]) -> bool:
        """Stores rows; False if some of them were there already."""
        if self.is_postgres:
            cursor.execute(INSERT_COLUMNS, [list(column) for column in zip(*rows, strict=True)])
        else:
            cursor.executemany(INSERT_ONE, rows)
        return bool(cursor.rowcount == len(rows))

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

    def _notify(self, cursor: Any, rows: list[Row]) -> None:
        """Tells the other workers which tables have moved on."""
        items = list({row.table: row.ply for row in sorted(rows)}.items())
        for start in range(0, len(items), 200):
            payload = orjson.dumps({"worker": self.worker, "rows": items[start : start + 200]}).decode()
            cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    async def notify(self, message: dict[str, Any]) -> None:
        """A poke for the other workers; nothing where there are none."""
        if not self.is_postgres:
            return
        payload = orjson.dumps({"worker": self.worker, **message}).decode()
        await self.write(
            lambda connection: connection.execute(
                text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
            )
        )


INSERT = "INSERT INTO rows (table_id, ply, kind, seat, move, data, at) {rows} ON CONFLICT DO NOTHING"
INSERT_ONE = INSERT.format(rows="VALUES (?, ?, ?, ?, ?, ?, ?)")
INSERT_COLUMNS = INSERT.format(
    rows="SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::int[], %s::int[], %s::text[], %s::float8[])"
)
KEEP_SNAPSHOT = (
    "INSERT INTO snapshots (table_id, ply, data) VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE "
    "SET ply = excluded.ply, data = excluded.data WHERE snapshots.ply < excluded.ply"
)


def read_rows(connection: Connection, table: str, after: int) -> list[Row]:
    """The rows of a table behind a ply, in order. Plain SQL: 2,000 rows in a few milliseconds."""
    query = select(row_table).where(row_table.c.table_id == table, row_table.c.ply > after).order_by(row_table.c.ply)
    return [Row(*each) for each in connection.execute(query)]
