"""Recorded games show what they are kept for: every table size, hands that are stuck, boards on which nothing fits."""

import pytest

from skali.core import Event, Saga, State, replay
from skali.core.saga import Step
from skali.kit.rule import rule
from tests.games.explorers.given import GAME
from tests.games_under_test import ROOT

SAGAS = {path.stem.removeprefix("explorers-"): path for path in (ROOT / "tests" / "sagas").glob("explorers-*.saga")}


def told(name: str) -> list[Event]:
    events: list[Event] = []

    def remember(step: Step, state: State, happened: list[Event]) -> None:
        events.extend(happened)

    replay(Saga.read(SAGAS[name].read_text(encoding="utf-8")), GAME, remember)
    return events


def test_there_is_a_saga_for_every_table_size() -> None:
    assert {Saga.read(path.read_text(encoding="utf-8")).seats for path in SAGAS.values()} == {1, 2, 3, 4}


@rule("XN-045")
@pytest.mark.parametrize("name", ["stuck-hand-2", "stuck-hand-4", "stuck-hand-solo"])
def test_a_stuck_hand_is_exchanged(name: str) -> None:
    assert "exchanged" in {event.kind for event in told(name)}


@rule("XN-047", "XN-118")
def test_two_players_hold_tiles_that_fit_nowhere_and_the_game_ends_after_48_turns() -> None:
    events = told("nothing-fits-2")
    assert turns_where_nothing_fits(events) == [45, 46, 47, 48]
    assert [event.data["turn"] for event in events if event.kind == "turn"][-1] == 48
    assert events[-1].kind == "game_over"


@rule("XN-160")
@pytest.mark.parametrize(
    ("name", "left"), [("nothing-fits-solo", ["X18", "X20", "X48"]), ("nothing-fits-solo-second", ["X18", "X28"])]
)
def test_alone_tiles_that_fit_nowhere_are_discarded(name: str, left: list[str]) -> None:
    events = told(name)
    assert turns_where_nothing_fits(events) == [16]
    at = next(at for at, event in enumerate(events) if event.kind == "nothing_fits")
    assert (events[at + 1].kind, events[at + 1].rule) == ("discarded", "XN-160")
    assert events[at + 1].data["tiles"] == left


def turns_where_nothing_fits(events: list[Event]) -> list[int]:
    turn, found = 0, []
    for event in events:
        if event.kind == "turn":
            turn = event.data["turn"]
        elif event.kind == "nothing_fits":
            found.append(turn)
    return found
