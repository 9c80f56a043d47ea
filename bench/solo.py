"""The score to beat alone: `python -m bench.solo explorers --agent greedy --games 200`. Its figures are kept in the docs."""

import json
from statistics import fmean, quantiles, stdev
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from skali.arena import Plan, cores, run_arena
from skali.arena.measures import mean_interval
from skali.cli import run


def main(
    game: Annotated[str, typer.Argument(help="A game that one can play alone.")],
    agent: Annotated[str, typer.Option(help="Who plays: greedy, mcts:1000 or any other agent.")] = "greedy",
    games: Annotated[int, typer.Option(min=2, help="How many games, each with luck of its own.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="For the luck of the games.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="A variant, NAME=VALUE; may be repeated.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = cores(),
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout, every score in it.")] = False,
) -> None:
    """Plays solo games and tells how the scores are spread, and what they are made of."""
    options = dict(text.split("=", 1) for text in option or [])
    seats = measure(Plan(game, [agent], 1, games, seed, options), jobs)
    scores = sorted(seat["score"] for seat in seats)
    low, high = mean_interval([float(score) for score in scores])
    least, middle, most = quantiles(scores, n=4)
    lines = mean_lines(seats)
    if as_json:
        spread = {"mean": fmean(scores), "interval": [low, high], "deviation": stdev(scores), "scores": scores}
        print(json.dumps({"game": game, "agent": agent, "seed": seed, "options": options, **spread, "lines": lines}))
        return
    print(
        f"{game} alone, {agent}: {fmean(scores):.1f} points on average ({low:.1f} – {high:.1f}) in {games} games; "
        f"deviation {stdev(scores):.1f}, half of them from {least:.0f} to {most:.0f}, median {middle:.0f}, "
        f"least {scores[0]}, most {scores[-1]}"
    )
    print("of it " + ", ".join(f"{key} {points:.1f}" for key, points in lines.items()))


def measure(plan: Plan, jobs: int) -> list[dict[str, Any]]:
    """What became of the seat, game by game."""
    seats: list[dict[str, Any]] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{plan.game}: {plan.agents[0]}", total=plan.games)

        def watch(record: dict[str, Any]) -> None:
            seats.extend(record["seats"])
            progress.advance(task)

        run_arena(plan, jobs=jobs, watch=watch)
    return seats


def mean_lines(seats: list[dict[str, Any]]) -> dict[str, float]:
    """The mean points of each line of the score sheet."""
    total: dict[str, float] = {}
    for seat in seats:
        for line in seat["lines"]:
            total[line["key"]] = total.get(line["key"], 0.0) + line["points"] / len(seats)
    return total


if __name__ == "__main__":
    run(lambda: typer.run(main))
