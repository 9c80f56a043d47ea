"""What the views and prompts of Cairns look like."""

from typing import Annotated, Final, Literal, TypedDict


class Stone(TypedDict):
    cell: Annotated[list[int], 2]
    seat: int
    height: Literal["low", "tall"]


class View(TypedDict):
    seats: int
    stones: list[Stone]
    awaiting: list[int]


class LayStone(TypedDict):
    tall: int


PROMPTS: Final = {"stone": LayStone}
