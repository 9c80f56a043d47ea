"""A Feast for Odin in numbers, for programs that learn: what the view says to a seat. Only hands of occupations are hidden. A seat
that is asked together with others sees its own part of the position."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import bit
from skali.core.observation import Numbers, Part
from skali.core.protocol import Observation, State
from skali.games.odin import boards, components, items, phases
from skali.games.odin.position import OdinPosition

SEATS: Final = 4
PHASES: Final = 14
FRAMES: Final = 55
ARGUMENTS: Final = 3
SPACES: Final = 65
SPACE: Final = 6
STRIPS: Final = 8
LARGEST: Final = 32767


class OdinObservation(Observation):
    def __init__(self) -> None:
        cells = (components.BOARDS, components.ROWS, components.COLUMNS)
        super().__init__(
            Part("seat", "who looks", SEATS),
            Part("players", "1 to 4 players", SEATS),
            Part("short", "whether this is the short game", 1),
            Part("decks", "the decks of occupations in play: A, B, C", 3),
            Part("phase", "the phase of the round", PHASES),
            Part("round", "the round", 1, high=7),
            Part("starter", "the start player", SEATS),
            Part("active", "who decides, or whose affairs are going on", SEATS),
            Part("awaited", "who owes a decision", SEATS),
            Part("last_placer", "who placed Vikings last", SEATS),
            Part("asked", "the decision at hand, as the view numbers it", FRAMES),
            Part("arguments", "what it is about, as the view gives it", ARGUMENTS, low=-LARGEST, high=LARGEST),
            Part("steps", "steps of the phase that are done", 1, high=LARGEST),
            Part("space", "the action space in use", components.SPACES),
            Part("feast", "spaces of the table left; orange and red goods in a row", 3, low=-1, high=99),
            Part("turned", "exploration boards that show their back", SEATS),
            Part("strip_pile", "mountain strips still in the pile", STRIPS),
            Part("imitation", "columns with an imitation space", 5),
            Part(
                "spaces",
                "61 action and four imitation spaces: Vikings of each seat, 1 if taken, 1 if blocked",
                SPACES,
                SPACE,
                high=7,
            ),
            Part(
                "seats",
                "by seat: items (66) and what else it holds, as items.py numbers it",
                SEATS,
                items.STRIDE,
                low=-999,
                high=999,
            ),
            Part(
                "table",
                "what belongs to nobody, as items.py numbers it from STRIP_LEFT on: strips, silver and owners of "
                "boards, weapons, the oval board, goods served, offers, yields of the action",
                items.SIZE - items.STRIP_LEFT,
                low=-LARGEST,
                high=LARGEST,
            ),
            Part("hand", "occupations in the seat's own hand", components.CARDS),
            Part("played", "occupations on the table: seat + 1", components.CARDS, high=SEATS),
            Part("spent", "those whose effect is used up", components.CARDS),
            Part(
                "boards",
                "each cell of the four home boards, four exploration boards, three stone houses and five long houses: "
                "0 open, 1 covered, 2 covered by green (in houses orange), 3 by red in houses",
                *cells,
                high=3,
            ),
        )

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, OdinPosition)
        position: OdinPosition = state.side(seat)
        awaited: i64 = 0
        for each in state.to_act():
            awaited |= bit(each)
        out.one_of(seat, SEATS)
        out.one_of(position.seats - 1, SEATS)
        out.flag(position.short)
        out.flag("A" in position.decks)
        out.flag("B" in position.decks)
        out.flag("C" in position.decks)
        out.one_of(position.phase, PHASES)
        out.add(position.round)
        out.one_of(position.starter, SEATS)
        out.one_of(position.active, SEATS)
        out.members(awaited, SEATS)
        out.one_of(position.last_placer, SEATS)
        self._asked(position, out)
        out.add(position.queue)
        out.one_of(position.space, components.SPACES)
        out.add(position.feast_left)
        out.add(position.feast_orange)
        out.add(position.feast_red)
        out.members(position.turned, SEATS)
        out.members(position.strip_pile, STRIPS)
        out.members(position.imitation, 5)
        self._counts(position, out)
        self._cards(position, seat, out)
        self._boards(position, out)

    def _asked(self, position: OdinPosition, out: Numbers) -> None:
        """The top frame; an argument that is a packed number larger than a place holds is cut."""
        frames = position.frames
        out.one_of(frames.kind(), FRAMES)
        if frames.depth == 0:
            out.zeros(ARGUMENTS)
            return
        for argument in range(i64(ARGUMENTS)):
            out.add(max(min(frames.get(argument), LARGEST), -LARGEST))

    def _counts(self, position: OdinPosition, out: Numbers) -> None:
        counts = position.counts
        numbers = out.items
        at = out.at
        out.zeros(SPACES * SPACE)
        for space in range(i64(SPACES)):
            on = i64(counts[items.ON_SPACE + space])
            if on:
                numbers[at + (on & 7) - 1] = i16((on >> 3) & 7)
                numbers[at + 4] = 1
                numbers[at + 5] = i16(1 if on >= 64 else 0)
            at += SPACE
        out.counts(counts, 0, items.ON_SPACE)
        out.counts(counts, items.STRIP_LEFT, items.SIZE)

    def _cards(self, position: OdinPosition, seat: i64, out: Numbers) -> None:
        cards = position.cards
        numbers = out.items
        mine = phases.IN_HAND + seat if seat >= 0 else i64(-1)
        hand = out.at
        played = hand + components.CARDS
        spent = played + components.CARDS
        out.zeros(3 * components.CARDS)
        for card in range(i64(components.CARDS)):
            place = i64(cards[card])
            if place == mine:
                numbers[hand + card] = 1
            elif place >= phases.IN_PLAY:
                numbers[played + card] = i16((place - phases.IN_PLAY) % SEATS + 1)
                if place >= phases.SPENT:
                    numbers[spent + card] = 1

    def _boards(self, position: OdinPosition, out: Numbers) -> None:
        """Only the boards that somebody has: the others are open."""
        rows = position.rows
        for board in range(i64(components.BOARDS)):
            if position.counts[items.BOARD_OWNER + board] == 0:
                out.zeros(components.CELLS)
                continue
            for row in range(board * components.ROWS, board * components.ROWS + components.ROWS):
                covered = i64(rows[row])
                if covered == 0:
                    out.zeros(components.COLUMNS)
                    continue
                green = i64(rows[boards.LAYER + row])
                red = i64(rows[2 * boards.LAYER + row])
                numbers = out.items
                at = out.at
                for column in range(i64(components.COLUMNS)):
                    tint = ((green >> column) & 1) + 2 * ((red >> column) & 1)
                    numbers[at + column] = i16(((covered >> column) & 1) + tint)
                out.at = at + components.COLUMNS
