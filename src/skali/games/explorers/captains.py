"""The bonus of each captain (XN-134 to XN-145, XN-162)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.games.explorers import building, islands
from skali.games.explorers.components import NODES, REGIONS
from skali.games.explorers.phases import CHOOSE_CAPTAIN
from skali.games.explorers.pieces import (
    CAPTAIN,
    DELIVERED,
    LIVESTOCK_TYPES,
    NO_CAPTAIN,
    OTHER_CAPTAIN,
    SHIPS,
    VIKINGS,
    number_of,
    number_of_all,
    outposts_built,
    settlements_conquered,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

ARCHER: Final = 0
BARBARIAN: Final = 1
CARTOGRAPHER: Final = 2
HERO: Final = 3
HUNTSMAN: Final = 4
QUEEN: Final = 5
SCOUT: Final = 6
SHIELDMAIDEN: Final = 7
TRADER: Final = 8
TYRANT: Final = 9
WATCHMAN: Final = 10

FIRST_CAPTAIN_RULE: Final = 135
"""The captains' rules follow each other in the order of the cards."""


def captain_points(state: ExplorersState, seat: i64) -> i64:
    """The bonus of the seat's captain; alone, the smaller of two (XN-134, XN-162)."""
    if state.phase == CHOOSE_CAPTAIN:
        return 0
    points = bonus(state, seat, state.word(seat, CAPTAIN))
    other = state.word(seat, OTHER_CAPTAIN)
    if other != NO_CAPTAIN:
        second = bonus(state, seat, other)
        if second < points:
            return second
    return points


def bonus(state: ExplorersState, seat: i64, captain: i64) -> i64:
    """What a captain is worth to a seat now."""
    if captain == ARCHER:
        return furthest_outpost(state, seat)
    if captain == BARBARIAN:
        return state.word(seat, SHIPS)
    if captain == CARTOGRAPHER:
        return second_largest_island(state, seat)
    if captain == HERO:
        return 2 * complete_deeds(state, seat)
    if captain == HUNTSMAN:
        return 2 * livestock_pairs(state, seat)
    if captain == QUEEN:
        return royal_influence(state, seat)
    if captain == SCOUT:
        return islands_scouted(state, seat)
    if captain == SHIELDMAIDEN:
        return islands_controlled(state, seat)
    if captain == TRADER:
        return number_of_all(state.word(seat, DELIVERED)) // 3 * 2
    if captain == TYRANT:
        return settlements_conquered(state, seat)
    return outposts_built(state, seat)


def furthest_outpost(state: ExplorersState, seat: i64) -> i64:
    """The laid tiles on the way to the nearest tile of the outpost for which they are most (XN-135)."""
    furthest: i64 = 0
    outposts = state.outposts
    for at in range(len(outposts)):
        outpost = i64(outposts[at])
        if outpost % 4 == seat:
            nearest: i64 = 255
            for which in range(i64(3)):
                tile = building.node_around(state, outpost // 4, which) // REGIONS
                if i64(state.distance[tile]) < nearest:
                    nearest = i64(state.distance[tile])
            if nearest > furthest:
                furthest = nearest
    return furthest


def second_largest_island(state: ExplorersState, seat: i64) -> i64:
    """The tiles of the second-largest controlled island (XN-137)."""
    largest: i64 = 0
    second: i64 = 0
    for island in range(i64(NODES)):
        if islands.is_island(state, island) and islands.controls(state, seat, island):
            tiles = islands.tiles_of(state, island)
            if tiles > largest:
                second = largest
                largest = tiles
            elif tiles > second:
                second = tiles
    return second


def complete_deeds(state: ExplorersState, seat: i64) -> i64:
    """Sets of an outpost, a settlement and an enemy ship (XN-138)."""
    sets = outposts_built(state, seat)
    settlements = settlements_conquered(state, seat)
    ships = state.word(seat, SHIPS)
    if settlements < sets:
        sets = settlements
    return ships if ships < sets else sets


def livestock_pairs(state: ExplorersState, seat: i64) -> i64:
    """Pairs of delivered livestock of one type (XN-139)."""
    pairs: i64 = 0
    for kind in range(i64(LIVESTOCK_TYPES)):
        pairs += number_of(state.word(seat, DELIVERED), kind) // 2
    return pairs


def royal_influence(state: ExplorersState, seat: i64) -> i64:
    """The influence on the controlled island where it is highest, less the number of players (XN-140)."""
    best = state.seats
    for island in range(i64(NODES)):
        if islands.is_island(state, island) and islands.controls(state, seat, island):
            own = islands.influence(state, seat, island)
            if own > best:
                best = own
    return best - state.seats


def islands_scouted(state: ExplorersState, seat: i64) -> i64:
    """Completed islands that others control and on which the seat has a Viking (XN-141)."""
    count: i64 = 0
    for island in range(i64(NODES)):
        if islands.is_island(state, island) and islands.is_completed(state, island):
            if has_viking_on(state, seat, island) and not islands.controls(state, seat, island):
                count += 1
    return count


def has_viking_on(state: ExplorersState, seat: i64, island: i64) -> bool:
    for at in range(seat * VIKINGS, seat * VIKINGS + VIKINGS):
        node = i64(state.vikings[at])
        if node < NODES and i64(state.body[node]) == island:
            return True
    return False


def islands_controlled(state: ExplorersState, seat: i64) -> i64:
    count: i64 = 0
    for island in range(i64(NODES)):
        if islands.is_island(state, island) and islands.controls(state, seat, island):
            count += 1
    return count
