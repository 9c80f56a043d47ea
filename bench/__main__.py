"""The command: starts the workers, plays the rounds, reports."""

import json
import sys
from importlib import import_module
from random import Random
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import Progress

from bench import since as compare
from bench.cell import Absent
from bench.report import Row, as_data, show
from bench.worker import SUITES, Worker

HELP = """Measures how fast Skáli plays, beside its peers, in one interleaved run.

Every registered game plays uniformly random games, compiled and interpreted. OpenSpiel's C++ games,
catanatron and python-chess do the same beside it, and so does our Fjords in C++ (bench/limit), as fast as it
can be. Batches of games that observe and mask at every step are measured beside PettingZoo's connect four,
OpenSpiel's vectorised environments and pgx.
Each round measures everything once, in a new order, so that whatever slows the machine slows all: trust the
ratios, and compare figures within one run only.

A run takes about rounds x seconds x (6 cells per game + 21 for the peers), and ten seconds to set up.

Examples:

\b
  python -m bench                             everything, as tables
  python -m bench --games fjords --rounds 9   one of our games and the peers
  python -m bench --only ours --seconds 0.2   a quick look while tuning
  python -m bench --json > speed.json         all that was seen, for a program
  python -m bench --since HEAD~3              our games beside an earlier revision, which is built beside

Exit code: 0 measured (a peer that is not installed is named), 1 something broke, 2 wrong use.
"""


def main(
    rounds: Annotated[
        int | None, typer.Option(min=1, help="How often everything is measured. [default: 5, with --since 9]")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each time; a begun game is finished.")] = 0.5,
    games: Annotated[str, typer.Option(help="Only these of our games: keys with commas.")] = "",
    only: Annotated[Literal["ours", "peers"] | None, typer.Option(help="Leave out the others.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="For the games and the order of the cells.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout instead of the tables.")] = False,
    since: Annotated[
        str, typer.Option(metavar="REV", help="Measure our games beside this git revision, no peers.")
    ] = "",
) -> None:
    wanted = registered(games)
    if since:
        if only:
            raise typer.BadParameter("there are no peers with --since", param_hint="--only")
        try:
            sys.exit(compare.measure(since, rounds or 9, seconds, wanted, seed, as_json))
        except compare.NoRevision as fault:
            raise typer.BadParameter(str(fault), param_hint="--since") from None
    rounds = rounds or 5
    suites = [suite for suite in SUITES if only is None or suite.ours == (only == "ours")]
    workers = [Worker(suite, seed, wanted) for suite in suites]
    rows: list[Row] = []
    absent: dict[str, Absent] = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("setting up", total=None)
        for worker in workers:
            try:
                rows += [Row(worker.suite.title, cell) for cell in worker.cells()]
            except Absent as reason:
                absent[worker.suite.title] = reason
        progress.update(task, total=(rounds + 1) * len(rows))
        order = Random(seed)
        for turn in range(rounds + 1):  # turn 0 warms up: short, not kept
            for row in order.sample(rows, len(rows)):
                about = f"{row.suite}, {row.cell.name}, {row.cell.unit}"
                progress.update(task, advance=1, description=f"round {turn}: {about}")
                if row.suite not in absent:
                    try:
                        sample = row.cell.measure(seconds if turn else min(0.05, seconds))
                        row.samples += [sample] if turn else []
                    except Absent as reason:
                        absent[row.suite] = Absent(f"{about}: {reason.why}")
    rows = [row for row in rows if row.suite not in absent]
    if as_json:
        settings = {"rounds": rounds, "seconds": seconds, "games": wanted, "only": only, "seed": seed}
        print(json.dumps(as_data(rows, absent, settings), indent=2, ensure_ascii=False))
    else:
        show(Console(width=None if sys.stdout.isatty() else 150), rows, absent)
    sys.exit(any(not reason.remedy for reason in absent.values()))


def registered(games: str) -> list[str]:
    """The keys, each of a registered game."""
    wanted = [key.strip() for key in games.split(",") if key.strip()]
    keys = import_module("skali.core.registry").game_keys() if wanted else []
    if unknown := [key for key in wanted if key not in keys]:
        raise typer.BadParameter(f"no {', '.join(unknown)}; there are: {', '.join(keys)}", param_hint="--games")
    return wanted


if __name__ == "__main__":
    command = typer.Typer(rich_markup_mode=None, add_completion=False)
    command.command(help=HELP)(main)
    command(prog_name="python -m bench")
