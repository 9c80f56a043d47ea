"""Sagas: a game as a text file. A header, one line per asked move in notation, the result and the digest.

Lines that begin with ``#`` are remarks. A line ``fork k`` marks luck begun anew after an undo that went back over a draw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from skali.core.moves import NotationError
from skali.core.options import OptionError
from skali.core.protocol import Event, Game, IllegalMove, State
from skali.core.rng import derive_seed

_RULE: Final = "---"
_FORMAT: Final = "1"
_DIGITS: Final = 9
"""Of a number in a saga: a seat, points. More are no number of a game, and Python itself refuses to read thousands."""
_FORK_DIGITS: Final = 19
"""Of a fork's number, which has at most 62 bits."""


class SagaError(ValueError):
    """A saga that cannot be read or departs from the rules; the message begins with the line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


@dataclass
class Step:
    """One line between the rules: a ``move`` of a seat, a ``fork``, or a ``remark``."""

    kind: str
    text: str
    seat: int = -1
    line: int = 0


@dataclass
class Saga:
    """All that is needed to play a game again and to check that it ends the same."""

    game: str
    rules: str
    components: str
    seats: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    nonce: str = ""
    steps: list[Step] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    digest: str = ""

    @classmethod
    def begin(cls, state: State, seed: int, seats: int, options: dict[str, str], players: list[str]) -> Saga:
        """The saga of a game that starts now."""
        game = state.game()
        names = dict(enumerate(players))
        return cls(game.key, game.rules_version, game.components.digest, seats, seed, options, names)

    def record(self, seat: int, notation: str) -> None:
        self.steps.append(Step("move", notation, seat))

    def remark(self, text: str) -> None:
        self.steps.append(Step("remark", " ".join(text.split())))

    def says(self, seat: int, notation: str) -> None:
        """A seat has said something to the table."""
        self.remark(f"seat {seat} says: {notation}")

    def finish(self, state: State) -> None:
        """Adds the result, once the game is over."""
        self.score = [int(state.score(seat)) for seat in range(self.seats)]
        self.digest = state.digest()

    def write(self) -> str:
        lines = [
            f"saga {_FORMAT}",
            f"game {self.game}",
            f"rules {self.rules}",
            f"components {self.components}",
            f"seats {self.seats}",
            f"seed {self.seed:016x}",
        ]
        if self.nonce:
            lines.append(f"nonce {self.nonce}")
        lines += [f"option {name}={value}" for name, value in self.options.items()]
        lines += [f"player {seat} {' '.join(name.split())}" for seat, name in sorted(self.players.items())]
        lines.append(_RULE)
        for step in self.steps:
            if step.kind == "move":
                lines.append(f"{step.seat} {step.text}")
            else:
                lines.append(f"{'fork' if step.kind == 'fork' else '#'} {step.text}")
        if self.digest:
            lines += [
                _RULE,
                "score " + " ".join(str(points) for points in self.score),
                f"digest {self.digest}",
            ]
        return "\n".join(lines) + "\n"

    @classmethod
    def read(cls, text: str) -> Saga:
        """The saga of a text; ``SagaError`` names the first line that is wrong."""
        return _Reader(text).saga()


class _Reader:
    """Reads a saga line by line and remembers where it is."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.at = 0
        self.header: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.players: dict[int, str] = {}

    def saga(self) -> Saga:
        self.read_header()
        saga = Saga(
            self.must("game"),
            self.must("rules"),
            self.must("components"),
            self.number("seats", 10),
            self.number("seed", 16),
            self.options,
            self.players,
            self.header.get("nonce", ""),
        )
        self.read_steps(saga)
        self.read_result(saga)
        return saga

    def fail(self, message: str) -> SagaError:
        return SagaError(self.at, message)

    def must(self, name: str) -> str:
        if name not in self.header:
            raise SagaError(0, f"the header has no line '{name} ...'")
        return self.header[name]

    def number(self, name: str, base: int) -> int:
        text = self.must(name)
        try:
            return int(text, base)
        except ValueError:
            raise SagaError(0, f"the header's '{name} {text[:40]}' is no number") from None

    def next_line(self) -> str | None:
        if self.at >= len(self.lines):
            return None
        self.at += 1
        return self.lines[self.at - 1].strip()

    def read_header(self) -> None:
        line = self.next_line()
        if line != f"saga {_FORMAT}":
            raise self.fail(f"a saga begins with 'saga {_FORMAT}', not '{line or ''}'")
        while True:
            line = self.next_line()
            if line is None:
                raise self.fail(f"the file ends before the line '{_RULE}' that closes the header")
            if line == _RULE:
                return
            word, _, rest = line.partition(" ")
            if not line or word == "#":
                continue
            if word == "option" and "=" in rest:
                name, _, value = rest.partition("=")
                self.options[name] = value
            elif word == "player" and _is_number(rest.split(" ")[0]):
                seat, _, name = rest.partition(" ")
                self.players[int(seat)] = name
            elif word in ("game", "rules", "components", "seats", "seed", "nonce") and rest:
                self.header[word] = rest
            else:
                raise self.fail(f"'{line[:200]}' is no line of a header")

    def read_steps(self, saga: Saga) -> None:
        while (line := self.next_line()) is not None and line != _RULE:
            word, _, rest = line.partition(" ")
            if not line:
                continue
            if word.startswith("#"):
                saga.steps.append(Step("remark", line[1:].strip(), line=self.at))
            elif word == "fork" and _is_number(rest, _FORK_DIGITS):
                saga.steps.append(Step("fork", rest, line=self.at))
            elif _is_number(word) and rest:
                saga.steps.append(Step("move", rest, int(word), self.at))
            else:
                raise self.fail(f"'{line[:200]}' is no move: write the seat, then the move, such as '0 draw'")

    def read_result(self, saga: Saga) -> None:
        while (line := self.next_line()) is not None:
            word, _, rest = line.partition(" ")
            if word == "score" and all(_is_number(part.removeprefix("-")) for part in rest.split()):
                saga.score = [int(part) for part in rest.split()]
            elif word == "digest" and rest:
                saga.digest = rest
            elif line and not line.startswith("#"):
                raise self.fail(f"'{line[:200]}' is no line of a result: only score and digest are")


def _is_number(text: str, digits: int = _DIGITS) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= digits


def open_saga(saga: Saga, game: Game) -> State:
    """The first position of a saga; ``SagaError`` if this game is not the one it was played with."""
    if saga.game != game.key:
        raise SagaError(0, f"this is a saga of {saga.game}, not of {game.key}")
    if saga.rules != game.rules_version:
        raise SagaError(
            0,
            f"this saga was played by rules {saga.rules}; this is {game.title} with rules {game.rules_version}",
        )
    if saga.components != game.components.digest:
        raise SagaError(
            0,
            f"this saga was played with components {saga.components}; these are {game.components.digest} "
            f"(pass the file it was played with by --components)",
        )
    try:
        return game.start(saga.seats, saga.seed, game.options.parse(saga.options))
    except OptionError as error:
        raise SagaError(0, str(error)) from None


def commitment(seed: int, nonce: str) -> str:
    """What is shown before play and can be checked after: a hash that binds the seed and betrays nothing of it."""
    return hashlib.sha256(f"{seed:016x} {nonce}".encode()).hexdigest()


def new_luck_remark(number: int, nonce: str) -> str:
    """The remark that lays open luck begun anew: the number of its fork and the nonce of its commitment."""
    return f"new luck {number} nonce {nonce}"


def commitments(saga: Saga) -> list[str]:
    """What was committed to for a saga: its seed, and each luck begun anew in it."""
    found = [commitment(saga.seed, saga.nonce)]
    for step in saga.steps:
        words = step.text.split(" ")
        if step.kind == "remark" and words[:2] == ["new", "luck"] and len(words) == 5 and words[2][:20].isdecimal():
            found.append(commitment(int(words[2][:20]), words[4]))
    return found


def fork_seed(saga: Saga, number: int) -> int:
    """The seed of the luck after the undo with this number."""
    return derive_seed("fork", saga.seed, saga.nonce, number)


def replay(
    saga: Saga,
    game: Game,
    watch: Callable[[Step, State, list[Event]], None] | None = None,
    verify: bool = True,
) -> State:
    """Plays a saga to its last line. ``SagaError`` names the line at which it departs from the rules or its result."""
    state = open_saga(saga, game)
    for step in saga.steps:
        events: list[Event] = []
        if step.kind == "fork":
            state.reseed(fork_seed(saga, int(step.text)))
        elif step.kind == "move":
            try:
                state.apply(step.seat, game.moves.read(step.text), events)
            except NotationError as error:
                raise SagaError(step.line, str(error)) from None
            except IllegalMove as illegal:  # another name: mypyc gives one name one type
                rule = game.words("en").rule(illegal.refusal.rule)
                if not rule and illegal.refusal.rule in game.rulebook.entries:
                    rule = game.rulebook.entries[illegal.refusal.rule].text
                raise SagaError(step.line, f"{illegal}: {rule}") from None
        if watch is not None:
            watch(step, state, events)
    if verify and saga.digest:
        _verify(saga, state)
    return state


def _verify(saga: Saga, state: State) -> None:
    if not state.is_over():
        raise SagaError(0, "the saga has a result, but its moves do not end the game")
    score = [int(state.score(seat)) for seat in range(saga.seats)]
    if score != saga.score:
        raise SagaError(0, f"the saga's score is {saga.score}, but its moves give {score}")
    if state.digest() != saga.digest:
        raise SagaError(0, f"the saga's digest is {saga.digest}, but its moves give {state.digest()}")
