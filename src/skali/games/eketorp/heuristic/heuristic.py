"""What is known about good play, for agents: ``evaluation.py`` judges positions, ``policy.py`` moves."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.eketorp import phases
from skali.games.eketorp.heuristic import evaluation, policy
from skali.games.eketorp.state import EketorpState


class EketorpHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, EketorpState)
        return evaluation.margin(state, seat)

    def stage(self, state: State) -> i64:
        """A round. Loot, amulets and the choice of an opponent go with what was called."""
        assert isinstance(state, EketorpState)
        phase = state.phase
        searched = phase in (phases.DEPLOY, phases.CALL, phases.CARDS, phases.KEEP, phases.BUILD)
        return state.round if searched else -1

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, EketorpState)
        policy.weigh(state, seat, moves, weights)
