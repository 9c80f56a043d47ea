"""SQLite and PostgreSQL side by side: `python -m bench.hall.databases`.

The same closed loop of Fjords tables on a hall with SQLite, with PostgreSQL and one worker, and with PostgreSQL and two, in turns,
each with a fresh server and an empty database. PostgreSQL is started here (pgserver) and runs on the same cores.
"""

import itertools
import statistics
import tempfile
from typing import Annotated, Any

import pgserver
import psycopg
import typer

from bench.hall.__main__ import Ours, console, run, show

_names = itertools.count(1)


def new_database(server: str) -> str:
    name = f"hall{next(_names)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?", 1)


def main(
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    seconds: Annotated[float, typer.Option(min=1.0)] = 5.0,
    tables: Annotated[int, typer.Option(min=1, help="How many live tables.")] = 200,
    game: str = "fjords",
) -> None:
    with tempfile.TemporaryDirectory(prefix="skali-postgres-") as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")
        uri = server.get_uri()
        makers = {
            "SQLite": lambda: Ours(game),
            "PostgreSQL, 1 worker": lambda: Ours(game, new_database(uri)),
            "PostgreSQL, 2 workers": lambda: Ours(game, new_database(uri), workers=2),
        }
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in makers}
        for number in range(rounds):
            for name, make in makers.items():
                result = run(make(), tables, seconds, 0.0)
                found[name].append(result)
                console.print(f"round {number + 1}: {name}: {show(result)}")
        server.cleanup()
    base = statistics.median(each["per_second"] for each in found["SQLite"])
    print(
        "| database | moves/s (range) | of SQLite | p50 ms | p99 ms | errors |\n| --- | --- | --- | --- | --- | --- |"
    )
    for name, results in found.items():
        speeds = [each["per_second"] for each in results]
        p50, p99 = (statistics.median(each[share] for each in results) for share in ("p50", "p99"))
        errors = sum(each["faults"] + each["stuck"] for each in results)
        print(
            f"| {name} | {statistics.median(speeds):,.0f} ({min(speeds):,.0f}–{max(speeds):,.0f}) "
            f"| {statistics.median(speeds) / base:.2f} | {p50:.1f} | {p99:.1f} | {errors} |"
        )


if __name__ == "__main__":
    typer.run(main)
