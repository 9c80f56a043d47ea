"""Positions for rule tests, made from words: ``given(hand="2 whelk", beach="cockle")``. Seat 0 is to gather."""

from skali.core import Bag
from skali.kit.table import Table

from mygame import MyGame
from mygame.state import MyGameState

GAME = MyGame()


def given(hand: str = "", beach: str = "", row: str = "", rest: str = "bag") -> Table:
    """Two players. The shells that are not named are in the bag, or with ``rest="row"`` in the row of seat 1."""
    state = GAME.start(2, 1)
    state.active = 0
    state.hands = [counts(hand), counts("")]
    state.beach = counts(beach)
    left = [all - a - b - c for all, a, b, c in zip(GAME.tables.counts, counts(hand), state.beach, counts(row))]
    state.rows = [counts(row), left if rest == "row" else counts("")]
    state.bag = Bag(left if rest == "bag" else counts(""))
    return Table(state)


def position(table: Table) -> MyGameState:
    assert isinstance(table.state, MyGameState)
    return table.state


def counts(text: str) -> list[int]:
    """Of each kind in a text such as ``2 whelk, cockle``."""
    found = [0] * len(GAME.tables.names)
    for part in filter(None, text.split(", ")):
        number, _, name = part.rpartition(" ")
        found[GAME.tables.names.index(name)] = int(number or 1)
    return found
