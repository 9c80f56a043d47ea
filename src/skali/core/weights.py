"""Weights of a learned value: whole numbers in a data file that says where they come from.

A position is worth the sum of its features, each times its weight, in 65,536ths of a point. All of it is whole numbers, so every
machine judges alike, compiled or not. Weights that were learned for other components, rules or features are not used.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.observation import Numbers

FRACTION: Final = 65536
"""A weight of so much is a point for each unit of its feature."""
MOST: Final = 1 << 40
"""No weight is larger: the sum of all features stays far from the end of 64 bits."""


class WeightsError(ValueError):
    """Weights that cannot be used; the message says why."""


class Weights:
    """For each kind of position (row) a weight for each feature, and where they come from."""

    def __init__(self, rows: list[list[int]], provenance: dict[str, Any]) -> None:
        self.size: i64 = len(rows[0])
        self.count: i64 = len(rows)
        self.provenance = provenance
        items: vec[i64] = vec[i64]()
        for row in rows:
            if len(row) != len(rows[0]) or any(not -MOST <= weight <= MOST for weight in row):
                raise WeightsError("a row is too short or too long, or a weight too large")
            for weight in row:
                items = append(items, i64(weight))
        self.items = items

    def value(self, row: i64, numbers: Numbers) -> float:
        """The points that the features promise."""
        total: i64 = 0
        first = row * self.size
        items = self.items
        features = numbers.items
        for at in range(self.size):
            total += items[first + at] * i64(features[at])
        return float(total) / float(FRACTION)

    def part(self, row: i64, feature: i64, number: i64) -> float:
        """The points of one feature."""
        return float(self.items[row * self.size + feature] * number) / float(FRACTION)

    def to_rows(self) -> list[list[int]]:
        size = int(self.size)
        items = [int(weight) for weight in self.items]
        return [items[first : first + size] for first in range(0, len(items), size)]


class Tunable:
    """A number of a judgement that is learned by play: what people set it to, and within which bounds others are tried."""

    def __init__(self, name: str, by_hand: float, step: float, most: float = 1000.0) -> None:
        self.name = name
        self.by_hand = by_hand
        self.step = step
        """By how much it is changed to see what comes of it: some part of what would spoil the play."""
        self.most = most
        """No number is larger, and none below 0."""

    def within(self, number: float) -> float:
        """The nearest number that is allowed."""
        return min(max(number, 0.0), self.most)


def numbers_of(tunables: tuple[Tunable, ...], weights: Weights | None) -> list[float]:
    """The numbers of a judgement: as they were learned, or as people set them."""
    if weights is None:
        return [each.by_hand for each in tunables]
    return [weights.part(0, at, 1) for at in range(len(tunables))]


def fingerprint(features: tuple[str, ...], rows: tuple[str, ...]) -> str:
    """A short hash of what is looked at, in its order."""
    return hashlib.sha256(json.dumps([features, rows]).encode()).hexdigest()[:16]


def read_weights(
    path: Path, features: tuple[str, ...], rows: tuple[str, ...], components: str, rules_version: str
) -> Weights:
    """The weights of a file; ``WeightsError`` if there are none that fit."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        provenance = data["provenance"]
        asked = {"components": components, "rules": rules_version, "features": fingerprint(features, rows)}
        for name, value in asked.items():
            if provenance[name] != value:
                raise WeightsError(f"they were learned for {name} {provenance[name]}, here are {value}")
        made = Weights([list(map(int, data["weights"][row])) for row in rows], provenance)
        if made.size != len(features):
            raise WeightsError(f"there are {made.size} weights for {len(features)} features")
        return made
    except OSError:
        raise WeightsError(f"there is no {path.name}") from None
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise error if isinstance(error, WeightsError) else WeightsError(f"{path.name} is damaged") from None


def weights_or_none(
    path: Path, features: tuple[str, ...], rows: tuple[str, ...], components: str, rules_version: str
) -> Weights | None:
    """The same for a game that starts: without weights that fit it says so in one line and goes on without."""
    try:
        return read_weights(path, features, rows, components, rules_version)
    except WeightsError as error:
        print(f"skali: bots of {path.parent.name} judge by hand, not by what was learned: {error}", file=sys.stderr)
        return None


def write_weights(
    path: Path, weights: list[list[int]], features: tuple[str, ...], rows: tuple[str, ...], provenance: dict[str, Any]
) -> None:
    """Writes a file that ``read_weights`` reads: one line for each row, the same for the same weights."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in zip(rows, weights, strict=True))
    head = json.dumps(
        {**provenance, "features": fingerprint(features, rows)}, indent=1, sort_keys=True, ensure_ascii=False
    )
    text = f'{{\n"provenance": {head},\n"features": {json.dumps(features)},\n"weights": {{\n{lines}\n}}\n}}\n'
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)
