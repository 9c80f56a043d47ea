"""Paying kind by kind, and the entry gifts to the residents behind a palisade (GR-129 to GR-133, GR-172 to GR-177)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.graenaland import cards, moves, payment, phases, sites
from skali.games.graenaland.decisions import base
from skali.games.graenaland.decisions.base import GraenalandDecision, OneOfASet
from skali.games.graenaland.position import GraenalandPosition

GR_130_KIND_BY_KIND: Final = 130
GR_131_COMPLETABLE: Final = 131
GR_174_WHICH_CARD: Final = 174


# The price


def begin(position: GraenalandPosition, events: list[Event] | None) -> None:
    """A single way to pay is not asked (GR-132)."""
    position.gifts = 0
    if position.project >= 0:
        position.gifts = sites.gifts_due(position, position.builder, position.project, position.site)
    ways = all_ways(position)
    if len(ways) == 1:
        pay(position, ways[0], events)
    else:
        ask(position, ways)


def all_ways(position: GraenalandPosition) -> vec[i64]:
    gifts = popcount(position.gifts)
    return payment.payments(position, position.builder, position.price, payment.uses_left(position), gifts)


def ask(position: GraenalandPosition, ways: vec[i64]) -> None:
    """Asks for the first kind in which the payments differ. A single payment (GR-132) is asked only in a sampled position."""
    position.phase = phases.PAYMENT
    position.payments = ways
    position.pay_kind = next_kind(ways, 0)
    if position.pay_kind == moves.KINDS:
        position.pay_kind = lowest(ways[0]) // 4


def next_kind(ways: vec[i64], kind: i64) -> i64:
    """The first kind, from this one on, of which the payments spend different counts; 15 if there is none (GR-131)."""
    first = ways[0]
    different: i64 = 0
    for i in range(len(ways)):
        different |= ways[i] ^ first
    while kind < moves.KINDS and (different >> (4 * kind)) & 15 == 0:
        kind += 1
    return kind


def offered(position: GraenalandPosition) -> i64:
    """The set of counts of the kind that is asked, as some payment has them."""
    ways = position.payments
    shift = 4 * position.pay_kind
    counts: i64 = 0
    for i in range(len(ways)):
        counts |= bit((ways[i] >> shift) & 15)
    return counts


def agreeing(ways: vec[i64], mask: i64, spent: i64) -> vec[i64]:
    """The payments that spend exactly this of the kinds under a mask."""
    found = vec[i64]()
    for i in range(len(ways)):
        if ways[i] & mask == spent:
            found = append(found, ways[i])
    return found


def pay(position: GraenalandPosition, way: i64, events: list[Event] | None) -> None:
    if payment.uses_left(position) > 0:
        position.uses_made += payment.uses_of(position, way, position.price)
    position.payments = vec[i64]()
    position.pay_kind = 0
    payment.pay(position, position.builder, way, events)
    position.phase = phases.PAID


class Pay(GraenalandDecision):
    """How many cards of a kind are spent: only what can be completed to a payment (GR-130, GR-131)."""

    def fill(self, position: GraenalandPosition, seat: i64, out: Moves) -> None:
        """Gold and supply cards: none first; plain cards: many first."""
        counts = offered(position)
        many_first = position.pay_kind > moves.GOLD_KIND
        for at in range(i64(moves.COUNTS)):
            count = moves.COUNTS - 1 - at if many_first else at
            if counts & bit(count):
                out.add(moves.SPEND + count * moves.KINDS + position.pay_kind)

    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        if (move - moves.SPEND) % moves.KINDS != position.pay_kind:
            return GR_130_KIND_BY_KIND
        return 0 if offered(position) & bit((move - moves.SPEND) // moves.KINDS) else GR_131_COMPLETABLE

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        shift = 4 * position.pay_kind
        ways = agreeing(position.payments, 15 * bit(shift), ((move - moves.SPEND) // moves.KINDS) << shift)
        if len(ways) == 1:
            pay(position, ways[0], events)
        else:
            position.payments = ways
            position.pay_kind = next_kind(ways, position.pay_kind)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        kind = moves.HAND_KINDS[position.pay_kind]
        data = {"kind": kind, "price": base.price_list(position.price), "ways": ways_to_pay(position)}
        return self.asks(position, "payment", data)


def ways_to_pay(position: GraenalandPosition) -> list[dict[str, int]]:
    """The payments that are still open, the plain ones first: without gold, without a market, with nothing lost (GR-120)."""

    def plainest_first(way: int) -> tuple[int, int, int, int]:
        gold = (way >> (4 * moves.GOLD_KIND)) & 15
        symbols = sum(2 if "/" in card else 1 for card in payment.listed(way))
        return (gold, int(payment.uses_of(position, way, position.price)), symbols, way)

    return [payment.spelled(way) for way in sorted((int(way) for way in position.payments), key=plainest_first)]


# Entry gifts


def give_on(position: GraenalandPosition, events: list[Event] | None) -> bool:
    """Asks for the card of the next resident (GR-174). False when none is left to get one."""
    while position.gifts:
        kinds = gift_kinds(position)
        if not base.is_single(kinds):
            position.phase = phases.GIFT
            return True
        give(position, lowest(kinds), events)
    return False


def gift_kinds(position: GraenalandPosition) -> i64:
    """The set of kinds in the builder's hand."""
    kinds = cards.supply_kinds(position, position.supplies[position.builder])
    for kind in range(i64(moves.SUPPLIES), i64(moves.KINDS)):
        if cards.kind_count(position, position.builder, kind) > 0:
            kinds |= bit(kind)
    return kinds


def next_receiver(position: GraenalandPosition) -> i64:
    """The next resident clockwise from the builder."""
    seats = position.agreed.seats
    seat = (position.builder + 1) % seats
    while not position.gifts & bit(seat):
        seat = (seat + 1) % seats
    return seat


def give(position: GraenalandPosition, kind: i64, events: list[Event] | None) -> None:
    receiver = next_receiver(position)
    position.gifts ^= bit(receiver)
    cards.give(position, position.builder, receiver, kind, events)


class Give(OneOfASet):
    """Which card the next resident gets (GR-174)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return gift_kinds(position)

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        return GR_174_WHICH_CARD

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        give(position, move - moves.GIVE, events)
        position.phase = phases.PAID

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        data = {"to": int(next_receiver(position)), "territory": position.territory(position.site)}
        return self.asks(position, "gift", data)
