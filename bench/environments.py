"""Environments for programs that learn: our batches beside PettingZoo. Every step observes, masks and chooses at random."""

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from bench.cell import Absent, Cell, Sample, need

GAMES = 256
"""Games stepped together."""
UNIT = "environment steps"


def batches(_seed: int, wanted: list[str]) -> list[Cell]:
    """Every registered game with an observation, at its smallest table of two or more."""
    skali = need("skali", "-e .")
    if not skali.compiled:
        raise Absent(f"it runs interpreted: {skali.why_interpreted}", "make build")
    need("numpy", "numpy")
    need("gymnasium", "'skali[rl]'")
    registry = need("skali.core.registry", "-e .")
    batch = need("skali.interop", "-e .").batch
    keys = [key for key in wanted or registry.game_keys() if registry.load_game(key).observation is not None]
    return [cell(key, batch_of(batch, key)) for key in keys]


def batch_of(batch: Any, key: str) -> tuple[str, Callable[[], int]]:
    games = batch(key, GAMES)

    def step() -> int:
        games.step(games.sample())
        return GAMES

    return f"{games.seats} seats, {GAMES} games together, {games.observations.shape[1]} numbers", step


def pettingzoo(seed: int, _wanted: list[str]) -> list[Cell]:
    """Connect four without its wrappers, which would slow it."""
    connect_four = need("pettingzoo.classic.connect_four.connect_four", "pettingzoo pygame")
    env = connect_four.raw_env()
    rng = Random(seed)
    env.reset()

    def step() -> int:
        observed, _, over, _, _ = env.last()
        if over:
            env.reset()
            return 0
        env.step(rng.choice(observed["action_mask"].nonzero()[0]))
        return 1

    return [cell("connect_four_v3", ("2 seats, one game", step))]


def cell(name: str, made: tuple[str, Callable[[], int]]) -> Cell:
    note, step = made

    def measure(seconds: float) -> Sample:
        count = 0
        start = process_time()
        while (elapsed := process_time() - start) < seconds:
            count += step()
        return Sample(count, elapsed)

    return Cell(name, UNIT, note, measure)
