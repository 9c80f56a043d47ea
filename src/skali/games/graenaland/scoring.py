"""Objectives, victory points, the score sheet and the ranking (GR-190 to GR-205, GR-211, GR-237, GR-238, GR-248)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.protocol import ScoreLine
from skali.games.graenaland import components, land
from skali.games.graenaland.position import GraenalandPosition

OBJECTIVE_RULES: Final = ("GR-191", "GR-192", "GR-193", "GR-194", "GR-195")


def column_counts(position: GraenalandPosition, seat: i64) -> i64:
    """What the five columns count, eight bits each: colonies, territories with 2, most in one, buildings, army."""
    twos: i64 = 0
    most: i64 = 0
    for site in range(position.agreed.island.count):
        here = i64(position.land[land.COLONIES + site * land.SEATS + seat])
        if here >= 2:
            twos += 1
        if here > most:
            most = here
    buildings = land.buildings_of(position, seat)
    if position.agreed.three and buildings > 0:
        buildings -= 1  # GR-211
    colonies = land.own_colonies(position, seat)
    return colonies + twos * 256 + most * 65536 + buildings * 16777216 + land.army(position, seat) * bit(32)


def objectives_met(position: GraenalandPosition, seat: i64) -> i64:
    """How many of the five objectives of the condition card a player meets (GR-191 to GR-196)."""
    counts = column_counts(position, seat)
    met: i64 = 0
    for column in range(i64(5)):
        if (counts >> (8 * column)) & 255 >= i64(position.agreed.tables.objectives[column]):
            met += 1
    return met


def points_of(position: GraenalandPosition, card: i64, counts: i64) -> i64:
    """The points that a victory card gives for what is counted: one for each threshold reached (GR-238)."""
    thresholds = position.agreed.tables.thresholds
    points: i64 = 0
    for column in range(i64(5)):
        count = (counts >> (8 * column)) & 255
        for level in range(i64(3)):
            if count >= i64(thresholds[card * 15 + column * 3 + level]):
                points += 1
    return points


def score(position: GraenalandPosition, seat: i64) -> i64:
    """Objectives met, or points of the kept victory card."""
    if not position.agreed.cards:
        return objectives_met(position, seat)
    card = position.kept(seat)
    return points_of(position, card, column_counts(position, seat)) if card >= 0 else i64(0)


def score_sheet(position: GraenalandPosition, seat: i64, viewer: i64) -> list[ScoreLine]:
    """A line for each objective or column. Of a victory card that the viewer may not see, only the counts."""
    counts = column_counts(position, seat)
    tables = position.agreed.tables
    lines: list[ScoreLine] = []
    total = 0
    card = -1
    if position.agreed.cards and (viewer == seat or position.revealed & bit(seat)):
        card = int(position.kept(seat))
    for column, key in enumerate(components.COLUMNS):
        count = (int(counts) >> (8 * column)) & 255
        data: dict[str, Any] = {"count": count, "shown": str(count)}
        points = 0
        rule = "GR-238"
        if not position.agreed.cards:
            needed = int(tables.objectives[column])
            data |= {"needed": needed, "shown": f"{count}/{needed}"}
            points = 1 if count >= needed else 0
            rule = OBJECTIVE_RULES[column]
        elif card >= 0:
            levels = [int(tables.thresholds[card * 15 + column * 3 + level]) for level in range(3)]
            data["levels"] = levels
            points = sum(count >= level for level in levels)
        lines.append(ScoreLine(key, points, rule, data))
        total += points
    if not position.agreed.cards or card >= 0:
        lines.append(ScoreLine("total", total, "GR-238" if position.agreed.cards else "GR-190", summed=False))
    return lines


def ranking(position: GraenalandPosition) -> list[int]:
    """The winner first, the others by objectives or points, equals sharing a place (GR-203, GR-204, GR-248)."""
    seats = int(position.agreed.seats)
    marks = [int(score(position, seat)) for seat in range(seats)]
    if position.winner >= 0:
        marks[int(position.winner)] = 1000
    return [1 + sum(other > mark for other in marks) for mark in marks]
