"""Rules that a played occupation changes for good, by number; components.toml calls them by these names."""

from __future__ import annotations

from typing import Final

DISCOUNT_LIVESTOCK_MARKET_1: Final = 0
STONE_COUNTS_2: Final = 1
SPEAR_COUNTS_AS_LONG_SWORD: Final = 2
KNARR_COUNTS_AS_LONGSHIP: Final = 3
UPGRADE_FURTHER: Final = 4
ROLLS_4: Final = 5
EMIGRATION_COSTS_2_LESS: Final = 6
PEAS_LIE_TWICE: Final = 7
DISCOUNT_SPACES_OF_2_SILVER_1: Final = 8
DISCOUNT_HOUSES_1_STONE: Final = 9
SPEAR_COUNTS_2: Final = 10
WOOD_LIES_IN_HOUSES: Final = 11
PLUNDERING_TAKES_FEWER_VIKINGS: Final = 12
EXPLORE_1_CLAIMS_ANY_BOARD: Final = 13
LOOT_GREEN_GOODS: Final = 14
LOOT_HIGHEST_SPECIAL_TILES_1_LESS: Final = 15
LOOT_TWO_TILES: Final = 16
FUR_FOR_UPGRADE_1: Final = 17
SILVERWARE_FOR_ONE_HOUSE_GOOD: Final = 18
SERVED_STOCKFISH_GO_TO_HOUSES: Final = 19
