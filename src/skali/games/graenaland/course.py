"""The course of a game: the start, then turns of five phases, each led by one leader, and the end (GR-040 to GR-043,
GR-187 to GR-189, GR-197 to GR-205, GR-234)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import full
from skali.core.protocol import Event
from skali.games.graenaland import cards, land, phases, production, scoring, setup
from skali.games.graenaland.decisions import (
    building,
    claims,
    distribution,
    free_start,
    hero_orders,
    joint_works,
    paying,
)
from skali.games.graenaland.position import NOBODY, GraenalandPosition


def go_on(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Goes on until a seat has a choice or the game is over."""
    while position.phase > phases.OVER:
        phase = position.phase
        if phase == phases.VILLAGE_PLACED:
            free_start.next_placement(position, events)
        elif phase == phases.START_TAKEN and position.agreed.cards:
            claims.deal(position, events)
        elif phase == phases.START_TAKEN or phase == phases.CARDS_KEPT:
            begin_turn(position, events)
        elif phase == phases.ORDERS_GIVEN:
            hero_orders.carry_out(position, events)
            distribution.begin(position)
        elif phase == phases.PROPOSAL_ENDED:
            if not distribution.next_proposer(position, events):
                end_distribution(position)
        elif phase == phases.CLAIMS_MADE:
            end_claims(position, events)
        elif phase == phases.PAID:
            complete_project(position, events)
        elif phase == phases.PROJECT_ENDED:
            building.next_project(position, events)
        elif phase == phases.BUILD_ENDED:
            end_turn(position, events)
        else:
            next_final(position, events)


def begin(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Everything up to the first decision."""
    setup.lay_out(position, events)
    if position.agreed.free_start:
        free_start.begin(position)
    else:
        setup.take_start_places(position, events)
        position.phase = phases.START_TAKEN
    go_on(position, events)


# A turn


def begin_turn(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Production, then hero movement."""
    position.asked = position.answered = 0
    if events is not None:
        round = int(position.turn // position.agreed.seats) + 1
        events.append(Event("turn_began", {"seat": int(position.leader), "round": round}, rule="GR-029"))
    production.produce(position, events)
    hero_orders.begin(position)


def end_distribution(position: GraenalandPosition) -> None:
    """With victory cards everybody may claim now (GR-241); with the condition card the leader builds at once."""
    if position.agreed.cards:
        claims.begin(position)
    else:
        building.begin(position, position.leader, phases.LEADING)


def end_claims(position: GraenalandPosition, events: list[Event] | None) -> None:
    """After a claim the others have their final building; without one the leader builds (GR-246, GR-249)."""
    if claims.resolve(position, events):
        begin_final(position, position.winner, position.agreed.seats - 1)
    else:
        building.begin(position, position.leader, phases.LEADING)


def complete_project(position: GraenalandPosition, events: list[Event] | None) -> None:
    """What has been paid is built, when the entry gifts have been given."""
    if position.project < 0:
        joint_works.close(position, True, events)
    elif not paying.give_on(position, events):
        building.complete(position, events)


def end_turn(position: GraenalandPosition, events: list[Event] | None) -> None:
    """The leader's objectives are checked first (GR-187); then supply, cap and ship (GR-188, GR-189, GR-205)."""
    seats = position.agreed.seats
    if not position.agreed.cards:
        met = scoring.objectives_met(position, position.leader)
        if met >= position.agreed.tables.needed:
            position.winner = position.leader
            if events is not None:
                data = {"seat": int(position.leader), "met": int(met)}
                events.append(Event("announced_win", data, rule="GR-197", notice=True))
            begin_final(position, position.leader, seats - 1)
            return
    cards.refill_display(position, events)
    position.builder = NOBODY
    position.uses_made = 0
    position.supply_taken = position.joint_used = False
    position.turn += 1
    position.leader = (position.leader + 1) % seats
    if position.turn == position.agreed.cap * seats:
        if events is not None:
            events.append(Event("cap_reached", {"round": int(position.agreed.cap)}, rule="GR-205", notice=True))
        begin_final(position, (position.leader + seats - 1) % seats, seats)
        return
    begin_turn(position, events)


# The end


def begin_final(position: GraenalandPosition, after: i64, builders: i64) -> None:
    """So many players, clockwise from the left of ``after``, have one more build phase (GR-199)."""
    position.builder = after
    position.final_left = builders
    position.phase = phases.FINAL_BUILD_ENDED


def next_final(position: GraenalandPosition, events: list[Event] | None) -> None:
    if position.final_left == 0:
        finish(position, events)
        return
    position.final_left -= 1
    building.begin(position, (position.builder + 1) % position.agreed.seats, phases.FINAL)


def finish(position: GraenalandPosition, events: list[Event] | None) -> None:
    """The game is over; victory cards are revealed (GR-248)."""
    position.phase = phases.OVER
    for at in range(i64(land.AGREED), i64(land.LAND_SIZE)):
        position.land[at] = 0
    position.builder = position.active = NOBODY
    position.barriers += 1
    if position.agreed.cards:
        position.revealed = full(position.agreed.seats)
    if events is not None:
        seats = range(int(position.agreed.seats))
        if position.agreed.cards:
            for seat in seats:
                card = position.agreed.tables.victory_names[position.kept(seat)]
                data = {"seat": seat, "card": card, "points": int(scoring.score(position, seat))}
                events.append(Event("card_revealed", data, rule="GR-248"))
        places = scoring.ranking(position)
        first = [seat for seat in seats if places[seat] == 1]
        events.append(Event("game_over", {"winners": first, "places": places}, rule="GR-203"))
