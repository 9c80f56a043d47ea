"""Phase 4: what the winner of a siege takes, and which brick he keeps (EK-080 to EK-087, EK-D7, EK-D8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Decision, Event, Prompt, only
from skali.games.eketorp import bricks, moves, phases
from skali.games.eketorp.position import EketorpPosition

EK_082_IN_REACH: Final = 82
EK_084_VALUE_LIMIT: Final = 84
EK_086_KEEP_ONE: Final = 86

TOO_MUCH: Final = 99
"""The value of bricks that are not there: more than any damage."""


class TakeLoot(Decision[EketorpPosition]):
    """How many bricks come off each of the two sites in reach (EK-082 to EK-085)."""

    def fill(self, position: EketorpPosition, seat: i64, out: Moves) -> None:
        """Pairs of numbers within the value limit, none at all included."""
        one = stack_in_reach(position, 0)
        other = stack_in_reach(position, 1)
        for first in range(i64(moves.LOOT_NUMBERS)):
            left = position.damage - value_from_top(one, first)
            if left < 0:
                return
            for second in range(i64(moves.LOOT_NUMBERS)):
                if value_from_top(other, second) > left:
                    break
                out.add(moves.LOOT_BRICKS + first * moves.LOOT_NUMBERS + second)

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        first = value_from_top(stack_in_reach(position, 0), (move - moves.LOOT_BRICKS) // moves.LOOT_NUMBERS)
        second = value_from_top(stack_in_reach(position, 1), (move - moves.LOOT_BRICKS) % moves.LOOT_NUMBERS)
        if first == TOO_MUCH or second == TOO_MUCH:
            return EK_082_IN_REACH
        return EK_084_VALUE_LIMIT if first + second > position.damage else 0

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """Takes bricks off the two sites; of several kinds the winner chooses which one he keeps (EK-086)."""
        remove(position, site_in_reach(position, 0), (move - moves.LOOT_BRICKS) // moves.LOOT_NUMBERS)
        remove(position, site_in_reach(position, 1), (move - moves.LOOT_BRICKS) % moves.LOOT_NUMBERS)
        if not position.removed:
            bring_nothing(position, "EK-085", events)
            return
        if events is not None:
            data = {"seat": position.initiator, "castle": position.opponent, "bricks": bricks.listed(position.removed)}
            events.append(Event("looted", data, rule="EK-084"))
        if bricks.kinds(position.removed) > 1:
            position.phase = phases.KEEP
        else:
            keep(position, bricks.lowest_kind(position.removed), events)

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        data = {"damage": int(position.damage), "castle": int(position.opponent), "sites": sites_in_reach(position)}
        return Prompt("loot", "EK-D7", data)


def ask(position: EketorpPosition, events: list[Event] | None) -> None:
    """Asked if a top brick in reach is affordable (EK-D7); otherwise the siege brings nothing (EK-081)."""
    one = value_from_top(stack_in_reach(position, 0), 1)
    other = value_from_top(stack_in_reach(position, 1), 1)
    if one <= position.damage or other <= position.damage:
        position.phase = phases.LOOT
        position.active = position.initiator
    else:
        if events is not None:
            data = {"damage": int(position.damage), "castle": int(position.opponent)}
            events.append(Event("nothing_to_loot", data, only(position.initiator), "EK-081", notice=True))
        bring_nothing(position, "EK-081", events)


def bring_nothing(position: EketorpPosition, rule: str, events: list[Event] | None) -> None:
    position.phase = phases.BATTLE_ENDED
    if events is not None:
        events.append(Event("no_loot", {"seat": position.initiator}, rule=rule))


def site_in_reach(position: EketorpPosition, side: i64) -> i64:
    """One of the two sites that the siege field adjoins: side 0 or 1 (EK-082)."""
    return position.tables.sites[2 * ((position.place - moves.STORAGE_FIELDS) % moves.ENGINE_COUNT) + side]


def sites_in_reach(position: EketorpPosition) -> list[int]:
    return [int(site_in_reach(position, side)) + 1 for side in range(2)]


def stack_in_reach(position: EketorpPosition, side: i64) -> i64:
    return bricks.stack(position.castle[position.opponent], site_in_reach(position, side))


def value_from_top(stack: i64, number: i64) -> i64:
    """The value of so many bricks from the top of a stack; more than any damage if there are not as many (EK-083)."""
    height = bricks.height(stack)
    if number > height:
        return TOO_MUCH
    value: i64 = 0
    for level in range(height - number, height):
        value += bricks.brick_at(stack, level)
    return value


def remove(position: EketorpPosition, site: i64, number: i64) -> None:
    castle = position.castle[position.opponent]
    for _ in range(number):
        stack = bricks.stack(castle, site)
        position.removed += bricks.brick(bricks.brick_at(stack, bricks.height(stack) - 1))
        castle = bricks.take(castle, site)
    position.castle[position.opponent] = castle


class KeepBrick(Decision[EketorpPosition]):
    """Of several kinds that were removed one brick is kept (EK-086)."""

    def fill(self, position: EketorpPosition, seat: i64, out: Moves) -> None:
        for kind in range(i64(1), bricks.KINDS + 1):
            if bricks.count_of(position.removed, kind):
                out.add(moves.KEEP_BRICK + kind - 1)

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        return 0 if bricks.count_of(position.removed, move - moves.KEEP_BRICK + 1) else EK_086_KEEP_ONE

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        keep(position, move - moves.KEEP_BRICK + 1, events)

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        return Prompt("keep", "EK-D8", {"bricks": bricks.listed(position.removed)})


def keep(position: EketorpPosition, kind: i64, events: list[Event] | None) -> None:
    """One brick goes under the Viking, the others to the supply (EK-086, EK-087)."""
    position.kept[position.initiator] |= kind << (bricks.BRICK_BITS * (position.place - moves.STORAGE_FIELDS))
    position.supply += position.removed - bricks.brick(kind)
    position.removed = 0
    position.phase = phases.BATTLE_ENDED
    if events is not None:
        events.append(Event("kept", {"seat": position.initiator, "brick": bricks.NAMES[kind - 1]}, rule="EK-086"))
