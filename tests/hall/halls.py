"""Halls to test: in this process on a thread, or as the command in a process of its own that can be killed."""

import contextlib
import dataclasses
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
import uvicorn

from skali.hall.app import create_app, server_options
from skali.hall.hall import Hall
from skali.hall.settings import Settings
from skali.hall.table import LiveTable

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
"""Seconds until a wait is given up: only a fault takes so long, a busy machine does not."""
TOYS = {"moot": "tests.toys.moot:Moot", "cairns": "tests.toys.cairns:Cairns"}
TEST_SETTINGS: dict[str, Any] = {
    "games": TOYS,
    "host": "127.0.0.1",
    "seed": 1,
    "requests_per_second": 10000.0,
    "messages_per_second": 10000.0,
    "steps_per_second": 1e6,
    "chat_per_second": 10000.0,
    "tables_per_guest": 10**6,
    "tables_per_address": 1e6,
    "guests_per_address": 1e6,
    "connections_per_address": 10**6,
    "bot_pace": 0.0,
    "bot_seconds": 300.0,  # on a busy machine too a bot plays the move that its seed gives
    "bot_think": 300.0,
}
"""All the people of a test come from one address; tests of a limit set it again."""


def reserved_port() -> socket.socket:
    """A free port that nobody else gets, also between two runs of a hall, while this socket is open."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    return reserved


_names = itertools.count(1)


def new_database(server: str) -> str:
    """An empty database of a PostgreSQL."""
    name = f"hall{next(_names)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?", 1)


class ThreadHall:
    """A real server on a real port, whose insides a test may look at."""

    def __init__(self, database: str, **settings: Any) -> None:
        listening = reserved_port()
        self.port = int(listening.getsockname()[1])
        self.settings = Settings(database=database, port=self.port, **{**TEST_SETTINGS, **settings})
        self.app = create_app(self.settings)
        self.server = uvicorn.Server(uvicorn.Config(self.app, **server_options(self.settings)))
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started and self.hall.is_open, every=0.005)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def live(self, table: str) -> LiveTable:
        """A table as the hall has it in memory."""
        return self.hall.rooms[table].table

    def leave(self) -> None:
        """Lets it close by itself, while the next test begins; where its database is not its own, at once."""
        if "://" in self.settings.database:
            return self.close()
        self.server.should_exit = True
        _left[:] = [hall for hall in [*_left, self] if hall.thread.is_alive()]

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=PATIENCE)
        assert not self.thread.is_alive(), "the hall did not close"


_left: list[ThreadHall] = []


def close_those_left() -> None:
    for hall in _left:
        hall.close()


class ProcessHall:
    """``skali hall`` as a process, on the same port each time it is started."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.reserved = reserved_port()
        self.port = int(self.reserved.getsockname()[1])
        self.settings = Settings(database=database, port=self.port, **{**TEST_SETTINGS, **settings})
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = (
            "import json,sys; from skali.hall.settings import Settings; from skali.cli.hall import run; "
            "run(Settings(**json.loads(sys.argv[1])), False)"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, json.dumps(dataclasses.asdict(self.settings))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "CI": "true"},
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_until_open(self.url)

    def kill(self) -> None:
        """SIGKILL to all that the command has started: no goodbye, no flush."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def workers(self) -> list[int]:
        """The processes that serve, where there are several: children of the command that have the port open."""
        assert self.process is not None
        return [pid for pid in children_of(self.process.pid) if "spawn_main" in command_of(pid)]

    def worker_of(self, connection: socket.socket) -> int:
        """Which worker has the other end of a connection."""
        mine = f":{connection.getsockname()[1]:04X}"
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[1].endswith(f":{self.port:04X}") and fields[2].endswith(mine):
                for pid in self.workers():
                    if f"socket:[{fields[9]}]" in open_files_of(pid):
                        return pid
        raise AssertionError("nobody has the other end")


class OwnPostgres:
    """A PostgreSQL that a test may stop and start."""

    def __init__(self, folder: Path) -> None:
        import pgserver

        self.server = pgserver.get_server(folder, cleanup_mode="stop")
        self.uri: str = self.server.get_uri()
        with psycopg.connect(self.uri, autocommit=True) as connection:  # or it reads all its files when it starts again
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")

    def stop(self) -> None:
        """At once, as if the machine had failed."""
        from pgserver._commands import pg_ctl

        pg_ctl(["-m", "immediate", "-w", "stop"], pgdata=self.server.pgdata, user=self.server.system_user)

    def start(self) -> None:
        """Again, if it does not run; recovering may take its time on a busy machine."""
        for _ in range(60):
            try:
                return self.server.ensure_postgres_running()
            except (subprocess.TimeoutExpired, AssertionError):
                time.sleep(0.5)
        raise AssertionError("PostgreSQL does not start")

    def live(self, table: str) -> LiveTable:
        """A table as the hall has it in memory."""
        return self.hall.rooms[table].table

    def close(self) -> None:
        self.server.cleanup()


def wait_until_open(url: str) -> None:
    def answers() -> bool:
        try:
            return httpx.get(f"{url}/healthz", timeout=5, verify=False).status_code == 200
        except httpx.HTTPError:
            return False

    wait_for(answers)


def wait_for(what: Callable[[], object], every: float = 0.05) -> None:
    """Until something has come to be."""
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, "this never came to be"
        time.sleep(every)


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def open_files_of(pid: int) -> set[str]:
    return {os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir()}
