"""The courses that a game's own weights come from, as their provenance tells them: played again, they give the same weights."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from skali.arena.learning.course import WEIGHTS, LearnPlan
from skali.arena.learning.forecasting import FORECAST
from skali.arena.plan import ArenaError


def courses_of(home: Path) -> list[LearnPlan]:
    """The courses behind the weights in a game's folder, the first one first."""
    path = home / WEIGHTS
    if not path.exists():
        raise ArenaError(f"there is no {path.name} in the game's folder, so there is nothing to make again")
    found: list[LearnPlan] = []
    provenance = json.loads(path.read_text(encoding="utf-8"))["provenance"]
    while provenance:
        found.insert(0, LearnPlan(**provenance["plan"]))
        provenance = provenance.get("began_with")
    return found


def begun_with(plan: LearnPlan, earlier: Path) -> LearnPlan:
    """The plan of a later course, with the weights that the course before it has made again."""
    return replace(plan, start=str(earlier / WEIGHTS))


def is_the_same(home: Path, made: Path) -> bool:
    """Whether a folder holds the weights, and the forecast if there is one, of a game's folder."""
    names = [name for name in (WEIGHTS, FORECAST) if (home / name).exists()]
    return all((made / name).exists() and weights_in(home / name) == weights_in(made / name) for name in names)


def weights_in(path: Path) -> object:
    """All but where they come from: that holds the paths of folders."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return {key: value for key, value in data.items() if key != "provenance"}
