"""What Graenaland knows about good play: objectives within reach, cards in hand, and votes where cards are to be had.

A player's prospects are counted in objectives (or half points of a victory card), the scale of the final score. Bargaining is by
weights alone: who proposes looks for the cheapest partners that make a majority and shares with them; who votes compares the offer
with the share that his votes would be worth.
"""

from __future__ import annotations

from math import ceil, exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.games.graenaland import build, cards, claims, land, scoring, sites, votes
from skali.games.graenaland.cards import ALLOTTED, DOWN_COUNT, FACES, PLEDGED, TYPES, UP
from skali.games.graenaland.components import STEPS
from skali.games.graenaland.distribution import CARD_KINDS
from skali.games.graenaland.distribution import lying as lying_there
from skali.games.graenaland.land import (
    ARMY,
    COLONIES,
    HERO,
    IMPROVEMENT,
    MINSTREL,
    PRIEST,
    ROAD,
    SEATS,
    WARRIOR,
    WORKS,
)
from skali.games.graenaland.moves import (
    ABANDON,
    ACCEPT,
    ALLOT,
    BUILD,
    CARRY_OUT,
    CLAIM,
    DECLINE,
    DONE,
    END,
    GIVE,
    GOLD_KIND,
    GRANT,
    JOINT,
    KEEP_CAMP,
    MOVE_HERO,
    NAME_WORK,
    PASS,
    PLACE,
    PLAN,
    PLEDGE,
    PROPOSE,
    RECRUIT,
    RELOCATE,
    SITE,
    SPEND,
    STAY,
    SUPPLY,
    TAKE,
    WITHDRAW,
)
from skali.games.graenaland.phases import (
    ALLOTMENT,
    BUILDING_SITE,
    CLAIMS,
    HERO_ORDERS,
    HERO_SEAT,
    MENU,
    OVER,
    PROPOSAL,
    VOTE,
)
from skali.games.graenaland.state import GraenalandState
from skali.games.graenaland.talk import WILL_ACCEPT, WILL_REFUSE

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
ORDER_HEAT: Final = 0.35
VOTE_HEAT: Final = 0.35


class GraenalandHeuristic(Heuristic):
    def evaluate(self, state: State, seat: i64) -> float:
        """Prospects beyond those of the best other player."""
        assert isinstance(state, GraenalandState)
        position = completed(state)
        own = prospects(position, seat)
        best = -1000.0
        for other in range(position.agreed.seats):
            if other != seat:
                worth = prospects(position, other)
                if worth > best:
                    best = worth
        return own - best

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, GraenalandState)
        phase = state.phase
        if phase == HERO_ORDERS:
            weigh_orders(state, seat, moves, weights)
        elif phase == PROPOSAL:
            weigh_proposals(state, seat, moves, weights)
        elif phase == ALLOTMENT:
            weigh_receivers(state, seat, moves, weights)
        elif phase == VOTE:
            weigh_vote(state, seat, moves, weights)
        elif phase == CLAIMS:
            weigh_claim(state, seat, moves, weights)
        else:
            for at in range(moves.count):
                weights[at] = plain_weight(state, seat, moves.at(at), at)

    def remark(self, state: State, seat: i64) -> i64:
        """How he will vote on the proposal of another: a threat, or a promise. Both are meant."""
        assert isinstance(state, GraenalandState)
        if state.phase != VOTE or seat == state.proposer or votes.of(state, state.site, seat) == 0:
            return -1
        return WILL_ACCEPT if acceptance(state, seat) > 0.5 else WILL_REFUSE


# How a player stands


def completed(state: GraenalandState) -> GraenalandState:
    """The position after the project that is being built: a step in the middle of it says little."""
    if not BUILDING_SITE <= state.phase <= HERO_SEAT:
        return state
    twin = state.copy()
    moves = Moves()
    builder = twin.builder
    while BUILDING_SITE <= twin.phase <= HERO_SEAT and twin.builder == builder:
        moves.count = 0
        build.fill(twin, moves)
        best: i64 = 0
        most = -1.0
        for at in range(moves.count):
            weight = plain_weight(twin, builder, moves.at(at), at)
            if weight > most:
                most = weight
                best = at
        twin.advance(builder, moves.at(best), None)
    return twin


def prospects(state: GraenalandState, seat: i64) -> float:
    """What the seat has and may hope for, in objectives."""
    worth = float(state.score(seat)) if state.phase == OVER else progress(state, seat)
    if state.winner == seat:
        worth += WON
    if state.phase == OVER:
        return worth
    worth += hand_worth(state, seat) + yield_worth(state, seat)
    return worth + MARKET_USE * float(land.markets_of(state, seat))


def progress(state: GraenalandState, seat: i64) -> float:
    """How far the seat is with its objectives, or with the levels of its victory card."""
    counts = scoring.standing(state, seat)
    if state.agreed.cards:
        return card_progress(state, seat, counts)
    tables = state.agreed.tables
    total = 0.0
    low = 2.0
    lower = 2.0
    for column in range(i64(5)):
        needed = i64(tables.objectives[column])
        have = (counts >> (8 * column)) & 255
        if column == 1:  # pairs: half of one counts too
            part = pairs_begun(state, seat, needed)
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
    return total - (1.0 - SPARE) * (low + lower)


def pairs_begun(state: GraenalandState, seat: i64, needed: i64) -> float:
    """Progress to territories with two colonies each."""
    halves: i64 = 0
    full: i64 = 0
    for site in range(state.agreed.island.count):
        here = i64(state.land[COLONIES + site * SEATS + seat])
        if here >= 2:
            full += 1
        elif here == 1:
            halves += 1
    if full >= needed:
        return 1.0
    if halves > needed - full:
        halves = needed - full
    return (float(full) + 0.5 * float(halves)) / float(needed)


def card_progress(state: GraenalandState, seat: i64, counts: i64) -> float:
    """Half an objective for each point, and a part of it for each step towards the next level."""
    card = state.kept(seat)
    if card < 0:
        return 0.0
    thresholds = state.agreed.tables.thresholds
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


def hand_worth(state: GraenalandState, seat: i64) -> float:
    """Cards in hand and pledged; many cards of one kind are worth less each."""
    hand = state.hands[seat]
    gold = (hand >> 32) & 255
    worth = GOLD_CARD * float(gold)
    for face in range(i64(4)):
        count = (hand >> (8 * face)) & 255
        worth += CARD * (float(count) if count <= 4 else 4.0 + 0.4 * float(count - 4))
    held = state.supplies[seat] | state.pledged_supplies[seat]
    while held:
        worth += SUPPLY_CARD_WORTH
        held &= held - 1
    for type in range(i64(TYPES)):
        worth += CARD * float(i64(state.cards[PLEDGED + seat * TYPES + type]))
    return worth


def yield_worth(state: GraenalandState, seat: i64) -> float:
    """The seat's share of what lies beside the territories and of what they will produce."""
    board = state.land
    worth = 0.0
    for site in range(state.agreed.island.count):
        own = i64(board[COLONIES + site * SEATS + seat])
        if own > 0:
            everybody = land.settled(state, site)
            works = i64(board[WORKS + site])
            produced = 1.0 + (0.8 if (works >> ROAD) & 1 else 0.0) + (0.35 if (works >> IMPROVEMENT) & 1 else 0.0)
            share = float(own) / float(everybody)
            if 2 * own > everybody:
                share = 0.5 + 0.5 * share
            worth += share * (INCOME * produced + LYING * float(cards.cards_at(state, site)))
    return worth


# Heroes


def weigh_orders(state: GraenalandState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """By the cards that lie where the heroes would stand, and how much they would weigh there."""
    best = -1000.0
    for at in range(moves.count):
        worth = order_worth(state, seat, moves.at(at))
        weights[at] = worth
        if worth > best:
            best = worth
    for at in range(moves.count):
        weights[at] = exp((weights[at] - best) / ORDER_HEAT)


def order_worth(state: GraenalandState, seat: i64, move: i64) -> float:
    """What the seat's share of all cards would be after an order, if the others stayed."""
    board = state.land
    moved: i64 = -1
    target: i64 = -1
    swapped: i64 = -1
    source: i64 = -1
    if move != STAY:
        moved = (move - MOVE_HERO) // 8
        source = land.hero_at(state, seat, moved)
        target = i64(state.agreed.island.target[source * STEPS + (move - MOVE_HERO) % 8 + 1])
        swapped = land.hero_of(state, seat, target)
    worth = 0.0
    for site in range(state.agreed.island.count):
        lying = float(cards.cards_at(state, site))
        if lying > 0.0:
            strength: i64 = i64(board[COLONIES + site * SEATS + seat])
            rivals = land.settled(state, site) - strength
            heroes: i64 = 0
            priest = False
            own_hero: i64 = -1
            armies: i64 = 0
            for other in range(state.agreed.seats):
                for hero in range(i64(3)):
                    stands = i64(board[HERO + other * 3 + hero]) - 1
                    if other == seat:
                        if hero == moved:
                            stands = target
                        elif hero == swapped:
                            stands = source
                    if stands == site:
                        heroes += 1
                        if hero == PRIEST:
                            priest = True
                        if other == seat:
                            own_hero = hero
                        elif hero == WARRIOR:
                            armies += i64(board[ARMY + other])
            if own_hero == MINSTREL:
                strength += heroes - 1
            elif own_hero == WARRIOR and not priest:
                strength += land.army(state, seat)
            if not priest:
                rivals += armies
            if strength > 0:
                share = float(strength) / float(strength + rivals)
                worth += lying * (share if 2 * strength <= strength + rivals else 0.5 + 0.5 * share)
    return worth


# Bargaining


def card_worth(kind: i64) -> float:
    """A card of a share, seen or face down: gold is worth more than the rest."""
    return 1.5 if kind == GOLD else 1.0


def pile_worth(state: GraenalandState, site: i64) -> float:
    total = float(i64(state.cards[DOWN_COUNT + site]))
    for face in range(i64(FACES)):
        total += card_worth(face) * float(i64(state.cards[UP + site * FACES + face]))
    return total


def weigh_proposals(state: GraenalandState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """By what the proposer would keep of each pile after paying the cheapest majority."""
    for at in range(moves.count):
        move = moves.at(at)
        if move == PASS:
            weights[at] = 0.05
        else:
            site = i64(state.agreed.island.position[move - PROPOSE])
            kept = pile_worth(state, site) - cost_of(state, site, partners_of(state, seat, site))
            weights[at] = 0.03 + (kept * kept if kept > 0.0 else 0.0)


def reservation(state: GraenalandState, site: i64, seat: i64) -> float:
    """What refusing would bring: most of the seat's fair share if somebody may still propose this turn, less if not."""
    fair = pile_worth(state, site) * float(votes.of(state, site, seat)) / float(votes.total(state, site))
    last = (state.proposer + 1) % state.agreed.seats == state.leader
    return fair * (CONTENT_AT_LAST if last else CONTENT)


def cost_of(state: GraenalandState, site: i64, partners: i64) -> float:
    """The cards that partners want for their votes, each a whole number of them."""
    cost = 0.0
    for other in range(state.agreed.seats):
        if partners & bit(other):
            cost += float(ceil(reservation(state, site, other)))
    return cost


def partners_of(state: GraenalandState, seat: i64, site: i64) -> i64:
    """The cheapest partners that make a majority with the seat, as few as possible; nobody if it has one alone."""
    seats = state.agreed.seats
    able = votes.voters(state, site) & ~bit(seat)
    prices = vec[float](capacity=5)
    for other in range(seats):
        prices = append(prices, float(ceil(reservation(state, site, other))) + 0.01)
    all_votes = votes.total(state, site)
    best: i64 = 0
    least = 1000.0
    for partners in range(bit(seats)):
        if partners & ~able == 0:
            together = votes.of(state, site, seat)
            cost = 0.0
            for other in range(seats):
                if partners & bit(other):
                    together += votes.of(state, site, other)
                    cost += prices[other]
            if cost < least and 2 * together > all_votes:
                least = cost
                best = partners
    return best


def weigh_receivers(state: GraenalandState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """The proposer takes cards as long as the rest is enough for what his partners want; gold he does not count on for that."""
    partners = partners_of(state, seat, state.site)
    wanted = 0.0
    receiver: i64 = -1
    for step in range(i64(1), state.agreed.seats):
        other = (seat + step) % state.agreed.seats
        if partners & bit(other):
            want = reservation(state, state.site, other) - allotted_worth(state, other)
            if want > 0.0:
                wanted += float(ceil(want))
                if receiver < 0 and step >= state.floor:
                    receiver = other
    if receiver < 0 or wanted <= worth_to_come(state):
        receiver = seat
    for at in range(moves.count):
        if moves.at(at) - ALLOT == receiver:
            weights[at] = 1.0
        else:
            weights[at] = 0.1 if moves.at(at) - ALLOT == seat else 0.02


def worth_to_come(state: GraenalandState) -> float:
    """The cards that are to be allotted after the next one, without gold of a later kind."""
    total = float(state.cards_left - 1) * card_worth(state.card_kind)
    for kind in range(state.card_kind + 1, i64(CARD_KINDS)):
        if kind != GOLD:
            total += float(lying_there(state, state.site, kind))
    return total


def allotted_worth(state: GraenalandState, seat: i64) -> float:
    total = 0.0
    for kind in range(i64(CARD_KINDS)):
        total += float(i64(state.cards[ALLOTTED + seat * CARD_KINDS + kind])) * card_worth(kind)
    return total


def weigh_vote(state: GraenalandState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    chance = acceptance(state, seat)
    for at in range(moves.count):
        weights[at] = chance if moves.at(at) == ACCEPT else 1.0 - chance


def acceptance(state: GraenalandState, seat: i64) -> float:
    """How likely the seat is to accept: by what the proposal gives it against what refusing would bring; its own it wants."""
    gain = allotted_worth(state, seat) + 0.05
    if seat == state.proposer:
        gain += 1.0
    lean = (gain - reservation(state, state.site, seat)) / VOTE_HEAT
    if lean > 8.0:
        lean = 8.0
    elif lean < -8.0:
        lean = -8.0
    return 1.0 / (1.0 + exp(-lean))


# Claims


def weigh_claim(state: GraenalandState, seat: i64, moves: Moves, weights: vec[float]) -> None:
    """Plans as long as points rise, claims when they are enough, withdraws when nothing helps."""
    if not state.planning & bit(seat):
        for at in range(moves.count):
            weights[at] = 1.0 if moves.at(at) == PLAN else 0.2
        return
    trial = claims.planned(state, seat)
    points = claims.planned_points(state, trial, seat)
    for at in range(moves.count):
        move = moves.at(at)
        if move == CLAIM:
            weights[at] = 20.0
        elif move == WITHDRAW:
            weights[at] = 0.1
        elif trial.phase == MENU:
            further = trial.copy()
            build.play(further, move, None)
            further = completed(further)
            gained = claims.planned_points(state, further, seat) - points
            weights[at] = 0.3 if gained <= 0 else 40.0 * float(gained)
        else:
            weights[at] = plain_weight(trial, seat, move, at)


# Everything else


def plain_weight(state: GraenalandState, seat: i64, move: i64, at: i64) -> float:
    """How likely a sensible player is to choose a move in building and setting up; ``at`` is its place in the list."""
    if BUILD <= move < JOINT:
        return project_weight(state, seat, move - BUILD)
    if SITE <= move < RECRUIT:
        return site_weight(state, seat, i64(state.agreed.island.position[move - SITE]))
    if SPEND <= move < GIVE:  # plain cards first: the list begins with them
        return 1.0 / float(at + 1)
    if GIVE <= move < RELOCATE:
        count = cards.kind_count(state, seat, move - GIVE)
        return float(count) if move - GIVE > GOLD_KIND else 0.3
    if move == SUPPLY:
        return 3.0
    if TAKE <= move < SITE:
        return supply_weight(state, seat, move - TAKE)
    if RECRUIT <= move < SPEND:
        return 0.2 if move == RECRUIT else 1.0
    if move == END:
        return 0.4
    if move == JOINT:
        return 0.15
    if move == GRANT:
        return 0.02
    if move == DECLINE:
        return 0.1
    if PLEDGE <= move < DONE:
        return 0.2 if land.colonies_at(state, state.site, seat) > 0 else 0.02
    if move == CARRY_OUT:
        return 1.0
    if move == ABANDON:
        return 0.4
    if PLACE <= move < KEEP_CAMP:
        site = i64(state.agreed.island.position[move - PLACE])
        return 1.0 / float(1 + land.settled(state, site))
    if NAME_WORK <= move < PLEDGE:
        return 0.3 if move == NAME_WORK + 3 else 1.0
    return 1.0


def project_weight(state: GraenalandState, seat: i64, project: i64) -> float:
    """Colonies and buildings first, works where they pay for many turns."""
    if project == sites.VILLAGE:
        return 2.0
    if project < sites.ARMY_STEP:
        return 2.5
    if project == sites.ARMY_STEP:
        return 1.5 if land.army(state, seat) < 3 else 0.4
    return 0.4 if project == sites.FIRST_WORK_PROJECT + 3 else 0.7


def site_weight(state: GraenalandState, seat: i64, site: i64) -> float:
    """Where the builder is strong already, or makes a pair."""
    own = land.colonies_at(state, site, seat)
    if own == 1:
        return 2.0
    if own == 3:
        return 2.5
    return 1.0 if own > 0 else 0.7


def supply_weight(state: GraenalandState, seat: i64, kind: i64) -> float:
    """Symbols of which the hand has few."""
    units = state.agreed.tables.kind_units[kind]
    weight = 0.5
    for face in range(i64(4)):
        symbols = (units >> (8 * face)) & 255
        if symbols:
            weight += float(symbols) / float(1 + cards.face_count(state, seat, face))
    return weight
