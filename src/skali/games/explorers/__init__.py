"""Explorers of the North Sea: sailing, settling and raiding among newly found islands, for one to four players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core.components import Components
from skali.core.options import Options, choice
from skali.core.protocol import Game, LoadError
from skali.core.rng import Rng
from skali.core.weights import weights_or_none
from skali.games.explorers import course, saved, setup
from skali.games.explorers.components import SIDES, Tables
from skali.games.explorers.heuristic import numbers
from skali.games.explorers.heuristic.heuristic import ExplorersHeuristic
from skali.games.explorers.moves import move_space
from skali.games.explorers.observation import ExplorersObservation
from skali.games.explorers.presenter import ExplorersPresenter
from skali.games.explorers.state import ExplorersState
from skali.games.explorers.view_types import PROMPTS, REFUSALS, View

RULES_VERSION = "1.0"


@dataclass(frozen=True)
class ExplorersOptions(Options):
    start_side: str = choice(*SIDES, "random")


class Explorers(Game):
    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).with_name("components.toml"), "explorers")
        self.tables = Tables(components)
        file = Path(__file__).with_name("weights.json")
        weights = weights_or_none(file, numbers.NAMES, numbers.ROWS, components.digest, RULES_VERSION)
        super().__init__(
            key="explorers",
            title="Explorers of the North Sea",
            prefix="XN",
            seats=(1, 2, 3, 4),
            rules_version=RULES_VERSION,
            options=ExplorersOptions,
            moves=move_space(self.tables.type_names),
            components=components,
            package=__name__,
            observation=ExplorersObservation(self.tables),
            presenter=ExplorersPresenter(),
            rule_languages=("en", "fr", "nl"),
            view_type=View,
            prompt_types=PROMPTS,
            refusal_types=REFUSALS,
            heuristic=ExplorersHeuristic(weights),
            parts=(
                *("cell", "turn", "load", "load_more", "unload", "unload_more", "sail", "build"),
                *("march_from", "march_to", "march_with", "herd_from", "herd_animal", "herd_to"),
            ),
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> ExplorersState:
        chosen: Any = self.check_table(seats, options)
        rng = Rng(seed)
        is_random = chosen.start_side == "random"
        side = rng.below(len(SIDES)) if is_random else SIDES.index(chosen.start_side)  # XN-009, XN-010
        state = ExplorersState(self, self.tables, seats, side, chosen, rng)
        setup.begin(state)
        course.go_on(state, None)
        return state

    def load(self, data: dict[str, Any]) -> ExplorersState:
        chosen: Any = self.load_options(data)
        seats, side = data.get("seats"), data.get("side")
        if type(seats) is not int or seats not in self.seats:
            raise LoadError(f"seats must be one of {self.seats}, not {seats!r}")
        if side not in SIDES or chosen.start_side not in (side, "random"):
            raise LoadError(f"the side cannot be {side!r} by the option {chosen.start_side}")
        state = ExplorersState(self, self.tables, seats, SIDES.index(side), chosen, Rng(0))
        saved.read(state, data)
        return state
