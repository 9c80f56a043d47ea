"""What the land will yield: who gets which part of a territory's cards, and how many of each resource come in a turn."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.games.graenaland import cards, land
from skali.games.graenaland.heuristic import numbers
from skali.games.graenaland.heuristic.numbers import Tuning
from skali.games.graenaland.position import GraenalandPosition


def none(count: i64) -> vec[float]:
    """So many zeros."""
    found = vec[float](capacity=count)
    for _ in range(count):
        found = append(found, 0.0)
    return found


def share(position: GraenalandPosition, site: i64, seat: i64, tuning: Tuning) -> float:
    """The part of a territory's cards that a seat may count on: whoever has more colonies gets more than his part of them."""
    own = land.colonies_at(position, site, seat)
    if own == 0:
        return 0.0
    squares: i64 = 0
    for other in range(position.agreed.seats):
        here = land.colonies_at(position, site, other)
        squares += here * here
    return float(own * own) / (float(squares) + tuning.thin)


def produced(works: i64, tuning: Tuning) -> float:
    """Cards that a territory with these works yields in a turn."""
    found = 1.0
    if (works >> land.ROAD) & 1:
        found += tuning.road
    if (works >> land.IMPROVEMENT) & 1:
        found += tuning.improvement
    return found


def yields(position: GraenalandPosition, seat: i64, tuning: Tuning) -> vec[float]:
    """Cards of each resource that a seat may expect in a turn; last, those that stand for any: gold, supply cards, markets."""
    found = none(5)
    votes = of_heroes(position, seat, tuning)
    deck = position.agreed.tables.deck
    for site in range(position.agreed.island.count):
        if land.settled(position, site) > 0:
            own = land.colonies_at(position, site, seat)
            part = share(position, site, seat, tuning) + votes * (1.0 if own > 0 else tuning.abroad)
            come = tuning.income * part * produced(i64(position.land[land.WORKS + site]), tuning)
            first = i64(position.agreed.island.terrain[site]) * cards.FACES
            all: i64 = 0
            for face in range(i64(cards.FACES)):
                all += i64(deck[first + face])
            for face in range(i64(cards.FACES)):
                found[face] += come * float(i64(deck[first + face])) / float(all)
    found[numbers.GOLD] += tuning.supply / float(position.agreed.seats)
    found[numbers.GOLD] += tuning.market_use / float(position.agreed.seats) * float(land.markets_of(position, seat))
    return found


def of_heroes(position: GraenalandPosition, seat: i64, tuning: Tuning) -> float:
    """The weight of a seat's heroes, wherever they go."""
    worth = tuning.vote * float(land.army(position, seat))
    if is_coming(position, seat, land.PRIEST):
        worth += tuning.priest
    if is_coming(position, seat, land.MINSTREL):
        worth += tuning.minstrel
    return worth


def is_coming(position: GraenalandPosition, seat: i64, hero: i64) -> bool:
    return land.hero_at(position, seat, hero) >= 0 or land.waits_for(position, seat, hero) >= 0


def of_work(position: GraenalandPosition, seat: i64, tuning: Tuning, turns: float) -> float:
    """Cards that the work which is being planned together would bring a seat in so many turns."""
    if position.work == land.MARKET:
        residents = land.colonies_at(position, position.site, seat) > 0
        return tuning.market_use / float(position.agreed.seats) * turns if residents else 0.0
    more = tuning.road if position.work == land.ROAD else tuning.improvement
    if position.work == land.PALISADE:
        more = 0.0
    return tuning.income * turns * more * share(position, position.site, seat, tuning)
