"""The stack and the hands: drawing, exchanging and discarding tiles (XN-023, XN-045 to XN-048, XN-113, XN-155 to XN-160)."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import bit, members_of, nth, popcount
from skali.core.protocol import EVERYONE, Event, all_but, only
from skali.games.explorers import components, pieces, placement
from skali.games.explorers.position import ExplorersPosition


def take_from_stack(position: ExplorersPosition, seat: i64) -> i64:
    """Draws a tile, and that cannot be taken back."""
    position.barriers += 1
    return draw_tile(position, seat)


def draw_tile(position: ExplorersPosition, seat: i64) -> i64:
    """Draws a tile; which one, nobody else has seen, so the others no longer know what is in the stack (XN-023, XN-113)."""
    tile = nth(position.stack, position.rng.below(popcount(position.stack)))
    position.stack ^= bit(tile)
    position.put_word(seat, pieces.HAND, position.word(seat, pieces.HAND) | bit(tile))
    for other in range(position.seats):
        known = still_known(position, position.word(other, pieces.KNOWN), tile) if other == seat else i64(0)
        position.put_word(other, pieces.KNOWN, known)
    return tile


def still_known(position: ExplorersPosition, known: i64, drawn: i64) -> i64:
    """What a seat still knows to be in the stack after its own draw: one tile less of the kind drawn.

    Equal tiles cannot be told apart: the one drawn may be the one that was put back, even if it is another.
    """
    type = i64(position.tables.type_of[drawn])
    tile = drawn if known & bit(drawn) else placement.tile_of_type(position, known, type)
    return known if tile < 0 else known & ~bit(tile)


def exchange_hand(position: ExplorersPosition, events: list[Event] | None) -> None:
    """The whole hand goes back into the stack and as many tiles are drawn (XN-045, XN-048)."""
    seat = position.active
    returned = position.word(seat, pieces.HAND)
    number = popcount(returned)
    position.stack |= returned
    position.put_word(seat, pieces.HAND, 0)
    if not position.is_solo():
        position.put_word(seat, pieces.KNOWN, position.word(seat, pieces.KNOWN) | returned)
    for _tile in range(number):
        draw_tile(position, seat)
    position.barriers += 1
    if events is not None:
        drawn = tile_list(position, position.word(seat, pieces.HAND))
        data = {"seat": int(seat), "returned": tile_list(position, returned), "tiles": drawn}
        events.append(Event("exchanged", data, EVERYONE if position.is_solo() else only(seat), "XN-045"))
        if not position.is_solo():
            unseen = {"seat": int(seat), "count": int(number)}
            events.append(Event("exchanged_unseen", unseen, all_but(seat), "XN-045"))


def discard_hand(position: ExplorersPosition, rule: str, events: list[Event] | None) -> None:
    """Alone: what is still in hand leaves the game (XN-157, XN-160)."""
    hand = position.word(position.active, pieces.HAND)
    if hand and events is not None:
        data = {"seat": int(position.active), "tiles": tile_list(position, hand)}
        events.append(Event("discarded", data, rule=rule))
    position.discarded |= hand
    position.put_word(position.active, pieces.HAND, 0)


def tile_list(position: ExplorersPosition, tiles: i64) -> list[str]:
    """The types of a set of tiles, by name."""
    return [position.tile_name(tile) for tile in members_of(tiles)]


def face(position: ExplorersPosition, tile: i64) -> dict[str, object]:
    """What a tile shows, for an event."""
    return {"tile": position.tile_name(tile), "item": components.ITEMS[position.tables.item[tile]]}
