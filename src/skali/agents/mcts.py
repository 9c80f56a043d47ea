"""The agent around the tree search: reads its settings, asks the solver first, keeps the tree from decision to decision."""

from __future__ import annotations

from dataclasses import dataclass

from skali.agents.agent import Agent, AgentError, Budget, said_by_heuristic
from skali.agents.perspective import Perspective
from skali.agents.search_mcts import RANDOM, TO_THE_END, WEIGHED, Search, Settings
from skali.core import Solution

POSITIONS_PER_ITERATION = 200
POSITIONS_PER_SECOND = 400_000
"""How many positions the solver may look at for the same thinking time, about."""


@dataclass(frozen=True)
class MctsSettings:
    """What can be said behind the budget: ``mcts:400:playout=random:cutoff=end``."""

    explore: float = 0.5
    prior: bool = True
    playout: str = "random"
    cutoff: int = 1
    reuse: bool = True
    solver: bool = True

    @classmethod
    def read(cls, texts: list[str]) -> MctsSettings:
        values: dict[str, object] = {}
        for text in texts:
            name, _, value = text.partition("=")
            try:
                if name == "explore":
                    values[name] = float(value)
                elif name in ("prior", "reuse", "solver"):
                    values[name] = {"on": True, "off": False}[value]
                elif name == "playout":
                    values[name] = {"random": "random", "weighed": "weighed"}[value]
                elif name == "cutoff":
                    values[name] = TO_THE_END if value == "end" else int(value)
                else:
                    raise KeyError(name)
            except (KeyError, ValueError):
                raise AgentError(
                    f"'{text}' is no setting of mcts: write explore=NUMBER, prior=on|off, playout=random|weighed, "
                    "cutoff=DECISIONS|end, reuse=on|off, solver=on|off"
                ) from None
        return cls(**values)  # type: ignore[arg-type]


class MctsAgent(Agent):
    """Information-set Monte Carlo tree search; exact where the game's solver can be."""

    def __init__(self, budget: Budget, settings: MctsSettings | None = None) -> None:
        self.budget = budget
        self.settings = settings or MctsSettings()
        self.searches: dict[int, Search] = {}
        self.solution: Solution | None = None
        """What the solver said of the last decision, if it was asked."""

    def begin(self) -> None:
        self.searches.clear()
        self.solution = None

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        budget = budget or self.budget
        self.solution = solution_of(perspective, budget) if self.settings.solver else None
        if self.solution is not None and self.solution.exact:
            return self.solution.move
        search = self.search_for(perspective)
        root = perspective.sample(perspective.seed)
        return search.choose(root, perspective.seat, perspective.seed, budget.iterations, budget.seconds)

    def remarks(self, perspective: Perspective) -> list[int]:
        return said_by_heuristic(perspective)

    def search_for(self, perspective: Perspective) -> Search:
        """The search of this seat in this game, with its tree: one agent may sit on several seats."""
        if perspective.seat not in self.searches:
            own = self.settings
            playout = WEIGHED if own.playout == "weighed" else RANDOM
            heuristic = perspective.game.heuristic
            settings = Settings(own.explore, own.prior, playout, own.cutoff, own.reuse, heuristic)
            self.searches[perspective.seat] = Search(settings, perspective.seats)
        return self.searches[perspective.seat]


def solution_of(perspective: Perspective, budget: Budget) -> Solution | None:
    """The solver's answer, if the game has one for this position; it is to be trusted only when it says it is exact."""
    solver = perspective.game.solver
    if solver is None:
        return None
    sample = perspective.sample(perspective.seed)
    if solver.size(sample) < 0:
        return None
    limits = (budget.iterations * POSITIONS_PER_ITERATION, int(budget.seconds * POSITIONS_PER_SECOND))
    return solver.solve(sample, min(limit for limit in limits if limit > 0))
