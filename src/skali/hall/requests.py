"""What a client may ask for over the WebSocket of a table, as it is written."""

from __future__ import annotations

from typing import Annotated

import msgspec

Id = Annotated[str, msgspec.Meta(max_length=40)]
Move = int | Annotated[str, msgspec.Meta(max_length=200)]
MOST_MOVES = 256
"""In one commit: the last window of a long game may lay thirty tiles of up to four moves each."""
MoveList = Annotated[list[Move], msgspec.Meta(max_length=MOST_MOVES)]


class Request(msgspec.Struct, tag_field="do"):
    id: Id = ""


class Hello(Request, tag="hello"):
    seat: int = -1
    language: str = "en"
    resume: int | None = None
    changes: bool = False


class Commit(Request, tag="commit"):
    moves: MoveList = []
    moment: int = -1


class Try(Request, tag="try"):
    moves: MoveList = []
    moment: int = -1


class Why(Request, tag="why"):
    move: Move = -1
    moves: MoveList = []


class Advise(Request, tag="advise"):
    aid: Id = ""
    moves: MoveList = []
    moment: int = -1


class Undo(Request, tag="undo"):
    pass


class End(Request, tag="end"):
    pass


class Answer(Request, tag="answer"):
    agree: bool = False


class Sheets(Request, tag="sheets"):
    pass


class Chat(Request, tag="chat"):
    text: Annotated[str, msgspec.Meta(max_length=2000)] = ""


class Remark(Request, tag="remark"):
    remark: Move = -1


class Ping(Request, tag="ping"):
    pass


DECODER = msgspec.json.Decoder(
    Hello | Commit | Try | Why | Advise | Undo | End | Answer | Sheets | Chat | Remark | Ping
)
