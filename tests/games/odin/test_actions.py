"""Phase 5 and the action spaces (OD-038 to OD-051, OD-109 to OD-152, OD-282)."""

import pytest

from skali.core import Moves
from skali.games.odin import counting, course, items, quantities
from skali.kit.rule import rule
from tests.games.odin.given import GAME, table


def vikings(there, seat=0):
    return int(there.state.get(seat, items.THING))


@rule("OD-038", "OD-039")
def test_a_space_takes_as_many_vikings_as_its_column_and_only_once():
    there = table(2)
    there.plays("send market_3")
    assert vikings(there) == 3 and there.on_space("market_3") == 3
    assert there.refuses("send market_3", because="OD-039", seat=1)
    there.plays("send market_1")
    assert there.refuses("send market_products_4", because="OD-038")
    there.plays("send market_2")
    assert vikings(there) == 1 and there.on_space("market_2") == 2


@rule("OD-040", "OD-245", "OD-041")
def test_passing_is_final_and_forced_without_vikings():
    there = table(2)
    there.plays("pass")
    assert there.awaits == [1]
    there.plays("send catch_stockfish")
    assert there.awaits == [1]  # seat 0 is not asked again
    there.state.add(0, items.THING, 2)
    there.plays("send market_1")
    assert there.awaits == [1]
    there = table(2)
    there.state.put(0, items.THING, 1)
    there.plays_all("send catch_stockfish", "pass")
    assert there.state.phase == 9 and int(there.state.get(0, items.PASSED)) == 1  # seat 0 had no Viking left


@rule("OD-041")
def test_the_tutor_may_still_play_without_vikings():
    there = table(2, hand=("76A",)).plays_cards("52a").give(silver=1)
    there.stands("craft_4", 0)
    there.state.put(0, items.THING, 0)
    there.state.active = 1
    there.state.frames.clear()
    course.go_on(there.state, None)
    assert there.awaits == [0] and there.offers("exchange 52a way 1")
    there.plays("exchange 52a way 1")
    there.plays("call back from craft_4")
    assert vikings(there) == 1 and there.awaits == [0]


@rule("OD-042")
def test_at_least_one_effect_must_be_used():
    there = table(2).strips("1", "3")
    assert there.refuses("send craft_linen", because="OD-115")
    there.plays("send mountain_1_upgrade_1")  # nothing to upgrade: the strip is the only effect
    assert there.refuses("skip", because="OD-124")
    there = table(2).strips("1").give(peas=1)
    there.plays_all("send mountain_1_upgrade_1", "skip")
    assert there.has("mead") == 1 and there.awaits == [1]  # then the upgrade had to be used
    there = table(2).strips()
    assert there.refuses("send mountain_2", because="OD-124")


@rule("OD-043")
def test_usability_counts_the_gift_of_a_card_before_the_action():
    there = table(2).strips("3:3")  # next item: stone
    assert there.refuses("send craft_rune_stone", because="OD-115")
    there.plays_cards("113a")
    there.plays("send craft_rune_stone")
    assert there.has("rune_stone") == 1 and there.has("stone") == 0  # the taking was forced
    there = table(2).strips("1").plays_cards("113a")  # next item: wood
    assert there.refuses("send craft_rune_stone", because="OD-115")


@rule("OD-043")
def test_a_card_before_the_action_may_not_spend_what_the_space_needs():
    there = table(2, hand=("64A",)).give(silver=3, whaling_boat=1)
    there.plays_all("send sheep_and_cattle", "play 64A")
    assert there.has("longship") == 0 and there.has("sheep") == 1  # 2 silver would have been missing
    there = table(2, hand=("64A",)).give(silver=5, whaling_boat=1)
    there.plays_all("send sheep_and_cattle", "play 64A", "choose 1")
    assert there.has("longship") == 1 and there.has("sheep") == 1 and there.has("silver") == 0


@rule("OD-043")
def test_a_feast_of_the_chief_can_make_the_space_useless():
    there = table(2, hand=("5A",)).give(silver=3)
    there.plays_all("send sheep_and_cattle", "play 5A")
    there.plays("coins 3")
    assert there.has("sheep") == 0 and there.on_space("sheep_and_cattle") == 4 and there.awaits == [1]


@rule("OD-044", "OD-045", "OD-046")
def test_gains_are_taken_and_exchanges_may_be_skipped_in_order():
    there = table(2).give(wool=1, silverware=1)
    there.plays("send craft_4")
    assert there.has("silver") == 4 and set(there.offers()) >= {"choose 1", "skip"}
    there.plays_all("skip", "choose 1")
    assert (there.has("robe"), there.has("jewelry"), there.has("wool")) == (0, 1, 1)
    there = table(2).give(wool=2)
    there.plays_all("send craft_4", "choose 1")
    assert there.has("robe") == 1 and there.awaits == [1]  # once


@rule("OD-047", "EX-OD-43", "OD-147")
def test_column_three_draws_before_the_action():
    there = table(2)
    events = there.plays("send market_3")
    assert [event.kind for event in events].index("drew_card") < [event.kind for event in events].index("gained")
    assert there.view(0)["players"][0]["hand_size"] == 1
    there = table(2)
    assert there.refuses("send play_occupations_1_2", because="OD-147")
    there.give(stone=1)
    assert there.refuses("send play_occupation_paid way 1", because="OD-147")
    there.plays("send play_occupations_1_4")
    assert len(there.view(0)["players"][0]["played"]) == 1


@rule("OD-048", "OD-050")
def test_column_four_plays_a_card_before_or_after_but_not_both():
    there = table(2, hand=("43A", "68A"))
    there.plays("send craft_4")
    assert there.has("silver") == 0
    there.plays("play 43A")
    assert there.has("fruits") == 1 and there.has("silver") == 4 and there.awaits == [1]
    there = table(2, hand=("43A", "68A"))
    there.plays_all("send craft_4", "skip")
    assert there.has("silver") == 4
    there.plays("play 68A")
    assert there.awaits == [1] and there.view(0)["players"][0]["hand"] == ["43A"]


@rule("OD-049", "OD-246")
def test_no_column_bonus_without_placing():
    there = table(2, hand=("77A", "43A")).stands("market_2", 1).stands("mead_2", 0)
    there.plays_all("send craft_4", "play 77A")
    before = there.view(0)["players"][0]["hand_size"]
    there.plays("send market_2")
    assert there.has("flax") == 1 and there.view(0)["players"][0]["hand_size"] == before
    assert there.on_space("market_2") == 2


@rule("OD-051", "EX-OD-29")
def test_the_same_longship_serves_again_and_again():
    there = table(2, round=6).alone().give(longship=1, silver=9)
    there.state.turned = 15
    there.rolls(1)
    there.plays("send raiding")
    there.plays("fail")
    there.plays_all("send explore_3", "explore newfoundland")
    there.plays("send emigrate_2")
    assert there.has("longship") == 0 and there.state.score(0) != 0


# Ships


@rule("OD-109", "OD-110", "OD-111")
def test_landing_stages_and_prices():
    there = table(2).give(silver=60)
    for _ in range(3):
        there.plays("buy whaling_boat")
    assert there.refuses("buy whaling_boat", because="OD-110")
    for ship in ("knarr", "longship", "knarr", "longship"):
        there.plays(f"buy {ship}")
    assert there.has("silver") == 60 - 9 - 10 - 16
    assert there.refuses("buy knarr", because="OD-110") and there.refuses("buy longship", because="OD-110")
    there.give(wood=2)
    assert there.refuses("send build_knarr", because="OD-109")
    there = table(2).give(silver=4)
    assert there.refuses("buy knarr", because="OD-111")


@rule("OD-112")
def test_arming():
    there = table(2).give(ore=5, whaling_boat=1, knarr=1, longship=1)
    there.plays("arm whaling_boat")
    assert there.refuses("arm whaling_boat", because="OD-112")
    there.plays_all("arm longship", "arm longship_1", "arm longship_2")
    assert there.has("longship_3") == 1 and there.has("ore") == 1
    assert not [move for move in there.offers() if move.startswith("arm")]
    there = table(2).give(ore=2, longship=1, peas=1, silver=3).strips("1")
    there.plays_all("send mountain_1_upgrade_1", "mine strip 1 count 1")
    assert there.refuses("arm longship", because="OD-112")


@rule("OD-113", "OD-114", "OD-142", "OD-143", "OD-145")
def test_emigration():
    there = table(2, round=5).give(longship_2=1, knarr=1, silver=5)
    there.plays("send emigrate_2")
    assert set(there.offers()) == {"emigrate knarr", "emigrate longship_2"}
    owned = vikings(there)
    there.plays("emigrate longship_2")
    assert there.has("silver") == 0 and there.has("ore") == 0 and there.has("longship_2") == 0
    assert there.view(0)["players"][0]["emigrated"] == {"knarr": 0, "longship": 1}
    assert vikings(there) == owned and there.score(0) == 21 + 5 - 86
    there.state.active = 0
    assert GAME.tables.space("raiding") is not None
    there = table(2).give(knarr=1, silver=9)
    there.state.put(0, 71, 1)
    assert there.refuses("send raiding", because="OD-135")  # an emigrated longship is no ship


@rule("OD-144", "EX-OD-22")
def test_room_on_the_table():
    there = table(2, round=5).give(knarr=1, silver=4)
    assert there.refuses("send emigrate_2", because="OD-143")
    for length in ("long", "short"):
        there = table(2, length=length).give(knarr=4, silver=9)
        there.state.put(0, 70, 2)
        assert there.offers("send emigrate_2")
        there.state.put(0, 70, 3)
        assert there.refuses("send emigrate_2", because="OD-144")


@rule("OD-146", "OD-142")
def test_swap_then_emigrate():
    there = table(2).give(whaling_boat=1, armed_boat=1, silver=2)
    there.plays("send swap_boat_and_emigrate")
    assert set(there.offers()) == {"swap plain boat", "swap armed boat"}  # without it nothing could be used
    there.plays("swap armed boat")
    assert there.has("ore") == 0 and there.has("armed_boat") == 0 and there.has("knarr") == 1
    there.plays("emigrate knarr")
    assert there.has("knarr") == 0 and there.has("silver") == 1
    there = table(2).give(whaling_boat=1, knarr=4, silver=9)
    there.plays("send swap_boat_and_emigrate")
    assert there.has("knarr") == 3  # no free large stage: only the emigration was left
    there = table(2).give(whaling_boat=1, knarr=1, silver=1)
    there.plays_all("send swap_boat_and_emigrate", "skip")
    assert there.has("whaling_boat") == 1 and there.view(0)["players"][0]["emigrated"]["knarr"] == 1


# Spaces as in the tables


@rule("OD-115", "OD-116", "OD-119", "OD-121", "OD-123", "OD-142")
@pytest.mark.parametrize(
    ("space", "given", "after"),
    [
        ("build_shed", {"wood": 2}, {"wood": 0, "shed": 1}),
        ("build_stone_house", {"stone": 1}, {"stone": 0, "stone_house": 1}),
        ("build_long_house", {"stone": 2}, {"stone": 0, "long_house": 1}),
        ("build_whaling_boat", {"wood": 1}, {"wood": 0, "whaling_boat": 1}),
        ("build_knarr", {"wood": 2}, {"wood": 0, "knarr": 1}),
        ("build_longship", {"wood": 2}, {"wood": 0, "longship": 1}),
        ("catch_stockfish", {}, {"stockfish": 1}),
        ("buy_2_stockfish", {"silver": 1}, {"silver": 0, "stockfish": 2}),
        ("buy_2_salt_meat", {"silver": 2}, {"silver": 0, "salt_meat": 2}),
        ("buy_sheep", {"silver": 1}, {"silver": 0, "sheep": 1}),
        ("buy_cattle_and_milk", {"silver": 3}, {"silver": 0, "cattle": 1, "milk": 1}),
        ("sheep_and_cattle", {"silver": 3}, {"silver": 0, "sheep": 1, "cattle": 1}),
        ("market_1", {}, {"beans": 1, "silver": 1}),
        ("market_2", {}, {"flax": 1, "stockfish": 1, "silver": 1}),
        ("market_3", {}, {"fruits": 1, "oil": 1, "salt_meat": 1, "silver": 1}),
        ("market_products_4", {"sheep": 1, "cattle": 1}, {"spices": 1, "silver": 1, "milk": 2, "wool": 1}),
        ("milk_from_cattle", {"cattle": 1, "pregnant_cattle": 1}, {"milk": 2}),
        ("wool_from_sheep", {"sheep": 5}, {"wool": 3}),
        ("mead_2", {}, {"mead": 2, "silver": 2}),
        ("craft_linen", {"flax": 1}, {"flax": 0, "linen": 1}),
        ("craft_rune_stone", {"stone": 1}, {"stone": 0, "rune_stone": 1, "silver": 1}),
        ("craft_clothing", {"hide": 1, "linen": 1}, {"hide": 0, "linen": 0, "clothing": 1, "silver": 2}),
        ("craft_chests_and_runes", {"stone": 2, "wood": 2}, {"stone": 0, "wood": 0, "chest": 2, "rune_stone": 2}),
        ("wood_per_player", {}, {"wood": 2, "ore": 1}),
        ("plundering", {"longship": 2}, {"silver_hoard": 1, "longship": 2}),
    ],
)
def test_a_space_does_what_its_table_says(space, given, after):
    there = table(2).give(**given)
    there.plays(f"send {space}")
    assert {item: there.has(item) for item in after} == after
    paid = {item for item, count in given.items() if after.get(item, count) < count}
    if paid:
        poor = table(2)
        assert poor.refuses(f"send {space}", because="OD-115")


@rule("OD-120", "EX-OD-36", "EX-OD-37")
def test_animals_are_needed_for_milk_and_wool():
    there = table(2)
    assert there.refuses("send milk_from_cattle", because="OD-120")
    assert there.refuses("send wool_from_sheep", because="OD-120")
    there.give(cattle=4).plays("send milk_from_cattle")
    assert there.has("milk") == 3
    there = table(2).give(cattle=1)
    there.plays("send market_products_4")
    assert (there.has("spices"), there.has("silver"), there.has("milk"), there.has("wool")) == (1, 1, 2, 0)


@rule("OD-117", "OD-118", "OD-116")
def test_house_and_ship_together_or_one_of_them():
    there = table(2).give(stone=2, wood=2)
    there.plays_all("send build_house_and_ship", "choose 2")
    assert there.has("long_house") == 1 and there.has("knarr") == 1
    there = table(2).give(stone=2, wood=2, knarr=4)
    there.plays_all("send build_house_and_ship", "choose 1")
    assert there.has("stone_house") == 1 and there.has("longship") == 0 and there.has("wood") == 0
    there = table(2).give(stone=2, wood=2, knarr=4).owns("stone_house", "stone_house", "stone_house", seat=1)
    there.plays("send build_house_and_ship")
    assert there.has("long_house") == 1  # the only alternative that gives anything
    groups = int(GAME.tables.groups[GAME.tables.space("build_house_and_ship")])
    assert groups & 3 == 3


@rule("OD-119")
def test_sheep_or_cattle():
    there = table(2).give(silver=1)
    there.plays_all("send sheep_or_cattle", "choose 2")
    assert there.has("cattle") == 1 and there.has("silver") == 0
    there = table(2)
    there.plays("send sheep_or_cattle")
    assert there.has("sheep") == 1


@rule("OD-121")
def test_a_chest_for_wood_or_ore():
    there = table(2).give(wood=1, ore=1)
    assert there.refuses("send craft_chest", because="OD-D10")
    there.plays("send craft_chest way 2")
    assert (there.has("wood"), there.has("ore"), there.has("chest"), there.has("silver")) == (1, 0, 1, 1)


@rule("OD-122", "OD-121")
def test_the_forge():
    there = table(2).give(ore=1, silver=0).give(1, helmet=1)
    there.plays("send forge")
    offered = {move.removeprefix("take ") for move in there.offers() if move.startswith("take")}
    assert offered == {"jewelry", "cloakpin", "crucifix", "horseshoe", "forge_hammer", "fibula", "throwing_axe"}
    assert there.refuses("take belt", because="OD-122")
    there.plays("take throwing_axe")
    assert there.has("throwing_axe") == 1 and there.has("ore") == 0


# Mountain strips and upgrades


@rule("OD-124", "OD-125", "OD-126", "EX-OD-32", "OD-127")
def test_mountain_strips():
    there = table(2).strips("3", "1:2")  # strip 3: wood first; strip 1: two pieces of 2 silver left
    there.plays("send mountain_3_2")
    assert there.refuses("mine strip 3 count 4", because="OD-124")
    assert there.refuses("mine strip 5 count 1", because="OD-126")
    there.plays("mine strip 3 count 3")
    assert there.has("wood") == 3
    assert there.refuses("mine strip 3 count 1", because="OD-127")
    there.plays("mine strip 1 count 2")
    assert there.has("silver") == 4 and there.happened("strip_emptied") == [{"strip": 1}]
    there = table(2).strips("4:2", "3")  # strip 4: ore and 2 silver
    there.plays_all("send mountain_3_2", "mine strip 3 count 3", "mine strip 4 count 2")
    assert (there.has("wood"), there.has("ore"), there.has("silver")) == (3, 1, 2)
    assert [each["strip"] for each in there.view(0)["strips"]] == [3]


@rule("OD-042")
def test_of_two_alternatives_the_only_one_that_can_be_used_is_used():
    there = table(2).strips().give(mead=0, peas=1)
    there.plays("send mountain_2222_or_double_upgrade_3")
    assert there.has("oil") == 1 and there.awaits == [1]
    there = table(2).strips("1").give(mead=0)
    there.plays("send mountain_2222_or_double_upgrade_3")
    assert there.offers("mine strip 1 count 2")
    there = table(2).strips().give(mead=0)
    assert there.refuses("send mountain_2222_or_double_upgrade_3", because="OD-133")


@rule("OD-124", "OD-127")
def test_two_from_each_of_four_strips():
    there = table(2).strips("1", "2", "3", "4", "5").give(peas=1)
    there.plays_all("send mountain_2222_or_double_upgrade_3", "choose 1")
    for strip in (1, 3, 4):
        there.plays(f"mine strip {strip} count 2")
    assert there.refuses("mine strip 3 count 1", because="OD-127")
    there.plays("mine strip 5 count 1")
    assert there.has("wood") == 7 and there.awaits == [1]


@rule("OD-264")
def test_search_takes_strips_in_rising_order():
    there = table(2).strips("1", "3", "5")
    there.plays_all("send mountain_3_2", "mine strip 3 count 2")
    moves = Moves()
    there.state.search_moves(0, moves)
    found = [GAME.moves.show(move) for move in moves.to_list()]
    assert "mine strip 5 count 2" in found and "mine strip 1 count 2" not in found
    assert there.offers("mine strip 1 count 2")
    there = table(2).give(oil=1, hide=1, peas=1)
    there.plays_all("send upgrade_2", "upgrade hide")
    moves = Moves()
    there.state.search_moves(0, moves)
    found = [GAME.moves.show(move) for move in moves.to_list()]
    assert "upgrade oil" not in found and there.offers("upgrade oil")


@rule("OD-128", "OD-129", "OD-131", "EX-OD-34", "OD-133")
def test_upgrades():
    there = table(2).give(stockfish=1)
    there.plays("send upgrade_2")
    assert there.has("hide") == 1 and there.awaits == [1]  # the hide is not upgraded again
    there = table(2).give(peas=2, rune_stone=1)
    there.plays("send upgrade_2")
    assert there.refuses("upgrade rune_stone", because="OD-131")
    assert there.refuses("upgrade mead", because="OD-129")
    there.plays("upgrade peas")
    assert there.has("mead") == 2 and there.has("oil") == 0
    there = table(2).give(rune_stone=3)
    assert there.refuses("send upgrade_2", because="OD-133")
    there.give(oil=1, peas=1).plays("send upgrade_3")
    assert there.refuses("stop", because="OD-133")


@rule("OD-130", "OD-132", "EX-OD-34")
def test_double_upgrades():
    there = table(2).give(peas=1, mead=1, oil=1, cattle=1, sheep=1).strips()
    there.plays("send mountain_4_double_upgrade_2")
    assert there.refuses("upgrade oil", because="OD-130")
    there.plays_all("upgrade peas", "upgrade mead")
    assert there.has("oil") == 2 and there.has("rune_stone") == 1
    there = table(2).give(pregnant_cattle=1, sheep=1).strips()
    there.plays_all("send mountain_4_double_upgrade_2", "upgrade pregnant_cattle", "upgrade sheep")
    assert there.has("silver_hoard") == 1 and there.has("jewelry") == 1
    there = table(2).give(sheep=1, cattle=1)
    there.plays_all("send upgrade_2", "upgrade sheep", "upgrade cattle")
    assert there.has("fur") == 1 and there.has("clothing") == 1


@rule("OD-134", "OD-123")
def test_drawing_weapons():
    there = table(2)
    there.plays("send upgrade_3_weapons_4")
    held = sum(there.has(weapon) for weapon in ("bow", "snare", "spear", "long_sword"))
    assert held == 3 + 4 and len(there.happened("drew_weapon", 1)) == 4


@rule("OD-123", "EX-OD-35", "OD-221")
def test_wood_per_player():
    for seats in (1, 2, 3, 4):
        there = table(seats)
        there.plays("send wood_per_player")
        assert there.has("wood") == seats and there.has("ore") == 1


# Sailing


@rule("OD-135", "OD-136", "EX-OD-30")
def test_overseas_trading():
    there = table(2).give(oil=1, hide=1, wool=1, linen=2, clothing=1, silver=1)
    assert there.refuses("send overseas_trading_1", because="OD-135")
    there.give(knarr=1).plays("send overseas_trading_1")
    for good in ("oil", "hide", "wool", "linen", "clothing"):
        there.plays(f"trade {good}") if there.awaits == [0] and there.state.prompt(0).kind == "trade" else None
    blue = [there.has(name) for name in ("rune_stone", "silverware", "chest", "silk", "silver_hoard")]
    assert blue == [1, 1, 1, 1, 1] and there.has("linen") == 1 and there.has("silver") == 0
    there = table(2).give(knarr=1, silver=1, oil=1)
    there.plays_all("send overseas_trading_2", "stop")
    assert there.has("oil") == 1 and there.has("silver") == 0
    there = table(2).give(knarr=1, oil=1)
    assert there.refuses("send overseas_trading_1", because="OD-115")


@rule("OD-136")
def test_each_green_type_once():
    there = table(2).give(oil=2, hide=1, silver=1, knarr=1)
    there.plays_all("send overseas_trading_1", "trade oil")
    assert there.refuses("trade oil", because="OD-136")


@rule("OD-137", "EX-OD-31")
def test_special_sale():
    there = table(2).give(silver=2, knarr=1)
    there.plays("send special_sale")
    assert there.refuses("take english_crown", because="OD-137")
    assert there.refuses("take gold_brooch", because="OD-137") and there.refuses("stop", because="OD-137")
    there.plays_all("take glass_beads", "take helmet")
    assert there.has("silver") == 1 and there.awaits == [1]
    there = table(2).give(silver=4, knarr=1)
    there.plays_all("send special_sale", "take amber_figure", "take glass_beads")
    assert there.has("silver") == 2


@rule("OD-138", "OD-139", "OD-135")
def test_exploration():
    there = table(2, round=5).give(knarr=1)
    there.state.turned = 1
    there.state.counts[items.BOARD_SILVER + 3] = 6
    assert there.refuses("send explore_3", because="OD-135") and there.refuses(
        "send explore_1", because="CORE-1", seat=1
    )
    there.plays("send explore_2")
    assert set(there.offers()) >= {"explore bear_island", "explore iceland", "explore greenland"}
    assert there.refuses("explore shetland", because="OD-138")
    before = there.score(0)
    there.plays("explore greenland")
    assert there.has("silver") == 6 and there.score(0) == before + 12 - 20 + 6
    assert there.view(0)["exploration"][3] | {"silver": 0, "owner": 0} == there.view(0)["exploration"][3]
    there.state.active = 0
    there.state.frames.clear()
    from skali.games.odin.phases import ASK_TURN

    there.state.frames.push(ASK_TURN)
    there.owns("bear_island", "faroe_islands", "iceland", seat=1)
    there.give(longship=1)
    assert there.refuses("send explore_3", because="OD-138")


@rule("OD-142", "OD-181")
def test_occupation_spaces():
    there = table(2)
    there.plays("send draw_occupation")
    assert there.has("silver") == 1 and there.view(0)["players"][0]["hand_size"] == 1
    there = table(2, hand=("43A", "68A")).give(ore=1, stone=1)
    there.plays_all("send play_occupation_paid way 2", "play 43A")
    assert there.has("ore") == 0 and there.has("silver") == 1 and there.has("fruits") == 1
    there = table(2, hand=("43A", "68A", "10A"))
    there.plays("send play_occupations_1_2")
    assert there.refuses("stop", because="OD-181")
    there.plays_all("play 43A", "play 68A")
    assert there.awaits == [1]
    there = table(2, hand=("43A", "68A"))
    there.plays_all("send play_occupations_1_2", "play 43A", "stop")
    assert there.view(0)["players"][0]["hand"] == ["68A"]


# Imitation


def four(column=1):
    there = table(4)
    there.state.imitation = (1 << column) | 8
    return there


@rule("OD-148", "OD-149", "EX-OD-44")
def test_imitation():
    there = four().give(longship=1).stands("raiding", 1).stands("market_1", 0)
    there.rolls(8)
    assert there.refuses("imitate mountain_2", because="OD-149")
    assert there.refuses("imitate market_1", because="OD-149")
    assert there.refuses("imitate market_2", because="OD-148")
    before = vikings(there)
    there.plays("imitate raiding")
    assert vikings(there) == before - 1 and there.state.prompt(0).kind == "high_roll"
    poor = four().stands("raiding", 1)
    assert poor.refuses("imitate raiding", because="OD-135")


@rule("OD-150")
def test_each_imitation_space_once():
    there = four().stands("market_1", 2).stands("catch_stockfish", 3)
    there.plays("imitate market_1")
    assert there.has("beans") == 1
    assert there.refuses("imitate catch_stockfish", because="OD-150", seat=1)


@rule("OD-151")
def test_column_bonus_and_cards_on_imitation_spaces():
    there = four().stands("market_3", 1).plays_cards("3A")
    there.plays("imitate market_3")
    assert there.view(0)["players"][0]["hand_size"] == 1 and there.has("snare") == 2
    there = four(2).stands("craft_clothing", 1).plays_cards("8a").give(hide=1, linen=1)
    there.plays("imitate craft_clothing")

    assert counting.count(there.state, 0, quantities.VIKINGS_ON_CRAFTING) == 0


@rule("OD-152", "OD-274")
def test_vikings_return_from_the_imitation_space():
    there = four(2).stands("laying_a_snare", 1)
    there.rolls(8, 8, 8)
    there.plays_all("imitate laying_a_snare", "fail")
    assert there.on_space("laying_a_snare") == 2
    imitations = {each["column"]: each["vikings"] for each in there.view(0)["imitation"]}
    assert imitations[2] == 1
    there = four()
    there.state.imitation = 16
    there.stands("plundering", 1).give(longship=2)
    before = vikings(there)
    there.plays("imitate plundering")
    assert vikings(there) == before - 4


@rule("OD-282")
def test_luck_and_the_end_of_a_turn_cannot_be_taken_back():
    there = table(2).give(oil=1, longship=1)
    before = there.state.barrier()
    there.places("oil", "shape 1", "at 0,0")
    assert there.state.barrier() == before
    there.plays("send raiding")
    assert there.state.barrier() > before
    before = there.state.barrier()
    there.plays("fail")
    assert there.state.barrier() > before and there.awaits == [1]
