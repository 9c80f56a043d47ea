"""Where the game stands: the decision that is asked (XN-D02 to XN-D16)."""

from __future__ import annotations

from typing import Final

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

PHASE_NAMES: Final = (
    "captain",
    "tile",
    "cell",
    "turn",
    "action",
    "load",
    "unload",
    "sail",
    "march_from",
    "march_to",
    "march_with",
    "herd_from",
    "herd_animal",
    "herd_to",
    "build",
    "over",
)
"""In the order of the decisions: the phase with number n asks XN-D(n + 2)."""
