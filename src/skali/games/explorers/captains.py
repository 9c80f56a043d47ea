"""The bonus of each captain (XN-134 to XN-145, XN-162)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.games.explorers import components, islands, outposts, phases, pieces
from skali.games.explorers.position import ExplorersPosition

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


def captain_points(position: ExplorersPosition, seat: i64) -> i64:
    """The bonus of the seat's captain; alone, the smaller of two (XN-134, XN-162)."""
    if position.phase == phases.CHOOSE_CAPTAIN:
        return 0
    points = bonus(position, seat, position.word(seat, pieces.CAPTAIN))
    other = position.word(seat, pieces.OTHER_CAPTAIN)
    if other != pieces.NO_CAPTAIN:
        second = bonus(position, seat, other)
        if second < points:
            return second
    return points


def bonus(position: ExplorersPosition, seat: i64, captain: i64) -> i64:
    """What a captain is worth to a seat now."""
    if captain == ARCHER:
        return furthest_outpost(position, seat)
    if captain == BARBARIAN:
        return position.word(seat, pieces.SHIPS)
    if captain == CARTOGRAPHER:
        return islands.Realm(position, seat).second
    if captain == HERO:
        return 2 * complete_deeds(position, seat)
    if captain == HUNTSMAN:
        return 2 * livestock_pairs(position, seat)
    if captain == QUEEN:
        beyond = islands.Realm(position, seat).influence - position.seats  # XN-140
        return beyond if beyond > 0 else i64(0)
    if captain == SCOUT:
        return islands.Realm(position, seat).scouted
    if captain == SHIELDMAIDEN:
        return islands.Realm(position, seat).count
    if captain == TRADER:
        return pieces.number_of_all(position.word(seat, pieces.DELIVERED), pieces.LIVESTOCK_BITS) // 3 * 2
    if captain == TYRANT:
        return position.settlements_conquered(seat)
    return position.outposts_built(seat)


def furthest_outpost(position: ExplorersPosition, seat: i64) -> i64:
    """The laid tiles on the way to the nearest tile of the outpost for which they are most (XN-135)."""
    furthest: i64 = 0
    built = position.outposts
    for at in range(len(built)):
        outpost = i64(built[at])
        if outpost % 4 == seat:
            nearest: i64 = 255
            for which in range(i64(3)):
                tile = outposts.node_around(position, outpost // 4, which) // components.REGIONS
                if i64(position.distance[tile]) < nearest:
                    nearest = i64(position.distance[tile])
            if nearest > furthest:
                furthest = nearest
    return furthest


def complete_deeds(position: ExplorersPosition, seat: i64) -> i64:
    """Sets of an outpost, a settlement and an enemy ship (XN-138)."""
    sets = position.outposts_built(seat)
    settlements = position.settlements_conquered(seat)
    ships = position.word(seat, pieces.SHIPS)
    if settlements < sets:
        sets = settlements
    return ships if ships < sets else sets


def livestock_pairs(position: ExplorersPosition, seat: i64) -> i64:
    """Pairs of delivered livestock of one type (XN-139)."""
    pairs: i64 = 0
    for kind in range(i64(pieces.LIVESTOCK_TYPES)):
        pairs += pieces.number_of(position.word(seat, pieces.DELIVERED), kind) // 2
    return pairs
