"""Joint works: the leader names a work, the others pledge cards, he builds or abandons (GR-178 to GR-186)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, full, lowest, members_of
from skali.core.protocol import Event, Prompt
from skali.games.graenaland import cards, components, land, moves, payment, phases, sites
from skali.games.graenaland.decisions import base, paying
from skali.games.graenaland.decisions.base import OneOfASet, OneOfTheTerritories
from skali.games.graenaland.position import GraenalandPosition

GR_181_PLEDGE_STEPS: Final = 181
GR_183_LEADER_DECIDES: Final = 183

# Where the parts of moves.PLEDGES begin, and where it ends
RESOURCE_PLEDGES: Final = 10
GOLD_PLEDGES: Final = 14
PLEDGE_KINDS: Final = 18
GOLD: Final = 4


# The announcement


def open_works(position: GraenalandPosition) -> i64:
    """The works that are legal for the leader somewhere; he need not be able to pay them (GR-179)."""
    board = position.land
    works: i64 = 0
    used: i64 = 0  # tokens, four bits a work
    for site in range(position.agreed.island.count):
        built = i64(board[land.WORKS + site])
        used += (built | (built << 3) | (built << 6) | (built << 9)) & 0x1111
        if board[land.COLONIES + site * land.SEATS + position.builder] > 0:
            works |= full(4) & ~built
    for work in range(i64(4)):
        if (used >> (4 * work)) & 15 >= i64(position.agreed.tables.tokens[work]):
            works &= ~bit(work)
    return works


def begin(position: GraenalandPosition, events: list[Event] | None) -> None:
    position.joint_used = True
    position.phase = phases.JOINT_KIND
    works = open_works(position)
    if base.is_single(works):
        name_work(position, lowest(works), events)


class NameWork(OneOfASet):
    """Which work is to be built together (GR-179)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return open_works(position)

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        return sites.GR_015_TOKENS if sites.tokens_lack(position, answer) else base.GR_179_ANNOUNCEMENT

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        name_work(position, move - moves.NAME_WORK, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "joint_kind", {})


def name_work(position: GraenalandPosition, work: i64, events: list[Event] | None) -> None:
    position.work = work
    position.phase = phases.JOINT_SITE
    open = sites.legal_sites(position, position.builder, sites.FIRST_WORK_PROJECT + work)
    if base.is_single(open):
        announce(position, lowest(open), events)


class JointSite(OneOfTheTerritories):
    """Where it is to be built (GR-179)."""

    def site_fault(self, position: GraenalandPosition, seat: i64, site: i64) -> i64:
        return sites.site_fault(position, position.builder, sites.FIRST_WORK_PROJECT + position.work, site)

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        announce(position, self.site_of(position, move), events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "joint_site", {"work": moves.WORKS[position.work]})


def announce(position: GraenalandPosition, site: i64, events: list[Event] | None) -> None:
    """Kind and place are fixed; the others pledge, clockwise from the leader's left (GR-179, GR-180)."""
    position.site = site
    position.price = position.agreed.tables.prices[components.FIRST_WORK + position.work]
    if events is not None:
        data = {"seat": int(position.builder), "work": moves.WORKS[position.work]}
        events.append(Event("announced", data | {"territory": position.territory(site)}, rule="GR-179"))
    position.phase = phases.PLEDGES
    position.active = position.builder
    next_pledger(position, events)


# Pledges


def next_pledger(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Asks the next player, whatever he holds; but nobody where everybody can see that there is nothing to pledge (GR-257)."""
    while True:
        position.active = (position.active + 1) % position.agreed.seats
        position.floor = 0
        if position.active == position.builder:
            ask_leader(position, events)
            return
        if position.price != 0 and cards.hand_size(position, position.active) > 0:
            return
        tell_done(position, events)


def tell_done(position: GraenalandPosition, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("pledged_done", {"seat": int(position.active)}, rule="GR-181"))


class Pledge(OneOfASet):
    """The next card, in their order, or no more (GR-181, GR-182)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return pledges(position) | bit(PLEDGE_KINDS)

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        return GR_181_PLEDGE_STEPS

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move != moves.DONE:
            pledge(position, seat, move - moves.PLEDGE, events)
        if move == moves.DONE or not pledges(position):
            position.barriers += 1
            tell_done(position, events)
            next_pledger(position, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "pledge", open_work(position))


def open_work(position: GraenalandPosition) -> dict[str, object]:
    """The work that was announced, and what is still to be paid."""
    here = position.territory(position.site)
    return {"work": moves.WORKS[position.work], "territory": here, "open": base.price_list(position.price)}


def pledges(position: GraenalandPosition) -> i64:
    """The cards that the active seat may pledge next: it holds them, and they cover something (GR-181)."""
    seat = position.active
    held = cards.supply_kinds(position, position.supplies[seat])
    for resource in range(i64(GOLD)):
        if cards.face_count(position, seat, resource) > 0:
            held |= bit(RESOURCE_PLEDGES + resource)
    if cards.face_count(position, seat, GOLD) > 0:
        held |= bit(PLEDGE_KINDS) - bit(GOLD_PLEDGES)
    held &= ~full(position.floor)
    open: i64 = 0
    while held:
        card = lowest(held)
        if covers(position, card):
            open |= bit(card)
        held &= held - 1
    return open


def covers(position: GraenalandPosition, card: i64) -> i64:
    """The open units that a pledged card would cover, packed as a price."""
    if card < RESOURCE_PLEDGES:
        pays = position.agreed.tables.kind_units[card]
    else:
        pays = bit(8 * ((card - RESOURCE_PLEDGES) % 4))
    return position.price - payment.lacking(position.price, pays)


def pledge(position: GraenalandPosition, seat: i64, card: i64, events: list[Event] | None) -> None:
    """A card is shown and laid aside (GR-182)."""
    position.price -= covers(position, card)
    position.floor = card
    position.barriers += 1
    if card < RESOURCE_PLEDGES:
        number = cards.supply_of_kind(position, position.supplies[seat], card)
        cards.spend_supply(position, seat, number)
        position.pledged_supplies[seat] |= bit(number)
    else:
        face = card - RESOURCE_PLEDGES if card < GOLD_PLEDGES else i64(GOLD)
        back = cards.first_back(position, seat, face)
        cards.spend_open(position, seat, back, face)
        position.cards[cards.PLEDGED + seat * cards.TYPES + back * cards.FACES + face] += 1
    if events is not None:
        events.append(Event("pledged", {"seat": int(seat), "card": moves.PLEDGES[card]}, rule="GR-182"))


def pledged_by(position: GraenalandPosition, seat: i64) -> list[dict[str, str]]:
    """The cards that a seat has pledged, as everybody sees them."""
    names = position.agreed.tables.supply_names
    pledged = [
        {"back": "ship", "card": cards.supply_name(position, card), "id": names[card]}
        for card in members_of(position.pledged_supplies[seat])
    ]
    for type in range(cards.TYPES):
        for _ in range(int(position.cards[cards.PLEDGED + seat * cards.TYPES + type])):
            pledged.append({"back": cards.back_of_type(type), "card": moves.RESOURCES[type % cards.FACES]})
    return pledged


# The leader's decision


def ask_leader(position: GraenalandPosition, events: list[Event] | None) -> None:
    """With cards in hand the leader is asked even if he can only abandon (GR-257)."""
    position.phase = phases.JOINT_DECISION
    position.active = position.builder
    if position.price and not cards.hand_size(position, position.builder):
        position.barriers += 1
        close(position, False, events)


class JointDecision(OneOfASet):
    """The leader builds, if he can pay the rest, or abandons (GR-183)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return 3 if payment.payable(position, seat, position.price, payment.uses_left(position)) else 2

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        return GR_183_LEADER_DECIDES

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.project = -1
        if move == moves.CARRY_OUT and position.price:
            paying.begin(position, events)
        else:
            close(position, move == moves.CARRY_OUT, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "joint_decision", open_work(position))


def close(position: GraenalandPosition, built: bool, events: list[Event] | None) -> None:
    """The work is placed and pledged cards are discarded by their backs (GR-184), or all return to their owners (GR-185)."""
    if position.price != position.agreed.tables.prices[components.FIRST_WORK + position.work]:
        for seat in range(position.agreed.seats):
            settle_pledges(position, seat, built)
    if built:
        land.add_work(position, position.site, position.work)
    if events is not None:
        data = {"work": moves.WORKS[position.work], "territory": position.territory(position.site)}
        kind, rule = ("joint_built", "GR-184") if built else ("joint_abandoned", "GR-185")
        events.append(Event(kind, data, rule=rule))
    position.phase = phases.PROJECT_ENDED


def settle_pledges(position: GraenalandPosition, seat: i64, built: bool) -> None:
    first = cards.PLEDGED + seat * cards.TYPES
    counts = position.cards
    for type in range(i64(cards.TYPES)):
        while counts[first + type] > 0:
            counts[first + type] -= 1
            if built:
                cards.discard(position, type // cards.FACES, type % cards.FACES)
            else:
                cards.receive_open(position, seat, type // cards.FACES, type % cards.FACES)
    held = position.pledged_supplies[seat]
    position.pledged_supplies[seat] = 0
    while held:
        if built:
            position.supply_discard |= bit(lowest(held))
        else:
            cards.take_supply(position, seat, lowest(held))
        held &= held - 1
