"""Joint works: the leader names a work, the others pledge cards, he builds or abandons (GR-178 to GR-186)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, members_of
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.graenaland import build, cards, payment, sites
from skali.games.graenaland.cards import FACES, PLEDGED, TYPES
from skali.games.graenaland.components import FIRST_WORK
from skali.games.graenaland.moves import (
    ABANDON,
    CARRY_OUT,
    DONE,
    NAME_WORK,
    PLEDGE,
    PLEDGES,
    RESOURCES,
    SITE,
    SUPPLIES,
    WORKS,
)
from skali.games.graenaland.phases import JOINT_DECISION, JOINT_KIND, JOINT_SITE, PLEDGES_OPEN
from skali.games.graenaland.sites import FIRST_WORK_PROJECT

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_015_TOKENS: Final = 15
GR_018_TILES_IN_PLAY: Final = 18
GR_179_ANNOUNCEMENT: Final = 179
GR_181_PLEDGE_STEPS: Final = 181
GR_183_LEADER_DECIDES: Final = 183

RESOURCE_PLEDGES: Final = SUPPLIES
GOLD_PLEDGES: Final = SUPPLIES + 4
PLEDGE_KINDS: Final = SUPPLIES + 8
GOLD: Final = 4


# The announcement


def can_announce(state: GraenalandState) -> bool:
    """Whether any work is legal for the leader anywhere; he need not be able to pay it (GR-179)."""
    for work in range(i64(4)):
        if sites.legal_sites(state, state.builder, FIRST_WORK_PROJECT + work):
            return True
    return False


def open_works(state: GraenalandState) -> i64:
    works: i64 = 0
    for work in range(i64(4)):
        if sites.legal_sites(state, state.builder, FIRST_WORK_PROJECT + work):
            works |= bit(work)
    return works


def begin(state: GraenalandState, events: list[Event] | None) -> None:
    state.joint_used = True
    state.phase = JOINT_KIND
    works = open_works(state)
    if works & (works - 1) == 0:
        name_work(state, lowest(works), events)


def name_work(state: GraenalandState, work: i64, events: list[Event] | None) -> None:
    state.work = work
    state.phase = JOINT_SITE
    open = sites.legal_sites(state, state.builder, FIRST_WORK_PROJECT + work)
    if open & (open - 1) == 0:
        announce(state, lowest(open), events)


def announce(state: GraenalandState, site: i64, events: list[Event] | None) -> None:
    """Kind and place are fixed; the others pledge, clockwise from the leader's left (GR-179, GR-180)."""
    state.site = site
    state.price = state.agreed.tables.prices[FIRST_WORK + state.work]
    if events is not None:
        data = {
            "seat": int(state.builder),
            "work": WORKS[state.work],
            "territory": state.agreed.island.names[site],
        }
        events.append(Event("announced", data, rule="GR-179"))
    state.phase = PLEDGES_OPEN
    state.active = state.builder
    next_pledger(state, events)


# Pledges


def next_pledger(state: GraenalandState, events: list[Event] | None) -> None:
    """Asks the next player, whatever he holds; but nobody where everybody can see that there is nothing to pledge (GR-257)."""
    while True:
        state.active = (state.active + 1) % state.agreed.seats
        state.floor = 0
        if state.active == state.builder:
            decide(state, events)
            return
        if state.price != 0 and cards.hand_size(state, state.active) > 0:
            return
        tell_done(state, events)


def tell_done(state: GraenalandState, events: list[Event] | None) -> None:
    if events is not None:
        events.append(Event("pledged_done", {"seat": int(state.active)}, rule="GR-181"))


def pledge_fault(state: GraenalandState, card: i64) -> i64:
    """0 if the active seat may pledge this card next, else GR-181."""
    if card < state.floor or covers(state, card) == 0:
        return GR_181_PLEDGE_STEPS
    seat = state.active
    if card < RESOURCE_PLEDGES:
        held = cards.kind_count(state, seat, card)
    elif card < GOLD_PLEDGES:
        held = cards.face_count(state, seat, card - RESOURCE_PLEDGES)
    else:
        held = cards.face_count(state, seat, GOLD)
    return 0 if held > 0 else GR_181_PLEDGE_STEPS


def covers(state: GraenalandState, card: i64) -> i64:
    """The open units that a pledged card would cover, packed as a price."""
    if card < RESOURCE_PLEDGES:
        pays = state.agreed.tables.kind_units[card]
    else:
        pays = bit(8 * ((card - RESOURCE_PLEDGES) % 4))
    covered: i64 = 0
    shift: i64 = 0
    while shift < 32:
        open = (state.price >> shift) & 255
        paid = (pays >> shift) & 255
        covered |= (paid if paid < open else open) << shift
        shift += 8
    return covered


def pledge(state: GraenalandState, card: i64, events: list[Event] | None) -> None:
    """A card is shown and laid aside (GR-182)."""
    seat = state.active
    state.price -= covers(state, card)
    state.floor = card
    state.raised += 1
    if card < RESOURCE_PLEDGES:
        number = cards.supply_of_kind(state, state.supplies[seat], card)
        cards.spend_supply(state, seat, number)
        state.pledged_supplies[seat] |= bit(number)
    else:
        face = card - RESOURCE_PLEDGES if card < GOLD_PLEDGES else i64(GOLD)
        back = cards.first_back(state, seat, face)
        cards.spend_open(state, seat, back, face)
        state.cards[PLEDGED + seat * TYPES + back * FACES + face] += 1
    if events is not None:
        events.append(Event("pledged", {"seat": int(seat), "card": PLEDGES[card]}, rule="GR-182"))
    if not can_pledge(state):
        done(state, events)


def can_pledge(state: GraenalandState) -> bool:
    for card in range(state.floor, i64(PLEDGE_KINDS)):
        if pledge_fault(state, card) == 0:
            return True
    return False


def done(state: GraenalandState, events: list[Event] | None) -> None:
    state.raised += 1
    tell_done(state, events)
    next_pledger(state, events)


# The leader's decision


def decide(state: GraenalandState, events: list[Event] | None) -> None:
    """The leader builds, if he can pay the rest, or abandons (GR-183); with cards in hand he is asked in any case (GR-257)."""
    state.phase = JOINT_DECISION
    state.active = state.builder
    if state.price and not cards.hand_size(state, state.builder):
        state.raised += 1
        abandon(state, events)


def carry_out(state: GraenalandState, events: list[Event] | None) -> None:
    state.project = -1
    if state.price == 0:
        complete(state, events)
    else:
        build.begin_payment(state, events)


def complete(state: GraenalandState, events: list[Event] | None) -> None:
    """Pledged cards are discarded by their backs and the work is placed (GR-184)."""
    settle_pledges(state, False)
    build.add_work(state, state.site, state.work)
    if events is not None:
        data = {"work": WORKS[state.work], "territory": state.agreed.island.names[state.site]}
        events.append(Event("joint_built", data, rule="GR-184"))
    build.open_menu(state, events)


def abandon(state: GraenalandState, events: list[Event] | None) -> None:
    """All pledged cards return to their owners (GR-185)."""
    settle_pledges(state, True)
    if events is not None:
        data = {"work": WORKS[state.work], "territory": state.agreed.island.names[state.site]}
        events.append(Event("joint_abandoned", data, rule="GR-185"))
    build.open_menu(state, events)


def settle_pledges(state: GraenalandState, back_to_owners: bool) -> None:
    for seat in range(state.agreed.seats):
        base = PLEDGED + seat * TYPES
        for type in range(i64(TYPES)):
            while state.cards[base + type] > 0:
                state.cards[base + type] -= 1
                if back_to_owners:
                    cards.receive_open(state, seat, type // FACES, type % FACES)
                else:
                    cards.discard(state, type // FACES, type % FACES)
        held = state.pledged_supplies[seat]
        state.pledged_supplies[seat] = 0
        while held:
            if back_to_owners:
                cards.take_supply(state, seat, lowest(held))
            else:
                state.supply_discard |= bit(lowest(held))
            held &= held - 1


# Steps


def fill(state: GraenalandState, out: Moves) -> None:
    if state.phase == JOINT_KIND:
        build.fill_set(out, NAME_WORK, open_works(state))
    elif state.phase == JOINT_SITE:
        open = sites.legal_sites(state, state.builder, FIRST_WORK_PROJECT + state.work)
        while open:
            out.add(SITE + i64(state.agreed.island.tile[lowest(open)]))
            open &= open - 1
    elif state.phase == PLEDGES_OPEN:
        for card in range(state.floor, i64(PLEDGE_KINDS)):
            if pledge_fault(state, card) == 0:
                out.add(PLEDGE + card)
        out.add(DONE)
    else:
        if payment.payable(state, state.builder, state.price, build.uses_left(state)):
            out.add(CARRY_OUT)
        out.add(ABANDON)


def fault(state: GraenalandState, move: i64) -> i64:
    """The rule that a move of the right kind breaks in a joint work, 0 if none."""
    if state.phase == JOINT_KIND:
        work = move - NAME_WORK
        if open_works(state) & bit(work):
            return 0
        return GR_015_TOKENS if sites.tokens_lack(state, work) else GR_179_ANNOUNCEMENT
    if state.phase == JOINT_SITE:
        site = i64(state.agreed.island.position[move - SITE])
        if site < 0:
            return GR_018_TILES_IN_PLAY
        return sites.site_fault(state, state.builder, FIRST_WORK_PROJECT + state.work, site)
    if state.phase == PLEDGES_OPEN:
        return 0 if move == DONE else pledge_fault(state, move - PLEDGE)
    if move == CARRY_OUT and not payment.payable(state, state.builder, state.price, build.uses_left(state)):
        return GR_183_LEADER_DECIDES
    return 0


def play(state: GraenalandState, move: i64, events: list[Event] | None) -> None:
    if state.phase == JOINT_KIND:
        name_work(state, move - NAME_WORK, events)
    elif state.phase == JOINT_SITE:
        announce(state, i64(state.agreed.island.position[move - SITE]), events)
    elif state.phase == PLEDGES_OPEN:
        if move == DONE:
            done(state, events)
        else:
            pledge(state, move - PLEDGE, events)
    elif move == CARRY_OUT:
        carry_out(state, events)
    else:
        abandon(state, events)


def pledged_by(state: GraenalandState, seat: i64) -> list[dict[str, str]]:
    """The cards that a seat has pledged, as everybody sees them."""
    names = state.agreed.tables.supply_names
    pledged = [
        {"back": "ship", "card": cards.supply_name(state, card), "id": names[card]}
        for card in members_of(state.pledged_supplies[seat])
    ]
    for type in range(TYPES):
        for _ in range(int(state.cards[PLEDGED + seat * TYPES + type])):
            pledged.append({"back": cards.back_of_type(type), "card": RESOURCES[type % FACES]})
    return pledged
