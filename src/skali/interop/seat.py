"""One seat of a hall, held by its link: what a browser does, without the browser. Speaks only the hall's public API.

The connection stays open, so that the others see that the seat is there. It is opened again when the hall was away.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

COOKIE = "skali_guest"
PING_SECONDS = 20.0
PATIENCE = 60.0
"""Seconds that the hall has for an answer."""


class SeatError(Exception):
    """What the hall refuses or cannot do, in a sentence."""


@dataclass(frozen=True)
class SeatLink:
    """A link such as ``http://hall.example:8000/t/t4K9qhWz2x#seat=1&key=KEY``: who has it may sit there."""

    hall: str
    table: str
    seat: int
    key: str

    @classmethod
    def read(cls, text: str) -> SeatLink:
        parts = urlsplit(text.strip())
        behind = parse_qs(parts.fragment)
        root, _, table = parts.path.rpartition("/t/")
        seat = behind.get("seat", [""])[0]
        if parts.scheme not in ("http", "https") or not table or not seat.isdecimal() or "key" not in behind:
            raise SeatError(f"'{text}' is no link to a seat: one ends in /t/TABLE#seat=1&key=KEY")
        return cls(f"{parts.scheme}://{parts.netloc}{root}", table, int(seat), behind["key"][0])


class Seat:
    """The seat while somebody holds it: the last position and log that it was told, and requests to the hall."""

    def __init__(self, link: SeatLink, name: str, kept: Path | None = None) -> None:
        self.link = link
        self.name = name
        self.kept = kept
        """Where the guest's cookie is kept: a link is good for one guest only, and this one may come again."""
        self.http = httpx.AsyncClient(base_url=link.hall, timeout=PATIENCE)
        self.socket: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.news = asyncio.Condition()
        self.opening = asyncio.Lock()
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.first_line = 0
        """The number of its first line: the hall sends the last ones only."""

    # What is asked

    async def get(self, path: str, **query: Any) -> Any:
        """A request under the table, or anywhere if the path begins with /."""
        await self.open()
        whole = path if path.startswith("/") else f"/api/tables/{self.link.table}/{path}"
        return self._read(await self._try(self.http.get(whole, params={"lang": "en", **query})))

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """A request over the WebSocket and its answer. Asked again with the same id if the connection breaks."""
        id = uuid.uuid4().hex
        for last in (False, True):
            await self.open()
            try:
                return await self._send({"do": do, "id": id, **fields})
            except (ConnectionError, WebSocketException) as error:
                if last:
                    raise SeatError(f"the hall does not answer: {error}") from None
        raise AssertionError

    async def wait(self, seconds: float) -> None:
        """Until the seat is asked, the game is over, or so many seconds have passed."""
        await self.open()

        async def is_asked() -> None:
            async with self.news:
                await self.news.wait_for(lambda: self.is_asked() or self.is_over())

        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(is_asked(), seconds)

    def is_asked(self) -> bool:
        prompt = self.position.get("prompt")
        return prompt is not None and prompt["kind"] != "waiting"

    def is_over(self) -> bool:
        return bool(self.position.get("over")) or self.table.get("status") in ("over", "ended", "closed", "damaged")

    # The connection

    async def open(self) -> None:
        """Sits down, and connects if there is no connection."""
        async with self.opening:
            if self.reader is not None and not self.reader.done():
                return
            await self._sit()
            address = self.link.hall.replace("http", "ws", 1) + f"/api/tables/{self.link.table}/ws"
            cookie = {"Cookie": f"{COOKIE}={self.http.cookies.get(COOKIE) or ''}"}
            try:
                self.socket = await connect(address, additional_headers=cookie, max_size=None)
            except (OSError, WebSocketException) as error:
                raise SeatError(f"the hall cannot be reached at {self.link.hall}: {error}") from None
            self.reader = asyncio.create_task(self._listen(self.socket))
            await self._send({"do": "hello", "id": uuid.uuid4().hex, "seat": self.link.seat, "language": "en"})

    async def close(self) -> None:
        if self.reader is not None:
            self.reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.reader
        if self.socket is not None:
            await self.socket.close()
        await self.http.aclose()

    async def _sit(self) -> None:
        if self.http.cookies.get(COOKIE) is None and self.kept is not None and self.kept.exists():
            self.http.cookies.set(COOKIE, self.kept.read_text(encoding="utf-8"))
        if self.http.cookies.get(COOKIE) is not None:
            told = await self._try(self.http.get(f"/api/tables/{self.link.table}"))
            if told.status_code == 200 and self.link.seat in told.json()["table"]["mine"]:
                return
        self._read(await self._try(self.http.post("/api/me", json={"name": self.name, "language": "en"})))
        place = f"/api/tables/{self.link.table}/seats/{self.link.seat}/sit"
        self._read(await self._try(self.http.post(place, json={"name": self.name, "key": self.link.key})))
        if self.kept is not None:
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            self.kept.touch(mode=0o600)
            self.kept.write_text(self.http.cookies.get(COOKIE) or "", encoding="utf-8")

    async def _listen(self, socket: ClientConnection) -> None:
        """Takes in all that the hall says, until the connection ends."""
        pings = asyncio.create_task(self._ping(socket))
        try:
            async for text in socket:
                message = json.loads(text)
                async with self.news:
                    self._take(message)
                    self.news.notify_all()
                waiting = self.answers.pop(str(message.get("re")), None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
        except WebSocketException:
            pass
        finally:
            pings.cancel()
            for waiting in self.answers.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the connection ended"))
            self.answers.clear()

    async def _ping(self, socket: ClientConnection) -> None:
        with contextlib.suppress(WebSocketException):
            while True:
                await asyncio.sleep(PING_SECONDS)
                await socket.send(json.dumps({"do": "ping", "id": uuid.uuid4().hex}))

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            self.table, self.position = message["table"], message["position"]
            self.log = message["log"]["lines"]
            self.first_line = message["log"]["from"]
        elif message["type"] == "update":
            self.position = message["position"]
            self.log = self.log[: message["log"]["from"] - self.first_line] + message["log"]["lines"]
        elif message["type"] == "table":
            self.table = message["table"]

    async def _send(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self.socket is not None
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.answers[message["id"]] = answer
        await self.socket.send(json.dumps(message))
        try:
            told = await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            raise SeatError("the hall does not answer") from None
        if told["type"] == "error":
            raise SeatError(_sentence(told))
        return told

    async def _try(self, request: Any) -> httpx.Response:
        try:
            answer: httpx.Response = await request
        except httpx.HTTPError as error:
            raise SeatError(f"the hall cannot be reached at {self.link.hall}: {error}") from None
        return answer

    def _read(self, answer: httpx.Response) -> Any:
        if answer.status_code >= 400:
            raise SeatError(_sentence(answer.json()))
        return answer.json()


def _sentence(error: dict[str, Any]) -> str:
    rule = error.get("rule")
    return f"{error['message']} ({rule})" if rule else str(error["message"])
