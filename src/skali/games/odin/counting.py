"""What cards count, and amounts that depend on the position (OD-193, OD-227, OD-230)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.games.odin import boards, supply
from skali.games.odin.components import (
    FIRST_EXPLORATION,
    FIRST_STONE_HOUSE,
    GROUPS,
    SPACES,
)
from skali.games.odin.effects_text import (
    ANIMAL_KINDS,
    ANIMALS_SERVED,
    ARMED_PRICE,
    BOATS_USED,
    EXPLORATION_BOARDS,
    GAME_MEAT_SERVED,
    HOUSES,
    KINDS_PAID,
    KINDS_TAKEN,
    LARGE_SHIPS,
    MEAD_SERVED,
    MEAT_PAIRS,
    MEAT_SERVED,
    ONCE,
    ORE_ON_SHIPS,
    PEAS_SHORT,
    PLAYERS,
    RED_KINDS,
    ROUND_INCOME,
    SHIP_TRIOS,
    SILVER_RECEIVED,
    SPECIAL_TILES,
    STONE_RECEIVED,
    STRONG_LONGSHIPS,
    THE_ROUND,
    TWOS_PLACED,
    VIKINGS_IN_COLUMN_2,
    VIKINGS_IN_COLUMN_3,
    VIKINGS_ON_CRAFTING,
    WOOD_RECEIVED,
)
from skali.games.odin.items import (
    ARMED_BOAT,
    BOAT,
    BOW,
    CATTLE,
    GAME_MEAT,
    GOODS,
    KNARR,
    LONG_HOUSE,
    LONG_SWORD,
    LONGSHIP,
    MEAD,
    ON_SPACE,
    PAID_KINDS,
    PEAS,
    RED,
    SERVED,
    SHEEP,
    SILVER_YIELD,
    SPEAR,
    SPECIAL,
    SPECIALS,
    STONE_HOUSE,
    STONE_YIELD,
    TWOS,
    WHALE_MEAT,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

CRAFTING: Final = GROUPS.index("crafting")
MOST_PEAS: Final = 8
"""97B doubles the peas up to so many."""


def count(state: OdinState, seat: i64, code: i64) -> i64:
    """How many there are of what a card counts."""
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
    if code == LARGE_SHIPS:
        return supply.large_ships(state, seat)
    if code in (KINDS_TAKEN, KINDS_PAID, WOOD_RECEIVED, STONE_RECEIVED, SILVER_RECEIVED, BOATS_USED, TWOS_PLACED):
        return count_in_action(state, seat, code)
    if code in (MEAT_SERVED, MEAD_SERVED, ANIMALS_SERVED, GAME_MEAT_SERVED):
        return count_served(state, code)
    if code in (VIKINGS_ON_CRAFTING, VIKINGS_IN_COLUMN_2, VIKINGS_IN_COLUMN_3):
        return count_vikings(state, seat, code)
    return count_holdings(state, seat, code)


def count_in_action(state: OdinState, seat: i64, code: i64) -> i64:
    """What the action going on has yielded and cost (OD-227)."""
    if code == KINDS_TAKEN:
        return popcount(state.kinds_taken & 15)
    if code == KINDS_PAID:
        return popcount(i64(state.h[PAID_KINDS]))
    if code == WOOD_RECEIVED:
        return state.wood_received
    if code == STONE_RECEIVED:
        return i64(state.h[STONE_YIELD])
    if code == SILVER_RECEIVED:
        return i64(state.h[SILVER_YIELD])
    if code == TWOS_PLACED:
        return state.get(seat, TWOS)
    return 1 if state.space == state.tables.one_boat else supply.boats(state, seat)


def count_served(state: OdinState, code: i64) -> i64:
    """Tiles on the Banquet Table."""
    h = state.h
    if code == MEAD_SERVED:
        return i64(h[SERVED + MEAD])
    if code == GAME_MEAT_SERVED:
        return i64(h[SERVED + GAME_MEAT])
    if code == MEAT_SERVED:
        return i64(h[SERVED + GAME_MEAT]) + i64(h[SERVED + WHALE_MEAT])
    animals = i64(h[SERVED + SHEEP]) + i64(h[SERVED + SHEEP - 1])
    return animals + i64(h[SERVED + CATTLE]) + i64(h[SERVED + CATTLE - 1])


def count_vikings(state: OdinState, seat: i64, code: i64) -> i64:
    """Own Vikings of this round on crafting spaces, or in a column with its imitation space (OD-151, OD-218)."""
    column: i64 = 0
    if code == VIKINGS_IN_COLUMN_2:
        column = 2
    elif code == VIKINGS_IN_COLUMN_3:
        column = 3
    total: i64 = 0
    for place in range(i64(SPACES)):
        if column:
            counted = i64(state.tables.column[place]) == column
        else:
            counted = i64(state.tables.groups[place]) & bit(CRAFTING) != 0
        if counted:
            total += own_vikings(state, seat, place)
    return total + own_vikings(state, seat, SPACES + column - 1) if column else total


def own_vikings(state: OdinState, seat: i64, place: i64) -> i64:
    """The seat's Vikings of this round on a space."""
    on = i64(state.h[ON_SPACE + place])
    return on >> 3 if on & 7 == seat + 1 and on < 64 else i64(0)


def count_holdings(state: OdinState, seat: i64, code: i64) -> i64:
    if code == ANIMAL_KINDS:
        sheep: i64 = 1 if supply.animals(state, seat, SHEEP) else 0
        return sheep + (1 if supply.animals(state, seat, CATTLE) else 0)
    if code == SHIP_TRIOS:
        boats = supply.boats(state, seat)
        return least(boats, least(state.get(seat, KNARR), supply.longships(state, seat)))
    if code == ORE_ON_SHIPS:
        ore = state.get(seat, ARMED_BOAT) + state.get(seat, LONGSHIP + 1)
        return ore + 2 * state.get(seat, LONGSHIP + 2) + 3 * state.get(seat, LONGSHIP + 3)
    if code == STRONG_LONGSHIPS:
        return state.get(seat, LONGSHIP + 2) + state.get(seat, LONGSHIP + 3)
    if code == SPECIAL_TILES:
        return special_tiles(state, seat)
    if code == RED_KINDS:
        return red_kinds(state, seat)
    if code == MEAT_PAIRS:
        return least(state.get(seat, GAME_MEAT), state.get(seat, WHALE_MEAT))
    if code == PEAS_SHORT:
        peas = state.get(seat, PEAS)
        return least(peas, MOST_PEAS - peas) if peas < MOST_PEAS else i64(0)
    if code == EXPLORATION_BOARDS:
        claimed: i64 = 0
        for board in range(i64(FIRST_EXPLORATION), FIRST_STONE_HOUSE):
            if boards.owner(state, board) == seat:
                claimed += 1
        return claimed
    assert code == ROUND_INCOME
    return boards.income(state, seat)


def least(one: i64, other: i64) -> i64:
    return one if one < other else other


def special_tiles(state: OdinState, seat: i64) -> i64:
    """In the supply and on the seat's boards (OD-193)."""
    total: i64 = 0
    for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
        total += state.get(seat, tile)
    placed = state.placed
    for at in range(len(placed)):
        packed = i64(placed[at])
        if (packed >> 3) & 127 >= SPECIAL and boards.owner(state, packed >> 18) == seat:
            total += 1
    return total


def red_kinds(state: OdinState, seat: i64) -> i64:
    """Different red goods in supply and stable; pregnant animals are no kind of their own (26c)."""
    kinds: i64 = 0
    for good in range(i64(RED), GOODS, 4):
        animal = good == SHEEP or good == CATTLE
        if state.get(seat, good) or (animal and state.get(seat, good - 1)):
            kinds += 1
    return kinds


# Amounts


def amount(state: OdinState, seat: i64, number: i64) -> i64:
    """A number as written, or one that depends on the position."""
    if number >= 0:
        return number
    if number == THE_ROUND:
        return state.round
    if number == ARMED_PRICE:
        return armed_price(state, seat)
    return escort_price(state, seat)


def armed_price(state: OdinState, seat: i64) -> i64:
    """81C: 8 silver, 1 less for each long sword and a half for each spear and bow, rounded down."""
    halves = state.get(seat, SPEAR) + state.get(seat, BOW)
    price = 8 - state.get(seat, LONG_SWORD) - (halves + 1) // 2
    return price if price > 0 else i64(0)


def escort_price(state: OdinState, seat: i64) -> i64:
    """82B: a longship is cheaper with 1, 2 or 3 knarrs (OD-229)."""
    knarrs = state.get(seat, KNARR)
    if knarrs == 0:
        return 8
    if knarrs == 1:
        return 6
    return 3 if knarrs == 2 else 1
