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

_NUMBERS: Final = "¹²³"
_WIDTH: Final = 100

# A tile is a brick of five rows. Bricks stand as hexagons do, each row half a brick further right; a wide board has narrow ones.
_ROWS: Final = 5
_BRICKS: Final = (9, 7, 5)
_LABEL_ROW: Final = 2


class _Canvas:
    """Signs at rows and columns, each with a colour."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour
        self.signs: dict[tuple[int, int], str] = {}

    def put(self, row: int, column: int, text: str, colour: str = "") -> None:
        for at, sign in enumerate(text):
            self.signs[row, column + at] = f"\x1b[{colour}m{sign}\x1b[0m" if self.colour and colour else sign

    def width(self) -> int:
        columns = [column for _, column in self.signs]
        return max(columns) - min(columns) + 1

    def text(self) -> str:
        rows = [row for row, _ in self.signs]
        columns = [column for _, column in self.signs]
        lines: list[str] = []
        for row in range(min(rows), max(rows) + 1):
            line = "".join(self.signs.get((row, column), " ") for column in range(min(columns), max(columns) + 1))
            lines.append(line.rstrip())
        return "\n".join(lines)


def draw(view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
    """The map, then the hand or the turns of a tile, the players and the islands."""
    parts = [_map(view, words, colour), "\n".join(_header(view, words, players)), *_hand(view, words, colour)]
    parts.append("\n".join(_players(view, words, players)))
    parts.extend(_islands(view, words))
    return "\n\n".join(part for part in parts if part)


# The map


def _map(view: dict[str, Any], words: Words, colour: bool) -> str:
    """The board with bricks as wide as the page allows."""
    for brick in _BRICKS:
        canvas = _Canvas(colour)
        for tile in view["tiles"]:
            _Brick(canvas, brick, tile["cell"], tile["corners"], tile["join"]).draw(tile)
        if view["phase"] in ("tile", "cell"):
            for cell in view["frontier"]:
                _draw_free_cell(canvas, brick, cell)
        elif "cell" in view["chosen"]:
            _draw_free_cell(canvas, brick, view["chosen"]["cell"])
        _draw_mainland(canvas, brick, view, words)
        for outpost in view["outposts"]:
            _draw_outpost(canvas, brick, outpost)
        if canvas.width() <= _WIDTH:
            break
    return canvas.text()


def _at(cell: list[int], brick: int) -> tuple[int, int]:
    """The top left of a cell."""
    q, r = cell
    return _ROWS * r, (brick + 1) * q + (brick + 1) // 2 * r


def _corner_at(corner: int, brick: int) -> tuple[int, int]:
    """The row and column of a corner in its brick."""
    row = 0 if corner in (5, 0, 1) else _ROWS - 1
    column = {0: brick // 2, 3: brick // 2, 1: brick - 1, 2: brick - 1}.get(corner, 0)
    return row, column


class _Brick:
    """One tile on the canvas; signs are put where there is room, on their own ground if possible."""

    def __init__(self, canvas: _Canvas, width: int, cell: list[int], corners: str, join: str) -> None:
        self.canvas = canvas
        self.width = width
        self.top, self.left = _at(cell, width)
        self.ground = _ground(width, corners, join)
        self.taken: set[tuple[int, int]] = set()
        for (row, column), letter in self.ground.items():
            canvas.put(self.top + row, self.left + column, _TERRAIN_SIGNS[letter], _TERRAIN_COLOURS[letter])

    def draw(self, tile: dict[str, Any]) -> None:
        label = f"{tile['cell'][0]},{tile['cell'][1]}"
        self.put(_LABEL_ROW, max(0, (self.width - len(label)) // 2), label, "1")
        for sea in tile["seas"]:
            ships = "X" if sea["enemy_ship"] else ""
            self.put_near(sea["corners"], "S", ships, "1;31")
            for seat in sea["longships"]:
                self.put_near(sea["corners"], "S", _SEATS[seat], _SEAT_COLOURS[seat])
        for number, land in enumerate(tile["lands"]):
            if len(tile["lands"]) > 1:
                self.put(*_corner_at(land["corners"][0], self.width), _NUMBERS[number], "1;32")
        for land in tile["lands"]:
            for text, colour in _land_signs(land):
                self.put_near(land["corners"], "L", text, colour)

    def put(self, row: int, column: int, text: str, colour: str) -> None:
        self.canvas.put(self.top + row, self.left + column, text, colour)
        self.taken |= {(row, column + at) for at in range(len(text))}

    def put_near(self, corners: list[int], letter: str, text: str, colour: str) -> None:
        """Puts a text into the free place nearest to the middle of a region."""
        places = [_corner_at(corner, self.width) for corner in corners]
        middle = sum(row for row, _ in places) / len(places), sum(column for _, column in places) / len(places)

        def cost(place: tuple[int, int]) -> float:
            row, column = place
            foreign = sum(self.ground[row, column + at] != letter for at in range(len(text)))
            away = 2 * abs(row - middle[0]) + abs(column + (len(text) - 1) / 2 - middle[1])
            return 6 * foreign + away + (5 if row == _LABEL_ROW else 0)

        free = [
            (row, column)
            for row in range(_ROWS)
            for column in range(self.width - len(text) + 1)
            if not any((row, column + at) in self.taken for at in range(len(text)))
        ]
        if text and free:
            self.put(*min(free, key=cost), text, colour)


def _ground(width: int, corners: str, join: str) -> dict[tuple[int, int], str]:
    """Every place has the terrain of the nearest corner; what passes through the middle has the middle row."""
    ground = {}
    for row in range(_ROWS):
        for column in range(width):
            near = min(range(6), key=lambda corner: _distance(corner, row, column, width))
            ground[row, column] = corners[near]
            if row == _LABEL_ROW and join and width // 4 <= column < width - width // 4:
                ground[row, column] = "L" if join == "land" else "S"
    return ground


def _distance(corner: int, row: int, column: int, width: int) -> float:
    corner_row, corner_column = _corner_at(corner, width)
    return float((2 * (row - corner_row)) ** 2 + ((column - corner_column) * 9 / width) ** 2)


def _land_signs(land: dict[str, Any]) -> list[tuple[str, str]]:
    """Tokens and Vikings of a land, each with a colour."""
    signs: list[tuple[str, str]] = []
    if land["settlement"]:
        signs.append((f"${land['settlement']}", "1;35"))
    for animal, there in land["livestock"].items():
        signs.append((_ANIMALS[animal] + (str(there) if there > 1 else ""), "1;33"))
    for seat, there in enumerate(land["vikings"]):
        if there:
            signs.append((f"{_SEATS[seat].lower()}{there}", _SEAT_COLOURS[seat]))
    return signs


def _draw_free_cell(canvas: _Canvas, brick: int, cell: list[int]) -> None:
    top, left = _at(cell, brick)
    label = f"{cell[0]},{cell[1]}"
    canvas.put(top + _LABEL_ROW, left + (brick - len(label)) // 2, label, "2")


def _draw_mainland(canvas: _Canvas, brick: int, view: dict[str, Any], words: Words) -> None:
    """The shore below the fixed tiles, with the Vikings that wait there."""
    top, left = _at([-1, 1], brick)
    left -= (brick + 1) // 2
    for row in range(4):
        canvas.put(top + row, left - row, '"' * (3 * brick + 2 + 2 * row), "32")
    canvas.put(top + 1, left + 2, words.say("terminal", "mainland"), "1;32")
    column = left + 2
    for seat, there in enumerate(view["mainland"]["vikings"]):
        canvas.put(top + 2, column, f"{_SEATS[seat].lower()}{there}", _SEAT_COLOURS[seat])
        column += 3


def _draw_outpost(canvas: _Canvas, brick: int, outpost: dict[str, Any]) -> None:
    top, left = _at(outpost["cell"], brick)
    row, column = _corner_at(_CORNERS.index(outpost["corner"]), brick)
    canvas.put(top + row, left + column - 1, f"[{_SEATS[outpost['seat']]}]", _SEAT_COLOURS[outpost["seat"]])


# Beside the map


def _header(view: dict[str, Any], words: Words, players: list[str]) -> list[str]:
    lines = [words.say("terminal", key, view, players) for key in ("legend", "tokens", "turn")]
    if view["winter"] is not None:
        lines.append(words.say("terminal", "winter", view, players))
    return lines


def _hand(view: dict[str, Any], words: Words, colour: bool) -> list[str]:
    """The tiles in hand as they are printed, side by side; when one is being turned, all the ways it can lie."""
    canvas = _Canvas(colour)
    if "turns" in view["chosen"]:
        for at, way in enumerate(view["chosen"]["turns"]):
            _Brick(canvas, _BRICKS[0], [at, 0], way["corners"], way["join"])
            canvas.put(_ROWS, (_BRICKS[0] + 1) * at + 3, str(way["turn"]), "1")
        return [f"{words.say('terminal', 'turns')}\n{canvas.text()}"]
    if not view["hand"]:
        return []
    for at, tile in enumerate(view["hand"]):
        left = 30 * at
        for (row, column), letter in _ground(_BRICKS[0], tile["corners"], tile["join"]).items():
            canvas.put(row, left + column, _TERRAIN_SIGNS[letter], _TERRAIN_COLOURS[letter])
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
