"""What is hidden: hands, the stack, and captains before they are turned up. Sampling it, and hashing what a seat may know.

The backs of enemy ships and the settlement tokens of the supply are known to nobody; they are drawn when they are turned up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, full, lowest, mix, nth, popcount
from skali.core.rng import Rng
from skali.games.explorers import islands, placing, setup
from skali.games.explorers.components import ALL_TILES, NODES, REGIONS
from skali.games.explorers.moves import CAPTAINS, TILES
from skali.games.explorers.phases import CHOOSE_ACTION, CHOOSE_CAPTAIN, CHOOSE_TILE, OVER
from skali.games.explorers.pieces import (
    CAPTAIN,
    CARGO,
    CHOSEN,
    HAND,
    KNOWN,
    LONGSHIP,
    OTHER_CAPTAIN,
    VIKINGS,
    WORDS,
)

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

_TRIES: Final = 20


def determinize(state: ExplorersState, viewer: i64, seed: int) -> ExplorersState:
    """A random position that the viewer cannot tell from the true one."""
    twin = state.copy()
    twin.rng = Rng(seed)
    if is_placing(twin) and viewer != twin.active:
        rewind(twin)
    if twin.phase == CHOOSE_CAPTAIN:
        redeal_captains(twin, viewer)
    if not twin.is_solo() and twin.phase != OVER:
        redeal_tiles(twin, viewer)
    return twin


def is_placing(state: ExplorersState) -> bool:
    return CHOOSE_CAPTAIN < state.phase < CHOOSE_ACTION


def rewind(state: ExplorersState) -> None:
    """A tile that is being placed is still in hand, and nobody else knows which."""
    state.phase = CHOOSE_TILE
    state.tile = state.cell = -1


def redeal_captains(state: ExplorersState, viewer: i64) -> None:
    """Other seats' pairs, and which of the two was kept where a seat has chosen."""
    left = full(len(CAPTAINS))
    if viewer >= 0:
        left ^= bit(state.word(viewer, CAPTAIN)) | bit(state.word(viewer, OTHER_CAPTAIN))
    for seat in range(state.seats):
        if seat != viewer:
            left = setup.deal_pair(state, seat, left)
            if state.word(seat, CHOSEN):
                state.put_word(seat, CHOSEN, 1 + state.rng.below(2))


def redeal_tiles(state: ExplorersState, viewer: i64) -> None:
    """Other hands from all tiles that the viewer has not seen; those it knows to be in the stack stay there.

    It is known that the hand of a player who is placing holds a tile that fits, unless none in the stack fits (XN-045).
    """
    pool = state.stack
    kept = state.word(viewer, KNOWN) if viewer >= 0 else 0
    for seat in range(state.seats):
        if seat != viewer:
            pool |= state.word(seat, HAND)
            state.put_word(seat, KNOWN, 0)
    pool &= ~kept
    for _ in range(_TRIES):
        deal_hands(state, viewer, pool, kept)
        if is_plausible(state, viewer):
            return
    give_fitting_tile(state, pool)


def deal_hands(state: ExplorersState, viewer: i64, pool: i64, kept: i64) -> None:
    for seat in range(state.seats):
        if seat != viewer:
            hand: i64 = 0
            for _ in range(popcount(state.word(seat, HAND))):
                tile = nth(pool, state.rng.below(popcount(pool)))
                pool ^= bit(tile)
                hand |= bit(tile)
            state.put_word(seat, HAND, hand)
    state.stack = pool | kept


def is_plausible(state: ExplorersState, viewer: i64) -> bool:
    if state.phase != CHOOSE_TILE or viewer == state.active:
        return True
    return placing.any_fits(state, state.word(state.active, HAND)) or not placing.any_fits(state, state.stack)


def give_fitting_tile(state: ExplorersState, pool: i64) -> None:
    """Exchanges a tile of the active hand for one that fits, wherever that lies."""
    seat = state.active
    given = lowest(state.word(seat, HAND))
    while not placing.fits_somewhere(state, lowest(pool)):
        pool &= pool - 1
    wanted = lowest(pool)
    if state.stack & bit(wanted):
        state.stack ^= bit(wanted) | bit(given)
    for other in range(state.seats):
        if state.word(other, HAND) & bit(wanted):
            state.put_word(other, HAND, state.word(other, HAND) ^ (bit(wanted) | bit(given)))
    state.put_word(seat, HAND, state.word(seat, HAND) ^ (bit(wanted) | bit(given)))


# What a seat may know, as a number. Equal tiles look the same to everybody, so everything is hashed by cell and type, never by the
# number of a tile; and sets are hashed by adding up, which no order can change.


def key(state: ExplorersState, viewer: i64) -> i64:
    """A hash of what the viewer may know."""
    hash = mix(state.turn * 64 + state.active * 16 + state.first * 4 + state.placed, state.points)
    hash = mix(_mix_decision(state, viewer, hash), _board_sum(state))
    for seat in range(state.seats):
        hash = mix(_mix_seat(state, viewer, seat, hash), _vikings_sum(state, seat))
    if state.is_solo():
        return mix(mix(hash, _tiles_sum(state, state.discarded)), _tiles_sum(state, state.word(0, HAND)))
    if state.phase == OVER:
        for seat in range(state.seats):
            hash = mix(hash, _tiles_sum(state, state.word(seat, HAND)))
    elif viewer >= 0:
        hash = mix(hash, _tiles_sum(state, state.word(viewer, HAND)))
        hash = mix(hash, _tiles_sum(state, state.word(viewer, KNOWN)))
    return hash


def _mix_decision(state: ExplorersState, viewer: i64, hash: i64) -> i64:
    """Where the turn stands; which tile is being placed is known to its owner only."""
    if is_placing(state) and viewer != state.active:
        return mix(hash, CHOOSE_TILE)
    type = i64(state.tables.type_of[state.tile]) + 1 if state.tile >= 0 else 0
    hash = mix(hash, state.phase * 1024 + type)
    hash = mix(hash, (state.cell + 1) * 8 + state.animal + 1)
    return mix(mix(hash, state.picks), _site(state, state.origin) * 65536 + _site(state, state.target))


def _site(state: ExplorersState, node: i64) -> i64:
    """A region by its cell; the other places of a Viking, and no place, by themselves."""
    if node < 0 or node >= NODES:
        return node + 1
    return 512 + islands.cell_of(state, node // REGIONS) * REGIONS + node % REGIONS


def _board_sum(state: ExplorersState) -> i64:
    sum: i64 = 0
    for tile in range(i64(ALL_TILES)):
        lies = i64(state.lies[tile])
        if lies >= 0:
            type = i64(state.tables.type_of[tile]) * 2 + 2 if tile < TILES else 0
            if state.enemies & bit(tile):
                type += 1
            hash = mix(type * 65536 + lies, i64(state.land[tile * REGIONS]))
            hash = mix(hash, i64(state.land[tile * REGIONS + 1]))
            sum = (sum + mix(hash, i64(state.land[tile * REGIONS + 2]))) & full(62)
    for at in range(len(state.outposts)):
        sum = (sum + mix(i64(state.outposts[at]), 1)) & full(62)
    return sum


def _vikings_sum(state: ExplorersState, seat: i64) -> i64:
    sum: i64 = 0
    for at in range(seat * VIKINGS, seat * VIKINGS + VIKINGS):
        sum = (sum + mix(_site(state, i64(state.vikings[at])), 2)) & full(62)
    return sum


def _tiles_sum(state: ExplorersState, tiles: i64) -> i64:
    sum: i64 = 0
    while tiles:
        sum = (sum + mix(i64(state.tables.type_of[lowest(tiles)]), 3)) & full(62)
        tiles &= tiles - 1
    return sum


def _mix_seat(state: ExplorersState, viewer: i64, seat: i64, hash: i64) -> i64:
    hash = mix(hash, _site(state, state.word(seat, LONGSHIP)))
    for field in range(CARGO, WORDS):
        hash = mix(hash, state.word(seat, field))
    if state.phase != CHOOSE_CAPTAIN or seat == viewer:
        hash = mix(hash, state.word(seat, CAPTAIN) * 16 + state.word(seat, OTHER_CAPTAIN) + 1)
    chosen = state.word(seat, CHOSEN)
    return mix(hash, chosen if seat == viewer or chosen == 0 else 1)
