"""Tokens on the board: livestock, settlements and enemy ships, how they come there and how they are won (XN-049 to XN-054, XN-086
to XN-089, XN-095 to XN-098)."""

from __future__ import annotations

from mypy_extensions import i32, i64

from skali.core.bits import bit, popcount
from skali.core.protocol import Event
from skali.games.explorers import components, islands, moves, pieces
from skali.games.explorers.position import ExplorersPosition


def add_token(position: ExplorersPosition, tile: i64, events: list[Event] | None) -> None:
    """One token of the illustrated kind on a new tile, while the supply lasts (XN-049 to XN-054)."""
    item = i64(position.tables.item[tile])
    node = tile * components.REGIONS + i64(position.tables.item_region[tile])
    cell = islands.axial_of(position, tile) if events is not None else []
    if item == components.ENEMY_SHIP:
        if position.deadly + position.safe > popcount(position.enemies):
            position.enemies |= bit(tile)
            if events is not None:
                events.append(Event("enemy_ship", {"cell": cell}, rule="XN-052"))
    elif item == components.SETTLEMENT:
        strength = draw_settlement(position)
        if strength:
            position.land[node] = i32(i64(position.land[node]) | (strength << pieces.STRENGTH))
            if events is not None:
                events.append(Event("settlement", {"cell": cell, "strength": int(strength)}, rule="XN-051"))
    elif pieces.number_of(position.supply, item):
        position.supply -= pieces.one_of(item)
        position.land[node] = i32(i64(position.land[node]) + pieces.one_of(item))
        if events is not None:
            events.append(Event("livestock", {"cell": cell, "animal": moves.LIVESTOCK[item]}, rule="XN-050"))


def draw_settlement(position: ExplorersPosition) -> i64:
    """The strength of a settlement token drawn at random, 0 if there is none left (XN-051)."""
    left_over = position.strengths
    total = pieces.number_of_all(left_over, pieces.SETTLEMENT_BITS)
    if total == 0:
        return 0
    position.barriers += 1
    left = position.rng.below(total)
    at: i64 = 0
    while left >= (left_over >> (4 * at)) & 15:
        left -= (left_over >> (4 * at)) & 15
        at += 1
    position.strengths -= bit(4 * at)
    return at + 2


def raid(position: ExplorersPosition, node: i64, events: list[Event] | None) -> None:
    """The settlement falls as soon as enough own Vikings are on its land region (XN-095 to XN-098)."""
    seat = position.active
    strength = i64(position.land[node]) >> pieces.STRENGTH
    if strength == 0 or position.vikings_at(seat, node) < strength:
        return
    position.land[node] = i32(i64(position.land[node]) - (strength << pieces.STRENGTH))
    position.put_word(seat, pieces.SETTLEMENTS, position.word(seat, pieces.SETTLEMENTS) + bit(4 * (strength - 2)))
    if events is not None:
        cell = islands.axial_of(position, node // components.REGIONS)
        events.append(Event("raided", {"seat": int(seat), "cell": cell, "strength": int(strength)}, rule="XN-095"))


def holds_enemy_ship(position: ExplorersPosition, node: i64) -> bool:
    """Whether an enemy ship lies in a sea region; other seas of its tile are free (XN-086)."""
    tile = node // components.REGIONS
    if tile >= moves.TILES or not position.enemies & bit(tile):
        return False
    return node % components.REGIONS == i64(position.tables.item_region[tile])


def fight(position: ExplorersPosition, tile: i64, events: list[Event] | None) -> None:
    """The ship is destroyed and turned up; the back may cost a Viking (XN-087 to XN-089).

    No back is known to anybody before, so it is drawn now, from all ships not turned up yet.
    """
    seat = position.active
    position.enemies ^= bit(tile)
    position.barriers += 1
    dies = position.rng.below(position.deadly + position.safe) < position.deadly
    if dies:
        position.deadly -= 1
        position.move_viking(seat, pieces.ABOARD, pieces.DEAD)
    else:
        position.safe -= 1
    position.put_word(seat, pieces.SHIPS, position.word(seat, pieces.SHIPS) + 1)
    if events is not None:
        back = "viking_dies" if dies else "safe"
        data = {"seat": int(seat), "cell": islands.axial_of(position, tile), "back": back}
        events.append(Event("fought", data, rule="XN-088"))
