"""Positions show themselves: in notebooks as SVG, in environments as pixels, from the same drawing."""

from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from skali.core import load_game
from skali.drawing.shapes import Drawing
from skali.interop import pettingzoo
from skali.interop.gymnasium import SeatEnv
from skali.interop.pixels import SIZE, pixels
from tests.interop.tables import TABLES
from tests.toys.cairns.game import Cairns

LARGEST = sorted({(key, max(load_game(key).seats)) for key, _ in TABLES})


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_notebook_shows_the_position(game: str, seats: int) -> None:
    shown = load_game(game).start(seats, 3)._repr_svg_()
    texts = [each.text for each in ElementTree.fromstring(shown).iter() if each.text]
    for seat in range(seats):
        assert f"Player {seat + 1}" in texts


def test_a_game_without_a_picture_is_shown_as_any_object() -> None:
    assert Cairns().start(2, 1)._repr_svg_() is None


@pytest.mark.parametrize(("game", "seats"), LARGEST)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env, SeatEnv])
def test_pixels(game: str, seats: int, make: Any) -> None:
    env = make(game, seats, render_mode="rgb_array")
    env.reset(seed=2)
    shown = env.render()
    assert shown.shape == (SIZE[1], SIZE[0], 3)
    assert shown.dtype == np.uint8
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 20


def test_pixels_follow_the_play() -> None:
    env = pettingzoo.raw_env("fjords", render_mode="rgb_array")
    env.reset(seed=2)
    before = env.render()
    for _ in range(3):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert (before != env.render()).any()


def test_a_square_is_where_it_should_be() -> None:
    drawing = Drawing()
    drawing.box(0, 0, 76, 76, "#ff0000")
    shown = pixels(drawing, (200, 100))  # with its margin 100 by 100, amid 200
    red = (shown == [255, 0, 0]).all(axis=2)
    rows, columns = np.nonzero(red)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == pytest.approx((12, 88, 62, 138), abs=1)
    assert red[50, 100]
    assert tuple(shown[2, 2]) == (228, 234, 236)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="width and a height of 1 or more"):
        pixels(Drawing(), (0, 10))
