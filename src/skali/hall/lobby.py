"""Tables are laid, found, played again; and who sits at which."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from skali.core import Game, OptionError
from skali.hall import schema
from skali.hall.catalogue import bot_name
from skali.hall.clock import now
from skali.hall.config import BOT, PERSON, Config, head_of
from skali.hall.errors import HallError
from skali.hall.guests import Guest, clean_name, told_apart
from skali.hall.hall import Hall
from skali.hall.imports import Imported
from skali.hall.keys import make_id
from skali.hall.lessons import lesson_of, progress_of
from skali.hall.record import new_luck
from skali.hall.room import Room
from skali.hall.rows import Row, move_data
from skali.hall.table import LiveTable

ALIVE = ("waiting", "playing")
PAGE = 24
MOST_LISTED = 2000
SAGA_HEAD = 200
"""Lines of a saga besides its steps, more than enough."""
ORIGIN = re.compile(r'"origin":"([0-9a-f]+)"')


async def lay(
    hall: Hall,
    guest: Guest,
    game: Game,
    seats: int,
    options: dict[str, str],
    players: list[dict[str, Any]],
    saga: Imported | None = None,
    aids: dict[str, str] | None = None,
    keep_luck: bool = False,
    **settings: Any,
) -> Room:
    """Makes a table. With a saga, its moves, and to ``keep_luck`` also what it would draw next."""
    try:
        chosen = game.check_table(seats, game.options.parse(options))
    except OptionError as error:
        raise HallError("bad_request", str(error)) from None
    for number, player in enumerate(players):
        if player.get("name"):
            player["name"] = told_apart(player["name"], [other.get("name", "") for other in players[:number]])
    seed, nonce = (saga.seed, saga.nonce) if saga else hall.luck.of_table()
    config = Config(
        id=make_id(),
        game=game.key,
        rules=game.rules_version,
        components=game.components.digest,
        seats=seats,
        options=chosen.to_texts(),
        seed=seed,
        nonce=nonce,
        host=guest.id,
        created=now(),
        players=players,
        aids=degrees(game, aids or {}),
        **settings,
    )
    rows = [
        Row(config.id, ply, kind, seat, move, data, config.created)
        for ply, (kind, seat, move, data) in enumerate(saga.rows if saga else [], 1)
    ]
    if saga and not (
        saga.is_over or keep_luck or hall.settings.keep_saga_luck
    ):  # whoever has the saga knows what would come
        rows.append(new_luck(hall.luck, config.id, len(rows) + 1, -1, config.created))
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
    return await hall.room(config.id)


def degrees(game: Game, asked: dict[str, str]) -> dict[str, str]:
    """The degree of each help of the game: as asked, else the usual one."""
    for name, degree in asked.items():
        if degree not in game.aids.get(name, ()):
            known = "; ".join(f"{each}: {', '.join(values)}" for each, values in game.aids.items()) or "none"
            raise HallError("bad_request", f"There is no help '{name[:40]}' of this degree; there is {known}.")
    return {name: asked.get(name, values[0]) for name, values in game.aids.items()}


async def import_saga(hall: Hall, guest: Guest, text: str, address: str) -> Room:
    """A table from a saga, which costs its sender as many steps as it has lines."""
    lines = text.count("\n") + 1
    if lines > hall.settings.saga_steps + SAGA_HEAD:
        raise HallError("too_large", f"This saga has more than {hall.settings.saga_steps} lines.")
    hall.charge(address, lines)
    saga = await hall.imports.check(text)
    game = hall.catalogue.find(saga.game)
    players = [
        {
            "kind": PERSON,
            "name": clean_name(saga.players.get(seat, f"Player {seat + 1}")),
            "guest": guest.id,
            "local": True,
        }
        for seat in range(saga.seats)
    ]
    return await lay(
        hall,
        guest,
        game,
        saga.seats,
        saga.options,
        players,
        saga,
        listed=False,
        pass_and_play=True,
        origin=hall.keys.origin(address),
        imported={"guest": guest.id, "name": guest.name, "known": saga.known},
    )


async def lay_lesson(hall: Hall, guest: Guest, game: Game, address: str, again: bool) -> Room:
    """The guided first game of a guest: the one that was begun and left, or a new one."""
    lesson = lesson_of(game)
    begun = (schema.game_tables.c.game == game.key, schema.game_tables.c.status == "playing")
    for room in [] if again else await rooms_of(hall, guest.id, *begun, most=20):
        if not progress_of(room.table).done:
            return room
    start = lesson.start
    start.play(game)  # a hall with other components may refuse it: before anything is stored
    await may_lay(hall, guest, address, listed=False)
    rows = [("move", seat, move, move_data("", game.moves.show(move))) for seat, move in start.moves]
    players: list[dict[str, Any]] = [
        {"kind": PERSON, "name": guest.name, "guest": guest.id}
        if seat == lesson.seat
        else {"kind": BOT, "name": bot_name(seat), "agent": hall.catalogue.agent(game, "easy")}
        for seat in range(start.seats)
    ]
    return await lay(
        hall,
        guest,
        game,
        start.seats,
        start.options,
        players,
        Imported(game.key, start.seats, start.seed, rows=rows),
        keep_luck=True,
        listed=False,
        origin=hall.keys.origin(address),
        undo="barrier",
        lesson=True,
        hints=True,
    )


async def may_lay(hall: Hall, guest: Guest, address: str, listed: bool) -> None:
    """Whether a guest may lay another table: so many at once from one address, so many of one guest in the lobby."""
    if not hall.new_tables.take(address):
        raise HallError("too_many", "Too many new tables from here. Wait a minute.")
    if listed:
        await may_list(hall, guest.id)


async def may_list(hall: Hall, guest: str) -> None:
    heads = schema.game_tables
    query = select(func.count()).where(heads.c.host == guest, heads.c.listed, heads.c.status.in_(ALIVE))
    count = await hall.storage.read(lambda connection: connection.execute(query).scalar_one())
    if count >= hall.settings.tables_per_guest:
        raise HallError("too_many", f"You have {count} tables in the lobby. Close one of them first.")


async def forget_sitting(hall: Hall, table: LiveTable, guests: list[str]) -> None:
    query = delete(schema.sitting).where(schema.sitting.c.table_id == table.id, schema.sitting.c.guest.in_(guests))
    await hall.storage.write(lambda connection: connection.execute(query))


async def note_sitting(hall: Hall, table: LiveTable, guest: str) -> None:
    def work(connection: Connection) -> None:
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(make(schema.sitting).values(guest=guest, table_id=table.id).on_conflict_do_nothing())

    await hall.storage.write(work)


async def listed(
    hall: Hall, game: str | None = None, page: int = 1, status: str | None = None
) -> tuple[list[Room], int]:
    """A page of the lobby, and how many there are. From every address the newest table comes first, then the second of each."""
    if game is not None and game not in hall.catalogue.games:
        return [], 1
    heads = schema.game_tables
    query = select(heads.c.id, heads.c.host, heads.c.config).where(
        heads.c.listed, heads.c.status.in_((status,) if status else ALIVE)
    )
    if game:
        query = query.where(heads.c.game == game)
    query = query.order_by(heads.c.created.desc()).limit(MOST_LISTED)
    ids = await hall.storage.read(lambda connection: mixed(list(connection.execute(query))))
    rooms = [await hall.room(id) for id in ids[(page - 1) * PAGE : page * PAGE]]
    return [room for room in rooms if belongs_in_list(room.table)], max(1, -(-len(ids) // PAGE))


def belongs_in_list(table: LiveTable) -> bool:
    """Whether a table is in the lobby's list now: what the database has of it may be a moment old."""
    return table.damaged or (table.record.listed and table.status in ALIVE)


def mixed(heads: list[Any]) -> list[str]:
    """The ids of tables, newest first, taken in turns from all who laid them; nobody fills the first page alone."""
    laid: dict[str, int] = {}
    turns: list[tuple[int, int, str]] = []
    for place, (id, host, config) in enumerate(heads):
        found = ORIGIN.search(str(config))
        who = found[1] if found else str(host)
        laid[who] = laid.get(who, 0) + 1
        turns.append((laid[who], place, str(id)))
    return [id for _, _, id in sorted(turns)]


async def rooms_of(hall: Hall, guest: str, *which: ColumnElement[bool], most: int = 60) -> list[Room]:
    """The newest tables at which a guest sits, of all or of those for which ``which`` holds."""
    heads = schema.game_tables
    query = (
        select(heads.c.id)
        .join(schema.sitting, schema.sitting.c.table_id == heads.c.id)
        .where(schema.sitting.c.guest == guest, *which)
        .order_by(heads.c.created.desc())
        .limit(most)
    )
    ids = await hall.storage.read(lambda connection: list(connection.execute(query).scalars()))
    return [room for room in [await hall.room(id) for id in ids] if room.table.record.seats_of(guest)]


async def earlier_alone(hall: Hall, table: LiveTable, guest: str) -> list[LiveTable]:
    """The same game as a guest has played it alone and to its end, before this table ended; newest first.

    What came from a saga or was finished by a bot is nobody's own.
    """
    if table.config.seats != 1 or not table.record.owns(guest, 0):
        return []
    heads = schema.game_tables
    ended = heads.c.status.in_(("over", "playing"))  # the end is noted a moment after it
    alone = (heads.c.game == table.config.game, heads.c.seats == 1, heads.c.id != table.id, ended)
    until = now() if table.is_playing else table.record.at
    played = [room.table for room in await rooms_of(hall, guest, *alone, most=30)]
    own = [
        each
        for each in played
        if each.status == "over" and not (each.config.imported or each.config.lesson or each.record.seats[0].player)
    ]
    return sorted((each for each in own if each.record.at <= until), key=lambda each: -each.record.at)


async def rematch(hall: Hall, room: Room, guest: Guest, address: str) -> Room:
    """The next game of the same people, everybody one seat on. Who asks second gets the first one's table."""
    table = room.table
    if not table.record.seats_of(guest.id):
        raise HallError("forbidden", "Only who sat at the table may ask for another game.")
    if table.status in ("waiting", "playing"):
        raise HallError("not_now", "The game is not over.")
    if table.record.rematch:
        return await hall.room(table.record.rematch)
    if table.game is None or table.cannot_go_on:
        raise HallError("cannot_go_on", table.cannot_go_on)
    await may_lay(hall, guest, address, listed=False)
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
        aids=dict(config.aids),
        clock=config.clock,
        pass_and_play=config.pass_and_play,
        listed=table.record.listed,
        spectators=table.record.spectators,
        hints=config.hints,
        origin=hall.keys.origin(address),
    )

    def decide(at: float) -> tuple[list[Row], None]:
        if table.record.rematch:
            return [], None
        return [table.row("rematch", -1, {"table": new.id}, at)], None

    await hall.act(room, decide)
    return await hall.room(table.record.rematch)
