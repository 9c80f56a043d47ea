"""A table from its rows.

Whatever is wrong with them stays a matter of that one table: it is shown as damaged, as far as it can be read.
"""

from __future__ import annotations

import contextlib
import logging
from typing import Any

from skali.core import Game
from skali.hall import models
from skali.hall.config import OPEN, Config, config_of
from skali.hall.messages import Teller
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.snapshots import open_from
from skali.hall.table import LiveTable

log = logging.getLogger("skali.hall.opening")
DAMAGED = "The record of this table is damaged. It is kept as it is and cannot go on."
Shot = tuple[int, str] | None


def open_table(head: Any, rows: list[Row], shot: Shot, games: dict[str, Game], teller: Teller) -> Room:
    """The table of a head and its rows, from a snapshot if it can be read. Never raises for what stands in the database."""
    for snapshot in [shot, None] if shot else [None]:
        try:
            config = config_of(head)
            game = games.get(config.game)
            table = LiveTable(config, game, cannot_play(config, game))
            return shown(Room(table, open_from(table, rows, snapshot)), teller)
        except Exception as error:  # a row can be damaged in any way
            what = "snapshot" if snapshot else "record"
            log.error("the %s of table %s is damaged: %r", what, head.id, error)
    return damaged_table(head, rows, games, teller)


def damaged_table(head: Any, rows: list[Row], games: dict[str, Game], teller: Teller) -> Room:
    """What can be said of a table whose record cannot be read: who sat there, if that much can."""
    with contextlib.suppress(Exception):
        config = config_of(head)
        table = LiveTable(config, games.get(config.game), DAMAGED, damaged=True)
        with contextlib.suppress(Exception):
            for row in rows:
                table.record.add(row)
        return shown(Room(table), teller)
    config = bare_config(head)
    return Room(LiveTable(config, games.get(config.game), DAMAGED, damaged=True))


def shown(room: Room, teller: Teller) -> Room:
    """The table in its room, if it can be shown: names that are no text, for example, are found only then."""
    models.TableInfo.model_validate(teller.table(room, "en", "", ""))
    return room


def cannot_play(config: Config, game: Game | None) -> str:
    """Why this hall cannot go on with a table; empty if it can."""
    if game is None:
        return f"This hall does not have the game '{config.game}'."
    if game.rules_version != config.rules:
        return f"This table was played by rules {config.rules}; this hall has {game.title} with rules {game.rules_version}."
    if game.components.digest != config.components:
        return f"This table was played with components {config.components}; this hall has {game.components.digest}."
    return ""


def bare_config(head: Any) -> Config:
    """A head of which nothing but its id is relied on."""
    seats = head.seats if isinstance(head.seats, int) and 1 <= head.seats <= 12 else 1
    created = float(head.created) if isinstance(head.created, int | float) else 0.0
    players: list[dict[str, Any]] = [{"kind": OPEN} for _ in range(seats)]
    return Config(str(head.id), str(head.game), "", "", seats, {}, 0, "", "", created, players)
