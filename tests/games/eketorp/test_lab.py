"""What the lab finds out about deployments."""

from skali.games.eketorp import lab
from tests.games.eketorp.given import GAME, position


def test_the_best_deployment_goes_where_the_dear_bricks_are() -> None:
    state = position(fields="A 1 grass; G 6 stone").state
    assert lab.best_of(state, 0, 1, drawn=40).on_field(0, 6) >= 2
    assert state.on_field(0, 6) == 0, "the position itself stays as it was"


def test_nothing_is_gained_where_there_is_nothing_to_choose() -> None:
    """Red has nobody at home: every deployment is the same, and the battles have the same luck."""
    state = position(fields="A 1 grass", hospital={"red": [0, 0, 0, 6]}).state
    assert lab.gain(state, 0, 1, drawn=3, rounds=4) == 0.0


def test_knowing_the_mix_is_worth_something_where_much_depends_on_it() -> None:
    """Dear bricks for some and none for others."""
    state = position(fields="A 1 grass; B 1 wood; F 4 clay; G 4 stone").state
    assert lab.gain(state, 0, 1, drawn=40, rounds=30) > 0.0


def test_every_round_of_the_games_is_looked_at() -> None:
    found = lab.gain_of_the_best([GAME.start(4, 1), GAME.start(4, 2)], 1, drawn=2, rounds=1)
    assert 10 < len(found.values) <= 20
    assert found.unit == "points a round"
