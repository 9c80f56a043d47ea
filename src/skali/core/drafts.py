"""Several moves of one seat, tried on a copy and sent together: how every interface composes a turn."""

from __future__ import annotations

from dataclasses import dataclass

from mypy_extensions import i64

from skali.core.protocol import WAITING, Event, Prompt, Refusal, State


@dataclass(frozen=True)
class Draft:
    """What the seat would see after the moves that could be tried.

    ``tried`` moves were played; the next one was ``refused``, or would ``reveal`` something and so waits for the commit. A move
    that only ends what the seat may do is shown, and is the last one: what is asked then is another matter.
    """

    tried: int
    view: dict[str, object]
    prompt: Prompt
    legal_moves: list[int]
    refused: Refusal | None
    reveals: bool


def try_moves(state: State, seat: i64, moves: list[int]) -> Draft:
    """Plays the moves on a copy, as far as they are allowed and raise no barrier. The state stays as it is."""
    trial = state.copy()
    tried = 0
    refused: Refusal | None = None
    reveals = False
    for move in moves:
        refused = trial.why_not(seat, move)
        if refused is not None:
            break
        further = trial.copy()
        further.advance(seat, move)
        reveals = further.barrier() != trial.barrier()
        if further.luck() != trial.luck():
            break
        trial = further
        tried += 1
        if reveals and not goes_on(trial, seat):
            return Draft(tried, trial.view(seat), WAITING, [], refused, reveals)
        reveals = False
    return Draft(tried, trial.view(seat), trial.prompt(seat), trial.legal_moves(seat), refused, reveals)


def goes_on(state: State, seat: i64) -> bool:
    """Whether the seat is asked for the rest of a move that it has begun."""
    return seat in state.to_act() and state.prompt(seat).kind in state.game().parts


def commit(state: State, seat: i64, moves: list[int], events: list[Event] | None = None) -> State:
    """The position after all the moves; ``IllegalMove`` if one is refused. The state given stays as it is."""
    after = state.copy()
    happened: list[Event] = []
    for move in moves:
        after.apply(seat, move, happened)
    if events is not None:
        events.extend(happened)
    return after
