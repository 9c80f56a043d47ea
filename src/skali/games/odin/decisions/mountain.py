"""Mountain strips: which one, and how many items (OD-124 to OD-127)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import conditions, effects, items, moves, phases
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_126_EMPTY: Final = 126
OD_127_DIFFERENT: Final = 127
D14_STRIP: Final = 1014
HARD: Final = 16
"""Marks beside the number of items: only stone or ore (164A); nothing needs to be taken."""
MAY_SKIP: Final = 32


class Strip(OdinDecision):
    """Strip and number of items; strips with the same rest are one (OD-D14).

    The frame holds the most items with the marks, the strips used already as bits, and the flags of the program.
    """

    def takes_anytime(self, position: OdinPosition) -> bool:
        return base.is_between_and_not_accepted(position)

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        packed = position.frames.get(0)
        of_space = position.frames.get(2) & effects.OF_SPACE != 0
        for strip in range(i64(8)):
            if search and of_space and position.kinds_taken >> 16 > strip:
                continue  # in rising order, unless the first taking needed its greater number
            if mining_fault(position, strip, 1) == 0:
                left = i64(position.counts[items.STRIP_LEFT + strip])
                most = packed & 15 if packed & 15 < left else left
                for number in range(1, most + 1):
                    out.add(moves.MINE + strip * 4 + number - 1)
        if packed & MAY_SKIP or (out.count == 0 and not search):
            out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            must = not position.frames.get(0) & MAY_SKIP and self.any_allowed(position, seat, moves.MINE, moves.TRADE)
            return conditions.OD_124_STRIP if must else 0
        if not moves.MINE <= move < moves.TRADE:
            return conditions.OD_124_STRIP
        return mining_fault(position, (move - moves.MINE) // 4, (move - moves.MINE) % 4 + 1)

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        flags = position.frames.get(2)
        position.frames.pop()
        if move == moves.SKIP:
            return
        strip = (move - moves.MINE) // 4
        number = (move - moves.MINE) % 4 + 1
        if flags & effects.OF_SPACE:
            position.used = True
            position.yielding = True
            position.kinds_taken |= bit(8 + strip)
            if number <= 2:
                position.kinds_taken = (position.kinds_taken & 65535) + 65536 * strip
        else:
            position.yielding = False
        effects.take_from_strip(position, seat, strip, number, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("strip", "OD-D14", {"count": int(position.frames.get(0) & 15)})


def ask(position: OdinPosition, most: i64, other: bool, hard: i64, may_skip: i64, flags: i64) -> None:
    """Another strip than those that the action has used, if so; only hard items; it may be left out."""
    used = position.kinds_taken >> 8 if other else i64(0)
    position.frames.push(phases.ASK_STRIP, most + HARD * hard + MAY_SKIP * may_skip, used, flags)


def mining_fault(position: OdinPosition, strip: i64, count: i64) -> i64:
    packed = position.frames.get(0)
    used = position.frames.get(1)
    left = i64(position.counts[items.STRIP_LEFT + strip])
    if left == 0:
        return OD_126_EMPTY
    if used & bit(strip):
        return OD_127_DIFFERENT
    if count > packed & 15 or count > left or not conditions.strip_open(position, strip, (packed >> 4) & 1):
        return conditions.OD_124_STRIP
    rest = position.tables.strip_rest
    for other in range(strip):
        their = i64(position.counts[items.STRIP_LEFT + other])
        if their and not used & bit(other) and i64(rest[other * 8 + their]) == i64(rest[strip * 8 + left]):
            return D14_STRIP
    if position.pending and not keeps_after_strip(position, strip):
        return base.OD_043_USABLE
    return 0


def keeps_after_strip(position: OdinPosition, strip: i64) -> bool:
    """A "right before" taking must leave the space usable (OD-043)."""
    if conditions.pending_fault(position) == 0:
        return True
    trial = position.copy()
    effects.take_from_strip(trial, position.active, strip, 1, None)
    gifts = conditions.gifts_waiting(position, 0)
    return conditions.gifts_help(trial, position.active, position.space, conditions.pending_way(position), gifts)
