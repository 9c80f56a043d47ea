"""Bit sets in one machine word, and a hash that is the same compiled and interpreted.

A set holds at most 62 members (bits 0 to 61), so that it stays positive in an ``i64``. Never write a literal 1 shifted left by a
native int anywhere else: mypyc emits it as a 32-bit C shift, wrong from 31 on and without a word. Call ``bit``.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WORD_BITS: Final = 62
# Constants stay below 2**62: mypyc keeps a larger one as a Python int and converts it at every use.
_HIGH: Final = 1 << 61
_LOW_31: Final = (1 << 31) - 1
_LOW_45: Final = (1 << 45) - 1
_LOW_62: Final = (1 << 62) - 1


def bit(n: i64) -> i64:
    """The set that holds only ``n``, for n from 0 to 61."""
    return _HIGH >> (61 - n)


def full(n: i64) -> i64:
    """The set that holds 0 to n - 1, for n from 0 to 62."""
    return _LOW_62 >> (62 - n)


def popcount(members: i64) -> i64:
    """How many members the set has."""
    x = members - ((members >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 127


def lowest(members: i64) -> i64:
    """The smallest member of a set that is not empty."""
    return popcount((members & -members) - 1)


def nth(members: i64, n: i64) -> i64:
    """The member with exactly ``n`` smaller ones."""
    while n > 0:
        members &= members - 1
        n -= 1
    return lowest(members)


def members_of(members: i64) -> list[int]:
    """The members in rising order, for everything outside a hot path."""
    found: list[int] = []
    while members:
        found.append(lowest(members))
        members &= members - 1
    return found


def mix(key: i64, value: i64) -> i64:
    """Folds a value into a 62-bit key; what is folded first counts otherwise. No step can pass 63 bits, so nothing wraps."""
    x = ((((key & _LOW_45) << 17) | (key >> 45)) ^ value) & _LOW_62
    low = (x & _LOW_31) * 1284865837 + 1181783497
    high = ((x >> 31) & _LOW_31) * 1481765933 + 1442695041
    x = (low & _LOW_62) ^ (((high >> 31) | ((high & _LOW_31) * 2147483648)) & _LOW_62)
    return x ^ (x >> 29)
