"""A position of Eketorp: data and nothing else. The rules are in battles.py, storage.py, hospital.py, course.py and the decisions.

Bundles of cards and bricks are packed numbers (cards.py, bricks.py). Vikings and bricks on the storage fields have
six bits a field, siege fields are bits of a set (castle * 3 + engine). While players deploy, their drafts stand in
``storage`` and ``siege`` already and nobody else may see them.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import bit, lowest, members_of, popcount
from skali.core.options import Options
from skali.core.protocol import Game, State
from skali.core.rng import Rng
from skali.games.eketorp import components, moves, phases

NO_PLACE: Final = -1
NOBODY: Final = -1
GIVEN_UP: Final = 8
"""The bits of ``promised`` below those for given-up cards."""
SHOWN_SEAT: Final = 24
"""The bits of a shown hand that lie below its seat."""


class EketorpPosition(State):
    def __init__(self, game: Game, tables: components.Tables, options: Options, seats: i64, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.options = options
        self.seats: i64 = seats
        self.reach_last = False
        """Option ``hospital_exit``: home on reaching the last station (EK-111)."""
        self.odds_hidden = False
        """Option ``odds`` (EK-113)."""
        self.rng = rng
        self.phase: i64 = phases.ROUND_BEGINS
        self.round: i64 = 0
        self.start_player: i64 = 0
        self.active: i64 = 0
        """Who decides, in phases where one does."""
        self.barriers: i64 = 0
        self.material: i64 = -1
        """The card of this round."""
        self.unturned: i64 = 0
        """The cards not turned up yet, with the two that never will be."""
        self.supply: i64 = 0
        self.bricks: i64 = 0
        """On the storage fields."""
        self.kinds: i64 = 0
        """What they are, three bits a field, 0 where there is none."""
        self.deploying: i64 = 0
        """The seats that still owe their deployment."""
        self.cursors: i64 = 0
        """The place in its canonical order that each seat chose last: packed by decisions/deploy.py."""
        self.fights: i64 = 0
        """Contested storage fields: the top bit of each field's six."""
        self.open_sieges: i64 = 0
        """Siege fields that are contested or have a pending siege."""
        self.besieged: i64 = 0
        """Siege fields from which the siege was carried out this round (EK-074)."""
        self.place: i64 = NO_PLACE
        """Where the battle that is going on takes place."""
        self.initiator: i64 = NOBODY
        self.opponent: i64 = NOBODY
        self.initiator_card: i64 = 0
        """The card that was chosen, 0 while there is none; it lies in the hand until both are revealed."""
        self.opponent_card: i64 = 0
        self.damage: i64 = 0
        self.removed: i64 = 0
        """Bricks taken off a castle, of which one is kept."""
        self.site: i64 = 0
        """The site built on last: the next brick goes there or higher (EK-D9)."""
        self.draw_pile: i64 = 0
        self.discards: i64 = 0
        """Cards on the discard pile that everybody has seen; the others are in ``given_up``."""
        self.open_hands: i64 = 0
        """The seats whose whole hand everybody has seen, because it was taken up from the tray (EK-064)."""
        self.promised: i64 = 0
        """The seats whose hand is known to hold a 4 or more (EK-014); eight bits on, those whose given-up cards are."""
        self.home: vec[i64] = vec[i64]()
        self.hospital: vec[i64] = vec[i64]()
        """Four bits a station, the first station lowest."""
        self.storage: vec[i64] = vec[i64]()
        self.siege: vec[i64] = vec[i64]()
        self.castle: vec[i64] = vec[i64]()
        self.kept: vec[i64] = vec[i64]()
        """Loot under the Vikings on siege fields, three bits a field (EK-087)."""
        self.carried: vec[i64] = vec[i64]()
        """Bricks brought home and not built yet; those of a complete castle lie beside it (EK-095)."""
        self.hand: vec[i64] = vec[i64]()
        self.tray: vec[i64] = vec[i64]()
        self.given_up: vec[i64] = vec[i64]()
        """Cards on the discard pile that only their former owner knows."""
        self.amulets: vec[i64] = vec[i64]()
        self.memory: vec[i64] = vec[i64]()
        """By seat, and last for the spectators: cards known to lie in the draw pile (EK-015)."""
        self.shown: vec[i64] = vec[i64]()
        """The weak opening hands that were shown, each with its seat above the cards. Never changed after the deal."""

    def copy_into(self, twin: EketorpPosition) -> None:
        twin.reach_last = self.reach_last
        twin.odds_hidden = self.odds_hidden
        twin.phase = self.phase
        twin.round = self.round
        twin.start_player = self.start_player
        twin.active = self.active
        twin.barriers = self.barriers
        twin.material = self.material
        twin.unturned = self.unturned
        twin.supply = self.supply
        twin.bricks = self.bricks
        twin.kinds = self.kinds
        twin.deploying = self.deploying
        twin.cursors = self.cursors
        twin.fights = self.fights
        twin.open_sieges = self.open_sieges
        twin.besieged = self.besieged
        twin.place = self.place
        twin.initiator = self.initiator
        twin.opponent = self.opponent
        twin.initiator_card = self.initiator_card
        twin.opponent_card = self.opponent_card
        twin.damage = self.damage
        twin.removed = self.removed
        twin.site = self.site
        twin.draw_pile = self.draw_pile
        twin.discards = self.discards
        twin.open_hands = self.open_hands
        twin.promised = self.promised
        twin.home = self.home[:]
        twin.hospital = self.hospital[:]
        twin.storage = self.storage[:]
        twin.siege = self.siege[:]
        twin.castle = self.castle[:]
        twin.kept = self.kept[:]
        twin.carried = self.carried[:]
        twin.hand = self.hand[:]
        twin.tray = self.tray[:]
        twin.given_up = self.given_up[:]
        twin.amulets = self.amulets[:]
        twin.memory = self.memory[:]
        twin.shown = self.shown

    # Small questions

    def on_field(self, seat: i64, field: i64) -> i64:
        """The seat's Vikings on a storage field."""
        return (self.storage[seat] >> (components.FIELD_BITS * field)) & 63

    def bricks_on(self, field: i64) -> i64:
        return (self.bricks >> (components.FIELD_BITS * field)) & 63

    def kind_on(self, field: i64) -> i64:
        """The kind of the bricks on a storage field, which is their value; 0 if there are none."""
        return (self.kinds >> (components.KIND_BITS * field)) & 7

    def away(self, seat: i64) -> i64:
        """The seat's Vikings on storage and siege fields."""
        count = popcount(self.siege[seat])
        fields = self.storage[seat]
        while fields:
            count += fields & 63
            fields >>= components.FIELD_BITS
        return count

    def stands_at(self, seat: i64, place: i64) -> bool:
        if place < moves.STORAGE_FIELDS:
            return self.on_field(seat, place) > 0
        return self.siege[seat] & bit(place - moves.STORAGE_FIELDS) != 0

    def is_siege(self) -> bool:
        """Whether the battle that is going on is a siege: on a siege field the owner of the castle can fight no other way."""
        field = self.place - moves.STORAGE_FIELDS
        return field >= 0 and self.opponent == field // moves.ENGINE_COUNT

    def other_side(self, seat: i64) -> i64:
        """Whom the seat fights in the battle that is going on."""
        return self.opponent if seat == self.initiator else self.initiator

    def awaited(self) -> i64:
        """The set of seats that owe a decision."""
        if self.phase == phases.DEPLOY:
            return self.deploying
        if self.phase == phases.CARDS:
            seats: i64 = 0
            if not self.initiator_card:
                seats |= bit(self.initiator)
            if not self.opponent_card:
                seats |= bit(self.opponent)
            return seats
        if self.phase == phases.OVER:
            return 0
        return bit(self.active)

    # The protocol, as far as it is data

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == phases.DEPLOY or self.phase == phases.CARDS:
            return lowest(self.awaited())
        if self.phase == phases.OVER:
            return -1
        return self.active

    def to_act(self) -> list[int]:
        return members_of(self.awaited())

    def barrier(self) -> i64:
        return self.barriers

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)
