"""A long siege of a hall with two workers on PostgreSQL: `python -m bench.hall.siege`.

Kills workers and the command and stops PostgreSQL while whole games are played, each seat at another worker, and then checks that
no acknowledged move is lost, no table is behind, no bot or flag has acted twice. The same in small is one of the tests.
"""

import dataclasses
import json
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tests.hall import campaign
from tests.hall.halls import OwnPostgres, new_database


def main(
    games: Annotated[int, typer.Option(help="Whole games of two people at different workers.")] = 16,
    with_bots: Annotated[int, typer.Option(help="Games of a person and a bot.")] = 6,
    clocks: Annotated[int, typer.Option(help="Tables where a clock runs out.")] = 8,
    kills_of_workers: int = 14,
    kills_of_the_command: int = 6,
    stops: Annotated[int, typer.Option(help="How often PostgreSQL stops.")] = 2,
    stopped_seconds: float = 10.0,
    seed: int = 1,
) -> None:
    with tempfile.TemporaryDirectory(prefix="skali-postgres-") as folder:
        postgres = OwnPostgres(Path(folder))
        try:
            outcome = campaign.run(
                postgres,
                new_database(postgres.uri),
                games=games,
                with_bots=with_bots,
                clocks=clocks,
                kills_of_workers=kills_of_workers,
                kills_of_the_command=kills_of_the_command,
                stops=stops,
                stopped_seconds=stopped_seconds,
                seed=seed,
                say=Console(stderr=True).print,
            )
        finally:
            postgres.close()
    print(json.dumps(dataclasses.asdict(outcome), indent=1))
    raise typer.Exit(bool(outcome.faults))


if __name__ == "__main__":
    typer.run(main)
