"""``skali arena``: a tournament between agents."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from skali.arena import ArenaError, Plan, cores, run_arena
from skali.arena.store import PLAN
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

AgentNames = Annotated[
    str,
    typer.Option(
        "--agents",
        metavar="A,B,...",
        help="random, greedy, mcts:400 (iterations), mcts:2s (seconds), rollout:200, exec:./mybot, module:factory.",
    ),
]
Jobs = Annotated[int | None, typer.Option(min=1, help="Processes to play in; one per core if left out.")]
RayAddress = Annotated[
    str,
    typer.Option("--ray", metavar="auto|local|ADDRESS", help="Play on a Ray cluster; auto is the one that runs here."),
]


def arena(
    game: GameKey,
    agents: AgentNames = "greedy,random",
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = None,
    jobs: Jobs = None,
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Keep results (Parquet), sagas and a journal here.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the arena in --out; more games may be asked.")
    ] = False,
    ray: RayAddress = "",
    alone: Annotated[
        bool, typer.Option("--alone", help="One seat for the first of two agents, all the others for the second.")
    ] = False,
    option: OptionTexts = None,
    components: ComponentFile = None,
    as_json: Json = False,
) -> None:
    """Plays a tournament: every deal with every rotation of the seats, then win shares, scores and ratings with intervals.

    The same seed gives the same games however they are spread, as long as budgets are iterations and not seconds.
    """
    loaded = open_game(game, components)
    if resume and folder is None:
        raise ArenaError("--resume needs the folder to go on with: --out DIR")
    plan = Plan(
        game,
        split_names(agents),
        table_size(loaded, seats),
        games,
        choose_seed(seed) if seed is not None or not resume else kept_seed(folder),
        parse_options(loaded, option).to_texts() if option else {},
        str(components.resolve()) if components else "",
        alone,
    )
    rounds = len(plan.seatings())
    if games % rounds:
        remark = f"{rounds} games rotate all seats once; {games} games leave the last rotation unfinished"
        err.print(f"[yellow]{remark}[/]")
    with progress_bar() as progress:
        task = progress.add_task(f"{loaded.title}, {len(plan.agents)} agents", total=games)

        def watch(record: dict[str, Any]) -> None:
            progress.advance(task)
            for fault in record["faults"][:1]:
                more = len(record["faults"]) - 1
                err.print(f"[yellow]game {record['game']}: {fault}[/]" + (f" (and {more} more)" if more else ""))

        try:
            standings = run_arena(plan, folder, resume, jobs or cores(), ray, watch)
        except KeyboardInterrupt:
            if folder is not None:
                err.print(f"interrupted; every finished game is kept: go on with --resume --out {folder}")
            sys.exit(130)
    result = {**plan.to_data(), "agents": standings}
    if as_json:
        print_json(result)
        return
    out.print(f"[bold]{loaded.title}[/], {plan.seats} seats, {games} games, seed {plan.seed}")
    out.print(standings_table(standings))
    if folder is not None:
        out.print(f"results, sagas and journal: {folder}")


def split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def kept_seed(folder: Path | None) -> int:
    """The seed that an arena in this folder was begun with."""
    path = Path(folder or ".") / PLAN
    return int(json.loads(path.read_text(encoding="utf-8"))["seed"]) if path.exists() else choose_seed(None)


def progress_bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )


def standings_table(standings: list[dict[str, Any]]) -> Table:
    table = Table("agent", "games", "win share (95 %)", "mean score (95 %)", "rating")
    forfeits = any(row["forfeits"] for row in standings)
    if forfeits:
        table.add_column("forfeits")
    for row in standings:
        low, high = row["interval"]
        least, most = row["score_interval"]
        cells = [
            row["agent"],
            str(row["games"]),
            f"{row['win_share']:.1%} ({low:.1%} – {high:.1%})",
            f"{row['mean_score']:.1f} ({least:.1f} – {most:.1f})",
            f"{row['rating']:.1f} ± {2 * row['rating_deviation']:.1f}",
        ]
        table.add_row(*cells, *([f"{row['forfeits']} of {row['decisions']}"] if forfeits else []))
    return table
