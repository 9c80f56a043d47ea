"""Positions as saved data: to_dict and its inverse, which refuses what the rules could not have led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, full, members_of, popcount
from skali.core.protocol import LoadError
from skali.core.reading import flag, list_of, one_of, set_of, within
from skali.games.graenaland import build, claims, land, payment, sites, votes
from skali.games.graenaland.cards import (
    ALLOTTED,
    DECK,
    DISCARD,
    DOWN,
    DOWN_COUNT,
    FACES,
    HAND,
    PLEDGED,
    TOTAL_AT,
    TYPES,
    UP,
)
from skali.games.graenaland.components import LARGEST_DECK, MOUNTAINS, SUPPLY_CARDS
from skali.games.graenaland.distribution import CARD_KINDS
from skali.games.graenaland.land import (
    ARMY,
    ARRIVED,
    BUILDING,
    HERO,
    MINSTREL_FIRST,
    SEATS,
    VILLAGES,
    WAITING,
    WORKS,
)
from skali.games.graenaland.moves import SIZE, VICTORY_CARDS
from skali.games.graenaland.phases import (
    ALLOTMENT,
    CAMP,
    CLAIMS,
    FINAL,
    HERO_ORDERS,
    MENU,
    MODE_NAMES,
    OVER,
    PAYMENT,
    PHASE_NAMES,
    PROPOSAL,
    VICTORY_CARD,
    VOTE,
)

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

NUMBERS: Final = (
    # name, least, greatest; -1 stands for none
    ("turn", 0, 1000),
    ("placements", 0, 10),
    ("arrivals", 0, 20),
    ("card_kind", 0, 5),
    ("cards_left", 0, 80),
    ("floor", 0, 17),
    ("uses_made", 0, 9),
    ("project", -1, 8),
    ("unit", 0, 3),
    ("work", 0, 3),
    ("pay_kind", 0, 14),
    ("final_left", 0, 5),
)


def to_dict(state: GraenalandState) -> dict[str, Any]:
    seats = range(int(state.agreed.seats))
    places = range(int(state.agreed.island.count))
    board, lying = state.land, state.cards
    return {
        "game": "graenaland",
        "options": dict(state.agreed.options),
        "seats": int(state.agreed.seats),
        "island": list(state.agreed.island.names),
        "phase": PHASE_NAMES[state.phase],
        "barrier": int(state.raised),
        "turn": int(state.turn),
        "first": int(state.first),
        "leader": int(state.leader),
        "active": int(state.active),
        "asked": members_of(state.asked),
        "answered": members_of(state.answered),
        "answers": int(state.answers),
        "placements": int(state.placements),
        "arrivals": int(state.arrivals),
        "proposer": int(state.proposer),
        "emptied": members_of(state.emptied),
        "site": int(state.site),
        "card_kind": int(state.card_kind),
        "cards_left": int(state.cards_left),
        "floor": int(state.floor),
        "builder": int(state.builder),
        "mode": MODE_NAMES[state.mode],
        "supply_taken": state.supply_taken,
        "joint_used": state.joint_used,
        "uses_made": int(state.uses_made),
        "project": int(state.project),
        "unit": int(state.unit),
        "work": int(state.work),
        "price": int(state.price),
        "gifts": members_of(state.gifts),
        "pay_kind": int(state.pay_kind),
        "spent": int(state.payments[0] & full(4 * state.pay_kind)) if len(state.payments) else 0,
        "winner": int(state.winner),
        "final_left": int(state.final_left),
        "planning": members_of(state.planning),
        "plans": [planned_moves(state, seat) for seat in seats],
        "kept": [int(state.kept(seat)) for seat in seats],
        "dealt": [members_of(state.dealt[seat]) for seat in seats],
        "revealed": members_of(state.revealed),
        "supply_deck": members_of(state.supply_deck),
        "display": members_of(state.display),
        "supply_discard": members_of(state.supply_discard),
        "supplies": [members_of(state.supplies[seat]) for seat in seats],
        "pledged_supplies": [members_of(state.pledged_supplies[seat]) for seat in seats],
        "deck": counts(lying, DECK, TYPES),
        "discard": counts(lying, DISCARD, TYPES),
        "hands": [counts(lying, HAND + seat * TYPES, TYPES) for seat in seats],
        "pledged": [counts(lying, PLEDGED + seat * TYPES, TYPES) for seat in seats],
        "up": [counts(lying, UP + site * FACES, FACES) for site in places],
        "down": [counts(lying, DOWN + site * LARGEST_DECK, int(lying[DOWN_COUNT + site])) for site in places],
        "allotted": [counts(lying, ALLOTTED + seat * CARD_KINDS, CARD_KINDS) for seat in seats],
        "known": state.known.to_list(),
        "villages": [counts(board, VILLAGES + site * SEATS, len(seats)) for site in places],
        "buildings": [[int(owner) - 1 for owner in counts(board, BUILDING + site * 3, 3)] for site in places],
        "works": counts(board, WORKS, len(places)),
        "heroes": [[int(at) - 1 for at in counts(board, HERO + seat * 3, 3)] for seat in seats],
        "waiting": [[int(at) - 1 for at in counts(board, WAITING + seat * 3, 3)] for seat in seats],
        "minstrel_first": counts(board, MINSTREL_FIRST, len(seats)),
        "armies": counts(board, ARMY, len(seats)),
        "arrived": [counts(board, ARRIVED + site * SEATS, len(seats)) for site in places],
        "rng": state.rng.to_list(),
    }


def counts(data: vec[u8], first: int, length: int) -> list[int]:
    return [int(data[first + at]) for at in range(length)]


def planned_moves(state: GraenalandState, seat: i64) -> list[int]:
    entries = [int(entry) for entry in state.plan]
    return [entry % claims.PLANNED for entry in entries if entry // claims.PLANNED == seat]


# Loading


def fill(state: GraenalandState, data: dict[str, Any]) -> None:
    """Fills a new state from saved data; a ``LoadError`` says what is wrong."""
    try:
        _fill(state, data)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"this is no position of Graenaland: {type(error).__name__} {error}") from None


def _fill(state: GraenalandState, data: dict[str, Any]) -> None:
    seats = int(state.agreed.seats)
    sites_count = int(state.agreed.island.count)
    state.phase = one_of(data["phase"], PHASE_NAMES, "phase")
    state.mode = one_of(data["mode"], MODE_NAMES, "mode")
    state.raised = within(data["barrier"], 0, 1 << 40, "barrier")
    state.first = within(data["first"], 0, seats - 1, "first")
    state.leader = within(data["leader"], 0, seats - 1, "leader")
    state.active = within(data["active"], -1, seats - 1, "active")
    state.proposer = within(data["proposer"], -1, seats - 1, "proposer")
    state.builder = within(data["builder"], -1, seats - 1, "builder")
    state.winner = within(data["winner"], -1, seats - 1, "winner")
    state.site = within(data["site"], -1, sites_count - 1, "site")
    state.answers = within(data["answers"], 0, (1 << 25) - 1, "answers")
    state.price = within(data["price"], 0, (1 << 32) - 1, "price")
    _fill_numbers(state, data)
    state.supply_taken = flag(data["supply_taken"], "supply_taken")
    state.joint_used = flag(data["joint_used"], "joint_used")
    state.asked = set_of(data["asked"], seats, "asked")
    state.answered = set_of(data["answered"], seats, "answered")
    state.gifts = set_of(data["gifts"], seats, "gifts")
    state.planning = set_of(data["planning"], seats, "planning")
    state.revealed = set_of(data["revealed"], seats, "revealed")
    state.emptied = set_of(data["emptied"], sites_count, "emptied")
    state.rng.load(data["rng"])
    state.known.load(data["known"])
    _fill_land(state, data)
    _fill_cards(state, data)
    _fill_supply(state, data)
    _fill_victory_cards(state, data)
    _fill_plans(state, data["plans"])
    votes.count(state)
    _check_phase(state)
    if state.phase == PAYMENT:
        _fill_payment(state, within(data["spent"], 0, 1 << 60, "spent"))
    elif within(data["spent"], 0, 0, "spent"):
        raise LoadError("nothing is being paid")
    if state.phase != OVER and not state.legal_moves(state.actor()):
        raise LoadError(f"seat {state.actor()} has nothing to decide")


def _fill_numbers(state: GraenalandState, data: dict[str, Any]) -> None:
    found = {name: within(data[name], low, high, name) for name, low, high in NUMBERS}
    state.turn = found["turn"]
    state.placements = found["placements"]
    state.arrivals = found["arrivals"]
    state.card_kind = found["card_kind"]
    state.cards_left = found["cards_left"]
    state.floor = found["floor"]
    state.uses_made = found["uses_made"]
    state.project = found["project"]
    state.unit = found["unit"]
    state.work = found["work"]
    state.pay_kind = found["pay_kind"]
    state.final_left = found["final_left"]


def _fill_land(state: GraenalandState, data: dict[str, Any]) -> None:
    seats = int(state.agreed.seats)
    places = int(state.agreed.island.count)
    board = state.land
    houses = int(state.agreed.tables.houses)
    for site in range(places):
        for seat in range(seats):
            for _ in range(within(_row(data["villages"], places, seats, site)[seat], 0, houses, "villages")):
                land.add_village(state, site, seat)
            arrived = _row(data["arrived"], places, seats, site)[seat]
            board[ARRIVED + site * SEATS + seat] = u8(within(arrived, 0, 20, "arrived"))
        for building, owner in enumerate(_row(data["buildings"], places, 3, site)):
            owner = within(owner, -1, seats - 1, "buildings")
            board[BUILDING + site * 3 + building] = u8(owner + 1)
            if owner >= 0:
                if i64(state.agreed.island.terrain[site]) == MOUNTAINS:
                    raise LoadError("a building stands in mountains (GR-141)")
                if board[VILLAGES + site * SEATS + owner] == 0:
                    raise LoadError(f"seat {owner} has a building without a village (GR-139)")
                land.add_colony(state, site, owner)
        board[WORKS + site] = u8(within(list_of(data["works"], "works", places)[site], 0, 15, "works"))
    for seat in range(seats):
        if land.own_colonies(state, seat) > houses - 1:
            raise LoadError(f"seat {seat} has more colonies than houses (GR-013)")
        army = list_of(data["armies"], "armies", seats)[seat]
        board[ARMY + seat] = u8(within(army, 1, int(state.agreed.tables.army_track), "armies"))
        first = list_of(data["minstrel_first"], "minstrel_first", seats)[seat]
        board[MINSTREL_FIRST + seat] = u8(within(first, 0, 1, "minstrel_first"))
        _fill_heroes(state, data, seat)
    for work in range(4):
        if land.works_built(state, work) > i64(state.agreed.tables.tokens[work]):
            raise LoadError("more works stand than there are tokens (GR-015)")


def _fill_heroes(state: GraenalandState, data: dict[str, Any], seat: int) -> None:
    seats = int(state.agreed.seats)
    places = int(state.agreed.island.count)
    board = state.land
    standing: list[int] = []
    for hero in range(3):
        at = within(_row(data["heroes"], seats, 3, seat)[hero], -1, places - 1, "heroes")
        waits = within(_row(data["waiting"], seats, 3, seat)[hero], -1, places - 1, "waiting")
        board[HERO + seat * 3 + hero] = u8(at + 1)
        board[WAITING + seat * 3 + hero] = u8(waits + 1)
        if at >= 0:
            standing.append(at)
        if at >= 0 and waits >= 0:
            raise LoadError(f"a hero of seat {seat} is in play and waits (GR-068)")
        if hero:
            owners = [int(land.builder_of(state, site, hero)) for site in range(places)]
            if (seat in owners) != (at >= 0 or waits >= 0):
                raise LoadError(f"seat {seat} has a hero without its building, or the other way round (GR-145)")
            if waits >= 0 and owners[waits] != seat:
                raise LoadError(f"a hero of seat {seat} waits where it has no building (GR-146)")
        elif waits >= 0:
            raise LoadError(f"the warrior of seat {seat} waits (GR-068)")
    if len(set(standing)) != len(standing):
        raise LoadError(f"two heroes of seat {seat} share a territory (GR-062)")


def _fill_cards(state: GraenalandState, data: dict[str, Any]) -> None:
    """Every card of every deck exactly once; hands at least as the others know them."""
    seats = int(state.agreed.seats)
    places = int(state.agreed.island.count)
    lying = state.cards
    _put(lying, DECK, list_of(data["deck"], "deck", TYPES), LARGEST_DECK, "deck")
    _put(lying, DISCARD, list_of(data["discard"], "discard", TYPES), LARGEST_DECK, "discard")
    for seat in range(seats):
        _put(lying, HAND + seat * TYPES, _row(data["hands"], seats, TYPES, seat), LARGEST_DECK, "hands")
        _put(lying, PLEDGED + seat * TYPES, _row(data["pledged"], seats, TYPES, seat), LARGEST_DECK, "pledged")
        _put(lying, ALLOTTED + seat * CARD_KINDS, _row(data["allotted"], seats, CARD_KINDS, seat), 80, "allotted")
        packed: i64 = 0
        for type in range(TYPES):
            count = i64(lying[HAND + seat * TYPES + type])
            packed += count * (bit(8 * (type % FACES)) + bit(TOTAL_AT))
        state.hands[seat] = packed
    for site in range(places):
        _put(lying, UP + site * FACES, _row(data["up"], places, FACES, site), LARGEST_DECK, "up")
        down = data["down"][site]
        if len(data["down"]) != places or not isinstance(down, list) or len(down) > LARGEST_DECK:
            raise LoadError("'down' must list the face-down cards of every territory")
        _put(lying, DOWN + site * LARGEST_DECK, down, FACES - 1, "down")
        lying[DOWN_COUNT + site] = u8(len(down))
    for type in range(TYPES):
        found = int(lying[DECK + type]) + int(lying[DISCARD + type])
        found += sum(int(lying[HAND + seat * TYPES + type]) for seat in range(seats))
        found += sum(int(lying[PLEDGED + seat * TYPES + type]) for seat in range(seats))
        for site in range(places):
            if int(state.agreed.island.terrain[site]) == type // FACES:
                found += int(lying[UP + site * FACES + type % FACES])
                found += data["down"][site].count(type % FACES)
        if found != int(state.agreed.tables.deck[type]):
            raise LoadError(f"there are {found} cards of type {type}, not {state.agreed.tables.deck[type]} (GR-011)")
    _check_known(state)


def _check_known(state: GraenalandState) -> None:
    for seat in range(int(state.agreed.seats)):
        for viewer in range(int(state.agreed.seats) + 1):
            for type in range(TYPES):
                if viewer != seat and state.known.count(viewer, seat, type) > i64(
                    state.cards[HAND + seat * TYPES + type]
                ):
                    raise LoadError(f"more is known of the hand of seat {seat} than is there")


def _fill_supply(state: GraenalandState, data: dict[str, Any]) -> None:
    seats = int(state.agreed.seats)
    state.supply_deck = set_of(data["supply_deck"], SUPPLY_CARDS, "supply_deck")
    state.display = set_of(data["display"], SUPPLY_CARDS, "display")
    state.supply_discard = set_of(data["supply_discard"], SUPPLY_CARDS, "supply_discard")
    seen = [state.supply_deck, state.display, state.supply_discard]
    for seat in range(seats):
        state.supplies[seat] = set_of(list_of(data["supplies"], "supplies", seats)[seat], SUPPLY_CARDS, "supplies")
        pledged = list_of(data["pledged_supplies"], "pledged_supplies", seats)[seat]
        state.pledged_supplies[seat] = set_of(pledged, SUPPLY_CARDS, "pledged_supplies")
        seen += [state.supplies[seat], state.pledged_supplies[seat]]
    everything: i64 = 0
    for each in seen:
        if everything & each:
            raise LoadError("a supply card is there twice")
        everything |= each
    if everything != full(SUPPLY_CARDS):
        raise LoadError("a supply card is missing (GR-012)")
    for seat in range(seats):
        for viewer in range(seats + 1):
            for card in range(SUPPLY_CARDS):
                if viewer != seat and state.known.count(viewer, seat, TYPES + card):
                    if not state.supplies[seat] & bit(card):
                        raise LoadError(f"more is known of the hand of seat {seat} than is there")


def _fill_victory_cards(state: GraenalandState, data: dict[str, Any]) -> None:
    seats = int(state.agreed.seats)
    seen: i64 = 0
    for seat in range(seats):
        dealt = set_of(list_of(data["dealt"], "dealt", seats)[seat], VICTORY_CARDS, "dealt")
        kept = within(list_of(data["kept"], "kept", seats)[seat], -1, VICTORY_CARDS - 1, "kept")
        wanted = claims.DEALT if state.agreed.cards and state.phase > CAMP else 0
        if popcount(dealt) != wanted or dealt & seen:
            raise LoadError(f"seat {seat} was dealt {members_of(dealt)} (GR-234)")
        if kept >= 0 and not dealt & bit(kept):
            raise LoadError(f"seat {seat} kept a card that it was not dealt (GR-235)")
        must = wanted > 0 and (state.phase != VICTORY_CARD or state.answered & bit(seat) != 0)
        if (kept >= 0) != must:
            raise LoadError(f"seat {seat} must have kept a card exactly when it has chosen (GR-235)")
        seen |= dealt
        state.dealt[seat] = dealt
        if kept >= 0:
            state.keep(seat, kept)


def _fill_plans(state: GraenalandState, plans: Any) -> None:
    for seat, plan in enumerate(list_of(plans, "plans", int(state.agreed.seats))):
        if not isinstance(plan, list) or (plan and not state.planning & bit(seat)):
            raise LoadError(f"seat {seat} has a plan, but is not planning (GR-242)")
        for move in plan:
            entry = seat * claims.PLANNED + within(move, 0, SIZE - 1, "plans")
            state.plan = append(state.plan, i16(entry))


def _fill_payment(state: GraenalandState, spent: int) -> None:
    """The payments that agree with what has been spent so far."""
    kind = state.pay_kind
    build.ask_payment(state)
    fixed = full(4 * kind)
    if kind == state.pay_kind and spent == state.payments[0] & fixed:
        return
    agreeing = vec[i64]()
    for way in state.payments:
        if way & fixed == spent:
            agreeing = append(agreeing, way)
    if len(agreeing) == 0 or spent & ~fixed:
        raise LoadError("no payment agrees with what has been spent (GR-131)")
    if payment.next_kind(agreeing, 0) != kind:
        raise LoadError("another kind of card is to be asked for (GR-130)")
    state.payments = agreeing
    state.pay_kind = kind


def _check_phase(state: GraenalandState) -> None:
    """The phase fits what is being decided, and somebody has something to decide."""
    phase = state.phase
    together = phase in (VICTORY_CARD, HERO_ORDERS, VOTE, CLAIMS)
    if together != (state.asked != 0) or state.answered & ~state.asked:
        raise LoadError("seats answer together exactly in the phases that ask them together")
    if together and state.answered == state.asked:
        raise LoadError("everybody has answered already")
    if phase == OVER:
        return
    if not together and state.active < 0:
        raise LoadError("somebody must be to act")
    if (phase in (VICTORY_CARD, CLAIMS) and not state.agreed.cards) or (phase <= CAMP and not state.agreed.free_start):
        raise LoadError("this phase is not played with these options")
    if phase in (PROPOSAL, ALLOTMENT, VOTE) and state.proposer < 0:
        raise LoadError("somebody must propose")
    if phase in (CAMP, ALLOTMENT, VOTE) and state.site < 0:
        raise LoadError("a territory must be named")
    if phase >= MENU:
        _check_building(state)


def _check_building(state: GraenalandState) -> None:
    if state.builder < 0:
        raise LoadError("somebody must build")
    name = PHASE_NAMES[state.phase]
    if name in ("building_site", "unit", "gift", "hero_seat") and state.project < 0:
        raise LoadError("a project must be named")
    if name in ("gift", "hero_seat", "pledges", "joint_decision") and state.site < 0:
        raise LoadError("a territory must be named")
    if name == "unit" and state.project != sites.ARMY_STEP:
        raise LoadError("units are recruited for an army step")
    if name == "hero_seat" and state.project not in (2, 3):
        raise LoadError("only churches and halls have a hero (GR-147)")
    if name == "building_site" and state.project == sites.ARMY_STEP:
        raise LoadError("an army step has no site")
    if name == "gift" and not state.gifts:
        raise LoadError("there is nobody to give to")
    if name == "payment" and (state.price == 0 or (state.project == sites.VILLAGE and state.site < 0)):
        raise LoadError("there must be something to pay")
    if name.startswith(("joint", "pledges")) and state.mode == FINAL:
        raise LoadError("no joint work in final building (GR-200)")


def _put(data: vec[u8], first: int, numbers: list[Any], high: int, name: str) -> None:
    for at, number in enumerate(numbers):
        data[first + at] = u8(within(number, 0, high, name))


def _row(value: Any, rows: int, length: int, row: int) -> list[Any]:
    return list_of(list_of(value, "rows", rows)[row], "row", length)
