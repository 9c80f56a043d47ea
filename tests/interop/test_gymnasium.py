"""The games pass Gymnasium's own check, and say what is wrong as its users expect."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

from skali.core import load_game
from skali.interop.gymnasium import SeatEnv, environment_id, register_all
from tests.interop.tables import TABLES


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_gymnasium_finds_nothing(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an observation is a row of numbers is no mistake
        check_env(gymnasium.make(environment_id(load_game(game)), seats=seats).unwrapped)


def play(env: Any, seed: int) -> tuple[float, int]:
    """Plays a random game to its end: the reward, and the number of steps."""
    random = np.random.default_rng(seed)
    observed, _ = env.reset(seed=seed)
    steps = 0
    while True:
        steps += 1
        action = random.choice(np.flatnonzero(observed["action_mask"]))
        observed, reward, terminated, _, _ = env.step(action)
        if terminated:
            return reward, steps
        assert reward == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_whole_game_against_an_agent(seat: int) -> None:
    env = SeatEnv("fjords", seat=seat, opponents="greedy")
    reward, steps = play(env, 5)
    assert reward in (-1, 0, 1)
    assert steps > 20
    assert play(env, 5) == (reward, steps), "the same seed, the same game"


def test_every_game_is_registered() -> None:
    assert register_all() == [environment_id(load_game(key)) for key in dict(TABLES)]
    assert gymnasium.make("skali/Fjords-v1").unwrapped.table.game.key == "fjords"


def test_a_solo_game_is_rewarded_by_its_score() -> None:
    env = SeatEnv("explorers", seats=1)
    reward, _ = play(env, 1)
    assert reward == env.table.state.score(0)


def test_an_illegal_action_ends_the_game() -> None:
    env = gymnasium.make("skali/Fjords-v1")
    observed, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info) == (-1, True, False, {"illegal_action": True})


def test_what_is_wrong_is_said() -> None:
    env = SeatEnv("fjords")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(InvalidAction, match="is not in Discrete"):
        env.step(env.action_space.n)
    env.close()
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ValueError, match="3 opponents are wanted, not 1"):
        SeatEnv("odin", seats=4, opponents=["random"])
    with pytest.raises(ValueError, match="seat is 0 to 1, not 2"):
        SeatEnv("fjords", seat=2)
    with pytest.raises(gymnasium.error.VersionNotFound):
        gymnasium.make("skali/Fjords-v99")


def test_drawn_as_text_from_its_seat() -> None:
    env = gymnasium.make("skali/Fjords-v1", render_mode="ansi")
    env.reset(seed=1)
    assert "0,0" in str(env.render())


def test_actions_have_words_both_ways() -> None:
    env = SeatEnv("explorers", seats=2)
    observed, _ = env.reset(seed=1)
    named = 0
    for action in np.flatnonzero(observed["action_mask"]).tolist():
        named += 1
        assert env.action(env.notation(action)) == action
    assert named == 2
    with pytest.raises(InvalidAction):
        env.notation(int(np.flatnonzero(observed["action_mask"] == 0)[0]))
