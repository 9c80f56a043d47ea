"""What a move breaks: sends it to the check of the phase that asks for its kind, or says why its kind is not asked now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skali.core.protocol import DECISION_FAULT
from skali.games.graenaland import build, claims, distribution, heroes, joint, setup
from skali.games.graenaland.moves import (
    ACCEPT,
    ALLOT,
    BUILD,
    CARRY_OUT,
    DECLINE,
    GIVE,
    GRANT_TO,
    KEEP_CAMP,
    KEEP_CARD,
    NAME_WORK,
    NO_CLAIM,
    PASS,
    PLEDGE,
    RECRUIT,
    RELOCATE,
    SITE,
    SPEND,
    STAY,
    SUPPLY,
    TAKE,
    WITHDRAW,
)
from skali.games.graenaland.phases import (
    ALLOTMENT,
    BUILDING_SITE,
    CAMP,
    CLAIMS,
    FINAL,
    GIFT,
    GRANTED,
    GRANTEE,
    HERO_ORDERS,
    HERO_SEAT,
    JOINT_DECISION,
    JOINT_KIND,
    JOINT_SITE,
    MENU,
    PAYMENT,
    PLEDGES_OPEN,
    PROPOSAL,
    START_PLACE,
    SUPPLY_CARD,
    UNIT,
    VICTORY_CARD,
    VOTE,
)

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

GR_002_START_OPTION: Final = 2
GR_004_VICTORY_OPTION: Final = 4
GR_040_FIVE_PHASES: Final = 40
GR_054_SIMULTANEOUS: Final = 54
GR_084_FROZEN: Final = 84
GR_091_VOTERS: Final = 91
GR_133_NO_TAKE_BACK: Final = 133
GR_179_FIXED: Final = 179
GR_228_THEN: Final = 228
GR_235_KEEP_ONE: Final = 235
GR_241_CLAIM_WINDOW: Final = 241

DECISIONS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 17, 18, 19, 20)
"""The decision of the ledger that each phase asks."""


def fault(state: GraenalandState, seat: i64, move: i64) -> i64:
    """The rule that a move breaks, 0 if none."""
    phase = state.phase
    if phase == CLAIMS and not (move < NO_CLAIM or is_leaders(move)):
        return claims.fault(state, seat, move)
    if not is_asked(phase, move):
        return stray_fault(state, move)
    if phase == HERO_ORDERS:
        return heroes.fault(state, seat, move)
    if phase <= CAMP:
        return setup.fault(state, move)
    if phase == VICTORY_CARD:
        return claims.keep_fault(state, seat, move)
    if phase <= VOTE:
        return distribution.fault(state, move)
    if JOINT_KIND <= phase <= JOINT_DECISION:
        return joint.fault(state, move)
    return build.fault(state, move)


def is_asked(phase: i64, move: i64) -> bool:
    """Whether a phase asks for moves of this kind."""
    if phase == START_PLACE:
        return move < KEEP_CAMP
    if phase == CAMP:
        return KEEP_CAMP <= move < KEEP_CARD
    if phase == VICTORY_CARD:
        return KEEP_CARD <= move < STAY
    if phase == HERO_ORDERS:
        return STAY <= move < PASS
    if phase == PROPOSAL:
        return PASS <= move < ALLOT
    if phase == ALLOTMENT:
        return ALLOT <= move < ACCEPT
    if phase == VOTE:
        return ACCEPT <= move < NO_CLAIM
    if phase == MENU:
        return SUPPLY <= move < TAKE or move == DECLINE
    if phase == SUPPLY_CARD:
        return TAKE <= move < SITE
    if phase in (BUILDING_SITE, JOINT_SITE):
        return SITE <= move < RECRUIT
    if phase == UNIT:
        return RECRUIT <= move < SPEND
    if phase == PAYMENT:
        return SPEND <= move < GIVE
    if phase == GIFT:
        return GIVE <= move < RELOCATE
    if phase == HERO_SEAT:
        return RELOCATE <= move < NAME_WORK
    if phase == JOINT_KIND:
        return NAME_WORK <= move < PLEDGE
    if phase == PLEDGES_OPEN:
        return PLEDGE <= move < CARRY_OUT
    if phase == JOINT_DECISION:
        return CARRY_OUT <= move < GRANT_TO
    return phase == GRANTEE and GRANT_TO <= move < DECLINE


def is_leaders(move: i64) -> bool:
    """Moves of a build phase that a claim plan never has: supply cards, joint works, grants, relocation."""
    if move == SUPPLY or BUILD + 9 <= move < BUILD + 11 or TAKE <= move < SITE:
        return True
    return move >= RELOCATE


def stray_fault(state: GraenalandState, move: i64) -> i64:
    """Why a kind of move is not asked now."""
    phase = state.phase
    if move < KEEP_CARD:
        if phase <= CAMP:
            return decision_fault(state)
        return GR_228_THEN if state.agreed.free_start else GR_002_START_OPTION
    if move < STAY:
        return GR_235_KEEP_ONE if state.agreed.cards else GR_004_VICTORY_OPTION
    if NO_CLAIM <= move <= WITHDRAW:
        return GR_241_CLAIM_WINDOW if state.agreed.cards else GR_004_VICTORY_OPTION
    if move < PASS:
        return GR_054_SIMULTANEOUS if phase > HERO_ORDERS else GR_040_FIVE_PHASES
    if move < NO_CLAIM:
        if phase == VOTE:
            return GR_084_FROZEN
        if PROPOSAL <= phase < VOTE:
            return GR_091_VOTERS if move >= ACCEPT else decision_fault(state)
        return GR_040_FIVE_PHASES
    if phase < MENU:
        return GR_040_FIVE_PHASES
    if BUILDING_SITE <= phase <= GIFT and (move < TAKE or move == DECLINE):
        return GR_133_NO_TAKE_BACK
    if PLEDGES_OPEN <= phase <= JOINT_DECISION and (SITE <= move < RECRUIT or NAME_WORK <= move < PLEDGE):
        return GR_179_FIXED
    return decision_fault(state)


def decision_fault(state: GraenalandState) -> i64:
    """The decision that is asked now."""
    return DECISION_FAULT + decision(state)


def decision(state: GraenalandState) -> i64:
    """The number of the decision in the ledger."""
    if state.phase == START_PLACE and state.placements < state.agreed.seats:
        return 1
    if state.phase == MENU and state.mode == GRANTED:
        return 21
    if state.phase == MENU and state.mode == FINAL:
        return 22
    return i64(DECISIONS[state.phase])
