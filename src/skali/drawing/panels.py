"""What stands beside a board in every picture: the players and what they have, and what the colours mean."""

from __future__ import annotations

from typing import Final

from skali.drawing.shapes import CHALK, INK, Drawing

WIDE: Final = 264.0
_QUIET: Final = "#3f515c"
_EDGE: Final = "#c2cdd2"
_ROW: Final = 16.0
_LETTERS: Final = 37
"""That fit into a line of a panel."""


def seat_panel(drawing: Drawing, x: float, y: float, seat: int, name: str, score: str, lines: list[str]) -> float:
    """A player with a score and lines of text below the name; the height at which the next panel begins."""
    texts = [part for line in lines for part in wrapped(line)]
    high = 36 + _ROW * len(texts)
    drawing.box(x, y, WIDE, high, CHALK, _EDGE)
    drawing.token(x + 18, y + 18, 11, seat)
    drawing.label(x + 36, y + 18, name[:24], 14, INK, "start", True)
    drawing.label(x + WIDE - 12, y + 18, score, 17, INK, "end", True)
    for row, text in enumerate(texts):
        drawing.label(x + 36, y + 38 + _ROW * row, text, 11.5, _QUIET, "start")
    return y + high + 8


def legend(drawing: Drawing, x: float, y: float, entries: list[tuple[str, str]]) -> float:
    """Colours and what they mean, one below the other."""
    for colour, text in entries:
        drawing.circle(x + 7, y + 7, 6, colour, INK, 0.8)
        drawing.label(x + 20, y + 7, text, 11.5, _QUIET, "start")
        y += 18
    return y


def note(drawing: Drawing, x: float, y: float, text: str, letters: int = _LETTERS + 7) -> float:
    """A sentence in as many lines as it needs."""
    for line in wrapped(text, letters):
        drawing.label(x, y + 7, line, 11.5, _QUIET, "start")
        y += _ROW
    return y


def wrapped(text: str, letters: int = _LETTERS) -> list[str]:
    """Lines of at most so many letters, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
