"""How the game shows itself in words and text, always from a view: for the terminal and the browser."""

from typing import Any

from skali.core import Presenter, Words
from skali.drawing import panels
from skali.drawing.shapes import Drawing

from mygame import scoring


class MyGamePresenter(Presenter):
    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        """A panel for each player: for notebooks, environments and the plain board."""
        drawing = Drawing()
        y = panels.note(drawing, 0, 0, table(view, words)) + 6
        for seat, player in enumerate(view["players"]):
            name, score = words.player(seat, players), str(view["scores"][seat])
            y = panels.seat_panel(drawing, 0, y, seat, name, score, [listed(player["row"], words)])
        if "hand" in view:
            panels.note(drawing, 0, y, words.say("terminal", "hand", {"hand": listed(view["hand"], words)}))
        return drawing

    def draw(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        lines = [table(view, words)]
        for seat, player in enumerate(view["players"]):
            data = {"seat": seat, "row": listed(player["row"], words), "score": view["scores"][seat]}
            lines.append(words.say("terminal", "row", data, players))
        if "hand" in view:
            lines.append(words.say("terminal", "hand", {"hand": listed(view["hand"], words)}))
        return "\n".join(lines)

    def describes(self, kind: str) -> bool:
        return kind == "lay"

    def choice(self, move: dict[str, Any], view: dict[str, Any], asked: dict[str, Any], words: Words) -> str:
        """A shell to lay says what it scores; the other moves are said as in the words."""
        if move["kind"] != "lay":
            return ""
        count = view["players"][view["active"]]["row"].get(move["shell"], 0)
        gain = scoring.points(count + 1) - scoring.points(count)
        return words.say("terminal", "lay", {"shell": move["shell"], "points": gain})


def table(view: dict[str, Any], words: Words) -> str:
    return words.say("terminal", "table", {"bag": view["bag"], "beach": listed(view["beach"], words)})


def listed(counts: dict[str, int], words: Words) -> str:
    return ", ".join(f"{count} × {words.say('shell', name)}" for name, count in counts.items()) or "–"
