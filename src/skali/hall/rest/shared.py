"""What the routes share: the hall, the guest of the cookie, and the shape of an answer."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Query, Request, Response

from skali.hall import guests
from skali.hall.address import public_address
from skali.hall.errors import HallError
from skali.hall.guests import Guest
from skali.hall.hall import Hall
from skali.hall.keys import COOKIE
from skali.hall.limits import address_of
from skali.hall.room import Room

COOKIE_SECONDS = 60 * 60 * 24 * 365 * 2

TableId = Annotated[str, Path(max_length=20)]
SeatNumber = Annotated[int, Path(ge=0, le=20)]
ViewerNumber = Annotated[int, Query(ge=-1, le=20, description="One of my seats, or -1 for a spectator.")]


def json(data: Any, status: int = 200) -> Response:
    return Response(orjson.dumps(data), status, media_type="application/json")


def the_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


TheHall = Annotated[Hall, Depends(the_hall)]


async def who(request: Request) -> Guest | None:
    """The guest of the cookie, if there is one."""
    hall = the_hall(request)
    return await guests.find_guest(hall, hall.keys.guest(request.cookies.get(COOKIE)))


async def guest_or_new(request: Request, response: Response) -> Guest:
    """The guest of the cookie, or a new one called Guest."""
    found = await who(request)
    if found is None:
        hall = the_hall(request)
        check_arrival(request)
        found = await guests.make_guest(hall, "Guest", "en")
        set_cookie(request, response, hall, found)
    return found


def check_arrival(request: Request) -> None:
    """Nobody becomes a crowd: new guests of one address are counted."""
    if not the_hall(request).new_guests.take(address_of(request.scope)):
        raise HallError("too_many", "Too many new guests from here. Wait a minute.")


Someone = Annotated[Guest | None, Depends(who)]
Me = Annotated[Guest, Depends(guest_or_new)]


def set_cookie(request: Request, response: Response, hall: Hall, guest: Guest) -> None:
    response.set_cookie(
        COOKIE,
        hall.keys.cookie(guest.id),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


def must_be(guest: Guest | None) -> Guest:
    if guest is None:
        raise HallError("no_guest", "Say who you are first.")
    return guest


def id_of(guest: Guest | None) -> str:
    return guest.id if guest else ""


def answer(request: Request, room: Room, guest: Guest | None, language: str | None = None) -> dict[str, Any]:
    speak = language or (guest.language if guest else "en")
    hall = the_hall(request)
    return {"table": hall.teller.table(room, speak, id_of(guest), public_address(request.url, hall.settings))}


async def seen(hall: Hall, id: str, guest: Guest | None, seat: int) -> Room:
    """The room of a table, if the guest may look through that seat."""
    room = await hall.room(id)
    if seat >= room.table.config.seats:
        raise HallError("not_found", "There is no such seat.")
    if not room.table.record.may_view(id_of(guest), seat):
        raise HallError("forbidden", "You may not look through this seat.")
    return room
