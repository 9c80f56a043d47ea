"""Fitting weights to games: ridge regression of final scores on features, all positions first, then each kind by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from skali.arena.plan import need
from skali.core.weights import FRACTION

SHRINK_ALL = 20.0
SHRINK_ROW = 120.0
"""How strongly weights are held back: the larger, the less a few positions can do."""
HELD_ALL = 1000.0
HELD_ROW = 5000.0
"""The same for weights that are to stay near a champion's: a hundred games of the rollout are few."""
NEWTON_STEPS = 10
PASSES = 4
"""How often a fit is made anew with what the last one says of later positions."""


@dataclass(frozen=True)
class Notes:
    """Noted positions: features, kinds, final scores of their seats, and how much each counts."""

    features: Any
    rows: Any
    scores: Any
    counts: Any
    later: Any
    """For each position the place of the first later one of the same seat and game that is of another kind, -1 if there is none."""


@dataclass(frozen=True)
class Fit:
    weights: Any
    """By kind and feature, in points."""
    spread: Any
    """By kind: a matrix that turns independent luck into weights as likely as these."""
    expected: Any
    """What the fit says of each noted position."""


def fit(notes: Notes, kinds: int, trust: float, champion: list[list[int]] | None = None) -> Fit:
    """Weights for what each position came to: the final score, then, if later positions are trusted, what the fit says of them.

    A score has the luck of a whole game in it, the judgement of the next kind of position that of one stage only. With a champion
    only what its weights leave unexplained is fitted: where the games say little, these stay.
    """
    found = fit_to(notes, notes.scores, kinds, champion)
    for _ in range(PASSES - 1 if trust else 0):
        found = fit_to(notes, came_to(notes, found.expected, trust), kinds, champion)
    return found


def came_to(notes: Notes, expected: Any, trust: float) -> Any:
    """For each position what followed: at a later kind a part of what is expected there, and the rest of what came of that."""
    came = notes.scores.astype(float)
    places = [int(place) for place in notes.later]
    for at in range(len(places) - 1, -1, -1):
        later = places[at]
        if later >= 0:
            came[at] = trust * expected[later] + (1.0 - trust) * came[later]
    return came


def fit_to(notes: Notes, scores: Any, kinds: int, champion: list[list[int]] | None) -> Fit:
    np = need("numpy", "learn")
    features = notes.features.astype(np.float64)
    shrink_all, shrink_row = (SHRINK_ALL, SHRINK_ROW) if champion is None else (HELD_ALL, HELD_ROW)
    first = np.array(champion or np.zeros((kinds, features.shape[1]))) / FRACTION
    known = np.einsum("ij,ij->i", features, first[notes.rows])
    scores = scores - known
    total = notes.counts.sum()
    mean = (notes.counts[:, None] * features).sum(0) / total
    deviation = np.sqrt((notes.counts[:, None] * (features - mean) ** 2).sum(0) / total)
    constant = deviation < 1e-9
    scale = np.where(constant, 1.0, deviation)
    scaled = (features - mean) / scale
    scaled[:, constant] = 0.0
    scaled = np.concatenate([scaled, np.ones((len(scaled), 1))], 1)  # the last column is what every position has
    size = features.shape[1]
    common, _ = ridge(scaled, scores, notes.counts, shrink_all)
    weights = np.zeros((kinds, size))
    spread = np.zeros((kinds, size, size))
    expected = np.zeros(len(features))
    for kind in range(kinds):
        chosen = notes.rows == kind
        own = common
        covariance = np.eye(size + 1) / shrink_row
        if chosen.any():
            rest = scores[chosen] - scaled[chosen] @ common
            more, covariance = ridge(scaled[chosen], rest, notes.counts[chosen], shrink_row)
            own = common + more
            expected[chosen] = scaled[chosen] @ own
        slope = np.where(constant, 0.0, own[:size] / scale)
        weights[kind] = slope
        weights[kind, 0] += own[size] - (slope * mean).sum()  # the first feature is always 1
        root = np.linalg.cholesky(covariance[:size, :size])
        spread[kind] = np.where(constant, 0.0, 1.0 / scale)[:, None] * root
        spread[kind][0] -= (mean[:, None] * spread[kind]).sum(0) - mean[0] * spread[kind][0]
    return Fit(first + weights, spread, known + expected)


def fit_chances(features: Any, won: Any) -> Any:
    """Weights by which the chance of a seat is its part of the strengths of all: those that make the winners likeliest.

    Both have a row for each position and in it one for each seat; seats that a table does not have won nothing (-1).
    """
    np = need("numpy", "learn")
    scale = features[won >= 0].std(0)
    scale[scale < 1e-9] = 1.0
    known = features / scale
    weights = np.zeros(features.shape[2])
    for _ in range(NEWTON_STEPS):
        expected = chances(known, weights, won)
        slope = np.einsum("nsf,ns->f", known, expected - np.maximum(won, 0.0)) + SHRINK_ALL * weights
        mean = np.einsum("nsf,ns->nf", known, expected)
        inside = (known * expected[:, :, None]).reshape(-1, len(weights)).T @ known.reshape(-1, len(weights))
        weights = weights - np.linalg.solve(inside - mean.T @ mean + SHRINK_ALL * np.eye(len(weights)), slope)
    return weights / scale


def chances(features: Any, weights: Any, won: Any) -> Any:
    """That each seat of each position wins; none for seats that are not there."""
    np = need("numpy", "learn")
    strength = np.where(won >= 0, features @ weights, -np.inf)
    odds = np.exp(strength - strength.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def ridge(features: Any, scores: Any, counts: Any, shrink: float) -> tuple[Any, Any]:
    """The weights, and their covariance for an error of one point; what every position has is not held back."""
    np = need("numpy", "learn")
    held = np.full(features.shape[1], shrink)
    held[-1] = 1e-6
    inside = features.T @ (counts[:, None] * features) + np.diag(held)
    inverse = np.linalg.inv(inside)
    inverse = (inverse + inverse.T) / 2
    return inverse @ (features.T @ (counts * scores)), inverse


def whole(weights: Any) -> list[list[int]]:
    """Weights as they are kept: whole numbers, in 65,536ths of a point."""
    np = need("numpy", "learn")
    rounded = np.rint(weights * FRACTION)
    return [[int(each) for each in row] for row in rounded]
