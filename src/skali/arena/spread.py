"""Spreading games over processes or a Ray cluster. Whichever way, each finished game comes back at once, and on its own."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from skali.arena.plan import ArenaError, need

Task = Callable[[dict[str, Any], int], dict[str, Any]]
Record = dict[str, Any]
AHEAD = 3
"""Games waiting for each worker, so that none is idle."""
MOST_BREAKS = 3
"""How often workers may die with no game finished in between."""


def here(task: Task, plan: dict[str, Any], numbers: Iterable[int]) -> Iterator[Record]:
    """One after the other in this process."""
    for number in numbers:
        yield task(plan, number)


def over_processes(task: Task, plan: dict[str, Any], numbers: Iterable[int], jobs: int) -> Iterator[Record]:
    """Over so many processes. Games that a dying worker takes down are played again by new ones."""
    left = list(numbers)
    breaks = 0
    while left:
        finished = set()
        try:
            for record in _over_pool(task, plan, left, jobs):
                finished.add(record["game"])
                yield record
        except BrokenProcessPool:
            breaks = 1 if finished else breaks + 1
            if breaks == MOST_BREAKS:
                raise ArenaError(
                    f"worker processes died {MOST_BREAKS} times with no game finished in between; "
                    f"the next game is number {left[0]}"
                ) from None
        left = [number for number in left if number not in finished]


def _over_pool(task: Task, plan: dict[str, Any], numbers: list[int], jobs: int) -> Iterator[Record]:
    context = multiprocessing.get_context("spawn")
    waiting = iter(numbers)
    pool = ProcessPoolExecutor(min(jobs, len(numbers)), context, initializer=_depend_on_parent)
    try:
        running: set[Future[Record]] = {pool.submit(task, plan, number) for number in islice(waiting, AHEAD * jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(task, plan, number) for number in islice(waiting, len(done))}
            broken = None
            for future in done:
                error = future.exception()
                if isinstance(error, BrokenProcessPool):
                    broken = error  # what is finished comes first
                else:
                    yield future.result()
            if broken is not None:
                raise broken
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _depend_on_parent() -> None:
    """A worker leaves Ctrl-C to the arena, and ends when the arena does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def over_ray(task: Task, plan: dict[str, Any], numbers: Iterable[int], address: str) -> Iterator[Record]:
    """Over a Ray cluster: ``auto`` for the one that runs here, ``local`` for one of its own, or an address."""
    ray = need("ray", "ray")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # keeps Ray's warning about that to itself
    try:
        if address == "local":
            ray.init(address="local", include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        else:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError) as error:
        raise ArenaError(f"no Ray cluster at '{address}': {error}; `ray start --head` starts one here") from None
    try:
        remote = ray.remote(num_cpus=1)(task)
        waiting = iter(numbers)
        width = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = [remote.remote(plan, number) for number in islice(waiting, width)]
        while running:
            done, running = ray.wait(running, num_returns=1)
            running += [remote.remote(plan, number) for number in islice(waiting, len(done))]
            yield from ray.get(done)
    finally:
        ray.shutdown()
