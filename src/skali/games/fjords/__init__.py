"""Fjords: tactical settlement of an unknown land, for two players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core.components import Components
from skali.core.options import Options, choice, switch
from skali.core.protocol import Game
from skali.core.rng import Rng
from skali.core.weights import weights_or_none
from skali.games.fjords import course, saved
from skali.games.fjords.components import Tables
from skali.games.fjords.heuristic import features
from skali.games.fjords.heuristic.evaluation import FjordsHeuristic
from skali.games.fjords.moves import move_space
from skali.games.fjords.observation import FjordsObservation
from skali.games.fjords.position import Variant
from skali.games.fjords.presenter import FjordsPresenter
from skali.games.fjords.solver import ColonisationSolver
from skali.games.fjords.state import FjordsState
from skali.games.fjords.view_types import PROMPTS, REFUSALS, View

RULES_VERSION = "1.0"


@dataclass(frozen=True)
class FjordsOptions(Options):
    start_layout: str = choice("printed", "mirrored")
    farmland_regions: str = choice("tile", "segment")
    fast_finish: bool = switch(True)


class Fjords(Game):
    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).with_name("components.toml"), "fjords")
        self.tables = Tables(components)
        file = Path(__file__).with_name("weights.json")
        weights = weights_or_none(file, features.NAMES, features.ROWS, components.digest, RULES_VERSION)
        super().__init__(
            key="fjords",
            title="Fjords",
            prefix="FJ",
            seats=(2,),
            rules_version=RULES_VERSION,
            options=FjordsOptions,
            moves=move_space(self.tables.types.names),
            components=components,
            package=__name__,
            heuristic=FjordsHeuristic(weights),
            solver=ColonisationSolver(),
            observation=FjordsObservation(self.tables),
            presenter=FjordsPresenter(),
            rule_languages=("en", "fr", "nl"),
            view_type=View,
            prompt_types=PROMPTS,
            refusal_types=REFUSALS,
            is_open=True,
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> FjordsState:
        state = self._empty(self.check_table(seats, options), Rng(seed))
        course.begin_round(state, state.rng.below(2), None)
        return state

    def load(self, data: dict[str, Any]) -> FjordsState:
        state = self._empty(self.load_options(data), Rng(0))
        saved.read(state, data)
        return state

    def _empty(self, options: Any, rng: Rng) -> FjordsState:
        return FjordsState(self, self.tables, Variant(options, self.tables), rng)
