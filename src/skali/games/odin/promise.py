"""What an occupation that lies in front of a player brings in a round, judged from its declaration alone: for the heuristic."""

from __future__ import annotations

from typing import Final

from skali.games.odin.effects_text import (
    AFTER_BONUS,
    AFTER_CRAFTING,
    AFTER_FEAST,
    AFTER_HARVEST,
    AFTER_MARKET,
    AFTER_MOUNTAIN,
    AFTER_SPACE,
    AFTER_VIKING_ACTION,
    ANYTIME,
    AS_SOON_AS,
    AT_SCORING,
    BEFORE_BUILDING,
    BEFORE_CRAFTING,
    BEFORE_INCOME,
    BEFORE_TWO_VIKINGS,
    FEAST_BEGINS,
    FOOD_SERVED,
    GAIN,
    NEW_WEAPON,
    NEXT_KNARR,
    NO_HARVEST,
    PLAYED,
    STRIP,
    SWAP,
    TIER,
    UPGRADE,
    Effects,
)
from skali.games.odin.items import BLUE, BOAT, BOW, GOODS, GREEN, ITEMS, ORANGE, ORE, RED, SILVER, SPECIAL, STONE, WOOD

TIMES_A_ROUND: Final = {
    PLAYED: 0.0,
    ANYTIME: 0.5,
    AFTER_FEAST: 0.6,
    BEFORE_INCOME: 0.5,
    AFTER_BONUS: 0.8,
    NO_HARVEST: 0.4,
    AFTER_HARVEST: 0.5,
    NEW_WEAPON: 1.0,
    FEAST_BEGINS: 0.4,
    FOOD_SERVED: 0.8,
    AFTER_MOUNTAIN: 0.7,
    AFTER_VIKING_ACTION: 0.7,
    BEFORE_CRAFTING: 0.8,
    BEFORE_BUILDING: 0.8,
    BEFORE_TWO_VIKINGS: 0.8,
    AFTER_CRAFTING: 0.8,
    AFTER_MARKET: 0.7,
    AFTER_SPACE: 0.4,
    AT_SCORING: 0.1,
    AS_SOON_AS: 0.1,
    NEXT_KNARR: 0.15,
}
"""How often a moment comes for a sensible player; the others come more rarely."""
RARELY: Final = 0.35
STANDING_RULE: Final = 0.35
"""What a rule that a card changes for good brings in a round."""
A_CELL: Final = {ORANGE: 0.12, RED: 0.15, GREEN: 0.4, BLUE: 0.8}
"""Cells of a good, by its colour."""


def in_a_round(effects: Effects, cells: list[int], card: int) -> float:
    """The points that a played card may bring in a round; ``cells`` are the sizes of the pieces."""
    total = 0.0
    for owner in (*effects.hook_card, *effects.die_card):
        if int(owner) == card:
            total += STANDING_RULE
    for _, by, _ in effects.instead:
        if by == card:
            total += STANDING_RULE
    for ability, owner in enumerate(effects.ability_card):
        if int(owner) == card:
            program = int(effects.ability_program[ability])
            often = TIMES_A_ROUND.get(int(effects.ability_moment[ability]), RARELY)
            total += often * programme(effects, cells, program)
    return total


def programme(effects: Effects, cells: list[int], program: int) -> float:
    """The best of each step."""
    total = 0.0
    for step in range(int(effects.program_first[program]), int(effects.program_first[program + 1])):
        first, end = int(effects.step_first[step]), int(effects.step_first[step + 1])
        total += max(0.0, *(operation(effects, cells, each) for each in range(first, end)))
    return total


def operation(effects: Effects, cells: list[int], number: int) -> float:
    verb, a, b, c = (int(row[number]) for row in (effects.verb, effects.a, effects.b, effects.c))
    if verb == GAIN:
        return bundle(effects, cells, a)
    if verb == SWAP:
        got = programme(effects, cells, c - 1) if c else bundle(effects, cells, b)
        return max(0.3, got - bundle(effects, cells, a))
    if verb == TIER:
        return bundle(effects, cells, int(effects.tier_bundle[b + c // 2]))
    if verb == STRIP:
        return 1.2 * a
    return 1.2 * a if verb == UPGRADE else 1.0


def bundle(effects: Effects, cells: list[int], number: int) -> float:
    """An amount that depends on the position counts as three."""
    total = 0.0
    for item, count in effects.bundles[number]:
        total += float(count if count >= 0 else 3) * item_worth(item, cells)
    return total


def item_worth(item: int, cells: list[int]) -> float:
    if item < GOODS:
        return A_CELL[item % 4] * cells[item]
    if item >= ITEMS:
        return 1.0  # a slot that is filled
    if item >= SPECIAL:
        return A_CELL[BLUE] * cells[item]
    if item in (SILVER, WOOD, STONE, ORE):
        return 1.0
    return 0.5 if BOW <= item < BOAT else 4.0
