"""What of a seat's position a learned value looks at: small whole numbers, written in the order of their names.

Fractions are counted in sixteenths. What will come again counts once for each time that it still comes.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.core.observation import Numbers
from skali.games.odin import boards, components, conditions, covering, items, phases, scoring, supply
from skali.games.odin.components import Tables
from skali.games.odin.heuristic import values
from skali.games.odin.position import OdinPosition

ROUNDS: Final = 7
TABLES: Final = ("alone", "two", "three or four")
ROWS: Final = tuple(f"{table}, {left} rounds left" for table in TABLES for left in range(ROUNDS))
"""Kinds of position with weights of their own."""

SCORE: Final = (
    "one",
    "ships",
    "emigrated",
    "exploration",
    "buildings",
    "animals",
    "card points",
    "silver",
    "silver to 4",
)
LOST: Final = ("open at home", "open abroad", "open in houses", "open slots", "penalties and crown")
BOARDS: Final = (
    *("income", "way to income", "near income", "open plain cells", "covered plain cells", "bonuses", "near bonuses"),
    *("boards", "board 1", "board 2", "board 3", "board 4", "board 5", "board 6", "board 7", "board 8"),
    *("open abroad by rounds", "income by Vikings"),
)
GOODS: Final = (
    *("blue cells", "green cells", "red cells", "orange cells", "special cells", "green beyond blue", "green kinds"),
    *("large blue", "small blue", "small green", "red and orange for houses", "covered and in hand"),
)
PLANS: Final = (
    *("income of hand", "income of all", "income of all and rounds"),
    *("hand for open", "rounds for open", "more rounds for open"),
)
MEANS: Final = (
    *("wood", "stone", "ore", "wood to 2", "stone to 2", "bows", "snares", "spears", "long swords"),
    *("boats", "knarrs", "longships", "a knarr", "a longship", "two longships", "most ore", "large ships"),
    *("ships to send paid", "ships to send", "feasts saved"),
)
FEAST: Final = (
    *("food lacking", "food to spare", "silver lacking", "sheep", "cattle", "pregnant", "pairs"),
    *("hand", "cards in play", "cards in hand", "Vikings", "sheds", "stone houses", "long houses"),
    *("before income", "before breeding", "before the feast"),
)
GROUPS: Final = {
    "emigration": ("emigrate_2", "emigrate_3", "swap_boat_and_emigrate"),
    "shipyards": ("build_knarr", "build_longship", "build_house_and_ship"),
    "voyages": ("explore_1", "explore_2", "explore_3"),
    "trading": ("overseas_trading_1", "overseas_trading_2", "special_sale"),
    "battles": ("raiding", "pillaging_2", "pillaging_3", "plundering"),
    "whaling": ("whaling_3_boats", "whaling_1_boat"),
    "upgrades": ("upgrade_4", "mountain_4_double_upgrade_2", "mountain_2222_or_double_upgrade_3"),
    "crafts": ("craft_4", "craft_chests_and_runes", "forge"),
}
"""Spaces that plans hang on. Alone, one that is used in a round is closed in the next (OD-039)."""
SPACES: Final = (
    *(f"{group} now" for group in GROUPS),
    *(f"{group} next" for group in GROUPS),
    *("ships to send now", "ships to send next", "boats and spears", "longships and swords", "silver to 12"),
)
NAMES: Final = (*SCORE, *LOST, *BOARDS, *GOODS, *PLANS, *MEANS, *FEAST, *SPACES)
_SPEAK_OF: Final = {
    "ships": (
        *("ships", "emigrated", "boats", "knarrs", "longships", "a knarr", "a longship", "two longships", "most ore"),
        *("large ships", "ships to send paid", "ships to send", "feasts saved"),
        *("ships to send now", "ships to send next"),
    ),
    "exploration": ("exploration", *(f"board {number}" for number in range(1, 9)), "boards", "open abroad by rounds"),
    "buildings": ("buildings", "sheds", "stone houses", "long houses"),
    "animals": ("animals", "sheep", "cattle", "pregnant", "pairs"),
    "cards": ("card points", "hand", "cards in play", "cards in hand"),
    "silver": ("silver", "silver to 4", "silver to 12"),
    "income": (
        *("income", "way to income", "near income", "income by Vikings", "income of hand", "income of all"),
        "income of all and rounds",
    ),
    "cover": (
        *("open at home", "open abroad", "open in houses", "open slots", "open plain cells", "covered plain cells"),
        *(
            "hand for open",
            "rounds for open",
            "more rounds for open",
            "covered and in hand",
            "red and orange for houses",
        ),
    ),
    "bonuses": ("bonuses", "near bonuses"),
    "goods": (
        *(
            "blue cells",
            "green cells",
            "red cells",
            "orange cells",
            "special cells",
            "green beyond blue",
            "green kinds",
        ),
        *("large blue", "small blue", "small green"),
    ),
    "materials": ("wood", "stone", "ore", "wood to 2", "stone to 2"),
    "weapons": ("bows", "snares", "spears", "long swords", "boats and spears", "longships and swords"),
    "food": ("food lacking", "food to spare", "silver lacking"),
    "vikings": (
        "Vikings",
        *(f"{group} now" for group in GROUPS),
        *(f"{group} next" for group in GROUPS),
    ),
    "to_come": ("one", "penalties and crown", "before income", "before breeding", "before the feast"),
}
PARTS: Final = tuple(next(part for part, names in _SPEAK_OF.items() if name in names) for name in NAMES)
"""What each of the features speaks of, in their order."""

CELLS_A_ROUND: Final = 8
MORE_CELLS_A_ROUND: Final = 14
SIXTEENTHS: Final = 16
OF_LAST_ROUND: Final = 64
"""What marks Vikings that stand on a space since the round before."""
STEPS_AHEAD: Final = 5
"""Numbers of a diagonal that count as near."""


class OdinFeatures:
    """Writes the features of settled positions. What follows from the components alone is worked out once."""

    def __init__(self, tables: Tables) -> None:
        self.cards: vec[i64] = vec[i64]()
        """By card, what it promises for a round, in sixteenths."""
        for worth in tables.card_values:
            self.cards = append(self.cards, i64(int(worth * 16.0)))
        self.spaces: vec[i64] = vec[i64]()
        """The spaces of all groups, one group after the other."""
        self.ends: vec[i64] = vec[i64]()
        """Where each group ends in them."""
        for names in GROUPS.values():
            for name in names:
                self.spaces = append(self.spaces, i64(tables.space(name)))
            self.ends = append(self.ends, i64(len(self.spaces)))
        self.later: vec[i64] = vec[i64]([i64(0)] * len(GROUPS))
        """A place to work in."""
        grids = tables.grids
        self.area: vec[i64] = vec[i64]([i64(0)])
        """Cells of the home board that each number of its diagonal needs."""
        first = i64(grids.track_cells[0])
        end = i64(grids.track_cells[1])
        self.pays: vec[i64] = vec[i64]([i64(grids.step_value[first])])
        """What the diagonal pays then."""
        for step in range(first, end):
            cell = i64(grids.step_cell[step])
            left = bit(cell % components.COLUMNS + 1) - 1
            count: i64 = 0
            for row in range(cell // components.COLUMNS, i64(grids.height[0])):
                count += popcount(i64(grids.asked[row]) & left)
            self.area = append(self.area, count)
            after = i64(grids.step_value[step + 1]) if step + 1 < end else i64(grids.track_end[0])
            self.pays = append(self.pays, after)

    def write(self, position: OdinPosition, seat: i64, out: Numbers) -> i64:
        """All features; the row of weights for them."""
        out.at = 0
        rounds = position.rounds() - position.round
        incomes = values.incomes_left(position)
        write_score(position, seat, out)
        open_home, open_abroad, open_houses = write_lost(position, seat, out)
        vikings = position.get(seat, items.THING) if position.phase <= phases.ACTIONS else 0
        covered = self.write_boards(position, seat, incomes, rounds, vikings, open_abroad, out)
        blue, green, red, orange, special = write_goods(position, seat, covered, open_houses, out)
        # Plans: cells, in sixteenths
        hand = 14 * (blue + special) + 11 * green
        whole = hand + 6 * red + 3 * orange
        base = SIXTEENTHS * covered
        out.add(self.potential(base + hand) * incomes)
        out.add(self.potential(base + whole) * incomes)
        out.add(self.potential(base + hand + SIXTEENTHS * CELLS_A_ROUND * rounds) * incomes)
        missing = SIXTEENTHS * (open_home + open_abroad + open_houses)
        out.add(supply.least(hand, missing))
        out.add(supply.least(whole + SIXTEENTHS * (CELLS_A_ROUND * rounds + vikings), missing))
        out.add(supply.least(whole + SIXTEENTHS * (MORE_CELLS_A_ROUND * rounds + vikings), missing))
        write_means(position, seat, rounds, out)
        self.write_feast(position, seat, rounds, vikings, out)
        self.write_spaces(position, seat, rounds, vikings, out)
        left = rounds if rounds < ROUNDS else i64(ROUNDS - 1)
        table = position.seats if position.seats < len(TABLES) else i64(len(TABLES))
        return left + ROUNDS * (table - 1)

    def potential(self, cells: i64) -> i64:
        """The income of a home board with so many sixteenths of a cell covered in the best order, in sixteenths."""
        area = self.area
        pays = self.pays
        last = i64(len(area)) - 1
        for at in range(last):
            if cells < SIXTEENTHS * area[at + 1]:
                over = cells - SIXTEENTHS * area[at]
                more = over * (pays[at + 1] - pays[at]) // (area[at + 1] - area[at])
                return SIXTEENTHS * pays[at] + more
        return SIXTEENTHS * pays[last]

    def write_boards(
        self, position: OdinPosition, seat: i64, incomes: i64, rounds: i64, vikings: i64, abroad: i64, out: Numbers
    ) -> i64:
        """Income, the way to more of it, bonuses, the boards owned; how many cells of the home board are covered."""
        grids = position.tables.grids
        way: i64 = 0
        near: i64 = 0
        enclosed: i64 = 0
        nearly: i64 = 0
        owned: i64 = 0
        sides: i64 = 0
        for board in range(i64(components.BOARDS)):
            if i64(position.counts[items.BOARD_OWNER + board]) != seat + 1:
                continue
            grid = boards.grid_of(position, board)
            if components.FIRST_EXPLORATION <= board < components.FIRST_STONE_HOUSE:
                owned += 1
                sides |= bit(grid - 1)
            for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
                whole, part = bonus_worth(position, board, bonus)
                enclosed += whole
                nearly += part
            if board < components.FIRST_STONE_HOUSE:
                for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
                    first, second = track_worth(position, board, grid, track)
                    way += first
                    near += second
        open_plain: i64 = 0
        covered_plain: i64 = 0
        covered: i64 = 0
        for row in range(i64(grids.height[0])):
            asked = i64(grids.asked[row])
            here = i64(position.rows[seat * components.ROWS + row])
            plain = asked & ~i64(grids.minus[row])
            covered_plain += popcount(plain & here)
            open_plain += popcount(plain & ~here)
            covered += popcount(asked & here)
        income = covering.income(position, seat)
        times = rounds if position.phase <= phases.BONUS else rounds - 1
        if times < 0:
            times = 0
        out.add(income * incomes)
        out.add(way * incomes)
        out.add(near * incomes)
        out.add(open_plain)
        out.add(covered_plain)
        out.add(enclosed * times)
        out.add(nearly * times)
        out.add(owned)
        out.members(sides, 8)
        out.add(abroad * rounds)
        out.add(income * vikings)
        return covered

    def write_feast(self, position: OdinPosition, seat: i64, rounds: i64, vikings: i64, out: Numbers) -> None:
        """Food, herd, cards, Vikings, buildings, and how far the round has come."""
        need: i64 = 0
        later = position.round + (1 if position.phase >= phases.FEAST else 0)
        if later <= position.rounds():
            need = (6 if position.short else 5) + later - 2 * conditions.emigrated(position, seat)
        food = values.food_width(position, seat)
        lacking = need - food if need > food else i64(0)
        silver = position.get(seat, items.SILVER)
        sheep = position.get(seat, items.SHEEP)
        cattle = position.get(seat, items.CATTLE)
        pregnant_sheep = position.get(seat, items.PREGNANT_SHEEP)
        pregnant_cattle = position.get(seat, items.PREGNANT_CATTLE)
        out.add(lacking)
        out.add(food - need if food > need else i64(0))
        out.add(lacking - silver if lacking > silver else i64(0))
        out.add(sheep + pregnant_sheep)
        out.add(cattle + pregnant_cattle)
        out.add(pregnant_sheep + pregnant_cattle)
        out.add((1 if sheep + pregnant_sheep >= 2 else 0) + (1 if cattle + pregnant_cattle >= 2 else 0))
        standing: i64 = 0
        in_hand: i64 = 0
        cards = position.cards
        for card in range(i64(len(cards))):
            place = i64(cards[card])
            if place == phases.IN_PLAY + seat:
                standing += self.cards[card]
            elif place == phases.IN_HAND + seat:
                in_hand += SIXTEENTHS * i64(position.tables.card_points[card]) + self.cards[card] * rounds
        out.add(position.get(seat, items.HAND))
        out.add(standing * rounds)
        out.add(in_hand)
        out.add(vikings)
        out.add(position.get(seat, items.SHED))
        out.add(position.get(seat, items.STONE_HOUSE))
        out.add(position.get(seat, items.LONG_HOUSE))
        out.flag(position.phase <= phases.ACTIONS)
        out.flag(phases.ACTIONS < position.phase <= phases.INCOME)
        out.flag(phases.INCOME < position.phase <= phases.FEAST)

    def write_spaces(self, position: OdinPosition, seat: i64, rounds: i64, vikings: i64, out: Numbers) -> None:
        """Spaces still open to the Vikings at hand, alone also those open in the next round; what goes with them."""
        columns = position.tables.column
        alone = position.seats == 1 and rounds > 0
        later = self.later
        sending_now: i64 = 0
        at: i64 = 0
        for group in range(i64(len(self.ends))):
            now: i64 = 0
            next_round: i64 = 0
            while at < self.ends[group]:
                space = self.spaces[at]
                on = i64(position.counts[items.ON_SPACE + space])
                if on == 0 and i64(columns[space]) <= vikings:
                    now += 1
                if alone and (on == 0 or on >= OF_LAST_ROUND):
                    next_round += 1
                at += 1
            out.add(now)
            later[group] = next_round
            if group == 0:
                sending_now = now
        for group in range(i64(len(self.ends))):
            out.add(later[group])
        large = supply.large_ships(position, seat)
        out.add(supply.least(large, sending_now))
        out.add(supply.least(large, later[0]))
        out.add(supply.boats(position, seat) * supply.least(position.get(seat, items.SPEAR), 5))
        swords = supply.least(position.get(seat, items.LONG_SWORD), 6)
        out.add(supply.least(supply.longships(position, seat), 2) * swords)
        out.add(supply.least(position.get(seat, items.SILVER), 12))


def write_score(position: OdinPosition, seat: i64, out: Numbers) -> None:
    silver = position.get(seat, items.SILVER)
    out.add(1)
    out.add(scoring.ships(position, seat))
    out.add(scoring.emigrated(position, seat))
    out.add(scoring.exploration(position, seat))
    out.add(scoring.buildings(position, seat))
    out.add(scoring.animals(position, seat))
    out.add(position.get(seat, items.CARD_POINTS))
    out.add(silver)
    out.add(supply.least(silver, 4))


def write_lost(position: OdinPosition, seat: i64, out: Numbers) -> tuple[i64, i64, i64]:
    """What costs points: open cells and slots, penalties. Returns the open cells at home, abroad and in houses."""
    home = covering.open_minus(position, seat)
    abroad: i64 = 0
    houses: i64 = 0
    for board in range(i64(components.FIRST_EXPLORATION), components.BOARDS):
        if i64(position.counts[items.BOARD_OWNER + board]) == seat + 1:
            if board < components.FIRST_STONE_HOUSE:
                abroad += covering.open_minus(position, board)
            else:
                houses += covering.open_minus(position, board)
    out.add(home)
    out.add(abroad)
    out.add(houses)
    out.add(position.get(seat, items.MINUS) - home - abroad - houses)
    out.add(scoring.crown(position, seat) - scoring.PENALTY * position.get(seat, items.PENALTIES))
    return home, abroad, houses


def bonus_worth(position: OdinPosition, board: i64, bonus: i64) -> tuple[i64, i64]:
    """The size of a bonus that is enclosed, and in sixteenths that of one on its way; a covered one has none."""
    grids = position.tables.grids
    shapes = position.tables.shapes
    row = i64(grids.bonus_row[bonus])
    if i64(position.rows[board * components.ROWS + row]) & bit(i64(grids.bonus_column[bonus])):
        return 0, 0
    around: i64 = 0
    missing: i64 = 0
    for at in range(i64(3)):
        cells = i64(grids.bonus_around[bonus * 3 + at])
        if cells:
            around += popcount(cells)
            missing += popcount(cells & ~i64(position.rows[board * components.ROWS + row + at - 1]))
    item = i64(grids.bonus_items[bonus * 2])
    size: i64 = 2
    if item < items.GOODS or item >= items.SPECIAL:
        size = i64(shapes.size[i64(shapes.first[item])])
    if missing == 0:
        return size, 0
    return 0, SIXTEENTHS * size * (around - missing) // around if around else i64(0)


def track_worth(position: OdinPosition, board: i64, grid: i64, track: i64) -> tuple[i64, i64]:
    """What the next numbers of a diagonal will add to the income, by the part of their cells that is covered, and by its square."""
    grids = position.tables.grids
    first: i64 = 0
    second: i64 = 0
    looked: i64 = 0
    end = i64(grids.track_cells[track + 1])
    for step in range(i64(grids.track_cells[track]), end):
        cell = i64(grids.step_cell[step])
        row = cell // components.COLUMNS
        if i64(position.rows[board * components.ROWS + row]) & bit(cell % components.COLUMNS):
            continue
        left = bit(cell % components.COLUMNS + 1) - 1
        asked: i64 = 0
        laid: i64 = 0
        for each in range(row, i64(grids.height[grid])):
            below = i64(grids.asked[grid * components.ROWS + each]) & left
            asked += popcount(below)
            laid += popcount(below & i64(position.rows[board * components.ROWS + each]))
        above = i64(grids.step_value[step + 1]) if step + 1 < end else i64(grids.track_end[track])
        gain = SIXTEENTHS * (above - i64(grids.step_value[step])) + 6
        first += gain * laid // asked
        second += gain * laid * laid // (asked * asked)
        looked += 1
        if looked == STEPS_AHEAD:
            break
    return first, second


def write_goods(
    position: OdinPosition, seat: i64, covered: i64, houses: i64, out: Numbers
) -> tuple[i64, i64, i64, i64, i64]:
    """Cells in the supply by colour: blue, green, red, orange and special are returned."""
    shapes = position.tables.shapes
    cells: vec[i64] = vec[i64]([i64(0)] * 4)
    kinds: i64 = 0
    large: i64 = 0
    small_blue: i64 = 0
    small_green: i64 = 0
    for good in range(i64(items.GOODS)):
        count = position.get(seat, good)
        if count == 0 or conditions.is_animal(good):
            continue
        size = i64(shapes.size[i64(shapes.first[good])])
        tint = boards.colour(good)
        cells[tint] += size * count
        if tint == items.BLUE:
            if size >= 8:
                large += size * count
            elif size <= 3:
                small_blue += size * count
        elif tint == items.GREEN:
            kinds += size
            if size <= 3:
                small_green += size * count
    special: i64 = 0
    for tile in range(i64(items.SPECIAL), items.SPECIAL + items.SPECIALS):
        if position.get(seat, tile):
            special += i64(shapes.size[i64(shapes.first[tile])])
    blue = cells[items.BLUE]
    green = cells[items.GREEN]
    red = cells[items.RED]
    orange = cells[items.ORANGE]
    out.add(blue)
    out.add(green)
    out.add(red)
    out.add(orange)
    out.add(special)
    out.add(green - blue - special if green > blue + special else i64(0))
    out.add(kinds)
    out.add(large)
    out.add(small_blue)
    out.add(small_green)
    out.add(supply.least(houses, red + orange))
    out.add(covered + blue + special + green)
    return blue, green, red, orange, special


def write_means(position: OdinPosition, seat: i64, rounds: i64, out: Numbers) -> None:
    """Resources, weapons and ships."""
    wood = position.get(seat, items.WOOD)
    stone = position.get(seat, items.STONE)
    out.add(wood)
    out.add(stone)
    out.add(position.get(seat, items.ORE))
    out.add(supply.least(wood, 2))
    out.add(supply.least(stone, 2))
    for weapon in range(i64(4)):
        out.add(supply.least(position.get(seat, items.BOW + weapon), 5))
    knarrs = position.get(seat, items.KNARR)
    longships = supply.longships(position, seat)
    large = supply.large_ships(position, seat)
    out.add(supply.boats(position, seat))
    out.add(knarrs)
    out.add(longships)
    out.flag(knarrs > 0)
    out.flag(longships > 0)
    out.flag(longships > 1)
    out.add(supply.most_ore(position, seat))
    out.add(large)
    sent = conditions.emigrated(position, seat)
    ready = supply.least(large, (position.vikings() + rounds) // 2 - sent)
    if rounds == 0 and (position.phase > phases.ACTIONS or position.get(seat, items.THING) < 2):
        ready = 0
    paid = supply.least(ready, position.get(seat, items.SILVER) // position.round)
    feasts = rounds + (1 if position.phase < phases.FEAST else 0)
    out.add(paid)
    out.add(ready - paid)
    out.add(2 * sent * feasts)
