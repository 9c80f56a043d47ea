"""Who I am, and where I sit."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from skali.hall import guests, lobby, models
from skali.hall.guests import clean_name
from skali.hall.models import Language
from skali.hall.rest.shared import Someone, TheHall, check_arrival, set_cookie

router = APIRouter()


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
    cards = [hall.teller.card(room, lang, guest.id) for room in await lobby.rooms_of(hall, guest.id)]
    order = {"playing": 0, "waiting": 1}
    cards.sort(key=lambda card: (not card["your_turn"], order.get(card["status"], 2), -card["created"]))
    return {"tables": cards}
