"""What sensible play looks like: what a position promises, and how likely a sensible player is to make a move.

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
from skali.core.protocol import Heuristic, State
from skali.games.odin import anytime, boards, counting, decisions, dice, packing, possible, solver, supply
from skali.games.odin.components import (
    BOARDS,
    COLUMNS,
    FIRST_STONE_HOUSE,
    ROWS,
    SHAPE_ROWS,
)
from skali.games.odin.effects_text import (
    DRAW,
    EMIGRATE,
    EXPLORE,
    FORGE,
    GAIN,
    HUNTING,
    LAY_SNARE,
    OVERSEAS,
    PILLAGING,
    PLAY,
    PLAYED,
    RAIDING,
    SALE,
    STRIP,
    SWAP,
    SWAP_BOAT,
    TIER,
    UPGRADE,
    WHALING,
)
from skali.games.odin.items import (
    BLUE,
    BOARD_OWNER,
    BOARD_SILVER,
    BOW,
    CATTLE,
    GOODS,
    GREEN,
    HAND,
    ITEMS,
    KNARR,
    LONG_HOUSE,
    LONG_SWORD,
    MINUS,
    ORANGE,
    ORE,
    OVAL,
    PREGNANT_CATTLE,
    PREGNANT_SHEEP,
    RED,
    SHED,
    SHEEP,
    SILVER,
    SPECIAL,
    SPECIALS,
    STONE,
    STONE_HOUSE,
    STRIP_LEFT,
    THING,
    WEAPON,
    WOOD,
)
from skali.games.odin.moves import (
    ALTERNATIVES,
    ARM,
    AT,
    BUY_SHIP,
    CALL_BACK,
    CHOOSE,
    COINS,
    EMIGRATE_SHIP,
    EXCHANGE,
    EXPLORE_BOARD,
    FAIL,
    FILL_SLOT,
    FINISH,
    IMITATE,
    IMITATE_FOR,
    LOOT,
    MINE,
    ON_BOARD,
    PASS,
    PLAY_CARD,
    PUT,
    RETURN,
    ROLL,
    SEND,
    SEND_FOR,
    SERVE,
    SHAPE,
    SPEARS,
    SUCCEED,
    SWAP_FOR_KNARR,
    SWORDS,
    TAKE,
    TRADE,
    UPGRADE_FAR,
    UPGRADE_GOOD,
    USE_CARD,
)
from skali.games.odin.phases import (
    ACTIONS,
    ASK_DIE,
    ASK_FLIP,
    ASK_SALE,
    ASK_STEP,
    ASK_TURN,
    ASK_UPGRADE,
    ASK_WINDOW,
    FEAST,
    IN_HAND,
    IN_PLAY,
    OVER,
    RAID,
    W7,
)
from skali.games.odin.state import OdinState

WORTH_OF_VIKING: Final = 1.2
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
BLUE_CELL: Final = 0.9
GREEN_CELL: Final = 0.47
RED_CELL: Final = 0.25
ORANGE_CELL: Final = 0.25
MOST_SETTLED: Final = 24
POSITIONS_OF_A_FILL: Final = 60


class OdinHeuristic(Heuristic):
    def __init__(self) -> None:
        self.moves = Moves()

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, OdinState)
        settled = settle(state, self.moves) if not state.parts else state
        mine = promised(self.settled_side(settled, seat), seat)
        if state.seats == 1:
            return mine
        best = -1000.0
        for other in range(state.seats):
            if other != seat:
                promise = promised(self.settled_side(settled, other), other)
                if promise > best:
                    best = promise
        return mine - best

    def settled_side(self, state: OdinState, seat: i64) -> OdinState:
        """Where the seat stands after the choices inside its own answer."""
        return settle(state.side(seat), self.moves) if state.parts else state

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, OdinState)
        best = -1000.0
        side = state.side(seat)
        for at in range(moves.count):
            worth = worth_of_move(side, moves.at(at))
            weights[at] = worth
            if worth > best:
                best = worth
        for at in range(moves.count):
            less = (weights[at] - best) / 2.0
            weights[at] = math.exp(less) if less > -8.0 else 0.0003


def settle(state: OdinState, moves: Moves) -> OdinState:
    """The position after the choices inside an action are made, each by quick judgement; a turn or window is left open."""
    if is_settled(state):
        return state
    after = state.copy()
    for _ in range(i64(MOST_SETTLED)):
        if is_settled(after):
            break
        moves.count = 0
        decisions.fill(after, moves, True)
        best: i64 = 0
        most = -1000.0
        for at in range(moves.count):
            worth = worth_of_move(after, moves.at(at))
            if worth > most:
                most = worth
                best = at
        after.advance(after.active, moves.at(best), None)
    return after


def is_settled(state: OdinState) -> bool:
    """At a turn or window, at the end, where several seats are asked, or in the last window, which can be solved."""
    kind = state.frames.kind()
    return kind < 0 or kind == ASK_TURN or kind == ASK_WINDOW or solver.is_last(state)


# What a position promises


def promised(state: OdinState, seat: i64) -> float:
    """The points that the seat may expect at the end."""
    total = float(state.score(seat))
    if state.phase == OVER:
        return total
    if state.round == state.rounds() and state.phase == FEAST and state.queue > state.seats:
        return total + at_the_end(state, seat)
    incomes = float(incomes_left(state))
    total += incomes * float(boards.income(state, seat)) + progress(state, seat, incomes)
    total += bonuses(state, seat) * float(bonuses_left(state))
    total += covering(state, seat, incomes)
    total += resources(state, seat)
    total += table_cost(state, seat)
    rounds = float(state.rounds() - state.round)
    total += abroad(state, seat)
    total += occupations(state, seat)
    herd = float(supply.animals(state, seat, SHEEP) + supply.animals(state, seat, CATTLE))
    total += (herd if herd < 5.0 else 5.0) * HERD * rounds
    if state.phase <= ACTIONS:
        total += WORTH_OF_VIKING * float(state.get(seat, THING))
    later = state.round + 1
    while later <= state.rounds():
        total += WORTH_OF_VIKING * float(later + 5)
        later += 1
    return total


def at_the_end(state: OdinState, seat: i64) -> float:
    """In the last window: what the best fill still brings, a little less the later its first step would come."""
    total = 0.0
    for slot in range(i64(4)):
        free = supply.free_slots(state, seat, slot)
        held = state.get(seat, WOOD + slot % 2)
        total += float(free if free < held else held)
    if not state.apart and (state.frames.depth == 0 or state.active != seat):
        return total
    fill = packing.best_fill(state, seat, POSITIONS_OF_A_FILL)
    total += float(fill.points)
    for at in range(len(fill.placements)):
        if solver.follows(state, i64(fill.placements[at])):
            return total - 0.01 * float(at)
    return total if state.frames.kind() == ASK_WINDOW else total - 1.0


def abroad(state: OdinState, seat: i64) -> float:
    """Large ships that may still emigrate: those that the silver will pay for promise more."""
    rounds = state.rounds() - state.round
    if rounds == 0 and (state.phase > ACTIONS or state.get(seat, THING) < 2):
        return 0.0
    large = supply.large_ships(state, seat)
    room = (state.vikings() + rounds) // 2 - possible.emigrated(state, seat)
    ready = large if large < room else room
    paid = state.get(seat, SILVER) // state.round
    sure = ready if ready < paid else paid
    return SHIP_TO_SEND * float(sure) + 0.4 * SHIP_TO_SEND * float(ready - sure)


def occupations(state: OdinState, seat: i64) -> float:
    """What played cards will bring, and part of what those in hand would."""
    total = 0.0
    cards = state.cards
    for card in range(len(cards)):
        place = i64(cards[card])
        if place == IN_PLAY + seat:
            total += standing_worth(state, card)
        elif place == IN_HAND + seat:
            brings = playing(state, seat, card)
            total += CARD_IN_HAND * (brings if brings > 0.5 else 0.5)
    return total


def playing(state: OdinState, seat: i64, card: i64) -> float:
    """What a card brings when it is played now: points, its effect, and what it will bring later."""
    total = float(i64(state.tables.card_points[card])) + standing_worth(state, card)
    table = state.tables.effects
    abilities = table.by_moment[PLAYED]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if i64(table.ability_card[ability]) == card:
            total += programme(state, seat, i64(table.ability_program[ability]), -1)
    return total


def standing_worth(state: OdinState, card: i64) -> float:
    """What the declaration of a card promises for the rounds to come: its moments by how often they come."""
    rounds = float(state.rounds() - state.round)
    if state.phase <= ACTIONS:
        rounds += 0.7
    return state.tables.promised[card] * rounds


def incomes_left(state: OdinState) -> i64:
    left = state.rounds() - state.round
    return left + 1 if state.phase <= 7 else left


def bonuses_left(state: OdinState) -> i64:
    left = state.rounds() - state.round
    return left if state.phase <= 10 else left - 1


def progress(state: OdinState, seat: i64, incomes: float) -> float:
    """Half of the way to the next numbers of each diagonal counts as half of what they will bring."""
    if incomes < 1.0:
        return 0.0
    grids = state.tables.grids
    total = 0.0
    for board in range(i64(FIRST_STONE_HOUSE)):
        if i64(state.h[BOARD_OWNER + board]) != seat + 1:
            continue
        grid = boards.grid_of(state, board)
        height = i64(grids.height[grid])
        for track in range(i64(grids.track_first[grid]), i64(grids.track_first[grid + 1])):
            looked: i64 = 0
            end = i64(grids.track_cells[track + 1])
            for step in range(i64(grids.track_cells[track]), end):
                cell = i64(grids.step_cell[step])
                row = cell // COLUMNS
                left = bit(cell % COLUMNS + 1) - 1
                if i64(state.rows[board * ROWS + row]) & bit(cell % COLUMNS):
                    continue
                asked: i64 = 0
                laid: i64 = 0
                for each in range(row, height):
                    need = i64(grids.asked[grid * ROWS + each]) & left
                    asked += popcount(need)
                    laid += popcount(need & i64(state.rows[board * ROWS + each]))
                above = i64(grids.step_value[step + 1]) if step + 1 < end else i64(grids.track_end[track])
                gain = float(above - i64(grids.step_value[step])) + 0.4
                share = float(laid) / float(asked)
                total += WAY_TO_INCOME * gain * incomes * share * share
                looked += 1
                if looked == 4:
                    break
    return total


def bonuses(state: OdinState, seat: i64) -> float:
    """What the enclosed bonus cells bring each round."""
    grids = state.tables.grids
    total = 0.0
    for board in range(i64(BOARDS)):
        if i64(state.h[BOARD_OWNER + board]) == seat + 1:
            grid = boards.grid_of(state, board)
            for bonus in range(i64(grids.bonus_first[grid]), i64(grids.bonus_first[grid + 1])):
                if boards.is_enclosed(state, board, bonus):
                    item = i64(grids.bonus_items[bonus * 2])
                    total += worth(state, item)
    return total


def covering(state: OdinState, seat: i64, incomes: float) -> float:
    """Goods in the supply will cover cells, as many as there are; oranges and reds need time to be upgraded."""
    total = 0.0
    for good in range(i64(GOODS)):
        count = state.get(seat, good)
        if count:
            total += float(count) * worth(state, good)
    for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
        if state.get(seat, tile):
            total += worth(state, tile)
    total += float(state.get(seat, ORE))
    rounds = float(state.rounds() - state.round)
    if state.phase <= ACTIONS:
        rounds += float(state.get(seat, THING)) / float(state.vikings())
    total += CELLS_A_ROUND * rounds
    room = float(state.get(seat, MINUS)) + 0.14 * incomes * float(open_below(state, seat))
    return total if total < room else room + 0.1 * (total - room)


def open_below(state: OdinState, seat: i64) -> i64:
    """Open cells of the home board that cost nothing but lead to income."""
    grids = state.tables.grids
    total: i64 = 0
    for row in range(i64(ROWS)):
        plain = i64(grids.asked[row]) & ~i64(grids.minus[row])
        total += popcount(plain & ~i64(state.rows[seat * ROWS + row]))
    return total


def time_left(state: OdinState) -> float:
    """How much can still be done with goods that are not ready to be placed: 0 to 1."""
    rounds = float(state.rounds() - state.round)
    if state.phase <= ACTIONS:
        rounds += float(state.get(state.active, THING)) / 12.0
    return rounds if rounds < 1.0 else 1.0


def worth(state: OdinState, item: i64) -> float:
    """What an item is worth in the supply."""
    if item >= SPECIAL or item < GOODS:
        shapes = state.tables.shapes
        cells = float(i64(shapes.size[i64(shapes.first[item])]))
        tint = boards.colour(item)
        if tint == BLUE:
            return BLUE_CELL * cells
        if tint == GREEN:
            return GREEN_CELL * cells
        time = time_left(state)
        return (RED_CELL if tint == RED else ORANGE_CELL) * cells * time
    if item == SILVER:
        return 1.0
    time = time_left(state)
    if item == WOOD:
        return 1.4 * time
    if item == STONE:
        return 1.6 * time
    if item == ORE:
        return 1.0 + 0.7 * time
    if BOW <= item <= WEAPON:
        return 0.5 * time
    if item < KNARR:
        return 3.0 + 1.5 * time
    if item == KNARR:
        return 5.0 + 5.0 * time
    if item < SHED:
        return 8.0 + 4.5 * time
    if item == SHED:
        return 4.0 + 2.0 * time
    if item == STONE_HOUSE:
        return 4.0 + 3.0 * time
    if item == LONG_HOUSE:
        return 6.0 + 4.0 * time
    return 0.0


def resources(state: OdinState, seat: i64) -> float:
    """Wood, stone and weapons: the first few count."""
    time = time_left(state)
    total = 0.0
    wood = state.get(seat, WOOD)
    stone = state.get(seat, STONE)
    slots = 3 * state.get(seat, SHED) + state.get(seat, STONE_HOUSE)
    filled = wood + stone if wood + stone < slots else slots
    total += 0.5 * float(filled)
    total += time * (1.2 * float(wood if wood < 5 else 5) + 1.4 * float(stone if stone < 4 else 4))
    for kind in range(i64(BOW), LONG_SWORD + 1):
        held = state.get(seat, kind)
        total += time * 0.45 * float(held if held < 4 else 4)
    total += time * 0.4 * float(supply.most_ore(state, seat))
    return total


def table_cost(state: OdinState, seat: i64) -> float:
    """What the feasts to come will cost: food is free, silver is a point, an empty space three."""
    total = 0.0
    away = 2 * possible.emigrated(state, seat)
    later = state.round + (1 if state.phase >= FEAST else 0)
    first = True
    food = food_width(state, seat)
    silver = state.get(seat, SILVER)
    while later <= state.rounds():
        need = (6 if state.short else 5) + later - away
        if first:
            hungry = need - food if need > food else 0
            paid = hungry if hungry < silver else silver
            total -= float(paid) + HUNGER * float(hungry - paid) * (1.0 if state.phase > ACTIONS else 0.55)
            first = False
        else:
            total -= LATER_FEAST * float(need)
        later += 1
    return total


def food_width(state: OdinState, seat: i64) -> i64:
    """About how many spaces the food at hand can fill: one tile of each type lies, colours alternate."""
    orange: i64 = 0
    red: i64 = 0
    tiles_orange: i64 = 0
    tiles_red: i64 = 0
    for good in range(i64(GOODS)):
        count = state.get(seat, good)
        if count == 0:
            continue
        tint = boards.colour(good)
        if tint > RED or good in (SHEEP, CATTLE, PREGNANT_SHEEP, PREGNANT_CATTLE):
            continue
        width = i64(state.tables.long_side[good]) + (count - 1) * i64(state.tables.short_side[good])
        if tint == ORANGE:
            orange += width
            tiles_orange += count
        else:
            red += width
            tiles_red += count
    most = tiles_orange if tiles_orange > tiles_red else tiles_red
    least = tiles_orange + tiles_red - most
    total = orange + red
    if most > 2 * least + 3:
        total -= most - 2 * least - 3
    return total


# How a move looks at a glance


def worth_of_move(state: OdinState, move: i64) -> float:
    """Points that a move seems to bring; 0 for doing nothing."""
    kind = state.frames.kind()
    if kind in (ASK_TURN, ASK_WINDOW):
        return worth_of_turn(state, move, kind)
    if move < SEND:
        return 0.0
    seat = state.active
    if AT <= move < BUY_SHIP:
        packed = state.frames.get(1)
        return laying(state, packed // 8, state.frames.get(0), packed % 8, move - AT)
    if SHAPE <= move < AT:
        return best_anchor(state, state.frames.get(1), state.frames.get(0), move - SHAPE)
    if ON_BOARD <= move < SHAPE:
        board = anytime.board_of_name(state, move - ON_BOARD)
        return best_shape(state, board, state.frames.get(0))
    if SERVE <= move < FINISH:
        return serving(state, seat, (move - SERVE) // 2, (move - SERVE) % 2)
    if COINS <= move < PUT:
        return 2.0 * float(move - COINS)
    if ROLL <= move < SWORDS and kind == ASK_DIE:
        return rolling(state, move)
    if SWORDS <= move < RETURN:
        return 0.1 * float(move - SWORDS if move < SPEARS else move - SPEARS)
    if UPGRADE_GOOD <= move < MINE:
        return rising(state, move)
    if MINE <= move < TRADE:
        return mining(state, (move - MINE) // 4, (move - MINE) % 4 + 1)
    if TRADE <= move < TAKE:
        good = move - TRADE
        if kind == ASK_FLIP:
            return worth(state, good ^ 1) - worth(state, good)
        return worth(state, good + 1) - worth(state, good) + 0.5
    if LOOT <= move < SWORDS:
        return worth(state, move - LOOT)
    if TAKE <= move < EXPLORE_BOARD:
        price = i64(state.tables.price[move - TAKE]) if kind == ASK_SALE else 0
        return worth(state, move - TAKE) - float(price if price > 0 else 0)
    return _worth_of_rest(state, seat, kind, move)


def _worth_of_rest(state: OdinState, seat: i64, kind: i64, move: i64) -> float:
    if CHOOSE <= move < PLAY_CARD and kind == ASK_STEP:
        step = state.frames.get(0)
        if step < 0:
            return 2.0 if move == CHOOSE else 2.5
        operation = i64(state.tables.effects.step_first[step]) + move - CHOOSE
        return operating(state, seat, operation, state.space)
    if PLAY_CARD <= move < USE_CARD:
        return 0.5 + playing(state, seat, move - PLAY_CARD)
    if USE_CARD <= move < EXCHANGE:
        return 1.0
    if EXCHANGE <= move < UPGRADE_GOOD:
        return -0.5
    if EXPLORE_BOARD <= move < EMIGRATE_SHIP:
        return claiming(state, move - EXPLORE_BOARD + 1)
    if EMIGRATE_SHIP <= move < SWAP_FOR_KNARR:
        return 12.0 - 0.5 * float(move - EMIGRATE_SHIP)
    if SWAP_FOR_KNARR <= move < ROLL:
        return 4.0 - float(move - SWAP_FOR_KNARR)
    if RETURN <= move < SERVE:
        return float(move - RETURN)
    if ARM <= move < FILL_SLOT:
        return 0.5
    if move >= CALL_BACK:
        return 1.5
    if SEND <= move < CHOOSE:
        return sending(state, seat, move)
    if PUT <= move < ON_BOARD or BUY_SHIP <= move < ARM:
        return -1.0
    return 0.0


def worth_of_turn(state: OdinState, move: i64, kind: i64) -> float:
    """Spaces and anytime actions; placing waits for the windows before income and scoring."""
    seat = state.active
    if move == PASS:
        return -1.0 - float(state.get(seat, THING))
    if SEND <= move < CHOOSE:
        return sending(state, seat, move)
    if PUT <= move < ON_BOARD:
        piece = move - PUT
        if piece == SILVER:
            return -2.0 if kind == ASK_WINDOW else -4.0
        size = float(i64(state.tables.shapes.size[i64(state.tables.shapes.first[piece])]))
        last = kind == ASK_WINDOW and state.frames.get(0) == W7
        if boards.colour(piece) in (ORANGE, RED):
            return 0.3 * size if last else -1.5
        return 0.5 * size if kind == ASK_WINDOW else -1.0 + 0.1 * size
    if BUY_SHIP <= move < ARM:
        return -2.0 if move == BUY_SHIP else -1.0
    if ARM <= move < FILL_SLOT:
        return -0.5
    if EXCHANGE <= move < UPGRADE_GOOD:
        return exchanging(state, seat, move - EXCHANGE)
    if USE_CARD <= move < EXCHANGE:
        return 2.0
    return 0.0


def exchanging(state: OdinState, seat: i64, number: i64) -> float:
    table = state.tables.effects
    card = number // ALTERNATIVES
    abilities = table.by_moment[1]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if i64(table.ability_card[ability]) == card:
            step = i64(table.program_first[i64(table.ability_program[ability])])
            operation = i64(table.step_first[step]) + number % ALTERNATIVES
            return operating(state, seat, operation, -1) + (2.0 if card == state.tables.tutor else 0.0)
    return 0.0


def sending(state: OdinState, seat: i64, move: i64) -> float:
    """What a space brings, less what its Vikings could bring elsewhere."""
    if move < SEND_FOR:
        space = move - SEND
    elif move < IMITATE:
        space = (move - SEND_FOR) // 2
    elif move < IMITATE_FOR:
        space = move - IMITATE
    else:
        space = (move - IMITATE_FOR) // 2
    tables = state.tables
    column = i64(tables.column[space])
    total = programme(state, seat, i64(tables.program[space]), space)
    other = possible.other_program(state, seat, space)
    if other >= 0:
        second = programme(state, seat, other, space)
        if second > total:
            total = second
    if column == 3:
        total += 0.8
    elif column == 4 and state.get(seat, HAND):
        total += 1.5
    return total - WORTH_OF_VIKING * float(column)


def programme(state: OdinState, seat: i64, program: i64, space: i64) -> float:
    table = state.tables.effects
    total = 0.0
    for step in range(i64(table.program_first[program]), i64(table.program_first[program + 1])):
        best = -100.0
        for operation in range(i64(table.step_first[step]), i64(table.step_first[step + 1])):
            if possible.operation_fault(state, seat, operation, space) == 0:
                gain = operating(state, seat, operation, space)
                if gain > best:
                    best = gain
        if best > -100.0 and (best > 0.0 or not i64(table.optional[step])):
            total += best
    return total


def bundle_worth(state: OdinState, seat: i64, bundle: i64) -> float:
    table = state.tables.effects
    total = 0.0
    for at in range(i64(table.bundle_first[bundle]), i64(table.bundle_first[bundle + 1])):
        item = i64(table.bundle_item[at])
        count = float(i64(table.bundle_count[at]))
        if item >= ITEMS:
            total += 1.0  # a slot filled
        elif supply.receive_fault(state, seat, item) == 0:
            extra = 0.0
            if item in (SHEEP, CATTLE):
                extra = 2.0 + 1.2 * float(state.rounds() - state.round)
            total += count * (worth(state, item) + extra)
    return total


def operating(state: OdinState, seat: i64, operation: i64, space: i64) -> float:
    """What an operation seems to bring."""
    table = state.tables.effects
    verb = i64(table.verb[operation])
    a = i64(table.a[operation])
    b = i64(table.b[operation])
    time = time_left(state)
    if verb == GAIN:
        return bundle_worth(state, seat, a) * float(counting.count(state, seat, b))
    if verb == SWAP:
        total = bundle_worth(state, seat, b) - paying(state, seat, a)
        follows = i64(table.c[operation])
        return total + programme(state, seat, follows - 1, -1) if follows else total
    if verb == TIER:
        return bundle_worth(state, seat, possible.tier_bundle(state, seat, operation))
    if verb == STRIP:
        best = 0.0
        for strip in range(i64(8)):
            if i64(state.h[STRIP_LEFT + strip]):
                got = mining(state, strip, a)
                if got > best:
                    best = got
        return best
    if verb == UPGRADE:
        return float(a) * best_rise(state, seat, b)
    if verb == HUNTING:
        return 1.0 + 2.4 * time
    if verb == LAY_SNARE:
        return 2.0 + 2.4 * time
    if verb == WHALING:
        return 3.0 + 1.2 * float(supply.boats(state, seat)) + 2.5 * time
    if verb == RAIDING:
        return 5.5
    if verb == PILLAGING:
        return 7.0 + 0.7 * float(supply.most_ore(state, seat))
    if verb == EXPLORE:
        return exploring(state, a)
    if verb == OVERSEAS:
        total = -1.0
        for good in range(i64(GREEN), GOODS, 4):
            if state.get(seat, good):
                total += worth(state, good + 1) - worth(state, good) + 0.5
        return total
    if verb == SALE:
        return best_sale(state, seat)
    if verb == FORGE:
        return 6.5
    if verb == DRAW:
        return 0.8
    if verb == PLAY:
        hand = state.get(seat, HAND)
        return 2.5 * float(a if a < hand else hand)
    if verb == EMIGRATE:
        return 12.0 - float(state.round) + 1.5 * float(state.rounds() - state.round)
    if verb == SWAP_BOAT:
        return 4.0
    return 1.5


def paying(state: OdinState, seat: i64, bundle: i64) -> float:
    table = state.tables.effects
    total = 0.0
    for at in range(i64(table.bundle_first[bundle]), i64(table.bundle_first[bundle + 1])):
        number = counting.amount(state, seat, i64(table.bundle_count[at]))
        total += float(number) * worth(state, i64(table.bundle_item[at]))
    return total


def mining(state: OdinState, strip: i64, most: i64) -> float:
    left = i64(state.h[STRIP_LEFT + strip])
    total = 0.0
    for at in range(most if most < left else left):
        item = i64(state.tables.strip_items[strip * 7 + 7 - left + at])
        total += 2.0 if item == 3 else worth(state, WOOD + item)
    return total


def best_rise(state: OdinState, seat: i64, steps: i64) -> float:
    best = 0.0
    for good in range(i64(GOODS)):
        if state.get(seat, good) and possible.upgradable(good, steps, 0):
            result = good | 3 if steps == 3 else supply.upgraded(good, steps)
            gain = worth(state, result) - worth(state, good)
            if gain > best:
                best = gain
    return best


def rising(state: OdinState, move: i64) -> float:
    far: i64 = 1 if move >= UPGRADE_FAR else 0
    good = move - UPGRADE_FAR if far else move - UPGRADE_GOOD
    if state.frames.kind() != ASK_UPGRADE:
        return worth(state, possible.shifted(good, far + 1, state.frames.get(0))) - worth(state, good) - 1.0
    steps = (state.frames.get(0) >> 3) & 3
    result = good | 3 if steps == 3 else supply.upgraded(good, steps + far)
    return worth(state, result) - worth(state, good)


def claiming(state: OdinState, grid: i64) -> float:
    """Points of a board, its silver, and some of its cells that will stay open."""
    points = float(i64(state.tables.grids.points[grid]))
    minus = float(i64(state.tables.grids.minus_total[grid]))
    silver = float(i64(state.h[BOARD_SILVER + (grid - 1) % 4]))
    rounds = float(state.rounds() - state.round)
    covered = 0.35 + 0.12 * rounds
    return points + silver - minus * (1.0 - (covered if covered < 0.9 else 0.9))


def exploring(state: OdinState, column: i64) -> float:
    best = 0.0
    for number in range(i64(4)):
        grid = boards.grid_of(state, 4 + number)
        if possible.board_open(state, number) and possible.board_column(grid) == column:
            gain = claiming(state, grid)
            if gain > best:
                best = gain
    return best


def best_sale(state: OdinState, seat: i64) -> float:
    first = 0.0
    second = 0.0
    for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
        if possible.sale_open(state, seat, tile, -1):
            gain = worth(state, tile) - float(possible.sale_price(state, seat, tile, -1))
            if gain > first:
                second = first
                first = gain
            elif gain > second:
                second = gain
    return first + 0.7 * second


def serving(state: OdinState, seat: i64, good: i64, lying: i64) -> float:
    """Spaces filled, less what the good could become."""
    width = i64(state.tables.long_side[good]) if lying else i64(state.tables.short_side[good])
    silver = state.get(seat, SILVER)
    each = 1.0 if silver >= state.feast_left else 2.6
    cost = 0.6 * worth(state, good)
    if good in (SHEEP, CATTLE, PREGNANT_SHEEP, PREGNANT_CATTLE):
        cost = worth(state, good) + 2.0 + 1.2 * float(state.rounds() - state.round)
    return each * float(width) - cost


def rolling(state: OdinState, move: i64) -> float:
    """A die: what the answer brings, or what another roll may bring."""
    kind = state.frames.get(0)
    if move == FAIL:
        return worth(state, STONE if kind >= RAID else WOOD) + 0.5
    if move == ROLL:
        sides: i64 = 8 if kind in (0, 1, RAID) else 12
        total = 0.0
        for face in range(1, sides + 1):
            total += answer(state, kind, face)
        return total / float(sides) + (0.2 if kind < RAID else 0.0)
    if move < LOOT:
        return answer(state, kind, state.frames.get(1)) + 0.01 * float(move - SUCCEED)
    tile = move - LOOT
    need = dice.sword_of(state, tile) - dice.battle_base(state, kind, state.frames.get(1))
    return worth(state, tile) - (0.9 * float(need) if need > 0 else 0.0)


def answer(state: OdinState, kind: i64, face: i64) -> float:
    """The best that a face of the die allows."""
    seat = state.active
    if kind < RAID:
        need = dice.missing(state, kind, face)
        gains = 3.8 if kind == 0 else 7.0 if kind == 1 else 9.5
        weapons = state.get(seat, dice.weapon_of(kind)) * dice.weapon_value(state, kind)
        if need > state.get(seat, WOOD) + weapons:
            return 2.0
        gain = gains - 0.8 * float(need)
        return gain if gain > 2.0 else 2.0
    base = dice.battle_base(state, kind, face)
    best = 2.0
    most = base + dice.most_battle(state)
    for tile in range(i64(BLUE), GOODS, 4):
        sword = i64(state.tables.sword[tile])
        if sword <= most:
            gain = worth(state, tile) - (0.9 * float(sword - base) if sword > base else 0.0)
            if gain > best:
                best = gain
    for tile in range(i64(SPECIAL), SPECIAL + SPECIALS):
        sword = i64(state.tables.sword[tile])
        if sword <= most and i64(state.h[OVAL + tile - SPECIAL]):
            gain = worth(state, tile) - (0.9 * float(sword - base) if sword > base else 0.0)
            if gain > best:
                best = gain
    return best


# How well a piece lies


def laying(state: OdinState, board: i64, piece: i64, turn: i64, anchor: i64) -> float:
    """Cells of -1, cells on the way to income, snug edges; bonus cells are better left open."""
    tables = state.tables
    shapes = tables.shapes
    grids = tables.grids
    shape = i64(shapes.first[piece]) + turn
    grid = boards.grid_of(state, board)
    top = anchor // COLUMNS
    left = anchor % COLUMNS - i64(shapes.offset[shape])
    incomes = float(incomes_left(state))
    total = 0.0
    house = board >= FIRST_STONE_HOUSE
    for at in range(i64(shapes.height[shape])):
        row = top + at
        mask = i64(shapes.rows[shape * SHAPE_ROWS + at]) << left
        here = grid * ROWS + row
        total += float(popcount(mask & i64(grids.minus[here])))
        total += 0.5 * incomes * float(popcount(mask & i64(grids.income[here])))
        bonus = mask & i64(grids.cells[here]) & ~i64(grids.asked[here])
        total -= 1.5 * float(popcount(bonus))
        if not house:
            total += 0.012 * incomes * float(row * popcount(mask)) - 0.012 * incomes * float(left * popcount(mask))
    return total + 0.12 * float(boards.snug(state, board, shape, top, left))


def best_anchor(state: OdinState, board: i64, piece: i64, turn: i64) -> float:
    found = Moves()
    boards.fill_anchors(state, board, piece, turn, False, False, 0, found)
    best = -50.0
    for at in range(found.count):
        gain = laying(state, board, piece, turn, found.at(at))
        if gain > best:
            best = gain
    return best


def best_shape(state: OdinState, board: i64, piece: i64) -> float:
    best = -50.0
    for turn in range(i64(state.tables.shapes.count[piece])):
        gain = best_anchor(state, board, piece, turn)
        if gain > best:
            best = gain
    return best
