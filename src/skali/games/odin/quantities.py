"""What cards can count beside items, and amounts that depend on the position. How they are counted is in counting.py."""

from __future__ import annotations

from typing import Final

AMOUNTS: Final = ("round", "armed_price", "escort_price")

THE_ROUND: Final = -1
ARMED_PRICE: Final = -2
ESCORT_PRICE: Final = -3
PLAYER: Final = 100
HOUSE: Final = 101
LARGE_SHIP: Final = 102
KINDS_TAKEN: Final = 103
"""From here on what the action that is going on has brought and cost."""
KINDS_PAID: Final = 104
WOOD_RECEIVED: Final = 105
STONE_RECEIVED: Final = 106
SILVER_RECEIVED: Final = 107
BOATS_USED: Final = 108
TWOS_PLACED: Final = 109
MEAT_SERVED: Final = 110
"""From here on what lies on the Banquet Table."""
MEAD_SERVED: Final = 111
ANIMALS_SERVED: Final = 112
GAME_MEAT_SERVED: Final = 113
VIKINGS_ON_CRAFTING: Final = 114
"""From here on Vikings on spaces."""
VIKINGS_IN_COLUMN_2: Final = 115
VIKINGS_IN_COLUMN_3: Final = 116
ANIMAL_KINDS: Final = 117
"""From here on holdings."""
SHIP_TRIOS: Final = 118
ORE_ON_SHIPS: Final = 119
STRONG_LONGSHIPS: Final = 120
SPECIAL_TILES: Final = 121
RED_KINDS: Final = 122
MEAT_PAIRS: Final = 123
PEAS_SHORT: Final = 124
EXPLORATION_BOARDS: Final = 125
SHIP: Final = 126
INCOME: Final = 127
ONCE: Final = -1
