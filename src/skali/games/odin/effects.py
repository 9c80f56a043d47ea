"""What operations do: one interpreter for action spaces and occupations (OD-115 to OD-134, OD-183 to OD-192).

A program runs step by step as a frame on the stack. A step that leaves a choice puts a frame that asks on top of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, lowest
from skali.core.protocol import Event
from skali.games.odin import boards, counting, supply
from skali.games.odin.components import (
    BOARDS,
    FIRST_EXPLORATION,
    FIRST_STONE_HOUSE,
    GROUPS,
    SPACES,
)
from skali.games.odin.effects_text import (
    AFTER_HARVEST,
    ANY_BOARD,
    AS_SOON_AS,
    BEFORE_BUILDING,
    BEFORE_COLUMN_4,
    BEFORE_CRAFTING,
    BEFORE_CRAFTING_WITH_ORE,
    BEFORE_HUNTING,
    BEFORE_PILLAGING,
    BEFORE_RAIDING,
    BONUS,
    BONUS_HOME,
    BOOST,
    BREEDING,
    CATTLE_ADDED,
    CHEST_RECEIVED,
    DRAW,
    EMIGRATE,
    EMIGRATION_DISCOUNT,
    EXPLORE,
    FEAST,
    FLIP,
    FOLLOW,
    FORGE,
    FOURTH,
    FUR_FOR_UPGRADE,
    GAIN,
    HARVEST_COMES,
    HARVESTED,
    HOUSE_BUILT,
    HOUSES,
    HUNTING,
    INSPECT,
    KNARR_AS_LONGSHIP,
    KNARR_BUILT,
    LARGE_SHIP_BUILT,
    LATE,
    LAY_SNARE,
    LIVESTOCK_DISCOUNT,
    MEATS,
    NEXT_KNARR,
    ONCE,
    ORANGES,
    OUTFIT,
    OVERSEAS,
    PAIR_OF_SALT_MEAT,
    PAIR_OF_STOCKFISH,
    PATRON,
    PILLAGING,
    PLACE_ORE,
    PLAY,
    PRICE_LESS_SHIPS,
    PRICE_OF_SPACE,
    RAIDING,
    RELOCATE,
    RETURN_COLUMN_4,
    RETURN_HERE,
    SALE,
    SHIFT,
    SHIFT_RIGHT,
    SILVERWARE_FOR_BONUS,
    SOW,
    SPICES_RECEIVED,
    STONE_DISCOUNT,
    STONE_TAKEN,
    STRIP,
    SWAP,
    SWAP_BOAT,
    TIER,
    TO_BLUE,
    TWO_SILVER_TAKEN,
    UPGRADE,
    WHALING,
)
from skali.games.odin.items import (
    BATTLE_BONUS,
    BLUE,
    BOARD_OWNER,
    BOW,
    CATTLE,
    CHEST,
    EMIGRATED_KNARR,
    EMIGRATED_LONGSHIP,
    FLAX,
    GAME_MEAT,
    GOODS,
    GRAIN,
    GREEN,
    HAND,
    ITEM_NAMES,
    KNARR,
    LONG_SWORD,
    LONGSHIP,
    MAX_OFFERS,
    OFFERS,
    ON_SPACE,
    ORANGE,
    ORE,
    OVAL,
    PAID_KINDS,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    SALT_MEAT,
    SHED_WOOD,
    SHEEP,
    SILK,
    SILVER,
    SOWN,
    SPECIAL,
    SPECIALS,
    SPICES,
    STOCKFISH,
    STONE,
    STRIP_LEFT,
    TREASURE_CHEST,
    WHALE_MEAT,
    WOOD,
)
from skali.games.odin.phases import (
    ASK_ARM,
    ASK_BONUS,
    ASK_CALL_BACK,
    ASK_DIE,
    ASK_EMIGRATE,
    ASK_EXPLORE,
    ASK_FLIP,
    ASK_FOLLOW,
    ASK_FORGE,
    ASK_FOURTH,
    ASK_INSPECT,
    ASK_LATE,
    ASK_OFFERS,
    ASK_PLAY,
    ASK_RETURN,
    ASK_SALE,
    ASK_SHIFT,
    ASK_STEP,
    ASK_STRIP,
    ASK_SWAP_BOAT,
    ASK_TRADE,
    ASK_UPGRADE,
    BY_CARD,
    DO_ACTION,
    DO_DRAW,
    DO_FEAST,
    DO_PROGRAM,
    DO_ROLL,
    HUNT,
    PILLAGE,
    RAID,
    SNARING,
    SPENT,
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
OD_149_NOT_IMITATED: Final = 149
OD_152_NO_VIKING: Final = 152
OD_234_NO_ORE: Final = 234
OD_246_SPACES: Final = 246
OD_248_NOT_PLACED: Final = 248
OD_259_NOTHING_SOWN: Final = 259

BUILD_HOUSES: Final = GROUPS.index("build_houses")
BUILD_SHIPS: Final = GROUPS.index("build_ships")
LIVESTOCK: Final = GROUPS.index("livestock_market")
CRAFTING: Final = GROUPS.index("crafting")
OUTFIT_OF_EACH: Final = 2

GIFT_CRAFTING: Final = 1
"""Items that cards take from a strip right before an action: 113a, 121B, 103C, and 164A, which takes stone or ore only."""
GIFT_BUILDING: Final = 2
GIFT_ORE: Final = 4
GIFT_HARD: Final = 8

UPGRADE_OR_FUR: Final = 512
"""Marks of an upgrade: 102B may replace it; it is part of the space's own action."""
UPGRADE_OF_SPACE: Final = 1024
ROLLED_BY_CARD: Final = 16
"""Mark of a dice action that a card gave: no Viking comes back."""

OF_SPACE: Final = 1
"""Flags of a program that is running: it belongs to the space that is used; its first step has been accepted; the way chosen."""
ACCEPTED: Final = 2
WAY: Final = 4


# Counting


def tier_bundle(state: OdinState, seat: i64, operation: i64) -> i64:
    """The reward for the count: exact rows first, then the highest row that is reached (OD-187)."""
    effects = state.tables.effects
    number = counting.count(state, seat, i64(effects.a[operation]))
    first = i64(effects.b[operation])
    found: i64 = 0
    for row in range(first, first + i64(effects.c[operation])):
        need = i64(effects.tier_count[row])
        if number == need or (number > need and i64(effects.tier_more[row])):
            found = i64(effects.tier_bundle[row])
    return found


# What is possible


def silver_price(state: OdinState, seat: i64, silver: i64, space: i64) -> i64:
    """The silver to pay on a space, with the discounts of cards: 1A, and 2C from 2 silver on (OD-254)."""
    if space < 0:
        return silver
    price = silver
    if silver and i64(state.tables.groups[space]) & bit(LIVESTOCK) and state.hook(seat, LIVESTOCK_DISCOUNT):
        price -= 1
    if silver >= 2 and state.hook(seat, PATRON):
        price -= 1
    return price


def price_of(state: OdinState, seat: i64, item: i64, number: i64, space: i64) -> i64:
    """How many of an item are paid; ``space`` is where, -1 for a card."""
    need = counting.amount(state, seat, number)
    if item == SILVER:
        return silver_price(state, seat, need, space)
    if item == STONE and space >= 0 and i64(state.tables.groups[space]) & bit(BUILD_HOUSES):
        if state.hook(seat, STONE_DISCOUNT):
            return need - 1
    return need


def can_pay(state: OdinState, seat: i64, bundle: i64, space: i64) -> bool:
    effects = state.tables.effects
    for at in range(i64(effects.bundle_first[bundle]), i64(effects.bundle_first[bundle + 1])):
        item = i64(effects.bundle_item[at])
        if state.get(seat, item) < price_of(state, seat, item, i64(effects.bundle_count[at]), space):
            return False
    return True


def can_receive(state: OdinState, seat: i64, bundle: i64) -> i64:
    """The rule that keeps the seat from receiving anything of the bundle, 0 if something can be received (OD-117).

    A slot that cannot be filled keeps from the rest."""
    effects = state.tables.effects
    first = i64(effects.bundle_first[bundle])
    end = i64(effects.bundle_first[bundle + 1])
    fault: i64 = 0
    for at in range(first, end):
        item = i64(effects.bundle_item[at])
        why = supply.receive_fault(state, seat, item)
        if why == 0 or item >= SHED_WOOD:
            return why
        fault = why
    return fault


def operation_fault(state: OdinState, seat: i64, operation: i64, space: i64) -> i64:
    """The rule that forbids an operation now, 0 if it is possible. ``space`` is where it is done, -1 for a card."""
    effects = state.tables.effects
    verb = i64(effects.verb[operation])
    a = i64(effects.a[operation])
    b = i64(effects.b[operation])
    c = i64(effects.c[operation])
    if verb == GAIN:
        return 0 if b == ONCE or counting.count(state, seat, b) else OD_120_ANIMALS
    if verb == SWAP:
        if not can_pay(state, seat, a, space):
            return OD_115_COST
        if c:
            return first_fault(state, seat, c - 1)
        return can_receive(state, seat, b)
    if verb == TIER:
        return 0 if tier_bundle(state, seat, operation) else OD_120_ANIMALS
    if verb == STRIP:
        return 0 if any_strip(state, c) else OD_124_STRIP
    if verb == UPGRADE:
        if space >= 0 and a == 1 and any_fur(state, seat):
            return 0
        return 0 if any_upgrade(state, seat, b, c) else OD_133_AT_LEAST_ONE
    if verb == EXPLORE:
        return 0 if any_board(state, seat, a) else OD_138_CLAIMING
    if verb == OVERSEAS:
        return 0 if state.get(seat, SILVER) else OD_115_COST
    if verb == SALE:
        return 0 if any_sale(state, seat) else OD_137_SALE
    if verb == FORGE:
        return 0 if state.get(seat, ORE) else OD_115_COST
    if verb == PLAY:
        return 0 if state.get(seat, HAND) else OD_147_NEEDS_CARD
    if verb == EMIGRATE:
        return emigration_fault(state, seat, a)
    if verb == SWAP_BOAT:
        full = supply.large_ships(state, seat) >= supply.LARGE_STAGES
        return OD_146_SWAP if full or supply.boats(state, seat) == 0 else 0
    return _card_operation_fault(state, seat, verb, a, b)


def first_fault(state: OdinState, seat: i64, program: i64) -> i64:
    """Why the first operation of a program is not possible."""
    effects = state.tables.effects
    return operation_fault(state, seat, i64(effects.step_first[i64(effects.program_first[program])]), -1)


def _card_operation_fault(state: OdinState, seat: i64, verb: i64, a: i64, b: i64) -> i64:
    """Operations that only cards have."""
    if verb == SHIFT:
        return 0 if state.get(seat, SILVER) and any_shift(state, seat, a) else OD_115_COST
    if verb == RETURN_COLUMN_4:
        for place in range(i64(SPACES + 4)):
            if on_column_4(state, seat, place):
                return 0
        return OD_042_ONE_EFFECT
    if verb == RETURN_HERE:
        here = state.stands_on
        return 0 if here >= 0 and counting.own_vikings(state, seat, here) else OD_152_NO_VIKING
    if verb == INSPECT:
        for place in range(i64(SPACES + 4)):
            if counting.own_vikings(state, seat, place):
                return 0
        return OD_152_NO_VIKING
    if verb == FOLLOW:
        for space in range(i64(SPACES)):
            if follow_fault(state, seat, space) == 0:
                return 0
        return OD_042_ONE_EFFECT
    if verb == BONUS:
        if a == BONUS_HOME:
            return 0
        return 0 if counting.count(state, seat, HOUSES) else OD_042_ONE_EFFECT
    if verb == BOOST:
        if b == 0:
            return 0 if supply.most_ore(state, seat) else OD_234_NO_ORE
        return 0 if state.get(seat, b) else OD_234_NO_ORE
    if verb == SOW:
        mark: i64 = 1 if a == FLAX else 2
        return 0 if i64(state.h[SOWN]) & mark else OD_259_NOTHING_SOWN
    return _own_code_fault(state, seat, verb, a)


def _own_code_fault(state: OdinState, seat: i64, verb: i64, a: i64) -> i64:
    """Operations that serve one card, or two."""
    if verb == OUTFIT:
        for weapon in range(i64(BOW), LONG_SWORD + 1):
            if state.get(seat, weapon) < OUTFIT_OF_EACH:
                return 0
        return OD_120_ANIMALS
    if verb == FOURTH:
        for good in range(i64(GOODS)):
            if is_third(state, seat, good):
                return 0
        return OD_120_ANIMALS
    if verb == FLIP:
        if state.get(seat, KNARR) == 0:
            return OD_120_ANIMALS
        for good in range(i64(GOODS)):
            if state.get(seat, good) and not is_animal(good):
                return 0
        return OD_120_ANIMALS
    if verb == RELOCATE:
        return 0 if boards.where_placed(state, a) >= 0 else OD_248_NOT_PLACED
    if verb == LATE:
        return 0 if any_late(state, seat) else OD_246_SPACES
    return 0


def is_animal(good: i64) -> bool:
    return good == SHEEP or good == PREGNANT_SHEEP or good == CATTLE or good == PREGNANT_CATTLE


def is_third(state: OdinState, seat: i64, good: i64) -> bool:
    """Exactly three of the good lie in the supply; animals stand in the stable (31C)."""
    return state.get(seat, good) == 3 and not is_animal(good)


def any_fur(state: OdinState, seat: i64) -> bool:
    """102B: game meat or silk for a fur instead of an upgrade."""
    return state.hook(seat, FUR_FOR_UPGRADE) and state.get(seat, GAME_MEAT) + state.get(seat, SILK) > 0


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
    if kind == ORANGES:
        return colour == ORANGE
    if steps == TO_BLUE:
        return colour <= GREEN
    return colour + steps <= 3


def any_upgrade(state: OdinState, seat: i64, steps: i64, kind: i64) -> bool:
    for good in range(i64(GOODS)):
        if state.get(seat, good) and upgradable(good, steps, kind):
            return True
    return False


def any_shift(state: OdinState, seat: i64, direction: i64) -> bool:
    for good in range(i64(GOODS)):
        if shifted(good, 1, direction) >= 0 and state.get(seat, good):
            return True
    return False


def shifted(good: i64, steps: i64, direction: i64) -> i64:
    """Where a good comes to in the goods boxes, each step one colour up and one size to the side; -1 if nowhere.

    66A moves orange goods to the right, 88C any good to the left (OD-257, OD-277).
    """
    start = good + 1 if good == PREGNANT_SHEEP or good == PREGNANT_CATTLE else good
    if direction == SHIFT_RIGHT:
        result = start + 5 * steps
        return result if start % 4 == ORANGE and result < GOODS else -1
    result = start - 3 * steps
    return result if start % 4 < BLUE and result >= 0 else -1


def board_column(grid: i64) -> i64:
    """The exploration space on which a face is claimed: 1, 2 or 3 (OD-135)."""
    if grid <= 2:
        return 1
    return 2 if grid <= 5 else 3


def board_open(state: OdinState, number: i64) -> bool:
    return i64(state.h[BOARD_OWNER + FIRST_EXPLORATION + number]) == 0


def board_claimable(state: OdinState, seat: i64, number: i64, column: i64) -> bool:
    """It lies unclaimed and belongs to the space, or 107B lets the first space claim any (OD-135, OD-138)."""
    if not board_open(state, number):
        return False
    if board_column(boards.grid_of(state, FIRST_EXPLORATION + number)) == column:
        return True
    return column == 1 and state.hook(seat, ANY_BOARD)


def any_board(state: OdinState, seat: i64, column: i64) -> bool:
    for number in range(i64(4)):
        if board_claimable(state, seat, number, column):
            return True
    return False


def any_sale(state: OdinState, seat: i64) -> bool:
    for tile in range(i64(SPECIALS)):
        if sale_open(state, seat, SPECIAL + tile, -1):
            return True
    return False


def sale_price(state: OdinState, seat: i64, tile: i64, first: i64) -> i64:
    """What a tile costs after the first one, which is -1 if there is none; 2C lowers a total of 2 or more once (OD-254)."""
    price = i64(state.tables.price[tile])
    before = i64(state.tables.price[first]) if first >= 0 else i64(0)
    if before < 2 and before + price >= 2 and state.hook(seat, PATRON):
        return price - 1
    return price


def sale_open(state: OdinState, seat: i64, tile: i64, first: i64) -> bool:
    if i64(state.h[OVAL + tile - SPECIAL]) == 0 or i64(state.tables.price[tile]) < 0:
        return False
    return sale_price(state, seat, tile, first) <= state.get(seat, SILVER)


def emigration_price(state: OdinState, seat: i64, terms: i64) -> i64:
    """The round number, less the discounts of cards (OD-143, 170a; 2C on spaces; 84B by the large ships)."""
    price = state.round
    if state.hook(seat, EMIGRATION_DISCOUNT):
        price -= 2
    if terms == PRICE_OF_SPACE and state.round >= 2 and state.hook(seat, PATRON):
        price -= 1
    elif terms == PRICE_LESS_SHIPS:
        price -= supply.large_ships(state, seat)
    return price if price > 0 else i64(0)


def emigrated(state: OdinState, seat: i64) -> i64:
    return state.get(seat, EMIGRATED_KNARR) + state.get(seat, EMIGRATED_LONGSHIP)


def emigration_fault(state: OdinState, seat: i64, terms: i64) -> i64:
    if supply.large_ships(state, seat) == 0:
        return OD_143_EMIGRATION
    if 2 * (emigrated(state, seat) + 1) > state.vikings():
        return OD_144_ROOM
    return 0 if state.get(seat, SILVER) >= emigration_price(state, seat, terms) else OD_143_EMIGRATION


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


def other_program(state: OdinState, seat: i64, space: i64) -> i64:
    """The second thing a space offers, by itself or through a card (105B, 185B); -1 for most."""
    other = i64(state.tables.other_program[space])
    if other < 0 and state.has_card(seat, i64(state.tables.instead_card[space])):
        return i64(state.tables.instead_program[space])
    return other


def space_fault(state: OdinState, seat: i64, space: i64, drawn: i64) -> i64:
    """Why a space cannot be used now, whoever stands on it (OD-042, OD-043); 0 if it can."""
    fault = needs_fault(state, seat, space)
    if fault:
        return fault
    fault = program_fault(state, seat, i64(state.tables.program[space]), space, drawn)
    if fault:
        other = other_program(state, seat, space)
        if other >= 0:
            return program_fault(state, seat, other, space, drawn)
    return fault


def way_fault(state: OdinState, seat: i64, space: i64, way: i64, drawn: i64) -> i64:
    """The same for a chosen way to pay, 0 if none was chosen."""
    fault = space_fault(state, seat, space, drawn)
    if fault or way == 0:
        return fault
    effects = state.tables.effects
    first = i64(effects.step_first[i64(effects.program_first[i64(state.tables.program[space])])])
    return operation_fault(state, seat, first + way - 1, space)


def gift_fault(state: OdinState, seat: i64, space: i64, way: i64, drawn: i64) -> i64:
    """The same, counting the items that "right before" cards may take from strips (OD-043, OD-258)."""
    fault = way_fault(state, seat, space, way, drawn)
    if fault == 0 or fault == OD_135_SHIP:
        return fault
    gifts = gifts_before(state, seat, space, way)
    if gifts and gifts_help(state, seat, space, way, gifts):
        return 0
    return fault


def gifts_before(state: OdinState, seat: i64, space: i64, way: i64) -> i64:
    """The "right before" cards that take an item from a strip here, as bits of GIFTS."""
    groups = i64(state.tables.groups[space])
    gifts: i64 = 0
    if groups & bit(CRAFTING):
        if plays_moment(state, seat, BEFORE_CRAFTING):
            gifts |= GIFT_CRAFTING
        if plays_moment(state, seat, BEFORE_CRAFTING_WITH_ORE) and pays_ore(state, space, way):
            gifts |= GIFT_ORE
    if groups & (bit(BUILD_HOUSES) | bit(BUILD_SHIPS)) and plays_moment(state, seat, BEFORE_BUILDING):
        gifts |= GIFT_BUILDING
    if i64(state.tables.column[space]) == 4 and plays_moment(state, seat, BEFORE_COLUMN_4):
        gifts |= GIFT_HARD
    return gifts


def gifts_help(state: OdinState, seat: i64, space: i64, way: i64, gifts: i64) -> bool:
    """Whether the next items of some strips, one for each gift, make the space usable."""
    if gifts == 0:
        return way_fault(state, seat, space, way, 0) == 0
    gift = gifts & -gifts
    if gifts_help(state, seat, space, way, gifts ^ gift):
        return True
    h = state.h
    for strip in range(i64(8)):
        if strip_open(state, strip, 1 if gift == GIFT_HARD else 0):
            left = i64(h[STRIP_LEFT + strip])
            item = i64(state.tables.strip_items[strip * 7 + 7 - left])
            good: i64 = SILVER if item == 3 else WOOD + item
            number: i64 = 2 if item == 3 else 1
            h[STRIP_LEFT + strip] = i16(left - 1)
            state.add(seat, good, number)
            helped = gifts_help(state, seat, space, way, gifts ^ gift)
            state.add(seat, good, -number)
            h[STRIP_LEFT + strip] = i16(left)
            if helped:
                return True
    return False


def pays_ore(state: OdinState, space: i64, way: i64) -> bool:
    """The crafting space takes ore: the forge, or the way chosen on the other (103C, 108c)."""
    effects = state.tables.effects
    first = i64(effects.step_first[i64(effects.program_first[i64(state.tables.program[space])])])
    if i64(effects.verb[first]) == FORGE:
        return True
    if way == 0 or i64(effects.verb[first + way - 1]) != SWAP:
        return False
    return i64(effects.bundle_item[i64(effects.bundle_first[i64(effects.a[first + way - 1])])]) == ORE


def pending_way(state: OdinState) -> i64:
    """The way to pay that was chosen with the space whose action has not begun."""
    depth = state.frames.depth - 1
    while depth >= 0 and i64(state.frames.data[depth * 4]) != DO_ACTION:
        depth -= 1
    return i64(state.frames.data[depth * 4 + 1]) if depth >= 0 else i64(0)


def pending_fault(state: OdinState) -> i64:
    """Why the space chosen cannot be used, before its action begins (OD-043)."""
    return way_fault(state, state.active, state.space, pending_way(state), 0)


def gifts_waiting(state: OdinState, base: i64) -> i64:
    """The gifts among the effects that still wait for an answer."""
    effects = state.tables.effects
    gifts: i64 = 0
    for at in range(base, state.offer_count):
        moment = i64(effects.ability_moment[i64(state.h[OFFERS + at])])
        if moment == BEFORE_CRAFTING:
            gifts |= GIFT_CRAFTING
        elif moment == BEFORE_CRAFTING_WITH_ORE:
            gifts |= GIFT_ORE
        elif moment == BEFORE_BUILDING:
            gifts |= GIFT_BUILDING
        elif moment == BEFORE_COLUMN_4:
            gifts |= GIFT_HARD
    return gifts


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
        return OD_246_SPACES
    return space_fault(state, seat, space, 0)


def late_fault(state: OdinState, seat: i64, place: i64, space: i64) -> i64:
    """91c: a free place of column 1 beside an own Viking, usable after paying 1 silver; ``space`` is what is done there."""
    if i64(state.h[ON_SPACE + place]) or not beside_own(state, seat, place):
        return OD_246_SPACES
    if place >= SPACES:
        on = i64(state.h[ON_SPACE + space])
        if i64(state.tables.column[space]) != 1 or on == 0 or on & 7 == seat + 1:
            return OD_149_NOT_IMITATED
    state.add(seat, SILVER, -1)
    fault = gift_fault(state, seat, space, 0, 0)
    state.add(seat, SILVER, 1)
    return fault


def beside_own(state: OdinState, seat: i64, place: i64) -> bool:
    """An own Viking of this round stands right above or below; the imitation space is the last of its column."""
    order = state.tables.first_column
    for at in range(len(order)):
        if i64(order[at]) == place:
            if at > 0 and counting.own_vikings(state, seat, i64(order[at - 1])):
                return True
            return at + 1 < len(order) and counting.own_vikings(state, seat, i64(order[at + 1])) > 0
    return False


def any_late(state: OdinState, seat: i64) -> bool:
    if state.get(seat, SILVER) == 0:
        return False
    for space in range(i64(SPACES)):
        if i64(state.tables.column[space]) == 1:
            if late_fault(state, seat, space, space) == 0:
                return True
            if state.imitation & 2 and late_fault(state, seat, SPACES, space) == 0:
                return True
    return False


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
    return verb in (GAIN, SWAP, TIER, BREEDING, BONUS, HUNTING, OUTFIT, RELOCATE)


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
        receive(state, seat, a, counting.count(state, seat, b), events)
        state.used = state.used or of_space != 0
    elif verb == SWAP:
        swap(state, seat, a, b, of_space, events)
        if i64(effects.c[operation]):
            run_program(state, seat, i64(effects.c[operation]) - 1, ACCEPTED)
    elif verb == TIER:
        receive(state, seat, tier_bundle(state, seat, operation), 1, events)
        state.used = state.used or of_space != 0
    elif verb == STRIP:
        other: i64 = state.kinds_taken >> 8 if b else 0
        frames.push(ASK_STRIP, a + 16 * i64(effects.c[operation]) + 32 * skippable, other, flags)
    elif verb == UPGRADE:
        marks = 256 * skippable + (UPGRADE_OF_SPACE if of_space else 0)
        if of_space and a == 1 and any_fur(state, seat):
            marks += UPGRADE_OR_FUR
        frames.push(ASK_UPGRADE, a + 8 * b + 32 * i64(effects.c[operation]) + marks, 0, 0)
    elif verb == HUNTING:
        begin_die(state, HUNT, of_space)
    elif verb == LAY_SNARE:
        begin_die(state, SNARING, of_space)
    elif verb == WHALING:
        begin_die(state, WHALE_3 if a == 3 else WHALE_1, of_space)
    elif verb == RAIDING:
        begin_die(state, RAID, of_space)
    elif verb == PILLAGING:
        begin_die(state, PILLAGE, of_space)
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
        mark_paid(state, ORE)
        state.used = True
        frames.push(ASK_FORGE)
    elif verb == DRAW:
        state.used = True
        frames.push(DO_DRAW, 1)
    elif verb == PLAY:
        frames.push(ASK_PLAY, a, 1)
    elif verb == EMIGRATE:
        frames.push(ASK_EMIGRATE, skippable, a)
    elif verb == SWAP_BOAT:
        frames.push(ASK_SWAP_BOAT, skippable)
    else:
        _perform_card(state, seat, verb, operation, events)


def _perform_card(state: OdinState, seat: i64, verb: i64, operation: i64, events: list[Event] | None) -> None:
    frames = state.frames
    a = i64(state.tables.effects.a[operation])
    if verb == FEAST:
        frames.push(DO_FEAST)
    elif verb == BREEDING:
        arrive(state, seat, CATTLE, supply.breed(state, seat, events), events)
    elif verb == BONUS:
        if a == BONUS_HOME:
            pay_bonuses(state, seat, 0, FIRST_EXPLORATION, events)
        else:
            pay_bonuses(state, seat, FIRST_STONE_HOUSE, BOARDS, events)
    elif verb == SHIFT:
        frames.push(ASK_SHIFT, a)
    elif verb == RETURN_COLUMN_4:
        frames.push(ASK_CALL_BACK)
    elif verb == RETURN_HERE:
        frames.push(ASK_RETURN, 1, 1)
    elif verb == FOLLOW:
        frames.push(ASK_FOLLOW)
    elif verb == PLACE_ORE:
        state.ore_offers = supply.longships(state, seat)
    elif verb == BOOST:
        boost(state, seat, a, i64(state.tables.effects.b[operation]), events)
    elif verb == SOW:
        supply.gain(state, seat, a, 1, events)
    elif verb == HARVESTED:
        fire_all(state, seat, bit(HARVEST_COMES) | bit(AFTER_HARVEST))
    else:
        _perform_own(state, seat, verb, operation, events)


def _perform_own(state: OdinState, seat: i64, verb: i64, operation: i64, events: list[Event] | None) -> None:
    frames = state.frames
    effects = state.tables.effects
    if verb == OUTFIT:
        for weapon in range(i64(BOW), LONG_SWORD + 1):
            supply.gain(state, seat, weapon, OUTFIT_OF_EACH - state.get(seat, weapon), events)
    elif verb == FOURTH:
        frames.push(ASK_FOURTH)
    elif verb == FLIP:
        frames.push(ASK_FLIP, most_flips(state, seat))
    elif verb == INSPECT:
        frames.push(ASK_INSPECT)
    elif verb == LATE:
        frames.push(ASK_LATE)
    elif verb == RELOCATE:
        tile = i64(effects.a[operation])
        boards.relocate(state, tile, i64(effects.b[operation]), i64(effects.c[operation]))
        state.add(seat, tile, 1)
        if events is not None:
            events.append(Event("relocated", {"seat": int(seat), "item": ITEM_NAMES[tile]}, rule="OD-248"))


def most_flips(state: OdinState, seat: i64) -> i64:
    """78B: 2, 4, 6 or 7 tiles by the number of knarrs."""
    knarrs = state.get(seat, KNARR)
    return 7 if knarrs >= 4 else 2 * knarrs


def boost(state: OdinState, seat: i64, more: i64, ship: i64, events: list[Event] | None) -> None:
    """Ore of the fighting longship for a higher roll (90C, 132b). The pillaging ship stays the same, with one ore less (OD-234)."""
    most = supply.most_ore(state, seat)
    strongest = ship == 0
    if strongest:
        ship = LONGSHIP + most
    state.add(seat, ship, -1)
    state.add(seat, ship - 1, 1)
    if strongest:
        more -= supply.most_ore(state, seat) - (most - 1)
    state.h[BATTLE_BONUS] = i16(more)
    if events is not None:
        events.append(Event("boosted", {"seat": int(seat), "ship": ITEM_NAMES[ship]}, rule="OD-234"))


def begin_die(state: OdinState, kind: i64, of_space: i64) -> None:
    """The first roll is made at once (OD-154); ore gained since the space was chosen may still arm (OD-273)."""
    seat = state.active
    by_card: i64 = 0 if of_space and state.means != BY_CARD else ROLLED_BY_CARD
    if of_space:
        state.used = True
    state.h[BATTLE_BONUS] = i16(0)
    state.frames.push(ASK_DIE, kind, 0, by_card)
    state.frames.push(DO_ROLL)
    if kind == RAID:
        fire(state, seat, BEFORE_RAIDING)
    elif kind == PILLAGE:
        fire(state, seat, BEFORE_PILLAGING)
    elif kind == HUNT and not of_space:
        fire(state, seat, BEFORE_HUNTING)
    if kind in (WHALE_3, WHALE_1, PILLAGE) and state.get(seat, ORE) > state.ore_before:
        state.frames.push(ASK_ARM)


def receive(state: OdinState, seat: i64, bundle: i64, times: i64, events: list[Event] | None) -> None:
    effects = state.tables.effects
    for at in range(i64(effects.bundle_first[bundle]), i64(effects.bundle_first[bundle + 1])):
        item = i64(effects.bundle_item[at])
        number = i64(effects.bundle_count[at]) * times
        supply.gain(state, seat, item, number, events)
        arrive(state, seat, item, number, events)
        if number >= 2 and (item == STOCKFISH or item == SALT_MEAT):
            for _ in range(number // 2):
                fire(state, seat, PAIR_OF_STOCKFISH if item == STOCKFISH else PAIR_OF_SALT_MEAT)


def arrive(state: OdinState, seat: i64, item: i64, number: i64, events: list[Event] | None) -> None:
    """Cards that react to a good that has come, from wherever (OD-255)."""
    if item == CATTLE:
        for _ in range(number):
            fire(state, seat, CATTLE_ADDED)
    elif item == CHEST or item == TREASURE_CHEST:
        for _ in range(number):
            fire(state, seat, CHEST_RECEIVED)
    elif item == SPICES:
        give(state, seat, SPICES_RECEIVED, number, events)


def sown(state: OdinState, seat: i64) -> i64:
    """Whether there are flax (1) and grain (2) in the supply (OD-259)."""
    flax: i64 = 1 if state.get(seat, FLAX) else 0
    return flax + (2 if state.get(seat, GRAIN) else 0)


def ship_came(state: OdinState, seat: i64, knarr: bool) -> None:
    """A large ship more, however it was acquired (OD-186)."""
    if knarr:
        fire(state, seat, NEXT_KNARR)
    fire(state, seat, AS_SOON_AS)


def swap(state: OdinState, seat: i64, pay: i64, get: i64, of_space: i64, events: list[Event] | None) -> None:
    """Pays all, gets all that can be received (OD-117)."""
    effects = state.tables.effects
    knarrs = state.get(seat, KNARR)
    ships = supply.large_ships(state, seat)
    houses = counting.count(state, seat, HOUSES)
    wood = False
    for at in range(i64(effects.bundle_first[pay]), i64(effects.bundle_first[pay + 1])):
        item = i64(effects.bundle_item[at])
        number = price_of(state, seat, item, i64(effects.bundle_count[at]), state.space if of_space else -1)
        if item == WOOD:
            wood = True
        if of_space:
            mark_paid(state, item)
        supply.pay(state, seat, item, number, events)
    if of_space:
        state.used = True
    receive(state, seat, get, 1, events)
    if supply.large_ships(state, seat) > ships:
        came = state.get(seat, KNARR) > knarrs
        ship_came(state, seat, came)
        if of_space and wood:
            fire_all(state, seat, bit(LARGE_SHIP_BUILT) | (bit(KNARR_BUILT) if came else 0))
    if of_space and counting.count(state, seat, HOUSES) > houses:
        give(state, seat, HOUSE_BUILT, 1, events)


def mark_paid(state: OdinState, item: i64) -> None:
    """Wood, stone and ore exchanged on the space (111C, 108c)."""
    if WOOD <= item <= ORE:
        state.h[PAID_KINDS] = i16(i64(state.h[PAID_KINDS]) | bit(item - WOOD))


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
            give(state, seat, TWO_SILVER_TAKEN, 1, events)
        else:
            supply.gain(state, seat, WOOD + item, 1, events)
            if item == 1:
                give(state, seat, STONE_TAKEN, 1, events)
    if i64(h[STRIP_LEFT + strip]) == 0 and events is not None:
        events.append(Event("strip_emptied", {"strip": int(strip) + 1}, rule="OD-126"))


def pay_bonuses(state: OdinState, seat: i64, first: i64, end: i64, events: list[Event] | None) -> None:
    """All enclosed bonus cells of the seat's boards, together (OD-074 to OD-078)."""
    for board in range(first, end):
        if boards.owner(state, board) == seat and single_bonus(state, seat, board) < 0:
            grids = state.tables.grids
            grid = boards.grid_of(state, board)
            for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
                if boards.is_enclosed(state, board, bonus):
                    for at in range(i64(2)):
                        item = i64(grids.bonus_items[bonus * 2 + at])
                        if item >= 0:
                            supply.gain(state, seat, item, 1, events)
                            arrive(state, seat, item, 1, events)
    for board in range(end - 1, first - 1, -1):
        if boards.owner(state, board) == seat:
            item = single_bonus(state, seat, board)
            if item >= 0:
                state.frames.push(ASK_BONUS, item, board)


def single_bonus(state: OdinState, seat: i64, board: i64) -> i64:
    """The only good that a house pays, if 177B may replace it; -1 otherwise (OD-251)."""
    if board < FIRST_STONE_HOUSE or not state.hook(seat, SILVERWARE_FOR_BONUS):
        return -1
    grids = state.tables.grids
    grid = boards.grid_of(state, board)
    found: i64 = -1
    for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
        if boards.is_enclosed(state, board, bonus):
            if found >= 0 or i64(grids.bonus_items[bonus * 2 + 1]) >= 0:
                return -1
            found = i64(grids.bonus_items[bonus * 2])
    return found


# Moments


def fire(state: OdinState, seat: i64, moment: i64) -> None:
    """Runs the mandatory effects of played cards for this moment and offers the optional ones (OD-185, OD-192)."""
    base = state.offer_count
    collect(state, seat, moment)
    offer(state, base)
    run_mandatory(state, seat, moment)


def fire_all(state: OdinState, seat: i64, moments: i64) -> None:
    """The same for several moments that come together, given as bits."""
    base = state.offer_count
    left = moments
    while left:
        collect(state, seat, lowest(left))
        left &= left - 1
    offer(state, base)
    left = moments
    while left:
        run_mandatory(state, seat, lowest(left))
        left &= left - 1


def give(state: OdinState, seat: i64, moment: i64, times: i64, events: list[Event] | None) -> None:
    """What played cards give at once, so many times; never part of the action's own yield (OD-227)."""
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if state.has_card(seat, i64(effects.ability_card[ability])):
            yielding = state.yielding
            state.yielding = False
            operation = i64(effects.step_first[i64(effects.program_first[i64(effects.ability_program[ability])])])
            if i64(effects.verb[operation]) == TIER:
                receive(state, seat, tier_bundle(state, seat, operation), times, events)
            else:
                receive(state, seat, i64(effects.a[operation]), times, events)
            state.yielding = yielding


def is_ready(state: OdinState, seat: i64, ability: i64) -> bool:
    """The card lies in front of the seat and its condition holds."""
    effects = state.tables.effects
    if not state.has_card(seat, i64(effects.ability_card[ability])):
        return False
    what = i64(effects.ability_if[ability])
    if what == ONCE:
        return True
    number = counting.count(state, seat, what)
    need = i64(effects.ability_need[ability])
    return number == need or (number > need and i64(effects.ability_more[ability]) != 0)


def collect(state: OdinState, seat: i64, moment: i64) -> None:
    """Adds the optional effects of this moment to those that wait for an answer."""
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if is_optional(state, ability) and is_ready(state, seat, ability):
            for _ in range(counting.count(state, seat, i64(effects.ability_times[ability]))):
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
        if not is_optional(state, ability) and is_ready(state, seat, ability):
            if i64(effects.ability_once[ability]):
                spend(state, seat, i64(effects.ability_card[ability]))
            run_program(state, seat, i64(effects.ability_program[ability]), 0)
        at -= 1


def spend(state: OdinState, seat: i64, card: i64) -> None:
    """The card has had its one effect (OD-186)."""
    state.cards[card] = u8(SPENT + seat)


def needs_w5(state: OdinState, seat: i64) -> bool:
    """Only owners of a card that needs the window before the feast get it (OD-083)."""
    cards = state.tables.before_feast
    for at in range(len(cards)):
        if state.has_card(seat, i64(cards[at])):
            return True
    return False


def any_open(state: OdinState, seat: i64) -> bool:
    """A card waits for ships, so that the order of buying them matters (OD-281)."""
    return plays_moment(state, seat, AS_SOON_AS) or plays_moment(state, seat, NEXT_KNARR)


def is_optional(state: OdinState, ability: i64) -> bool:
    effects = state.tables.effects
    return i64(effects.optional[i64(effects.program_first[i64(effects.ability_program[ability])])]) != 0


def offer_possible(state: OdinState, seat: i64, ability: i64) -> bool:
    effects = state.tables.effects
    return step_possible(state, seat, i64(effects.program_first[i64(effects.ability_program[ability])]), -1)


def card_event(state: OdinState, seat: i64, card: i64, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("card_used", {"seat": int(seat), "card": state.tables.card_numbers[card]}))
