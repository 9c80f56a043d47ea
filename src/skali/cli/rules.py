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
    words = load_game(game).words(language)
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
            out.print(f"\n[bold]{escape(words.section(section))}[/]")
        show(rule, words.rule(rule.id))


def show(rule: Rule, sentence: str) -> None:
    """What the rule says to players, and below it the ledger's exact words."""
    marks = "".join(f" [dim]\\[{mark}][/]" for mark in rule.marks)
    exactly = f"{escape(rule.title)}. {escape(rule.text)}" if rule.title else escape(rule.text)
    if sentence:
        out.print(f"[red]{rule.id}[/] {escape(sentence)}")
        out.print(f"       [dim]{exactly}[/]{marks}")
    else:
        out.print(f"[red]{rule.id}[/] {exactly}{marks}")
