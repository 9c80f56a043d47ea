"""Anytime actions and their windows: placing, slots, ships, arming, exchanges of cards (OD-082 to OD-094, OD-107, OD-109 to OD-112,
OD-184, OD-261 to OD-263, OD-268 to OD-271)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64

from skali.core.bits import bit, lowest
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import boards, effects, possible, supply
from skali.games.odin.components import (
    BOARDS,
    COLUMNS,
    FIRST_EXPLORATION,
    FIRST_STONE_HOUSE,
)
from skali.games.odin.effects_text import (
    AFTER_HARVEST,
    ANYTIME,
    GRAIN_IN_HOUSE,
    HARVEST_COMES,
    RUNE_STONE_EXPLORES,
    RUNE_STONE_IN_HOUSE,
    WOOD_IN_HOUSES,
)
from skali.games.odin.items import (
    ARMED_NOW,
    BOARD_OWNER,
    BOAT,
    GOODS,
    GRAIN,
    ITEM_NAMES,
    KNARR,
    LONGSHIP,
    ORE,
    RUNE_STONE,
    SILVER,
    SOWN,
    SPECIAL,
    SPECIALS,
    STONE,
    STONE_HOUSE,
    WOOD,
)
from skali.games.odin.moves import (
    ALTERNATIVES,
    ARM,
    ARMED,
    AT,
    BOARD_NAMES,
    BUY_SHIP,
    EXCHANGE,
    FILL_SLOT,
    ON_BOARD,
    PUT,
    SHAPE,
    USE_CARD,
)
from skali.games.odin.phases import (
    ASK_BOARD,
    ASK_CELL,
    ASK_LATE,
    ASK_SHAPE,
    ASK_TURN,
    ASK_WINDOW,
    DO_ANYTIME,
    KEY_ARM,
    KEY_CARD,
    KEY_FREE,
    KEY_PLACE,
    KEY_SHIP,
    KEY_SLOT,
    W7,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

OD_184_ANYTIME: Final = 184
OD_272_MODIFIER: Final = 272

FOUND: Final = Moves()
"""A place to work in; nothing in it outlives a call."""
FROM_CARD: Final = 1
"""The ore comes from the general supply (9A)."""


# Which window


def in_action(state: OdinState) -> bool:
    kind = state.frames.kind()
    return kind != ASK_WINDOW and kind != ASK_TURN and kind != ASK_LATE


def is_last(state: OdinState) -> bool:
    return state.frames.kind() == ASK_WINDOW and state.frames.get(0) == W7


def reset_order(state: OdinState) -> None:
    """A new window: every action may come first (OD-261)."""
    state.key_class = KEY_FREE
    state.key_number = 0
    state.h[ARMED_NOW] = i16(0)


def reopen_order(state: OdinState) -> None:
    """After an action whose result depends on the order everything may follow (OD-281)."""
    state.key_class = KEY_FREE
    state.key_number = 0


# What may be done


def fill(state: OdinState, out: Moves, search: bool) -> None:
    """Everything that the window allows; in search without what only repeats another order (OD-261, OD-268)."""
    inside = in_action(state)
    last = is_last(state)
    fill_exchanges(state, out, search)
    if not (search and last) or effects.any_open(state, state.active):
        fill_ships(state, out, search)
    if search and inside:
        return
    if not inside and not (search and last):
        fill_arming(state, out, search)
    if not search:
        fill_slots(state, out)
    fill_pieces(state, out, search, last)


def any_action(state: OdinState) -> bool:
    """Whether the window has anything to offer; the cheap questions first."""
    found = FOUND
    found.count = 0
    fill_ships(state, found, False)
    fill_exchanges(state, found, False)
    if not in_action(state):
        fill_arming(state, found, False)
    fill_slots(state, found)
    if found.count:
        return True
    seat = state.active
    if state.ore_offers and boards.fits(state, seat, ORE, False, False):
        return True
    for piece in range(i64(SPECIAL + SPECIALS)):
        if piece_held(state, seat, piece) and boards.fits(state, seat, piece, False, False):
            return True
    return False


def piece_held(state: OdinState, seat: i64, piece: i64) -> bool:
    if piece >= GOODS and piece != SILVER and piece != ORE and piece < SPECIAL:
        return piece == WOOD and state.get(seat, WOOD) > 0 and state.hook(seat, WOOD_IN_HOUSES)
    return state.get(seat, piece) > 0


def fill_pieces(state: OdinState, out: Moves, search: bool, last: bool) -> None:
    seat = state.active
    only_minus = search and last
    if state.ore_offers and boards.fits(state, seat, ORE, False, False):
        out.add(USE_CARD + state.tables.ore_boatman)
    has_house = state.get(seat, STONE_HOUSE) + state.get(seat, STONE_HOUSE + 1) > 0
    for piece in range(i64(GOODS)):
        if (piece & 2 or has_house) and state.get(seat, piece):
            if boards.fits(state, seat, piece, search, only_minus):
                out.add(PUT + piece)
    if not only_minus:
        if state.get(seat, SILVER) and boards.fits(state, seat, SILVER, search, False):
            out.add(PUT + SILVER)
        if state.get(seat, ORE) and boards.fits(state, seat, ORE, search, False):
            out.add(PUT + ORE)
        if has_house and piece_held(state, seat, WOOD) and boards.fits(state, seat, WOOD, search, False):
            out.add(PUT + WOOD)
    for piece in range(i64(SPECIAL), SPECIAL + SPECIALS):
        if state.get(seat, piece) and boards.fits(state, seat, piece, search, only_minus):
            out.add(PUT + piece)


def fill_ships(state: OdinState, out: Moves, search: bool) -> None:
    seat = state.active
    ordered = search and not effects.any_open(state, seat)
    if ordered and state.key_class > KEY_SHIP:
        return
    silver = state.get(seat, SILVER)
    if silver < i64(state.tables.ship_price[0]):
        return
    inside = search and in_action(state)
    for ship in range(i64(3)):
        if ordered and state.key_class == KEY_SHIP and ship < state.key_number:
            continue
        if inside and ordered and state.seen & bit(ship):
            continue
        if silver >= i64(state.tables.ship_price[ship]) and supply.receive_fault(state, seat, ship_item(ship)) == 0:
            out.add(BUY_SHIP + ship)


def ship_item(ship: i64) -> i64:
    if ship == 0:
        return BOAT
    return KNARR if ship == 1 else LONGSHIP


def armed_item(ship: i64) -> i64:
    """The ship class that takes an ore: a plain boat, or a longship with 0, 1 or 2 (OD-266)."""
    return BOAT if ship == 0 else LONGSHIP + ship - 1


def fill_arming(state: OdinState, out: Moves, search: bool) -> None:
    seat = state.active
    if state.get(seat, ORE) == 0 or (search and state.key_class > KEY_ARM):
        return
    for ship in range(i64(4)):
        if state.get(seat, armed_item(ship)):
            out.add(ARM + ship)


def slot_open(state: OdinState, seat: i64, slot: i64) -> bool:
    """A free slot and the wood or stone for it (OD-107)."""
    if state.get(seat, WOOD if slot % 2 == 0 else STONE) == 0:
        return False
    return supply.free_slots(state, seat, slot) > 0


def fill_slots(state: OdinState, out: Moves) -> None:
    seat = state.active
    for slot in range(i64(4)):
        if slot_open(state, seat, slot):
            out.add(FILL_SLOT + slot)


def fill_exchanges(state: OdinState, out: Moves, search: bool) -> None:
    """Anytime effects of played cards, one for each way to pay and get (OD-184, OD-D37)."""
    table = state.tables.effects
    abilities = table.by_moment[ANYTIME]
    seat = state.active
    inside = search and in_action(state)
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        card = i64(table.ability_card[ability])
        if not effects.is_ready(state, seat, ability):
            continue
        free = order_matters(state, seat, card)
        if search and not free and state.key_class > KEY_CARD:
            continue
        if search and not free and state.key_class == KEY_CARD and card < state.key_number:
            continue
        if inside and not free and state.seen & bit(3 + at):
            continue
        step = i64(table.program_first[i64(table.ability_program[ability])])
        first = i64(table.step_first[step])
        for operation in range(first, i64(table.step_first[step + 1])):
            if exchange_fault(state, seat, ability, operation) == 0:
                out.add(EXCHANGE + card * ALTERNATIVES + operation - first)


def order_matters(state: OdinState, seat: i64, card: i64) -> bool:
    """Exchanges outside the search order: 52a; 46B while a card waits for ships; 49C with a harvest card (OD-281)."""
    tables = state.tables
    if card == tables.tutor:
        return True
    if card == tables.ship_architect:
        return effects.any_open(state, seat)
    if card != tables.plower:
        return False
    return possible.plays_moment(state, seat, HARVEST_COMES) or possible.plays_moment(state, seat, AFTER_HARVEST)


def exchange_fault(state: OdinState, seat: i64, ability: i64, operation: i64) -> i64:
    """Why an exchange cannot be made: its card is in use; 39C only before arming and not inside an action (OD-272)."""
    card = i64(state.tables.effects.ability_card[ability])
    if is_in_use(state, card):
        return OD_184_ANYTIME
    if card == state.tables.modifier:
        if in_action(state) or i64(state.h[ARMED_NOW]):
            return OD_272_MODIFIER
    return possible.operation_fault(state, seat, operation, -1)


def is_in_use(state: OdinState, card: i64) -> bool:
    """The card's exchange goes on, further down the stack: 52a has played 77A, which uses a space (OD-184)."""
    data = state.frames.data
    for base in range(i64(0), state.frames.depth * 4, 4):
        if i64(data[base]) == DO_ANYTIME and i64(data[base + 1]) == card + 1:
            return True
    return False


def remember(state: OdinState) -> None:
    """Which ships and exchanges could be had when the space was chosen: in search W2 repeats none of them (OD-261)."""
    found = FOUND
    found.count = 0
    fill_ships(state, found, False)
    seen: i64 = 0
    for index in range(found.count):
        seen |= bit(found.at(index) - BUY_SHIP)
    table = state.tables.effects
    abilities = table.by_moment[ANYTIME]
    seat = state.active
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if effects.is_ready(state, seat, ability):
            step = i64(table.program_first[i64(table.ability_program[ability])])
            for operation in range(i64(table.step_first[step]), i64(table.step_first[step + 1])):
                if exchange_fault(state, seat, ability, operation) == 0:
                    seen |= bit(3 + at)
                    break
    state.seen = seen


# What happens. An anytime action is carried out to its end before another begins: a frame marks it while something is asked


def begin_use(state: OdinState, card: i64) -> None:
    state.frames.push(DO_ANYTIME, card + 1)


def end_use(state: OdinState) -> None:
    """Nothing was left to ask or to go on with: it is over at once."""
    if state.frames.kind() == DO_ANYTIME:
        state.frames.pop()


def play(state: OdinState, move: i64, events: list[Event] | None) -> None:
    seat = state.active
    if PUT <= move < ON_BOARD:
        state.frames.push(ASK_BOARD, move - PUT, 0)
    elif BUY_SHIP <= move < ARM:
        buy_ship(state, seat, move - BUY_SHIP, events)
    elif ARM <= move < FILL_SLOT:
        arm(state, seat, move - ARM, events)
    elif FILL_SLOT <= move < FILL_SLOT + 4:
        fill_slot(state, seat, move - FILL_SLOT, events)
    elif USE_CARD <= move < EXCHANGE:
        state.ore_offers -= 1
        effects.card_event(state, seat, move - USE_CARD, events)
        state.frames.push(ASK_BOARD, ORE, FROM_CARD)
    else:
        exchange(state, seat, move - EXCHANGE, events)


def buy_ship(state: OdinState, seat: i64, ship: i64, events: list[Event] | None) -> None:
    supply.pay(state, seat, SILVER, i64(state.tables.ship_price[ship]), events)
    supply.gain(state, seat, ship_item(ship), 1, events)
    waiting = effects.any_open(state, seat)
    if ship > 0:
        begin_use(state, -1)
        effects.ship_came(state, seat, ship == 1)
        end_use(state)
    if waiting:
        reopen_order(state)
    else:
        state.key_class = KEY_SHIP
        state.key_number = ship


def arm(state: OdinState, seat: i64, ship: i64, events: list[Event] | None) -> None:
    """An ore goes from the supply on a ship (OD-112)."""
    item = armed_item(ship)
    state.add(seat, ORE, -1)
    state.add(seat, item, -1)
    state.add(seat, item + 1, 1)
    state.key_class = KEY_ARM
    state.h[ARMED_NOW] = i16(1)
    if events is not None:
        events.append(Event("armed", {"seat": int(seat), "ship": ARMED[ship]}))


def fill_slot(state: OdinState, seat: i64, slot: i64, events: list[Event] | None) -> None:
    state.add(seat, WOOD if slot % 2 == 0 else STONE, -1)
    supply.fill_slot(state, seat, slot, events)
    state.key_class = KEY_SLOT


def exchange(state: OdinState, seat: i64, number: i64, events: list[Event] | None) -> None:
    """An anytime effect of a played card."""
    table = state.tables.effects
    card = number // ALTERNATIVES
    effects.card_event(state, seat, card, events)
    if order_matters(state, seat, card):
        reopen_order(state)
    else:
        state.key_class = KEY_CARD
        state.key_number = card
    begin_use(state, card)
    abilities = table.by_moment[ANYTIME]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if i64(table.ability_card[ability]) == card:
            yielding = state.yielding
            state.yielding = False
            state.h[SOWN] = i16(effects.sown(state, seat))
            program = i64(table.ability_program[ability])
            if i64(table.program_first[program + 1]) - i64(table.program_first[program]) > 1:
                effects.run_from(state, program, 1)
            operation = i64(table.step_first[i64(table.program_first[program])]) + number % ALTERNATIVES
            effects.perform(state, seat, operation, 0, False, events)
            if i64(table.ability_once[ability]):
                effects.spend(state, seat, card)
            state.yielding = yielding
    end_use(state)


# Placing, in steps (OD-D34)


def board_name(state: OdinState, board: i64) -> i64:
    """The number of a board's name in the notation."""
    if board < FIRST_EXPLORATION:
        return 0
    if board < FIRST_STONE_HOUSE:
        return boards.grid_of(state, board)
    return board + 1


def board_of_name(state: OdinState, name: i64) -> i64:
    """The board on the table that a name means for the active seat, -1 if it lies nowhere."""
    if name == 0:
        return state.active
    if name > 8:
        return name - 1
    board = FIRST_EXPLORATION + (name - 1) % 4
    return board if boards.grid_of(state, board) == name else -1


def fill_board(state: OdinState, out: Moves, search: bool) -> None:
    piece = state.frames.get(0)
    free = state.frames.get(1) == FROM_CARD
    only_minus = search and below_is_last(state)
    for board in range(i64(BOARDS)):
        if i64(state.h[BOARD_OWNER + board]) == state.active + 1:
            if boards.fits_on(state, board, piece, search and not free, only_minus):
                out.add(ON_BOARD + board_name(state, board))


def fill_shape(state: OdinState, out: Moves, search: bool) -> None:
    free = state.frames.get(2) == FROM_CARD
    only_minus = search and below_is_last(state)
    piece = state.frames.get(0)
    turns = boards.fitting_shapes(state, state.frames.get(1), piece, search and not free, only_minus)
    while turns:
        out.add(SHAPE + lowest(turns))
        turns &= turns - 1


def fill_cell(state: OdinState, out: Moves, search: bool) -> None:
    piece = state.frames.get(0)
    packed = state.frames.get(1)
    free = state.frames.get(2) == FROM_CARD
    only_minus = search and below_is_last(state)
    boards.fill_anchors(state, packed // 8, piece, packed % 8, search and not free, only_minus, AT, out)


def below_is_last(state: OdinState) -> bool:
    """The placement belongs to the last window: the frame below the top asks for it."""
    if state.frames.depth < 2:
        return False
    base = (state.frames.depth - 2) * 4
    return i64(state.frames.data[base]) == ASK_WINDOW and i64(state.frames.data[base + 1]) == W7


def play_board(state: OdinState, move: i64) -> None:
    piece = state.frames.get(0)
    flags = state.frames.get(1)
    state.frames.pop()
    state.frames.push(ASK_SHAPE, piece, board_of_name(state, move - ON_BOARD), flags)


def play_shape(state: OdinState, move: i64) -> None:
    piece = state.frames.get(0)
    board = state.frames.get(1)
    flags = state.frames.get(2)
    state.frames.pop()
    state.frames.push(ASK_CELL, piece, board * 8 + move - SHAPE, flags)


def play_cell(state: OdinState, move: i64, events: list[Event] | None) -> None:
    piece = state.frames.get(0)
    packed = state.frames.get(1)
    flags = state.frames.get(2)
    state.frames.pop()
    place(state, packed // 8, piece, packed % 8, move - AT, flags, events)


def place(
    state: OdinState, board: i64, piece: i64, turn: i64, anchor: i64, flags: i64, events: list[Event] | None
) -> None:
    seat = state.active
    if flags != FROM_CARD:
        state.add(seat, piece, -1)
        state.key_class = KEY_PLACE
        state.key_number = piece
        state.key_board = board
        state.key_anchor = anchor
        state.key_shape = i64(state.tables.shapes.first[piece]) + turn
    boards.cover(state, board, piece, turn, anchor)
    if events is not None:
        data = {
            "seat": int(seat),
            "item": ITEM_NAMES[piece],
            "board": BOARD_NAMES[board_name(state, board)],
            "cell": [int(anchor // COLUMNS), int(anchor % COLUMNS)],
        }
        events.append(Event("placed", data))
    begin_use(state, -1)
    if piece == GRAIN and boards.is_house(board):
        effects.fire(state, seat, GRAIN_IN_HOUSE)
    elif piece == RUNE_STONE and board >= FIRST_EXPLORATION:
        effects.fire(state, seat, RUNE_STONE_IN_HOUSE if boards.is_house(board) else RUNE_STONE_EXPLORES)
    end_use(state)
