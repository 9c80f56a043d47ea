"""What comes over a WebSocket, however it is cut into packets and frames."""

import json
import socket
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.hall.halls import PATIENCE, ThreadHall
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
    ],
    ids=["no text", "no mask", "too long"],
)
def test_what_breaks_the_protocol_closes_the_line(line: Line, bad: bytes, code: int) -> None:
    line.raw.sendall(frame(line.ping()))
    assert line.answers(1) == ["p0"]
    line.raw.sendall(bad)
    with pytest.raises(ConnectionClosed) as closed:
        line.viewer.until(lambda message: False)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == code
