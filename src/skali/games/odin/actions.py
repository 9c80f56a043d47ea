"""The action of a space: what comes right before it, the action itself, what comes after, and an action put aside while a card
uses another space (OD-043, OD-050, OD-227, OD-280)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.protocol import Event
from skali.games.odin import components, conditions, effects, items, operations, phases, supply, triggers
from skali.games.odin.position import OdinPosition

ORE_PAID: Final = 4


def begin_action(position: OdinPosition, space: i64, means: i64, place: i64, way: i64) -> None:
    position.space = space
    position.means = means
    position.stands_on = place
    position.pending = True
    position.used = False
    position.card_before = False
    forget_yield(position)
    ore = position.get(position.active, items.ORE)
    position.ore_before = ore if ore < 127 else 127
    position.frames.push(phases.DO_AFTER)
    position.frames.push(phases.DO_ACTION, way)
    position.frames.push(phases.DO_BEFORE)


def forget_yield(position: OdinPosition) -> None:
    """A new action has yielded and cost nothing yet (OD-227)."""
    position.wood_received = 0
    position.kinds_taken = 0
    position.wipe(items.STONE_YIELD, items.CARDS_PLAYED + 1)


def first_verb(position: OdinPosition, space: i64) -> i64:
    """What the space is for: the first operation of its program."""
    table = position.tables.effects
    return i64(table.verb[i64(table.step_first[i64(table.program_first[i64(position.tables.program[space])])])])


def before(position: OdinPosition) -> None:
    """ "Right before" effects of played cards; all that apply are offered together (OD-050, OD-192)."""
    seat = position.active
    space = position.space
    tables = position.tables
    column = i64(tables.column[space])
    verb = first_verb(position, space)
    occurring = conditions.before_space(position, space, conditions.pending_way(position))
    if verb == operations.OVERSEAS:
        occurring |= bit(triggers.BEFORE_OVERSEAS_TRADING) | bit(triggers.BEFORE_OVERSEAS_SPACE)
    elif verb == operations.HUNTING:
        occurring |= bit(triggers.BEFORE_HUNTING)
    if column == 2 and position.means != phases.BY_CARD:
        occurring |= bit(triggers.BEFORE_AN_ACTION_WITH_TWO_VIKINGS)
    effects.fire_all(position, seat, occurring)


def act(position: OdinPosition, way: i64, events: list[Event] | None) -> None:
    """The action of the space; if it has become unusable it ends without effect (OD-043)."""
    position.pending = False
    seat = position.active
    space = position.space
    if conditions.way_fault(position, seat, space, way, 0):
        if events is not None:
            data = {"seat": int(seat), "space": position.tables.space_names[space]}
            events.append(Event("no_effect", data, rule="OD-043"))
        return
    position.yielding = True
    other = conditions.other_program(position, seat, space)
    program = i64(position.tables.program[space])
    if other >= 0 and way == 0:
        first = conditions.program_fault(position, seat, program, space, 0)
        second = conditions.program_fault(position, seat, other, space, 0)
        if first == 0 and second == 0:
            position.frames.push(phases.ASK_STEP, -1, 0, 1)
            return
        if first:
            program = other
    if i64(position.tables.needs[space]) == 4 and supply.longships(position, seat):
        position.frames.push(phases.DO_LONGSHIP_USED)
    effects.run_program(position, seat, program, effects.OF_SPACE + effects.WAY * way)


def after(position: OdinPosition, events: list[Event] | None) -> None:
    """ "Each time" and "right after" effects of the space (OD-050)."""
    seat = position.active
    space = position.space
    tables = position.tables
    position.yielding = False
    occurring: i64 = 0
    if position.used:
        occurring = triggers_after(position, space)
    if position.means != phases.BY_CARD:
        occurring |= bit(triggers.AFTER_A_VIKING_ACTION)
    elif i64(position.counts[items.CARDS_PLAYED]):
        occurring |= bit(triggers.AFTER_PLAYING_OCCUPATIONS)
    effects.fire_all(position, seat, occurring)
    if events is not None and tables.space_names[space] == "plundering" and position.used:
        events.append(Event("plundered", {"seat": int(seat)}))


def triggers_after(position: OdinPosition, space: i64) -> i64:
    """What a space that was used triggers, as bits."""
    tables = position.tables
    groups = i64(tables.groups[space])
    verb = first_verb(position, space)
    occurring = bit(triggers.AFTER_A_SPACE)
    if verb == operations.STRIP:
        occurring |= bit(triggers.AFTER_MOUNTAIN)
    if groups & bit(components.CRAFTING):
        occurring |= bit(triggers.AFTER_CRAFTING)
        if i64(position.counts[items.PAID_KINDS]) & ORE_PAID:
            occurring |= bit(triggers.AFTER_CRAFTING_WITH_ORE)
    if groups & bit(components.BUILD_HOUSES):
        occurring |= bit(triggers.AFTER_BUILDING_HOUSES)
    if groups & bit(components.WEEKLY_MARKET):
        occurring |= bit(triggers.AFTER_THE_WEEKLY_MARKET)
    if space == tables.overseas_2:
        occurring |= bit(triggers.AFTER_OVERSEAS_TRADING_2)
    if i64(tables.upgrade_1[space]):
        occurring |= bit(triggers.AFTER_A_SPACE_OF_UPGRADE_1)
    if i64(tables.one_silver[space]):
        occurring |= bit(triggers.SPACE_OF_ONE_SILVER)
    if i64(position.counts[items.FISH_YIELD]):
        occurring |= bit(triggers.AFTER_AN_ACTION_WITH_STOCKFISH)
    return occurring


def end_turn(position: OdinPosition) -> None:
    """The turn is over and cannot be taken back any more (OD-282)."""
    position.space = -1
    position.stands_on = -1
    position.used = False
    position.yielding = False
    position.card_before = False
    position.barriers += 1
    taught(position)
    forget_yield(position)


def taught(position: OdinPosition) -> None:
    """176B, after an action in which another card was played (OD-256)."""
    if i64(position.counts[items.CARDS_PLAYED]):
        position.counts[items.CARDS_PLAYED] = i16(0)
        effects.run_mandatory(position, position.active, triggers.AFTER_PLAYING_OCCUPATIONS)


def longship_used(position: OdinPosition) -> None:
    """12A: a longship counts as used whenever one is owned and fits (OD-275)."""
    seat = position.active
    if supply.longships(position, seat):
        effects.fire(position, seat, triggers.AFTER_A_LONGSHIP_WAS_USED)


def push_restore(position: OdinPosition) -> None:
    """Puts the action that is going on aside (OD-280)."""
    counts = position.counts
    packed = position.space + 1 + 64 * position.means + 256 * (position.stands_on + 1)
    packed += 32768 * (1 if position.pending else 0) + 65536 * (1 if position.used else 0)
    packed += 131072 * (1 if position.card_before else 0)
    packed += 262144 * i64(counts[items.CARDS_PLAYED]) + 4194304 * i64(counts[items.PAID_KINDS])
    received = position.wood_received + 128 * position.ore_before + 16384 * i64(counts[items.STONE_YIELD])
    received += 524288 * i64(counts[items.SILVER_YIELD]) + 33554432 * i64(counts[items.FISH_YIELD])
    position.frames.push(phases.DO_RESTORE, packed, received, position.kinds_taken)


def restore(position: OdinPosition) -> None:
    counts = position.counts
    packed = position.frames.get(0)
    received = position.frames.get(1)
    position.kinds_taken = position.frames.get(2)
    position.frames.pop()
    position.wood_received = received & 127
    position.ore_before = (received >> 7) & 127
    counts[items.STONE_YIELD] = i16((received >> 14) & 31)
    counts[items.SILVER_YIELD] = i16((received >> 19) & 63)
    counts[items.FISH_YIELD] = i16(received >> 25)
    position.space = (packed & 63) - 1
    position.means = (packed >> 6) & 3
    position.stands_on = ((packed >> 8) & 127) - 1
    position.pending = packed & 32768 != 0
    position.used = packed & 65536 != 0
    position.card_before = packed & 131072 != 0
    counts[items.CARDS_PLAYED] = i16((packed >> 18) & 15)
    counts[items.PAID_KINDS] = i16(packed >> 22)
