"""What items, operations and cards are worth to a sensible player now."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.games.odin import boards, conditions, counting, items, operations, phases, prices, supply, triggers
from skali.games.odin.position import OdinPosition

WORTH_OF_VIKING: Final = 1.2
BLUE_CELL: Final = 0.9
GREEN_CELL: Final = 0.47
RED_CELL: Final = 0.25
ORANGE_CELL: Final = 0.25


def time_left(position: OdinPosition) -> float:
    """How much can still be done with goods that are not ready to be placed: 0 to 1."""
    rounds = float(position.rounds() - position.round)
    if position.phase <= phases.ACTIONS:
        rounds += float(position.get(position.active, items.THING)) / 12.0
    return rounds if rounds < 1.0 else 1.0


def incomes_left(position: OdinPosition) -> i64:
    left = position.rounds() - position.round
    return left + 1 if position.phase <= 7 else left


def worth(position: OdinPosition, item: i64) -> float:
    """What an item is worth in the supply."""
    if item >= items.SPECIAL or item < items.GOODS:
        shapes = position.tables.shapes
        cells = float(i64(shapes.size[i64(shapes.first[item])]))
        tint = boards.colour(item)
        if tint == items.BLUE:
            return BLUE_CELL * cells
        if tint == items.GREEN:
            return GREEN_CELL * cells
        time = time_left(position)
        return (RED_CELL if tint == items.RED else ORANGE_CELL) * cells * time
    if item == items.SILVER:
        return 1.0
    time = time_left(position)
    if item == items.WOOD:
        return 1.4 * time
    if item == items.STONE:
        return 1.6 * time
    if item == items.ORE:
        return 1.0 + 0.7 * time
    if items.BOW <= item <= items.WEAPON:
        return 0.5 * time
    if item < items.KNARR:
        return 3.0 + 1.5 * time
    if item == items.KNARR:
        return 5.0 + 5.0 * time
    if item < items.SHED:
        return 8.0 + 4.5 * time
    if item == items.SHED:
        return 4.0 + 2.0 * time
    if item == items.STONE_HOUSE:
        return 4.0 + 3.0 * time
    if item == items.LONG_HOUSE:
        return 6.0 + 4.0 * time
    return 0.0


def playing(position: OdinPosition, seat: i64, card: i64) -> float:
    """What a card brings when it is played now: points, its effect, and what it will bring later."""
    total = float(i64(position.tables.card_points[card])) + later_worth(position, card)
    table = position.tables.effects
    abilities = table.by_trigger[triggers.PLAYED]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if i64(table.ability_card[ability]) == card:
            total += program_worth(position, seat, i64(table.ability_program[ability]), -1)
    return total


def later_worth(position: OdinPosition, card: i64) -> float:
    """What the declaration of a card promises for the rounds to come: its triggers by how often they come."""
    rounds = float(position.rounds() - position.round)
    if position.phase <= phases.ACTIONS:
        rounds += 0.7
    return position.tables.card_values[card] * rounds


# Operations


def program_worth(position: OdinPosition, seat: i64, program: i64, space: i64) -> float:
    table = position.tables.effects
    total = 0.0
    for step in range(i64(table.program_first[program]), i64(table.program_first[program + 1])):
        best = -100.0
        for operation in range(i64(table.step_first[step]), i64(table.step_first[step + 1])):
            if conditions.operation_fault(position, seat, operation, space) == 0:
                gain = operating(position, seat, operation, space)
                if gain > best:
                    best = gain
        if best > -100.0 and (best > 0.0 or not i64(table.optional[step])):
            total += best
    return total


def bundle_worth(position: OdinPosition, seat: i64, bundle: i64) -> float:
    table = position.tables.effects
    total = 0.0
    for at in range(i64(table.bundle_first[bundle]), i64(table.bundle_first[bundle + 1])):
        item = i64(table.bundle_item[at])
        count = float(i64(table.bundle_count[at]))
        if item >= items.ITEMS:
            total += 1.0  # a slot filled
        elif supply.receive_fault(position, seat, item) == 0:
            extra = 0.0
            if item in (items.SHEEP, items.CATTLE):
                extra = 2.0 + 1.2 * float(position.rounds() - position.round)
            total += count * (worth(position, item) + extra)
    return total


def operating(position: OdinPosition, seat: i64, operation: i64, space: i64) -> float:
    """What an operation seems to bring."""
    table = position.tables.effects
    verb = i64(table.verb[operation])
    a = i64(table.a[operation])
    b = i64(table.b[operation])
    time = time_left(position)
    if verb == operations.GAIN:
        return bundle_worth(position, seat, a) * float(counting.count(position, seat, b))
    if verb == operations.SWAP:
        total = bundle_worth(position, seat, b) - paying(position, seat, a)
        follows = i64(table.c[operation])
        return total + program_worth(position, seat, follows - 1, -1) if follows else total
    if verb == operations.TIER:
        return bundle_worth(position, seat, prices.tier_bundle(position, seat, operation))
    if verb == operations.STRIP:
        best = 0.0
        for strip in range(i64(8)):
            if i64(position.counts[items.STRIP_LEFT + strip]):
                got = mining(position, strip, a)
                if got > best:
                    best = got
        return best
    if verb == operations.UPGRADE:
        return float(a) * best_rise(position, seat, b)
    if verb == operations.HUNTING:
        return 1.0 + 2.4 * time
    if verb == operations.SNARE:
        return 2.0 + 2.4 * time
    if verb == operations.WHALING:
        return 3.0 + 1.2 * float(supply.boats(position, seat)) + 2.5 * time
    if verb == operations.RAIDING:
        return 5.5
    if verb == operations.PILLAGING:
        return 7.0 + 0.7 * float(supply.most_ore(position, seat))
    if verb == operations.EXPLORE:
        return exploring(position, a)
    if verb == operations.OVERSEAS:
        total = -1.0
        for good in range(i64(items.GREEN), items.GOODS, 4):
            if position.get(seat, good):
                total += worth(position, good + 1) - worth(position, good) + 0.5
        return total
    if verb == operations.SALE:
        return best_sale(position, seat)
    if verb == operations.FORGE:
        return 6.5
    if verb == operations.DRAW:
        return 0.8
    if verb == operations.PLAY:
        hand = position.get(seat, items.HAND)
        return 2.5 * float(a if a < hand else hand)
    if verb == operations.EMIGRATE:
        return 12.0 - float(position.round) + 1.5 * float(position.rounds() - position.round)
    if verb == operations.SWAP_BOAT:
        return 4.0
    return 1.5


def paying(position: OdinPosition, seat: i64, bundle: i64) -> float:
    table = position.tables.effects
    total = 0.0
    for at in range(i64(table.bundle_first[bundle]), i64(table.bundle_first[bundle + 1])):
        number = counting.amount(position, seat, i64(table.bundle_count[at]))
        total += float(number) * worth(position, i64(table.bundle_item[at]))
    return total


def mining(position: OdinPosition, strip: i64, most: i64) -> float:
    left = i64(position.counts[items.STRIP_LEFT + strip])
    total = 0.0
    for at in range(most if most < left else left):
        item = i64(position.tables.strip_items[strip * 7 + 7 - left + at])
        total += 2.0 if item == 3 else worth(position, items.WOOD + item)
    return total


def best_rise(position: OdinPosition, seat: i64, steps: i64) -> float:
    best = 0.0
    for good in range(i64(items.GOODS)):
        if position.get(seat, good) and conditions.upgradable(good, steps, 0):
            result = good | 3 if steps == 3 else supply.upgraded(good, steps)
            gain = worth(position, result) - worth(position, good)
            if gain > best:
                best = gain
    return best


def claiming(position: OdinPosition, grid: i64) -> float:
    """Points of a board, its silver, and some of its cells that will stay open."""
    points = float(i64(position.tables.grids.points[grid]))
    minus = float(i64(position.tables.grids.minus_total[grid]))
    silver = float(i64(position.counts[items.BOARD_SILVER + (grid - 1) % 4]))
    rounds = float(position.rounds() - position.round)
    covered = 0.35 + 0.12 * rounds
    return points + silver - minus * (1.0 - (covered if covered < 0.9 else 0.9))


def exploring(position: OdinPosition, column: i64) -> float:
    best = 0.0
    for number in range(i64(4)):
        grid = boards.grid_of(position, 4 + number)
        if conditions.board_open(position, number) and conditions.board_column(grid) == column:
            gain = claiming(position, grid)
            if gain > best:
                best = gain
    return best


def best_sale(position: OdinPosition, seat: i64) -> float:
    first = 0.0
    second = 0.0
    for tile in range(i64(items.SPECIAL), items.SPECIAL + items.SPECIALS):
        if prices.sale_open(position, seat, tile, -1):
            gain = worth(position, tile) - float(prices.sale_price(position, seat, tile, -1))
            if gain > first:
                second = first
                first = gain
            elif gain > second:
                second = gain
    return first + 0.7 * second


def food_width(position: OdinPosition, seat: i64) -> i64:
    """About how many spaces the food at hand can fill: one tile of each type lies, colours alternate."""
    orange: i64 = 0
    red: i64 = 0
    tiles_orange: i64 = 0
    tiles_red: i64 = 0
    for good in range(i64(items.GOODS)):
        count = position.get(seat, good)
        if count == 0:
            continue
        tint = boards.colour(good)
        if tint > items.RED or good in (items.SHEEP, items.CATTLE, items.PREGNANT_SHEEP, items.PREGNANT_CATTLE):
            continue
        width = i64(position.tables.long_side[good]) + (count - 1) * i64(position.tables.short_side[good])
        if tint == items.ORANGE:
            orange += width
            tiles_orange += count
        else:
            red += width
            tiles_red += count
    most = tiles_orange if tiles_orange > tiles_red else tiles_red
    least = tiles_orange + tiles_red - most
    total = orange + red
    if most > 2 * least + 3:
        total -= most - 2 * least - 3
    return total
