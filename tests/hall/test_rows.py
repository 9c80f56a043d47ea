"""The kinds of rows: each one is declared, folds into the record, and gives the viewers its reason."""

import gc
import weakref
from typing import Any

import orjson
import pytest

from skali.hall.record import ROW_KINDS
from skali.hall.rows import Row
from tests.hall.test_secrecy import live_table

NEW_LUCK = {"number": 7, "nonce": "00"}
ROWS: dict[str, tuple[int, dict[str, Any], str, str]] = {
    "undo": (-1, {"gone": [], "fork": 1, "count": 1, "seen": 7}, "update", "undo"),
    "luck": (1, NEW_LUCK, "update", "luck"),
    "offer": (0, {"kind": "end", "needs": [1], "agreed": [0]}, "table", "offer"),
    "answer": (1, {"agree": True}, "table", "answer"),
    "end": (0, {}, "update", "end"),
    "close": (-1, {}, "update", "end"),
    "rematch": (-1, {"table": "next"}, "table", "rematch"),
    "chat": (0, {"name": "P0", "text": "well met", "guest": "g0"}, "chat", "chat"),
    "mute": (-1, {"guest": "g1", "on": True}, "table", "mute"),
    "settings": (-1, {"listed": False}, "table", "settings"),
    "read": (0, {"guest": "g0", "name": "P0"}, "table", "read"),
    "sit": (1, {"guest": "phone", "again": True, "name": "P1"}, "table", "sit"),
    "only": (1, {"guest": "phone"}, "table", "only"),
    "rename": (1, {"name": "Freydis"}, "table", "sit"),
    "leave": (1, {}, "table", "leave"),
    "remove": (1, {}, "table", "remove"),
    "bot": (1, {"name": "Huginn", "agent": "random"}, "table", "bot"),
    "open": (1, {}, "table", "back"),
    "stand_in": (1, {"agent": "random"}, "table", "bot"),
    "back": (1, {}, "table", "back"),
}
"""One row of each kind: seat, data, and what is told first, with its reason."""


def test_every_declared_kind_has_its_row_here() -> None:
    assert ROWS.keys() == ROW_KINDS.keys()


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_of_each_kind_is_taken_in_and_told(kind: str) -> None:
    table, _ = live_table("moot", 2, 1)
    seat, data, told, why = ROWS[kind]
    happenings = table.take([table.row(kind, seat, data, 1.0)])
    first = happenings[0]
    assert (first.kind, first.why, first.viewers) == (told, why, [0, 1, -1])
    assert table.record.ply == 1
    assert [viewer.n for viewer in table.viewers] == happenings[-1].numbers == [len(happenings)] * 3


@pytest.mark.parametrize("kind", ["", "dance", "add", "move_data"])
def test_a_row_of_no_known_kind_is_refused(kind: str) -> None:
    table, _ = live_table("moot", 2, 1)
    with pytest.raises(ValueError, match="no known kind"):
        table.record.add(Row("t", 1, kind, 0, -1, orjson.dumps({}).decode(), 1.0))


def test_a_table_that_is_given_up_is_gone_at_once() -> None:
    """The hall runs the collector seldom: a table in a cycle would stay in memory for long."""
    table, _ = live_table("moot", 2, 1)
    table.take(table.rows_of(table.plan_moves(0, [table.state.legal_moves(0)[0]]), "", 1.0))
    gone = weakref.ref(table)
    gc.disable()
    try:
        del table
        assert gone() is None
    finally:
        gc.enable()
