"""The built-in agents by name: legal, reproducible, and each better than the one before."""

from __future__ import annotations

import pytest

from skali.agents import AgentError, Budget, GreedyAgent, MctsAgent, MctsSettings, Perspective, RandomAgent, make_agent
from skali.arena import play_match
from skali.core import load_game
from tests.agents.sealed import Sealed

NAMES = [
    "random",
    "greedy",
    "greedy:error=2.5",
    "mcts:10",
    "mcts:0.002s",
    "mcts:10:prior=off:cutoff=end",
    "mcts:10:playout=weighed:cutoff=2",
]


def match(names: list[str], seed: int) -> list[int]:
    game = load_game("fjords")
    return [seat.score for seat in play_match(game, game.options(), seed, [make_agent(n) for n in names], names).seats]


def test_names() -> None:
    assert isinstance(make_agent("random"), RandomAgent)
    assert isinstance(make_agent(" greedy "), GreedyAgent)
    agent = make_agent("mcts:2s:explore=0.3:prior=off:cutoff=end")
    assert isinstance(agent, MctsAgent)
    assert agent.budget == Budget(seconds=2.0)
    assert agent.settings == MctsSettings(explore=0.3, prior=False, cutoff=-1)
    plain = make_agent("mcts")
    assert isinstance(plain, MctsAgent) and plain.budget == Budget(iterations=400)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "gready",
        "random:5",
        "greedy:5",
        "greedy:error=much",
        "mcts:0",
        "mcts:-3",
        "mcts:fast",
        "mcts:0s",
        "mcts:9:depth=3",
        "mcts:9:prior=maybe",
    ],
)
def test_a_name_that_is_none_says_what_would_be(name: str) -> None:
    with pytest.raises(AgentError, match=r"agents are|write|takes nothing"):
        make_agent(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_choice_is_legal_and_the_perspective_stays(name: str) -> None:
    agent = make_agent(name)
    state = load_game("fjords").start(2, 8)
    for ply in range(60):
        seat = state.to_act()[0]
        perspective = Perspective(state, seat, 2, ply)
        before = perspective.sample(1).digest()
        move = agent.choose(perspective)
        assert move in perspective.legal_moves
        assert perspective.sample(1).digest() == before
        state.apply(seat, move)


@pytest.mark.parametrize("name", ["random", "mcts:30"])
def test_any_game_will_do_also_with_secrets_and_without_a_heuristic(name: str) -> None:
    game = Sealed()
    for seats in game.seats:
        agents = [make_agent(name) for _ in range(seats)]
        result = play_match(game, game.options(), 6, agents, [name] * seats)
        assert sorted(seat.rank for seat in result.seats)[0] == 1


def test_without_a_heuristic_nobody_is_greedy() -> None:
    with pytest.raises(AgentError, match="no heuristic"):
        make_agent("greedy").choose(Perspective(Sealed().start(2, 1), 0, 2, 1))


@pytest.mark.parametrize("names", [["greedy", "random"], ["mcts:15", "greedy"]])
def test_the_same_seed_gives_the_same_game(names: list[str]) -> None:
    game = load_game("fjords")
    sagas = {play_match(game, game.options(), 2, [make_agent(n) for n in names], names).saga for _ in range(2)}
    assert len(sagas) == 1


def test_greedy_beats_random_and_search_beats_greedy_in_a_few_games() -> None:
    """The strength that is claimed is measured in bench; this only fails when something is broken."""
    assert all(match(["greedy", "random"], seed)[0] > match(["random", "greedy"], seed)[0] for seed in range(4))
    margins = [match(["mcts:60", "greedy"], seed) for seed in range(4)]
    assert sum(mine - theirs for mine, theirs in margins) > 0


def test_search_asks_the_solver_and_says_when_it_is_exact() -> None:
    game = load_game("fjords")
    agent = MctsAgent(Budget(iterations=2000))
    state = game.start(2, 3)
    helper = RandomAgent()
    for ply in range(400):
        seat = state.to_act()[0]
        perspective = Perspective(state, seat, 2, ply)
        if state.prompt(seat).kind == "field":
            break
        state.apply(seat, helper.choose(perspective))
    move = agent.choose(perspective)
    assert agent.solution is not None and agent.solution.exact
    assert move == agent.solution.move
    assert agent.searches == {}, "nothing had to be searched"
    assert MctsAgent(Budget(iterations=5), MctsSettings(solver=False)).choose(perspective) in perspective.legal_moves


def test_a_budget_can_be_given_for_one_decision() -> None:
    agent = MctsAgent(Budget(seconds=3600.0))
    state = load_game("fjords").start(2, 3)
    perspective = Perspective(state, state.to_act()[0], 2, 1)
    assert agent.choose(perspective, Budget(iterations=3)) in perspective.legal_moves
