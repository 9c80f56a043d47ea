"""The numbers of the heuristic. Cards and income are counted in objectives, the scale of the final score."""

from __future__ import annotations

from typing import Final

CARD: Final = 0.045
"""A resource card in hand, in objectives."""
GOLD_CARD: Final = 0.07
SUPPLY_CARD_WORTH: Final = 0.08
LYING: Final = 0.03
"""A card beside a territory, to those who share it."""
INCOME: Final = 0.10
"""One card more each turn."""
MARKET_USE: Final = 0.03
SPARE: Final = 0.3
"""How much an objective counts that is not among the best three."""
WON: Final = 3.0
GOLD: Final = 4
CONTENT: Final = 0.85
"""The part of his fair share with which a voter is content while somebody may still propose this turn."""
CONTENT_AT_LAST: Final = 0.65
CHANCE: Final = 0.3
"""How likely a player who may still propose does so for a given pile and succeeds."""
PLENTY: Final = 3
"""With so many cards of a kind in hand, one more is worth less."""
SOFTEST: Final = 0.85
TEMPER_STEP: Final = 0.1
TEMPERS: Final = 4
"""How many tempers there are, each a step above the one before."""
ROUNDS_TO_KNOW: Final = 8
"""Rounds until the players know each other's tempers."""
ORDER_HEAT: Final = 0.35
VOTE_HEAT: Final = 0.35
