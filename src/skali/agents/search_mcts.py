"""Information-set Monte Carlo tree search over the game protocol, for any number of seats.

Every iteration plays one determinization: a position that the searching seat cannot tell from the true one. A node of the tree is
what that seat knows and who decides, so all determinizations share it, luck that shows leads to different nodes, and orders that
lead to the same knowledge meet. Moves of others may be legal in some determinizations only: an edge counts how often it was
available. Seats that decide simultaneously choose independently (decoupled), each at a node that knows nothing of the others'
answers. What is earned is each seat's own: half for its place, half for its margin over the best of the others. A margin counts by
how far it lies from what is usual here, so that a point is worth as much to who is far ahead as to who is even.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from skali.agents.search_tree import NONE, Tree
from skali.core.bits import bit, lowest, mix
from skali.core.moves import Moves
from skali.core.playout import RandomChooser
from skali.core.protocol import SPECTATOR, Heuristic, State
from skali.core.rng import Rng

RANDOM: Final = 0
WEIGHED: Final = 1
TO_THE_END: Final = -1
_UNTRIED: Final = 1000.0
_WARM_UP: Final = 12
"""Playouts that tell what margins are usual here."""
_WIDTH: Final = 2.0
"""So many deviations from the usual margin earn half of what is left to earn."""
_MOST_NODES: Final = 1 << 21
_MOST_STEPS: Final = 100000
"""No playout goes on for longer, whatever the game."""


class Settings:
    """How to search. The heuristic may guide the choice of moves (prior), the playouts, and judge where they are cut off."""

    def __init__(
        self, explore: float, prior: bool, playout: i64, cutoff: i64, reuse: bool, heuristic: Heuristic | None
    ) -> None:
        self.explore = explore
        self.prior = prior and heuristic is not None
        self.playout: i64 = playout if heuristic is not None else RANDOM
        self.cutoff: i64 = cutoff if heuristic is not None else TO_THE_END
        """Decisions played out before the heuristic judges; TO_THE_END for none of that."""
        self.reuse = reuse
        self.heuristic = heuristic


class Search:
    """One seat's search through one game: the tree may live on from decision to decision."""

    def __init__(self, settings: Settings, seats: i64) -> None:
        self.settings = settings
        self.seats: i64 = seats
        self.seat: i64 = 0
        self.tree = Tree()
        self.rng = Rng(0)
        self.chooser = RandomChooser(self.rng)
        self.moves = Moves()
        self.weights: vec[float] = vec[float]()
        self.edges: vec[i32] = vec[i32]()
        """The edges of the moves on offer, in their order."""
        self.path: vec[i32] = vec[i32]()
        self.path_seat: vec[i32] = vec[i32]()
        self.length: i64 = 0
        self.rewards: vec[float] = vec[float]()
        self.tracks: vec[i64] = vec[i64]()
        """In a simultaneous decision: what each seat has answered so far."""
        for _ in range(seats):
            self.rewards = append(self.rewards, 0.0)
            self.tracks = append(self.tracks, i64(0))
        self.joint: i64 = 0
        """The seats that still answer the simultaneous decision."""
        self.base: i64 = 0
        """What the searching seat knew when it began."""
        self.usual: vec[float] = vec[float]()
        """The margin of each seat that is neither good nor bad here."""
        for _ in range(seats):
            self.usual = append(self.usual, 0.0)
        self.scale: float = 0.0
        """How far from it a margin is half of the best or the worst."""
        self.iterations: i64 = 0

    def choose(self, root: State, seat: i64, seed: int, iterations: i64, seconds: float) -> int:
        """The move to play after so many iterations or seconds, whatever comes first (0: no limit). The root is never changed."""
        self.seat = seat
        self.rng.seed(seed)
        self.set_scale(root)
        start = perf_counter()
        self.iterations = 0
        while (self.iterations < iterations if iterations > 0 else seconds > 0.0) and (
            seconds <= 0.0 or perf_counter() - start < seconds
        ):
            self.iterate(root.determinize(seat, int(self.rng.word())))
            self.iterations += 1
        return self.most_visited(root)

    def set_scale(self, root: State) -> None:
        """Learns which margins are usual. A tree that was grown where others were is given up."""
        seats = self.seats
        sums = vec[float](capacity=seats)
        for _ in range(seats):
            sums = append(sums, 0.0)
        squares = 0.0
        for _ in range(_WARM_UP):
            sample = root.determinize(self.seat, int(self.rng.word()))
            self.play_out(sample)
            self.take_margins(sample)
            for seat in range(seats):
                sums[seat] += self.rewards[seat] / float(_WARM_UP)
            squares += self.rewards[self.seat] * self.rewards[self.seat] / float(_WARM_UP)
        usual = sums[self.seat]
        variance = squares - usual * usual
        scale = _WIDTH * sqrt(variance) if variance > 0.0 else 0.0
        if scale < 1.0:
            scale = 1.0
        moved = usual - self.usual[self.seat]
        same = 0.4 * self.scale < scale and scale < 2.5 * self.scale and -self.scale < moved and moved < self.scale
        if not (same and self.settings.reuse and 2 * self.tree.nodes < _MOST_NODES):
            self.tree.clear()
            self.scale = scale
            self.usual = sums

    def most_visited(self, root: State) -> int:
        """The root's move with most visits; of equals, the one that earned more."""
        self.joint = 0
        self.enter(root)
        node = self.tree.find(self.key_of(root, self.actor_of(root)))
        self.moves.count = 0
        root.search_moves(self.seat, self.moves)
        best = self.moves.at(0)
        most: i64 = -1
        richest = 0.0
        near: i64 = NONE
        for at in range(self.moves.count):
            edge = i64(NONE) if node == NONE else self.tree.edge_for(node, self.moves.at(at), near)
            if edge != NONE:
                near = edge
                visits = i64(self.tree.visits[edge])
                if visits > most or (visits == most and self.tree.earned[edge] > richest):
                    most = visits
                    richest = self.tree.earned[edge]
                    best = self.moves.at(at)
        return int(best)

    # One iteration

    def iterate(self, state: State) -> None:
        self.length = 0
        self.joint = 0
        self.descend(state)
        self.play_out(state)
        self.judge(state)
        for at in range(self.length):
            edge = i64(self.path[at])
            self.tree.visits[edge] += 1
            self.tree.earned[edge] += self.rewards[i64(self.path_seat[at])]

    def descend(self, state: State) -> None:
        """Follows the tree to a node that is new, or to the end of the game."""
        tree = self.tree
        while True:
            self.enter(state)
            actor = self.actor_of(state)
            if actor < 0:
                return
            self.moves.count = 0
            state.search_moves(actor, self.moves)
            if self.moves.count == 1:
                self.advance(state, actor, self.moves.at(0))
                continue
            key = self.key_of(state, actor)
            node = tree.find(key)
            if node == NONE:
                if tree.nodes == _MOST_NODES:
                    return
                node = tree.add_node(key)
                if self.length > 0:
                    return
            self.offer(state, actor, node)
            chosen = self.select_by_prior() if self.settings.prior else self.select()
            self.remember(i64(self.edges[chosen]), actor)
            self.advance(state, actor, self.moves.at(chosen))

    def offer(self, state: State, actor: i64, node: i64) -> None:
        """Lists the edges of the moves on offer; a move that is new here gets one."""
        tree = self.tree
        count = self.moves.count
        while len(self.edges) < count:
            self.edges = append(self.edges, i32(0))
        weighed = False
        near: i64 = NONE
        for at in range(count):
            move = self.moves.at(at)
            edge = tree.edge_for(node, move, near)
            if edge == NONE:
                if not weighed:
                    self.weigh(state, actor, self.settings.prior)
                    weighed = True
                edge = tree.add_edge(node, move, self.weights[at], near)
            tree.available[edge] += 1
            self.edges[at] = i32(edge)
            near = edge

    def weigh(self, state: State, actor: i64, by_heuristic: bool) -> None:
        """A share for each move on offer; together they are 1."""
        count = self.moves.count
        while len(self.weights) < count:
            self.weights = append(self.weights, 0.0)
        heuristic = self.settings.heuristic
        if heuristic is None or not by_heuristic:
            for at in range(count):
                self.weights[at] = 1.0 / float(count)
            return
        heuristic.weigh(state, actor, self.moves, self.weights)
        total = 0.0
        for at in range(count):
            total += self.weights[at]
        for at in range(count):
            self.weights[at] /= total

    def select(self) -> i64:
        """By confidence bounds on availability: an untried move first, any of them."""
        tree = self.tree
        best = -1.0
        chosen: i64 = 0
        untried: i64 = 0
        for at in range(self.moves.count):
            edge = i64(self.edges[at])
            visits = i64(tree.visits[edge])
            if visits == 0:
                untried += 1
                if untried == 1 or self.rng.below(untried) == 0:
                    chosen = at
            elif untried == 0:
                share = float(visits)
                bound = self.settings.explore * sqrt(log(float(i64(tree.available[edge]))) / share)
                worth = tree.earned[edge] / share + bound
                if worth > best:
                    best = worth
                    chosen = at
        return chosen

    def select_by_prior(self) -> i64:
        """By what was earned and what the heuristic expects: more by the former, the more was tried. Unknown is a bit worse."""
        tree = self.tree
        earned = 0.0
        tried = 0.0
        for at in range(self.moves.count):
            edge = i64(self.edges[at])
            earned += tree.earned[edge]
            tried += float(i64(tree.visits[edge]))
        unknown = (earned / tried if tried > 0.0 else 0.5) - 0.05
        best = -_UNTRIED
        chosen: i64 = 0
        for at in range(self.moves.count):
            edge = i64(self.edges[at])
            share = float(i64(tree.visits[edge]))
            mean = tree.earned[edge] / share if share > 0.0 else unknown
            urge = tree.prior[edge] * sqrt(float(i64(tree.available[edge]))) / (1.0 + share)
            worth = mean + self.settings.explore * urge
            if worth > best:
                best = worth
                chosen = at
        return chosen

    def remember(self, edge: i64, actor: i64) -> None:
        if self.length < len(self.path):
            self.path[self.length] = i32(edge)
            self.path_seat[self.length] = i32(actor)
        else:
            self.path = append(self.path, i32(edge))
            self.path_seat = append(self.path_seat, i32(actor))
        self.length += 1

    # Simultaneous decisions

    def enter(self, state: State) -> None:
        """Notes the seats of a simultaneous decision when it begins, and what was known then."""
        if self.joint:
            return
        awaited = state.to_act()
        if len(awaited) > 1:
            for seat in awaited:
                self.joint |= bit(seat)
                self.tracks[seat] = 0
            self.base = state.key(self.seat)

    def actor_of(self, state: State) -> i64:
        if not self.joint:
            return state.actor()
        return self.seat if self.joint & bit(self.seat) else lowest(self.joint)

    def key_of(self, state: State, actor: i64) -> i64:
        """A node is what the searching seat knows; in a simultaneous decision, what it knew and what the actor has answered."""
        if self.joint:
            return mix(mix(self.base, actor + 1), self.tracks[actor])
        return mix(mix(state.key(self.seat), 0), actor + 1)

    def advance(self, state: State, actor: i64, move: i64) -> None:
        if not self.joint:
            state.advance(actor, move, None)
            return
        alone = self.joint == bit(actor)
        shown = state.key(SPECTATOR) if alone else i64(0)
        state.advance(actor, move, None)
        self.tracks[actor] = mix(mix(self.tracks[actor], 1), move)
        still: i64 = 0
        for seat in state.to_act():
            still |= bit(seat)
        if still & ~self.joint:
            self.joint = 0  # somebody else is asked: all have answered
        elif alone and state.key(SPECTATOR) != shown:
            self.joint = 0  # the last answer was revealed; who is asked now is asked something new
        else:
            self.joint &= still

    # Playing out and judging

    def play_out(self, state: State) -> None:
        """Plays on to the end, or for as many decisions as the settings say."""
        left = self.settings.cutoff
        by_weight = self.settings.playout == WEIGHED
        steps: i64 = 0
        seat = state.actor()
        while seat >= 0 and left != 0 and steps < _MOST_STEPS:
            if by_weight:
                self.moves.count = 0
                state.search_moves(seat, self.moves)
                choices = self.moves.count
                move = self.moves.at(self.pick_by_weight(state, seat)) if choices > 1 else self.moves.at(0)
            else:
                move = self.chooser.choose(state, seat)
                choices = self.chooser.choices
            if choices > 1:
                left -= 1
            state.advance(seat, move, None)
            steps += 1
            seat = state.actor()

    def pick_by_weight(self, state: State, seat: i64) -> i64:
        self.weigh(state, seat, True)
        luck = float(self.rng.below(1000000)) / 1000000.0
        last = self.moves.count - 1
        for at in range(last):
            luck -= self.weights[at]
            if luck < 0.0:
                return at
        return last

    def judge(self, state: State) -> None:
        """What each seat has earned, from 0 to 1."""
        over = state.is_over()
        if over:
            places = state.ranking()
            firsts = 0
            for place in places:
                if place == 1:
                    firsts += 1
        self.take_margins(state)
        for seat in range(self.seats):
            margin = self.rewards[seat] - self.usual[seat]
            size = margin if margin >= 0.0 else -margin
            worth = 0.5 + 0.5 * margin / (size + self.scale)
            if over:
                worth = 0.5 * worth + (0.5 / float(firsts) if places[seat] == 1 else 0.0)
            self.rewards[seat] = worth

    def take_margins(self, state: State) -> None:
        """Points of each seat ahead of the best of the others: counted at the end, judged by the heuristic before."""
        heuristic = self.settings.heuristic
        if heuristic is not None and not state.is_over():
            heuristic.evaluate_all(state, self.rewards)
            return
        for seat in range(self.seats):
            best: i64 = 0
            found = False
            for other in range(self.seats):
                if other != seat:
                    score = state.score(other)
                    if not found or score > best:
                        best = score
                        found = True
            self.rewards[seat] = float(state.score(seat) - best)
