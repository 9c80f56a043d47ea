"""Agents by name: ``random``, ``greedy``, ``mcts:400``, ``mcts:2s``, ``rollout:200``, ``exec:./mybot``, ``module:factory``."""

from __future__ import annotations

import importlib

from skali.agents.agent import Agent, AgentError, AgentFault, Budget, GreedyAgent, RandomAgent
from skali.agents.mcts import MctsAgent, MctsSettings
from skali.agents.perspective import Perspective
from skali.agents.program import ExecAgent
from skali.agents.rollout import RolloutAgent, RolloutSettings

KNOWN = (
    "random, greedy, mcts:400 (iterations), mcts:2s (seconds), rollout:200, rollout:0.5s, exec:./mybot, module:factory"
)


def make_agent(name: str) -> Agent:
    """The agent of a name; ``AgentError`` says what a name may be."""
    head, _, rest = name.strip().partition(":")
    if head == "random":
        if rest:
            raise AgentError(f"'random' takes nothing behind it, not ':{rest}'")
        return RandomAgent()
    if head == "greedy":
        return GreedyAgent.read(rest)
    if head == "mcts":
        budget, *settings = rest.split(":")
        return MctsAgent(Budget.read(budget or "400"), MctsSettings.read(settings))
    if head == "rollout":
        budget, *settings = rest.split(":")
        return RolloutAgent(Budget.read(budget or "200"), RolloutSettings.read(settings))
    if head == "exec":
        return ExecAgent(rest)
    if rest:
        return GuestAgent(name.strip(), head, rest)
    raise AgentError(f"there is no agent '{name}'; agents are: {KNOWN}")


class GuestAgent(Agent):
    """A user's own agent, from ``module:factory`` or ``module:factory:text``. Its faults are forfeits, not the arena's."""

    def __init__(self, name: str, module: str, rest: str) -> None:
        factory, _, text = rest.partition(":")
        try:
            make = getattr(importlib.import_module(module), factory)
        except (ImportError, AttributeError) as error:
            raise AgentError(f"there is no agent '{name}': {error}; agents are: {KNOWN}") from None
        self.guest: Agent = make(text) if text else make()
        if not hasattr(self.guest, "choose"):
            raise AgentError(f"{name} made {type(self.guest).__name__}, which cannot choose(perspective)")

    def begin(self) -> None:
        if hasattr(self.guest, "begin"):
            self.guest.begin()

    def choose(self, perspective: Perspective, budget: Budget | None = None) -> int:
        try:
            move = self.guest.choose(perspective, budget)
        except Exception as error:
            raise AgentFault(f"it raised {type(error).__name__}: {error}") from error
        if not isinstance(move, int) or move not in perspective.legal_moves:
            raise AgentFault(f"it answered {move!r}, which is no legal move")
        return move

    def remarks(self, perspective: Perspective) -> list[int]:
        try:
            said = self.guest.remarks(perspective) if hasattr(self.guest, "remarks") else []
            return list(said)
        except Exception as error:
            raise AgentFault(f"it raised {type(error).__name__}: {error}") from error

    def hear(self, seat: int, remark: int) -> None:
        try:
            if hasattr(self.guest, "hear"):
                self.guest.hear(seat, remark)
        except Exception as error:
            raise AgentFault(f"it raised {type(error).__name__}: {error}") from error

    def close(self) -> None:
        if hasattr(self.guest, "close"):
            self.guest.close()
