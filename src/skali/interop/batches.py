"""Many games at once with numpy: actions in, arrays out; the work is done by compiled code (``native/batch.py``)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from skali.core import Game, Rng, load_game
from skali.interop.native.batch import Batch
from skali.interop.table import observation_of, read_options, rewards_at_the_end, smallest_table


class GameBatch:
    """``count`` games of one kind. Each is asked for one action of one seat at every step, and begins anew when it is over.

    The arrays are looked at in place: they change with the next step, so copy what is to be kept.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        seats: int | None = None,
        seed: int = 0,
        reward: str | None = None,
        **options: Any,
    ) -> None:
        if count < 1:
            raise ValueError(f"a batch has one game or more, not {count}")
        self.game = game if isinstance(game, Game) else load_game(game)
        observation = observation_of(self.game)
        self.count = count
        self.seats = smallest_table(self.game) if seats is None else seats
        chosen = self.game.check_table(self.seats, read_options(self.game, options))
        rewards = rewards_at_the_end(reward, self.seats)
        self._luck = Rng(seed)
        self._batch = Batch(self.game, self.seats, count, seed, chosen, rewards)
        self.observations: NDArray[np.int16] = _rows(self._batch.numbers.items, np.int16, count, observation.size)
        self.masks: NDArray[np.uint8] = _rows(self._batch.masks, np.uint8, count, int(self._batch.action_count))
        """1 for every legal action."""
        self.turns: NDArray[np.int64] = np.frombuffer(memoryview(self._batch.actors), np.int64)
        """The seat that is asked in each game."""
        self.rewards: NDArray[np.float64] = _rows(self._batch.rewards, np.float64, count, self.seats)
        """What each seat got by the last step; 0 but at the end of a game."""
        self._sampled: NDArray[np.int64] = np.frombuffer(memoryview(self._batch.sampled), np.int64)
        self.over: NDArray[np.uint8] = np.frombuffer(memoryview(self._batch.over), np.uint8)
        """1 where the last step ended a game; what is observed there is the beginning of the next."""

    def reset(self, seed: int = 0) -> None:
        self._luck = Rng(seed)
        self._batch.reset(seed)

    def step(self, actions: NDArray[Any]) -> None:
        """One action for each game; a ``ValueError`` names the first that is not legal, and nothing has changed."""
        self._batch.step(checked_actions(actions, self.count).tolist())

    def legal(self) -> NDArray[np.int64]:
        """All that is legal now, a row for each: the game, the action, and the number of the move behind it."""
        count = int(self._batch.list_legal())
        return np.frombuffer(memoryview(self._batch.legal), np.int64)[: 3 * count].reshape(count, 3).copy()

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, every one equally likely; the same ones after the same seed and steps."""
        self._batch.sample(self._luck)
        return self._sampled.copy()

    def notation(self, at: int, action: int) -> str:
        """A legal action of one of the games in words."""
        if not 0 <= at < self.count:
            raise ValueError(f"games are 0 to {self.count - 1}, not {at}")
        move = int(self._batch.actions[at].move(action))
        if move < 0:
            raise ValueError(f"action {action} is not legal in game {at}")
        return self.game.moves.show(move)


def checked_actions(actions: NDArray[Any], count: int) -> NDArray[np.int64]:
    """Whole numbers, one for each game."""
    given = np.asarray(actions)
    if given.shape != (count,):
        raise ValueError(f"actions has the shape {given.shape}, not {(count,)}")
    if not np.issubdtype(given.dtype, np.integer):
        raise TypeError(f"actions are whole numbers, not {given.dtype}")
    return given.astype(np.int64, copy=False)


def _rows(buffer: Any, kind: Any, count: int, width: int) -> NDArray[Any]:
    found: NDArray[Any] = np.frombuffer(memoryview(buffer), kind).reshape(count, width)
    return found
