"""Phase 4: what the winner of a siege takes (EK-080 to EK-087, EK-D7, EK-D8), and the end of a battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.eketorp import battles, bricks
from skali.games.eketorp.bricks import BRICKS, HEIGHT, KINDS
from skali.games.eketorp.moves import ENGINE_COUNT, KEEP_BRICK, LOOT_BRICKS, STORAGE_FIELDS
from skali.games.eketorp.phases import KEEP, LOOT

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

EK_082_IN_REACH: Final = 82
EK_084_VALUE_LIMIT: Final = 84
EK_086_KEEP_ONE: Final = 86

_PAIRS: Final = HEIGHT + 1
KEPT_BITS: Final = 3
TOO_MUCH: Final = 99


def first_site(state: EketorpState) -> i64:
    return state.tables.first_site[(state.place - STORAGE_FIELDS) % ENGINE_COUNT]


def second_site(state: EketorpState) -> i64:
    return state.tables.second_site[(state.place - STORAGE_FIELDS) % ENGINE_COUNT]


def value_from_top(stack: i64, number: i64) -> i64:
    """The value of so many bricks from the top of a stack; more than any damage if there are not as many (EK-083)."""
    level = bricks.height(stack) - 1
    value: i64 = 0
    while number > 0:
        if level < 0:
            return TOO_MUCH
        value += bricks.brick_at(stack, level)
        level -= 1
        number -= 1
    return value


# What may be done


def fill(state: EketorpState, out: Moves) -> None:
    """Pairs of numbers within the value limit, none at all included (EK-084, EK-085)."""
    castle = state.castle[state.opponent]
    one = bricks.stack(castle, first_site(state))
    other = bricks.stack(castle, second_site(state))
    for first in range(_PAIRS):
        left = state.damage - value_from_top(one, first)
        if left < 0:
            return
        for second in range(_PAIRS):
            if value_from_top(other, second) > left:
                break
            out.add(LOOT_BRICKS + first * _PAIRS + second)


def fault(state: EketorpState, move: i64) -> i64:
    castle = state.castle[state.opponent]
    first = value_from_top(bricks.stack(castle, first_site(state)), (move - LOOT_BRICKS) // _PAIRS)
    second = value_from_top(bricks.stack(castle, second_site(state)), (move - LOOT_BRICKS) % _PAIRS)
    if first == TOO_MUCH or second == TOO_MUCH:
        return EK_082_IN_REACH
    return EK_084_VALUE_LIMIT if first + second > state.damage else 0


def fill_kept(state: EketorpState, out: Moves) -> None:
    for kind in range(1, KINDS + 1):
        if bricks.count_of(state.removed, kind):
            out.add(KEEP_BRICK + kind - 1)


def keep_fault(state: EketorpState, move: i64) -> i64:
    return 0 if bricks.count_of(state.removed, move - KEEP_BRICK + 1) else EK_086_KEEP_ONE


# What happens


def begin(state: EketorpState, events: list[Event] | None) -> None:
    """Asked if a top brick in reach is affordable (EK-D7); otherwise the siege brings nothing (EK-081)."""
    castle = state.castle[state.opponent]
    one = value_from_top(bricks.stack(castle, first_site(state)), 1)
    other = value_from_top(bricks.stack(castle, second_site(state)), 1)
    if one <= state.damage or other <= state.damage:
        state.phase = LOOT
        state.active = state.initiator
        return
    if events is not None:
        events.append(Event("no_loot", {"seat": state.initiator}, rule="EK-081"))
    end_battle(state, events)


def play(state: EketorpState, move: i64, events: list[Event] | None) -> None:
    """Takes bricks off the two sites; of several kinds the winner chooses which one he keeps (EK-086)."""
    remove(state, first_site(state), (move - LOOT_BRICKS) // _PAIRS)
    remove(state, second_site(state), (move - LOOT_BRICKS) % _PAIRS)
    if not state.removed:
        if events is not None:
            events.append(Event("no_loot", {"seat": state.initiator}, rule="EK-085"))
        end_battle(state, events)
        return
    if events is not None:
        data = {"seat": state.initiator, "castle": state.opponent, "bricks": bricks.listed(state.removed)}
        events.append(Event("looted", data, rule="EK-084"))
    if bricks.kinds(state.removed) > 1:
        state.phase = KEEP
    else:
        keep(state, KEEP_BRICK + bricks.lowest_kind(state.removed) - 1, events)


def remove(state: EketorpState, site: i64, number: i64) -> None:
    castle = state.castle[state.opponent]
    for _ in range(number):
        stack = bricks.stack(castle, site)
        state.removed += bricks.brick(bricks.brick_at(stack, bricks.height(stack) - 1))
        castle = bricks.take(castle, site)
    state.castle[state.opponent] = castle


def keep(state: EketorpState, move: i64, events: list[Event] | None) -> None:
    """One brick goes under the Viking, the others to the supply (EK-086, EK-087)."""
    kind = move - KEEP_BRICK + 1
    state.kept[state.initiator] |= kind << (KEPT_BITS * (state.place - STORAGE_FIELDS))
    state.supply += state.removed - bricks.brick(kind)
    if events is not None:
        events.append(Event("kept", {"seat": state.initiator, "brick": BRICKS[kind - 1]}, rule="EK-086"))
    state.removed = 0
    end_battle(state, events)


def end_battle(state: EketorpState, events: list[Event] | None) -> None:
    """The player after the initiator calls the next battle (EK-043)."""
    battles.go_on(state, (state.initiator + 1) % state.seats, events)
