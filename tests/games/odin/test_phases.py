"""Phases 1 to 12 (OD-025 to OD-081) except actions and feast, and the end of the game (OD-195 to OD-197)."""

from skali.games.odin import course, items, setup
from skali.kit.rule import rule
from tests.games.odin.given import GAME, after_phase, table

HOME_SQUARE = [(row, column) for row in range(6, 12) for column in range(6)]


def kinds(events):
    return [event.kind for event in events]


@rule("OD-025", "OD-037", "OD-052", "OD-195")
def test_twelve_phases_in_order_and_the_last_round_ends_after_the_feast():
    there = table(2).give(mead=1).give(1, mead=1)
    there.plays("send catch_stockfish")
    events = there.all_pass()
    order = [kind for kind in kinds(events) if kind in ("start_player", "income", "feast_began")]
    assert order == ["start_player", "income", "income", "feast_began", "feast_began"]
    assert there.state.phase == 9
    while there.state.round == 1:
        there.plays("finish")
    assert there.state.phase == 5 and there.state.round == 2
    after = [event.kind for event in there.events]
    order = [
        kind for kind in after if kind in ("strip_lost", "strip_revealed", "round_began", "harvest", "drew_weapon")
    ]
    assert order[:4] == ["strip_lost", "strip_lost", "strip_revealed", "round_began"]
    assert order[-3:] == ["harvest", "drew_weapon", "drew_weapon"]
    last = table(1, round=7).strips("1", "2")
    last.plays("pass")
    while not last.state.is_over():
        last.plays(last.offers()[0])
    assert last.state.round == 7
    assert [int(last.state.counts[items.STRIP_LEFT + strip]) for strip in range(3)] == [7, 7, 0]  # no phase 11


@rule("OD-026", "OD-085")
def test_seats_decide_in_turn_order_from_the_start_player():
    there = table(3).give(0, oil=1).give(1, oil=1).give(2, oil=1)
    there.state.starter = 2
    for seat in range(3):
        there.state.put(seat, 78, 1)
    after_phase(there, 7)
    order = []
    while there.state.phase == 7:
        order.append(there.awaits[0])
        there.plays("done")
    assert order == [2, 0, 1]


@rule("OD-028", "OD-029", "EX-OD-02")
def test_harvest_by_round_and_length():
    goods = ("peas", "beans", "flax", "grain", "cabbage", "fruits")
    for length, levels in (("long", (1, 2, 0, 3, 0, 4, 0)), ("short", (1, 0, 2, 0, 3, 0))):
        for round, level in enumerate(levels, 1):
            there = table(2, round=round, length=length)
            after_phase(there, 2)
            expected = {0: 0, 1: 3, 2: 4, 3: 5, 4: 6}[level]
            assert [there.has(good, 1) for good in goods] == [1] * expected + [0] * (6 - expected)


@rule("OD-030")
def test_without_harvest_nobody_gains_and_cards_for_it_are_offered():
    there = table(2, round=3).plays_cards("94A").give(oil=2)
    events = after_phase(there, 2)
    assert "no_harvest" in kinds(events) and there.has("peas") == 0
    assert there.offers("use 94A")
    there = table(2, round=4).plays_cards("94A").give(oil=2)
    after_phase(there, 2)
    assert there.state.phase == 5


def silver_on(there):
    return [int(there.state.counts[items.BOARD_SILVER + number]) for number in range(4)]


@rule("OD-031", "OD-032", "OD-033", "OD-034", "EX-OD-03", "OD-140", "OD-141")
def test_boards_are_turned_and_the_others_receive_silver():
    for length, first in (("long", 3), ("short", 2)):
        there = table(2, length=length)
        seen = []
        for round in range(1, int(there.state.rounds()) + 1):
            there.state.round = round
            course.explore(there.state, None)
            seen.append((there.state.view(0)["exploration"], silver_on(there)))
        names = [[board["board"] for board in boards] for boards, _ in seen]
        assert names[first - 2] == ["shetland", "faroe_islands", "iceland", "greenland"]
        assert names[first - 1] == ["bear_island", "faroe_islands", "iceland", "greenland"]
        assert names[first + 2] == ["bear_island", "baffin_island", "labrador", "newfoundland"]
        silver = [each for _, each in seen][first - 2 :]
        assert silver[:5] == [[0, 0, 0, 0], [0, 2, 2, 2], [2, 0, 4, 4], [4, 2, 0, 6], [6, 4, 2, 0]]
        assert silver[-1] == [6, 4, 2, 0]


@rule("OD-035", "EX-OD-04")
def test_silver_is_placed_even_if_the_board_due_is_claimed():
    there = table(2)
    for round in (1, 2, 3):
        there.state.round = round
        if round == 2:
            there.owns("faroe_islands", seat=1)
        course.explore(there.state, None)
    before = silver_on(there)
    there.state.round = 4
    course.explore(there.state, None)
    assert silver_on(there) == [before[0] + 2, 0, before[2] + 2, before[3] + 2]
    assert there.state.view(0)["exploration"][1]["board"] == "faroe_islands"


@rule("OD-053")
def test_who_placed_last_becomes_start_player():
    there = table(3)
    there.plays_all("send catch_stockfish", "send market_1", "pass")
    assert there.awaits == [0]
    there.plays_all("pass", "pass")
    assert there.state.starter == 1
    there = table(2)
    there.state.starter = 1
    there.plays_all("send catch_stockfish", "pass", "pass")
    assert there.state.starter == 0
    there = table(3)
    there.state.starter = 2
    there.all_pass()
    assert there.state.starter == 2


@rule("OD-054", "OD-219", "OD-217")
def test_solo_has_no_start_player_phase_and_turn_follows_turn():
    there = table(1, round=2)
    there.plays("send catch_stockfish")
    assert there.awaits == [0] and there.state.phase == 5
    events = there.plays("pass")
    assert "start_player" not in kinds(events) and there.state.starter == 0
    course.explore(there.state, None)
    there.state.round = 3
    course.explore(there.state, None)
    assert there.state.turned == 1


@rule("OD-055", "OD-057", "OD-058", "OD-087")
def test_income_of_home_and_exploration_boards_at_once():
    there = table(2)
    there.cover("home", [(11, 0), (10, 0), (11, 1), (10, 1)])
    there.owns("iceland", "newfoundland")
    assert there.income() == 2 + 1
    there.give(silver=0, mead=1)
    events = there.all_pass()
    paid = [event.data["count"] for event in events if event.kind == "income"]
    assert sorted(paid) == [0, 3]
    assert there.has("silver") == 3
    assert there.refuses("put silver", because="OD-083")


@rule("OD-056", "EX-OD-07")
def test_the_lowest_open_number_pays():
    there = table(2).cover("home", HOME_SQUARE)
    assert there.income() == 5
    whole = [
        (row, column) for row in range(12) for column in range(13) if int(GAME.tables.grids.cells[row]) >> column & 1
    ]
    there = table(2).cover("home", whole)
    assert there.income() == 18


@rule("OD-059")
def test_income_of_the_last_round_is_paid():
    there = table(1, round=7).cover("home", HOME_SQUARE).give(mead=1, silver=0)
    there.plays("pass")
    assert there.has("silver") == 5


@rule("OD-060", "OD-061", "EX-OD-15", "EX-OD-16", "EX-OD-17")
def test_breeding():
    def bred(sheep, pregnant):
        there = table(2).give(sheep=sheep, pregnant_sheep=pregnant)
        after_phase(there, 8)
        return there.has("sheep"), there.has("pregnant_sheep")

    assert bred(2, 1) == (4, 0)
    assert bred(4, 0) == (3, 1)
    assert bred(0, 1) == (2, 0)
    assert bred(1, 0) == (1, 0)
    there = table(2).give(cattle=2, sheep=1)
    after_phase(there, 8)
    assert (there.has("cattle"), there.has("pregnant_cattle"), there.has("sheep")) == (1, 1, 1)


@rule("OD-073", "OD-074", "EX-OD-10", "EX-OD-12", "OD-077")
def test_enclosed_bonus_cells_pay_together():
    around = {
        "mead": [(row, column) for row in (8, 9, 10) for column in (0, 1, 2) if (row, column) != (9, 1)],
        "wood": [(row, column) for row in (6, 7, 8) for column in (1, 2, 3) if (row, column) != (7, 2)],
        "stone": [(row, column) for row in (9, 10, 11) for column in (4, 5, 6) if (row, column) != (10, 5)],
        "ore": [(4, 0), (4, 1), (5, 1), (6, 0), (6, 1)],
    }
    there = table(2).cover("home", sorted({cell for cells in around.values() for cell in cells}))
    before = {name: there.has(name) for name in around}
    after_phase(there, 10)
    assert {name: there.has(name) - before[name] for name in around} == {"mead": 1, "wood": 1, "stone": 1, "ore": 1}
    assert there.has("rune_stone") == 0
    there = table(2).cover("home", [cell for cell in around["mead"] if cell != (8, 2)])
    after_phase(there, 10)
    assert there.has("mead") == 0


@rule("OD-075", "EX-OD-11", "OD-091")
def test_the_ore_cell_at_the_edge_has_five_neighbours_and_a_covered_bonus_is_lost():
    there = table(2).cover("home", [(4, 0), (4, 1), (5, 1), (6, 0)])
    after_phase(there, 10)
    assert there.has("ore") == 0
    there = table(2).cover("home", [(4, 0), (4, 1), (5, 1), (6, 0), (6, 1)])
    after_phase(there, 10)
    assert there.has("ore") == 1
    there = table(2).cover("home", [(4, 0), (4, 1), (5, 1), (6, 0), (6, 1), (5, 0)])
    after_phase(there, 10)
    assert there.has("ore") == 0


@rule("OD-076", "EX-OD-13")
def test_bear_island_pays_two_goods_and_income_five():
    there = table(2, round=4).owns("bear_island")
    there.cover("bear_island", [(5, 5), (5, 6), (5, 7), (6, 5), (7, 5), (7, 6)])
    after_phase(there, 10)
    assert there.has("rune_stone") == 1 and there.has("ore") == 1
    there = table(2, round=4).owns("bear_island")
    assert there.income() == 1
    there.cover("bear_island", [(4, 1), (3, 2), (2, 3)])
    assert there.income() == 5
    assert there.fault("silver", (1, 4), board="bear_island") == "OD-092"


@rule("EX-OD-14", "OD-101")
def test_both_diagonals_of_greenland():
    there = table(2).owns("greenland")
    cells = [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 0),
        (2, 2),
        (2, 3),
        (3, 0),
        (3, 1),
        (3, 2),
        (3, 3),
    ]
    cells += [(4, 0), (4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (5, 3), (6, 2), (6, 3)]
    there.cover("greenland", [cell for cell in cells if cell not in ((6, 3), (2, 3))])
    assert there.fault("silver", (6, 3), board="greenland") == ""
    there.cover("greenland", [(6, 3)])
    assert there.fault("silver", (2, 3), board="greenland") == ""
    there.cover("greenland", [(2, 3)])
    assert there.income() == 2
    after_phase(there, 10)
    assert there.has("whale_meat") == 1
    there = table(2).owns("greenland")
    assert there.fault("silver", (2, 3), board="greenland") == "OD-098"
    ends = [int(end) for end in GAME.tables.grids.track_end]
    assert 5 in ends and 3 in ends


@rule("OD-078")
def test_newfoundland_gives_its_cloakpin_once_and_its_house_while_one_is_left():
    around = [(row, column) for row in (4, 5, 6) for column in (0, 1, 2) if (row, column) != (5, 1)]
    house = [(row, column) for row in (5, 6, 7) for column in (5, 6, 7) if (row, column) != (6, 6) and column < 8]
    cells = GAME.tables.grids.cells
    there = table(2, round=6).owns("newfoundland")
    house = [cell for cell in house if int(cells[8 * 12 + cell[0]]) >> cell[1] & 1]
    around += [(row, 7) for row in (5, 7)]
    there.cover("newfoundland", sorted(set(around + house)))
    after_phase(there, 10)
    assert there.has("cloakpin") == 1 and there.has("stone_house") == 1
    there = table(2, round=6).owns("newfoundland").give(1, cloakpin=1)
    there.owns("stone_house", "stone_house", "stone_house", seat=1)
    there.cover("newfoundland", sorted(set(around + house)))
    after_phase(there, 10)
    assert there.has("cloakpin") == 0 and there.has("stone_house") == 0


@rule("OD-079", "OD-080", "EX-OD-33")
def test_strips_lose_an_item_and_one_is_added():
    there = table(2).strips("1:1", "2:3")
    there.state.strip_pile = 0b10000000
    course.strips(there.state, None)
    shown = {each["strip"]: each["items"] for each in there.view(0)["strips"]}
    assert shown == {2: ["ore", "two_silver"], 8: shown[8]} and len(shown[8]) == 7
    course.strips(there.state, None)
    assert there.view(0)["strips_left"] == 0 and len(there.view(0)["strips"]) == 2


@rule("OD-080")
def test_no_strip_is_left_in_round_six_of_a_long_game_of_four():
    state = GAME.start(4, 1)
    for _ in range(5):
        setup.reveal_strip(state, None)
    assert state.strip_pile == 0
    before = state.digest()
    setup.reveal_strip(state, None)
    assert state.digest() == before


@rule("OD-081")
def test_vikings_return_and_the_round_number_grows():
    there = table(2).stands("market_1", 0).stands("forge", 1)
    course.return_vikings(there.state, None)
    assert there.on_space("market_1") == there.on_space("forge") == 0
    assert there.state.round == 2


@rule("OD-216", "OD-218", "OD-212", "OD-213", "EX-OD-46")
def test_solo_vikings_block_their_spaces_for_one_more_round():
    there = table(1)
    there.plays("send catch_stockfish")
    course.return_vikings(there.state, None)
    after_phase(there, 1)
    assert there.state.round == 2 and there.state.get(0, items.THING) == 7
    assert there.refuses("send catch_stockfish", because="OD-039")
    assert there.view(0)["spaces"][GAME.tables.space("catch_stockfish")]["blocked"]
    there.plays("send market_1")
    course.return_vikings(there.state, None)
    after_phase(there, 1)
    assert there.offers("send catch_stockfish") and there.refuses("send market_1", because="OD-039")
    assert there.state.get(0, items.THING) == 8
    short = table(1, length="short")
    after_phase(short, 1)
    assert short.state.get(0, items.THING) == 7
    assert int(there.state.counts[items.ON_SPACE + GAME.tables.space("market_1")]) >= 64


@rule("OD-197", "EX-OD-57")
def test_after_the_last_window_wood_stone_and_ore_score_by_themselves():
    there = table(1, round=7).owns("shed").give(mead=0, ore=2, wood=1, silver=4)
    for slot, filled in ((72, 2), (73, 3)):
        there.state.put(0, slot, filled)
        there.state.add(0, 79, -filled)
    before = there.score(0)
    course.end_game(there.state, None)
    assert there.score(0) == before + 3
    assert there.has("silver") == 4 and there.has("ore") == 0 and there.has("wood") == 0


@rule("OD-197")
def test_wood_that_may_lie_in_houses_scores_there_by_itself():
    """One wood and one stone fill the slots of the house, two more wood lie on cells of -1."""
    for cards, left, gain in ((("40B",), 0, 4), ((), 2, 2)):
        there = table(1, round=7).owns("stone_house").plays_cards(*cards).give(mead=0, wood=3, stone=1)
        before = there.score(0)
        course.end_game(there.state, None)
        assert there.has("wood") == left and there.score(0) == before + gain


@rule("OD-196", "OD-184")
def test_after_the_last_feast_cards_and_the_last_window_still_come():
    there = table(1, round=7).plays_cards("7A", "58A").give(grain=2, flax=2, mead=0)
    there.plays("pass")
    while there.state.phase in (7, 8):
        there.plays("done")
    there.plays("finish")
    while "coins 0" in there.offers():
        there.plays("coins 0")
    assert there.has("silver") == 2
    assert there.state.prompt(0).kind == "last_window"
    there.plays("exchange 58A way 1")
    assert there.has("oil") == 3
