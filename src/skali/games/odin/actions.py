"""Phase 5: turns, sending Vikings, column bonuses, and the choices inside an action (OD-037 to OD-052, OD-123 to OD-152)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64, u8

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import anytime, boards, dice, effects, possible, supply
from skali.games.odin.components import (
    FACES,
    FIRST_EXPLORATION,
    GROUPS,
    SPACES,
)
from skali.games.odin.effects_text import (
    AFTER_BUILDING_HOUSES,
    AFTER_CRAFTING,
    AFTER_CRAFTING_WITH_ORE,
    AFTER_MARKET,
    AFTER_MOUNTAIN,
    AFTER_OVERSEAS_2,
    AFTER_SPACE,
    AFTER_UPGRADE_1,
    AFTER_VIKING_ACTION,
    ALIKE,
    AS_SOON_AS,
    BEFORE_BUILDING,
    BEFORE_COLUMN_4,
    BEFORE_CRAFTING,
    BEFORE_CRAFTING_WITH_ORE,
    BEFORE_HUNTING,
    BEFORE_OVERSEAS,
    BEFORE_OVERSEAS_SPACE,
    BEFORE_TWO_VIKINGS,
    FEWER_PLUNDERERS,
    HUNTING,
    LONGSHIP_USED,
    OCCUPATION_DRAWN,
    OCCUPATIONS_PLAYED,
    OVERSEAS,
    PLAYED,
    PRICE_OF_SPACE,
    SAILED_AWAY,
    SHIFT,
    SHIFT_RIGHT,
    SILVER_SPACE,
    STOCKFISH_RECEIVED,
    STRIP,
    SWAP,
    THREE_VIKINGS,
    TO_BLUE,
    UPGRADE_FURTHER,
)
from skali.games.odin.items import (
    ARMED_BOAT,
    BLUE,
    BOARD_OWNER,
    BOARD_SILVER,
    BOAT,
    BROUGHT,
    CARD_POINTS,
    CARDS_PLAYED,
    EMIGRATED_KNARR,
    EMIGRATED_LONGSHIP,
    FISH_YIELD,
    FUR,
    GAME_MEAT,
    GOODS,
    GREEN,
    HAND,
    ITEM_NAMES,
    KNARR,
    MINUS,
    OFFERS,
    ON_SPACE,
    ORE,
    OVAL,
    PAID_KINDS,
    PASSED,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    SILK,
    SILVER,
    SILVER_YIELD,
    SPECIAL,
    SPECIALS,
    STOCKFISH,
    STONE_YIELD,
    STRIP_LEFT,
    THING,
    TWOS,
)
from skali.games.odin.moves import (
    CALL_BACK,
    CHOOSE,
    DONE,
    EMIGRANTS,
    EMIGRATE_SHIP,
    EXPLORE_BOARD,
    IMITATE,
    IMITATE_FOR,
    MINE,
    PASS,
    PLAY_CARD,
    SEND,
    SEND_FOR,
    SKIP,
    STOP,
    SWAP_FOR_KNARR,
    TAKE,
    TRADE,
    UPGRADE_FAR,
    UPGRADE_GOOD,
    USE_CARD,
)
from skali.games.odin.phases import (
    ASK_COLUMN_4,
    ASK_DRAW,
    ASK_PLAY,
    ASK_SALE,
    ASK_STEP,
    BY_CARD,
    BY_IMITATION,
    BY_VIKINGS,
    DO_ACTION,
    DO_AFTER,
    DO_BEFORE,
    DO_DRAW,
    DO_END_TURN,
    DO_LONGSHIP_USED,
    DO_RESTORE,
    DO_TAUGHT,
    IN_HAND,
    IN_PLAY,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

OD_038_VIKINGS: Final = 38
OD_148_IMITATION: Final = 148
OD_149_NOT_IMITATED: Final = 149
OD_150_ONCE: Final = 150
BUILD_HOUSES: Final = GROUPS.index("build_houses")
BUILD_SHIPS: Final = GROUPS.index("build_ships")
CRAFTING: Final = GROUPS.index("crafting")
WEEKLY_MARKET: Final = GROUPS.index("weekly_market")
ORE_PAID: Final = 4


# The turn


def fill_turn(state: OdinState, out: Moves, search: bool) -> None:
    """Every usable free space, passing, and the anytime actions of W1 (OD-D05)."""
    fill_spaces(state, state.active, out, False)
    out.add(PASS)
    anytime.fill(state, out, search)


def fill_spaces(state: OdinState, seat: i64, out: Moves, enough: bool) -> None:
    """The spaces that can be used; with ``enough`` the first one will do."""
    vikings = state.get(seat, THING)
    if vikings <= 0:
        return
    column = state.tables.column
    h = state.h
    for space in range(i64(SPACES)):
        if i64(h[ON_SPACE + space]) == 0:
            need = i64(column[space])
            if need <= vikings or (need == 4 and vikings_needed(state, seat, space) <= vikings):
                add_sending(state, seat, space, SEND, SEND_FOR, out)
                if enough and out.count:
                    return
    if state.imitation:
        for space in range(i64(SPACES)):
            if imitation_fault(state, seat, space) == 0:
                add_sending(state, seat, space, IMITATE, IMITATE_FOR, out)


def vikings_needed(state: OdinState, seat: i64, space: i64) -> i64:
    """As many as the column says; with 106B plundering takes 1 or 2 fewer (OD-038, OD-049)."""
    need = i64(state.tables.column[space])
    if space == state.tables.plundering and state.hook(seat, FEWER_PLUNDERERS):
        ships = supply.longships(state, seat)
        if ships >= 3:
            return need - 1 if ships == 3 else need - 2
    return need


def add_sending(state: OdinState, seat: i64, space: i64, plain: i64, chosen: i64, out: Moves) -> None:
    """The space if it can be used; in columns 1 and 2 the way to pay is chosen with it (OD-D10)."""
    if not has_ways(state, space):
        drawn: i64 = 1 if i64(state.tables.column[space]) == 3 else 0
        if possible.gift_fault(state, seat, space, 0, drawn) == 0:
            out.add(plain + space)
        return
    for way in range(i64(2)):
        if possible.gift_fault(state, seat, space, way + 1, 0) == 0:
            out.add(chosen + space * 2 + way)


def has_ways(state: OdinState, space: i64) -> bool:
    table = state.tables.effects
    step = i64(table.program_first[i64(state.tables.program[space])])
    two = i64(table.step_first[step + 1]) - i64(table.step_first[step]) == 2
    return two and i64(state.tables.column[space]) < 3


def sending_fault(state: OdinState, seat: i64, space: i64) -> i64:
    """Why a space cannot be used in any way."""
    if not has_ways(state, space):
        return possible.gift_fault(state, seat, space, 0, 1 if i64(state.tables.column[space]) == 3 else 0)
    fault = possible.gift_fault(state, seat, space, 1, 0)
    return possible.gift_fault(state, seat, space, 2, 0) if fault else 0


def imitation_fault(state: OdinState, seat: i64, space: i64) -> i64:
    """OD-148 to OD-150: an occupied space of another player in a column with a free imitation space."""
    column = i64(state.tables.column[space])
    if not state.imitation & bit(column):
        return OD_148_IMITATION
    if i64(state.h[ON_SPACE + SPACES + column - 1]):
        return OD_150_ONCE
    if column > state.get(seat, THING):
        return OD_038_VIKINGS
    on = i64(state.h[ON_SPACE + space])
    if on == 0 or on & 7 == seat + 1:
        return OD_149_NOT_IMITATED
    return sending_fault(state, seat, space)


def play_turn(state: OdinState, move: i64, events: list[Event] | None) -> None:
    if move == PASS:
        state.frames.pop()
        pass_turn(state, events)
    elif move < SEND_FOR:
        send(state, move - SEND, BY_VIKINGS, 0, events)
    elif move < IMITATE:
        send(state, (move - SEND_FOR) // 2, BY_VIKINGS, (move - SEND_FOR) % 2 + 1, events)
    elif move < IMITATE_FOR:
        send(state, move - IMITATE, BY_IMITATION, 0, events)
    else:
        send(state, (move - IMITATE_FOR) // 2, BY_IMITATION, (move - IMITATE_FOR) % 2 + 1, events)


def pass_turn(state: OdinState, events: list[Event] | None) -> None:
    """No more Vikings of this seat in this round (OD-040)."""
    state.put(state.active, PASSED, 1)
    state.raised += 1
    if events is not None:
        events.append(Event("passed", {"seat": int(state.active)}))


def send(state: OdinState, space: i64, means: i64, way: i64, events: list[Event] | None) -> None:
    """Vikings go to the space; the rest of the turn waits on the stack (OD-050)."""
    seat = state.active
    column = i64(state.tables.column[space])
    place = space if means == BY_VIKINGS else SPACES + column - 1
    vikings = vikings_needed(state, seat, space) if means == BY_VIKINGS else column
    anytime.remember(state)
    anytime.reset_order(state)
    state.frames.pop()
    state.add(seat, THING, -vikings)
    state.h[ON_SPACE + place] = i16(seat + 1 + 8 * vikings)
    state.last_placer = seat
    if column == 2:
        state.add(seat, TWOS, 1)
    if events is not None:
        kind = "sent" if means == BY_VIKINGS else "imitated"
        data = {"seat": int(seat), "space": state.tables.space_names[space], "count": int(vikings)}
        events.append(Event(kind, data))
    if state.get(seat, THING) == 3:
        effects.give(state, seat, THREE_VIKINGS, 1, events)
    state.frames.push(DO_END_TURN)
    if column == 4:
        state.frames.push(ASK_COLUMN_4, 1)
    begin_action(state, space, means, place, way)
    if column == 4:
        state.frames.push(ASK_COLUMN_4, 0)
    elif column == 3:
        state.frames.push(DO_DRAW, 1)


def begin_action(state: OdinState, space: i64, means: i64, place: i64, way: i64) -> None:
    state.space = space
    state.means = means
    state.stands_on = place
    state.pending = True
    state.used = False
    state.card_before = False
    forget_yield(state)
    ore = state.get(state.active, ORE)
    state.ore_before = ore if ore < 127 else 127
    state.frames.push(DO_AFTER)
    state.frames.push(DO_ACTION, way)
    state.frames.push(DO_BEFORE)


def forget_yield(state: OdinState) -> None:
    """A new action has yielded and cost nothing yet (OD-227)."""
    state.wood_received = 0
    state.kinds_taken = 0
    for at in range(i64(STONE_YIELD), CARDS_PLAYED + 1):
        state.h[at] = i16(0)


def first_verb(state: OdinState, space: i64) -> i64:
    """What the space is for: the first operation of its program."""
    table = state.tables.effects
    return i64(table.verb[i64(table.step_first[i64(table.program_first[i64(state.tables.program[space])])])])


def before(state: OdinState) -> None:
    """ "Right before" effects of played cards; all that apply are offered together (OD-050, OD-192)."""
    seat = state.active
    space = state.space
    tables = state.tables
    column = i64(tables.column[space])
    groups = i64(tables.groups[space])
    verb = first_verb(state, space)
    moments: i64 = 0
    if verb == OVERSEAS:
        moments |= bit(BEFORE_OVERSEAS) | bit(BEFORE_OVERSEAS_SPACE)
    elif verb == HUNTING:
        moments |= bit(BEFORE_HUNTING)
    if groups & bit(CRAFTING):
        moments |= bit(BEFORE_CRAFTING)
        if possible.pays_ore(state, space, possible.pending_way(state)):
            moments |= bit(BEFORE_CRAFTING_WITH_ORE)
    if groups & (bit(BUILD_HOUSES) | bit(BUILD_SHIPS)):
        moments |= bit(BEFORE_BUILDING)
    if column == 4:
        moments |= bit(BEFORE_COLUMN_4)
    elif column == 2 and state.means != BY_CARD:
        moments |= bit(BEFORE_TWO_VIKINGS)
    if moments:
        effects.fire_all(state, seat, moments)


def act(state: OdinState, way: i64, events: list[Event] | None) -> None:
    """The action of the space; if it has become unusable it ends without effect (OD-043)."""
    state.pending = False
    seat = state.active
    space = state.space
    if possible.way_fault(state, seat, space, way, 0):
        if events is not None:
            events.append(
                Event("no_effect", {"seat": int(seat), "space": state.tables.space_names[space]}, rule="OD-043")
            )
        return
    state.yielding = True
    other = possible.other_program(state, seat, space)
    program = i64(state.tables.program[space])
    if other >= 0 and way == 0:
        first = possible.program_fault(state, seat, program, space, 0)
        second = possible.program_fault(state, seat, other, space, 0)
        if first == 0 and second == 0:
            state.frames.push(ASK_STEP, -1, 0, 1)
            return
        if first:
            program = other
    if i64(state.tables.needs[space]) == 4 and supply.longships(state, seat):
        state.frames.push(DO_LONGSHIP_USED)
    effects.run_program(state, seat, program, effects.OF_SPACE + effects.WAY * way)


def after(state: OdinState, events: list[Event] | None) -> None:
    """ "Each time" and "right after" effects of the space (OD-050)."""
    seat = state.active
    space = state.space
    tables = state.tables
    state.yielding = False
    moments: i64 = 0
    if state.used:
        moments = moments_after(state, space)
    if state.means != BY_CARD:
        moments |= bit(AFTER_VIKING_ACTION)
    elif i64(state.h[CARDS_PLAYED]):
        moments |= bit(OCCUPATIONS_PLAYED)
    if moments:
        effects.fire_all(state, seat, moments)
    if events is not None and tables.space_names[space] == "plundering" and state.used:
        events.append(Event("plundered", {"seat": int(seat)}))


def moments_after(state: OdinState, space: i64) -> i64:
    """What a space that was used triggers, as bits."""
    tables = state.tables
    groups = i64(tables.groups[space])
    verb = first_verb(state, space)
    moments = bit(AFTER_SPACE)
    if verb == STRIP:
        moments |= bit(AFTER_MOUNTAIN)
    if groups & bit(CRAFTING):
        moments |= bit(AFTER_CRAFTING)
        if i64(state.h[PAID_KINDS]) & ORE_PAID:
            moments |= bit(AFTER_CRAFTING_WITH_ORE)
    if groups & bit(BUILD_HOUSES):
        moments |= bit(AFTER_BUILDING_HOUSES)
    if groups & bit(WEEKLY_MARKET):
        moments |= bit(AFTER_MARKET)
    if space == tables.overseas_2:
        moments |= bit(AFTER_OVERSEAS_2)
    if i64(tables.upgrade_1[space]):
        moments |= bit(AFTER_UPGRADE_1)
    if gives_one_silver(state, space):
        moments |= bit(SILVER_SPACE)
    if i64(state.h[FISH_YIELD]):
        moments |= bit(STOCKFISH_RECEIVED)
    return moments


def gives_one_silver(state: OdinState, space: i64) -> bool:
    """The eight spaces whose printed yield has exactly one silver (3A)."""
    return i64(state.tables.one_silver[space]) != 0


def end_turn(state: OdinState) -> None:
    """The turn is over and cannot be taken back any more (OD-282)."""
    state.space = -1
    state.stands_on = -1
    state.used = False
    state.yielding = False
    state.card_before = False
    state.raised += 1
    taught(state)
    forget_yield(state)


def taught(state: OdinState) -> None:
    """176B, after an action in which another card was played (OD-256)."""
    if i64(state.h[CARDS_PLAYED]):
        state.h[CARDS_PLAYED] = i16(0)
        effects.run_mandatory(state, state.active, OCCUPATIONS_PLAYED)


# Column bonuses and occupations


def fill_column_4(state: OdinState, out: Moves) -> None:
    """Before or after the action one card may be played, not both (OD-048)."""
    if not (state.frames.get(0) == 1 and state.card_before):
        fill_hand(state, out)
    out.add(SKIP)


def fill_hand(state: OdinState, out: Moves) -> None:
    seat = state.active
    if state.get(seat, HAND) == 0:
        return
    cards = state.cards
    for card in range(len(cards)):
        if i64(cards[card]) == IN_HAND + seat:
            out.add(PLAY_CARD + card)


def play_column_4(state: OdinState, move: i64, events: list[Event] | None) -> None:
    before_action = state.frames.get(0) == 0
    state.frames.pop()
    if move != SKIP:
        if before_action:
            state.card_before = True
        play_card(state, move - PLAY_CARD, events)


def play_card(state: OdinState, card: i64, events: list[Event] | None) -> None:
    """Face up in front of the seat; its immediate effects at once (OD-179, OD-183)."""
    seat = state.active
    state.cards[card] = u8(IN_PLAY + seat)
    state.add(seat, HAND, -1)
    state.add(seat, CARD_POINTS, i64(state.tables.card_points[card]))
    state.raised += 1
    if events is not None:
        events.append(Event("played", {"seat": int(seat), "card": state.tables.card_numbers[card]}))
    if card != state.tables.teacher:
        state.h[CARDS_PLAYED] = i16(i64(state.h[CARDS_PLAYED]) + 1)
    effects.fire(state, seat, AS_SOON_AS)
    table = state.tables.effects
    abilities = table.by_moment[PLAYED]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if i64(table.ability_card[ability]) == card:
            effects.run_program(state, seat, i64(table.ability_program[ability]), 0)


def fill_play(state: OdinState, out: Moves) -> None:
    """A card from the hand; after the first one may stop (OD-181, OD-D26)."""
    fill_hand(state, out)
    if state.frames.get(1) == 0 or out.count == 0:
        out.add(STOP)


def play_play(state: OdinState, move: i64, events: list[Event] | None) -> None:
    frames = state.frames
    left = frames.get(0)
    frames.pop()
    if move == STOP:
        return
    state.used = state.used or not state.pending
    if left > 1:
        frames.push(ASK_PLAY, left - 1, 0)
    if state.space < 0:
        frames.push(DO_TAUGHT)
    play_card(state, move - PLAY_CARD, events)


def draw(state: OdinState, events: list[Event] | None) -> None:
    """Draws into the hand; 99A may play a card instead, card by card (OD-247)."""
    left = state.frames.get(0)
    if left == 0:
        state.frames.pop()
        return
    state.frames.put(0, left - 1)
    seat = state.active
    if state.get(seat, HAND) and possible.plays_moment(state, seat, OCCUPATION_DRAWN):
        state.frames.push(ASK_DRAW)
    else:
        supply.draw_occupation(state, seat, events)


def fill_draw(state: OdinState, out: Moves) -> None:
    out.add(SKIP)
    if spares_card(state):
        fill_hand(state, out)


def spares_card(state: OdinState) -> bool:
    """Before an action the space may need the card in hand that 99A would play instead of drawing (OD-043)."""
    if not state.pending:
        return True
    state.add(state.active, HAND, -1)
    keeps = stays_usable(state)
    state.add(state.active, HAND, 1)
    return keeps


def play_draw(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    if move == SKIP:
        supply.draw_occupation(state, state.active, events)
    else:
        play_card(state, move - PLAY_CARD, events)


# Offers of played cards


def fill_offers(state: OdinState, out: Moves) -> None:
    """Optional effects that wait; before an action only what keeps the space usable (OD-043)."""
    base = state.frames.get(0)
    seat = state.active
    table = state.tables.effects
    for at in range(base, state.offer_count):
        ability = i64(state.h[OFFERS + at])
        if effects.offer_possible(state, seat, ability) and ability_keeps(state, ability):
            move = USE_CARD + i64(table.ability_card[ability])
            twice = False
            for index in range(out.count):
                if out.at(index) == move:
                    twice = True
            if not twice:
                out.add(move)
    if not (state.pending and out.count and possible.pending_fault(state)):
        out.add(DONE)


def ability_keeps(state: OdinState, ability: i64) -> bool:
    """Some way to use the effect leaves the space usable."""
    if not state.pending:
        return True
    table = state.tables.effects
    step = i64(table.program_first[i64(table.ability_program[ability])])
    for operation in range(i64(table.step_first[step]), i64(table.step_first[step + 1])):
        if keeps_usable(state, operation):
            return True
    return False


def play_offers(state: OdinState, move: i64, events: list[Event] | None) -> None:
    base = state.frames.get(0)
    if move == DONE:
        while state.offer_count > base:
            drop_last_offer(state)
        state.frames.pop()
        return
    seat = state.active
    table = state.tables.effects
    for at in range(base, state.offer_count):
        ability = i64(state.h[OFFERS + at])
        if i64(table.ability_card[ability]) == move - USE_CARD:
            for later in range(at + 1, state.offer_count):
                state.h[OFFERS + later - 1] = state.h[OFFERS + later]
            drop_last_offer(state)
            effects.card_event(state, seat, move - USE_CARD, events)
            effects.run_program(state, seat, i64(table.ability_program[ability]), effects.ACCEPTED)
            return


def drop_last_offer(state: OdinState) -> None:
    state.offer_count -= 1
    state.h[OFFERS + state.offer_count] = i16(0)


# Choices inside an action


def fill_step(state: OdinState, out: Moves) -> None:
    """The alternatives of a step, or to leave it out (OD-D10, OD-D11, OD-D27)."""
    step = state.frames.get(0)
    if step < 0:
        out.add(CHOOSE)
        out.add(CHOOSE + 1)
        return
    seat = state.active
    table = state.tables.effects
    space = state.space if state.frames.get(2) else -1
    first = i64(table.step_first[step])
    for operation in range(first, i64(table.step_first[step + 1])):
        if possible.operation_fault(state, seat, operation, space) == 0 and keeps_usable(state, operation):
            out.add(CHOOSE + operation - first)
    if state.frames.get(1) or out.count == 0:
        out.add(SKIP)


def keeps_usable(state: OdinState, operation: i64) -> bool:
    """What a card asks for before the action must leave the space usable (OD-043)."""
    table = state.tables.effects
    verb = i64(table.verb[operation])
    if not state.pending or (verb != SWAP and verb != SHIFT):
        return True
    trial = state.copy()
    if verb == SWAP:
        effects.swap(trial, state.active, i64(table.a[operation]), i64(table.b[operation]), 0, None)
    else:
        trial.add(state.active, SILVER, -1)
    return stays_usable(trial)


def stays_usable(state: OdinState) -> bool:
    """The space chosen can be used, perhaps with the help of "right before" cards."""
    return possible.gift_fault(state, state.active, state.space, possible.pending_way(state), 0) == 0


def play_step(state: OdinState, move: i64, events: list[Event] | None) -> None:
    step = state.frames.get(0)
    flags = state.frames.get(2)
    state.frames.pop()
    if step < 0:
        program = i64(state.tables.program[state.space])
        if move != CHOOSE:
            program = possible.other_program(state, state.active, state.space)
        effects.run_program(state, state.active, program, effects.OF_SPACE)
    elif move != SKIP:
        first = i64(state.tables.effects.step_first[step])
        state.yielding = flags != 0
        effects.perform(state, state.active, first + move - CHOOSE, flags, False, events)


# Upgrades (OD-128 to OD-133); the frame holds number, steps and filter, and the goods upgraded so far, seven bits each


def picked(picks: i64, good: i64, steps: i64) -> i64:
    """How many of this good were gained in this upgrade: they may not rise again (OD-129)."""
    gained: i64 = 0
    while picks:
        pick = picks & 127
        far: i64 = 1 if pick & 64 else 0
        from_good = (pick & 63) - 1
        result = from_good | 3 if steps == TO_BLUE else supply.upgraded(from_good, steps + far)
        if result == good:
            gained += 1
        picks >>= 7
    return gained


def fill_upgrade(state: OdinState, out: Moves, search: bool) -> None:
    frames = state.frames
    packed = frames.get(0)
    number = packed & 7
    steps = (packed >> 3) & 3
    kind = (packed >> 5) & 7
    last = frames.get(1)
    picks = frames.get(2)
    seat = state.active
    done = count_picks(picks)
    further = may_rise_further(state, number, steps, picks)
    for good in range(i64(GOODS)):
        if search and good < last:
            continue
        if left_to_choose(state, good) > picked(picks, good, steps):
            if kind == ALIKE and picks and alike(good) != alike((picks & 63) - 1):
                continue
            if possible.upgradable(good, steps, kind):
                out.add(UPGRADE_GOOD + good)
                if further and possible.upgradable(good, 2, kind):
                    out.add(UPGRADE_FAR + good)
    if done == 0 and packed & effects.UPGRADE_OR_FUR:
        if state.get(seat, GAME_MEAT):
            out.add(CHOOSE)
        if state.get(seat, SILK):
            out.add(CHOOSE + 1)
    if done or packed & 256:
        out.add(STOP)


def left_to_choose(state: OdinState, good: i64) -> i64:
    """Goods in the supply without those that cards have brought meanwhile: only what was there may be chosen (OD-129)."""
    return state.get(state.active, good) - i64(state.h[BROUGHT + good])


def alike(good: i64) -> i64:
    """Pregnant and other animals are one type (83A)."""
    return good + 1 if good in (PREGNANT_SHEEP, PREGNANT_CATTLE) else good


def count_picks(picks: i64) -> i64:
    number: i64 = 0
    while picks:
        number += 1
        picks >>= 7
    return number


def may_rise_further(state: OdinState, number: i64, steps: i64, picks: i64) -> bool:
    """152A: in an upgrade of 3 or 4 goods one may rise two steps."""
    if steps != 1 or not state.hook(state.active, UPGRADE_FURTHER):
        return False
    if number < 3:
        return False
    while picks:
        if picks & 64:
            return False
        picks >>= 7
    return True


def play_upgrade(state: OdinState, move: i64, events: list[Event] | None) -> None:
    frames = state.frames
    packed = frames.get(0)
    picks = frames.get(2)
    if move == STOP:
        frames.pop()
        end_upgrade(state, packed, picks)
        return
    if move < PLAY_CARD:
        frames.pop()
        change_good(state, GAME_MEAT if move == CHOOSE else SILK, FUR, events)
        state.used = True
        return
    far: i64 = 1 if move >= UPGRADE_FAR else 0
    good = move - UPGRADE_FAR if far else move - UPGRADE_GOOD
    steps = (packed >> 3) & 3
    result = good | 3 if steps == TO_BLUE else supply.upgraded(good, steps + far)
    state.used = state.used or packed & effects.UPGRADE_OF_SPACE != 0
    picks = picks * 128 + (good + 1) + 64 * far
    if count_picks(picks) == packed & 7:
        frames.pop()
        end_upgrade(state, packed, picks)
    else:
        frames.put(1, good)
        frames.put(2, picks)
    change_good(state, good, result, events)


def change_good(state: OdinState, good: i64, result: i64, events: list[Event] | None) -> None:
    """A good of the supply becomes another."""
    seat = state.active
    state.add(seat, good, -1)
    state.add(seat, result, 1)
    if events is not None:
        data = {"seat": int(seat), "item": ITEM_NAMES[good], "result": ITEM_NAMES[result]}
        events.append(Event("upgraded", data))
    effects.arrive(state, seat, result, 1, events)


def end_upgrade(state: OdinState, packed: i64, picks: i64) -> None:
    """Stockfish that the upgrade has made are received: by the space, or in an action of a card's own (175B)."""
    effects.end_choosing_goods(state)
    made = picked(picks, STOCKFISH, (packed >> 3) & 3)
    if made == 0:
        return
    if packed & effects.UPGRADE_OF_SPACE:
        state.h[FISH_YIELD] = i16(i64(state.h[FISH_YIELD]) + made)
    else:
        effects.fire(state, state.active, STOCKFISH_RECEIVED)


# Mountain strips (OD-124 to OD-127)


def fill_strip(state: OdinState, out: Moves, search: bool) -> None:
    """Strip and number of items; strips with the same rest are one (OD-D14)."""
    packed = state.frames.get(0)
    used = state.frames.get(1)
    of_space = state.frames.get(2) & effects.OF_SPACE != 0
    most = packed & 15
    hard = (packed >> 4) & 1
    rest = state.tables.strip_rest
    h = state.h
    for strip in range(i64(8)):
        left = i64(h[STRIP_LEFT + strip])
        if left == 0 or used & bit(strip) or not possible.strip_open(state, strip, hard):
            continue
        if search and of_space and strip_comes_late(state, strip):
            continue
        same = False
        for other in range(strip):
            their = i64(h[STRIP_LEFT + other])
            if their and not used & bit(other) and i64(rest[other * 8 + their]) == i64(rest[strip * 8 + left]):
                same = True
        if same:
            continue
        if state.pending and not keeps_after_strip(state, strip):
            continue
        for number in range(1, (most if most < left else left) + 1):
            out.add(MINE + strip * 4 + number - 1)
    if packed >= 32 or (out.count == 0 and not search):
        out.add(SKIP)


def strip_comes_late(state: OdinState, strip: i64) -> bool:
    """In search the strips of one action are taken in rising order, unless the first taking needed its greater number."""
    return (state.kinds_taken >> 16) > strip


def keeps_after_strip(state: OdinState, strip: i64) -> bool:
    """A "right before" taking must leave the space usable (OD-043)."""
    if possible.pending_fault(state) == 0:
        return True
    trial = state.copy()
    effects.take_from_strip(trial, state.active, strip, 1, None)
    gifts = possible.gifts_waiting(state, 0)
    return possible.gifts_help(trial, state.active, state.space, possible.pending_way(state), gifts)


def play_strip(state: OdinState, move: i64, events: list[Event] | None) -> None:
    flags = state.frames.get(2)
    state.frames.pop()
    if move == SKIP:
        return
    strip = (move - MINE) // 4
    number = (move - MINE) % 4 + 1
    if flags & effects.OF_SPACE:
        state.used = True
        state.yielding = True
        state.kinds_taken |= bit(8 + strip)
        if number <= 2:
            state.kinds_taken = (state.kinds_taken & 65535) + 65536 * strip
    else:
        state.yielding = False
    effects.take_from_strip(state, state.active, strip, number, events)


# Trade, sale, forge (OD-122, OD-136, OD-137)


def fill_trade(state: OdinState, out: Moves, search: bool) -> None:
    done = state.frames.get(0)
    for good in range(i64(GREEN), GOODS, 4):
        if left_to_choose(state, good) > 0 and not done & bit(good):
            if not search or done < bit(good):
                out.add(TRADE + good)
    out.add(STOP)


def play_trade(state: OdinState, move: i64, events: list[Event] | None) -> None:
    if move == STOP:
        state.frames.pop()
        effects.end_choosing_goods(state)
        return
    good = move - TRADE
    seat = state.active
    state.add(seat, good, -1)
    state.add(seat, good + 1, 1)
    state.frames.put(0, state.frames.get(0) | bit(good))
    if events is not None:
        data = {"seat": int(seat), "item": ITEM_NAMES[good], "result": ITEM_NAMES[good + 1]}
        events.append(Event("traded", data))
    effects.arrive(state, seat, good + 1, 1, events)


def fill_sale(state: OdinState, out: Moves, search: bool) -> None:
    first = state.frames.get(1)
    seat = state.active
    for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
        if possible.sale_open(state, seat, tile, first) and not (search and tile < first):
            out.add(TAKE + tile)
    if first >= 0 or out.count == 0:
        out.add(STOP)


def play_sale(state: OdinState, move: i64, events: list[Event] | None) -> None:
    first = state.frames.get(1)
    state.frames.pop()
    if move == STOP:
        return
    tile = move - TAKE
    seat = state.active
    state.used = True
    supply.pay(state, seat, SILVER, possible.sale_price(state, seat, tile, first), events)
    supply.gain(state, seat, tile, 1, events)
    if first < 0:
        state.frames.push(ASK_SALE, 0, tile)


def fill_forge(state: OdinState, out: Moves) -> None:
    for tile in range(i64(BLUE), GOODS, 4):
        if i64(state.tables.forge[tile]):
            out.add(TAKE + tile)
    for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
        if i64(state.tables.forge[tile]) and i64(state.h[OVAL + tile - SPECIAL]):
            out.add(TAKE + tile)


def play_forge(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    supply.gain(state, state.active, move - TAKE, 1, events)


# Exploration and emigration (OD-138 to OD-146)


def fill_explore(state: OdinState, out: Moves) -> None:
    column = state.frames.get(0)
    for number in range(i64(4)):
        if possible.board_claimable(state, state.active, number, column):
            out.add(EXPLORE_BOARD + boards.grid_of(state, FIRST_EXPLORATION + number) - 1)


def play_explore(state: OdinState, move: i64, events: list[Event] | None) -> None:
    """The board, and the silver that lies on it (OD-138)."""
    state.frames.pop()
    grid = move - EXPLORE_BOARD + 1
    number = (grid - 1) % 4
    seat = state.active
    state.used = True
    silver = i64(state.h[BOARD_SILVER + number])
    state.h[BOARD_SILVER + number] = i16(0)
    state.h[BOARD_OWNER + FIRST_EXPLORATION + number] = i16(seat + 1)
    state.add(seat, MINUS, i64(state.tables.grids.minus_total[grid]))
    if events is not None:
        events.append(Event("explored", {"seat": int(seat), "board": FACES[grid - 1], "silver": int(silver)}))
    state.yielding = False
    supply.gain(state, seat, SILVER, silver, events)
    state.frames.push(DO_LONGSHIP_USED)
    effects.fire(state, seat, SAILED_AWAY)


def fill_emigrate(state: OdinState, out: Moves) -> None:
    seat = state.active
    terms = state.frames.get(1)
    if possible.emigration_fault(state, seat, terms) == 0:
        for ship in range(i64(5)):
            if state.get(seat, KNARR + ship) and emigrating_keeps(state, ship, terms):
                out.add(EMIGRATE_SHIP + ship)
    if state.frames.get(0) or out.count == 0:
        out.add(SKIP)


def emigrating_keeps(state: OdinState, ship: i64, terms: i64) -> bool:
    """Before an action the ship and the silver must be spared for the space (OD-043)."""
    if not state.pending:
        return True
    trial = state.copy()
    trial.add(state.active, SILVER, -possible.emigration_price(state, state.active, terms))
    trial.add(state.active, KNARR + ship, -1)
    return stays_usable(trial)


def play_emigrate(state: OdinState, move: i64, events: list[Event] | None) -> None:
    """The ship leaves the bay for the Banquet Table, its ore is lost (OD-113, OD-143)."""
    terms = state.frames.get(1)
    state.frames.pop()
    if move == SKIP:
        return
    seat = state.active
    ship = move - EMIGRATE_SHIP
    state.used = state.used or terms == PRICE_OF_SPACE
    supply.pay(state, seat, SILVER, possible.emigration_price(state, seat, terms), events)
    state.add(seat, KNARR + ship, -1)
    state.add(seat, EMIGRATED_LONGSHIP if ship else EMIGRATED_KNARR, 1)
    if events is not None:
        events.append(Event("emigrated", {"seat": int(seat), "ship": EMIGRANTS[ship]}))
    effects.fire_all(state, seat, bit(SAILED_AWAY) | (bit(LONGSHIP_USED) if ship else 0))


def fill_swap_boat(state: OdinState, out: Moves) -> None:
    seat = state.active
    if state.get(seat, BOAT):
        out.add(SWAP_FOR_KNARR)
    if state.get(seat, ARMED_BOAT):
        out.add(SWAP_FOR_KNARR + 1)
    if state.frames.get(0):
        out.add(SKIP)


def play_swap_boat(state: OdinState, move: i64, events: list[Event] | None) -> None:
    state.frames.pop()
    if move == SKIP:
        return
    seat = state.active
    state.used = True
    supply.pay(state, seat, BOAT + move - SWAP_FOR_KNARR, 1, events)
    supply.gain(state, seat, KNARR, 1, events)
    effects.ship_came(state, seat, True)


def longship_used(state: OdinState) -> None:
    """12A: a longship counts as used whenever one is owned and fits (OD-275)."""
    seat = state.active
    if supply.longships(state, seat):
        effects.fire(state, seat, LONGSHIP_USED)


# Cards that use spaces or move Vikings


def fill_follow(state: OdinState, out: Moves) -> None:
    seat = state.active
    for space in range(i64(SPACES)):
        if possible.follow_fault(state, seat, space) == 0:
            add_sending(state, seat, space, SEND, SEND_FOR, out)
    out.add(SKIP)


def play_follow(state: OdinState, move: i64, events: list[Event] | None) -> None:
    """Uses an occupied space without Vikings; what was going on is put aside (OD-246, OD-280)."""
    state.frames.pop()
    if move == SKIP:
        return
    space = move - SEND if move < SEND_FOR else (move - SEND_FOR) // 2
    way: i64 = 0 if move < SEND_FOR else (move - SEND_FOR) % 2 + 1
    if events is not None:
        data = {"seat": int(state.active), "space": state.tables.space_names[space]}
        events.append(Event("followed", data, rule="OD-246"))
    push_restore(state)
    begin_action(state, space, BY_CARD, -1, way)


def push_restore(state: OdinState) -> None:
    """Puts the action that is going on aside (OD-280)."""
    h = state.h
    packed = state.space + 1 + 64 * state.means + 256 * (state.stands_on + 1)
    packed += 32768 * (1 if state.pending else 0) + 65536 * (1 if state.used else 0)
    packed += 131072 * (1 if state.card_before else 0)
    packed += 262144 * i64(h[CARDS_PLAYED]) + 4194304 * i64(h[PAID_KINDS])
    received = (
        state.wood_received + 128 * state.ore_before + 16384 * i64(h[STONE_YIELD]) + 524288 * i64(h[SILVER_YIELD])
    )
    state.frames.push(DO_RESTORE, packed, received + 33554432 * i64(h[FISH_YIELD]), state.kinds_taken)


def restore(state: OdinState) -> None:
    h = state.h
    packed = state.frames.get(0)
    received = state.frames.get(1)
    state.kinds_taken = state.frames.get(2)
    state.frames.pop()
    state.wood_received = received & 127
    state.ore_before = (received >> 7) & 127
    h[STONE_YIELD] = i16((received >> 14) & 31)
    h[SILVER_YIELD] = i16((received >> 19) & 63)
    h[FISH_YIELD] = i16(received >> 25)
    state.space = (packed & 63) - 1
    state.means = (packed >> 6) & 3
    state.stands_on = ((packed >> 8) & 127) - 1
    state.pending = packed & 32768 != 0
    state.used = packed & 65536 != 0
    state.card_before = packed & 131072 != 0
    h[CARDS_PLAYED] = i16((packed >> 18) & 15)
    h[PAID_KINDS] = i16(packed >> 22)


def fill_call_back(state: OdinState, out: Moves) -> None:
    """76A: one Viking from each chosen column-4 space; spaces left out are passed over in rising order."""
    done = state.frames.get(0)
    for place in range(done, SPACES + 4):
        if possible.on_column_4(state, state.active, place):
            out.add(CALL_BACK + place)
    out.add(STOP)


def play_call_back(state: OdinState, move: i64, events: list[Event] | None) -> None:
    back = state.frames.get(1)
    if move == STOP:
        state.frames.pop()
        dice.came_back(state, back, events)
        return
    place = move - CALL_BACK
    state.frames.put(0, place + 1)
    state.frames.put(1, back + 1)
    dice.return_vikings(state, place, 1, events)


def fill_shift(state: OdinState, out: Moves) -> None:
    """66A: an orange good one or two steps up and to the right in the goods boxes; 88C: any good one step up and to the left."""
    seat = state.active
    direction = state.frames.get(0)
    for good in range(i64(GOODS)):
        if state.get(seat, good):
            if possible.shifted(good, 1, direction) >= 0:
                out.add(UPGRADE_GOOD + good)
            if direction == SHIFT_RIGHT and possible.shifted(good, 2, direction) >= 0:
                out.add(UPGRADE_FAR + good)
    out.add(SKIP)


def play_shift(state: OdinState, move: i64, events: list[Event] | None) -> None:
    direction = state.frames.get(0)
    state.frames.pop()
    if move == SKIP:
        return
    supply.pay(state, state.active, SILVER, 1, events)
    if move >= UPGRADE_FAR:
        change_good(state, move - UPGRADE_FAR, possible.shifted(move - UPGRADE_FAR, 2, direction), events)
    else:
        change_good(state, move - UPGRADE_GOOD, possible.shifted(move - UPGRADE_GOOD, 1, direction), events)
