"""What `make` installs before Skáli itself: everything that others wrote, so that each package may be built by its own tools."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools.requirements import PYPROJECT, requirements

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
EXTRAS = sorted(PROJECT["project"]["optional-dependencies"])


def test_extras_of_extras_are_listed_in_their_place() -> None:
    pyproject = {
        "build-system": {"requires": ["builder>=1"]},
        "project": {
            "name": "hall",
            "dependencies": ["base"],
            "optional-dependencies": {
                "all": ["one[fast]>=2", "hall[more, most]"],
                "more": ["two"],
                "most": ["two", "hall[more]"],
            },
        },
    }
    assert requirements(pyproject, "all") == ["builder>=1", "base", "one[fast]>=2", "two"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_extra_is_listed_without_skali_itself(extra: str) -> None:
    listed = requirements(PROJECT, extra)
    assert set(PROJECT["build-system"]["requires"]) < set(listed)
    assert not [each for each in listed if each.startswith("skali")]


@pytest.mark.parametrize("extra", ["bench", "dev", "docs", "hall"])
def test_make_installs_the_packages_of_others_with_build_isolation(extra: str) -> None:
    """The peers of `make bench` come as source: without isolation their build fails where `wheel` is not installed."""
    lines = subprocess.run(
        ["make", "--no-print-directory", "--dry-run", "--always-make", f".venv/.with-{extra}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    installs = [line for line in lines if "pip" in line and "install" in line]
    at_once, ours = installs[-2:]
    assert re.search(r" -r \S*requirements$", at_once) and "isolation" not in at_once
    assert "--no-build-isolation" in ours and f".[{extra}]" in ours
    assert any(line.endswith(f"tools/requirements.py {extra} > .venv/requirements") for line in lines)
