"""The numbers behind the heuristic, in points unless they say otherwise. Set by hand, from games read move by move."""

from __future__ import annotations


class Weights:
    def __init__(self) -> None:
        self.fade: float = 0.95
        """What is left of what a voyage brings for each action point until then."""
        self.pace: float = 0.1
        """What each action point of a voyage costs: it could bring something else."""
        self.passing: float = 0.9
        """What is left, for each turn to come, of what a captain counts by where Vikings stand now."""
        self.boarding: float = 0.8
        """What makes a voyage go home for a Viking: it is not counted."""
        self.new_type: float = 1.5
        """What the first livestock of a type adds to the sets still to come."""
        self.viking: float = 0.9
        """What a Viking is worth that dies."""
        self.firm: float = 0.8
        """How much influence it takes to be sure of an island."""
        self.nearly: float = 0.75
        self.half: float = 0.55
        self.wide: float = 0.35
        self.vast: float = 0.2
        """How likely an island is to be completed: one, two or three, up to six, and more vertices are open."""
        self.rival: float = 0.8
        """What a rival's point counts before the end: what is one's own is surer than what is taken from another."""
        self.outpost_hold: float = 0.6
        """What part of the influence that a future outpost would bring counts already."""
