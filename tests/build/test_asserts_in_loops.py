"""A test whose asserts all stand behind an ``if`` in a loop would pass if the loop never met the case: it must count."""

import ast
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def may_check_nothing(source: str) -> list[str]:
    """The tests in a source that could go through all their loops without an assert."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
        if has_assert(node) and not surely_checks(node.body, in_loop=False)
    ]


def has_assert(node: ast.AST) -> bool:
    """Whether there is an assert of its own; those of a function inside are that function's."""
    inside = [
        each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return any(isinstance(each, ast.Assert) or has_assert(each) for each in inside)


def surely_checks(body: list[ast.stmt], in_loop: bool) -> bool:
    """Whether these statements come to a check in every run, granted that each loop is entered.

    Outside loops either branch of an ``if`` will do: there it is a parameter that decides.
    """
    for statement in body:
        match statement:
            case ast.Assert() | ast.Raise():
                return True
            case ast.Expr(value=ast.Call() as call) if "expect" in names_in(call):
                return True
            case ast.With(items=items) if any("raises" in names_in(item.context_expr) for item in items):
                return True
            case ast.If(body=yes, orelse=no):
                branches = [surely_checks(branch, in_loop) for branch in (yes, no)]
                if all(branches) or (any(branches) and not in_loop):
                    return True
                if in_loop and any(isinstance(each, ast.Continue | ast.Break) for each in ast.walk(statement)):
                    return False  # what follows is as conditional as if it stood in the other branch
            case ast.For(body=inner) | ast.While(body=inner):
                if surely_checks(inner, in_loop=True):
                    return True
            case ast.With(body=inner) | ast.Try(body=inner):
                if surely_checks(inner, in_loop):
                    return True
            case _:
                pass
    return False


def names_in(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} | {
        each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
    }


CONDITIONAL = """
def test_it():
    for each in found:
        if each:
            assert each > 1
"""
SKIPPED = """
def test_it():
    for each in found:
        if not each:
            continue
        assert each > 1
"""
COUNTED = """
def test_it():
    checked = 0
    for each in found:
        if each:
            assert each > 1
            checked += 1
    assert checked
"""
EITHER = """
def test_it():
    for each in found:
        if each:
            assert each > 1
        else:
            assert each == 0
"""
ALWAYS = """
def test_it():
    for each in found:
        assert each > 1
"""
BY_PARAMETER = """
def test_it(seats):
    if seats == 2:
        assert found
"""


def test_the_lint_knows_a_conditional_assert_from_a_counted_one() -> None:
    assert [may_check_nothing(source) for source in (CONDITIONAL, SKIPPED)] == [["test_it"], ["test_it"]]
    assert [may_check_nothing(source) for source in (COUNTED, EITHER, ALWAYS, BY_PARAMETER)] == [[], [], [], []]


def test_asserts_behind_a_condition_in_a_loop_are_counted() -> None:
    sources = sorted(TESTS.rglob("test_*.py"))
    assert len(sources) > 100
    found = [
        f"{path.relative_to(TESTS)}: {name}" for path in sources for name in may_check_nothing(path.read_text("utf-8"))
    ]
    assert found == []
