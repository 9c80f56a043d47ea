"""The games pass PettingZoo's own tests, and say what is wrong as its users expect."""

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from skali.core import OptionError, load_game
from skali.interop import pettingzoo
from skali.interop.table import NoObservation, rewards_by_place
from tests.interop.tables import CYCLES, TABLES
from tests.toys.cairns.game import Cairns


@pytest.fixture(autouse=True)
def only_the_warnings_that_matter() -> Any:
    """PettingZoo warns of any observation that is a dict, and of the illegal moves that its own tests make."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_api(game: str, seats: int) -> None:
    api_test(pettingzoo.env(game, seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_seeds(game: str, seats: int) -> None:
    seed_test(lambda: pettingzoo.env(game, seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_parallel_api(game: str, seats: int) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, seats), num_cycles=CYCLES * seats)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_parallel_seeds(game: str, seats: int) -> None:
    parallel_seed_test(lambda: pettingzoo.parallel_env(game, seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_table_can_be_made_and_begun(game: str, seats: int) -> None:
    env = pettingzoo.env(game, seats)
    env.reset(seed=1)
    observed, reward, terminated, truncated, info = env.last()
    assert env.possible_agents == [f"player_{seat}" for seat in range(seats)]
    assert env.observation_space(env.agent_selection).contains(observed)
    assert (reward, terminated, truncated, info) == (0, False, False, {})


def play(env: Any, seed: int) -> dict[str, float]:
    """Plays a random game to its end; what each agent got."""
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observed, reward, terminated, _, _ = env.last()
        got[agent] += reward
        env.step(None if terminated else random.choice(np.flatnonzero(observed["action_mask"])))
    return got


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ([2, 1], [-1, 1]),
        ([1, 1], [0, 0]),
        ([3, 1, 2], [-1, 1, 0]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([4, 2, 2, 1], [-1, 0, 0, 1]),
    ],
)
def test_rewards_follow_the_places(places: list[int], rewards: list[float]) -> None:
    class Ended:
        def ranking(self) -> list[int]:
            return places

    assert rewards_by_place(Ended(), len(places)) == pytest.approx(rewards)  # type: ignore[arg-type]


def test_the_winner_gets_most() -> None:
    env = pettingzoo.raw_env("eketorp", 3)
    got = play(env, 2)
    assert list(got.values()) == pytest.approx(rewards_by_place(env.table.state, 3))
    assert sum(got.values()) == pytest.approx(0)


def test_rewards_can_be_the_score() -> None:
    env = pettingzoo.raw_env("fjords", reward="score")
    got = play(env, 1)
    assert list(got.values()) == [env.table.state.score(seat) for seat in range(2)]


def test_parallel_seats_that_are_not_asked_may_only_wait() -> None:
    env = pettingzoo.parallel_env("fjords")
    observed, _ = env.reset(seed=3)
    wait = env.action_space("player_0").n - 1
    asked = f"player_{env.table.state.actor()}"
    other = next(agent for agent in env.agents if agent != asked)
    assert np.flatnonzero(observed[other]["action_mask"]).tolist() == [wait]
    assert not observed[asked]["action_mask"][wait]
    legal = int(np.flatnonzero(observed[asked]["action_mask"])[0])
    _, rewards, terminated, _, _ = env.step({asked: legal, other: wait})
    assert set(rewards.values()) == {0.0}
    assert not any(terminated.values())


def test_parallel_seats_answer_at_the_same_time() -> None:
    env = pettingzoo.parallel_env("eketorp", 4)
    observed, _ = env.reset(seed=3)
    assert env.table.state.to_act() == [0, 1, 2, 3]
    before = observed["player_1"]["observation"]
    actions = {agent: int(np.flatnonzero(observed[agent]["action_mask"])[0]) for agent in env.agents}
    waits = {**actions, "player_0": int(np.flatnonzero(observed["player_0"]["action_mask"])[1])}
    first, *_ = env.step(actions)
    env.reset(seed=3)
    second, *_ = env.step(waits)
    assert not np.array_equal(before, first["player_1"]["observation"]), "a seat sees its own deployment"
    assert np.array_equal(first["player_1"]["observation"], second["player_1"]["observation"]), "but no other's"


def test_an_illegal_action_ends_the_game_for_its_agent() -> None:
    env = pettingzoo.env("fjords")
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[agent] == -1


def test_a_parallel_illegal_action_ends_the_game_for_its_agent() -> None:
    env = pettingzoo.parallel_env("fjords")
    env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step(dict.fromkeys(env.agents, env.action_space("player_0").n - 1))
    assert sorted(rewards.values()) == [-1, 0]
    assert all(terminated.values())
    assert env.agents == []


def test_what_is_wrong_is_said() -> None:
    env = pettingzoo.env("fjords")
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(env.action_space("player_0").n)
    raw = pettingzoo.raw_env("fjords")
    raw.reset(seed=1)
    with pytest.raises(ValueError, match=r"action 9 of player_\d is not legal"):
        raw.step(9)
    with pytest.raises(OptionError, match="Fjords is for 2 players, not 3"):
        pettingzoo.env("fjords", 3)
    with pytest.raises(OptionError, match="there is no option 'length'"):
        pettingzoo.env("fjords", length="short")
    with pytest.raises(ValueError, match="render_mode is one of ansi, rgb_array, not 'human'"):
        pettingzoo.env("fjords", render_mode="human")
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(np.array([0, 0]))
    with pytest.raises(NoObservation, match="Cairns offers no observation"):
        pettingzoo.env(Cairns())
    parallel = pettingzoo.parallel_env("fjords")
    parallel.reset(seed=1)
    with pytest.raises(ValueError, match="no action of player_1"):
        parallel.step({"player_0": 0})
    with pytest.raises(ValueError, match="not in its action space"):
        parallel.step({"player_0": np.zeros(2), "player_1": 0})


@pytest.mark.parametrize("make", [pettingzoo.raw_env, pettingzoo.parallel_env])
def test_a_closed_environment_says_so(make: Any) -> None:
    env = make("fjords", render_mode="ansi")
    env.reset(seed=1)
    env.close()
    env.close()
    for use in (env.render, lambda: env.observe("player_0"), lambda: env.step({"player_0": 0, "player_1": 0})):
        with pytest.raises(RuntimeError, match="call reset"):
            use()
    env.reset(seed=1)
    assert any(env.observe(agent)["action_mask"].any() for agent in env.agents), "it can be begun again"


def test_drawn_as_text() -> None:
    env = pettingzoo.env("fjords", render_mode="ansi")
    env.reset(seed=1)
    assert "0,0" in env.render()
    assert pettingzoo.env("fjords").render_mode is None


def test_actions_have_words_both_ways() -> None:
    env = pettingzoo.raw_env("fjords")
    env.reset(seed=1)
    agent = env.agent_selection
    named = 0
    for action in np.flatnonzero(env.observe(agent)["action_mask"]).tolist():
        named += 1
        assert env.action(agent, env.notation(agent, action)) == action
    assert named
    assert env.action(agent, "field at 0,0") == -1


def test_the_name_follows_the_rules() -> None:
    for key, _ in TABLES:
        version = load_game(key).rules_version
        name = pettingzoo.raw_env(key).metadata["name"]
        assert name == f"{key}_v{version.removesuffix('.0').replace('.', '')}"


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env("odin", 2, length="short")))
    env.reset(seed=1)
    assert env.table.options.length == "short"
