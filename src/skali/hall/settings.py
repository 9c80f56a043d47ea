"""How a hall is run: read once, from the command line or the environment, and handed down."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

ENVIRONMENT = "SKALI_HALL"
"""The settings of a worker process, as JSON: uvicorn starts workers by name and hands them nothing else."""


@dataclass(frozen=True)
class Settings:
    """All the switches of a hall. The limits are for one client unless they say otherwise."""

    database: str = ""
    host: str = "0.0.0.0"
    port: int = 8000
    workers: int = 1
    public_url: str = ""
    trust_proxy: str = ""
    """Addresses or networks, with commas, whose ``X-Forwarded-For`` and ``-Proto`` are believed."""
    games: dict[str, str] = field(default_factory=dict)
    """Games besides the registered ones: key to ``module:Class``. For tests and benchmarks."""
    keep_saga_luck: bool = False
    """A table that goes on from a saga keeps the saga's luck, which its reader knows. For tests of whole games."""
    bot_processes: int = 1
    bot_pace: float = 0.4
    """Seconds that a bot's move takes at least while a person looks on."""
    bot_seconds: float = 10.0
    """After this a bot's decision is forfeited: the best move by the game's heuristic is played, or any where there is none."""
    bot_think: float = 4.0
    """Seconds that a bot may think about a decision; less when bots of other tables wait."""
    stand_in_grace: float = 60.0
    """Seconds that a person must be away before somebody else may let a bot take over."""
    seed: int | None = None
    """Fixes the luck of tables and bots (see ``luck``). For tests only: whoever knows it can foresee every draw."""
    snapshot_rows: int = 64
    cached_tables: int = 2000
    body_bytes: int = 64 * 1024
    saga_bytes: int = 1024 * 1024
    saga_steps: int = 20000
    saga_seconds: float = 20.0
    steps_per_second: float = 2000.0
    """Steps of games that are played again for one address; ten times twice as many at once."""
    message_bytes: int = 64 * 1024
    messages_per_second: float = 50.0
    requests_per_second: float = 20.0
    """Writing requests of one address."""
    chat_per_second: float = 1.0
    """Lines of one guest, and of all spectators of a table together; one address has three times as many."""
    tables_per_guest: int = 12
    """In the lobby at a time."""
    tables_per_address: float = 30.0
    """New ones at once; then as many again in ten minutes."""
    guests_per_address: float = 60.0
    """New ones at once; then as many again in ten minutes."""
    sockets_per_guest: int = 40
    connections: int = 0
    """Of one worker; 0 for as many as the system grants."""
    connections_per_address: int = 256
    header_seconds: float = 10.0
    """A connection that has not sent a whole request head by then is closed."""
    request_seconds: float = 30.0
    """A request whose body has not come by then is given up."""
    hello_seconds: float = 10.0
    silence_seconds: float = 60.0
    metrics_token: str = ""
    """Who has it may read ``/metrics`` from anywhere; without one they are for this machine alone."""
    log_format: str = "json"

    def database_url(self) -> str:
        """The database as SQLAlchemy names it."""
        text = self.database or f"sqlite:///{data_folder() / 'skali.db'}"
        if text.startswith(("postgres://", "postgresql://")):
            return "postgresql+psycopg://" + text.split("://", 1)[1]
        if "://" in text:
            return text
        return f"sqlite:///{Path(text).resolve()}"

    def trusted_proxies(self) -> str:
        """Who is believed about where requests come from: with a public address, if nothing is said, a proxy on this machine."""
        return self.trust_proxy or ("127.0.0.1,::1" if self.public_url else "")

    def to_environment(self) -> None:
        os.environ[ENVIRONMENT] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        return cls(**json.loads(os.environ.get(ENVIRONMENT, "{}")))


def data_folder() -> Path:
    """Where this system keeps a user's data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "skali"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
