"""Where a round stands: the decision that is asked (EK-D1 to EK-D9), or what follows by itself (course.py)."""

from __future__ import annotations

from typing import Final

# What is asked
DEPLOY: Final = 0
"""All players at once, in secret."""
CALL: Final = 1
OPPONENT: Final = 2
EXCHANGE: Final = 3
"""Amulets: the initiator first, then the opponent."""
CARDS: Final = 4
"""Both players of a battle at once, in secret."""
LOOT: Final = 5
KEEP: Final = 6
BUILD: Final = 7
OVER: Final = 8
# What follows by itself
ROUND_BEGINS: Final = 9
DEPLOYED: Final = 10
"""Everybody has submitted a deployment."""
BATTLE_BEGINS: Final = 11
"""The opponent is known."""
SIEGE_WON: Final = 12
BATTLE_ENDED: Final = 13
HOMECOMING: Final = 14
"""All fields are peaceful."""
BUILDING: Final = 15
"""The active player goes on with the castle, or is done with it."""
ROUND_ENDED: Final = 16

NAMES: Final = ("deploy", "call", "opponent", "exchange", "cards", "loot", "keep", "build", "over")
