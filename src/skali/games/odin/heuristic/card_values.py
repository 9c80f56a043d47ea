"""What an occupation that lies in front of a player brings in a round, judged from its declaration alone."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec

from skali.games.odin import components, items, operations, triggers
from skali.games.odin.components import Tables
from skali.games.odin.effects_reader import Effects

TIMES_A_ROUND: Final = {
    triggers.PLAYED: 0.0,
    triggers.ANYTIME: 0.5,
    triggers.AFTER_THE_FEAST: 0.6,
    triggers.BEFORE_INCOME: 0.5,
    triggers.AFTER_THE_BONUS: 0.8,
    triggers.NO_HARVEST: 0.4,
    triggers.AFTER_THE_HARVEST: 0.5,
    triggers.NEW_WEAPON: 1.0,
    triggers.FEAST_BEGINS: 0.4,
    triggers.FOOD_SERVED: 0.8,
    triggers.AFTER_MOUNTAIN: 0.7,
    triggers.AFTER_A_VIKING_ACTION: 0.7,
    triggers.BEFORE_CRAFTING: 0.8,
    triggers.BEFORE_BUILDING: 0.8,
    triggers.BEFORE_AN_ACTION_WITH_TWO_VIKINGS: 0.8,
    triggers.AFTER_CRAFTING: 0.8,
    triggers.AFTER_THE_WEEKLY_MARKET: 0.7,
    triggers.AFTER_A_SPACE: 0.4,
    triggers.SCORING: 0.1,
    triggers.AS_SOON_AS: 0.1,
    triggers.NEXT_KNARR: 0.15,
}
"""How often a trigger comes for a sensible player; the others come more rarely."""
RARELY: Final = 0.35
LASTING_RULE: Final = 0.35
"""What a rule that a card changes for good brings in a round."""
A_CELL: Final = {items.ORANGE: 0.12, items.RED: 0.15, items.GREEN: 0.4, items.BLUE: 0.8}
"""Cells of a good, by its colour."""


def of_all(tables: Tables) -> vec[float]:
    """By card: the points that it may bring in a round."""
    shapes = tables.shapes
    cells = [int(shapes.size[int(shapes.first[item])]) if int(shapes.count[item]) else 0 for item in range(items.ITEMS)]
    found: vec[float] = vec[float]()
    for card in range(components.CARDS):
        found = append(found, in_a_round(tables.effects, cells, card))
    return found


def in_a_round(effects: Effects, cells: list[int], card: int) -> float:
    """The points that a played card may bring in a round; ``cells`` are the sizes of the pieces."""
    total = 0.0
    for owner in (*effects.hook_card, *effects.die_card):
        if int(owner) == card:
            total += LASTING_RULE
    for _, by, _ in effects.instead:
        if by == card:
            total += LASTING_RULE
    for ability, owner in enumerate(effects.ability_card):
        if int(owner) == card:
            program = int(effects.ability_program[ability])
            often = TIMES_A_ROUND.get(int(effects.ability_trigger[ability]), RARELY)
            total += often * program_worth(effects, cells, program)
    return total


def program_worth(effects: Effects, cells: list[int], program: int) -> float:
    """The best of each step."""
    total = 0.0
    for step in range(int(effects.program_first[program]), int(effects.program_first[program + 1])):
        first, end = int(effects.step_first[step]), int(effects.step_first[step + 1])
        total += max(0.0, *(operation(effects, cells, each) for each in range(first, end)))
    return total


def operation(effects: Effects, cells: list[int], number: int) -> float:
    verb, a, b, c = (int(row[number]) for row in (effects.verb, effects.a, effects.b, effects.c))
    if verb == operations.GAIN:
        return bundle(effects, cells, a)
    if verb == operations.SWAP:
        got = program_worth(effects, cells, c - 1) if c else bundle(effects, cells, b)
        return max(0.3, got - bundle(effects, cells, a))
    if verb == operations.TIER:
        return bundle(effects, cells, int(effects.tier_bundle[b + c // 2]))
    if verb == operations.STRIP:
        return 1.2 * a
    return 1.2 * a if verb == operations.UPGRADE else 1.0


def bundle(effects: Effects, cells: list[int], number: int) -> float:
    """An amount that depends on the position counts as three."""
    total = 0.0
    for item, count in effects.bundles[number]:
        total += float(count if count >= 0 else 3) * item_worth(item, cells)
    return total


def item_worth(item: int, cells: list[int]) -> float:
    if item < items.GOODS:
        return A_CELL[item % 4] * cells[item]
    if item >= items.ITEMS:
        return 1.0  # a slot that is filled
    if item >= items.SPECIAL:
        return A_CELL[items.BLUE] * cells[item]
    if item in (items.SILVER, items.WOOD, items.STONE, items.ORE):
        return 1.0
    return 0.5 if items.BOW <= item < items.WHALING_BOAT else 4.0
