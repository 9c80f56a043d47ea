"""The lab: plays a game with itself many times and finds out how it plays. The findings are plain data; report.py draws them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean
from typing import Any

from skali.arena.measures import difference, false_discoveries, mean_interval, share_interval
from skali.arena.observe import play_and_observe
from skali.arena.plan import Plan
from skali.arena.standings import standings
from skali.arena.tournament import spread
from skali.core import Game
from skali.core.options import show_value

STRETCHES = 20
"""Parts into which the course of a game is divided."""
DISCOVERY = 0.05
"""The share of false findings that is let pass."""
LEAST_SEATS = 10
"""A thing is compared only if so many seats had it and so many had not; a share is shown only if so many moments tell it."""

Records = list[dict[str, Any]]


class Lab:
    """A series of games of the first agent with itself, a comparison of all agents, and a short series for each other option."""

    def __init__(self, plan: Plan, jobs: int, ray: str, watch: Callable[[], None], only: str = "") -> None:
        self.plan = plan
        self.only = only
        self.jobs = jobs
        self.ray = ray
        self.watch = watch
        self.own = replace(plan, agents=plan.agents[:1])
        self.contest = plan if len(plan.agents) > 1 else None
        self.variants = [(name, value, self._variant(name, value)) for name, value in self._other_options()]

    def total(self) -> int:
        """Games to be played."""
        contest = self.contest.games if self.contest else 0
        return self.own.games + contest + sum(plan.games for _, _, plan in self.variants)

    def run(self) -> dict[str, Any]:
        self.plan.check()
        game = self.plan.load_game()
        records = self._play(self.own)
        findings = {
            "game": game.title,
            "key": game.key,
            "rules": game.rules_version,
            "components": game.components.digest,
            "plan": self.plan.to_data(),
            "agent": self.own.agents[0],
            "length": length(records),
            "choices": choices(records),
            "kinds": kinds(records),
            "scores": scores(records),
            "seats": seat_advantage(records, self.plan.seats),
            "lead": lead(records),
            "only": self.only,
            "things": things(records, self.only),
            "options": self._options(records),
            "agents": standings(self.contest, self._play(self.contest)) if self.contest else [],
            "own": own_findings(game, self.plan),
        }
        return findings

    def _play(self, plan: Plan) -> Records:
        records = []
        for record in spread(play_and_observe, plan, list(range(plan.games)), self.jobs, self.ray):
            records.append(record)
            self.watch()
        return sorted(records, key=lambda record: int(record["game"]))

    def _other_options(self) -> list[tuple[str, str]]:
        """Every value of every option that the plan does not play by, if the rules allow it here."""
        game = self.plan.load_game()
        chosen = game.options.parse(self.plan.options).to_texts()
        found = []
        for name, values in game.options.allowed().items():
            for value in values:
                texts = {**chosen, name: show_value(value)}
                if texts != chosen and not game.refuse_options(self.plan.seats, game.options.parse(texts)):
                    found.append((name, show_value(value)))
        return found

    def _variant(self, name: str, value: str) -> Plan:
        return replace(self.own, options={**self.plan.options, name: value}, games=max(10, self.plan.games // 4))

    def _options(self, records: Records) -> list[dict[str, Any]]:
        """What each other value of an option changes, beside the series."""
        rows = []
        for name, value, plan in self.variants:
            varied = self._play(plan)
            for measure, of in MEASURES.items():
                values = [of(each) for each in [*varied, *records]]
                is_varied = [at < len(varied) for at in range(len(values))]
                gap, interval, chance = difference(values, is_varied, list(range(len(values))))
                rows.append(
                    {
                        "option": f"{name}={value}",
                        "measure": measure,
                        "lift": gap,
                        "interval": list(interval),
                        "chance": chance,
                        "games": len(varied),
                    }
                )
        return _controlled(rows)


def own_findings(game: Game, plan: Plan) -> list[dict[str, Any]]:
    """What the game finds out about itself."""
    rows = []
    for each in game.findings(plan.seats, plan.seed, game.options.parse(plan.options)):
        low, high = mean_interval(each.values)
        rows.append(
            {
                "title": each.title,
                "words": each.words,
                "unit": each.unit,
                "tries": len(each.values),
                "mean": fmean(each.values),
                "interval": [low, high],
            }
        )
    return rows


def own_sentence(row: dict[str, Any]) -> str:
    low, high = row["interval"]
    return f"{row['mean']:+.2f} {row['unit']} ({low:+.2f} – {high:+.2f}), from {row['tries']} tries"


def _decisions(record: dict[str, Any]) -> float:
    return float(len(record["observed"]["decisions"]))


def _winning_score(record: dict[str, Any]) -> float:
    return float(max(seat["score"] for seat in record["seats"]))


def _first_seat(record: dict[str, Any]) -> float:
    return float(record["seats"][0]["share"])


MEASURES: dict[str, Callable[[dict[str, Any]], float]] = {
    "decisions a game": _decisions,
    "winning score": _winning_score,
    "first seat's share": _first_seat,
}


def length(records: Records) -> dict[str, Any]:
    values = [_decisions(record) for record in records]
    return {"values": values, "mean": fmean(values), "interval": list(mean_interval(values))}


def _stretch(at: int, count: int) -> int:
    return at * STRETCHES // count


def choices(records: Records) -> dict[str, Any]:
    """How many moves a decision offers, in all and along the game."""
    along: list[list[int]] = [[] for _ in range(STRETCHES)]
    for record in records:
        decisions = record["observed"]["decisions"]
        for at, decision in enumerate(decisions):
            along[_stretch(at, len(decisions))].append(decision["choices"])
    every = [value for values in along for value in values]
    return {
        "mean": fmean(every),
        "most": max(every),
        "values": every,
        "along": [fmean(values) if values else None for values in along],
    }


def kinds(records: Records) -> list[dict[str, Any]]:
    """The kinds of decision: how often each is asked, and how much choice it gives."""
    offered: dict[str, list[int]] = defaultdict(list)
    for record in records:
        for decision in record["observed"]["decisions"]:
            offered[decision["kind"]].append(decision["choices"])
    rows = [
        {"kind": kind, "a_game": len(values) / len(records), "choices": fmean(values)}
        for kind, values in offered.items()
    ]
    return sorted(rows, key=lambda row: -float(str(row["a_game"])))


def scores(records: Records) -> dict[str, Any]:
    winners = [float(seat["score"]) for record in records for seat in record["seats"] if seat["rank"] == 1]
    others = [float(seat["score"]) for record in records for seat in record["seats"] if seat["rank"] > 1]
    lines: dict[str, list[float]] = defaultdict(list)
    seats = [seat for record in records for seat in record["seats"]]
    for number, seat in enumerate(seats):
        for each in seat["lines"]:
            label = line_label(each)
            lines[label] += [0.0] * (number - len(lines[label]))  # seats before it that had no such line
            if len(lines[label]) > number:
                lines[label][number] += each["points"]
            else:
                lines[label].append(float(each["points"]))
    rows = []
    for label, values in lines.items():
        values += [0.0] * (len(seats) - len(values))
        low, high = mean_interval(values)
        rows.append(
            {"line": label, "mean": fmean(values), "interval": [low, high], "least": min(values), "most": max(values)}
        )
    return {"winners": winners, "others": others, "lines": rows}


def line_label(line: dict[str, Any]) -> str:
    key, of = str(line["key"]).replace("_", " "), str(line.get("of", ""))
    return of if of.startswith(key) else f"{key} {of}".strip()


def seat_advantage(records: Records, seats: int) -> list[dict[str, Any]]:
    rows = []
    for seat in range(seats):
        shares = [record["seats"][seat]["share"] for record in records]
        interval = share_interval(sum(shares), len(shares))
        points = fmean(float(record["seats"][seat]["score"]) for record in records)
        rows.append({"seat": seat, "share": fmean(shares), "interval": list(interval), "mean_score": points})
    return rows


def lead(records: Records) -> dict[str, Any]:
    """How often the lead changes, and how often who leads at some moment wins."""
    changes: list[float] = []
    won: list[list[float]] = [[] for _ in range(STRETCHES)]
    for record in records:
        decisions = record["observed"]["decisions"]
        leaders = [decision["leader"] for decision in decisions]
        alone = [seat for seat in leaders if seat >= 0]
        changes.append(float(sum(a != b for a, b in zip(alone, alone[1:]))))
        for at, seat in enumerate(leaders):
            if seat >= 0:
                won[_stretch(at, len(leaders))].append(record["seats"][seat]["share"])
    return {
        "values": changes,
        "mean": fmean(changes),
        "interval": list(mean_interval(changes)),
        "leader_wins": [fmean(each) if len(each) >= LEAST_SEATS else None for each in won],
    }


def things(records: Records, only: str = "") -> list[dict[str, Any]]:
    """The lift of each thing: how much more of the first place go to seats that had it, beside their seat's usual share.

    Alone, where everybody is first, it is in points. With ``only`` just the things whose name begins so, such as ``played:`` for
    the cards that were played.
    """
    seats = len(records[0]["seats"])
    measure = "share" if seats > 1 else "score"
    usual = [fmean(record["seats"][seat][measure] for record in records) for seat in range(seats)]
    gains: list[float] = []
    counts: list[dict[str, int]] = []
    games: list[int] = []
    for number, record in enumerate(records):
        for seat, result in enumerate(record["seats"]):
            gains.append(result[measure] - usual[seat])
            counts.append(record["observed"]["things"][seat])
            games.append(number)
    rows = []
    seen: set[tuple[int, ...]] = set()
    for thing in sorted(
        {thing for each in counts for thing in each if thing.startswith(only)},
        key=lambda thing: (thing.startswith("chose"), thing),
    ):
        numbers = tuple(each.get(thing, 0) for each in counts)
        if numbers in seen:  # the choice and the event of the same thing
            continue
        seen.add(numbers)
        bound = 0
        if sum(number == 0 for number in numbers) < LEAST_SEATS:  # nearly all had it: those who had more than most
            bound = sorted(numbers)[len(numbers) // 2]
        had = [number > bound for number in numbers]
        if not LEAST_SEATS <= sum(had) <= len(had) - LEAST_SEATS:
            continue
        gap, interval, chance = difference(gains, had, games)
        label = thing if bound == 0 else f"{thing} (more than {bound})"
        rows.append({"thing": label, "seats": sum(had), "lift": gap, "interval": list(interval), "chance": chance})
    return _controlled(rows)


def _controlled(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With the share of false findings if all up to this one are believed; the surest first."""
    for row, rate in zip(rows, false_discoveries([row["chance"] for row in rows])):
        row["false_discovery"] = rate
        row["found"] = rate <= DISCOVERY
    return sorted(rows, key=lambda row: row["chance"])


def default_agents(game: Game) -> list[str]:
    return ["greedy", "random"] if game.heuristic is not None else ["random"]
