"""No shell is lost or made; the kit calls this at every step."""

from skali.core import State

from mygame.state import MyGameState


def check(state: State) -> None:
    assert isinstance(state, MyGameState)
    places = [state.bag.to_list(), state.beach, *state.hands, *state.rows]
    found = [sum(counts) for counts in zip(*places)]
    assert found == state.tables.counts, f"there are {found} shells, not {state.tables.counts}"
