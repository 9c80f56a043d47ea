"""Two workers on one PostgreSQL: one of them plays a table's bots and watches its clocks, and the other takes over."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest

from skali.hall import ownership as ownership_module
from skali.hall.errors import HallError
from skali.hall.ownership import Ownership, SharedOwnership
from skali.hall.rows import Row
from skali.hall.storage import Then
from tests.hall.halls import PATIENCE, ThreadHall, wait_for
from tests.hall.people import Person, Viewer, table_of

OpenHall = Callable[..., ThreadHall]


def at(hall: ThreadHall, person: Person) -> Person:
    other = Person(hall.url)
    other.http.cookies.set("skali_guest", person.cookie)
    return other


def run_in(hall: ThreadHall, what: Callable[[], Any]) -> None:
    """Calls something in the hall's own loop, and waits until it has been called."""
    done = threading.Event()
    loop = hall.hall.storage.loop
    assert loop is not None
    loop.call_soon_threadsafe(lambda: (what(), done.set()))
    assert done.wait(20)


def batches_when_quiet(hall: ThreadHall) -> int:
    """How many batches were written, once everything that had queued is; the last is our own."""
    storage = hall.hall.storage
    assert storage.loop is not None
    asyncio.run_coroutine_threadsafe(storage.write(lambda connection: None), storage.loop).result(PATIENCE)
    return storage.batches


def test_where_there_is_one_worker_everything_is_its_own() -> None:
    everything = Ownership()
    assert everything.holds("any") and asyncio.run(everything.claim("any"))


def test_a_table_is_one_workers_own_until_it_lets_go_or_dies(postgres: str) -> None:
    one, two = SharedOwnership(postgres), SharedOwnership(postgres)

    async def claims(who: SharedOwnership, table: str) -> bool:
        return await who.claim(table)

    assert asyncio.run(claims(one, "a")) and asyncio.run(claims(one, "a")) and not asyncio.run(claims(two, "a"))
    assert asyncio.run(claims(two, "b")) and one.holds("a") and not one.holds("b")
    one.release("a")
    assert not one.holds("a")
    one.thread.submit(lambda: None).result()
    assert asyncio.run(claims(two, "a"))
    assert two.connection is not None
    with psycopg.connect(postgres, autocommit=True) as connection:  # its connection dies, and with it its locks
        connection.execute("SELECT pg_terminate_backend(%s)", (two.connection.info.backend_pid,))
    wait_for(lambda: asyncio.run(claims(one, "a")))
    two.check()
    two.thread.submit(lambda: None).result()
    assert not two.holds("a") and not asyncio.run(claims(two, "a")) and asyncio.run(claims(two, "b"))
    one.close()
    wait_for(lambda: asyncio.run(claims(two, "a")))
    two.close()


def watch_bots(hall: ThreadHall, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats for which this worker has asked a bot."""
    asked: list[int] = []
    choose = hall.hall.bots.choose

    async def note(state: Any, seat: int, *about: Any) -> int:
        asked.append(seat)
        return await choose(state, seat, *about)

    monkeypatch.setattr(hall.hall.bots, "choose", note)
    return asked


def store_by(hall: ThreadHall, append: Callable[[list[Row]], Awaitable[bool]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are stored by this, those of persons' moves, too, for which nobody waits."""

    def append_then(rows: list[Row], then: Then) -> None:
        async def settle() -> None:
            try:
                then(await append(rows), None)
            except HallError as error:
                then(False, error)

        hall.hall.spawn(settle())

    monkeypatch.setattr(hall.hall.storage, "append", append)
    monkeypatch.setattr(hall.hall.storage, "append_then", append_then)


def watch_rows(hall: ThreadHall, kind: str, monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """The rows of a kind that this worker has tried to store."""
    tried: list[Row] = []
    append = hall.hall.storage.append

    async def note(rows: list[Row]) -> bool:
        tried.extend(row for row in rows if row.kind == kind)
        return await append(rows)

    store_by(hall, note, monkeypatch)
    return tried


def play(viewer: Viewer, moves: int) -> None:
    """So many moves of a person, or until the game is over."""
    while moves and viewer.info["status"] == "playing":
        if viewer.position["legal"]:
            moves -= viewer.play(viewer.position["legal"][0]["move"])["type"] == "ack"
        else:
            viewer.receive()


def test_one_worker_plays_the_bots_of_a_table_and_another_takes_over(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership_module, "STAND_BY", 0.0)  # the second worker tries at once, and again and again
    one, two = open_hall(postgres), open_hall(postgres)
    asked = [watch_bots(hall, monkeypatch) for hall in (one, two)]
    person = Person(one.url, "Astrid")
    table = person.post("/api/quick", {"game": "fjords", "seats": 2, "bots": "random"})["table"]["id"]
    here, there = person.look(table, 0), at(two, person).look(table, 0)
    while not (asked[0] or asked[1]):
        play(here, 1)
    first = 0 if asked[0] else 1
    play(there, 4)
    assert (one, two)[first].hall.ownership.holds(table) and not (one, two)[1 - first].hall.ownership.holds(table)
    assert asked[first] and not asked[1 - first]
    (one, two)[first].close()
    play((here, there)[1 - first], 1000)
    assert (here, there)[1 - first].info["status"] == "over" and asked[1 - first]


def test_a_bot_does_not_play_on_with_a_move_that_was_meant_for_another_question(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its move was stored, the answer was lost: what it is asked next is another question, and it is played once."""
    hall = open_hall(postgres)
    asked = watch_bots(hall, monkeypatch)
    person = Person(hall.url, "Astrid")
    table = person.post("/api/quick", {"game": "moot", "seats": 2, "bots": "random"})["table"]["id"]
    viewer = person.look(table, 0)
    append = hall.hall.storage.append
    lost: list[Row] = []

    async def lose(rows: list[Row]) -> bool:
        stored = await append(rows)
        if rows[0].kind == "move" and rows[0].seat == 1:
            lost.extend(rows)
            return False  # as a second attempt on a new connection finds it
        return stored

    store_by(hall, lose, monkeypatch)
    play(viewer, 1000)
    assert viewer.info["status"] == "over"
    moves = [step for step in hall.live(table).record.line if step.seat == 1]
    assert len(moves) == len(lost) > 2 and len(asked) == len(moves)


def test_a_flag_is_written_by_one_worker(open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = open_hall(postgres), open_hall(postgres)
    tried = [watch_rows(hall, "stand_in", monkeypatch) for hall in (one, two)]
    for _ in range(5):
        people, table = table_of(one.url, "moot", 2, clock={"base": 1, "increment": 0})
        here, there = people[0].look(table, 0), at(two, people[1]).look(table, 1)
        for viewer in (here, there):
            viewer.until(lambda message: message["type"] == "table" and message["table"]["seats"][0]["stand_in"])
    flags = [(row.table, row.seat) for row in tried[0] + tried[1]]
    assert len({table for table, _ in flags}) == 5 and len(flags) == len(set(flags))


def test_a_flag_that_could_not_be_stored_is_tried_again(open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership_module, "STAND_BY", 0.05)
    hall = open_hall()
    append, failures = hall.hall.storage.append, iter((True, True))

    async def fail_twice(rows: list[Row]) -> bool:
        if rows[0].kind == "stand_in" and next(failures, False):
            raise HallError("unavailable", "Storage is away.")
        return await append(rows)

    store_by(hall, fail_twice, monkeypatch)
    people, table = table_of(hall.url, "moot", 2, clock={"base": 1, "increment": 0})
    viewer = people[0].look(table, 0)
    viewer.until(lambda message: message["type"] == "table" and message["table"]["seats"][0]["stand_in"])
    assert next(failures, None) is None


def test_a_table_that_is_opened_while_another_worker_stores_a_move_is_not_behind(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = open_hall(postgres), open_hall(postgres)
    people, table = table_of(one.url, "moot", 2)
    first = people[0].look(table, 0)
    has_read, may_go_on = threading.Event(), threading.Event()
    read = two.hall.storage.rows_after

    async def slowly(id: str, ply: int) -> list[Row]:
        rows = await read(id, ply)
        if not has_read.is_set():
            has_read.set()
            await asyncio.to_thread(may_go_on.wait, 20)
        return rows

    async def deaf(id: str, ply: int, rows: list[Row]) -> None:
        pass

    monkeypatch.setattr(two.hall.storage, "rows_after", slowly)
    monkeypatch.setattr(two.hall, "poked", deaf)
    found: list[Viewer] = []
    opening = threading.Thread(target=lambda: found.append(at(two, people[0]).look(table, 0)))
    opening.start()
    assert has_read.wait(20)
    first.plays("omen")
    may_go_on.set()
    opening.join(20)
    assert found[0].position == first.position
    assert two.live(table).record.ply == one.live(table).record.ply


def test_who_comes_to_a_table_while_it_is_being_opened_is_told_what_is_read_then(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = open_hall(postgres), open_hall(postgres)
    people, table = table_of(one.url, "moot", 2)
    first = people[0].look(table, 0)
    reads: list[int] = []
    reads_again, may_go_on = threading.Event(), threading.Event()
    read = two.hall.storage.rows_after

    async def slowly(id: str, ply: int) -> list[Row]:
        reads.append(ply)
        if len(reads) == 2:
            reads_again.set()
            await asyncio.to_thread(may_go_on.wait, 20)
        return await read(id, ply)

    async def deaf(id: str, ply: int, rows: list[Row]) -> None:
        pass

    monkeypatch.setattr(two.hall.storage, "rows_after", slowly)
    monkeypatch.setattr(two.hall, "poked", deaf)
    opening = threading.Thread(target=lambda: at(two, people[1]).get(f"/api/tables/{table}"))
    opening.start()
    assert reads_again.wait(20)
    early = at(two, people[0]).look(table, 0)
    first.plays("omen")
    may_go_on.set()
    early.until(lambda message: message["type"] == "update")
    opening.join(20)
    assert early.position == first.position and early.n == first.n


def test_what_a_worker_did_not_hear_it_reads_when_it_listens_again_and_storage_answers(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = open_hall(postgres), open_hall(postgres)
    people, table = table_of(one.url, "moot", 2)
    first, second = people[0].look(table, 0), at(two, people[1]).look(table, 1)
    poked, has_heard = two.hall.poked, threading.Event()

    async def deaf(id: str, ply: int, rows: list[Row]) -> None:
        has_heard.set()

    monkeypatch.setattr(two.hall, "poked", deaf)
    first.plays("omen")
    assert has_heard.wait(20)
    monkeypatch.setattr(two.hall, "poked", poked)
    read, failures = two.hall.storage.read, iter((True, True))

    async def fail_twice(work: Any) -> Any:
        if next(failures, False):
            raise HallError("unavailable", "Storage is away.")
        return await read(work)

    monkeypatch.setattr(two.hall.storage, "read", fail_twice)
    run_in(two, two.hall.missed)
    second.until(lambda message: message["type"] == "update")
    assert second.position["view"]["omen"] == first.position["view"]["omen"] != 0
    assert next(failures, None) is None


def test_a_move_whose_answer_was_lost_is_told_to_all(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row is stored, the connection breaks before the answer: the table is not behind, and the commit can be sent again."""
    hall = open_hall(postgres)
    people, table = table_of(hall.url, "moot", 2)
    first, second = (person.look(table, seat) for seat, person in enumerate(people))
    append = hall.hall.storage.append

    async def lose(rows: list[Row]) -> bool:
        await append(rows)
        raise HallError("unavailable", "The answer was lost.")

    store_by(hall, lose, monkeypatch)
    moment = first.position["moment"]
    assert first.play("omen", id="once", moment=moment)["error"] == "unavailable"
    second.until(lambda message: message["type"] == "update")
    store_by(hall, append, monkeypatch)
    assert first.play("omen", id="once", moment=moment)["type"] == "ack"
    assert sum(step.notation == "omen" for step in hall.live(table).record.line) == 1


def test_who_is_here_is_said_of_all_tables_at_once(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = open_hall(postgres), open_hall(postgres)
    looking = []
    for _ in range(12):
        people, table = table_of(one.url, "moot", 2)
        looking.append((people[0].look(table, 0), at(two, people[1]).look(table, 1)))
    for here, there in looking:
        here.until(lambda message: message["type"] == "presence" and message["online"] == [True, True])
        there.until(lambda message: message["type"] == "presence" and message["online"] == [True, True])
    told: list[list[Any]] = []
    announce = one.hall.storage.announce
    monkeypatch.setattr(one.hall.storage, "announce", lambda online: (told.append(online), announce(online)))
    for room in two.hall.rooms.values():
        room.elsewhere.clear()
    batches = batches_when_quiet(one)
    run_in(one, one.hall.tidy_up)
    wait_for(lambda: all(one.hall.worker in room.elsewhere for room in two.hall.rooms.values()))
    assert [len(each) for each in told] == [12]
    assert batches_when_quiet(one) == batches + 2  # that one, and the batch that we wait for
    assert all(room.elsewhere[one.hall.worker][1] == [0] for room in two.hall.rooms.values())
