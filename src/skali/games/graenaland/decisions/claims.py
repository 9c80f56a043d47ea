"""The choice of a victory card, and the claim window of the game with victory cards (GR-234 to GR-249, GR-258).

A claim plan is the list of moves that a seat has planned. It is replayed on a copy whenever it is looked at, so there is no
position inside the position, and nobody but the planner sees anything of it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, full, members_of, nth, popcount
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event, Prompt, only
from skali.games.graenaland import cards, land, moves, payment, phases, scoring
from skali.games.graenaland.decisions import base, building
from skali.games.graenaland.decisions.base import GraenalandDecision, OneOfASet
from skali.games.graenaland.position import GraenalandPosition

GR_242_PLAN: Final = 242
GR_243_PROVEN: Final = 243

DEALT: Final = 3
POINT_BITS: Final = 4
"""The points of a claim, so many bits a seat; 0 is no claim."""
PLANNED: Final = 512
"""A planned move is kept as seat * 512 + move."""


# The victory card


def deal(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Three cards to each player, of which one is kept in secret (GR-234, GR-235)."""
    left = full(moves.VICTORY_CARDS)
    for seat in range(position.agreed.seats):
        for _ in range(DEALT):
            card = nth(left, position.rng.below(popcount(left)))
            left ^= bit(card)
            position.dealt[seat] |= bit(card)
        if events is not None:
            data = {"seat": int(seat), "cards": dealt_names(position, seat)}
            events.append(Event("dealt", data, only(seat), rule="GR-234"))
    position.barriers += 1
    position.ask_simultaneously(phases.VICTORY_CARD, full(position.agreed.seats))


def dealt_names(position: GraenalandPosition, seat: i64) -> list[str]:
    return [position.agreed.tables.victory_names[card] for card in members_of(position.dealt[seat])]


class KeepVictoryCard(OneOfASet):
    """Which of the three cards to keep (GR-235)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return position.dealt[seat]

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        return base.GR_235_KEEP_ONE

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        card = move - moves.KEEP_CARD
        position.keep(seat, card)
        position.answer(seat, phases.CARDS_KEPT)
        if events is not None:
            data = {"seat": int(seat), "card": position.agreed.tables.victory_names[card]}
            events.append(Event("kept", data, only(seat), rule="GR-235"))

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "victory_card", {"cards": dealt_names(position, seat)})


# The window


def begin(position: GraenalandPosition) -> None:
    """After distribution everybody may claim (GR-241); the ledger answers for those who have no hope (GR-258)."""
    position.barriers += 1
    position.ask_simultaneously(phases.CLAIMS, full(position.agreed.seats))
    position.planning = 0
    for seat in range(position.agreed.seats):
        if hopeless(position, seat):
            position.answered |= bit(seat)
    if position.answered == position.asked:
        position.phase = phases.CLAIMS_MADE


def hopeless(position: GraenalandPosition, seat: i64) -> bool:
    """Whether even free army steps and colonies, as many as a third of the cards, leave less than 6 points (GR-258)."""
    free = ((position.hands[seat] >> cards.TOTAL_AT) + 2 * popcount(position.supplies[seat])) // 3
    counts = scoring.column_counts(position, seat)
    card = position.kept(seat)
    for colonies in range(free + 1):
        army = (free - colonies) * bit(32)
        more = counts + army + colonies + colonies * 16777216
        if position.agreed.three and colonies > 0 and land.buildings_of(position, seat) == 0:
            more -= 16777216  # the first building does not count (GR-211)
        if best_spread(position, seat, card, more, colonies) >= position.agreed.tables.points:
            return False
    return True


def best_spread(position: GraenalandPosition, seat: i64, card: i64, counts: i64, colonies: i64) -> i64:
    """The most points when so many new colonies are spread over the island: some into one territory, the rest to make pairs."""
    best: i64 = 0
    counts &= ~(65535 * 256)
    for major in range(position.agreed.island.count):
        for inside in range(colonies + 1):
            most: i64 = 0
            pairs: i64 = 0
            ones: i64 = 0
            none: i64 = 0
            for site in range(position.agreed.island.count):
                here = i64(position.land[land.COLONIES + site * land.SEATS + seat])
                if site == major:
                    here += inside
                if here > most:
                    most = here
                if here >= 2:
                    pairs += 1
                elif here == 1:
                    ones += 1
                else:
                    none += 1
            left = colonies - inside
            pairs += left if left < ones else ones
            left -= left if left < ones else ones
            pairs += left // 2 if left // 2 < none else none
            points = scoring.points_of(position, card, counts + pairs * 256 + most * 65536)
            if points > best:
                best = points
    return best


# A plan


def planned(position: GraenalandPosition, seat: i64) -> GraenalandPosition:
    """The position as the seat plans it: its final building, as the first to build (GR-242)."""
    trial = position.copy()
    trial.asked = trial.answered = 0
    carry_out(trial, seat, position.plan, None)
    return trial


def carry_out(position: GraenalandPosition, seat: i64, plan: vec[i16], events: list[Event] | None) -> None:
    """The final building of a seat, exactly as planned (GR-247)."""
    position.trial = True
    building.begin(position, seat, phases.FINAL)
    position.go_on(events)
    for i in range(len(plan)):
        entry = i64(plan[i])
        if entry // PLANNED == seat:
            position.advance(seat, entry % PLANNED, events)


def planned_moves(position: GraenalandPosition, seat: i64) -> list[int]:
    entries = [int(entry) for entry in position.plan]
    return [entry % PLANNED for entry in entries if entry // PLANNED == seat]


def drop_plans(position: GraenalandPosition, seats: i64) -> None:
    """Forgets the plans of a set of seats."""
    kept = vec[i16]()
    for i in range(len(position.plan)):
        if not seats & bit(i64(position.plan[i]) // PLANNED):
            kept = append(kept, position.plan[i])
    position.plan = kept
    position.planning &= ~seats


class Claim(GraenalandDecision):
    """No claim, or a plan, step by step, that ends with a claim or is withdrawn (GR-241 to GR-243)."""

    def fill(self, position: GraenalandPosition, seat: i64, out: Moves) -> None:
        if not position.planning & bit(seat):
            out.add(moves.NO_CLAIM)
            out.add(moves.PLAN)
            return
        trial = planned(position, seat)
        trial.fill_legal(seat, out)
        if trial.phase == phases.MENU:
            out.count -= 1  # the end of a final building is not offered: a plan ends with a claim or is withdrawn
            if scoring.score(trial, seat) >= position.agreed.tables.points:
                out.add(moves.CLAIM)
        out.add(moves.WITHDRAW)

    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        if move in (moves.NO_CLAIM, moves.PLAN):
            return GR_243_PROVEN if position.planning & bit(seat) else 0
        if move in (moves.SUPPLY, moves.JOINT, moves.GRANT) or moves.TAKE <= move < moves.SITE:
            return base.GR_040_FIVE_PHASES  # only a leader does these
        if not position.planning & bit(seat):
            return GR_242_PLAN
        if move == moves.WITHDRAW:
            return 0
        if move == moves.END:
            return GR_243_PROVEN
        trial = planned(position, seat)
        if move == moves.CLAIM:
            if trial.phase != phases.MENU:
                return base.GR_133_NO_TAKE_BACK
            return 0 if scoring.score(trial, seat) >= position.agreed.tables.points else GR_243_PROVEN
        fault = trial.fault(seat, move)
        return i64(GR_242_PLAN) if fault > DECISION_FAULT else fault

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.PLAN:
            position.planning |= bit(seat)
        elif move == moves.CLAIM:
            position.answers |= scoring.score(planned(position, seat), seat) << (POINT_BITS * seat)
            position.answer(seat, phases.CLAIMS_MADE)
        elif move in (moves.NO_CLAIM, moves.WITHDRAW):
            drop_plans(position, bit(seat))
            position.answer(seat, phases.CLAIMS_MADE)
        else:
            position.plan = append(position.plan, i16(seat * PLANNED + move))

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        if not position.planning & bit(seat):
            return self.asks(position, "claim", {"points": int(scoring.score(position, seat))})
        trial = planned(position, seat)
        if trial.phase == phases.MENU:
            points = int(scoring.score(trial, seat))
            return self.asks(position, "plan", {"points": points, "markets": int(payment.uses_left(trial))})
        step = trial.prompt(seat)
        return self.asks(position, f"plan_{step.kind}", step.data)


def answer_bits(seat: i64) -> i64:
    """Where the claim of a seat stands in the answers."""
    return full(POINT_BITS) << (POINT_BITS * seat)


def claimed(position: GraenalandPosition, seat: i64) -> i64:
    """The points that a seat has announced, 0 if it made no claim."""
    return (position.answers & answer_bits(seat)) >> (POINT_BITS * seat)


def resolve(position: GraenalandPosition, events: list[Event] | None) -> bool:
    """The highest claim wins, the one nearest to the leader among equals (GR-245, GR-249). False without a claim."""
    best: i64 = -1
    equal = False
    for step in range(position.agreed.seats):
        seat = (position.leader + step) % position.agreed.seats
        points = claimed(position, seat)
        if points > 0:
            if events is not None:
                events.append(Event("claimed", {"seat": int(seat), "points": int(points)}, rule="GR-244"))
            if best < 0 or points > claimed(position, best):
                best = seat
                equal = False
            elif points == claimed(position, best):
                equal = True
    plan = position.plan
    position.asked = position.answered = position.answers = 0
    drop_plans(position, full(position.agreed.seats))  # unseen: nothing of a window is kept (GR-247)
    if best < 0:
        if events is not None:
            events.append(Event("no_claims", {}, rule="GR-249"))
        return False
    position.winner = best
    position.revealed |= bit(best)
    if events is not None:
        card = position.agreed.tables.victory_names[position.kept(best)]
        events.append(Event("claim_won", {"seat": int(best), "card": card}, rule="GR-246", notice=not equal))
        if equal:
            events.append(Event("claims_equal", {"seat": int(best)}, rule="GR-245", notice=True))
    carry_out(position, best, plan, events)
    position.trial = False
    return True
