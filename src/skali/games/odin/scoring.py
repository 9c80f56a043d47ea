"""The score sheet (OD-198 to OD-209)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from skali.core.protocol import ScoreLine
from skali.games.odin import boards, supply
from skali.games.odin.components import FIRST_EXPLORATION, FIRST_STONE_HOUSE
from skali.games.odin.items import (
    BOARD_OWNER,
    CARD_POINTS,
    CATTLE,
    CROWN,
    EMIGRATED_KNARR,
    EMIGRATED_LONGSHIP,
    KNARR,
    LONG_HOUSE,
    MINUS,
    PENALTIES,
    PLACED_CROWN,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    SHED,
    SHEEP,
    SILVER,
    STONE_HOUSE,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState


def ships(state: OdinState, seat: i64) -> i64:
    points = state.tables.ship_points
    total = supply.boats(state, seat) * i64(points[0]) + state.get(seat, KNARR) * i64(points[1])
    return total + supply.longships(state, seat) * i64(points[2])


def emigrated(state: OdinState, seat: i64) -> i64:
    points = state.tables.emigrated_points
    return state.get(seat, EMIGRATED_KNARR) * i64(points[1]) + state.get(seat, EMIGRATED_LONGSHIP) * i64(points[2])


def exploration(state: OdinState, seat: i64) -> i64:
    total: i64 = 0
    for board in range(i64(FIRST_EXPLORATION), FIRST_STONE_HOUSE):
        if i64(state.h[BOARD_OWNER + board]) == seat + 1:
            total += i64(state.tables.grids.points[boards.grid_of(state, board)])
    return total


def buildings(state: OdinState, seat: i64) -> i64:
    points = state.tables.building_points
    total = state.get(seat, SHED) * i64(points[0]) + state.get(seat, STONE_HOUSE) * i64(points[1])
    return total + state.get(seat, LONG_HOUSE) * i64(points[2])


def animals(state: OdinState, seat: i64) -> i64:
    sheep = 2 * state.get(seat, SHEEP) + 3 * state.get(seat, PREGNANT_SHEEP)
    return sheep + 3 * state.get(seat, CATTLE) + 4 * state.get(seat, PREGNANT_CATTLE)


def crown(state: OdinState, seat: i64) -> i64:
    return 2 * (state.get(seat, CROWN) + state.get(seat, PLACED_CROWN))


def score(state: OdinState, seat: i64) -> i64:
    total = ships(state, seat) + emigrated(state, seat) + exploration(state, seat) + buildings(state, seat)
    total += animals(state, seat) + state.get(seat, CARD_POINTS) + state.get(seat, SILVER) + crown(state, seat)
    return total - state.get(seat, MINUS) - 3 * state.get(seat, PENALTIES)


def score_sheet(state: OdinState, seat: i64) -> list[ScoreLine]:
    lines = [
        ScoreLine("ships", int(ships(state, seat)), "OD-198"),
        ScoreLine("emigrated", int(emigrated(state, seat)), "OD-199"),
        ScoreLine("exploration", int(exploration(state, seat)), "OD-200"),
        ScoreLine("buildings", int(buildings(state, seat)), "OD-201"),
        ScoreLine("animals", int(animals(state, seat)), "OD-202"),
        ScoreLine("occupations", int(state.get(seat, CARD_POINTS)), "OD-203"),
        ScoreLine("silver", int(state.get(seat, SILVER)), "OD-204"),
        ScoreLine("crown", int(crown(state, seat)), "OD-205"),
        ScoreLine("minus", -int(state.get(seat, MINUS)), "OD-207"),
        ScoreLine("penalties", -3 * int(state.get(seat, PENALTIES)), "OD-208"),
    ]
    lines.append(ScoreLine("total", sum(line.points for line in lines), "OD-209", summed=False))
    return lines


def ranking(state: OdinState) -> list[int]:
    """The highest total wins, ties are shared (OD-209)."""
    scores = [int(score(state, seat)) for seat in range(state.seats)]
    return [1 + sum(other > mine for other in scores) for mine in scores]
