"""What is saved of a position, and what must be true of it beyond the bounds of each value."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i32, u8

from skali.core.layout import (
    Flag,
    Form,
    Items,
    Layout,
    Luck,
    Name,
    Number,
    Special,
    Value,
    must_have_a_choice,
    with_errors_named,
)
from skali.core.protocol import LoadError
from skali.core.reading import list_of, within
from skali.games.odin import boards, components, covering, items, naming, phases, simultaneous, supply
from skali.games.odin.position import OdinPosition

FLAGS: Final = ("pending", "used", "yielding", "card_before")
SHARED: Final = items.SIZE - items.ON_SPACE
_FRAME: Final = Number(-(2**31), 2**31 - 1)


def layout(position: OdinPosition) -> Layout:
    """The answers come last: they are played again in the position that all the rest describes."""
    top = phases.SPENT + int(position.seats) - 1
    return Layout(
        Special("seats", lambda saved: int(saved.seats), lambda saved, seats: None),
        Value("phase", Name(tuple(naming.PHASE_NAMES))),
        Value("round", Number(1, int(position.rounds()))),
        Value("barrier", Number(0, 2**40), "barriers"),
        Special("now", write_now, read_now),
        Special("flags", write_flags, read_flags),
        Special("frames", write_frames, read_frames),
        Special("holdings", write_holdings, read_holdings),
        Items("shared", SHARED, Number(0, 500), "counts", items.ON_SPACE),
        Items("cards", components.CARDS, Number(0, top)),
        Special("placed", write_placed, read_placed),
        Luck(),
        Special("answers", write_answers, read_answers),
    )


def numbers(position: OdinPosition) -> dict[str, Form]:
    """What is going on now: the name of each number, and its bounds."""
    last_seat = int(position.seats) - 1
    return {
        "queue": Number(0, 10),
        "starter": Number(0, last_seat),
        "active": Number(0, last_seat),
        "last_placer": Number(-1, last_seat),
        "turned": Number(0, 15),
        "strip_pile": Number(0, 255),
        "imitation": Number(0, 30),
        "space": Number(-1, components.SPACES - 1),
        "means": Number(0, 2),
        "stands_on": Number(-1, components.SPACES + 3),
        "wood_received": Number(0, 99),
        "ore_before": Number(0, 127),
        "kinds_taken": Number(0, 2**20),
        "feast_left": Number(0, 12),
        "feast_orange": Number(0, 12),
        "feast_red": Number(0, 12),
        "feast_lying": Number(0, 2**62 - 1),
        "feast_key": Number(-1, 63),
        "key_class": Number(0, 5),
        "key_number": Number(0, components.CARDS),
        "key_board": Number(0, components.BOARDS - 1),
        "key_anchor": Number(0, components.CELLS - 1),
        "key_shape": Number(0, len(position.tables.shapes.height) - 1),
        "seen": Number(0, 2**30),
        "ore_offers": Number(0, 4),
        "offer_count": Number(0, items.MAX_OFFERS),
        "block": Number(0, phases.FEAST),
    }


def to_dict(position: OdinPosition) -> dict[str, Any]:
    options: Any = position.rules.options
    length = "short" if position.short else "long"
    solo_start = "choose" if position.choose else "random"
    return layout(position).write(position, options(length=length, decks=position.decks, solo_start=solo_start))


def read(position: OdinPosition, data: dict[str, Any]) -> None:
    """Fills a new position from saved data; a ``LoadError`` says what is wrong."""
    position.counts = position.tables.zeros[: items.SIZE]
    position.cards = vec[u8](capacity=components.CARDS)
    for _ in range(components.CARDS):
        position.cards = append(position.cards, u8(0))
    layout(position).read(position, data)
    with_errors_named(position, lambda: check(position))


# Fields


def write_now(position: OdinPosition) -> dict[str, int]:
    return {name: form.write(getattr(position, name)) for name, form in numbers(position).items()}


def read_now(position: OdinPosition, saved: Any) -> None:
    for name, form in numbers(position).items():
        setattr(position, name, form.read(saved[name], name))


def write_flags(position: OdinPosition) -> list[bool]:
    return [getattr(position, name) for name in FLAGS]


def read_flags(position: OdinPosition, saved: Any) -> None:
    for name, flag in zip(FLAGS, list_of(saved, "flags", len(FLAGS))):
        setattr(position, name, Flag().read(flag, name))


def write_frames(position: OdinPosition) -> list[list[int]]:
    return position.frames.to_list()


def read_frames(position: OdinPosition, saved: Any) -> None:
    rows = [[_FRAME.read(each, "frames") for each in list_of(frame, "frames", 4)] for frame in list_of(saved, "frames")]
    for row in rows:
        if not (0 <= row[0] <= phases.LAST_ASKED or phases.FIRST_AUTOMATIC <= row[0] <= phases.LAST_AUTOMATIC):
            raise LoadError(f"there is no frame {row[0]}")
    position.frames.load(rows)


def write_holdings(position: OdinPosition) -> list[list[int]]:
    rows = [range(seat * items.STRIDE, seat * items.STRIDE + items.STRIDE) for seat in range(int(position.seats))]
    return [[int(position.counts[at]) for at in row] for row in rows]


def read_holdings(position: OdinPosition, saved: Any) -> None:
    """All amounts are at least 0; only occupation points may be negative (INV-06)."""
    for seat, row in enumerate(list_of(saved, "holdings", int(position.seats))):
        for item, value in enumerate(list_of(row, "holdings", items.STRIDE)):
            low = -99 if item == items.CARD_POINTS else 0
            position.put(seat, item, within(value, low, 5000, f"holding {item} of seat {seat}"))


def placement(packed: int) -> list[int]:
    """Board, anchor cell, piece and turn."""
    return [packed >> 18, packed >> 10 & 255, packed >> 3 & 127, packed & 7]


def write_placed(position: OdinPosition) -> list[list[int]]:
    return [placement(int(packed)) for packed in position.placed]


def read_placed(position: OdinPosition, saved: Any) -> None:
    """Puts every piece down again; nothing may overlap, and colours must keep apart (INV-07, INV-08)."""
    position.rows = position.tables.zeros[: 3 * components.BOARDS * components.ROWS]
    position.placed = vec[i32]()
    shapes = position.tables.shapes
    for board in range(components.BOARDS):
        within(int(position.counts[items.BOARD_OWNER + board]), 0, int(position.seats), f"the owner of board {board}")
    minus = [position.get(seat, items.MINUS) for seat in range(position.seats)]
    for row in list_of(saved, "placed"):
        board, anchor, piece, turn = list_of(row, "placed", 4)
        within(board, 0, components.BOARDS - 1, "a board")
        within(anchor, 0, components.CELLS - 1, "a cell")
        within(piece, 0, items.ITEMS - 1, "a piece")
        within(turn, 0, int(shapes.count[piece]) - 1, f"the turn of piece {piece}")
        if boards.owner(position, board) < 0:
            raise LoadError(f"something lies on board {board}, which nobody owns")
        shape = int(shapes.first[piece]) + turn
        column = anchor % components.COLUMNS - int(shapes.offset[shape])
        fault = boards.placement_fault(position, board, piece, shape, anchor // components.COLUMNS, column)
        if fault and fault != boards.OD_098_INCOME_CELL:
            raise LoadError(f"a piece lies where it may not (OD-{fault:03d})")
        covering.cover(position, board, piece, turn, anchor)
    for seat in range(position.seats):
        position.put(seat, items.MINUS, minus[seat])


def write_answers(position: OdinPosition) -> list[list[Any]]:
    return [[int(part.active), [int(move) for move in part.answered]] for part in position.parts]


def read_answers(position: OdinPosition, saved: Any) -> None:
    """Plays again what the seats that are asked together have answered so far (OD-270), once it is known what cards wait for."""
    for card in range(components.CARDS):
        place = int(position.cards[card])
        if phases.IN_PLAY <= place < phases.SPENT:
            position.lay_out(place - phases.IN_PLAY, card)
    blocks = (phases.W4, phases.W5, phases.W6, phases.W7, phases.FEAST)
    if saved and (position.frames.depth or position.block not in blocks):
        raise LoadError("several seats are asked, but not in a window or a feast (OD-270)")
    turns = [
        (within(row[0], 0, int(position.seats) - 1, "a seat") - int(position.starter)) % position.seats for row in saved
    ]
    if turns != sorted(set(turns)):
        raise LoadError("the seats that are asked together are not in turn order (OD-026)")
    for seat, answers in saved:
        part = simultaneous.open_part(position, seat, None)
        for move in answers:
            if move not in position.rules.moves or not part.frames.depth or part.fault(seat, move):
                raise LoadError(f"seat {seat} cannot have answered {move!r}")
            simultaneous.play(part, move, None)
        if not part.frames.depth:
            raise LoadError(f"seat {seat} has no choice")
        position.parts.append(part)


# Beyond the bounds


def check(position: OdinPosition) -> None:
    """Nothing is there twice or missing, what the rules find by counting is there, and somebody has something to decide."""
    seats = range(int(position.seats))
    placed = [int(packed) >> 3 & 127 for packed in position.placed]
    for tile in range(items.SPECIALS):
        held = sum(int(position.get(seat, items.SPECIAL + tile)) for seat in seats)
        total = int(position.counts[items.OVAL + tile]) + held + placed.count(items.SPECIAL + tile)
        if total != 1:
            raise LoadError(f"special tile {tile} is there {total} times (OD-005)")
    for kind in range(4):
        held = sum(
            int(position.get(seat, items.BOW + kind) - position.get(seat, items.SUBSTITUTE + kind)) for seat in seats
        )
        total = int(position.counts[items.PILE + kind]) + int(position.counts[items.DISCARD + kind]) + held
        if total != position.tables.weapons[kind]:
            raise LoadError(f"there are {total} weapon cards of kind {kind} (OD-010)")
    for strip in range(8):
        within(int(position.counts[items.STRIP_LEFT + strip]), 0, 7, f"what is left of strip {strip + 1}")
    for seat in seats:
        check_seat(position, seat)
    if position.phase != phases.OVER and not position.parts:
        if not 0 <= position.frames.kind() <= phases.LAST_ASKED:
            raise LoadError("nobody has anything to decide")
    must_have_a_choice(position)


def check_seat(position: OdinPosition, seat: int) -> None:
    """Hand, ships, houses and Vikings of a seat."""
    hand = sum(int(place) == phases.IN_HAND + seat for place in position.cards)
    if hand != position.get(seat, items.HAND):
        raise LoadError(f"seat {seat} holds {hand} occupations, not {position.get(seat, items.HAND)}")
    if supply.boats(position, seat) > supply.SMALL_STAGES or supply.large_ships(position, seat) > supply.LARGE_STAGES:
        raise LoadError(f"seat {seat} has more ships than landing stages (OD-109)")
    own = [board for board in range(components.BOARDS) if boards.owner(position, board) == seat]
    houses = [position.get(seat, items.STONE_HOUSE), position.get(seat, items.LONG_HOUSE)]
    long_houses = sum(board >= components.FIRST_LONG_HOUSE for board in own)
    stone_houses = sum(board >= components.FIRST_STONE_HOUSE for board in own) - long_houses
    if houses != [stone_houses, long_houses] or seat not in own:
        raise LoadError(f"the boards of seat {seat} are not those it owns")
    vikings = int(position.get(seat, items.THING))
    for place in range(components.SPACES + 4):
        on = int(position.counts[items.ON_SPACE + place])
        if on and not 0 < on & 7 <= position.seats:
            raise LoadError(f"space {place} holds Vikings of nobody (OD-038)")
        if on & 7 == seat + 1 and on < 64:
            vikings += on >> 3
    if position.phase > phases.NEW_VIKING and vikings != position.vikings():
        raise LoadError(f"seat {seat} has {vikings} Vikings, not {position.vikings()} (INV-03)")
