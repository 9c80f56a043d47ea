"""A wheel has in it all that a hall and its games need, and runs from where it is unpacked."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import skali
from skali import _native
from skali.core import game_keys, load_game
from skali.core.words import LANGUAGES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built from the tree as it is: what `make build` has made is taken, nothing is compiled again."""
    folder = tmp_path_factory.mktemp("wheel")
    how = {"SKALI_OPT": _native.stamp()["opt"]} if skali.compiled else {"SKALI_PURE": "1"}
    made = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "SKALI_REQUIRE_WEB": "1", **how},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (file,) = folder.glob("skali-*.whl")
    return zipfile.ZipFile(file)


def test_the_wheel_has_the_pages_of_the_hall_and_what_makes_its_database(wheel: zipfile.ZipFile) -> None:
    files = {each.filename: each.file_size for each in wheel.infolist()}
    assert files["skali/hall/web_dist/index.html"] > 0
    page = wheel.read("skali/hall/web_dist/index.html").decode()
    scripts = [name for name in files if name.startswith("skali/hall/web_dist/assets/") and name.endswith(".js")]
    assert any(name.rpartition("/")[2] in page for name in scripts)
    assert any(name.startswith("skali/hall/migrations/versions/") for name in files)


def test_the_wheel_has_rules_components_and_words_of_every_game(wheel: zipfile.ZipFile) -> None:
    files = {each.filename: each.file_size for each in wheel.infolist()}
    folders = [load_game(key).package.replace(".", "/") for key in game_keys()]
    assert len(folders) >= 5
    for folder in folders:
        for name in ("rules.md", "components.toml", *(f"words/{language}.toml" for language in LANGUAGES)):
            assert files.get(f"{folder}/{name}", 0) > 0, f"{folder}/{name}"
    for language in LANGUAGES:
        assert files[f"skali/core/common_words/{language}.toml"] > 0


def test_the_wheel_has_every_compiled_module_and_nothing_that_is_not_the_package(wheel: zipfile.ZipFile) -> None:
    files = {each.filename: each.file_size for each in wheel.infolist()}
    products = _native.products(_native.fingerprints()) if skali.compiled else []
    source = Path(_native.PACKAGE).parent
    for product in products:
        assert files[Path(product).relative_to(source).as_posix()] > 0
    allowed = ("skali/", f"skali-{skali.__version__}.dist-info/", f"{_native.LIBRARY}.")
    assert [name for name in files if not name.startswith(allowed)] == []
    assert [name for name in files if Path(name).name.startswith(".") or "__pycache__" in name] == []


def test_the_unpacked_wheel_runs_as_the_tree_does(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = "import skali; from skali.core import game_keys, load_game; [load_game(key) for key in game_keys()]; "
    answer = subprocess.run(
        [sys.executable, "-c", code + "print(skali.__file__, skali.compiled)"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert answer.stdout == f"{tmp_path / 'skali' / '__init__.py'} {skali.compiled}\n", answer.stderr
