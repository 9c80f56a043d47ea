"""Objectives, victory points, the score sheet and the ranking (GR-190 to GR-205, GR-211, GR-237, GR-238, GR-248)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.protocol import ScoreLine
from skali.games.graenaland import land
from skali.games.graenaland.components import COLUMNS
from skali.games.graenaland.land import COLONIES, SEATS

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

OBJECTIVE_RULES: Final = ("GR-191", "GR-192", "GR-193", "GR-194", "GR-195")
NO_CARD: Final = -1


def standing(state: GraenalandState, seat: i64) -> i64:
    """What the five columns count, eight bits each: colonies, territories with 2, most in one, buildings, army."""
    twos: i64 = 0
    most: i64 = 0
    for site in range(state.agreed.island.count):
        here = i64(state.land[COLONIES + site * SEATS + seat])
        if here >= 2:
            twos += 1
        if here > most:
            most = here
    buildings = land.buildings_of(state, seat)
    if state.agreed.three and buildings > 0:
        buildings -= 1  # GR-211
    colonies = land.own_colonies(state, seat)
    return colonies + twos * 256 + most * 65536 + buildings * 16777216 + land.army(state, seat) * bit(32)


def objectives_met(state: GraenalandState, seat: i64) -> i64:
    """How many of the five objectives of the condition card a player meets (GR-191 to GR-196)."""
    counts = standing(state, seat)
    met: i64 = 0
    for column in range(i64(5)):
        if (counts >> (8 * column)) & 255 >= i64(state.agreed.tables.objectives[column]):
            met += 1
    return met


def points_of(state: GraenalandState, card: i64, counts: i64) -> i64:
    """The points that a victory card gives for a standing: one for each threshold reached (GR-238)."""
    thresholds = state.agreed.tables.thresholds
    points: i64 = 0
    for column in range(i64(5)):
        count = (counts >> (8 * column)) & 255
        for level in range(i64(3)):
            if count >= i64(thresholds[card * 15 + column * 3 + level]):
                points += 1
    return points


def score(state: GraenalandState, seat: i64) -> i64:
    """Objectives met, or points of the kept victory card."""
    if not state.agreed.cards:
        return objectives_met(state, seat)
    card = state.kept(seat)
    if card == NO_CARD:
        return 0
    return points_of(state, card, standing(state, seat))


def score_sheet(state: GraenalandState, seat: i64, viewer: i64) -> list[ScoreLine]:
    """A line for each objective or column. Of a victory card that the viewer may not see, only the counts."""
    counts = standing(state, seat)
    tables = state.agreed.tables
    lines: list[ScoreLine] = []
    total = 0
    card = NO_CARD
    if state.agreed.cards and (viewer == seat or state.revealed & bit(seat)):
        card = int(state.kept(seat))
    for column, key in enumerate(COLUMNS):
        count = (int(counts) >> (8 * column)) & 255
        data: dict[str, Any] = {"count": count}
        points = 0
        rule = "GR-238"
        if not state.agreed.cards:
            needed = int(tables.objectives[column])
            data["needed"] = needed
            points = 1 if count >= needed else 0
            rule = OBJECTIVE_RULES[column]
        elif card != NO_CARD:
            levels = [int(tables.thresholds[card * 15 + column * 3 + level]) for level in range(3)]
            data["levels"] = levels
            points = sum(count >= level for level in levels)
        lines.append(ScoreLine(key, points, rule, data))
        total += points
    if not state.agreed.cards or card != NO_CARD:
        lines.append(ScoreLine("total", total, "GR-238" if state.agreed.cards else "GR-190", summed=False))
    return lines


def ranking(state: GraenalandState) -> list[int]:
    """The winner first, the others by objectives or points, equals sharing a place (GR-203, GR-204, GR-248)."""
    seats = int(state.agreed.seats)
    marks = [int(score(state, seat)) for seat in range(seats)]
    if state.winner >= 0:
        marks[int(state.winner)] = 1000
    return [1 + sum(other > mark for other in marks) for mark in marks]
