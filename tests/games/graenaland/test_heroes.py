"""Phase 2: hero movement; priests and minstrels (GR-054 to GR-068, GR-145 to GR-152)."""

import pytest

from skali.games.graenaland import heroes
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import (
    Given,
    builds,
    everybody_stays,
    given,
    phase,
    player,
    start,
    territory,
)

CHURCH = "grain 2 wood 1 ore 2"


def where(table: Table, seat: int) -> dict[str, str]:
    heroes: dict[str, str] = player(table, seat)["heroes"]
    return heroes


def with_priest(position: Given, seat: int, church: str, at: str) -> Given:
    villages = position.data["villages"][position.site(church)]
    villages[seat] = max(1, villages[seat])
    return position.building("church", church, seat).hero(seat, "priest", at)


def with_minstrel(position: Given, seat: int, hall: str, at: str) -> Given:
    villages = position.data["villages"][position.site(hall)]
    villages[seat] = max(1, villages[seat])
    return position.building("hall", hall, seat).hero(seat, "minstrel", at)


@rule("GR-054")
def test_orders_are_secret_until_the_last_one() -> None:
    table = given().orders()
    before = [table.view(viewer) for viewer in (0, 2, 3, -1)]
    assert table.awaits == [1, 2, 3]
    table.plays("move warrior W", seat=1)
    assert table.events == []
    assert [table.view(viewer) for viewer in (0, 2, 3, -1)] == before
    assert table.view(1)["order"] == "move warrior W"
    table.plays("stay", seat=3)
    assert where(table, 1) == {"warrior": "F1"}
    table.plays("move warrior NW", seat=2)
    assert where(table, 1) == {"warrior": "P1"} and where(table, 2) == {"warrior": "I2"}
    assert [event["seat"] for event in table.happened("moved", seat=0)] == [1, 2]


@rule("GR-056")
def test_one_hero_in_play_or_stay() -> None:
    table = given().orders()
    assert table.offers(seat=1) == [
        "stay",
        "move warrior W",
        "move warrior E",
        "move warrior NW",
        "move warrior NE",
        "move warrior EE",
    ]
    assert table.refuses("move priest W", because="GR-056", seat=1)
    table.plays("move warrior W", seat=1)
    assert table.refuses("move warrior E", because="CORE-1", seat=1)


@rule("GR-056")
def test_stay_is_one_choice_for_all_heroes() -> None:
    position = with_minstrel(with_priest(given(), 1, "P2", "P2"), 1, "F2", "F2")
    table = position.orders()
    assert table.offers(seat=1).count("stay") == 1
    assert len({move.split()[1] for move in table.offers(seat=1) if move != "stay"}) == 3


@rule("GR-057", "GR-058", "EX-GR-19")
@pytest.mark.parametrize(
    ("site", "targets"),
    [
        ("P1", {"E": "F1", "EE": "F2", "NE": "I1"}),
        ("F1", {"W": "P1", "E": "F2", "EE": "P2", "NW": "I1", "NE": "M1"}),
        ("I1", {"E": "M1", "SW": "P1", "SE": "F1"}),
        ("M1", {"W": "I1", "E": "I2", "SW": "F1", "SE": "F2"}),
    ],
)
def test_the_compass_leads_to_the_neighbours(site: str, targets: dict[str, str]) -> None:
    table = given().hero(1, "warrior", site).orders()
    offered = {move.removeprefix("move warrior ") for move in table.offers(seat=1)} - {"stay"}
    assert offered == set(targets)
    for direction, target in targets.items():
        trial = given().hero(1, "warrior", site).orders()
        trial.plays(f"move warrior {direction}", seat=1)
        everybody_stays(trial)
        assert where(trial, 1) == {"warrior": target}


@rule("GR-059")
def test_a_two_tile_move_ignores_what_lies_between() -> None:
    position = with_minstrel(given(), 0, "F1", "F1").works("F1", "palisade").leader(1).hero(2, "warrior", "F1")
    table = position.hero(0, "warrior", "P1").orders()
    table.plays("move warrior EE", seat=0)
    everybody_stays(table)
    assert where(table, 0) == {"warrior": "F2", "minstrel": "F1"}


@rule("GR-060", "EX-GR-19")
def test_an_illegal_direction_is_not_offered_and_moves_nothing() -> None:
    table = given().hero(1, "warrior", "F1").hero(2, "warrior", "I1").orders()
    assert table.refuses("move warrior WW", because="GR-060", seat=1)
    assert table.refuses("move warrior EE", because="GR-060", seat=2)
    assert table.refuses("move warrior NW", because="GR-060", seat=2)
    heroes.move_hero(table.state, 1, 0, 7, None)  # WW from F1, if it is ever given
    heroes.move_hero(table.state, 2, 0, 8, None)  # EE from I1
    assert where(table, 1) == {"warrior": "F1"} and where(table, 2) == {"warrior": "I1"}


@rule("GR-061")
def test_heroes_of_different_players_share_a_territory() -> None:
    table = given().works("M1", "palisade").orders()
    table.plays("move warrior NE", seat=1)
    table.plays("stay", seat=2)
    table.plays("move warrior NW", seat=3)
    at = territory(table, "M1")
    assert {hero["seat"] for hero in at["heroes"]} == {1, 3}
    assert sum(at["villages"]) == 0


@rule("GR-062", "GR-063", "GR-064", "EX-GR-20")
def test_two_own_heroes_change_places_and_the_swap_is_offered_once() -> None:
    position = with_minstrel(given(), 1, "F2", "F2").hero(1, "warrior", "P1")
    table = position.orders()
    assert table.offers("move warrior EE", seat=1)
    assert table.refuses("move minstrel WW", because="GR-064", seat=1)
    table.plays("move warrior EE", seat=1)
    everybody_stays(table)
    assert where(table, 1) == {"warrior": "F2", "minstrel": "P1"}
    assert table.happened("swapped")[0]["other"] == "minstrel"


@rule("GR-065")
def test_no_move_depends_on_another_players_move() -> None:
    """Two warriors that change territories simply pass each other, whoever answers first."""
    ends = set()
    for order in ((1, 2, 3), (3, 2, 1)):
        table = given().hero(1, "warrior", "F1").hero(2, "warrior", "F2").orders()
        for seat in order:
            table.plays({1: "move warrior E", 2: "move warrior W", 3: "stay"}[seat], seat=seat)
        ends.add((where(table, 1)["warrior"], where(table, 2)["warrior"]))
    assert ends == {("F2", "F1")}


@rule("GR-066", "GR-146", "EX-GR-31")
def test_a_waiting_priest_enters_before_the_first_proposal() -> None:
    position = given().villages("F1", 1, 1).hero(0, "warrior", "F1").hand(0, CHURCH).lying("F1", "wood wood")
    position = position.hero(1, "warrior", "F1").army(1, 4).villages("P1", 1, 0, 0, 1)
    table = position.build(supply_taken=True)
    builds(table, "church", "F1")
    assert player(table, 0)["waiting"] == {"priest": "F1"}
    assert territory(table, "F1")["votes"][1] == 5
    if phase(table) == "menu":
        table.plays("end")
    table.plays("move warrior W", seat=0)
    everybody_stays(table)
    assert where(table, 0) == {"warrior": "P1", "priest": "F1"}
    assert phase(table) == "proposal"
    assert territory(table, "F1")["votes"][1] == 1


@rule("GR-066")
def test_the_leaders_waiting_hero_enters_too_but_at_no_other_time() -> None:
    position = given().villages("F1", 1).building("church", "F1", 0).waiting(0, "priest", "F1")
    position = position.hero(0, "warrior", "P2")
    table = position.build(supply_taken=True)
    assert where(table, 0) == {"warrior": "P2"}
    table.plays("end")
    assert where(table, 0) == {"warrior": "P2"}
    again = position.leader(0)
    again.data |= {"phase": "hero_orders", "builder": -1, "supply_taken": False}
    table = again.orders()
    everybody_stays(table)
    assert where(table, 0) == {"warrior": "P2", "priest": "F1"}


@rule("GR-067")
@pytest.mark.parametrize("minstrel_first", [False, True])
def test_of_two_waiting_the_one_built_first_enters(minstrel_first: bool) -> None:
    position = given().villages("F1", 1).building("church", "F1", 0).building("hall", "F1", 0)
    position = position.waiting(0, "priest", "F1").waiting(0, "minstrel", "F1").hero(0, "warrior", "F1").leader(1)
    position.data["minstrel_first"][0] = int(minstrel_first)
    table = position.orders()
    table.plays("move warrior W", seat=0)
    everybody_stays(table)
    entered, waits = ("minstrel", "priest") if minstrel_first else ("priest", "minstrel")
    assert where(table, 0) == {"warrior": "P1", entered: "F1"}
    assert player(table, 0)["waiting"] == {waits: "F1"}


@rule("GR-067")
def test_the_order_of_building_is_remembered() -> None:
    for first, second in (("church", "hall"), ("hall", "church")):
        position = given().villages("F1", 1).villages("P1").hero(0, "warrior", "F1")
        table = position.hand(0, "grain 3 wood 2 ore 3 cattle 2").build(supply_taken=True)
        table.plays(f"build {first}")
        table.plays(f"build {second}")
        assert player(table, 0)["waiting"] == {"priest": "F1", "minstrel": "F1"}
        assert table.state.to_dict()["minstrel_first"][0] == int(first == "hall")


@rule("GR-068")
def test_a_waiting_hero_has_no_place_no_vote_and_no_order() -> None:
    position = given().villages("F1", 1, 1).building("hall", "F1", 0).waiting(0, "minstrel", "F1")
    position = position.hero(0, "warrior", "F1").hero(1, "warrior", "F1").leader(2)
    position = position.building("hall", "F2", 3).villages("F2", 0, 0, 1, 1).hero(3, "minstrel", "F1")
    table = position.orders()
    assert table.refuses("move minstrel W", because="GR-068", seat=0)
    at = territory(table, "F1")
    assert {"seat": 0, "hero": "minstrel"} not in at["heroes"]
    assert at["votes"] == [3, 2, 0, 2]  # two colonies and army 1; colony and army 1; two other heroes


@rule("GR-145")
def test_the_first_church_brings_the_priest_at_once() -> None:
    table = given().villages("F1", 1).villages("P1").hero(0, "warrior", "P1").hand(0, CHURCH).build(supply_taken=True)
    table.plays("build church")
    assert {"seat": 0, "hero": "priest", "territory": "F1"} in table.happened("entered")
    assert where(table, 0)["priest"] == "F1"


@rule("GR-146")
def test_with_a_hero_there_the_priest_waits() -> None:
    table = given().villages("F1", 1).villages("P1").hero(0, "warrior", "F1").hand(0, CHURCH).build(supply_taken=True)
    table.plays("build church")
    assert player(table, 0)["waiting"] == {"priest": "F1"}
    assert where(table, 0) == {"warrior": "F1"}


@rule("GR-147")
@pytest.mark.parametrize("answer", ["move hero there", "leave hero"])
def test_another_church_may_draw_the_priest(answer: str) -> None:
    position = with_priest(given(), 0, "F1", "I1").hero(0, "warrior", "F2").villages("P1", 1)
    table = position.hand(0, CHURCH).build()
    table.plays("build church")
    assert phase(table) == "hero_seat"
    assert table.offers() == ["move hero there", "leave hero"]
    table.plays(answer)
    assert where(table, 0)["priest"] == ("P1" if answer == "move hero there" else "I1")


@rule("GR-147")
def test_not_where_another_own_hero_stands() -> None:
    position = with_priest(given(), 0, "F1", "I1").hero(0, "warrior", "P1").villages("P1", 1)
    table = position.hand(0, CHURCH).build()
    table.plays("build church")
    assert phase(table) != "hero_seat"
    assert where(table, 0) == {"warrior": "P1", "priest": "I1"}


@rule("GR-148")
def test_a_waiting_priest_may_come_to_another_church() -> None:
    position = given().villages("F1", 1).villages("P1", 1).building("church", "F1", 0).waiting(0, "priest", "F1")
    table = position.hero(0, "warrior", "F1").hand(0, CHURCH).build()
    table.plays("build church")
    assert phase(table) == "hero_seat"
    table.plays("move hero there")
    assert where(table, 0) == {"warrior": "F1", "priest": "P1"}
    assert player(table, 0)["waiting"] == {}


@rule("GR-148")
def test_or_keeps_waiting_for_the_first() -> None:
    position = given().villages("F1", 1).villages("P1", 1).building("church", "F1", 0).waiting(0, "priest", "F1")
    position = position.building("hall", "F1", 0).hero(0, "minstrel", "F1")
    table = position.hero(0, "warrior", "P1").hand(0, CHURCH).build()
    table.plays("build church")
    assert phase(table) != "hero_seat"
    assert player(table, 0)["waiting"] == {"priest": "F1"}


@rule("GR-149")
def test_no_question_where_the_priest_already_stands() -> None:
    position = with_priest(given(), 0, "F1", "P1").hero(0, "warrior", "F2").villages("P1", 1)
    table = position.hand(0, CHURCH).build()
    table.plays("build church")
    assert phase(table) != "hero_seat"
    assert where(table, 0)["priest"] == "P1"


@rule("GR-150", "EX-GR-32")
def test_halls_bring_the_minstrel_by_the_same_rules() -> None:
    """The priest stands on F1, the minstrel waits for F1; a second church on P1 draws the priest."""
    position = given().villages("F1", 1).villages("P1", 1, 0, 0, 1).building("church", "F1", 0).hero(0, "priest", "F1")
    position = position.building("hall", "F1", 0).waiting(0, "minstrel", "F1").hero(0, "warrior", "F2")
    table = position.hand(0, CHURCH).build(supply_taken=True)
    table.plays("build church")
    table.plays("move hero there")
    assert where(table, 0) == {"warrior": "F2", "priest": "P1"}
    assert player(table, 0)["waiting"] == {"minstrel": "F1"}
    if phase(table) == "menu":
        table.plays("end")
    table.plays("stay", seat=0)
    everybody_stays(table)
    assert where(table, 0) == {"warrior": "F2", "priest": "P1", "minstrel": "F1"}


@rule("GR-150", "EX-GR-32")
def test_the_minstrel_stays_out_if_an_own_hero_goes_there_first() -> None:
    position = given().villages("F1", 1).building("hall", "F1", 0).waiting(0, "minstrel", "F1")
    table = position.hero(0, "warrior", "F2").leader(1).orders()
    table.plays("move warrior W", seat=0)
    everybody_stays(table)
    assert player(table, 0)["waiting"] == {"minstrel": "F1"}


@rule("GR-151")
def test_final_building_moves_no_hero_but_brings_a_first_one() -> None:
    position = with_priest(given(), 0, "F1", "I1").hero(0, "warrior", "F2").villages("P1", 1)
    table = position.hand(0, CHURCH + " grain 1 cattle 2 wood 1 ore 1").final(0, winner=1)
    table.plays("build church")
    assert phase(table) != "hero_seat"
    assert where(table, 0)["priest"] == "I1"
    builds(table, "hall", "P1")
    assert where(table, 0)["minstrel"] == "P1"


@rule("GR-152")
def test_a_hero_in_play_stays_in_play() -> None:
    """Through whole games no hero is ever lost."""
    for seed in range(5):
        table = start(4, seed)
        counts = [0] * 4
        step = 0
        while not table.state.is_over():
            seat = table.awaits[0]
            legal = table.state.legal_moves(seat)
            table.state.apply(seat, legal[step * 7 % len(legal)])
            step += 1
            now = [sum(at >= 0 for at in row) for row in table.state.to_dict()["heroes"]]
            assert all(new >= old for new, old in zip(now, counts, strict=True))
            counts = now
        assert sum(counts) >= 4


@rule("GR-054", "GR-055")
def test_in_the_next_turn_all_but_the_new_leader_are_asked() -> None:
    table = given().build(True)
    table.plays("end")
    assert table.view(-1)["leader"] == 1
    assert table.awaits == [0, 2, 3]
    assert table.refuses("stay", because="CORE-1", seat=1)
