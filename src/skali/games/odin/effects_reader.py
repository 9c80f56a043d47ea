"""Reads what spaces and occupations do from the steps in components.toml into tables of small numbers.

A *program* is a list of steps. A step is one operation, or several to choose from, and may be optional. An *ability* ties a program
of an occupation to what triggers it, on a condition, so many times, or once in the game. What the operations do is in
decisions/programs.py and effects.py.
"""

from __future__ import annotations

import re
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16

from skali.games.odin import card_rules, items, naming, operations, phases, quantities, triggers

OPERATIONS: Final = naming.names_of(operations)
TRIGGERS: Final = naming.names_of(triggers)
QUANTITIES: Final = naming.names_of(quantities)
CARD_RULES: Final = naming.names_of(card_rules)


class Effects:
    """The programs of spaces and occupations, and which occupation does what when."""

    def __init__(self) -> None:
        self.verb: vec[i16] = vec[i16]()
        self.a: vec[i16] = vec[i16]()
        self.b: vec[i16] = vec[i16]()
        self.c: vec[i16] = vec[i16]()
        self.step_first: vec[i16] = vec[i16]()
        """By step: its first operation; the operations of a step are its alternatives."""
        self.optional: vec[i16] = vec[i16]()
        self.program_first: vec[i16] = vec[i16]()
        self.texts: list[list[str]] = []
        self.bundle_first: vec[i16] = vec[i16]()
        self.bundle_item: vec[i16] = vec[i16]()
        self.bundle_count: vec[i16] = vec[i16]()
        self.bundles: list[list[tuple[int, int]]] = []
        self.tier_count: vec[i16] = vec[i16]()
        """Reward rows: the count, whether more will do too, and the bundle."""
        self.tier_more: vec[i16] = vec[i16]()
        self.tier_bundle: vec[i16] = vec[i16]()
        self.ability_card: vec[i16] = vec[i16]()
        self.ability_program: vec[i16] = vec[i16]()
        self.ability_trigger: vec[i16] = vec[i16]()
        self.ability_if: vec[i16] = vec[i16]()
        """What must be counted, how many there must be, and whether more will do; ``ONCE`` for no condition."""
        self.ability_need: vec[i16] = vec[i16]()
        self.ability_more: vec[i16] = vec[i16]()
        self.ability_times: vec[i16] = vec[i16]()
        """How many times it is offered: a count, or ``ONCE``."""
        self.ability_once: vec[i16] = vec[i16]()
        """It is used up by its first use (OD-186)."""
        self.whens: list[str] = []
        """What triggers it, on which condition and how often, as written."""
        self.conditions: list[str] = []
        self.times: list[str] = []
        self.by_trigger: list[vec[i16]] = [vec[i16]() for _ in TRIGGERS]
        """The abilities of each trigger in the order of the card numbers (OD-192)."""
        self.die_card: vec[i16] = vec[i16]()
        """Cards that change every roll: the kinds of dice action as bits, and by how much."""
        self.die_kinds: vec[i16] = vec[i16]()
        self.die_change: vec[i16] = vec[i16]()
        self.die_texts: list[str] = []
        self.instead: list[tuple[str, int, int]] = []
        """Cards that offer another program on a space: its name, the card, the program."""
        self.told: list[str] = []
        """The words of each operation, as written."""
        self._later: list[tuple[int, str]] = []
        self.hook_card: vec[i16] = vec[i16]([i16(-1)] * len(CARD_RULES))
        self.bundle([])

    def close(self) -> None:
        self.step_first = append(self.step_first, i16(len(self.verb)))
        self.program_first = append(self.program_first, i16(len(self.optional)))
        self.bundle_first = append(self.bundle_first, i16(len(self.bundle_item)))

    def ability(self, card: int, written: dict[str, Any]) -> None:
        """An ability as it is written: ``when`` and ``does``, perhaps ``if``, ``times`` and ``once``."""
        when, does = written["when"], written["does"]
        if when == "always":
            self._lasting_rule(card, does[0])
        elif when.startswith("instead of "):
            self.instead.append((when.removeprefix("instead of "), card, self.program(does)))
        elif naming.as_name(when) not in TRIGGERS:
            raise ValueError(f"there is no trigger '{when}'; triggers are: {', '.join(TRIGGERS)}")
        else:
            self._triggered(card, TRIGGERS[naming.as_name(when)], written)

    def _lasting_rule(self, card: int, text: str) -> None:
        if found := re.fullmatch(r"die ([a-z ]+) ([+-]\d)", text):
            kinds = list(phases.DIE_KINDS) if found[1] == "all" else found[1].split()
            self.die_card = append(self.die_card, i16(card))
            self.die_kinds = append(self.die_kinds, i16(sum(phases.DIE_KINDS[kind] for kind in kinds)))
            self.die_change = append(self.die_change, i16(int(found[2])))
            self.die_texts.append(text.removeprefix("die "))
        elif naming.as_name(text) in CARD_RULES:
            self.hook_card[CARD_RULES[naming.as_name(text)]] = i16(card)
        else:
            raise ValueError(f"there is no lasting rule '{text}'")

    def _triggered(self, card: int, trigger: int, written: dict[str, Any]) -> None:
        condition = str(written.get("if", ""))
        what, _, number = condition.partition(" ")
        times = written.get("times")
        program = self.program(written["does"])
        if trigger in triggers.PLAIN and not self._only_gives(program):
            raise ValueError(f"'{written['when']}' can only give something")
        self.by_trigger[trigger] = append(self.by_trigger[trigger], i16(len(self.ability_card)))
        self.ability_card = append(self.ability_card, i16(card))
        self.ability_program = append(self.ability_program, i16(program))
        self.ability_trigger = append(self.ability_trigger, i16(trigger))
        self.ability_if = append(self.ability_if, i16(count_code(what) if condition else quantities.ONCE))
        self.ability_need = append(self.ability_need, i16(int(number.removesuffix("+")) if condition else 0))
        self.ability_more = append(self.ability_more, i16(number.endswith("+")))
        self.ability_times = append(self.ability_times, i16(count_code(times) if times else quantities.ONCE))
        self.ability_once = append(self.ability_once, i16(bool(written.get("once"))))
        self.whens.append(written["when"])
        self.conditions.append(condition)
        self.times.append(times or "")

    def _only_gives(self, program: int) -> bool:
        first = int(self.step_first[int(self.program_first[program])])
        return all(
            int(self.verb[operation]) in (operations.GAIN, operations.TIER)
            for operation in range(first, len(self.verb))
        )

    def program(self, steps: list[str]) -> int:
        """Adds a program and gives its number."""
        number = len(self.program_first)
        self.program_first = append(self.program_first, i16(len(self.optional)))
        self.texts.append(list(steps))
        for text in steps:
            self._step(text)
        later, self._later = self._later, []
        for operation, text in later:
            self.c[operation] = i16(self.program([text]) + 1)
        return number

    def _step(self, text: str) -> None:
        self.step_first = append(self.step_first, i16(len(self.verb)))
        self.optional = append(self.optional, i16(text.startswith("may ")))
        body = text.removeprefix("may ")
        if body.startswith("replace weapon"):
            body = "replace weapon"
        for part in body.split(" | "):
            self._operation(part.strip())
            while len(self.told) < len(self.verb):
                self.told.append(part.strip())

    def _operation(self, text: str) -> None:
        if " -> " in text:
            self._swap(*text.split(" -> "))
        elif OPERATIONS.get(naming.as_name(text), -1) >= operations.FIRST_PLAIN:
            self._add(OPERATIONS[naming.as_name(text)])
        elif text.startswith("gain "):
            gained, _, per = text.removeprefix("gain ").partition(" per ")
            self._add(operations.GAIN, self.bundle(self._items(gained)), count_code(per) if per else quantities.ONCE)
        elif text.startswith("tier "):
            self._tier(text.removeprefix("tier "))
        elif found := re.fullmatch(r"strip (\d)( other)?( hard)?", text):
            self._add(operations.STRIP, int(found[1]), int(bool(found[2])), int(bool(found[3])))
        elif found := re.fullmatch(r"upgrade (\d)( twice| to blue)?( alike| of [a-z_ ]+)?", text):
            steps = {None: 1, " twice": 2, " to blue": operations.TO_BLUE}[found[2]]
            kinds = {None: operations.ANY_GOOD, " alike": operations.ALIKE, " of orange": operations.ORANGES}
            kind = kinds.get(found[3], operations.MEATS)
            self._add(operations.UPGRADE, int(found[1]), steps, kind)
        elif found := re.fullmatch(r"(whaling|explore|play) (\d)", text):
            self._add(OPERATIONS[found[1]], int(found[2]))
        else:
            self._card_operation(text)

    def _card_operation(self, text: str) -> None:
        """Operations with a word that says how."""
        if text in ("shift right", "shift left"):
            self._add(operations.SHIFT, operations.SHIFT_LEFT if text == "shift left" else operations.SHIFT_RIGHT)
        elif text in ("bonus houses", "bonus home"):
            self._add(operations.BONUS, operations.BONUS_HOME if text == "bonus home" else operations.BONUS_HOUSES)
        elif text in ("emigrate at full price", "emigrate less large_ships"):
            full = text == "emigrate at full price"
            self._add(operations.EMIGRATE, operations.PRICE_OF_CARD if full else operations.PRICE_LESS_SHIPS)
        elif found := re.fullmatch(r"sow (flax|grain)", text):
            self._add(operations.SOW, naming.ITEM_NAMES.index(found[1]))
        elif found := re.fullmatch(r"boost (\d) (strongest|longship_\d)", text):
            ship = 0 if found[2] == "strongest" else naming.ITEM_NAMES.index(found[2])
            self._add(operations.BOOST, int(found[1]), ship)
        elif found := re.fullmatch(r"relocate (\w+) for (\w+) \+ (\w+)", text):
            self._add(operations.RELOCATE, *(naming.ITEM_NAMES.index(found[at]) for at in (1, 2, 3)))
        else:
            raise ValueError(f"there is no step '{text}'")

    def _swap(self, pay: str, get: str) -> None:
        """Items for items, or for an action that follows (``silver -> act upgrade 1``)."""
        acts = get.startswith("act ")
        gained = [] if acts else self._items(get)
        for each in payments(self._items(pay), gained):
            if acts:
                self._later.append((len(self.verb), get.removeprefix("act ")))
            self._add(operations.SWAP, self.bundle(each), self.bundle(gained))

    def _tier(self, text: str) -> None:
        what, _, rows = text.partition(": ")
        first = len(self.tier_count)
        for row in rows.split(", "):
            count, _, gained = row.partition(" = ")
            self.tier_count = append(self.tier_count, i16(int(count.removesuffix("+"))))
            self.tier_more = append(self.tier_more, i16(count.endswith("+")))
            self.tier_bundle = append(self.tier_bundle, i16(self.bundle(self._items(gained))))
        self._add(operations.TIER, count_code(what), first, len(self.tier_count) - first)

    def _add(self, verb: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        self.verb = append(self.verb, i16(verb))
        self.a = append(self.a, i16(a))
        self.b = append(self.b, i16(b))
        self.c = append(self.c, i16(c))

    def bundle(self, content: list[tuple[int, int]]) -> int:
        """The number of a list of content and counts; 0 is the empty one."""
        if content in self.bundles:
            return self.bundles.index(content)
        self.bundles.append(content)
        self.bundle_first = append(self.bundle_first, i16(len(self.bundle_item)))
        for item, count in content:
            self.bundle_item = append(self.bundle_item, i16(item))
            self.bundle_count = append(self.bundle_count, i16(count))
        return len(self.bundles) - 1

    def yields(self, program: int, item: int) -> int:
        """How many of an item a program gains, by its operation that gains most of it."""
        most = 0
        for step in range(int(self.program_first[program]), int(self.program_first[program + 1])):
            for operation in range(int(self.step_first[step]), int(self.step_first[step + 1])):
                verb = int(self.verb[operation])
                if verb in (operations.GAIN, operations.SWAP):
                    bundle = self.bundles[int(self.a[operation] if verb == operations.GAIN else self.b[operation])]
                    most = max([most, *(count for each, count in bundle if each == item)])
        return most

    def _items(self, text: str) -> list[tuple[int, int]]:
        """``2 wood + ore`` as content and counts."""
        content: list[tuple[int, int]] = []
        for part in text.split(" + "):
            if part != "nothing":
                count, _, name = part.rpartition(" ")
                if name not in naming.ITEM_NAMES and name not in PLACES:
                    raise ValueError(f"there is no item '{name}'")
                item = PLACES[name] if name in PLACES else naming.ITEM_NAMES.index(name)
                varies = count in quantities.AMOUNTS
                content.append((item, -1 - quantities.AMOUNTS.index(count) if varies else int(count or 1)))
        return content


ANY_WEAPON: Final = -2
PLACES: Final = {"any_weapon": ANY_WEAPON, "shed_wood": items.SHED_WOOD, "shed_stone": items.SHED_STONE}
"""What can stand for an item: any weapon, or a slot of a shed to fill."""


def count_code(name: str) -> int:
    if name in QUANTITIES:
        return QUANTITIES[name]
    if name not in naming.ITEM_NAMES:
        raise ValueError(f"'{name}' cannot be counted")
    return naming.ITEM_NAMES.index(name)


def payments(pay: list[tuple[int, int]], get: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The ways to pay: animals pregnant or not (OD-021), ships with or without ore, any two weapons."""
    twins = {
        items.SHEEP: [items.SHEEP, items.PREGNANT_SHEEP],
        items.CATTLE: [items.CATTLE, items.PREGNANT_CATTLE],
        items.WHALING_BOAT: [items.WHALING_BOAT, items.ARMED_BOAT],
        items.LONGSHIP: [items.LONGSHIP, items.LONGSHIP + 1, items.LONGSHIP + 2, items.LONGSHIP + 3],
    }
    made = [gained for gained, _ in get]
    ways: list[list[tuple[int, int]]] = [[]]
    for item, count in pay:
        if item == ANY_WEAPON:
            end = items.LONG_SWORD + 1
            pairs = [(one, two) for one in range(items.BOW, end) for two in range(one, end)]
            ways = [way + ([(one, 2)] if one == two else [(one, 1), (two, 1)]) for way in ways for one, two in pairs]
        elif item in twins and not any(gained in twins[item] for gained in made):
            ways = [[*way, (each, count)] for way in ways for each in twins[item]]
        else:
            ways = [[*way, (item, count)] for way in ways]
    return ways
