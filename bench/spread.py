"""Does it matter how an arena is spread? `python -m bench.spread` plays one in this process, over two processes and over a real Ray
cluster (started here, on this machine), kills a worker in the middle of another and resumes it, and compares all they left behind.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from bench.cell import need

SKALI = [sys.executable, "-c", "from skali.cli import main; main()"]


def content(folder: Path) -> Any:
    """Everything but the times."""
    table = need("pyarrow.parquet", "'skali[arena]'").read_table(folder / "results.parquet")
    journal = [json.loads(line) for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    for game in journal:
        for seat in game["seats"]:
            del seat["seconds"]
    sagas = {path.name: path.read_text(encoding="utf-8") for path in (folder / "sagas").iterdir()}
    standings = json.loads((folder / "standings.json").read_text(encoding="utf-8"))
    return table.drop_columns(["seconds"]).to_pylist(), journal, sagas, standings


def children(parent: int) -> list[int]:
    """The processes that a process has started, workers of its pool among them."""
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "spawn_main" in line]


def killed_in_the_middle(arguments: list[str], folder: Path) -> None:
    """A worker dies, then the arena itself, when some games are finished; then it is resumed."""
    arena = subprocess.Popen([*SKALI, *arguments, "--jobs", "2", "--out", str(folder)], stdout=subprocess.DEVNULL)
    for games, victim in ((3, "worker"), (8, "arena")):
        while arena.poll() is None and finished(folder) < games:
            time.sleep(0.02)
        pid = children(arena.pid)[0] if victim == "worker" else arena.pid
        print(f"  killing the {victim}, process {pid}, with {finished(folder)} games finished")
        os.kill(pid, signal.SIGKILL)
    arena.wait()
    before = finished(folder)
    subprocess.run(
        [*SKALI, *arguments, "--jobs", "2", "--out", str(folder), "--resume"], check=True, stdout=subprocess.DEVNULL
    )
    numbers = [json.loads(line)["game"] for line in (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(numbers) == len(set(numbers)), "a game was played twice"
    print(f"  {before} games were finished, {len(numbers)} after --resume, each once")


def finished(folder: Path) -> int:
    journal = folder / "games.jsonl"
    return journal.read_text(encoding="utf-8").count("\n") if journal.exists() else 0


def main(
    agents: Annotated[str, typer.Option(help="Agents with iteration budgets.")] = "mcts:50,greedy,random",
    games: Annotated[int, typer.Option(min=12)] = 24,
    ray: Annotated[bool, typer.Option(help="Start a Ray cluster on this machine, and end it.")] = True,
) -> None:
    arguments = f"arena fjords --agents {agents} --games {games} --seed 5".split()
    ways = {"--jobs 1": ["--jobs", "1"], "--jobs 2": ["--jobs", "2"]}
    cluster = None
    if ray:
        need("ray", "'skali[ray]'")
        tool = [sys.executable, "-m", "ray.scripts.scripts"]
        start = [
            *tool,
            "start",
            "--head",
            "--block",
            "--port=6399",
            "--include-dashboard=false",
            "--disable-usage-stats",
        ]
        cluster = subprocess.Popen(start, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(10)
        ways["--ray auto"] = ["--ray", "auto"]
    same = True
    with tempfile.TemporaryDirectory() as top:
        found = {}
        for number, (way, more) in enumerate(ways.items()):
            folder = Path(top, str(number))
            began = time.perf_counter()
            subprocess.run([*SKALI, *arguments, *more, "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
            print(f"skali {' '.join(arguments)} {way}: {games} games in {time.perf_counter() - began:.1f} s")
            found[way] = content(folder)
        print("killed and resumed:")
        killed_in_the_middle(arguments, Path(top, "killed"))
        found["killed and resumed"] = content(Path(top, "killed"))
    if cluster is not None:
        os.killpg(cluster.pid, signal.SIGTERM)
        cluster.wait()
    first = found["--jobs 1"]
    for way, each in found.items():
        same &= each == first
        print(
            f"{way}: {len(each[0])} rows, {len(each[2])} sagas, {'identical' if each == first else 'DIFFERENT'} apart from times"
        )
    sys.exit(not same)


if __name__ == "__main__":
    typer.run(main)
