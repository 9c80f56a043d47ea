"""Where a round stands: the decision that is asked (EK-D1 to EK-D9)."""

from __future__ import annotations

from typing import Final

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

NO_PLACE: Final = -1
NOBODY: Final = -1

PHASE_NAMES: Final = ("deploy", "call", "opponent", "exchange", "cards", "loot", "keep", "build", "over")
