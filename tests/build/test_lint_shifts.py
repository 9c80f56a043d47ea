"""The lint against the shifts that mypyc compiles wrongly (each of the first list was seen to go wrong)."""

import pytest

from tools.lint_shifts import bad_shifts


@pytest.mark.parametrize(
    "line",
    [
        "return 1 << n",
        "return i64(1) << n",
        "m |= 1 << n",
        "return -1 << n",
        "return (2 + 1) << n",
        "return ONE << n",
        "return tables.ONE << n",
        "one: i64 = 1; return one << n",
        "one = i64(1); return one << n",
        "return base << n",
    ],
)
def test_a_constant_shifted_left_is_found(line: str) -> None:
    assert bad_shifts(f"base = 5\ndef shift(m, n):\n    {line}\n") == [3]


@pytest.mark.parametrize(
    "line",
    [
        "return m << n",
        "return 1 << 62",
        "return i64(1) << (30 + 1)",
        "return HIGH >> (62 - n)",
        "one = 1; one = m; return one << n",
        "one = 1; one <<= n; return one",
        "return bit(n) << 1",
        "return self.row << n",
    ],
)
def test_other_shifts_are_left_alone(line: str) -> None:
    assert bad_shifts(f"def shift(m, n):\n    {line}\n") == []
