"""A suite in a process of its own, measured one cell at a time on demand.

So imports stay apart, compiled and interpreted Skáli run side by side, a crash takes one suite only, and the
cells of all suites interleave. Both ends speak JSON, one line a message.
"""

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from bench.cell import Absent, Cell, Sample


class Suite(NamedTuple):
    title: str
    module: str
    function: str
    ours: bool
    pure: str = ""


SUITES = (
    Suite("Skáli compiled", "bench.ours", "games", ours=True),
    Suite("Skáli interpreted", "bench.ours", "games", ours=True, pure="1"),
    Suite("Skáli compiled", "bench.search", "ours", ours=True),
    Suite("C++ limit", "bench.limit.fjords", "cells", ours=False),
    Suite("Skáli batches", "bench.environments", "batches", ours=True),
    Suite("OpenSpiel C++", "bench.peers", "openspiel", ours=False),
    Suite("OpenSpiel C++", "bench.search", "openspiel", ours=False),
    Suite("catanatron", "bench.peers", "catanatron", ours=False),
    Suite("python-chess", "bench.peers", "python_chess", ours=False),
    Suite("PettingZoo", "bench.environments", "pettingzoo", ours=False),
    Suite("OpenSpiel vectorised", "bench.environments", "openspiel", ours=False),
    Suite("pgx", "bench.environments", "pgx", ours=False),
)


class Worker:
    """This end: starts the process at once and waits for it only when it is asked something."""

    def __init__(self, suite: Suite, seed: int, games: list[str], source: Path | None = None) -> None:
        """``source``: a folder with another Skáli than the installed one."""
        self.suite = suite
        elsewhere = {"PYTHONPATH": str(source), "BENCH_SOURCE": str(source)} if source else {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker", suite.module, suite.function, str(seed), *games],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent.parent,
            env={**os.environ, "SKALI_PURE": suite.pure, **elsewhere},
        )

    def cells(self) -> list[Cell]:
        """What it can measure, or why it cannot."""
        told = enumerate(self.answer())
        return [Cell(measure=partial(self.measure, number), **about) for number, about in told]

    def end(self) -> None:
        """Its input closes, and so it ends."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()

    def measure(self, number: int, seconds: float) -> Sample:
        if self.process.poll() is None:
            print(json.dumps([number, seconds]), file=self.process.stdin, flush=True)
        return Sample(**self.answer())

    def answer(self) -> Any:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise Absent(f"its process ended with code {self.process.wait()}")
        absent, answer = json.loads(line)
        if absent:
            raise Absent(*absent)
        return answer


def serve(module: str, function: str, seed: str, *games: str) -> None:
    """The other end: tells its cells, then measures what it is asked until its input closes."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a peer prints must not mix with the answers

    def say(*answer: object) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    try:
        cells = getattr(import_module(module), function)(int(seed), list(games))
        say(None, [{"name": cell.name, "unit": cell.unit, "note": cell.note} for cell in cells])
        for line in sys.stdin:
            number, seconds = json.loads(line)
            wall, core = perf_counter(), process_time()
            sample = cells[number].measure(seconds)
            share = (process_time() - core) / (perf_counter() - wall)
            say(None, {**asdict(sample), "core_share": share})
    except Absent as absent:
        say(absent.args, None)
    except Exception as fault:
        say([f"{type(fault).__name__}: {fault}"], None)
        raise


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    serve(*sys.argv[1:])
