"""The claim window of the game with victory cards, and the choice of a card (GR-234 to GR-249, GR-258).

A claim plan is the list of moves that a seat has planned. It is replayed on a copy whenever it is looked at, so there is no state
inside the state, and nobody but the planner sees anything of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, full, lowest, nth, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event, only
from skali.games.graenaland import build, land, scoring, turns
from skali.games.graenaland.cards import TOTAL_AT
from skali.games.graenaland.land import COLONIES, SEATS
from skali.games.graenaland.moves import (
    BUILD,
    CLAIM,
    END,
    GIVE,
    JOINT,
    KEEP_CARD,
    NO_CLAIM,
    PLAN,
    RECRUIT,
    RELOCATE,
    SITE,
    SPEND,
    VICTORY_CARDS,
    WITHDRAW,
)
from skali.games.graenaland.phases import (
    BUILDING_SITE,
    CLAIMS,
    FINAL,
    GIFT,
    LEADING,
    MENU,
    PAYMENT,
    UNIT,
    VICTORY_CARD,
)

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_133_NO_TAKE_BACK: Final = 133
GR_235_KEEP_ONE: Final = 235
GR_242_PLAN: Final = 242
GR_243_PROVEN: Final = 243

DEALT: Final = 3
POINT_BITS: Final = 4
PLANNED: Final = 512
"""A planned move is kept as seat * 512 + move."""


# The victory card (GR-D04)


def deal(state: GraenalandState, events: list[Event] | None) -> None:
    """Three cards to each player, of which one is kept in secret (GR-234, GR-235)."""
    left = full(VICTORY_CARDS)
    for seat in range(state.agreed.seats):
        for _ in range(DEALT):
            card = nth(left, state.rng.below(popcount(left)))
            left ^= bit(card)
            state.dealt[seat] |= bit(card)
        if events is not None:
            names = [state.agreed.tables.victory_names[each] for each in members(state.dealt[seat])]
            events.append(Event("dealt", {"seat": int(seat), "cards": names}, only(seat), rule="GR-234"))
    state.raised += 1
    state.phase = VICTORY_CARD
    state.asked = full(state.agreed.seats)
    state.answered = 0


def members(cards: i64) -> list[int]:
    found: list[int] = []
    while cards:
        found.append(int(lowest(cards)))
        cards &= cards - 1
    return found


def keep_fault(state: GraenalandState, seat: i64, move: i64) -> i64:
    return 0 if state.dealt[seat] & bit(move - KEEP_CARD) else GR_235_KEEP_ONE


def keep(state: GraenalandState, seat: i64, card: i64, events: list[Event] | None) -> None:
    """The last choice begins the first turn."""
    state.keep(seat, card)
    state.answered |= bit(seat)
    state.raised += 1
    if events is not None:
        data = {"seat": int(seat), "card": state.agreed.tables.victory_names[int(card)]}
        events.append(Event("kept", data, only(seat), rule="GR-235"))
    if state.answered == state.asked:
        state.asked = state.answered = 0
        turns.begin_turn(state, events)


# The window


def begin(state: GraenalandState, events: list[Event] | None) -> None:
    """After distribution: everybody may claim (GR-241); with the condition card the leader builds at once."""
    if not state.agreed.cards:
        build.begin(state, state.leader, LEADING, events)
        return
    state.phase = CLAIMS
    state.raised += 1
    state.asked = full(state.agreed.seats)
    state.answered = 0
    state.answers = 0
    state.planning = 0
    for seat in range(state.agreed.seats):
        if hopeless(state, seat):
            state.answered |= bit(seat)
    if state.answered == state.asked:
        resolve(state, events)


def hopeless(state: GraenalandState, seat: i64) -> bool:
    """Whether even free army steps and colonies, as many as a third of the cards, leave less than 6 points (GR-258)."""
    free = ((state.hands[seat] >> TOTAL_AT) + 2 * popcount(state.supplies[seat])) // 3
    counts = scoring.standing(state, seat)
    card = state.kept(seat)
    for colonies in range(free + 1):
        army = (free - colonies) * bit(32)
        more = counts + army + colonies + colonies * 16777216
        if state.agreed.three and colonies > 0 and land.buildings_of(state, seat) == 0:
            more -= 16777216  # the first building does not count (GR-211)
        if best_spread(state, seat, card, more, colonies) >= state.agreed.tables.points:
            return False
    return True


def best_spread(state: GraenalandState, seat: i64, card: i64, counts: i64, colonies: i64) -> i64:
    """The most points when so many new colonies are spread over the island: some into one territory, the rest to make pairs."""
    best: i64 = 0
    counts &= ~(65535 * 256)
    for major in range(state.agreed.island.count):
        for inside in range(colonies + 1):
            most: i64 = 0
            pairs: i64 = 0
            ones: i64 = 0
            none: i64 = 0
            for site in range(state.agreed.island.count):
                here = i64(state.land[COLONIES + site * SEATS + seat])
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
            points = scoring.points_of(state, card, counts + pairs * 256 + most * 65536)
            if points > best:
                best = points
    return best


# A plan


def planned(state: GraenalandState, seat: i64) -> GraenalandState:
    """The position as the seat plans it: its final building, as the first to build (GR-242)."""
    trial = state.copy()
    trial.trial = True
    trial.asked = trial.answered = 0
    build.begin(trial, seat, FINAL, None)
    for i in range(len(state.plan)):
        entry = i64(state.plan[i])
        if entry // PLANNED == seat:
            build.play(trial, entry % PLANNED, None)
    return trial


def planned_points(state: GraenalandState, trial: GraenalandState, seat: i64) -> i64:
    return scoring.points_of(state, state.kept(seat), scoring.standing(trial, seat))


def fill(state: GraenalandState, seat: i64, out: Moves) -> None:
    if not state.planning & bit(seat):
        out.add(NO_CLAIM)
        out.add(PLAN)
        return
    trial = planned(state, seat)
    build.fill(trial, out)
    if trial.phase == MENU:
        out.count -= 1  # the end of a final building is not offered: a plan ends with a claim or is withdrawn
        if planned_points(state, trial, seat) >= state.agreed.tables.points:
            out.add(CLAIM)
    out.add(WITHDRAW)


def fault(state: GraenalandState, seat: i64, move: i64) -> i64:
    """The rule that an answer or a step of a plan breaks, 0 if none; -1 for a move that has no place in a claim window."""
    if move in (NO_CLAIM, PLAN):
        return GR_243_PROVEN if state.planning & bit(seat) else 0
    if not state.planning & bit(seat):
        return GR_242_PLAN
    if move == WITHDRAW:
        return 0
    trial = planned(state, seat)
    if move == CLAIM:
        if trial.phase != MENU:
            return GR_133_NO_TAKE_BACK
        return 0 if planned_points(state, trial, seat) >= state.agreed.tables.points else GR_243_PROVEN
    if move == END:
        return GR_243_PROVEN
    if not is_step(trial.phase, move):
        return GR_133_NO_TAKE_BACK if BUILD <= move < JOINT else GR_242_PLAN
    return build.fault(trial, move)


def is_step(phase: i64, move: i64) -> bool:
    """Whether a move is of the kind that a step of a final building asks for."""
    if phase == MENU:
        return BUILD <= move < JOINT
    if phase == BUILDING_SITE:
        return SITE <= move < RECRUIT
    if phase == UNIT:
        return RECRUIT <= move < SPEND
    if phase == PAYMENT:
        return SPEND <= move < GIVE
    return phase == GIFT and GIVE <= move < RELOCATE


def play(state: GraenalandState, seat: i64, move: i64, events: list[Event] | None) -> None:
    if move == PLAN:
        state.planning |= bit(seat)
    elif move == CLAIM:
        points = planned_points(state, planned(state, seat), seat)
        state.answers |= points << (POINT_BITS * seat)
        answer(state, seat, events)
    elif move in (NO_CLAIM, WITHDRAW):
        drop_plan(state, seat)
        answer(state, seat, events)
    else:
        state.plan = append(state.plan, i16(seat * PLANNED + move))


def drop_plan(state: GraenalandState, seat: i64) -> None:
    kept = vec[i16]()
    for i in range(len(state.plan)):
        if i64(state.plan[i]) // PLANNED != seat:
            kept = append(kept, state.plan[i])
    state.plan = kept
    state.planning &= ~bit(seat)


def answer(state: GraenalandState, seat: i64, events: list[Event] | None) -> None:
    state.answered |= bit(seat)
    state.raised += 1
    if state.answered == state.asked:
        resolve(state, events)


def claimed(state: GraenalandState, seat: i64) -> i64:
    """The points that a seat has announced, 0 if it made no claim."""
    return (state.answers >> (POINT_BITS * seat)) & 15


def resolve(state: GraenalandState, events: list[Event] | None) -> None:
    """The highest claim wins, the one nearest to the leader among equals; without a claim the leader builds (GR-245, GR-249)."""
    seats = state.agreed.seats
    best: i64 = -1
    for step in range(seats):
        seat = (state.leader + step) % seats
        points = claimed(state, seat)
        if points > 0:
            if events is not None:
                events.append(Event("claimed", {"seat": int(seat), "points": int(points)}, rule="GR-244"))
            if best < 0 or points > claimed(state, best):
                best = seat
    if best < 0:
        if events is not None:
            events.append(Event("no_claims", {}, rule="GR-249"))
        close(state)
        build.begin(state, state.leader, LEADING, events)
        return
    plan = state.plan
    close(state)
    state.winner = best
    state.revealed |= bit(best)
    if events is not None:
        card = state.agreed.tables.victory_names[int(state.kept(best))]
        events.append(Event("claim_won", {"seat": int(best), "card": card}, rule="GR-246"))
    carry_out(state, best, plan, events)
    turns.begin_final(state, best, seats - 1, events)


def close(state: GraenalandState) -> None:
    """Nothing of a window is kept: plans are dropped unseen (GR-247)."""
    state.asked = state.answered = state.answers = state.planning = 0
    state.plan = vec[i16]()


def carry_out(state: GraenalandState, seat: i64, plan: vec[i16], events: list[Event] | None) -> None:
    """The winner's final building is his plan, exactly as planned (GR-247)."""
    state.trial = True
    build.begin(state, seat, FINAL, events)
    for i in range(len(plan)):
        entry = i64(plan[i])
        if entry // PLANNED == seat:
            build.play(state, entry % PLANNED, events)
    state.trial = False
