"""The course of a game: captains, then turn by turn tiles and actions, until the last turn (XN-027 to XN-037, XN-060, XN-113 to
XN-119, XN-155 to XN-161)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import popcount
from skali.core.protocol import Event, all_but, only
from skali.games.explorers import moves, phases, pieces, placement, scoring, stack
from skali.games.explorers.decisions import action, listing
from skali.games.explorers.position import ExplorersPosition

ACTION_POINTS: Final = 4
SOLO_DRAW: Final = 3
SOLO_TILES: Final = 2
"""Tiles placed in a turn of the solo game (XN-156)."""


def go_on(position: ExplorersPosition, events: list[Event] | None) -> None:
    """Goes on until a seat has a choice or the game is over; what has one answer only is not asked."""
    new_turn = False
    choices = position.choices
    choices.count = 0
    while position.phase != phases.OVER and position.phase != phases.CHOOSE_CAPTAIN:
        if position.phase < phases.OVER:
            decision = listing.DECISIONS[position.phase]
            decision.fill(position, position.active, choices)
            if choices.count > 1 or (new_turn and shows_the_hand(position, choices.at(0))):
                return
            decision.play(position, position.active, choices.at(0), events)
            choices.count = 0
        elif position.phase == phases.ACTION_DONE:
            action.ask(position)
        elif position.phase == phases.TILE_PLACED:
            end_placing(position, events)
        elif position.phase == phases.NOTHING_PLACED:
            place_nothing(position, events)
        elif position.phase == phases.NEXT_TILE:
            find_tile(position, events)
        elif position.phase == phases.TURN_BEGINS:
            begin_turn(position, events)
            new_turn = not position.is_solo() and position.turn > 0
        elif position.phase == phases.TURN_ENDED:
            end_turn(position, events)
        else:
            turn_up_captains(position, events)


def shows_the_hand(position: ExplorersPosition, move: i64) -> bool:
    """In a new turn such a move waits for its own seat even if it is forced, so that the turn before can be taken back."""
    return position.phase == phases.CHOOSE_TURN or move == moves.PLACE_NOTHING


# The beginning


def turn_up_captains(position: ExplorersPosition, events: list[Event] | None) -> None:
    """Everybody turns up the captain kept, and the first player is drawn (XN-027, XN-028, XN-032, XN-033)."""
    for seat in range(position.seats):
        if position.word(seat, pieces.CHOSEN) == 2:
            position.put_word(seat, pieces.CAPTAIN, position.word(seat, pieces.OTHER_CAPTAIN))
        position.put_word(seat, pieces.CHOSEN, 1)
        position.put_word(seat, pieces.OTHER_CAPTAIN, pieces.NO_CAPTAIN)
        if events is not None:
            captain = moves.CAPTAINS[position.word(seat, pieces.CAPTAIN)]
            events.append(Event("captain", {"seat": int(seat), "captain": captain}, rule="XN-027"))
    position.first = position.active = position.rng.below(position.seats)
    if events is not None:
        data = {"seat": int(position.first), "winter": int(position.winter_seat())}
        events.append(Event("first_player", data, rule="XN-032"))
    position.phase = phases.TURN_BEGINS


# A turn


def begin_turn(position: ExplorersPosition, events: list[Event] | None) -> None:
    """A new turn: alone, three tiles are drawn; then a tile is to be placed (XN-035, XN-155)."""
    seat = position.active
    position.placed = 0
    position.points = ACTION_POINTS
    if events is not None:
        events.append(Event("turn", {"seat": int(seat), "turn": int(position.turn) + 1}))
    if position.is_solo():
        for _ in range(SOLO_DRAW):
            stack.take_from_stack(position, seat)
        if events is not None:
            tiles = stack.tile_list(position, position.word(seat, pieces.HAND))
            events.append(Event("drew_solo", {"seat": int(seat), "tiles": tiles}, rule="XN-155"))
    position.phase = phases.NEXT_TILE


def find_tile(position: ExplorersPosition, events: list[Event] | None) -> None:
    """Asks for a tile. A hand of which nothing fits is exchanged first, unless nothing in the stack fits either (XN-045 to XN-047).

    Where nothing fits at all, a player says so before others learn it; alone at the table there is nobody to tell.
    """
    position.phase = phases.CHOOSE_TILE
    while not placement.fitting_tiles(position, position.word(position.active, pieces.HAND)):
        if not placement.fitting_tiles(position, position.stack):
            if position.is_solo():
                position.phase = phases.NOTHING_PLACED
            return
        stack.exchange_hand(position, events)


def place_nothing(position: ExplorersPosition, events: list[Event] | None) -> None:
    """Nothing in hand or stack fits: on to the actions; alone, the hand is discarded (XN-047, XN-160)."""
    if events is not None:
        events.append(Event("nothing_fits", {"seat": int(position.active)}, rule="XN-047"))
    if position.is_solo():
        stack.discard_hand(position, "XN-160", events)
    else:
        position.barriers += 1
    position.phase = phases.ACTION_DONE


def end_placing(position: ExplorersPosition, events: list[Event] | None) -> None:
    """On to the actions; alone, a second tile comes first, and the third is discarded (XN-056, XN-156, XN-157)."""
    position.phase = phases.ACTION_DONE
    if position.is_solo():
        if position.placed < SOLO_TILES:
            position.phase = phases.NEXT_TILE
        else:
            stack.discard_hand(position, "XN-157", events)


def end_turn(position: ExplorersPosition, events: list[Event] | None) -> None:
    """Draws a tile if one was placed and one is left; then the next turn, or the end (XN-113 to XN-118, XN-161)."""
    seat = position.active
    position.turn += 1
    if not position.is_solo() and position.stack and position.placed:
        tile = stack.take_from_stack(position, seat)
        if events is not None:
            data = {"seat": int(seat), "left": int(popcount(position.stack))}
            events.append(Event("drew", {**data, **stack.face(position, tile)}, only(seat), "XN-113"))
            events.append(Event("drew_unseen", data, all_but(seat), "XN-113"))
    if was_last_turn(position):
        end_game(position, events)
    else:
        position.active = (seat + 1) % position.seats
        position.phase = phases.TURN_BEGINS


# The end


def was_last_turn(position: ExplorersPosition) -> bool:
    """Whether the turn that ends now was the last one (XN-116, XN-118, XN-161)."""
    if position.is_solo():
        return position.stack == 0
    return position.turn >= moves.TILES or position.word(position.winter_seat(), pieces.HAND) == 0


def end_game(position: ExplorersPosition, events: list[Event] | None) -> None:
    position.phase = phases.OVER
    position.points = position.offered = 0
    if not position.is_solo():
        position.barriers += 1  # tiles left in hands are shown
    if events is not None:
        scores = [int(scoring.score(position, seat)) for seat in range(position.seats)]
        events.append(Event("game_over", {"points": scores}, rule="XN-119"))
