"""Prometheus metrics of one worker, read from the hall when they are asked for: counting costs the move path nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from skali.hall.hall import Hall


class HallCollector:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def collect(self) -> Iterator[Metric]:
        hall, storage = self.hall, self.hall.storage
        tables = list(hall.tables.values())
        gauges = {
            "skali_tables_open": ("Tables in memory", len(tables)),
            "skali_tables_live": ("Tables with somebody looking on", sum(bool(table.sockets) for table in tables)),
            "skali_connections": ("WebSockets", sum(len(table.sockets) for table in tables)),
            "skali_writes_waiting": ("Jobs that wait for the writer", len(storage.waiting)),
        }
        counters = {
            "skali_moves": ("Moves played by people and bots here", hall.moves),
            "skali_rows_stored": ("Rows made durable", storage.stored),
            "skali_batches": ("Transactions of the writer", storage.batches),
            "skali_batches_failed": ("Transactions that failed", storage.failed_batches),
            "skali_conflicts": ("Rows that another worker was first with", storage.conflicts),
            "skali_messages_sent": ("Numbered messages sent", hall.messages_out),
            "skali_bot_forfeits": ("Decisions that a bot failed to take", hall.bots.forfeits),
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


def page(registry: CollectorRegistry) -> bytes:
    return generate_latest(registry)
