"""Prometheus metrics of one worker, for who runs it: by this machine alone, or with a token.

No figure moves when somebody does what the others may not know of: rows, messages and transactions are not counted here, and
moves only when the whole table has seen them.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Any

from fastapi import Request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from skali.hall.address import is_loopback
from skali.hall.hall import Hall


class HallCollector:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def collect(self) -> Iterator[Metric]:
        hall, storage = self.hall, self.hall.storage
        rooms = list(hall.rooms.values())
        gauges = {
            "skali_tables_open": ("Tables in memory", len(rooms)),
            "skali_tables_live": ("Tables with somebody looking on", sum(bool(room.sockets) for room in rooms)),
            "skali_connections": ("WebSockets", sum(len(room.sockets) for room in rooms)),
        }
        counters = {
            "skali_open_moves": (
                "Moves that were seen by the whole table, several sent together as one",
                hall.open_moves,
            ),
            "skali_batches_failed": ("Transactions that failed", storage.failed_batches),
        }
        labels = ["worker"]
        for name, (help, value) in gauges.items():
            gauge = GaugeMetricFamily(name, help, labels=labels)
            gauge.add_metric([hall.worker], value)
            yield gauge
        for name, (help, value) in counters.items():
            counter = CounterMetricFamily(name, help, labels=labels)
            counter.add_metric([hall.worker], value)
            yield counter


def registry_of(hall: Hall) -> CollectorRegistry:
    registry = CollectorRegistry()
    collector: Any = HallCollector(hall)
    registry.register(collector)
    return registry


def may_read(request: Request, token: str) -> bool:
    """Whether the metrics are for who asks: with the token; or from this machine, and not through a proxy on it."""
    given = request.headers.get("authorization", "")
    if token and hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
        return True
    forwarded = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))
    return not token and not forwarded and request.client is not None and is_loopback(request.client.host)


def page(registry: CollectorRegistry) -> bytes:
    return generate_latest(registry)
