"""Actions in general (XN-056 to XN-062)."""

from skali.core import Moves
from skali.kit.rule import rule
from tests.games.explorers.given import THREE, A, B, given, random_game


@rule("XN-056")
def test_four_points_and_every_action_costs_one_but_building_two() -> None:
    table = given(phase="tile", hands=("X23 X29 X30",))
    table.plays_all("tile X23", "place at 2,-1", "turn 0")
    assert table.now["points"] == 4

    def cost(*moves: str) -> int:
        before = table.now["points"]
        table.plays_all(*moves)
        return int(before - table.now["points"])

    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 2, "0,0": 1}}, longships={A: "1,-1"})
    table.loads("viking land-1")
    assert table.now["points"] == 3
    table.unloads("viking land-1")
    assert table.now["points"] == 2
    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 2, "0,0": 1}}, longships={A: "1,-1"})
    assert cost("build") == 2
    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 2, "0,0": 1}}, longships={A: "1,-1"})
    assert cost("sail", "sail to 1,0") == 1
    assert cost("march", "march from 1,-1 land 1", "march to 0,0", "march with 1") == 1
    assert cost("herd", "herd to 0,-1") == 1


@rule("XN-057")
def test_actions_in_any_order_and_any_number_of_times() -> None:
    table = given(THREE, vikings={A: {"aboard": 2, "0,0": 1}})
    table.plays_all("sail", "sail to 1,0", "sail", "sail to 0,0", "march", "march to 0,-1", "sail", "sail to -1,0")
    assert table.awaits == [B]
    table = given(THREE, vikings={A: {"aboard": 2, "0,0": 1}})
    table.plays_all("march", "march to 0,-1", "march", "march to 0,0", "march", "march to 1,-1", "sail", "sail to 1,0")
    assert table.awaits == [B]


@rule("XN-058", "EX-XN-11")
def test_an_action_that_costs_too_much_is_refused() -> None:
    table = given(THREE, vikings={A: {"1,-1": 2}}, points=2)
    assert table.offers("build")
    table = given(THREE, vikings={A: {"1,-1": 2}}, points=1)
    assert table.refuses("build", because="XN-058")
    assert table.refuses("build at 0,-1 SE", because="XN-058")
    assert table.offers("march")


@rule("XN-059")
def test_a_player_may_stop_early_and_loses_the_points() -> None:
    table = given(THREE)
    assert table.offers("end turn")
    table.plays_all("sail", "sail to 1,0")
    events = table.ends_turn()
    assert [event.data["points"] for event in events if event.kind == "stopped"] == [3]
    assert table.awaits == [B]
    assert table.now["points"] == 4


@rule("XN-060")
def test_the_step_ends_by_itself_without_points() -> None:
    table = given(points=1)
    events = table.plays_all("sail", "sail to 1,0")
    assert table.awaits == [B]
    assert not [event for event in events if event.kind == "stopped"]


@rule("XN-060")
def test_the_step_ends_by_itself_without_a_legal_action() -> None:
    # The longship lies empty off the coast and everybody is on the mainland: nothing can be done.
    table = given(THREE, vikings={A: {}}, longships={A: "1,-1"}, phase="tile", hands=("X29 X30 X35",))
    table.plays_all("tile X29", "place at 2,-1", "turn 0")
    assert table.awaits == [B]
    assert table.now["turn"] == 2


@rule("XN-061")
def test_an_action_does_something_and_is_finished_before_the_next() -> None:
    table = given(THREE, vikings={A: {"aboard": 1, "0,0": 2}})
    assert table.refuses("done", because="XN-061")
    table.plays("load")
    assert not table.offers("done")
    assert table.refuses("done", because="XN-061")
    for move in ("sail", "end turn", "sail to 1,0", "put viking on mainland"):
        assert table.refuses(move, because="XN-061")
    table.plays("take viking from land-1")
    assert table.offers("done")
    table.plays("done")
    assert table.offers("sail")
    table = given(vikings={A: {}})
    assert table.refuses("unload", because="XN-061")


@rule("XN-062")
def test_delivering_fighting_and_raiding_cost_nothing() -> None:
    table = given(vikings={A: {"aboard": 1}}, cargo={A: "pig"})
    table.unloads("pig mainland")
    assert (table.player(A)["delivered"], table.now["points"]) == ({"pig": 1}, 3)
    table = given("X01 at 0,-1 turn 2")
    table.plays_all("sail", "sail to 0,-1")
    assert (table.player(A)["enemy_ships"], table.now["points"]) == (1, 3)
    table = given("X15 at 2,-1 turn 5", strengths={"2,-1": 2}, longships={A: "2,-1"})
    table.unloads("viking land-1", "viking land-1")
    assert (table.player(A)["settlements"], table.now["points"]) == ([2], 3)


def test_points_never_rise_within_a_turn() -> None:
    """INV-16: 0 to 4, falling by 1 or 2 per action."""
    fallen = 0
    for seats, seed in ((2, 1), (1, 1)):
        states = random_game(seats, seed)
        for before, after in zip(states, states[1:], strict=False):
            old, new = before.view(-1), after.view(-1)
            if old["turn"] == new["turn"] and old["phase"] not in ("captain", "tile", "cell", "turn"):
                assert old["points"] - new["points"] in (0, 1, 2)
                fallen += old["points"] > new["points"]
    assert fallen > 50


def test_searches_find_the_legal_moves_in_every_position_and_in_its_copies() -> None:
    """A position remembers what it has found out; a copy looks for itself."""
    asked = 0
    for state in (*random_game(3, 5), *random_game(1, 6, "B-back")):
        for each in (state, state.copy()):
            for seat in each.to_act():
                moves = Moves()
                each.search_moves(seat, moves)
                assert moves.to_list() == each.legal_moves(seat)
                asked += 1
    assert asked > 700
