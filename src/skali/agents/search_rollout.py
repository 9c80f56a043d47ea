"""Rollout search: the turn that does best when one-ply play goes on from it, over common samples.

A decision of this search is a whole turn: the moves that look best at once are each played on by all seats, one ply deep, until the
game says that a later stage has begun (``Heuristic.stage``), and judged there. Every line begins with a determinization of the
searching seat, and within it every seat decides on a determinization of its own, so nobody sees hidden things or the luck to come.
What is asked inside a turn is decided one ply deep, as it is in the lines. Where the positions after the moves say nothing yet, as
with secret orders and votes, weights decide in the lines. A game may ask for certainty (``Heuristic.doubt``): then the best move at
one ply is played unless another did better beyond chance.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Heuristic, State
from skali.core.rng import Rng

_BY_WEIGHT: Final = 0.001
"""The heuristic's prior decides between moves that are equally good."""
_ROUNDS: Final = 8.0
"""So many lines of a move are played before it may be given up for what did better."""
_LEAST_VARIANCE: Final = 0.000001
_MOST_STEPS: Final = 20000
"""No line goes on for longer, whatever the game."""


class Player:
    """One-ply play by a heuristic, each decision on one sample of its own."""

    def __init__(self, heuristic: Heuristic, seen: i64) -> None:
        self.heuristic = heuristic
        self.seen: i64 = seen
        """How many moves are looked at, the likeliest first; 0 for all."""
        self.rng = Rng(0)
        self.moves = Moves()
        self.weights: vec[float] = vec[float]()
        self.steps: i64 = 0

    def best(self, state: State, seat: i64) -> i64:
        moves = self.moves
        moves.count = 0
        state.search_moves(seat, moves)
        if moves.count == 1:
            return moves.at(0)
        while len(self.weights) < moves.count:
            self.weights = append(self.weights, 0.0)
        self.heuristic.weigh(state, seat, moves, self.weights)
        if self.heuristic.is_by_weights(state):
            return moves.at(self.by_weights(moves.count))
        least = self.least_weight(state, moves.count)
        total = 0.0
        for at in range(moves.count):
            total += self.weights[at]
        best: i64 = 0
        most = 0.0
        found = False
        sample = state.determinize(seat, int(self.rng.word()))  # or dice would be seen before they are rolled
        for at in range(moves.count):
            if self.weights[at] < least:
                continue
            after = sample.copy()
            after.advance(seat, moves.at(at), None)
            worth = self.heuristic.evaluate(after, seat) + _BY_WEIGHT * self.weights[at] / total
            if not found or worth > most:
                most = worth
                best = at
                found = True
        return moves.at(best)

    def by_weights(self, count: i64) -> i64:
        """A move by luck and by the square of its weight: what is likely is chosen more often than that, and not always."""
        total = 0.0
        for at in range(count):
            total += self.weights[at] * self.weights[at]
        luck = total * float(self.rng.below(1000000)) / 1000000.0
        for at in range(count - 1):
            luck -= self.weights[at] * self.weights[at]
            if luck < 0.0:
                return at
        return count - 1

    def least_weight(self, state: State, count: i64) -> float:
        """The weight of the last move that is looked at."""
        if self.seen == 0 or count <= self.seen:
            part = self.heuristic.unlikely(state)
            if part == 0.0:
                return 0.0
            most = 0.0
            for at in range(count):
                if self.weights[at] > most:
                    most = self.weights[at]
            return most * part
        ordered = sorted([self.weights[at] for at in range(count)], reverse=True)
        return ordered[int(self.seen) - 1]

    def play_on(self, state: State, until: i64) -> None:
        """To the first turn of that stage or a later one, or to the end."""
        seat = state.actor()
        steps: i64 = 0
        while seat >= 0 and steps < _MOST_STEPS:
            if self.heuristic.stage(state) >= until:
                break
            state.advance(seat, self.best(state, seat), None)
            steps += 1
            seat = state.actor()
        self.steps += steps


class Rollout:
    """How to search: the width in moves, samples at one ply, stages ahead, how many moves are seen in the lines, how much doubt."""

    def __init__(
        self, heuristic: Heuristic, width: i64, samples: i64, ahead: i64, seen: i64, doubt: float = 0.0
    ) -> None:
        self.heuristic = heuristic
        self.player = Player(heuristic, seen)
        self.width: i64 = width
        self.samples: i64 = samples
        self.ahead: i64 = ahead
        self.doubt = doubt
        self.rng = Rng(0)
        self.moves = Moves()
        self.worth: vec[float] = vec[float]()
        """What each move is worth at one ply, or the sum of its lines."""
        self.alive: vec[i64] = vec[i64]()
        """The moves still in question, the best first, by their places in ``moves``."""
        self.lines: i64 = 0

    def choose(self, root: State, seat: i64, seed: int, iterations: i64, seconds: float) -> int:
        """The move to play after so many lines or seconds, whatever comes first (0: no limit). The root is never changed."""
        start = perf_counter()
        self.rng.seed(seed)
        self.lines = 0
        self.look_once(root, seat)
        stage = self.heuristic.stage(root)
        if stage >= 0 and len(self.alive) > 1:
            if self.doubt > 0.0:
                self.look_for_better(root, seat, stage + self.ahead, iterations, seconds, start)
            else:
                self.search(root, seat, stage + self.ahead, iterations, seconds, start)
        return int(self.moves.at(self.alive[0]))

    def look_once(self, root: State, seat: i64) -> None:
        """Judges every move at one ply, and keeps the best. What is unlikely stays only if it is the best of all."""
        moves = self.moves
        moves.count = 0
        root.search_moves(seat, moves)
        while len(self.worth) < moves.count:
            self.worth = append(self.worth, 0.0)
        worth = self.worth
        self.heuristic.weigh(root, seat, moves, worth)
        total = 0.0
        most = 0.0
        for at in range(moves.count):
            total += worth[at]
            if worth[at] > most:
                most = worth[at]
        least = most * self.heuristic.unlikely(root)
        likely = vec[bool](capacity=moves.count)
        for at in range(moves.count):
            likely = append(likely, worth[at] >= least)
            worth[at] = worth[at] / total * _BY_WEIGHT
        if moves.count > 1:
            for _ in range(self.samples):
                sample = root.determinize(seat, int(self.rng.word()))
                for at in range(moves.count):
                    after = sample.copy()
                    after.advance(seat, moves.at(at), None)
                    worth[at] += self.heuristic.evaluate(after, seat) / float(self.samples)
        best: i64 = 0
        for at in range(moves.count):
            if worth[at] > worth[best]:
                best = at
        self.alive = vec[i64]()
        for at in range(moves.count):
            if at == best or likely[at]:
                self.alive = append(self.alive, at)
        self.keep(self.width)

    def keep(self, number: i64) -> None:
        """Gives up all but so many of the moves in question, by what they are worth."""
        alive = self.alive
        worth = self.worth
        count = i64(len(alive))
        for at in range(i64(1), count):
            each = alive[at]
            place = at
            while place > 0 and worth[alive[place - 1]] < worth[each]:
                alive[place] = alive[place - 1]
                place -= 1
            alive[place] = each
        if number < count:
            self.alive = alive[:number]

    def search(self, root: State, seat: i64, until: i64, iterations: i64, seconds: float, start: float) -> None:
        """Plays lines of every move in question; whenever a part of the budget is spent, the worse half is given up."""
        cuts = 0.0
        """How often the worse half can be given up until one is left."""
        count = i64(len(self.alive))
        while count > 1:
            count = (count + 1) // 2
            cuts += 1.0
        for at in range(len(self.alive)):
            self.worth[self.alive[at]] = 0.0
        made = 1.0
        while len(self.alive) > 1:
            word = int(self.rng.word())
            for at in range(len(self.alive)):
                each = self.alive[at]
                self.worth[each] += self.line(root, seat, until, each, word)
            spent = self.spent(iterations, seconds, start)
            if spent >= 1.0:
                self.keep(1)
            elif spent * cuts >= made:
                made += 1.0
                self.keep((i64(len(self.alive)) + 1) // 2)

    def line(self, root: State, seat: i64, until: i64, move: i64, word: int) -> float:
        """What a move is worth in a line with this luck."""
        line = root.determinize(seat, word)
        self.player.rng.seed(word)
        line.advance(seat, self.moves.at(move), None)
        self.player.play_on(line, until)
        self.lines += 1
        return self.heuristic.line_worth(line, seat)

    def spent(self, iterations: i64, seconds: float, start: float) -> float:
        """The part of the budget that is spent."""
        spent = (perf_counter() - start) / seconds if seconds > 0.0 else 0.0
        if iterations > 0 and float(self.lines) / float(iterations) > spent:
            spent = float(self.lines) / float(iterations)
        return spent

    def look_for_better(
        self, root: State, seat: i64, until: i64, iterations: i64, seconds: float, start: float
    ) -> None:
        """Compares the others with the best move at one ply, line by line; what does worse is given up."""
        alive = self.alive
        count = i64(len(alive))
        gains = vec[float](capacity=count)
        """Of each move over the first, summed; and their squares."""
        squares = vec[float](capacity=count)
        is_open = vec[bool](capacity=count)
        for _ in range(count):
            gains = append(gains, 0.0)
            squares = append(squares, 0.0)
            is_open = append(is_open, True)
        rounds = 0.0
        open = count - 1
        best: i64 = 0
        while open > 0 and self.spent(iterations, seconds, start) < 1.0:
            word = int(self.rng.word())
            first = self.line(root, seat, until, alive[0], word)
            rounds += 1.0
            best = 0
            for at in range(i64(1), count):
                if is_open[at]:
                    gain = self.line(root, seat, until, alive[at], word) - first
                    gains[at] += gain
                    squares[at] += gain * gain
                    mean = gains[at] / rounds
                    error = sqrt((squares[at] / rounds - mean * mean + _LEAST_VARIANCE) / rounds)
                    if rounds >= _ROUNDS and mean < -error:
                        is_open[at] = False
                        open -= 1
                    elif mean > self.doubt * error and (best == 0 or gains[at] > gains[best]):
                        best = at
        alive[0] = alive[best]
