"""Positions as saved data: to_dict and its inverse, which refuses what the rules could not have led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import bit
from skali.core.protocol import LoadError
from skali.core.reading import within
from skali.games.odin import boards, decisions, faults, supply, together
from skali.games.odin.components import BOARDS, CARDS, COLUMNS, FIRST_EXPLORATION, FIRST_STONE_HOUSE, ROWS, SPACES
from skali.games.odin.items import (
    BOARD_OWNER,
    BOW,
    CARD_POINTS,
    DISCARD,
    HAND,
    ITEMS,
    LONG_HOUSE,
    MINUS,
    ON_SPACE,
    OVAL,
    PILE,
    SHED,
    SHED_WOOD,
    SIZE,
    SPECIAL,
    SPECIALS,
    STONE_HOUSE,
    STRIDE,
    STRIP_LEFT,
    SUBSTITUTE,
    THING,
)
from skali.games.odin.phases import (
    FEAST,
    FIRST_AUTOMATIC,
    IN_HAND,
    IN_PILE,
    IN_PLAY,
    LAST_ASKED,
    LAST_AUTOMATIC,
    OUT,
    OVER,
    PHASE_NAMES,
    SPENT,
    UNDEALT,
    W4,
    W5,
    W6,
    W7,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

FIELDS: Final = [
    "queue",
    "starter",
    "active",
    "last_placer",
    "turned",
    "strip_pile",
    "imitation",
    "space",
    "means",
    "stands_on",
    "wood_received",
    "ore_before",
    "kinds_taken",
    "feast_left",
    "feast_orange",
    "feast_red",
    "feast_lying",
    "feast_key",
    "key_class",
    "key_number",
    "key_board",
    "key_anchor",
    "key_shape",
    "seen",
    "ore_offers",
    "offer_count",
    "block",
]
FLAGS: Final = ("pending", "used", "yielding", "card_before")


def to_dict(state: OdinState) -> dict[str, Any]:
    numbers = numbers_of(state)
    return {
        "game": "odin",
        "options": {
            "length": "short" if state.short else "long",
            "decks": state.decks,
            "solo_start": "choose" if state.choose else "random",
        },
        "seats": int(state.seats),
        "phase": PHASE_NAMES[state.phase],
        "round": int(state.round),
        "barrier": int(state.raised),
        "now": {name: int(numbers[at]) for at, name in enumerate(FIELDS)},
        "flags": [state.pending, state.used, state.yielding, state.card_before],
        "frames": state.frames.to_list(),
        "answers": [[int(part.active), [int(move) for move in part.answered]] for part in state.parts],
        "holdings": [[int(state.h[seat * STRIDE + at]) for at in range(STRIDE)] for seat in range(int(state.seats))],
        "shared": [int(state.h[at]) for at in range(ON_SPACE, SIZE)],
        "cards": [int(place) for place in state.cards],
        "placed": [placement(int(packed)) for packed in state.placed],
        "rng": state.rng.to_list(),
    }


def placement(packed: int) -> list[int]:
    """Board, anchor cell, piece and turn."""
    return [packed >> 18, packed >> 10 & 255, packed >> 3 & 127, packed & 7]


def numbers_of(state: OdinState) -> list[i64]:
    return [
        state.queue,
        state.starter,
        state.active,
        state.last_placer,
        state.turned,
        state.strip_pile,
        state.imitation,
        state.space,
        state.means,
        state.stands_on,
        state.wood_received,
        state.ore_before,
        state.kinds_taken,
        state.feast_left,
        state.feast_orange,
        state.feast_red,
        state.feast_lying,
        state.feast_key,
        state.key_class,
        state.key_number,
        state.key_board,
        state.key_anchor,
        state.key_shape,
        state.seen,
        state.ore_offers,
        state.offer_count,
        state.block,
    ]


# Loading


def fill(state: OdinState, data: dict[str, Any]) -> None:
    """Fills a new state from saved data; a ``LoadError`` says what is wrong."""
    try:
        _fill(state, data)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"this is no position of A Feast for Odin: {error!r}") from None


def _fill(state: OdinState, data: dict[str, Any]) -> None:
    if data["phase"] not in PHASE_NAMES:
        raise LoadError(f"phase must be one of {', '.join(PHASE_NAMES)}; not {data['phase']!r}")
    state.phase = PHASE_NAMES.index(data["phase"])
    state.round = within(data["round"], 1, int(state.rounds()), "round")
    state.raised = within(data["barrier"], 0, 2**40, "barrier")
    _fill_numbers(state, data["now"])
    _fill_flags(state, data["flags"])
    state.frames.load([[within(each, -(2**31), 2**31 - 1, "a frame") for each in frame] for frame in data["frames"]])
    state.rng.load(data["rng"])
    _fill_holdings(state, data)
    _fill_cards(state, data["cards"])
    _fill_boards(state, data["placed"])
    _check(state, data)
    _answer(state, data["answers"])


def _fill_numbers(state: OdinState, now: dict[str, Any]) -> None:
    if set(now) != set(FIELDS):
        raise LoadError(f"'now' must have the numbers {', '.join(FIELDS)}")
    seats = int(state.seats)
    state.queue = within(now["queue"], 0, 10, "queue")
    state.starter = within(now["starter"], 0, seats - 1, "starter")
    state.active = within(now["active"], 0, seats - 1, "active")
    state.last_placer = within(now["last_placer"], -1, seats - 1, "last_placer")
    state.turned = within(now["turned"], 0, 15, "turned")
    state.strip_pile = within(now["strip_pile"], 0, 255, "strip_pile")
    state.imitation = within(now["imitation"], 0, 30, "imitation")
    state.space = within(now["space"], -1, SPACES - 1, "space")
    state.means = within(now["means"], 0, 2, "means")
    state.stands_on = within(now["stands_on"], -1, SPACES + 3, "stands_on")
    state.wood_received = within(now["wood_received"], 0, 99, "wood_received")
    state.ore_before = within(now["ore_before"], 0, 127, "ore_before")
    state.kinds_taken = within(now["kinds_taken"], 0, 2**20, "kinds_taken")
    state.feast_left = within(now["feast_left"], 0, 12, "feast_left")
    state.feast_orange = within(now["feast_orange"], 0, 12, "feast_orange")
    state.feast_red = within(now["feast_red"], 0, 12, "feast_red")
    state.feast_lying = within(now["feast_lying"], 0, 2**62 - 1, "feast_lying")
    state.feast_key = within(now["feast_key"], -1, 63, "feast_key")
    state.key_class = within(now["key_class"], 0, 5, "key_class")
    state.key_number = within(now["key_number"], 0, CARDS, "key_number")
    state.key_board = within(now["key_board"], 0, BOARDS - 1, "key_board")
    state.key_anchor = within(now["key_anchor"], 0, 155, "key_anchor")
    state.key_shape = within(now["key_shape"], 0, len(state.tables.shapes.height) - 1, "key_shape")
    state.seen = within(now["seen"], 0, 2**30, "seen")
    state.ore_offers = within(now["ore_offers"], 0, 4, "ore_offers")
    state.offer_count = within(now["offer_count"], 0, 48, "offer_count")
    state.block = within(now["block"], 0, FEAST, "block")


def _fill_flags(state: OdinState, flags: list[Any]) -> None:
    if len(flags) != len(FLAGS) or not all(isinstance(flag, bool) for flag in flags):
        raise LoadError(f"'flags' must be true or false for {', '.join(FLAGS)}")
    state.pending, state.used, state.yielding, state.card_before = flags


def _fill_holdings(state: OdinState, data: dict[str, Any]) -> None:
    """All amounts are at least 0; only occupation points may be negative (INV-06)."""
    state.h = state.tables.zeros[:SIZE]
    if len(data["holdings"]) != state.seats or len(data["shared"]) != SIZE - ON_SPACE:
        raise LoadError(f"there must be holdings of {state.seats} seats and {SIZE - ON_SPACE} shared numbers")
    for seat, row in enumerate(data["holdings"]):
        if len(row) != STRIDE:
            raise LoadError(f"a seat has {STRIDE} holdings, not {len(row)}")
        for at, value in enumerate(row):
            low = -99 if at == CARD_POINTS else 0
            state.h[seat * STRIDE + at] = i16(within(value, low, 5000, f"holding {at} of seat {seat}"))
    for at, value in enumerate(data["shared"]):
        state.h[ON_SPACE + at] = i16(within(value, 0, 500, f"shared number {at}"))


def _fill_cards(state: OdinState, places: list[Any]) -> None:
    if len(places) != CARDS:
        raise LoadError(f"there are {CARDS} occupations, not {len(places)}")
    cards = vec[u8](capacity=CARDS)
    for card, place in enumerate(places):
        top = SPENT + int(state.seats) - 1
        cards = append(cards, u8(within(place, 0, top, f"the place of occupation {state.tables.card_numbers[card]}")))
        if IN_HAND + state.seats <= place < IN_PLAY or IN_PLAY + state.seats <= place < SPENT:
            raise LoadError("an occupation belongs to a seat that does not exist")
        if place >= SPENT and not state.tables.once(card):
            raise LoadError(f"occupation {state.tables.card_numbers[card]} cannot be used up (OD-186)")
        if (place == OUT) != (state.tables.card_decks[card] not in state.decks):
            raise LoadError(f"occupation {state.tables.card_numbers[card]} is not where its deck is (OD-002)")
    state.cards = cards
    for seat in range(int(state.seats)):
        hand = [card for card in range(CARDS) if places[card] == IN_HAND + seat]
        played = [card for card in range(CARDS) if places[card] in (IN_PLAY + seat, SPENT + seat)]
        if len(hand) != state.get(seat, HAND):
            raise LoadError(f"seat {seat} holds {len(hand)} occupations, not {state.get(seat, HAND)}")
        if sum(int(state.tables.card_points[card]) for card in played) != state.get(seat, CARD_POINTS):
            raise LoadError(f"the points of the occupations of seat {seat} do not add up")
        starting = [card for card in hand + played if int(state.tables.starting[card])]
        if len(starting) > 1 or (not starting and not state.choose):
            raise LoadError(f"seat {seat} has {len(starting)} starting occupations (OD-008)")
    for card, place in enumerate(places):
        if (place == UNDEALT and not int(state.tables.starting[card])) or (
            place == IN_PILE and int(state.tables.starting[card])
        ):
            raise LoadError(f"occupation {state.tables.card_numbers[card]} lies in the wrong pile")


def _fill_boards(state: OdinState, placed: list[Any]) -> None:
    """Puts every piece down again; nothing may overlap, and colours must keep apart (INV-07, INV-08)."""
    state.rows = state.tables.zeros[: 3 * BOARDS * ROWS]
    state.placed = vec[i32]()
    wanted = [int(state.h[seat * STRIDE + MINUS]) for seat in range(int(state.seats))]
    _count_minus(state)
    shapes = state.tables.shapes
    for board, anchor, piece, turn in placed:
        within(board, 0, BOARDS - 1, "a board")
        within(anchor, 0, 155, "a cell")
        within(piece, 0, ITEMS - 1, "a piece")
        if not 0 <= turn < int(shapes.count[piece]):
            raise LoadError(f"piece {piece} has no turn {turn}")
        if boards.owner(state, board) < 0:
            raise LoadError(f"something lies on board {board}, which nobody owns")
        shape = int(shapes.first[piece]) + turn
        column = anchor % COLUMNS - int(shapes.offset[shape])
        fault = boards.placement_fault(state, board, piece, shape, anchor // COLUMNS, column)
        if fault and fault != boards.OD_098_INCOME_CELL:
            raise LoadError(f"a piece lies where it may not (OD-{fault:03d})")
        boards.cover(state, board, piece, turn, anchor)
    for board in range(BOARDS):
        if boards.owner(state, board) >= 0:
            _check_income(state, board)
    for seat in range(int(state.seats)):
        if state.get(seat, MINUS) != wanted[seat]:
            raise LoadError(f"seat {seat} has {state.get(seat, MINUS)} open cells and slots of -1, not {wanted[seat]}")


def _count_minus(state: OdinState) -> None:
    for board in range(BOARDS):
        within(int(state.h[BOARD_OWNER + board]), 0, int(state.seats), f"the owner of board {board}")
    for seat in range(int(state.seats)):
        total = 6 * state.get(seat, SHED) + 2 * state.get(seat, STONE_HOUSE)
        for slot in range(4):
            filled = state.get(seat, SHED_WOOD + slot)
            if filled > (3 * state.get(seat, SHED) if slot < 2 else state.get(seat, STONE_HOUSE)):
                raise LoadError(f"seat {seat} has filled more slots than there are (OD-107)")
            total -= filled
        houses = [0, 0]
        for board in range(BOARDS):
            if boards.owner(state, board) == seat:
                total += int(state.tables.grids.minus_total[boards.grid_of(state, board)])
                if board >= FIRST_STONE_HOUSE:
                    houses[0 if board < 11 else 1] += 1
        if houses != [state.get(seat, STONE_HOUSE), state.get(seat, LONG_HOUSE)] or boards.owner(state, seat) != seat:
            raise LoadError(f"the boards of seat {seat} are not those it owns")
        state.put(seat, MINUS, total)


def _check_income(state: OdinState, board: int) -> None:
    """A covered income cell has its quadrant covered (INV-09)."""
    grids = state.tables.grids
    grid = boards.grid_of(state, board)
    height = int(grids.height[grid])
    for row in range(height):
        covered = int(grids.income[grid * ROWS + row]) & int(state.rows[board * ROWS + row])
        for column in range(COLUMNS):
            if covered >> column & 1:
                left = 2 ** (column + 1) - 1
                for below in range(row, height):
                    asked = int(grids.asked[grid * ROWS + below]) & left
                    if asked & ~int(state.rows[board * ROWS + below]):
                        raise LoadError("an income cell is covered before what lies left of and below it (OD-098)")


def _check(state: OdinState, data: dict[str, Any]) -> None:
    """Nothing is there twice or missing, and somebody has something to decide."""
    for tile in range(SPECIALS):
        held = sum(int(state.get(seat, SPECIAL + tile)) for seat in range(int(state.seats)))
        placed = sum(row[2] == SPECIAL + tile for row in data["placed"])
        if int(state.h[OVAL + tile]) + held + placed != 1:
            raise LoadError(f"special tile {tile} is there {int(state.h[OVAL + tile]) + held + placed} times (OD-005)")
    for kind in range(4):
        held = 0
        for seat in range(int(state.seats)):
            held += int(state.get(seat, BOW + kind)) - int(state.get(seat, SUBSTITUTE + kind))
        total = int(state.h[PILE + kind]) + int(state.h[DISCARD + kind]) + held
        if total != state.tables.weapons[kind]:
            raise LoadError(f"there are {total} weapon cards of kind {kind}, not {state.tables.weapons[kind]} (OD-010)")
    for seat in range(int(state.seats)):
        if supply.boats(state, seat) > 3 or supply.large_ships(state, seat) > 4:
            raise LoadError(f"seat {seat} has more ships than landing stages (OD-109)")
    for building in range(SHED, LONG_HOUSE + 1):
        if supply.houses_left(state, building) < 0:
            raise LoadError("there are more buildings than the box holds (OD-007)")
    for board in range(FIRST_EXPLORATION):
        if boards.owner(state, board) not in (-1, board):
            raise LoadError("a home board belongs to somebody else")
    for strip in range(8):
        if int(state.h[STRIP_LEFT + strip]) > 7 or (state.strip_pile & bit(strip) and int(state.h[STRIP_LEFT + strip])):
            raise LoadError(f"strip {strip + 1} has more items than it can (OD-012)")
    _check_vikings(state)
    _check_frames(state, data)


def _check_vikings(state: OdinState) -> None:
    """Vikings on spaces and on the Thing Square make up the usable ones (INV-02, INV-03)."""
    standing = [0] * int(state.seats)
    for place in range(SPACES + 4):
        on = int(state.h[ON_SPACE + place])
        if on:
            column = int(state.tables.column[place]) if place < SPACES else place - SPACES + 1
            seat, vikings = (on & 7) - 1, on >> 3 & 7
            if not 0 <= seat < state.seats or not 1 <= vikings <= column or (on >= 64 and state.seats > 1):
                raise LoadError(f"space {place} holds Vikings that cannot stand there (OD-038)")
            if on < 64:
                standing[seat] += vikings
    for seat in range(int(state.seats)):
        if state.phase not in (0, 1) and standing[seat] + state.get(seat, THING) != state.vikings():
            raise LoadError(f"seat {seat} has {standing[seat] + state.get(seat, THING)} Vikings, not {state.vikings()}")


def _answer(state: OdinState, answers: list[Any]) -> None:
    """Plays again what the seats that are asked together have answered so far (OD-270)."""
    if answers and (state.frames.depth or state.block not in (W4, W5, W6, W7, FEAST)):
        raise LoadError("several seats are asked, but not in a window or a feast (OD-270)")
    turns = [(int(seat) - int(state.starter)) % int(state.seats) for seat, _ in answers]
    if turns != sorted(set(turns)):
        raise LoadError("the seats that are asked together are not in turn order (OD-026)")
    for seat, moves in answers:
        part = together.open_part(state, within(seat, 0, int(state.seats) - 1, "a seat that is asked"), None)
        for move in moves:
            if move not in state.rules.moves or not part.frames.depth or faults.fault(part, move):
                raise LoadError(f"seat {seat} cannot have answered {move!r}")
            together.play(part, move, None)
        if not part.frames.depth:
            raise LoadError(f"seat {seat} has no choice")
        state.parts.append(part)
    if not answers and state.phase != OVER and not decisions.is_open(state, decisions.CHOICES):
        raise LoadError(f"seat {state.active} has no choice")


def _check_frames(state: OdinState, data: dict[str, Any]) -> None:
    if state.phase == OVER:
        if state.frames.depth:
            raise LoadError("the game is over, but something is pending")
        return
    if not data["answers"] and not 0 <= state.frames.kind() <= LAST_ASKED:
        raise LoadError("nobody has anything to decide")
    for frame in state.frames.to_list():
        if not (0 <= frame[0] <= LAST_ASKED or FIRST_AUTOMATIC <= frame[0] <= LAST_AUTOMATIC):
            raise LoadError(f"there is no frame {frame[0]}")
