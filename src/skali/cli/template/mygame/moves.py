"""The kinds of move and their fields. A move is an int; `MoveSpace` gives its notation and its structure."""

from typing import Final

from skali.core.moves import Kind, MoveSpace, Named

KINDS: Final = 4
"""Of shells (MG-002)."""

DRAW: Final = 0
TAKE: Final = 1
LAY: Final = TAKE + KINDS


def move_space(names: list[str]) -> MoveSpace:
    shell = Named("shell", KINDS, names)
    return MoveSpace(
        Kind(DRAW, "draw", "draw"),
        Kind(TAKE, "take", "take {shell}", shell),
        Kind(LAY, "lay", "lay {shell}", shell),
    )
