"""What keeps a hall safe where it runs: its files, its disk, its clock, its address, the names at its tables."""

import resource
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import URL

from skali.cli.hall import CannotOpen, run
from skali.hall import address
from skali.hall.backup import write_backup
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.guests import clean_name, clean_text
from skali.hall.settings import Settings
from skali.hall.storage import FileLock, InUse, make_engine
from tests.hall.halls import ThreadHall
from tests.hall.people import Person, table_of

OpenHall = Callable[..., ThreadHall]


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_the_database_and_its_backups_are_for_their_owner_alone(open_hall: OpenHall, tmp_path: Path) -> None:
    database = tmp_path / "hall.db"
    hall = open_hall(str(database))
    Person(hall.url, "Astrid").lay("moot", seats=2)
    files = sorted(file.name for file in tmp_path.iterdir())
    assert files == ["hall.db", "hall.db-shm", "hall.db-wal", "hall.db.lock"]
    assert [rights(tmp_path / file) for file in files] == [0o600] * 4
    write_backup(hall.settings.database_url(), tmp_path / "x.backup")
    assert rights(tmp_path / "x.backup") == 0o600


def test_a_database_that_was_open_to_all_is_closed_to_them(tmp_path: Path) -> None:
    files = [tmp_path / f"old.db{end}" for end in ("", "-wal", "-shm")]
    for file in files:
        file.touch()
        file.chmod(0o644)
    make_engine(f"sqlite:///{files[0]}").dispose()
    assert [rights(file) for file in files] == [0o600] * 3


def test_a_second_hall_on_one_file_is_refused(open_hall: OpenHall, tmp_path: Path) -> None:
    database = str(tmp_path / "hall.db")
    hall = open_hall(database)
    with pytest.raises(InUse, match="in use by another hall"):
        FileLock(tmp_path / "hall.db")
    with pytest.raises(CannotOpen, match="in use by another hall"):
        run(Settings(database=database, host="127.0.0.1", port=0), False)
    assert Person(hall.url, "Astrid").lay("moot", seats=2)
    hall.close()
    assert Person(open_hall(database).url, "Bjorn").lay("moot", seats=2)


@contextmanager
def full_disk() -> Iterator[None]:
    """Nothing can be written: the system refuses, as it does when the disk is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_health_says_when_the_disk_is_full(
    open_hall: OpenHall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skali.hall.storage.PROBE_SECONDS", -1.0)
    hall = open_hall(str(tmp_path / "hall.db"))
    person = Person(hall.url, "Astrid")
    assert person.get("/healthz")["status"] == "ok"
    with full_disk():
        assert person.get("/healthz", 503)["error"] == "unavailable"
        assert person.post("/api/tables", {"game": "moot", "seats": 2}, 503)["error"] == "unavailable"
    assert person.get("/healthz")["status"] == "ok"
    assert person.lay("moot", seats=2)["status"] == "waiting"


def test_many_questions_about_health_are_one_write(hall: ThreadHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skali.hall.storage.PROBE_SECONDS", 1000.0)
    httpx.get(f"{hall.url}/healthz")
    before = hall.hall.storage.batches
    assert [httpx.get(f"{hall.url}/healthz").status_code for _ in range(20)] == [200] * 20
    assert hall.hall.storage.batches == before


def test_clocks_do_not_follow_the_time_of_day(hall: ThreadHall, monkeypatch: pytest.MonkeyPatch) -> None:
    people, table = table_of(hall.url, "moot", 2, clock={"base": 5000, "increment": 0})
    viewer = people[0].look(table, 0)
    before, real = now(), time.time
    monkeypatch.setattr(time, "time", lambda: real() + 100_000)
    assert now() - before < 50_000
    viewer.plays("omen")
    clock = people[0].get(f"/api/tables/{table}/position?seat=0")["clock"]
    assert min(clock["left"]) > 0 and people[0].get(f"/api/tables/{table}")["table"]["seats"][0]["stand_in"] is None
    monkeypatch.setattr(time, "time", lambda: real() - 100_000)
    assert now() >= before


def test_time_does_not_run_backwards_at_a_table(hall: ThreadHall) -> None:
    """Another worker's clock may be ahead of ours."""
    people, table = table_of(hall.url, "moot", 2)
    live = hall.live(table)
    ahead = live.record.at = now() + 100_000
    viewer = people[0].look(table, 0)
    viewer.ask("chat", text="well met")
    viewer.settle()
    assert viewer.chat[-1]["time"] == ahead


@pytest.mark.parametrize(
    ("asked", "host", "told"),
    [
        ("http://evil.example/x", "0.0.0.0", "http://192.0.2.9:8000"),
        ("http://evil.example:99/x", "192.0.2.5", "http://192.0.2.5:8000"),
        ("wss://evil.example/x", "127.0.0.1", "https://127.0.0.1:8000"),
        ("http://192.0.2.7:8123/x", "0.0.0.0", "http://192.0.2.7:8123"),
        ("http://[2001:db8::1]:8123/x", "0.0.0.0", "http://[2001:db8::1]:8123"),
        ("http://longhouse:8000/x", "0.0.0.0", "http://longhouse:8000"),
        ("http://Longhouse.local:8000/x", "0.0.0.0", "http://longhouse.local:8000"),
        ("http://localhost:8000/x", "0.0.0.0", "http://192.0.2.9:8000"),
        ("http://127.0.0.1:8000/x", "127.0.0.1", "http://127.0.0.1:8000"),
        ("http://evil.example:port/x", "0.0.0.0", "http://192.0.2.9:8000"),
    ],
)
def test_invitations_do_not_carry_a_name_that_somebody_made_up(
    asked: str, host: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "local_address", lambda: "192.0.2.9")
    monkeypatch.setattr(address, "own_names", lambda: frozenset({"longhouse", "longhouse.local"}))
    assert address.public_address(URL(asked), Settings(host=host)) == told
    assert address.public_address(URL(asked), Settings(public_url="https://hall.example/")) == "https://hall.example"


def test_a_made_up_host_is_not_in_the_answers(hall: ThreadHall) -> None:
    person = Person(hall.url, "Astrid")
    table = person.lay("moot", seats=2)["id"]
    answer = person.http.get(f"/api/tables/{table}", headers={"Host": "evil.example"})
    assert answer.status_code == 200 and "evil" not in answer.text
    link = person.http.get(f"/api/tables/{table}/seats/0/link", headers={"Host": "evil.example"})
    assert link.status_code == 200 and "evil" not in link.text


INVISIBLE = [
    "\u3164",
    "\u115f\u1160",
    "\u2800 \u2800",
    "\u034f",
    "\u0301\u0302",
    "\ufe0f",
    "\U000e0101",
    "\u200b\u200d",
    "\u00ad",
]


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_can_be_seen(name: str) -> None:
    with pytest.raises(HallError, match="can be seen"):
        clean_name(name)
    assert clean_text(name, 500) == ""
    # Nor does it make another name of one that is there.
    assert clean_name(f"Astrid{name}") in ("Astrid", f"Astrid{name}".strip()) or name == "\u0301\u0302"


def test_names_in_all_scripts_are_names() -> None:
    names = ["Åsa", "Æsir", "Иван", "李", "ᚱᚢᚾ", "🐻", "e\u0301ric", "علي", "नेहा", "-_-"]
    assert [bool(clean_name(name)) for name in names] == [True] * len(names)
    assert clean_name("e\u0301ric") == "éric"
    assert clean_name("Astrid\ufe0f\u3164") == "Astrid"
