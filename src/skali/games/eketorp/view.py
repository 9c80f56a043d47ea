"""What a seat may see of Eketorp, and what it is asked.

Everything lies open but hands, given-up cards, cards laid face down and deployments before the reveal. ``known`` is
the memory of the table: what everybody has seen go into a hand (EK-064).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from skali.core.bits import bit, members_of
from skali.core.protocol import WAITING, Prompt
from skali.games.eketorp import battles, bricks, cards, deployment, loot, odds, rounds, scoring, secrets
from skali.games.eketorp.bricks import BRICKS
from skali.games.eketorp.components import CARDS as MATERIAL_CARDS
from skali.games.eketorp.components import FIELD_BITS, KIND_BITS
from skali.games.eketorp.moves import ENGINE_COUNT, ENGINES, FIELDS, STORAGE_FIELDS
from skali.games.eketorp.phases import CALL, CARDS, DEPLOY, EXCHANGE, KEEP, LOOT, OPPONENT, PHASE_NAMES
from skali.games.eketorp.setup import SHOWN_SEAT

if TYPE_CHECKING:
    from skali.games.eketorp.state import EketorpState


# What is asked


def prompt(state: EketorpState, seat: i64) -> Prompt:
    if seat < 0 or not state.awaited() & bit(seat):
        return WAITING
    if state.phase == DEPLOY:
        left = int(state.home[seat])
        return Prompt("deploy" if left else "ready", "EK-D1", {"left": left})
    if state.phase == CALL:
        return Prompt("call", "EK-D2")
    if state.phase == OPPONENT:
        return Prompt("opponent", "EK-D3")
    if state.phase == EXCHANGE:
        data: dict[str, Any] = {
            "count": int(cards.size(state.hand[seat])),
            "amulets": int(state.amulets[seat]),
            "other": int(state.opponent if seat == state.initiator else state.initiator),
        }
        return Prompt("exchange", "EK-D4" if seat == state.initiator else "EK-D5", data)
    if state.phase == CARDS:
        return card_prompt(state, seat)
    if state.phase == LOOT:
        data = {"damage": int(state.damage), "castle": int(state.opponent), "sites": sites_in_reach(state)}
        return Prompt("loot", "EK-D7", data)
    if state.phase == KEEP:
        return Prompt("keep", "EK-D8", {"bricks": bricks.listed(state.removed)})
    carried = bricks.listed(state.carried[seat])
    return Prompt("build", "EK-D9", {"bricks": carried, "left": len(carried), "site": int(state.site) + 1})


def card_prompt(state: EketorpState, seat: i64) -> Prompt:
    """The sentence depends on the side and on what is fought over."""
    other = int(state.opponent if seat == state.initiator else state.initiator)
    if state.place < STORAGE_FIELDS:
        return Prompt("card_at_field", "EK-D6", {"other": other, "field": FIELDS[state.place]})
    field = int(state.place) - STORAGE_FIELDS
    engine = ENGINES[field % ENGINE_COUNT]
    if not state.is_siege():
        data = {"other": other, "castle": field // ENGINE_COUNT, "engine": engine}
        return Prompt("card_at_castle", "EK-D6", data)
    empty = not state.home[state.opponent]
    if seat == state.initiator:
        kind = "card_besieging_empty" if empty else "card_besieging"
    else:
        kind = "card_defending_empty" if empty else "card_defending"
    return Prompt(kind, "EK-D6", {"other": other, "engine": engine})


# What is seen


def view(state: EketorpState, seat: i64) -> dict[str, Any]:
    return {
        "game": "eketorp",
        "awaiting": state.to_act(),
        "phase": PHASE_NAMES[state.phase],
        "round": int(state.round),
        "rounds": int(state.tables.rounds),
        "start_player": int(state.start_player),
        "active": int(state.active),
        "material": material(state),
        "fields": [storage_field(state, field, seat) for field in range(STORAGE_FIELDS)],
        "castles": [castle(state, owner, seat) for owner in range(state.seats)],
        "hospital": [[in_station(state, each, station) for each in range(state.seats)] for station in range(4)],
        "hospital_exit": "reach_last" if state.reach_last else "past_last",
        "supply": dict(zip(BRICKS, bricks.counted(state.supply))),
        "players": [player(state, each, seat) for each in range(state.seats)],
        "piles": piles(state, seat),
        "plan": plan(state, seat),
        "battle": battle(state, seat),
        "scores": [int(state.score(each)) for each in range(state.seats)],
    }


def material(state: EketorpState) -> dict[str, Any]:
    """The card of the round, what it shows at this table, and which cards were turned up so far."""
    unturned = members_of(state.unturned)
    shown = rounds.bricks_of(state, state.material)
    kinds = state.tables.kinds[state.material]
    return {
        "card": state.tables.names[state.material],
        "shows": [
            {
                "field": FIELDS[field],
                "brick": BRICKS[int((kinds >> (KIND_BITS * field)) & 7) - 1],
                "bricks": int((shown >> (FIELD_BITS * field)) & 63),
            }
            for field in range(STORAGE_FIELDS)
            if (shown >> (FIELD_BITS * field)) & 63
        ],
        "reconstructed": state.tables.reconstructed[state.material],
        "turned": [name for card, name in enumerate(state.tables.names) if card not in unturned],
        "left": int(state.tables.rounds - state.round),
        "removed": MATERIAL_CARDS - int(state.tables.rounds),
    }


def shown(state: EketorpState, owner: i64, viewer: i64) -> bool:
    """Whether the viewer sees where the owner's Vikings stand (EK-024, EK-033)."""
    return state.phase != DEPLOY or owner == viewer


def storage_field(state: EketorpState, field: i64, viewer: i64) -> dict[str, Any]:
    vikings = [int(state.on_field(each, field)) if shown(state, each, viewer) else 0 for each in range(state.seats)]
    kind = int((state.kinds >> (KIND_BITS * field)) & 7)
    return {
        "field": FIELDS[field],
        "brick": BRICKS[kind - 1] if kind else None,
        "bricks": int(state.bricks_on(field)),
        "vikings": vikings,
        "status": field_status(state, field, sum(vikings)),
    }


def field_status(state: EketorpState, field: i64, vikings: int) -> str:
    if state.phase == DEPLOY or not vikings:
        return "quiet"
    return "contested" if (state.fights >> (FIELD_BITS * field)) & 63 else "peaceful"


def castle(state: EketorpState, owner: i64, viewer: i64) -> dict[str, Any]:
    stacks = state.castle[owner]
    home = state.home[owner] if shown(state, owner, viewer) else state.home[owner] + state.away(owner)
    return {
        "seat": int(owner),
        "sites": bricks.stacks(stacks),
        "bricks": int(bricks.bricks_in(stacks)),
        "value": int(bricks.value_of(stacks)),
        "beside": bricks.listed(scoring.beside(state, owner)),
        "home": int(home),
        "siege_fields": [siege_field(state, owner, engine, viewer) for engine in range(ENGINE_COUNT)],
    }


def siege_field(state: EketorpState, owner: i64, engine: i64, viewer: i64) -> dict[str, Any]:
    field = owner * ENGINE_COUNT + engine
    mark = bit(field)
    vikings = [int(each) for each in range(state.seats) if shown(state, each, viewer) and state.siege[each] & mark]
    loot = [(int(each), int((state.kept[each] >> (3 * field)) & 7)) for each in range(state.seats)]
    return {
        "engine": ENGINES[engine],
        "sites": [int(state.tables.first_site[engine]) + 1, int(state.tables.second_site[engine]) + 1],
        "vikings": vikings,
        "loot": next(({"seat": each, "brick": BRICKS[kind - 1]} for each, kind in loot if kind), None),
        "status": siege_status(state, mark, len(vikings)),
    }


def siege_status(state: EketorpState, mark: i64, vikings: int) -> str:
    if state.phase == DEPLOY or not vikings:
        return "quiet"
    if vikings > 1:
        return "contested"
    return "carried_out" if state.besieged & mark else "pending"


def in_station(state: EketorpState, seat: i64, station: i64) -> int:
    return int((state.hospital[seat] >> (4 * station)) & 15)


def player(state: EketorpState, seat: i64, viewer: i64) -> dict[str, Any]:
    known = state.open_hands & bit(seat) != 0
    return {
        "seat": int(seat),
        "hand_size": int(cards.size(state.hand[seat])),
        "hand": cards.listed(state.hand[seat]) if seat == viewer else None,
        "known": cards.listed(state.hand[seat]) if known else [],
        "holds_high": state.promised & bit(seat) != 0,
        "tray": cards.listed(state.tray[seat]),
        "amulets": int(state.amulets[seat]),
        "given_up": int(cards.size(state.given_up[seat])),
        "given_up_cards": cards.listed(state.given_up[seat]) if seat == viewer else None,
        "given_up_high": state.promised & bit(seat + 8) != 0,
        "vikings": int(state.tables.vikings[int(state.seats)]),
        "carried": bricks.listed(0 if scoring.beside(state, seat) else state.carried[seat]),
        "ready": ready(state, seat),
        "score": int(state.score(seat)),
    }


def ready(state: EketorpState, seat: i64) -> bool:
    """Whether the seat has given its part of a secret answer that others still owe."""
    if state.phase == DEPLOY:
        return not state.deploying & bit(seat)
    if state.phase == CARDS:
        return (seat == state.initiator or seat == state.opponent) and not state.awaited() & bit(seat)
    return False


def piles(state: EketorpState, viewer: i64) -> dict[str, Any]:
    """The draw and discard piles, and what the viewer knows of the cards that it cannot see."""
    given_up: i64 = 0
    for seat in range(state.seats):
        given_up += state.given_up[seat]
    own = state.given_up[viewer] if viewer >= 0 else 0
    return {
        "draw": int(cards.size(state.draw_pile)),
        "draw_known": cards.counted(state.memory[viewer if viewer >= 0 else state.seats]),
        "discard": int(cards.size(state.discards) + cards.size(given_up)),
        "discard_known": cards.counted(state.discards + own),
        "unseen": cards.counted(secrets.unseen(state, viewer)),
        "weak_hands": [
            {"seat": int(hand >> SHOWN_SEAT), "cards": cards.listed(hand & cards.EVERY_COUNT)} for hand in state.shown
        ],
    }


def plan(state: EketorpState, viewer: i64) -> dict[str, Any] | None:
    """The viewer's own deployment, while there is one to make."""
    if state.phase != DEPLOY or viewer < 0:
        return None
    return {
        "left": int(state.home[viewer]),
        "fields": [int(state.on_field(viewer, field)) for field in range(STORAGE_FIELDS)],
        "sieges": [[field // ENGINE_COUNT, ENGINES[field % ENGINE_COUNT]] for field in members_of(state.siege[viewer])],
        "from": int(deployment.cursor(state, viewer)),
    }


def battle(state: EketorpState, viewer: i64) -> dict[str, Any] | None:
    """The battle that is going on: who, where, what stands on it."""
    if state.place < 0:
        return None
    decided = state.opponent >= 0
    siege = decided and state.is_siege()
    own = None
    if viewer >= 0 and viewer == state.initiator:
        own = int(state.initiator_card) or None
    elif viewer >= 0 and viewer == state.opponent:
        own = int(state.opponent_card) or None
    return {
        "kind": "siege" if siege else "fight",
        "place": place_data(state.place),
        "initiator": int(state.initiator),
        "opponent": int(state.opponent) if decided else None,
        "opponents": members_of(battles.opponents(state, state.initiator, state.place)),
        "defended": bool(state.home[state.opponent]) if siege and state.phase <= CARDS else None,
        "exchanging": int(state.active) if state.phase == EXCHANGE else None,
        "my_card": own,
        "odds": odds.told(state, viewer),
        "damage": int(state.damage) if state.phase in (LOOT, KEEP) else None,
        "sites": sites_in_reach(state) if siege else [],
        "removed": bricks.listed(state.removed),
    }


def place_data(place: i64) -> dict[str, Any]:
    if place < STORAGE_FIELDS:
        return {"field": FIELDS[place]}
    field = int(place) - STORAGE_FIELDS
    return {"castle": field // ENGINE_COUNT, "engine": ENGINES[field % ENGINE_COUNT]}


def sites_in_reach(state: EketorpState) -> list[int]:
    return [int(loot.first_site(state)) + 1, int(loot.second_site(state)) + 1]
