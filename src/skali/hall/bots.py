"""Bots think in processes of their own, never in the event loop, and are handed a sample, never the true position."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from skali.agents import Perspective, make_agent, spoken
from skali.core import Game, Rng, State, load_game
from skali.hall.catalogue import load_named
from skali.hall.luck import Luck
from skali.hall.processes import prepare_process

log = logging.getLogger("skali.hall.bots")
_games: dict[str, Game] = {}


def choose_move(key: str, where: str, data: dict[str, Any], seat: int, seats: int, agent: str, seed: int) -> int:
    """In a bot's process: the agent's choice from a sample of the position."""
    return make_agent(agent).choose(Perspective(_load(key, where, data), seat, seats, seed))


def choose_remarks(
    key: str, where: str, data: dict[str, Any], seat: int, seats: int, agent: str, seed: int
) -> list[int]:
    """In a bot's process: what the agent says to the table."""
    return spoken(make_agent(agent), Perspective(_load(key, where, data), seat, seats, seed))


def _load(key: str, where: str, data: dict[str, Any]) -> State:
    if key not in _games:
        _games[key] = load_named(key, where) if where else load_game(key)
    return _games[key].load(data)


class Bots:
    def __init__(self, processes: int, seconds: float, extra_games: dict[str, str], luck: Luck) -> None:
        self.processes = processes
        self.seconds = seconds
        self.extra_games = extra_games
        self.luck = luck
        self.pool: ProcessPoolExecutor | None = None
        self.forfeits = 0

    def start(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=prepare_process)
        return self.pool

    def close(self) -> None:
        if self.pool is not None:
            thinking = list(
                (getattr(self.pool, "_processes", None) or {}).values()
            )  # a pool forgets them when it is shut down
            self.pool.shutdown(wait=False, cancel_futures=True)
            for process in thinking:
                process.terminate()
            self.pool = None

    async def choose(self, state: State, seat: int, seats: int, agent: str) -> int:
        """The agent's move; a random legal one if it fails or takes too long."""
        seed = self.seed("choose", state, seat)
        moves = state.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        if agent == "random":
            return moves[int(Rng(seed).below(len(moves)))]
        move = await self.ask(choose_move, state, seat, seats, agent, seed)
        if move in moves:
            return int(move)
        self.forfeits += 1
        return moves[int(Rng(seed).below(len(moves)))]

    async def speak(self, state: State, seat: int, seats: int, agent: str) -> list[int]:
        """What the agent says to the table; nothing if it fails."""
        if agent == "random" or not state.remarks(seat):
            return []
        said = await self.ask(choose_remarks, state, seat, seats, agent, self.seed("speak", state, seat))
        return list(said or [])

    def seed(self, purpose: str, state: State, seat: int) -> int:
        """From what the seat knows, so that fixed luck doesn't depend on which of several bots is asked first."""
        return self.luck.number(62, purpose, seat, state.key(seat))

    async def ask(
        self, what: Callable[..., Any], state: State, seat: int, seats: int, agent: str, seed: int
    ) -> Any | None:
        """The agent's answer to a sample of the position; None if it fails or takes too long."""
        game = state.game()
        sample = state.determinize(seat, self.seed("sample", state, seat)).to_dict()
        where = self.extra_games.get(game.key, "")
        try:
            future = self.start().submit(what, game.key, where, sample, seat, seats, agent, seed)
            return await asyncio.wait_for(asyncio.wrap_future(future), self.seconds)
        except BrokenProcessPool:
            log.error("a bot's process died; starting anew")
            self.close()
        except TimeoutError:
            log.error("%s took longer than %s s at %s; starting anew", agent, self.seconds, game.key)
            self.close()  # the process is still at it: a pool cannot take work back
        except Exception as error:
            log.error("%s failed at %s: %r", agent, game.key, error)
        return None
