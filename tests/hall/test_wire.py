"""What comes over a WebSocket, however it is cut into packets and frames."""

import asyncio
import gc
import json
import socket
import threading
from typing import Any

import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from skali.hall.wire import Wire
from tests.hall.halls import PATIENCE, ThreadHall, wait_for
from tests.hall.people import Person


class Line:
    """A connection to a table on which a test writes the bytes itself."""

    def __init__(self, url: str) -> None:
        person = Person(url, "Astrid")
        self.viewer = person.look(person.lay("fjords", seats=2)["id"], 0)
        self.numbers = iter(range(1000))
        self.raw: socket.socket = self.viewer.socket.socket
        self.raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ping(self, padding: int = 0) -> bytes:
        """A request, as long as wanted: JSON may have spaces at its end."""
        return json.dumps({"do": "ping", "id": f"p{next(self.numbers)}"}).encode() + b" " * padding

    def answers(self, count: int) -> list[Any]:
        return [self.viewer.until(lambda message: message["type"] == "pong")["re"] for _ in range(count)]


@pytest.fixture
def line(hall: ThreadHall) -> Line:
    return Line(hall.url)


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("padding", [0, 60, 100, 60_000])  # sizes in one byte and in two
def test_a_frame_may_come_in_pieces(line: Line, padding: int) -> None:
    sent = frame(line.ping(padding))
    for at in (*range(20), *range(20, len(sent), 3000)):
        line.raw.sendall(sent[at : at + (1 if at < 20 else 3000)])
    assert line.answers(1) == ["p0"]


def test_many_frames_may_come_together(line: Line) -> None:
    together = b"".join(frame(line.ping(padding)) for padding in (0, 200, 1, 0))
    line.raw.sendall(together[:-3])
    assert line.answers(3) == ["p0", "p1", "p2"]
    line.raw.sendall(together[-3:] + frame(line.ping()))
    assert line.answers(2) == ["p3", "p4"]


def test_control_frames_come_between_messages(line: Line) -> None:
    line.raw.sendall(frame(line.ping()) + frame(b"here?", Opcode.PING) + frame(line.ping()))
    assert line.answers(2) == ["p0", "p1"]
    assert line.viewer.socket.ping().wait(PATIENCE)
    line.raw.sendall(frame(line.ping()))
    assert line.answers(1) == ["p2"]


def test_a_message_in_several_frames(line: Line) -> None:
    text = line.ping()
    line.raw.sendall(frame(text[:5], fin=False))
    line.raw.sendall(frame(text[5:9], Opcode.CONT, fin=False) + frame(b"", Opcode.PING))
    line.raw.sendall(frame(text[9:], Opcode.CONT) + frame(line.ping()))
    assert line.answers(2) == ["p0", "p1"]


@pytest.mark.parametrize(
    "bad, code",
    [
        (frame(b"\xff\xfe"), 1007),
        (Frame(Opcode.TEXT, b"{}      ").serialize(mask=False), 1002),
        (frame(b" " * 70_000), 1009),
        (frame(b" " * 40_000, fin=False) + frame(b" " * 40_000, Opcode.CONT), 1009),
        (frame(b"", fin=False) + 2000 * frame(b"", Opcode.CONT, fin=False), 1009),
        (b"\xc1" + frame(b"{}")[1:], 1002),
        (b"\x83" + frame(b"{}")[1:], 1002),
        (b"\x8b" + frame(b"{}")[1:], 1002),
        (b"\x89" + frame(b" " * 200)[1:], 1002),
        (b"\x09" + frame(b"")[1:], 1002),
        (frame(b"{}", Opcode.CONT), 1002),
        (frame(b"{", fin=False) + frame(b"}"), 1002),
        (b"\x88" + frame(b"\x03")[1:], 1002),
        (b"\x88" + frame((1006).to_bytes(2, "big"))[1:], 1002),
    ],
    ids=[
        "no text",
        "no mask",
        "too long",
        "too long in two",
        "too many pieces",
        "reserved bit",
        "no such message",
        "no such control",
        "long control",
        "control in pieces",
        "an end without a beginning",
        "a beginning in the middle",
        "half a code",
        "no code of a client",
    ],
)
def test_what_breaks_the_protocol_closes_the_line(line: Line, bad: bytes, code: int) -> None:
    line.raw.sendall(frame(line.ping()))
    assert line.answers(1) == ["p0"]
    line.raw.sendall(bad)
    with pytest.raises(ConnectionClosed) as closed:
        line.viewer.until(lambda message: False)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == code


@pytest.mark.parametrize("code", [b"", (1000).to_bytes(2, "big"), (4001).to_bytes(2, "big") + b"bye"])
def test_a_goodbye_is_answered_with_its_code(hall: ThreadHall, code: bytes) -> None:
    line = Bare(hall)
    line.send(frame(code, Opcode.CLOSE))
    assert line.frames()[-1] == (Opcode.CLOSE, code[:2])


def test_who_does_not_answer_a_ping_is_gone(hall: ThreadHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skali.hall.line.PING_SECONDS", 0.2)
    answering, deaf = Bare(hall), Bare(hall)
    for _ in range(4):
        assert answering.frame() == (Opcode.PING, b"")
        answering.send(frame(b"", Opcode.PONG))
    assert deaf.frames() == [(Opcode.PING, b""), (Opcode.CLOSE, (1011).to_bytes(2, "big"))]


def test_what_comes_before_the_answer_to_the_handshake_is_not_lost(
    hall: ThreadHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, sent = hall.hall.storage.read, threading.Event()

    async def slowly(work: Any) -> Any:
        await asyncio.to_thread(sent.wait, PATIENCE)
        return await read(work)

    person = Person(hall.url, "Astrid")
    table = person.lay("fjords", seats=2)["id"]
    monkeypatch.setattr(hall.hall.storage, "read", slowly)
    line = Bare(hall, person, table, is_read=False)
    wait_for(lambda: any(isinstance(each, Wire) for each in hall.server.server_state.connections))
    line.send(frame(b'{"do": "ping", "id": "early"}'))
    (wire,) = [each for each in hall.server.server_state.connections if isinstance(each, Wire)]
    wait_for(lambda: wire.early)
    sent.set()
    line.read_head()
    kind, text = line.frame()
    assert kind == Opcode.TEXT and json.loads(text)["re"] == "early"


def test_nothing_of_the_handshake_stays_with_a_connection(hall: ThreadHall) -> None:
    """Whatever stands around a connection would be there for each viewer, for as long as the game lasts."""
    gc.collect()
    gc.disable()
    try:
        lines = [Line(hall.url) for _ in range(3)]
        for line in lines:
            line.raw.sendall(frame(line.ping()))
            assert line.answers(1) == ["p0"]
        left = (Wire, ServerProtocol, WebSocket)
        wait_for(lambda: not [each for each in gc.get_objects() if type(each) in left])
    finally:
        gc.enable()


class Bare:
    """A connection to a table without a library at its other end."""

    def __init__(self, hall: ThreadHall, person: Person | None = None, table: str = "", is_read: bool = True) -> None:
        person = person or Person(hall.url, "Astrid")
        table = table or person.lay("fjords", seats=2)["id"]
        self.socket = socket.create_connection(("127.0.0.1", hall.port), PATIENCE)
        self.stream = self.socket.makefile("rb")
        head = (
            f"GET /api/tables/{table}/ws HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\nCookie: skali_guest={person.cookie}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        self.send(head.encode())
        if is_read:
            self.read_head()

    def read_head(self) -> None:
        assert b" 101 " in self.stream.readline()
        while self.stream.readline().strip():
            pass

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def frame(self) -> tuple[Opcode, bytes]:
        """The next frame of the hall, which has at most 65,535 bytes."""
        kind, size = self.stream.read(2)
        if size == 126:
            size = int.from_bytes(self.stream.read(2), "big")
        return Opcode(kind & 15), self.stream.read(size)

    def frames(self) -> list[tuple[Opcode, bytes]]:
        """All up to the goodbye, after which the connection ends."""
        found = [self.frame()]
        while found[-1][0] != Opcode.CLOSE:
            found.append(self.frame())
        assert self.stream.read() == b""
        return found
