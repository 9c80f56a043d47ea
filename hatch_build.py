"""The native build: compiles the rules and the search to C with mypyc, in place, when they have changed.

`python hatch_build.py` does it by hand; hatchling does it in every `pip install`, through the hook below.
What is compiled is said in `src/skali/_native.py`. From the environment:

    SKALI_OPT=0..3          how hard the C compiler tries: 3, the default, optimizes across modules, so that
                            a change costs as much as the whole; 0 to 2 compile only what has changed
    SKALI_GAMES=odin,...    compile only these games, and not the hall: quick to build again for who works on one
    SKALI_PURE=1            do not build: the package will run interpreted
    SKALI_REQUIRE_NATIVE=1  fail where a C compiler or Python.h is missing (also with CI=true)
"""

import contextlib
import hashlib
import json
import os
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "skali"
native = SimpleNamespace(**runpy.run_path(str(PACKAGE / "_native.py")))
STAMP = PACKAGE / native.STAMP

# To mypy: types of other packages are not read, so that it is quick, and the same whatever is installed;
# and mistakes in what is not compiled are left to `make check`.
ALONE = ("--no-site-packages", "--ignore-missing-imports", "--follow-imports=silent")
GCC = "#ifdef __clang__\n#error\n#endif"  # compiles with gcc only

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class NativeBuild(BuildHookInterface):
    """Builds in place for every wheel; a normal one carries the result, an editable one finds it there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        built = build()
        client = runpy.run_path(str(ROOT / "tools" / "build_web.py"))["build"]()
        if built and version == "standard":
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        if version == "standard":
            build_data["force_include"] = {str(path): str(path.relative_to(SOURCE)) for path in [*built, *client]}


def build() -> list[Path]:
    """Brings the compiled modules up to date; returns them and their stamp, or nothing if that cannot be."""
    if switched_on("SKALI_PURE"):
        say("SKALI_PURE is set: no native build")
        return []
    opt = os.environ.get("SKALI_OPT", "3")
    if opt not in ("0", "1", "2", "3"):
        sys.exit(f"skali: SKALI_OPT is 0, 1, 2 or 3, not {opt!r}")
    games = sorted(filter(None, os.environ.get("SKALI_GAMES", "").split(",")))
    if unknown := [game for game in games if not (PACKAGE / "games" / game / "__init__.py").exists()]:
        sys.exit(f"skali: SKALI_GAMES names games of src/skali/games, e.g. SKALI_GAMES=fjords,odin, not {unknown[0]!r}")
    with only_one_build_at_a_time():
        stamp = {
            "abi": native.ABI,
            "games": games,  # none named: all
            "mypy": mypy_version(),
            "opt": opt,
            "recipe": hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8],
            "sources": native.fingerprints(str(PACKAGE), games),  # before compiling: what changes meanwhile is stale
        }
        products = [Path(path) for path in native.products(stamp["sources"], str(PACKAGE))]
        if native.stamp(str(PACKAGE)) == stamp and all(is_whole(path) for path in products):
            say("native build is up to date")
        elif not products:
            say("there is nothing to compile yet")
            return []
        elif lack := lacking():
            if switched_on("CI") or switched_on("SKALI_REQUIRE_NATIVE"):
                sys.exit(f"skali: the native build is required and {lack}")
            say(f"no native build, skali will run interpreted (slow): {lack}")
            return []
        else:
            compile_and_install(products, stamp)
    return [*products, STAMP]


def compile_and_install(products: list[Path], stamp: dict[str, Any]) -> None:
    say(f"compiling {len(products) - 1} modules (-O{stamp['opt']}, {CORES} cores)")
    started = time.monotonic()
    made_how = (native.ABI.strip("."), "mypy" + stamp["mypy"], "O" + stamp["opt"], *stamp["games"], stamp["recipe"])
    scratch = Path("build", "native", "-".join(made_how))
    with contextlib.chdir(ROOT):  # where mypy finds its settings
        sources = [f"src/skali/{source}" for source in stamp["sources"] if native.is_compiled(source)]
        for library in [*scratch.glob("lib/**/*.so"), *scratch.glob("lib/**/*.pyd")]:
            if not is_whole(library):
                library.unlink()  # or it would be taken for newer than what it is linked from
        compile_group(sources, scratch, stamp["opt"])
    made = {product: ROOT / scratch / "lib" / product.relative_to(SOURCE) for product in products}
    for library in made.values():
        if not is_whole(library):
            sys.exit(f"skali: the linker left {library.name} empty (is the disk full?); nothing is installed")
    STAMP.unlink(missing_ok=True)
    for old in [*SOURCE.glob(native.LIBRARY + ".*"), *PACKAGE.rglob("*.so"), *PACKAGE.rglob("*.pyd")]:
        if old not in products:
            old.unlink()
    for product, library in made.items():
        fresh = product.with_suffix(".new")  # then renamed: a process may be running the old file
        shutil.copyfile(library, fresh)
        fresh.replace(product)
    STAMP.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    say(f"native build done in {time.monotonic() - started:.0f} s")


def compile_group(sources: list[str], scratch: Path, opt: str) -> None:
    """Compiles the sources into one mypyc group in `scratch`, and there only what has changed."""
    import setuptools
    from mypyc.build import mypycify  # prints what mypy finds, and exits
    from setuptools.command.build_ext import build_ext

    extensions = mypycify(
        [*ALONE, *sources], opt_level=opt, debug_level="0", multi_file=True, target_dir=str(scratch), group_name="skali"
    )
    pool = ThreadPoolExecutor(CORES)

    class ParallelBuild(build_ext):
        """setuptools compiles the files of one library one after the other; this lets each core take one."""

        def build_extensions(self) -> None:
            compile_one_by_one = self.compiler.compile

            def compile_all(files: list[str], **settings: Any) -> list[str]:
                headers = [Path(header).read_bytes() for header in sorted(settings["depends"])]

                def compile_if_changed(file: str) -> list[str]:
                    objects = self.compiler.object_filenames([file], output_dir=settings["output_dir"])
                    digest = hashlib.sha256(b"".join([Path(file).read_bytes(), *headers])).hexdigest()
                    note = Path(objects[0] + ".made-from")
                    if not (Path(objects[0]).exists() and note.exists() and note.read_text() == digest):
                        note.unlink(missing_ok=True)
                        compile_one_by_one([file], **settings)
                        note.write_text(digest)
                    return objects

                return [made for objects in pool.map(compile_if_changed, files) for made in objects]

            self.compiler.compile = compile_all
            super().build_extensions()

    library = next(extension for extension in extensions if extension.name == native.LIBRARY)
    if os.name == "posix":  # a call inside the library needs no detour through the symbol table
        library.extra_compile_args.append("-fno-semantic-interposition")
        library.extra_compile_args.append("-ffp-contract=off")  # round as Python does on every machine
    if opt == "3" and compiles(GCC, "-flto"):  # one module's small functions are inlined into another's
        library.extra_compile_args.append("-flto")
        library.extra_link_args += ["-O3", f"-flto={CORES}", "-fno-semantic-interposition"]
    command = ParallelBuild(setuptools.Distribution({"name": "skali", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(scratch / "lib"), str(scratch / "objects")
    command.parallel = CORES
    command.ensure_finalized()
    command.run()


def is_whole(library: Path) -> bool:
    """Whether there is such a file with something in it: a build that was cut short can leave an empty one."""
    return library.exists() and library.stat().st_size > 0


def lacking() -> str:
    """What this machine lacks for a native build, and how to get it; empty if nothing."""
    install = "install gcc and the headers of Python (Debian: gcc python3-dev; Fedora: gcc python3-devel)"
    if not compiles("int none;"):
        return f"the C compiler `{shlex.join(compiler())}` does not work; {install}"
    if not compiles("#include <Python.h>", "-I" + sysconfig.get_path("include")):
        return f"Python.h is missing; {install}"
    return ""


def compiler() -> list[str]:
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def compiles(text: str, *flags: str) -> bool:
    command = [*compiler(), *flags, "-fsyntax-only", "-x", "c", "-"]
    try:
        subprocess.run(command, input=text.encode(), capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def mypy_version() -> str:
    from mypy.version import __version__

    return __version__


@contextlib.contextmanager
def only_one_build_at_a_time() -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows: on your own
        yield
        return
    (ROOT / "build").mkdir(exist_ok=True)
    with open(ROOT / "build" / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def switched_on(variable: str) -> bool:
    return os.environ.get(variable, "").lower() not in ("", "0", "false")


def say(message: str) -> None:
    print(f"skali: {message}", flush=True)


if __name__ == "__main__":
    build()
    sys.stdout.flush()
    os._exit(0)  # to take apart all that mypy knows of the sources would take half a minute
