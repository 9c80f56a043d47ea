"""Setting up: the board, the supplies, the deal (XN-021 to XN-031, XN-152 to XN-154)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from skali.core.bits import bit, full, nth, popcount
from skali.games.explorers import components, moves, phases, pieces, placement, stack
from skali.games.explorers.position import ExplorersPosition

HAND_SIZE: Final = 3
START_ABOARD: Final = 2


def begin(position: ExplorersPosition) -> None:
    """Everything up to the choice of captains; alone, up to the first turn (XN-021 to XN-031, XN-152)."""
    lay_start_board(position)
    fill_supplies(position)
    give_pieces(position)
    if position.is_solo():
        left: i64 = 0
        for captain in position.tables.solo_captains:
            left |= bit(captain)
        deal_captains(position, 0, left)
        position.phase = phases.TURN_BEGINS
        return
    for seat in range(position.seats):
        for _ in range(HAND_SIZE):
            stack.take_from_stack(position, seat)
    left = full(len(moves.CAPTAINS))
    for seat in range(position.seats):
        left = deal_captains(position, seat, left)
    position.phase = phases.CHOOSE_CAPTAIN


def lay_start_board(position: ExplorersPosition) -> None:
    """The fixed tiles and the mainland; nothing laid, nobody there (XN-017, XN-021)."""
    tables = position.tables
    position.grid = tables.empty_grid[:]
    position.lies = tables.no_places[:]
    position.frontier = vec[i32]()
    position.distance = tables.no_bytes[:]
    position.body = tables.no_nodes[:]
    position.body_tiles = tables.no_sets[:]
    position.body_open = tables.no_bytes[:]
    position.land = tables.no_land[:]
    position.outposts = vec[i32]()
    for number in range(components.FIXED_TILES):
        placement.lay(position, moves.TILES + number, tables.fixed_cells[number], 0)


def fill_supplies(position: ExplorersPosition) -> None:
    """All tiles in the stack, all tokens in the supply (XN-022, XN-023)."""
    tables = position.tables
    position.stack = full(moves.TILES)
    position.supply = pieces.packed(tables.livestock)
    position.strengths = 0
    for at, number in enumerate(tables.settlements):
        position.strengths |= i64(number) << (4 * at)
    position.deadly = tables.deadly_ships
    position.safe = tables.safe_ships


def give_pieces(position: ExplorersPosition) -> None:
    """A longship with two Vikings in the harbour, the other five on the mainland, all outposts in hand (XN-029 to XN-031)."""
    vikings = vec[i16]()
    words = vec[i64]()
    for _ in range(position.seats):
        for at in range(pieces.VIKINGS):
            vikings = append(vikings, i16(pieces.MAINLAND if at < pieces.VIKINGS - START_ABOARD else pieces.ABOARD))
        for field in range(pieces.WORDS):
            value: i64 = 0
            if field == pieces.LONGSHIP:
                value = position.tables.harbour * components.REGIONS + components.SEA
            elif field in (pieces.CAPTAIN, pieces.OTHER_CAPTAIN):
                value = pieces.NO_CAPTAIN
            words = append(words, value)
    position.vikings = vikings
    position.words = words


def deal_captains(position: ExplorersPosition, seat: i64, left: i64) -> i64:
    """Deals two of the captains left, the lower number first, and returns the rest (XN-025, XN-154)."""
    one = nth(left, position.rng.below(popcount(left)))
    left ^= bit(one)
    two = nth(left, position.rng.below(popcount(left)))
    left ^= bit(two)
    position.put_word(seat, pieces.CAPTAIN, one if one < two else two)
    position.put_word(seat, pieces.OTHER_CAPTAIN, two if one < two else one)
    return left
