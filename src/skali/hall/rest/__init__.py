"""The REST API: what is asked once. What happens at a table comes over the WebSocket (``socket``)."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from skali.hall import models
from skali.hall.rest import games, guests, history, records, seats, tables

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ErrorBody} for status in (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
}
router = APIRouter(prefix="/api", responses=ERRORS)
for subject in (games, guests, tables, seats, records, history):
    router.include_router(subject.router)
