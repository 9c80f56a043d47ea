"""What stands on the island: villages, buildings, works, heroes and armies, as counts in ``position.land``.

Colonies per territory and per player are kept beside what they are made of, because everything asks for them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from skali.core.bits import bit, popcount
from skali.games.graenaland.position import GraenalandPosition

SEATS: Final = 5
BUILDINGS: Final = 3
VILLAGES: Final = 0
"""By territory * 5 + seat."""
BUILDING: Final = VILLAGES + 45
"""Keep, church, hall by territory * 3: the owner's seat + 1, 0 if there is none."""
WORKS: Final = BUILDING + 27
"""A set of road, improvement, market, palisade for each territory."""
VOTES: Final = WORKS + 9
HERO: Final = VOTES + 45
"""Where a hero stands, by seat * 3 + hero: territory + 1, 0 if it is not in play."""
WAITING: Final = HERO + 15
"""For which territory a hero waits, likewise."""
MINSTREL_FIRST: Final = WAITING + 15
"""1 for a seat whose hall was built before its church, while both heroes wait (GR-067)."""
ARMY: Final = MINSTREL_FIRST + 5
OWN: Final = ARMY + 5
"""All colonies of a seat."""
COLONIES: Final = OWN + 5
"""Colonies by territory * 5 + seat."""
SETTLED: Final = COLONIES + 45
"""All colonies of a territory."""
ARRIVED: Final = SETTLED + 9
"""Free start: when a village came, by territory * 5 + seat; 0 if there is none (GR-223)."""
AGREED: Final = ARRIVED + 45
"""How often a seat has accepted a proposal of another that gave it cards, until the game is over."""
REFUSED: Final = AGREED + 5
"""The same of refusals."""
LAND_SIZE: Final = REFUSED + 5

WARRIOR: Final = 0
PRIEST: Final = 1
MINSTREL: Final = 2
NOWHERE: Final = -1

ROAD: Final = 0
IMPROVEMENT: Final = 1
MARKET: Final = 2
PALISADE: Final = 3

KEEP: Final = 0
CHURCH: Final = 1


def hero_at(position: GraenalandPosition, seat: i64, hero: i64) -> i64:
    return i64(position.land[HERO + seat * 3 + hero]) - 1


def waits_for(position: GraenalandPosition, seat: i64, hero: i64) -> i64:
    return i64(position.land[WAITING + seat * 3 + hero]) - 1


def put_hero(position: GraenalandPosition, seat: i64, hero: i64, site: i64) -> None:
    position.land[HERO + seat * 3 + hero] = u8(site + 1)


def hero_of(position: GraenalandPosition, seat: i64, site: i64) -> i64:
    """Which of a player's heroes stands in a territory, -1 if none does."""
    land = position.land
    for hero in range(i64(3)):
        if i64(land[HERO + seat * 3 + hero]) == site + 1:
            return hero
    return NOWHERE


def army(position: GraenalandPosition, seat: i64) -> i64:
    return i64(position.land[ARMY + seat])


def own_colonies(position: GraenalandPosition, seat: i64) -> i64:
    return i64(position.land[OWN + seat])


def colonies_at(position: GraenalandPosition, site: i64, seat: i64) -> i64:
    return i64(position.land[COLONIES + site * SEATS + seat])


def settled(position: GraenalandPosition, site: i64) -> i64:
    """The colonies of all players in a territory."""
    return i64(position.land[SETTLED + site])


def builder_of(position: GraenalandPosition, site: i64, building: i64) -> i64:
    """Whose building of a kind stands in a territory, -1 if none does."""
    return i64(position.land[BUILDING + site * 3 + building]) - 1


def has_work(position: GraenalandPosition, site: i64, work: i64) -> bool:
    return (i64(position.land[WORKS + site]) >> work) & 1 != 0


def where(position: GraenalandPosition, first: i64, step: i64) -> i64:
    """The territories with a count that is not 0, the counts being so far from each other."""
    land = position.land
    sites: i64 = 0
    for site in range(position.agreed.island.count):
        if land[first + site * step] > 0:
            sites |= bit(site)
    return sites


def with_work(position: GraenalandPosition, work: i64) -> i64:
    """The territories with a work of a kind."""
    land = position.land
    sites: i64 = 0
    for site in range(position.agreed.island.count):
        sites |= ((i64(land[WORKS + site]) >> work) & 1) * bit(site)
    return sites


def works_built(position: GraenalandPosition, work: i64) -> i64:
    """How many tokens of a work are in use."""
    return popcount(with_work(position, work))


def add_work(position: GraenalandPosition, site: i64, work: i64) -> None:
    position.land[WORKS + site] |= u8(bit(work))


def add_colony(position: GraenalandPosition, site: i64, seat: i64) -> None:
    land = position.land
    land[COLONIES + site * SEATS + seat] += 1
    land[SETTLED + site] += 1
    land[OWN + seat] += 1


def add_village(position: GraenalandPosition, site: i64, seat: i64) -> None:
    position.land[VILLAGES + site * SEATS + seat] += 1
    add_colony(position, site, seat)


def remove_village(position: GraenalandPosition, site: i64, seat: i64) -> None:
    """Only a village that breaks camp ever leaves (GR-112, GR-218)."""
    land = position.land
    land[VILLAGES + site * SEATS + seat] -= 1
    land[COLONIES + site * SEATS + seat] -= 1
    land[SETTLED + site] -= 1
    land[OWN + seat] -= 1


def colonised(position: GraenalandPosition, seat: i64) -> i64:
    """The territories with a colony of the seat."""
    return where(position, COLONIES + seat, SEATS)


def markets_of(position: GraenalandPosition, seat: i64) -> i64:
    """Market territories with a colony of the seat (GR-166)."""
    markets = with_work(position, MARKET)
    return popcount(markets & colonised(position, seat)) if markets else i64(0)


def residents(position: GraenalandPosition, site: i64) -> i64:
    """The set of players with a colony in a territory."""
    land = position.land
    seats: i64 = 0
    for seat in range(position.agreed.seats):
        if land[COLONIES + site * SEATS + seat] > 0:
            seats |= bit(seat)
    return seats


def buildings_of(position: GraenalandPosition, seat: i64) -> i64:
    """How many buildings a player has: colonies that are no villages."""
    land = position.land
    count = i64(land[OWN + seat])
    for site in range(position.agreed.island.count):
        count -= i64(land[VILLAGES + site * SEATS + seat])
    return count
