"""The notebooks run from top to bottom, here on little data."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).resolve().parents[2] / "docs" / "notebooks"


def run(name: str, *settings: str) -> str:
    """What a notebook prints when it is run as a script."""
    command = [sys.executable, str(NOTEBOOKS / name), "--", *settings]
    environment = {**os.environ, "MPLBACKEND": "agg", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_policy_learns_fjords(tmp_path: Path) -> None:
    curve = tmp_path / "curve.svg"
    told = run("train_fjords.py", "--games", "4", "--rounds", "1", "--trials", "4", "--save", str(curve))
    assert "round 1: " in told
    assert "of 20 fresh games against random" in told
    assert "<svg" in curve.read_text(encoding="utf-8")


def test_occupations_are_compared(tmp_path: Path) -> None:
    picture = tmp_path / "lifts.svg"
    settings = ("--games", "30", "--agent", "random", "--keep", str(tmp_path), "--save", str(picture))
    told = run("odin_occupations.py", *settings)
    assert "30 games with " in told
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert (tmp_path / "data" / "decisions.parquet").exists()


def test_every_notebook_is_run_here() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{path.name}"' in here for path in NOTEBOOKS.glob("*.py"))


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.py")), ids=lambda path: path.name)
def test_marimo_finds_no_fault(path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "marimo", "check", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
