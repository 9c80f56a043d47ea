"""``skali hall``: opens the hall, and keeps its records safe."""

from __future__ import annotations

import importlib.util
import os
import threading
import time
import urllib.request
import webbrowser
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


@app.callback()
def hall(
    context: typer.Context,
    database: Database = "",
    host: Annotated[str, typer.Option(help="The address to listen on; 127.0.0.1 for this machine alone.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    public_url: Annotated[str, typer.Option(help="The address in invitations, such as https://hall.example.org.")] = "",
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = True,
    log_format: Annotated[str, typer.Option(help="json or plain.")] = "plain",
    bot_processes: Annotated[int, typer.Option(min=1, max=64, help="Processes in which bots think.")] = 1,
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
        log_format=log_format,
        bot_processes=bot_processes,
    )
    context.obj = settings
    if context.invoked_subcommand is None:
        run(settings, open_browser)


def need(*modules: str) -> None:
    """The server's libraries are an extra: who only simulates does without."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise typer.BadParameter(f"the hall needs {', '.join(missing)}: pip install 'skali[hall]'")


def run(settings: Settings, open_browser: bool) -> None:
    import uvicorn

    from skali.hall import logs
    from skali.hall.migrations import migrate
    from skali.hall.storage import make_engine

    url = settings.database_url()
    if settings.workers > 1 and url.startswith("sqlite"):
        raise typer.BadParameter("several workers need PostgreSQL: --database postgresql://...")
    if settings.log_format not in ("json", "plain"):
        raise typer.BadParameter("--log-format is json or plain")
    logs.set_up(settings.log_format)
    engine = make_engine(url)
    migrate(engine)
    engine.dispose()
    settings.to_environment()
    local = f"http://127.0.0.1:{settings.port}"
    err.print(f"[bold]The hall is open:[/] {settings.public_url or local}   (Ctrl-C closes it)")
    if open_browser and not os.environ.get("CI"):
        threading.Thread(target=open_when_ready, args=(local,), daemon=True).start()
    uvicorn.run(
        "skali.hall.app:create_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if settings.workers > 1 else None,
        loop="uvloop" if importlib.util.find_spec("uvloop") else "asyncio",
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        access_log=False,
        server_header=False,
        log_config=None,
        proxy_headers=True,
        timeout_graceful_shutdown=5,
        limit_concurrency=5000,
    )


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

    rows = write_backup(context.obj.database_url(), file)
    err.print(f"{file}: {rows:,} rows")


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file that `skali hall backup` wrote.", exists=True, dir_okay=False)],
) -> None:
    """Fills an empty database from a backup. Works between SQLite and PostgreSQL, too."""
    from skali.hall.backup import BackupError, read_backup

    try:
        rows = read_backup(context.obj.database_url(), file)
    except BackupError as error:
        err.print(f"skali: {error}")
        raise typer.Exit(1) from None
    err.print(f"{rows:,} rows restored from {file}")
