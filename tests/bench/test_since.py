"""`python -m bench --since REV`: its arguments, and what it makes of the samples. Nothing is built or measured here."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from bench import since
from bench.cell import Absent, Cell, Sample
from bench.report import Row

ROOT = Path(__file__).parents[2]


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "bench", *arguments], cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--since", "no-such-revision"], "--since"),
        (["--since=--all"], "--since"),
        (["--since", "HEAD", "--only", "peers"], "--only"),
        (["--since", "HEAD", "--rounds", "0"], "--rounds"),
        (["--since", "HEAD", "--games", "chess"], "--games"),
    ],
)
def test_wrong_use_is_told(arguments: list[str], says: str) -> None:
    told = bench(*arguments)
    assert (told.returncode, told.stdout) == (2, "")
    assert says in told.stderr


def test_a_revision_is_found_by_any_of_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a repository of its own: also a tag, which is no commit itself; and its worktree is used again."""

    def git(*arguments: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(
            ["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout.strip()

    monkeypatch.setattr(since, "ROOT", tmp_path)
    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "one")
    first = git("rev-parse", "HEAD")
    git("tag", "-a", "-m", "a tag", "v1")
    git("commit", "-q", "--allow-empty", "-m", "two")
    assert since.commit_of("v1") == since.commit_of("HEAD~1") == since.commit_of(first[:8]) == first
    tree = since.checked_out(first)
    assert tree == tmp_path / "build" / "since" / first[:12] and (tree / ".git").exists()
    assert since.checked_out(first) == tree
    with pytest.raises(since.NoRevision):
        since.commit_of("HEAD~9")
    with pytest.raises(Absent, match="not compiled"):
        since.compile_there(tree)


def row(suite: str, name: str, rates: list[float], log: list[str] | None = None) -> Row:
    """A cell that does so many of its unit in each second, round by round; the first one warms up."""
    left = iter(rates)

    def measure(seconds: float) -> Sample:
        if log is not None:
            log.append(f"{name} {seconds}")
        return Sample(next(left) * seconds, seconds)

    return Row(suite, Cell(name, "decisions", "", measure))


def test_ratios_are_taken_round_by_round() -> None:
    """A round in which the machine was slow slows both: its ratio is as good as the others."""
    pair = (row("random play", "fjords", [1, 200, 20, 300]), row("random play", "fjords", [7, 100, 10, 100]))
    about = list(since.play_rounds([pair], 3, 2.0, Random(1)))
    assert about == [f"round {turn}: random play, fjords" for turn in range(4)]
    ((cell),) = since.as_data([pair], "c0ffee")["cells"]
    assert cell["ratio"] == {"median": 2.0, "low": 2.0, "high": 3.0}
    assert cell["per_second"] == {"median": 200.0, "low": 20.0, "high": 300.0}
    assert cell["per_second_since"]["median"] == 100.0
    drawn = since.table([pair], "v1", "c0ffee")
    assert [list(column.cells) for column in drawn.columns[2:]] == [["200"], ["100"], ["2.000"], ["2.000–3.000"]]


def test_both_are_measured_one_right_after_the_other_and_each_is_first_at_times() -> None:
    log: list[str] = []
    pairs = [
        (row("random play", f"{game} here", [1.0] * 9, log), row("random play", f"{game} there", [1.0] * 9, log))
        for game in ("fjords", "odin")
    ]
    list(since.play_rounds(pairs, 8, 0.5, Random(3)))
    assert len(log) == 2 * 2 * 9
    games = [line.split()[0] for line in log]
    assert games[::2] == games[1::2]
    firsts = {line.split()[1] for line in log[::2]}
    assert firsts == {"here", "there"}
    assert {line.split()[2] for line in log[:4]} == {"0.05"} and {line.split()[2] for line in log[4:]} == {"0.5"}


def test_only_what_both_have_is_compared() -> None:
    here = [row("random play", "fjords", []), row("search", "fjords", []), row("random play", "odin", [])]
    there = [row("random play", "odin", []), row("random play", "fjords", []), row("random play", "chess", [])]
    pairs = since.paired(here, there)
    assert [(a.suite, a.cell.name, b.cell.name) for a, b in pairs] == [
        ("random play", "fjords", "fjords"),
        ("random play", "odin", "odin"),
    ]
    with pytest.raises(Absent, match="both"):
        since.paired(here, [])
