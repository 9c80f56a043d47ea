"""The occupations for people who browse them: name, sentence, deck, kind, verbs, and whether a card needs code of its own."""

from __future__ import annotations

from typing import Any

from skali.core.words import Words
from skali.games.odin import card_rules, operations
from skali.games.odin.components import Tables
from skali.games.odin.effects_reader import Effects

FILTERS = ("deck", "kind", "verb")


def browse(game: Any, words: Words) -> list[dict[str, Any]]:
    """Every card in the order of the numbers."""
    tables: Tables = game.tables
    return [
        {
            "number": number,
            "name": tables.card_names[card],
            "deck": tables.card_decks[card],
            "starting": bool(int(tables.starting[card])),
            "kind": tables.card_kinds[card],
            "points": int(tables.card_points[card]),
            "verb": verbs(tables.effects, card),
            "when": whens(tables.effects, card),
            "own_code": is_bespoke(tables.effects, card),
            "text": words.template("card_text", number),
            "title": words.template("card", number),
        }
        for card, number in enumerate(tables.card_numbers)
    ]


def summary(game: Any) -> str:
    """How many cards are declarations alone, and which have code of their own."""
    tables: Tables = game.tables
    own = [number for card, number in enumerate(tables.card_numbers) if is_bespoke(tables.effects, card)]
    total = len(tables.card_numbers)
    return (
        f"{total - len(own)} of {total} cards by declaration alone, {len(own)} with code of their own: {', '.join(own)}"
    )


def programs(effects: Effects, card: int) -> list[int]:
    """The programs that a card's abilities run, with those that follow a payment."""
    found = [int(effects.ability_program[at]) for at, owner in enumerate(effects.ability_card) if int(owner) == card]
    found += [program for _, owner, program in effects.instead if owner == card]
    for program in list(found):
        found += [int(effects.c[each]) - 1 for each in operations_of(effects, program) if follows(effects, each)]
    return found


def operations_of(effects: Effects, program: int) -> range:
    first, end = int(effects.program_first[program]), int(effects.program_first[program + 1])
    return range(int(effects.step_first[first]), int(effects.step_first[end]))


def follows(effects: Effects, operation: int) -> bool:
    """The exchange pays for an action."""
    return " -> act " in effects.told[operation]


def verbs(effects: Effects, card: int) -> list[str]:
    """The verbs of a card: the first words of its steps; ``exchange`` for payments, ``rule`` for what it changes for good."""
    found: list[str] = []
    for program in programs(effects, card):
        for operation in operations_of(effects, program):
            text = effects.told[operation]
            found.append("exchange" if " -> " in text else text.split(" ")[0])
    if card in [int(owner) for owner in (*effects.hook_card, *effects.die_card)]:
        found.append("rule")
    return sorted(set(found))


def whens(effects: Effects, card: int) -> list[str]:
    """When the card does something, in the words of the declaration."""
    found = [effects.whens[at] for at, owner in enumerate(effects.ability_card) if int(owner) == card]
    found += [f"instead of {space}" for space, owner, _ in effects.instead if owner == card]
    if card in [int(owner) for owner in (*effects.hook_card, *effects.die_card)]:
        found.append("always")
    return found


def is_bespoke(effects: Effects, card: int) -> bool:
    """The card has an operation or a decision that serves it alone, or it and a twin."""
    if any(int(effects.hook_card[hook]) == card for hook in card_rules.BESPOKE_HOOKS):
        return True
    used = [int(effects.verb[each]) for program in programs(effects, card) for each in operations_of(effects, program)]
    return any(verb in operations.BESPOKE for verb in used)
