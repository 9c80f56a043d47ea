"""The door: who may keep a connection open, and for how long without asking for anything.

uvicorn waits for ever for a request that never comes. Here a connection without a request is silent: it is closed after a while,
and at once, the longest silent first, when its address or the hall has too many. So whoever asks for something gets in, however
many only hold the door. Connections of tables (WebSockets) are counted but never closed for others; half of the descriptors is
theirs alone.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from skali.hall.limits import address_key
from skali.hall.settings import Settings

OTHER_FILES = 128
"""Descriptors that the database, the log and the processes of the bots need."""
MOST_CONNECTIONS = 16384
ALWAYS_ANSWERED = 32
"""Connections that tables leave to everything else."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
SLOW_READER = 6
"""A client that still reads its answer has so many times longer before its connection is closed."""


@dataclass(eq=False, slots=True)
class Visit:
    """One connection: its state (``silent``, ``sending`` a request, ``answered`` or at a ``table``) and since when."""

    transport: asyncio.Transport
    address: str
    state: str = ""
    since: float = 0.0


@dataclass
class Door:
    """Counts the connections of one worker."""

    most: int
    per_address: int
    header_seconds: float
    request_seconds: float
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    visits: dict[asyncio.BaseTransport, Visit] = field(default_factory=dict)
    of_address: dict[str, OrderedDict[Visit, None]] = field(default_factory=dict)
    silent: OrderedDict[Visit, None] = field(default_factory=OrderedDict)
    sending: OrderedDict[Visit, None] = field(default_factory=OrderedDict)
    tables: int = 0
    turned_away: int = 0

    @property
    def most_waiting(self) -> int:
        """Connections that are not at a table: the other half is kept for those that are."""
        return max(self.most // 2, 1)

    def enter(self, transport: asyncio.Transport, host: str, now: float) -> Visit | None:
        """Lets a connection in, in place of one that is silent if need be; None if there is no room for it."""
        address = address_key(host)
        mine = self.of_address.get(address)
        if mine and len(mine) >= self.per_address and not self.is_proxy(host):
            oldest = next((each for each in mine if each.state == "silent"), None)
            if oldest is None:
                self.turned_away += 1
                return None
            self.close(oldest)
        if len(self.visits) - self.tables >= self.most_waiting:
            if not self.silent:
                self.turned_away += 1
                return None
            self.close(next(iter(self.silent)))
        visit = Visit(transport, address)
        self.visits[transport] = visit
        self.of_address.setdefault(address, OrderedDict())[visit] = None
        self.move(visit, "silent", now)
        return visit

    def is_proxy(self, host: str) -> bool:
        """A proxy has the connections of all its clients, and is trusted to count them itself."""
        return any(ip_address(host) in network for network in self.proxies)

    def move(self, visit: Visit, state: str, now: float) -> None:
        """A connection begins to wait, to send, to be answered; or it sits down at a table."""
        if visit.state == state or visit.transport not in self.visits:
            return
        self.silent.pop(visit, None)
        self.sending.pop(visit, None)
        visit.state, visit.since = state, now
        if state == "silent":
            self.silent[visit] = None
            self.of_address[visit.address].move_to_end(visit)
        elif state == "sending":
            self.sending[visit] = None
        elif state == "table":
            self.tables += 1

    def has_room_at_tables(self) -> bool:
        return self.tables < self.most - ALWAYS_ANSWERED

    def leave(self, transport: asyncio.BaseTransport) -> None:
        visit = self.visits.pop(transport, None)
        if visit is None:
            return
        self.silent.pop(visit, None)
        self.sending.pop(visit, None)
        self.tables -= visit.state == "table"
        mine = self.of_address[visit.address]
        del mine[visit]
        if not mine:
            del self.of_address[visit.address]

    def close(self, visit: Visit) -> None:
        self.turned_away += 1
        self.leave(visit.transport)
        visit.transport.abort()

    def sweep(self, now: float) -> None:
        """Closes what has been silent, or has been sending one request, for too long."""
        for visit in expired(self.silent, now - self.header_seconds):
            reads = visit.transport.get_write_buffer_size() > 0
            if not reads or now - visit.since > SLOW_READER * self.header_seconds:
                self.close(visit)
        for visit in expired(self.sending, now - self.request_seconds):
            self.close(visit)

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(self.header_seconds / 4)
            self.sweep(time.monotonic())


def expired(visits: OrderedDict[Visit, None], before: float) -> list[Visit]:
    """Those from before a time; the oldest come first."""
    found: list[Visit] = []
    for visit in visits:
        if visit.since > before:
            break
        found.append(visit)
    return found


def make_door(settings: Settings) -> Door:
    return Door(
        settings.connections or most_connections(),
        settings.connections_per_address,
        settings.header_seconds,
        settings.request_seconds,
        tuple(ip_network(each.strip()) for each in settings.trusted_proxies().split(",") if each.strip()),
    )


def most_connections() -> int:
    """As many as this process may have files open, after asking for as many as the system grants."""
    try:
        import resource
    except ImportError:  # Windows
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_CONNECTIONS + OTHER_FILES
    wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted - OTHER_FILES, 2 * ALWAYS_ANSWERED)


class Entrance(H11Protocol):
    """uvicorn's HTTP protocol, which tells the door what its connection is at."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.door: Door = self.app_state["door"]
        self.visit: Visit | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.visit = self.door.enter(transport, self.client[0] if self.client else "::", time.monotonic())
        if self.visit is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.note()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.note()

    def note(self) -> None:
        if self.visit is None:
            return
        state = "answered"
        if self.cycle is None or self.cycle.response_complete:
            state = "silent"
        elif self.cycle.more_body:
            state = "sending"
        if self.visit.state != "table":
            self.door.move(self.visit, state, time.monotonic())

    def handle_websocket_upgrade(self, event: Any) -> None:
        if self.visit is None or not self.door.has_room_at_tables():
            self.transport.write(FULL)
            self.transport.close()
            return
        self.door.move(self.visit, "table", time.monotonic())
        super().handle_websocket_upgrade(event)
