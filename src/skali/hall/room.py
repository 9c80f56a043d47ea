"""A room: one open table of this worker, and all that is not part of its position.

Connections, locks, timers and who is here belong to the worker and are gone with it; the table itself can be rebuilt from its rows.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol

from skali.hall.config import PERSON
from skali.hall.table import LiveTable

RING = 24
"""Messages kept for a viewer whose connection breaks for a moment, as far as they fit in RING_BYTES."""
RING_BYTES = 4_000
RING_SECONDS = 120.0


class ViewerConnection(Protocol):
    """Somebody who looks on, as a room needs to know it; ``socket`` has the real one."""

    guest: str
    seat: int
    language: str
    ring: Ring
    public_address: str
    passing: list[int]

    def send(self, message: bytes) -> None: ...

    def push(self, frame: bytes) -> None: ...

    def leave(self, reason: str) -> None: ...


class Lock:
    """Held by whoever changes a table. Like asyncio's, and can be taken by who does not want to wait."""

    def __init__(self) -> None:
        self.is_held = False
        self.waiting: list[asyncio.Future[None]] = []

    def take(self) -> bool:
        """Takes it, if that can be done at once."""
        if self.is_held:
            return False
        self.is_held = True
        return True

    def release(self) -> None:
        """Hands it to who has waited longest."""
        while self.waiting:
            turn = self.waiting.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        self.is_held = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()


class Ring:
    """The last messages of one viewer in one language: number, message as a frame (None: the table as it is), reason.

    Who asks for ``changes`` alone is told what of its view is still as it was told last; ``known`` has a hash of each part of that.
    It is shared between those who were told the same, and never changed.
    """

    def __init__(self, seat: int, language: str, changes: bool) -> None:
        self.seat = seat
        self.language = language
        self.changes = changes
        self.known: dict[str, int] = {}
        self.messages: deque[tuple[int, bytes | None, str]] = deque()
        self.size = 0
        self.used = time.monotonic()

    def add(self, number: int, frame: bytes | None, why: str) -> None:
        self.messages.append((number, frame, why))
        if frame is not None:
            self.size += len(frame)
        while len(self.messages) > RING or self.size > RING_BYTES:
            self.size -= len(self.messages.popleft()[1] or b"")

    def since(self, number: int, now: int) -> list[tuple[int, bytes | None, str]] | None:
        """What came after a number, if nothing of it is missing."""
        if number == now:
            return []
        found = [each for each in self.messages if each[0] > number]
        return found if 0 <= number < now and found and found[0][0] == number + 1 else None


class Room:
    """A table with those who are there. Whoever changes the table holds ``lock``."""

    def __init__(self, table: LiveTable, snapshot_ply: int = 0) -> None:
        self.table = table
        self.lock = Lock()
        self.looking_back = asyncio.Lock()
        """Held while positions of the past are made."""
        self.snapshot_ply = snapshot_ply
        """After which row the last snapshot was taken."""
        self.noted_status = ""
        """The status that the lobby's list has."""
        # Connections
        self.sockets: set[ViewerConnection] = set()
        self.rings: dict[tuple[int, str, bool], Ring] = {}
        # Presence
        self.elsewhere: dict[str, tuple[float, list[int]]] = {}
        """By worker, what the others said last: until when it holds, and whose seats are looked through there."""
        self.told_online: set[int] = set()
        self.present: set[int] = set()
        """Seats that were online when last looked at; ``present_since`` says since when (monotonic) each one is what it is."""
        self.present_since = [time.monotonic()] * table.config.seats
        # Bots and clocks
        self.thinking: set[int] = set()
        """Seats whose bot thinks or waits for its turn."""
        self.talking = table.offers_remarks()
        """Whether anybody was offered a remark when last looked at. What the bots had to say before, they have said."""
        self.bots_speak = False
        """While the bots have their round of remarks."""
        self.timer: asyncio.TimerHandle | None = None

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is under way, so that the room may be given up."""
        return not self.sockets and not self.lock.is_held

    @property
    def is_attended(self) -> bool:
        """Whether bots play: only while a person plays or looks on."""
        somebody = self.sockets or any(seat.kind == PERSON for seat in self.table.record.seats)
        return self.table.is_playing and bool(somebody)

    def stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None

    # Connections

    def ring(self, seat: int, language: str, changes: bool) -> Ring:
        return self.rings.setdefault((seat, language, changes), Ring(seat, language, changes))

    def drop_old_rings(self) -> None:
        """Nothing is kept for a viewer who has been away for long."""
        looking = {socket.ring for socket in self.sockets}
        now = time.monotonic()
        for key, ring in list(self.rings.items()):
            if ring in looking:
                ring.used = now
            elif now - ring.used > RING_SECONDS:
                del self.rings[key]

    def show_out(self) -> None:
        """Who may not look through that seat any more is sent away."""
        for socket in self.sockets:
            if not self.table.record.may_view(socket.guest, socket.seat):
                socket.leave("closed" if socket.seat < 0 else "removed")

    # Presence

    def seats_here(self) -> list[int]:
        """The seats of those who look through one at this worker. A person's one device counts for all of that person's seats."""
        looking = (socket.guest for socket in self.sockets if socket.seat >= 0)
        return sorted({seat for guest in looking for seat in self.table.record.seats_of(guest)})

    def online_seats(self) -> set[int]:
        """Seats through which somebody looks, at any worker."""
        at = time.monotonic()
        online = {seat for until, seats in self.elsewhere.values() if until > at for seat in seats}
        return online.union(self.seats_here())

    def note_presence(self) -> set[int]:
        """Who is online now; notes since when."""
        online = self.online_seats()
        for seat in online ^ self.present:
            self.present_since[seat] = time.monotonic()
        self.present = online
        return online

    def away_for(self, seat: int) -> float:
        """For how many seconds, as far as this worker knows, nobody has looked through a seat; 0 if somebody does."""
        return 0.0 if seat in self.note_presence() else time.monotonic() - self.present_since[seat]
