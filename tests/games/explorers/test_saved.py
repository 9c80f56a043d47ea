"""Saved positions: what is damaged, out of bounds or missing is refused with a ``LoadError``."""

from collections.abc import Callable
from typing import Any

import pytest

from skali.core import LoadError
from skali.kit.rule import rule
from tests.games.explorers.given import GAME, THREE, A, cell_number, given


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


DAMAGED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "five seats": (put("seats", 5), "seats"),
    "seats as a switch": (put("seats", True), "seats"),
    "a side that was not chosen": (put("side", "B-back"), "side"),
    "an unknown option": (put("options", {"start_side": "C"}), "option"),
    "an unknown phase": (put("phase", "sleep"), "phase"),
    "a third seat": (put("active", 2), "active"),
    "five points": (put("points", 5), "points"),
    "a 49th turn": (put("turn", 49), "turn"),
    "a tile turned so that it does not match": (put("tiles", 0, 2, 5), "no order of placing"),
    "a tile apart": (put("tiles", 0, 1, cell_number("9,9")), "no order of placing"),
    "a fixed tile elsewhere": (put("tiles", 2, 1, cell_number("9,9")), "tile must be"),
    "a tile off the grid": (put("tiles", 0, 1, 10201), "cell must be"),
    "a tile laid and discarded": (put("discarded", [40]), "exactly once"),
    "a tile that is missing": (put("players", 0, "hand", [4, 5]), "exactly once"),
    "an empty hand beside a stack": (put("players", 0, "hand", []), "no tile in hand"),
    "livestock that is missing": (put("supply", [0, 0, 0, 0, 0, 0]), "livestock adds up"),
    "a settlement too many": (put("settlements", [3, 4, 4, 3]), "settlements add up"),
    "a ship too many": (put("unturned", [6, 6]), "ships"),
    "more enemy ships than there are": (put("enemy_ships", list(range(12))), "enemy ships"),
    "a settlement of strength 1": (put("land", 0, 7, 1), "strength from 2 to 5"),
    "livestock at sea": (put("land", 0, 0, 135), "no land region 135"),
    "Vikings where no tile lies": (put("players", 0, "vikings", [60] * 7), "no land region 60"),
    "a longship ashore": (put("players", 0, "longship", 0), "no sea region 0"),
    "two captains after the choice": (put("players", 0, "captains", [1, 2]), "captain"),
    "a captain of another": (put("players", 0, "captains", [9, -1]), "twice"),
    "knowledge of a tile on the board": (put("players", 0, "known", [0]), "knows"),
    "an outpost at sea": (put("outposts", [[2 * cell_number("1,-1") + 1, 0]]), "outpost"),
    "an outpost where no tile lies": (put("outposts", [[2 * cell_number("5,5") + 1, 0]]), "no tile"),
    "a cargo that nobody loads": (put("step", [-1, -1, -1, -1, -1, 33]), "cargo"),
    "a generator of three words": (put("rng", [1, 2, 3]), "four words"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damage_is_refused_with_its_reason(what: str) -> None:
    change, complaint = DAMAGED[what]
    data = position()
    change(data)
    with pytest.raises(LoadError, match=complaint):
        GAME.load(data)


UNFINISHED: dict[str, tuple[str, list[int], str]] = {
    "a tile that is not in hand": ("cell", [3, -1, -1, -1, -1, 0], "not in hand"),
    "a cell where nothing can lie": ("turn", [45, 0, -1, -1, -1, 0], "nothing to decide"),
    "a walk from nowhere": ("march_to", [-1, -1, -1, -1, -1, 0], "region must be"),
    "a walk from where nobody is": ("march_to", [-1, -1, 0, -1, -1, 0], "XN-091"),
    "a walk to where no way leads": ("march_with", [-1, -1, 132, 132, -1, 0], "not linked"),
    "livestock that is not there": ("herd_to", [-1, -1, 132, -1, 4, 0], "XN-100"),
    "no livestock": ("herd_to", [-1, -1, 132, -1, -1, 0], "no livestock"),
    "a cargo that is not aboard": ("unload", [-1, -1, -1, -1, -1, 9], "XN-070"),
    "a cargo in the wrong order": ("unload", [-1, -1, -1, -1, -1, (11 << 5) | 8], "XN-D08"),
}


@pytest.mark.parametrize("what", UNFINISHED)
def test_a_step_that_could_not_have_been_chosen_is_refused(what: str) -> None:
    phase, step, complaint = UNFINISHED[what]
    data = position()
    data["players"][0]["longship"] = 22 * 6 + 3
    data |= {"phase": phase, "step": step}
    with pytest.raises(LoadError, match=complaint):
        GAME.load(data)


@rule("XN-080")
def test_a_longship_that_cannot_sail_is_not_loaded_while_it_sails() -> None:
    """With nobody aboard every move would be refused."""
    sailing = given(vikings={A: {"aboard": 1}})
    sailing.plays("sail")
    data = sailing.state.to_dict()
    assert GAME.load(data).legal_moves(A)
    data["players"][A]["vikings"] = [400] * 7
    with pytest.raises(LoadError, match="seat 0 has nothing to decide"):
        GAME.load(data)


@rule("XN-073")
def test_livestock_without_a_viking_aboard_is_not_loaded_while_it_is_unloaded() -> None:
    unloading = given(vikings={A: {"aboard": 1}}, cargo={A: "goat"})
    data = unloading.state.to_dict() | {"phase": "unload"}
    assert GAME.load(data).legal_moves(A)
    data["players"][A]["vikings"] = [400] * 7
    with pytest.raises(LoadError, match="seat 0 has nothing to decide"):
        GAME.load(data)


@rule("XN-155")
def test_a_solo_stack_from_which_three_tiles_cannot_always_be_drawn_is_refused() -> None:
    data = given(seats=1).state.to_dict()
    data["discarded"] = [data["stack"].pop()]
    with pytest.raises(LoadError, match="three by three"):
        GAME.load(data)


@rule("XN-058")
def test_an_action_that_cannot_be_paid_is_not_loaded() -> None:
    building = given(THREE, vikings={A: {"aboard": 1, "1,-1": 2, "0,0": 2}})
    data = building.state.to_dict() | {"phase": "build"}
    assert GAME.load(data).legal_moves(A)
    with pytest.raises(LoadError, match="XN-058"):
        GAME.load(data | {"points": 1})


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
