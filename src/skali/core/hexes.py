"""Hexagonal geometry: axial coordinates, cells numbered row by row, corners and their rotations.

Hexagons stand on a point. Corners run clockwise from the north: N, NE, SE, S, SW, NW; edge i joins corner i and corner i + 1, so
edges run NE, E, SE, SW, W, NW. Corner i of a cell is also a corner of its neighbours across edges i - 1 and i.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

EDGES: Final = 6
AXIAL_STEPS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The neighbour across each edge."""


class HexGrid:
    """A rhombus of ``width`` × ``width`` cells whose middle is (0, 0). Cell numbers rise by second, then by first coordinate."""

    def __init__(self, width: int) -> None:
        self.width: i64 = width
        self.middle: i64 = width // 2
        self.cells: i64 = width * width

    def cell(self, q: i64, r: i64) -> i64:
        """The number of a cell, -1 off the grid."""
        column = q + self.middle
        row = r + self.middle
        if column < 0 or row < 0 or column >= self.width or row >= self.width:
            return -1
        return row * self.width + column

    def axial(self, cell: i64) -> tuple[int, int]:
        return (cell % self.width - self.middle, cell // self.width - self.middle)


def hex_step(edge: i64, width: i64) -> i64:
    """What to add to a cell's number to get the neighbour across an edge (no check at the rim)."""
    if edge == 0:
        return 1 - width
    if edge == 1:
        return 1
    if edge == 2:
        return width
    if edge == 3:
        return width - 1
    if edge == 4:
        return -1
    return -width


def turned(corners: str, turn: int) -> str:
    """The corners after turning the hexagon clockwise by so many sixths."""
    turn %= EDGES
    return corners[EDGES - turn :] + corners[: EDGES - turn]


def canonical(corners: str) -> str:
    """The same hexagon in the rotation whose letters come first in the alphabet."""
    return min(turned(corners, turn) for turn in range(EDGES))
