"""What the heuristic of Explorers claims: it adds up, it is fair to all seats, and it knows a good voyage when it sees one."""

from typing import Any

import pytest
from librt.vecs import vec

from skali.agents import Perspective, make_agent
from skali.agents.search_rollout import Player
from skali.core import Moves, State
from skali.games.explorers import islands
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.evaluation import turns_left, worth
from skali.games.explorers.heuristic.numbers import Tuning
from skali.games.explorers.heuristic.prospects import hope, influences
from skali.games.explorers.heuristic.voyages import Voyage
from skali.games.explorers.state import ExplorersState
from tests.games.explorers.given import GAME, THREE, A, B, ExplorersTable, given, random_game

HEURISTIC = GAME.heuristic
assert HEURISTIC is not None
FAR_PIG = THREE + "; X24 at 2,-1 turn 0"


def evaluate(table: ExplorersTable, *moves: str, seat: int = A) -> float:
    """How a seat stands after the active player's moves."""
    after = ExplorersTable(table.state.copy())
    after.plays_all(*moves)
    return HEURISTIC.evaluate(after.state, seat)


def weights(state: State, seat: int) -> dict[str, float]:
    moves = Moves()
    state.search_moves(seat, moves)
    found = vec[float]([0.0] * int(moves.count))
    HEURISTIC.weigh(state, seat, moves, found)
    return {GAME.moves.show(move): found[at] for at, move in enumerate(moves.to_list())}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_it_judges_every_seat_of_every_position_and_changes_none(seats: int) -> None:
    for state in random_game(seats, 5)[::29]:
        before = state.digest()
        values = vec[float]([0.0] * seats)
        HEURISTIC.evaluate_all(state, values)
        assert [HEURISTIC.evaluate(state, seat) for seat in range(seats)] == list(values)
        for seat in state.to_act():
            found = weights(state, seat)
            assert list(found) == [GAME.moves.show(move) for move in state.legal_moves(seat)]
            assert all(weight > 0 for weight in found.values())
        assert state.digest() == before


def test_what_looks_the_same_to_both_is_worth_the_same_to_both() -> None:
    """A position and its mirror: the seats exchanged in everything but who is to act."""
    own = {"vikings": {"aboard": 1, "1,-1": 2}, "longships": "1,-1", "cargo": "goat", "delivered": "pig"}
    other = {"vikings": {"aboard": 2, "0,0": 1}, "longships": "-1,0", "cargo": "", "delivered": "horse sheep"}
    captains = {id(own): "watchman", id(other): "tyrant"}

    def table(first: dict[str, Any], second: dict[str, Any], active: int) -> ExplorersTable:
        pieces: dict[str, Any] = {key: {A: first[key], B: second[key]} for key in own}
        return given(
            THREE, active=active, turn=6 + active, captains=(captains[id(first)], captains[id(second)]), **pieces
        )

    one, two = table(own, other, A), table(other, own, B)
    for seat in (A, B):
        one_worth = worth(one.state, seat, Chart(one.state, Tuning(None)), influences(one.state))
        two_worth = worth(two.state, 1 - seat, Chart(two.state, Tuning(None)), influences(two.state))
        assert one_worth == pytest.approx(two_worth, abs=0.2), "but for the turn that one of them is ahead"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_at_the_end_it_is_the_score(seats: int) -> None:
    end = random_game(seats, 5)[-1]
    for seat in range(seats):
        others = [int(end.score(other)) for other in range(seats) if other != seat]
        assert HEURISTIC.evaluate(end, seat) == end.score(seat) - (max(others) if others else 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_chart_links_the_seas_that_are_linked(seed: int) -> None:
    for state in random_game(2, seed)[::150]:
        assert isinstance(state, ExplorersState)
        chart = Chart(state, Tuning(None))
        for node in range(51 * 6):
            if node % 6 >= 3 and state.body[node] >= 0:
                edges = islands.edges_of(state, node)
                linked = [islands.across(state, node, edge) if (edges >> edge) & 1 else -1 for edge in range(6)]
                assert [chart.links[node * 6 + edge] for edge in range(6)] == linked


def test_the_chart_knows_ways_home_and_keeps_the_unarmed_clear_of_enemy_ships() -> None:
    table = given(FAR_PIG)
    chart = Chart(table.state, Tuning(None))
    assert [chart.home[tile] for tile in (49, 0, 22, 23)] == [0, 1, 1, 1]
    sea = table.state.word(A, 5)
    assert chart.sails_from_sea(table.state, sea, True)[0] == 1
    assert chart.sails_from_sea(table.state, sea, False)[0] > 50


def test_an_island_at_the_barred_shore_is_without_hope() -> None:
    """X05 at -1,-1 has a land corner on a barred cell: EX-XN-07."""
    lost, open_ = given("X05 at -1,-1 turn 4"), given("X05 at -1,-1 turn 0")
    for table, hopeful in ((lost, False), (open_, True)):
        chart = Chart(table.state, Tuning(None))
        island = int(table.state.body[4 * 6])
        assert (hope(table.state, chart, island) > 0) == hopeful


def test_influence_is_counted_as_the_rules_count_it() -> None:
    for state in random_game(3, 2)[::60]:
        assert isinstance(state, ExplorersState)
        held = influences(state)
        for island in range(51 * 6):
            if islands.is_island(state, island):
                counted = [islands.influence(state, seat, island) for seat in range(3)]
                assert [(held[island] >> (5 * seat)) & 31 for seat in range(3)] == counted


def test_livestock_aboard_at_home_is_delivered() -> None:
    table = given(THREE, cargo={A: "pig goat"}, vikings={A: {"aboard": 1}})
    found = {move: evaluate(table, move) for move in table.offers()}
    assert max(found, key=found.__getitem__) == "unload"
    assert weights(table.state, A)["unload"] == max(weights(table.state, A).values())


def test_a_longship_full_of_livestock_without_a_viking_is_lost() -> None:
    table = given(FAR_PIG, livestock={"1,-1": "pig goat horse"}, longships={A: "1,-1"}, vikings={A: {"1,-1": 1}})
    stranded = evaluate(table, "load", "take pig from land-1", "take goat from land-1", "take horse from land-1")
    sailing = evaluate(table, "load", "take viking from land-1", "take goat from land-1", "take horse from land-1")
    assert sailing > stranded + 3


def test_the_way_to_livestock_is_shorter_from_nearer() -> None:
    table = given("X24 at 2,-1 turn 0", vikings={A: {"aboard": 3}}, points=2)
    towards = evaluate(table, "sail", "sail to 1,0")
    away = evaluate(table, "sail", "sail to -1,0")
    assert towards > away


def test_an_unfinished_action_is_judged_by_its_best_end() -> None:
    table = given(THREE, vikings={A: {"aboard": 2}}, points=3)
    begun = evaluate(table, "sail")
    ended = ExplorersTable(table.state.copy())
    ended.plays("sail")
    assert begun == max(evaluate(table, "sail", target) for target in ended.offers())


def test_an_outpost_is_built_where_one_can_be() -> None:
    table = given(THREE, vikings={A: {"aboard": 1, "0,0": 2}})
    found = {move: evaluate(table, move) for move in table.offers()}
    assert max(found, key=found.__getitem__) == "build"


def test_tiles_go_where_they_serve_who_places_them() -> None:
    """A pig beside the own longship rather than beside the rival's."""
    table = given(phase="tile", hands=("X23 X24 X29",), longships={A: "-1,0", B: "1,0"})
    table.plays("tile X23")
    found = weights(table.state, A)
    assert found["place at -1,-1"] > found["place at 2,-1"]


def best(table: ExplorersTable, seed: int = 1) -> str:
    """What one-ply play chooses."""
    seat = table.state.to_act()[0]
    perspective = Perspective(table.state, seat, seats=int(table.state.seats), seed=seed)
    return GAME.moves.show(make_agent("greedy").choose(perspective))


@pytest.mark.parametrize("seats", [1, 2])
def test_a_turn_is_not_given_up_for_the_points_of_the_next(seats: int) -> None:
    """With a pig in reach every action towards it is better than to end the turn."""
    table = given("X24 at 2,-1 turn 0", seats=seats, vikings={A: {"aboard": 2}}, longships={A: "1,0"}, points=1)
    assert best(table) == "sail"
    assert evaluate(table, "sail") > evaluate(table, "end turn") + 0.1


@pytest.mark.parametrize("seats", [1, 2])
def test_who_can_do_nothing_useful_ends_the_turn(seats: int) -> None:
    """A crew ashore on a completed island, with an outpost and nothing to fetch, marches nowhere."""
    table = given(
        THREE,
        livestock={"1,-1": ""},
        calm="0,-1",
        seats=seats,
        turn=15 if seats == 1 else 46,
        vikings={A: {"0,0": 2}},
        outposts={"0,-1 SE": A},
        points=2,
    )
    assert "march" in table.offers()
    assert best(table) == "end turn"


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_search_judges_a_turn_when_the_next_own_one_has_ended(seats: int) -> None:
    state = GAME.start(seats, 7)
    player = Player(HEURISTIC, 0)
    player.play_on(state, 3)
    assert (state.turn, HEURISTIC.stage(state)) == (3, 3)
    player.play_on(state, HEURISTIC.stage(state) + HEURISTIC.ahead(state))
    assert state.turn == 3 + seats + 1


def test_to_end_a_turn_gives_nothing_to_the_rival_but_the_turn() -> None:
    """Or every other way to spend a point would be better, and crews would march to and fro."""
    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 1}, B: {"aboard": 2, "0,0": 1}}, turn=20)
    assert evaluate(table, "end turn") == pytest.approx(HEURISTIC.evaluate(table.state, A))


def test_who_stands_beside_the_longship_can_board_again() -> None:
    """Two Vikings ashore beside it fetch the pig there; with everybody on the mainland nobody does."""

    def at(place: str, number: int) -> float:
        table = given(THREE, seats=1, longships={A: "1,-1"}, calm="0,-1", vikings={A: {place: number}})
        return HEURISTIC.parts(table.state, A)["livestock"]

    assert at("1,-1", 2) > 1 > at("mainland", 2)


def test_a_crew_aboard_is_worth_the_islands_that_it_can_hold() -> None:
    """Two islands in reach and nobody there: with one Viking aboard only one of them is held, or the way goes home first."""

    def voyage(aboard: int) -> float:
        table = given(
            THREE + "; X24 at 2,-1 turn 0",
            livestock={"1,-1": "", "2,-1": ""},
            calm="0,-1",
            longships={A: "1,-1"},
            vikings={A: {"aboard": aboard}},
            turn=20,
        )
        return HEURISTIC.parts(table.state, A)["in_reach"]

    assert voyage(1) < voyage(2) < voyage(3) + 0.01


def test_tiles_of_the_turn_that_begins_can_still_complete_an_island() -> None:
    table = given("X05 at -1,-1 turn 0", seats=1, turn=15, phase="tile", hands=("X23 X24 X29",))
    island = int(table.state.body[4 * 6])
    assert hope(table.state, Chart(table.state, Tuning(None)), island) > 0


def test_a_voyage_knows_who_can_march_where_after_all_its_stops() -> None:
    """Crews that it left ashore and Vikings that it took aboard are counted as they stand in the end."""
    moved = compared = 0
    for state in random_game(2, 3)[::25]:
        assert isinstance(state, ExplorersState)
        ashore = [0] * 51 * 6
        for node in list(state.vikings)[:7]:
            if node < 51 * 6:
                ashore[node] += 1
        voyage = Voyage(state, A, Chart(state, Tuning(None)), influences(state), 4 * turns_left(state, A), 1)
        moved += list(voyage.own) != ashore
        for node in range(51 * 6):
            if node % 6 < 3 and state.body[node] >= 0:
                edges = islands.edges_of(state, node)
                around = [islands.across(state, node, edge) for edge in range(6) if (edges >> edge) & 1]
                assert voyage.near[node] == sum(voyage.own[other] for other in around if other >= 0)
                compared += voyage.near[node] > 0
    assert moved > 5 and compared > 20


def test_vikings_ashore_who_can_be_spared_board_where_the_longship_passes() -> None:
    """One aboard, three beside an outpost of their own on another tile: the voyage takes some of them along."""

    def voyage(ashore: int) -> float:
        table = given(
            THREE + "; X24 at 2,-1 turn 0",
            livestock={"1,-1": "", "2,-1": ""},
            longships={A: "2,-1"},
            outposts={"0,-1 SE": A},
            vikings={A: {"aboard": 1, "1,-1": ashore, "dead": 6 - ashore}},
            turn=20,
        )
        return HEURISTIC.parts(table.state, A)["in_reach"]

    assert voyage(3) > voyage(0) + 0.1


def test_a_queen_does_not_keep_everybody_on_one_island_from_the_start() -> None:
    """Their influence counts for her in the end; until then they are needed elsewhere."""

    def lost_by_boarding(turn: int) -> float:
        table = given(
            THREE, calm="0,-1", captains=("queen", "tyrant"), longships={A: "1,-1"}, vikings={A: {"1,-1": 5}}, turn=turn
        )
        boarded = evaluate(table, "load", "take viking from land-1", "take viking from land-1", "done")
        return HEURISTIC.evaluate(table.state, A) - boarded

    assert lost_by_boarding(2) < 0.5 < 1.0 < lost_by_boarding(46)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_it_remembers_is_what_it_would_find_anew(seats: int) -> None:
    """Positions and those after every move: alike in most things, each time in others."""
    looked_at = 0
    known = GAME.heuristic.with_weights(None)
    for state in random_game(seats, 7)[::7]:
        if state.is_over():
            continue
        seat = state.to_act()[0]
        for move in state.legal_moves(seat):
            after = state.copy()
            after.apply(seat, move)
            fresh = GAME.heuristic.with_weights(None)
            assert [known.evaluate(after, each) for each in range(seats)] == [
                fresh.evaluate(after, each) for each in range(seats)
            ]
            looked_at += 1
    assert looked_at > 150
