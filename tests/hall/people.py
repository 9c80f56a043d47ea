"""People at a hall: a browser's REST and WebSocket, without the browser."""

from __future__ import annotations

import itertools
import json
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.hall.halls import PATIENCE

_numbers = itertools.count(1)


class Person:
    """A guest with a cookie."""

    def __init__(self, url: str, name: str = "") -> None:
        self.url = url
        self.http = httpx.Client(
            base_url=url, timeout=PATIENCE, verify=False
        )  # reading certificates takes longer than a game
        if name:
            self.post("/api/me", {"name": name})

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, body: Any = None, status: int | tuple[int, ...] = (200, 201)) -> Any:
        answer = self.http.post(path, json={} if body is None else body)
        allowed = status if isinstance(status, tuple) else (status,)
        assert answer.status_code in allowed, (path, answer.status_code, answer.text)
        return answer.json()

    def lay(self, game: str, **settings: Any) -> Any:
        return self.post("/api/tables", {"game": game, **settings})["table"]

    def sit(self, table: str, seat: int, **body: Any) -> Any:
        return self.post(f"/api/tables/{table}/seats/{seat}/sit", body)["table"]

    @property
    def cookie(self) -> str:
        return self.http.cookies.get("skali_guest") or ""

    def look(
        self, table: str, seat: int = -1, language: str = "en", resume: int | None = None, changes: bool = False
    ) -> Viewer:
        return Viewer(self, table, seat, language, resume, changes=changes)


class Viewer:
    """A WebSocket that keeps what a client would keep, and checks every number it is given."""

    def __init__(
        self,
        person: Person,
        table: str,
        seat: int,
        language: str = "en",
        resume: int | None = None,
        headers: dict[str, str] | None = None,
        changes: bool = False,
    ) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.socket = open_socket(person, table, **(headers or {}))
        self.n = -1
        self.position: Any = None
        self.info: Any = None
        self.log: list[Any] = []
        self.chat: list[Any] = []
        self.received: list[Any] = []
        self.size = 0
        """Characters of the updates."""
        self.hello = {"do": "hello", "id": "hello", "seat": seat, "language": language, "changes": changes}
        self.say_hello(resume)

    def say_hello(self, resume: int | None) -> None:
        self.send({**self.hello, "resume": resume} if resume is not None else self.hello)
        if resume is not None:
            self.n = resume
        self.first = self.answer("hello")

    def come_back(self) -> None:
        """On a new connection, with all that it had."""
        self.socket = open_socket(self.person, self.table)
        self.say_hello(self.n)

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> Any:
        text = self.socket.recv(timeout=timeout)
        message = json.loads(text)
        self.size += len(text) if message["type"] == "update" else 0
        self.received.append(message)
        self.take(message)
        return message

    def take(self, message: Any) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.n = message["n"]
            self.position, self.info = message["position"], message["table"]
            self.log = [None] * message["log"]["from"] + message["log"]["lines"]
            self.chat = message["chat"]
        elif "n" in message and kind != "resumed":
            assert message["n"] == self.n + 1, (self.n, message)
            self.n = message["n"]
        if kind == "update":
            before, self.position = self.position, message["position"]
            for key in self.position.pop("same", ()):
                self.position["view"][key] = before["view"][key]
            assert message["log"]["from"] <= len(self.log)
            self.log = self.log[: message["log"]["from"]] + message["log"]["lines"]
        elif kind == "table":
            self.info = message["table"]
        elif kind == "chat":
            self.chat.append(message["line"])

    def answer(self, id: str) -> Any:
        """Everything up to the answer to a request."""
        while True:
            message = self.receive()
            if message.get("re") == id:
                return message

    def ask(self, do: str, **fields: Any) -> Any:
        id = fields.pop("id", None) or f"r{next(_numbers)}"
        self.send({"do": do, "id": id, **fields})
        return self.answer(id)

    def play(self, *moves: int | str, **fields: Any) -> Any:
        fields.setdefault("moment", self.position["moment"])
        return self.ask("commit", moves=list(moves), **fields)

    def plays(self, *moves: int | str) -> None:
        answer = self.play(*moves)
        assert answer["type"] == "ack", answer

    def settle(self) -> list[Any]:
        """Everything that is on its way: what came before the answer to a ping."""
        before = len(self.received)
        self.ask("ping")
        return [each for each in self.received[before:] if each["type"] not in ("pong", "presence", "pass")]

    def until(self, wanted: Any) -> Any:
        while True:
            message = self.receive()
            if wanted(message):
                return message

    def close(self) -> None:
        self.socket.close()

    def is_closed(self) -> bool:
        try:
            while True:
                self.receive()
        except ConnectionClosed:
            return True
        except TimeoutError:
            return False


def open_socket(person: Person, table: str, **headers: str) -> ClientConnection:
    url = person.url.replace("http://", "ws://")
    more = {"Cookie": f"skali_guest={person.cookie}"} if person.cookie else {}
    made = connect(f"{url}/api/tables/{table}/ws", additional_headers={**more, **headers}, compression=None)
    return made.__enter__()  # closed by whoever opened it


def table_of(url: str, game: str, seats: int, **settings: Any) -> tuple[list[Person], str]:
    """A table with a person on each seat."""
    people = [Person(url, f"Player{seat}") for seat in range(seats)]
    table = people[0].lay(game, seats=seats, **settings)["id"]
    for seat in range(1, seats):
        people[seat].sit(table, seat)
    return people, table
