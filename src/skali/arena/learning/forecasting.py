"""A forecast of who wins, for a game whose lines are not judged like positions after one ply.

Weights are fitted to the winners of games that the champion's numbers play, some players better and some worse. A forecast must
tell winners better than the judgement does, beyond doubt, in games that it was not fitted to.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

from skali.arena.learning.course import Course, read_notes
from skali.arena.learning.fit import chances, fit_chances, whole
from skali.arena.learning.games import play_forecast
from skali.arena.measures import mean_interval
from skali.arena.plan import need
from skali.core import write_weights

FORECAST = "forecast.json"
KEPT_BACK = 5
"""One of so many games shows how good a fit to the others is."""
LEAST = 1e-9
"""No chance counts as smaller."""
SHOWN = 12


def learn_forecast(course: Course, numbers: list[list[int]]) -> dict[str, Any]:
    """Plays, fits, tries and writes it; what the page shows."""
    forecast = course.heuristic.forecast
    assert forecast is not None
    plan = {"tables": course.tables, "numbers": numbers}
    step = course.plan.steps + 1
    course.keep(step, play_forecast, plan, course.plan.forecast_games, "forecast: games")
    games, features, won, judged = gather(course.kept(step), len(forecast.features), max(course.plan.seats))
    back = games % KEPT_BACK == 0
    tried = chances(features[back], fit_chances(features[~back], won[~back]), won[back])
    losses = by_game(games[back], loss(tried, won[back]))
    before = by_game(games[back], loss(judged[back], won[back]))
    gain = mean_interval([old - new for old, new in zip(before, losses, strict=True)])
    weights = fit_chances(features, won)
    pull = weights * features[won >= 0].std(0)
    found: dict[str, Any] = {
        "games": len(losses),
        "loss": fmean(losses),
        "by_judgement": fmean(before),
        "gain": list(gain),
        "is_better": gain[0] > 0,
        "likes": [[forecast.features[at], float(pull[at])] for at in abs(pull).argsort()[::-1][:SHOWN]],
    }
    if found["is_better"]:
        measured = {"games": len(losses), "loss": round(fmean(losses), 4), "by_judgement": round(fmean(before), 4)}
        provenance = course.provenance() | {"measured": measured}
        write_weights(
            course.folder / FORECAST, whole(weights[None]), forecast.features, course.heuristic.rows, provenance
        )
    return found


def gather(paths: list[Path], size: int, seats: int) -> tuple[Any, Any, Any, Any]:
    """Of each position its game, the features of all seats, who won (-1 for seats that are not there), and what was judged."""
    np = need("numpy", "learn")
    games, features, won, judged = [], [], [], []
    for record in sorted(
        (each for path in paths for each in read_notes(path).to_pylist()), key=lambda each: each["game"]
    ):
        count = len(record["won"])
        noted = np.frombuffer(record["features"], np.int16).reshape(-1, count, size).astype(np.float64)
        worth = np.frombuffer(record["judged"], np.float64).reshape(-1, count)
        empty = (0, seats - count)
        games.append(np.full(len(noted), record["game"]))
        features.append(np.pad(noted, ((0, 0), empty, (0, 0))))
        won.append(np.pad(np.tile(record["won"], (len(noted), 1)), ((0, 0), empty), constant_values=-1.0))
        judged.append(np.pad(worth / worth.sum(1, keepdims=True), ((0, 0), empty)))
    return tuple(np.concatenate(parts) for parts in (games, features, won, judged))


def loss(expected: Any, won: Any) -> Any:
    """How unlikely the winners were, as logarithms."""
    np = need("numpy", "learn")
    return -(np.maximum(won, 0.0) * np.log(np.maximum(expected, LEAST))).sum(1)


def by_game(games: Any, losses: Any) -> list[float]:
    np = need("numpy", "learn")
    return [float(losses[games == game].mean()) for game in np.unique(games)]
