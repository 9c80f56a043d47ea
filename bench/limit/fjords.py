"""Fjords in C++ (fjords.cpp): compiled here, compared with the engine move by move, and only then measured."""

import hashlib
import os
import shlex
import subprocess
from ctypes import CDLL, c_int, c_uint64
from itertools import count
from pathlib import Path

from bench.cell import Absent, Cell, Played, decisions, need

SOURCE = Path(__file__).with_name("fjords.cpp")
FLAGS = ("-std=c++17", "-O3", "-march=native", "-shared", "-fPIC")
BUILT = Path(__file__).parents[2] / "build" / "limit"
CHECKED = 4
"""Games that are compared with the engine."""
BATCH = 64
"""Games of one call."""


class OtherRules(ValueError):
    """The C++ does not play as the engine does."""


def cells(seed: int, wanted: list[str]) -> list[Cell]:
    if wanted and "fjords" not in wanted:
        return []
    library = compiled()
    for number in range(CHECKED):
        compare(library, seed + number)
    seeds = count(seed, BATCH)

    def play() -> Played:
        counted = (c_uint64 * 2)()
        library.play_games(c_uint64(next(seeds)), BATCH, counted)
        return Played(counted[0], counted[1], BATCH)

    return [decisions("fjords", "2 seats", play)]


def compiled() -> CDLL:
    """The library, made anew only where the source has changed."""
    compiler = shlex.split(os.environ.get("CXX", "g++"))
    recipe = " ".join([*compiler, *FLAGS]).encode() + SOURCE.read_bytes()
    library = BUILT / f"fjords-{hashlib.sha256(recipe).hexdigest()[:12]}.so"
    if not library.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        made = library.with_suffix(f".{os.getpid()}")
        try:
            subprocess.run(
                [*compiler, *FLAGS, "-o", str(made), str(SOURCE)], check=True, capture_output=True, text=True
            )
        except FileNotFoundError:
            raise Absent(
                f"there is no C++ compiler '{compiler[0]}'", "Debian: apt install g++; or name one: CXX"
            ) from None
        except subprocess.CalledProcessError as fault:
            raise Absent(f"{SOURCE.name} does not compile: {fault.stderr.strip()[:500]}") from None
        made.replace(library)
    return CDLL(str(library))


def compare(library: CDLL, seed: int) -> None:
    """Plays a game in both: the same legal moves at every step, the same scores, and the same again in one go."""
    registry, rng = need("skali.core.registry", "-e ."), need("skali.core.rng", "-e .")
    state, picks = registry.load_game("fjords").start(2, seed), rng.Rng(seed)
    library.start(c_uint64(seed))
    asked = steps = 0
    while choices := library.choices():
        theirs = [library.move_at(k) for k in range(choices)]
        ours = [] if state.is_over() else state.legal_moves(state.actor())
        if sorted(theirs) != sorted(ours):
            raise OtherRules(f"game {seed}, step {steps}: other legal moves than the engine's")
        k = picks.below(choices) if choices > 1 else 0
        state.apply(state.actor(), theirs[k])
        library.play(k)
        asked += choices > 1
        steps += 1
    walked = [asked, steps, library.score(0), library.score(1)]
    if not state.is_over() or walked[2:] != [state.score(0), state.score(1)]:
        raise OtherRules(f"game {seed}: another end than the engine's")
    counted = (c_uint64 * 2)()
    library.start(c_uint64(seed))
    library.play_out(c_uint64(seed), counted)
    if [*counted, library.score(c_int(0)), library.score(c_int(1))] != walked:
        raise OtherRules(f"game {seed}: played in one go it is another game")
