"""Halls and databases for the tests: SQLite in a folder, PostgreSQL started once."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hall.halls import OwnPostgres, ProcessHall, ThreadHall, new_database


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A real PostgreSQL, for as long as the tests run. Not in pytest's own folders, which may be root's alone."""
    import pgserver

    with tempfile.TemporaryDirectory(prefix="skali-postgres-") as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """An empty database of its own for one test."""
    return new_database(postgres_server)


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[OwnPostgres]:
    """A PostgreSQL that the tests of a module may stop, and start again."""
    with tempfile.TemporaryDirectory(prefix="skali-postgres-") as folder:
        made = OwnPostgres(Path(folder))
        yield made
        made.close()


@pytest.fixture
def two_processes(postgres: str) -> Iterator[ProcessHall]:
    """``skali hall --workers 2``."""
    made = ProcessHall(postgres, workers=2)
    made.start()
    yield made
    made.kill()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A test that names this runs on both kinds of database."""
    if request.param == "sqlite":
        return str(tmp_path / "hall.db")
    found: str = request.getfixturevalue("postgres")
    return found


@pytest.fixture
def open_hall(tmp_path: Path) -> Iterator[Callable[..., ThreadHall]]:
    """Opens halls that are closed after the test."""
    halls: list[ThreadHall] = []

    def make(database: str = "", **settings: Any) -> ThreadHall:
        halls.append(ThreadHall(database or str(tmp_path / "hall.db"), **settings))
        return halls[-1]

    yield make
    for hall in halls:
        hall.leave()


@pytest.fixture
def hall(open_hall: Callable[..., ThreadHall]) -> ThreadHall:
    """A hall of its own for one test."""
    return open_hall()
