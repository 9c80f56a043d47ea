"""The end of the game with the condition card (GR-190 to GR-205, GR-211)."""

import pytest

from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import (
    Given,
    everybody_passes,
    everybody_stays,
    given,
    hand,
    player,
    start,
    territory,
)


def standing(table: Table, seat: int = 0) -> dict[str, int]:
    counts: dict[str, int] = player(table, seat)["standing"]
    return counts


def met(table: Table, seat: int = 0) -> list[str]:
    return [line.key for line in table.state.score_sheet(seat, seat) if line.summed and line.points]


def alone(**villages: int) -> Given:
    """Seat 0 has only these villages; the others have one each, far away."""
    position = given().nobody_anywhere().villages("P2", 0, 1, 1, 1)
    for name, count in villages.items():
        position.villages(name, count)
    return position


@rule("GR-190")
@pytest.mark.parametrize(("army", "wins"), [(2, False), (3, True)])
def test_three_of_five_objectives_win(army: int, wins: bool) -> None:
    table = alone(P1=4, F1=4).army(0, army).end_of_build()
    assert (player(table, 0)["objectives"], player(table, 0)["missing"]) == ((3, 0) if wins else (2, 1))
    table.plays("end")
    assert table.view(-1)["winner"] == (0 if wins else None)
    assert bool(table.happened("announced_win")) == wins


@rule("GR-191")
def test_eight_colonies() -> None:
    assert met(alone(P1=3, F1=3, F2=1).orders()) == []
    assert met(alone(P1=1, F1=1, F2=1, I1=1, M1=1, I2=1).villages("P2", 1, 1, 1, 1).orders()) == []
    assert met(alone(P1=1, F1=1, F2=1, I1=1, M1=1, I2=1).villages("P2", 2, 1, 1, 1).orders()) == ["colonies"]


@rule("GR-192")
def test_three_territories_with_two_colonies() -> None:
    assert met(alone(P1=2, F1=2, F2=1).orders()) == []
    assert met(alone(P1=2, F1=2, F2=2).orders()) == ["territories"]


@rule("GR-193", "EX-GR-16")
def test_one_territory_with_four_colonies_counts_once() -> None:
    assert met(alone(P1=3).orders()) == []
    assert met(alone(P1=4).orders()) == ["major"]
    two = alone(P1=4, F1=4).orders()
    assert met(two) == ["colonies", "major"]
    assert player(two, 0)["objectives"] == 2


@rule("GR-194")
def test_two_buildings() -> None:
    assert met(alone(P1=1, F1=1).building("keep", "P1", 0).orders()) == []
    assert met(alone(P1=1, F1=1).building("keep", "P1", 0).building("keep", "F1", 0).orders()) == ["buildings"]


@rule("GR-195")
def test_an_army_of_three() -> None:
    assert met(alone(P1=1).army(0, 2).orders()) == []
    assert met(alone(P1=1).army(0, 3).orders()) == ["army"]


@rule("GR-196")
def test_a_colony_counts_for_several_objectives() -> None:
    position = alone(P1=2, F1=2, F2=2).building("keep", "P1", 0).building("keep", "F1", 0)
    position.villages("P1", 3)
    table = position.orders()
    assert met(table) == ["colonies", "territories", "major", "buildings"]
    assert standing(table) == {"colonies": 9, "territories": 3, "major": 4, "buildings": 2, "army": 1}


@rule("GR-197")
def test_the_check_is_made_for_the_leader_at_the_end_of_his_build_phase() -> None:
    """Seat 1 meets three objectives, but seat 0 leads: nothing happens before seat 1 has led."""
    position = given().nobody_anywhere().villages("P1", 1).villages("F1", 0, 4).villages("F2", 0, 4).army(1, 3)
    table = position.build(supply_taken=True)
    table.plays("end")
    assert table.view(-1)["winner"] is None and table.view(-1)["leader"] == 1
    everybody_stays(table)
    everybody_passes(table)
    assert table.view(-1)["winner"] is None
    table.plays("supply")
    table.plays("take wood/wood")
    assert table.view(-1)["winner"] is None
    table.plays("end")
    assert table.view(-1)["winner"] == 1
    assert table.happened("announced_win") == [{"seat": 1, "met": 3}]


@rule("GR-198")
def test_the_announcer_wins_whatever_the_others_reach() -> None:
    """Seat 1 meets four objectives after final building; seat 0 announced with three and is first."""
    position = given().nobody_anywhere().villages("P1", 4).villages("F1", 4).army(0, 3)
    position = position.villages("F2", 0, 4).villages("P2", 0, 2).villages("I2", 0, 1).army(1, 3)
    table = position.hand(1, "wood 2 grain 2 cattle 1").end_of_build()
    table.plays("end")
    assert table.awaits == [1]
    table.plays("build village")
    assert table.state.is_over()
    assert (table.score(0), table.score(1)) == (3, 4)
    assert table.state.ranking()[:2] == [1, 2]


@rule("GR-199")
def test_the_others_build_once_more_from_the_announcers_left() -> None:
    position = alone(P1=4, F1=4).army(2, 1).leader(2).villages("F2", 0, 0, 4).villages("I2", 0, 0, 4).army(2, 3)
    for seat in (0, 1, 3):
        position.hand(seat, "grain 4 ore 1")
    table = position.end_of_build()
    table.plays("end")
    builders = []
    while not table.state.is_over():
        builders += table.awaits
        table.plays("build army")
    assert builders == [3, 0, 1]


@rule("GR-200")
def test_the_rules_of_final_building() -> None:
    position = alone(P1=1, F1=1).works("P1", "market").hand(0, "wood 4 cattle 4 ore 8 grain 8 grain/ore 1")
    table = position.final(0, winner=1)
    assert table.offers() == ["build village", "build keep", "build church", "build hall", "build army", "end"]
    assert table.view(0)["project"]["markets_left"] == 1
    for move in ("supply", "build road", "build market", "joint work", "grant"):
        assert table.refuses(move, because="GR-200")


@rule("GR-201")
def test_nothing_else_happens_between_announcement_and_end() -> None:
    position = alone(P1=4, F1=4).army(0, 3)
    for seat in (1, 2, 3):
        position.hand(seat, "grain 4 ore 1")
    table = position.end_of_build()
    told = [event.kind for event in table.plays("end")]
    while not table.state.is_over():
        told += [event.kind for event in table.plays("end")]
    assert set(told) == {"build_done", "announced_win", "final_done", "game_over"}
    assert all(sum(each["cards"].values()) == 0 for each in table.view(-1)["territories"])
    assert len(table.view(-1)["supply"]["display"]) == 3


@rule("GR-202")
def test_hands_stay_secret_during_final_building() -> None:
    table = alone(P1=1).hand(1, "grain@plains 4 ore 1").hand(2, "gold 2").final(1, left=1)
    for viewer in (0, 2, 3, -1):
        assert player(table, 1, viewer)["seen"] == {}
        assert player(table, 1, viewer)["backs"]["plains"] == 4
    assert hand(table, 1) == {"grain": 4, "ore": 1}


@rule("GR-203", "GR-204", "EX-GR-38")
def test_the_ranking() -> None:
    """B announces; C, D, A build; objectives A 2, C 3, D 2: B first, C second, A and D share the third place."""
    position = given().nobody_anywhere().leader(1).villages("F1", 0, 4).villages("F2", 0, 4).army(1, 3)
    position = position.villages("P1", 4).army(0, 3)  # A: major, army
    position = position.villages("P2", 0, 0, 4, 4).army(3, 3)  # D: major, army
    position = position.villages("I2", 0, 0, 4).army(2, 2).hand(2, "grain 4 ore 1")  # C: colonies, major, then army
    table = position.end_of_build()
    table.plays("end")
    assert table.awaits == [2]
    table.plays("build army")
    assert table.state.is_over()
    assert [table.score(seat) for seat in range(4)] == [2, 3, 3, 2]
    assert table.state.ranking() == [3, 1, 2, 3]


@rule("GR-205")
def test_after_the_cap_everybody_builds_once_and_all_are_ranked() -> None:
    position = alone(P1=4).army(2, 3).leader(3).turn(20 * 4 - 1)
    position.data["options"]["cap"] = 20
    for seat in range(4):
        position.hand(seat, "grain 4 ore 1")
    table = position.end_of_build()
    table.plays("end")
    assert table.happened("cap_reached") == [{"round": 20}]
    builders = []
    while not table.state.is_over():
        builders += table.awaits
        table.plays("end")
    assert builders == [0, 1, 2, 3]
    assert table.view(-1)["winner"] is None
    assert table.state.ranking() == [1, 3, 1, 3]


@rule("GR-205")
def test_victory_cards_are_revealed_at_the_cap() -> None:
    position = given(victory="cards").leader(3).turn(20 * 4 - 1)
    position.data["options"]["cap"] = 20
    table = position.end_of_build()
    table.plays("end")
    assert table.state.is_over()
    assert sorted(table.view(-1)["victory"]["cards"]) == ["0", "1", "2", "3"]


@rule("GR-211", "EX-GR-13")
@pytest.mark.parametrize(("buildings", "meets"), [(2, False), (3, True)])
def test_the_first_building_of_three_players_does_not_count(buildings: int, meets: bool) -> None:
    position = given(3).nobody_anywhere().villages("P1", 3).villages("H1", 2).villages("F1", 1).villages("I1", 0, 1, 1)
    for name in ("P1", "H1", "F1")[:buildings]:
        position.building("keep", name, 0)
    table = position.orders()
    assert ("buildings" in met(table)) == meets
    assert "colonies" in met(table), "8 colonies, buildings among them, still count"
    assert standing(table)["buildings"] == buildings - 1


@rule("GR-211")
def test_it_counts_where_the_three_player_rules_are_off() -> None:
    position = given(3, three_player_rules=False).nobody_anywhere().villages("P1", 1).villages("H1", 1)
    table = position.building("keep", "P1", 0).building("keep", "H1", 0).orders()
    assert met(table) == ["buildings"]
    assert territory(table, "P1")["colonies"][0] == 2


@rule("GR-195")
def test_the_score_sheet_says_what_is_met_and_by_which_rule() -> None:
    lines = start(4).state.score_sheet(0, 0)
    assert [line.rule for line in lines] == ["GR-191", "GR-192", "GR-193", "GR-194", "GR-195", "GR-190"]
    assert [line.data["needed"] for line in lines[:5]] == [8, 3, 4, 2, 3]
