"""Heroes: where they may go, and how priests and minstrels come into play (GR-056 to GR-068, GR-145 to GR-152)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from skali.core.bits import bit
from skali.core.protocol import Event
from skali.games.graenaland import components, land, moves
from skali.games.graenaland.position import GraenalandPosition

GR_056_IN_PLAY: Final = 56
GR_060_ILLEGAL_DIRECTION: Final = 60
GR_064_SWAP_ONCE: Final = 64
GR_068_WAITING: Final = 68


def order_fault(position: GraenalandPosition, seat: i64, hero: i64, field: i64) -> i64:
    """The rule that an order breaks, 0 if none; fields 1 to 8 of the compass."""
    site = land.hero_at(position, seat, hero)
    if site == land.NOWHERE:
        return GR_068_WAITING if land.waits_for(position, seat, hero) != land.NOWHERE else GR_056_IN_PLAY
    target = i64(position.agreed.island.target[site * components.STEPS + field])
    if target < 0:
        return GR_060_ILLEGAL_DIRECTION
    other = land.hero_of(position, seat, target)
    if other != land.NOWHERE and other < hero:
        return GR_064_SWAP_ONCE
    return 0


def directions(position: GraenalandPosition, seat: i64, hero: i64) -> i64:
    """The fields of the compass that an order may name for a hero: those without a fault."""
    site = land.hero_at(position, seat, hero)
    if site == land.NOWHERE:
        return 0
    earlier: i64 = 0
    for other in range(hero):
        earlier |= bit(land.hero_at(position, seat, other) + 1)
    targets = position.agreed.island.target
    fields: i64 = 0
    for field in range(i64(1), i64(components.STEPS)):
        target = i64(targets[site * components.STEPS + field])
        if target >= 0 and not earlier & bit(target + 1):
            fields |= bit(field)
    return fields


def move_hero(position: GraenalandPosition, seat: i64, hero: i64, field: i64, events: list[Event] | None) -> None:
    """Moves a hero, changing places with another of the same player (GR-062); an illegal direction moves nothing (GR-060)."""
    site = land.hero_at(position, seat, hero)
    target = i64(position.agreed.island.target[site * components.STEPS + field])
    if target < 0:
        return
    other = land.hero_of(position, seat, target)
    land.put_hero(position, seat, hero, target)
    if other != land.NOWHERE:
        land.put_hero(position, seat, other, site)
    if events is not None:
        data = {"seat": int(seat), "hero": moves.HEROES[hero], "direction": moves.DIRECTIONS[field - 1]}
        data |= {"from": position.territory(site), "territory": position.territory(target)}
        if other == land.NOWHERE:
            two = field > len(moves.DIRECTIONS) - 2
            events.append(Event("moved", data, rule="GR-058" if two else "GR-057"))
        else:
            events.append(Event("swapped", {**data, "other": moves.HEROES[other]}, rule="GR-062"))


def enter_waiting(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Each waiting priest or minstrel enters if its owner has no hero there; of two, the one built first (GR-066, GR-067)."""
    for seat in range(position.agreed.seats):
        hero = i64(land.MINSTREL) if position.land[land.MINSTREL_FIRST + seat] else i64(land.PRIEST)
        for _hero in range(i64(2)):
            site = land.waits_for(position, seat, hero)
            if site != land.NOWHERE and land.hero_of(position, seat, site) == land.NOWHERE:
                enter(position, seat, hero, site, events, "GR-066")
            hero = land.PRIEST + land.MINSTREL - hero


def enter(position: GraenalandPosition, seat: i64, hero: i64, site: i64, events: list[Event] | None, rule: str) -> None:
    """A hero comes into play, or moves to its new building."""
    position.land[land.WAITING + seat * 3 + hero] = 0
    position.land[land.MINSTREL_FIRST + seat] = 0
    land.put_hero(position, seat, hero, site)
    if events is not None:
        data = {"seat": int(seat), "hero": moves.HEROES[hero], "territory": position.territory(site)}
        events.append(Event("entered", data, rule=rule))


def hero_of_building(building: i64) -> i64:
    """Churches bring the priest, halls the minstrel (GR-150)."""
    return i64(land.PRIEST) if building == land.CHURCH else i64(land.MINSTREL)


def has_come(position: GraenalandPosition, seat: i64, hero: i64) -> bool:
    """Whether the hero is in play or waits to be."""
    return position.land[land.HERO + seat * 3 + hero] > 0 or position.land[land.WAITING + seat * 3 + hero] > 0


def first_building(position: GraenalandPosition, seat: i64, hero: i64, site: i64, events: list[Event] | None) -> None:
    """The first church or hall: its hero enters at once (GR-145), or waits while another own hero stands there (GR-146)."""
    if land.hero_of(position, seat, site) == land.NOWHERE:
        enter(position, seat, hero, site, events, "GR-145")
        return
    if hero == land.MINSTREL and land.waits_for(position, seat, land.PRIEST) == land.NOWHERE:
        position.land[land.MINSTREL_FIRST + seat] = 1
    position.land[land.WAITING + seat * 3 + hero] = u8(site + 1)
    if events is not None:
        data = {"seat": int(seat), "hero": moves.HEROES[hero], "territory": position.territory(site)}
        events.append(Event("waits", data, rule="GR-146"))
