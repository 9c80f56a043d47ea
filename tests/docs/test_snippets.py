"""Every snippet of the README and the documentation runs: Python sessions as doctests, commands through the command line."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skali.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_sessions_print_what_the_page_says(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failures == 0


def commands() -> list[str]:
    """The lines ``$ skali ...`` of console blocks."""
    found: list[str] = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            found += re.findall(r"^\$ skali (.+)$", block, re.MULTILINE)
    return sorted(set(found))


@pytest.mark.parametrize("command", commands())
def test_commands_work(command: str) -> None:
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output


def test_there_are_snippets() -> None:
    assert len(commands()) >= 5
    assert ">>>" in (ROOT / "README.md").read_text(encoding="utf-8")
