"""What all tests share: the mark of the rules they prove, and Hypothesis without surprises."""

import pytest
from hypothesis import settings

from skali.core import game_keys, load_game

pytest.register_assert_rewrite("tests.kit", "tests.toys")
settings.register_profile("skali", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("skali")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the entries of a ledger that the test proves")
    config.addinivalue_line("markers", "hall(**settings): settings of the hall that a browser test gets")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    from tests.kit.coverage import counted  # not before asserts are rewritten

    terminalreporter.section("ledgers")
    for key in game_keys():
        try:
            terminalreporter.line(counted(load_game(key)))
        except Exception as error:
            terminalreporter.line(f"{key}: {error!r}")
