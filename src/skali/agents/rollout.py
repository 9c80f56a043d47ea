"""The agent around the rollout search: reads its settings, asks the solver first."""

from __future__ import annotations

from dataclasses import dataclass

from skali.agents.agent import Agent, AgentError, Budget, said_by_heuristic
from skali.agents.mcts import solution_of
from skali.agents.perspective import Perspective
from skali.agents.search_rollout import Rollout
from skali.core import derive_seed


@dataclass(frozen=True)
class RolloutSettings:
    """What can be said behind the budget: ``rollout:200:width=8``. The game says what is left out."""

    width: int | None = None
    samples: int = 4
    ahead: int | None = None
    seen: int | None = None

    @classmethod
    def read(cls, texts: list[str]) -> RolloutSettings:
        values: dict[str, int] = {}
        for text in texts:
            name, _, value = text.partition("=")
            least = {"width": 1, "samples": 1, "ahead": 1, "seen": 0}.get(name)
            if least is None or not value.isdecimal() or not least <= int(value) <= 1000:
                raise AgentError(
                    f"'{text}' is no setting of rollout: write width=MOVES, samples=NUMBER, ahead=STAGES, seen=MOVES"
                )
            values[name] = int(value)
        return cls(**values)


class RolloutAgent(Agent):
    """The turn that does best when one-ply play goes on from it; exact where the game's solver can be."""

    def __init__(self, budget: Budget, settings: RolloutSettings | None = None) -> None:
        self.budget = budget
        self.settings = settings or RolloutSettings()

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        heuristic = perspective.game.heuristic
        if heuristic is None:
            raise AgentError(f"{perspective.game.title} has no heuristic to judge lines by; try mcts or random")
        budget = budget or self.budget
        solution = solution_of(perspective, budget)
        if solution is not None and solution.exact:
            return solution.move
        own = self.settings
        seen = heuristic.looked_at() if own.seen is None else own.seen
        luck = luck_of(perspective)
        root = perspective.sample(luck)
        width = heuristic.width(root) if own.width is None else own.width
        if budget.iterations:
            width = min(width, budget.iterations)  # every move has a line
        ahead = heuristic.ahead(root) if own.ahead is None else own.ahead
        search = Rollout(heuristic, width, own.samples, ahead, seen, heuristic.doubt())
        return search.choose(root, perspective.seat, luck, budget.iterations, budget.seconds)

    def remarks(self, perspective: Perspective) -> list[int]:
        """What it says of the move that it will play."""
        said = said_by_heuristic(perspective)
        heuristic = perspective.game.heuristic
        if not said or heuristic is None or len(perspective.legal_moves) < 2:
            return said
        sample = perspective.sample(perspective.seed)
        return [int(heuristic.remark_with(sample, perspective.seat, self.choose(perspective)))]


def luck_of(perspective: Perspective) -> int:
    """The luck of a search. Where agents say what they will play, it is by what the seat knows: to think again changes nothing."""
    if perspective.game.remarks is None:
        return perspective.seed
    return derive_seed("search", int(perspective.sample(0).key(perspective.seat)))
