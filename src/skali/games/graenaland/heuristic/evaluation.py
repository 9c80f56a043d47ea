"""How well a player stands: progress to the objectives, cards in hand, and a share of what the territories yield.

All is counted in objectives (or half points of a victory card), the scale of the final score.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.graenaland import cards, land, moves, phases, scoring, talk, votes
from skali.games.graenaland.heuristic import bargaining, numbers, policy
from skali.games.graenaland.position import GraenalandPosition


class GraenalandHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        """What the seat may expect beyond the best other player."""
        assert isinstance(state, GraenalandPosition)
        position = policy.judged(state)
        return expectation(position, seat) - best_rival(position, seat)

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        """Objectives met, then what may come: the way to further ones, cards, the yield of the land."""
        assert isinstance(state, GraenalandPosition)
        position = policy.judged(state)
        found = {"points": float(position.score(seat)), "rivals": -best_rival(position, seat)}
        if position.winner == seat:
            found["victory"] = numbers.WON
        if position.phase != phases.OVER:
            found["objectives"] = progress(position, seat) - found["points"]
            found["hand"] = hand_worth(position, seat)
            found["land"] = yield_worth(position, seat)
            found["markets"] = markets_worth(position, seat)
        return found

    def parts_of_move(self, state: State, seat: i64, move: i64) -> dict[str, float]:
        """Of orders, proposals and votes: how many cards the seat may expect in the distribution."""
        assert isinstance(state, GraenalandPosition)
        if state.phase == phases.HERO_ORDERS:
            return {"share": policy.order_worth(state, seat, move)}
        if state.phase == phases.PROPOSAL and move != moves.PASS:
            return {"share": bargaining.kept(state, seat, move)}
        if state.phase == phases.VOTE and move == moves.ACCEPT:
            return {"share": bargaining.allotted_worth(state, seat)}
        if state.phase == phases.VOTE:
            return {"share": bargaining.hopes(state, state.site)[seat]}
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
        return talk.meant(state, seat, bargaining.acceptance(state, seat) > 0.5)


def best_rival(position: GraenalandPosition, seat: i64) -> float:
    best = -1000.0
    for other in range(position.agreed.seats):
        if other != seat:
            worth = expectation(position, other)
            if worth > best:
                best = worth
    return best


def expectation(position: GraenalandPosition, seat: i64) -> float:
    """What the seat has and may hope for, in objectives."""
    worth = float(position.score(seat)) if position.phase == phases.OVER else progress(position, seat)
    if position.winner == seat:
        worth += numbers.WON
    if position.phase == phases.OVER:
        return worth
    worth += hand_worth(position, seat) + yield_worth(position, seat)
    return worth + markets_worth(position, seat)


def markets_worth(position: GraenalandPosition, seat: i64) -> float:
    return numbers.MARKET_USE * float(land.markets_of(position, seat))


def progress(position: GraenalandPosition, seat: i64) -> float:
    """How far the seat is with its objectives, or with the levels of its victory card."""
    counts = scoring.column_counts(position, seat)
    if position.agreed.cards:
        return card_progress(position, seat, counts)
    tables = position.agreed.tables
    total = 0.0
    low = 2.0
    lower = 2.0
    for column in range(i64(5)):
        needed = i64(tables.objectives[column])
        have = (counts >> (8 * column)) & 255
        if column == 1:  # pairs: half of one counts too
            part = pairs_begun(position, seat, needed)
        elif column == 4:  # every army starts at 1
            part = float(have - 1) / float(needed - 1) if needed > 1 else 1.0
        else:
            part = float(have) / float(needed)
        if part > 1.0:
            part = 1.0
        total += part
        if part < low:
            lower = low
            low = part
        elif part < lower:
            lower = part
    return total - (1.0 - numbers.SPARE) * (low + lower)


def pairs_begun(position: GraenalandPosition, seat: i64, needed: i64) -> float:
    """Progress to territories with two colonies each."""
    halves: i64 = 0
    full: i64 = 0
    for site in range(position.agreed.island.count):
        here = i64(position.land[land.COLONIES + site * land.SEATS + seat])
        if here >= 2:
            full += 1
        elif here == 1:
            halves += 1
    if full >= needed:
        return 1.0
    if halves > needed - full:
        halves = needed - full
    return (float(full) + 0.5 * float(halves)) / float(needed)


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


def hand_worth(position: GraenalandPosition, seat: i64) -> float:
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


def yield_worth(position: GraenalandPosition, seat: i64) -> float:
    """The seat's share of what lies beside the territories and of what they will produce."""
    board = position.land
    worth = 0.0
    for site in range(position.agreed.island.count):
        own = i64(board[land.COLONIES + site * land.SEATS + seat])
        if own > 0:
            everybody = land.settled(position, site)
            works = i64(board[land.WORKS + site])
            produced = (
                1.0 + (0.8 if (works >> land.ROAD) & 1 else 0.0) + (0.35 if (works >> land.IMPROVEMENT) & 1 else 0.0)
            )
            share = float(own) / float(everybody)
            if 2 * own > everybody:
                share = 0.5 + 0.5 * share
            worth += share * (numbers.INCOME * produced + numbers.LYING * float(cards.cards_at(position, site)))
    return worth
