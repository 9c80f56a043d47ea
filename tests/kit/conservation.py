"""Nothing is lost and nothing appears: the game's author counts the components of every position.

The count is `check(state)` in `conservation.py` beside the game's own tests.
"""

from tests.kit.games import hook
from tests.kit.play import Record


def components_are_conserved(record: Record) -> None:
    count = hook(record.game, "conservation")
    if count is None:
        return
    for step, state in enumerate(record.states):
        try:
            count.check(state)
        except AssertionError as error:
            raise AssertionError(f"after {step} moves: {error}") from error
