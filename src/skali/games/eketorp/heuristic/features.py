"""What of a position a learned value looks at, as one seat has it: small whole numbers in the order of their names.

A seat's final points are foretold from its own walls, bricks, cards and Vikings, and from what its Vikings on the fields may expect
(``evaluation.py`` says what that is, in eighths of a point here). The rivals come in by what threatens the seat; how it stands
beside them is a comparison of such forecasts.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.observation import Numbers
from skali.core.weights import Weights
from skali.games.eketorp import bricks, cards, components, phases, scoring
from skali.games.eketorp.heuristic import prospects
from skali.games.eketorp.position import EketorpPosition

FEATURES: Final = (
    ("one", "to_come"),
    ("players", "to_come"),
    ("points", "to_come"),
    ("amulets", "to_come"),
    ("rounds missed in the hospital", "hospital"),
    ("pips", "cards"),
    ("high cards", "cards"),
    ("low cards", "cards"),
    ("bricks to build", "to_build"),
    ("bricks missing", "complete"),
    ("missing beyond reach", "complete"),
    ("missing far beyond reach", "complete"),
    ("complete", "complete"),
    ("exposed", "walls"),
    ("exposed in rounds to come", "walls"),
    ("storage", "storage"),
    ("sieges", "sieges"),
    ("threat", "walls"),
    ("Vikings at home in rounds to come", "walls"),
    ("undefended", "walls"),
)
"""What is looked at, and which part of the judgement it speaks of."""
NAMES: Final = tuple([name for name, _ in FEATURES])
PARTS: Final = tuple([part for _, part in FEATURES])
ROWS: Final = (
    *[f"round {number}, fights" for number in range(1, components.ROUNDS + 1)],
    *[f"round {number}, building" for number in range(1, components.ROUNDS + 1)],
)
"""Kinds of position with weights of their own."""
EIGHTHS: Final = 8.0
HIGH: Final = 5
LOW: Final = 2
REACH: Final = 2
"""Bricks that a round brings, about."""


class Learned:
    """Weights, and a place to work in; nothing in it outlives a call."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.numbers = Numbers(len(NAMES))

    def points(self, position: EketorpPosition, seat: i64) -> float:
        """The final points of the seat, as games have shown."""
        row = write(position, seat, self.numbers)
        return self.weights.value(row, self.numbers)

    def parts(self, position: EketorpPosition, seat: i64) -> dict[str, float]:
        """The same by where it is expected from; ``points`` are those that the seat has."""
        score = float(scoring.score(position, seat))
        found = {"points": score, "to_come": -score}
        row = write(position, seat, self.numbers)
        for feature in range(len(PARTS)):
            name = PARTS[feature]
            found[name] = found.get(name, 0.0) + self.weights.part(row, feature, i64(self.numbers.items[feature]))
        return found


def is_fighting(position: EketorpPosition) -> bool:
    """Whether Vikings stand on the fields."""
    return phases.CALL <= position.phase <= phases.KEEP


def write(position: EketorpPosition, seat: i64, out: Numbers) -> i64:
    """Writes the features and returns the row of weights."""
    left = position.tables.rounds - position.round
    out.at = 0
    out.add(1)
    out.add(position.seats)
    out.add(scoring.score(position, seat))
    out.add(position.amulets[seat])
    out.add(prospects.rounds_missed(position, seat))
    write_cards(position.hand[seat] + position.tray[seat], out)

    to_build = bricks.value(position.carried[seat])
    coming = bricks.size(position.carried[seat])
    kept = position.kept[seat]
    while kept:
        if kept & 7:
            to_build += kept & 7
            coming += 1
        kept >>= bricks.BRICK_BITS
    built = bricks.bricks_in(position.castle[seat])
    complete = built == bricks.PLACES
    missing = bricks.PLACES - built - coming
    if missing < 0:
        missing = 0
    beyond = missing - REACH * left
    out.add(i64(0) if complete else to_build)
    out.add(missing)
    out.add(beyond if beyond > 0 else i64(0))
    out.add(beyond - 2 if beyond > 2 else i64(0))
    out.flag(complete)
    exposed = i64(prospects.exposed(position, seat) * EIGHTHS)
    out.add(exposed)
    out.add(exposed * left)
    home = position.home[seat]
    if is_fighting(position):
        threat = prospects.threat(position, seat, home)
        out.add(i64(prospects.storage_worth(position, seat) * EIGHTHS))
        out.add(i64(prospects.sieges_worth(position, seat) * EIGHTHS))
        out.add(i64(threat * EIGHTHS))
    else:
        for _place in range(i64(3)):
            out.add(0)
    out.add(home * left)
    out.flag(home == 0)
    row = position.round - 1
    return row if is_fighting(position) else components.ROUNDS + row


def write_cards(hand: i64, out: Numbers) -> None:
    high: i64 = 0
    low: i64 = 0
    pips: i64 = 0
    for value in range(i64(1), cards.VALUES + 1):
        count = cards.count_of(hand, value)
        pips += value * count
        if value >= HIGH:
            high += count
        if value <= LOW:
            low += count
    out.add(pips)
    out.add(high)
    out.add(low)
