"""What is known about good play, for agents: ``outlook.py`` judges positions, ``weights.py`` moves."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.eketorp import outlook, weights
from skali.games.eketorp.state import EketorpState


class EketorpHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, EketorpState)
        return outlook.margin(state, seat)

    def weigh(self, state: State, seat: i64, moves: Moves, found: vec[float]) -> None:
        assert isinstance(state, EketorpState)
        weights.weigh(state, seat, moves, found)
