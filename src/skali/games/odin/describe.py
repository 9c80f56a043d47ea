"""What an occupation does, as a sentence in the language of the words: made from the same declaration that plays it.

The sentences stand in the words of the game as ``card_text``, so that every interface can say them; the tests hold them to this
module.
"""

from __future__ import annotations

from skali.core.words import Words
from skali.games.odin import quantities
from skali.games.odin.components import Tables


def describe(tables: Tables, number: str, words: Words) -> str:
    """All that a card does, sentence by sentence."""
    card = tables.card(number)
    effects = tables.effects
    sentences: list[str] = []
    for ability, owner in enumerate(effects.ability_card):
        if int(owner) == card:
            sentences.append(ability_text(tables, ability, words))
    for at, owner in enumerate(effects.die_card):
        if int(owner) == card:
            sentences.append(words.template("die", effects.die_texts[at]))
    for hook, owner in enumerate(effects.hook_card):
        if int(owner) == card:
            sentences.append(words.template("hook", str(hook)))
    for space, owner, program in effects.instead:
        if owner == card:
            sentences.append(f"{words.template('instead', space)} {steps_text(effects.texts[program], words)}.")
    return " ".join(sentences)


def ability_text(tables: Tables, ability: int, words: Words) -> str:
    """The moment, the condition, the steps, how often."""
    effects = tables.effects
    parts = [words.template("moment", str(int(effects.ability_trigger[ability])))]
    if effects.conditions[ability]:
        parts.append(words.template("condition", effects.conditions[ability]))
    told = steps_text(effects.texts[int(effects.ability_program[ability])], words)
    times = effects.times[ability]
    parts.append(f"{told}, {words.template('times', times)}" if times else told)
    return " ".join(parts) + "."


def steps_text(steps: list[str], words: Words) -> str:
    return words.template("step", "then").join(step_text(step, words) for step in steps)


def step_text(step: str, words: Words) -> str:
    """One step: ``may 2 oil -> spices`` becomes ``you may: 2 oil → spices``."""
    may = words.template("step", "may") if step.startswith("may ") else ""
    parts: list[str] = []
    for part in step.removeprefix("may ").split(" | "):
        told = operation_text(part.strip(), words)
        if told not in parts:
            parts.append(told)
    return may + words.template("step", "or").join(parts)


def operation_text(text: str, words: Words) -> str:
    if " -> " in text:
        pay, get = text.split(" -> ")
        if pay == "nothing":
            return items_text(get, words)
        told = operation_text(get.removeprefix("act "), words) if get.startswith("act ") else items_text(get, words)
        return f"{items_text(pay, words)} → {told}"
    if text.startswith("gain "):
        items, _, per = text.removeprefix("gain ").partition(" per ")
        told = items_text(items, words)
        return f"{told} {words.template('step', 'per')} {words.template('count', per)}" if per else told
    if text.startswith("tier "):
        return tier_text(text.removeprefix("tier "), words)
    if text.startswith("boost 2 "):
        text = "boost 2 longship_1"  # whichever longship gives the ore
    if words.has("operation", text):
        return words.template("operation", text)
    return items_text(text.removeprefix("replace "), words)


def tier_text(text: str, words: Words) -> str:
    """``sheep: 3+ = wool`` as a small table in a line."""
    what, _, rows = text.partition(": ")
    told = ", ".join(
        f"{count.replace('+', ' +')}: {items_text(items, words)}"
        for count, items in (row.split(" = ") for row in rows.split(", "))
    )
    if words.has("step", f"by_{what}"):
        return f"{words.template('step', f'by_{what}')} ({told})"
    return f"{words.template('step', 'by')} {words.template('count', what)} ({told})"


def items_text(text: str, words: Words) -> str:
    """``2 wood + ore`` in words."""
    if text == "nothing":
        return words.template("step", "nothing")
    parts: list[str] = []
    for part in text.split(" + "):
        count, _, name = part.rpartition(" ")
        if count in quantities.AMOUNTS:
            parts.append(words.template("amount", count).replace("{item}", words.template("item", name)))
        elif words.has("slot", name):
            parts.append(words.template("slot", name))
        else:
            item = words.template("count", "any_weapon") if name == "any_weapon" else words.template("item", name)
            parts.append(f"{count or 1} {item}")
    return " + ".join(parts)
