"""Villages, buildings and army (GR-134 to GR-144, GR-153 to GR-158)."""

from typing import Any

import pytest

from skali.core import Components
from skali.games.graenaland import Graenaland
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import (
    BUILDINGS,
    GAME,
    given,
    hand,
    phase,
    player,
    start,
    territory,
)

RICH = "grain 8 cattle 8 wood 8 ore 12"


@rule("GR-134")
def test_a_village_goes_where_or_beside_where_he_has_a_colony() -> None:
    table = given().nobody_anywhere().villages("P1", 1).hand(0, RICH).build(True)
    table.plays("build village")
    assert table.offers() == ["at P1", "at F1", "at I1"]
    assert table.refuses("at F2", because="GR-134")  # two along the coast is not adjacent
    table.plays("at F1")
    pay_plainly(table)
    table.plays("build village")
    assert table.offers("at F2"), "a colony built in the same phase counts"


def pay_plainly(table: Table) -> None:
    while phase(table) == "payment":
        table.plays(table.offers()[0])


@rule("GR-135", "GR-136")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_village_prices(seats: int) -> None:
    for each in start(seats).view(-1)["territories"]:
        total = 6 if each["terrain"] == "mountains" else 4 if each["row"] == "coast" else 5
        assert sum(each["village_price"].values()) == total
        item = next(item for item in GAME.components.items("tile") if item.get("id") == each["id"])
        assert each["village_price"] == item.get("village")


@rule("GR-136")
def test_a_village_costs_what_its_tile_says() -> None:
    table = given(3).nobody_anywhere().villages("H1", 1).hand(0, "cattle 2 grain 1 ore 1").build(True)
    table.plays("build village")
    assert sorted(table.happened("paid")[0]["cards"]) == ["cattle", "cattle", "grain", "ore"]


@rule("GR-137")
def test_any_number_of_villages_of_any_players() -> None:
    table = given().villages("P1", 6, 5, 4, 3).hand(0, "wood 2 cattle 2").villages("F1").build(True)
    table.plays("build village")
    assert territory(table, "P1")["villages"] == [7, 5, 4, 3]


@rule("GR-138")
def test_villages_stand_in_mountains() -> None:
    table = given().nobody_anywhere().villages("M1", 1).hand(0, "wood 2 grain 2 cattle 2").build(True)
    table.plays("build village")
    table.plays("at M1")
    pay_plainly(table)
    assert territory(table, "M1")["villages"][0] == 2


@rule("GR-139")
@pytest.mark.parametrize("kind", BUILDINGS)
def test_a_building_needs_an_own_village_there(kind: str) -> None:
    table = given().nobody_anywhere().villages("P1", 1).villages("F1", 1).villages("F2", 0, 1).hand(0, RICH).build(True)
    table.plays(f"build {kind}")
    assert table.offers() == ["at P1", "at F1"]
    assert table.refuses("at F2", because="GR-139")


@rule("GR-140")
@pytest.mark.parametrize("kind", BUILDINGS)
def test_one_of_each_kind_for_all_players_together(kind: str) -> None:
    position = given().nobody_anywhere().villages("P1", 1, 1).villages("F1", 1).villages("F2", 1).hand(0, RICH)
    position.building(kind, "P1", 1)
    if kind != "keep":
        position.hero(1, {"church": "priest", "hall": "minstrel"}[kind], "P1")
    table = position.build(True)
    table.plays(f"build {kind}")
    assert table.offers() == ["at F1", "at F2"]
    assert table.refuses("at P1", because="GR-140")


@rule("GR-141")
@pytest.mark.parametrize("kind", BUILDINGS)
def test_no_building_in_mountains(kind: str) -> None:
    table = given().nobody_anywhere().villages("M1", 1).hand(0, RICH).build(True)
    assert table.refuses(f"build {kind}", because="GR-141")
    table = given().nobody_anywhere().villages("M1", 1).villages("I1", 1).villages("P1", 1).hand(0, RICH).build(True)
    table.plays(f"build {kind}")
    assert table.offers() == ["at P1", "at I1"]
    assert table.refuses("at M1", because="GR-141")
    assert not territory(table, "M1")["building_slots"] and territory(table, "I1")["building_slots"]


@rule("GR-142")
def test_several_buildings_here_and_of_a_kind_elsewhere() -> None:
    table = given().nobody_anywhere().villages("P1", 1).villages("F1", 1).hand(0, RICH).build(True)
    for kind in BUILDINGS:
        table.plays(f"build {kind}")
        table.plays("at P1")
        pay_plainly(table)
    assert set(territory(table, "P1")["buildings"].values()) == {0}
    table.plays("build keep")
    assert territory(table, "F1")["buildings"]["keep"] == 0


@rule("GR-143")
def test_prices_of_buildings() -> None:
    prices = start().view(-1)["prices"]
    assert prices["keep"] == {"wood": 2, "ore": 3}
    assert prices["church"] == {"grain": 2, "wood": 1, "ore": 2}
    assert prices["hall"] == {"grain": 1, "cattle": 2, "wood": 1, "ore": 1}
    for kind in BUILDINGS:
        cards = " ".join(f"{face} {count}" for face, count in prices[kind].items())
        table = given().nobody_anywhere().villages("P1", 1).hand(0, cards).build(True)
        table.plays(f"build {kind}")
        assert territory(table, "P1")["buildings"][kind] == 0 and hand(table, 0) == {}


@rule("GR-144")
def test_a_building_is_a_colony() -> None:
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "ore 3 wood 2").build(True)
    houses, limit = player(table, 0)["houses"], territory(table, "P1")["limit"]
    table.plays("build keep")
    shown = territory(table, "P1")
    assert player(table, 0)["houses"] == houses - 1
    assert shown["limit"] == limit + 1
    assert shown["colonies"][0] == 2 and shown["votes"][0] == 2
    assert player(table, 0)["standing"]["colonies"] == 2


# Army


def army_table(cards: str, **keeps: str) -> Table:
    position = given(5).nobody_anywhere().villages("P1", 1).villages("F1", 1).villages("H1", 1)
    for name in keeps.values():
        position.building("keep", name, 0)
    return position.hand(0, cards).build(True)


@rule("GR-153")
def test_an_army_step_is_for_good_and_may_be_repeated() -> None:
    table = army_table("grain 8 ore 2")
    table.plays("build army")
    assert player(table, 0)["army"] == 2
    table.plays("build army")
    assert player(table, 0)["army"] == 3


@rule("GR-154")
def test_peasants_cost_four_grain_and_an_ore() -> None:
    table = army_table("grain 4 ore 1")
    table.plays("build army")
    assert sorted(table.happened("paid")[0]["cards"]) == ["grain"] * 4 + ["ore"]
    assert table.happened("recruits") == [{"seat": 0, "unit": "peasants"}]


@rule("GR-155", "GR-157", "EX-GR-08")
def test_keeps_in_plains_and_forest() -> None:
    table = army_table("grain 4 ore 1 cattle 1 wood 1", a="P1", b="F1")
    table.plays("build army")
    assert table.offers() == ["recruit peasants", "recruit archers", "recruit cavalry"]
    assert table.refuses("recruit swordsmen", because="GR-155")
    for unit, cards in (
        ("peasants", ["grain"] * 4 + ["ore"]),
        ("archers", ["grain", "ore", "wood"]),
        ("cavalry", ["cattle", "grain", "ore"]),
    ):
        trial = army_table("grain 4 ore 1 cattle 1 wood 1", a="P1", b="F1")
        trial.plays("build army")
        trial.plays(f"recruit {unit}")
        assert sorted(trial.happened("paid")[0]["cards"]) == cards


@rule("GR-155", "GR-156", "EX-GR-29")
@pytest.mark.parametrize("keep", ["H1", "I1"])
def test_a_hills_keep_gives_swordsmen(keep: str) -> None:
    position = given(5).nobody_anywhere().villages(keep, 1).building("keep", keep, 0)
    table = position.hand(0, "grain 4 ore 2").build(True)
    table.plays("build army")
    assert table.offers() == ["recruit peasants", "recruit swordsmen"]
    table.plays("recruit swordsmen")
    assert sorted(table.happened("paid")[0]["cards"]) == ["grain", "ore", "ore"]


@rule("GR-157")
def test_a_keep_built_earlier_in_the_phase_counts() -> None:
    table = army_table("ore 4 wood 3 grain 1")
    assert not table.offers("build army")
    table.plays("build keep")
    table.plays("at F1")
    pay_plainly(table)
    table.plays("build army")
    assert table.happened("recruits") == [{"seat": 0, "unit": "archers"}]


@rule("GR-157")
def test_equal_prices_are_offered_once() -> None:
    """With components in which archers cost what peasants do, the archers are not offered."""
    data: dict[str, Any] = {**GAME.components.data}
    data["price"] = [dict(each) for each in data["price"]]
    for each in data["price"]:
        if each["item"] == "archers":
            each |= {"grain": 4, "ore": 1, "wood": 0}
    game = Graenaland(Components("equal.toml", data))
    saved = army_table("grain 8 ore 4 cattle 1", a="P1", b="F1").state.to_dict()
    table = Table(game.load(saved))
    table.plays("build army")
    assert table.offers() == ["recruit peasants", "recruit cavalry"]
    assert table.refuses("recruit archers", because="GR-157")


@rule("GR-158")
def test_all_units_are_alike() -> None:
    strengths = set()
    for unit in ("peasants", "archers", "cavalry"):
        table = army_table("grain 4 ore 1 cattle 1 wood 1", a="P1", b="F1")
        table.plays("build army")
        table.plays(f"recruit {unit}")
        strengths.add(player(table, 0)["army"])
    assert strengths == {2}


@rule("GR-113", "GR-157")
def test_a_unit_that_cannot_be_paid_is_refused() -> None:
    table = army_table("grain 4 ore 1 cattle 1", a="P1", b="F1")
    table.plays("build army")
    assert table.refuses("recruit archers", because="GR-113")
