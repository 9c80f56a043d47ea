"""Where a turn stands: the decision that is asked, or what follows by itself (course.py)."""

from typing import Final

GATHER: Final = 0
LAY: Final = 1
OVER: Final = 2
TURN_ENDED: Final = 3

NAMES: Final = ("gather", "lay", "over")
"""Of the phases in which a game can wait; they are saved by these names."""
