"""The pieces and cards of a seat: Vikings, longship, cargo, trophies (XN-007).

A position holds the seven Vikings of a seat as seven numbers, the land region of each or one of the places below. Livestock in one
place is a packed word, three bits for each type. What else belongs to a seat is a row of words, one per field.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit

VIKINGS: Final = 7
OUTPOSTS: Final = 5
HOLD: Final = 3
"""Places of a longship (XN-064)."""

MAINLAND: Final = 400
ABOARD: Final = 401
DEAD: Final = 402

# The words of a seat
HAND: Final = 0
"""The tiles in hand, as a set."""
KNOWN: Final = 1
"""Tiles that the seat knows to be in the stack, because it put them back and nobody else has drawn since (XN-045, XN-046)."""
CAPTAIN: Final = 2
OTHER_CAPTAIN: Final = 3
"""The second captain dealt, until the choice; in the solo game for good; else none."""
CHOSEN: Final = 4
"""While captains are chosen: 0 not yet, 1 keeps the first, 2 the second."""
LONGSHIP: Final = 5
"""The sea region of the longship."""
CARGO: Final = 6
"""Livestock aboard, packed."""
DELIVERED: Final = 7
"""Livestock on the captain card, packed."""
SHIPS: Final = 8
"""Enemy ships destroyed."""
SETTLEMENTS: Final = 9
"""Settlements conquered, four bits for each strength from 2 to 5."""
WORDS: Final = 10

NO_CAPTAIN: Final = -1
LIVESTOCK_TYPES: Final = 6
LIVESTOCK_BITS: Final = 3
SETTLEMENT_BITS: Final = 4
ANIMALS: Final = 0x3FFFF
"""The livestock in a packed word; a settlement's strength may stand above it."""
STRENGTH: Final = 18
"""The place of a settlement's strength in the word of a land region."""


def number_of(animals: i64, kind: i64) -> i64:
    """How many of a type a packed word holds."""
    return (animals >> (3 * kind)) & 7


def one_of(kind: i64) -> i64:
    """A packed word with one of a type."""
    return bit(3 * kind)


def number_of_all(packed: i64, bits: i64) -> i64:
    """How many things a packed word holds in all, with so many bits for each kind."""
    count: i64 = 0
    while packed:
        count += packed & (bit(bits) - 1)
        packed >>= bits
    return count


def unpacked(animals: i64) -> list[int]:
    """The numbers of the six types, for everything outside a hot path."""
    return [int(number_of(animals, kind)) for kind in range(i64(LIVESTOCK_TYPES))]


def packed(numbers: list[int]) -> int:
    word = 0
    for kind, number in enumerate(numbers):
        word |= number << (3 * kind)
    return word
