"""Guests: somebody with a name and a signed cookie."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from skali.hall import schema
from skali.hall.catalogue import known_language
from skali.hall.errors import HallError
from skali.hall.hall import Hall
from skali.hall.keys import make_id


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


MOST_NAME = 24
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4")
"""Letters, marks and signs that are printable by their category and show nothing."""
SELECTORS = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""They choose how the character before is drawn; two names that differ by one look the same."""


def shows_something(text: str) -> bool:
    """Whether there is a letter, a number or a sign in it, not only marks upon nothing."""
    return any(unicodedata.category(each)[0] in "LNPS" for each in text)


def clean_text(text: str, most: int) -> str:
    """One line of plain text: no control or invisible formatting characters, nothing half a character."""
    plain = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    seen = (each for each in plain if each.isspace() or (each.isprintable() and each not in BLANK))
    kept = "".join(" " if each.isspace() else each for each in seen)
    cleaned = " ".join(kept.split())[:most].strip()
    return cleaned if shows_something(cleaned) else ""


def clean_name(name: str) -> str:
    cleaned = clean_text(SELECTORS.sub("", name), MOST_NAME)
    if not cleaned:
        raise HallError("bad_request", "A name has 1 to 24 characters, and some that can be seen.")
    return cleaned


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it where somebody else at the table is called so: "Guest 2"."""
    taken = {other.casefold() for other in others}
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name[: MOST_NAME - len(str(number)) - 1].rstrip()} {number}"
    return found
