"""Two workers on one PostgreSQL: players on different workers, moves reach everybody, races are settled."""

import threading
from collections.abc import Callable

import pytest

from tests.hall.halls import PATIENCE, ThreadHall
from tests.hall.people import Person, Viewer
from tests.hall.test_tables import everything

OpenHall = Callable[..., ThreadHall]


def two_workers(open_hall: OpenHall, postgres: str) -> tuple[ThreadHall, ThreadHall]:
    return open_hall(postgres), open_hall(postgres)


def at(hall: ThreadHall, person: Person) -> Person:
    """The same guest at another worker: the cookie is signed with the secret that all workers share."""
    other = Person(hall.url)
    other.http.cookies.set("skali_guest", person.cookie)
    return other


def shared_table(one: ThreadHall, two: ThreadHall, game: str, seats: int) -> tuple[str, list[Viewer]]:
    people = [Person((one, two)[seat % 2].url, f"P{seat}") for seat in range(seats)]
    table = people[0].lay(game, seats=seats)["id"]
    for seat in range(1, seats):
        people[seat].sit(table, seat)
    return table, [person.look(table, seat) for seat, person in enumerate(people)]


def wait_for(viewer: Viewer, n: int) -> None:
    while viewer.n < n:
        viewer.receive()


def test_moves_chat_and_seats_reach_the_players_of_the_other_worker(open_hall: OpenHall, postgres: str) -> None:
    one, two = two_workers(open_hall, postgres)
    table, (first, second) = shared_table(one, two, "moot", 2)
    assert one.hall.worker != two.hall.worker
    wait_for(first, 2)
    first.plays("omen")
    wait_for(second, second.n + 1)
    assert second.position["view"]["omen"] and second.log[-1]["kind"] == "omen"
    assert second.ask("chat", text="hail from afar")["type"] == "ack"
    wait_for(first, first.n + 1)
    assert first.chat[-1]["text"] == "hail from afar"
    assert everything(one.live(table)) == everything(two.live(table))


def test_a_whole_game_over_two_workers(open_hall: OpenHall, postgres: str) -> None:
    one, two = two_workers(open_hall, postgres)
    table, viewers = shared_table(one, two, "moot", 3)
    for _ in range(400):
        for viewer in viewers:
            wait_for(viewer, max(hall.live(table).viewers[viewer.seat].n for hall in (one, two)))
        if viewers[0].info["status"] == "over":
            break
        viewer = next(each for each in viewers if each.position["legal"])
        viewer.play(viewer.position["legal"][0]["move"])
    for viewer in viewers:
        wait_for(viewer, max(hall.live(table).viewers[viewer.seat].n for hall in (one, two)))
    assert {viewer.info["status"] for viewer in viewers} == {"over"}
    assert len({str(viewer.info["result"]) for viewer in viewers}) == 1


def test_who_is_second_at_a_ply_is_brought_up_to_date_and_tries_again(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simultaneous answers at two workers, the second of which is deaf: its row is in the way, and both answers are taken."""
    one, two = two_workers(open_hall, postgres)
    table, (first, second) = shared_table(one, two, "moot", 2)
    wait_for(first, 2)
    first.plays("omen")
    wait_for(second, one.live(table).viewers[1].n)
    make_deaf(two, monkeypatch)
    first.plays(offer_of(first), "submit")
    assert two.live(table).record.ply < one.live(table).record.ply
    second.plays(offer_of(second))
    assert two.hall.conflicts == 1
    assert second.position["view"]["awaiting"] == [1] and len(second.position["view"]["offer"]) == 1


def test_a_move_that_is_not_legal_any_more_is_refused_after_a_conflict(
    open_hall: OpenHall, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seat on two devices at two workers: one move is played, the other told that the position has changed."""
    one, two = two_workers(open_hall, postgres)
    table, (first, _) = shared_table(one, two, "moot", 2)
    wait_for(first, 2)
    twin = at(two, first.person).look(table, 0)
    make_deaf(two, monkeypatch)
    first.plays("omen")
    rows = one.live(table).record.ply
    assert twin.play("omen")["error"] == "stale"
    assert two.live(table).record.ply == rows and twin.position["view"]["omen"]


def test_simultaneous_answers_at_two_workers_are_both_taken(open_hall: OpenHall, postgres: str) -> None:
    one, two = two_workers(open_hall, postgres)
    for _ in range(4):
        table, viewers = shared_table(one, two, "moot", 2)
        wait_for(viewers[0], 2)
        viewers[0].plays("omen")
        wait_for(viewers[1], one.live(table).viewers[1].n)
        answers: list[object] = []
        gate = threading.Barrier(2)

        def answer(viewer: Viewer, answers: list[object] = answers, gate: threading.Barrier = gate) -> None:
            move, moment = offer_of(viewer), viewer.position["moment"]
            gate.wait()
            answers.append(viewer.ask("commit", moves=[move], moment=moment)["type"])

        threads = [threading.Thread(target=answer, args=(viewer,)) for viewer in viewers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=PATIENCE)
        assert answers == ["ack", "ack"]


def make_deaf(hall: ThreadHall, monkeypatch: pytest.MonkeyPatch) -> None:
    """This worker does not hear of the others' rows any more."""

    async def nothing(id: str, ply: int) -> None:
        pass

    monkeypatch.setattr(hall.hall, "poked", nothing)


def offer_of(viewer: Viewer) -> int:
    return next(move["move"] for move in viewer.position["legal"] if move["data"]["kind"] == "offer")


def test_a_bot_at_another_worker_plays_once(open_hall: OpenHall, postgres: str) -> None:
    one, two = two_workers(open_hall, postgres)
    person = Person(one.url, "Astrid")
    table = person.post("/api/quick", {"game": "moot", "seats": 2})["table"]["id"]
    here = person.look(table, 0)
    there = at(two, person).look(table, 0)
    play_to_the_end_with_bot(here)
    wait_for(there, here.n)
    assert there.info["status"] == "over" and there.position["view"] == here.position["view"]


def play_to_the_end_with_bot(viewer: Viewer) -> None:
    while viewer.info["status"] == "playing":
        if viewer.position["legal"]:
            viewer.play(viewer.position["legal"][0]["move"])
        else:
            viewer.receive()


def test_a_guest_is_known_at_every_worker_and_presence_is_shared(open_hall: OpenHall, postgres: str) -> None:
    one, two = two_workers(open_hall, postgres)
    table, (first, second) = shared_table(one, two, "moot", 2)
    twin = at(two, first.person)
    assert twin.get("/api/me")["guest"]["name"] == "P0"
    assert twin.get(f"/api/tables/{table}")["table"]["mine"] == [0]
    first.until(lambda message: message["type"] == "presence" and message["online"] == [True, True])
    second.close()
    first.until(lambda message: message["type"] == "presence" and message["online"] == [True, False])
