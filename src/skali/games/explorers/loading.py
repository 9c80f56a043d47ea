"""Load, unload and deliver (XN-063 to XN-078; XN-D07, XN-D08).

A cargo is named piece by piece in the order of the places (mainland, then land regions), within a place Vikings before livestock,
so that each cargo has exactly one sequence. A pick is place * 7 + piece + 1, five bits each; nothing moves before the last one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i32, i64

from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event
from skali.games.explorers import actions, islands, marching
from skali.games.explorers.components import REGIONS
from skali.games.explorers.moves import (
    DONE,
    GRID,
    MAINLAND_PLACE,
    PIECE_KINDS,
    PIECES,
    PLACE_COUNT,
    PLACES,
    PUT,
    TAKE,
    VIKING_PIECE,
)
from skali.games.explorers.phases import LOADING, UNLOADING
from skali.games.explorers.pieces import (
    ABOARD,
    ANIMALS,
    CARGO,
    DELIVERED,
    LONGSHIP,
    MAINLAND,
    free_places,
    move_viking,
    number_of,
    number_of_all,
    one_of,
    vikings_at,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

XN_061_AT_LEAST_ONE: Final = 61
XN_064_CAPACITY: Final = 64
XN_065_SAME_TILE: Final = 65
XN_066_MAINLAND_LOADING: Final = 66
XN_067_VIKING_ASHORE: Final = 67
XN_068_OWN_VIKINGS: Final = 68
XN_069_OWN_LONGSHIP: Final = 69
XN_070_FROM_THE_LONGSHIP: Final = 70
XN_071_SAME_TILE: Final = 71
XN_072_MAINLAND_UNLOADING: Final = 72
XN_073_VIKING_ABOARD: Final = 73
XN_074_DELIVERED: Final = 74
XN_D07_LOAD: Final = DECISION_FAULT + 7
XN_D08_UNLOAD: Final = DECISION_FAULT + 8

PICK: Final = 5
"""Bits of a pick."""


# Where the longship lies


def harbour(state: ExplorersState) -> i64:
    """The tile where the active longship is."""
    return state.word(state.active, LONGSHIP) // REGIONS


def place_node(state: ExplorersState, place: i64) -> i64:
    """The land region of a place beside the longship (XN-015), the mainland, or -1 if there is no such place here."""
    tile = harbour(state)
    if place == MAINLAND_PLACE:
        return MAINLAND if islands.is_fixed(tile) else islands.NO_NODE
    if place > islands.lands_of(state, tile):
        return islands.NO_NODE
    return tile * REGIONS + place - 1


# Picks


def last_pick(state: ExplorersState) -> i64:
    """The last piece named, as place * 7 + piece; 0 if none is."""
    picks = state.picks
    return (picks & 31) - 1 if picks else 0


def picked(state: ExplorersState, pick: i64) -> i64:
    """How often a piece has been named already."""
    picks = state.picks
    count: i64 = 0
    while picks:
        if picks & 31 == pick + 1:
            count += 1
        picks >>= PICK
    return count


def pieces_picked(state: ExplorersState) -> i64:
    picks = state.picks
    count: i64 = 0
    while picks:
        count += 1
        picks >>= PICK
    return count


def kind_picked(state: ExplorersState, piece: i64) -> i64:
    """How many pieces of a kind have been named already, for any place."""
    picks = state.picks
    count: i64 = 0
    while picks:
        if ((picks & 31) - 1) % PIECE_KINDS == piece:
            count += 1
        picks >>= PICK
    return count


def pick_of(move: i64, first: i64) -> i64:
    """The pick that a move names: moves count pieces first, then places."""
    return (move - first) % PLACE_COUNT * PIECE_KINDS + (move - first) // PLACE_COUNT


def move_of(pick: i64, first: i64) -> i64:
    return first + pick % PIECE_KINDS * PLACE_COUNT + pick // PIECE_KINDS


# Load


def load_fault(state: ExplorersState) -> i64:
    """Why nothing can be loaded, 0 if something can (XN-061 to XN-067)."""
    if free_places(state, state.active) == 0:
        return XN_064_CAPACITY
    fault: i64 = XN_065_SAME_TILE
    for place in range(i64(PLACE_COUNT)):
        node = place_node(state, place)
        if node != islands.NO_NODE:
            if vikings_at(state, state.active, node):
                return 0
            if place != MAINLAND_PLACE and number_of_all(animals_on(state, node)):
                fault = XN_067_VIKING_ASHORE
    return fault


def animals_on(state: ExplorersState, node: i64) -> i64:
    return i64(state.land[node]) & ANIMALS


def fill_load(state: ExplorersState, out: Moves) -> None:
    """The pieces that may be named next (XN-D07)."""
    last = last_pick(state)
    if pieces_picked(state) < free_places(state, state.active):
        for place in range(last // PIECE_KINDS, PLACE_COUNT):
            node = place_node(state, place)
            if node != islands.NO_NODE:
                own = vikings_at(state, state.active, node)
                if own:
                    pick = place * PIECE_KINDS
                    if pick >= last and picked(state, pick) < own:
                        out.add(move_of(pick, TAKE))
                    if place != MAINLAND_PLACE:
                        animals = animals_on(state, node)
                        for piece in range(i64(1), i64(PIECE_KINDS)):
                            pick = place * PIECE_KINDS + piece
                            if pick >= last and picked(state, pick) < number_of(animals, piece - 1):
                                out.add(move_of(pick, TAKE))
    if state.picks:
        out.add(DONE)


def take_fault(state: ExplorersState, move: i64) -> i64:
    """The rule that naming this piece breaks, whether or not a load has begun; 0 if none."""
    pick = pick_of(move, TAKE)
    place = pick // PIECE_KINDS
    piece = pick % PIECE_KINDS
    node = place_node(state, place)
    if node == islands.NO_NODE:
        return XN_066_MAINLAND_LOADING if place == MAINLAND_PLACE else XN_065_SAME_TILE
    own = vikings_at(state, state.active, node)
    there: i64 = own
    if piece == VIKING_PIECE:
        if own == 0 and others_at(state, node):
            return XN_068_OWN_VIKINGS
    elif place == MAINLAND_PLACE:
        return XN_074_DELIVERED
    else:
        there = number_of(animals_on(state, node), piece - 1)
        if there and own == 0:
            return XN_067_VIKING_ASHORE
        if there == 0 and aboard_another(state, piece - 1):
            return XN_069_OWN_LONGSHIP
    if picked(state, pick) >= there:
        return XN_065_SAME_TILE
    if pieces_picked(state) >= free_places(state, state.active):
        return XN_064_CAPACITY
    return XN_D07_LOAD if state.picks and pick < last_pick(state) else 0


def others_at(state: ExplorersState, node: i64) -> bool:
    """Whether Vikings of another seat are in a place."""
    for seat in range(state.seats):
        if seat != state.active and vikings_at(state, seat, node):
            return True
    return False


def aboard_another(state: ExplorersState, animal: i64) -> bool:
    """Whether another longship on this tile carries a livestock type."""
    for seat in range(state.seats):
        if seat != state.active and state.word(seat, LONGSHIP) // REGIONS == harbour(state):
            if number_of(state.word(seat, CARGO), animal):
                return True
    return False


def begin_load(state: ExplorersState) -> None:
    state.phase = LOADING


def play_load(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    if move != DONE:
        state.picks = (state.picks << PICK) | (pick_of(move, TAKE) + 1)
        return
    seat = state.active
    if events is not None:
        events.append(Event("loaded", told(state, state.picks)))
    picks = state.picks
    while picks:
        pick = (picks & 31) - 1
        picks >>= PICK
        node = place_node(state, pick // PIECE_KINDS)
        piece = pick % PIECE_KINDS
        if piece == VIKING_PIECE:
            move_viking(state, seat, node, ABOARD)
        else:
            state.land[node] = i32(i64(state.land[node]) - one_of(piece - 1))
            state.put_word(seat, CARGO, state.word(seat, CARGO) + one_of(piece - 1))
    actions.finish(state, 1)


# Unload


def unload_fault(state: ExplorersState) -> i64:
    """Why nothing can be unloaded, 0 if something can (XN-061, XN-071, XN-073)."""
    if vikings_at(state, state.active, ABOARD) == 0:
        return XN_073_VIKING_ABOARD if state.word(state.active, CARGO) else XN_061_AT_LEAST_ONE
    tile = harbour(state)
    if not islands.is_fixed(tile) and islands.lands_of(state, tile) == 0:
        return XN_071_SAME_TILE
    return 0


def aboard(state: ExplorersState, piece: i64) -> i64:
    """How many pieces of a kind the active longship carries."""
    if piece == VIKING_PIECE:
        return vikings_at(state, state.active, ABOARD)
    return number_of(state.word(state.active, CARGO), piece - 1)


def fill_unload(state: ExplorersState, out: Moves) -> None:
    """The pieces that may be named next, each with its place (XN-D08)."""
    last = last_pick(state)
    for place in range(last // PIECE_KINDS, PLACE_COUNT):
        if place_node(state, place) != islands.NO_NODE:
            for piece in range(i64(PIECE_KINDS)):
                pick = place * PIECE_KINDS + piece
                if pick >= last and kind_picked(state, piece) < aboard(state, piece):
                    out.add(move_of(pick, PUT))
    if state.picks:
        out.add(DONE)


def put_fault(state: ExplorersState, move: i64) -> i64:
    """The rule that naming this piece and place breaks, whether or not an unload has begun; 0 if none."""
    pick = pick_of(move, PUT)
    place = pick // PIECE_KINDS
    piece = pick % PIECE_KINDS
    if place_node(state, place) == islands.NO_NODE:
        return XN_072_MAINLAND_UNLOADING if place == MAINLAND_PLACE else XN_071_SAME_TILE
    if piece != VIKING_PIECE and aboard(state, piece) and aboard(state, VIKING_PIECE) == 0:
        return XN_073_VIKING_ABOARD
    if kind_picked(state, piece) >= aboard(state, piece):
        return XN_070_FROM_THE_LONGSHIP
    return XN_D08_UNLOAD if state.picks and pick < last_pick(state) else 0


def begin_unload(state: ExplorersState) -> None:
    state.phase = UNLOADING


def play_unload(state: ExplorersState, move: i64, events: list[Event] | None) -> None:
    """Puts the pieces ashore together; then settlements that enough Vikings have reached are raided (XN-076)."""
    if move != DONE:
        state.picks = (state.picks << PICK) | (pick_of(move, PUT) + 1)
        return
    if events is not None:
        events.append(Event("unloaded", told(state, state.picks)))
    left = pieces_picked(state)
    while left > 0:
        left -= 1
        pick = ((state.picks >> (PICK * left)) & 31) - 1
        land_piece(state, pick % PIECE_KINDS, place_node(state, pick // PIECE_KINDS), events)
    tile = harbour(state)
    for region in range(islands.lands_of(state, tile)):
        marching.raid(state, tile * REGIONS + region, events)
    actions.finish(state, 1)


def land_piece(state: ExplorersState, piece: i64, node: i64, events: list[Event] | None) -> None:
    """One piece goes ashore; livestock on the mainland is delivered (XN-074, XN-075, XN-077)."""
    seat = state.active
    if piece == VIKING_PIECE:
        move_viking(state, seat, ABOARD, node)
        return
    animal = one_of(piece - 1)
    state.put_word(seat, CARGO, state.word(seat, CARGO) - animal)
    if node == MAINLAND:
        state.put_word(seat, DELIVERED, state.word(seat, DELIVERED) + animal)
        if events is not None:
            events.append(Event("delivered", {"seat": int(seat), "animal": PIECES[piece]}, rule="XN-074"))
    else:
        state.land[node] = i32(i64(state.land[node]) + animal)


def told(state: ExplorersState, picks: i64) -> dict[str, object]:
    """A cargo for an event: pieces and where each one comes from or goes to."""
    names: list[str] = []
    places: list[str] = []
    while picks:
        pick = (picks & 31) - 1
        picks >>= PICK
        names.append(PIECES[pick % PIECE_KINDS])
        places.append(PLACES[pick // PIECE_KINDS])
    names.reverse()
    places.reverse()
    cell = list(GRID.axial(islands.cell_of(state, harbour(state))))
    return {"seat": int(state.active), "pieces": names, "places": places, "cell": cell}
