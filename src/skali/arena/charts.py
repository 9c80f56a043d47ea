"""Charts as SVG text: a few shapes that need no library and no network. Colours come from the page's style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH = 640
WIDE = 1300
LEFT = 46
RIGHT = 24
TOP = 10
BOTTOM = 34


@dataclass(frozen=True)
class Dot:
    """A value with its interval, in a row of its own."""

    label: str
    value: float
    low: float
    high: float
    strong: bool = True
    note: str = ""


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round numbers that span the range."""
    span = high - low or 1.0
    step = 10 ** floor(log10(span / count))
    step *= next(factor for factor in (1, 2, 2.5, 5, 10) if span / (step * factor) <= count)
    return [round(at * step, 10) for at in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def show(value: float, percent: bool = False) -> str:
    return f"{100 * value:.0f} %" if percent else f"{value:g}"


def svg(height: float, parts: list[str], title: str, width: int = WIDTH) -> str:
    inner = "".join(parts)
    return (
        f'<svg viewBox="0 0 {width} {height:.0f}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{inner}</svg>"
    )


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "tick") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


class Frame:
    """Axes of a chart with numbers on both sides."""

    def __init__(self, low: float, high: float, top: float, height: float = 230, percent: bool = False) -> None:
        self.low, self.high, self.top, self.height = low, high if high > low else low + 1, top or 1.0, height
        self.parts: list[str] = []
        for value in ticks(0, self.top, 4):
            self.parts += [line(LEFT, self.y(value), WIDTH - RIGHT, self.y(value), "grid")]
            self.parts += [text(LEFT - 6, self.y(value) + 4, show(value, percent), "end")]

    def x(self, value: float) -> float:
        return LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return self.height - BOTTOM - value / self.top * (self.height - BOTTOM - TOP)

    def bottom(self, label: str, values: list[float], percent: bool = False) -> None:
        self.parts += [text(self.x(value), self.height - BOTTOM + 15, show(value, percent)) for value in values]
        self.parts.append(text(WIDTH - RIGHT, self.height - 3, label, "end", "axis"))


def histogram(series: dict[str, list[float]], label: str, title: str) -> str:
    """How often each value occurs, as a share; series lie over each other."""
    every = [value for values in series.values() for value in values]
    low, high = min(every), max(every)
    width = max(1.0, _round_up((high - low) / 30))
    first = floor(low / width) * width
    bins = int((high - first) / width) + 1
    shares: dict[str, list[float]] = {}
    for name, values in series.items():
        counts = [0] * bins
        for value in values:
            counts[int((value - first) / width)] += 1
        shares[name] = [count / len(values) for count in counts]
    frame = Frame(first, first + bins * width, max(max(each) for each in shares.values()), percent=True)
    for place, (name, each) in enumerate(shares.items()):
        for at, share in enumerate(each):
            if share:
                left, right = frame.x(first + at * width), frame.x(first + (at + 1) * width)
                start = first + at * width
                about = f"{name} {start:g}" + (f" to {start + width - 1:g}" if width > 1 else "") + f": {share:.1%}"
                frame.parts.append(
                    f'<rect x="{left + 0.5:.1f}" y="{frame.y(share):.1f}" width="{max(right - left - 1, 1):.1f}" '
                    f'height="{frame.height - BOTTOM - frame.y(share):.1f}" class="bar s{place}">'
                    f"<title>{escape(about.strip())}</title></rect>"
                )
    frame.bottom(label, ticks(first, first + bins * width, 8))
    return svg(frame.height, frame.parts + legend(list(shares), frame.height), title)


def _round_up(value: float) -> float:
    if value <= 1:
        return 1.0
    step = 10 ** floor(log10(value))
    return float(next(step * factor for factor in (1, 2, 5, 10) if step * factor >= value))


def curves(values: Sequence[float | None], label: str, title: str, percent: bool = False) -> str:
    """Values along the course of a game, from its beginning to its end; None leaves a gap."""
    frame = Frame(0, 1, max((value for value in values if value is not None), default=1.0), percent=percent)
    run: list[str] = []
    marks = []
    for at, value in enumerate([*values, None]):
        if value is not None:
            x, y = frame.x((at + 0.5) / len(values)), frame.y(value)
            run.append(f"{x:.1f},{y:.1f}")
            about = f"<title>{show(round(value, 3), percent)}</title>"
            marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" class="dot s0">{about}</circle>')
        elif run:
            frame.parts.append(f'<polyline points="{" ".join(run)}" class="curve s0"/>')
            run = []
    frame.bottom(label, [0, 0.25, 0.5, 0.75, 1], percent=True)
    return svg(frame.height, frame.parts + marks, title)


def legend(names: list[str], height: float) -> list[str]:
    """What the colours mean, under the chart."""
    if len(names) < 2:
        return []
    parts = []
    for place, name in enumerate(names):
        x = LEFT + 100 * place
        parts.append(f'<rect x="{x}" y="{height - 13:.0f}" width="11" height="11" class="bar s{place}"/>')
        parts.append(text(x + 17, height - 3, name, "start", "label"))
    return parts


def bars(rows: list[tuple[str, float, str]], title: str) -> str:
    """Named amounts, the words at the end of each bar."""
    gutter, row_height = _gutter([label for label, _, _ in rows]), 24
    most = max((value for _, value, _ in rows), default=1.0) or 1.0
    parts = []
    for at, (label, value, words) in enumerate(rows):
        y = TOP + at * row_height
        width = max(value / most * (WIDTH - gutter - RIGHT - 150), 1)
        parts.append(text(gutter - 8, y + 15, label, "end", "label"))
        parts.append(f'<rect x="{gutter}" y="{y + 3}" width="{width:.1f}" height="{row_height - 8}" class="bar s0"/>')
        parts.append(text(gutter + width + 8, y + 15, words, "start"))
    return svg(TOP + len(rows) * row_height + 6, parts, title)


def dots(rows: list[Dot], reference: float, title: str, percent: bool = True, width: int = WIDTH) -> str:
    """Values with intervals, one under the other, beside a line for what would be no difference."""
    gutter, row_height = _gutter([row.label for row in rows]), 26
    low = min([reference, *(row.low for row in rows)])
    high = max([reference, *(row.high for row in rows)])
    margin = (high - low) * 0.05 or 0.05
    low, high = low - margin, high + margin

    def x(value: float) -> float:
        return gutter + (value - low) / (high - low) * (width - gutter - RIGHT - 96)

    height = TOP + len(rows) * row_height + 26
    parts = []
    for value in ticks(low, high, 5):
        parts += [line(x(value), TOP, x(value), height - 24, "grid"), text(x(value), height - 8, show(value, percent))]
    parts.append(line(x(reference), TOP - 4, x(reference), height - 24, "reference"))
    for at, row in enumerate(rows):
        y = TOP + (at + 0.5) * row_height
        kind = "s1" if row.strong else "faint"
        parts.append(text(gutter - 8, y + 4, row.label, "end", "label"))
        parts.append(line(x(row.low), y, x(row.high), y, f"range {kind}"))
        parts.append(f'<circle cx="{x(row.value):.1f}" cy="{y:.1f}" r="5" class="dot {kind}"/>')
        parts.append(text(width - RIGHT, y + 4, row.note, "end"))
    return svg(height, parts, title, width)


def _gutter(labels: list[str]) -> int:
    """Room for the labels on the left."""
    return min(330, 24 + int(6.9 * max((len(label) for label in labels), default=4)))
