"""Where the game stands: the decision that is asked (XN-D02 to XN-D16), or what follows by itself (course.py)."""

from __future__ import annotations

from typing import Final

# What is asked: the phase with number n asks XN-D(n + 2)
CHOOSE_CAPTAIN: Final = 0
CHOOSE_TILE: Final = 1
CHOOSE_CELL: Final = 2
CHOOSE_TURN: Final = 3
CHOOSE_ACTION: Final = 4
LOADING: Final = 5
UNLOADING: Final = 6
SAILING: Final = 7
MARCH_ORIGIN: Final = 8
MARCH_TARGET: Final = 9
MARCH_NUMBER: Final = 10
HERD_ORIGIN: Final = 11
HERD_LIVESTOCK: Final = 12
HERD_TARGET: Final = 13
BUILDING: Final = 14
OVER: Final = 15
# What follows by itself
CAPTAINS_CHOSEN: Final = 16
TURN_BEGINS: Final = 17
NEXT_TILE: Final = 18
"""A tile is to be placed, if one fits."""
TILE_PLACED: Final = 19
NOTHING_PLACED: Final = 20
ACTION_DONE: Final = 21
"""The tiles are placed, or an action has been carried out."""
TURN_ENDED: Final = 22

NAMES: Final = (
    *("captain", "tile", "cell", "turn", "action", "load", "unload", "sail"),
    *("march_from", "march_to", "march_with", "herd_from", "herd_animal", "herd_to", "build", "over"),
)
