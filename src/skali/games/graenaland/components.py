"""Loads components.toml into tables that the rules can read fast, and refuses a set that the rules could not be played with."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import bit
from skali.core.components import ComponentError, Components, Item
from skali.games.graenaland import moves

TERRAINS: Final = ("plains", "forest", "hills", "mountains")
MOUNTAINS: Final = 3
ROWS: Final = ("coast", "inland")
BUILDINGS: Final = ("keep", "church", "hall")
COLUMNS: Final = ("colonies", "territories", "major", "buildings", "army")
SUPPLY_CARDS: Final = 16
LARGEST_DECK: Final = 40
"""So many face-down cards fit beside a territory: a whole deck."""
LARGEST_FACE: Final = 23
"""So many cards of a face may be in a deck: all of them, with the symbols of all supply cards, are fewer than 128 in one hand."""
LARGEST_PRICE: Final = 6
STEPS: Final = 9
"""Compass fields: standing still and the eight directions."""

PEASANTS: Final = 3
"""Prices in the table: keep, church, hall, then the four units, then the four works."""
FIRST_WORK: Final = 7
PRICE_ITEMS: Final = (*BUILDINGS, *moves.UNITS, *moves.WORKS)


class Tables:
    """The components of one set. A price is packed: grain, cattle, wood, ore, eight bits each."""

    def __init__(self, components: Components) -> None:
        pieces = components.item("pieces")
        self.houses: i64 = pieces.number_of("houses", 3, 14)
        self.tokens: vec[u8] = vec[u8]([u8(pieces.number_of(f"{work}s", 1, moves.TILES)) for work in moves.WORKS])
        self.display: i64 = pieces.number_of("display", 1, SUPPLY_CARDS)
        self.army_track: i64 = pieces.number_of("army_track", 2, 15)
        aims = components.item("objectives")
        self.needed: i64 = aims.number_of("needed", 1, 5)
        self.points: i64 = aims.number_of("points", 1, 15)
        self.objectives: vec[u8] = vec[u8]([u8(aims.number_of(column, 1, 14)) for column in COLUMNS])
        self._load_tiles(components)
        self._load_decks(components)
        self._load_supply(components)
        self._load_victory_cards(components)
        self.prices: vec[i64] = _prices(components)
        self.layouts: dict[int, list[int]] = {}
        self.starts: dict[int, list[list[int]]] = {}
        for players in (3, 4, 5):
            self._load_layout(components, players)

    def _load_tiles(self, components: Components) -> None:
        items = _exactly(components, "tile", moves.TILES, "GR-010")
        self.tile_names: list[str] = []
        self.terrain: vec[u8] = vec[u8]()
        self.inland: vec[u8] = vec[u8]()
        self.village: vec[i64] = vec[i64]()
        self.symbol: vec[u8] = vec[u8]()
        self.marks: list[str] = []
        for item in items:
            name = item.text("id")
            if name in self.tile_names or not name.isalnum():
                raise item.error(f"'{name}' must be a name of its own, in letters and digits")
            self.tile_names.append(name)
            terrain = TERRAINS.index(item.text("terrain", TERRAINS))
            row = ROWS.index(item.text("row", ROWS))
            self.terrain = append(self.terrain, u8(terrain))
            self.inland = append(self.inland, u8(row))
            price = _price(item, item.get("village"), "village")
            total = 6 if terrain == MOUNTAINS else 4 + row
            if units(price) != total:
                raise item.error(f"a village here costs {total} units (GR-135), not {units(price)}")
            self.village = append(self.village, price)
            self.symbol = append(self.symbol, u8(moves.RESOURCES.index(item.text("improvement", moves.RESOURCES))))
            self.marks.append(item.text("mark", ("", "5", "3,5", "4,5")))
        if sum(int(row) for row in self.inland) != 4:
            raise ComponentError(f"{components.file}: 5 tiles are coast and 4 inland (GR-010)")
        if sorted(self.marks) != ["", "", "", "", "3,5", "4,5", "4,5", "4,5", "5"]:
            raise ComponentError(
                f"{components.file}: the marks must leave 7 tiles to four players and 5 to three (GR-018)"
            )

    def _load_decks(self, components: Components) -> None:
        """Cards of each type, by back * 5 + face."""
        decks: dict[str, Item] = {item.text("terrain", TERRAINS): item for item in components.items("deck")}
        self.deck: vec[u8] = vec[u8]()
        for terrain in TERRAINS:
            if terrain not in decks:
                raise ComponentError(f"{components.file}: there is no [[deck]] of {terrain}")
            counts = [decks[terrain].number_of(face, 0, LARGEST_FACE) for face in moves.RESOURCES]
            if not 12 <= sum(counts) <= LARGEST_DECK:
                raise decks[terrain].error(f"a deck has 12 to {LARGEST_DECK} cards, not {sum(counts)}")
            for count in counts:
                self.deck = append(self.deck, u8(count))

    def _load_supply(self, components: Components) -> None:
        items = _exactly(components, "supply", SUPPLY_CARDS, "GR-012")
        plain = moves.RESOURCES[:4]
        self.supply_names: list[str] = []
        self.supply_kind: vec[u8] = vec[u8]()
        self.kind_units: vec[i64] = vec[i64]()
        """What a hand kind pays by its symbols, packed as a price; gold pays nothing by itself."""
        self.supply_units: vec[i64] = vec[i64]()
        """What a set of supply cards pays, likewise: by the set of cards 0 to 7, then by the set of cards 8 to 15."""
        pays: list[int] = []
        for kind in moves.HAND_KINDS:
            price: i64 = 0
            for symbol in kind.split("/"):
                if symbol != "gold":
                    price += bit(8 * moves.RESOURCES.index(symbol))
            self.kind_units = append(self.kind_units, price)
        for item in items:
            symbols = item.get("symbols")
            if not isinstance(symbols, list) or len(symbols) != 2 or not all(each in plain for each in symbols):
                raise item.error(f"'symbols' are two of {', '.join(plain)} (GR-012), not {symbols!r}")
            pair = sorted(symbols, key=moves.RESOURCES.index)
            self.supply_names.append(item.text("id"))
            kind_of_card = moves.SUPPLY_KINDS.index("/".join(pair))
            self.supply_kind = append(self.supply_kind, u8(kind_of_card))
            pays.append(self.kind_units[kind_of_card])
        for half in (pays[:8], pays[8:]):
            for chosen in range(256):
                total = sum(price for card, price in enumerate(half) if (chosen >> card) & 1)
                self.supply_units = append(self.supply_units, total)

    def _load_victory_cards(self, components: Components) -> None:
        items = _exactly(components, "victory_card", moves.VICTORY_CARDS, "GR-234")
        self.victory_names: list[str] = []
        self.thresholds: vec[u8] = vec[u8]()
        """By card * 15 + column * 3 + level."""
        self.shades: list[dict[str, str]] = []
        for item in items:
            self.victory_names.append(item.text("id"))
            for column in COLUMNS:
                levels = item.numbers(column, 3)
                if not 0 < levels[0] < levels[1] < levels[2] < 100:
                    raise item.error(f"the thresholds of '{column}' must rise (GR-237), not {levels}")
                for level in levels:
                    self.thresholds = append(self.thresholds, u8(level))
            shade: dict[str, str] = {}
            for tone in ("dark", "light"):
                for column in item.get(tone):
                    if column not in COLUMNS or column in shade:
                        raise item.error(f"'{tone}' names columns, each at most once, not {column!r}")
                    shade[column] = tone
            self.shades.append(shade)

    def _load_layout(self, components: Components, players: int) -> None:
        found = [item for item in components.items("layout") if item.get("players") == players]
        if len(found) != 1:
            raise ComponentError(f"{components.file}: there must be one [[layout]] for {players} players")
        tiles = self.find_tiles(found[0].get("coast"), found[0].get("inland"), players)
        if isinstance(tiles, str):
            raise found[0].error(tiles)
        for tile in tiles:
            if self.marks[tile] and str(players) not in self.marks[tile]:
                raise found[0].error(f"{self.tile_names[tile]} is not for {players} players (GR-018)")
        self.layouts[players] = tiles
        places: list[list[int]] = []
        starts = [item for item in components.items("start") if item.get("players") == players]
        for place, item in enumerate(starts, 1):
            villages = item.get("villages")
            coast = [self.tile_names[tile] for tile in tiles[:players]]
            if item.get("place") != place or len(villages) != 2 or len(set(villages) & set(coast)) != 2:
                raise item.error(f"start place {place} has two villages in different coast territories (GR-027)")
            places.append([coast.index(name) for name in villages])
        if len(places) != players:
            raise ComponentError(f"{components.file}: {players} players need {players} start places (GR-027)")
        self.starts[players] = places

    def find_tiles(self, coast: Any, inland: Any, players: int) -> list[int] | str:
        """The tiles of an island, coast first, both from west to east; a sentence if they make none (GR-230)."""
        tiles: list[int] = []
        for row, names, length in (("coast", coast, players), ("inland", inland, players - 1)):
            if not isinstance(names, list) or len(names) != length:
                return f"the {row} row of {players} players has {length} tiles (GR-229)"
            for name in names:
                if name not in self.tile_names:
                    return f"there is no tile '{name}'; tiles are {', '.join(self.tile_names)}"
                tile = self.tile_names.index(name)
                if ROWS[int(self.inland[tile])] != row:
                    return f"{name} does not lie in the {row} row (GR-230)"
                if tile in tiles:
                    return f"{name} is named twice (GR-230)"
                tiles.append(tile)
        return tiles


class Island:
    """The territories of one table in canonical order: coast from west to east, then inland (GR-019 to GR-021)."""

    def __init__(self, tables: Tables, tiles: list[int]) -> None:
        self.count: i64 = len(tiles)
        self.coast: i64 = (len(tiles) + 1) // 2
        self.names: list[str] = [tables.tile_names[tile] for tile in tiles]
        self.tile: vec[i16] = vec[i16]([i16(tile) for tile in tiles])
        self.position: vec[i16] = vec[i16]([i16(-1)] * moves.TILES)
        self.terrain: vec[u8] = vec[u8]()
        self.village: vec[i64] = vec[i64]()
        self.symbol: vec[u8] = vec[u8]()
        self.mountains: i64 = 0
        """The territories without buildings (GR-141)."""
        self.adjacent: vec[i64] = vec[i64]()
        self.target: vec[i16] = vec[i16]()
        """Where each compass field leads, by territory * 9 + field; -1 if nowhere. Field 0 is standing still."""
        for at, tile in enumerate(tiles):
            self.position[tile] = i16(at)
            self.terrain = append(self.terrain, tables.terrain[tile])
            self.mountains |= bit(at) if tables.terrain[tile] == MOUNTAINS else i64(0)
            self.village = append(self.village, tables.village[tile])
            self.symbol = append(self.symbol, tables.symbol[tile])
            targets = _targets(at, int(self.coast))
            near: i64 = 0
            for target in targets[1:7]:
                if target >= 0:
                    near |= bit(target)
            self.adjacent = append(self.adjacent, near)
            for target in targets:
                self.target = append(self.target, i16(target))

    def to_text(self) -> str:
        """Both rows as the option ``tiles`` takes them: ``P1,H1,F1/I1,M1``."""
        return ",".join(self.names[: self.coast]) + "/" + ",".join(self.names[self.coast :])


class Agreement:
    """What the table agreed on, fixed when it is made (GR-009): the seats, the island and the options."""

    def __init__(self, tables: Tables, island: Island, seats: i64, options: Any) -> None:
        self.tables = tables
        self.island = island
        self.seats: i64 = seats
        self.options = options
        self.free_start: bool = options.start == "free"
        self.cards: bool = options.victory == "cards"
        self.three: bool = seats == 3 and bool(options.three_player_rules)
        self.grant: bool = bool(options.grant)
        self.honour: bool = options.talk == "honour"
        self.cap: i64 = options.cap


def units(price: i64) -> i64:
    """How many units a packed price has."""
    return ((price * 0x01010101) >> 24) & 255


def price_counts(price: i64) -> dict[str, int]:
    """A packed price in words, for views."""
    counts = {name: (int(price) >> (8 * at)) & 255 for at, name in enumerate(moves.RESOURCES[:4])}
    return {name: count for name, count in counts.items() if count}


def _exactly(components: Components, kind: str, count: int, rule: str) -> list[Item]:
    """All items of a kind, of which there must be so many."""
    items = components.items(kind)
    if len(items) != count:
        raise ComponentError(f"{components.file}: there must be {count} [[{kind}]] ({rule}), not {len(items)}")
    return items


def _targets(at: int, coast: int) -> list[int]:
    """The fields of the compass from a territory: still, W, E, NW, NE, SW, SE, WW, EE (GR-057).

    WW and EE are open only along the coast, with both tiles on that side (GR-058).
    """
    if at < coast:
        row = [site if 0 <= site < coast else -1 for site in (at - 1, at + 1, at - 2, at + 2)]
        up = [coast + k if 0 <= k < coast - 1 else -1 for k in (at - 1, at)]
        return [at, *row[:2], *up, -1, -1, *row[2:]]
    k = at - coast
    row = [site if coast <= site < 2 * coast - 1 else -1 for site in (at - 1, at + 1)]
    return [at, *row, -1, -1, k, k + 1, -1, -1]


def _price(item: Item, counts: Any, field: str) -> i64:
    if not isinstance(counts, dict) or not set(counts) <= set(moves.RESOURCES[:4]):
        raise item.error(f"'{field}' counts {', '.join(moves.RESOURCES[:4])}; not {counts!r}")
    price: i64 = 0
    for name, count in counts.items():
        if not isinstance(count, int) or not 0 <= count <= LARGEST_PRICE:
            raise item.error(f"'{field}' takes 0 to {LARGEST_PRICE} {name}, not {count!r}")
        price += i64(count) * bit(8 * moves.RESOURCES.index(name))
    if not 1 <= units(price) <= LARGEST_PRICE:
        raise item.error(f"'{field}' must cost 1 to {LARGEST_PRICE} units, not {units(price)}")
    return price


def _prices(components: Components) -> vec[i64]:
    items = {item.text("item", PRICE_ITEMS): item for item in components.items("price")}
    prices = vec[i64]()
    for name in PRICE_ITEMS:
        if name not in items:
            raise ComponentError(f"{components.file}: there is no [[price]] of {name}")
        counts = {resource: items[name].number_of(resource, 0, LARGEST_PRICE) for resource in moves.RESOURCES[:4]}
        prices = append(prices, _price(items[name], counts, name))
    return prices
