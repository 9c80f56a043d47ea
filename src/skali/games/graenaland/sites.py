"""Where and for what price a project may be built: villages, buildings, army steps and works (GR-134 to GR-165)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount
from skali.games.graenaland import land, payment
from skali.games.graenaland.components import FIRST_WORK, MOUNTAINS, PEASANTS
from skali.games.graenaland.land import BUILDING, KEEP, PALISADE, SEATS, VILLAGES, WORKS

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

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
PROJECTS: Final = 9


# Where


def site_fault(state: GraenalandState, seat: i64, project: i64, site: i64) -> i64:
    """The rule that a project in a territory breaks, whatever it costs; 0 if none."""
    if project == VILLAGE:
        if house_lacks(state, seat):
            return GR_110_HOUSE_NEEDED
        return 0 if legal_sites(state, seat, VILLAGE) & bit(site) else GR_134_WHERE
    if project < ARMY_STEP:
        if i64(state.agreed.island.terrain[site]) == MOUNTAINS:
            return GR_141_MOUNTAINS
        if state.land[VILLAGES + site * SEATS + seat] == 0:
            return GR_139_OWN_VILLAGE
        if state.land[BUILDING + site * 3 + project - 1] > 0:
            return GR_140_ONE_OF_EACH
        return GR_110_HOUSE_NEEDED if house_lacks(state, seat) else 0
    work = project - FIRST_WORK_PROJECT
    if land.colonies_at(state, site, seat) == 0:
        return GR_160_WHERE
    if land.has_work(state, site, work):
        return GR_161_ONE_OF_EACH
    return GR_015_TOKENS if tokens_lack(state, work) else 0


def legal_sites(state: GraenalandState, seat: i64, project: i64) -> i64:
    """The territories in which the seat may build a project, whatever it costs."""
    sites: i64 = 0
    count = state.agreed.island.count
    board = state.land
    if project == VILLAGE:
        if house_lacks(state, seat):
            return 0
        own = land.reached(state, seat)
        sites = own
        adjacent = state.agreed.island.adjacent
        while own:
            sites |= adjacent[lowest(own)]
            own &= own - 1
        return sites
    if project < ARMY_STEP:
        if house_lacks(state, seat):
            return 0
        terrain = state.agreed.island.terrain
        for site in range(count):
            if board[VILLAGES + site * SEATS + seat] > 0 and board[BUILDING + site * 3 + project - 1] == 0:
                if i64(terrain[site]) != MOUNTAINS:
                    sites |= bit(site)
        return sites
    work = project - FIRST_WORK_PROJECT
    if tokens_lack(state, work):
        return 0
    own = land.reached(state, seat)
    for site in range(count):
        if own & bit(site) and (i64(board[WORKS + site]) >> work) & 1 == 0:
            sites |= bit(site)
    return sites


def house_lacks(state: GraenalandState, seat: i64) -> bool:
    """No house is left in the pool; one stands on the army track (GR-013, GR-110)."""
    return land.own_colonies(state, seat) >= state.agreed.tables.houses - 1


def tokens_lack(state: GraenalandState, work: i64) -> bool:
    return land.works_built(state, work) >= i64(state.agreed.tables.tokens[work])


# For what price


def price_of(state: GraenalandState, project: i64, site: i64) -> i64:
    """The price of a village, building or work, packed."""
    if project == VILLAGE:
        return state.agreed.island.village[site]
    if project < ARMY_STEP:
        return state.agreed.tables.prices[project - 1]
    return state.agreed.tables.prices[FIRST_WORK + project - FIRST_WORK_PROJECT]


def gifts_due(state: GraenalandState, seat: i64, project: i64, site: i64) -> i64:
    """The residents to whom an entry gift is due (GR-172, GR-173)."""
    if project != VILLAGE or not land.has_work(state, site, PALISADE):
        return 0
    residents = land.residents(state, site)
    return i64(0) if residents & bit(seat) else residents


def is_payable(state: GraenalandState, seat: i64, project: i64, site: i64, uses: i64) -> bool:
    gifts = popcount(gifts_due(state, seat, project, site))
    return payment.payable_with_gifts(state, seat, price_of(state, project, site), uses, gifts)


def open_sites(state: GraenalandState, seat: i64, project: i64, uses: i64) -> i64:
    """The territories in which the seat may build a project and can pay it (GR-113)."""
    if project == VILLAGE:
        sites = legal_sites(state, seat, VILLAGE)
        left = sites
        while left:
            site = lowest(left)
            if not is_payable(state, seat, VILLAGE, site, uses):
                sites ^= bit(site)
            left &= left - 1
        return sites
    if not payment.payable(state, seat, price_of(state, project, 0), uses):
        return 0
    return legal_sites(state, seat, project)


def is_open(state: GraenalandState, seat: i64, project: i64, uses: i64) -> bool:
    """Whether a project can be built anywhere."""
    if project == ARMY_STEP:
        return open_units(state, seat, uses) != 0
    if project == VILLAGE:
        left = legal_sites(state, seat, VILLAGE)
        while left:
            if is_payable(state, seat, VILLAGE, lowest(left), uses):
                return True
            left &= left - 1
        return False
    return open_sites(state, seat, project, uses) != 0


# Army


def unit_fault(state: GraenalandState, seat: i64, unit: i64) -> i64:
    """The rule that an army step by this unit breaks, whatever it costs; 0 if none."""
    if land.army(state, seat) >= state.agreed.tables.army_track:
        return GR_016_ARMY_TRACK
    if not known_units(state, seat) & bit(unit):
        return GR_155_WITH_A_KEEP
    prices = state.agreed.tables.prices
    for other in range(unit):
        if known_units(state, seat) & bit(other) and prices[PEASANTS + other] == prices[PEASANTS + unit]:
            return GR_157_EQUAL_PRICES
    return 0


def known_units(state: GraenalandState, seat: i64) -> i64:
    """Peasants, and what the terrains of the seat's keeps allow (GR-154, GR-155)."""
    units: i64 = 1
    for site in range(state.agreed.island.count):
        if i64(state.land[BUILDING + site * 3 + KEEP]) == seat + 1:
            terrain = i64(state.agreed.island.terrain[site])
            if terrain == 0:
                units |= 8
            elif terrain == 1:
                units |= 2
            else:
                units |= 4
    return units


def open_units(state: GraenalandState, seat: i64, uses: i64) -> i64:
    """The units that the seat can pay, equal prices once."""
    if land.army(state, seat) >= state.agreed.tables.army_track:
        return 0
    units = known_units(state, seat)
    open: i64 = 0
    for unit in range(i64(4)):
        if units & bit(unit):
            if payment.payable(state, seat, state.agreed.tables.prices[PEASANTS + unit], uses):
                if unit == 0 or unit_fault(state, seat, unit) == 0:
                    open |= bit(unit)
    return open
