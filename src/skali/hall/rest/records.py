"""Positions and records: what a seat is shown now, score sheets, sagas."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from skali.hall import hints, lobby, models, play, seats
from skali.hall.address import public_address
from skali.hall.config import BOT
from skali.hall.errors import HallError
from skali.hall.limits import address_of
from skali.hall.models import Language
from skali.hall.rest.shared import Me, Someone, TableId, TheHall, ViewerNumber, answer, id_of, json, seen
from skali.hall.sagas import saga_of

router = APIRouter()


@router.get("/tables/{id}/saga", response_class=PlainTextResponse)
async def saga(hall: TheHall, id: TableId, guest: Someone) -> PlainTextResponse:
    """The record of the game. With the luck laid open, so an unfinished one only for who holds all seats of persons."""
    room = await hall.room(id)
    table = room.table
    if table.status in ("waiting", "playing", "closed", "damaged"):
        persons = [seat for seat in table.record.seats if seat.kind != BOT]
        if guest is None or not all(guest.id in seat.guests for seat in persons):
            raise HallError(
                "forbidden", "The record of a game in play would tell its luck to come. It opens at the end."
            )
        await seats.note_reading(hall, room, guest.id)
    elif not table.record.may_view(id_of(guest), -1):
        raise HallError("forbidden", "Spectators are not let in here.")
    name = f"{table.config.game}-{table.id}.saga"
    return PlainTextResponse(saga_of(table).write(), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.post("/sagas", response_model=models.TableAnswer, status_code=201)
async def import_saga(request: Request, hall: TheHall, body: models.SagaRequest, guest: Me) -> Any:
    """A table that goes on from a saga, or shows it if it is finished."""
    address = address_of(request.scope)
    await lobby.may_lay(hall, guest, address, listed=False)
    return answer(request, await lobby.import_saga(hall, guest, body.saga, address), guest)


@router.get("/tables/{id}/position", response_model=models.WelcomeAnswer)
async def position(
    request: Request, hall: TheHall, id: TableId, guest: Someone, seat: ViewerNumber = -1, lang: Language = "en"
) -> Response:
    """What ``welcome`` says, without a WebSocket."""
    room = await seen(hall, id, guest, seat)
    return json(hall.teller.welcome(room, seat, lang, id_of(guest), public_address(request.url, hall.settings)))


@router.get("/tables/{id}/sheets", response_model=models.SheetsAnswer)
async def sheets(
    hall: TheHall, id: TableId, guest: Someone, seat: ViewerNumber = -1, lang: Language = "en"
) -> Response:
    table = (await seen(hall, id, guest, seat)).table
    return json({"sheets": hall.teller.sheets(table, seat, lang)})


@router.get("/tables/{id}/hint", response_model=models.HintAnswer)
async def hint(
    request: Request, hall: TheHall, id: TableId, guest: Someone, seat: ViewerNumber, lang: Language = "en"
) -> Any:
    """What a seat could do: up to three good moves with reasons, from what the seat may know. If the table allows it."""
    room = await seen(hall, id, guest, seat)
    hall.charge(address_of(request.scope), hints.WORK)
    return {"moves": await hints.hint(hall, room, seat, id_of(guest), lang)}


@router.get("/tables/{id}/because", response_model=models.BecauseAnswer)
async def because(
    request: Request,
    hall: TheHall,
    id: TableId,
    guest: Someone,
    moment: Annotated[int, Query(ge=0)],
    seat: ViewerNumber = -1,
    lang: Language = "en",
) -> Any:
    """Why a bot may have played what led to a moment, from what the one who asks may know. If the table allows it."""
    room = await seen(hall, id, guest, seat)
    hall.charge(address_of(request.scope), hints.WORK)
    return {"because": await hints.because(hall, room, seat, moment, id_of(guest), lang)}


@router.get("/tables/{id}/why", response_model=models.WhyAnswer)
async def why(
    hall: TheHall,
    id: TableId,
    guest: Someone,
    move: Annotated[str, Query(max_length=200)],
    seat: ViewerNumber = -1,
    lang: Language = "en",
) -> Any:
    """Whether a move (number or notation) is allowed, and if not, which rule forbids it."""
    table = (await seen(hall, id, guest, seat)).table
    if not table.record.started:
        raise HallError("not_now", "The game has not begun.")
    plain = int(move) if move.isascii() and move.isdigit() and len(move) < 10 else move
    return play.why_not(hall, table, seat, plain, [], lang)
