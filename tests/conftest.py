"""What all tests share: the mark of the rules they prove, and Hypothesis without surprises."""

import sys

import pytest
from hypothesis import settings

from skali.core import game_keys, load_game

pytest.register_assert_rewrite("skali.kit", "tests.toys")  # before they are imported
settings.register_profile("skali", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("skali")


def pytest_configure(config: pytest.Config) -> None:
    from skali.kit.games import use_tests
    from tests.games_under_test import all_keys, folder_of_tests

    for key in all_keys():
        use_tests(key, folder_of_tests(key))
    config.addinivalue_line("markers", "rule(*ids): the entries of a ledger that the test proves")
    config.addinivalue_line("markers", "hall(**settings): settings of the hall that a browser test gets")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    from skali.kit.coverage import counted  # not before asserts are rewritten

    terminalreporter.section("ledgers")
    for key in game_keys():
        try:
            terminalreporter.line(counted(load_game(key)))
        except Exception as error:
            terminalreporter.line(f"{key}: {error!r}")


def pytest_sessionfinish() -> None:
    """However a hall was left, it has closed in the end."""
    if halls := sys.modules.get("tests.hall.halls"):
        halls.close_those_left()
