"""A position of Eketorp: data and ``copy()``. The rules are in the modules named after the phases.

Bundles of cards and bricks are packed numbers (cards.py, bricks.py). Vikings and bricks on the storage fields have
six bits a field, siege fields are bits of a set (castle * 3 + engine). While players deploy, their drafts stand in
``storage`` and ``siege`` already and nobody else may see them.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.bits import bit, members_of, popcount
from skali.core.moves import Moves
from skali.core.protocol import Event, Game, Prompt, ScoreLine, State
from skali.core.rng import Rng
from skali.games.eketorp import (
    amulets,
    battles,
    building,
    combat,
    deployment,
    loot,
    saved,
    scoring,
    secrets,
    view,
)
from skali.games.eketorp.components import FIELD_BITS, Tables
from skali.games.eketorp.moves import ENGINE_COUNT, STORAGE_FIELDS
from skali.games.eketorp.phases import (
    BUILD,
    CALL,
    CARDS,
    DEPLOY,
    EXCHANGE,
    KEEP,
    LOOT,
    NO_PLACE,
    NOBODY,
    OPPONENT,
    OVER,
)


class EketorpState(State):
    def __init__(self, game: Game, tables: Tables, seats: i64, reach_last: bool, rng: Rng) -> None:
        self.rules = game
        self.tables = tables
        self.seats: i64 = seats
        self.reach_last = reach_last
        """Option ``hospital_exit``: home on reaching the last station (EK-111)."""
        self.odds_hidden = False
        """Option ``odds`` (EK-113)."""
        self.rng = rng
        self.phase: i64 = DEPLOY
        self.round: i64 = 0
        self.start_player: i64 = 0
        self.active: i64 = 0
        """Who decides, in phases where one does."""
        self.raised: i64 = 0
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
        """Five bits a seat: the place in its canonical order that it chose last (EK-D1)."""
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

    def copy(self) -> EketorpState:
        twin = EketorpState(self.rules, self.tables, self.seats, self.reach_last, self.rng.copy())
        twin.odds_hidden = self.odds_hidden
        twin.phase = self.phase
        twin.round = self.round
        twin.start_player = self.start_player
        twin.active = self.active
        twin.raised = self.raised
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
        return twin

    # Small questions

    def on_field(self, seat: i64, field: i64) -> i64:
        """The seat's Vikings on a storage field."""
        return (self.storage[seat] >> (FIELD_BITS * field)) & 63

    def bricks_on(self, field: i64) -> i64:
        return (self.bricks >> (FIELD_BITS * field)) & 63

    def away(self, seat: i64) -> i64:
        """The seat's Vikings on storage and siege fields."""
        count = popcount(self.siege[seat])
        fields = self.storage[seat]
        while fields:
            count += fields & 63
            fields >>= FIELD_BITS
        return count

    def stands_at(self, seat: i64, place: i64) -> bool:
        if place < STORAGE_FIELDS:
            return self.on_field(seat, place) > 0
        return self.siege[seat] & bit(place - STORAGE_FIELDS) != 0

    def is_siege(self) -> bool:
        """Whether the battle that is going on is a siege: on a siege field the owner of the castle can fight no other way."""
        return self.place >= STORAGE_FIELDS and self.opponent == (self.place - STORAGE_FIELDS) // ENGINE_COUNT

    def awaited(self) -> i64:
        """The set of seats that owe a decision."""
        if self.phase == DEPLOY:
            return self.deploying
        if self.phase == CARDS:
            seats: i64 = 0
            if not self.initiator_card:
                seats |= bit(self.initiator)
            if not self.opponent_card:
                seats |= bit(self.opponent)
            return seats
        return 0 if self.phase == OVER else bit(self.active)

    # The protocol

    def game(self) -> Game:
        return self.rules

    def actor(self) -> i64:
        if self.phase == DEPLOY:
            seat: i64 = 0
            while not self.deploying & bit(seat):
                seat += 1
            return seat
        if self.phase == CARDS:
            if self.initiator_card:
                return self.opponent
            if self.opponent_card or self.initiator < self.opponent:
                return self.initiator
            return self.opponent
        return -1 if self.phase == OVER else self.active

    def to_act(self) -> list[int]:
        return members_of(self.awaited())

    def prompt(self, seat: i64) -> Prompt:
        return view.prompt(self, seat)

    def fill_legal(self, seat: i64, out: Moves) -> None:
        phase = self.phase
        if phase == DEPLOY:
            deployment.fill(self, seat, out)
        elif phase == CARDS:
            combat.fill(self, seat, out)
        elif phase == CALL:
            battles.fill_calls(self, seat, out)
        elif phase == BUILD:
            building.fill(self, seat, out)
        elif phase == EXCHANGE:
            amulets.fill(out)
        elif phase == OPPONENT:
            battles.fill_opponents(self, seat, out)
        elif phase == LOOT:
            loot.fill(self, out)
        elif phase == KEEP:
            loot.fill_kept(self, out)

    def fault(self, seat: i64, move: i64) -> i64:
        phase = self.phase
        if phase == DEPLOY:
            return deployment.fault(self, seat, move)
        if phase == BUILD:
            return building.fault(self, seat, move)
        return battles.fault(self, seat, move)

    def advance(self, seat: i64, move: i64, events: list[Event] | None = None) -> None:
        phase = self.phase
        if phase == DEPLOY:
            deployment.play(self, seat, move, events)
        elif phase == CARDS:
            combat.choose(self, seat, move, events)
        elif phase == CALL:
            battles.call(self, seat, move, events)
        elif phase == BUILD:
            building.play(self, move, events)
        elif phase == EXCHANGE:
            amulets.play(self, seat, move, events)
        elif phase == OPPONENT:
            battles.choose_opponent(self, move, events)
        elif phase == LOOT:
            loot.play(self, move, events)
        else:
            loot.keep(self, move, events)

    def barrier(self) -> i64:
        return self.raised

    def view(self, seat: i64) -> dict[str, Any]:
        return view.view(self, seat)

    def determinize(self, seat: i64, seed: int) -> State:
        return secrets.determinize(self, seat, seed)

    def key(self, seat: i64) -> i64:
        return secrets.key(self, seat)

    def score(self, seat: i64) -> i64:
        return scoring.score(self, seat)

    def score_sheet(self, seat: i64, viewer: i64) -> list[ScoreLine]:
        return scoring.score_sheet(self, seat)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def reseed(self, seed: int) -> None:
        self.rng.seed(seed)

    def to_dict(self) -> dict[str, Any]:
        return saved.to_dict(self)
