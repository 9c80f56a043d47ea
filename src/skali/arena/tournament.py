"""A tournament: plays what is left of a plan, spread as wished, keeps every finished game, and sums up."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from skali.arena.plan import Plan, need
from skali.arena.play import play_numbered
from skali.arena.spread import Task, here, over_processes, over_ray
from skali.arena.standings import standings
from skali.arena.store import Store

Watch = Callable[[dict[str, Any]], None]


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(task: Task, plan: Plan, numbers: list[int], jobs: int, ray: str) -> Iterator[dict[str, Any]]:
    """The records of these games, each as soon as it is finished, in any order."""
    if ray:
        return over_ray(task, plan.to_data(), numbers, ray)
    if jobs > 1 and len(numbers) > 1:
        return over_processes(task, plan.to_data(), numbers, jobs)
    return here(task, plan.to_data(), numbers)


def run_arena(
    plan: Plan,
    out: Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    ray: str = "",
    watch: Watch | None = None,
) -> list[dict[str, Any]]:
    """Plays the plan and returns the standings. ``watch`` is told of every finished game, also of those found in the folder."""
    plan.check()
    need("openskill", "arena")  # rather now than after the last game
    store = None
    records: dict[int, dict[str, Any]] = {}
    if out is not None:
        need("pyarrow", "arena")
        store = Store(out)
        store.open(plan, resume)
        records = store.records
    if watch is not None:
        for record in records.values():
            watch(record)
    left = [number for number in range(plan.games) if number not in records]
    for record in spread(play_numbered, plan, left, jobs, ray):
        if store is not None:
            store.add(record)
        else:
            records[record["game"]] = record
        if watch is not None:
            watch(record)
    table = standings(plan, [records[number] for number in sorted(records)])
    if store is not None:
        store.finish(table)
    return table
