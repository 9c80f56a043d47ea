"""How long a person waits at a table: `python -m bench.hall.steps SAGA`. Opening it, a drafted step, a whole turn.

A recorded game is played again over REST and the WebSocket of a hall of its own. Before each of its moves some of the moves that
are offered are tried, as a page does; the first move of a turn and all that follow until another is asked are one turn. Opening is
measured twice, at a table that the hall has in memory and at one that it must open from its rows.
"""

import json
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from rich.console import Console
from rich.table import Table
from websockets.sync.client import ClientConnection, connect

from bench.hall.__main__ import Ours

TRIED = 3
"""Moves that are tried before one is played."""
OPENED = 20


class Page:
    """What a browser asks for."""

    def __init__(self, port: int) -> None:
        self.times: dict[str, list[float]] = {}
        self.http = httpx.Client(timeout=60, verify=False)
        self.move_to(port)
        self.http.post("/api/me", json={"name": "Bench"})

    def move_to(self, port: int) -> None:
        """The same guest at another hall with the same records."""
        self.url = f"127.0.0.1:{port}"
        self.http.base_url = httpx.URL(f"http://{self.url}")

    def timed(self, what: str, began: float) -> None:
        self.times.setdefault(what, []).append((time.perf_counter() - began) * 1000)

    def lay(self, saga: str) -> str:
        answer = self.http.post("/api/sagas", json={"saga": saga})
        answer.raise_for_status()
        table: str = answer.json()["table"]["id"]
        return table

    def look(self, table: str, seat: int) -> tuple[ClientConnection, dict[str, Any]]:
        cookie = f"skali_guest={self.http.cookies.get('skali_guest')}"
        socket = connect(
            f"ws://{self.url}/api/tables/{table}/ws",
            additional_headers={"Cookie": cookie},
            max_size=None,
        )
        return socket, asked(socket, {"do": "hello", "seat": seat, "language": "en"})["position"]

    def open(self, table: str, what: str) -> None:
        began = time.perf_counter()
        self.look(table, 0)[0].close()
        self.timed(what, began)


def asked(socket: ClientConnection, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request; what comes before it is passed over."""
    socket.send(json.dumps({**request, "id": "1"}))
    while True:
        message: dict[str, Any] = json.loads(socket.recv())
        if message.get("re") == "1":
            return message


def play(page: Page, header: str, lines: list[str]) -> str:
    """The whole game, move by move; its table."""
    table = page.lay(header + "---\n")
    seats = max(int(line.split(" ", 1)[0]) for line in lines) + 1
    sockets = [page.look(table, seat)[0] for seat in range(seats)]
    rng = random.Random(1)
    began, before = time.perf_counter(), -1
    for line in lines:
        seat, move = int(line.split(" ", 1)[0]), line.split(" ", 1)[1]
        if seat != before:
            if before >= 0:
                page.timed("a whole turn", began)
            began, before = time.perf_counter(), seat
        position = page.http.get(f"/api/tables/{table}/position", params={"seat": seat}).json()["position"]
        for choice in rng.sample(position["legal"], min(TRIED, len(position["legal"]))):
            start = time.perf_counter()
            tried = asked(sockets[seat], {"do": "try", "moves": [choice["move"]], "moment": position["moment"]})
            page.timed("a drafted step", start)
            assert tried["type"] == "tried", tried
        start = time.perf_counter()
        answer = asked(sockets[seat], {"do": "commit", "moves": [move], "moment": position["moment"]})
        page.timed("a move, stored", start)
        assert answer["type"] == "ack", answer
    for socket in sockets:
        socket.close()
    return table


def measure(saga: Path) -> dict[str, list[float]]:
    header, moves, _ = saga.read_text(encoding="utf-8").split("---\n")
    lines = [line for line in moves.splitlines() if not line.startswith("#")]
    game = next(line.split()[1] for line in header.splitlines() if line.startswith("game "))
    with tempfile.TemporaryDirectory() as folder:
        server = Ours(game, f"{folder}/hall.db")
        try:
            page = Page(server.port)
            table = play(page, header, lines)
            half = header + "---\n" + "\n".join(lines[: len(lines) // 2]) + "\n"
            halves = [page.lay(half) for _ in range(OPENED)]
            for _ in range(OPENED):
                page.open(table, "opening, in memory")
        finally:
            server.close()
        server = Ours(game, f"{folder}/hall.db")
        try:
            page.move_to(server.port)
            for each in halves:
                page.open(each, "opening, from its rows")
        finally:
            server.close()
    return page.times


def main(saga: Annotated[Path, typer.Argument(exists=True, dir_okay=False)]) -> None:
    times = measure(saga)
    shown = Table(title=f"{saga.stem}: milliseconds until the answer is there", title_justify="left")
    for column in ("what", "median", "95 % below", "number"):
        shown.add_column(column, justify="left" if column == "what" else "right")
    for what, found in sorted(times.items()):
        late = statistics.quantiles(found, n=20)[-1]
        shown.add_row(what, f"{statistics.median(found):.1f}", f"{late:.1f}", str(len(found)))
    Console().print(shown)


if __name__ == "__main__":
    typer.run(main)
