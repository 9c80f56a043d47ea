"""Talk: when the table may speak, what about, and by which rule it may not (GR-100 to GR-107); and what to say in a vote.

Remarks are no moves and leave no trace in the position: hall and arena carry them beside the moves. Nothing enforces a promise.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.moves import Kind, MoveSpace, Named, Number
from skali.games.graenaland import land, moves, phases, votes
from skali.games.graenaland.decisions import distribution
from skali.games.graenaland.position import GraenalandPosition

FOR: Final = ("plainly", "fair", "gold")
"""Why one accepts: no reason told, as much as one's votes are worth, gold."""
AGAINST: Final = ("plainly", "nothing", "little", "later", "leader")
"""Why one refuses: no reason told, no card, less than one's votes are worth, one's own proposal is still to come, the leader, who
builds next, gets cards."""
WILL_ACCEPT: Final = 0
WILL_REFUSE: Final = WILL_ACCEPT + moves.MAX_SEATS * moves.TILES * 3
PROMISE_WORK: Final = WILL_REFUSE + moves.MAX_SEATS * moves.TILES * 5
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
    """The remarks, written like moves. Each says what it is about: it stands in the chat when the vote is long over."""
    work, territory = Named("work", 4, list(moves.WORKS)), Named("territory", moves.TILES, tiles)
    seat, card = Number("seat", moves.MAX_SEATS), Named("card", 5, list(moves.RESOURCES))
    for_it, against = Named("reason", len(FOR), list(FOR)), Named("reason", len(AGAINST), list(AGAINST))
    return MoveSpace(
        Kind(WILL_ACCEPT, "will_accept", "I accept {seat} on {territory}: {reason}", seat, territory, for_it),
        Kind(WILL_REFUSE, "will_refuse", "I refuse {seat} on {territory}: {reason}", seat, territory, against),
        Kind(PROMISE_WORK, "promise_work", "I promise {work} at {territory}", work, territory),
        Kind(ASK_CARD, "ask_card", "I ask for {card} at {territory}", card, territory),
    )


def remarks(position: GraenalandPosition, seat: i64) -> list[int]:
    """What a voter may say during a vote: how he will vote and why, a work that he promises here, a card that he asks for."""
    if seat < 0 or position.phase != phases.VOTE or votes.of(position, position.site, seat) == 0:
        return []
    site = position.site
    tile = int(position.agreed.island.tile[site])
    back = int(position.agreed.island.terrain[site])
    said = [about_vote(position, True, why) for why in reasons(position, seat, True)]
    said += [about_vote(position, False, why) for why in reasons(position, seat, False)]
    for work in range(4):
        if not land.has_work(position, site, work):
            said.append(PROMISE_WORK + work * moves.TILES + tile)
    for face in range(5):
        if position.agreed.tables.deck[back * 5 + face] > 0:
            said.append(ASK_CARD + face * moves.TILES + tile)
    return said


def about_vote(position: GraenalandPosition, accepts: bool, reason: str) -> int:
    """That one will accept or refuse the proposal on the table, and why."""
    tile = int(position.agreed.island.tile[position.site])
    proposal = int(position.proposer) * moves.TILES + tile
    if accepts:
        return WILL_ACCEPT + proposal * len(FOR) + FOR.index(reason)
    return WILL_REFUSE + proposal * len(AGAINST) + AGAINST.index(reason)


def reasons(position: GraenalandPosition, seat: i64, accepts: bool) -> list[str]:
    """The reasons that are true of the proposal, the weightiest last; ``plainly`` always is."""
    shares = distribution.allotment(position)
    cards, mine = sum(len(each) for each in shares), len(shares[seat])
    weight = int(votes.of(position, position.site, seat)) * cards
    worth = mine * int(votes.total(position, position.site))
    if accepts:
        true = {"fair": mine > 0 and worth >= weight, "gold": "gold" in shares[seat]}
    else:
        true = {
            "leader": seat != position.leader and bool(shares[position.leader]),
            "later": proposes_later(position, seat),
            "little": mine > 0 and worth < weight,
            "nothing": mine == 0,
        }
    return ["plainly", *(reason for reason, holds in true.items() if holds)]


def proposes_later(position: GraenalandPosition, seat: i64) -> bool:
    """Whether the seat's own proposal of this turn is still to come (GR-077)."""
    seats = position.agreed.seats
    return (seat - position.leader) % seats > (position.proposer - position.leader) % seats  # the leader is at 0
