"""What is hidden: hands, the stack, and captains before they are turned up. Sampling it, and hashing what a seat may know.

The backs of enemy ships and the settlement tokens of the supply are known to nobody; they are drawn when they are turned up.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, full, lowest, mix, nth, popcount
from skali.games.explorers import components, islands, moves, phases, pieces, placement, setup
from skali.games.explorers.position import ExplorersPosition

_TRIES: Final = 20


def redeal(position: ExplorersPosition, viewer: i64) -> None:
    """Deals at random what the viewer cannot know, so that it cannot tell the position from the true one."""
    if position.is_placing() and viewer != position.active:
        rewind(position)
    if position.phase == phases.CHOOSE_CAPTAIN:
        redeal_captains(position, viewer)
    if not position.is_solo() and position.phase != phases.OVER:
        redeal_tiles(position, viewer)


def rewind(position: ExplorersPosition) -> None:
    """A tile that is being placed is still in hand, and nobody else knows which."""
    position.phase = phases.CHOOSE_TILE
    position.tile = position.cell = -1


def redeal_captains(position: ExplorersPosition, viewer: i64) -> None:
    """Other seats' pairs, and which of the two was kept where a seat has chosen."""
    left = full(len(moves.CAPTAINS))
    if viewer >= 0:
        left ^= bit(position.word(viewer, pieces.CAPTAIN)) | bit(position.word(viewer, pieces.OTHER_CAPTAIN))
    for seat in range(position.seats):
        if seat != viewer:
            left = setup.deal_captains(position, seat, left)
            if position.word(seat, pieces.CHOSEN):
                position.put_word(seat, pieces.CHOSEN, 1 + position.rng.below(2))


def redeal_tiles(position: ExplorersPosition, viewer: i64) -> None:
    """Other hands from all tiles that the viewer has not seen; those it knows to be in the stack stay there.

    It is known that the hand of a player who is placing holds a tile that fits, unless none in the stack fits (XN-045).
    """
    pool = position.stack
    kept = position.word(viewer, pieces.KNOWN) if viewer >= 0 else 0
    for seat in range(position.seats):
        if seat != viewer:
            pool |= position.word(seat, pieces.HAND)
            position.put_word(seat, pieces.KNOWN, 0)
    pool &= ~kept
    for _ in range(_TRIES):
        deal_hands(position, viewer, pool, kept)
        if is_plausible(position, viewer):
            return
    give_fitting_tile(position, pool)


def deal_hands(position: ExplorersPosition, viewer: i64, pool: i64, kept: i64) -> None:
    for seat in range(position.seats):
        if seat != viewer:
            hand: i64 = 0
            for _tile in range(popcount(position.word(seat, pieces.HAND))):
                tile = nth(pool, position.rng.below(popcount(pool)))
                pool ^= bit(tile)
                hand |= bit(tile)
            position.put_word(seat, pieces.HAND, hand)
    position.stack = pool | kept


def is_plausible(position: ExplorersPosition, viewer: i64) -> bool:
    if position.phase != phases.CHOOSE_TILE or viewer == position.active:
        return True
    hand = position.word(position.active, pieces.HAND)
    return placement.fitting_tiles(position, hand) != 0 or placement.fitting_tiles(position, position.stack) == 0


def give_fitting_tile(position: ExplorersPosition, pool: i64) -> None:
    """Exchanges a tile of the active hand for one that fits, wherever that lies."""
    seat = position.active
    given = lowest(position.word(seat, pieces.HAND))
    while not placement.fits_somewhere(position, lowest(pool)):
        pool &= pool - 1
    wanted = lowest(pool)
    if position.stack & bit(wanted):
        position.stack ^= bit(wanted) | bit(given)
    for other in range(position.seats):
        if position.word(other, pieces.HAND) & bit(wanted):
            position.put_word(other, pieces.HAND, position.word(other, pieces.HAND) ^ (bit(wanted) | bit(given)))
    position.put_word(seat, pieces.HAND, position.word(seat, pieces.HAND) ^ (bit(wanted) | bit(given)))


# What a seat may know, as a number. Equal tiles look the same to everybody, so everything is hashed by cell and type, never by the
# number of a tile; and sets are hashed by adding up, which no order can change.


def key(position: ExplorersPosition, viewer: i64) -> i64:
    """A hash of what the viewer may know."""
    hash = mix(position.turn * 64 + position.active * 16 + position.first * 4 + position.placed, position.points)
    hash = mix(_mix_decision(position, viewer, hash), _board_sum(position))
    for seat in range(position.seats):
        hash = mix(_mix_seat(position, viewer, seat, hash), _vikings_sum(position, seat))
    if position.is_solo():
        return mix(
            mix(hash, _tiles_sum(position, position.discarded)), _tiles_sum(position, position.word(0, pieces.HAND))
        )
    if position.phase == phases.OVER:
        for seat in range(position.seats):
            hash = mix(hash, _tiles_sum(position, position.word(seat, pieces.HAND)))
    elif viewer >= 0:
        hash = mix(hash, _tiles_sum(position, position.word(viewer, pieces.HAND)))
        hash = mix(hash, _tiles_sum(position, position.word(viewer, pieces.KNOWN)))
    return hash


def _mix_decision(position: ExplorersPosition, viewer: i64, hash: i64) -> i64:
    """Where the turn stands; which tile is being placed is known to its owner only."""
    if position.is_placing() and viewer != position.active:
        return mix(hash, phases.CHOOSE_TILE)
    type = i64(position.tables.type_of[position.tile]) + 1 if position.tile >= 0 else 0
    hash = mix(hash, position.phase * 1024 + type)
    hash = mix(hash, (position.cell + 1) * 8 + position.animal + 1)
    return mix(mix(hash, position.picks), _site(position, position.origin) * 65536 + _site(position, position.target))


def _site(position: ExplorersPosition, node: i64) -> i64:
    """A region by its cell; the other places of a Viking, and no place, by themselves."""
    if node < 0 or node >= components.NODES:
        return node + 1
    return 512 + islands.cell_of(position, node // components.REGIONS) * components.REGIONS + node % components.REGIONS


def _board_sum(position: ExplorersPosition) -> i64:
    sum: i64 = 0
    for tile in range(i64(components.ALL_TILES)):
        lies = i64(position.lies[tile])
        if lies >= 0:
            type = i64(position.tables.type_of[tile]) * 2 + 2 if tile < moves.TILES else 0
            if position.enemies & bit(tile):
                type += 1
            hash = mix(type * 65536 + lies, i64(position.land[tile * components.REGIONS]))
            hash = mix(hash, i64(position.land[tile * components.REGIONS + 1]))
            sum = (sum + mix(hash, i64(position.land[tile * components.REGIONS + 2]))) & full(62)
    for at in range(len(position.outposts)):
        sum = (sum + mix(i64(position.outposts[at]), 1)) & full(62)
    return sum


def _vikings_sum(position: ExplorersPosition, seat: i64) -> i64:
    sum: i64 = 0
    for at in range(seat * pieces.VIKINGS, seat * pieces.VIKINGS + pieces.VIKINGS):
        sum = (sum + mix(_site(position, i64(position.vikings[at])), 2)) & full(62)
    return sum


def _tiles_sum(position: ExplorersPosition, tiles: i64) -> i64:
    sum: i64 = 0
    while tiles:
        sum = (sum + mix(i64(position.tables.type_of[lowest(tiles)]), 3)) & full(62)
        tiles &= tiles - 1
    return sum


def _mix_seat(position: ExplorersPosition, viewer: i64, seat: i64, hash: i64) -> i64:
    hash = mix(hash, _site(position, position.word(seat, pieces.LONGSHIP)))
    for field in range(pieces.CARGO, pieces.WORDS):
        hash = mix(hash, position.word(seat, field))
    if position.phase != phases.CHOOSE_CAPTAIN or seat == viewer:
        hash = mix(hash, position.word(seat, pieces.CAPTAIN) * 16 + position.word(seat, pieces.OTHER_CAPTAIN) + 1)
    chosen = position.word(seat, pieces.CHOSEN)
    return mix(hash, chosen if seat == viewer or chosen == 0 else 1)
