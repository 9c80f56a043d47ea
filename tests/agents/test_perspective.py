"""An agent is handed one side of a position: nothing of the others' can be reached from it, by any way."""

from __future__ import annotations

import contextlib
import gc
import pickle
import types
from collections.abc import Iterator
from typing import Any

import pytest

from skali.agents import Perspective, Story
from skali.core import State, load_game, registry
from skali.core.protocol import Event, only
from tests.agents.sealed import BET, Sealed, SealedState

CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.FrameType)


def reachable(start: object) -> Iterator[Any]:
    """Every object that can be reached, through attributes or behind them; code is not followed.

    Nor are floats: the imaginary part of one is always a new one.
    """
    seen: dict[int, object] = {}
    ahead = [start]
    while ahead:
        found = ahead.pop()
        if id(found) in seen or isinstance(found, (*CODE, float)):
            continue
        seen[id(found)] = found
        yield found
        ahead += gc.get_referents(found)
        for name in dir(found):
            if not name.startswith("__"):
                with contextlib.suppress(Exception):  # a property that cannot be had
                    ahead.append(getattr(found, name))


def middle_of_fjords() -> State:
    state = load_game("fjords").start(2, 7)
    for _ in range(40):
        seat = state.to_act()[0]
        state.apply(seat, state.legal_moves(seat)[0])
    return state


@pytest.mark.parametrize("make", [middle_of_fjords, lambda: Sealed().start(3, 5)], ids=["fjords", "sealed"])
def test_everything_reachable_is_the_sample(make: Any) -> None:
    truth = make()
    perspective = Perspective(truth, 0, 3, seed=1)
    states = [each for each in reachable(perspective) if isinstance(each, State)]
    assert [each is perspective._sample for each in states] == [True], "the sample is the only position there is"
    assert perspective._sample is not truth


def test_the_walk_would_find_a_truth_that_hangs_on_somewhere() -> None:
    truth = middle_of_fjords()
    perspective = Perspective(truth, 0, 2, seed=1)
    perspective.story.append({"data": [lambda: 0, {"deep": (truth,)}]})
    assert any(each is truth for each in reachable(perspective))


def test_what_differs_only_in_secret_gives_the_same_perspective(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Sealed()
    monkeypatch.setitem(registry._loaded, "sealed", game)
    one = SealedState(game, [[0, 1], [2, 3], [4, 5]], [-1, 3, -1], [-1] * 3, game.start(3, 1).rng)
    two = SealedState(game, [[0, 1], [6, 7], [2, 4]], [-1, -1, 2], [-1] * 3, game.start(3, 2).rng)
    assert one.digest() != two.digest()
    packed = [pickle.dumps(Perspective(state, 0, 3, seed=9)) for state in (one, two)]
    assert packed[0] == packed[1]
    different = pickle.dumps(Perspective(one, 1, 3, seed=9))
    assert different != packed[0], "another seat knows something else"


def test_a_perspective_survives_pickling() -> None:
    perspective = Perspective(middle_of_fjords(), 1, 2, seed=3)
    twin = pickle.loads(pickle.dumps(perspective))
    assert (twin.seat, twin.seats, twin.seed) == (1, 2, 3)
    assert twin.view == perspective.view
    assert twin.legal_moves == perspective.legal_moves
    assert twin.prompt == perspective.prompt
    assert twin.sample(5).digest() == perspective.sample(5).digest()


def test_view_prompt_and_moves_are_those_of_the_seat() -> None:
    truth = Sealed().start(3, 5)
    perspective = Perspective(truth, 1, 3, seed=1)
    assert perspective.view == truth.view(1)
    assert perspective.prompt == truth.prompt(1)
    assert perspective.legal_moves == truth.legal_moves(1)
    assert perspective._sample.view(0)["hand"] != truth.view(0)["hand"], "it was made from the truth"


def test_samples_vary_in_what_is_hidden_and_in_nothing_else() -> None:
    truth = Sealed().start(3, 5)
    perspective = Perspective(truth, 1, 3, seed=1)
    samples = [perspective.sample(seed) for seed in range(20)]
    assert all(sample.view(1) == truth.view(1) for sample in samples)
    assert len({str(sample.view(0)["hand"]) for sample in samples}) > 5


def test_a_sample_is_the_agents_to_keep() -> None:
    perspective = Perspective(Sealed().start(2, 5), 0, 2, seed=1)
    before = perspective.sample(4).digest()
    for seat in (0, 1):
        sample = perspective.sample(4)
        sample.apply(seat, sample.legal_moves(seat)[0])
    assert perspective.sample(4).digest() == before


def test_the_story_holds_what_the_seat_was_told_and_its_own_moves() -> None:
    stories = [Story(seat) for seat in range(2)]
    shared = [1, 2]
    events = [Event("sealed", {"seat": 0, "card": 4}, only(0)), Event("opened", {"cards": shared})]
    for story in stories:
        story.move(0, "seal 4")
        story.events(events)
    assert [entry["kind"] for entry in stories[0].entries] == ["move", "event", "event"]
    assert [entry["event"] for entry in stories[1].entries] == ["opened"]
    shared.append(BET)
    assert stories[1].entries[0]["data"] == {"cards": [1, 2]}, "a story is a copy"
