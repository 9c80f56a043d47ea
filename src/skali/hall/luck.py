"""The luck of a hall: the seeds of its tables and of its bots.

Nobody can know or repeat it, unless the settings fix it. They do so in tests only: whoever knows the seed knows every draw.
"""

from __future__ import annotations

import hashlib
import secrets


class Luck:
    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self.tables = 0

    def number(self, bits: int, *what: object) -> int:
        """A random number. With a fixed seed, always the same one for the same thing."""
        if self.seed is None:
            return secrets.randbits(bits)
        text = repr((self.seed, *what)).encode()
        return int.from_bytes(hashlib.sha256(text).digest(), "big") >> (256 - bits)

    def of_table(self) -> tuple[int, str]:
        """Seed and nonce of a new table. With a fixed seed, those of the first, the second... table of this hall."""
        self.tables += 1
        return self.number(64, "seed", self.tables), f"{self.number(128, 'nonce', self.tables):032x}"

    def begun_anew(self, table: str, ply: int) -> tuple[int, str]:
        """Number and nonce of new luck at a table."""
        return self.number(62, "anew", table, ply), f"{self.number(128, 'anew nonce', table, ply):032x}"
