"""``skali hall --workers 2`` as it is run: a command and two processes on one PostgreSQL, some of which are killed."""

import os
import time
from collections.abc import Callable

import pytest

from tests.hall.halls import ProcessHall, children_of, wait_for
from tests.hall.people import Person, Viewer, table_of


@pytest.fixture
def hall(two_processes: ProcessHall) -> ProcessHall:
    wait_for(lambda: len(two_processes.workers()) == 2)
    return two_processes


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().split(") ")[1][0] != "Z"


def look_from(hall: ProcessHall, person: Person, table: str, seat: int, wanted: Callable[[int], bool]) -> Viewer:
    """A viewer at a worker that will do: connects until it is at one. A new worker takes its time."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        viewer = person.look(table, seat)
        if wanted(hall.worker_of(viewer.socket.socket)):
            return viewer
        viewer.close()
    raise AssertionError("all connections go to one worker")


def apart(hall: ProcessHall, game: str) -> tuple[str, list[Viewer], list[int]]:
    """A table whose two players are at different workers."""
    people, table = table_of(hall.url, game, 2)
    first = people[0].look(table, 0)
    here = hall.worker_of(first.socket.socket)
    second = look_from(hall, people[1], table, 1, lambda worker: worker != here)
    return table, [first, second], [here, hall.worker_of(second.socket.socket)]


def play(viewers: list[Viewer], moves: int) -> None:
    """So many moves of whoever is asked; each is seen by both before the next."""
    for _ in range(moves):
        viewer = next(each for each in viewers if each.position["legal"])
        viewer.plays(viewer.position["legal"][0]["move"])
        for other in viewers:
            while other.position["moment"] < viewer.position["moment"]:
                other.receive()


def test_players_at_different_workers_play_with_each_other(hall: ProcessHall) -> None:
    _, viewers, workers = apart(hall, "fjords")
    assert len(set(workers)) == 2
    play(viewers, 12)
    assert viewers[0].position["view"] == viewers[1].position["view"]
    assert viewers[1].ask("chat", text="hail from afar")["type"] == "ack"
    viewers[0].until(lambda message: message["type"] == "chat")


def test_a_killed_worker_is_replaced_and_nothing_is_lost(hall: ProcessHall) -> None:
    table, (first, second), (here, there) = apart(hall, "fjords")
    play([first, second], 6)
    before = second.position
    os.kill(there, 9)
    assert second.is_closed()
    again = look_from(hall, second.person, table, 1, lambda worker: worker == here)
    assert again.position == before
    play([first, again], 4)
    wait_for(lambda: len(hall.workers()) == 2 and there not in hall.workers())
    back = look_from(hall, second.person, table, 1, lambda worker: worker != here)
    assert back.position == again.position
    play([first, back], 4)


def test_workers_and_bots_end_with_the_command_that_started_them(hall: ProcessHall) -> None:
    _, viewers, workers = apart(hall, "fjords")
    play(viewers, 2)
    bots = viewers[0].person.post("/api/quick", {"game": "fjords", "bots": "medium"})["table"]["id"]
    watching = viewers[0].person.look(bots, 0)
    while not any(children_of(worker) for worker in workers):  # a bot has been asked, so its process is there
        if watching.position["legal"]:
            watching.plays(watching.position["legal"][0]["move"])
        else:
            watching.receive()
    thinkers = [pid for worker in workers for pid in children_of(worker)]
    assert hall.process is not None
    os.kill(hall.process.pid, 9)
    hall.process.wait()
    wait_for(lambda: not any(is_running(pid) for pid in [*workers, *thinkers]))
    hall.start()  # on the same port, and all that was acknowledged is there
    again = viewers[0].person.look(viewers[0].table, 0)
    assert again.position["view"] == viewers[0].position["view"]
    workers = hall.workers()
    assert hall.stop() in (0, -15)
    wait_for(lambda: not any(is_running(pid) for pid in workers))
