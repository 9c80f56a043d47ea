"""The kinds of move in Eketorp and their fields.

A place is a storage field A to G (0 to 6) or a siege field of a castle: 7 + castle * 3 + engine. Castles go by the seat of their
owner; with fewer than six players the others are out of play (EK-010).
"""

from __future__ import annotations

from typing import Final

from skali.core.moves import Kind, MoveSpace, Named, Number
from skali.games.eketorp.bricks import BRICKS, HEIGHT, KINDS, SITES
from skali.games.eketorp.cards import VALUES

CASTLES: Final = 6
FIELDS: Final = "ABCDEFG"
ENGINES: Final = ("catapult", "boat", "ram")
STORAGE_FIELDS: Final = 7
SIEGE_FIELDS: Final = 18
ENGINE_COUNT: Final = 3

SEND: Final = 0
SEND_SIEGE: Final = SEND + STORAGE_FIELDS
DONE: Final = SEND_SIEGE + SIEGE_FIELDS
CALL_AT: Final = DONE + 1
CALL_SIEGE: Final = CALL_AT + STORAGE_FIELDS
AGAINST: Final = CALL_SIEGE + SIEGE_FIELDS
EXCHANGE_HAND: Final = AGAINST + CASTLES
STOP: Final = EXCHANGE_HAND + 1
CARD: Final = STOP + 1
LOOT_BRICKS: Final = CARD + VALUES
KEEP_BRICK: Final = LOOT_BRICKS + (HEIGHT + 1) * (HEIGHT + 1)
BUILD_BRICK: Final = KEEP_BRICK + KINDS


def move_space() -> MoveSpace:
    field = Named("field", STORAGE_FIELDS, list(FIELDS))
    castle = Number("castle", CASTLES)
    engine = Named("engine", ENGINE_COUNT, list(ENGINES))
    brick = Named("brick", KINDS, list(BRICKS))
    return MoveSpace(
        Kind(SEND, "send", "send to {field}", field),
        Kind(SEND_SIEGE, "send_siege", "send to castle {castle} {engine}", castle, engine),
        Kind(DONE, "done", "done"),
        Kind(CALL_AT, "call", "call at {field}", field),
        Kind(CALL_SIEGE, "call_siege", "call at castle {castle} {engine}", castle, engine),
        Kind(AGAINST, "against", "against {seat}", Number("seat", CASTLES)),
        Kind(EXCHANGE_HAND, "exchange", "exchange"),
        Kind(STOP, "stop", "stop"),
        Kind(CARD, "card", "card {value}", Number("value", VALUES, first=1)),
        Kind(
            LOOT_BRICKS,
            "loot",
            "loot {first} and {second}",
            Number("first", HEIGHT + 1),
            Number("second", HEIGHT + 1),
        ),
        Kind(KEEP_BRICK, "keep", "keep {brick}", brick),
        Kind(BUILD_BRICK, "build", "build {brick} on {site}", brick, Number("site", SITES, first=1)),
    )
