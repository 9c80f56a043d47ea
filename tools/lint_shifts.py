"""Finds left shifts that mypyc compiles wrongly: a constant on the left, a native integer on the right.

`i64(1) << n` becomes the C expression `1 << n` on a 32-bit int: wrong from n = 31 on, without a warning. So
does every constant that mypyc can see through: a `Final`, imported or not, and a local that is bound once.
"""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE_INTEGERS = {"i64", "i32", "i16", "u8", "int"}


def bad_shifts(text: str) -> list[int]:
    """The lines on which a constant is shifted left by something that is not one."""
    tree = ast.parse(text)
    found = set()
    for scope in ast.walk(tree):
        if isinstance(scope, ast.Module | ast.FunctionDef):
            constants = _constants(tree) | _constants(scope)
            for node in ast.walk(scope):
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                    if _is_constant(node.left, constants) and not _is_literal(node.right):
                        found.add(node.lineno)
    return sorted(found)


def _constants(scope: ast.AST) -> set[str]:
    """The names that this scope binds once, to a literal."""
    bindings: list[str] = []
    literals: set[str] = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.arg):
            bindings.append(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bindings.append(node.id)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value and _is_literal(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            literals |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in literals if bindings.count(name) == 1}


def _is_literal(node: ast.expr) -> bool:
    """A number, arithmetic on numbers, or a number made native."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        return name in NATIVE_INTEGERS and all(map(_is_literal, node.args))
    if isinstance(node, ast.BinOp):
        return _is_literal(node.left) and _is_literal(node.right)
    if isinstance(node, ast.UnaryOp):
        return _is_literal(node.operand)
    return isinstance(node, ast.Constant)


def _is_constant(node: ast.expr, constants: set[str]) -> bool:
    """A literal, a name known to be one, or a name written as constants are: LIKE_THIS."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return _is_literal(node) or name in constants or name.isupper()


def main() -> str:
    """Every bad shift in what is compiled, one to a line. `bits.py` is where the trap is stepped around."""
    return "\n".join(
        f"{path.relative_to(ROOT)}:{line}: a constant shifted left goes wrong from 31 on: call core.bits.bit"
        for top in ("core", "games", "agents")
        for path in sorted((ROOT / "src" / "skali" / top).rglob("*.py"))
        if path.name != "bits.py"
        for line in bad_shifts(path.read_text(encoding="utf-8"))
    )


if __name__ == "__main__":
    sys.exit(main() or 0)
