"""Where a round stands: the decision that is asked (FJ-D1 to FJ-D4)."""

from __future__ import annotations

from typing import Final

CHOOSE_SOURCE: Final = 0
"""Draw a hidden tile or take an open one."""
PLACE_TILE: Final = 1
PUT_HUT: Final = 2
PLACE_FIELD: Final = 3
OVER: Final = 4

PHASE_NAMES: Final = ("source", "place", "hut", "field", "over")
