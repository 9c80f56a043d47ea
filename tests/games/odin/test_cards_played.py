"""The cards of deck A with an immediate effect: what each does when it is played, and when it does nothing."""

import pytest

from skali.games.odin import items
from tests.games.odin.given import GAME, table

WEAPONS = ("bow", "snare", "spear", "long_sword")


def played(number, steps=(), owns=(), **held):
    """Seat 0 plays the card from an empty hand by the space for 1 or 2 occupations, then answers."""
    there = table(2, hand=(number,)).give(**held).owns(*owns)
    there.plays("send play_occupations_1_2")
    for step in steps:
        there.plays(step)
    assert number in there.view(1)["players"][0]["played"]
    return there


# number, what is held, answers, what is held then
DOES = [
    ("10A", {"sheep": 1, "pregnant_cattle": 1}, (), {"milk": 2, "silver": 2}),
    ("10A", {"sheep": 4}, (), {"milk": 1, "silver": 1}),
    ("12A", {}, (), {"chest": 1}),
    ("17A", {"fruits": 1, "cattle": 1}, ("upgrade fruits",), {"fruits": 0, "treasure_chest": 1}),
    ("17A", {"fruits": 1, "cattle": 1}, ("upgrade cattle",), {"cattle": 0, "silver_hoard": 1}),
    ("22A", {"longship": 1, "longship_2": 1}, (), {"ore": 2, "stone": 2, "silver": 2}),
    ("24A", {"knarr": 2, "whaling_boat": 1, "armed_boat": 1}, (), {"oil": 2, "wood": 2}),
    ("27A", {"whaling_boat": 3}, (), {"stockfish": 3}),
    ("33A", {"sheep": 2, "pregnant_sheep": 1}, (), {"wool": 1}),
    ("33A", {"sheep": 5}, (), {"wool": 2}),
    ("33A", {"sheep": 6}, (), {"wool": 3}),
    ("34a", {"sheep": 2}, (), {"milk": 1, "wool": 1}),
    ("34a", {"sheep": 4}, (), {"milk": 1, "wool": 2}),
    ("35A", {"sheep": 2, "pregnant_cattle": 1}, ("choose 1",), {"pregnant_sheep": 1, "cattle": 2}),
    ("43A", {}, (), {"fruits": 1}),
    ("64A", {"armed_boat": 1, "silver": 2}, ("choose 2",), {"armed_boat": 0, "silver": 0, "longship": 1, "ore": 0}),
    ("65A", {"snare": 2, "spear": 2}, ("choose 1",), {"snare": 0, "spear": 0, "treasure_chest": 1}),
    ("66A", {"silver": 1, "beans": 1}, ("upgrade beans twice",), {"silver": 0, "beans": 0, "skin_and_bones": 1}),
    ("66A", {"silver": 1, "beans": 1}, ("upgrade beans",), {"salt_meat": 1}),
    ("74A", {"grain": 1, "silver": 2}, ("choose 1",), {"grain": 0, "silver": 0, "cattle": 1}),
    ("79A", {"cattle": 1}, ("choose 1",), {"cattle": 0, "pregnant_cattle": 1}),
    (
        "83A",
        {"sheep": 1, "pregnant_sheep": 1, "peas": 3},
        ("upgrade sheep", "upgrade pregnant_sheep"),
        {"fur": 2, "peas": 3},
    ),
    ("86A", {"silver": 6}, ("choose 3",), {"silver": 0, "hide": 3}),
    ("87A", {}, ("choose 1",), {"crucifix": 1}),
]

# number, what is held, what stays as it is
DOES_NOT = [
    ("10A", {}, {"milk": 0, "silver": 0}),
    ("17A", {"rune_stone": 1}, {"rune_stone": 1}),
    ("20A", {}, {"oil": 0}),
    ("22A", {"knarr": 2}, {"ore": 0, "stone": 0}),
    ("23A", {"shed": 0}, {"silver": 0}),
    ("24A", {"longship": 1}, {"oil": 0, "wood": 0}),
    ("27A", {"knarr": 1}, {"stockfish": 0}),
    ("33A", {"sheep": 2}, {"wool": 0}),
    ("34a", {"sheep": 1}, {"milk": 0, "wool": 0}),
    ("64A", {"whaling_boat": 1, "silver": 1}, {"whaling_boat": 1, "longship": 0}),
    ("64A", {"whaling_boat": 1, "silver": 9, "knarr": 4}, {"whaling_boat": 1, "longship": 0}),
    ("65A", {"snare": 2, "spear": 1}, {"treasure_chest": 0, "snare": 2}),
    ("66A", {"beans": 1}, {"beans": 1}),
    ("74A", {"grain": 1, "silver": 1}, {"cattle": 0}),
    ("79A", {"pregnant_cattle": 1}, {"pregnant_cattle": 1}),
    ("83A", {"rune_stone": 2}, {"rune_stone": 2}),
    ("86A", {"silver": 1}, {"hide": 0}),
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


def test_5a_feasts_at_once_even_if_it_hurts():
    there = played("5A")
    assert int(there.state.get(0, items.PENALTIES)) == 6 and there.has("mead") == 0
    there = played("5A", ("coins 6",), silver=6)
    assert int(there.state.get(0, items.PENALTIES)) == 0


def test_20a_pays_the_bonuses_of_houses_only():
    around = [(0, 1), (1, 1), (1, 3), (0, 2), (2, 1), (2, 2), (2, 3), (1, 0)]
    there = table(2, hand=("20A",)).owns("stone_house").cover("stone_house", around)
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("hide") == 1
    there = table(2, hand=("20A",)).owns("stone_house").cover("stone_house", around[1:])
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("hide") == 0
    there = table(2, hand=("20A",)).owns("stone_house").cover("stone_house", around)
    there.plays_all("send play_occupations_1_2", "skip")
    assert there.has("hide") == 0


def test_23a_pays_for_houses_not_for_sheds():
    assert played("23A", owns=("shed", "stone_house", "long_house")).has("silver") == 4
    assert played("23A", owns=("shed",)).has("silver") == 0


@pytest.mark.parametrize(("ships", "drawn"), [(0, 0), (1, 2), (2, 5), (3, 10), (4, 10)])
def test_32a_draws_weapons_by_the_number_of_longships(ships, drawn):
    there = played("32A", longship=ships)
    assert sum(there.has(name) for name in WEAPONS) == 3 + drawn


def test_68a_draws_four_weapons():
    there = played("68A")
    assert sum(there.has(name) for name in WEAPONS) == 7


def test_76a_brings_one_viking_back_from_each_chosen_space():
    there = table(2, hand=("76A",)).stands("craft_4", 0, 4)
    there.state.put(0, items.THING, 5)
    there.plays_all("send play_occupations_1_2", "call back from craft_4")
    assert there.state.get(0, items.THING) == 4 and there.on_space("craft_4") == 3
    there = table(2, hand=("76A",)).stands("craft_4", 1, 4).stands("market_1", 0)
    before = there.state.get(0, items.THING)
    there.plays("send play_occupations_1_2")
    assert there.state.get(0, items.THING) == before - 2  # neither another's Vikings nor another column
    there = table(2, hand=("76A",)).stands("craft_4", 0, 4)
    there.plays_all("send play_occupations_1_2", "stop")
    assert there.on_space("craft_4") == 4


def test_77a_uses_an_occupied_space_of_column_two():
    there = table(2, hand=("77A",)).stands("market_2", 1).stands("market_1", 1)
    there.plays("send play_occupations_1_2")
    assert set(there.offers()) == {"send market_2", "skip"}
    there.plays("send market_2")
    assert there.has("flax") == 1 and there.on_space("market_2") == 2 and there.awaits == [1]
    there = table(2, hand=("77A",))
    there.plays("send play_occupations_1_2")
    assert there.awaits == [1]  # only its own space is occupied, and there is no card left to play


def test_83a_takes_one_type_only():
    there = table(2, hand=("83A",)).give(peas=2, flax=2)
    there.plays_all("send play_occupations_1_2", "upgrade peas")
    assert there.refuses("upgrade flax", because="OD-128")
    there.plays("upgrade peas")
    assert there.has("mead") == 2 and there.has("flax") == 2


def test_87a_takes_the_crucifix_or_up_to_four_from_one_strip():
    there = table(2, hand=("87A",)).strips("3")
    there.plays_all("send play_occupations_1_2", "choose 2", "mine strip 3 count 4")
    assert there.has("wood") == 4 and there.has("crucifix") == 0
    there = table(2, hand=("87A",)).strips("3").give(1, crucifix=1)
    there.plays("send play_occupations_1_2")
    assert not there.offers("choose 1")
    there.plays("skip")
    assert there.has("wood") == 0


def test_every_immediate_card_of_deck_a_is_here():
    here = {row[0] for row in DOES} | {"5A", "20A", "23A", "32A", "68A", "76A", "77A"}
    tables = GAME.tables
    deck = [card for card in range(190) if tables.card_decks[card] == "A" and tables.card_kinds[card] == "immediate"]
    assert {tables.card_numbers[card] for card in deck} <= here
