"""Guided first games. A lesson is a table like any other, laid in a prepared position.

While it lasts the others play what it says, and the learner what a step asks for; where it stands follows from the moves alone
(``teaching.lesson``). Then everybody plays on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from skali.core import Game
from skali.hall.catalogue import HALL_WORDS, Speaker
from skali.hall.errors import HallError
from skali.hall.table import LiveTable
from skali.teaching.lesson import Lesson, Progress, has_lesson, load_lesson

OVER = Progress((), None, None, "", True)


def lesson_of(game: Game) -> Lesson:
    if not has_lesson(game):
        raise HallError("not_found", f"There is no lesson in {game.title}.")
    return load_once(game)


@lru_cache(maxsize=32)
def load_once(game: Game) -> Lesson:
    return load_lesson(game)


def line_of(table: LiveTable) -> list[tuple[int, int]]:
    return [(step.seat, step.move) for step in table.record.line if step.kind == "move"]


def progress_of(table: LiveTable) -> Progress:
    """Where a table stands in its lesson; over where there is none, or where luck has begun anew and its script fits no more."""
    if not is_lesson(table):
        return OVER
    return lesson_of(table.state.game()).follow(line_of(table))


def is_lesson(table: LiveTable) -> bool:
    return table.config.lesson and table.game is not None and not table.record.lucks and has_lesson(table.game)


def plays_for(table: LiveTable, seat: int) -> bool:
    """Whether the lesson itself plays for the learner now: it goes on to where there is more to learn."""
    scripted = progress_of(table).scripted
    return scripted is not None and scripted[0] == seat == lesson_of(table.state.game()).seat


def check(table: LiveTable, seat: int, moves: list[int], language: str) -> None:
    """Refuses what the step at hand does not ask for."""
    if not is_lesson(table):
        return
    lesson = lesson_of(table.state.game())
    line = line_of(table)
    for move in moves:
        progress = lesson.follow(line)
        if progress.done or seat != lesson.seat:
            return
        if progress.allowed is not None and move not in progress.allowed:
            raise HallError("not_now", HALL_WORDS[language]["lesson.other"])
        line.append((seat, move))


def tell(table: LiveTable, seat: int, speaker: Speaker) -> dict[str, Any] | None:
    """What the learner is told now; nothing once it has all been said and others have moved on."""
    if not is_lesson(table):
        return None
    lesson = lesson_of(table.state.game())
    if seat != lesson.seat:
        return None
    progress = lesson.follow(line_of(table))
    if progress.done and not progress.steps and not progress.feedback:
        return None
    moves = table.state.game().moves
    return {
        "steps": [
            {
                "number": number + 1,
                "words": speaker.say("lesson", lesson.steps[number].words, {}, ()),
                "at": list(lesson.steps[number].at),
                "rules": list(lesson.steps[number].rules),
                "asks": bool(lesson.steps[number].choices),
            }
            for number in progress.steps
        ],
        "of": len(lesson.steps),
        "allowed": None if progress.allowed is None else [moves.show(move) for move in sorted(progress.allowed)],
        "feedback": speaker.say("lesson", progress.feedback, {}, ()) if progress.feedback else "",
        "done": progress.done,
    }
