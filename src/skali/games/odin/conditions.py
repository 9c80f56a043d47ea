"""What operations, spaces and cards can do now: prices, conditions, and the rule that stands in the way (OD-042, OD-043, OD-115 to
OD-144, OD-254, OD-258). What happens is in effects.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import WORD_BITS, bit
from skali.games.odin import (
    boards,
    card_rules,
    components,
    counting,
    covering,
    items,
    operations,
    phases,
    prices,
    quantities,
    supply,
    triggers,
)
from skali.games.odin.position import OdinPosition

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
OUTFIT_OF_EACH: Final = 2
GIFTS: Final = (
    bit(triggers.BEFORE_CRAFTING)
    | bit(triggers.BEFORE_BUILDING)
    | bit(triggers.BEFORE_CRAFTING_WITH_ORE)
    | bit(triggers.BEFORE_COLUMN_4)
)
"""Cards take an item from a strip right before an action: 113a, 121B, 103C, and 164A, which takes stone or ore only."""


def operation_fault(position: OdinPosition, seat: i64, operation: i64, space: i64) -> i64:
    """The rule that forbids an operation now, 0 if it is possible. ``space`` is where it is done, -1 for a card."""
    effects = position.tables.effects
    verb = i64(effects.verb[operation])
    a = i64(effects.a[operation])
    b = i64(effects.b[operation])
    c = i64(effects.c[operation])
    if verb == operations.GAIN:
        return 0 if b == quantities.ONCE or counting.count(position, seat, b) else OD_120_ANIMALS
    if verb == operations.SWAP:
        if not prices.can_pay(position, seat, a, space):
            return OD_115_COST
        if c:
            first = i64(effects.step_first[i64(effects.program_first[c - 1])])
            return operation_fault(position, seat, first, -1)
        return prices.can_receive(position, seat, b)
    if verb == operations.TIER:
        return 0 if prices.tier_bundle(position, seat, operation) else OD_120_ANIMALS
    if verb == operations.STRIP:
        return 0 if any_strip(position, c) else OD_124_STRIP
    if verb == operations.UPGRADE:
        if space >= 0 and a == 1 and any_fur(position, seat):
            return 0
        return 0 if any_upgrade(position, seat, b, c) else OD_133_AT_LEAST_ONE
    if verb == operations.EXPLORE:
        return 0 if any(board_claimable(position, seat, number, a) for number in range(i64(4))) else OD_138_CLAIMING
    if verb == operations.OVERSEAS:
        return 0 if position.get(seat, items.SILVER) else OD_115_COST
    if verb == operations.SALE:
        return 0 if any_sale(position, seat) else OD_137_SALE
    if verb == operations.FORGE:
        return 0 if position.get(seat, items.ORE) else OD_115_COST
    if verb == operations.PLAY:
        return 0 if position.get(seat, items.HAND) else OD_147_NEEDS_CARD
    if verb == operations.EMIGRATE:
        return emigration_fault(position, seat, a)
    if verb == operations.SWAP_BOAT:
        full = supply.large_ships(position, seat) >= supply.LARGE_STAGES
        return OD_146_SWAP if full or supply.boats(position, seat) == 0 else 0
    return _card_operation_fault(position, seat, verb, a, b)


def _card_operation_fault(position: OdinPosition, seat: i64, verb: i64, a: i64, b: i64) -> i64:
    """Operations that only cards have."""
    if verb == operations.SHIFT:
        goods = any(shifted(good, 1, a) >= 0 and position.get(seat, good) > 0 for good in range(i64(items.GOODS)))
        return 0 if goods and position.get(seat, items.SILVER) else OD_115_COST
    if verb == operations.RETURN_COLUMN_4:
        here = any(on_column_4(position, seat, place) for place in range(i64(components.SPACES + 4)))
        return 0 if here else OD_042_ONE_EFFECT
    if verb == operations.RETURN_HERE:
        place = position.stands_on
        return 0 if place >= 0 and counting.own_vikings(position, seat, place) else OD_152_NO_VIKING
    if verb == operations.INSPECT:
        there = any(counting.own_vikings(position, seat, place) for place in range(i64(components.SPACES + 4)))
        return 0 if there else OD_152_NO_VIKING
    if verb == operations.FOLLOW:
        follows = any(follow_fault(position, seat, space) == 0 for space in range(i64(components.SPACES)))
        return 0 if follows else OD_042_ONE_EFFECT
    if verb == operations.BONUS:
        if a == operations.BONUS_HOME:
            return 0
        return 0 if counting.count(position, seat, quantities.HOUSE) else OD_042_ONE_EFFECT
    if verb == operations.BOOST:
        if b == 0:
            return 0 if supply.most_ore(position, seat) else OD_234_NO_ORE
        return 0 if position.get(seat, b) else OD_234_NO_ORE
    if verb == operations.SOW:
        mark: i64 = 1 if a == items.FLAX else 2
        return 0 if i64(position.counts[items.SOWN]) & mark else OD_259_NOTHING_SOWN
    return _single_card_fault(position, seat, verb, a)


def _single_card_fault(position: OdinPosition, seat: i64, verb: i64, a: i64) -> i64:
    """Operations that serve one card, or two."""
    if verb == operations.OUTFIT:
        weapons = range(i64(items.BOW), items.LONG_SWORD + 1)
        return 0 if any(position.get(seat, each) < OUTFIT_OF_EACH for each in weapons) else OD_120_ANIMALS
    if verb == operations.FOURTH:
        return 0 if any(is_third(position, seat, good) for good in range(i64(items.GOODS))) else OD_120_ANIMALS
    if verb == operations.FLIP:
        goods = any(position.get(seat, good) > 0 and not is_animal(good) for good in range(i64(items.GOODS)))
        return 0 if goods and position.get(seat, items.KNARR) else OD_120_ANIMALS
    if verb == operations.RELOCATE:
        return 0 if covering.where_placed(position, a) >= 0 else OD_248_NOT_PLACED
    if verb == operations.LATE:
        return 0 if any_late(position, seat) else OD_246_SPACES
    return 0


def is_animal(good: i64) -> bool:
    return good == items.SHEEP or good == items.PREGNANT_SHEEP or good == items.CATTLE or good == items.PREGNANT_CATTLE


def is_third(position: OdinPosition, seat: i64, good: i64) -> bool:
    """Exactly three of the good lie in the supply; animals stand in the stable (31C)."""
    return position.get(seat, good) == 3 and not is_animal(good)


def any_fur(position: OdinPosition, seat: i64) -> bool:
    """102B: game meat or silk for a fur instead of an upgrade."""
    held = position.get(seat, items.GAME_MEAT) + position.get(seat, items.SILK)
    return held > 0 and position.hook(seat, card_rules.FUR_FOR_UPGRADE_1)


def step_possible(position: OdinPosition, seat: i64, step: i64, space: i64) -> bool:
    effects = position.tables.effects
    first = i64(effects.step_first[step])
    end = i64(effects.step_first[step + 1])
    return any(operation_fault(position, seat, operation, space) == 0 for operation in range(first, end))


def any_strip(position: OdinPosition, hard: i64) -> bool:
    """A strip lies face up; with ``hard`` its next item must be stone or ore (164A)."""
    return any(strip_open(position, strip, hard) for strip in range(i64(8)))


def strip_open(position: OdinPosition, strip: i64, hard: i64) -> bool:
    left = i64(position.counts[items.STRIP_LEFT + strip])
    if left == 0:
        return False
    if not hard:
        return True
    item = i64(position.tables.strip_items[strip * 7 + 7 - left])
    return item == 1 or item == 2


def upgradable(good: i64, steps: i64, kind: i64) -> bool:
    """Whether a good can rise so far: never past blue, doubles exactly two steps (OD-128 to OD-132)."""
    colour = boards.colour(good)
    if kind == operations.MEATS:
        return good in (items.SALT_MEAT, items.GAME_MEAT, items.WHALE_MEAT)
    if kind == operations.ORANGES:
        return colour == items.ORANGE
    if steps == operations.TO_BLUE:
        return colour <= items.GREEN
    return colour + steps <= 3


def any_upgrade(position: OdinPosition, seat: i64, steps: i64, kind: i64) -> bool:
    return any(position.get(seat, good) > 0 and upgradable(good, steps, kind) for good in range(i64(items.GOODS)))


def shifted(good: i64, steps: i64, direction: i64) -> i64:
    """Where a good comes to in the goods boxes, each step one colour up and one size to the side; -1 if nowhere.

    66A moves orange goods to the right, 88C any good to the left (OD-257, OD-277).
    """
    start = supply.type_of(good)
    if direction == operations.SHIFT_RIGHT:
        result = start + 5 * steps
        return result if start % 4 == items.ORANGE and result < items.GOODS else -1
    result = start - 3 * steps
    return result if start % 4 < items.BLUE and result >= 0 else -1


def board_column(grid: i64) -> i64:
    """The exploration space on which a face is claimed: 1, 2 or 3 (OD-135)."""
    if grid <= 2:
        return 1
    return 2 if grid <= 5 else 3


def board_open(position: OdinPosition, number: i64) -> bool:
    return i64(position.counts[items.BOARD_OWNER + components.FIRST_EXPLORATION + number]) == 0


def board_claimable(position: OdinPosition, seat: i64, number: i64, column: i64) -> bool:
    """It lies unclaimed and belongs to the space, or 107B lets the first space claim any (OD-135, OD-138)."""
    if not board_open(position, number):
        return False
    if board_column(boards.grid_of(position, components.FIRST_EXPLORATION + number)) == column:
        return True
    return column == 1 and position.hook(seat, card_rules.EXPLORE_1_CLAIMS_ANY_BOARD)


def any_sale(position: OdinPosition, seat: i64) -> bool:
    return any(prices.sale_open(position, seat, items.SPECIAL + tile, -1) for tile in range(i64(items.SPECIALS)))


def emigrated(position: OdinPosition, seat: i64) -> i64:
    return position.get(seat, items.EMIGRATED_KNARR) + position.get(seat, items.EMIGRATED_LONGSHIP)


def emigration_fault(position: OdinPosition, seat: i64, terms: i64) -> i64:
    if supply.large_ships(position, seat) == 0:
        return OD_143_EMIGRATION
    if 2 * (emigrated(position, seat) + 1) > position.vikings():
        return OD_144_ROOM
    paid = position.get(seat, items.SILVER) >= prices.emigration_price(position, seat, terms)
    return 0 if paid else OD_143_EMIGRATION


def needs_fault(position: OdinPosition, seat: i64, space: i64) -> i64:
    """Ships that a space needs; with 147A a knarr counts as a longship (OD-135, OD-163, OD-240)."""
    ship = i64(position.tables.ship_code[space])
    if ship < 0:
        return 0
    held = counting.count(position, seat, ship)
    if ship == items.LONGSHIP and position.hook(seat, card_rules.KNARR_COUNTS_AS_LONGSHIP):
        held += position.get(seat, items.KNARR)
    return 0 if held >= i64(position.tables.ship_count[space]) else OD_135_SHIP


def program_fault(position: OdinPosition, seat: i64, program: i64, space: i64, drawn: i64) -> i64:
    """Why no effect of a space's program can be used, 0 if one can. ``drawn`` cards of column 3 count as in hand (OD-147)."""
    effects = position.tables.effects
    first = i64(effects.program_first[program])
    end = i64(effects.program_first[program + 1])
    fault: i64 = OD_042_ONE_EFFECT
    for step in range(first, end):
        operation = i64(effects.step_first[step])
        verb = i64(effects.verb[operation])
        must = verb == operations.SWAP and not i64(effects.optional[step])
        if verb == operations.PLAY:
            must = True
            if position.get(seat, items.HAND) or (drawn and supply.pile_left(position)):
                if end - first == 1:
                    return 0
                continue
            return OD_147_NEEDS_CARD
        here: i64 = OD_042_ONE_EFFECT
        for each in range(operation, i64(effects.step_first[step + 1])):
            here = operation_fault(position, seat, each, space)
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


def other_program(position: OdinPosition, seat: i64, space: i64) -> i64:
    """The second thing a space offers, by itself or through a card (105B, 185B); -1 for most."""
    other = i64(position.tables.other_program[space])
    if other < 0 and position.has_card(seat, i64(position.tables.instead_card[space])):
        return i64(position.tables.instead_program[space])
    return other


def space_fault(position: OdinPosition, seat: i64, space: i64, drawn: i64) -> i64:
    """Why a space cannot be used now, whoever stands on it (OD-042, OD-043); 0 if it can."""
    fault = needs_fault(position, seat, space)
    if fault:
        return fault
    fault = program_fault(position, seat, i64(position.tables.program[space]), space, drawn)
    if fault:
        other = other_program(position, seat, space)
        if other >= 0:
            return program_fault(position, seat, other, space, drawn)
    return fault


def way_fault(position: OdinPosition, seat: i64, space: i64, way: i64, drawn: i64) -> i64:
    """The same for a chosen way to pay, 0 if none was chosen."""
    fault = space_fault(position, seat, space, drawn)
    if fault or way == 0:
        return fault
    effects = position.tables.effects
    first = i64(effects.step_first[i64(effects.program_first[i64(position.tables.program[space])])])
    return operation_fault(position, seat, first + way - 1, space)


def gift_fault(position: OdinPosition, seat: i64, space: i64, way: i64, drawn: i64) -> i64:
    """The same, counting the items that "right before" cards may take from strips (OD-043, OD-258)."""
    fault = way_fault(position, seat, space, way, drawn)
    if fault == 0 or fault == OD_135_SHIP:
        return fault
    gifts = gifts_before(position, seat, space, way)
    if gifts and gifts_help(position, seat, space, way, gifts):
        return 0
    return fault


def sending_fault(position: OdinPosition, seat: i64, space: i64) -> i64:
    """Why a space cannot be used in any way; cards of column 3 are drawn before."""
    if not position.tables.two_ways & bit(space):
        return gift_fault(position, seat, space, 0, 1 if i64(position.tables.column[space]) == 3 else 0)
    fault = gift_fault(position, seat, space, 1, 0)
    return gift_fault(position, seat, space, 2, 0) if fault else 0


def gifts_before(position: OdinPosition, seat: i64, space: i64, way: i64) -> i64:
    """The "right before" cards that take an item from a strip here, as bits of GIFTS."""
    gifts = position.awaited[seat] & GIFTS
    return gifts & before_space(position, space, way) if gifts else gifts


def before_space(position: OdinPosition, space: i64, way: i64) -> i64:
    """The triggers of GIFTS that come right before the action of a space, as bits."""
    groups = i64(position.tables.groups[space])
    occurring: i64 = 0
    if groups & bit(components.CRAFTING):
        occurring |= bit(triggers.BEFORE_CRAFTING)
        if pays_ore(position, space, way):
            occurring |= bit(triggers.BEFORE_CRAFTING_WITH_ORE)
    if groups & (bit(components.BUILD_HOUSES) | bit(components.BUILD_SHIPS)):
        occurring |= bit(triggers.BEFORE_BUILDING)
    if i64(position.tables.column[space]) == 4:
        occurring |= bit(triggers.BEFORE_COLUMN_4)
    return occurring


def gifts_help(position: OdinPosition, seat: i64, space: i64, way: i64, gifts: i64) -> bool:
    """Whether the next items of some strips, one for each gift, make the space usable."""
    if gifts == 0:
        return way_fault(position, seat, space, way, 0) == 0
    gift = gifts & -gifts
    if gifts_help(position, seat, space, way, gifts ^ gift):
        return True
    counts = position.counts
    for strip in range(i64(8)):
        if strip_open(position, strip, 1 if gift == bit(triggers.BEFORE_COLUMN_4) else 0):
            left = i64(counts[items.STRIP_LEFT + strip])
            item = i64(position.tables.strip_items[strip * 7 + 7 - left])
            good: i64 = items.SILVER if item == 3 else items.WOOD + item
            number: i64 = 2 if item == 3 else 1
            counts[items.STRIP_LEFT + strip] = i16(left - 1)
            position.add(seat, good, number)
            helped = gifts_help(position, seat, space, way, gifts ^ gift)
            position.add(seat, good, -number)
            counts[items.STRIP_LEFT + strip] = i16(left)
            if helped:
                return True
    return False


def pays_ore(position: OdinPosition, space: i64, way: i64) -> bool:
    """The crafting space takes ore: the forge, or the way chosen on the other (103C, 108c)."""
    effects = position.tables.effects
    first = i64(effects.step_first[i64(effects.program_first[i64(position.tables.program[space])])])
    if i64(effects.verb[first]) == operations.FORGE:
        return True
    if way == 0 or i64(effects.verb[first + way - 1]) != operations.SWAP:
        return False
    return i64(effects.bundle_item[i64(effects.bundle_first[i64(effects.a[first + way - 1])])]) == items.ORE


def pending_way(position: OdinPosition) -> i64:
    """The way to pay that was chosen with the space whose action has not begun."""
    depth = position.frames.depth - 1
    while depth >= 0 and i64(position.frames.data[depth * 4]) != phases.DO_ACTION:
        depth -= 1
    return i64(position.frames.data[depth * 4 + 1]) if depth >= 0 else i64(0)


def pending_fault(position: OdinPosition) -> i64:
    """Why the space chosen cannot be used, before its action begins (OD-043)."""
    return way_fault(position, position.active, position.space, pending_way(position), 0)


def gifts_waiting(position: OdinPosition, base: i64) -> i64:
    """The gifts among the effects that still wait for an answer."""
    effects = position.tables.effects
    gifts: i64 = 0
    for at in range(base, position.offer_count):
        trigger = i64(effects.ability_trigger[i64(position.counts[items.OFFERS + at])])
        if trigger < WORD_BITS:
            gifts |= bit(trigger) & GIFTS
    return gifts


def plays_either(position: OdinPosition, seat: i64, one: i64, other: i64) -> bool:
    return plays_trigger(position, seat, one) or plays_trigger(position, seat, other)


def plays_trigger(position: OdinPosition, seat: i64, trigger: i64) -> bool:
    if not position.awaits(seat, trigger):
        return False
    effects = position.tables.effects
    abilities = effects.by_trigger[trigger]
    return any(position.has_card(seat, i64(effects.ability_card[i64(abilities[at])])) for at in range(len(abilities)))


def on_column_4(position: OdinPosition, seat: i64, place: i64) -> bool:
    """Own Vikings of this round stand on this column-4 space or on the imitation space of column 4."""
    column = i64(position.tables.column[place]) if place < components.SPACES else place - components.SPACES + 1
    on = i64(position.counts[items.ON_SPACE + place])
    return column == 4 and on & 7 == seat + 1 and on < 64


def follow_fault(position: OdinPosition, seat: i64, space: i64) -> i64:
    """77A: a column-2 space that anybody occupies in this round, usable by the seat (OD-246)."""
    on = i64(position.counts[items.ON_SPACE + space])
    if i64(position.tables.column[space]) != 2 or on == 0:
        return OD_246_SPACES
    return space_fault(position, seat, space, 0)


def late_fault(position: OdinPosition, seat: i64, place: i64, space: i64) -> i64:
    """91c: a free place of column 1 beside an own Viking, usable after paying 1 silver; ``space`` is what is done there."""
    if i64(position.counts[items.ON_SPACE + place]) or not beside_own(position, seat, place):
        return OD_246_SPACES
    if place >= components.SPACES:
        on = i64(position.counts[items.ON_SPACE + space])
        if i64(position.tables.column[space]) != 1 or on == 0 or on & 7 == seat + 1:
            return OD_149_NOT_IMITATED
    position.add(seat, items.SILVER, -1)
    fault = gift_fault(position, seat, space, 0, 0)
    position.add(seat, items.SILVER, 1)
    return fault


def beside_own(position: OdinPosition, seat: i64, place: i64) -> bool:
    """An own Viking of this round stands right above or below; the imitation space is the last of its column."""
    order = [int(each) for each in position.tables.first_column]
    at = order.index(int(place))
    near = order[max(at - 1, 0) : at] + order[at + 1 : at + 2]
    return any(counting.own_vikings(position, seat, each) > 0 for each in near)


def any_late(position: OdinPosition, seat: i64) -> bool:
    if position.get(seat, items.SILVER) == 0:
        return False
    for space in range(i64(components.SPACES)):
        if i64(position.tables.column[space]) == 1:
            imitated = position.imitation & 2 and late_fault(position, seat, components.SPACES, space) == 0
            if imitated or late_fault(position, seat, space, space) == 0:
                return True
    return False
