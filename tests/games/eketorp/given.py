"""Positions of Eketorp for the tests, from short descriptions.

The players go by colours, clockwise: red, blue, yellow, green, black, white. ``position`` is a round before its
deployment, as ``load`` takes it; from there on the tests play. Whatever a test needs from inside the
engine is here and nowhere else.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from skali.core import Components, Event, Rng, derive_seed
from skali.games.eketorp import Eketorp, EketorpOptions
from skali.games.eketorp.state import EketorpState
from skali.kit.table import Table

COLOURS = ("red", "blue", "yellow", "green", "black", "white")
RED, BLUE, YELLOW, GREEN, BLACK, WHITE = range(6)
KINDS = ("grass", "wood", "clay", "stone")
VALUES = {"grass": 1, "wood": 2, "clay": 3, "stone": 4}
FIELDS = "ABCDEFG"
ENGINES = ("catapult", "boat", "ram")
BRICKS = {"grass": 52, "wood": 42, "clay": 12, "stone": 6}
VIKINGS = {3: 8, 4: 6, 5: 6, 6: 5}

GAME = Eketorp()


class EketorpTable(Table):
    """A table at which the players go by their colours."""

    state: EketorpState

    @property
    def now(self) -> dict[str, Any]:
        """What a spectator sees."""
        return self.state.view(-1)

    @property
    def phase(self) -> str:
        return str(self.now["phase"])

    @property
    def caller(self) -> str:
        """The colour of the one player who is to act."""
        [seat] = self.awaits
        return COLOURS[seat]

    def by(self, colour: str, *moves: str) -> list[Event]:
        """A player plays one move after the other."""
        happened: list[Event] = []
        for move in moves:
            happened += self.plays(named(move), seat_of(colour))
        self.events = happened
        return happened

    def refused(self, colour: str, move: str, because: str) -> bool:
        return self.refuses(named(move), because, seat_of(colour))

    def offered(self, colour: str) -> list[str]:
        return self.offers(seat=seat_of(colour))

    def deploy(self, **plans: str) -> list[Event]:
        """Everybody deploys: ``red="D D, blue boat"`` are two Vikings on D and one at the boat of blue's castle."""
        happened: list[Event] = []
        for seat in list(self.awaits):
            colour = COLOURS[seat]
            for move in plan_moves(plans.pop(colour, ""), seat, int(self.state.seats)):
                happened += self.plays(move, seat)
            happened += self.plays("done", seat)
        assert not plans, f"{list(plans)} cannot deploy"
        self.events = happened
        return happened

    def fight(self, initiator: int, opponent: int) -> list[Event]:
        """Both play a card, the initiator's first."""
        battle = self.now["battle"]
        happened = self.plays(f"card {initiator}", battle["initiator"])
        happened += self.plays(f"card {opponent}", battle["opponent"])
        self.events = happened
        return happened

    def calls(self, colour: str, where: str, against: str = "") -> None:
        """A player calls a battle; if it was the only one, it has been called already."""
        if self.phase == "call":
            self.by(colour, f"call at {where}")
        if self.phase == "opponent":
            self.by(colour, f"against {against}")
        battle = self.now["battle"]
        assert battle["initiator"] == seat_of(colour), f"{COLOURS[battle['initiator']]} called, not {colour}"
        assert place_of(battle) == where, f"the battle is at {place_of(battle)}, not at {where}"
        assert not against or battle["opponent"] == seat_of(against), f"the opponent is {battle['opponent']}"

    def hospital(self, colour: str) -> list[int]:
        """The player's Vikings on the four stations."""
        return [station[seat_of(colour)] for station in self.now["hospital"]]

    def home(self, colour: str) -> int:
        return int(self.now["castles"][seat_of(colour)]["home"])

    def on(self, field: str) -> dict[str, int]:
        """The Vikings on a storage field by colour."""
        vikings = self.now["fields"][FIELDS.index(field)]["vikings"]
        return {COLOURS[seat]: count for seat, count in enumerate(vikings) if count}

    def at(self, castle: str, engine: str) -> list[str]:
        """Who stands on a siege field."""
        return [COLOURS[seat] for seat in self.siege_field(castle, engine)["vikings"]]

    def siege_field(self, castle: str, engine: str) -> dict[str, Any]:
        found: dict[str, Any] = self.now["castles"][seat_of(castle)]["siege_fields"][ENGINES.index(engine)]
        return found

    def bricks(self, field: str) -> str:
        """``2 wood``, or nothing."""
        found = self.now["fields"][FIELDS.index(field)]
        return f"{found['bricks']} {found['brick']}" if found["bricks"] else ""

    def status(self, field: str) -> str:
        return str(self.now["fields"][FIELDS.index(field)]["status"])

    def castle(self, colour: str) -> list[str]:
        """The stacks of the six sites, the lowest brick first."""
        return [" ".join(stack) for stack in self.now["castles"][seat_of(colour)]["sites"]]

    def carried(self, colour: str) -> list[str]:
        return list(self.now["players"][seat_of(colour)]["carried"])

    def hand(self, colour: str) -> list[int]:
        return list(self.state.view(seat_of(colour))["players"][seat_of(colour)]["hand"])

    def tray(self, colour: str) -> list[int]:
        return list(self.now["players"][seat_of(colour)]["tray"])

    def amulets(self, colour: str) -> int:
        return int(self.now["players"][seat_of(colour)]["amulets"])

    def points(self, colour: str) -> int:
        return self.score(seat_of(colour))

    def kinds(self) -> list[str]:
        """The kinds of the events of the last play."""
        return [event.kind for event in self.events]

    def copy(self) -> "EketorpTable":
        return EketorpTable(self.state.copy())


def seat_of(colour: str) -> int:
    return COLOURS.index(colour)


def named(move: str) -> str:
    """Notation with colours in the place of seats: ``call at blue boat`` is ``call at castle 1 boat``."""
    words = move.split()
    if words[-1] in ENGINES and words[-2] in COLOURS:
        return " ".join([*words[:-2], "castle", str(seat_of(words[-2])), words[-1]])
    return " ".join(str(seat_of(word)) if word in COLOURS else word for word in words)


def place_of(battle: dict[str, Any]) -> str:
    place = battle["place"]
    return place["field"] if "field" in place else f"{COLOURS[place['castle']]} {place['engine']}"


def plan_moves(plan: str, seat: int, seats: int) -> list[str]:
    """The moves of a plan in canonical order."""
    moves: list[tuple[int, str]] = []
    for part in filter(None, (each.strip() for each in plan.split(","))):
        words = part.split()
        if words[0] in COLOURS:
            steps = (seat_of(words[0]) - seat - 1) % seats
            moves += [
                (10 + 3 * steps + ENGINES.index(engine), named(f"send to {words[0]} {engine}")) for engine in words[1:]
            ]
        else:
            moves += [(FIELDS.index(letter), f"send to {letter}") for letter in words]
    return [move for _, move in sorted(moves)]


# Positions


def position(
    *,
    seats: int = 4,
    start: str = "red",
    round: int = 1,
    fields: str = "",
    castles: dict[str, str] | None = None,
    hands: dict[str, str] | None = None,
    trays: dict[str, str] | None = None,
    amulets: dict[str, int] | None = None,
    hospital: dict[str, list[int]] | None = None,
    known: tuple[str, ...] = (),
    game: Eketorp = GAME,
    **options: str,
) -> EketorpTable:
    """A round before its deployment.

    ``fields="D 2 wood; F 1 clay"``; ``castles={"red": "1 grass grass; 3 wood"}`` site by site, the lowest brick first;
    hands and trays as values (left out: a hand of 2 3 4 5); amulets 0 unless told, so that nobody is asked to exchange;
    ``hospital={"red": [0, 1, 0, 0]}`` by station; ``known`` the hands that everybody has seen.
    """
    data = game.start(seats, 1, game.options.parse(options)).to_dict()
    supply = Counter({kind: count for kind, count in zip(KINDS, supply_of(game))})
    draw_pile = Counter({value: 9 for value in range(1, 7)})
    data["fields"] = [[0, 0] for _ in FIELDS]
    for part in filter(None, (each.strip() for each in fields.split(";"))):
        letter, count, kind = part.split()
        data["fields"][FIELDS.index(letter)] = [KINDS.index(kind) + 1, int(count)]
        supply[kind] -= int(count)
    for seat in range(seats):
        colour = COLOURS[seat]
        stacks = stacks_of((castles or {}).get(colour, ""))
        supply.subtract(brick for stack in stacks for brick in stack)
        hand = [int(value) for value in (hands or {}).get(colour, "2 3 4 5").split()]
        tray = [int(value) for value in (trays or {}).get(colour, "").split()]
        draw_pile.subtract(hand + tray)
        stations = (hospital or {}).get(colour, [0, 0, 0, 0])
        data["players"][seat] |= {
            "home": game.tables.vikings[seats] - sum(stations),
            "hospital": stations,
            "castle": stacks,
            "hand": counted(hand),
            "tray": counted(tray),
            "amulets": (amulets or {}).get(colour, 0),
        }
    data["supply"] = [supply[kind] for kind in KINDS]
    data["draw_pile"] = [draw_pile[value] for value in range(1, 7)]
    data["memory"] = [[0] * 6 for _ in range(seats + 1)]
    data["weak_hands"] = []
    data["promised"] = []
    data["open_hands"] = [seat_of(colour) for colour in known]
    data["start_player"] = data["active"] = seat_of(start)
    data["round"] = round
    data["material"] = round - 1
    data["unturned"] = list(range(round, 12))
    data["deploying"] = [seat for seat in range(seats) if data["players"][seat]["home"]]
    return EketorpTable(game.load(data))


def stacks_of(text: str) -> list[list[str]]:
    stacks: list[list[str]] = [[] for _ in range(6)]
    for part in filter(None, (each.strip() for each in text.split(";"))):
        site, *bricks = part.split()
        stacks[int(site) - 1] = bricks
    return stacks


def counted(values: list[int]) -> list[int]:
    return [values.count(value) for value in range(1, 7)]


def supply_of(game: Eketorp) -> list[int]:
    return [game.components.data["bricks"][kind] for kind in KINDS]


def game_with(**changes: dict[str, Any]) -> Eketorp:
    """The game with other components: ``players={"amulets": 9}``."""
    data = {key: dict(value) if isinstance(value, dict) else value for key, value in GAME.components.data.items()}
    for section, fields in changes.items():
        data[section] |= fields
    return Eketorp(Components("changed", data))


def start(seats: int = 4, seed: int = 0, **options: str) -> EketorpTable:
    return EketorpTable(GAME.start(seats, seed, GAME.options.parse(options)))


# Random games


def random_game(
    seats: int, seed: int, **options: str
) -> Iterator[tuple[EketorpState, int, str, list[Event], EketorpState]]:
    """A game of random moves: before, the seat, the move, what happened, after."""
    rng = Rng(derive_seed("random game", seats, seed))
    state = GAME.start(seats, seed, EketorpOptions.parse(options))
    while not state.is_over():
        awaited = state.to_act()
        seat = awaited[rng.below(len(awaited))]
        legal = state.legal_moves(seat)
        move = legal[rng.below(len(legal))]
        after = state.copy()
        events: list[Event] = []
        after.apply(seat, move, events)
        yield state, seat, GAME.moves.show(move), events, after
        state = after


def find(wanted: Callable[[EketorpState], bool], seats: int = 4, **options: str) -> EketorpTable:
    """The first position of random games that is as wanted."""
    for seed in range(200):
        for before, _, _, _, after in random_game(seats, seed, **options):
            if wanted(before):
                return EketorpTable(before.copy())
            if after.is_over() and wanted(after):
                return EketorpTable(after.copy())
    raise AssertionError("no random game leads to such a position")
