"""Who proposes what, and who accepts it.

A refused pile stays where it is: those who may still propose this turn can take the chance, and what is left lies there next turn.
So every player knows what he may hope for if a proposal fails, and wants no less for his vote; one is content with a little less,
another wants more, for the whole game. Who proposes pays the cheapest majority what it seems to want and keeps the rest. He
guesses at hands and tempers; the longer the game, the better he knows the tempers.
"""

from __future__ import annotations

from math import ceil, exp

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.games.graenaland import cards, moves, votes
from skali.games.graenaland.decisions import distribution
from skali.games.graenaland.heuristic import numbers
from skali.games.graenaland.position import GraenalandPosition


def card_worth(position: GraenalandPosition, seat: i64, kind: i64) -> float:
    """A card of a share to a seat, seen or face down: gold is worth more, and less what the hand has plenty of."""
    if kind == numbers.GOLD:
        return 1.5
    if kind == distribution.FACE_DOWN or cards.face_count(position, seat, kind) < numbers.PLENTY:
        return 1.0
    return 0.7


def pile_worth(position: GraenalandPosition, site: i64, seat: i64) -> float:
    total = 0.0
    for kind in range(i64(distribution.CARD_KINDS)):
        total += card_worth(position, seat, kind) * float(distribution.lying(position, site, kind))
    return total


def temper(position: GraenalandPosition, seat: i64) -> float:
    """How much of what he may hope for a player wants for his vote. It stays for the whole game."""
    return numbers.SOFTEST + numbers.TEMPER_STEP * float((seat + position.first) % numbers.TEMPERS)


def believed_temper(position: GraenalandPosition, seat: i64) -> float:
    """What the others take it for: in the beginning they know nothing of each other."""
    known = float(position.turn) / float(numbers.ROUNDS_TO_KNOW * position.agreed.seats)
    return 1.0 + (known if known < 1.0 else 1.0) * (temper(position, seat) - 1.0)


def hopes(position: GraenalandPosition, site: i64) -> vec[float]:
    """What each seat may expect of a pile if the proposal at hand fails: most of its fair share, less if nobody proposes after it.

    Who still proposes himself counts on the chance to keep what a majority leaves him.
    """
    seats = position.agreed.seats
    found = vec[float](capacity=5)
    all_votes = float(votes.total(position, site))
    later = (position.proposer + 1) % seats
    content = numbers.CONTENT_AT_LAST if later == position.leader else numbers.CONTENT
    for seat in range(seats):
        fair = pile_worth(position, site, seat) * float(votes.of(position, site, seat)) / all_votes
        found = append(found, fair * content)
    while later != position.leader:
        if votes.of(position, site, later) > 0:
            left = pile_worth(position, site, later) - cost_of(position, cheapest(position, site, later, found), found)
            if left > found[later]:
                found[later] += numbers.CHANCE * (left - found[later])
        later = (later + 1) % seats
    return found


def cost_of(position: GraenalandPosition, partners: i64, wanted: vec[float]) -> float:
    """The cards that partners want for their votes, each a whole number of them."""
    cost = 0.0
    for seat in range(position.agreed.seats):
        if partners & bit(seat):
            cost += float(ceil(wanted[seat]))
    return cost


def cheapest(position: GraenalandPosition, site: i64, seat: i64, wanted: vec[float]) -> i64:
    """The partners that make a majority with the seat for the fewest cards, as few as possible; nobody if it has one alone."""
    seats = position.agreed.seats
    able = votes.voters(position, site) & ~bit(seat)
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
                    cost += float(ceil(wanted[other])) + 0.01
            if cost < least and 2 * joined > all_votes:
                least = cost
                best = partners
    return best


def asked_for(position: GraenalandPosition, site: i64) -> vec[float]:
    """What the proposer believes that each of the others wants for his vote."""
    wanted = hopes(position, site)
    for seat in range(position.agreed.seats):
        wanted[seat] *= believed_temper(position, seat)
    return wanted


# The proposer


def weigh_proposals(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """By what the proposer would keep of each pile after paying the cheapest majority."""
    for at in range(choices.count):
        move = choices.at(at)
        if move == moves.PASS:
            weights[at] = 0.05
        else:
            worth = kept(position, seat, move)
            weights[at] = 0.03 + (worth * worth if worth > 0.0 else 0.0)


def kept(position: GraenalandPosition, seat: i64, move: i64) -> float:
    """What the proposer would keep of the pile that a move proposes to share, in cards."""
    site = i64(position.agreed.island.position[move - moves.PROPOSE])
    wanted = asked_for(position, site)
    return pile_worth(position, site, seat) - cost_of(position, cheapest(position, site, seat, wanted), wanted)


def weigh_receivers(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    """The proposer takes cards as long as the rest is enough for what his partners want; gold he does not count on for that."""
    wanted = asked_for(position, position.site)
    partners = cheapest(position, position.site, seat, wanted)
    owed = 0.0
    receiver: i64 = -1
    for step in range(i64(1), position.agreed.seats):
        other = (seat + step) % position.agreed.seats
        if partners & bit(other):
            want = wanted[other] - allotted_worth(position, other)
            if want > 0.0:
                owed += float(ceil(want))
                if receiver < 0 and step >= position.floor:
                    receiver = other
    if receiver < 0 or owed <= float(cards_to_come(position)):
        receiver = seat
    for at in range(choices.count):
        if choices.at(at) - moves.ALLOT == receiver:
            weights[at] = 1.0
        else:
            weights[at] = 0.1 if choices.at(at) - moves.ALLOT == seat else 0.02


def cards_to_come(position: GraenalandPosition) -> i64:
    """The cards that are to be allotted after the next one, without gold of a later kind."""
    total = position.cards_left - 1
    for kind in range(position.card_kind + 1, i64(distribution.CARD_KINDS)):
        if kind != numbers.GOLD:
            total += distribution.lying(position, position.site, kind)
    return total


def allotted_worth(position: GraenalandPosition, seat: i64) -> float:
    total = 0.0
    for kind in range(i64(distribution.CARD_KINDS)):
        count = i64(position.cards[cards.ALLOTTED + seat * distribution.CARD_KINDS + kind])
        total += float(count) * card_worth(position, seat, kind)
    return total


# The voters


def weigh_vote(position: GraenalandPosition, seat: i64, choices: Moves, weights: vec[float]) -> None:
    chance = acceptance(position, seat)
    for at in range(choices.count):
        weights[at] = chance if choices.at(at) == moves.ACCEPT else 1.0 - chance


def acceptance(position: GraenalandPosition, seat: i64) -> float:
    """How likely the seat is to accept: by what the proposal gives it against what it wants; its own it wants anyway."""
    gain = allotted_worth(position, seat) + 0.05
    if seat == position.proposer:
        gain += 1.0
    lean = (gain - temper(position, seat) * hopes(position, position.site)[seat]) / numbers.VOTE_HEAT
    if lean > 8.0:
        lean = 8.0
    elif lean < -8.0:
        lean = -8.0
    return 1.0 / (1.0 + exp(-lean))
