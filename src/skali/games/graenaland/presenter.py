"""Draws a position of Graenaland as text, from the view alone: for the terminal and the log.

Players are letters in seat order. A small map shows how the territories lie, for the heroes. Then each territory is a line: who has
settled there, who stands there, who has how many votes and how many it takes, what a village costs, which works stand, and the
cards that lie there against the limit.
"""

from __future__ import annotations

import re
from typing import Any, Final

from skali.core.presenter import Group, Presenter
from skali.core.words import Words
from skali.drawing.shapes import Drawing
from skali.games.graenaland import picture

_LETTERS: Final = "ABCDE"
_SEAT_COLOURS: Final = ("34", "31", "32", "33", "35")
_BUILDING_SIGNS: Final = {"keep": "k", "church": "c", "hall": "h"}
_HERO_SIGNS: Final = {"warrior": "w", "priest": "p", "minstrel": "m"}
_PRICED: Final = (("keep", "road"), ("church", "improvement"), ("hall", "market"), ("peasants", "palisade"))
_KEEP_UNITS: Final = ("archers", "swordsmen", "cavalry")
_MOST_WAYS: Final = 6
_DRAWN: Final = ("place", "camp", "victory_card", "hero_order", "proposal", "claim", "plan")
_SETTLER: Final = re.compile(r"\b[A-E](?=[\dwpm])")
_COLUMNS: Final = ("colonies", "territories", "major", "buildings", "army")
_WORK_SIGNS: Final = {"road": "R", "improvement": "I", "market": "M", "palisade": "P"}


class GraenalandPresenter(Presenter):
    def is_worth_drawing(self, asked: str, before: str) -> bool:
        """Whether the whole position is drawn before this question: not again for each step of a proposal or a payment."""
        return asked.endswith(_DRAWN) or asked.startswith("menu")

    def brief(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        """What is on the table now, where, and the viewer's hand."""
        pen = _Pen(words, colour, players)
        return "\n".join(pen.place(view) + pen.business(view) + pen.hand(view))

    def groups(
        self, moves: list[dict[str, Any]], view: dict[str, Any], asked: dict[str, Any], words: Words
    ) -> list[Group]:
        """Beside each choice what it leads to, or costs; of payments the plainest first."""
        pen = _Pen(words, False, [])
        texts = [(words.say("move", move["kind"], move), pen.meaning(move, view, asked)) for move in moves]
        width = max((len(text) for text, meaning in texts if meaning), default=0)
        shown = [(at, f"{text.ljust(width)}  {more}" if more else "") for at, (text, more) in enumerate(texts)]
        return [("", sorted(shown, key=lambda each: _plainest(moves[each[0]], asked)))]

    def describes(self, kind: str) -> bool:
        return True

    def choice(self, move: dict[str, Any], view: dict[str, Any], asked: dict[str, Any], words: Words) -> str:
        """A move in words with what it leads to or costs; nothing where its words say it all."""
        meaning = _Pen(words, False, []).meaning(move, view, asked)
        return (
            f"{words.say('move', move['kind'], move)} {'' if meaning.startswith('→') else '· '}{meaning}"
            if meaning
            else ""
        )

    def picture(self, view: dict[str, Any], words: Words, players: list[str]) -> Drawing:
        return picture.picture(view, words, players)

    def draw(self, view: dict[str, Any], words: Words, colour: bool, players: list[str]) -> str:
        pen = _Pen(words, colour, players)
        lines = [pen.say("round", {"round": view["round"], "seat": view["leader"], "phase": view["phase"]}), ""]
        lines += pen.map(view["territories"])
        lines += pen.island(view["territories"])
        lines.append("")
        lines += pen.seats(view)
        lines.append("")
        lines += pen.business(view)
        lines += pen.hand(view)
        lines.append(pen.say("supply", {"cards": [card["card"] for card in view["supply"]["display"]]}))
        lines += pen.prices(view["prices"])
        lines += pen.goal(view)
        lines.append(pen.talk(view["talk"]))
        return "\n".join(lines)


def _plainest(move: dict[str, Any], asked: dict[str, Any]) -> int:
    """Of the ways to pay, which are listed from plain to silly, the first that begins so; other moves come after them."""
    ways = asked.get("ways", [])
    if move["kind"] != "spend":
        return len(ways)
    return next(at for at, way in enumerate(ways) if way.get(move["card"], 0) == move["count"])


class _Pen:
    """Words, colours and names for one drawing."""

    def __init__(self, words: Words, colour: bool, players: list[str]) -> None:
        self.words = words
        self.colour = colour
        self.players = players

    def say(self, key: str, data: dict[str, Any]) -> str:
        return self.words.say("terminal", key, data, self.players)

    def name(self, table: str, key: str) -> str:
        return self.words.template(table, key)

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text.strip() else text

    def bold(self, text: str) -> str:
        return self.paint(text, "1")

    def seat(self, seat: int, text: str = "") -> str:
        return self.paint(_LETTERS[seat] + text, _SEAT_COLOURS[seat])

    def named(self, seat: int) -> str:
        """Letter and name."""
        return f"{self.seat(seat)} {self.words.player(seat, self.players)}"

    def counted(self, counts: dict[str, int]) -> str:
        """Cards by kind: ``grain 2, ore 1``."""
        return ", ".join(f"{self.name('card', kind)} {count}" for kind, count in counts.items()) or "–"

    def shares(self, cards: list[str]) -> list[str]:
        """Equal cards together: ``2 grain``, ``1 ?``."""
        return [
            f"{cards.count(kind)} {'?' if kind == 'face_down' else self.name('card', kind)}"
            for kind in dict.fromkeys(cards)
        ]

    def price(self, price: dict[str, int]) -> str:
        """A price in the shortest way: ``2gr 1ca``."""
        return " ".join(f"{count}{self.name('card', kind)[:2]}" for kind, count in price.items())

    def map(self, territories: list[dict[str, Any]]) -> list[str]:
        """The two rows of tiles, each inland one between two of the coast."""
        inland, coast = ([each["id"] for each in territories if each["row"] == row] for row in ("inland", "coast"))
        rows = ["   " + "".join(name.ljust(6) for name in inland), "".join(name.ljust(6) for name in coast)]
        return [f"  {row.rstrip()}" for row in rows] + [""]

    def hand(self, view: dict[str, Any]) -> list[str]:
        if view["hand"] is None:
            return []
        return [self.bold(self.say("hand", {"cards": self.counted(view["hand"]["kinds"])}))]

    def prices(self, prices: dict[str, dict[str, int]]) -> list[str]:
        """What buildings, army steps and works cost and do; villages stand beside their territories."""
        left, right = ([self.priced(name, prices) for name in names] for names in zip(*_PRICED))
        width = max(len(each) for each in left) + 2
        lines = [f"{one.ljust(width)}{other}" for one, other in zip(left, right)]
        units = ", ".join(f"{self.name('unit', name)} {self.price(prices[name])}" for name in _KEEP_UNITS)
        return [*lines, self.say("keep_units", {"units": units})]

    def priced(self, name: str, prices: dict[str, dict[str, int]]) -> str:
        table = "unit" if name == "peasants" else "project"
        return f"{self.name(table, name)} {self.price(prices[name])}: {self.name('effect', name)}"

    def island(self, territories: list[dict[str, Any]]) -> list[str]:
        """Inland above the coast, as the tiles lie."""
        rows = [[self.name("terminal", "inland"), *self.say("columns", {}).split("|")]]
        rows += [self.territory(each) for each in territories if each["row"] == "inland"]
        rows.append([self.name("terminal", "coast")] + [""] * (len(rows[0]) - 1))
        rows += [self.territory(each) for each in territories if each["row"] == "coast"]
        lines = self.aligned(rows)
        return lines + [self.paint(self.say(key, {}), "90") for key in ("signs", "work_signs")]

    def place(self, view: dict[str, Any]) -> list[str]:
        """The line of the territory that is spoken of."""
        for business in (view["proposal"], view["joint"], view["project"]):
            for each in view["territories"]:
                if business is not None and business.get("territory") == each["id"]:
                    return self.aligned([["", *self.say("columns", {}).split("|")], self.territory(each)])
        return []

    def aligned(self, rows: list[list[str]]) -> list[str]:
        """Rows in columns, the letters of the players in their colours."""
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = [" ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        return [_SETTLER.sub(lambda found: self.seat(_LETTERS.index(found[0])), line) for line in lines]

    def territory(self, each: dict[str, Any]) -> list[str]:
        settled: list[str] = []
        for seat, villages in enumerate(each["villages"]):
            own = "".join(_BUILDING_SIGNS[kind] for kind, owner in each["buildings"].items() if owner == seat)
            if villages or own:
                settled.append(f"{_LETTERS[seat]}{villages}{own}")
        heroes = [f"{_LETTERS[hero['seat']]}{_HERO_SIGNS[hero['hero']]}" for hero in each["heroes"]]
        votes = [f"{_LETTERS[seat]}{count}" for seat, count in enumerate(each["votes"]) if count]
        needed = f" ≥{each['votes_needed']}" if votes else ""
        lying = sum(each["cards"].values()) + each["face_down"]
        cards = [f"{count} {self.name('card', kind)}" for kind, count in each["cards"].items()]
        if each["face_down"]:
            cards.append(f"{each['face_down']} ?")
        return [
            f"{each['id']} {self.name('back', each['terrain'])}",
            " ".join(settled),
            " ".join(heroes),
            " ".join(votes) + needed,
            self.price(each["village_price"]),
            "".join(_WORK_SIGNS[work] for work in each["works"]),
            f"{lying}/{each['limit']} " + ", ".join(cards),
        ]

    def seats(self, view: dict[str, Any]) -> list[str]:
        """A line for each player: what counts for victory, and the backs of the hand; the ship is a star."""
        rows = [["", "", *self.say("standing", {}).split("|")]]
        notes: list[str] = []
        for seat, each in enumerate(view["players"]):
            backs = ", ".join(f"{self.name('back', back)} {count}" for back, count in each["backs"].items() if count)
            counts = [str(each["standing"][column]) for column in _COLUMNS] + [str(each["houses"])]
            counts.append(f"{each['objectives']}/5" if "objectives" in each else "?")
            ship = "*" if seat == view["leader"] else ""
            rows.append([_LETTERS[seat] + ship, self.words.player(seat, self.players), *counts, backs or "–"])
            for hero, territory in each["waiting"].items():
                notes.append(f"{self.seat(seat)}: {self.say('waits', {'hero': hero, 'territory': territory})}")
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
        lines: list[str] = []
        for seat, row in enumerate(rows, -1):
            cells = [cell.ljust(widths[at]) for at, cell in enumerate(row[:-1])]
            if seat < 0:
                lines.append(self.paint(" ".join([*cells, row[-1]]), "90"))
            else:
                lines.append(" ".join([self.paint(cells[0], _SEAT_COLOURS[seat]), *cells[1:], row[-1]]))
        return lines + notes

    def goal(self, view: dict[str, Any]) -> list[str]:
        """What wins: the objectives, or the victory cards that the viewer may see."""
        lines: list[str] = []
        victory = view["victory"]
        if victory["mode"] == "conditions":
            aims = [self.words.say("aim", column, {"count": aim}) for column, aim in victory["objectives"].items()]
            lines.append(self.say("goal", {"needed": victory["needed"], "aims": ", ".join(aims)}))
        else:
            lines.append(self.say("goal_cards", {"needed": victory["needed"]}))
            shown = [(int(seat), card) for seat, card in victory["cards"].items()]
            shown += [(-1, card) for card in victory["offered"]]
            for seat, card in shown:
                levels = "; ".join(
                    f"{self.name('column', column)} {' '.join(str(level) for level in each)}"
                    for column, each in card["levels"].items()
                )
                owner = f"{_LETTERS[seat]} " if seat >= 0 else ""
                lines.append(f"{owner}{card['id']}: {levels}")
        return lines

    def business(self, view: dict[str, Any]) -> list[str]:
        """What is on the table now: a proposal, a joint work, a payment, a plan."""
        lines: list[str] = []
        proposal = view["proposal"]
        if proposal is not None and "territory" in proposal:
            lines.append(self.say("proposal", {"seat": proposal["proposer"], "territory": proposal["territory"]}))
            here = next(each for each in view["territories"] if each["id"] == proposal["territory"])
            for seat, cards in enumerate(proposal["shares"]):
                if here["votes"][seat]:
                    given = ", ".join(self.shares(cards)) or "–"
                    lines.append(f"  {self.named(seat)} ({here['votes'][seat]}): {given}")
            lines.append("  " + self.say("passes", {"votes": here["votes_needed"], "total": sum(here["votes"])}))
        joint = view["joint"]
        if joint is not None and joint["territory"] is not None:
            data = {"work": joint["work"], "territory": joint["territory"], "open": self.counted(joint["open"])}
            lines.append(self.say("joint", data))
            for seat, each in enumerate(view["players"]):
                if each["pledged"]:
                    cards = ", ".join(self.name("card", card["card"]) for card in each["pledged"])
                    lines.append(f"  {self.named(seat)}: {cards}")
        plan = view["plan"]
        project = plan.get("project") if plan is not None else view["project"]
        if project is not None and "ways" in project:
            lines.append(self.say("ways", {}))
            lines += [f"  {self.counted(way)}" for way in project["ways"][:_MOST_WAYS]]
        if plan is not None and "moves" in plan:
            lines.append(self.say("plan", {"points": plan["points"], "moves": "; ".join(plan["moves"]) or "–"}))
        return lines

    def meaning(self, move: dict[str, Any], view: dict[str, Any], asked: dict[str, Any]) -> str:
        """Where a hero would go, what lies where a proposal could be made and what passes there, what a project costs."""
        kind = move["kind"]
        here = next((each for each in view["territories"] if each["id"] == move.get("territory")), None)
        if kind == "move_hero":
            return f"→ {asked['to'][move['hero']][move['direction']]}"
        if kind == "propose" and here is not None:
            _, _, _, votes, _, _, cards = self.territory(here)
            return f"{votes}  {cards.partition(' ')[2]}"
        if kind == "site" and here is not None and asked.get("project") == "village":
            return self.price(here["village_price"])
        if kind == "spend":
            return f"→ {self.counted(asked['ways'][_plainest(move, asked)])}"
        if kind == "recruit":
            return self.price(view["prices"][move["unit"]])
        if kind == "build" and move["project"] in view["prices"]:
            return self.price(view["prices"][move["project"]])
        if kind == "name_work":
            return self.price(view["prices"][move["work"]])
        return ""

    def talk(self, talk: dict[str, Any]) -> str:
        if talk["about"]:
            return self.paint(self.words.say("talk", "open", talk), "90")
        kind = "honour" if talk["open"] else "closed"
        return self.paint(self.words.say("talk", kind, talk), "90")
