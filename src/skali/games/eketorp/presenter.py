"""Draws a position of Eketorp as text, from the view alone: for the terminal and the log."""

from __future__ import annotations

from typing import Any, Final

from skali.core.presenter import Presenter
from skali.core.words import Words
from skali.drawing.shapes import Drawing
from skali.games.eketorp import picture
from skali.games.eketorp.odds import shares

_SIGNS: Final = "●▲■◆✚★"
_SEAT_COLOURS: Final = ("34", "31", "32", "33", "35", "36")
_BRICK_COLOURS: Final = {"grass": "32", "wood": "33", "clay": "31", "stone": "37"}
_STATUS_COLOURS: Final = {"contested": "1;31", "pending": "1;31", "peaceful": "32", "carried_out": "2", "quiet": ""}
_COLUMN: Final = 14
_SITE: Final = 22


class _Pen:
    """Text in columns, with colours that take no room."""

    def __init__(self, words: Words, colour: bool, players: list[str]) -> None:
        self.words = words
        self.colour = colour
        self.players = players

    def paint(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.colour and colour and text else text

    def padded(self, text: str, width: int, colour: str = "") -> str:
        return self.paint(text, colour) + " " * max(width - len(text), 1)

    def say(self, key: str, data: dict[str, Any] | None = None) -> str:
        return self.words.say("terminal", key, data, self.players)

    def name(self, table: str, key: object) -> str:
        return self.words.say(table, str(key))

    def sign(self, seat: int) -> str:
        return self.paint(_SIGNS[seat], _SEAT_COLOURS[seat])

    def vikings(self, counts: list[int], width: int) -> str:
        """The signs of all who stand somewhere; many of one player as a number."""
        groups = [
            (seat, _SIGNS[seat] * count if count < 3 else f"{count}{_SIGNS[seat]}")
            for seat, count in enumerate(counts)
            if count
        ]
        if not groups:
            return self.padded(self.say("nothing"), width, "2")
        length = sum(len(text) for _, text in groups) + len(groups) - 1
        return " ".join(self.paint(text, _SEAT_COLOURS[seat]) for seat, text in groups) + " " * max(width - length, 1)

    def bricks(self, names: list[str]) -> str:
        return " ".join(self.paint(self.name("brick", name), _BRICK_COLOURS[name]) for name in names)


class EketorpPresenter(Presenter):
    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        return picture.picture(view, words, players)

    def draw(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        """The storage fields, the hospital, the castles, and what is going on."""
        pen = _Pen(words, colour, players)
        lines = [_round(view, pen), "", *_fields(view, pen), "", _hospital(view, pen)]
        for castle, player in zip(view["castles"], view["players"], strict=True):
            lines += ["", *_castle(castle, player, pen)]
        lines += ["", _piles(view, pen)]
        if view["battle"]:
            lines += [_battle(view["battle"], pen), *_odds(view["battle"]["odds"] or [], pen)]
        if view["plan"]:
            lines.append(_plan(view["plan"], pen))
        return "\n".join(line.rstrip() for line in lines)


def _round(view: dict[str, Any], pen: _Pen) -> str:
    data = {key: view[key] for key in ("round", "rounds", "phase")}
    card = view["material"]["card"]
    if view["material"]["reconstructed"]:
        card = pen.say("reconstructed", {"card": card})
    return pen.say("round", data | {"card": card, "seat": view["start_player"]})


def _fields(view: dict[str, Any], pen: _Pen) -> list[str]:
    """Seven columns: letter, bricks, Vikings, whether they fight."""
    rows = ["", "", "", ""]
    for field in view["fields"]:
        rows[0] += pen.padded(field["field"], _COLUMN, "1")
        if field["brick"]:
            text = f"{field['bricks']} {pen.name('brick', field['brick'])}"
            rows[1] += pen.padded(text, _COLUMN, _BRICK_COLOURS[field["brick"]])
        else:
            rows[1] += pen.padded(pen.say("no_bricks"), _COLUMN, "2")
        rows[2] += pen.vikings(field["vikings"], _COLUMN)
        rows[3] += pen.padded(pen.name("status", field["status"]), _COLUMN, _STATUS_COLOURS[field["status"]])
    return [pen.say("fields"), *[row for row in rows if row.strip()]]


def _hospital(view: dict[str, Any], pen: _Pen) -> str:
    stations = [
        f"{pen.name('station', number)}: {pen.vikings(counts, 1).rstrip()}"
        for number, counts in enumerate(view["hospital"], 1)
    ]
    return f"{pen.say('hospital')}   " + "   →   ".join(stations)


def _castle(castle: dict[str, Any], player: dict[str, Any], pen: _Pen) -> list[str]:
    seat = castle["seat"]
    data = {key: castle[key] for key in ("seat", "bricks", "value", "home")}
    data |= {"sign": pen.sign(seat), "amulets": player["amulets"], "score": player["score"]}
    lines = [pen.say("castle", data), f"   {_cards(player, pen)}"]
    if player["carried"]:
        lines[1] += "   " + pen.say("carried", {"bricks": player["carried"]})
    if castle["beside"]:
        lines[1] += "   " + pen.say("beside", {"bricks": castle["beside"]})
    return lines + [_side(castle, field, pen) for field in castle["siege_fields"] if _is_worth_a_line(castle, field)]


def _is_worth_a_line(castle: dict[str, Any], field: dict[str, Any]) -> bool:
    return bool(field["vikings"] or field["loot"] or any(castle["sites"][site - 1] for site in field["sites"]))


def _cards(player: dict[str, Any], pen: _Pen) -> str:
    if player["hand"] is not None:
        hand = pen.say("hand", {"hand": player["hand"]})
    elif player["known"]:
        hand = pen.say("hand_known", {"hand": player["known"]})
    else:
        hand = pen.say("hand_hidden", {"count": player["hand_size"]})
    return f"{hand}   " + pen.say("tray", {"tray": player["tray"]}) if player["tray"] else hand


def _side(castle: dict[str, Any], field: dict[str, Any], pen: _Pen) -> str:
    """A siege field: its two sites, who stands before them, and what he keeps."""
    line = "   " + pen.padded(pen.say("siege_field", {"engine": field["engine"], "sites": field["sites"]}), 18)
    for site in field["sites"]:
        stack = castle["sites"][site - 1]
        plain = f"{site} " + (" ".join(pen.name("brick", brick) for brick in stack) or pen.say("nothing"))
        shown = f"{site} " + (pen.bricks(stack) or pen.say("nothing"))
        line += shown + " " * max(_SITE - len(plain), 1)
    line += " ".join(pen.sign(seat) for seat in field["vikings"])
    status = pen.paint(pen.name("status", field["status"]), _STATUS_COLOURS[field["status"]])
    if status:
        line += f" {status}"
    if field["loot"]:
        line += f" + {pen.bricks([field['loot']['brick']])}"
    return line


def _piles(view: dict[str, Any], pen: _Pen) -> str:
    piles = view["piles"]
    return pen.say("piles", {"draw": piles["draw"], "discard": piles["discard"], "unseen": piles["unseen"]})


def _battle(battle: dict[str, Any], pen: _Pen) -> str:
    other = battle["opponent"]
    data = battle["place"] | {
        "seat": battle["initiator"],
        "other": "?" if other is None else pen.words.player(other, pen.players),
    }
    return pen.say("battle_field" if "field" in battle["place"] else "battle_castle", data)


def _odds(odds: list[dict[str, int]], pen: _Pen) -> list[str]:
    """How often each card of the hand wins, ties and loses, in percent."""
    lines: list[str] = []
    for each in odds:
        win, tie, lose = shares([each["win"], each["tie"], each["lose"]], 100)
        lines.append("   " + pen.say("odds", {"card": each["card"], "win": win, "tie": tie, "lose": lose}))
    return lines


def _plan(plan: dict[str, Any], pen: _Pen) -> str:
    parts = [f"{count} × {letter}" for letter, count in zip("ABCDEFG", plan["fields"], strict=True) if count]
    for castle, engine in plan["sieges"]:
        parts.append(f"{pen.name('engine', engine)} {_SIGNS[castle]}")
    return pen.say("plan", {"plan": ", ".join(parts) or pen.say("nothing"), "left": plan["left"]})
