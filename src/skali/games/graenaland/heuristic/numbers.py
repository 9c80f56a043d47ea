"""The numbers of the heuristic. What is not counted in cards is counted in objectives, the scale of the final score."""

from __future__ import annotations

from typing import Final

GOLD: Final = 4

# How a player stands in the race, in logarithms of odds
WON: Final = 6.0
ODDS: Final = 1.5
"""An objective less to go."""
WAIT: Final = 0.2
"""A turn until the seat leads again."""

# The way to the nearest objectives, in objectives
CARD_TO_SPEND: Final = 0.15
"""A card that the nearest objectives still cost, in hand or not."""
TURN: Final = 0.065
"""A turn until all cards for them may have come."""
ANNOUNCEMENT: Final = 0.03
"""A joint work that is announced in vain."""

# The same, where a victory card counts
CARD: Final = 0.045
GOLD_CARD: Final = 0.07
SUPPLY_CARD_WORTH: Final = 0.08
YIELD: Final = 0.12
"""A card more in each turn."""

# What comes in a turn, in cards
INCOME: Final = 0.9
"""A card of a territory in which one is alone."""
THIN: Final = 0.2
"""How much of it others may take who have no colony there, as the square of colonies."""
LYING: Final = 0.6
"""A card that lies there now."""
ROAD: Final = 0.8
IMPROVEMENT: Final = 0.35
SUPPLY: Final = 1.6
"""A supply card, in each build phase."""
MARKET_USE: Final = 0.4
VOTE: Final = 0.08
"""What a point of the army adds to the part of every territory that one lives in."""
PRIEST: Final = 0.06
MINSTREL: Final = 0.1
ABROAD: Final = 0.3
"""How much of that holds where one does not live."""

# Bargaining, in cards
SPARE_WORTH: Final = 0.45
"""A card that one does not lack."""
GOLD_WORTH: Final = 1.3
DOWN_WORTH: Final = 0.7
LEAST_WANT: Final = 0.3
"""Nobody votes for nothing."""
CONTENT: Final = 0.85
"""The part of his fair share with which a voter is content while somebody may still propose this turn."""
CONTENT_AT_LAST: Final = 0.65
CHANCE: Final = 0.2
"""How likely a player who may still propose does so for a given pile and succeeds."""
HOPE_LATER: Final = 0.95
"""The part of a pile that he counts on who has a majority alone and proposes later this turn."""
HOPE_MAJOR: Final = 0.8
"""The same if he must wait for another turn."""
HOPE_MINOR: Final = 0.3
"""How much of his fair share he may hope for where another has a majority alone."""
HOPE_LEADER: Final = 0.85
"""What is left of hopes to the leader, who could build with the cards at once."""
HOPE_FULL: Final = 0.9
"""What is left of them where a full pile keeps the land from yielding."""
TRY: Final = 0.4
"""The chance that somebody accepts less than he should wait for."""
THREAT: Final = 3.0
"""What it is worth to keep a leader from winning."""
CLOSE: Final = 0.3
"""So many cards he may still lack."""
SOFTEST: Final = 0.85
TEMPER_STEP: Final = 0.1
TEMPERS: Final = 4
"""How many tempers there are, each a step above the one before."""
FIRMER: Final = 0.1
"""How much more than before he is offered who has refused an offer."""
SOFTER: Final = 0.01
"""How much less he is offered who has accepted one."""
HARDEST: Final = 1.3
"""More than so much of what he may hope for is offered to nobody."""
VOTE_HEAT: Final = 0.35

# Heroes, in cards
MAJORITY: Final = 0.9
"""The part of a pile that goes to him who has a majority alone."""
MINORITY: Final = 0.2
"""What is left of their fair shares to the others."""
NEXT: Final = 0.4
"""What the next turn brings."""
ORDER_HEAT: Final = 0.35
