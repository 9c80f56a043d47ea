"""``skali arena`` and ``skali lab`` as a person or a program meets them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

LIGHT = "import sys, skali, skali.cli; print([name for name in sys.modules if name in ('pyarrow', 'ray', 'openskill', 'altair')])"


def skali(line: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from skali.cli import main; main()", *line.split(), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_arena_in_json(tmp_path: Path) -> None:
    done = skali("arena fjords --agents greedy,random --games 4 --seed 7 --jobs 2 --json --out", str(tmp_path / "a"))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [row["agent"] for row in told["agents"]] == ["greedy", "random"]
    assert {"agent", "games", "win_share", "interval", "mean_score", "rating"} <= set(told["agents"][0])
    assert told["agents"][0]["win_share"] == 1.0
    again = skali("arena fjords --agents greedy,random --games 6 --resume --json --out", str(tmp_path / "a"))
    assert json.loads(again.stdout)["seed"] == 7, "an arena that goes on keeps its seed"
    assert json.loads(again.stdout)["agents"][0]["games"] == 6


def test_faults_are_reported_and_the_arena_goes_on() -> None:
    done = skali("arena fjords --agents exec:false,random --games 2 --seed 7 --jobs 1")
    assert done.returncode == 0, done.stderr
    assert "forfeits a decision" in done.stderr
    assert "forfeits" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("arena fjords --agents wizard", "there is no agent 'wizard'"),
        ("arena fjords --agents mcts:soon", "is no budget"),
        ("arena fjords --resume", "--out DIR"),
        ("arena fjords --seats 5", "Fjords is for 2 players"),
        ("arena chess", "there is no game 'chess'"),
        ("lab fjords --agents wizard", "there is no agent 'wizard'"),
    ],
)
def test_wrong_use_is_one_line(arguments: str, complaint: str) -> None:
    done = skali(arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_lab_writes_a_report(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "report.html"
    done = skali("lab fjords --games 10 --agents random --seed 1 --jobs 2 --out", str(file))
    assert done.returncode == 0, done.stderr
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
