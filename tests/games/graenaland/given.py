"""Positions for the rule tests, said in the words of the rulebook: ``given(4).villages("P1", 2, 1).hand(0, "grain 2")``.

A position starts from the standard start with seat 0 as first player and leader: villages and warriors on their start places,
empty hands, nothing beside the territories. Cards that are put somewhere come out of their decks.
"""

from typing import Any, Self

from skali.core import Rng
from skali.games.graenaland import Graenaland, GraenalandOptions
from skali.kit.table import Table

GAME = Graenaland()
TERRAINS = ("plains", "forest", "hills", "mountains")
RESOURCES = ("grain", "cattle", "wood", "ore", "gold")
HEROES = ("warrior", "priest", "minstrel")
BUILDINGS = ("keep", "church", "hall")
WORKS = ("road", "improvement", "market", "palisade")
PROJECTS = ("village", *BUILDINGS, "army", *WORKS)
SUPPLY = ["/".join(sorted(item["symbols"], key=RESOURCES.index)) for item in GAME.components.data["supply"]]
VICTORY_CARDS = [item["id"] for item in GAME.components.data["victory_card"]]


class Given:
    def __init__(self, seats: int, **options: Any) -> None:
        self.seats = seats
        chosen = GraenalandOptions(**options)
        data = GAME.start(seats, 1, chosen).to_dict()
        places = range(2 * seats - 1)
        deck = [int(count) for count in GAME.tables.deck]
        data |= {
            "phase": "hero_orders",
            "barrier": 0,
            "first": 0,
            "leader": 0,
            "active": 0,
            "turn": 0,
            "asked": list(range(1, seats)),
            "answered": [],
            "deck": deck,
            "discard": [0] * 20,
            "hands": [[0] * 20 for _ in range(seats)],
            "up": [[0] * 5 for _ in places],
            "down": [[] for _ in places],
            "known": [0] * len(data["known"]),
            "display": [0, 5, 10, 15],
            "supply_deck": [card for card in range(16) if card % 5],
            "supply_discard": [],
            "villages": [[0] * seats for _ in places],
            "heroes": [[-1, -1, -1] for _ in range(seats)],
            "arrived": [[0] * seats for _ in places],
            "placements": 0,
            "arrivals": 0,
        }
        self.data = data
        for place, (first, second) in enumerate(GAME.tables.starts[seats]):
            data["villages"][first][place] = data["villages"][second][place] = 1
            data["heroes"][place][0] = first
        if chosen.victory == "cards":
            data["dealt"] = [[3 * seat, 3 * seat + 1, 3 * seat + 2] for seat in range(seats)]
            data["kept"] = [3 * seat for seat in range(seats)]

    def site(self, name: str) -> int:
        return int(self.data["island"].index(name))

    # The island

    def villages(self, name: str, *counts: int) -> Self:
        """Villages in a territory, by seat from seat 0 on."""
        self.data["villages"][self.site(name)] = [*counts, *[0] * (self.seats - len(counts))]
        return self

    def nobody_anywhere(self) -> Self:
        """No village and no hero."""
        for name in self.data["island"]:
            self.villages(name)
        self.data["heroes"] = [[-1, -1, -1] for _ in range(self.seats)]
        return self

    def building(self, kind: str, name: str, seat: int) -> Self:
        """A building, and its hero waiting or standing must be given too."""
        self.data["buildings"][self.site(name)][BUILDINGS.index(kind)] = seat
        return self

    def works(self, name: str, *works: str) -> Self:
        self.data["works"][self.site(name)] = sum(1 << WORKS.index(work) for work in works)
        return self

    def hero(self, seat: int, hero: str, name: str | None) -> Self:
        self.data["heroes"][seat][HEROES.index(hero)] = -1 if name is None else self.site(name)
        return self

    def waiting(self, seat: int, hero: str, name: str) -> Self:
        self.data["waiting"][seat][HEROES.index(hero)] = self.site(name)
        return self

    def army(self, seat: int, strength: int) -> Self:
        self.data["armies"][seat] = strength
        return self

    # Cards

    def take(self, face: str, back: str) -> int:
        """A card out of its deck: its type."""
        type = TERRAINS.index(back) * 5 + RESOURCES.index(face)
        assert self.data["deck"][type], f"the {back} deck has no {face} left"
        self.data["deck"][type] -= 1
        return type

    def lying(self, name: str, up: str = "", down: str = "") -> Self:
        """Cards beside a territory: face up, and face down from the oldest to the newest."""
        site = self.site(name)
        back = TERRAINS[int(GAME.tables.terrain[GAME.tables.tile_names.index(name)])]
        for face in up.split():
            self.data["up"][site][self.take(face, back) % 5] += 1
        for face in down.split():
            self.data["down"][site].append(self.take(face, back) % 5)
        return self

    def hand(self, seat: int, cards: str) -> Self:
        """Cards such as ``grain 2 wood@hills 1 gold 1 grain/ore 1``; without a back, from the deck with most of them."""
        words = cards.split()
        for name, count in zip(words[::2], words[1::2], strict=True):
            for _ in range(int(count)):
                self.give(seat, name)
        return self

    def give(self, seat: int, name: str) -> None:
        if "/" in name:
            deck, display = self.data["supply_deck"], self.data["display"]
            card = next(card for card in (*deck, *display) if SUPPLY[card] == name)
            if card in display:
                display[display.index(card)] = deck[0]
                deck[0] = card
            deck.remove(card)
            self.data["supplies"][seat].append(card)
            return
        face, _, back = name.partition("@")
        if not back:
            back = max(TERRAINS, key=lambda each: self.data["deck"][TERRAINS.index(each) * 5 + RESOURCES.index(face)])
        self.data["hands"][seat][self.take(face, back)] += 1

    def deck(self, back: str, cards: str = "") -> Self:
        """Leaves only these cards in a deck; the rest of it lies in the discard."""
        first = TERRAINS.index(back) * 5
        kept = [cards.split().count(face) for face in RESOURCES]
        for face in range(5):
            self.data["discard"][first + face] += self.data["deck"][first + face] - kept[face]
            self.data["deck"][first + face] = kept[face]
        return self

    def no_discards(self, back: str, keeper: int = 0) -> Self:
        """All discards of a back, and its deck, are in the hand of one player."""
        first = TERRAINS.index(back) * 5
        for pile in ("discard", "deck"):
            for type in range(first, first + 5):
                self.data["hands"][keeper][type] += self.data[pile][type]
                self.data[pile][type] = 0
        return self

    def display(self, *kinds: str) -> Self:
        """The supply cards on display; the other cards of the former display go to the deck."""
        self.data["supply_deck"] = sorted(self.data["supply_deck"] + self.data["display"])
        self.data["display"] = []
        for kind in kinds:
            card = next(card for card in self.data["supply_deck"] if SUPPLY[card] == kind)
            self.data["supply_deck"].remove(card)
            self.data["display"].append(card)
        return self

    def keeps(self, seat: int, card: str) -> Self:
        """The victory card of a seat; the others move over."""
        number = VICTORY_CARDS.index(card)
        for other in range(self.seats):
            if number in self.data["dealt"][other]:
                old = self.data["dealt"][seat][0]
                self.data["dealt"][other][self.data["dealt"][other].index(number)] = old
                if self.data["kept"][other] == number:
                    self.data["kept"][other] = old
                break
        self.data["dealt"][seat][0] = number
        self.data["kept"][seat] = number
        return self

    def luck(self, seed: int) -> Self:
        self.data["rng"] = Rng(seed).to_list()
        return self

    def turn(self, number: int) -> Self:
        self.data["turn"] = number
        return self

    def leader(self, seat: int) -> Self:
        self.data["leader"] = seat
        self.data["asked"] = [each for each in range(self.seats) if each != seat]
        return self

    # Where the turn stands

    def orders(self) -> Table:
        """Hero movement: everybody but the leader owes an order."""
        return self.table()

    def build(self, supply_taken: bool = False) -> Table:
        """The leader's build phase, between projects."""
        self.data |= {"phase": "menu", "asked": [], "active": self.data["leader"], "builder": self.data["leader"]}
        self.data["supply_taken"] = supply_taken
        if supply_taken and len(self.data["display"]) == 4:
            self.data["supply_deck"].append(self.data["display"].pop())
        return self.table()

    def final(self, builder: int, winner: int = 0, left: int = 0) -> Table:
        """The final building of a player, with so many more to come."""
        self.data |= {"phase": "menu", "asked": [], "active": builder, "builder": builder, "mode": "final"}
        self.data |= {"winner": winner, "final_left": left}
        return self.table()

    def end_of_build(self) -> Table:
        """The leader has taken his supply card and can end."""
        return self.build(supply_taken=True)

    def production(self) -> Table:
        """The next turn's production has just run: the player before the leader has ended his build phase."""
        leader = self.data["leader"]
        self.leader((leader - 1) % self.seats)
        table = self.end_of_build()
        table.plays("end")
        return table

    def distribution(self) -> Table:
        """All heroes have stayed: the player left of the leader may propose."""
        table = self.table()
        everybody_stays(table)
        return table

    def claims(self) -> Table:
        """The claim window of the game with victory cards: nobody has proposed anything."""
        table = self.distribution()
        everybody_passes(table)
        return table

    def table(self) -> Table:
        for name in ("display", "supply_deck", "supply_discard"):
            self.data[name].sort()
        for held in self.data["supplies"]:
            held.sort()
        return Table(GAME.load(self.data))


def given(seats: int = 4, **options: Any) -> Given:
    return Given(seats, **options)


def start(seats: int = 4, seed: int = 1, **options: Any) -> Table:
    """A new game, before its first decision."""
    return Table(GAME.start(seats, seed, GraenalandOptions(**options)))


def everybody_stays(table: Table) -> None:
    for seat in table.awaits:
        table.plays("stay", seat=seat)


def everybody_passes(table: Table) -> None:
    while table.view(-1)["phase"] == "proposal":
        table.plays("pass")


def builds(table: Table, project: str, site: str = "") -> None:
    """The builder chooses a project and, where it is asked, its territory; the payment is left to be asked."""
    table.plays(f"build {project}")
    happened = table.events
    if phase(table) == "building_site":
        table.plays(f"at {site}")
        table.events = happened + table.events


def all_vote(table: Table, answer: str, **others: str) -> None:
    """Every voter gives the answer, but for the seats named like ``seat_2="refuse"``."""
    for seat in table.awaits:
        table.plays(others.get(f"seat_{seat}", answer), seat=seat)


def territory(table: Table, name: str, viewer: int = -1) -> dict[str, Any]:
    return next(each for each in table.view(viewer)["territories"] if each["id"] == name)


def player(table: Table, seat: int, viewer: int = -1) -> dict[str, Any]:
    shown: dict[str, Any] = table.view(viewer)["players"][seat]
    return shown


def hand(table: Table, seat: int) -> dict[str, int]:
    """A seat's own hand by kind."""
    kinds: dict[str, int] = table.view(seat)["hand"]["kinds"]
    return kinds


def hand_size(table: Table, seat: int) -> int:
    return sum(hand(table, seat).values())


def cards_at(table: Table, name: str) -> int:
    """All cards beside a territory."""
    shown = territory(table, name)
    return int(sum(shown["cards"].values()) + shown["face_down"])


def phase(table: Table) -> str:
    shown: str = table.view(-1)["phase"]
    return shown


def decks_are(table: Table, back: str) -> tuple[int, int]:
    """The number of cards in a deck and in its discard."""
    shown = table.view(-1)["decks"][back]
    return shown["left"], sum(shown["discard"].values())
