"""The course of a round: phases 1 to 12, set-up and end, and the loop that goes on until somebody must decide
(OD-025 to OD-036, OD-053 to OD-062, OD-073, OD-079 to OD-081, OD-195 to OD-197)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, full, nth, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import actions, anytime, boards, decisions, dice, effects, feast, possible, supply, together
from skali.games.odin.components import (
    BOARDS,
    CARDS,
    FACES,
    FIRST_EXPLORATION,
    FIRST_STONE_HOUSE,
    ROWS,
    SPACES,
)
from skali.games.odin.effects_text import (
    AFTER_BONUS,
    AFTER_HARVEST,
    AT_SCORING,
    END_OF_ACTIONS,
    HARVEST_COMES,
    IN_BONUS_PHASE,
    NEW_WEAPON,
    NO_HARVEST,
    ORE_LOST,
    TWO_SILVER_LOST,
)
from skali.games.odin.items import (
    BOARD_OWNER,
    BOARD_SILVER,
    BOW,
    CATTLE,
    FLAX,
    GOODS,
    GRAIN,
    HAND,
    MEAD,
    MINUS,
    ON_SPACE,
    ORE,
    OVAL,
    PASSED,
    PILE,
    SILVER,
    SIZE,
    SOWN,
    SPEAR,
    SPECIALS,
    STRIP_LEFT,
    THING,
    TWOS,
    WOOD,
)
from skali.games.odin.phases import (
    ACTIONS,
    ASK_START_CARD,
    ASK_TURN,
    ASK_WEAPON,
    ASK_WINDOW,
    BONUS,
    BREEDING,
    DO_ACTION,
    DO_AFTER,
    DO_BEFORE,
    DO_CLEARING,
    DO_COINS,
    DO_DRAW,
    DO_END_TURN,
    DO_FEAST,
    DO_LONGSHIP_USED,
    DO_PROGRAM,
    DO_RESTORE,
    DO_REWARDS,
    DO_ROLL,
    DO_TAUGHT,
    EXPLORATION,
    FEAST,
    FIRST_AUTOMATIC,
    HARVEST,
    IN_HAND,
    IN_PILE,
    INCOME,
    NEW_VIKING,
    OUT,
    OVER,
    RETURN_VIKINGS,
    SETUP,
    START_PLAYER,
    STRIPS,
    UNDEALT,
    W0,
    W4,
    W5,
    W6,
    W7,
)
from skali.games.odin.phases import NEW_WEAPON as WEAPON_PHASE

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

LAYERS: Final = 3
STRIP_ITEM_NAMES: Final = ("wood", "stone", "ore", "two_silver")


# Set-up


def set_up(state: OdinState) -> None:
    """OD-001 to OD-015."""
    state.h = _zeros(state, SIZE)
    state.rows = _zeros(state, LAYERS * BOARDS * ROWS)
    h = state.h
    for tile in range(i64(SPECIALS)):
        h[OVAL + tile] = i16(1)
    for kind in range(i64(4)):
        h[PILE + kind] = i16(state.tables.weapons[kind] - (state.seats if kind < 3 else 0))
    for seat in range(state.seats):
        h[BOARD_OWNER + seat] = i16(seat + 1)
        state.put(seat, MINUS, i64(state.tables.grids.minus_total[0]))
        state.put(seat, MEAD, 1)
        for weapon in range(i64(BOW), SPEAR + 1):
            state.put(seat, weapon, 1)
    deal_cards(state)
    state.strip_pile = full(8)
    for _ in range(3 if state.seats == 4 else 2):
        reveal_strip(state, None)
    if state.seats == 4:
        state.imitation = bit(1 + state.rng.below(2)) | bit(3 + state.rng.below(2))
    state.starter = state.rng.below(state.seats) if state.seats > 1 else 0
    state.phase = SETUP


def _zeros(state: OdinState, count: i64) -> vec[i16]:
    return state.tables.zeros[:count]


def deal_cards(state: OdinState) -> None:
    """A starting card each, the other starting cards out of the game, the regular cards in a pile (OD-002, OD-008 to OD-010)."""
    tables = state.tables
    cards = vec[u8](capacity=CARDS)
    for card in range(i64(CARDS)):
        place: i64 = OUT
        if tables.card_decks[card] in state.decks:
            place = UNDEALT if i64(tables.starting[card]) else IN_PILE
        cards = append(cards, u8(place))
    state.cards = cards
    if state.choose:
        return
    for seat in range(state.seats):
        deal_starting(state, seat)


def deal_starting(state: OdinState, seat: i64) -> None:
    total: i64 = 0
    for card in range(i64(CARDS)):
        if i64(state.cards[card]) == UNDEALT:
            total += 1
    pick = state.rng.below(total)
    for card in range(i64(CARDS)):
        if i64(state.cards[card]) == UNDEALT:
            if pick == 0:
                state.cards[card] = u8(IN_HAND + seat)
                state.add(seat, HAND, 1)
                return
            pick -= 1


def reveal_strip(state: OdinState, events: list[Event] | None) -> None:
    """The top strip of the pile, full; nothing from an empty pile (OD-012, OD-080)."""
    if state.strip_pile == 0:
        return
    strip = nth(state.strip_pile, state.rng.below(popcount(state.strip_pile)))
    state.strip_pile ^= bit(strip)
    state.raised += 1
    state.h[STRIP_LEFT + strip] = i16(7)
    if events is not None:
        events.append(Event("strip_revealed", {"strip": int(strip) + 1}, rule="OD-080"))


# The loop


def go_on(state: OdinState, events: list[Event] | None) -> None:
    """Plays on until a seat has a real choice: single choices are not asked (OD-267)."""
    frames = state.frames
    choices = decisions.CHOICES
    while state.phase != OVER and not state.parts:
        kind = frames.kind()
        if kind < 0:
            if state.apart:
                return
            next_step(state, events)
        elif kind >= FIRST_AUTOMATIC:
            automatic(state, kind, events)
        elif decisions.is_open(state, choices):
            return
        else:
            decisions.play(state, choices.at(0), events)


def automatic(state: OdinState, kind: i64, events: list[Event] | None) -> None:
    frames = state.frames
    if kind == DO_PROGRAM:
        effects.go_on(state, events)
    elif kind == DO_DRAW:
        actions.draw(state, events)
    elif kind == DO_RESTORE:
        actions.restore(state)
    elif kind == DO_ACTION:
        way = frames.get(0)
        frames.pop()
        actions.act(state, way, events)
    else:
        frames.pop()
        if kind == DO_BEFORE:
            actions.before(state)
        elif kind == DO_AFTER:
            actions.after(state, events)
        elif kind == DO_END_TURN:
            actions.end_turn(state)
        elif kind == DO_ROLL:
            dice.roll(state, events)
        elif kind == DO_LONGSHIP_USED:
            actions.longship_used(state)
        elif kind == DO_FEAST:
            feast.begin(state, state.active, events)
        elif kind == DO_REWARDS:
            feast.rewards(state, events)
        elif kind == DO_COINS:
            feast.ask_coins(state)
        elif kind == DO_CLEARING:
            feast.clear(state, events)
        elif kind == DO_TAUGHT:
            actions.taught(state)


def next_step(state: OdinState, events: list[Event] | None) -> None:
    """What comes next when nothing is pending. Each phase counts its steps in ``queue``: mostly one for each seat in turn."""
    phase = state.phase
    if phase == ACTIONS:
        next_turn(state, events)
        return
    step = state.queue
    state.queue += 1
    if phase == SETUP:
        begin_game(state, step, events)
    elif phase == NEW_VIKING:
        new_viking(state, step, events)
    elif phase == HARVEST:
        harvest(state, step, events)
    elif phase == EXPLORATION:
        explore(state, events)
        enter(state, WEAPON_PHASE)
    elif phase == WEAPON_PHASE:
        new_weapon(state, step, events)
    elif phase == START_PLAYER:
        start_player(state, step, events)
    elif phase == INCOME:
        income(state, step, events)
    elif phase == BREEDING:
        breeding(state, step, events)
    elif phase == FEAST:
        feast_phase(state, step, events)
    elif phase == BONUS:
        bonus(state, step, events)
    elif phase == STRIPS:
        strips(state, events)
        enter(state, RETURN_VIKINGS)
    else:
        return_vikings(state, events)


def enter(state: OdinState, phase: i64) -> None:
    state.phase = phase
    state.queue = 0


def seat_in_turn(state: OdinState, step: i64) -> i64:
    """The seats from the start player on, clockwise (OD-026)."""
    return (state.starter + step) % state.seats


# Phases


def begin_game(state: OdinState, step: i64, events: list[Event] | None) -> None:
    state.active = 0
    if state.choose and step == 0:
        state.frames.push(ASK_START_CARD)
        return
    enter(state, NEW_VIKING)


def new_viking(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """Phase 1, then the window W0 for owners of a harvest card (OD-027, OD-083, OD-214)."""
    if step == 0:
        for seat in range(state.seats):
            state.put(seat, THING, state.vikings())
            state.put(seat, PASSED, 0)
            state.put(seat, TWOS, 0)
        state.last_placer = -1
        if events is not None:
            events.append(Event("round_began", {"round": int(state.round), "count": int(state.vikings())}))
    if step == state.seats:
        enter(state, HARVEST)
        return
    state.active = seat_in_turn(state, step)
    for moment in (NO_HARVEST, HARVEST_COMES, AFTER_HARVEST):
        if possible.plays_moment(state, state.active, moment):
            open_window(state, W0)
            return


def open_window(state: OdinState, window: i64) -> None:
    anytime.reset_order(state)
    state.frames.push(ASK_WINDOW, window)


def harvest_level(state: OdinState) -> i64:
    levels = state.tables.harvest[1] if state.short else state.tables.harvest[0]
    return levels[state.round - 1]


def harvest(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """Phase 2: goods, then the cards for rounds with and without harvest (OD-028 to OD-030)."""
    level = harvest_level(state)
    if step == 0:
        if events is not None:
            events.append(Event("harvest" if level else "no_harvest", {"level": int(level)}))
        for turn in range(state.seats):
            seat = seat_in_turn(state, turn)
            for good in range(i64(0), GOODS, 4):
                number = i64(state.tables.harvest_number[good])
                if 0 < number <= level:
                    supply.gain(state, seat, good, 1, events)
    if step == state.seats:
        enter(state, EXPLORATION)
        return
    state.active = seat_in_turn(state, step)
    if level:
        state.h[SOWN] = i16(sown_before(state, state.active, level))
        effects.fire_all(state, state.active, bit(HARVEST_COMES) | bit(AFTER_HARVEST))
    else:
        effects.fire(state, state.active, NO_HARVEST)


def sown_before(state: OdinState, seat: i64, level: i64) -> i64:
    """Flax (1) and grain (2) that were there before this harvest brought its own (OD-259)."""
    had = effects.sown(state, seat)
    if state.get(seat, FLAX) == 1:
        had &= ~1
    if state.get(seat, GRAIN) == 1 and i64(state.tables.harvest_number[GRAIN]) <= level:
        had &= ~2
    return had


def explore(state: OdinState, events: list[Event] | None) -> None:
    """Phase 3: a board is turned, silver on the others (OD-031 to OD-035)."""
    number = state.round - (state.tables.first_turned[1] if state.short else state.tables.first_turned[0])
    if not 0 <= number < 4:
        return
    h = state.h
    turned = possible.board_open(state, number)
    if turned:
        state.turned |= bit(number)
        h[BOARD_SILVER + number] = i16(0)
        if events is not None:
            events.append(Event("board_turned", {"board": FACES[number], "back": FACES[number + 4]}))
    for other in range(i64(4)):
        if other != number and possible.board_open(state, other):
            h[BOARD_SILVER + other] = i16(i64(h[BOARD_SILVER + other]) + 2)
            if events is not None:
                name = FACES[boards.grid_of(state, FIRST_EXPLORATION + other) - 1]
                events.append(Event("board_silver", {"board": name, "count": int(h[BOARD_SILVER + other])}))


def new_weapon(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """Phase 4: a weapon each; 38A may take wood, stone or ore instead (OD-036)."""
    if step == state.seats:
        enter(state, ACTIONS)
        state.active = (state.starter + state.seats - 1) % state.seats
        return
    state.active = seat_in_turn(state, step)
    if possible.plays_moment(state, state.active, NEW_WEAPON):
        state.frames.push(ASK_WEAPON)
    else:
        supply.draw_weapons(state, state.active, 1, events)


def next_turn(state: OdinState, events: list[Event] | None) -> None:
    """Phase 5: the next seat that has not passed; without Vikings it passes by itself (OD-037, OD-041)."""
    for step in range(1, state.seats + 1):
        seat = (state.active + step) % state.seats
        if state.get(seat, PASSED) == 0:
            state.active = seat
            if state.get(seat, THING) == 0 and not may_still_play(state, seat):
                actions.pass_turn(state, events)
            else:
                anytime.reset_order(state)
                state.space = -1
                state.frames.push(ASK_TURN)
            return
    enter(state, START_PLAYER)


def may_still_play(state: OdinState, seat: i64) -> bool:
    """52a with a card in hand may bring Vikings back (OD-041)."""
    return state.has_card(seat, state.tables.tutor) and state.get(seat, HAND) > 0 and state.get(seat, SILVER) > 0


def start_player(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """The end of the actions for each seat in turn (OD-052); then phase 6: who placed Vikings last (OD-053, OD-054)."""
    if step < state.seats:
        state.active = seat_in_turn(state, step)
        effects.fire(state, state.active, END_OF_ACTIONS)
        return
    if state.seats > 1 and state.last_placer >= 0:
        state.starter = state.last_placer
        if events is not None:
            events.append(Event("start_player", {"seat": int(state.starter)}, rule="OD-053"))
    enter(state, INCOME)


def income(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """W4 with the cards "right before" income, then phase 7 for all at once (OD-055 to OD-059)."""
    if step < state.seats:
        together.ask(state, step, W4, events)
        return
    state.ore_offers = 0
    for turn in range(state.seats):
        seat = seat_in_turn(state, turn)
        silver = boards.income(state, seat)
        state.add(seat, SILVER, silver)
        if events is not None:
            events.append(Event("income", {"seat": int(seat), "count": int(silver)}, rule="OD-055"))
    enter(state, BREEDING)


def breeding(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """Phase 8, then W5 for owners of a card that needs it (OD-060, OD-061, OD-083)."""
    if step < state.seats:
        seat = seat_in_turn(state, step)
        state.active = seat
        effects.arrive(state, seat, CATTLE, supply.breed(state, seat, events), events)
        return
    if step < 2 * state.seats:
        together.ask(state, step - state.seats, W5, events)
        return
    enter(state, FEAST)


def feast_phase(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """Phase 9; then W6, or after the last round W7 and the end (OD-195 to OD-197)."""
    if step < state.seats:
        together.ask(state, step, FEAST, events)
        return
    last = state.round == state.rounds()
    if step < 2 * state.seats:
        together.ask(state, step - state.seats, W7 if last else W6, events)
        return
    if last:
        end_game(state, events)
    else:
        enter(state, BONUS)


def bonus(state: OdinState, step: i64, events: list[Event] | None) -> None:
    """Phase 10 for all, then the cards right after it (OD-073 to OD-078)."""
    if step < state.seats:
        state.active = seat_in_turn(state, step)
        effects.fire(state, state.active, IN_BONUS_PHASE)
        effects.pay_bonuses(state, state.active, 0, BOARDS, events)
    elif step < 2 * state.seats:
        state.active = seat_in_turn(state, step - state.seats)
        effects.fire(state, state.active, AFTER_BONUS)
    else:
        enter(state, STRIPS)


def strips(state: OdinState, events: list[Event] | None) -> None:
    """Phase 11: each strip loses its next item, then one is added (OD-079, OD-080)."""
    h = state.h
    for strip in range(i64(8)):
        left = i64(h[STRIP_LEFT + strip])
        if left:
            h[STRIP_LEFT + strip] = i16(left - 1)
            item = i64(state.tables.strip_items[strip * 7 + 7 - left])
            if events is not None:
                data = {"strip": int(strip) + 1, "item": STRIP_ITEM_NAMES[item]}
                events.append(Event("strip_lost", data, rule="OD-079"))
            if item >= 2:
                for seat in range(state.seats):
                    effects.give(state, seat, ORE_LOST if item == 2 else TWO_SILVER_LOST, 1, events)
    reveal_strip(state, events)


def return_vikings(state: OdinState, events: list[Event] | None) -> None:
    """Phase 12: Vikings go home; in the solo game they block their spaces for one more round (OD-081, OD-216)."""
    h = state.h
    for place in range(i64(SPACES + 4)):
        on = i64(h[ON_SPACE + place])
        h[ON_SPACE + place] = i16(on + 64) if state.seats == 1 and 0 < on < 64 else i16(0)
    state.round += 1
    enter(state, NEW_VIKING)


# The end


def end_game(state: OdinState, events: list[Event] | None) -> None:
    """Wood, stone and ore that are left go where they score (OD-197); 189B pays (OD-252)."""
    for seat in range(state.seats):
        state.active = seat
        for slot in range(i64(4)):
            while anytime.slot_open(state, seat, slot):
                anytime.fill_slot(state, seat, slot, events)
        place_rest(state, seat, ORE, 0, FIRST_STONE_HOUSE, events)
        place_rest(state, seat, WOOD, FIRST_STONE_HOUSE, BOARDS, events)
        effects.give(state, seat, AT_SCORING, 1, events)
    state.phase = OVER
    if events is not None:
        events.append(Event("game_over", {"points": [int(state.score(seat)) for seat in range(state.seats)]}))


def place_rest(state: OdinState, seat: i64, piece: i64, first: i64, end: i64, events: list[Event] | None) -> None:
    """Single pieces on cells of -1, board by board in reading order, wherever they may lie."""
    found = Moves()
    for board in range(first, end):
        if boards.owner(state, board) != seat or boards.piece_fault(state, board, piece):
            continue
        while state.get(seat, piece):
            found.clear()
            boards.fill_anchors(state, board, piece, 0, False, True, 0, found)
            if found.count == 0:
                break
            anytime.place(state, board, piece, 0, found.at(0), 0, events)
