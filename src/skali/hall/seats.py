"""Who sits where, and what the host may do."""

from __future__ import annotations

import contextlib
from math import ceil
from typing import TYPE_CHECKING

from skali.hall import lobby
from skali.hall.catalogue import bot_name
from skali.hall.errors import HallError
from skali.hall.guests import Guest, clean_name
from skali.hall.messages import online_seats
from skali.hall.record import BOT, OPEN, PERSON, Seat, new_luck
from skali.hall.storage import Row
from skali.hall.table import LiveTable

if TYPE_CHECKING:
    from skali.hall.hall import Hall


def seat_at(table: LiveTable, number: int) -> Seat:
    if not 0 <= number < table.config.seats:
        raise HallError("not_found", "There is no such seat.")
    return table.record.seats[number]


def must_be_host(table: LiveTable, guest: str) -> None:
    if not guest or guest != table.config.host:
        raise HallError("forbidden", "Only the host of the table may do that.")


def must_be_alive(table: LiveTable) -> None:
    if table.status not in ("waiting", "playing"):
        raise HallError("not_now", "Nothing is played at this table any more.")


async def sit(hall: Hall, table: LiveTable, guest: Guest, number: int, name: str, key: str) -> None:
    """Takes an open seat; with its key also a taken one, from another device. Whoever sits down makes older keys void.

    In a game that has begun this is a change of hands: the luck to come begins anew, and nobody can know it.
    """
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
        rows = [table.row("sit", number, {"guest": guest.id, "name": who}, at)]
        if table.is_playing:
            rows.append(new_luck(hall.luck, table.id, table.record.ply + 2, number, at))
        return rows, None

    await hall.act(table, decide)
    await lobby.note_sitting(hall, table, guest.id)


async def leave(hall: Hall, table: LiveTable, guest: str, number: int) -> None:
    seat = seat_at(table, number)
    guests = list(seat.guests)

    def check() -> None:
        if guest not in seat_at(table, number).guests:
            raise HallError("forbidden", "This is not your seat.")
        must_be_alive(table)

    await hall.add(table, "leave", number, check)
    await stood_up(hall, table, guests)


async def keep_to(hall: Hall, table: LiveTable, guest: str, number: int) -> None:
    """Only this device looks through the seat from now on; the seat's keys are void."""
    others = [each for each in seat_at(table, number).guests if each != guest]

    def check() -> None:
        if guest not in seat_at(table, number).guests:
            raise HallError("forbidden", "This is not your seat.")

    await hall.add(table, "only", number, check, guest=guest)
    await stood_up(hall, table, others)


async def note_reading(hall: Hall, table: LiveTable, guest: str) -> None:
    """Who reads the record of a game in play knows its luck to come: everybody is told, and it is kept."""

    def decide(at: float) -> tuple[list[Row], None]:
        record = table.record
        knower = record.knowers.get(guest)
        if not table.is_playing or (knower is not None and knower.luck == len(record.lucks)):
            return [], None
        seat = record.seats_of(guest)[0]
        return [table.row("read", seat, {"guest": guest, "name": record.names[seat]}, at)], None

    await hall.act(table, decide)


async def stood_up(hall: Hall, table: LiveTable, guests: list[str]) -> None:
    gone = [each for each in guests if not table.record.seats_of(each)]
    if gone:
        await lobby.forget_sitting(hall, table, gone)


async def remove(hall: Hall, table: LiveTable, guest: str, number: int) -> None:
    guests = list(seat_at(table, number).guests)

    def check() -> None:
        must_be_host(table, guest)
        must_be_alive(table)
        if seat_at(table, number).kind != PERSON:
            raise HallError("not_now", "Nobody sits there.")

    await hall.add(table, "remove", number, check)
    await stood_up(hall, table, guests)


async def seat_bot(hall: Hall, table: LiveTable, guest: str, number: int, agent: str) -> None:
    """The host's bot on an open seat; or, for a person, the stand-in that the table has agreed on, whatever is asked for.

    Others than the person must wait until that one has been away for a while: a broken connection is no absence.
    """
    if table.game is None:
        raise HallError("cannot_go_on", table.cannot_go_on)
    chosen = hall.catalogue.agent(table.game, agent)
    agreed = hall.catalogue.agent(table.game, table.config.stand_in)

    def decide(at: float) -> tuple[list[Row], None]:
        seat = seat_at(table, number)
        must_be_alive(table)
        if seat.kind == OPEN:
            must_be_host(table, guest)
            return [table.row("bot", number, {"agent": chosen, "name": bot_name(number)}, at)], None
        if seat.kind == BOT:
            raise HallError("not_now", "A bot sits there already.")
        if guest not in seat.guests:
            if not table.record.seats_of(guest):
                raise HallError("forbidden", "Only who sits at the table may do that.")
            wait = hall.settings.stand_in_grace - hall.away_for(table, number)
            if number in online_seats(table):
                raise HallError("not_now", "The player is here.")
            if wait > 0:
                raise HallError("not_now", f"The player has only just gone. A bot may take over in {ceil(wait)} s.")
        if not table.is_playing:
            raise HallError("not_now", "The game has not begun.")
        return [table.row("stand_in", number, {"agent": agreed}, at)], None

    await hall.act(table, decide)


async def give_back(hall: Hall, table: LiveTable, guest: str, number: int) -> None:
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

    await hall.act(table, decide)


async def fill(hall: Hall, table: LiveTable, guest: str, agent: str) -> None:
    must_be_host(table, guest)
    for number in range(table.config.seats):
        if table.record.seats[number].kind == OPEN:
            with contextlib.suppress(HallError):
                await seat_bot(hall, table, guest, number, agent)


def guests_called(table: LiveTable, name: str) -> list[str]:
    """Who has spoken under a name, or sits under it."""
    spoken = [line["guest"] for line in table.record.chat if line["name"] == name and line["guest"]]
    seated = [guest for seat in table.record.seats if seat.name == name for guest in seat.guests]
    return list(dict.fromkeys(spoken + seated))


async def mute(hall: Hall, table: LiveTable, guest: str, who: str, on: bool) -> None:
    await hall.add(table, "mute", -1, lambda: must_be_host(table, guest), guest=who, on=on)


async def change(hall: Hall, table: LiveTable, guest: str, **settings: bool) -> None:
    await hall.add(table, "settings", -1, lambda: must_be_host(table, guest), **settings)
    await hall.note_status(table)


async def close_table(hall: Hall, table: LiveTable, guest: str) -> None:
    def check() -> None:
        must_be_host(table, guest)
        must_be_alive(table)

    await hall.add(table, "close", -1, check)
