"""Draws a position of Fjords as text, from the view alone: for the terminal and the log. ``picture`` draws it in shapes."""

from __future__ import annotations

from typing import Any, Final

from skali.core.presenter import Presenter
from skali.core.words import Words
from skali.drawing.shapes import Drawing
from skali.games.fjords import picture

_TERRAIN_SIGNS: Final = {"P": '"', "M": "^", "S": "~"}
_TERRAIN_COLOURS: Final = {"P": "32", "M": "90", "S": "34"}
_SEAT_COLOURS: Final = ("1;37;44", "1;37;41")
_HUT_SIGNS: Final = ("A", "B")
_FIELD_SIGNS: Final = ("a", "b")

# A tile is five rows; its corners lie N, NE, SE, S, SW, NW around the middle. Cells are 8 columns and 4 rows apart.
_CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")
_CORNER_AT: Final = ((0, 4), (1, 7), (3, 7), (4, 4), (3, 1), (1, 1))


class _Canvas:
    """Signs at rows and columns, each with a colour."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour
        self.signs: dict[tuple[int, int], str] = {}

    def put(self, row: int, column: int, text: str, colour: str = "") -> None:
        for at, sign in enumerate(text):
            shown = f"\x1b[{colour}m{sign}\x1b[0m" if self.colour and colour else sign
            self.signs[row, column + at] = shown

    def text(self) -> str:
        rows = [row for row, _ in self.signs]
        columns = [column for _, column in self.signs]
        lines: list[str] = []
        for row in range(min(rows), max(rows) + 1):
            line = "".join(self.signs.get((row, column), " ") for column in range(min(columns), max(columns) + 1))
            lines.append(line.rstrip())
        return "\n".join(lines)


class FjordsPresenter(Presenter):
    def draw(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        """The landscape, then what lies beside it."""
        canvas = _Canvas(colour)
        pieces = _pieces(view)
        for tile in view["landscape"]:
            _draw_tile(canvas, tile, pieces.get(tuple(tile["cell"]), ""), view["last"] == tile["cell"])
        return canvas.text() + "\n\n" + "\n".join(_beside(view, words, players))

    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        return picture.picture(view, words, players)

    def describes(self, kind: str) -> bool:
        return kind.endswith("_region")

    def choice(self, move: dict[str, Any], view: dict[str, Any], asked: dict[str, Any], words: Words) -> str:
        """On divided farmland a choice says which corners its region has; the others are said as everywhere."""
        if "region" not in move:
            return ""
        cell = move.get("cell", view["last"])
        regions = next(tile["region_corners"] for tile in view["landscape"] if tile["cell"] == list(cell))
        return words.say("terminal", move["kind"], {**move, "corners": regions[move["region"] - 1]})


def _pieces(view: dict[str, Any]) -> dict[tuple[int, ...], str]:
    """What stands on each cell: capital letters are huts, small ones fields; on divided farmland each with its region."""
    found: dict[tuple[int, ...], str] = {}
    divided = {tuple(tile["cell"]) for tile in view["landscape"] if tile["regions"] > 1}
    for signs, rows in ((_HUT_SIGNS, view["huts"]), (_FIELD_SIGNS, view["fields"])):
        for seat in range(2):
            for piece in rows[seat]:
                cell = tuple(piece["cell"])
                region = str(piece["region"]) if cell in divided else ""
                found[cell] = found.get(cell, "") + signs[seat] + region
    return found


def _draw_tile(canvas: _Canvas, tile: dict[str, Any], piece: str, is_last: bool) -> None:
    q, r = tile["cell"]
    top = 4 * r
    left = 8 * q + 4 * r
    for name, corner, (row, column) in zip(_CORNERS, tile["corners"], _CORNER_AT, strict=True):
        regions = [str(number) for number, corners in enumerate(tile["region_corners"], 1) if name in corners]
        sign = regions[0] if regions and tile["regions"] > 1 else _TERRAIN_SIGNS[corner]
        canvas.put(top + row, left + column, sign, _TERRAIN_COLOURS[corner])
    label = f"{q},{r}"
    canvas.put(top + 2, left + 5 - (len(label) + 1) // 2, label, "1" if is_last else "2")
    seat = 0
    for at, sign in enumerate(piece):
        seat = seat if sign.isdigit() else "AaBb".index(sign) // 2
        canvas.put(top + 1, left + 4 - len(piece) // 4 + at, sign, _SEAT_COLOURS[seat])
    if is_last:
        canvas.put(top + 3, left + 4, "*", "1;33")


def _beside(view: dict[str, Any], words: Words, players: list[str]) -> list[str]:
    lines = [words.say("terminal", "legend")]
    if any(tile["regions"] > 1 for tile in view["landscape"]):
        lines.append(words.say("terminal", "regions"))
    if view["phase"] in ("source", "place", "hut"):
        lines.append(words.say("terminal", "piles", {"left": view["hidden_left"], "open": view["open"] or ["–"]}))
    for seat in range(2):
        data = {
            "sign": _HUT_SIGNS[seat],
            "seat": seat,
            "huts": view["huts_left"][seat],
            "fields": view["fields_left"][seat],
            "score": view["scores"][seat],
        }
        lines.append(words.say("terminal", "seat", data, players))
    return lines
