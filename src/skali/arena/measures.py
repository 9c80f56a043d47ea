"""The few statistics that arena and lab need: intervals at 95 %, and control over many comparisons."""

from __future__ import annotations

from collections import defaultdict
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


def difference(values: list[float], chosen: list[bool], groups: list[int]) -> tuple[float, Interval, float]:
    """How much higher the mean of the chosen values is, its interval, and how likely luck alone would make it so big (two-sided).

    Values of one group, such as the seats of one game, hang together: the error is that of whole groups.
    """
    count = sum(chosen)
    with_it = fmean(value for value, is_chosen in zip(values, chosen) if is_chosen)
    without = fmean(value for value, is_chosen in zip(values, chosen) if not is_chosen)
    pulls: dict[int, float] = defaultdict(float)
    for value, is_chosen, group in zip(values, chosen, groups):
        if is_chosen:
            pulls[group] += (value - with_it) / count
        else:
            pulls[group] -= (value - without) / (len(values) - count)
    gap = with_it - without
    error = sqrt(sum(pull * pull for pull in pulls.values()) * len(pulls) / max(len(pulls) - 1, 1))
    if error < 1e-12:
        return (gap, (gap, gap), 1.0 if abs(gap) < 1e-12 else 0.0)
    return (gap, (gap - Z * error, gap + Z * error), erfc(abs(gap) / error / sqrt(2)))


def false_discoveries(chances: list[float]) -> list[float]:
    """Benjamini and Hochberg: for each chance, the share of false discoveries if it and all smaller ones are believed."""
    order = sorted(range(len(chances)), key=lambda at: -chances[at])
    adjusted = [1.0] * len(chances)
    least = 1.0
    for place, at in enumerate(order):
        least = min(least, chances[at] * len(chances) / (len(chances) - place))
        adjusted[at] = least
    return adjusted
