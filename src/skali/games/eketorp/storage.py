"""Bricks on the storage fields: from the material card, carried off by Vikings, left over (EK-020 to EK-023, EK-089, EK-099)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.protocol import Event
from skali.games.eketorp import bricks, components, moves
from skali.games.eketorp.position import EketorpPosition

_MANY_PLAYERS: Final = 5


def bricks_of(position: EketorpPosition, card: i64) -> i64:
    """What a card gives each field; the bricks marked in white only with 5 or 6 players (EK-021)."""
    return position.tables.many[card] if position.seats >= _MANY_PLAYERS else position.tables.few[card]


def distribute(position: EketorpPosition, card: i64, events: list[Event] | None) -> None:
    """New bricks join what is left on a field; a short supply gives what it has, in the order of the fields (EK-022, EK-023)."""
    shown = bricks_of(position, card)
    for field in range(i64(moves.STORAGE_FIELDS)):
        wanted = (shown >> (components.FIELD_BITS * field)) & 63
        if wanted:
            kind = (position.tables.kinds[card] >> (components.KIND_BITS * field)) & 7
            left = bricks.count_of(position.supply, kind)
            placed = wanted if wanted <= left else left
            position.supply -= placed * bricks.brick(kind)
            lay(position, field, kind, position.bricks_on(field) + placed)
            if events is not None:
                data = {"field": moves.FIELDS[field], "brick": bricks.NAMES[kind - 1], "count": int(placed)}
                events.append(Event("bricks_placed", data, rule="" if placed == wanted else "EK-023"))


def carry_off(position: EketorpPosition, field: i64) -> None:
    """Every Viking takes a brick while there are any; the field is peaceful, so only one owner can go short (EK-089)."""
    left = position.bricks_on(field)
    if not left:
        return
    kind = position.kind_on(field)
    for seat in range(position.seats):
        here = position.on_field(seat, field)
        if here:
            taken = here if here < left else left
            left -= taken
            position.carried[seat] += taken * bricks.brick(kind)
    lay(position, field, kind, left)


def clear(position: EketorpPosition, events: list[Event] | None) -> None:
    """Grass and wood go back to the supply, clay and stone stay (EK-099)."""
    returned: i64 = 0
    for field in range(i64(moves.STORAGE_FIELDS)):
        kind = position.kind_on(field)
        if kind and kind < bricks.CLAY:
            returned += position.bricks_on(field) * bricks.brick(kind)
            lay(position, field, kind, 0)
    position.supply += returned
    if returned and events is not None:
        events.append(Event("leftovers", {"bricks": bricks.listed(returned)}, rule="EK-099"))


def lay(position: EketorpPosition, field: i64, kind: i64, count: i64) -> None:
    """So many bricks of a kind lie on a field from now on; without bricks it has no kind."""
    position.bricks += (count - position.bricks_on(field)) << (components.FIELD_BITS * field)
    if not count:
        kind = 0
    position.kinds += (kind - position.kind_on(field)) << (components.KIND_BITS * field)
