"""``skali learn``: a value of positions from games, as a data file of the game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

from skali.arena import ArenaError, cores
from skali.arena.learning import (
    FORECAST,
    WEIGHTS,
    LearnPlan,
    begun_with,
    course_for,
    courses_of,
    is_the_same,
    page,
)
from skali.cli.arena import Jobs, RayAddress, progress_bar
from skali.cli.common import ComponentFile, GameKey, Json, OptionTexts, open_game, out, parse_options, print_json
from skali.core import Game

REPORT = "report.html"


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
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="Make the game's own weights again: by the courses that they come from, and by their settings.",
        ),
    ] = False,
    jobs: Jobs = None,
    ray: RayAddress = "",
    option: OptionTexts = None,
    components: ComponentFile = None,
    install: Annotated[bool, typer.Option("--install", help="Put the weights into the game's folder.")] = False,
    as_json: Json = False,
) -> None:
    """Learns what positions are worth: games, a fit, a trial against the champion, and again. Stopped, it goes on where it was."""
    loaded = open_game(game, components)
    if again:
        make_again(loaded, folder, jobs or cores(), ray, install, as_json)
        return
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
    findings = follow(plan, loaded.title, folder, jobs or cores(), ray)
    if install:
        put_into(loaded.folder, folder, findings)
    if as_json:
        print_json(findings)
    else:
        tell(findings, folder)


def make_again(game: Game, folder: Path, jobs: int, ray: str, install: bool, as_json: bool) -> None:
    """Every course in a folder of its own; each begins with what the one before has made."""
    told: list[dict[str, Any]] = []
    home = folder
    for number, plan in enumerate(courses_of(game.folder), 1):
        plan = begun_with(plan, home) if plan.start else plan
        home = folder / f"course-{number}"
        told.append(follow(plan, f"{game.title}, course {number}", home, jobs, ray))
        if not as_json:
            tell(told[-1], home)
    same = is_the_same(game.folder, home)
    if install:
        put_into(game.folder, home, told[-1])
    if as_json:
        print_json({"courses": told, "same": same})
    else:
        out.print("the same as in the game's folder" if same else "other weights than those in the game's folder")


def follow(plan: LearnPlan, title: str, folder: Path, jobs: int, ray: str) -> dict[str, Any]:
    """Plays a course to its end and writes its page."""
    with progress_bar() as progress:
        task = progress.add_task(title, total=None)

        def watch(what: str, done: int, total: int) -> None:
            progress.update(task, description=f"{title}, {what}", completed=done, total=total)

        findings = course_for(plan, folder, jobs, ray, watch).run()
    (folder / REPORT).write_text(page(findings), encoding="utf-8")
    return findings


def put_into(home: Path, folder: Path, findings: dict[str, Any]) -> None:
    """What was shown to be better goes into the game's folder."""
    forecast = findings.get("forecast")
    made = {WEIGHTS: findings["has_champion"], FORECAST: forecast and forecast["is_better"]}
    for name in (name for name, is_good in made.items() if is_good):
        shutil.copyfile(folder / name, home / name)


def tell(findings: dict[str, Any], folder: Path) -> None:
    """A line for each step, and where everything is."""
    for step in findings["curve"]:
        low, high = step["interval"]
        scores = ", ".join(f"{row['score']:.1f} at {row['seats']}" for row in step["tables"])
        verdict = "a new champion" if step["champion"] else "no better than the champion"
        kind = f"{step['lines']} lines" if step["lines"] else "one ply"
        out.print(f"step {step['step']}, {kind}: {scores}; gain {low:+.1f} to {high:+.1f}: {verdict}")
    forecast = findings.get("forecast")
    if forecast:
        verdict = "kept" if forecast["is_better"] else "no better than the judgement"
        out.print(f"forecast: loss {forecast['loss']:.3f}, of the judgement {forecast['by_judgement']:.3f}: {verdict}")
    none = "none beats the judgement written by hand" if findings["curve"] else "none were tried"
    out.print(f"weights: {folder / WEIGHTS if findings['has_champion'] else none}; report: {folder / REPORT}")


def sizes(text: str) -> list[int]:
    try:
        return [int(each) for each in text.split(",")] if text else []
    except ValueError:
        raise ArenaError(f"'{text}' are no table sizes: write for example 1,2") from None
