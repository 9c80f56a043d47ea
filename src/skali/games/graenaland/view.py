"""What a seat may see, by naming it; and what it is asked.

Everybody sees the island, the cards that lie face up, the backs of all hands and what was done openly. Beside the backs of another
hand stands what the viewer has seen go into it. Unfinished proposals, orders, votes, payments and plans show to their owner only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from skali.core.bits import bit, members_of, popcount
from skali.core.protocol import WAITING, Prompt
from skali.games.graenaland import (
    build,
    cards,
    claims,
    distribution,
    heroes,
    hidden,
    joint,
    land,
    legality,
    payment,
    scoring,
    talk,
    votes,
)
from skali.games.graenaland.cards import DECK, DISCARD, DOWN_COUNT, FACES, HAND, TYPES, UP
from skali.games.graenaland.components import BUILDINGS, COLUMNS, ROWS, STEPS, TERRAINS, price_counts
from skali.games.graenaland.heroes import ORDER_BITS
from skali.games.graenaland.moves import (
    ACCEPT,
    DIRECTIONS,
    HAND_KINDS,
    HEROES,
    KINDS,
    PROJECTS,
    RESOURCES,
    STAY,
    SUPPLIES,
    UNITS,
    WORKS,
)
from skali.games.graenaland.phases import (
    ALLOTMENT,
    BUILDING_SITE,
    CAMP,
    CLAIMS,
    FINAL,
    GIFT,
    GRANTED,
    HERO_ORDERS,
    HERO_SEAT,
    JOINT_DECISION,
    JOINT_KIND,
    JOINT_SITE,
    MENU,
    MODE_NAMES,
    OVER,
    PAYMENT,
    PHASE_NAMES,
    PLEDGES_OPEN,
    PROPOSAL,
    SUPPLY_CARD,
    UNIT,
    VICTORY_CARD,
    VOTE,
)
from skali.games.graenaland.sites import ARMY_STEP

if TYPE_CHECKING:
    from skali.games.graenaland.state import GraenalandState


# What is asked


def prompt(state: GraenalandState, seat: i64) -> Prompt:
    if int(seat) not in state.to_act():
        return WAITING
    decision = f"GR-D{int(legality.decision(state)):02d}"
    if state.phase == CLAIMS:
        return claim_prompt(state, seat)
    kind, data = asked(state, seat)
    usual = usual_answer(state, seat)
    if usual >= 0:
        data["standing"] = state.rules.moves.show(usual)
    return Prompt(kind, decision, data)


def usual_answer(state: GraenalandState, seat: i64) -> int:
    """A proposer's vote for the own proposal, or the only order that is left to a seat; else -1.

    Both are answered in secret. Where a seat is asked because its hand is secret (GR-257), a quick answer would tell of the hand.
    """
    if state.phase == VOTE:
        return ACCEPT if seat == state.proposer else -1
    if state.phase == HERO_ORDERS:
        legal = state.legal_moves(seat)
        return legal[0] if len(legal) == 1 else -1
    return -1


def asked(state: GraenalandState, seat: i64) -> tuple[str, dict[str, Any]]:
    """The kind of question and what its sentence needs."""
    phase = state.phase
    names = state.agreed.island.names
    here = names[state.site] if state.site >= 0 else ""
    if phase < CAMP:
        return ("first_place" if state.placements < state.agreed.seats else "second_place"), {}
    if phase == CAMP:
        return "camp", {"territory": here}
    if phase == VICTORY_CARD:
        return "victory_card", {"cards": victory_names(state, state.dealt[seat])}
    if phase == HERO_ORDERS:
        return "hero_order", {"to": heroes_to(state, seat)}
    if phase == PROPOSAL:
        return "proposal", {}
    if phase == ALLOTMENT:
        return "allotment", {"territory": here, "card": distribution.CARD_NAMES[state.card_kind]}
    if phase == VOTE:
        needed = int(votes.total(state, state.site)) // 2 + 1
        data = {"seat": int(state.proposer), "territory": here, "needed": needed}
        data["yours"] = distribution.allotment(state)[seat] or ["nothing"]
        return "vote", data | {"votes": int(votes.of(state, state.site, seat))}
    if phase == JOINT_KIND:
        return "joint_kind", {}
    if phase == JOINT_SITE:
        return "joint_site", {"work": WORKS[state.work]}
    if phase in (PLEDGES_OPEN, JOINT_DECISION):
        data = {"work": WORKS[state.work], "territory": here, "open": price_list(state.price)}
        return ("pledge" if phase == PLEDGES_OPEN else "joint_decision"), data
    return build_question(state)


def heroes_to(state: GraenalandState, seat: i64) -> dict[str, dict[str, str]]:
    """Where each order would lead: by hero and direction."""
    island = state.agreed.island
    shown: dict[str, dict[str, str]] = {}
    for hero, name in enumerate(HEROES):
        for field, direction in enumerate(DIRECTIONS, 1):
            if heroes.order_fault(state, seat, hero, field) == 0:
                target = int(island.target[land.hero_at(state, seat, hero) * STEPS + field])
                shown.setdefault(name, {})[direction] = island.names[target]
    return shown


def build_question(state: GraenalandState) -> tuple[str, dict[str, Any]]:
    phase = state.phase
    if phase == MENU:
        due = build.supply_due(state) and state.mode not in (GRANTED, FINAL)
        return f"menu_{MODE_NAMES[state.mode]}", {"supply_due": due, "markets": int(build.uses_left(state))}
    if phase == SUPPLY_CARD:
        return "supply_card", {}
    if phase == BUILDING_SITE:
        return "building_site", {"project": PROJECTS[state.project]}
    if phase == UNIT:
        return "unit", {}
    if phase == PAYMENT:
        kind = HAND_KINDS[state.pay_kind]
        return "payment", {"kind": kind, "price": price_list(state.price), "ways": ways_to_pay(state)}
    if phase == GIFT:
        receiver = int(build.next_receiver(state))
        return "gift", {"to": receiver, "territory": state.agreed.island.names[state.site]}
    if phase == HERO_SEAT:
        hero = HEROES[state.project - 1]
        return "hero_seat", {"hero": hero, "territory": state.agreed.island.names[state.site]}
    return "grantee", {}


def claim_prompt(state: GraenalandState, seat: i64) -> Prompt:
    if not state.planning & bit(seat):
        return Prompt("claim", "GR-D09", {"points": int(scoring.score(state, seat))})
    trial = claims.planned(state, seat)
    points = int(claims.planned_points(state, trial, seat))
    if trial.phase == MENU:
        return Prompt("plan", "GR-D09", {"points": points, "markets": int(build.uses_left(trial))})
    kind, data = build_question(trial)
    return Prompt(f"plan_{kind}", "GR-D09", data)


def price_list(price: i64) -> list[str]:
    """The units of a price one by one."""
    return [name for name, count in price_counts(price).items() for _ in range(count)]


def ways_to_pay(state: GraenalandState) -> list[dict[str, int]]:
    """The payments that are still open, the plain ones first and gold last."""

    def silliness(way: int) -> tuple[int, int, int]:
        return ((way >> (4 * SUPPLIES)) & 15, int(payment.uses_of(state, way, state.price)), way)

    ways = sorted((int(way) for way in state.payments), key=silliness)
    return [payment.spelled(way) for way in ways]


# What is seen


def view(state: GraenalandState, seat: i64) -> dict[str, Any]:
    agreed = state.agreed
    phase = hidden.seen_phase(state, seat)
    seats = range(int(agreed.seats))
    return {
        "game": "graenaland",
        "awaiting": awaiting(state, seat),
        "phase": PHASE_NAMES[phase],
        "mode": MODE_NAMES[state.mode],
        "turn": int(state.turn) + 1,
        "round": int(state.turn // agreed.seats) + 1,
        "cap": int(agreed.cap),
        "grant": agreed.grant,
        "first": int(state.first),
        "leader": int(state.leader),
        "three_player_rules": agreed.three,
        "territories": territories(state),
        "players": [player(state, each, seat) for each in seats],
        "hand": hand(state, seat) if seat >= 0 else None,
        "supply": {
            "display": supply_cards(state, state.display),
            "deck": int(popcount(state.supply_deck)),
            "discard": supply_cards(state, state.supply_discard),
        },
        "decks": decks(state),
        "tokens": {
            name: int(agreed.tables.tokens[work]) - int(land.works_built(state, work))
            for work, name in enumerate(WORKS)
        },
        "prices": prices(state),
        "proposal": proposal(state, seat),
        "order": own_order(state, seat),
        "vote": own_vote(state, seat),
        "project": project(state, seat, phase),
        "joint": joint_work(state, phase),
        "placements": int(state.placements),
        "crowded": agreed.island.names[state.site] if phase == CAMP else None,
        "victory": victory(state, seat),
        "plan": plan(state, seat),
        "winner": None if state.winner < 0 else int(state.winner),
        "talk": talk.talk(state),
    }


def awaiting(state: GraenalandState, seat: i64) -> list[int]:
    """Whom the seat may know to be awaited: of a secret decision all who take part, but not itself once it has answered."""
    if state.phase == OVER:
        return []
    if not state.asked:
        return [int(state.active)]
    return [each for each in members_of(state.asked) if each != seat or not state.answered & bit(seat)]


def territories(state: GraenalandState) -> list[dict[str, Any]]:
    island = state.agreed.island
    table = votes.table(state)
    seats = range(int(state.agreed.seats))
    shown: list[dict[str, Any]] = []
    for site in range(int(island.count)):
        owners = [int(land.builder_of(state, site, kind)) for kind in range(3)]
        terrain = TERRAINS[int(island.terrain[site])]
        total = sum(table[site])
        shown.append(
            {
                "id": island.names[site],
                "terrain": terrain,
                "row": ROWS[0 if site < island.coast else 1],
                "column": site if site < island.coast else site - int(island.coast),
                "adjacent": [island.names[other] for other in members_of(island.adjacent[site])],
                "village_price": price_counts(island.village[site]),
                "improvement_symbol": RESOURCES[int(island.symbol[site])],
                "building_slots": terrain != "mountains",
                "villages": [int(state.land[land.VILLAGES + site * land.SEATS + seat]) for seat in seats],
                "buildings": {name: None if owners[k] < 0 else owners[k] for k, name in enumerate(BUILDINGS)},
                "colonies": [int(land.colonies_at(state, site, seat)) for seat in seats],
                "works": [name for work, name in enumerate(WORKS) if land.has_work(state, site, work)],
                "heroes": [
                    {"seat": seat, "hero": name}
                    for seat in seats
                    for hero, name in enumerate(HEROES)
                    if land.hero_at(state, seat, hero) == site
                ],
                "cards": face_counts(state, UP + site * FACES),
                "face_down": int(state.cards[DOWN_COUNT + site]),
                "limit": int(land.settled(state, site)) + 1,
                "votes": table[site],
                "votes_needed": total // 2 + 1 if total else 0,
                "emptied": bool(state.emptied & bit(site)),
                "arrived": [int(state.land[land.ARRIVED + site * land.SEATS + seat]) for seat in seats],
            }
        )
    return shown


def face_counts(state: GraenalandState, first: int) -> dict[str, int]:
    counts = {name: int(state.cards[first + face]) for face, name in enumerate(RESOURCES)}
    return {name: count for name, count in counts.items() if count}


def player(state: GraenalandState, seat: int, viewer: i64) -> dict[str, Any]:
    names = state.agreed.island.names
    standing = int(scoring.standing(state, seat))
    shown: dict[str, Any] = {} if state.agreed.cards else {"objectives": int(scoring.objectives_met(state, seat))}
    shown |= {
        "army": int(land.army(state, seat)),
        "houses": int(state.agreed.tables.houses - 1 - land.own_colonies(state, seat)),
        "markets": int(land.markets_of(state, seat)),
        "heroes": {},
        "waiting": {},
        "backs": {name: int(cards.back_count(state, seat, back)) for back, name in enumerate(TERRAINS)}
        | {"ship": int(popcount(state.supplies[seat]))},
        "seen": seen_cards(state, seat, viewer),
        "seen_supply": [] if seat == viewer else supply_cards(state, hidden.known_supply(state, viewer, seat)),
        "pledged": joint.pledged_by(state, seat),
        "standing": {column: (standing >> (8 * at)) & 255 for at, column in enumerate(COLUMNS)},
    }
    for hero, name in enumerate(HEROES):
        at, waits = int(land.hero_at(state, seat, hero)), int(land.waits_for(state, seat, hero))
        if at >= 0:
            shown["heroes"][name] = names[at]
        if waits >= 0:
            shown["waiting"][name] = names[waits]
    shown["minstrel_first"] = bool(state.land[land.MINSTREL_FIRST + seat])
    return shown


def seen_cards(state: GraenalandState, seat: int, viewer: i64) -> dict[str, dict[str, int]] | None:
    """What the viewer has seen of another hand, by back (GR-035); nothing of its own, which it can look at."""
    if seat == viewer:
        return None
    who = state.agreed.seats if viewer < 0 else viewer
    shown: dict[str, dict[str, int]] = {}
    for type, count in enumerate(state.known.seen(who, seat)[:TYPES]):
        if count:
            shown.setdefault(cards.back_of_type(type), {})[RESOURCES[type % FACES]] = count
    return shown


def hand(state: GraenalandState, seat: i64) -> dict[str, Any]:
    """The viewer's own cards: by kind, and by back and face."""
    kinds = {HAND_KINDS[kind]: int(cards.kind_count(state, seat, kind)) for kind in range(KINDS)}
    base = int(HAND + seat * TYPES)
    return {
        "kinds": {kind: count for kind, count in kinds.items() if count},
        "cards": {back: face_counts(state, base + at * FACES) for at, back in enumerate(TERRAINS)},
        "supply": supply_cards(state, state.supplies[seat]),
    }


def supply_cards(state: GraenalandState, held: i64) -> list[dict[str, str]]:
    names = state.agreed.tables.supply_names
    return [{"id": names[card], "card": cards.supply_name(state, card)} for card in members_of(held)]


def decks(state: GraenalandState) -> dict[str, Any]:
    """The number of cards in each deck, its discards, and what the whole deck is made of."""
    shown: dict[str, Any] = {}
    for back, name in enumerate(TERRAINS):
        whole = {face: int(state.agreed.tables.deck[back * FACES + at]) for at, face in enumerate(RESOURCES)}
        shown[name] = {
            "left": sum(int(state.cards[DECK + back * FACES + face]) for face in range(FACES)),
            "discard": face_counts(state, DISCARD + back * FACES),
            "made_of": {face: count for face, count in whole.items() if count},
        }
    return shown


def prices(state: GraenalandState) -> dict[str, dict[str, int]]:
    listed = state.agreed.tables.prices
    names = (*BUILDINGS, *UNITS, *WORKS)
    return {name: price_counts(listed[at]) for at, name in enumerate(names)}


def proposal(state: GraenalandState, seat: i64) -> dict[str, Any] | None:
    """The proposal on the table; while it is composed, its proposer's draft (GR-090)."""
    if state.phase != VOTE and (state.phase != ALLOTMENT or seat != state.proposer):
        return {"proposer": int(state.proposer)} if state.phase in (PROPOSAL, ALLOTMENT) else None
    shown: dict[str, Any] = {
        "proposer": int(state.proposer),
        "territory": state.agreed.island.names[state.site],
        "shares": distribution.allotment(state),
    }
    if state.phase == ALLOTMENT:
        shown["next"] = distribution.CARD_NAMES[state.card_kind]
        shown["left"] = int(state.cards_left)
        shown["floor"] = int(state.floor)
    return shown


def own_order(state: GraenalandState, seat: i64) -> str | None:
    """The order that the seat has written down."""
    if state.phase != HERO_ORDERS or seat < 0 or not state.answered & bit(seat):
        return None
    order = int(state.answers >> (ORDER_BITS * seat)) & 31
    return state.rules.moves.show(STAY + order)


def own_vote(state: GraenalandState, seat: i64) -> str | None:
    if state.phase != VOTE or seat < 0 or not state.answered & bit(seat):
        return None
    return "accept" if state.answers & bit(seat) else "refuse"


def project(state: GraenalandState, seat: i64, phase: i64) -> dict[str, Any] | None:
    """What is being built: public as soon as it is named; how it is paid, only to the payer."""
    if phase < MENU or phase == OVER:
        return None
    shown: dict[str, Any] = {
        "builder": int(state.builder),
        "project": None if state.project < 0 else PROJECTS[state.project],
        "territory": None,
        "unit": UNITS[state.unit] if state.project == ARMY_STEP and phase == PAYMENT else None,
        "price": price_counts(state.price) if phase == PAYMENT else None,
        "gifts_left": members_of(state.gifts),
        "markets_left": int(build.uses_left(state)),
        "market_uses": int(state.uses_made),
        "supply_taken": state.supply_taken,
        "joint_used": state.joint_used,
        "builders_to_come": int(state.final_left),
    }
    if state.site >= 0 and phase in (PAYMENT, GIFT, HERO_SEAT):
        shown["territory"] = state.agreed.island.names[state.site]
    if phase == PAYMENT and seat == state.builder:
        shown["ways"] = ways_to_pay(state)
        shown["asked"] = HAND_KINDS[state.pay_kind]
    return shown


def joint_work(state: GraenalandState, phase: i64) -> dict[str, Any] | None:
    """The joint work that has been announced, or the leader's choice so far where he may see it."""
    paying = phase == PAYMENT and state.project < 0
    if phase == JOINT_SITE:
        return {"work": WORKS[state.work], "territory": None, "open": None}
    if phase != PLEDGES_OPEN and phase != JOINT_DECISION and not paying:
        return None
    return {
        "work": WORKS[state.work],
        "territory": state.agreed.island.names[state.site],
        "open": price_counts(state.price),
        "floor": int(state.floor),
    }


def victory(state: GraenalandState, seat: i64) -> dict[str, Any]:
    """What wins: the condition card, or the viewer's own victory card and those that are revealed."""
    tables = state.agreed.tables
    if not state.agreed.cards:
        aims = {column: int(tables.objectives[at]) for at, column in enumerate(COLUMNS)}
        return {"mode": "conditions", "needed": int(tables.needed), "objectives": aims}
    known = {each: int(state.kept(each)) for each in members_of(state.revealed)}
    if seat >= 0 and state.kept(seat) >= 0:
        known[int(seat)] = int(state.kept(seat))
    return {
        "mode": "cards",
        "needed": int(tables.points),
        "dealt": victory_names(state, state.dealt[seat]) if seat >= 0 else [],
        "cards": {str(each): victory_card(state, card) for each, card in sorted(known.items())},
        "offered": [victory_card(state, card) for card in members_of(state.dealt[seat])]
        if seat >= 0 and state.phase == VICTORY_CARD
        else [],
        "revealed": members_of(state.revealed),
    }


def victory_names(state: GraenalandState, held: i64) -> list[str]:
    return [state.agreed.tables.victory_names[card] for card in members_of(held)]


def victory_card(state: GraenalandState, card: int) -> dict[str, Any]:
    """A card's name, thresholds and shades (GR-237, GR-239)."""
    tables = state.agreed.tables
    levels = {
        column: [int(tables.thresholds[card * 15 + at * 3 + level]) for level in range(3)]
        for at, column in enumerate(COLUMNS)
    }
    return {"id": tables.victory_names[card], "levels": levels, "shades": dict(tables.shades[card])}


def plan(state: GraenalandState, seat: i64) -> dict[str, Any] | None:
    """The viewer's own claim plan: its moves, the points it would give, and what would be left in hand."""
    if state.phase != CLAIMS or seat < 0:
        return None
    if state.answered & bit(seat):
        return {"claimed": int(claims.claimed(state, seat))}
    if not state.planning & bit(seat):
        return None
    trial = claims.planned(state, seat)
    entries = [int(entry) for entry in state.plan]
    moves = [entry % claims.PLANNED for entry in entries if entry // claims.PLANNED == seat]
    return {
        "moves": [state.rules.moves.show(move) for move in moves],
        "points": int(claims.planned_points(state, trial, seat)),
        "hand": hand(trial, seat),
        "step": PHASE_NAMES[trial.phase],
        "project": project(trial, seat, trial.phase),
        "colonies": [int(land.colonies_at(trial, site, seat)) for site in range(int(state.agreed.island.count))],
        "army": int(land.army(trial, seat)),
    }
