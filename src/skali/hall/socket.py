"""The WebSocket of one viewer: answers requests one after the other, writes without waiting."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from skali.core.words import LANGUAGES
from skali.hall import bot_moves, play, presence, talk
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.guests import Guest
from skali.hall.hall import Hall
from skali.hall.limits import Bucket
from skali.hall.messages import encode
from skali.hall.room import Ring, Room
from skali.hall.table import Decide
from skali.hall.wire import EXTENSION, Wire

log = logging.getLogger("skali.hall.socket")
NOBODY = -2

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


class ViewerSocket:
    """One connection: a guest who looks through a seat."""

    def __init__(
        self, hall: Hall, room: Room, websocket: WebSocket, guest: Guest | None, public_address: str, address: str
    ) -> None:
        self.hall = hall
        self.room = room
        self.table = room.table
        self.websocket = websocket
        self.wire: Wire = websocket.scope["extensions"][EXTENSION]
        self.person = guest
        self.guest = guest.id if guest else ""
        self.public_address = public_address
        """Under which this viewer passes the hall on; ``address`` is where the viewer comes from."""
        self.address = address
        self.seat = NOBODY
        self.language = "en"
        self.ring = Ring(NOBODY, "en", False)
        self.passing: list[int] = []
        self.inbox: deque[str | None] = deque()
        self.working = False
        self.leaving = ""
        self.loop = asyncio.get_running_loop()
        self.goodbye: asyncio.Future[None] = self.loop.create_future()
        self.timer = self.loop.call_later(hall.settings.hello_seconds, self.watch)
        self.last_heard = time.monotonic()
        settings = hall.settings
        self.bucket = Bucket(settings.messages_per_second, 2 * settings.messages_per_second)

    # Writing

    def send(self, message: bytes) -> None:
        """Writes a message, and never waits. A client that does not keep up is cut off; it can come back and resume."""
        if not self.leaving and not self.wire.push(message):
            self.leaving = "slow"
            self.wire.cut()

    def leave(self, reason: str) -> None:
        if not self.leaving:
            self.leaving = reason
            self.wire.push(encode({"type": "bye", "reason": reason}))
            if not self.goodbye.done():
                self.goodbye.set_result(None)

    # Reading

    async def run(self) -> None:
        """Serves the connection until it ends. Never raises what a client could cause."""
        await self.websocket.accept()
        self.wire.take(self.receive)
        gone = self.loop.create_task(self.websocket.receive())
        try:
            either: set[asyncio.Future[Any]] = {self.goodbye, gone}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not gone.done():
                await self.close()
        finally:
            self.leaving = self.leaving or "gone"
            self.room.sockets.discard(self)
            self.timer.cancel()
            gone.cancel()
            for result in await asyncio.gather(gone, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError):
                    log.error("a connection failed: %r", result)
            if self.seat != NOBODY:
                presence.announce(self.hall, self.room)

    async def close(self) -> None:
        try:
            await asyncio.wait_for(self.websocket.close(1012 if self.leaving == "restart" else 1008), 2)
        except TimeoutError:  # it does not even read our goodbye
            self.wire.cut()
        except (WebSocketDisconnect, RuntimeError):
            pass

    def watch(self) -> None:
        """Sends away who never says hello or has fallen silent; looks again later."""
        silence = self.hall.settings.silence_seconds
        if self.seat == NOBODY or time.monotonic() - self.last_heard > silence:
            self.leave("silent")
        elif not self.leaving:
            self.timer = self.loop.call_later(silence / 4, self.watch)

    def receive(self, text: str | None) -> None:
        """A message has come: it waits until those before it are answered."""
        if self.leaving:
            return
        self.last_heard = time.monotonic()
        if not self.bucket.take():
            self.leave("too_many")
            return
        self.inbox.append(text)
        if not self.working:
            self.working = True
            self.work()

    def work(self) -> None:
        """Answers what waits, one after the other; goes on when the answer has come that is being waited for."""
        while self.inbox and not self.leaving:
            if self.handle(self.inbox.popleft()):
                return
        self.working = False

    def handle(self, text: str | None) -> bool:
        """Answers a request; True if the answer comes later."""
        id = ""
        try:
            if text is None:
                raise HallError("bad_request", "Messages are text.")
            try:
                request = DECODER.decode(text)
            except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
                raise HallError("bad_request", f"This is no request: {str(error)[:200]}") from None
            id = request.id
            if isinstance(request, Ping):
                self.reply(id, {"type": "pong", "time": now()})
            elif isinstance(request, Hello):
                self.hello(request)
            elif self.seat == NOBODY:
                raise HallError("not_now", "Say hello first.")
            elif not self.table.record.may_view(self.guest, self.seat):
                raise HallError("forbidden", "You may not look through this seat.")
            elif isinstance(request, Commit):
                return self.commit(request)
            else:
                return self.answer_later(id, ANSWERS[type(request)](self, request))
        except HallError as error:
            self.fail(id, error)
        except Exception:
            log.exception("a request failed")
            self.fail(id, went_wrong())
        return False

    def answer_later(self, id: str, answer: Awaitable[dict[str, Any]]) -> bool:
        """Not ours to cancel: what is being stored will be told, though its sender has gone."""
        self.hall.spawn(self.wait_for(id, answer))
        return True

    async def wait_for(self, id: str, answer: Awaitable[dict[str, Any]]) -> None:
        try:
            self.reply(id, await answer)
        except HallError as error:
            self.fail(id, error)
        except Exception:
            log.exception("a request failed")
            self.fail(id, went_wrong())
        self.work()

    def reply(self, id: str, message: dict[str, Any]) -> None:
        self.send(encode({**message, "re": id}))

    def fail(self, id: str, error: HallError) -> None:
        self.send(encode({"type": "error", "re": id, **error.to_dict()}))

    def hello(self, request: Hello) -> None:
        hall, room, table = self.hall, self.room, self.table
        if request.language not in LANGUAGES:
            raise HallError("bad_request", f"Languages are {', '.join(LANGUAGES)}.")
        if not -1 <= request.seat < table.config.seats:
            raise HallError("not_found", "There is no such seat.")
        if not table.record.may_view(self.guest, request.seat):
            raise HallError("forbidden", "You may not look through this seat.")
        self.seat, self.language = request.seat, request.language
        room.sockets.add(self)
        self.ring = room.ring(self.seat, self.language, request.changes)
        missed = None if request.resume is None else self.ring.since(request.resume, table.viewers[self.seat].n)
        if missed is None:
            self.ring.known.clear()
            welcome = hall.teller.welcome(room, self.seat, self.language, self.guest, self.public_address)
            self.reply(request.id, welcome)
        else:
            self.reply(request.id, {"type": "resumed", "n": request.resume, "seat": self.seat})
            for number, message, why in missed:
                self.send(message or hall.teller.table_message(room, why, number, self))
        presence.announce(hall, room)
        bot_moves.wake_bots(hall, room, True)
        self.passing = []
        if table.record.shares_device and table.has_position:
            presence.tell_pass(room)

    # Answers

    def ack(self) -> dict[str, Any]:
        return {"type": "ack", "moment": self.table.viewers[self.seat].moment}

    def commit(self, request: Commit) -> bool:
        """Plays the moves; True: the answer comes when they are durable."""
        if not request.moves:
            raise HallError("bad_request", f"A commit has 1 to {MOST_MOVES} moves.")
        id, moves = plain_id(request.id), request.moves
        decide = play.commit(self.hall, self.room, self.guest, self.seat, moves, request.moment, id, self.language)
        if self.hall.act_at_once(self.room, decide, partial(self.committed, request.id)):
            return True
        return self.answer_later(request.id, self.commit_later(decide))

    def committed(self, id: str, error: HallError | None) -> None:
        if error is None:
            self.reply(id, self.ack())
        else:
            self.fail(id, error)
        self.work()

    async def commit_later(self, decide: Decide) -> dict[str, Any]:
        await self.hall.act(self.room, decide)
        return self.ack()

    async def try_out(self, request: Try) -> dict[str, Any]:
        draft = play.try_out(self.table, self.guest, self.seat, request.moves, request.moment, self.language)
        return self.hall.teller.draft(self.table, self.seat, self.language, draft)

    async def why_not(self, request: Why) -> dict[str, Any]:
        if not self.table.record.started:
            raise HallError("not_now", "The game has not begun.")
        why = play.why_not(self.hall, self.table, self.seat, request.move, request.moves, self.language)
        return {"type": "why", **why}

    async def advise(self, request: Advise) -> dict[str, Any]:
        given = play.advise(
            self.table, self.guest, self.seat, request.aid, request.moves, request.moment, self.language
        )
        return self.hall.teller.advice(self.table, self.language, given)

    async def undo(self, request: Undo) -> dict[str, Any]:
        done = await play.undo(self.hall, self.room, self.guest, self.seat)
        return {**self.ack(), "undo": done}

    async def propose_end(self, request: End) -> dict[str, Any]:
        await play.propose_end(self.hall, self.room, self.guest, self.seat)
        return self.ack()

    async def answer_offer(self, request: Answer) -> dict[str, Any]:
        await play.answer(self.hall, self.room, self.guest, self.seat, request.agree)
        return self.ack()

    async def sheets(self, request: Sheets) -> dict[str, Any]:
        return {"type": "sheets", "sheets": self.hall.teller.sheets(self.table, self.seat, self.language)}

    async def chat(self, request: Chat) -> dict[str, Any]:
        if self.person is None:
            raise HallError("no_guest", "Say who you are first.")
        await talk.chat(self.hall, self.room, self.person, self.seat, request.text, self.language, self.address)
        return self.ack()

    async def remark(self, request: Remark) -> dict[str, Any]:
        await talk.remark(self.hall, self.room, self.guest, self.seat, request.remark, self.language, self.address)
        return self.ack()


ANSWERS: dict[type[Request], Callable[[ViewerSocket, Any], Awaitable[dict[str, Any]]]] = {
    Try: ViewerSocket.try_out,
    Why: ViewerSocket.why_not,
    Advise: ViewerSocket.advise,
    Undo: ViewerSocket.undo,
    End: ViewerSocket.propose_end,
    Answer: ViewerSocket.answer_offer,
    Sheets: ViewerSocket.sheets,
    Chat: ViewerSocket.chat,
    Remark: ViewerSocket.remark,
}
"""How each request is answered, once a viewer has said hello."""


def went_wrong() -> HallError:
    return HallError("unavailable", "Something went wrong in the hall; nothing has changed.")


ODD = re.compile(r"[^\w.:-]")


def plain_id(id: str) -> str:
    """A commit's id as it is kept: what could not be told from the rest of the row is left out."""
    return ODD.sub("", id)
