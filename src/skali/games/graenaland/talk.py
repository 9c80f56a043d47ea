"""Talk: when the table may speak, what about, and by which rule it may not (GR-100 to GR-107); and what to say in a vote.

Remarks are no moves and leave no trace in the position: hall and arena carry them beside the moves. Nothing enforces a promise.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.moves import Kind, MoveSpace, Named
from skali.games.graenaland import land, moves, phases, votes
from skali.games.graenaland.position import GraenalandPosition

WILL_ACCEPT: Final = 0
WILL_REFUSE: Final = 1
PROMISE_WORK: Final = 2
ASK_CARD: Final = PROMISE_WORK + 4 * moves.TILES


def talk(position: GraenalandPosition) -> dict[str, Any]:
    """Whether talk is open now, its topic, and the rule that opens or closes it.

    With ``talk = honour`` the chat is always open and ``honour`` says what may not be discussed; with ``strict`` it is closed.
    """
    topic, rule = topic_now(position)
    closed = rule in ("GR-102", "GR-104", "GR-105") and topic not in ("joint_work", "grant")
    return {
        "mode": "honour" if position.agreed.honour else "strict",
        "open": position.agreed.honour or not closed,
        "not_about": topic if closed else "",
        "about": "" if closed else topic,
        "rule": rule,
    }


def topic_now(position: GraenalandPosition) -> tuple[str, str]:
    """The topic of the moment and the rule that opens or closes talk about it."""
    phase = position.phase
    if phase <= phases.CAMP or phase == phases.VICTORY_CARD:
        return "setup", "GR-106"
    if phase == phases.HERO_ORDERS:
        return "hero_movement", "GR-106"
    if phase in (phases.PROPOSAL, phases.ALLOTMENT):
        return "proposals", "GR-102"
    if phase == phases.VOTE:
        return "vote", "GR-103"
    if phase == phases.CLAIMS:
        return "claims", "GR-105"
    if phase == phases.OVER:
        return "game_over", "GR-106"
    if position.mode == phases.FINAL:
        return "final_building", "GR-106"
    if phase in (phases.PLEDGES, phases.JOINT_DECISION):
        return "joint_work", "GR-104"
    if position.mode == phases.GRANTED and phase >= phases.MENU:
        return "grant", "GR-104"
    return "building", "GR-104"


def remark_space(tiles: list[str]) -> MoveSpace:
    """The remarks, written like moves."""
    work, territory = Named("work", 4, list(moves.WORKS)), Named("territory", moves.TILES, tiles)
    return MoveSpace(
        Kind(WILL_ACCEPT, "will_accept", "I will accept"),
        Kind(WILL_REFUSE, "will_refuse", "I will refuse"),
        Kind(PROMISE_WORK, "promise_work", "I promise {work} at {territory}", work, territory),
        Kind(ASK_CARD, "ask_card", "I ask for {card}", Named("card", 5, list(moves.RESOURCES))),
    )


def remarks(position: GraenalandPosition, seat: i64) -> list[int]:
    """What a voter may say during a vote: how he will vote, a work that he promises here, a card that he asks for."""
    if seat < 0 or position.phase != phases.VOTE or votes.of(position, position.site, seat) == 0:
        return []
    site = position.site
    tile = int(position.agreed.island.tile[site])
    back = int(position.agreed.island.terrain[site])
    said = [WILL_ACCEPT, WILL_REFUSE]
    for work in range(4):
        if not land.has_work(position, site, work):
            said.append(PROMISE_WORK + work * moves.TILES + tile)
    for face in range(5):
        if position.agreed.tables.deck[back * 5 + face] > 0:
            said.append(ASK_CARD + face)
    return said
