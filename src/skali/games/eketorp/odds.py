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
    chances = card_chances(state, viewer, other)
    found = []
    for card in sorted(set(cards.listed(state.hand[viewer]))):
        win, tie, lose = shares([sum(chances[: card - 1]), chances[card - 1], sum(chances[card:])], _WHOLE)
        found.append({"card": card, "win": win, "tie": tie, "lose": lose})
    return found


def shares(weights: list[int], whole: int) -> list[int]:
    """Numbers that add up to the whole as the weights stand to each other: 0 where a weight is 0, and nowhere else."""
    total = sum(weights)
    parts = [max(whole * weight // total, 1) if weight else 0 for weight in weights]
    rests = [(-(whole * weight % total), at) for at, weight in enumerate(weights) if whole * weight >= total]
    missing = whole - sum(parts)
    for _, at in sorted(rests)[: max(missing, 0)]:  # to the largest remainders
        parts[at] += 1
    parts[parts.index(max(parts))] += min(missing, 0)  # what the rare ones have too much
    return parts


def card_chances(state: EketorpPosition, viewer: i64, other: i64) -> list[int]:
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
