"""What a game says, in up to three languages: templates over fields, from the ``words`` folder of the game.

A game must have words in English. A language in which it has none falls back to English, whole and not sentence by sentence.

A template names fields in braces. ``{count}`` is the value, ``{count:field|fields}`` the form that goes with the number,
``{terrain:@terrain}`` the value's name in the table ``terrain``, ``{item:@item#count}`` the form of that name that goes with the
number ``count``: from the table ``item_one`` or ``item_many``, where it has one. ``{seat:@player}`` is the name of who sits there,
``{points:/ : }`` a list with " : " between its parts. In the table ``score`` what stands behind `` | `` goes with the points of
each seat: ``"Outposts | ×{count}"`` is one line "Outposts" for all, with a number for each.

``rule`` has a sentence for players by the id of a rule, ``section`` a name by the heading of a chapter of the ledger.

Two tables are for boards that know nothing of the game. ``kind`` has a heading for each kind of move. ``view`` names the keys of
views: ``value = "Value"``; ``items = "Goods @item"`` where the names in it (values, keys) are in the table ``item``, or
``@item+card`` in two; ``owner = "Owner @player"`` where it holds seats; ``votes = "Votes @seats"`` where it may hold one part for
each seat; ``tile = "Tile @"`` where its codes stand for themselves; ``grid = ""`` where it is of no use to a reader.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

LANGUAGES: Final = ("en", "fr", "nl")
"""What the house speaks."""
_SENTENCES: Final = ("prompt", "event")
"""Tables of whole sentences: they begin with a capital, whatever name of a thing comes first."""
_NAME_FIRST: Final = re.compile(r"\{\w+:@(?!player)")
_FIELD: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")


class WordsError(ValueError):
    """A language, table or key without words."""


def languages_in(folder: Path) -> tuple[str, ...]:
    """The languages of the house that a folder of words has."""
    return tuple(language for language in LANGUAGES if (folder / f"{language}.toml").exists())


class _Part(NamedTuple):
    """Of a template: some text and the field behind it, its form, and the field of the number that it goes with."""

    before: str
    name: str
    form: str
    number: str


class Words:
    """The words of one game in one language."""

    def __init__(self, language: str, tables: dict[str, dict[str, str]]) -> None:
        self.language = language
        self.tables = tables
        self._read: dict[str, list[_Part]] = {}

    @classmethod
    def load(cls, folder: Path, language: str) -> Words:
        """The words common to all games, then the game's own; in English if the game does not speak the language."""
        if language not in LANGUAGES:
            raise WordsError(f"there are no words in '{language}'; languages are {', '.join(LANGUAGES)}")
        if language not in languages_in(folder):
            language = "en"
        tables: dict[str, dict[str, str]] = {}
        for each in (Path(__file__).parent / "common_words", folder):
            file = each / f"{language}.toml"
            if not file.exists():
                raise WordsError(f"there is no {file.name} in {folder.parent.name}/{folder.name}")
            for table, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
                tables.setdefault(table, {}).update(entries)
        return cls(language, tables)

    def template(self, table: str, key: str) -> str:
        try:
            return self.tables[table][key]
        except KeyError:
            raise WordsError(f"no words in '{self.language}' for {table}.{key}") from None

    def has(self, table: str, key: str) -> bool:
        return key in self.tables.get(table, {})

    def say(self, table: str, key: str, data: Mapping[str, Any] | None = None, players: Sequence[str] = ()) -> str:
        """The sentence of a key, filled in with the data and the players' names."""
        fields = data or {}
        template = self.template(table, key)
        said = ""
        for part in self._read.get(template) or self._read_template(template):
            said += part.before
            if not part.name:
                continue
            if part.name not in fields:
                raise WordsError(f"{table}.{key} in '{self.language}' names '{part.name}', which is not there")
            value = fields[part.name]
            if part.number:
                said += self.counted(part.form[1:], str(value), fields[part.number])
            else:
                said += self._form(value, part.form, players)
        return said[:1].upper() + said[1:] if table in _SENTENCES and _NAME_FIRST.match(template) else said

    def _read_template(self, template: str) -> list[_Part]:
        """The parts of a template, which is read once."""
        parts: list[_Part] = []
        at = 0
        for found in _FIELD.finditer(template):
            form, _, number = (found[2] or "").partition("#")
            parts.append(_Part(template[at : found.start()], found[1], form, number))
            at = found.end()
        parts.append(_Part(template[at:], "", "", ""))
        self._read[template] = parts
        return parts

    def counted(self, table: str, key: str, number: int) -> str:
        """A name in the form that goes with a number: ``3`` of ``bow`` are ``bows``."""
        form = f"{table}_one" if self._is_singular(number) else f"{table}_many"
        return self.tables[form][key] if self.has(form, key) else self.template(table, key)

    def heading(self, head: str) -> str:
        """A heading before what it announces: in French a space stands before the colon."""
        return f"{head} :" if self.language == "fr" else f"{head}:"

    def score_line(self, key: str, data: Mapping[str, Any], players: Sequence[str] = ()) -> tuple[str, str]:
        """The name of a line of the score sheet, the same for every seat, and what one seat has of it."""
        name, _, detail = self.say("score", key, data, players).partition(" | ")
        return name, detail

    def player(self, seat: int, players: Sequence[str] = ()) -> str:
        if 0 <= seat < len(players):
            return players[seat]
        return self.template("seat", "player").replace("{number}", str(seat + 1))

    def rule(self, id: str, ledger_text: str = "") -> str:
        """What a rule says to players; the ledger's own words where the language has none."""
        return self.tables.get("rule", {}).get(id, ledger_text)

    def section(self, heading: str) -> str:
        """The name of a chapter of the ledger; its own heading where the language has none."""
        return self.tables.get("section", {}).get(heading, heading)

    def fields_of(self, table: str, key: str) -> set[str]:
        """The fields that a template names."""
        fields: set[str] = set()
        for name, form in _FIELD.findall(self.template(table, key)):
            fields |= {name, form.partition("#")[2]}
        return fields - {""}

    def _form(self, value: Any, form: str, players: Sequence[str]) -> str:
        if "|" in form:
            one, many = form.split("|", 1)
            return one if self._is_singular(value) else many
        if isinstance(value, list):
            if form.startswith("/"):
                return form[1:].join(str(each) for each in value)
            if all(isinstance(each, int) for each in value) and not form:
                return ",".join(str(each) for each in value)
            return ", ".join(self._form(each, form, players) for each in value)
        if form == "@player":
            return self.player(value, players)
        if form.startswith("@"):
            return self.template(form[1:], str(value))
        return str(value)

    def _is_singular(self, value: Any) -> bool:
        return value == 1 or (value == 0 and self.language == "fr")
