"""The games as PettingZoo environments: ``env("odin", seats=2)`` in turns (AEC), ``parallel_env("odin")`` all at once.

Each agent observes ``observation``, the row of numbers that its game documents, and ``action_mask``. Where several seats owe an
answer at the same time, the AEC environment asks them one after the other, and none sees what another has answered.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import logger
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from skali.core import Game, State
from skali.interop.table import RENDER_MODES, Observed, Table, environment_version, known_mode

ILLEGAL_REWARD = -1.0


def env(game: str | Game, seats: int | None = None, **settings: Any) -> AECEnv:
    """A game in turns, wrapped as PettingZoo's classic games are: an illegal action ends it with a reward of -1 for its agent.

    ``settings`` are ``render_mode``, ``reward`` (``place`` or ``score``) and the game's own options.
    """
    made = raw_env(game, seats, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class _Environment(EzPickle):
    """What both kinds share: agents, spaces, seeds, drawing."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(self, table: Table, render_mode: str | None) -> None:
        name = f"{table.game.key}_v{environment_version(table.game)}"
        self.metadata = {**type(self).metadata, "name": name, "rules_version": table.game.rules_version}  # type: ignore[misc]
        self.table = table
        self.render_mode = known_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(table.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: table.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: table.action_space() for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _start(self, seed: int | None) -> State:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        return self.table.start(int(self._random.integers(2**62)))

    @property
    def _state(self) -> State:
        if self.table.state is None:
            raise RuntimeError("call reset before anything else")
        return self.table.state

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> Observed:
        return self.table.observe(self._state, self._seat(agent))

    def notation(self, agent: str, action: int) -> str:
        """A legal action of an agent in words, such as ``place at 1,0 turn 2``."""
        move = self.table.move_of(self._state, self._seat(agent), action)
        if move < 0:
            raise ValueError(f"action {action} of {agent} is not legal")
        return self.table.game.moves.show(move)

    def action(self, agent: str, notation: str) -> int:
        """The action of a move in words, -1 if it is not legal."""
        state, seat = self._state, self._seat(agent)
        if seat not in state.to_act():
            return -1
        self.table.legal_actions(state, seat)
        return int(self.table.actions.action(self.table.game.moves.read(notation)))

    def render(self) -> Any:
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self.table.render(self.render_mode, self._state)

    def close(self) -> None:
        self.table.state = None


class raw_env(_Environment, AECEnv):  # as PettingZoo names it
    """A game in turns. An illegal action is a ``ValueError``; nothing has changed."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        render_mode: str | None = None,
        reward: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, seats, render_mode, reward, **options)
        AECEnv.__init__(self)
        _Environment.__init__(self, Table(game, seats, options, reward), render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        state = self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(state.actor())]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state, seat = self._state, self._seat(agent)
        move = -1 if action is None else self.table.move_of(state, seat, int(action))
        if move < 0:
            raise ValueError(f"action {action} of {agent} is not legal")
        state.advance(seat, move)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.is_over():
            self.rewards = dict(zip(self.possible_agents, self.table.reward(state, self.table.seats)))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[int(state.actor())]
        self._accumulate_rewards()


class parallel_env(_Environment, ParallelEnv):  # as PettingZoo names it
    """A game in which all agents act at every step; for those that are not asked, the last action, waiting, is the only legal one.

    An illegal action ends the game, with a reward of -1 for its agent and 0 for the others.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        render_mode: str | None = None,
        reward: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, seats, render_mode, reward, **options)
        _Environment.__init__(self, Table(game, seats, options, reward, wait=True), render_mode)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        self._start(seed)
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        state = self._state
        moves = self._moves(state, actions)
        rewards = dict.fromkeys(self.agents, 0.0)
        illegal = [agent for agent, move in moves.items() if move < 0]
        if illegal:
            EnvLogger.warn_on_illegal_move()
            rewards |= dict.fromkeys(illegal, ILLEGAL_REWARD)
        else:
            for agent in [agent for agent in self.agents if self._seat(agent) in state.to_act()]:
                state.apply(self._seat(agent), moves[agent])
            if state.is_over():
                rewards = dict(zip(self.possible_agents, self.table.reward(state, self.table.seats)))
        over = bool(illegal) or state.is_over()
        agents = self.agents
        observed = self._observe_all()
        if over:
            self.agents = []
        return (
            observed,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _moves(self, state: State, actions: dict[str, int]) -> dict[str, int]:
        """The move of each agent: -1 for an illegal action, and the number of the action itself for waiting."""
        awaited = state.to_act()
        moves: dict[str, int] = {}
        for agent in self.agents:
            if agent not in actions:
                raise ValueError(f"there is no action of {agent}: every agent acts at every step")
            seat, action = self._seat(agent), actions[agent]
            if not self.action_spaces[agent].contains(action):
                raise ValueError(f"action {action!r} of {agent} is not in its action space")
            if seat in awaited:
                moves[agent] = self.table.move_of(state, seat, int(action))
            else:
                moves[agent] = int(action) if action == self.table.wait else -1
        return moves

    def _observe_all(self) -> dict[str, Observed]:
        return {agent: self.observe(agent) for agent in self.agents}
