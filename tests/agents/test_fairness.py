"""Bots are fair: another truth that the seat cannot tell from this one, other luck to come included, gives the same choice."""

from __future__ import annotations

import pytest

from skali.agents import Perspective, make_agent
from skali.agents.search_greedy import best_by_heuristic
from skali.agents.search_mcts import RANDOM, Search, Settings
from skali.agents.search_rollout import Player, Rollout
from skali.core import Heuristic, Moves, RandomChooser, Rng, State, derive_seed, game_keys, load_game
from tests.games_under_test import find_game

AGENTS = ("random", "greedy", "greedy:error=1", "mcts:12", "rollout:8")
EVERY = 9
"""One of so many positions is looked at."""
POSITIONS = 5


def positions(key: str, seats: int) -> list[tuple[State, int]]:
    """Positions in which somebody has a choice, and whose it is, spread over a random game."""
    state = find_game(key).start(seats, 7)
    chooser = RandomChooser(Rng(7))
    found = []
    steps = 0
    while not state.is_over() and len(found) < POSITIONS:
        seat = state.to_act()[-1]
        moves = Moves()
        state.search_moves(seat, moves)
        if moves.count > 1:
            steps += 1
            if steps % EVERY == 1:
                found.append((state.copy(), seat))
        state.advance(seat, chooser.choose(state, seat), [])
    return found


def other_truth(state: State, seat: int) -> State:
    twin = state.determinize(seat, derive_seed("another truth", seat))
    assert twin.digest() != state.digest(), "the luck to come is another at least"
    return twin


@pytest.mark.parametrize("key", [*game_keys(), "moot"])  # the other toy has nothing hidden and no luck
@pytest.mark.parametrize("name", AGENTS)
def test_another_truth_gives_the_same_choice(key: str, name: str) -> None:
    game = find_game(key)
    if game.heuristic is None and name.startswith(("greedy", "rollout")):
        return
    seats = game.seats[min(1, len(game.seats) - 1)]
    looked = 0
    for number, (truth, seat) in enumerate(positions(key, seats)):
        choices = [
            make_agent(name).choose(Perspective(each, seat, seats, number))
            for each in (truth, other_truth(truth, seat))
        ]
        assert choices[0] == choices[1], f"position {number}, seat {seat}"
        looked += 1
    assert looked >= 2


def choices_of(search: str, heuristic: Heuristic, root: State, seat: int, seats: int, seed: int) -> int:
    if search == "one ply":
        return best_by_heuristic(root, seat, heuristic, seed, 1, 0.0)
    if search == "lines":
        player = Player(heuristic, 0)
        player.rng.seed(seed)
        return int(player.best(root, seat))
    if search == "rollout":
        return Rollout(heuristic, 3, 1, 1, 4).choose(root, seat, seed, 3, 0.0)
    return Search(Settings(0.5, True, RANDOM, 4, True, heuristic), seats).choose(root, seat, seed, 8, 0.0)


@pytest.mark.parametrize("search", ["one ply", "lines", "rollout", "tree"])
def test_no_search_sees_the_luck_of_the_position_it_starts_from(search: str) -> None:
    """Even handed the truth, it plays on from samples only: dice and draws to come are no part of its choice."""
    heuristic = load_game("odin").heuristic
    assert heuristic is not None
    state = load_game("odin").start(1, 3)
    player = Player(heuristic, 0)
    looked = 0
    for ply in range(120):
        roots = (state.copy(), state.copy())
        roots[1].reseed(99 + ply)
        if len(state.legal_moves(0)) > 1 and (search in ("one ply", "lines") or ply % 8 == 4):
            chosen = [choices_of(search, heuristic, root, 0, 1, ply) for root in roots]
            assert chosen[0] == chosen[1], f"after {ply} moves"
            looked += 1
        state.advance(0, player.best(state, 0))
    assert looked >= 12
