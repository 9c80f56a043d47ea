"""A batch of games over several processes: each steps its own part, and all write into memory that they share with numpy."""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skali.core import Game, derive_seed
from skali.interop.batches import GameBatch, checked_actions

_ARRAYS = ("observations", "masks", "turns", "rewards", "over")


class SpreadBatch:
    """``GameBatch`` over ``workers`` processes; the same arrays and methods. Close it, or use it in a ``with`` statement.

    The same seed and the same number of workers give the same games. A script that makes one must guard its main part with
    ``if __name__ == "__main__":``, as everywhere where Python starts processes.
    """

    def __init__(
        self, game: str | Game, count: int, seats: int | None, workers: int, seed: int = 0, **settings: Any
    ) -> None:
        self._workers: list[Any] = []
        self._pipes: list[Connection] = []
        self._shared: list[SharedMemory] = []
        if not 1 <= workers <= count:
            raise ValueError(f"a batch of {count} games has 1 to {count} workers, not {workers}")
        one = GameBatch(game, 1, seats, seed, **settings)
        self.game, self.seats, self.count = one.game, one.seats, count
        self._bounds = [count * at // workers for at in range(workers + 1)]
        shapes = {name: (count, *getattr(one, name).shape[1:]) for name in _ARRAYS}
        kinds = {name: getattr(one, name).dtype for name in _ARRAYS}
        shapes["actions"], kinds["actions"] = (count,), np.dtype(np.int64)
        arrays = {name: self._share(shapes[name], kinds[name]) for name in shapes}
        self.observations: NDArray[np.int16] = arrays["observations"]
        self.masks: NDArray[np.uint8] = arrays["masks"]
        self.turns: NDArray[np.int64] = arrays["turns"]
        self.rewards: NDArray[np.float64] = arrays["rewards"]
        self.over: NDArray[np.uint8] = arrays["over"]
        self._actions: NDArray[np.int64] = arrays["actions"]
        context = multiprocessing.get_context("spawn")
        memory = {
            name: (block.name, shapes[name], kinds[name].str) for name, block in zip(shapes, self._shared, strict=True)
        }
        for at in range(workers):
            here, there = context.Pipe()
            part = (self._bounds[at], self._bounds[at + 1])
            made = (game, part[1] - part[0], self.seats, derive_seed("worker", seed, at))
            worker = context.Process(target=_work, args=(there, memory, part, made, settings), daemon=True)
            worker.start()
            there.close()
            self._workers.append(worker)
            self._pipes.append(here)
        self._hear()

    def reset(self, seed: int = 0) -> None:
        for at, pipe in enumerate(self._open()):
            _ask(pipe, "reset", derive_seed("worker", seed, at))
        self._hear()

    def step(self, actions: NDArray[Any]) -> None:
        """One action for each game; a ``ValueError`` names the first that is not legal, and nothing has changed."""
        pipes = self._open()
        chosen = checked_actions(actions, self.count)
        inside = (chosen >= 0) & (chosen < self.masks.shape[1])
        legal = inside & (self.masks[np.arange(self.count), np.where(inside, chosen, 0)] > 0)
        if not legal.all():
            at = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"action {chosen[at]} is not legal in game {at}")
        self._actions[:] = chosen
        for pipe in pipes:
            _ask(pipe, "step")
        self._hear()

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, every one equally likely."""
        for pipe in self._open():
            _ask(pipe, "sample")
        self._hear()
        return self._actions.copy()

    def legal(self) -> NDArray[np.int64]:
        """All that is legal now, a row for each: the game, the action, and the number of the move behind it."""
        for pipe in self._open():
            _ask(pipe, "legal")
        rows = self._hear()
        return np.concatenate([each + [first, 0, 0] for each, first in zip(rows, self._bounds, strict=False)])

    def notation(self, at: int, action: int) -> str:
        """A legal action of one of the games in words."""
        if not 0 <= at < self.count:
            raise ValueError(f"games are 0 to {self.count - 1}, not {at}")
        worker = next(number for number in range(len(self._workers)) if at < self._bounds[number + 1])
        pipe = self._open()[worker]
        _ask(pipe, "notation", at - self._bounds[worker], action)
        return str(_whole([_answer(pipe)])[0])

    def close(self) -> None:
        """Ends the processes and gives the memory back; what is still held of the arrays must not be read any more."""
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.send(None)
            pipe.close()
        for worker in self._workers:
            worker.join(5)
            worker.kill()
        for name in (*_ARRAYS, "_actions"):
            if hasattr(self, name):
                delattr(self, name)
        for block in self._shared:
            with suppress(BufferError):  # somebody still looks at an array
                block.close()
            with suppress(FileNotFoundError):
                block.unlink()
        self._pipes, self._workers, self._shared = [], [], []

    def __enter__(self) -> SpreadBatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if self._shared:
            self.close()

    def _share(self, shape: tuple[int, ...], kind: np.dtype[Any]) -> NDArray[Any]:
        block = SharedMemory(create=True, size=int(np.prod(shape)) * kind.itemsize)
        self._shared.append(block)
        return np.ndarray(shape, kind, block.buf)

    def _open(self) -> list[Connection]:
        if not self._pipes:
            raise RuntimeError("the batch is closed")
        return self._pipes

    def _hear(self) -> list[Any]:
        """The answers of all, each heard before the first fault is raised: none is left over for the next question."""
        return _whole([_answer(pipe) for pipe in self._pipes])


def _ask(pipe: Connection, *what: Any) -> None:
    try:
        pipe.send(what)
    except OSError:
        raise RuntimeError("a process of the batch has ended") from None


def _answer(pipe: Connection) -> Any:
    try:
        return pipe.recv()
    except (EOFError, OSError):
        raise RuntimeError("a process of the batch has ended") from None


def _whole(answers: list[Any]) -> list[Any]:
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers


def _work(
    pipe: Connection,
    memory: dict[str, tuple[str, tuple[int, ...], str]],
    part: tuple[int, int],
    made: tuple[Any, ...],
    settings: dict[str, Any],
) -> None:
    """One process: its part of the games, until it is told to end or nobody is there any more."""
    blocks = {name: SharedMemory(block) for name, (block, _, _) in memory.items()}
    shared = {name: np.ndarray(memory[name][1], memory[name][2], block.buf) for name, block in blocks.items()}
    mine = {name: array[part[0] : part[1]] for name, array in shared.items()}
    games = GameBatch(*made, **settings)
    asked: tuple[Any, ...] | None = ("begin",)
    while asked is not None:
        try:
            answer: Any = None
            if asked[0] == "step":
                games.step(mine["actions"])
            elif asked[0] == "sample":
                mine["actions"][:] = games.sample()
            elif asked[0] != "begin":
                answer = getattr(games, asked[0])(*asked[1:])
            if asked[0] in ("begin", "step", "reset"):
                for name in _ARRAYS:
                    mine[name][:] = getattr(games, name)
        except ValueError as error:
            answer = error
        try:
            pipe.send(answer)
            asked = pipe.recv()
        except (EOFError, OSError):
            break
