"""``skali dataset``: recorded games as Parquet, for programs that learn."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from skali.cli.arena import progress_bar
from skali.cli.common import Json, out, print_json


class CannotCollect(ValueError):
    """A dataset that cannot be made as it was asked for; the message says what to mend."""


def dataset(
    folder: Annotated[Path, typer.Argument(metavar="OUT", help="A folder for the dataset.")],
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="SAGA...", help="Sagas, or folders of them such as `skali arena --out` leaves."),
    ],
    observations: Annotated[
        bool,
        typer.Option("--observations", help="Store what the seats saw too; else it is found again when it is read."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Collects recorded games of one kind: a row for each game and one for each decision."""
    missing = [module for module in ("numpy", "pyarrow", "gymnasium") if importlib.util.find_spec(module) is None]
    if missing:
        raise CannotCollect(f"this needs {', '.join(missing)}: pip install 'skali[data]'")
    from skali.interop import datasets

    with progress_bar() as progress:
        task = progress.add_task("collecting", total=None)
        try:
            counted = datasets.write(folder, sources, observations, lambda _: progress.advance(task))
        except datasets.DatasetError as error:
            raise CannotCollect(str(error)) from None
    size = sum((folder / name).stat().st_size for name in (datasets.GAMES, datasets.DECISIONS))
    if as_json:
        print_json({**counted._asdict(), "bytes": size, "folder": str(folder)})
    else:
        told = f"{folder}: {counted.games} games, {counted.decisions:,} decisions, {size / 1024:.0f} kB"
        out.print(told, soft_wrap=True)
