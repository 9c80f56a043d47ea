"""Moot with one leak each: something that a seat is shown, told or guessed that it may not know."""

import itertools
from pathlib import Path
from typing import Any

from skali.core import (
    WAITING,
    Event,
    Moves,
    Numbers,
    Observation,
    Part,
    Prompt,
    Refusal,
    ScoreLine,
    State,
    Talk,
)
from skali.core.protocol import EVERYONE
from skali.kit import observing, secrecy, shapes, talk
from tests.toys.breakage import breaks
from tests.toys.cairns.game import Cairns, CairnsState
from tests.toys.cairns.view_types import Stone
from tests.toys.moot.game import Moot
from tests.toys.moot.state import CARDS, GIFT, KINDS, M_GIVE, MOST_SEATS, OAK, OMEN, OVER, SHOW, MootState

counter = itertools.count()


def oaks_of_others(state: MootState, seat: int) -> int:
    return sum(hand[OAK] for place, hand in enumerate(state.hands) if place != seat)


# Talk


@breaks(talk.remarks_fit_the_talk, "which is no remark")
class SaysWhatNobodyKnows(CairnsState):
    def remarks(self, seat: int) -> list[int]:
        return [0] if seat >= 0 else []


@breaks(talk.remarks_fit_the_talk, "spectators are offered")
class LetsSpectatorsPromise(CairnsState):
    def remarks(self, seat: int) -> list[int]:
        return [0] if seat < 0 else []


@breaks(talk.remarks_fit_the_talk, "talk is closed")
class TalksBehindClosedDoors(CairnsState):
    def talk(self, seat: int) -> Talk | None:
        return Talk(False, "CA-001")

    def remarks(self, seat: int) -> list[int]:
        return [0] if seat >= 0 else []


@breaks(talk.remarks_fit_the_talk, "no rule closes talk")
class ClosesTalkWithoutARule(CairnsState):
    def talk(self, seat: int) -> Talk | None:
        return Talk(False, "CA-999")


@breaks(secrecy.samples_look_the_same, "remarks of viewer")
class SpeaksOfHiddenHands(MootState):
    def remarks(self, seat: int) -> list[int]:
        return [oaks_of_others(self, seat)]


# Observations


class Written(Observation):
    """One number that a broken toy chooses."""

    def __init__(self, high: int = 9) -> None:
        super().__init__(Part("number", "a number", 1, high=high))

    def number(self, state: MootState, seat: int) -> int:
        return 0

    def write(self, state: State, seat: int, out: Numbers) -> None:
        assert isinstance(state, MootState)
        out.add(self.number(state, seat))


class MootInNumbers(Moot):
    """Moot with a broken observation."""

    observed: type[Observation] = Written

    def __init__(self) -> None:
        super().__init__()
        self.observation = self.observed()


@breaks(secrecy.samples_look_the_same, "observation of viewer")
class CountsHiddenOaks(MootInNumbers):
    class observed(Written):
        def number(self, state: MootState, seat: int) -> int:
            return oaks_of_others(state, seat)


@breaks(observing.observations_fit_their_parts, "not 0 to 9")
class CountsTooFar(MootInNumbers):
    class observed(Written):
        def number(self, state: MootState, seat: int) -> int:
            return 10


@breaks(observing.observations_fit_their_parts, "has 2 numbers, its parts 1")
class WritesTooMuch(MootInNumbers):
    class observed(Written):
        def write(self, state: State, seat: int, out: Numbers) -> None:
            out.zeros(2)


@breaks(observing.observations_fit_their_parts, "depends on what the buffer held")
class LeavesWhatWasThere(MootInNumbers):
    class observed(Written):
        def __init__(self) -> None:
            super().__init__(high=99)

        def write(self, state: State, seat: int, out: Numbers) -> None:
            out.at += 1


@breaks(observing.observations_follow_views, "share 1 observations")
class SeesNothing(MootInNumbers):
    pass


@breaks(observing.observations_follow_views, "have different observations")
class CountsItsOwnCalls(MootInNumbers):
    class observed(Written):
        def __init__(self) -> None:
            super().__init__(high=32767)

        def number(self, state: MootState, seat: int) -> int:
            return next(counter)

    class state_class(MootState):
        def view(self, seat: int) -> dict[str, Any]:
            return {"awaiting": []}


# Views and prompts as such


@breaks(secrecy.views_are_data, "does not say who is awaited")
class AwaitsInSilence(MootState):
    def view(self, seat: int) -> dict[str, Any]:
        view = super().view(seat)
        del view["awaiting"]
        return view

    def determinize(self, seat: int, seed: int) -> State:
        return self.copy()


@breaks(secrecy.views_are_data, "not JSON serializable")
class ShowsASet(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) | {"cells": set(self.cells)}


@breaks(secrecy.views_are_data, "is not awaited, but is asked")
class AsksEverybody(CairnsState):
    def prompt(self, seat: int) -> Prompt:
        return super().prompt(self.turn)


@breaks(secrecy.views_are_data, "but told to wait")
class AsksNobody(CairnsState):
    def prompt(self, seat: int) -> Prompt:
        return WAITING


@breaks(secrecy.views_are_data, "is no decision")
class AsksOutsideTheLedger(CairnsState):
    def prompt(self, seat: int) -> Prompt:
        prompt = super().prompt(seat)
        return Prompt(prompt.kind, "CA-D9", prompt.data) if prompt.decision else prompt


@breaks(secrecy.views_are_data, "is to act, but its view says")
class HidesWhoIsAwaited(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) | {"awaiting": []}


@breaks(secrecy.views_are_data, "awaits others than the state")
class AwaitsMoreInTheView(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) | {"awaiting": [*self.to_act(), 9] if self.to_act() else []}


@breaks(secrecy.views_are_data, "the game is over, but")
class AwaitsAfterTheEnd(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) | {"awaiting": self.to_act() or [0]}


@breaks(secrecy.open_games_have_one_view, "not all see the same")
class CallsItselfOpen(Moot):
    def __init__(self) -> None:
        super().__init__()
        self.is_open = True


@breaks(secrecy.stamps_follow_views, "has the same stamp as")
class StampsAllAlike(CairnsState):
    def view_stamps(self, seat: int) -> dict[str, int]:
        return {"stones": 0}


@breaks(secrecy.stamps_follow_views, "other parts where some are left out")
class LeavesOutTooMuch(CairnsState):
    def view_stamps(self, seat: int) -> dict[str, int]:
        return {"stones": int(self.key(seat))}

    def view_without(self, seat: int, parts: list[str]) -> dict[str, Any]:
        return {}


@breaks(secrecy.samples_look_the_same, "view_stamps of viewer")
class StampsASecret(MootState):
    def view_stamps(self, seat: int) -> dict[str, int]:
        return {"awaiting": oaks_of_others(self, seat)}


# The shape of what is shown


@breaks(shapes.views_are_as_declared, "the view has 'wind', which View does not have")
class ShowsMoreThanDeclared(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) | {"wind": "north"}


@breaks(shapes.views_are_as_declared, "the view.stones[0].seat is '0', not integer")
class ShowsTextForANumber(CairnsState):
    def view(self, seat: int) -> dict[str, Any]:
        shown = super().view(seat)
        return shown | {"stones": [stone | {"seat": str(stone["seat"])} for stone in shown["stones"]]}


@breaks(shapes.prompts_are_as_declared, "the prompt 'boulder' is not declared")
class AsksUndeclared(CairnsState):
    def prompt(self, seat: int) -> Prompt:
        prompt = super().prompt(seat)
        return Prompt("boulder", prompt.decision, prompt.data) if prompt.decision else prompt


@breaks(shapes.prompts_are_as_declared, "the data of 'stone' has no 'tall', which LayStone has")
class AsksWithoutDeclaredData(CairnsState):
    def prompt(self, seat: int) -> Prompt:
        prompt = super().prompt(seat)
        return Prompt(prompt.kind, prompt.decision) if prompt.decision else prompt


@breaks(shapes.shapes_are_shapes, "a view has 'awaiting', a list of seats")
def declares_nobody_awaited(folder: Path) -> Cairns:
    game = Cairns()
    game.view_type = Stone
    return game


# What a seat is shown


@breaks(secrecy.samples_look_the_same, "view of viewer")
class ShowsOaks(MootState):
    def view(self, seat: int) -> dict[str, Any]:
        return super().view(seat) | {"oaks": [hand[OAK] for hand in self.hands]}


@breaks(secrecy.samples_look_the_same, "prompt of viewer")
class AsksWithASecret(MootState):
    def prompt(self, seat: int) -> Prompt:
        prompt = super().prompt(seat)
        return (
            Prompt(prompt.kind, prompt.decision, prompt.data | {"oaks": oaks_of_others(self, seat)})
            if prompt.decision
            else prompt
        )


@breaks(secrecy.samples_look_the_same, "legal_moves of viewer")
class GivesOnlyToThoseWithoutOak(MootState):
    def fault(self, seat: int, move: int) -> int:
        to = (move - M_GIVE) % MOST_SEATS
        if self.phase == GIFT and move >= M_GIVE and to < self.seats and self.hands[to][OAK]:
            return 0 if not self.can_give_to_others(seat) and not super().fault(seat, move) else 9
        return super().fault(seat, move)

    def can_give_to_others(self, seat: int) -> bool:
        return any(not hand[OAK] for place, hand in enumerate(self.hands) if place != seat)


@breaks(secrecy.samples_look_the_same, "why_not of viewer")
class RefusesWithASecret(MootState):
    def why_not(self, seat: int, move: int) -> Refusal | None:
        refusal = super().why_not(seat, move)
        secret = refusal == Refusal("MO-014") and seat >= 0 and oaks_of_others(self, seat) > 1
        return Refusal("MO-001") if secret else refusal


@breaks(secrecy.samples_look_the_same, "score_sheet of viewer")
class ScoresInTheOpen(MootState):
    def score_sheet(self, seat: int, viewer: int) -> list[ScoreLine]:
        return super().score_sheet(seat, seat)


@breaks(secrecy.samples_look_the_same, "key of viewer")
@breaks(secrecy.keys_follow_views, "with the same view of viewer")
class HashesSecrets(MootState):
    def facts(self, seat: int) -> list[int]:
        return (
            super().facts(seat)
            + [count for hand in self.hands for count in hand]
            + [card for o in self.offers for card in o]
        )


@breaks(secrecy.keys_follow_views, "share 1 keys")
class HashesNothing(MootState):
    def facts(self, seat: int) -> list[int]:
        return []


@breaks(secrecy.keys_follow_views, "more than 62 bits")
class HashesTooLong(MootState):
    def key(self, seat: int) -> int:
        return -super().key(seat)


# What a seat is told


@breaks(secrecy.events_tell_no_secrets, "there it could not be told")
class TellsTheGift(MootState):
    def give(self, seat: int, card: int, to: int, events: list[Event]) -> None:
        super().give(seat, card, to, events)
        events.append(Event("gave_card", {"seat": seat, "to": to, "card": CARDS[card]}, EVERYONE))


@breaks(secrecy.events_tell_no_secrets, "there it could not be told")
class TellsTheOffer(MootState):
    def add_or_submit(self, seat: int, move: int, events: list[Event]) -> None:
        super().add_or_submit(seat, move, events)
        if not any(event.kind == "submitted" for event in events):
            events[-1] = Event("added", events[-1].data, EVERYONE)


@breaks(secrecy.not_asking_tells_no_secrets, "goes on by itself with")
class GoesOnWithAnOak(MootState):
    def is_forced(self, asked: int) -> bool:
        return super().is_forced(asked) or (self.phase == OMEN and self.hands[self.starter][OAK] > 0)


@breaks(secrecy.events_tell_no_secrets, "the same view in truth and sample")
class TellsTheRestOfTheHand(MootState):
    def add_or_submit(self, seat: int, move: int, events: list[Event]) -> None:
        super().add_or_submit(seat, move, events)
        events.append(Event("drew_cards", {"cards": [CARDS[card] for card in range(KINDS) if self.hands[seat][card]]}))


# What a seat is left to guess


@breaks(secrecy.sampling_uses_no_secrets, "keeps the true luck")
class KeepsItsLuck(MootState):
    def determinize(self, seat: int, seed: int) -> State:
        sample = super().determinize(seat, seed)
        assert isinstance(sample, MootState)
        sample.rng = self.rng.copy()
        return sample


@breaks(secrecy.sampling_uses_no_secrets, "changed the state")
class DeterminizesItself(MootState):
    def determinize(self, seat: int, seed: int) -> State:
        sample = super().determinize(seat, seed)
        self.reseed(seed)
        return sample


@breaks(secrecy.sampling_uses_no_secrets, "two samples for one seed")
class GuessesAtWill(MootState):
    def determinize(self, seat: int, seed: int) -> State:
        return super().determinize(seat, seed + next(counter))


@breaks(secrecy.sampling_uses_no_secrets, "may not know")
class GuessesByTheTruth(MootState):
    def determinize(self, seat: int, seed: int) -> State:
        return super().determinize(seat, seed + 1000 * oaks_of_others(self, seat))


@breaks(secrecy.sampling_uses_no_secrets, "may not know")
class KeepsUnfinishedOffers(MootState):
    """Not caught by the view: the others' unfinished offers stay in the sample, if their cards do."""

    def guess_offers(self, seat: int) -> None:
        kept = [
            offer if all(hand[card] >= offer.count(card) for card in offer) else []
            for offer, hand in zip(self.offers, self.hands)
        ]
        super().guess_offers(seat)
        self.offers = [offer if self.submitted[place] else kept[place] for place, offer in enumerate(self.offers)]


@breaks(secrecy.samples_vary, "never guesses anything but the truth")
class GuessesOnlyTheTruth(MootState):
    def determinize(self, seat: int, seed: int) -> State:
        sample = self.copy()
        sample.reseed(seed)
        return sample


class MarkedSample(MootState):
    """Samples know that they are samples."""

    is_sample = False

    def determinize(self, seat: int, seed: int) -> State:
        sample = super().determinize(seat, seed)
        assert isinstance(sample, MarkedSample)
        sample.is_sample = True
        return sample


@breaks(secrecy.samples_can_be_played, "has no legal move")
class SamplesWithoutMoves(MarkedSample):
    def fill_legal(self, seat: int, out: Moves) -> None:
        if not self.is_sample:
            super().fill_legal(seat, out)


@breaks(secrecy.samples_can_be_played, "does not reach the end")
class SamplesThatBreakOff(MarkedSample):
    def show(self, seat: int, card: int, events: list[Event]) -> None:
        if self.is_sample:
            raise IndexError("list index out of range")
        super().show(seat, card, events)


@breaks(secrecy.samples_can_be_played, "does not reach the end")
class SamplesThatGoOn(MarkedSample):
    def show(self, seat: int, card: int, events: list[Event]) -> None:
        if not self.is_sample:
            super().show(seat, card, events)

    def is_forced(self, asked: int) -> bool:
        return not (self.is_sample and self.phase == SHOW) and super().is_forced(asked)


@breaks(secrecy.samples_can_be_played, "is over, or no longer")
class SamplesThatAreOver(MarkedSample):
    def to_act(self) -> list[int]:
        return [] if self.is_sample else super().to_act()

    def is_over(self) -> bool:
        return self.is_sample or self.phase == OVER
