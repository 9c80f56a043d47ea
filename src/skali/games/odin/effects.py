"""What spaces and cards bring: items that come and go, and the played cards that react (OD-115 to OD-134, OD-183 to OD-192).

Programs run as frames on the stack (decisions/programs.py). What can be done at all is in conditions.py.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, lowest
from skali.core.protocol import Event
from skali.games.odin import (
    boards,
    card_rules,
    components,
    conditions,
    counting,
    covering,
    items,
    naming,
    operations,
    phases,
    prices,
    quantities,
    supply,
    triggers,
)
from skali.games.odin.position import OdinPosition

OF_SPACE: Final = 1
"""Flags of a program that is running: it belongs to the space that is used; its first step has been accepted; the way chosen."""
ACCEPTED: Final = 2
WAY: Final = 4


# Programs and what they bring


def run_program(position: OdinPosition, seat: i64, program: i64, flags: i64) -> None:
    position.frames.push(phases.DO_PROGRAM, program, 0, flags)


def boost(position: OdinPosition, seat: i64, more: i64, ship: i64, events: list[Event] | None) -> None:
    """Ore of the fighting longship for a higher roll (90C, 132b). The pillaging ship stays the same, with one ore less (OD-234)."""
    most = supply.most_ore(position, seat)
    strongest = ship == 0
    if strongest:
        ship = items.LONGSHIP + most
    position.add(seat, ship, -1)
    position.add(seat, ship - 1, 1)
    if strongest:
        more -= supply.most_ore(position, seat) - (most - 1)
    position.counts[items.BATTLE_BONUS] = i16(more)
    if events is not None:
        events.append(Event("boosted", {"seat": int(seat), "ship": naming.ITEM_NAMES[ship]}, rule="OD-234"))


def receive(position: OdinPosition, seat: i64, bundle: i64, times: i64, events: list[Event] | None) -> None:
    effects = position.tables.effects
    for at in range(i64(effects.bundle_first[bundle]), i64(effects.bundle_first[bundle + 1])):
        item = i64(effects.bundle_item[at])
        number = i64(effects.bundle_count[at]) * times
        supply.gain(position, seat, item, number, events)
        if item < items.GOODS and is_choosing_goods(position):
            position.counts[items.BROUGHT + item] = i16(i64(position.counts[items.BROUGHT + item]) + number)
        arrive(position, seat, item, number, events)
        if number >= 2 and (item == items.STOCKFISH or item == items.SALT_MEAT):
            pair: i64 = triggers.PAIR_OF_STOCKFISH if item == items.STOCKFISH else triggers.PAIR_OF_SALT_MEAT
            for _ in range(number // 2):
                fire(position, seat, pair)


def is_choosing_goods(position: OdinPosition) -> bool:
    """Goods are being upgraded or turned one by one: what cards bring meanwhile has to wait (OD-129, OD-136)."""
    data = position.frames.data
    for base in range(i64(0), position.frames.depth * 4, 4):
        kind = i64(data[base])
        if kind == phases.ASK_TRADE or kind == phases.ASK_FLIP or (kind == phases.ASK_UPGRADE and i64(data[base + 3])):
            return True
    return False


def end_choosing_goods(position: OdinPosition) -> None:
    position.wipe(items.BROUGHT, items.BROUGHT + items.GOODS)


def arrive(position: OdinPosition, seat: i64, item: i64, number: i64, events: list[Event] | None) -> None:
    """Cards that react to a good that has come, from wherever (OD-255)."""
    if item == items.CATTLE:
        for _ in range(number):
            fire(position, seat, triggers.CATTLE_ADDED)
    elif item == items.CHEST or item == items.TREASURE_CHEST:
        for _ in range(number):
            fire(position, seat, triggers.CHEST_RECEIVED)
    elif item == items.SPICES:
        give(position, seat, triggers.SPICES_RECEIVED, number, events)


def sown(position: OdinPosition, seat: i64) -> i64:
    """Whether there are flax (1) and grain (2) in the supply (OD-259)."""
    flax: i64 = 1 if position.get(seat, items.FLAX) else 0
    return flax + (2 if position.get(seat, items.GRAIN) else 0)


def ship_came(position: OdinPosition, seat: i64, knarr: bool) -> None:
    """A large ship more, however it was acquired (OD-186)."""
    if knarr:
        fire(position, seat, triggers.NEXT_KNARR)
    fire(position, seat, triggers.AS_SOON_AS)


def swap(position: OdinPosition, seat: i64, pay: i64, get: i64, of_space: i64, events: list[Event] | None) -> None:
    """Pays all, gets all that can be received (OD-117)."""
    effects = position.tables.effects
    knarrs = position.get(seat, items.KNARR)
    ships = supply.large_ships(position, seat)
    houses = counting.count(position, seat, quantities.HOUSE)
    wood = False
    space = position.space if of_space else i64(-1)
    for at in range(i64(effects.bundle_first[pay]), i64(effects.bundle_first[pay + 1])):
        item = i64(effects.bundle_item[at])
        number = prices.price_of(position, seat, item, i64(effects.bundle_count[at]), space)
        if item == items.WOOD:
            wood = True
        if of_space:
            mark_paid(position, item)
        supply.pay(position, seat, item, number, events)
    if of_space:
        position.used = True
    receive(position, seat, get, 1, events)
    if supply.large_ships(position, seat) > ships:
        came = position.get(seat, items.KNARR) > knarrs
        ship_came(position, seat, came)
        if of_space and wood:
            fire_all(position, seat, bit(triggers.LARGE_SHIP_BUILT) | (bit(triggers.KNARR_BUILT) if came else 0))
    if of_space and counting.count(position, seat, quantities.HOUSE) > houses:
        give(position, seat, triggers.HOUSE_BUILT, 1, events)


def mark_paid(position: OdinPosition, item: i64) -> None:
    """Wood, stone and ore exchanged on the space (111C, 108c)."""
    if items.WOOD <= item <= items.ORE:
        position.counts[items.PAID_KINDS] = i16(i64(position.counts[items.PAID_KINDS]) | bit(item - items.WOOD))


def take_from_strip(position: OdinPosition, seat: i64, strip: i64, number: i64, events: list[Event] | None) -> None:
    """The next items from the arrow side; an empty strip leaves the game (OD-124 to OD-126)."""
    counts = position.counts
    for _ in range(number):
        left = i64(counts[items.STRIP_LEFT + strip])
        if left == 0:
            break
        item = i64(position.tables.strip_items[strip * 7 + 7 - left])
        counts[items.STRIP_LEFT + strip] = i16(left - 1)
        if position.yielding:
            position.kinds_taken |= bit(item)
        if item == 3:
            supply.gain(position, seat, items.SILVER, 2, events)
            give(position, seat, triggers.TWO_SILVER_TAKEN_FROM_A_STRIP, 1, events)
        else:
            supply.gain(position, seat, items.WOOD + item, 1, events)
            if item == 1:
                give(position, seat, triggers.STONE_TAKEN_FROM_A_STRIP, 1, events)
    if i64(counts[items.STRIP_LEFT + strip]) == 0 and events is not None:
        events.append(Event("strip_emptied", {"strip": int(strip) + 1}, rule="OD-126"))


def pay_bonuses(position: OdinPosition, seat: i64, first: i64, end: i64, events: list[Event] | None) -> None:
    """All enclosed bonus cells of the seat's boards, together (OD-074 to OD-078)."""
    for board in range(first, end):
        if boards.owner(position, board) == seat and single_bonus(position, seat, board) < 0:
            grids = position.tables.grids
            grid = boards.grid_of(position, board)
            for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
                if covering.is_enclosed(position, board, bonus):
                    for at in range(i64(2)):
                        item = i64(grids.bonus_items[bonus * 2 + at])
                        if item >= 0:
                            supply.gain(position, seat, item, 1, events)
                            arrive(position, seat, item, 1, events)
    for board in range(end - 1, first - 1, -1):
        if boards.owner(position, board) == seat:
            item = single_bonus(position, seat, board)
            if item >= 0:
                position.frames.push(phases.ASK_BONUS, item, board)


def single_bonus(position: OdinPosition, seat: i64, board: i64) -> i64:
    """The only good that a house pays, if 177B may replace it; -1 otherwise (OD-251)."""
    if board < components.FIRST_STONE_HOUSE or not position.hook(seat, card_rules.SILVERWARE_FOR_ONE_HOUSE_GOOD):
        return -1
    grids = position.tables.grids
    grid = boards.grid_of(position, board)
    found: i64 = -1
    for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
        if covering.is_enclosed(position, board, bonus):
            if found >= 0 or i64(grids.bonus_items[bonus * 2 + 1]) >= 0:
                return -1
            found = i64(grids.bonus_items[bonus * 2])
    return found


# Triggers


def fire(position: OdinPosition, seat: i64, trigger: i64) -> None:
    """Runs the mandatory effects of played cards for this trigger and offers the optional ones (OD-185, OD-192)."""
    if not position.awaits(seat, trigger):
        return
    base = position.offer_count
    collect(position, seat, trigger)
    offer(position, base)
    run_mandatory(position, seat, trigger)


def fire_all(position: OdinPosition, seat: i64, occurring: i64) -> None:
    """The same for several triggers at once, given as bits."""
    occurring &= position.awaited[seat]
    base = position.offer_count
    left = occurring
    while left:
        collect(position, seat, lowest(left))
        left &= left - 1
    offer(position, base)
    left = occurring
    while left:
        run_mandatory(position, seat, lowest(left))
        left &= left - 1


def give(position: OdinPosition, seat: i64, trigger: i64, times: i64, events: list[Event] | None) -> None:
    """What played cards give at once, so many times; never part of the action's own yield (OD-227)."""
    if not position.awaits(seat, trigger):
        return
    effects = position.tables.effects
    abilities = effects.by_trigger[trigger]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if position.has_card(seat, i64(effects.ability_card[ability])):
            yielding = position.yielding
            position.yielding = False
            operation = i64(effects.step_first[i64(effects.program_first[i64(effects.ability_program[ability])])])
            if i64(effects.verb[operation]) == operations.TIER:
                receive(position, seat, prices.tier_bundle(position, seat, operation), times, events)
            else:
                receive(position, seat, i64(effects.a[operation]), times, events)
            position.yielding = yielding


def is_ready(position: OdinPosition, seat: i64, ability: i64) -> bool:
    """The card lies in front of the seat and its condition holds."""
    effects = position.tables.effects
    if not position.has_card(seat, i64(effects.ability_card[ability])):
        return False
    what = i64(effects.ability_if[ability])
    if what == quantities.ONCE:
        return True
    number = counting.count(position, seat, what)
    need = i64(effects.ability_need[ability])
    return number == need or (number > need and i64(effects.ability_more[ability]) != 0)


def collect(position: OdinPosition, seat: i64, trigger: i64) -> None:
    """Adds the optional effects of this trigger to those that wait for an answer."""
    effects = position.tables.effects
    abilities = effects.by_trigger[trigger]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if is_ready(position, seat, ability) and is_optional(position, ability):
            for _ in range(counting.count(position, seat, i64(effects.ability_times[ability]))):
                if position.offer_count < items.MAX_OFFERS:
                    position.counts[items.OFFERS + position.offer_count] = i16(ability)
                    position.offer_count += 1


def offer(position: OdinPosition, base: i64) -> None:
    if position.offer_count > base:
        position.frames.push(phases.ASK_OFFERS, base)


def run_mandatory(position: OdinPosition, seat: i64, trigger: i64) -> None:
    """Puts the mandatory effects on the stack, the lowest card number on top."""
    effects = position.tables.effects
    abilities = effects.by_trigger[trigger]
    at = i64(len(abilities)) - 1
    while at >= 0:
        ability = i64(abilities[at])
        if is_ready(position, seat, ability) and not is_optional(position, ability):
            if i64(effects.ability_once[ability]):
                spend(position, seat, i64(effects.ability_card[ability]))
            run_program(position, seat, i64(effects.ability_program[ability]), 0)
        at -= 1


def spend(position: OdinPosition, seat: i64, card: i64) -> None:
    """The card has had its one effect (OD-186)."""
    position.cards[card] = u8(phases.SPENT + seat)


def any_open(position: OdinPosition, seat: i64) -> bool:
    """A card waits for ships, so that the order of buying them matters (OD-281)."""
    return conditions.plays_either(position, seat, triggers.AS_SOON_AS, triggers.NEXT_KNARR)


def is_optional(position: OdinPosition, ability: i64) -> bool:
    effects = position.tables.effects
    return i64(effects.optional[i64(effects.program_first[i64(effects.ability_program[ability])])]) != 0


def offer_possible(position: OdinPosition, seat: i64, ability: i64) -> bool:
    effects = position.tables.effects
    first = i64(effects.program_first[i64(effects.ability_program[ability])])
    return conditions.step_possible(position, seat, first, -1)


def card_event(position: OdinPosition, seat: i64, card: i64, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("card_used", {"seat": int(seat), "card": position.tables.card_numbers[card]}))


# An anytime action is carried out to its end before another begins: a frame marks it while something is asked


def begin_use(position: OdinPosition, card: i64) -> None:
    position.frames.push(phases.DO_ANYTIME, card + 1)


def end_use(position: OdinPosition) -> None:
    """Nothing was left to ask or to go on with: it is over at once."""
    if position.frames.kind() == phases.DO_ANYTIME:
        position.frames.pop()


def is_in_use(position: OdinPosition, card: i64) -> bool:
    """The card's exchange goes on, further down the stack: 52a has played 77A, which uses a space (OD-184)."""
    data = position.frames.data
    for base in range(i64(0), position.frames.depth * 4, 4):
        if i64(data[base]) == phases.DO_ANYTIME and i64(data[base + 1]) == card + 1:
            return True
    return False
