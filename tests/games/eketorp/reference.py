"""The rules of Eketorp once more, as plainly as they can be written: no packed numbers, no speed, nothing of the engine.

It is told what luck brought (which card was turned up, which cards were drawn) and answers what is legal and how it stands.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

FIELDS = "ABCDEFG"
ENGINES = ("catapult", "boat", "ram")
KINDS = ("grass", "wood", "clay", "stone")
VALUE = {"grass": 1, "wood": 2, "clay": 3, "stone": 4}
SITES = {"catapult": (0, 1), "boat": (2, 3), "ram": (4, 5)}
VIKINGS = {3: 8, 4: 6, 5: 6, 6: 5}

Place = str | tuple[int, str]
"""A storage field, or an engine before the castle of a seat."""


@dataclass
class Player:
    home: int
    hand: list[int]
    tray: list[int] = field(default_factory=list)
    amulets: int = 5
    hospital: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    castle: list[list[str]] = field(default_factory=lambda: [[] for _ in range(6)])
    away: list[Place] = field(default_factory=list)
    loot: dict[tuple[int, str], str] = field(default_factory=dict)
    bricks: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)

    def count(self) -> int:
        return sum(len(stack) for stack in self.castle)


class Reference:
    def __init__(self, start: int, hands: list[list[int]], reach_last: bool, shown: list[dict[str, Any]]) -> None:
        self.seats = len(hands)
        self.players = [Player(VIKINGS[self.seats], sorted(hand)) for hand in hands]
        self.start = start
        self.reach_last = reach_last
        self.round = 0
        self.fields: dict[str, list[str]] = {letter: [] for letter in FIELDS}
        self.supply = Counter({"grass": 52, "wood": 42, "clay": 12, "stone": 6})
        self.drawn: list[list[int]] = []
        self.turned: list[list[dict[str, Any]]] = [shown]
        self.begin_round()

    # Phases 1 to 3

    def begin_round(self) -> None:
        self.round += 1
        for entry in self.turned.pop(0):
            self.fields[entry["field"]] += [entry["brick"]] * entry["bricks"]
            self.supply[entry["brick"]] -= entry["bricks"]
        self.phase = "deploy"
        self.besieged: set[Place] = set()
        self.waiting = {seat for seat, player in enumerate(self.players) if player.home}
        if not self.waiting:
            self.next_battle(self.start)

    def order(self, seat: int) -> list[Place]:
        others = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [*FIELDS, *product(others, ENGINES)]

    # Phase 4

    def at(self, place: Place) -> list[int]:
        """The seats of all Vikings at a place, one entry each."""
        return [seat for seat, player in enumerate(self.players) for each in player.away if each == place]

    def battle_at(self, place: Place) -> bool:
        there = self.at(place)
        if isinstance(place, str):
            return len(set(there)) > 1 and len(there) > len(self.fields[place])
        return len(there) > 1 or (len(there) == 1 and place not in self.besieged)

    def places(self) -> list[Place]:
        return [*FIELDS, *product(range(self.seats), ENGINES)]

    def callable(self, seat: int) -> list[Place]:
        return [place for place in self.places() if seat in self.at(place) and self.battle_at(place)]

    def next_battle(self, seat: int) -> None:
        self.place: Place | None = None
        if not any(self.battle_at(place) for place in self.places()):
            self.go_home()
            return
        while not self.callable(seat):
            seat = (seat + 1) % self.seats
        self.initiator = seat
        self.phase = "call"
        if len(self.callable(seat)) == 1:
            self.call(self.callable(seat)[0])

    def call(self, place: Place) -> None:
        self.place = place
        others = sorted(set(self.at(place)) - {self.initiator})
        if not others:
            assert isinstance(place, tuple)
            self.siege = True
            self.besieged.add(place)
            self.meet(place[0])
            return
        self.siege = False
        self.phase = "opponent"
        if len(others) == 1:
            self.meet(others[0])

    def meet(self, opponent: int) -> None:
        self.opponent = opponent
        self.chosen: dict[int, int] = {}
        self.exchanges = [self.initiator, opponent]
        self.ask_exchange()

    def ask_exchange(self) -> None:
        while self.exchanges and self.players[self.exchanges[0]].amulets < len(self.players[self.exchanges[0]].hand):
            self.exchanges.pop(0)
        self.phase = "exchange" if self.exchanges else "cards"

    def exchange(self, seat: int) -> None:
        player = self.players[seat]
        player.amulets -= len(player.hand)
        player.hand = sorted(self.drawn.pop(0))
        self.ask_exchange()

    def reveal(self) -> None:
        attacker, defender = self.players[self.initiator], self.players[self.opponent]
        mine, theirs = self.chosen[self.initiator], self.chosen[self.opponent]
        empty = self.siege and defender.home == 0
        difference = mine - (0 if empty else theirs)
        if difference <= 0:
            attacker.away.remove(self.place)  # type: ignore[arg-type]
            attacker.hospital[self.station(difference)] += 1
        if difference >= 0 and not empty:
            if self.siege:
                defender.home -= 1
            else:
                defender.away.remove(self.place)  # type: ignore[arg-type]
            step = 1 if self.siege and difference > 0 else 0
            defender.hospital[self.station(difference) + step] += 1
        for player, played, received in ((attacker, mine, theirs), (defender, theirs, mine)):
            player.hand.remove(played)
            player.tray = sorted([*player.tray, received])
            if not player.hand:
                player.hand, player.tray = player.tray, []
        self.damage = difference
        if self.siege and difference > 0 and len(self.loots()) > 1:
            self.phase = "loot"
        else:
            self.next_battle((self.initiator + 1) % self.seats)

    def station(self, difference: int) -> int:
        return 2 if difference == 0 else 0 if abs(difference) >= 3 else 1

    def reached(self) -> list[list[str]]:
        assert isinstance(self.place, tuple)
        return [self.players[self.opponent].castle[site] for site in SITES[self.place[1]]]

    def loots(self) -> list[tuple[int, int]]:
        one, other = self.reached()
        pairs = product(range(len(one) + 1), range(len(other) + 1))
        return [pair for pair in pairs if sum(VALUE[brick] for brick in self.removed(pair)) <= self.damage]

    def removed(self, pair: tuple[int, int]) -> list[str]:
        return [brick for stack, number in zip(self.reached(), pair) for brick in stack[len(stack) - number :]]

    def loot(self, pair: tuple[int, int]) -> None:
        self.taken = self.removed(pair)
        for stack, number in zip(self.reached(), pair):
            del stack[len(stack) - number :]
        self.phase = "keep"
        if len(set(self.taken)) < 2:
            self.keep(self.taken[0] if self.taken else None)

    def keep(self, brick: str | None) -> None:
        if brick:
            self.taken.remove(brick)
            self.supply.update(self.taken)
            self.players[self.initiator].loot[self.place] = brick  # type: ignore[index]
        self.next_battle((self.initiator + 1) % self.seats)

    # Phase 5

    def go_home(self) -> None:
        for seat, player in enumerate(self.players):
            for place in player.away:
                player.home += 1
                if isinstance(place, str) and self.fields[place]:
                    player.bricks.append(self.fields[place].pop())
            player.bricks = sorted([*player.bricks, *player.loot.values()], key=KINDS.index)
            player.away, player.loot = [], {}
            assert seat < self.seats
        self.builders = [(self.start + turn) % self.seats for turn in range(self.seats)]
        self.next_builder()

    def next_builder(self) -> None:
        while self.builders:
            player = self.players[self.builders[0]]
            self.site = 0
            self.phase = "build"
            if len(player.bricks) >= 18 - player.count():
                if player.bricks:
                    self.complete(player)
            elif self.forced_bricks():
                return
            self.builders.pop(0)
        self.end_round()

    def complete(self, player: Player) -> None:
        for stack in player.castle:
            while len(stack) < 3:
                stack.append(player.bricks.pop(0))
        player.beside, player.bricks = player.bricks, []

    def builds(self) -> list[tuple[str, int]]:
        player = self.players[self.builders[0]]
        found = []
        for site in range(self.site, 6):
            room = sum(3 - len(stack) for stack in player.castle[site:])
            if len(player.castle[site]) < 3 and room >= len(player.bricks):
                found += [(brick, site) for brick in set(player.bricks)]
        return found

    def build(self, brick: str, site: int) -> None:
        player = self.players[self.builders[0]]
        player.bricks.remove(brick)
        player.castle[site].append(brick)
        self.site = site

    def forced_bricks(self) -> bool:
        """Builds what is forced; whether there is a choice left."""
        while self.players[self.builders[0]].bricks:
            if len(self.builds()) > 1:
                return True
            self.build(*self.builds()[0])
        return False

    # Phase 6

    def end_round(self) -> None:
        if any(player.count() == 18 for player in self.players):
            self.phase = "over"
            return
        for player in self.players:
            first, second, third, last = player.hospital
            player.hospital = [0, first, second, third]
            player.home += last
            if self.reach_last:
                player.home += third
                player.hospital[3] = 0
        for letter, lying in self.fields.items():
            if lying and lying[0] in ("grass", "wood"):
                self.supply.update(lying)
                self.fields[letter] = []
        if self.round == 10:
            self.phase = "over"
            return
        self.start = (self.start + 1) % self.seats
        self.begin_round()

    def score(self, seat: int) -> int:
        player = self.players[seat]
        bricks = [*(brick for stack in player.castle for brick in stack), *player.beside]
        return sum(VALUE[brick] for brick in bricks) + (5 if player.count() == 18 else 0) + player.amulets

    # What is asked, and the answers

    def awaited(self) -> list[int]:
        if self.phase == "deploy":
            return sorted(self.waiting)
        if self.phase == "cards":
            return sorted({self.initiator, self.opponent} - set(self.chosen))
        if self.phase == "exchange":
            return [self.exchanges[0]]
        if self.phase == "build":
            return [self.builders[0]]
        return [] if self.phase == "over" else [self.initiator]

    def legal(self, seat: int) -> set[str]:
        player = self.players[seat]
        if self.phase == "deploy":
            if not player.home:
                return {"done"}
            order = self.order(seat)
            last = max((order.index(place) for place in player.away), default=0)
            places = [place for place in order[last:] if isinstance(place, str) or place not in player.away]
            return {"done", *(f"send to {shown(place)}" for place in places)}
        if self.phase == "call":
            return {f"call at {shown(place)}" for place in self.callable(seat)}
        if self.phase == "opponent":
            assert self.place is not None
            return {f"against {other}" for other in set(self.at(self.place)) - {seat}}
        if self.phase == "exchange":
            return {"exchange", "stop"}
        if self.phase == "cards":
            return {f"card {value}" for value in player.hand}
        if self.phase == "loot":
            return {f"loot {first} and {second}" for first, second in self.loots()}
        if self.phase == "keep":
            return {f"keep {brick}" for brick in self.taken}
        return {f"build {brick} on {site + 1}" for brick, site in self.builds()}

    def play(self, seat: int, move: str) -> None:
        words = move.split()
        if move == "done":
            self.waiting.remove(seat)
            if not self.waiting:
                self.next_battle(self.start)
        elif words[0] == "send":
            self.players[seat].home -= 1
            self.players[seat].away.append(read(words[2:]))
        elif words[0] == "call":
            self.call(read(words[2:]))
        elif words[0] == "against":
            self.meet(int(words[1]))
        elif move == "exchange":
            self.exchange(seat)
        elif move == "stop":
            self.exchanges.pop(0)
            self.ask_exchange()
        elif words[0] == "card":
            self.chosen[seat] = int(words[1])
            if len(self.chosen) == 2:
                self.reveal()
        elif words[0] == "loot":
            self.loot((int(words[1]), int(words[3])))
        elif words[0] == "keep":
            self.keep(words[1])
        else:
            self.build(words[1], int(words[3]) - 1)
            if not self.forced_bricks():
                self.builders.pop(0)
                self.next_builder()


def shown(place: Place) -> str:
    return place if isinstance(place, str) else f"castle {place[0]} {place[1]}"


def read(words: list[str]) -> Place:
    return words[0] if len(words) == 1 else (int(words[1]), words[2])
