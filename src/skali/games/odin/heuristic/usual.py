"""What a turn is usually used for: how likely each action space and each kind of anytime action is, by how many rounds are left.

The numbers were fitted to what the rollout search chose in games alone. They say which moves are worth looking at first, not what
these bring: a space that is seldom used can be the best now, and the judgement of positions says so.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.games.odin import boards, components, items, moves
from skali.games.odin.components import Tables
from skali.games.odin.decisions import turns

SPACES: Final = {
    "build_house_and_ship": (-2.1, -0.06),
    "build_knarr": (0.6, 0.01),
    "build_long_house": (-3.5, 0.34),
    "build_longship": (4.2, 0.1),
    "build_shed": (2.4, -1.19),
    "build_stone_house": (-4.2, 0.36),
    "build_whaling_boat": (4.2, -0.26),
    "buy_2_salt_meat": (-2.4, 0.22),
    "buy_2_stockfish": (-1.2, 0.13),
    "buy_cattle_and_milk": (-2.1, 0.13),
    "buy_sheep": (-7.4, 2.43),
    "catch_stockfish": (-0.2, 0.82),
    "craft_4": (-1.4, 0.68),
    "craft_chest": (-1.7, -0.22),
    "craft_chests_and_runes": (3.5, -1.04),
    "craft_linen": (2.9, -0.91),
    "craft_rune_stone": (6.3, -1.36),
    "draw_occupation": (-0.3, 1.02),
    "emigrate_2": (4.7, -0.17),
    "emigrate_3": (1.8, -0.12),
    "explore_1": (-1.0, -0.32),
    "explore_2": (-1.2, 0.3),
    "explore_3": (-4.4, 0.3),
    "forge": (-2.6, 0.24),
    "hunting_game_1": (3.8, -0.46),
    "hunting_game_2": (-2.6, -0.2),
    "laying_a_snare": (2.2, -0.59),
    "market_1": (2.3, 0.38),
    "market_2": (-2.4, 0.17),
    "market_3": (-2.8, 0.07),
    "market_products_4": (3.7, -0.85),
    "mead_2": (1.9, -0.34),
    "milk_from_cattle": (-1.2, 0.14),
    "mountain_1_upgrade_1": (3.0, -0.71),
    "mountain_2": (4.9, -0.18),
    "mountain_2222_or_double_upgrade_3": (-7.1, 0.18),
    "mountain_3_2": (1.5, -0.02),
    "mountain_3_upgrade_1": (2.2, -0.85),
    "mountain_4_double_upgrade_2": (-3.4, -0.51),
    "overseas_trading_1": (-1.8, 0.27),
    "overseas_trading_2": (-1.4, 0.2),
    "pillaging_2": (2.4, -0.22),
    "pillaging_3": (-3.3, 0.23),
    "play_occupation_paid": (2.6, 0.18),
    "play_occupations_1_2": (-1.1, 0.11),
    "play_occupations_1_4": (1.4, -0.74),
    "plundering": (-0.3, 0.03),
    "raiding": (4.2, -0.54),
    "sheep_and_cattle": (-2.4, 0.1),
    "sheep_or_cattle": (-9.9, 2.96),
    "special_sale": (-2.7, 0.38),
    "swap_boat_and_emigrate": (0.2, 0.26),
    "upgrade_2": (-2.5, -0.12),
    "upgrade_3": (-5.5, 0.28),
    "upgrade_3_weapons_4": (-5.6, 0.26),
    "upgrade_4": (-6.0, 0.35),
    "whaling_1_boat": (-2.9, 0.31),
    "whaling_3_boats": (-2.5, 0.61),
    "wood_per_player": (-3.3, -0.0),
    "wool_from_sheep": (-2.1, 0.69),
}
"""In the last round, and for each round that is left."""
SELDOM: Final = (-3.0, 0.1)
"""A space that is not in the list."""
OTHERS: Final = {
    "pass": (-3.0, 0.06),
    "buy": (6.1, -0.73),
    "arm": (0.3, -0.14),
    "exchange": (3.8, -0.61),
    "put silver": (7.5, -0.47),
    "put ore": (7.3, -0.7),
    "put special": (5.8, 0.21),
    "put orange": (3.1, -0.51),
    "put red": (0.0, -0.0),
    "put green": (6.1, -0.05),
    "put blue": (4.6, -0.31),
}
"""The same for anytime actions, in the order of their numbers here."""
_BUY: Final = 1
_ARM: Final = 2
_EXCHANGE: Final = 3
_PUT_SILVER: Final = 4
_PUT_ORE: Final = 5
_PUT_SPECIAL: Final = 6
_PUT_ORANGE: Final = 7
AT_A_GLANCE: Final = 0.4
"""How much of what a move seems to bring at a glance counts beside it."""


class Usual:
    """The same by the numbers of moves."""

    def __init__(self, tables: Tables) -> None:
        self.last: vec[float] = vec[float]()
        """What each space has in the last round, then each kind of anytime action."""
        self.more: vec[float] = vec[float]()
        """What each round that is left adds."""
        for last, more in [*(SPACES.get(name, SELDOM) for name in tables.space_names), *OTHERS.values()]:
            self.last = append(self.last, last)
            self.more = append(self.more, more)

    def weight(self, move: i64, rounds: float) -> float:
        at = turns.space_of(move) if moves.SEND <= move < moves.CHOOSE else kind_of(move)
        return self.last[at] + rounds * self.more[at] if at >= 0 else 0.0


def kind_of(move: i64) -> i64:
    """The place of an anytime action, or of passing; -1 for what has none."""
    first = i64(components.SPACES)
    if move == moves.PASS:
        return first
    if moves.PUT <= move < moves.ON_BOARD:
        piece = move - moves.PUT
        if piece == items.SILVER:
            return first + _PUT_SILVER
        if piece == items.ORE:
            return first + _PUT_ORE
        return first + (_PUT_SPECIAL if piece >= items.SPECIAL else _PUT_ORANGE + boards.colour(piece))
    if moves.BUY_SHIP <= move < moves.ARM:
        return first + _BUY
    if moves.ARM <= move < moves.FILL_SLOT:
        return first + _ARM
    return first + _EXCHANGE if moves.EXCHANGE <= move < moves.UPGRADE_GOOD else i64(-1)
