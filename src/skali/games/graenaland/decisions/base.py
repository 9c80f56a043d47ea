"""What all decisions share: the range of moves that each asks for, and why a move of another kind is refused now."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Decision, Prompt
from skali.games.graenaland import components, moves, phases
from skali.games.graenaland.position import GraenalandPosition

GR_001_PLAYERS: Final = 1
GR_002_START_OPTION: Final = 2
GR_004_VICTORY_OPTION: Final = 4
GR_018_TILES_IN_PLAY: Final = 18
GR_040_FIVE_PHASES: Final = 40
GR_054_SIMULTANEOUS: Final = 54
GR_084_FROZEN: Final = 84
GR_091_VOTERS: Final = 91
GR_133_NO_TAKE_BACK: Final = 133
GR_179_ANNOUNCEMENT: Final = 179
GR_228_THEN: Final = 228
GR_235_KEEP_ONE: Final = 235
GR_241_CLAIM_WINDOW: Final = 241


class GraenalandDecision(Decision[GraenalandPosition]):
    """A decision of the ledger, by its number, that asks for the moves of one range."""

    def __init__(self, number: i64, first: i64, end: i64) -> None:
        self.number: i64 = number
        self.first: i64 = first
        self.end: i64 = end

    def fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        if self.first <= move < self.end:
            return self.answer_fault(position, seat, move)
        return stray_fault(position, move, DECISION_FAULT + self.number_now(position))

    @abstractmethod
    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        """The rule that an answer of the right kind breaks, 0 if none."""

    def number_now(self, position: GraenalandPosition) -> i64:
        """The number in the ledger, where one question stands there as several decisions."""
        return self.number

    def asks(self, position: GraenalandPosition, kind: str, data: dict[str, Any]) -> Prompt:
        return Prompt(kind, f"GR-D{int(self.number_now(position)):02d}", data)


class OneOfASet(GraenalandDecision):
    """The open answers are a set, counted from the first move of the range."""

    @abstractmethod
    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        """The open answers."""

    def refusal(self, position: GraenalandPosition, answer: i64) -> i64:
        """The rule that forbids an answer that is not open. Where all are open, none does."""
        return 0

    def fill(self, position: GraenalandPosition, seat: i64, out: Moves) -> None:
        answers = self.open(position, seat)
        while answers:
            out.add(self.first + lowest(answers))
            answers &= answers - 1

    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        answer = move - self.first
        return i64(0) if self.open(position, seat) & bit(answer) else self.refusal(position, answer)


class OneOfTheTerritories(GraenalandDecision):
    """The range ends with the territories, by their tiles. A move before them stays or passes, and is always open."""

    def __init__(self, number: i64, first: i64, end: i64) -> None:
        super().__init__(number, first, end)
        self.territories: i64 = end - moves.TILES

    @abstractmethod
    def site_fault(self, position: GraenalandPosition, seat: i64, site: i64) -> i64:
        """The rule that choosing a territory breaks, 0 if none."""

    def open(self, position: GraenalandPosition, seat: i64) -> i64:
        """The territories that may be chosen."""
        sites: i64 = 0
        for site in range(position.agreed.island.count):
            if self.site_fault(position, seat, site) == 0:
                sites |= bit(site)
        return sites

    def fill(self, position: GraenalandPosition, seat: i64, out: Moves) -> None:
        if self.first < self.territories:
            out.add(self.first)
        tiles = position.agreed.island.tile
        sites = self.open(position, seat)
        while sites:
            out.add(self.territories + i64(tiles[lowest(sites)]))
            sites &= sites - 1

    def answer_fault(self, position: GraenalandPosition, seat: i64, move: i64) -> i64:
        if move < self.territories:
            return 0
        site = self.site_of(position, move)
        return i64(GR_018_TILES_IN_PLAY) if site < 0 else self.site_fault(position, seat, site)

    def site_of(self, position: GraenalandPosition, move: i64) -> i64:
        """The territory that a move names, -1 if its tile is not in play."""
        return i64(position.agreed.island.position[move - self.territories])


def is_single(choices: i64) -> bool:
    """A set of one: a single choice is not asked."""
    return choices & (choices - 1) == 0


def price_list(price: i64) -> list[str]:
    """The units of a price one by one."""
    return [name for name, count in components.price_counts(price).items() for _ in range(count)]


def stray_fault(position: GraenalandPosition, move: i64, decision: i64) -> i64:
    """Why a kind of move is not asked now: the rule that forbids it, or else the decision that is asked instead."""
    phase = position.phase
    if move < moves.KEEP_CARD:
        if phase <= phases.CAMP:
            return decision
        return GR_228_THEN if position.agreed.free_start else GR_002_START_OPTION
    if move < moves.STAY:
        return GR_235_KEEP_ONE if position.agreed.cards else GR_004_VICTORY_OPTION
    if moves.NO_CLAIM <= move <= moves.WITHDRAW:
        return GR_241_CLAIM_WINDOW if position.agreed.cards else GR_004_VICTORY_OPTION
    if move < moves.PASS:
        return GR_054_SIMULTANEOUS if phase > phases.HERO_ORDERS else GR_040_FIVE_PHASES
    if move < moves.NO_CLAIM:
        if phase == phases.VOTE:
            return GR_084_FROZEN
        if phases.PROPOSAL <= phase < phases.VOTE:
            return i64(GR_091_VOTERS) if move >= moves.ACCEPT else decision
        return GR_040_FIVE_PHASES
    if phase < phases.MENU:
        return GR_040_FIVE_PHASES
    if phases.BUILDING_SITE <= phase <= phases.GIFT and (move < moves.TAKE or move == moves.DECLINE):
        return GR_133_NO_TAKE_BACK
    if phases.PLEDGES <= phase <= phases.JOINT_DECISION:
        if moves.SITE <= move < moves.RECRUIT or moves.NAME_WORK <= move < moves.PLEDGE:
            return GR_179_ANNOUNCEMENT
    return decision
