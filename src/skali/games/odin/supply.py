"""The supply of a seat: gaining and paying, weapons, ships, buildings, occupations in hand (OD-016 to OD-024, OD-109 to OD-114,
OD-174 to OD-178, OD-223 to OD-225)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64, u8

from skali.core.protocol import Event, all_but, only
from skali.games.odin import components, items, naming, phases
from skali.games.odin.position import OdinPosition

OD_107_SLOTS: Final = 107
OD_109_LANDING_STAGES: Final = 109
OD_223_BUILDINGS: Final = 223
OD_224_TAKEN: Final = 224
SMALL_STAGES: Final = 3
LARGE_STAGES: Final = 4


# Counting


def boats(position: OdinPosition, seat: i64) -> i64:
    return position.get(seat, items.WHALING_BOAT) + position.get(seat, items.ARMED_BOAT)


def longships(position: OdinPosition, seat: i64) -> i64:
    counts = position.counts
    at = seat * items.STRIDE + items.LONGSHIP
    return i64(counts[at]) + i64(counts[at + 1]) + i64(counts[at + 2]) + i64(counts[at + 3])


def large_ships(position: OdinPosition, seat: i64) -> i64:
    return position.get(seat, items.KNARR) + longships(position, seat)


def most_ore(position: OdinPosition, seat: i64) -> i64:
    """Ore on the longship that carries most, 0 without a longship (OD-167)."""
    ore: i64 = 3
    while ore > 0 and position.get(seat, items.LONGSHIP + ore) == 0:
        ore -= 1
    return ore


def animals(position: OdinPosition, seat: i64, kind: i64) -> i64:
    """Sheep or cattle in the stable, pregnant or not (OD-020)."""
    return position.get(seat, kind) + position.get(seat, kind - 1)


def houses_left(position: OdinPosition, building: i64) -> i64:
    """Buildings of a kind that nobody has yet (OD-007)."""
    total: i64 = position.tables.building_count[building - items.SHED]
    for seat in range(position.seats):
        total -= position.get(seat, building)
    return total


def receive_fault(position: OdinPosition, seat: i64, item: i64) -> i64:
    """The rule that keeps the seat from receiving one of these, 0 if none."""
    if item < items.WHALING_BOAT:
        return 0
    if item == items.WHALING_BOAT or item == items.ARMED_BOAT:
        return OD_109_LANDING_STAGES if boats(position, seat) >= SMALL_STAGES else 0
    if items.KNARR <= item < items.SHED:
        return OD_109_LANDING_STAGES if large_ships(position, seat) >= LARGE_STAGES else 0
    if items.SHED <= item <= items.LONG_HOUSE:
        return OD_223_BUILDINGS if houses_left(position, item) == 0 else 0
    if item >= items.SHED_WOOD:
        return 0 if free_slots(position, seat, item - items.SHED_WOOD) else OD_107_SLOTS
    return 0 if i64(position.counts[items.OVAL + item - items.SPECIAL]) else OD_224_TAKEN


def free_slots(position: OdinPosition, seat: i64, slot: i64) -> i64:
    """Empty slots: wood and stone of the sheds, wood and stone of the stone houses (OD-107)."""
    if slot < 2:
        return 3 * position.get(seat, items.SHED) - position.get(seat, items.SHED_WOOD + slot)
    return position.get(seat, items.STONE_HOUSE) - position.get(seat, items.SHED_WOOD + slot)


# Gaining


def gain(position: OdinPosition, seat: i64, item: i64, count: i64, events: list[Event] | None) -> None:
    """From the general supply to the seat, as far as there is room and stock."""
    if count <= 0:
        return
    if item == items.WEAPON:
        draw_weapons(position, seat, count, events)
        return
    if items.BOW <= item <= items.LONG_SWORD:
        for _ in range(count):
            take_weapon(position, seat, item)
    elif item < items.WEAPON:
        position.add(seat, item, count)
        if position.yielding:
            note_yield(position, item, count)
    elif receive_fault(position, seat, item):
        return
    elif items.SHED <= item <= items.LONG_HOUSE:
        receive_building(position, seat, item)
    elif item >= items.SHED_WOOD:
        fill_slot(position, seat, item - items.SHED_WOOD, events)
        return
    elif item < items.SHED:
        count = least(count, ship_room(position, seat, item))
        position.add(seat, item, count)
    else:
        position.add(seat, item, count)
        position.counts[items.OVAL + item - items.SPECIAL] = i16(0)
    if events is not None:
        data = {"seat": int(seat), "count": int(count), "item": naming.ITEM_NAMES[item]}
        last = events[-1] if events else None
        if (
            last is not None
            and last.kind == "gained"
            and last.data["seat"] == seat
            and last.data["item"] == data["item"]
        ):
            last.data["count"] += count
        else:
            events.append(Event("gained", data))


def least(one: i64, other: i64) -> i64:
    return one if one < other else other


def ship_room(position: OdinPosition, seat: i64, ship: i64) -> i64:
    """Free landing stages for a ship of this kind (OD-109)."""
    if ship <= items.ARMED_BOAT:
        return SMALL_STAGES - boats(position, seat)
    return LARGE_STAGES - large_ships(position, seat)


def note_yield(position: OdinPosition, item: i64, count: i64) -> None:
    """What the action going on has yielded itself (OD-227)."""
    if item == items.WOOD:
        position.wood_received += count
    elif item == items.STONE or item == items.SILVER or item == items.STOCKFISH:
        at: i64 = items.SILVER_YIELD
        if item != items.SILVER:
            at = items.STONE_YIELD if item == items.STONE else items.FISH_YIELD
        position.counts[at] = i16(i64(position.counts[at]) + count)


def fill_slot(position: OdinPosition, seat: i64, slot: i64, events: list[Event] | None) -> None:
    """Wood or stone lies on a slot, where it costs no point any more."""
    position.add(seat, items.SHED_WOOD + slot, 1)
    position.add(seat, items.MINUS, -1)
    if events is not None:
        events.append(Event("slot_filled", {"seat": int(seat), "slot": items.SLOT_NAMES[slot]}))


def receive_building(position: OdinPosition, seat: i64, building: i64) -> None:
    position.add(seat, building, 1)
    if building == items.SHED:
        position.add(seat, items.MINUS, 6)
        return
    board: i64 = components.FIRST_STONE_HOUSE if building == items.STONE_HOUSE else components.FIRST_LONG_HOUSE
    while i64(position.counts[items.BOARD_OWNER + board]):
        board += 1
    position.counts[items.BOARD_OWNER + board] = i16(seat + 1)
    grid: i64 = components.STONE_HOUSE_GRID if building == items.STONE_HOUSE else components.LONG_HOUSE_GRID
    slots: i64 = 2 if building == items.STONE_HOUSE else 0
    position.add(seat, items.MINUS, i64(position.tables.grids.minus_total[grid]) + slots)


# Paying


def pay(position: OdinPosition, seat: i64, item: i64, count: i64, events: list[Event] | None) -> None:
    """From the seat to the general supply; weapons to the discard pile, substitutes last (OD-174, OD-177)."""
    if count <= 0:
        return
    position.add(seat, item, -count)
    if items.BOW <= item <= items.LONG_SWORD:
        kind = item - items.BOW
        substitutes = position.get(seat, items.SUBSTITUTE + kind)
        left = position.get(seat, item)
        lost = substitutes - left if substitutes > left else 0
        position.add(seat, items.SUBSTITUTE + kind, -lost)
        position.counts[items.DISCARD + kind] = i16(i64(position.counts[items.DISCARD + kind]) + count - lost)
    if events is not None:
        events.append(Event("paid", {"seat": int(seat), "count": int(count), "item": naming.ITEM_NAMES[item]}))


# Weapons


def draw_weapons(position: OdinPosition, seat: i64, count: i64, events: list[Event] | None) -> None:
    """The top cards of the pile; an empty pile is made anew from the discards (OD-134, OD-175)."""
    counts = position.counts
    for _ in range(count):
        total = weapons_left(position)
        if total == 0:
            for kind in range(i64(4)):
                counts[items.PILE + kind] = counts[items.DISCARD + kind]
                counts[items.DISCARD + kind] = i16(0)
            total = weapons_left(position)
            if total == 0:
                return
            if events is not None:
                events.append(Event("weapons_shuffled", {}, rule="OD-175"))
        pick = position.rng.below(total)
        position.barriers += 1
        drawn: i64 = 0
        while pick >= i64(counts[items.PILE + drawn]):
            pick -= i64(counts[items.PILE + drawn])
            drawn += 1
        counts[items.PILE + drawn] = i16(i64(counts[items.PILE + drawn]) - 1)
        position.add(seat, items.BOW + drawn, 1)
        if events is not None:
            events.append(Event("drew_weapon", {"seat": int(seat), "item": naming.ITEM_NAMES[items.BOW + drawn]}))


def weapons_left(position: OdinPosition) -> i64:
    total: i64 = 0
    for kind in range(i64(4)):
        total += i64(position.counts[items.PILE + kind])
    return total


def take_weapon(position: OdinPosition, seat: i64, item: i64) -> None:
    """A named weapon: from the discards, else from the pile, else a substitute (OD-176, OD-177)."""
    kind = item - items.BOW
    counts = position.counts
    if i64(counts[items.DISCARD + kind]):
        counts[items.DISCARD + kind] = i16(i64(counts[items.DISCARD + kind]) - 1)
    elif i64(counts[items.PILE + kind]):
        counts[items.PILE + kind] = i16(i64(counts[items.PILE + kind]) - 1)
    else:
        position.add(seat, items.SUBSTITUTE + kind, 1)
    position.add(seat, item, 1)


# Occupations


def pile_left(position: OdinPosition) -> bool:
    """The occupation pile is not empty."""
    cards = position.cards
    return any(i64(cards[card]) == phases.IN_PILE for card in range(len(cards)))


def pick_card(position: OdinPosition, place: i64) -> i64:
    """One of the cards that lie in a place, by lot; -1 if there are none."""
    cards = position.cards
    total: i64 = 0
    for card in range(len(cards)):
        if i64(cards[card]) == place:
            total += 1
    pick = position.rng.below(total) if total else i64(-1)
    for card in range(len(cards)):
        if i64(cards[card]) == place:
            if pick == 0:
                return card
            pick -= 1
    return -1


def take_card(position: OdinPosition, seat: i64, card: i64, events: list[Event] | None) -> None:
    """The card comes into the hand."""
    position.cards[card] = u8(phases.IN_HAND + seat)
    position.add(seat, items.HAND, 1)
    position.barriers += 1
    if events is not None:
        name = position.tables.card_numbers[card]
        events.append(Event("drew_card", {"seat": int(seat), "card": name}, only(seat)))
        events.append(Event("drew_a_card", {"seat": int(seat)}, all_but(seat)))


def draw_occupation(position: OdinPosition, seat: i64, events: list[Event] | None) -> None:
    """The top card of the pile into the hand; nothing from an empty pile (OD-178)."""
    card = pick_card(position, phases.IN_PILE)
    if card >= 0:
        take_card(position, seat, card, events)
    elif events is not None:
        events.append(Event("no_card_left", {"seat": int(seat)}, rule="OD-178"))


# Animals


def breed(position: OdinPosition, seat: i64, events: list[Event] | None) -> i64:
    """Births, or one pregnancy, for each kind; the number of calves born (OD-060, OD-061)."""
    calves: i64 = 0
    for kind in (items.SHEEP, items.CATTLE):
        pregnant = position.get(seat, kind - 1)
        if pregnant:
            position.put(seat, kind - 1, 0)
            position.add(seat, kind, 2 * pregnant)
            if kind == items.CATTLE:
                calves = pregnant
            if events is not None:
                data = {"seat": int(seat), "count": int(pregnant), "item": naming.ITEM_NAMES[kind]}
                events.append(Event("born", data, rule="OD-060"))
        elif position.get(seat, kind) >= 2:
            position.add(seat, kind, -1)
            position.add(seat, kind - 1, 1)
            if events is not None:
                events.append(Event("pregnant", {"seat": int(seat), "item": naming.ITEM_NAMES[kind]}, rule="OD-061"))
    return calves


def upgraded(good: i64, steps: i64) -> i64:
    """The good so many colours up in the same column (OD-128, OD-132)."""
    return type_of(good) + steps


def type_of(good: i64) -> i64:
    """Pregnant and other animals are one type, which is red (OD-065, OD-132, 83A)."""
    return good + 1 if good == items.PREGNANT_SHEEP or good == items.PREGNANT_CATTLE else good
