"""A table in memory: its record, its position, and its viewers.

Everything here is a cache of the rows. A change is planned (``plan_moves``), stored by the caller, and only then taken in
(``take``), so a failed write leaves nothing to roll back. What may be taken back is in ``undo``, what makes opening quick in
``snapshots``. Nothing here waits, writes or knows a connection: that is in ``room``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from sys import intern
from typing import Any

import orjson
from mypy_extensions import mypyc_attr

from skali.agents import speakers
from skali.core import SPECTATOR, Event, Game, NotationError, Saga, State
from skali.core.saga import commitment, fork_seed, open_saga
from skali.hall.checkpoints import Checkpoints, give_way
from skali.hall.clock import Clock
from skali.hall.config import Config
from skali.hall.errors import HallError
from skali.hall.record import ROW_KINDS, Record, Step, place_of, shared, undo_step
from skali.hall.rows import CONTINUED, Row, groups_of, move_data, split_move
from skali.hall.viewers import Happening, Lookback, Mark, Told, Viewer, hall_event, pack

Played = tuple[Step, list[Event]]
"""A step and what happened in it."""


@dataclass(slots=True)
class Plan:
    """Moves tried on a copy: the steps, what happened in each, the position and the viewers' keys after them."""

    steps: list[Played]
    state: State
    keys: list[int]


Decide = Callable[[float], tuple[list[Row], Plan | None]]
"""Given the time: the rows to store (none: nothing happens), and the plan that they come from."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LiveTable:
    """One table as its rows say. ``cannot_go_on`` says why this hall has no position for it; empty if it has one."""

    def __init__(self, config: Config, game: Game | None, cannot_go_on: str = "", damaged: bool = False) -> None:
        self.config = config
        self.game = game
        self.cannot_go_on = cannot_go_on
        self.damaged = damaged
        self.record = Record(config)
        self.everybody = [*range(config.seats), SPECTATOR]
        """The numbers of all viewers."""
        self.viewers = [Viewer(number, config.seats) for number in self.everybody]
        self.checkpoints = Checkpoints(self.record.line)
        self.clock = Clock(config.seats, config.clock["base"], config.clock["increment"]) if config.clock else None
        self._state: State | None = None
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
    def has_position(self) -> bool:
        """Whether there is a position to show and to play on from; if not, ``cannot_go_on`` says why."""
        return self._state is not None

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

    def first_state(self) -> State:
        assert self.game is not None
        return open_saga(self.saga_head(), self.game)

    def set_state(self, state: State, keys: list[int] | None = None) -> None:
        self._state = state
        for viewer, key in zip(self.viewers, self.keys_of(state) if keys is None else keys, strict=True):
            viewer.key = key
        self.awaited = state.to_act()

    def keys_of(self, state: State) -> list[int]:
        if state.game().is_open:
            return [int(state.key(SPECTATOR))] * len(self.everybody)
        return [int(state.key(viewer)) for viewer in self.everybody]

    def keys(self) -> list[int]:
        return [viewer.key for viewer in self.viewers]

    def marks(self) -> list[Mark]:
        return [viewer.mark for viewer in self.viewers]

    def log_lengths(self) -> list[int]:
        return [viewer.log_length for viewer in self.viewers]

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
        """``NotationError`` if the text is no move of the game."""
        if isinstance(move, int):
            return move
        assert self.game is not None
        return self.game.moves.read(move)

    def plan_moves(self, seat: int, moves: list[int]) -> Plan:
        """All the moves on a copy; ``HallError`` with the rule if one is refused."""
        state = self.state.copy()
        keys = self.keys()
        steps: list[Played] = []
        space = state.game().moves
        for at, move in enumerate(moves):
            refusal = state.why_not(seat, move)
            if refusal is not None:
                raise HallError("refused", "", rule=refusal.rule, at=at)
            step = Step(self.record.ply + 1 + at, "move", seat, move, intern(space.show(move)), at == 0)
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
        for index, viewer in enumerate(self.everybody):
            count = 0
            for event in events:
                if event.seen_by(viewer):
                    count += 1
            lines.append(count)
            if count or after[index] != keys[index] or (viewer in before) != (viewer in owing):
                seen |= 1 << index
        step.seen = seen
        step.lines = shared(lines)
        step.owing = sum(1 << seat for seat in before)
        return events, after

    def is_still_asked(self, seat: int, moment: int) -> bool:
        """Whether what a seat was asked at one of its moments is still asked of it: since then only others have decided.

        So a simultaneous answer stands although somebody else has answered meanwhile.
        """
        missed = self.viewers[seat].moment - moment
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

    # Playing again

    def replay_step(self, state: State, step: Step, events: list[Event] | None = None) -> None:
        """Plays a step of the line again on a state."""
        if step.kind == "move":
            state.apply(step.seat, step.move, events)
        elif step.fork:
            state.reseed(fork_seed(self.saga_head(), step.fork))

    def rewind(self, gone: set[int], undo: Step | None) -> tuple[State, list[int], int, list[Played]]:
        """The position without some steps: state, keys, the index of the first that goes, and the steps played again after it."""
        line = self.record.line
        start = place_of(line, min(gone)) if gone else len(line)
        state, at = self.state_before(start)
        for step in line[at:start]:
            self.replay_step(state, step)
        keys = self.keys_of(state)
        again: list[Played] = []
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

    def state_before(self, index: int) -> tuple[State, int]:
        """A copy of a state at or before a place on the line, the nearest that is at hand, and its place."""
        if index == len(self.record.line):
            return self.state.copy(), index
        state, at = self.checkpoints.before(index)
        return (self.first_state() if state is None else state), at

    def make_history(self, to: int) -> Callable[[], list[State]]:
        """The work that keeps positions up to a place on the line for looking back, to be done in a thread."""
        return self.checkpoints.make_history(to, self.first_state, self.replay_step)

    def look_back(self, viewer: int, start: int = 0) -> Lookback:
        """What a viewer has seen from one of its moments on."""
        place = self.place_of_moment(viewer, start)
        state, at = self.state_before(place) if place else (self.first_state(), 0)
        steps = self.record.line[at:]
        seen = self.viewers[viewer]
        before = seen.numbers[min(max(start - 1, 0), seen.moment)]
        return Lookback(seen, self.config.seats, start, before, state, steps, place - at, self.replay_step)

    def place_of_moment(self, viewer: int, moment: int) -> int:
        """Where on the line the steps begin that led to a viewer's moment."""
        return self.viewers[viewer].place_of_moment(self.record.line, moment)

    def weight(self, viewer: int) -> int:
        """What looking back at the whole game costs, counted by what the viewer has seen, so that the price tells nothing else."""
        return 1 + self.viewers[viewer].moment + sum(step.fork > 0 for step in self.record.line)

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
            for number in happening.viewers:
                self.viewers[number].n += 1
            happening.numbers = [viewer.n for viewer in self.viewers]
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
            return [Happening("chat", "chat", self.everybody)]
        happenings = [Happening("table", ROW_KINDS[row.kind].why, self.everybody)]
        if row.kind in ("end", "close"):
            return [self.update("end", self.everybody, []), *happenings]
        if self.record.started and not began:
            happenings.append(self.update("start", self.everybody, []))
        return happenings

    def update(self, why: str, viewers: list[int], told: list[Told], cut: list[int] | None = None) -> Happening:
        return Happening("update", why, viewers, self.log_lengths() if cut is None else cut, told)

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
        played: list[Played] = []
        keys = self.keys()
        for step in self.record.line[-len(group) :]:
            refusal = self._state.why_not(step.seat, step.move)  # what is played below is not checked again
            if refusal is not None:
                raise ValueError(f"row {step.ply} departs from the rules ({refusal.rule})")
            events, keys = self.play(self._state, step, keys)
            played.append((step, events))
        self.set_state(self._state, keys)
        return self.moved(self._state, played)

    def moved(self, state: State, played: list[Played]) -> list[Happening]:
        """Tells of moves just played those who have seen something of them."""
        cut = self.log_lengths()
        told = [self.count(step, events) for step, events in played]
        self.checkpoints.keep(len(self.record.line) - len(played), state)
        viewers = [viewer.number for viewer in self.viewers if any(viewer.saw(step) for step, _ in played)]
        happenings = [self.update("move", viewers, told, cut)] if viewers else []
        if not self.awaited:
            happenings.append(Happening("table", "over", self.everybody))
        return happenings

    def count(self, step: Step, events: list[Event]) -> Told:
        """Counts a step for each viewer, and adds it to the logs."""
        lines = pack(step, events)
        for viewer in self.viewers:
            viewer.add(step, events, lines)
        return step, events, self.marks()

    def take_undo(self, row: Row) -> list[Happening]:
        had_offer = self.record.offer is not None and self.record.offer.kind == "undo"
        if self._state is None:
            self.record.add(row)
            return []
        data = orjson.loads(row.data)
        undo = undo_step(row, data, self.config.seats)
        state, keys, start, again = self.rewind(set(data["gone"]), undo)
        tail = self.record.line[start:]
        for viewer in self.viewers:
            viewer.take_back(tail)
        cut = self.log_lengths()
        self.record.add(row)
        self.record.line[start:] = [step for step, _ in again] + [undo]
        self.set_state(state, keys)
        self.checkpoints.cut(start)
        self.checkpoints.keep(start, state)
        told = [
            self.count(step, events if step.kind == "move" else [hall_event(step, self.config.seats)])
            for step, events in [*again, (undo, [])]
        ]
        viewers = [viewer.number for viewer in self.viewers if viewer.saw(undo)]
        happenings = [self.update("undo", viewers, told, cut)]
        if had_offer:
            happenings.append(Happening("table", "answer", self.everybody))
        return happenings

    def take_luck(self, row: Row) -> list[Happening]:
        self.record.add(row)
        table = Happening("table", "luck", self.everybody)
        if self._state is None:
            return [table]
        step = self.record.line[-1]
        _, keys = self.play(self._state, step, self.keys())
        self.set_state(self._state, keys)
        self.checkpoints.keep(len(self.record.line) - 1, self._state)
        cut = self.log_lengths()
        told = self.count(step, [hall_event(step, self.config.seats)])
        return [self.update("luck", self.everybody, [told], cut), table]

    def take_many(self, rows: list[Row]) -> None:
        """Takes in rows that nobody need be told of. May run in a thread."""
        for group in groups_of(rows):
            self.numbered(self.take_group(group), group[0].at)
            give_way()

    def run_clock(self, at: float) -> None:
        if self.clock is None or self._state is None or not self.record.started:
            return
        people = self.record.persons()
        self.clock.awaited([seat for seat in self.awaited if seat in people] if self.is_playing else [], at)
