"""Saved positions: what the rules could not have led to is refused."""

from typing import Any

import pytest

from skali.core import LoadError
from tests.games.eketorp.build import GAME, position


def refused(data: dict[str, Any], because: str) -> None:
    with pytest.raises(LoadError, match=because):
        GAME.load(data)


def a_position() -> dict[str, Any]:
    return position(fields="A 2 grass", castles={"red": "1 grass"}, hospital={"red": [0, 1, 0, 0]}).state.to_dict()


def test_a_sound_position_is_accepted() -> None:
    data = a_position()
    assert GAME.load(data).to_dict() == data


@pytest.mark.parametrize(
    ("change", "because"),
    [
        (lambda data: data["supply"].__setitem__(0, 10), "bricks add up"),
        (lambda data: data["draw_pile"].__setitem__(0, 1), "battle cards add up"),
        (lambda data: data["players"][0].__setitem__("home", 6), "vikings"),
        (lambda data: data["players"][0]["tray"].__setitem__(0, 1), "EK-066"),
        (lambda data: data["players"][0]["castle"][0].extend(["wood"] * 3), "EK-092"),
        (lambda data: data["players"][0]["castle"][0].append("gold"), "brick must be one of"),
        (lambda data: data["fields"].__setitem__(0, [0, 2]), "kind of brick"),
        (lambda data: data.__setitem__("deploying", []), "owe a deployment"),
        (lambda data: data.__setitem__("phase", "cards"), "deployment"),
        (lambda data: data.__setitem__("phase", "build"), "deployment"),
        (lambda data: data.__setitem__("round", 11), "round must be"),
        (lambda data: data.__setitem__("round", 2), "turned up"),
        (lambda data: data.__setitem__("seats", 2), "3 to 6"),
        (lambda data: data["options"].__setitem__("hospital_exit", "never"), "hospital_exit"),
        (lambda data: data["memory"].__setitem__(0, [9] * 6), "remembered"),
        (lambda data: data.__setitem__("weak_hands", [[0, [1, 2, 3, 4]]]), "EK-014"),
        (lambda data: data["rng"].pop(), "four words"),
        (lambda data: data["players"][0].__setitem__("amulets", 6), "amulets must be"),
        (lambda data: data["players"][0].__setitem__("hand", [True] * 6), "hand must be"),
        (lambda data: data["players"].pop(), "players must be a list of 4"),
    ],
)
def test_the_impossible_is_refused(change: Any, because: str) -> None:
    data = a_position()
    change(data)
    refused(data, because)


def test_a_battle_must_have_its_vikings() -> None:
    table = position(fields="A 1 grass")
    table.deploy(red="A", blue="A")
    data = table.state.to_dict()
    assert GAME.load(data).to_dict() == data
    data["place"] = 1
    refused(data, "EK-044")
    data["place"], data["opponent"] = 0, 2
    refused(data, "EK-045")
    data["opponent"], data["cards"] = 1, [3, 3]
    refused(data, "EK-059")
    data["cards"] = [1, 0]
    refused(data, "EK-059")


def test_more_discards_than_spent_amulets_are_refused() -> None:
    data = a_position()
    data["draw_pile"][0] -= 1
    data["discards"][0] += 1
    data["players"] = [player | {"amulets": 5} for player in data["players"]]
    refused(data, "amulets")


def test_nobody_besieges_himself() -> None:
    table = position()
    table.by("red", "send to blue ram")
    data = table.state.to_dict()
    data["players"][0]["siege"] = [0]
    refused(data, "EK-029")
