"""Why a move: the parts of the game's judgement after it, beside those after the best other one. From what a seat may know."""

from __future__ import annotations

from dataclasses import dataclass

from skali.agents.agent import AgentError
from skali.agents.perspective import Perspective
from skali.core import State, derive_seed

SAMPLES = 4


@dataclass(frozen=True)
class Explanation:
    """What a move is worth at one ply, in points beyond the rivals, and where they are expected from."""

    move: int
    worth: float
    parts: dict[str, float]
    other: int
    """The best other move, -1 if there is none."""
    gains: dict[str, float]
    """By how much each part is better than after the other move: the reasons for the one, or against it."""


def explain(perspective: Perspective, move: int) -> Explanation:
    """Judges the move and every other over a few samples of what the seat may know."""
    heuristic = perspective.game.heuristic
    if heuristic is None:
        raise AgentError(f"{perspective.game.title} has no heuristic that could give reasons")
    legal = perspective.legal_moves
    if move not in legal:
        raise AgentError(f"{move} is no legal move here")
    seat = perspective.seat
    samples = [perspective.sample(derive_seed("explain", perspective.seed, number)) for number in range(SAMPLES)]

    def after(sample: State, played: int) -> State:
        state = sample.copy()
        state.advance(seat, played)
        return state

    def worth(played: int) -> float:
        return sum(heuristic.evaluate(after(sample, played), seat) for sample in samples) / SAMPLES

    def parts(played: int) -> dict[str, float]:
        total: dict[str, float] = {}
        for sample in samples:
            for name, points in heuristic.parts(after(sample, played), seat).items():
                total[name] = total.get(name, 0.0) + points / SAMPLES
        return total

    others = [each for each in legal if each != move]
    other = max(others, key=worth) if others else -1
    own = parts(move)
    beside = parts(other) if others else {}
    gains = {name: own.get(name, 0.0) - beside.get(name, 0.0) for name in {**own, **beside}} if others else {}
    return Explanation(move, worth(move), own, other, gains)
