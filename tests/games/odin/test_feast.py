"""Phase 9: the feast (OD-062 to OD-072, OD-265)."""

from itertools import product

from skali.core import Moves
from skali.games.odin import items
from skali.kit.rule import rule
from tests.games.odin.given import GAME, after_phase, table

FOOD = ("peas", "mead", "flax", "stockfish", "beans", "milk", "grain", "salt_meat", "cabbage", "game_meat", "fruits")


def feast(round=1, length="long", ships=0, **held):
    there = table(1, round=round, length=length).give(**{"mead": 0, **held})
    there.state.put(0, 70, ships)
    after_phase(there, 9)
    return there


def penalties(there):
    return int(there.state.get(0, items.PENALTIES))


@rule("OD-062", "EX-OD-21", "EX-OD-18")
def test_spaces_to_serve():
    assert feast(round=4, peas=1).state.prompt(0).data["left"] == 9
    assert feast(round=4, ships=2, peas=1).state.prompt(0).data["left"] == 5
    assert feast(round=4, length="short", peas=1).state.prompt(0).data["left"] == 10


@rule("EX-OD-18", "OD-065", "OD-066")
def test_a_feast_of_nine_spaces():
    there = feast(round=4, salt_meat=3, beans=1, silver=2)
    there.plays("serve salt_meat lying")
    assert there.refuses("serve salt_meat lying", because="OD-065")
    there.plays_all("serve beans upright", "serve salt_meat upright", "finish", "coins 2")
    assert penalties(there) == 0 and there.has("silver") == 0 and there.has("salt_meat") == 1
    there = feast(round=1, fruits=1, whale_meat=1, cattle=1)
    there.plays_all("serve fruits upright", "serve whale_meat upright")
    assert there.state.phase != 9 or there.refuses("serve cattle upright", because="OD-066")


@rule("OD-066")
def test_nothing_sticks_out():
    there = feast(round=1, cattle=2, grain=1)
    there.plays("serve cattle lying")
    assert there.refuses("serve cattle upright", because="OD-066")


@rule("OD-063")
def test_what_may_be_served():
    there = feast(oil=1, wood=3, peas=1, sheep=1, pregnant_cattle=1, silver=1)
    assert there.refuses("serve oil upright", because="OD-063") and there.refuses(
        "serve mead upright", because="OD-063"
    )
    offered = there.offers()
    assert "serve sheep upright" in offered and "serve pregnant_cattle upright" in offered
    assert "coins 1" not in offered and there.refuses("coins 1", because="OD-072")


@rule("OD-064")
def test_widths():
    widths = {}
    for name in (*FOOD, "whale_meat", "sheep", "cattle"):
        there = feast(round=7, **{name: 2})
        for lies in ("upright", "lying"):
            if there.offers(f"serve {name} {lies}"):
                trial = feast(round=7, **{name: 2})
                events = trial.plays(f"serve {name} {lies}")
                widths[name, lies] = next(event.data["width"] for event in events if event.kind == "served")
    assert [widths["peas", lies] for lies in ("upright", "lying")] == [1, 2]
    assert [widths["stockfish", lies] for lies in ("upright", "lying")] == [1, 3]
    assert [widths["grain", lies] for lies in ("upright", "lying")] == [1, 4]
    assert [widths["cabbage", lies] for lies in ("upright", "lying")] == [2, 3]
    assert [widths["sheep", lies] for lies in ("upright", "lying")] == [2, 4]
    assert [widths["cattle", lies] for lies in ("upright", "lying")] == [3, 4]
    assert widths["milk", "upright"] == 2 and widths["fruits", "upright"] == 3
    assert ("beans", "lying") not in widths and ("whale_meat", "lying") not in widths
    assert feast(round=7, beans=2).refuses("serve beans lying", because="OD-064")


@rule("OD-065")
def test_pregnant_and_other_animals_are_one_type():
    there = feast(round=7, sheep=1, pregnant_sheep=1, mead=1)
    there.plays("serve sheep lying")
    assert there.refuses("serve pregnant_sheep lying", because="OD-065") and there.offers(
        "serve pregnant_sheep upright"
    )


@rule("OD-067", "OD-068", "EX-OD-19")
def test_colours_must_be_kept_apart():
    there = feast(round=1, flax=1, peas=1, silver=1)
    there.plays_all("serve flax lying", "serve peas lying")  # one space is left between or beside
    there.plays("coins 1")
    assert penalties(there) == 0
    there = feast(round=1, flax=1, beans=1, peas=1, mead=1)
    there.plays_all("serve flax lying", "serve beans upright")
    assert there.refuses("serve peas upright", because="OD-067") and there.offers("serve mead upright")


def can_lie(orange, red, gaps, last=""):
    """Brute force: tiles in a row with gaps, no two of one colour side by side."""
    if orange == red == 0:
        return True
    if orange and last != "orange" and can_lie(orange - 1, red, gaps, "orange"):
        return True
    if red and last != "red" and can_lie(orange, red - 1, gaps, "red"):
        return True
    return gaps > 0 and can_lie(orange, red, gaps - 1)


@rule("OD-067", "OD-068")
def test_a_good_is_served_where_all_can_be_laid_out():
    there = feast(round=1, peas=1, mead=1)
    for orange, red, gaps in product(range(5), repeat=3):
        there.state.feast_left = gaps + 1
        there.state.feast_orange, there.state.feast_red = orange, red
        assert there.offers("serve peas upright") == can_lie(orange + 1, red, gaps)
        assert there.offers("serve mead upright") == can_lie(orange, red + 1, gaps)


@rule("OD-069", "EX-OD-20", "OD-208")
def test_empty_spaces_are_penalties():
    there = feast(round=1, mead=1, silver=2)
    before = there.score(0)
    there.plays("serve mead lying")
    there.plays("coins 2")
    assert penalties(there) == 2 and there.score(0) == before - 2 - 6
    there = feast(round=1, mead=1, silver=9)
    there.plays("finish")
    assert there.offers() == [f"coins {number}" for number in range(7)] and there.refuses("coins 7", because="OD-063")
    there.plays("coins 0")
    assert penalties(there) == 6  # by choice


@rule("OD-069")
def test_more_penalties_than_tiles():
    there = feast(round=7)
    assert penalties(there) == 12


@rule("OD-070", "OD-071")
def test_what_was_served_is_gone_and_only_the_feast_takes_it():
    there = table(1).give(mead=1)
    assert not [move for move in there.offers() if move.startswith("serve")]
    assert there.refuses("serve mead upright", because="OD-037")
    there = feast(round=1, mead=2, ships=1)
    there.plays_all("serve mead lying", "serve mead upright")
    assert there.has("mead") == 0
    assert there.view(0)["players"][0]["emigrated"]["knarr"] == 1


@rule("OD-072")
def test_silver_for_the_food_can_be_served_as_coins():
    there = table(1).plays_cards("158A", "165A").give(mead=0, game_meat=1, clothing=1)
    after_phase(there, 9)
    assert there.has("silver") == 2  # 165A at the start
    weapons = sum(there.has(name) for name in ("bow", "snare", "spear", "long_sword"))
    there.plays("serve game_meat lying")
    assert there.has("silver") == 3  # 158A for the food
    assert sum(there.has(name) for name in ("bow", "snare", "spear", "long_sword")) == weapons + 3
    there.plays("coins 3")
    assert penalties(there) == 0


@rule("OD-265")
def test_search_serves_goods_in_one_order():
    there = feast(round=7, peas=2, flax=1, mead=1)
    there.plays("serve flax upright")
    moves = Moves()
    there.state.search_moves(0, moves)
    found = {GAME.moves.show(move) for move in moves.to_list()}
    assert "serve peas upright" not in found and "finish" in found
    assert there.offers("serve peas upright")


@rule("OD-241")
def test_the_chief_gives_an_extra_feast():
    there = table(2, hand=("5A",)).give(silver=9, mead=0)
    there.plays_all("send play_occupations_1_2")
    there.plays("coins 4")
    assert int(there.state.get(0, items.PENALTIES)) == 2 and there.state.phase == 5


@rule("OD-067", "OD-069")
def test_every_way_to_fill_the_table_can_be_served_as_it_is_offered():
    """Whatever is held: each plan is played to its end and leaves the penalties that it names."""
    tried = 0
    for number, held in enumerate(product(range(3), repeat=5)):
        kinds = [FOOD[(number + 2 * at) % len(FOOD)] for at in range(5)]
        held_now = {**dict(zip(kinds, held)), "sheep": number % 3, "pregnant_sheep": number % 2, "silver": number % 4}
        if not any(held):
            continue
        offered = feast(round=4, **held_now).state.prompt(0)
        if offered.kind != "food":
            continue
        for plan in offered.data["plans"]:
            there = feast(round=4, **held_now)
            there.plays_all(*plan["serve"])
            if "finish" in there.offers():
                there.plays("finish")
            if f"coins {plan['coins']}" in there.offers():
                there.plays(f"coins {plan['coins']}")
            assert penalties(there) == plan["penalties"]
            tried += 1
    assert tried > 200


def test_a_plan_keeps_what_it_is_named_after():
    plans = {each["name"]: each for each in feast(round=1, sheep=2, peas=1, silver=6).state.prompt(0).data["plans"]}
    assert "serve sheep lying" in plans["cheap"]["serve"] and plans["cheap"]["penalties"] == 0
    assert not any("sheep" in each for each in plans["animals"]["serve"]) and plans["animals"]["penalties"] == 0


@rule("OD-065")
def test_only_one_animal_of_a_type_lies_in_a_plan():
    there = feast(round=4, sheep=1, pregnant_sheep=1, peas=1)
    serve = there.state.prompt(0).data["plans"][0]["serve"]
    assert sum("sheep lying" in each for each in serve) == 1
    there.plays_all(*serve)


@rule("OD-067", "OD-069")
def test_the_table_is_told_with_its_ships_its_colours_apart_and_what_stays_empty():
    there = feast(round=4, ships=1, flax=1, beans=1, mead=1, silver=2)
    shown = there.state.prompt(0).data["after"]["serve flax lying"]
    there.plays("serve flax lying")
    assert there.view(0)["feast"] == shown
    assert [(each["item"], each["width"], each["lies"]) for each in shown["table"]] == [
        ("knarr", 2, ""),
        ("flax", 3, "lying"),
    ]
    assert shown["short"] == [
        {"penalties": 4, "points": 12},
        {"penalties": 3, "points": 9},
        {"penalties": 2, "points": 6},
    ]
    there.plays("serve beans upright")
    assert [each["apart"] for each in there.view(0)["feast"]["table"]] == [False, False, True]
    there.plays("serve mead upright")
    laid = there.view(0)["feast"]["table"]
    assert [each["item"] for each in laid] == ["knarr", "flax", "mead", "beans"]
    assert not any(each["apart"] for each in laid)


@rule("OD-067")
def test_a_plan_tells_the_table_that_it_makes():
    there = feast(round=4, salt_meat=3, beans=1, peas=2, silver=2)
    plan = there.state.prompt(0).data["plans"][0]
    for move in plan["serve"]:
        there.plays(move)
    if there.state.phase == 9 and there.state.prompt(0).kind == "food":
        assert there.view(0)["feast"] == {"table": plan["table"], "short": plan["short"]}
    assert plan["short"][plan["coins"]]["penalties"] == plan["penalties"]
