"""Positions as saved data: to_dict and its inverse, which refuses what the rules could not have led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit, members_of, popcount
from skali.core.protocol import LoadError
from skali.core.reading import list_of, one_of, set_of, within
from skali.games.eketorp import amulets, battles, bricks, building, cards, deployment, loot
from skali.games.eketorp.bricks import BRICKS, HEIGHT, KINDS, PLACES, SITES
from skali.games.eketorp.cards import HAND, VALUES
from skali.games.eketorp.components import CARDS as MATERIAL_CARDS
from skali.games.eketorp.components import FIELD_BITS, FIELD_LIMIT, KIND_BITS
from skali.games.eketorp.moves import ENGINE_COUNT, SIEGE_FIELDS, STORAGE_FIELDS
from skali.games.eketorp.phases import (
    BUILD,
    CALL,
    CARDS,
    DEPLOY,
    EXCHANGE,
    KEEP,
    LOOT,
    OPPONENT,
    OVER,
    PHASE_NAMES,
)
from skali.games.eketorp.setup import SHOWN_SEAT

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState

_STATIONS: Final = 4


def to_dict(state: EketorpState) -> dict[str, Any]:
    return {
        "game": "eketorp",
        "seats": int(state.seats),
        "options": {
            "hospital_exit": "reach_last" if state.reach_last else "past_last",
            "odds": "hidden" if state.odds_hidden else "shown",
        },
        "phase": PHASE_NAMES[state.phase],
        "round": int(state.round),
        "start_player": int(state.start_player),
        "active": int(state.active),
        "barrier": int(state.raised),
        "material": int(state.material),
        "unturned": members_of(state.unturned),
        "supply": bricks.counted(state.supply),
        "fields": [
            [int((state.kinds >> (KIND_BITS * field)) & 7), int(state.bricks_on(field))]
            for field in range(STORAGE_FIELDS)
        ],
        "deploying": members_of(state.deploying),
        "besieged": members_of(state.besieged),
        "place": int(state.place),
        "initiator": int(state.initiator),
        "opponent": int(state.opponent),
        "cards": [int(state.initiator_card), int(state.opponent_card)],
        "damage": int(state.damage),
        "removed": bricks.counted(state.removed),
        "site": int(state.site),
        "draw_pile": cards.counted(state.draw_pile),
        "discards": cards.counted(state.discards),
        "open_hands": members_of(state.open_hands),
        "promised": members_of(state.promised),
        "players": [player(state, seat) for seat in range(state.seats)],
        "memory": [cards.counted(known) for known in state.memory],
        "weak_hands": [[int(hand >> SHOWN_SEAT), cards.listed(hand & cards.EVERY_COUNT)] for hand in state.shown],
        "rng": state.rng.to_list(),
    }


def player(state: EketorpState, seat: i64) -> dict[str, Any]:
    return {
        "home": int(state.home[seat]),
        "hospital": [int((state.hospital[seat] >> (4 * station)) & 15) for station in range(_STATIONS)],
        "storage": [int(state.on_field(seat, field)) for field in range(STORAGE_FIELDS)],
        "siege": members_of(state.siege[seat]),
        "castle": bricks.stacks(state.castle[seat]),
        "kept": [int((state.kept[seat] >> (loot.KEPT_BITS * field)) & 7) for field in range(SIEGE_FIELDS)],
        "carried": bricks.counted(state.carried[seat]),
        "hand": cards.counted(state.hand[seat]),
        "tray": cards.counted(state.tray[seat]),
        "given_up": cards.counted(state.given_up[seat]),
        "amulets": int(state.amulets[seat]),
    }


# Loading


def fill(state: EketorpState, data: dict[str, Any]) -> None:
    """Fills a new state from saved data; a ``LoadError`` says what is wrong."""
    try:
        _fill(state, data)
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"this is no position of Eketorp: {type(error).__name__} {error}") from None


def _fill(state: EketorpState, data: dict[str, Any]) -> None:
    seats = int(state.seats)
    state.phase = one_of(data["phase"], PHASE_NAMES, "phase")
    state.round = within(data["round"], 1, int(state.tables.rounds), "round")
    state.start_player = within(data["start_player"], 0, seats - 1, "start_player")
    state.active = within(data["active"], 0, seats - 1, "active")
    state.raised = within(data["barrier"], 0, 1 << 30, "barrier")
    state.rng.load(list_of(data["rng"], "rng"))
    _fill_material(state, data)
    _fill_cards(state, data)
    for seat, player in enumerate(list_of(data["players"], "players", seats)):
        _fill_player(state, seat, player)
    _fill_battle(state, data)
    state.deploying = set_of(data["deploying"], seats, "deploying")
    state.site = within(data["site"], 0, SITES - 1, "site")
    _check_bricks(state)
    _check_cards(state)
    for seat in range(seats):
        _check_player(state, seat)
    if state.phase == DEPLOY:
        _set_cursors(state)
    battles.survey(state)
    _check_phase(state)


def _fill_material(state: EketorpState, data: dict[str, Any]) -> None:
    state.material = within(data["material"], 0, MATERIAL_CARDS - 1, "material")
    state.unturned = set_of(data["unturned"], MATERIAL_CARDS, "unturned")
    if popcount(state.unturned) != MATERIAL_CARDS - state.round or state.unturned & bit(state.material):
        raise LoadError(f"in round {state.round} so many cards are turned up, the last one too (EK-019, EK-020)")
    state.supply = _bricks(data["supply"], "supply")
    state.kinds = state.bricks = 0
    for field, (kind, count) in enumerate(list_of(data["fields"], "fields", STORAGE_FIELDS)):
        kind = within(kind, 0, KINDS, "kind of brick")
        count = within(count, 0, FIELD_LIMIT, "bricks of a field")
        if (kind == 0) != (count == 0):
            raise LoadError("a field has a kind of brick exactly when it has bricks")
        state.kinds |= i64(kind) << (KIND_BITS * field)
        state.bricks |= i64(count) << (FIELD_BITS * field)


def _fill_cards(state: EketorpState, data: dict[str, Any]) -> None:
    seats = int(state.seats)
    state.draw_pile = _cards(data["draw_pile"], "draw_pile")
    state.discards = _cards(data["discards"], "discards")
    state.open_hands = set_of(data["open_hands"], seats, "open_hands")
    state.promised = set_of(data["promised"], seats + amulets.GIVEN_UP, "promised")
    for viewer, memory in enumerate(list_of(data["memory"], "memory", seats + 1)):  # the spectators' is the last
        state.memory[viewer] = _cards(memory, "memory")
    shown = vec[i64]()
    for seat, hand in list_of(data["weak_hands"], "weak_hands"):
        weak = cards.bundle(list_of(hand, "weak hand"))
        if cards.size(weak) != HAND or weak & cards.HIGH_CARDS:
            raise LoadError(f"{hand} is no weak hand (EK-014)")
        shown = append(shown, (i64(within(seat, 0, seats - 1, "seat")) << SHOWN_SEAT) | weak)
    state.shown = shown


def _fill_player(state: EketorpState, seat: i64, data: dict[str, Any]) -> None:
    seats = int(state.seats)
    state.home[seat] = within(data["home"], 0, 8, "home")
    state.amulets[seat] = within(data["amulets"], 0, int(state.tables.amulets), "amulets")
    state.hospital[seat] = _packed(data["hospital"], _STATIONS, 4, 8, "hospital")
    state.storage[seat] = _packed(data["storage"], STORAGE_FIELDS, FIELD_BITS, 8, "storage")
    state.siege[seat] = set_of(data["siege"], seats * ENGINE_COUNT, "siege")
    state.kept[seat] = _packed(data["kept"], SIEGE_FIELDS, loot.KEPT_BITS, KINDS, "kept")
    state.carried[seat] = _bricks(data["carried"], "carried")
    state.hand[seat] = _cards(data["hand"], "hand")
    state.tray[seat] = _cards(data["tray"], "tray")
    state.given_up[seat] = _cards(data["given_up"], "given_up")
    castle: i64 = 0
    for site, stack in enumerate(list_of(data["castle"], "castle", SITES)):
        if len(list_of(stack, "site")) > HEIGHT:
            raise LoadError(f"a site holds at most {HEIGHT} bricks (EK-092)")
        for name in stack:
            castle = bricks.put(castle, site, one_of(name, BRICKS, "brick") + 1)
    state.castle[seat] = castle


def _fill_battle(state: EketorpState, data: dict[str, Any]) -> None:
    seats = int(state.seats)
    state.besieged = set_of(data["besieged"], seats * ENGINE_COUNT, "besieged")
    state.place = within(data["place"], -1, STORAGE_FIELDS + seats * ENGINE_COUNT - 1, "place")
    state.initiator = within(data["initiator"], -1, seats - 1, "initiator")
    state.opponent = within(data["opponent"], -1, seats - 1, "opponent")
    played = list_of(data["cards"], "cards", 2)
    state.initiator_card = within(played[0], 0, VALUES, "card")
    state.opponent_card = within(played[1], 0, VALUES, "card")
    state.damage = within(data["damage"], 0, VALUES, "damage")
    state.removed = _bricks(data["removed"], "removed")


def _set_cursors(state: EketorpState) -> None:
    """The place chosen last is the one furthest on in the order (EK-D1)."""
    for seat in range(state.seats):
        last: i64 = 0
        for place in range(STORAGE_FIELDS + state.seats * ENGINE_COUNT):
            if state.stands_at(seat, place):
                order = deployment.order_of(state, seat, place)
                last = order if order > last else last
        deployment.set_cursor(state, seat, last if state.deploying & bit(seat) else 0)


# What must be true of every position


def _check_bricks(state: EketorpState) -> None:
    total = state.supply + state.removed
    for field in range(STORAGE_FIELDS):
        kind = (state.kinds >> (KIND_BITS * field)) & 7
        if kind:
            total += state.bricks_on(field) * bricks.brick(kind)
    for seat in range(state.seats):
        total += bricks.bundle_of(state.castle[seat]) + state.carried[seat]
        kept = state.kept[seat]
        while kept:
            if kept & 7:
                total += bricks.brick(kept & 7)
            kept >>= loot.KEPT_BITS
    if total != state.tables.supply:
        raise LoadError(f"the bricks add up to {bricks.counted(total)}, not to {bricks.counted(state.tables.supply)}")


def _check_cards(state: EketorpState) -> None:
    total = state.draw_pile + state.discards
    discarded = cards.size(state.discards)
    spent: i64 = 0
    for seat in range(state.seats):
        total += state.hand[seat] + state.tray[seat] + state.given_up[seat]
        if cards.size(state.hand[seat]) < 1 or cards.size(state.hand[seat] + state.tray[seat]) != HAND:
            raise LoadError(f"hand and tray of seat {seat} hold {HAND} cards together (EK-066)")
        if state.promised & bit(seat) and not state.hand[seat] & cards.HIGH_CARDS:
            raise LoadError(f"the opening hand of seat {seat} holds a 4 or more (EK-014)")
        if state.promised & bit(seat + amulets.GIVEN_UP) and not state.given_up[seat] & cards.HIGH_CARDS:
            raise LoadError(f"the given-up cards of seat {seat} hold a 4 or more (EK-014)")
        spent += state.tables.amulets - state.amulets[seat]
        discarded += cards.size(state.given_up[seat])
    if discarded > spent:
        raise LoadError(f"{discarded} cards were discarded for {spent} amulets (EK-052)")
    if total != cards.ALL_CARDS:
        raise LoadError(f"the battle cards add up to {cards.counted(total)}, not to nine of each (EK-005)")
    for viewer in range(state.seats + 1):
        for value in range(1, VALUES + 1):
            if cards.count_of(state.memory[viewer], value) > cards.count_of(state.draw_pile, value):
                raise LoadError(f"a {value} is remembered that is not in the draw pile")


def _check_player(state: EketorpState, seat: i64) -> None:
    vikings = state.home[seat] + state.away(seat)
    for station in range(_STATIONS):
        vikings += (state.hospital[seat] >> (4 * station)) & 15
    owned = state.tables.vikings[int(state.seats)]
    if vikings != owned:
        raise LoadError(f"seat {seat} has {vikings} vikings, not {owned} (EK-011)")
    if state.siege[seat] & (7 * bit(seat * ENGINE_COUNT)):
        raise LoadError(f"seat {seat} besieges itself (EK-029)")
    for field in range(SIEGE_FIELDS):
        if (state.kept[seat] >> (loot.KEPT_BITS * field)) & 7 and not state.siege[seat] & state.besieged & bit(field):
            raise LoadError(f"seat {seat} keeps loot where it has not besieged (EK-087)")


def _check_phase(state: EketorpState) -> None:
    """The phase fits what stands on the table, and somebody has something to decide."""
    phase = state.phase
    fighting = CALL <= phase <= KEEP
    deployed = False
    for seat in range(state.seats):
        deployed = deployed or state.away(seat) > 0
        complete = bricks.bricks_in(state.castle[seat]) == PLACES
        if complete and phase != OVER and phase != BUILD:
            raise LoadError("a complete castle ends the game (EK-101)")
        if state.carried[seat] and not complete and phase != BUILD:
            raise LoadError("bricks are carried only while they are built (EK-090)")
    if (phase == DEPLOY) != (state.deploying != 0):
        raise LoadError("players owe a deployment exactly while they deploy")
    if deployed and not fighting and phase != DEPLOY:
        raise LoadError("vikings are away only in phases 2 to 4")
    if not fighting and (state.initiator >= 0 or state.besieged):
        raise LoadError("battles are fought in phase 4 only (EK-018)")
    if (state.place >= 0) != (fighting and phase != CALL) or (state.opponent >= 0) != (OPPONENT < phase <= KEEP):
        raise LoadError("a battle that has been called has a place and, once chosen, an opponent")
    if (state.initiator_card or state.opponent_card) and not CARDS <= phase <= KEEP:
        raise LoadError("cards are laid only in a battle (EK-059)")
    if (state.removed != 0) != (phase == KEEP) or (state.damage != 0) != (LOOT <= phase <= KEEP):
        raise LoadError("damage and loot belong to the end of a siege")
    if fighting:
        _check_battle(state)
    if phase == BUILD and building.choices(state, state.active) < 2:
        raise LoadError(f"seat {state.active} has nothing to choose in building")


def _check_battle(state: EketorpState) -> None:
    phase = state.phase
    seat = state.initiator
    if seat < 0 or (phase != EXCHANGE and phase != CARDS and state.active != seat):
        raise LoadError("the initiator decides about his battle")
    if phase == CALL:
        if popcount(battles.fights_of(state, seat)) + popcount(battles.sieges_of(state, seat)) < 2:
            raise LoadError(f"seat {seat} has no choice of battles (EK-047)")
        return
    others = battles.opponents(state, seat, state.place)
    if phase == OPPONENT:
        if popcount(others) < 2 or not state.stands_at(seat, state.place):
            raise LoadError(f"seat {seat} has no choice of opponents (EK-045)")
        return
    if state.opponent == seat or not state.stands_at(seat, state.place):
        raise LoadError(f"seat {seat} has no viking in its battle (EK-044)")
    if state.is_siege():
        carried_out = state.besieged & bit(state.place - STORAGE_FIELDS) != 0
        if others or carried_out != (phase >= LOOT):
            raise LoadError("a siege is carried out once and by a single viking (EK-039, EK-074)")
    elif not others & bit(state.opponent) or phase >= LOOT:
        raise LoadError("the opponent has no viking in the battle (EK-045)")
    if phase == EXCHANGE and not (
        (state.active == seat or state.active == state.opponent) and amulets.can_exchange(state, state.active)
    ):
        raise LoadError(f"seat {state.active} cannot exchange cards (EK-052)")
    if phase == CARDS:
        if state.initiator_card and state.opponent_card:
            raise LoadError("both cards are laid but not revealed (EK-059)")
        if state.initiator_card and not cards.count_of(state.hand[seat], state.initiator_card):
            raise LoadError("the initiator's card is not in his hand (EK-059)")
        if state.opponent_card and not cards.count_of(state.hand[state.opponent], state.opponent_card):
            raise LoadError("the opponent's card is not in his hand (EK-059)")


# Reading


def _packed(value: Any, length: int, bits: int, high: int, name: str) -> i64:
    """So many numbers from 0 to ``high``, each in so many bits, the first lowest."""
    packed: i64 = 0
    for at, each in enumerate(list_of(value, name, length)):
        packed |= i64(within(each, 0, high, name)) << (bits * at)
    return packed


def _cards(value: Any, name: str) -> i64:
    return _packed(value, VALUES, 4, cards.COPIES, name)


def _bricks(value: Any, name: str) -> i64:
    return _packed(value, KINDS, 8, 99, name)
