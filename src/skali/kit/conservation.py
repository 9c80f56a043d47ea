"""Nothing is lost and nothing appears: the game's author counts the components of every position.

The count is `check(state)` in `conservation.py` beside the game's own tests. It may have `check_events(state, events)` too, for
what a move must never make happen; the state is the one after the move.
"""

from skali.kit.games import hook
from skali.kit.play import Record


def components_are_conserved(record: Record) -> None:
    count = hook(record.game, "conservation")
    if count is None:
        return
    for step, state in enumerate(record.states):
        try:
            count.check(state)
        except AssertionError as error:
            raise AssertionError(f"{record}, after {step} moves: {error}") from error
    if hasattr(count, "check_events"):
        for step, turn in enumerate(record.turns):
            try:
                count.check_events(record.states[step + 1], turn.events)
            except AssertionError as error:
                raise AssertionError(f"{record}, move {step + 1}: {error}") from error
