"""`make play`: opens the hall at once, interpreted if need be, and again when the rules are compiled.

Compiling takes minutes, and nobody should have to wait for it: the build runs beside an interpreted hall, out of its way.
When it is done, the hall is closed and opened again; tables are stored, and pages come back by themselves.
"""

import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
native = runpy.run_path(str(ROOT / "src" / "skali" / "_native.py"))


def play(hall: list[str], build: list[str], is_built: Callable[[], bool]) -> int:
    """Runs the command of the hall until it ends, beside the one of the build if there is need; the hall's exit code."""
    if is_built() or os.environ.get("SKALI_PURE", "") not in ("", "0"):
        return finish(subprocess.Popen(hall))
    say("the rules are being compiled, about 2 minutes on two cores; the hall is open meanwhile, with slower bots")
    opened = subprocess.Popen(hall, env={**os.environ, "SKALI_PURE": "1"})
    builder = subprocess.Popen(build, preexec_fn=lambda: os.nice(10)) if os.name == "posix" else subprocess.Popen(build)
    try:
        while builder.poll() is None and opened.poll() is None:
            time.sleep(0.2)
    except KeyboardInterrupt:
        return finish(opened)
    finally:
        stop(builder)
    if opened.poll() is not None or not is_built():  # it was closed, or the build has said why it could not be done
        return finish(opened)
    say("the rules are compiled; the hall opens again, and pages come back by themselves")
    stop(opened)
    return finish(subprocess.Popen([*hall, "--no-open"]))


def finish(process: subprocess.Popen[bytes]) -> int:
    """Waits for its end. Ctrl-C reaches it too, as one of the same terminal: it closes in its own time."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        process.wait()


def say(message: str) -> None:
    print(f"skali: {message}", flush=True)


def is_built() -> bool:
    return not native["fault"]() and not native["stamp"]().get("games")


if __name__ == "__main__":
    hall = [str(Path(sys.executable).with_name("skali")), "hall", *sys.argv[1:]]
    sys.exit(play(hall, [sys.executable, str(ROOT / "hatch_build.py")], is_built))
