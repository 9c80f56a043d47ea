"""The findings of the lab as one page of HTML: everything is in it, nothing is fetched, nothing runs."""

from __future__ import annotations

from html import escape
from typing import Any

from skali.arena.charts import WIDE, Dot, bars, curves, dots, histogram
from skali.arena.lab import DISCOVERY, own_sentence

MOST_THINGS = 24

STYLE = """
:root { color-scheme: light dark; --fog:#e4eaec; --paper:#f6f8f8; --ink:#14222b; --soft:#52636d; --line:#c2cdd2;
  --s0:#2b6a4c; --s1:#8e2323; --s2:#b5761b; }
@media (prefers-color-scheme: dark) { :root { --fog:#0d1418; --paper:#141d22; --ink:#efe9dc; --soft:#9fb0b8; --line:#2d3c45;
  --s0:#7fc7a0; --s1:#e0705f; --s2:#e39a2d; } }
* { box-sizing: border-box } body { margin:0; background:var(--fog); color:var(--ink);
  font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif; }
main { max-width:1380px; margin:0 auto; padding:28px 20px 60px; }
h1,h2 { font-family:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,"Book Antiqua",Georgia,serif;
  font-weight:600; line-height:1.2; } h1 { font-size:40px; margin:0; } h2 { font-size:21px; margin:0 0 4px; }
p { margin:4px 0 10px; max-width:70ch; } .soft { color:var(--soft); }
.tiles { display:grid; grid-template-columns:repeat(auto-fit,minmax(190px,1fr)); gap:12px; margin:22px 0; }
.tile,section { background:var(--paper); border:1px solid var(--line); border-radius:10px; padding:14px 18px; }
.tile b { display:block; font-size:28px; line-height:1.2; font-variant-numeric:tabular-nums; }
.grid { display:grid; grid-template-columns:repeat(auto-fit,minmax(min(560px,100%),1fr)); gap:14px; align-items:start; }
svg { display:block; width:100%; height:auto; margin-top:6px; } .wide { grid-column:1/-1; }
.tick { fill:var(--soft); font-size:11.5px; } .axis { fill:var(--soft); font-size:12px; font-style:italic; }
.label { fill:var(--ink); font-size:12.5px; }
line.grid { stroke:var(--line); stroke-width:1; } line.reference { stroke:var(--ink); stroke-width:1.3; stroke-dasharray:4 3; }
.bar { opacity:.82 } .bar.s0 { fill:var(--s0) } .bar.s1 { fill:var(--s1); opacity:.55 } .bar.s2 { fill:var(--s2) }
.curve { fill:none; stroke-width:2.2 } .curve.s0 { stroke:var(--s0) }
.dot.s0 { fill:var(--s0) } .dot.s1 { fill:var(--s1) } .dot.faint { fill:var(--soft) }
.range { stroke-width:2.4 } svg .range.s1 { stroke:var(--s1) } svg .range.faint { stroke:var(--soft); opacity:.6 }
details { margin-top:8px } summary { cursor:pointer; color:var(--soft); font-size:13px; }
table { border-collapse:collapse; font-size:13px; font-variant-numeric:tabular-nums; margin-top:6px; }
th,td { text-align:right; padding:3px 12px 3px 0; border-bottom:1px solid var(--line); }
th:first-child,td:first-child { text-align:left; } .scroll { overflow-x:auto } code { font-size:13px }
"""


def page(findings: dict[str, Any]) -> str:
    """The whole report."""
    plan = findings["plan"]
    options = ", ".join(f"{name}={value}" for name, value in plan["options"].items()) or "the usual options"
    intro = (
        f"{plan['games']} games of {findings['agent']} with itself at a table of {plan['seats']}, {options}, "
        f"seed {plan['seed']}; rules {findings['rules']}, components {findings['components']}. "
        "Bars and dots with a line through them are means with their 95 % interval. A decision has two or more choices."
    )
    sections = [
        _length(findings),
        _choices(findings),
        _scores(findings),
        _lead(findings),
        _kinds(findings),
        _lines(findings),
        _seats(findings),
        _agents(findings),
        _things(findings),
        _options(findings),
        *(_own(row) for row in findings["own"]),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(findings["game"])}: how it plays</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head><body><main>'
        f'<h1>{escape(findings["game"])}: how it plays</h1><p class="soft">{escape(intro)}</p>'
        f'{_tiles(findings)}<div class="grid">{"".join(sections)}</div></main></body></html>\n'
    )


def _tiles(findings: dict[str, Any]) -> str:
    low, high = findings["length"]["interval"]
    first = findings["seats"][0]
    tiles = [
        (f"{findings['length']['mean']:.1f}", f"decisions a game ({low:.1f} – {high:.1f})"),
        (f"{findings['choices']['mean']:.1f}", f"choices a decision (at most {findings['choices']['most']})"),
    ]
    if findings["plan"]["seats"] == 1:
        tiles.append((f"{first['mean_score']:.1f}", "points on average"))
    else:
        tiles.append((f"{findings['lead']['mean']:.1f}", "changes of the lead a game"))
        tiles.append((f"{first['share']:.0%}", f"of first places to the first seat ({_range(first['interval'])})"))
    found = sum(row["found"] for row in findings["things"])
    tiles.append((f"{found}", f"of {len(findings['things'])} things surely go with winning or losing"))
    inner = "".join(f'<div class="tile"><b>{escape(number)}</b>{escape(words)}</div>' for number, words in tiles)
    return f'<div class="tiles">{inner}</div>'


def _range(interval: list[float]) -> str:
    return f"{100 * interval[0]:.0f} – {100 * interval[1]:.0f} %"


def _section(title: str, words: str, chart: str, table: str = "", wide: bool = False) -> str:
    more = f'<details><summary>The numbers</summary><div class="scroll">{table}</div></details>' if table else ""
    kind = ' class="wide"' if wide else ""
    return f'<section{kind}><h2>{escape(title)}</h2><p class="soft">{escape(words)}</p>{chart}{more}</section>'


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"


def _length(findings: dict[str, Any]) -> str:
    chart = histogram({"games": findings["length"]["values"]}, "decisions in a game", "Length of games")
    return _section("Length", "How many decisions a game takes, all seats together.", chart)


def _choices(findings: dict[str, Any]) -> str:
    chart = curves(findings["choices"]["along"], "course of the game", "Choices along the game")
    return _section("Branching", "How many moves a decision offers, from the first decision to the last.", chart)


def _kinds(findings: dict[str, Any]) -> str:
    kinds = findings["kinds"]
    rows = [(row["kind"], row["a_game"], f"{row['a_game']:.1f}, {row['choices']:.1f} choices") for row in kinds]
    table = _table(
        ["decision", "a game", "choices"],
        [[row["kind"], f"{row['a_game']:.2f}", f"{row['choices']:.2f}"] for row in kinds],
    )
    words = "What is asked: how often in a game, and how much choice it gives."
    return _section("Decisions", words, bars(rows, "Kinds of decision"), table)


def _lead(findings: dict[str, Any]) -> str:
    lead = findings["lead"]
    chart = curves(lead["leader_wins"], "course of the game", "How often the leader wins", percent=True)
    low, high = lead["interval"]
    words = (
        f"How often the seat that leads on points at some moment wins in the end. The lead changes {lead['mean']:.1f} times "
        f"a game ({low:.1f} – {high:.1f})."
    )
    return _section("Tension", words, chart)


def _scores(findings: dict[str, Any]) -> str:
    scores = findings["scores"]
    series = {"first": scores["winners"]}
    if scores["others"]:
        series["others"] = scores["others"]
    return _section(
        "Scores", "Final scores of those who came first, and of the others.", histogram(series, "points", "Scores")
    )


def _lines(findings: dict[str, Any]) -> str:
    lines = findings["scores"]["lines"]
    chart = dots(
        [
            Dot(
                row["line"],
                row["mean"],
                row["least"],
                row["most"],
                note=f"{row['mean']:.1f} ({row['least']:g} – {row['most']:g})",
            )
            for row in lines
        ],
        0.0,
        "Points by line of the score sheet",
        percent=False,
    )
    table = _table(
        ["line", "mean", "95 %", "least", "most"],
        [
            [
                row["line"],
                f"{row['mean']:.2f}",
                f"{row['interval'][0]:.2f} – {row['interval'][1]:.2f}",
                f"{row['least']:g}",
                f"{row['most']:g}",
            ]
            for row in lines
        ],
    )
    words = (
        "Where points come from: the mean of each line of the score sheet, and here the whole range from least to most."
    )
    return _section("Score sheet", words, chart, table)


def _seats(findings: dict[str, Any]) -> str:
    seats = findings["seats"]
    chart = dots(
        [
            Dot(
                f"seat {row['seat'] + 1}",
                row["share"],
                row["interval"][0],
                row["interval"][1],
                strong=not row["interval"][0] <= 1 / len(seats) <= row["interval"][1],
                note=f"{row['share']:.1%}",
            )
            for row in seats
        ],
        1 / len(seats),
        "Share of first places by seat",
    )
    table = _table(
        ["seat", "first places", "95 %", "mean score"],
        [
            [str(row["seat"] + 1), f"{row['share']:.1%}", _range(row["interval"]), f"{row['mean_score']:.1f}"]
            for row in seats
        ],
    )
    words = "First places by seat. Red where the interval leaves out the fair share (dashed)."
    return _section("Seats", words, chart, table)


def _agents(findings: dict[str, Any]) -> str:
    agents = findings["agents"]
    if not agents:
        return ""
    fair = 1 / findings["plan"]["seats"]
    chart = dots(
        [
            Dot(
                row["agent"],
                row["win_share"],
                row["interval"][0],
                row["interval"][1],
                strong=not row["interval"][0] <= fair <= row["interval"][1],
                note=f"{row['win_share']:.1%}",
            )
            for row in agents
        ],
        fair,
        "Share of first places by agent",
    )
    table = _table(
        ["agent", "games", "first places", "95 %", "mean score", "rating"],
        [
            [
                row["agent"],
                str(row["games"]),
                f"{row['win_share']:.1%}",
                _range(row["interval"]),
                f"{row['mean_score']:.1f}",
                f"{row['rating']:.1f} ± {2 * row['rating_deviation']:.1f}",
            ]
            for row in agents
        ],
    )
    return _section(
        "Agents", "First places of the agents against each other, seats rotated and deals shared.", chart, table
    )


def _things(findings: dict[str, Any]) -> str:
    things = findings["things"]
    if not things:
        return ""
    shown = sorted(things if findings["only"] else things[:MOST_THINGS], key=lambda row: -row["lift"])
    alone = findings["plan"]["seats"] == 1
    factor, unit = (1, "") if alone else (100, " %")
    chart = dots(
        [
            Dot(
                row["thing"],
                row["lift"],
                row["interval"][0],
                row["interval"][1],
                strong=row["found"],
                note=f"{factor * row['lift']:+.0f}{unit}",
            )
            for row in shown
        ],
        0.0,
        "Lift of each thing",
        width=WIDE,
    )
    table = _table(
        ["thing", "seats", "lift", "95 %", "p", "false discovery rate"],
        [
            [
                row["thing"],
                str(row["seats"]),
                f"{factor * row['lift']:+.1f}{unit}",
                " – ".join(f"{factor * bound:+.1f}" for bound in row["interval"]) + unit,
                f"{row['chance']:.4f}",
                f"{row['false_discovery']:.4f}",
            ]
            for row in things
        ],
    )
    lift = "many more points were scored by who" if alone else "much more of the first place went to seats that"
    beside = "on average" if alone else "beside their seat's usual share"
    words = (
        f"How {lift} did or got this at least once (or more often than most), {beside}. The surest {len(shown)} of "
        f"{len(things)}; red if it stands when one finding in {1 / DISCOVERY:.0f} may be false (Benjamini and Hochberg). "
        "What goes together need not be cause and effect."
    )
    return _section("What goes with points" if alone else "What goes with winning", words, chart, table, wide=True)


def _own(row: dict[str, Any]) -> str:
    return _section(row["title"], row["words"], f"<p><b>{escape(own_sentence(row))}</b></p>")


def _options(findings: dict[str, Any]) -> str:
    options = findings["options"]
    if not options:
        return ""
    head = ["option", "measure", "change", "95 %", "p", "false discovery rate", "holds"]
    rows = []
    for row in options:
        share = "share" in row["measure"]
        factor, unit = (100, " %") if share else (1, "")
        low, high = (factor * bound for bound in row["interval"])
        rows.append(
            [
                row["option"],
                row["measure"],
                f"{factor * row['lift']:+.1f}{unit}",
                f"{low:+.1f} – {high:+.1f}{unit}",
                f"{row['chance']:.4f}",
                f"{row['false_discovery']:.4f}",
                "yes" if row["found"] else "",
            ]
        )
    words = f"What changes when one option is played the other way, in {options[0]['games']} games each, beside the series above."
    return _section("Options", words, f'<div class="scroll">{_table(head, rows)}</div>', wide=True)
