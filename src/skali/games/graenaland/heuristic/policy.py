"""How likely a sensible player is to choose each move.

Bargaining is in ``bargaining.py``, by weights alone.
"""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.core.moves import Moves
from skali.games.graenaland import cards, heroes, land, moves, phases, scoring, sites, votes
from skali.games.graenaland.decisions import building, claims, joint_works
from skali.games.graenaland.heuristic import bargaining, income, race
from skali.games.graenaland.heuristic.numbers import Tuning
from skali.games.graenaland.position import GraenalandPosition


def weigh(position: GraenalandPosition, seat: i64, tuning: Tuning, choices: Moves, weights: vec[float]) -> None:
    """Puts a weight beside each choice, by what is asked."""
    phase = position.phase
    if phase == phases.HERO_ORDERS:
        weigh_orders(position, seat, tuning, choices, weights)
    elif phase == phases.PROPOSAL:
        bargaining.weigh_proposals(position, seat, tuning, choices, weights)
    elif phase == phases.ALLOTMENT:
        bargaining.weigh_receivers(position, seat, tuning, choices, weights)
    elif phase == phases.VOTE:
        bargaining.weigh_vote(position, seat, tuning, choices, weights)
    elif phase == phases.CLAIMS:
        weigh_claim(position, seat, tuning, choices, weights)
    else:
        for at in range(choices.count):
            weights[at] = plain_weight(position, seat, tuning, choices.at(at), at)


def completed(position: GraenalandPosition, tuning: Tuning) -> GraenalandPosition:
    """The position after the project that is being built, or the work that is being planned together: played on by weights.

    A step in the middle of it says little. Who pledges, and whether the leader can pay the rest, is as the hands are here, so over
    several samples a joint work counts by its chance.
    """
    if not is_in_project(position):
        return position
    twin = position.copy()
    choices = Moves()
    while is_in_project(twin):
        choices.count = 0
        seat = twin.active
        twin.fill_legal(seat, choices)
        best: i64 = 0
        most = -1.0
        for at in range(choices.count):
            weight = plain_weight(twin, seat, tuning, choices.at(at), at)
            if weight > most:
                most = weight
                best = at
        twin.advance(seat, choices.at(best), None)
    return twin


def is_in_project(position: GraenalandPosition) -> bool:
    return phases.SUPPLY_CARD <= position.phase <= phases.JOINT_DECISION


def judged(position: GraenalandPosition, seat: i64, tuning: Tuning) -> GraenalandPosition:
    """The position that a seat judges: the builder completes what he has begun and ends his phase, so that to go on is compared
    with to end. The others judge what they see: they pledge by weights alone, as the builder expects it of them.
    """
    if position.builder != seat:
        return position
    found = completed(position, tuning)
    if found.phase != phases.MENU or found.mode == phases.GRANTED or found.trial:
        return found
    twin = found.copy()
    if building.supply_due(twin):
        twin.advance(twin.active, moves.SUPPLY, None)
        twin = completed(twin, tuning)
    twin.advance(twin.active, moves.END, None)
    return twin


# Heroes


def weigh_orders(position: GraenalandPosition, seat: i64, tuning: Tuning, choices: Moves, weights: vec[float]) -> None:
    """By the cards that lie where the heroes would stand, and how much they would weigh there when the others have moved, too."""
    table = bargaining.Table(position, tuning)
    expected = anticipated(table, seat)
    best = -1000.0
    for at in range(choices.count):
        worth = order_worth(table, expected, seat, choices.at(at))
        weights[at] = worth
        if worth > best:
            best = worth
    for at in range(choices.count):
        weights[at] = exp((weights[at] - best) / tuning.order_heat)


def anticipated(table: bargaining.Table, seat: i64) -> GraenalandPosition:
    """The position in which every other player has given the order that would bring him most if nobody else moved."""
    position = table.position
    twin = position.copy()
    choices = Moves()
    for other in range(position.agreed.seats):
        if other != seat and position.asked & bit(other):
            choices.count = 0
            position.fill_legal(other, choices)
            best: i64 = moves.STAY
            most = -1.0
            for at in range(choices.count):
                worth = order_worth(table, position, other, choices.at(at))
                if worth > most:
                    most = worth
                    best = choices.at(at)
            give_order(twin, other, best)
    return twin


def give_order(position: GraenalandPosition, seat: i64, move: i64) -> None:
    if move != moves.STAY:
        heroes.move_hero(position, seat, (move - moves.MOVE_HERO) // 8, (move - moves.MOVE_HERO) % 8 + 1, None)


def order_worth(table: bargaining.Table, expected: GraenalandPosition, seat: i64, move: i64) -> float:
    """The cards that the seat may expect after an order, if the others stand as they are expected to."""
    tuning = table.tuning
    twin = expected.copy()
    give_order(twin, seat, move)
    heroes.enter_waiting(twin, None)
    votes.count(twin)
    worth = 0.0
    for site in range(twin.agreed.island.count):
        own = votes.of(twin, site, seat)
        if own > 0:
            lying = table.pile_worth(site, seat) + (tuning.next if land.settled(twin, site) else 0.0)
            master = bargaining.majority(twin, site)
            share = float(own) / float(votes.total(twin, site))
            if master == seat:
                share = tuning.majority
            elif master >= 0:
                share *= tuning.minority
            worth += share * lying
    return worth


# Claims


def weigh_claim(position: GraenalandPosition, seat: i64, tuning: Tuning, choices: Moves, weights: vec[float]) -> None:
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
            further = completed(further, tuning)
            gained = scoring.score(further, seat) - points
            weights[at] = 0.3 if gained <= 0 else 40.0 * float(gained)
        else:
            weights[at] = plain_weight(trial, seat, tuning, move, at)


# Everything else


def plain_weight(position: GraenalandPosition, seat: i64, tuning: Tuning, move: i64, at: i64) -> float:
    """How likely a sensible player is to choose a move in building and setting up; ``at`` is its place in the list."""
    if moves.BUILD <= move < moves.JOINT:
        return project_weight(position, seat, move - moves.BUILD)
    if moves.SITE <= move < moves.RECRUIT:
        return site_weight(position, seat, tuning, i64(position.agreed.island.position[move - moves.SITE]))
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
        return 0.03
    if move == moves.GRANT:
        return 0.02
    if move == moves.DECLINE:
        return 0.1
    if moves.PLEDGE <= move < moves.DONE:
        return pledge_weight(position, seat, tuning, move - moves.PLEDGE)
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


def pledge_weight(position: GraenalandPosition, seat: i64, tuning: Tuning, card: i64) -> float:
    """Who gets more of the work than a card pledges one, of what he can do without first."""
    if not joint_works.RESOURCE_PLEDGES <= card < joint_works.GOLD_PLEDGES:
        return 0.2
    outlooks = race.outlooks(position, tuning)
    turns = 1000.0
    for outlook in outlooks:
        if outlook.turns < turns:
            turns = outlook.turns
    cost = 1.0 if outlooks[seat].lack[card - joint_works.RESOURCE_PLEDGES] > 0.0 else 0.5
    for type in range(i64(cards.TYPES)):
        cost += float(i64(position.cards[cards.PLEDGED + seat * cards.TYPES + type]))
    return 1.5 if income.of_work(position, seat, tuning, turns) > cost else 0.5


def project_weight(position: GraenalandPosition, seat: i64, project: i64) -> float:
    """Colonies and buildings first, works where they pay for many turns."""
    if project == sites.VILLAGE:
        return 2.0
    if project < sites.ARMY_STEP:
        return 2.5
    if project == sites.ARMY_STEP:
        return 1.5 if land.army(position, seat) < 3 else 0.4
    return 0.4 if project == sites.FIRST_WORK_PROJECT + 3 else 0.7


def site_weight(position: GraenalandPosition, seat: i64, tuning: Tuning, site: i64) -> float:
    """Where the builder is strong already, or makes a pair; a joint work where most live who may help."""
    if position.phase == phases.JOINT_SITE:
        return float(popcount(land.residents(position, site))) + income.share(position, site, seat, tuning)
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
