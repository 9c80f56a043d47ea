"""What the views and prompts look like: a board in the browser has its types from this, and the kit checks that it is true."""

from typing import Final, Literal, NotRequired, TypedDict


class Player(TypedDict):
    row: dict[str, int]
    hand_size: int
    known: dict[str, int]


class View(TypedDict):
    game: str
    awaiting: list[int]
    phase: Literal["gather", "lay", "over"]
    active: int
    bag: int
    beach: dict[str, int]
    players: list[Player]
    scores: list[int]
    hand: NotRequired[dict[str, int]]


class Gather(TypedDict):
    left: int


class Lay(TypedDict):
    pass


PROMPTS: Final = {"gather": Gather, "lay": Lay}
