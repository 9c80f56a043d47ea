"""``skali doctor``: is everything here that Skáli needs, and what to do if not."""

from __future__ import annotations

import platform
import shutil
import sysconfig
from collections.abc import Callable
from pathlib import Path

import typer

import skali
from skali.cli.common import out
from skali.core import game_keys, load_game, play_out


def doctor() -> None:
    """Checks this installation and says how to mend what is missing. Exit code 1 if something does not work."""
    checks: list[tuple[str, Callable[[], str]]] = [("Python", python), ("speed", speed)]
    checks += [(key, lambda key=key: game(key)) for key in game_keys()]  # type: ignore[misc]
    if not game_keys():
        checks.append(("games", no_games))
    failed = 0
    for name, check in checks:
        try:
            out.print(f"[green]✓[/] {name}: {check()}")
        except Exception as error:  # a doctor reports whatever it meets
            failed += 1
            out.print(f"[red]✗[/] {name}: {error}")
    if failed:
        raise typer.Exit(1)
    out.print("All is well.")


def python() -> str:
    return f"{platform.python_version()} on {platform.system()} {platform.machine()}; Skáli {skali.__version__}"


def speed() -> str:
    if skali.compiled:
        return "compiled"
    compiler = shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0])
    headers = (Path(sysconfig.get_paths()["include"]) / "Python.h").exists()
    missing = [name for name, there in (("a C compiler", compiler), ("Python.h", headers)) if not there]
    how = f"install {' and '.join(missing)}, then run `make build`" if missing else "run `make build` or reinstall"
    return f"interpreted, about 80 times slower ({skali.why_interpreted}); to change that, {how}"


def game(key: str) -> str:
    """Loads it, reads its rules and words, plays a random game and replays it."""
    loaded = load_game(key)
    for language in loaded.languages:
        loaded.words(language)
    digests: set[str] = set()
    for _ in range(2):
        state = loaded.start(loaded.seats[0], 1)
        play_out(state, 1)
        digests.add(state.digest())
    if len(digests) != 1:
        raise RuntimeError("the same seed gave two different games")
    rules, spoken = len(loaded.rulebook.of_kind("rule")), ", ".join(loaded.languages)
    return f"{rules} rules, words in {spoken}, a random game played to its end"


def no_games() -> str:
    raise RuntimeError("no game is installed: reinstall Skáli, for instance by `make build`")
