"""What a player can hold, numbered. An item's number is also its place in a seat's holdings.

Goods are numbered by the goods boxes: four colours for each of the eight sizes, so that an upgrade adds one. The two places
that have no orange good hold the pregnant animals.
"""

from __future__ import annotations

from typing import Final

PEAS: Final = 0
MEAD: Final = 1
OIL: Final = 2
RUNE_STONE: Final = 3
FLAX: Final = 4
STOCKFISH: Final = 5
HIDE: Final = 6
SILVERWARE: Final = 7
BEANS: Final = 8
MILK: Final = 9
WOOL: Final = 10
CHEST: Final = 11
GRAIN: Final = 12
SALT_MEAT: Final = 13
LINEN: Final = 14
SILK: Final = 15
CABBAGE: Final = 16
GAME_MEAT: Final = 17
SKIN_AND_BONES: Final = 18
SPICES: Final = 19
PREGNANT_SHEEP: Final = 20
SHEEP: Final = 21
FUR: Final = 22
JEWELRY: Final = 23
FRUITS: Final = 24
WHALE_MEAT: Final = 25
ROBE: Final = 26
TREASURE_CHEST: Final = 27
PREGNANT_CATTLE: Final = 28
CATTLE: Final = 29
CLOTHING: Final = 30
SILVER_HOARD: Final = 31
SILVER: Final = 32
WOOD: Final = 33
STONE: Final = 34
ORE: Final = 35
BOW: Final = 36
SNARE: Final = 37
SPEAR: Final = 38
LONG_SWORD: Final = 39
WEAPON: Final = 40
"""A weapon from the top of the pile, whichever it is: only ever gained, never held."""
WHALING_BOAT: Final = 41
"""A whaling boat without added ore; the next number is one with."""
ARMED_BOAT: Final = 42
KNARR: Final = 43
LONGSHIP: Final = 44
"""A longship without ore; the next three numbers are longships with 1, 2 and 3."""
LONGSHIP_1: Final = 45
LONGSHIP_2: Final = 46
LONGSHIP_3: Final = 47
SHED: Final = 48
STONE_HOUSE: Final = 49
LONG_HOUSE: Final = 50
GLASS_BEADS: Final = 51
HELMET: Final = 52
CLOAKPIN: Final = 53
BELT: Final = 54
CRUCIFIX: Final = 55
DRINKING_HORN: Final = 56
AMBER_FIGURE: Final = 57
HORSESHOE: Final = 58
GOLD_BROOCH: Final = 59
FORGE_HAMMER: Final = 60
FIBULA: Final = 61
THROWING_AXE: Final = 62
CHALICE: Final = 63
ROUND_SHIELD: Final = 64
ENGLISH_CROWN: Final = 65
ITEMS: Final = 66
GOODS: Final = 32
"""The first items are goods."""
SECOND_PEAS: Final = 1 << 61
"""The mark of a second lying peas at the feast, beside a bit for each type of good that lies (186A)."""
SPECIAL: Final = 51
"""The first special tile."""
SPECIALS: Final = 15
ORANGE: Final = 0
RED: Final = 1
GREEN: Final = 2
BLUE: Final = 3
COLOURS: Final = ("orange", "red", "green", "blue")

# The rest of a seat's holdings

SUBSTITUTE: Final = 66
"""Weapons without a card, by kind: four places (OD-177)."""
EMIGRATED_KNARR: Final = 70
EMIGRATED_LONGSHIP: Final = 71
SHED_WOOD: Final = 72
"""Filled wood slots of the sheds; then stone slots of the sheds, wood and stone slots of the stone houses."""
SHED_STONE: Final = 73
HOUSE_WOOD: Final = 74
HOUSE_STONE: Final = 75
SLOT_NAMES: Final = ("shed_wood", "shed_stone", "house_wood", "house_stone")
PENALTIES: Final = 76
THING: Final = 77
"""Vikings on the Thing Square."""
PASSED: Final = 78
MINUS: Final = 79
"""Uncovered cells and slots of -1, on all that the seat owns."""
CARD_POINTS: Final = 80
HAND: Final = 81
"""Occupations in hand."""
PLACED_CROWN: Final = 82
TWOS: Final = 83
"""Placements of two Vikings in the second column in this round."""
STRIDE: Final = 84

# What belongs to nobody, behind the holdings of four seats

ON_SPACE: Final = 336
"""For each of the 61 spaces and four imitation spaces: 0, or seat + 1 + 8 * Vikings (+ 64 if they are of the round before)."""
STRIP_LEFT: Final = 401
"""Items left on each of the eight strips that lie face up."""
BOARD_SILVER: Final = 409
BOARD_OWNER: Final = 413
"""Owner + 1 of each of the 16 boards: four homes, four exploration boards, three stone houses, five long houses."""
PILE: Final = 429
"""The weapon pile by kind, then the discard pile."""
DISCARD: Final = 433
OVAL: Final = 437
"""1 for each special tile that still lies on the oval board."""
SERVED: Final = 452
"""Goods served in the feast that is going on, by kind."""
OFFERS: Final = 484
"""Optional effects that wait for their owner's answer: a stack of abilities."""
MAX_OFFERS: Final = 48
STONE_YIELD: Final = 532
"""What the action going on has yielded itself: stone, silver, stockfish (OD-227)."""
SILVER_YIELD: Final = 533
FISH_YIELD: Final = 534
PAID_KINDS: Final = 535
"""Wood, stone and ore paid in it, as bits."""
CARDS_PLAYED: Final = 536
"""Occupations played in it, 176B left out (OD-256)."""
BATTLE_BONUS: Final = 537
"""What ore given up adds to each roll of the raid or pillage; up to 2 of it may be lost by 132b (OD-234)."""
SOWN: Final = 538
"""Whether flax (1) and grain (2) were there before the harvest (OD-259)."""
ARMED_NOW: Final = 539
"""A ship was armed in this window (OD-272)."""
BROUGHT: Final = 540
"""Goods that cards have brought since the first of several goods was upgraded or turned, by kind (OD-129, OD-136)."""
SIZE: Final = 572
