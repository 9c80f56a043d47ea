"""Battle cards as packed counts: four bits for each value from 1 to 6, so that a hand, a tray or the draw pile is one number.

Nine cards of each value never fill four bits. Bundles are added and taken away as numbers.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.rng import Rng

VALUES: Final = 6
COPIES: Final = 9
HAND: Final = 4
"""Cards of a full hand."""
ALL_CARDS: Final = 0x999999
HIGH: Final = 4
"""The least value of a high card."""
HIGH_CARDS: Final = 0xFFF000
"""The places of the values 4, 5 and 6, of which a kept opening hand holds one (EK-014)."""
EVERY_COUNT: Final = 0xFFFFFF
EACH: Final = 0x111111
_EVEN: Final = 0x0F0F0F


def card(value: i64) -> i64:
    """One card of a value."""
    return bit(4 * value - 4)


def count_of(cards: i64, value: i64) -> i64:
    return (cards >> (4 * value - 4)) & 15


def values_in(cards: i64) -> i64:
    """The values that are there: the lowest of the four bits of each."""
    return (cards | (cards >> 1) | (cards >> 2) | (cards >> 3)) & EACH


def size(cards: i64) -> i64:
    """How many cards there are."""
    pairs = (cards & _EVEN) + ((cards >> 4) & _EVEN)
    return (pairs & 255) + ((pairs >> 8) & 255) + ((pairs >> 16) & 255)


def pick(cards: i64, rng: Rng) -> i64:
    """The value of a random card of a bundle that is not empty."""
    left = rng.below(size(cards))
    value: i64 = 1
    while left >= count_of(cards, value):
        left -= count_of(cards, value)
        value += 1
    return value


def draw(cards: i64, number: i64, rng: Rng) -> i64:
    """So many random cards of a bundle, which must hold as many; the bundle itself is a number and stays as it is."""
    drawn: i64 = 0
    for _ in range(number):
        drawn += card(pick(cards - drawn, rng))
    return drawn


def without(cards: i64, gone: i64) -> i64:
    """What is still certain of a bundle after these cards left it: of every value so many fewer, but not below none.
    If the cards were not seen, any of them may have been any value: then ``gone`` is as many of each."""
    rest: i64 = 0
    for value in range(i64(1), VALUES + 1):
        left = count_of(cards, value) - count_of(gone, value)
        if left > 0:
            rest += left * card(value)
    return rest


def listed(cards: i64) -> list[int]:
    """The values in rising order, for everything outside a hot path."""
    values: list[int] = []
    for value in range(1, VALUES + 1):
        values += [value] * int(count_of(cards, value))
    return values


def counted(cards: i64) -> list[int]:
    """How many there are of each value, from 1 to 6."""
    return [int(count_of(cards, value)) for value in range(1, VALUES + 1)]
