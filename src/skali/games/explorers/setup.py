"""Setting up: the board, the supplies, the deal, the captains and the first player (XN-021 to XN-033, XN-152 to XN-154)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from skali.core.bits import bit, full, nth, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.explorers import placing, turns
from skali.games.explorers.components import FIXED_TILES, REGIONS, SEA
from skali.games.explorers.moves import CAPTAIN as CAPTAIN_MOVE
from skali.games.explorers.moves import CAPTAINS, TILE, TILES
from skali.games.explorers.phases import CHOOSE_CAPTAIN
from skali.games.explorers.pieces import (
    ABOARD,
    CAPTAIN,
    CHOSEN,
    LONGSHIP,
    MAINLAND,
    NO_CAPTAIN,
    OTHER_CAPTAIN,
    VIKINGS,
    WORDS,
    packed,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_026_CAPTAIN_CHOICE: Final = 26

HAND_SIZE: Final = 3
START_ABOARD: Final = 2


def begin(state: ExplorersState) -> None:
    """Everything up to the first decision (XN-021 to XN-031)."""
    lay_start_board(state)
    fill_supplies(state)
    give_pieces(state)
    if state.is_solo():
        deal_solo_captains(state)
        turns.begin_turn(state, 0, None)
        return
    for seat in range(state.seats):
        for _ in range(HAND_SIZE):
            turns.take_from_stack(state, seat)
    deal_captains(state)
    state.phase = CHOOSE_CAPTAIN


def lay_start_board(state: ExplorersState) -> None:
    """The fixed tiles and the mainland; nothing laid, nobody there (XN-017, XN-021)."""
    tables = state.tables
    state.grid = tables.empty_grid[:]
    state.lies = tables.no_places[:]
    state.frontier = vec[i32]()
    state.distance = tables.no_bytes[:]
    state.body = tables.no_nodes[:]
    state.body_tiles = tables.no_sets[:]
    state.body_open = tables.no_bytes[:]
    state.land = tables.no_land[:]
    state.outposts = vec[i32]()
    for number in range(FIXED_TILES):
        placing.lay(state, TILES + number, tables.fixed_cells[number], 0)


def fill_supplies(state: ExplorersState) -> None:
    """All tiles in the stack, all tokens in the supply (XN-022, XN-023)."""
    tables = state.tables
    state.stack = full(TILES)
    state.supply = packed(tables.livestock)
    state.strengths = 0
    for at, number in enumerate(tables.settlements):
        state.strengths |= i64(number) << (4 * at)
    state.deadly = tables.deadly_ships
    state.safe = tables.safe_ships


def give_pieces(state: ExplorersState) -> None:
    """A longship with two Vikings in the harbour, the other five on the mainland, all outposts in hand (XN-029 to XN-031)."""
    vikings = vec[i16]()
    words = vec[i64]()
    for _ in range(state.seats):
        for at in range(VIKINGS):
            vikings = append(vikings, i16(MAINLAND if at < VIKINGS - START_ABOARD else ABOARD))
        for field in range(WORDS):
            value: i64 = 0
            if field == LONGSHIP:
                value = state.tables.harbour * REGIONS + SEA
            elif field in (CAPTAIN, OTHER_CAPTAIN):
                value = NO_CAPTAIN
            words = append(words, value)
    state.vikings = vikings
    state.words = words


# Captains


def deal_captains(state: ExplorersState) -> None:
    """Two captains each, from all eleven (XN-025)."""
    left = full(len(CAPTAINS))
    for seat in range(state.seats):
        left = deal_pair(state, seat, left)


def deal_solo_captains(state: ExplorersState) -> None:
    """Two captains face up, from those of the solo game (XN-154)."""
    left: i64 = 0
    for captain in state.tables.solo_captains:
        left |= bit(captain)
    deal_pair(state, 0, left)


def deal_pair(state: ExplorersState, seat: i64, left: i64) -> i64:
    """Deals two of the captains left, the lower number first, and returns the rest."""
    one = nth(left, state.rng.below(popcount(left)))
    left ^= bit(one)
    two = nth(left, state.rng.below(popcount(left)))
    left ^= bit(two)
    state.put_word(seat, CAPTAIN, one if one < two else two)
    state.put_word(seat, OTHER_CAPTAIN, two if one < two else one)
    return left


def next_to_choose(state: ExplorersState) -> i64:
    for seat in range(state.seats):
        if state.word(seat, CHOSEN) == 0:
            return seat
    return -1


def still_choosing(state: ExplorersState) -> list[int]:
    return [int(seat) for seat in range(state.seats) if state.word(seat, CHOSEN) == 0]


def fill(state: ExplorersState, seat: i64, out: Moves) -> None:
    out.add(CAPTAIN_MOVE + state.word(seat, CAPTAIN))
    out.add(CAPTAIN_MOVE + state.word(seat, OTHER_CAPTAIN))


def fault(state: ExplorersState, seat: i64, move: i64) -> i64:
    if move < TILE:
        captain = move - CAPTAIN_MOVE
        if captain == state.word(seat, CAPTAIN) or captain == state.word(seat, OTHER_CAPTAIN):
            return 0
    return XN_026_CAPTAIN_CHOICE


def play(state: ExplorersState, seat: i64, move: i64, events: list[Event] | None) -> None:
    """Keeps a captain; the last answer turns all of them up and draws the first player (XN-026 to XN-028, XN-032)."""
    state.put_word(seat, CHOSEN, 1 if move - CAPTAIN_MOVE == state.word(seat, CAPTAIN) else 2)
    state.raised += 1
    if events is not None:
        events.append(Event("chose_captain", {"seat": int(seat)}, rule="XN-026"))
    if next_to_choose(state) >= 0:
        return
    for each in range(state.seats):
        if state.word(each, CHOSEN) == 2:
            state.put_word(each, CAPTAIN, state.word(each, OTHER_CAPTAIN))
        state.put_word(each, CHOSEN, 1)
        state.put_word(each, OTHER_CAPTAIN, NO_CAPTAIN)
        if events is not None:
            captain = CAPTAINS[state.word(each, CAPTAIN)]
            events.append(Event("captain", {"seat": int(each), "captain": captain}, rule="XN-027"))
    state.first = state.rng.below(state.seats)
    if events is not None:
        data = {"seat": int(state.first), "winter": int(winter_seat(state))}
        events.append(Event("first_player", data, rule="XN-032"))
    turns.begin_turn(state, state.first, events)


def winter_seat(state: ExplorersState) -> i64:
    """Who sits to the right of the first player, and so plays last (XN-033)."""
    return (state.first + state.seats - 1) % state.seats
