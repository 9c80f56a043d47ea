"""The seeded generator that a state carries: sfc32, the same numbers compiled and interpreted.

A linear generator could be solved from public draws; this one is not linear. Four 32-bit words live in ``i64`` fields.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

_WORD: Final = 0xFFFFFFFF
_WARM_UP: Final = 12
_UNSEEDED: Final = -1
"""For ``copy``: compiled, ``__new__`` would run ``__init__`` all the same."""


class Rng:
    """A stream of random numbers that can be copied, saved and seeded again."""

    def __init__(self, seed: int = 0) -> None:
        self.a: i64 = 0
        self.b: i64 = 0
        self.c: i64 = 0
        self.d: i64 = 1
        if seed != _UNSEEDED:
            self.seed(seed)

    def seed(self, seed: int) -> None:
        """Starts the stream of a 64-bit seed."""
        self.a = 0
        self.b = seed & _WORD
        self.c = (seed >> 32) & _WORD
        self.d = 1
        for _ in range(_WARM_UP):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        t = (self.a + self.b + self.d) & _WORD
        self.d = (self.d + 1) & _WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & _WORD
        self.c = (((self.c << 21) | (self.c >> 11)) + t) & _WORD
        return t

    def below(self, n: i64) -> i64:
        """One of 0 to n - 1, each equally likely; n from 1 to 2**31 - 1."""
        product = self.word() * n
        low = product & _WORD
        if low < n:
            least = (_WORD + 1 - n) % n
            while low < least:
                product = self.word() * n
                low = product & _WORD
        return product >> 32

    def copy(self) -> Rng:
        twin = Rng(_UNSEEDED)
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.d = self.d
        return twin

    def to_list(self) -> list[int]:
        return [self.a, self.b, self.c, self.d]

    def load(self, words: list[int]) -> None:
        """Takes up the stream where ``to_list`` left it."""
        if len(words) != 4 or not all(0 <= word <= _WORD for word in words):
            raise ValueError("a generator is saved as four words from 0 to 4294967295")
        self.a, self.b, self.c, self.d = words[0], words[1], words[2], words[3]


def derive_seed(*parts: object) -> int:
    """A 64-bit seed that depends on every part: for forks, games of a series, workers."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
