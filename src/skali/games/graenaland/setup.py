"""Setup: decks, supply display, start places or the free start (GR-018 to GR-031, GR-212 to GR-228)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from skali.core.bits import full
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.core.rng import Rng
from skali.games.graenaland import cards, claims, land, turns
from skali.games.graenaland.cards import DECK, DOWN_COUNT, NO_CARD, TYPES
from skali.games.graenaland.components import SUPPLY_CARDS, Tables
from skali.games.graenaland.land import ARMY, ARRIVED, SEATS, VILLAGES, WARRIOR
from skali.games.graenaland.moves import BREAK_CAMP, KEEP_CAMP, PLACE, RESOURCES
from skali.games.graenaland.phases import CAMP, START_PLACE

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_018_TILES_IN_PLAY: Final = 18
GR_213_COAST: Final = 213
GR_216_NOT_TWICE: Final = 216
GR_219_WHERE_TO: Final = 219
GR_225_GUARANTEE: Final = 225

START_CARDS: Final = 2
CROWD: Final = 3


def random_tiles(tables: Tables, players: int, rng: Rng) -> list[int]:
    """Both rows of a random island (GR-232)."""
    drawn: list[int] = []
    for row, length in ((0, players), (1, players - 1)):
        left = [tile for tile in range(len(tables.tile_names)) if int(tables.inland[tile]) == row]
        for _ in range(length):
            drawn.append(left.pop(int(rng.below(len(left)))))
    return drawn


def begin(state: GraenalandState, events: list[Event] | None) -> None:
    """Everything up to the first decision."""
    for type in range(i64(TYPES)):
        state.cards[DECK + type] = state.agreed.tables.deck[type]
    state.supply_deck = full(SUPPLY_CARDS)
    cards.refill_display(state, events)
    for seat in range(state.agreed.seats):
        state.land[ARMY + seat] = 1
    state.first = state.leader = state.rng.below(state.agreed.seats)
    if events is not None:
        events.append(Event("first_player", {"seat": int(state.first)}, rule="GR-022"))
    if state.agreed.free_start:
        begin_free_start(state)
    else:
        take_start_places(state, events)
        after_start(state, events)


def after_start(state: GraenalandState, events: list[Event] | None) -> None:
    """Victory cards are dealt when the start positions are taken (GR-234); else the first turn begins."""
    if state.agreed.cards:
        claims.deal(state, events)
    else:
        turns.begin_turn(state, events)


def take_start_places(state: GraenalandState, events: list[Event] | None) -> None:
    """Two villages, a warrior and a card of each of the two terrains (GR-027, GR-028)."""
    seats = state.agreed.seats
    places = state.agreed.tables.starts[int(seats)]
    for step in range(seats):
        seat = (state.first + step) % seats
        for site in places[int(step)]:
            land.add_village(state, site, seat)
        land.put_hero(state, seat, WARRIOR, places[int(step)][0])
    for step in range(seats):
        seat = (state.first + step) % seats
        for site in places[int(step)]:
            back = i64(state.agreed.island.terrain[site])
            cards.receive_hidden(state, seat, back, cards.draw(state, back), events, "GR-028")


# Free start


def begin_free_start(state: GraenalandState) -> None:
    """Two cards face down beside every coast territory (GR-212)."""
    for site in range(state.agreed.island.coast):
        back = i64(state.agreed.island.terrain[site])
        for _ in range(START_CARDS):
            face = cards.draw(state, back)
            if face != NO_CARD:
                cards.lay_down(state, site, face)
    state.phase = START_PLACE
    state.active = state.first


def placer(state: GraenalandState, placement: i64) -> i64:
    """Who makes a placement: clockwise from the first player, then back again (GR-213, GR-215)."""
    seats = state.agreed.seats
    step = placement if placement < seats else 2 * seats - 1 - placement
    return (state.first + step) % seats


def has_village(state: GraenalandState, site: i64, seat: i64) -> bool:
    return state.land[VILLAGES + site * SEATS + seat] > 0


def leaves_last_player_a_card(state: GraenalandState, taken: i64, left: i64, mover: i64) -> bool:
    """Whether a start card stays open to the last player when one is taken in a territory (GR-225).

    ``left`` is the territory that ``mover`` leaves, -1 for a placement. Only the last but one placement and what it causes matter.
    """
    if state.placements != 2 * state.agreed.seats - 2:
        return True
    last = state.first
    for site in range(state.agreed.island.coast):
        lying = i64(state.cards[DOWN_COUNT + site])
        if site == taken and lying > 0:
            lying -= 1
        own = has_village(state, site, last)
        if mover == last:
            own = (own and site != left) or site == taken
        if lying > 0 and not own:
            return True
    return False


def place_fault(state: GraenalandState, seat: i64, site: i64) -> i64:
    if site >= state.agreed.island.coast:
        return GR_213_COAST
    if has_village(state, site, seat):
        return GR_216_NOT_TWICE
    return 0 if leaves_last_player_a_card(state, site, -1, seat) else GR_225_GUARANTEE


def camp_fault(state: GraenalandState, seat: i64, site: i64) -> i64:
    """The rule that a move to a territory breaks for a villager of the crowded one, 0 if none."""
    if site >= state.agreed.island.coast or state.cards[DOWN_COUNT + site] == 0 or has_village(state, site, seat):
        return GR_219_WHERE_TO
    return 0 if leaves_last_player_a_card(state, site, state.site, seat) else GR_225_GUARANTEE


def fill(state: GraenalandState, out: Moves) -> None:
    tiles = state.agreed.island.tile
    if state.phase == CAMP:
        out.add(KEEP_CAMP)
    for site in range(state.agreed.island.coast):
        if state.phase == CAMP:
            if camp_fault(state, state.active, site) == 0:
                out.add(BREAK_CAMP + i64(tiles[site]))
        elif place_fault(state, state.active, site) == 0:
            out.add(PLACE + i64(tiles[site]))


def fault(state: GraenalandState, move: i64) -> i64:
    if move == KEEP_CAMP:
        return 0
    camp = state.phase == CAMP
    site = i64(state.agreed.island.position[move - (BREAK_CAMP if camp else PLACE)])
    if site < 0:
        return GR_018_TILES_IN_PLAY
    return camp_fault(state, state.active, site) if camp else place_fault(state, state.active, site)


def play(state: GraenalandState, move: i64, events: list[Event] | None) -> None:
    if state.phase == START_PLACE:
        place(state, i64(state.agreed.island.position[move - PLACE]), events)
    elif move == KEEP_CAMP:
        if events is not None:
            events.append(Event("kept_camp", {"seat": int(state.active)}, rule="GR-218"))
        ask_villagers(state, arrival(state, state.site, state.active), events)
    else:
        break_camp(state, i64(state.agreed.island.position[move - BREAK_CAMP]), events)


def place(state: GraenalandState, site: i64, events: list[Event] | None) -> None:
    seat = state.active
    state.raised += 1
    if state.placements < state.agreed.seats:
        land.put_hero(state, seat, WARRIOR, site)
    if events is not None:
        data = {"seat": int(seat), "territory": state.agreed.island.names[site]}
        events.append(Event("placed", data, rule="GR-213" if state.placements < state.agreed.seats else "GR-215"))
    settle(state, seat, site, events)
    state.site = site
    if land.settled(state, site) >= CROWD:
        ask_villagers(state, 0, events)
    else:
        next_placement(state, events)


def settle(state: GraenalandState, seat: i64, site: i64, events: list[Event] | None) -> None:
    """A village arrives and its owner takes a start card if one is left (GR-214, GR-223)."""
    land.add_village(state, site, seat)
    state.arrivals += 1
    state.land[ARRIVED + site * SEATS + seat] = u8(state.arrivals)
    if state.cards[DOWN_COUNT + site] > 0:
        back = i64(state.agreed.island.terrain[site])
        cards.receive_hidden(state, seat, back, cards.lift_down(state, site), events, "GR-214")


def arrival(state: GraenalandState, site: i64, seat: i64) -> i64:
    return i64(state.land[ARRIVED + site * SEATS + seat])


def ask_villagers(state: GraenalandState, after: i64, events: list[Event] | None) -> None:
    """The next villager in order of arrival who has somewhere to go; the newcomer is not asked (GR-218, GR-221, GR-224)."""
    newcomer = placer(state, state.placements)
    while True:
        next: i64 = -1
        for seat in range(state.agreed.seats):
            came = arrival(state, state.site, seat)
            if came > after and seat != newcomer and (next < 0 or came < arrival(state, state.site, next)):
                next = seat
        if next < 0:
            next_placement(state, events)
            return
        for site in range(state.agreed.island.coast):
            if camp_fault(state, next, site) == 0:
                state.phase = CAMP
                state.active = next
                return
        after = arrival(state, state.site, next)


def break_camp(state: GraenalandState, site: i64, events: list[Event] | None) -> None:
    """Village and warrior go, the leaver takes a card there; nobody else leaves (GR-219 to GR-222)."""
    seat = state.active
    land.remove_village(state, state.site, seat)
    state.land[ARRIVED + state.site * SEATS + seat] = 0
    if land.hero_at(state, seat, WARRIOR) == state.site:
        land.put_hero(state, seat, WARRIOR, site)
    if events is not None:
        names = state.agreed.island.names
        data = {"seat": int(seat), "from": names[state.site], "territory": names[site]}
        events.append(Event("broke_camp", data, rule="GR-218"))
    settle(state, seat, site, events)
    next_placement(state, events)


def next_placement(state: GraenalandState, events: list[Event] | None) -> None:
    state.placements += 1
    state.site = -1
    if state.placements < 2 * state.agreed.seats:
        state.phase = START_PLACE
        state.active = placer(state, state.placements)
        return
    discard_leftovers(state, events)
    after_start(state, events)


def discard_leftovers(state: GraenalandState, events: list[Event] | None) -> None:
    """Start cards that nobody took go face up to the discards (GR-227)."""
    for site in range(state.agreed.island.coast):
        back = i64(state.agreed.island.terrain[site])
        while state.cards[DOWN_COUNT + site] > 0:
            face = cards.lift_down(state, site)
            cards.discard(state, back, face)
            state.raised += 1
            if events is not None:
                data = {"territory": state.agreed.island.names[site], "card": RESOURCES[face]}
                events.append(Event("left_over", data, rule="GR-227"))
        for seat in range(state.agreed.seats):
            state.land[ARRIVED + site * SEATS + seat] = 0
    state.arrivals = 0
