"""The REST API: what is asked once. What happens at a table comes over the WebSocket (``socket``)."""

from __future__ import annotations

import io
from functools import partial
from typing import Annotated, Any, Literal

import orjson
import segno
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

import skali
from skali.core import Event, Prompt, State
from skali.hall import guests, lobby, models, play, seats
from skali.hall.catalogue import Speaker, bot_name
from skali.hall.errors import HallError
from skali.hall.guests import Guest, clean_name
from skali.hall.hall import Hall, may_view
from skali.hall.keys import COOKIE
from skali.hall.limits import address_of
from skali.hall.messages import rules_of, score_totals
from skali.hall.models import Language
from skali.hall.reach import reach_of
from skali.hall.record import BOT, OPEN, PERSON
from skali.hall.replays import LOOP_STEPS
from skali.hall.table import LiveTable, Lookback

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ErrorBody} for status in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}
router = APIRouter(prefix="/api", responses=ERRORS)
COOKIE_SECONDS = 60 * 60 * 24 * 365 * 2
MOST_MOMENT = 1_000_000

TableId = Annotated[str, Path(max_length=20)]
SeatNumber = Annotated[int, Path(ge=0, le=20)]
Viewer = Annotated[int, Query(ge=-1, le=20, description="One of my seats, or -1 for a spectator.")]


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


def answer(request: Request, table: LiveTable, guest: Guest | None, language: str | None = None) -> dict[str, Any]:
    speak = language or (guest.language if guest else "en")
    hall = the_hall(request)
    return {"table": hall.teller.table(table, speak, id_of(guest), reach_of(request.url, hall.settings))}


# Games


@router.get("/games", response_model=models.GamesAnswer)
def games(hall: TheHall, lang: Language = "en") -> Any:
    """The games of this hall, with their options and bots."""
    return {
        "games": [hall.catalogue.describe(game, lang) for game in hall.catalogue.games.values()],
        "version": skali.__version__,
        "compiled": skali.compiled,
    }


@router.get("/games/{key}/words", response_model=models.WordsAnswer)
def words(hall: TheHall, key: str, lang: Language = "en") -> Any:
    """What the game says, as templates."""
    return {"language": lang, "tables": hall.catalogue.find(key).words(lang).tables}


@router.get("/games/{key}/rules", response_model=models.RulesAnswer)
def rules(hall: TheHall, key: str, lang: Language = "en", q: Annotated[str, Query(max_length=200)] = "") -> Any:
    """The rules ledger, or the entries in which all the words of ``q`` occur."""
    game = hall.catalogue.find(key)
    return {"game": key, "rules": rules_of(game, lang, q)}


@router.get("/games/{key}/components", response_model=models.ComponentsAnswer)
def components(hall: TheHall, key: str) -> Response:
    """The game's component data, for drawing boards."""
    game = hall.catalogue.find(key)
    return json({"game": key, "digest": game.components.digest, "components": game.components.data})


# Guests


@router.get("/me", response_model=models.MeAnswer)
async def me(guest: Someone) -> Any:
    return {"guest": guest}


@router.post("/me", response_model=models.MeAnswer)
async def set_me(request: Request, response: Response, hall: TheHall, body: models.MeRequest, guest: Someone) -> Any:
    """Makes a guest, or gives it another name."""
    clean_name(body.name)
    if guest is None:
        check_arrival(request)
        guest = await guests.make_guest(hall, body.name, body.language)
    else:
        guest = await guests.rename_guest(hall, guest, body.name, body.language)
    set_cookie(request, response, hall, guest)
    return {"guest": guest}


@router.get("/me/tables", response_model=models.TablesAnswer)
async def my_tables(hall: TheHall, guest: Someone, lang: Language = "en") -> Any:
    """Where I sit, my turns first."""
    if guest is None:
        return {"tables": []}
    cards = [hall.teller.card(table, lang, guest.id) for table in await lobby.tables_of(hall, guest.id)]
    order = {"playing": 0, "waiting": 1}
    cards.sort(key=lambda card: (not card["your_turn"], order.get(card["status"], 2), -card["created"]))
    return {"tables": cards}


# Tables


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
    table = await lobby.lay(hall, guest, game, seats, body.options, players, listed=False, origin=origin)
    return answer(request, table, guest)


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
    table = await lobby.lay(
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
    )
    return answer(request, table, guest, body.language)


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
    cards = [hall.teller.card(table, lang, id_of(guest)) for table in found]
    return {"tables": cards, "page": page, "pages": pages}


@router.get("/tables/{id}", response_model=models.TableAnswer)
async def table(request: Request, hall: TheHall, id: TableId, guest: Someone, lang: Language = "en") -> Any:
    return answer(request, await hall.table(id), guest, lang)


@router.get("/tables/{id}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr(request: Request, hall: TheHall, id: TableId) -> Response:
    """The table's address as a QR code."""
    found = await hall.table(id)
    out = io.BytesIO()
    segno.make(f"{reach_of(request.url, hall.settings)}/t/{found.id}", error="m").save(
        out, kind="svg", scale=6, border=2, xmldecl=False
    )
    return Response(out.getvalue(), media_type="image/svg+xml")


# Seats


@router.post("/tables/{id}/seats/{seat}/sit", response_model=models.TableAnswer)
async def sit(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, body: models.SitRequest, guest: Me
) -> Any:
    """Takes an open seat; with its key, also a taken one from another device."""
    found = await hall.table(id)
    await seats.sit(hall, found, guest, seat, body.name, body.key)
    return answer(request, found, guest)


@router.get("/tables/{id}/seats/{seat}/link", response_model=models.LinkAnswer)
async def link(request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone) -> Any:
    """The seat's key: for who sits there; an open seat's for the host. It stands behind #, which browsers never send."""
    found = await hall.table(id)
    owner = must_be(guest)
    chair = seats.seat_at(found, seat)
    if owner.id not in chair.guests and not (chair.kind == OPEN and owner.id == found.config.host):
        raise HallError("forbidden", "This is not your seat.")
    key = hall.keys.seat_key(found.id, seat, chair.generation)
    return {
        "url": f"{reach_of(request.url, hall.settings)}/t/{found.id}#seat={seat}&key={key}",
        "key": key,
    }


@router.post("/tables/{id}/seats/{seat}/leave", response_model=models.TableAnswer)
async def leave(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    found = await hall.table(id)
    await seats.leave(hall, found, must_be(guest).id, seat)
    return answer(request, found, guest)


@router.post("/tables/{id}/seats/{seat}/only", response_model=models.TableAnswer)
async def keep_to(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """My other devices do not look through the seat any more, and its keys are void."""
    found = await hall.table(id)
    await seats.keep_to(hall, found, must_be(guest).id, seat)
    return answer(request, found, guest)


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
    found = await hall.table(id)
    await seats.seat_bot(hall, found, must_be(guest).id, seat, (body or models.AgentRequest()).agent)
    return answer(request, found, guest)


@router.post("/tables/{id}/seats/{seat}/back", response_model=models.TableAnswer)
async def give_back(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Takes the seat back from the bot that stands in."""
    found = await hall.table(id)
    await seats.give_back(hall, found, must_be(guest).id, seat)
    return answer(request, found, guest)


@router.post("/tables/{id}/seats/{seat}/remove", response_model=models.TableAnswer)
async def remove(
    request: Request, hall: TheHall, id: TableId, seat: SeatNumber, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Host: the player is removed and the seat's key void."""
    found = await hall.table(id)
    await seats.remove(hall, found, must_be(guest).id, seat)
    return answer(request, found, guest)


@router.post("/tables/{id}/fill", response_model=models.TableAnswer)
async def fill(
    request: Request, hall: TheHall, id: TableId, guest: Someone, body: models.AgentRequest | None = None
) -> Any:
    """Host: bots on all open seats."""
    found = await hall.table(id)
    await seats.fill(hall, found, must_be(guest).id, (body or models.AgentRequest()).agent)
    return answer(request, found, guest)


@router.post("/tables/{id}/mute", response_model=models.TableAnswer)
async def mute(request: Request, hall: TheHall, id: TableId, body: models.MuteRequest, guest: Someone) -> Any:
    """Host: somebody may not chat, by seat or by the name under which somebody has spoken."""
    found = await hall.table(id)
    host = must_be(guest)
    seats.must_be_host(found, host.id)
    guests = (
        list(seats.seat_at(found, body.seat).guests) if body.seat is not None else seats.guests_called(found, body.name)
    )
    if not guests:
        raise HallError("not_found", "There is nobody like that here.")
    for each in guests:
        await seats.mute(hall, found, host.id, each, body.on)
    return answer(request, found, guest)


@router.post("/tables/{id}/settings", response_model=models.TableAnswer)
async def settings(request: Request, hall: TheHall, id: TableId, body: models.SettingsRequest, guest: Someone) -> Any:
    found = await hall.table(id)
    chosen = {name: value for name, value in body.model_dump().items() if value is not None}
    if body.listed and not found.record.listed:
        await lobby.may_list(hall, found.config.host)
    await seats.change(hall, found, must_be(guest).id, **chosen)
    return answer(request, found, guest)


@router.post("/tables/{id}/close", response_model=models.TableAnswer)
async def close(
    request: Request, hall: TheHall, id: TableId, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Host: no more play; the table is kept."""
    found = await hall.table(id)
    await seats.close_table(hall, found, must_be(guest).id)
    return answer(request, found, guest)


@router.post("/tables/{id}/rematch", response_model=models.TableAnswer)
async def rematch(
    request: Request, hall: TheHall, id: TableId, guest: Someone, body: models.Nothing | None = None
) -> Any:
    """Another game of the same people, everybody one seat on."""
    found = await lobby.rematch(hall, await hall.table(id), must_be(guest), address_of(request.scope))
    return answer(request, found, guest)


# Records


async def seen(hall: Hall, id: str, guest: Guest | None, seat: int) -> LiveTable:
    """The table, if the guest may look through that seat."""
    found = await hall.table(id)
    if seat >= found.config.seats:
        raise HallError("not_found", "There is no such seat.")
    if not may_view(found, id_of(guest), seat):
        raise HallError("forbidden", "You may not look through this seat.")
    return found


@router.get("/tables/{id}/saga", response_class=PlainTextResponse)
async def saga(hall: TheHall, id: TableId, guest: Someone) -> PlainTextResponse:
    """The record of the game. With the luck laid open, so an unfinished one only for who holds all seats of persons."""
    found = await hall.table(id)
    if found.status in ("waiting", "playing", "closed", "damaged"):
        persons = [seat for seat in found.record.seats if seat.kind != BOT]
        if guest is None or not all(guest.id in seat.guests for seat in persons):
            raise HallError(
                "forbidden", "The record of a game in play would tell its luck to come. It opens at the end."
            )
        await seats.note_reading(hall, found, guest.id)
    elif not may_view(found, id_of(guest), -1):
        raise HallError("forbidden", "Spectators are not let in here.")
    name = f"{found.config.game}-{found.id}.saga"
    return PlainTextResponse(found.saga().write(), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.post("/sagas", response_model=models.TableAnswer, status_code=201)
async def import_saga(request: Request, hall: TheHall, body: models.SagaRequest, guest: Me) -> Any:
    """A table that goes on from a saga, or shows it if it is finished."""
    address = address_of(request.scope)
    await lobby.may_lay(hall, guest, address, listed=False)
    return answer(request, await lobby.import_saga(hall, guest, body.saga, address), guest)


@router.get("/tables/{id}/position", response_model=models.WelcomeAnswer)
async def position(
    request: Request, hall: TheHall, id: TableId, guest: Someone, seat: Viewer = -1, lang: Language = "en"
) -> Response:
    """What ``welcome`` says, without a WebSocket."""
    found = await seen(hall, id, guest, seat)
    return json(hall.teller.welcome(found, seat, lang, id_of(guest), reach_of(request.url, hall.settings)))


@router.get("/tables/{id}/sheets", response_model=models.SheetsAnswer)
async def sheets(hall: TheHall, id: TableId, guest: Someone, seat: Viewer = -1, lang: Language = "en") -> Response:
    found = await seen(hall, id, guest, seat)
    return json({"sheets": hall.teller.sheets(found, seat, lang)})


@router.get("/tables/{id}/why", response_model=models.WhyAnswer)
async def why(
    hall: TheHall,
    id: TableId,
    guest: Someone,
    move: Annotated[str, Query(max_length=200)],
    seat: Viewer = -1,
    lang: Language = "en",
) -> Any:
    """Whether a move (number or notation) is allowed, and if not, which rule forbids it."""
    found = await seen(hall, id, guest, seat)
    if not found.record.started:
        raise HallError("not_now", "The game has not begun.")
    plain = int(move) if move.isascii() and move.isdigit() and len(move) < 10 else move
    return play.why_not(hall, found, seat, plain, [], lang)


@router.get("/tables/{id}/moments", response_model=models.MomentsAnswer, response_model_exclude_none=True)
async def moments(
    request: Request,
    hall: TheHall,
    id: TableId,
    guest: Someone,
    seat: Viewer = -1,
    lang: Language = "en",
    start: Annotated[int, Query(alias="from", ge=0)] = 0,
    to: Annotated[int | None, Query(ge=0)] = None,
    views: bool = False,
) -> Response:
    """The whole story as that seat may know it, with the scores; on demand with views, at most 50 at once."""
    found = await seen(hall, id, guest, seat)
    if not found.record.started:
        return json({"moments": []})
    _ = found.state  # or it cannot go on
    last = min(found.moments[seat] if to is None else to, start + 49 if views else MOST_MOMENT)
    key = ("moments", id, seat, lang, start, last, views, found.n[seat])
    text = hall.replays.kept(key)
    if text is None:
        hall.charge(address_of(request.scope), found.weight(seat))
        look = found.look_back(seat, start)
        text = await hall.replays.run(partial(tell_moments, look, hall.teller.speaker(found, lang), last, views))
        hall.replays.keep(key, text)
    return Response(text, media_type="application/json")


def tell_moments(look: Lookback, speaker: Speaker, last: int, views: bool) -> bytes:
    """In a thread: the moments to the last one, in words."""
    players = look.table.record.names
    told: list[dict[str, Any]] = []
    for number, state, events in look.moments():
        if number > last:
            break
        moment: dict[str, Any] = {
            "moment": number,
            "lines": lines_of(speaker, events, number, players),
            "scores": score_totals(state, look.table.config.seats, look.viewer),
        }
        if views:
            moment["view"] = state.view(look.viewer)
        told.append(moment)
    return orjson.dumps({"moments": told})


async def at_moment(request: Request, found: LiveTable, seat: int, moment: int) -> tuple[State, list[Event]]:
    """The position as a seat saw it at one of its moments, and the events that led to it."""
    if not found.record.started:
        raise HallError("not_now", "The game has not begun.")
    if moment > found.moments[seat]:
        raise HallError("not_found", f"There are {found.moments[seat]} moments.")
    _ = found.state  # or it cannot go on
    hall = the_hall(request)
    begins, ends = found.place_of_moment(seat, moment), found.place_of_moment(seat, moment + 1)
    here = ends - found.nearest(begins) <= LOOP_STEPS
    if not here:
        hall.charge(address_of(request.scope), found.weight(seat))
        await hall.reach_back(found, begins)
    look = found.look_back(seat, moment)
    shown = next(look.moments(), None) if here else await hall.replays.run(lambda: next(look.moments(), None))
    if shown is None:
        raise HallError("stale", "The position has changed since.")  # a move was taken back meanwhile
    return shown[1], shown[2]


@router.get("/tables/{id}/moments/{moment}", response_model=models.MomentAnswer)
async def one_moment(
    request: Request,
    hall: TheHall,
    id: TableId,
    moment: Annotated[int, Path(ge=0)],
    guest: Someone,
    seat: Viewer = -1,
    lang: Language = "en",
) -> Response:
    """The position as that seat saw it then."""
    found = await seen(hall, id, guest, seat)
    state, events = await at_moment(request, found, seat, moment)
    speaker = hall.teller.speaker(found, lang)
    players = found.record.names
    prompt = state.prompt(seat) if seat >= 0 else Prompt("waiting")
    return json(
        {
            "moment": moment,
            "of": found.moments[seat],
            "view": state.view(seat),
            "prompt": speaker.prompt(prompt, players),
            "lines": lines_of(speaker, events, moment, players),
        }
    )


@router.get("/tables/{id}/drawing", response_model=models.DrawingAnswer)
async def drawing(
    request: Request,
    hall: TheHall,
    id: TableId,
    guest: Someone,
    seat: Viewer = -1,
    lang: Language = "en",
    moment: Annotated[int | None, Query(ge=0)] = None,
) -> Any:
    """The position as text with ANSI colours, as a terminal shows it; no text where the game has no such drawing."""
    found = await seen(hall, id, guest, seat)
    if not found.record.started:
        raise HallError("not_now", "The game has not begun.")
    then = found.moments[seat] if moment is None else moment
    state = found.state
    if then != found.moments[seat]:
        state, _ = await at_moment(request, found, seat, then)
    speaker = hall.teller.speaker(found, lang)
    text = speaker.game.presenter.draw(state.view(seat), speaker.words, True, found.record.names)
    return {"moment": then, "text": text}


def lines_of(speaker: Speaker, events: list[Event], moment: int, players: list[str]) -> list[dict[str, Any]]:
    return [speaker.event(event, moment, speaker.event_words(event, players)) for event in events]
