"""The score sheet of Eketorp (EK-104 to EK-109)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.protocol import ScoreLine
from skali.games.eketorp import bricks
from skali.games.eketorp.position import EketorpPosition

COMPLETE: Final = 5


def beside(position: EketorpPosition, seat: i64) -> i64:
    """The bricks beside a complete castle; those of any other are still to be built (EK-095)."""
    return position.carried[seat] if bricks.bricks_in(position.castle[seat]) == bricks.PLACES else 0


def score(position: EketorpPosition, seat: i64) -> i64:
    castle = position.castle[seat]
    points = bricks.value_of(castle) + position.amulets[seat]
    if bricks.bricks_in(castle) == bricks.PLACES:
        points += COMPLETE + bricks.value(position.carried[seat])
    return points


def score_sheet(position: EketorpPosition, seat: i64) -> list[ScoreLine]:
    """A line for each kind of brick, then the complete castle and the amulets."""
    bundle = bricks.bundle_of(position.castle[seat]) + beside(position, seat)
    lines: list[ScoreLine] = []
    for kind in range(1, bricks.KINDS + 1):
        count = int(bricks.count_of(bundle, kind))
        lines.append(ScoreLine(bricks.NAMES[kind - 1], count * int(kind), "EK-104", {"count": count}))
    complete = bricks.bricks_in(position.castle[seat]) == bricks.PLACES
    lines.append(ScoreLine("complete", COMPLETE if complete else 0, "EK-105"))
    amulets = int(position.amulets[seat])
    lines.append(ScoreLine("amulets", amulets, "EK-106", {"count": amulets}))
    lines.append(ScoreLine("total", int(score(position, seat)), "EK-108", summed=False))
    return lines


def ranking(position: EketorpPosition) -> list[int]:
    """Most points first; equal points share a place (EK-108, EK-109)."""
    points = [int(score(position, seat)) for seat in range(position.seats)]
    return [1 + sum(other > mine for other in points) for mine in points]
