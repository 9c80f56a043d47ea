"""The course of a game: the phases of a round in their order, and the loop that goes on until somebody must decide
(OD-025 to OD-036, OD-053 to OD-062, OD-073, OD-079 to OD-081, OD-195 to OD-197)."""

from __future__ import annotations

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import (
    actions,
    anytime,
    boards,
    components,
    conditions,
    covering,
    effects,
    items,
    phases,
    setup,
    simultaneous,
    supply,
    triggers,
)
from skali.games.odin.decisions import feast, listing, occupations, placing, programs, rolling, turns
from skali.games.odin.position import OdinPosition

# The loop


def go_on(position: OdinPosition, events: list[Event] | None) -> None:
    """Plays on until a seat has a real choice: single choices are not asked (OD-267)."""
    frames = position.frames
    while position.phase != phases.OVER and not position.parts:
        kind = frames.kind()
        if kind < 0:
            if position.apart:
                return
            next_step(position, events)
        elif kind >= phases.FIRST_AUTOMATIC:
            automatic(position, kind, events)
        elif listing.is_open(position):
            return
        else:
            listing.play(position, listing.CHOICES.at(0), events)


def automatic(position: OdinPosition, kind: i64, events: list[Event] | None) -> None:
    frames = position.frames
    if kind == phases.DO_PROGRAM:
        programs.go_on(position, events)
    elif kind == phases.DO_DRAW:
        occupations.draw(position, events)
    elif kind == phases.DO_RESTORE:
        actions.restore(position)
    elif kind == phases.DO_ACTION:
        way = frames.get(0)
        frames.pop()
        actions.act(position, way, events)
    else:
        frames.pop()
        if kind == phases.DO_BEFORE:
            actions.before(position)
        elif kind == phases.DO_AFTER:
            actions.after(position, events)
        elif kind == phases.DO_END_TURN:
            actions.end_turn(position)
        elif kind == phases.DO_ROLL:
            rolling.roll(position, events)
        elif kind == phases.DO_LONGSHIP_USED:
            actions.longship_used(position)
        elif kind == phases.DO_FEAST:
            feast.begin(position, position.active, events)
        elif kind == phases.DO_REWARDS:
            feast.rewards(position, events)
        elif kind == phases.DO_COINS:
            frames.push(phases.ASK_COINS)
        elif kind == phases.DO_CLEARING:
            feast.clear(position, events)
        elif kind == phases.DO_TAUGHT:
            actions.taught(position)


def next_step(position: OdinPosition, events: list[Event] | None) -> None:
    """What comes next when nothing is pending. Each phase counts its steps in ``queue``: mostly one for each seat in turn."""
    phase = position.phase
    if phase == phases.ACTIONS:
        next_turn(position, events)
        return
    step = position.queue
    position.queue += 1
    if phase == phases.SETUP:
        begin_game(position, step, events)
    elif phase == phases.NEW_VIKING:
        new_viking(position, step, events)
    elif phase == phases.HARVEST:
        harvest(position, step, events)
    elif phase == phases.EXPLORATION:
        explore(position, events)
        enter(position, phases.NEW_WEAPON)
    elif phase == phases.NEW_WEAPON:
        new_weapon(position, step, events)
    elif phase == phases.START_PLAYER:
        start_player(position, step, events)
    elif phase == phases.INCOME:
        income(position, step, events)
    elif phase == phases.BREEDING:
        breeding(position, step, events)
    elif phase == phases.FEAST:
        feast_phase(position, step, events)
    elif phase == phases.BONUS:
        bonus(position, step, events)
    elif phase == phases.STRIPS:
        strips(position, events)
        enter(position, phases.RETURN_VIKINGS)
    else:
        return_vikings(position, events)


def enter(position: OdinPosition, phase: i64) -> None:
    position.phase = phase
    position.queue = 0


# Phases


def begin_game(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    position.active = 0
    if position.choose and step == 0:
        position.frames.push(phases.ASK_START_CARD)
        return
    enter(position, phases.NEW_VIKING)


def new_viking(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """Phase 1, then the window W0 for owners of a harvest card (OD-027, OD-083, OD-214)."""
    if step == 0:
        for seat in range(position.seats):
            position.put(seat, items.THING, position.vikings())
            position.put(seat, items.PASSED, 0)
            position.put(seat, items.TWOS, 0)
        position.last_placer = -1
        if events is not None:
            events.append(Event("round_began", {"round": int(position.round), "count": int(position.vikings())}))
    if step == position.seats:
        enter(position, phases.HARVEST)
        return
    position.active = position.seat_in_turn(step)
    for trigger in (triggers.NO_HARVEST, triggers.HARVEST, triggers.AFTER_THE_HARVEST):
        if conditions.plays_trigger(position, position.active, trigger):
            anytime.reset_order(position)
            position.frames.push(phases.ASK_WINDOW, phases.W0)
            return


def harvest(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """Phase 2: goods, then the cards for rounds with and without harvest (OD-028 to OD-030)."""
    levels = position.tables.harvest[1] if position.short else position.tables.harvest[0]
    level: i64 = levels[position.round - 1]
    if step == 0:
        if events is not None:
            events.append(Event("harvest" if level else "no_harvest", {"level": int(level)}))
        for turn in range(position.seats):
            seat = position.seat_in_turn(turn)
            for good in range(i64(0), items.GOODS, 4):
                number = i64(position.tables.harvest_number[good])
                if 0 < number <= level:
                    supply.gain(position, seat, good, 1, events)
    if step == position.seats:
        enter(position, phases.EXPLORATION)
        return
    position.active = position.seat_in_turn(step)
    if level:
        position.counts[items.SOWN] = i16(sown_before(position, position.active, level))
        effects.fire_all(position, position.active, bit(triggers.HARVEST) | bit(triggers.AFTER_THE_HARVEST))
    else:
        effects.fire(position, position.active, triggers.NO_HARVEST)


def sown_before(position: OdinPosition, seat: i64, level: i64) -> i64:
    """Flax (1) and grain (2) that were there before this harvest brought its own (OD-259)."""
    had = effects.sown(position, seat)
    if position.get(seat, items.FLAX) == 1:
        had &= ~1
    if position.get(seat, items.GRAIN) == 1 and i64(position.tables.harvest_number[items.GRAIN]) <= level:
        had &= ~2
    return had


def explore(position: OdinPosition, events: list[Event] | None) -> None:
    """Phase 3: a board is turned, silver on the others (OD-031 to OD-035)."""
    number = position.round - (position.tables.first_turned[1] if position.short else position.tables.first_turned[0])
    if not 0 <= number < 4:
        return
    counts = position.counts
    turned = conditions.board_open(position, number)
    if turned:
        position.turned |= bit(number)
        counts[items.BOARD_SILVER + number] = i16(0)
        if events is not None:
            data = {"board": components.FACES[number], "back": components.FACES[number + 4]}
            events.append(Event("board_turned", data))
    for other in range(i64(4)):
        if other != number and conditions.board_open(position, other):
            counts[items.BOARD_SILVER + other] = i16(i64(counts[items.BOARD_SILVER + other]) + 2)
            if events is not None:
                name = components.FACES[boards.grid_of(position, components.FIRST_EXPLORATION + other) - 1]
                events.append(Event("board_silver", {"board": name, "count": int(counts[items.BOARD_SILVER + other])}))


def new_weapon(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """Phase 4: a weapon each; 38A may take wood, stone or ore instead (OD-036)."""
    if step == position.seats:
        enter(position, phases.ACTIONS)
        position.active = (position.starter + position.seats - 1) % position.seats
        return
    position.active = position.seat_in_turn(step)
    if conditions.plays_trigger(position, position.active, triggers.NEW_WEAPON):
        position.frames.push(phases.ASK_WEAPON)
    else:
        supply.draw_weapons(position, position.active, 1, events)


def next_turn(position: OdinPosition, events: list[Event] | None) -> None:
    """Phase 5: the next seat that has not passed; without Vikings it passes by itself (OD-037, OD-041)."""
    for step in range(1, position.seats + 1):
        seat = (position.active + step) % position.seats
        if position.get(seat, items.PASSED) == 0:
            position.active = seat
            if position.get(seat, items.THING) == 0 and not may_still_play(position, seat):
                turns.pass_turn(position, events)
            else:
                anytime.reset_order(position)
                position.space = -1
                position.frames.push(phases.ASK_TURN)
            return
    enter(position, phases.START_PLAYER)


def may_still_play(position: OdinPosition, seat: i64) -> bool:
    """52a with a card in hand may bring Vikings back (OD-041)."""
    can_play = position.get(seat, items.HAND) > 0 and position.get(seat, items.SILVER) > 0
    return can_play and position.has_card(seat, position.tables.tutor)


def start_player(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """The end of the actions for each seat in turn (OD-052); then phase 6: who placed Vikings last (OD-053, OD-054)."""
    if step < position.seats:
        position.active = position.seat_in_turn(step)
        effects.fire(position, position.active, triggers.END_OF_THE_ACTIONS)
        return
    if position.seats > 1 and position.last_placer >= 0:
        position.starter = position.last_placer
        if events is not None:
            events.append(Event("start_player", {"seat": int(position.starter)}, rule="OD-053"))
    enter(position, phases.INCOME)


def income(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """W4 with the cards "right before" income, then phase 7 for all at once (OD-055 to OD-059)."""
    if step < position.seats:
        simultaneous.ask(position, step, phases.W4, events)
        return
    position.ore_offers = 0
    for turn in range(position.seats):
        seat = position.seat_in_turn(turn)
        silver = covering.income(position, seat)
        position.add(seat, items.SILVER, silver)
        if events is not None:
            events.append(Event("income", {"seat": int(seat), "count": int(silver)}, rule="OD-055"))
    enter(position, phases.BREEDING)


def breeding(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """Phase 8, then W5 for owners of a card that needs it (OD-060, OD-061, OD-083)."""
    if step < position.seats:
        seat = position.seat_in_turn(step)
        position.active = seat
        effects.arrive(position, seat, items.CATTLE, supply.breed(position, seat, events), events)
        return
    if step < 2 * position.seats:
        simultaneous.ask(position, step - position.seats, phases.W5, events)
        return
    enter(position, phases.FEAST)


def feast_phase(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """Phase 9; then W6, or after the last round W7 and the end (OD-195 to OD-197)."""
    if step < position.seats:
        simultaneous.ask(position, step, phases.FEAST, events)
        return
    last = position.round == position.rounds()
    if step < 2 * position.seats:
        simultaneous.ask(position, step - position.seats, phases.W7 if last else phases.W6, events)
        return
    if last:
        end_game(position, events)
    else:
        enter(position, phases.BONUS)


def bonus(position: OdinPosition, step: i64, events: list[Event] | None) -> None:
    """Phase 10 for all, then the cards right after it (OD-073 to OD-078)."""
    if step < position.seats:
        position.active = position.seat_in_turn(step)
        effects.fire(position, position.active, triggers.IN_THE_BONUS_PHASE)
        effects.pay_bonuses(position, position.active, 0, components.BOARDS, events)
    elif step < 2 * position.seats:
        position.active = position.seat_in_turn(step - position.seats)
        effects.fire(position, position.active, triggers.AFTER_THE_BONUS)
    else:
        enter(position, phases.STRIPS)


def strips(position: OdinPosition, events: list[Event] | None) -> None:
    """Phase 11: each strip loses its next item, then one is added (OD-079, OD-080)."""
    counts = position.counts
    for strip in range(i64(8)):
        left = i64(counts[items.STRIP_LEFT + strip])
        if left:
            counts[items.STRIP_LEFT + strip] = i16(left - 1)
            item = i64(position.tables.strip_items[strip * 7 + 7 - left])
            if events is not None:
                data = {"strip": int(strip) + 1, "item": components.STRIP_ITEMS[item]}
                events.append(Event("strip_lost", data, rule="OD-079"))
            if item >= 2:
                lost: i64 = triggers.TWO_SILVER_LOST_FROM_A_STRIP if item == 3 else triggers.ORE_LOST_FROM_A_STRIP
                for seat in range(position.seats):
                    effects.give(position, seat, lost, 1, events)
    setup.reveal_strip(position, events)


def return_vikings(position: OdinPosition, events: list[Event] | None) -> None:
    """Phase 12: Vikings go home; in the solo game they block their spaces for one more round (OD-081, OD-216)."""
    counts = position.counts
    for place in range(i64(components.SPACES + 4)):
        on = i64(counts[items.ON_SPACE + place])
        counts[items.ON_SPACE + place] = i16(on + 64) if position.seats == 1 and 0 < on < 64 else i16(0)
    position.round += 1
    enter(position, phases.NEW_VIKING)


# The end


def end_game(position: OdinPosition, events: list[Event] | None) -> None:
    """Wood, stone and ore that are left go where they score (OD-197); 189B pays (OD-252)."""
    for seat in range(position.seats):
        position.active = seat
        for slot in range(i64(4)):
            while anytime.slot_open(position, seat, slot):
                anytime.fill_slot(position, seat, slot, events)
        place_rest(position, seat, items.ORE, 0, components.FIRST_STONE_HOUSE, events)
        place_rest(position, seat, items.WOOD, components.FIRST_STONE_HOUSE, components.BOARDS, events)
        effects.give(position, seat, triggers.SCORING, 1, events)
    position.phase = phases.OVER
    if events is not None:
        events.append(Event("game_over", {"points": [int(position.score(seat)) for seat in range(position.seats)]}))


def place_rest(position: OdinPosition, seat: i64, piece: i64, first: i64, end: i64, events: list[Event] | None) -> None:
    """Single pieces on cells of -1, board by board in reading order, wherever they may lie."""
    found = Moves()
    for board in range(first, end):
        if boards.owner(position, board) != seat or boards.piece_fault(position, board, piece):
            continue
        while position.get(seat, piece):
            found.clear()
            boards.fill_anchors(position, board, piece, 0, False, True, 0, found)
            if found.count == 0:
                break
            placing.place(position, board, piece, 0, found.at(0), 0, events)
