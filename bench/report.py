"""Rows of samples, one a round, into medians, spreads and ratios; as tables and as JSON."""

import os
import platform
from dataclasses import asdict, dataclass, field
from importlib.metadata import distributions
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from bench.cell import Absent, Cell, Sample

BASES = {
    "gin rummy": ("OpenSpiel C++", "gin rummy"),
    "catanatron": ("catanatron", "Catan"),
    "connect four": ("PettingZoo", "connect_four_v3"),
}
PACKAGES = ("skali", "librt", "open-spiel", "catanatron", "chess", "pettingzoo", "pgx", "jax")
LIMIT = "C++ limit"
LEAST_OF_LIMIT = 130
"""Times gin rummy: a C++ that does less is no limit on this machine, and no share of it is told."""
COUNTING = (
    "A decision has two or more choices; 'all steps' counts forced moves and chance nodes too. Dealing is "
    "not timed, a copy of the start for each game is. Seconds are core time. Ratios are within the "
    "unit, each round by itself: median (range)."
)


class Spread(NamedTuple):
    median: float
    low: float
    high: float


def spread(values: list[float]) -> Spread:
    return Spread(median(values), min(values), max(values))


@dataclass
class Row:
    """One cell of one suite and its samples."""

    suite: str
    cell: Cell
    samples: list[Sample] = field(default_factory=list)

    def rates(self, what: str = "") -> list[float]:
        """Per second, each round: of the unit, or of something else that was counted."""
        return [(each.also.get(what, 0) if what else each.count) / each.elapsed for each in self.samples]

    def times(self, base: "Row", what: str = "") -> Spread:
        """How many times as fast as the base."""
        return spread([mine / its for mine, its in zip(self.rates(), base.rates(what), strict=True)])


def bases(rows: list[Row], unit: str) -> dict[str, Row]:
    found = {(row.suite, row.cell.name): row for row in rows if row.cell.unit == unit}
    return {label: found[base] for label, base in BASES.items() if base in found}


def times_all_steps(rows: list[Row]) -> dict[str, Spread]:
    """The strictest reading: our compiled decisions to every step of gin rummy, forced and chance too."""
    gin = bases(rows, "decisions").get("gin rummy")
    ours = [row for row in rows if row.suite == "Skáli compiled" and row.cell.unit == "decisions"]
    return {row.cell.name: row.times(gin, "steps") for row in ours} if gin else {}


def share_of_limit(rows: list[Row]) -> tuple[dict[str, Spread], str]:
    """Our compiled decisions to those of the same game in C++; or why that is not told."""
    asked = {(row.suite, row.cell.name): row for row in rows if row.cell.unit == "decisions"}
    ours = {name: row for (suite, name), row in asked.items() if suite == "Skáli compiled"}
    limits = {name: row for (suite, name), row in asked.items() if suite == LIMIT and name in ours}
    gin = asked.get(BASES["gin rummy"])
    shares: dict[str, Spread] = {}
    for name, limit in limits.items():
        if gin is None:
            return {}, "gin rummy was not measured beside it"
        if (times := limit.times(gin).median) < LEAST_OF_LIMIT:
            return {}, f"the C++ does {times:.0f} times gin rummy, and {LEAST_OF_LIMIT} are asked of a limit"
        shares[name] = ours[name].times(limit)
    return shares, ""


def as_data(rows: list[Row], absent: dict[str, Absent], settings: dict[str, Any]) -> dict[str, Any]:
    return {
        "machine": {"system": platform.platform(), "cores": os.cpu_count(), "load": os.getloadavg()},
        "versions": {"python": platform.python_version()}
        | {each.name: each.version for each in distributions() if each.name.replace("_", "-") in PACKAGES},
        "settings": settings,
        "counting": COUNTING,
        "cells": [
            {
                "suite": row.suite,
                "name": row.cell.name,
                "unit": row.cell.unit,
                "note": row.cell.note,
                "per_second": spread(row.rates())._asdict(),
                "also_per_second": {w: spread(row.rates(w))._asdict() for w in row.samples[0].also},
                "times": {label: row.times(b)._asdict() for label, b in bases(rows, row.cell.unit).items()},
                "rounds": [asdict(sample) for sample in row.samples],
            }
            for row in rows
        ],
        "times_all_steps_of_gin_rummy": {n: times._asdict() for n, times in times_all_steps(rows).items()},
        "share_of_limit": {name: share._asdict() for name, share in share_of_limit(rows)[0].items()},
        "absent": [{"suite": suite, "why": it.why, "remedy": it.remedy} for suite, it in absent.items()],
    }


def show(console: Console, rows: list[Row], absent: dict[str, Absent]) -> None:
    for unit in dict.fromkeys(row.cell.unit for row in rows):
        console.print(table([row for row in rows if row.cell.unit == unit], bases(rows, unit), unit))
    console.print(COUNTING, style="dim")
    if strict := times_all_steps(rows):
        told = ", ".join(f"{name} {times.median:.3g}" for name, times in strict.items())
        console.print(f"Strictest reading, our decisions to all steps of gin rummy, x: {told}")
    shares, why_not = share_of_limit(rows)
    for name, of_limit in shares.items():
        console.print(f"Of its C++ limit, {name} does {of_limit.median:.1%} ({of_limit.low:.1%}–{of_limit.high:.1%})")
    if why_not:
        console.print(f"No share of the C++ limit is told: {why_not}.")
    if (share := min((each.core_share for row in rows for each in row.samples), default=1.0)) < 0.9:
        console.print(
            f"The machine was busy: a cell had a core for {share:.0%} of its time, and caches are shared.",
            style="yellow",
        )
    for suite, it in absent.items():
        console.print(f"[red]Not measured: {suite}[/] ({it.why}). {it.remedy}", highlight=False)


def table(rows: list[Row], bases: dict[str, Row], unit: str) -> Table:
    drawn = Table("suite", "game", title=f"{unit} per second", title_justify="left")
    counted = ["steps"] if "steps" in rows[0].samples[0].also else []
    for heading in ("median", "min–max", *(f"all {what}" for what in counted), *(f"x {b}" for b in bases)):
        drawn.add_column(heading, justify="right", no_wrap=True)
    drawn.add_column("note", style="dim")
    for row in rows:
        rate = spread(row.rates())
        times = [row.times(base) for base in bases.values()]
        drawn.add_row(
            row.suite,
            row.cell.name,
            short(rate.median),
            f"{short(rate.low)}–{short(rate.high)}",
            *(short(median(row.rates(what))) for what in counted),
            *(f"{each.median:.3g} ({each.low:.3g}–{each.high:.3g})" for each in times),
            row.cell.note,
        )
    return drawn


def short(number: float) -> str:
    """Three digits are all that a measurement is worth."""
    if number >= 999_500:
        return f"{number / 1e6:.3g} M"
    return f"{number / 1e3:.3g} k" if number >= 999.5 else f"{number:.3g}"
