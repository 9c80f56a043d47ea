"""Explorers of the North Sea: sailing, settling and raiding among newly found islands, for one to four players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core.components import Components
from skali.core.options import Options, choice
from skali.core.protocol import Game, LoadError
from skali.core.rng import Rng
from skali.games.explorers import decisions, saved, setup
from skali.games.explorers.components import SIDES, Tables
from skali.games.explorers.moves import move_space
from skali.games.explorers.state import ExplorersState


@dataclass(frozen=True)
class ExplorersOptions(Options):
    start_side: str = choice(*SIDES, "random")


class Explorers(Game):
    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).with_name("components.toml"), "explorers")
        self.tables = Tables(components)
        super().__init__(
            key="explorers",
            title="Explorers of the North Sea",
            prefix="XN",
            seats=(1, 2, 3, 4),
            rules_version="1.0",
            options=ExplorersOptions,
            moves=move_space(self.tables.type_names),
            components=components,
            package=__name__,
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> ExplorersState:
        chosen: Any = self.check_table(seats, options)
        rng = Rng(seed)
        is_random = chosen.start_side == "random"
        side = rng.below(len(SIDES)) if is_random else SIDES.index(chosen.start_side)  # XN-009, XN-010
        state = ExplorersState(self, self.tables, seats, side, is_random, rng)
        setup.begin(state)
        decisions.settle(state, None)
        return state

    def load(self, data: dict[str, Any]) -> ExplorersState:
        try:
            seats = data["seats"]
            options = ExplorersOptions(**data["options"])
            side = SIDES.index(data["side"])
            is_random = options.start_side == "random"
            fits = is_random or options.start_side == data["side"]
            if seats not in self.seats or isinstance(seats, bool) or not fits:
                raise ValueError(f"{seats} seats, side {data['side']}, options {data['options']}")
        except (KeyError, TypeError, ValueError) as error:
            raise LoadError(f"this is no position of Explorers: {error}") from None
        state = ExplorersState(self, self.tables, seats, side, is_random, Rng(0))
        saved.fill(state, data)
        return state
