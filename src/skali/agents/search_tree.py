"""The memory of a tree search: nodes and edges as numbers into flat arrays, found by key. No Python object per node.

A node is a decision as the searching seat sees it. An edge is a move that was legal there in some determinization: how often it was
available, how often chosen, and what it earned the seat that chooses there.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from skali.core.bits import mix

NONE: Final = -1
_FIRST_SLOTS: Final = 1024


class Tree:
    def __init__(self) -> None:
        self.nodes: i64 = 0
        self.edges: i64 = 0
        self.slots: i64 = 0
        self.slot_key: vec[i64] = vec[i64]()
        self.slot_node: vec[i32] = vec[i32]()
        self.first: vec[i32] = vec[i32]()
        """The first edge of each node, NONE until it is expanded."""
        self.move: vec[i32] = vec[i32]()
        self.next: vec[i32] = vec[i32]()
        """The next edge of the same node; the last one leads back to the first."""
        self.available: vec[i32] = vec[i32]()
        self.visits: vec[i32] = vec[i32]()
        self.earned: vec[float] = vec[float]()
        self.prior: vec[float] = vec[float]()
        self.clear()

    def clear(self) -> None:
        """Forgets everything; the arrays are built anew."""
        self.nodes = 0
        self.edges = 0
        self.first = vec[i32]()
        self.move = vec[i32]()
        self.next = vec[i32]()
        self.available = vec[i32]()
        self.visits = vec[i32]()
        self.earned = vec[float]()
        self.prior = vec[float]()
        self._make_slots(_FIRST_SLOTS)

    def find(self, key: i64) -> i64:
        """The node of a key, NONE if there is none."""
        at = mix(key, 1) % self.slots
        while self.slot_node[at] != NONE:
            if self.slot_key[at] == key:
                return i64(self.slot_node[at])
            at += 1
            if at == self.slots:
                at = 0
        return NONE

    def add_node(self, key: i64) -> i64:
        """A new node, not yet expanded."""
        if 2 * self.nodes >= self.slots:
            self._grow()
        self._put(key, self.nodes)
        self.first = append(self.first, i32(NONE))
        self.nodes += 1
        return self.nodes - 1

    def edge_for(self, node: i64, move: i64, near: i64) -> i64:
        """The edge of a move, looked for from ``near`` on (moves come in the same order every time); NONE if there is none."""
        first = i64(self.first[node])
        if first == NONE:
            return NONE
        start = first if near == NONE else near
        edge = start
        while True:
            if i64(self.move[edge]) == move:
                return edge
            edge = i64(self.next[edge])
            if edge == start:
                return NONE

    def add_edge(self, node: i64, move: i64, prior: float, near: i64) -> i64:
        """A new edge, put behind ``near`` in the ring."""
        edge = self.edges
        self.move = append(self.move, i32(move))
        self.available = append(self.available, i32(0))
        self.visits = append(self.visits, i32(0))
        self.earned = append(self.earned, 0.0)
        self.prior = append(self.prior, prior)
        if i64(self.first[node]) == NONE:
            self.first[node] = i32(edge)
            self.next = append(self.next, i32(edge))
        else:
            before = i64(self.first[node]) if near == NONE else near
            self.next = append(self.next, self.next[before])
            self.next[before] = i32(edge)
        self.edges += 1
        return edge

    def _put(self, key: i64, node: i64) -> None:
        at = mix(key, 1) % self.slots
        while self.slot_node[at] != NONE:
            at += 1
            if at == self.slots:
                at = 0
        self.slot_key[at] = key
        self.slot_node[at] = i32(node)

    def _grow(self) -> None:
        keys = self.slot_key
        nodes = self.slot_node
        self._make_slots(4 * self.slots)
        for at in range(len(keys)):
            if nodes[at] != NONE:
                self._put(keys[at], i64(nodes[at]))

    def _make_slots(self, number: i64) -> None:
        keys = vec[i64](capacity=number)
        nodes = vec[i32](capacity=number)
        for _ in range(number):
            keys = append(keys, i64(0))
            nodes = append(nodes, i32(NONE))
        self.slot_key = keys
        self.slot_node = nodes
        self.slots = number
