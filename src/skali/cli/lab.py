"""``skali lab``: how a game plays, as a page to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from skali.arena import Plan, cores
from skali.arena.lab import Lab, default_agents, own_sentence
from skali.arena.report import page
from skali.cli.arena import Jobs, RayAddress, progress_bar, split_names
from skali.cli.common import (
    ComponentFile,
    GameKey,
    Json,
    OptionTexts,
    Seats,
    Seed,
    choose_seed,
    err,
    open_game,
    out,
    parse_options,
    print_json,
    table_size,
)


def lab(
    game: GameKey,
    games: Annotated[int, typer.Option(min=10, help="How many games in the main series.")] = 200,
    file: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the report.")] = Path(
        "report.html"
    ),
    agents: Annotated[
        str, typer.Option(metavar="A,B,...", help="The first plays the series with itself; all are compared.")
    ] = "",
    seats: Seats = None,
    seed: Seed = None,
    jobs: Jobs = None,
    ray: RayAddress = "",
    option: OptionTexts = None,
    components: ComponentFile = None,
    things: Annotated[
        str,
        typer.Option(metavar="PREFIX", help="Only things that begin so in what goes with winning, such as 'played:'."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Plays many games and writes one self-contained page: length, branching, scores, seats, tension, what goes with winning."""
    loaded = open_game(game, components)
    names = split_names(agents) or default_agents(loaded)
    texts = parse_options(loaded, option).to_texts() if option else {}
    own = str(components.resolve()) if components else ""
    plan = Plan(game, names, table_size(loaded, seats), games, choose_seed(seed), texts, own)
    plan.check()
    with progress_bar() as progress:
        task = progress.add_task(f"{loaded.title}, the lab", total=None)
        work = Lab(plan, jobs or cores(), ray, lambda: progress.advance(task), things)
        progress.update(task, total=work.total())
        findings = work.run()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(findings), encoding="utf-8")
    if as_json:
        print_json(findings)
        err.print(f"report: {file}")
    else:
        for row in findings["own"]:
            out.print(f"[bold]{row['title']}[/]: {own_sentence(row)}\n[dim]{row['words']}[/]")
        out.print(f"report: {file} ({file.stat().st_size / 1024:.0f} kB, {work.total()} games, seed {plan.seed})")
