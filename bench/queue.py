"""How long a table waits for its bot: `python -m bench.queue`. Many tables, a few processes that think, one core for all of it.

Every table is of one of the games, somewhere in its middle, and asks its bot for a decision once in so many seconds, each at its
own moment. What is measured is the time from the question to the answer: waiting for a turn, thinking, and the way there and back.
"""

import asyncio
import json
import os
import sys
import time
from dataclasses import dataclass
from random import Random
from statistics import quantiles
from typing import Annotated

import typer

from skali.agents import level_named, levels_of
from skali.cli import run
from skali.core import RandomChooser, Rng, State, game_keys, load_game
from skali.hall.bots import Bots

LATEST = 150
"""Decisions played at random before a table asks, at most."""
ENOUGH = 5.0
"""Seconds within which every answer is to come."""


@dataclass(frozen=True)
class Table:
    name: str
    state: State
    seat: int
    seats: int
    agent: str


def lay(number: int, keys: list[str], level: str, seed: int) -> Table:
    """A table in the middle of a game, where its seat has a choice."""
    game = load_game(keys[number % len(keys)])
    named = level_named(game, level) or levels_of(game)[-1]
    seats = max(each for each in game.seats if each <= 4)
    for attempt in range(100):
        rng = Rng(seed * 100_000 + number * 100 + attempt)
        chooser = RandomChooser(rng)
        state = game.start(seats, int(rng.word()))
        for _ in range(int(rng.below(LATEST))):
            if state.to_act():
                seat = state.to_act()[0]
                state.advance(seat, chooser.choose(state, seat))
        if state.to_act() and len(state.legal_moves(state.to_act()[0])) > 1:
            return Table(f"{game.key} {number}", state, state.to_act()[0], seats, named.agent)
    raise ValueError(f"{game.title} has no position with a choice")


async def ask(bots: Bots, table: Table, every: float, until: float, luck: Random, times: list[float]) -> None:
    """The same table, again and again, until it is time to stop."""
    await asyncio.sleep(luck.random() * every)
    while time.monotonic() < until:
        began = time.monotonic()
        await bots.choose(table.state, table.seat, table.seats, table.agent, table.name, table.name)
        took = time.monotonic() - began
        times.append(took)
        await asyncio.sleep(max(0.0, every - took))


async def measure(
    tables: list[Table], every: float, seconds: float, processes: int, seed: int
) -> tuple[list[float], int]:
    """Seconds of every answer, and how many bots took too long."""
    bots = Bots(processes, 60.0, {})
    luck, times = Random(seed), list[float]()
    try:
        for table in tables[: len(game_keys())]:  # a hall that is up has loaded its games
            await bots.choose(table.state, table.seat, table.seats, table.agent, table.name, table.name)
        until = time.monotonic() + seconds
        await asyncio.gather(*(ask(bots, table, every, until, luck, times) for table in tables))
    finally:
        bots.close()
    return times, bots.forfeits


def main(
    tables: Annotated[int, typer.Option(min=1, help="How many tables, the games in turn.")] = 50,
    every: Annotated[float, typer.Option(min=0.01, help="Seconds between the questions of a table.")] = 20.0,
    level: Annotated[str, typer.Option(help="The level of the bots.")] = "medium",
    game: Annotated[str, typer.Option(help="A game; all of them if left out.")] = "",
    seconds: Annotated[float, typer.Option(min=1, help="How long tables ask.")] = 100.0,
    processes: Annotated[int, typer.Option(min=1, help="Processes that think.")] = 1,
    all_cores: Annotated[bool, typer.Option(help="Use all cores, not one.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="For the positions and the moments.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Exit code 1 if an answer took longer than five seconds, or a bot forfeited its choice."""
    if not all_cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    laid = [lay(number, [game] if game else game_keys(), level, seed) for number in range(tables)]
    times, forfeits = asyncio.run(measure(laid, every, seconds, processes, seed))
    times.sort()
    marks = quantiles(times, n=100)
    row = {"tables": tables, "level": level, "answers": len(times), "forfeits": forfeits}
    row |= {"p50": marks[49], "p99": marks[98], "most": times[-1]}
    if as_json:
        print(json.dumps(row))
    else:
        print(
            f"{tables} tables, a decision every {every:g} s, {level}: {len(times)} answers in {marks[49]:.3f} s "
            f"(median), {marks[98]:.3f} s (99 of 100), {times[-1]:.3f} s at most; {forfeits} forfeits"
        )
    sys.exit(times[-1] > ENOUGH or forfeits > 0)


if __name__ == "__main__":
    run(lambda: typer.run(main))
