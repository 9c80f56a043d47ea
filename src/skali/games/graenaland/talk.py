"""Talk: when the table may speak, what about, and by which rule it may not (GR-100 to GR-107).

Remarks are no moves and leave no trace in the state: hall and arena carry them beside the moves. Nothing enforces a promise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from skali.core.bits import members_of
from skali.games.graenaland import votes
from skali.games.graenaland.land import WORKS as WORKS_AT
from skali.games.graenaland.moves import RESOURCES, WORKS
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


def talk(state: GraenalandState, seat: i64) -> dict[str, Any]:
    """Whether talk is open now, its topic, and the rule that opens or closes it.

    With ``talk = honour`` the chat is always open and ``honour`` says what may not be discussed; with ``strict`` it is closed.
    """
    topic, rule = standing(state)
    closed = rule in ("GR-102", "GR-104", "GR-105") and topic not in ("joint_work", "grant")
    said = remarks(state, seat, topic) if not closed else []
    return {
        "mode": "honour" if state.agreed.honour else "strict",
        "open": state.agreed.honour or not closed,
        "not_about": topic if closed else "",
        "about": "" if closed else topic,
        "rule": rule,
        "remarks": said,
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


def remarks(state: GraenalandState, seat: i64, topic: str) -> list[dict[str, Any]]:
    """Ready-made remarks that fit the moment, as structures: the words table ``remark`` says them."""
    if seat < 0:
        return []
    names = state.agreed.island.names
    if topic == "vote":
        site = int(state.site)
        voters = members_of(votes.voters(state, state.site))
        if int(seat) not in voters:
            return []
        said: list[dict[str, Any]] = [{"kind": "promise_accept"}, {"kind": "threaten_refuse"}]
        said += [
            {"kind": "promise_work", "work": work, "territory": names[site]}
            for at, work in enumerate(WORKS)
            if not (int(state.land[WORKS_AT + site]) >> at) & 1
        ]
        back = int(state.agreed.island.terrain[site])
        faces = [face for at, face in enumerate(RESOURCES) if state.agreed.tables.deck[back * 5 + at] > 0]
        said += [
            {"kind": "next_time", "card": face, "to": other} for face in faces for other in voters if other != seat
        ]
        return said
    if topic == "joint_work":
        asked = [RESOURCES[at] for at in range(4) if (int(state.price) >> (8 * at)) & 255]
        return [{"kind": "ask_pledge", "card": face} for face in asked] + [{"kind": "promise_pledge"}]
    if topic == "grant":
        return [{"kind": "ask_in_return", "card": face} for face in RESOURCES]
    return []
