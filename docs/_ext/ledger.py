"""The directive ``ledger``: a game's rules as a page, each with the code that enforces it and the tests that prove it."""

from __future__ import annotations

import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from skali.core import load_game

ROOT = Path(__file__).resolve().parents[2]


def places(folder: Path, pattern: str) -> dict[str, list[str]]:
    """Where each rule id stands in the files of a folder: file, class and function, in the order of the files."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        inside = ""
        waiting: list[str] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            ids = [f"{prefix}-{number}" for prefix, number in re.findall(pattern, line)]
            if opened := re.match(r"(\s*)(?:def|class) (\w+)", line):
                inside = f"{inside.split('.')[0]}.{opened[2]}" if opened[1] and inside else opened[2]
                for id in waiting:
                    found.setdefault(id, []).append(f"{file.stem}.{inside}")
                waiting = []
            if line.lstrip().startswith("@"):
                waiting += ids
            elif ids and not re.match(r"[A-Z]{2}_\d{3}\w*: Final", line):
                for id in ids:
                    place = f"{file.stem}.{inside}" if inside else file.stem
                    if place not in found.setdefault(id, []):
                        found[id].append(place)
    return found


class Ledger(Directive):
    """In a MyST page: a fence ``{ledger} fjords``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        game = load_game(self.arguments[0])
        letters = game.prefix
        code = places(game.folder, rf"\b({letters})[_-](\d{{3}})")
        tests = places(ROOT / "tests" / "games" / game.key, rf"\"({letters})-(\d{{3}})\"")
        lines: list[str] = []
        section = ""
        for rule in game.rulebook.of_kind("rule"):
            if rule.section != section:
                section = rule.section
                lines += ["", "```{rubric} " + section, "```", ""]
            marks = "".join(f" *{mark}*" for mark in rule.marks)
            lines += [f"**{rule.id} {rule.title}.** {rule.text}{marks}", ""]
            for name, where in (("code", code), ("tests", tests)):
                if rule.id in where:
                    lines += [f"- {name}: " + ", ".join(f"`{place}`" for place in where[rule.id][:6])]
            lines += [""]
        holder = nodes.section()
        holder.document = self.state.document
        self.state.nested_parse(StringList(lines, source=str(game.folder / "rules.md")), 0, holder)
        return holder.children


def setup(app: object) -> dict[str, bool]:
    app.add_directive("ledger", Ledger)  # type: ignore[attr-defined]
    return {"parallel_read_safe": True}
