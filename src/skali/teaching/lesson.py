"""A guided first game: a table in a prepared position, and steps that say, show and ask something.

``lesson.toml`` in the game's folder has the steps; what they say stands in the table ``lesson`` of the game's words. The others'
moves are written down until the last step; from then on everybody plays as they like. Which step comes next follows from the
moves that have been played, so nothing else need be kept to go on where one left.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skali.core.protocol import Game, State
from skali.teaching.prepared import Prepared, PreparedError, play_one, read_lines, read_move, read_prepared


@dataclass(frozen=True)
class Choice:
    """What may be done in a step: one of some rows of moves; without any, whatever else is allowed."""

    rows: tuple[tuple[int, ...], ...]
    feedback: str
    """The key of what is said afterwards; may be empty."""
    then: tuple[tuple[int, int], ...]
    """What the others do then."""


@dataclass(frozen=True)
class LessonStep:
    words: str
    at: tuple[str, ...]
    """What is pointed at on the page: ``place 1,0``, ``act draw``, ``spot hand``."""
    rules: tuple[str, ...]
    asked: str
    choices: tuple[Choice, ...]
    """Empty where there is only something to read."""


@dataclass(frozen=True)
class Progress:
    """Where a table stands in its lesson."""

    steps: tuple[int, ...]
    """What is to be read now, one after the other; the last may ask for a move."""
    allowed: frozenset[int] | None
    """The moves that the step asks for; None if any will do."""
    scripted: tuple[int, int] | None
    """The seat and move that come now, before the learner is asked anything."""
    feedback: str
    done: bool


@dataclass(frozen=True)
class Lesson:
    start: Prepared
    seat: int
    steps: tuple[LessonStep, ...]

    def follow(self, line: Sequence[tuple[int, int]]) -> Progress:
        """Where a line of moves stands, each a seat and a move, those of the prepared position first."""
        at = len(self.start.moves)
        if tuple(line[:at]) != self.start.moves:
            return Progress((), None, None, "", True)
        first = 0
        feedback = ""
        for number, step in enumerate(self.steps):
            if not step.choices:
                continue
            chosen = self._chosen(step, line[at:])
            if chosen is None:
                shown = tuple(range(first, number + 1))
                return Progress(shown, self._allowed(step, line[at:]), None, feedback, False)
            choice, length = chosen
            at += length
            feedback = choice.feedback
            for each in choice.then:
                if at >= len(line):
                    return Progress((), frozenset(), each, feedback, False)
                if tuple(line[at]) != each:
                    return Progress((), None, None, "", True)
                at += 1
            first = number + 1
        if any(seat == self.seat for seat, _ in line[at:]):
            return Progress((), None, None, "", True)
        return Progress(tuple(range(first, len(self.steps))), None, None, feedback, True)

    def _chosen(self, step: LessonStep, line: Sequence[tuple[int, int]]) -> tuple[Choice, int] | None:
        """What the learner has done in a step, and in how many moves; None if it is not done yet."""
        played: list[int] = []
        for seat, move in line:
            if seat != self.seat:
                break
            played.append(move)
            for choice in step.choices:
                if tuple(played) in choice.rows:
                    return choice, len(played)
        others = [choice for choice in step.choices if not choice.rows]
        begun = [
            row for choice in step.choices for row in choice.rows if played and row[: len(played)] == tuple(played)
        ]
        return (others[0], 1) if others and played and not begun else None

    def _allowed(self, step: LessonStep, line: Sequence[tuple[int, int]]) -> frozenset[int] | None:
        played = tuple(move for seat, move in line if seat == self.seat)
        if not played and any(not choice.rows for choice in step.choices):
            return None
        rows = [row for choice in step.choices for row in choice.rows]
        return frozenset(row[len(played)] for row in rows if row[: len(played)] == played and len(row) > len(played))


def has_lesson(game: Game) -> bool:
    return (game.folder / "lesson.toml").exists()


def load_lesson(game: Game) -> Lesson:
    """The lesson of a game that has one."""
    data = tomllib.loads((game.folder / "lesson.toml").read_text(encoding="utf-8"))
    steps = tuple(read_step(game, each) for each in data["step"])
    return Lesson(read_prepared(game, data), int(data.get("seat", 0)), steps)


def read_step(game: Game, data: Mapping[str, Any]) -> LessonStep:
    choices = [read_choice(game, each) for each in data.get("choice", ())]
    if "do" in data:
        choices.insert(0, read_choice(game, {"moves": data["do"], "then": data.get("then", "")}))
    unknown = set(data) - {"words", "at", "rules", "asked", "do", "then", "choice"}
    if unknown:
        raise PreparedError(f"a step has no {', '.join(sorted(unknown))}")
    at = data.get("at", ())
    return LessonStep(
        str(data["words"]),
        (str(at),) if isinstance(at, str) else tuple(str(each) for each in at),
        tuple(str(rule) for rule in data.get("rules", ())),
        str(data.get("asked", "")),
        tuple(choices),
    )


def read_choice(game: Game, data: Mapping[str, Any]) -> Choice:
    """Moves that are played one after the other stand in one line, with ``; `` between them."""
    rows = tuple(tuple(read_move(game, move) for move in str(row).split("; ")) for row in data.get("moves", ()))
    return Choice(rows, str(data.get("feedback", "")), read_lines(game, str(data.get("then", ""))))


def paths(lesson: Lesson, game: Game) -> Iterator[tuple[list[tuple[int, int]], State]]:
    """Every way through a lesson, played on the engine: the line and the position at its end. ``PreparedError`` where it fails."""
    line = list(lesson.start.moves)
    yield from _paths(lesson, line, lesson.start.play(game))


def _paths(lesson: Lesson, line: list[tuple[int, int]], state: State) -> Iterator[tuple[list[tuple[int, int]], State]]:
    progress = lesson.follow(line)
    while progress.scripted is not None:
        seat, move = progress.scripted
        play_one(state, seat, move, f"after '{_last_words(lesson, line)}'")
        line = [*line, progress.scripted]
        progress = lesson.follow(line)
    if progress.done:
        yield line, state
        return
    step = lesson.steps[progress.steps[-1]]
    where = f"step '{step.words}'"
    kind = state.prompt(lesson.seat).kind
    begun = len(line) > len(lesson.start.moves) and lesson.follow(line[:-1]).steps[-1:] == progress.steps[-1:]
    if step.asked and kind != step.asked and not begun:
        raise PreparedError(f"{where}: seat {lesson.seat} is asked '{kind}', not '{step.asked}'")
    allowed = state.legal_moves(lesson.seat) if progress.allowed is None else sorted(progress.allowed)
    if not allowed:
        raise PreparedError(f"{where}: there is nothing that may be done")
    for move in allowed:
        twin = state.copy()
        play_one(twin, lesson.seat, move, where)
        yield from _paths(lesson, [*line, (lesson.seat, move)], twin)


def _last_words(lesson: Lesson, line: list[tuple[int, int]]) -> str:
    """The step that was done last."""
    while line and line[-1][0] != lesson.seat:
        line = line[:-1]
    shown = lesson.follow(line[:-1]).steps if line else ()
    return lesson.steps[shown[-1]].words if shown else "the start"
