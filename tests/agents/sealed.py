"""Sealed: a toy with hidden hands and a secret simultaneous decision, as small as the questions that these tests ask.

Everybody holds two of the cards 1 to 8 and seals one, all at the same time; the highest sealed card scores 3. Then, in turn, each
bets on the other card or folds: the highest card that was bet scores 4, every other bet costs 2.
"""

from __future__ import annotations

from typing import Any

from skali.core import (
    Components,
    Decision,
    Event,
    Game,
    LoadError,
    Moves,
    MoveSpace,
    Options,
    Prompt,
    Rng,
    ScoreLine,
    State,
)
from skali.core.bits import mix
from skali.core.moves import Kind, Number
from skali.core.protocol import only

CARDS = 8
FOLD, BET = CARDS, CARDS + 1


class Sealed(Game):
    def __init__(self) -> None:
        moves = MoveSpace(
            Kind(0, "seal", "seal {card}", Number("card", CARDS, 1)),
            Kind(CARDS, "fold", "fold"),
            Kind(BET, "bet", "bet"),
        )
        super().__init__(
            key="sealed",
            title="Sealed",
            prefix="SE",
            seats=(2, 3),
            rules_version="1.0",
            options=Options,
            moves=moves,
            components=Components("sealed", {}),
            package="tests.agents",
        )

    def start(self, seats: int, seed: int, options: Options | None = None) -> SealedState:
        rng = Rng(seed)
        deck = list(range(CARDS))
        hands = [sorted(deck.pop(rng.below(len(deck))) for _ in range(2)) for _ in range(seats)]
        return SealedState(self, hands, [-1] * seats, [-1] * seats, rng)

    def load(self, data: dict[str, Any]) -> SealedState:
        rng = Rng(0)
        try:
            rng.load(data["rng"])
            return SealedState(
                self, [list(hand) for hand in data["hands"]], list(data["sealed"]), list(data["bets"]), rng
            )
        except KeyError as error:
            raise LoadError(f"{error} is missing") from None


class SealedState(State):
    """``sealed`` is the card of each seat, ``bets`` FOLD or BET; -1 where it has not decided. A hand keeps the sealed card."""

    def __init__(self, game: Sealed, hands: list[list[int]], sealed: list[int], bets: list[int], rng: Rng) -> None:
        self.rules, self.hands, self.sealed, self.bets, self.rng = game, hands, sealed, bets, rng

    @property
    def open(self) -> bool:
        return -1 not in self.sealed

    def other(self, seat: int) -> int:
        return self.hands[seat][1 - self.hands[seat].index(self.sealed[seat])]

    def game(self) -> Game:
        return self.rules

    def to_act(self) -> list[int]:
        waiting = self.bets if self.open else self.sealed
        seats = [seat for seat, answer in enumerate(waiting) if answer < 0]
        return seats[:1] if self.open else seats

    def actor(self) -> int:
        seats = self.to_act()
        return seats[0] if seats else -1

    def decision(self, seat: int) -> Decision[Any]:
        return ANSWER

    def allowed(self, seat: int) -> list[int]:
        return [FOLD, BET] if self.open else self.hands[seat]

    def barrier(self) -> int:
        return sum(answer >= 0 for answer in self.sealed)

    def view(self, seat: int) -> dict[str, Any]:
        own = seat >= 0
        return {
            "hand": self.hands[seat] if own else None,
            "sealed": self.sealed if self.open else (self.sealed[seat] if own else None),
            "bets": self.bets,
            "awaiting": self.to_act() if self.open else list(range(len(self.hands))),
        }

    def determinize(self, seat: int, seed: int) -> State:
        rng = Rng(seed)
        shown = list(self.sealed) if self.open else [-1] * len(self.hands)
        deck = [card for card in range(CARDS) if card not in self.hands[seat] and card not in shown]
        hands = []
        for other, hand in enumerate(self.hands):
            if other == seat:
                hands.append(list(hand))
            else:
                known = [shown[other]] if shown[other] >= 0 else []
                hands.append(sorted(known + [deck.pop(rng.below(len(deck))) for _ in range(2 - len(known))]))
        shown[seat] = self.sealed[seat]
        return SealedState(self.rules, hands, shown, list(self.bets), rng)

    def key(self, seat: int) -> int:
        view = self.view(seat)
        key = 1
        for value in [*(view["hand"] or [9, 9]), *(view["sealed"] if self.open else [view["sealed"] or 0]), *self.bets]:
            key = mix(mix(key, 0), value + 2)
        return int(key)

    def score(self, seat: int) -> int:
        if not self.open:
            return 0
        points = 3 if self.sealed[seat] == max(self.sealed) else 0
        if -1 not in self.bets and self.bets[seat] == BET:
            best = max(self.other(each) for each in range(len(self.hands)) if self.bets[each] == BET)
            points += 4 if self.other(seat) == best else -2
        return points

    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        return [ScoreLine("points", self.score(seat), "SE-001")]

    def ranking(self) -> list[int]:
        scores = [self.score(seat) for seat in range(len(self.hands))]
        return [1 + sum(other > score for other in scores) for score in scores]

    def copy(self) -> State:
        hands = [list(hand) for hand in self.hands]
        return SealedState(self.rules, hands, list(self.sealed), list(self.bets), self.rng.copy())

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)

    def to_dict(self) -> dict[str, Any]:
        return {"hands": self.hands, "sealed": self.sealed, "bets": self.bets, "rng": self.rng.to_list()}


class Answer(Decision[SealedState]):
    """Which card to seal; when all lie open, whether to bet."""

    def fill(self, position: SealedState, seat: int, out: Moves) -> None:
        for move in position.allowed(seat):
            out.add(move)

    def fault(self, position: SealedState, seat: int, move: int) -> int:
        return 0 if move in position.allowed(seat) else 1

    def play(self, position: SealedState, seat: int, move: int, events: list[Event] | None) -> None:
        (position.bets if position.open else position.sealed)[seat] = move
        if events is not None and move < CARDS:
            events.append(Event("sealed", {"seat": seat, "card": move + 1}, only(seat)))
            if position.open:
                events.append(Event("opened", {"cards": [card + 1 for card in position.sealed]}))

    def prompt(self, position: SealedState, seat: int) -> Prompt:
        return Prompt("bet" if position.open else "seal")


ANSWER = Answer()
