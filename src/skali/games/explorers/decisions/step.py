"""What the steps of the six actions have in common (XN-056 to XN-062)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from mypy_extensions import i64

from skali.core.protocol import Decision, Prompt
from skali.games.explorers import moves, phases
from skali.games.explorers.position import ExplorersPosition

XN_027_CAPTAINS_STAY: Final = 27
XN_038_TILE_OF_THE_HAND: Final = 38
XN_058_ENOUGH_POINTS: Final = 58
XN_061_WHOLE_ACTIONS: Final = 61


class Step(Decision[ExplorersPosition]):
    """A step of an action: the phase that asks it, and its answers, which are the moves from ``first`` up to ``end``."""

    def __init__(self, phase: i64, first: i64, end: i64) -> None:
        self.phase = phase
        self.decision = phase + 2
        self.first = first
        self.end = end

    def is_answer(self, move: i64) -> bool:
        return self.first <= move < self.end

    def fault(self, position: ExplorersPosition, seat: i64, move: i64) -> i64:
        if move < moves.LOAD:
            return placing_fault(move)
        return self.answer_fault(position, move) if self.is_answer(move) else XN_061_WHOLE_ACTIONS

    @abstractmethod
    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        """The rule that one of its answers breaks, 0 if none."""

    def prompt(self, position: ExplorersPosition, seat: i64) -> Prompt:
        data = {"points": int(position.points), **self.chosen(position)}
        return Prompt(phases.NAMES[self.phase], f"XN-D{int(self.decision):02d}", data)

    def chosen(self, position: ExplorersPosition) -> dict[str, Any]:
        """What has been chosen of the action so far."""
        return {}


class Action(Step):
    """The first step of an action, which knows what it costs. Its answers are judged also before the action is chosen."""

    def __init__(self, phase: i64, first: i64, end: i64, cost: i64 = 1) -> None:
        super().__init__(phase, first, end)
        self.cost = cost

    @abstractmethod
    def action_fault(self, position: ExplorersPosition) -> i64:
        """Why the action cannot be carried out, points aside; 0 if it can (XN-061)."""


def placing_fault(move: i64) -> i64:
    """Captains and tiles are chosen before any action."""
    return XN_027_CAPTAINS_STAY if move < moves.TILE else XN_038_TILE_OF_THE_HAND


def finish(position: ExplorersPosition, cost: i64 = 1) -> None:
    """An action has been carried out and is paid (XN-056)."""
    position.points -= cost
    position.phase = phases.ACTION_DONE
