"""A position of Explorers of the North Sea as a picture, from the view alone: the map with all that is on it, and the players."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from skali.core.words import Words
from skali.drawing import panels
from skali.drawing.shapes import BONE, INK, SEAT_COLOURS, Drawing, Points, kite, regular

_SIZE: Final = 46.0
"""From the middle of a tile to a corner."""
_LAND: Final = "#b4c08a"
_SEA: Final = "#84b5c1"
_MAINLAND: Final = "#aea89f"
_EDGE: Final = "#5d6a70"
_CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")
_STEP: Final = 19.0
"""Between things that stand side by side."""
_GAP: Final = 24.0

Spot = tuple[float, float]


def picture(view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
    drawing = Drawing()
    for cell in view["mainland"]["cells"]:
        drawing.polygon(regular(*_middle(cell), _SIZE, 6), _MAINLAND, _MAINLAND, 1.0)
    for tile in view["tiles"]:
        _tile(drawing, tile)
    for tile in view["tiles"]:
        x, y = _middle(tile["cell"])
        for land in tile["lands"]:
            _on_land(drawing, _spot(x, y, land["corners"]), land, words)
        for sea in tile["seas"]:
            _at_sea(drawing, _spot(x, y, sea["corners"]), sea)
    for outpost in view["outposts"]:
        x, y = regular(*_middle(outpost["cell"]), _SIZE, 6)[_CORNERS.index(outpost["corner"])]
        _outpost(drawing, x, y, outpost["seat"])
    _mainland(drawing, view["mainland"], words)
    _, top, right, _ = drawing.bounds()
    _beside(drawing, right + _GAP, top + 12, view, words, players)
    return drawing


def _middle(cell: list[int]) -> Spot:
    q, r = cell
    return (_SIZE * sqrt(3) * (q + r / 2), _SIZE * 1.5 * r)


def _spot(x: float, y: float, corners: list[int]) -> Spot:
    """Where the things of a region stand: amid its corners."""
    around = [regular(x, y, _SIZE * 0.62, 6)[corner] for corner in corners]
    return (sum(at for at, _ in around) / len(around), sum(at for _, at in around) / len(around))


def _tile(drawing: Drawing, tile: dict[str, Any]) -> None:
    x, y = _middle(tile["cell"])
    for corner, kind in enumerate(tile["corners"]):
        colour = _LAND if kind == "L" else _SEA
        drawing.polygon(kite(x, y, _SIZE, corner), colour, colour, 0.6)
    if tile["join"]:
        drawing.circle(x, y, _SIZE * 0.3, _LAND if tile["join"] == "land" else _SEA)
    drawing.polygon(regular(x, y, _SIZE, 6), "", _EDGE, 1.0)


def _on_land(drawing: Drawing, spot: Spot, land: dict[str, Any], words: Words) -> None:
    """Vikings by player, livestock by type, and the settlement, in a row."""
    vikings = [(seat, count) for seat, count in enumerate(land["vikings"]) if count]
    animals = [(name, count) for name, count in land["livestock"].items() if count]
    places = _row(spot, len(vikings) + len(animals) + (land["settlement"] is not None))
    for seat, count in vikings:
        x, y = places.pop(0)
        drawing.token(x, y, 9, seat)
        if count > 1:
            drawing.label(x + 7, y - 8, str(count), 11, INK, "middle", True)
    for name, count in animals:
        x, y = places.pop(0)
        drawing.circle(x, y, 8.5, BONE, INK, 1.0)
        drawing.label(x, y, words.say("sign", name), 9, INK, "middle", True)
        if count > 1:
            drawing.label(x + 8, y - 8, str(count), 10, INK, "middle", True)
    if land["settlement"] is not None:
        x, y = places.pop(0)
        drawing.polygon(_house(x, y, 10), "#93243a", INK, 1.2)
        drawing.label(x, y + 2, str(land["settlement"]), 11, "#ffffff", "middle", True)


def _at_sea(drawing: Drawing, spot: Spot, sea: dict[str, Any]) -> None:
    places = _row(spot, len(sea["longships"]) + sea["enemy_ship"], 1.7)
    for seat in sea["longships"]:
        x, y = places.pop(0)
        drawing.polygon(_ship(x, y), SEAT_COLOURS[seat], BONE, 1.6)
        drawing.token(x, y - 2, 7, seat)
    if sea["enemy_ship"]:
        x, y = places.pop(0)
        drawing.polygon(_ship(x, y), INK, BONE, 1.4)
        drawing.label(x, y, "×", 14, "#ffffff", "middle", True)


def _row(spot: Spot, count: int, wide: float = 1.0, longest: int = 3) -> list[Spot]:
    """Places side by side around a spot, in several rows if there are many."""
    x, y = spot
    rows = -(-count // longest)
    places: list[Spot] = []
    for row in range(rows):
        here = min(longest, count - row * longest)
        down = (row - (rows - 1) / 2) * _STEP
        places += [(x + (at - (here - 1) / 2) * _STEP * wide, y + down) for at in range(here)]
    return places


def _house(x: float, y: float, size: float) -> Points:
    return [(x - size, y + size), (x - size, y - 2), (x, y - size * 1.1), (x + size, y - 2), (x + size, y + size)]


def _ship(x: float, y: float) -> Points:
    return [(x - 16, y - 7), (x - 12, y - 1), (x + 12, y - 1), (x + 16, y - 7), (x + 11, y + 8), (x - 11, y + 8)]


def _outpost(drawing: Drawing, x: float, y: float, seat: int) -> None:
    drawing.box(x - 9, y - 9, 18, 18, BONE, INK)
    drawing.box(x - 7, y - 7, 14, 14, SEAT_COLOURS[seat])
    drawing.token(x, y, 5.5, seat)


def _mainland(drawing: Drawing, mainland: dict[str, Any], words: Words) -> None:
    spots = [_middle(cell) for cell in mainland["cells"]]
    x, y = sum(at for at, _ in spots) / len(spots), sum(at for _, at in spots) / len(spots)
    drawing.label(x, y - 24, words.say("terminal", "mainland"), 13, INK, "middle", True)
    for seat, place in enumerate(_row((x, y + 2), len(mainland["vikings"]), 2.2, 4)):
        drawing.token(*place, 11, seat)
        drawing.label(place[0], place[1] + 20, str(mainland["vikings"][seat]), 12, INK, "middle", True)


def _beside(drawing: Drawing, x: float, y: float, view: dict[str, Any], words: Words, players: list[str]) -> None:
    turn = {key: view[key] for key in ("turn", "turns", "stack")}
    y = panels.note(drawing, x, y, words.say("terminal", "turn", turn)) + 6
    for seat, player in enumerate(view["players"]):
        nothing = words.say("terminal", "nothing")
        lines = [
            words.say("picture", "aboard", {"aboard": _counted(player["aboard"], words) or nothing}),
            words.say("picture", "outposts", {"outposts": player["outposts_left"], "ships": player["enemy_ships"]}),
        ]
        if player["delivered"]:
            lines.append(words.say("terminal", "delivered", {"delivered": _counted(player["delivered"], words)}))
        lines += [words.say("captain", each["captain"]) for each in player["captains"]]
        name, score = words.player(seat, players), str(view["scores"][seat])
        y = panels.seat_panel(drawing, x, y, seat, name, score, lines)
    colours = [(_LAND, "land"), (_SEA, "sea"), (_MAINLAND, "mainland"), (BONE, "livestock"), ("#93243a", "settlement")]
    entries = [(colour, words.say("picture", name)) for colour, name in colours]
    panels.note(drawing, x, panels.legend(drawing, x, y, entries) + 4, words.say("picture", "signs"))


def _counted(things: dict[str, int], words: Words) -> str:
    return ", ".join(f"{words.say('piece', name)} {count}" for name, count in things.items() if count)
