"""A position as a picture of simple shapes: polygons, lines, circles and labels. One source for SVG and for pixels. Knows no game.

The y axis points down. Colours are hexadecimal; an empty one draws nothing. Later shapes lie over earlier ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from typing import Final

Points = list[tuple[float, float]]

FOG: Final = "#e4eaec"
CHALK: Final = "#fafbfa"
INK: Final = "#14222b"
BONE: Final = "#fffdf6"
GOLD: Final = "#e2b33c"
SEAT_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#56b4e9")
_ON_SEAT: Final = ("#ffffff", "#ffffff", "#ffffff", INK, INK, INK)
_MARKS: Final = {"yes": ("✓", "#256b45"), "no": ("✗", "#a3271d")}
_MARGIN: Final = 12.0
_SIGN_WIDTH: Final = 0.56
"""Of a letter, as a share of its size: near enough for what has to fit around it."""


@dataclass(frozen=True)
class Shape:
    """``polygon`` and ``path`` go through the points; ``circle`` and ``label`` have one, a size, and the label its text."""

    kind: str
    points: Points
    fill: str
    line: str = ""
    width: float = 1.0
    size: float = 0.0
    text: str = ""
    anchor: str = "middle"
    bold: bool = False

    def reach(self) -> tuple[float, float, float]:
        """How far it goes to the left, to the right, and up and down from its points."""
        if self.kind != "label":
            return (self.size, self.size, self.size)
        wide = len(self.text) * self.size * _SIGN_WIDTH
        left = wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return (left, wide - left, self.size * 0.6)

    def svg(self) -> str:
        x, y = self.points[0]
        if self.kind == "label":
            look = f'font-size="{self.size:.1f}" font-weight="{650 if self.bold else 400}" fill="{self.fill}"'
            placed = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{self.anchor}" dominant-baseline="central"'
            return f"<text {placed} {look}>{escape(self.text)}</text>"
        paint = f'fill="{self.fill or "none"}"'
        if self.line:
            paint += f' stroke="{self.line}" stroke-width="{self.width:.1f}" stroke-linejoin="round"'
        if self.kind == "circle":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{self.size:.1f}" {paint}/>'
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)
        return f'<{"polygon" if self.kind == "polygon" else "polyline"} points="{points}" {paint}/>'


class Drawing:
    """Shapes in the order in which they are drawn."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.places: dict[str, tuple[float, float]] = {}
        """Where the places of the board are, by the names that a guide calls them."""

    def polygon(self, points: Points, fill: str, line: str = "", width: float = 1.0) -> None:
        self.shapes.append(Shape("polygon", points, fill, line, width))

    def path(self, points: Points, line: str, width: float = 1.0) -> None:
        self.shapes.append(Shape("path", points, "", line, width))

    def box(self, x: float, y: float, width: float, height: float, fill: str, line: str = "") -> None:
        self.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], fill, line)

    def circle(self, x: float, y: float, radius: float, fill: str, line: str = "", width: float = 1.0) -> None:
        self.shapes.append(Shape("circle", [(x, y)], fill, line, width, radius))

    def label(
        self, x: float, y: float, text: str, size: float, colour: str = INK, anchor: str = "middle", bold: bool = False
    ) -> None:
        """Text around or beside a point; ``anchor`` is start, middle or end."""
        self.shapes.append(Shape("label", [(x, y)], colour, "", 0.0, size, text, anchor, bold))

    def token(self, x: float, y: float, radius: float, seat: int) -> None:
        """A piece of a seat: its colour and its sign, so that colour is never all."""
        self.circle(x, y, radius, BONE, INK, radius / 8)
        self.circle(x, y, radius * 0.84, SEAT_COLOURS[seat])
        self.polygon([(x + radius / 2 * dx, y + radius / 2 * dy) for dx, dy in _SIGNS[seat]], _ON_SEAT[seat])

    def mark(self, place: str, sign: str) -> None:
        """A place with a sign on it: ``yes``, ``no`` or a short text."""
        x, y = self.places[place]
        text, colour = _MARKS.get(sign, (sign, INK))
        self.circle(x, y, 12, BONE, colour, 2.0)
        self.label(x, y, text, 15, colour, "middle", True)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all that is drawn, with a margin."""
        reaches = [(x, y, *shape.reach()) for shape in self.shapes for x, y in shape.points]
        left = min([x - before for x, _, before, _, _ in reaches], default=0.0)
        top = min([y - high for _, y, _, _, high in reaches], default=0.0)
        right = max([x + after for x, _, _, after, _ in reaches], default=0.0)
        bottom = max([y + high for _, y, _, _, high in reaches], default=0.0)
        return (left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN)

    def svg(self) -> str:
        left, top, right, bottom = self.bounds()
        wide, high = right - left, bottom - top
        box = f'viewBox="{left:.1f} {top:.1f} {wide:.1f} {high:.1f}" width="{wide:.0f}" height="{high:.0f}"'
        font = 'font-family="system-ui, Segoe UI, Roboto, Arial, sans-serif"'
        ground = f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{FOG}"/>'
        shapes = "".join([shape.svg() for shape in self.shapes])
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {font}>{ground}{shapes}</svg>'


def regular(x: float, y: float, radius: float, corners: int, turn: float = -0.5) -> Points:
    """A regular polygon; ``turn`` is where its first corner points, in half turns from the right: -0.5 is up."""
    angles = [(turn + 2 * at / corners) * pi for at in range(corners)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def kite(x: float, y: float, radius: float, corner: int) -> Points:
    """The part of a hexagon on a point that belongs to a corner, counted clockwise from the north."""
    before, at, after = [regular(x, y, radius, 6)[(corner + step) % 6] for step in (-1, 0, 1)]
    return [at, middle(at, after), (x, y), middle(at, before)]


def middle(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def _star() -> Points:
    pairs = zip(regular(0, 0, 1, 5), regular(0, 0, 0.42, 5, -0.3))
    return [point for pair in pairs for point in pair]


def _cross() -> Points:
    near = 0.32
    arm = [(-near, -near), (-near, -1.0), (near, -1.0)]
    return [
        (x, y) if not turn else (-y, x) if turn == 1 else (-x, -y) if turn == 2 else (y, -x)
        for turn in range(4)
        for x, y in arm
    ]


_SIGNS: Final = (
    regular(0, 0, 0.85, 16),
    regular(0, 0, 1, 3),
    regular(0, 0, 1, 4, -0.25),
    regular(0, 0, 1, 4),
    _star(),
    _cross(),
)
