"""What workers tell each other through PostgreSQL: LISTEN in a thread of its own, NOTIFY with each batch of rows.

What is said while nobody listens is lost. So ``missed`` is called whenever listening has begun, the first time too.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import orjson
import psycopg

from skali.hall.storage import CHANNEL, POSTGRES

log = logging.getLogger("skali.hall.bus")


class Bus:
    """Listens until it is closed; connects again by itself."""

    def __init__(
        self, url: str, worker: str, heard: Callable[[str, dict[str, Any]], None], missed: Callable[[], None]
    ) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self.worker = worker
        self.heard = heard
        self.missed = missed
        self.loop = asyncio.get_running_loop()
        self.closed = False
        self.thread = threading.Thread(target=self._listen_forever, name="skali-bus", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.closed = True
        self.thread.join(timeout=3)

    def _listen_forever(self) -> None:
        is_lost = False
        while not self.closed:
            try:
                with psycopg.connect(self.url, autocommit=True, **POSTGRES) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    is_lost = False
                    self._call(self.missed)
                    while not self.closed:
                        for note in connection.notifies(timeout=0.5):
                            self._hear(note.payload)
            except psycopg.Error as error:
                if not is_lost:
                    log.warning("the bus lost its connection: %s", error)
                is_lost = True
                time.sleep(0.5)

    def _hear(self, payload: str) -> None:
        worker, _, text = payload.partition(" ")
        if worker != self.worker:
            message = orjson.loads(text)
            self._call(lambda: self.heard(worker, message))

    def _call(self, what: Callable[[], None]) -> None:
        try:
            self.loop.call_soon_threadsafe(what)
        except RuntimeError:
            self.closed = True
