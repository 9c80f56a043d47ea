"""Phase 5 and scoring (EK-088 to EK-096, EK-104 to EK-109)."""

import pytest

from skali.core import State
from skali.kit.rule import rule
from tests.games.eketorp.given import COLOURS, GAME, EketorpTable, position, random_game

SIXTEEN = "1 grass grass grass; 2 grass grass grass; 3 grass grass grass; 4 grass wood wood; 5 wood wood clay; 6 clay"


def building(fields: str, red: str, castle: str = "", **given: object) -> EketorpTable:
    """Red alone has been out and builds."""
    table = position(fields=fields, castles={"red": castle}, **given)  # type: ignore[arg-type]
    table.deploy(red=red)
    return table


@rule("EK-088")
def test_all_vikings_who_are_not_in_the_hospital_go_home() -> None:
    table = position(fields="A 1 grass; B 2 wood", hands={"red": "6 6 6 6"}, hospital={"red": [1, 0, 0, 0]})
    table.deploy(red="A B E, blue ram", blue="A")
    table.calls("red", "A")
    table.fight(6, 2)
    while table.phase == "cards":
        table.fight(6, 3)
    assert table.phase == "build"
    assert table.home("red") == 5
    assert table.hospital("red") == [1, 0, 0, 0]
    assert table.on("A") == table.on("B") == table.on("E") == {}
    assert table.at("blue", "ram") == []
    assert table.carried("red") == ["grass", "wood"]


@rule("EK-089")
def test_every_viking_takes_one_brick_while_there_are_any() -> None:
    table = position(fields="A 5 grass; B 1 wood; C 3 grass")
    table.deploy(red="A A B B B", blue="A C")
    assert table.carried("red") == ["grass", "grass", "wood"]
    assert table.carried("blue") == ["grass", "grass"]
    assert table.bricks("A") == "2 grass"
    assert table.bricks("B") == ""
    assert table.bricks("C") == "2 grass"


@rule("EK-090")
def test_every_brick_must_be_built() -> None:
    """There is nothing to choose but brick and site until all are placed; none can be declined."""
    table = building("A 2 grass; F 1 clay", "A A F")
    for _ in range(3):
        assert all(move.startswith("build") for move in table.offered("red"))
        assert table.refused("red", "done", because="EK-018")
        assert table.refused("red", "build wood on 1", because="EK-090")
        table.plays(table.offers()[0])
    assert table.now["round"] == 2
    assert sum(len(site.split()) for site in table.castle("red")) == 3


@rule("EK-091")
def test_on_an_empty_site_or_on_top_of_others_in_any_order() -> None:
    table = building("A 1 grass; F 1 clay", "A F", castle="2 wood")
    assert set(table.offered("red")) == {
        f"build {brick} on {site}" for brick in ("grass", "clay") for site in range(1, 7)
    }
    table.by("red", "build clay on 2", "build grass on 2")
    assert table.castle("red")[1] == "wood clay grass"


@rule("EK-092")
def test_a_site_holds_three_bricks() -> None:
    table = building("A 1 grass; B 1 wood", "A B", castle="1 wood wood wood; 2 wood wood")
    assert table.refused("red", "build grass on 1", because="EK-092")
    table.by("red", "build grass on 2")
    assert table.refused("red", "build wood on 2", because="EK-092")


@rule("EX-EK-27", "EK-092", "EK-091")
def test_the_results_of_two_bricks() -> None:
    """Heights 3, 2, 0, 0, 1, 3, one grass and one wood: 18 different castles, each by one sequence."""
    castle = "1 grass grass grass; 2 grass grass; 5 grass; 6 grass grass grass"
    table = building("A 1 grass; B 1 wood", "A B", castle=castle)
    assert table.refused("red", "build grass on 1", because="EK-092")
    assert table.refused("red", "build grass on 6", because="EK-092")
    results: list[str] = []

    def collect(state: State) -> None:
        if state.view(-1)["phase"] != "build":
            results.append(str(state.view(-1)["castles"][0]["sites"]))
            return
        for move in state.legal_moves(0):
            after = state.copy()
            after.apply(0, move)
            collect(after)

    collect(table.state)
    assert len(results) == len(set(results)) == 18


def test_building_goes_up_the_sites_and_leaves_room_for_the_rest() -> None:
    table = building("A 5 grass", "A A A A A")
    table.by("red", "build grass on 4")
    assert table.refused("red", "build grass on 3", because="EK-D9")
    table.by("red", "build grass on 5", "build grass on 5")
    table.by("red", "build grass on 6")
    assert table.castle("red")[5] == "grass grass", "the last one had only one place to go"
    table = building("A 5 grass", "A A A A A")
    assert table.refused("red", "build grass on 6", because="EK-D9")
    assert "build grass on 5" in table.offered("red")


@rule("EK-093")
def test_a_placed_brick_is_never_moved_by_its_owner() -> None:
    """In random games a castle only grows by building, and shrinks only when its owner is besieged."""
    grown = shrunk = 0
    for seed in range(2):
        for before, seat, move, _, after in random_game(4, seed):
            for owner in range(4):
                old, new = (state.view(-1)["castles"][owner]["sites"] for state in (before, after))
                if not move.startswith("loot"):
                    assert all(there[: len(here)] == here for here, there in zip(old, new))
                    grown += old != new
                elif old != new:
                    assert owner != seat
                    assert all(here[: len(there)] == there for here, there in zip(old, new))
                    shrunk += 1
    assert grown > 20 and shrunk > 5


@rule("EK-094")
def test_the_players_build_clockwise_from_the_start_player() -> None:
    table = position(start="yellow", fields="A 4 grass")
    table.deploy(red="A", blue="A", yellow="A", green="A")
    order = []
    while table.phase == "build":
        order.append(table.caller)
        table.plays("build grass on 1")
    assert order == ["yellow", "green", "red", "blue"]


@rule("EK-094")
def test_building_is_public() -> None:
    table = position(fields="A 2 grass")
    table.deploy(red="A", blue="A")
    table.by("red", "build grass on 3")
    assert table.view(3)["castles"][0]["sites"][2] == ["grass"]
    assert table.happened("built", seat=3) == [{"seat": 0, "brick": "grass", "site": 3}]


@rule("EK-095", "EK-096", "EX-EK-28", "EK-105", "EK-104", "EK-106", "EK-101")
def test_more_bricks_than_places() -> None:
    """16 bricks; 2 wood, 1 clay and 1 stone come home: 18 on the sites, 2 beside, the game ends, 41 points."""
    table = position(
        fields="B 2 wood; F 1 clay; G 1 stone",
        castles={"red": SIXTEEN},
        amulets={"red": 1},
    )
    table.deploy(red="B B F G")
    assert table.state.is_over()
    castle = table.now["castles"][0]
    assert castle["bricks"] == 18
    assert castle["beside"] == ["clay", "stone"]
    assert table.castle("red")[5] == "clay wood wood"
    assert table.points("red") == 10 + 8 + 6 + 4 + 3 + 4 + 5 + 1 == 41


@rule("EK-096")
def test_enough_for_all_places_is_placed_at_once_cheapest_first() -> None:
    """Free: one place on site 1, two on site 6. Grass, then wood, then clay."""
    castle = "1 wood wood; 2 grass grass grass; 3 grass grass grass; 4 grass grass grass; 5 grass grass grass; 6 clay"
    table = position(fields="A 1 grass; B 1 wood; F 1 clay", castles={"red": castle})
    table.deploy(red="A B F")
    assert table.castle("red")[0] == "wood wood grass"
    assert table.castle("red")[5] == "clay wood clay"
    assert all(event.rule == "EK-096" for event in table.events if event.kind == "built")
    assert table.state.is_over()


@rule("EK-096")
def test_one_brick_fewer_is_the_owners_choice() -> None:
    castle = "1 wood wood; 2 grass grass grass; 3 grass grass grass; 4 grass grass grass; 5 grass grass grass; 6 clay"
    table = position(fields="A 1 grass; B 1 wood", castles={"red": castle})
    table.deploy(red="A B")
    assert table.phase == "build"
    assert sorted(table.offered("red")) == [
        "build grass on 1",
        "build grass on 6",
        "build wood on 1",
        "build wood on 6",
    ]


# Scoring


@rule("EX-EK-11", "EK-104", "EK-105", "EK-106")
def test_the_thirty_nine_points_of_the_rulebook() -> None:
    """3 amulets, 9 grass, 6 wood, 2 clay, 1 stone: 3 + 9 + 12 + 6 + 4 + 5."""
    castle = (
        "1 grass grass grass; 2 grass grass grass; 3 grass grass; 4 wood wood wood; 5 wood wood wood; 6 clay clay stone"
    )
    table = position(fields="A 1 grass", castles={"red": castle}, amulets={"red": 3})
    table.deploy(red="A")
    assert table.state.is_over()
    lines = [(line.key, line.points, line.rule) for line in table.state.score_sheet(0, -1)]
    assert lines == [
        ("grass", 9, "EK-104"),
        ("wood", 12, "EK-104"),
        ("clay", 6, "EK-104"),
        ("stone", 4, "EK-104"),
        ("complete", 5, "EK-105"),
        ("amulets", 3, "EK-106"),
        ("total", 39, "EK-108"),
    ]
    assert table.points("red") == 39


@rule("EK-105")
@pytest.mark.parametrize(("brought", "bonus"), [(0, 0), (1, 5), (2, 5)])
def test_the_bonus_is_for_eighteen_bricks_on_the_sites(brought: int, bonus: int) -> None:
    castle = (
        "1 grass grass grass; 2 grass grass grass; 3 grass grass; 4 wood wood wood; 5 wood wood wood; 6 clay clay stone"
    )
    table = position(round=10, fields="A 2 grass", castles={"red": castle})
    before = table.points("red")
    table.deploy(red="A " * brought)
    assert table.state.is_over()
    assert table.points("red") == before + brought + bonus


@rule("EK-106", "EK-107")
def test_nothing_else_scores() -> None:
    """Bricks on fields, cards and Vikings are worth nothing; each amulet 1."""
    table = position(
        round=10,
        fields="F 5 clay; G 5 stone",
        amulets={"red": 4},
        hands={"red": "6 6 6 6", "blue": "1 1 1 1"},
        hospital={"blue": [6, 0, 0, 0]},
    )
    table.deploy()
    assert table.state.is_over()
    assert [table.points(colour) for colour in COLOURS[:4]] == [4, 0, 0, 0]


@rule("EK-108")
def test_most_points_win() -> None:
    table = position(round=10, castles={"red": "1 grass", "blue": "1 stone", "yellow": "1 clay"})
    table.deploy()
    assert table.state.ranking() == [3, 1, 2, 4]
    assert table.happened("game_over") == [{"points": [1, 4, 3, 0], "winners": [1]}]


@rule("EK-109")
def test_equal_points_share_the_victory() -> None:
    """Whatever they are made of, amulets included."""
    table = position(round=10, castles={"red": "1 stone", "green": "1 wood"}, amulets={"green": 2, "blue": 1})
    table.deploy()
    assert table.state.ranking() == [1, 3, 4, 1]
    assert table.happened("game_over")[0]["winners"] == [0, 3]


def test_a_single_place_is_not_asked_for() -> None:
    """One kind of brick and one site that can take it."""
    castle = "1 grass grass grass; 2 grass grass grass; 3 grass grass grass; 4 grass grass grass; 5 grass grass grass"
    table = position(fields="A 2 wood", castles={"red": castle})
    table.deploy(red="A A")
    assert table.now["round"] == 2
    assert table.castle("red")[5] == "wood wood"
    assert GAME.moves.show(table.state.legal_moves(0)[0]) == "send to A"
