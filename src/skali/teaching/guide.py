"""The guide of a game: what a newcomer reads, with pictures of real positions.

The text is one Markdown file for each language in the game's ``words``: ``guide.en.md`` and so on. A chapter begins with
``## key: Title``; a paragraph or a point of a list (``- ...``) ends with the rules that it tells, ``[FJ-031 FJ-032]``;
``![Caption](name)`` on a line of its own is a picture, its caption ends with rules like a paragraph; lines that begin with ``|``
are a table. ``**strong**`` and ``*slanted*`` are the only marks inside a text.

``guide.toml`` in the game's folder has what is the same in every language: for each chapter the kinds of prompt at which it is
opened, the positions that are drawn, and for each picture what it shows. ``docs/howto/teach_a_game.md`` tells it all.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from skali.core.protocol import SPECTATOR, Game
from skali.teaching.prepared import Prepared, PreparedError, read_move, read_prepared

_RULES: Final = re.compile(r"\s*\[([A-Z]{2,4}-[\w-]+(?: [A-Z]{2,4}-[\w-]+)*)\]$")
_PICTURE: Final = re.compile(r"!\[(.+)\]\(([\w-]+)\)(.*)")
_CHAPTER: Final = re.compile(r"## ([\w-]+): (.+)")


@dataclass(frozen=True)
class Block:
    """A part of a chapter: a ``text``, an ``item`` of a list, a ``table`` or a ``diagram`` with its caption."""

    kind: str
    text: str = ""
    rules: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    diagram: str = ""


@dataclass(frozen=True)
class Chapter:
    key: str
    title: str
    prompts: tuple[str, ...]
    """The kinds of prompt at which a reader is sent here."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Diagram:
    """A picture: a position as one seat sees it, what is marked in it, and what must be true of it."""

    name: str
    position: Prepared
    seat: int = SPECTATOR
    part: str = "board"
    """What of the table is drawn: the ``board`` or the ``holdings``."""
    size: tuple[int, int] = (720, 440)
    marks: tuple[tuple[str, str], ...] = ()
    """Places of the board, each with ``yes``, ``no`` or a short text."""
    asked: str = ""
    """The kind of prompt of the seat; with one, what the seat may do is drawn too."""
    legal: tuple[int, ...] = ()
    """Moves of the seat that must be allowed."""
    refused: tuple[tuple[int, str], ...] = ()
    """Moves of the seat that must be refused, each with its rule."""
    view: tuple[tuple[str, Any], ...] = ()
    """What the view must say, by path: ``huts_left.0``."""


@dataclass(frozen=True)
class Guide:
    language: str
    chapters: tuple[Chapter, ...]
    diagrams: dict[str, Diagram] = field(default_factory=dict)
    untold: frozenset[str] = frozenset()
    """Rules that a player need not read: they are about programs."""

    def rules(self) -> list[str]:
        """All the rules that it tells, in its order."""
        return [rule for chapter in self.chapters for block in chapter.blocks for rule in block.rules]


def has_guide(game: Game) -> bool:
    return (game.folder / "guide.toml").exists()


def load_guide(game: Game, language: str) -> Guide:
    """The guide of a game that has one; in English where it has none in that language."""
    data = tomllib.loads((game.folder / "guide.toml").read_text(encoding="utf-8"))
    file = game.folder / "words" / f"guide.{language}.md"
    if not file.exists():
        language = "en"
        file = game.folder / "words" / "guide.en.md"
    chapters = read_chapters(file.read_text(encoding="utf-8"), data.get("chapter", {}))
    return Guide(language, chapters, read_diagrams(game, data), frozenset(data.get("untold", ())))


def read_chapters(text: str, known: Mapping[str, Any]) -> tuple[Chapter, ...]:
    chapters: list[Chapter] = []
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        found = _CHAPTER.fullmatch(head.strip())
        if found is None:
            raise PreparedError(f"'{head.strip()}' is no chapter: write '## key: Title'")
        prompts = tuple(str(kind) for kind in known.get(found[1], {}).get("prompts", ()))
        chapters.append(Chapter(found[1], found[2], prompts, read_blocks(body)))
    return tuple(chapters)


def read_blocks(text: str) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for part in re.split(r"\n\s*\n", text):
        lines = [line.rstrip() for line in part.strip().splitlines()]
        if not lines:
            continue
        if lines[0].startswith("|"):
            blocks.append(read_table(lines))
        elif lines[0].startswith("- "):
            for item in re.split(r"\n- ", "\n" + "\n".join(lines))[1:]:
                text, rules = split_rules(item)
                blocks.append(Block("item", text, rules))
        elif found := _PICTURE.fullmatch(" ".join(lines)):
            blocks.append(Block("diagram", found[1], split_rules(found[3])[1], diagram=found[2]))
        else:
            text, rules = split_rules("\n".join(lines))
            blocks.append(Block("text", text, rules))
    return tuple(blocks)


def read_table(lines: list[str]) -> Block:
    """The rules of a table stand on a line of their own below it."""
    rules = split_rules(lines.pop())[1] if not lines[-1].startswith("|") else ()
    rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return Block("table", "", rules, tuple(row for row in rows if set("".join(row)) - set("-: ")))


def split_rules(text: str) -> tuple[str, tuple[str, ...]]:
    """A text and the rules at its end."""
    plain = " ".join(text.split())
    found = _RULES.search(plain)
    if found is None:
        return plain, ()
    return plain[: found.start()], tuple(found[1].split())


def read_diagrams(game: Game, data: Mapping[str, Any]) -> dict[str, Diagram]:
    positions: dict[str, Prepared] = {}
    for name, each in data.get("position", {}).items():
        positions[name] = read_prepared(game, each, positions[each["base"]] if "base" in each else None)
    return {
        name: read_diagram(game, name, each, positions[each.get("position", name)])
        for name, each in data.get("diagram", {}).items()
    }


def read_diagram(game: Game, name: str, data: Mapping[str, Any], position: Prepared) -> Diagram:
    wide, high = data.get("size", (720, 440))
    return Diagram(
        name,
        position,
        int(data.get("seat", SPECTATOR)),
        str(data.get("part", "board")),
        (int(wide), int(high)),
        tuple((str(at), str(sign)) for at, sign in data.get("marks", {}).items()),
        str(data.get("asked", "")),
        tuple(read_move(game, str(move)) for move in data.get("legal", ())),
        tuple((read_move(game, str(move)), str(rule)) for move, rule in data.get("refused", {}).items()),
        tuple((str(path), value) for path, value in data.get("view", {}).items()),
    )
