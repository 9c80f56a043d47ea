"""The operations that spaces and occupations are made of, by number; components.toml calls them by these names."""

from __future__ import annotations

from typing import Final

GAIN: Final = 0
SWAP: Final = 1
TIER: Final = 2
STRIP: Final = 3
UPGRADE: Final = 4
WHALING: Final = 5
EXPLORE: Final = 6
PLAY: Final = 7
BONUS: Final = 8
SHIFT: Final = 9
RELOCATE: Final = 10
SOW: Final = 11
BOOST: Final = 12
HUNTING: Final = 13
SNARE: Final = 14
RAIDING: Final = 15
PILLAGING: Final = 16
OVERSEAS: Final = 17
SALE: Final = 18
FORGE: Final = 19
DRAW: Final = 20
EMIGRATE: Final = 21
SWAP_BOAT: Final = 22
FEAST: Final = 23
BREEDING: Final = 24
RETURN_COLUMN_4: Final = 25
FOLLOW: Final = 26
PLACE_ORE_PER_LONGSHIP: Final = 27
REPLACE_WEAPON: Final = 28
REPLACE_PLAY: Final = 29
RETURN_HERE: Final = 30
INSPECT: Final = 31
OUTFIT: Final = 32
FOURTH: Final = 33
FLIP: Final = 34
LATE: Final = 35
HARVESTED: Final = 36
FIRST_PLAIN: Final = 13
"""From here on an operation is written by its name alone."""

# Which goods an upgrade takes, and how far

ANY_GOOD: Final = 0
MEATS: Final = 1
ALIKE: Final = 2
ORANGES: Final = 3
TO_BLUE: Final = 3

# Directions of a shift in the goods boxes, boards of a bonus, prices of emigration

SHIFT_RIGHT: Final = 0
SHIFT_LEFT: Final = 1
BONUS_HOUSES: Final = 0
BONUS_HOME: Final = 1
PRICE_OF_SPACE: Final = 0
PRICE_OF_CARD: Final = 1
PRICE_LESS_SHIPS: Final = 2
