"""The kit is part of the package: it needs neither this checkout nor, but for its tests, pytest."""

import ast
import subprocess
import sys
from pathlib import Path

import skali.kit

MODULES = sorted(Path(skali.kit.__path__[0]).glob("*.py"))
FOR_TESTS = {"pytest", "rule"}
"""The modules that make tests of the checks."""


def test_the_kit_imports_nothing_of_the_tests_and_no_game() -> None:
    imported = {
        name
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    }
    assert "skali.core" in imported
    assert [name for name in imported if name.split(".")[0] == "tests" or name.startswith("skali.games")] == []


def test_the_checks_run_without_pytest() -> None:
    names = [f"skali.kit.{path.stem}" for path in MODULES if path.stem not in {*FOR_TESTS, "__init__"}]
    assert len(names) > 15
    program = f"""
import sys
sys.modules["pytest"] = None  # importing it is now an error
import {", ".join(names)}
game = skali.kit.games.find_game("fjords")
skali.kit.checks.examine_rules(game, [skali.kit.notation.moves_round_trip])
print("examined", game.key)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "examined fjords\n", done.stderr
