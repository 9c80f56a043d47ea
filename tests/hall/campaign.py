"""A siege of a hall with two workers: workers and the command are killed, PostgreSQL stops, while games are played.

``run`` plays whole games whose players are at different workers, games with a bot and tables with a running clock, and then reads
the rows: every acknowledged move is there once, no viewer at any worker is behind them, no bot has played faster than its pace, no
flag has fallen twice. Small in the tests, large in ``python -m bench.hall.siege``.
"""

import dataclasses
import os
import random
import threading
import time
from collections.abc import Callable

import httpx
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from skali.core import Saga, replay
from skali.hall.rows import Row, split_move
from skali.hall.storage import make_engine, read_rows
from tests.games_under_test import find_game
from tests.hall.halls import OwnPostgres, ProcessHall, wait_until_open
from tests.hall.people import Person, Viewer, table_of

PACE = 0.3
"""Seconds of a bot's move."""
SETTLED = 1.0
"""Seconds after which all workers know that somebody looks on."""


@dataclasses.dataclass
class Outcome:
    """What the siege has counted."""

    kills_of_workers: int = 0
    kills_of_the_command: int = 0
    stops_of_postgresql: int = 0
    acknowledged: int = 0
    games: int = 0
    games_over: int = 0
    moves_apart: int = 0
    """Acknowledged moves of a player whose rival was at the other worker."""
    bot_moves: int = 0
    bot_moves_timed: int = 0
    """Those of them that followed another while a person looked on."""
    flags: int = 0
    faults: list[str] = dataclasses.field(default_factory=list)


class Player(threading.Thread):
    """Plays one seat at random at another worker than its rival, notes what was acknowledged, and comes back after every cut."""

    def __init__(self, hall: ProcessHall, person: Person, table: str, seat: int, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.hall, self.person, self.table, self.seat, self.stop = hall, person, table, seat, stop
        self.luck = random.Random(f"{table}{seat}")
        self.worker = 0
        self.rival: Player | None = None
        self.acknowledged: list[tuple[str, str]] = []
        self.moves_apart = 0
        self.pending: tuple[str, str, int, int] | None = None
        self.is_over = False
        self.watched: list[tuple[float, float]] = []
        """When it was connected, from and to: a bot keeps its pace while somebody looks on."""
        self.faults: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set() and not self.is_over:
            try:
                self.play()
            except (ConnectionClosed, OSError, TimeoutError, InvalidMessage, InvalidStatus, httpx.HTTPError):
                self.stop.wait(0.1)
            except Exception as error:
                self.faults.append(f"{self.table} seat {self.seat}: {error!r}")
                return

    def look(self) -> Viewer:
        """At another worker than its rival, if one of some connections leads there."""
        for _ in range(40):
            viewer = self.person.look(self.table, self.seat)
            self.worker = self.worker_of(viewer)
            if self.worker and (self.rival is None or self.rival.worker != self.worker):
                break
            if len(self.hall.workers()) < 2:
                break
            viewer.close()
        return viewer

    def worker_of(self, viewer: Viewer) -> int:
        try:
            return self.hall.worker_of(viewer.socket.socket)
        except (AssertionError, OSError):  # it has just died
            return 0

    def play(self) -> None:
        viewer = self.look()
        began = time.time()
        try:
            while not self.stop.is_set():
                if self.pending is not None:
                    self.commit(viewer)
                elif viewer.info["status"] == "over":
                    self.is_over = True
                    return
                elif viewer.position["legal"]:
                    move = self.luck.choice(viewer.position["legal"])
                    id = f"{self.seat}-{self.luck.getrandbits(64):x}"
                    self.pending = (id, move["notation"], move["move"], viewer.position["moment"])
                else:
                    try:
                        viewer.receive(timeout=1)
                    except TimeoutError:
                        continue
        finally:
            self.watched.append((began + SETTLED, time.time()))
            self.worker = 0
            viewer.close()

    def commit(self, viewer: Viewer) -> None:
        assert self.pending is not None
        id, notation, move, moment = self.pending
        answer = viewer.ask("commit", id=id, moves=[move], moment=moment)
        if answer["type"] == "ack":
            self.acknowledged.append((id, notation))
            other = self.rival.worker if self.rival is not None else 0
            self.moves_apart += bool(self.worker and other and self.worker != other)
        elif answer["error"] == "unavailable":
            self.stop.wait(0.1)
            return
        elif answer["error"] not in ("stale", "not_now"):
            self.faults.append(f"{self.table} seat {self.seat}: {answer}")
        self.pending = None


def lay_tables(hall: ProcessHall, games: int, with_bots: int, stop: threading.Event) -> list[Player]:
    players: list[Player] = []
    for _ in range(games):
        people, table = table_of(hall.url, "fjords", 2)
        pair = [Player(hall, person, table, seat, stop) for seat, person in enumerate(people)]
        pair[0].rival, pair[1].rival = pair[1], pair[0]
        players += pair
    for _ in range(with_bots):
        person = Person(hall.url, "Astrid")
        table = person.post("/api/quick", {"game": "fjords", "seats": 2, "bots": "random"})["table"]["id"]
        players.append(Player(hall, person, table, 0, stop))
    return players


def lay_clocks(hall: ProcessHall, count: int) -> list[tuple[Person, str]]:
    """Tables where nobody plays: the first flag falls after some seconds, wherever the siege is then."""
    made = []
    for number in range(count):
        people, table = table_of(hall.url, "moot", 2, clock={"base": 4 + 3 * number, "increment": 0})
        made.append((people[0], table))
    return made


class Watcher(threading.Thread):
    """Looks on at a table for as long as it can, so that both workers have it open."""

    def __init__(self, person: Person, table: str, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.person, self.table, self.stop = person, table, stop

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                viewer = self.person.look(self.table, 0)
                while not self.stop.is_set():
                    try:
                        viewer.receive(timeout=1)
                    except TimeoutError:
                        viewer.ask("ping")
            except (ConnectionClosed, OSError, TimeoutError, InvalidMessage, InvalidStatus, AssertionError):
                self.stop.wait(0.2)


def run(
    postgres: OwnPostgres,
    database: str,
    *,
    games: int,
    with_bots: int,
    clocks: int,
    kills_of_workers: int,
    kills_of_the_command: int,
    stops: int,
    stopped_seconds: float,
    seed: int = 1,
    say: Callable[[str], None] = lambda _: None,
) -> Outcome:
    hall = ProcessHall(database, workers=2, bot_pace=PACE, snapshot_rows=16)
    outcome = Outcome()
    luck = random.Random(seed)
    stop = threading.Event()
    hall.start()
    players: list[Player] = []
    try:
        players = lay_tables(hall, games, with_bots, stop)
        flags = lay_clocks(hall, clocks)
        watchers = [Watcher(person, table, stop) for person, table in flags for _ in range(3)]
        for thread in [*players, *watchers]:
            thread.start()
        events = ["worker"] * kills_of_workers + ["command"] * kills_of_the_command + ["postgresql"] * stops
        luck.shuffle(events)
        for event in events:
            wait_for_moves(players, max(15, len(players)))
            say(f"{event}: {sum(len(each.acknowledged) for each in players):,} moves acknowledged so far")
            disturb(hall, postgres, event, luck, stopped_seconds, outcome)
        finish(players, flags, hall)
        stop.set()
        for thread in [*players, *watchers]:
            thread.join(timeout=60)
        check(hall, players, flags, outcome)
        if hall.stop() != 0:
            outcome.faults.append("the command did not end in order")
    finally:
        stop.set()
        if hall.process is not None and hall.process.poll() is None:
            hall.kill()
    return outcome


def disturb(
    hall: ProcessHall, postgres: OwnPostgres, event: str, luck: random.Random, seconds: float, outcome: Outcome
) -> None:
    if event == "worker":
        workers = hall.workers()
        if workers:
            os.kill(luck.choice(workers), 9)
            outcome.kills_of_workers += 1
    elif event == "command":
        hall.kill()
        outcome.kills_of_the_command += 1
        hall.start()
    else:
        postgres.stop()
        workers = hall.workers()
        time.sleep(seconds / 2)
        if workers:
            os.kill(luck.choice(workers), 9)  # its replacement cannot reach its storage
            outcome.kills_of_workers += 1
        time.sleep(seconds / 2)
        postgres.start()
        outcome.stops_of_postgresql += 1
        if hall.process is None or hall.process.poll() is not None:
            outcome.faults.append("the command ended with its storage")
            hall.start()
    wait_until_open(hall.url)


def wait_for_moves(players: list[Player], more: int) -> None:
    """Until so many more moves are acknowledged, or all games are over."""
    had = sum(len(player.acknowledged) for player in players)
    until = time.monotonic() + 120
    while sum(len(player.acknowledged) for player in players) < had + more:
        if all(player.is_over or player.faults for player in players):
            return
        assert time.monotonic() < until, "the games stand still"
        time.sleep(0.05)


def finish(players: list[Player], flags: list[tuple[Person, str]], hall: ProcessHall) -> None:
    """Until all games are over and the first flag has fallen at each table with a clock."""
    until = time.monotonic() + 300
    while not all(player.is_over or player.faults for player in players):
        assert time.monotonic() < until, "the games do not come to an end"
        time.sleep(0.1)
    for person, table in flags:
        while not any(seat["stand_in"] for seat in person.get(f"/api/tables/{table}")["table"]["seats"]):
            assert time.monotonic() < until, "a flag does not fall"
            time.sleep(0.2)


def check(hall: ProcessHall, players: list[Player], flags: list[tuple[Person, str]], outcome: Outcome) -> None:
    outcome.faults += [fault for player in players for fault in player.faults]
    outcome.acknowledged = sum(len(player.acknowledged) for player in players)
    outcome.moves_apart = sum(player.moves_apart for player in players)
    engine = make_engine(hall.settings.database_url())
    with engine.connect() as connection:
        stored = {
            table: read_rows(connection, table, 0)
            for table in {player.table for player in players} | {table for _, table in flags}
        }
    engine.dispose()
    for table, rows in stored.items():
        if [row.ply for row in rows] != list(range(1, len(rows) + 1)):
            outcome.faults.append(f"{table}: plies are missing")
    for player in players:
        check_moves(player, stored[player.table], outcome)
    for _, table in flags:
        fallen = [row.seat for row in stored[table] if row.kind == "stand_in"]
        outcome.flags += len(fallen)
        if not fallen or len(fallen) != len(set(fallen)):
            outcome.faults.append(f"{table}: flags {fallen}")
    outcome.games = len({player.table for player in players})
    for player in {player.table: player for player in players}.values():
        check_views(hall, player, outcome)


def check_moves(player: Player, rows: list[Row], outcome: Outcome) -> None:
    """What was acknowledged is there once; a bot at the table kept its pace."""
    moves = [row for row in rows if row.kind == "move"]
    mine = [split_move(row) for row in moves if row.seat == player.seat]
    ids = [id for id, _ in mine]
    if len(set(ids)) != len(ids):
        outcome.faults.append(f"{player.table}: a commit was played twice")
    noted = dict(mine)
    for id, notation in player.acknowledged:
        if noted.get(id) != notation:
            outcome.faults.append(f"{player.table}: {id} ({notation}) was acknowledged and is lost")
    if player.rival is None:
        times = [row.at for row in moves if row.seat != player.seat]
        outcome.bot_moves += len(times)
        for before, after in zip(times, times[1:], strict=False):
            if not any(begin <= before and after <= end for begin, end in player.watched):
                continue
            outcome.bot_moves_timed += 1
            if after - before < PACE - 0.05:
                outcome.faults.append(f"{player.table}: two moves of a bot within {after - before:.3f} s")


def check_views(hall: ProcessHall, player: Player, outcome: Outcome) -> None:
    """All workers show the same end, and the record leads there by the rules."""
    saga = Saga.read(player.person.http.get(f"/api/tables/{player.table}/saga").text)
    end = replay(saga, find_game(saga.game))
    if end.digest() != saga.digest:
        outcome.faults.append(f"{player.table}: the record departs from the rules")
    seen: dict[int, object] = {}
    until = time.monotonic() + 60
    while len(seen) < 2 and time.monotonic() < until:
        viewer = player.person.look(player.table, player.seat)
        seen[hall.worker_of(viewer.socket.socket)] = (viewer.info["status"], viewer.position["view"])
        viewer.close()
    if len(seen) < 2 or any(each != ("over", end.view(player.seat)) for each in seen.values()):
        outcome.faults.append(f"{player.table}: a worker is behind")
    outcome.games_over += 1
