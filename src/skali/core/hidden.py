"""Piles without an order, and what each seat has seen of hidden cards.

A pile is a bag: which card comes next is decided when it is drawn, so there is no order to leak. What a seat knows is data that
the state carries, so that views can show it and ``determinize`` can respect it.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from skali.core.rng import Rng


class Bag:
    """How many of each kind are left; a draw takes one at random."""

    def __init__(self, counts: list[int]) -> None:
        self.counts: vec[i16] = vec[i16]([i16(count) for count in counts])
        self.total: i64 = sum(counts)

    def draw(self, rng: Rng) -> i64:
        """Takes out a random one and names its kind. The bag must not be empty."""
        left = rng.below(self.total)
        kind: i64 = 0
        while left >= i64(self.counts[kind]):
            left -= i64(self.counts[kind])
            kind += 1
        self.take(kind)
        return kind

    def take(self, kind: i64) -> None:
        if self.counts[kind] == 0:
            raise ValueError(f"the bag holds no {kind}")
        self.counts[kind] -= 1
        self.total -= 1

    def add(self, kind: i64, count: i64 = 1) -> None:
        self.counts[kind] += i16(count)
        self.total += count

    def copy(self) -> Bag:
        twin = Bag([])
        twin.counts = self.counts[:]
        twin.total = self.total
        return twin

    def to_list(self) -> list[int]:
        return [int(count) for count in self.counts]


class Known:
    """For each viewer, place and kind: how many of the kind the viewer knows to lie in that hidden place.

    A viewer is a seat; the last viewer stands for the spectators, who know what everybody knows. A place is whatever the game
    numbers: hands, discards. Owners need no entry for what they can look at any time.
    """

    def __init__(self, viewers: i64, places: i64, kinds: i64) -> None:
        self.viewers: i64 = viewers
        self.places: i64 = places
        self.kinds: i64 = kinds
        self.counts: vec[u8] = vec[u8]([u8(0)] * int(viewers * places * kinds))

    def count(self, viewer: i64, place: i64, kind: i64) -> i64:
        return i64(self.counts[(viewer * self.places + place) * self.kinds + kind])

    def learn(self, viewer: i64, place: i64, kind: i64) -> None:
        """The viewer saw one of the kind go into the place."""
        self.counts[(viewer * self.places + place) * self.kinds + kind] += 1

    def learn_all(self, place: i64, kind: i64) -> None:
        """Everybody saw one of the kind go into the place."""
        for viewer in range(self.viewers):
            self.learn(viewer, place, kind)

    def saw_leaving(self, viewer: i64, place: i64, kind: i64) -> None:
        """The viewer saw one of the kind leave the place."""
        at = (viewer * self.places + place) * self.kinds + kind
        if self.counts[at] > 0:
            self.counts[at] -= 1

    def shown_leaving(self, place: i64, kind: i64) -> None:
        """Everybody saw one of the kind leave the place."""
        for viewer in range(self.viewers):
            self.saw_leaving(viewer, place, kind)

    def unseen_leaving(self, viewer: i64, place: i64, count: i64 = 1) -> None:
        """So many left the place and the viewer did not see which: of every kind, that many fewer are certain."""
        base = (viewer * self.places + place) * self.kinds
        for kind in range(self.kinds):
            self.counts[base + kind] = u8(max(i64(self.counts[base + kind]) - count, 0))

    def move_all(self, source: i64, target: i64) -> None:
        """The whole content of one place goes to another; what was known of it goes along."""
        for viewer in range(self.viewers):
            a = (viewer * self.places + source) * self.kinds
            b = (viewer * self.places + target) * self.kinds
            for kind in range(self.kinds):
                self.counts[b + kind] += self.counts[a + kind]
                self.counts[a + kind] = 0

    def clear(self, place: i64) -> None:
        """Nothing is known of the place any more, or it is empty."""
        for viewer in range(self.viewers):
            base = (viewer * self.places + place) * self.kinds
            for kind in range(self.kinds):
                self.counts[base + kind] = 0

    def copy(self) -> Known:
        twin = Known(self.viewers, self.places, 0)
        twin.kinds = self.kinds
        twin.counts = self.counts[:]
        return twin

    def seen(self, viewer: i64, place: i64) -> list[int]:
        """The counts by kind, for views."""
        base = (viewer * self.places + place) * self.kinds
        return [int(self.counts[base + kind]) for kind in range(self.kinds)]

    def to_list(self) -> list[int]:
        return [int(count) for count in self.counts]

    def load(self, counts: list[int]) -> None:
        if len(counts) != len(self.counts) or not all(0 <= count <= 255 for count in counts):
            raise ValueError(f"knowledge is saved as {len(self.counts)} counts from 0 to 255")
        self.counts = vec[u8]([u8(count) for count in counts])


def redeal(pool: Bag, sizes: list[int], known: list[list[int]], rng: Rng) -> list[Bag]:
    """Deals the pool anew to places of the given sizes, each holding at least what is known of it.

    The pool is all that lies hidden in these places together with what stays undealt; it is left with the undealt rest.
    """
    dealt: list[Bag] = []
    for counts in known:
        for kind, count in enumerate(counts):
            for _ in range(count):
                pool.take(kind)
        dealt.append(Bag(counts))
    for place, size in enumerate(sizes):
        while dealt[place].total < size:
            dealt[place].add(pool.draw(rng))
    return dealt
