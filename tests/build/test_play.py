"""`make play`: the hall is there at once, and once more when the rules are compiled. Halls and builds here are small scripts."""

import os
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "play.py"
HALL = """
import os, pathlib, signal, sys, time
log = pathlib.Path("log")
opened = " ".join([os.environ.get("SKALI_PURE", "compiled"), *sys.argv[1:]])
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
with log.open("a") as file:
    file.write(f"open {opened}\\n")
if "--no-open" in sys.argv or CLOSES:
    sys.exit(3)
while not pathlib.Path("close").exists():
    time.sleep(0.05)
time.sleep(1)
"""
BUILD = """
import pathlib, sys, time
while not pathlib.Path("log").exists():
    time.sleep(0.05)
WORK
"""


def play(folder: Path, build: str, closes: bool = False) -> tuple[int, list[str]]:
    """The exit code, and how the hall was opened."""
    (folder / "hall.py").write_text(HALL.replace("CLOSES", str(closes)))
    (folder / "build.py").write_text(BUILD.replace("WORK", build))
    code = (
        "import pathlib, runpy, sys\n"
        f"tool = runpy.run_path({str(TOOL)!r})\n"
        "is_built = pathlib.Path('built').exists\n"
        "sys.exit(tool['play']([sys.executable, 'hall.py'], [sys.executable, 'build.py'], is_built))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "SKALI_PURE"}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, timeout=300)
    return done.returncode, (folder / "log").read_text().splitlines()


def test_it_opens_interpreted_and_again_when_the_rules_are_compiled(tmp_path: Path) -> None:
    assert play(tmp_path, "pathlib.Path('built').touch()") == (3, ["open 1", "open compiled --no-open"])


def test_what_is_compiled_is_opened_once(tmp_path: Path) -> None:
    (tmp_path / "built").touch()
    assert play(tmp_path, "", closes=True) == (3, ["open compiled"])


def test_a_build_that_fails_leaves_the_hall_open(tmp_path: Path) -> None:
    assert play(tmp_path, "pathlib.Path('close').touch(); sys.exit(1)") == (0, ["open 1"])


def test_a_hall_that_cannot_open_does_not_wait_for_the_build(tmp_path: Path) -> None:
    assert play(tmp_path, "time.sleep(600)", closes=True) == (3, ["open 1"])
