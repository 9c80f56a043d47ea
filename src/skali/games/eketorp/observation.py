"""Eketorp in numbers, for programs that learn: what the view says to a seat. Hands, cards laid face down and deployments
before the reveal show to their owners only."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit
from skali.core.observation import Numbers, Part
from skali.core.protocol import Observation, State
from skali.games.eketorp import bricks, cards, components, hidden, moves, phases, view
from skali.games.eketorp.decisions import deploy
from skali.games.eketorp.position import GIVEN_UP, EketorpPosition

SEATS: Final = 6
ASKED: Final = 9
PLACES: Final = 25
FIELD: Final = 9
PLAYER: Final = 82


class EketorpObservation(Observation):
    def __init__(self) -> None:
        super().__init__(
            Part("seat", "who looks", SEATS),
            Part("players", "3, 4, 5 or 6 players", 4),
            Part("options", "hospital_exit is reach_last; odds are hidden", 2),
            Part("phase", "what is asked", ASKED),
            Part("round", "the round", 1, high=components.CARDS),
            Part("start_player", "the start player", SEATS),
            Part("active", "who decides, where one does", SEATS),
            Part("awaited", "who owes a decision", SEATS),
            Part("material", "the card of the round", components.CARDS),
            Part("unturned", "the cards not turned up yet", components.CARDS),
            Part("supply", "bricks in the supply, by kind", bricks.KINDS, high=255),
            Part(
                "fields",
                "storage fields: kind of the bricks, their number, 1 if it is contested, Vikings of each seat",
                moves.STORAGE_FIELDS,
                FIELD,
                high=63,
            ),
            Part(
                "seats",
                "by seat: Vikings at home (while others deploy, with those away); four stations of the hospital; "
                "siege fields with a Viking (18), loot under it (18); the castle, six sites of three bricks (18); "
                "bricks carried, by kind (4); cards in hand and their values where they are known (7); 1 if everybody "
                "has seen the hand, 1 if it holds a high card (2); tray, by value (6); amulets; cards given up, and 1 "
                "if a high one is among them (2); score",
                SEATS,
                PLAYER,
                low=-255,
                high=255,
            ),
            Part("piles", "cards in the draw pile and on the discard pile", 2, high=54),
            Part(
                "known",
                "by value: cards known to lie in the draw pile, on the discard pile; cards unseen",
                3,
                6,
                high=9,
            ),
            Part("own_given_up", "the cards that the seat itself gave up, by value", 6, high=9),
            Part("place", "where the battle is", PLACES),
            Part("initiator", "who began it", SEATS),
            Part("opponent", "against whom", SEATS),
            Part("own_card", "the value of the seat's own card in it", 6),
            Part("besieged", "siege fields whose siege was carried out in this round", moves.SIEGE_FIELDS),
            Part("damage", "the damage of a siege", 1, high=99),
            Part("removed", "bricks taken off a castle, by kind", bricks.KINDS, high=18),
            Part("site", "the site built on last", 1, high=bricks.SITES),
            Part("cursor", "the place to which the seat sent last, while it deploys", 1, high=31),
        )

    def write(self, state: State, seat: i64, out: Numbers) -> None:
        assert isinstance(state, EketorpPosition)
        position: EketorpPosition = state
        deploying = position.phase == phases.DEPLOY
        out.one_of(seat, SEATS)
        out.one_of(position.seats - 3, 4)
        out.flag(position.reach_last)
        out.flag(position.odds_hidden)
        out.one_of(position.phase, ASKED)
        out.add(position.round)
        out.one_of(position.start_player, SEATS)
        out.one_of(position.active, SEATS)
        out.members(position.awaited(), SEATS)
        out.one_of(position.material, components.CARDS)
        out.members(position.unturned, components.CARDS)
        out.packed(position.supply, bricks.KINDS, 8)
        for field in range(i64(moves.STORAGE_FIELDS)):
            out.add(position.kind_on(field))
            out.add(position.bricks_on(field))
            out.flag(not deploying and (position.fights >> (components.FIELD_BITS * field)) & 63 != 0)
            for owner in range(position.seats):
                out.add(position.on_field(owner, field) if view.shown(position, owner, seat) else 0)
            out.zeros(SEATS - position.seats)
        for owner in range(position.seats):
            self._player(position, owner, seat, out)
        out.zeros((SEATS - position.seats) * PLAYER)
        given_up: i64 = 0
        for owner in range(position.seats):
            given_up += position.given_up[owner]
        own = position.given_up[seat] if seat >= 0 else i64(0)
        out.add(cards.size(position.draw_pile))
        out.add(cards.size(position.discards) + cards.size(given_up))
        out.packed(position.memory[seat if seat >= 0 else position.seats], cards.VALUES, 4)
        out.packed(position.discards + own, cards.VALUES, 4)
        out.packed(hidden.unseen(position, seat), cards.VALUES, 4)
        out.packed(own, cards.VALUES, 4)
        self._battle(position, seat, out)
        out.add(position.site)
        out.add(deploy.cursor(position, seat) if deploying and seat >= 0 else 0)

    def _player(self, position: EketorpPosition, owner: i64, viewer: i64, out: Numbers) -> None:
        seen = view.shown(position, owner, viewer)
        out.add(position.home[owner] if seen else position.home[owner] + position.away(owner))
        out.packed(position.hospital[owner], 4, 4)
        out.members(position.siege[owner] if seen else 0, moves.SIEGE_FIELDS)
        out.packed(position.kept[owner], moves.SIEGE_FIELDS, 3)
        out.packed(position.castle[owner], bricks.PLACES, bricks.BRICK_BITS)
        out.packed(position.carried[owner], bricks.KINDS, 8)
        known = position.open_hands & bit(owner) != 0
        out.add(cards.size(position.hand[owner]))
        out.packed(position.hand[owner] if known or owner == viewer else 0, cards.VALUES, 4)
        out.flag(known)
        out.flag(position.promised & bit(owner) != 0)
        out.packed(position.tray[owner], cards.VALUES, 4)
        out.add(position.amulets[owner])
        out.add(cards.size(position.given_up[owner]))
        out.flag(position.promised & bit(owner + GIVEN_UP) != 0)
        out.add(position.score(owner))

    def _battle(self, position: EketorpPosition, seat: i64, out: Numbers) -> None:
        card: i64 = 0
        if seat >= 0 and seat == position.initiator:
            card = position.initiator_card
        elif seat >= 0 and seat == position.opponent:
            card = position.opponent_card
        out.one_of(position.place, PLACES)
        out.one_of(position.initiator, SEATS)
        out.one_of(position.opponent, SEATS)
        out.one_of(card - 1, 6)
        out.members(0 if position.phase == phases.DEPLOY else position.besieged, moves.SIEGE_FIELDS)
        fought = position.phase == phases.LOOT or position.phase == phases.KEEP
        out.add(position.damage if fought else 0)
        out.packed(position.removed, bricks.KINDS, 8)
