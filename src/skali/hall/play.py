"""What a seated person does in a game: plays, tries, asks why not, takes back, proposes an end."""

from __future__ import annotations

from typing import Any

from skali.core import Advice, NotationError, try_moves
from skali.core import commit as commit_moves
from skali.core.drafts import Draft
from skali.core.moves import nearest
from skali.hall import lessons
from skali.hall.catalogue import HALL_WORDS
from skali.hall.errors import HallError
from skali.hall.hall import Hall
from skali.hall.record import place_of
from skali.hall.room import Room
from skali.hall.rows import Row
from skali.hall.table import Decide, LiveTable, Plan
from skali.hall.undo import undo_for, undo_from, undo_row, who_must_agree

MOST_COMPARED = 2000
"""Moves that a mistyped one is compared with."""


def check_turn(table: LiveTable, guest: str, seat: int) -> None:
    if not table.record.owns(guest, seat):
        raise HallError("forbidden", "This is not your seat.")
    _ = table.state  # or it cannot go on
    if table.status != "playing":
        raise HallError("not_now", "Nothing is played at this table now.")
    if table.record.seats[seat].stand_in:
        raise HallError("not_now", "A bot plays for you: take your seat back first.")


def commit(
    hall: Hall, room: Room, guest: str, seat: int, moves: list[int | str], moment: int, commit: str, language: str
) -> Decide:
    """The decision that plays moves of a seat, all or none. The same commit twice is played once."""
    table = room.table

    def decide(at: float) -> tuple[list[Row], Plan | None]:
        if table.record.owns(guest, seat) and f"{seat}:{commit}" in table.record.commits:
            return [], None
        check_turn(table, guest, seat)
        if not table.is_still_asked(seat, moment):
            raise HallError("stale", "The position has changed since.")
        read = read_moves(table, seat, moves, language)
        plan = plan_commit(hall, table, seat, read, language)
        lessons.check(table, seat, read, language)
        return table.rows_of(plan, commit, at), plan

    return decide


def plan_commit(hall: Hall, table: LiveTable, seat: int, moves: list[int], language: str) -> Plan:
    try:
        return table.plan_moves(seat, moves)
    except HallError as error:
        if error.error == "refused" and not error.message:
            error.message = hall.teller.speaker(table, language).rule(error.more["rule"])
        raise


def read_moves(table: LiveTable, seat: int, moves: list[int | str], language: str) -> list[int]:
    """Moves by number or notation. Who mistypes one is told in one line what is nearest of what the seat may play."""
    read: list[int] = []
    for move in moves:
        try:
            read.append(table.read_move(move))
        except NotationError:
            legal = [table.state.game().moves.show(each) for each in table.state.legal_moves(seat)[:MOST_COMPARED]]
            key = "typed.near" if legal else "typed.none"
            near = "; ".join(nearest(str(move), legal))
            text = HALL_WORDS[language][key].format(text=str(move)[:40], moves=near)
            raise HallError("bad_request", text) from None
    return read


def try_out(table: LiveTable, guest: str, seat: int, moves: list[int | str], moment: int, language: str) -> Draft:
    check_turn(table, guest, seat)
    if moment != table.viewers[seat].moment:
        raise HallError("stale", "The position has changed since.")
    return try_moves(table.state, seat, read_moves(table, seat, moves, language))


def why_not(
    hall: Hall, table: LiveTable, seat: int, move: int | str, before: list[int | str], language: str
) -> dict[str, Any]:
    state = table.state
    if before:
        played = read_moves(table, seat, before, language)
        draft = try_moves(state, seat, played)
        if draft.tried < len(before):
            raise HallError("not_now", "The moves before it cannot be tried.")
        state = commit_moves(state, seat, played)
    return hall.teller.why_not(table, state, seat, read_moves(table, seat, [move], language)[0], language)


def advise(
    table: LiveTable, guest: str, seat: int, aid: str, drafted: list[int | str], moment: int, language: str
) -> Advice:
    """What the table's help suggests to a seat, after what it has drafted. Every seat has the same help."""
    draft = try_out(table, guest, seat, drafted, moment, language)
    if draft.tried < len(drafted):
        raise HallError("not_now", "The moves before it cannot be tried.")
    degree = table.config.aids.get(aid, "")
    state = table.state.determinize(seat, len(drafted))  # the draft meets no luck; what the seat cannot know is made up
    if drafted:
        state = commit_moves(state, seat, read_moves(table, seat, drafted, language))
    given = state.game().advice(state, seat, aid, degree) if degree else None
    if given is None:
        raise HallError("not_now", "This table was laid without such help.")
    return given


async def undo(hall: Hall, room: Room, guest: str, seat: int) -> str:
    """Takes back, or asks the table to agree. ``done`` or ``offered``."""
    table, done = room.table, "done"
    undo = undo_for(table, seat) if table.record.owns(guest, seat) and table.is_playing else None
    if undo is not None and undo.gone:
        await hall.prepare_history(room, place_of(table.record.line, undo.gone[0]))

    def decide(at: float) -> tuple[list[Row], None]:
        nonlocal done
        check_turn(table, guest, seat)
        undo = undo_for(table, seat)
        if undo.how == "no":
            raise HallError("not_now", "There is nothing that you may take back.")
        needs = who_must_agree(table, seat)
        if undo.how == "free" or not needs:
            done = "done"
            return [undo_row(table, seat, undo, at)], None
        if table.record.offer is not None:
            raise HallError("not_now", "Another proposal is open: it must be answered first.")
        done = "offered"
        data = {"kind": "undo", "needs": needs, "agreed": [seat], "target": undo.target}
        return [table.row("offer", seat, data, at)], None

    await hall.act(room, decide)
    return done


async def propose_end(hall: Hall, room: Room, guest: str, seat: int) -> None:
    table = room.table

    def decide(at: float) -> tuple[list[Row], None]:
        check_turn(table, guest, seat)
        if table.record.offer is not None:
            raise HallError("not_now", "Another proposal is open: it must be answered first.")
        needs = who_must_agree(table, seat)
        if not needs:
            return [table.row("end", seat, {}, at)], None
        return [table.row("offer", seat, {"kind": "end", "needs": needs, "agreed": [seat]}, at)], None

    await hall.act(room, decide)


async def answer(hall: Hall, room: Room, guest: str, seat: int, agree: bool) -> None:
    """Agrees to or declines what is proposed; the last to agree makes it happen."""
    table = room.table
    proposed = table.record.offer
    if agree and proposed is not None and proposed.target and table.record.owns(guest, seat):
        await hall.prepare_history(room, place_of(table.record.line, proposed.target))

    def decide(at: float) -> tuple[list[Row], None]:
        if not table.record.owns(guest, seat):
            raise HallError("forbidden", "This is not your seat.")
        offer = table.record.offer
        if offer is None or not table.is_playing:
            raise HallError("not_now", "Nothing is proposed.")
        if seat == offer.by and not agree:
            return [table.row("answer", seat, {"agree": False}, at)], None
        if seat not in offer.needs or seat in offer.agreed:
            raise HallError("not_now", "You have nothing to answer.")
        rows = [table.row("answer", seat, {"agree": agree}, at)]
        mine = set(table.record.seats[seat].guests)
        missing = [
            each
            for each in offer.needs
            if each not in offer.agreed and not mine.intersection(table.record.seats[each].guests)
        ]
        if agree and not missing:
            if offer.kind == "end":
                rows.append(table.row("end", offer.by, {}, at, 1))
            else:
                undo = undo_from(table, offer.target)
                if undo is None:
                    rows = [table.row("answer", seat, {"agree": False}, at)]
                else:
                    rows = [undo_row(table, offer.by, undo, at)]
        return rows, None

    await hall.act(room, decide)
