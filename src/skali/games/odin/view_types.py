"""What the views and prompts of A Feast for Odin look like. The client's types are made from this."""

from typing import Annotated, Final, Literal, NotRequired, TypedDict

Cell = Annotated[list[int], 2]
"""Row and column of a board."""
Counts = dict[str, int]
"""Items by name, only what is there."""


class Odds(TypedDict):
    sides: int
    rolls: int
    good: int
    percent: int
    faces: list[int]
    cost: NotRequired[int]
    least: NotRequired[int]
    most: NotRequired[int]


class WayNow(TypedDict):
    """One way of a step: what this seat would pay and get now, the chances of a die, the rule that stands in the way."""

    pay: NotRequired[Counts]
    get: NotRequired[Counts]
    odds: NotRequired[Odds]
    fault: str


Space = TypedDict(
    "Space",
    {
        "name": str,
        "column": int,
        "groups": list[str],
        "needs": str,
        "does": list[str],
        "or": list[str],
        "seat": int | None,
        "vikings": int,
        "blocked": bool,
        "fault": NotRequired[str],
        "at_hand": NotRequired[bool],
        "now": NotRequired[list[list[list[WayNow]]]],
    },
)


class Imitation(TypedDict):
    column: int
    seat: int | None
    vikings: int


class Strip(TypedDict):
    strip: int
    items: list[str]


class Exploration(TypedDict):
    board: str
    silver: int
    owner: int | None
    points: int
    column: int


class Emigrated(TypedDict):
    knarr: int
    longship: int


class Bonus(TypedDict):
    cell: Cell
    items: list[str]
    enclosed: bool
    missing: list[Cell]


class Piece(TypedDict):
    item: str
    cell: Cell
    turn: int


class NextIncome(TypedDict):
    cell: Cell
    now: int
    then: int
    missing: list[Cell]


class Board(TypedDict):
    name: str
    grid: list[list[str]]
    covered: list[list[int]]
    pieces: list[Piece]
    income: int
    next_income: list[NextIncome]
    bonuses: list[Bonus]
    minus: int


class Player(TypedDict):
    items: Counts
    vikings: int
    passed: bool
    hand: list[str] | None
    hand_size: int
    played: list[str]
    spent: list[str]
    emigrated: Emigrated
    slots: dict[str, Annotated[list[int], 2]]
    penalties: int
    income: int
    to_serve: int
    minus: int
    boards: list[Board]
    score: int
    lines: Counts


class Roll(TypedDict):
    action: str
    roll: int
    left: int


class LowRoll(Roll):
    missing: int
    pay: dict[str, Counts]


class HighRoll(Roll):
    result: int
    most: int
    swords: Counts


class LowDie(LowRoll):
    odds: Odds


class HighDie(HighRoll):
    odds: Odds


class Laid(TypedDict):
    """A ship or a food on the Banquet Table; ``apart``: a space must stay between it and the one before it."""

    item: str
    width: int
    lies: Literal["", "upright", "lying"]
    apart: bool


class Short(TypedDict):
    """What stays empty, and the points that it costs."""

    penalties: int
    points: int


class Feast(TypedDict):
    """The Banquet Table, and what stays empty with no coin, with one, and so on."""

    table: list[Laid]
    short: list[Short]


class Doing(TypedDict):
    frames: list[list[int]]
    space: str | None
    queue: int
    last_placer: int


class View(TypedDict):
    game: Literal["odin"]
    awaiting: list[int]
    seats: int
    length: Literal["short", "long"]
    decks: str
    phase: str
    round: int
    rounds: int
    starter: int
    active: int
    spaces: list[Space]
    imitation: list[Imitation]
    strips: list[Strip]
    strips_left: int
    strip_pile: list[int]
    exploration: list[Exploration]
    ship_prices: Counts
    oval: list[str]
    buildings_left: Counts
    weapon_pile: Counts
    weapon_discard: Counts
    occupations_left: int
    players: list[Player]
    die: LowDie | HighDie | None
    feast: Feast | None
    doing: Doing
    scores: list[int]


class Nothing(TypedDict):
    pass


class Places(TypedDict):
    """A piece on a board in one orientation: for each cell the rule that forbids it as the piece's first cell, '' if none does.

    The answers lead there; `at` stands for the cell.
    """

    board: str
    turn: int
    drawing: list[str]
    rules: list[list[str]]
    answers: list[str]


class Item(TypedDict):
    item: str
    places: list[Places]


class Shape(TypedDict):
    item: str
    board: str
    shapes: list[list[str]]
    places: list[Places]


class OnBoard(TypedDict):
    item: str
    board: str
    drawing: list[str]
    places: list[Places]


class Count(TypedDict):
    count: int


class Left(TypedDict):
    left: int


class Price(TypedDict):
    price: int


class Offers(TypedDict):
    cards: list[str]


class Way(TypedDict):
    pay: NotRequired[Counts]
    get: NotRequired[Counts]
    does: NotRequired[list[str]]


class Ways(TypedDict):
    ways: list[Way]


class Window(TypedDict):
    window: int


class Upgrade(TypedDict):
    left: int
    steps: Literal["once", "twice", "to_blue"]


class Shift(TypedDict):
    becomes: dict[str, dict[str, str]]


class Flip(Shift):
    left: int


class MoreLoot(TypedDict):
    item: str
    left: int
    swords: Counts


class PayLoot(TypedDict):
    item: str
    count: int


class Turn(TypedDict):
    vikings: int


class Plan(Feast):
    """A way to fill the table: what is served, in this order, the coins beside it, and the spaces that stay empty."""

    name: Literal["cheap", "animals", "silver"]
    serve: list[str]
    coins: int
    penalties: int


class Food(TypedDict):
    left: int
    widths: dict[str, list[int]]
    price: int
    after: dict[str, Feast]
    """The table after each serving."""
    plans: list[Plan]


class Coins(TypedDict):
    left: int
    price: int


class Sale(TypedDict):
    prices: Counts


class HouseBonus(TypedDict):
    item: str
    board: str
    ways: list[Way]


PROMPTS: Final = {
    "board": Item,
    "shape": Shape,
    "cell": OnBoard,
    "strip": Count,
    "return": Count,
    "call_back": Nothing,
    "inspect": Nothing,
    "second": Price,
    "start_card": Nothing,
    "card_before": Nothing,
    "card_after": Nothing,
    "play": Left,
    "draw": Nothing,
    "offers": Offers,
    "weapon": Ways,
    "harvest_window": Window,
    "income_window": Window,
    "feast_window": Window,
    "bonus_window": Window,
    "last_window": Window,
    "arm": Nothing,
    "upgrade": Upgrade,
    "trade": Nothing,
    "shift": Shift,
    "flip": Flip,
    "alternative": Ways,
    "low_roll": LowRoll,
    "high_roll": HighRoll,
    "more_loot": MoreLoot,
    "swords": PayLoot,
    "spears": PayLoot,
    "turn": Turn,
    "food": Food,
    "coins": Coins,
    "fish": Count,
    "explore": Nothing,
    "emigrate": Price,
    "swap_boat": Nothing,
    "follow": Nothing,
    "late": Nothing,
    "sale": Sale,
    "forge": Nothing,
    "fourth": Nothing,
    "outfit": Nothing,
    "house_bonus": HouseBonus,
}
