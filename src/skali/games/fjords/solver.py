"""Exact play of colonisation: perfect information, no luck, and small enough to be searched to its end.

A position is three sets of nodes (empty, linked to me, linked to them) and the fields that each has left. The search is alpha-beta
from the mover's side with a memory; the value is my further fields less theirs. Four things make it fast, and none of them guesses:

- when no empty node can be reached by both, the rest is counted (FJ-079);
- a player gets at least the nodes that only they reach through nodes that only they reach, and at most all they reach;
- while the supply of fields cannot run out, one more own field never hurts (by induction on the empty nodes: whatever I would have
  done I can still do, or I have a move to spare). So nodes that only one player can reach, and that lead to nothing disputed, are
  points to count and not moves to try;
- what remains is remembered by those sets alone, so that different orders and different landscapes around them meet.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit, lowest, mix, popcount
from skali.core.protocol import Solution, Solver, State
from skali.games.fjords import farmland, phases
from skali.games.fjords.state import FjordsState

_PLENTY: Final = 63
"""Fields that cannot run out."""
_INFINITE: Final = 100
_PLACES: Final = 1 << 20
"""Of two entries each."""
_SHIFTED: Final = 128
"""Added to a value, so that it is stored above zero."""
_MOST_AT: Final = 8
_NODE_AT: Final = 16
_COST_AT: Final = 24
_MARK_AT: Final = 30


class ColonisationSolver(Solver):
    """Offered through the game. Keeps its memory between positions, but never what is in it: a result depends on nothing before."""

    def __init__(self) -> None:
        self.search: Search | None = None

    def size(self, state: State) -> i64:
        """The empty nodes that both players can reach."""
        if not isinstance(state, FjordsState) or state.phase != phases.PLACE_FIELD:
            return -1
        return popcount(farmland.reach(state, 0) & farmland.reach(state, 1))

    def solve(self, state: State, limit: i64) -> Solution:
        if not isinstance(state, FjordsState) or state.phase != phases.PLACE_FIELD:
            raise ValueError("only colonisation can be solved")
        if self.search is None:
            self.search = Search()
        return self.search.solve(state, limit)


class Search:
    """One search, and the memory that the next one reuses: an entry counts only with the mark of its own search."""

    def __init__(self) -> None:
        self.links: vec[i64] = vec[i64]()
        self.positions: i64 = 0
        self.limit: i64 = 0
        self.mark: i64 = 0
        keys = vec[i64](capacity=2 * _PLACES)
        for _ in range(2 * _PLACES):
            keys = append(keys, i64(0))
        self.keys: vec[i64] = keys
        self.bounds: vec[i64] = keys[:]
        """Least and greatest value, the best node + 1, eight bits each; what it cost, six bits; the mark of the search."""

    def solve(self, state: FjordsState, limit: i64) -> Solution:
        seat = state.active
        self.links = state.links
        self.positions = 0
        self.limit = limit
        self.mark += 1
        mine, theirs = state.edge(seat), state.edge(1 - seat)
        my_left = state.fields_left(seat)
        their_left = state.fields_left(1 - seat)
        value = self.value(state.free, mine, theirs, my_left, their_left, -_INFINITE, _INFINITE)
        best = self.root_move(state.free, mine, theirs, my_left, their_left, value)
        exact = not self.is_exhausted()
        lead = state.fields_placed(seat) - state.fields_placed(1 - seat)
        return Solution(int(farmland.move_of(state, best)), int(lead + value), exact, int(self.positions))

    def root_move(self, free: i64, mine: i64, theirs: i64, my_left: i64, their_left: i64, value: i64) -> i64:
        """The first node that keeps the value; if the search was cut short, the most promising one."""
        order = self.ordered(free, mine, theirs)
        for at in range(len(order)):
            node = order[at]
            if self.is_exhausted():
                break
            after = self.after(free, mine, theirs, my_left, their_left, node, value - 1, value)
            if after >= value and not self.is_exhausted():
                return node
        return order[0]

    def is_exhausted(self) -> bool:
        return self.positions > self.limit

    def value(self, free: i64, mine: i64, theirs: i64, my_left: i64, their_left: i64, alpha: i64, beta: i64) -> i64:
        """My further fields less theirs with best play, or a bound on it outside alpha and beta. I am to move, or skipped."""
        self.positions += 1
        if self.is_exhausted():
            return 0
        my_reach = self.flood(mine, free) if my_left else i64(0)
        their_reach = self.flood(theirs, free) if their_left else i64(0)
        my_most = popcount(my_reach)
        their_most = popcount(their_reach)
        scarce = my_left < my_most or their_left < their_most
        if my_left < my_most:
            my_most = my_left
        if their_left < their_most:
            their_most = their_left
        shared = my_reach & their_reach
        if not shared:
            return my_most - their_most

        my_sure = self.flood(mine, my_reach & ~shared)
        their_sure = self.flood(theirs, their_reach & ~shared)
        my_least = popcount(my_sure)
        their_least = popcount(their_sure)
        least = (my_least if my_least < my_left else my_left) - their_most
        most = my_most - (their_least if their_least < their_left else their_left)
        if not scarce:  # of the disputed nodes beside me I get every other one, beginning now; so do they, after me
            least += (popcount(mine & shared) + 1) // 2 * 2
            most -= popcount(theirs & shared) // 2 * 2
        if least >= beta:
            return least
        if most <= alpha:
            return most

        live = my_reach | their_reach
        if scarce:
            return self.tried(live, mine & live, theirs & live, my_left, their_left, alpha, beta)
        my_points = my_sure & ~self.leading(my_sure, mine, live)
        their_points = their_sure & ~self.leading(their_sure, theirs, live)
        live &= ~(my_points | their_points)
        points = popcount(my_points) - popcount(their_points)
        return points + self.tried(live, mine & live, theirs & live, _PLENTY, _PLENTY, alpha - points, beta - points)

    def tried(self, free: i64, mine: i64, theirs: i64, my_left: i64, their_left: i64, alpha: i64, beta: i64) -> i64:
        """The value by trying every move, the best of an earlier visit first."""
        if not mine:
            return -self.value(free, theirs, mine, their_left, my_left, -beta, -alpha)
        key = mix(mix(mix(mix(my_left * 64 + their_left, 0), free), mine), theirs)
        began = self.positions
        slot = key % _PLACES * 2
        entry = self.recall(slot, key)
        hint: i64 = -1
        known_least: i64 = -_INFINITE
        known_most: i64 = _INFINITE
        if entry:
            known_least = (entry & 255) - _SHIFTED
            known_most = ((entry >> _MOST_AT) & 255) - _SHIFTED
            hint = ((entry >> _NODE_AT) & 255) - 1
            if known_least >= beta or known_least == known_most:
                return known_least
            if known_most <= alpha:
                return known_most
            if known_least > alpha:
                alpha = known_least
            if known_most < beta:
                beta = known_most

        best: i64 = -_INFINITE
        best_node: i64 = -1
        floor = alpha
        order = self.ordered(free, mine, theirs)
        count = i64(len(order))
        for at in range(i64(-1) if hint >= 0 else i64(0), count):
            node = hint if at < 0 else order[at]
            if at >= 0 and node == hint:
                continue
            window = beta if best_node < 0 else floor + 1
            after = self.after(free, mine, theirs, my_left, their_left, node, floor, window)
            if floor < after and window <= after and after < beta:
                after = self.after(free, mine, theirs, my_left, their_left, node, floor, beta)
            if self.is_exhausted():
                return 0
            if after > best:
                best = after
                best_node = node
                if best > floor:
                    floor = best
                if floor >= beta:
                    break

        if best <= alpha:
            known_most = best
        elif best >= beta:
            known_least = best
        else:
            known_least = known_most = best
        entry = (known_least + _SHIFTED) | ((known_most + _SHIFTED) << _MOST_AT) | ((best_node + 1) << _NODE_AT)
        self.remember(slot, key, entry, self.positions - began)
        return best

    def recall(self, slot: i64, key: i64) -> i64:
        """What an earlier visit of this search found out, 0 if nothing is remembered."""
        if self.keys[slot] != key:
            slot += 1
        entry = self.bounds[slot]
        if self.keys[slot] != key or entry >> _MARK_AT != self.mark:
            return 0
        return entry

    def remember(self, slot: i64, key: i64, entry: i64, work: i64) -> None:
        """Of two places the first keeps what cost most, the second what is newest."""
        cost: i64 = 0
        while work:
            work >>= 1
            cost += 1
        old = self.bounds[slot]
        if self.keys[slot] != key and old >> _MARK_AT == self.mark and ((old >> _COST_AT) & 63) > cost:
            slot += 1
        self.keys[slot] = key
        self.bounds[slot] = entry | (cost << _COST_AT) | (self.mark << _MARK_AT)

    def after(
        self, free: i64, mine: i64, theirs: i64, my_left: i64, their_left: i64, node: i64, alpha: i64, beta: i64
    ) -> i64:
        """The value of placing a field on a node."""
        left = my_left if my_left == _PLENTY else my_left - 1
        return 1 - self.value(free & ~bit(node), theirs, mine | self.links[node], their_left, left, 1 - beta, 1 - alpha)

    def flood(self, start: i64, free: i64) -> i64:
        """The empty nodes that links over empty nodes join to the start."""
        links = self.links
        reached = start & free
        new = reached
        while new:
            linked: i64 = 0
            while new:
                linked |= links[lowest(new)]
                new &= new - 1
            new = linked & free & ~reached
            reached |= new
        return reached

    def leading(self, sure: i64, edge: i64, live: i64) -> i64:
        """The sure nodes worth occupying for what they lead to: a disputed node, or another such node, not linked to us yet."""
        links = self.links
        found: i64 = 0
        wanted = live & ~sure & ~edge
        while wanted:
            linked: i64 = 0
            while wanted:
                linked |= links[lowest(wanted)]
                wanted &= wanted - 1
            new = linked & sure & ~found
            found |= new
            wanted = new & ~edge
        return found

    def ordered(self, free: i64, mine: i64, theirs: i64) -> vec[i64]:
        """The nodes to try: first where they could go next, then by what they open for me and close to them."""
        links = self.links
        order = vec[i64](capacity=16)
        targets = mine & free
        while targets:
            node = lowest(targets)
            targets &= targets - 1
            opens = popcount(links[node] & free & ~mine)
            closes = popcount(links[node] & free & ~theirs)
            worth = 2 * opens + closes
            if theirs & bit(node):
                worth += 8 + closes
            order = append(order, worth * 64 + node)
            at = i64(len(order)) - 1
            while at > 0 and order[at - 1] < worth * 64:
                order[at] = order[at - 1]
                at -= 1
            order[at] = worth * 64 + node
        for at in range(len(order)):
            order[at] &= 63
        return order
