"""The proof of the kit: for every check a toy that breaks what it asks, and the check notices."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from skali.kit import checks, coverage, play
from skali.kit.configurations import configurations
from skali.kit.pure import interpreted_agrees
from skali.kit.sagas import golden_saga_replays
from tests.games_under_test import find_game, golden_sagas
from tests.toys import broken_files, broken_judgement, broken_moves, broken_pictures, broken_secrets, broken_teaching
from tests.toys.breakage import BREAKAGES, Breakage
from tests.toys.cairns.game import Cairns

CHECKS = [*checks.EVERY_STEP, *checks.SAMPLED, *checks.EVERY_GAME, *checks.ONE_GAME, *checks.EVERY_RULES]
MODULES = (
    broken_files,
    broken_judgement,
    broken_moves,
    broken_pictures,
    broken_secrets,
    broken_teaching,
)  # each fills the list of breakages when it is imported


@pytest.mark.parametrize("breakage", BREAKAGES, ids=str)
def test_breaking_it_is_noticed(breakage: Breakage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "LIMIT", 300)
    name = "random_play" if breakage.check is play.play else breakage.check.__name__
    wanted = re.compile(f"^{name}: .*{re.escape(breakage.says)}", re.MULTILINE)
    heard = what_the_kit_says(breakage, tmp_path)
    assert any(wanted.search(each) for each in heard), f"{name} should say '{breakage.says}', but the kit says {heard}"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_check_has_a_toy_that_breaks_it(check: Callable[..., None]) -> None:
    assert any(breakage.check is check for breakage in BREAKAGES)


def test_another_game_in_an_interpreted_process_is_noticed() -> None:
    with pytest.raises(AssertionError, match=r"here .* interpreted"):
        interpreted_agrees(broken_moves.MootOfAProcess())


def test_an_interpreted_process_that_breaks_off_is_noticed() -> None:
    with pytest.raises(AssertionError, match="broke off"):
        interpreted_agrees(broken_moves.MootThatBreaksOff())


def test_a_golden_saga_that_departs_is_noticed(tmp_path: Path) -> None:
    saga = tmp_path / "departed.saga"
    saga.write_text(
        re.sub("(?m)^digest .*", "digest 0", golden_sagas()[-1].read_text(encoding="utf-8")), encoding="utf-8"
    )
    with pytest.raises(AssertionError, match=r"departed\.saga no longer replays: the saga's digest"):
        golden_saga_replays(saga, find_game)


def test_an_unfinished_golden_saga_is_noticed(tmp_path: Path) -> None:
    saga = tmp_path / "unfinished.saga"
    header, moves, _ = golden_sagas()[-1].read_text(encoding="utf-8").split("---\n")
    saga.write_text(f"{header}---\n{moves}", encoding="utf-8")
    with pytest.raises(AssertionError, match="has no result"):
        golden_saga_replays(saga, find_game)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("@rule(f'CA-{1:03}')\ndef test_it(): ...", "plain strings"),
        ("@rule('CA-001')\ndef helper(): ...", "marks no test"),
        ("def test_it():\n    rule('CA-001')", "marks no test"),
    ],
)
def test_marks_that_prove_nothing_are_noticed(source: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(source, encoding="utf-8")
    with pytest.raises(AssertionError, match=says):
        coverage.carried_ids(tmp_path)


def test_marks_on_functions_classes_and_parameters_count(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "@rule('A-1', 'A-2')\ndef test_it(): ...\n"
        "class TestIt:\n    @rule('A-3')\n    def test_it(self): ...\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=rule('A-4')), pytest.param(1, marks=[rule('A-5')])])\n"
        "def test_that(x): ...\n",
        encoding="utf-8",
    )
    assert sorted(coverage.carried_ids(tmp_path)) == ["A-1", "A-2", "A-3", "A-4", "A-5"]


@pytest.mark.parametrize(
    ("listed", "says"),
    [
        ('CA-001 = ""', "no reason for CA-001"),
        ('CA-333 = "gone"', "no rules of the ledger"),
        ('CA-001 = "hard"', "which tests carry all the same"),
    ],
)
def test_unprovable_rules_need_a_reason_and_to_exist(listed: str, says: str, tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_it.py").write_text("@rule('CA-001')\ndef test_it(): ...", encoding="utf-8")
    (folder / "unprovable.toml").write_text(listed, encoding="utf-8")
    with pytest.raises(AssertionError, match=says):
        coverage.every_rule_has_a_test(Cairns(), folder)


def test_not_everything_is_unprovable(tmp_path: Path) -> None:
    (tmp_path / "unprovable.toml").write_text('CA-001 = "hard"\nCA-002 = "hard too"', encoding="utf-8")
    with pytest.raises(AssertionError, match="2 of 11 rules called unprovable"):
        coverage.every_rule_has_a_test(Cairns(), tmp_path)


def what_the_kit_says(breakage: Breakage, folder: Path) -> list[str]:
    """What the check says at each table of the broken toy, until it says something."""
    game = breakage.game(folder)
    heard = []
    for table in configurations(game):
        try:
            if breakage.check in checks.EVERY_RULES:
                checks.examine_rules(game, [breakage.check])
            else:
                checks.examine(table, [breakage.check])
        except AssertionError as error:
            heard.append(str(error))
    return heard
