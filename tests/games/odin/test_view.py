"""What a board needs to show: costs and yields of the spaces now, chances of the dice, what the next cell would change."""

import pytest

from tests.games.odin.given import GAME, after_phase, table


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
        ("hunting_game_1", {"bow": 1, "wood": 2}, {"sides": 8, "rolls": 3, "good": 3, "percent": 76, "cost": 200}),
        ("laying_a_snare", {"snare": 0, "wood": 0}, {"sides": 8, "rolls": 3, "good": 0, "percent": 0, "cost": 0}),
        (
            "whaling_3_boats",
            {"spear": 1, "armed_boat": 2},
            {"sides": 12, "rolls": 3, "good": 5, "percent": 80, "cost": 20},
        ),
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
    told = now(there, name, seat=1)[0]["odds"]
    faces = told.pop("faces")
    assert told == odds and len(faces) == odds["sides"]


def test_every_face_of_a_die_tells_what_it_comes_to():
    there = table(2).give(1, armed_boat=2, longship_1=1)
    assert now(there, "hunting_game_1", seat=1)[0]["odds"]["faces"] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert now(there, "whaling_3_boats", seat=1)[0]["odds"]["faces"] == [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert now(there, "pillaging_3", seat=1)[0]["odds"]["faces"] == list(range(2, 14))


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
    groups = GAME.presenter.groups(data, there.view(0), there.state.prompt(0).data, words)
    headings = [heading for heading, _ in groups]
    assert headings[:4] == ["1 Viking", "2 Vikings", "3 Vikings", "4 Vikings"] and "Anytime actions" in headings
    assert sorted(at for _, entries in groups for at, _ in entries) == list(range(len(moves)))
    texts = [text for _, entries in groups for _, text in entries]
    assert "wood or ore → chest, 1 silver (1 wood)" in texts and "Place: oil" in texts


def texts_of(there, language="en"):
    """The words of all choices, with their headings."""
    data = [GAME.moves.to_data(move) for move in there.state.legal_moves(0)]
    groups = GAME.presenter.groups(data, there.view(0), there.state.prompt(0).data, GAME.words(language))
    return [heading for heading, _ in groups], [text for _, entries in groups for _, text in entries]


def test_orientations_are_drawn_above_their_numbers():
    there = table(1).give(oil=1)
    there.plays_all("put oil")
    assert texts_of(there) == (["   1    2\n   xx   x\n        x"], ["Orientation 1", "Orientation 2"])
    prompt = there.state.prompt(0).data
    moves = [GAME.moves.to_data(move) for move in there.state.legal_moves(0)]
    told = [GAME.presenter.choice(move, there.view(0), prompt, GAME.words("en")) for move in moves]
    assert told == ["Orientation 1: xx", "Orientation 2: x / x"]


def test_choices_say_what_they_cost_and_give():
    there = table(1).give(silver=9, peas=1, longship=1, cattle=3)
    texts = texts_of(there)[1]
    assert "Buy: whaling boat (3 silver)" in texts and "Emigration (2 Vikings; 1 silver)" in texts
    assert "Milk from your cattle (3 milk)" in texts
    there.plays("send upgrade_2")
    assert texts_of(there)[1] == ["peas → mead", "cattle → clothing"]
    there = table(1).give(silver=2, knarr=1)
    there.plays("send special_sale")
    assert {"Take: helmet (1 silver)", "Take: belt (2 silver)"} < set(texts_of(there)[1])
    there = table(1).plays_cards("38A")
    after_phase(there, 3)
    assert texts_of(there)[1] == ["1 weapon", "1 wood", "1 stone", "1 ore"]


def test_ways_are_told_in_words():
    there = table(1).strips("1", "2").give(peas=1)
    there.plays("send mountain_2222_or_double_upgrade_3")
    first, second = texts_of(there)[1]
    assert first == "take up to 2 items from a mountain strip, then up to 2 from another (× 3)"
    assert second == "upgrade 3 goods two steps each"


def test_a_throw_is_told_by_what_it_takes_and_a_feast_by_what_it_fills():
    there = table(1).give(bow=2, wood=1).rolls(2)
    there.plays("send hunting_game_1")
    assert texts_of(there)[1] == ["Roll again", "Succeed: 2 bows", "Succeed: 1 bow, 1 wood", "Declare failure"]
    there = table(1).give(longship=1, stone=9).rolls(1)
    there.plays("send raiding")
    assert "Take: rune stone (6 swords)" in texts_of(there)[1]


def test_answers_of_the_question_come_before_the_anytime_actions():
    there = table(1).strips("1", "2").give(oil=1, peas=1)
    there.plays("send mountain_1_upgrade_1")
    there.plays("mine strip 1 count 1")
    headings, texts = texts_of(there)
    assert headings == ["", "Anytime actions"] and texts[0] == "peas → mead" and texts[-1] == "Place: oil"


def test_a_bonus_that_is_covered_is_not_listed():
    there = table(1).cover("home", [(9, 1)])
    assert "9,1 mead" not in GAME.presenter.draw(there.view(0), GAME.words("en"), False, ["A"])
    assert "10,5 stone" in GAME.presenter.draw(there.view(0), GAME.words("en"), False, ["A"])
