"""What an agent is: something that chooses a move from a perspective. And the two simplest."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass

from skali.agents.perspective import Perspective
from skali.agents.search_greedy import best_by_heuristic
from skali.core import RandomChooser, Rng, State


class AgentError(ValueError):
    """A name that is no agent's, or an agent that cannot play this game; the message says what would."""


class AgentFault(Exception):
    """An agent from outside crashed, hung or answered with what is no legal move. The decision is forfeited, the game goes on."""


@dataclass(frozen=True)
class Budget:
    """How much an agent may think about one decision: iterations, seconds, or both, whatever comes first."""

    iterations: int = 0
    seconds: float = 0.0

    @classmethod
    def read(cls, text: str) -> Budget:
        """A budget such as ``400`` or ``2s``."""
        try:
            made = cls(seconds=float(text[:-1])) if text.endswith("s") else cls(iterations=int(text))
        except ValueError:
            made = cls()
        if not (0 < made.iterations <= 10**9 or 0 < made.seconds <= 3600):
            raise AgentError(f"'{text}' is no budget: write iterations such as 400, or seconds such as 2s")
        return made


class Agent(ABC):
    """A player that is a program. Keeps nothing from one game to the next."""

    def begin(self) -> None:  # noqa: B027 (most agents have nothing to forget)
        """A new game begins: forget the last one."""

    @abstractmethod
    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        """One of the legal moves. The budget replaces the agent's own, for agents that have one."""

    def remarks(self, perspective: Perspective) -> list[int]:
        """What to say to the table while talk is open: some of ``perspective.remarks``, none by default."""
        return []

    def hear(self, seat: int, remark: int) -> None:  # noqa: B027
        """Another seat has said something. Nothing binds it to that."""

    def close(self) -> None:  # noqa: B027
        """No more games: let go of processes and files."""


def forfeited(perspective: Perspective) -> int:
    """The legal move, at random, that a decision is forfeited to."""
    legal = perspective.legal_moves
    return legal[Rng(perspective.seed).below(len(legal))]


def speakers(state: State, seats: int) -> list[int]:
    """The seats that may say something to the table now."""
    if state.game().remarks is None:
        return []
    return [seat for seat in range(seats) if state.remarks(seat)]


def spoken(agent: Agent, perspective: Perspective) -> list[int]:
    """What the agent says now, each remark once; ``AgentFault`` if that may not be said."""
    said = agent.remarks(perspective)
    offered = perspective.remarks
    for remark in said:
        if type(remark) is not int or remark not in offered or said.count(remark) > 1:
            raise AgentFault(f"it said {remark!r}, which is no remark here")
    return list(said)


def said_by_heuristic(perspective: Perspective) -> list[int]:
    """What the game's heuristic would say, if anything."""
    heuristic = perspective.game.heuristic
    if heuristic is None:
        return []
    remark = int(heuristic.remark(perspective.sample(perspective.seed), perspective.seat))
    return [] if remark < 0 else [remark]


class RandomAgent(Agent):
    """Every move worth searching is equally likely."""

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        chooser = RandomChooser(Rng(perspective.seed))
        return int(chooser.choose(perspective.sample(perspective.seed), perspective.seat))


class GreedyAgent(Agent):
    """The move after which the seat stands best, by the game's heuristic, over a few samples.

    Not so good a player judges each move too well by up to ``error`` points.
    """

    def __init__(self, samples: int = 4, error: float = 0.0) -> None:
        self.samples = samples
        self.error = error

    @classmethod
    def read(cls, text: str) -> GreedyAgent:
        """What can be said behind the name: ``greedy:error=2.5``."""
        name, _, value = text.partition("=")
        if text and (name != "error" or not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", value)):
            raise AgentError(f"'{text}' is no setting of greedy: write error=POINTS, such as error=2.5")
        return cls(error=float(value or 0))

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        heuristic = perspective.game.heuristic
        if heuristic is None:
            raise AgentError(f"{perspective.game.title} has no heuristic, so nobody can be greedy; try mcts or random")
        root = perspective.sample(perspective.seed)
        return best_by_heuristic(root, perspective.seat, heuristic, perspective.seed, self.samples, self.error)

    def remarks(self, perspective: Perspective) -> list[int]:
        return said_by_heuristic(perspective)
