"""Draws a position of A Feast for Odin as text, from the view alone: for the terminal and the log."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from skali.core.presenter import Group, Presenter
from skali.core.words import Words
from skali.games.odin import describe, items, naming, supply

_WIDTH: Final = 100
_COLOURS: Final = {"orange": "33", "red": "31", "green": "32", "blue": "34", "": "37"}
_SEAT_COLOURS: Final = ("1;34", "1;31", "1;33", "1;32")
_ORANGE: Final = ("peas", "flax", "beans", "grain", "cabbage", "fruits")
_RED: Final = ("mead", "stockfish", "milk", "salt_meat", "game_meat", "whale_meat", "sheep", "cattle")
_GREEN: Final = ("oil", "hide", "wool", "linen", "skin_and_bones", "fur", "robe", "clothing")
_DRAWN: Final = ("turn", "board", "cell", "food", "start_card", "waiting")
_SENDING: Final = ("send", "send_for", "imitate", "imitate_for")
_ANYTIME: Final = ("put", "buy", "arm", "slot", "exchange", "use")
_CLOSING: Final = ("pass", "done")
_PLAIN: Final = ("silver", "ore", "wood")


class OdinPresenter(Presenter):
    def draw(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        """The table in a few lines, then every player, the boards of the one who is awaited in full."""
        lines = _table(view, words, players)
        awaited = view["awaiting"][0] if view["awaiting"] else -1
        for seat, player in enumerate(view["players"]):
            lines.append("")
            lines += _player(seat, player, words, colour, players)
            if seat == awaited or len(view["players"]) == 1:
                lines += _boards(player["boards"], words, colour)
                lines += _broken(words.say("terminal", "legend"), _WIDTH)
        return "\n".join(lines)

    def is_worth_drawing(self, asked: str, before: str) -> bool:
        """Whether the table is drawn before this question: not again for each choice inside an action or at a feast."""
        return (asked in _DRAWN or asked.endswith("_window")) and (asked, before) != ("food", "food")

    def groups(
        self, moves: list[dict[str, Any]], view: dict[str, Any], asked: dict[str, Any], words: Words
    ) -> list[Group]:
        """What may be played, in groups: spaces by the Vikings they take, own answers of a question, anytime actions, going on."""
        spaces = {space["name"]: space for space in view["spaces"]}
        sending: dict[str, list[tuple[int, str]]] = {}
        answers: list[tuple[int, str]] = []
        anytime: list[tuple[int, str]] = []
        closing: list[tuple[int, str]] = []
        for at, move in enumerate(moves):
            kind = move["kind"]
            drawn = kind == "shape"  # in the heading
            entry = (at, words.say("move", kind, move) if drawn else self.choice(move, view, asked, words))
            if kind in _SENDING:
                heading = words.say("terminal", "vikings", {"count": spaces[move["space"]]["column"]})
                sending.setdefault(heading, []).append(entry)
            elif kind in _CLOSING:
                closing.append(entry)
            elif kind in _ANYTIME and "cards" not in asked:
                anytime.append(entry)
            else:
                answers.append(entry)
        groups = [*sending.items()]
        if answers:
            groups.append((_drawings(asked["shapes"]) if "shapes" in asked else "", answers))
        if anytime:
            groups.append((words.template("terminal", "anytime"), anytime))
        if closing:
            groups.append((words.template("terminal", "or") if groups else "", closing))
        return groups

    def describes(self, kind: str) -> bool:
        return True

    def choice(self, move: dict[str, Any], view: dict[str, Any], asked: dict[str, Any], words: Words) -> str:
        """A move in words, with what it costs, takes or gives here and now."""
        kind = move["kind"]
        text = words.say("move", kind, move)
        if kind in _SENDING:
            return _sending(move, view, words)
        if kind == "at":
            return ",".join(str(each) for each in move["cell"])
        if kind == "shape":
            return f"{text}: {' / '.join(asked['shapes'][move['turn'] - 1])}"
        if kind == "mine":
            return _mined(move, view, words)
        if kind == "choose" and "ways" in asked:
            return _way(asked["ways"][move["way"] - 1], words)
        if kind in ("upgrade", "upgrade_far", "trade"):
            return _changed(move, asked, words)
        if kind == "succeed":
            return f"{words.template('terminal', 'succeed')}: {_items(asked['pay'][str(move['weapons'])], words)}"
        if kind == "loot":
            return f"{text} ({words.say('terminal', 'swords', {'count': asked['swords'][move['tile']]})})"
        if kind == "take" and "prices" in asked:
            return f"{text} ({_silver(asked['prices'][move['tile']], words)})"
        if kind == "buy":
            return f"{text} ({_silver(view['ship_prices'][move['ship']], words)})"
        if kind == "explore":
            board = next(each for each in view["exploration"] if each["board"] == move["board"])
            return f"{text} ({words.say('terminal', 'claim', board)})"
        if kind == "serve":
            width = asked["widths"][move["good"]][move["lies"] == "lying"]
            return f"{text} ({words.say('terminal', 'width', {'count': width})})"
        if kind == "coins" and move["count"] < asked["left"]:
            return f"{text} ({words.say('terminal', 'penalties', {'count': asked['left'] - move['count']})})"
        if kind in ("exchange", "use", "play") and words.has("card_text", str(move["card"])):
            return f"{text}: {words.template('card_text', str(move['card']))}"
        return text


def _sending(move: dict[str, Any], view: dict[str, Any], words: Words) -> str:
    """A space, with what is not printed on it: the price of today, the chances of the dice, the boards that lie there."""
    space = next(each for each in view["spaces"] if each["name"] == move["space"])
    text = words.say("move", move["kind"].removesuffix("_for"), {"space": move["space"]})
    if "way" in move:
        return f"{text} ({_items(space['now'][0][0][move['way'] - 1]['pay'], words)})"
    notes = []
    for does, ways in zip(space["does"], space["now"][0]):
        now = ways[0]
        if "odds" in now:
            notes.append(f"{now['odds']['percent']} %")
        elif does.startswith("tier ") and now["get"]:
            notes.append(_items(now["get"], words))
        elif "pay" in now and "get" not in now:
            notes.append(_items(now["pay"], words))
        elif does.startswith("explore "):
            free = [board for board in view["exploration"] if board["owner"] is None]
            there = [board for board in free if board["column"] == int(does.removeprefix("explore "))]
            notes += [f"{words.template('board', each['board'])} {each['silver']} $" for each in there]
    return f"{text} ({'; '.join(notes)})" if notes else text


def _mined(move: dict[str, Any], view: dict[str, Any], words: Words) -> str:
    """What would be taken from the strip, item by item."""
    left = next(strip["items"] for strip in view["strips"] if strip["strip"] == move["strip"])
    taken = ", ".join(words.template("strip_item", item) for item in left[: move["count"]])
    return f"{words.say('terminal', 'strip', {'strip': move['strip']})}: {taken}"


def _way(way: dict[str, Any], words: Words) -> str:
    """One of several ways: what is paid, if anything, and what is got or the steps it takes."""
    if "does" in way:
        times = Counter(way["does"])
        told = [
            describe.step_text(step, words) + (f" (× {count})" if count > 1 else "") for step, count in times.items()
        ]
        got = words.template("step", "then").join(told)
    else:
        got = _items(way["get"], words)
    return f"{_items(way['pay'], words)} → {got}" if way.get("pay") else got


def _changed(move: dict[str, Any], asked: dict[str, Any], words: Words) -> str:
    """A good and what it becomes: as the prompt says, or one or two goods on, or the blue one."""
    if "becomes" in asked:
        result = asked["becomes"][move["kind"]][move["good"]]
        return f"{words.template('item', move['good'])} → {words.template('item', result)}"
    good = naming.ITEM_NAMES.index(move["good"])
    steps = 2 if move["kind"] == "upgrade_far" or asked.get("steps") == "twice" else 1
    number = good | items.BLUE if asked.get("steps") == "to_blue" else int(supply.upgraded(good, steps))
    return f"{words.template('item', move['good'])} → {words.template('item', naming.ITEM_NAMES[number])}"


def _drawings(shapes: list[list[str]]) -> str:
    """The orientations of a piece side by side, each under its number."""
    drawn = [[str(number), *shape] for number, shape in enumerate(shapes, 1)]
    return "\n".join(f"   {line}" for line in _beside(drawn, [len(shape[0]) for shape in shapes]))


def _items(held: dict[str, int], words: Words) -> str:
    return ", ".join(f"{count} {words.template('item', name)}" for name, count in held.items() if count) or "0"


def _silver(count: int, words: Words) -> str:
    return f"{count} {words.template('item', 'silver')}"


def _table(view: dict[str, Any], words: Words, players: list[str]) -> list[str]:
    head = {"round": view["round"], "rounds": view["rounds"], "phase": view["phase"], "seat": view["starter"]}
    lines = [words.say("terminal", "head", head, players)]
    strips = [
        f"{strip['strip']}: " + " ".join(words.template("strip_item", item) for item in strip["items"])
        for strip in view["strips"]
    ]
    lines += _wrapped(words.template("terminal", "strips"), strips)
    boards = []
    for board in view["exploration"]:
        name = words.template("board", board["board"])
        owner = words.player(board["owner"], players) if board["owner"] is not None else f"{board['silver']} $"
        boards.append(f"{name} {board['points']} ({owner})")
    lines += _wrapped(words.template("terminal", "exploration"), boards)
    lines += _wrapped(words.template("terminal", "oval"), [words.template("item", tile) for tile in view["oval"]])
    taken = [
        f"{words.template('space', space['name'])} [{words.player(space['seat'], players)} {space['vikings']}]"
        for space in view["spaces"]
        if space["seat"] is not None
    ]
    if taken:
        lines += _wrapped(words.template("terminal", "taken"), taken)
    return lines


def _player(seat: int, player: dict[str, Any], words: Words, colour: bool, players: list[str]) -> list[str]:
    data = {
        "seat": seat,
        "score": player["score"],
        "vikings": player["vikings"],
        "income": player["income"],
        "serve": player["to_serve"],
        "penalties": player["penalties"],
    }
    head = words.say("terminal", "seat", data, players)
    lines = [_painted(head, _SEAT_COLOURS[seat], colour)]
    held = [f"{count} {words.template('item', name)}" for name, count in player["items"].items()]
    lines += _wrapped(words.template("terminal", "supply"), held)
    if player["played"]:
        lines += _wrapped(
            words.template("terminal", "cards"), [words.template("card", card) for card in player["played"]]
        )
    if player["hand"]:
        lines.append(words.template("terminal", "hand") + ":")
        for card in player["hand"]:
            lines += _broken(f"{words.template('card', card)}. {words.template('card_text', card)}", _WIDTH - 2)
    return lines


def _boards(boards: list[dict[str, Any]], words: Words, colour: bool) -> list[str]:
    """Boards side by side as far as they fit."""
    lines: list[str] = []
    row: list[list[str]] = []
    widths: list[int] = []
    for board in boards:
        drawing, width = _board(board, words, colour)
        if row and sum(widths) + 3 * len(widths) + width > _WIDTH:
            lines += _beside(row, widths)
            row, widths = [], []
        row.append(drawing)
        widths.append(width)
    return lines + _beside(row, widths)


def _beside(drawings: list[list[str]], widths: list[int]) -> list[str]:
    lines = []
    for at in range(max((len(drawing) for drawing in drawings), default=0)):
        parts = []
        for drawing, width in zip(drawings, widths):
            text = drawing[at] if at < len(drawing) else ""
            parts.append(text + " " * (width - _length(text)))
        lines.append("   ".join(parts).rstrip())
    return lines


def _board(board: dict[str, Any], words: Words, colour: bool) -> tuple[list[str], int]:
    """Rows and columns numbered as in the notation; a piece is drawn by the first letter of its name."""
    columns = len(board["grid"][0])
    width = max(3 + 3 * columns, 24)
    lines = [
        words.template("board", board["name"])[:width],
        "   " + "".join(f"{column:>3}" for column in range(columns)),
    ]
    for row, cells in enumerate(board["grid"]):
        text = f"{row:>3}"
        for column, printed in enumerate(cells):
            number = board["covered"][row][column]
            text += _covered(board["pieces"][number]["item"], colour) if number >= 0 else _open(printed)
        lines.append(text)
    below = []
    for each in board["next_income"]:
        data = {"value": each["then"], "cell": each["cell"], "count": len(each["missing"])}
        below.append(words.say("terminal", "next_income", data))
    bonuses = []
    for each in board["bonuses"]:
        row, column = each["cell"]
        if board["covered"][row][column] >= 0:
            continue
        sign = "+" if each["enclosed"] else f"{len(each['missing'])}"
        paid = ", ".join(words.template("item", item) for item in each["items"])
        bonuses.append(f"{row},{column} {paid} ({sign})")
    below.append(f"* {'; '.join(bonuses)}" if bonuses else "")
    return lines + [text for line in below for text in _broken(line, width)], width


def _broken(line: str, width: int) -> list[str]:
    """A line in pieces that are not too wide."""
    lines = [""]
    for word in line.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(" ")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def _open(printed: str) -> str:
    """An uncovered cell: its income, a sign for a bonus, a minus, or nothing."""
    if printed == ".":
        return "   "
    if printed.startswith("$"):
        return f"{printed[1:].rstrip('!ab'):>3}"
    if printed.startswith("b:"):
        return "  *"
    return {"o": "  .", "-": "  -", "#": "  #"}[printed]


def _covered(item: str, colour: bool) -> str:
    sign = "$" if item == "silver" else "o" if item == "ore" else item[0].upper()
    return "  " + _painted(sign, _COLOURS[_colour(item)], colour)


def _colour(item: str) -> str:
    if item in _PLAIN:
        return ""
    if item in _ORANGE:
        return "orange"
    if item.removeprefix("pregnant_") in _RED:
        return "red"
    return "green" if item in _GREEN else "blue"


def _painted(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def _length(text: str) -> int:
    """The width of a text without its colours."""
    length, inside = 0, False
    for sign in text:
        if sign == "\x1b":
            inside = True
        elif inside:
            inside = sign != "m"
        else:
            length += 1
    return length


def _wrapped(head: str, parts: list[str]) -> list[str]:
    """A list after its heading, broken into lines that fit."""
    lines = [f"{head}:"]
    for part in parts:
        if len(lines[-1]) + len(part) + 2 > _WIDTH:
            lines.append("   ")
        lines[-1] += f" {part}," if part is not parts[-1] else f" {part}."
    return lines
