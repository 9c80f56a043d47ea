"""The ``skali`` command. Each command is a module; errors that a person can mend are one line on stderr and exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

import skali
from skali.agents import AgentError
from skali.arena import ArenaError
from skali.cli import (
    arena,
    components,
    dataset,
    doctor,
    games,
    hall,
    lab,
    learn,
    mcp,
    new,
    play,
    replay,
    rules,
    simulate,
)
from skali.core import ComponentError, LoadError, NotationError, OptionError, SagaError, UnknownGame

MENDABLE = (
    AgentError,
    ArenaError,
    ComponentError,
    LoadError,
    NotationError,
    OptionError,
    SagaError,
    UnknownGame,
    dataset.CannotCollect,
    hall.CannotOpen,
    mcp.CannotSit,
    new.CannotMake,
)

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    help="""Skáli: Viking board games by their full rules, for people and for programs.

    Begin with `skali play fjords`. Every command has `--help`; results go to stdout (`--json` where a program reads them),
    progress and remarks to stderr. Exit codes: 0 done, 1 a check failed, 2 wrong use.""",
)


def tell_version(wanted: bool) -> None:
    if wanted:
        print(f"Skáli {skali.__version__}")
        raise typer.Exit


@app.callback()
def before_any_command(
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """What may stand before a command."""


app.add_typer(hall.app, name="hall")
app.command("games")(games.games)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("replay")(replay.replay_file)
app.command("rules")(rules.rules)
app.command("components")(components.components)
app.command("arena")(arena.arena)
app.command("lab")(lab.lab)
app.command("dataset")(dataset.dataset)
app.command("learn")(learn.learn)
app.command("new")(new.new)
app.command("mcp")(mcp.mcp)
app.command("doctor")(doctor.doctor)


def main() -> None:
    run(app)


def run(command: Callable[[], object]) -> None:
    """Turns errors that a person can mend into one line."""
    try:
        command()
    except MENDABLE as error:
        print(f"skali: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        print("", file=sys.stderr)
        sys.exit(130)
