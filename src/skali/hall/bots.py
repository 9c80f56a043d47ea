"""Bots think in processes of their own, never in the event loop, and are handed a sample, never the true position."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from skali.agents import Budget, Perspective, make_agent, spoken
from skali.core import Game, Rng, State, load_game
from skali.hall.catalogue import load_named
from skali.hall.luck import Luck
from skali.hall.processes import prepare_process
from skali.hall.turns import Turns

log = logging.getLogger("skali.hall.bots")
_games: dict[str, Game] = {}
START_SECONDS = 120.0
"""A process that is not up by then will not come."""


def choose_move(
    key: str, where: str, data: dict[str, Any], seat: int, seats: int, agent: str, seed: int, seconds: float
) -> int:
    """In a bot's process: the agent's choice from a sample of the position, within so many seconds."""
    chooser = make_agent(agent)
    own = getattr(chooser, "budget", None) or Budget()
    budget = Budget(own.iterations, min(own.seconds or seconds, seconds))
    return chooser.choose(Perspective(load_sample(key, where, data), seat, seats, seed), budget)


def choose_remarks(
    key: str, where: str, data: dict[str, Any], seat: int, seats: int, agent: str, seed: int, seconds: float
) -> list[int]:
    """In a bot's process: what the agent says to the table."""
    return spoken(make_agent(agent), Perspective(load_sample(key, where, data), seat, seats, seed))


def load_sample(key: str, where: str, data: dict[str, Any]) -> State:
    if key not in _games:
        _games[key] = load_named(key, where) if where else load_game(key)
    return _games[key].load(data)


class Thinker:
    """A process in which one bot at a time thinks. It is started when it is needed, and again after it was stopped."""

    def __init__(self) -> None:
        self.pool: ProcessPoolExecutor | None = None

    async def start(self) -> ProcessPoolExecutor:
        """The process, once it is up: starting it is nobody's thinking time."""
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=prepare_process)
        pool = self.pool
        await asyncio.wait_for(asyncio.wrap_future(pool.submit(os.getpid)), START_SECONDS)
        return pool

    def stop(self) -> None:
        if self.pool is not None:
            thinking = list(
                (getattr(self.pool, "_processes", None) or {}).values()
            )  # a pool forgets them when it is shut down
            self.pool.shutdown(wait=False, cancel_futures=True)
            for process in thinking:
                process.terminate()
            self.pool = None


class Bots:
    """The bots of a hall. They share a few processes, fairly by guest and table; waiting for a turn is no thinking time."""

    def __init__(
        self,
        processes: int,
        seconds: float,
        extra_games: dict[str, str],
        luck: Luck | None = None,
        think: float = 4.0,
    ) -> None:
        self.luck = luck or Luck()
        self.seconds = seconds
        self.think = think
        self.extra_games = extra_games
        self.thinkers = [Thinker() for _ in range(processes)]
        self.idle = list(self.thinkers)
        self.turns = Turns(processes)
        self.closed = False
        self.forfeits = 0

    def close(self) -> None:
        self.closed = True
        for thinker in self.thinkers:
            thinker.stop()

    def budget(self) -> float:
        """Seconds that a bot may think now: less when others wait."""
        return max(self.think / (1 + self.turns.tables_waiting), self.think / 8)

    async def choose(self, state: State, seat: int, seats: int, agent: str, guest: str = "", table: str = "") -> int:
        """The agent's move. If it fails or takes too long: the best by the game's heuristic, or any where there is none."""
        seed = self.seed("choose", state, seat)
        moves = state.legal_moves(seat)
        if len(moves) == 1:
            return moves[0]
        if agent != "random":
            tried = [agent, "greedy"] if state.game().heuristic is not None and agent != "greedy" else [agent]
            for number, name in enumerate(tried):
                move = await self.ask(choose_move, state, seat, seats, name, seed, guest, table)
                if move in moves:
                    return int(move)
                self.forfeits += number == 0
        return moves[int(Rng(seed).below(len(moves)))]

    async def speak(
        self, state: State, seat: int, seats: int, agent: str, guest: str = "", table: str = ""
    ) -> list[int]:
        """What the agent says to the table; nothing if it fails."""
        if agent == "random" or not state.remarks(seat):
            return []
        seed = self.seed("speak", state, seat)
        said = await self.ask(choose_remarks, state, seat, seats, agent, seed, guest, table)
        return list(said or [])

    def seed(self, purpose: str, state: State, seat: int) -> int:
        """From what the seat knows, so that fixed luck doesn't depend on which of several bots is asked first."""
        return self.luck.number(62, purpose, seat, state.key(seat))

    async def ask(
        self,
        what: Callable[..., Any],
        state: State,
        seat: int,
        seats: int,
        agent: str,
        seed: int,
        guest: str,
        table: str,
    ) -> Any | None:
        """The agent's answer to a sample of the position, when its turn has come; None if it fails or takes too long."""
        if self.closed:
            return None
        game = state.game()
        sample = state.determinize(seat, self.seed("sample", state, seat)).to_dict()
        where = self.extra_games.get(game.key, "")
        await self.turns.take(guest, table)
        thinker = self.idle.pop()
        began = time.monotonic()
        try:
            if self.closed:
                return None
            pool = await thinker.start()
            began = time.monotonic()
            future = pool.submit(what, game.key, where, sample, seat, seats, agent, seed, self.budget())
            return await asyncio.wait_for(asyncio.wrap_future(future), self.seconds)
        except BrokenProcessPool:
            log.error("a bot's process died; starting anew")
            thinker.stop()
        except TimeoutError:
            log.error("%s took longer than %s s at %s; starting anew", agent, self.seconds, game.key)
            thinker.stop()  # the process is still at it: a pool cannot take work back
        except asyncio.CancelledError:
            thinker.stop()
            raise
        except Exception as error:
            log.error("%s failed at %s: %r", agent, game.key, error)
        finally:
            self.idle.append(thinker)
            self.turns.give_back(guest, table, time.monotonic() - began)
        return None
