"""The turn frame: five phases led by one leader, the end of the turn and of the game (GR-040 to GR-043, GR-187 to GR-205)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import full
from skali.core.protocol import Event
from skali.games.graenaland import build, cards, heroes, production, scoring
from skali.games.graenaland.phases import FINAL, OVER

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

NOBODY: Final = -1


def begin_turn(state: GraenalandState, events: list[Event] | None) -> None:
    """Production, then hero movement."""
    if events is not None:
        round = int(state.turn // state.agreed.seats) + 1
        events.append(Event("turn_began", {"seat": int(state.leader), "round": round}, rule="GR-029"))
    production.produce(state, events)
    heroes.begin(state)


def end_build(state: GraenalandState, events: list[Event] | None) -> None:
    """The leader's objectives are checked first (GR-187); then supply, cap and ship (GR-188, GR-189, GR-205)."""
    seats = state.agreed.seats
    if not state.agreed.cards and scoring.objectives_met(state, state.leader) >= state.agreed.tables.needed:
        state.winner = state.leader
        if events is not None:
            met = int(scoring.objectives_met(state, state.leader))
            events.append(Event("announced_win", {"seat": int(state.leader), "met": met}, rule="GR-197"))
        begin_final(state, state.leader, seats - 1, events)
        return
    cards.refill_display(state, events)
    state.builder = NOBODY
    state.uses_made = 0
    state.supply_taken = state.joint_used = False
    state.turn += 1
    state.leader = (state.leader + 1) % seats
    if state.turn == state.agreed.cap * seats:
        if events is not None:
            events.append(Event("cap_reached", {"round": int(state.agreed.cap)}, rule="GR-205"))
        begin_final(state, (state.leader + seats - 1) % seats, seats, events)
        return
    begin_turn(state, events)


def begin_final(state: GraenalandState, after: i64, builders: i64, events: list[Event] | None) -> None:
    """So many players, clockwise from the left of ``after``, have one more build phase (GR-199)."""
    state.builder = after
    state.final_left = builders
    next_final(state, events)


def next_final(state: GraenalandState, events: list[Event] | None) -> None:
    if state.final_left == 0:
        finish(state, events)
        return
    state.final_left -= 1
    build.begin(state, (state.builder + 1) % state.agreed.seats, FINAL, events)


def finish(state: GraenalandState, events: list[Event] | None) -> None:
    """The game is over; victory cards are revealed (GR-248)."""
    state.phase = OVER
    state.builder = NOBODY
    state.active = NOBODY
    state.raised += 1
    if state.agreed.cards:
        state.revealed = full(state.agreed.seats)
    if events is not None:
        seats = range(int(state.agreed.seats))
        if state.agreed.cards:
            for seat in seats:
                card = state.agreed.tables.victory_names[int(state.kept(seat))]
                points = int(scoring.score(state, seat))
                events.append(Event("card_revealed", {"seat": seat, "card": card, "points": points}, rule="GR-248"))
        places = scoring.ranking(state)
        first = [seat for seat in seats if places[seat] == 1]
        events.append(Event("game_over", {"winners": first, "places": places}, rule="GR-203"))
