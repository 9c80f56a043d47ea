"""This tree beside another revision of it: has a change made the games slower or faster?

The other revision is checked out as a git worktree in `build/since` and compiled there as this one was, once: what is built stays
for the next time. Both play in processes of their own. In each round every cell is measured in both, one right after the other, so
that the ratio of a round is hardly touched by whatever else the machine does.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.cell import Absent
from bench.report import Row, short, spread
from bench.worker import Suite, Worker

ROOT = Path(__file__).resolve().parent.parent
SUITES = (
    Suite("random play", "bench.ours", "games", ours=True),
    Suite("search", "bench.search", "ours", ours=True),
)
UNITS = ("decisions", "iterations")
Pair = tuple[Row, Row]
"""A cell as it is here, and as it was there."""


class NoRevision(ValueError):
    """There is no such revision."""


def measure(revision: str, rounds: int, seconds: float, games: list[str], seed: int, as_json: bool) -> int:
    """Builds, measures, reports; the exit code."""
    commit = commit_of(revision)
    try:
        tree = checked_out(commit)
        compile_there(tree)
        with ExitStack() as stack:
            pairs = paired(*(workers(source, games, seed, stack) for source in (ROOT, tree)))
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task("", total=(rounds + 1) * len(pairs))
                for about in play_rounds(pairs, rounds, seconds, Random(seed)):
                    progress.update(task, advance=1, description=about)
    except (Absent, subprocess.CalledProcessError) as fault:
        print(f"{revision} cannot be measured: {fault.why if isinstance(fault, Absent) else fault}", file=sys.stderr)
        return 1
    if as_json:
        print(json.dumps(as_data(pairs, commit), indent=2, ensure_ascii=False))
    else:
        Console(width=None if sys.stdout.isatty() else 120).print(table(pairs, revision, commit))
    return 0


# The other tree


def git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise NoRevision(done.stderr.strip() or f"git {arguments[0]} failed")
    return done.stdout.strip()


def commit_of(revision: str) -> str:
    try:
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except NoRevision:
        raise NoRevision(f"there is no revision '{revision}'") from None


def checked_out(commit: str) -> Path:
    """The worktree of a commit; one that is there already is used again."""
    tree = ROOT / "build" / "since" / commit[:12]
    if not (tree / ".git").exists():
        git("worktree", "prune")
        git("worktree", "add", "--force", "--detach", str(tree), commit)
    return tree


def compile_there(tree: Path) -> None:
    """With the same optimization as this tree. Nothing happens where that is done already."""
    stamp = ROOT / "src" / "skali" / "_build.json"
    if not stamp.exists():
        raise Absent("this tree is not compiled", "make build")
    opt = json.loads(stamp.read_text(encoding="utf-8"))["opt"]
    environment = {**os.environ, "SKALI_OPT": opt, "SKALI_PURE": "", "SKALI_REQUIRE_NATIVE": "1"}
    subprocess.run([sys.executable, "hatch_build.py"], cwd=tree, env=environment, stdout=sys.stderr, check=True)


# The rounds


def workers(source: Path, games: list[str], seed: int, stack: ExitStack) -> list[Row]:
    """All cells of a tree, each suite in a process that plays from that tree's sources."""
    started = [Worker(suite, seed, games, source / "src") for suite in SUITES]
    for worker in started:
        stack.callback(worker.end)
    return [Row(worker.suite.title, cell) for worker in started for cell in worker.cells() if cell.unit in UNITS]


def paired(here: list[Row], there: list[Row]) -> list[Pair]:
    """The cells that both have."""
    was = {(row.suite, row.cell.name): row for row in there}
    pairs = [(row, was[row.suite, row.cell.name]) for row in here if (row.suite, row.cell.name) in was]
    if not pairs:
        raise Absent("no game can be played in both")
    return pairs


def play_rounds(pairs: list[Pair], rounds: int, seconds: float, order: Random) -> Iterator[str]:
    """Measures every pair in every round; round 0 warms up and is not kept. Says each time what comes."""
    for turn in range(rounds + 1):
        for pair in order.sample(pairs, len(pairs)):
            yield f"round {turn}: {pair[0].suite}, {pair[0].cell.name}"
            for row in order.sample(pair, 2):
                sample = row.cell.measure(seconds if turn else min(0.05, seconds))
                row.samples += [sample] if turn else []


# The report


def as_data(pairs: list[Pair], commit: str) -> dict[str, Any]:
    return {
        "since": commit,
        "cells": [
            {
                "suite": here.suite,
                "name": here.cell.name,
                "unit": here.cell.unit,
                "per_second": spread(here.rates())._asdict(),
                "per_second_since": spread(there.rates())._asdict(),
                "ratio": here.times(there)._asdict(),
            }
            for here, there in pairs
        ],
    }


def table(pairs: list[Pair], revision: str, commit: str) -> Table:
    drawn = Table("", "game", title=f"this tree beside {revision} ({commit[:12]})", title_justify="left")
    for heading in ("per second", f"{revision}", "ratio", "range"):
        drawn.add_column(heading, justify="right", no_wrap=True)
    for here, there in pairs:
        rates = [short(spread(row.rates()).median) for row in (here, there)]
        ratio = here.times(there)
        drawn.add_row(here.suite, here.cell.name, *rates, f"{ratio.median:.3f}", f"{ratio.low:.3f}–{ratio.high:.3f}")
    return drawn
