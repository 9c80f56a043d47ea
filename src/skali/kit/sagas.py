"""Games as text: a saga that is written is read and replayed to the same digest, and a damaged one says where.

`python -m skali.kit.sagas GAME SEATS SEED [option=value ...]` prints the saga of a random game, to be kept beside the tests.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from skali.core import Game, Rng, Saga, SagaError, replay
from skali.kit.configurations import Configuration
from skali.kit.games import find_game
from skali.kit.play import Record, play


def written(record: Record) -> str:
    """The saga of a game, as text."""
    options, players = record.configuration.options.to_texts(), [f"player {n}" for n in range(record.seats)]
    saga = Saga.begin(record.states[0], record.seed, record.seats, options, players)
    for turn in record.turns:
        saga.record(turn.seat, record.game.moves.show(turn.move))
    saga.finish(record.states[-1])
    return saga.write()


def saga_replays(record: Record) -> None:
    text = written(record)
    saga = Saga.read(text)
    assert saga.write() == text, "a saga that was written, read and written again is another text"
    try:
        end = replay(saga, record.game)
    except SagaError as error:
        raise AssertionError(f"the saga of a game does not replay: {error}") from error
    assert end.digest() == record.states[-1].digest(), "a saga replays to another digest"


def damaged_saga_names_its_line(record: Record) -> None:
    """Nonsense, a move that is not legal there, another result: each is an error, with the line if it has one."""
    lines = written(record).splitlines()
    first = lines.index("---") + 1
    step = int(Rng(record.seed).below(len(record.turns)))
    seat = record.turns[step].seat
    _departs(record, lines, first + step, f"{seat} xyzzy", first + step + 1, "nonsense as a move")
    illegal = illegal_notation(record, step)
    if illegal:
        _departs(record, lines, first + step, f"{seat} {illegal}", first + step + 1, "an illegal move")
    _departs(record, lines, first + step, "?", first + step + 1, "a line that is no move")
    _departs(record, lines, len(lines) - 1, "digest " + "0" * 64, 0, "another digest")
    _departs(record, lines, len(lines) - 2, "score" + " 12345" * record.seats, 0, "another score")


def illegal_notation(record: Record, step: int) -> str:
    """A move that exists but is not legal at this step; empty if 1,000 tries find none."""
    state, seat, moves = record.states[step], record.turns[step].seat, record.game.moves
    legal = set(state.legal_moves(seat))
    rng = Rng(record.seed)
    tries = (int(rng.below(moves.size)) for _ in range(1_000))
    return next((moves.show(move) for move in tries if move not in legal), "")


def golden_saga_replays(path: Path, find: Callable[[str], Game]) -> None:
    """A finished saga of the collection still ends the same. ``find`` gives the game of a key."""
    saga = Saga.read(path.read_text(encoding="utf-8"))
    assert saga.digest, f"{path.name} has no result: only finished sagas are kept"
    try:
        replay(saga, find(saga.game))
    except SagaError as error:
        raise AssertionError(f"{path.name} no longer replays: {error}") from error


def _departs(record: Record, lines: list[str], index: int, text: str, line: int, what: str) -> None:
    damaged = [*lines[:index], text, *lines[index + 1 :]]
    try:
        replay(Saga.read("\n".join(damaged)), record.game)
    except SagaError as error:
        assert error.line == line, f"a saga with {what} in line {index + 1} names line {error.line}: {error}"
    else:
        raise AssertionError(f"a saga with {what} in line {index + 1} is replayed all the same")


def main(arguments: list[str], write: Callable[[str], object] = sys.stdout.write) -> None:
    key, seats, seed, *options = arguments
    game = find_game(key)
    chosen = game.options.parse(dict(option.split("=", 1) for option in options))
    write(written(play(Configuration(game, int(seats), chosen), int(seed))))


if __name__ == "__main__":
    main(sys.argv[1:])
