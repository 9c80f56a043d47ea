"""How likely a sensible player is to make a move: the points that it seems to bring at a glance."""

from __future__ import annotations

from mypy_extensions import i64

from skali.core.bits import popcount
from skali.core.moves import Moves
from skali.games.odin import anytime, boards, components, conditions, dice, items, moves, phases, solver
from skali.games.odin.decisions import placing, turns, upgrade
from skali.games.odin.heuristic import values
from skali.games.odin.position import OdinPosition


def worth_of_move(position: OdinPosition, move: i64) -> float:
    """Points that a move seems to bring; 0 for doing nothing."""
    kind = position.frames.kind()
    if kind in (phases.ASK_TURN, phases.ASK_WINDOW):
        return worth_of_turn(position, move, kind)
    if move < moves.SEND:
        return 0.0
    seat = position.active
    if moves.AT <= move < moves.BUY_SHIP:
        board, turn = placing.chosen_board(position), placing.chosen_turn(position)
        return laying(position, board, position.frames.get(0), turn, move - moves.AT)
    if moves.SHAPE <= move < moves.AT:
        return best_anchor(position, position.frames.get(1), position.frames.get(0), move - moves.SHAPE)
    if moves.ON_BOARD <= move < moves.SHAPE:
        board = boards.board_of_name(position, move - moves.ON_BOARD)
        return best_shape(position, board, position.frames.get(0))
    if moves.SERVE <= move < moves.FINISH:
        return serving(position, seat, (move - moves.SERVE) // 2, (move - moves.SERVE) % 2)
    if moves.COINS <= move < moves.PUT:
        return 2.0 * float(move - moves.COINS)
    if moves.ROLL <= move < moves.SWORDS and kind == phases.ASK_DIE:
        return rolling(position, move)
    if moves.SWORDS <= move < moves.RETURN:
        return 0.1 * float(move - moves.SWORDS if move < moves.SPEARS else move - moves.SPEARS)
    if moves.UPGRADE_GOOD <= move < moves.MINE:
        return rising(position, move)
    if moves.MINE <= move < moves.TRADE:
        return values.mining(position, (move - moves.MINE) // 4, (move - moves.MINE) % 4 + 1)
    if moves.TRADE <= move < moves.TAKE:
        good = move - moves.TRADE
        if kind == phases.ASK_FLIP:
            return values.worth(position, good ^ 1) - values.worth(position, good)
        return values.worth(position, good + 1) - values.worth(position, good) + 0.5
    if moves.LOOT <= move < moves.SWORDS:
        return values.worth(position, move - moves.LOOT)
    if moves.TAKE <= move < moves.EXPLORE_BOARD:
        price = i64(position.tables.price[move - moves.TAKE]) if kind == phases.ASK_SALE else 0
        return values.worth(position, move - moves.TAKE) - float(price if price > 0 else 0)
    return _worth_of_rest(position, seat, kind, move)


def _worth_of_rest(position: OdinPosition, seat: i64, kind: i64, move: i64) -> float:
    if moves.CHOOSE <= move < moves.PLAY_CARD and kind == phases.ASK_STEP:
        step = position.frames.get(0)
        if step < 0:
            return 2.0 if move == moves.CHOOSE else 2.5
        operation = i64(position.tables.effects.step_first[step]) + move - moves.CHOOSE
        return values.operating(position, seat, operation, position.space)
    if moves.PLAY_CARD <= move < moves.USE_CARD:
        return 0.5 + values.playing(position, seat, move - moves.PLAY_CARD)
    if moves.USE_CARD <= move < moves.EXCHANGE:
        return 1.0
    if moves.EXCHANGE <= move < moves.UPGRADE_GOOD:
        return -0.5
    if moves.EXPLORE_BOARD <= move < moves.EMIGRATE_SHIP:
        return values.claiming(position, move - moves.EXPLORE_BOARD + 1)
    if moves.EMIGRATE_SHIP <= move < moves.SWAP_FOR_KNARR:
        return 12.0 - 0.5 * float(move - moves.EMIGRATE_SHIP)
    if moves.SWAP_FOR_KNARR <= move < moves.ROLL:
        return 4.0 - float(move - moves.SWAP_FOR_KNARR)
    if moves.RETURN <= move < moves.SERVE:
        return float(move - moves.RETURN)
    if moves.ARM <= move < moves.FILL_SLOT:
        return 0.5
    if move >= moves.CALL_BACK:
        return 1.5
    if moves.SEND <= move < moves.CHOOSE:
        return sending(position, seat, move)
    if moves.PUT <= move < moves.ON_BOARD or moves.BUY_SHIP <= move < moves.ARM:
        return -1.0
    return 0.0


def worth_of_turn(position: OdinPosition, move: i64, kind: i64) -> float:
    """Spaces and anytime actions; placing waits for the windows before income and scoring."""
    seat = position.active
    if move == moves.PASS:
        return -1.0 - float(position.get(seat, items.THING))
    if moves.SEND <= move < moves.CHOOSE:
        return sending(position, seat, move)
    if moves.PUT <= move < moves.ON_BOARD:
        piece = move - moves.PUT
        if piece == items.SILVER:
            return -2.0 if kind == phases.ASK_WINDOW else -4.0
        size = float(i64(position.tables.shapes.size[i64(position.tables.shapes.first[piece])]))
        last = kind == phases.ASK_WINDOW and position.frames.get(0) == phases.W7
        if boards.colour(piece) in (items.ORANGE, items.RED):
            return 0.3 * size if last else -1.5
        return 0.5 * size if kind == phases.ASK_WINDOW else -1.0 + 0.1 * size
    if moves.BUY_SHIP <= move < moves.ARM:
        return -2.0 if move == moves.BUY_SHIP else -1.0
    if moves.ARM <= move < moves.FILL_SLOT:
        return -0.5
    if moves.EXCHANGE <= move < moves.UPGRADE_GOOD:
        return exchanging(position, seat, move - moves.EXCHANGE)
    if moves.USE_CARD <= move < moves.EXCHANGE:
        return 2.0
    return 0.0


def exchanging(position: OdinPosition, seat: i64, number: i64) -> float:
    table = position.tables.effects
    card = number // moves.ALTERNATIVES
    step = i64(table.program_first[i64(table.ability_program[anytime.exchange_of(position, card)])])
    operation = i64(table.step_first[step]) + number % moves.ALTERNATIVES
    return values.operating(position, seat, operation, -1) + (2.0 if card == position.tables.tutor else 0.0)


def sending(position: OdinPosition, seat: i64, move: i64) -> float:
    """What a space brings, less what its Vikings could bring elsewhere."""
    space = turns.space_of(move)
    tables = position.tables
    column = i64(tables.column[space])
    total = values.program_worth(position, seat, i64(tables.program[space]), space)
    other = conditions.other_program(position, seat, space)
    if other >= 0:
        second = values.program_worth(position, seat, other, space)
        if second > total:
            total = second
    if column == 3:
        total += 0.8
    elif column == 4 and position.get(seat, items.HAND):
        total += 1.5
    return total - values.WORTH_OF_VIKING * float(column)


def rising(position: OdinPosition, move: i64) -> float:
    far: i64 = 1 if move >= moves.UPGRADE_FAR else 0
    good = move - moves.UPGRADE_FAR if far else move - moves.UPGRADE_GOOD
    if position.frames.kind() != phases.ASK_UPGRADE:
        return (
            values.worth(position, conditions.shifted(good, far + 1, position.frames.get(0)))
            - values.worth(position, good)
            - 1.0
        )
    result = upgrade.result_of(good, upgrade.steps_of(position.frames.get(0)), far)
    return values.worth(position, result) - values.worth(position, good)


def serving(position: OdinPosition, seat: i64, good: i64, lying: i64) -> float:
    """Spaces filled, less what the good could become."""
    width = i64(position.tables.long_side[good]) if lying else i64(position.tables.short_side[good])
    silver = position.get(seat, items.SILVER)
    each = 1.0 if silver >= position.feast_left else 2.6
    cost = 0.6 * values.worth(position, good)
    if good in (items.SHEEP, items.CATTLE, items.PREGNANT_SHEEP, items.PREGNANT_CATTLE):
        cost = values.worth(position, good) + 2.0 + 1.2 * float(position.rounds() - position.round)
    return each * float(width) - cost


def rolling(position: OdinPosition, move: i64) -> float:
    """A die: what the answer brings, or what another roll may bring."""
    kind = position.frames.get(0)
    if move == moves.FAIL:
        return values.worth(position, items.STONE if kind >= phases.RAID else items.WOOD) + 0.5
    if move == moves.ROLL:
        sides: i64 = 8 if kind in (0, 1, phases.RAID) else 12
        total = 0.0
        for face in range(1, sides + 1):
            total += answer(position, kind, face)
        return total / float(sides) + (0.2 if kind < phases.RAID else 0.0)
    if move < moves.LOOT:
        return answer(position, kind, position.frames.get(1)) + 0.01 * float(move - moves.SUCCEED)
    tile = move - moves.LOOT
    need = dice.sword_of(position, tile) - dice.battle_base(position, kind, position.frames.get(1))
    return values.worth(position, tile) - (0.9 * float(need) if need > 0 else 0.0)


def answer(position: OdinPosition, kind: i64, face: i64) -> float:
    """The best that a face of the die allows."""
    seat = position.active
    if kind < phases.RAID:
        need = dice.missing(position, kind, face)
        gains = 3.8 if kind == 0 else 7.0 if kind == 1 else 9.5
        weapons = position.get(seat, dice.weapon_of(kind)) * dice.weapon_value(position, kind)
        if need > position.get(seat, items.WOOD) + weapons:
            return 2.0
        gain = gains - 0.8 * float(need)
        return gain if gain > 2.0 else 2.0
    base = dice.battle_base(position, kind, face)
    best = 2.0
    most = base + dice.most_battle(position)
    for tile in range(i64(items.BLUE), items.GOODS, 4):
        sword = i64(position.tables.sword[tile])
        if sword <= most:
            gain = values.worth(position, tile) - (0.9 * float(sword - base) if sword > base else 0.0)
            if gain > best:
                best = gain
    for tile in range(i64(items.SPECIAL), items.SPECIAL + items.SPECIALS):
        sword = i64(position.tables.sword[tile])
        if sword <= most and i64(position.counts[items.OVAL + tile - items.SPECIAL]):
            gain = values.worth(position, tile) - (0.9 * float(sword - base) if sword > base else 0.0)
            if gain > best:
                best = gain
    return best


# How well a piece lies


def laying(position: OdinPosition, board: i64, piece: i64, turn: i64, anchor: i64) -> float:
    """Cells of -1, cells on the way to income, snug edges; bonus cells are better left open."""
    tables = position.tables
    shapes = tables.shapes
    grids = tables.grids
    shape = i64(shapes.first[piece]) + turn
    grid = boards.grid_of(position, board)
    top = anchor // components.COLUMNS
    left = anchor % components.COLUMNS - i64(shapes.offset[shape])
    incomes = float(values.incomes_left(position))
    total = 0.0
    house = board >= components.FIRST_STONE_HOUSE
    for at in range(i64(shapes.height[shape])):
        row = top + at
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << left
        here = grid * components.ROWS + row
        total += float(popcount(mask & i64(grids.minus[here])))
        total += 0.5 * incomes * float(popcount(mask & i64(grids.income[here])))
        bonus = mask & i64(grids.cells[here]) & ~i64(grids.asked[here])
        total -= 1.5 * float(popcount(bonus))
        if not house:
            total += 0.012 * incomes * float(row * popcount(mask)) - 0.012 * incomes * float(left * popcount(mask))
    return total + 0.12 * float(solver.snug(position, board, shape, top, left))


def best_anchor(position: OdinPosition, board: i64, piece: i64, turn: i64) -> float:
    found = Moves()
    boards.fill_anchors(position, board, piece, turn, False, False, 0, found)
    best = -50.0
    for at in range(found.count):
        gain = laying(position, board, piece, turn, found.at(at))
        if gain > best:
            best = gain
    return best


def best_shape(position: OdinPosition, board: i64, piece: i64) -> float:
    best = -50.0
    for turn in range(i64(position.tables.shapes.count[piece])):
        gain = best_anchor(position, board, piece, turn)
        if gain > best:
            best = gain
    return best
