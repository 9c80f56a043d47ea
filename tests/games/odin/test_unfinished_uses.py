"""One thing after the other: no card inside its own use, no anytime action inside an effect, no good that came meanwhile."""

import pytest

from skali.core import Moves
from skali.games.odin import items
from skali.kit.rule import rule
from tests.games.odin.given import GAME, OdinTable, table

# Anytime actions (OD-083, OD-184)


@rule("OD-083", "OD-184")
def test_a_card_is_not_used_again_before_its_upgrade_is_made():
    there = table(1).plays_cards("53b").give(beans=1, grain=1, silver=3).strips("1", "2")
    there.plays_all("send mountain_1_upgrade_1", "mine strip 1 count 1", "exchange 53b way 1")
    assert there.has("silver") == 2 and there.state.prompt(0).kind == "upgrade"
    assert there.refuses("exchange 53b way 1", because="OD-083")
    assert there.refuses("buy whaling_boat", because="OD-083")
    there.plays("upgrade grain")
    assert there.has("salt_meat") == 1 and there.offers("exchange 53b way 1")
    there.plays("exchange 53b way 1")  # the beans are the only orange good that is left
    assert (there.has("beans"), there.has("milk"), there.has("silver")) == (0, 1, 1)
    assert there.refuses("exchange 53b way 1", because="OD-133")


@rule("OD-083", "OD-184")
def test_a_card_is_not_used_again_before_its_occupation_is_played():
    there = table(1, hand=("43A", "75C")).plays_cards("52a").give(silver=4, peas=1).strips("1", "2")
    there.plays_all("send mountain_1_upgrade_1", "mine strip 1 count 1", "exchange 52a way 1")
    assert there.offers() == ["play 43A", "play 75C"]
    assert there.refuses("exchange 52a way 1", because="OD-083")
    there.plays("play 75C")
    assert there.offers() == ["choose 1", "skip"]  # what the card asks belongs to the same use
    there.plays_all("skip", "exchange 52a way 1")
    assert there.has("silver") == 2 and there.has("fruits") == 1 and there.state.get(0, items.HAND) == 0


@rule("OD-184", "OD-280")
def test_a_space_used_inside_an_exchange_has_its_own_window_without_that_card():
    there = table(2, hand=("77A", "43A")).plays_cards("52a", "54A").stands("mountain_3_upgrade_1", 1)
    there.give(silver=5, silverware=1, peas=2, flax=1).strips("1", "2")
    there.plays_all("exchange 52a way 1", "play 77A", "send mountain_3_upgrade_1", "mine strip 1 count 1")
    assert there.offers("exchange 54A way 1") and there.offers("buy whaling_boat")
    assert there.refuses("exchange 52a way 1", because="OD-184")
    there.plays("upgrade flax")
    assert there.state.prompt(0).kind == "turn" and there.offers("exchange 52a way 1")


@rule("OD-083")
def test_what_a_placement_triggers_comes_before_the_next_anytime_action():
    there = table(1).plays_cards("98A").give(grain=1, silver=9, peas=2).owns("long_house").strips("1", "2")
    there.plays_all("send mountain_1_upgrade_1", "mine strip 1 count 1", "put grain")
    while there.state.prompt(0).kind in ("board", "shape", "cell"):
        there.plays(there.offers()[0])
    assert there.offers() == ["use 98A", "done"]
    assert there.refuses("buy knarr", because="OD-083")
    there.plays("done")
    assert there.offers("buy knarr") and there.offers("upgrade peas")


@rule("OD-042", "OD-083")
def test_there_is_no_window_before_something_is_used():
    there = table(1).plays_cards("57b").give(silver=9, beans=2).strips("1", "2")
    there.plays_all("send mountain_1_upgrade_1", "skip")
    assert there.has("milk") == 1  # nothing was mined, so a good must be upgraded, and beans cannot be given away first
    there = table(1).give(silver=9, peas=1, flax=1).strips("1", "2")
    there.plays_all("send mountain_1_upgrade_1", "skip")
    assert there.refuses("buy knarr", because="OD-083") and there.refuses("stop", because="OD-133")


OFFERS = [
    ("114C", {"flax": 1}, ("send craft_linen",)),
    ("120b", {"oil": 1}, ("send market_1",)),
    ("108c", {"ore": 1}, ("send craft_chest way 2",)),
    ("148C", {"wood": 2}, ("send build_knarr",)),
    ("28B", {"wood": 1}, ("send craft_chest way 1",)),
    ("174a", {}, ("send buy_cattle_and_milk",)),
    ("117A", {"wood": 2, "oil": 1}, ("send build_longship",)),
    ("12A", {"longship": 1}, ("send explore_1", "explore shetland")),
]


@rule("OD-083", "OD-192")
@pytest.mark.parametrize(("card", "holdings", "moves"), OFFERS, ids=lambda each: each if isinstance(each, str) else "")
def test_anytime_actions_beside_every_offer_that_follows_an_effect(card, holdings, moves):
    there = table(2).plays_cards(card).give(silver=9, **holdings)
    there.plays_all(*moves)
    assert there.offers(f"use {card}") and there.offers("buy whaling_boat")
    there.plays("buy whaling_boat")
    assert there.offers("done")


@rule("OD-083")
def test_no_anytime_actions_beside_an_offer_inside_an_effect():
    there = table(2).plays_cards("28B").give(silver=9, wool=1, hide=1, knarr=1)
    there.plays_all("send overseas_trading_1", "trade wool")
    assert there.offers() == ["use 28B", "done"]
    there = table(2).plays_cards("28B").give(silver=9, wool=1, hide=1)
    there.plays_all("send upgrade_3", "upgrade wool")
    assert there.offers() == ["use 28B", "done"]
    there = table(2).plays_cards("90C").give(silver=9, longship_1=1)
    there.plays("send raiding")
    assert there.offers() == ["use 90C", "done"]


@rule("OD-083")
def test_no_anytime_actions_inside_an_accepted_effect():
    there = table(2).plays_cards("120b").give(silver=9, peas=1)
    there.plays_all("send market_1", "use 120b")
    assert there.state.prompt(0).kind == "upgrade" and there.has("silver") == 9
    assert there.refuses("buy whaling_boat", because="OD-083")
    there.plays("upgrade peas")
    assert there.awaits == [1]


# 99A and the space that needs a card (OD-043)


@rule("OD-042", "OD-043", "OD-247")
def test_the_card_that_the_space_needs_is_not_played_instead_of_drawing():
    there = table(2, hand=("43A",)).plays_cards("99A")
    there.plays("send play_occupations_1_4")
    assert there.state.prompt(0).kind == "play" and there.state.get(0, items.HAND) == 2 and there.has("fruits") == 0
    there = table(2, hand=("43A", "75C")).plays_cards("99A")
    there.plays("send play_occupations_1_4")
    assert there.state.prompt(0).kind == "draw" and there.offers("play 43A")
    there.plays("play 43A")
    assert there.has("fruits") == 1 and there.state.prompt(0).kind != "draw"
    there = table(2, hand=("43A",)).plays_cards("99A")
    there.plays("send market_3")
    assert there.offers("play 43A")  # this space needs no card


@rule("OD-043")
def test_what_the_space_needs_is_not_upgraded_before_its_action():
    there = table(2, hand=("83A", "43A")).plays_cards("99A").give(sheep=1, peas=1)
    there.plays_all("send wool_from_sheep", "play 83A")
    assert there.refuses("upgrade sheep", because="OD-043")
    there.plays("upgrade peas")
    assert there.has("wool") == 1 and there.has("mead") == 1


@rule("OD-043")
def test_what_the_space_needs_is_not_spent_on_a_die_before_its_action():
    there = table(2, hand=("85C",)).give(wood=2, stone=2, silver=1, bow=0).rolls(2)
    there.plays_all("send build_house_and_ship", "play 85C", "choose 1")
    assert there.refuses("succeed with 0 weapons", because="OD-043")
    there.plays_all("fail", "choose 1")
    assert there.has("longship") == 1


# Goods that cards bring meanwhile (OD-129, OD-136)


@rule("OD-129")
def test_a_good_that_a_card_brings_is_not_upgraded_in_the_same_action():
    there = table(1).plays_cards("190B").give(skin_and_bones=1, peas=1)
    there.plays_all("send upgrade_3", "upgrade skin_and_bones")
    assert there.has("spices") == 1 and there.has("oil") == 1
    assert there.refuses("upgrade oil", because="OD-129")
    there.plays_all("upgrade peas")
    assert there.has("mead") == 1 and there.state.prompt(0).kind == "turn"  # nothing is left to choose
    there.give(flax=1)
    there.plays_all("send upgrade_2", "upgrade oil")  # another action
    assert there.has("rune_stone") == 1


@rule("OD-129")
def test_a_good_that_was_there_is_still_upgraded():
    there = table(1).plays_cards("190B", "28B").give(skin_and_bones=1, oil=1, wool=1, silver=2, hide=1)
    there.plays_all("send upgrade_4", "upgrade skin_and_bones", "upgrade wool", "use 28B")
    assert there.has("oil") == 3
    there.plays("upgrade oil")
    assert there.refuses("upgrade oil", because="OD-129")


@rule("OD-136")
def test_a_good_that_a_card_brings_is_not_turned_in_the_same_trade():
    there = table(1).plays_cards("190B").give(knarr=1, silver=1, skin_and_bones=1, hide=1)
    there.plays_all("send overseas_trading_1", "trade skin_and_bones")
    assert there.has("oil") == 1
    assert there.refuses("trade oil", because="OD-136")
    there = table(1).plays_cards("149A").give(knarr=1, silver=1, hide=1)
    there.plays("send overseas_trading_1")
    assert there.offers("trade oil")  # "right before": it was there when the trade began


@rule("OD-129")
def test_a_good_that_a_card_brings_is_not_turned_by_78b():
    there = table(1, hand=("78B",)).plays_cards("190B").give(knarr=2, skin_and_bones=1, hide=1)
    there.plays_all("send play_occupations_1_2", "trade skin_and_bones")
    assert there.has("oil") == 1
    assert there.refuses("trade oil", because="OD-129")


def ends(there: OdinTable, by_search: bool) -> set[tuple[int, ...]]:
    """What the seat can hold when its turn is over, without anytime actions."""
    found: set[tuple[int, ...]] = set()
    waiting = [there.state]
    while waiting:
        state = waiting.pop()
        if state.prompt(0).kind == "turn":
            found.add(tuple(int(state.get(0, item)) for item in (*range(items.GOODS), items.SILVER)))
            continue
        moves = Moves()
        if by_search:
            state.search_moves(0, moves)
        for move in moves.to_list() if by_search else state.legal_moves(0):
            if GAME.moves.kind_of(move).name in ("upgrade", "trade", "use", "stop", "done"):
                after = state.copy()
                after.apply(0, move)
                waiting.append(after)
    return found


@rule("OD-129", "OD-136", "OD-264")
@pytest.mark.parametrize("oil", [0, 1])
@pytest.mark.parametrize("move", ["send upgrade_3", "send overseas_trading_1", "send play_occupations_1_2"])
def test_search_sees_every_result_that_people_are_offered(move, oil):
    there = table(1, hand=("78B",)).plays_cards("190B", "28B")
    there.give(knarr=1, silver=2, skin_and_bones=1, wool=1, oil=oil)
    there.plays(move)
    people = ends(there, by_search=False)
    assert len(people) > 3 and ends(there, by_search=True) == people


# What is shown (OD-063, OD-239)


@rule("OD-063")
def test_the_widths_at_the_feast_are_those_of_food():
    there = table(1, hand=("5A",)).give(peas=1, mead=1, hide=2, silverware=1, pregnant_cattle=1)
    there.plays("send play_occupations_1_2")
    widths = there.state.prompt(0).data["widths"]
    assert widths == {"peas": [1, 2], "mead": [1, 2], "pregnant_cattle": [3, 4]}


@rule("OD-239")
def test_a_special_tile_is_not_shown_as_loot_twice():
    there = table(1).plays_cards("136c").give(longship=1, stone=9, long_sword=9).rolls(8)
    there.plays_all("send raiding", "loot helmet")
    shown = there.state.prompt(0).data["swords"]
    offered = [each.removeprefix("loot ") for each in there.offers() if each.startswith("loot ")]
    assert sorted(shown) == sorted(offered) and "helmet" not in shown and "jewelry" in shown


@rule("OD-232")
def test_the_upgrade_to_blue_is_called_so():
    there = table(1, hand=("17A",)).give(peas=1, cattle=1)
    there.plays("send play_occupations_1_2")
    assert there.state.prompt(0).data["steps"] == "to_blue"


@rule("OD-188")
def test_a_way_that_pays_for_an_action_says_which():
    there = table(1, hand=("85C",)).give(silver=3)
    there.plays("send play_occupations_1_2")
    assert there.state.prompt(0).data["ways"] == [{"pay": {"silver": 1}, "does": ["hunting"]}]


@rule("OD-D27")
def test_69c_gives_fewer_weapons_if_its_owner_likes():
    there = table(1, hand=("69c",)).give(bow=3, snare=1, spear=2, long_sword=0)
    there.plays("send play_occupations_1_2")
    assert there.offers() == ["take snare", "take long_sword", "stop"]
    assert there.refuses("take bow", because="OD-D27") and there.refuses("take spear", because="OD-D27")
    there.plays_all("take long_sword", "stop")
    assert (there.has("snare"), there.has("long_sword")) == (1, 1)


@rule("OD-277")
def test_goods_that_are_moved_or_turned_say_what_they_become():
    there = table(1, hand=("66A",)).give(silver=1, peas=1)
    there.plays("send play_occupations_1_2")
    becomes = there.state.prompt(0).data["becomes"]
    assert becomes == {"upgrade": {"peas": "stockfish"}, "upgrade_far": {"peas": "wool"}}
    there = table(1, hand=("78B",)).give(knarr=1, chest=1, hide=1)
    there.plays("send play_occupations_1_2")
    assert there.state.prompt(0).data["becomes"] == {"trade": {"hide": "silverware", "chest": "wool"}}
