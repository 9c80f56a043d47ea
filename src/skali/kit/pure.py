"""Compiled and interpreted agree: one game of every configuration, played again by the sources in another process.

`python -m skali.kit.pure MODULE:CLASS [FOLDER OF ITS TESTS]` is that other process; it prints what it found as JSON.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import skali
from skali.core import SPECTATOR, Game, State, derive_seed
from skali.kit.configurations import Configuration, configurations
from skali.kit.games import find_game, tests_folder, use_tests
from skali.kit.play import canonical, play

_POINTS = 8


def seed_of(configuration: Configuration) -> int:
    return derive_seed("interpreted", configuration)


def fingerprints(configuration: Configuration) -> list[str]:
    """What one game looks like at a few points and at its end: digest, keys, views, observations and legal moves."""
    record = play(configuration, seed_of(configuration))
    stride = max(1, len(record.turns) // _POINTS)
    points = [*range(0, len(record.turns), stride), len(record.turns)]
    return [f"{step} {fingerprint(record.states[step], record.seats)}" for step in points]


def fingerprint(state: State, seats: int) -> str:
    viewers = (*range(seats), SPECTATOR)
    keys = [int(state.key(viewer)) for viewer in viewers]
    views = derive_seed(canonical([state.view(viewer) for viewer in viewers]))
    observation = state.game().observation
    rows = derive_seed([observation.row(state, viewer) for viewer in viewers] if observation else [])
    moves = derive_seed([state.legal_moves(seat) for seat in state.to_act()])
    return f"{state.digest()[:16]} keys {keys} views {views} rows {rows} moves {moves}"


def interpreted_agrees(game: Game) -> None:
    """The fingerprints of this process are those of an interpreted one."""
    theirs = fingerprints_interpreted(game)
    for configuration in configurations(game):
        mine = fingerprints(configuration)
        other = theirs[str(configuration)]
        for one, two in zip(mine, other):
            assert one == two, f"{configuration}, seed {seed_of(configuration)}: here {one}, interpreted {two}"
        assert len(mine) == len(other), f"{configuration}: {len(mine)} points here, {len(other)} interpreted"


def fingerprints_interpreted(game: Game) -> dict[str, list[str]]:
    """What another process finds, which gets its modules from where this one does."""
    environment = os.environ | {"SKALI_PURE": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "skali.kit.pure", f"{type(game).__module__}:{type(game).__qualname__}"]
    if folder := tests_folder(game):
        command.append(str(folder))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the interpreted games of {game.key} broke off:\n{done.stderr[-3000:]}"
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def main(name: str, *folders: str) -> None:
    assert not skali.compiled, "this must run interpreted: set SKALI_PURE=1"
    game = find_game(name)
    for folder in folders:
        use_tests(game.key, Path(folder))
    json.dump({str(each): fingerprints(each) for each in configurations(game)}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
