"""A table for programs that learn: numbered actions in, arrays out. PettingZoo and Gymnasium are two shapes of it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from skali.core import (
    SPECTATOR,
    Game,
    Moves,
    Numbers,
    Observation,
    OptionError,
    State,
    load_game,
)
from skali.core.options import Options, show_value
from skali.drawing.shapes import Drawing
from skali.interop.native.actions import Actions, action_count

Observed = dict[str, NDArray[Any]]
REWARDS = ("place", "score")
RENDER_MODES = ("ansi", "rgb_array")


class NoObservation(ValueError):
    """A game that does not say itself in numbers."""


def observation_of(game: Game) -> Observation:
    if game.observation is None:
        raise NoObservation(f"{game.title} offers no observation: its Game needs one (skali.core.Observation)")
    return game.observation


def environment_version(game: Game) -> int:
    """The number behind the v: 1 for the rules 1.0, 11 for the rules 1.1."""
    major, _, minor = game.rules_version.partition(".")
    return int(major) if int(minor or 0) == 0 else int(major + minor)


def read_options(game: Game, options: dict[str, Any]) -> Options:
    """Options as a person writes them: texts, numbers, True and False."""
    return game.options.parse({name: show_value(value) for name, value in options.items()})


def smallest_table(game: Game) -> int:
    """The fewest seats at which somebody plays against somebody, else the fewest."""
    return min((size for size in game.seats if size > 1), default=min(game.seats))


def rewards_by_place(state: State, seats: int) -> list[float]:
    """From 1 for the first to -1 for the last place, evenly; seats that share places share what these are worth."""
    places = state.ranking()
    worth = [1 - 2 * at / (seats - 1) for at in range(seats)] if seats > 1 else [0.0]
    shared = [worth[place - 1 : place - 1 + places.count(place)] for place in places]
    return [sum(each) / len(each) for each in shared]


def rewards_by_score(state: State, seats: int) -> list[float]:
    return [float(state.score(seat)) for seat in range(seats)]


def rewards_at_the_end(reward: str | None, seats: int) -> Any:
    """How a game is rewarded: by place, or by score as a solo game is."""
    chosen = reward or ("place" if seats > 1 else "score")
    if chosen not in REWARDS:
        raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
    return rewards_by_place if chosen == "place" else rewards_by_score


def observation_box(observation: Observation) -> spaces.Box:
    """The space of a game's rows, with the bounds of each part."""
    low = np.concatenate([np.full(part.size, part.low, np.int16) for part in observation.parts])
    high = np.concatenate([np.full(part.size, part.high, np.int16) for part in observation.parts])
    return spaces.Box(low, high, dtype=np.int16)


class Table:
    """One game at a time of one kind and size. ``wait`` adds a last action for seats that are not asked."""

    def __init__(
        self, game: str | Game, seats: int | None, options: dict[str, Any], reward: str | None, wait: bool = False
    ) -> None:
        self._made = (game, seats, options, reward, wait)
        self.game = game if isinstance(game, Game) else load_game(game)
        self.observation = observation_of(self.game)
        self.seats = smallest_table(self.game) if seats is None else seats
        if self.seats not in self.game.seats:
            raise OptionError(f"{self.game.title} is for {', '.join(map(str, self.game.seats))} players, not {seats}")
        self.options = read_options(self.game, options)
        self.game.check_table(self.seats, self.options)
        self.reward = rewards_at_the_end(reward, self.seats)
        self.actions = Actions(self.game.moves.size)
        self.wait = action_count(self.game.moves.size) if wait else None
        self.action_count = action_count(self.game.moves.size) + wait
        self.numbers = Numbers(self.observation.size)
        self.row = np.frombuffer(memoryview(self.numbers.items), np.int16)
        self.legal = Moves()
        self.state: State | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """A table is pickled as the way to lay it, without the game that is being played."""
        return (Table, self._made)

    def start(self, seed: int) -> State:
        self.state = self.game.start(self.seats, seed, self.options)
        return self.state

    def observation_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.action_count,), np.int8)
        return spaces.Dict({"observation": observation_box(self.observation), "action_mask": mask})

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.action_count)

    def observe(self, state: State, seat: int) -> Observed:
        """What a seat may know and do now, in arrays of its own."""
        self.numbers.at = 0
        self.observation.write(state, seat, self.numbers)
        mask = np.zeros(self.action_count, np.int8)
        if seat in state.to_act():
            mask[self.legal_actions(state, seat)] = 1
        elif self.wait is not None:
            mask[self.wait] = 1
        return {"observation": self.row.copy(), "action_mask": mask}

    def legal_actions(self, state: State, seat: int) -> list[int]:
        self.legal.clear()
        state.fill_legal(seat, self.legal)
        self.actions.set(self.legal)
        return self.actions.legal.to_list()

    def move_of(self, state: State, seat: int, action: int) -> int:
        """The move of an action, -1 if it is not legal."""
        if seat not in state.to_act():
            return -1
        self.legal_actions(state, seat)
        return int(self.actions.move(action))

    def render(self, render_mode: str, state: State, viewer: int = SPECTATOR) -> Any:
        """The position as a viewer may see it: as text, or as pixels."""
        view = state.view(viewer)
        words = self.game.words("en")
        players = [f"player_{seat}" for seat in range(self.seats)]
        if render_mode == "rgb_array":
            from skali.interop.pixels import pixels

            drawing = self.game.presenter.picture(view, words, players)
            return pixels(drawing or _text_alone(self.game.title))
        return self.game.presenter.draw(view, words, False, players) or json.dumps(view, indent=1)


def known_mode(render_mode: str | None) -> str | None:
    """The mode itself, if it is one."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
    return render_mode


def _text_alone(title: str) -> Drawing:
    """For a game that draws no picture of itself."""
    drawing = Drawing()
    drawing.label(0, 0, title, 20)
    return drawing
