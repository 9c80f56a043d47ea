"""Every rule and every worked example of a ledger is carried by a test of the game: `@rule("FJ-032")`.

The ids are found by reading the tests, not by running them. `unprovable.toml` beside the tests may list ids that no program can
prove, each with its reason in a line: `FJ-080 = "says what the rulebook lacks"`.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from skali.core import Game
from skali.kit.games import tests_folder

_RARE = 0.1
"""No more than this part of a ledger can be beyond proof."""


def every_rule_has_a_test(game: Game, folder: Path | None = None) -> None:
    folder = folder or tests_folder(game)
    assert folder is not None, f"nobody has said where the tests of {game.key} are: `skali.kit.games.use_tests`"
    wanted = {entry.id for kind in ("rule", "example") for entry in game.rulebook.of_kind(kind)}
    assert wanted, f"the ledger of {game.key} has no rules"
    carried = carried_ids(folder)
    excused = unprovable(folder)
    unknown = {id: where for id, where in carried.items() if id not in game.rulebook.entries}
    assert not unknown, "tests carry ids that the ledger does not have: " + _listed(unknown)
    stray = set(excused) - wanted
    assert not stray, f"unprovable.toml lists {sorted(stray)}, which are no rules of the ledger"
    both = set(excused) & set(carried)
    assert not both, f"unprovable.toml lists {sorted(both)}, which tests carry all the same"
    assert len(excused) <= max(1, _RARE * len(wanted)), f"{len(excused)} of {len(wanted)} rules called unprovable"
    missing = sorted(wanted - set(carried) - set(excused))
    assert not missing, f"{len(missing)} of {len(wanted)} rules have no test: {', '.join(missing)}"


def carried_ids(folder: Path) -> dict[str, str]:
    """Each id that a test under the folder carries, with the file and line of one that does."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for call in rule_marks(ast.parse(path.read_text(encoding="utf-8")), path):
            for argument in call.args:
                plain = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                assert plain, f"{_place(path, call)}: the ids of a rule must be plain strings"
                found[argument.value] = _place(path, call)  # type: ignore[attr-defined]
    return found


def rule_marks(tree: ast.Module, path: Path) -> Iterator[ast.Call]:
    """The calls of ``rule`` that mark a test, a test class or a parameter; one anywhere else proves nothing."""
    marks: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test"):
            marks += node.decorator_list
        elif isinstance(node, ast.keyword) and node.arg == "marks":
            marks += node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
            assert any(node is mark for mark in marks), f"{_place(path, node)}: this rule marks no test"
            yield node


def unprovable(folder: Path) -> dict[str, str]:
    path = folder / "unprovable.toml"
    if not path.exists():
        return {}
    reasons = tomllib.loads(path.read_text(encoding="utf-8"))
    for id, reason in reasons.items():
        assert isinstance(reason, str) and reason.strip(), f"unprovable.toml gives no reason for {id}"
    return reasons


def counted(game: Game) -> str:
    """One line about a ledger: how much there is to prove, and how much is beyond proof."""
    rules, examples = (len(game.rulebook.of_kind(kind)) for kind in ("rule", "example"))
    folder = tests_folder(game)
    excused = unprovable(folder) if folder else {}
    return f"{game.key}: {rules} rules, {examples} examples, {len(excused)} called unprovable"


def _place(path: Path, node: ast.expr) -> str:
    return f"{path}:{node.lineno}"


def _listed(places: dict[str, str]) -> str:
    return ", ".join(f"{id} ({where})" for id, where in sorted(places.items()))
