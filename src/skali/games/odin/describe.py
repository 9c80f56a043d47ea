"""What an occupation does, as a sentence in the language of the words: made from the same declaration that plays it.

The sentences stand in the words of the game as ``card_text``, so that every interface can say them; the tests hold them to this
module.
"""

from __future__ import annotations

from skali.core.words import Words
from skali.games.odin.components import Tables


def describe(tables: Tables, number: str, words: Words) -> str:
    """All abilities of a card; empty if its effects are not written yet."""
    card = tables.card(number)
    sentences: list[str] = []
    effects = tables.effects
    for hook, owner in enumerate(effects.hook_card):
        if int(owner) == card:
            sentences.append(words.template("hook", str(hook)))
    for ability, owner in enumerate(effects.ability_card):
        if int(owner) == card:
            moment = words.template("moment", str(int(effects.ability_moment[ability])))
            steps = effects.texts[int(effects.ability_program[ability])]
            told = words.template("step", "then").join(step_text(step, words) for step in steps)
            sentences.append(f"{moment} {told}.")
    return " ".join(sentences)


def step_text(step: str, words: Words) -> str:
    """One step: ``may 2 oil -> spices`` becomes ``you may: 2 oil → spices``."""
    may = words.template("step", "may") if step.startswith("may ") else ""
    parts = [operation_text(part.strip(), words) for part in step.removeprefix("may ").split(" | ")]
    return may + words.template("step", "or").join(parts)


def operation_text(text: str, words: Words) -> str:
    if " -> " in text:
        pay, get = text.split(" -> ")
        if pay == "nothing":
            return items_text(get, words)
        return f"{items_text(pay, words)} → {items_text(get, words)}" if get != "nothing" else items_text(pay, words)
    if text.startswith("gain "):
        items, _, per = text.removeprefix("gain ").partition(" per ")
        told = items_text(items, words)
        return f"{told} {words.template('step', 'per')} {words.template('count', per)}" if per else told
    if text.startswith("tier "):
        what, _, rows = text.removeprefix("tier ").partition(": ")
        told = ", ".join(
            f"{count.replace('+', ' +')}: {items_text(items, words)}"
            for count, items in (row.split(" = ") for row in rows.split(", "))
        )
        return f"{words.template('step', 'by')} {words.template('count', what)} ({told})"
    if words.has("operation", text):
        return words.template("operation", text)
    return items_text(text.removeprefix("replace "), words)


def items_text(text: str, words: Words) -> str:
    """``2 wood + ore`` in words."""
    if text == "nothing":
        return words.template("step", "nothing")
    parts: list[str] = []
    for part in text.split(" + "):
        count, _, name = part.rpartition(" ")
        item = words.template("count", "any_weapon") if name == "any_weapon" else words.template("item", name)
        parts.append(f"{count or 1} {item}")
    return " + ".join(parts)
