"""One game of a plan, from plain data to plain data, so that any process on any machine can play it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from skali.agents import make_agent
from skali.arena.match import play_match
from skali.arena.plan import Plan


def play_numbered(plan: dict[str, Any], number: int) -> dict[str, Any]:
    """Plays game ``number`` of the plan. The record depends on these two alone, apart from ``seconds``."""
    planned = Plan.from_data(plan)
    game = planned.load_game()
    names = list(planned.seating(number))
    agents = [make_agent(name) for name in names]
    try:
        result = play_match(game, game.options.parse(planned.options), planned.seed_of(number), agents, names)
    finally:
        for agent in agents:
            agent.close()
    return {"game": number, "deal": planned.deal(number), **asdict(result)}
