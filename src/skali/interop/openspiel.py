"""The games as Python games of OpenSpiel: importing this module registers ``skali_fjords`` and all others.

Luck is in explicit chance nodes: a move that draws or rolls is held until the node has given a seed, so no clone sees luck to come.
A node has ``SEEDS`` outcomes, equally likely, which stand for all that could be drawn. Where several seats owe an answer at the
same time, they are asked one after the other, and none sees what another has answered.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from skali.core import SPECTATOR, Game, State, derive_seed, game_keys, load_game
from skali.interop.table import Table, smallest_table

SEEDS = 64
LONGEST = 50_000
"""More actions than any game has."""
LARGEST_SCORE = 10_000.0
_DEAL = (-1, -1)
"""What is held before the game has begun."""


class Position:
    """A position and the move of a seat that waits for luck. Copied as deeply as a clone needs, and no deeper."""

    def __init__(self, table: Table, state: State | None, held: tuple[int, int] | None, chances: int) -> None:
        self.table = table
        self.state = state
        self.held = held
        self.chances = chances

    def __deepcopy__(self, memo: Any) -> Position:
        state = None if self.state is None else self.state.copy()
        return Position(self.table, state, self.held, self.chances)

    def __reduce__(self) -> tuple[Any, ...]:
        saved = None if self.state is None else self.state.to_dict()
        return (_restored, (self.table, saved, self.held, self.chances))

    @property
    def begun(self) -> State:
        assert self.state is not None, "the game has not begun: its first node is chance"
        return self.state

    def play(self, action: int) -> None:
        """Plays an action that needs no luck, or holds it."""
        state = self.begun
        seat = int(state.actor())
        move = self.table.move_of(state, seat, action)
        if move < 0:
            raise ValueError(f"action {action} of player {seat} is not legal")
        after = state.copy()
        after.advance(seat, move)
        if after.barrier() == state.barrier():  # whatever uses luck raises the barrier
            self.state = after
        else:
            self.held = (seat, move)

    def give(self, outcome: int) -> None:
        """Luck for what is held."""
        assert self.held is not None
        seat, move = self.held
        seed = derive_seed("openspiel", self.chances, outcome)
        if self.held == _DEAL:
            self.state = self.table.start(seed)
        else:
            self.begun.reseed(seed)
            self.begun.advance(seat, move)
        self.begun.reseed(0)
        self.held = None
        self.chances += 1


def _restored(table: Table, saved: dict[str, Any] | None, held: tuple[int, int] | None, chances: int) -> Position:
    return Position(table, None if saved is None else table.game.load(saved), held, chances)


class SpielState(pyspiel.State):
    """A state of OpenSpiel over one of ours."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(game.table, None, _DEAL, 0)

    def current_player(self) -> Any:
        if self.position.held is not None:
            return pyspiel.PlayerId.CHANCE
        seat = int(self.position.begun.actor())
        return pyspiel.PlayerId.TERMINAL if seat < 0 else seat

    def is_terminal(self) -> bool:
        return self.position.held is None and self.position.begun.is_over()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / SEEDS) for outcome in range(SEEDS)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.table.legal_actions(self.position.begun, player))

    def _apply_action(self, action: int) -> None:
        if self.position.held is not None:
            self.position.give(action)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck {action}"
        table = self.position.table
        move = table.move_of(self.position.begun, player, action)
        return table.game.moves.show(move) if move >= 0 else f"illegal action {action}"

    def returns(self) -> list[float]:
        table = self.position.table
        if not self.is_terminal():
            return [0.0] * table.seats
        rewards: list[float] = table.reward(self.position.begun, table.seats)
        return rewards

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A random state that the player cannot tell from this one."""
        sample: SpielState = self.clone()
        wanted = self.position.begun.actor()
        state = self.position.begun.determinize(player, int(sampler() * 2**30))
        while state.actor() != wanted and wanted in state.to_act():
            # Who of those that answer at the same time has answered is a secret too; here they are asked in turn.
            moves = state.legal_moves(state.actor())
            state.advance(state.actor(), moves[int(sampler() * len(moves))])
        state.reseed(0)
        sample.position.state = state
        return sample

    def __str__(self) -> str:
        return (
            "before the deal"
            if self.position.state is None
            else str(self.position.table.render("ansi", self.position.state))
        )


class SpielObserver:
    """What a player may know: the game's row of numbers, part by part, and its view as text."""

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters here, not {params}")
        self.table = table
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(table.observation.size, np.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for part in table.observation.parts:
            self.dict[part.name] = self.tensor[first : first + part.size].reshape(part.shape)
            first += part.size

    def set_from(self, state: SpielState, player: int) -> None:
        if state.position.state is None:
            self.tensor.fill(0)
            return
        self.table.numbers.at = 0
        self.table.observation.write(state.position.state, self._viewer(player), self.table.numbers)
        self.tensor[:] = self.table.row

    def string_from(self, state: SpielState, player: int) -> str:
        if state.position.state is None:
            return ""
        return json.dumps(state.position.state.view(self._viewer(player)), sort_keys=True, separators=(",", ":"))

    def _viewer(self, player: int) -> int:
        return SPECTATOR if self.public else player


class SpielGame(pyspiel.Game):
    """One of our games at a table of ``players``."""

    key = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        game = load_game(self.key)
        self.table = Table(self.key, int(params.get("players", smallest_table(game))), {}, None)
        solo = self.table.seats == 1
        largest = LARGEST_SCORE if solo else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.action_count,
            max_chance_outcomes=SEEDS,
            num_players=self.table.seats,
            min_utility=-largest,
            max_utility=largest,
            utility_sum=None if solo else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game, self.table.seats), info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def game_type(game: Game, seats: int) -> Any:
    kinds = pyspiel.GameType
    solo = seats == 1
    return kinds(
        short_name=f"skali_{game.key}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if solo else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": smallest_table(game)},
    )


def register_all() -> list[str]:
    """Registers every game that offers an observation and is not registered yet; the names of all of them."""
    names = []
    for game in map(load_game, game_keys()):
        if game.observation is not None:
            kind = game_type(game, smallest_table(game))
            names.append(kind.short_name)
            if kind.short_name not in pyspiel.registered_names():
                made = type(f"Spiel{game.key.capitalize()}", (SpielGame,), {"key": game.key, "__module__": __name__})
                globals()[made.__name__] = made  # where pickle looks for it
                pyspiel.register_game(kind, made)
    return names


register_all()
