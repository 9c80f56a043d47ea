"""Nobody has laid more than two tall stones, and no stone stands off the board."""

from skali.core import State
from tests.toys.cairns.game import EMPTY, GRID, TALL_STONES, CairnsState


def check(state: State) -> None:
    assert isinstance(state, CairnsState)
    off = [cell for cell in range(int(GRID.cells)) if state.owner[cell] != EMPTY and cell not in state.cells]
    assert not off, f"stones off the board: {off}"
    for seat in range(state.seats):
        assert 0 <= state.tall_left(seat) <= TALL_STONES, f"seat {seat} has laid too many tall stones"
