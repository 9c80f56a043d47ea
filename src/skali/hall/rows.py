"""The rows of a table: the log of all that has happened there, and the only truth about it.

What each kind of row means is declared in ``record`` (``ROW_KINDS``).
"""

from __future__ import annotations

from typing import NamedTuple

CONTINUED = "+"
"""In place of a commit's id: this move was sent together with the one before."""


class Row(NamedTuple):
    """One line of a table's log.

    ``data`` of a move is the id of its commit, a tab and the notation (``move_data``); of any other row it is JSON, or empty.
    ``seat`` is -1 where no seat is meant, ``move`` is -1 for everything but moves.
    """

    table: str
    ply: int
    kind: str
    seat: int
    move: int
    data: str
    at: float


def move_data(commit: str, notation: str) -> str:
    """What a move's row holds: the id of its commit, and the notation, which outlives the numbers of a rules version."""
    return f"{commit}\t{notation}"


def split_move(row: Row) -> tuple[str, str]:
    """The id of a move's commit, and its notation."""
    commit, _, notation = row.data.partition("\t")
    return commit, notation


def groups_of(rows: list[Row]) -> list[list[Row]]:
    """Rows that were stored together: the moves of one commit, everything else by itself."""
    groups: list[list[Row]] = []
    for row in rows:
        if row.kind == "move" and groups and row.data.startswith(f"{CONTINUED}\t"):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups
