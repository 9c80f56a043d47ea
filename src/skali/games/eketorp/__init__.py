"""Eketorp: build the richest castle from what your Vikings bring home, for three to six players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core.components import Components
from skali.core.options import Options, choice
from skali.core.protocol import Finding, Game
from skali.core.reading import within
from skali.core.rng import Rng, derive_seed
from skali.core.weights import weights_or_none
from skali.games.eketorp import course, lab, saved, setup
from skali.games.eketorp.components import TABLE_SIZES, Tables
from skali.games.eketorp.heuristic import features
from skali.games.eketorp.heuristic.heuristic import EketorpHeuristic
from skali.games.eketorp.moves import move_space
from skali.games.eketorp.observation import EketorpObservation
from skali.games.eketorp.presenter import EketorpPresenter
from skali.games.eketorp.state import EketorpState
from skali.games.eketorp.view_types import PROMPTS, View

RULES_VERSION = "1.0"
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
        file = Path(__file__).with_name("weights.json")
        weights = weights_or_none(file, features.NAMES, features.ROWS, components.digest, RULES_VERSION)
        super().__init__(
            key="eketorp",
            title="Eketorp",
            prefix="EK",
            seats=TABLE_SIZES,
            rules_version=RULES_VERSION,
            options=EketorpOptions,
            moves=move_space(),
            components=components,
            package=__name__,
            observation=EketorpObservation(),
            presenter=EketorpPresenter(),
            rule_languages=("en", "fr", "nl"),
            view_type=View,
            prompt_types=PROMPTS,
            heuristic=EketorpHeuristic(weights),
            parts=("opponent", "keep"),
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> EketorpState:
        state = self._empty(seats, self.check_table(seats, options), Rng(seed))
        state.start_player = state.rng.below(seats)
        setup.deal(state)
        course.go_on(state, None)
        return state

    def load(self, data: dict[str, Any]) -> EketorpState:
        options = self.load_options(data)
        seats = within(data.get("seats"), TABLE_SIZES[0], TABLE_SIZES[-1], "seats")
        state = self._empty(seats, options, Rng(0))
        saved.read(state, data)
        return state

    def findings(self, seats: int, seed: int, options: Options) -> list[Finding]:
        games = [self.start(seats, derive_seed("lab", seed, number), options) for number in range(LAB_GAMES)]
        return [lab.gain_of_the_best(games, seed)]

    def _empty(self, seats: int, options: Any, rng: Rng) -> EketorpState:
        state = EketorpState(self, self.tables, options, seats, rng)
        state.reach_last = options.hospital_exit == "reach_last"
        state.odds_hidden = options.odds == "hidden"
        setup.clear_table(state)
        return state
