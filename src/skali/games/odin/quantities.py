"""What cards can count beside items, and amounts that depend on the position. How they are counted is in counting.py."""

from __future__ import annotations

from typing import Final

AMOUNTS: Final = ("round", "armed_price", "escort_price")

THE_ROUND: Final = -1
ARMED_PRICE: Final = -2
ESCORT_PRICE: Final = -3
PLAYER: Final = 100
HOUSE: Final = 101
ANIMAL_KINDS: Final = 102
VIKINGS_ON_CRAFTING: Final = 103
KINDS_TAKEN: Final = 104
WOOD_RECEIVED: Final = 105
MEAT_SERVED: Final = 106
MEAD_SERVED: Final = 107
SHIP_TRIOS: Final = 108
ORE_ON_SHIPS: Final = 109
STRONG_LONGSHIPS: Final = 110
SPECIAL_TILES: Final = 111
RED_KINDS: Final = 112
MEAT_PAIRS: Final = 113
PEAS_SHORT: Final = 114
KINDS_PAID: Final = 115
STONE_RECEIVED: Final = 116
SILVER_RECEIVED: Final = 117
ANIMALS_SERVED: Final = 118
GAME_MEAT_SERVED: Final = 119
VIKINGS_IN_COLUMN_2: Final = 120
VIKINGS_IN_COLUMN_3: Final = 121
EXPLORATION_BOARDS: Final = 122
LARGE_SHIP: Final = 123
BOATS_USED: Final = 124
TWOS_PLACED: Final = 125
INCOME: Final = 126
ONCE: Final = -1
