"""Recorded games as datasets: what was played is what is read, with observations stored or found again."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from skali.arena import Plan, run_arena
from skali.cli import app, dataset
from skali.core import Saga, game_keys, load_game
from skali.core.saga import open_saga
from skali.interop import datasets
from skali.interop.table import Table
from tests.games_under_test import golden_sagas


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arena")
    run_arena(Plan("fjords", ["greedy", "random"], 2, 4, seed=5), folder)
    return folder


@pytest.fixture(scope="module")
def data(arena: Path, tmp_path_factory: pytest.TempPathFactory) -> datasets.Dataset:
    folder = tmp_path_factory.mktemp("data")
    datasets.write(folder, [arena])
    return datasets.Dataset(folder)


def test_every_decision_is_a_row(data: datasets.Dataset, arena: Path) -> None:
    """Played again one by one: seats, actions, legal actions and observations are those of the table."""
    checked = 0
    rows = data.decisions.to_pylist()
    seen = data.observations()
    for number, path in enumerate(sorted(arena.rglob("*.saga"))):
        saga = Saga.read(path.read_text(encoding="utf-8"))
        game = load_game(saga.game)
        table, state = Table(game, saga.seats, {}, None), open_saga(saga, game)
        for ply, step in enumerate(each for each in saga.steps if each.kind == "move"):
            row = rows[checked]
            assert (row["game"], row["ply"], row["seat"], row["notation"]) == (number, ply, step.seat, step.text)
            observed = table.observe(state, step.seat)
            assert np.array_equal(seen[checked], observed["observation"])
            assert row["legal"] == np.flatnonzero(observed["action_mask"]).tolist()
            assert table.move_of(state, step.seat, row["action"]) == row["move"] == game.moves.read(step.text)
            state.apply(step.seat, row["move"])
            checked += 1
    assert checked == len(data) > 200


def test_games_have_their_results(data: datasets.Dataset, arena: Path) -> None:
    results = pq.read_table(arena / "results.parquet").to_pylist()
    told = data.games.to_pylist()
    assert len(told) == 4
    for row in results:
        game = told[row["game"]]
        assert game["players"][row["seat"]] == row["agent"]
        assert (game["scores"][row["seat"]], game["places"][row["seat"]]) == (row["score"], row["rank"])
    reward = np.asarray(data.decisions["reward"])
    seat = np.asarray(data.decisions["seat"])
    assert set(zip(seat[reward > 0].tolist(), np.asarray(data.decisions["game"])[reward > 0].tolist())) == {
        (each["places"].index(1), at) for at, each in enumerate(told) if each["places"].count(1) == 1
    }


def test_observations_can_be_stored(data: datasets.Dataset, arena: Path, tmp_path: Path) -> None:
    datasets.write(tmp_path, [arena], observations=True)
    stored = datasets.Dataset(tmp_path)
    some = np.array([5, 3, 60, 3, len(data) - 1])
    assert np.array_equal(stored.observations(some), data.observations(some))
    assert np.array_equal(stored.observations(), data.observations())


@pytest.mark.parametrize("observations", [True, False])
def test_batches_hold_every_decision_once(arena: Path, tmp_path: Path, observations: bool) -> None:
    datasets.write(tmp_path, [arena], observations=observations)
    data = datasets.Dataset(tmp_path)
    for seed in (None, 7):
        batches = list(data.batches(64, seed))
        assert [len(each["action"]) for each in batches[:-1]] == [64] * (len(batches) - 1)
        actions = np.concatenate([each["action"] for each in batches])
        assert sorted(actions.tolist()) == sorted(data.decisions["action"].to_pylist())
        for each in batches:
            assert each["observation"].shape == (len(each["action"]), load_game("fjords").observation.size)
            assert each["action_mask"][np.arange(len(each["action"])), each["action"]].all()
    orders = [[each["action"].tolist() for each in data.batches(1000, seed)] for seed in (7, 7, None)]
    assert orders[0] == orders[1] != orders[2]


@pytest.mark.parametrize("key", game_keys())
def test_every_game_can_be_collected(key: str, tmp_path: Path) -> None:
    saga = next(path for path in golden_sagas() if f"\ngame {key}\n" in path.read_text(encoding="utf-8"))
    counted = datasets.write(tmp_path, [saga])
    data = datasets.Dataset(tmp_path)
    assert (counted.games, counted.decisions) == (1, len(data))
    assert data.observations(np.array([len(data) - 1])).any()
    assert data.saga(0).digest == Saga.read(saga.read_text(encoding="utf-8")).digest


def test_a_game_that_was_not_finished_has_no_rewards(arena: Path, tmp_path: Path) -> None:
    saga = Saga.read(sorted(arena.rglob("*.saga"))[0].read_text(encoding="utf-8"))
    saga.steps, saga.digest, saga.score = saga.steps[:30], "", []
    datasets.write(tmp_path, [saga])
    data = datasets.Dataset(tmp_path)
    assert data.games["places"].to_pylist() == [None]
    assert data.decisions["reward"].null_count == len(data) == 30


def test_what_is_wrong_is_said(arena: Path, data: datasets.Dataset, tmp_path: Path) -> None:
    with pytest.raises(datasets.DatasetError, match="no sagas"):
        datasets.write(tmp_path / "none", [tmp_path])
    with pytest.raises(datasets.DatasetError, match="there is no"):
        datasets.write(tmp_path / "none", [tmp_path / "nowhere.saga"])
    with pytest.raises(datasets.DatasetError, match="holds no dataset"):
        datasets.Dataset(tmp_path)
    text = sorted(arena.rglob("*.saga"))[0].read_text(encoding="utf-8")
    for wrong in ("0 fly", "1 draw", "0 hut"):
        (tmp_path / "wrong.saga").write_text(text.replace("0 draw", wrong, 1), encoding="utf-8")
        with pytest.raises(datasets.DatasetError, match=r"wrong\.saga: line \d+"):
            datasets.write(tmp_path / "none", [tmp_path / "wrong.saga"])
    assert not list((tmp_path / "none").glob("*")), "nothing is left of a dataset that failed"
    eketorp = next(path for path in golden_sagas() if "\ngame eketorp\n" in path.read_text(encoding="utf-8"))
    with pytest.raises(datasets.DatasetError, match="a saga of eketorp, not of fjords"):
        datasets.write(tmp_path / "none", [arena, eketorp])
    datasets.write(tmp_path / "some", [data.saga(0)])
    with pytest.raises(datasets.DatasetError, match="already holds a dataset"):
        datasets.write(tmp_path / "some", [data.saga(0)])


def test_the_command_collects(arena: Path, tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["dataset", str(tmp_path / "data"), str(arena), "--observations"])
    assert told.exit_code == 0, told.output
    assert "4 games" in told.output
    again = CliRunner().invoke(app, ["dataset", str(tmp_path / "data"), str(arena)])
    assert isinstance(again.exception, dataset.CannotCollect)
