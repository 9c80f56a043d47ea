"""What the action spaces ask for, as sets of spaces: which ones a seat cannot use for want of something, and which ones it can use
as soon as it lacks nothing (OD-038, OD-042, OD-115, OD-135). What a count cannot decide is left to conditions.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i16, i64

from skali.games.odin import items, operations, quantities
from skali.games.odin.effects_reader import Effects, count_code

LEVELS: Final = 8
"""No space asks for as many of anything."""
ALWAYS: Final = (
    *(operations.HUNTING, operations.SNARE, operations.WHALING, operations.RAIDING, operations.PILLAGING),
    operations.DRAW,
)
"""Operations that are always possible."""
STRIPS: Final = 200
"""Beside what counting.py counts: a strip lies face up; a good can rise a step; ships of any kind."""
RISING: Final = 201
SHIPS: Final = 202
ASKED: Final = {
    operations.OVERSEAS: items.SILVER,
    operations.FORGE: items.ORE,
    operations.PLAY: items.HAND,
    operations.STRIP: STRIPS,
    operations.EMIGRATE: quantities.LARGE_SHIP,
}
"""Operations that ask for one of something."""


class Wants:
    """Sets of spaces, as bits."""

    def __init__(self) -> None:
        self.codes: vec[i16] = vec[i16]()
        """What is asked for."""
        self.lacking: vec[i64] = vec[i64]()
        """For each code and each number held: the spaces that ask for more."""
        self.columns: vec[i64] = vec[i64]([i64(0)] * 5)
        self.ship_code: vec[i16] = vec[i16]()
        """By space: the ships that it needs, -1 for none, and how many."""
        self.ship_count: vec[i16] = vec[i16]()
        self.two_ways: i64 = 0
        """The way to pay is chosen with the space (OD-D10)."""
        self.sure: i64 = 0
        """Whoever lacks nothing can use them."""
        self.asking: i64 = 0
        """They are known to ask for something."""
        self.several: i64 = 0
        """They have more to offer than what they are known to ask for."""
        self.easing: vec[i16] = vec[i16]()
        """Cards that lower or replace what spaces ask for, and those spaces: nothing is said of them."""
        self.eased: vec[i64] = vec[i64]()

    def add(self, effects: Effects, space: int, column: int, needs: str, program: int, other: int) -> None:
        first, end = int(effects.program_first[program]), int(effects.program_first[program + 1])
        operation = int(effects.step_first[first])
        ways = int(effects.step_first[first + 1]) - operation
        verb, a, b, c = (int(row[operation]) for row in (effects.verb, effects.a, effects.b, effects.c))
        mark = 2**space
        self.columns[column] |= mark
        if ways == 2 and column < 3:
            self.two_ways |= mark
        number, _, ship = needs.rpartition(" ")
        self.ship_code = append(self.ship_code, i16(SHIPS if ship == "ship" else count_code(ship) if ship else -1))
        self.ship_count = append(self.ship_count, i16(int(number or 1)))
        if ship:
            self._ask(mark, int(self.ship_code[space]), int(self.ship_count[space]))
        sure = verb in ALWAYS or (verb == operations.GAIN and b in (quantities.ONCE, quantities.PLAYER))
        code = ASKED.get(verb, -1)
        if verb == operations.SWAP:
            same = all(int(effects.a[operation + way]) == a for way in range(ways))
            for item, count in effects.bundles[a] if same and other < 0 else []:
                self._ask(mark, item, count)
            known = ways == 1 or not effects.bundles[a]
            sure = known and end - first == 1 and effects.bundles[b][0][0] < items.WHALING_BOAT
        elif verb == operations.TIER:
            code = a if int(effects.tier_count[b]) == 1 and int(effects.tier_more[b + c - 1]) else -1
        elif verb == operations.UPGRADE and a > 1 and b == 1 and c == operations.ANY_GOOD:
            code = RISING
        if code >= 0:
            self._ask(mark, code, 1)
            sure = verb != operations.EMIGRATE
            if end - first > 1 or other >= 0 or (verb == operations.PLAY and column == 3):
                self.several |= mark
        if sure:
            self.sure |= mark

    def _ask(self, mark: int, code: int, count: int) -> None:
        if code not in self.codes:
            self.codes = append(self.codes, i16(code))
            self.lacking = extend(self.lacking, [i64(0)] * LEVELS)
        self.asking |= mark if count else 0
        for held in range(count):
            self.lacking[list(self.codes).index(i16(code)) * LEVELS + held] |= mark

    def asking_for(self, code: int) -> int:
        """The spaces that ask for it."""
        return int(self.lacking[list(self.codes).index(i16(code)) * LEVELS])

    def ease(self, card: int, spaces: int) -> None:
        self.easing = append(self.easing, i16(card))
        self.eased = append(self.eased, i64(spaces))
