"""The command: starts a fresh server for each run, lets the players loose on it, reports medians of interleaved rounds."""

import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from skali.core import game_keys, load_game
from skali.hall.settings import Settings

RIVAL = Path(__file__).parent / "rival"
ROOT = Path(__file__).resolve().parents[2]
console = Console(stderr=True)
HELP = """Moves per second and latency of the hall beside boardgame.io 0.50.2 (node, Socket.IO, memory storage).

Both play the same counter game with views of about 600 bytes, with the same generator; ours plays the five games as well, with as
many seats as the smallest table has. Ours commits every move to disk before it is
acknowledged (SQLite WAL, synchronous=FULL); boardgame.io keeps it in memory. Needs node and npm. A fresh server for each run. Where
a game may be over before the run is, the next one is played at a table that was opened before the clock started."""
SHORT = {"fjords": 200}
"""Moves after which a game at random may be over, where a run can be longer than that."""
MOST_A_SECOND = 10_000
"""Moves of such a game that no run exceeds."""

SERVER = (
    "import json, sys; from skali.hall.settings import Settings; from skali.cli.hall import run; "
    "run(Settings(**json.loads(sys.argv[1])), False)"
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Ours:
    def __init__(self, game: str, database: str = "", workers: int = 1) -> None:
        self.game = game
        self.folder = tempfile.mkdtemp(prefix="skali-load-")
        self.port = free_port()
        settings = Settings(
            database=database or f"{self.folder}/hall.db",
            host="127.0.0.1",
            port=self.port,
            workers=workers,
            games={"counter": "bench.hall.counter:Counter"},
            messages_per_second=1e6,
            requests_per_second=1e6,
            sockets_per_guest=10**6,
            tables_per_guest=10**6,
            tables_per_address=1e6,
            guests_per_address=1e6,
            connections_per_address=10**6,
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, json.dumps(asdict(settings))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
            stderr=subprocess.DEVNULL,
        )
        wait_for(f"http://127.0.0.1:{self.port}/healthz")

    def job(self) -> dict[str, Any]:
        seats = 2 if self.game == "counter" else max(min(load_game(self.game).seats), 2)
        return {"target": "skali", "url": f"http://127.0.0.1:{self.port}", "game": self.game, "seats": seats}

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        shutil.rmtree(self.folder, ignore_errors=True)


class Rival:
    def __init__(self) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(
            ["node", "server.cjs", str(self.port)],
            cwd=RIVAL,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(f"http://127.0.0.1:{self.port}/games")

    def job(self) -> dict[str, Any]:
        return {"target": "rival", "url": f"http://127.0.0.1:{self.port}", "game": "counter"}

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


def wait_for(url: str) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"nothing answers at {url}")


def machine_seconds() -> float:
    """Time that all cores have worked."""
    fields = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def run(server: Ours | Rival, matches: int, seconds: float, rate: float, database: int = 0) -> dict[str, Any]:
    """``database`` is the process of the database, if it has one."""
    try:
        job = {**server.job(), "matches": matches, "seconds": seconds, "rate": rate, "pid": server.process.pid}
        job["database"] = database
        if job["game"] in SHORT and not rate:
            job["spares"] = max(round((seconds + 1) * MOST_A_SECOND / SHORT[job["game"]]) - matches, 0)
        machine, began = machine_seconds(), time.monotonic()
        done = subprocess.run(
            ["node", "load.mjs", json.dumps(job)], cwd=RIVAL, capture_output=True, text=True, timeout=seconds * 10 + 120
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])
        result: dict[str, Any] = json.loads(done.stdout)
        if not result["moves"]:
            raise RuntimeError(f"no move came through: {result}")
        if result["ran_out"]:
            raise RuntimeError("games were over before the run was, and no table was left: take fewer --seconds")
        took = time.monotonic() - began
        busy = (machine_seconds() - machine) / took
        result["foreign_cores"] = max(busy - result["server_cores"] - result["generator_cores"], 0.0)
        return result
    finally:
        server.close()


def main(
    rounds: Annotated[int, typer.Option(min=1)] = 5,
    seconds: Annotated[float, typer.Option(min=1.0)] = 5.0,
    tables: Annotated[str, typer.Option(help="How many live tables, with commas.")] = "100,300",
    games: Annotated[str, typer.Option(help="Which games, with commas; by default the counter and all others.")] = "",
    rate: Annotated[float, typer.Option(help="The fixed load, moves a second; 0 leaves it out.")] = 800,
    hold: Annotated[int, typer.Option(help="Live tables to be held without an error; 0 leaves it out.")] = 500,
    database: Annotated[str, typer.Option(help="PostgreSQL instead of SQLite, by URL.")] = "",
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    if not (RIVAL / "node_modules").is_dir():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=RIVAL, check=True, stdout=subprocess.DEVNULL)
    makers: dict[str, Callable[[], Ours | Rival]] = {
        f"skali {game}": partial(Ours, game, database)
        for game in (games.split(",") if games else ("counter", *game_keys()))
    }
    makers["boardgame.io counter"] = Rival
    peers = [name for name in ("skali counter", "skali fjords", "boardgame.io counter") if name in makers]
    first, *more = (int(count) for count in tables.split(","))
    cells = [(name, first, 0.0) for name in makers] + [(name, count, 0.0) for count in more for name in peers]
    if rate:
        cells += [(name, 300, rate) for name in peers]
    found: dict[tuple[str, int, float], list[dict[str, Any]]] = {cell: [] for cell in cells}
    for number in range(rounds):
        order = list(cells)
        random.Random(number).shuffle(order)
        for name, count, fixed in order:
            result = run(makers[name](), count, seconds, fixed)
            found[name, count, fixed].append(result)
            console.print(f"round {number + 1}: {name}, {count} tables, rate {fixed or 'free'}: {show(result)}")
    if hold:
        result = run(Ours("fjords", database), hold, seconds, rate)
        found["skali fjords", hold, rate] = [result]
        console.print(f"{hold} live tables: {show(result)}")
    if as_json:
        print(json.dumps([{"server": k[0], "tables": k[1], "rate": k[2], "rounds": v} for k, v in found.items()]))
        return
    report(found)


def show(result: dict[str, Any]) -> str:
    kept = "" if result["table_kb"] is None else f"{result['table_kb']:.0f} kB a table, "
    return (
        f"{result['per_second']:,.0f} moves/s, p50 {result['p50']:.1f} ms, p99 {result['p99']:.1f} ms, "
        f"server {result['server_cores']:.2f} cores and {result['server_us_per_move']:.0f} us a move, "
        f"generator {result['generator_cores']:.2f} cores, {kept}foreign {result['foreign_cores']:.2f}, "
        f"errors {result['faults']}, stuck {result['stuck']}"
    )


COLUMNS = (
    "server",
    "tables",
    "load",
    "moves/s (range)",
    "×",
    "server µs a move",
    "×",
    "p50 ms",
    "p99 ms",
    "kB a table",
    "errors",
    "foreign cores",
)


def report(found: dict[tuple[str, int, float], list[dict[str, Any]]]) -> None:
    """Medians of the rounds, as Markdown; × is how many times better than boardgame.io's counter in the same cell."""
    rows = [COLUMNS, ("---",) * len(COLUMNS)]
    for (name, count, rate), results in found.items():
        speeds = [each["per_second"] for each in results]
        kept = [each["table_kb"] for each in results if each["table_kb"] is not None]
        peers = found.get(("boardgame.io counter", count, rate), [])
        peer = statistics.median([each["per_second"] for each in peers]) if peers else 0.0
        rows.append(
            (
                name,
                str(count),
                f"{rate:.0f}/s" if rate else "free",
                f"{statistics.median(speeds):,.0f} ({min(speeds):,.0f}–{max(speeds):,.0f})",
                f"{statistics.median(speeds) / peer:.2f}" if peer and not rate else "",
                f"{cost(results):.0f}",
                f"{cost(peers) / cost(results):.2f}" if peers else "",
                f"{statistics.median([each['p50'] for each in results]):.1f}",
                f"{statistics.median([each['p99'] for each in results]):.1f}",
                f"{statistics.median(kept):.0f}" if kept else "",
                str(sum(each["faults"] + each["stuck"] for each in results)),
                f"{statistics.median([each['foreign_cores'] for each in results]):.2f}",
            )
        )
    for row in rows:
        print("| " + " | ".join(row) + " |")


def cost(results: list[dict[str, Any]]) -> float:
    """Microseconds of the server's own time for a move: what a busy machine distorts least."""
    return statistics.median([each["server_us_per_move"] for each in results])


main.__doc__ = HELP
if __name__ == "__main__":
    typer.run(main)
