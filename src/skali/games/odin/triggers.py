"""What an ability of an occupation can wait for, by number and by the words that components.toml has for it."""

from __future__ import annotations

from typing import Final

PLAYED: Final = 0

ANYTIME: Final = 1

SILVER_SPACE: Final = 2

AFTER_FEAST: Final = 3

BEFORE_INCOME: Final = 4

LONGSHIP_USED: Final = 5

BEFORE_OVERSEAS: Final = 6

BEFORE_OVERSEAS_SPACE: Final = 7

NEW_WEAPON: Final = 8

AFTER_BONUS: Final = 9

NO_HARVEST: Final = 10

AFTER_HARVEST: Final = 11

GRAIN_IN_HOUSE: Final = 12

OCCUPATION_DRAWN: Final = 13

BEFORE_CRAFTING: Final = 14

LARGE_SHIP_BUILT: Final = 15

AFTER_MOUNTAIN: Final = 16

SNARE_SUCCEEDED: Final = 17

RAID_FAILED: Final = 18

ONE_SWORD_WON: Final = 19

WHALING_SUCCEEDED: Final = 20

BEFORE_HUNTING: Final = 21

AFTER_VIKING_ACTION: Final = 22

FOOD_SERVED: Final = 23

HUNTING_2_SUCCEEDED: Final = 24

BEFORE_COLUMN_4: Final = 25

FEAST_BEGINS: Final = 26

CATTLE_ADDED: Final = 27

AFTER_CRAFTING: Final = 28

AFTER_CRAFTING_WITH_ORE: Final = 29

AFTER_BUILDING_HOUSES: Final = 30

AFTER_MARKET: Final = 31

AFTER_OVERSEAS_2: Final = 32

AFTER_UPGRADE_1: Final = 33

AFTER_SPACE: Final = 34

STOCKFISH_RECEIVED: Final = 35

BEFORE_CRAFTING_WITH_ORE: Final = 36

BEFORE_BUILDING: Final = 37

BEFORE_TWO_VIKINGS: Final = 38

SNARE_LAID: Final = 39

SNARE_SPACE_SUCCEEDED: Final = 40

HUNTING_SUCCEEDED: Final = 41

NO_WOOD_WON_A_WHALE: Final = 42

ONE_SPEAR_WON_A_WHALE: Final = 43

BEFORE_RAIDING: Final = 44

BEFORE_PILLAGING: Final = 45

RAID_WON: Final = 46

RAID_FAILED_EARLY: Final = 47

HARVEST_COMES: Final = 48

HOUSE_BUILT: Final = 49

KNARR_BUILT: Final = 50

SAILED_AWAY: Final = 51

OCCUPATIONS_PLAYED: Final = 52

AS_SOON_AS: Final = 53

NEXT_KNARR: Final = 54

STONE_TAKEN: Final = 55

TWO_SILVER_TAKEN: Final = 56

ORE_LOST: Final = 57

TWO_SILVER_LOST: Final = 58

CHEST_RECEIVED: Final = 59

SPICES_RECEIVED: Final = 60

PAIR_OF_STOCKFISH: Final = 61

PAIR_OF_SALT_MEAT: Final = 62

RUNE_STONE_EXPLORES: Final = 63

RUNE_STONE_IN_HOUSE: Final = 64

VIKINGS_RETURNED: Final = 65

THREE_VIKINGS: Final = 66

IN_BONUS_PHASE: Final = 67

END_OF_ACTIONS: Final = 68

AT_SCORING: Final = 69

MOMENTS: Final = (
    "played",
    "anytime",
    "space of one silver",
    "after the feast",
    "before income",
    "after a longship was used",
    "before overseas trading",
    "before overseas space",
    "new weapon",
    "after the bonus",
    "no harvest",
    "after the harvest",
    "grain placed in a house",
    "occupation drawn",
    "before crafting",
    "large ship built",
    "after mountain",
    "snare succeeded",
    "raid failed",
    "one sword won a tile",
    "whaling succeeded",
    "before hunting",
    "after a viking action",
    "food served",
    "hunting_game_2 succeeded",
    "before column 4",
    "feast begins",
    "cattle added",
    "after crafting",
    "after crafting with ore",
    "after building houses",
    "after the weekly market",
    "after overseas_trading_2",
    "after a space of upgrade 1",
    "after a space",
    "after an action with stockfish",
    "before crafting with ore",
    "before building",
    "before an action with two vikings",
    "snare laid",
    "laying_a_snare succeeded",
    "hunting succeeded",
    "whaling succeeded without wood",
    "one spear won a whale",
    "before raiding",
    "before pillaging",
    "raid won",
    "raid failed early",
    "harvest",
    "house built",
    "knarr built",
    "explored or emigrated",
    "after playing occupations",
    "as soon as",
    "next knarr",
    "stone taken from a strip",
    "two_silver taken from a strip",
    "ore lost from a strip",
    "two_silver lost from a strip",
    "chest received",
    "spices received",
    "pair of stockfish",
    "pair of salt_meat",
    "rune_stone placed on an exploration board",
    "rune_stone placed in a house",
    "vikings returned",
    "three vikings on the thing square",
    "in the bonus phase",
    "end of the actions",
    "scoring",
)

PLAIN: Final = (
    HOUSE_BUILT,
    STONE_TAKEN,
    TWO_SILVER_TAKEN,
    ORE_LOST,
    TWO_SILVER_LOST,
    SPICES_RECEIVED,
    VIKINGS_RETURNED,
    THREE_VIKINGS,
    AT_SCORING,
)
"""Moments that only ever give something, at once."""
