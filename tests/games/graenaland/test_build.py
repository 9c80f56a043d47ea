"""Phase 4: build in general and supply cards (GR-108 to GR-121)."""

import pytest

from skali.kit.rule import rule
from tests.games.graenaland.given import builds, given, hand, hand_size, phase, player, start, territory


@rule("GR-108")
def test_the_leader_carries_out_any_number_of_projects_in_any_order() -> None:
    for order in (("army", "village"), ("village", "army")):
        table = given().hand(0, "grain 4 ore 1 wood 2 cattle 2").villages("F1").build(supply_taken=True)
        assert table.awaits == [0]
        for project in order:
            builds(table, project, "P1")
        assert player(table, 0)["army"] == 2
        assert territory(table, "P1")["villages"][0] == 2


@rule("GR-109")
def test_a_project_is_paid_and_completed_before_the_next() -> None:
    table = given().hand(0, "wood 3 cattle 3 gold 1").villages("F1").build(supply_taken=True)
    table.plays("build village")
    assert phase(table) == "payment"
    assert territory(table, "P1")["villages"][0] == 1
    assert table.refuses("build village", because="GR-133")
    table.plays("spend 0 gold")
    assert hand(table, 0) == {"wood": 1, "cattle": 1, "gold": 1}
    assert territory(table, "P1")["villages"][0] == 2


@rule("GR-110")
def test_a_colony_needs_a_house() -> None:
    position = given().villages("P1", 12).hand(0, "wood 4 cattle 2 ore 3")
    table = position.build()
    assert player(table, 0)["houses"] == 0
    assert table.refuses("build village", because="GR-110")
    assert table.refuses("build keep", because="GR-110")
    assert position.villages("P1", 11).build().offers("build keep")


@rule("EX-GR-40", "GR-110", "GR-016")
def test_thirteen_colonies_and_army_nine() -> None:
    table = given().villages("P1", 12).army(0, 9).hand(0, "grain 8 ore 5 wood 4 cattle 4").build()
    assert [move for move in table.offers() if move.startswith("build")] == [
        "build army",
        "build road",
        "build improvement",
        "build market",
        "build palisade",
    ]
    table.plays("build army")
    assert player(table, 0)["army"] == 10
    assert not table.offers("build army")


@rule("GR-112")
def test_nothing_that_was_built_is_ever_removed() -> None:
    for seed in range(4):
        table = start(4, seed)
        built = [0] * 12
        step = 0
        while not table.state.is_over():
            seat = table.awaits[0]
            legal = table.state.legal_moves(seat)
            table.state.apply(seat, legal[(step * 5 + seed) % len(legal)])
            step += 1
            data = table.state.to_dict()
            now = [sum(sum(row[seat] for row in data["villages"]) for seat in range(4))]
            now += [sum(owner >= 0 for row in data["buildings"] for owner in row)]
            now += data["armies"] + [works.bit_count() for works in data["works"]]
            assert all(new >= old for new, old in zip(now, built, strict=False))
            built = now


@rule("GR-113")
def test_only_what_can_be_paid_is_offered() -> None:
    table = given().villages("F1").hand(0, "wood 2 cattle 1 grain 1").build()
    assert table.offers() == ["supply", "build market", "joint work"]
    assert table.refuses("build village", because="GR-113")
    assert table.refuses("build army", because="GR-113")
    table = given().villages("F1").hand(0, "wood 2 cattle 2").build()
    table.plays("build village")
    assert territory(table, "P1")["villages"][0] == 2


@rule("GR-113")
def test_a_territory_that_cannot_be_paid_is_refused() -> None:
    table = given().villages("F1", 1).hand(0, "wood 2 cattle 2 grain 2").build()
    table.plays("build village")
    assert table.offers() == ["at P1", "at F1", "at F2", "at I1", "at M1"]
    assert table.refuses("at I2", because="GR-134")
    poor = given().nobody_anywhere().villages("F1", 1).hand(0, "grain 2 cattle 2").build()
    poor.plays("build village")
    assert poor.offers() == ["at F1", "at F2"]
    assert poor.refuses("at P1", because="GR-113")
    assert poor.refuses("at M1", because="GR-113")


@rule("GR-114")
def test_the_end_is_offered_only_when_no_supply_card_is_due() -> None:
    table = given().hand(0, "grain 4 ore 1").build()
    assert table.refuses("end", because="GR-114")
    table.plays("supply")
    table.plays("take ore/ore")
    assert table.offers("end")
    table.plays("end")
    assert table.view(-1)["leader"] == 1


@rule("GR-115")
@pytest.mark.parametrize("moment", [0, 1, 2])
def test_one_supply_card_before_between_or_after_projects(moment: int) -> None:
    table = given().villages("F1").hand(0, "grain 8 ore 2").build()
    for step in range(3):
        if step == moment:
            table.plays("supply")
            table.plays("take wood/wood")
            assert table.refuses("supply", because="GR-115")
        if step < 2:
            table.plays("build army")
    assert player(table, 0)["army"] == 3
    assert player(table, 0)["backs"]["ship"] == 1


@rule("GR-115")
def test_only_a_card_of_the_display_can_be_taken() -> None:
    table = given().display("grain/grain", "wood/ore", "ore/ore", "cattle/wood").build()
    table.plays("supply")
    assert table.offers() == ["take grain/grain", "take cattle/wood", "take wood/ore", "take ore/ore"]
    assert table.refuses("take wood/wood", because="GR-115")


@rule("GR-116")
def test_it_must_be_taken_but_not_in_the_middle_of_a_payment() -> None:
    table = given().villages("F1").hand(0, "wood 3 cattle 3 gold 1").build()
    table.plays("build village")
    assert phase(table) == "payment"
    assert table.refuses("supply", because="GR-133")
    empty = given().display().hand(0, "grain 4 ore 1").build()
    assert empty.refuses("supply", because="GR-116")
    assert empty.offers("end")


@rule("GR-117")
def test_the_card_may_be_spent_at_once_or_kept() -> None:
    table = given().villages("F1").hand(0, "ore 1 grain 2").build()
    assert not table.offers("build army")
    table.plays("supply")
    table.plays("take grain/grain")
    table.plays("build army")
    assert player(table, 0)["army"] == 2 and hand_size(table, 0) == 0
    kept = given().villages("F1").hand(0, "ore 1 grain 2").build()
    kept.plays("supply")
    kept.plays("take grain/grain")
    kept.plays("end")
    assert hand(kept, 0) == {"grain/grain": 1, "ore": 1, "grain": 2}


@rule("GR-118")
def test_the_gap_stays_until_the_end_of_the_turn() -> None:
    table = given().hand(0, "grain 4 ore 1").build()
    table.plays("supply")
    table.plays("take wood/wood")
    left = ["grain/grain", "cattle/cattle", "ore/ore"]
    assert [card["card"] for card in table.view(-1)["supply"]["display"]] == left
    table.plays("build army")
    assert [card["card"] for card in table.view(-1)["supply"]["display"]] == left
    table.plays("end")
    assert len(table.view(-1)["supply"]["display"]) == 4


@rule("GR-119", "GR-120")
def test_a_supply_card_pays_one_symbol_or_both_of_one_project() -> None:
    """Market: grain 1 cattle 1 wood 1. The card grain/wood pays two units; grain/ore pays one and the ore is lost."""
    both = given().villages("F1").hand(0, "grain/wood 1 cattle 1").build(supply_taken=True)
    both.plays("build market")
    assert hand(both, 0) == {} and "market" in territory(both, "P1")["works"]
    one = given().villages("F1").hand(0, "grain/ore 1 cattle 1 wood 1").build(supply_taken=True)
    one.plays("build market")
    assert hand(one, 0) == {}
    assert [card["card"] for card in one.view(-1)["supply"]["discard"]] == ["grain/ore"]
    two = given().villages("F1").hand(0, "grain/ore 1 grain 4 cattle 1 wood 1").build(supply_taken=True)
    two.plays("build market")
    two.plays("spend 1 grain/ore")
    assert not two.offers("build army"), "the lost ore pays nothing else"


@rule("GR-128")
def test_of_equal_cards_the_lower_is_taken() -> None:
    position = given()
    position.data["supply_deck"] = sorted(set(position.data["supply_deck"]) - {1, 4} | {0, 5})
    position.data["display"] = [1, 4, 10, 15]  # two cards grain/cattle
    table = position.build()
    table.plays("supply")
    assert table.offers() == ["take grain/cattle", "take wood/wood", "take ore/ore"]
    table.plays("take grain/cattle")
    assert table.state.to_dict()["supplies"][0] == [1]
