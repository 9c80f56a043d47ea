"""What a seat may see, by naming it: never the whole position less its secrets."""

from typing import Any

from mygame import phases
from mygame.position import MyGamePosition


def view(position: MyGamePosition, seat: int) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "game": position.rules.key,
        "awaiting": position.awaiting(seat),
        "phase": phases.NAMES[position.phase],
        "active": int(position.active),
        "bag": int(position.bag.total),
        "beach": named(position, position.beach),
        "players": [player(position, place, seat) for place in range(position.seats)],
        "scores": [int(position.score(place)) for place in range(position.seats)],
    }
    if seat >= 0:
        seen["hand"] = named(position, position.hands[seat])
    return seen


def player(position: MyGamePosition, place: int, seat: int) -> dict[str, Any]:
    known = position.known.seen(position.viewer(seat), place)
    return {
        "row": named(position, position.rows[place]),
        "hand_size": sum(position.hands[place]),
        "known": named(position, known),
    }


def named(position: MyGamePosition, counts: list[int]) -> dict[str, int]:
    return {name: count for name, count in zip(position.tables.names, counts) if count}
