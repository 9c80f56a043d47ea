"""My Game in numbers, for programs that learn: what the view says to a seat, always in the same places."""

from skali.core import Numbers, Observation, Part, State

from mygame import phases
from mygame.moves import KINDS
from mygame.position import MyGamePosition

SEATS = 4
MOST = 99
"""More shells of a kind than there are."""


class MyGameObservation(Observation):
    def __init__(self) -> None:
        super().__init__(
            Part("seat", "who looks", SEATS),
            Part("phase", "what is asked: gather, lay, over", len(phases.NAMES)),
            Part("active", "whose turn it is", SEATS),
            Part("bag", "shells in the bag", 1, high=MOST),
            Part("beach", "shells on the beach, by kind", KINDS, high=MOST),
            Part("hand", "the seat's own shells, by kind", KINDS, high=MOST),
            Part(
                "players", "by seat: its row, what is known of its hand, its hand size", SEATS, 2 * KINDS + 1, high=MOST
            ),
        )

    def write(self, state: State, seat: int, out: Numbers) -> None:
        assert isinstance(state, MyGamePosition)
        out.one_of(seat, SEATS)
        out.one_of(state.phase, len(phases.NAMES))
        out.one_of(state.active, SEATS)
        out.add(state.bag.total)
        shells = state.beach + (state.hands[seat] if seat >= 0 else [0] * KINDS)
        for place in range(state.seats):
            known = state.known.seen(state.viewer(seat), place)
            shells = shells + state.rows[place] + known + [sum(state.hands[place])]
        for count in shells:
            out.add(count)
        out.zeros((SEATS - state.seats) * (2 * KINDS + 1))
