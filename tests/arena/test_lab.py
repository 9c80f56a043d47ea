"""The lab: its findings are what the games show, and its page needs nothing but itself."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from skali.agents import GreedyAgent, RandomAgent
from skali.arena import Plan, play_match
from skali.arena.charts import Dot, bars, curves, dots, histogram, ticks
from skali.arena.lab import Lab, lead, line_label, own_sentence, things
from skali.arena.observe import observe
from skali.arena.report import page
from skali.core import Finding, Options, Saga, load_game


@pytest.fixture(scope="module")
def findings() -> dict[str, Any]:
    lab = Lab(Plan("fjords", ["greedy", "random"], 2, 12, 3), 1, "", lambda: None)
    return lab.run()


def test_it_plays_what_it_said_it_would() -> None:
    played: list[int] = []
    lab = Lab(Plan("fjords", ["random"], 2, 10, 3), 1, "", lambda: played.append(1))
    lab.run()
    assert len(played) == lab.total() == 10 + 3 * 10, "the series, and ten games for each of three other option values"


def test_a_game_may_report_something_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Curious(type(load_game("fjords"))):  # type: ignore[misc]
        def findings(self, seats: int, seed: int, options: Options) -> list[Finding]:
            return [Finding("Luck", "How lucky.", "points", [1.0, 2.0, 3.0])]

    monkeypatch.setattr(Plan, "load_game", lambda self: Curious())
    found = Lab(Plan("fjords", ["random"], 2, 10, 3), 1, "", lambda: None).run()
    (row,) = found["own"]
    assert (row["mean"], row["tries"]) == (2.0, 3)
    assert row["interval"][0] < 2 < row["interval"][1]
    assert "<h2>Luck</h2>" in page(found)
    assert own_sentence(row) in page(found)


def test_the_findings_hang_together(findings: dict[str, Any]) -> None:
    assert len(findings["length"]["values"]) == 12
    low, high = findings["length"]["interval"]
    assert low < findings["length"]["mean"] < high
    assert {row["kind"] for row in findings["kinds"]} == {"source", "place", "hut", "field"}
    assert sum(row["a_game"] for row in findings["kinds"]) == pytest.approx(findings["length"]["mean"])
    assert [row["line"] for row in findings["scores"]["lines"]] == ["round 1", "round 2", "round 3"]
    assert sum(row["share"] for row in findings["seats"]) == pytest.approx(1)
    assert findings["agents"][0]["agent"] == "greedy"
    assert {row["option"] for row in findings["options"]} == {
        "start_layout=mirrored",
        "farmland_regions=segment",
        "fast_finish=off",
    }
    assert len(json.dumps(findings)) > 1000


def test_observing_counts_decisions_leaders_and_things() -> None:
    game = load_game("fjords")
    saga = Saga.read(play_match(game, game.options(), 6, [GreedyAgent(), RandomAgent()], ["greedy", "random"]).saga)
    seen = observe(game, saga)
    asked = [step for step in saga.steps if step.kind == "move"]
    assert 0 < len(seen["decisions"]) <= len(asked)
    assert all(decision["choices"] > 1 for decision in seen["decisions"])
    huts = sum(step.text == "hut" and step.seat == 0 for step in asked)
    assert seen["things"][0]["chose hut"] == huts > 0
    drawn = {thing for thing in seen["things"][0] if thing.startswith("drew: ")}
    assert drawn and all(re.fullmatch("drew: [PMS]{6}", thing) for thing in drawn)


def record(share: float, leaders: list[int], had: dict[str, int]) -> dict[str, Any]:
    decisions = [{"kind": "x", "choices": 2, "leader": leader} for leader in leaders]
    seats = [{"share": share, "score": 1}, {"share": 1 - share, "score": 1}]
    return {"seats": seats, "observed": {"decisions": decisions, "things": [had, {}]}}


def test_lead_changes_ignore_moments_when_the_lead_is_shared() -> None:
    found = lead([record(1.0, [-1, 0, -1, 0, 1, -1, 0], {})])
    assert found["mean"] == 2
    assert found["leader_wins"][0] is None


def test_a_thing_that_decides_is_found_and_a_thing_that_does_not_is_not() -> None:
    records = [
        record(float(game % 2), [0], {"axe": game % 2, "stone": (game // 2) % 2, "rope": 1}) for game in range(60)
    ]
    rows = {row["thing"]: row for row in things(records)}
    assert rows["axe"]["found"] and rows["axe"]["lift"] > 0.5
    assert not rows["stone"]["found"]
    assert rows["rope"]["lift"] == pytest.approx(0), "a seat that always has it is measured by its own usual share"


def test_alone_a_thing_is_worth_points() -> None:
    records = [
        {
            "seats": [{"share": 1.0, "score": 30 + 8 * (game % 2) + game // 2 % 3}],
            "observed": {"decisions": [], "things": [{"axe": game % 2, "stone": game // 6 % 2}]},
        }
        for game in range(60)
    ]
    rows = {row["thing"]: row for row in things(records)}
    assert rows["axe"]["found"] and rows["axe"]["lift"] == pytest.approx(8)
    assert not rows["stone"]["found"]


def test_only_things_of_one_family_are_compared() -> None:
    had = [{"played: 22A": game % 2, "gained: oil": 1 - game % 2} for game in range(60)]
    rows = things([record(float(game % 2), [0], had[game]) for game in range(60)], "played:")
    assert [row["thing"] for row in rows] == ["played: 22A"] and rows[0]["lift"] > 0.5


def test_labels_of_score_lines() -> None:
    assert line_label({"key": "round", "of": "round 2", "points": 1}) == "round 2"
    assert line_label({"key": "empty_cells", "points": 1}) == "empty cells"


class Outside(HTMLParser):
    """Whatever a page would fetch or run, and whether its tags are in balance."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "xlink:href")]
        if tag in ("script", "link", "iframe"):
            self.found.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_but_itself(findings: dict[str, Any]) -> None:
    text = page(findings)
    parser = Outside()
    parser.feed(text)
    assert parser.found == []
    assert parser.open == []
    assert not re.search(r"https?://|url\(|@import", text)
    assert "nan" not in text.lower().replace("finance", "")
    for title in ("Length", "Branching", "Scores", "Tension", "Decisions", "Score sheet", "Seats", "Agents", "Options"):
        assert f"<h2>{title}</h2>" in text


def test_what_players_are_called_cannot_break_the_page(findings: dict[str, Any]) -> None:
    rude = {**findings, "agent": "<script>alert(1)</script>"}
    assert "<script" not in page(rude)


def test_ticks_are_round_and_span_the_range() -> None:
    assert ticks(0, 1, 5) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(213, 291, 8) == [220, 230, 240, 250, 260, 270, 280, 290]
    assert ticks(0, 0, 4)


def test_charts_stand_on_one_value() -> None:
    for chart in (
        histogram({"games": [3.0, 3.0]}, "x", "t"),
        curves([None, 0.0, None], "x", "t"),
        bars([("a", 0.0, "none")], "t"),
        dots([Dot("a", 0.5, 0.5, 0.5)], 0.5, "t"),
    ):
        assert chart.startswith("<svg") and "nan" not in chart


def test_the_bars_of_a_histogram_are_as_high_as_their_share() -> None:
    chart = histogram({"games": [1.0, 1.0, 1.0, 2.0]}, "x", "t")
    heights = [float(height) for height in re.findall(r'height="([\d.]+)" class="bar', chart)]
    assert heights[0] == pytest.approx(3 * heights[1], rel=0.01)
