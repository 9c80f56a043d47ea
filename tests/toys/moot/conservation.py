"""Every card is in the bag, in a hand, laid aside, or the omen."""

from skali.core import State
from tests.toys.moot.state import MootState


def check(state: State) -> None:
    assert isinstance(state, MootState)
    held = [sum(each) for each in zip(state.bag.to_list(), state.aside, *state.hands)]
    if state.omen >= 0:
        held[state.omen] += 1
    assert held == state.rules.counts, f"there are {held} cards, not {state.rules.counts}"
    assert state.bag.total == sum(state.bag.to_list()), "the bag has miscounted itself"
