"""Positions for the tests of A Feast for Odin, written in the words of the rules."""

from collections.abc import Iterable

from skali.core import Event
from skali.games.odin import Odin, OdinOptions, boards, components, course, covering, items, naming, phases
from skali.games.odin.state import OdinState
from skali.kit.table import Table

GAME = Odin()


class OdinTable(Table):
    """A table with a state that tests may arrange before play."""

    state: OdinState

    def _seat(self, seat: int | None) -> int:
        """Where several seats are asked at once, the first in turn order is meant unless another is named."""
        return self.state.to_act()[0] if seat is None and self.state.to_act() else super()._seat(seat)

    def has(self, item: str, seat: int = 0) -> int:
        return int(self.state.side(seat).get(seat, naming.ITEM_NAMES.index(item)))

    def give(self, seat: int = 0, **held: int) -> "OdinTable":
        """Sets what a seat holds, and takes special tiles from the oval board."""
        for name, count in held.items():
            number = naming.ITEM_NAMES.index(name)
            self.state.put(seat, number, count)
            if number >= items.SPECIAL:
                self.state.counts[items.OVAL + number - items.SPECIAL] = 0
        return self

    def plays_cards(self, *numbers: str, seat: int = 0) -> "OdinTable":
        """The occupations lie in front of the seat, as if played long ago."""
        for number in numbers:
            card = GAME.tables.card(number)
            self.state.lay_out(seat, card)
            self.state.add(seat, items.CARD_POINTS, int(GAME.tables.card_points[card]))
        return self

    def holds_cards(self, *numbers: str, seat: int = 0) -> "OdinTable":
        """The hand of the seat is exactly this."""
        for card, place in enumerate(self.state.cards):
            if place == phases.IN_HAND + seat:
                self.state.cards[card] = phases.UNDEALT if GAME.tables.starting[card] else phases.IN_PILE
        for number in numbers:
            self.state.cards[GAME.tables.card(number)] = phases.IN_HAND + seat
        self.state.put(seat, items.HAND, len(numbers))
        return self

    def strips(self, *strips: str) -> "OdinTable":
        """Exactly these strips lie face up, written like ``4:3`` (strip 4 with 3 items left)."""
        for number in range(8):
            self.state.counts[items.STRIP_LEFT + number] = 0
        for text in strips:
            number, _, left = text.partition(":")
            self.state.counts[items.STRIP_LEFT + int(number) - 1] = int(left or 7)
        return self

    def stands(self, space: str, seat: int, vikings: int = 0) -> "OdinTable":
        """Vikings of a seat on a space, taken from its Thing Square."""
        number = GAME.tables.space(space)
        vikings = vikings or int(GAME.tables.column[number])
        self.state.counts[items.ON_SPACE + number] = seat + 1 + 8 * vikings
        self.state.add(seat, items.THING, -vikings)
        return self

    def on_space(self, space: str) -> int:
        """How many Vikings stand on a space."""
        return int(self.state.counts[items.ON_SPACE + GAME.tables.space(space)]) >> 3

    def owns(self, *names: str, seat: int = 0) -> "OdinTable":
        """The seat has claimed these exploration boards (by face) and built these houses."""
        for name in names:
            if name in ("shed", "stone_house", "long_house"):
                from skali.games.odin import supply

                supply.receive_building(self.state, seat, naming.ITEM_NAMES.index(name))
                continue
            grid = GAME.tables.grids.names.index(name)
            number = (grid - 1) % 4
            if grid > 4:
                self.state.turned |= 1 << number
            self.state.counts[items.BOARD_OWNER + components.FIRST_EXPLORATION + number] = seat + 1
            self.state.add(seat, items.MINUS, int(GAME.tables.grids.minus_total[grid]))
        return self

    def board(self, name: str, seat: int = 0) -> int:
        """The number of a board of the seat: ``home``, a face, ``stone_house`` or ``long_house`` (the first one)."""
        if name == "home":
            return seat
        for board in range(4, components.BOARDS):
            if boards.owner(self.state, board) == seat:
                if GAME.tables.grids.names[boards.grid_of(self.state, board)] == name:
                    return board
        raise AssertionError(f"seat {seat} has no {name}")

    def cover(self, name: str, cells: Iterable[tuple[int, int]], seat: int = 0) -> "OdinTable":
        """Silver on the cells, whatever the rules of income say."""
        board = self.board(name, seat)
        for row, column in cells:
            covering.cover(self.state, board, items.SILVER, 0, row * components.COLUMNS + column)
        return self

    def lay(
        self, item: str, at: tuple[int, int], lying: bool = True, board: str = "home", seat: int = 0
    ) -> "OdinTable":
        """A piece on a board, its bounding box at this top left cell, whatever the rules say."""
        piece, turn, _ = self._shape(item, lying)
        shapes = GAME.tables.shapes
        anchor = at[0] * components.COLUMNS + at[1] + int(shapes.offset[int(shapes.first[piece]) + turn])
        covering.cover(self.state, self.board(board, seat), piece, turn, anchor)
        return self

    def fault(
        self, item: str, at: tuple[int, int], lying: bool = True, board: str = "home", turn: int | None = None
    ) -> str:
        """The rule that forbids a piece with its top left corner there, empty if none does."""
        piece, found, shape = self._shape(item, lying)
        if turn is not None:
            shape += turn - found
        number = boards.placement_fault(self.state, self.board(board), piece, shape, at[0], at[1])
        return f"OD-{int(number):03d}" if number else ""

    def _shape(self, item: str, lying: bool) -> tuple[int, int, int]:
        piece = naming.ITEM_NAMES.index(item)
        shapes = GAME.tables.shapes
        first = int(shapes.first[piece])
        for turn in range(int(shapes.count[piece])):
            wide = int(shapes.width[first + turn]) >= int(shapes.height[first + turn])
            if wide == lying or int(shapes.count[piece]) == 1:
                return piece, turn, first + turn
        raise AssertionError(f"{item} cannot lie so")

    def places(self, item: str, *steps: str) -> list[Event]:
        """Places a piece: the steps that are asked must follow in order."""
        return self.plays_all(f"put {item}", *steps)

    def income(self, seat: int = 0) -> int:
        return int(covering.income(self.state, seat))

    def rolls(self, *numbers: int, sides: int = 8, draws: int = 0) -> "OdinTable":
        """The next rolls will be these, after so many draws from the occupation pile: finds a seed that gives them."""
        from skali.core.rng import Rng

        seed = 0
        while True:
            rng = Rng(seed)
            for _ in range(draws):
                rng.below(sum(place == phases.IN_PILE for place in self.state.cards))
            if [int(rng.below(sides)) + 1 for _ in numbers] == list(numbers):
                self.state.reseed(seed)
                return self
            seed += 1

    def all_pass(self) -> list[Event]:
        """Everybody passes until the actions are over."""
        happened: list[Event] = []
        round = self.state.round
        while not self.state.is_over() and self.state.phase == 5 and self.state.round == round:
            happened += self.plays("pass")
        self.events = happened
        return happened

    def ends_turns(self) -> None:
        """The seats other than 0 have passed."""
        for seat in range(1, int(self.state.seats)):
            self.state.put(seat, items.PASSED, 1)

    def alone(self) -> "OdinTable":
        """Everybody but seat 0 has passed."""
        self.ends_turns()
        return self


def table(seats: int = 2, round: int = 1, length: str = "long", seed: int = 1, hand: tuple[str, ...] = ()) -> OdinTable:
    """Seat 0 is start player and begins the actions of a round; hands are empty, holdings as at the start."""
    state = GAME.start(seats, seed, OdinOptions(length=length))
    there = OdinTable(state)
    state.starter = 0
    state.active = 0
    state.round = round
    state.frames.clear()
    state.frames.push(phases.ASK_TURN)
    for seat in range(seats):
        there.holds_cards(seat=seat)
        state.put(seat, items.THING, int(state.vikings()))
        for weapon in ("bow", "snare", "spear"):
            there.give(seat, **{weapon: 1})
        there.give(seat, long_sword=0, peas=0, beans=0, flax=0, mead=0)
    there.holds_cards(*hand)
    return there


def after_phase(there: OdinTable, phase: int) -> list[Event]:
    """Goes on from the beginning of a phase; everything pending is dropped."""
    events: list[Event] = []
    there.state.frames.clear()
    there.state.phase = phase
    there.state.queue = 0
    course.go_on(there.state, events)
    there.events = events
    return events
