"""What of a view is new to a viewer, part by part."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson


class News(NamedTuple):
    """Of a view: the parts that are not as they were told last, and the names of those that are; as finished JSON."""

    known: dict[str, int]
    """Kept, so that no other dictionary can have its identity."""
    view: orjson.Fragment
    same: orjson.Fragment


class ViewParts:
    """A view as JSON, part by part, for all who are told what of it has changed."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.parts: dict[str, bytes] = {key: orjson.dumps(value) for key, value in view.items()}
        self.hashes = {key: hash(part) for key, part in self.parts.items()}
        self.made: dict[int, News] = {}
        """By the identity of what was known before: who has been told the same has the same news."""

    def news(self, known: dict[str, int]) -> News:
        """For who knows parts with these hashes."""
        news = self.made.get(id(known))
        if news is None:
            new: dict[str, orjson.Fragment] = {}
            same: list[str] = []
            for key, part in self.parts.items():
                if known.get(key) == self.hashes[key]:
                    same.append(key)
                else:
                    new[key] = orjson.Fragment(part)
            news = News(known, orjson.Fragment(orjson.dumps(new)), orjson.Fragment(orjson.dumps(same)))
            self.made[id(known)] = news
        return news
