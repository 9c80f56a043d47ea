"""Anytime actions: placing, ships, ore, slots and exchanges of cards, in windows and between two effects (OD-082 to OD-085,
OD-107 to OD-112, OD-184, OD-261)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.bits import bit, lowest
from skali.core.moves import Moves
from skali.core.protocol import NO_MOVE, Event
from skali.games.odin import boards, card_rules, components, conditions, effects, items, moves, phases, supply, triggers
from skali.games.odin.decisions import base, occupations, placing, programs
from skali.games.odin.position import OdinPosition

OD_083_WINDOWS: Final = 83
OD_110_STAGE: Final = 110
OD_111_PRICE: Final = 111
OD_112_ARMING: Final = 112
OD_184_ANYTIME: Final = 184
OD_186_ONCE: Final = 186
OD_250_ORE: Final = 250
OD_279_NOT_YET: Final = 279
OD_272_MODIFIER: Final = 272
FOUND: Final = Moves()
"""A place to work in; nothing in it outlives a call."""


# Which window


def in_action(position: OdinPosition) -> bool:
    kind = position.frames.kind()
    return kind != phases.ASK_WINDOW and kind != phases.ASK_TURN and kind != phases.ASK_LATE


def is_last(position: OdinPosition) -> bool:
    return position.frames.kind() == phases.ASK_WINDOW and position.frames.get(0) == phases.W7


def reset_order(position: OdinPosition) -> None:
    """A new window: every action may come first (OD-261)."""
    reopen_order(position)
    position.counts[items.ARMED_NOW] = i16(0)


def reopen_order(position: OdinPosition) -> None:
    """After an action whose result depends on the order everything may follow (OD-281)."""
    position.key_class = phases.KEY_FREE
    position.key_number = 0


# What may be done


def fill(position: OdinPosition, out: Moves, search: bool) -> None:
    """Everything that the window allows; in search without what only repeats another order (OD-261, OD-268)."""
    fill_all_but_pieces(position, out, search)
    if not (search and in_action(position)):
        fill_pieces(position, out, search)


def fill_all_but_pieces(position: OdinPosition, out: Moves, search: bool) -> None:
    inside = in_action(position)
    last = is_last(position)
    fill_exchanges(position, out, search)
    if not (search and last) or effects.any_open(position, position.active):
        fill_ships(position, out, search)
    if search and inside:
        return
    if not inside and not (search and last):
        fill_arming(position, out, search)
    if not search:
        fill_slots(position, out)
    if position.ore_offers and boards.fits(position, position.active, items.ORE):
        out.add(moves.USE_CARD + position.tables.ore_boatman)


def any_action(position: OdinPosition) -> bool:
    """Whether the window has anything to offer; the cheap questions first."""
    found = FOUND
    found.count = 0
    fill_ships(position, found, False)
    fill_exchanges(position, found, False)
    if not in_action(position):
        fill_arming(position, found, False)
    fill_slots(position, found)
    if found.count:
        return True
    seat = position.active
    if position.ore_offers and boards.fits(position, seat, items.ORE):
        return True
    return boards.fitting_pieces(position, seat, pieces_held(position, seat), False, False, True) != 0


def any_exchange(position: OdinPosition) -> bool:
    """Whether a played card offers an exchange."""
    FOUND.count = 0
    fill_exchanges(position, FOUND, False)
    return FOUND.count > 0


def count(position: OdinPosition) -> i64:
    """How many numbers ``pick`` takes in a turn: one for each piece there is, whoever has it, then one for everything else."""
    FOUND.count = 0
    fill_all_but_pieces(position, FOUND, True)
    return i64(len(position.tables.shapes.pieces)) + FOUND.count


def pick(position: OdinPosition, n: i64) -> i64:
    """The anytime action of a number, if search has it."""
    pieces = position.tables.shapes.pieces
    if n >= len(pieces):
        FOUND.count = 0
        fill_all_but_pieces(position, FOUND, True)
        return FOUND.at(n - len(pieces))
    if position.get(position.active, i64(pieces[n])) == 0:
        return NO_MOVE
    fits = boards.fitting_pieces(position, position.active, bit(n), True, False, True)
    return moves.PUT + i64(pieces[n]) if fits else i64(NO_MOVE)


def pieces_held(position: OdinPosition, seat: i64) -> i64:
    """The pieces in the supply of the seat, as bits; wood is one with 40B."""
    shapes = position.tables.shapes
    pieces = shapes.pieces
    counts = position.counts
    held: i64 = 0
    for at in range(len(pieces)):
        if i64(counts[seat * items.STRIDE + i64(pieces[at])]):
            held |= bit(at)
    return held if position.hook(seat, card_rules.WOOD_LIES_IN_HOUSES) else held & ~shapes.bit_of[items.WOOD]


def fill_pieces(position: OdinPosition, out: Moves, search: bool) -> None:
    """In the last window search lays no single pieces: they go there by themselves (OD-268)."""
    seat = position.active
    only_minus = search and is_last(position)
    shapes = position.tables.shapes
    held = pieces_held(position, seat)
    if only_minus:
        held &= ~(shapes.bit_of[items.SILVER] | shapes.bit_of[items.ORE] | shapes.bit_of[items.WOOD])
    found = boards.fitting_pieces(position, seat, held, search, only_minus, False)
    while found:
        out.add(moves.PUT + i64(shapes.pieces[lowest(found)]))
        found &= found - 1


def fill_ships(position: OdinPosition, out: Moves, search: bool) -> None:
    seat = position.active
    ordered = search and not effects.any_open(position, seat)
    if ordered and position.key_class > phases.KEY_SHIP:
        return
    silver = position.get(seat, items.SILVER)
    if silver < i64(position.tables.ship_price[0]):
        return
    inside = search and in_action(position)
    for ship in range(i64(3)):
        if ordered and position.key_class == phases.KEY_SHIP and ship < position.key_number:
            continue
        if inside and ordered and position.seen & bit(ship):
            continue
        price = i64(position.tables.ship_price[ship])
        if silver >= price and supply.receive_fault(position, seat, ship_item(ship)) == 0:
            out.add(moves.BUY_SHIP + ship)


def ship_item(ship: i64) -> i64:
    return items.WHALING_BOAT if ship == 0 else items.KNARR + ship - 1


def armed_item(ship: i64) -> i64:
    """The ship class that takes an ore: a plain boat, or a longship with 0, 1 or 2 (OD-266)."""
    return items.LONGSHIP + ship - 1 if ship else i64(items.WHALING_BOAT)


def fill_arming(position: OdinPosition, out: Moves, search: bool) -> None:
    seat = position.active
    if position.get(seat, items.ORE) == 0 or (search and position.key_class > phases.KEY_ARM):
        return
    for ship in range(i64(4)):
        if position.get(seat, armed_item(ship)):
            out.add(moves.ARM + ship)


def slot_open(position: OdinPosition, seat: i64, slot: i64) -> bool:
    """A free slot and the wood or stone for it (OD-107)."""
    if position.get(seat, items.WOOD if slot % 2 == 0 else items.STONE) == 0:
        return False
    return supply.free_slots(position, seat, slot) > 0


def fill_slots(position: OdinPosition, out: Moves) -> None:
    seat = position.active
    for slot in range(i64(4)):
        if slot_open(position, seat, slot):
            out.add(moves.FILL_SLOT + slot)


def fill_exchanges(position: OdinPosition, out: Moves, search: bool) -> None:
    """Anytime effects of played cards, one for each way to pay and get (OD-184, OD-D37)."""
    seat = position.active
    if not position.awaits(seat, triggers.ANYTIME):
        return
    owners = position.tables.effects.ability_card
    abilities = position.tables.effects.by_trigger[triggers.ANYTIME]
    cards = position.cards
    inside = search and in_action(position)
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        card = i64(owners[ability])
        if i64(cards[card]) != phases.IN_PLAY + seat:
            continue
        if search and not order_matters(position, seat, card):
            later = position.key_class == phases.KEY_CARD and card < position.key_number
            if later or position.key_class > phases.KEY_CARD or (inside and position.seen & bit(3 + at)):
                continue
        add_exchanges(position, seat, ability, out)


def add_exchanges(position: OdinPosition, seat: i64, ability: i64, out: Moves) -> None:
    if effects.is_ready(position, seat, ability):
        table = position.tables.effects
        step = i64(table.program_first[i64(table.ability_program[ability])])
        first = i64(table.step_first[step])
        for operation in range(first, i64(table.step_first[step + 1])):
            if exchange_fault(position, seat, ability, operation) == 0:
                card = i64(table.ability_card[ability])
                out.add(moves.EXCHANGE + card * moves.ALTERNATIVES + operation - first)


def order_matters(position: OdinPosition, seat: i64, card: i64) -> bool:
    """Exchanges outside the search order: 52a; 46B while a card waits for ships; 49C with a harvest card (OD-281)."""
    tables = position.tables
    if card == tables.tutor:
        return True
    if card == tables.ship_architect:
        return effects.any_open(position, seat)
    if card != tables.plower:
        return False
    return conditions.plays_either(position, seat, triggers.HARVEST, triggers.AFTER_THE_HARVEST)


def exchange_fault(position: OdinPosition, seat: i64, ability: i64, operation: i64) -> i64:
    """Why an exchange cannot be made: its card is in use; 39C only before arming and not inside an action (OD-272)."""
    card = i64(position.tables.effects.ability_card[ability])
    if effects.is_in_use(position, card):
        return OD_184_ANYTIME
    if card == position.tables.modifier:
        if in_action(position) or i64(position.counts[items.ARMED_NOW]):
            return OD_272_MODIFIER
    return conditions.operation_fault(position, seat, operation, -1)


def remember(position: OdinPosition) -> None:
    """Which ships and exchanges could be had when the space was chosen: in search W2 repeats none of them (OD-261)."""
    found = FOUND
    found.count = 0
    fill_ships(position, found, False)
    seen: i64 = 0
    for index in range(found.count):
        seen |= bit(found.at(index) - moves.BUY_SHIP)
    position.seen = seen
    if not position.awaits(position.active, triggers.ANYTIME):
        return
    abilities = position.tables.effects.by_trigger[triggers.ANYTIME]
    for at in range(len(abilities)):
        found.count = 0
        add_exchanges(position, position.active, i64(abilities[at]), found)
        if found.count:
            position.seen |= bit(3 + at)


# What happens


def play(position: OdinPosition, move: i64, events: list[Event] | None) -> None:
    seat = position.active
    if moves.PUT <= move < moves.ON_BOARD:
        placing.ask(position, move - moves.PUT, 0)
    elif moves.BUY_SHIP <= move < moves.ARM:
        buy_ship(position, seat, move - moves.BUY_SHIP, events)
    elif moves.ARM <= move < moves.FILL_SLOT:
        arm(position, seat, move - moves.ARM, events)
    elif moves.FILL_SLOT <= move < moves.FILL_SLOT + 4:
        fill_slot(position, seat, move - moves.FILL_SLOT, events)
    elif moves.USE_CARD <= move < moves.EXCHANGE:
        position.ore_offers -= 1
        effects.card_event(position, seat, move - moves.USE_CARD, events)
        placing.ask(position, items.ORE, placing.FROM_CARD)
    else:
        exchange(position, seat, move - moves.EXCHANGE, events)


def buy_ship(position: OdinPosition, seat: i64, ship: i64, events: list[Event] | None) -> None:
    supply.pay(position, seat, items.SILVER, i64(position.tables.ship_price[ship]), events)
    supply.gain(position, seat, ship_item(ship), 1, events)
    waiting = effects.any_open(position, seat)
    if ship > 0:
        effects.begin_use(position, -1)
        effects.ship_came(position, seat, ship == 1)
        effects.end_use(position)
    if waiting:
        reopen_order(position)
    else:
        position.key_class = phases.KEY_SHIP
        position.key_number = ship


def arm(position: OdinPosition, seat: i64, ship: i64, events: list[Event] | None) -> None:
    """An ore goes from the supply on a ship (OD-112)."""
    item = armed_item(ship)
    position.add(seat, items.ORE, -1)
    position.add(seat, item, -1)
    position.add(seat, item + 1, 1)
    position.key_class = phases.KEY_ARM
    position.counts[items.ARMED_NOW] = i16(1)
    if events is not None:
        events.append(Event("armed", {"seat": int(seat), "ship": moves.ARMED[ship]}))


def fill_slot(position: OdinPosition, seat: i64, slot: i64, events: list[Event] | None) -> None:
    position.add(seat, items.WOOD if slot % 2 == 0 else items.STONE, -1)
    supply.fill_slot(position, seat, slot, events)
    position.key_class = phases.KEY_SLOT


def exchange(position: OdinPosition, seat: i64, number: i64, events: list[Event] | None) -> None:
    """An anytime effect of a played card."""
    table = position.tables.effects
    card = number // moves.ALTERNATIVES
    effects.card_event(position, seat, card, events)
    if order_matters(position, seat, card):
        reopen_order(position)
    else:
        position.key_class = phases.KEY_CARD
        position.key_number = card
    effects.begin_use(position, card)
    ability = exchange_of(position, card)
    yielding = position.yielding
    position.yielding = False
    position.counts[items.SOWN] = i16(effects.sown(position, seat))
    program = i64(table.ability_program[ability])
    if i64(table.program_first[program + 1]) - i64(table.program_first[program]) > 1:
        position.frames.push(phases.DO_PROGRAM, program, 1, 0)
    operation = i64(table.step_first[i64(table.program_first[program])]) + number % moves.ALTERNATIVES
    programs.perform(position, seat, operation, 0, False, events)
    if i64(table.ability_once[ability]):
        effects.spend(position, seat, card)
    position.yielding = yielding
    effects.end_use(position)


def exchange_of(position: OdinPosition, card: i64) -> i64:
    """The anytime effect of a card, -1 if it has none."""
    table = position.tables.effects
    abilities = table.by_trigger[triggers.ANYTIME]
    for at in range(len(abilities)):
        if i64(table.ability_card[i64(abilities[at])]) == card:
            return i64(abilities[at])
    return -1


# Why not


def fault(position: OdinPosition, seat: i64, move: i64) -> i64:
    """The rule that an anytime action breaks where one may be taken; inside an action nothing is armed (OD-112)."""
    if moves.ARM <= move < moves.FILL_SLOT:
        return OD_112_ARMING if in_action(position) else arming_fault(position, seat, move - moves.ARM)
    if moves.PUT <= move < moves.ON_BOARD:
        return piece_fault(position, seat, move - moves.PUT)
    if moves.BUY_SHIP <= move < moves.ARM:
        ship = move - moves.BUY_SHIP
        if supply.receive_fault(position, seat, ship_item(ship)):
            return OD_110_STAGE
        return 0 if position.get(seat, items.SILVER) >= i64(position.tables.ship_price[ship]) else OD_111_PRICE
    if moves.FILL_SLOT <= move < moves.CALL_BACK:
        return 0 if slot_open(position, seat, move - moves.FILL_SLOT) else supply.OD_107_SLOTS
    if moves.USE_CARD <= move < moves.EXCHANGE:
        lies = position.ore_offers > 0 and boards.fits(position, seat, items.ORE)
        return 0 if lies else OD_250_ORE
    number = move - moves.EXCHANGE
    return card_fault(position, seat, number // moves.ALTERNATIVES, number % moves.ALTERNATIVES)


def arming_fault(position: OdinPosition, seat: i64, ship: i64) -> i64:
    ready = position.get(seat, items.ORE) > 0 and position.get(seat, armed_item(ship)) > 0
    return 0 if ready else OD_112_ARMING


def piece_fault(position: OdinPosition, seat: i64, piece: i64) -> i64:
    """The seat holds the piece, and it can lie somewhere."""
    if i64(position.tables.shapes.count[piece]) == 0:
        return placing.OD_088_PIECE
    if position.get(seat, piece) == 0:
        return base.OD_019_PLACED
    if boards.fits(position, seat, piece):
        return 0
    for board in range(i64(components.BOARDS)):
        if boards.owner(position, board) == seat and boards.piece_fault(position, board, piece) == 0:
            return placing.OD_088_PIECE
    return boards.piece_fault(position, seat, piece)


def card_fault(position: OdinPosition, seat: i64, card: i64, way: i64) -> i64:
    if not position.has_card(seat, card):
        return OD_186_ONCE if i64(position.cards[card]) == phases.SPENT + seat else occupations.OD_180_ONLY_PLAYED
    table = position.tables.effects
    ability = exchange_of(position, card)
    if ability < 0:
        return OD_184_ANYTIME
    if not effects.is_ready(position, seat, ability):
        return OD_279_NOT_YET
    step = i64(table.program_first[i64(table.ability_program[ability])])
    operation = i64(table.step_first[step]) + way
    if operation >= i64(table.step_first[step + 1]):
        return OD_184_ANYTIME
    return exchange_fault(position, seat, ability, operation)


def is_anytime(move: i64) -> bool:
    if moves.PUT <= move < moves.ON_BOARD or moves.BUY_SHIP <= move < moves.CALL_BACK:
        return True
    return moves.EXCHANGE <= move < moves.UPGRADE_GOOD
