"""The solver of colonisation: agrees with exhaustive search where that can be had, and is kept by play."""

from __future__ import annotations

from functools import cache

import pytest

from skali.agents import GreedyAgent, Perspective, RandomAgent
from skali.core import State, load_game
from skali.games.fjords import Fjords, FjordsOptions
from skali.games.fjords.position import FIELDS_LEFT, SIDE
from skali.games.fjords.state import FjordsState

ENOUGH = 30_000_000


def colonisations(seeds: range, options: FjordsOptions | None = None, greedy: bool = True) -> list[FjordsState]:
    """The beginnings of colonisation in whole games."""
    game = Fjords()
    agent = GreedyAgent(1) if greedy else RandomAgent()
    found = []
    for seed in seeds:
        state = game.start(2, seed, options)
        before = ""
        ply = 0
        while not state.is_over():
            seat = state.to_act()[0]
            kind = state.prompt(seat).kind
            if kind == "field" != before:
                found.append(state.copy())
            before = kind
            state.apply(seat, agent.choose(Perspective(state, seat, 2, ply)))
            ply += 1
    return found


def smaller(state: FjordsState, empty: int) -> FjordsState | None:
    """The same round after random play, when at most so many nodes are empty; None if it ends before."""
    state = state.copy()
    round, agent, ply = state.round, RandomAgent(), 0
    while bin(state.free).count("1") > empty:
        seat = state.to_act()[0]
        state.apply(seat, agent.choose(Perspective(state, seat, 2, ply)))
        ply += 1
        if state.is_over() or state.round != round:
            return None
    return state


def exhausted(state: FjordsState) -> int:
    """The lead at the end of the round, by trying everything. Written from the rules (FJ-053 to FJ-066), slow and obvious."""
    links = {node: {n for n in range(62) if state.links[node] >> n & 1} for node in range(len(state.nodes))}

    def nodes(mask: int) -> frozenset[int]:
        return frozenset(node for node in range(62) if mask >> node & 1)

    @cache
    def lead(mine: frozenset[int], theirs: frozenset[int], my_left: int, their_left: int) -> int:
        def targets(own: frozenset[int], left: int) -> set[int]:
            if not left:
                return set()
            return {node for piece in own for node in links[piece]} - mine - theirs

        moves = targets(mine, my_left)
        if moves:
            return max(1 - lead(theirs, mine | {node}, their_left, my_left - 1) for node in moves)
        if targets(theirs, their_left):
            return -lead(theirs, mine, their_left, my_left)
        return 0

    seat = state.active
    before = int(state.fields_placed(seat) - state.fields_placed(1 - seat))
    left = [int(state.fields_left(each)) for each in (seat, 1 - seat)]
    return before + lead(nodes(state.own(seat)), nodes(state.own(1 - seat)), left[0], left[1])


def solve(state: State, limit: int = ENOUGH):  # type: ignore[no-untyped-def]
    solver = state.game().solver
    assert solver is not None
    return solver.solve(state, limit)


@pytest.mark.parametrize("greedy", [True, False], ids=["greedy", "random"])
@pytest.mark.parametrize("regions", ["tile", "segment"])
def test_it_agrees_with_trying_everything(greedy: bool, regions: str) -> None:
    options = FjordsOptions(farmland_regions=regions, fast_finish=False)
    checked = 0
    for state in colonisations(range(12), options, greedy):
        small = smaller(state, 13)
        if small is None:
            continue
        found = solve(small)
        assert found.exact
        assert found.value == exhausted(small)
        after = small.copy()
        seat, round = small.active, small.round
        after.apply(seat, found.move)
        if after.round == round and not after.is_over():
            told = solve(after).value
            assert (told if after.active == seat else -told) == found.value, "the move keeps the value"
        checked += 1
    assert checked >= 20


def test_scarce_fields_are_counted_too() -> None:
    """With one or two fields left the supply decides; nothing may be taken for granted then."""
    checked = 0
    for state in colonisations(range(6)):
        small = smaller(state, 15)
        if small is None:
            continue
        for left in ((1, 1), (2, 1), (1, 3), (3, 2)):
            scarce = small.copy()
            scarce.sides[FIELDS_LEFT], scarce.sides[SIDE + FIELDS_LEFT] = left
            assert solve(scarce).value == exhausted(scarce)
            checked += 1
    assert checked >= 40


def test_it_proves_whole_phases_and_both_sides_agree_as_they_play_it_out() -> None:
    for state in colonisations(range(2))[:4]:
        found = solve(state)
        assert found.exact
        first, value, round = state.active, found.value, state.round
        while not state.is_over() and state.round == round:
            seat = state.active
            found = solve(state)
            assert found.exact
            assert found.value == (value if seat == first else -value)
            assert found.move in state.legal_moves(seat)
            state.apply(seat, found.move)
        points = [int(state.past_fields(round, seat)) for seat in range(2)]
        assert points[first] - points[1 - first] == value


def test_cut_short_it_says_so_and_still_names_a_legal_move() -> None:
    state = max(colonisations(range(3)), key=lambda state: int(state.game().solver.size(state)))  # type: ignore[union-attr]
    found = solve(state, 50)
    assert not found.exact
    assert found.positions <= 60
    assert found.move in state.legal_moves(state.active)


def test_an_answer_depends_on_nothing_that_was_solved_before() -> None:
    states = colonisations(range(2))
    game = Fjords()
    assert game.solver is not None
    alone = [Fjords().solver.solve(state, 3000) for state in states]  # type: ignore[union-attr]
    together = [game.solver.solve(state, 3000) for state in states]
    assert alone == together


def test_discovery_cannot_be_solved() -> None:
    state = load_game("fjords").start(2, 1)
    solver = state.game().solver
    assert solver is not None
    assert solver.size(state) == -1
    with pytest.raises(ValueError, match="only colonisation"):
        solver.solve(state, 100)
