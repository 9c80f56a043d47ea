"""From a full bag to the first turn (MG-003, MG-014)."""

from typing import Any

from mygame.position import MyGamePosition

BEACH_PER_SEAT = 2


def deal(position: MyGamePosition) -> None:
    options: Any = position.options
    for _ in range(BEACH_PER_SEAT * position.seats):
        position.beach[position.bag.draw(position.rng)] += 1
    for hand in position.hands:
        for _ in range(options.hand_size):
            hand[position.bag.draw(position.rng)] += 1
