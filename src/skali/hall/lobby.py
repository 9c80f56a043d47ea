"""Tables are laid, found, played again; and who sits at which."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from skali.core import Game, OptionError, Saga, SagaError, replay
from skali.hall import schema
from skali.hall.catalogue import bot_name
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.guests import Guest, clean_name
from skali.hall.keys import make_id
from skali.hall.record import BOT, PERSON, Config, head_of, move_data, new_luck, read_known
from skali.hall.storage import Row
from skali.hall.table import LiveTable

if TYPE_CHECKING:
    from skali.hall.hall import Hall


async def lay(
    hall: Hall,
    guest: Guest,
    game: Game,
    seats: int,
    options: dict[str, str],
    players: list[dict[str, Any]],
    saga: Saga | None = None,
    **settings: Any,
) -> LiveTable:
    """Makes a table. With a saga, its luck and its moves."""
    try:
        chosen = game.check_table(seats, game.options.parse(options))
    except OptionError as error:
        raise HallError("bad_request", str(error)) from None
    config = Config(
        id=make_id(),
        game=game.key,
        rules=game.rules_version,
        components=game.components.digest,
        seats=seats,
        options=chosen.to_texts(),
        seed=saga.seed if saga else secrets.randbits(64),
        nonce=saga.nonce if saga else secrets.token_hex(16),
        host=guest.id,
        created=now(),
        players=players,
        **settings,
    )
    rows = rows_of_saga(config.id, saga, game, config.created) if saga else []
    if saga and not saga.digest and not hall.settings.keep_saga_luck:  # whoever has the saga knows what would come
        rows.append(new_luck(config.id, len(rows) + 1, -1, config.created))
    guests = {player["guest"] for player in players if player.get("guest")}

    def work(connection: Connection) -> None:
        connection.execute(insert(schema.game_tables).values(head_of(config)))
        if guests:
            connection.execute(
                insert(schema.sitting), [{"guest": each, "table_id": config.id} for each in sorted(guests)]
            )
        if rows:
            names = ("table_id", "ply", "kind", "seat", "move", "data", "at")
            connection.execute(insert(schema.rows), [dict(zip(names, row, strict=True)) for row in rows])

    await hall.storage.write(work)
    return await hall.table(config.id)


async def import_saga(hall: Hall, guest: Guest, text: str) -> LiveTable:
    try:
        saga = Saga.read(text)
    except SagaError as error:
        raise HallError("bad_request", str(error)) from None
    game = hall.catalogue.find(saga.game)
    if saga.nonce and not re.fullmatch(r"[0-9a-f]{1,32}", saga.nonce):
        raise HallError("bad_request", "the saga's nonce is no number")
    if not 0 <= saga.seed < 2**64:
        raise HallError("bad_request", "the saga's seed is no 64-bit number")
    if len(saga.steps) > 20000 or saga.seats not in game.seats:
        raise HallError("bad_request", "this saga is too long, or for another number of players")
    try:
        await asyncio.to_thread(replay, saga, game)
    except SagaError as error:
        raise HallError("bad_request", str(error)) from None
    players = [
        {
            "kind": PERSON,
            "name": clean_name(saga.players.get(seat, f"Player {seat + 1}")),
            "guest": guest.id,
            "local": True,
        }
        for seat in range(saga.seats)
    ]
    remarks = [step.text for step in saga.steps if step.kind == "remark"]
    imported = {"guest": guest.id, "name": guest.name, "known": read_known(remarks, saga.seats)}
    settings = {"listed": False, "pass_and_play": True, "imported": imported}
    return await lay(hall, guest, game, saga.seats, dict(saga.options), players, saga, **settings)


async def forget_sitting(hall: Hall, table: LiveTable, guests: list[str]) -> None:
    query = delete(schema.sitting).where(schema.sitting.c.table_id == table.id, schema.sitting.c.guest.in_(guests))
    await hall.storage.write(lambda connection: connection.execute(query))


async def note_sitting(hall: Hall, table: LiveTable, guest: str) -> None:
    def work(connection: Connection) -> None:
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(make(schema.sitting).values(guest=guest, table_id=table.id).on_conflict_do_nothing())

    await hall.storage.write(work)


async def listed(hall: Hall, game: str | None, most: int = 60) -> list[LiveTable]:
    heads = schema.game_tables
    query = select(heads.c.id).where(heads.c.listed, heads.c.status.in_(("waiting", "playing")))
    if game:
        query = query.where(heads.c.game == game)
    query = query.order_by(heads.c.created.desc()).limit(most)
    ids = await hall.storage.read(lambda connection: list(connection.execute(query).scalars()))
    tables = [await hall.table(id) for id in ids]
    return [table for table in tables if table.record.listed and table.status in ("waiting", "playing")]


async def tables_of(hall: Hall, guest: str, most: int = 60) -> list[LiveTable]:
    heads = schema.game_tables
    query = (
        select(heads.c.id)
        .join(schema.sitting, schema.sitting.c.table_id == heads.c.id)
        .where(schema.sitting.c.guest == guest)
        .order_by(heads.c.created.desc())
        .limit(most)
    )
    ids = await hall.storage.read(lambda connection: list(connection.execute(query).scalars()))
    return [table for table in [await hall.table(id) for id in ids] if table.record.seats_of(guest)]


async def rematch(hall: Hall, table: LiveTable, guest: Guest) -> LiveTable:
    """The next game of the same people, everybody one seat on. Who asks second gets the first one's table."""
    if not table.record.seats_of(guest.id):
        raise HallError("forbidden", "Only who sat at the table may ask for another game.")
    if table.status in ("waiting", "playing"):
        raise HallError("not_now", "The game is not over.")
    if table.record.rematch:
        return await hall.table(table.record.rematch)
    if table.game is None or table.cannot_go_on:
        raise HallError("cannot_go_on", table.cannot_go_on)
    old = table.record.seats
    players = []
    for number in range(len(old)):
        seat = old[(number + 1) % len(old)]
        player: dict[str, Any] = {"kind": seat.kind, "name": seat.name, "local": seat.local}
        if seat.kind == BOT:
            player |= {"agent": seat.agent, "name": bot_name(number)}
        elif seat.kind == PERSON:
            player["guest"] = guest.id if guest.id in seat.guests else seat.guests[-1]
        players.append(player)
    config = table.config
    new = await lay(
        hall,
        guest,
        table.game,
        config.seats,
        dict(config.options),
        players,
        undo=config.undo,
        stand_in=config.stand_in,
        clock=config.clock,
        pass_and_play=config.pass_and_play,
        listed=table.record.listed,
        spectators=table.record.spectators,
    )

    def decide(at: float) -> tuple[list[Row], None]:
        if table.record.rematch:
            return [], None
        return [table.row("rematch", -1, {"table": new.id}, at)], None

    await hall.act(table, decide)
    return await hall.table(table.record.rematch)


def rows_of_saga(id: str, saga: Saga, game: Game, at: float) -> list[Row]:
    """The rows of an imported saga. A fork stands without the moves that it took back."""
    rows: list[Row] = []
    forks = 0
    for step in saga.steps:
        ply = len(rows) + 1
        if step.kind == "move":
            rows.append(Row(id, ply, "move", step.seat, game.moves.read(step.text), move_data("", step.text), at))
        elif step.kind == "fork":
            forks += 1
            data = orjson.dumps({"gone": [], "fork": int(step.text), "count": forks, "seen": 0}).decode()
            rows.append(Row(id, ply, "undo", -1, -1, data, at))
    return rows
