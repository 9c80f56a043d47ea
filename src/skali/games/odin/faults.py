"""Why a move may not be played: every kind of move judged by itself, rule by rule.

The lists of moves are made elsewhere, by faster ways; the tests prove that they hold exactly the moves without a fault. A fault is
the number of the rule that is broken, 0 if none is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.games.odin import (
    actions,
    anytime,
    boards,
    counting,
    decisions,
    dice,
    effects,
    feast,
    own_code,
    possible,
    supply,
)
from skali.games.odin.components import (
    BOARDS,
    COLUMNS,
    FIRST_EXPLORATION,
    ROWS,
    SPACES,
)
from skali.games.odin.effects_text import (
    ALIKE,
    ANYTIME,
    SHIFT_LEFT,
    SPEAR_AS_SWORD,
)
from skali.games.odin.items import (
    ARMED_BOAT,
    BLUE,
    BOAT,
    BOW,
    GAME_MEAT,
    GOODS,
    GREEN,
    HAND,
    KNARR,
    LONG_SWORD,
    OFFERS,
    ON_SPACE,
    ORE,
    OVAL,
    SERVED,
    SILK,
    SILVER,
    SPEAR,
    SPECIAL,
    STOCKFISH,
    STRIP_LEFT,
    THING,
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
    DONE,
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
    SKIP,
    SPEARS,
    STOP,
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
    ASK_ARM,
    ASK_BOARD,
    ASK_BONUS,
    ASK_CALL_BACK,
    ASK_CELL,
    ASK_COINS,
    ASK_COLUMN_4,
    ASK_DIE,
    ASK_DRAW,
    ASK_EMIGRATE,
    ASK_EXPLORE,
    ASK_FISH,
    ASK_FLIP,
    ASK_FOLLOW,
    ASK_FOOD,
    ASK_FORGE,
    ASK_FOURTH,
    ASK_INSPECT,
    ASK_LATE,
    ASK_MORE_LOOT,
    ASK_OFFERS,
    ASK_OUTFIT,
    ASK_PLAY,
    ASK_RETURN,
    ASK_SALE,
    ASK_SECOND,
    ASK_SHAPE,
    ASK_SHIFT,
    ASK_SPEARS,
    ASK_START_CARD,
    ASK_STEP,
    ASK_STRIP,
    ASK_SWAP_BOAT,
    ASK_SWORDS,
    ASK_TRADE,
    ASK_TURN,
    ASK_UPGRADE,
    ASK_WEAPON,
    ASK_WINDOW,
    IN_HAND,
    RAID,
    SPENT,
    UNDEALT,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

OD_019_PLACED: Final = 19
OD_036_NEW_WEAPON: Final = 36
OD_037_ONE_TURN: Final = 37
OD_038_VIKINGS: Final = 38
OD_039_OCCUPIED: Final = 39
OD_043_USABLE: Final = 43
OD_048_ONE_CARD: Final = 48
OD_050_SEQUENCE: Final = 50
OD_063_COINS: Final = 63
OD_072_SEQUENCE: Final = 72
OD_083_WINDOWS: Final = 83
OD_085_ORDER_OF_WINDOWS: Final = 85
OD_087_NOT_INSIDE: Final = 87
OD_088_PIECE: Final = 88
OD_089_ORIENTATION: Final = 89
OD_090_STACKED: Final = 90
OD_107_SLOTS: Final = 107
OD_110_STAGE: Final = 110
OD_111_PRICE: Final = 111
OD_112_ARMING: Final = 112
OD_115_COST: Final = 115
OD_122_FORGE: Final = 122
OD_124_STRIP: Final = 124
OD_126_EMPTY: Final = 126
OD_127_DIFFERENT: Final = 127
OD_128_UPGRADE: Final = 128
OD_129_NOT_AGAIN: Final = 129
OD_130_DOUBLE: Final = 130
OD_131_BLUE: Final = 131
OD_133_AT_LEAST_ONE: Final = 133
OD_136_TRADE: Final = 136
OD_137_SALE: Final = 137
OD_138_CLAIMING: Final = 138
OD_143_EMIGRATION: Final = 143
OD_146_SWAP: Final = 146
OD_154_THREE_ROLLS: Final = 154
OD_156_STOPPING: Final = 156
OD_158_LOW_PAYMENT: Final = 158
OD_161_FAILED: Final = 161
OD_166_RAIDING: Final = 166
OD_168_LOOT: Final = 168
OD_171_RETURNED: Final = 171
OD_152_NO_VIKING: Final = 152
OD_180_ONLY_PLAYED: Final = 180
OD_181_ONE_BY_ONE: Final = 181
OD_184_ANYTIME: Final = 184
OD_186_ONCE: Final = 186
OD_192_TRIGGERS: Final = 192
OD_220_STARTING_CARD: Final = 220
OD_224_TAKEN: Final = 224
OD_239_TWO_TILES: Final = 239
OD_246_SPACES: Final = 246
OD_249_FISH: Final = 249
OD_250_ORE: Final = 250
OD_251_HOUSE_BONUS: Final = 251
OD_279_NOT_YET: Final = 279
D10_ALTERNATIVE: Final = 1010
D14_STRIP: Final = 1014
D25_RETURN: Final = 1025
D27_CARD_EFFECT: Final = 1027


def fault(state: OdinState, move: i64) -> i64:
    found = _fault(state, move)
    if found == 0 and state.pending and decisions.changes_goods(state.frames.kind()):
        return 0 if decisions.keeps_usable(state, move) else OD_043_USABLE
    return found


def _fault(state: OdinState, move: i64) -> i64:
    kind = state.frames.kind()
    if decisions.is_anytime(move) or move == USE_CARD + state.tables.ore_boatman:
        return anytime_fault(state, kind, move)
    if kind == ASK_TURN:
        return turn_fault(state, move)
    if kind == ASK_WINDOW:
        return 0 if move == DONE else OD_085_ORDER_OF_WINDOWS
    if kind == ASK_BOARD:
        return board_fault(state, move)
    if kind == ASK_SHAPE:
        return shape_fault(state, move)
    if kind == ASK_CELL:
        return cell_fault(state, move)
    if kind == ASK_DIE:
        return die_fault(state, move)
    if kind == ASK_SWORDS:
        return swords_fault(state, move)
    if kind == ASK_SPEARS:
        return spears_fault(state, move)
    if kind == ASK_RETURN:
        return return_fault(state, move)
    if kind == ASK_FOOD:
        return food_fault(state, move)
    if kind == ASK_COINS:
        return coins_fault(state, move)
    if kind == ASK_UPGRADE:
        return upgrade_fault(state, move)
    if kind == ASK_STRIP:
        return strip_fault(state, move)
    if kind == ASK_STEP:
        return step_fault(state, move)
    return _action_fault(state, kind, move)


def _action_fault(state: OdinState, kind: i64, move: i64) -> i64:
    if kind == ASK_TRADE:
        return trade_fault(state, move)
    if kind == ASK_SALE:
        return sale_fault(state, move)
    if kind == ASK_FORGE:
        return forge_fault(state, move)
    if kind == ASK_EXPLORE:
        return explore_fault(state, move)
    if kind == ASK_EMIGRATE:
        return emigrate_fault(state, move)
    if kind == ASK_SWAP_BOAT:
        return swap_boat_fault(state, move)
    if kind == ASK_COLUMN_4:
        return column_4_fault(state, move)
    if kind == ASK_PLAY:
        return play_fault(state, move)
    if kind == ASK_DRAW:
        return draw_fault(state, move)
    if kind == ASK_OFFERS:
        return offers_fault(state, move)
    if kind == ASK_FOLLOW:
        return follow_fault(state, move)
    if kind == ASK_SHIFT:
        return shift_fault(state, move)
    if kind == ASK_CALL_BACK:
        return call_back_fault(state, move)
    if kind == ASK_ARM:
        return 0 if move == DONE else OD_112_ARMING
    if kind == ASK_WEAPON:
        return 0 if CHOOSE <= move < CHOOSE + 4 else OD_036_NEW_WEAPON
    if kind == ASK_START_CARD:
        offered = PLAY_CARD <= move < USE_CARD and i64(state.cards[move - PLAY_CARD]) == UNDEALT
        return 0 if offered else OD_220_STARTING_CARD
    return _own_code_fault(state, kind, move)


def _own_code_fault(state: OdinState, kind: i64, move: i64) -> i64:
    """Decisions that single cards bring."""
    if kind == ASK_INSPECT:
        return inspect_fault(state, move)
    if kind == ASK_SECOND:
        return second_fault(state, move)
    if kind == ASK_FOURTH:
        third = TAKE <= move < TAKE + GOODS and possible.is_third(state, state.active, move - TAKE)
        return 0 if third else OD_019_PLACED
    if kind == ASK_FLIP:
        return flip_fault(state, move)
    if kind == ASK_LATE:
        return late_fault(state, move)
    if kind == ASK_FISH:
        return fish_fault(state, move)
    if kind == ASK_BONUS:
        return 0 if move == CHOOSE or move == CHOOSE + 1 else OD_251_HOUSE_BONUS
    if kind == ASK_OUTFIT:
        return outfit_fault(state, move)
    assert kind == ASK_MORE_LOOT
    return more_loot_fault(state, move)


# Anytime actions


def anytime_fault(state: OdinState, kind: i64, move: i64) -> i64:
    """In a window, in the turn (W1), or between two effects (W2), where nothing is armed (OD-083, OD-112)."""
    seat = state.active
    arming = ARM <= move < FILL_SLOT
    if kind == ASK_ARM:
        return arming_fault(state, seat, move - ARM) if arming else OD_083_WINDOWS
    own = not anytime.in_action(state)
    if not own and not decisions.takes_anytime(state, kind):
        offered = USE_CARD <= move < EXCHANGE and kind == ASK_OFFERS
        return offers_fault(state, move) if offered else OD_083_WINDOWS
    if arming:
        return arming_fault(state, seat, move - ARM) if own else OD_112_ARMING
    if PUT <= move < ON_BOARD:
        return piece_fault(state, seat, move - PUT)
    if BUY_SHIP <= move < ARM:
        ship = move - BUY_SHIP
        if supply.receive_fault(state, seat, anytime.ship_item(ship)):
            return OD_110_STAGE
        return 0 if state.get(seat, SILVER) >= i64(state.tables.ship_price[ship]) else OD_111_PRICE
    if FILL_SLOT <= move < CALL_BACK:
        slot = move - FILL_SLOT
        return 0 if anytime.slot_open(state, seat, slot) else OD_107_SLOTS
    if USE_CARD <= move < EXCHANGE:
        lies = state.ore_offers > 0 and lies_somewhere(state, seat, ORE)
        return 0 if lies else OD_250_ORE
    return exchange_fault(state, seat, (move - EXCHANGE) // ALTERNATIVES, (move - EXCHANGE) % ALTERNATIVES)


def arming_fault(state: OdinState, seat: i64, ship: i64) -> i64:
    ready = state.get(seat, ORE) > 0 and state.get(seat, anytime.armed_item(ship)) > 0
    return 0 if ready else OD_112_ARMING


def exchange_fault(state: OdinState, seat: i64, card: i64, way: i64) -> i64:
    if not state.has_card(seat, card):
        return OD_186_ONCE if i64(state.cards[card]) == SPENT + seat else OD_180_ONLY_PLAYED
    table = state.tables.effects
    abilities = table.by_moment[ANYTIME]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if i64(table.ability_card[ability]) == card:
            if not effects.is_ready(state, seat, ability):
                return OD_279_NOT_YET
            step = i64(table.program_first[i64(table.ability_program[ability])])
            operation = i64(table.step_first[step]) + way
            if operation >= i64(table.step_first[step + 1]):
                return OD_184_ANYTIME
            return anytime.exchange_fault(state, seat, ability, operation)
    return OD_184_ANYTIME


# Placing


def piece_fault(state: OdinState, seat: i64, piece: i64) -> i64:
    """The seat holds the piece, and it can lie somewhere."""
    if i64(state.tables.shapes.count[piece]) == 0:
        return OD_088_PIECE
    if state.get(seat, piece) == 0:
        return OD_019_PLACED
    if lies_somewhere(state, seat, piece):
        return 0
    for board in range(i64(BOARDS)):
        if boards.owner(state, board) == seat and boards.piece_fault(state, board, piece) == 0:
            return OD_088_PIECE
    return boards.piece_fault(state, seat, piece)


def lies_somewhere(state: OdinState, seat: i64, piece: i64) -> bool:
    for board in range(i64(BOARDS)):
        if boards.owner(state, board) == seat and lies_on(state, board, piece):
            return True
    return False


def lies_on(state: OdinState, board: i64, piece: i64) -> bool:
    for turn in range(i64(state.tables.shapes.count[piece])):
        if lies_so(state, board, piece, turn):
            return True
    return False


def lies_so(state: OdinState, board: i64, piece: i64, turn: i64) -> bool:
    """Some cell of the board takes the piece in this orientation: every cell is tried."""
    shape = i64(state.tables.shapes.first[piece]) + turn
    for row in range(i64(ROWS)):
        for column in range(i64(COLUMNS)):
            if boards.placement_fault(state, board, piece, shape, row, column) == 0:
                return True
    return False


def board_fault(state: OdinState, move: i64) -> i64:
    if not ON_BOARD <= move < SHAPE:
        return OD_087_NOT_INSIDE
    board = anytime.board_of_name(state, move - ON_BOARD)
    if board < 0 or boards.owner(state, board) != state.active:
        return OD_088_PIECE
    piece = state.frames.get(0)
    fault = boards.piece_fault(state, board, piece)
    if fault:
        return fault
    return 0 if lies_on(state, board, piece) else OD_090_STACKED


def shape_fault(state: OdinState, move: i64) -> i64:
    if not SHAPE <= move < AT:
        return OD_087_NOT_INSIDE
    piece = state.frames.get(0)
    turn = move - SHAPE
    if turn >= i64(state.tables.shapes.count[piece]):
        return OD_089_ORIENTATION
    return 0 if lies_so(state, state.frames.get(1), piece, turn) else OD_090_STACKED


def cell_fault(state: OdinState, move: i64) -> i64:
    if not AT <= move < BUY_SHIP:
        return OD_087_NOT_INSIDE
    piece = state.frames.get(0)
    packed = state.frames.get(1)
    shapes = state.tables.shapes
    shape = i64(shapes.first[piece]) + packed % 8
    anchor = move - AT
    column = anchor % COLUMNS - i64(shapes.offset[shape])
    return boards.placement_fault(state, packed // 8, piece, shape, anchor // COLUMNS, column)


# The turn


def turn_fault(state: OdinState, move: i64) -> i64:
    if move == PASS:
        return 0
    seat = state.active
    if SEND <= move < SEND_FOR:
        return sending_fault(state, seat, move - SEND, -1)
    if SEND_FOR <= move < IMITATE:
        return sending_fault(state, seat, (move - SEND_FOR) // 2, (move - SEND_FOR) % 2)
    if IMITATE <= move < IMITATE_FOR:
        space = move - IMITATE
        fault = actions.imitation_fault(state, seat, space)
        return fault if fault else way_fault(state, seat, space, -1)
    if IMITATE_FOR <= move < CHOOSE:
        space = (move - IMITATE_FOR) // 2
        fault = actions.imitation_fault(state, seat, space)
        return fault if fault else way_fault(state, seat, space, (move - IMITATE_FOR) % 2)
    return OD_037_ONE_TURN


def sending_fault(state: OdinState, seat: i64, space: i64, way: i64) -> i64:
    if i64(state.h[ON_SPACE + space]):
        return OD_039_OCCUPIED
    if actions.vikings_needed(state, seat, space) > state.get(seat, THING):
        return OD_038_VIKINGS
    fault = actions.sending_fault(state, seat, space)
    return fault if fault else way_fault(state, seat, space, way)


def way_fault(state: OdinState, seat: i64, space: i64, way: i64) -> i64:
    """Where there are two ways to pay, one of them is named, else none (OD-D10)."""
    if not actions.has_ways(state, space):
        return 0 if way < 0 else D10_ALTERNATIVE
    if way < 0:
        return D10_ALTERNATIVE
    return D10_ALTERNATIVE if possible.gift_fault(state, seat, space, way + 1, 0) else 0


# Dice


def die_fault(state: OdinState, move: i64) -> i64:
    kind = state.frames.get(0)
    rolled = state.frames.get(1)
    seat = state.active
    if move == FAIL:
        return 0
    if move == ROLL:
        rolls = state.frames.get(2) % effects.ROLLED_BY_CARD
        return 0 if rolls < dice.most_rolls(state) else OD_154_THREE_ROLLS
    if SUCCEED <= move < LOOT:
        if kind >= RAID:
            return OD_166_RAIDING
        weapons = move - SUCCEED
        wood = dice.wood_for(state, kind, dice.missing(state, kind, rolled), weapons)
        paid = 0 <= wood <= state.get(seat, WOOD) and weapons <= state.get(seat, dice.weapon_of(kind))
        return 0 if paid else OD_158_LOW_PAYMENT
    if LOOT <= move < SWORDS:
        if kind < RAID:
            return OD_161_FAILED
        return loot_fault(state, move - LOOT, dice.battle_base(state, kind, rolled) + dice.most_battle(state))
    return OD_156_STOPPING


def loot_fault(state: OdinState, tile: i64, result: i64) -> i64:
    if tile >= SPECIAL and i64(state.h[OVAL + tile - SPECIAL]) == 0:
        return OD_224_TAKEN
    return 0 if 0 < dice.sword_of(state, tile) <= result else OD_168_LOOT


def more_loot_fault(state: OdinState, move: i64) -> i64:
    """136c: a second tile, a special tile only once (OD-239)."""
    if move == STOP:
        return 0
    if not LOOT <= move < SWORDS:
        return OD_239_TWO_TILES
    first = state.frames.get(0)
    if first >= SPECIAL and move == LOOT + first:
        return OD_224_TAKEN
    return loot_fault(state, move - LOOT, state.frames.get(1))


def spears_to_spend(state: OdinState) -> i64:
    seat = state.active
    return state.get(seat, SPEAR) if state.hook(seat, SPEAR_AS_SWORD) else 0


def swords_fault(state: OdinState, move: i64) -> i64:
    swords = move - SWORDS
    if not SWORDS <= move < SPEARS or swords > state.get(state.active, LONG_SWORD):
        return OD_168_LOOT
    for spears in range(spears_to_spend(state) + 1):
        if dice.stones_for(state, state.frames.get(1), swords + spears) >= 0:
            return 0
    return OD_168_LOOT


def spears_fault(state: OdinState, move: i64) -> i64:
    spears = move - SPEARS
    if not SPEARS <= move < RETURN or spears > spears_to_spend(state):
        return OD_168_LOOT
    paid = dice.stones_for(state, state.frames.get(1), state.frames.get(2) % 64 + spears) >= 0
    return 0 if paid else OD_168_LOOT


def return_fault(state: OdinState, move: i64) -> i64:
    most = state.frames.get(0)
    if not RETURN <= move <= RETURN + most:
        return OD_171_RETURNED
    if move < RETURN + most and (state.frames.get(1) or not dice.counts_vikings(state)):
        return D25_RETURN
    return 0


# The feast


def food_fault(state: OdinState, move: i64) -> i64:
    if move == FINISH:
        return 0
    if not SERVE <= move < FINISH:
        return OD_072_SEQUENCE
    return feast.food_fault(state, state.active, (move - SERVE) // 2, (move - SERVE) % 2)


def coins_fault(state: OdinState, move: i64) -> i64:
    if not COINS <= move < PUT:
        return OD_072_SEQUENCE
    coins = move - COINS
    return 0 if coins <= state.feast_left and coins <= state.get(state.active, SILVER) else OD_063_COINS


# Upgrades


def upgrade_fault(state: OdinState, move: i64) -> i64:
    packed = state.frames.get(0)
    picks = state.frames.get(2)
    if move == STOP:
        return 0 if picks or packed & 256 else OD_133_AT_LEAST_ONE
    if move == CHOOSE or move == CHOOSE + 1:
        good: i64 = GAME_MEAT if move == CHOOSE else SILK
        fur = packed & effects.UPGRADE_OR_FUR != 0 and picks == 0
        return 0 if fur and state.get(state.active, good) else OD_133_AT_LEAST_ONE
    if not UPGRADE_GOOD <= move < MINE:
        return OD_133_AT_LEAST_ONE
    far = move >= UPGRADE_FAR
    good = move - UPGRADE_FAR if far else move - UPGRADE_GOOD
    steps = (packed >> 3) & 3
    kind = (packed >> 5) & 7
    if boards.colour(good) == BLUE:
        return OD_131_BLUE
    held = state.get(state.active, good)
    if held == 0:
        return OD_019_PLACED
    if actions.left_to_choose(state, good) <= actions.picked(picks, good, steps):
        return OD_129_NOT_AGAIN
    if kind == ALIKE and picks and actions.alike(good) != actions.alike((picks & 63) - 1):
        return OD_128_UPGRADE
    if far and not actions.may_rise_further(state, packed & 7, steps, picks):
        return OD_128_UPGRADE
    return 0 if possible.upgradable(good, 2 if far else steps, kind) else OD_130_DOUBLE


def shift_fault(state: OdinState, move: i64) -> i64:
    """66A: an orange good, one or two steps up and to the right; 88C: any good, one step up and to the left."""
    if move == SKIP:
        return 0
    if not UPGRADE_GOOD <= move < MINE:
        return OD_050_SEQUENCE
    direction = state.frames.get(0)
    far = move >= UPGRADE_FAR
    good = move - UPGRADE_FAR if far else move - UPGRADE_GOOD
    if possible.shifted(good, 2 if far else 1, direction) < 0 or (far and direction == SHIFT_LEFT):
        return OD_128_UPGRADE
    return 0 if state.get(state.active, good) else OD_019_PLACED


# Mountains


def strip_fault(state: OdinState, move: i64) -> i64:
    packed = state.frames.get(0)
    if move == SKIP:
        return 0 if packed >= 32 or not any_mining(state) else OD_124_STRIP
    if not MINE <= move < TRADE:
        return OD_124_STRIP
    return mining_fault(state, (move - MINE) // 4, (move - MINE) % 4 + 1)


def any_mining(state: OdinState) -> bool:
    for strip in range(i64(8)):
        if mining_fault(state, strip, 1) == 0:
            return True
    return False


def mining_fault(state: OdinState, strip: i64, count: i64) -> i64:
    packed = state.frames.get(0)
    used = state.frames.get(1)
    left = i64(state.h[STRIP_LEFT + strip])
    if left == 0:
        return OD_126_EMPTY
    if used & bit(strip):
        return OD_127_DIFFERENT
    if count > packed & 15 or count > left or not possible.strip_open(state, strip, (packed >> 4) & 1):
        return OD_124_STRIP
    rest = state.tables.strip_rest
    for other in range(strip):
        their = i64(state.h[STRIP_LEFT + other])
        if their and not used & bit(other) and i64(rest[other * 8 + their]) == i64(rest[strip * 8 + left]):
            return D14_STRIP
    if state.pending and not actions.keeps_after_strip(state, strip):
        return OD_043_USABLE
    return 0


# Other choices inside an action


def step_fault(state: OdinState, move: i64) -> i64:
    step = state.frames.get(0)
    if step < 0:
        return 0 if move == CHOOSE or move == CHOOSE + 1 else OD_050_SEQUENCE
    table = state.tables.effects
    first = i64(table.step_first[step])
    count = i64(table.step_first[step + 1]) - first
    if move == SKIP:
        if state.frames.get(1):
            return 0
        for way in range(count):
            if way_of_step_fault(state, first + way) == 0:
                return D10_ALTERNATIVE
        return 0
    if not CHOOSE <= move < PLAY_CARD:
        return OD_050_SEQUENCE
    if move >= CHOOSE + count:
        return D10_ALTERNATIVE
    return way_of_step_fault(state, first + move - CHOOSE)


def way_of_step_fault(state: OdinState, operation: i64) -> i64:
    space = state.space if state.frames.get(2) else i64(-1)
    fault = possible.operation_fault(state, state.active, operation, space)
    if fault:
        return fault
    return 0 if actions.keeps_usable(state, operation) else OD_043_USABLE


def trade_fault(state: OdinState, move: i64) -> i64:
    if move == STOP:
        return 0
    if not TRADE <= move < TAKE:
        return OD_136_TRADE
    good = move - TRADE
    once = not state.frames.get(0) & bit(good)
    return 0 if good % 4 == GREEN and once and actions.left_to_choose(state, good) > 0 else OD_136_TRADE


def sale_fault(state: OdinState, move: i64) -> i64:
    if move == STOP:
        return 0 if state.frames.get(1) >= 0 or not possible.any_sale(state, state.active) else OD_137_SALE
    tile = move - TAKE
    if not TAKE + SPECIAL <= move < EXPLORE_BOARD:
        return OD_137_SALE
    if i64(state.h[OVAL + tile - SPECIAL]) == 0:
        return OD_224_TAKEN
    return 0 if possible.sale_open(state, state.active, tile, state.frames.get(1)) else OD_137_SALE


def forge_fault(state: OdinState, move: i64) -> i64:
    tile = move - TAKE
    if not TAKE <= move < EXPLORE_BOARD or i64(state.tables.forge[tile]) == 0:
        return OD_122_FORGE
    if tile >= SPECIAL and i64(state.h[OVAL + tile - SPECIAL]) == 0:
        return OD_224_TAKEN
    return 0


def explore_fault(state: OdinState, move: i64) -> i64:
    if not EXPLORE_BOARD <= move < EMIGRATE_SHIP:
        return OD_138_CLAIMING
    grid = move - EXPLORE_BOARD + 1
    number = (grid - 1) % 4
    shown = boards.grid_of(state, FIRST_EXPLORATION + number) == grid
    claimable = possible.board_claimable(state, state.active, number, state.frames.get(0))
    return 0 if shown and claimable else OD_138_CLAIMING


def emigrate_fault(state: OdinState, move: i64) -> i64:
    terms = state.frames.get(1)
    fault = possible.emigration_fault(state, state.active, terms)
    if move == SKIP:
        return 0 if state.frames.get(0) or fault or not any_emigrant(state) else OD_143_EMIGRATION
    if not EMIGRATE_SHIP <= move < SWAP_FOR_KNARR:
        return OD_143_EMIGRATION
    if fault:
        return fault
    ship = move - EMIGRATE_SHIP
    if state.get(state.active, KNARR + ship) == 0:
        return OD_143_EMIGRATION
    return 0 if actions.emigrating_keeps(state, ship, terms) else OD_043_USABLE


def any_emigrant(state: OdinState) -> bool:
    for ship in range(i64(5)):
        if state.get(state.active, KNARR + ship) and actions.emigrating_keeps(state, ship, state.frames.get(1)):
            return True
    return False


def swap_boat_fault(state: OdinState, move: i64) -> i64:
    if move == SKIP:
        return 0 if state.frames.get(0) else OD_146_SWAP
    if not SWAP_FOR_KNARR <= move < ROLL:
        return OD_146_SWAP
    item = BOAT if move == SWAP_FOR_KNARR else ARMED_BOAT
    return 0 if state.get(state.active, item) else OD_146_SWAP


# Occupations


def hand_fault(state: OdinState, move: i64) -> i64:
    if not PLAY_CARD <= move < USE_CARD:
        return OD_181_ONE_BY_ONE
    held = i64(state.cards[move - PLAY_CARD]) == IN_HAND + state.active
    return 0 if held else OD_180_ONLY_PLAYED


def column_4_fault(state: OdinState, move: i64) -> i64:
    """A card before or after the action, not both (OD-048)."""
    if move == SKIP:
        return 0
    if state.frames.get(0) == 1 and state.card_before:
        return OD_048_ONE_CARD
    return hand_fault(state, move)


def draw_fault(state: OdinState, move: i64) -> i64:
    """99A: draw, or play a card that the space chosen does not need (OD-043)."""
    if move == SKIP:
        return 0
    fault = hand_fault(state, move)
    if fault:
        return fault
    return 0 if actions.spares_card(state) else OD_043_USABLE


def play_fault(state: OdinState, move: i64) -> i64:
    if move == STOP:
        return 0 if state.frames.get(1) == 0 or state.get(state.active, HAND) == 0 else OD_181_ONE_BY_ONE
    return hand_fault(state, move)


def offers_fault(state: OdinState, move: i64) -> i64:
    """Optional effects that wait; before an action only what keeps the space usable (OD-043)."""
    table = state.tables.effects
    wanted = move - USE_CARD if USE_CARD <= move < EXCHANGE else i64(-1)
    any_use = False
    for at in range(state.frames.get(0), state.offer_count):
        ability = i64(state.h[OFFERS + at])
        if effects.offer_possible(state, state.active, ability) and actions.ability_keeps(state, ability):
            any_use = True
            if i64(table.ability_card[ability]) == wanted:
                return 0
    if move != DONE:
        return OD_192_TRIGGERS
    unusable = state.pending and any_use and possible.pending_fault(state) != 0
    return OD_043_USABLE if unusable else 0


def follow_fault(state: OdinState, move: i64) -> i64:
    if move == SKIP:
        return 0
    if not SEND <= move < IMITATE:
        return OD_246_SPACES
    space = move - SEND if move < SEND_FOR else (move - SEND_FOR) // 2
    fault = possible.follow_fault(state, state.active, space)
    if fault:
        return fault
    return way_fault(state, state.active, space, i64(-1) if move < SEND_FOR else (move - SEND_FOR) % 2)


def call_back_fault(state: OdinState, move: i64) -> i64:
    if move == STOP:
        return 0
    place = move - CALL_BACK
    if not CALL_BACK <= move < CALL_BACK + SPACES + 4 or place < state.frames.get(0):
        return OD_246_SPACES
    return 0 if possible.on_column_4(state, state.active, place) else OD_246_SPACES


# Decisions of single cards


def inspect_fault(state: OdinState, move: i64) -> i64:
    """60C: any space with an own Viking of this round."""
    if move == SKIP:
        return 0
    if not CALL_BACK <= move < CALL_BACK + SPACES + 4:
        return OD_246_SPACES
    return 0 if counting.own_vikings(state, state.active, move - CALL_BACK) else OD_152_NO_VIKING


def second_fault(state: OdinState, move: i64) -> i64:
    """60C: a second Viking from the same space."""
    if move == STOP:
        return 0
    place = state.frames.get(0)
    if move != CALL_BACK + place:
        return OD_246_SPACES
    if counting.own_vikings(state, state.active, place) == 0:
        return OD_152_NO_VIKING
    if state.get(state.active, SILVER) < state.round:
        return OD_115_COST
    return 0 if own_code.spares_silver(state) else OD_043_USABLE


def flip_fault(state: OdinState, move: i64) -> i64:
    """78B: a good of the supply whose counterpart was not turned."""
    if move == STOP:
        return 0
    good = move - TRADE
    if not TRADE <= move < TAKE or possible.is_animal(good) or state.get(state.active, good) == 0:
        return OD_019_PLACED
    if actions.left_to_choose(state, good) <= 0:
        return OD_129_NOT_AGAIN
    against = state.frames.get(2) if good % 2 == 0 else state.frames.get(1)
    return OD_129_NOT_AGAIN if against & bit(good // 2) else 0


def outfit_fault(state: OdinState, move: i64) -> i64:
    """69c: a weapon of which there are fewer than two."""
    if move == STOP:
        return 0
    weapon = move - TAKE
    if not BOW <= weapon <= LONG_SWORD:
        return OD_050_SEQUENCE
    return 0 if state.get(state.active, weapon) < possible.OUTFIT_OF_EACH else D27_CARD_EFFECT


def late_fault(state: OdinState, move: i64) -> i64:
    """91c: a free space of column 1 beside an own Viking, for a silver."""
    if move == SKIP:
        return 0
    if not SEND <= move < CHOOSE:
        return OD_246_SPACES
    seat = state.active
    if state.get(seat, SILVER) == 0:
        return OD_115_COST
    space = own_code.space_of(move)
    if i64(state.tables.column[space]) != 1 or (move >= IMITATE and not state.imitation & 2):
        return OD_246_SPACES
    fault = possible.late_fault(state, seat, space if move < IMITATE else i64(SPACES), space)
    if fault:
        return fault
    way: i64 = -1
    if SEND_FOR <= move < IMITATE:
        way = (move - SEND_FOR) % 2
    elif move >= IMITATE_FOR:
        way = (move - IMITATE_FOR) % 2
    return way_fault(state, seat, space, way)


def fish_fault(state: OdinState, move: i64) -> i64:
    """172C: a stockfish from the table that fits into a house."""
    if move == DONE:
        return 0
    if move != USE_CARD + state.tables.fish_cook or i64(state.h[SERVED + STOCKFISH]) == 0:
        return OD_249_FISH
    return 0 if lies_somewhere(state, state.active, STOCKFISH) else OD_249_FISH
