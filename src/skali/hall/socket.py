"""The WebSocket of one viewer: answers requests one after the other, writes without waiting."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from typing import Annotated, Any

import msgspec
from fastapi import WebSocket, WebSocketDisconnect

from skali.core.words import LANGUAGES
from skali.hall import play, talk
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.guests import Guest
from skali.hall.hall import Hall, may_view
from skali.hall.limits import Bucket
from skali.hall.messages import encode
from skali.hall.table import LiveTable
from skali.hall.wire import EXTENSION, Wire

log = logging.getLogger("skali.hall.socket")
NOBODY = -2

Id = Annotated[str, msgspec.Meta(max_length=40)]
Move = int | Annotated[str, msgspec.Meta(max_length=200)]
MoveList = Annotated[list[Move], msgspec.Meta(max_length=64)]


class Request(msgspec.Struct, tag_field="do"):
    id: Id = ""


class Hello(Request, tag="hello"):
    seat: int = -1
    language: str = "en"
    resume: int | None = None


class Commit(Request, tag="commit"):
    moves: MoveList = []
    moment: int = -1


class Try(Request, tag="try"):
    moves: MoveList = []
    moment: int = -1


class Why(Request, tag="why"):
    move: Move = -1
    moves: MoveList = []


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


DECODER = msgspec.json.Decoder(Hello | Commit | Try | Why | Undo | End | Answer | Sheets | Chat | Remark | Ping)


class ViewerSocket:
    """One connection: a guest who looks through a seat."""

    def __init__(
        self, hall: Hall, table: LiveTable, websocket: WebSocket, guest: Guest | None, reach: str, address: str
    ) -> None:
        self.hall = hall
        self.table = table
        self.websocket = websocket
        self.wire: Wire = websocket.scope["extensions"][EXTENSION]
        self.person = guest
        self.guest = guest.id if guest else ""
        self.reach = reach
        self.address = address
        self.seat = NOBODY
        self.language = "en"
        self.passing: list[int] = []
        self.inbox: deque[str | None] = deque()
        self.working = False
        self.leaving = ""
        self.goodbye = asyncio.Event()
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
            self.goodbye.set()

    # Reading

    async def run(self) -> None:
        """Serves the connection until it ends. Never raises what a client could cause."""
        await self.websocket.accept()
        self.wire.take(self.receive)
        tasks = [asyncio.create_task(work) for work in (self.goodbye.wait(), self.websocket.receive(), self.watch())]
        leaving, gone, _ = tasks
        try:
            await asyncio.wait({leaving, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not gone.done():
                await self.close()
        finally:
            self.leaving = self.leaving or "gone"
            self.table.sockets.discard(self)
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError):
                    log.error("a connection failed: %r", result)
            if self.seat != NOBODY:
                self.hall.announce(self.table)

    async def close(self) -> None:
        try:
            await asyncio.wait_for(self.websocket.close(1012 if self.leaving == "restart" else 1008), 2)
        except TimeoutError:  # it does not even read our goodbye
            self.wire.cut()
        except (WebSocketDisconnect, RuntimeError):
            pass

    async def watch(self) -> None:
        """Sends away who never says hello or has fallen silent."""
        settings = self.hall.settings
        await asyncio.sleep(settings.hello_seconds)
        if self.seat == NOBODY:
            self.leave("silent")
            return
        while not self.leaving:
            await asyncio.sleep(settings.silence_seconds / 4)
            if time.monotonic() - self.last_heard > settings.silence_seconds:
                self.leave("silent")

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
            self.hall.spawn(
                self.work()
            )  # not ours to cancel: what is being stored will be told, though its sender has gone

    async def work(self) -> None:
        while self.inbox and not self.leaving:
            await self.handle(self.inbox.popleft())
        self.working = False

    async def handle(self, text: str | None) -> None:
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
            else:
                await self.answer(request)
        except HallError as error:
            self.fail(id, error)
        except Exception:
            log.exception("a request failed")
            self.fail(id, HallError("unavailable", "Something went wrong in the hall; nothing has changed."))

    def reply(self, id: str, message: dict[str, Any]) -> None:
        self.send(encode({**message, "re": id}))

    def fail(self, id: str, error: HallError) -> None:
        self.send(encode({"type": "error", "re": id, **error.to_dict()}))

    def hello(self, request: Hello) -> None:
        table, hall = self.table, self.hall
        if request.language not in LANGUAGES:
            raise HallError("bad_request", f"Languages are {', '.join(LANGUAGES)}.")
        if not -1 <= request.seat < table.config.seats:
            raise HallError("not_found", "There is no such seat.")
        if not may_view(table, self.guest, request.seat):
            raise HallError("forbidden", "You may not look through this seat.")
        self.seat, self.language = request.seat, request.language
        table.sockets.add(self)
        ring = hall.ring(table, self.seat, self.language)
        missed = None if request.resume is None else ring.since(request.resume, table.n[self.seat])
        if missed is None:
            welcome = hall.teller.welcome(table, self.seat, self.language, self.guest, self.reach)
            self.reply(request.id, welcome)
        else:
            self.reply(request.id, {"type": "resumed", "n": request.resume, "seat": self.seat})
            for number, message, why in missed:
                self.send(message or hall.table_message(table, why, number, self))
        hall.announce(table)
        hall.wake_bots(table, True)
        self.passing = []
        if table.record.shares_device and table._state is not None:
            hall.tell_pass(table)

    async def answer(self, request: Any) -> None:
        hall, table, seat, id = self.hall, self.table, self.seat, request.id
        if not may_view(table, self.guest, seat):
            raise HallError("forbidden", "You may not look through this seat.")
        if isinstance(request, Commit):
            if not request.moves:
                raise HallError("bad_request", "A commit has 1 to 64 moves.")
            moment = await play.commit(
                hall, table, self.guest, seat, request.moves, request.moment, plain_id(id), self.language
            )
            self.reply(id, {"type": "ack", "moment": moment})
        elif isinstance(request, Try):
            draft = play.try_out(table, self.guest, seat, request.moves, request.moment)
            self.reply(id, hall.teller.draft(table, seat, self.language, draft))
        elif isinstance(request, Why):
            if not table.record.started:
                raise HallError("not_now", "The game has not begun.")
            self.reply(
                id, {"type": "why", **play.why_not(hall, table, seat, request.move, request.moves, self.language)}
            )
        elif isinstance(request, Undo):
            done = await play.undo(hall, table, self.guest, seat)
            self.reply(id, {"type": "ack", "moment": table.moments[seat], "undo": done})
        elif isinstance(request, End):
            await play.propose_end(hall, table, self.guest, seat)
            self.reply(id, {"type": "ack", "moment": table.moments[seat]})
        elif isinstance(request, Answer):
            await play.answer(hall, table, self.guest, seat, request.agree)
            self.reply(id, {"type": "ack", "moment": table.moments[seat]})
        elif isinstance(request, Sheets):
            self.reply(id, {"type": "sheets", "sheets": hall.teller.sheets(table, seat, self.language)})
        elif isinstance(request, Chat):
            if self.person is None:
                raise HallError("no_guest", "Say who you are first.")
            await talk.chat(hall, table, self.person, seat, request.text, self.language, self.address)
            self.reply(id, {"type": "ack", "moment": table.moments[seat]})
        elif isinstance(request, Remark):
            await talk.remark(hall, table, self.guest, seat, request.remark, self.language, self.address)
            self.reply(id, {"type": "ack", "moment": table.moments[seat]})


ODD = re.compile(r"[^\w.:-]")


def plain_id(id: str) -> str:
    """A commit's id as it is kept: what could not be told from the rest of the row is left out."""
    return ODD.sub("", id)
