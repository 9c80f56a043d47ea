"""Votes in a territory (GR-069 to GR-076, GR-159, GR-171, and the three-player rules GR-206 to GR-210)."""

import random

from skali.core import load_game
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import Given, all_vote, given, phase, territory


def votes(table: Table, name: str) -> list[int]:
    counted: list[int] = territory(table, name)["votes"]
    return counted


def priest(position: Given, seat: int, church: str, at: str) -> Given:
    row = position.data["villages"][position.site(church)]
    row[seat] = max(1, row[seat])
    return position.building("church", church, seat).hero(seat, "priest", at)


def minstrel(position: Given, seat: int, hall: str, at: str) -> Given:
    row = position.data["villages"][position.site(hall)]
    row[seat] = max(1, row[seat])
    return position.building("hall", hall, seat).hero(seat, "minstrel", at)


@rule("GR-069", "GR-144")
def test_every_colony_is_a_vote() -> None:
    table = given().nobody_anywhere().villages("F1", 2, 1).building("keep", "F1", 0).orders()
    assert votes(table, "F1") == [3, 1, 0, 0]


@rule("GR-070", "EX-GR-06")
def test_a_warrior_adds_its_army() -> None:
    table = given().orders()
    assert votes(table, "P1") == [2, 0, 0, 1]  # a colony and army 1; a colony
    assert votes(given().army(0, 4).orders(), "P1") == [5, 0, 0, 1]


@rule("GR-071")
def test_a_priest_cancels_every_army_and_gives_no_vote() -> None:
    position = priest(given().nobody_anywhere(), 2, "F2", "F1").villages("F1", 1)
    position = position.hero(0, "warrior", "F1").army(0, 4).hero(1, "warrior", "F1").army(1, 2)
    assert votes(position.orders(), "F1") == [1, 0, 0, 0]


@rule("GR-072")
def test_a_minstrel_adds_a_vote_for_each_other_hero() -> None:
    position = minstrel(given().nobody_anywhere(), 3, "F2", "F1")
    assert votes(position.orders(), "F1") == [0, 0, 0, 0]
    position = priest(position, 1, "P1", "F1").hero(0, "warrior", "F1")
    assert votes(position.orders(), "F1") == [0, 0, 0, 2]


@rule("GR-073")
def test_heroes_vote_without_a_colony() -> None:
    position = given().nobody_anywhere().hero(2, "warrior", "M1").army(2, 3)
    table = position.orders()
    assert votes(table, "M1") == [0, 0, 3, 0]
    assert territory(table, "M1")["colonies"] == [0, 0, 0, 0]


@rule("GR-074", "GR-171")
def test_a_palisade_takes_one_vote_from_a_foreign_warrior() -> None:
    position = given().nobody_anywhere().villages("F1", 1).works("F1", "palisade").hero(0, "warrior", "F1").army(0, 2)
    position = position.hero(1, "warrior", "F1").army(1, 3).hero(2, "warrior", "F1").army(2, 1)
    assert votes(minstrel(position, 3, "F2", "F1").orders(), "F1") == [3, 2, 0, 3]


@rule("GR-171")
def test_a_palisade_acts_as_soon_as_it_stands() -> None:
    table = given().villages("F1", 1).villages("P1").hero(2, "warrior", "F1").army(2, 3)
    table = table.hand(0, "wood 2 ore 1").build(supply_taken=True)
    assert votes(table, "F1")[2] == 3
    table.plays("build palisade")
    assert votes(table, "F1")[2] == 2


@rule("GR-075")
def test_with_a_priest_the_palisade_takes_nothing_further() -> None:
    position = priest(given().nobody_anywhere(), 3, "F2", "F1").villages("F1", 1).works("F1", "palisade")
    position = position.hero(1, "warrior", "F1").army(1, 5)
    assert votes(position.orders(), "F1") == [1, 0, 0, 0]


@rule("GR-076")
def test_the_table_of_votes_is_public_and_stands_through_distribution() -> None:
    table = given().lying("F1", "wood").lying("P2", "grain").distribution()
    before = [each["votes"] for each in table.view(-1)["territories"]]
    for viewer in range(4):
        assert [each["votes"] for each in table.view(viewer)["territories"]] == before
    table.plays("propose F1")
    table.plays("allot to 1")
    all_vote(table, "accept")
    while phase(table) == "proposal":
        assert [each["votes"] for each in table.view(-1)["territories"]] == before
        table.plays("pass")


@rule("GR-159")
def test_the_army_votes_where_the_warrior_is() -> None:
    table = given().army(1, 4).orders()
    assert votes(table, "F1")[1] == 5 and votes(table, "P1")[1] == 0
    table.plays("move warrior W", seat=1)
    for seat in (2, 3):
        table.plays("stay", seat=seat)
    assert votes(table, "F1")[1] == 1 and votes(table, "P1")[1] == 4


@rule("EX-GR-07", "GR-074", "GR-091")
def test_the_palisade_example_of_the_rulebook() -> None:
    """Yellow 0, red 1, white 2, violet 3, blue 4."""
    position = given(5).nobody_anywhere().villages("F1", 1, 1).works("F1", "palisade")
    position = position.hero(1, "warrior", "F1").army(1, 1).hero(2, "warrior", "F1").army(2, 3)
    position = minstrel(position, 3, "F2", "F1").hero(4, "warrior", "F1").army(4, 1).lying("F1", "wood").leader(3)
    table = position.distribution()
    assert votes(table, "F1") == [1, 2, 2, 3, 0]
    assert territory(table, "F1")["votes_needed"] == 5
    assert table.awaits == [0], "blue, left of the leader, has no vote anywhere and is passed"
    table.plays("propose F1")
    assert table.refuses("allot to 4", because="GR-082")
    table.plays("allot to 0")
    assert table.awaits == [0, 1, 2, 3]


@rule("EX-GR-21", "GR-071", "GR-072", "GR-094")
def test_a_minstrel_among_cancelled_armies_decides_alone() -> None:
    position = priest(given().nobody_anywhere(), 1, "P2", "F1").villages("F1", 1)
    position = minstrel(position, 2, "F2", "F1").hero(0, "warrior", "F1").army(0, 4).lying("F1", "wood").leader(3)
    table = position.distribution()
    assert votes(table, "F1") == [1, 0, 2, 0]
    assert territory(table, "F1")["votes_needed"] == 2
    table.plays("pass")
    assert table.awaits == [2]
    table.plays("propose F1")
    table.plays("allot to 2")
    all_vote(table, "refuse", seat_2="accept")
    assert table.happened("accepted") == [{"territory": "F1", "votes": 2, "total": 3}]


@rule("GR-206")
def test_three_player_rules_go_with_every_other_option() -> None:
    for options in ({}, {"victory": "cards"}, {"start": "free", "island": "random"}):
        position = given(3, **options)
        site = position.data["island"][0]
        table = position.nobody_anywhere().hero(1, "warrior", site).orders()
        assert votes(table, site) == [0, 2, 0]
        position = given(3, three_player_rules=False, **options)
        site = position.data["island"][0]
        assert votes(position.nobody_anywhere().hero(1, "warrior", site).orders(), site) == [0, 1, 0]


@rule("GR-207", "GR-208", "GR-209", "EX-GR-12")
def test_heroes_of_three_players() -> None:
    position = given(3).nobody_anywhere().hero(0, "warrior", "F1").army(0, 2)
    assert votes(position.orders(), "F1") == [3, 0, 0]
    position = priest(position, 1, "P1", "F1")
    assert votes(position.orders(), "F1") == [1, 1, 0]
    position = minstrel(position, 2, "P1", "F1")
    assert votes(position.orders(), "F1") == [1, 1, 3]


@rule("GR-210", "EX-GR-22")
def test_the_palisade_of_three_players() -> None:
    position = given(3).nobody_anywhere().villages("F1", 1).works("F1", "palisade").hero(0, "warrior", "F1").army(0, 2)
    position = minstrel(position, 2, "P1", "F1")
    first = position.hero(1, "warrior", "F1").army(1, 3).orders()
    assert votes(first, "F1") == [4, 3, 2]
    assert territory(first, "F1")["votes_needed"] == 5
    second = priest(position.hero(1, "warrior", None), 1, "P1", "F1").orders()
    assert votes(second, "F1") == [2, 0, 2]
    assert territory(second, "F1")["votes_needed"] == 3


@rule("GR-210")
def test_entry_gifts_stay_with_three_players() -> None:
    position = given(3).nobody_anywhere().villages("F1", 0, 1).villages("H1", 1).works("F1", "palisade")
    table = position.hand(0, "grain 2 cattle 3").build()
    table.plays("build village")
    everything = table.view(0)["hand"]["kinds"]
    assert everything == {} and territory(table, "F1")["villages"] == [1, 1, 0]
    assert sum(table.view(1)["hand"]["kinds"].values()) == 1


def told(table: Table, name: str) -> list[tuple[int, str, int, str]]:
    found = territory(table, name)["vote_sources"]
    return [(each["seat"], each["source"], each["votes"], each["rule"]) for each in found]


@rule("GR-076")
def test_what_votes_come_from_is_told_with_the_rules() -> None:
    position = priest(given().nobody_anywhere(), 2, "F2", "F1").villages("F1", 1)
    position = position.hero(0, "warrior", "F1").army(0, 4)
    assert told(position.orders(), "F1") == [
        (0, "colonies", 1, "GR-069"),
        (0, "silenced", 0, "GR-071"),
        (2, "priest", 0, "GR-071"),
    ]
    position = given().nobody_anywhere().villages("P1", 1).works("P1", "palisade").hero(1, "warrior", "P1").army(1, 2)
    assert told(position.orders(), "P1") == [
        (0, "colonies", 1, "GR-069"),
        (1, "warrior", 2, "GR-070"),
        (1, "palisade", -1, "GR-074"),
    ]
    three = given(3).nobody_anywhere().hero(1, "warrior", "P1").army(1, 2)
    assert told(three.orders(), "P1") == [(1, "warrior", 3, "GR-207")]


@rule("GR-076", "GR-210")
def test_the_sources_add_up_to_the_votes() -> None:
    """In games by chance of three, four and five, in every territory of every tenth position."""
    game = load_game("graenaland")
    seen: set[tuple[str, str]] = set()
    compared = 0
    for seats in (3, 4, 5):
        state, luck = game.start(seats, seats), random.Random(seats)
        for step in range(1200):
            if state.is_over():
                break
            seat = state.to_act()[0]
            state.apply(seat, luck.choice(list(state.legal_moves(seat))))
            for each in state.view(-1)["territories"] if step % 10 == 0 else ():
                total = [0] * seats
                for source in each["vote_sources"]:
                    total[source["seat"]] += source["votes"]
                    seen.add((source["source"], source["rule"]))
                assert total == each["votes"]
                compared += 1
    assert compared > 1000
    assert {source for source, _ in seen} == {"colonies", "warrior", "silenced", "priest", "minstrel", "palisade"}
