"""Recorded games show what they are kept for: whole games at every table, and hands of which nothing fits."""

import pytest

from skali.core import Event, Saga, State, replay
from skali.core.saga import Step
from tests.games.explorers.build import GAME
from tests.kit.games import ROOT

SAGAS = {path.stem.removeprefix("explorers-"): path for path in (ROOT / "tests" / "sagas").glob("explorers-*.saga")}


def told(name: str) -> list[Event]:
    events: list[Event] = []

    def remember(step: Step, state: State, happened: list[Event]) -> None:
        events.extend(happened)

    replay(Saga.read(SAGAS[name].read_text(encoding="utf-8")), GAME, remember)
    return events


def test_there_is_a_saga_for_every_table_size() -> None:
    assert {Saga.read(path.read_text(encoding="utf-8")).seats for path in SAGAS.values()} == {1, 2, 3, 4}


@pytest.mark.parametrize("name", ["stuck-hand-2", "stuck-hand-4", "stuck-hand-solo"])
def test_a_stuck_hand_is_exchanged(name: str) -> None:
    assert "exchanged" in {event.kind for event in told(name)}
