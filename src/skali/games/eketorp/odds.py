"""What a card may expect in a battle, from what everybody could remember (EK-113). For people; no program needs it."""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.games.eketorp import cards, hidden, phases
from skali.games.eketorp.position import EketorpPosition

_WHOLE: Final = 1000


def told(state: EketorpPosition, viewer: i64) -> list[dict[str, int]] | None:
    """For each card in the viewer's hand how many times in a thousand it wins, ties and loses; None where it is not told."""
    if state.odds_hidden or (state.phase != phases.EXCHANGE and state.phase != phases.CARDS):
        return None
    if viewer < 0 or (viewer != state.initiator and viewer != state.opponent):
        return None
    if state.is_siege() and not state.home[state.opponent]:
        return None
    other = state.opponent if viewer == state.initiator else state.initiator
    chances = likely(state, viewer, other)
    total = sum(chances)
    found = []
    for card in sorted(set(cards.listed(state.hand[viewer]))):
        win = _WHOLE * sum(chances[: card - 1]) // total
        lose = _WHOLE * sum(chances[card:]) // total
        found.append({"card": card, "win": win, "tie": _WHOLE - win - lose, "lose": lose})
    return found


def likely(state: EketorpPosition, viewer: i64, other: i64) -> list[int]:
    """How the chances of the values 1 to 6 stand to each other, if the other lays any card of his hand as soon as another."""
    if state.open_hands & bit(other):
        return cards.counted(state.hand[other])
    pool = cards.counted(hidden.unseen(state, viewer) - state.memory[viewer])
    if not state.promised & bit(other):
        return pool
    # Of all hands of this size, those with a 4 or more (EK-014)
    size = int(cards.size(state.hand[other]))
    every = comb(sum(pool) - 1, size - 1)
    low = sum(pool[: cards.HIGH - 1])
    without_high = comb(low - 1, size - 1) if low else 0
    return [
        count * (every if value >= cards.HIGH else every - without_high) for value, count in enumerate(pool, start=1)
    ]
