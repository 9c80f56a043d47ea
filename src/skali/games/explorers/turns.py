"""Turns: their beginning and end, the draw, and the end of the game (XN-034 to XN-037, XN-113 to XN-119, XN-155 to XN-161)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit, members_of, nth, popcount
from skali.core.protocol import Event, all_but, only
from skali.games.explorers import actions, placing, setup
from skali.games.explorers.components import ITEMS
from skali.games.explorers.moves import TILES
from skali.games.explorers.phases import OVER
from skali.games.explorers.pieces import HAND, KNOWN

if TYPE_CHECKING:
    from skali.games.explorers.state import ExplorersState

ACTION_POINTS: Final = 4
SOLO_DRAW: Final = 3


def begin_turn(state: ExplorersState, seat: i64, events: list[Event] | None) -> None:
    """A new turn: alone, three tiles are drawn; then a tile is to be placed (XN-035, XN-155)."""
    state.active = seat
    state.placed = 0
    state.points = ACTION_POINTS
    state.fresh = not state.is_solo() and state.turn > 0
    if events is not None:
        events.append(Event("turn", {"seat": int(seat), "turn": int(state.turn) + 1}))
    if state.is_solo():
        for _ in range(SOLO_DRAW):
            take_from_stack(state, seat)
        if events is not None:
            tiles = tile_list(state, state.word(seat, HAND))
            events.append(Event("drew_solo", {"seat": int(seat), "tiles": tiles}, rule="XN-155"))
    placing.begin(state, events)


def take_from_stack(state: ExplorersState, seat: i64) -> i64:
    """Draws a tile, and that cannot be taken back."""
    state.raised += 1
    return draw_tile(state, seat)


def draw_tile(state: ExplorersState, seat: i64) -> i64:
    """Draws a tile; which one, nobody else has seen, so the others no longer know what is in the stack (XN-023, XN-113)."""
    tile = nth(state.stack, state.rng.below(popcount(state.stack)))
    state.stack ^= bit(tile)
    state.put_word(seat, HAND, state.word(seat, HAND) | bit(tile))
    for other in range(state.seats):
        state.put_word(other, KNOWN, still_known(state, state.word(other, KNOWN), tile) if other == seat else 0)
    return tile


def still_known(state: ExplorersState, known: i64, drawn: i64) -> i64:
    """What a seat still knows to be in the stack after its own draw: one tile less of the kind drawn.

    Equal tiles cannot be told apart: the one drawn may be the one that was put back, even if it is another.
    """
    tile = drawn if known & bit(drawn) else placing.tile_of_type(state, known, i64(state.tables.type_of[drawn]))
    return known if tile < 0 else known & ~bit(tile)


def discard_hand(state: ExplorersState, rule: str, events: list[Event] | None) -> None:
    """Alone: what is still in hand leaves the game (XN-157, XN-160)."""
    hand = state.word(state.active, HAND)
    if hand and events is not None:
        events.append(Event("discarded", {"seat": int(state.active), "tiles": tile_list(state, hand)}, rule=rule))
    state.discarded |= hand
    state.put_word(state.active, HAND, 0)


def begin_actions(state: ExplorersState) -> None:
    actions.ask(state)


def end_turn(state: ExplorersState, events: list[Event] | None) -> None:
    """Draws a tile if one was placed and one is left, then ends the game or begins the next turn (XN-113 to XN-118, XN-161)."""
    seat = state.active
    state.turn += 1
    if not state.is_solo() and state.stack and state.placed:
        tile = take_from_stack(state, seat)
        if events is not None:
            left = int(popcount(state.stack))
            data = {"seat": int(seat), "left": left}
            name = state.tables.type_names[state.tables.type_of[tile]]
            item = ITEMS[state.tables.item[tile]]
            events.append(Event("drew", {**data, "tile": name, "item": item}, only(seat), "XN-113"))
            events.append(Event("drew_unseen", data, all_but(seat), "XN-113"))
    if is_last_turn(state):
        end_game(state, events)
    else:
        begin_turn(state, (seat + 1) % state.seats, events)


def is_last_turn(state: ExplorersState) -> bool:
    """Whether the turn that ends now was the last one (XN-116, XN-118, XN-161)."""
    if state.is_solo():
        return state.stack == 0
    return state.turn == TILES or state.word(setup.winter_seat(state), HAND) == 0


def end_game(state: ExplorersState, events: list[Event] | None) -> None:
    state.phase = OVER
    state.points = 0
    state.offered = 0
    if not state.is_solo():
        state.raised += 1  # tiles left in hands are shown
    if events is not None:
        scores = [int(state.score(seat)) for seat in range(state.seats)]
        events.append(Event("game_over", {"points": scores}, rule="XN-119"))


def tile_list(state: ExplorersState, tiles: i64) -> list[str]:
    """The types of a set of tiles, by name."""
    tables = state.tables
    return [tables.type_names[tables.type_of[tile]] for tile in members_of(tiles)]
