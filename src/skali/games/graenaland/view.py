"""What a seat may see, by naming it.

Everybody sees the island, the cards that lie face up, the backs of all hands and what was done openly. Beside the backs of another
hand stands what the viewer has seen go into it. Unfinished proposals, orders, votes, payments and plans show to their owner only.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from skali.core.bits import bit, members_of, popcount
from skali.games.graenaland import cards, components, hidden, land, moves, payment, phases, scoring, sites, talk, votes
from skali.games.graenaland.decisions import claims, distribution, hero_orders, joint_works, paying
from skali.games.graenaland.position import GraenalandPosition


def view(position: GraenalandPosition, seat: i64) -> dict[str, Any]:
    agreed = position.agreed
    phase = hidden.seen_phase(position, seat)
    seats = range(int(agreed.seats))
    return {
        "game": "graenaland",
        "awaiting": position.awaiting(seat),
        "phase": phases.NAMES[phase],
        "mode": phases.MODE_NAMES[position.mode],
        "turn": int(position.turn) + 1,
        "round": int(position.turn // agreed.seats) + 1,
        "cap": int(agreed.cap),
        "grant": agreed.grant,
        "first": int(position.first),
        "leader": int(position.leader),
        "proposers": proposers(position),
        "army_track": int(agreed.tables.army_track),
        "three_player_rules": agreed.three,
        "territories": territories(position),
        "players": [player(position, each, seat) for each in seats],
        "hand": hand(position, seat) if seat >= 0 else None,
        "supply": {
            "display": supply_cards(position, position.display),
            "deck": int(popcount(position.supply_deck)),
            "discard": supply_cards(position, position.supply_discard),
        },
        "decks": decks(position),
        "tokens": {
            name: int(agreed.tables.tokens[work]) - int(land.works_built(position, work))
            for work, name in enumerate(moves.WORKS)
        },
        "prices": prices(position),
        "proposal": proposal(position, seat),
        "order": own_order(position, seat),
        "vote": own_vote(position, seat),
        "project": project(position, seat, phase),
        "joint": joint_work(position, phase),
        "placements": int(position.placements),
        "crowded": agreed.island.names[position.site] if phase == phases.CAMP else None,
        "victory": victory(position, seat),
        "plan": plan(position, seat),
        "winner": None if position.winner < 0 else int(position.winner),
        "talk": talk.talk(position),
    }


def awaiting(position: GraenalandPosition, seat: i64) -> list[int]:
    """Whom the seat may know to be awaited: of a secret decision all who take part, but not itself once it has answered."""
    if position.phase == phases.OVER:
        return []
    if not position.asked:
        return [int(position.active)]
    return [each for each in members_of(position.asked) if each != seat or not position.answered & bit(seat)]


def territories(position: GraenalandPosition) -> list[dict[str, Any]]:
    island = position.agreed.island
    table = votes.table(position)
    seats = range(int(position.agreed.seats))
    shown: list[dict[str, Any]] = []
    for site in range(int(island.count)):
        owners = [int(land.builder_of(position, site, kind)) for kind in range(3)]
        terrain = components.TERRAINS[int(island.terrain[site])]
        total = sum(table[site])
        shown.append(
            {
                "id": island.names[site],
                "terrain": terrain,
                "row": components.ROWS[0 if site < island.coast else 1],
                "column": site if site < island.coast else site - int(island.coast),
                "adjacent": [island.names[other] for other in members_of(island.adjacent[site])],
                "village_price": components.price_counts(island.village[site]),
                "improvement_symbol": moves.RESOURCES[int(island.symbol[site])],
                "building_slots": terrain != "mountains",
                "villages": [int(position.land[land.VILLAGES + site * land.SEATS + seat]) for seat in seats],
                "buildings": {
                    name: None if owners[k] < 0 else owners[k] for k, name in enumerate(components.BUILDINGS)
                },
                "colonies": [int(land.colonies_at(position, site, seat)) for seat in seats],
                "works": [name for work, name in enumerate(moves.WORKS) if land.has_work(position, site, work)],
                "heroes": [
                    {"seat": seat, "hero": name}
                    for seat in seats
                    for hero, name in enumerate(moves.HEROES)
                    if land.hero_at(position, seat, hero) == site
                ],
                "cards": face_counts(position, cards.UP + site * cards.FACES),
                "face_down": int(position.cards[cards.DOWN_COUNT + site]),
                "limit": int(land.settled(position, site)) + 1,
                "votes": table[site],
                "votes_needed": total // 2 + 1 if total else 0,
                "vote_sources": votes.sources(position, site),
                "emptied": bool(position.emptied & bit(site)),
                "arrived": [int(position.land[land.ARRIVED + site * land.SEATS + seat]) for seat in seats],
            }
        )
    return shown


def face_counts(position: GraenalandPosition, first: int) -> dict[str, int]:
    counts = {name: int(position.cards[first + face]) for face, name in enumerate(moves.RESOURCES)}
    return {name: count for name, count in counts.items() if count}


def player(position: GraenalandPosition, seat: int, viewer: i64) -> dict[str, Any]:
    names = position.agreed.island.names
    counts = int(scoring.column_counts(position, seat))
    shown: dict[str, Any] = {} if position.agreed.cards else objectives(position, seat)
    shown |= {
        "army": int(land.army(position, seat)),
        "houses": int(position.agreed.tables.houses - 1 - land.own_colonies(position, seat)),
        "markets": int(land.markets_of(position, seat)),
        "heroes": {},
        "waiting": {},
        "backs": {name: int(cards.back_count(position, seat, back)) for back, name in enumerate(components.TERRAINS)}
        | {"ship": int(popcount(position.supplies[seat]))},
        "seen": seen_cards(position, seat, viewer),
        "seen_supply": [] if seat == viewer else supply_cards(position, hidden.known_supply(position, viewer, seat)),
        "pledged": joint_works.pledged_by(position, seat),
        "offers": {
            "accepted": int(position.land[land.AGREED + seat]),
            "refused": int(position.land[land.REFUSED + seat]),
        },
        "standing": {column: (counts >> (8 * at)) & 255 for at, column in enumerate(components.COLUMNS)},
    }
    for hero, name in enumerate(moves.HEROES):
        at, waits = int(land.hero_at(position, seat, hero)), int(land.waits_for(position, seat, hero))
        if at >= 0:
            shown["heroes"][name] = names[at]
        if waits >= 0:
            shown["waiting"][name] = names[waits]
    shown["minstrel_first"] = bool(position.land[land.MINSTREL_FIRST + seat])
    return shown


def objectives(position: GraenalandPosition, seat: int) -> dict[str, Any]:
    """How many objectives a player meets, and how many more would win (GR-190)."""
    met = int(scoring.objectives_met(position, seat))
    return {"objectives": met, "missing": max(0, int(position.agreed.tables.needed) - met)}


def seen_cards(position: GraenalandPosition, seat: int, viewer: i64) -> dict[str, dict[str, int]] | None:
    """What the viewer has seen of another hand, by back (GR-035); nothing of its own, which it can look at."""
    if seat == viewer:
        return None
    who = position.agreed.seats if viewer < 0 else viewer
    shown: dict[str, dict[str, int]] = {}
    for type, count in enumerate(position.known.seen(who, seat)[: cards.TYPES]):
        if count:
            shown.setdefault(cards.back_of_type(type), {})[moves.RESOURCES[type % cards.FACES]] = count
    return shown


def hand(position: GraenalandPosition, seat: i64) -> dict[str, Any]:
    """The viewer's own cards: by kind, and by back and face."""
    kinds = {moves.HAND_KINDS[kind]: int(cards.kind_count(position, seat, kind)) for kind in range(moves.KINDS)}
    base = int(cards.HAND + seat * cards.TYPES)
    return {
        "kinds": {kind: count for kind, count in kinds.items() if count},
        "cards": {back: face_counts(position, base + at * cards.FACES) for at, back in enumerate(components.TERRAINS)},
        "supply": supply_cards(position, position.supplies[seat]),
    }


def supply_cards(position: GraenalandPosition, held: i64) -> list[dict[str, str]]:
    names = position.agreed.tables.supply_names
    return [{"id": names[card], "card": cards.supply_name(position, card)} for card in members_of(held)]


def decks(position: GraenalandPosition) -> dict[str, Any]:
    """The number of cards in each deck, its discards, and what the whole deck is made of."""
    shown: dict[str, Any] = {}
    for back, name in enumerate(components.TERRAINS):
        whole = {
            face: int(position.agreed.tables.deck[back * cards.FACES + at]) for at, face in enumerate(moves.RESOURCES)
        }
        shown[name] = {
            "left": sum(int(position.cards[cards.DECK + back * cards.FACES + face]) for face in range(cards.FACES)),
            "discard": face_counts(position, cards.DISCARD + back * cards.FACES),
            "made_of": {face: count for face, count in whole.items() if count},
        }
    return shown


def prices(position: GraenalandPosition) -> dict[str, dict[str, int]]:
    listed = position.agreed.tables.prices
    names = (*components.BUILDINGS, *moves.UNITS, *moves.WORKS)
    return {name: components.price_counts(listed[at]) for at, name in enumerate(names)}


def proposal(position: GraenalandPosition, seat: i64) -> dict[str, Any] | None:
    """The proposal on the table; while it is composed, its proposer's draft (GR-090)."""
    if position.phase != phases.VOTE and (position.phase != phases.ALLOTMENT or seat != position.proposer):
        return {"proposer": int(position.proposer)} if position.phase in (phases.PROPOSAL, phases.ALLOTMENT) else None
    shown: dict[str, Any] = {
        "proposer": int(position.proposer),
        "territory": position.territory(position.site),
        "shares": distribution.allotment(position),
    }
    if position.phase == phases.ALLOTMENT:
        shown["next"] = distribution.CARD_NAMES[position.card_kind]
        shown["left"] = int(position.cards_left)
        shown["floor"] = int(position.floor)
    return shown


def proposers(position: GraenalandPosition) -> list[int]:
    """Who may propose in this turn, in their order (GR-077)."""
    seats = int(position.agreed.seats)
    return [(int(position.leader) + step) % seats for step in range(1, seats)]


def own_order(position: GraenalandPosition, seat: i64) -> str | None:
    """The order that the seat has written down."""
    if position.phase != phases.HERO_ORDERS or seat < 0 or not position.answered & bit(seat):
        return None
    return position.rules.moves.show(int(moves.STAY + hero_orders.order_of(position, seat)))


def own_vote(position: GraenalandPosition, seat: i64) -> str | None:
    if position.phase != phases.VOTE or seat < 0 or not position.answered & bit(seat):
        return None
    return "accept" if distribution.accepts(position, seat) else "refuse"


def project(position: GraenalandPosition, seat: i64, phase: i64) -> dict[str, Any] | None:
    """What is being built: public as soon as it is named; how it is paid, only to the payer."""
    if phase < phases.MENU or phase == phases.OVER:
        return None
    shown: dict[str, Any] = {
        "builder": int(position.builder),
        "project": None if position.project < 0 else moves.PROJECTS[position.project],
        "territory": None,
        "unit": moves.UNITS[position.unit] if position.project == sites.ARMY_STEP and phase == phases.PAYMENT else None,
        "price": components.price_counts(position.price) if phase == phases.PAYMENT else None,
        "gifts_left": members_of(position.gifts),
        "markets_left": int(payment.uses_left(position)),
        "market_uses": int(position.uses_made),
        "supply_taken": position.supply_taken,
        "joint_used": position.joint_used,
        "builders_to_come": int(position.final_left),
    }
    if position.site >= 0 and phase in (phases.PAYMENT, phases.GIFT, phases.HERO_SEAT):
        shown["territory"] = position.territory(position.site)
    if phase == phases.PAYMENT and seat == position.builder:
        shown["ways"] = paying.ways_to_pay(position)
        shown["asked"] = moves.HAND_KINDS[position.pay_kind]
    if phase == phases.MENU and seat == position.builder:
        shown["offers"] = offers(position, seat)
    return shown


def offers(position: GraenalandPosition, seat: i64) -> list[dict[str, Any]]:
    """What the builder may build, whatever it costs, and where he can pay it; a village and a unit each by itself."""
    uses = payment.uses_left(position)
    shown: list[dict[str, Any]] = []
    for project in range(sites.ALL_PROJECTS):
        if project == sites.ARMY_STEP:
            for unit, name in enumerate(moves.UNITS):
                if sites.unit_fault(position, seat, unit) == 0:
                    price = position.agreed.tables.prices[components.PEASANTS + unit]
                    shown.append(offer(position, seat, project, price, 0) | {"unit": name})
        elif project == sites.VILLAGE:
            open = sites.open_sites(position, seat, project, uses)
            for site in members_of(sites.legal_sites(position, seat, project)):
                price = sites.price_of(position, project, site)
                here = {"territory": position.territory(site)}
                shown.append(offer(position, seat, project, price, open & bit(site)) | here)
        elif project < sites.ARMY_STEP or position.mode != phases.FINAL:
            open = sites.open_sites(position, seat, project, uses)
            shown.append(offer(position, seat, project, sites.price_of(position, project, 0), open))
    return shown


def offer(position: GraenalandPosition, seat: i64, project: i64, price: i64, open: i64) -> dict[str, Any]:
    """A price, what of it the hand lacks, how much of that neither gold nor markets make good, and where it can be built."""
    uses = payment.uses_left(position)
    hand = position.hands[seat]
    lacks = payment.lacking(price, (hand & payment.PLAIN) + cards.symbols_held(position, seat))
    short = int(components.units(lacks)) - int((hand >> 32) & 255) - int(uses)
    return {
        "project": moves.PROJECTS[project],
        "price": components.price_counts(price),
        "lacks": components.price_counts(lacks),
        "short": 0 if payment.payable(position, seat, price, uses) else max(1, short),
        "sites": [position.territory(site) for site in members_of(open)],
    }


def joint_work(position: GraenalandPosition, phase: i64) -> dict[str, Any] | None:
    """The joint work that has been announced, or the leader's choice so far where he may see it."""
    being_paid = phase == phases.PAYMENT and position.project < 0
    if phase == phases.JOINT_SITE:
        return {"work": moves.WORKS[position.work], "territory": None, "open": None}
    if phase != phases.PLEDGES and phase != phases.JOINT_DECISION and not being_paid:
        return None
    return {
        "work": moves.WORKS[position.work],
        "territory": position.territory(position.site),
        "open": components.price_counts(position.price),
        "floor": int(position.floor),
    }


def victory(position: GraenalandPosition, seat: i64) -> dict[str, Any]:
    """What wins: the condition card, or the viewer's own victory card and those that are revealed."""
    tables = position.agreed.tables
    if not position.agreed.cards:
        aims = {column: int(tables.objectives[at]) for at, column in enumerate(components.COLUMNS)}
        return {"mode": "conditions", "needed": int(tables.needed), "objectives": aims}
    known = {each: int(position.kept(each)) for each in members_of(position.revealed)}
    if seat >= 0 and position.kept(seat) >= 0:
        known[int(seat)] = int(position.kept(seat))
    return {
        "mode": "cards",
        "needed": int(tables.points),
        "dealt": claims.dealt_names(position, seat) if seat >= 0 else [],
        "cards": {str(each): victory_card(position, card) for each, card in sorted(known.items())},
        "offered": [victory_card(position, card) for card in members_of(position.dealt[seat])]
        if seat >= 0 and position.phase == phases.VICTORY_CARD
        else [],
        "revealed": members_of(position.revealed),
    }


def victory_card(position: GraenalandPosition, card: int) -> dict[str, Any]:
    """A card's name, thresholds and shades (GR-237, GR-239)."""
    tables = position.agreed.tables
    levels = {
        column: [int(tables.thresholds[card * 15 + at * 3 + level]) for level in range(3)]
        for at, column in enumerate(components.COLUMNS)
    }
    return {"id": tables.victory_names[card], "levels": levels, "shades": dict(tables.shades[card])}


def plan(position: GraenalandPosition, seat: i64) -> dict[str, Any] | None:
    """The viewer's own claim plan: its moves, the points it would give, and what would be left in hand."""
    if position.phase != phases.CLAIMS or seat < 0:
        return None
    if position.answered & bit(seat):
        return {"claimed": int(claims.claimed(position, seat))}
    if not position.planning & bit(seat):
        return None
    trial = claims.planned(position, seat)
    return {
        "moves": [position.rules.moves.show(move) for move in claims.planned_moves(position, seat)],
        "points": int(scoring.score(trial, seat)),
        "hand": hand(trial, seat),
        "step": phases.NAMES[trial.phase],
        "project": project(trial, seat, trial.phase),
        "colonies": [int(land.colonies_at(trial, site, seat)) for site in range(int(position.agreed.island.count))],
        "army": int(land.army(trial, seat)),
    }
