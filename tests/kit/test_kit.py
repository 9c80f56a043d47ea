"""The conformance kit: every registered game passes it by being registered, and so do the two toys."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import skali
from skali.core import Game
from tests.kit import checks
from tests.kit.configurations import Configuration, configurations
from tests.kit.enriched import enriched_starts, examine_start
from tests.kit.games import all_keys, find_game
from tests.kit.pure import interpreted_agrees
from tests.kit.sagas import GOLDEN, golden_saga_replays


def tables_of(key: str) -> list[Configuration | str]:
    """The tables of a game; if it cannot even be loaded, why not, so that the others are tested all the same."""
    try:
        return list(configurations(find_game(key)))
    except Exception as error:
        return [f"{key} cannot be loaded: {error!r}"]


KEYS = all_keys()
TABLES = [table for key in KEYS for table in tables_of(key)]


@pytest.mark.parametrize("key", KEYS)
def test_compiled_and_interpreted_agree(key: str) -> None:
    interpreted_agrees(key)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_games_pass_every_check(table: Configuration | str) -> None:
    assert isinstance(table, Configuration), table
    checks.examine(table)


@pytest.mark.parametrize(("key", "number"), enriched_starts())
def test_games_from_enriched_starts_pass_the_checks(key: str, number: int) -> None:
    examine_start(key, number)


@pytest.mark.parametrize("check", checks.EVERY_RULES, ids=lambda check: check.__name__)
@pytest.mark.parametrize("key", KEYS)
def test_rules_words_and_moves(key: str, check: Callable[[Game], None]) -> None:
    checks.examine_rules(find_game(key), [check])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_sagas_replay_for_ever(path: Path) -> None:
    golden_saga_replays(path)


def test_in_ci_the_kit_runs_compiled() -> None:
    if os.environ.get("CI") and not os.environ.get("SKALI_PURE"):
        assert skali.compiled, skali.why_interpreted
