"""PostgreSQL goes away and comes back: the hall waits, says so, and goes on where it was."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.config import STARTUP_FAILURE
from websockets.exceptions import InvalidStatus

from skali.hall import master as master_module
from skali.hall import ownership as ownership_module
from skali.hall.app import create_app
from skali.hall.clock import now
from skali.hall.hall import Hall
from skali.hall.master import LONGEST_WAIT, STEADY_SECONDS, Master
from skali.hall.settings import Settings
from tests.hall import campaign
from tests.hall.halls import OwnPostgres, ProcessHall, ThreadHall, new_database, wait_for, wait_until_open
from tests.hall.people import Person, open_socket, table_of

OpenHall = Callable[..., ThreadHall]


@pytest.fixture
def postgres_for_a_while(own_postgres: OwnPostgres) -> Iterator[OwnPostgres]:
    """Runs before and after each test, whatever the test does to it."""
    yield own_postgres
    own_postgres.start()


def test_while_postgresql_is_away_everything_is_answered_503_and_then_goes_on(
    open_hall: OpenHall, postgres_for_a_while: OwnPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skali.hall.storage.PROBE_SECONDS", -1.0)  # health is looked at each time
    hall = open_hall(new_database(postgres_for_a_while.uri))
    people, table = table_of(hall.url, "moot", 2)
    viewer = people[0].look(table, 0)
    postgres_for_a_while.stop()
    wait_for(lambda: people[1].http.get("/healthz").status_code == 503)  # what it found before holds for a moment
    for path in ("/healthz", "/api/tables", "/api/me", f"/api/tables/{table}", "/api/tables/abcdefgh"):
        answer = people[1].http.get(path)
        assert (answer.status_code, answer.headers.get("retry-after")) == (503, "1"), path
        assert answer.json()["error"] == "unavailable"
    answer = people[1].http.post("/api/tables", json={"game": "fjords"})
    assert (answer.status_code, answer.headers.get("retry-after")) == (503, "1")
    with pytest.raises(InvalidStatus) as refused:
        open_socket(people[1], table)
    assert refused.value.response.status_code == 503 and refused.value.response.headers["Retry-After"] == "1"
    assert viewer.play("omen", id="once")["error"] == "unavailable"
    postgres_for_a_while.start()
    wait_until_open(hall.url)
    assert viewer.play("omen", id="once")["type"] == "ack"
    people[1].get("/api/tables")
    second = people[1].look(table, 1)
    assert second.position["view"]["omen"] == viewer.position["view"]["omen"] != 0


def test_a_flag_that_falls_while_postgresql_is_away_falls_when_it_is_back(
    open_hall: OpenHall, postgres_for_a_while: OwnPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership_module, "STAND_BY", 0.2)
    hall = open_hall(new_database(postgres_for_a_while.uri))
    people, table = table_of(hall.url, "moot", 2, clock={"base": 2, "increment": 0})
    viewer = people[0].look(table, 0)
    postgres_for_a_while.stop()
    clock = hall.live(table).clock
    assert clock is not None
    wait_for(lambda: clock.remaining(0, now()) < -0.5)
    assert not hall.live(table).record.seats[0].stand_in
    postgres_for_a_while.start()
    viewer.until(lambda message: message["type"] == "table" and message["table"]["seats"][0]["stand_in"])


def test_a_hall_that_opens_before_its_storage_waits_for_it(postgres_for_a_while: OwnPostgres) -> None:
    database = new_database(postgres_for_a_while.uri)
    postgres_for_a_while.stop()

    async def run() -> None:
        app = create_app(Settings(database=database))
        async with app.router.lifespan_context(app):
            hall: Hall = app.state.hall
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://hall")
            for path in ("/healthz", "/api/games", "/api/me"):
                answer = await client.get(path)
                assert (answer.status_code, answer.headers.get("retry-after")) == (503, "1"), path
            assert not hall.is_open
            await asyncio.to_thread(postgres_for_a_while.start)
            while not hall.is_open:
                await asyncio.sleep(0.05)
            assert (await client.get("/healthz")).status_code == 200

    asyncio.run(run())


def test_a_worker_that_dies_while_postgresql_is_away_comes_back(postgres_for_a_while: OwnPostgres) -> None:
    hall = ProcessHall(new_database(postgres_for_a_while.uri), workers=2)
    hall.start()
    try:
        assert hall.process is not None
        wait_for(lambda: len(hall.workers()) == 2)
        people, table = table_of(hall.url, "moot", 2)
        viewer = people[0].look(table, 0)
        viewer.plays("omen")
        before = viewer.position
        postgres_for_a_while.stop()
        old = hall.workers()
        for worker in old:
            os.kill(worker, 9)
        wait_for(lambda: len(hall.workers()) == 2 and not set(old) & set(hall.workers()))
        wait_for(lambda: status_of(hall) == 503)  # it serves, and says that it cannot yet
        assert hall.process.poll() is None
        postgres_for_a_while.start()
        wait_until_open(hall.url)
        again = Person(hall.url)
        again.http.cookies.set("skali_guest", people[0].cookie)
        wait_for(lambda: position_seen_by(again, table) == before)
        assert hall.stop() == 0
    finally:
        if hall.process is not None and hall.process.poll() is None:
            hall.kill()


def position_seen_by(person: Person, table: str) -> Any:
    """None where the worker that is met has not found the storage yet: the other one was open first."""
    try:
        return person.look(table, 0).position
    except InvalidStatus as refused:
        assert refused.response.status_code == 503
        return None


def status_of(hall: ProcessHall) -> int:
    try:
        return httpx.get(f"{hall.url}/healthz", timeout=5, verify=False).status_code
    except httpx.HTTPError:
        return 0


class FakeWorker:
    """A worker of the master's, without a process."""

    def __init__(self, config: uvicorn.Config, sockets: list[object]) -> None:
        self.is_dead, self.exitcode, self.pid = False, 0, 1
        self.started = False

    def start(self) -> None:
        self.started = True

    def dies(self, exitcode: int) -> None:
        self.is_dead, self.exitcode = True, exitcode

    def is_alive(self, timeout: float) -> bool:
        return not self.is_dead

    def is_ready(self, timeout: float) -> bool:
        return True

    def kill(self) -> None:
        pass

    join = kill


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Master:
    monkeypatch.setattr(master_module, "Process", FakeWorker)
    monkeypatch.setattr("uvicorn.supervisors.multiprocess.signal.signal", lambda *_: None)
    made = Master(uvicorn.Config("no:app", workers=2), [])
    made.processes = [FakeWorker(made.config, []), FakeWorker(made.config, [])]  # type: ignore[list-item]
    return made


def test_dead_workers_are_replaced_for_ever_at_growing_intervals(
    master: Master, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("skali.hall.master.time.monotonic", lambda: now)
    master.keep_subprocess_alive()
    waits = []
    for _ in range(10):
        worker = master.processes[0]
        worker.dies(STARTUP_FAILURE)  # type: ignore[attr-defined]
        master.keep_subprocess_alive()
        died = now
        while master.processes[0] is worker:
            now += 0.5
            master.keep_subprocess_alive()
        waits.append(now - died)
        assert master.processes[0].started and not master.should_exit.is_set()  # type: ignore[attr-defined]
    assert waits == [0.5, 0.5, 1, 2, 4, 8, 16, LONGEST_WAIT, LONGEST_WAIT, LONGEST_WAIT]
    now += STEADY_SECONDS + 1
    master.processes[0].dies(-9)  # type: ignore[attr-defined]
    master.keep_subprocess_alive()
    master.keep_subprocess_alive()
    assert master.processes[0].exitcode == 0 and not master.failed


def test_a_hall_whose_workers_never_start_ends_and_says_so(master: Master) -> None:
    master.processes[0].dies(STARTUP_FAILURE)  # type: ignore[attr-defined]
    master.keep_subprocess_alive()
    assert master.should_exit.is_set() and master.failed


def test_nothing_goes_wrong_when_a_hall_closes(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = open_hall(postgres), open_hall(postgres)
    said: list[logging.LogRecord] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = said.append  # type: ignore[method-assign]
    loggers = [logging.getLogger(name) for name in ("skali", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        looking = []
        for _ in range(6):
            people, table = table_of(one.url, "moot", 2, clock={"base": 60, "increment": 0})
            here = people[0].look(table, 0)
            there = Person(two.url)
            there.http.cookies.set("skali_guest", people[1].cookie)
            looking += [here, there.look(table, 1)]
            quick = people[0].post("/api/quick", {"game": "fjords", "bots": "random"})["table"]["id"]
            looking.append(people[0].look(quick, 0))
            here.send({"do": "commit", "id": "x", "moves": ["omen"], "moment": here.position["moment"]})
        close = one.hall.storage.close

        async def hear_late() -> None:
            await close()
            one.hall.heard("another", {"rows": [[table, 1000]], "online": [[table, [1]]]})
            one.hall.missed()
            await asyncio.gather(*one.hall.tasks, return_exceptions=True)

        monkeypatch.setattr(one.hall.storage, "close", hear_late)
        one.close()
        two.close()
        assert all(viewer.is_closed() for viewer in looking)
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
    assert [record.getMessage() for record in said] == []


def test_nothing_is_lost_behind_or_played_twice_when_workers_and_storage_fail(
    postgres_for_a_while: OwnPostgres,
) -> None:
    outcome = campaign.run(
        postgres_for_a_while,
        new_database(postgres_for_a_while.uri),
        games=2,
        with_bots=1,
        clocks=2,
        kills_of_workers=1,
        kills_of_the_command=1,
        stops=1,
        stopped_seconds=1.0,
    )
    assert outcome.faults == []
    assert (outcome.kills_of_workers, outcome.kills_of_the_command, outcome.stops_of_postgresql) == (2, 1, 1)
    assert outcome.games_over == outcome.games == 3 and outcome.acknowledged > 60
    assert outcome.flags >= 2 and outcome.bot_moves_timed > 10
