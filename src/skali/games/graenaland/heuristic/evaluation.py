"""How well a player stands in the race to the objectives: the odds that he wins it.

What the nearest objectives still cost, the turns until the cards for them may have come, and the turns until he leads again
make his strength; his chance is his part of all strengths, so every rival counts, the nearest most. It is counted in
logarithms of odds; with victory cards in half points of the card beyond the best rival.
"""

from __future__ import annotations

from math import exp, log

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.graenaland import cards, moves, phases, scoring, talk, votes
from skali.games.graenaland.heuristic import bargaining, income, numbers, policy, race
from skali.games.graenaland.position import GraenalandPosition


class GraenalandHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        """What the seat may expect beyond the best other player."""
        assert isinstance(state, GraenalandPosition)
        return Standing(policy.judged(state, seat)).lead(seat) - announcing(state, seat)

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        """Objectives met, then what may come: the way to further ones, cards, the yield of the land."""
        assert isinstance(state, GraenalandPosition)
        position = policy.judged(state, seat)
        standing = Standing(position)
        found = {"points": float(position.score(seat)), "rivals": -standing.rivals(seat)}
        if position.winner == seat:
            found["victory"] = numbers.WON
        if position.phase != phases.OVER:
            found["hand"] = standing.hand(seat) - announcing(state, seat)
            found["land"] = standing.land(seat)
            found["objectives"] = standing.worth(seat) - standing.hand(seat) - found["land"] - found["points"]
        return found

    def parts_of_move(self, state: State, seat: i64, move: i64) -> dict[str, float]:
        """Of orders, proposals and votes: how many cards the seat may expect in the distribution."""
        assert isinstance(state, GraenalandPosition)
        if state.phase == phases.HERO_ORDERS:
            table = bargaining.Table(state)
            return {"share": policy.order_worth(table, policy.anticipated(table, seat), seat, move)}
        if state.phase == phases.PROPOSAL and move != moves.PASS:
            return {
                "share": bargaining.Table(state).kept(seat, i64(state.agreed.island.position[move - moves.PROPOSE]))
            }
        if state.phase == phases.VOTE and move == moves.ACCEPT:
            return {"share": bargaining.Table(state).allotted_worth(seat)}
        if state.phase == phases.VOTE:
            return {"share": bargaining.Table(state).hopes(state.site)[seat]}
        return {}

    def least_reason(self) -> float:
        """Less than a card: everything is counted in objectives."""
        return numbers.CARD / 2.0

    def stage(self, state: State) -> i64:
        """A turn of the whole table. Sites, units, payments and gifts go with what is built."""
        assert isinstance(state, GraenalandPosition)
        phase = state.phase
        return state.turn if phase <= phases.PROPOSAL or phases.VOTE <= phase <= phases.MENU else -1

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, GraenalandPosition)
        policy.weigh(state, seat, moves, weights)

    def remark(self, state: State, seat: i64) -> i64:
        """How he will vote on the proposal of another, and why: a threat, or a promise. Both are meant."""
        assert isinstance(state, GraenalandPosition)
        if state.phase != phases.VOTE or seat == state.proposer or votes.of(state, state.site, seat) == 0:
            return -1
        return talk.meant(state, seat, bargaining.Table(state).acceptance(seat) > 0.5)


class Standing:
    """How everybody stands in a position."""

    def __init__(self, position: GraenalandPosition) -> None:
        self.position = position
        self.outlooks = race.outlooks(position)

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
        wait = numbers.WAIT * float((seat - position.leader) % position.agreed.seats)
        return numbers.ODDS * (float(position.agreed.tables.needed) - outlook.way) - wait

    def hand(self, seat: i64) -> float:
        """Cards in hand and pledged, and the part of those on the land: how much nearer they bring the seat."""
        if self.position.agreed.cards:
            return cards_worth(self.position, seat)
        return self.worth(seat) - self.by_way(race.outlook(self.position, seat, False), seat)

    def land(self, seat: i64) -> float:
        """How long it takes land, heroes and markets to yield all that is needed; with a victory card, what they yield."""
        if not self.position.agreed.cards:
            return -numbers.ODDS * numbers.TURN * race.outlook(self.position, seat, False).turns
        total = 0.0
        yields = income.yields(self.position, seat)
        for face in range(i64(cards.FACES)):
            total += yields[face]
        return numbers.YIELD * total


def announcing(position: GraenalandPosition, seat: i64) -> float:
    """What it costs the builder to show what he lacks: a joint work that nobody helps with is better not announced."""
    if position.builder == seat and phases.JOINT_KIND <= position.phase <= phases.PLEDGES:
        return numbers.ANNOUNCEMENT
    return 0.0


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
