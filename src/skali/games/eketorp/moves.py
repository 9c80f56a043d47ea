"""The kinds of move in Eketorp and their fields.

A place is a storage field A to G (0 to 6) or a siege field of a castle: 7 + castle * 3 + engine. Castles go by the seat of their
owner; with fewer than six players the others are out of play (EK-010).
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.moves import Kind, MoveSpace, Named, Number
from skali.games.eketorp import bricks, cards

CASTLES: Final = 6
EK_010_UNUSED_CASTLE: Final = 10
FIELDS: Final = "ABCDEFG"
ENGINES: Final = ("catapult", "boat", "ram")
STORAGE_FIELDS: Final = 7
SIEGE_FIELDS: Final = 18
ENGINE_COUNT: Final = 3
LOOT_NUMBERS: Final = 4
"""How many bricks can be taken off a site, none included."""
# The compiler inlines a sum only if all its names are of this module; the move space checks these two.
_CARD_VALUES: Final = 6
_BRICK_KINDS: Final = 4

SEND: Final = 0
SEND_SIEGE: Final = SEND + STORAGE_FIELDS
DONE: Final = SEND_SIEGE + SIEGE_FIELDS
CALL_AT: Final = DONE + 1
CALL_SIEGE: Final = CALL_AT + STORAGE_FIELDS
AGAINST: Final = CALL_SIEGE + SIEGE_FIELDS
EXCHANGE_HAND: Final = AGAINST + CASTLES
STOP: Final = EXCHANGE_HAND + 1
CARD: Final = STOP + 1
LOOT_BRICKS: Final = CARD + _CARD_VALUES
KEEP_BRICK: Final = LOOT_BRICKS + LOOT_NUMBERS * LOOT_NUMBERS
BUILD_BRICK: Final = KEEP_BRICK + _BRICK_KINDS
FIRST_BY_PHASE: Final = (SEND, CALL_AT, AGAINST, EXCHANGE_HAND, CARD, LOOT_BRICKS, KEEP_BRICK, BUILD_BRICK)
"""The moves of a decision begin here; decisions are numbered by the phases that ask them."""


def move_space() -> MoveSpace:
    field = Named("field", STORAGE_FIELDS, list(FIELDS))
    castle = Number("castle", CASTLES)
    engine = Named("engine", ENGINE_COUNT, list(ENGINES))
    brick = Named("brick", bricks.KINDS, list(bricks.NAMES))
    site = Number("site", bricks.SITES, first=1)
    first, second = Number("first", LOOT_NUMBERS), Number("second", LOOT_NUMBERS)
    return MoveSpace(
        Kind(SEND, "send", "send to {field}", field),
        Kind(SEND_SIEGE, "send_siege", "send to castle {castle} {engine}", castle, engine),
        Kind(DONE, "done", "done"),
        Kind(CALL_AT, "call", "call at {field}", field),
        Kind(CALL_SIEGE, "call_siege", "call at castle {castle} {engine}", castle, engine),
        Kind(AGAINST, "against", "against {seat}", Number("seat", CASTLES)),
        Kind(EXCHANGE_HAND, "exchange", "exchange"),
        Kind(STOP, "stop", "stop"),
        Kind(CARD, "card", "card {value}", Number("value", cards.VALUES, first=1)),
        Kind(LOOT_BRICKS, "loot", "loot {first} and {second}", first, second),
        Kind(KEEP_BRICK, "keep", "keep {brick}", brick),
        Kind(BUILD_BRICK, "build", "build {brick} on {site}", brick, site),
    )


def place_data(place: i64) -> dict[str, Any]:
    """A place as views, prompts and events name it."""
    if place < STORAGE_FIELDS:
        return {"field": FIELDS[place]}
    castle, engine = divmod(int(place) - STORAGE_FIELDS, ENGINE_COUNT)
    return {"castle": castle, "engine": ENGINES[engine]}
