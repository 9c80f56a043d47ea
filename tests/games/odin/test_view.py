"""What a board needs to show: costs and yields of the spaces now, chances of the dice, what the next cell would change."""

import pytest

from skali.games.odin import terminal
from tests.games.odin.tables import GAME, table


def space(there, name, seat=0):
    return next(space for space in there.view(seat)["spaces"] if space["name"] == name)


def now(there, name, seat=0):
    """The ways of the first step of a space."""
    return space(there, name, seat)["now"][0][0]


def test_a_space_says_what_it_would_give_this_seat():
    there = table(3).give(sheep=3).give(1, cattle=2)
    assert now(there, "wood_per_player") == [{"get": {"wood": 3}, "fault": ""}]
    assert now(there, "milk_from_cattle")[0]["fault"] == "OD-120"
    assert now(there, "milk_from_cattle", seat=1) == [{"get": {"milk": 2}, "fault": ""}]


def test_a_space_says_what_it_would_cost_this_seat():
    there = table(2, round=4).give(silver=1, wood=1, knarr=1).plays_cards("1A")
    assert now(there, "buy_sheep")[0]["pay"] == {"silver": 0}
    assert now(there, "craft_chest") == [
        {"pay": {"wood": 1}, "get": {"chest": 1, "silver": 1}, "fault": ""},
        {"pay": {"ore": 1}, "get": {"chest": 1, "silver": 1}, "fault": "OD-115"},
    ]
    assert now(there, "emigrate_2") == [{"pay": {"silver": 4}, "fault": "OD-143"}]
    assert now(there.plays_cards("170a"), "emigrate_2")[0]["pay"] == {"silver": 2}


def test_a_space_names_its_group_its_need_and_its_other_half():
    there = table(1)
    assert space(there, "raiding")["groups"] == ["sailing"] and space(there, "raiding")["needs"] == "longship"
    assert space(there, "mountain_2222_or_double_upgrade_3")["or"] == ["upgrade 3 twice"]
    assert len(space(there, "mountain_2222_or_double_upgrade_3")["now"]) == 2


@pytest.mark.parametrize(
    ("name", "items", "odds"),
    [
        ("hunting_game_1", {"bow": 1, "wood": 2}, {"sides": 8, "rolls": 3, "good": 3, "percent": 76}),
        ("laying_a_snare", {"snare": 0, "wood": 0}, {"sides": 8, "rolls": 3, "good": 0, "percent": 0}),
        ("whaling_3_boats", {"spear": 1, "armed_boat": 2}, {"sides": 12, "rolls": 3, "good": 5, "percent": 80}),
        ("raiding", {"stone": 5}, {"sides": 8, "rolls": 3, "good": 8, "percent": 100, "least": 6, "most": 13}),
        (
            "pillaging_3",
            {"longship_1": 1},
            {"sides": 12, "rolls": 3, "good": 8, "percent": 96, "least": 2, "most": 13},
        ),
    ],
)
def test_the_chances_of_a_die(name, items, odds):
    there = table(2).give(1, **items)
    assert now(there, name, seat=1)[0]["odds"] == odds


def test_four_rolls_raise_the_chances():
    there = table(2).plays_cards("153a").give(bow=1, wood=2)
    assert now(there, "hunting_game_1")[0]["odds"]["percent"] == 85


def test_the_board_says_what_the_next_cell_would_change():
    there = table(1).cover("home", [(11, 0), (11, 1), (10, 0)])
    board = there.view(0)["players"][0]["boards"][0]
    assert board["next_income"] == [{"cell": [10, 1], "now": 1, "then": 2, "missing": [[10, 1]]}]
    greenland = table(1).owns("greenland").view(0)["players"][0]["boards"][1]
    assert len(greenland["next_income"]) == 2
    assert all(each["cell"] in each["missing"] for each in greenland["next_income"])


def test_the_board_says_what_a_bonus_still_asks_for():
    around = [(8, 0), (8, 1), (8, 2), (9, 0), (10, 0), (10, 1), (10, 2), (11, 0), (11, 1), (11, 2)]
    board = table(1).cover("home", around).view(0)["players"][0]["boards"][0]
    assert board["bonuses"][3] == {"cell": [9, 1], "items": ["mead"], "enclosed": False, "missing": [[9, 2]]}


def test_choices_stand_in_groups():
    words = GAME.words("en")
    there = table(2).give(wood=1, ore=1, oil=1, peas=1)
    moves = there.state.legal_moves(0)
    data = [GAME.moves.to_data(move) for move in moves]
    groups = terminal.choices(data, there.view(0), there.state.prompt(0).data, words)
    headings = [heading for heading, _ in groups]
    assert headings[:4] == ["1 Viking", "2 Vikings", "3 Vikings", "4 Vikings"] and "Anytime actions" in headings
    assert sorted(at for _, entries in groups for at, _ in entries) == list(range(len(moves)))
    texts = [text for _, entries in groups for _, text in entries]
    assert "wood or ore → chest, 1 silver (1 wood)" in texts and "Place: oil" in texts
    there.plays_all("put oil")
    data = [GAME.moves.to_data(move) for move in there.state.legal_moves(0)]
    (heading, entries), *more = terminal.choices(data, there.view(0), there.state.prompt(0).data, words)
    assert (heading, more) == ("", []) and entries == [(0, "Orientation 1: xx"), (1, "Orientation 2: x / x")]
