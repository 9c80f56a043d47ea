"""Draws a position of Explorers as text, from the view alone: for the terminal and the log."""

from __future__ import annotations

from typing import Any, Final

from skali.core.hexes import AXIAL_STEPS, EDGES
from skali.core.presenter import Group, Presenter
from skali.core.words import Words
from skali.drawing.shapes import Drawing
from skali.games.explorers import picture

_TERRAIN_SIGNS: Final = {"L": '"', "S": "."}
_TERRAIN_COLOURS: Final = {"L": "32", "S": "34"}
_SEAT_COLOURS: Final = ("1;37;44", "1;37;41", "1;30;42", "1;30;43")
_SEATS: Final = "ABCD"
_CORNERS: Final = ("N", "NE", "SE", "S", "SW", "NW")

_NUMBERS: Final = "¹²³"
_WIDTH: Final = 100

# A tile is a brick of five rows. Bricks stand as hexagons do, each row half a brick further right; a wide board has narrow ones.
_ROWS: Final = 5
_BRICKS: Final = (9, 7, 5)
_MIDDLE_ROW: Final = 2
_TALL_FIRST: Final = (0, 3, 1, 2, 4, 5)
"""Corners in the order in which they claim a place that is as near to two of them: so both ends of a brick look alike."""


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


class ExplorersPresenter(Presenter):
    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        return picture.picture(view, words, players)

    def draw(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        """The map, then the hand or the turns of a tile, the players and the islands."""
        parts = [_map(view, words, colour), "\n".join(_header(view, words, players)), *_hand(view, words, colour)]
        parts.append("\n".join(_players(view, words, players)))
        parts.extend(_islands(view, words))
        return "\n\n".join(part for part in parts if part)

    def groups(
        self, moves: list[dict[str, Any]], view: dict[str, Any], asked: dict[str, Any], words: Words
    ) -> list[Group]:
        """Each choice in words, with what is found where it leads."""
        entries: list[tuple[int, str]] = []
        for at, move in enumerate(moves):
            text, notes = _named(move, at, view, words), _notes(move, at, view, asked, words)
            entries.append(
                (at, words.say("terminal", "note", {"text": text, "notes": ", ".join(notes)}) if notes else text)
            )
        return [("", entries)]


# The map


def _map(view: dict[str, Any], words: Words, colour: bool) -> str:
    """The board with bricks as wide as the page allows."""
    for brick in _BRICKS:
        canvas = _Canvas(colour)
        for tile in view["tiles"]:
            posts = [post for post in view["outposts"] if post["cell"] == tile["cell"]]
            _Brick(canvas, brick, *_at(tile["cell"], brick), tile["corners"], tile["join"]).draw(tile, posts, words)
        if view["phase"] in ("tile", "cell"):
            for cell in view["frontier"]:
                _draw_free_cell(canvas, brick, cell)
        elif "cell" in view["chosen"]:
            _draw_free_cell(canvas, brick, view["chosen"]["cell"])
        _draw_mainland(canvas, brick, view, words)
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

    def __init__(self, canvas: _Canvas, width: int, top: int, left: int, corners: str, join: str) -> None:
        self.canvas = canvas
        self.width = width
        self.top = top
        self.left = left
        self.corners = corners
        self.ground = _ground(width, corners, join)
        self.label_row = 0 if join else _MIDDLE_ROW  # what joins land or sea through the middle stays in sight
        self.taken: set[tuple[int, int]] = set()
        for (row, column), letter in self.ground.items():
            canvas.put(self.top + row, self.left + column, _TERRAIN_SIGNS[letter], _TERRAIN_COLOURS[letter])

    def draw(self, tile: dict[str, Any], outposts: list[dict[str, Any]], words: Words) -> None:
        label = f"{tile['cell'][0]},{tile['cell'][1]}"
        self.put(self.label_row, max(0, (self.width - len(label)) // 2), label, "1")
        for outpost in outposts:
            row, column = _corner_at(_CORNERS.index(outpost["corner"]), self.width)
            self.put(row, column - 1, f"[{_SEATS[outpost['seat']]}]", _SEAT_COLOURS[outpost["seat"]])
        for sea in tile["seas"]:
            if sea["enemy_ship"]:
                self.put_near(sea["corners"], "S", words.template("sign", "enemy_ship"), "1;31")
            for seat in sea["longships"]:
                self.put_near(sea["corners"], "S", _SEATS[seat], _SEAT_COLOURS[seat])
        for number, land in enumerate(tile["lands"]):
            if len(tile["lands"]) > 1:
                self.put_near(land["corners"], "L", _NUMBERS[number], "1;32")
        for land in tile["lands"]:
            for text, colour in _land_signs(land, words):
                self.put_near(land["corners"], "L", text, colour)

    def draw_item(self, face: dict[str, Any], words: Words) -> None:
        """The item of a tile that is not laid yet, on its land or sea."""
        letter = self.corners[face["item_corners"][0]]
        self.put_near(face["item_corners"], letter, words.template("sign", face["item"]), "1;33")

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
            return 6 * foreign + away + (5 if row == self.label_row else 0)

        free = [
            (row, column)
            for row in range(_ROWS)
            for column in range(self.width - len(text) + 1)
            if not any((row, column + at) in self.taken for at in range(len(text)))
        ]
        if free:
            self.put(*min(free, key=cost), text, colour)


def _ground(width: int, corners: str, join: str) -> dict[tuple[int, int], str]:
    """Every place has the terrain of the nearest corner; what passes through the middle has the middle row."""
    joined = {"": "", "land": "L", "sea": "S"}[join]
    ground = {}
    for row in range(_ROWS):
        for column in range(width):
            near = min(
                _TALL_FIRST,
                key=lambda corner: (_distance(corner, row, column, width), corners[corner] != joined),
            )
            through = joined and row == _MIDDLE_ROW and width // 4 <= column < width - width // 4
            ground[row, column] = joined if through else corners[near]
    return ground


def _distance(corner: int, row: int, column: int, width: int) -> float:
    corner_row, corner_column = _corner_at(corner, width)
    return float((2 * (row - corner_row)) ** 2 + ((column - corner_column) * 9 / width) ** 2)


def _land_signs(land: dict[str, Any], words: Words) -> list[tuple[str, str]]:
    """Tokens and Vikings of a land, each with a colour."""
    signs: list[tuple[str, str]] = []
    if land["settlement"]:
        signs.append((f"{words.template('sign', 'settlement')}{land['settlement']}", "1;35"))
    for animal, there in land["livestock"].items():
        signs.append((words.template("sign", animal) + (str(there) if there > 1 else ""), "1;33"))
    for seat, there in enumerate(land["vikings"]):
        if there:
            signs.append((f"{_SEATS[seat].lower()}{there}", _SEAT_COLOURS[seat]))
    return signs


def _draw_free_cell(canvas: _Canvas, brick: int, cell: list[int]) -> None:
    top, left = _at(cell, brick)
    label = f"{cell[0]},{cell[1]}"
    canvas.put(top + _MIDDLE_ROW, left + (brick - len(label)) // 2, label, "2")


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
            _Brick(canvas, _BRICKS[0], 0, (_BRICKS[0] + 1) * at, way["corners"], way["join"]).draw_item(way, words)
            canvas.put(_ROWS, (_BRICKS[0] + 1) * at + _BRICKS[0] // 2, str(at + 1), "1")
        return [f"{words.say('terminal', 'turns')}\n{canvas.text()}"]
    if not view["hand"]:
        return []
    for at, tile in enumerate(view["hand"]):
        left = 30 * at
        _Brick(canvas, _BRICKS[0], 0, left, tile["corners"], tile["join"]).draw_item(tile, words)
        canvas.put(1, left + 10, tile["tile"], "1")
        canvas.put(2, left + 10, words.say("item", tile["item"]), "1;33")
        if not tile["fits"]:
            canvas.put(3, left + 10, words.say("terminal", "fits_not")[:19], "2")
    title = words.say("terminal", "solo_hand" if view["solo"] else "hand")
    return [f"{title}\n{canvas.text()}"]


def _players(view: dict[str, Any], words: Words, players: list[str]) -> list[str]:
    lines: list[str] = []
    for seat, player in enumerate(view["players"]):
        data = {
            "sign": _SEATS[seat],
            "seat": seat,
            "score": view["scores"][seat],
            "aboard": _pieces(player["aboard"], words) or words.say("terminal", "nothing"),
            "outposts": player["outposts_left"],
            "ships": player["enemy_ships"],
            "settlements": ", ".join(str(strength) for strength in player["settlements"]),
            "delivered": _pieces(player["delivered"], words),
            "mainland": player["vikings"]["mainland"],
            "ashore": player["vikings"]["ashore"],
            "dead": player["vikings"]["dead"],
        }
        lines.append(words.say("terminal", "seat", data, players))
        trophies = [words.say("terminal", key, data) for key in ("ships", "settlements") if data[key]]
        lines.append("   " + " ".join([words.say("terminal", "vikings", data), *trophies]))
        if player["delivered"]:
            lines.append(f"   {words.say('terminal', 'delivered', data)}")
        lines.extend(f"   {words.say('terminal', 'captain', each)}" for each in player["captains"])
    return lines


def _pieces(numbers: dict[str, int], words: Words) -> str:
    """Pieces by kind, such as: 2× Viking, pig."""
    return ", ".join(
        (f"{number}× " if number > 1 else "") + words.say("piece", piece) for piece, number in numbers.items() if number
    )


def _islands(view: dict[str, Any], words: Words) -> list[str]:
    """The islands that are completed or on which somebody has influence."""
    lines = [_island(each, words) for each in view["islands"] if each["completed"] or any(each["influence"])]
    return ["\n".join([words.say("terminal", "islands"), *lines])] if lines else []


def _island(island: dict[str, Any], words: Words) -> str:
    influence = [f"{_SEATS[seat]} {points}" for seat, points in enumerate(island["influence"]) if points]
    data = {
        "cell": island["cells"][0],
        "tiles": island["tiles"],
        "open": island["open"],
        "influence": ", ".join(influence) or words.say("terminal", "nobody"),
    }
    return words.say("terminal", "island" if island["completed"] else "open_island", data)


# What can be chosen


def _named(move: dict[str, Any], at: int, view: dict[str, Any], words: Words) -> str:
    """The name of a choice; where a tile has one land only, that land has no number."""
    kind = move["kind"]
    if kind == "turn":
        return words.say("terminal", "way", {"number": at + 1})
    cell: list[int] = _ship(view)["cell"] if kind in ("take", "put") else move.get("cell", [])
    numbered = kind in ("take", "put", "march_from", "herd_from") and move.get("place") != "mainland"
    if numbered and len(_tile(view, cell)["lands"]) == 1:
        return words.say("terminal", kind, {**move, "cell": cell})
    return words.say("move", kind, move)


def _notes(move: dict[str, Any], at: int, view: dict[str, Any], asked: dict[str, Any], words: Words) -> list[str]:
    kind = move["kind"]
    if kind == "tile":
        return [words.say("item", next(tile["item"] for tile in view["hand"] if tile["tile"] == move["tile"]))]
    if kind in ("cell", "turn"):
        ways = view["chosen"]["cells" if kind == "cell" else "turns"]
        return [words.say("terminal", "completes", {"tiles": tiles}) for tiles in ways[at]["completes"]]
    if kind == "put" and move["place"] == "mainland" and move["piece"] != "viking":
        return [words.say("terminal", "delivered_there")]
    if kind == "sail_to":
        sea = _tile(view, _ship(view)["cell"])["seas"][_ship(view)["sea"] - 1]
        enemy = _across(view, _ship(view)["cell"], sea, move["cell"], "seas")["enemy_ship"]
        there = [note for land in _tile(view, move["cell"])["lands"] for note in _found(land, view, words)]
        return [*([words.say("item", "enemy_ship")] if enemy else []), *there]
    if kind in ("march_from", "herd_from"):
        return _found(_tile(view, move["cell"])["lands"][move["land"] - 1], view, words)
    if kind in ("march_to", "herd_to"):
        origin = _tile(view, asked["from"])["lands"][asked["land"] - 1]
        return _found(_across(view, asked["from"], origin, move["cell"], "lands"), view, words)
    return []


def _found(land: dict[str, Any], view: dict[str, Any], words: Words) -> list[str]:
    """What is on a land, as far as it concerns who is asked."""
    found: list[str] = []
    if land["settlement"]:
        found.append(words.say("terminal", "settlement", {"strength": land["settlement"]}))
    if land["livestock"]:
        found.append(_pieces(land["livestock"], words))
    if land["vikings"][view["active"]]:
        found.append(words.say("terminal", "own", {"count": land["vikings"][view["active"]]}))
    return found


def _ship(view: dict[str, Any]) -> dict[str, Any]:
    ship: dict[str, Any] = view["players"][view["active"]]["longship"]
    return ship


def _tile(view: dict[str, Any], cell: list[int]) -> dict[str, Any]:
    return next(tile for tile in view["tiles"] if tile["cell"] == cell)


def _across(
    view: dict[str, Any], cell: list[int], region: dict[str, Any], target: list[int], kind: str
) -> dict[str, Any]:
    """The region of a neighbouring tile that is linked with a region: both hold the same end of the shared edge (XN-014)."""
    edge = AXIAL_STEPS.index((target[0] - cell[0], target[1] - cell[1]))
    ends = {edge: (edge + 4) % EDGES, (edge + 1) % EDGES: (edge + 3) % EDGES}
    shared = {ends[corner] for corner in region["corners"] if corner in ends}
    return next(each for each in _tile(view, target)[kind] if shared & set(each["corners"]))
