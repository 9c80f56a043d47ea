"""Looking back: the moments of a game as a seat saw them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from skali.core import Event, Prompt, State
from skali.hall import lobby, models
from skali.hall.catalogue import Speaker
from skali.hall.errors import HallError
from skali.hall.limits import address_of
from skali.hall.messages import score_totals, sheets_of
from skali.hall.models import Language
from skali.hall.replays import LOOP_STEPS
from skali.hall.rest.shared import Someone, TableId, TheHall, ViewerNumber, id_of, json, seen, the_hall
from skali.hall.room import Room
from skali.hall.viewers import Lookback, Mark, read_number

router = APIRouter()
MOST_MOMENT = 1_000_000


@router.get("/tables/{id}/moments", response_model=models.MomentsAnswer, response_model_exclude_none=True)
async def moments(
    request: Request,
    hall: TheHall,
    id: TableId,
    guest: Someone,
    seat: ViewerNumber = -1,
    lang: Language = "en",
    start: Annotated[int, Query(alias="from", ge=0)] = 0,
    to: Annotated[int | None, Query(ge=0)] = None,
    views: bool = False,
) -> Response:
    """The whole story as that seat may know it, with the scores; on demand with views, at most 50 at once."""
    room = await seen(hall, id, guest, seat)
    table = room.table
    if not table.record.started:
        return json({"moments": []})
    _ = table.state  # or it cannot go on
    last = min(table.viewers[seat].moment if to is None else to, start + 49 if views else MOST_MOMENT)
    key = ("moments", id, seat, lang, start, last, views, table.viewers[seat].n)
    text = hall.replays.kept(key)
    if text is None:
        hall.charge(address_of(request.scope), table.weight(seat))
        look = table.look_back(seat, start)
        speaker = hall.teller.speaker(table, lang)
        text = await hall.replays.run(partial(tell_moments, look, speaker, table.record.names, last, views))
        hall.replays.keep(key, text)
    return Response(text, media_type="application/json")


@router.get("/tables/{id}/earlier", response_model=models.EarlierAnswer)
async def earlier(hall: TheHall, id: TableId, guest: Someone, lang: Language = "en") -> Any:
    """What I have reached alone in this game before, newest first; empty at a table for several and for others."""
    room = await hall.room(id)
    found = await lobby.earlier_alone(hall, room.table, id_of(guest))
    return {"results": [hall.teller.earlier(table, room.table, lang) for table in found]}


def tell_moments(look: Lookback, speaker: Speaker, players: list[str], last: int, views: bool) -> bytes:
    """In a thread: the moments to the last one, in words."""
    viewer = look.viewer.number
    told: list[dict[str, Any]] = []
    for mark, state, events in look.moments():
        if mark[0] > last:
            break
        moment: dict[str, Any] = {
            "moment": mark[0],
            "number": mark[1],
            "lines": lines_of(speaker, events, mark, players),
            "scores": score_totals(state, look.seats, viewer),
        }
        if views:
            moment["view"] = state.view(viewer)
        told.append(moment)
    return orjson.dumps({"moments": told})


async def at_moment(request: Request, room: Room, seat: int, moment: int) -> tuple[Mark, State, list[Event]]:
    """The position as a seat saw it at one of its moments, and the events that led to it."""
    table = room.table
    if not table.record.started:
        raise HallError("not_now", "The game has not begun.")
    if moment > table.viewers[seat].moment:
        raise HallError("not_found", f"There are {table.viewers[seat].moment} moments.")
    _ = table.state  # or it cannot go on
    hall = the_hall(request)
    begins, ends = table.place_of_moment(seat, moment), table.place_of_moment(seat, moment + 1)
    here = ends - table.checkpoints.nearest(begins) <= LOOP_STEPS
    if not here:
        hall.charge(address_of(request.scope), table.weight(seat))
        await hall.prepare_history(room, begins)
    look = table.look_back(seat, moment)
    shown = next(look.moments(), None) if here else await hall.replays.run(lambda: next(look.moments(), None))
    if shown is None:
        raise HallError("stale", "The position has changed since.")  # a move was taken back meanwhile
    return shown


@router.get("/tables/{id}/moments/{moment}", response_model=models.MomentAnswer)
async def one_moment(
    request: Request,
    hall: TheHall,
    id: TableId,
    moment: Annotated[int, Path(ge=0)],
    guest: Someone,
    seat: ViewerNumber = -1,
    lang: Language = "en",
) -> Response:
    """The position as that seat saw it then."""
    room = await seen(hall, id, guest, seat)
    return await tell_moment(request, room, seat, moment, lang)


@router.get("/tables/{id}/numbers/{number}", response_model=models.MomentAnswer)
async def numbered_moment(
    request: Request,
    hall: TheHall,
    id: TableId,
    number: Annotated[str, Path(pattern=r"^[0-9]{1,7}(\.[0-9]{1,7})?$")],
    guest: Someone,
    seat: ViewerNumber = -1,
    lang: Language = "en",
) -> Response:
    """The same by its number, which is the same for every viewer; where the seat has none such, the one before it."""
    room = await seen(hall, id, guest, seat)
    moment = room.table.viewers[seat].moment_of(read_number(number))
    return await tell_moment(request, room, seat, moment, lang)


async def tell_moment(request: Request, room: Room, seat: int, moment: int, lang: Language) -> Response:
    hall, table = the_hall(request), room.table
    mark, state, events = await at_moment(request, room, seat, moment)
    speaker = hall.teller.speaker(table, lang)
    players = table.record.names
    prompt = state.prompt(seat) if seat >= 0 else Prompt("waiting")
    return json(
        {
            "moment": mark[0],
            "number": mark[1],
            "of": table.viewers[seat].moment,
            "view": state.view(seat),
            "prompt": speaker.prompt(prompt, players),
            "lines": lines_of(speaker, events, mark, players),
            "sheets": sheets_of(state, table.config.seats, seat, speaker, players),
        }
    )


@router.get("/tables/{id}/drawing", response_model=models.DrawingAnswer)
async def drawing(
    request: Request,
    hall: TheHall,
    id: TableId,
    guest: Someone,
    seat: ViewerNumber = -1,
    lang: Language = "en",
    moment: Annotated[int | None, Query(ge=0)] = None,
) -> Any:
    """The position as text with ANSI colours, as a terminal shows it, and as a picture; empty where the game draws none."""
    room = await seen(hall, id, guest, seat)
    table = room.table
    if not table.record.started:
        raise HallError("not_now", "The game has not begun.")
    then = table.viewers[seat].moment if moment is None else moment
    state = table.state
    if then != table.viewers[seat].moment:
        _, state, _ = await at_moment(request, room, seat, then)
    speaker = hall.teller.speaker(table, lang)
    view, presenter, names = state.view(seat), speaker.game.presenter, list(table.record.names)

    def draw() -> tuple[str, str]:
        picture = presenter.picture(view, speaker.words, names)
        return presenter.draw(view, speaker.words, True, names), picture.svg() if picture else ""

    text, svg = await asyncio.to_thread(draw)
    return {"moment": then, "text": text, "svg": svg}


def lines_of(speaker: Speaker, events: list[Event], mark: Mark, players: list[str]) -> list[dict[str, Any]]:
    return [speaker.event(event, mark, speaker.event_words(event, players)) for event in events]
