"""The tables at which the kit plays a game: every size with the defaults, and a pairwise cover of size and options.

With ``SKALI_TEST_ALL=1`` it is every table that the rules allow. Where an option has so many values that the cover would take too
long, `kit.toml` beside the game's tests names those that stand for the rest, the default first: ``decks = ["A", "BC", "ABC"]``.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from skali.core import Game, Options, State
from skali.core.options import show_value
from skali.kit.games import notes, plays_everything

Row = tuple[int, ...]
"""One value, by its number, for each factor."""

_ATTEMPTS = 5_000  # tries to complete one pair before it counts as refused


@dataclass(frozen=True)
class Configuration:
    """A table: the game, how many sit at it, and the options they play by."""

    game: Game
    seats: int
    options: Options

    def start(self, seed: int) -> State:
        return self.game.start(self.seats, seed, self.options)

    def __str__(self) -> str:
        default = self.game.options().to_texts()
        changed = [f"{name}={text}" for name, text in self.options.to_texts().items() if default[name] != text]
        return " ".join([self.game.key, f"seats={self.seats}", *changed])


def configurations(game: Game) -> list[Configuration]:
    """What the kit plays, in a fixed order."""
    if plays_everything():
        return every_configuration(game)
    return pairwise_configurations(game)


def every_configuration(game: Game) -> list[Configuration]:
    return [
        Configuration(game, seats, options)
        for seats in game.seats
        for options in game.options.every()
        if not game.refuse_options(seats, options)
    ]


def pairwise_configurations(game: Game) -> list[Configuration]:
    """Every size with the defaults, then as few more as cover every pair of values that the rules allow."""
    names = list(game.options.allowed())
    values: list[tuple[Any, ...]] = [game.seats, *covered_values(game).values()]

    def at(row: Row) -> Configuration:
        chosen = [values[factor][number] for factor, number in enumerate(row)]
        options = game.options.parse({name: show_value(value) for name, value in zip(names, chosen[1:])})
        return Configuration(game, chosen[0], options)

    def allowed(row: Row) -> bool:
        table = at(row)
        return not game.refuse_options(table.seats, table.options)

    defaults = [(size, *[0] * len(names)) for size in range(len(game.seats))]
    rows = cover([len(each) for each in values], allowed, [row for row in defaults if allowed(row)])
    return [at(row) for row in rows]


def covered_values(game: Game) -> dict[str, tuple[Any, ...]]:
    """The values of each option that the cover plays, the default first."""
    allowed = game.options.allowed()
    chosen = notes(game, "cover")
    for name, values in chosen.items():
        assert name in allowed and values[0] == allowed[name][0] and set(values) <= set(allowed[name]), (
            f"kit.toml of {game.key}: {name}"
        )
    return {name: tuple(chosen.get(name, values)) for name, values in allowed.items()}


def cover(sizes: list[int], allowed: Callable[[Row], bool], rows: list[Row]) -> list[Row]:
    """The rows, and greedily chosen further ones until every pair of values that can stand together does."""
    rows = list(rows)
    open_pairs = {
        ((a, x), (b, y))
        for a, b in itertools.combinations(range(len(sizes)), 2)
        for x in range(sizes[a])
        for y in range(sizes[b])
    }
    for row in rows:
        open_pairs -= set(pairs_of(row))
    while open_pairs:
        pair = min(open_pairs)
        tries = itertools.islice(completions(pair, sizes, open_pairs), _ATTEMPTS)
        found = next((each for each in tries if allowed(each)), None)
        if found is None:
            open_pairs.remove(pair)
        else:
            rows.append(found)
            open_pairs -= set(pairs_of(found))
    return rows


def pairs_of(row: Row) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    return itertools.combinations(enumerate(row), 2)


def completions(pair: Any, sizes: list[int], open_pairs: set[Any]) -> Iterator[Row]:
    """All rows that hold the pair, those that cover most of the open pairs first (factor by factor)."""

    def gain(chosen: dict[int, int], factor: int, value: int) -> int:
        mates = [((factor, value), mate) for mate in chosen.items()]
        return sum(tuple(sorted(mate)) in open_pairs for mate in mates)

    def fill(chosen: dict[int, int], factor: int) -> Iterator[Row]:
        if factor == len(sizes):
            yield tuple(chosen[each] for each in range(len(sizes)))
        elif factor in chosen:
            yield from fill(chosen, factor + 1)
        else:
            for value in sorted(range(sizes[factor]), key=lambda value: -gain(chosen, factor, value)):
                yield from fill(chosen | {factor: value}, factor + 1)

    return fill(dict(pair), 0)
