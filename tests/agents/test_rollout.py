"""The rollout search: what it is told by the game, that it can be repeated, and that it finds what one ply does not see."""

from __future__ import annotations

import pytest
from librt.vecs import vec

from skali.agents import AgentError, Budget, Perspective, RolloutAgent, RolloutSettings, make_agent
from skali.agents.search_rollout import Player, Rollout
from skali.arena import play_match
from skali.core import Heuristic, Moves, Rng, State, load_game
from tests.agents.sealed import BET, FOLD, Sealed, SealedState


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
    root = sealed([[6, 7], [2, 3]], [6, 2])
    player.weights = vec[float]([0.2, 0.9, 0.4, 0.1])
    assert player.least_weight(root, 4) == 0.4
    assert player.least_weight(root, 2) == 0.0


class Likely(HighCards):
    """Weights alone decide: the likelier, the more often. What is unlikely is not looked at."""

    def is_by_weights(self, state: State) -> bool:
        return True

    def unlikely(self, state: State) -> float:
        return 0.5

    def weigh(self, state: State, seat: int, moves: Moves, weights: vec[float]) -> None:
        for at in range(moves.count):
            weights[at] = 3.0 if moves.at(at) == BET else 1.0


def test_weights_may_decide_inside_lines() -> None:
    heuristic = Likely()
    player = Player(heuristic, 0)
    root = sealed([[6, 7], [2, 3]], [6, 2])
    bets = sum(player.best(root, 0) == BET for _ in range(400))
    assert 330 < bets < 390, "nine times as often as the other"
    assert heuristic.judged == []
    player.weights = vec[float]([0.2, 0.9, 0.4, 0.1])
    assert player.least_weight(root, 4) == 0.45


class Folding(HighCards):
    """Sees nothing before the end, and takes folding for usual."""

    def evaluate(self, state: State, seat: int) -> float:
        return super().evaluate(state, seat) if state.is_over() else 0.0

    def weigh(self, state: State, seat: int, moves: Moves, weights: vec[float]) -> None:
        for at in range(moves.count):
            weights[at] = 9.0 if moves.at(at) == FOLD else 1.0


def test_in_doubt_the_best_at_one_ply_is_kept() -> None:
    root = sealed([[5, 6], [2, 3]], [5, 2])
    chosen = [Rollout(Folding(), 2, 1, 1, 0, doubt).choose(root, 0, 1, 60, 0.0) for doubt in (0.5, 1000.0)]
    assert chosen == [BET, FOLD]


def test_what_does_worse_is_given_up() -> None:
    root = sealed([[0, 7], [1, 2]], [0, 2])
    root.advance(0, BET)
    search = Rollout(Folding(), 2, 1, 1, 0, 1.0)
    assert search.choose(root, 1, 1, 1000, 0.0) == FOLD, "whatever the other has bet on, it is more than a 1"
    assert search.lines < 100


def test_the_game_says_how_to_search_unless_the_name_does(monkeypatch: pytest.MonkeyPatch) -> None:
    game, made = load_game("odin"), list[tuple[int, int]]()
    told: list[tuple[int, float]] = []
    own = game.heuristic
    assert own is not None

    def noting(heuristic: Heuristic, width: int, samples: int, ahead: int, seen: int, doubt: float) -> Rollout:
        made.append((width, seen))
        told.append((ahead, doubt))
        return Rollout(heuristic, 1, samples, ahead, seen)

    monkeypatch.setattr("skali.agents.rollout.Rollout", noting)
    for name in ("rollout:99", "rollout:99:width=3:seen=5", "rollout:99:seen=0", "rollout:2", "rollout:9s"):
        make_agent(name).choose(Perspective(game.start(1, 3), 0, 1, 1))
    width, seen = own.width(game.start(1, 3)), own.looked_at()
    assert made == [(width, seen), (3, 5), (width, 0), (2, seen), (width, seen)], "no wider than there are lines"
    assert width > 6 and seen > 0
    assert set(told) == {(1, 0.0)}
    made.clear()
    make_agent("rollout:99").choose(Perspective(game.start(4, 3), 0, 4, 1))
    assert made == [(own.width(game.start(4, 3)), seen)] and made[0][0] < width, "fewer where others play in between"
    other = load_game("graenaland")
    assert other.heuristic is not None
    root = other.start(4, 3)
    for name in ("rollout:9", "rollout:9:ahead=3"):
        make_agent(name).choose(Perspective(root, 1, 4, 1))
    assert told[-2:] == [(other.heuristic.ahead(root), other.heuristic.doubt()), (3, other.heuristic.doubt())]


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


class Shy(HighCards):
    """Takes betting for unlikely, and so much better or worse than it is before the end."""

    def __init__(self, likes: float) -> None:
        super().__init__()
        self.likes = likes

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, SealedState)
        if state.is_over():
            return super().evaluate(state, seat)
        return self.likes if state.bets[seat] == BET else 0.0

    def unlikely(self, state: State) -> float:
        return 0.5

    def weigh(self, state: State, seat: int, moves: Moves, weights: vec[float]) -> None:
        for at in range(moves.count):
            weights[at] = 1.0 if moves.at(at) == BET else 9.0


def test_what_is_unlikely_is_not_played_on_from() -> None:
    """Betting wins with the best cards. Who takes it for unlikely looks at it only if one ply prefers it."""
    root = sealed([[6, 7], [2, 3]], [6, 2])
    found = []
    for likes in (-100.0, 100.0):
        search = Rollout(Shy(likes), 2, 1, 1, 0)
        found.append((search.choose(root, 0, 1, 20, 0.0), search.lines))
    assert found == [(FOLD, 0), (BET, 20)]
