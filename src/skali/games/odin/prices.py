"""What is paid and got: rewards, prices with the discounts of cards, what a seat can pay and receive (OD-115, OD-117, OD-137,
OD-143, OD-187, OD-254)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import bit
from skali.games.odin import card_rules, components, counting, items, operations, supply
from skali.games.odin.position import OdinPosition


def tier_bundle(position: OdinPosition, seat: i64, operation: i64) -> i64:
    """The reward for the count: exact rows first, then the highest row that is reached (OD-187)."""
    effects = position.tables.effects
    number = counting.count(position, seat, i64(effects.a[operation]))
    first = i64(effects.b[operation])
    found: i64 = 0
    for row in range(first, first + i64(effects.c[operation])):
        need = i64(effects.tier_count[row])
        if number == need or (number > need and i64(effects.tier_more[row])):
            found = i64(effects.tier_bundle[row])
    return found


def silver_price(position: OdinPosition, seat: i64, silver: i64, space: i64) -> i64:
    """The silver to pay on a space, with the discounts of cards: 1A, and 2C from 2 silver on (OD-254)."""
    if space < 0:
        return silver
    price = silver
    livestock = i64(position.tables.groups[space]) & bit(components.LIVESTOCK_MARKET) != 0
    if silver and livestock and position.hook(seat, card_rules.DISCOUNT_LIVESTOCK_MARKET_1):
        price -= 1
    if silver >= 2 and position.hook(seat, card_rules.DISCOUNT_SPACES_OF_2_SILVER_1):
        price -= 1
    return price


def price_of(position: OdinPosition, seat: i64, item: i64, number: i64, space: i64) -> i64:
    """How many of an item are paid; ``space`` is where, -1 for a card."""
    need = counting.amount(position, seat, number)
    if item == items.SILVER:
        return silver_price(position, seat, need, space)
    if item == items.STONE and space >= 0 and i64(position.tables.groups[space]) & bit(components.BUILD_HOUSES):
        if position.hook(seat, card_rules.DISCOUNT_HOUSES_1_STONE):
            return need - 1
    return need


def can_pay(position: OdinPosition, seat: i64, bundle: i64, space: i64) -> bool:
    effects = position.tables.effects
    for at in range(i64(effects.bundle_first[bundle]), i64(effects.bundle_first[bundle + 1])):
        item = i64(effects.bundle_item[at])
        if position.get(seat, item) < price_of(position, seat, item, i64(effects.bundle_count[at]), space):
            return False
    return True


def can_receive(position: OdinPosition, seat: i64, bundle: i64) -> i64:
    """The rule that keeps the seat from receiving anything of the bundle, 0 if something can be received (OD-117).

    A slot that cannot be filled keeps from the rest."""
    effects = position.tables.effects
    first = i64(effects.bundle_first[bundle])
    end = i64(effects.bundle_first[bundle + 1])
    fault: i64 = 0
    for at in range(first, end):
        item = i64(effects.bundle_item[at])
        why = supply.receive_fault(position, seat, item)
        if why == 0 or item >= items.SHED_WOOD:
            return why
        fault = why
    return fault


def sale_price(position: OdinPosition, seat: i64, tile: i64, first: i64) -> i64:
    """What a tile costs after the first one, which is -1 if there is none; 2C lowers a total of 2 or more once (OD-254)."""
    price = i64(position.tables.price[tile])
    before = i64(position.tables.price[first]) if first >= 0 else i64(0)
    if before < 2 and before + price >= 2 and position.hook(seat, card_rules.DISCOUNT_SPACES_OF_2_SILVER_1):
        return price - 1
    return price


def sale_open(position: OdinPosition, seat: i64, tile: i64, first: i64) -> bool:
    if i64(position.counts[items.OVAL + tile - items.SPECIAL]) == 0 or i64(position.tables.price[tile]) < 0:
        return False
    return sale_price(position, seat, tile, first) <= position.get(seat, items.SILVER)


def emigration_price(position: OdinPosition, seat: i64, terms: i64) -> i64:
    """The round number, less the discounts of cards (OD-143, 170a; 2C on spaces; 84B by the large ships)."""
    price = position.round
    if position.hook(seat, card_rules.EMIGRATION_COSTS_2_LESS):
        price -= 2
    on_space = terms == operations.PRICE_OF_SPACE
    if on_space and position.round >= 2 and position.hook(seat, card_rules.DISCOUNT_SPACES_OF_2_SILVER_1):
        price -= 1
    elif terms == operations.PRICE_LESS_SHIPS:
        price -= supply.large_ships(position, seat)
    return price if price > 0 else i64(0)
