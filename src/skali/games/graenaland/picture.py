"""A position of Graenaland as a picture, from the view alone: the island territory by territory, and the players."""

from __future__ import annotations

from typing import Any, Final

from skali.core.words import Words
from skali.drawing import panels
from skali.drawing.shapes import BONE, GOLD, INK, SEAT_COLOURS, Drawing, Points

_WIDE: Final = 224.0
_HIGH: Final = 192.0
_TERRAIN: Final = {"plains": "#d9d59a", "forest": "#a5b27a", "hills": "#cdb08a", "mountains": "#aea89f"}
_SEA: Final = "#84b5c1"
_BUILDINGS: Final = ("keep", "church", "hall")
_COLUMNS: Final = ("colonies", "territories", "major", "buildings", "army")
_LETTERS: Final = 36


def picture(view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
    drawing = Drawing()
    columns = 1 + max(each["column"] for each in view["territories"])
    drawing.box(-14, -6, columns * _WIDE + 28, 2 * _HIGH + 46, _SEA)
    head = words.say(
        "terminal", "round", {"round": view["round"], "seat": view["leader"], "phase": view["phase"]}, players
    )
    drawing.label(-2, 10, head, 14, INK, "start", True)
    for each in view["territories"]:
        inland = each["row"] == "inland"
        left = (each["column"] + 0.5 * inland) * _WIDE
        _territory(drawing, left, 26 if inland else 26 + _HIGH, each, words)
    _beside(drawing, columns * _WIDE + 30, -6, view, words, players)
    return drawing


def _territory(drawing: Drawing, x: float, y: float, each: dict[str, Any], words: Words) -> None:
    drawing.box(x + 3, y + 3, _WIDE - 6, _HIGH - 6, _TERRAIN[each["terrain"]], INK)
    drawing.label(x + 12, y + 18, f"{each['id']} {words.say('back', each['terrain'])}", 13, INK, "start", True)
    lying = sum(each["cards"].values()) + each["face_down"]
    drawing.label(x + _WIDE - 12, y + 18, f"{lying}/{each['limit']}", 13, INK, "end", True)
    _villages(drawing, x + 20, y + 46, each["villages"])
    owned = [(kind, each["buildings"][kind]) for kind in _BUILDINGS if each["buildings"][kind] is not None]
    for at, (kind, seat) in enumerate(owned):
        left = x + 12 + at * 68
        drawing.box(left, y + 66, 64, 20, BONE, SEAT_COLOURS[seat])
        drawing.token(left + 11, y + 76, 7, seat)
        drawing.label(left + 22, y + 76, words.say("project", kind)[:8], 10, INK, "start")
    for at, hero in enumerate(each["heroes"]):
        left, top = x + 12 + at % 3 * 68, y + 92 + at // 3 * 20
        drawing.token(left + 9, top + 9, 8, hero["seat"])
        drawing.label(left + 20, top + 9, words.say("hero", hero["hero"])[:8], 10, INK, "start")
    cards = [f"{words.say('card', kind)} {count}" for kind, count in each["cards"].items()]
    cards += [f"? {each['face_down']}"] * (each["face_down"] > 0)
    works = [words.say("work", work) for work in each["works"]]
    top = y + 138
    for text in (", ".join(works), ", ".join(cards)):
        for line in panels.wrapped(text, _LETTERS)[:2]:
            drawing.label(x + 12, top, line, 10.5, INK, "start")
            top += 14


def _villages(drawing: Drawing, x: float, y: float, villages: list[int]) -> None:
    """A house for each village, by player."""
    settled = [seat for seat, count in enumerate(villages) for _ in range(count)]
    step = min(26.0, (_WIDE - 40) / max(len(settled) - 1, 1))
    for at, seat in enumerate(settled):
        left = x + at * step
        walls: Points = [
            (left - 10, y + 10), (left - 10, y - 3), (left, y - 13), (left + 10, y - 3), (left + 10, y + 10)
        ]  # fmt: skip
        drawing.polygon(walls, SEAT_COLOURS[seat], BONE, 1.6)
        drawing.token(left, y, 6, seat)


def _beside(drawing: Drawing, x: float, y: float, view: dict[str, Any], words: Words, players: list[str]) -> None:
    for seat, each in enumerate(view["players"]):
        counts = [f"{words.say('column', column)} {each['standing'][column]}" for column in _COLUMNS]
        backs = [f"{words.say('back', back)} {count}" for back, count in each["backs"].items() if count]
        lines = [", ".join(counts), words.say("picture", "cards", {"cards": ", ".join(backs) or "–"})]
        met = f"{each['objectives']}/5" if "objectives" in each else ""
        top = y
        y = panels.seat_panel(drawing, x, y, seat, words.player(seat, players), met, lines)
        if seat == view["leader"]:
            drawing.circle(x + 18, top + 18, 13, "", GOLD, 3.0)
    y = panels.legend(drawing, x, y, [(colour, words.say("back", name)) for name, colour in _TERRAIN.items()])
    panels.note(drawing, x, y + 4, words.say("picture", "signs"))
