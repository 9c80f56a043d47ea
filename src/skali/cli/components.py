"""``skali components``: where every component comes from, and a game's cards to browse."""

from __future__ import annotations

import dataclasses
import importlib
from types import ModuleType
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from skali.cli.common import ComponentFile, GameKey, Json, Language, open_game, out, print_json
from skali.core import Game, OptionError
from skali.core.components import PROVENANCES, AuditLine


def components(
    game: GameKey,
    file: ComponentFile = None,
    as_json: Json = False,
    cards: Annotated[bool, typer.Option("--cards", help="The cards instead, with what each does.")] = False,
    search: Annotated[str, typer.Option(help="Only cards whose number, name or sentence has this.")] = "",
    deck: Annotated[str, typer.Option(help="Only cards of this deck.")] = "",
    kind: Annotated[str, typer.Option(help="Only cards of this kind, such as anytime.")] = "",
    verb: Annotated[str, typer.Option(help="Only cards with this verb, such as upgrade.")] = "",
    language: Language = "en",
) -> None:
    """The audit of a game's components: each datum with its provenance. With --components it checks your own file."""
    loaded = open_game(game, file)
    if cards or search or deck or kind or verb:
        show_cards(loaded, search, {"deck": deck, "kind": kind, "verb": verb}, language, as_json)
        return
    lines = loaded.components.audit()
    counts = {source: sum(line.provenance == source for line in lines) for source in PROVENANCES}
    if as_json:
        audit = [dataclasses.asdict(line) for line in lines]
        print_json({"game": game, "digest": loaded.components.digest, "provenance": counts, "components": audit})
        return
    out.print(f"[bold]{loaded.title}[/]: components {loaded.components.digest} from {loaded.components.file}")
    out.print(", ".join(f"{count} {source}" for source, count in counts.items() if count))
    browser = card_browser(loaded)
    if browser:
        out.print(browser.summary(loaded))
    if counts["reconstructed"]:
        out.print(
            "[yellow]What is marked reconstructed is our best guess, not the printed component.[/] Correct it from your box"
        )
        out.print(f"in a copy of components.toml and play with it: skali play {game} --components FILE")
    table = Table("component", "field", "value", "provenance")
    for line in lines:
        colour = "yellow" if line.provenance == "reconstructed" else ""
        table.add_row(label(line), line.field, line.value, line.provenance, style=colour)
    out.print(table)


def label(line: AuditLine) -> str:
    return f"{line.section} {line.item}".strip()


def card_browser(game: Game) -> ModuleType | None:
    """The game's presenter, if it has cards to browse."""
    try:
        presenter = importlib.import_module(f"{game.package}.presenter")
    except ModuleNotFoundError:
        return None
    return presenter if hasattr(presenter, "browse") else None


def show_cards(game: Game, search: str, wanted: dict[str, str], language: str, as_json: bool) -> None:
    browser = card_browser(game)
    if browser is None:
        raise OptionError(f"{game.title} has no cards to browse")
    rows = browser.browse(game, game.words(language))
    for field, value in wanted.items():
        known = sorted({each for row in rows for each in values(row, field)})
        if value and value not in known:
            raise OptionError(f"there is no {field} '{value}'; there are: {', '.join(known)}")
        rows = [row for row in rows if not value or value in values(row, field)]
    rows = [row for row in rows if matches(row, search)]
    if as_json:
        print_json({"game": game.key, "cards": rows})
        return
    table = Table("card", "deck", "kind", "points", "what it does")
    for row in rows:
        mark = row["deck"] + (" (starting)" if row["starting"] else "")
        table.add_row(
            escape(row["title"]), mark, row["kind"].replace("_", " "), str(row["points"]), escape(row["text"])
        )
    out.print(table)
    out.print(f"{len(rows)} {'card' if len(rows) == 1 else 'cards'}")


def values(row: dict[str, Any], field: str) -> list[str]:
    value = row[field]
    return list(value) if isinstance(value, list) else [value]


def matches(row: dict[str, Any], search: str) -> bool:
    return search.casefold() in f"{row['number']} {row['name']} {row['title']} {row['text']}".casefold()
