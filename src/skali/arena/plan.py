"""The plan of a tournament: which agents sit where in game number n, and with what luck. The same plan gives the same games."""

from __future__ import annotations

import itertools
from dataclasses import asdict, dataclass, field, fields
from importlib import import_module
from pathlib import Path
from typing import Any

from skali.agents import make_agent
from skali.core import Game, OptionError, derive_seed, load_game


class ArenaError(ValueError):
    """A tournament that cannot be played or taken up again; the message says why."""


def need(module: str, extra: str) -> Any:
    """A module that not everybody has installed, or the command that installs it."""
    try:
        return import_module(module)
    except ImportError:
        raise ArenaError(f"this needs {module.partition('.')[0]}: pip install 'skali[{extra}]'") from None


@dataclass(frozen=True)
class Plan:
    """Everything that the games depend on."""

    game: str
    agents: list[str]
    seats: int
    games: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    components: str = ""
    """A component file of the user's own, or empty."""
    alone: bool = False
    """Whether the first of two agents has one seat against the second on all the others."""

    def to_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Plan:
        return cls(**{each.name: data[each.name] for each in fields(cls)})

    def load_game(self) -> Game:
        return load_game(self.game, Path(self.components) if self.components else None)

    def check(self) -> None:
        """Fails at once, and not in the first worker, if a game or an agent of this plan cannot be had."""
        game = self.load_game()
        game.check_table(self.seats, game.options.parse(self.options))
        if not self.agents or self.games < 1:
            raise ArenaError("an arena needs at least one agent and one game")
        if len(set(self.agents)) != len(self.agents):
            raise ArenaError("name each agent once: it takes as many seats as it must")
        if self.alone and len(self.agents) != 2:
            raise ArenaError("one against the rest is for two agents: who is alone, and who has the other seats")
        for name in self.agents:
            make_agent(name).close()
            if name == "greedy" and game.heuristic is None:
                raise OptionError(f"{game.title} has no heuristic, so nobody can be greedy; try mcts or random")

    def seatings(self) -> list[tuple[str, ...]]:
        """Every table of agents in every rotation; the same deal is played by all of them, one after the other.

        With more agents than seats every company of them meets; with fewer, they sit again in turn until the table is full,
        unless one is alone against the rest.
        """
        count = len(self.agents)
        if self.alone:
            companies = [(self.agents[0], *[self.agents[1]] * (self.seats - 1))]
        elif count >= self.seats:
            companies = list(itertools.combinations(self.agents, self.seats))
        else:
            companies = [tuple(self.agents[(first + at) % count] for at in range(self.seats)) for first in range(count)]
        turned = [each[turn:] + each[:turn] for each in companies for turn in range(self.seats)]
        return list(dict.fromkeys(turned))

    def seating(self, number: int) -> tuple[str, ...]:
        seatings = self.seatings()
        return seatings[number % len(seatings)]

    def deal(self, number: int) -> int:
        """Games of one deal have the same luck."""
        return number // len(self.seatings())

    def seed_of(self, number: int) -> int:
        return derive_seed("arena", self.seed, self.deal(number))
