"""A table in memory: its record, its position, and what each viewer has been told so far.

Everything here is a cache of the rows. A change is planned (``plan_moves``, ``undo_row``), stored, and only then taken in
(``take``), so a failed write leaves nothing to roll back. Viewers are seats, and -1 for the spectators: lists of viewers have
one entry more than there are seats, and their last is the spectators'.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import orjson

from skali.agents import speakers
from skali.core import SPECTATOR, Event, Game, IllegalMove, NotationError, Saga, SagaError, State
from skali.core.protocol import EVERYONE
from skali.core.saga import Step as SagaStep
from skali.core.saga import commitment, fork_seed, new_luck_remark, open_saga
from skali.hall.clock import Clock
from skali.hall.errors import HallError
from skali.hall.record import (
    CONTINUED,
    Config,
    Record,
    Step,
    groups_of,
    move_data,
    place_of,
    split_move,
    undo_step,
)
from skali.hall.storage import Row

LOG_LINES = 200
"""Lines of each viewer's log that are kept in memory and in snapshots, for somebody who comes in."""
CHECKPOINT_EVERY = 32
CHECKPOINTS = 4
"""Of the last steps, for taking back; what lies further back is in ``history``, if somebody has looked there."""


Told = tuple[Step, list[Event], list[int]]
"""A step, what happened in it, and the moment of each viewer after it."""
Line = tuple[int, int, Event, list[int]]
"""A line of the log: the ply of its step, its number in that step, what happened, and the moment of each viewer after it."""


@dataclass(slots=True)
class Happening:
    """Something to tell some viewers: an ``update`` of the position, the ``table`` itself, or ``chat``.

    For an update, ``cut`` is how many lines of each viewer's log stand, ``told`` the steps whose events follow, ``said`` what
    has been put in words of them, by language and the event's identity.
    """

    kind: str
    why: str
    viewers: list[int]
    cut: list[int] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    said: dict[tuple[str, int], str] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """Moves tried on a copy: the steps, what happened in each, the position and the keys after them."""

    steps: list[tuple[Step, list[Event]]]
    state: State
    keys: list[int]


@dataclass(slots=True)
class Lookback:
    """What one viewer saw from a moment on: a state to play on from, the steps after it, how many of them come before the moment.

    Made on the event loop and then a thing by itself, so that it can be played in a thread while the table goes on.
    """

    table: LiveTable
    viewer: int
    start: int
    state: State
    steps: list[Step]
    skip: int

    def moments(self) -> Iterator[tuple[int, State, list[Event]]]:
        """Moment by moment: the number, the position then, the events that led to it.

        The state is the same object all along: look at it, do not keep it.
        """
        viewers, viewer, state = self.table.viewers, self.viewer, self.state
        index = viewer % len(viewers)
        for step in self.steps[: self.skip]:
            self.table.replay_step(state, step)
            give_way()
        moment = self.start - 1
        told: list[Event] = []
        if self.start == 0:
            moment = 0
            yield moment, state, told
        for step in self.steps[self.skip :]:
            events: list[Event] = [hall_event(step, viewers)] if step.kind != "move" else []
            self.table.replay_step(state, step, events)
            give_way()
            told += [event for event in events if event.seen_by(viewer)]
            if step.kind == "move" and (step.seen >> index) & 1:
                moment += 1
                yield moment, state, told
                told = []


@dataclass(slots=True)
class Undo:
    """What taking back would mean: ``free``, ``ask`` or ``no``; the plies that would go; the fork it needs, 0 if none."""

    how: str
    gone: list[int] = field(default_factory=list)
    target: int = 0
    crosses: bool = False


class LiveTable:
    def __init__(self, config: Config, game: Game | None, cannot_go_on: str = "", damaged: bool = False) -> None:
        self.config = config
        self.game = game
        self.cannot_go_on = cannot_go_on
        self.damaged = damaged
        self.record = Record(config)
        self.lock = asyncio.Lock()
        self.sockets: set[Any] = set()
        self.online: dict[str, tuple[float, list[int]]] = {}
        """What other workers said last: until when it holds, and who looks on there."""
        self.told_online: set[int] = set()
        self.present: set[int] = set()
        """Seats that were online when last looked at, and since when (by the monotonic clock) each one is what it is."""
        self.present_since = [time.monotonic()] * config.seats
        self.thinking: set[int] = set()
        self.talking = False
        """Whether anybody was offered a remark when last looked at; ``bots_speak`` while the bots have their round of them."""
        self.bots_speak = False
        self.timer: asyncio.TimerHandle | None = None
        self.rings: dict[tuple[int, str], Any] = {}
        self.noted = ""
        self.snapshot_ply = 0
        self.viewers = [*range(config.seats), SPECTATOR]
        self.n = [0] * (config.seats + 1)
        self.moments = [0] * (config.seats + 1)
        self.log_length = [0] * (config.seats + 1)
        self.logs = self.empty_logs()
        """The end of each viewer's log. It is cut by the viewer's own lines: a step unseen by it moves nothing in it."""
        self.checkpoints: deque[tuple[int, State]] = deque(maxlen=CHECKPOINTS)
        self.history: list[State] = []
        """The positions at every ``CHECKPOINT_EVERY`` steps from the first on, as far as somebody has looked back."""
        self.looking_back = asyncio.Lock()
        self.clock = Clock(config.seats, config.clock["base"], config.clock["increment"]) if config.clock else None
        self._state: State | None = None
        self.keys: list[int] = []
        self.awaited: list[int] = []
        if game is not None and not cannot_go_on:
            self.set_state(self.first_state())
            if self.clock and self.record.started:
                self.clock.awaited(self.awaited, self.record.started_at)

    # What it is

    @property
    def id(self) -> str:
        return self.config.id

    @property
    def state(self) -> State:
        if self._state is None:
            raise HallError("cannot_go_on", self.cannot_go_on)
        return self._state

    @property
    def status(self) -> str:
        if self.damaged:
            return "damaged"
        if self.record.ended:
            return self.record.ended
        if self._state is not None and not self.awaited:
            return "over"
        return "playing" if self.record.started else "waiting"

    @property
    def is_playing(self) -> bool:
        return bool(self.awaited) and self.record.started and not self.record.ended

    @property
    def commitment(self) -> str:
        """Of the luck that is to come: the first, or the one that has begun anew."""
        if self.record.lucks:
            luck = self.record.lucks[-1]
            return commitment(luck.number, luck.nonce)
        return commitment(self.config.seed, self.config.nonce)

    def saga_head(self) -> Saga:
        config = self.config
        names = dict(enumerate(self.record.names))
        return Saga(
            config.game,
            config.rules,
            config.components,
            config.seats,
            config.seed,
            dict(config.options),
            names,
            config.nonce,
        )

    def saga(self) -> Saga:
        saga = self.saga_head()
        said = deque(self.record.remarks)
        for step in self.record.line:
            while said and said[0][0] < step.ply:
                saga.says(*said.popleft()[1:])
            if step.kind == "move":
                saga.record(step.seat, step.notation)
            elif step.fork:
                saga.steps.append(SagaStep("fork", str(step.fork)))
        for _, seat, notation in said:
            saga.says(seat, notation)
        if self._state is not None and self._state.is_over():
            saga.finish(self._state)
        elif self.record.ended == "ended":
            saga.remark("ended by agreement")
        for luck in self.record.lucks:
            saga.remark(new_luck_remark(luck.number, luck.nonce))
        for known in self.record.known():
            for remark in known.remarks():
                saga.remark(remark)
        return saga

    def result(self) -> dict[str, Any] | None:
        """Scores and places, and the luck laid open, once nothing more is played."""
        status = self.status
        if status not in ("over", "ended") or self._state is None:
            return None
        ranking = self.state.ranking()
        return {
            "scores": [int(self.state.score(seat)) for seat in range(self.config.seats)],
            "ranking": ranking,
            "winners": [seat for seat, place in enumerate(ranking) if place == 1],
            "by": "rules" if status == "over" else "agreement",
            "seed": f"{self.config.seed:016x}",
            "nonce": self.config.nonce,
            "commitment": commitment(self.config.seed, self.config.nonce),
            "lucks": [
                {"number": str(luck.number), "nonce": luck.nonce, "commitment": commitment(luck.number, luck.nonce)}
                for luck in self.record.lucks
            ],
        }

    def first_state(self) -> State:
        assert self.game is not None
        return open_saga(self.saga_head(), self.game)

    def set_state(self, state: State, keys: list[int] | None = None) -> None:
        self._state = state
        self.keys = self.keys_of(state) if keys is None else keys
        self.awaited = state.to_act()

    def keys_of(self, state: State) -> list[int]:
        return [int(state.key(viewer)) for viewer in self.viewers]

    def offers_remarks(self) -> bool:
        if self.game is None or self.game.remarks is None:
            return False
        return self.is_playing and bool(speakers(self.state, self.config.seats))

    # Planning

    def read_remark(self, remark: int | str) -> int:
        space = self.state.game().remarks
        if space is None or isinstance(remark, int):
            return remark if isinstance(remark, int) else -1
        try:
            return space.read(remark)
        except NotationError as error:
            raise HallError("bad_request", str(error)) from None

    def read_move(self, move: int | str) -> int:
        if isinstance(move, int):
            return move
        assert self.game is not None
        try:
            return self.game.moves.read(move)
        except NotationError as error:
            raise HallError("bad_request", str(error)) from None

    def plan_moves(self, seat: int, moves: list[int]) -> Plan:
        """All the moves on a copy; ``HallError`` with the rule if one is refused."""
        state = self.state.copy()
        keys = self.keys
        steps: list[tuple[Step, list[Event]]] = []
        space = state.game().moves
        for at, move in enumerate(moves):
            refusal = state.why_not(seat, move)
            if refusal is not None:
                raise HallError("refused", "", rule=refusal.rule, at=at)
            step = Step(self.record.ply + 1 + at, "move", seat, move, space.show(move), at == 0)
            events, keys = self.play(state, step, keys)
            steps.append((step, events))
        return Plan(steps, state, keys)

    def play(self, state: State, step: Step, keys: list[int]) -> tuple[list[Event], list[int]]:
        """Plays one step on a state and notes in it who has seen something; the events and the keys after it."""
        events: list[Event] = []
        step.barrier = int(state.barrier())
        if step.kind != "move":
            if step.fork:
                state.reseed(fork_seed(self.saga_head(), step.fork))
            return events, keys
        before = state.to_act()
        state.advance(step.seat, step.move, events)
        owing = state.to_act()
        after = self.keys_of(state)
        seen = 0
        lines: list[int] = []
        for index, viewer in enumerate(self.viewers):
            count = 0
            for event in events:
                if event.seen_by(viewer):
                    count += 1
            lines.append(count)
            if count or after[index] != keys[index] or (viewer in before) != (viewer in owing):
                seen |= 1 << index
        step.seen = seen
        step.lines = tuple(lines)
        step.owing = sum(1 << seat for seat in before)
        return events, after

    def is_still_asked(self, seat: int, moment: int) -> bool:
        """Whether what a seat was asked at one of its moments is still asked of it: since then only others have decided.

        So a simultaneous answer stands although somebody else has answered meanwhile.
        """
        missed = self.moments[seat] - moment
        for step in reversed(self.record.line):
            if missed <= 0:
                break
            saw = step.seen >= 0 and (step.seen >> seat) & 1
            if step.kind == "luck" or (step.kind == "undo" and not saw):
                continue
            if step.kind == "undo" or step.seen < 0 or step.seat == seat or not (step.owing >> seat) & 1:
                return False
            missed -= 1 if saw else 0
        return missed == 0

    def row(self, kind: str, seat: int, data: dict[str, Any], at: float, after: int = 0) -> Row:
        """A row that is no move: the next one, or one further on."""
        return Row(self.id, self.record.ply + 1 + after, kind, seat, -1, orjson.dumps(data).decode(), at)

    def remark_row(self, seat: int, remark: int, guest: str, at: float) -> Row:
        space = self.state.game().remarks
        assert space is not None
        data = {"name": self.record.names[seat], "text": space.show(remark), "guest": guest, "remark": remark}
        return self.row("chat", seat, data, at)

    def rows_of(self, plan: Plan, commit: str, at: float) -> list[Row]:
        return [
            Row(
                self.id,
                step.ply,
                "move",
                step.seat,
                step.move,
                move_data(commit if step.first else CONTINUED, step.notation),
                at,
            )
            for step, _ in plan.steps
        ]

    # Undo

    def undo_for(self, seat: int) -> Undo:
        """What undo would mean for the seat: decided only by what it has seen, so that asking tells it nothing."""
        line = self.record.line
        if self.config.undo == "off" or not self.is_playing:
            return Undo("no")
        last = len(line) - 1
        while last >= 0 and (line[last].seat != seat or line[last].kind != "move"):
            last -= 1
        if last < 0:
            return Undo("no")
        first = last
        while not line[first].first:
            first -= 1
        start = line[first]
        behind = last + 1
        barrier = int(self.state.barrier())
        if start.barrier == (line[behind].barrier if behind < len(line) else barrier) and not self.moved_on(
            seat, behind
        ):
            own = [step.ply for step in line[first:behind]]
            if behind == len(line) or self.can_do_without(own):
                return Undo("free", own, start.ply)
        if self.config.undo == "barrier" or self.is_unrevealed(last):
            return Undo("no")
        return self.undo_all_from(first)

    def is_unrevealed(self, last: int) -> bool:
        """Whether a seat's last move belongs to an answer that is not out yet: a simultaneous decision that others still owe.

        Such an answer is final, and to ask the others whether it may be taken back would tell them that it was given.
        """
        step, later = self.record.line[last], [each for each in self.record.line[last + 1 :] if each.kind == "move"]
        others = step.owing & ~(1 << step.seat)
        owing = [each.owing for each in later] + [sum(1 << seat for seat in self.state.to_act())]
        barriers = [each.barrier for each in later] + [int(self.state.barrier())]
        if others and (owing[0] >> step.seat) & 1:  # unfinished: a secret unless others saw something of it
            return not step.seen & ~(1 << step.seat)
        for index, still in enumerate(owing):
            if not still or still & ~others:
                return False
            if index + 1 < len(owing) and still & (still - 1) == 0 and barriers[index] != barriers[index + 1]:
                return False  # the last one has answered
        return True

    def moved_on(self, seat: int, start: int) -> bool:
        """Whether, since a place on the line, others have made a move that the seat has seen, or luck has begun anew.

        What others answer to a decision that the seat owes as well does not count: it may still change its own answer.
        """
        return any(self.bars_undo(step, seat) for step in self.record.line[start:])

    def bars_undo(self, step: Step, seat: int) -> bool:
        moved = step.kind == "move" and step.seat != seat and not (step.owing >> seat) & 1
        return bool(step.fork) or (moved and bool((step.seen >> seat) & 1))

    def undo_all_from(self, first: int) -> Undo:
        """Everything from a place on the line goes, if the table agrees."""
        gone = self.record.line[first:]
        crosses = int(self.state.barrier()) != gone[0].barrier or any(step.fork for step in gone)
        return Undo("ask", [step.ply for step in gone], gone[0].ply, crosses)

    def undo_from(self, target: int) -> Undo | None:
        """The undo that was agreed on, as things are now; None if its first move has gone already."""
        line = self.record.line
        first = place_of(line, target)
        if first == len(line) or line[first].ply != target:
            return None
        return self.undo_all_from(first)

    def undo_needs(self, seat: int) -> list[int]:
        """The seats that must agree with this one: where other persons decide. Bots agree to everything."""
        mine = set(self.record.seats[seat].guests)
        return [
            other
            for other in self.record.persons()
            if other != seat and not mine.intersection(self.record.seats[other].guests)
        ]

    def can_do_without(self, gone: list[int]) -> bool:
        try:
            self.rewind(set(gone), None)
        except (IllegalMove, HallError):
            return False
        return True

    def rewind(self, gone: set[int], undo: Step | None) -> tuple[State, list[int], int, list[tuple[Step, list[Event]]]]:
        """The position without some steps: state, keys, the index of the first that goes, and the steps played again after it."""
        line = self.record.line
        start = place_of(line, min(gone)) if gone else len(line)
        state, at = self.state_before(start)
        for step in line[at:start]:
            self.replay_step(state, step)
        keys = self.keys_of(state)
        again: list[tuple[Step, list[Event]]] = []
        for step in line[start:]:
            if step.ply in gone:
                continue
            if step.kind == "move" and state.why_not(step.seat, step.move) is not None:
                raise HallError("not_now", "Later moves depend on this one.")
            twin = replace(step)
            events, keys = self.play(state, twin, keys)
            again.append((twin, events))
        if undo is not None:
            self.play(state, undo, keys)
        return state, keys, start, again

    def undo_row(self, seat: int, undo: Undo, at: float) -> Row:
        """The row that takes back. It says who notices: who saw something of what goes, or knows something else after it."""
        fork, count = self.record.next_fork() if undo.crosses else (0, 0)
        gone = set(undo.gone)
        _, keys, start, _ = self.rewind(gone, None)
        seen = 0
        for index, viewer in enumerate(self.viewers):
            saw = any(step.ply in gone and (step.seen >> index) & 1 for step in self.record.line[start:])
            if saw or keys[index] != self.keys[index] or viewer == seat:
                seen |= 1 << index
        return self.row("undo", seat, {"gone": undo.gone, "fork": fork, "count": count, "seen": seen}, at)

    def state_before(self, index: int) -> tuple[State, int]:
        """A fresh state at or before a place on the line, the nearest that is at hand, and its place."""
        if index == len(self.record.line):
            return self.state.copy(), index
        at = self.nearest(index)
        for place, state in self.checkpoints:
            if place == at:
                return state.copy(), at
        return (self.history[at // CHECKPOINT_EVERY].copy() if self.history else self.first_state()), at

    def nearest(self, index: int) -> int:
        """The nearest place at or before one on the line from which the steps need not be played again."""
        known = [at for at, _ in self.checkpoints if at <= index]
        if self.history:
            known.append(min(index // CHECKPOINT_EVERY, len(self.history) - 1) * CHECKPOINT_EVERY)
        return max(known, default=0)

    def keep_checkpoint(self, before: int, state: State) -> None:
        """After steps were added to a line that had ``before`` of them: keeps the position now and then."""
        length = len(self.record.line)
        if length // CHECKPOINT_EVERY > before // CHECKPOINT_EVERY:
            self.checkpoints.append((length, state.copy()))

    def forget_checkpoints(self, length: int) -> None:
        """The line has been cut: what was kept of the positions behind that is no more."""
        while self.checkpoints and self.checkpoints[-1][0] > length:
            self.checkpoints.pop()
        del self.history[length // CHECKPOINT_EVERY + 1 :]

    def replay_step(self, state: State, step: Step, events: list[Event] | None = None) -> None:
        if step.kind == "move":
            state.apply(step.seat, step.move, events)
        elif step.fork:
            state.reseed(fork_seed(self.saga_head(), step.fork))

    def empty_logs(self) -> list[deque[Line]]:
        return [deque(maxlen=LOG_LINES) for _ in self.viewers]

    def log(self, step: Step, events: list[Event], moments: list[int]) -> None:
        """Adds what happened in a step to the log of those who may know of it."""
        for number, event in enumerate(events):
            line = (step.ply, number, event, moments)
            for viewer, lines in zip(self.viewers, self.logs, strict=True):
                if event.seen_by(viewer):
                    lines.append(line)

    def counted(self, moments: list[int], step: Step) -> list[int]:
        return [count + ((step.seen >> index) & 1) for index, count in enumerate(moments)]

    # Taking in

    def take(self, rows: list[Row], plan: Plan | None = None) -> list[Happening]:
        """Takes in rows that are stored. What there is to tell, in order; numbers are given here."""
        if plan is not None:
            return self.numbered(self.take_plan(rows, plan), rows[-1].at)
        happenings: list[Happening] = []
        for group in groups_of(rows):
            happenings += self.numbered(self.take_group(group), group[0].at)
        return happenings

    def numbered(self, happenings: list[Happening], at: float) -> list[Happening]:
        self.run_clock(at)
        for happening in happenings:
            for viewer in happening.viewers:
                self.n[viewer] += 1
            happening.numbers = list(self.n)
        return happenings

    def take_group(self, group: list[Row]) -> list[Happening]:
        row = group[0]
        if row.kind == "move":
            return self.take_moves(group)
        if row.kind == "undo":
            return self.take_undo(row)
        if row.kind == "luck":
            return self.take_luck(row)
        began = self.record.started
        self.record.add(row)
        if row.kind == "chat":
            return [Happening("chat", "chat", self.viewers)]
        if row.kind in ("end", "close"):
            why = "ended" if row.kind == "end" else "close"
            return [self.update("end", self.viewers, []), Happening("table", why, self.viewers)]
        why = {"stand_in": "bot", "open": "back", "rename": "sit"}.get(row.kind, row.kind)
        happenings = [Happening("table", why, self.viewers)]
        if self.record.started and not began:
            happenings.append(self.update("start", self.viewers, []))
        return happenings

    def update(
        self,
        why: str,
        viewers: list[int],
        told: list[Told],
        cut: list[int] | None = None,
    ) -> Happening:
        return Happening("update", why, viewers, self.log_length if cut is None else cut, told)

    def take_plan(self, rows: list[Row], plan: Plan) -> list[Happening]:
        """Takes in moves that were played already, when they were planned."""
        for row, (step, _) in zip(rows, plan.steps, strict=True):
            self.record.add_move(step, split_move(row)[0])
        self.record.at = max(self.record.at, rows[-1].at)
        self.set_state(plan.state, plan.keys)
        return self.moved(plan.state, plan.steps)

    def take_moves(self, group: list[Row]) -> list[Happening]:
        for row in group:
            self.record.add(row)
        if self._state is None:
            return []
        played: list[tuple[Step, list[Event]]] = []
        keys = self.keys
        for step in self.record.line[-len(group) :]:
            refusal = self._state.why_not(step.seat, step.move)  # what is played below is not checked again
            if refusal is not None:
                raise ValueError(f"row {step.ply} departs from the rules ({refusal.rule})")
            events, keys = self.play(self._state, step, keys)
            played.append((step, events))
        self.set_state(self._state, keys)
        return self.moved(self._state, played)

    def moved(self, state: State, played: list[tuple[Step, list[Event]]]) -> list[Happening]:
        """Counts what each viewer has seen of moves just played, and tells those who have."""
        cut = self.log_length
        told: list[Told] = []
        seen = 0
        for step, events in played:
            seen |= step.seen
            self.count(step)
            self.log(step, events, self.moments)
            told.append((step, events, self.moments))
        self.keep_checkpoint(len(self.record.line) - len(played), state)
        viewers = self.who_saw(seen)
        happenings = [self.update("move", viewers, told, cut)] if viewers else []
        if not self.awaited:
            happenings.append(Happening("table", "over", self.viewers))
        return happenings

    def count(self, step: Step) -> None:
        """Counts a step for each viewer's moments and log. The lists are made anew: older ones are kept elsewhere."""
        if step.kind == "move":
            self.moments = self.counted(self.moments, step)
        self.log_length = [length + more for length, more in zip(self.log_length, step.lines, strict=True)]

    def who_saw(self, seen: int) -> list[int]:
        return [viewer for index, viewer in enumerate(self.viewers) if (seen >> index) & 1]

    def take_undo(self, row: Row) -> list[Happening]:
        had_offer = self.record.offer is not None and self.record.offer.kind == "undo"
        if self._state is None:
            self.record.add(row)
            return []
        data = orjson.loads(row.data)
        gone = set(data["gone"])
        undo = undo_step(row, data, self.config.seats)
        state, keys, start, again = self.rewind(gone, undo)
        tail = self.record.line[start:]
        self.moments = [
            count - sum((step.seen >> index) & 1 for step in tail if step.kind == "move")
            for index, count in enumerate(self.moments)
        ]
        cut = [length - sum(step.lines[index] for step in tail) for index, length in enumerate(self.log_length)]
        self.log_length = cut
        self.record.add(row)
        self.record.line[start:] = [step for step, _ in again] + [undo]
        self.set_state(state, keys)
        self.forget_checkpoints(start)
        self.keep_checkpoint(start, state)
        before = {step.ply for step in tail}
        for lines in self.logs:
            while lines and lines[-1][0] in before:
                lines.pop()
        told: list[Told] = []
        for step, happened in [*again, (undo, [])]:
            events = happened if step.kind == "move" else [hall_event(step, self.viewers)]
            self.count(step)
            self.log(step, events, self.moments)
            told.append((step, events, self.moments))
        happenings = [self.update("undo", self.who_saw(undo.seen), told, cut)]
        if had_offer:
            happenings.append(Happening("table", "answer", self.viewers))
        return happenings

    def take_luck(self, row: Row) -> list[Happening]:
        self.record.add(row)
        table = Happening("table", "luck", self.viewers)
        if self._state is None:
            return [table]
        step = self.record.line[-1]
        _, keys = self.play(self._state, step, self.keys)
        self.set_state(self._state, keys)
        self.keep_checkpoint(len(self.record.line) - 1, self._state)
        cut = self.log_length
        self.count(step)
        events = [hall_event(step, self.viewers)]
        self.log(step, events, self.moments)
        return [self.update("luck", self.viewers, [(step, events, self.moments)], cut), table]

    def run_clock(self, at: float) -> None:
        if self.clock is None or self._state is None or not self.record.started:
            return
        people = self.record.persons()
        self.clock.awaited([seat for seat in self.awaited if seat in people] if self.is_playing else [], at)

    # Snapshots

    def snapshot(self) -> str:
        """All that is dear to rebuild, as JSON. The rows remain the truth.

        The state is one from which every undo that needs no consent can still be played, so that no game is played again from
        its beginning because it was opened again.
        """
        state, at = self.state_before(self.oldest_free_undo())
        lines = {line[:2]: line for lines in self.logs for line in lines}
        return orjson.dumps(
            {
                "at": at,
                "state": state.to_dict(),
                "n": self.n,
                "moments": self.moments,
                "log_length": self.log_length,
                "steps": [[step.seen, step.lines, step.barrier, step.owing] for step in self.record.line],
                "log": [
                    [ply, number, [event.kind, event.data, event.audience, event.rule], moments]
                    for ply, number, event, moments in (lines[place] for place in sorted(lines))
                ],
                "clock": self.clock.to_dict() if self.clock else None,
            }
        ).decode()

    def oldest_free_undo(self) -> int:
        """The first place on the line to which a seat could go back without anybody's consent."""
        line = self.record.line
        oldest = len(line)
        for seat in range(self.config.seats):
            at = len(line)
            while at > 0 and not self.bars_undo(line[at - 1], seat):
                at -= 1
                if line[at].kind == "move" and line[at].seat == seat:
                    while not line[at].first:
                        at -= 1
                    oldest = min(oldest, at)
                    break
        return oldest

    def open(self, rows: list[Row], snapshot: tuple[int, str] | None) -> None:
        """Takes up a table from its rows, the position from a snapshot where there is one."""
        if self.game is None or self.cannot_go_on:
            for row in rows:
                self.record.add(row)
            self.n = [self.record.ply] * len(self.viewers)
            return
        ply, data = (snapshot[0], orjson.loads(snapshot[1])) if snapshot else (0, {})
        if "at" not in data:  # none, or one of an older hall, which leaves out what is needed
            self.take_many(rows)
            return
        for row in rows:
            if row.ply <= ply:
                self.record.add(row)
        line = self.record.line
        for step, (seen, lines, barrier, owing) in zip(line, data["steps"], strict=True):
            step.seen, step.lines, step.barrier, step.owing = seen, tuple(lines), barrier, owing
        state = self.game.load(data["state"])
        self.checkpoints.append((data["at"], state.copy()))
        for step in line[data["at"] :]:
            self.replay_step(state, step)
        self.set_state(state)
        self.n, self.moments, self.log_length = data["n"], data["moments"], data["log_length"]
        told: list[Line] = [(at, number, Event(*event), moments) for at, number, event, moments in data["log"]]
        for viewer, log in zip(self.viewers, self.logs, strict=True):
            log.extend(line for line in told if line[2].seen_by(viewer))
        if self.clock and data["clock"]:
            self.clock.load(data["clock"])
        self.snapshot_ply = ply
        self.take_many([row for row in rows if row.ply > ply])

    def take_many(self, rows: list[Row]) -> None:
        """Takes in rows that nobody need be told of. May run in a thread."""
        for group in groups_of(rows):
            self.numbered(self.take_group(group), group[0].at)
            give_way()

    # Looking back

    def weight(self, viewer: int) -> int:
        """What looking back at the whole game costs, counted by what the viewer has seen, so that the price tells nothing else."""
        return 1 + self.moments[viewer] + sum(step.fork > 0 for step in self.record.line)

    def look_back(self, viewer: int, start: int = 0) -> Lookback:
        """What a viewer has seen from one of its moments on."""
        place = self.place_of_moment(viewer, start)
        state, at = self.state_before(place) if place else (self.first_state(), 0)
        return Lookback(self, viewer, start, state, self.record.line[at:], place - at)

    def place_of_moment(self, viewer: int, moment: int) -> int:
        """Where on the line the steps begin that led to a viewer's moment."""
        index = viewer % len(self.viewers)
        missing = moment - 1
        place = 0
        while missing > 0 and place < len(self.record.line):
            step = self.record.line[place]
            missing -= step.kind == "move" and (step.seen >> index) & 1
            place += 1
        return place

    def make_history(self, to: int) -> Callable[[], list[State]]:
        """The work that makes the history reach a place on the line, to be done in a thread."""
        known = len(self.history)
        state = self.history[-1].copy() if known else self.first_state()
        steps = self.record.line[max(known - 1, 0) * CHECKPOINT_EVERY : to]

        def play() -> list[State]:
            made = [] if known else [state.copy()]
            for number, step in enumerate(steps, 1):
                self.replay_step(state, step)
                if number % CHECKPOINT_EVERY == 0:
                    made.append(state.copy())
                give_way()
            return made

        return play


def give_way() -> None:
    """In a thread: lets the event loop go on if it waits. Without it a thread keeps the interpreter for 5 ms at a time."""
    time.sleep(0)


def hall_event(step: Step, viewers: list[int]) -> Event:
    """What the log says of a step that is no move."""
    if step.kind == "luck":
        return Event("hall.luck", {"seat": step.seat}, EVERYONE)
    audience = 0
    for index, viewer in enumerate(viewers):
        if (step.seen >> index) & 1:
            audience |= 1 << viewer if viewer >= 0 else ~((1 << len(viewers)) - 1)
    if step.seen == (1 << len(viewers)) - 1:
        audience = EVERYONE
    return Event("hall.undo", {"seat": step.seat, "fork": step.count}, audience)


def cannot_play(config: Config, game: Game | None) -> str:
    """Why this hall cannot go on with a table; empty if it can."""
    if game is None:
        return f"This hall does not have the game '{config.game}'."
    if game.rules_version != config.rules:
        return f"This table was played by rules {config.rules}; this hall has {game.title} with rules {game.rules_version}."
    if game.components.digest != config.components:
        return f"This table was played with components {config.components}; this hall has {game.components.digest}."
    return ""


__all__ = ["Happening", "LiveTable", "Plan", "SagaError", "Undo", "cannot_play"]
