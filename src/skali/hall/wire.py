"""uvicorn's WebSocket protocol as far as the handshake.

ASGI hands every message over by a queue and a task, in both directions; for four messages a move that costs more than the move, and
what stands around a connection takes more memory than a table. Here the application finds the connection in the scope: once it has
accepted it, a line (``line``) takes it over, and nothing of uvicorn and of the application stays with it.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from skali.hall.door import Door
from skali.hall.line import Line, Listener

EXTENSION = "skali.wire"


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.door: Door | None = self.app_state.get("door")
        self.early = b""
        """What has come after the handshake's request and before anybody took the connection."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
        elif len(self.early) + len(data) <= self.config.ws_max_size:
            self.early += data
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.door is not None:
            self.door.leave(self.transport)
        super().connection_lost(exc)

    def take(self, listener: Listener) -> Line | None:
        """Hands the connection, which is accepted, over to a line; None if it is gone already."""
        extensions: Any = self.scope["extensions"]
        del extensions[EXTENSION]  # which would keep all this in a circle, as the parser does
        self.conn.parser.close()
        if self.disconnected or not self.handshake_complete or self.transport.is_closing():
            return None
        self.stop_keepalive()
        self.connections.discard(self)
        line = Line(self.transport, listener, self.config.ws_max_size, self.connections, self.door)
        self.close_timer = line.timer  # or uvicorn would close the connection when the application has returned
        self.transport.set_protocol(line)  # type: ignore[arg-type]  # all that a transport calls, without a base class
        if self.early:
            self.loop.call_soon(line.data_received, self.early)
        return line
