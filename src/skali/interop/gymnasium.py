"""The games as Gymnasium environments of one seat against agents: ``gymnasium.make("skali/Fjords-v1")``.

Importing this module registers every game that offers an observation; Gymnasium imports it itself for
``gymnasium.make("skali.interop.gymnasium:skali/Fjords-v1")``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
from gymnasium.error import InvalidAction, ResetNeeded

from skali.agents import Agent, AgentFault, Perspective, Story, forfeited, make_agent
from skali.core import Event, Game, State, game_keys, load_game
from skali.interop.table import RENDER_MODES, Observed, Table, environment_version, known_mode

ILLEGAL_REWARD = -1.0


class SeatEnv(gymnasium.Env[Observed, Any]):
    """One seat of a game; agents named as everywhere (``random``, ``greedy``, ``mcts:400``) have the others.

    An action that is not legal ends the game with a reward of -1 and ``illegal_action`` in the info.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        reward: str | None = None,
        **options: Any,
    ) -> None:
        self.table = Table(game, seats, options, reward)
        if not 0 <= seat < self.table.seats:
            raise ValueError(f"seat is 0 to {self.table.seats - 1}, not {seat}")
        self.seat = seat
        self.render_mode = known_mode(render_mode)
        self.observation_space: gymnasium.spaces.Space[Any] = self.table.observation_space()
        self.action_space = self.table.action_space()
        others = [each for each in range(self.table.seats) if each != seat]
        names = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(names) != len(others):
            raise ValueError(f"{len(others)} opponents are wanted, not {len(names)}")
        self.agents: dict[int, Agent] = {each: make_agent(name) for each, name in zip(others, names)}
        self.stories: dict[int, Story] = {}
        self.over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        state = self.table.start(self._luck())
        self.stories = {seat: Story(seat) for seat in self.agents}
        for agent in self.agents.values():
            agent.begin()
        self.over = False
        self._others_play(state)
        return self.table.observe(state, self.seat), {}

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        state = self.table.state
        if state is None or self.over:
            raise ResetNeeded("the game is over, or none has begun: call reset first")
        if not self.action_space.contains(action):
            raise InvalidAction(f"action {action!r} is not in {self.action_space}")
        move = self.table.move_of(state, self.seat, int(action))
        if move < 0:
            self.over = True
            return self.table.observe(state, self.seat), ILLEGAL_REWARD, True, False, {"illegal_action": True}
        self._play(state, self.seat, move)
        self._others_play(state)
        self.over = state.is_over()
        reward = self.table.reward(state, self.table.seats)[self.seat] if self.over else 0.0
        return self.table.observe(state, self.seat), float(reward), self.over, False, {}

    def notation(self, action: int) -> str:
        """A legal action in words, such as ``place at 1,0 turn 2``."""
        move = self.table.move_of(self._begun(), self.seat, int(action))
        if move < 0:
            raise InvalidAction(f"action {action} is not legal")
        return self.table.game.moves.show(move)

    def action(self, notation: str) -> int:
        """The action of a move in words, -1 if it is not legal."""
        state = self._begun()
        if self.seat not in state.to_act():
            return -1
        self.table.legal_actions(state, self.seat)
        return int(self.table.actions.action(self.table.game.moves.read(notation)))

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self.table.render(self.render_mode, self._begun(), self.seat)

    def close(self) -> None:
        for agent in self.agents.values():
            agent.close()
        self.table.state = None

    def _begun(self) -> State:
        if self.table.state is None:
            raise ResetNeeded("no game has begun: call reset first")
        return self.table.state

    def _luck(self) -> int:
        return int(self.np_random.integers(2**62))

    def _others_play(self, state: State) -> None:
        """Until the seat is asked or the game is over."""
        while not state.is_over() and self.seat not in state.to_act():
            seat = int(state.actor())
            perspective = Perspective(state, seat, self.table.seats, self._luck(), self.stories[seat])
            try:
                move = self.agents[seat].choose(perspective)
            except AgentFault:
                move = forfeited(perspective)
            self._play(state, seat, move)

    def _play(self, state: State, seat: int, move: int) -> None:
        events: list[Event] = []
        state.advance(seat, move, events)
        for story in self.stories.values():
            story.move(seat, self.table.game.moves.show(move))
            story.events(events)


def environment_id(game: Game) -> str:
    return f"skali/{game.key.capitalize()}-v{environment_version(game)}"


def register_all() -> list[str]:
    """Registers every game that offers an observation and is not registered yet; the ids of all of them."""
    ids = []
    for game in map(load_game, game_keys()):
        if game.observation is not None:
            ids.append(environment_id(game))
            if ids[-1] not in gymnasium.registry:
                gymnasium.register(ids[-1], "skali.interop.gymnasium:SeatEnv", kwargs={"game": game.key})
    return ids


register_all()
