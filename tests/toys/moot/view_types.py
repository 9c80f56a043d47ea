"""What the views and prompts of Moot look like."""

from typing import Final, NotRequired, TypedDict


class View(TypedDict):
    seats: int
    phase: str
    round: int
    starter: int
    omen: str
    points: list[int]
    aside: list[int]
    bag: int
    hands: list[int]
    known: list[list[int]]
    awaiting: list[int]
    hand: NotRequired[list[int]]
    offer: NotRequired[list[int]]
    shown: NotRequired[list[list[int]]]


class Omen(TypedDict):
    round: int


class Offer(TypedDict):
    prize: str
    count: int


class Nothing(TypedDict):
    pass


PROMPTS: Final = {"omen": Omen, "offer": Offer, "gift": Nothing, "show": Nothing}
