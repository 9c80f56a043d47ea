"""Payment: with which cards a price can be paid (GR-122 to GR-133).

A payment is a multiset of hand kinds, packed four bits a kind in the order of GR-130. What can be paid is asked very often and
answered without listing payments; the list is made once, when a project has been chosen, and kept until it is paid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.graenaland import cards
from skali.games.graenaland.components import Tables, units
from skali.games.graenaland.moves import COUNTS, GOLD_KIND, HAND_KINDS, KINDS, SPEND, SUPPLIES
from skali.games.graenaland.phases import PAYMENT

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_130_KIND_BY_KIND: Final = 130
GR_131_COMPLETABLE: Final = 131

IMPOSSIBLE: Final = 99
PLAIN: Final = 0xFFFFFFFF
"""The four resources of a packed hand, without gold."""


# Whether a price can be paid


def payable(state: GraenalandState, seat: i64, price: i64, uses: i64) -> bool:
    """Whether the seat's hand, gold and so many market uses can pay a price."""
    hand = state.hands[seat]
    held = state.supplies[seat]
    plain = hand & PLAIN
    if held:
        tables = state.agreed.tables
        while held:
            plain += tables.kind_units[i64(tables.supply_kind[lowest(held)])]
            held &= held - 1
    missing: i64 = 0
    spare: i64 = 0
    shift: i64 = 0
    while shift < 32:
        over = ((plain >> shift) & 255) - ((price >> shift) & 255)
        if over < 0:
            missing -= over
        else:
            own = (hand >> shift) & 255
            spare += over if over < own else own
        shift += 8
    missing -= (hand >> 32) & 255
    if missing <= 0:
        return True
    if missing > uses:
        return False
    if missing <= spare:
        return True
    return state.supplies[seat] != 0 and payable_by_some_supply(state, seat, price, uses)


def payable_by_some_supply(state: GraenalandState, seat: i64, price: i64, uses: i64) -> bool:
    """The same where supply cards compete: each may pay by its symbols or go through a market as any card."""
    tables = state.agreed.tables
    hand = state.hands[seat]
    held = state.supplies[seat]
    through = held
    while True:  # every subset of the supply cards that are kept for markets
        plain = hand & PLAIN
        by_symbol = held & ~through
        while by_symbol:
            plain += tables.kind_units[i64(tables.supply_kind[lowest(by_symbol)])]
            by_symbol &= by_symbol - 1
        spare = popcount(through)
        missing: i64 = 0
        shift: i64 = 0
        while shift < 32:
            over = ((plain >> shift) & 255) - ((price >> shift) & 255)
            own = (hand >> shift) & 255
            if over < 0:
                missing -= over
            else:
                spare += over if over < own else own
            shift += 8
        missing -= (hand >> 32) & 255
        if missing <= 0 or (missing <= uses and missing <= spare):
            return True
        if through == 0:
            return False
        through = (through - 1) & held


def payable_with_gifts(state: GraenalandState, seat: i64, price: i64, uses: i64, gifts: i64) -> bool:
    """Whether the price can be paid so that enough cards are left to give away (GR-176)."""
    if not payable(state, seat, price, uses):
        return False
    if gifts == 0:
        return True
    size = cards.hand_size(state, seat)
    if state.supplies[seat] == 0:
        return size >= units(price) + gifts
    return len(payments(state, seat, price, uses, gifts)) > 0


# All the ways to pay


def payments(state: GraenalandState, seat: i64, price: i64, uses: i64, gifts: i64) -> vec[i64]:
    """Every legal payment (GR-126, GR-127) that leaves enough cards for the gifts."""
    tables = state.agreed.tables
    hand = state.hands[seat]
    held = kinds_held(state, seat)
    found = vec[i64]()
    most = cards.hand_size(state, seat) - gifts
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
    while shift < 4 * SUPPLIES:
        if (chosen >> shift) & 15 < (held >> shift) & 15:
            return chosen + bit(shift)
        chosen &= ~(15 * bit(shift))
        shift += 4
    return 0


def kinds_held(state: GraenalandState, seat: i64) -> i64:
    """The supply cards of a hand, four bits a kind."""
    packed: i64 = 0
    held = state.supplies[seat]
    kinds = state.agreed.tables.supply_kind
    while held:
        packed += bit(4 * i64(kinds[lowest(held)]))
        held &= held - 1
    return packed


def add_plain_payments(
    tables: Tables, found: vec[i64], hand: i64, supply: i64, price: i64, uses: i64, most: i64
) -> vec[i64]:
    """Adds all payments with exactly these supply cards."""
    supply_cards = card_total(supply)
    if supply_cards > most:
        return found
    symbols = symbols_of(tables, supply)
    gold = (hand >> 32) & 255
    need_g, need_c, need_w, need_o = price & 255, (price >> 8) & 255, (price >> 16) & 255, (price >> 24) & 255
    top_g = least(hand & 255, need_g + uses)
    top_c = least((hand >> 8) & 255, need_c + uses)
    top_w = least((hand >> 16) & 255, need_w + uses)
    top_o = least((hand >> 24) & 255, need_o + uses)
    grain: i64 = 0
    while grain <= top_g:
        over_g = excess(grain, need_g)
        cattle: i64 = 0
        while cattle <= top_c:
            over_c = over_g + excess(cattle, need_c)
            wood: i64 = 0
            while wood <= top_w and over_c <= uses:
                over_w = over_c + excess(wood, need_w)
                ore: i64 = 0
                while ore <= top_o and over_w <= uses:
                    over = over_w + excess(ore, need_o)
                    count = supply_cards + grain + cattle + wood + ore
                    if over <= uses and count <= most:
                        plain = grain + cattle * 256 + wood * 65536 + ore * 16777216
                        short = shortfall(price, plain + symbols)
                        low = excess(short, uses)
                        high = least(gold, most - count)
                        if supply == 0:  # every card pays one unit: the gold fills what is missing
                            low = short - over
                            high = low if 0 <= low <= high else low - 1
                        while low <= high:
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
    used = market_uses(tables, supply, plain, gold, price)
    if used > uses:
        return False
    if gold > 0 and market_uses(tables, supply, plain, gold - 1, price) == used:
        return False
    shift: i64 = 0
    while shift < 32:
        if (plain >> shift) & 255 and market_uses(tables, supply, plain - bit(shift), gold, price) == used:
            return False
        shift += 8
    shift = 0
    while shift < 4 * SUPPLIES:
        if (supply >> shift) & 15 and market_uses(tables, supply - bit(shift), plain, gold, price) == used:
            return False
        shift += 4
    return True


def market_uses(tables: Tables, supply: i64, plain: i64, gold: i64, price: i64) -> i64:
    """The fewest market uses with which these cards, or some of them, pay the price."""
    best: i64 = IMPOSSIBLE
    through: i64 = 0  # supply cards that go through a market, four bits a kind
    while True:
        covered = plain + symbols_of(tables, supply - through)
        spare = card_total(through)
        short: i64 = 0
        shift: i64 = 0
        while shift < 32:
            over = ((covered >> shift) & 255) - ((price >> shift) & 255)
            own = (plain >> shift) & 255
            if over < 0:
                short -= over
            else:
                spare += over if over < own else own
            shift += 8
        short -= gold
        if short <= 0:
            return 0
        if short <= spare and short < best:
            best = short
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


def shortfall(price: i64, covered: i64) -> i64:
    """How many units of a price are not covered."""
    short: i64 = 0
    shift: i64 = 0
    while shift < 32:
        under = ((price >> shift) & 255) - ((covered >> shift) & 255)
        if under > 0:
            short += under
        shift += 8
    return short


def card_total(packed: i64) -> i64:
    """How many cards a packed payment, or its supply cards, has."""
    total: i64 = 0
    while packed:
        total += packed & 15
        packed >>= 4
    return total


def packed_payment(supply: i64, plain: i64, gold: i64) -> i64:
    packed = supply | (gold << (4 * GOLD_KIND))
    shift: i64 = 0
    at: i64 = 4 * GOLD_KIND + 4
    while shift < 32:
        packed |= ((plain >> shift) & 255) << at
        shift += 8
        at += 4
    return packed


def uses_of(state: GraenalandState, payment: i64, price: i64) -> i64:
    """The market uses of a legal payment."""
    supply = payment & (bit(4 * SUPPLIES) - 1)
    plain: i64 = 0
    kind: i64 = GOLD_KIND + 1
    while kind < KINDS:
        plain += ((payment >> (4 * kind)) & 15) << (8 * (kind - GOLD_KIND - 1))
        kind += 1
    return market_uses(state.agreed.tables, supply, plain, (payment >> (4 * GOLD_KIND)) & 15, price)


def excess(value: i64, limit: i64) -> i64:
    return value - limit if value > limit else i64(0)


def least(a: i64, b: i64) -> i64:
    return a if a < b else b


# Kind by kind


def begin(state: GraenalandState, ways: vec[i64]) -> None:
    """Asks for the first kind in which the payments differ. A single payment (GR-132) is asked only in a sampled position."""
    state.phase = PAYMENT
    state.payments = ways
    state.pay_kind = next_kind(ways, 0)
    if state.pay_kind == KINDS:
        state.pay_kind = lowest(ways[0]) // 4


def next_kind(ways: vec[i64], kind: i64) -> i64:
    """The first kind, from this one on, of which the payments spend different counts; 15 if there is none (GR-131)."""
    first = ways[0]
    different: i64 = 0
    for i in range(len(ways)):
        different |= ways[i] ^ first
    while kind < KINDS and (different >> (4 * kind)) & 15 == 0:
        kind += 1
    return kind


def fill(state: GraenalandState, out: Moves) -> None:
    """The counts that some payment agrees with. Gold and supply cards: none first; plain cards: many first."""
    counts = offered(state)
    kind = state.pay_kind
    if kind <= GOLD_KIND:
        count: i64 = 0
        while count < COUNTS:
            if counts & bit(count):
                out.add(SPEND + count * KINDS + kind)
            count += 1
    else:
        count = COUNTS - 1
        while count >= 0:
            if counts & bit(count):
                out.add(SPEND + count * KINDS + kind)
            count -= 1


def offered(state: GraenalandState) -> i64:
    """The set of counts of the kind that is asked."""
    ways = state.payments
    shift = 4 * state.pay_kind
    counts: i64 = 0
    for i in range(len(ways)):
        counts |= bit((ways[i] >> shift) & 15)
    return counts


def fault(state: GraenalandState, move: i64) -> i64:
    if (move - SPEND) % KINDS != state.pay_kind:
        return GR_130_KIND_BY_KIND
    return 0 if offered(state) & bit((move - SPEND) // KINDS) else GR_131_COMPLETABLE


def choose(state: GraenalandState, move: i64) -> bool:
    """Fixes a count; True when the payment is complete, and then it is the only one left."""
    count = (move - SPEND) // KINDS
    shift = 4 * state.pay_kind
    ways = state.payments
    agreeing = vec[i64]()
    for i in range(len(ways)):
        if (ways[i] >> shift) & 15 == count:
            agreeing = append(agreeing, ways[i])
    state.payments = agreeing
    state.pay_kind = next_kind(agreeing, state.pay_kind)
    return len(agreeing) == 1


def pay(state: GraenalandState, seat: i64, payment: i64, events: list[Event] | None, rule: str = "GR-129") -> None:
    """The cards leave the hand together, are shown and discarded (GR-129, GR-036)."""
    state.raised += 1
    kind: i64 = 0
    while kind < KINDS:
        for _ in range((payment >> (4 * kind)) & 15):
            if kind < SUPPLIES:
                card = cards.supply_of_kind(state, state.supplies[seat], kind)
                cards.spend_supply(state, seat, card)
                state.supply_discard |= bit(card)
            else:
                face = cards.face_of_kind(kind)
                back = cards.first_back(state, seat, face)
                cards.spend_open(state, seat, back, face)
                cards.discard(state, back, face)
        kind += 1
    if events is not None:
        events.append(Event("paid", {"seat": int(seat), "cards": listed(payment)}, rule=rule))


def spelled(payment: i64) -> dict[str, int]:
    """A packed payment in words, for events and views."""
    counts = {HAND_KINDS[kind]: (int(payment) >> (4 * kind)) & 15 for kind in range(KINDS)}
    return {kind: count for kind, count in counts.items() if count}


def listed(payment: i64) -> list[str]:
    """The cards of a payment one by one."""
    return [kind for kind, count in spelled(payment).items() for _ in range(count)]
