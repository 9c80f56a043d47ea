"""The server is killed with SIGKILL while people play: every acknowledged move is there, and clients resume by themselves."""

import json
import random
import threading

from websockets.exceptions import ConnectionClosed, InvalidMessage

from skali.core import Saga, replay
from tests.games_under_test import find_game
from tests.hall.halls import PATIENCE, ProcessHall
from tests.hall.people import Person, table_of

TABLES = 6


class Player(threading.Thread):
    """Plays one seat at random, and notes every move that was acknowledged. Comes back after a cut and sends again."""

    def __init__(self, person: Person, table: str, seat: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.person, self.table, self.seat, self.stop = person, table, seat, stop
        self.luck = random.Random(f"{table}{seat}")
        self.acknowledged: list[tuple[str, str]] = []
        self.pending: dict[str, object] | None = None
        self.resumed = 0
        self.faults: list[str] = []

    def run(self) -> None:
        number: int | None = None
        while not self.stop.is_set():
            try:
                number = self.play(number)
            except (ConnectionClosed, OSError, TimeoutError, InvalidMessage):
                self.stop.wait(0.05)
            except Exception as error:
                self.faults.append(repr(error))
                return

    def play(self, number: int | None) -> int | None:
        viewer = self.person.look(self.table, self.seat, resume=number)
        self.resumed += number is not None
        try:
            if viewer.position is None:
                viewer.close()
                viewer = self.person.look(self.table, self.seat)
            if self.pending is not None:
                self.settle(viewer.ask("commit", **self.pending))
            while not self.stop.is_set() and viewer.info["status"] == "playing":
                if not viewer.position["legal"]:
                    viewer.receive(timeout=1)
                    continue
                move = self.luck.choice(viewer.position["legal"])
                id = f"{self.seat}-{self.luck.getrandbits(64):x}"
                self.pending = {"id": id, "moves": [move["move"]], "moment": viewer.position["moment"]}
                self.text = move["notation"]
                self.settle(viewer.ask("commit", **self.pending))
        except (ConnectionClosed, TimeoutError):
            return viewer.n
        self.stop.wait(0.2)
        return None

    def settle(self, answer: dict[str, object]) -> None:
        if answer["type"] == "ack":
            assert self.pending is not None
            self.acknowledged.append((str(self.pending["id"]), self.text))
        elif answer["error"] not in ("stale", "unavailable", "not_now"):
            self.faults.append(json.dumps(answer))
        if answer.get("error") != "unavailable":
            self.pending = None


def test_no_acknowledged_move_is_lost_when_the_hall_is_killed(database: str) -> None:
    hall = ProcessHall(database, snapshot_rows=16)
    hall.start()
    stop = threading.Event()
    players: list[Player] = []
    try:
        for number in range(TABLES):
            people, table = table_of(hall.url, "moot" if number % 2 else "fjords", 2)
            players += [Player(person, table, seat, stop) for seat, person in enumerate(people)]
        for player in players:
            player.start()
        for _ in range(2):
            had = sum(len(player.acknowledged) for player in players)
            finished_waiting(players, had + 40)
            hall.kill()
            hall.start()
        finished_waiting(players, sum(len(player.acknowledged) for player in players) + 20)
        stop.set()
        for player in players:
            player.join(timeout=PATIENCE)
        assert [player.faults for player in players if player.faults] == []
        assert sum(player.resumed for player in players) >= TABLES
        hall.kill()
        hall.start()
        check_tables(hall, players)
        assert hall.stop() in (0, -15)
    finally:
        stop.set()
        if hall.process is not None and hall.process.poll() is None:
            hall.kill()


def finished_waiting(players: list[Player], acknowledged: int) -> None:
    """Waits until that many moves are acknowledged, or all games are over."""
    for _ in range(int(PATIENCE / 0.05)):
        if sum(len(player.acknowledged) for player in players) >= acknowledged:
            return
        if players[0].stop.wait(0.05):
            return
        assert not any(player.faults for player in players), [player.faults for player in players]
    raise AssertionError("the players do not get on")


def check_tables(hall: ProcessHall, players: list[Player]) -> None:
    """Reads the rows themselves: each acknowledged commit is there once, with its move, and the record is legal."""
    from skali.hall.rows import split_move
    from skali.hall.storage import make_engine, read_rows

    engine = make_engine(hall.settings.database_url())
    with engine.connect() as connection:
        for table in {player.table for player in players}:
            rows = read_rows(connection, table, 0)
            assert [row.ply for row in rows] == list(range(1, len(rows) + 1))
            stored = [split_move(row) for row in rows if row.kind == "move"]
            assert len({id for id, _ in stored}) == len(stored)
            noted = dict(stored)
            for player in players:
                if player.table == table:
                    for id, notation in player.acknowledged:
                        assert noted[id] == notation
    engine.dispose()
    for player in players[::2]:
        viewer = player.person.look(player.table, player.seat)
        if viewer.info["status"] == "over":
            saga = Saga.read(player.person.http.get(f"/api/tables/{player.table}/saga").text)
            assert replay(saga, find_game(saga.game)).digest() == saga.digest
        else:
            assert viewer.position["view"] is not None
