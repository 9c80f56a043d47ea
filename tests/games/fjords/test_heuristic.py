"""What the heuristic of Fjords claims: it adds up, it is fair to both sides, and it knows land when it sees it."""

from __future__ import annotations

import pytest
from librt.vecs import append, vec

from skali.core import Moves, Numbers, Rng, State, Weights, load_game
from skali.core.weights import FRACTION
from skali.games.fjords import Fjords, FjordsOptions, farmland
from skali.games.fjords.heuristic import evaluation, features
from skali.games.fjords.heuristic.evaluation import FjordsHeuristic
from skali.games.fjords.position import HUTS, SIDE
from skali.games.fjords.state import FjordsState

GAME = Fjords()


def walk(seed: int, options: FjordsOptions | None = None) -> list[FjordsState]:
    """All positions of a random game."""
    rng = Rng(seed)
    state = GAME.start(2, seed, options)
    passed = [state.copy()]
    while not state.is_over():
        seat = state.to_act()[0]
        moves = state.legal_moves(seat)
        state.apply(seat, moves[rng.below(len(moves))])
        passed.append(state.copy())
    return passed


def weights(state: State, seat: int) -> tuple[list[int], list[float]]:
    moves = Moves()
    state.search_moves(seat, moves)
    found = vec[float]()
    for _ in range(moves.count):
        found = append(found, 0.0)
    assert GAME.heuristic is not None
    GAME.heuristic.weigh(state, seat, moves, found)
    return moves.to_list(), [found[at] for at in range(moves.count)]


def evaluate(state: State, seat: int) -> float:
    assert GAME.heuristic is not None
    return GAME.heuristic.evaluate(state, seat)


@pytest.mark.parametrize("regions", ["tile", "segment"])
def test_it_judges_every_position_fairly_and_changes_none(regions: str) -> None:
    for state in walk(3, FjordsOptions(farmland_regions=regions)):
        before = state.digest()
        assert evaluate(state, 0) == -evaluate(state, 1)
        for seat in state.to_act():
            moves, found = weights(state, seat)
            assert moves and all(weight > 0 for weight in found)
            assert max(found) == 1.0
        assert state.digest() == before


def test_at_the_end_it_is_the_score() -> None:
    end = walk(5)[-1]
    assert evaluate(end, 0) == end.score(0) - end.score(1)


def test_when_all_is_settled_it_is_the_result_of_the_round() -> None:
    """With ``fast_finish`` off, the last decisions of a round change nothing any more: the race tells the outcome."""
    states = walk(7, FjordsOptions(fast_finish=False))
    checked = 0
    for at, state in enumerate(states):
        if state.prompt(state.active).kind == "field" and farmland.is_settled(state):
            ended = next((each for each in states[at:] if each.round != state.round or each.is_over()), None)
            if ended is not None and min(int(state.fields_left(seat)) for seat in range(2)) > 8:
                points = [int(ended.past_fields(state.round, seat)) for seat in range(2)]
                before = [sum(int(state.past_fields(round, seat)) for round in range(3)) for seat in range(2)]
                lead = before[0] - before[1] + points[0] - points[1]
                assert evaluate(state, 0) == pytest.approx(lead, abs=evaluation.TEMPO)
                checked += 1
    assert checked


def test_a_hut_on_free_land_is_worth_more_early_than_late() -> None:
    """A hut in hand loses its worth as the pile runs out."""
    state = GAME.start(2, 1)
    late = state.copy()
    late.hidden = 1
    for each in (state, late):
        each.sides[SIDE + HUTS] = 1  # the second seat has spent one hut
    assert evaluate(state, 0) - evaluate(late, 0) > 1


def test_the_field_with_the_most_weight_is_the_one_after_which_the_position_is_best() -> None:
    """Against the evaluation of the positions that the moves lead to, when the same seat goes on or the other does."""
    checked = 0
    for state in walk(11, FjordsOptions(fast_finish=False)):
        if state.is_over() or state.prompt(state.active).kind != "field":
            continue
        seat = state.to_act()[0]
        moves, found = weights(state, seat)
        reached = []
        for move in moves:
            after = state.copy()
            after.apply(seat, move)
            reached.append(evaluate(after, seat) if after.round == state.round and not after.is_over() else None)
        if None in reached or len({round(each, 6) for each in reached if each is not None}) == 1:
            continue
        best, worst = found.index(max(found)), found.index(min(found))
        assert reached[best] > reached[worst]
        checked += 1
    assert checked > 20


def test_it_is_offered_through_the_game() -> None:
    assert load_game("fjords").heuristic is not None
    assert load_game("fjords").solver is not None


def test_the_weights_of_the_game_are_used() -> None:
    assert isinstance(GAME.heuristic, FjordsHeuristic)
    assert GAME.heuristic.weights is not None


@pytest.mark.parametrize("regions", ["tile", "segment"])
def test_what_one_seat_leads_by_the_other_lacks(regions: str) -> None:
    """All features but those of both change their sign with the seat."""
    judge = FjordsHeuristic(None)
    checked = 0
    for state in walk(13, FjordsOptions(farmland_regions=regions)):
        rows = []
        for seat in range(2):
            numbers = Numbers(len(features.NAMES))
            kind = judge.observe(state, seat, numbers)
            rows.append((kind, numbers.to_list()))
        assert rows[0][0] == rows[1][0]
        if rows[0][0] >= 0:
            mine, theirs = rows[0][1], rows[1][1]
            assert mine[: features.FIRST_LEAD] == theirs[: features.FIRST_LEAD]
            assert mine[features.FIRST_LEAD :] == [-each for each in theirs[features.FIRST_LEAD :]]
            checked += 1
    assert checked > 100


def test_a_weight_counts_for_both_seats() -> None:
    """A point for each past point, half of it gained and half of it taken from the rival: the lead of the finished rounds."""
    lead = features.NAMES.index("past points")
    row = [FRACTION // 2 if at == lead else 0 for at in range(len(features.NAMES))]
    row[0] = 99 * FRACTION  # what both have alike cancels out
    judge = FjordsHeuristic(Weights([row] * len(features.ROWS), {}))
    later = [state for state in walk(17) if not state.is_over() and state.prompt(state.active).kind == "source"]
    for state in later:
        past = [sum(int(state.past_fields(round, seat)) for round in range(3)) for seat in range(2)]
        assert judge.evaluate(state, 0) == past[0] - past[1]
        assert judge.evaluate(state, 1) == past[1] - past[0]
    assert any(state.round == 2 for state in later)


@pytest.mark.parametrize("regions", ["tile", "segment"])
def test_open_edges_are_where_farmland_can_still_be_laid(regions: str) -> None:
    """Counted once more, edge by edge: the farmland edges of all regions with an empty neighbour."""
    from skali.core.bits import full
    from skali.core.hexes import EDGES, hex_step
    from skali.games.fjords import landscape, moves

    checked = 0
    for state in walk(19, FjordsOptions(farmland_regions=regions)):
        if state.is_over() or state.prompt(state.active).kind not in ("source", "draw"):
            continue
        farmland.survey(state)
        cells = {int(cell) for cell in state.laid}
        count = 0
        for cell in cells:
            edges = int(state.tables.types.farm_edges[int(landscape.looks_at(state, cell))])
            open_ones = [
                e for e in range(EDGES) if edges >> e & 1 and cell + int(hex_step(e, moves.WIDTH)) not in cells
            ]
            count += len(open_ones)
        assert features.open_edges(state, full(len(state.nodes))) == count
        checked += 1
    assert checked > 50
