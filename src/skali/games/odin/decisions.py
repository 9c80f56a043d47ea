"""Which decision is pending, what may be answered, and what the answer does: the frame on top of the stack decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from skali.core.moves import Moves
from skali.core.protocol import Event, all_but, only
from skali.games.odin import actions, anytime, dice, effects, feast, own_code, supply
from skali.games.odin.components import CARDS
from skali.games.odin.items import HAND, WOOD
from skali.games.odin.moves import (
    BUY_SHIP,
    CALL_BACK,
    CHOOSE,
    DONE,
    EXCHANGE,
    FAIL,
    ON_BOARD,
    PASS,
    PLAY_CARD,
    PUT,
    ROLL,
    SKIP,
    STOP,
    UPGRADE_GOOD,
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
    DO_AFTER,
    DO_DRAW,
    DO_END_TURN,
    DO_LONGSHIP_USED,
    DO_PROGRAM,
    DO_RESTORE,
    DO_TAUGHT,
    IN_HAND,
    UNDEALT,
)

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState

CHOICES: Final = Moves()
"""A place to work in; nothing in it outlives a call."""
ASKED: Final = Moves()


def is_open(state: OdinState, found: Moves) -> bool:
    """Whether the pending decision leaves a choice; if not, its single answer is what was found."""
    kind = state.frames.kind()
    found.count = 0
    if kind == ASK_TURN:
        found.add(PASS)
        return turn_is_open(state)
    if kind == ASK_WINDOW:
        found.add(DONE)
        return anytime.any_action(state)
    fill_own(state, kind, found, False)
    return found.count > 1


def turn_is_open(state: OdinState) -> bool:
    """Some space can be used, or something can be done before passing."""
    seat = state.active
    scratch = ASKED
    scratch.count = 0
    actions.fill_spaces(state, seat, scratch, True)
    return scratch.count > 0 or anytime.any_action(state)


def takes_anytime(state: OdinState, kind: i64) -> bool:
    """Decisions between two effects, beside which the anytime actions of W2 are listed (OD-083, OD-269).

    A decision with a single answer is not pending, so there is no W2 beside it.
    """
    if kind == ASK_LATE:
        return True
    if state.space < 0 or not state.used or state.pending:
        return False
    if kind in (ASK_STEP, ASK_STRIP, ASK_EMIGRATE, ASK_PLAY) or (kind == ASK_UPGRADE and state.frames.get(2) == 0):
        return not is_accepted(state) and all_finished(state)
    return (kind == ASK_OFFERS or kind == ASK_COLUMN_4) and all_finished(state)


def is_accepted(state: OdinState) -> bool:
    """The choice belongs to an effect that its owner has accepted or paid for: the frame below is its program."""
    base = (state.frames.depth - 2) * 4
    data = state.frames.data
    return base >= 0 and i64(data[base]) == DO_PROGRAM and i64(data[base + 3]) & effects.ACCEPTED != 0


def all_finished(state: OdinState) -> bool:
    """Every effect that the action has begun is done: only what has yet to begin lies between it and the choice.

    An upgrade, trade, die, feast or anytime action goes on to its end before anything else is done (OD-083).
    """
    data = state.frames.data
    base = (state.frames.depth - 2) * 4
    while base >= 0:
        kind = i64(data[base])
        if kind in (DO_AFTER, DO_END_TURN, DO_RESTORE):
            return True
        if kind not in (DO_PROGRAM, DO_DRAW, DO_LONGSHIP_USED, DO_TAUGHT, ASK_OFFERS, ASK_COLUMN_4, ASK_PLAY):
            return False
        base -= 4
    return True


def fill(state: OdinState, out: Moves, search: bool) -> None:
    """Every answer to the pending decision."""
    kind = state.frames.kind()
    if kind == ASK_TURN:
        actions.fill_turn(state, out, search)
    elif kind == ASK_WINDOW:
        out.add(DONE)
        anytime.fill(state, out, search)
    else:
        fill_own(state, kind, out, search)
        if out.count == 0:
            fill_own(state, kind, out, False)  # a person began what search would not have
        if takes_anytime(state, kind):
            anytime.fill(state, out, search)


def fill_own(state: OdinState, kind: i64, out: Moves, search: bool) -> None:
    """The answers that belong to the decision itself."""
    _fill_own(state, kind, out, search)
    if state.pending and changes_goods(kind):
        kept: i64 = 0
        for at in range(out.count):
            if keeps_usable(state, out.at(at)):
                out.items[kept] = out.items[at]
                kept += 1
        out.count = kept


def changes_goods(kind: i64) -> bool:
    """Choices of cards that come between a space and its action, and may take what the space needs (OD-043)."""
    return kind == ASK_UPGRADE or kind == ASK_FLIP or kind == ASK_SHIFT or kind == ASK_DIE


def keeps_usable(state: OdinState, move: i64) -> bool:
    """After the answer the space that was chosen can still be used; to leave it, or to roll again, takes nothing."""
    if move in (STOP, SKIP, FAIL, ROLL):
        return True
    trial = state.copy()
    play(trial, move, None)
    return actions.stays_usable(trial)


def _fill_own(state: OdinState, kind: i64, out: Moves, search: bool) -> None:
    if kind == ASK_BOARD:
        anytime.fill_board(state, out, search)
    elif kind == ASK_SHAPE:
        anytime.fill_shape(state, out, search)
    elif kind == ASK_CELL:
        anytime.fill_cell(state, out, search)
    elif kind == ASK_DIE:
        dice.fill_die(state, out)
    elif kind == ASK_SWORDS:
        dice.fill_swords(state, out)
    elif kind == ASK_SPEARS:
        dice.fill_spears(state, out)
    elif kind == ASK_RETURN:
        dice.fill_return(state, out)
    elif kind == ASK_FOOD:
        feast.fill_food(state, out, search)
    elif kind == ASK_COINS:
        feast.fill_coins(state, out)
    elif kind == ASK_UPGRADE:
        actions.fill_upgrade(state, out, search)
    elif kind == ASK_STRIP:
        actions.fill_strip(state, out, search)
    elif kind == ASK_TRADE:
        actions.fill_trade(state, out, search)
    elif kind == ASK_SALE:
        actions.fill_sale(state, out, search)
    elif kind == ASK_FLIP:
        own_code.fill_flip(state, out, search)
    elif kind == ASK_MORE_LOOT:
        dice.fill_more_loot(state, out, search)
    elif kind == ASK_OUTFIT:
        own_code.fill_outfit(state, out, search)
    else:
        _fill_rest(state, kind, out)


def _fill_rest(state: OdinState, kind: i64, out: Moves) -> None:
    if kind == ASK_COLUMN_4:
        actions.fill_column_4(state, out)
    elif kind == ASK_OFFERS:
        actions.fill_offers(state, out)
    elif kind == ASK_STEP:
        actions.fill_step(state, out)
    elif kind == ASK_FORGE:
        actions.fill_forge(state, out)
    elif kind == ASK_EXPLORE:
        actions.fill_explore(state, out)
    elif kind == ASK_EMIGRATE:
        actions.fill_emigrate(state, out)
    elif kind == ASK_SWAP_BOAT:
        actions.fill_swap_boat(state, out)
    elif kind == ASK_PLAY:
        actions.fill_play(state, out)
    elif kind == ASK_DRAW:
        actions.fill_draw(state, out)
    elif kind == ASK_FOLLOW:
        actions.fill_follow(state, out)
    elif kind == ASK_SHIFT:
        actions.fill_shift(state, out)
    elif kind == ASK_CALL_BACK:
        actions.fill_call_back(state, out)
    elif kind == ASK_ARM:
        anytime.fill_arming(state, out, False)
        out.add(DONE)
    elif kind == ASK_WEAPON:
        for way in range(4):
            out.add(CHOOSE + way)
    elif kind == ASK_START_CARD:
        for card in range(CARDS):
            if i64(state.cards[card]) == UNDEALT:
                out.add(PLAY_CARD + card)
    else:
        _fill_own_code(state, kind, out)


def _fill_own_code(state: OdinState, kind: i64, out: Moves) -> None:
    if kind == ASK_INSPECT:
        own_code.fill_inspect(state, out)
    elif kind == ASK_SECOND:
        own_code.fill_second(state, out)
    elif kind == ASK_FOURTH:
        own_code.fill_fourth(state, out)
    elif kind == ASK_LATE:
        own_code.fill_late(state, out)
    elif kind == ASK_FISH:
        own_code.fill_fish(state, out)
    elif kind == ASK_BONUS:
        own_code.fill_bonus(state, out)


# What an answer does


def is_anytime(move: i64) -> bool:
    return PUT <= move < ON_BOARD or BUY_SHIP <= move < CALL_BACK or EXCHANGE <= move < UPGRADE_GOOD


def play(state: OdinState, move: i64, events: list[Event] | None) -> None:
    kind = state.frames.kind()
    if kind == ASK_WINDOW:
        if move == DONE:
            state.frames.pop()
            state.raised += 1
        else:
            anytime.play(state, move, events)
    elif is_anytime(move):
        anytime.play(state, move, events)
    elif kind == ASK_TURN:
        actions.play_turn(state, move, events)
    elif kind == ASK_BOARD:
        anytime.play_board(state, move)
    elif kind == ASK_SHAPE:
        anytime.play_shape(state, move)
    elif kind == ASK_CELL:
        anytime.play_cell(state, move, events)
    elif kind == ASK_DIE:
        dice.play_die(state, move, events)
    elif kind == ASK_SWORDS:
        dice.play_swords(state, move)
    elif kind == ASK_SPEARS:
        dice.play_spears(state, move, events)
    elif kind == ASK_RETURN:
        dice.play_return(state, move, events)
    elif kind == ASK_FOOD:
        feast.serve(state, move, events)
    elif kind == ASK_COINS:
        feast.coins(state, move, events)
    else:
        _play_rest(state, kind, move, events)


def _play_rest(state: OdinState, kind: i64, move: i64, events: list[Event] | None) -> None:
    if kind == ASK_UPGRADE:
        actions.play_upgrade(state, move, events)
    elif kind == ASK_STRIP:
        actions.play_strip(state, move, events)
    elif kind == ASK_TRADE:
        actions.play_trade(state, move, events)
    elif kind == ASK_SALE:
        actions.play_sale(state, move, events)
    elif kind == ASK_COLUMN_4:
        actions.play_column_4(state, move, events)
    elif kind == ASK_OFFERS:
        actions.play_offers(state, move, events)
    elif kind == ASK_STEP:
        actions.play_step(state, move, events)
    elif kind == ASK_FORGE:
        actions.play_forge(state, move, events)
    elif kind == ASK_EXPLORE:
        actions.play_explore(state, move, events)
    elif kind == ASK_EMIGRATE:
        actions.play_emigrate(state, move, events)
    elif kind == ASK_SWAP_BOAT:
        actions.play_swap_boat(state, move, events)
    elif kind == ASK_PLAY:
        actions.play_play(state, move, events)
    elif kind == ASK_DRAW:
        actions.play_draw(state, move, events)
    elif kind == ASK_FOLLOW:
        actions.play_follow(state, move, events)
    elif kind == ASK_SHIFT:
        actions.play_shift(state, move, events)
    elif kind == ASK_CALL_BACK:
        actions.play_call_back(state, move, events)
    elif kind == ASK_ARM:
        state.frames.pop()
    elif kind == ASK_WEAPON:
        play_weapon(state, move, events)
    elif kind == ASK_START_CARD:
        take_start_card(state, move - PLAY_CARD, events)
    else:
        _play_own_code(state, kind, move, events)


def _play_own_code(state: OdinState, kind: i64, move: i64, events: list[Event] | None) -> None:
    if kind == ASK_INSPECT:
        own_code.play_inspect(state, move, events)
    elif kind == ASK_SECOND:
        own_code.play_second(state, move, events)
    elif kind == ASK_FOURTH:
        own_code.play_fourth(state, move, events)
    elif kind == ASK_FLIP:
        own_code.play_flip(state, move, events)
    elif kind == ASK_LATE:
        own_code.play_late(state, move, events)
    elif kind == ASK_FISH:
        own_code.play_fish(state, move, events)
    elif kind == ASK_BONUS:
        own_code.play_bonus(state, move, events)
    elif kind == ASK_OUTFIT:
        own_code.play_outfit(state, move, events)
    else:
        dice.play_more_loot(state, move, events)


def play_weapon(state: OdinState, move: i64, events: list[Event] | None) -> None:
    """38A: the weapon, or wood, stone or ore instead (OD-D04)."""
    state.frames.pop()
    if move == CHOOSE:
        supply.draw_weapons(state, state.active, 1, events)
    else:
        supply.gain(state, state.active, WOOD + move - CHOOSE - 1, 1, events)


def take_start_card(state: OdinState, card: i64, events: list[Event] | None) -> None:
    """OD-220."""
    state.frames.pop()
    state.cards[card] = u8(IN_HAND)
    state.add(0, HAND, 1)
    state.raised += 1
    if events is not None:
        name = state.tables.card_numbers[card]
        events.append(Event("drew_card", {"seat": 0, "card": name}, only(0)))
        events.append(Event("drew_a_card", {"seat": 0}, all_but(0)))
