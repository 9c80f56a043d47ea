"""Values of a saved position, read back: each is checked, and a ``LoadError`` names what is wrong with it."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.protocol import LoadError


def within(value: Any, low: int, high: int, name: str) -> int:
    """A whole number from ``low`` to ``high``."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise LoadError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def one_of(value: Any, names: tuple[str, ...], name: str) -> int:
    """The place of one of these names among them."""
    if value not in names:
        raise LoadError(f"{name} must be one of {', '.join(names)}; not {value!r}")
    return names.index(value)


def flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise LoadError(f"{name} must be true or false, not {value!r}")
    return value


def list_of(value: Any, name: str, length: int = -1) -> list[Any]:
    """A list, of so many values if that is said."""
    if not isinstance(value, list):
        raise LoadError(f"{name} must be a list, not {value!r}")
    if length >= 0 and len(value) != length:
        raise LoadError(f"{name} must be a list of {length}, not of {len(value)}")
    return value


def set_of(value: Any, size: int, name: str) -> i64:
    """A set of numbers below ``size``, at most 62, saved as a list."""
    members: i64 = 0
    for each in list_of(value, name):
        number = within(each, 0, size - 1, name)
        if members & bit(number):
            raise LoadError(f"{name} has {number} twice")
        members |= bit(number)
    return members
