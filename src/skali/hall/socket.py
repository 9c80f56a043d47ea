"""The WebSocket of one viewer: answers requests one after the other, writes without waiting."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from skali.core.words import LANGUAGES
from skali.hall import acting, bot_moves, play, presence, talk
from skali.hall.clock import now
from skali.hall.errors import HallError
from skali.hall.guests import Guest
from skali.hall.limits import Bucket
from skali.hall.line import Line, Listener, framed
from skali.hall.messages import encode
from skali.hall.requests import (
    DECODER,
    MOST_MOVES,
    Advise,
    Answer,
    Chat,
    Commit,
    End,
    Hello,
    Ping,
    Remark,
    Sheets,
    Try,
    Undo,
    Why,
)
from skali.hall.room import Ring, Room
from skali.hall.table import Decide

if TYPE_CHECKING:
    from skali.hall.hall import Hall

log = logging.getLogger("skali.hall.socket")
NOBODY = -2


class ViewerSocket(Listener):
    """One connection: a guest who looks through a seat. ``ended`` is called when it is over."""

    def __init__(
        self,
        hall: Hall,
        room: Room,
        guest: Guest | None,
        public_address: str,
        address: str,
        ended: Callable[[], None],
    ) -> None:
        super().__init__(hall.outbox)
        self.hall = hall
        self.room = room
        self.table = room.table
        self.line: Line | None = None
        self.person = guest
        self.guest = guest.id if guest else ""
        self.public_address = public_address
        """Under which this viewer passes the hall on; ``address`` is where the viewer comes from."""
        self.address = address
        self.ended = ended
        self.seat = NOBODY
        self.language = "en"
        self.ring = Ring(NOBODY, "en", False)
        self.passing: list[int] = []
        self.inbox: list[str | None] = []
        self.working = False
        self.leaving = ""
        self.is_gone = False
        self.loop = asyncio.get_running_loop()
        self.timer = self.loop.call_later(hall.settings.hello_seconds, self.watch)
        self.last_heard = time.monotonic()
        settings = hall.settings
        self.bucket = Bucket(settings.messages_per_second, 2 * settings.messages_per_second)

    def begin(self, line: Line | None) -> None:
        """The connection is accepted; or it was gone before."""
        self.line = line
        if line is None:
            self.lost()

    # Writing

    def send(self, message: bytes) -> None:
        """Writes a message, and never waits. A client that does not keep up is cut off; it can come back and resume."""
        self.push(framed(message))

    def push(self, frame: bytes) -> None:
        """The same with a message that is a frame already."""
        if not self.leaving and self.line is not None and not self.line.push(frame):
            self.leaving = "slow"
            self.line.cut()

    def leave(self, reason: str) -> None:
        if not self.leaving and self.line is not None:
            self.send(encode({"type": "bye", "reason": reason}))
            self.leaving = self.leaving or reason
            self.line.close(1012 if reason == "restart" else 1008)
            self.loop.call_soon(self.gone)  # whoever sends this one away may be looking at all of them

    # Reading

    def lost(self) -> None:
        self.leaving = self.leaving or "gone"
        self.gone()

    def gone(self) -> None:
        if not self.is_gone:
            self.is_gone = True
            self.room.sockets.discard(self)
            self.timer.cancel()
            self.ended()
            if self.seat != NOBODY:
                presence.announce(self.hall, self.room)

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
            if self.handle(self.inbox.pop(0)):
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
            self.ring.known = {}
            welcome = hall.teller.welcome(room, self.seat, self.language, self.guest, self.public_address)
            self.reply(request.id, welcome)
        else:
            self.reply(request.id, {"type": "resumed", "n": request.resume, "seat": self.seat})
            for number, frame, why in missed:
                if frame is None:
                    frame = framed(hall.teller.table_message(room, why, number, self))
                self.push(frame)
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
        if acting.act_at_once(self.hall, self.room, decide, partial(self.committed, request.id)):
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


ANSWERS: dict[Any, Callable[[ViewerSocket, Any], Awaitable[dict[str, Any]]]] = {
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
    return id if id.isalnum() and id.isascii() else ODD.sub("", id)
