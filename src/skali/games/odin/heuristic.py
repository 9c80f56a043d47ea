"""placeholder"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State


class OdinHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        return float(state.score(seat))

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        pass
