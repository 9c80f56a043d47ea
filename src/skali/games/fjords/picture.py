"""A position of Fjords as a picture, from the view alone: the landscape corner by corner, huts, fields, and the players."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from skali.core.hexes import AXIAL_STEPS
from skali.core.words import Words
from skali.drawing import panels
from skali.drawing.shapes import BONE, GOLD, INK, SEAT_COLOURS, Drawing, Points, kite, middle, regular

_SIZE: Final = 40.0
"""From the middle of a tile to a corner."""
_TERRAIN: Final = {"P": "#b4c08a", "M": "#948d84", "S": "#84b5c1"}
_NAMES: Final = (("P", "farmland"), ("M", "mountain"), ("S", "sea"))
_CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")
_GAP: Final = 40.0


def picture(view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
    drawing = Drawing()
    for tile in view["landscape"]:
        _tile(drawing, tile)
        q, r = tile["cell"]
        for dq, dr in ((0, 0), *AXIAL_STEPS):
            drawing.places[f"{q + dq},{r + dr}"] = _middle([q + dq, r + dr])
    for tile in view["landscape"]:
        if tile["cell"] == view["last"]:
            drawing.polygon(regular(*_middle(tile["cell"]), _SIZE - 2, 6), "", GOLD, 3.0)
    places = {(*tile["cell"], region): spot for tile in view["landscape"] for region, spot in _regions(tile)}
    for seat in range(2):
        for field in view["fields"][seat]:
            drawing.token(*places[(*field["cell"], field["region"])], 11, seat)
        for hut in view["huts"][seat]:
            _hut(drawing, *places[(*hut["cell"], hut["region"])], seat)
    _, top, right, _ = drawing.bounds()
    _beside(drawing, right + _GAP, top + 12, view, words, players)
    return drawing


def _middle(cell: list[int]) -> tuple[float, float]:
    q, r = cell
    return (_SIZE * sqrt(3) * (q + r / 2), _SIZE * 1.5 * r)


def _tile(drawing: Drawing, tile: dict[str, Any]) -> None:
    x, y = _middle(tile["cell"])
    for corner, terrain in enumerate(tile["corners"]):
        drawing.polygon(kite(x, y, _SIZE, corner), _TERRAIN[terrain], _TERRAIN[terrain], 0.6)
        if terrain == "M":
            peak = middle((x, y), regular(x, y, _SIZE, 6)[corner])
            drawing.path(
                [(peak[0] - 6, peak[1] + 4), (peak[0], peak[1] - 5), (peak[0] + 6, peak[1] + 4)], "#f7f6f1", 1.6
            )
    drawing.polygon(regular(x, y, _SIZE, 6), "", "#5d6a70", 1.0)


def _regions(tile: dict[str, Any]) -> list[tuple[int, tuple[float, float]]]:
    """The regions of a tile from 1, each with the place of its piece: in the middle of the tile unless it is divided."""
    x, y = _middle(tile["cell"])
    if tile["regions"] < 2:
        return [(1, (x, y))]
    found: list[tuple[int, tuple[float, float]]] = []
    for number, names in enumerate(tile["region_corners"], 1):
        corners = [regular(x, y, _SIZE * 0.6, 6)[_CORNERS.index(name)] for name in names]
        found.append(
            (number, (sum(at for at, _ in corners) / len(corners), sum(at for _, at in corners) / len(corners)))
        )
    return found


def _hut(drawing: Drawing, x: float, y: float, seat: int) -> None:
    walls: Points = [(x - 11, y + 12), (x - 11, y - 3), (x, y - 15), (x + 11, y - 3), (x + 11, y + 12)]
    drawing.polygon(walls, BONE, INK, 2.6)
    drawing.polygon([(x + (at - x) * 0.8, y + (down - y) * 0.8) for at, down in walls], SEAT_COLOURS[seat])
    drawing.token(x, y + 1, 6, seat)


def _beside(drawing: Drawing, x: float, y: float, view: dict[str, Any], words: Words, players: list[str]) -> None:
    for seat in range(2):
        left = {"huts": view["huts_left"][seat], "fields": view["fields_left"][seat]}
        line = words.say("picture", "left", left)
        y = panels.seat_panel(drawing, x, y, seat, words.player(seat, players), str(view["scores"][seat]), [line])
    piles = words.say("terminal", "piles", {"left": view["hidden_left"], "open": view["open"] or ["–"]})
    y = panels.note(drawing, x, y, piles) + 6
    y = panels.legend(drawing, x, y, [(_TERRAIN[terrain], words.say("picture", name)) for terrain, name in _NAMES])
    panels.note(drawing, x, y + 4, words.say("picture", "signs"))
