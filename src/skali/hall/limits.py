"""How much a client may ask for: token buckets, by address, guest or connection."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any


class Bucket:
    """Fills at a rate up to a burst; each request takes one."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < amount:
            return False
        self.level -= amount
        return True


class Buckets:
    """One bucket for each address; the oldest are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, amount: float = 1.0) -> bool:
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = Bucket(self.rate, self.burst)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(key)
        return bucket.take(amount)


def address_key(address: str) -> str:
    """What limits count as one address: of IPv6 the network, because whoever has one address there has 2**64."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64)) + "/64"


def address_of(scope: Mapping[str, Any]) -> str:
    """The address of a request's sender, as limits count it."""
    client = scope.get("client")
    return address_key(client[0]) if client else "unknown"
