"""``skali games``: what can be played here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rich.table import Table

import skali
from skali.cli.common import Json, out, print_json
from skali.core import Game, game_keys, load_game
from skali.core.options import show_value


def games(as_json: Json = False) -> None:
    """The games: seats, options, rules version, how many rules and how many of them are carried by tests, compiled or not."""
    rows = [describe(load_game(key)) for key in game_keys()]
    if as_json:
        print_json({"compiled": skali.compiled, "games": rows})
        return
    table = Table("game", "seats", "rules", "version", "options", title="Games in this hall", title_justify="left")
    for row in rows:
        options = "\n".join(f"{name}: {', '.join(values)}" for name, values in row["options"].items())
        tested = "" if row["tested"] is None else f" ({row['tested']} tested)"
        seats = ", ".join(str(size) for size in row["seats"])
        table.add_row(
            f"[bold]{row['key']}[/]\n{row['title']}", seats, f"{row['rules']}{tested}", row["version"], options
        )
    out.print(table)
    out.print("running compiled" if skali.compiled else f"running interpreted: {skali.why_interpreted}")


def describe(game: Game) -> dict[str, Any]:
    """One game as data. ``tested`` counts the rules that tests carry, where the tests are at hand."""
    rules = {rule.id for rule in game.rulebook.of_kind("rule")}
    carried = tested_ids(game.key)
    return {
        "key": game.key,
        "title": game.title,
        "seats": list(game.seats),
        "version": game.rules_version,
        "rules": len(rules),
        "tested": None if carried is None else len(rules & carried),
        "options": {name: [show_value(value) for value in values] for name, values in game.options.allowed().items()},
        "components": game.components.digest,
    }


def tested_ids(key: str) -> set[str] | None:
    """The rule ids named by the tests of a game in a checkout; None in an installed package."""
    folder = Path(skali.__file__).parents[2] / "tests" / "games" / key
    if not folder.is_dir():
        return None
    ids: set[str] = set()
    for file in folder.rglob("test_*.py"):
        for marks in re.findall(r"@rule\(([^)]*)\)", file.read_text(encoding="utf-8")):
            ids.update(re.findall(r"\"([A-Z]+-\d+)\"", marks))
    return ids
