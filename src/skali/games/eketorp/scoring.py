"""The score sheet of Eketorp (EK-104 to EK-109)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.protocol import ScoreLine
from skali.games.eketorp import bricks
from skali.games.eketorp.bricks import BRICKS, KINDS, PLACES

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

COMPLETE: Final = 5


def beside(state: EketorpState, seat: i64) -> i64:
    """The bricks beside a complete castle; those of any other are still to be built (EK-095)."""
    return state.carried[seat] if bricks.bricks_in(state.castle[seat]) == PLACES else 0


def score(state: EketorpState, seat: i64) -> i64:
    castle = state.castle[seat]
    points = bricks.value_of(castle) + state.amulets[seat]
    if bricks.bricks_in(castle) == PLACES:
        points += COMPLETE + bricks.value(state.carried[seat])
    return points


def score_sheet(state: EketorpState, seat: i64) -> list[ScoreLine]:
    """A line for each kind of brick, then the complete castle and the amulets."""
    bundle = bricks.bundle_of(state.castle[seat]) + beside(state, seat)
    lines: list[ScoreLine] = []
    for kind in range(1, KINDS + 1):
        count = int(bricks.count_of(bundle, kind))
        lines.append(ScoreLine(BRICKS[kind - 1], count * int(kind), "EK-104", {"count": count}))
    complete = bricks.bricks_in(state.castle[seat]) == PLACES
    lines.append(ScoreLine("complete", COMPLETE if complete else 0, "EK-105"))
    amulets = int(state.amulets[seat])
    lines.append(ScoreLine("amulets", amulets, "EK-106", {"count": amulets}))
    lines.append(ScoreLine("total", int(score(state, seat)), "EK-108", summed=False))
    return lines


def ranking(state: EketorpState) -> list[int]:
    """Most points first; equal points share a place (EK-108, EK-109)."""
    points = [int(score(state, seat)) for seat in range(state.seats)]
    return [1 + sum(other > mine for other in points) for mine in points]
