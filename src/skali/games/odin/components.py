"""Loads components.toml into tables that the rules can read fast, and refuses a set that the rules could not be played with."""

from __future__ import annotations

import re
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import WORD_BITS
from skali.core.components import ComponentError, Components, Item
from skali.games.odin import items, naming, operations, quantities, triggers
from skali.games.odin.effects_reader import Effects, count_code

HOME: Final = 0
FACES: Final[tuple[str, ...]] = (
    *("shetland", "faroe_islands", "iceland", "greenland"),
    *("bear_island", "baffin_island", "labrador", "newfoundland"),
)
STONE_HOUSE_GRID: Final = 9
LONG_HOUSE_GRID: Final = 10
ROWS: Final = 12
COLUMNS: Final = 13
ALL_COLUMNS: Final = 8191
CELLS: Final = 156
SHAPE_ROWS: Final = 5
PIECES: Final = (
    *range(items.GOODS),
    *(items.SILVER, items.ORE, items.WOOD),
    *range(items.SPECIAL, items.SPECIAL + items.SPECIALS),
)
"""What can lie on boards, in the order in which it is offered: the numbers of the bits in a set of pieces."""
BOARDS: Final = 16
"""Boards on the table: four homes, the exploration boards A to D, three stone houses, five long houses."""
FIRST_EXPLORATION: Final = 4
FIRST_STONE_HOUSE: Final = 8
FIRST_LONG_HOUSE: Final = 11
SPACES: Final = 61
GROUPS: Final = (
    *("build_houses", "build_ships", "hunting", "livestock_market", "weekly_market"),
    *("products", "crafting", "mountains_and_trade", "sailing", "emigration_and_occupation"),
)
BUILD_HOUSES: Final = 0
BUILD_SHIPS: Final = 1
LIVESTOCK_MARKET: Final = 3
WEEKLY_MARKET: Final = 4
CRAFTING: Final = 6
NEEDS: Final = ("", "whaling_boat", "knarr", "longship", "2 longship", "ship", "large_ship")
STRIP_ITEMS: Final = ("wood", "stone", "ore", "two_silver")
CARDS: Final = 190
REWARDED: Final = (
    *(triggers.GRAIN_PLACED_IN_A_HOUSE, triggers.RUNE_STONE_PLACED_IN_A_HOUSE),
    *(triggers.RUNE_STONE_PLACED_ON_AN_EXPLORATION_BOARD, triggers.LARGE_SHIP_BUILT),
    *(triggers.KNARR_BUILT, triggers.NEXT_KNARR),
)
"""What can be done at any time and makes a card give something."""
IN_WINDOWS: Final = (
    *(triggers.ANYTIME, triggers.BEFORE_INCOME),
    *(triggers.FEAST_BEGINS, triggers.FOOD_SERVED, triggers.AFTER_THE_FEAST),
    *(triggers.GRAIN_PLACED_IN_A_HOUSE, triggers.RUNE_STONE_PLACED_IN_A_HOUSE),
    triggers.RUNE_STONE_PLACED_ON_AN_EXPLORATION_BOARD,
    *(triggers.CATTLE_ADDED, triggers.CHEST_RECEIVED, triggers.SPICES_RECEIVED),
    *(triggers.PAIR_OF_STOCKFISH, triggers.PAIR_OF_SALT_MEAT, triggers.AFTER_AN_ACTION_WITH_STOCKFISH),
    *(triggers.AS_SOON_AS, triggers.NEXT_KNARR),
)
"""Triggers that can come in the windows W4 to W7 or in the feast."""


class Shapes:
    """Every piece in each of its distinct orientations (OD-089)."""

    def __init__(self) -> None:
        self.first: vec[i16] = vec[i16]()
        """By item: its first shape, and how many it has."""
        self.count: vec[i16] = vec[i16]()
        self.height: vec[i16] = vec[i16]()
        self.width: vec[i16] = vec[i16]()
        self.offset: vec[i16] = vec[i16]()
        """Column of the first covered cell in reading order, counted from the left edge of the shape."""
        self.rows: vec[i16] = vec[i16]()
        """Five rows of bits for each shape."""
        self.size: vec[i16] = vec[i16]()
        self.solid: vec[i16] = vec[i16]()
        """1 for a full rectangle."""
        self.pieces: vec[i16] = _row(list(PIECES))
        self.bit_of: vec[i64] = vec[i64]()
        """By item: its bit in a set of pieces, 0 if it is none."""

    def add(self, drawings: list[list[str]]) -> None:
        """The next item, with its orientations; none if it is no piece."""
        item = len(self.first)
        self.bit_of = append(self.bit_of, i64(2 ** PIECES.index(item) if item in PIECES else 0))
        self.first = append(self.first, i16(len(self.height)))
        self.count = append(self.count, i16(len(drawings)))
        for drawing in drawings:
            self.height = append(self.height, i16(len(drawing)))
            self.width = append(self.width, i16(len(drawing[0])))
            self.offset = append(self.offset, i16(drawing[0].index("x")))
            size = sum(row.count("x") for row in drawing)
            self.size = append(self.size, i16(size))
            self.solid = append(self.solid, i16(size == len(drawing) * len(drawing[0])))
            for at in range(SHAPE_ROWS):
                bits = 0
                if at < len(drawing):
                    bits = sum(2**column for column, mark in enumerate(drawing[at]) if mark == "x")
                self.rows = append(self.rows, i16(bits))

    def drawing(self, item: int, turn: int) -> list[str]:
        """The orientation as text, for views."""
        shape = int(self.first[item]) + turn
        width = int(self.width[shape])
        rows = [int(self.rows[shape * SHAPE_ROWS + at]) for at in range(int(self.height[shape]))]
        return ["".join("x" if row >> column & 1 else "." for column in range(width)) for row in rows]


class Grids:
    """Home board, exploration faces and houses as rows of bits, with income diagonals and bonuses."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.texts: list[list[list[str]]] = []
        self.height: vec[i16] = vec[i16]()
        self.width: vec[i16] = vec[i16]()
        self.points: vec[i16] = vec[i16]()
        self.minus_total: vec[i16] = vec[i16]()
        self.cells: vec[i16] = vec[i16]()
        """Cells that can be covered; twelve rows for each board, as in the next three."""
        self.plain: vec[i16] = vec[i16]()
        """The same without income cells."""
        self.asked: vec[i16] = vec[i16]()
        """Cells that must be covered for income and bonus: bonus cells count as covered (OD-091)."""
        self.income: vec[i16] = vec[i16]()
        self.minus: vec[i16] = vec[i16]()
        self.bonus_first: vec[i16] = vec[i16]()
        self.bonus_row: vec[i16] = vec[i16]()
        self.bonus_column: vec[i16] = vec[i16]()
        self.bonus_items: vec[i16] = vec[i16]()
        """Two items for each bonus cell, -1 for none."""
        self.bonus_around: vec[i16] = vec[i16]()
        """What must be covered in the row above, the same row and the row below."""
        self.track_first: vec[i16] = vec[i16]()
        self.track_end: vec[i16] = vec[i16]()
        self.track_cells: vec[i16] = vec[i16]()
        """By track: its first income cell; the cells of one track stand together in rising order."""
        self.step_cell: vec[i16] = vec[i16]()
        self.step_row: vec[i16] = vec[i16]()
        self.step_mark: vec[i64] = vec[i64]()
        self.step_value: vec[i16] = vec[i16]()

    def add(self, name: str, grid: list[list[str]], points: int, minus: int, ends: list[int]) -> None:
        self.names.append(name)
        self.texts.append(grid)
        self.height = append(self.height, i16(len(grid)))
        self.width = append(self.width, i16(max((len(row) for row in grid), default=0)))
        self.points = append(self.points, i16(points))
        self.minus_total = append(self.minus_total, i16(minus))
        cover = _rows(grid, lambda text: text in "o-" or text.startswith("b:") or _income(text))
        asked = _rows(grid, lambda text: text in "o-" or _income(text))
        self.cells = _extend(self.cells, cover)
        self.plain = _extend(self.plain, _rows(grid, lambda text: text in "o-" or text.startswith("b:")))
        self.asked = _extend(self.asked, asked)
        self.income = _extend(self.income, _rows(grid, _income))
        self.minus = _extend(self.minus, _rows(grid, lambda text: text == "-"))
        self._add_bonuses(grid, asked)
        self._add_tracks(grid, ends)

    def close(self) -> None:
        """Marks the end of the last board."""
        self.bonus_first = append(self.bonus_first, i16(len(self.bonus_row)))
        self.track_first = append(self.track_first, i16(len(self.track_end)))
        self.track_cells = append(self.track_cells, i16(len(self.step_cell)))

    def _add_bonuses(self, grid: list[list[str]], asked: list[int]) -> None:
        self.bonus_first = append(self.bonus_first, i16(len(self.bonus_row)))
        for row, line in enumerate(grid):
            for column, text in enumerate(line):
                if text.startswith("b:"):
                    paid = [naming.ITEM_NAMES.index(name) for name in text[2:].split("+")]
                    self.bonus_row = append(self.bonus_row, i16(row))
                    self.bonus_column = append(self.bonus_column, i16(column))
                    self.bonus_items = _extend(self.bonus_items, (paid + [-1])[:2])
                    around = sum(2**near for near in range(max(column - 1, 0), column + 2))
                    near = [asked[each] & around if 0 <= each < ROWS else 0 for each in (row - 1, row, row + 1)]
                    self.bonus_around = _extend(self.bonus_around, near)

    def _add_tracks(self, grid: list[list[str]], ends: list[int]) -> None:
        """The diagonals, from bottom left to top right; ``a`` and ``b`` are two of one board (OD-057)."""
        self.track_first = append(self.track_first, i16(len(self.track_end)))
        for number, end in enumerate(ends):
            letter = "ab"[number] if len(ends) > 1 else ""
            self.track_end = append(self.track_end, i16(end))
            self.track_cells = append(self.track_cells, i16(len(self.step_cell)))
            for row in reversed(range(len(grid))):
                for column, text in enumerate(grid[row]):
                    found = re.fullmatch(r"\$(\d+)([ab]?)", text)
                    if found and found[2] == letter:
                        self.step_cell = append(self.step_cell, i16(row * COLUMNS + column))
                        self.step_row = append(self.step_row, i16(row))
                        self.step_mark = append(self.step_mark, i64(2**column))
                        self.step_value = append(self.step_value, i16(int(found[1])))


class Tables:
    """The components of one set."""

    def __init__(self, components: Components) -> None:
        table = components.item("table")
        self.rounds: tuple[int, int] = (table.number_of("rounds_long", 7, 7), table.number_of("rounds_short", 6, 6))
        long, short = "harvest_long", "harvest_short"
        self.harvest: tuple[list[int], list[int]] = (table.numbers(long, 7), table.numbers(short, 6))
        long, short = "first_turn_long", "first_turn_short"
        self.first_turned: tuple[int, int] = (table.number_of(long, 3, 3), table.number_of(short, 2, 2))
        self.weapons: list[int] = [table.number_of(name, 4, 60) for name in ("bow", "snare", "spear", "long_sword")]
        self.shapes = Shapes()
        self.grids = Grids()
        self.sword: vec[i16] = _filled(items.ITEMS, 0)
        """Sword value by item, 0 if it cannot be looted."""
        self.price: vec[i16] = _filled(items.ITEMS, -1)
        """Silver price of special tiles, -1 if not for sale."""
        self.forge: vec[i16] = _filled(items.ITEMS, 0)
        self.harvest_number: vec[i16] = _filled(items.GOODS, 0)
        self.long_side: vec[i16] = _filled(items.GOODS, 0)
        self.short_side: vec[i16] = _filled(items.GOODS, 0)
        self._load_pieces(components)
        self._load_boards(components)
        self._load_ships(components)
        self._load_strips(components)
        self.effects = Effects()
        self._load_spaces(components)
        self._load_cards(components)
        self.effects.close()
        self._load_sendings()
        programs = [int(program) for program in self.program]
        self.one_silver: vec[i16] = _row([self.effects.yields(each, items.SILVER) == 1 for each in programs])
        """Spaces whose printed yield has exactly one silver (3A)."""
        self.upgrade_1: vec[i16] = _row(["upgrade 1" in self.effects.texts[each] for each in programs])
        """Spaces with an upgrade of exactly one good (102B, 123C)."""
        self.hunting_2: i64 = self.space("hunting_game_2")
        self.one_boat: i64 = self.space("whaling_1_boat")
        self.overseas_2: i64 = self.space("overseas_trading_2")
        self.plundering: i64 = self.space("plundering")
        first = [space for space in range(SPACES) if int(self.column[space]) == 1]
        self.first_column: vec[i16] = _row([*first, SPACES])
        """Column 1 from top to bottom, its imitation space last (91c)."""
        self.counts_vikings: vec[i16] = _row([self.card(number) for number in ("8a", "161B", "162C", "168C")])
        """Cards that make it matter how many Vikings come back (OD-D25)."""
        owners = [int(self.effects.ability_card[int(each)]) for each in self.effects.by_trigger[triggers.ANYTIME]]
        before_feast = [*(self.card(number) for number in ("100b", "101B", "179B")), *owners]
        self.before_feast: vec[i16] = _row([card for card in before_feast if card != self.card("39C")])
        """Cards whose owners get the window before the feast (OD-083)."""
        self.rewarding: vec[i16] = _row(
            [int(self.effects.ability_card[int(each)]) for kind in REWARDED for each in self.effects.by_trigger[kind]]
        )
        """Cards that give something for a placement or a ship (OD-271)."""
        self.tutor: i64 = self.card("52a")
        self.ore_boatman: i64 = self.card("9A")
        self.modifier: i64 = self.card("39C")
        self.ship_architect: i64 = self.card("46B")
        self.plower: i64 = self.card("49C")
        self.fish_cook: i64 = self.card("172C")
        self.teacher: i64 = self.card("176B")
        self.zeros: vec[i16] = _filled(600, 0)
        self.card_values: vec[float] = vec[float]()
        """What each card may bring in a round once it is played: filled by the heuristic."""
        self.reaching: vec[i16] = _row([card for card in range(CARDS) if _reaches_out(self.effects, card)])
        """Cards that draw, play a card or take what is limited in a window or feast: their owner is asked alone (OD-270)."""

    def _load_pieces(self, components: Components) -> None:
        goods = {item.text("name"): item for item in components.items("good")}
        tiles = {item.text("name"): item for item in components.items("special_tile")}
        for number, name in enumerate(naming.ITEM_NAMES):
            if number in (items.PREGNANT_SHEEP, items.PREGNANT_CATTLE):
                self._load_good(number, goods[name.removeprefix("pregnant_")])
            elif number < items.GOODS:
                if name not in goods:
                    raise ComponentError(f"{components.file}: [[good]] {name} is missing")
                self._load_good(number, goods[name])
            elif number >= items.SPECIAL:
                if name not in tiles:
                    raise ComponentError(f"{components.file}: [[special_tile]] {name} is missing")
                self._load_tile(number, tiles[name])
            else:
                self.shapes.add([["x"]] if number in (items.SILVER, items.WOOD, items.ORE) else [])
        if len(goods) != 30 or len(tiles) != items.SPECIALS:
            raise ComponentError(f"{components.file}: there are 30 goods and {items.SPECIALS} special tiles")

    def _load_good(self, number: int, item: Item) -> None:
        long, short = item.number_of("long", 1, 4), item.number_of("short", 1, 3)
        colour = item.text("colour", items.COLOURS)
        pregnant = number in (items.PREGNANT_SHEEP, items.PREGNANT_CATTLE)
        if not pregnant and items.COLOURS.index(colour) != number % 4:
            raise item.error(f"{item.text('name')} is {items.COLOURS[number % 4]}, not {colour} (OD-016)")
        self.long_side[number] = i16(long)
        self.short_side[number] = i16(short)
        if "harvest" in item.data:
            self.harvest_number[number] = i16(item.number_of("harvest", 1, 4))
        if number % 4 == items.BLUE:
            self.sword[number] = i16(item.number_of("sword", 1, 30))
            self.forge[number] = i16(item.flag("forge"))
        self.shapes.add(orientations(["x" * long] * short))

    def _load_tile(self, number: int, item: Item) -> None:
        shape = item.get("shape")
        if not isinstance(shape, list) or not shape or len(shape) > SHAPE_ROWS or len(shape[0]) > SHAPE_ROWS:
            raise item.error("'shape' must be one to five rows of at most five cells")
        if any(len(row) != len(shape[0]) or set(row) - {"x", "."} for row in shape) or "x" not in shape[0]:
            raise item.error("'shape' must have rows of one length, drawn with x and .")
        self.sword[number] = i16(item.number_of("sword", 1, 30))
        self.forge[number] = i16(item.flag("forge"))
        if "price" in item.data:
            self.price[number] = i16(item.number_of("price", 0, 30))
        self.shapes.add(orientations(shape))

    def _load_boards(self, components: Components) -> None:
        printed = {item.text("name"): item for item in components.items("board")}
        if list(printed) != ["home", *FACES]:
            raise ComponentError(f"{components.file}: the printed must be home, {', '.join(FACES)}, in this order")
        for name, item in printed.items():
            grid = _grid(item)
            minus = sum(row.count("-") for row in grid)
            if minus != item.number_of("minus", 0, 150):
                raise item.error(f"the grid has {minus} cells of -1, not {item.get('minus')}")
            self.grids.add(name, grid, item.number_of("points", 0, 99), minus, item.numbers("ends"))
        buildings = {item.text("name"): item for item in components.items("building")}
        names = ("shed", "stone_house", "long_house")
        for name in names:
            if name not in buildings:
                raise ComponentError(f"{components.file}: [[building]] {name} is missing")
        sheds, stone_houses, long_houses = (buildings[name] for name in names)
        limits = ((sheds, 9), (stone_houses, 3), (long_houses, 5))
        self.building_count: list[int] = [item.number_of("count", 1, limit) for item, limit in limits]
        self.building_points: vec[i16] = _row([item.number_of("points", 0, 99) for item, _ in limits])
        for item in (stone_houses, long_houses):
            grid = _grid(item)
            self.grids.add(item.text("name"), grid, 0, sum(row.count("-") for row in grid), [])
        self.grids.close()

    def _load_ships(self, components: Components) -> None:
        ships = {item.text("name"): item for item in components.items("ship")}
        kinds = [ships[name] for name in ("whaling_boat", "knarr", "longship")]
        self.ship_price: vec[i16] = _row([ship.number_of("price", 0, 30) for ship in kinds])
        self.ship_points: vec[i16] = _row([ship.number_of("points", 0, 30) for ship in kinds])
        self.emigrated_points: vec[i16] = _row([0, *(ship.number_of("emigrated", 0, 60) for ship in kinds[1:])])

    def _load_strips(self, components: Components) -> None:
        """Items left to right, and a code for what is left of a strip: equal rests have equal codes (OD-D14)."""
        self.strip_items: vec[i16] = vec[i16]()
        self.strip_rest: vec[i16] = vec[i16]()
        strips = components.items("strip")
        if len(strips) != 8:
            raise ComponentError(f"{components.file}: there are 8 mountain strips, not {len(strips)}")
        rests: list[tuple[str, ...]] = [()]
        for item in strips:
            names = item.get("items")
            if not isinstance(names, list) or len(names) != 7 or any(name not in STRIP_ITEMS for name in names):
                raise item.error(f"'items' must be seven of {', '.join(STRIP_ITEMS)}")
            for name in names:
                self.strip_items = append(self.strip_items, i16(STRIP_ITEMS.index(name)))
            for left in range(8):
                rest = tuple(names[7 - left :])
                if rest not in rests:
                    rests.append(rest)
                self.strip_rest = append(self.strip_rest, i16(rests.index(rest)))

    def _load_spaces(self, components: Components) -> None:
        spaces = components.items("space")
        self.space_names: list[str] = [item.text("name") for item in spaces]
        self.column: vec[i16] = _row([item.number_of("column", 1, 4) for item in spaces])
        self.groups: vec[i16] = _row([sum(2 ** GROUPS.index(group) for group in item.get("groups")) for item in spaces])
        """The groups of a space as bits."""
        needs = [item.text("needs", NEEDS) if "needs" in item.data else "" for item in spaces]
        self.needs: vec[i16] = _row([NEEDS.index(need) for need in needs])
        self.ship_code: vec[i16] = _row([count_code(need.split()[-1]) if need else -1 for need in needs])
        """The ships that it needs, as they are counted, -1 for none; and how many."""
        self.ship_count: vec[i16] = _row([2 if need.startswith("2") else 1 for need in needs])
        self.program: vec[i16] = vec[i16]()
        self.other_program: vec[i16] = vec[i16]()
        """The second half of a space that offers one thing or another, -1 for most."""
        for item in spaces:
            try:
                self.program = append(self.program, i16(self.effects.program(item.get("does"))))
                other = self.effects.program(item.get("or")) if "or" in item.data else -1
            except ValueError as error:
                raise item.error(str(error)) from None
            self.other_program = append(self.other_program, i16(other))
        if len(self.space_names) != SPACES:
            raise ComponentError(
                f"{components.file}: there are {SPACES} action spaces, not {len(self.space_names)} (OD-003)"
            )

    def _load_cards(self, components: Components) -> None:
        cards = components.items("occupation")
        self.card_numbers: list[str] = [item.text("number") for item in cards]
        self.card_names: list[str] = [item.text("name") for item in cards]
        self.card_decks: list[str] = [item.text("deck", ("A", "B", "C")) for item in cards]
        kinds = ("immediate", "anytime", "each_time", "as_soon_as")
        self.card_kinds: list[str] = [item.text("kind", kinds) for item in cards]
        self.card_points: vec[i16] = _row([item.number_of("points", -9, 20) for item in cards])
        self.starting: vec[i16] = _row([item.flag("starting") for item in cards])
        for at, item in enumerate(cards):
            for ability in item.data.get("abilities", []):
                try:
                    self.effects.ability(at, ability)
                except (ValueError, LookupError) as error:
                    raise item.error(f"{self.card_numbers[at]}: {error}") from None
        if len(self.card_numbers) != CARDS:
            raise ComponentError(f"{components.file}: there are {CARDS} occupations, not {len(self.card_numbers)}")
        self.card_triggers: vec[i64] = vec[i64]([i64(0)] * CARDS)
        """By card: the triggers of its abilities, as bits; only those that a set can hold."""
        for owner, trigger in zip(self.effects.ability_card, self.effects.ability_trigger, strict=True):
            self.card_triggers[int(owner)] |= i64(2 ** int(trigger) if int(trigger) < WORD_BITS else 0)
        self.instead_card: vec[i16] = _filled(SPACES, -1)
        """By space: the card that offers something else there, and its program."""
        self.instead_program: vec[i16] = _filled(SPACES, -1)
        for name, card, program in self.effects.instead:
            if name not in self.space_names:
                raise ComponentError(f"{components.file}: there is no space '{name}'")
            self.instead_card[self.space(name)] = i16(card)
            self.instead_program[self.space(name)] = i16(program)

    def _load_sendings(self) -> None:
        """The spaces with the ways to pay, as a move names them; where there are two, one is chosen with the space (OD-D10)."""
        effects = self.effects
        self.two_ways: i64 = 0
        """As bits."""
        self.sendings: vec[i16] = vec[i16]()
        self.unasking: vec[i16] = vec[i16]()
        """Spaces that ask for nothing but a Viking."""
        for space in range(SPACES):
            first = int(effects.program_first[int(self.program[space])])
            operation = int(effects.step_first[first])
            ways = int(effects.step_first[first + 1]) - operation
            if ways == 2 and int(self.column[space]) < 3:
                self.two_ways |= i64(2**space)
                self.sendings = append(self.sendings, i16(SPACES + 2 * space))
                self.sendings = append(self.sendings, i16(SPACES + 2 * space + 1))
            else:
                self.sendings = append(self.sendings, i16(space))
            gains = int(effects.verb[operation]) == operations.GAIN and int(effects.b[operation]) == quantities.ONCE
            if gains and int(self.column[space]) == 1:
                self.unasking = append(self.unasking, i16(space))

    def space(self, name: str) -> int:
        return self.space_names.index(name)

    def card(self, number: str) -> int:
        return self.card_numbers.index(number)

    def once(self, card: int) -> bool:
        """The card has an effect that is used up by its first use (OD-186)."""
        effects = self.effects
        return any(
            int(owner) == card and int(effects.ability_once[at]) for at, owner in enumerate(effects.ability_card)
        )


def _reaches_out(effects: Effects, card: int) -> bool:
    """Whether an ability that can come into play in a window or feast does more than change its owner's unlimited goods."""
    for ability, owner in enumerate(effects.ability_card):
        if int(owner) == card and int(effects.ability_trigger[ability]) in IN_WINDOWS:
            if int(effects.ability_once[ability]) or not _own_program(effects, int(effects.ability_program[ability])):
                return True
    return False


def _own_program(effects: Effects, program: int) -> bool:
    first, end = int(effects.program_first[program]), int(effects.program_first[program + 1])
    numbers = range(int(effects.step_first[first]), int(effects.step_first[end]))
    return all(_own_affair(effects, operation) for operation in numbers)


def _own_affair(effects: Effects, operation: int) -> bool:
    verb, a, b, c = (int(row[operation]) for row in (effects.verb, effects.a, effects.b, effects.c))
    if verb in (operations.PLACE_ORE_PER_LONGSHIP, operations.UPGRADE):
        return True
    bundles = [a] if verb == operations.GAIN else [a, b]
    if verb == operations.TIER:
        bundles = [int(effects.tier_bundle[b + row]) for row in range(c)]
    elif verb == operations.SWAP and c:
        return _own_program(effects, c - 1)
    if verb not in (operations.GAIN, operations.SWAP, operations.TIER):
        return False
    touched = [item for bundle in bundles for item, _ in effects.bundles[bundle]]
    # Ore taken back (39C) could be put where it was, and nobody should hear of it.
    plain = (items.WHALING_BOAT, items.KNARR, items.LONGSHIP)
    return all(item < items.BOW or item in plain or item >= items.SHED_WOOD for item in touched)


def orientations(drawing: list[str]) -> list[list[str]]:
    """All different ways to turn a shape and to turn it over (OD-089)."""
    found: list[list[str]] = []
    shape = drawing
    for _ in range(2):
        for _ in range(4):
            if shape not in found:
                found.append(shape)
            shape = ["".join(row[column] for row in reversed(shape)) for column in range(len(shape[0]))]
        shape = [row[::-1] for row in shape]
    return found


def _grid(item: Item) -> list[list[str]]:
    lines = item.get("grid")
    if not isinstance(lines, list) or not 1 <= len(lines) <= ROWS:
        raise item.error(f"'grid' must be one to {ROWS} rows")
    grid = [line.split() for line in lines]
    for row in grid:
        if len(row) != len(grid[0]) or len(row) > COLUMNS:
            raise item.error(f"the rows of 'grid' must have one length of at most {COLUMNS}")
        for text in row:
            if not re.fullmatch(r"[.#o-]|\$\d+[ab]?!?|b:[a-z_]+(\+[a-z_]+)?", text):
                raise item.error(f"there is no cell '{text}'")
    return grid


def _income(text: str) -> bool:
    """An income cell that can be covered."""
    return text.startswith("$") and not text.endswith("!")


def _rows(grid: list[list[str]], test: object) -> list[int]:
    rows = [sum(2**column for column, text in enumerate(line) if test(text)) for line in grid]  # type: ignore[operator]
    return rows + [0] * (ROWS - len(rows))


def _extend(row: vec[i16], more: list[int]) -> vec[i16]:
    for each in more:
        row = append(row, i16(each))
    return row


def _row(values: list[int]) -> vec[i16]:
    return _extend(vec[i16](), values)


def _filled(count: int, value: int) -> vec[i16]:
    return vec[i16]([i16(value)] * count)
