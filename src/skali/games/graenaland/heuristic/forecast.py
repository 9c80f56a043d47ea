"""Who will win from the beginning of a turn: what is noted of each seat, fitted to games.

One ply goes by the way to the objectives alone, because a player who counts what he holds builds too late. Where a line of play
ends, nothing is chosen any more, and everything that tells winners from losers may count.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import popcount
from skali.core.observation import Numbers
from skali.core.protocol import Forecast, State
from skali.core.weights import Weights
from skali.games.graenaland import cards, components, land, moves, scoring
from skali.games.graenaland.heuristic import income, race
from skali.games.graenaland.heuristic.numbers import Tuning
from skali.games.graenaland.position import GraenalandPosition

FRACTIONS: Final = 64.0
"""Everything that is no whole number is counted in sixty-fourths."""
MOST: Final = 200.0
"""No such number counts as larger."""
FACES: Final = ("grain", "cattle", "wood", "ore", "gold")
NAMES: Final = (
    *("way", "turns", "way without a hand", "turns without a hand"),
    *(f"{face} lacking" for face in FACES[:4]),
    *(f"{face} to hand" for face in FACES),
    *(f"{face} a turn" for face in FACES),
    *components.COLUMNS,
    *(f"{column} lacking" for column in components.COLUMNS),
    *("objectives met", "cards", "supply cards", "markets", "priest", "minstrel"),
    *(f"leads in {turns}" for turns in range(moves.MAX_SEATS)),
)


class GraenalandForecast(Forecast):
    def __init__(self, weights: Weights | None, tuning: Tuning) -> None:
        super().__init__(NAMES, weights)
        self.tuning = tuning

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, GraenalandPosition)
        tuning = self.tuning
        out.at = 0
        outlook = race.outlook(state, seat, tuning, True)
        bare = race.outlook(state, seat, tuning, False)
        add(out, outlook.way)
        add(out, outlook.turns)
        add(out, bare.way)
        add(out, bare.turns)
        add_all(out, outlook.lack, 4)
        add_all(out, race.hand(state, seat, tuning), 5)
        add_all(out, income.yields(state, seat, tuning), 5)
        counts = scoring.column_counts(state, seat)
        out.packed(counts, 5, 8)
        met: i64 = 0
        for column in range(i64(5)):
            lacking = race.gap(state.agreed.tables.objectives[column], (counts >> (8 * column)) & 255)
            if lacking == 0:
                met += 1
            out.add(lacking)
        out.add(met)
        out.add(cards.hand_size(state, seat))
        out.add(popcount(state.supplies[seat]))
        out.add(land.markets_of(state, seat))
        out.flag(income.is_coming(state, seat, land.PRIEST))
        out.flag(income.is_coming(state, seat, land.MINSTREL))
        out.one_of((seat - state.leader) % state.agreed.seats, moves.MAX_SEATS)


def add(out: Numbers, number: float) -> None:
    out.add(i64(FRACTIONS * (number if number < MOST else MOST)))


def add_all(out: Numbers, numbers: vec[float], count: i64) -> None:
    for at in range(count):
        add(out, numbers[at])
