"""Scoring (OD-198 to OD-209) and the solo game (OD-220, OD-222)."""

import pytest

from skali.core.options import OptionError
from skali.games.odin import OdinOptions, items
from skali.kit.rule import rule
from tests.games.odin.given import GAME, table


def lines(there, seat=0):
    return {line.key: line.points for line in there.state.score_sheet(seat, seat)}


@rule("OD-198", "OD-199")
def test_ships_in_the_bay_and_abroad():
    there = table(2).give(whaling_boat=1, armed_boat=1, knarr=1, longship=1, longship_3=1)
    assert lines(there)["ships"] == 3 + 3 + 5 + 8 + 8
    there.state.put(0, 70, 1)
    there.state.put(0, 71, 2)
    assert lines(there)["emigrated"] == 18 + 42 and lines(there)["ships"] == 27


@rule("OD-200", "OD-207")
def test_exploration_boards():
    points = {"shetland": 6, "faroe_islands": 4, "iceland": 16, "greenland": 12}
    points |= {"bear_island": 12, "baffin_island": 12, "labrador": 36, "newfoundland": 38}
    minus = {"shetland": 24, "faroe_islands": 16, "iceland": 24, "greenland": 20}
    minus |= {"bear_island": 22, "baffin_island": 24, "labrador": 40, "newfoundland": 40}
    for name in points:
        there = table(2).owns(name)
        assert lines(there)["exploration"] == points[name] and lines(there)["minus"] == -86 - minus[name]


@rule("OD-201", "OD-207")
def test_buildings():
    there = table(2).owns("shed", "stone_house", "long_house")
    assert lines(there)["buildings"] == 35 and lines(there)["minus"] == -86 - 6 - 9 - 15


@rule("OD-202")
def test_animals():
    there = table(2).give(sheep=2, pregnant_sheep=1, cattle=1, pregnant_cattle=1)
    assert lines(there)["animals"] == 4 + 3 + 3 + 4


@rule("OD-203", "OD-180")
def test_only_played_occupations_score():
    there = table(2, hand=("5A",)).plays_cards("43A", "48A")
    assert lines(there)["occupations"] == 3


@rule("OD-204", "OD-206")
def test_silver_scores_and_goods_do_not():
    there = table(2)
    before = there.score(0)
    there.give(silver=7)
    assert there.score(0) == before + 7
    there.give(oil=3, silk=1, helmet=1, wood=4, stone=2, ore=3, bow=5)
    assert there.score(0) == before + 7


@rule("OD-205")
def test_the_crown():
    there = table(2).give(english_crown=1)
    assert lines(there)["crown"] == 2
    there.lay("english_crown", (0, 0)).give(english_crown=0)
    assert lines(there)["crown"] == 2  # wherever it lies


@rule("OD-208")
def test_penalties():
    there = table(2)
    there.state.put(0, items.PENALTIES, 4)
    assert lines(there)["penalties"] == -12


@rule("OD-209")
def test_the_highest_total_wins_and_ties_are_shared():
    there = table(3).give(0, silver=5).give(1, silver=5).give(2, silver=4)
    assert there.state.ranking() == [1, 1, 3]


@rule("EX-OD-47")
def test_a_scored_game():
    there = table(2).owns("iceland", "shed", "long_house")
    there.give(whaling_boat=1, knarr=1, sheep=2, pregnant_sheep=1, cattle=1, silver=20, english_crown=1)
    there.state.put(0, 70, 1)
    there.state.put(0, 71, 1)
    there.state.put(0, items.CARD_POINTS, 1)
    there.state.put(0, items.PENALTIES, 1)
    there.state.put(0, items.MINUS, 4 + 1 + 5)
    sheet = lines(there)
    assert (sheet["ships"], sheet["emigrated"], sheet["exploration"], sheet["buildings"]) == (8, 39, 16, 25)
    assert sheet["animals"] == 10 and there.score(0) == 108 == sheet["total"]


@rule("OD-220")
def test_a_solo_player_may_choose_the_starting_card():
    state = GAME.start(1, 1, OdinOptions(solo_start="choose"))
    assert state.prompt(0).kind == "start_card"
    offered = {GAME.moves.show(move) for move in state.legal_moves(0)}
    starting = {f"play {number}" for number in GAME.tables.card_numbers if number.endswith("a")}
    assert offered == starting and len(offered) == 15
    state.apply(0, GAME.moves.read("play 52a"))
    assert state.view(0)["players"][0]["hand"] == ["52a"] and state.phase == 5
    with pytest.raises(OptionError):
        GAME.start(2, 1, OdinOptions(solo_start="choose"))


@rule("OD-222")
def test_a_solo_game_ends_with_a_score_and_no_loser():
    state = GAME.start(1, 3)
    assert state.ranking() == [1]
