"""The load test's own game is played by the hall like any other."""

import random

from bench.hall.profile import lay, play
from skali.hall.catalogue import Catalogue
from skali.hall.messages import Teller


def test_two_seats_count_in_turn() -> None:
    catalogue = Catalogue({"counter": "bench.hall.counter:Counter"})
    table, teller, luck = lay(catalogue, "counter"), Teller(catalogue), random.Random(1)
    for _ in range(3):
        play(table, teller, luck)
    assert (table.awaited, table.state.view(0)["count"]) == ([1], 3)
