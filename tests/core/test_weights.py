"""Weights of a learned value: whole numbers with provenance; what does not fit is not used, and that is said in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skali.core import (
    Components,
    LearningHeuristic,
    Numbers,
    Rng,
    Weights,
    WeightsError,
    load_game,
    read_weights,
    write_weights,
)
from skali.core.weights import FRACTION, MOST, weights_or_none
from skali.games.graenaland import Graenaland
from skali.games.odin import Odin
from tests.core.interpreted import interpreted

FEATURES = ("one", "cows", "ships")
ROWS = ("early", "late")
NUMBERS = [[FRACTION, -2 * FRACTION, 3], [0, FRACTION // 2, -7]]


def written(folder: Path, **other: Any) -> Path:
    path = folder / "weights.json"
    write_weights(path, NUMBERS, FEATURES, ROWS, {"components": "c1", "rules": "1.0", **other})
    return path


def row(*values: int) -> Numbers:
    numbers = Numbers(len(values))
    for value in values:
        numbers.add(value)
    return numbers


def test_a_value_is_the_sum_of_features_by_weights() -> None:
    weights = Weights(NUMBERS, {})
    assert weights.value(0, row(1, 4, 0)) == 1 - 8
    assert weights.value(1, row(1, 4, 0)) == 2
    assert weights.value(0, row(1, 0, 65536 // 4)) == 1 + 3 / 4
    assert sum(weights.part(0, at, number) for at, number in enumerate((1, 4, 9))) == weights.value(0, row(1, 4, 9))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, seed=3)
    read = read_weights(path, FEATURES, ROWS, "c1", "1.0")
    assert read.to_rows() == NUMBERS
    assert read.provenance["seed"] == 3
    text = path.read_text(encoding="utf-8")
    assert written(tmp_path, seed=3).read_text(encoding="utf-8") == text, "the same weights give the same file"


@pytest.mark.parametrize(
    ("features", "rows", "components", "rules", "says"),
    [
        (FEATURES, ROWS, "c2", "1.0", "components c1, here are c2"),
        (FEATURES, ROWS, "c1", "1.1", "rules 1.0, here are 1.1"),
        (("one", "ships", "cows"), ROWS, "c1", "1.0", "features"),
        (FEATURES, ("early", "later"), "c1", "1.0", "features"),
    ],
)
def test_weights_for_something_else_are_refused(
    features: tuple[str, ...], rows: tuple[str, ...], components: str, rules: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(WeightsError, match=says):
        read_weights(written(tmp_path), features, rows, components, rules)


def test_missing_or_damaged_weights_are_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["weights"]["late"] = [1, 2]
    short = tmp_path / "short.json"
    short.write_text(json.dumps(data), encoding="utf-8")
    data["weights"]["late"] = [1, 2, 2 * MOST]
    large = tmp_path / "large.json"
    large.write_text(json.dumps(data), encoding="utf-8")
    cut = tmp_path / "cut.json"
    cut.write_text(path.read_text(encoding="utf-8")[:90], encoding="utf-8")
    for file in (tmp_path / "none.json", short, large, cut):
        assert weights_or_none(file, FEATURES, ROWS, "c1", "1.0") is None
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "judge by hand" in said
    assert weights_or_none(path, FEATURES, ROWS, "c1", "1.0") is not None
    assert capsys.readouterr().err == ""


def test_a_game_with_other_components_judges_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    usual = load_game("odin")
    assert isinstance(usual.heuristic, LearningHeuristic) and usual.heuristic.weights is not None
    spaces = [dict(space) for space in usual.components.data["space"]]
    market = next(space for space in spaces if space["name"] == "market_1")
    market["does"] = ["gain 2 beans + silver"]
    capsys.readouterr()
    changed = Odin(Components("changed.toml", {**usual.components.data, "space": spaces}))
    assert isinstance(changed.heuristic, LearningHeuristic) and changed.heuristic.weights is None
    assert "judge by hand" in capsys.readouterr().err


def test_without_weights_there_is_no_forecast_and_one_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    usual = load_game("graenaland")
    assert isinstance(usual.heuristic, LearningHeuristic) and usual.heuristic.forecast is not None
    assert usual.heuristic.forecast.weights is not None
    capsys.readouterr()
    pieces = {**usual.components.data["pieces"], "roads": 1}
    changed = Graenaland(Components("changed.toml", {**usual.components.data, "pieces": pieces}))
    assert isinstance(changed.heuristic, LearningHeuristic) and changed.heuristic.forecast is not None
    assert changed.heuristic.forecast.weights is None
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "judge by hand" in said


def judged() -> list[float]:
    """What the learned value says along a game of Odin, whatever runs it."""
    game = load_game("odin")
    heuristic = game.heuristic
    assert isinstance(heuristic, LearningHeuristic)
    state = game.start(2, 11)
    rng = Rng(11)
    numbers = Numbers(len(heuristic.features))
    found: list[float] = []
    while not state.is_over() and len(found) < 60:
        seat = state.to_act()[0]
        legal = state.legal_moves(seat)
        state.advance(seat, legal[rng.below(len(legal))])
        kind = int(heuristic.observe(state, 0, numbers))
        if kind >= 0 and heuristic.weights is not None:
            found.append(heuristic.weights.value(kind, numbers))
    return found


def forecast() -> list[float]:
    """What is expected of every seat along a game of Graenaland."""
    game = load_game("graenaland")
    assert game.heuristic is not None
    state = game.start(4, 11)
    rng = Rng(11)
    found: list[float] = []
    while len(found) < 240:
        seat = state.to_act()[0]
        legal = state.legal_moves(seat)
        state.advance(seat, legal[rng.below(len(legal))])
        found += [game.heuristic.line_worth(state, each) for each in range(4)]
    return found


@pytest.mark.parametrize(("what", "count"), [(judged, 60), (forecast, 240)])
def test_every_machine_judges_alike(what: Callable[[], list[float]], count: int) -> None:
    here = what()
    assert len(here) == count
    assert interpreted("tests.core.test_weights", what.__name__) == here
