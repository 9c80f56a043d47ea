"""Phase 2: hero movement, and how priests and minstrels come into play (GR-054 to GR-068, GR-145 to GR-152)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from skali.core.bits import bit, full
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.graenaland import land
from skali.games.graenaland.components import STEPS
from skali.games.graenaland.land import (
    CHURCH,
    HERO,
    MINSTREL,
    MINSTREL_FIRST,
    NOWHERE,
    PRIEST,
    WAITING,
)
from skali.games.graenaland.moves import DIRECTIONS, HEROES, MOVE_HERO, STAY
from skali.games.graenaland.phases import HERO_ORDERS

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_056_IN_PLAY: Final = 56
GR_060_ILLEGAL_DIRECTION: Final = 60
GR_064_SWAP_ONCE: Final = 64
GR_068_WAITING: Final = 68

ORDER_BITS: Final = 5
"""An order is 0 for STAY, else hero * 8 + direction + 1."""


def begin(state: GraenalandState) -> None:
    """Everybody but the leader chooses in secret (GR-054, GR-055)."""
    state.phase = HERO_ORDERS
    state.asked = full(state.agreed.seats) ^ bit(state.leader)
    state.answered = 0
    state.answers = 0


# What may be ordered


def order_fault(state: GraenalandState, seat: i64, hero: i64, field: i64) -> i64:
    """The rule that an order breaks, 0 if none; fields 1 to 8 of the compass."""
    site = land.hero_at(state, seat, hero)
    if site == NOWHERE:
        return GR_068_WAITING if land.waits_for(state, seat, hero) != NOWHERE else GR_056_IN_PLAY
    target = i64(state.agreed.island.target[site * STEPS + field])
    if target < 0:
        return GR_060_ILLEGAL_DIRECTION
    other = land.hero_of(state, seat, target)
    if other != NOWHERE and other < hero:
        return GR_064_SWAP_ONCE
    return 0


def fill(state: GraenalandState, seat: i64, out: Moves) -> None:
    out.add(STAY)
    targets = state.agreed.island.target
    for hero in range(i64(3)):
        site = land.hero_at(state, seat, hero)
        if site != NOWHERE:
            for field in range(i64(1), i64(STEPS)):
                target = i64(targets[site * STEPS + field])
                if target >= 0:
                    other = land.hero_of(state, seat, target)
                    if other == NOWHERE or other > hero:
                        out.add(MOVE_HERO + hero * 8 + field - 1)


def fault(state: GraenalandState, seat: i64, move: i64) -> i64:
    if move == STAY:
        return 0
    return order_fault(state, seat, (move - MOVE_HERO) // 8, (move - MOVE_HERO) % 8 + 1)


# What happens


def order(state: GraenalandState, seat: i64, move: i64, events: list[Event] | None) -> bool:
    """Writes an order down; True when the last one is in and all have been carried out."""
    state.answers |= (move - STAY) << (ORDER_BITS * seat)
    state.answered |= bit(seat)
    state.raised += 1
    if state.answered != state.asked:
        return False
    carry_out(state, events)
    return True


def carry_out(state: GraenalandState, events: list[Event] | None) -> None:
    """Reveals and resolves all orders at once (GR-065), then lets waiting heroes enter (GR-066)."""
    for seat in range(state.agreed.seats):
        if state.asked & bit(seat):
            order = (state.answers >> (ORDER_BITS * seat)) & 31
            if order == 0:
                if events is not None:
                    events.append(Event("stayed", {"seat": int(seat)}, rule="GR-054"))
            else:
                move_hero(state, seat, (order - 1) // 8, (order - 1) % 8 + 1, events)
    state.asked = state.answered = state.answers = 0
    enter_waiting(state, events)


def move_hero(state: GraenalandState, seat: i64, hero: i64, field: i64, events: list[Event] | None) -> None:
    """Moves a hero, changing places with another of the same player (GR-062); an illegal direction moves nothing (GR-060)."""
    site = land.hero_at(state, seat, hero)
    target = i64(state.agreed.island.target[site * STEPS + field])
    if target < 0:
        return
    other = land.hero_of(state, seat, target)
    land.put_hero(state, seat, hero, target)
    if other != NOWHERE:
        land.put_hero(state, seat, other, site)
    if events is not None:
        names = state.agreed.island.names
        data = {
            "seat": int(seat),
            "hero": HEROES[hero],
            "direction": DIRECTIONS[field - 1],
            "from": names[site],
            "territory": names[target],
        }
        if other == NOWHERE:
            events.append(Event("moved", data, rule="GR-057"))
        else:
            events.append(Event("swapped", {**data, "other": HEROES[other]}, rule="GR-062"))


def enter_waiting(state: GraenalandState, events: list[Event] | None) -> None:
    """Each waiting priest or minstrel enters if its owner has no hero there; of two, the one built first (GR-066, GR-067)."""
    for seat in range(state.agreed.seats):
        hero = i64(MINSTREL) if state.land[MINSTREL_FIRST + seat] else i64(PRIEST)
        for _ in range(2):
            site = land.waits_for(state, seat, hero)
            if site != NOWHERE and land.hero_of(state, seat, site) == NOWHERE:
                enter(state, seat, hero, site, events, "GR-066")
            hero = PRIEST + MINSTREL - hero


def enter(state: GraenalandState, seat: i64, hero: i64, site: i64, events: list[Event] | None, rule: str) -> None:
    """A hero comes into play, or moves to its new building."""
    state.land[WAITING + seat * 3 + hero] = 0
    state.land[MINSTREL_FIRST + seat] = 0
    land.put_hero(state, seat, hero, site)
    if events is not None:
        data = {"seat": int(seat), "hero": HEROES[hero], "territory": state.agreed.island.names[site]}
        events.append(Event("entered", data, rule=rule))


def hero_of_building(building: i64) -> i64:
    """Churches bring the priest, halls the minstrel (GR-150)."""
    return i64(PRIEST) if building == CHURCH else i64(MINSTREL)


def has_come(state: GraenalandState, seat: i64, hero: i64) -> bool:
    """Whether the hero is in play or waits to be."""
    return state.land[HERO + seat * 3 + hero] > 0 or state.land[WAITING + seat * 3 + hero] > 0


def first_building(state: GraenalandState, seat: i64, hero: i64, site: i64, events: list[Event] | None) -> None:
    """The first church or hall: its hero enters at once (GR-145), or waits while another own hero stands there (GR-146)."""
    if land.hero_of(state, seat, site) == NOWHERE:
        enter(state, seat, hero, site, events, "GR-145")
        return
    if hero == MINSTREL and land.waits_for(state, seat, PRIEST) == NOWHERE:
        state.land[MINSTREL_FIRST + seat] = 1
    state.land[WAITING + seat * 3 + hero] = u8(site + 1)
    if events is not None:
        data = {"seat": int(seat), "hero": HEROES[hero], "territory": state.agreed.island.names[site]}
        events.append(Event("waits", data, rule="GR-146"))
