"""The rollout search: what it is told by the game, that it can be repeated, and that it finds what one ply does not see."""

from __future__ import annotations

import pytest
from librt.vecs import vec

from skali.agents import AgentError, Budget, Perspective, RolloutAgent, RolloutSettings, make_agent
from skali.agents.search_rollout import Player, Rollout
from skali.arena import play_match
from skali.core import Heuristic, Moves, Rng, State, load_game
from tests.agents.sealed import BET, Sealed, SealedState


class HighCards(Heuristic):
    """Judges by the score; the stage is how many cards have been sealed and bet, if anything is a stage at all."""

    def __init__(self, turns: bool = True) -> None:
        self.turns = turns
        self.judged: list[str] = []

    def evaluate(self, state: State, seat: int) -> float:
        self.judged.append("end" if state.is_over() else "on the way")
        return float(state.score(seat))

    def weigh(self, state: State, seat: int, moves: Moves, weights: vec[float]) -> None:
        for at in range(moves.count):
            weights[at] = 1.0

    def stage(self, state: State) -> int:
        return 0 if self.turns else -1


def sealed(hands: list[list[int]], shown: list[int]) -> SealedState:
    game = Sealed()
    return SealedState(game, hands, shown, [-1] * len(hands), game.start(2, 1).rng)


def test_names() -> None:
    agent = make_agent("rollout:0.5s:width=8:ahead=2")
    assert isinstance(agent, RolloutAgent)
    assert agent.budget == Budget(seconds=0.5)
    assert agent.settings == RolloutSettings(width=8, ahead=2)
    plain = make_agent("rollout")
    assert isinstance(plain, RolloutAgent) and plain.budget == Budget(iterations=200)
    for name in ("rollout:0", "rollout:9:depth=3", "rollout:9:width=0", "rollout:9:ahead=x"):
        with pytest.raises(AgentError, match="write"):
            make_agent(name)
    with pytest.raises(AgentError, match="no heuristic"):
        make_agent("rollout:4").choose(Perspective(Sealed().start(2, 1), 0, 2, 1))


def test_lines_are_judged_at_the_end_if_no_later_stage_begins() -> None:
    heuristic = HighCards()
    search = Rollout(heuristic, 2, 1, 1, 0)
    root = sealed([[6, 7], [2, 3]], [6, 2])
    assert search.choose(root, 0, 1, 20, 0.0) == BET
    assert search.lines == 20
    assert heuristic.judged.count("end") >= 20


def test_inside_a_turn_nothing_is_searched() -> None:
    search = Rollout(HighCards(turns=False), 2, 1, 1, 0)
    search.choose(sealed([[6, 7], [2, 3]], [6, 2]), 0, 1, 20, 0.0)
    assert search.lines == 0


def test_the_width_and_the_budget_are_kept() -> None:
    heuristic = load_game("fjords").heuristic
    assert heuristic is not None
    state = load_game("fjords").start(2, 4)
    while len(state.legal_moves(state.actor())) <= 3 or heuristic.stage(state) < 0:
        state.advance(state.actor(), state.legal_moves(state.actor())[0])
    for width, iterations in ((1, 0), (3, 30)):
        search = Rollout(heuristic, width, 1, 1, 0)
        search.choose(state, state.actor(), 1, 30, 0.0)
        assert iterations <= search.lines < iterations + 3


def test_a_line_stops_where_a_later_stage_begins() -> None:
    heuristic = load_game("odin").heuristic
    assert heuristic is not None
    state = load_game("odin").start(1, 3)
    while heuristic.stage(state) < 0:
        state.advance(0, state.legal_moves(0)[0])
    first = heuristic.stage(state)
    player = Player(heuristic, 6)
    player.play_on(state, first + 1)
    assert heuristic.stage(state) == first + 1
    steps = player.steps
    player.play_on(state, first + 1)
    assert player.steps == steps, "it is there already"


def test_the_likeliest_moves_are_seen_first() -> None:
    player = Player(HighCards(), 2)
    player.weights = vec[float]([0.2, 0.9, 0.4, 0.1])
    assert player.least_weight(4) == 0.4
    assert player.least_weight(2) == 0.0


def test_the_game_says_how_to_search_unless_the_name_does(monkeypatch: pytest.MonkeyPatch) -> None:
    game, made = load_game("odin"), list[tuple[int, int]]()
    own = game.heuristic
    assert own is not None

    def noting(heuristic: Heuristic, width: int, samples: int, ahead: int, seen: int) -> Rollout:
        made.append((width, seen))
        return Rollout(heuristic, 1, samples, ahead, seen)

    monkeypatch.setattr("skali.agents.rollout.Rollout", noting)
    for name in ("rollout:99", "rollout:99:width=3:seen=5", "rollout:99:seen=0", "rollout:2", "rollout:9s"):
        make_agent(name).choose(Perspective(game.start(1, 3), 0, 1, 1))
    width, seen = own.width(), own.looked_at()
    assert made == [(width, seen), (3, 5), (width, 0), (2, seen), (width, seen)], "no wider than there are lines"
    assert width > 6 and seen > 0


@pytest.mark.parametrize("key", ["fjords", "odin"])
def test_the_same_seed_and_iterations_give_the_same_choices(key: str) -> None:
    game = load_game(key)
    state = game.start(2, 5)
    rng = Rng(5)
    compared = 0
    for ply in range(24):
        seat = state.to_act()[0]
        perspective = Perspective(state, seat, 2, ply)
        choices = {make_agent("rollout:6:width=3").choose(perspective) for _ in range(2)}
        assert len(choices) == 1 and choices <= set(perspective.legal_moves)
        compared += len(perspective.legal_moves) > 1
        state.apply(seat, perspective.legal_moves[rng.below(len(perspective.legal_moves))])
    assert compared >= 12


def test_it_beats_one_ply() -> None:
    """A fixed seed: what the search is for, in the quickest game."""
    game = load_game("fjords")
    names = ["rollout:12:ahead=2", "greedy"]
    margin = 0
    for turned in (names, names[::-1]):
        seats = play_match(game, game.options(), 1, [make_agent(name) for name in turned], turned).seats
        mine = turned.index(names[0])
        margin += seats[mine].score - seats[1 - mine].score
    assert margin > 0
