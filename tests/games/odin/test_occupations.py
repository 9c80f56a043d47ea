"""Occupations: general rules (OD-178 to OD-194, OD-227 to OD-233, OD-236 to OD-258, OD-273 to OD-280)."""

from skali.games.odin import items, supply
from skali.kit.rule import rule
from tests.games.odin.given import after_phase, table


@rule("OD-178")
def test_drawing_has_no_hand_limit_and_an_empty_pile_gives_nothing():
    there = table(2)
    for _ in range(57):
        supply.draw_occupation(there.state, 0, None)
    assert there.state.get(0, items.HAND) == 57
    events = []
    supply.draw_occupation(there.state, 0, events)
    assert there.state.get(0, items.HAND) == 57 and [event.kind for event in events] == ["no_card_left"]
    there = table(2)
    for _ in range(57):
        supply.draw_occupation(there.state, 1, None)
    assert there.refuses("send play_occupations_1_4", because="OD-147")  # column 3 would draw nothing


@rule("OD-179", "OD-180", "OD-182")
def test_a_card_may_be_played_without_an_effect_and_scores():
    there = table(2, hand=("22A", "1A"))
    assert there.refuses("play 22A", because="OD-037")
    there.plays("send play_occupations_1_2")
    assert there.refuses("play 43A", because="OD-180")
    there.plays_all("play 22A", "stop")
    assert there.has("ore") == 0 and there.view(1)["players"][0]["played"] == ["22A"]
    assert {line.key: line.points for line in there.state.score_sheet(0, 1)}["occupations"] == 1
    there = table(2, hand=("140A",)).give(whaling_boat=1).rolls(1, sides=12, draws=0)
    there.plays_all("send whaling_1_boat", "skip")
    assert there.has("oil") <= 1  # a card in hand has no effect


@rule("OD-181", "OD-183")
def test_each_card_is_resolved_before_the_next():
    there = table(2, hand=("68A", "65A")).give(snare=9, spear=9)
    there.plays_all("send play_occupations_1_2", "play 65A")
    assert there.state.prompt(0).kind == "alternative" and there.refuses("play 68A", because="OD-050")
    there.plays_all("skip", "play 68A")
    assert there.has("treasure_chest") == 0  # the immediate effect does not come back


@rule("OD-184")
def test_an_anytime_effect_any_number_of_times():
    there = table(2).plays_cards("47a").give(salt_meat=3)
    for _ in range(3):
        there.plays("exchange 47a way 1")
    assert there.has("hide") == 3 and there.refuses("exchange 47a way 1", because="OD-115")
    assert there.refuses("exchange 48A way 1", because="OD-180")


@rule("OD-185", "EX-OD-39")
def test_an_exchange_is_made_once():
    there = table(2, hand=("65A",)).give(snare=4, spear=4)
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert (there.has("treasure_chest"), there.has("snare"), there.has("spear")) == (1, 2, 2)


@rule("OD-187", "EX-OD-52")
def test_a_slash_means_one_of_the_alternatives():
    there = table(2).plays_cards("54A").give(silverware=1)
    assert there.offers("exchange 54A way 1") and there.offers("exchange 54A way 2")
    there.plays("exchange 54A way 2")
    assert there.has("chest") == 1 and there.has("silk") == 0 and there.has("silverware") == 0
    there = table(2, hand=("86A",)).give(silver=5)
    there.plays("send play_occupations_1_2")
    assert {move for move in there.offers() if move.startswith("choose")} == {"choose 1", "choose 2"}
    there.plays("choose 2")
    assert there.has("hide") == 2 and there.has("silver") == 1
    there = table(2, hand=("32A",)).give(longship=2)
    there.plays("send play_occupations_1_2")
    assert sum(there.has(name) for name in ("bow", "snare", "spear", "long_sword")) == 3 + 5


@rule("OD-189")
def test_a_card_beats_the_rule():
    there = table(2).plays_cards("147A").give(knarr=1)
    assert there.offers("send raiding")


@rule("OD-190", "EX-OD-40")
def test_what_comes_before_may_be_used_in_the_action():
    there = table(2).plays_cards("149A").give(knarr=1, silver=1)
    there.plays_all("send overseas_trading_1", "trade oil")
    assert there.has("rune_stone") == 1


@rule("OD-191", "OD-246")
def test_an_action_through_a_card_needs_no_viking_and_returns_none():
    there = table(2, hand=("77A",)).stands("laying_a_snare", 1).plays_cards("163a").rolls(8, 8, 8)
    there.plays("send play_occupations_1_2")
    before = there.state.get(0, items.THING)
    there.plays("send laying_a_snare")
    there.plays("fail")
    assert (
        there.has("wood") == 1 and there.state.get(0, items.THING) == before and there.on_space("laying_a_snare") == 2
    )
    there = table(2, hand=("77A",)).stands("hunting_game_2", 1).plays_cards("163a").rolls(1)
    there.plays_all("send play_occupations_1_2", "send hunting_game_2", "succeed with 1 weapons")
    assert there.has("hide") == 1 and there.has("silver") == 0  # Vikings must have been placed


@rule("OD-192")
def test_mandatory_effects_first_then_the_owner_chooses():
    there = table(2).plays_cards("36A", "37A", "149A").give(knarr=1, silver=1, salt_meat=1)
    there.plays("send overseas_trading_1")
    assert there.has("oil") == 1  # 149A is mandatory and came first
    assert set(there.offers()) == {"use 36A", "use 37A", "done"}
    assert there.refuses("use 47a", because="OD-192")
    there.plays("use 37A")
    there.plays("upgrade salt_meat")
    assert there.has("linen") == 1


@rule("OD-193")
def test_counting():
    there = table(2, hand=("23A",)).owns("shed", "stone_house", "long_house", "long_house")
    there.plays("send play_occupations_1_2")
    assert there.has("silver") == 6  # sheds are no houses
    there = table(2, hand=("27A",)).give(whaling_boat=1, armed_boat=1)
    there.plays("send play_occupations_1_2")
    assert there.has("stockfish") == 2


@rule("OD-194", "OD-227")
def test_only_what_the_viking_action_itself_yields_counts():
    there = table(3).plays_cards("154a")
    there.plays("send wood_per_player")
    assert there.has("silver") == 1
    there = table(1).plays_cards("154a")
    there.plays("send wood_per_player")
    assert there.has("silver") == 0  # 1 wood
    there = table(2).plays_cards("154a").strips("3")
    there.plays_all("send mountain_2", "mine strip 3 count 2")
    assert there.has("silver") == 1
    there = table(2, hand=("24A",)).plays_cards("154a").give(whaling_boat=3)
    there.plays("send play_occupations_1_2")
    assert there.has("wood") == 3 and there.has("silver") == 0  # a card gave it
    there = table(2, hand=("77A",)).plays_cards("154a").stands("wood_per_player", 1)
    there.plays_all("send play_occupations_1_2", "send wood_per_player")
    assert there.has("silver") == 0  # no Vikings were placed for it


@rule("OD-228")
def test_one_event_fires_once_with_its_total():
    there = table(2, hand=("22A",)).give(longship=3)
    events = there.plays("send play_occupations_1_2")
    assert [event.data["count"] for event in events if event.kind == "gained" and event.data["item"] == "ore"] == [3]
    there = table(2).plays_cards("174a").give(pregnant_cattle=2, silver=9)
    after_phase(there, 8)
    for _ in range(2):
        there.plays_all("use 174a", "choose 1")
    assert there.has("silk") == 2 and not there.offers("use 174a")


@rule("OD-231")
def test_swapped_and_bought_ships_are_not_built():
    there = table(2, hand=("64A",)).plays_cards("117A").give(whaling_boat=1, silver=12, oil=1)
    there.plays("buy longship")
    assert there.state.prompt(0).kind == "turn"
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("longship") == 2 and there.awaits == [1] and there.has("rune_stone") == 0
    there = table(2).plays_cards("117A").give(wood=2, oil=1)
    there.plays_all("send build_longship", "use 117A")
    assert there.has("rune_stone") == 1


@rule("OD-232")
def test_what_counts_as_upgrade_three_or_four():
    there = table(2).plays_cards("152A").give(peas=1, flax=1, oil=1)
    there.plays("send upgrade_3")
    there.plays("upgrade peas twice")
    assert there.has("oil") == 2
    assert there.refuses("upgrade flax twice", because="OD-128")  # one of them only
    there = table(2).plays_cards("152A").give(peas=2, flax=1)
    there.plays("send upgrade_2")
    assert there.refuses("upgrade peas twice", because="OD-128")
    there = table(2).plays_cards("152A").give(peas=1, flax=1).strips()
    there.plays("send mountain_4_double_upgrade_2")
    assert there.refuses("upgrade peas twice", because="OD-128")
    there = table(2, hand=("83A",)).plays_cards("152A").give(cabbage=2)
    there.plays_all("send play_occupations_1_2", "upgrade cabbage twice")
    assert there.has("skin_and_bones") == 1


@rule("OD-236")
def test_spears_spent_as_swords_are_no_long_swords():
    there = table(2).plays_cards("137a", "135A").give(longship=1, spear=3, long_sword=0).rolls(5)
    there.plays_all("send raiding", "loot rune_stone")
    assert there.has("spear") == 2 and there.has("long_sword") == 0


@rule("OD-240")
def test_knarrs_as_longships():
    there = table(2).plays_cards("147A").give(knarr=1, longship=1).rolls(6, sides=12)
    assert there.offers("send plundering") and there.offers("send pillaging_2")
    there.plays("send pillaging_2")
    assert there.state.prompt(0).data["result"] == 6
    there = table(2, hand=("22A",)).plays_cards("147A").give(knarr=2)
    there.plays("send play_occupations_1_2")
    assert there.has("ore") == 0  # no longship to count


@rule("OD-242")
def test_an_extra_bonus_of_the_houses():
    around = [(row, column) for row in (0, 1, 2) for column in (0, 1, 2) if (row, column) != (1, 1)]
    there = table(2, round=7, hand=("20A",)).owns("long_house").cover("long_house", around).plays_cards("41a")
    there.plays_all("send play_occupations_1_2", "choose 1")
    assert there.has("oil") == 1 and there.awaits == [1]
    there = table(2, hand=("20A",)).cover("home", [(4, 0), (4, 1), (5, 1), (6, 0), (6, 1)])
    there.plays("send play_occupations_1_2")
    assert there.has("ore") == 0  # houses only


@rule("OD-243", "OD-244")
def test_the_last_viking_frees_the_space():
    there = table(2, hand=("76A",)).stands("craft_4", 0, 1).stands("plundering", 0, 2)
    before = there.state.get(0, items.THING)
    there.plays("send play_occupations_1_2")
    there.plays("call back from craft_4")
    there.plays("call back from plundering")
    assert there.state.get(0, items.THING) == before - 2 + 2 and there.on_space("craft_4") == 0
    assert there.on_space("plundering") == 1


@rule("OD-247")
def test_the_preceptor_plays_instead_of_drawing():
    there = table(2, hand=("43A",)).plays_cards("99A")
    there.plays_all("send draw_occupation", "play 43A")
    assert there.has("fruits") == 1 and there.state.get(0, items.HAND) == 0 and there.has("silver") == 1
    there = table(2, hand=("43A",)).plays_cards("99A")
    there.plays_all("send draw_occupation", "skip")
    assert there.state.get(0, items.HAND) == 2


@rule("OD-250")
def test_ore_of_the_boatman_is_placed_or_lost():
    there = table(2).plays_cards("9A").give(longship=2)
    there.all_pass()
    assert there.offers("use 9A")
    there.plays_all("use 9A", "at 0,0")
    assert there.has("ore") == 0
    there.plays("done")
    assert there.state.phase != 7 and there.has("ore") == 0
    assert there.view(0)["players"][0]["boards"][0]["pieces"] == [{"item": "ore", "cell": [0, 0], "turn": 1}]


@rule("OD-253")
def test_tall_spaces_belong_to_both_groups():
    there = table(2).plays_cards("3A")
    there.plays("send market_products_4")
    assert there.has("snare") == 2
    there = table(2).plays_cards("117A").give(stone=2, wood=2, oil=1)
    there.plays_all("send build_house_and_ship", "choose 2", "use 117A")
    assert there.has("rune_stone") == 1


@rule("OD-255")
def test_cattle_of_any_source():
    there = table(2, hand=("66A",)).plays_cards("174a").give(silver=5, fruits=1)
    there.plays_all("send play_occupations_1_2", "upgrade fruits")
    assert there.has("cattle") == 1 and there.offers("use 174a")


@rule("OD-258")
def test_the_item_taken_first_may_be_paid():
    there = table(2).plays_cards("113a").strips("5:4", "1")  # stone, or wood
    there.plays("send craft_chest way 1")
    there.plays("mine strip 1 count 1") if there.offers("mine strip 1 count 1") else None
    assert there.has("chest") == 1 and there.has("wood") == 0


@rule("OD-273")
def test_ore_gained_after_choosing_the_space_may_still_arm():
    there = table(2).plays_cards("164A").give(whaling_boat=1).strips("4:3").rolls(9, sides=12)
    there.plays_all("send whaling_1_boat", "use 164A")
    assert there.offers() == ["arm whaling_boat", "done"] and there.happened("rolled") == []
    there.plays("arm whaling_boat")
    assert there.state.prompt(0).data["missing"] == 7
    assert there.refuses("arm whaling_boat", because="OD-083")  # from the first roll on everything is fixed
    there = table(2).plays_cards("164A").give(whaling_boat=1, ore=1).strips("4:3").rolls(9, sides=12)
    there.plays_all("send whaling_1_boat", "done")
    assert there.state.prompt(0).kind == "low_roll"  # no ore was gained, so the time for arming is over


@rule("OD-275")
def test_a_longship_counts_as_used_whenever_one_fits():
    there = table(2).plays_cards("12A").give(longship=1, knarr=1)
    there.plays_all("send explore_1", "explore shetland")
    assert there.offers("use 12A")
    there = table(2).plays_cards("12A", "147A").give(knarr=1).rolls(1)
    there.plays_all("send raiding", "fail")
    assert there.awaits == [1]  # a knarr is no longship
    there = table(2).plays_cards("12A").give(longship=1, knarr=1, silver=1)
    there.plays_all("send emigrate_2", "emigrate knarr")
    assert there.awaits == [1]  # the ship turned over is the one used


@rule("OD-277")
def test_moved_goods_come_from_the_supply_and_animals_go_to_the_stable():
    there = table(2, hand=("66A",)).give(silver=1, cabbage=1)
    there.plays_all("send play_occupations_1_2", "upgrade cabbage")
    assert there.has("sheep") == 1 and there.has("pregnant_sheep") == 0
    there = table(2, hand=("66A",)).give(silver=1, cabbage=1)
    there.plays_all("send play_occupations_1_2", "upgrade cabbage twice")
    assert there.has("robe") == 1


@rule("OD-280")
def test_nested_effects_are_completed_first():
    there = table(2, hand=("77A", "5A", "43A")).stands("play_occupations_1_2", 1).give(silver=3)
    there.plays_all("send play_occupations_1_4", "play 77A", "send play_occupations_1_2", "play 5A")
    assert there.state.prompt(0).kind == "coins"
    there.plays("coins 3")
    assert there.state.get(0, items.PENALTIES) == 3
    assert there.state.prompt(0).kind == "play"
    there.plays("play 43A")  # the follower's space goes on
    assert there.has("fruits") == 1


@rule("OD-233")
def test_low_results_are_cut_at_zero():
    there = table(2).give(armed_boat=3).rolls(2, sides=12, draws=1)
    there.plays("send whaling_3_boats")
    assert there.has("whale_meat") == 1
