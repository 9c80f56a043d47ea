"""Component data: TOML in which every datum says where it comes from.

A top-level table, or each entry of a top-level array, is an item. Its ``provenance`` is one of the words below for the whole item,
or a table that gives one for each field. A person who owns the box can correct the file, or pass their own.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

PROVENANCES: Final = ("rulebook", "printed component", "secondary source", "derived", "reconstructed")
_PLAIN: Final = ("game", "sources", "about")
"""Top-level entries that are no components."""


class ComponentError(ValueError):
    """A component file that cannot be played with; the message says what and where."""


class Item:
    """One component, read field by field; a wrong field is named with its place."""

    def __init__(self, file: str, section: str, number: int, data: dict[str, Any]) -> None:
        self.file = file
        self.section = section
        self.number = number
        self.data = data

    @property
    def where(self) -> str:
        place = f"[{self.section}]" if self.number == 0 else f"[[{self.section}]] number {self.number}"
        return f"{self.file}: {place}"

    def error(self, message: str) -> ComponentError:
        return ComponentError(f"{self.where}: {message}")

    def get(self, field: str) -> Any:
        if field not in self.data:
            raise self.error(f"'{field}' is missing")
        return self.data[field]

    def text(self, field: str, allowed: tuple[str, ...] = ()) -> str:
        value = self.get(field)
        if not isinstance(value, str):
            raise self.error(f"'{field}' must be text, not {value!r}")
        if allowed and value not in allowed:
            raise self.error(f"'{field}' must be one of {', '.join(allowed)}; not '{value}'")
        return value

    def number_of(self, field: str, low: int, high: int) -> int:
        value = self.get(field)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(f"'{field}' must be a whole number from {low} to {high}, not {value!r}")
        return value

    def numbers(self, field: str, length: int = -1) -> list[int]:
        value = self.get(field)
        if not isinstance(value, list) or not all(type(each) is int for each in value):
            raise self.error(f"'{field}' must be a list of whole numbers, not {value!r}")
        if length >= 0 and len(value) != length:
            raise self.error(f"'{field}' must have {length} numbers, not {len(value)}")
        return value

    def flag(self, field: str) -> bool:
        """True or false; a flag that is left out is false."""
        value = self.data.get(field, False)
        if not isinstance(value, bool):
            raise self.error(f"'{field}' must be true or false, not {value!r}")
        return value


@dataclass(frozen=True)
class AuditLine:
    """Where one field of one component comes from."""

    section: str
    item: str
    field: str
    value: str
    provenance: str


class Components:
    """The component data of a game, checked for form and provenance. What it means is the game's to check."""

    def __init__(self, file: str, data: dict[str, Any]) -> None:
        self.file = file
        self.data = data
        text = json.dumps(_playable(data), sort_keys=True, separators=(",", ":"))
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.audit()

    @classmethod
    def load(cls, path: Path, game: str) -> Components:
        """Reads a file; the first fault is an error that names it."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ComponentError(f"{path}: there is no such file") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ComponentError(f"{path}: cannot be read: {error}") from None
        except tomllib.TOMLDecodeError as fault:  # another name: mypyc gives one name one type
            raise ComponentError(f"{path.name}: this is not TOML: {fault}") from None
        if data.get("game") != game:
            raise ComponentError(f'{path.name}: the file must begin with game = "{game}", not {data.get("game")!r}')
        return cls(path.name, data)

    def items(self, section: str) -> list[Item]:
        """The entries of ``[[section]]``, of which there must be at least one."""
        found = self.data.get(section)
        if not isinstance(found, list) or not found:
            raise ComponentError(f"{self.file}: [[{section}]] is missing")
        return [Item(self.file, section, number, each) for number, each in enumerate(found, 1)]

    def item(self, section: str) -> Item:
        """The one table ``[section]``."""
        found = self.data.get(section)
        if not isinstance(found, dict):
            raise ComponentError(f"{self.file}: [{section}] is missing")
        return Item(self.file, section, 0, found)

    def audit(self) -> list[AuditLine]:
        """Every field of every component with its provenance."""
        lines: list[AuditLine] = []
        for section, content in self.data.items():
            if section in _PLAIN:
                continue
            entries = content if isinstance(content, list) else [content]
            for number, entry in enumerate(entries, 1):
                fields: dict[str, Any] = entry if isinstance(entry, dict) else {}
                item = Item(self.file, section, number if isinstance(content, list) else 0, fields)
                if not isinstance(entry, dict):
                    raise item.error("must be a table with a provenance")
                lines.extend(_audit_item(item))
        return lines


def _audit_item(item: Item) -> list[AuditLine]:
    given = item.get("provenance")
    values = {field: value for field, value in item.data.items() if field not in ("provenance", "note")}
    label = str(next(iter(values.values()), "")) if item.number else ""
    lines: list[AuditLine] = []
    for field, value in values.items():
        source = given.get(field) if isinstance(given, dict) else given
        if source not in PROVENANCES:
            raise item.error(f"the provenance of '{field}' must be one of {', '.join(PROVENANCES)}; not {source!r}")
        lines.append(AuditLine(item.section, label, field, str(value), source))
    return lines


def _playable(data: Any) -> Any:
    """The data without what cannot change play, so that a corrected note does not change the digest."""
    if isinstance(data, dict):
        return {
            key: _playable(value)
            for key, value in data.items()
            if key not in ("provenance", "note", "sources", "about")
        }
    if isinstance(data, list):
        return [_playable(each) for each in data]
    return data
