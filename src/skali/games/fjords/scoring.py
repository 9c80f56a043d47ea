"""The score sheet of Fjords (FJ-067 to FJ-073)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from skali.core.protocol import ScoreLine

if TYPE_CHECKING:
    from skali.games.fjords.state import FjordsState


def score(state: FjordsState, seat: i64) -> i64:
    """Fields of the finished rounds and of the landscape on the table."""
    total: i64 = 0
    if not state.is_over():
        total = state.fields_placed(seat)
    for round in range(state.tables.rounds):
        total += state.past_fields(round, seat)
    return total


def rounds_won(state: FjordsState, seat: i64) -> i64:
    won: i64 = 0
    for round in range(state.tables.rounds):
        if state.past_fields(round, seat) > state.past_fields(round, 1 - seat):
            won += 1
    return won


def score_sheet(state: FjordsState, seat: i64) -> list[ScoreLine]:
    """A line for each round played or begun, then the total and what breaks a tie."""
    lines: list[ScoreLine] = []
    for round in range(int(state.round) + 1):
        going_on = round == state.round and not state.is_over()
        points = state.fields_placed(seat) if going_on else state.past_fields(round, seat)
        lines.append(ScoreLine("round", int(points), "FJ-067", {"round": round + 1}))
    lines.append(ScoreLine("total", int(score(state, seat)), "FJ-071", summed=False))
    lines.append(ScoreLine("rounds_won", int(rounds_won(state, seat)), "FJ-072", summed=False))
    return lines


def ranking(state: FjordsState) -> list[int]:
    """By the sum; then by two rounds won; else shared (FJ-071 to FJ-073)."""
    lead = score(state, 0) - score(state, 1)
    if lead == 0:
        if rounds_won(state, 0) >= 2:
            lead = 1
        elif rounds_won(state, 1) >= 2:
            lead = -1
    if lead == 0:
        return [1, 1]
    return [1, 2] if lead > 0 else [2, 1]
