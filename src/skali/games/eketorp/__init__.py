"""Eketorp: build the richest castle from what your Vikings bring home, for three to six players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core.components import Components
from skali.core.options import Options, choice
from skali.core.protocol import Finding, Game, LoadError
from skali.core.rng import Rng, derive_seed
from skali.games.eketorp import lab, rounds, saved, setup
from skali.games.eketorp.components import TABLE_SIZES, Tables
from skali.games.eketorp.heuristic import EketorpHeuristic
from skali.games.eketorp.moves import move_space
from skali.games.eketorp.presenter import EketorpPresenter
from skali.games.eketorp.state import EketorpState

LAB_GAMES = 12
"""The games whose deployments the lab looks at."""


@dataclass(frozen=True)
class EketorpOptions(Options):
    hospital_exit: str = choice("past_last", "reach_last")
    odds: str = choice("shown", "hidden")


class Eketorp(Game):
    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).with_name("components.toml"), "eketorp")
        self.tables = Tables(components)
        super().__init__(
            key="eketorp",
            title="Eketorp",
            prefix="EK",
            seats=TABLE_SIZES,
            rules_version="1.0",
            options=EketorpOptions,
            moves=move_space(),
            components=components,
            package=__name__,
            presenter=EketorpPresenter(),
            heuristic=EketorpHeuristic(),
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> EketorpState:
        state = self._empty(seats, self.check_table(seats, options), Rng(seed))
        state.start_player = state.rng.below(seats)
        setup.deal(state)
        rounds.begin_round(state, None)
        return state

    def load(self, data: dict[str, Any]) -> EketorpState:
        options = self.load_options(data)
        seats = data.get("seats")
        if isinstance(seats, bool) or seats not in TABLE_SIZES:
            raise LoadError(f"Eketorp is for 3 to 6 players, not {seats!r}")
        state = self._empty(seats, options, Rng(0))
        saved.fill(state, data)
        return state

    def findings(self, seats: int, seed: int, options: Options) -> list[Finding]:
        games = [self.start(seats, derive_seed("lab", seed, number), options) for number in range(LAB_GAMES)]
        return [lab.gain_of_the_best(games, seed)]

    def _empty(self, seats: int, options: Any, rng: Rng) -> EketorpState:
        state = EketorpState(self, self.tables, seats, options.hospital_exit == "reach_last", rng)
        state.odds_hidden = options.odds == "hidden"
        setup.clear_table(state)
        return state
