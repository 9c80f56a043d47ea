"""The course of a game: three rounds, each a discovery turn by turn and then a colonisation turn by turn (FJ-013 to FJ-018,
FJ-047 to FJ-053, FJ-060 to FJ-070, FJ-079)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import lowest
from skali.core.protocol import Event, only
from skali.games.fjords import decisions, farmland, landscape, moves, phases, scoring, setup
from skali.games.fjords.position import FjordsPosition


def go_on(position: FjordsPosition, events: list[Event] | None) -> None:
    """Goes on until a seat has a choice or the game is over."""
    while position.phase > phases.OVER:
        if position.phase == phases.TURN_ENDED and position.hidden:
            begin_turn(position, 1 - position.active)
        elif position.phase == phases.TURN_ENDED:
            begin_colonisation(position, 1 - position.active, "FJ-049", events)
        elif position.phase == phases.PILE_EMPTY:
            begin_colonisation(position, position.active, "FJ-050", events)
        elif position.phase == phases.FIELD_PLACED:
            find_next_field(position, position.active, events)
        else:
            end_round(position, events)


# Discovery


def begin_round(position: FjordsPosition, starter: i64, events: list[Event] | None) -> None:
    setup.set_up_round(position)
    position.starter = starter
    if events is not None:
        events.append(Event("round_began", {"round": int(position.round) + 1, "seat": starter}))
    begin_turn(position, starter)


def begin_turn(position: FjordsPosition, seat: i64) -> None:
    """The draw is asked even when it is the only choice, so that the seat before can still take its turn back (FJ-D1)."""
    position.active = seat
    position.phase = phases.CHOOSE_SOURCE
    position.open_fits = landscape.fitting_open_types(position)


# Colonisation


def begin_colonisation(position: FjordsPosition, first: i64, rule: str, events: list[Event] | None) -> None:
    """Ends discovery: open tiles are out, and the farmland regions become nodes (FJ-048 to FJ-052)."""
    position.hidden = position.open = position.open_types = position.open_fits = 0
    farmland.survey(position)
    if events is not None:
        events.append(Event("discovery_ended", {"seat": first}, rule=rule))
    position.active = first
    position.phase = phases.FIELD_PLACED


def find_next_field(position: FjordsPosition, seat: i64, events: list[Event] | None) -> None:
    """The next choice: players who cannot place are skipped, single targets are not asked (FJ-060, FJ-061, FJ-065).

    When nothing is disputed any more, the rest is placed in turn, each field on the first legal region in the order of the
    cells (FJ-079).
    """
    settled = False
    while True:
        if position.variant.fast_finish and not settled and farmland.is_settled(position):
            settled = True
            if events is not None and farmland.targets(position, 0) | farmland.targets(position, 1):
                events.append(Event("settled", {}, rule="FJ-079"))
        choices = farmland.targets(position, seat)
        if not choices:
            if not farmland.targets(position, 1 - seat):
                position.phase = phases.ROUND_ENDED
                return
            if events is not None and not settled:
                events.append(Event("skipped", {"seat": seat}, rule="FJ-061"))
            seat = 1 - seat
            choices = farmland.targets(position, seat)
        position.active = seat
        if not settled and choices & (choices - 1):
            position.phase = phases.PLACE_FIELD
            return
        if events is not None and not settled:
            cell = list(moves.GRID.axial(i64(position.nodes[lowest(choices)]) // 4))
            events.append(Event("only_field", {"cell": cell}, only(seat), "FJ-D4", notice=True))
        decisions.place_field(position, lowest(choices), events, "FJ-079" if settled else "")
        seat = 1 - seat


# The end of a round


def end_round(position: FjordsPosition, events: list[Event] | None) -> None:
    """Records the round and begins the next one, or ends the game (FJ-067 to FJ-070)."""
    first = position.fields_placed(0)
    second = position.fields_placed(1)
    is_last = position.round + 1 == position.tables.rounds
    if events is not None:
        position.phase = phases.PLACE_FIELD  # so the finished landscape is shown before the next one
        finished = None if is_last else position.copy()
        data = {"round": int(position.round) + 1, "points": [int(first), int(second)]}
        events.append(Event("round_scored", data, rule="FJ-067", then=finished, pause=not is_last))
    position.history |= (first | (second << 5)) << (10 * position.round)
    if is_last:
        position.phase = phases.OVER
        if events is not None:
            points = [int(scoring.score(position, seat)) for seat in range(2)]
            events.append(Event("game_over", {"points": points}, rule="FJ-070"))
        return
    position.round += 1
    begin_round(position, next_starter(first, second, position.starter), events)


def next_starter(first: i64, second: i64, starter: i64) -> i64:
    """The loser starts; after a tie, who did not start the tied round (FJ-014, FJ-015)."""
    return 1 - starter if first == second else i64(first > second)
