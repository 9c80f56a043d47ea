"""What is hidden: occupations in hand and in the pile, and the starting cards that were not dealt. Piles have no order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from skali.core.protocol import SPECTATOR
from skali.core.rng import Rng
from skali.games.odin import together
from skali.games.odin.components import CARDS
from skali.games.odin.items import HAND
from skali.games.odin.phases import IN_HAND, IN_PILE, UNDEALT

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState


def determinize(state: OdinState, seat: i64, seed: int) -> OdinState:
    """Deals the cards anew that this seat cannot see: other hands, the pile, the starting cards left over.

    Everybody knows how many cards a hand holds, and whether its starting card has been played. Answers that other seats have not
    completed go back to their beginning.
    """
    twin = state.copy()
    twin.rng.seed(seed)
    redeal(state, twin, seat, seed)
    together.rewind(twin, seat)
    return twin


def redeal(state: OdinState, twin: OdinState, seat: i64, seed: int) -> None:
    if seat == SPECTATOR or state.seats > 1:
        rng = Rng(seed ^ 0x5EED)
        regular: vec[i16] = vec[i16]()
        starting: vec[i16] = vec[i16]()
        for card in range(i64(CARDS)):
            place = i64(state.cards[card])
            unseen = IN_HAND <= place < IN_HAND + state.seats and place != IN_HAND + seat
            if unseen or place in (IN_PILE, UNDEALT):
                if i64(state.tables.starting[card]):
                    starting = append(starting, i16(card))
                    twin.cards[card] = u8(UNDEALT)
                else:
                    regular = append(regular, i16(card))
                    twin.cards[card] = u8(IN_PILE)
        for other in range(state.seats):
            if other != seat:
                dealt = starting_in_hand(state, other)
                starting = deal(twin, other, dealt, starting, rng)
                regular = deal(twin, other, state.get(other, HAND) - dealt, regular, rng)


def starting_in_hand(state: OdinState, seat: i64) -> i64:
    """1 while the seat has not played its starting card; everybody can see that."""
    for card in range(i64(CARDS)):
        if i64(state.tables.starting[card]) and i64(state.cards[card]) == IN_HAND + seat:
            return 1
    return 0


def deal(twin: OdinState, seat: i64, count: i64, pool: vec[i16], rng: Rng) -> vec[i16]:
    """Cards from the pool to a hand; the rest of the pool."""
    for _ in range(count):
        pick = rng.below(len(pool))
        twin.cards[i64(pool[pick])] = u8(IN_HAND + seat)
        rest: vec[i16] = vec[i16]()
        for at in range(len(pool)):
            if at != pick:
                rest = append(rest, pool[at])
        pool = rest
    return pool
