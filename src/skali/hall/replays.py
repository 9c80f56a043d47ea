"""Games played again, to open a table or to look back: in threads, one after the other, and what was made of them is kept.

The event loop itself replays no more than ``LOOP_STEPS`` steps for a request. A thread and not a process, because positions are
shared with the table and the number of steps is bounded; the thread gives way to the loop after every step.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from skali.hall.errors import HallError

T = TypeVar("T")
LOOP_STEPS = 64
MOST_WAITING = 64
CACHED_BYTES = 16 * 1024 * 1024


class Replays:
    """A thread, and the answers that it has made. Where too many wait already, the next is refused."""

    def __init__(self, name: str, most_waiting: int = MOST_WAITING) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self.most_waiting = most_waiting
        self.waiting = 0
        self.answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self.bytes = 0

    async def run(self, work: Callable[[], T]) -> T:
        if self.waiting >= self.most_waiting:
            raise HallError("unavailable", "The hall is busy. Try again in a moment.")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, work)
        finally:
            self.waiting -= 1

    def kept(self, key: Hashable) -> bytes | None:
        found = self.answers.get(key)
        if found is not None:
            self.answers.move_to_end(key)
        return found

    def keep(self, key: Hashable, answer: bytes) -> None:
        self.bytes += len(answer) - len(self.answers.pop(key, b""))
        self.answers[key] = answer
        while self.bytes > CACHED_BYTES:
            self.bytes -= len(self.answers.popitem(last=False)[1])

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
