"""The cell: one thing that can be measured for some seconds, and the two kinds that most suites need.

Those two count seconds of core time, not of the wall clock: on a shared machine the ratios are then several
times steadier, on a quiet one they are the same.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from time import process_time
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Sample:
    """What happened in `elapsed` seconds: how many of the cell's unit, and what else was counted."""

    count: float
    elapsed: float
    also: dict[str, float] = field(default_factory=dict)
    core_share: float = 1.0


@dataclass(frozen=True)
class Cell:
    """Something to measure. Cells of one unit share a table, and ratios are taken within a unit."""

    name: str
    unit: str
    note: str
    measure: Callable[[float], Sample]


class Played(NamedTuple):
    """Some random games: decisions are moves with two or more choices, steps all moves and chance nodes."""

    decisions: float
    steps: float
    games: int = 1


class Absent(Exception):
    """A suite that cannot be measured: why, and the command that would change that. No command: it broke."""

    def __init__(self, why: str, remedy: str = "") -> None:
        super().__init__(why, remedy)
        self.why = why
        self.remedy = remedy


def need(module: str, package: str) -> Any:
    """The module, or the command that installs its package."""
    try:
        return import_module(module)
    except ModuleNotFoundError as fault:
        raise Absent(f"{fault.name} is not installed", f"make bench, or: pip install {package}") from None


def decisions(name: str, note: str, play: Callable[[], Played]) -> Cell:
    """Random decisions per second, in whole games."""

    def measure(seconds: float) -> Sample:
        decisions = steps = games = 0.0
        start = process_time()
        while (elapsed := process_time() - start) < seconds:
            played = play()
            decisions += played.decisions
            steps += played.steps
            games += played.games
        return Sample(decisions, elapsed, {"steps": steps, "games": games})

    return Cell(name, "decisions", note, measure)


def copies(name: str, note: str, copiers: list[Callable[[], object]]) -> Cell:
    """Copies per second of states amid random games, in a Python loop; nothing is subtracted."""
    batch = copiers * 20

    def measure(seconds: float) -> Sample:
        count = 0
        start = process_time()
        while (elapsed := process_time() - start) < seconds:
            for copy in batch:
                copy()
            count += len(batch)
        return Sample(count, elapsed)

    return Cell(name, "copies", note, measure)
