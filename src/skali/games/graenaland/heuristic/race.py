"""The race to the objectives: in how many turns a player may have the cards for the cheapest of them.

What objectives cost is counted in half cards, because the second of two buildings may be a church or a hall, and packed like a
price: grain, cattle, wood, ore, eight bits each. How fast cards come depends on the terrains in which a player has a say.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from skali.core.bits import bit, popcount
from skali.games.graenaland import cards, components, land, scoring, sites
from skali.games.graenaland.heuristic import income, numbers
from skali.games.graenaland.heuristic.numbers import Tuning
from skali.games.graenaland.position import GraenalandPosition

COLONIES: Final = 1
TERRITORIES: Final = 2
MAJOR: Final = 4
BUILDINGS: Final = 8
ARMY: Final = 16
"""The objectives of the condition card, as a set."""
PLAIN_VILLAGE: Final = 2 + (4 << 8) + (2 << 16)
"""A village somewhere on the coast, in half cards."""


class Outlook:
    """How a seat stands in the race: the objectives that are nearest, and what it lacks for them."""

    def __init__(self) -> None:
        self.way: float = 1000.0
        """How far they are, in objectives: by what they cost and by the turns until the seat may pay it."""
        self.turns: float = 0.0
        """Until it may have all cards for them."""
        self.lack: vec[float] = income.none(4)
        """Cards of each resource that the hand does not pay."""


def outlooks(position: GraenalandPosition, tuning: Tuning) -> list[Outlook]:
    return [outlook(position, seat, tuning, True) for seat in range(position.agreed.seats)]


def outlook(position: GraenalandPosition, seat: i64, tuning: Tuning, with_hand: bool) -> Outlook:
    """The plan that is nearest, with the cards in hand or without them."""
    goals = position.agreed.tables.objectives
    counts = scoring.column_counts(position, seat)
    plan = Plan(position, seat)
    yields = income.yields(position, seat, tuning)
    held = hand(position, seat, tuning) if with_hand else income.none(5)
    best = Outlook()
    lack = income.none(4)
    for chosen in range(i64(32)):
        if popcount(chosen) == position.agreed.tables.needed:
            need = plan.price(
                gap(goals[0], counts & 255) if chosen & COLONIES else 0,
                chosen & TERRITORIES != 0,
                gap(goals[2], (counts >> 16) & 255) if chosen & MAJOR else -1,
                gap(goals[3], (counts >> 24) & 255) if chosen & BUILDINGS else 0,
                gap(goals[4], (counts >> 32) & 255) if chosen & ARMY else 0,
            )
            way = tuning.card_to_spend / 2.0 * float(components.units(need))
            if way >= best.way:
                continue
            for face in range(i64(4)):
                lack[face] = 0.5 * float((need >> (8 * face)) & 255) - held[face]
                if lack[face] < 0.0:
                    lack[face] = 0.0
            turns = turns_for(lack, held[numbers.GOLD], yields)
            way += tuning.turn * turns
            if way < best.way:
                best.way = way
                best.turns = turns
                for face in range(i64(4)):
                    best.lack[face] = lack[face]
    return best


def turns_for(lack: vec[float], gold: float, yields: vec[float]) -> float:
    """How many turns it takes until all that is lacking has come, what stands for any resource filling the gaps."""
    turns = 0.0
    for _step in range(i64(6)):
        gaps = -gold - yields[numbers.GOLD] * turns
        speed = yields[numbers.GOLD]
        for face in range(i64(4)):
            left = lack[face] - yields[face] * turns
            if left > 0.0:
                gaps += left
                speed += yields[face]
        if gaps <= 0.0001:
            break
        turns += gaps / speed
    return turns


def hand(position: GraenalandPosition, seat: i64, tuning: Tuning) -> vec[float]:
    """Cards of each resource and gold: in hand, pledged, as symbols of supply cards, and a part of what lies on the land."""
    pays = position.agreed.tables.supply_units
    supplies = position.supplies[seat] | position.pledged_supplies[seat]
    held = (position.hands[seat] & 0xFFFFFFFF) + pays[supplies & 255] + pays[256 + (supplies >> 8)]
    found = income.none(5)
    for face in range(i64(4)):
        found[face] = float((held >> (8 * face)) & 255)
    found[numbers.GOLD] = float(cards.face_count(position, seat, numbers.GOLD))
    for type in range(i64(cards.TYPES)):
        count = i64(position.cards[cards.PLEDGED + seat * cards.TYPES + type])
        if count:
            found[type % cards.FACES] += float(count)
    for site in range(position.agreed.island.count):
        if land.colonies_at(position, site, seat) > 0:
            part = tuning.lying * income.share(position, site, seat, tuning)
            for face in range(i64(cards.FACES)):
                found[face] += part * float(i64(position.cards[cards.UP + site * cards.FACES + face]))
    return found


class Plan:
    """What objectives cost a seat, from where it stands."""

    def __init__(self, position: GraenalandPosition, seat: i64) -> None:
        self.tables = position.agreed.tables
        main = main_site(position, seat)
        self.main_village: i64 = position.agreed.island.village[main]
        goal = i64(self.tables.objectives[1])
        self.pairs: i64 = pairs_lacking(position, seat, goal, -1)
        self.pairs_beside: i64 = pairs_lacking(position, seat, goal - 1, main)
        """Colonies to so many territories with two, and the same beside a major territory, which is one of them."""
        self.unit: i64 = known_unit(position, seat)
        self.keep_site: i64 = -1
        self.keep_unit: i64 = 0
        if self.unit < 0:
            self.keep_site = open_keep(position, seat)
            if self.keep_site >= 0:
                self.keep_unit = i64(sites.KEEP_UNIT[position.agreed.island.terrain[self.keep_site]])

    def price(self, colonies: i64, pairs: bool, major: i64, buildings: i64, steps: i64) -> i64:
        """In half cards by resource; ``major`` is -1 if there need be no major territory."""
        prices = self.tables.prices
        placed = major if major > 0 else i64(0)
        if pairs:
            placed += self.pairs if major < 0 else self.pairs_beside
        if placed < colonies:
            placed = colonies
        need: i64 = 0
        if steps > 0:
            unit = self.unit
            if unit < 0 and self.keep_site >= 0 and buildings + placed > 0:
                unit = self.keep_unit  # a keep makes the army cheap, and is a colony and a building
                need += 2 * prices[land.KEEP]
                buildings -= 1
                placed -= 1
                major -= 1
                if buildings < 0:
                    buildings = 0
            need += 2 * steps * prices[components.PEASANTS + (unit if unit >= 0 else i64(0))]
        need += buildings * (prices[land.CHURCH] + prices[land.CHURCH + 1])
        placed -= buildings
        major -= buildings
        if major > 0:
            need += 2 * major * self.main_village
            placed -= major
        return need + placed * PLAIN_VILLAGE if placed > 0 else need


def gap(goal: u8, have: i64) -> i64:
    return i64(goal) - have if i64(goal) > have else i64(0)


def main_site(position: GraenalandPosition, seat: i64) -> i64:
    """The territory with most colonies of the seat."""
    best: i64 = 0
    for site in range(position.agreed.island.count):
        if land.colonies_at(position, site, seat) > land.colonies_at(position, best, seat):
            best = site
    return best


def pairs_lacking(position: GraenalandPosition, seat: i64, goal: i64, main: i64) -> i64:
    """Colonies that are lacking to so many territories with two, the main one aside."""
    singles: i64 = 0
    for site in range(position.agreed.island.count):
        here = land.colonies_at(position, site, seat)
        if site != main and here > 0:
            if here >= 2:
                goal -= 1
            else:
                singles += 1
    if goal <= 0:
        return 0
    return goal if singles >= goal else 2 * goal - singles


def known_unit(position: GraenalandPosition, seat: i64) -> i64:
    """A unit that a keep of the seat allows, -1 without a keep."""
    units = sites.known_units(position, seat) >> 1
    unit: i64 = 1
    while units:
        if units & 1:
            return unit
        units >>= 1
        unit += 1
    return -1


def open_keep(position: GraenalandPosition, seat: i64) -> i64:
    """A territory where the seat may build a keep, that with most of its colonies; -1 if there is none."""
    best: i64 = -1
    most: i64 = 0
    open = sites.legal_sites(position, seat, 1 + land.KEEP)
    for site in range(position.agreed.island.count):
        if open & bit(site) and land.colonies_at(position, site, seat) > most:
            most = land.colonies_at(position, site, seat)
            best = site
    return best
