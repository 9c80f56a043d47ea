"""The tree search: what it counts, what it keeps apart, and that it plays well where the best move is known."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from skali.agents.search_mcts import RANDOM, TO_THE_END, Search, Settings
from skali.agents.search_tree import NONE, Tree
from skali.core import LearningHeuristic, load_game
from skali.core.bits import mix
from skali.games.fjords.state import FjordsState
from tests.agents.sealed import BET, FOLD, Sealed, SealedState

PLAIN = Settings(0.7, False, RANDOM, TO_THE_END, True, None)


def sealed(hands: list[list[int]], shown: list[int] | None = None) -> SealedState:
    game = Sealed()
    seats = len(hands)
    return SealedState(game, hands, shown or [-1] * seats, [-1] * seats, game.start(2, 1).rng)


def edges_of(tree: Tree, node: int) -> list[int]:
    edges = [int(tree.first[node])]
    while int(tree.next[edges[-1]]) != edges[0]:
        edges.append(int(tree.next[edges[-1]]))
    return edges


def test_a_tree_finds_what_it_was_given() -> None:
    tree = Tree()
    keys = [mix(mix(number, 0), 7) for number in range(5000)]
    for key in keys:
        tree.add_node(key)
    assert [tree.find(key) for key in keys] == list(range(5000))
    assert tree.find(mix(9999, 3)) == NONE
    near = NONE
    for move in (5, 3, 8):
        near = tree.add_edge(17, move, 0.5, near)
    assert [int(tree.move[edge]) for edge in edges_of(tree, 17)] == [5, 3, 8]
    assert tree.edge_for(17, 3, near) == 1
    assert tree.edge_for(17, 4, near) == NONE
    assert tree.edge_for(18, 3, NONE) == NONE


def test_others_answer_at_one_node_that_knows_nothing_of_my_answer() -> None:
    """Mine and theirs: a search that let them see my card would have a node of theirs for each of my cards."""
    search = Search(PLAIN, 2)
    root = sealed([[2, 5], [3, 4]])
    search.choose(root, 0, 1, 400, 0.0)
    tree = search.tree
    search.enter(root)
    mine = tree.find(search.key_of(root, 0))
    theirs = tree.find(search.key_of(root, 1))
    assert mine != NONE and theirs != NONE
    assert [int(tree.move[edge]) for edge in edges_of(tree, mine)] == [2, 5]
    assert sum(int(tree.visits[edge]) for edge in edges_of(tree, theirs)) >= 390, "all iterations pass through one node"


def test_a_move_counts_as_available_only_where_it_is_legal() -> None:
    search = Search(PLAIN, 2)
    root = sealed([[0, 1], [3, 4]])
    search.choose(root, 0, 1, 1200, 0.0)
    search.joint = 0
    search.enter(root)
    edges = edges_of(search.tree, search.tree.find(search.key_of(root, 1)))
    counts = {int(search.tree.move[edge]): int(search.tree.available[edge]) for edge in edges}
    assert set(counts) == {2, 3, 4, 5, 6, 7}, "each of the six cards that seat 1 may hold"
    assert sum(counts.values()) >= 2 * 1190
    assert all(300 < count < 500 for count in counts.values()), "each in about a third of the determinizations"
    assert all(int(search.tree.visits[edge]) <= counts[int(search.tree.move[edge])] for edge in edges)


def test_it_bets_on_the_best_card_and_folds_the_worst() -> None:
    for seats in (2, 3):
        rivals = [[2, 3], [4, 5]][: seats - 1]
        search = Search(PLAIN, seats)
        best = sealed([[6, 7], *rivals], [6, *(hand[0] for hand in rivals)])
        assert search.choose(best, 0, 3, 500, 0.0) == BET
        worst = sealed([[0, 7], *rivals], [7, *(hand[0] for hand in rivals)])
        assert Search(PLAIN, seats).choose(worst, 0, 3, 1500, 0.0) == FOLD


def test_it_looks_at_nothing_that_is_hidden() -> None:
    """Positions that differ only in what the seat cannot know are searched alike, node for node."""
    trees = []
    for rivals in ([2, 3], [6, 7]):
        search = Search(PLAIN, 2)
        move = search.choose(sealed([[4, 5], rivals]), 0, 11, 300, 0.0)
        edges = range(int(search.tree.edges))
        trees.append((move, search.tree.nodes, [(int(search.tree.visits[e]), search.tree.earned[e]) for e in edges]))
    assert trees[0] == trees[1]


def test_the_root_is_not_changed_and_the_same_seed_gives_the_same_search() -> None:
    root = load_game("fjords").start(2, 3)
    root.apply(root.to_act()[0], root.legal_moves(root.to_act()[0])[0])
    seat = root.to_act()[0]
    before = root.digest()
    settings = Settings(0.5, True, RANDOM, 4, True, root.game().heuristic)
    runs = []
    for _ in range(2):
        search = Search(settings, 2)
        runs.append((search.choose(root, seat, 5, 200, 0.0), search.tree.nodes, search.tree.edges))
    assert runs[0] == runs[1]
    assert root.digest() == before


def test_a_time_budget_ends_in_time() -> None:
    root = load_game("fjords").start(2, 3)
    search = Search(PLAIN, 2)
    move = search.choose(root, root.to_act()[0], 5, 0, 0.05)
    assert move in root.legal_moves(root.to_act()[0])
    assert search.iterations >= 1


def test_a_point_is_worth_as_much_to_who_is_far_ahead() -> None:
    """What is earned depends on how far a margin lies from the usual one, not on the margin itself."""
    game = load_game("fjords")
    assert isinstance(game.heuristic, LearningHeuristic)
    by_hand = game.heuristic.with_weights(None)  # it counts a past point as a point
    found = []
    for history in (0, 20 | 8 << 5):
        root = game.start(2, 3)
        assert isinstance(root, FjordsState)
        root.history = history
        root.round = 1
        search = Search(Settings(0.5, True, RANDOM, 4, True, by_hand), 2)
        search.choose(root, root.to_act()[0], 5, 100, 0.0)
        edges = range(int(search.tree.edges))
        visited = [edge for edge in edges if search.tree.visits[edge]]
        found.append([search.tree.earned[edge] / int(search.tree.visits[edge]) for edge in visited])
        assert abs(sum(found[-1]) / len(found[-1]) - 0.5) < 0.15
    assert found[0] == pytest.approx(found[1])


def test_the_tree_lives_on_when_asked_to() -> None:
    root = load_game("fjords").start(2, 3)
    for reuse in (True, False):
        search = Search(Settings(0.5, True, RANDOM, 4, reuse, root.game().heuristic), 2)
        search.choose(root, root.to_act()[0], 5, 100, 0.0)
        first = search.tree.nodes
        search.choose(root, root.to_act()[0], 6, 100, 0.0)
        assert (search.tree.nodes > 1.2 * first) == reuse


SEARCHED = """
from skali.agents import Perspective, make_agent
from skali.core import LearningHeuristic, load_game
state = load_game("fjords").start(2, 12)
agents = [make_agent("mcts:12:solver=off"), make_agent("greedy")]
for ply in range(24):
    seat = state.to_act()[0]
    state.apply(seat, agents[seat].choose(Perspective(state, seat, 2, ply)))
print(state.digest())
"""


def test_compiled_and_interpreted_search_alike() -> None:
    found = []
    for pure in ("", "1"):
        environment = {**os.environ, "SKALI_PURE": pure}
        ran = subprocess.run(
            [sys.executable, "-c", SEARCHED], env=environment, capture_output=True, text=True, check=True
        )
        found.append(ran.stdout.strip())
    assert len(found[0]) == 64
    assert found[0] == found[1]
