"""What all tests share: the mark of the rules they prove, and Hypothesis without surprises."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.kit", "tests.toys")
settings.register_profile("skali", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("skali")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the entries of a ledger that the test proves")
