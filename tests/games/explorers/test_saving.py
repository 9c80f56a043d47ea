"""Loading refuses what the rules could not have led to, and says why."""

from collections.abc import Callable
from typing import Any

import pytest

from skali.core import LoadError
from skali.kit.rule import rule
from tests.games.explorers.build import GAME, THREE, A, cell_number, given


def position() -> dict[str, Any]:
    table = given(
        THREE,
        vikings={A: {"aboard": 1, "1,-1": 2}},
        cargo={A: "goat"},
        outposts={"0,-1 SE": A},
        settlements={A: [3]},
        sunk={A: "safe"},
    )
    return table.state.to_dict()


def test_the_position_itself_is_accepted() -> None:
    assert GAME.load(position()).to_dict() == position()


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Sets a value deep in the data: the last of the path is the value."""

    def change(data: dict[str, Any]) -> None:
        *keys, last, value = path
        inner: Any = data
        for key in keys:
            inner = inner[key]
        inner[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (put("seats", 5), "seats"),
        (put("seats", True), "seats"),
        (put("side", "B-back"), "side"),
        (put("options", {"start_side": "C"}), "option"),
        (put("phase", "sleep"), "phase"),
        (put("active", 2), "active"),
        (put("points", 5), "points"),
        (put("turn", 49), "turn"),
        (put("tiles", 0, 2, 5), "no order of placing"),
        (put("tiles", 0, 1, cell_number("9,9")), "no order of placing"),
        (put("tiles", 2, 1, cell_number("9,9")), "fixed tile"),
        (put("supply", [0, 0, 0, 0, 0, 0]), "livestock"),
        (put("settlements", [3, 4, 4, 3]), "settlements"),
        (put("unturned", [6, 6]), "ships"),
        (put("enemy_ships", [22]), "enemy ship"),
        (put("players", 0, "vikings", [60] * 7), "no land region 60"),
        (put("players", 0, "longship", 0), "longship"),
        (put("players", 0, "longship", 3), "longship"),
        (put("players", 0, "captains", [1, 2]), "captain"),
        (put("players", 0, "captains", [9, -1]), "twice"),
        (put("players", 0, "known", [0]), "knows"),
        (put("outposts", [[2 * cell_number("1,-1") + 1, 0]]), "outpost"),
        (put("outposts", [[2 * cell_number("5,5") + 1, 0]]), "no tile"),
        (put("discarded", [40]), "exactly once"),
        (put("step", [3, -1, -1, -1, -1, 0]), "tile is chosen"),
        (put("step", [-1, -1, 132, -1, -1, 0]), "origin"),
        (put("step", [-1, -1, -1, -1, -1, 33]), "cargo"),
        (put("rng", [1, 2, 3]), "four words"),
    ],
)
def test_damage_is_refused_with_its_reason(change: Callable[[dict[str, Any]], None], complaint: str) -> None:
    data = position()
    change(data)
    with pytest.raises(LoadError, match=complaint):
        GAME.load(data)


def test_a_raid_that_should_have_happened_is_refused() -> None:
    with pytest.raises(LoadError, match="XN-095"):
        given("X15 at 2,-1 turn 5", strengths={"2,-1": 2}, vikings={A: {"2,-1": 2}})


@rule("XN-080")
def test_a_longship_that_cannot_sail_is_not_loaded_while_it_sails() -> None:
    """With nobody aboard every move would be refused."""
    sailing = given(vikings={A: {"aboard": 1}})
    sailing.plays("sail")
    data = sailing.state.to_dict()
    assert GAME.load(data).legal_moves(A)
    data["players"][A]["vikings"] = [400] * 7
    with pytest.raises(LoadError, match="XN-080"):
        GAME.load(data)


def test_an_unfinished_action_can_be_saved_at_every_step() -> None:
    table = given(THREE, vikings={A: {"1,-1": 3}}, longships={A: "1,-1"}, livestock={"1,-1": "pig goat"})
    for moves in (
        ("load", "take viking from land-1"),
        ("march", "march to 0,0"),
        ("herd", "herd pig"),
    ):
        trial = type(table)(table.state.copy())
        for move in moves:
            trial.plays(move)
            again = GAME.load(trial.state.to_dict())
            assert again.digest() == trial.state.digest()
            assert again.legal_moves(A) == trial.state.legal_moves(A)
