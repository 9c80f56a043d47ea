"""The conformance kit: every registered game passes it by being registered, and so do the two toys."""

import os

import skali
from skali.kit.pytest import *  # noqa: F403 - the tests
from tests.games_under_test import all_keys, folder_of_tests, golden_sagas, named

GAMES = {named(key): folder_of_tests(key) for key in all_keys()}
SAGAS = golden_sagas()


def test_in_ci_the_kit_runs_compiled() -> None:
    if os.environ.get("CI") and not os.environ.get("SKALI_PURE"):
        assert skali.compiled, skali.why_interpreted
