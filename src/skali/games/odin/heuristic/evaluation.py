"""What a position promises: the points that a seat may expect.

A position is worth its score now and what it will bring: income and bonuses of the rounds to come, goods that will cover cells,
ships that can emigrate, food for the feast, Vikings still to send. Pending choices are settled by the quick judgement of moves
before a position is judged.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import bit, popcount
from skali.core.moves import Moves
from skali.core.observation import Numbers
from skali.core.protocol import LearningHeuristic, State
from skali.core.weights import Weights
from skali.games.odin import boards, components, conditions, covering, items, phases, scoring, solver, supply
from skali.games.odin.components import Tables
from skali.games.odin.heuristic import features, policy, usual, values
from skali.games.odin.position import OdinPosition

CELLS_A_ROUND: Final = 6.0
"""How many cells a sensible player covers in a round to come."""
SHIP_TO_SEND: Final = 12.48
"""What a large ship promises that can be sent abroad."""
WAY_TO_INCOME: Final = 0.34
"""How much of the income ahead counts on the way to it."""
LATER_FEAST: Final = 1.56
"""What a space of a later feast costs."""
HUNGER: Final = 2.4
HERD: Final = 1.2
CARD_IN_HAND: Final = 0.5
"""How much of what a card brings counts before it is played."""
MOST_SETTLED: Final = 24
POSITIONS_OF_A_FILL: Final = 60
LOOKED_AT: Final = 8
"""Moves that lines look at: as good as all of them, and twice as many lines in the same time."""


WIDTH: Final = 40
"""Next to all turns that are possible: the best by lines is often not among the best at one ply."""
WIDTH_AT_LARGE_TABLES: Final = 12
"""What two or three others do in between is mostly luck: fewer turns, so that each is played on more often."""


class OdinHeuristic(LearningHeuristic):
    def __init__(self, tables: Tables, weights: Weights | None) -> None:
        super().__init__(features.NAMES, features.ROWS, weights)
        self.tables = tables
        self.writer = features.OdinFeatures(tables)
        self.usual = usual.Usual(tables)
        self.moves = Moves()
        self.numbers = Numbers(len(features.NAMES))
        self.expected: vec[float] = vec[float]([0.0] * 4)
        """Places to work in; nothing in them outlives a call."""
        self.margins: vec[float] = vec[float]([0.0] * 4)

    def with_weights(self, weights: Weights | None) -> OdinHeuristic:
        return OdinHeuristic(self.tables, weights)

    def stage(self, position: State) -> i64:
        """A turn is the choice of an action with all that it asks; lines are judged at the first turn of a round."""
        assert isinstance(position, OdinPosition)
        return position.round if not position.parts and position.frames.kind() == phases.ASK_TURN else -1

    def looked_at(self) -> i64:
        return LOOKED_AT

    def width(self, position: State) -> i64:
        assert isinstance(position, OdinPosition)
        return WIDTH if position.seats <= 2 else WIDTH_AT_LARGE_TABLES

    def observe(self, position: State, seat: i64, out: Numbers) -> i64:
        assert isinstance(position, OdinPosition)
        settled = settle(position, self.moves) if not position.parts else position
        side = self.settled_side(settled, seat)
        return -1 if is_counted(side) else self.writer.write(side, seat, out)

    def evaluate(self, position: State, seat: i64) -> float:
        self.evaluate_all(position, self.margins)
        return self.margins[seat]

    def evaluate_all(self, position: State, margins: vec[float]) -> None:
        """Every seat is judged once, not once for each of its rivals."""
        assert isinstance(position, OdinPosition)
        settled = settle(position, self.moves) if not position.parts else position
        expected = self.expected
        for seat in range(position.seats):
            expected[seat] = self.promised(self.settled_side(settled, seat), seat)
        for seat in range(position.seats):
            best = -1000.0 if position.seats > 1 else 0.0
            for other in range(position.seats):
                if other != seat and expected[other] > best:
                    best = expected[other]
            margins[seat] = expected[seat] - best

    def promised(self, position: OdinPosition, seat: i64) -> float:
        """The points that the seat may expect at the end, by what was learned if anything was."""
        weights = self.weights
        if weights is None or is_counted(position):
            return expected_points(position, seat)
        return weights.value(self.writer.write(position, seat, self.numbers), self.numbers)

    def parts(self, position: State, seat: i64) -> dict[str, float]:
        """The points that the seat has, and beyond them what the features promise, by what they speak of."""
        assert isinstance(position, OdinPosition)
        total = self.evaluate(position, seat)
        own = self.expected[seat]
        settled = settle(position, self.moves) if not position.parts else position
        side = self.settled_side(settled, seat)
        found = {"points": float(side.score(seat))}
        weights = self.weights
        if weights is None or is_counted(side):
            found["to_come"] = own - found["points"]
        else:
            row = self.writer.write(side, seat, self.numbers)
            for part, points in counted_lines(side, seat).items():
                found[part] = -float(points)
            for feature in range(len(features.PARTS)):
                name = features.PARTS[feature]
                found[name] = found.get(name, 0.0) + weights.part(row, feature, i64(self.numbers.items[feature]))
        if position.seats > 1:
            found["rivals"] = total - own
        return found

    def settled_side(self, position: OdinPosition, seat: i64) -> OdinPosition:
        """Where the seat stands after the choices inside its own answer."""
        return settle(position.side(seat), self.moves) if position.parts else position

    def weigh(self, position: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(position, OdinPosition)
        best = -1000.0
        side = position.side(seat)
        turn = side.frames.kind() == phases.ASK_TURN
        rounds = float(position.rounds() - position.round)
        for at in range(moves.count):
            worth = policy.worth_of_move(side, moves.at(at))
            if turn:
                worth = usual.AT_A_GLANCE * worth + self.usual.weight(moves.at(at), rounds)
            weights[at] = worth
            if worth > best:
                best = worth
        for at in range(moves.count):
            less = (weights[at] - best) / 2.0
            weights[at] = math.exp(less) if less > -8.0 else 0.0003


def settle(position: OdinPosition, found: Moves) -> OdinPosition:
    """The position after the choices inside an action are made, each by quick judgement; a turn or window is left open."""
    if is_settled(position):
        return position
    after = position.copy()
    for _ in range(i64(MOST_SETTLED)):
        if is_settled(after):
            break
        found.count = 0
        after.search_moves(after.active, found)
        best: i64 = 0
        most = -1000.0
        for at in range(found.count):
            worth = policy.worth_of_move(after, found.at(at))
            if worth > most:
                most = worth
                best = at
        after.advance(after.active, found.at(best), None)
    return after


def is_settled(position: OdinPosition) -> bool:
    """At a turn or window, at the end, where several seats are asked, or in the last window, which can be solved."""
    kind = position.frames.kind()
    return kind < 0 or kind == phases.ASK_TURN or kind == phases.ASK_WINDOW or solver.is_last(position)


# What a position promises


def is_counted(position: OdinPosition) -> bool:
    """Nothing is to come but the last placements: what it promises is counted, not learned."""
    last = position.round == position.rounds()
    return position.phase == phases.OVER or (
        last and position.phase == phases.FEAST and position.queue > position.seats
    )


def counted_lines(position: OdinPosition, seat: i64) -> dict[str, i64]:
    """The points that the seat has, by the part that speaks of them."""
    return {
        "ships": scoring.ships(position, seat) + scoring.emigrated(position, seat),
        "exploration": scoring.exploration(position, seat),
        "buildings": scoring.buildings(position, seat),
        "animals": scoring.animals(position, seat),
        "cards": position.get(seat, items.CARD_POINTS),
        "silver": position.get(seat, items.SILVER),
        "cover": -position.get(seat, items.MINUS),
        "to_come": scoring.crown(position, seat) - scoring.PENALTY * position.get(seat, items.PENALTIES),
    }


def expected_points(position: OdinPosition, seat: i64) -> float:
    """The points that the seat may expect at the end."""
    total = float(position.score(seat))
    if position.phase == phases.OVER:
        return total
    if position.round == position.rounds() and position.phase == phases.FEAST and position.queue > position.seats:
        return total + at_the_end(position, seat)
    incomes = float(values.incomes_left(position))
    total += incomes * float(covering.income(position, seat)) + progress(position, seat, incomes)
    total += bonuses(position, seat) * float(bonuses_left(position))
    total += goods_to_lay(position, seat, incomes)
    total += resources(position, seat)
    total += table_cost(position, seat)
    rounds = float(position.rounds() - position.round)
    total += abroad(position, seat)
    total += occupations(position, seat)
    herd = float(supply.animals(position, seat, items.SHEEP) + supply.animals(position, seat, items.CATTLE))
    total += (herd if herd < 5.0 else 5.0) * HERD * rounds
    if position.phase <= phases.ACTIONS:
        total += values.WORTH_OF_VIKING * float(position.get(seat, items.THING))
    later = position.round + 1
    while later <= position.rounds():
        total += values.WORTH_OF_VIKING * float(later + 5)
        later += 1
    return total


def at_the_end(position: OdinPosition, seat: i64) -> float:
    """In the last window: what the best fill still brings, a little less the later its first step would come."""
    total = 0.0
    for slot in range(i64(4)):
        free = supply.free_slots(position, seat, slot)
        held = position.get(seat, items.WOOD + slot % 2)
        total += float(free if free < held else held)
    if not position.apart and (position.frames.depth == 0 or position.active != seat):
        return total
    fill = solver.best_fill(position, seat, POSITIONS_OF_A_FILL)
    total += float(fill.points)
    for at in range(len(fill.placements)):
        if solver.follows(position, i64(fill.placements[at])):
            return total - 0.01 * float(at)
    return total if position.frames.kind() == phases.ASK_WINDOW else total - 1.0


def abroad(position: OdinPosition, seat: i64) -> float:
    """Large ships that may still emigrate: those that the silver will pay for expected more."""
    rounds = position.rounds() - position.round
    if rounds == 0 and (position.phase > phases.ACTIONS or position.get(seat, items.THING) < 2):
        return 0.0
    large = supply.large_ships(position, seat)
    room = (position.vikings() + rounds) // 2 - conditions.emigrated(position, seat)
    ready = large if large < room else room
    paid = position.get(seat, items.SILVER) // position.round
    sure = ready if ready < paid else paid
    return SHIP_TO_SEND * float(sure) + 0.4 * SHIP_TO_SEND * float(ready - sure)


def occupations(position: OdinPosition, seat: i64) -> float:
    """What played cards will bring, and part of what those in hand would."""
    total = 0.0
    cards = position.cards
    for card in range(len(cards)):
        place = i64(cards[card])
        if place == phases.IN_PLAY + seat:
            total += values.later_worth(position, card)
        elif place == phases.IN_HAND + seat:
            brings = values.playing(position, seat, card)
            total += CARD_IN_HAND * (brings if brings > 0.5 else 0.5)
    return total


def bonuses_left(position: OdinPosition) -> i64:
    left = position.rounds() - position.round
    return left if position.phase <= 10 else left - 1


def progress(position: OdinPosition, seat: i64, incomes: float) -> float:
    """Half of the way to the next numbers of each diagonal counts as half of what they will bring."""
    if incomes < 1.0:
        return 0.0
    grids = position.tables.grids
    total = 0.0
    for board in range(i64(components.FIRST_STONE_HOUSE)):
        if i64(position.counts[items.BOARD_OWNER + board]) != seat + 1:
            continue
        grid = boards.grid_of(position, board)
        height = i64(grids.height[grid])
        for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
            looked: i64 = 0
            end = i64(grids.track_cells[track + 1])
            for step in range(i64(grids.track_cells[track]), end):
                cell = i64(grids.step_cell[step])
                row = cell // components.COLUMNS
                left = bit(cell % components.COLUMNS + 1) - 1
                if i64(position.rows[board * components.ROWS + row]) & bit(cell % components.COLUMNS):
                    continue
                asked: i64 = 0
                laid: i64 = 0
                for each in range(row, height):
                    need = i64(grids.asked[grid * components.ROWS + each]) & left
                    asked += popcount(need)
                    laid += popcount(need & i64(position.rows[board * components.ROWS + each]))
                above = i64(grids.step_value[step + 1]) if step + 1 < end else i64(grids.track_end[track])
                gain = float(above - i64(grids.step_value[step])) + 0.4
                share = float(laid) / float(asked)
                total += WAY_TO_INCOME * gain * incomes * share * share
                looked += 1
                if looked == 4:
                    break
    return total


def bonuses(position: OdinPosition, seat: i64) -> float:
    """What the enclosed bonus cells bring each round."""
    grids = position.tables.grids
    total = 0.0
    for board in range(i64(components.BOARDS)):
        if i64(position.counts[items.BOARD_OWNER + board]) == seat + 1:
            grid = boards.grid_of(position, board)
            for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
                if covering.is_enclosed(position, board, bonus):
                    item = i64(grids.bonus_items[bonus * 2])
                    total += values.worth(position, item)
    return total


def goods_to_lay(position: OdinPosition, seat: i64, incomes: float) -> float:
    """Goods in the supply will cover cells, as many as there are; oranges and reds need time to be upgraded."""
    total = 0.0
    for good in range(i64(items.GOODS)):
        count = position.get(seat, good)
        if count:
            total += float(count) * values.worth(position, good)
    for tile in range(i64(items.SPECIAL), items.SPECIAL + items.SPECIALS):
        if position.get(seat, tile):
            total += values.worth(position, tile)
    total += float(position.get(seat, items.ORE))
    rounds = float(position.rounds() - position.round)
    if position.phase <= phases.ACTIONS:
        rounds += float(position.get(seat, items.THING)) / float(position.vikings())
    total += CELLS_A_ROUND * rounds
    room = float(position.get(seat, items.MINUS)) + 0.14 * incomes * float(open_below(position, seat))
    return total if total < room else room + 0.1 * (total - room)


def open_below(position: OdinPosition, seat: i64) -> i64:
    """Open cells of the home board that cost nothing but lead to income."""
    grids = position.tables.grids
    total: i64 = 0
    for row in range(i64(components.ROWS)):
        plain = i64(grids.asked[row]) & ~i64(grids.minus[row])
        total += popcount(plain & ~i64(position.rows[seat * components.ROWS + row]))
    return total


def resources(position: OdinPosition, seat: i64) -> float:
    """Wood, stone and weapons: the first few count."""
    time = values.time_left(position)
    total = 0.0
    wood = position.get(seat, items.WOOD)
    stone = position.get(seat, items.STONE)
    slots = 3 * position.get(seat, items.SHED) + position.get(seat, items.STONE_HOUSE)
    filled = wood + stone if wood + stone < slots else slots
    total += 0.5 * float(filled)
    total += time * (1.2 * float(wood if wood < 5 else 5) + 1.4 * float(stone if stone < 4 else 4))
    for kind in range(i64(items.BOW), items.LONG_SWORD + 1):
        held = position.get(seat, kind)
        total += time * 0.45 * float(held if held < 4 else 4)
    total += time * 0.4 * float(supply.most_ore(position, seat))
    return total


def table_cost(position: OdinPosition, seat: i64) -> float:
    """What the feasts to come will cost: food is free, silver is a point, an empty space three."""
    total = 0.0
    away = 2 * conditions.emigrated(position, seat)
    later = position.round + (1 if position.phase >= phases.FEAST else 0)
    first = True
    food = values.food_width(position, seat)
    silver = position.get(seat, items.SILVER)
    while later <= position.rounds():
        need = (6 if position.short else 5) + later - away
        if first:
            hungry = need - food if need > food else 0
            paid = hungry if hungry < silver else silver
            total -= float(paid) + HUNGER * float(hungry - paid) * (1.0 if position.phase > phases.ACTIONS else 0.55)
            first = False
        else:
            total -= LATER_FEAST * float(need)
        later += 1
    return total
