"""Loads components.toml into tables that the rules can read fast, and refuses a set that the rules could not be played with."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.components import ComponentError, Components, Item
from skali.games.eketorp import bricks, cards, moves

FIELD_BITS: Final = 6
"""Each storage field has six bits in a packed number of bricks or Vikings; five are used, so that sums can be compared at once."""
FIELD_LIMIT: Final = 31
KIND_BITS: Final = 3
CARDS: Final = 12
ROUNDS: Final = 10
TABLE_SIZES: Final = (3, 4, 5, 6)
_VIKINGS_LIMIT: Final = 8
_AMULETS_LIMIT: Final = 9


class Tables:
    """The components of one set."""

    def __init__(self, components: Components) -> None:
        self.supply: i64 = _supply(components.item("bricks"))
        for name, number in (("values", cards.VALUES), ("copies", cards.COPIES), ("hand", cards.HAND)):
            components.item("battle_cards").number_of(name, number, number)
        players = components.item("players")
        self.amulets: i64 = players.number_of("amulets", 0, _AMULETS_LIMIT)
        self.vikings: dict[int, int] = {seats: _vikings(players, seats) for seats in TABLE_SIZES}
        rounds = components.item("rounds")
        self.rounds: i64 = rounds.number_of("rounds", ROUNDS, ROUNDS)
        rounds.number_of("cards_removed", CARDS - ROUNDS, CARDS - ROUNDS)
        self.sites: vec[i64] = vec[i64]()
        """By engine, two for each: the sites (0 to 5) that its siege field adjoins."""
        self._load_siege_fields(components)
        self.names: list[str] = []
        self.reconstructed: list[bool] = []
        self.few: vec[i64] = vec[i64]()
        """By card: the bricks of each field with 3 or 4 players."""
        self.many: vec[i64] = vec[i64]()
        """The same with 5 or 6 players (EK-021)."""
        self.kinds: vec[i64] = vec[i64]()
        """By card: the kind of each field, three bits each."""
        self._load_cards(components)

    def _load_siege_fields(self, components: Components) -> None:
        items = components.items("siege_field")
        engines = [item.text("engine", moves.ENGINES) for item in items]
        if engines != list(moves.ENGINES):
            raise ComponentError(
                f"{components.file}: [[siege_field]] must be {', '.join(moves.ENGINES)}, in this order"
            )
        used: list[int] = []
        for item in items:
            used += item.numbers("sites", 2)
        for site in used:
            self.sites = append(self.sites, i64(site - 1))
        if sorted(used) != list(range(1, bricks.SITES + 1)):
            raise ComponentError(
                f"{components.file}: each of the six sites adjoins one siege field (EK-003), not {used}"
            )

    def _load_cards(self, components: Components) -> None:
        items = components.items("material_card")
        if len(items) != CARDS:
            raise ComponentError(f"{components.file}: there are {CARDS} material cards (EK-006), not {len(items)}")
        for item in items:
            name = item.text("name")
            if name in self.names:
                raise item.error(f"the card '{name}' is there twice")
            few, many, kinds = _card(item)
            self.names.append(name)
            self.reconstructed.append(item.get("provenance") != "rulebook")
            self.few = append(self.few, few)
            self.many = append(self.many, many)
            self.kinds = append(self.kinds, kinds)
        self._check_one_kind_per_field(items)

    def _check_one_kind_per_field(self, items: list[Item]) -> None:
        """Clay and stone stay lying (EK-099), so no card may put another kind on a field that can hold them (EK-007)."""
        for field, letter in enumerate(moves.FIELDS):
            found = {int((self.kinds[card] >> (KIND_BITS * field)) & 7) for card in range(CARDS)} - {0}
            if len(found) > 1 and max(found) >= bricks.CLAY:
                names = ", ".join(bricks.NAMES[kind - 1] for kind in sorted(found))
                raise items[0].error(f"field {letter} could mix {names}: clay and stone stay lying (EK-007)")


def _supply(item: Item) -> i64:
    supply: i64 = 0
    for kind in range(1, bricks.KINDS + 1):
        # All bricks that stay lying may gather on one field, whose number must stay below 32.
        limit = FIELD_LIMIT if kind >= bricks.CLAY else 99
        supply += item.number_of(bricks.NAMES[kind - 1], 0, limit) * bricks.brick(kind)
    return supply


def _vikings(item: Item, seats: int) -> int:
    """How many Vikings each player has; all together must fit on one field."""
    return item.number_of(f"vikings_{seats}", 1, min(_VIKINGS_LIMIT, FIELD_LIMIT // seats))


def _card(item: Item) -> tuple[i64, i64, i64]:
    few: i64 = 0
    many: i64 = 0
    kinds: i64 = 0
    unknown = set(item.data) - {"name", "provenance", "note", *moves.FIELDS}
    if unknown:
        raise item.error(f"there is no field {', '.join(sorted(unknown))}; fields are A to G")
    for field, letter in enumerate(moves.FIELDS):
        if letter in item.data:
            kind, count, marked = _entry(item, letter)
            few |= i64(count) << (FIELD_BITS * field)
            many |= i64(count + marked) << (FIELD_BITS * field)
            kinds |= i64(kind) << (KIND_BITS * field)
    return few, many, kinds


def _entry(item: Item, letter: str) -> tuple[int, int, int]:
    entry: Any = item.get(letter)
    if not isinstance(entry, dict) or set(entry) != {"brick", "bricks", "marked"}:
        raise item.error(f"'{letter}' must be {{ brick = ..., bricks = ..., marked = ... }}, not {entry!r}")
    if entry["brick"] not in bricks.NAMES:
        raise item.error(f"'{letter}' has the brick {entry['brick']!r}; bricks are {', '.join(bricks.NAMES)}")
    for name in ("bricks", "marked"):
        count = entry[name]
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= 9:
            raise item.error(f"'{letter}' has {name} = {count!r}; it must be a whole number from 0 to 9")
    if entry["bricks"] + entry["marked"] == 0:
        raise item.error(f"'{letter}' has no bricks: leave it out")
    return bricks.NAMES.index(entry["brick"]) + 1, entry["bricks"], entry["marked"]
