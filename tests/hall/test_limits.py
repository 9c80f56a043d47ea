"""What a guest can make the hall do: counted in replayed steps, connections, tables and lines, never in seconds."""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from skali.core import Saga
from skali.hall.door import Door
from skali.hall.imports import check_saga
from skali.hall.limits import Buckets, address_key
from skali.hall.replays import LOOP_STEPS, Replays
from skali.hall.rows import Row
from skali.hall.snapshots import open_from, snapshot_of
from skali.hall.table import LiveTable
from skali.hall.undo import undo_for
from tests.hall.halls import TOYS, ThreadHall, wait_for
from tests.hall.people import Person, Viewer, table_of
from tests.hall.test_secrecy import live_table
from tests.hall.test_tables import person_at

OpenHall = Callable[..., ThreadHall]
SAGAS = Path(__file__).parents[1] / "sagas"


class Steps:
    """Steps that were played again, by thread."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def on(self, thread: threading.Thread) -> int:
        return self.counts[cast(int, thread.ident)]

    @property
    def all(self) -> int:
        return self.counts.total()


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    made = Steps()

    class Counting(LiveTable):
        def play(self, *arguments: Any) -> Any:
            made.counts[threading.get_ident()] += 1
            return super().play(*arguments)

        def replay_step(self, *arguments: Any) -> None:
            made.counts[threading.get_ident()] += 1
            super().replay_step(*arguments)

    for where in ("skali.hall.opening.LiveTable", "tests.hall.test_secrecy.Watched"):
        monkeypatch.setattr(where, Counting)
    return made


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buckets stay as they are: only what was there at first can be taken."""

    class Stopped:
        def monotonic(self) -> float:
            return 0.0

    monkeypatch.setattr("skali.hall.limits.time", Stopped())


def saga_of(moves: int, forks: int = 0) -> str:
    """A finished game of Fjords, cut off after some moves, and then luck begun anew so many times."""
    saga = Saga.read(sorted(SAGAS.glob("fjords-*.saga"))[0].read_text())
    saga.steps = saga.steps[:moves]
    saga.score, saga.digest = [], ""
    return saga.write() + "fork 1\n" * forks


# Sagas that are sent (replays off the loop, in linear time)


@pytest.mark.parametrize("count", [200, 400])
def test_forks_cost_one_step_each(steps: Steps, count: int) -> None:
    table, _ = live_table("fjords", 2, 1)
    rows = [Row("t", ply, "undo", -1, -1, '{"gone":[],"fork":1,"seen":0}', 1.0) for ply in range(1, count + 1)]
    open_from(table, rows, None)
    assert steps.all == count
    shot = (count, snapshot_of(table))
    steps.counts.clear()
    again, _ = live_table("fjords", 2, 1)
    open_from(again, rows, shot)
    assert steps.all <= 2 and again.state.digest() == table.state.digest()


def test_a_saga_of_thousands_of_forks_never_holds_the_loop(open_hall: OpenHall, steps: Steps) -> None:
    hall = open_hall()
    person = Person(hall.url, "Flood")
    table = person.post("/api/sagas", {"saga": saga_of(200, 3000)})["table"]["id"]
    look(person, table)
    assert steps.on(hall.thread) <= LOOP_STEPS
    assert 3190 < steps.all < 3300  # once, when the table was opened
    hall.close()
    steps.counts.clear()
    again = open_hall()
    back = person_at(again, person)
    look(back, table)
    assert steps.all <= LOOP_STEPS  # a snapshot was kept
    seat = next(seat for seat in (0, 1) if undo_for(again.live(table), seat).gone)
    viewer = back.look(table, seat)
    assert viewer.ask("undo")["undo"] == "done"
    assert steps.on(again.thread) <= 4 * LOOP_STEPS and steps.all < 1000


def look(person: Person, table: str) -> None:
    """Everything that a page of a table asks for first."""
    assert person.get(f"/api/tables/{table}")["table"]["status"] == "playing"
    for seat in (0, 1):
        viewer = person.look(table, seat)
        assert viewer.position["view"]
        viewer.close()


def test_taking_back_a_whole_game_step_by_step_costs_a_few_steps_each(open_hall: OpenHall, steps: Steps) -> None:
    hall = open_hall()
    person = Person(hall.url, "Back")
    table = person.post("/api/sagas", {"saga": saga_of(200)})["table"]["id"]
    live = hall.live(table)
    del hall.hall.rooms[table]
    viewers = [person.look(table, seat) for seat in (0, 1)]
    live = hall.live(table)
    taken = 0
    for _ in range(150):
        seat = next((step.seat for step in reversed(live.record.line) if step.kind == "move"), None)
        if seat is None:
            break
        before = steps.on(hall.thread)
        answer = viewers[seat].ask("undo")
        assert answer.get("undo") == "done", answer
        assert steps.on(hall.thread) - before <= 6 * LOOP_STEPS
        taken += 1
    assert taken == 150


def test_sagas_have_limits_in_lines_in_work_and_in_seconds(
    open_hall: OpenHall, tmp_path: Path, no_time_passes: None
) -> None:
    hall = open_hall(saga_steps=300, steps_per_second=40.0)
    person = Person(hall.url, "Limits")
    long = person.http.post("/api/sagas", json={"saga": saga_of(3, 600)})
    assert long.status_code == 413 and "300 lines" in long.json()["message"]
    answers = [person.http.post("/api/sagas", json={"saga": saga_of(100, 100)}).status_code for _ in range(6)]
    assert answers == [201, 201, 201, 429, 429, 429]  # 800 steps at once
    slow = open_hall(str(tmp_path / "slow.db"), saga_seconds=0.001)
    other = Person(slow.url, "Slow")
    late = other.http.post("/api/sagas", json={"saga": saga_of(100)})
    assert late.status_code == 400 and "0.001 s" in late.json()["message"]
    assert slow.hall.imports.pool is None  # its process is gone, and nothing else
    other.get("/api/games")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("fork 100000000000000000000", "no move"),
        ("fork 18446744073709551615", "no move"),
        ("9" * 5000 + " draw", "no move"),
        ("0 place at " + "9" * 5000 + ",1 turn 0", ""),
        ("0 \ud800", ""),
        ("0 #" + "9" * 5000, ""),
        ("---\nscore " + "9" * 5000, "no line of a result"),
        ("999999999 draw", ""),
        ("\x00", "no move"),
        ("fork ²", "no move"),
    ],
)
def test_no_line_of_a_saga_is_worse_than_wrong(line: str, fault: str) -> None:
    found = check_saga(saga_of(3) + line + "\n", TOYS, 1000)
    assert found.error == "bad_request" and fault in found.fault and len(found.fault) <= 500


@pytest.mark.parametrize(
    "head", ["seats " + "9" * 5000, "seed " + "9" * 5000, "seats -1", "player " + "9" * 5000 + " A", "nonce \ud800"]
)
def test_no_head_of_a_saga_is_worse_than_wrong(head: str) -> None:
    assert check_saga(saga_of(3).replace("\n---\n", f"\n{head}\n---\n", 1), TOYS, 1000).error == "bad_request"


# Looking back


@pytest.fixture
def looker(open_hall: OpenHall, steps: Steps) -> tuple[ThreadHall, Person, str]:
    hall = open_hall()
    person = Person(hall.url, "Looker")
    table = person.post("/api/sagas", {"saga": saga_of(220)})["table"]["id"]
    steps.counts.clear()
    return hall, person, table


def test_looking_back_is_played_once_and_not_on_the_loop(looker: tuple[ThreadHall, Person, str], steps: Steps) -> None:
    hall, person, table = looker
    moments = person.get(f"/api/tables/{table}/moments")["moments"]
    assert len(moments) > 150 and steps.on(hall.thread) == 0
    first = steps.all
    assert first > 150
    assert person.get(f"/api/tables/{table}/moments")["moments"] == moments
    assert steps.all == first  # kept
    far = [len(moments) // 2, 10, len(moments) - 40]
    for moment in far:
        before = steps.on(hall.thread)
        shown = person.get(f"/api/tables/{table}/moments/{moment}")
        assert shown["lines"] == moments[moment]["lines"]
        assert person.get(f"/api/tables/{table}/drawing?moment={moment}")["text"]
        assert steps.on(hall.thread) - before <= 2 * LOOP_STEPS
    before = steps.all
    for moment in far:
        person.get(f"/api/tables/{table}/drawing?moment={moment}")
    assert steps.all - before <= 3 * LOOP_STEPS
    person.get(f"/api/tables/{table}/moments/{len(moments)}", 404)
    person.get(f"/api/tables/{table}/drawing?moment=100000000000000000000000000", 404)


def test_hello_and_position_are_answered_from_memory(looker: tuple[ThreadHall, Person, str], steps: Steps) -> None:
    hall, person, table = looker
    del hall.hall.rooms[table]  # opened again from its snapshot
    viewer = person.look(table, 0)
    before = steps.all
    kept = hall.hall.teller.shown
    made = dict(kept)
    for _ in range(50):
        assert viewer.ask("hello", seat=0)["position"] == person.get(f"/api/tables/{table}/position?seat=0")["position"]
    assert steps.all == before
    assert made and all(kept[each] is shown for each, shown in made.items())


def test_looking_back_is_paid_for_by_its_length(open_hall: OpenHall, no_time_passes: None) -> None:
    hall = open_hall(steps_per_second=60.0)  # 1,200 at once
    person = Person(hall.url, "Looker")
    table = person.post("/api/sagas", {"saga": saga_of(220)})["table"]["id"]
    answers = [
        person.http.get(f"/api/tables/{table}/moments?seat={seat}&lang={lang}").status_code
        for seat in (-1, 0, 1)
        for lang in ("en", "fr", "nl")
    ]
    assert answers[0] == 200 and answers[-1] == 429 and 3 <= answers.count(200) <= 6
    assert person.http.get(f"/api/tables/{table}/moments?seat=-1").status_code == 200  # kept, so it costs nothing


def test_the_price_of_looking_back_does_not_tell_of_a_secret_step(hall: ThreadHall, steps: Steps) -> None:
    people, table = table_of(hall.url, "moot", 3)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    viewers[0].plays("omen")
    live = hall.live(table)
    people[2].get(f"/api/tables/{table}/moments?seat=2")
    weight, before = live.weight(2), steps.all
    viewers[1].settle()
    viewers[1].plays(next(move["move"] for move in viewers[1].position["legal"] if move["data"]["kind"] == "offer"))
    played = steps.all - before
    people[2].get(f"/api/tables/{table}/moments?seat=2")
    assert live.weight(2) == weight and steps.all - before == played


def test_when_too_many_wait_for_a_replay_the_next_is_refused() -> None:
    async def crowd() -> list[Any]:
        replays = Replays("test", most_waiting=3)
        gate = threading.Event()
        waiting = [asyncio.ensure_future(replays.run(gate.wait)) for _ in range(5)]
        while sum(each.done() for each in waiting) < 2:
            await asyncio.sleep(0)
        gate.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        replays.close()
        return found

    assert [getattr(each, "error", each) for each in asyncio.run(crowd())] == [True] * 3 + ["unavailable"] * 2


# The door


def silent(hall: ThreadHall, count: int) -> Iterator[socket.socket]:
    for _ in range(count):
        yield socket.create_connection(("127.0.0.1", hall.port), timeout=20)


@pytest.mark.parametrize(("limit", "most"), [("connections_per_address", 40), ("connections", 80)])
def test_silent_connections_shut_nobody_out(open_hall: OpenHall, limit: str, most: int) -> None:
    hall = open_hall(header_seconds=1000.0, **{limit: most})
    people, table = table_of(hall.url, "moot", 2)
    viewers = [person.look(table, seat) for seat, person in enumerate(people)]
    door: Door = hall.app.state.door
    held = list(silent(hall, 300))
    wait_for(lambda: door.turned_away >= 300 - 40)
    assert len(door.visits) - door.tables <= 40 and door.tables == 2
    viewers[0].plays("omen")
    viewers[1].settle()
    newcomer = Person(hall.url, "New")
    newcomer.look(table).settle()
    assert newcomer.get("/healthz")["connections"] == 3
    for each in held:
        each.close()


def test_who_sends_no_request_or_half_of_one_is_cut_off(open_hall: OpenHall) -> None:
    hall = open_hall(header_seconds=0.4, request_seconds=0.4)
    post = b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    for sent in (b"", b"GET / HT", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ", post):
        with socket.create_connection(("127.0.0.1", hall.port), timeout=20) as half:
            half.sendall(sent)
            assert gone(half), sent
    with socket.create_connection(("127.0.0.1", hall.port), timeout=20) as kept:
        kept.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = HTTPResponse(kept)  # it may come in pieces
        answer.begin()
        assert answer.status == 200 and answer.read()
        kept.sendall(b"GET /api/me HT")  # the second request of a connection has no longer than the first
        assert gone(kept)
    door: Door = hall.app.state.door
    wait_for(lambda: not door.visits)
    assert not door.silent and not door.sending and not door.of_address and not door.tables


def gone(connection: socket.socket) -> bool:
    try:
        return connection.recv(4096) == b""
    except ConnectionResetError:
        return True


class Line:
    """A transport that only knows whether it was cut."""

    def __init__(self) -> None:
        self.cut = False
        self.unread = 0

    def abort(self) -> None:
        self.cut = True

    def get_write_buffer_size(self) -> int:
        return self.unread


def test_the_door_closes_the_longest_silent_first_and_never_a_table() -> None:
    door = Door(most=8, per_address=3, header_seconds=10, request_seconds=30)
    lines: list[Any] = [Line() for _ in range(12)]
    table = door.enter(lines[0], "1.1.1.1", 0)
    assert table is not None
    door.move(table, "table", 0)
    busy = door.enter(lines[1], "1.1.1.1", 0)
    assert busy is not None
    door.move(busy, "answered", 1)
    for number in (2, 3, 4):
        assert door.enter(lines[number], "1.1.1.1", number)
    assert [line.cut for line in lines[:5]] == [False, False, True, True, False]
    for number in (5, 6):
        assert door.enter(lines[number], f"2.2.2.{number}", number)
    assert len(door.visits) - door.tables == 4
    assert door.enter(lines[7], "3.3.3.3", 7) and lines[4].cut  # half of eight: somebody silent makes room
    for visit in [*door.visits.values()]:
        if visit.state == "silent":
            door.move(visit, "answered", 8)
    assert door.enter(lines[8], "4.4.4.4", 9) is None and door.turned_away == 4
    door.leave(cast(Any, lines[1]))
    visit = door.enter(lines[9], "4.4.4.4", 10)
    assert visit is not None
    door.move(visit, "silent", 19)  # a byte now and then does not make it younger
    door.sweep(19.9)
    assert not lines[9].cut
    lines[9].unread = 5
    door.sweep(21)
    assert not lines[9].cut  # still reads its answer
    door.sweep(71)
    assert lines[9].cut and not lines[0].cut


def test_a_proxy_may_have_as_many_connections_as_its_clients_need() -> None:
    from ipaddress import ip_network

    door = Door(100, 2, 10, 30, (ip_network("10.0.0.0/8"),))
    lines: list[Any] = [Line() for _ in range(8)]
    for line in lines[:4]:
        door.enter(line, "10.1.2.3", 0)
    for line in lines[4:]:
        door.enter(line, "11.1.2.3", 0)
    assert [line.cut for line in lines] == [False] * 4 + [True, True, False, False]


def test_addresses_are_counted_by_network_where_one_person_has_many() -> None:
    assert address_key("::ffff:1.2.3.4") == address_key("1.2.3.4") == "1.2.3.4"
    assert address_key("2001:db8::1") == address_key("2001:db8:0:0:ffff::9") != address_key("2001:db8:0:1::1")
    assert address_key("fe80::1%eth0") == address_key("fe80::2") and address_key("unknown") == "unknown"


def test_forwarded_addresses_are_believed_only_from_a_proxy(open_hall: OpenHall, tmp_path: Path) -> None:
    for number, (trust, answers) in enumerate({"": [200, 429], "127.0.0.1": [200, 200]}.items()):
        hall = open_hall(str(tmp_path / f"{number}.db"), trust_proxy=trust, guests_per_address=1.0)
        found = [
            httpx.post(f"{hall.url}/api/me", json={"name": "A"}, headers={"X-Forwarded-For": f"9.9.9.{each}"})
            for each in (1, 2)
        ]
        assert [each.status_code for each in found] == answers


# The lobby


def from_address(hall: ThreadHall, address: str, name: str) -> Person:
    person = Person(hall.url)
    person.http.headers["X-Forwarded-For"] = address
    person.post("/api/me", {"name": name})
    return person


def test_one_address_does_not_fill_the_first_page_of_the_lobby(open_hall: OpenHall) -> None:
    hall = open_hall(trust_proxy="127.0.0.1")
    quiet = [from_address(hall, f"9.9.9.{number}", f"Q{number}").lay("moot")["id"] for number in range(3)]
    loud = [from_address(hall, "6.6.6.6", f"L{number}").lay("moot")["id"] for number in range(60)]
    reader = Person(hall.url)
    first = reader.get("/api/tables")
    assert first["pages"] == 3 and [card["id"] for card in first["tables"][:4]] == [loud[-1], *reversed(quiet)]
    pages = [reader.get(f"/api/tables?page={page}")["tables"] for page in (1, 2, 3)]
    assert [len(page) for page in pages] == [24, 24, 15]
    assert sorted(card["id"] for page in pages for card in page) == sorted(quiet + loud)
    assert reader.get("/api/tables?page=4")["tables"] == []
    assert reader.get("/api/tables?status=playing")["tables"] == []
    assert reader.get("/api/tables?game=%00")["tables"] == [] and reader.get("/api/tables?page=0", 422)


def test_a_guest_has_so_many_tables_in_the_lobby_and_an_address_so_many_new_ones(
    open_hall: OpenHall, no_time_passes: None
) -> None:
    hall = open_hall(tables_per_guest=3, tables_per_address=8.0, guests_per_address=2.0)
    person = Person(hall.url, "Host")
    laid = [person.lay("moot")["id"] for _ in range(3)]
    assert "lobby" in person.post("/api/tables", {"game": "moot"}, 429)["message"]
    hidden = person.lay("moot", listed=False)["id"]
    person.post(f"/api/tables/{hidden}/settings", {"listed": True}, 429)
    person.post(f"/api/tables/{laid[0]}/close")
    wait_for(lambda: person.http.post(f"/api/tables/{hidden}/settings", json={"listed": True}).status_code == 200)
    other = Person(hall.url, "Other")  # of the same address: the eight are shared
    answers = [other.http.post("/api/quick", json={"game": "moot"}).status_code for _ in range(5)]
    assert answers == [201, 201, 201, 429, 429]
    Person(hall.url).post("/api/me", {"name": "Third"}, 429)
    assert person.get("/api/me")["guest"]["name"] == "Host"


# Chat


def said(viewer: Viewer, count: int) -> int:
    return sum(viewer.ask("chat", text=f"line {number}")["type"] == "ack" for number in range(count))


def test_a_flood_of_chat_is_cut_off_and_a_new_cookie_does_not_help(open_hall: OpenHall, no_time_passes: None) -> None:
    hall = open_hall(trust_proxy="127.0.0.1", chat_per_second=1.0)
    host = from_address(hall, "1.1.1.1", "Host")
    table = host.lay("moot", seats=2)["id"]
    seated = looks(host, table, 0)
    lines = [said(looks(from_address(hall, "6.6.6.6", f"Loud{number}"), table), 20) for number in range(4)]
    assert lines == [6, 4, 0, 0]  # six of a guest; ten of all spectators of a table
    assert said(looks(from_address(hall, "7.7.7.7", "Calm"), table), 1) == 0
    assert said(seated, 20) == 6  # who sits there is heard
    elsewhere = host.lay("moot", seats=2)["id"]
    assert said(looks(from_address(hall, "6.6.6.6", "More"), elsewhere), 20) == 0  # the address has used up its twenty
    assert said(looks(from_address(hall, "8.8.8.8", "Else"), elsewhere), 20) == 6
    assert len(hall.live(table).record.chat) == 16


def looks(person: Person, table: str, seat: int = -1) -> Viewer:
    return Viewer(person, table, seat, headers={"X-Forwarded-For": person.http.headers["X-Forwarded-For"]})


def test_who_is_muted_stays_muted_with_a_new_cookie(open_hall: OpenHall) -> None:
    hall = open_hall(trust_proxy="127.0.0.1")
    host = from_address(hall, "1.1.1.1", "Host")
    table = host.lay("moot", seats=2)["id"]
    assert said(looks(from_address(hall, "6.6.6.6", "Loud"), table), 1) == 1
    host.post(f"/api/tables/{table}/mute", {"name": "Loud"})
    again = looks(from_address(hall, "6.6.6.6", "Innocent"), table)
    assert again.ask("chat", text="hello")["error"] == "forbidden"
    assert said(looks(from_address(hall, "7.7.7.7", "Calm"), table), 1) == 1
    sitter = from_address(hall, "6.6.6.6", "Sitter")
    sitter.sit(table, 1)
    assert said(looks(sitter, table, 1), 1) == 1  # the host can send a player away, not a household
    del hall.hall.rooms[table]
    assert looks(from_address(hall, "6.6.6.6", "Third"), table).ask("chat", text="hello")["error"] == "forbidden"
    host.post(f"/api/tables/{table}/mute", {"name": "Loud", "on": False})
    assert said(looks(from_address(hall, "6.6.6.6", "Fourth"), table), 1) == 1


def test_the_oldest_buckets_are_forgotten(no_time_passes: None) -> None:
    buckets = Buckets(1.0, 1.0, most=2)
    assert [buckets.take(key) for key in ("a", "b", "a", "c", "a", "b")] == [True, True, False, True, False, True]
