"""Choosing an action, or ending the turn (XN-056 to XN-062, XN-D06)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Decision, Event, Prompt
from skali.games.explorers import moves, phases
from skali.games.explorers.decisions import build, herd, load, march, sail, step
from skali.games.explorers.decisions.step import Action, Step
from skali.games.explorers.position import ExplorersPosition

STEPS: Final[tuple[Step, ...]] = (
    load.Load(),
    load.Unload(),
    sail.Sail(),
    march.MarchFrom(),
    march.MarchTo(),
    march.MarchWith(),
    herd.HerdFrom(),
    herd.HerdAnimal(),
    herd.HerdTo(),
    build.Build(),
)
"""The steps of all actions, by phase from ``LOADING`` on."""
ACTIONS: Final = vec[Action]([each for each in STEPS if isinstance(each, Action)])
"""The six actions, in the order of the moves that choose them."""


class ChooseAction(Decision[ExplorersPosition]):
    """One of the actions that can be paid and completed, or the end of the turn (XN-057 to XN-061)."""

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        offered = position.offered
        for at in range(i64(6)):
            if (offered >> at) & 1:
                out.add(moves.LOAD + at)
        out.add(moves.END_TURN)

    def fault(self, position: ExplorersPosition, seat: i64, move: i64) -> i64:
        if move < moves.LOAD:
            return step.placing_fault(move)
        if move > moves.END_TURN:
            return early_fault(position, move)
        if move == moves.END_TURN:
            return 0
        action = ACTIONS[move - moves.LOAD]
        return step.XN_058_ENOUGH_POINTS if position.points < action.cost else action.action_fault(position)

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move != moves.END_TURN:
            position.phase = ACTIONS[move - moves.LOAD].phase
            return
        if events is not None and position.points:
            events.append(Event("stopped", {"seat": int(seat), "points": int(position.points)}, rule="XN-059"))
        position.phase = phases.TURN_ENDED

    def prompt(self, position: ExplorersPosition, seat: i64) -> Prompt:
        return Prompt("action", "XN-D06", {"points": int(position.points)})


def ask(position: ExplorersPosition) -> None:
    """Asks for the next action, or for the end of the turn when nothing else is left (XN-060)."""
    position.phase = phases.CHOOSE_ACTION
    position.origin = position.target = position.animal = -1
    position.picks = 0
    position.offered = possible_actions(position)


def possible_actions(position: ExplorersPosition) -> i64:
    """The actions that can be paid and completed, as a set (XN-058, XN-061)."""
    offered: i64 = 0
    if position.points:
        for at in range(i64(6)):
            action = ACTIONS[at]
            if position.points >= action.cost and action.action_fault(position) == 0:
                offered |= bit(at)
    return offered


def early_fault(position: ExplorersPosition, move: i64) -> i64:
    """Why a step is refused before its action is chosen: by the rule it breaks, else by the decision that it belongs to."""
    for each in STEPS:
        if each.is_answer(move):
            why = each.answer_fault(position, move) if isinstance(each, Action) else i64(0)
            return why if why else DECISION_FAULT + each.decision
    raise AssertionError(f"no step has the answer {move}")
