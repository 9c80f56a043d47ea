"""Dice actions and weapons (OD-153 to OD-177)."""

from skali.games.odin import items, supply
from skali.kit.rule import rule
from tests.games.odin.given import GAME, table


def rolling(space, *numbers, sides=8, seats=2, **held):
    draws = 1 if int(GAME.tables.column[GAME.tables.space(space)]) == 3 else 0
    there = table(seats).give(**held).rolls(*numbers, sides=sides, draws=draws)
    there.plays(f"send {space}")
    return there


def no_weapons():
    return {"bow": 0, "snare": 0, "spear": 0, "long_sword": 0}


@rule("OD-153")
def test_which_die():
    for space, sides, needed in (
        ("hunting_game_1", 8, {}),
        ("laying_a_snare", 8, {}),
        ("raiding", 8, {"longship": 1}),
        ("pillaging_2", 12, {"longship": 1}),
        ("whaling_3_boats", 12, {"whaling_boat": 1}),
    ):
        seen = set()
        for seed in range(150):
            there = table(2).give(**needed)
            there.state.reseed(seed)
            events = there.plays(f"send {space}")
            seen |= {event.data["roll"] for event in events if event.kind == "rolled"}
        assert seen == set(range(1, sides + 1))


@rule("OD-154", "OD-156")
def test_up_to_three_rolls_the_last_counts():
    there = rolling("hunting_game_1", 3, 7, 4)
    asked = there.state.prompt(0).data
    assert (asked["action"], asked["roll"], asked["left"], asked["missing"]) == ("hunting", 3, 2, 3)
    there.plays("roll")
    there.plays("roll")
    assert there.has("hide") == 0 and there.awaits == [1]  # 4 could not be paid: only failure was left
    there = rolling("hunting_game_1", 8, 2, 5, bow=9)
    there.plays_all("roll", "succeed with 2 weapons")
    assert there.has("bow") == 7 and there.has("hide") == 1
    there = rolling("hunting_game_1", 8, 2, 5, bow=9)
    there.plays_all("roll", "roll")
    assert there.refuses("roll", because="OD-154")


@rule("OD-155")
def test_nothing_is_spent_before_the_last_roll():
    there = rolling("hunting_game_1", 5, 6, bow=9, wood=9)
    there.plays("roll")
    assert there.has("bow") == 9 and there.has("wood") == 9
    assert there.refuses("buy knarr", because="OD-083")


@rule("OD-157", "OD-158")
def test_low_rolls_are_paid_with_wood_and_the_fitting_weapon():
    there = rolling("hunting_game_1", 4, bow=2, snare=5, wood=3)
    offered = [move for move in there.offers() if move.startswith("succeed")]
    assert offered == ["succeed with 2 weapons", "succeed with 1 weapons"]
    assert there.refuses("succeed with 3 weapons", because="OD-158")
    assert there.refuses("succeed with 0 weapons", because="OD-158")
    there.plays("succeed with 1 weapons")
    assert there.has("bow") == 1 and there.has("wood") == 0 and there.has("snare") == 5


@rule("OD-158")
def test_nothing_is_paid_without_which_it_would_be_enough():
    """With 11c a spear counts 2: one is enough for 2, and for 3 the second one is not wasted."""
    for roll, enough in ((3, ["1", "0"]), (4, ["2", "1", "0"])):
        there = table(2).alone().plays_cards("11c").give(whaling_boat=1, spear=3, wood=3).rolls(roll, sides=12)
        there.plays("send whaling_1_boat")
        assert [move.split()[2] for move in there.offers() if move.startswith("succeed")] == enough
    assert there.refuses("succeed with 3 weapons", because="OD-158")


@rule("OD-159", "EX-OD-28")
def test_zero_is_a_success_at_once():
    there = rolling("whaling_1_boat", 2, sides=12, armed_boat=1)
    assert there.has("oil") == 1 and there.has("whale_meat") == 1 and there.awaits == [1]
    there = rolling("whaling_1_boat", 9, 9, 9, sides=12, armed_boat=1)
    assert there.state.prompt(0).data["missing"] == 7
    there.plays("fail")
    assert there.has("wood") == 1 and there.has("spear") == 2 and there.has("armed_boat") == 1
    assert there.on_space("whaling_1_boat") == 2 and there.state.get(0, items.THING) == 4


@rule("OD-160", "OD-161", "EX-OD-25")
def test_a_hunt_that_fails():
    there = table(2).give(wood=2, bow=2).stands("hunting_game_1", 1).rolls(3, 7, 4)
    there.plays_all("send hunting_game_2", "roll", "roll")
    assert there.offers("succeed with 2 weapons")
    vikings = there.state.get(0, items.THING)
    there.plays("fail")
    assert there.has("wood") == 3 and there.has("bow") == 3 and there.state.get(0, items.THING) == vikings
    there = rolling("hunting_game_2", 1)
    there.plays("succeed with 1 weapons")
    assert there.has("hide") == 1 and there.has("game_meat") == 1


@rule("OD-162", "EX-OD-26", "OD-171")
def test_laying_a_snare():
    there = rolling("laying_a_snare", 2, snare=1, wood=1)
    there.plays("succeed with 1 weapons")
    assert there.has("fur") == 1 and there.has("snare") == 1 and there.has("wood") == 0
    there = rolling("laying_a_snare", 2, snare=1, wood=1)
    before = there.state.get(0, items.THING)
    there.plays("fail")
    assert there.has("wood") == 2 and there.has("snare") == 2
    assert there.state.get(0, items.THING) == before + 1 and there.on_space("laying_a_snare") == 1
    assert there.refuses("send laying_a_snare", because="OD-039", seat=1)
    there.plays("send market_1")
    assert there.offers("send market_2")  # the returned Viking may be placed again


@rule("OD-163", "OD-164", "EX-OD-27")
def test_whaling_with_three_boats():
    there = rolling("whaling_3_boats", 8, 4, sides=12, armed_boat=2, whaling_boat=1)
    assert there.state.prompt(0).data["missing"] == 3
    there.plays("roll")
    assert (there.has("oil"), there.has("skin_and_bones"), there.has("whale_meat")) == (1, 1, 1)
    there = rolling("whaling_3_boats", 9, sides=12, whaling_boat=1, wood=0)
    before = there.state.get(0, items.THING)
    there.plays("fail")
    assert there.has("wood") == 1 and there.has("spear") == 2
    assert there.state.get(0, items.THING) == before + 2 and there.on_space("whaling_3_boats") == 1
    poor = table(2)
    assert poor.refuses("send whaling_3_boats", because="OD-135")


@rule("OD-165")
def test_whaling_with_one_boat_uses_the_best():
    there = rolling("whaling_1_boat", 5, sides=12, armed_boat=1, whaling_boat=2)
    assert there.state.prompt(0).data["missing"] == 3


@rule("OD-166", "OD-169", "EX-OD-23")
def test_a_raid_that_fails():
    there = rolling("raiding", 4, 5, 3, longship_3=1, stone=2, long_sword=1)
    there.plays_all("roll", "roll")
    assert there.state.prompt(0).data["result"] == 3 and there.state.prompt(0).data["most"] == 6
    assert there.offers("loot rune_stone")
    there.plays("fail")
    assert there.has("stone") == 3 and there.has("long_sword") == 2
    there = rolling("raiding", 5, 5, 5, longship=1)
    assert there.refuses("loot rune_stone", because="OD-168")


@rule("OD-167", "EX-OD-24", "OD-168")
def test_a_pillage_that_succeeds():
    there = table(2).give(longship_2=1, ore=1, long_sword=1).rolls(4, 6, sides=12)
    there.plays("arm longship_2")
    there.plays_all("send pillaging_2", "roll")
    offered = {move.removeprefix("loot ") for move in there.offers() if move.startswith("loot")}
    assert {"jewelry", "forge_hammer", "fibula"} <= offered and "treasure_chest" not in offered
    there.plays("loot jewelry")
    assert there.has("jewelry") == 1 and there.has("long_sword") == 0 and there.has("longship_3") == 1


@rule("OD-168", "OD-224")
def test_loot_costs_no_more_than_needed_and_only_what_is_there():
    there = rolling("raiding", 4, longship=1, stone=3, long_sword=3)
    there.plays("loot silverware")  # 7: three missing
    assert there.offers() == ["pay 0 long_sword", "pay 1 long_sword", "pay 2 long_sword", "pay 3 long_sword"]
    there.plays("pay 1 long_sword")
    assert there.has("stone") == 1 and there.has("long_sword") == 2
    there = table(2).give(longship=1).give(1, glass_beads=1).rolls(8)
    there.plays("send raiding")
    assert there.refuses("loot glass_beads", because="OD-224") and there.offers("loot helmet")
    there.plays("loot helmet")
    assert there.has("helmet") == 1 and there.has("stone") == 0


@rule("OD-170")
def test_a_failed_pillage_returns_a_viking_a_raid_none():
    there = rolling("pillaging_3", 1, 1, 1, sides=12, longship=1)
    before = there.state.get(0, items.THING)
    there.plays("fail")
    assert there.state.get(0, items.THING) == before + 1 and there.on_space("pillaging_3") == 2
    there = rolling("raiding", 1, 1, 1, longship=1)
    before = there.state.get(0, items.THING)
    there.plays("fail")
    assert there.state.get(0, items.THING) == before


@rule("OD-172", "OD-205")
def test_the_crown_is_only_loot():
    there = rolling("pillaging_2", 12, sides=12, longship_3=1, stone=1)
    there.plays("loot english_crown")
    assert there.has("english_crown") == 1
    assert {line.key: line.points for line in there.state.score_sheet(0, 0)}["crown"] == 2
    there.lay("english_crown", (0, 0))
    there.give(english_crown=0)
    assert {line.key: line.points for line in there.state.score_sheet(0, 0)}["crown"] == 2


@rule("OD-173")
def test_plundering_needs_two_longships_and_no_roll():
    there = table(2).give(longship=1)
    assert there.refuses("send plundering", because="OD-135")
    there.give(longship_2=1)
    events = there.plays("send plundering")
    assert there.has("silver_hoard") == 1 and "rolled" not in [event.kind for event in events]


@rule("OD-174", "OD-176")
def test_spent_weapons_are_discarded_and_found_again():
    there = rolling("hunting_game_1", 1, bow=1)
    there.plays("succeed with 1 weapons")
    assert there.view(1)["weapon_discard"]["bow"] == 1
    pile = int(there.state.counts[items.PILE])
    supply.take_weapon(there.state, 0, 36)
    assert int(there.state.counts[items.DISCARD]) == 0 and int(there.state.counts[items.PILE]) == pile
    supply.take_weapon(there.state, 0, 36)
    assert int(there.state.counts[items.PILE]) == pile - 1


@rule("OD-175")
def test_an_empty_pile_is_made_of_the_discards():
    there = table(2)
    for kind in range(4):
        there.state.counts[items.PILE + kind] = 0
    there.state.counts[items.DISCARD + 2] = 2
    supply.draw_weapons(there.state, 0, 3, None)
    assert there.has("spear") == 3
    assert (
        sum(
            int(there.state.counts[items.PILE + kind]) + int(there.state.counts[items.DISCARD + kind])
            for kind in range(4)
        )
        == 0
    )


@rule("OD-177")
def test_a_substitute_when_no_card_is_left():
    there = table(2).give(**no_weapons())
    there.state.counts[items.PILE] = 0
    supply.take_weapon(there.state, 0, 36)
    there.state.counts[items.DISCARD] = 1
    supply.take_weapon(there.state, 0, 36)
    assert there.has("bow") == 2 and there.state.get(0, items.SUBSTITUTE) == 1
    supply.pay(there.state, 0, 36, 1, None)
    assert (
        int(there.state.counts[items.DISCARD]) == 1 and there.state.get(0, items.SUBSTITUTE) == 1
    )  # the real card first
    supply.pay(there.state, 0, 36, 1, None)
    assert int(there.state.counts[items.DISCARD]) == 1 and there.state.get(0, items.SUBSTITUTE) == 0


@rule("OD-135", "OD-173")
def test_red_spaces_need_their_ships():
    there = table(2)
    for space in ("raiding", "pillaging_2", "pillaging_3", "plundering", "whaling_1_boat"):
        assert there.refuses(f"send {space}", because="OD-135")
    assert int(GAME.tables.sword[65]) == 16
