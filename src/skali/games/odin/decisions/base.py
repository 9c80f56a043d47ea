"""What all decisions of A Feast for Odin share."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Decision
from skali.games.odin import conditions, effects, items, operations, phases
from skali.games.odin.position import OdinPosition

OD_019_PLACED: Final = 19
"""Rules that several decisions cite."""
OD_043_USABLE: Final = 43
OD_050_SEQUENCE: Final = 50
D10_ALTERNATIVE: Final = 1010
D27_CARD_EFFECT: Final = 1027


class OdinDecision(Decision[OdinPosition]):
    """A frame that asks. The frame on top of the stack says which decision is at hand, and holds what the decision remembers."""

    @abstractmethod
    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        """Adds the decision's own answers; in search without what only repeats another order."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        """Whether the anytime actions are listed beside the answers (OD-083, OD-269)."""
        return False

    def fill(self, position: OdinPosition, seat: i64, out: Moves) -> None:
        self.add_answers(position, seat, out, False)

    def fill_search(self, position: OdinPosition, seat: i64, out: Moves) -> None:
        self.add_answers(position, seat, out, True)
        if out.count == 0:
            self.fill(position, seat, out)  # a person began what search would not have

    def is_open(self, position: OdinPosition, seat: i64, found: Moves) -> bool:
        """Whether there is a choice; if not, the single answer is what was found. Single choices are not asked (OD-267)."""
        found.count = 0
        self.fill(position, seat, found)
        return found.count > 1

    def add_allowed(self, position: OdinPosition, seat: i64, first: i64, end: i64, out: Moves) -> None:
        """Adds the moves of a range that break no rule: for decisions that are seldom asked."""
        for move in range(first, end):
            if self.fault(position, seat, move) == 0:
                out.add(move)

    def any_allowed(self, position: OdinPosition, seat: i64, first: i64, end: i64) -> bool:
        return any(self.fault(position, seat, move) == 0 for move in range(first, end))


def spoiling_fault(position: OdinPosition, seat: i64, move: i64) -> i64:
    """Where a card lets goods be changed or paid between a space and its action, the space must stay usable (OD-043)."""
    if not position.pending:
        return 0
    trial = position.copy()
    trial.decision(seat).play(trial, seat, move, None)
    return 0 if stays_usable(trial) else OD_043_USABLE


def stays_usable(position: OdinPosition) -> bool:
    """The space chosen can be used, perhaps with the help of "right before" cards."""
    return conditions.gift_fault(position, position.active, position.space, conditions.pending_way(position), 0) == 0


def spares(position: OdinPosition, item: i64, count: i64, ship: i64) -> bool:
    """Before an action so many of an item, and a ship if it is none of -1, must be spared for the space (OD-043)."""
    if not position.pending:
        return True
    trial = position.copy()
    trial.add(position.active, item, -count)
    if ship >= 0:
        trial.add(position.active, ship, -1)
    return stays_usable(trial)


def keeps_usable(position: OdinPosition, operation: i64) -> bool:
    """What a card asks for before the action must leave the space usable (OD-043)."""
    table = position.tables.effects
    verb = i64(table.verb[operation])
    if not position.pending or (verb != operations.SWAP and verb != operations.SHIFT):
        return True
    if verb == operations.SHIFT:
        return spares(position, items.SILVER, 1, -1)
    trial = position.copy()
    effects.swap(trial, position.active, i64(table.a[operation]), i64(table.b[operation]), 0, None)
    return stays_usable(trial)


# Between two effects of an action


def is_between_effects(position: OdinPosition) -> bool:
    """The action has begun, and every effect of it that has begun is done (OD-083, OD-269).

    A decision with a single answer is not pending, so no anytime action is taken beside it.
    """
    return position.space >= 0 and position.used and not position.pending and all_finished(position)


def is_between_and_not_accepted(position: OdinPosition) -> bool:
    return is_between_effects(position) and not is_accepted(position)


def is_accepted(position: OdinPosition) -> bool:
    """The choice belongs to an effect that its owner has accepted or paid for: the frame below is its program."""
    base = (position.frames.depth - 2) * 4
    data = position.frames.data
    return base >= 0 and i64(data[base]) == phases.DO_PROGRAM and i64(data[base + 3]) & effects.ACCEPTED != 0


def all_finished(position: OdinPosition) -> bool:
    """Every effect that the action has begun is done: only what has yet to begin lies between it and the choice.

    An upgrade, trade, die, feast or anytime action goes on to its end before anything else is done (OD-083).
    """
    data = position.frames.data
    base = (position.frames.depth - 2) * 4
    while base >= 0:
        kind = i64(data[base])
        if kind in (phases.DO_AFTER, phases.DO_END_TURN, phases.DO_RESTORE):
            return True
        begun = kind not in (phases.DO_PROGRAM, phases.DO_DRAW, phases.DO_LONGSHIP_USED, phases.DO_TAUGHT)
        if begun and kind not in (phases.ASK_OFFERS, phases.ASK_COLUMN_4, phases.ASK_PLAY):
            return False
        base -= 4
    return True
