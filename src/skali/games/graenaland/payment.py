"""Payment: with which cards a price can be paid (GR-122 to GR-133).

A payment is a multiset of hand kinds, packed four bits a kind in the order of GR-130. What can be paid is asked very often and
answered without listing payments; the list is made once, when a project has been chosen, and kept until it is paid.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.protocol import Event
from skali.games.graenaland import cards, land, moves, phases
from skali.games.graenaland.components import Tables, units
from skali.games.graenaland.position import GraenalandPosition

IMPOSSIBLE: Final = 99
PLAIN: Final = 0xFFFFFFFF
"""The four resources of a packed hand, without gold."""
TOPS: Final = 0x80808080
"""The highest bit of each resource; no count reaches it, so all four can be compared by one subtraction."""


def uses_left(position: GraenalandPosition) -> i64:
    """Market uses of the builder (GR-167); a granted build has none (GR-253)."""
    if position.mode == phases.GRANTED:
        return 0
    return land.markets_of(position, position.builder) - position.uses_made


# Whether a price can be paid


def payable(position: GraenalandPosition, seat: i64, price: i64, uses: i64) -> bool:
    """Whether the seat's hand, gold and so many market uses can pay a price."""
    hand = position.hands[seat]
    gold = (hand >> 32) & 255
    short = units(lacking(price, (hand & PLAIN) + cards.symbols_held(position, seat))) - gold
    if short <= 0 or short > uses:
        return short <= 0
    supply = cards.supplies_by_kind(position, seat)
    return market_uses(position.agreed.tables, supply, hand & PLAIN, gold, price, uses) <= uses


def payable_with_gifts(position: GraenalandPosition, seat: i64, price: i64, uses: i64, gifts: i64) -> bool:
    """Whether the price can be paid so that enough cards are left to give away (GR-176)."""
    if not payable(position, seat, price, uses):
        return False
    if gifts == 0:
        return True
    size = cards.hand_size(position, seat)
    if position.supplies[seat] == 0:
        return size >= units(price) + gifts
    return len(payments(position, seat, price, uses, gifts)) > 0


# All the ways to pay


def payments(position: GraenalandPosition, seat: i64, price: i64, uses: i64, gifts: i64) -> vec[i64]:
    """Every legal payment (GR-126, GR-127) that leaves enough cards for the gifts."""
    tables = position.agreed.tables
    hand = position.hands[seat]
    held = cards.supplies_by_kind(position, seat)
    found = vec[i64]()
    most = cards.hand_size(position, seat) - gifts
    needed = units(price)
    if most > needed:
        most = needed
    supply: i64 = 0
    while True:
        found = add_plain_payments(tables, found, hand, supply, price, uses, most)
        supply = next_choice(supply, held)
        if supply == 0:
            return found


def next_choice(chosen: i64, held: i64) -> i64:
    """The next choice of supply cards, counting up with a digit a kind; after all of them, none again."""
    shift: i64 = 0
    while shift < 4 * moves.SUPPLIES:
        if (chosen >> shift) & 15 < (held >> shift) & 15:
            return chosen + bit(shift)
        chosen &= ~(15 * bit(shift))
        shift += 4
    return 0


def add_plain_payments(
    tables: Tables, found: vec[i64], hand: i64, supply: i64, price: i64, uses: i64, most: i64
) -> vec[i64]:
    """Adds all payments with exactly these supply cards."""
    supply_cards = card_total(supply)
    if supply_cards > most:
        return found
    rest = lacking(price, symbols_of(tables, supply))
    total = units(rest)
    gold = (hand >> 32) & 255
    beyond = gold + uses  # so much can be paid with other cards
    need_g, need_c, need_w, need_o = rest & 255, (rest >> 8) & 255, (rest >> 16) & 255, (rest >> 24) & 255
    top_g = least(hand & 255, need_g + uses)
    top_c = least((hand >> 8) & 255, need_c + uses)
    top_w = least((hand >> 16) & 255, need_w + uses)
    top_o = least((hand >> 24) & 255, need_o + uses)
    grain = excess(need_g, beyond)
    while grain <= top_g:
        over_g = excess(grain, need_g)
        cattle = excess(need_c, beyond)
        while cattle <= top_c:
            over_c = over_g + excess(cattle, need_c)
            wood = excess(need_w, beyond)
            while wood <= top_w and over_c <= uses:
                over_w = over_c + excess(wood, need_w)
                ore = excess(total, grain + cattle + wood + beyond)
                while ore <= top_o and over_w <= uses:
                    over = over_w + excess(ore, need_o)
                    count = grain + cattle + wood + ore
                    short = total + over - count
                    if over <= uses and over <= short and supply_cards + count <= most:
                        plain = grain + cattle * 256 + wood * 65536 + ore * 16777216
                        # What is over goes through a market, so the gold pays no more than what is then missing, and without
                        # supply cards, that could go through one too, no less.
                        low = excess(short, uses) if supply else short - over
                        while low <= least(short - over, least(gold, most - supply_cards - count)):
                            if supply == 0 or is_payment(tables, supply, plain, low, price, uses):
                                found = append(found, packed_payment(supply, plain, low))
                            low += 1
                    ore += 1
                wood += 1
            cattle += 1
        grain += 1
    return found


def is_payment(tables: Tables, supply: i64, plain: i64, gold: i64, price: i64, uses: i64) -> bool:
    """Whether these cards pay the price with so many market uses, and none of them could be left out (GR-127)."""
    used = market_uses(tables, supply, plain, gold, price, uses)
    if used > uses:
        return False
    shift: i64 = 0
    while supply >> shift:
        if (supply >> shift) & 15 and market_uses(tables, supply - bit(shift), plain, gold, price, used) == used:
            return False
        shift += 4
    if used == 0:  # what is offered here has no more gold and plain cards than that takes
        return True
    if gold > 0 and market_uses(tables, supply, plain, gold - 1, price, used) == used:
        return False
    shift = 0
    while shift < 32:
        if (plain >> shift) & 255 and market_uses(tables, supply, plain - bit(shift), gold, price, used) == used:
            return False
        shift += 8
    return True


def market_uses(tables: Tables, supply: i64, plain: i64, gold: i64, price: i64, most: i64) -> i64:
    """The fewest market uses with which these cards, or some of them, pay the price; ``IMPOSSIBLE`` if it takes more than ``most``.

    A supply card may pay by its symbols or go through a market as any card. That never makes less missing, and it helps only if
    both symbols cover nothing.
    """
    best: i64 = IMPOSSIBLE
    through: i64 = 0  # supply cards that go through a market, four bits a kind
    while True:
        covered = plain + symbols_of(tables, supply - through)
        short = units(lacking(price, covered)) - gold
        if short <= 0:
            return 0
        over = lacking(covered, price)
        idle = units(lacking(over, plain))  # symbols that cover nothing
        if short <= most and short < best and short <= card_total(through) + units(over) - idle:
            best = short
        if through == 0 and (short >= best or short > most or idle < 2):
            return best
        through = next_choice(through, supply)
        if through == 0:
            return best


def symbols_of(tables: Tables, supply: i64) -> i64:
    """What supply cards pay by both their symbols, packed as a price."""
    total: i64 = 0
    kind: i64 = 0
    while supply:
        count = supply & 15
        if count:
            total += count * tables.kind_units[kind]
        supply >>= 4
        kind += 1
    return total


def lacking(price: i64, covered: i64) -> i64:
    """What of a price is not covered, packed as a price."""
    under = (price | TOPS) - covered
    kept = under & TOPS  # where the price is as high as what covers it, or higher
    return under & (kept - (kept >> 7))


def card_total(packed: i64) -> i64:
    """How many cards a packed payment, or its supply cards, has."""
    total: i64 = 0
    while packed:
        total += packed & 15
        packed >>= 4
    return total


def packed_payment(supply: i64, plain: i64, gold: i64) -> i64:
    packed = supply | (gold << (4 * moves.GOLD_KIND))
    shift: i64 = 0
    at: i64 = 4 * moves.GOLD_KIND + 4
    while shift < 32:
        packed |= ((plain >> shift) & 255) << at
        shift += 8
        at += 4
    return packed


def uses_of(position: GraenalandPosition, payment: i64, price: i64) -> i64:
    """The market uses of a legal payment."""
    supply = payment & (bit(4 * moves.SUPPLIES) - 1)
    plain: i64 = 0
    kind: i64 = moves.GOLD_KIND + 1
    while kind < moves.KINDS:
        plain += ((payment >> (4 * kind)) & 15) << (8 * (kind - moves.GOLD_KIND - 1))
        kind += 1
    gold = (payment >> (4 * moves.GOLD_KIND)) & 15
    return market_uses(position.agreed.tables, supply, plain, gold, price, IMPOSSIBLE)


def excess(value: i64, limit: i64) -> i64:
    return value - limit if value > limit else i64(0)


def least(a: i64, b: i64) -> i64:
    return a if a < b else b


# The payment is made


def pay(position: GraenalandPosition, seat: i64, payment: i64, events: list[Event] | None) -> None:
    """The cards leave the hand together, are shown and discarded (GR-129, GR-036)."""
    position.barriers += 1
    kind: i64 = 0
    while kind < moves.KINDS:
        for _card in range((payment >> (4 * kind)) & 15):
            if kind < moves.SUPPLIES:
                card = cards.supply_of_kind(position, position.supplies[seat], kind)
                cards.spend_supply(position, seat, card)
                position.supply_discard |= bit(card)
            else:
                face = cards.face_of_kind(kind)
                back = cards.first_back(position, seat, face)
                cards.spend_open(position, seat, back, face)
                cards.discard(position, back, face)
        kind += 1
    if events is not None:
        events.append(Event("paid", {"seat": int(seat), "cards": listed(payment)}, rule="GR-129"))


def spelled(payment: i64) -> dict[str, int]:
    """A packed payment in words, for events and views."""
    counts = {moves.HAND_KINDS[kind]: (int(payment) >> (4 * kind)) & 15 for kind in range(moves.KINDS)}
    return {kind: count for kind, count in counts.items() if count}


def listed(payment: i64) -> list[str]:
    """The cards of a payment one by one."""
    return [kind for kind, count in spelled(payment).items() for _ in range(count)]
