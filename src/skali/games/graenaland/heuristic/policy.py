"""How likely a sensible player is to choose each move.

Bargaining is by weights alone: who proposes looks for the cheapest partners that make a majority and shares with them; who votes
compares the offer with the share that his votes would be worth.
"""

from __future__ import annotations

from math import ceil, exp

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.games.graenaland import cards, components, land, moves, phases, scoring, sites, votes
from skali.games.graenaland.decisions import claims, distribution
from skali.games.graenaland.heuristic import numbers
from skali.games.graenaland.position import GraenalandPosition


def weigh(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """Puts a weight beside each choice, by what is asked."""
    phase = position.phase
    if phase == phases.HERO_ORDERS:
        weigh_orders(position, seat, choices, weights)
    elif phase == phases.PROPOSAL:
        weigh_proposals(position, seat, choices, weights)
    elif phase == phases.ALLOTMENT:
        weigh_receivers(position, seat, choices, weights)
    elif phase == phases.VOTE:
        weigh_vote(position, seat, choices, weights)
    elif phase == phases.CLAIMS:
        weigh_claim(position, seat, choices, weights)
    else:
        for at in range(choices.count):
            weights[at] = plain_weight(position, seat, choices.at(at), at)


def completed(position: GraenalandPosition) -> GraenalandPosition:
    """The position after the project that is being built: a step in the middle of it says little."""
    if not phases.BUILDING_SITE <= position.phase <= phases.HERO_SEAT:
        return position
    twin = position.copy()
    choices = Moves()
    builder = twin.builder
    while phases.BUILDING_SITE <= twin.phase <= phases.HERO_SEAT and twin.builder == builder:
        choices.count = 0
        twin.fill_legal(builder, choices)
        best: i64 = 0
        most = -1.0
        for at in range(choices.count):
            weight = plain_weight(twin, builder, choices.at(at), at)
            if weight > most:
                most = weight
                best = at
        twin.advance(builder, choices.at(best), None)
    return twin


# Heroes


def weigh_orders(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """By the cards that lie where the heroes would stand, and how much they would weigh there."""
    best = -1000.0
    for at in range(choices.count):
        worth = order_worth(position, seat, choices.at(at))
        weights[at] = worth
        if worth > best:
            best = worth
    for at in range(choices.count):
        weights[at] = exp((weights[at] - best) / numbers.ORDER_HEAT)


def order_worth(position: GraenalandPosition, seat: i64, move: i64) -> float:
    """What the seat's share of all cards would be after an order, if the others stayed."""
    board = position.land
    moved: i64 = -1
    target: i64 = -1
    swapped: i64 = -1
    source: i64 = -1
    if move != moves.STAY:
        moved = (move - moves.MOVE_HERO) // 8
        source = land.hero_at(position, seat, moved)
        target = i64(position.agreed.island.target[source * components.STEPS + (move - moves.MOVE_HERO) % 8 + 1])
        swapped = land.hero_of(position, seat, target)
    worth = 0.0
    for site in range(position.agreed.island.count):
        lying = float(cards.cards_at(position, site))
        if lying > 0.0:
            strength: i64 = i64(board[land.COLONIES + site * land.SEATS + seat])
            rivals = land.settled(position, site) - strength
            heroes: i64 = 0
            priest = False
            own_hero: i64 = -1
            armies: i64 = 0
            for other in range(position.agreed.seats):
                for hero in range(i64(3)):
                    stands = i64(board[land.HERO + other * 3 + hero]) - 1
                    if other == seat:
                        if hero == moved:
                            stands = target
                        elif hero == swapped:
                            stands = source
                    if stands == site:
                        heroes += 1
                        if hero == land.PRIEST:
                            priest = True
                        if other == seat:
                            own_hero = hero
                        elif hero == land.WARRIOR:
                            armies += i64(board[land.ARMY + other])
            if own_hero == land.MINSTREL:
                strength += heroes - 1
            elif own_hero == land.WARRIOR and not priest:
                strength += land.army(position, seat)
            if not priest:
                rivals += armies
            if strength > 0:
                share = float(strength) / float(strength + rivals)
                worth += lying * (share if 2 * strength <= strength + rivals else 0.5 + 0.5 * share)
    return worth


# Bargaining


def card_worth(kind: i64) -> float:
    """A card of a share, seen or face down: gold is worth more than the rest."""
    return 1.5 if kind == numbers.GOLD else 1.0


def pile_worth(position: GraenalandPosition, site: i64) -> float:
    total = float(i64(position.cards[cards.DOWN_COUNT + site]))
    for face in range(i64(cards.FACES)):
        total += card_worth(face) * float(i64(position.cards[cards.UP + site * cards.FACES + face]))
    return total


def weigh_proposals(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """By what the proposer would keep of each pile after paying the cheapest majority."""
    for at in range(choices.count):
        move = choices.at(at)
        if move == moves.PASS:
            weights[at] = 0.05
        else:
            site = i64(position.agreed.island.position[move - moves.PROPOSE])
            kept = pile_worth(position, site) - cost_of(position, site, partners_of(position, seat, site))
            weights[at] = 0.03 + (kept * kept if kept > 0.0 else 0.0)


def reservation(position: GraenalandPosition, site: i64, seat: i64) -> float:
    """What refusing would bring: most of the seat's fair share if somebody may still propose this turn, less if not."""
    fair = pile_worth(position, site) * float(votes.of(position, site, seat)) / float(votes.total(position, site))
    last = (position.proposer + 1) % position.agreed.seats == position.leader
    return fair * (numbers.CONTENT_AT_LAST if last else numbers.CONTENT)


def cost_of(position: GraenalandPosition, site: i64, partners: i64) -> float:
    """The cards that partners want for their votes, each a whole number of them."""
    cost = 0.0
    for other in range(position.agreed.seats):
        if partners & bit(other):
            cost += float(ceil(reservation(position, site, other)))
    return cost


def partners_of(position: GraenalandPosition, seat: i64, site: i64) -> i64:
    """The cheapest partners that make a majority with the seat, as few as possible; nobody if it has one alone."""
    seats = position.agreed.seats
    able = votes.voters(position, site) & ~bit(seat)
    prices = vec[float](capacity=5)
    for other in range(seats):
        prices = append(prices, float(ceil(reservation(position, site, other))) + 0.01)
    all_votes = votes.total(position, site)
    best: i64 = 0
    least = 1000.0
    for partners in range(bit(seats)):
        if partners & ~able == 0:
            joined = votes.of(position, site, seat)
            cost = 0.0
            for other in range(seats):
                if partners & bit(other):
                    joined += votes.of(position, site, other)
                    cost += prices[other]
            if cost < least and 2 * joined > all_votes:
                least = cost
                best = partners
    return best


def weigh_receivers(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """The proposer takes cards as long as the rest is enough for what his partners want; gold he does not count on for that."""
    partners = partners_of(position, seat, position.site)
    wanted = 0.0
    receiver: i64 = -1
    for step in range(i64(1), position.agreed.seats):
        other = (seat + step) % position.agreed.seats
        if partners & bit(other):
            want = reservation(position, position.site, other) - allotted_worth(position, other)
            if want > 0.0:
                wanted += float(ceil(want))
                if receiver < 0 and step >= position.floor:
                    receiver = other
    if receiver < 0 or wanted <= worth_to_come(position):
        receiver = seat
    for at in range(choices.count):
        if choices.at(at) - moves.ALLOT == receiver:
            weights[at] = 1.0
        else:
            weights[at] = 0.1 if choices.at(at) - moves.ALLOT == seat else 0.02


def worth_to_come(position: GraenalandPosition) -> float:
    """The cards that are to be allotted after the next one, without gold of a later kind."""
    total = float(position.cards_left - 1) * card_worth(position.card_kind)
    for kind in range(position.card_kind + 1, i64(distribution.CARD_KINDS)):
        if kind != numbers.GOLD:
            total += float(distribution.lying(position, position.site, kind))
    return total


def allotted_worth(position: GraenalandPosition, seat: i64) -> float:
    total = 0.0
    for kind in range(i64(distribution.CARD_KINDS)):
        total += float(i64(position.cards[cards.ALLOTTED + seat * distribution.CARD_KINDS + kind])) * card_worth(kind)
    return total


def weigh_vote(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    chance = acceptance(position, seat)
    for at in range(choices.count):
        weights[at] = chance if choices.at(at) == moves.ACCEPT else 1.0 - chance


def acceptance(position: GraenalandPosition, seat: i64) -> float:
    """How likely the seat is to accept: by what the proposal gives it against what refusing would bring; its own it wants."""
    gain = allotted_worth(position, seat) + 0.05
    if seat == position.proposer:
        gain += 1.0
    lean = (gain - reservation(position, position.site, seat)) / numbers.VOTE_HEAT
    if lean > 8.0:
        lean = 8.0
    elif lean < -8.0:
        lean = -8.0
    return 1.0 / (1.0 + exp(-lean))


# Claims


def weigh_claim(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """Plans as long as points rise, claims when they are enough, withdraws when nothing helps."""
    if not position.planning & bit(seat):
        for at in range(choices.count):
            weights[at] = 1.0 if choices.at(at) == moves.PLAN else 0.2
        return
    trial = claims.planned(position, seat)
    points = scoring.score(trial, seat)
    for at in range(choices.count):
        move = choices.at(at)
        if move == moves.CLAIM:
            weights[at] = 20.0
        elif move == moves.WITHDRAW:
            weights[at] = 0.1
        elif trial.phase == phases.MENU:
            further = trial.copy()
            further.advance(seat, move, None)
            further = completed(further)
            gained = scoring.score(further, seat) - points
            weights[at] = 0.3 if gained <= 0 else 40.0 * float(gained)
        else:
            weights[at] = plain_weight(trial, seat, move, at)


# Everything else


def plain_weight(position: GraenalandPosition, seat: i64, move: i64, at: i64) -> float:
    """How likely a sensible player is to choose a move in building and setting up; ``at`` is its place in the list."""
    if moves.BUILD <= move < moves.JOINT:
        return project_weight(position, seat, move - moves.BUILD)
    if moves.SITE <= move < moves.RECRUIT:
        return site_weight(position, seat, i64(position.agreed.island.position[move - moves.SITE]))
    if moves.SPEND <= move < moves.GIVE:  # plain cards first: the list begins with them
        return 1.0 / float(at + 1)
    if moves.GIVE <= move < moves.RELOCATE:
        count = cards.kind_count(position, seat, move - moves.GIVE)
        return float(count) if move - moves.GIVE > moves.GOLD_KIND else 0.3
    if move == moves.SUPPLY:
        return 3.0
    if moves.TAKE <= move < moves.SITE:
        return supply_weight(position, seat, move - moves.TAKE)
    if moves.RECRUIT <= move < moves.SPEND:
        return 0.2 if move == moves.RECRUIT else 1.0
    if move == moves.END:
        return 0.4
    if move == moves.JOINT:
        return 0.15
    if move == moves.GRANT:
        return 0.02
    if move == moves.DECLINE:
        return 0.1
    if moves.PLEDGE <= move < moves.DONE:
        return 0.2 if land.colonies_at(position, position.site, seat) > 0 else 0.02
    if move == moves.CARRY_OUT:
        return 1.0
    if move == moves.ABANDON:
        return 0.4
    if moves.PLACE <= move < moves.KEEP_CAMP:
        site = i64(position.agreed.island.position[move - moves.PLACE])
        return 1.0 / float(1 + land.settled(position, site))
    if moves.NAME_WORK <= move < moves.PLEDGE:
        return 0.3 if move == moves.NAME_WORK + 3 else 1.0
    return 1.0


def project_weight(position: GraenalandPosition, seat: i64, project: i64) -> float:
    """Colonies and buildings first, works where they pay for many turns."""
    if project == sites.VILLAGE:
        return 2.0
    if project < sites.ARMY_STEP:
        return 2.5
    if project == sites.ARMY_STEP:
        return 1.5 if land.army(position, seat) < 3 else 0.4
    return 0.4 if project == sites.FIRST_WORK_PROJECT + 3 else 0.7


def site_weight(position: GraenalandPosition, seat: i64, site: i64) -> float:
    """Where the builder is strong already, or makes a pair."""
    own = land.colonies_at(position, site, seat)
    if own == 1:
        return 2.0
    if own == 3:
        return 2.5
    return 1.0 if own > 0 else 0.7


def supply_weight(position: GraenalandPosition, seat: i64, kind: i64) -> float:
    """Symbols of which the hand has few."""
    units = position.agreed.tables.kind_units[kind]
    weight = 0.5
    for face in range(i64(4)):
        symbols = (units >> (8 * face)) & 255
        if symbols:
            weight += float(symbols) / float(1 + cards.face_count(position, seat, face))
    return weight
