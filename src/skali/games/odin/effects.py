"""What operations do: one interpreter for action spaces and occupations (OD-115 to OD-134, OD-183 to OD-192).

A program runs step by step as a frame on the stack. A step that leaves a choice puts a frame that asks on top of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64

from skali.core.bits import bit, popcount
from skali.core.protocol import Event
from skali.games.odin import boards, supply
from skali.games.odin.components import (
    BOARDS,
    FIRST_EXPLORATION,
    FIRST_STONE_HOUSE,
    GROUPS,
    SPACES,
)
from skali.games.odin.effects_text import (
    ANIMAL_KINDS,
    BEFORE_COLUMN_4,
    BEFORE_CRAFTING,
    BONUS,
    BREEDING,
    CATTLE_ADDED,
    DRAW,
    EMIGRATE,
    EMIGRATION_DISCOUNT,
    EXPLORE,
    FEAST,
    FOLLOW,
    FORGE,
    GAIN,
    HOUSES,
    HUNTING,
    KINDS_TAKEN,
    KNARR_AS_LONGSHIP,
    LARGE_SHIP_BUILT,
    LAY_SNARE,
    LIVESTOCK_DISCOUNT,
    MEAD_SERVED,
    MEAT_SERVED,
    MEATS,
    ONCE,
    OVERSEAS,
    PILLAGING,
    PLACE_ORE,
    PLAY,
    PLAYERS,
    RAIDING,
    RETURN_COLUMN_4,
    SALE,
    SHIFT,
    STRIP,
    SWAP,
    SWAP_BOAT,
    TIER,
    TO_BLUE,
    UPGRADE,
    VIKINGS_ON_CRAFTING,
    WHALING,
    WOOD_RECEIVED,
)
from skali.games.odin.items import (
    BOARD_OWNER,
    BOAT,
    CATTLE,
    EMIGRATED_KNARR,
    EMIGRATED_LONGSHIP,
    GAME_MEAT,
    GOODS,
    GREEN,
    HAND,
    KNARR,
    LONG_HOUSE,
    LONGSHIP,
    MAX_OFFERS,
    MEAD,
    OFFERS,
    ON_SPACE,
    ORE,
    OVAL,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    SALT_MEAT,
    SERVED,
    SHEEP,
    SILVER,
    SPECIAL,
    SPECIALS,
    STONE_HOUSE,
    STRIP_LEFT,
    WHALE_MEAT,
    WOOD,
)
from skali.games.odin.phases import (
    ASK_ARM,
    ASK_CALL_BACK,
    ASK_DIE,
    ASK_EMIGRATE,
    ASK_EXPLORE,
    ASK_FOLLOW,
    ASK_FORGE,
    ASK_OFFERS,
    ASK_PLAY,
    ASK_SALE,
    ASK_SHIFT,
    ASK_STEP,
    ASK_STRIP,
    ASK_SWAP_BOAT,
    ASK_TRADE,
    ASK_UPGRADE,
    DO_DRAW,
    DO_FEAST,
    DO_PROGRAM,
    DO_ROLL,
    HUNT,
    PILLAGE,
    RAID,
    SNARING,
    WHALE_1,
    WHALE_3,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

OD_042_ONE_EFFECT: Final = 42
OD_115_COST: Final = 115
OD_120_ANIMALS: Final = 120
OD_124_STRIP: Final = 124
OD_133_AT_LEAST_ONE: Final = 133
OD_135_SHIP: Final = 135
OD_137_SALE: Final = 137
OD_138_CLAIMING: Final = 138
OD_143_EMIGRATION: Final = 143
OD_144_ROOM: Final = 144
OD_146_SWAP: Final = 146
OD_147_NEEDS_CARD: Final = 147

LIVESTOCK: Final = GROUPS.index("livestock_market")
CRAFTING: Final = GROUPS.index("crafting")

OF_SPACE: Final = 1
"""Flags of a program that is running: it belongs to the space that is used; its first step has been accepted; the way chosen."""
ACCEPTED: Final = 2
WAY: Final = 4


# Counting


def count(state: OdinState, seat: i64, code: i64) -> i64:
    """How many there are of what a card counts (OD-193)."""
    if code == ONCE:
        return 1
    if code < PLAYERS:
        if code == LONGSHIP:
            return supply.longships(state, seat)
        if code == BOAT:
            return supply.boats(state, seat)
        if code in (SHEEP, CATTLE):
            return supply.animals(state, seat, code)
        return state.get(seat, code)
    if code == PLAYERS:
        return state.seats
    if code == HOUSES:
        return state.get(seat, STONE_HOUSE) + state.get(seat, LONG_HOUSE)
    if code == ANIMAL_KINDS:
        sheep: i64 = 1 if supply.animals(state, seat, SHEEP) else 0
        return sheep + (1 if supply.animals(state, seat, CATTLE) else 0)
    if code == VIKINGS_ON_CRAFTING:
        return vikings_on_group(state, seat, CRAFTING)
    if code == KINDS_TAKEN:
        return popcount(state.kinds_taken & 15)
    if code == WOOD_RECEIVED:
        return state.wood_received
    if code == MEAT_SERVED:
        return i64(state.h[SERVED + GAME_MEAT]) + i64(state.h[SERVED + WHALE_MEAT])
    if code == MEAD_SERVED:
        return i64(state.h[SERVED + MEAD])
    return 0


def vikings_on_group(state: OdinState, seat: i64, group: i64) -> i64:
    """Own Vikings of this round on the spaces of a group; imitation spaces do not count (OD-151, OD-218)."""
    total: i64 = 0
    for space in range(i64(SPACES)):
        if i64(state.tables.groups[space]) & bit(group):
            on = i64(state.h[ON_SPACE + space])
            if on & 7 == seat + 1 and on < 64:
                total += on >> 3
    return total


def tier_bundle(state: OdinState, seat: i64, operation: i64) -> i64:
    """The reward for the count: exact rows first, then the highest row that is reached (OD-187)."""
    effects = state.tables.effects
    number = count(state, seat, i64(effects.a[operation]))
    first = i64(effects.b[operation])
    found: i64 = 0
    for row in range(first, first + i64(effects.c[operation])):
        need = i64(effects.tier_count[row])
        if number == need or (number > need and i64(effects.tier_more[row])):
            found = i64(effects.tier_bundle[row])
    return found


# What is possible


def silver_price(state: OdinState, seat: i64, silver: i64, space: i64) -> i64:
    """The silver to pay on a space, with the discount of a card (1A)."""
    if silver and space >= 0 and i64(state.tables.groups[space]) & bit(LIVESTOCK):
        if state.hook(seat, LIVESTOCK_DISCOUNT):
            return silver - 1
    return silver


def can_pay(state: OdinState, seat: i64, bundle: i64, space: i64) -> bool:
    effects = state.tables.effects
    for at in range(i64(effects.bundle_first[bundle]), i64(effects.bundle_first[bundle + 1])):
        item = i64(effects.bundle_item[at])
        need = i64(effects.bundle_count[at])
        if item == SILVER:
            need = silver_price(state, seat, need, space)
        if state.get(seat, item) < need:
            return False
    return True


def can_receive(state: OdinState, seat: i64, bundle: i64) -> i64:
    """The rule that keeps the seat from receiving anything of the bundle, 0 if something can be received (OD-117)."""
    effects = state.tables.effects
    first = i64(effects.bundle_first[bundle])
    end = i64(effects.bundle_first[bundle + 1])
    fault: i64 = 0
    for at in range(first, end):
        item = i64(effects.bundle_item[at])
        why = supply.receive_fault(state, seat, item)
        if why == 0:
            return 0
        fault = why
    return fault


def operation_fault(state: OdinState, seat: i64, operation: i64, space: i64) -> i64:
    """The rule that forbids an operation now, 0 if it is possible. ``space`` is where it is done, -1 for a card."""
    effects = state.tables.effects
    verb = i64(effects.verb[operation])
    if verb == GAIN:
        return 0
    if verb == SWAP:
        if not can_pay(state, seat, i64(effects.a[operation]), space):
            return OD_115_COST
        return can_receive(state, seat, i64(effects.b[operation]))
    if verb == TIER:
        return 0 if tier_bundle(state, seat, operation) else OD_120_ANIMALS
    if verb == STRIP:
        return 0 if any_strip(state, i64(effects.c[operation])) else OD_124_STRIP
    if verb == UPGRADE:
        steps = i64(effects.b[operation])
        return 0 if any_upgrade(state, seat, steps, i64(effects.c[operation])) else OD_133_AT_LEAST_ONE
    if verb == EXPLORE:
        return 0 if any_board(state, i64(effects.a[operation])) else OD_138_CLAIMING
    if verb == OVERSEAS:
        return 0 if state.get(seat, SILVER) else OD_115_COST
    if verb == SALE:
        return 0 if any_sale(state, seat) else OD_137_SALE
    if verb == FORGE:
        return 0 if state.get(seat, ORE) else OD_115_COST
    if verb == PLAY:
        return 0 if state.get(seat, HAND) else OD_147_NEEDS_CARD
    if verb == EMIGRATE:
        return emigration_fault(state, seat)
    if verb == SWAP_BOAT:
        full = supply.large_ships(state, seat) >= supply.LARGE_STAGES
        return OD_146_SWAP if full or supply.boats(state, seat) == 0 else 0
    return _card_operation_fault(state, seat, verb)


def _card_operation_fault(state: OdinState, seat: i64, verb: i64) -> i64:
    """Operations that only cards have."""
    if verb == SHIFT:
        return 0 if state.get(seat, SILVER) and any_orange(state, seat) else OD_115_COST
    if verb == RETURN_COLUMN_4:
        for place in range(i64(SPACES + 4)):
            if on_column_4(state, seat, place):
                return 0
        return OD_042_ONE_EFFECT
    if verb == FOLLOW:
        for space in range(i64(SPACES)):
            if follow_fault(state, seat, space) == 0:
                return 0
        return OD_042_ONE_EFFECT
    if verb == BONUS:
        for board in range(i64(FIRST_STONE_HOUSE), BOARDS):
            if boards.owner(state, board) == seat:
                return 0
        return OD_042_ONE_EFFECT
    return 0


def step_possible(state: OdinState, seat: i64, step: i64, space: i64) -> bool:
    effects = state.tables.effects
    for operation in range(i64(effects.step_first[step]), i64(effects.step_first[step + 1])):
        if operation_fault(state, seat, operation, space) == 0:
            return True
    return False


def any_strip(state: OdinState, hard: i64) -> bool:
    """A strip lies face up; with ``hard`` its next item must be stone or ore (164A)."""
    for strip in range(i64(8)):
        if strip_open(state, strip, hard):
            return True
    return False


def strip_open(state: OdinState, strip: i64, hard: i64) -> bool:
    left = i64(state.h[STRIP_LEFT + strip])
    if left == 0:
        return False
    if not hard:
        return True
    item = i64(state.tables.strip_items[strip * 7 + 7 - left])
    return item == 1 or item == 2


def upgradable(good: i64, steps: i64, kind: i64) -> bool:
    """Whether a good can rise so far: never past blue, doubles exactly two steps (OD-128 to OD-132)."""
    colour = boards.colour(good)
    if kind == MEATS:
        if good == SALT_MEAT:
            return True
        if good == GAME_MEAT:
            return True
        return good == WHALE_MEAT
    if steps == TO_BLUE:
        return colour <= GREEN
    return colour + steps <= 3


def any_upgrade(state: OdinState, seat: i64, steps: i64, kind: i64) -> bool:
    for good in range(i64(GOODS)):
        if state.get(seat, good) and upgradable(good, steps, kind):
            return True
    return False


def any_orange(state: OdinState, seat: i64) -> bool:
    for good in range(i64(0), GOODS, 4):
        if good != PREGNANT_SHEEP and good != PREGNANT_CATTLE and state.get(seat, good):
            return True
    return False


def board_column(grid: i64) -> i64:
    """The exploration space on which a face is claimed: 1, 2 or 3 (OD-135)."""
    if grid <= 2:
        return 1
    return 2 if grid <= 5 else 3


def board_open(state: OdinState, number: i64) -> bool:
    return i64(state.h[BOARD_OWNER + FIRST_EXPLORATION + number]) == 0


def any_board(state: OdinState, column: i64) -> bool:
    for number in range(i64(4)):
        if board_open(state, number):
            if board_column(boards.grid_of(state, FIRST_EXPLORATION + number)) == column:
                return True
    return False


def any_sale(state: OdinState, seat: i64) -> bool:
    for tile in range(i64(SPECIALS)):
        if sale_open(state, seat, SPECIAL + tile):
            return True
    return False


def sale_open(state: OdinState, seat: i64, tile: i64) -> bool:
    price = i64(state.tables.price[tile])
    return i64(state.h[OVAL + tile - SPECIAL]) != 0 and 0 <= price <= state.get(seat, SILVER)


def emigration_price(state: OdinState, seat: i64) -> i64:
    """The round number, less the discount of a card (OD-143, 170a)."""
    price = state.round - (2 if state.hook(seat, EMIGRATION_DISCOUNT) else 0)
    return price if price > 0 else 0


def emigrated(state: OdinState, seat: i64) -> i64:
    return state.get(seat, EMIGRATED_KNARR) + state.get(seat, EMIGRATED_LONGSHIP)


def emigration_fault(state: OdinState, seat: i64) -> i64:
    if supply.large_ships(state, seat) == 0:
        return OD_143_EMIGRATION
    if 2 * (emigrated(state, seat) + 1) > state.vikings():
        return OD_144_ROOM
    return 0 if state.get(seat, SILVER) >= emigration_price(state, seat) else OD_143_EMIGRATION


def needs_fault(state: OdinState, seat: i64, space: i64) -> i64:
    """Ships that a space needs; with 147A a knarr counts as a longship (OD-135, OD-163, OD-240)."""
    need = i64(state.tables.needs[space])
    if need == 0:
        return 0
    knarrs = state.get(seat, KNARR)
    long = supply.longships(state, seat)
    if need == 1:
        return 0 if supply.boats(state, seat) else OD_135_SHIP
    if need == 2:
        return 0 if knarrs else OD_135_SHIP
    if need == 5:
        return 0 if knarrs + long + supply.boats(state, seat) else OD_135_SHIP
    if need == 6:
        return 0 if knarrs + long else OD_135_SHIP
    if state.hook(seat, KNARR_AS_LONGSHIP):
        long += knarrs
    return 0 if long >= (2 if need == 4 else 1) else OD_135_SHIP


def program_fault(state: OdinState, seat: i64, program: i64, space: i64, drawn: i64) -> i64:
    """Why no effect of a space's program can be used, 0 if one can. ``drawn`` cards of column 3 count as in hand (OD-147)."""
    effects = state.tables.effects
    first = i64(effects.program_first[program])
    end = i64(effects.program_first[program + 1])
    fault: i64 = OD_042_ONE_EFFECT
    for step in range(first, end):
        operation = i64(effects.step_first[step])
        verb = i64(effects.verb[operation])
        must = verb == SWAP and not i64(effects.optional[step])
        if verb == PLAY:
            must = True
            if state.get(seat, HAND) or (drawn and supply.pile_left(state)):
                if end - first == 1:
                    return 0
                continue
            return OD_147_NEEDS_CARD
        here: i64 = OD_042_ONE_EFFECT
        for each in range(operation, i64(effects.step_first[step + 1])):
            here = operation_fault(state, seat, each, space)
            if here == 0:
                break
        if here == 0:
            if not must or end - first == 1:
                return 0
        elif must:
            return here
        elif fault == OD_042_ONE_EFFECT:
            fault = here
    return fault


def space_fault(state: OdinState, seat: i64, space: i64, drawn: i64) -> i64:
    """Why a space cannot be used now, whoever stands on it (OD-042, OD-043); 0 if it can."""
    fault = needs_fault(state, seat, space)
    if fault:
        return fault
    fault = program_fault(state, seat, i64(state.tables.program[space]), space, drawn)
    if fault and i64(state.tables.other_program[space]) >= 0:
        return program_fault(state, seat, i64(state.tables.other_program[space]), space, drawn)
    return fault


def gift_fault(state: OdinState, seat: i64, space: i64, drawn: i64) -> i64:
    """The same, counting the item that a "right before" card may take from a strip (OD-043, OD-258)."""
    fault = space_fault(state, seat, space, drawn)
    if fault == 0 or fault == OD_135_SHIP:
        return fault
    crafting = i64(state.tables.groups[space]) & bit(CRAFTING) and plays_moment(state, seat, BEFORE_CRAFTING)
    fourth = i64(state.tables.column[space]) == 4 and plays_moment(state, seat, BEFORE_COLUMN_4)
    if not crafting and not fourth:
        return fault
    for strip in range(i64(8)):
        if strip_open(state, strip, 0 if crafting else 1) and makes_usable(state, seat, space, strip):
            return 0
    return fault


def makes_usable(state: OdinState, seat: i64, space: i64, strip: i64) -> bool:
    """Whether the next item of the strip makes the space usable."""
    left = i64(state.h[STRIP_LEFT + strip])
    item = i64(state.tables.strip_items[strip * 7 + 7 - left])
    gift: i64 = SILVER if item == 3 else WOOD + item
    amount: i64 = 2 if item == 3 else 1
    state.add(seat, gift, amount)
    fault = space_fault(state, seat, space, 0)
    state.add(seat, gift, -amount)
    return fault == 0


def plays_moment(state: OdinState, seat: i64, moment: i64) -> bool:
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    for at in range(len(abilities)):
        if state.has_card(seat, i64(effects.ability_card[i64(abilities[at])])):
            return True
    return False


def on_column_4(state: OdinState, seat: i64, place: i64) -> bool:
    """Own Vikings of this round stand on this column-4 space or on the imitation space of column 4."""
    column = i64(state.tables.column[place]) if place < SPACES else place - SPACES + 1
    on = i64(state.h[ON_SPACE + place])
    return column == 4 and on & 7 == seat + 1 and on < 64


def follow_fault(state: OdinState, seat: i64, space: i64) -> i64:
    """77A: a column-2 space that anybody occupies in this round, usable by the seat (OD-246)."""
    on = i64(state.h[ON_SPACE + space])
    if i64(state.tables.column[space]) != 2 or on == 0:
        return 246
    return space_fault(state, seat, space, 0)


# What happens


def run_program(state: OdinState, seat: i64, program: i64, flags: i64) -> None:
    state.frames.push(DO_PROGRAM, program, 0, flags)


def run_from(state: OdinState, program: i64, index: i64) -> None:
    """The rest of a program whose first steps are done."""
    state.frames.push(DO_PROGRAM, program, index, 0)


def go_on(state: OdinState, events: list[Event] | None) -> None:
    """The next step of the program on top of the stack."""
    frames = state.frames
    program = frames.get(0)
    index = frames.get(1)
    flags = frames.get(2)
    effects = state.tables.effects
    step = i64(effects.program_first[program]) + index
    if step == i64(effects.program_first[program + 1]):
        frames.pop()
        return
    frames.put(1, index + 1)
    seat = state.active
    of_space = flags & OF_SPACE
    space = state.space if of_space else -1
    state.yielding = of_space != 0
    if index > 0:
        state.between = True
    first = i64(effects.step_first[step])
    operations = i64(effects.step_first[step + 1]) - first
    optional = i64(effects.optional[step]) != 0 and not (index == 0 and flags & ACCEPTED)
    way = flags // WAY
    if index == 0 and way:
        perform(state, seat, first + way - 1, flags, False, events)
        return
    if operations > 1 or (optional and asks_first(i64(effects.verb[first]))):
        if step_possible(state, seat, step, space):
            skip: i64 = 1 if optional and may_skip(state, program, index, flags) else 0
            frames.push(ASK_STEP, step, skip, flags & OF_SPACE)
        return
    if operation_fault(state, seat, first, space) == 0:
        skippable = optional or (of_space != 0 and i64(effects.program_first[program + 1]) - step + index > 1)
        perform(state, seat, first, flags, skippable and may_skip(state, program, index, flags), events)


def asks_first(verb: i64) -> bool:
    """Operations without a choice of their own are asked for when they are optional."""
    return verb in (GAIN, SWAP, TIER, BREEDING, BONUS)


def may_skip(state: OdinState, program: i64, index: i64, flags: i64) -> bool:
    """A step may be left out if it is a card's, or if another effect of the space is or can be used (OD-042, OD-044)."""
    if not flags & OF_SPACE or state.used:
        return True
    effects = state.tables.effects
    first = i64(effects.program_first[program])
    for step in range(first + index + 1, i64(effects.program_first[program + 1])):
        if step_possible(state, state.active, step, state.space):
            return True
    return False


def perform(state: OdinState, seat: i64, operation: i64, flags: i64, skip: bool, events: list[Event] | None) -> None:
    """Does an operation, or asks how."""
    effects = state.tables.effects
    verb = i64(effects.verb[operation])
    a = i64(effects.a[operation])
    b = i64(effects.b[operation])
    of_space = flags & OF_SPACE
    skippable: i64 = 1 if skip else 0
    frames = state.frames
    if verb == GAIN:
        receive(state, seat, a, count(state, seat, b), events)
        state.used = state.used or of_space != 0
    elif verb == SWAP:
        swap(state, seat, a, b, of_space, events)
    elif verb == TIER:
        receive(state, seat, tier_bundle(state, seat, operation), 1, events)
        state.used = state.used or of_space != 0
    elif verb == STRIP:
        other: i64 = state.kinds_taken >> 8 if b else 0
        frames.push(ASK_STRIP, a + 16 * i64(effects.c[operation]) + 32 * skippable, other, flags)
    elif verb == UPGRADE:
        frames.push(ASK_UPGRADE, a + 8 * b + 32 * i64(effects.c[operation]) + 256 * skippable, 0, 0)
    elif verb == HUNTING:
        begin_die(state, HUNT)
    elif verb == LAY_SNARE:
        begin_die(state, SNARING)
    elif verb == WHALING:
        begin_die(state, WHALE_3 if a == 3 else WHALE_1)
    elif verb == RAIDING:
        begin_die(state, RAID)
    elif verb == PILLAGING:
        begin_die(state, PILLAGE)
    elif verb == EXPLORE:
        frames.push(ASK_EXPLORE, a)
    elif verb == OVERSEAS:
        supply.pay(state, seat, SILVER, 1, events)
        state.used = True
        frames.push(ASK_TRADE, 0)
    elif verb == SALE:
        frames.push(ASK_SALE, 0, -1)
    elif verb == FORGE:
        supply.pay(state, seat, ORE, 1, events)
        state.used = True
        frames.push(ASK_FORGE)
    elif verb == DRAW:
        state.used = True
        frames.push(DO_DRAW, 1)
    elif verb == PLAY:
        frames.push(ASK_PLAY, a, 1)
    elif verb == EMIGRATE:
        frames.push(ASK_EMIGRATE, skippable)
    elif verb == SWAP_BOAT:
        frames.push(ASK_SWAP_BOAT, skippable)
    else:
        _perform_card(state, seat, verb, events)


def _perform_card(state: OdinState, seat: i64, verb: i64, events: list[Event] | None) -> None:
    frames = state.frames
    if verb == FEAST:
        frames.push(DO_FEAST)
    elif verb == BREEDING:
        calves = supply.breed(state, seat, events)
        for _ in range(calves):
            fire(state, seat, CATTLE_ADDED)
    elif verb == BONUS:
        pay_bonuses(state, seat, FIRST_STONE_HOUSE, BOARDS, events)
    elif verb == SHIFT:
        frames.push(ASK_SHIFT)
    elif verb == RETURN_COLUMN_4:
        frames.push(ASK_CALL_BACK)
    elif verb == FOLLOW:
        frames.push(ASK_FOLLOW)
    elif verb == PLACE_ORE:
        state.ore_offers = supply.longships(state, seat)


def begin_die(state: OdinState, kind: i64) -> None:
    """The first roll is made at once (OD-154); ore gained since the space was chosen may still arm (OD-273)."""
    state.used = True
    state.frames.push(ASK_DIE, kind, 0, 0)
    state.frames.push(DO_ROLL)
    if kind in (WHALE_3, WHALE_1, PILLAGE) and state.get(state.active, ORE) > state.ore_before:
        state.frames.push(ASK_ARM)


def receive(state: OdinState, seat: i64, bundle: i64, times: i64, events: list[Event] | None) -> None:
    effects = state.tables.effects
    for at in range(i64(effects.bundle_first[bundle]), i64(effects.bundle_first[bundle + 1])):
        item = i64(effects.bundle_item[at])
        number = i64(effects.bundle_count[at]) * times
        supply.gain(state, seat, item, number, events)
        if item == CATTLE:
            for _ in range(number):
                fire(state, seat, CATTLE_ADDED)


def swap(state: OdinState, seat: i64, pay: i64, get: i64, of_space: i64, events: list[Event] | None) -> None:
    """Pays all, gets all that can be received (OD-117)."""
    effects = state.tables.effects
    wood = False
    for at in range(i64(effects.bundle_first[pay]), i64(effects.bundle_first[pay + 1])):
        item = i64(effects.bundle_item[at])
        number = i64(effects.bundle_count[at])
        if item == SILVER and of_space:
            number = silver_price(state, seat, number, state.space)
        if item == WOOD:
            wood = True
        supply.pay(state, seat, item, number, events)
    if of_space:
        state.used = True
    ships = supply.large_ships(state, seat)
    receive(state, seat, get, 1, events)
    if of_space and wood and supply.large_ships(state, seat) > ships:
        fire(state, seat, LARGE_SHIP_BUILT)


def take_from_strip(state: OdinState, seat: i64, strip: i64, number: i64, events: list[Event] | None) -> None:
    """The next items from the arrow side; an empty strip leaves the game (OD-124 to OD-126)."""
    h = state.h
    for _ in range(number):
        left = i64(h[STRIP_LEFT + strip])
        if left == 0:
            break
        item = i64(state.tables.strip_items[strip * 7 + 7 - left])
        h[STRIP_LEFT + strip] = i16(left - 1)
        if state.yielding:
            state.kinds_taken |= bit(item)
        if item == 3:
            supply.gain(state, seat, SILVER, 2, events)
        else:
            supply.gain(state, seat, WOOD + item, 1, events)
    if i64(h[STRIP_LEFT + strip]) == 0 and events is not None:
        events.append(Event("strip_emptied", {"strip": int(strip) + 1}, rule="OD-126"))


def pay_bonuses(state: OdinState, seat: i64, first: i64, end: i64, events: list[Event] | None) -> None:
    """All enclosed bonus cells of the seat's boards, together (OD-074 to OD-078)."""
    grids = state.tables.grids
    for board in range(first, end):
        if boards.owner(state, board) == seat:
            grid = boards.grid_of(state, board)
            for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
                if boards.is_enclosed(state, board, bonus):
                    for at in range(i64(2)):
                        item = i64(grids.bonus_items[bonus * 2 + at])
                        if item >= 0:
                            supply.gain(state, seat, item, 1, events)
                            if item == CATTLE:
                                fire(state, seat, CATTLE_ADDED)


# Moments


def fire(state: OdinState, seat: i64, moment: i64) -> None:
    """Runs the mandatory effects of played cards for this moment and offers the optional ones (OD-185, OD-192)."""
    base = state.offer_count
    collect(state, seat, moment)
    offer(state, base)
    run_mandatory(state, seat, moment)


def collect(state: OdinState, seat: i64, moment: i64) -> None:
    """Adds the optional effects of this moment to those that wait for an answer."""
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if state.has_card(seat, i64(effects.ability_card[ability])) and is_optional(state, ability):
            if state.offer_count < MAX_OFFERS:
                state.h[OFFERS + state.offer_count] = i16(ability)
                state.offer_count += 1


def offer(state: OdinState, base: i64) -> None:
    if state.offer_count > base:
        state.frames.push(ASK_OFFERS, base)


def run_mandatory(state: OdinState, seat: i64, moment: i64) -> None:
    """Puts the mandatory effects on the stack, the lowest card number on top."""
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    at = i64(len(abilities)) - 1
    while at >= 0:
        ability = i64(abilities[at])
        if state.has_card(seat, i64(effects.ability_card[ability])) and not is_optional(state, ability):
            run_program(state, seat, i64(effects.ability_program[ability]), 0)
        at -= 1


def is_optional(state: OdinState, ability: i64) -> bool:
    effects = state.tables.effects
    return i64(effects.optional[i64(effects.program_first[i64(effects.ability_program[ability])])]) != 0


def offer_possible(state: OdinState, seat: i64, ability: i64) -> bool:
    effects = state.tables.effects
    return step_possible(state, seat, i64(effects.program_first[i64(effects.ability_program[ability])]), -1)


def card_event(state: OdinState, seat: i64, card: i64, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("card_used", {"seat": int(seat), "card": state.tables.card_numbers[card]}))
