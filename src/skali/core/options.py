"""The variants of a game: one field of a frozen dataclass each, with the values that the rules know."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import field, fields
from typing import Any

from mypy_extensions import mypyc_attr


class OptionError(ValueError):
    """An option or value that the game does not have; the message says which it has."""


def choice(*values: str | int) -> Any:
    """An option with a few named values; the first is the default."""
    return field(default=values[0], metadata={"values": values})


def switch(default: bool) -> Any:
    """An option that is on or off."""
    return field(default=default, metadata={"values": (default, not default)})


def whole(default: int, low: int, high: int) -> Any:
    """An option that is a whole number within bounds; the kit plays the default and the bounds."""
    return field(default=default, metadata={"values": (default, low, high), "low": low, "high": high})


def text(default: str, *examples: str) -> Any:
    """An option that is free text, which the game checks; the kit plays the default and the examples."""
    return field(default=default, metadata={"values": (default, *examples), "text": True})


def show_value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@mypyc_attr(allow_interpreted_subclasses=True)
class Options:
    """Base of every game's options; a game without variants uses it as it is."""

    @classmethod
    def allowed(cls) -> dict[str, tuple[Any, ...]]:
        """Each option with its values, the default first."""
        if cls is Options:
            return {}
        return {each.name: each.metadata["values"] for each in fields(cls)}  # type: ignore[arg-type]

    @classmethod
    def details(cls) -> dict[str, dict[str, Any]]:
        """What each option says of itself: its values, and the bounds of a number."""
        if cls is Options:
            return {}
        return {each.name: dict(each.metadata) for each in fields(cls)}  # type: ignore[arg-type]

    @classmethod
    def accepts(cls, name: str, value: object) -> bool:
        """Whether an option can have a value, given as itself and not as text."""
        values = cls.allowed()[name]
        if type(value) is not type(values[0]):
            return False
        detail = cls.details()[name]
        if "low" in detail and isinstance(value, int):
            return bool(detail["low"] <= value <= detail["high"])
        return "text" in detail or value in values

    @classmethod
    def parse(cls, texts: dict[str, str]) -> Options:
        """Options from texts such as ``{"fast_finish": "off"}``."""
        allowed = cls.allowed()
        details = cls.details()
        chosen: dict[str, Any] = {}
        for name, given in texts.items():
            if name not in allowed:
                known = ", ".join(allowed) or "none"
                raise OptionError(f"there is no option '{name}'; the options are: {known}")
            detail = details[name]
            if "text" in detail:
                chosen[name] = given
                continue
            if "low" in detail:
                low, high = int(detail["low"]), int(detail["high"])
                if not given.isdecimal() or len(given) > 9 or not low <= int(given) <= high:
                    raise OptionError(f"{name} is a whole number from {low} to {high}; not '{given}'")
                chosen[name] = int(given)
                continue
            for value in allowed[name]:
                if show_value(value) == given:
                    chosen[name] = value
                    break
            else:
                values = ", ".join(show_value(value) for value in allowed[name])
                raise OptionError(f"{name} can be {values}; not '{given}'")
        return cls(**chosen)

    def to_texts(self) -> dict[str, str]:
        return {name: show_value(getattr(self, name)) for name in self.allowed()}

    @classmethod
    def every(cls) -> Iterator[Options]:
        """All combinations, the defaults first."""
        allowed = cls.allowed()
        for values in itertools.product(*allowed.values()):
            yield cls(**dict(zip(allowed, values, strict=True)))
