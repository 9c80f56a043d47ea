"""``skali rules``: the ledger in the terminal."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer
from rich.markup import escape

from skali.cli.common import GameKey, Json, Language, open_game, out, print_json
from skali.core import Rule, load_game


def rules(
    game: GameKey,
    wanted: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID|WORDS]", help="An id such as FJ-032 or 32, or words to search for."),
    ] = None,
    language: Language = "en",
    as_json: Json = False,
) -> None:
    """The rules of a game: all of them, one by its id, or those in which some words occur."""
    rulebook = open_game(game).rulebook
    text = " ".join(wanted or [])
    if not text:
        found = rulebook.of_kind("rule")
    else:
        try:
            found = [rulebook.find(text)]
        except KeyError as error:
            found = rulebook.search(text)
            if not found:
                raise typer.BadParameter(f"{error.args[0]}; no rule speaks of '{text}' either") from None
    if as_json:
        print_json([dataclasses.asdict(rule) for rule in found])
        return
    section = ""
    for rule in found:
        if rule.section != section:
            section = rule.section
            out.print(f"\n[bold]{section}[/]")
        show(rule, load_game(game).words(language).rule(rule.id) if language != "en" else "")


def show(rule: Rule, translated: str = "") -> None:
    marks = "".join(f" [dim]\\[{mark}][/]" for mark in rule.marks)
    title = f" [bold]{escape(rule.title)}.[/]" if rule.title else ""
    out.print(f"[red]{rule.id}[/]{title} {escape(rule.text)}{marks}")
    if translated:
        out.print(f"       {escape(translated)}")
