"""All decisions by the kind of frame that asks, and the anytime actions beside them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.odin import anytime, moves, phases
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.decisions.extra_actions import Follow, Late
from skali.games.odin.decisions.feast import Coins, FishToHouses, Serve
from skali.games.odin.decisions.mountain import Strip
from skali.games.odin.decisions.occupations import (
    NewWeapon,
    Offers,
    PlayCards,
    PlayInColumnFour,
    PlayInsteadOfDrawing,
    StartCard,
)
from skali.games.odin.decisions.placing import ChooseBoard, ChooseCell, ChooseShape
from skali.games.odin.decisions.programs import Step
from skali.games.odin.decisions.rolling import Die, MoreLoot, Spears, Swords
from skali.games.odin.decisions.sailing import Emigrate, Explore, SwapBoat
from skali.games.odin.decisions.tiles import Forge, Fourth, HouseBonus, Outfit, Sale
from skali.games.odin.decisions.turns import Turn
from skali.games.odin.decisions.upgrade import Flip, Shift, Trade, Upgrade
from skali.games.odin.decisions.vikings import CallBack, CallSecond, Inspect, Return
from skali.games.odin.decisions.window import Arm, Window
from skali.games.odin.position import OdinPosition

CHOICES: Final = Moves()
"""A place to work in; nothing in it outlives a call."""


LISTED: Final[list[OdinDecision]] = [
    *(StartCard(), Turn(), Window()),
    *(ChooseBoard(), ChooseShape(), ChooseCell()),
    *(PlayInColumnFour(), Offers(), Step(), Upgrade(), Strip(), Trade(), Sale(), Forge()),
    *(Explore(), Emigrate(), SwapBoat(), Die(), Swords(), Spears(), Return()),
    *(PlayCards(), Serve(), Coins(), NewWeapon(), PlayInsteadOfDrawing()),
    *(Follow(), Shift(), CallBack(), Arm(), Inspect(), CallSecond(), Fourth(), Flip(), Late()),
    *(FishToHouses(), HouseBonus(), MoreLoot(), Outfit()),
]
"""In the order of phases.py."""
DECISIONS: Final = vec[OdinDecision](LISTED)


def is_open(position: OdinPosition) -> bool:
    """Whether the decision at hand leaves a choice; if not, its single answer is the first of ``CHOICES``."""
    return DECISIONS[position.frames.kind()].is_open(position, position.active, CHOICES)


def fill(position: OdinPosition, out: Moves, search: bool) -> None:
    """Every answer, and the anytime actions where they are allowed."""
    decision = DECISIONS[position.frames.kind()]
    if search:
        decision.fill_search(position, position.active, out)
    else:
        decision.fill(position, position.active, out)
    if decision.takes_anytime(position):
        anytime.fill(position, out, search)


def fault(position: OdinPosition, move: i64) -> i64:
    kind = position.frames.kind()
    decision = DECISIONS[kind]
    from_boatman = move == moves.USE_CARD + position.tables.ore_boatman
    if from_boatman or anytime.is_anytime(move):
        if decision.takes_anytime(position):
            return anytime.fault(position, position.active, move)
        if kind != phases.ASK_ARM and not (from_boatman and kind == phases.ASK_OFFERS):
            return anytime.OD_083_WINDOWS
    return decision.fault(position, position.active, move)


def play(position: OdinPosition, move: i64, events: list[Event] | None) -> None:
    if anytime.is_anytime(move):
        anytime.play(position, move, events)
    else:
        DECISIONS[position.frames.kind()].play(position, position.active, move, events)
