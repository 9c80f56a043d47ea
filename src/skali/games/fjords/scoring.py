"""The score sheet of Fjords (FJ-067 to FJ-073)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.protocol import ScoreLine
from skali.games.fjords.position import FjordsPosition


def score(position: FjordsPosition, seat: i64) -> i64:
    """Fields of the finished rounds and of the landscape on the table."""
    total = i64(0) if position.is_over() else position.fields_placed(seat)
    for round in range(position.tables.rounds):
        total += position.past_fields(round, seat)
    return total


def rounds_won(position: FjordsPosition, seat: i64) -> i64:
    rounds = range(position.tables.rounds)
    return sum([position.past_fields(round, seat) > position.past_fields(round, 1 - seat) for round in rounds])


def score_sheet(position: FjordsPosition, seat: i64) -> list[ScoreLine]:
    """A line for each round played or begun, then the total and what breaks a tie."""
    lines: list[ScoreLine] = []
    for round in range(int(position.round) + 1):
        going_on = round == position.round and not position.is_over()
        points = position.fields_placed(seat) if going_on else position.past_fields(round, seat)
        lines.append(ScoreLine("round", int(points), "FJ-067", {"round": round + 1}))
    lines.append(ScoreLine("total", int(score(position, seat)), "FJ-071", summed=False))
    lines.append(ScoreLine("rounds_won", int(rounds_won(position, seat)), "FJ-072", summed=False))
    return lines


def ranking(position: FjordsPosition) -> list[int]:
    """By the sum; then by two rounds won; else shared (FJ-071 to FJ-073)."""
    lead = score(position, 0) - score(position, 1)
    if lead == 0:
        lead = i64(rounds_won(position, 0) >= 2) - i64(rounds_won(position, 1) >= 2)
    return [1 + int(lead < 0), 1 + int(lead > 0)]
