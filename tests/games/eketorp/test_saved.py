"""Saved positions: damage, values out of bounds, lost pieces and positions that could not go on are refused."""

from typing import Any

import pytest

from skali.core import LoadError
from tests.games.eketorp.given import GAME, position


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
        (lambda data: data.update(phase="cards", deploying=[]), "initiator decides"),
        (lambda data: data.update(phase="call", deploying=[], initiator=0), "nothing to decide"),
        (lambda data: data.update(phase="build", deploying=[]), "nothing to decide"),
        (lambda data: data.__setitem__("round", 11), "round must be"),
        (lambda data: data.__setitem__("round", 2), "turned up"),
        (lambda data: data.__setitem__("seats", 2), "3 to 6"),
        (lambda data: data.__setitem__("seats", True), "3 to 6"),
        (lambda data: data.pop("besieged"), "'besieged' is missing"),
        (lambda data: data["options"].__setitem__("hospital_exit", "never"), "hospital_exit"),
        (lambda data: data["memory"].__setitem__(0, [9] * 6), "remembered"),
        (lambda data: data["promised"].append(8), "given-up cards of seat 0"),
        (lambda data: data.__setitem__("weak_hands", [[0, [1, 2, 3]]]), "weak hand must be"),
        (lambda data: data["rng"].pop(), "four words"),
        (lambda data: data["players"][0].__setitem__("amulets", 6), "amulets of seat 0 must be"),
        (lambda data: data["players"][0].__setitem__("hand", [True] * 6), "hand of seat 0 must be"),
        (lambda data: data["players"][0].pop("hand"), "no position of Eketorp"),
        (lambda data: data["players"].pop(), "players must be a list of 4"),
    ],
)
def test_damage_and_loss_are_refused(change: Any, because: str) -> None:
    data = a_position()
    change(data)
    refused(data, because)


def test_a_battle_must_have_its_vikings_and_cards() -> None:
    table = position(fields="A 1 grass")
    table.deploy(red="A", blue="A")
    data = table.state.to_dict()
    assert GAME.load(data).to_dict() == data
    refused(data | {"place": 1}, "EK-044")
    refused(data | {"place": -1}, "EK-044")
    refused(data | {"opponent": 2}, "EK-045")
    refused(data | {"opponent": -1}, "EK-045")
    refused(data | {"opponent": 0}, "EK-045")
    refused(data | {"cards": [3, 3]}, "EK-059")
    refused(data | {"cards": [1, 0]}, "EK-059")
    refused(data | {"cards": [0, 1]}, "EK-059")
    refused(data | {"phase": "exchange"}, "EK-052")
    refused(data | {"phase": "loot"}, "EK-080")
    refused(data | {"phase": "opponent", "active": 1}, "initiator decides")


def test_a_siege_is_carried_out_once() -> None:
    table = position(castles={"blue": "1 grass; 2 wood"}, hands={"red": "6 6 6 6", "blue": "1 1 1 1"})
    table.deploy(red="blue catapult")
    before = table.state.to_dict()
    table.fight(6, 1)
    table.by("red", "loot 1 and 1")
    after = table.state.to_dict()
    assert GAME.load(before).to_dict() == before
    assert GAME.load(after).to_dict() == after
    refused(before | {"besieged": after["besieged"]}, "EK-074")
    refused(after | {"besieged": []}, "EK-074")
    refused(after | {"removed": [0, 0, 0, 0], "supply": [52, 42, 12, 6]}, "nothing to decide")
    for data, because in ((before, "EK-087"), (after, "EK-074")):
        data["players"][0]["kept"][3] = 1
        data["supply"][0] -= 1
        refused(data, because)


def test_nobody_besieges_himself() -> None:
    table = position()
    table.by("red", "send to blue ram")
    data = table.state.to_dict()
    data["players"][0]["siege"] = [0]
    refused(data, "EK-029")
