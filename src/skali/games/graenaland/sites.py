"""Where and for what price a project may be built: villages, buildings, army steps and works (GR-134 to GR-165)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount
from skali.games.graenaland import components, land, payment
from skali.games.graenaland.position import GraenalandPosition

GR_015_TOKENS: Final = 15
GR_016_ARMY_TRACK: Final = 16
GR_110_HOUSE_NEEDED: Final = 110
GR_113_OFFERED: Final = 113
GR_134_WHERE: Final = 134
GR_139_OWN_VILLAGE: Final = 139
GR_140_ONE_OF_EACH: Final = 140
GR_141_MOUNTAINS: Final = 141
GR_155_WITH_A_KEEP: Final = 155
GR_157_EQUAL_PRICES: Final = 157
GR_160_WHERE: Final = 160
GR_161_ONE_OF_EACH: Final = 161

VILLAGE: Final = 0
ARMY_STEP: Final = 4
"""Projects: village, keep, church, hall, army, then the four works."""
FIRST_WORK_PROJECT: Final = 5
ALL_PROJECTS: Final = 9
KEEP_UNIT: Final = bytes([3, 1, 2])
"""What a keep on plains, in a forest or on hills allows: cavalry, archers, swordsmen (GR-155)."""


# Where


def site_fault(position: GraenalandPosition, seat: i64, project: i64, site: i64) -> i64:
    """The rule that a project in a territory breaks, whatever it costs; 0 if none."""
    if project == VILLAGE:
        if house_lacks(position, seat):
            return GR_110_HOUSE_NEEDED
        return 0 if legal_sites(position, seat, VILLAGE) & bit(site) else GR_134_WHERE
    fault = place_fault(position, seat, project, site)
    return fault if fault else piece_fault(position, seat, project)


def place_fault(position: GraenalandPosition, seat: i64, project: i64, site: i64) -> i64:
    """The rule that forbids a building or work in a territory, 0 if none."""
    board = position.land
    if project < ARMY_STEP:
        if position.agreed.island.mountains & bit(site):
            return GR_141_MOUNTAINS
        if board[land.VILLAGES + site * land.SEATS + seat] == 0:
            return GR_139_OWN_VILLAGE
        return GR_140_ONE_OF_EACH if board[land.BUILDING + site * land.BUILDINGS + project - 1] > 0 else 0
    if board[land.COLONIES + site * land.SEATS + seat] == 0:
        return GR_160_WHERE
    return GR_161_ONE_OF_EACH if (i64(board[land.WORKS + site]) >> (project - FIRST_WORK_PROJECT)) & 1 else 0


def piece_fault(position: GraenalandPosition, seat: i64, project: i64) -> i64:
    """The rule that stops a project because its piece is used up, 0 if one is left."""
    if project < ARMY_STEP:
        return GR_110_HOUSE_NEEDED if house_lacks(position, seat) else 0
    return GR_015_TOKENS if tokens_lack(position, project - FIRST_WORK_PROJECT) else 0


def legal_sites(position: GraenalandPosition, seat: i64, project: i64) -> i64:
    """The territories in which the seat may build a project, whatever it costs: those without a fault."""
    if piece_fault(position, seat, project):
        return 0
    island = position.agreed.island
    if project >= FIRST_WORK_PROJECT:
        return land.colonised(position, seat) & ~land.with_work(position, project - FIRST_WORK_PROJECT)
    if project != VILLAGE:
        taken = land.where(position, land.BUILDING + project - 1, land.BUILDINGS)
        return land.where(position, land.VILLAGES + seat, land.SEATS) & ~(taken | island.mountains)
    own = land.colonised(position, seat)
    sites = own
    while own:
        sites |= island.adjacent[lowest(own)]
        own &= own - 1
    return sites


def house_lacks(position: GraenalandPosition, seat: i64) -> bool:
    """No house is left in the pool; one stands on the army track (GR-013, GR-110)."""
    return land.own_colonies(position, seat) >= position.agreed.tables.houses - 1


def tokens_lack(position: GraenalandPosition, work: i64) -> bool:
    return land.works_built(position, work) >= i64(position.agreed.tables.tokens[work])


# For what price


def price_of(position: GraenalandPosition, project: i64, site: i64) -> i64:
    """The price of a village, building or work, packed."""
    if project == VILLAGE:
        return position.agreed.island.village[site]
    if project < ARMY_STEP:
        return position.agreed.tables.prices[project - 1]
    return position.agreed.tables.prices[components.FIRST_WORK + project - FIRST_WORK_PROJECT]


def gifts_due(position: GraenalandPosition, seat: i64, project: i64, site: i64) -> i64:
    """The residents to whom an entry gift is due (GR-172, GR-173)."""
    if project != VILLAGE or not land.has_work(position, site, land.PALISADE):
        return 0
    residents = land.residents(position, site)
    return i64(0) if residents & bit(seat) else residents


def is_payable(position: GraenalandPosition, seat: i64, site: i64, uses: i64) -> bool:
    """Whether the seat can pay a village in a territory."""
    price = position.agreed.island.village[site]
    if not payment.payable(position, seat, price, uses):
        return False
    gifts = gifts_due(position, seat, VILLAGE, site)
    return gifts == 0 or payment.payable_with_gifts(position, seat, price, uses, popcount(gifts))


def open_sites(position: GraenalandPosition, seat: i64, project: i64, uses: i64) -> i64:
    """The territories in which the seat may build a project and can pay it (GR-113)."""
    if project == VILLAGE:
        sites = legal_sites(position, seat, VILLAGE)
        left = sites
        while left:
            site = lowest(left)
            if not is_payable(position, seat, site, uses):
                sites ^= bit(site)
            left &= left - 1
        return sites
    if not payment.payable(position, seat, price_of(position, project, 0), uses):
        return 0
    return legal_sites(position, seat, project)


def is_open(position: GraenalandPosition, seat: i64, project: i64, uses: i64) -> bool:
    """Whether a project can be built anywhere."""
    if project == ARMY_STEP:
        return open_units(position, seat, uses) != 0
    if project == VILLAGE:
        left = legal_sites(position, seat, VILLAGE)
        while left:
            if is_payable(position, seat, lowest(left), uses):
                return True
            left &= left - 1
        return False
    return open_sites(position, seat, project, uses) != 0


# Army


def unit_fault(position: GraenalandPosition, seat: i64, unit: i64) -> i64:
    """The rule that an army step by this unit breaks, whatever it costs; 0 if none."""
    if land.army(position, seat) >= position.agreed.tables.army_track:
        return GR_016_ARMY_TRACK
    if not known_units(position, seat) & bit(unit):
        return GR_155_WITH_A_KEEP
    prices = position.agreed.tables.prices
    for other in range(unit):
        if (
            known_units(position, seat) & bit(other)
            and prices[components.PEASANTS + other] == prices[components.PEASANTS + unit]
        ):
            return GR_157_EQUAL_PRICES
    return 0


def known_units(position: GraenalandPosition, seat: i64) -> i64:
    """Peasants, and what the terrains of the seat's keeps allow (GR-154, GR-155)."""
    units: i64 = 1
    board = position.land
    for site in range(position.agreed.island.count):
        if i64(board[land.BUILDING + site * land.BUILDINGS + land.KEEP]) == seat + 1:
            units |= bit(i64(KEEP_UNIT[position.agreed.island.terrain[site]]))
    return units


def open_units(position: GraenalandPosition, seat: i64, uses: i64) -> i64:
    """The units that the seat can pay, equal prices once."""
    if land.army(position, seat) >= position.agreed.tables.army_track:
        return 0
    units = known_units(position, seat)
    open: i64 = 0
    for unit in range(i64(4)):
        if units & bit(unit):
            if payment.payable(position, seat, position.agreed.tables.prices[components.PEASANTS + unit], uses):
                if unit == 0 or unit_fault(position, seat, unit) == 0:
                    open |= bit(unit)
    return open
