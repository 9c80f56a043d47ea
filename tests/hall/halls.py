"""Halls to test: in this process on a thread, or as the command in a process of its own that can be killed."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from skali.hall.app import create_app, server_options
from skali.hall.hall import Hall
from skali.hall.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
TOYS = {"moot": "tests.toys.moot:Moot", "cairns": "tests.toys.cairns:Cairns"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ThreadHall:
    """A real server on a real port, whose insides a test may look at."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.port = free_port()
        limits: dict[str, Any] = {"requests_per_second": 10000.0, "messages_per_second": 10000.0, "bot_pace": 0.0}
        self.settings = Settings(
            database=database, host="127.0.0.1", port=self.port, **{"games": TOYS, **limits, **settings}
        )
        self.app = create_app(self.settings)
        self.server = uvicorn.Server(uvicorn.Config(self.app, **server_options(self.settings)))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        wait_until_open(self.url)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=20)
        assert not self.thread.is_alive(), "the hall did not close"


class ProcessHall:
    """``skali hall`` as a process, on the same port each time it is started."""

    def __init__(self, database: str, **settings: Any) -> None:
        self.port = free_port()
        self.settings = Settings(
            database=database,
            host="127.0.0.1",
            port=self.port,
            games=TOYS,
            messages_per_second=10000,
            requests_per_second=10000,
            bot_pace=0.0,
            **settings,
        )
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = (
            "import json,sys; from skali.hall.settings import Settings; from skali.cli.hall import run; "
            "run(Settings(**json.loads(sys.argv[1])), False)"
        )
        import dataclasses
        import json

        self.process = subprocess.Popen(
            [sys.executable, "-c", program, json.dumps(dataclasses.asdict(self.settings))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "CI": "true"},
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_until_open(self.url)

    def kill(self) -> None:
        """SIGKILL: no goodbye, no flush."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


def wait_until_open(url: str) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{url}/healthz", timeout=5, verify=False).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"no hall at {url}")
