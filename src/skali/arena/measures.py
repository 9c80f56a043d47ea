"""The few statistics that arena and lab need: intervals at 95 %, and control over many comparisons."""

from __future__ import annotations

from math import erfc, sqrt
from statistics import fmean, stdev

Z = 1.959964
Interval = tuple[float, float]


def share_interval(total: float, count: float) -> Interval:
    """Wilson's interval for a share. A draw counts as half, which only makes the interval a little too wide."""
    if count == 0:
        return (0.0, 1.0)
    share = total / count
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return (max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(values: list[float]) -> Interval:
    """Student's interval for a mean; no width for a single value."""
    mean = fmean(values)
    free = len(values) - 1
    if free < 1:
        return (mean, mean)
    quantile = Z + 2.37 / free + 2.82 / free**2 + 2.56 / free**3 + 3 / free**4
    half = quantile * stdev(values) / sqrt(len(values))
    return (mean - half, mean + half)


def difference(a: list[float], b: list[float]) -> tuple[float, Interval, float]:
    """How much higher the mean of ``a`` is, its interval, and how likely luck alone would make it so big (two-sided)."""
    gap = fmean(a) - fmean(b)
    error = sqrt(_variance(a) / len(a) + _variance(b) / len(b))
    if error == 0:
        return (gap, (gap, gap), 1.0 if gap == 0 else 0.0)
    return (gap, (gap - Z * error, gap + Z * error), erfc(abs(gap) / error / sqrt(2)))


def _variance(values: list[float]) -> float:
    return stdev(values) ** 2 if len(values) > 1 else 0.25


def false_discoveries(chances: list[float]) -> list[float]:
    """Benjamini and Hochberg: for each chance, the share of false discoveries if it and all smaller ones are believed."""
    order = sorted(range(len(chances)), key=lambda at: -chances[at])
    adjusted = [1.0] * len(chances)
    least = 1.0
    for place, at in enumerate(order):
        least = min(least, chances[at] * len(chances) / (len(chances) - place))
        adjusted[at] = least
    return adjusted
