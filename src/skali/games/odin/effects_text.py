"""Reads what spaces and occupations do from the steps in components.toml into tables of small numbers.

A *program* is a list of steps. A step is one operation, or several to choose from, and may be optional. An *ability* ties a program
of an occupation to the moment that triggers it, on a condition, so many times, or once in the game. The rules of what the
operations do are in effects.py.
"""

from __future__ import annotations

import re
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16

from skali.games.odin.items import (
    ARMED_BOAT,
    BOAT,
    BOW,
    CATTLE,
    ITEM_NAMES,
    LONG_SWORD,
    LONGSHIP,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    SHED_STONE,
    SHED_WOOD,
    SHEEP,
)
from skali.games.odin.phases import DIE_KINDS

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
RETURN_HERE: Final = 27
INSPECT: Final = 28
OUTFIT: Final = 29
FOURTH: Final = 30
RELOCATE: Final = 31
FLIP: Final = 32
LATE: Final = 33
HARVESTED: Final = 34
SOW: Final = 35
BOOST: Final = 36
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
    "return_column_4": RETURN_COLUMN_4,
    "follow": FOLLOW,
    "place ore per longship": PLACE_ORE,
    "replace weapon": REPLACE_WEAPON,
    "replace play": REPLACE_DRAW,
    "return here": RETURN_HERE,
    "inspect": INSPECT,
    "outfit": OUTFIT,
    "fourth": FOURTH,
    "flip": FLIP,
    "late": LATE,
    "harvested": HARVESTED,
}
BESPOKE: Final = (
    FEAST,
    BREEDING,
    SHIFT,
    RETURN_COLUMN_4,
    FOLLOW,
    PLACE_ORE,
    REPLACE_WEAPON,
    REPLACE_DRAW,
    INSPECT,
    OUTFIT,
    FOURTH,
    RELOCATE,
    FLIP,
    LATE,
    HARVESTED,
    SOW,
)
"""Operations that serve one card, or a pair of them."""

# Which goods an upgrade takes

ANY_GOOD: Final = 0
MEATS: Final = 1
ALIKE: Final = 2
ORANGES: Final = 3
TO_BLUE: Final = 3

# Directions of a shift in the goods boxes, boards of a bonus, prices of emigration

SHIFT_RIGHT: Final = 0
SHIFT_LEFT: Final = 1
BONUS_HOUSES: Final = 0
BONUS_HOME: Final = 1
PRICE_OF_SPACE: Final = 0
PRICE_OF_CARD: Final = 1
PRICE_LESS_SHIPS: Final = 2

# Amounts that depend on the position

AMOUNTS: Final = ("round", "armed_price", "escort_price")
THE_ROUND: Final = -1
ARMED_PRICE: Final = -2
ESCORT_PRICE: Final = -3

# What can be counted beside items

PLAYERS: Final = 100
HOUSES: Final = 101
ANIMAL_KINDS: Final = 102
VIKINGS_ON_CRAFTING: Final = 103
KINDS_TAKEN: Final = 104
WOOD_RECEIVED: Final = 105
MEAT_SERVED: Final = 106
MEAD_SERVED: Final = 107
SHIP_TRIOS: Final = 108
ORE_ON_SHIPS: Final = 109
STRONG_LONGSHIPS: Final = 110
SPECIAL_TILES: Final = 111
RED_KINDS: Final = 112
MEAT_PAIRS: Final = 113
PEAS_SHORT: Final = 114
KINDS_PAID: Final = 115
STONE_RECEIVED: Final = 116
SILVER_RECEIVED: Final = 117
ANIMALS_SERVED: Final = 118
GAME_MEAT_SERVED: Final = 119
VIKINGS_IN_COLUMN_2: Final = 120
VIKINGS_IN_COLUMN_3: Final = 121
EXPLORATION_BOARDS: Final = 122
LARGE_SHIPS: Final = 123
BOATS_USED: Final = 124
TWOS_PLACED: Final = 125
ROUND_INCOME: Final = 126
COUNTS: Final = {
    "player": PLAYERS,
    "house": HOUSES,
    "animal_kinds": ANIMAL_KINDS,
    "vikings_on_crafting": VIKINGS_ON_CRAFTING,
    "kinds_taken": KINDS_TAKEN,
    "wood_received": WOOD_RECEIVED,
    "meat_served": MEAT_SERVED,
    "mead_served": MEAD_SERVED,
    "ship_trios": SHIP_TRIOS,
    "ore_on_ships": ORE_ON_SHIPS,
    "strong_longships": STRONG_LONGSHIPS,
    "special_tiles": SPECIAL_TILES,
    "red_kinds": RED_KINDS,
    "meat_pairs": MEAT_PAIRS,
    "peas_short": PEAS_SHORT,
    "kinds_paid": KINDS_PAID,
    "stone_received": STONE_RECEIVED,
    "silver_received": SILVER_RECEIVED,
    "animals_served": ANIMALS_SERVED,
    "game_meat_served": GAME_MEAT_SERVED,
    "vikings_in_column_2": VIKINGS_IN_COLUMN_2,
    "vikings_in_column_3": VIKINGS_IN_COLUMN_3,
    "exploration_boards": EXPLORATION_BOARDS,
    "large_ship": LARGE_SHIPS,
    "boats_used": BOATS_USED,
    "twos_placed": TWOS_PLACED,
    "income": ROUND_INCOME,
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
AFTER_CRAFTING: Final = 28
AFTER_CRAFTING_WITH_ORE: Final = 29
AFTER_BUILDING_HOUSES: Final = 30
AFTER_MARKET: Final = 31
AFTER_OVERSEAS_2: Final = 32
AFTER_UPGRADE_1: Final = 33
AFTER_SPACE: Final = 34
STOCKFISH_RECEIVED: Final = 35
BEFORE_CRAFTING_WITH_ORE: Final = 36
BEFORE_BUILDING: Final = 37
BEFORE_TWO_VIKINGS: Final = 38
SNARE_LAID: Final = 39
SNARE_SPACE_SUCCEEDED: Final = 40
HUNTING_SUCCEEDED: Final = 41
NO_WOOD_WON_A_WHALE: Final = 42
ONE_SPEAR_WON_A_WHALE: Final = 43
BEFORE_RAIDING: Final = 44
BEFORE_PILLAGING: Final = 45
RAID_WON: Final = 46
RAID_FAILED_EARLY: Final = 47
HARVEST_COMES: Final = 48
HOUSE_BUILT: Final = 49
KNARR_BUILT: Final = 50
SAILED_AWAY: Final = 51
OCCUPATIONS_PLAYED: Final = 52
AS_SOON_AS: Final = 53
NEXT_KNARR: Final = 54
STONE_TAKEN: Final = 55
TWO_SILVER_TAKEN: Final = 56
ORE_LOST: Final = 57
TWO_SILVER_LOST: Final = 58
CHEST_RECEIVED: Final = 59
SPICES_RECEIVED: Final = 60
PAIR_OF_STOCKFISH: Final = 61
PAIR_OF_SALT_MEAT: Final = 62
RUNE_STONE_EXPLORES: Final = 63
RUNE_STONE_IN_HOUSE: Final = 64
VIKINGS_RETURNED: Final = 65
THREE_VIKINGS: Final = 66
IN_BONUS_PHASE: Final = 67
END_OF_ACTIONS: Final = 68
AT_SCORING: Final = 69
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
    "after crafting",
    "after crafting with ore",
    "after building houses",
    "after the weekly market",
    "after overseas_trading_2",
    "after a space of upgrade 1",
    "after a space",
    "after an action with stockfish",
    "before crafting with ore",
    "before building",
    "before an action with two vikings",
    "snare laid",
    "laying_a_snare succeeded",
    "hunting succeeded",
    "whaling succeeded without wood",
    "one spear won a whale",
    "before raiding",
    "before pillaging",
    "raid won",
    "raid failed early",
    "harvest",
    "house built",
    "knarr built",
    "explored or emigrated",
    "after playing occupations",
    "as soon as",
    "next knarr",
    "stone taken from a strip",
    "two_silver taken from a strip",
    "ore lost from a strip",
    "two_silver lost from a strip",
    "chest received",
    "spices received",
    "pair of stockfish",
    "pair of salt_meat",
    "rune_stone placed on an exploration board",
    "rune_stone placed in a house",
    "vikings returned",
    "three vikings on the thing square",
    "in the bonus phase",
    "end of the actions",
    "scoring",
)
PLAIN: Final = (
    HOUSE_BUILT,
    STONE_TAKEN,
    TWO_SILVER_TAKEN,
    ORE_LOST,
    TWO_SILVER_LOST,
    SPICES_RECEIVED,
    VIKINGS_RETURNED,
    THREE_VIKINGS,
    AT_SCORING,
)
"""Moments that only ever give something, at once."""

# Standing rules of cards ("always")

LIVESTOCK_DISCOUNT: Final = 0
STONE_VALUE: Final = 1
SPEAR_AS_SWORD: Final = 2
KNARR_AS_LONGSHIP: Final = 3
UPGRADE_FURTHER: Final = 4
ROLLS: Final = 5
EMIGRATION_DISCOUNT: Final = 6
PEAS_LIE_TWICE: Final = 7
PATRON: Final = 8
STONE_DISCOUNT: Final = 9
SPEAR_VALUE: Final = 10
WOOD_IN_HOUSES: Final = 11
FEWER_PLUNDERERS: Final = 12
ANY_BOARD: Final = 13
GREEN_LOOT: Final = 14
HIGHEST_LOOT: Final = 15
DOUBLE_LOOT: Final = 16
FUR_FOR_UPGRADE: Final = 17
SILVERWARE_FOR_BONUS: Final = 18
FISH_TO_HOUSES: Final = 19
BESPOKE_HOOKS: Final = (DOUBLE_LOOT, FUR_FOR_UPGRADE, SILVERWARE_FOR_BONUS, FISH_TO_HOUSES)
"""Standing rules that bring a decision of their own."""
HOOKS: Final = (
    "discount livestock_market 1",
    "stone counts 2",
    "spear counts as long_sword",
    "knarr counts as longship",
    "upgrade further",
    "rolls 4",
    "emigration costs 2 less",
    "peas lie twice",
    "discount spaces of 2 silver 1",
    "discount houses 1 stone",
    "spear counts 2",
    "wood lies in houses",
    "plundering takes fewer vikings",
    "explore_1 claims any board",
    "loot green goods",
    "loot highest special tiles 1 less",
    "loot two tiles",
    "fur for upgrade 1",
    "silverware for one house good",
    "served stockfish go to houses",
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
        self.ability_if: vec[i16] = vec[i16]()
        """What must be counted, how many there must be, and whether more will do; ``ONCE`` for no condition."""
        self.ability_need: vec[i16] = vec[i16]()
        self.ability_more: vec[i16] = vec[i16]()
        self.ability_times: vec[i16] = vec[i16]()
        """How many times it is offered: a count, or ``ONCE``."""
        self.ability_once: vec[i16] = vec[i16]()
        """It is used up by its first use (OD-186)."""
        self.conditions: list[str] = []
        self.times: list[str] = []
        self.by_moment: list[vec[i16]] = [vec[i16]() for _ in MOMENTS]
        """The abilities of each moment in the order of the card numbers (OD-192)."""
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
        self.hook_card: vec[i16] = vec[i16]()
        for _ in HOOKS:
            self.hook_card = append(self.hook_card, i16(-1))
        self.bundle([])

    def close(self) -> None:
        self.step_first = append(self.step_first, i16(len(self.verb)))
        self.program_first = append(self.program_first, i16(len(self.optional)))
        self.bundle_first = append(self.bundle_first, i16(len(self.bundle_item)))

    def ability(self, card: int, written: dict[str, Any]) -> None:
        """An ability as it is written: ``when`` and ``does``, perhaps ``if``, ``times`` and ``once``."""
        when, does = written["when"], written["does"]
        if when == "always":
            self._standing(card, does[0])
        elif when.startswith("instead of "):
            self.instead.append((when.removeprefix("instead of "), card, self.program(does)))
        elif when not in MOMENTS:
            raise ValueError(f"there is no moment '{when}'; moments are: {', '.join(MOMENTS)}")
        else:
            self._triggered(card, MOMENTS.index(when), written)

    def _standing(self, card: int, text: str) -> None:
        if found := re.fullmatch(r"die ([a-z ]+) ([+-]\d)", text):
            kinds = list(DIE_KINDS) if found[1] == "all" else found[1].split()
            self.die_card = append(self.die_card, i16(card))
            self.die_kinds = append(self.die_kinds, i16(sum(DIE_KINDS[kind] for kind in kinds)))
            self.die_change = append(self.die_change, i16(int(found[2])))
            self.die_texts.append(text.removeprefix("die "))
        elif text in HOOKS:
            self.hook_card[HOOKS.index(text)] = i16(card)
        else:
            raise ValueError(f"there is no standing rule '{text}'")

    def _triggered(self, card: int, moment: int, written: dict[str, Any]) -> None:
        condition = str(written.get("if", ""))
        what, _, number = condition.partition(" ")
        times = written.get("times")
        program = self.program(written["does"])
        if moment in PLAIN and not self._only_gives(program):
            raise ValueError(f"'{MOMENTS[moment]}' can only give something")
        self.by_moment[moment] = append(self.by_moment[moment], i16(len(self.ability_card)))
        self.ability_card = append(self.ability_card, i16(card))
        self.ability_program = append(self.ability_program, i16(program))
        self.ability_moment = append(self.ability_moment, i16(moment))
        self.ability_if = append(self.ability_if, i16(count_code(what) if condition else ONCE))
        self.ability_need = append(self.ability_need, i16(int(number.removesuffix("+")) if condition else 0))
        self.ability_more = append(self.ability_more, i16(number.endswith("+")))
        self.ability_times = append(self.ability_times, i16(count_code(times) if times else ONCE))
        self.ability_once = append(self.ability_once, i16(bool(written.get("once"))))
        self.conditions.append(condition)
        self.times.append(times or "")

    def _only_gives(self, program: int) -> bool:
        first = int(self.step_first[int(self.program_first[program])])
        return all(int(self.verb[operation]) in (GAIN, TIER) for operation in range(first, len(self.verb)))

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
        elif text in NAMED:
            self._add(NAMED[text])
        elif text.startswith("gain "):
            items, _, per = text.removeprefix("gain ").partition(" per ")
            self._add(GAIN, self.bundle(self._items(items)), count_code(per) if per else ONCE)
        elif text.startswith("tier "):
            self._tier(text.removeprefix("tier "))
        elif found := re.fullmatch(r"strip (\d)( other)?( hard)?", text):
            self._add(STRIP, int(found[1]), int(bool(found[2])), int(bool(found[3])))
        elif found := re.fullmatch(r"upgrade (\d)( twice| to blue)?( alike| of [a-z_ ]+)?", text):
            steps = {None: 1, " twice": 2, " to blue": TO_BLUE}[found[2]]
            kind = {None: ANY_GOOD, " alike": ALIKE, " of orange": ORANGES}.get(found[3], MEATS)
            self._add(UPGRADE, int(found[1]), steps, kind)
        elif found := re.fullmatch(r"(whaling|explore|play) (\d)", text):
            self._add({"whaling": WHALING, "explore": EXPLORE, "play": PLAY}[found[1]], int(found[2]))
        else:
            self._card_operation(text)

    def _card_operation(self, text: str) -> None:
        """Operations with a word that says how."""
        if text in ("shift right", "shift left"):
            self._add(SHIFT, SHIFT_LEFT if text == "shift left" else SHIFT_RIGHT)
        elif text in ("bonus houses", "bonus home"):
            self._add(BONUS, BONUS_HOME if text == "bonus home" else BONUS_HOUSES)
        elif text in ("emigrate at full price", "emigrate less large_ships"):
            self._add(EMIGRATE, PRICE_OF_CARD if text == "emigrate at full price" else PRICE_LESS_SHIPS)
        elif found := re.fullmatch(r"sow (flax|grain)", text):
            self._add(SOW, ITEM_NAMES.index(found[1]))
        elif found := re.fullmatch(r"boost (\d) (strongest|longship_\d)", text):
            self._add(BOOST, int(found[1]), 0 if found[2] == "strongest" else ITEM_NAMES.index(found[2]))
        elif found := re.fullmatch(r"relocate (\w+) for (\w+) \+ (\w+)", text):
            self._add(RELOCATE, *(ITEM_NAMES.index(found[at]) for at in (1, 2, 3)))
        else:
            raise ValueError(f"there is no step '{text}'")

    def _swap(self, pay: str, get: str) -> None:
        """Items for items, or for an action that follows (``silver -> act upgrade 1``)."""
        acts = get.startswith("act ")
        gained = [] if acts else self._items(get)
        for each in payments(self._items(pay), gained):
            if acts:
                self._later.append((len(self.verb), get.removeprefix("act ")))
            self._add(SWAP, self.bundle(each), self.bundle(gained))

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
                if name not in ITEM_NAMES and name not in PLACES:
                    raise ValueError(f"there is no item '{name}'")
                item = PLACES[name] if name in PLACES else ITEM_NAMES.index(name)
                items.append((item, -1 - AMOUNTS.index(count) if count in AMOUNTS else int(count or 1)))
        return items


ANY_WEAPON: Final = -2
PLACES: Final = {"any_weapon": ANY_WEAPON, "shed_wood": SHED_WOOD, "shed_stone": SHED_STONE}
"""What can stand for an item: any weapon, or a slot of a shed to fill."""


def count_code(name: str) -> int:
    if name in COUNTS:
        return COUNTS[name]
    if name not in ITEM_NAMES:
        raise ValueError(f"'{name}' cannot be counted")
    return ITEM_NAMES.index(name)


def payments(pay: list[tuple[int, int]], get: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The ways to pay: animals pregnant or not (OD-021), ships with or without ore, any two weapons."""
    twins = {
        SHEEP: [SHEEP, PREGNANT_SHEEP],
        CATTLE: [CATTLE, PREGNANT_CATTLE],
        BOAT: [BOAT, ARMED_BOAT],
        LONGSHIP: [LONGSHIP, LONGSHIP + 1, LONGSHIP + 2, LONGSHIP + 3],
    }
    made = [gained for gained, _ in get]
    ways: list[list[tuple[int, int]]] = [[]]
    for item, count in pay:
        if item == ANY_WEAPON:
            pairs = [(one, two) for one in range(BOW, LONG_SWORD + 1) for two in range(one, LONG_SWORD + 1)]
            ways = [way + ([(one, 2)] if one == two else [(one, 1), (two, 1)]) for way in ways for one, two in pairs]
        elif item in twins and not any(gained in twins[item] for gained in made):
            ways = [[*way, (each, count)] for way in ways for each in twins[item]]
        else:
            ways = [[*way, (item, count)] for way in ways]
    return ways
