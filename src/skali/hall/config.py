"""How a table was laid, and its head: the row of ``game_tables`` that keeps it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec
import orjson

OPEN, PERSON, BOT = "open", "person", "bot"
"""What a seat is."""


@dataclass
class Config:
    """How a table was laid; what the host may change later is in ``Record``."""

    id: str
    game: str
    rules: str
    components: str
    seats: int
    options: dict[str, str]
    seed: int
    nonce: str
    host: str
    created: float
    players: list[dict[str, Any]]
    undo: str = "agree"
    clock: dict[str, float] | None = None
    pass_and_play: bool = False
    listed: bool = True
    spectators: bool = True
    origin: str = ""
    """From where it was laid (``Keys.origin``)."""
    stand_in: str = "medium"
    """The bot that plays for an absent person, as agreed when the table was laid: a level or an agent."""
    lesson: bool = False
    """A guided first game (``lessons``)."""
    hints: bool = False
    """Whoever is asked may ask what a good move would be."""
    aids: dict[str, str] = field(default_factory=dict)
    """The degree of each help that the game offers at its tables; not of the rules, so not in the saga."""
    imported: dict[str, Any] | None = None
    """Who brought the saga from which the table goes on (``guest``, ``name``), and what it said was ``known``."""


def config_to_json(config: Config) -> str:
    """The part of a config that has no column of its own."""
    data = asdict(config)
    for name in ("id", "game", "rules", "components", "seats", "options", "seed", "nonce", "host", "created"):
        del data[name]
    text: str = orjson.dumps(data).decode()
    return text


def head_of(config: Config) -> dict[str, Any]:
    started = all(player["kind"] != OPEN for player in config.players)
    return {
        "id": config.id,
        "game": config.game,
        "rules": config.rules,
        "components": config.components,
        "seats": config.seats,
        "options": orjson.dumps(config.options).decode(),
        "seed": f"{config.seed:016x}",
        "nonce": config.nonce,
        "host": config.host,
        "config": config_to_json(config),
        "listed": config.listed,
        "status": "playing" if started else "waiting",
        "created": config.created,
    }


def config_of(head: Any) -> Config:
    """The config of a head; ``ValueError`` where it is not what the hall has written."""
    config: Config = msgspec.convert(
        {
            "id": head.id,
            "game": head.game,
            "rules": head.rules,
            "components": head.components,
            "seats": head.seats,
            "options": orjson.loads(head.options),
            "seed": int(head.seed, 16),
            "nonce": head.nonce,
            "host": head.host,
            "created": head.created,
            **orjson.loads(head.config),
        },
        Config,
    )
    if len(config.players) != config.seats:
        raise ValueError(f"{config.seats} seats and {len(config.players)} players")
    return config
