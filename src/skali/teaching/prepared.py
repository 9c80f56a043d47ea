"""Positions that are named as data: a table, its luck, and moves in notation. For the pictures of a guide and for lessons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from skali.core.moves import NotationError
from skali.core.options import OptionError
from skali.core.protocol import Event, Game, State


class PreparedError(ValueError):
    """A position, guide or lesson that is not written as it should be, or does not fit the rules."""


@dataclass(frozen=True)
class Prepared:
    """A table and the moves that are played at it, each with its seat."""

    seats: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    moves: tuple[tuple[int, int], ...] = ()

    def play(self, game: Game, events: list[Event] | None = None) -> State:
        """The position after the moves; ``PreparedError`` names the first that the rules refuse."""
        try:
            state = game.start(self.seats, self.seed, game.options.parse(self.options))
        except OptionError as error:
            raise PreparedError(str(error)) from None
        for number, (seat, move) in enumerate(self.moves, 1):
            play_one(state, seat, move, f"move {number}", events)
        return state


def play_one(state: State, seat: int, move: int, where: str, events: list[Event] | None = None) -> None:
    refusal = state.why_not(seat, move)
    if refusal is not None:
        notation = state.game().moves.show(move)
        raise PreparedError(f"{where}: seat {seat} may not play '{notation}' ({refusal.rule})")
    state.advance(seat, move, events)


def read_prepared(game: Game, data: Mapping[str, Any], base: Prepared | None = None) -> Prepared:
    """The position of a table in TOML: ``seats``, ``seed``, ``options``, ``moves`` (lines such as ``0 draw``)."""
    moves = read_lines(game, str(data.get("moves", "")))
    if base is not None:
        return Prepared(base.seats, base.seed, base.options, (*base.moves, *moves))
    options = {str(name): str(value) for name, value in data.get("options", {}).items()}
    return Prepared(int(data.get("seats", game.seats[0])), int(data.get("seed", 0)), options, moves)


def read_lines(game: Game, text: str) -> tuple[tuple[int, int], ...]:
    """Moves as a saga has them: the seat, then the move. Empty lines and remarks are passed over."""
    found: list[tuple[int, int]] = []
    for line in text.splitlines():
        plain = line.strip()
        if plain and not plain.startswith("#"):
            seat, _, notation = plain.partition(" ")
            if not seat.isdecimal():
                raise PreparedError(f"'{plain}' is no move: write the seat, then the move, such as '0 draw'")
            found.append((int(seat), read_move(game, notation)))
    return tuple(found)


def read_move(game: Game, notation: str) -> int:
    try:
        return game.moves.read(notation)
    except NotationError as error:
        raise PreparedError(str(error)) from None
