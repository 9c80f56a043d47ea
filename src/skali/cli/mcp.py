"""``skali mcp``: a seat of a running hall for a language model, over the Model Context Protocol."""

from __future__ import annotations

import hashlib
import importlib.util
from typing import Annotated

import typer


class CannotSit(ValueError):
    """A seat that cannot be taken as it was asked for; the message says what to mend."""


def mcp(
    link: Annotated[
        str,
        typer.Argument(
            envvar="SKALI_SEAT_LINK",
            help="The link of the seat: the table's owner finds it in the browser, by the seat.",
        ),
    ],
    name: Annotated[str, typer.Option(help="What the others at the table see.")] = "Model",
) -> None:
    """Lets a language model sit at a table: serves the Model Context Protocol on stdin and stdout.

    The model sees what its seat may see, and plays by the rules as everybody does.
    """
    missing = [module for module in ("mcp", "httpx", "websockets") if importlib.util.find_spec(module) is None]
    if missing:
        raise CannotSit(f"this needs {', '.join(missing)}: pip install 'skali[mcp]'")
    from skali.hall.settings import data_folder
    from skali.interop.mcp import seat_server
    from skali.interop.seat import SeatError

    kept = data_folder() / "mcp" / hashlib.sha256(link.encode()).hexdigest()[:16]
    try:
        server = seat_server(link, name, kept)
    except SeatError as error:
        raise CannotSit(str(error)) from None
    server.run("stdio")
