"""How well everybody stands in the race to the objectives: the odds that he wins it.

What the nearest objectives still cost, the turns until the cards for them may have come, and the turns until he leads again
make a player's strength; his chance is his part of all strengths, so every rival counts, the nearest most. It is counted in
logarithms of odds; with victory cards in half points of the card beyond the best rival.
"""

from __future__ import annotations

from math import exp, log

from mypy_extensions import i64

from skali.games.graenaland import cards, phases, scoring
from skali.games.graenaland.heuristic import income, numbers, race
from skali.games.graenaland.heuristic.numbers import Tuning
from skali.games.graenaland.position import GraenalandPosition


class Standing:
    """How everybody stands in a position."""

    def __init__(self, position: GraenalandPosition, tuning: Tuning) -> None:
        self.position = position
        self.tuning = tuning
        self.outlooks = race.outlooks(position, tuning)

    def lead(self, seat: i64) -> float:
        return self.expectation(seat) - self.rivals(seat)

    def rivals(self, seat: i64) -> float:
        """The strength of all others together; with victory cards that of the best of them."""
        best = -1000.0
        for other in range(self.position.agreed.seats):
            if other != seat:
                worth = self.expectation(other)
                if worth > best:
                    best = worth
        if self.position.agreed.cards or self.position.winner >= 0:
            return best
        total = 0.0
        for other in range(self.position.agreed.seats):
            if other != seat:
                total += exp(self.expectation(other) - best)
        return best + log(total)

    def expectation(self, seat: i64) -> float:
        """What the seat has and may hope for."""
        position = self.position
        worth = numbers.WON if position.winner == seat else 0.0
        if position.phase == phases.OVER:
            return worth + float(position.score(seat))
        return worth + self.worth(seat)

    def worth(self, seat: i64) -> float:
        """By the way to the objectives that are nearest; with a victory card, by its levels, cards and yields."""
        position = self.position
        if position.agreed.cards:
            reached = card_progress(position, seat, scoring.column_counts(position, seat))
            return reached + self.hand(seat) + self.land(seat)
        return self.by_way(self.outlooks[seat], seat)

    def by_way(self, outlook: race.Outlook, seat: i64) -> float:
        """Nobody wins before he leads again."""
        position = self.position
        wait = self.tuning.wait * float((seat - position.leader) % position.agreed.seats)
        return self.tuning.odds * (float(position.agreed.tables.needed) - outlook.way) - wait

    def hand(self, seat: i64) -> float:
        """Cards in hand and pledged, and the part of those on the land: how much nearer they bring the seat."""
        if self.position.agreed.cards:
            return cards_worth(self.position, seat)
        return self.worth(seat) - self.by_way(race.outlook(self.position, seat, self.tuning, False), seat)

    def land(self, seat: i64) -> float:
        """How long it takes land, heroes and markets to yield all that is needed; with a victory card, what they yield."""
        if not self.position.agreed.cards:
            return -self.tuning.odds * self.tuning.turn * race.outlook(self.position, seat, self.tuning, False).turns
        total = 0.0
        yields = income.yields(self.position, seat, self.tuning)
        for face in range(i64(cards.FACES)):
            total += yields[face]
        return numbers.YIELD * total


def card_progress(position: GraenalandPosition, seat: i64, counts: i64) -> float:
    """Half an objective for each point, and a part of it for each step towards the next level."""
    card = position.kept(seat)
    if card < 0:
        return 0.0
    thresholds = position.agreed.tables.thresholds
    total = 0.0
    for column in range(i64(5)):
        have = (counts >> (8 * column)) & 255
        before: i64 = 1 if column == 4 else 0
        for level in range(i64(3)):
            needed = i64(thresholds[card * 15 + column * 3 + level])
            if have >= needed:
                total += 0.5
                before = needed
            else:
                if have > before:
                    total += 0.3 * float(have - before) / float(needed - before)
                break
    return total


def cards_worth(position: GraenalandPosition, seat: i64) -> float:
    """Cards in hand and pledged; many cards of one kind are worth less each."""
    hand = position.hands[seat]
    gold = (hand >> 32) & 255
    worth = numbers.GOLD_CARD * float(gold)
    for face in range(i64(4)):
        count = (hand >> (8 * face)) & 255
        worth += numbers.CARD * (float(count) if count <= 4 else 4.0 + 0.4 * float(count - 4))
    held = position.supplies[seat] | position.pledged_supplies[seat]
    while held:
        worth += numbers.SUPPLY_CARD_WORTH
        held &= held - 1
    for type in range(i64(cards.TYPES)):
        worth += numbers.CARD * float(i64(position.cards[cards.PLEDGED + seat * cards.TYPES + type]))
    return worth
