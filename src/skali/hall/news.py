"""What of a view is new to a viewer, part by part."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from skali.core import State

_NAMES: dict[str, bytes] = {}
"""The names of parts as they stand in JSON, with the colon."""


def in_json(name: str, value: object) -> bytes:
    """An entry of a JSON object."""
    begun = _NAMES.get(name)
    if begun is None:
        begun = _NAMES[name] = orjson.dumps(name) + b":"
    encoded: bytes = begun + orjson.dumps(value)
    return encoded


class News(NamedTuple):
    """Of a view: the parts that are not as they were told last, and the names of those that are; as finished JSON."""

    known: dict[str, int]
    """Kept, so that no other dictionary can have its identity."""
    view: orjson.Fragment
    same: orjson.Fragment


class ViewParts:
    """What is seen through one seat, for all who are told of it: made only as far as they need it, and put into JSON once.

    Where a game can say whether a part of its view has changed (``State.view_stamps``), one that has not is not even made.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.view: dict[str, Any] | None = None
        self.stamps = state.view_stamps(seat)
        self.marks: dict[str, int] = {**self.stamps}
        """By the name of a part its stamp, or a hash of its JSON: what a viewer knows who has been told this view."""
        self.parts: dict[str, bytes] = {}
        """The parts that somebody has needed."""
        self.made: dict[int, News] = {}
        """By the identity of what was known before: who has been told the same has the same news."""

    def whole(self) -> dict[str, Any]:
        if self.view is None:
            self.view = self.state.view(self.seat)
        return self.view

    def news(self, known: dict[str, int]) -> News:
        """For who knows parts with these marks."""
        news = self.made.get(id(known))
        if news is None:
            news = self.made[id(known)] = self.compare(known)
        return news

    def compare(self, known: dict[str, int]) -> News:
        same = [name for name, stamp in self.stamps.items() if known.get(name) == stamp]
        self.make(same)
        new: list[bytes] = []
        for name, part in self.parts.items():
            if known.get(name) != self.marks[name]:
                new.append(part)
            elif name not in self.stamps:
                same.append(name)
        view = orjson.Fragment(b"{" + b",".join(new) + b"}")
        return News(known, view, orjson.Fragment(orjson.dumps(same)))

    def make(self, without: list[str]) -> None:
        """Makes the parts but these, if they are not there."""
        if not self.parts and self.view is None:
            made = self.state.view_without(self.seat, without)
        elif not self.parts or any(name not in self.parts and name not in without for name in self.stamps):
            made = self.whole()
        else:
            return
        for name, value in made.items():
            part = self.parts[name] = in_json(name, value)
            if name not in self.stamps:
                self.marks[name] = hash(part)
