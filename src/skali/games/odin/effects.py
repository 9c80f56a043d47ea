"""What operations do: one interpreter for action spaces and occupations (OD-115 to OD-134, OD-183 to OD-192).

A program runs step by step as a frame on the stack. A step that leaves a choice puts a frame that asks on top of it. What can be
done at all is in possible.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, lowest
from skali.core.protocol import Event
from skali.games.odin import boards, counting, possible, supply
from skali.games.odin.components import (
    BOARDS,
    FIRST_EXPLORATION,
    FIRST_STONE_HOUSE,
)
from skali.games.odin.effects_text import (
    AFTER_HARVEST,
    AS_SOON_AS,
    BEFORE_HUNTING,
    BEFORE_PILLAGING,
    BEFORE_RAIDING,
    BONUS,
    BONUS_HOME,
    BOOST,
    BREEDING,
    CATTLE_ADDED,
    CHEST_RECEIVED,
    DRAW,
    EMIGRATE,
    EXPLORE,
    FEAST,
    FLIP,
    FOLLOW,
    FORGE,
    FOURTH,
    GAIN,
    HARVEST_COMES,
    HARVESTED,
    HOUSE_BUILT,
    HOUSES,
    HUNTING,
    INSPECT,
    KNARR_BUILT,
    LARGE_SHIP_BUILT,
    LATE,
    LAY_SNARE,
    NEXT_KNARR,
    ONCE,
    OUTFIT,
    OVERSEAS,
    PAIR_OF_SALT_MEAT,
    PAIR_OF_STOCKFISH,
    PILLAGING,
    PLACE_ORE,
    PLAY,
    RAIDING,
    RELOCATE,
    RETURN_COLUMN_4,
    RETURN_HERE,
    SALE,
    SHIFT,
    SILVERWARE_FOR_BONUS,
    SOW,
    SPICES_RECEIVED,
    STONE_TAKEN,
    STRIP,
    SWAP,
    SWAP_BOAT,
    TIER,
    TWO_SILVER_TAKEN,
    UPGRADE,
    WHALING,
)
from skali.games.odin.items import (
    BATTLE_BONUS,
    BOW,
    BROUGHT,
    CATTLE,
    CHEST,
    FLAX,
    GOODS,
    GRAIN,
    ITEM_NAMES,
    KNARR,
    LONGSHIP,
    MAX_OFFERS,
    OFFERS,
    ORE,
    PAID_KINDS,
    SALT_MEAT,
    SILVER,
    SPICES,
    STOCKFISH,
    STRIP_LEFT,
    TREASURE_CHEST,
    WOOD,
)
from skali.games.odin.phases import (
    ASK_ARM,
    ASK_BONUS,
    ASK_CALL_BACK,
    ASK_DIE,
    ASK_EMIGRATE,
    ASK_EXPLORE,
    ASK_FLIP,
    ASK_FOLLOW,
    ASK_FORGE,
    ASK_FOURTH,
    ASK_INSPECT,
    ASK_LATE,
    ASK_OFFERS,
    ASK_OUTFIT,
    ASK_PLAY,
    ASK_RETURN,
    ASK_SALE,
    ASK_SHIFT,
    ASK_STEP,
    ASK_STRIP,
    ASK_SWAP_BOAT,
    ASK_TRADE,
    ASK_UPGRADE,
    BY_CARD,
    DO_DRAW,
    DO_FEAST,
    DO_PROGRAM,
    DO_ROLL,
    HUNT,
    PILLAGE,
    RAID,
    SNARING,
    SPENT,
    WHALE_1,
    WHALE_3,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

UPGRADE_OR_FUR: Final = 512
"""Marks of an upgrade: 102B may replace it; it is part of the space's own action."""
UPGRADE_OF_SPACE: Final = 1024
ROLLED_BY_CARD: Final = 16
"""Mark of a dice action that a card gave: no Viking comes back."""
OF_SPACE: Final = 1
"""Flags of a program that is running: it belongs to the space that is used; its first step has been accepted; the way chosen."""
ACCEPTED: Final = 2
WAY: Final = 4


# What happens


def run_program(state: OdinState, seat: i64, program: i64, flags: i64) -> None:
    state.frames.push(DO_PROGRAM, program, 0, flags)


def run_from(state: OdinState, program: i64, index: i64) -> None:
    """The rest of a program whose first steps are done."""
    state.frames.push(DO_PROGRAM, program, index, 0)


def go_on(state: OdinState, events: list[Event] | None) -> None:
    """The next step of the program on top of the stack."""
    frames = state.frames
    program = frames.get(0)
    index = frames.get(1)
    flags = frames.get(2)
    effects = state.tables.effects
    step = i64(effects.program_first[program]) + index
    if step == i64(effects.program_first[program + 1]):
        frames.pop()
        return
    frames.put(1, index + 1)
    seat = state.active
    of_space = flags & OF_SPACE
    space = state.space if of_space else -1
    state.yielding = of_space != 0
    first = i64(effects.step_first[step])
    operations = i64(effects.step_first[step + 1]) - first
    optional = i64(effects.optional[step]) != 0 and not (index == 0 and flags & ACCEPTED)
    way = flags // WAY
    if index == 0 and way:
        perform(state, seat, first + way - 1, flags, False, events)
        return
    if operations > 1 or (optional and asks_first(i64(effects.verb[first]))):
        if possible.step_possible(state, seat, step, space):
            skip: i64 = 1 if optional and may_skip(state, program, index, flags) else 0
            frames.push(ASK_STEP, step, skip, flags & OF_SPACE)
        return
    if possible.operation_fault(state, seat, first, space) == 0:
        skippable = optional or (of_space != 0 and i64(effects.program_first[program + 1]) - step + index > 1)
        perform(state, seat, first, flags, skippable and may_skip(state, program, index, flags), events)


def asks_first(verb: i64) -> bool:
    """Operations without a choice of their own are asked for when they are optional."""
    return verb in (GAIN, SWAP, TIER, BREEDING, BONUS, HUNTING, RELOCATE)


def may_skip(state: OdinState, program: i64, index: i64, flags: i64) -> bool:
    """A step may be left out if it is a card's, or if another effect of the space is or can be used (OD-042, OD-044)."""
    if not flags & OF_SPACE or state.used:
        return True
    effects = state.tables.effects
    first = i64(effects.program_first[program])
    for step in range(first + index + 1, i64(effects.program_first[program + 1])):
        if possible.step_possible(state, state.active, step, state.space):
            return True
    return False


def perform(state: OdinState, seat: i64, operation: i64, flags: i64, skip: bool, events: list[Event] | None) -> None:
    """Does an operation, or asks how."""
    effects = state.tables.effects
    verb = i64(effects.verb[operation])
    a = i64(effects.a[operation])
    b = i64(effects.b[operation])
    of_space = flags & OF_SPACE
    skippable: i64 = 1 if skip else 0
    frames = state.frames
    if verb == GAIN:
        receive(state, seat, a, counting.count(state, seat, b), events)
        state.used = state.used or of_space != 0
    elif verb == SWAP:
        swap(state, seat, a, b, of_space, events)
        if i64(effects.c[operation]):
            run_program(state, seat, i64(effects.c[operation]) - 1, ACCEPTED)
    elif verb == TIER:
        receive(state, seat, possible.tier_bundle(state, seat, operation), 1, events)
        state.used = state.used or of_space != 0
    elif verb == STRIP:
        other: i64 = state.kinds_taken >> 8 if b else 0
        frames.push(ASK_STRIP, a + 16 * i64(effects.c[operation]) + 32 * skippable, other, flags)
    elif verb == UPGRADE:
        marks = 256 * skippable + (UPGRADE_OF_SPACE if of_space else 0)
        if of_space and a == 1 and possible.any_fur(state, seat):
            marks += UPGRADE_OR_FUR
        frames.push(ASK_UPGRADE, a + 8 * b + 32 * i64(effects.c[operation]) + marks, 0, 0)
    elif verb == HUNTING:
        begin_die(state, HUNT, of_space)
    elif verb == LAY_SNARE:
        begin_die(state, SNARING, of_space)
    elif verb == WHALING:
        begin_die(state, WHALE_3 if a == 3 else WHALE_1, of_space)
    elif verb == RAIDING:
        begin_die(state, RAID, of_space)
    elif verb == PILLAGING:
        begin_die(state, PILLAGE, of_space)
    elif verb == EXPLORE:
        frames.push(ASK_EXPLORE, a)
    elif verb == OVERSEAS:
        supply.pay(state, seat, SILVER, 1, events)
        state.used = True
        frames.push(ASK_TRADE, 0)
    elif verb == SALE:
        frames.push(ASK_SALE, 0, -1)
    elif verb == FORGE:
        supply.pay(state, seat, ORE, 1, events)
        mark_paid(state, ORE)
        state.used = True
        frames.push(ASK_FORGE)
    elif verb == DRAW:
        state.used = True
        frames.push(DO_DRAW, 1)
    elif verb == PLAY:
        frames.push(ASK_PLAY, a, 1)
    elif verb == EMIGRATE:
        frames.push(ASK_EMIGRATE, skippable, a)
    elif verb == SWAP_BOAT:
        frames.push(ASK_SWAP_BOAT, skippable)
    else:
        _perform_card(state, seat, verb, operation, events)


def _perform_card(state: OdinState, seat: i64, verb: i64, operation: i64, events: list[Event] | None) -> None:
    frames = state.frames
    a = i64(state.tables.effects.a[operation])
    if verb == FEAST:
        frames.push(DO_FEAST)
    elif verb == BREEDING:
        arrive(state, seat, CATTLE, supply.breed(state, seat, events), events)
    elif verb == BONUS:
        if a == BONUS_HOME:
            pay_bonuses(state, seat, 0, FIRST_EXPLORATION, events)
        else:
            pay_bonuses(state, seat, FIRST_STONE_HOUSE, BOARDS, events)
    elif verb == SHIFT:
        frames.push(ASK_SHIFT, a)
    elif verb == RETURN_COLUMN_4:
        frames.push(ASK_CALL_BACK)
    elif verb == RETURN_HERE:
        frames.push(ASK_RETURN, 1, 1)
    elif verb == FOLLOW:
        frames.push(ASK_FOLLOW)
    elif verb == PLACE_ORE:
        state.ore_offers = supply.longships(state, seat)
    elif verb == BOOST:
        boost(state, seat, a, i64(state.tables.effects.b[operation]), events)
    elif verb == SOW:
        supply.gain(state, seat, a, 1, events)
    elif verb == HARVESTED:
        fire_all(state, seat, bit(HARVEST_COMES) | bit(AFTER_HARVEST))
    else:
        _perform_own(state, seat, verb, operation, events)


def _perform_own(state: OdinState, seat: i64, verb: i64, operation: i64, events: list[Event] | None) -> None:
    frames = state.frames
    effects = state.tables.effects
    if verb == OUTFIT:
        frames.push(ASK_OUTFIT, BOW)
    elif verb == FOURTH:
        frames.push(ASK_FOURTH)
    elif verb == FLIP:
        frames.push(ASK_FLIP, most_flips(state, seat))
    elif verb == INSPECT:
        frames.push(ASK_INSPECT)
    elif verb == LATE:
        frames.push(ASK_LATE)
    elif verb == RELOCATE:
        tile = i64(effects.a[operation])
        boards.relocate(state, tile, i64(effects.b[operation]), i64(effects.c[operation]))
        state.add(seat, tile, 1)
        if events is not None:
            events.append(Event("relocated", {"seat": int(seat), "item": ITEM_NAMES[tile]}, rule="OD-248"))


def most_flips(state: OdinState, seat: i64) -> i64:
    """78B: 2, 4, 6 or 7 tiles by the number of knarrs."""
    knarrs = state.get(seat, KNARR)
    return 7 if knarrs >= 4 else 2 * knarrs


def boost(state: OdinState, seat: i64, more: i64, ship: i64, events: list[Event] | None) -> None:
    """Ore of the fighting longship for a higher roll (90C, 132b). The pillaging ship stays the same, with one ore less (OD-234)."""
    most = supply.most_ore(state, seat)
    strongest = ship == 0
    if strongest:
        ship = LONGSHIP + most
    state.add(seat, ship, -1)
    state.add(seat, ship - 1, 1)
    if strongest:
        more -= supply.most_ore(state, seat) - (most - 1)
    state.h[BATTLE_BONUS] = i16(more)
    if events is not None:
        events.append(Event("boosted", {"seat": int(seat), "ship": ITEM_NAMES[ship]}, rule="OD-234"))


def begin_die(state: OdinState, kind: i64, of_space: i64) -> None:
    """The first roll is made at once (OD-154); ore gained since the space was chosen may still arm (OD-273)."""
    seat = state.active
    by_card: i64 = 0 if of_space and state.means != BY_CARD else ROLLED_BY_CARD
    if of_space:
        state.used = True
    state.h[BATTLE_BONUS] = i16(0)
    state.frames.push(ASK_DIE, kind, 0, by_card)
    state.frames.push(DO_ROLL)
    if kind == RAID:
        fire(state, seat, BEFORE_RAIDING)
    elif kind == PILLAGE:
        fire(state, seat, BEFORE_PILLAGING)
    elif kind == HUNT and not of_space:
        fire(state, seat, BEFORE_HUNTING)
    if kind in (WHALE_3, WHALE_1, PILLAGE) and state.get(seat, ORE) > state.ore_before:
        state.frames.push(ASK_ARM)


def receive(state: OdinState, seat: i64, bundle: i64, times: i64, events: list[Event] | None) -> None:
    effects = state.tables.effects
    for at in range(i64(effects.bundle_first[bundle]), i64(effects.bundle_first[bundle + 1])):
        item = i64(effects.bundle_item[at])
        number = i64(effects.bundle_count[at]) * times
        supply.gain(state, seat, item, number, events)
        if item < GOODS and is_choosing_goods(state):
            state.h[BROUGHT + item] = i16(i64(state.h[BROUGHT + item]) + number)
        arrive(state, seat, item, number, events)
        if number >= 2 and (item == STOCKFISH or item == SALT_MEAT):
            for _ in range(number // 2):
                fire(state, seat, PAIR_OF_STOCKFISH if item == STOCKFISH else PAIR_OF_SALT_MEAT)


def is_choosing_goods(state: OdinState) -> bool:
    """Goods are being upgraded or turned one by one: what cards bring meanwhile has to wait (OD-129, OD-136)."""
    data = state.frames.data
    for base in range(i64(0), state.frames.depth * 4, 4):
        kind = i64(data[base])
        if kind == ASK_TRADE or kind == ASK_FLIP or (kind == ASK_UPGRADE and i64(data[base + 3])):
            return True
    return False


def end_choosing_goods(state: OdinState) -> None:
    for good in range(i64(GOODS)):
        state.h[BROUGHT + good] = i16(0)


def arrive(state: OdinState, seat: i64, item: i64, number: i64, events: list[Event] | None) -> None:
    """Cards that react to a good that has come, from wherever (OD-255)."""
    if item == CATTLE:
        for _ in range(number):
            fire(state, seat, CATTLE_ADDED)
    elif item == CHEST or item == TREASURE_CHEST:
        for _ in range(number):
            fire(state, seat, CHEST_RECEIVED)
    elif item == SPICES:
        give(state, seat, SPICES_RECEIVED, number, events)


def sown(state: OdinState, seat: i64) -> i64:
    """Whether there are flax (1) and grain (2) in the supply (OD-259)."""
    flax: i64 = 1 if state.get(seat, FLAX) else 0
    return flax + (2 if state.get(seat, GRAIN) else 0)


def ship_came(state: OdinState, seat: i64, knarr: bool) -> None:
    """A large ship more, however it was acquired (OD-186)."""
    if knarr:
        fire(state, seat, NEXT_KNARR)
    fire(state, seat, AS_SOON_AS)


def swap(state: OdinState, seat: i64, pay: i64, get: i64, of_space: i64, events: list[Event] | None) -> None:
    """Pays all, gets all that can be received (OD-117)."""
    effects = state.tables.effects
    knarrs = state.get(seat, KNARR)
    ships = supply.large_ships(state, seat)
    houses = counting.count(state, seat, HOUSES)
    wood = False
    for at in range(i64(effects.bundle_first[pay]), i64(effects.bundle_first[pay + 1])):
        item = i64(effects.bundle_item[at])
        number = possible.price_of(state, seat, item, i64(effects.bundle_count[at]), state.space if of_space else -1)
        if item == WOOD:
            wood = True
        if of_space:
            mark_paid(state, item)
        supply.pay(state, seat, item, number, events)
    if of_space:
        state.used = True
    receive(state, seat, get, 1, events)
    if supply.large_ships(state, seat) > ships:
        came = state.get(seat, KNARR) > knarrs
        ship_came(state, seat, came)
        if of_space and wood:
            fire_all(state, seat, bit(LARGE_SHIP_BUILT) | (bit(KNARR_BUILT) if came else 0))
    if of_space and counting.count(state, seat, HOUSES) > houses:
        give(state, seat, HOUSE_BUILT, 1, events)


def mark_paid(state: OdinState, item: i64) -> None:
    """Wood, stone and ore exchanged on the space (111C, 108c)."""
    if WOOD <= item <= ORE:
        state.h[PAID_KINDS] = i16(i64(state.h[PAID_KINDS]) | bit(item - WOOD))


def take_from_strip(state: OdinState, seat: i64, strip: i64, number: i64, events: list[Event] | None) -> None:
    """The next items from the arrow side; an empty strip leaves the game (OD-124 to OD-126)."""
    h = state.h
    for _ in range(number):
        left = i64(h[STRIP_LEFT + strip])
        if left == 0:
            break
        item = i64(state.tables.strip_items[strip * 7 + 7 - left])
        h[STRIP_LEFT + strip] = i16(left - 1)
        if state.yielding:
            state.kinds_taken |= bit(item)
        if item == 3:
            supply.gain(state, seat, SILVER, 2, events)
            give(state, seat, TWO_SILVER_TAKEN, 1, events)
        else:
            supply.gain(state, seat, WOOD + item, 1, events)
            if item == 1:
                give(state, seat, STONE_TAKEN, 1, events)
    if i64(h[STRIP_LEFT + strip]) == 0 and events is not None:
        events.append(Event("strip_emptied", {"strip": int(strip) + 1}, rule="OD-126"))


def pay_bonuses(state: OdinState, seat: i64, first: i64, end: i64, events: list[Event] | None) -> None:
    """All enclosed bonus cells of the seat's boards, together (OD-074 to OD-078)."""
    for board in range(first, end):
        if boards.owner(state, board) == seat and single_bonus(state, seat, board) < 0:
            grids = state.tables.grids
            grid = boards.grid_of(state, board)
            for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
                if boards.is_enclosed(state, board, bonus):
                    for at in range(i64(2)):
                        item = i64(grids.bonus_items[bonus * 2 + at])
                        if item >= 0:
                            supply.gain(state, seat, item, 1, events)
                            arrive(state, seat, item, 1, events)
    for board in range(end - 1, first - 1, -1):
        if boards.owner(state, board) == seat:
            item = single_bonus(state, seat, board)
            if item >= 0:
                state.frames.push(ASK_BONUS, item, board)


def single_bonus(state: OdinState, seat: i64, board: i64) -> i64:
    """The only good that a house pays, if 177B may replace it; -1 otherwise (OD-251)."""
    if board < FIRST_STONE_HOUSE or not state.hook(seat, SILVERWARE_FOR_BONUS):
        return -1
    grids = state.tables.grids
    grid = boards.grid_of(state, board)
    found: i64 = -1
    for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
        if boards.is_enclosed(state, board, bonus):
            if found >= 0 or i64(grids.bonus_items[bonus * 2 + 1]) >= 0:
                return -1
            found = i64(grids.bonus_items[bonus * 2])
    return found


# Moments


def fire(state: OdinState, seat: i64, moment: i64) -> None:
    """Runs the mandatory effects of played cards for this moment and offers the optional ones (OD-185, OD-192)."""
    base = state.offer_count
    collect(state, seat, moment)
    offer(state, base)
    run_mandatory(state, seat, moment)


def fire_all(state: OdinState, seat: i64, moments: i64) -> None:
    """The same for several moments that come together, given as bits."""
    base = state.offer_count
    left = moments
    while left:
        collect(state, seat, lowest(left))
        left &= left - 1
    offer(state, base)
    left = moments
    while left:
        run_mandatory(state, seat, lowest(left))
        left &= left - 1


def give(state: OdinState, seat: i64, moment: i64, times: i64, events: list[Event] | None) -> None:
    """What played cards give at once, so many times; never part of the action's own yield (OD-227)."""
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if state.has_card(seat, i64(effects.ability_card[ability])):
            yielding = state.yielding
            state.yielding = False
            operation = i64(effects.step_first[i64(effects.program_first[i64(effects.ability_program[ability])])])
            if i64(effects.verb[operation]) == TIER:
                receive(state, seat, possible.tier_bundle(state, seat, operation), times, events)
            else:
                receive(state, seat, i64(effects.a[operation]), times, events)
            state.yielding = yielding


def is_ready(state: OdinState, seat: i64, ability: i64) -> bool:
    """The card lies in front of the seat and its condition holds."""
    effects = state.tables.effects
    if not state.has_card(seat, i64(effects.ability_card[ability])):
        return False
    what = i64(effects.ability_if[ability])
    if what == ONCE:
        return True
    number = counting.count(state, seat, what)
    need = i64(effects.ability_need[ability])
    return number == need or (number > need and i64(effects.ability_more[ability]) != 0)


def collect(state: OdinState, seat: i64, moment: i64) -> None:
    """Adds the optional effects of this moment to those that wait for an answer."""
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if is_optional(state, ability) and is_ready(state, seat, ability):
            for _ in range(counting.count(state, seat, i64(effects.ability_times[ability]))):
                if state.offer_count < MAX_OFFERS:
                    state.h[OFFERS + state.offer_count] = i16(ability)
                    state.offer_count += 1


def offer(state: OdinState, base: i64) -> None:
    if state.offer_count > base:
        state.frames.push(ASK_OFFERS, base)


def run_mandatory(state: OdinState, seat: i64, moment: i64) -> None:
    """Puts the mandatory effects on the stack, the lowest card number on top."""
    effects = state.tables.effects
    abilities = effects.by_moment[moment]
    at = i64(len(abilities)) - 1
    while at >= 0:
        ability = i64(abilities[at])
        if not is_optional(state, ability) and is_ready(state, seat, ability):
            if i64(effects.ability_once[ability]):
                spend(state, seat, i64(effects.ability_card[ability]))
            run_program(state, seat, i64(effects.ability_program[ability]), 0)
        at -= 1


def spend(state: OdinState, seat: i64, card: i64) -> None:
    """The card has had its one effect (OD-186)."""
    state.cards[card] = u8(SPENT + seat)


def needs_w5(state: OdinState, seat: i64) -> bool:
    """Only owners of a card that needs the window before the feast get it (OD-083)."""
    cards = state.tables.before_feast
    for at in range(len(cards)):
        if state.has_card(seat, i64(cards[at])):
            return True
    return False


def any_open(state: OdinState, seat: i64) -> bool:
    """A card waits for ships, so that the order of buying them matters (OD-281)."""
    return possible.plays_moment(state, seat, AS_SOON_AS) or possible.plays_moment(state, seat, NEXT_KNARR)


def is_optional(state: OdinState, ability: i64) -> bool:
    effects = state.tables.effects
    return i64(effects.optional[i64(effects.program_first[i64(effects.ability_program[ability])])]) != 0


def offer_possible(state: OdinState, seat: i64, ability: i64) -> bool:
    effects = state.tables.effects
    return possible.step_possible(state, seat, i64(effects.program_first[i64(effects.ability_program[ability])]), -1)


def card_event(state: OdinState, seat: i64, card: i64, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("card_used", {"seat": int(seat), "card": state.tables.card_numbers[card]}))
