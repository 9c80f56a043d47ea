"""Where a round stands: the decision that is asked (FJ-D1 to FJ-D4), or what follows by itself (course.py)."""

from __future__ import annotations

from typing import Final

# What is asked
CHOOSE_SOURCE: Final = 0
"""Draw a hidden tile or take an open one."""
PLACE_TILE: Final = 1
PUT_HUT: Final = 2
PLACE_FIELD: Final = 3
OVER: Final = 4
# What follows by itself
TURN_ENDED: Final = 5
PILE_EMPTY: Final = 6
"""The last hidden tile does not fit."""
FIELD_PLACED: Final = 7
ROUND_ENDED: Final = 8

NAMES: Final = ("source", "place", "hut", "field", "over")
