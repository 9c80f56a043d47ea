"""Saved positions: what is damaged, out of bounds, there twice or without a choice is refused."""

import json

import pytest

from skali.core import LoadError
from skali.games.odin import items
from tests.games.odin.given import GAME


def refused(*path, value):
    """A position that can be loaded cannot be any more with this value in it."""
    data = GAME.start(2, 7).to_dict()
    assert GAME.load(data).to_dict() == data
    there = data
    for step in path[:-1]:
        there = there[step]
    there[path[-1]] = value
    with pytest.raises(LoadError):
        GAME.load(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("round",), 9),
        (("phase",), "lunch"),
        (("now", "active"), 3),
        (("now", "space"), 61),
        (("now",), {}),
        (("flags",), [True, False]),
        (("holdings", 0, 32), -1),
        (("holdings", 0), [0]),
        (("shared", items.STRIP_LEFT - items.ON_SPACE), 8),
        (("cards", 0), 13),
        (("rng",), [1, 2, 3]),
        (("answers",), 7),
    ],
)
def test_damage_and_what_is_out_of_bounds_are_refused(path, value):
    refused(*path, value=value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("holdings", 0, items.HAND), 11),
        (("holdings", 0, items.KNARR), 9),
        (("holdings", 0, items.THING), 2),
        (("holdings", 0, items.LONG_HOUSE), 1),
        (("holdings", 0, items.BOW), 40),
        (("shared", items.OVAL - items.ON_SPACE), 0),
        (("placed",), [[0, 0, 2, 0], [0, 1, 2, 0]]),
        (("placed",), [[5, 20, 2, 0]]),
    ],
)
def test_what_is_there_twice_or_missing_is_refused(path, value):
    refused(*path, value=value)


@pytest.mark.parametrize("frames", [[], [[99, 0, 0, 0]], [[40, 0, 0, 0]], [[20, -1, 0, 0]]])
def test_a_position_in_which_nobody_can_decide_is_refused(frames):
    refused("frames", value=frames)


def test_what_is_missing_is_named():
    data = GAME.start(2, 7).to_dict()
    del data["holdings"]
    with pytest.raises(LoadError, match="'holdings' is missing"):
        GAME.load(data)


def test_a_position_with_unfinished_answers_comes_back():
    state = GAME.start(3, 7)
    seen = 0
    for _ in range(400):
        if state.parts:
            seen += 1
            twin = GAME.load(json.loads(json.dumps(state.to_dict())))
            assert twin.to_act() == state.to_act() and twin.digest() == state.digest()
            assert [twin.legal_moves(seat) for seat in twin.to_act()] == [
                state.legal_moves(seat) for seat in state.to_act()
            ]
        if seen == 8:
            break
        seat = state.to_act()[-1]
        state.apply(seat, state.legal_moves(seat)[-1 if seen % 2 else 0])
    assert seen == 8
