"""Seats: who sits where, and what the host may do about it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from skali.hall import models, seats
from skali.hall.address import public_address
from skali.hall.config import OPEN
from skali.hall.errors import HallError
from skali.hall.rest.shared import Me, SeatNumber, Someone, TableId, TheHall, answer, must_be

router = APIRouter()


@router.post("/tables/{id}/seats/{seat}/sit", response_model=models.TableAnswer)
async def sit(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, body: models.SitRequest, guest: Me
) -> Any:
    """Takes an open seat; with its key, also a taken one from another device."""
    room = await hall.room(id)
    await seats.sit(hall, room, guest, seat, body.name, body.key)
    return answer(request, room, guest)


@router.get("/tables/{id}/seats/{seat}/link", response_model=models.LinkAnswer)
async def link(request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone) -> Any:
    """The seat's key: for who sits there; an open seat's for the host. It stands behind #, which browsers never send."""
    room = await hall.room(id)
    owner = must_be(guest)
    chair = seats.seat_at(room.table, seat)
    if owner.id not in chair.guests and not (chair.kind == OPEN and owner.id == room.table.config.host):
        raise HallError("forbidden", "This is not your seat.")
    key = hall.keys.seat_key(room.id, seat, chair.generation)
    return {
        "url": f"{public_address(request.url, hall.settings)}/t/{room.id}#seat={seat}&key={key}",
        "key": key,
    }


@router.post("/tables/{id}/seats/{seat}/rename", response_model=models.TableAnswer)
async def rename(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, body: models.NameRequest, guest: Someone
) -> Any:
    """Another name for me at this table; with a number where somebody there is called so already."""
    room = await hall.room(id)
    await seats.rename(hall, room, must_be(guest).id, seat, body.name)
    return answer(request, room, guest)


@router.post("/tables/{id}/seats/{seat}/leave", response_model=models.TableAnswer)
async def leave(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    room = await hall.room(id)
    await seats.leave(hall, room, must_be(guest).id, seat)
    return answer(request, room, guest)


@router.post("/tables/{id}/seats/{seat}/only", response_model=models.TableAnswer)
async def keep_to(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """My other devices do not look through the seat any more, and its keys are void."""
    room = await hall.room(id)
    await seats.keep_to(hall, room, must_be(guest).id, seat)
    return answer(request, room, guest)


@router.post("/tables/{id}/seats/{seat}/bot", response_model=models.TableAnswer)
async def seat_bot(
    request: Request,
    hall: TheHall,
    id: TableId,
    seat: SeatNumber,
    guest: Someone,
    body: models.AgentRequest | None = None,
) -> Any:
    """A bot on an open seat (host); or the stand-in agreed on at the table, in place of an absent player."""
    room = await hall.room(id)
    await seats.seat_bot(hall, room, must_be(guest).id, seat, (body or models.AgentRequest()).agent)
    return answer(request, room, guest)


@router.post("/tables/{id}/seats/{seat}/back", response_model=models.TableAnswer)
async def give_back(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Takes the seat back from the bot that stands in."""
    room = await hall.room(id)
    await seats.give_back(hall, room, must_be(guest).id, seat)
    return answer(request, room, guest)


@router.post("/tables/{id}/seats/{seat}/remove", response_model=models.TableAnswer)
async def remove(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Host: the player is removed and the seat's key void."""
    room = await hall.room(id)
    await seats.remove(hall, room, must_be(guest).id, seat)
    return answer(request, room, guest)


@router.post("/tables/{id}/fill", response_model=models.TableAnswer)
async def fill(
    request: Request, hall: TheHall, id: TableId, guest: Someone, body: models.AgentRequest | None = None
) -> Any:
    """Host: bots on all open seats."""
    room = await hall.room(id)
    await seats.fill(hall, room, must_be(guest).id, (body or models.AgentRequest()).agent)
    return answer(request, room, guest)


@router.post("/tables/{id}/mute", response_model=models.TableAnswer)
async def mute(request: Request, hall: TheHall, id: TableId, body: models.MuteRequest, guest: Someone) -> Any:
    """Host: somebody may not chat, by seat or by the name under which somebody has spoken."""
    room = await hall.room(id)
    host = must_be(guest)
    seats.must_be_host(room.table, host.id)
    guests = (
        list(seats.seat_at(room.table, body.seat).guests)
        if body.seat is not None
        else seats.guests_called(room.table, body.name)
    )
    if not guests:
        raise HallError("not_found", "There is nobody like that here.")
    for each in guests:
        await seats.mute(hall, room, host.id, each, body.on)
    return answer(request, room, guest)
