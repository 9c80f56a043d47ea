"""Who sits where, and what the host may do."""

from __future__ import annotations

import contextlib
from math import ceil

from skali.hall import lobby
from skali.hall.catalogue import bot_name
from skali.hall.config import BOT, OPEN, PERSON
from skali.hall.errors import HallError
from skali.hall.guests import Guest, clean_name, told_apart
from skali.hall.hall import Hall
from skali.hall.record import Seat, new_luck
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.table import LiveTable


def seat_at(table: LiveTable, number: int) -> Seat:
    if not 0 <= number < table.config.seats:
        raise HallError("not_found", "There is no such seat.")
    return table.record.seats[number]


def names_beside(table: LiveTable, number: int) -> list[str]:
    """How the others at the table are called."""
    return [seat.name for other, seat in enumerate(table.record.seats) if other != number and seat.name]


def must_be_host(table: LiveTable, guest: str) -> None:
    if not guest or guest != table.config.host:
        raise HallError("forbidden", "Only the host of the table may do that.")


def must_be_alive(table: LiveTable) -> None:
    if table.status not in ("waiting", "playing"):
        raise HallError("not_now", "Nothing is played at this table any more.")


async def sit(hall: Hall, room: Room, guest: Guest, number: int, name: str, key: str) -> None:
    """Takes an open seat; with its key also a taken one, from another device. Whoever sits down makes older keys void.

    In a game that has begun this is a change of hands: the luck to come begins anew, and nobody can know it.
    """
    table = room.table
    seat_at(table, number)
    who = clean_name(name) if name.strip() else guest.name

    def decide(at: float) -> tuple[list[Row], None]:
        seat = seat_at(table, number)
        if guest.id in seat.guests:
            return [], None
        if key:
            if not hall.keys.opens(key, table.id, number, seat.generation):
                raise HallError("forbidden", "This key does not fit the seat.")
            if seat.kind == PERSON:
                rows = [table.row("sit", number, {"guest": guest.id, "again": True, "name": guest.name}, at)]
                if table.is_playing and (seat.local or table.record.luck_is_known()):
                    rows.append(new_luck(hall.luck, table.id, table.record.ply + 2, number, at))
                return rows, None
        must_be_alive(table)
        if seat.kind != OPEN:
            raise HallError("not_now", "This seat is taken.")
        called = told_apart(who, names_beside(table, number))
        rows = [table.row("sit", number, {"guest": guest.id, "name": called}, at)]
        if table.is_playing:
            rows.append(new_luck(hall.luck, table.id, table.record.ply + 2, number, at))
        return rows, None

    await hall.act(room, decide)
    await lobby.note_sitting(hall, table, guest.id)


async def rename(hall: Hall, room: Room, guest: str, number: int, name: str) -> None:
    """Another name for who sits there, at this table."""
    table = room.table
    wanted = clean_name(name)

    def decide(at: float) -> tuple[list[Row], None]:
        seat = seat_at(table, number)
        if guest not in seat.guests:
            raise HallError("forbidden", "This is not your seat.")
        must_be_alive(table)
        called = told_apart(wanted, names_beside(table, number))
        return ([] if called == seat.name else [table.row("rename", number, {"name": called}, at)]), None

    await hall.act(room, decide)


async def leave(hall: Hall, room: Room, guest: str, number: int) -> None:
    table = room.table
    seat = seat_at(table, number)
    guests = list(seat.guests)

    def check() -> None:
        if guest not in seat_at(table, number).guests:
            raise HallError("forbidden", "This is not your seat.")
        must_be_alive(table)

    await hall.add(room, "leave", number, check)
    await stood_up(hall, room, guests)


async def keep_to(hall: Hall, room: Room, guest: str, number: int) -> None:
    """Only this device looks through the seat from now on; the seat's keys are void."""
    table = room.table
    others = [each for each in seat_at(table, number).guests if each != guest]

    def check() -> None:
        if guest not in seat_at(table, number).guests:
            raise HallError("forbidden", "This is not your seat.")

    await hall.add(room, "only", number, check, guest=guest)
    await stood_up(hall, room, others)


async def note_reading(hall: Hall, room: Room, guest: str) -> None:
    """Who reads the record of a game in play knows its luck to come: everybody is told, and it is kept."""
    table = room.table

    def decide(at: float) -> tuple[list[Row], None]:
        record = table.record
        knower = record.knowers.get(guest)
        if not table.is_playing or (knower is not None and knower.luck == len(record.lucks)):
            return [], None
        seat = record.seats_of(guest)[0]
        return [table.row("read", seat, {"guest": guest, "name": record.names[seat]}, at)], None

    await hall.act(room, decide)


async def stood_up(hall: Hall, room: Room, guests: list[str]) -> None:
    table = room.table
    gone = [each for each in guests if not table.record.seats_of(each)]
    if gone:
        await lobby.forget_sitting(hall, table, gone)


async def remove(hall: Hall, room: Room, guest: str, number: int) -> None:
    table = room.table
    guests = list(seat_at(table, number).guests)

    def check() -> None:
        must_be_host(table, guest)
        must_be_alive(table)
        if seat_at(table, number).kind != PERSON:
            raise HallError("not_now", "Nobody sits there.")

    await hall.add(room, "remove", number, check)
    await stood_up(hall, room, guests)


async def seat_bot(hall: Hall, room: Room, guest: str, number: int, agent: str) -> None:
    """The host's bot on an open seat; or, for a person, the stand-in that the table has agreed on, whatever is asked for.

    Others than the person must wait until that one has been away for a while: a broken connection is no absence.
    """
    table = room.table
    if table.game is None:
        raise HallError("cannot_go_on", table.cannot_go_on)
    chosen = hall.catalogue.agent(table.game, agent)
    agreed = hall.catalogue.agent(table.game, table.config.stand_in)

    def decide(at: float) -> tuple[list[Row], None]:
        seat = seat_at(table, number)
        must_be_alive(table)
        if seat.kind == OPEN:
            must_be_host(table, guest)
            name = told_apart(bot_name(number), names_beside(table, number))
            return [table.row("bot", number, {"agent": chosen, "name": name}, at)], None
        if seat.kind == BOT:
            raise HallError("not_now", "A bot sits there already.")
        if guest not in seat.guests:
            if not table.record.seats_of(guest):
                raise HallError("forbidden", "Only who sits at the table may do that.")
            wait = hall.settings.stand_in_grace - room.away_for(number)
            if number in room.online_seats():
                raise HallError("not_now", "The player is here.")
            if wait > 0:
                raise HallError("not_now", f"The player has only just gone. A bot may take over in {ceil(wait)} s.")
        if not table.is_playing:
            raise HallError("not_now", "The game has not begun.")
        return [table.row("stand_in", number, {"agent": agreed}, at)], None

    await hall.act(room, decide)


async def give_back(hall: Hall, room: Room, guest: str, number: int) -> None:
    table = room.table

    def decide(at: float) -> tuple[list[Row], None]:
        seat = seat_at(table, number)
        must_be_alive(table)
        if seat.kind == BOT and not table.record.started:
            must_be_host(table, guest)
            return [table.row("open", number, {}, at)], None
        if guest not in seat.guests:
            raise HallError("forbidden", "This is not your seat.")
        if not seat.stand_in:
            return [], None
        return [table.row("back", number, {}, at)], None

    await hall.act(room, decide)


async def fill(hall: Hall, room: Room, guest: str, agent: str) -> None:
    table = room.table
    must_be_host(table, guest)
    for number in range(table.config.seats):
        if table.record.seats[number].kind == OPEN:
            with contextlib.suppress(HallError):
                await seat_bot(hall, room, guest, number, agent)


def guests_called(table: LiveTable, name: str) -> list[str]:
    """Who has spoken under a name, or sits under it."""
    spoken = [line["guest"] for line in table.record.chat if line["name"] == name and line["guest"]]
    seated = [guest for seat in table.record.seats if seat.name == name for guest in seat.guests]
    return list(dict.fromkeys(spoken + seated))


async def mute(hall: Hall, room: Room, guest: str, who: str, on: bool) -> None:
    await hall.add(room, "mute", -1, lambda: must_be_host(room.table, guest), guest=who, on=on)


async def change(hall: Hall, room: Room, guest: str, **settings: bool) -> None:
    await hall.add(room, "settings", -1, lambda: must_be_host(room.table, guest), **settings)
    await hall.note_status(room.table)


async def close_table(hall: Hall, room: Room, guest: str) -> None:
    table = room.table

    def check() -> None:
        must_be_host(table, guest)
        must_be_alive(table)

    await hall.add(room, "close", -1, check)
