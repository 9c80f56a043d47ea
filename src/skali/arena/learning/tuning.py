"""A course for a judgement that is no sum of features: the numbers in it are learned by play with others near them.

In each step every deal has a small change of all numbers at once. Those who play with it and those who play with its opposite
sit at one table, then exchange seats; a regression over all deals tells what a little more of each number brings. The numbers
go that way, and must be better than the champion's beyond doubt. If they are not, more deals are played around the champion,
and the next numbers stay nearer to it.
"""

from __future__ import annotations

import json
from typing import Any

from skali.arena.learning.course import Course, calibration, read_notes
from skali.arena.learning.fit import ridge, whole
from skali.arena.learning.forecasting import learn_forecast
from skali.arena.learning.games import numbers_to_try, play_varied, within
from skali.arena.plan import need
from skali.core import derive_seed
from skali.core.weights import FRACTION

LENGTH = 2.5
"""How far new numbers are from the champion's, in steps of the numbers."""
SHORTER = 0.7
"""What is left of that after they were no better."""
FORGET = 0.5
"""What deals around an earlier champion count."""
SHRINK = 100.0
"""How strongly the gains of numbers are held back: so many deals say as much as that no number matters."""
PARTS = ("early", "middle", "late")


class TuningCourse(Course):
    def begin(self) -> None:
        self.open()
        np = need("numpy", "learn")
        self.tunables = self.heuristic.tunables()
        self.steps_of = np.array([each.step for each in self.tunables])
        self.centre = self.champion or whole(np.array([[each.by_hand for each in self.tunables]]))
        """The champion's numbers, or those set by hand."""
        self.brings = np.zeros(len(self.tunables))
        """The points that a step more of each number brings, by the games so far."""
        self.errors = np.zeros(len(self.tunables))

    def run(self) -> dict[str, Any]:
        self.begin()
        centres: list[list[list[int]]] = []
        length, idle = LENGTH, 0
        for step in range(1, self.plan.steps + 1):
            if idle >= self.plan.patience:
                break
            centres.append(self.centre)
            plan = {"tables": self.tables, "centre": self.centre[0], "deals": self.plan.games // 2}
            self.keep(step, play_varied, plan, 2 * (self.plan.games // 2), f"step {step}: games")
            self.brings, self.errors = self.gains(centres)
            better = self.follow(step, length)
            length, idle = (length, 0) if better else (length * SHORTER, idle + 1)
        if any(row["champion"] for row in self.curve):
            self.write()
        found = self.findings()
        if self.heuristic.forecast is not None and self.champion is not None:  # without weights a game uses none
            found["forecast"] = learn_forecast(self, self.champion)
        return found

    def changes(self, step: int, centre: list[list[int]]) -> list[list[list[int]]]:
        """For each deal two lists of numbers, on opposite sides of the centre."""
        seed = derive_seed(self.plan.seed, "changes", step)
        return numbers_to_try(self.heuristic, tuple(centre[0]), seed, self.plan.games // 2)

    def gains(self, centres: list[list[list[int]]]) -> tuple[Any, Any]:
        """The points that a step more of each number brings, by all deals so far, and their errors."""
        np = need("numpy", "learn")
        changes, gains, counts = [], [], []
        changed_since = 0
        for step in range(len(centres), 0, -1):
            if step < len(centres) and centres[step] is not centres[step - 1]:
                changed_since += 1
            sides = np.array(self.changes(step, centres[step - 1])) / FRACTION
            for deal, gain in self.outcomes(step).items():
                changes.append((sides[deal][0] - sides[deal][1]) / 2 / self.steps_of)
                gains.append(gain)
                counts.append(FORGET**changed_since)
        counts = np.array(counts)
        gains = np.array(gains)
        known = np.concatenate([np.array(changes), np.ones((len(changes), 1))], 1)
        error = np.sqrt(np.average(gains**2, weights=counts))
        found, covariance = ridge(known, gains, counts, SHRINK)
        return found[:-1], error * np.sqrt(np.diag(covariance))[:-1]

    def outcomes(self, step: int) -> dict[int, float]:
        """For each deal half of what those with its change had beyond those with the opposite, on average over both games."""
        found: dict[int, float] = {}
        for path in self.kept(step):
            for record in read_notes(path).to_pylist():
                deal, turn = divmod(record["game"], 2)
                ends = record["outcomes"]
                sides = [[each for seat, each in enumerate(ends) if (seat + turn) % 2 == side] for side in (0, 1)]
                if len(ends) == 1:
                    gain = ends[0] * (1 - 2 * turn)
                else:
                    gain = (sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1])) / 2
                found[deal] = found.get(deal, 0.0) + gain / 2
        return dict(sorted(found.items()))

    def follow(self, step: int, length: float) -> bool:
        """Goes where the gains point and tries these numbers; whether they are the new champion's."""
        np = need("numpy", "learn")
        path = self.folder / f"step-{step:02d}.json"
        if path.exists():
            found = json.loads(path.read_text(encoding="utf-8"))
        else:
            way = self.brings / (np.linalg.norm(self.brings) or 1.0)
            numbers = np.array(self.centre[0]) / FRACTION + length * self.steps_of * way
            weights = whole(np.array([within(self.tunables, numbers)]))
            found = self.tried(step, 0, weights) | {"weights": weights}
            path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        self.curve.append(found)
        if found["champion"]:
            self.centre = self.champion = found["weights"]
        return bool(found["champion"])

    def findings(self) -> dict[str, Any]:
        """What the page shows: the curve, what each number brings, and where the judgement is wrong."""
        np = need("numpy", "learn")
        numbers = [
            {
                "name": each.name,
                "by_hand": each.by_hand,
                "learned": self.centre[0][at] / FRACTION,
                "gain": float(self.brings[at]),
                "error": float(self.errors[at]),
            }
            for at, each in enumerate(self.tunables)
        ]
        expected: list[list[float]] = [[] for _ in PARTS]
        came: list[list[float]] = [[] for _ in PARTS]
        for record in (each for path in self.kept(len(self.curve)) for each in read_notes(path).to_pylist()):
            stages = np.frombuffer(record["stages"], np.int16)
            sitting = np.frombuffer(record["seats"], np.int8)
            for stage, seat, worth in zip(stages, sitting, np.frombuffer(record["worth"], np.float64), strict=True):
                part = min(len(PARTS) * int(stage - stages[0]) // int(stages[-1] - stages[0] + 1), len(PARTS) - 1)
                expected[part].append(float(worth))
                came[part].append(record["came"][seat])
        kinds = [
            calibration(name, np.array(expected[part]), np.array(came[part]), np.ones(len(came[part])))
            for part, name in enumerate(PARTS)
            if came[part]
        ]
        return {
            "game": self.game.title,
            "plan": self.plan.to_data(),
            "curve": self.curve,
            "kinds": kinds,
            "numbers": numbers,
            "has_champion": any(row["champion"] for row in self.curve),
        }
