"""The course of a game: turn after turn until bag and beach are empty (MG-004, MG-008, MG-010, MG-011)."""

from skali.core import Event

from mygame import decisions, phases, scoring
from mygame.position import MyGamePosition


def begin(position: MyGamePosition) -> None:
    position.active = position.rng.below(position.seats)


def go_on(position: MyGamePosition, events: list[Event] | None) -> None:
    """Goes on until a seat has a choice or the game is over."""
    if position.phase == phases.TURN_ENDED:
        if position.bag.total or any(position.beach):
            begin_turn(position, (position.active + 1) % position.seats, events)
        else:
            end(position, events)


def begin_turn(position: MyGamePosition, seat: int, events: list[Event] | None) -> None:
    """A draw is asked even if there is nothing to take: luck waits, so that the seat before can take a move back."""
    position.active = seat
    position.phase = phases.GATHER
    kinds = decisions.kinds_in(position.beach)
    if not position.bag.total and len(kinds) == 1:
        decisions.take(position, seat, kinds[0], events, "MG-008")


def end(position: MyGamePosition, events: list[Event] | None) -> None:
    position.phase = phases.OVER
    if events is not None:
        points = [scoring.score(position, seat) for seat in range(position.seats)]
        events.append(Event("game_over", {"points": points}, rule="MG-011"))
