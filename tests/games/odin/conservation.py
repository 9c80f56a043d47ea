"""Nothing appears or disappears but by the rules: the invariants of the ledger, counted anew in every position."""

from skali.core import Event
from skali.games.odin import boards, components, covering, items, phases
from skali.games.odin.state import OdinState


def check(state: OdinState) -> None:
    seats = range(int(state.seats))
    amounts(state, seats)
    limited(state, seats)
    cards(state, seats)
    vikings(state, seats)
    covered(state, seats)
    silver_on_boards(state)
    for seat in seats:
        sheet = state.score_sheet(seat, seat)
        assert sum(line.points for line in sheet if line.summed) == state.score(seat), "INV-16"


def check_events(state: OdinState, events: list[Event]) -> None:
    """A space that was chosen has an effect; only the feast of 5A or the space of 77A may keep it from that (OD-043)."""
    for event in events:
        if event.kind == "no_effect":
            seat, space = event.data["seat"], event.data["space"]
            cards = [int(state.cards[state.tables.card(number)]) for number in ("5A", "77A")]
            assert phases.IN_PLAY + seat in cards, f"{space} was used without effect (INV-15)"


def amounts(state: OdinState, seats: range) -> None:
    for seat in seats:
        for item in range(items.ITEMS):
            assert state.get(seat, item) >= 0, f"seat {seat} has {state.get(seat, item)} of item {item} (INV-06)"
        assert state.get(seat, 41) + state.get(seat, 42) <= 3, "more than three whaling boats (INV-06)"
        assert sum(state.get(seat, 43 + kind) for kind in range(5)) <= 4, "more than four large ships (INV-06)"
        out = state.get(seat, items.EMIGRATED_KNARR) + state.get(seat, items.EMIGRATED_KNARR + 1)
        assert 2 * out <= state.vikings(), "more ships abroad than the table holds (INV-12)"


def limited(state: OdinState, seats: range) -> None:
    placed = [packed >> 3 & 127 for packed in map(int, state.placed)]
    for tile in range(items.SPECIALS):
        held = sum(int(state.get(seat, items.SPECIAL + tile)) for seat in seats)
        where = int(state.counts[items.OVAL + tile]) + held + placed.count(items.SPECIAL + tile)
        assert where == 1, f"special tile {tile} is there {where} times (INV-04)"
    for building, total in zip(range(items.SHED, items.LONG_HOUSE + 1), state.tables.building_count, strict=True):
        assert sum(int(state.get(seat, building)) for seat in seats) <= total, "too many buildings (INV-04)"
    for kind, total in enumerate(state.tables.weapons):
        held = sum(
            int(state.get(seat, items.BOW + kind)) - int(state.get(seat, items.SUBSTITUTE + kind)) for seat in seats
        )
        there = int(state.counts[items.PILE + kind]) + int(state.counts[items.DISCARD + kind]) + held
        assert there == total, f"{there} weapon cards of kind {kind}, not {total} (INV-05)"
    for strip in range(8):
        left = int(state.counts[items.STRIP_LEFT + strip])
        assert 0 <= left <= 7 and not (left and state.strip_pile >> strip & 1), "INV-13"


def cards(state: OdinState, seats: range) -> None:
    places = [int(place) for place in state.cards]
    assert sum(place != phases.OUT for place in places) == sum(
        deck in state.decks for deck in state.tables.card_decks
    ), "INV-05"
    for seat in seats:
        assert places.count(phases.IN_HAND + seat) == state.get(seat, items.HAND), f"the hand of seat {seat}"
        played = [
            card for card in range(components.CARDS) if places[card] in (phases.IN_PLAY + seat, phases.SPENT + seat)
        ]
        assert sum(int(state.tables.card_points[card]) for card in played) == state.get(seat, items.CARD_POINTS)


def vikings(state: OdinState, seats: range) -> None:
    standing = [0] * len(seats)
    for place in range(components.SPACES + 4):
        on = int(state.counts[items.ON_SPACE + place])
        if on:
            column = int(state.tables.column[place]) if place < components.SPACES else place - components.SPACES + 1
            assert 1 <= on >> 3 & 7 <= column, "INV-02"
            if on < 64:
                standing[(on & 7) - 1] += on >> 3 & 7
    if state.phase not in (0, 1):
        for seat in seats:
            assert standing[seat] + state.get(seat, items.THING) == state.vikings(), f"Vikings of seat {seat} (INV-03)"


def covered(state: OdinState, seats: range) -> None:
    """Boards laid out anew from the list of placements: no overlap, nothing on blocked cells, colours apart."""
    grids, shapes = state.tables.grids, state.tables.shapes
    cells: dict[tuple[int, int, int], int] = {}
    for packed in map(int, state.placed):
        board, anchor, piece, turn = packed >> 18, packed >> 10 & 255, packed >> 3 & 127, packed & 7
        shape = int(shapes.first[piece]) + turn
        top, left = anchor // components.COLUMNS, anchor % components.COLUMNS - int(shapes.offset[shape])
        grid = int(boards.grid_of(state, board))
        assert int(state.counts[items.BOARD_OWNER + board]), "INV-04"
        for row in range(int(shapes.height[shape])):
            for column in range(int(shapes.width[shape])):
                if int(shapes.rows[shape * components.SHAPE_ROWS + row]) >> column & 1:
                    cell = (board, top + row, left + column)
                    assert cell not in cells, "two pieces on one cell (INV-07)"
                    assert int(grids.cells[grid * components.ROWS + top + row]) >> left + column & 1, (
                        "a blocked cell (INV-07)"
                    )
                    cells[cell] = packed
    for (board, row, column), packed in cells.items():
        assert int(state.rows[board * components.ROWS + row]) >> column & 1
        for near in ((board, row + 1, column), (board, row, column + 1)):
            if near in cells and cells[near] != packed:
                colours = {int(boards.colour(each >> 3 & 127)) for each in (packed, cells[near])}
                forbidden = ({0}, {1}) if board >= components.FIRST_STONE_HOUSE else ({2},)
                assert colours not in forbidden, "colours touch (INV-08)"
    bits = sum(bin(int(state.rows[at]) & 0xFFFF).count("1") for at in range(components.BOARDS * components.ROWS))
    assert bits == len(cells), "covered cells and placements differ"
    for seat in seats:
        total = 6 * state.get(seat, items.SHED) + 2 * state.get(seat, items.STONE_HOUSE)
        total -= sum(state.get(seat, items.SHED_WOOD + slot) for slot in range(4))
        for board in range(components.BOARDS):
            if boards.owner(state, board) == seat:
                total += covering.open_minus(state, board)
        assert total == state.get(seat, items.MINUS), f"cells of -1 of seat {seat} (INV-16)"


def silver_on_boards(state: OdinState) -> None:
    for number in range(4):
        silver = int(state.counts[items.BOARD_SILVER + number])
        claimed = int(state.counts[items.BOARD_OWNER + components.FIRST_EXPLORATION + number])
        assert silver % 2 == 0 and silver <= 6 and not (claimed and silver), "INV-14"
    asked = [state.side(seat) for seat in state.to_act()]
    assert state.phase == phases.OVER or (asked and all(side.frames.depth for side in asked)), "INV-19"
