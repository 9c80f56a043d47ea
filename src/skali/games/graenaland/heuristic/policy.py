"""How likely a sensible player is to choose each move.

Bargaining is in ``bargaining.py``, by weights alone.
"""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.games.graenaland import cards, components, land, moves, phases, scoring, sites
from skali.games.graenaland.decisions import building, claims, joint_works
from skali.games.graenaland.heuristic import bargaining, numbers
from skali.games.graenaland.position import GraenalandPosition


def weigh(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """Puts a weight beside each choice, by what is asked."""
    phase = position.phase
    if phase == phases.HERO_ORDERS:
        weigh_orders(position, seat, choices, weights)
    elif phase == phases.PROPOSAL:
        bargaining.weigh_proposals(position, seat, choices, weights)
    elif phase == phases.ALLOTMENT:
        bargaining.weigh_receivers(position, seat, choices, weights)
    elif phase == phases.VOTE:
        bargaining.weigh_vote(position, seat, choices, weights)
    elif phase == phases.CLAIMS:
        weigh_claim(position, seat, choices, weights)
    else:
        for at in range(choices.count):
            weights[at] = plain_weight(position, seat, choices.at(at), at)


def completed(position: GraenalandPosition) -> GraenalandPosition:
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
            weight = plain_weight(twin, seat, choices.at(at), at)
            if weight > most:
                most = weight
                best = at
        twin.advance(seat, choices.at(best), None)
    return twin


def is_in_project(position: GraenalandPosition) -> bool:
    return phases.SUPPLY_CARD <= position.phase <= phases.JOINT_DECISION


def judged(position: GraenalandPosition) -> GraenalandPosition:
    """The position to judge: what has begun is completed and the building phase ended, so that to go on is compared with to end."""
    found = completed(position)
    if found.phase != phases.MENU or found.mode == phases.GRANTED or found.trial:
        return found
    twin = found.copy()
    if building.supply_due(twin):
        twin.advance(twin.active, moves.SUPPLY, None)
        twin = completed(twin)
    twin.advance(twin.active, moves.END, None)
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
        return pledge_weight(position, seat, move - moves.PLEDGE)
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


def pledge_weight(position: GraenalandPosition, seat: i64, card: i64) -> float:
    """Who lives there pledges what he has plenty of."""
    if land.colonies_at(position, position.site, seat) == 0:
        return 0.02
    if not joint_works.RESOURCE_PLEDGES <= card < joint_works.GOLD_PLEDGES:
        return 0.2
    return 1.5 if cards.face_count(position, seat, card - joint_works.RESOURCE_PLEDGES) > 1 else 0.5


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
