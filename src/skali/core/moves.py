"""A move is a plain int with a meaning: ``MoveSpace`` gives its structure and its notation, and back.

A game declares its kinds of move once, each with bounded fields. The int is for search and learning, the structure for JSON and
the browser, the notation for records, tests, logs and keyboards. The same int means the same thing in every state.
"""

from __future__ import annotations

import re
from abc import ABCMeta, abstractmethod
from difflib import get_close_matches
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, mypyc_attr

from skali.core.hexes import HexGrid


class Moves:
    """A reusable list of moves: a Python list per decision would cost more than the rules."""

    def __init__(self) -> None:
        self.items: vec[i32] = vec[i32](capacity=64)
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def add(self, move: i64) -> None:
        if self.count < len(self.items):
            self.items[self.count] = i32(move)
        else:
            self.items = append(self.items, i32(move))
        self.count += 1

    def at(self, index: i64) -> i64:
        return i64(self.items[index])

    def to_list(self) -> list[int]:
        return [int(self.items[index]) for index in range(self.count)]


class NotationError(ValueError):
    """A text or structure that is no move; the message says what would be one."""


MOST_NAMED: Final = 8
"""More names than this are not all told to who has mistyped one."""


def nearest(text: str, texts: list[str], number: int = 3) -> list[str]:
    """The few texts that are most like one that was mistyped; the first ones if none is."""
    plain = {each.casefold(): each for each in texts}
    near = get_close_matches(text.casefold(), list(plain), number, 0.3)
    return [plain[each] for each in near] or texts[:number]


@mypyc_attr(allow_interpreted_subclasses=True)
class Field(metaclass=ABCMeta):
    """A part of a move: a value from 0 to size - 1, with a way to write it."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    @abstractmethod
    def show(self, value: int) -> str:
        """The value as text, without spaces."""

    @abstractmethod
    def read(self, text: str) -> int:
        """The value of a text; -1 if it is none."""

    @abstractmethod
    def allowed(self) -> str:
        """What may stand here, for error messages."""

    def near(self, text: str) -> str:
        """The same for who has written a text that is none of it, in a few words."""
        return self.allowed()

    def to_data(self, value: int) -> object:
        return self.show(value)

    def from_data(self, data: object) -> int:
        return self.read(str(data))


class Number(Field):
    """A whole number, counted from ``first``."""

    def __init__(self, name: str, size: int, first: int = 0) -> None:
        super().__init__(name, size)
        self.first = first

    def show(self, value: int) -> str:
        return str(value + self.first)

    def read(self, text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            return -1
        value = int(text) - self.first
        return value if 0 <= value < self.size else -1

    def allowed(self) -> str:
        return f"a number from {self.first} to {self.first + self.size - 1}"

    def to_data(self, value: int) -> object:
        return value + self.first


class Named(Field):
    """One of a list of names. The size may leave room for more names than there are."""

    def __init__(self, name: str, size: int, names: list[str]) -> None:
        super().__init__(name, size)
        if len(names) > size:
            raise ValueError(f"{len(names)} names for {name}, room for {size}")
        self.names = names
        self.numbers = {each.casefold(): number for number, each in enumerate(names)}

    def show(self, value: int) -> str:
        return self.names[value] if value < len(self.names) else f"#{value}"

    def read(self, text: str) -> int:
        if text.startswith("#") and text[1:].isdecimal() and len(text) <= 10:
            value = int(text[1:])
            return value if len(self.names) <= value < self.size else -1
        return self.numbers.get(text.casefold(), -1)

    def allowed(self) -> str:
        return "one of " + ", ".join(self.names)

    def near(self, text: str) -> str:
        if len(self.names) <= MOST_NAMED:
            return self.allowed()
        return "a name such as " + ", ".join(nearest(text, self.names))


class Cell(Field):
    """A cell of a hexagonal grid, written ``2,-1``."""

    def __init__(self, name: str, grid: HexGrid) -> None:
        super().__init__(name, int(grid.cells))
        self.grid = grid

    def show(self, value: int) -> str:
        q, r = self.grid.axial(value)
        return f"{q},{r}"

    def read(self, text: str) -> int:
        found = re.fullmatch(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})", text)
        if not found:
            return -1
        return int(self.grid.cell(int(found[1]), int(found[2])))

    def allowed(self) -> str:
        return "a cell such as 2,-1"

    def to_data(self, value: int) -> object:
        return list(self.grid.axial(value))

    def from_data(self, data: object) -> int:
        if not isinstance(data, list) or len(data) != 2:
            return -1
        return self.read(f"{data[0]},{data[1]}")


class Kind:
    """A kind of move: its first number, its name, its notation with fields in braces, its fields in the order of the notation."""

    def __init__(self, first: int, name: str, notation: str, *fields: Field) -> None:
        self.first = first
        self.name = name
        self.notation = notation
        self.fields = list(fields)
        self.size = 1
        for each in fields:
            self.size *= each.size
        pattern = re.escape(notation)
        for each in fields:
            mark = re.escape("{" + each.name + "}")
            if mark not in pattern:
                raise ValueError(f"the notation of {name} leaves out {each.name}")
            pattern = pattern.replace(mark, r"(\S+)", 1)
        self.pattern = re.compile(pattern, re.IGNORECASE)
        self.opening = notation.split("{")[0].strip().casefold()


class MoveSpace:
    """All the moves of a game: int ⇄ structure ⇄ notation."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = list(kinds)
        self.by_name = {kind.name: kind for kind in kinds}
        self.size = 0
        for kind in kinds:
            if kind.first != self.size:
                raise ValueError(f"{kind.name} begins at {kind.first}, but the kinds before it end at {self.size}")
            self.size += kind.size

    def __contains__(self, move: object) -> bool:
        return isinstance(move, int) and 0 <= move < self.size

    def kind_of(self, move: int) -> Kind:
        for kind in self.kinds:
            if kind.first <= move < kind.first + kind.size:
                return kind
        raise NotationError(f"{move} is no move: moves are numbered 0 to {self.size - 1}")

    def values(self, move: int) -> list[int]:
        """The values of the fields."""
        kind = self.kind_of(move)
        rest = move - kind.first
        values: list[int] = []
        for each in reversed(kind.fields):
            values.append(rest % each.size)
            rest //= each.size
        values.reverse()
        return values

    def join(self, kind: Kind, values: list[int]) -> int:
        number = 0
        for each, value in zip(kind.fields, values, strict=True):
            number = number * each.size + value
        return kind.first + number

    def show(self, move: int) -> str:
        """The notation of a move."""
        kind = self.kind_of(move)
        text = kind.notation
        for each, value in zip(kind.fields, self.values(move), strict=True):
            text = text.replace("{" + each.name + "}", each.show(value), 1)
        return text

    def read(self, text: str) -> int:
        """The move of a notation; a ``NotationError`` says what would be one."""
        plain = " ".join(text.split())
        complaint = ""
        for kind in self.kinds:
            found = kind.pattern.fullmatch(plain)
            if found:
                values: list[int] = []
                for each, part in zip(kind.fields, found.groups(), strict=True):
                    value = each.read(part)
                    if value < 0:
                        complaint = f"'{plain}': {each.name} is {each.near(part)}, not '{part}'"
                        break
                    values.append(value)
                else:
                    return self.join(kind, values)
            elif not complaint and kind.fields and (plain.casefold() + " ").startswith(kind.opening + " "):
                complaint = f"'{plain}' is incomplete or too long: write {kind.notation}"
        if not complaint:
            near = nearest(plain, [kind.notation for kind in self.kinds])
            complaint = f"'{plain}' is no move here: write for example: " + "; ".join(near)
        raise NotationError(complaint)

    def to_data(self, move: int) -> dict[str, object]:
        """The structure of a move, ready for JSON."""
        kind = self.kind_of(move)
        data: dict[str, object] = {"kind": kind.name}
        for each, value in zip(kind.fields, self.values(move), strict=True):
            data[each.name] = each.to_data(value)
        return data

    def from_data(self, data: dict[str, object]) -> int:
        kind = self.by_name.get(str(data.get("kind")))
        if kind is None:
            raise NotationError(f"there is no move of kind {data.get('kind')!r}: kinds are {', '.join(self.by_name)}")
        expected = {"kind"} | {each.name for each in kind.fields}
        if set(data) != expected:
            raise NotationError(f"a move of kind {kind.name} has the fields {', '.join(sorted(expected))}")
        values: list[int] = []
        for each in kind.fields:
            value = each.from_data(data[each.name])
            if value < 0:
                raise NotationError(
                    f"{kind.name}: {each.name} is {each.near(str(data[each.name]))}, not {data[each.name]!r}"
                )
            values.append(value)
        return self.join(kind, values)
