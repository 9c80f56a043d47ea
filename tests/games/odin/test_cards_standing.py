"""The cards of deck A that stay: anytime, each time, and standing rules. What each does and when it does not."""

import pytest

from skali.kit.rule import rule
from tests.games.odin.given import GAME, after_phase, table

WEAPONS = ("bow", "snare", "spear", "long_sword")
TESTED = set()


def card(*numbers):
    """Names the cards that a test is about, so that none is forgotten."""
    TESTED.update(numbers)
    return lambda test: test


def weapons(there):
    return sum(there.has(name) for name in WEAPONS)


# Anytime

EXCHANGES = [
    ("47a", 1, {"salt_meat": 1}, {"salt_meat": 0, "hide": 1}),
    ("48A", 1, {"cattle": 1}, {"cattle": 0, "jewelry": 1}),
    ("48A", 2, {"pregnant_cattle": 1}, {"pregnant_cattle": 0, "jewelry": 1}),
    ("50A", 1, {"rune_stone": 1}, {"rune_stone": 0, "hide": 1}),
    ("54A", 1, {"silverware": 1}, {"silverware": 0, "silk": 1}),
    ("54A", 2, {"silverware": 1}, {"silverware": 0, "chest": 1}),
    ("56A", 2, {"bow": 1, "snare": 1}, {"bow": 0, "snare": 0, "ore": 1}),
    ("56A", 10, {"long_sword": 2}, {"long_sword": 0, "ore": 1}),
    ("58A", 1, {"flax": 2}, {"flax": 0, "oil": 3}),
    ("59A", 1, {"flax": 2, "silver": 1}, {"flax": 0, "silver": 0, "linen": 2}),
]


@card("47a", "48A", "50A", "54A", "56A", "58A", "59A")
@pytest.mark.parametrize(("number", "way", "given", "after"), EXCHANGES)
def test_anytime_exchanges(number, way, given, after):
    there = table(2).plays_cards(number).give(**{**dict.fromkeys(WEAPONS, 0), **given})
    there.plays(f"exchange {number} way {way}")
    assert {item: there.has(item) for item in after} == after and there.awaits == [0]
    assert there.refuses(f"exchange {number} way {way}", because="OD-115")
    other = table(2, hand=(number,)).give(**given)
    assert other.refuses(f"exchange {number} way {way}", because="OD-180")  # in hand it does nothing


@card("52a")
def test_52a_plays_a_card_for_a_silver():
    there = table(2, hand=("43A", "68A")).plays_cards("52a").give(silver=1)
    there.plays_all("exchange 52a way 1", "play 43A")
    assert there.has("silver") == 0 and there.has("fruits") == 1 and there.state.prompt(0).kind == "turn"
    assert there.refuses("exchange 52a way 1", because="OD-115")
    there = table(2).plays_cards("52a").give(silver=1)
    assert there.refuses("exchange 52a way 1", because="OD-147")  # no card in hand


# Costs and standing rules


@card("1A")
def test_1a_lowers_the_price_of_the_livestock_market():
    there = table(2).plays_cards("1A").give(silver=2)
    there.plays("send sheep_and_cattle")
    assert there.has("silver") == 0 and there.has("sheep") == 1
    there = table(2).plays_cards("1A")
    there.plays("send buy_sheep")
    assert there.has("sheep") == 1
    there = table(2).plays_cards("1A").give(silver=2)
    assert there.refuses("send overseas_trading_1", because="OD-135")
    there.give(knarr=1, oil=1).plays_all("send overseas_trading_1", "stop")
    assert there.has("silver") == 1  # not on other spaces


@rule("EX-OD-54")
@card("89a")
def test_89a_doubles_stones():
    there = table(2).plays_cards("89a").give(longship=1, stone=3, long_sword=4).rolls(4)
    there.plays_all("send raiding", "loot chest")
    assert there.offers() == ["pay 0 long_sword", "pay 2 long_sword", "pay 4 long_sword"]
    assert there.refuses("pay 1 long_sword", because="OD-168")
    there.plays("pay 2 long_sword")
    assert there.has("stone") == 2 and there.has("long_sword") == 2
    there = table(2).plays_cards("89a").give(longship=1, stone=2).rolls(4)
    there.plays_all("send raiding", "loot silverware")
    assert there.has("stone") == 0  # two stones, because neither can be left out
    there = table(2).give(longship=1, stone=2).rolls(4)
    there.plays("send raiding")
    assert there.refuses("loot silverware", because="OD-168")


@card("137a")
def test_137a_spends_spears_as_swords():
    there = table(2).plays_cards("137a").give(longship=1, spear=2, long_sword=1).rolls(5)
    there.plays_all("send raiding", "loot silverware", "pay 1 long_sword")
    assert there.has("spear") == 1 and there.has("silverware") == 1
    there = table(2).give(longship=1, spear=2).rolls(5)
    there.plays("send raiding")
    assert there.refuses("loot silverware", because="OD-168")


@card("147A")
def test_147a_takes_a_knarr_for_a_longship():
    there = table(2).plays_cards("147A").give(knarr=2)
    for space in ("raiding", "pillaging_2", "plundering"):
        assert there.offers(f"send {space}")
    plain = table(2).give(knarr=2)
    assert plain.refuses("send raiding", because="OD-135")


@card("152A")
def test_152a_lets_one_good_rise_further():
    there = table(2).plays_cards("152A").give(peas=1, flax=1, beans=1)
    there.plays_all("send upgrade_4", "upgrade peas twice", "upgrade flax", "upgrade beans")
    assert [there.has(name) for name in ("oil", "stockfish", "milk")] == [1, 1, 1]
    plain = table(2).give(peas=1, flax=1)
    plain.plays("send upgrade_4")
    assert plain.refuses("upgrade peas twice", because="OD-128")


@card("153a")
def test_153a_rolls_four_times():
    there = table(2).plays_cards("153a").give(bow=9).rolls(8, 8, 8, 2)
    there.plays_all("send hunting_game_1", "roll", "roll", "roll")
    assert there.refuses("roll", because="OD-154")
    there.plays("succeed with 2 weapons")
    assert there.has("hide") == 1


@card("170a")
def test_170a_makes_emigration_cheaper():
    there = table(2, round=5).plays_cards("170a").give(knarr=1, silver=3)
    there.plays("send emigrate_2")
    assert there.has("silver") == 0 and there.has("knarr") == 0
    there = table(2, round=1).plays_cards("170a").give(knarr=1)
    there.plays("send emigrate_2")
    assert there.has("knarr") == 0  # never below 0
    plain = table(2, round=5).give(knarr=1, silver=3)
    assert plain.refuses("send emigrate_2", because="OD-143")


@card("186A")
def test_186a_lets_two_peas_lie():
    there = table(1, round=7).plays_cards("186A").give(peas=4, mead=2, flax=2)
    after_phase(there, 9)
    there.plays_all("serve peas lying", "serve peas lying")
    assert there.refuses("serve peas lying", because="OD-065") and there.offers("serve peas upright")
    there.plays("serve flax lying")
    assert there.refuses("serve flax lying", because="OD-065")


# Each time, in the phases


@card("7A")
def test_7a_pays_for_grain_after_the_feast():
    for grain, silver in ((0, 0), (1, 1), (2, 2), (5, 2)):
        there = table(1).plays_cards("7A").give(grain=grain)
        after_phase(there, 9)
        while there.state.phase == 9 and there.state.prompt(0).kind in ("food", "coins"):
            there.plays("finish" if there.offers("finish") else "coins 0")
        assert there.has("silver") == silver


@card("8a")
def test_8a_gives_oil_for_five_vikings_on_crafting_spaces():
    there = table(2).plays_cards("8a").stands("craft_4", 0).stands("craft_linen", 0)
    there.all_pass()
    assert there.has("oil") == 1
    there = table(2).plays_cards("8a").stands("craft_4", 0).stands("market_1", 0)
    there.all_pass()
    assert there.has("oil") == 0
    there = table(2).plays_cards("8a").rolls(8, 8, 8)
    there.plays_all("send laying_a_snare", "fail")
    assert there.offers() == ["return 0", "return 1"]  # it may matter how many stay


@card("9A")
def test_9a_places_ore_before_income():
    there = table(2).plays_cards("9A").give(longship_1=1).cover("home", [(10, 0), (11, 1)])
    there.all_pass()
    there.plays_all("use 9A", "at 11,0")
    assert there.happened("income")[0]["count"] == 1 and there.has("silver") == 1
    there = table(2).plays_cards("9A").give(knarr=1)
    there.all_pass()
    assert there.state.round == 2  # no longship, no window


@card("38A")
def test_38a_takes_wood_stone_or_ore_instead_of_a_weapon():
    for way, item in ((2, "wood"), (3, "stone"), (4, "ore")):
        there = table(1).plays_cards("38A")
        after_phase(there, 4)
        before = weapons(there)
        there.plays(f"choose {way}")
        assert there.has(item) == 1 and weapons(there) == before
    there = table(1).plays_cards("38A")
    after_phase(there, 4)
    before = weapons(there)
    there.plays("choose 1")
    assert weapons(there) == before + 1 and there.has("wood") == 0


@card("41a")
def test_41a_makes_oil_after_the_bonus():
    there = table(1).plays_cards("41a").give(silver=1, mead=1)
    after_phase(there, 10)
    there.plays_all("use 41a", "choose 2")
    assert there.has("oil") == 1 and there.has("mead") == 0 and there.has("silver") == 1
    there = table(1).plays_cards("41a")
    after_phase(there, 10)
    assert there.has("oil") == 0 and there.state.phase == 5


@card("94A", "95A", "96A")
def test_cards_for_rounds_without_harvest():
    there = table(1, round=3).plays_cards("94A", "95A", "96A").give(oil=2, game_meat=1).strips("3", "1")
    after_phase(there, 2)
    assert set(there.offers()) == {"use 94A", "use 95A", "use 96A", "done"}
    there.plays("use 94A")
    there.plays_all("use 95A", "mine strip 3 count 2", "use 96A")
    assert (there.has("spices"), there.has("oil"), there.has("wood")) == (1, 0, 2)
    assert there.has("whale_meat") == 1 and there.state.phase == 5  # each once
    there = table(1, round=3).plays_cards("96A").give(whale_meat=1)
    after_phase(there, 2)
    there.plays("use 96A")
    assert there.has("game_meat") == 2
    there = table(1, round=4).plays_cards("94A", "95A", "96A").give(oil=2, game_meat=1)
    after_phase(there, 2)
    assert there.state.phase == 5 and there.has("spices") == 0


@card("171A")
def test_171a_bakes_after_a_harvest():
    there = table(1, round=1).plays_cards("171A")
    after_phase(there, 2)
    there.plays("use 171A")
    assert there.has("flax") == 0 and there.has("grain") == 1 and there.has("silver") == 1
    there = table(1, round=3).plays_cards("171A").give(flax=1)
    after_phase(there, 2)
    assert there.has("grain") == 0 and there.state.phase == 5


@card("158A", "160a", "165A")
def test_feast_cards():
    there = table(1).plays_cards("158A").give(game_meat=1, whale_meat=1)
    after_phase(there, 9)
    before = weapons(there)
    there.plays("serve game_meat upright")
    there.plays("finish" if there.state.prompt(0).kind == "food" else "coins 0")
    assert there.has("silver") == 1 and weapons(there) == before + 3
    there = table(1).plays_cards("160a").give(stockfish=1)
    after_phase(there, 9)
    there.plays("serve stockfish lying")
    assert there.has("silver") == 1
    there = table(1).plays_cards("160a").give(mead=1)
    after_phase(there, 9)
    there.plays("serve mead lying")
    assert there.has("silver") == 0
    there = table(1).plays_cards("165A").give(clothing=2, mead=1)
    after_phase(there, 9)
    assert there.has("silver") == 2
    there = table(1).plays_cards("165A").give(mead=1)
    after_phase(there, 9)
    assert there.has("silver") == 0


# Each time, in the actions


@card("3A")
def test_3a_takes_a_snare_on_spaces_of_one_silver():
    eight = {"market_1", "market_2", "market_3", "market_products_4", "craft_rune_stone", "craft_chest"}
    eight |= {"draw_occupation", "play_occupation_paid"}
    assert {GAME.tables.space_names[at] for at in range(61) if int(GAME.tables.one_silver[at])} == eight
    there = table(2).plays_cards("3A")
    there.plays("send market_1")
    assert there.has("snare") == 2
    there = table(2).plays_cards("3A")
    there.plays("send mead_2")
    assert there.has("snare") == 1


@card("12A")
def test_12a_may_draw_a_weapon_after_a_longship_was_used():
    there = table(2).plays_cards("12A").give(longship=2)
    before = weapons(there)
    there.plays_all("send plundering", "use 12A")
    assert weapons(there) == before + 1 and there.awaits == [1]
    there = table(2).plays_cards("12A").give(longship=1, silver=1)
    there.plays_all("send emigrate_2", "done")
    assert weapons(there) == before
    there = table(2).plays_cards("12A").give(knarr=1, silver=1)
    there.plays("send emigrate_2")
    assert there.awaits == [1]


@card("36A", "37A", "149A")
def test_cards_before_overseas_trading():
    there = table(2).plays_cards("36A").give(knarr=1, silver=1, whale_meat=1, sheep=1)
    there.plays("send overseas_trading_2")
    there.plays("use 36A")
    assert there.has("robe") == 1 and there.has("sheep") == 1
    there = table(2).plays_cards("36A").give(knarr=1, silver=1, sheep=1)
    there.plays("send overseas_trading_2")
    assert there.awaits == [1]  # neither salt meat, game meat nor whale meat
    there = table(2).plays_cards("37A").give(knarr=1, silver=1, sheep=1, peas=1)
    there.plays_all("send overseas_trading_2", "use 37A", "upgrade sheep", "trade fur")
    assert there.has("jewelry") == 1
    there = table(2).plays_cards("149A").give(knarr=1, silver=9)
    there.plays_all("send special_sale", "take belt", "stop")
    assert there.has("oil") == 0  # the special sale is no overseas trading


@card("98A")
def test_98a_buys_silk_for_grain_in_a_house():
    there = table(2).plays_cards("98A").owns("long_house").give(grain=1, silver=2)
    there.plays_all("put grain", "at 0,0", "use 98A")
    assert there.has("silk") == 1 and there.has("silver") == 0 and there.state.prompt(0).kind == "turn"
    there = table(2).plays_cards("98A").owns("long_house").give(peas=1, silver=2)
    there.plays_all("put peas", "shape 1", "at 0,0")
    assert not there.offers("use 98A")
    there = table(2).plays_cards("98A").owns("long_house").give(grain=1, silver=1)
    there.plays_all("put grain", "at 0,0")
    assert not there.offers("use 98A")


@card("99A")
def test_99a_plays_instead_of_drawing_in_column_three():
    there = table(2, hand=("43A",)).plays_cards("99A")
    there.plays("send market_3")
    assert there.has("silver") == 0
    there.plays("play 43A")
    assert there.has("fruits") == 2 and there.view(0)["players"][0]["hand"] == []
    there = table(2).plays_cards("99A")
    there.plays("send market_3")
    assert there.view(0)["players"][0]["hand_size"] == 1  # nothing in hand to play


@card("113a")
def test_113a_takes_an_item_before_crafting():
    there = table(2).plays_cards("113a").give(flax=1).strips("3", "1")
    there.plays_all("send craft_linen", "use 113a", "mine strip 3 count 1")
    assert there.has("wood") == 1 and there.has("linen") == 1
    there = table(2).plays_cards("113a").strips("3", "1")
    there.plays("send market_1")
    assert there.awaits == [1] and there.has("wood") == 0


@card("117A")
def test_117a_upgrades_after_building_a_large_ship():
    there = table(2).plays_cards("117A").give(wood=2, oil=1)
    there.plays_all("send build_knarr", "use 117A")
    assert there.has("rune_stone") == 1
    there = table(2).plays_cards("117A").give(wood=2, oil=1)
    there.plays("send build_whaling_boat")
    assert there.awaits == [1] and there.has("oil") == 1


@card("122A")
def test_122a_rewards_different_kinds_from_strips():
    there = table(2).plays_cards("122A").strips("3:3", "1")
    there.plays_all("send mountain_3_2", "mine strip 3 count 3", "mine strip 1 count 2", "use 122A")
    assert there.has("hide") == 1  # stone, silver, wood
    there = table(2).plays_cards("122A").strips("3", "1:2")
    there.plays_all("send mountain_3_2", "mine strip 3 count 1", "mine strip 1 count 1", "use 122A")
    assert there.has("mead") == 1 and there.has("hide") == 0
    there = table(2).plays_cards("122A").strips("3", "1:2")
    there.plays_all("send mountain_2", "mine strip 3 count 2")
    assert there.awaits == [1]  # one kind


@card("126A", "128A")
def test_cards_for_a_successful_snare():
    there = table(2).plays_cards("126A", "128A").rolls(1).strips("3", "1")
    there.plays_all("send laying_a_snare", "succeed with 1 weapons", "use 128A", "mine strip 3 count 1")
    assert there.has("silver") == 1 and there.has("wood") == 1
    there = table(2).plays_cards("126A", "128A").rolls(8, 8, 8).strips("3", "1")
    there.plays_all("send laying_a_snare", "fail")
    assert there.has("silver") == 0 and there.awaits == [1]


@card("134A")
def test_134a_drinks_after_a_failed_raid():
    there = table(2).plays_cards("134A").give(longship=1).rolls(1)
    there.plays_all("send raiding", "fail")
    assert there.has("mead") == 1 and there.has("stone") == 1
    there = table(2).plays_cards("134A").give(longship=1).rolls(1, sides=12)
    there.plays_all("send pillaging_2", "fail")
    assert there.has("mead") == 0


@card("135A")
def test_135a_gets_a_single_sword_back():
    there = table(2).plays_cards("135A").give(longship=1, long_sword=2).rolls(5)
    there.plays_all("send raiding", "loot rune_stone")
    assert there.has("long_sword") == 2
    there = table(2).plays_cards("135A").give(longship=1, long_sword=2).rolls(5)
    there.plays_all("send raiding", "loot silverware")
    assert there.has("long_sword") == 0


@card("140A")
def test_140a_gives_a_second_oil():
    there = table(2).plays_cards("140A").give(armed_boat=1).rolls(2, sides=12)
    there.plays("send whaling_1_boat")
    assert there.has("oil") == 2
    there = table(2).plays_cards("140A").give(armed_boat=1).rolls(9, sides=12)
    there.plays_all("send whaling_1_boat", "fail")
    assert there.has("oil") == 0


@card("145a")
def test_145a_takes_an_item_before_a_hunt():
    there = table(2).plays_cards("145a").give(bow=0).strips("3", "1").rolls(1)
    there.plays_all("send hunting_game_1", "use 145a", "mine strip 3 count 1", "succeed with 0 weapons")
    assert there.has("hide") == 1 and there.has("wood") == 0  # the wood was used
    there = table(2).plays_cards("145a").strips("3", "1").rolls(8)
    there.plays("send laying_a_snare")
    assert there.state.prompt(0).kind == "low_roll"


@card("154a")
def test_154a_pays_for_two_wood():
    there = table(2).plays_cards("154a")
    there.plays("send wood_per_player")
    assert there.has("silver") == 1
    there = table(2).plays_cards("154a").rolls(8)
    there.plays_all("send hunting_game_1", "fail")
    assert there.has("wood") == 1 and there.has("silver") == 0


@card("163a")
def test_163a_rewards_the_hunt_in_column_two():
    there = table(2).plays_cards("163a").rolls(1)
    there.plays_all("send hunting_game_2", "succeed with 1 weapons")
    assert there.has("hide") == 2 and there.has("silver") == 1
    there = table(2).plays_cards("163a").rolls(1)
    there.plays_all("send hunting_game_1", "succeed with 1 weapons")
    assert there.has("hide") == 1 and there.has("silver") == 0


@card("164A")
def test_164a_takes_stone_or_ore_before_column_four():
    there = table(2).plays_cards("164A").strips("3:3", "1")
    there.plays("send craft_4")
    there.plays("use 164A")
    assert there.has("stone") == 1 and there.has("silver") == 4  # wood could not be taken
    there = table(2).plays_cards("164A").strips("1")
    there.plays("send craft_4")
    assert there.awaits == [1] and there.has("wood") == 0
    there = table(2).plays_cards("164A").strips("3:3")
    there.plays("send market_1")
    assert there.has("stone") == 0


@card("174a")
def test_174a_buys_silk_or_spices_for_new_cattle():
    there = table(2).plays_cards("174a").give(silver=7)
    there.plays_all("send buy_cattle_and_milk", "use 174a", "choose 2")
    assert there.has("spices") == 1 and there.has("silver") == 0
    there = table(2).plays_cards("174a").give(silver=9)
    there.plays("send buy_sheep")
    assert there.awaits == [1]
    there = table(2).plays_cards("174a").give(silver=5)
    there.plays("send buy_cattle_and_milk")
    assert there.awaits == [1]  # 2 silver are too few


def test_no_card_of_deck_a_is_forgotten():
    tables = GAME.tables
    standing = {
        tables.card_numbers[card]
        for card in range(190)
        if tables.card_decks[card] == "A" and tables.card_kinds[card] != "immediate"
    }
    assert standing <= TESTED, standing - TESTED
