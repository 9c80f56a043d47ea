"""The numbers of the heuristic. What is not counted in cards is counted in objectives, the scale of the final score.

Most of them are learned by play: ``TUNABLES`` says what people set them to, a ``Tuning`` holds them as they are.
"""

from __future__ import annotations

from typing import Final

from skali.core.weights import Tunable, Weights, numbers_of

GOLD: Final = 4

WON: Final = 6.0
"""In logarithms of odds."""
TEMPERS: Final = 4
"""How many tempers there are, each a step above the one before."""

# The race, where a victory card counts
CARD: Final = 0.045
GOLD_CARD: Final = 0.07
SUPPLY_CARD_WORTH: Final = 0.08
YIELD: Final = 0.12
"""A card more in each turn."""

LEAST_DIVISOR: Final = 0.05
"""No number is smaller by which something may be divided."""

ROWS: Final = ("all",)
"""The numbers are the same in every position."""

TUNABLES: Final[tuple[Tunable, ...]] = (
    # How a player stands in the race, in logarithms of odds
    Tunable("odds", 1.5, 0.3),  # an objective less to go
    Tunable("wait", 0.2, 0.05),  # a turn until the seat leads again
    # The way to the nearest objectives, in objectives
    Tunable("card_to_spend", 0.15, 0.03),  # a card that the nearest objectives still cost, in hand or not
    Tunable("turn", 0.065, 0.015),  # a turn until all cards for them may have come
    Tunable("announcement", 0.03, 0.007),  # a joint work that is announced in vain
    # What comes in a turn, in cards
    Tunable("income", 0.9, 0.2, 1.0),  # a card of a territory in which one is alone
    Tunable("thin", 0.2, 0.05),  # how much of it others may take who have no colony there, as the square of colonies
    Tunable("lying", 0.6, 0.15, 1.0),  # a card that lies there now
    Tunable("road", 0.8, 0.2),
    Tunable("improvement", 0.35, 0.08),
    Tunable("supply", 1.6, 0.35),  # a supply card, in each build phase
    Tunable("market_use", 0.4, 0.1),
    Tunable("vote", 0.08, 0.02, 1.0),  # what a point of the army adds to the part of every territory that one lives in
    Tunable("priest", 0.06, 0.015, 1.0),
    Tunable("minstrel", 0.1, 0.025, 1.0),
    Tunable("abroad", 0.3, 0.07, 1.0),  # how much of that holds where one does not live
    # Bargaining, in cards
    Tunable("spare_worth", 0.45, 0.1, 1.0),  # a card that one does not lack
    Tunable("gold_worth", 1.3, 0.3),
    Tunable("down_worth", 0.7, 0.15),
    Tunable("least_want", 0.3, 0.07),  # nobody votes for nothing
    # The part of his fair share with which a voter is content: while somebody may still propose this turn, or if nobody may
    Tunable("content", 0.85, 0.2, 1.0),
    Tunable("content_at_last", 0.65, 0.15, 1.0),
    Tunable("chance", 0.2, 0.05, 1.0),  # that a player who may still propose does so for a given pile and succeeds
    # The part of a pile that he counts on who has a majority alone: if he proposes later this turn, or must wait longer
    Tunable("hope_later", 0.95, 0.2, 1.0),
    Tunable("hope_major", 0.8, 0.2, 1.0),
    Tunable("hope_minor", 0.3, 0.07, 1.0),  # of his fair share, where another has a majority alone
    # What is left of hopes: to the leader, who could build with the cards at once; where a full pile keeps the land from yielding
    Tunable("hope_leader", 0.85, 0.2, 1.0),
    Tunable("hope_full", 0.9, 0.2, 1.0),
    Tunable("settles", 0.4, 0.1, 1.0),  # the chance that somebody accepts less than he should wait for
    Tunable("threat", 3.0, 0.7),  # what it is worth to keep a leader from winning
    Tunable("close", 0.3, 0.07),  # so many cards he may still lack
    # Tempers, as parts of what a player may hope for
    Tunable("softest", 0.85, 0.2, 1.0),
    Tunable("temper_step", 0.1, 0.025, 1.0),
    Tunable("firmer", 0.1, 0.025, 1.0),  # how much more than before he is offered who has refused an offer
    Tunable("softer", 0.01, 0.0025, 1.0),  # how much less he is offered who has accepted one
    Tunable("hardest", 1.3, 0.3),  # more is offered to nobody
    Tunable("vote_heat", 0.35, 0.08),
    # Heroes, in cards
    Tunable("majority", 0.9, 0.2, 1.0),  # the part of a pile that goes to him who has a majority alone
    Tunable("minority", 0.2, 0.05, 1.0),  # what is left of their fair shares to the others
    Tunable("next", 0.4, 0.1),  # what the next turn brings
    Tunable("order_heat", 0.35, 0.08),
)
NAMES: Final = tuple(each.name for each in TUNABLES)


class Tuning:
    """The numbers that can be learned, each under its name in ``TUNABLES`` and at its place there."""

    def __init__(self, weights: Weights | None) -> None:
        found = numbers_of(TUNABLES, weights)
        self.odds: float = found[0]
        self.wait: float = found[1]
        self.card_to_spend: float = found[2]
        self.turn: float = found[3]
        self.announcement: float = found[4]
        self.income: float = found[5]
        self.thin: float = found[6]
        self.lying: float = found[7]
        self.road: float = found[8]
        self.improvement: float = found[9]
        self.supply: float = max(found[10], LEAST_DIVISOR)
        self.market_use: float = found[11]
        self.vote: float = found[12]
        self.priest: float = found[13]
        self.minstrel: float = found[14]
        self.abroad: float = found[15]
        self.spare_worth: float = found[16]
        self.gold_worth: float = found[17]
        self.down_worth: float = found[18]
        self.least_want: float = found[19]
        self.content: float = found[20]
        self.content_at_last: float = found[21]
        self.chance: float = found[22]
        self.hope_later: float = found[23]
        self.hope_major: float = found[24]
        self.hope_minor: float = found[25]
        self.hope_leader: float = found[26]
        self.hope_full: float = found[27]
        self.settles: float = found[28]
        self.threat: float = found[29]
        self.close: float = found[30]
        self.softest: float = found[31]
        self.temper_step: float = found[32]
        self.firmer: float = found[33]
        self.softer: float = found[34]
        self.hardest: float = found[35]
        self.vote_heat: float = max(found[36], LEAST_DIVISOR)
        self.majority: float = found[37]
        self.minority: float = found[38]
        self.next: float = found[39]
        self.order_heat: float = max(found[40], LEAST_DIVISOR)
