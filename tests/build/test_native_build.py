"""The build itself, on a package of two modules: what it makes, when it does nothing, how it fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from skali import _native

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    package = tmp_path / "src" / "skali"
    for name in ("pyproject.toml", "hatch_build.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    for folder in ("core", "games"):
        (package / folder).mkdir(parents=True)
        (package / folder / "__init__.py").write_text("")
    for name in ("__init__.py", "_native.py"):
        shutil.copy(ROOT / "src" / "skali" / name, package / name)
    (package / "core" / "dice.py").write_text("class Die:\n    def sides(self) -> int:\n        return 6\n")
    (package / "games" / "big.py").write_text(
        "from skali.core.dice import Die\nclass Big(Die):\n    def sides(self) -> int:\n        return 20\n"
    )
    return tmp_path


def python(tree: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    ours = ("CI", "CC", "SKALI_GAMES", "SKALI_PURE", "SKALI_OPT", "SKALI_REQUIRE_NATIVE")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env=kept | {"PYTHONPATH": str(tree / "src"), "SKALI_OPT": "0"} | environment,
        capture_output=True,
        text=True,
    )


def libraries(tree: Path) -> list[str]:
    return sorted(path.name.removesuffix(_native.ABI) for path in (tree / "src").rglob(f"*{_native.ABI}"))


def test_the_life_of_a_build(tree: Path) -> None:
    package = tree / "src" / "skali"

    first = python(tree, "hatch_build.py")
    assert first.returncode == 0, first.stdout + first.stderr
    assert libraries(tree) == ["big", "dice", "skali__mypyc"]
    code = "import skali, skali.games.big as big; print(skali.compiled, big.__file__[-3:], big.Big().sides())"
    assert python(tree, "-c", code).stdout == "True .so 20\n"

    assert python(tree, "hatch_build.py").stdout == "skali: native build is up to date\n"

    (package / "games" / "big.py").unlink()
    (package / "core" / "coin.py").write_text("def toss() -> int:\n    return 1\n")
    second = python(tree, "hatch_build.py")
    assert second.returncode == 0, second.stdout + second.stderr
    assert libraries(tree) == ["coin", "dice", "skali__mypyc"]

    (package / "core" / "coin.py").write_text("def toss() -> int:\n    return 'heads'\n")
    wrong = python(tree, "hatch_build.py")
    assert wrong.returncode != 0
    assert "src/skali/core/coin.py:2: error: Incompatible return value type" in wrong.stdout
    assert "coin.py is not what was compiled" in python(tree, "-c", "import skali").stderr


def test_it_is_the_same_whatever_else_is_installed(tree: Path) -> None:
    """Also where pip builds it, with nothing but the compiler: what is missing or untyped there has no say."""
    hall = tree / "src" / "skali" / "hall"
    hall.mkdir()
    (hall / "__init__.py").write_text("")
    (hall / "models.py").write_text("import absent\nclass Name(absent.Model):\n    text: str = ''\n")
    (hall / "rows.py").write_text(
        "import absent\nfrom skali.hall.models import Name\ndef seen(name: Name) -> str:\n    return name.text\n"
    )
    built = python(tree, "hatch_build.py")
    assert built.returncode == 0, built.stdout + built.stderr
    assert libraries(tree) == ["big", "dice", "rows", "skali__mypyc"]


def test_one_game_alone_can_be_compiled(tree: Path) -> None:
    """The others and the hall run from their sources, may change, and are compiled again by a build of all."""
    (tree / "src" / "skali" / "hall").mkdir()
    (tree / "src" / "skali" / "hall" / "rows.py").write_text("def rows() -> int:\n    return 2\n")
    for game in ("chess", "go"):
        folder = tree / "src" / "skali" / "games" / game
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        (folder / "state.py").write_text(
            "from skali.core.dice import Die\ndef sides() -> int:\n    return Die().sides()\n"
        )

    some = python(tree, "hatch_build.py", SKALI_GAMES="chess")
    assert some.returncode == 0, some.stdout + some.stderr
    assert libraries(tree) == ["big", "dice", "skali__mypyc", "state"]
    (tree / "src" / "skali" / "games" / "go" / "state.py").open("a").write("# changed\n")
    code = (
        "import skali, skali.games.chess.state as chess, skali.games.go.state as go\n"
        "print(*map(skali.is_compiled, ('chess', 'go')), chess.__file__[-3:], go.__file__[-3:], go.sides())"
    )
    answer = python(tree, "-c", code)
    assert answer.stdout == "True False .so .py 6\n"
    assert answer.stderr == "skali: compiled for chess only; `make build` compiles all games\n"

    assert python(tree, "hatch_build.py").returncode == 0
    assert libraries(tree) == ["big", "dice", "rows", "skali__mypyc", "state", "state"]
    answer = python(tree, "-c", code)
    assert (answer.stdout, answer.stderr) == ("True True .so .so 6\n", "")

    refused = python(tree, "hatch_build.py", SKALI_GAMES="chess,ludo")
    assert (refused.returncode, "not 'ludo'" in refused.stderr) == (1, True)


def test_an_empty_library_is_never_installed(tree: Path) -> None:
    """What a full disk leaves behind: refused, not taken for the product, and made anew the next time."""
    linker = tree / "linker"
    linker.write_text(
        '#!/bin/sh\ncase "$*" in *-shared*) while [ "$1" != -o ]; do shift; done; : > "$2" ;; *) exec cc "$@" ;; esac\n'
    )
    linker.chmod(0o755)
    refused = python(tree, "hatch_build.py", CC=str(linker))
    assert refused.returncode == 1
    assert refused.stderr.endswith("empty (is the disk full?); nothing is installed\n"), refused.stderr
    assert libraries(tree) == []

    code = "import skali, skali.games.big as big; print(skali.compiled, big.Big().sides())"
    assert python(tree, "hatch_build.py").returncode == 0
    assert python(tree, "-c", code).stdout == "True 20\n"

    (tree / "src" / "skali" / "games" / f"big{_native.ABI}").write_bytes(b"")
    assert python(tree, "hatch_build.py").returncode == 0
    assert python(tree, "-c", code).stdout == "True 20\n"


def test_without_a_compiler_the_package_runs_interpreted_and_says_so(tree: Path) -> None:
    answer = python(tree, "hatch_build.py", CC="/bin/false")
    assert answer.returncode == 0
    assert "skali will run interpreted (slow): the C compiler `/bin/false` does not work" in answer.stdout
    assert libraries(tree) == []


@pytest.mark.parametrize("switch", ["CI", "SKALI_REQUIRE_NATIVE"])
def test_where_the_native_build_is_required_a_missing_compiler_is_a_failure(tree: Path, switch: str) -> None:
    answer = python(tree, "hatch_build.py", CC="/bin/false", **{switch: "true"})
    assert answer.returncode == 1
    assert "native build is required and the C compiler `/bin/false` does not work" in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert "gcc python3-dev" in answer.stderr


def test_pure_builds_nothing(tree: Path) -> None:
    answer = python(tree, "hatch_build.py", SKALI_PURE="1")
    assert answer.stdout == "skali: SKALI_PURE is set: no native build\n"
    assert libraries(tree) == []
