"""Compiled and interpreted agree: one game of every configuration, played again by the sources in another process.

`python -m tests.kit.pure GAME` is that other process; it prints what it found as JSON.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import skali
from skali.core import SPECTATOR, State, derive_seed
from tests.kit.configurations import Configuration, configurations
from tests.kit.games import ROOT, find_game
from tests.kit.play import canonical, play

_POINTS = 8


def seed_of(configuration: Configuration) -> int:
    return derive_seed("interpreted", configuration)


def fingerprints(configuration: Configuration) -> list[str]:
    """What one game looks like at a few points and at its end: digest, keys, views and legal moves."""
    record = play(configuration, seed_of(configuration))
    stride = max(1, len(record.turns) // _POINTS)
    points = [*range(0, len(record.turns), stride), len(record.turns)]
    return [f"{step} {fingerprint(record.states[step], record.seats)}" for step in points]


def fingerprint(state: State, seats: int) -> str:
    viewers = (*range(seats), SPECTATOR)
    keys = [int(state.key(viewer)) for viewer in viewers]
    views = derive_seed(canonical([state.view(viewer) for viewer in viewers]))
    moves = derive_seed([state.legal_moves(seat) for seat in state.to_act()])
    return f"{state.digest()[:16]} keys {keys} views {views} moves {moves}"


def interpreted_agrees(key: str) -> None:
    """The fingerprints of this process are those of an interpreted one."""
    game = find_game(key)
    theirs = fingerprints_interpreted(key)
    for configuration in configurations(game):
        mine = fingerprints(configuration)
        other = theirs[str(configuration)]
        for one, two in zip(mine, other):
            assert one == two, f"{configuration}, seed {seed_of(configuration)}: here {one}, interpreted {two}"
        assert len(mine) == len(other), f"{configuration}: {len(mine)} points here, {len(other)} interpreted"


def fingerprints_interpreted(key: str) -> dict[str, list[str]]:
    package = Path(skali.__file__).parents[1]
    environment = os.environ | {"SKALI_PURE": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), str(package)])}
    command = [sys.executable, "-m", "tests.kit.pure", key]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the interpreted games of {key} broke off:\n{done.stderr[-3000:]}"
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    assert not skali.compiled, "this must run interpreted: set SKALI_PURE=1"
    json.dump({str(each): fingerprints(each) for each in configurations(find_game(sys.argv[1]))}, sys.stdout)
