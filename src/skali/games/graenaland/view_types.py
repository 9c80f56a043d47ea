"""What the views and prompts of Graenaland look like. The client's types are made from this."""

from typing import Final, Literal, NotRequired, TypedDict

Counts = dict[str, int]
"""Resources or cards by name, only what is there."""


class HeroAt(TypedDict):
    seat: int
    hero: str


class VoteSource(TypedDict):
    seat: int
    source: Literal["colonies", "warrior", "silenced", "priest", "minstrel", "palisade"]
    votes: int
    rule: str


class Territory(TypedDict):
    id: str
    terrain: str
    row: Literal["coast", "inland"]
    column: int
    adjacent: list[str]
    village_price: Counts
    improvement_symbol: str
    building_slots: bool
    villages: list[int]
    buildings: dict[str, int | None]
    colonies: list[int]
    works: list[str]
    heroes: list[HeroAt]
    cards: Counts
    face_down: int
    limit: int
    votes: list[int]
    votes_needed: int
    vote_sources: list[VoteSource]
    emptied: bool
    arrived: list[int]


class SupplyCard(TypedDict):
    id: str
    card: str


class Pledged(TypedDict):
    back: str
    card: str
    id: NotRequired[str]


class Player(TypedDict):
    objectives: NotRequired[int]
    missing: NotRequired[int]
    army: int
    houses: int
    markets: int
    heroes: dict[str, str]
    waiting: dict[str, str]
    backs: Counts
    seen: dict[str, Counts] | None
    seen_supply: list[SupplyCard]
    pledged: list[Pledged]
    offers: Counts
    standing: Counts
    minstrel_first: bool


class Hand(TypedDict):
    kinds: Counts
    cards: dict[str, Counts]
    supply: list[SupplyCard]


class Supply(TypedDict):
    display: list[SupplyCard]
    deck: int
    discard: list[SupplyCard]


class Deck(TypedDict):
    left: int
    discard: Counts
    made_of: Counts


class Proposal(TypedDict):
    proposer: int
    territory: NotRequired[str]
    shares: NotRequired[list[list[str]]]
    next: NotRequired[str]
    left: NotRequired[int]
    floor: NotRequired[int]


class Offer(TypedDict):
    project: str
    unit: NotRequired[str]
    territory: NotRequired[str]
    price: Counts
    lacks: Counts
    short: int
    sites: list[str]


class Project(TypedDict):
    builder: int
    project: str | None
    territory: str | None
    unit: str | None
    price: Counts | None
    gifts_left: list[int]
    markets_left: int
    market_uses: int
    supply_taken: bool
    joint_used: bool
    builders_to_come: int
    ways: NotRequired[list[Counts]]
    asked: NotRequired[str]
    offers: NotRequired[list[Offer]]


class JointWork(TypedDict):
    work: str
    territory: str | None
    open: Counts | None
    floor: NotRequired[int]


class VictoryCard(TypedDict):
    id: str
    levels: dict[str, list[int]]
    shades: dict[str, str]


class Conditions(TypedDict):
    mode: Literal["conditions"]
    needed: int
    objectives: Counts


class VictoryCards(TypedDict):
    mode: Literal["cards"]
    needed: int
    dealt: list[str]
    cards: dict[str, VictoryCard]
    offered: list[VictoryCard]
    revealed: list[int]


class Claimed(TypedDict):
    claimed: int


class Plan(TypedDict):
    moves: list[str]
    points: int
    hand: Hand
    step: str
    project: Project | None
    colonies: list[int]
    army: int


class Talk(TypedDict):
    mode: Literal["honour", "strict"]
    open: bool
    not_about: str
    about: str
    rule: str


class View(TypedDict):
    game: Literal["graenaland"]
    awaiting: list[int]
    phase: str
    mode: Literal["leading", "granted", "final"]
    turn: int
    round: int
    cap: int
    grant: bool
    first: int
    leader: int
    proposers: list[int]
    army_track: int
    three_player_rules: bool
    territories: list[Territory]
    players: list[Player]
    hand: Hand | None
    supply: Supply
    decks: dict[str, Deck]
    tokens: Counts
    prices: dict[str, Counts]
    proposal: Proposal | None
    order: str | None
    vote: Literal["accept", "refuse"] | None
    project: Project | None
    joint: JointWork | None
    placements: int
    crowded: str | None
    victory: Conditions | VictoryCards
    plan: Plan | Claimed | None
    winner: int | None
    talk: Talk


class Nothing(TypedDict):
    pass


class InTerritory(TypedDict):
    territory: str


class KeepCard(TypedDict):
    cards: list[str]


class HeroOrder(TypedDict):
    to: dict[str, dict[str, str]]


class Allotment(TypedDict):
    territory: str
    card: str


class Vote(TypedDict):
    seat: int
    territory: str
    needed: int
    yours: list[str]
    votes: int


class Claim(TypedDict):
    points: int


class PlanMenu(TypedDict):
    points: int
    markets: int


class Menu(TypedDict):
    supply_due: bool
    markets: int


class Site(TypedDict):
    project: str


class Payment(TypedDict):
    kind: str
    price: list[str]
    ways: list[Counts]


class Gift(TypedDict):
    to: int
    territory: str


class HeroSeat(TypedDict):
    hero: str
    territory: str


class JointSite(TypedDict):
    work: str


class OpenWork(TypedDict):
    work: str
    territory: str
    open: list[str]


PROMPTS: Final = {
    "first_place": Nothing,
    "second_place": Nothing,
    "camp": InTerritory,
    "victory_card": KeepCard,
    "hero_order": HeroOrder,
    "proposal": Nothing,
    "allotment": Allotment,
    "vote": Vote,
    "claim": Claim,
    "plan": PlanMenu,
    "plan_building_site": Site,
    "plan_unit": Nothing,
    "plan_payment": Payment,
    "plan_gift": Gift,
    "plan_hero_seat": HeroSeat,
    "menu_leading": Menu,
    "menu_granted": Menu,
    "menu_final": Menu,
    "supply_card": Nothing,
    "building_site": Site,
    "unit": Nothing,
    "payment": Payment,
    "gift": Gift,
    "hero_seat": HeroSeat,
    "joint_kind": Nothing,
    "joint_site": JointSite,
    "pledge": OpenWork,
    "joint_decision": OpenWork,
    "grantee": Nothing,
}
