"""Toys with one thing broken each, in what may be played, how it is written, kept, saved and told.

Each names the check that must notice it, and what that check must say.
"""

import itertools
import os
import sys
from typing import Any

from skali.core import Bag, Event, Moves, MoveSpace, Options, Prompt, Refusal, Rng, ScoreLine, State
from skali.core.moves import Cell, Field, Kind
from skali.core.protocol import NO_MOVE
from skali.kit import (
    barriers,
    conservation,
    forced,
    legality,
    notation,
    perft,
    results,
    sagas,
    saving,
    simultaneous,
    wording,
)
from skali.kit.play import play, searched
from tests.toys.breakage import breaks
from tests.toys.cairns.game import GRID, HEIGHTS, LOW, Cairns, CairnsState
from tests.toys.moot.game import Moot
from tests.toys.moot.state import OFFER, OMEN, SHOW, MootState

CELLS = int(GRID.cells)
MIDDLE = int(GRID.cell(0, 0))
counter = itertools.count()


# What may be played


@breaks(play, "the game goes on")
class NeverEnds(CairnsState):
    def advance(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        pass


@breaks(play, "nobody is to act")
class AwaitsNobody(MootState):
    def to_act(self) -> list[int]:
        return [] if self.phase == SHOW else super().to_act()

    def is_over(self) -> bool:
        return self.phase > SHOW


@breaks(play, "has no search moves")
class OffersNothing(MootState):
    def search_moves(self, seat: int, out: Moves) -> None:
        if self.phase != SHOW:
            super().search_moves(seat, out)

    def is_forced(self, asked: int) -> bool:
        return False


@breaks(legality.awaited_seats_have_moves, "twice")
class OffersTwice(CairnsState):
    def fill_legal(self, seat: int, out: Moves) -> None:
        super().fill_legal(seat, out)
        super().fill_legal(seat, out)


@breaks(legality.awaited_seats_have_moves, "which is not legal")
class SearchesIllegalMoves(CairnsState):
    def search_moves(self, seat: int, out: Moves) -> None:
        super().search_moves(seat, out)
        out.add(0)


@breaks(legality.awaited_seats_have_moves, "none to search")
class SearchesNothing(CairnsState):
    def search_moves(self, seat: int, out: Moves) -> None:
        pass


class Counts(CairnsState):
    """Counts and picks its moves, rightly."""

    def count_legal(self, seat: int) -> int:
        return len(searched(self, seat))

    def pick_legal(self, seat: int, n: int) -> int:
        return searched(self, seat)[-1 - n]


@breaks(legality.picks_are_the_list, "but search_moves gives")
class Miscounts(Counts):
    def count_legal(self, seat: int) -> int:
        return super().count_legal(seat) - (self.owner.count(-1) > 2)


@breaks(legality.picks_are_the_list, "moves, but search_moves gives")
class DrawsTooFew(Counts):
    def pick_legal(self, seat: int, n: int) -> int:
        return super().pick_legal(seat, n) if n else NO_MOVE


@breaks(legality.picks_are_the_list, "is 1 for")
class TakesOneNumber(Counts):
    def count_legal(self, seat: int) -> int:
        return 1


@breaks(legality.picks_are_the_list, "for two numbers")
class PicksTwice(Counts):
    def pick_legal(self, seat: int, n: int) -> int:
        return super().pick_legal(seat, max(n, 1))


@breaks(legality.picks_are_the_list, "which search_moves does not")
class PicksAnything(Counts):
    def pick_legal(self, seat: int, n: int) -> int:
        return super().pick_legal(seat, n) if n else 0


@breaks(legality.legal_moves_apply, "cannot play its legal")
class StumblesOverAMove(CairnsState):
    def lay(self, seat: int, move: int, events: list[Event]) -> None:
        if move == MIDDLE:
            raise IndexError("list index out of range")
        super().lay(seat, move, events)


@breaks(legality.legal_moves_apply, "is to act without a legal move")
class LeadsIntoADeadEnd(CairnsState):
    def legal_moves(self, seat: int) -> list[int]:
        return [] if self.owner[MIDDLE] == 0 and self.turn == 1 else super().legal_moves(seat)


@breaks(legality.refusals_cite_a_rule, "no such rule")
class CitesAnUnknownRule(CairnsState):
    def stone_fault(self, seat: int, cell: int, height: int) -> int:
        return 99 if super().stone_fault(seat, cell, height) else 0


@breaks(legality.refusals_cite_a_rule, "its data is not declared")
class PointsAtWhatItDidNotDeclare(CairnsState):
    def why_not(self, seat: int, move: int) -> Refusal | None:
        refusal = super().why_not(seat, move)
        return Refusal(refusal.rule, {"stone": 1}) if refusal else None


@breaks(legality.refusals_cite_a_rule, "why_not finds no fault")
class CannotSayWhyNot(CairnsState):
    def why_not(self, seat: int, move: int) -> Refusal | None:
        refusal = super().why_not(seat, move)
        return None if refusal == Refusal("CA-004") else refusal


@breaks(legality.refusals_cite_a_rule, "is legal, but refused")
class RefusesWhatItOffers(CairnsState):
    def why_not(self, seat: int, move: int) -> Refusal | None:
        return Refusal("CA-003") if move == MIDDLE else super().why_not(seat, move)

    def apply(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        self.advance(seat, move, events)


@breaks(legality.refused_moves_leave_no_trace, "left a trace")
class ChangesBeforeItRefuses(MootState):
    def apply(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        self.raised += 1
        super().apply(seat, move, events)


@breaks(legality.refused_moves_leave_no_trace, "but apply plays it")
class AppliesAnything(CairnsState):
    def apply(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        self.advance(seat, move, events)


@breaks(legality.core_refuses_first, "must be refused by CORE-1")
class BlamesTheTime(MootState):
    def why_not(self, seat: int, move: int) -> Refusal | None:
        refusal = super().why_not(seat, move)
        return Refusal("MO-014") if refusal == Refusal("CORE-1") else refusal


@breaks(legality.core_refuses_first, "must be refused by CORE-3")
class ForgetsThatItIsOver(CairnsState):
    def why_not(self, seat: int, move: int) -> Refusal | None:
        return super().why_not(seat, move) if self.to_act() else Refusal("CORE-1")


@breaks(legality.core_refuses_first, "is not awaited, but has legal moves")
class OffersMovesToAll(CairnsState):
    def legal_moves(self, seat: int) -> list[int]:
        return super().legal_moves(seat if seat in self.to_act() else self.turn)


@breaks(legality.generator_is_the_filtered_space, "is not offered it")
class ForgetsAMove(CairnsState):
    def fill_legal(self, seat: int, out: Moves) -> None:
        all_moves = Moves()
        super().fill_legal(seat, all_moves)
        for move in all_moves.to_list():
            if move != MIDDLE or self.owner.count(-1) < CELLS:
                out.add(move)


@breaks(legality.generator_is_the_filtered_space, "but the check finds fault")
class OffersTooMuch(CairnsState):
    def legal_moves(self, seat: int) -> list[int]:
        legal = super().legal_moves(seat)
        return [*legal, 0] if legal else []


@breaks(perft.trees_are_as_counted, "ways to play 1 moves, 13 were counted")
class CountsTallStonesOnly(CairnsState):
    def search_moves(self, seat: int, out: Moves) -> None:
        for move in self.legal_moves(seat):
            if move >= CELLS:
                out.add(move)


# How moves are written


class Height(Field):
    def show(self, value: int) -> str:
        return HEIGHTS[value]

    def read(self, text: str) -> int:
        return HEIGHTS.index(text.lower())

    def allowed(self) -> str:
        return "low or tall"


class OneName(Height):
    """Calls every height low."""

    def show(self, value: int) -> str:
        return HEIGHTS[LOW]


class SetOfHeights(Height):
    """Gives a structure that JSON does not know."""

    def to_data(self, value: int) -> object:
        return {HEIGHTS[value]}


class WithHeights(Cairns):
    height: type[Height]

    def __init__(self) -> None:
        super().__init__()
        kind = Kind(0, "lay", "lay {height} at {cell}", self.height("height", 2), Cell("cell", GRID))
        self.moves = MoveSpace(kind)


@breaks(notation.moves_round_trip, "which is read as")
@breaks(notation.legal_moves_round_trip, "which is read as")
class WritesTwoMovesAlike(WithHeights):
    height = OneName


@breaks(notation.moves_round_trip, "not JSON serializable")
class StructuresThatAreNoData(WithHeights):
    height = SetOfHeights


# How states are kept


@breaks(saving.load_restores_the_state, "load changes the digest")
class LosesTallStones(CairnsState):
    def restore(self, data: dict[str, Any]) -> None:
        super().restore(data)
        self.height = [LOW] * CELLS


@breaks(saving.load_restores_the_state, "has other legal moves")
class ForgetsWhatTheDigestLeavesOut(CairnsState):
    """Lays no stone in the middle until four moves are made; but the number of moves is not saved."""

    made = 0

    def stone_fault(self, seat: int, cell: int, height: int) -> int:
        return 4 if cell == MIDDLE and self.made < 4 else super().stone_fault(seat, cell, height)

    def lay(self, seat: int, move: int, events: list[Event]) -> None:
        super().lay(seat, move, events)
        self.made += 1


@breaks(saving.load_restores_the_state, "not JSON serializable")
class SavesObjects(CairnsState):
    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"rules": self.rules}

    def digest(self) -> str:
        return str(super().to_dict())


@breaks(saving.load_restores_samples, "load changes the sample of viewer")
class KnowsASampleFromAState(CairnsState):
    sampled = False

    def determinize(self, seat: int, seed: int) -> State:
        sample = super().determinize(seat, seed)
        assert isinstance(sample, KnowsASampleFromAState)
        sample.sampled = True
        return sample

    def digest(self) -> str:
        return f"{super().digest()} {self.sampled}"


@breaks(saving.load_refuses_damage, "load accepts data with no 'turn'")
class TakesWhatItGets(CairnsState):
    def restore(self, data: dict[str, Any]) -> None:
        super().restore({"turn": 0} | data)


@breaks(saving.load_refuses_damage, "must be a LoadError, not KeyError")
class LoadsCarelessly(Cairns):
    def load(self, data: dict[str, Any]) -> State:
        state = self.state_class(self, data["seats"], self.options.parse(data["options"]))
        state.restore(data)
        return state


@breaks(saving.saved_data_is_detached, "changed data that had been saved")
class SavesItsOwnList(CairnsState):
    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"owner": self.owner}


@breaks(saving.saved_data_is_detached, "changed data that had been saved")
class LoadsTheListItself(CairnsState):
    def restore(self, data: dict[str, Any]) -> None:
        super().restore(data)
        self.owner = data["owner"]


@breaks(saving.copies_share_nothing, "changed a copy")
@breaks(saving.earlier_states_stay, "changed when its copies were played on")
@breaks(barriers.drafts_stop_at_the_barrier, "changed the state")
@breaks(barriers.commit_is_all_or_none, "changed the state it began with")
class SharesAList(CairnsState):
    def __init__(self, game: Cairns, seats: int, options: Options) -> None:
        super().__init__(game, seats, options)
        self.log: list[int] = []

    def lay(self, seat: int, move: int, events: list[Event]) -> None:
        super().lay(seat, move, events)
        self.log.append(move)

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"log": self.log[:]}


@breaks(saving.copies_share_nothing, "reseeding a copy changed the original")
class SharesItsLuck(MootState):
    """Where nothing is drawn, but that is no excuse."""

    def copy(self) -> State:
        twin = super().copy()
        assert isinstance(twin, MootState)
        if self.phase == OFFER and not any(self.submitted):
            twin.rng = self.rng
        return twin


class CountsItsGames(Moot):
    def start(self, seats: int, seed: int, options: Options | None = None) -> State:
        return super().start(seats, seed + next(counter), options)


breaks(saving.same_seed_same_game, "gave another game")(CountsItsGames)
breaks(sagas.saga_replays, "does not replay")(CountsItsGames)


@breaks(sagas.damaged_saga_names_its_line, "a saga with an illegal move")
class ReplaysAnything(CairnsState):
    def apply(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        self.advance(seat, move, events)


class KnowsItsProcess(MootState):
    def deal(self) -> None:
        self.rng = Rng(os.getpid())
        super().deal()


class MootOfAProcess(Moot):
    """Deals other cards in another process."""

    state_class = KnowsItsProcess


class MootThatBreaksOff(Moot):
    """Cannot be played in the interpreted process."""

    def start(self, seats: int, seed: int, options: Options | None = None) -> State:
        main = getattr(sys.modules["__main__"].__spec__, "name", "")
        if main == "skali.kit.pure":
            raise RuntimeError("no")
        return super().start(seats, seed, options)


# Answers at the same time, forced moves, the barrier


@breaks(simultaneous.answers_commute, "do not commute")
class FirstComeFirstServed(MootState):
    first = -1

    def add_or_submit(self, seat: int, move: int, events: list[Event]) -> None:
        if move == 1 and not any(self.submitted):
            self.first = seat
        super().add_or_submit(seat, move, events)

    def reveal(self, events: list[Event]) -> None:
        super().reveal(events)
        self.points[self.first] += 1


@breaks(simultaneous.answers_commute, "but not in the order")
class LastMayNotOfferOak(MootState):
    def offer_fault(self, seat: int, move: int) -> int:
        return 6 if move == 5 and sum(self.submitted) == self.seats - 1 else super().offer_fault(seat, move)

    def is_forced(self, asked: int) -> bool:
        return super().is_forced(asked) if self.phase != OFFER else False


@breaks(simultaneous.drafts_do_not_show, "before its answer is final")
class ShowsUnfinishedOffers(MootState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) | {"offered": [len(offer) for offer in self.offers]}


@breaks(forced.forced_moves_are_not_asked, "though it can only play 'lay")
class AsksWhatIsForced(CairnsState):
    def advance(self, seat: int, move: int, events: list[Event] | None = None) -> None:
        events = [] if events is None else events
        self.lay(seat, move, events)
        self.next_turn(events)


@breaks(forced.forced_moves_are_not_asked, "though it can only play 'omen'")
class AsksTheSameSeatAgain(MootState):
    def is_forced(self, asked: int) -> bool:
        return self.phase != OMEN and super().is_forced(asked)


@breaks(barriers.barrier_never_falls, "lowers the barrier")
class LowersTheBarrier(MootState):
    def barrier(self) -> int:
        return int(self.bag.total)


@breaks(barriers.barrier_never_falls, "is a final answer, but does not raise the barrier")
class LetsAnswersBeTakenBack(MootState):
    def barrier(self) -> int:
        return self.raised - sum(self.submitted)


@breaks(barriers.luck_raises_the_barrier, "uses luck below the barrier")
class LetsOmensBeTakenBack(MootState):
    def draw_omen(self, seat: int, events: list[Event]) -> None:
        super().draw_omen(seat, events)
        self.raised -= 1


@breaks(barriers.drafts_show_no_luck, "tells it what it may not know")
class MootThatShowsItsLuck(MootState):
    """It says that nothing is ever drawn, so drafts show what would be."""

    def luck(self) -> int:
        return 0


@breaks(barriers.revelations_raise_the_barrier, "without a barrier")
class ShowsHandsToWhoOffers(MootState):
    def view(self, seat: int) -> dict[str, Any]:
        view = super().view(seat)
        return view | {"peek": self.hands} if view.get("offer") else view


# Components, result and words


@breaks(conservation.components_are_conserved, "there are")
class LosesAGift(MootState):
    def give(self, seat: int, card: int, to: int, events: list[Event]) -> None:
        super().give(seat, card, to, events)
        self.hands[to][card] -= 1


@breaks(conservation.components_are_conserved, "miscounted")
class MiscountsTheBag(MootState):
    def draw_omen(self, seat: int, events: list[Event]) -> None:
        super().draw_omen(seat, events)
        fresh = Bag(self.bag.to_list())
        fresh.total += 1
        self.bag = fresh


@breaks(results.result_adds_up, "adds up to")
class ForgetsALine(CairnsState):
    def score(self, seat: int) -> int:
        return super().score(seat) + 1


@breaks(results.result_adds_up, "has place")
class SkipsAPlace(CairnsState):
    def ranking(self) -> list[int]:
        return [place + 1 for place in super().ranking()]


@breaks(results.score_lines_cite_rules, "no such rule")
class ScoresByNoRule(CairnsState):
    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        return [ScoreLine("low", 1, "CA-111", {"count": 1})]


@breaks(wording.what_is_shown_has_words, "no words in 'en' for prompt.boulder")
class AsksWithoutWords(CairnsState):
    def prompt(self, seat: int) -> Prompt:
        prompt = super().prompt(seat)
        return Prompt("boulder", prompt.decision) if prompt.decision else prompt


@breaks(wording.what_is_shown_has_words, "names 'tall', which is not there")
class AsksWithoutTheNumber(CairnsState):
    def prompt(self, seat: int) -> Prompt:
        prompt = super().prompt(seat)
        return Prompt(prompt.kind, prompt.decision)


@breaks(wording.what_is_shown_has_words, "for score.boulders")
class ScoresWithoutWords(CairnsState):
    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        return [ScoreLine("boulders", 1, "CA-008")]


@breaks(wording.what_is_shown_has_words, "no words in 'fr' for the refusal by CA-001")
class RefusesWithoutWords(CairnsState):
    def stone_fault(self, seat: int, cell: int, height: int) -> int:
        return 1 if cell not in self.cells else super().stone_fault(seat, cell, height)


@breaks(wording.what_is_seen_has_words, "no words in 'en' for view.moss")
class SeesWithoutWords(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "moss": 1}


@breaks(wording.what_is_seen_has_words, "'huge' stands in a view and has no words in 'en'")
class SeesANameWithoutWords(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "height": "huge"}


@breaks(wording.what_happens_has_words, "for event.thud")
class HappensWithoutWords(CairnsState):
    def lay(self, seat: int, move: int, events: list[Event]) -> None:
        super().lay(seat, move, events)
        events.append(Event("thud", {}))


@breaks(wording.what_happens_has_words, "no such rule")
class HappensByNoRule(CairnsState):
    def lay(self, seat: int, move: int, events: list[Event]) -> None:
        super().lay(seat, move, events)
        events.append(Event("over", {}, rule="CA-111"))


@breaks(wording.what_happens_has_words, "names 'height', which is not there")
class HappensWithoutAField(CairnsState):
    def lay(self, seat: int, move: int, events: list[Event]) -> None:
        super().lay(seat, move, events)
        events.append(Event("laid", {"seat": seat, "cell": [0, 0]}))


@breaks(wording.words_are_complete, "for move.stack")
class MovesWithoutWords(Cairns):
    def __init__(self) -> None:
        super().__init__()
        size = self.moves.size
        self.moves = MoveSpace(*self.moves.kinds, Kind(size, "stack", "stack"))
