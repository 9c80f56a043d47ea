"""Who proposes what, and who accepts it.

A card is worth more to him who lacks it. A refused pile stays where it is: those who may still propose this turn can take the
chance, and what is left lies there next turn. So every player knows what he may hope for if a proposal fails, and wants no less for
his vote; one is content with a little less, another wants more, for the whole game. Who has more than half of the votes alone need
not share. Who proposes looks for the partners that leave him most, pays them in cards that he can do without, and keeps the rest.
He guesses at hands and tempers; of tempers he remembers what each has accepted and refused.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.moves import Moves
from skali.games.graenaland import cards, land, moves, phases, votes
from skali.games.graenaland.decisions import distribution
from skali.games.graenaland.heuristic import numbers, race
from skali.games.graenaland.heuristic.numbers import Tuning
from skali.games.graenaland.position import GraenalandPosition

PASSING: Final = 0.05
HOPELESS: Final = 0.0001
"""The part of the likeliest choice's weight below which a bargain is not thought about."""


def temper(position: GraenalandPosition, seat: i64, tuning: Tuning) -> float:
    """How much of what he may hope for a player wants for his vote. It stays for the whole game."""
    return tuning.softest + tuning.temper_step * float((seat + position.first) % numbers.TEMPERS)


def believed_temper(position: GraenalandPosition, seat: i64, tuning: Tuning) -> float:
    """What the others take it for, by how he has voted on what he was offered: who refuses is offered more, who never does less."""
    firm = 1.0 + tuning.firmer * float(i64(position.land[land.REFUSED + seat]))
    firm -= tuning.softer * float(i64(position.land[land.AGREED + seat]))
    if firm < tuning.softest:
        return tuning.softest
    return firm if firm < tuning.hardest else tuning.hardest


class Split:
    """A share of a pile: how many cards of each kind each seat gets, by kind * seats + seat, and what the proposer keeps."""

    def __init__(self, seats: i64) -> None:
        self.counts: vec[i64] = vec[i64]([i64(0)] * int(seats * distribution.CARD_KINDS))
        self.kept: float = -1.0
        self.is_found: bool = False


class Table:
    """The players around a pile: what its cards are worth to each of them."""

    def __init__(self, position: GraenalandPosition, tuning: Tuning) -> None:
        self.position = position
        self.tuning = tuning
        self.seats: i64 = position.agreed.seats
        self.outlooks = race.outlooks(position, tuning)

    # What cards are worth

    def kind_worth(self, seat: i64, kind: i64, count: i64) -> float:
        """So many cards of a kind to a seat: what it lacks counts in full."""
        if kind == numbers.GOLD:
            return self.tuning.gold_worth * float(count)
        if kind == distribution.FACE_DOWN:
            return self.tuning.down_worth * float(count)
        useful = self.outlooks[seat].lack[kind]
        if useful > float(count):
            useful = float(count)
        return useful + self.tuning.spare_worth * (float(count) - useful)

    def pile_worth(self, site: i64, seat: i64) -> float:
        total = 0.0
        for kind in range(i64(distribution.CARD_KINDS)):
            count = distribution.lying(self.position, site, kind)
            if count:
                total += self.kind_worth(seat, kind, count)
        return total

    def worth_in(self, split: Split, seat: i64) -> float:
        total = 0.0
        for kind in range(i64(distribution.CARD_KINDS)):
            count = split.counts[kind * self.seats + seat]
            if count:
                total += self.kind_worth(seat, kind, count)
        return total

    def allotted_worth(self, seat: i64) -> float:
        total = 0.0
        for kind in range(i64(distribution.CARD_KINDS)):
            total += self.kind_worth(seat, kind, self.allotted(seat, kind))
        return total

    def allotted(self, seat: i64, kind: i64) -> i64:
        return i64(self.position.cards[cards.ALLOTTED + seat * distribution.CARD_KINDS + kind])

    # What a refusal brings

    def hopes(self, site: i64) -> vec[float]:
        """What each seat may expect of a pile if the proposal at hand fails.

        Who has a majority alone can wait until he proposes himself, and the others have little to expect. Without one it is most
        of the fair share, less if nobody proposes after this; who still proposes himself counts on the chance to keep what a
        majority leaves him. The leader would build with the cards at once, and a pile that is full does not grow.
        """
        position = self.position
        tuning = self.tuning
        found = vec[float](capacity=5)
        all_votes = votes.total(position, site)
        master = majority(position, site)
        last = (position.proposer + 1) % self.seats == position.leader
        full = cards.cards_at(position, site) > land.settled(position, site)
        for seat in range(self.seats):
            pile = self.pile_worth(site, seat)
            part = float(votes.of(position, site, seat)) / float(all_votes)
            if seat == master:
                hope = pile * (tuning.hope_later if self.proposes_later(seat) else tuning.hope_major)
            elif master >= 0:
                hope = pile * part * tuning.hope_minor
            else:
                hope = pile * part * (tuning.content_at_last if last else tuning.content)
            if seat == position.leader:
                hope *= tuning.hope_leader
            found = append(found, hope * (tuning.hope_full if full else 1.0))
        later = (position.proposer + 1) % self.seats
        while later != position.leader and master < 0:
            if votes.of(position, site, later) > 0:
                left = self.pile_worth(site, later) - self.cheapest(site, later, found)
                if left > found[later]:
                    found[later] += tuning.chance * (left - found[later])
            later = (later + 1) % self.seats
        return found

    def proposes_later(self, seat: i64) -> bool:
        """Whether the seat's own proposal of this turn is still to come."""
        leader = self.position.leader
        return (seat - leader) % self.seats > (self.position.proposer - leader) % self.seats

    def cheapest(self, site: i64, seat: i64, wanted: vec[float]) -> float:
        """What the partners want that make a majority with the seat for the least."""
        position = self.position
        able = votes.voters(position, site) & ~bit(seat)
        all_votes = votes.total(position, site)
        least = 1000.0
        for partners in range(bit(self.seats)):
            if partners & ~able == 0:
                joined = votes.of(position, site, seat)
                cost = 0.0
                for other in range(self.seats):
                    if partners & bit(other):
                        joined += votes.of(position, site, other)
                        cost += wanted[other]
                if cost < least and 2 * joined > all_votes:
                    least = cost
        return least

    # The proposer

    def kept(self, seat: i64, site: i64) -> float:
        """What the proposer would keep of a pile, in cards."""
        split = self.best_split(seat, site)
        return split.kept if split.is_found else 0.0

    def best_split(self, seat: i64, site: i64) -> Split:
        """The share that leaves the proposer most after paying just enough partners; not found if all of it would go to them."""
        best = self.split_by(seat, site, self.hopes(site))
        if not best.is_found:
            best = self.split_by(seat, site, self.fair_hopes(site))
            best.kept *= self.tuning.settles
        return best

    def fair_hopes(self, site: i64) -> vec[float]:
        """What each seat may be content with who does not wait for more."""
        found = vec[float](capacity=5)
        for seat in range(self.seats):
            part = float(votes.of(self.position, site, seat)) / float(votes.total(self.position, site))
            found = append(found, self.tuning.content * part * self.pile_worth(site, seat))
        return found

    def split_by(self, seat: i64, site: i64, wanted: vec[float]) -> Split:
        position = self.position
        tuning = self.tuning
        for other in range(self.seats):
            wanted[other] *= believed_temper(position, other, tuning)
            if wanted[other] < tuning.least_want:
                wanted[other] = tuning.least_want
        able = votes.voters(position, site) & ~bit(seat)
        all_votes = votes.total(position, site)
        best = Split(self.seats)
        for partners in range(bit(self.seats)):
            if partners & ~able == 0:
                joined = votes.of(position, site, seat)
                for other in range(self.seats):
                    if partners & bit(other):
                        joined += votes.of(position, site, other)
                if 2 * joined > all_votes:
                    split = self.split_with(seat, site, partners, wanted)
                    if split.is_found and split.kept > best.kept + 0.001:
                        best = split
        return best

    def split_with(self, seat: i64, site: i64, partners: i64, wanted: vec[float]) -> Split:
        """The proposer takes all that is open to him, then gives each partner what costs him least, until it is enough.

        What has been allotted stays. Equal cards go round from the proposer, so some may not be open to him any more.
        """
        position = self.position
        split = Split(self.seats)
        composing = position.phase == phases.ALLOTMENT
        own: i64 = 0
        for kind in range(i64(distribution.CARD_KINDS)):
            left = distribution.lying(position, site, kind)
            if composing:
                for other in range(self.seats):
                    given = self.allotted(other, kind)
                    split.counts[kind * self.seats + other] = given
                    left -= given
            split.counts[kind * self.seats + seat] += left
            own += split.counts[kind * self.seats + seat]
        closed: i64 = 0
        """Cards of the kind in question that can't go to the proposer any more."""
        if composing and position.floor > 0:
            closed = position.cards_left
        for step in range(i64(1), self.seats):
            partner = (seat + step) % self.seats
            if partners & bit(partner):
                lacking = wanted[partner] - self.worth_in(split, partner)
                while lacking > 0.0:
                    kind = self.best_to_give(split, seat, partner, lacking, composing, step, closed)
                    if kind < 0 or own == 1:
                        return split
                    lacking -= self.gain(split, partner, kind, 1)
                    split.counts[kind * self.seats + seat] -= 1
                    split.counts[kind * self.seats + partner] += 1
                    own -= 1
                    if composing and kind == position.card_kind and closed > 0:
                        closed -= 1
        split.is_found = own > 0 and closed == 0
        split.kept = self.worth_in(split, seat)
        return split

    def best_to_give(
        self, split: Split, seat: i64, partner: i64, lacking: float, composing: bool, step: i64, closed: i64
    ) -> i64:
        """The kind of card that pays a partner at the least loss, -1 if there is none."""
        best: i64 = -1
        most = 0.0
        for kind in range(i64(distribution.CARD_KINDS)):
            is_now = composing and kind == self.position.card_kind
            open = split.counts[kind * self.seats + seat]
            if composing:
                if kind < self.position.card_kind or (is_now and step < self.position.floor):
                    continue
                open -= self.allotted(seat, kind)
            if open > 0:
                gain = self.gain(split, partner, kind, 1)
                loss = 0.0 if is_now and closed > 0 else -self.gain(split, seat, kind, -1)
                ratio = (gain if gain < lacking else lacking) / (loss + 0.1)
                if ratio > most:
                    most = ratio
                    best = kind
        return best

    def gain(self, split: Split, seat: i64, kind: i64, more: i64) -> float:
        """What so many cards more of a kind are worth to a seat."""
        count = split.counts[kind * self.seats + seat]
        return self.kind_worth(seat, kind, count + more) - self.kind_worth(seat, kind, count)

    # The voters

    def acceptance(self, seat: i64) -> float:
        """How likely the seat is to accept: by what the proposal gives it against what it wants; its own it wants anyway.

        Nobody wants more than all of it.
        """
        position = self.position
        tuning = self.tuning
        gain = self.allotted_worth(seat)
        want = min(
            temper(position, seat, tuning) * self.hopes(position.site)[seat], self.pile_worth(position.site, seat)
        )
        if seat == position.proposer:
            gain += 1.0
        elif want < tuning.least_want:
            want = tuning.least_want
        if self.lets_leader_win(seat):
            gain -= tuning.threat
        lean = (gain + 0.05 - want) / tuning.vote_heat
        if lean > 8.0:
            lean = 8.0
        elif lean < -8.0:
            lean = -8.0
        return 1.0 / (1.0 + exp(-lean))

    def lets_leader_win(self, seat: i64) -> bool:
        """Whether the proposal lets another win, who leads and builds next."""
        leader = self.position.leader
        return seat != leader and self.gets_any(leader) and self.would_win(leader)

    def gets_any(self, seat: i64) -> bool:
        """Whether the proposal gives a seat a card."""
        for kind in range(i64(distribution.CARD_KINDS)):
            if self.allotted(seat, kind) > 0:
                return True
        return False

    def would_win(self, leader: i64) -> bool:
        """Whether the proposal gives the leader, who builds next, all that he still lacks."""
        outlook = self.outlooks[leader]
        lacking = 0.0
        for face in range(i64(4)):
            left = outlook.lack[face] - float(self.allotted(leader, face))
            if left > 0.0:
                lacking += left
        return lacking <= float(self.allotted(leader, numbers.GOLD)) + self.tuning.close


def majority(position: GraenalandPosition, site: i64) -> i64:
    """Who has more than half of the votes of a territory alone; -1 if nobody has."""
    all_votes = votes.total(position, site)
    for seat in range(position.agreed.seats):
        if 2 * votes.of(position, site, seat) > all_votes:
            return seat
    return -1


# Weights


def weigh_proposals(
    position: GraenalandPosition, seat: i64, tuning: Tuning, choices: Moves, weights: vec[float]
) -> None:
    """By what the proposer would keep of each pile. Where that is nothing he only troubles the others for their votes."""
    table = Table(position, tuning)
    for at in range(choices.count):
        move = choices.at(at)
        if move == moves.PASS:
            weights[at] = PASSING
        else:
            worth = table.kept(seat, i64(position.agreed.island.position[move - moves.PROPOSE]))
            weights[at] = 0.03 + worth * worth if worth > 0.0 else HOPELESS * PASSING / 2.0


def weigh_receivers(
    position: GraenalandPosition, seat: i64, tuning: Tuning, choices: Moves, weights: vec[float]
) -> None:
    """As the best share has it; the proposer himself if there is none."""
    split = Table(position, tuning).best_split(seat, position.site)
    receiver: i64 = -1
    for at in range(choices.count):
        other = choices.at(at) - moves.ALLOT
        planned = split.counts[position.card_kind * position.agreed.seats + other]
        given = i64(position.cards[cards.ALLOTTED + other * distribution.CARD_KINDS + position.card_kind])
        if receiver < 0 and split.is_found and planned > given:
            receiver = other
    for at in range(choices.count):
        other = choices.at(at) - moves.ALLOT
        weights[at] = 1.0 if other == receiver else (0.1 if other == seat else 0.02)


def weigh_vote(position: GraenalandPosition, seat: i64, tuning: Tuning, choices: Moves, weights: vec[float]) -> None:
    chance = Table(position, tuning).acceptance(seat)
    for at in range(choices.count):
        weights[at] = chance if choices.at(at) == moves.ACCEPT else 1.0 - chance
