"""What a seat may know as a row of small numbers, for programs that learn: the row itself, and what its parts are called.

The row is a caller's buffer. Compiled code writes into it; numpy looks at the same memory (``memoryview(numbers.items)``). The
protocol's ``Observation`` says how a game fills it.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from skali.core.bits import full


class Part:
    """A part of an observation: its name, what it says, its shape, and the bounds of its numbers."""

    def __init__(self, name: str, says: str, *shape: int, low: int = 0, high: int = 1) -> None:
        self.name = name
        self.says = says
        self.shape = shape
        self.low = low
        self.high = high
        self.size = 1
        for length in shape:
            self.size *= length


class Numbers:
    """A row of 16-bit numbers that is written from left to right. ``at`` is the next place; whoever writes again sets it back."""

    def __init__(self, size: int) -> None:
        self.items: vec[i16] = vec[i16]([i16(0)] * size)
        self.at: i64 = 0

    def add(self, value: i64) -> None:
        self.items[self.at] = i16(value)
        self.at += 1

    def flag(self, value: bool) -> None:
        self.items[self.at] = i16(1 if value else 0)
        self.at += 1

    def one_of(self, value: i64, size: i64) -> None:
        """A 1 in the place of the value, else 0; all 0 for a value that is none of them."""
        items = self.items
        at = self.at
        for place in range(size):
            items[at + place] = 0
        if 0 <= value < size:
            items[at + value] = 1
        self.at = at + size

    def members(self, members: i64, size: i64) -> None:
        """A 1 in the place of each member of a set of bits."""
        items = self.items
        at = self.at
        for place in range(size):
            items[at + place] = i16((members >> place) & 1)
        self.at = at + size

    def packed(self, word: i64, count: i64, bits: i64) -> None:
        """So many numbers of so many bits each, the first lowest."""
        items = self.items
        at = self.at
        mask = full(bits)
        for place in range(count):
            items[at + place] = i16(word & mask)
            word >>= bits
        self.at = at + count

    def counts(self, data: vec[i16], first: i64, end: i64) -> None:
        """The numbers of a vec from one place to before another."""
        items = self.items
        at = self.at - first
        for place in range(first, end):
            items[at + place] = data[place]
        self.at = at + end

    def zeros(self, count: i64) -> None:
        items = self.items
        at = self.at
        for place in range(count):
            items[at + place] = 0
        self.at = at + count

    def to_list(self) -> list[int]:
        return [int(value) for value in self.items]
