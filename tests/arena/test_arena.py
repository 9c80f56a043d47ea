"""Arenas: the same games however they are spread, nothing lost, nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import types
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from skali.arena import ArenaError, Plan, run_arena
from skali.arena.play import play_numbered
from skali.arena.spread import over_processes, over_ray
from skali.core import Saga, load_game, replay

PLAN = Plan("fjords", ["mcts:4", "greedy", "random"], 2, 12, 5)
ROWS = ["game", "deal", "seed", "digest", "seat", "agent", "score", "rank", "share", "decisions", "forfeits", "lines"]


def content(folder: Path) -> Any:
    """Everything that an arena left behind, without its times."""
    table = pq.read_table(folder / "results.parquet")
    journal = [json.loads(line) for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    for game in journal:
        for seat in game["seats"]:
            assert seat.pop("seconds") >= 0
    return {
        "files": sorted(str(path.relative_to(folder)) for path in folder.rglob("*")),
        "results": table.drop_columns(["seconds"]).to_pylist(),
        "journal": journal,
        "sagas": [path.read_text(encoding="utf-8") for path in sorted((folder / "sagas").iterdir())],
        "standings": json.loads((folder / "standings.json").read_text(encoding="utf-8")),
    }


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The arena played in this process, by which the others are measured."""
    folder = tmp_path_factory.mktemp("arena") / "alone"
    run_arena(PLAN, folder)
    return content(folder)


def test_results_are_one_row_per_seat_per_game(alone: Any) -> None:
    assert len(alone["results"]) == 24
    assert list(alone["results"][0]) == ROWS
    assert [row["game"] for row in alone["results"][::2]] == list(range(12))
    for row in alone["results"]:
        assert row["score"] == sum(line["points"] for line in row["lines"])
        assert row["decisions"] > 20
    for first, second in zip(alone["results"][::2], alone["results"][1::2]):
        assert first["share"] + second["share"] == 1


def test_the_sagas_replay_to_the_results(alone: Any) -> None:
    game = load_game("fjords")
    for text, row in zip(alone["sagas"], alone["results"][::2]):
        saga = Saga.read(text)
        assert replay(saga, game).digest() == row["digest"]
        assert saga.players[0] == row["agent"]


def test_the_standings_are_in_order(alone: Any) -> None:
    table = alone["standings"]
    assert [row["agent"] for row in table][-1] == "random"
    assert sum(row["win_share"] * row["games"] for row in table) == pytest.approx(12)


def test_two_processes_play_the_same_games(alone: Any, tmp_path: Path) -> None:
    seen: list[int] = []
    run_arena(PLAN, tmp_path, jobs=2, watch=lambda record: seen.append(record["game"]))
    assert content(tmp_path) == alone
    assert sorted(seen) == list(range(12))


class PoolAsRay(types.ModuleType):
    """The part of Ray that we use, over a process pool, finished in whatever order. The real one is checked in bench/spread.py."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.called: list[str] = []
        self.pool = ProcessPoolExecutor(2)

    def init(self, address: str, **settings: Any) -> None:
        self.called.append(f"init {address}")

    def shutdown(self) -> None:
        self.called.append("shutdown")
        self.pool.shutdown()

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **settings: Any) -> Any:
        return lambda task: types.SimpleNamespace(remote=lambda *args: self.pool.submit(task, *args))

    def wait(self, running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return running[-num_returns:], running[:-num_returns]

    def get(self, done: list[Any]) -> list[Any]:
        return [future.result() for future in done]


def test_a_ray_cluster_plays_the_same_games(alone: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = PoolAsRay()
    monkeypatch.setitem(sys.modules, "ray", ray)
    run_arena(PLAN, tmp_path, ray="auto")
    assert content(tmp_path) == alone
    assert ray.called == ["init auto", "shutdown"]


def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"pip install 'skali\[ray\]'"):
        list(over_ray(play_numbered, PLAN.to_data(), [0], "auto"))


def play_or_die(plan: dict[str, Any], number: int) -> dict[str, Any]:
    """The first process that gets game 5 is killed, as by a system that is short of memory."""
    mark = Path(plan["components"])
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"game": number}


def test_a_killed_worker_loses_no_game(tmp_path: Path) -> None:
    plan = {"components": str(tmp_path / "mark")}
    records = list(over_processes(play_or_die, plan, range(20), 2))
    assert (tmp_path / "mark").exists(), "somebody died"
    assert sorted(record["game"] for record in records) == list(range(20))


def die(plan: dict[str, Any], number: int) -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_workers_that_always_die_end_the_arena_with_a_word() -> None:
    with pytest.raises(ArenaError, match="the next game is number 0"):
        list(over_processes(die, {}, range(3), 2))


class Stop(Exception):
    """The arena is torn down in the middle."""


def stop_after(count: int) -> Any:
    left = [count]

    def watch(record: dict[str, Any]) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Stop

    return watch


def test_a_broken_arena_is_resumed_complete_and_no_game_twice(alone: Any, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    with pytest.raises(Stop):
        run_arena(PLAN, folder, watch=stop_after(5))
    assert not (folder / "results.parquet").exists(), "no results before the end"
    with open(folder / "games.jsonl", "a", encoding="utf-8") as journal:
        journal.write('{"game": 5, "deal": 0, "se')  # the machine went down in the middle of a line
    played: list[int] = []
    run_arena(PLAN, folder, resume=True, watch=lambda record: played.append(record["game"]))
    assert content(folder) == alone
    assert sorted(played) == list(range(12)), "five found, seven played"
    lines = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["game"] for line in lines] == list(range(12))


def test_a_finished_game_is_never_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = Plan("fjords", ["random"], 2, 4, 5)
    run_arena(small, tmp_path)
    monkeypatch.setattr("skali.arena.tournament.play_numbered", None)
    run_arena(small, tmp_path, resume=True)


def test_more_games_can_be_asked_of_a_finished_arena(alone: Any, tmp_path: Path) -> None:
    fewer = Plan(**{**PLAN.to_data(), "games": 6})
    run_arena(fewer, tmp_path)
    run_arena(PLAN, tmp_path, resume=True)
    assert content(tmp_path) == alone


def test_a_folder_of_another_arena_is_refused(tmp_path: Path) -> None:
    small = Plan("fjords", ["random"], 2, 2, 5)
    folder = tmp_path / "arena"
    run_arena(small, folder)
    with pytest.raises(ArenaError, match="--resume"):
        run_arena(small, folder)
    with pytest.raises(ArenaError, match="begun with seed 5, not 6"):
        run_arena(Plan("fjords", ["random"], 2, 2, 6), folder, resume=True)
    with pytest.raises(ArenaError, match="as many or more"):
        run_arena(Plan("fjords", ["random"], 2, 1, 5), folder, resume=True)
    with pytest.raises(ArenaError, match="no arena to resume"):
        run_arena(small, tmp_path, resume=True)


LEFT_ALONE = """
from skali.arena.spread import over_processes
from tests.arena.test_arena import rest
if __name__ == "__main__":
    for record in over_processes(rest, {}, range(50), 2):
        print(record["game"], flush=True)
"""


def rest(plan: dict[str, Any], number: int) -> dict[str, Any]:
    time.sleep(0.1)
    return {"game": number}


def test_workers_end_when_the_arena_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "arena.py"
    script.write_text(LEFT_ALONE)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    arena = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment)
    assert arena.stdout is not None
    assert arena.stdout.readline().strip().isdigit()
    arena.kill()
    arena.communicate(timeout=30)  # comes to an end only when no worker holds the pipe any more
    assert arena.returncode != 0
