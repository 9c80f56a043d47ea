"""What a seat cannot know in Fjords: only the luck to come. The pile is a bag whose content both players can deduce."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import lowest, mix
from skali.core.protocol import State
from skali.games.fjords import components, landscape, moves
from skali.games.fjords.position import FjordsPosition


def determinize(position: FjordsPosition, seed: int) -> State:
    """The same position with another luck to come."""
    twin = position.copy()
    twin.reseed(seed)
    return twin


def key(position: FjordsPosition) -> i64:
    """A hash of all that both players see."""
    turn = position.phase * 64 + position.active * 32 + position.round * 4 + position.starter
    key = mix(mix(turn, 0), position.history)
    key = mix(mix(key, position.huts(0)), position.huts(1))
    key = mix(mix(key, position.own(0)), position.own(1))
    key = mix(key, position.last)
    # Tiles count by their types, because nobody can tell two of a type apart; what is hidden follows from the rest.
    if position.hand != components.NO_TILE:
        key = mix(key, i64(position.type_of[position.hand]) * 2 + i64(position.taken))
    tiles = position.open
    while tiles:
        key = mix(key, 128 + i64(position.type_of[lowest(tiles)]))
        tiles &= tiles - 1
    for cell in position.laid:
        key = mix(key, i64(cell) * 64 * moves.TURNS + landscape.looks_at(position, i64(cell)) + 256)
    return key
