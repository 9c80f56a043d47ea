"""The levels of bots: data that can be played, weakest first, each clearly better than the one below."""

import pytest

from skali.agents import GreedyAgent, Perspective, RandomAgent, level_named, level_of, levels_of, make_agent
from skali.agents.levels import KEYS, strength
from skali.core import game_keys, load_game
from skali.hall.catalogue import Catalogue
from tests.agents.sealed import Sealed


@pytest.mark.parametrize("key", game_keys())
def test_a_game_has_levels_that_were_measured(key: str) -> None:
    game = load_game(key)
    levels = levels_of(game)
    places = [KEYS.index(level.key) for level in levels]
    assert len(levels) >= 3 and places == sorted(set(places)) and "medium" in [level.key for level in levels]
    catalogue = Catalogue()
    for level in levels:
        agent = make_agent(level.agent)
        assert not isinstance(agent, RandomAgent)
        budget = getattr(agent, "budget", None)
        assert budget is None or (budget.iterations and not budget.seconds), "as strong on a slow machine"
        assert catalogue.agent(game, level.key) == catalogue.agent(game, level.agent) == level.agent
        assert level_of(game, level.agent) == level
    for below, level in zip(levels, levels[1:]):
        assert level.games > 0
        assert level.share >= (0.65 if level.seats == 2 else 1.6 / level.seats)
        assert level.rating > below.rating


def test_a_level_that_a_game_does_not_have_is_the_nearest_below() -> None:
    game = Sealed()
    assert [level.key for level in levels_of(game)] == ["easy", "medium", "hard"]
    named = {key: level_named(game, key) for key in KEYS}
    assert [level.key for level in named.values() if level] == ["easy", "easy", "medium", "hard", "hard"]
    assert level_named(game, "greedy") is None and level_of(game, "greedy") is None


def test_ratings_are_by_shares() -> None:
    assert strength(0.5, 2, 100) == pytest.approx(1)
    assert strength(0.25, 4, 100) == pytest.approx(1)
    assert strength(10 / 11, 2, 100) == pytest.approx(10)
    assert strength(1.0, 2, 100) == pytest.approx(199)


def test_who_misjudges_a_little_still_sees_what_matters() -> None:
    """An error smaller than what the moves differ by changes nothing; a larger one makes other choices."""
    game = load_game("fjords")
    state = game.start(2, 3)
    same = other = 0
    for ply in range(60):
        seat = state.to_act()[0]
        perspective = Perspective(state, seat, 2, ply)
        best = GreedyAgent().choose(perspective)
        same += make_agent("greedy:error=0.001").choose(perspective) == best
        other += make_agent("greedy:error=9").choose(perspective) != best
        state.apply(seat, best)
    assert same >= 50 and other >= 10
