"""A table as a saga, which can be replayed anywhere."""

from __future__ import annotations

from collections import deque

from skali.core import Saga
from skali.core.saga import Step, new_luck_remark
from skali.hall.catalogue import level_key
from skali.hall.config import BOT
from skali.hall.table import LiveTable


def saga_of(table: LiveTable) -> Saga:
    """What stands of the game, with the remarks, the luck that began anew, and who could have known more than one seat may."""
    saga = table.saga_head()
    record = table.record
    said = deque(record.remarks)
    for step in record.line:
        while said and said[0][0] < step.ply:
            saga.says(*said.popleft()[1:])
        if step.kind == "move":
            saga.record(step.seat, step.notation)
        elif step.fork:
            saga.steps.append(Step("fork", str(step.fork)))
    for _, seat, notation in said:
        saga.says(seat, notation)
    if table.has_position and table.state.is_over():
        saga.finish(table.state)
    elif record.ended == "ended":
        saga.remark("ended by agreement")
    for number, sitting in enumerate(record.seats):
        if sitting.kind == BOT:
            saga.remark(f"seat {number} is a bot: {level_key(table.game, sitting.agent)}")
    for luck in record.lucks:
        saga.remark(new_luck_remark(luck.number, luck.nonce))
    for known in record.known():
        for remark in known.remarks():
            saga.remark(remark)
    return saga
