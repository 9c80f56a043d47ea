"""A bounded attack on a hall of one's own: what one address can do to it, and what somebody else notices meanwhile.

``python -m bench.hall.attack`` starts a hall with its ordinary limits on loopback, attacks it from 127.0.0.66 for a few seconds
in each way, and measures the WebSocket of a person at 127.0.0.1: the time to an answered ping. Everything is bounded in count and
in seconds, and nothing but loopback is ever addressed.
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bench.hall.__main__ import SERVER, free_port, wait_for
from skali.core import load_game
from skali.hall.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
ATTACKER = "127.0.0.66"
SECONDS = 8.0


class Victim:
    """A hall as ``skali hall`` opens it, and a person with a table."""

    def __init__(self) -> None:
        self.port = free_port()
        folder = tempfile.mkdtemp(prefix="skali-attack-")
        settings = Settings(database=f"{folder}/hall.db", host="127.0.0.1", port=self.port, log_format="plain")
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, json.dumps(asdict(settings))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "CI": "true"},
            stderr=subprocess.DEVNULL,
        )
        wait_for(f"{self.url}/healthz")
        self.person = httpx.Client(base_url=self.url, timeout=60)
        self.person.post("/api/me", json={"name": "Person"})
        self.table = self.person.post("/api/tables", json={"game": "fjords", "seats": 2}).json()["table"]["id"]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)


def attacker(victim: Victim) -> httpx.Client:
    """A client with a cookie, from the attacker's address."""
    client = httpx.Client(
        base_url=victim.url, timeout=60, transport=httpx.HTTPTransport(local_address=ATTACKER, verify=False)
    )
    client.post("/api/me", json={"name": "Attacker"})
    return client


def look(victim: Victim, cookie: str, source: str, table: str, seat: int) -> ClientConnection:
    made = connect(
        f"ws://127.0.0.1:{victim.port}/api/tables/{table}/ws",
        additional_headers={"Cookie": f"skali_guest={cookie}"},
        source_address=(source, 0),
        compression=None,
        open_timeout=60,
    ).__enter__()
    made.send(json.dumps({"do": "hello", "id": "hello", "seat": seat}))
    answered(made, "hello")
    return made


def answered(viewer: ClientConnection, id: str) -> dict[str, object]:
    while True:
        message: dict[str, object] = json.loads(viewer.recv(timeout=60))
        if message.get("re") == id:
            return message


class Pulse(threading.Thread):
    """Somebody else, who pings 50 times a second at most."""

    def __init__(self, victim: Victim) -> None:
        super().__init__(daemon=True)
        self.viewer = look(victim, victim.person.cookies["skali_guest"], "127.0.0.1", victim.table, 0)
        self.times: list[float] = []
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.02):
            began = time.perf_counter()
            self.viewer.send('{"do": "ping", "id": "p"}')
            answered(self.viewer, "p")
            self.times.append((time.perf_counter() - began) * 1000)


Attack = Callable[[Victim, Counter[str], float], None]


def nothing(victim: Victim, seen: Counter[str], until: float) -> None:
    while time.monotonic() < until:
        time.sleep(0.1)


def silent(victim: Victim, seen: Counter[str], until: float) -> None:
    """6,000 connections that ask for nothing."""
    held = []
    for _ in range(6000):
        try:
            held.append(socket.create_connection(("127.0.0.1", victim.port), 5, (ATTACKER, 0)))
            seen["connections"] += 1
        except OSError:
            seen["refused"] += 1
        if len(held) > 500:
            held.pop(0).close()
        if time.monotonic() > until:
            break
    nothing(victim, seen, until)
    for each in held:
        each.close()


def forks(victim: Victim, seen: Counter[str], until: float) -> None:
    """Sagas of 19,000 lines ``fork 1``."""
    game = load_game("fjords")
    head = (
        f"saga 1\ngame fjords\nrules {game.rules_version}\ncomponents {game.components.digest}\nseats 2\nseed 2a\n---\n"
    )
    client = attacker(victim)
    for _ in range(20):
        if time.monotonic() > until:
            break
        seen[str(client.post("/api/sagas", json={"saga": head + "fork 1\n" * 19000}).status_code)] += 1


def replays(victim: Victim, seen: Counter[str], until: float) -> None:
    """A whole game looked back at, at every moment, in three languages."""
    client = attacker(victim)
    saga = (ROOT / "tests" / "sagas" / "fjords-by-hand.saga").read_text()
    table = client.post("/api/sagas", json={"saga": saga}).json()["table"]["id"]
    for number in range(5000):
        if time.monotonic() > until:
            break
        lang = ("en", "fr", "nl")[number % 3]
        path = (
            f"moments?lang={lang}&from={number}",
            f"drawing?moment={number % 200}",
            f"moments/{number % 200}?lang={lang}",
        )
        seen[str(client.get(f"/api/tables/{table}/{path[number % 3]}").status_code)] += 1


def hellos(victim: Victim, seen: Counter[str], until: float) -> None:
    """Hello again and again, on one connection after the other."""
    client = attacker(victim)
    while time.monotonic() < until and seen.total() < 20000:
        try:
            viewer = look(victim, client.cookies["skali_guest"], ATTACKER, victim.table, -1)
            for number in range(1000):
                viewer.send(json.dumps({"do": "hello", "id": f"h{number}", "seat": -1}))
                answered(viewer, f"h{number}")
                seen["welcomes"] += 1
                if time.monotonic() > until:
                    break
            viewer.close()
        except ConnectionClosed:
            seen["cut off"] += 1


def lobby(victim: Victim, seen: Counter[str], until: float) -> None:
    """Tables for the lobby, with a new cookie now and then."""
    client = attacker(victim)
    for number in range(2000):
        if time.monotonic() > until:
            break
        if number % 10 == 9:
            client = attacker(victim)
        seen[str(client.post("/api/tables", json={"game": "fjords"}).status_code)] += 1


def chat(victim: Victim, seen: Counter[str], until: float) -> None:
    """Lines of chat of a spectator, who comes back with new cookies."""
    while time.monotonic() < until and seen.total() < 5000:
        client = attacker(victim)
        try:
            viewer = look(victim, client.cookies.get("skali_guest", ""), ATTACKER, victim.table, -1)
            for number in range(50):
                viewer.send(json.dumps({"do": "chat", "id": f"c{number}", "text": "spam"}))
                answer = answered(viewer, f"c{number}")
                seen[str(answer.get("error", answer["type"]))] += 1
            viewer.close()
        except ConnectionClosed:
            seen["cut off"] += 1


def noise(victim: Victim, seen: Counter[str], until: float) -> None:
    """Requests that no client would send."""
    lines = [
        b"GET /%00",
        b"GET /" + b"x" * 5000,
        b"POST /api/sagas",
        b"GET /api/tables/%ff/qr.svg",
        b"FOO *",
        b"GET /api/me",
    ]
    heads = [
        b"Origin: http://[",
        b"Host: [",
        b"Host: " + b"x" * 3000,
        b"Content-Length: 99999999999999999999",
        b"Cookie: \xff",
    ]
    for number in range(5000):
        if time.monotonic() > until:
            break
        with socket.create_connection(("127.0.0.1", victim.port), 20, (ATTACKER, 0)) as made:
            try:
                made.sendall(
                    lines[number % 6] + b" HTTP/1.1\r\n" + heads[number % 5] + b"\r\nConnection: close\r\n\r\n"
                )
                status = made.recv(64).split(b" ")[1:2]
                seen[status[0].decode() if status else "closed"] += 1
            except OSError:
                seen["closed"] += 1


ATTACKS: list[Attack] = [nothing, silent, forks, replays, hellos, lobby, chat, noise]


def main() -> None:
    shown = Table("attack", "what came of it", "pings", "p50 ms", "p99 ms", "longest ms")
    for attack in ATTACKS:
        victim = Victim()
        seen: Counter[str] = Counter()
        try:
            pulse = Pulse(victim)
            pulse.start()
            attack(victim, seen, time.monotonic() + SECONDS)
            pulse.ended.set()
            pulse.join(30)
            assert victim.person.get("/healthz").json()["status"] == "ok"
        finally:
            victim.close()
        cuts = statistics.quantiles(pulse.times, n=100, method="inclusive")
        what = ", ".join(f"{count:,} {name}" for name, count in sorted(seen.items())) or "-"
        shown.add_row(
            attack.__name__,
            what,
            f"{len(pulse.times):,}",
            f"{cuts[49]:.1f}",
            f"{cuts[98]:.1f}",
            f"{max(pulse.times):.0f}",
        )
    Console(width=160).print(shown)


if __name__ == "__main__":
    main()
