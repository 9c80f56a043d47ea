"""Every registered Skáli game. With SKALI_PURE=1 the same suite measures the interpreted way to run."""

import os
from collections.abc import Callable
from itertools import count, cycle
from random import Random
from typing import Any

from bench.cell import Absent, Cell, Played, copies, decisions, need

STARTS = 16


def games(seed: int, wanted: list[str]) -> list[Cell]:
    skali = need("skali", "-e .")
    if not skali.compiled and os.environ.get("SKALI_PURE") != "1":
        raise Absent(f"it runs interpreted: {skali.why_interpreted}", "make build")
    wanted_source = os.environ.get("BENCH_SOURCE", "")
    if not skali.__file__.startswith(wanted_source):
        raise Absent(f"skali comes from {skali.__file__}, not from {wanted_source}")
    registry = need("skali.core.registry", "-e .")
    keys = wanted or registry.game_keys()
    if not keys:
        raise Absent("no game is registered", "make build")
    cells = []
    for key in keys:
        game = registry.load_game(key)
        seats = max((seats for seats in game.seats if seats <= 4), default=min(game.seats))
        middles = middle_states(game.start(seats, seed), seed)
        cells.append(decisions(key, f"{seats} seats", random_play(game, seats, seed)))
        cells.append(copies(key, f"{seats} seats", [state.copy for state in middles]))
    return cells


def random_play(game: Any, seats: int, seed: int) -> Callable[[], Played]:
    """Games inside `play_out`, each on a copy of one of a few starting positions."""
    play_out = need("skali.core.playout", "-e .").play_out
    starts = cycle([game.start(seats, seed + number) for number in range(STARTS)])
    seeds = count(seed)

    def play() -> Played:
        played = play_out(next(starts).copy(), next(seeds))
        return Played(played.decisions, played.steps)

    return play


def middle_states(state: Any, seed: int) -> list[Any]:
    """Ten states from the middle fifth of a random game."""
    rng = Random(seed)
    passed = []
    while not state.is_over():
        passed.append(state.copy())
        seat = state.to_act()[0]
        state.apply(seat, rng.choice(state.legal_moves(seat)))
    return rng.choices(passed[2 * len(passed) // 5 : 3 * len(passed) // 5 + 1], k=10)
