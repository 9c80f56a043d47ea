"""Random games, played step by step and kept whole, so that every check can look at any position of them."""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from skali.core import SPECTATOR, Event, Game, Moves, Rng, State, derive_seed
from skali.kit.configurations import Configuration

LIMIT = 50_000
"""A game with more moves than this never ends."""


@dataclass
class Turn:
    seat: int
    move: int
    events: list[Event]


@dataclass
class Record:
    """A whole game: position i stands before turn i, the last one is the end."""

    configuration: Configuration
    seed: int
    by: str
    states: list[State] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.configuration.game

    @property
    def seats(self) -> int:
        return self.configuration.seats

    def spot(self, step: int) -> "Spot":
        return Spot(self.states[step], self.configuration, self.seed, step, self.by)

    def __str__(self) -> str:
        return f"{self.configuration}, seed {self.seed}, by {self.by} moves"


@dataclass
class Spot:
    """A position of a game that is being checked, and how to get there again."""

    state: State
    configuration: Configuration
    seed: int
    step: int
    by: str = "search"
    found: dict[tuple[str, int], Any] = field(default_factory=dict)
    """What several checks need, and one has already found out."""

    @property
    def game(self) -> Game:
        return self.configuration.game

    @property
    def seats(self) -> int:
        return self.configuration.seats

    @property
    def viewers(self) -> list[int]:
        return [*range(self.seats), SPECTATOR]

    def rng(self, purpose: str) -> Rng:
        """Luck for one check, the same whenever this position is checked."""
        return Rng(derive_seed(purpose, self.seed, self.step))

    def show(self, move: int) -> str:
        return f"'{self.game.moves.show(move)}' ({move})"

    def __str__(self) -> str:
        return f"{self.configuration}, seed {self.seed}, by {self.by} moves, after {self.step} moves"


def play(configuration: Configuration, seed: int, by: str = "search") -> Record:
    """A game of uniformly random moves among those worth searching, or ``by="legal"`` among all that are allowed."""
    record = Record(configuration, seed, by)
    rng = Rng(derive_seed("play", by, seed))
    state = configuration.start(seed)
    record.states.append(state)
    while not state.is_over():
        assert len(record.turns) < LIMIT, f"the game goes on after {LIMIT} moves"
        seat, move = choose(state, rng, by)
        events: list[Event] = []
        state = state.copy()
        state.apply(seat, move, events)
        record.states.append(state)
        record.turns.append(Turn(seat, move, events))
    assert state.to_act() == [], f"the game is over, but {state.to_act()} are to act"
    return record


def choose(state: State, rng: Rng, by: str = "search") -> tuple[int, int]:
    """One of the awaited seats and one of its moves."""
    awaited = state.to_act()
    assert awaited, "the game is not over, but nobody is to act"
    seat = awaited[rng.below(len(awaited))] if len(awaited) > 1 else awaited[0]
    moves = searched(state, seat) if by == "search" else state.legal_moves(seat)
    assert moves, f"seat {seat} is to act, but has no {by} moves"
    return seat, moves[rng.below(len(moves))]


def searched(state: State, seat: int) -> list[int]:
    moves = Moves()
    state.search_moves(seat, moves)
    return moves.to_list()


def play_on(state: State, rng: Rng) -> None:
    """Plays the state itself to its end."""
    for _ in range(LIMIT):
        if state.is_over():
            return
        seat, move = choose(state, rng)
        state.advance(seat, move)
    raise AssertionError(f"the game goes on after {LIMIT} moves")


def sampled(record: Record, number: int) -> list[Spot]:
    """Positions of a game spread over everything that it asks, and its end."""
    by_prompt: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for step, state in enumerate(record.states[:-1]):
        by_prompt[state.prompt(record.turns[step].seat).kind, len(state.to_act()) > 1].append(step)
    rng = Rng(derive_seed("sample", record.seed))
    chosen: list[int] = []
    groups = list(by_prompt.values())
    while groups and len(chosen) < number:
        for steps in groups:
            chosen.append(steps.pop(rng.below(len(steps))))
        groups = [steps for steps in groups if steps]
    return [record.spot(step) for step in [*sorted(chosen[:number]), len(record.turns)]]


def some(items: list[Any], number: int, rng: Rng) -> list[Any]:
    """So many of the items at random, or all of them in their order if there are no more."""
    return shuffled(items, rng, number) if len(items) > number else list(items)


def shuffled(items: list[Any], rng: Rng, number: int = -1) -> list[Any]:
    """All of the items, or the first so many, in random order."""
    items = list(items)
    number = len(items) if number < 0 else number
    for index in range(number):
        other = index + int(rng.below(len(items) - index))
        items[index], items[other] = items[other], items[index]
    return items[:number]


def canonical(data: Any) -> str:
    """Data as one text that is equal exactly when the data are."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))
