"""The numbers behind the judgement, in points unless they say otherwise: set by hand, or learned by play."""

from __future__ import annotations

from typing import Final

from skali.core.weights import Tunable, Weights, numbers_of

TUNABLES: Final[tuple[Tunable, ...]] = (
    Tunable("fade", 0.95, 0.015, 1.0),
    Tunable("pace", 0.1, 0.04),
    Tunable("passing", 0.9, 0.04, 1.0),
    Tunable("boarding", 0.8, 0.2),
    Tunable("new type", 1.5, 0.4),
    Tunable("viking", 0.9, 0.3),
    Tunable("firm", 0.8, 0.2),
    Tunable("nearly", 0.75, 0.08, 1.0),
    Tunable("half", 0.55, 0.08, 1.0),
    Tunable("wide", 0.35, 0.08, 1.0),
    Tunable("vast", 0.2, 0.08, 1.0),
    Tunable("rival", 0.8, 0.12, 1.0),
    Tunable("outpost hold", 0.6, 0.15, 1.0),
    Tunable("growth", 0.0, 0.15),
)
"""As set by hand, from games read move by move."""
NAMES: Final = tuple(each.name for each in TUNABLES)
ROWS: Final = ("all",)


class Tuning:
    def __init__(self, weights: Weights | None) -> None:
        found = numbers_of(TUNABLES, weights)
        self.fade: float = found[0]
        """What is left of what a voyage brings for each action point until then."""
        self.pace: float = found[1]
        """What each action point of a voyage costs: it could bring something else."""
        self.passing: float = found[2]
        """What is left, for each turn to come, of what a captain counts by where Vikings stand now."""
        self.boarding: float = found[3]
        """What makes a voyage go home for a Viking: it is not counted."""
        self.new_type: float = found[4]
        """What the first livestock of a type adds to the sets still to come."""
        self.viking: float = found[5]
        """What a Viking is worth that dies."""
        self.firm: float = found[6]
        """How much influence it takes to be sure of an island."""
        self.nearly: float = found[7]
        self.half: float = found[8]
        self.wide: float = found[9]
        self.vast: float = found[10]
        """How likely an island is to be completed: one, two or three, up to six, and more vertices are open."""
        self.rival: float = found[11]
        """What a rival's point counts before the end: what is one's own is surer than what is taken from another."""
        self.outpost_hold: float = found[12]
        """What part of the influence that a future outpost would bring counts already."""
        self.growth: float = found[13]
        """By how many tiles an island grows for each of its open vertices."""
