"""Fjords in C++: it plays as the engine does, and a share of it is told only where it deserves to be called the limit."""

import os
import shlex
import shutil
from typing import Any

import pytest

from bench.cell import Absent, Cell, Sample
from bench.limit import fjords
from bench.report import Row, share_of_limit

COMPILER = shlex.split(os.environ.get("CXX", "g++"))[0]
with_compiler = pytest.mark.skipif(not shutil.which(COMPILER), reason="there is no C++ compiler")


class Forgetful:
    """The library, except that it forgets the last of many moves, or a point."""

    def __init__(self, library: Any, lost_moves: int = 0, lost_points: int = 0) -> None:
        self.library = library
        self.lost_moves = lost_moves
        self.lost_points = lost_points

    def __getattr__(self, name: str) -> Any:
        return getattr(self.library, name)

    def choices(self) -> int:
        found: int = self.library.choices()
        return found - self.lost_moves if found > 5 else found

    def score(self, seat: int) -> int:
        points: int = self.library.score(seat)
        return points - self.lost_points


@with_compiler
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_plays_as_the_engine_does(seed: int) -> None:
    fjords.compare(fjords.compiled(), seed)


@with_compiler
@pytest.mark.parametrize(
    ("lost", "says"), [({"lost_moves": 1}, "other legal moves"), ({"lost_points": 1}, "another end")]
)
def test_other_rules_are_noticed(lost: dict[str, int], says: str) -> None:
    with pytest.raises(fjords.OtherRules, match=says):
        fjords.compare(Forgetful(fjords.compiled(), **lost), 1)  # type: ignore[arg-type]


def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(Absent, match="no-such-compiler") as absent:
        fjords.compiled()
    assert "g++" in absent.value.remedy


def test_without_fjords_there_is_nothing_to_compare() -> None:
    assert fjords.cells(1, ["odin"]) == []


def row(suite: str, name: str, *counts: float) -> Row:
    cell = Cell(name, "decisions", "", lambda seconds: Sample(0, seconds))
    return Row(suite, cell, [Sample(count, 1.0) for count in counts])


def rows(limit: float) -> list[Row]:
    ours = row("Skáli compiled", "fjords", 20, 30, 40)
    return [ours, row("C++ limit", "fjords", limit, limit, limit), row("OpenSpiel C++", "gin rummy", 1, 1, 1)]


def test_the_share_is_taken_round_by_round() -> None:
    shares, why_not = share_of_limit(rows(200))
    assert not why_not
    assert shares["fjords"] == (0.15, 0.1, 0.2)


def test_no_share_is_told_of_what_is_no_limit() -> None:
    assert share_of_limit(rows(130))[0]
    assert share_of_limit(rows(129)) == ({}, "the C++ does 129 times gin rummy, and 130 are asked of a limit")


def test_no_share_is_told_without_gin_rummy_or_without_the_limit() -> None:
    assert share_of_limit(rows(200)[:2]) == ({}, "gin rummy was not measured beside it")
    assert share_of_limit([each for each in rows(200) if each.suite != "C++ limit"]) == ({}, "")
