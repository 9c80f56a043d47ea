"""Sagas that guests send: read, checked and replayed in a process of their own, with limits in bytes, lines and seconds.

Nothing of a saga is looked at in the event loop: whatever it does there, the process alone is lost.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import re
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

import orjson

from skali.core import Game, Saga, SagaError, game_keys, load_game, replay
from skali.hall.catalogue import load_named
from skali.hall.errors import HallError
from skali.hall.processes import prepare_process
from skali.hall.record import read_known
from skali.hall.rows import move_data

log = logging.getLogger("skali.hall.imports")
MOST_WAITING = 16


@dataclass
class Imported:
    """A saga that could be replayed, ready to be stored: of each row the kind, seat, move and data. Or what is wrong with it."""

    game: str = ""
    seats: int = 0
    seed: int = 0
    nonce: str = ""
    options: dict[str, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    rows: list[tuple[str, int, int, str]] = field(default_factory=list)
    known: list[dict[str, Any]] = field(default_factory=list)
    is_over: bool = False
    error: str = ""
    fault: str = ""


def check_saga(text: str, extra_games: dict[str, str], most_steps: int) -> Imported:
    """In the process: reads and replays a saga."""
    try:
        saga = Saga.read(text)
        game = find(saga.game, extra_games)
        if game is None:
            return Imported(error="not_found", fault=f"There is no game '{saga.game[:40]}' in this hall.")
        check_head(saga, game, most_steps)
        replay(saga, game)
        remarks = [step.text for step in saga.steps if step.kind == "remark"]
        return Imported(
            saga.game,
            saga.seats,
            saga.seed,
            saga.nonce,
            saga.options,
            saga.players,
            rows_of_saga(saga, game),
            read_known(remarks, saga.seats),
            bool(saga.digest),
        )
    except SagaError as error:
        return Imported(error="bad_request", fault=str(error)[:500])


def find(key: str, extra_games: dict[str, str]) -> Game | None:
    if key in extra_games:
        return load_named(key, extra_games[key])
    return load_game(key) if key in game_keys() else None


def check_head(saga: Saga, game: Game, most_steps: int) -> None:
    if saga.nonce and not re.fullmatch(r"[0-9a-f]{1,32}", saga.nonce):
        raise SagaError(0, "the saga's nonce is no number")
    if not 0 <= saga.seed < 2**64:
        raise SagaError(0, "the saga's seed is no 64-bit number")
    if saga.seats not in game.seats:
        raise SagaError(0, f"{game.title} is not played by {saga.seats}")
    if len(saga.steps) > most_steps:
        raise SagaError(0, f"this saga has more than {most_steps} lines")


def rows_of_saga(saga: Saga, game: Game) -> list[tuple[str, int, int, str]]:
    """A fork stands without the moves that it took back."""
    rows: list[tuple[str, int, int, str]] = []
    forks = 0
    for step in saga.steps:
        if step.kind == "move":
            move = game.moves.read(step.text)
            rows.append(("move", step.seat, move, move_data("", game.moves.show(move))))
        elif step.kind == "fork":
            forks += 1
            data = orjson.dumps({"gone": [], "fork": int(step.text), "count": forks, "seen": 0}).decode()
            rows.append(("undo", -1, -1, data))
    return rows


class Imports:
    """One process, one saga at a time; a saga that takes too long ends with the process."""

    def __init__(self, seconds: float, most_steps: int, extra_games: dict[str, str]) -> None:
        self.seconds = seconds
        self.most_steps = most_steps
        self.extra_games = extra_games
        self.pool: ProcessPoolExecutor | None = None
        self.turn = asyncio.Lock()
        self.waiting = 0

    async def check(self, text: str) -> Imported:
        if self.waiting >= MOST_WAITING:
            raise HallError("unavailable", "Many sagas are being read just now. Try again in a moment.")
        self.waiting += 1
        try:
            async with self.turn:
                found = await self.ask(text)
        finally:
            self.waiting -= 1
        if found.error:
            raise HallError(found.error, found.fault)
        return found

    async def ask(self, text: str) -> Imported:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=prepare_process)
        try:
            future = self.pool.submit(check_saga, text, self.extra_games, self.most_steps)
            return await asyncio.wait_for(asyncio.wrap_future(future), self.seconds)
        except TimeoutError:
            self.close()
            raise HallError("bad_request", f"This saga takes longer than {self.seconds:g} s to replay.") from None
        except BrokenProcessPool:
            self.close()
            raise HallError("bad_request", "This saga cannot be replayed.") from None
        except Exception as error:
            log.error("a saga could not be checked: %r", error)
            raise HallError("bad_request", "This saga cannot be replayed.") from None

    def close(self) -> None:
        if self.pool is not None:
            busy = list((getattr(self.pool, "_processes", None) or {}).values())
            self.pool.shutdown(wait=False, cancel_futures=True)
            for process in busy:
                process.terminate()
            self.pool = None
