"""Phase 4: build. Projects one after the other, each paid and completed before the next (GR-108 to GR-121, GR-134 to GR-157).

The same steps serve the leader, a player whom he lets build (GR-250 to GR-255), final building, and a claim plan.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from skali.core.bits import bit, full, lowest
from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.graenaland import cards, components, heroes, land, moves, payment, phases, sites
from skali.games.graenaland.decisions import base, joint_works, paying
from skali.games.graenaland.decisions.base import GraenalandDecision, OneOfASet, OneOfTheTerritories
from skali.games.graenaland.position import GraenalandPosition

GR_006_GRANT_OPTION: Final = 6
GR_114_ENDING: Final = 114
GR_115_ONE_SUPPLY_CARD: Final = 115
GR_116_MUST_BE_TAKEN: Final = 116
GR_186_USED_UP: Final = 186
GR_200_FINAL_BUILDING: Final = 200
GR_250_INSTEAD: Final = 250
GR_251_NAMING: Final = 251
GR_252_ONE_PROJECT: Final = 252
GR_253_LIMITS: Final = 253


def begin(position: GraenalandPosition, builder: i64, mode: i64) -> None:
    """A build phase with fresh market uses (GR-170)."""
    position.builder = builder
    position.mode = mode
    position.uses_made = 0
    position.supply_taken = position.joint_used = False
    position.phase = phases.PROJECT_ENDED


# The menu


def next_project(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Between projects. A builder with cards in hand is asked whatever they are, or the others would learn what they can't pay.

    With an empty hand a single choice is not asked, but an end waits while what was done before can be taken back (GR-257).
    """
    if position.mode == phases.GRANTED:  # after a granted build the leader goes on (GR-254)
        position.mode = phases.LEADING
        position.builder = position.leader
    open_menu(position)
    if position.trial or cards.hand_size(position, position.builder):
        return
    only = only_choice(position)
    if only == moves.END and (position.mode == phases.FINAL or position.barriers > position.mark):
        end(position, events)
    elif only == moves.SUPPLY:
        position.barriers += 1
        open_supply(position, events)


def open_menu(position: GraenalandPosition) -> None:
    position.phase = phases.MENU
    position.active = position.builder
    position.project = position.site = -1
    position.price = position.unit = position.work = position.floor = 0


def only_choice(position: GraenalandPosition) -> i64:
    """The only entry of the menu of a builder with an empty hand, who can pay nothing; -1 if there are several."""
    if position.mode != phases.LEADING:
        return moves.END
    if not position.joint_used and (position.agreed.grant or joint_works.open_works(position)):
        return -1
    return moves.SUPPLY if supply_due(position) else moves.END


def supply_due(position: GraenalandPosition) -> bool:
    """A supply card is still to be taken by the leader (GR-115, GR-116)."""
    return position.mode == phases.LEADING and not position.supply_taken and position.display != 0


class Menu(GraenalandDecision):
    """What to do next between projects; the ledger has it as three decisions, for the leader, a granted and a final build."""

    def number_now(self, position: GraenalandPosition) -> i64:
        return self.number if position.mode == phases.LEADING else 20 + position.mode

    def fill(self, position: GraenalandPosition, seat: i64, out: Moves) -> None:
        uses = payment.uses_left(position)
        mode = position.mode
        due = supply_due(position)
        if due:
            out.add(moves.SUPPLY)
        for project in range(i64(sites.ALL_PROJECTS)):
            if project <= sites.ARMY_STEP or mode != phases.FINAL:
                if sites.is_open(position, seat, project, uses):
                    out.add(moves.BUILD + project)
        if mode == phases.GRANTED:
            out.add(moves.DECLINE)
            return
        if mode == phases.LEADING and not position.joint_used:
            if joint_works.open_works(position):
                out.add(moves.JOINT)
            if position.agreed.grant:
                out.add(moves.GRANT)
        if not due:
            out.add(moves.END)

    def fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        if move == moves.DECLINE:
            return 0 if position.mode == phases.GRANTED else GR_252_ONE_PROJECT
        return super().fault(position, seat, move)

    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        mode = position.mode
        if moves.BUILD <= move < moves.JOINT:
            project = move - moves.BUILD
            if mode == phases.FINAL and project > sites.ARMY_STEP:
                return GR_200_FINAL_BUILDING
            return project_fault(position, seat, project)
        if move == moves.END:
            if mode == phases.GRANTED:
                return GR_252_ONE_PROJECT
            return GR_114_ENDING if supply_due(position) else 0
        if mode == phases.FINAL:
            return GR_200_FINAL_BUILDING
        if mode == phases.GRANTED:
            return GR_253_LIMITS if move == moves.SUPPLY else GR_252_ONE_PROJECT
        if move == moves.SUPPLY:
            if position.supply_taken:
                return GR_115_ONE_SUPPLY_CARD
            return 0 if position.display else GR_116_MUST_BE_TAKEN
        if move == moves.GRANT and not position.agreed.grant:
            return GR_006_GRANT_OPTION
        if position.joint_used:
            return GR_250_INSTEAD if position.agreed.grant else GR_186_USED_UP
        if move == moves.JOINT and not joint_works.open_works(position):
            return base.GR_179_ANNOUNCEMENT
        return 0

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.SUPPLY:
            open_supply(position, events)
        elif move == moves.JOINT:
            joint_works.begin(position, events)
        elif move == moves.GRANT:
            position.joint_used = True
            position.phase = phases.GRANTEE
        elif move == moves.END:
            end(position, events)
        elif move == moves.DECLINE:
            position.barriers += 1
            position.phase = phases.PROJECT_ENDED
            if events is not None:
                events.append(Event("declined", {"seat": int(seat)}, rule="GR-254"))
        else:
            begin_project(position, move - moves.BUILD, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        data = {"supply_due": supply_due(position), "markets": int(payment.uses_left(position))}
        return self.asks(position, f"menu_{phases.MODE_NAMES[position.mode]}", data)


def project_fault(position: GraenalandPosition, seat: i64, project: i64) -> i64:
    """Why a project can be built nowhere: the reason in a territory that the builder has colonised, or the price."""
    if sites.is_open(position, seat, project, payment.uses_left(position)):
        return 0
    if project == sites.ARMY_STEP:
        fault = sites.unit_fault(position, seat, 0)
        return fault if fault else i64(sites.GR_113_OFFERED)
    if project >= sites.FIRST_WORK_PROJECT and sites.tokens_lack(position, project - sites.FIRST_WORK_PROJECT):
        return sites.GR_015_TOKENS
    if sites.legal_sites(position, seat, project):
        return sites.GR_113_OFFERED
    fault = 0
    own = land.colonised(position, seat)
    while own:
        fault = sites.site_fault(position, seat, project, lowest(own))
        if fault == sites.GR_110_HOUSE_NEEDED or fault == sites.GR_140_ONE_OF_EACH:
            return fault
        own &= own - 1
    return fault


def end(position: GraenalandPosition, events: list[Event] | None) -> None:
    position.barriers += 1
    final = position.mode == phases.FINAL
    position.phase = phases.FINAL_BUILD_ENDED if final else phases.BUILD_ENDED
    if events is not None:
        kind, rule = ("final_done", "") if final else ("build_done", "GR-114")
        events.append(Event(kind, {"seat": int(position.builder)}, rule=rule))


# Supply


def open_supply(position: GraenalandPosition, events: list[Event] | None) -> None:
    position.phase = phases.SUPPLY_CARD
    kinds = cards.supply_kinds(position, position.display)
    if base.is_single(kinds):
        take_supply(position, lowest(kinds), events)


class TakeSupply(OneOfASet):
    """Which kind of supply card the leader takes (GR-115)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return cards.supply_kinds(position, position.display)

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        return GR_115_ONE_SUPPLY_CARD

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        take_supply(position, move - moves.TAKE, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "supply_card", {})


def take_supply(position: GraenalandPosition, kind: i64, events: list[Event] | None) -> None:
    """Everybody sees which card is taken; the gap stays (GR-118, GR-121)."""
    card = cards.supply_of_kind(position, position.display, kind)
    position.display ^= bit(card)
    cards.take_supply(position, position.builder, card)
    position.supply_taken = True
    position.phase = phases.PROJECT_ENDED
    if events is not None:
        data = {"seat": int(position.builder), "card": moves.HAND_KINDS[kind]}
        events.append(Event("took_supply", data, rule="GR-115"))


# Where, or with which unit


def begin_project(position: GraenalandPosition, project: i64, events: list[Event] | None) -> None:
    """A single territory or unit is not asked; that it is single may tell what the hand holds."""
    position.project = project
    uses = payment.uses_left(position)
    if project == sites.ARMY_STEP:
        position.phase = phases.UNIT
        open = sites.open_units(position, position.builder, uses)
    else:
        position.phase = phases.BUILDING_SITE
        open = sites.open_sites(position, position.builder, project, uses)
    if base.is_single(open):
        position.barriers += 1
        if project == sites.ARMY_STEP:
            recruit(position, lowest(open), events)
        else:
            build_at(position, lowest(open), events)


class BuildingSite(OneOfTheTerritories):
    """Where a village, building or work is built (GR-113, GR-134, GR-139, GR-160)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return sites.open_sites(position, seat, position.project, payment.uses_left(position))

    def site_fault(self, position: GraenalandPosition, seat: i64, site: i64) -> i64:
        fault = sites.site_fault(position, seat, position.project, site)
        if fault == 0 and not self.open(position, seat) & bit(site):
            return sites.GR_113_OFFERED
        return fault

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        build_at(position, self.site_of(position, move), events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "building_site", {"project": moves.PROJECTS[position.project]})


def build_at(position: GraenalandPosition, site: i64, events: list[Event] | None) -> None:
    """The territory is named: what is left is to pay."""
    position.site = site
    position.price = sites.price_of(position, position.project, site)
    if events is not None:
        data = {"seat": int(position.builder), "project": moves.PROJECTS[position.project]}
        events.append(Event("builds", data | {"territory": position.territory(site)}, rule="GR-109"))
    paying.begin(position, events)


class Recruit(OneOfASet):
    """By which unit the army grows (GR-153 to GR-157)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return sites.open_units(position, seat, payment.uses_left(position))

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        fault = sites.unit_fault(position, position.builder, answer)
        return fault if fault else i64(sites.GR_113_OFFERED)

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        recruit(position, move - moves.RECRUIT, events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "unit", {})


def recruit(position: GraenalandPosition, unit: i64, events: list[Event] | None) -> None:
    position.unit = unit
    position.price = position.agreed.tables.prices[components.PEASANTS + unit]
    if events is not None:
        data = {"seat": int(position.builder), "unit": moves.UNITS[unit]}
        events.append(Event("recruits", data, rule="GR-153"))
    paying.begin(position, events)


# Completion


def complete(position: GraenalandPosition, events: list[Event] | None) -> None:
    """The project takes effect."""
    seat = position.builder
    project = position.project
    position.phase = phases.PROJECT_ENDED
    if project == sites.VILLAGE:
        land.add_village(position, position.site, seat)
    elif project == sites.ARMY_STEP:
        position.land[land.ARMY + seat] += 1
    elif project >= sites.FIRST_WORK_PROJECT:
        land.add_work(position, position.site, project - sites.FIRST_WORK_PROJECT)
    else:
        building = project - 1
        position.land[land.BUILDING + position.site * 3 + building] = u8(seat + 1)
        land.add_colony(position, position.site, seat)
        if building != land.KEEP:
            hero = heroes.hero_of_building(building)
            if not heroes.has_come(position, seat, hero):
                heroes.first_building(position, seat, hero, position.site, events)
            elif position.mode != phases.FINAL and land.hero_of(position, seat, position.site) < 0:
                position.phase = phases.HERO_SEAT  # GR-147 to GR-149, GR-151
                position.active = seat


class SeatHero(OneOfASet):
    """The hero of another church or hall moves there, or is left where it is (GR-147, GR-148)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return 3

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        hero = heroes.hero_of_building(position.project - 1)
        if move == moves.RELOCATE:
            heroes.enter(position, seat, hero, position.site, events, "GR-147")
        elif events is not None:
            events.append(Event("hero_left", {"seat": int(seat), "hero": moves.HEROES[hero]}, rule="GR-147"))
        position.phase = phases.PROJECT_ENDED

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        hero = moves.HEROES[heroes.hero_of_building(position.project - 1)]
        return self.asks(position, "hero_seat", {"hero": hero, "territory": position.territory(position.site)})


# Grants


class GrantTo(OneOfASet):
    """Which player may carry out one project instead of a joint work (GR-250 to GR-252)."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        return full(position.agreed.seats) ^ bit(position.leader)

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        return GR_251_NAMING if answer == position.leader else base.GR_001_PLAYERS

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """The player is asked whatever he holds (GR-257)."""
        position.mode = phases.GRANTED
        position.builder = move - moves.GRANT_TO
        if events is not None:
            events.append(Event("granted", {"seat": int(seat), "to": int(position.builder)}, rule="GR-251"))
        open_menu(position)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "grantee", {})
