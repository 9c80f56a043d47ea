"""Many games of one kind, stepped together inside compiled code: no Python-level work per move.

Observations, masks, seats and rewards are rows of one buffer each, which numpy can look at. A game that ends is begun anew at once:
its rewards and its end stand there for one step, beside the first observation of the next game.
"""

from __future__ import annotations

from collections.abc import Callable

from librt.vecs import vec
from mypy_extensions import i64, u8

from skali.core.moves import Moves
from skali.core.observation import Numbers
from skali.core.options import Options
from skali.core.protocol import Game, State
from skali.core.rng import Rng, derive_seed
from skali.interop.native.actions import NO_MOVE, Actions

Rewards = Callable[[State, int], list[float]]
"""What each seat gets at the end of a game."""


class Batch:
    """So many games; in each of them the first seat that owes a decision is asked."""

    def __init__(
        self, game: Game, seats: int, count: int, seed: int, options: Options | None, rewards: Rewards
    ) -> None:
        if game.observation is None:
            raise ValueError(f"{game.title} offers no observation")
        self.game = game
        self.seats: i64 = seats
        self.count: i64 = count
        self.options = options
        self.reward = rewards
        self.observation = game.observation
        self.width: i64 = game.observation.size
        self.actions: list[Actions] = [Actions(game.moves.size) for _ in range(count)]
        self.action_count: i64 = self.actions[0].size
        self.numbers = Numbers(count * game.observation.size)
        self.masks: vec[u8] = vec[u8]([u8(0)] * (count * int(self.action_count)))
        self.actors: vec[i64] = vec[i64]([0] * count)
        self.rewards: vec[float] = vec[float]([0.0] * (count * seats))
        self.over: vec[u8] = vec[u8]([u8(0)] * count)
        self.sampled: vec[i64] = vec[i64]([0] * count)
        self.legal: vec[i64] = vec[i64]()
        self.moves = Moves()
        self.seed = seed
        self.begun = 0
        self.states: list[State] = []
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begins all games anew."""
        self.seed = seed
        self.begun = 0
        self.states = [self._begin() for _ in range(self.count)]
        for at in range(self.count):
            self.over[at] = 0
            self._no_rewards(at)
            self._ask(at)

    def step(self, chosen: list[int]) -> None:
        """Plays one action in each game; a ``ValueError`` names the first that is not legal, and nothing has changed."""
        if len(chosen) != self.count:
            raise ValueError(f"{len(chosen)} actions for {self.count} games")
        for at in range(self.count):
            if self.actions[at].move(chosen[at]) == NO_MOVE:
                raise ValueError(f"action {chosen[at]} is not legal in game {at}")
        for at in range(self.count):
            if self.over[at]:
                self.over[at] = 0
                self._no_rewards(at)
            self._play(at, self.actions[at].move(chosen[at]))

    def list_legal(self) -> i64:
        """Writes what is legal into ``legal``, three numbers for each: the game, the action, and the move. Returns how many."""
        total: i64 = 0
        for actions in self.actions:
            total += actions.legal.count
        if len(self.legal) < 3 * total:
            self.legal = vec[i64]([0] * int(6 * total))
        place: i64 = 0
        for at in range(self.count):
            here = self.actions[at]
            for index in range(here.legal.count):
                action = here.legal.at(index)
                self.legal[place] = at
                self.legal[place + 1] = action
                self.legal[place + 2] = here.move(action)
                place += 3
        return total

    def sample(self, rng: Rng) -> None:
        """Puts a legal action of each game into ``sampled``, every one equally likely."""
        for at in range(self.count):
            legal = self.actions[at].legal
            self.sampled[at] = legal.at(rng.below(legal.count))

    def _play(self, at: i64, move: i64) -> None:
        state = self.states[at]
        state.advance(self.actors[at], move, None)
        if state.actor() < 0:
            self.over[at] = 1
            given = self.reward(state, int(self.seats))
            for seat in range(self.seats):
                self.rewards[at * self.seats + seat] = given[seat]
            self.states[at] = self._begin()
        self._ask(at)

    def _ask(self, at: i64) -> None:
        """Writes what the seat that is asked sees and may do."""
        state = self.states[at]
        seat = state.actor()
        self.actors[at] = seat
        self.numbers.at = at * self.width
        self.observation.write(state, seat, self.numbers)
        actions = self.actions[at]
        actions.mark(self.masks, at * self.action_count, 0)
        self.moves.clear()
        state.fill_legal(seat, self.moves)
        actions.set(self.moves)
        actions.mark(self.masks, at * self.action_count, 1)

    def _begin(self) -> State:
        number = self.begun
        self.begun += 1
        return self.game.start(int(self.seats), derive_seed("batch", self.seed, number), self.options)

    def _no_rewards(self, at: i64) -> None:
        for seat in range(self.seats):
            self.rewards[at * self.seats + seat] = 0.0
