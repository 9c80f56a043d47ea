"""Graenaland in numbers, for programs that learn: what the view says to a seat. Hands show to their owners; of other hands, what
the seat has seen go into them. Unfinished proposals, orders, votes and payments show to those who make them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from skali.core.bits import bit, popcount
from skali.core.observation import Numbers, Part
from skali.core.protocol import Observation, State
from skali.games.graenaland import cards, components, hidden, land, moves, phases, scoring
from skali.games.graenaland.decisions import claims, distribution, hero_orders
from skali.games.graenaland.position import GraenalandPosition

SEATS: Final = 5
ASKED: Final = 21
SITES: Final = 9
SUPPLY: Final = 16
VICTORY: Final = 20
HEROES: Final = 3
FACES: Final = 5
SITE: Final = 60
PLAYER: Final = 159


class GraenalandObservation(Observation):
    def __init__(self) -> None:
        super().__init__(
            Part("seat", "who looks", SEATS),
            Part("players", "3, 4 or 5 players", 3),
            Part("options", "victory cards; rules for three; building granted; free start", 4),
            Part("cap", "turns until the game ends", 1, high=999),
            Part("phase", "what is asked, as the seat may know it", ASKED),
            Part("mode", "whose building: leading, granted, final", 3),
            Part("turn", "the turn", 1, high=999),
            Part("first", "the first leader", SEATS),
            Part("leader", "the leader", SEATS),
            Part("active", "who decides, where one does", SEATS),
            Part("asked", "who is asked, where several are", SEATS),
            Part("own", "1 if the seat has answered, 1 if it makes a claim plan", 2),
            Part("proposer", "who proposes", SEATS),
            Part("builder", "who builds", SEATS),
            Part("project", "what is built", 9),
            Part("unit", "the army step", 4),
            Part("price", "what is to be paid, by resource", 4, high=255),
            Part("gifts", "who is still owed an entry gift", SEATS),
            Part("building", "market uses made; 1 if a supply card was taken; 1 if a joint work was tried", 3, high=99),
            Part("end", "builders still to come in the final building", 1, high=SEATS),
            Part("winner", "the winner", SEATS),
            Part("placements", "villages placed in the free start", 1, high=99),
            Part("site", "the territory of the proposal, project, joint work or crowd", SITES),
            Part("work", "the joint work", 4),
            Part("allotting", "the first open receiver or pledge; the kind of card; cards left", 3, high=255),
            Part("allotted", "the proposal: by seat, cards of each face and face-down ones", SEATS, 6, high=40),
            Part("asked_kind", "the kind of card that the builder is asked to spend", moves.KINDS),
            Part("display", "supply cards that lie face up, and those discarded", 2, SUPPLY),
            Part("discards", "discarded cards, by back and face", cards.BACKS, FACES, high=components.LARGEST_DECK),
            Part("deck", "cards in each deck", cards.BACKS, high=components.LARGEST_DECK),
            Part("hand", "the seat's own cards, by back and face", cards.BACKS, FACES, high=components.LARGEST_DECK),
            Part("supplies", "the seat's own supply cards", SUPPLY),
            Part("dealt", "the victory cards that the seat was dealt, and the one that it has kept", 2, VICTORY),
            Part(
                "answer",
                "the seat's own: order + 1; 1 to accept, 2 to refuse; points claimed + 1",
                1,
                high=32,
            ),
            Part(
                "territories",
                "in their order: tile (9), terrain (4), symbol (5), price of a village (4), neighbours (9), villages "
                "and colonies of each seat (5 and 5), owner + 1 of keep, church and hall (3), works (4), cards face "
                "up (5), cards face down (1), 1 if it is emptied, when villages came in the free start (5)",
                SITES,
                SITE,
                high=255,
            ),
            Part(
                "seats",
                "by seat: 1 for a seat in play; cards of each back (4), supply cards; pledged supply cards (16) and "
                "cards (20); what the seat that looks has seen of the hand (36); a revealed victory card (20); army; "
                "1 if the minstrel comes first; where the heroes stand (27) and for which territory they wait (27); "
                "what counts for victory, by column (5)",
                SEATS,
                PLAYER,
                high=255,
            ),
        )

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, GraenalandPosition)
        position: GraenalandPosition = state
        agreed = position.agreed
        phase = hidden.seen_phase(position, seat)
        own = bit(seat) if seat >= 0 else i64(0)
        out.one_of(seat, SEATS)
        out.one_of(agreed.seats - 3, 3)
        out.flag(agreed.cards)
        out.flag(agreed.three)
        out.flag(agreed.grant)
        out.flag(agreed.free_start)
        out.add(agreed.cap)
        out.one_of(phase, ASKED)
        out.one_of(position.mode, 3)
        out.add(position.turn)
        out.one_of(position.first, SEATS)
        out.one_of(position.leader, SEATS)
        out.one_of(-1 if position.asked or phase == phases.OVER else position.active, SEATS)
        out.members(position.asked, SEATS)
        out.flag(position.answered & own != 0)
        out.flag(position.planning & own != 0)
        out.one_of(position.proposer, SEATS)
        self._building(position, seat, phase, out)
        out.members(position.display, SUPPLY)
        out.members(position.supply_discard, SUPPLY)
        _copy(position.cards, cards.DISCARD, cards.TYPES, out)
        for back in range(i64(cards.BACKS)):
            left: i64 = 0
            for face in range(i64(cards.FACES)):
                left += i64(position.cards[cards.DECK + back * cards.FACES + face])
            out.add(left)
        self._own(position, seat, phase, out)
        for site in range(agreed.island.count):
            self._territory(position, site, out)
        out.zeros((SITES - agreed.island.count) * SITE)
        for each in range(agreed.seats):
            self._player(position, each, seat, out)
        out.zeros((SEATS - agreed.seats) * PLAYER)

    def _building(self, position: GraenalandPosition, seat: i64, phase: i64, out: Numbers) -> None:
        """The project and the proposal, as far as they are out."""
        out.one_of(position.builder, SEATS)
        out.one_of(position.project, 9)
        out.one_of(position.unit, 4)
        out.packed(position.price, 4, 8)
        out.members(position.gifts, SEATS)
        out.add(position.uses_made)
        out.flag(position.supply_taken)
        out.flag(position.joint_used)
        out.add(position.final_left)
        out.one_of(position.winner, SEATS)
        out.add(position.placements)
        if phase != phases.PROPOSAL and phase != phases.JOINT_KIND:
            out.one_of(position.site, SITES)
            out.one_of(position.work, 4)
            out.add(position.floor)
            out.add(position.card_kind)
            out.add(position.cards_left)
            _copy(position.cards, cards.ALLOTTED, SEATS * 6, out)
        else:
            out.zeros(SITES + 4 + 3 + SEATS * 6)
        paying = phase == phases.PAYMENT and seat == position.builder
        out.one_of(position.pay_kind if paying else -1, moves.KINDS)

    def _own(self, position: GraenalandPosition, seat: i64, phase: i64, out: Numbers) -> None:
        if seat < 0:
            out.zeros(cards.TYPES + SUPPLY + 2 * VICTORY + 1)
            return
        _copy(position.cards, cards.HAND + seat * cards.TYPES, cards.TYPES, out)
        out.members(position.supplies[seat], SUPPLY)
        out.members(position.dealt[seat], VICTORY)
        out.one_of(position.kept(seat), VICTORY)
        answer: i64 = 0
        if position.answered & bit(seat):
            if phase == phases.HERO_ORDERS:
                answer = hero_orders.order_of(position, seat) + 1
            elif phase == phases.VOTE:
                answer = 1 if distribution.accepts(position, seat) else 2
            elif phase == phases.CLAIMS:
                answer = claims.claimed(position, seat) + 1
        out.add(answer)

    def _territory(self, position: GraenalandPosition, site: i64, out: Numbers) -> None:
        island = position.agreed.island
        out.one_of(i64(island.tile[site]), SITES)
        out.one_of(i64(island.terrain[site]), cards.BACKS)
        out.one_of(i64(island.symbol[site]), cards.FACES)
        out.packed(island.village[site], 4, 8)
        out.members(island.adjacent[site], SITES)
        _copy(position.land, land.VILLAGES + site * land.SEATS, land.SEATS, out)
        _copy(position.land, land.COLONIES + site * land.SEATS, land.SEATS, out)
        _copy(position.land, land.BUILDING + site * 3, 3, out)
        out.members(i64(position.land[land.WORKS + site]), 4)
        _copy(position.cards, cards.UP + site * cards.FACES, cards.FACES, out)
        out.add(i64(position.cards[cards.DOWN_COUNT + site]))
        out.flag(position.emptied & bit(site) != 0)
        _copy(position.land, land.ARRIVED + site * land.SEATS, land.SEATS, out)

    def _player(self, position: GraenalandPosition, seat: i64, viewer: i64, out: Numbers) -> None:
        out.add(1)
        for back in range(i64(cards.BACKS)):
            out.add(cards.back_count(position, seat, back))
        out.add(popcount(position.supplies[seat]))
        out.members(position.pledged_supplies[seat], SUPPLY)
        _copy(position.cards, cards.PLEDGED + seat * cards.TYPES, cards.TYPES, out)
        if seat == viewer:
            out.zeros(cards.KNOWN_TYPES)
        else:
            _copy(position.known.counts, hidden.known_row(position, viewer, seat), cards.KNOWN_TYPES, out)
        out.one_of(position.kept(seat) if position.revealed & bit(seat) else -1, VICTORY)
        out.add(land.army(position, seat))
        out.add(i64(position.land[land.MINSTREL_FIRST + seat]))
        for hero in range(i64(HEROES)):
            out.one_of(land.hero_at(position, seat, hero), SITES)
        for hero in range(i64(HEROES)):
            out.one_of(land.waits_for(position, seat, hero), SITES)
        out.packed(scoring.column_counts(position, seat), 5, 8)


def _copy(data: vec[u8], first: i64, count: i64, out: Numbers) -> None:
    items = out.items
    at = out.at
    for place in range(count):
        items[at + place] = i16(i64(data[first + place]))
    out.at = at + count
