"""uvicorn's WebSocket protocol with a short cut for the hall.

ASGI hands every message over by a queue and a task, in both directions; for four messages a move that costs more than the move.
Here the connection finds itself in the scope: who has taken it is called with each message as it comes, and writes without waiting.
A short text message, which is all that a page ever sends, is read here too. The handshake, control frames, everything unusual,
closing and limits remain uvicorn's.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from skali.hall.door import Door

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it is not compiled
    from websockets.utils import apply_mask

EXTENSION = "skali.wire"
MOST_UNSENT = 4 * 1024 * 1024
"""Bytes that may wait for a slow client before it is sent away."""
TEXT_FRAME = 0x81
TWO_BYTES, EIGHT_BYTES = 126, 127
"""In place of a size: it stands in so many bytes behind."""
SHORTEST = 6
"""Bytes of a client's shortest frame: what it is, its size, the mask."""
SHORT_HEAD = struct.Struct("!BBH").pack
LONG_HEAD = struct.Struct("!BBQ").pack


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.door: Door | None = self.app_state.get("door")
        self.receiver: Callable[[str | None], None] | None = None
        self.unsent: list[bytes] = []
        self.came_early = False
        """Something has come after the handshake and before anybody took the connection: then frames are uvicorn's to read."""
        self.reads_frames = False
        self.begun = b""
        """The beginning of a frame whose end has not come yet."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        if self.door is not None:
            self.door.leave(self.transport)
        super().connection_lost(exc)

    def take(self, receiver: Callable[[str | None], None]) -> None:
        """From now on each message goes to the receiver; None stands for one that is not text."""
        self.receiver = receiver
        self.reads_frames = not self.came_early
        del self.request, self.response  # nobody asks for the handshake any more

    def data_received(self, data: bytes) -> None:
        """Reads whole text frames; control frames go on to uvicorn one by one, anything else for good."""
        if not self.reads_frames:
            self.came_early = self.came_early or self.handshake_initiated
            return super().data_received(data)
        if self.begun:
            data = self.begun + data
        at, end = 0, len(data)
        while end - at >= SHORTEST and not self.close_sent and not self.disconnected:
            kind, size, start = data[at], data[at + 1] & 0x7F, at + 6
            is_masked, is_short, is_control = data[at + 1] & 0x80, size != EIGHT_BYTES, kind & 0x08
            if size == TWO_BYTES:
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 8
                is_short = size <= self.config.ws_max_size
            if not (is_masked and is_short and (kind == TEXT_FRAME or is_control)):
                self.reads_frames = False
                return super().data_received(data[at:])
            if start + size > end:
                break
            if is_control:
                super().data_received(data[at : start + size])
            else:
                self.read_text(data, at, start, start + size)
            at = start + size
        self.begun = data[at:]

    def read_text(self, data: bytes, at: int, start: int, end: int) -> None:
        """A text frame from ``at`` on, whose message begins at ``start``, behind the mask."""
        assert self.receiver is not None
        try:
            text = apply_mask(data[start:end], data[start - 4 : start]).decode()
        except UnicodeDecodeError:
            super().data_received(data[at:end])  # which closes the connection, as it must
        else:
            self.receiver(text)

    def send_receive_event_to_app(self) -> None:
        if self.receiver is None or self.close_sent:
            super().send_receive_event_to_app()
        elif self.curr_msg_data_type == "bytes":
            self.frames = []
            self.receiver(None)
        else:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # which closes the connection, as it must
                return
            self.frames = []
            self.receiver(text)

    def push(self, message: bytes) -> bool:
        """Writes a text message; False if too much waits already. Without an effect once the connection is closing."""
        if self.disconnected or self.close_sent:
            return True
        if not self.writable.is_set() and self.transport.get_write_buffer_size() > MOST_UNSENT:
            return False
        size = len(message)
        if size < 126:
            head = bytes((TEXT_FRAME, size))
        elif size < 65536:
            head = SHORT_HEAD(TEXT_FRAME, 126, size)
        else:
            head = LONG_HEAD(TEXT_FRAME, 127, size)
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent += (head, message)
        return True

    def flush(self) -> None:
        """Writes what has come together: an update and the answer that follows it are one packet."""
        data = b"".join(self.unsent)
        self.unsent.clear()
        if not self.disconnected and not self.transport.is_closing():
            self.transport.write(data)

    def cut(self) -> None:
        """Ends the connection whatever still waits to be written."""
        self.transport.abort()
