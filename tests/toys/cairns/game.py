"""Cairns, whole: the smallest game that has a board, turns, refusals, forced moves and options."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skali.core import (
    SPECTATOR,
    Components,
    Decision,
    Event,
    Game,
    LoadError,
    Moves,
    MoveSpace,
    OptionError,
    Options,
    Prompt,
    ScoreLine,
    State,
)
from skali.core.bits import mix
from skali.core.hexes import AXIAL_STEPS, HexGrid
from skali.core.moves import Cell, Kind, Named
from skali.core.options import choice, switch
from tests.toys.cairns.view_types import PROMPTS, View

GRID = HexGrid(5)
LOW, TALL = 0, 1
HEIGHTS = ["low", "tall"]
TALL_STONES = 2
EMPTY = -1
CA_003_EMPTY, CA_004_APART, CA_005_TALL = 3, 4, 5


@dataclass(frozen=True)
class CairnsOptions(Options):
    board: str = choice("small", "large")
    apart: bool = switch(True)


class Cairns(Game):
    """The rules and the values of the cells."""

    state_class: type[CairnsState]

    def __init__(self, components: Components | None = None) -> None:
        components = components or Components.load(Path(__file__).parent / "components.toml", "cairns")
        super().__init__(
            key="cairns",
            title="Cairns",
            prefix="CA",
            seats=(2, 3),
            rules_version="1.0",
            options=CairnsOptions,
            moves=MoveSpace(Kind(0, "lay", "lay {height} at {cell}", Named("height", 2, HEIGHTS), Cell("cell", GRID))),
            components=components,
            package="tests.toys.cairns",
            view_type=View,
            prompt_types=PROMPTS,
        )
        self.values = components.item("values").numbers("cells")

    def refuse_options(self, seats: int, options: Options) -> str:
        if seats == 3 and not options.apart:  # type: ignore[attr-defined]
            return "Cairns for three is played with apart on (CA-010)"
        return ""

    def start(self, seats: int, seed: int, options: Options | None = None) -> State:
        return self.state_class(self, seats, self.check_table(seats, options))

    def load(self, data: dict[str, Any]) -> State:
        try:
            state = self.state_class(
                self, data["seats"], self.check_table(data["seats"], self.options.parse(data["options"]))
            )
            state.restore(data)
        except (KeyError, TypeError, AttributeError, ValueError, OptionError) as error:
            raise LoadError(f"this is no state of Cairns: {error!r}") from error
        return state


class CairnsState(State):
    """Who owns the stone on each cell, how tall it is, and whose turn it is."""

    def __init__(self, game: Cairns, seats: int, options: Options) -> None:
        self.rules = game
        self.seats = seats
        self.options = options
        width = 3 if options.board == "small" else 4  # type: ignore[attr-defined]
        rim = range(-1, width - 1)
        self.cells = [int(GRID.cell(q, r)) for r in rim for q in rim]
        self.owner = [EMPTY] * int(GRID.cells)
        self.height = [LOW] * int(GRID.cells)
        self.turn = 0

    # Decisions

    def game(self) -> Game:
        return self.rules

    def actor(self) -> int:
        return self.turn

    def decision(self, seat: int) -> Decision[Any]:
        return LAY_STONE

    def stone_fault(self, seat: int, cell: int, height: int) -> int:
        """The rule that a stone here would break, 0 if none."""
        if cell not in self.cells or self.owner[cell] != EMPTY:
            return CA_003_EMPTY
        if self.options.apart and any(self.owner[beside] == seat for beside in neighbours(cell)):  # type: ignore[attr-defined]
            return CA_004_APART
        if height == TALL and not self.tall_left(seat):
            return CA_005_TALL
        return 0

    def go_on(self, events: list[Event] | None) -> None:
        """A single place is not asked."""
        events = [] if events is None else events
        self.next_turn(events)
        while self.turn != EMPTY and len(self.legal_moves(self.turn)) == 1:
            self.lay(self.turn, self.legal_moves(self.turn)[0], events)
            self.next_turn(events)

    def lay(self, seat: int, move: int, events: list[Event]) -> None:
        height, cell = divmod(move, int(GRID.cells))
        self.owner[cell] = seat
        self.height[cell] = height
        events.append(Event("laid", {"seat": seat, "height": HEIGHTS[height], "cell": list(GRID.axial(cell))}))

    def next_turn(self, events: list[Event]) -> None:
        """CA-002, CA-006, CA-007."""
        order = [(self.turn + step) % self.seats for step in range(1, self.seats + 1)]
        for seat in order:
            if any(not self.stone_fault(seat, cell, LOW) for cell in self.cells):
                self.turn = seat
                return
            events.append(Event("skipped", {"seat": seat}, rule="CA-006"))
        self.turn = EMPTY
        events.append(Event("over", {}, rule="CA-007"))

    def barrier(self) -> int:
        return 0

    # Knowledge

    def view(self, seat: int) -> dict[str, Any]:
        stones = [
            {"cell": list(GRID.axial(cell)), "seat": self.owner[cell], "height": HEIGHTS[self.height[cell]]}
            for cell in self.cells
            if self.owner[cell] != EMPTY
        ]
        return {"seats": self.seats, "stones": stones, "awaiting": self.to_act()}

    def determinize(self, seat: int, seed: int) -> State:
        return self.copy()

    def key(self, seat: int) -> int:
        key = 1 + self.turn
        for cell in self.cells:
            key = mix(key, (self.owner[cell] + 1) * 2 + self.height[cell])
        return int(key)

    # Result

    def value(self, cell: int) -> int:
        values = self.rules.values
        return values[self.cells.index(cell) % len(values)]

    def tall_left(self, seat: int) -> int:
        return TALL_STONES - sum(self.owner[cell] == seat and self.height[cell] == TALL for cell in self.cells)

    def score(self, seat: int) -> int:
        return sum(line.points for line in self.score_sheet(seat, SPECTATOR))

    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        low = [cell for cell in self.cells if self.owner[cell] == seat and self.height[cell] == LOW]
        tall = [cell for cell in self.cells if self.owner[cell] == seat and self.height[cell] == TALL]
        return [
            ScoreLine("low", len(low), "CA-008", {"count": len(low)}),
            ScoreLine("tall", sum(1 + self.value(cell) for cell in tall), "CA-008", {"count": len(tall)}),
        ]

    def ranking(self) -> list[int]:
        scores = [self.score(seat) for seat in range(self.seats)]
        return [1 + sum(other > score for other in scores) for score in scores]

    # Data

    def copy(self) -> State:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.owner = self.owner[:]
        twin.height = self.height[:]
        return twin

    def reseed(self, seed: int) -> None:
        pass

    def to_dict(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "options": self.options.to_texts(),
            "turn": self.turn,
            "owner": self.owner[:],
            "height": self.height[:],
        }

    def restore(self, data: dict[str, Any]) -> None:
        cells = range(int(GRID.cells))
        self.turn = checked(data["turn"], range(EMPTY, self.seats))
        self.owner = [checked(data["owner"][cell], range(EMPTY, self.seats)) for cell in cells]
        self.height = [checked(data["height"][cell], range(2)) for cell in cells]


class LayStone(Decision[CairnsState]):
    """A low or a tall stone on an empty cell (CA-003 to CA-005)."""

    def fill(self, position: CairnsState, seat: int, out: Moves) -> None:
        for cell in position.cells:
            for height in (LOW, TALL):
                if not position.stone_fault(seat, cell, height):
                    out.add(height * int(GRID.cells) + cell)

    def fill_search(self, position: CairnsState, seat: int, out: Moves) -> None:
        for move in position.legal_moves(seat):
            height, cell = divmod(move, int(GRID.cells))
            if height == LOW or position.value(cell):
                out.add(move)

    def fault(self, position: CairnsState, seat: int, move: int) -> int:
        height, cell = divmod(move, int(GRID.cells))
        return position.stone_fault(seat, cell, height)

    def play(self, position: CairnsState, seat: int, move: int, events: list[Event] | None) -> None:
        position.lay(seat, move, [] if events is None else events)

    def prompt(self, position: CairnsState, seat: int) -> Prompt:
        return Prompt("stone", "CA-D1", {"tall": position.tall_left(seat)})


LAY_STONE = LayStone()
Cairns.state_class = CairnsState


def neighbours(cell: int) -> list[int]:
    q, r = GRID.axial(cell)
    around = [int(GRID.cell(q + step_q, r + step_r)) for step_q, step_r in AXIAL_STEPS]
    return [each for each in around if each >= 0]


def checked(value: int, allowed: range) -> int:
    """A whole number in its range."""
    if type(value) is not int or value not in allowed:
        raise ValueError(f"{value!r} is not from {allowed.start} to {allowed.stop - 1}")
    return value
