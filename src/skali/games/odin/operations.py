"""The operations that spaces and occupations are made of, by number and by the words that components.toml has for them."""

from __future__ import annotations

from typing import Final

GAIN: Final = 0

SWAP: Final = 1

TIER: Final = 2

STRIP: Final = 3

UPGRADE: Final = 4

HUNTING: Final = 5

LAY_SNARE: Final = 6

WHALING: Final = 7

RAIDING: Final = 8

PILLAGING: Final = 9

EXPLORE: Final = 10

OVERSEAS: Final = 11

SALE: Final = 12

FORGE: Final = 13

DRAW: Final = 14

PLAY: Final = 15

EMIGRATE: Final = 16

SWAP_BOAT: Final = 17

FEAST: Final = 18

BREEDING: Final = 19

BONUS: Final = 20

SHIFT: Final = 21

RETURN_COLUMN_4: Final = 22

FOLLOW: Final = 23

PLACE_ORE: Final = 24

REPLACE_WEAPON: Final = 25

REPLACE_DRAW: Final = 26

RETURN_HERE: Final = 27

INSPECT: Final = 28

OUTFIT: Final = 29

FOURTH: Final = 30

RELOCATE: Final = 31

FLIP: Final = 32

LATE: Final = 33

HARVESTED: Final = 34

SOW: Final = 35

BOOST: Final = 36

NAMED: Final = {
    "hunting": HUNTING,
    "snare": LAY_SNARE,
    "raiding": RAIDING,
    "pillaging": PILLAGING,
    "overseas": OVERSEAS,
    "sale": SALE,
    "forge": FORGE,
    "draw": DRAW,
    "emigrate": EMIGRATE,
    "swap_boat": SWAP_BOAT,
    "feast": FEAST,
    "breeding": BREEDING,
    "return_column_4": RETURN_COLUMN_4,
    "follow": FOLLOW,
    "place ore per longship": PLACE_ORE,
    "replace weapon": REPLACE_WEAPON,
    "replace play": REPLACE_DRAW,
    "return here": RETURN_HERE,
    "inspect": INSPECT,
    "outfit": OUTFIT,
    "fourth": FOURTH,
    "flip": FLIP,
    "late": LATE,
    "harvested": HARVESTED,
}

BESPOKE: Final = (
    FEAST,
    BREEDING,
    SHIFT,
    RETURN_COLUMN_4,
    FOLLOW,
    PLACE_ORE,
    REPLACE_WEAPON,
    REPLACE_DRAW,
    INSPECT,
    OUTFIT,
    FOURTH,
    RELOCATE,
    FLIP,
    LATE,
    HARVESTED,
    SOW,
)
"""Operations that serve one card, or a pair of them."""

ANY_GOOD: Final = 0

MEATS: Final = 1

ALIKE: Final = 2

ORANGES: Final = 3

TO_BLUE: Final = 3

SHIFT_RIGHT: Final = 0

SHIFT_LEFT: Final = 1

BONUS_HOUSES: Final = 0

BONUS_HOME: Final = 1

PRICE_OF_SPACE: Final = 0

PRICE_OF_CARD: Final = 1

PRICE_LESS_SHIPS: Final = 2
