"""What cards count, and amounts that depend on the position (OD-193, OD-227, OD-230)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.games.odin import boards, components, covering, items, quantities, supply
from skali.games.odin.position import OdinPosition

MOST_PEAS: Final = 8
"""97B doubles the peas up to so many."""


def count(position: OdinPosition, seat: i64, code: i64) -> i64:
    """How many there are of what a card counts."""
    if code == quantities.ONCE:
        return 1
    if code < quantities.PLAYER:
        if code == items.LONGSHIP:
            return supply.longships(position, seat)
        if code == items.WHALING_BOAT:
            return supply.boats(position, seat)
        if code in (items.SHEEP, items.CATTLE):
            return supply.animals(position, seat, code)
        return position.get(seat, code)
    if code == quantities.PLAYER:
        return position.seats
    if code == quantities.HOUSE:
        return position.get(seat, items.STONE_HOUSE) + position.get(seat, items.LONG_HOUSE)
    if code == quantities.LARGE_SHIP:
        return supply.large_ships(position, seat)
    if code <= quantities.TWOS_PLACED:
        return count_in_action(position, seat, code)
    if code <= quantities.GAME_MEAT_SERVED:
        return count_served(position, code)
    if code <= quantities.VIKINGS_IN_COLUMN_3:
        return count_vikings(position, seat, code)
    return count_holdings(position, seat, code)


def count_in_action(position: OdinPosition, seat: i64, code: i64) -> i64:
    """What the action going on has yielded and cost (OD-227)."""
    if code == quantities.KINDS_TAKEN:
        return popcount(position.kinds_taken & 15)
    if code == quantities.KINDS_PAID:
        return popcount(i64(position.counts[items.PAID_KINDS]))
    if code == quantities.WOOD_RECEIVED:
        return position.wood_received
    if code == quantities.STONE_RECEIVED:
        return i64(position.counts[items.STONE_YIELD])
    if code == quantities.SILVER_RECEIVED:
        return i64(position.counts[items.SILVER_YIELD])
    if code == quantities.TWOS_PLACED:
        return position.get(seat, items.TWOS)
    return 1 if position.space == position.tables.one_boat else supply.boats(position, seat)


def count_served(position: OdinPosition, code: i64) -> i64:
    """Tiles on the Banquet Table."""
    counts = position.counts
    if code == quantities.MEAD_SERVED:
        return i64(counts[items.SERVED + items.MEAD])
    if code == quantities.GAME_MEAT_SERVED:
        return i64(counts[items.SERVED + items.GAME_MEAT])
    if code == quantities.MEAT_SERVED:
        return i64(counts[items.SERVED + items.GAME_MEAT]) + i64(counts[items.SERVED + items.WHALE_MEAT])
    animals = i64(counts[items.SERVED + items.SHEEP]) + i64(counts[items.SERVED + items.SHEEP - 1])
    return animals + i64(counts[items.SERVED + items.CATTLE]) + i64(counts[items.SERVED + items.CATTLE - 1])


def count_vikings(position: OdinPosition, seat: i64, code: i64) -> i64:
    """Own Vikings of this round on crafting spaces, or in a column with its imitation space (OD-151, OD-218)."""
    crafting = code == quantities.VIKINGS_ON_CRAFTING
    column: i64 = 2 if code == quantities.VIKINGS_IN_COLUMN_2 else 3
    total = i64(0) if crafting else own_vikings(position, seat, components.SPACES + column - 1)
    for place in range(i64(components.SPACES)):
        in_column = i64(position.tables.column[place]) == column
        if i64(position.tables.groups[place]) & bit(components.CRAFTING) if crafting else in_column:
            total += own_vikings(position, seat, place)
    return total


def own_vikings(position: OdinPosition, seat: i64, place: i64) -> i64:
    """The seat's Vikings of this round on a space."""
    on = i64(position.counts[items.ON_SPACE + place])
    return on >> 3 if on & 7 == seat + 1 and on < 64 else i64(0)


def count_holdings(position: OdinPosition, seat: i64, code: i64) -> i64:
    if code == quantities.ANIMAL_KINDS:
        sheep: i64 = 1 if supply.animals(position, seat, items.SHEEP) else 0
        return sheep + (1 if supply.animals(position, seat, items.CATTLE) else 0)
    if code == quantities.SHIP:
        return supply.boats(position, seat) + supply.large_ships(position, seat)
    if code == quantities.SHIP_TRIOS:
        boats = supply.boats(position, seat)
        return supply.least(boats, supply.least(position.get(seat, items.KNARR), supply.longships(position, seat)))
    if code == quantities.ORE_ON_SHIPS:
        ore = position.get(seat, items.ARMED_BOAT) + position.get(seat, items.LONGSHIP + 1)
        return ore + 2 * position.get(seat, items.LONGSHIP + 2) + 3 * position.get(seat, items.LONGSHIP + 3)
    if code == quantities.STRONG_LONGSHIPS:
        return position.get(seat, items.LONGSHIP + 2) + position.get(seat, items.LONGSHIP + 3)
    if code == quantities.SPECIAL_TILES:
        return special_tiles(position, seat)
    if code == quantities.RED_KINDS:
        return red_kinds(position, seat)
    if code == quantities.MEAT_PAIRS:
        return supply.least(position.get(seat, items.GAME_MEAT), position.get(seat, items.WHALE_MEAT))
    if code == quantities.PEAS_SHORT:
        peas = position.get(seat, items.PEAS)
        return supply.least(peas, MOST_PEAS - peas) if peas < MOST_PEAS else i64(0)
    if code == quantities.EXPLORATION_BOARDS:
        claims = range(components.FIRST_EXPLORATION, components.FIRST_STONE_HOUSE)
        return sum(boards.owner(position, board) == seat for board in claims)
    assert code == quantities.INCOME
    return covering.income(position, seat)


def special_tiles(position: OdinPosition, seat: i64) -> i64:
    """In the supply and on the seat's boards (OD-193)."""
    total: i64 = 0
    for tile in range(i64(items.SPECIAL), items.SPECIAL + items.SPECIALS):
        total += position.get(seat, tile)
    placed = position.placed
    for at in range(len(placed)):
        packed = i64(placed[at])
        if (packed >> 3) & 127 >= items.SPECIAL and boards.owner(position, packed >> 18) == seat:
            total += 1
    return total


def red_kinds(position: OdinPosition, seat: i64) -> i64:
    """Different red goods in supply and stable; pregnant animals are no kind of their own (26c)."""
    kinds: i64 = 0
    for good in range(i64(items.RED), items.GOODS, 4):
        animal = good == items.SHEEP or good == items.CATTLE
        if position.get(seat, good) or (animal and position.get(seat, good - 1)):
            kinds += 1
    return kinds


# Amounts


def amount(position: OdinPosition, seat: i64, number: i64) -> i64:
    """A number as written, or one that depends on the position."""
    if number >= 0:
        return number
    if number == quantities.THE_ROUND:
        return position.round
    if number == quantities.ARMED_PRICE:
        return armed_price(position, seat)
    return escort_price(position, seat)


def armed_price(position: OdinPosition, seat: i64) -> i64:
    """81C: 8 silver, 1 less for each long sword and a half for each spear and bow, rounded down."""
    halves = position.get(seat, items.SPEAR) + position.get(seat, items.BOW)
    price = 8 - position.get(seat, items.LONG_SWORD) - (halves + 1) // 2
    return price if price > 0 else i64(0)


def escort_price(position: OdinPosition, seat: i64) -> i64:
    """82B: a longship is cheaper with 1, 2 or 3 knarrs (OD-229)."""
    knarrs = position.get(seat, items.KNARR)
    return (8, 6, 3)[knarrs] if knarrs < 3 else 1
