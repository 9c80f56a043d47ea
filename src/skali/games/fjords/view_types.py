"""What the views and prompts of Fjords look like. The client's types are made from this."""

from typing import Annotated, Final, Literal, TypedDict

Cell = Annotated[list[int], 2]
"""Axial coordinates."""


class Tile(TypedDict):
    cell: Cell
    tile: str
    turn: int
    corners: str
    start: bool
    regions: int
    region_corners: list[list[str]]


class Piece(TypedDict):
    cell: Cell
    region: int


class View(TypedDict):
    game: Literal["fjords"]
    awaiting: list[int]
    phase: Literal["source", "place", "hut", "field", "over"]
    round: int
    round_count: int
    starter: int
    active: int
    hidden: dict[str, int]
    hidden_left: int
    open: list[str]
    open_fitting: list[str]
    hand: str | None
    taken: bool
    last: Cell | None
    landscape: list[Tile]
    frontier: list[Cell]
    huts: list[list[Piece]]
    fields: list[list[Piece]]
    huts_left: list[int]
    fields_left: list[int]
    reach: list[list[Piece]]
    rounds: list[list[int]]
    scores: list[int]


class Source(TypedDict):
    hidden: int
    fitting: list[str]


class Place(TypedDict):
    tile: str


class Hut(TypedDict):
    left: int
    cell: Cell


class Field(TypedDict):
    left: int


class TerrainMatch(TypedDict):
    edges: list[int]
    """Edges of the cell, clockwise from the north-east, on which the tile does not match."""


PROMPTS: Final = {"source": Source, "draw": Source, "place": Place, "hut": Hut, "field": Field}
REFUSALS: Final = {"FJ-033": TerrainMatch}
