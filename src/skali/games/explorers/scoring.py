"""The score sheet: seven categories, the winner and the ties (XN-119 to XN-149)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.protocol import ScoreLine
from skali.games.explorers import captains, islands, moves, phases, pieces
from skali.games.explorers.position import ExplorersPosition

CATEGORIES: Final = ("livestock", "outposts", "enemy_ships", "settlements", "dead_vikings", "islands", "captain")
ISLANDS: Final = 5
CATEGORY_RULES: Final = ("XN-121", "XN-124", "XN-125", "XN-126", "XN-127", "XN-132", "XN-134")


def score(position: ExplorersPosition, seat: i64) -> i64:
    """The seven categories as they stand (XN-120)."""
    total: i64 = 0
    for category in range(i64(7)):
        total += points(position, seat, category)
    return total


def points(position: ExplorersPosition, seat: i64, category: i64) -> i64:
    """What one category is worth now."""
    if category == 0:
        return livestock_points(position.word(seat, pieces.DELIVERED))
    if category == 1:
        return outpost_points(position.outposts_built(seat))
    if category == 2:
        return position.word(seat, pieces.SHIPS)
    if category == 3:
        return settlement_points(position.word(seat, pieces.SETTLEMENTS))
    if category == 4:
        dead = position.vikings_at(seat, pieces.DEAD)
        return dead * dead
    if category == ISLANDS:
        return islands.Realm(position, seat).tiles  # alone or with others (XN-132)
    return captains.captain_points(position, seat)


def livestock_points(delivered: i64) -> i64:
    """Sets of different types, each as large as possible: 1, 3, 6, 10, 15, 21 for 1 to 6 (XN-121, XN-122)."""
    total: i64 = 0
    for at_least in range(i64(1), i64(8)):
        types: i64 = 0
        for kind in range(i64(pieces.LIVESTOCK_TYPES)):
            if pieces.number_of(delivered, kind) >= at_least:
                types += 1
        if types == 0:
            break
        total += types * (types + 1) // 2
    return total


def outpost_points(built: i64) -> i64:
    """2 for the first, each further one 1 more: 2, 5, 9, 14, 20 (XN-124)."""
    return built * (built + 3) // 2


def settlement_points(settlements: i64) -> i64:
    """The strengths of the conquered settlements (XN-126)."""
    total: i64 = 0
    for strength in range(i64(2), i64(6)):
        total += strength * ((settlements >> (4 * (strength - 2))) & 15)
    return total


def score_sheet(position: ExplorersPosition, seat: i64) -> list[ScoreLine]:
    """A line for each category, one for each captain, the total, and what breaks a tie."""
    lines: list[ScoreLine] = []
    for category, count in enumerate(counts(position, seat)):
        key, rule = CATEGORIES[category], CATEGORY_RULES[category]
        lines.append(ScoreLine(key, int(points(position, seat, category)), rule, {"count": count}))
    if position.phase != phases.CHOOSE_CAPTAIN:
        lines.extend(captain_lines(position, seat))
    lines.append(ScoreLine("total", int(score(position, seat)), "XN-120", summed=False))
    if not position.is_solo():
        lines.append(ScoreLine("tie_dead", int(position.vikings_at(seat, pieces.DEAD)), "XN-147", summed=False))
        lines.append(ScoreLine("tie_settlements", int(position.settlements_conquered(seat)), "XN-148", summed=False))
    return lines


def captain_lines(position: ExplorersPosition, seat: i64) -> list[ScoreLine]:
    """The captain; alone, both captains as remarks and the smaller bonus as the line that counts (XN-162)."""
    kept = [position.word(seat, pieces.CAPTAIN), position.word(seat, pieces.OTHER_CAPTAIN)]
    lines: list[ScoreLine] = []
    for captain in kept:
        if captain != pieces.NO_CAPTAIN:
            rule = f"XN-{captains.FIRST_CAPTAIN_RULE + captain}"
            worth = int(captains.bonus(position, seat, captain))
            key = "solo_captain" if position.is_solo() else "captain"
            data = {"captain": moves.CAPTAINS[captain]}
            lines.append(ScoreLine(key, worth, rule, data, summed=not position.is_solo()))
    if position.is_solo():
        lines.append(ScoreLine("smaller_captain", int(captains.captain_points(position, seat)), "XN-162"))
    return lines


def counts(position: ExplorersPosition, seat: i64) -> list[int]:
    """How many things each category counts: livestock, outposts, ships, settlements, dead Vikings, islands."""
    return [
        int(pieces.number_of_all(position.word(seat, pieces.DELIVERED), pieces.LIVESTOCK_BITS)),
        int(position.outposts_built(seat)),
        int(position.word(seat, pieces.SHIPS)),
        int(position.settlements_conquered(seat)),
        int(position.vikings_at(seat, pieces.DEAD)),
        int(islands.Realm(position, seat).count),
    ]


def ranking(position: ExplorersPosition) -> list[int]:
    """By the total, then dead Vikings, then conquered settlements; else shared (XN-146 to XN-149)."""
    standings = [
        (score(position, seat), position.vikings_at(seat, pieces.DEAD), position.settlements_conquered(seat))
        for seat in range(position.seats)
    ]
    return [1 + sum(other > mine for other in standings) for mine in standings]
