"""What the views and prompts of Eketorp look like. The client's types are made from this."""

from typing import Final, Literal, NotRequired, TypedDict

Brick = Literal["grass", "wood", "clay", "stone"]
Engine = Literal["catapult", "boat", "ram"]


class Place(TypedDict):
    """A storage field, or a siege place of a castle."""

    field: NotRequired[str]
    castle: NotRequired[int]
    engine: NotRequired[Engine]


class Shows(TypedDict):
    field: str
    brick: Brick
    bricks: int


class Material(TypedDict):
    card: str
    shows: list[Shows]
    reconstructed: bool
    turned: list[str]
    left: int
    removed: int


class StorageField(TypedDict):
    field: str
    brick: Brick | None
    bricks: int
    vikings: list[int]
    status: Literal["quiet", "contested", "peaceful"]


class Loot(TypedDict):
    seat: int
    brick: Brick


class SiegeField(TypedDict):
    engine: Engine
    sites: list[int]
    vikings: list[int]
    loot: Loot | None
    status: Literal["quiet", "contested", "pending", "carried_out"]


class Castle(TypedDict):
    seat: int
    sites: list[list[Brick]]
    bricks: int
    value: int
    beside: list[Brick]
    home: int
    siege_fields: list[SiegeField]


class Player(TypedDict):
    seat: int
    hand_size: int
    hand: list[int] | None
    known: list[int]
    holds_high: bool
    tray: list[int]
    amulets: int
    amulets_at_start: int
    given_up: int
    given_up_cards: list[int] | None
    given_up_high: bool
    vikings: int
    carried: list[Brick]
    ready: bool
    score: int


class ShownHand(TypedDict):
    seat: int
    cards: list[int]


class Piles(TypedDict):
    draw: int
    draw_known: list[int]
    discard: int
    discard_known: list[int]
    unseen: list[int]
    weak_hands: list[ShownHand]


Plan = TypedDict("Plan", {"left": int, "fields": list[int], "sieges": list[list[int | Engine]], "from": int})


class Odds(TypedDict):
    """Of one card, in a thousand."""

    card: int
    win: int
    tie: int
    lose: int


class Battle(TypedDict):
    kind: Literal["siege", "fight"]
    place: Place
    initiator: int
    opponent: int | None
    opponents: list[int]
    defended: bool | None
    exchanging: int | None
    my_card: int | None
    odds: list[Odds] | None
    damage: int | None
    sites: list[int]
    removed: list[Brick]


class View(TypedDict):
    game: Literal["eketorp"]
    awaiting: list[int]
    phase: Literal["deploy", "call", "opponent", "exchange", "cards", "loot", "keep", "build", "over"]
    round: int
    rounds: int
    start_player: int
    active: int
    material: Material
    fields: list[StorageField]
    castles: list[Castle]
    hospital: list[list[int]]
    hospital_exit: Literal["reach_last", "past_last"]
    supply: dict[str, int]
    values: dict[str, int]
    """What a brick of each kind is worth."""
    places: int
    """For how many bricks a castle has room."""
    players: list[Player]
    piles: Piles
    plan: Plan | None
    battle: Battle | None
    settled: bool
    scores: list[int]


class Nothing(TypedDict):
    pass


class Room(Place):
    """How many more Vikings may be sent to a place."""

    room: int


class Deploy(TypedDict):
    left: int
    room: list[Room]


class Exchange(TypedDict):
    count: int
    amulets: int
    other: int


class Card(Place):
    other: int


class TakeLoot(TypedDict):
    damage: int
    castle: int
    sites: list[int]


class Keep(TypedDict):
    bricks: list[Brick]


class Build(TypedDict):
    bricks: list[Brick]
    left: int
    site: int
    room: list[int]


PROMPTS: Final = {
    "deploy": Deploy,
    "ready": Deploy,
    "call": Nothing,
    "opponent": Nothing,
    "exchange": Exchange,
    "card_at_castle": Card,
    "card_at_field": Card,
    "card_besieging": Card,
    "card_besieging_empty": Card,
    "card_defending": Card,
    "card_defending_empty": Card,
    "loot": TakeLoot,
    "keep": Keep,
    "build": Build,
}
