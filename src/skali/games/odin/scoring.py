"""The score sheet (OD-198 to OD-209)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.protocol import ScoreLine
from skali.games.odin import boards, components, items, supply
from skali.games.odin.position import OdinPosition

PENALTY: Final = 3
"""Points that a Thing Penalty costs (OD-208)."""


def ships(position: OdinPosition, seat: i64) -> i64:
    points = position.tables.ship_points
    total = supply.boats(position, seat) * i64(points[0]) + position.get(seat, items.KNARR) * i64(points[1])
    return total + supply.longships(position, seat) * i64(points[2])


def emigrated(position: OdinPosition, seat: i64) -> i64:
    points = position.tables.emigrated_points
    knarrs = position.get(seat, items.EMIGRATED_KNARR) * i64(points[1])
    return knarrs + position.get(seat, items.EMIGRATED_LONGSHIP) * i64(points[2])


def exploration(position: OdinPosition, seat: i64) -> i64:
    total: i64 = 0
    for board in range(i64(components.FIRST_EXPLORATION), components.FIRST_STONE_HOUSE):
        if i64(position.counts[items.BOARD_OWNER + board]) == seat + 1:
            total += i64(position.tables.grids.points[boards.grid_of(position, board)])
    return total


def buildings(position: OdinPosition, seat: i64) -> i64:
    points = position.tables.building_points
    total = position.get(seat, items.SHED) * i64(points[0]) + position.get(seat, items.STONE_HOUSE) * i64(points[1])
    return total + position.get(seat, items.LONG_HOUSE) * i64(points[2])


def points_of(piece: i64) -> i64:
    """What a piece scores in the supply: animals do (OD-202)."""
    if piece == items.SHEEP:
        return 2
    if piece == items.PREGNANT_SHEEP or piece == items.CATTLE:
        return 3
    return 4 if piece == items.PREGNANT_CATTLE else 0


def animals(position: OdinPosition, seat: i64) -> i64:
    sheep = position.get(seat, items.SHEEP) * points_of(items.SHEEP)
    sheep += position.get(seat, items.PREGNANT_SHEEP) * points_of(items.PREGNANT_SHEEP)
    cattle = position.get(seat, items.CATTLE) * points_of(items.CATTLE)
    return sheep + cattle + position.get(seat, items.PREGNANT_CATTLE) * points_of(items.PREGNANT_CATTLE)


def crown(position: OdinPosition, seat: i64) -> i64:
    return 2 * (position.get(seat, items.ENGLISH_CROWN) + position.get(seat, items.PLACED_CROWN))


def score(position: OdinPosition, seat: i64) -> i64:
    total = ships(position, seat) + emigrated(position, seat) + exploration(position, seat) + buildings(position, seat)
    total += animals(position, seat) + crown(position, seat)
    total += position.get(seat, items.CARD_POINTS) + position.get(seat, items.SILVER)
    return total - position.get(seat, items.MINUS) - PENALTY * position.get(seat, items.PENALTIES)


def score_sheet(position: OdinPosition, seat: i64) -> list[ScoreLine]:
    lines = [
        ScoreLine("ships", int(ships(position, seat)), "OD-198"),
        ScoreLine("emigrated", int(emigrated(position, seat)), "OD-199"),
        ScoreLine("exploration", int(exploration(position, seat)), "OD-200"),
        ScoreLine("buildings", int(buildings(position, seat)), "OD-201"),
        ScoreLine("animals", int(animals(position, seat)), "OD-202"),
        ScoreLine("occupations", int(position.get(seat, items.CARD_POINTS)), "OD-203"),
        ScoreLine("silver", int(position.get(seat, items.SILVER)), "OD-204"),
        ScoreLine("crown", int(crown(position, seat)), "OD-205"),
        ScoreLine("minus", -int(position.get(seat, items.MINUS)), "OD-207"),
        ScoreLine("penalties", -PENALTY * int(position.get(seat, items.PENALTIES)), "OD-208"),
    ]
    lines.append(ScoreLine("total", sum(line.points for line in lines), "OD-209", summed=False))
    return lines


def ranking(position: OdinPosition) -> list[int]:
    """The highest total wins, ties are shared (OD-209)."""
    scores = [int(score(position, seat)) for seat in range(position.seats)]
    return [1 + sum(other > mine for other in scores) for mine in scores]
