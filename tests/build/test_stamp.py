"""Compiled or interpreted: decided once, by comparing the stamp of the build with the sources."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from skali import _native

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small skali whose stamp fits and whose compiled modules are rubbish: an ImportError to load."""
    package = tmp_path / "src" / "skali"
    for folder in ("core", "games/fjords"):
        (package / folder).mkdir(parents=True)
    for name in ("__init__.py", "_native.py"):
        shutil.copy(ROOT / "src" / "skali" / name, package / name)
    for init in ("core/__init__.py", "games/__init__.py", "games/fjords/__init__.py"):
        (package / init).write_text("")
    (package / "core" / "dice.py").write_text("SIDES = 6\n")
    (package / "games" / "fjords" / "tiles.py").write_text("from skali.core.dice import SIDES\n")
    write_stamp(package)
    return package


def write_stamp(package: Path, **changes: object) -> None:
    sources = _native.fingerprints(str(package))
    for product in _native.products(sources, str(package)):
        Path(product).write_text("not a library")
    (package / "_build.json").write_text(json.dumps({"abi": _native.ABI, "sources": sources} | changes))


def run(package: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name != "SKALI_PURE"}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=kept | {"PYTHONPATH": str(package.parent)} | environment,
        capture_output=True,
        text=True,
    )


def test_a_stamp_that_fits_is_trusted(package: Path) -> None:
    assert _native.fault(str(package)) == ""
    answer = run(package, "import skali; print(skali.compiled, repr(skali.why_interpreted))")
    assert (answer.stdout, answer.stderr) == ("True ''\n", "")
    assert "ImportError" in run(package, "import skali.core.dice").stderr  # the rubbish was really loaded


@pytest.mark.parametrize("path", ["core/dice.py", "games/fjords/__init__.py"])
def test_an_edited_source_makes_it_stale(package: Path, path: str) -> None:
    with open(package / path, "a") as source:
        source.write("# edited\n")
    assert _native.fault(str(package)) == f"{path} is not what was compiled"


def test_a_new_module_and_a_removed_one_make_it_stale(package: Path) -> None:
    new = package / "games" / "fjords" / "huts.py"
    new.write_text("")
    assert "huts.py" in _native.fault(str(package))
    new.unlink()
    assert _native.fault(str(package)) == ""
    (package / "core" / "dice.py").unlink()
    assert "dice.py" in _native.fault(str(package))


def test_another_python_and_a_lost_file_are_noticed(package: Path) -> None:
    (package / "core" / f"dice{_native.ABI}").unlink()
    assert _native.fault(str(package)) == f"dice{_native.ABI} is missing"
    write_stamp(package, abi=".cpython-399.so")
    assert "cpython-399" in _native.fault(str(package))


def test_without_sources_the_compiled_modules_are_trusted(package: Path) -> None:
    for source in (package / "core" / "dice.py", package / "games" / "fjords" / "tiles.py"):
        source.unlink()
    assert _native.fault(str(package)) == ""


@pytest.mark.parametrize("stamp", ["", "{", "[]", "{}"])
def test_without_a_usable_stamp_there_is_nothing_compiled(package: Path, stamp: str) -> None:
    (package / "_build.json").write_text(stamp)
    assert _native.fault(str(package)) == "there are no compiled modules"


def test_only_rules_and_search_are_compiled_and_no_package_file() -> None:
    compiled = [
        "drawing/shapes.py",
        "core/bits.py",
        "games/odin/feast/table.py",
        "agents/search.py",
        "interop/native/batch.py",
    ]
    interpreted = [
        "core/__init__.py",
        "games/odin/__init__.py",
        "agents/greedy.py",
        "interop/batches.py",
        "cli/play.py",
    ]
    assert [path for path in compiled + interpreted if _native.is_compiled(path)] == compiled


def test_a_stale_build_runs_wholly_from_source_and_says_so_once(package: Path) -> None:
    (package / "core" / "dice.py").write_text("SIDES = 8\n")
    answer = run(package, "import skali.games.fjords.tiles as tiles; print(tiles.SIDES, tiles.__file__)")
    assert answer.stdout == f"8 {package / 'games' / 'fjords' / 'tiles.py'}\n"
    assert answer.stderr == (
        "skali: running interpreted (slow): core/dice.py is not what was compiled; "
        "install gcc and Python.h, then reinstall skali\n"
    )


def test_in_a_checkout_the_advice_is_to_build(package: Path) -> None:
    (package.parent.parent / "hatch_build.py").write_text("")
    (package / "_build.json").unlink()
    assert run(package, "import skali").stderr.endswith("; run `make build`\n")


def test_pure_on_request_is_silent(package: Path) -> None:
    code = "import skali.games.fjords.tiles; print(skali.compiled, skali.why_interpreted)"
    answer = run(package, code, SKALI_PURE="1")
    assert (answer.stdout, answer.stderr) == ("False SKALI_PURE is set\n", "")
    assert "ImportError" in run(package, code, SKALI_PURE="0").stderr


def test_a_module_without_a_source_is_not_found_when_interpreted(package: Path) -> None:
    (package / "core" / "dice.py").unlink()  # its compiled module is still there
    answer = run(package, "import skali.core.dice")
    assert "ModuleNotFoundError: No module named 'skali.core.dice'" in answer.stderr
