"""Bricks: the four kinds, bundles of them, and castles as six stacks of at most three.

A kind is numbered by its value: grass 1, wood 2, clay 3, stone 4. A bundle has eight bits for the count of each kind.
A castle is one number with nine bits for each site, three for each brick, the lowest brick first.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount

KINDS: Final = 4
NAMES: Final = ("grass", "wood", "clay", "stone")
"""Their names, by kind - 1."""
CLAY: Final = 3
"""The first kind that stays lying on a storage field (EK-099)."""

SITES: Final = 6
HEIGHT: Final = 3
PLACES: Final = SITES * HEIGHT
_SITE: Final = 9
BRICK_BITS: Final = 3
_LOWEST_BITS: Final = 0o111111111111111111
"""The lowest bit of every place of a castle."""
_TOP_BITS: Final = 0x80808080
"""The top bit of every count of a bundle: with 127 more it is set in every count that is not 0 (none reaches 128)."""
_LESS_THAN_HALF: Final = 0x7F7F7F7F


# Bundles


def brick(kind: i64) -> i64:
    """One brick of a kind."""
    return bit(8 * kind - 8)


def count_of(bricks: i64, kind: i64) -> i64:
    return (bricks >> (8 * kind - 8)) & 255


def size(bricks: i64) -> i64:
    return (bricks & 255) + ((bricks >> 8) & 255) + ((bricks >> 16) & 255) + ((bricks >> 24) & 255)


def value(bricks: i64) -> i64:
    return (bricks & 255) + 2 * ((bricks >> 8) & 255) + 3 * ((bricks >> 16) & 255) + 4 * ((bricks >> 24) & 255)


def kinds(bricks: i64) -> i64:
    """How many different kinds a bundle has."""
    return popcount((bricks + _LESS_THAN_HALF) & _TOP_BITS)


def lowest_kind(bricks: i64) -> i64:
    """The cheapest kind of a bundle that is not empty."""
    return lowest(bricks) // 8 + 1


def listed(bricks: i64) -> list[str]:
    """The names, cheapest first."""
    names: list[str] = []
    for kind in range(1, KINDS + 1):
        names += [NAMES[kind - 1]] * int(count_of(bricks, kind))
    return names


def counted(bricks: i64) -> list[int]:
    return [int(count_of(bricks, kind)) for kind in range(1, KINDS + 1)]


# Castles


def stack(castle: i64, site: i64) -> i64:
    """The bricks of a site (0 to 5), three bits each, the lowest first."""
    return (castle >> (_SITE * site)) & 511


def height(stack: i64) -> i64:
    if stack < 8:
        return 1 if stack else 0
    return 2 if stack < 64 else 3


def brick_at(stack: i64, level: i64) -> i64:
    """The kind of the brick at a level (0 is the lowest)."""
    return (stack >> (BRICK_BITS * level)) & 7


def bricks_in(castle: i64) -> i64:
    """How many bricks a castle has."""
    return popcount((castle | (castle >> 1) | (castle >> 2)) & _LOWEST_BITS)


def value_of(castle: i64) -> i64:
    """The sum of the values of its bricks."""
    ones = popcount(castle & _LOWEST_BITS)
    twos = popcount((castle >> 1) & _LOWEST_BITS)
    fours = popcount((castle >> 2) & _LOWEST_BITS)
    return ones + 2 * twos + 4 * fours


def put(castle: i64, site: i64, kind: i64) -> i64:
    """The castle with a brick on top of a site that has room."""
    return castle | (kind << (_SITE * site + BRICK_BITS * height(stack(castle, site))))


def take(castle: i64, site: i64) -> i64:
    """The castle without the top brick of a site that has one."""
    top = height(stack(castle, site)) - 1
    return castle - (brick_at(stack(castle, site), top) << (_SITE * site + BRICK_BITS * top))


def room_from(castle: i64, site: i64) -> i64:
    """The free places on this site and all after it."""
    return HEIGHT * (SITES - site) - bricks_in(castle >> (_SITE * site))


def bundle_of(places: i64) -> i64:
    """The bricks of a castle, or of anything with three bits for each brick, counted by kind."""
    bundle: i64 = 0
    while places:
        if places & 7:
            bundle += brick(places & 7)
        places >>= BRICK_BITS
    return bundle
