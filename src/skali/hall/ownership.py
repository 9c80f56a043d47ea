"""Which worker plays a table's bots and watches its clocks: one at a time, by PostgreSQL's advisory locks.

A lock ends with the connection of the worker that holds it, so that another takes over when it dies. Where there is one worker
(SQLite) everything is its own, at no cost. That nothing is played twice does not hang on this: a row of another worker is always
seen before the next is stored. It is so that only one worker tries.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor

import psycopg

from skali.hall.storage import POSTGRES

log = logging.getLogger("skali.hall.ownership")
STAND_BY = 2.0
"""Seconds after which a worker looks again whether bots and clocks that another one owns have become its own."""


class Ownership:
    """Owns every table."""

    def holds(self, table: str) -> bool:
        return True

    async def claim(self, table: str) -> bool:
        """Makes the table this worker's own, unless it is another's."""
        return True

    def release(self, table: str) -> None:
        """Leaves the table to whoever wants it."""

    def check(self) -> None:
        """Finds out whether the locks are still held. After a loss all tables are to be claimed again."""

    def close(self) -> None:
        pass


class SharedOwnership(Ownership):
    """Owns the tables whose locks it holds, on a connection and in a thread of its own."""

    def __init__(self, url: str) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="skali-ownership")
        self.connection: psycopg.Connection | None = None
        self.held: set[str] = set()
        self.closed = False

    def holds(self, table: str) -> bool:
        return table in self.held

    async def claim(self, table: str) -> bool:
        if table in self.held or self.closed:
            return table in self.held
        return await asyncio.get_running_loop().run_in_executor(self.thread, self._lock, table)

    def release(self, table: str) -> None:
        if table in self.held and not self.closed:
            self.held.discard(table)
            self.thread.submit(self._unlock, table)

    def check(self) -> None:
        if not self.closed:
            self.thread.submit(self._ask, "SELECT 1")

    def close(self) -> None:
        self.closed = True
        self.thread.submit(self._forget)
        self.thread.shutdown(wait=True)

    # In the thread

    def _lock(self, table: str) -> bool:
        if table not in self.held and self._ask("SELECT pg_try_advisory_lock(%s)", lock_of(table)):
            self.held.add(table)
        return table in self.held

    def _unlock(self, table: str) -> None:
        self.held.discard(table)
        self._ask("SELECT pg_advisory_unlock(%s)", lock_of(table))

    def _ask(self, query: str, *values: int) -> bool:
        """The answer to a query; False, and nothing is held any more, if the connection is gone."""
        try:
            if self.connection is None:
                self.connection = psycopg.connect(self.url, autocommit=True, **POSTGRES)
            row = self.connection.execute(query, values).fetchone()
            return bool(row and row[0])
        except psycopg.Error as error:
            if self.connection is None or self.connection.closed:
                if self.held:
                    log.warning("%d tables are nobody's for a moment: %s", len(self.held), error)
                self._forget()
            else:
                log.error("a lock was refused: %s", error)
            return False

    def _forget(self) -> None:
        self.held.clear()
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def lock_of(table: str) -> int:
    """The number of a table's lock: 63 bits of a hash, so never that of another table or of the migration."""
    return int.from_bytes(hashlib.blake2b(table.encode(), digest_size=8).digest()) >> 1
