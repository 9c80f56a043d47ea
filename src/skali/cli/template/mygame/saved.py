"""What is saved of a position, and what must be true of it beyond the bounds of each value."""

from typing import Any

from skali.core import Bag, LoadError
from skali.core.layout import Layout, Luck, Name, Number, Row, Special, Value, must_have_a_choice

from mygame import phases
from mygame.moves import KINDS
from mygame.position import MyGamePosition

SHELLS = Row(KINDS, Number(0, 50))


def layout(position: MyGamePosition) -> Layout:
    return Layout(
        Value("seats", Number(position.seats, position.seats)),
        Value("phase", Name(phases.NAMES)),
        Value("active", Number(0, position.seats - 1)),
        Value("barrier", Number(0, 1_000_000), "barriers"),
        Special("bag", lambda at: at.bag.to_list(), read_bag),
        Value("beach", SHELLS),
        Value("hands", Row(position.seats, SHELLS)),
        Value("rows", Row(position.seats, SHELLS)),
        Special("known", lambda at: at.known.to_list(), lambda at, saved: at.known.load(saved)),
        Luck(),
    )


def read_bag(position: MyGamePosition, saved: Any) -> None:
    position.bag = Bag(SHELLS.read(saved, "bag"))


def to_dict(position: MyGamePosition) -> dict[str, Any]:
    return layout(position).write(position, position.options)


def read(position: MyGamePosition, data: dict[str, Any]) -> None:
    """Fills a new position from saved data; a ``LoadError`` says what is wrong."""
    layout(position).read(position, data)
    everywhere = [position.bag.to_list(), position.beach, *position.hands, *position.rows]
    if [sum(counts) for counts in zip(*everywhere)] != position.tables.counts:
        raise LoadError("shells are missing, or there are too many")
    for place, hand in enumerate(position.hands):
        for viewer in range(position.seats + 1):
            if any(known > held for known, held in zip(position.known.seen(viewer, place), hand)):
                raise LoadError(f"somebody has seen a shell in the hand of seat {place} that is not there")
    must_have_a_choice(position)
