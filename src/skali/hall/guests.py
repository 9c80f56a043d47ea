"""Guests: somebody with a name and a signed cookie."""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from skali.hall import schema
from skali.hall.catalogue import known_language
from skali.hall.errors import HallError
from skali.hall.keys import make_id

if TYPE_CHECKING:
    from skali.hall.hall import Hall


@dataclass
class Guest:
    id: str
    name: str
    language: str


async def make_guest(hall: Hall, name: str, language: str) -> Guest:
    guest = Guest(f"g_{make_id(16)}", clean_name(name), known_language(language))
    values = {"id": guest.id, "name": guest.name, "language": guest.language, "created": time.time()}
    await hall.storage.write(lambda connection: connection.execute(insert(schema.guests).values(values)))
    return guest


async def find_guest(hall: Hall, id: str | None) -> Guest | None:
    if id is None:
        return None
    query = select(schema.guests.c.id, schema.guests.c.name, schema.guests.c.language).where(schema.guests.c.id == id)
    found = await hall.storage.read(lambda connection: connection.execute(query).one_or_none())
    return Guest(*found) if found else None


async def rename_guest(hall: Hall, guest: Guest, name: str, language: str) -> Guest:
    changed = Guest(guest.id, clean_name(name), known_language(language))
    query = (
        update(schema.guests).where(schema.guests.c.id == guest.id).values(name=changed.name, language=changed.language)
    )
    await hall.storage.write(lambda connection: connection.execute(query))
    return changed


def clean_text(text: str, most: int) -> str:
    """One line of plain text: no control or invisible formatting characters, nothing half a character."""
    plain = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    kept = "".join(" " if each.isspace() else each for each in plain if each.isspace() or each.isprintable())
    return " ".join(kept.split())[:most].strip()


def clean_name(name: str) -> str:
    cleaned = clean_text(name, 24)
    if not cleaned:
        raise HallError("bad_request", "A name has 1 to 24 characters.")
    return cleaned
