"""Phases 1 and 6, the course of rounds and the end of the game (EK-018 to EK-023, EK-097 to EK-103, EK-111, EK-112)."""

from collections import Counter
from itertools import combinations

import pytest

from skali.kit.rule import rule
from tests.games.eketorp.given import (
    BRICKS,
    COLOURS,
    FIELDS,
    GAME,
    KINDS,
    EketorpTable,
    game_with,
    position,
    random_game,
    start,
)
from tests.games.eketorp.test_setup import printed_cards

FULL_BUT_ONE = (
    "1 grass grass grass; 2 grass grass grass; 3 grass grass grass; 4 wood wood wood; 5 wood wood wood; 6 clay clay"
)


def with_card(name: str, seats: int) -> EketorpTable:
    """A new game whose first card is this one."""
    return next(table for table in (start(seats, seed) for seed in range(500)) if table.now["material"]["card"] == name)


# Phase 1


@rule("EX-EK-03", "EK-021")
def test_the_example_card() -> None:
    for seats in (3, 4):
        table = with_card("K01", seats)
        bricks = {letter: table.bricks(letter) for letter in FIELDS}
        assert bricks == {"A": "2 grass", "B": "2 wood", "C": "1 grass", "D": "2 wood", "E": "", "F": "1 clay", "G": ""}
    for seats in (5, 6):
        table = with_card("K01", seats)
        bricks = {letter: table.bricks(letter) for letter in FIELDS}
        assert bricks == {"A": "2 grass", "B": "3 wood", "C": "2 grass", "D": "2 wood", "E": "", "F": "1 clay", "G": ""}


@rule("EK-020", "EK-021")
@pytest.mark.parametrize("name", GAME.tables.names)
@pytest.mark.parametrize("seats", [4, 6])
def test_the_bricks_of_a_card_go_from_the_supply_to_the_fields_it_names(name: str, seats: int) -> None:
    table = with_card(name, seats)
    placed: Counter[str] = Counter()
    for letter in FIELDS:
        kind, always, more = printed_cards()[name].get(letter, ("", 0, 0))
        count = always + (more if seats >= 5 else 0)
        assert table.bricks(letter) == (f"{count} {kind}" if count else "")
        placed[kind] += count
    assert table.now["supply"] == {kind: BRICKS[kind] - placed[kind] for kind in KINDS}


@rule("EK-020")
def test_the_card_is_turned_up_at_random_and_stays_visible_for_the_round() -> None:
    table = position(round=3, fields="A 1 grass")
    card = table.now["material"]["card"]
    seen = set()
    for seed in range(60):
        trial = table.copy()
        trial.state.reseed(seed)
        while trial.now["round"] == 3:
            assert trial.now["material"]["card"] == card
            trial.deploy()
        assert trial.happened("round_began")[0]["card"] == trial.now["material"]["card"]
        assert trial.now["material"]["turned"][:3] == table.now["material"]["turned"]
        seen.add(trial.now["material"]["card"])
    assert len(seen) == 9


@rule("EK-022", "EX-EK-26")
def test_new_bricks_join_what_is_left() -> None:
    """1 clay on F and 2 grass on A are left over: the grass goes back, and with K04 F holds 3 clay."""
    table = position(fields="A 2 grass; F 1 clay")
    for seed in range(200):
        trial = table.copy()
        trial.state.reseed(seed)
        trial.deploy()
        assert trial.happened("leftovers") == [{"bricks": ["grass", "grass"]}]
        if trial.now["material"]["card"] == "K04":
            assert trial.bricks("F") == "3 clay"
            assert trial.bricks("A") == "2 wood"
            return
    raise AssertionError("K04 never came")


@rule("EK-023")
@pytest.mark.parametrize(
    ("grass", "placed"),
    [(2, ["2 grass", "", ""]), (4, ["3 grass", "1 grass", ""]), (5, ["3 grass", "1 grass", "1 grass"])],
)
def test_a_short_supply_gives_what_it_has_in_the_order_of_the_fields(grass: int, placed: list[str]) -> None:
    """K05 asks for 3, 1 and 1 grass on A, B and C."""
    game = game_with(bricks={"grass": grass})
    tables = (EketorpTable(game.start(4, seed)) for seed in range(200))
    table = next(table for table in tables if table.now["material"]["card"] == "K05")
    assert [table.bricks(letter) for letter in "ABC"] == placed
    assert table.bricks("D") == "2 wood"
    assert table.now["supply"]["grass"] == 0


@rule("EK-023", "EK-006")
def test_with_the_given_cards_the_supply_never_runs_short() -> None:
    """Any ten cards show at most 52, 42, 12 and 6 bricks."""
    for many in (False, True):
        shown = []
        for fields in printed_cards().values():
            count: Counter[str] = Counter()
            for kind, always, more in fields.values():
                count[kind] += always + (more if many else 0)
            shown.append(count)
        for ten in combinations(shown, 10):
            total = sum(ten, Counter())
            assert all(total[kind] <= BRICKS[kind] for kind in KINDS)


# The course of a round


@rule("EK-018")
def test_a_round_has_its_phases_in_order() -> None:
    """Reveal, battles, building, hospital, the next card; and in each phase the moves of another are refused."""
    table = position(fields="A 1 grass; B 2 grass; C 1 wood", hospital={"green": [0, 0, 0, 1]})
    assert table.refused("red", "card 5", because="EK-018")
    assert table.refused("red", "build grass on 1", because="EK-018")
    happened = table.deploy(red="A B B C", blue="A C")
    assert table.refused("red", "send to A", because="EK-018")
    assert table.refused("red", "done", because="EK-018")
    assert table.refused("red", "build grass on 1", because="EK-018")
    table.calls("red", "A")
    happened += table.fight(5, 2)
    happened += table.fight(3, 4)
    assert table.phase == "build"
    for move in ("send to A", "done", "call at A", "card 2", "stop", "loot 0 and 0", "keep grass", "against 1"):
        assert table.refused("red", move, because="EK-018")
    happened += table.plays_all("build grass on 1", "build grass on 1", "build grass on 1", "build wood on 2")
    order = ["revealed_at_home", "called_at_field", "brought_home", "built", "recovered", "round_began"]
    first = [next(at for at, event in enumerate(happened) if event.kind == kind) for kind in order]
    assert first == sorted(first)
    assert table.now["round"] == 2 and table.phase == "deploy"


@rule("EK-019", "EK-102")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_at_most_ten_rounds_one_card_each(seats: int) -> None:
    for seed in range(5):
        cards: list[str] = []
        for _, _, _, events, after in random_game(seats, seed):
            cards += [event.data["card"] for event in events if event.kind == "round_began"]
            assert after.round <= 10
        assert after.is_over()
        assert len(cards) + 1 == after.round == len(set(cards)) + 1
        complete = any(castle["bricks"] == 18 for castle in after.view(-1)["castles"])
        assert after.round == 10 or complete


# Phase 6


@rule("EK-097", "EK-098")
@pytest.mark.parametrize(("station", "missed"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_the_hospital_moves_on_and_the_last_station_leads_home(station: int, missed: int) -> None:
    stations = [0, 0, 0, 0]
    stations[station - 1] = 1
    table = position(hospital={"red": stations})
    for round in range(missed):
        table.deploy()
        moved = [0, 0, 0, 0]
        moved[station + round] = 1
        assert table.hospital("red") == moved
        assert table.home("red") == 5
    table.deploy()
    assert table.happened("recovered") == [{"seat": 0, "count": 1}]
    assert table.hospital("red") == [0, 0, 0, 0]
    assert table.home("red") == 6


@rule("EX-EK-12", "EK-097", "EK-111")
def test_a_badly_beaten_viking_misses_three_rounds() -> None:
    """Damage 4 in round 2: stations 1, 2, 3, 4, home at the end of round 5. With reach_last home at the end of round 4."""
    for option, stations, missed in (("past_last", [2, 3, 4], [3, 4, 5]), ("reach_last", [2, 3], [3, 4])):
        table = position(round=2, fields="A 1 stone", hands={"blue": "6 2 2 2"}, hospital_exit=option)
        table.deploy(red="A", blue="A")
        table.fight(2, 6)
        table.plays("build stone on 1")
        seen, away = [], []
        while sum(table.hospital("red")):
            seen.append(table.hospital("red").index(1) + 1)
            away.append(table.now["round"])
            assert table.home("red") == 5
            table.deploy()
        assert seen == stations
        assert away == missed


@rule("EX-EK-13", "EK-111")
def test_a_tied_viking_misses_one_round_or_none() -> None:
    for option, missed in (("past_last", [3]), ("reach_last", [])):
        table = position(round=2, fields="A 1 stone", hospital_exit=option)
        table.deploy(red="A", blue="A")
        table.fight(4, 4)
        away = []
        while sum(table.hospital("red")):
            assert table.hospital("red") == table.hospital("blue") == [0, 0, 0, 1]
            away.append(table.now["round"])
            table.deploy()
        assert away == missed
        assert table.home("red") == table.home("blue") == 6


@rule("EK-111", "EK-098")
@pytest.mark.parametrize(("station", "missed"), [(1, 2), (2, 1), (3, 0)])
def test_by_option_reaching_the_last_station_is_enough(station: int, missed: int) -> None:
    stations = [0, 0, 0, 0]
    stations[station - 1] = 2
    table = position(hospital={"red": stations}, hospital_exit="reach_last")
    for _ in range(missed):
        table.deploy()
        assert table.home("red") == 4
    table.deploy()
    assert table.home("red") == 6


@rule("EK-111", "EK-112")
def test_there_is_one_option_of_the_rules_and_no_variant() -> None:
    assert GAME.options.allowed() == {"hospital_exit": ("past_last", "reach_last"), "odds": ("shown", "hidden")}
    assert GAME.seats == (3, 4, 5, 6)


@rule("EK-072")
def test_a_station_holds_any_number() -> None:
    table = position(hospital={colour: [0, 0, 6, 0] for colour in COLOURS[:3]})
    table.deploy()
    assert table.now["hospital"][3] == [6, 6, 6, 0]


@rule("EK-099")
def test_grass_and_wood_go_back_clay_and_stone_stay() -> None:
    table = position(fields="A 2 grass; B 1 wood; F 3 clay; G 1 stone")
    table.deploy(red="A")
    before = table.copy()
    while table.phase == "build":
        before = table.copy()
        table.plays(table.offers()[0])
    assert before.bricks("A") == "1 grass"
    assert table.happened("leftovers") == [{"bricks": ["grass", "wood"]}]
    placed = {data["field"]: data["count"] for data in table.happened("bricks_placed")}
    assert int(table.bricks("F").split()[0]) == 3 + placed.get("F", 0)
    assert int(table.bricks("G").split()[0]) == 1 + placed.get("G", 0)
    assert int(table.bricks("A").split()[0]) == placed.get("A", 0)


@rule("EK-100")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_player_to_the_left_leads_the_next_round(seats: int) -> None:
    table = position(seats=seats, start="red")
    leaders = []
    for _ in range(seats + 1):
        leaders.append(table.now["start_player"])
        table.deploy()
    assert leaders == [*range(seats), 0]


# The end


@rule("EK-101", "EK-103")
def test_a_complete_castle_ends_the_game_when_all_have_built() -> None:
    """Red completes his castle; blue still builds; the hospital does not move any more."""
    table = position(
        fields="A 1 grass; B 2 wood",
        castles={"red": FULL_BUT_ONE},
        hospital={"green": [0, 0, 0, 1]},
    )
    table.deploy(red="A", blue="B")
    assert table.now["castles"][0]["bricks"] == 18
    assert table.phase == "build" and table.caller == "blue"
    table.plays("build wood on 4")
    assert table.state.is_over()
    assert table.happened("game_over")[0]["winners"] == [0]
    assert table.events[-1].rule == "EK-101"
    assert table.castle("blue")[3] == "wood"
    assert table.hospital("green") == [0, 0, 0, 1]
    assert table.bricks("B") == "1 wood"


@rule("EK-101")
def test_seventeen_bricks_do_not_end_it() -> None:
    table = position(castles={"red": FULL_BUT_ONE})
    table.deploy()
    assert table.phase == "deploy" and table.now["round"] == 2


@rule("EK-103", "EK-105")
def test_several_castles_may_be_completed_together() -> None:
    table = position(fields="A 1 grass; B 2 wood", castles={"red": FULL_BUT_ONE, "green": FULL_BUT_ONE})
    before = table.points("red"), table.points("green")
    table.deploy(red="A", green="B")
    assert table.state.is_over()
    assert (table.points("red"), table.points("green")) == (before[0] + 1 + 5, before[1] + 2 + 5)
    assert [data["seat"] for data in table.happened("castle_complete")] == [0, 3]


@rule("EK-102")
def test_the_game_ends_with_round_ten() -> None:
    table = position(round=10, fields="A 1 grass; B 2 wood", hospital={"red": [0, 0, 0, 2]}, castles={"blue": "1 wood"})
    table.deploy()
    assert table.state.is_over()
    assert table.events[-1].rule == "EK-102"
    assert table.home("red") == 6
    assert table.bricks("A") == ""
    assert table.awaits == []


@rule("EK-110")
def test_nothing_can_be_given_away_or_shown() -> None:
    """These are all the moves there are: none gives, none shows, none binds."""
    names = [kind.name for kind in GAME.moves.kinds]
    assert names == [
        "send",
        "send_siege",
        "done",
        "call",
        "call_siege",
        "against",
        "exchange",
        "stop",
        "card",
        "loot",
        "keep",
        "build",
    ]


@rule("EK-018", "EK-049")
def test_whole_games_keep_the_order_of_phases() -> None:
    """In random games the phases of a round only go forward."""
    order = {
        "deploy": 2,
        "call": 4,
        "opponent": 4,
        "exchange": 4,
        "cards": 4,
        "loot": 4,
        "keep": 4,
        "build": 5,
        "over": 7,
    }
    rounds = 0
    for seed in range(4):
        for before, _, _, _, after in random_game(4, seed):
            here, there = before.view(-1), after.view(-1)
            if here["round"] == there["round"]:
                assert order[here["phase"]] <= order[there["phase"]]
            else:
                assert there["round"] == here["round"] + 1 and there["phase"] == "deploy"
                rounds += 1
    assert rounds == 4 * 9


@rule("EK-018")
def test_the_end_of_a_round_stays_in_sight_before_the_hospital_and_the_next_bricks() -> None:
    shown = []
    for _, _, _, events, after in random_game(4, 3):
        for event in events:
            if event.kind == "round_ended":
                assert event.then is not None and event.pause
                then = event.then.view(0)
                shown.append(event.data["round"])
                assert then["round"] == event.data["round"]
                assert then["scores"] == event.data["points"]
                assert after.view(0)["round"] == event.data["round"] + 1
    rounds = after.view(0)["round"]
    assert shown == list(range(1, rounds)), "the last round leads to the end of the game"
    assert rounds > 1
