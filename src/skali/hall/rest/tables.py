"""Tables: laid, listed, closed, played again."""

from __future__ import annotations

import io
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Query, Request, Response

from skali.hall import lobby, models, seats
from skali.hall.address import public_address
from skali.hall.catalogue import bot_name
from skali.hall.config import BOT, OPEN, PERSON
from skali.hall.errors import HallError
from skali.hall.guests import clean_name
from skali.hall.hall import Hall
from skali.hall.limits import address_of
from skali.hall.models import Language
from skali.hall.rest.shared import Me, Someone, TableId, TheHall, answer, id_of, must_be

router = APIRouter()


def table_size(hall: Hall, game: str, seats: int | None) -> int:
    return hall.catalogue.find(game).seats[0] if seats is None else seats


@router.post("/quick", response_model=models.TableAnswer, status_code=201)
async def quick(request: Request, hall: TheHall, body: models.QuickRequest, guest: Me) -> Any:
    """A game against bots, at once."""
    game = hall.catalogue.find(body.game)
    seats = table_size(hall, body.game, body.seats)
    check_size(seats)
    agent = hall.catalogue.agent(game, body.bots)
    players: list[dict[str, Any]] = [{"kind": PERSON, "name": guest.name, "guest": guest.id}]
    players += [{"kind": BOT, "name": bot_name(seat), "agent": agent} for seat in range(1, seats)]
    address = address_of(request.scope)
    await lobby.may_lay(hall, guest, address, listed=False)
    origin = hall.keys.origin(address)
    room = await lobby.lay(hall, guest, game, seats, body.options, players, listed=False, origin=origin, hints=True)
    return answer(request, room, guest)


@router.post("/lessons", response_model=models.TableAnswer, status_code=201)
async def lesson(request: Request, hall: TheHall, body: models.LessonRequest, guest: Me) -> Any:
    """The guided first game: the one that I have begun and left, or a new one."""
    game = hall.catalogue.find(body.game)
    return answer(request, await lobby.lay_lesson(hall, guest, game, address_of(request.scope), body.again), guest)


def check_size(seats: int) -> None:
    if not 1 <= seats <= 12:
        raise HallError("bad_request", f"No game here is for {seats} players.")


@router.post("/tables", response_model=models.TableAnswer, status_code=201)
async def lay_table(request: Request, hall: TheHall, body: models.TableRequest, guest: Me) -> Any:
    """A new table; whoever makes it is its host."""
    game = hall.catalogue.find(body.game)
    seats = len(body.players) if body.players and body.seats is None else table_size(hall, body.game, body.seats)
    check_size(seats)
    asked = body.players or [models.PlayerRequest(kind="me" if seat == 0 else "open") for seat in range(seats)]
    if len(asked) != seats:
        raise HallError("bad_request", f"There are {seats} seats and {len(asked)} players.")
    hall.catalogue.agent(game, body.stand_in)  # or it is none
    players: list[dict[str, Any]] = []
    for seat, player in enumerate(asked):
        if player.kind == "bot":
            players.append({"kind": BOT, "name": bot_name(seat), "agent": hall.catalogue.agent(game, player.agent)})
        elif player.kind == "me":
            players.append({"kind": PERSON, "name": guest.name, "guest": guest.id})
        elif player.kind == "local" or body.pass_and_play:
            name = clean_name(player.name or f"Player {seat + 1}")
            players.append({"kind": PERSON, "name": name, "guest": guest.id, "local": True})
        else:
            players.append({"kind": OPEN})
    address = address_of(request.scope)
    await lobby.may_lay(hall, guest, address, body.listed)
    room = await lobby.lay(
        hall,
        guest,
        game,
        seats,
        body.options,
        players,
        listed=body.listed,
        spectators=body.spectators,
        undo=body.undo,
        clock=body.clock.model_dump() if body.clock else None,
        pass_and_play=body.pass_and_play,
        origin=hall.keys.origin(address),
        stand_in=body.stand_in,
        aids=body.aids,
        hints=body.hints,
    )
    return answer(request, room, guest, body.language)


@router.get("/tables", response_model=models.LobbyAnswer)
async def tables(
    hall: TheHall,
    guest: Someone,
    game: Annotated[str | None, Query(max_length=60)] = None,
    lang: Language = "en",
    page: Annotated[int, Query(ge=1, le=1000)] = 1,
    status: Annotated[Literal["waiting", "playing"] | None, Query()] = None,
) -> Any:
    """Listed tables that are open or being played, page by page: the newest of each who has laid some come first."""
    found, pages = await lobby.listed(hall, game, page, status)
    cards = [hall.teller.card(room, lang, id_of(guest)) for room in found]
    return {"tables": cards, "page": page, "pages": pages}


@router.get("/tables/{id}", response_model=models.TableAnswer)
async def table(request: Request, hall: TheHall, id: TableId, guest: Someone, lang: Language = "en") -> Any:
    return answer(request, await hall.room(id), guest, lang)


@router.get("/tables/{id}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(request: Request, hall: TheHall, id: TableId) -> Response:
    """The table's address as a QR code."""
    room = await hall.room(id)
    out = io.BytesIO()
    segno.make(f"{public_address(request.url, hall.settings)}/t/{room.id}", error="m").save(
        out, kind="svg", scale=6, border=2, xmldecl=False
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


@router.post("/tables/{id}/settings", response_model=models.TableAnswer)
async def settings(request: Request, hall: TheHall, id: TableId, body: models.SettingsRequest, guest: Someone) -> Any:
    room = await hall.room(id)
    chosen = {name: value for name, value in body.model_dump().items() if value is not None}
    if body.listed and not room.table.record.listed:
        await lobby.may_list(hall, room.table.config.host)
    await seats.change(hall, room, must_be(guest).id, **chosen)
    return answer(request, room, guest)


@router.post("/tables/{id}/close", response_model=models.TableAnswer)
async def close(
    request: Request, hall: TheHall, id: TableId, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Host: no more play; the table is kept."""
    room = await hall.room(id)
    await seats.close_table(hall, room, must_be(guest).id)
    return answer(request, room, guest)


@router.post("/tables/{id}/rematch", response_model=models.TableAnswer)
async def rematch(
    request: Request, hall: TheHall, id: TableId, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Another game of the same people, everybody one seat on."""
    room = await lobby.rematch(hall, await hall.room(id), must_be(guest), address_of(request.scope))
    return answer(request, room, guest)
