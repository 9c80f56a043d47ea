"""The writer: group commit, conflicts that refuse one commit only, failures that lose nothing. On both databases."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
import pytest
from sqlalchemy import text

from skali.hall.errors import HallError
from skali.hall.rows import Row
from skali.hall.settings import Settings
from skali.hall.storage import Job, Storage, notes_of, read_rows
from tests.hall.halls import PATIENCE


def row(table: str, ply: int, data: str = "") -> Row:
    return Row(table, ply, "move", 0, ply, data, 1.5)


def with_storage(database: str, test: Callable[[Storage], Awaitable[None]]) -> None:
    async def run() -> None:
        storage = Storage(Settings(database=database).database_url(), "w")
        await storage.open()
        try:
            await test(storage)
        finally:
            await storage.close()

    asyncio.run(run())


def plies(storage: Storage, table: str) -> list[int]:
    with storage.engine.connect() as connection:
        return [each.ply for each in read_rows(connection, table, 0)]


def test_many_commits_share_few_transactions(database: str) -> None:
    async def test(storage: Storage) -> None:
        before = storage.batches
        results = await asyncio.gather(*(storage.append([row(f"t{n}", 1), row(f"t{n}", 2)]) for n in range(3000)))
        assert all(results) and storage.stored == 6000
        assert storage.batches - before < 300
        assert plies(storage, "t2999") == [1, 2]

    with_storage(database, test)


def test_a_conflict_refuses_that_commit_and_no_other(database: str) -> None:
    async def test(storage: Storage) -> None:
        assert await storage.append([row("a", 1, "first")])
        results = await asyncio.gather(
            storage.append([row("b", 1)]),
            storage.append([row("a", 1, "second"), row("a", 2, "second")]),
            storage.append([row("c", 1)]),
            storage.append([row("d", 1, "one"), row("d", 2, "one")]),
            storage.append([row("d", 2, "two"), row("d", 3, "two")]),
        )
        assert results == [True, False, True, True, False]
        # Companions of a refused row are refused with it, and nothing is written over.
        found = await storage.rows_after("a", 0)
        assert [(each.ply, each.data) for each in found] == [(1, "first")]
        assert [(each.ply, each.data) for each in await storage.rows_after("d", 0)] == [(1, "one"), (2, "one")]
        assert storage.conflicts == 2

    with_storage(database, test)


FIRE = {
    "sqlite": [
        "CREATE TRIGGER fire AFTER INSERT ON rows WHEN substr(NEW.table_id, 1, 1) = 'x' "
        "BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END"
    ],
    "postgresql": [
        "CREATE FUNCTION burn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is on fire'; END $$",
        "CREATE TRIGGER fire AFTER INSERT ON rows FOR EACH ROW WHEN (substr(NEW.table_id, 1, 1) = 'x') EXECUTE FUNCTION burn()",
    ],
}


def test_a_batch_that_fails_refuses_its_commits_and_the_writer_goes_on(database: str) -> None:
    async def test(storage: Storage) -> None:
        assert await storage.append([row("a", 1)])
        kind = storage.engine.dialect.name
        for statement in FIRE[kind]:
            await storage.write(lambda connection, what=statement: connection.exec_driver_sql(what))  # type: ignore[misc]
        results = await asyncio.gather(*(storage.append([row(f"x{n}", 1)]) for n in range(20)), return_exceptions=True)
        assert all(isinstance(each, HallError) and each.error == "unavailable" for each in results)
        assert plies(storage, "a") == [1] and plies(storage, "x3") == []
        out = "DROP TRIGGER fire" + (" ON rows" if storage.is_postgres else "")
        await storage.write(lambda connection: connection.exec_driver_sql(out))
        assert await storage.append([row("a", 2)]) and await storage.append([row("x3", 1)])

    with_storage(database, test)


def test_one_row_that_cannot_be_stored_does_not_take_the_others_with_it(database: str) -> None:
    async def test(storage: Storage) -> None:
        bad = Row("bad", 1, "move", 0, 1, None, 1.0)  # type: ignore[arg-type]
        results = await asyncio.gather(
            storage.append([row("a", 1)]), storage.append([bad]), storage.append([row("b", 1)]), return_exceptions=True
        )
        assert results[0] is True and results[2] is True and isinstance(results[1], HallError)
        assert plies(storage, "a") == [1] and plies(storage, "bad") == []

    with_storage(database, test)


def test_closing_writes_what_has_queued(database: str) -> None:
    async def run() -> None:
        storage = Storage(Settings(database=database).database_url(), "w")
        await storage.open()
        waiting = [asyncio.ensure_future(storage.append([row(f"t{n}", 1)])) for n in range(500)]
        await asyncio.sleep(0)
        await storage.close()
        assert all(await asyncio.gather(*waiting))
        with pytest.raises(HallError):
            await storage.append([row("late", 1)])

    asyncio.run(run())


def test_sqlite_is_durable_and_the_schema_is_the_migrations(database: str) -> None:
    async def test(storage: Storage) -> None:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        from skali.hall.schema import metadata

        with storage.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
            if not storage.is_postgres:
                assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
                assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"

    with_storage(database, test)


def test_notes_to_other_workers_fit_and_leave_nothing_out() -> None:
    rows = [row(f"t{n}", 1, "x" * n) for n in range(0, 6000, 60)]
    online = [(f"t{n}", [0, 1]) for n in range(900)]
    notes = notes_of("me", rows, online)
    assert all(note.startswith("me {") and len(note.encode()) < 8000 for note in notes)
    found = [orjson.loads(note.partition(" ")[2]) for note in notes]
    told = [tuple(each) for message in found for each in message.get("rows", [])]
    assert [each[:2] for each in told] == [(each.table, each.ply) for each in rows]
    assert {len(each) for each in told} == {2, 7} and all(Row(*each) in rows for each in told if len(each) == 7)
    assert [(id, seats) for message in found for id, seats in message.get("online", [])] == online


def test_what_has_come_meanwhile_is_written_before_those_before_it_are_told(database: str) -> None:
    """So that a slow disk works while the hall does."""

    async def test(storage: Storage) -> None:
        writing, may_end = threading.Event(), threading.Event()
        append = storage.append_batch

        def slowly(driver: Any, jobs: list[Job]) -> None:
            writing.set()
            may_end.wait(PATIENCE)
            append(driver, jobs)

        storage.append_batch = slowly  # type: ignore[method-assign]
        first = storage.append([row("a", 1)])
        await asyncio.to_thread(writing.wait, PATIENCE)
        second = storage.append([row("b", 1)])
        assert len(storage.waiting) == 1
        may_end.set()
        assert await first and not storage.waiting
        assert await second

    with_storage(database, test)
