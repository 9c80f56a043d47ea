"""What a seat may see of Eketorp.

Everything lies open but hands, given-up cards, cards laid face down and deployments before the reveal. ``known`` is
the memory of the table: what everybody has seen go into a hand (EK-064).
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.bits import bit, full, members_of
from skali.games.eketorp import battles, bricks, cards, components, hidden, moves, odds, phases, saved, scoring, storage
from skali.games.eketorp.decisions import deploy, loot
from skali.games.eketorp.position import GIVEN_UP, SHOWN_SEAT, EketorpPosition


def view(position: EketorpPosition, seat: i64) -> dict[str, Any]:
    return {
        "game": "eketorp",
        "awaiting": position.to_act(),
        "phase": phases.NAMES[position.phase],
        "round": int(position.round),
        "rounds": int(position.tables.rounds),
        "start_player": int(position.start_player),
        "active": int(position.active),
        "material": material(position),
        "fields": [storage_field(position, field, seat) for field in range(moves.STORAGE_FIELDS)],
        "castles": [castle(position, owner, seat) for owner in range(position.seats)],
        "hospital": [
            [int(saved.in_station(position, each, station)) for each in range(position.seats)] for station in range(4)
        ],
        "hospital_exit": "reach_last" if position.reach_last else "past_last",
        "supply": dict(zip(bricks.NAMES, bricks.counted(position.supply))),
        "values": {name: kind for kind, name in enumerate(bricks.NAMES, 1)},
        "places": bricks.PLACES,
        "players": [player(position, each, seat) for each in range(position.seats)],
        "piles": piles(position, seat),
        "plan": plan(position, seat),
        "battle": battle(position, seat),
        "settled": settled(position, seat),
        "scores": [int(position.score(each)) for each in range(position.seats)],
    }


def material(position: EketorpPosition) -> dict[str, Any]:
    """The card of the round, what it shows at this table, and which cards were turned up so far."""
    unturned = members_of(position.unturned)
    shown = storage.bricks_of(position, position.material)
    kinds = position.tables.kinds[position.material]
    return {
        "card": position.tables.names[position.material],
        "shows": [
            {
                "field": moves.FIELDS[field],
                "brick": bricks.NAMES[int((kinds >> (components.KIND_BITS * field)) & 7) - 1],
                "bricks": int((shown >> (components.FIELD_BITS * field)) & 63),
            }
            for field in range(moves.STORAGE_FIELDS)
            if (shown >> (components.FIELD_BITS * field)) & 63
        ],
        "reconstructed": position.tables.reconstructed[position.material],
        "turned": [name for card, name in enumerate(position.tables.names) if card not in unturned],
        "left": int(position.tables.rounds - position.round),
        "removed": components.CARDS - int(position.tables.rounds),
    }


def shown(position: EketorpPosition, owner: i64, viewer: i64) -> bool:
    """Whether the viewer sees where the owner's Vikings stand (EK-024, EK-033)."""
    return position.phase != phases.DEPLOY or owner == viewer


def storage_field(position: EketorpPosition, field: i64, viewer: i64) -> dict[str, Any]:
    vikings = [
        int(position.on_field(each, field)) if shown(position, each, viewer) else 0 for each in range(position.seats)
    ]
    kind = int(position.kind_on(field))
    return {
        "field": moves.FIELDS[field],
        "brick": bricks.NAMES[kind - 1] if kind else None,
        "bricks": int(position.bricks_on(field)),
        "vikings": vikings,
        "status": field_status(position, field, sum(vikings)),
    }


def field_status(position: EketorpPosition, field: i64, vikings: int) -> str:
    if position.phase == phases.DEPLOY or not vikings:
        return "quiet"
    return "contested" if (position.fights >> (components.FIELD_BITS * field)) & 63 else "peaceful"


def castle(position: EketorpPosition, owner: i64, viewer: i64) -> dict[str, Any]:
    stacks = position.castle[owner]
    home = position.home[owner] if shown(position, owner, viewer) else position.home[owner] + position.away(owner)
    return {
        "seat": int(owner),
        "sites": saved.stacks(stacks),
        "bricks": int(bricks.bricks_in(stacks)),
        "value": int(bricks.value_of(stacks)),
        "beside": bricks.listed(scoring.beside(position, owner)),
        "home": int(home),
        "siege_fields": [siege_field(position, owner, engine, viewer) for engine in range(moves.ENGINE_COUNT)],
    }


def siege_field(position: EketorpPosition, owner: i64, engine: i64, viewer: i64) -> dict[str, Any]:
    field = owner * moves.ENGINE_COUNT + engine
    mark = bit(field)
    vikings = [
        int(each) for each in range(position.seats) if shown(position, each, viewer) and position.siege[each] & mark
    ]
    kept = [(int(each), int(saved.kept_on(position, each, field))) for each in range(position.seats)]
    return {
        "engine": moves.ENGINES[engine],
        "sites": [int(position.tables.sites[2 * engine + side]) + 1 for side in range(2)],
        "vikings": vikings,
        "loot": next(({"seat": each, "brick": bricks.NAMES[kind - 1]} for each, kind in kept if kind), None),
        "status": siege_status(position, mark, len(vikings)),
    }


def siege_status(position: EketorpPosition, mark: i64, vikings: int) -> str:
    if position.phase == phases.DEPLOY or not vikings:
        return "quiet"
    if vikings > 1:
        return "contested"
    return "carried_out" if position.besieged & mark else "pending"


def player(position: EketorpPosition, seat: i64, viewer: i64) -> dict[str, Any]:
    known = position.open_hands & bit(seat) != 0
    return {
        "seat": int(seat),
        "hand_size": int(cards.size(position.hand[seat])),
        "hand": cards.listed(position.hand[seat]) if seat == viewer else None,
        "known": cards.listed(position.hand[seat]) if known else [],
        "holds_high": position.promised & bit(seat) != 0,
        "tray": cards.listed(position.tray[seat]),
        "amulets": int(position.amulets[seat]),
        "amulets_at_start": int(position.tables.amulets),
        "given_up": int(cards.size(position.given_up[seat])),
        "given_up_cards": cards.listed(position.given_up[seat]) if seat == viewer else None,
        "given_up_high": position.promised & bit(seat + GIVEN_UP) != 0,
        "vikings": int(position.tables.vikings[int(position.seats)]),
        "carried": bricks.listed(0 if scoring.beside(position, seat) else position.carried[seat]),
        "ready": ready(position, seat),
        "score": int(position.score(seat)),
    }


def ready(position: EketorpPosition, seat: i64) -> bool:
    """Whether the seat has given its part of a secret answer that others still owe."""
    if position.phase == phases.DEPLOY:
        return not position.deploying & bit(seat)
    if position.phase == phases.CARDS:
        return (seat == position.initiator or seat == position.opponent) and not position.awaited() & bit(seat)
    return False


def piles(position: EketorpPosition, viewer: i64) -> dict[str, Any]:
    """The draw and discard piles, and what the viewer knows of the cards that it cannot see."""
    given_up: i64 = 0
    for seat in range(position.seats):
        given_up += position.given_up[seat]
    own = position.given_up[viewer] if viewer >= 0 else 0
    return {
        "draw": int(cards.size(position.draw_pile)),
        "draw_known": cards.counted(position.memory[viewer if viewer >= 0 else position.seats]),
        "discard": int(cards.size(position.discards) + cards.size(given_up)),
        "discard_known": cards.counted(position.discards + own),
        "unseen": cards.counted(hidden.unseen(position, viewer)),
        "weak_hands": [
            {"seat": int(hand >> SHOWN_SEAT), "cards": cards.listed(hand & cards.EVERY_COUNT)}
            for hand in position.shown
        ],
    }


def plan(position: EketorpPosition, viewer: i64) -> dict[str, Any] | None:
    """The viewer's own deployment, while there is one to make."""
    if position.phase != phases.DEPLOY or viewer < 0:
        return None
    return {
        "left": int(position.home[viewer]),
        "fields": [int(position.on_field(viewer, field)) for field in range(moves.STORAGE_FIELDS)],
        "sieges": [
            [field // moves.ENGINE_COUNT, moves.ENGINES[field % moves.ENGINE_COUNT]]
            for field in members_of(position.siege[viewer])
        ],
        "from": int(deploy.cursor(position, viewer)),
    }


def battle(position: EketorpPosition, viewer: i64) -> dict[str, Any] | None:
    """The battle that is going on: who, where, what stands on it."""
    if position.place < 0:
        return None
    decided = position.opponent >= 0
    siege = decided and position.is_siege()
    own = None
    if viewer >= 0 and viewer == position.initiator:
        own = int(position.initiator_card) or None
    elif viewer >= 0 and viewer == position.opponent:
        own = int(position.opponent_card) or None
    return {
        "kind": "siege" if siege else "fight",
        "place": moves.place_data(position.place),
        "initiator": int(position.initiator),
        "opponent": int(position.opponent) if decided else None,
        "opponents": members_of(battles.opponents(position, position.initiator, position.place)),
        "defended": bool(position.home[position.opponent]) if siege and position.phase <= phases.CARDS else None,
        "exchanging": int(position.active) if position.phase == phases.EXCHANGE else None,
        "my_card": own,
        "odds": odds.told(position, viewer),
        "damage": int(position.damage) if position.phase in (phases.LOOT, phases.KEEP) else None,
        "sites": loot.sites_in_reach(position) if siege else [],
        "removed": bricks.listed(position.removed),
    }


def settled(position: EketorpPosition, viewer: i64) -> bool:
    """Whether the battles that are left in this round are others': none is fought by the viewer or for its castle."""
    if viewer < 0 or not phases.CALL <= position.phase <= phases.KEEP:
        return False
    if position.place >= 0 and (viewer == position.initiator or viewer == position.opponent):
        return False
    castle = full(moves.ENGINE_COUNT) << (moves.ENGINE_COUNT * viewer)
    return not battles.open_to(position, viewer) and not position.open_sieges & castle
