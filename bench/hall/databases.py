"""SQLite and PostgreSQL side by side: `python -m bench.hall.databases`.

The same closed loop of tables on a hall with SQLite, with PostgreSQL and one worker, and with PostgreSQL and two, in turns,
each with a fresh server and an empty database. PostgreSQL is started here (pgserver) and runs on the same cores.
"""

import statistics
import tempfile
from collections.abc import Callable
from typing import Annotated, Any

import pgserver
import typer

from bench.hall.__main__ import Ours, console, run, show
from skali.core import game_keys
from tests.hall.halls import new_database


def main(
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    seconds: Annotated[float, typer.Option(min=1.0)] = 5.0,
    tables: Annotated[int, typer.Option(min=1, help="How many live tables.")] = 200,
    games: Annotated[str, typer.Option(help="Which, with commas; all of them if left out.")] = "",
) -> None:
    with tempfile.TemporaryDirectory(prefix="skali-postgres-") as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        uri = server.get_uri()
        makers: dict[str, Callable[[str], Ours]] = {
            "SQLite": Ours,
            "PostgreSQL, 1 worker": lambda game: Ours(game, new_database(uri)),
            "PostgreSQL, 2 workers": lambda game: Ours(game, new_database(uri), workers=2),
        }
        cells = [(game, name) for game in (games.split(",") if games else game_keys()) for name in makers]
        found: dict[tuple[str, str], list[dict[str, Any]]] = {cell: [] for cell in cells}
        try:
            for number in range(rounds):
                for game, name in cells:
                    result = run(makers[name](game), tables, seconds, 0.0, server.get_pid())
                    found[game, name].append(result)
                    console.print(f"round {number + 1}: {game} on {name}: {show(result)}")
        finally:
            server.cleanup()
    report(found)


def report(found: dict[tuple[str, str], list[dict[str, Any]]]) -> None:
    """Medians of the rounds, as Markdown; the processor time of a move in the hall and in PostgreSQL."""
    columns = (
        "game",
        "database",
        "moves/s (range)",
        "of SQLite",
        "hall µs",
        "PostgreSQL µs",
        "p50 ms",
        "p99 ms",
        "errors",
    )
    print("| " + " | ".join(columns) + " |\n" + "| --- " * len(columns) + "|")
    for (game, name), results in found.items():
        base = median(found[game, "SQLite"], "per_second")
        speeds = [each["per_second"] for each in results]
        cells = (
            game,
            name,
            f"{statistics.median(speeds):,.0f} ({min(speeds):,.0f}–{max(speeds):,.0f})",
            f"{statistics.median(speeds) / base:.2f}",
            f"{median(results, 'server_us_per_move'):.0f}",
            f"{median(results, 'database_us_per_move'):.0f}",
            f"{median(results, 'p50'):.1f}",
            f"{median(results, 'p99'):.1f}",
            str(sum(each["faults"] + each["stuck"] for each in results)),
        )
        print("| " + " | ".join(cells) + " |")


def median(results: list[dict[str, Any]], name: str) -> float:
    return statistics.median(each[name] for each in results)


if __name__ == "__main__":
    typer.run(main)
