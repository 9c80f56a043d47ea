"""What may be taken back at a table, who must agree, and the row that does it.

What a seat may take back depends only on what it has seen, so that asking tells it nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from skali.core import IllegalMove
from skali.hall.errors import HallError
from skali.hall.record import Step, place_of
from skali.hall.rows import Row
from skali.hall.table import LiveTable


@dataclass
class Undo:
    """What taking back would mean.

    ``how`` is ``free``, ``ask`` or ``no``; ``gone`` are the plies that would go, ``target`` the first of them; ``crosses`` says
    whether it goes back over a barrier, so that the luck after it must be another.
    """

    how: str
    gone: list[int] = field(default_factory=list)
    target: int = 0
    crosses: bool = False


def undo_for(table: LiveTable, seat: int) -> Undo:
    """What undo would mean for the seat now."""
    line = table.record.line
    if table.config.undo == "off" or not table.is_playing:
        return Undo("no")
    last = len(line) - 1
    while last >= 0 and (line[last].seat != seat or line[last].kind != "move"):
        last -= 1
    if last < 0:
        return Undo("no")
    first = start_of_commit(line, last)
    start = line[first]
    behind = last + 1
    barrier = line[behind].barrier if behind < len(line) else int(table.state.barrier())
    if start.barrier == barrier and not any(bars_undo(step, seat) for step in line[behind:]):
        own = [step.ply for step in line[first:behind]]
        if behind == len(line) or can_do_without(table, own):
            return Undo("free", own, start.ply)
    if table.config.undo == "barrier" or is_unrevealed(table, last):
        return Undo("no")
    return undo_all_from(table, first)


def start_of_commit(line: list[Step], place: int) -> int:
    """Where on the line the commit begins that has the move at this place."""
    while not line[place].first:
        place -= 1
    return place


def is_unrevealed(table: LiveTable, last: int) -> bool:
    """Whether a seat's last move belongs to an answer that is not out yet: a simultaneous decision that others still owe.

    Such an answer is final, and to ask the others whether it may be taken back would tell them that it was given.
    """
    line, state = table.record.line, table.state
    step, later = line[last], [each for each in line[last + 1 :] if each.kind == "move"]
    others = step.owing & ~(1 << step.seat)
    owing = [each.owing for each in later] + [sum(1 << seat for seat in state.to_act())]
    barriers = [each.barrier for each in later] + [int(state.barrier())]
    if others and (owing[0] >> step.seat) & 1:  # unfinished: a secret unless others saw something of it
        return not step.seen & ~(1 << step.seat)
    for index, still in enumerate(owing):
        if not still or still & ~others:
            return False
        if index + 1 < len(owing) and still & (still - 1) == 0 and barriers[index] != barriers[index + 1]:
            return False  # the last one has answered
    return True


def bars_undo(step: Step, seat: int) -> bool:
    """Whether a later step keeps the seat from taking back freely: new luck, or a move of others that the seat has seen.

    What others answer to a decision that the seat owes as well does not count: it may still change its own answer.
    """
    moved = step.kind == "move" and step.seat != seat and not (step.owing >> seat) & 1
    return bool(step.fork) or (moved and bool((step.seen >> seat) & 1))


def oldest_free_undo(table: LiveTable) -> int:
    """The first place on the line to which a seat could go back without anybody's consent."""
    line = table.record.line
    oldest = len(line)
    for seat in range(table.config.seats):
        at = len(line)
        while at > 0 and not bars_undo(line[at - 1], seat):
            at -= 1
            if line[at].kind == "move" and line[at].seat == seat:
                oldest = min(oldest, start_of_commit(line, at))
                break
    return oldest


def undo_all_from(table: LiveTable, first: int) -> Undo:
    """Everything from a place on the line goes, if the table agrees."""
    gone = table.record.line[first:]
    crosses = int(table.state.barrier()) != gone[0].barrier or any(step.fork for step in gone)
    return Undo("ask", [step.ply for step in gone], gone[0].ply, crosses)


def undo_from(table: LiveTable, target: int) -> Undo | None:
    """The undo that was agreed on, as things are now; None if its first move has gone already."""
    line = table.record.line
    first = place_of(line, target)
    if first == len(line) or line[first].ply != target:
        return None
    return undo_all_from(table, first)


def who_must_agree(table: LiveTable, seat: int) -> list[int]:
    """The seats that must agree with this one: where other persons decide. Bots agree to everything."""
    seats = table.record.seats
    mine = seats[seat].guests
    needed: list[int] = []
    for other in table.record.persons():
        if other != seat and not [guest for guest in seats[other].guests if guest in mine]:
            needed.append(other)
    return needed


def can_do_without(table: LiveTable, gone: list[int]) -> bool:
    """Whether the moves after them stay legal without some moves."""
    try:
        table.rewind(set(gone), None)
    except (IllegalMove, HallError):
        return False
    return True


def undo_row(table: LiveTable, seat: int, undo: Undo, at: float) -> Row:
    """The row that takes back. It says who notices: who saw something of what goes, or knows something else after it."""
    fork, count = table.record.next_fork() if undo.crosses else (0, 0)
    gone = set(undo.gone)
    _, keys, start, _ = table.rewind(gone, None)
    seen = 0
    for viewer, key in zip(table.viewers, keys, strict=True):
        saw = any(step.ply in gone and viewer.saw(step) for step in table.record.line[start:])
        if saw or key != viewer.key or viewer.number == seat:
            seen |= 1 << viewer.index
    return table.row("undo", seat, {"gone": undo.gone, "fork": fork, "count": count, "seen": seen}, at)
