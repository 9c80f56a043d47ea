"""What is known about good play, for agents: ``evaluation.py`` judges positions, ``policy.py`` moves."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.observation import Numbers
from skali.core.protocol import LearningHeuristic, State
from skali.core.weights import Weights
from skali.games.eketorp import cards, phases
from skali.games.eketorp.heuristic import evaluation, features, policy
from skali.games.eketorp.state import EketorpState


class EketorpHeuristic(LearningHeuristic):
    def __init__(self, weights: Weights | None) -> None:
        super().__init__(features.NAMES, features.ROWS, weights)
        self.learned = None if weights is None else features.Learned(weights)

    def with_weights(self, weights: Weights | None) -> EketorpHeuristic:
        return EketorpHeuristic(weights)

    def observe(self, state: State, seat: i64, out: Numbers) -> i64:
        """Drafts and cards that lie face down are judged by what follows, so nothing is learned of them."""
        assert isinstance(state, EketorpState)
        if state.phase == phases.DEPLOY or state.phase == phases.CARDS or state.phase == phases.OVER:
            return -1
        return features.write(state, seat, out)

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, EketorpState)
        return evaluation.margin(state, seat, self.learned)

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        """Of a draft or a card laid face down, those of the positions by which it is judged."""
        assert isinstance(state, EketorpState)
        found: dict[str, float] = {}
        if state.phase == phases.DEPLOY:
            evaluation.parts(evaluation.after_draft(state, seat), seat, found, 1.0, self.learned)
        elif evaluation.has_laid_card(state, seat):
            hand = state.hand[state.other_side(seat)]
            for value in range(i64(1), cards.VALUES + 1):
                count = cards.count_of(hand, value)
                if count:
                    share = float(count) / float(cards.size(hand))
                    evaluation.parts(evaluation.after_card(state, seat, value), seat, found, share, self.learned)
        else:
            evaluation.parts(state, seat, found, 1.0, self.learned)
        return found

    def stage(self, state: State) -> i64:
        """A round. Loot, amulets and the choice of an opponent go with what was called."""
        assert isinstance(state, EketorpState)
        phase = state.phase
        searched = phase in (phases.DEPLOY, phases.CALL, phases.CARDS, phases.KEEP, phases.BUILD)
        return state.round if searched else -1

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, EketorpState)
        policy.weigh(state, seat, moves, weights)
