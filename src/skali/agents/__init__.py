"""Players that are programs. They see only what their seat may see."""

from skali.agents.agent import (
    Agent,
    AgentError,
    AgentFault,
    Budget,
    GreedyAgent,
    RandomAgent,
    forfeited,
    speakers,
    spoken,
)
from skali.agents.explain import Explanation, explain
from skali.agents.hints import Hint, Reason, hints_for, reasons_for
from skali.agents.levels import Level, level_named, level_of, levels_of
from skali.agents.mcts import MctsAgent, MctsSettings
from skali.agents.names import make_agent
from skali.agents.perspective import Perspective, Story
from skali.agents.program import ExecAgent
from skali.agents.rollout import RolloutAgent, RolloutSettings

__all__ = [
    "Agent",
    "AgentError",
    "AgentFault",
    "Budget",
    "ExecAgent",
    "Explanation",
    "GreedyAgent",
    "Hint",
    "Level",
    "MctsAgent",
    "MctsSettings",
    "Perspective",
    "RandomAgent",
    "Reason",
    "RolloutAgent",
    "RolloutSettings",
    "Story",
    "explain",
    "forfeited",
    "hints_for",
    "level_named",
    "level_of",
    "levels_of",
    "make_agent",
    "reasons_for",
    "speakers",
    "spoken",
]
