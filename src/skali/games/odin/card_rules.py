"""Rules that a played occupation changes for good, by number and by the words that components.toml has for them."""

from __future__ import annotations

from typing import Final

LIVESTOCK_DISCOUNT: Final = 0

STONE_VALUE: Final = 1

SPEAR_AS_SWORD: Final = 2

KNARR_AS_LONGSHIP: Final = 3

UPGRADE_FURTHER: Final = 4

ROLLS: Final = 5

EMIGRATION_DISCOUNT: Final = 6

PEAS_LIE_TWICE: Final = 7

PATRON: Final = 8

STONE_DISCOUNT: Final = 9

SPEAR_VALUE: Final = 10

WOOD_IN_HOUSES: Final = 11

FEWER_PLUNDERERS: Final = 12

ANY_BOARD: Final = 13

GREEN_LOOT: Final = 14

HIGHEST_LOOT: Final = 15

DOUBLE_LOOT: Final = 16

FUR_FOR_UPGRADE: Final = 17

SILVERWARE_FOR_BONUS: Final = 18

FISH_TO_HOUSES: Final = 19

BESPOKE_HOOKS: Final = (DOUBLE_LOOT, FUR_FOR_UPGRADE, SILVERWARE_FOR_BONUS, FISH_TO_HOUSES)
"""Standing rules that bring a decision of their own."""

HOOKS: Final = (
    "discount livestock_market 1",
    "stone counts 2",
    "spear counts as long_sword",
    "knarr counts as longship",
    "upgrade further",
    "rolls 4",
    "emigration costs 2 less",
    "peas lie twice",
    "discount spaces of 2 silver 1",
    "discount houses 1 stone",
    "spear counts 2",
    "wood lies in houses",
    "plundering takes fewer vikings",
    "explore_1 claims any board",
    "loot green goods",
    "loot highest special tiles 1 less",
    "loot two tiles",
    "fur for upgrade 1",
    "silverware for one house good",
    "served stockfish go to houses",
)
