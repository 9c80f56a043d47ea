"""One ply by the heuristic: the move after which the seat stands best, on average over a few determinizations.

A player who is not so good misjudges each move by up to ``error`` points: small differences are missed, large ones are seen. Where
the heuristic sees no difference, such a player, too, does what is usual.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.core.rng import Rng

_BY_WEIGHT: Final = 0.001
"""The heuristic's prior decides between moves that are equally good, luck between those that are equal in both."""
_BY_LUCK: Final = 1e-12


def best_by_heuristic(root: State, seat: i64, heuristic: Heuristic, seed: int, samples: i64, error: float) -> int:
    rng = Rng(seed)
    moves = Moves()
    root.search_moves(seat, moves)
    worth = vec[float](capacity=moves.count)
    for _ in range(moves.count):
        worth = append(worth, 0.0)
    heuristic.weigh(root, seat, moves, worth)
    total = 0.0
    for at in range(moves.count):
        total += worth[at]
    for at in range(moves.count):
        worth[at] = worth[at] / total * _BY_WEIGHT + float(rng.word()) * _BY_LUCK / 4294967296.0
    for _ in range(samples):
        sample = root.determinize(seat, int(rng.word()))
        for at in range(moves.count):
            after = sample.copy()
            after.advance(seat, moves.at(at), None)
            worth[at] += heuristic.evaluate(after, seat) / float(samples)
    if error > 0.0 and differ(worth, moves.count):
        for at in range(moves.count):
            worth[at] += float(rng.word()) * error / 4294967296.0
    best: i64 = 0
    for at in range(moves.count):
        if worth[at] > worth[best]:
            best = at
    return int(moves.at(best))


def differ(worth: vec[float], count: i64) -> bool:
    """Whether the moves differ by more than the prior."""
    for at in range(count):
        if worth[at] - worth[0] > _BY_WEIGHT or worth[0] - worth[at] > _BY_WEIGHT:
            return True
    return False
