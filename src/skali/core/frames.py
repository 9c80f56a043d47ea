"""A stack of small frames: decisions inside decisions, as data that can be copied, saved, searched and undone."""

from __future__ import annotations

from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i32, i64

_FRAME: Final = 4  # kind and three arguments


class Frames:
    """The top frame is the decision that is asked now; the ones below go on when it is settled."""

    def __init__(self) -> None:
        self.data: vec[i32] = vec[i32]()
        self.depth: i64 = 0

    def push(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        base = self.depth * _FRAME
        if base == len(self.data):
            self.data = extend(self.data, [i32(0)] * _FRAME)
        self.data[base] = i32(kind)
        self.data[base + 1] = i32(a)
        self.data[base + 2] = i32(b)
        self.data[base + 3] = i32(c)
        self.depth += 1

    def pop(self) -> None:
        self.depth -= 1

    def kind(self) -> i64:
        """The kind of the top frame, -1 if there is none."""
        if self.depth == 0:
            return -1
        return i64(self.data[(self.depth - 1) * _FRAME])

    def get(self, argument: i64) -> i64:
        """An argument (0, 1, 2) of the top frame."""
        return i64(self.data[(self.depth - 1) * _FRAME + 1 + argument])

    def put(self, argument: i64, value: i64) -> None:
        self.data[(self.depth - 1) * _FRAME + 1 + argument] = i32(value)

    def clear(self) -> None:
        self.depth = 0

    def copy(self) -> Frames:
        twin = Frames()
        twin.data = self.data[:]
        twin.depth = self.depth
        return twin

    def to_list(self) -> list[list[int]]:
        return [[int(self.data[base + i]) for i in range(_FRAME)] for base in range(0, self.depth * _FRAME, _FRAME)]

    def load(self, frames: list[list[int]]) -> None:
        self.clear()
        for kind, a, b, c in frames:
            self.push(kind, a, b, c)
