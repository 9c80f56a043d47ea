"""Who has seen what at a table, and what each one is told of a change.

A viewer is a seat, or the spectators together, whose number is -1. A list of viewers has one entry more than there are seats, and
its last is the spectators': it can be indexed by the viewer's number.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from skali.core import SPECTATOR, Event, State
from skali.core.protocol import EVERYONE
from skali.hall.checkpoints import give_way
from skali.hall.news import ViewParts
from skali.hall.record import Step

LOG_LINES = 120
"""Lines of each viewer's log that are kept in memory and in snapshots, for somebody who comes in."""

Line = tuple[int, int, str]
"""A line of a log: the ply of its step, its number in that step, and what happened, packed. All who saw it share it."""
OWN_STEPS = 1 << 20
Number = int
"""Of a moment, the same for every viewer: how many moves the spectators have seen something of, times OWN_STEPS, and how many steps
the viewer alone, or with some others, has seen since. What the spectators see is public: no number moves with a step that is not
one's own."""
Mark = tuple[int, str]
"""A moment of a viewer, and its number in writing."""
Told = tuple[Step, list[Event], list[Mark]]
"""A step, what happened in it, and where each viewer stands after it."""


@dataclass
class Happening:
    """Something to tell some viewers: an ``update`` of the position, the ``table`` itself, or ``chat``.

    ``numbers`` has the number of the message for each viewer. For an update, ``cut`` is how many lines of each viewer's log are
    still true, ``told`` the steps whose events follow, ``said`` what has been put in words of them, by language and the event's
    identity; ``views`` has what each viewer sees, in an open game what the spectators see.
    """

    kind: str
    why: str
    viewers: list[int]
    cut: list[int] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    said: dict[tuple[str, int], str] = field(default_factory=dict)
    views: dict[int, ViewParts] = field(default_factory=dict)


class Viewer:
    """What one viewer has been told so far."""

    def __init__(self, number: int, seats: int) -> None:
        self.number = number
        self.index = seats if number == SPECTATOR else number
        """Its place in lists of viewers, and its bit in ``Step.seen``."""
        self.n = 0
        """The number of its last message."""
        self.seats = seats
        self.numbers = array("q", [0])
        """The number of each of its moments."""
        self.log_length = 0
        self.log: deque[Line] = deque(maxlen=LOG_LINES)
        """The end of its log. It is cut by the viewer's own lines: a step that it has not seen moves nothing in it."""
        self.key = 0
        """Of the position: two positions that the viewer cannot tell apart have the same key."""

    @property
    def moment(self) -> int:
        """How many moves it has seen something of."""
        return len(self.numbers) - 1

    @property
    def mark(self) -> Mark:
        return self.moment, written(self.numbers[-1])

    def saw(self, step: Step) -> bool:
        return bool((step.seen >> self.index) & 1)

    def count(self, step: Step) -> None:
        if step.kind == "move" and self.saw(step):
            self.numbers.append(next_number(self.numbers[-1], step, self.seats))

    def moment_of(self, number: Number) -> int:
        """The last of its moments whose number is not beyond this one."""
        return max(bisect_right(self.numbers, number) - 1, 0)

    def add(self, step: Step, events: list[Event], lines: list[Any]) -> None:
        """Counts a step, and adds to the log what the viewer may know of it.

        The lines are ``Any``, or compiled code would take each apart and make a tuple of its own for every viewer.
        """
        self.count(step)
        self.log_length += step.lines[self.index]
        for event, line in zip(events, lines):
            if event.seen_by(self.number):
                self.log.append(line)

    def log_moments(self, steps: list[Step]) -> list[int]:
        """The viewer's moment after each line of its log, where these are the steps of the table's line."""
        found: list[int] = []
        moment, at = self.moment, len(steps) - 1
        for ply, _, _ in reversed(self.log):
            while steps[at].ply > ply:
                moment -= steps[at].kind == "move" and self.saw(steps[at])
                at -= 1
            found.append(moment)
        return found[::-1]

    def take_back(self, steps: list[Step]) -> None:
        """Forgets the last steps of the line."""
        plies = {step.ply for step in steps}
        for step in steps:
            if step.kind == "move" and self.saw(step):
                self.numbers.pop()
            self.log_length -= step.lines[self.index]
        while self.log and self.log[-1][0] in plies:
            self.log.pop()

    def place_of_moment(self, line: list[Step], moment: int) -> int:
        """Where on the line the steps begin that led to one of the viewer's moments."""
        missing = moment - 1
        place = 0
        while missing > 0 and place < len(line):
            missing -= line[place].kind == "move" and self.saw(line[place])
            place += 1
        return place


@dataclass
class Lookback:
    """What one viewer saw from a moment on: a state to play on from, the steps after it, how many of them come before the moment.

    Made on the event loop. Later changes of the table do not change it, so it can be played in a thread.
    """

    viewer: Viewer
    seats: int
    start: int
    number: Number
    """Of the moment before."""
    state: State
    steps: list[Step]
    skip: int
    replay: Callable[[State, Step, list[Event] | None], None]

    def moments(self) -> Iterator[tuple[Mark, State, list[Event]]]:
        """Moment by moment: which, the position then, the events that led to it.

        The state is the same object all along: look at it, do not keep it.
        """
        viewer, state = self.viewer, self.state
        for step in self.steps[: self.skip]:
            self.replay(state, step, None)
            give_way()
        moment, number = self.start - 1, self.number
        told: list[Event] = []
        if self.start == 0:
            moment = 0
            yield (moment, written(number)), state, told
        for step in self.steps[self.skip :]:
            events: list[Event] = [hall_event(step, self.seats)] if step.kind != "move" else []
            self.replay(state, step, events)
            give_way()
            told += [event for event in events if event.seen_by(viewer.number)]
            if step.kind == "move" and viewer.saw(step):
                moment += 1
                number = next_number(number, step, self.seats)
                yield (moment, written(number)), state, told
                told = []


def pack(step: Step, events: list[Event]) -> list[Line]:
    """The lines of a step, without the positions that events were told with. Packed, a log is small and nothing to the collector.

    As text: the bytes that orjson makes keep room for more.
    """
    lines: list[Line] = []
    for number, event in enumerate(events):
        kept = [event.kind, event.data, event.audience, event.rule, event.notice, None, event.pause]
        lines.append((step.ply, number, orjson.dumps(kept).decode()))
    return lines


def unpack(line: Line) -> Event:
    return Event(*orjson.loads(line[2]))


def next_number(number: Number, step: Step, seats: int) -> Number:
    """The number after a step that a viewer has seen something of."""
    public = (step.seen >> seats) & 1
    return (number // OWN_STEPS + 1) * OWN_STEPS if public else number + 1


def read_number(text: str) -> Number:
    public, _, own = text.partition(".")
    return int(public) * OWN_STEPS + min(int(own or 0), OWN_STEPS - 1)


def written(number: Number) -> str:
    """``200``, or ``200.1`` for a step that not everybody saw."""
    public, own = divmod(number, OWN_STEPS)
    return f"{public}.{own}" if own else str(public)


def hall_event(step: Step, seats: int) -> Event:
    """What the log says of a step that is no move."""
    if step.kind == "luck":
        return Event("hall.luck", {"seat": step.seat}, EVERYONE)
    everybody = (1 << (seats + 1)) - 1
    audience = step.seen & (everybody >> 1)
    if (step.seen >> seats) & 1:
        audience |= ~everybody
    if step.seen == everybody:
        audience = EVERYONE
    return Event("hall.undo", {"seat": step.seat, "fork": step.count}, audience)
