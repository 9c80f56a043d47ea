"""Reads what spaces and occupations do from the steps in components.toml into tables of small numbers.

A *program* is a list of steps. A step is one operation, or several to choose from, and may be optional. An *ability* ties a program
of an occupation to the moment that triggers it. The rules of what the operations do are in effects.py.
"""

from __future__ import annotations

import re
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16

from skali.games.odin.items import (
    ARMED_BOAT,
    BOAT,
    BOW,
    CATTLE,
    ITEM_NAMES,
    LONG_SWORD,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    SHEEP,
)

# Operations

GAIN: Final = 0
SWAP: Final = 1
TIER: Final = 2
STRIP: Final = 3
UPGRADE: Final = 4
HUNTING: Final = 5
LAY_SNARE: Final = 6
WHALING: Final = 7
RAIDING: Final = 8
PILLAGING: Final = 9
EXPLORE: Final = 10
OVERSEAS: Final = 11
SALE: Final = 12
FORGE: Final = 13
DRAW: Final = 14
PLAY: Final = 15
EMIGRATE: Final = 16
SWAP_BOAT: Final = 17
FEAST: Final = 18
BREEDING: Final = 19
BONUS: Final = 20
SHIFT: Final = 21
RETURN_COLUMN_4: Final = 22
FOLLOW: Final = 23
PLACE_ORE: Final = 24
REPLACE_WEAPON: Final = 25
REPLACE_DRAW: Final = 26
NAMED: Final = {
    "hunting": HUNTING,
    "snare": LAY_SNARE,
    "raiding": RAIDING,
    "pillaging": PILLAGING,
    "overseas": OVERSEAS,
    "sale": SALE,
    "forge": FORGE,
    "draw": DRAW,
    "emigrate": EMIGRATE,
    "swap_boat": SWAP_BOAT,
    "feast": FEAST,
    "breeding": BREEDING,
    "bonus houses": BONUS,
    "shift": SHIFT,
    "return_column_4": RETURN_COLUMN_4,
    "follow": FOLLOW,
    "place ore per longship": PLACE_ORE,
    "replace weapon": REPLACE_WEAPON,
    "replace play": REPLACE_DRAW,
}

# Which goods an upgrade takes

ANY_GOOD: Final = 0
MEATS: Final = 1
ALIKE: Final = 2
TO_BLUE: Final = 3

# What can be counted beside items

PLAYERS: Final = 100
HOUSES: Final = 101
ANIMAL_KINDS: Final = 102
VIKINGS_ON_CRAFTING: Final = 103
KINDS_TAKEN: Final = 104
WOOD_RECEIVED: Final = 105
MEAT_SERVED: Final = 106
MEAD_SERVED: Final = 107
COUNTS: Final = {
    "player": PLAYERS,
    "house": HOUSES,
    "animal_kinds": ANIMAL_KINDS,
    "vikings_on_crafting": VIKINGS_ON_CRAFTING,
    "kinds_taken": KINDS_TAKEN,
    "wood_received": WOOD_RECEIVED,
    "meat_served": MEAT_SERVED,
    "mead_served": MEAD_SERVED,
}
ONCE: Final = -1

# Moments

PLAYED: Final = 0
ANYTIME: Final = 1
SILVER_SPACE: Final = 2
AFTER_FEAST: Final = 3
BEFORE_INCOME: Final = 4
LONGSHIP_USED: Final = 5
BEFORE_OVERSEAS: Final = 6
BEFORE_OVERSEAS_SPACE: Final = 7
NEW_WEAPON: Final = 8
AFTER_BONUS: Final = 9
NO_HARVEST: Final = 10
AFTER_HARVEST: Final = 11
GRAIN_IN_HOUSE: Final = 12
OCCUPATION_DRAWN: Final = 13
BEFORE_CRAFTING: Final = 14
LARGE_SHIP_BUILT: Final = 15
AFTER_MOUNTAIN: Final = 16
SNARE_SUCCEEDED: Final = 17
RAID_FAILED: Final = 18
ONE_SWORD_WON: Final = 19
WHALING_SUCCEEDED: Final = 20
BEFORE_HUNTING: Final = 21
AFTER_VIKING_ACTION: Final = 22
FOOD_SERVED: Final = 23
HUNTING_2_SUCCEEDED: Final = 24
BEFORE_COLUMN_4: Final = 25
FEAST_BEGINS: Final = 26
CATTLE_ADDED: Final = 27
MOMENTS: Final = (
    "played",
    "anytime",
    "space of one silver",
    "after the feast",
    "before income",
    "after a longship was used",
    "before overseas trading",
    "before overseas space",
    "new weapon",
    "after the bonus",
    "no harvest",
    "after the harvest",
    "grain placed in a house",
    "occupation drawn",
    "before crafting",
    "large ship built",
    "after mountain",
    "snare succeeded",
    "raid failed",
    "one sword won a tile",
    "whaling succeeded",
    "before hunting",
    "after a viking action",
    "food served",
    "hunting_game_2 succeeded",
    "before column 4",
    "feast begins",
    "cattle added",
)

# Standing rules of cards ("always")

LIVESTOCK_DISCOUNT: Final = 0
STONE_VALUE: Final = 1
SPEAR_AS_SWORD: Final = 2
KNARR_AS_LONGSHIP: Final = 3
UPGRADE_FURTHER: Final = 4
ROLLS: Final = 5
EMIGRATION_DISCOUNT: Final = 6
PEAS_LIE_TWICE: Final = 7
HOOKS: Final = (
    "discount livestock_market 1",
    "stone counts 2",
    "spear counts as long_sword",
    "knarr counts as longship",
    "upgrade further",
    "rolls 4",
    "emigration costs 2 less",
    "peas lie twice",
)


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
        self.ability_moment: vec[i16] = vec[i16]()
        self.by_moment: list[vec[i16]] = [vec[i16]() for _ in MOMENTS]
        """The abilities of each moment in the order of the card numbers (OD-192)."""
        self.hook_card: vec[i16] = vec[i16]()
        for _ in HOOKS:
            self.hook_card = append(self.hook_card, i16(-1))
        self.bundle([])

    def close(self) -> None:
        self.step_first = append(self.step_first, i16(len(self.verb)))
        self.program_first = append(self.program_first, i16(len(self.optional)))
        self.bundle_first = append(self.bundle_first, i16(len(self.bundle_item)))

    def ability(self, card: int, when: str, does: list[str]) -> None:
        if when == "always":
            if does[0] not in HOOKS:
                raise ValueError(f"there is no standing rule '{does[0]}'")
            self.hook_card[HOOKS.index(does[0])] = i16(card)
            return
        if when not in MOMENTS:
            raise ValueError(f"there is no moment '{when}'; moments are: {', '.join(MOMENTS)}")
        moment = MOMENTS.index(when)
        number = len(self.ability_card)
        self.ability_card = append(self.ability_card, i16(card))
        self.ability_program = append(self.ability_program, i16(self.program(does)))
        self.ability_moment = append(self.ability_moment, i16(moment))
        self.by_moment[moment] = append(self.by_moment[moment], i16(number))

    def program(self, steps: list[str]) -> int:
        """Adds a program and gives its number."""
        number = len(self.program_first)
        self.program_first = append(self.program_first, i16(len(self.optional)))
        self.texts.append(list(steps))
        for text in steps:
            self._step(text)
        return number

    def _step(self, text: str) -> None:
        self.step_first = append(self.step_first, i16(len(self.verb)))
        self.optional = append(self.optional, i16(text.startswith("may ")))
        body = text.removeprefix("may ")
        if body.startswith("replace weapon"):
            body = "replace weapon"
        for part in body.split(" | "):
            self._operation(part.strip())

    def _operation(self, text: str) -> None:
        if text in NAMED:
            self._add(NAMED[text])
        elif " -> " in text:
            pay, get = text.split(" -> ")
            for each in payments(self._items(pay), self._items(get)):
                self._add(SWAP, self.bundle(each), self.bundle(self._items(get)))
        elif text.startswith("gain "):
            items, _, per = text.removeprefix("gain ").partition(" per ")
            self._add(GAIN, self.bundle(self._items(items)), count_code(per) if per else ONCE)
        elif text.startswith("tier "):
            self._tier(text.removeprefix("tier "))
        elif found := re.fullmatch(r"strip (\d)( other)?( hard)?", text):
            self._add(STRIP, int(found[1]), int(bool(found[2])), int(bool(found[3])))
        elif found := re.fullmatch(r"upgrade (\d)( twice| to blue)?( alike| of [a-z_ ]+)?", text):
            steps = {None: 1, " twice": 2, " to blue": TO_BLUE}[found[2]]
            kind = ANY_GOOD if not found[3] else ALIKE if found[3] == " alike" else MEATS
            self._add(UPGRADE, int(found[1]), steps, kind)
        elif found := re.fullmatch(r"(whaling|explore|play) (\d)", text):
            self._add({"whaling": WHALING, "explore": EXPLORE, "play": PLAY}[found[1]], int(found[2]))
        else:
            raise ValueError(f"there is no step '{text}'")

    def _tier(self, text: str) -> None:
        what, _, rows = text.partition(": ")
        first = len(self.tier_count)
        for row in rows.split(", "):
            count, _, items = row.partition(" = ")
            self.tier_count = append(self.tier_count, i16(int(count.removesuffix("+"))))
            self.tier_more = append(self.tier_more, i16(count.endswith("+")))
            self.tier_bundle = append(self.tier_bundle, i16(self.bundle(self._items(items))))
        self._add(TIER, count_code(what), first, len(self.tier_count) - first)

    def _add(self, verb: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        self.verb = append(self.verb, i16(verb))
        self.a = append(self.a, i16(a))
        self.b = append(self.b, i16(b))
        self.c = append(self.c, i16(c))

    def bundle(self, items: list[tuple[int, int]]) -> int:
        """The number of a list of items and counts; 0 is the empty one."""
        if items in self.bundles:
            return self.bundles.index(items)
        self.bundles.append(items)
        self.bundle_first = append(self.bundle_first, i16(len(self.bundle_item)))
        for item, count in items:
            self.bundle_item = append(self.bundle_item, i16(item))
            self.bundle_count = append(self.bundle_count, i16(count))
        return len(self.bundles) - 1

    def yields(self, program: int, item: int) -> int:
        """How many of an item a program gains, by its operation that gains most of it."""
        most = 0
        for step in range(int(self.program_first[program]), int(self.program_first[program + 1])):
            for operation in range(int(self.step_first[step]), int(self.step_first[step + 1])):
                verb = int(self.verb[operation])
                if verb in (GAIN, SWAP):
                    bundle = self.bundles[int(self.a[operation] if verb == GAIN else self.b[operation])]
                    most = max([most, *(count for each, count in bundle if each == item)])
        return most

    def _items(self, text: str) -> list[tuple[int, int]]:
        """``2 wood + ore`` as items and counts."""
        items: list[tuple[int, int]] = []
        for part in text.split(" + "):
            if part != "nothing":
                count, _, name = part.rpartition(" ")
                if name == "any_weapon":
                    items.append((ANY_WEAPON, int(count)))
                elif name not in ITEM_NAMES:
                    raise ValueError(f"there is no item '{name}'")
                else:
                    items.append((ITEM_NAMES.index(name), int(count or 1)))
        return items


ANY_WEAPON: Final = -2


def count_code(name: str) -> int:
    if name in COUNTS:
        return COUNTS[name]
    if name not in ITEM_NAMES:
        raise ValueError(f"'{name}' cannot be counted")
    return ITEM_NAMES.index(name)


def payments(pay: list[tuple[int, int]], get: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The ways to pay: animals pregnant or not (OD-021), boats armed or not, any two weapons."""
    twins = {SHEEP: PREGNANT_SHEEP, CATTLE: PREGNANT_CATTLE, BOAT: ARMED_BOAT}
    ways: list[list[tuple[int, int]]] = [[]]
    for item, count in pay:
        if item == ANY_WEAPON:
            pairs = [(one, two) for one in range(BOW, LONG_SWORD + 1) for two in range(one, LONG_SWORD + 1)]
            ways = [way + ([(one, 2)] if one == two else [(one, 1), (two, 1)]) for way in ways for one, two in pairs]
        elif item in twins and not any(gained in twins.values() for gained, _ in get):
            ways = [[*way, (each, count)] for way in ways for each in (item, twins[item])]
        else:
            ways = [[*way, (item, count)] for way in ways]
    return ways
