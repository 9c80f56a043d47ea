"""Draws a position of Explorers as text, from the view alone: for the terminal and the log."""

from __future__ import annotations

from typing import Any, Final

from skali.core.words import Words

_TERRAIN_SIGNS: Final = {"L": '"', "S": "."}
_TERRAIN_COLOURS: Final = {"L": "32", "S": "34"}
_SEAT_COLOURS: Final = ("1;37;44", "1;37;41", "1;30;42", "1;30;43")
_SEATS: Final = "ABCD"
_ANIMALS: Final = {"pig": "Pi", "chicken": "Ch", "goat": "Go", "sheep": "Sh", "cattle": "Ca", "horse": "Ho"}
_CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")

# A tile is a brick of five rows and nine columns, and bricks stand as hexagons do: each row half a brick further right.
_COLUMNS: Final = 10
_ROWS: Final = 5
_BRICK: Final = 9
_CORNER_AT: Final = ((0, 4), (0, 8), (4, 8), (4, 4), (4, 0), (0, 0))


class _Canvas:
    """Signs at rows and columns, each with a colour."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour
        self.signs: dict[tuple[int, int], str] = {}

    def put(self, row: int, column: int, text: str, colour: str = "") -> None:
        for at, sign in enumerate(text):
            self.signs[row, column + at] = f"\x1b[{colour}m{sign}\x1b[0m" if self.colour and colour else sign

    def text(self) -> str:
        rows = [row for row, _ in self.signs]
        columns = [column for _, column in self.signs]
        lines: list[str] = []
        for row in range(min(rows), max(rows) + 1):
            line = "".join(self.signs.get((row, column), " ") for column in range(min(columns), max(columns) + 1))
            lines.append(line.rstrip())
        return "\n".join(lines)


def draw(view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
    """The map, then the hand, the players and the islands."""
    canvas = _Canvas(colour)
    for tile in view["tiles"]:
        _draw_tile(canvas, tile)
    for cell in view["frontier"]:
        _draw_free_cell(canvas, cell)
    _draw_mainland(canvas, view, words)
    for outpost in view["outposts"]:
        _draw_outpost(canvas, outpost)
    parts = [canvas.text(), "\n".join(_header(view, words, players)), *_hand(view, words, colour)]
    parts.append("\n".join(_players(view, words, players)))
    parts.extend(_islands(view, words))
    return "\n\n".join(part for part in parts if part)


# The map


def _at(cell: list[int]) -> tuple[int, int]:
    """The top left of a cell."""
    q, r = cell
    return _ROWS * r, _COLUMNS * q + _COLUMNS // 2 * r


def _draw_tile(canvas: _Canvas, tile: dict[str, Any]) -> None:
    top, left = _at(tile["cell"])
    _draw_ground(canvas, top, left, tile["corners"], tile["join"])
    label = f"{tile['cell'][0]},{tile['cell'][1]}"
    canvas.put(top + 2, left + 5 - (len(label) + 1) // 2, label, "1")
    taken: list[int] = []
    for number, land in enumerate(tile["lands"]):
        signs = _land_signs(land, f"{number + 1}:" if len(tile["lands"]) > 1 else "")
        if signs:
            taken.append(_draw_land(canvas, top, left, land["corners"], signs, taken))
    for sea in tile["seas"]:
        _draw_sea(canvas, top, left, sea)


def _draw_ground(canvas: _Canvas, top: int, left: int, corners: str, join: str) -> None:
    """Every sign has the terrain of the nearest corner; what passes through the middle has the middle row."""
    for row in range(_ROWS):
        for column in range(_BRICK):
            near = min(range(6), key=lambda at: _distance(at, row, column))
            letter = corners[near]
            if row == 2 and join and 2 <= column <= 6:
                letter = "L" if join == "land" else "S"
            canvas.put(top + row, left + column, _TERRAIN_SIGNS[letter], _TERRAIN_COLOURS[letter])


def _distance(corner: int, row: int, column: int) -> int:
    corner_row, corner_column = _CORNER_AT[corner]
    return (2 * (row - corner_row)) ** 2 + (column - corner_column) ** 2


def _land_signs(land: dict[str, Any], number: str) -> list[tuple[str, str]]:
    """Tokens and Vikings of a land, each with a colour; its number where the tile has several."""
    signs: list[tuple[str, str]] = []
    for animal, there in land["livestock"].items():
        signs.append((_ANIMALS[animal] + (str(there) if there > 1 else ""), "1;33"))
    if land["settlement"]:
        signs.append((f"${land['settlement']}", "1;35"))
    for seat, there in enumerate(land["vikings"]):
        if there:
            signs.append((f"{_SEATS[seat].lower()}{there}", _SEAT_COLOURS[seat]))
    return [(number, "2"), *signs] if signs and number else signs


def _draw_land(
    canvas: _Canvas, top: int, left: int, corners: list[int], signs: list[tuple[str, str]], taken: list[int]
) -> int:
    """In the row above or below the middle, where most of the land is and no other land's signs are; that row."""
    places = [_CORNER_AT[corner] for corner in corners]
    row = 1 if sum(row for row, _ in places) <= 2 * len(places) else 3
    if row in taken:
        row = 4 - row if 4 - row not in taken else 0
    middle = sum(column for _, column in places) // len(places)
    length = sum(len(text) for text, _ in signs) + len(signs) - 1
    column = max(0, min(middle - length // 2, _BRICK - length))
    for text, colour in signs:
        canvas.put(top + row, left + column, text, colour)
        column += len(text) + 1
    return row


def _draw_sea(canvas: _Canvas, top: int, left: int, sea: dict[str, Any]) -> None:
    """Ships at the rim, where most of the sea is."""
    corners = [_CORNER_AT[corner] for corner in sea["corners"]]
    row = 0 if sum(row for row, _ in corners) < 2 * len(corners) else 4
    along = [column for at, column in corners if at == row]
    column = max(1, min(sum(along) // len(along) - len(sea["longships"]) // 2, 7 - len(sea["longships"])))
    if sea["enemy_ship"]:
        canvas.put(top + row, left + column, "X", "1;31")
    for at, seat in enumerate(sea["longships"]):
        canvas.put(top + row, left + column + at, _SEATS[seat], _SEAT_COLOURS[seat])


def _draw_free_cell(canvas: _Canvas, cell: list[int]) -> None:
    top, left = _at(cell)
    label = f"({cell[0]},{cell[1]})"
    canvas.put(top + 2, left + 5 - (len(label) + 1) // 2, label, "2")


def _draw_mainland(canvas: _Canvas, view: dict[str, Any], words: Words) -> None:
    """The shore below the fixed tiles, with the Vikings that wait there."""
    top, left = _at([-2, 1])
    for row in range(4):
        canvas.put(top + row, left + 5 - row, '"' * (29 + 2 * row), "32")
    canvas.put(top + 1, left + 7, words.say("terminal", "mainland"), "1;32")
    column = left + 7
    for seat, there in enumerate(view["mainland"]["vikings"]):
        canvas.put(top + 2, column, f"{_SEATS[seat].lower()}{there}", _SEAT_COLOURS[seat])
        column += 4


def _draw_outpost(canvas: _Canvas, outpost: dict[str, Any]) -> None:
    top, left = _at(outpost["cell"])
    row, column = _CORNER_AT[_CORNERS.index(outpost["corner"])]
    canvas.put(top + row, left + column - 1, f"[{_SEATS[outpost['seat']]}]", _SEAT_COLOURS[outpost["seat"]])


# Beside the map


def _header(view: dict[str, Any], words: Words, players: list[str]) -> list[str]:
    lines = [words.say("terminal", "legend"), words.say("terminal", "turn", view, players)]
    if view["winter"] is not None:
        lines.append(words.say("terminal", "winter", view, players))
    return lines


def _hand(view: dict[str, Any], words: Words, colour: bool) -> list[str]:
    """The tiles in hand, drawn as they are printed, side by side."""
    if not view["hand"]:
        return []
    canvas = _Canvas(colour)
    for at, tile in enumerate(view["hand"]):
        left = 30 * at
        _draw_ground(canvas, 0, left, tile["corners"], tile["join"])
        canvas.put(1, left + 10, tile["tile"], "1")
        canvas.put(2, left + 10, words.say("item", tile["item"]), "1;33")
        if not tile["fits"]:
            canvas.put(3, left + 10, words.say("terminal", "fits_not")[:19], "2")
    title = words.say("terminal", "solo_hand" if view["solo"] else "hand")
    return [f"{title}\n{canvas.text()}"]


def _players(view: dict[str, Any], words: Words, players: list[str]) -> list[str]:
    lines: list[str] = []
    nothing = words.say("terminal", "nothing")
    for seat, player in enumerate(view["players"]):
        aboard = [f"{number}× {words.say('piece', piece)}" for piece, number in player["aboard"].items() if number]
        delivered = [f"{number}× {words.say('piece', piece)}" for piece, number in player["delivered"].items()]
        data = {
            "sign": _SEATS[seat],
            "seat": seat,
            "score": view["scores"][seat],
            "captains": [each["captain"] for each in player["captains"]],
            "outposts": player["outposts_left"],
            "delivered": ", ".join(delivered) or nothing,
            "settlements": ", ".join(str(strength) for strength in player["settlements"]) or nothing,
            "ships": player["enemy_ships"],
            **player["vikings"],
            "aboard": ", ".join(aboard) or nothing,
        }
        lines.append(words.say("terminal", "seat", data, players))
        lines.append(words.say("terminal", "trophies", data, players))
        lines.extend(f"   {words.say('captain_text', each)}" for each in data["captains"])
    return lines


def _islands(view: dict[str, Any], words: Words) -> list[str]:
    """The completed islands with everybody's influence."""
    lines = [
        words.say("terminal", "island", {**island, "cell": island["cells"][0], "influence": island["influence"]})
        for island in view["islands"]
        if island["completed"]
    ]
    return ["\n".join([words.say("terminal", "islands"), *lines])] if lines else []
