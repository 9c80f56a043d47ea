"""Phase 4: build. Projects one after the other, each paid and completed before the next (GR-108 to GR-121, GR-172 to GR-177).

The same steps serve the leader, a player whom he lets build (GR-250 to GR-255), final building, and a claim plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from skali.core.bits import bit, lowest, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.graenaland import cards, heroes, joint, land, payment, sites, turns
from skali.games.graenaland.components import PEASANTS
from skali.games.graenaland.land import ARMY, BUILDING, KEEP, WORKS
from skali.games.graenaland.moves import (
    BUILD,
    DECLINE,
    END,
    GIVE,
    GRANT,
    GRANT_TO,
    HAND_KINDS,
    HEROES,
    JOINT,
    KINDS,
    LEAVE,
    PROJECTS,
    RECRUIT,
    RELOCATE,
    SITE,
    SUPPLIES,
    SUPPLY,
    TAKE,
    UNITS,
)
from skali.games.graenaland.phases import (
    BUILDING_SITE,
    FINAL,
    GIFT,
    GRANTED,
    GRANTEE,
    HERO_SEAT,
    LEADING,
    MENU,
    PAYMENT,
    SUPPLY_CARD,
    UNIT,
)
from skali.games.graenaland.sites import ARMY_STEP, FIRST_WORK_PROJECT, GR_113_OFFERED, VILLAGE

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_001_PLAYERS: Final = 1
GR_006_GRANT_OPTION: Final = 6
GR_018_TILES_IN_PLAY: Final = 18
GR_041_LEADERS_LIMITS: Final = 41
GR_114_ENDING: Final = 114
GR_115_ONE_SUPPLY_CARD: Final = 115
GR_116_MUST_BE_TAKEN: Final = 116
GR_133_NO_TAKE_BACK: Final = 133
GR_151_FINAL_BUILDING: Final = 151
GR_174_WHICH_CARD: Final = 174
GR_178_ONCE_PER_TURN: Final = 178
GR_179_ANNOUNCEMENT: Final = 179
GR_186_USED_UP: Final = 186
GR_200_FINAL_BUILDING: Final = 200
GR_250_INSTEAD: Final = 250
GR_251_NAMING: Final = 251
GR_252_ONE_PROJECT: Final = 252
GR_253_LIMITS: Final = 253

NOBODY: Final = -1


def begin(state: GraenalandState, builder: i64, mode: i64, events: list[Event] | None) -> None:
    """A build phase with fresh market uses (GR-170)."""
    state.builder = builder
    state.mode = mode
    state.uses_made = 0
    state.supply_taken = False
    state.joint_used = False
    open_menu(state, events)


def uses_left(state: GraenalandState) -> i64:
    """Market uses of the builder (GR-167); a granted build has none (GR-253)."""
    if state.mode == GRANTED:
        return 0
    return land.markets_of(state, state.builder) - state.uses_made


# The menu


def open_menu(state: GraenalandState, events: list[Event] | None) -> None:
    """Between projects. A builder with cards in hand is asked whatever they are, or the others would learn what they can't pay.

    With an empty hand a single choice is not asked, but an end waits while what was done before can be taken back (GR-257).
    """
    state.phase = MENU
    state.active = state.builder
    state.project = state.site = -1
    state.price = state.unit = state.work = state.floor = 0
    if state.trial or state.mode == GRANTED or cards.hand_size(state, state.builder):
        return
    only = only_choice(state)
    if only == END and (state.mode == FINAL or state.raised > state.mark):
        end(state, events)
    elif only == SUPPLY:
        state.raised += 1
        choose(state, SUPPLY, events)


def only_choice(state: GraenalandState) -> i64:
    """The only entry of the menu of a builder with an empty hand, who can pay nothing; -1 if there are several."""
    if state.mode != LEADING:
        return END
    if not state.joint_used and (state.agreed.grant or joint.can_announce(state)):
        return -1
    return SUPPLY if supply_due(state) else END


def supply_due(state: GraenalandState) -> bool:
    """A supply card is still to be taken (GR-115, GR-116)."""
    return not state.supply_taken and state.display != 0


def fill_menu(state: GraenalandState, out: Moves) -> None:
    seat = state.builder
    uses = uses_left(state)
    leading = state.mode == LEADING
    if leading and supply_due(state):
        out.add(SUPPLY)
    for project in range(i64(sites.PROJECTS)):
        if project <= ARMY_STEP or state.mode != FINAL:
            if sites.is_open(state, seat, project, uses):
                out.add(BUILD + project)
    if leading:
        if not state.joint_used:
            if joint.can_announce(state):
                out.add(JOINT)
            if state.agreed.grant:
                out.add(GRANT)
        if not supply_due(state):
            out.add(END)
    elif state.mode == GRANTED:
        out.add(DECLINE)
    else:
        out.add(END)


def menu_fault(state: GraenalandState, move: i64) -> i64:
    """The rule that an entry of the menu breaks, 0 if none."""
    mode = state.mode
    if BUILD <= move < JOINT:
        project = move - BUILD
        if mode == FINAL and project > ARMY_STEP:
            return GR_200_FINAL_BUILDING
        return project_fault(state, project)
    if move == END:
        if mode == GRANTED:
            return GR_252_ONE_PROJECT
        return GR_114_ENDING if mode == LEADING and supply_due(state) else 0
    if move == DECLINE:
        return 0 if mode == GRANTED else GR_252_ONE_PROJECT
    if mode == FINAL:
        return GR_200_FINAL_BUILDING
    if move == SUPPLY:
        if mode == GRANTED:
            return GR_253_LIMITS
        if state.supply_taken:
            return GR_115_ONE_SUPPLY_CARD
        return 0 if state.display else GR_116_MUST_BE_TAKEN
    if mode == GRANTED:
        return GR_252_ONE_PROJECT
    if move == GRANT and not state.agreed.grant:
        return GR_006_GRANT_OPTION
    if state.joint_used:
        if state.agreed.grant:
            return GR_250_INSTEAD
        return GR_186_USED_UP
    if move == JOINT and not joint.can_announce(state):
        return GR_179_ANNOUNCEMENT
    return 0


def project_fault(state: GraenalandState, project: i64) -> i64:
    """Why a project can be built nowhere: the reason in a territory that the builder has colonised, or the price."""
    seat = state.builder
    uses = uses_left(state)
    if sites.is_open(state, seat, project, uses):
        return 0
    if project == ARMY_STEP:
        fault = sites.unit_fault(state, seat, 0)
        return fault if fault else GR_113_OFFERED
    if project >= FIRST_WORK_PROJECT and sites.tokens_lack(state, project - FIRST_WORK_PROJECT):
        return sites.GR_015_TOKENS
    if sites.legal_sites(state, seat, project):
        return GR_113_OFFERED
    fault = 0
    own = land.reached(state, seat)
    while own:
        fault = sites.site_fault(state, seat, project, lowest(own))
        if fault == sites.GR_110_HOUSE_NEEDED or fault == sites.GR_140_ONE_OF_EACH:
            return fault
        own &= own - 1
    return fault


def choose(state: GraenalandState, move: i64, events: list[Event] | None) -> None:
    """An entry of the menu."""
    if move == SUPPLY:
        state.phase = SUPPLY_CARD
        kinds = supply_kinds(state)
        if kinds & (kinds - 1) == 0:
            take_supply(state, lowest(kinds), events)
    elif move == JOINT:
        joint.begin(state, events)
    elif move == GRANT:
        state.joint_used = True
        state.phase = GRANTEE
    elif move == END:
        end(state, events)
    elif move == DECLINE:
        state.raised += 1
        if events is not None:
            events.append(Event("declined", {"seat": int(state.builder)}, rule="GR-254"))
        return_to_leader(state, events)
    else:
        begin_project(state, move - BUILD, events)


def end(state: GraenalandState, events: list[Event] | None) -> None:
    state.raised += 1
    if state.mode == FINAL:
        if events is not None:
            events.append(Event("final_done", {"seat": int(state.builder)}))
        turns.next_final(state, events)
    else:
        if events is not None:
            events.append(Event("build_done", {"seat": int(state.builder)}, rule="GR-114"))
        turns.end_build(state, events)


# Supply


def supply_kinds(state: GraenalandState) -> i64:
    """The set of kinds in the display."""
    kinds: i64 = 0
    left = state.display
    while left:
        kinds |= bit(i64(state.agreed.tables.supply_kind[lowest(left)]))
        left &= left - 1
    return kinds


def take_supply(state: GraenalandState, kind: i64, events: list[Event] | None) -> None:
    """Everybody sees which card is taken; the gap stays (GR-118, GR-121)."""
    card = cards.supply_of_kind(state, state.display, kind)
    state.display ^= bit(card)
    cards.take_supply(state, state.builder, card)
    state.supply_taken = True
    if events is not None:
        data = {"seat": int(state.builder), "card": HAND_KINDS[kind]}
        events.append(Event("took_supply", data, rule="GR-115"))
    open_menu(state, events)


# A project


def begin_project(state: GraenalandState, project: i64, events: list[Event] | None) -> None:
    state.project = project
    uses = uses_left(state)
    if project == ARMY_STEP:
        open = sites.open_units(state, state.builder, uses)
        state.phase = UNIT
    else:
        open = sites.open_sites(state, state.builder, project, uses)
        state.phase = BUILDING_SITE
    if open & (open - 1) == 0:  # a single choice; that it is single may tell what the hand holds
        state.raised += 1
        if project == ARMY_STEP:
            recruit(state, lowest(open), events)
        else:
            build_at(state, lowest(open), events)


def build_at(state: GraenalandState, site: i64, events: list[Event] | None) -> None:
    """The territory is named: what is left is to pay."""
    state.site = site
    state.price = sites.price_of(state, state.project, site)
    if events is not None:
        data = {
            "seat": int(state.builder),
            "project": PROJECTS[state.project],
            "territory": state.agreed.island.names[site],
        }
        events.append(Event("builds", data, rule="GR-109"))
    begin_payment(state, events)


def recruit(state: GraenalandState, unit: i64, events: list[Event] | None) -> None:
    state.unit = unit
    state.price = state.agreed.tables.prices[PEASANTS + unit]
    if events is not None:
        events.append(Event("recruits", {"seat": int(state.builder), "unit": UNITS[unit]}, rule="GR-153"))
    begin_payment(state, events)


def begin_payment(state: GraenalandState, events: list[Event] | None) -> None:
    """A single way to pay is not asked (GR-132)."""
    state.gifts = 0
    if state.project >= 0:
        state.gifts = sites.gifts_due(state, state.builder, state.project, state.site)
    ways = payment.payments(state, state.builder, state.price, uses_left(state), popcount(state.gifts))
    if len(ways) == 1:
        finish_payment(state, ways[0], events)
    else:
        payment.begin(state, ways)


def ask_payment(state: GraenalandState) -> None:
    """Asks for the payment from its start, in a position that was loaded or sampled."""
    gifts = popcount(state.gifts)
    payment.begin(state, payment.payments(state, state.builder, state.price, uses_left(state), gifts))


def spend(state: GraenalandState, move: i64, events: list[Event] | None) -> None:
    if payment.choose(state, move):
        finish_payment(state, state.payments[0], events)


def finish_payment(state: GraenalandState, way: i64, events: list[Event] | None) -> None:
    if uses_left(state) > 0:
        state.uses_made += payment.uses_of(state, way, state.price)
    state.payments = vec[i64]()
    state.pay_kind = 0
    payment.pay(state, state.builder, way, events)
    if state.project < 0:
        joint.complete(state, events)
    else:
        give_on(state, events)


# Entry gifts


def give_on(state: GraenalandState, events: list[Event] | None) -> None:
    """The next resident gets a card (GR-174); when none is left the project is completed."""
    while state.gifts:
        kinds = gift_kinds(state)
        if kinds & (kinds - 1) != 0:
            state.phase = GIFT
            return
        give(state, lowest(kinds), events)
    complete(state, events)


def gift_kinds(state: GraenalandState) -> i64:
    """The set of kinds in the builder's hand."""
    kinds: i64 = 0
    held = state.supplies[state.builder]
    while held:
        kinds |= bit(i64(state.agreed.tables.supply_kind[lowest(held)]))
        held &= held - 1
    for kind in range(i64(SUPPLIES), i64(KINDS)):
        if cards.kind_count(state, state.builder, kind) > 0:
            kinds |= bit(kind)
    return kinds


def next_receiver(state: GraenalandState) -> i64:
    """The next resident clockwise from the builder."""
    seats = state.agreed.seats
    seat = (state.builder + 1) % seats
    while not state.gifts & bit(seat):
        seat = (seat + 1) % seats
    return seat


def give(state: GraenalandState, kind: i64, events: list[Event] | None) -> None:
    receiver = next_receiver(state)
    state.gifts ^= bit(receiver)
    cards.give(state, state.builder, receiver, kind, events)


# Completion


def complete(state: GraenalandState, events: list[Event] | None) -> None:
    """The project takes effect."""
    seat = state.builder
    project = state.project
    if project == VILLAGE:
        land.add_village(state, state.site, seat)
    elif project == ARMY_STEP:
        state.land[ARMY + seat] += 1
    elif project >= FIRST_WORK_PROJECT:
        add_work(state, state.site, project - FIRST_WORK_PROJECT)
    else:
        building = project - 1
        state.land[BUILDING + state.site * 3 + building] = u8(seat + 1)
        land.add_colony(state, state.site, seat)
        if building != KEEP:
            hero = heroes.hero_of_building(building)
            if not heroes.has_come(state, seat, hero):
                heroes.first_building(state, seat, hero, state.site, events)
            elif state.mode != FINAL and land.hero_of(state, seat, state.site) < 0:  # GR-147 to GR-149, GR-151
                state.phase = HERO_SEAT
                state.active = seat
                return
    go_on(state, events)


def add_work(state: GraenalandState, site: i64, work: i64) -> None:
    state.land[WORKS + site] |= u8(bit(work))


def seat_hero(state: GraenalandState, move: i64, events: list[Event] | None) -> None:
    """Moves the hero to its new building, or leaves it (GR-147, GR-148)."""
    hero = heroes.hero_of_building(state.project - 1)
    if move == RELOCATE:
        heroes.enter(state, state.builder, hero, state.site, events, "GR-147")
    elif events is not None:
        events.append(Event("hero_left", {"seat": int(state.builder), "hero": HEROES[hero]}, rule="GR-147"))
    go_on(state, events)


def go_on(state: GraenalandState, events: list[Event] | None) -> None:
    if state.mode == GRANTED:
        return_to_leader(state, events)
    else:
        open_menu(state, events)


def return_to_leader(state: GraenalandState, events: list[Event] | None) -> None:
    """After a granted build the leader goes on (GR-254)."""
    state.mode = LEADING
    state.builder = state.leader
    open_menu(state, events)


def grant_to(state: GraenalandState, seat: i64, events: list[Event] | None) -> None:
    """The named player may carry out one project (GR-251, GR-252); he is asked whatever he holds (GR-257)."""
    state.mode = GRANTED
    state.builder = seat
    if events is not None:
        events.append(Event("granted", {"seat": int(state.leader), "to": int(seat)}, rule="GR-251"))
    open_menu(state, events)


# Steps of a project


def fill(state: GraenalandState, out: Moves) -> None:
    """The choices of any step of building but joint works."""
    phase = state.phase
    if phase == MENU:
        fill_menu(state, out)
    elif phase == PAYMENT:
        payment.fill(state, out)
    elif phase == BUILDING_SITE:
        open = sites.open_sites(state, state.builder, state.project, uses_left(state))
        while open:
            out.add(SITE + i64(state.agreed.island.tile[lowest(open)]))
            open &= open - 1
    elif phase == UNIT:
        fill_set(out, RECRUIT, sites.open_units(state, state.builder, uses_left(state)))
    elif phase == SUPPLY_CARD:
        fill_set(out, TAKE, supply_kinds(state))
    elif phase == GIFT:
        fill_set(out, GIVE, gift_kinds(state))
    elif phase == HERO_SEAT:
        out.add(RELOCATE)
        out.add(LEAVE)
    else:
        for seat in range(state.agreed.seats):
            if seat != state.leader:
                out.add(GRANT_TO + seat)


def fill_set(out: Moves, first: i64, members: i64) -> None:
    while members:
        out.add(first + lowest(members))
        members &= members - 1


def fault(state: GraenalandState, move: i64) -> i64:
    """The rule that a move of the right kind breaks in a step of building, 0 if none."""
    phase = state.phase
    if phase == MENU:
        return menu_fault(state, move)
    if phase == PAYMENT:
        return payment.fault(state, move)
    if phase == BUILDING_SITE:
        site = i64(state.agreed.island.position[move - SITE])
        if site < 0:
            return GR_018_TILES_IN_PLAY
        fault = sites.site_fault(state, state.builder, state.project, site)
        if fault:
            return fault
        payable = sites.is_payable(state, state.builder, state.project, site, uses_left(state))
        return 0 if payable else GR_113_OFFERED
    if phase == UNIT:
        fault = sites.unit_fault(state, state.builder, move - RECRUIT)
        if fault:
            return fault
        return 0 if sites.open_units(state, state.builder, uses_left(state)) & bit(move - RECRUIT) else GR_113_OFFERED
    if phase == SUPPLY_CARD:
        return 0 if supply_kinds(state) & bit(move - TAKE) else GR_115_ONE_SUPPLY_CARD
    if phase == GIFT:
        return 0 if gift_kinds(state) & bit(move - GIVE) else GR_174_WHICH_CARD
    if phase == GRANTEE:
        seat = move - GRANT_TO
        if seat >= state.agreed.seats:
            return GR_001_PLAYERS
        return GR_251_NAMING if seat == state.leader else 0
    return 0


def play(state: GraenalandState, move: i64, events: list[Event] | None) -> None:
    phase = state.phase
    if phase == MENU:
        choose(state, move, events)
    elif phase == PAYMENT:
        spend(state, move, events)
    elif phase == BUILDING_SITE:
        build_at(state, i64(state.agreed.island.position[move - SITE]), events)
    elif phase == UNIT:
        recruit(state, move - RECRUIT, events)
    elif phase == SUPPLY_CARD:
        take_supply(state, move - TAKE, events)
    elif phase == GIFT:
        give(state, move - GIVE, events)
        give_on(state, events)
    elif phase == HERO_SEAT:
        seat_hero(state, move, events)
    else:
        grant_to(state, move - GRANT_TO, events)
