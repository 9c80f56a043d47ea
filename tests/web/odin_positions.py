"""Positions of A Feast for Odin in which a prompt is asked: a seed, and so many moves of a player who likes occupations."""

import random
from dataclasses import dataclass
from functools import cache

from skali.core import load_game
from skali.core.saga import Saga
from skali.games.odin import OdinOptions

LIKED = ("play ", "use ", "send play_occupation", "exchange ")

BEFORE_INCOME = """saga 1
game odin
rules 1.1
components bd4678a7bc430a79
seats 1
seed 0000000000000005
option length=short
---
0 send market_1
0 put silver
0 at 11,0
0 send wood_per_player
"""


@dataclass(frozen=True)
class Spot:
    seed: int
    moves: int
    seats: int = 2
    length: str = "short"
    decks: str = "ABC"
    solo_start: str = "random"


def alone(seed: int, moves: int) -> Spot:
    return Spot(seed, moves, seats=1, decks="A", solo_start="choose")


def long(seed: int, moves: int) -> Spot:
    return Spot(seed, moves, length="long")


SPOTS = {
    "alternative": long(236, 1),
    "arm": Spot(2167, 140),
    "board": long(128, 14),
    "bonus_window": alone(2604, 6),
    "call_back": alone(2217, 4),
    "card_after": long(248, 2),
    "card_before": Spot(27, 1),
    "cell": alone(206, 3),
    "coins": Spot(487, 7),
    "draw": long(3944, 13),
    "emigrate": alone(2600, 31),
    "explore": Spot(2705, 7),
    "feast_window": alone(612, 5),
    "fish": Spot(1659, 144),
    "flip": Spot(3079, 44),
    "follow": long(986, 3),
    "food": alone(405, 2),
    "forge": long(384, 3),
    "fourth": Spot(3273, 150),
    "harvest_window": alone(411, 8),
    "high_roll": alone(1408, 15),
    "house_bonus": Spot(2449, 186),
    "income_window": alone(2007, 3),
    "inspect": Spot(49, 2),
    "last_window": alone(207, 78),
    "late": Spot(397, 10),
    "low_roll": Spot(23, 1),
    "more_loot": Spot(435, 164),
    "offers": long(976, 2),
    "outfit": long(60, 1),
    "play": long(20, 1),
    "return": long(2736, 6),
    "sale": long(3726, 37),
    "second": long(2738, 4),
    "shape": Spot(2795, 3),
    "shift": Spot(1697, 4),
    "spears": Spot(953, 97),
    "start_card": alone(0, 0),
    "strip": long(22, 1),
    "swap_boat": alone(2600, 30),
    "swords": long(2032, 36),
    "trade": alone(3601, 28),
    "turn": long(20, 0),
    "upgrade": long(26, 1),
    "weapon": alone(1607, 9),
}


@cache
def saga_of(prompt: str) -> str:
    """The saga of a game up to the question, whose seat is asked first."""
    spot = SPOTS[prompt]
    game = load_game("odin")
    options = OdinOptions(length=spot.length, decks=spot.decks, solo_start=spot.solo_start)
    state = game.start(spot.seats, spot.seed, options)
    named = {"length": spot.length, "decks": spot.decks, "solo_start": spot.solo_start}
    saga = Saga.begin(state, spot.seed, spot.seats, named, ["Astrid", "Bjorn"][: spot.seats])
    rng = random.Random(spot.seed)
    for _ in range(spot.moves):
        seat = state.to_act()[0]
        moves = state.legal_moves(seat)
        liked = [move for move in moves if game.moves.show(move).startswith(LIKED)]
        move = rng.choice(liked) if liked and rng.random() < 0.5 else rng.choice(moves)
        saga.record(seat, game.moves.show(move))
        state.apply(seat, move)
    assert state.prompt(state.to_act()[0]).kind == prompt
    return saga.write()
