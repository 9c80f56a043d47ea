"""The course of a game: ten rounds, each of bricks, deployment, battles, building and the hospital (EK-018 to EK-023, EK-032 to
EK-050, EK-088 to EK-103)."""

from __future__ import annotations

from bisect import bisect
from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, nth, popcount
from skali.core.protocol import Event, only
from skali.games.eketorp import battles, bricks, hospital, moves, phases, scoring, storage
from skali.games.eketorp.decisions import build, call, deploy, exchange, loot
from skali.games.eketorp.position import NO_PLACE, NOBODY, EketorpPosition

EK_018_PHASES: Final = 18
EK_067_STEPS: Final = 67


def go_on(position: EketorpPosition, events: list[Event] | None) -> None:
    """Goes on until a seat has a choice or the game is over."""
    while position.phase > phases.OVER:
        if position.phase == phases.ROUND_BEGINS:
            begin_round(position, events)
        elif position.phase == phases.DEPLOYED:
            begin_battles(position, events)
        elif position.phase == phases.BATTLE_BEGINS:
            exchange.ask(position, position.initiator)
        elif position.phase == phases.SIEGE_WON:
            loot.ask(position, events)
        elif position.phase == phases.BATTLE_ENDED:
            find_battle(position, (position.initiator + 1) % position.seats, events)
        elif position.phase == phases.HOMECOMING:
            come_home(position, events)
        elif position.phase == phases.BUILDING:
            build_on(position, events)
        else:
            end_round(position, events)


def order_fault(phase: i64, move: i64) -> i64:
    """Why a move of another phase or step cannot be played now; 0 if it belongs to the decision at hand (EK-018, EK-067)."""
    wanted = bisect(moves.FIRST_BY_PHASE, move) - 1
    if wanted == phase or (wanted == phases.EXCHANGE and phase == phases.CARDS):  # LayCard knows which rule that breaks
        return 0
    in_battle = phases.CALL <= phase <= phases.KEEP and phases.CALL <= wanted <= phases.KEEP
    return EK_067_STEPS if in_battle else EK_018_PHASES


# Phases 1 to 3


def begin_round(position: EketorpPosition, events: list[Event] | None) -> None:
    """Turns up a material card and puts its bricks on the storage fields; then all deploy (EK-020)."""
    position.round += 1
    card = nth(position.unturned, position.rng.below(popcount(position.unturned)))
    position.unturned ^= bit(card)
    position.material = card
    position.barriers += 1
    if events is not None:
        names = {"round": int(position.round), "seat": position.start_player, "card": position.tables.names[card]}
        events.append(Event("round_began", names, rule="EK-020"))
    storage.distribute(position, card, events)
    deploy.ask(position, events)


# Phase 4


def begin_battles(position: EketorpPosition, events: list[Event] | None) -> None:
    if events is not None:
        deploy.reveal(position, events)
    position.besieged = 0
    find_battle(position, position.start_player, events)


def find_battle(position: EketorpPosition, seat: i64, events: list[Event] | None) -> None:
    """The next player clockwise who can call a battle must; a single one is not asked (EK-043, EK-047, EK-049)."""
    position.place = NO_PLACE
    position.opponent = NOBODY
    position.initiator_card = position.opponent_card = position.damage = 0
    battles.survey(position)
    if not (position.fights | position.open_sieges):
        position.phase = phases.HOMECOMING
        return
    places = battles.open_to(position, seat)
    while not places:
        seat = (seat + 1) % position.seats
        places = battles.open_to(position, seat)
    position.active = seat
    position.initiator = seat
    if places & (places - 1):
        position.phase = phases.CALL
    else:
        if events is not None:
            events.append(Event("only_battle", {}, only(seat), "EK-047", notice=True))
        call.call(position, seat, battles.place_of(lowest(places)), events)


# Phase 5


def come_home(position: EketorpPosition, events: list[Event] | None) -> None:
    """All Vikings who are not in the hospital go home with their bricks (EK-088, EK-089)."""
    for field in range(i64(moves.STORAGE_FIELDS)):
        storage.carry_off(position, field)
    for seat in range(position.seats):
        position.home[seat] += position.away(seat)
        position.storage[seat] = 0
        position.siege[seat] = 0
        position.carried[seat] += bricks.bundle_of(position.kept[seat])
        position.kept[seat] = 0
        if position.carried[seat] and events is not None:
            data = {"seat": int(seat), "bricks": bricks.listed(position.carried[seat])}
            events.append(Event("brought_home", data, rule="EK-088"))
    position.besieged = 0
    position.initiator = NOBODY
    position.active = position.start_player
    position.phase = phases.BUILDING


def build_on(position: EketorpPosition, events: list[Event] | None) -> None:
    """The active player builds, then the next one clockwise (EK-094)."""
    while True:
        seat = position.active
        brought = position.carried[seat]
        if build.has_a_choice(position, seat, events):
            position.phase = phases.BUILD
            return
        if brought and events is not None:
            complete = bricks.bricks_in(position.castle[seat]) == bricks.PLACES
            rule = "EK-096" if complete else "EK-D9"
            events.append(Event("only_way_to_build", {}, only(seat), rule, notice=True))
        position.site = 0
        position.active = (position.active + 1) % position.seats
        if position.active == position.start_player:
            position.phase = phases.ROUND_ENDED
            return


# Phase 6


def end_round(position: EketorpPosition, events: list[Event] | None) -> None:
    """A complete castle ends the game at once; otherwise the round is closed (EK-097 to EK-103)."""
    complete = False
    for seat in range(position.seats):
        if bricks.bricks_in(position.castle[seat]) == bricks.PLACES:
            complete = True
            if events is not None:
                events.append(Event("castle_complete", {"seat": int(seat)}, rule="EK-101"))
    if complete:
        end_game(position, "EK-101", events)
        return
    is_last = position.round == position.tables.rounds
    if events is not None and not is_last:
        position.phase = phases.BUILD
        data = {"round": int(position.round), "points": points_of(position)}
        events.append(Event("round_ended", data, rule="EK-018", then=position.copy(), pause=True))
    hospital.leave(position, events)
    storage.clear(position, events)
    if is_last:
        end_game(position, "EK-102", events)
        return
    position.start_player = (position.start_player + 1) % position.seats
    position.phase = phases.ROUND_BEGINS


def end_game(position: EketorpPosition, rule: str, events: list[Event] | None) -> None:
    position.phase = phases.OVER
    if events is not None:
        winners = [seat for seat, place in enumerate(scoring.ranking(position)) if place == 1]
        events.append(Event("game_over", {"points": points_of(position), "winners": winners}, rule=rule))


def points_of(position: EketorpPosition) -> list[int]:
    return [int(scoring.score(position, seat)) for seat in range(position.seats)]
