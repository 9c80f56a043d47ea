"""``skali hall``: opens the hall, and keeps its records safe."""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import os
import socket
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skali.cli.common import err

if TYPE_CHECKING:
    from skali.hall.settings import Settings

app = typer.Typer(
    invoke_without_command=True,
    help="Opens the hall: tables, guests and bots in the browser. `backup` and `restore` keep its records safe.",
)

Database = Annotated[
    str,
    typer.Option(
        metavar="FILE|URL",
        envvar="SKALI_DATABASE",
        help="An SQLite file or a postgresql:// URL; skali.db in your data folder if left out.",
    ),
]


class CannotOpen(ValueError):
    """A hall that cannot be opened as it was asked for; the message says what to mend."""


@app.callback()
def hall(
    context: typer.Context,
    database: Database = "",
    host: Annotated[str, typer.Option(help="The address to listen on; 127.0.0.1 for this machine alone.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any that is free.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    public_url: Annotated[str, typer.Option(help="The address in invitations, such as https://hall.example.org.")] = "",
    trust_proxy: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            help="Proxies whose X-Forwarded-For is believed, with commas; with --public-url those on this machine.",
        ),
    ] = "",
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    log_format: Annotated[
        str, typer.Option(help="plain for people, json for machines: then each request has a line, too.")
    ] = "plain",
    bot_processes: Annotated[int, typer.Option(min=1, max=64, help="Processes in which bots think.")] = 1,
    metrics_token: Annotated[
        str,
        typer.Option(
            envvar="SKALI_METRICS_TOKEN",
            help="Who sends it may read /metrics; else only this machine.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Opens the hall."""
    need("fastapi", "uvicorn", "sqlalchemy", "alembic", "orjson", "msgspec", "itsdangerous")
    from skali.hall.settings import Settings

    settings = Settings(
        database=database,
        host=host,
        port=port,
        workers=workers,
        public_url=public_url,
        trust_proxy=trust_proxy,
        log_format=log_format,
        bot_processes=bot_processes,
        metrics_token=metrics_token,
    )
    context.obj = settings
    if context.invoked_subcommand is None:
        run(settings, open_browser)


def need(*modules: str) -> None:
    """The server's libraries are an extra: who only simulates does without."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise CannotOpen(f"the hall needs {', '.join(missing)}: pip install 'skali[hall]'")


def run(settings: Settings, open_browser: bool) -> None:
    import uvicorn

    from skali.hall import logs
    from skali.hall.address import ANYWHERE, local_address, own_address
    from skali.hall.app import server_options
    from skali.hall.master import run_workers
    from skali.hall.migrations import migrate
    from skali.hall.storage import FileLock, InUse, file_of, make_engine

    if settings.workers > 1 and settings.database_url().startswith("sqlite"):
        raise CannotOpen("several workers need PostgreSQL: --database postgresql://...")
    if settings.log_format not in ("json", "plain"):
        raise CannotOpen(f"--log-format is json or plain, not '{settings.log_format}'")
    check_proxies(settings)
    logs.set_up(settings.log_format)
    settings = replace(settings, port=free_port(settings.host, settings.port))
    with database_of(settings) as url:  # made or migrated before the workers come
        engine = make_engine(url)
        file = file_of(url)
        if file is not None and file.exists():
            try:
                FileLock(file).release()
            except InUse as error:
                raise CannotOpen(str(error)) from None
        migrate(engine)
        engine.dispose()
    settings.to_environment()
    here = own_address(settings)
    err.print(f"[bold]The hall is open:[/] {here}   (Ctrl-C closes it)")
    if settings.public_url or settings.host in ANYWHERE:
        err.print(f"Others find it under {settings.public_url or f'http://{local_address()}:{settings.port}'}")
    if open_browser and not os.environ.get("CI"):
        threading.Thread(target=open_when_ready, args=(here,), daemon=True).start()
    options = server_options(settings)
    options["loop"] = "uvloop" if importlib.util.find_spec("uvloop") else "asyncio"
    if settings.workers > 1:
        config = uvicorn.Config("skali.hall.app:create_app", factory=True, workers=settings.workers, **options)
        raise SystemExit(run_workers(config))
    uvicorn.run("skali.hall.app:create_app", factory=True, **options)


def check_proxies(settings: Settings) -> None:
    for each in settings.trusted_proxies().split(","):
        try:
            ip_network(each.strip() or "127.0.0.1")
        except ValueError:
            raise CannotOpen(
                f"--trust-proxy has addresses or networks such as 10.0.0.0/8, not '{each.strip()}'"
            ) from None


def free_port(host: str, port: int) -> int:
    """The port, if the hall can listen on it; any that is free for 0."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            return int(probe.getsockname()[1])
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotOpen(
                f"port {port} is in use, perhaps by a hall that is open already; choose another, such as --port {port + 1}"
            ) from None
        raise CannotOpen(f"the hall cannot listen on {host}, port {port}: {error.strerror or error}") from None


@contextlib.contextmanager
def database_of(settings: Settings) -> Iterator[str]:
    """The database's address; what is wrong with the database is said in one line."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import SQLAlchemyError

    url = settings.database_url()
    try:
        yield url
    except SQLAlchemyError as error:
        cause = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise CannotOpen(f"the database {make_url(url)} cannot be used: {cause}") from None


def open_when_ready(url: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=1):
                webbrowser.open(url)
                return
        except OSError:
            time.sleep(0.2)


@app.command()
def backup(
    context: typer.Context, file: Annotated[Path, typer.Argument(help="Where to write it; must not exist yet.")]
) -> None:
    """Writes everything in the database to a file, also while the hall is open."""
    from skali.hall.backup import write_backup

    with database_of(context.obj) as url:
        try:
            rows = write_backup(url, file)
        except OSError as error:
            raise CannotOpen(f"{file} cannot be written: {error.strerror}") from None
    err.print(f"{file}: {rows:,} rows")


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `skali hall backup` wrote.", exists=True, dir_okay=False)],
) -> None:
    """Fills an empty database from a backup. Works between SQLite and PostgreSQL, too."""
    from skali.hall.backup import BackupError, read_backup

    with database_of(context.obj) as url:
        try:
            rows = read_backup(url, file)
        except BackupError as error:
            raise CannotOpen(str(error)) from None
    err.print(f"{rows:,} rows restored from {file}")
