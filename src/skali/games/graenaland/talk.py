"""Talk: when the table may speak, what about, and by which rule it may not (GR-100 to GR-107); and what to say in a vote.

Remarks are no moves and leave no trace in the state: hall and arena carry them beside the moves. Nothing enforces a promise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from skali.core.moves import Kind, MoveSpace, Named
from skali.games.graenaland import land, votes
from skali.games.graenaland.moves import RESOURCES, TILES, WORKS
from skali.games.graenaland.phases import (
    ALLOTMENT,
    CAMP,
    CLAIMS,
    FINAL,
    GRANTED,
    HERO_ORDERS,
    JOINT_DECISION,
    MENU,
    OVER,
    PLEDGES_OPEN,
    PROPOSAL,
    VICTORY_CARD,
    VOTE,
)

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState

WILL_ACCEPT: Final = 0
WILL_REFUSE: Final = 1
PROMISE_WORK: Final = 2
ASK_CARD: Final = PROMISE_WORK + 4 * TILES


def talk(state: GraenalandState) -> dict[str, Any]:
    """Whether talk is open now, its topic, and the rule that opens or closes it.

    With ``talk = honour`` the chat is always open and ``honour`` says what may not be discussed; with ``strict`` it is closed.
    """
    topic, rule = standing(state)
    closed = rule in ("GR-102", "GR-104", "GR-105") and topic not in ("joint_work", "grant")
    return {
        "mode": "honour" if state.agreed.honour else "strict",
        "open": state.agreed.honour or not closed,
        "not_about": topic if closed else "",
        "about": "" if closed else topic,
        "rule": rule,
    }


def standing(state: GraenalandState) -> tuple[str, str]:
    """The topic of the moment and the rule that opens or closes talk about it."""
    phase = state.phase
    if phase <= CAMP or phase == VICTORY_CARD:
        return "setup", "GR-106"
    if phase == HERO_ORDERS:
        return "hero_movement", "GR-106"
    if phase in (PROPOSAL, ALLOTMENT):
        return "proposals", "GR-102"
    if phase == VOTE:
        return "vote", "GR-103"
    if phase == CLAIMS:
        return "claims", "GR-105"
    if phase == OVER:
        return "game_over", "GR-106"
    if state.mode == FINAL:
        return "final_building", "GR-106"
    if phase in (PLEDGES_OPEN, JOINT_DECISION):
        return "joint_work", "GR-104"
    if state.mode == GRANTED and phase >= MENU:
        return "grant", "GR-104"
    return "building", "GR-104"


def remark_space(tiles: list[str]) -> MoveSpace:
    """The remarks, written like moves."""
    return MoveSpace(
        Kind(WILL_ACCEPT, "will_accept", "I will accept"),
        Kind(WILL_REFUSE, "will_refuse", "I will refuse"),
        Kind(
            PROMISE_WORK,
            "promise_work",
            "I promise {work} at {territory}",
            Named("work", 4, list(WORKS)),
            Named("territory", TILES, tiles),
        ),
        Kind(ASK_CARD, "ask_card", "I ask for {card}", Named("card", 5, list(RESOURCES))),
    )


def remarks(state: GraenalandState, seat: i64) -> list[int]:
    """What a voter may say during a vote: how he will vote, a work that he promises here, a card that he asks for."""
    if seat < 0 or state.phase != VOTE or votes.of(state, state.site, seat) == 0:
        return []
    site = state.site
    tile = int(state.agreed.island.tile[site])
    back = int(state.agreed.island.terrain[site])
    said = [WILL_ACCEPT, WILL_REFUSE]
    for work in range(4):
        if not land.has_work(state, site, work):
            said.append(PROMISE_WORK + work * TILES + tile)
    for face in range(5):
        if state.agreed.tables.deck[back * 5 + face] > 0:
            said.append(ASK_CARD + face)
    return said
