"""Snapshots of a table: all that takes long to rebuild, as JSON. The rows remain the truth."""

from __future__ import annotations

from typing import Any

import orjson

from skali.core import Event
from skali.hall.record import shared
from skali.hall.rows import Row
from skali.hall.table import LiveTable
from skali.hall.undo import oldest_free_undo


def snapshot_of(table: LiveTable) -> str:
    """The table as it is now.

    The state is one from which every undo that needs no consent can still be played, so that no game is played again from its
    beginning because it was opened again.
    """
    state, at = table.state_before(oldest_free_undo(table))
    log = {line for viewer in table.viewers for line in viewer.log}
    return orjson.dumps(
        {
            "at": at,
            "state": state.to_dict(),
            "n": [viewer.n for viewer in table.viewers],
            "log_length": [viewer.log_length for viewer in table.viewers],
            "steps": [[step.seen, step.lines, step.barrier, step.owing] for step in table.record.line],
            "log": [[ply, number, orjson.Fragment(packed)] for ply, number, packed in sorted(log)],
            "clock": table.clock.to_dict() if table.clock else None,
        }
    ).decode()


def open_from(table: LiveTable, rows: list[Row], snapshot: tuple[int, str] | None) -> int:
    """Fills a new table from its rows, the position from a snapshot where there is one. The ply of the snapshot that was used."""
    if table.game is None or table.cannot_go_on:
        for row in rows:
            table.record.add(row)
        for viewer in table.viewers:
            viewer.n = table.record.ply
        return 0
    ply, data = (snapshot[0], orjson.loads(snapshot[1])) if snapshot else (0, {})
    if "at" not in data:  # none, or one of an older hall, which leaves out what is needed
        table.take_many(rows)
        return 0
    for row in rows:
        if row.ply <= ply:
            table.record.add(row)
    load(table, data)
    table.take_many([row for row in rows if row.ply > ply])
    return ply


def load(table: LiveTable, data: dict[str, Any]) -> None:
    """The position and what each viewer has been told, for a table whose record stands where the snapshot was taken."""
    assert table.game is not None
    line = table.record.line
    for step, (seen, lines, barrier, owing) in zip(line, data["steps"], strict=True):
        step.seen, step.lines, step.barrier, step.owing = seen, shared(lines), barrier, owing
    state = table.game.load(data["state"])
    table.checkpoints.last.append((data["at"], state.copy()))
    for step in line[data["at"] :]:
        table.replay_step(state, step)
    table.set_state(state)
    log = [(Event(*event), (ply, number, orjson.dumps(event).decode())) for ply, number, event, *_ in data["log"]]
    for viewer in table.viewers:
        viewer.n = data["n"][viewer.index]
        for step in line:
            viewer.count(step)
        viewer.log_length = data["log_length"][viewer.index]
        viewer.log.extend(line for event, line in log if event.seen_by(viewer.number))
    if table.clock and data["clock"]:
        table.clock.load(data["clock"])
