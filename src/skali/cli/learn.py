"""``skali learn``: a value of positions from games, as a data file of the game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from skali.arena import ArenaError, cores
from skali.arena.learning import FORECAST, LearnPlan, course_for, page
from skali.cli.arena import Jobs, RayAddress, progress_bar
from skali.cli.common import ComponentFile, GameKey, Json, OptionTexts, open_game, out, parse_options, print_json


def learn(
    game: GameKey,
    folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Games, steps, weights and page; an old course goes on.")
    ],
    seats: Annotated[
        str, typer.Option(metavar="N,N,...", help="Tables to learn at; the two smallest by default.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same weights.")] = 1,
    games: Annotated[int, typer.Option(min=3, help="Games of a step, one ply deep.")] = 450,
    steps: Annotated[int, typer.Option(min=0, help="At most so many such steps.")] = 8,
    patience: Annotated[int, typer.Option(min=1, help="Stop after so many steps without a new champion.")] = 2,
    line_games: Annotated[int, typer.Option(min=1, help="Games of a step of the rollout.")] = 60,
    line_steps: Annotated[int, typer.Option(min=0, help="At most so many such steps.")] = 2,
    lines: Annotated[int, typer.Option(min=2, help="Lines for each turn of the rollout.")] = 60,
    line_seats: Annotated[
        str, typer.Option(metavar="N,N,...", help="At which of the tables the rollout plays; at all by default.")
    ] = "",
    trust: Annotated[
        float,
        typer.Option(min=0, max=1, help="How far the fit believes itself about later positions; 0: final scores."),
    ] = 0.0,
    trials: Annotated[int, typer.Option(min=8, help="Games in which a new champion must prove itself.")] = 200,
    forecast_games: Annotated[
        int, typer.Option(min=10, help="Games that a forecast is fitted to, where a game has one.")
    ] = 4000,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights to begin with; of earlier features, too.")
    ] = None,
    jobs: Jobs = None,
    ray: RayAddress = "",
    option: OptionTexts = None,
    components: ComponentFile = None,
    install: Annotated[bool, typer.Option("--install", help="Put the weights into the game's folder.")] = False,
    as_json: Json = False,
) -> None:
    """Learns what positions are worth: games, a fit, a trial against the champion, and again. Stopped, it goes on where it was."""
    loaded = open_game(game, components)
    tables = sizes(seats) or list(loaded.seats[:2])
    texts = parse_options(loaded, option).to_texts() if option else {}
    plan = LearnPlan(
        game=game,
        seats=tables,
        seed=seed,
        games=games,
        steps=steps,
        patience=patience,
        line_games=line_games,
        line_steps=line_steps,
        lines=lines,
        line_seats=sizes(line_seats),
        trust=trust,
        trials=trials,
        forecast_games=forecast_games,
        options=texts,
        components=str(components.resolve()) if components else "",
        start=str(start) if start else "",
    )
    with progress_bar() as progress:
        task = progress.add_task(loaded.title, total=None)

        def watch(what: str, done: int, total: int) -> None:
            progress.update(task, description=f"{loaded.title}, {what}", completed=done, total=total)

        course = course_for(plan, folder, jobs or cores(), ray, watch)
        findings = course.run()
    report = folder / "report.html"
    report.write_text(page(findings), encoding="utf-8")
    weights = folder / "weights.json"
    forecast = findings.get("forecast")
    made = {weights: findings["has_champion"], folder / FORECAST: forecast and forecast["is_better"]}
    for path in (path for path, is_good in made.items() if install and is_good):
        shutil.copyfile(path, loaded.folder / path.name)
    if as_json:
        print_json(findings)
        return
    for step in findings["curve"]:
        low, high = step["interval"]
        scores = ", ".join(f"{row['score']:.1f} at {row['seats']}" for row in step["tables"])
        verdict = "a new champion" if step["champion"] else "no better than the champion"
        kind = f"{step['lines']} lines" if step["lines"] else "one ply"
        out.print(f"step {step['step']}, {kind}: {scores}; gain {low:+.1f} to {high:+.1f}: {verdict}")
    if forecast:
        verdict = "kept" if forecast["is_better"] else "no better than the judgement"
        out.print(f"forecast: loss {forecast['loss']:.3f}, of the judgement {forecast['by_judgement']:.3f}: {verdict}")
    none = "none is better than people" if findings["curve"] else "none were tried"
    out.print(f"weights: {weights if findings['has_champion'] else none}; report: {report}")


def sizes(text: str) -> list[int]:
    try:
        return [int(each) for each in text.split(",")] if text else []
    except ValueError:
        raise ArenaError(f"'{text}' are no table sizes: write for example 1,2") from None
