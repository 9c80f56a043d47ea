"""What happens by itself is told on the board to its own player alone; what a page must know comes with view and prompt."""

from skali.core import SPECTATOR, Event
from skali.kit.rule import rule
from tests.games.eketorp.given import EketorpTable, position


def notices(events: list[Event]) -> list[tuple[str, str, list[int]]]:
    """Kind, rule and audience of the notices."""
    viewers = (SPECTATOR, 0, 1, 2, 3)
    return [(each.kind, each.rule, [v for v in viewers if each.seen_by(v)]) for each in events if each.notice]


@rule("EK-047")
def test_who_has_one_battle_alone_is_told_that_it_was_called() -> None:
    table = position(fields="A 1 grass")
    assert notices(table.deploy(red="A", blue="A")) == [("only_battle", "EK-047", [0])]
    assert table.now["battle"]["place"] == {"field": "A"}


@rule("EK-047")
def test_who_chooses_a_battle_is_told_nothing() -> None:
    table = position(fields="A 1 grass; B 1 grass")
    assert notices(table.deploy(red="A B", blue="A B")) == []
    assert table.phase == "call"


@rule("EK-032")
def test_who_has_nobody_at_home_is_told_so() -> None:
    table = position(hospital={"blue": [6, 0, 0, 0]})
    assert notices(table.deploy()) == [("nobody_home", "EK-032", [1])]


@rule("EK-081")
def test_a_besieger_for_whom_every_brick_is_too_dear_is_told_so() -> None:
    table = position(castles={"blue": "1 stone"}, hands={"red": "5 5 5 5", "blue": "3 3 3 3"})
    table.deploy(red="blue catapult")
    assert notices(table.fight(5, 3)) == [("nothing_to_loot", "EK-081", [0])]


def test_bricks_with_one_way_to_lie_are_told_only_to_who_was_not_asked() -> None:
    full = "1 grass grass grass; 2 grass grass grass; 3 grass grass grass; 4 grass wood wood; 5 wood wood wood"
    table = position(fields="A 1 grass; B 2 wood", castles={"red": full, "blue": full + "; 6 wood"})
    assert notices(table.deploy(red="A", blue="B B")) == [
        ("only_way_to_build", "EK-D9", [0]),
        ("only_way_to_build", "EK-096", [1]),
    ]
    table = position(fields="A 2 grass", castles={"red": "1 grass grass; 2 grass; 3 grass; 4 grass; 5 grass grass"})
    assert notices(table.deploy(red="A A")) == []
    events = table.by("red", "build grass on 6")
    assert [each.data["site"] for each in events if each.kind == "built"] == [6, 6], "the second had no other place"
    assert notices(events) == []


@rule("EK-026", "EK-027")
def test_a_deployment_is_told_how_many_vikings_each_place_takes() -> None:
    table = position(hospital={"red": [2, 0, 0, 0]})
    asked = table.state.prompt(0).data
    assert asked["left"] == 4
    assert [each["room"] for each in asked["room"]] == [4] * 7 + [1] * 9
    assert [each.get("castle") for each in asked["room"][7:]] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    table.by("red", "send to blue boat")
    after = table.state.prompt(0).data["room"]
    assert {"castle": 1, "engine": "boat", "room": 1} not in after
    assert {"castle": 1, "engine": "ram", "room": 1} in after


def settled(table: EketorpTable) -> list[bool]:
    return [table.state.view(seat)["settled"] for seat in (SPECTATOR, 0, 1, 2, 3)]


@rule("EK-044", "EK-048")
def test_battles_are_settled_for_those_whom_none_concerns_any_more() -> None:
    table = position(fields="A 1 grass")
    assert settled(table) == [False] * 5, "nothing is before the battles"
    table.deploy(red="A, yellow ram", blue="A")
    assert settled(table) == [False, False, False, False, True], "red and blue fight, the castle of yellow is besieged"
    table.calls("red", "A")
    table.fight(2, 5)
    assert table.now["battle"]["kind"] == "siege"
    assert settled(table) == [False, False, True, False, True]
