"""Environments for programs that learn: our batches beside others. Every step observes, masks and chooses at random.

Seconds are those of a core, as everywhere here; a second table counts by the clock what several cores can do.
"""

import os
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import Any

from bench.cell import Absent, Cell, Sample, need

GAMES = 256
"""Games stepped together."""
MANY = 2048
"""Games stepped together over processes, or inside of JAX: more are worth more there."""
SCANNED = 32
"""Steps that pgx takes in one call."""
UNIT = "environment steps"
CLOCK = "environment steps by the clock"


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
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cells = [cell(key, batch_of(batch(key, GAMES), "")) for key in keys]
    for key in keys:
        spread = batch_of(batch(key, MANY, workers=cores), f", {cores} processes")
        cells.append(cell(key, spread, CLOCK, perf_counter))
    return cells


def batch_of(games: Any, how: str) -> tuple[str, Callable[[], int]]:
    def step() -> int:
        games.step(games.sample())
        return int(games.count)

    return f"{games.seats} seats, {games.count} games together, {games.observations.shape[1]} numbers{how}", step


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

    made = ("2 seats, one game", step)
    return [cell("connect_four_v3", made), cell("connect_four_v3", made, CLOCK, perf_counter)]


def openspiel(seed: int, _wanted: list[str]) -> list[Cell]:
    """OpenSpiel's vectorised environment over games in C++: information state and legal actions of all players at every step."""
    need("pyspiel", "open_spiel")
    rl_environment = need("open_spiel.python.rl_environment", "open_spiel")
    vector_env = need("open_spiel.python.vector_env", "open_spiel")
    rl_agent = need("open_spiel.python.rl_agent", "open_spiel")
    rng = Random(seed)

    def vectorised(name: str) -> tuple[str, Callable[[], int]]:
        envs = vector_env.SyncVectorEnv([rl_environment.Environment(name) for _ in range(GAMES)])
        steps = [envs.reset()]

        def step() -> int:
            chosen = []
            for each in steps[0]:
                player = each.observations["current_player"]
                chosen.append(rl_agent.StepOutput(rng.choice(each.observations["legal_actions"][player]), None))
            steps[0] = envs.step(chosen, reset_if_done=True)[0]
            return GAMES

        return f"2 seats, {GAMES} games in Python's loop", step

    return [cell(name, vectorised(name)) for name in ("connect_four", "backgammon")]


def pgx(seed: int, _wanted: list[str]) -> list[Cell]:
    """pgx as it is meant to be driven: many games in one compiled loop, which begin anew by themselves."""
    jax = need("jax", "'jax[cpu]'")
    made = need("pgx", "pgx").make
    reset = need("pgx.experimental", "pgx").auto_reset

    def compiled(name: str) -> tuple[str, Callable[[], int]]:
        env = made(name)
        begin = jax.jit(jax.vmap(env.init))
        play = jax.vmap(reset(env.step, env.init))

        def one(carry: Any, key: Any) -> Any:
            state, seen = carry
            choosing, playing = jax.random.split(key)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            state = play(state, jax.random.categorical(choosing, logits), jax.random.split(playing, MANY))
            return (state, seen + state.observation.sum()), None  # or its observations would be optimized away

        def many(state: Any, key: Any) -> Any:
            (state, seen), _ = jax.lax.scan(one, (state, jax.numpy.zeros(())), jax.random.split(key, SCANNED))
            return state, seen

        scan = jax.jit(many)
        kept = [begin(jax.random.split(jax.random.key(seed), MANY)), jax.random.key(seed + 1)]

        def step() -> int:
            kept[1], key = jax.random.split(kept[1])
            kept[0], seen = scan(kept[0], key)
            seen.block_until_ready()
            return MANY * SCANNED

        step()  # compiles
        return f"2 seats, {MANY} games in a compiled loop", step

    found = []
    for name in ("connect_four", "backgammon", "go_9x9"):
        about = compiled(name)
        found += [cell(name, about), cell(name, about, CLOCK, perf_counter)]
    return found


def cell(
    name: str, made: tuple[str, Callable[[], int]], unit: str = UNIT, clock: Callable[[], float] = process_time
) -> Cell:
    note, step = made

    def measure(seconds: float) -> Sample:
        count = 0
        start = clock()
        while (elapsed := clock() - start) < seconds:
            count += step()
        return Sample(count, elapsed)

    return Cell(name, unit, note, measure)
