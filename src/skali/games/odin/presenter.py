"""Choices in words and groups, the drawing in text from the view alone, and what the cards say: for browser and terminal."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from skali.core.presenter import Group, Presenter
from skali.core.words import Words
from skali.drawing.shapes import Drawing
from skali.games.odin import card_rules, items, naming, operations, picture, quantities, supply
from skali.games.odin.components import Tables
from skali.games.odin.effects_reader import Effects

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
    def __init__(self) -> None:
        self.seen: tuple[dict[str, Any], dict[str, dict[str, Any]]] = ({}, {})
        """The view whose choices were told last, and its spaces by name."""

    def space(self, view: dict[str, Any], name: str) -> dict[str, Any]:
        seen = self.seen
        if seen[0] is not view:
            seen = self.seen = (view, {space["name"]: space for space in view["spaces"]})
        return seen[1][name]

    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        return picture.picture(view, words, players)

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
        sending: dict[str, list[tuple[int, str]]] = {}
        answers: list[tuple[int, str]] = []
        anytime: list[tuple[int, str]] = []
        closing: list[tuple[int, str]] = []
        for at, move in enumerate(moves):
            kind = move["kind"]
            drawn = kind == "shape"  # in the heading
            entry = (at, words.say("move", kind, move) if drawn else self.choice(move, view, asked, words))
            if kind in _SENDING:
                heading = words.say("terminal", "vikings", {"count": self.space(view, move["space"])["column"]})
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
        if kind in _SENDING:
            return _sending(move, self.space(view, move["space"]), view, words)
        if kind == "at":
            return ",".join(str(each) for each in move["cell"])
        text = words.say("move", kind, move)
        if kind == "shape":
            return f"{words.heading(text)} {' / '.join(asked['shapes'][move['turn'] - 1])}"
        if kind == "mine":
            return _mined(move, view, words)
        if kind == "choose" and "ways" in asked:
            return _way(asked["ways"][move["way"] - 1], words)
        if kind in ("upgrade", "upgrade_far", "trade"):
            return _changed(move, asked, words)
        if kind == "succeed":
            return f"{words.heading(words.template('terminal', 'succeed'))} {_items(asked['pay'][str(move['weapons'])], words)}"
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
            return f"{words.heading(text)} {words.template('card_text', str(move['card']))}"
        return text


def _sending(move: dict[str, Any], space: dict[str, Any], view: dict[str, Any], words: Words) -> str:
    """A space, with what is not printed on it: the price of today, the chances of the dice, the boards that lie there."""
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
            names = [words.template("board", each["board"]) for each in there]
            coins = [_silver(each["silver"], words) if each["silver"] else "" for each in there]
            notes += [f"{name}, {silver}" if silver else name for name, silver in zip(names, coins)]
    if not notes:
        return text
    told = "; ".join(notes)
    return f"{text[:-1]}; {told})" if text.endswith(")") else f"{text} ({told})"


def _mined(move: dict[str, Any], view: dict[str, Any], words: Words) -> str:
    """What would be taken from the strip, item by item."""
    left = next(strip["items"] for strip in view["strips"] if strip["strip"] == move["strip"])
    taken = ", ".join(words.template("strip_item", item) for item in left[: move["count"]])
    return f"{words.heading(words.say('terminal', 'strip', {'strip': move['strip']}))} {taken}"


def _way(way: dict[str, Any], words: Words) -> str:
    """One of several ways: what is paid, if anything, and what is got or the steps it takes."""
    if "does" in way:
        times = Counter(way["does"])
        told = [step_text(step, words) + (f" (× {count})" if count > 1 else "") for step, count in times.items()]
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
    return ", ".join(_counted(count, name, words) for name, count in held.items() if count) or "0"


def _counted(count: int, item: str, words: Words) -> str:
    return f"{count} {words.counted('item', item, count)}"


def _silver(count: int, words: Words) -> str:
    return _counted(count, "silver", words)


def _table(view: dict[str, Any], words: Words, players: list[str]) -> list[str]:
    head = {"round": view["round"], "rounds": view["rounds"], "phase": view["phase"], "seat": view["starter"]}
    lines = [words.say("terminal", "head", head, players)]
    strips = [
        f"{strip['strip']}: " + " ".join(words.template("strip_item", item) for item in strip["items"])
        for strip in view["strips"]
    ]
    lines += _wrapped(words.template("terminal", "strips"), strips, words)
    boards = []
    for board in view["exploration"]:
        name = words.template("board", board["board"])
        owner = words.player(board["owner"], players) if board["owner"] is not None else _silver(board["silver"], words)
        boards.append(f"{name} {board['points']} ({owner})")
    lines += _wrapped(words.template("terminal", "exploration"), boards, words)
    oval = [words.template("item", tile) for tile in view["oval"]]
    lines += _wrapped(words.template("terminal", "oval"), oval, words)
    taken = [
        f"{words.template('space', space['name'])} [{words.player(space['seat'], players)} {space['vikings']}]"
        for space in view["spaces"]
        if space["seat"] is not None
    ]
    if taken:
        lines += _wrapped(words.template("terminal", "taken"), taken, words)
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
    held = [_counted(count, name, words) for name, count in player["items"].items()]
    lines += _wrapped(words.template("terminal", "supply"), held, words)
    if player["played"]:
        played = [words.template("card", card) for card in player["played"]]
        lines += _wrapped(words.template("terminal", "cards"), played, words)
    if player["hand"]:
        lines.append(words.heading(words.template("terminal", "hand")))
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


def _wrapped(head: str, parts: list[str], words: Words) -> list[str]:
    """A list after its heading, broken into lines that fit."""
    lines = [words.heading(head)]
    for part in parts:
        if len(lines[-1]) + len(part) + 2 > _WIDTH:
            lines.append("   ")
        lines[-1] += f" {part}," if part is not parts[-1] else f" {part}."
    return lines


# What a card says, in words


def describe(tables: Tables, number: str, words: Words) -> str:
    """All that a card does, sentence by sentence."""
    card = tables.card(number)
    effects = tables.effects
    sentences: list[str] = []
    for ability, owner in enumerate(effects.ability_card):
        if int(owner) == card:
            sentences.append(ability_text(tables, ability, words))
    for at, owner in enumerate(effects.die_card):
        if int(owner) == card:
            sentences.append(words.template("die", effects.die_texts[at]))
    for hook, owner in enumerate(effects.hook_card):
        if int(owner) == card:
            sentences.append(words.template("hook", str(hook)))
    for space, owner, program in effects.instead:
        if owner == card:
            sentences.append(f"{words.template('instead', space)} {steps_text(effects.texts[program], words)}.")
    return " ".join(sentences)


def ability_text(tables: Tables, ability: int, words: Words) -> str:
    """When, on which condition, what, how often."""
    effects = tables.effects
    steps = effects.texts[int(effects.ability_program[ability])]
    when = words.template("moment", str(int(effects.ability_trigger[ability])))
    if effects.conditions[ability]:
        when += f", {words.template('condition', effects.conditions[ability])}"
    told = steps_text(steps, words)
    if effects.times[ability]:
        told += f", {words.template('times', effects.times[ability])}"
    return f"{when}, {told}." if "tier " in steps[0] else f"{words.heading(when)} {told}."


def steps_text(steps: list[str], words: Words) -> str:
    told = [step_text(step, words, "may" if at == 0 else "then_may") for at, step in enumerate(steps)]
    return words.template("step", "then").join(told)


def step_text(step: str, words: Words, may: str = "may") -> str:
    """One step: ``may 2 oil -> spices`` becomes ``you may exchange 2 oil for 1 tile of spices``."""
    text = step.removeprefix("may ")
    is_offer = text != step
    if text.startswith("tier "):
        return tier_text(text.removeprefix("tier "), words, is_offer)
    told = (
        words.template("operation", text)
        if words.has("operation", text)
        else options_text(text.split(" | "), words, is_offer)
    )
    return words.say("step", may, {"what": told}) if is_offer else told


def options_text(options: list[str], words: Words, is_offer: bool) -> str:
    """One thing or another; what several exchanges have in common is said once."""
    swaps = [option.split(" -> ") for option in options if is_swap(option)]
    if swaps and len(swaps) == len(options):
        pays = list(dict.fromkeys(items_text(pay, words) for pay, _ in swaps))
        gets = list(dict.fromkeys(items_text(get, words) for _, get in swaps))
        if 1 in (len(pays), len(gets)):
            return words.say("step", "exchange", {"pay": either(pays, words), "get": either(gets, words)})
    told: list[str] = []
    for at, option in enumerate(options):
        is_next = at > 0 and is_swap(option) and is_swap(options[at - 1])
        told.append(operation_text(option, words, is_offer, "exchange_next" if is_next else "exchange"))
    return either(list(dict.fromkeys(told)), words)


def is_swap(option: str) -> bool:
    """Whether things are given for things."""
    return " -> " in option and not option.startswith("nothing ") and " -> act " not in option


def either(told: list[str], words: Words) -> str:
    """``a, b or c``."""
    return words.template("step", "or").join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def operation_text(text: str, words: Words, is_offer: bool = False, exchange: str = "exchange") -> str:
    pay, _, get = text.removeprefix("gain ").rpartition(" -> ")
    if get.startswith("act "):
        what = operation_text(get.removeprefix("act "), words)
        return words.say("step", "pay", {"pay": items_text(pay, words), "what": what})
    if is_swap(text):
        return words.say("step", exchange, {"pay": items_text(pay, words), "get": items_text(get, words)})
    if text.startswith("boost 2 "):
        text = "boost 2 longship_1"  # whichever longship gives the ore
    if words.has("operation", text):
        return words.template("operation", text)
    gained, _, per = get.removeprefix("replace ").partition(" per ")
    told = items_text(gained, words)
    if per:
        told += f" {words.template('step', 'per')} {counted_text(per, 1, words)}"
    return words.say("step", "take", {"what": told}) if is_offer else told


def tier_text(text: str, words: Words, is_offer: bool) -> str:
    """``sheep: 3+ = wool, 4+ = 2 wool`` becomes ``with 3 sheep: 1 wool; with at least 4: 2 wool``."""
    what, _, table = text.partition(": ")
    rows = [row.split(" = ") for row in table.split(", ")]
    told: list[str] = []
    for at, (count, gained) in enumerate(rows):
        least = int(count.rstrip("+"))
        most = least if "+" not in count else int(rows[at + 1][0].rstrip("+")) - 1 if at + 1 < len(rows) else None
        number = number_text(least, most, words)
        if at > 0:
            head = words.say("step", "with", {"n": number})
        elif what == "income":
            head = words.say("step", "with_income", {"n": number})
        elif most == 0:
            head = words.say("step", "without", {"what": counted_text(what, 0, words)})
        else:
            head = f"{words.say('step', 'with', {'n': number})} {counted_text(what, least, words)}"
        got = items_text(gained, words)
        if is_offer and at == 0:
            got = words.say("step", "may", {"what": words.say("step", "take", {"what": got})})
        told.append(f"{words.heading(head)} {got}")
    return words.template("step", "rows").join(told)


def number_text(least: int, most: int | None, words: Words) -> str:
    """``3``, ``4 or 5``, ``6 to 11``, ``at least 12``."""
    if most is None:
        return words.say("step", "at_least", {"n": least})
    if most > least + 1:
        return words.say("step", "range", {"least": least, "most": most})
    return either([str(number) for number in range(least, most + 1)], words)


def counted_text(what: str, number: int, words: Words) -> str:
    """An item, or another thing that cards count, in the form that goes with the number."""
    if words.has("item", what):
        return words.counted("item", what, number)
    return words.say("count", what, {"count": number})


def items_text(text: str, words: Words) -> str:
    """``2 wood + ore`` in words."""
    if text == "nothing":
        return words.template("step", "nothing")
    parts: list[str] = []
    for part in text.split(" + "):
        count, _, name = part.rpartition(" ")
        if count in quantities.AMOUNTS:
            parts.append(words.template("amount", count).replace("{item}", words.template("item", name)))
        elif words.has("slot", name):
            parts.append(words.template("slot", name))
        else:
            many = int(count or 1)
            parts.append(f"{many} {counted_text(name, many, words)}")
    return " + ".join(parts)


# The occupations for people who browse them: name, sentence, deck, kind, verbs, and whether a card needs code of its own

BESPOKE: Final = (
    operations.FEAST,
    operations.BREEDING,
    operations.SHIFT,
    operations.RETURN_COLUMN_4,
    operations.FOLLOW,
    operations.PLACE_ORE_PER_LONGSHIP,
    operations.REPLACE_WEAPON,
    operations.REPLACE_PLAY,
    operations.INSPECT,
    operations.OUTFIT,
    operations.FOURTH,
    operations.RELOCATE,
    operations.FLIP,
    operations.LATE,
    operations.HARVESTED,
    operations.SOW,
)
"""Operations that serve one card, or a pair of them."""
BESPOKE_HOOKS: Final = (
    card_rules.LOOT_TWO_TILES,
    card_rules.FUR_FOR_UPGRADE_1,
    card_rules.SILVERWARE_FOR_ONE_HOUSE_GOOD,
    card_rules.SERVED_STOCKFISH_GO_TO_HOUSES,
)
"""Rules that bring a decision of their own."""


FILTERS: Final = ("deck", "kind", "verb")


def browse(game: Any, words: Words) -> list[dict[str, Any]]:
    """Every card in the order of the numbers."""
    tables: Tables = game.tables
    return [
        {
            "number": number,
            "name": tables.card_names[card],
            "deck": tables.card_decks[card],
            "starting": bool(int(tables.starting[card])),
            "kind": tables.card_kinds[card],
            "points": int(tables.card_points[card]),
            "verb": verbs(tables.effects, card),
            "when": whens(tables.effects, card),
            "own_code": is_bespoke(tables.effects, card),
            "text": words.template("card_text", number),
            "title": words.template("card", number),
        }
        for card, number in enumerate(tables.card_numbers)
    ]


def summary(game: Any) -> str:
    """How many cards are declarations alone, and which have code of their own."""
    tables: Tables = game.tables
    own = [number for card, number in enumerate(tables.card_numbers) if is_bespoke(tables.effects, card)]
    total = len(tables.card_numbers)
    return (
        f"{total - len(own)} of {total} cards by declaration alone, {len(own)} with code of their own: {', '.join(own)}"
    )


def programs(effects: Effects, card: int) -> list[int]:
    """The programs that a card's abilities run, with those that follow a payment."""
    found = [int(effects.ability_program[at]) for at, owner in enumerate(effects.ability_card) if int(owner) == card]
    found += [program for _, owner, program in effects.instead if owner == card]
    for program in list(found):
        found += [int(effects.c[each]) - 1 for each in operations_of(effects, program) if follows(effects, each)]
    return found


def operations_of(effects: Effects, program: int) -> range:
    first, end = int(effects.program_first[program]), int(effects.program_first[program + 1])
    return range(int(effects.step_first[first]), int(effects.step_first[end]))


def follows(effects: Effects, operation: int) -> bool:
    """The exchange pays for an action."""
    return " -> act " in effects.told[operation]


def verbs(effects: Effects, card: int) -> list[str]:
    """The verbs of a card: the first words of its steps; ``exchange`` for payments, ``rule`` for what it changes for good."""
    found: list[str] = []
    for program in programs(effects, card):
        for operation in operations_of(effects, program):
            text = effects.told[operation]
            found.append("exchange" if " -> " in text else text.split(" ")[0])
    if card in [int(owner) for owner in (*effects.hook_card, *effects.die_card)]:
        found.append("rule")
    return sorted(set(found))


def whens(effects: Effects, card: int) -> list[str]:
    """When the card does something, in the words of the declaration."""
    found = [effects.whens[at] for at, owner in enumerate(effects.ability_card) if int(owner) == card]
    found += [f"instead of {space}" for space, owner, _ in effects.instead if owner == card]
    if card in [int(owner) for owner in (*effects.hook_card, *effects.die_card)]:
        found.append("always")
    return found


def is_bespoke(effects: Effects, card: int) -> bool:
    """The card has an operation or a decision that serves it alone, or it and a twin."""
    if any(int(effects.hook_card[hook]) == card for hook in BESPOKE_HOOKS):
        return True
    used = [int(effects.verb[each]) for program in programs(effects, card) for each in operations_of(effects, program)]
    return any(verb in BESPOKE for verb in used)
