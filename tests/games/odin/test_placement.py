"""Placing: home board, exploration boards, houses, slots, windows (OD-082 to OD-108, OD-210, OD-261 to OD-269)."""

import pytest

from skali.core import Moves
from skali.games.odin import anytime, boards, components, covering, items, naming, phases
from skali.kit.rule import rule
from tests.games.odin.given import GAME, after_phase, table


def window(there, number, seat=0):
    there.state.frames.clear()
    there.state.active = seat
    anytime.reset_order(there.state)
    there.state.frames.push(phases.ASK_WINDOW, number)
    return there


@rule("OD-082")
def test_the_anytime_actions():
    there = table(2).plays_cards("58A").owns("shed", "stone_house")
    there.give(oil=1, ore=1, silver=3, peas=1, wood=1, stone=1, whaling_boat=1, flax=2)
    offered = there.offers()
    for move in (
        "put oil",
        "put ore",
        "put silver",
        "put peas",
        "fill shed_wood",
        "fill house_stone",
        "arm whaling_boat",
    ):
        assert move in offered
    assert "buy whaling_boat" in offered and "exchange 58A way 1" in offered
    for move in ("put oil", "buy whaling_boat", "arm whaling_boat", "fill shed_wood"):
        vikings = there.view(0)["players"][0]["vikings"]
        there.plays(move)
        while there.state.prompt(0).kind in ("board", "shape", "cell"):
            there.plays(there.offers()[0])
        assert there.view(0)["players"][0]["vikings"] == vikings and there.awaits == [0]


@rule("OD-083", "OD-269")
def test_windows_of_a_round():
    there = table(1).give(oil=1, silver=0).plays_cards("94A", "58A")
    seen = []
    there.state.round = 3
    after_phase(there, 1)
    while there.state.round == 3:
        kind = there.state.prompt(0)
        if "window" in kind.data:
            seen.append(kind.data["window"])
        there.plays("pass" if "pass" in there.offers() else "done" if "done" in there.offers() else there.offers()[-1])
    assert seen == [phases.W0, phases.W4, phases.W5, phases.W6]
    plain = table(1).give(oil=1)
    seen = []
    while plain.state.round == 1:
        kind = plain.state.prompt(0)
        if "window" in kind.data:
            seen.append(kind.data["window"])
        plain.plays("pass" if "pass" in plain.offers() else "done" if "done" in plain.offers() else plain.offers()[-1])
    assert seen == [phases.W4, phases.W6]  # no card asks for W0 or W5
    there = table(1).give(oil=1, silver=9, peas=1)
    there.strips("1", "2").plays("send mountain_1_upgrade_1")
    assert not there.offers("buy knarr")  # nothing is done yet: no window
    there.plays("mine strip 1 count 1")
    assert there.offers("buy knarr") and there.offers("upgrade peas")
    assert not there.offers("arm whaling_boat")
    there.plays("buy knarr")
    assert there.offers("upgrade peas")  # the decision is still pending


@rule("OD-083")
def test_there_is_no_window_beside_the_offers_of_a_phase():
    """52a in the window before income leaves nothing open for the birth of cattle."""
    there = table(1, hand=("43A",)).plays_cards("52a", "174a").give(silver=9, pregnant_cattle=1)
    there.state.phase, there.state.queue = 7, 1
    window(there, phases.W4)
    there.plays_all("exchange 52a way 1", "done")
    assert there.offers() == ["use 174a", "done"]
    assert there.refuses("buy knarr", because="OD-083")


@rule("OD-084")
def test_no_window_in_the_turn_of_another():
    there = table(2).give(silver=9).give(1, silver=9)
    assert there.refuses("buy knarr", because="CORE-1", seat=1)


@rule("OD-085")
def test_a_window_without_an_action_is_skipped():
    there = table(2).give(mead=1).give(1, mead=1)
    there.all_pass()
    assert there.state.phase == 9
    there = table(2).give(oil=1)
    there.all_pass()
    assert there.state.prompt(0).kind == "income_window" and there.offers("done")


@rule("OD-088", "OD-089", "OD-262")
def test_a_placement_names_piece_board_shape_and_cell():
    there = table(2).give(oil=1).owns("shetland")
    there.plays("put oil")
    assert there.offers() == ["on home", "on shetland"]
    there.plays("on home")
    assert there.offers() == ["shape 1", "shape 2"]
    there.plays("shape 1")
    assert there.offers("at 0,0") and there.refuses("at 11,12", because="OD-088")
    there.plays("at 0,0")
    view = there.view(0)["players"][0]["boards"][0]
    assert view["covered"][0][:3] == [0, 0, -1] and view["pieces"][0]["item"] == "oil"
    counts = {
        name: int(GAME.tables.shapes.count[naming.ITEM_NAMES.index(name)])
        for name in ("wool", "oil", "glass_beads", "helmet", "belt")
    }
    assert counts == {"wool": 1, "oil": 2, "glass_beads": 1, "helmet": 8, "belt": 2}


@rule("OD-090", "OD-092")
def test_no_stacking_and_no_blocked_cells():
    there = table(2).lay("rune_stone", (0, 0)).owns("greenland")
    assert there.fault("rune_stone", (0, 1)) == "OD-090"
    assert there.fault("silver", (0, 0)) == "OD-090"
    assert there.fault("silver", (1, 3), board="greenland") == "OD-092"
    assert there.fault("silver", (11, 8)) == "OD-092"
    there.owns("shetland")
    assert there.fault("silver", (4, 3), board="shetland") == "OD-092"


@rule("OD-095", "OD-097")
def test_what_may_lie_on_home_and_exploration_boards():
    there = table(2).owns("iceland").lay("linen", (0, 0))
    for board in ("home", "iceland"):
        for item in ("peas", "mead", "cattle", "pregnant_sheep"):
            assert there.fault(item, (0, 0), board=board) == "OD-095"
    for item in ("rune_stone", "silver", "ore"):
        assert there.fault(item, (1, 0)) == ""  # next to green
    assert there.fault("helmet", (1, 0)) == ""
    there.give(wood=1, stone=1, mead=1)
    assert there.refuses("put wood", because="OD-095") and there.refuses("put mead", because="OD-095")


@rule("OD-096", "EX-OD-09", "OD-210", "EX-OD-45")
def test_green_goods_may_not_touch():
    there = table(2).lay("linen", (6, 0))
    assert there.fault("hide", (7, 0)) == "OD-096"
    assert there.fault("hide", (3, 4), lying=False) == ""
    assert there.fault("rune_stone", (7, 0)) == ""
    assert there.fault("linen", (8, 0)) == "OD-098"
    there.give(hide=1)
    there.plays_all("put hide", "shape 1")
    assert there.refuses("at 7,0", because="OD-096")


@rule("EX-OD-05", "OD-099")
def test_a_robe_on_the_corner():
    there = table(2).give(robe=1)
    there.places("robe", "at 9,0")
    assert there.income() == 2
    assert all(not bonus["enclosed"] for bonus in there.view(0)["players"][0]["boards"][0]["bonuses"])
    after_phase(there, 10)
    assert there.has("mead") == 0


@rule("EX-OD-06", "OD-098")
def test_wool_over_three_and_four():
    cells = [(row, column) for row in range(8, 12) for column in range(6)]
    cells += [(row, column) for row in (6, 7) for column in range(4)]
    bonus = {(7, 2), (9, 1), (10, 5)}
    there = table(2).cover("home", [cell for cell in cells if cell not in bonus])
    assert there.fault("wool", (6, 4)) == ""
    there.lay("wool", (6, 4))
    assert there.income() == 5
    there = table(2).cover("home", [cell for cell in cells if cell not in bonus and cell != (11, 5)])
    assert there.fault("wool", (6, 4)) == "OD-098"


@rule("EX-OD-08", "OD-100")
def test_the_upper_corner_is_free():
    there = table(2)
    assert there.fault("treasure_chest", (3, 9)) == ""
    assert there.fault("treasure_chest", (0, 10)) == "OD-098"


@rule("OD-102")
def test_the_three_extra_cells_are_ordinary():
    there = table(2)
    for row in range(3):
        assert there.fault("silver", (row, 12)) == ""
    assert there.fault("silverware", (0, 12), lying=False) == ""
    assert there.fault("silver", (3, 12)) == "OD-092"
    before = there.score(0)
    there.lay("silverware", (0, 12), lying=False)
    assert there.score(0) == before


@rule("OD-103", "OD-104", "OD-105", "OD-106", "OD-108")
def test_houses():
    there = table(2).owns("long_house").give(ore=1)
    for item in ("peas", "mead", "oil", "rune_stone", "silver"):
        assert there.fault(item, (0, 0), board="long_house") == ""
    assert there.fault("ore", (0, 0), board="long_house") == "OD-103"
    assert there.fault("silver", (1, 3), board="long_house") == "OD-092"
    there.lay("peas", (0, 0), board="long_house").lay("mead", (0, 2), board="long_house").lay(
        "oil", (2, 0), board="long_house"
    )
    assert there.fault("beans", (1, 0), board="long_house") != ""
    assert there.fault("flax", (0, 4), board="long_house") == ""
    assert there.fault("peas", (1, 0), board="long_house") == "OD-104"
    assert there.fault("mead", (1, 0), board="long_house") == ""
    assert there.fault("oil", (2, 2), board="long_house") == ""  # green beside green
    assert there.fault("stockfish", (0, 4), board="long_house") == "OD-104"
    there.give(milk=1)
    there.plays("put milk")
    assert there.state.prompt(0).kind == "cell"  # only the house takes it
    there.plays(there.offers()[0])
    after_phase(there, 9)
    assert "milk" in {piece["item"] for board in there.view(0)["players"][0]["boards"] for piece in board["pieces"]}
    assert covering.income(there.state, 0) == 0


@rule("OD-107")
def test_slots_of_sheds_and_stone_houses():
    there = table(2).owns("shed", "stone_house", "long_house").give(wood=9, stone=1)
    before = there.score(0)
    for _ in range(3):
        there.plays("fill shed_wood")
    assert there.refuses("fill shed_wood", because="OD-107")
    there.plays("fill house_wood")
    assert there.refuses("fill house_wood", because="OD-107")
    there.plays("fill shed_stone")
    assert there.refuses("fill house_stone", because="OD-107")  # no stone left
    assert there.score(0) == before + 5 and there.has("wood") == 5


# The kernel and its oracle


def brute_force(there, board, piece):
    """All placements by asking the rules one by one, as shape and anchor."""
    shapes = GAME.tables.shapes
    found = set()
    first = int(shapes.first[piece])
    for turn in range(int(shapes.count[piece])):
        for row in range(-1, components.ROWS):
            for column in range(-1, components.COLUMNS):
                if boards.placement_fault(there.state, board, piece, first + turn, row, column) == 0:
                    found.add((turn, row * components.COLUMNS + column + int(shapes.offset[first + turn])))
    return found


def by_kernel(there, board, piece, search=False):
    found = set()
    for turn in range(int(GAME.tables.shapes.count[piece])):
        moves = Moves()
        if boards.piece_fault(there.state, board, piece) == 0:
            boards.fill_anchors(there.state, board, piece, turn, search, False, 0, moves)
        found |= {(turn, anchor) for anchor in moves.to_list()}
    return found


@rule("OD-088", "OD-262")
@pytest.mark.parametrize("seed", range(6))
def test_the_kernel_finds_what_the_rules_allow(seed):
    """Random positions of random games: the compiled kernel against the check, for every piece on every board."""
    state = GAME.start(1 + seed % 4, seed)
    there = table()
    there.state = state
    from skali.core import Rng

    rng = Rng(seed)
    step = fitting = 0
    while not state.is_over():
        legal = state.legal_moves(state.actor())
        state.advance(state.actor(), legal[int(rng.below(len(legal)))])
        step += 1
        if step % 60 == 0 or state.is_over():
            for board in range(components.BOARDS):
                if int(state.counts[items.BOARD_OWNER + board]):
                    for piece in range(items.ITEMS):
                        if int(GAME.tables.shapes.count[piece]):
                            assert by_kernel(there, board, piece) == brute_force(there, board, piece)
                            fits = boards.fits_on(state, board, piece, False, False)
                            assert fits == bool(by_kernel(there, board, piece))
                            fitting += fits
    assert fitting > 50


@rule("OD-261")
def test_search_keeps_one_order_of_independent_placements():
    """After a placement only later ones, except on income cells that it made ready."""
    there = table(2).give(silver=3)
    window(there, phases.W4)
    there.places("silver", "at 5,5")
    there.plays("put silver")
    moves = Moves()
    there.state.search_moves(0, moves)
    cells = {GAME.moves.show(move) for move in moves.to_list()}
    assert "at 0,0" not in cells and "at 5,7" in cells and "at 6,0" in cells
    assert there.offers("at 0,0")  # people may use any order
    there = table(2).give(silver=3).cover("home", [(11, 0), (10, 0)])
    window(there, phases.W4)
    there.places("silver", "at 11,1")
    there.plays("put silver")
    moves = Moves()
    there.state.search_moves(0, moves)
    assert "at 10,1" in {GAME.moves.show(move) for move in moves.to_list()}  # income cell 1 became ready


@rule("OD-261")
def test_search_orders_the_kinds_of_anytime_action():
    there = table(2).give(silver=9, ore=2, whaling_boat=1, oil=1).plays_cards("47a").give(salt_meat=1)
    there.plays("buy whaling_boat")
    moves = Moves()
    there.state.search_moves(0, moves)
    found = {GAME.moves.show(move) for move in moves.to_list()}
    assert "exchange 47a way 1" not in found and "put oil" in found and "buy whaling_boat" in found
    assert there.offers("exchange 47a way 1")
    there.plays("arm whaling_boat")
    moves = Moves()
    there.state.search_moves(0, moves)
    found = {GAME.moves.show(move) for move in moves.to_list()}
    assert "buy whaling_boat" not in found and "arm whaling_boat" in found


@rule("OD-281")
def test_the_tutor_is_outside_the_order():
    there = table(2, hand=("43A",)).give(silver=9, silverware=1).plays_cards("52a", "54A")
    there.plays("buy whaling_boat")
    moves = Moves()
    there.state.search_moves(0, moves)
    found = {GAME.moves.show(move) for move in moves.to_list()}
    assert "exchange 52a way 1" in found and "exchange 54A way 1" not in found
    there.plays("exchange 52a way 1")
    moves = Moves()
    there.state.search_moves(0, moves)
    assert "exchange 54A way 1" in {GAME.moves.show(move) for move in moves.to_list()}  # every key is open again


@rule("OD-266")
def test_equal_ships_are_one_choice():
    there = table(2).give(ore=2, longship=2, longship_1=1)
    assert [move for move in there.offers() if move.startswith("arm")] == ["arm longship", "arm longship_1"]


@rule("OD-267")
def test_a_single_choice_is_not_asked():
    there = table(2).give(wool=1)
    there.plays("put wool")  # one board and one shape: only the cell is asked
    assert there.state.prompt(0).kind == "cell"


@rule("OD-268")
def test_in_the_last_window_search_places_only_goods_on_minus_cells():
    there = window(table(2).give(oil=1, silver=4, ore=1, wood=2).owns("shed"), phases.W7)
    moves = Moves()
    there.state.search_moves(0, moves)
    assert {GAME.moves.show(move) for move in moves.to_list()} == {"done", "put oil"}
    there.plays_all("put oil", "shape 1")
    moves = Moves()
    there.state.search_moves(0, moves)
    for move in moves.to_list():
        cell = GAME.moves.show(move).removeprefix("at ").split(",")
        row, column = int(cell[0]), int(cell[1])
        assert int(GAME.tables.grids.minus[row]) >> column & 3


@rule("OD-D34", "OD-267")
def test_a_question_about_a_piece_tells_all_its_places_and_the_answers_that_lead_there():
    """Every place without a rule against it is reached by its answers; every other is refused by that rule."""
    there = table(2).owns("shetland", "stone_house").give(oil=1)
    there.plays("put oil")
    start = there.state
    asked = start.prompt(0)
    assert asked.kind == "board"
    reached = refused = 0
    for way in asked.data["places"]:
        fitting = [(r, c) for r, row in enumerate(way["rules"]) for c, rule in enumerate(row) if not rule]
        for cell in fitting[:3]:
            state = start.copy()
            for answer in way["answers"]:
                text = f"at {cell[0]},{cell[1]}" if answer == "at" else answer
                state.apply(0, GAME.moves.read(text))
            laid = next(each for each in state.view(0)["players"][0]["boards"] if each["name"] == way["board"])
            piece = {"item": "oil", "cell": list(cell), "turn": way["turn"]}
            assert piece in laid["pieces"]
            reached += 1
        if way["answers"][-1:] == ["at"]:
            state = start.copy()
            for answer in way["answers"][:-1]:
                state.apply(0, GAME.moves.read(answer))
            for r, row in enumerate(way["rules"]):
                for c, rule_id in enumerate(row):
                    if rule_id:
                        assert state.why_not(0, GAME.moves.read(f"at {r},{c}")).rule == rule_id
                        refused += 1
    assert reached > 10 and refused > 50
