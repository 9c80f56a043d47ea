"""The course of learning, step by step in one folder; what is there is not done again.

First people's judgement plays, with random moves here and there. Then, step by step, weights are fitted to all games so far, tried
against the champion, and play the next games, some of them with weights as likely as the fitted ones, so that something new
happens. When that brings no new champion any more, the rollout search plays with the champion's weights and others near them.
What these games show beyond the champion is added to its weights: they are few, and they lack the positions into which one-ply
play strays. A course may also begin with known weights. A new champion must be better beyond doubt: the whole interval of its gain
lies above 0, and it is worse at no table.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from skali.arena.learning.fit import Fit, Notes, fit, whole
from skali.arena.learning.games import learning_heuristic, play_noted, play_trial
from skali.arena.measures import mean_interval
from skali.arena.plan import ArenaError, need
from skali.arena.spread import Record, Task, here, over_processes, over_ray
from skali.core import LearningHeuristic, derive_seed, load_game, write_weights
from skali.core.weights import FRACTION

PLAN = "plan.json"
WEIGHTS = "weights.json"
LUCK = (0.0, 2.0, 6.0)
"""How far the weights of a variant stray, in errors of the fit."""
VARIANTS = 12
FORGET = 0.75
NEVER_LESS = 0.2
"""Games of each step before count less, but never less than this: with only the newest, play collapses."""
OF_LINES = 6.0
"""How much more games of the rollout count."""
POOR = 2.5
"""Games so many deviations below the usual score count half."""
NEAR = 0.1
"""Every second game of the rollout is played with weights that differ by so much of themselves."""
SAVE_EVERY = 20.0


@dataclass(frozen=True)
class LearnPlan:
    """Everything that the result depends on."""

    game: str
    seats: list[int]
    seed: int
    games: int = 450
    """Games of a step, one ply deep."""
    steps: int = 8
    patience: int = 2
    """Steps after a champion without a new one before lines are played, or the course ends."""
    line_games: int = 60
    """Games of a step of the rollout."""
    line_steps: int = 2
    lines: int = 60
    """Lines for each turn in them."""
    line_seats: list[int] = field(default_factory=list)
    """At which of the tables they are played; at all if it is empty."""
    trust: float = 0.0
    """How much of what a position came to is what the fit says of the seat's next kind of position, and not the final score."""
    trials: int = 200
    """Games that a new champion must prove itself in; a fourth of it with lines."""
    forecast_games: int = 4000
    """Games that a forecast is fitted to, where a game has one."""
    options: dict[str, str] = field(default_factory=dict)
    components: str = ""
    start: str = ""
    """A file of weights to begin with; features that it does not know weigh nothing."""

    def to_data(self) -> dict[str, Any]:
        return asdict(self)


Watch = Callable[[str, int, int], None]
"""Told what is going on, how much of it is done, and how much there is."""


class Course:
    def __init__(self, plan: LearnPlan, folder: Path, jobs: int, ray: str, watch: Watch) -> None:
        self.plan = plan
        self.folder = folder
        self.jobs = jobs
        self.ray = ray
        self.watch = watch
        self.game = load_game(plan.game, Path(plan.components) if plan.components else None)
        self.heuristic = learning_heuristic(self.game)
        self.tables: list[dict[str, Any]] = [{"seats": seats, "options": plan.options} for seats in plan.seats]
        for table in self.tables:
            self.game.check_table(table["seats"], self.game.options.parse(plan.options))
        self.line_tables = [table for table in self.tables if table["seats"] in (plan.line_seats or plan.seats)]
        self.champion = carried_over(Path(plan.start), self.heuristic) if plan.start else None
        self.curve: list[dict[str, Any]] = []
        """What became of each step."""
        self.last: Fit | None = None
        self.notes: Notes | None = None

    def open(self) -> None:
        """Begins the folder, or checks that it holds the same course."""
        path = self.folder / PLAN
        if path.exists():
            old = json.loads(path.read_text(encoding="utf-8"))
            for name, value in self.plan.to_data().items():
                if old.get(name) != value:
                    raise ArenaError(f"{self.folder} was begun with {name} {old.get(name)!r}, not {value!r}")
        self.folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.plan.to_data(), indent=1) + "\n", encoding="utf-8")

    def run(self) -> dict[str, Any]:
        """The whole course; what the page shows."""
        self.open()
        if self.plan.steps:
            self.play(0, [], 0, self.plan.games)
        step = 1
        idle = 0
        while step <= self.plan.steps and idle < self.plan.patience:
            better = self.learn(step, 0)
            idle = 0 if better or self.champion is None else idle + 1
            self.play(step, self.variants(step), 0, self.plan.games)
            step += 1
        idle = 0
        for _ in range(self.plan.line_steps):
            if idle < self.plan.patience:
                self.play(step, self.near_champion(step), self.plan.lines, self.plan.line_games)
                idle = 0 if self.learn(step + 1, self.plan.lines) else idle + 1
                step += 2
        if any(row["champion"] for row in self.curve):
            self.write()
        return self.findings()

    # Playing

    def play(self, step: int, variants: list[list[list[int]]], lines: int, games: int) -> None:
        """Games from whose positions is learned."""
        plan = {"tables": self.line_tables if lines else self.tables, "variants": variants, "lines": lines}
        self.keep(step, play_noted, plan, games, f"step {step}: games with lines" if lines else f"step {step}: games")

    def keep(self, step: int, task: Task, more: dict[str, Any], games: int, kind: str) -> None:
        """The games of a step that are not there yet, kept as they come."""
        found = self.kept(step)
        done = {number for path in found for number in read_notes(path)["game"].to_pylist()}
        left = [number for number in range(games) if number not in done]
        plan = {
            "game": self.plan.game,
            "components": self.plan.components,
            "seed": self.plan.seed,
            "step": step,
            **more,
        }
        kept: list[Record] = []
        since = time.monotonic()
        part = len(found)
        for at, record in enumerate(self.spread(task, plan, left), 1):
            kept.append(record)
            self.watch(kind, len(done) + at, games)
            if time.monotonic() - since > SAVE_EVERY or at == len(left):
                save_notes(self.folder / f"games-{step:02d}-{part:03d}.parquet", kept)
                kept, since, part = [], time.monotonic(), part + 1

    def kept(self, step: int) -> list[Path]:
        return sorted(self.folder.glob(f"games-{step:02d}-*.parquet"))

    def spread(self, task: Task, plan: dict[str, Any], numbers: Iterable[int]) -> Iterator[Record]:
        if self.ray:
            return over_ray(task, plan, numbers, self.ray)
        return here(task, plan, numbers) if self.jobs == 1 else over_processes(task, plan, numbers, self.jobs)

    # Learning

    def learn(self, step: int, lines: int) -> bool:
        """Fits weights to all games so far and tries them; whether they are the new champion."""
        path = self.folder / f"step-{step:02d}.json"
        champion = self.champion if lines else None
        notes = self.gather(step, champion is not None)
        self.last, self.notes = fit(notes, len(self.heuristic.rows), self.plan.trust, champion), notes
        weights = whole(self.last.weights)
        if self.champion is not None:  # kinds of position of other tables than those of this course stay
            met = set(notes.rows.tolist())
            weights = [row if kind in met else self.champion[kind] for kind, row in enumerate(weights)]
        if path.exists():
            found = json.loads(path.read_text(encoding="utf-8"))
        else:
            found = self.tried(step, lines, weights)
            path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        self.curve.append(found)
        if found["champion"]:
            self.champion = weights
        return bool(found["champion"])

    def gather(self, step: int, of_lines: bool) -> Notes:
        """All notes of the steps before, or those of the rollout alone, and how much each counts."""
        np = need("numpy", "learn")
        size = len(self.heuristic.features)
        columns: dict[str, list[Any]] = {"features": [], "rows": [], "scores": [], "counts": [], "later": []}
        steps = sorted({int(path.name.split("-")[1]) for path in self.folder.glob("games-*.parquet")})
        steps = [each for each in steps if each < step]
        usual: dict[int, tuple[float, float]] = {}
        noted = 0
        for age, each in enumerate(reversed(steps)):
            records = [record for path in self.kept(each) for record in read_notes(path).to_pylist()]
            records = [record for record in records if record["lines"] or not of_lines]
            records.sort(key=lambda record: record["game"])
            for seats in self.plan.seats:
                scores = [
                    float(score)
                    for record in records
                    if len(record["scores"]) == seats and record["level"] % len(LUCK) == 0
                    for score in record["scores"]
                ]
                if scores and (seats not in usual or fmean(scores) > usual[seats][0]):
                    usual[seats] = (fmean(scores), float(np.std(scores)) or 1.0)
            for record in records:
                rows = np.frombuffer(record["rows"], np.int8)
                sitting = np.frombuffer(record["seats"], np.int8)
                middle, deviation = usual[len(record["scores"])]
                scores = np.array(record["scores"], np.float64)[sitting]
                short = np.minimum(0.0, scores - middle) / (POOR * deviation)
                count = OF_LINES if record["lines"] and not of_lines else max(FORGET**age, NEVER_LESS)
                columns["features"].append(np.frombuffer(record["features"], np.int16).reshape(-1, size))
                columns["rows"].append(rows)
                columns["scores"].append(scores)
                columns["counts"].append(count / (1 + short**2))
                columns["later"].append(later_kinds(rows.tolist(), sitting.tolist(), noted))
                noted += len(rows)
        joined = {name: np.concatenate(parts) for name, parts in columns.items()}
        return Notes(**joined)

    def tried(self, step: int, lines: int, weights: list[list[int]]) -> dict[str, Any]:
        """The trial against the champion; the first weights of all have only people's judgement to beat."""
        games = self.plan.trials // 4 if lines else self.plan.trials
        tables = self.line_tables if lines else self.tables
        plan = {"game": self.plan.game, "components": self.plan.components, "seed": self.plan.seed, "step": step}
        plan |= {"tables": tables, "new": weights, "old": self.champion, "lines": lines}
        records = []
        for record in self.spread(play_trial, plan, range(games)):
            records.append(record)
            self.watch(f"step {step}: trial", len(records), games)
        records.sort(key=lambda record: record["game"])
        rows = []
        for table in range(len(tables)):
            gains = [float(record["gain"]) for record in records if record["table"] == table]
            scores = [float(record["score"]) for record in records if record["table"] == table]
            low, high = mean_interval(gains)
            rows.append(
                {
                    "seats": tables[table]["seats"],
                    "games": len(gains),
                    "gain": fmean(gains),
                    "interval": [low, high],
                    "score": fmean(scores),
                    "score_interval": list(mean_interval(scores)),
                }
            )
        low, high = mean_interval([float(record["gain"]) for record in records])
        champion = low > 0 and all(row["interval"][1] > 0 for row in rows)
        return {"step": step, "lines": lines, "tables": rows, "interval": [low, high], "champion": champion}

    def variants(self, step: int) -> list[list[list[int]]]:
        """The fitted weights, and others as likely as they, near and far."""
        np = need("numpy", "learn")
        assert self.last is not None and self.notes is not None
        rng = np.random.Generator(np.random.PCG64(derive_seed(self.plan.seed, "variants", step)))
        error = np.sqrt(np.average((self.notes.scores - self.last.expected) ** 2, weights=self.notes.counts))
        found = []
        for number in range(VARIANTS):
            luck = rng.normal(size=len(self.heuristic.features))
            far = LUCK[number % len(LUCK)] * error
            found.append(whole(self.last.weights + far * (self.last.spread @ luck)))
        return found

    def near_champion(self, step: int) -> list[list[list[int]]]:
        """The champion's weights, each time followed by others near them; none if there is no champion."""
        np = need("numpy", "learn")
        if self.champion is None:
            return []
        rng = np.random.Generator(np.random.PCG64(derive_seed(self.plan.seed, "near", step)))
        found = []
        for _ in range(VARIANTS):
            luck = 1.0 + NEAR * rng.normal(size=len(self.heuristic.features))
            luck[0] = 1.0
            found += [self.champion, whole(np.array(self.champion) / FRACTION * luck)]
        return found

    # What comes of it

    def write(self) -> None:
        """The champion's weights as a file of the game."""
        assert self.champion is not None
        last = [row for row in self.curve if row["champion"]][-1]
        strength = [
            {key: round(row[key], 2) if key == "score" else row[key] for key in ("seats", "games", "score")}
            for row in last["tables"]
        ]
        provenance = self.provenance() | {
            "step": last["step"],
            "measured": {"lines": last["lines"], "tables": strength},
        }
        heuristic = self.heuristic
        write_weights(self.folder / WEIGHTS, self.champion, heuristic.features, heuristic.rows, provenance)

    def provenance(self) -> dict[str, Any]:
        """For what and how everything of this course was learned, and where the weights came from that it began with."""
        found = {
            "components": self.game.components.digest,
            "rules": self.game.rules_version,
            "plan": self.plan.to_data(),
        }
        if self.plan.start:
            found["began_with"] = json.loads(Path(self.plan.start).read_text(encoding="utf-8")).get("provenance", {})
        return found

    def findings(self) -> dict[str, Any]:
        """What the page shows: the curve, what the value likes, and where it is wrong."""
        np = need("numpy", "learn")
        assert self.last is not None and self.notes is not None
        notes, fitted = self.notes, self.last
        deviation = notes.features.astype(np.float64).std(0)
        likes = []
        kinds = []
        for kind, name in enumerate(self.heuristic.rows):
            chosen = notes.rows == kind
            if not chosen.any():
                continue
            kinds.append(calibration(name, fitted.expected[chosen], notes.scores[chosen], notes.counts[chosen]))
            pull = fitted.weights[kind] * deviation
            best = np.argsort(-np.abs(pull))[:8]
            likes.append({"kind": name, "features": [[self.heuristic.features[at], float(pull[at])] for at in best]})
        return {
            "game": self.game.title,
            "plan": self.plan.to_data(),
            "curve": self.curve,
            "kinds": kinds,
            "likes": likes,
            "has_champion": any(row["champion"] for row in self.curve),
        }


def calibration(kind: str, expected: Any, came: Any, counts: Any) -> dict[str, Any]:
    """What was expected of positions of a kind and what came, by thirds of what was expected."""
    np = need("numpy", "learn")
    error = float(np.sqrt(np.average((came - expected) ** 2, weights=counts)))
    thirds = [
        {"expected": float(expected[part].mean()), "came": float(came[part].mean())}
        for part in np.array_split(np.argsort(expected), 3)
        if len(part)
    ]
    return {"kind": kind, "positions": len(expected), "error": error, "thirds": thirds}


def carried_over(path: Path, heuristic: LearningHeuristic) -> list[list[int]]:
    """The weights of a file for the features and kinds of position that it knows by name, 0 for others."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        known = {kind: dict(zip(data["features"], row, strict=True)) for kind, row in data["weights"].items()}
    except (OSError, ValueError, KeyError) as error:
        raise ArenaError(f"there are no weights to begin with in {path}: {error}") from None
    return [[int(known.get(kind, {}).get(name, 0)) for name in heuristic.features] for kind in heuristic.rows]


def later_kinds(rows: list[int], seats: list[int], first: int) -> list[int]:
    """For each note of a game the place of its seat's next note of another kind, counted from ``first``; -1 if there is none."""
    found = [-1] * len(rows)
    for at in range(len(rows) - 1, -1, -1):
        after = next((each for each in range(at + 1, len(rows)) if seats[each] == seats[at]), -1)
        if after >= 0:
            found[at] = first + after if rows[after] != rows[at] else found[after]
    return found


def save_notes(path: Path, records: list[Record]) -> None:
    """Games with their notes as Parquet: the whole file or none of it."""
    pa, pq = need("pyarrow", "learn"), need("pyarrow.parquet", "learn")
    part = path.with_suffix(".part")
    pq.write_table(pa.Table.from_pylist(records), part, compression="zstd")
    part.replace(path)


def read_notes(path: Path) -> Any:
    return need("pyarrow.parquet", "learn").read_table(path)
