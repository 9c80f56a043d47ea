"""Programs of spaces and cards, step by step: what an operation does or asks, and the choice among the ways of a step
(OD-115 to OD-134, OD-D10, OD-D11, OD-D27).

A program runs as a frame on the stack. A step that leaves a choice puts a frame that asks on top of it. What can be done at all is
in conditions.py.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import (
    components,
    conditions,
    counting,
    covering,
    effects,
    items,
    moves,
    naming,
    operations,
    phases,
    prices,
    supply,
    triggers,
)
from skali.games.odin.decisions import base, mountain, rolling, upgrade
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition


class Step(OdinDecision):
    """The alternatives of a step, or to leave it out. The frame holds the step, whether it may be left out, and its flags.

    Step -1 is the choice between the two programs of a space.
    """

    def takes_anytime(self, position: OdinPosition) -> bool:
        return base.is_between_and_not_accepted(position)

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        step = position.frames.get(0)
        ways = i64(2) if step < 0 else count_ways(position, step)
        self.add_allowed(position, seat, moves.CHOOSE, moves.CHOOSE + ways, out)
        if step >= 0 and (position.frames.get(1) or out.count == 0):
            out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        step = position.frames.get(0)
        if step < 0:
            return 0 if move == moves.CHOOSE or move == moves.CHOOSE + 1 else base.OD_050_SEQUENCE
        end = moves.CHOOSE + count_ways(position, step)
        if move == moves.SKIP:
            must = position.frames.get(1) == 0 and self.any_allowed(position, seat, moves.CHOOSE, end)
            return base.D10_ALTERNATIVE if must else 0
        if not moves.CHOOSE <= move < moves.PLAY_CARD:
            return base.OD_050_SEQUENCE
        if move >= end:
            return base.D10_ALTERNATIVE
        operation = i64(position.tables.effects.step_first[step]) + move - moves.CHOOSE
        space = position.space if position.frames.get(2) else i64(-1)
        fault = conditions.operation_fault(position, seat, operation, space)
        return fault if fault or base.keeps_usable(position, operation) else base.OD_043_USABLE

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        step = position.frames.get(0)
        flags = position.frames.get(2)
        position.frames.pop()
        if step < 0:
            program = i64(position.tables.program[position.space])
            if move != moves.CHOOSE:
                program = conditions.other_program(position, seat, position.space)
            effects.run_program(position, seat, program, effects.OF_SPACE)
        elif move != moves.SKIP:
            first = i64(position.tables.effects.step_first[step])
            position.yielding = flags != 0
            perform(position, seat, first + move - moves.CHOOSE, flags, False, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("alternative", "OD-D10", {"ways": ways(position)})


def count_ways(position: OdinPosition, step: i64) -> i64:
    first = position.tables.effects.step_first
    return i64(first[step + 1]) - i64(first[step])


def ways(position: OdinPosition) -> list[dict[str, Any]]:
    """The alternatives of the pending step, in order: what is paid, and what is got or the steps it takes."""
    step = position.frames.get(0)
    table = position.tables.effects
    if step < 0:
        other = conditions.other_program(position, position.active, position.space)
        programs = [int(position.tables.program[position.space]), int(other)]
        return [{"does": table.texts[program]} for program in programs]
    found: list[dict[str, Any]] = []
    for operation in range(int(table.step_first[int(step)]), int(table.step_first[int(step) + 1])):
        if int(table.verb[operation]) == operations.SWAP:
            pay = named(amounts(position, table.bundles[int(table.a[operation])]))
            get = named(amounts(position, table.bundles[int(table.b[operation])]))
            action = int(table.c[operation])
            found.append({"pay": pay, "does": table.texts[action - 1]} if action else {"pay": pay, "get": get})
        else:
            found.append({"does": [table.told[operation]]})
    return found


def amounts(position: OdinPosition, bundle: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(item, int(counting.amount(position, position.active, count))) for item, count in bundle]


def named(bundle: list[tuple[int, int]]) -> dict[str, int]:
    return {
        naming.ITEM_NAMES[item] if item < items.ITEMS else items.SLOT_NAMES[item - items.SHED_WOOD]: count
        for item, count in bundle
    }


# The program on top of the stack


def go_on(position: OdinPosition, events: list[Event] | None) -> None:
    """The next step of the program on top of the stack."""
    frames = position.frames
    program = frames.get(0)
    index = frames.get(1)
    flags = frames.get(2)
    table = position.tables.effects
    step = i64(table.program_first[program]) + index
    if step == i64(table.program_first[program + 1]):
        frames.pop()
        return
    frames.put(1, index + 1)
    seat = position.active
    of_space = flags & effects.OF_SPACE
    space = position.space if of_space else -1
    position.yielding = of_space != 0
    first = i64(table.step_first[step])
    optional = i64(table.optional[step]) != 0 and not (index == 0 and flags & effects.ACCEPTED)
    way = flags // effects.WAY
    if index == 0 and way:
        perform(position, seat, first + way - 1, flags, False, events)
        return
    if count_ways(position, step) > 1 or (optional and asks_first(i64(table.verb[first]))):
        if conditions.step_possible(position, seat, step, space):
            skip: i64 = 1 if optional and may_skip(position, program, index, flags) else 0
            frames.push(phases.ASK_STEP, step, skip, flags & effects.OF_SPACE)
        return
    if conditions.operation_fault(position, seat, first, space) == 0:
        skippable = optional or (of_space != 0 and i64(table.program_first[program + 1]) - step + index > 1)
        perform(position, seat, first, flags, skippable and may_skip(position, program, index, flags), events)


def asks_first(verb: i64) -> bool:
    """Operations without a choice of their own are asked for when they are optional."""
    if verb in (operations.GAIN, operations.SWAP, operations.TIER):
        return True
    return verb in (operations.BREEDING, operations.BONUS, operations.HUNTING, operations.RELOCATE)


def may_skip(position: OdinPosition, program: i64, index: i64, flags: i64) -> bool:
    """A step may be left out if it is a card's, or if another effect of the space is or can be used (OD-042, OD-044)."""
    if not flags & effects.OF_SPACE or position.used:
        return True
    table = position.tables.effects
    first = i64(table.program_first[program]) + index + 1
    end = i64(table.program_first[program + 1])
    return any(conditions.step_possible(position, position.active, step, position.space) for step in range(first, end))


def perform(
    position: OdinPosition, seat: i64, operation: i64, flags: i64, skip: bool, events: list[Event] | None
) -> None:
    """Does an operation, or asks how."""
    table = position.tables.effects
    verb = i64(table.verb[operation])
    a = i64(table.a[operation])
    b = i64(table.b[operation])
    of_space = flags & effects.OF_SPACE
    skippable: i64 = 1 if skip else 0
    frames = position.frames
    if verb == operations.GAIN:
        effects.receive(position, seat, a, counting.count(position, seat, b), events)
        position.used = position.used or of_space != 0
    elif verb == operations.SWAP:
        effects.swap(position, seat, a, b, of_space, events)
        if i64(table.c[operation]):
            effects.run_program(position, seat, i64(table.c[operation]) - 1, effects.ACCEPTED)
    elif verb == operations.TIER:
        effects.receive(position, seat, prices.tier_bundle(position, seat, operation), 1, events)
        position.used = position.used or of_space != 0
    elif verb == operations.STRIP:
        mountain.ask(position, a, b != 0, i64(table.c[operation]), skippable, flags)
    elif verb == operations.UPGRADE:
        upgrade.ask(position, a, b, i64(table.c[operation]), skip, of_space != 0)
    elif verb == operations.HUNTING:
        rolling.begin(position, phases.HUNT, of_space)
    elif verb == operations.SNARE:
        rolling.begin(position, phases.SNARING, of_space)
    elif verb == operations.WHALING:
        rolling.begin(position, phases.WHALE_3 if a == 3 else phases.WHALE_1, of_space)
    elif verb == operations.RAIDING:
        rolling.begin(position, phases.RAID, of_space)
    elif verb == operations.PILLAGING:
        rolling.begin(position, phases.PILLAGE, of_space)
    elif verb == operations.EXPLORE:
        frames.push(phases.ASK_EXPLORE, a)
    elif verb == operations.OVERSEAS:
        supply.pay(position, seat, items.SILVER, 1, events)
        position.used = True
        frames.push(phases.ASK_TRADE, 0)
    elif verb == operations.SALE:
        frames.push(phases.ASK_SALE, 0, -1)
    elif verb == operations.FORGE:
        supply.pay(position, seat, items.ORE, 1, events)
        effects.mark_paid(position, items.ORE)
        position.used = True
        frames.push(phases.ASK_FORGE)
    elif verb == operations.DRAW:
        position.used = True
        frames.push(phases.DO_DRAW, 1)
    elif verb == operations.PLAY:
        frames.push(phases.ASK_PLAY, a, 1)
    elif verb == operations.EMIGRATE:
        frames.push(phases.ASK_EMIGRATE, skippable, a)
    elif verb == operations.SWAP_BOAT:
        frames.push(phases.ASK_SWAP_BOAT, skippable)
    else:
        _perform_card(position, seat, verb, operation, events)


def _perform_card(position: OdinPosition, seat: i64, verb: i64, operation: i64, events: list[Event] | None) -> None:
    frames = position.frames
    a = i64(position.tables.effects.a[operation])
    if verb == operations.FEAST:
        frames.push(phases.DO_FEAST)
    elif verb == operations.BREEDING:
        effects.arrive(position, seat, items.CATTLE, supply.breed(position, seat, events), events)
    elif verb == operations.BONUS:
        if a == operations.BONUS_HOME:
            effects.pay_bonuses(position, seat, 0, components.FIRST_EXPLORATION, events)
        else:
            effects.pay_bonuses(position, seat, components.FIRST_STONE_HOUSE, components.BOARDS, events)
    elif verb == operations.SHIFT:
        frames.push(phases.ASK_SHIFT, a)
    elif verb == operations.RETURN_COLUMN_4:
        frames.push(phases.ASK_CALL_BACK)
    elif verb == operations.RETURN_HERE:
        frames.push(phases.ASK_RETURN, 1, 1)
    elif verb == operations.FOLLOW:
        frames.push(phases.ASK_FOLLOW)
    elif verb == operations.PLACE_ORE_PER_LONGSHIP:
        position.ore_offers = supply.longships(position, seat)
    elif verb == operations.BOOST:
        effects.boost(position, seat, a, i64(position.tables.effects.b[operation]), events)
    elif verb == operations.SOW:
        supply.gain(position, seat, a, 1, events)
    elif verb == operations.HARVESTED:
        effects.fire_all(position, seat, bit(triggers.HARVEST) | bit(triggers.AFTER_THE_HARVEST))
    else:
        _perform_own(position, seat, verb, operation, events)


def _perform_own(position: OdinPosition, seat: i64, verb: i64, operation: i64, events: list[Event] | None) -> None:
    frames = position.frames
    table = position.tables.effects
    if verb == operations.OUTFIT:
        frames.push(phases.ASK_OUTFIT, items.BOW)
    elif verb == operations.FOURTH:
        frames.push(phases.ASK_FOURTH)
    elif verb == operations.FLIP:
        frames.push(phases.ASK_FLIP, upgrade.most_flips(position, seat))
    elif verb == operations.INSPECT:
        frames.push(phases.ASK_INSPECT)
    elif verb == operations.LATE:
        frames.push(phases.ASK_LATE)
    elif verb == operations.RELOCATE:
        tile = i64(table.a[operation])
        covering.relocate(position, tile, i64(table.b[operation]), i64(table.c[operation]))
        position.add(seat, tile, 1)
        if events is not None:
            events.append(Event("relocated", {"seat": int(seat), "item": naming.ITEM_NAMES[tile]}, rule="OD-248"))
