"""A position of Eketorp as a picture, from the view alone: storage fields, hospital, and the castles with who besieges them."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any, Final

from skali.core.words import Words
from skali.drawing import panels
from skali.drawing.shapes import CHALK, INK, Drawing, Points, regular

_BRICKS: Final = {"grass": "#86a858", "wood": "#a9763f", "clay": "#b8563d", "stone": "#8d949b"}
_WARM: Final = "#b3261e"
_QUIET: Final = "#c2cdd2"
_FIELD: Final = 96.0
_STATION: Final = 168.0
_CASTLE: Final = 232.0
"""How wide the place of a storage field, of a station and of a castle is."""
_WALL: Final = 44.0
_PER_ROW: Final = 3


def picture(view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
    drawing = Drawing()
    round = {key: view[key] for key in ("round", "rounds", "phase")}
    head = round | {"card": view["material"]["card"], "seat": view["start_player"]}
    drawing.label(0, 0, words.say("terminal", "round", head, players), 14, INK, "start", True)
    for at, field in enumerate(view["fields"]):
        _storage_field(drawing, at * _FIELD, 20, field)
    drawing.label(0, 122, words.say("terminal", "hospital"), 12, INK, "start", True)
    for at, counts in enumerate(view["hospital"]):
        _station(drawing, at * _STATION, 134, words.say("station", str(at + 1)), counts)
    for at, castle in enumerate(view["castles"]):
        _castle(drawing, (at % _PER_ROW + 0.5) * _CASTLE, 320 + at // _PER_ROW * 240, castle, words)
    _, _, right, _ = drawing.bounds()
    _beside(drawing, right + 12, -8, view, words, players)
    return drawing


def _storage_field(drawing: Drawing, x: float, y: float, field: dict[str, Any]) -> None:
    drawing.box(x, y, _FIELD - 8, 84, CHALK, _WARM if field["status"] == "contested" else _QUIET)
    drawing.label(x + 14, y + 14, field["field"], 15, INK, "middle", True)
    drawing.places[field["field"]] = (x + _FIELD - 20, y)
    for at in range(field["bricks"]):
        drawing.box(x + 30 + at % 3 * 18, y + 8 + at // 3 * 11, 16, 9, _BRICKS[field["brick"]], INK)
    _vikings(drawing, x + 14, y + 58, field["vikings"], 3)


def _vikings(drawing: Drawing, x: float, y: float, counts: list[int], per_row: int) -> None:
    """A token for each player who is there, with the number of Vikings."""
    here = [(seat, count) for seat, count in enumerate(counts) if count]
    for at, (seat, count) in enumerate(here):
        left, top = x + at % per_row * 27, y + at // per_row * 22 - (10 if len(here) > per_row else 0)
        drawing.token(left, top, 9.5, seat)
        if count > 1:
            drawing.label(left + 10, top - 7, str(count), 11, INK, "middle", True)


def _station(drawing: Drawing, x: float, y: float, name: str, counts: list[int]) -> None:
    drawing.box(x, y, _STATION - 8, 62, "#f4e2de", _QUIET)
    drawing.label(x + 8, y + 12, name, 11.5, INK, "start", True)
    _vikings(drawing, x + 18, y + 40, counts, 6)


def _castle(drawing: Drawing, x: float, y: float, castle: dict[str, Any], words: Words) -> None:
    """Six sites on the sides of a hexagon, each with its bricks; the siege fields before the corners between them."""
    drawing.polygon(regular(x, y, _WALL, 6), "#e9e3d5", INK, 1.4)
    drawing.token(x, y - 8, 13, castle["seat"])
    drawing.label(x, y + 16, words.say("picture", "home", {"home": castle["home"]}), 11)
    for side, stack in enumerate(castle["sites"]):
        angle = (side / 3 - 1 / 3) * pi
        drawing.places[f"{castle['seat']}/{side + 1}"] = (x + _WALL * 1.8 * cos(angle), y + _WALL * 1.8 * sin(angle))
        for height in range(3):
            brick = _BRICKS[stack[height]] if height < len(stack) else ""
            drawing.polygon(_brick(x, y, angle, _WALL * 0.87 + 6 + 11 * height), brick, INK if brick else _QUIET, 0.9)
    for number, field in enumerate(castle["siege_fields"]):
        _siege(drawing, x, y, (number * 2 / 3 - 1 / 6) * pi, field, words)


def _brick(x: float, y: float, angle: float, away: float) -> Points:
    """A brick that lies along a wall, so far from the middle of the castle."""
    ends = [(-15.0, 0.0), (15.0, 0.0), (15.0, 9.0), (-15.0, 9.0)]
    return [
        (x + (away + out) * cos(angle) - along * sin(angle), y + (away + out) * sin(angle) + along * cos(angle))
        for along, out in ends
    ]


def _siege(drawing: Drawing, x: float, y: float, angle: float, field: dict[str, Any], words: Words) -> None:
    left, top = x + _WALL * 2.0 * cos(angle), y + _WALL * 2.0 * sin(angle)
    drawing.circle(left, top, 17, CHALK, _WARM if field["status"] in ("contested", "pending") else _QUIET, 1.6)
    for at, seat in enumerate(field["vikings"]):
        drawing.token(left + (at - (len(field["vikings"]) - 1) / 2) * 15, top, 9, seat)
    if field["loot"]:
        drawing.box(left - 8, top + 9, 16, 9, _BRICKS[field["loot"]["brick"]], INK)
    drawing.label(left, top + 25, words.say("engine", field["engine"]), 10.5)


def _beside(drawing: Drawing, x: float, y: float, view: dict[str, Any], words: Words, players: list[str]) -> None:
    for seat, player in enumerate(view["players"]):
        castle = view["castles"][seat]
        lines = [words.say("picture", "castle", {**castle, "amulets": player["amulets"]}), _cards(player, words)]
        if player["carried"]:
            lines.append(words.say("terminal", "carried", {"bricks": player["carried"]}))
        name = words.player(seat, players)
        y = panels.seat_panel(drawing, x, y, seat, name, str(view["scores"][seat]), lines)
    y = panels.legend(drawing, x, y, [(colour, words.say("brick", name)) for name, colour in _BRICKS.items()])
    panels.note(drawing, x, y + 4, words.say("picture", "signs"))


def _cards(player: dict[str, Any], words: Words) -> str:
    hand = words.say("terminal", "hand_hidden", {"count": player["hand_size"]})
    if player["hand"] is not None:
        hand = words.say("terminal", "hand", {"hand": player["hand"]})
    elif player["known"]:
        hand = words.say("terminal", "hand_known", {"hand": player["known"]})
    return hand + (" · " + words.say("terminal", "tray", {"tray": player["tray"]}) if player["tray"] else "")
