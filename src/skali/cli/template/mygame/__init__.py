"""My Game: gather shells and lay them in rows, for two to four players."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core import Components, Game, Options, Rng
from skali.core.options import choice
from skali.core.reading import within

from mygame import course, saved, setup
from mygame.components import Tables
from mygame.heuristic import MyGameHeuristic
from mygame.moves import move_space
from mygame.observation import MyGameObservation
from mygame.presenter import MyGamePresenter
from mygame.state import MyGameState
from mygame.view_types import PROMPTS, View


@dataclass(frozen=True)
class MyGameOptions(Options):
    hand_size: int = choice(2, 3)


class MyGame(Game):
    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).with_name("components.toml"), "mygame")
        self.tables = Tables(components)
        super().__init__(
            key="mygame",
            title="My Game",
            prefix="MG",
            seats=(2, 3, 4),
            rules_version="1.0",
            options=MyGameOptions,
            moves=move_space(self.tables.names),
            components=components,
            package=__name__,
            heuristic=MyGameHeuristic(),
            observation=MyGameObservation(),
            presenter=MyGamePresenter(),
            view_type=View,
            prompt_types=PROMPTS,
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> MyGameState:
        state = MyGameState(self, self.tables, seats, self.check_table(seats, options), Rng(seed))
        setup.deal(state)
        course.begin(state)
        return state

    def load(self, data: dict[str, Any]) -> MyGameState:
        options = self.load_options(data)
        seats = within(data.get("seats"), self.seats[0], self.seats[-1], "seats")
        state = MyGameState(self, self.tables, seats, options, Rng(0))
        saved.read(state, data)
        return state
