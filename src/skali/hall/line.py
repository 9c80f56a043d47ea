"""The WebSocket of a viewer once it is accepted: frames in, frames out (RFC 6455).

uvicorn reads the handshake and the application looks at who comes (``wire``). After that nothing of them is left: a small object
has the connection, each message is handed to a listener as it comes, and what is written goes to the transport without a queue.
Messages are never compressed.
"""

from __future__ import annotations

import asyncio
import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skali.hall.door import Door

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it is not compiled
    from websockets.utils import apply_mask

MOST_UNSENT = 4 * 1024 * 1024
"""Bytes that may wait for a slow client before it is sent away."""
PING_SECONDS = 20.0
"""Between two pings; who has not answered one by the next is gone."""
CLOSE_SECONDS = 5.0
"""For the other side to answer our goodbye."""
LAST = 0x80
"""In the first byte of a frame: the last of its message. In the second, the same bit says that there is a mask."""
RESERVED = 0x70
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
TWO_BYTES, EIGHT_BYTES = 126, 127
"""In place of a size: it stands in so many bytes behind."""
MOST_OF_CONTROL = 125
MOST_PARTS = 1000
"""Of one message: empty frames cost something, too."""
SHORT_HEAD = struct.Struct("!BBH").pack
LONG_HEAD = struct.Struct("!BBQ").pack
GOING_AWAY, BROKEN, NO_TEXT, TOO_LONG, SILENT, RESTART = 1001, 1002, 1007, 1009, 1011, 1012
FROM_CLIENTS = (*range(1000, 1004), *range(1007, 1015))
"""Codes with which a client may close, besides those from 3000 to 4999."""


def framed(message: bytes) -> bytes:
    """A text message as it is sent. Exactly as long as it must be, unlike the bytes that orjson makes, so that it can be kept."""
    size = len(message)
    if size < TWO_BYTES:
        return bytes((LAST | TEXT, size)) + message
    if size < 65536:
        return SHORT_HEAD(LAST | TEXT, TWO_BYTES, size) + message
    return LONG_HEAD(LAST | TEXT, EIGHT_BYTES, size) + message


class Outbox:
    """The lines that have something to write, until the round of the loop is over.

    So an update and the answer that follows it are one packet. And who reads is woken once for all that a round brings: to be
    woken for each message costs the hall as much as the message.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, line: Line) -> None:
        self.lines.append(line)
        if len(self.lines) == 1:
            line.loop.call_soon(self.send)

    def send(self) -> None:
        lines = self.lines
        self.lines = []
        for line in lines:
            line.flush()


class Listener:
    """Who is told what comes over a line, and where its frames wait."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox

    def receive(self, text: str | None) -> None:
        """A message; None stands for one that is not text."""
        raise NotImplementedError

    def lost(self) -> None:
        """The connection is gone."""
        raise NotImplementedError


class Line:
    """The protocol of an accepted connection. ``connections`` are uvicorn's, which closes them when it ends."""

    def __init__(self, transport: Any, listener: Listener, most: int, connections: set[Any], door: Door | None) -> None:
        self.transport = transport
        self.listener = listener
        self.outbox = listener.outbox
        self.most = most
        """Bytes of the longest message."""
        self.connections = connections
        self.door = door
        self.begun = b""
        """The beginning of a frame whose end has not come yet."""
        self.parts: list[bytes] = []
        """Of a message in several frames, with what it is in front; ``held`` are their bytes."""
        self.held = 0
        self.unsent: list[bytes] = []
        """Frames that wait in the outbox."""
        self.is_full = False
        self.awaits_pong = False
        self.ended = False
        """Nothing is written any more: we have said goodbye, or nobody is there."""
        self.loop = asyncio.get_running_loop()
        self.timer = self.loop.call_later(PING_SECONDS, self.beat)
        connections.add(self)

    # For the transport

    def data_received(self, data: bytes) -> None:
        if self.begun:
            data = self.begun + data
        at, end = 0, len(data)
        while end - at >= 2 and not self.transport.is_closing():
            size = data[at + 1] & 0x7F
            start = at + 6
            if size == TWO_BYTES:
                start = at + 8
            elif size == EIGHT_BYTES:
                start = at + 14
            if start > end:
                break
            if size >= TWO_BYTES:
                size = int.from_bytes(data[at + 2 : start - 4], "big")
            fault = self.fault(data[at], data[at + 1], size)
            if fault:
                self.fail(fault)
                return
            if start + size > end:
                break
            content: bytes = apply_mask(data[start : start + size], data[start - 4 : start])
            self.read(data[at], content)
            at = start + size
        self.begun = data[at:] if at < end else b""

    def fault(self, kind: int, masked: int, size: int) -> int:
        """With which code a frame closes the connection; 0 if it may come."""
        code = kind & 0x0F
        if kind & RESERVED or not masked & LAST:
            return BROKEN
        if code >= CLOSE:
            return BROKEN if code > PONG or size > MOST_OF_CONTROL or not kind & LAST else 0
        if code > BINARY or (code == CONTINUED) != bool(self.parts):
            return BROKEN
        return TOO_LONG if size + self.held > self.most or len(self.parts) > MOST_PARTS else 0

    def read(self, kind: int, content: bytes) -> None:
        if kind == LAST | TEXT:
            self.read_text(content)
        elif kind == LAST | PING:
            self.control(PONG, content)
        elif kind == LAST | PONG:
            self.awaits_pong = False
        elif kind == LAST | CLOSE:
            self.read_close(content)
        elif kind == LAST | BINARY:
            self.hear(None)
        else:
            self.parts += (content,) if self.parts else (bytes((kind,)), content)
            self.held += len(content)
            if kind & LAST:
                is_text, parts = self.parts[0][0] == TEXT, self.parts[1:]
                self.parts, self.held = [], 0
                if is_text:
                    self.read_text(b"".join(parts))
                else:
                    self.hear(None)

    def read_text(self, content: bytes) -> None:
        try:
            text = content.decode()
        except UnicodeDecodeError:
            self.fail(NO_TEXT)
        else:
            self.hear(text)

    def hear(self, text: str | None) -> None:
        if not self.ended:
            self.listener.receive(text)

    def read_close(self, content: bytes) -> None:
        """The other side says goodbye, or answers ours."""
        code = int.from_bytes(content[:2], "big")
        if content and not (len(content) >= 2 and (code in FROM_CLIENTS or 3000 <= code < 5000)):
            self.fail(BROKEN)
            return
        self.control(CLOSE, content[:2])
        self.ended = True
        self.flush()
        self.transport.close()

    def eof_received(self) -> None:
        """The transport closes by itself."""

    def pause_writing(self) -> None:
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False

    def connection_made(self, transport: Any) -> None:
        """It was made before."""

    def connection_lost(self, error: Exception | None) -> None:
        self.ended = True
        self.timer.cancel()
        self.connections.discard(self)
        if self.door is not None:
            self.door.leave(self.transport)
        self.listener.lost()

    # For the hall

    def push(self, frame: bytes) -> bool:
        """Writes a frame; False if too much waits already. Without an effect once the connection is closing."""
        if self.is_full and self.transport.get_write_buffer_size() > MOST_UNSENT:
            return self.ended
        if not self.ended:
            if not self.unsent:
                self.outbox.add(self)
            self.unsent.append(frame)
        return True

    def flush(self) -> None:
        """Writes all that waits at once."""
        if self.unsent:
            data = self.unsent[0] if len(self.unsent) == 1 else b"".join(self.unsent)
            self.unsent.clear()
            if not self.transport.is_closing():
                self.transport.write(data)

    def control(self, kind: int, content: bytes) -> None:
        """Writes a control frame."""
        self.push(bytes((LAST | kind, len(content))) + content)

    def beat(self) -> None:
        """Sends a ping now and then, and gives up who did not answer the last."""
        if self.awaits_pong:
            self.fail(SILENT)
            return
        self.control(PING, b"")
        self.awaits_pong = True
        self.timer = self.loop.call_later(PING_SECONDS, self.beat)

    def close(self, code: int) -> None:
        """Says goodbye, and waits a little for the answer."""
        if not self.ended:
            self.control(CLOSE, code.to_bytes(2, "big"))
            self.ended = True
            self.timer.cancel()
            self.timer = self.loop.call_later(CLOSE_SECONDS, self.cut)

    def fail(self, code: int) -> None:
        """Says goodbye and does not wait for an answer."""
        self.close(code)
        self.flush()
        self.transport.close()

    def cut(self) -> None:
        """Ends the connection whatever still waits to be written."""
        self.transport.abort()

    def shutdown(self) -> None:
        """uvicorn ends."""
        self.fail(RESTART)
