"""The free start: villages on the coast, one after the other, and who breaks camp in a crowd (GR-212 to GR-228)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from skali.core.protocol import Event, Prompt
from skali.games.graenaland import cards, land, moves, phases
from skali.games.graenaland.decisions.base import OneOfTheTerritories
from skali.games.graenaland.position import GraenalandPosition

GR_213_COAST: Final = 213
GR_216_NOT_TWICE: Final = 216
GR_219_WHERE_TO: Final = 219
GR_225_GUARANTEE: Final = 225

START_CARDS: Final = 2
CROWD: Final = 3


def begin(position: GraenalandPosition) -> None:
    """Two cards face down beside every coast territory (GR-212)."""
    for site in range(position.agreed.island.coast):
        back = i64(position.agreed.island.terrain[site])
        for _ in range(START_CARDS):
            face = cards.draw(position, back)
            if face != cards.NO_CARD:
                cards.lay_down(position, site, face)
    ask_placer(position)


def ask_placer(position: GraenalandPosition) -> None:
    position.phase = phases.START_PLACE
    position.active = placer(position)


def placer(position: GraenalandPosition) -> i64:
    """Who makes this placement: clockwise from the first player, then back again (GR-213, GR-215)."""
    seats = position.agreed.seats
    step = position.placements if position.placements < seats else 2 * seats - 1 - position.placements
    return (position.first + step) % seats


class StartPlace(OneOfTheTerritories):
    """A village in a coast territory (GR-213 to GR-216)."""

    def number_now(self, position: GraenalandPosition) -> i64:
        return i64(1) if is_first_round(position) else self.number

    def site_fault(self, position: GraenalandPosition, seat: i64, site: i64) -> i64:
        if site >= position.agreed.island.coast:
            return GR_213_COAST
        if has_village(position, site, seat):
            return GR_216_NOT_TWICE
        return 0 if leaves_last_player_a_card(position, site, -1, seat) else GR_225_GUARANTEE

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        site = self.site_of(position, move)
        position.barriers += 1
        if is_first_round(position):
            land.put_hero(position, seat, land.WARRIOR, site)
        if events is not None:
            rule = "GR-213" if is_first_round(position) else "GR-215"
            events.append(Event("placed", {"seat": int(seat), "territory": position.territory(site)}, rule=rule))
        settle(position, seat, site, events)
        position.site = site
        position.phase = phases.VILLAGE_PLACED
        if land.settled(position, site) >= CROWD:
            ask_villagers(position, 0)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "first_place" if is_first_round(position) else "second_place", {})


class Camp(OneOfTheTerritories):
    """A villager of a crowded territory stays, or breaks camp for another (GR-218 to GR-224)."""

    def site_fault(self, position: GraenalandPosition, seat: i64, site: i64) -> i64:
        return camp_fault(position, seat, site)

    def play(self, position: GraenalandPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        if move == moves.KEEP_CAMP:
            if events is not None:
                events.append(Event("kept_camp", {"seat": int(seat)}, rule="GR-218"))
            ask_villagers(position, arrival(position, position.site, seat))
        else:
            break_camp(position, seat, self.site_of(position, move), events)

    def prompt(self, position: GraenalandPosition, seat: i64) -> Prompt:
        return self.asks(position, "camp", {"territory": position.territory(position.site)})


def is_first_round(position: GraenalandPosition) -> bool:
    return position.placements < position.agreed.seats


def has_village(position: GraenalandPosition, site: i64, seat: i64) -> bool:
    return position.land[land.VILLAGES + site * land.SEATS + seat] > 0


def arrival(position: GraenalandPosition, site: i64, seat: i64) -> i64:
    return i64(position.land[land.ARRIVED + site * land.SEATS + seat])


def camp_fault(position: GraenalandPosition, seat: i64, site: i64) -> i64:
    """The rule that a move to a territory breaks for a villager of the crowded one, 0 if none."""
    lying = position.cards[cards.DOWN_COUNT + site]
    if site >= position.agreed.island.coast or lying == 0 or has_village(position, site, seat):
        return GR_219_WHERE_TO
    return 0 if leaves_last_player_a_card(position, site, position.site, seat) else GR_225_GUARANTEE


def leaves_last_player_a_card(position: GraenalandPosition, taken: i64, left: i64, mover: i64) -> bool:
    """Whether a start card stays open to the last player when one is taken in a territory (GR-225).

    ``left`` is the territory that ``mover`` leaves, -1 for a placement. Only the last but one placement and what it causes matter.
    """
    if position.placements != 2 * position.agreed.seats - 2:
        return True
    last = position.first
    for site in range(position.agreed.island.coast):
        lying = i64(position.cards[cards.DOWN_COUNT + site])
        if site == taken and lying > 0:
            lying -= 1
        own = has_village(position, site, last)
        if mover == last:
            own = (own and site != left) or site == taken
        if lying > 0 and not own:
            return True
    return False


def settle(position: GraenalandPosition, seat: i64, site: i64, events: list[Event] | None) -> None:
    """A village arrives and its owner takes a start card if one is left (GR-214, GR-223)."""
    land.add_village(position, site, seat)
    position.arrivals += 1
    position.land[land.ARRIVED + site * land.SEATS + seat] = u8(position.arrivals)
    if position.cards[cards.DOWN_COUNT + site] > 0:
        back = i64(position.agreed.island.terrain[site])
        cards.receive_hidden(position, seat, back, cards.lift_down(position, site), events, "GR-214")


def ask_villagers(position: GraenalandPosition, after: i64) -> None:
    """The next villager in order of arrival who has somewhere to go; the newcomer is not asked (GR-218, GR-221, GR-224)."""
    newcomer = placer(position)
    while True:
        next: i64 = -1
        for seat in range(position.agreed.seats):
            came = arrival(position, position.site, seat)
            if came > after and seat != newcomer and (next < 0 or came < arrival(position, position.site, next)):
                next = seat
        if next < 0:
            position.phase = phases.VILLAGE_PLACED
            return
        for site in range(position.agreed.island.coast):
            if camp_fault(position, next, site) == 0:
                position.phase = phases.CAMP
                position.active = next
                return
        after = arrival(position, position.site, next)


def break_camp(position: GraenalandPosition, seat: i64, site: i64, events: list[Event] | None) -> None:
    """Village and warrior go, the leaver takes a card there; nobody else leaves (GR-219 to GR-222)."""
    left = position.site
    land.remove_village(position, left, seat)
    position.land[land.ARRIVED + left * land.SEATS + seat] = 0
    if land.hero_at(position, seat, land.WARRIOR) == left:
        land.put_hero(position, seat, land.WARRIOR, site)
    if events is not None:
        data = {"seat": int(seat), "from": position.territory(left), "territory": position.territory(site)}
        events.append(Event("broke_camp", data, rule="GR-218"))
    settle(position, seat, site, events)
    position.phase = phases.VILLAGE_PLACED


def next_placement(position: GraenalandPosition, events: list[Event] | None) -> None:
    """The next village; after the last one the start cards that nobody took are out of the way."""
    position.placements += 1
    position.site = -1
    if position.placements < 2 * position.agreed.seats:
        ask_placer(position)
        return
    discard_leftovers(position, events)
    position.phase = phases.START_TAKEN


def discard_leftovers(position: GraenalandPosition, events: list[Event] | None) -> None:
    """Start cards that nobody took go face up to the discards (GR-227)."""
    for site in range(position.agreed.island.coast):
        back = i64(position.agreed.island.terrain[site])
        while position.cards[cards.DOWN_COUNT + site] > 0:
            face = cards.lift_down(position, site)
            cards.discard(position, back, face)
            position.barriers += 1
            if events is not None:
                data = {"territory": position.territory(site), "card": moves.RESOURCES[face]}
                events.append(Event("left_over", data, rule="GR-227"))
        for seat in range(position.agreed.seats):
            position.land[land.ARRIVED + site * land.SEATS + seat] = 0
    position.arrivals = 0
