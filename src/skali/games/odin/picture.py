"""A position of A Feast for Odin as a picture, from the view alone: action spaces, everybody's boards, and what they hold."""

from __future__ import annotations

from typing import Any, Final

from skali.core.words import Words
from skali.drawing import panels
from skali.drawing.shapes import BONE, CHALK, FOG, GOLD, INK, Drawing
from skali.games.odin import boards, items, naming

_CELL: Final = 19.0
_SPACE_WIDE: Final = 214.0
_HALF: Final = 2 * _SPACE_WIDE
_SPACE_HIGH: Final = 19.0
_SPACE_LETTERS: Final = 33
_BOARD_GAP: Final = 18.0
_PAPER: Final = "#efe9dc"
_MINUS: Final = "#e2c9c4"
_TINTS: Final = ("#e39a2d", "#93243a", "#4c8c3f", "#1f5f9e")
_ON_TINT: Final = (INK, "#ffffff", "#ffffff", "#ffffff")
_PLAIN: Final = {"silver": "#dfe4e8", "ore": "#5b5f66", "stone": "#b9bcc0", "wood": "#a9763f"}


def picture(view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
    drawing = Drawing()
    head = {"round": view["round"], "rounds": view["rounds"], "phase": view["phase"], "seat": view["starter"]}
    drawing.label(0, 0, words.say("terminal", "head", head, players), 14, INK, "start", True)
    lowest = y = _spaces(drawing, 18, view, words)
    for seat, player in enumerate(view["players"]):
        left = seat % 2 * _HALF
        if not left:
            y = lowest + 18
        lowest = max(lowest, _boards(drawing, left, y, seat, player, words, players))
    _, _, right, _ = drawing.bounds()
    _beside(drawing, right + 12, -8, view, words, players)
    return drawing


def _spaces(drawing: Drawing, y: float, view: dict[str, Any], words: Words) -> float:
    """The action spaces in columns by the number of Vikings that they take; whoever is there, in front."""
    rows = [0] * 5
    for space in view["spaces"]:
        column = space["column"]
        left, top = (column - 1) * _SPACE_WIDE, y + rows[column] * _SPACE_HIGH
        rows[column] += 1
        taken = space["seat"] is not None
        drawing.box(left, top, _SPACE_WIDE - 6, _SPACE_HIGH - 3, CHALK if taken else FOG, INK if taken else "#c2cdd2")
        if taken:
            drawing.token(left + 9, top + 8, 7, space["seat"])
        text = words.say("space", space["name"])
        shown = text if len(text) <= _SPACE_LETTERS else text[: _SPACE_LETTERS - 1] + "…"
        drawing.label(left + 20, top + 8, shown, 10, INK if taken else "#5a6c77", "start")
    return y + max(rows) * _SPACE_HIGH


def _boards(
    drawing: Drawing, left: float, y: float, seat: int, player: dict[str, Any], words: Words, players: list[str]
) -> float:
    """All boards of a player side by side in half of the width; where they end."""
    drawing.token(left + 10, y + 10, 10, seat)
    drawing.label(left + 28, y + 10, words.player(seat, players), 14, INK, "start", True)
    x, top, lowest = left, y + 26, y + 26
    for board in player["boards"]:
        wide, high = len(board["grid"][0]) * _CELL, len(board["grid"]) * _CELL
        if x > left and x + wide > left + _HALF:
            x, top = left, lowest + _BOARD_GAP
        drawing.label(x, top + 7, words.say("board", board["name"]), 11, INK, "start")
        _board(drawing, x, top + 16, board, words)
        x += wide + _BOARD_GAP
        lowest = max(lowest, top + 16 + high)
    return lowest


def _board(drawing: Drawing, x: float, y: float, board: dict[str, Any], words: Words) -> None:
    for row, line in enumerate(board["grid"]):
        for column, printed in enumerate(line):
            left, top = x + column * _CELL, y + row * _CELL
            if printed != "." and board["covered"][row][column] < 0:
                drawing.box(left, top, _CELL, _CELL, _MINUS if printed == "-" else _PAPER, "#c9c2b2")
                if printed == "-":
                    drawing.label(left + _CELL / 2, top + _CELL / 2, "−", 10, "#8e2323")
                elif printed.startswith("$"):
                    drawing.circle(left + _CELL / 2, top + _CELL / 2, 7.5, "#dfe4e8", "#7f929c", 0.8)
                    drawing.label(left + _CELL / 2, top + _CELL / 2, printed.strip("$!ab"), 9.5, INK, "middle", True)
                elif printed.startswith("b:"):
                    _bonus(drawing, left, top, printed[2:], words)
    for number, piece in enumerate(board["pieces"]):
        _piece(drawing, x, y, board["covered"], number, piece["item"], words)


def _bonus(drawing: Drawing, x: float, y: float, name: str, words: Words) -> None:
    drawing.box(x + 2, y + 2, _CELL - 4, _CELL - 4, BONE, GOLD)
    drawing.label(x + _CELL / 2, y + _CELL / 2, "".join(_code(each, words) for each in name.split("+")), 8)


def _piece(
    drawing: Drawing, x: float, y: float, covered: list[list[int]], number: int, item: str, words: Words
) -> None:
    """A tile over all its cells, with a line where it ends and its code in the middle."""
    fill, ink = _colours(item)
    cells = [(row, at) for row, line in enumerate(covered) for at, piece in enumerate(line) if piece == number]
    for row, column in cells:
        drawing.box(x + column * _CELL, y + row * _CELL, _CELL, _CELL, fill, fill)
    for row, column in cells:
        left, top = x + column * _CELL, y + row * _CELL
        right, bottom = left + _CELL, top + _CELL
        for beside, edge in (
            ((row - 1, column), [(left, top), (right, top)]),
            ((row + 1, column), [(left, bottom), (right, bottom)]),
            ((row, column - 1), [(left, top), (left, bottom)]),
            ((row, column + 1), [(right, top), (right, bottom)]),
        ):
            if beside not in cells:
                drawing.path(edge, BONE, 1.4)
    across = x + (sum(column for _, column in cells) / len(cells) + 0.5) * _CELL
    down = y + (sum(row for row, _ in cells) / len(cells) + 0.5) * _CELL
    if item == "silver":
        drawing.circle(across, down, 5.5, "", "#7f929c", 1.0)
    else:
        drawing.label(across, down, _code(item, words), 9.5, ink, "middle", True)


def _colours(item: str) -> tuple[str, str]:
    """The colour of a tile, and of letters on it."""
    if item in _PLAIN:
        return (_PLAIN[item], "#ffffff" if item in ("ore", "wood") else INK)
    number = naming.ITEM_NAMES.index(item)
    tint = int(boards.colour(number))
    return (_TINTS[tint], _ON_TINT[tint])


def _code(item: str, words: Words) -> str:
    return words.say("code", item) if item != "silver" else "$"


def _beside(drawing: Drawing, x: float, y: float, view: dict[str, Any], words: Words, players: list[str]) -> None:
    for seat, player in enumerate(view["players"]):
        held = [f"{words.say('item', name)} {count}" for name, count in player["items"].items()]
        lines = [
            words.say("picture", "standing", {**player, "serve": player["to_serve"]}),
            words.say("picture", "supply", {"supply": ", ".join(held) or "–"}),
            words.say("picture", "cards", {"cards": ", ".join(player["played"]) or "–", "hand": player["hand_size"]}),
        ]
        name = words.player(seat, players)
        y = panels.seat_panel(drawing, x, y, seat, name, str(view["scores"][seat]), lines)
    tints = zip(_TINTS, items.COLOURS, strict=True)
    y = panels.legend(drawing, x, y, [(colour, words.say("picture", name)) for colour, name in tints])
    panels.note(drawing, x, y + 4, words.say("picture", "signs"))
