"""The phases of a round, the windows for anytime actions, and the kinds of frame on the stack of what is going on."""

from __future__ import annotations

from typing import Final

# Phases (OD-025); 0 is the choice of a starting card in the solo game

SETUP: Final = 0
NEW_VIKING: Final = 1
HARVEST: Final = 2
EXPLORATION: Final = 3
NEW_WEAPON: Final = 4
ACTIONS: Final = 5
START_PLAYER: Final = 6
INCOME: Final = 7
BREEDING: Final = 8
FEAST: Final = 9
BONUS: Final = 10
STRIPS: Final = 11
RETURN_VIKINGS: Final = 12
OVER: Final = 13

# Windows with a stop of their own (OD-083)

W0: Final = 0
W4: Final = 4
W5: Final = 5
W6: Final = 6
W7: Final = 7

# Frames that ask

ASK_START_CARD: Final = 0
ASK_TURN: Final = 1
ASK_WINDOW: Final = 2
ASK_BOARD: Final = 3
ASK_SHAPE: Final = 4
ASK_CELL: Final = 5
ASK_COLUMN_4: Final = 6
ASK_OFFERS: Final = 7
ASK_STEP: Final = 8
ASK_UPGRADE: Final = 9
ASK_STRIP: Final = 10
ASK_TRADE: Final = 11
ASK_SALE: Final = 12
ASK_FORGE: Final = 13
ASK_EXPLORE: Final = 14
ASK_EMIGRATE: Final = 15
ASK_SWAP_BOAT: Final = 16
ASK_DIE: Final = 17
ASK_SWORDS: Final = 18
ASK_SPEARS: Final = 19
ASK_RETURN: Final = 20
ASK_PLAY: Final = 21
ASK_FOOD: Final = 22
ASK_COINS: Final = 23
ASK_WEAPON: Final = 24
ASK_DRAW: Final = 25
ASK_FOLLOW: Final = 26
ASK_SHIFT: Final = 27
ASK_CALL_BACK: Final = 28
ASK_ARM: Final = 29
ASK_INSPECT: Final = 30
ASK_SECOND: Final = 31
ASK_FOURTH: Final = 32
ASK_FLIP: Final = 33
ASK_LATE: Final = 34
ASK_FISH: Final = 35
ASK_BONUS: Final = 36
ASK_MORE_LOOT: Final = 37
ASK_OUTFIT: Final = 38
LAST_ASKED: Final = 38

# Frames that go on by themselves

FIRST_AUTOMATIC: Final = 40
DO_PROGRAM: Final = 40
DO_DRAW: Final = 41
DO_BEFORE: Final = 42
DO_ACTION: Final = 43
DO_AFTER: Final = 44
DO_END_TURN: Final = 45
DO_RESTORE: Final = 46
DO_REWARDS: Final = 47
DO_CLEARING: Final = 48
DO_LONGSHIP_USED: Final = 49
DO_COINS: Final = 50
DO_ROLL: Final = 51
DO_FEAST: Final = 52
DO_TAUGHT: Final = 53
DO_ANYTIME: Final = 54
"""An anytime action that is not finished; it holds the number of its card + 1, 0 if it has none."""
LAST_AUTOMATIC: Final = 54

# Dice actions

HUNT: Final = 0
SNARING: Final = 1
WHALE_3: Final = 2
WHALE_1: Final = 3
RAID: Final = 4
PILLAGE: Final = 5
DIE_NAMES: Final = ("hunting", "snare", "whaling", "whaling", "raiding", "pillaging")
DIE_KINDS: Final = {"hunting": 1, "snare": 2, "whaling": 12, "raiding": 16, "pillaging": 32}
"""The kinds as bits, by the name of the action."""

# How a space is used

BY_VIKINGS: Final = 0
BY_IMITATION: Final = 1
BY_CARD: Final = 2

# Places of an occupation

OUT: Final = 0
UNDEALT: Final = 1
IN_PILE: Final = 2
IN_HAND: Final = 3
"""In the hand of seat 0; the next three numbers are the other seats."""
IN_PLAY: Final = 7
"""In front of seat 0; the next three numbers are the other seats."""
SPENT: Final = 11
"""In front of seat 0, its effect used up; the next three numbers are the other seats."""

# Classes of anytime action in their search order (OD-261)

KEY_FREE: Final = 0
KEY_CARD: Final = 1
KEY_SHIP: Final = 2
KEY_ARM: Final = 3
KEY_SLOT: Final = 4
KEY_PLACE: Final = 5
