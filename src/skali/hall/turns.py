"""Whose bot thinks next. Guests share the bots' time evenly, and the tables of one guest share that guest's part.

Who has had the least time comes first (start-time fair queueing). Nobody saves time up by not asking: who comes back begins
where the others are.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque


class Share:
    """What some parties have had. A turn that is not over yet counts as long as the last ones took."""

    def __init__(self) -> None:
        self.had: dict[str, float] = {}
        self.thinking: Counter[str] = Counter()
        self.usual = 1.0
        self.floor = 0.0
        """What a newcomer is taken to have had: as much as who has had the least of those who wait or think."""

    def enter(self, party: str) -> None:
        self.had[party] = max(self.had.get(party, 0.0), self.floor)

    def first(self, parties: list[str]) -> str:
        """Of those who wait, the one that has had the least; among equals the one that came first. Its turn begins."""
        chosen = min(parties, key=lambda party: self.had[party] + self.thinking[party] * self.usual)
        self.thinking[chosen] += 1
        self.floor = max(self.floor, min(self.had[party] for party in {*parties, *self.thinking}))
        return chosen

    def charge(self, party: str, seconds: float) -> None:
        """A turn is over, and took so long."""
        self.thinking[party] -= 1
        if not self.thinking[party]:
            del self.thinking[party]
        self.usual += (seconds - self.usual) / 8
        self.had[party] = self.had.get(party, self.floor) + seconds

    def forget(self, waiting: list[str]) -> None:
        """Who has had no more than a newcomer, and neither waits nor thinks, need not be remembered."""
        self.had = {
            party: had
            for party, had in self.had.items()
            if had > self.floor or party in waiting or party in self.thinking
        }


class Turns:
    """So many may think at once; the others wait, by guest and table."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.guests = Share()
        self.tables: dict[str, Share] = {}
        self.waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}

    @property
    def tables_waiting(self) -> int:
        return sum(len(tables) for tables in self.waiting.values())

    async def take(self, guest: str, table: str) -> None:
        """Waits for a turn; ``give_back`` ends it."""
        if guest not in self.waiting:
            self.guests.enter(guest)
        tables = self.waiting.setdefault(guest, {})
        if table not in tables:
            self.tables.setdefault(guest, Share()).enter(table)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables.setdefault(table, deque()).append(turn)
        self._hand_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(guest, table, 0.0)
            else:
                self._drop(guest, table, turn)
            raise

    def give_back(self, guest: str, table: str, seconds: float) -> None:
        """The turn is over, and took so long."""
        self.guests.charge(guest, seconds)
        self.tables[guest].charge(table, seconds)
        self.free += 1
        self._hand_out()
        self.guests.forget(list(self.waiting))
        for each in [each for each in self.tables if each not in self.guests.had]:
            del self.tables[each]

    def _hand_out(self) -> None:
        while self.free and self.waiting:
            guest = self.guests.first(list(self.waiting))
            table = self.tables[guest].first(list(self.waiting[guest]))
            turn = self.waiting[guest][table][0]
            self._drop(guest, table, turn)
            self.free -= 1
            if turn.cancelled():
                self.give_back(guest, table, 0.0)
            else:
                turn.set_result(None)

    def _drop(self, guest: str, table: str, turn: asyncio.Future[None]) -> None:
        tables = self.waiting.get(guest, {})
        queue = tables.get(table)
        if queue is None or turn not in queue:
            return
        queue.remove(turn)
        if not queue:
            del tables[table]
        if not tables:
            del self.waiting[guest]
