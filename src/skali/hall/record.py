"""What the rows of a table say besides the position: who sits where, what is offered, what stands of the moves.

Pure: rows in, facts out, the same in every worker. ``table`` adds the position.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from dataclasses import asdict, dataclass, field
from typing import Any

import msgspec
import orjson

from skali.hall.storage import Row

OPEN, PERSON, BOT = "open", "person", "bot"
CHAT_LINES = 100
REMEMBERED_COMMITS = 256
CONTINUED = "+"
"""In place of a commit's id: this move was sent together with the one before."""


@dataclass
class Seat:
    """A chair at the table. ``guests`` are the devices of one person; ``generation`` counts who has had the chair."""

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
class Config:
    """How a table was laid; what the host may change later is in ``Record``."""

    id: str
    game: str
    rules: str
    components: str
    seats: int
    options: dict[str, str]
    seed: int
    nonce: str
    host: str
    created: float
    players: list[dict[str, Any]]
    undo: str = "agree"
    clock: dict[str, float] | None = None
    pass_and_play: bool = False
    listed: bool = True
    spectators: bool = True
    origin: str = ""
    """From where it was laid (``Keys.origin``)."""


@dataclass(slots=True)
class Step:
    """A part of the line that stands: a ``move`` or an ``undo``, by the ply of its row.

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


class Record:
    """The facts of a table after some rows."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.ply = 0
        self.seats = [seat_of(player) for player in config.players]
        self.started = all(seat.kind != OPEN for seat in self.seats)
        self.started_at = config.created
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
        self.line: list[Step] = []
        self.note_seats()

    def note_seats(self) -> None:
        """What follows from who sits where: their names, and whether some share a device."""
        self.names = [seat.name or f"Player {number + 1}" for number, seat in enumerate(self.seats)]
        self.shares_device = self.config.pass_and_play or any(seat.local for seat in self.seats)

    def owns(self, guest: str, seat: int) -> bool:
        return bool(guest) and seat >= 0 and guest in self.seats[seat].guests

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if guest and guest in seat.guests]

    def persons(self) -> list[int]:
        """Seats where a person decides now."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.stand_in]

    # Folding

    def add(self, row: Row) -> None:
        """Takes in the next row. Moves and undos change only the line here."""
        if row.ply != self.ply + 1:
            raise ValueError(f"row {row.ply} of {row.table} follows row {self.ply}")
        if row.kind == "move":
            commit, notation = split_move(row)
            self.add_move(Step(row.ply, "move", row.seat, row.move, notation, commit != CONTINUED), commit)
            return
        self.ply = row.ply
        data: dict[str, Any] = orjson.loads(row.data) if row.data else {}
        getattr(self, f"_{row.kind}")(row, data)
        self.note_seats()
        if not self.started and all(seat.kind != OPEN for seat in self.seats):
            self.started = True
            self.started_at = row.at

    def add_move(self, step: Step, commit: str) -> None:
        self.ply = step.ply
        self.line.append(step)
        if commit not in ("", CONTINUED):
            self.commits[f"{step.seat}:{commit}"] = None
            if len(self.commits) > REMEMBERED_COMMITS:
                del self.commits[next(iter(self.commits))]

    def _undo(self, row: Row, data: dict[str, Any]) -> None:
        gone = set(data["gone"])
        if gone:
            first = place_of(self.line, min(gone))
            self.line[first:] = [step for step in self.line[first:] if step.ply not in gone]
        self.line.append(undo_step(row, data, self.config.seats))
        self.forks = max(self.forks, data["fork"])
        if self.offer is not None and self.offer.kind == "undo":
            self.offer = None

    def _sit(self, row: Row, data: dict[str, Any]) -> None:
        seat = self.seats[row.seat]
        if data.get("again"):
            if data["guest"] not in seat.guests:
                seat.guests = [*seat.guests[-7:], data["guest"]]
            return
        self.seats[row.seat] = Seat(
            PERSON, data["name"], "", "", [data["guest"]], data.get("local", False), seat.generation
        )

    def _leave(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat] = Seat(generation=self.seats[row.seat].generation + 1)
        self._forget_offer(row.seat)

    _remove = _leave
    _open = _leave

    def _bot(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat] = Seat(BOT, data["name"], data["agent"], generation=self.seats[row.seat].generation)

    def _stand_in(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat].stand_in = data["agent"]
        self._forget_offer(row.seat)

    def _back(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat].stand_in = ""

    def _rename(self, row: Row, data: dict[str, Any]) -> None:
        self.seats[row.seat].name = data["name"]

    def _settings(self, row: Row, data: dict[str, Any]) -> None:
        self.listed = data.get("listed", self.listed)
        self.spectators = data.get("spectators", self.spectators)

    def _mute(self, row: Row, data: dict[str, Any]) -> None:
        origins = {line["origin"] for line in self.chat if line["guest"] == data["guest"] and line["seat"] < 0}
        if data["on"]:
            self.muted.add(data["guest"])
            self.muted_origins |= origins - {""}
        else:
            self.muted.discard(data["guest"])
            self.muted_origins -= origins

    def _close(self, row: Row, data: dict[str, Any]) -> None:
        self.ended = "closed"
        self.offer = None

    def _offer(self, row: Row, data: dict[str, Any]) -> None:
        self.offer = Offer(data["kind"], row.seat, data["needs"], data["agreed"], data.get("target", 0))

    def _answer(self, row: Row, data: dict[str, Any]) -> None:
        if self.offer is None:
            return
        if not data["agree"]:
            self.offer = None
        elif row.seat not in self.offer.agreed:
            self.offer.agreed.append(row.seat)

    def _end(self, row: Row, data: dict[str, Any]) -> None:
        self.ended = "ended"
        self.offer = None

    def _rematch(self, row: Row, data: dict[str, Any]) -> None:
        self.rematch = self.rematch or data["table"]

    def _chat(self, row: Row, data: dict[str, Any]) -> None:
        line = {"name": data["name"], "seat": row.seat, "text": data["text"], "time": row.at, "guest": data["guest"]}
        self.chat.append({**line, "remark": data.get("remark"), "origin": data.get("origin", "")})
        if "remark" in data:
            self.remarks.append((row.ply, row.seat, data["text"]))

    def _forget_offer(self, seat: int) -> None:
        """Who has left is not asked any more; what a person who has left offered is off."""
        if self.offer is None:
            return
        if self.offer.by == seat:
            self.offer = None
        else:
            self.offer.needs = [each for each in self.offer.needs if each != seat]


def place_of(line: list[Step], ply: int) -> int:
    """Where a ply stands on the line, or would stand: the plies of a line only grow."""
    return bisect_left(line, ply, key=lambda step: step.ply)


def undo_step(row: Row, data: dict[str, Any], seats: int) -> Step:
    seen = int(data["seen"])
    lines = tuple((seen >> index) & 1 for index in range(seats + 1))
    return Step(row.ply, "undo", row.seat, -1, fork=data["fork"], seen=seen, lines=lines)


def move_data(commit: str, notation: str) -> str:
    """What a move's row holds: the id of its commit, and the notation, which outlives the numbers of a rules version."""
    return f"{commit}\t{notation}"


def split_move(row: Row) -> tuple[str, str]:
    commit, _, notation = row.data.partition("\t")
    return commit, notation


def groups_of(rows: list[Row]) -> list[list[Row]]:
    """Rows that were stored together: the moves of one commit, everything else by itself."""
    groups: list[list[Row]] = []
    for row in rows:
        if row.kind == "move" and groups and row.data.startswith(f"{CONTINUED}\t"):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def seat_of(player: dict[str, Any]) -> Seat:
    return Seat(
        player["kind"],
        player.get("name", ""),
        player.get("agent", ""),
        "",
        [player["guest"]] if player.get("guest") else [],
        player.get("local", False),
    )


def config_to_json(config: Config) -> str:
    """The part of a config that has no column of its own."""
    data = asdict(config)
    for name in ("id", "game", "rules", "components", "seats", "options", "seed", "nonce", "host", "created"):
        del data[name]
    return orjson.dumps(data).decode()


def head_of(config: Config) -> dict[str, Any]:
    started = all(player["kind"] != OPEN for player in config.players)
    return {
        "id": config.id,
        "game": config.game,
        "rules": config.rules,
        "components": config.components,
        "seats": config.seats,
        "options": orjson.dumps(config.options).decode(),
        "seed": f"{config.seed:016x}",
        "nonce": config.nonce,
        "host": config.host,
        "config": config_to_json(config),
        "listed": config.listed,
        "status": "playing" if started else "waiting",
        "created": config.created,
    }


def config_of(head: Any) -> Config:
    """The config of a head; ``ValueError`` where it is not what the hall has written."""
    config = msgspec.convert(
        {
            "id": head.id,
            "game": head.game,
            "rules": head.rules,
            "components": head.components,
            "seats": head.seats,
            "options": orjson.loads(head.options),
            "seed": int(head.seed, 16),
            "nonce": head.nonce,
            "host": head.host,
            "created": head.created,
            **orjson.loads(head.config),
        },
        Config,
    )
    if len(config.players) != config.seats:
        raise ValueError(f"{config.seats} seats and {len(config.players)} players")
    return config
