"""What is known about good play, for agents: ``evaluation.py`` judges positions, ``policy.py`` moves."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.eketorp import cards, phases
from skali.games.eketorp.heuristic import evaluation, policy
from skali.games.eketorp.state import EketorpState


class EketorpHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, EketorpState)
        return evaluation.margin(state, seat)

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        """Of a draft or a card laid face down, those of the positions by which it is judged."""
        assert isinstance(state, EketorpState)
        found: dict[str, float] = {}
        if state.phase == phases.DEPLOY:
            evaluation.parts(evaluation.after_draft(state, seat), seat, found, 1.0)
        elif evaluation.has_laid_card(state, seat):
            hand = state.hand[state.other_side(seat)]
            for value in range(i64(1), cards.VALUES + 1):
                count = cards.count_of(hand, value)
                if count:
                    share = float(count) / float(cards.size(hand))
                    evaluation.parts(evaluation.after_card(state, seat, value), seat, found, share)
        else:
            evaluation.parts(state, seat, found, 1.0)
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
