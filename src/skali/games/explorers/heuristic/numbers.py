"""The numbers behind the heuristic, in points unless they say otherwise. Set by hand, from games read move by move."""

from __future__ import annotations


class Weights:
    def __init__(self) -> None:
        self.fade: float = 0.87
        """What is left of a prospect for each action point that it still takes."""
        self.best: float = 0.8
        self.second: float = 0.45
        self.third: float = 0.3
        self.fourth: float = 0.2
        """What the best prospects count, in their order: one cannot do everything, and somebody may come between."""
        self.homeward: float = 0.86
        """What is left of livestock aboard for each action point until it is delivered."""
        self.tempo: float = 0.1
        """An action point that is left in this turn."""
        self.new_type: float = 1.5
        """What the first livestock of a type adds to the sets still to come."""
        self.mobile: float = 1.5
        """A longship with a Viking aboard, who need not leave an island first."""
        self.beside: float = 0.5
        """The part of it that is left while the crew is ashore beside the longship."""
        self.crew: float = 0.2
        """Each Viking aboard: it can land anywhere. Ashore it is worth what it holds or does there."""
        self.viking: float = 0.9
        """What a Viking is worth that dies."""
        self.firm: float = 0.3
        self.loose: float = 0.12
        """How much influence it takes to be sure of an island, at the end and for each turn before."""
        self.nearly: float = 0.75
        self.half: float = 0.55
        self.wide: float = 0.35
        self.vast: float = 0.2
        """How likely an island is to be completed: one, two or three, up to six, and more vertices are open."""
        self.patience: float = 0.4
        """By how much less a rival counts at the beginning than at the end."""
        self.outpost_hold: float = 0.6
        """What part of the influence that a future outpost would bring counts already."""
