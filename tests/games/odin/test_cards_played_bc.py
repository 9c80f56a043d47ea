"""The cards of decks B and C with an immediate effect: what each does when it is played, and when it does nothing."""

import pytest

from skali.games.odin import components, covering, items, naming
from skali.kit.rule import rule
from tests.games.odin.given import GAME, table
from tests.games.odin.test_cards_played import played

WEAPONS = ("bow", "snare", "spear", "long_sword")
GRAINS = {"peas": 1, "beans": 1, "flax": 1}

# number, what is held, answers, what is held then
DOES = [
    ("11c", {}, (), {"spear": 2}),
    ("13B", {}, (), {"bow": 2}),
    ("14C", {"armed_boat": 1, "knarr": 2, "longship_3": 1}, (), {"whale_meat": 1}),
    ("14C", {"whaling_boat": 3, "knarr": 2, "longship": 2}, (), {"whale_meat": 2}),
    ("16C", {"armed_boat": 1, "longship_3": 1}, (), {"silver": 2}),
    ("16C", {"armed_boat": 3, "longship_3": 2}, (), {"silver": 5}),
    ("18C", {"longship_2": 1, "longship_1": 2}, (), {"silk": 1}),
    ("18C", {"longship_2": 1, "longship_3": 1}, (), {"jewelry": 1, "silk": 0}),
    ("18C", {"longship_2": 4}, (), {"silver_hoard": 1, "jewelry": 0}),
    ("19C", {"belt": 1, "helmet": 1, "crucifix": 1}, (), {"silk": 1}),
    ("19C", {"belt": 1, "helmet": 1, "crucifix": 1, "fibula": 1}, (), {"spices": 1, "silk": 0}),
    ("25B", {"knarr": 3}, (), {"salt_meat": 3}),
    ("26c", {"mead": 2, "pregnant_sheep": 1, "sheep": 1, "whale_meat": 1}, (), {"silver": 3}),
    ("29B", {"game_meat": 3, "whale_meat": 2}, (), {"salt_meat": 2, "game_meat": 3}),
    ("30B", {"silk": 1}, (), {"silver": 1}),
    ("30B", {"silk": 2}, (), {"silver": 3}),
    ("31C", {"oil": 3, "silk": 3}, ("take silk",), {"silk": 4, "oil": 3}),
    ("61C", {"longship_2": 1}, ("choose 3",), {"longship_2": 0, "silver": 8, "ore": 0}),
    ("62b", {"ore": 1, "silver": 1}, ("choose 2",), {"ore": 0, "silver": 0, "cloakpin": 1}),
    (
        "63C",
        {"sheep": 1, "silver": 3},
        ("choose 1", "choose 1"),
        {"sheep": 0, "wool": 1, "drinking_horn": 1, "silver": 0},
    ),
    ("67C", {"silver": 4}, ("choose 1",), {"silver": 0, "silverware": 2, "game_meat": 1, "mead": 1}),
    (
        "69c",
        {"bow": 3},
        ("take snare", "take spear", "take long_sword", "take long_sword"),
        {"bow": 3, "snare": 2, "spear": 2, "long_sword": 2},
    ),
    ("72B", {"silver": 1}, ("choose 1",), {"silver": 0, "stone_house": 1}),
    ("73C", {}, ("choose 1",), {"silverware": 1}),
    ("73C", {"silver": 5}, ("choose 3",), {"silver": 0, "chalice": 1, "silverware": 0}),
    ("75C", {"silver": 1}, ("choose 1",), {"silver": 0, "skin_and_bones": 1}),
    ("80B", {"silver": 2}, ("choose 1",), {"silver": 0, "sheep": 1}),
    ("82B", {"knarr": 2, "silver": 3}, ("choose 1",), {"silver": 0, "longship": 1}),
    ("82B", {"silver": 8}, ("choose 1",), {"silver": 0, "longship": 1}),
    ("183C", {"knarr": 1}, (), GRAINS | {"grain": 0}),
    ("183C", {"knarr": 4}, (), GRAINS | {"grain": 1, "cabbage": 1, "fruits": 1}),
    ("184C", {"ore": 3, "wood": 4}, ("choose 1",), {"ore": 0, "wood": 0, "longship_3": 1}),
    ("184C", {"ore": 4, "silver": 3}, ("choose 2",), {"ore": 1, "silver": 0, "longship_3": 1}),
    ("188C", {}, (), {"silver": 1}),
]

# number, what is held, what stays as it is
DOES_NOT = [
    ("14C", {"knarr": 2, "longship": 2}, {"whale_meat": 0}),
    ("15C", {}, {"mead": 0}),
    ("16C", {"longship_3": 1}, {"silver": 0}),
    ("18C", {"longship_1": 3}, {"silk": 0, "silver_hoard": 0}),
    ("19C", {"belt": 1, "helmet": 1}, {"silk": 0}),
    ("25B", {"longship": 2}, {"salt_meat": 0}),
    ("26c", {"oil": 2, "peas": 1}, {"silver": 0}),
    ("29B", {"game_meat": 3}, {"salt_meat": 0}),
    ("30B", {}, {"silver": 0}),
    ("31C", {"oil": 4, "sheep": 3, "silver": 3, "bow": 3}, {"oil": 4, "sheep": 3, "silver": 3, "bow": 3}),
    ("61C", {"knarr": 1}, {"knarr": 1, "silver": 0}),
    ("62b", {"ore": 1}, {"ore": 1, "crucifix": 0}),
    ("62b", {"silver": 1}, {"silver": 1, "crucifix": 0}),
    ("67C", {"silver": 3}, {"silver": 3, "silverware": 0}),
    ("69c", dict.fromkeys(WEAPONS, 2), dict.fromkeys(WEAPONS, 2)),
    ("70B", {"cloakpin": 1}, {"cloakpin": 1}),
    ("71C", {"drinking_horn": 1}, {"drinking_horn": 1}),
    ("72B", {}, {"stone_house": 0}),
    ("75C", {}, {"skin_and_bones": 0}),
    ("78B", {"peas": 1}, {"peas": 1}),
    ("80B", {"silver": 1}, {"sheep": 0}),
    ("82B", {"knarr": 4, "silver": 9}, {"longship": 0, "silver": 9}),
    ("84B", {"silver": 9}, {"silver": 9}),
    ("85C", {"hide": 0}, {"hide": 0}),
    ("183C", {"longship": 2}, {"peas": 0}),
    ("184C", {"ore": 2, "wood": 4, "silver": 3}, {"ore": 2, "wood": 4, "longship_3": 0}),
    ("184C", {"ore": 3, "wood": 3, "silver": 2}, {"ore": 3, "longship_3": 0}),
    ("184C", {"ore": 3, "wood": 4, "knarr": 4}, {"ore": 3, "longship_3": 0}),
]


@pytest.mark.parametrize(("number", "given", "steps", "after"), DOES)
def test_what_the_card_does(number, given, steps, after):
    there = played(number, steps, **given)
    assert {item: there.has(item) for item in after} == after
    assert there.awaits == [1]


@pytest.mark.parametrize(("number", "given", "after"), DOES_NOT)
def test_when_the_card_does_nothing(number, given, after):
    there = played(number, **given)
    assert {item: there.has(item) for item in after} == after
    assert there.awaits == [1]


def test_15c_gives_mead_for_houses_and_a_hide_for_each_house_built():
    assert played("15C", owns=("shed", "stone_house", "long_house")).has("mead") == 4
    there = table(2).plays_cards("15C").give(stone=3)
    there.plays("send build_stone_house")
    assert there.has("hide") == 1
    there = table(2, hand=("72B",)).plays_cards("15C").give(silver=1, wood=2)
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("stone_house") == 1 and there.has("hide") == 0  # bought, not built
    there = table(2).plays_cards("15C").give(wood=2)
    there.plays("send build_shed")
    assert there.has("hide") == 0


def test_19c_counts_special_tiles_on_own_boards():
    there = table(2, hand=("19C",)).give(belt=1, helmet=1).lay("fibula", (0, 0)).lay("crucifix", (0, 0), seat=1)
    there.plays("send play_occupations_1_2")
    assert there.has("silk") == 1 and there.has("spices") == 0


def test_21b_pays_the_bonuses_of_the_home_board_only():
    around = [(4, 0), (4, 1), (5, 1), (6, 0), (6, 1)]
    there = table(2, hand=("21b",)).cover("home", around).owns("iceland")
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("ore") == 1
    there = table(2, hand=("21b",)).cover("home", around)
    there.plays_all("send play_occupations_1_2", "skip")
    assert there.has("ore") == 0


@rule("OD-229")
def test_30b_82b_92c_at_their_upper_ends():
    assert played("30B", silk=7).has("silver") == 6
    there = played("82B", ("choose 1",), knarr=3, silver=1)
    assert there.has("longship") == 1 and there.has("silver") == 0
    assert played("82B", knarr=4, silver=9).has("longship") == 0  # no free landing stage


def test_31c_takes_a_fourth_of_a_kind():
    there = table(2, hand=("31C",)).give(oil=3, silk=3, hide=2)
    there.plays("send play_occupations_1_2")
    assert there.offers() == ["take oil", "take silk"]  # it must be one of them
    assert there.refuses("take hide", because="OD-019")
    there.plays("take oil")
    assert there.has("oil") == 4
    assert played("31C", oil=3).has("oil") == 4


@rule("OD-188", "OD-244")
def test_60c_brings_one_or_two_vikings_back_from_one_space():
    there = table(2, round=2, hand=("60C",)).plays_cards("151c").stands("craft_4", 0).give(silver=2)
    before = int(there.state.get(0, items.THING))
    there.plays("send play_occupations_1_2")
    assert set(there.offers()) == {"call back from craft_4", "call back from play_occupations_1_2", "skip"}
    assert there.refuses("call back from market_1", because="OD-152")
    there.plays("call back from craft_4")
    assert there.refuses("call back from play_occupations_1_2", because="OD-246")
    there.plays("call back from craft_4")
    assert there.on_space("craft_4") == 2 and there.has("silver") == 2 - 2 + 1  # one event of two Vikings for 151c
    assert there.state.get(0, items.THING) == before - 2 + 2
    there = table(2, round=3, hand=("60C",)).stands("market_1", 0).give(silver=2)
    there.plays_all("send play_occupations_1_2", "call back from market_1")
    assert there.on_space("market_1") == 0 and there.awaits == [1]  # no second one, no silver for it
    assert there.offers("send market_1", seat=1)  # an emptied space is free again (OD-243)
    there = table(2, round=3, hand=("60C",)).stands("craft_4", 0).give(silver=2)
    there.plays_all("send play_occupations_1_2", "call back from craft_4")
    assert there.on_space("craft_4") == 3 and there.awaits == [1]  # a second one costs 3 silver in this round
    there = table(2, hand=("60C",)).stands("craft_4", 0)
    there.plays_all("send play_occupations_1_2", "skip")
    assert there.on_space("craft_4") == 4


@rule("OD-188")
def test_63c_and_85c_let_either_or_both_be_done_in_order():
    there = table(2, hand=("63C",)).give(pregnant_sheep=1, silver=3)
    there.plays_all("send play_occupations_1_2", "skip", "choose 1")
    assert there.has("pregnant_sheep") == 1 and there.has("drinking_horn") == 1
    there = table(2, hand=("63C",)).give(pregnant_sheep=1, silver=3).give(1, drinking_horn=1)
    there.plays_all("send play_occupations_1_2", "choose 2")
    assert there.has("hide") == 1 and there.has("silver") == 3 and there.awaits == [1]  # the horn is gone
    there = table(2, hand=("85C",)).give(silver=3, bow=0).rolls(8, 8, 8)
    vikings = int(there.state.get(0, items.THING))
    there.plays_all("send play_occupations_1_2", "choose 1", "fail", "choose 1", "fail")
    assert there.has("silver") == 0 and there.has("wood") == 2 and there.has("snare") == 2
    assert there.state.get(0, items.THING) == vikings - 2  # no Viking comes back from an action of a card
    there = table(2, hand=("85C",)).give(silver=2).rolls(1)
    there.plays_all("send play_occupations_1_2", "skip", "choose 1", "succeed with 1 weapons")
    assert there.has("fur") == 1 and there.has("silver") == 0


@rule("OD-248")
@pytest.mark.parametrize(
    ("number", "tile", "filled"), [("70B", "cloakpin", "silverware"), ("71C", "drinking_horn", "chest")]
)
def test_70b_and_71c_take_a_tile_from_any_board_and_fill_its_cells(number, tile, filled):
    shapes = GAME.tables.shapes
    piece = naming.ITEM_NAMES.index(tile)
    for turn in range(int(shapes.count[piece])):
        owner = turn % 2
        there = table(2, hand=(number,)).give(**{tile: 0})
        anchor = 3 * components.COLUMNS + 3 + int(shapes.offset[int(shapes.first[piece]) + turn])
        covering.cover(there.state, owner, piece, turn, anchor)
        before = there.view(owner)["players"][owner]
        there.plays_all("send play_occupations_1_2", "choose 1")
        after = there.view(owner)["players"][owner]
        assert there.has(tile) == 1 and there.happened("placed") == []
        assert covered(after) == covered(before) and after["minus"] == before["minus"]
        assert {each["item"] for each in after["boards"][0]["pieces"]} == {filled, "rune_stone"}
    there = table(2, hand=(number,)).give(**{tile: 0})
    covering.cover(there.state, 1, piece, 0, 4 * components.COLUMNS + 4)
    there.plays_all("send play_occupations_1_2", "skip")
    assert there.has(tile) == 0


def covered(player):
    return [[cell >= 0 for cell in row] for row in player["boards"][0]["covered"]]


def test_72b_costs_the_round_number_and_needs_a_house_in_stock():
    there = table(2, round=4, hand=("72B",)).give(silver=3)
    there.plays("send play_occupations_1_2")
    assert there.has("stone_house") == 0 and there.awaits == [1]
    there = table(2, round=4, hand=("72B",)).give(silver=4)
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("stone_house") == 1 and there.has("silver") == 0
    there = table(2, hand=("72B",)).give(silver=4).owns("stone_house", "stone_house", "stone_house", seat=1)
    there.plays("send play_occupations_1_2")
    assert there.has("silver") == 4 and there.awaits == [1]


def test_73c_offers_only_what_can_be_paid_and_is_there():
    there = table(2, hand=("73C",)).give(silver=2).give(1, crucifix=1)
    there.plays("send play_occupations_1_2")
    assert [move for move in there.offers() if move != "put silver"] == ["choose 1", "skip"]
    there.plays("skip")
    assert there.has("silverware") == 0


@pytest.mark.parametrize(("knarrs", "most"), [(1, 2), (2, 4), (3, 6), (4, 7)])
def test_78b_turns_goods_over_by_the_number_of_knarrs(knarrs, most):
    there = table(2, hand=("78B",)).give(knarr=knarrs, peas=9, oil=1, sheep=1, silk=1)
    there.plays("send play_occupations_1_2")
    assert set(there.offers()) == {"trade peas", "trade oil", "trade silk", "stop"}  # animals have no other side
    assert there.refuses("trade sheep", because="OD-019")
    there.plays_all("trade oil", "trade peas")
    if most > 2:
        assert there.refuses("trade mead", because="OD-129")  # it would only undo the other
        for _ in range(most - 2):
            there.plays("trade peas")
    assert there.has("rune_stone") == 1 and there.has("mead") == most - 1 and there.awaits == [1]


@rule("EX-OD-53")
def test_81c_makes_a_longship_cheaper_by_weapons():
    there = table(2, hand=("81C",)).give(long_sword=1, spear=2, bow=1, snare=3, silver=5)
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("longship") == 1 and there.has("silver") == 0 and there.has("long_sword") == 1
    there = table(2, hand=("81C",)).give(long_sword=1, spear=2, bow=1, snare=3, silver=4)
    there.plays("send play_occupations_1_2")
    assert there.has("longship") == 0 and there.awaits == [1]
    there = table(2, hand=("81C",)).give(long_sword=9, spear=0, bow=0)
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("longship") == 1  # never below 0


def test_84b_emigrates_for_less():
    there = table(2, round=5, hand=("84B",)).give(knarr=2, longship=1, silver=2)
    there.plays_all("send play_occupations_1_2", "emigrate knarr")
    assert there.has("silver") == 0 and there.state.get(0, items.EMIGRATED_KNARR) == 1
    there = table(2, round=5, hand=("84B",)).give(knarr=2, longship=1, silver=1)
    there.plays("send play_occupations_1_2")
    assert there.has("knarr") == 2 and there.awaits == [1]
    there = table(2, round=5, hand=("84B",)).plays_cards("170a").give(knarr=3)
    there.plays_all("send play_occupations_1_2", "emigrate knarr")
    assert there.has("knarr") == 2  # both discounts together
    there = table(2, hand=("84B",)).give(knarr=1)
    there.plays_all("send play_occupations_1_2", "skip")
    assert there.has("knarr") == 1


@rule("OD-260")
@pytest.mark.parametrize(("seats", "silver"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_188c_pays_by_the_number_of_players(seats, silver):
    there = table(seats, hand=("188C",))
    there.plays("send play_occupations_1_2")
    assert there.has("silver") == silver


def test_every_immediate_card_of_decks_b_and_c_is_here():
    here = {row[0] for row in DOES} | {"15C", "21b", "60C", "70B", "71C", "78B", "81C", "84B", "85C"}
    tables = GAME.tables
    deck = [card for card in range(190) if tables.card_decks[card] != "A" and tables.card_kinds[card] == "immediate"]
    assert {tables.card_numbers[card] for card in deck} <= here
    without = here - {row[0] for row in DOES_NOT} - {"11c", "13B", "21b", "60C", "63C", "73C", "81C", "188C"}
    assert not without, "cards that no test shows doing nothing"
