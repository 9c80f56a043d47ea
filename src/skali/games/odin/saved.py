"""Positions as saved data: to_dict and its inverse, which refuses what the rules could not have led to."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from skali.core.bits import bit
from skali.core.protocol import LoadError
from skali.core.reading import within
from skali.games.odin import boards, components, items, naming, phases, simultaneous, supply
from skali.games.odin.decisions import listing
from skali.games.odin.position import OdinPosition

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


def to_dict(position: OdinPosition) -> dict[str, Any]:
    numbers = numbers_of(position)
    return {
        "game": "odin",
        "options": {
            "length": "short" if position.short else "long",
            "decks": position.decks,
            "solo_start": "choose" if position.choose else "random",
        },
        "seats": int(position.seats),
        "phase": naming.PHASE_NAMES[position.phase],
        "round": int(position.round),
        "barrier": int(position.barriers),
        "now": {name: int(numbers[at]) for at, name in enumerate(FIELDS)},
        "flags": [position.pending, position.used, position.yielding, position.card_before],
        "frames": position.frames.to_list(),
        "answers": [[int(part.active), [int(move) for move in part.answered]] for part in position.parts],
        "holdings": [
            [int(position.counts[seat * items.STRIDE + at]) for at in range(items.STRIDE)]
            for seat in range(int(position.seats))
        ],
        "shared": [int(position.counts[at]) for at in range(items.ON_SPACE, items.SIZE)],
        "cards": [int(place) for place in position.cards],
        "placed": [placement(int(packed)) for packed in position.placed],
        "rng": position.rng.to_list(),
    }


def placement(packed: int) -> list[int]:
    """Board, anchor cell, piece and turn."""
    return [packed >> 18, packed >> 10 & 255, packed >> 3 & 127, packed & 7]


def numbers_of(position: OdinPosition) -> list[i64]:
    return [
        position.queue,
        position.starter,
        position.active,
        position.last_placer,
        position.turned,
        position.strip_pile,
        position.imitation,
        position.space,
        position.means,
        position.stands_on,
        position.wood_received,
        position.ore_before,
        position.kinds_taken,
        position.feast_left,
        position.feast_orange,
        position.feast_red,
        position.feast_lying,
        position.feast_key,
        position.key_class,
        position.key_number,
        position.key_board,
        position.key_anchor,
        position.key_shape,
        position.seen,
        position.ore_offers,
        position.offer_count,
        position.block,
    ]


# Loading


def fill(position: OdinPosition, data: dict[str, Any]) -> None:
    """Fills a new state from saved data; a ``LoadError`` says what is wrong."""
    try:
        _fill(position, data)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError, OverflowError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"this is no position of A Feast for Odin: {error!r}") from None


def _fill(position: OdinPosition, data: dict[str, Any]) -> None:
    if data["phase"] not in naming.PHASE_NAMES:
        raise LoadError(f"phase must be one of {', '.join(naming.PHASE_NAMES)}; not {data['phase']!r}")
    position.phase = naming.PHASE_NAMES.index(data["phase"])
    position.round = within(data["round"], 1, int(position.rounds()), "round")
    position.barriers = within(data["barrier"], 0, 2**40, "barrier")
    _fill_numbers(position, data["now"])
    _fill_flags(position, data["flags"])
    position.frames.load([[within(each, -(2**31), 2**31 - 1, "a frame") for each in frame] for frame in data["frames"]])
    position.rng.load(data["rng"])
    _fill_holdings(position, data)
    _fill_cards(position, data["cards"])
    _fill_boards(position, data["placed"])
    _check(position, data)
    _answer(position, data["answers"])


def _fill_numbers(position: OdinPosition, now: dict[str, Any]) -> None:
    if set(now) != set(FIELDS):
        raise LoadError(f"'now' must have the numbers {', '.join(FIELDS)}")
    seats = int(position.seats)
    position.queue = within(now["queue"], 0, 10, "queue")
    position.starter = within(now["starter"], 0, seats - 1, "starter")
    position.active = within(now["active"], 0, seats - 1, "active")
    position.last_placer = within(now["last_placer"], -1, seats - 1, "last_placer")
    position.turned = within(now["turned"], 0, 15, "turned")
    position.strip_pile = within(now["strip_pile"], 0, 255, "strip_pile")
    position.imitation = within(now["imitation"], 0, 30, "imitation")
    position.space = within(now["space"], -1, components.SPACES - 1, "space")
    position.means = within(now["means"], 0, 2, "means")
    position.stands_on = within(now["stands_on"], -1, components.SPACES + 3, "stands_on")
    position.wood_received = within(now["wood_received"], 0, 99, "wood_received")
    position.ore_before = within(now["ore_before"], 0, 127, "ore_before")
    position.kinds_taken = within(now["kinds_taken"], 0, 2**20, "kinds_taken")
    position.feast_left = within(now["feast_left"], 0, 12, "feast_left")
    position.feast_orange = within(now["feast_orange"], 0, 12, "feast_orange")
    position.feast_red = within(now["feast_red"], 0, 12, "feast_red")
    position.feast_lying = within(now["feast_lying"], 0, 2**62 - 1, "feast_lying")
    position.feast_key = within(now["feast_key"], -1, 63, "feast_key")
    position.key_class = within(now["key_class"], 0, 5, "key_class")
    position.key_number = within(now["key_number"], 0, components.CARDS, "key_number")
    position.key_board = within(now["key_board"], 0, components.BOARDS - 1, "key_board")
    position.key_anchor = within(now["key_anchor"], 0, 155, "key_anchor")
    position.key_shape = within(now["key_shape"], 0, len(position.tables.shapes.height) - 1, "key_shape")
    position.seen = within(now["seen"], 0, 2**30, "seen")
    position.ore_offers = within(now["ore_offers"], 0, 4, "ore_offers")
    position.offer_count = within(now["offer_count"], 0, 48, "offer_count")
    position.block = within(now["block"], 0, phases.FEAST, "block")


def _fill_flags(position: OdinPosition, flags: list[Any]) -> None:
    if len(flags) != len(FLAGS) or not all(isinstance(flag, bool) for flag in flags):
        raise LoadError(f"'flags' must be true or false for {', '.join(FLAGS)}")
    position.pending, position.used, position.yielding, position.card_before = flags


def _fill_holdings(position: OdinPosition, data: dict[str, Any]) -> None:
    """All amounts are at least 0; only occupation points may be negative (INV-06)."""
    position.counts = position.tables.zeros[: items.SIZE]
    if len(data["holdings"]) != position.seats or len(data["shared"]) != items.SIZE - items.ON_SPACE:
        raise LoadError(
            f"there must be holdings of {position.seats} seats and {items.SIZE - items.ON_SPACE} shared numbers"
        )
    for seat, row in enumerate(data["holdings"]):
        if len(row) != items.STRIDE:
            raise LoadError(f"a seat has {items.STRIDE} holdings, not {len(row)}")
        for at, value in enumerate(row):
            low = -99 if at == items.CARD_POINTS else 0
            position.counts[seat * items.STRIDE + at] = i16(within(value, low, 5000, f"holding {at} of seat {seat}"))
    for at, value in enumerate(data["shared"]):
        position.counts[items.ON_SPACE + at] = i16(within(value, 0, 500, f"shared number {at}"))


def _fill_cards(position: OdinPosition, places: list[Any]) -> None:
    if len(places) != components.CARDS:
        raise LoadError(f"there are {components.CARDS} occupations, not {len(places)}")
    cards = vec[u8](capacity=components.CARDS)
    for card, place in enumerate(places):
        top = phases.SPENT + int(position.seats) - 1
        cards = append(
            cards, u8(within(place, 0, top, f"the place of occupation {position.tables.card_numbers[card]}"))
        )
        if (
            phases.IN_HAND + position.seats <= place < phases.IN_PLAY
            or phases.IN_PLAY + position.seats <= place < phases.SPENT
        ):
            raise LoadError("an occupation belongs to a seat that does not exist")
        if place >= phases.SPENT and not position.tables.once(card):
            raise LoadError(f"occupation {position.tables.card_numbers[card]} cannot be used up (OD-186)")
        if (place == phases.OUT) != (position.tables.card_decks[card] not in position.decks):
            raise LoadError(f"occupation {position.tables.card_numbers[card]} is not where its deck is (OD-002)")
    position.cards = cards
    for seat in range(int(position.seats)):
        hand = [card for card in range(components.CARDS) if places[card] == phases.IN_HAND + seat]
        played = [
            card for card in range(components.CARDS) if places[card] in (phases.IN_PLAY + seat, phases.SPENT + seat)
        ]
        if len(hand) != position.get(seat, items.HAND):
            raise LoadError(f"seat {seat} holds {len(hand)} occupations, not {position.get(seat, items.HAND)}")
        if sum(int(position.tables.card_points[card]) for card in played) != position.get(seat, items.CARD_POINTS):
            raise LoadError(f"the points of the occupations of seat {seat} do not add up")
        starting = [card for card in hand + played if int(position.tables.starting[card])]
        if len(starting) > 1 or (not starting and not position.choose):
            raise LoadError(f"seat {seat} has {len(starting)} starting occupations (OD-008)")
    for card, place in enumerate(places):
        if (place == phases.UNDEALT and not int(position.tables.starting[card])) or (
            place == phases.IN_PILE and int(position.tables.starting[card])
        ):
            raise LoadError(f"occupation {position.tables.card_numbers[card]} lies in the wrong pile")


def _fill_boards(position: OdinPosition, placed: list[Any]) -> None:
    """Puts every piece down again; nothing may overlap, and colours must keep apart (INV-07, INV-08)."""
    position.rows = position.tables.zeros[: 3 * components.BOARDS * components.ROWS]
    position.placed = vec[i32]()
    wanted = [int(position.counts[seat * items.STRIDE + items.MINUS]) for seat in range(int(position.seats))]
    _count_minus(position)
    shapes = position.tables.shapes
    for board, anchor, piece, turn in placed:
        within(board, 0, components.BOARDS - 1, "a board")
        within(anchor, 0, 155, "a cell")
        within(piece, 0, items.ITEMS - 1, "a piece")
        if not 0 <= turn < int(shapes.count[piece]):
            raise LoadError(f"piece {piece} has no turn {turn}")
        if boards.owner(position, board) < 0:
            raise LoadError(f"something lies on board {board}, which nobody owns")
        shape = int(shapes.first[piece]) + turn
        column = anchor % components.COLUMNS - int(shapes.offset[shape])
        fault = boards.placement_fault(position, board, piece, shape, anchor // components.COLUMNS, column)
        if fault and fault != boards.OD_098_INCOME_CELL:
            raise LoadError(f"a piece lies where it may not (OD-{fault:03d})")
        boards.cover(position, board, piece, turn, anchor)
    for board in range(components.BOARDS):
        if boards.owner(position, board) >= 0:
            _check_income(position, board)
    for seat in range(int(position.seats)):
        if position.get(seat, items.MINUS) != wanted[seat]:
            raise LoadError(
                f"seat {seat} has {position.get(seat, items.MINUS)} open cells and slots of -1, not {wanted[seat]}"
            )


def _count_minus(position: OdinPosition) -> None:
    for board in range(components.BOARDS):
        within(int(position.counts[items.BOARD_OWNER + board]), 0, int(position.seats), f"the owner of board {board}")
    for seat in range(int(position.seats)):
        total = 6 * position.get(seat, items.SHED) + 2 * position.get(seat, items.STONE_HOUSE)
        for slot in range(4):
            filled = position.get(seat, items.SHED_WOOD + slot)
            if filled > (3 * position.get(seat, items.SHED) if slot < 2 else position.get(seat, items.STONE_HOUSE)):
                raise LoadError(f"seat {seat} has filled more slots than there are (OD-107)")
            total -= filled
        houses = [0, 0]
        for board in range(components.BOARDS):
            if boards.owner(position, board) == seat:
                total += int(position.tables.grids.minus_total[boards.grid_of(position, board)])
                if board >= components.FIRST_STONE_HOUSE:
                    houses[0 if board < 11 else 1] += 1
        if (
            houses != [position.get(seat, items.STONE_HOUSE), position.get(seat, items.LONG_HOUSE)]
            or boards.owner(position, seat) != seat
        ):
            raise LoadError(f"the boards of seat {seat} are not those it owns")
        position.put(seat, items.MINUS, total)


def _check_income(position: OdinPosition, board: int) -> None:
    """A covered income cell has its quadrant covered (INV-09)."""
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    height = int(grids.height[grid])
    for row in range(height):
        covered = int(grids.income[grid * components.ROWS + row]) & int(position.rows[board * components.ROWS + row])
        for column in range(components.COLUMNS):
            if covered >> column & 1:
                left = 2 ** (column + 1) - 1
                for below in range(row, height):
                    asked = int(grids.asked[grid * components.ROWS + below]) & left
                    if asked & ~int(position.rows[board * components.ROWS + below]):
                        raise LoadError("an income cell is covered before what lies left of and below it (OD-098)")


def _check(position: OdinPosition, data: dict[str, Any]) -> None:
    """Nothing is there twice or missing, and somebody has something to decide."""
    for tile in range(items.SPECIALS):
        held = sum(int(position.get(seat, items.SPECIAL + tile)) for seat in range(int(position.seats)))
        placed = sum(row[2] == items.SPECIAL + tile for row in data["placed"])
        if int(position.counts[items.OVAL + tile]) + held + placed != 1:
            raise LoadError(
                f"special tile {tile} is there {int(position.counts[items.OVAL + tile]) + held + placed} times (OD-005)"
            )
    for kind in range(4):
        held = 0
        for seat in range(int(position.seats)):
            held += int(position.get(seat, items.BOW + kind)) - int(position.get(seat, items.SUBSTITUTE + kind))
        total = int(position.counts[items.PILE + kind]) + int(position.counts[items.DISCARD + kind]) + held
        if total != position.tables.weapons[kind]:
            raise LoadError(
                f"there are {total} weapon cards of kind {kind}, not {position.tables.weapons[kind]} (OD-010)"
            )
    for seat in range(int(position.seats)):
        if supply.boats(position, seat) > 3 or supply.large_ships(position, seat) > 4:
            raise LoadError(f"seat {seat} has more ships than landing stages (OD-109)")
    for building in range(items.SHED, items.LONG_HOUSE + 1):
        if supply.houses_left(position, building) < 0:
            raise LoadError("there are more buildings than the box holds (OD-007)")
    for board in range(components.FIRST_EXPLORATION):
        if boards.owner(position, board) not in (-1, board):
            raise LoadError("a home board belongs to somebody else")
    for strip in range(8):
        if int(position.counts[items.STRIP_LEFT + strip]) > 7 or (
            position.strip_pile & bit(strip) and int(position.counts[items.STRIP_LEFT + strip])
        ):
            raise LoadError(f"strip {strip + 1} has more items than it can (OD-012)")
    _check_vikings(position)
    _check_frames(position, data)


def _check_vikings(position: OdinPosition) -> None:
    """Vikings on spaces and on the Thing Square make up the usable ones (INV-02, INV-03)."""
    standing = [0] * int(position.seats)
    for place in range(components.SPACES + 4):
        on = int(position.counts[items.ON_SPACE + place])
        if on:
            column = int(position.tables.column[place]) if place < components.SPACES else place - components.SPACES + 1
            seat, vikings = (on & 7) - 1, on >> 3 & 7
            if not 0 <= seat < position.seats or not 1 <= vikings <= column or (on >= 64 and position.seats > 1):
                raise LoadError(f"space {place} holds Vikings that cannot stand there (OD-038)")
            if on < 64:
                standing[seat] += vikings
    for seat in range(int(position.seats)):
        if position.phase not in (0, 1) and standing[seat] + position.get(seat, items.THING) != position.vikings():
            raise LoadError(
                f"seat {seat} has {standing[seat] + position.get(seat, items.THING)} Vikings, not {position.vikings()}"
            )


def _answer(position: OdinPosition, answers: list[Any]) -> None:
    """Plays again what the seats that are asked together have answered so far (OD-270)."""
    if answers and (
        position.frames.depth or position.block not in (phases.W4, phases.W5, phases.W6, phases.W7, phases.FEAST)
    ):
        raise LoadError("several seats are asked, but not in a window or a feast (OD-270)")
    turns = [(int(seat) - int(position.starter)) % int(position.seats) for seat, _ in answers]
    if turns != sorted(set(turns)):
        raise LoadError("the seats that are asked together are not in turn order (OD-026)")
    for seat, moves in answers:
        part = simultaneous.open_part(position, within(seat, 0, int(position.seats) - 1, "a seat that is asked"), None)
        for move in moves:
            if move not in position.rules.moves or not part.frames.depth or listing.fault(part, move):
                raise LoadError(f"seat {seat} cannot have answered {move!r}")
            simultaneous.play(part, move, None)
        if not part.frames.depth:
            raise LoadError(f"seat {seat} has no choice")
        position.parts.append(part)
    if not answers and position.phase != phases.OVER and not listing.is_open(position):
        raise LoadError(f"seat {position.active} has no choice")


def _check_frames(position: OdinPosition, data: dict[str, Any]) -> None:
    if position.phase == phases.OVER:
        if position.frames.depth:
            raise LoadError("the game is over, but something is pending")
        return
    if not data["answers"] and not 0 <= position.frames.kind() <= phases.LAST_ASKED:
        raise LoadError("nobody has anything to decide")
    for frame in position.frames.to_list():
        if not (0 <= frame[0] <= phases.LAST_ASKED or phases.FIRST_AUTOMATIC <= frame[0] <= phases.LAST_AUTOMATIC):
            raise LoadError(f"there is no frame {frame[0]}")
