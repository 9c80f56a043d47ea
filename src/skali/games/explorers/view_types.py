"""What the views and prompts of Explorers of the North Sea look like. The client's types are made from this."""

from typing import Annotated, Final, Literal, NotRequired, TypedDict

Cell = Annotated[list[int], 2]
"""Axial coordinates."""


Join = Literal["", "sea", "land"]
"""How the land or the sea of a tile that has it in two places hangs together; empty where it does not."""


class Way(TypedDict):
    """How a tile can lie in its cell, and the tiles of the islands that it would close."""

    turn: int
    corners: str
    join: Join
    item: str
    item_corners: list[int]
    completes: list[int]


class Fitting(TypedDict):
    cell: Cell
    completes: list[int]


class Piece(TypedDict):
    piece: str
    place: str


Chosen = TypedDict(
    "Chosen",
    {
        "tile": NotRequired[str],
        "cell": NotRequired[Cell],
        "turns": NotRequired[list[Way]],
        "cells": NotRequired[list[Fitting]],
        "points": NotRequired[int],
        "pieces": NotRequired[list[Piece]],
        "from": NotRequired[Cell],
        "land": NotRequired[int],
        "to": NotRequired[Cell],
        "animal": NotRequired[str],
    },
)


class Lie(TypedDict):
    """A turn in which a tile fits, and the tiles of the islands that it would close."""

    turn: int
    completes: list[int]


class TilePlace(TypedDict):
    cell: Cell
    turns: list[Lie]


class Spot(TypedDict):
    """A land or a sea of a tile, by its number there from 1."""

    cell: Cell
    region: int


class Action(TypedDict):
    """A whole action, or a journey of several, with the answers that carry it out. What a fight brings is not in its gain."""

    kind: Literal["load", "unload", "sail", "march", "herd", "build"]
    cost: int
    moves: list[str]
    fights: bool
    gain: int
    way: list[Spot]
    pieces: NotRequired[list[Piece]]
    vikings: NotRequired[int]
    animal: NotRequired[str]
    cell: NotRequired[Cell]
    corner: NotRequired[str]


class Site(TypedDict):
    cell: Cell
    corner: str


class Held(TypedDict):
    tile: str
    fits: bool
    corners: str
    join: Join
    item: str
    item_corners: list[int]
    on: int
    places: list[TilePlace]


class Unturned(TypedDict):
    viking_dies: int
    safe: int


class Supply(TypedDict):
    livestock: dict[str, int]
    settlements: dict[str, int]
    enemy_ships: int
    unturned: Unturned


class Mainland(TypedDict):
    cells: list[Cell]
    barred: list[Cell]
    vikings: list[int]


class Land(TypedDict):
    corners: list[int]
    island: int
    vikings: list[int]
    livestock: dict[str, int]
    settlement: int | None


class Sea(TypedDict):
    corners: list[int]
    sea: int
    longships: list[int]
    enemy_ship: bool


class Tile(TypedDict):
    cell: Cell
    tile: str
    fixed: bool
    turn: int
    corners: str
    join: Join
    distance: int
    lands: list[Land]
    seas: list[Sea]


class Island(TypedDict):
    cells: list[Cell]
    tiles: int
    completed: bool
    open: int
    influence: list[int]
    controllers: list[int]


class Outpost(TypedDict):
    seat: int
    cell: Cell
    corner: str
    cells: list[Cell]


class Captain(TypedDict):
    captain: str
    points: int


class Longship(TypedDict):
    cell: Cell
    sea: int


class Vikings(TypedDict):
    mainland: int
    aboard: int
    ashore: int
    dead: int


class Player(TypedDict):
    captains: list[Captain]
    chosen: bool
    hand: int
    longship: Longship
    aboard: dict[str, int]
    vikings: Vikings
    delivered: dict[str, int]
    enemy_ships: int
    settlements: list[int]
    outposts_left: int
    next_outpost: int
    points: dict[str, int]
    keeps: NotRequired[str]
    left_in_hand: NotRequired[list[str]]


class View(TypedDict):
    game: Literal["explorers"]
    awaiting: list[int]
    phase: str
    solo: bool
    side: str
    turn: int
    turns: int
    active: int | None
    first: int | None
    winter: int | None
    placed: int
    points: int
    chosen: Chosen
    stack: int
    unseen: dict[str, int]
    known_in_stack: list[str]
    discarded: list[str]
    supply: Supply
    hand: list[Held]
    captains: list[str]
    actions: list[Action]
    sites: list[Site]
    frontier: list[Cell]
    mainland: Mainland
    outposts: list[Outpost]
    players: list[Player]
    scores: list[int]
    tiles: list[Tile]
    islands: list[Island]


class ChooseCaptain(TypedDict):
    captains: list[str]


class ChooseTile(TypedDict):
    hand: list[str]
    count: int


class ChooseCell(TypedDict):
    tile: str


class ChooseTurn(TypedDict):
    tile: str
    cell: Cell


class ChooseAction(TypedDict):
    points: int


class Cargo(TypedDict):
    points: int
    pieces: list[Piece]


class MoreCargo(Cargo):
    named: list[str]


Walk = TypedDict("Walk", {"points": int, "from": Cell, "land": int})


class MarchWith(Walk):
    to: Cell


class HerdTo(Walk):
    animal: str


class TerrainMatch(TypedDict):
    edges: list[list[int]]
    """For each turn of the tile the edges of the cell, clockwise from the north-east, on which it does not match.

    Empty for a tile that fits nowhere."""


PROMPTS: Final = {
    "captain": ChooseCaptain,
    "tile": ChooseTile,
    "nothing_fits": ChooseTile,
    "cell": ChooseCell,
    "turn": ChooseTurn,
    "action": ChooseAction,
    "load": Cargo,
    "load_more": MoreCargo,
    "unload": Cargo,
    "unload_more": MoreCargo,
    "sail": ChooseAction,
    "march_from": ChooseAction,
    "march_to": Walk,
    "march_with": MarchWith,
    "herd_from": ChooseAction,
    "herd_animal": Walk,
    "herd_to": HerdTo,
    "build": ChooseAction,
}
REFUSALS: Final = {"XN-041": TerrainMatch}
