"""What the rows of a table say besides the position: who sits where, what is offered, what stands of the moves.

Pure: rows in, facts out, the same in every worker. ``table`` adds the position.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from sys import intern
from typing import Any, NamedTuple

import orjson

from skali.core.rng import derive_seed
from skali.hall.config import BOT, OPEN, PERSON, Config
from skali.hall.luck import Luck
from skali.hall.rows import CONTINUED, Row, split_move

CHAT_LINES = 100
REMEMBERED_COMMITS = 64
"""More than anybody could send again after a line broke."""


@dataclass
class Seat:
    """A chair at the table. ``guests`` are the devices of one person.

    ``generation`` counts who has sat down and stood up here: the keys of an older generation are void.
    """

    kind: str = OPEN
    name: str = ""
    agent: str = ""
    stand_in: str = ""
    guests: list[str] = field(default_factory=list)
    local: bool = False
    generation: int = 0

    @property
    def player(self) -> str:
        """The agent that plays this seat now; empty for a person."""
        return self.agent if self.kind == BOT else self.stand_in


@dataclass
class Offer:
    """Something that the table must agree to: to take back (from the row ``target``), or to end."""

    kind: str
    by: int
    needs: list[int]
    agreed: list[int]
    target: int = 0


@dataclass
class NewLuck:
    """Luck begun anew for a change of hands: the number of its fork, and the nonce that hides it in the commitment."""

    number: int
    nonce: str


@dataclass
class Knower:
    """What a guest could have known of a game in play: the seats looked through, and the last luck (0: the first; -1: none)."""

    name: str
    seats: set[int] = field(default_factory=set)
    luck: int = -1


@dataclass
class Known:
    """Somebody who could have known more than one seat may: to be told to everybody.

    ``seats`` are those looked through, if they are not all one's own. ``luck`` is ``no``, ``now``, or ``before`` where it has
    begun anew since.
    """

    name: str
    seats: list[int]
    luck: str
    seat: int | None = None

    def remarks(self) -> list[str]:
        """As it stands in a saga."""
        seats = [f"known seats {' '.join(str(seat) for seat in self.seats)} by {self.name}"] if self.seats else []
        return seats + ([f"known luck by {self.name}"] if self.luck != "no" else [])


KNOWN = re.compile(r"known (?:luck|seats ((?:[0-9]{1,2} ?)+)) by (.{1,24})")
MOST_KNOWN = 20


def read_known(remarks: list[str], seats: int) -> list[dict[str, Any]]:
    """What the remarks of a saga say was known, for the ``imported`` of a config."""
    found: list[dict[str, Any]] = []
    for remark in remarks:
        match = KNOWN.fullmatch(remark)
        if match and len(found) < MOST_KNOWN:
            through = sorted({int(seat) for seat in (match[1] or "").split() if int(seat) < seats})
            if through or match[1] is None:
                found.append({"name": match[2], "seats": through, "luck": match[1] is None})
    return found


@dataclass
class Step:
    """A part of the line that stands: a ``move``, an ``undo``, or new ``luck``, by the ply of its row.

    ``seen`` has a bit for each viewer whose knowledge it changed, ``lines`` how many lines it gave each one's log; ``barrier`` is
    the barrier before it, ``owing`` has a bit for each seat that owed a decision then. ``seen`` is -1 until it is played.
    """

    ply: int
    kind: str
    seat: int
    move: int
    notation: str = ""
    first: bool = True
    fork: int = 0
    seen: int = -1
    lines: tuple[int, ...] = ()
    barrier: int = 0
    owing: int = 0
    count: int = 0
    """Of an undo with a fork: the how many-th it is. The fork's own number may be a secret until the end."""


class Record:
    """The facts of a table after some rows."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.ply = 0
        self.seats = [seat_of(player) for player in config.players]
        self.started = all(seat.kind != OPEN for seat in self.seats)
        self.started_at = config.created
        self.at = config.created
        """When the last row came: time does not run backwards at a table, whichever worker's clock it is."""
        self.ended = ""  # "ended" by agreement, "closed" by the host
        self.offer: Offer | None = None
        self.muted: set[str] = set()
        self.muted_origins: set[str] = set()
        """From where muted spectators spoke, so that a new cookie is no new voice."""
        self.listed = config.listed
        self.spectators = config.spectators
        self.rematch = ""
        self.chat: deque[dict[str, Any]] = deque(maxlen=CHAT_LINES)
        self.remarks: list[tuple[int, int, str]] = []
        """What was said in remarks: ply, seat, notation."""
        self.commits: dict[str, None] = {}
        """The last commits by seat and id, oldest first."""
        self.forks = 0
        """Undos that brought other luck."""
        self.lucks: list[NewLuck] = []
        """Luck begun anew for a change of hands, the present one last."""
        self.knowers: dict[str, Knower] = {}
        self.device_names: dict[str, str] = {}
        self.line: list[Step] = []
        if config.imported is not None:
            self.knowers[config.imported["guest"]] = Knower(config.imported["name"], luck=0)
        self.note_seats()

    def note_seats(self) -> None:
        """What follows from who sits where: their names, and whether some share a device."""
        self.names = [seat.name or f"Player {number + 1}" for number, seat in enumerate(self.seats)]
        self.shares_device = self.config.pass_and_play or any(seat.local for seat in self.seats)
        if self.started:
            for number, seat in enumerate(self.seats):
                for guest in seat.guests:
                    self.knowers.setdefault(guest, Knower(self.names[number])).seats.add(number)

    def owns(self, guest: str, seat: int) -> bool:
        return bool(guest) and seat >= 0 and guest in self.seats[seat].guests

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if guest and guest in seat.guests]

    def may_view(self, guest: str, seat: int) -> bool:
        """Whether a guest may look through a seat: one's own, or the spectators' where they are let in."""
        if seat >= 0:
            return self.owns(guest, seat)
        return self.spectators or bool(self.seats_of(guest)) or guest == self.config.host

    def persons(self) -> list[int]:
        """Seats where a person decides now."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.stand_in]

    def luck_is_known(self) -> bool:
        """Whether somebody could know the luck to come."""
        return any(knower.luck == len(self.lucks) for knower in self.knowers.values())

    def known(self) -> list[Known]:
        """Who could have known more than one seat may. Alone at a table of one's own, one's other seats are no news."""
        found: list[Known] = []
        for guest, knower in self.knowers.items():
            mine = self.seats_of(guest)
            among_others = len(knower.seats) > 1 and any(
                each != guest and self.knowers[each].seats for each in self.knowers
            )
            seats = knower.seats if among_others else knower.seats.difference(mine)
            luck = "no" if knower.luck < 0 else "now" if knower.luck == len(self.lucks) else "before"
            if seats or luck != "no":
                found.append(Known(knower.name, sorted(seats), luck, mine[0] if mine else None))
        earlier = self.config.imported["known"] if self.config.imported else []
        return found + [Known(each["name"], each["seats"], "before" if each["luck"] else "no") for each in earlier]

    def next_fork(self) -> tuple[int, int]:
        """The number of the next undo's fork, and the how many-th it is. Behind new luck it is as secret as that."""
        count = self.forks + 1
        if not self.lucks:
            return count, count
        return derive_seed("undo", self.lucks[-1].number, count) >> 2, count

    # Folding

    def add(self, row: Row) -> None:
        """Takes in the next row. Moves and undos change only the line here."""
        if row.ply != self.ply + 1:
            raise ValueError(f"row {row.ply} of {row.table} follows row {self.ply}")
        self.at = max(self.at, row.at)
        if row.kind == "move":
            commit, notation = split_move(row)
            self.add_move(Step(row.ply, "move", row.seat, row.move, intern(notation), commit != CONTINUED), commit)
            return
        self.ply = row.ply
        data: dict[str, Any] = orjson.loads(row.data) if row.data else {}
        if row.kind not in ROW_KINDS:
            raise ValueError(f"row {row.ply} of {row.table} is of no known kind")
        ROW_KINDS[row.kind].fold(self, row, data)
        if not self.started and all(seat.kind != OPEN for seat in self.seats):
            self.started = True
            self.started_at = row.at
        self.note_seats()

    def add_move(self, step: Step, commit: str) -> None:
        self.ply = step.ply
        self.line.append(step)
        if commit not in ("", CONTINUED):
            self.commits[f"{step.seat}:{commit}"] = None
            if len(self.commits) > REMEMBERED_COMMITS:
                del self.commits[next(iter(self.commits))]

    def undo(self, row: Row, data: dict[str, Any]) -> None:
        gone = set(data["gone"])
        if gone:
            first = place_of(self.line, min(gone))
            self.line[first:] = [step for step in self.line[first:] if step.ply not in gone]
        self.line.append(undo_step(row, data, self.config.seats))
        self.forks = max(self.forks, data.get("count", data["fork"]))
        if self.offer is not None and self.offer.kind == "undo":
            self.offer = None

    def sit(self, row: Row, data: dict[str, Any]) -> None:
        seat = self.seats[row.seat]
        self.device_names[data["guest"]] = data.get("name", "")
        if data.get("again"):
            seat.generation += 1
            if data["guest"] not in seat.guests:
                seat.guests = [*seat.guests[-7:], data["guest"]]
            return
        self.seats[row.seat] = Seat(
            PERSON, data["name"], "", "", [data["guest"]], data.get("local", False), seat.generation + 1
        )

    def keep_one_device(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat].guests = [data["guest"]]
        self.seats[row.seat].generation += 1

    def note_reading(self, row: Row, data: dict[str, Any]) -> None:
        self.knowers.setdefault(data["guest"], Knower(data["name"])).luck = len(self.lucks)

    def begin_luck(self, row: Row, data: dict[str, Any]) -> None:
        self.lucks.append(NewLuck(data["number"], data["nonce"]))
        seats = self.config.seats
        everybody = (1 << (seats + 1)) - 1
        self.line.append(
            Step(row.ply, "luck", row.seat, -1, fork=data["number"], seen=everybody, lines=(1,) * (seats + 1))
        )

    def empty_seat(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat] = Seat(generation=self.seats[row.seat].generation + 1)
        self.forget_offer(row.seat)

    def seat_bot(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat] = Seat(BOT, data["name"], data["agent"], generation=self.seats[row.seat].generation)

    def stand_in(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat].stand_in = data["agent"]
        self.forget_offer(row.seat)

    def take_seat_back(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat].stand_in = ""

    def rename(self, row: Row, data: dict[str, Any]) -> None:
        seat = self.seats[row.seat]
        seat.name = data["name"]
        for guest in seat.guests:
            if guest in self.knowers:
                self.knowers[guest].name = seat.name

    def change_settings(self, row: Row, data: dict[str, Any]) -> None:
        self.listed = data.get("listed", self.listed)
        self.spectators = data.get("spectators", self.spectators)

    def mute(self, row: Row, data: dict[str, Any]) -> None:
        origins = {line["origin"] for line in self.chat if line["guest"] == data["guest"] and line["seat"] < 0}
        if data["on"]:
            self.muted.add(data["guest"])
            self.muted_origins |= origins - {""}
        else:
            self.muted.discard(data["guest"])
            self.muted_origins -= origins

    def close(self, row: Row, data: dict[str, Any]) -> None:
        self.ended = "closed"
        self.offer = None

    def make_offer(self, row: Row, data: dict[str, Any]) -> None:
        self.offer = Offer(data["kind"], row.seat, data["needs"], data["agreed"], data.get("target", 0))

    def answer_offer(self, row: Row, data: dict[str, Any]) -> None:
        if self.offer is None:
            return
        if not data["agree"]:
            self.offer = None
        elif row.seat not in self.offer.agreed:
            self.offer.agreed.append(row.seat)

    def end(self, row: Row, data: dict[str, Any]) -> None:
        self.ended = "ended"
        self.offer = None

    def note_rematch(self, row: Row, data: dict[str, Any]) -> None:
        self.rematch = self.rematch or data["table"]

    def add_chat(self, row: Row, data: dict[str, Any]) -> None:
        line = {"name": data["name"], "seat": row.seat, "text": data["text"], "time": row.at, "guest": data["guest"]}
        self.chat.append({**line, "remark": data.get("remark"), "origin": data.get("origin", "")})
        if "remark" in data:
            self.remarks.append((row.ply, row.seat, data["text"]))

    def forget_offer(self, seat: int) -> None:
        """Who has left is not asked any more; what a person who has left offered is off."""
        if self.offer is None:
            return
        if self.offer.by == seat:
            self.offer = None
        else:
            self.offer.needs = [each for each in self.offer.needs if each != seat]


class RowKind(NamedTuple):
    """How a kind of row changes the record, and the reason that viewers are given for it."""

    fold: Callable[[Record, Row, dict[str, Any]], None]
    why: str


ROW_KINDS = {
    "undo": RowKind(Record.undo, "undo"),
    "luck": RowKind(Record.begin_luck, "luck"),
    "offer": RowKind(Record.make_offer, "offer"),
    "answer": RowKind(Record.answer_offer, "answer"),
    "end": RowKind(Record.end, "ended"),
    "close": RowKind(Record.close, "close"),
    "rematch": RowKind(Record.note_rematch, "rematch"),
    "chat": RowKind(Record.add_chat, "chat"),
    "mute": RowKind(Record.mute, "mute"),
    "settings": RowKind(Record.change_settings, "settings"),
    "read": RowKind(Record.note_reading, "read"),
    "sit": RowKind(Record.sit, "sit"),
    "only": RowKind(Record.keep_one_device, "only"),
    "rename": RowKind(Record.rename, "sit"),
    "leave": RowKind(Record.empty_seat, "leave"),
    "remove": RowKind(Record.empty_seat, "remove"),
    "bot": RowKind(Record.seat_bot, "bot"),
    "open": RowKind(Record.empty_seat, "back"),
    "stand_in": RowKind(Record.stand_in, "bot"),
    "back": RowKind(Record.take_seat_back, "back"),
}
"""All kinds of rows besides ``move``, whose data is not JSON and which ``Record.add`` folds itself."""


_counts: dict[tuple[int, ...], tuple[int, ...]] = {}


def shared(lines: list[int]) -> tuple[int, ...]:
    """The ``lines`` of a step: there are few that differ, and a step has them for as long as its game lasts."""
    counts = tuple(lines)
    return _counts.setdefault(counts, counts)


def place_of(line: list[Step], ply: int) -> int:
    """Where a ply stands on the line, or would stand: the plies of a line only grow."""
    return bisect_left(line, ply, key=lambda step: step.ply)


def undo_step(row: Row, data: dict[str, Any], seats: int) -> Step:
    seen = int(data["seen"])
    lines = tuple((seen >> index) & 1 for index in range(seats + 1))
    count = data.get("count", data["fork"])
    return Step(row.ply, "undo", row.seat, -1, fork=data["fork"], seen=seen, lines=lines, count=count)


def new_luck(luck: Luck, table: str, ply: int, seat: int, at: float) -> Row:
    """The row of new luck, which nobody can know: for a change of hands."""
    number, nonce = luck.begun_anew(table, ply)
    data = {"number": number, "nonce": nonce}
    return Row(table, ply, "luck", seat, -1, orjson.dumps(data).decode(), at)


def seat_of(player: dict[str, Any]) -> Seat:
    return Seat(
        player["kind"],
        player.get("name", ""),
        player.get("agent", ""),
        "",
        [player["guest"]] if player.get("guest") else [],
        player.get("local", False),
    )
