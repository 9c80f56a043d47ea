"""A game of one's own, from the wheel alone: `skali new` in an empty folder, installed, examined by the kit, opened in the hall."""

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hall.halls import PATIENCE, reserved_port, wait_until_open
from tests.hall.people import table_of

ROOT = Path(__file__).parents[2]
COMMAND = "from skali.cli import main; main()"


@dataclass
class Elsewhere:
    """A folder with nothing but what was installed there: the unpacked wheel comes before the checkout."""

    folder: Path

    @property
    def game(self) -> Path:
        return self.folder / "skerries"

    def environment(self) -> dict[str, str]:
        here = {"PYTHONPATH": str(self.folder / "site"), "SKALI_PURE": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        return {**os.environ, **here, "PYTEST_ADDOPTS": ""}

    def run(self, *arguments: str, where: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=where or self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
        )

    def tests(self, *arguments: str, where: Path) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, where=where)


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Elsewhere:
    """The wheel without compiled modules and pages, which takes seconds; in it, `skali new skerries`, installed."""
    there = Elsewhere(tmp_path_factory.mktemp("elsewhere"))
    made = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(there.folder)],
        cwd=ROOT,
        env={**os.environ, "SKALI_PURE": "1", "SKALI_NO_WEB": "1", "CI": ""},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = there.folder.glob("skali-*.whl")
    zipfile.ZipFile(wheel).extractall(there.folder / "site")
    told = there.run("-c", COMMAND, "new", "skerries")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("skerries is in skerries/")
    install = ("-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index", "--target", "site")
    done = there.run(*install, "./skerries")
    assert done.returncode == 0, done.stderr
    return there


def test_the_new_game_passes_its_tests_and_the_kit(elsewhere: Elsewhere) -> None:
    where = elsewhere.run("-c", "import skali.kit, skerries; print(skali.kit.__file__, skerries.__file__)").stdout
    site = elsewhere.folder / "site"
    assert where == f"{site / 'skali' / 'kit' / '__init__.py'} {site / 'skerries' / '__init__.py'}\n"
    done = elsewhere.tests("--strict-markers", "-W", "error", "-rs", where=elsewhere.game)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30 passed, 2 skipped" in done.stdout
    assert "enriched.py beside the tests makes no starts" in done.stdout
    assert "there are no finished sagas" in done.stdout


BREAKAGES = [
    ("skerries/view.py", "position.hands[seat])", "position.hands[0])", "samples_look_the_same: "),
    ("skerries/decisions.py", "position.rows[seat][kind] += 1", "position.rows[seat][kind] += 2", "shells, not [8, 7"),
    ("tests/kit.toml", "lay =", "draw =", "forced_moves_are_not_asked: "),
    ("tests/test_rules.py", '@rule("SK-004")\n', "", "1 of 15 rules have no test: SK-004"),
    ("skerries/words/en.toml", "laid =", "lied =", "no words in 'en' for event.laid"),
]
"""A file of the new game, another text in it, and what the kit must say: hooks beside the tests are found too."""


def test_the_kit_notices_what_is_broken(elsewhere: Elsewhere, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(elsewhere.game, broken)
    for file, old, new, _ in BREAKAGES:
        text = (broken / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file}: {old}"
        (broken / file).write_text(text.replace(old, new), encoding="utf-8")
    tests = ("test_random_games_pass_every_check[skerries seats=2]", "test_rules_words_and_moves")
    done = elsewhere.tests(*(f"tests/test_kit.py::{each}" for each in tests), where=broken)
    assert done.returncode == 1, done.stdout + done.stderr
    assert [says for _, _, _, says in BREAKAGES if says not in done.stdout] == []


def test_a_finished_saga_beside_the_tests_is_replayed(elsewhere: Elsewhere, tmp_path: Path) -> None:
    shutil.copytree(elsewhere.game, tmp_path / "kept")
    sagas = tmp_path / "kept" / "tests" / "sagas"
    sagas.mkdir()
    saga = elsewhere.run("-m", "skali.kit.sagas", "skerries", "3", "7", "hand_size=3").stdout
    (sagas / "three.saga").write_text(saga, encoding="utf-8")
    (sagas / "stranger.saga").write_text(saga.replace("game skerries", "game fjords"), encoding="utf-8")
    done = elsewhere.tests("tests/test_kit.py", "-k", "golden", where=tmp_path / "kept")
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "a saga of 'fjords', which is not tested here" in done.stdout


def test_the_command_knows_the_new_game(elsewhere: Elsewhere) -> None:
    told = elsewhere.run("-c", COMMAND, "simulate", "skerries", "--games", "2", "--seed", "1", "--json")
    assert told.returncode == 0 and '"games"' in told.stdout, told.stderr
    again = elsewhere.run("-c", COMMAND, "new", "skerries")
    assert (again.returncode, again.stderr) == (2, "skali: there is already a game 'skerries'\n")


@pytest.fixture
def hall(elsewhere: Elsewhere, tmp_path: Path) -> Iterator[str]:
    """`skali hall` of the unpacked wheel, as a process."""
    reserved = reserved_port()
    port = str(reserved.getsockname()[1])
    arguments = ("hall", "--no-open", "--host", "127.0.0.1", "--port", port, "--database", str(tmp_path / "hall.db"))
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=elsewhere.folder,
        env=elsewhere.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until_open(f"http://127.0.0.1:{port}")
    yield f"http://127.0.0.1:{port}"
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=PATIENCE)
    reserved.close()


def test_the_new_game_opens_in_the_hall_in_every_language(hall: str) -> None:
    """The plain board draws it from the view and the words; who asks for French gets the game in English."""
    people, table = table_of(hall, "skerries", 2, options={"hand_size": "3"})
    listed = {game["key"]: game for game in people[0].get("/api/games?lang=nl")["games"]}
    assert listed["skerries"]["title"] == "Skerries"
    viewers = [person.look(table, seat, "fr") for seat, person in enumerate(people)]
    viewer = next(each for each in viewers if each.position["legal"])
    assert viewer.position["prompt"]["words"] == "Draw from the bag (16 left) or take a shell from the beach."
    viewer.plays("draw")
    assert all(choice["words"].startswith("Lay a ") for choice in viewer.position["legal"])
    viewer.plays(viewer.position["legal"][0]["move"])
    other = viewers[1 - viewer.seat]
    other.settle()
    assert [line["words"].partition(" ")[2] for line in other.log][-2] == "draws from the bag."
    assert sum(other.position["view"]["hand"].values()) == 3
