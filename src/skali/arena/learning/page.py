"""What a course of learning has found, as one page of HTML that needs nothing but itself."""

from __future__ import annotations

from html import escape
from typing import Any

from skali.arena.charts import Dot, dots
from skali.arena.report import STYLE


def page(findings: dict[str, Any]) -> str:
    plan = findings["plan"]
    title = f"{findings['game']}: what was learned"
    intro = (
        f"{plan['games']} games a step at tables of {', '.join(map(str, plan['seats']))}, seed {plan['seed']}. "
        "Dots with a line through them are means with their 95 % interval."
    )
    likes = _numbers(findings) if "numbers" in findings else _likes(findings)
    sections = [*_curve(findings), _kinds(findings), likes]
    if "forecast" in findings:
        sections.append(_forecast(findings["forecast"]))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head><body><main>'
        f'<h1>{escape(title)}</h1><p class="soft">{escape(intro)}</p>'
        f'<div class="grid">{"".join(sections)}</div></main></body></html>\n'
    )


def _curve(findings: dict[str, Any]) -> list[str]:
    """For each size of table, the score of each step's weights in their trial."""
    found = []
    for seats in findings["plan"]["seats"]:
        rows = [(step, row) for step in findings["curve"] for row in step["tables"] if row["seats"] == seats]
        if not rows:
            continue
        marks = [
            Dot(
                f"step {step['step']}" + (f", {step['lines']} lines" if step["lines"] else ""),
                row["score"],
                row["score_interval"][0],
                row["score_interval"][1],
                step["champion"],
                "a new champion" if step["champion"] else "",
            )
            for step, row in rows
        ]
        title = f"Scores in the trials, table of {seats}"
        found.append(
            _section(title, "Strong dots are new champions.", dots(marks, rows[0][1]["score"], title, percent=False))
        )
    return found


def _kinds(findings: dict[str, Any]) -> str:
    head = "<tr><th>kind of position</th><th>positions</th><th>error</th><th>lowest third</th><th>middle</th><th>highest</th></tr>"
    rows = "".join(
        f"<tr><td>{escape(row['kind'])}</td><td>{row['positions']}</td><td>{row['error']:.{digits(row)}f}</td>"
        + "".join(
            f"<td>{third['expected']:.{digits(row)}f} → {third['came']:.{digits(row)}f}</td>" for third in row["thirds"]
        )
        + "</tr>"
        for row in findings["kinds"]
    )
    words = "What the value expected and what came, by thirds of what it expected; the error is in points."
    return _section("Where it is wrong", words, f'<div class="scroll"><table>{head}{rows}</table></div>')


def digits(row: dict[str, Any]) -> int:
    """Chances need more of them than points."""
    return 2 if row["error"] < 1 else 1


def _numbers(findings: dict[str, Any]) -> str:
    head = "<tr><th>number</th><th>by hand</th><th>learned</th><th>a step more brings</th></tr>"
    rows = "".join(
        f"<tr><td>{escape(row['name'])}</td><td>{row['by_hand']:.3g}</td><td>{row['learned']:.3g}</td>"
        f"<td>{row['gain']:+.2f} ± {row['error']:.2f}</td></tr>"
        for row in findings["numbers"]
    )
    words = "The numbers of the judgement, and the points that the last games say a step more of each brings."
    return _section("What it likes", words, f'<div class="scroll"><table>{head}{rows}</table></div>')


def _forecast(found: dict[str, Any]) -> str:
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{pull:+.2f}</td></tr>" for name, pull in found["likes"])
    low, high = found["gain"]
    words = (
        f"Who wins, where lines end. In {found['games']} games that it was not fitted to its loss (the negative logarithm of "
        f"what it gave the winners) is {found['loss']:.3f}, that of the judgement {found['by_judgement']:.3f}: "
        f"{low:.3f} to {high:.3f} less. "
        "What moves it most, as logarithms of odds for a usual difference:"
    )
    return _section("The forecast", words, f'<div class="scroll"><table>{rows}</table></div>')


def _likes(findings: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td>{escape(row['kind'])}</td><td>"
        + ", ".join(f"{escape(name)} {pull:+.1f}" for name, pull in row["features"])
        + "</td></tr>"
        for row in findings["likes"]
    )
    words = "The features that move the judgement most: points for a usual difference."
    return _section("What it likes", words, f'<div class="scroll"><table>{rows}</table></div>')


def _section(title: str, words: str, inside: str) -> str:
    return f'<section class="wide"><h2>{escape(title)}</h2><p class="soft">{escape(words)}</p>{inside}</section>'
