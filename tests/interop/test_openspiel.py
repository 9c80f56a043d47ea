"""The games pass OpenSpiel's own tests, and its searches play them."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, random_agent
from open_spiel.python.jax import dqn

from skali.core import load_game
from skali.interop import openspiel
from tests.interop.tables import EVERYTHING, TABLES

TESTED = TABLES if EVERYTHING else [("fjords", 2), ("eketorp", 3)]


@pytest.mark.parametrize(("key", "seats"), TESTED)
def test_random_games_pass_openspiels_test(key: str, seats: int) -> None:
    game = pyspiel.load_game(f"skali_{key}", {"players": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_table_can_be_loaded_and_begun(key: str, seats: int) -> None:
    game = pyspiel.load_game(f"skali_{key}", {"players": seats})
    state = dealt(game)
    assert game.num_players() == seats
    assert state.current_player() == state.position.state.actor()
    assert len(state.observation_tensor(0)) == load_game(key).observation.size


def dealt(game: Any, outcome: int = 3) -> Any:
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(outcome)
    return state


def played(game: Any, actions: int, seed: int = 1) -> Any:
    """A state after so many random actions."""
    random = np.random.default_rng(seed)
    state = dealt(game)
    for _ in range(actions):
        state.apply_action(int(random.choice(state.legal_actions())))
    return state


def test_a_move_that_draws_waits_for_its_luck() -> None:
    state = dealt(pyspiel.load_game("skali_fjords"))
    draw = state.string_to_action(state.current_player(), "draw")
    before = state.position.state.view(-1)
    state.apply_action(draw)
    assert state.is_chance_node()
    assert state.position.state.view(-1) == before, "nothing is drawn yet"
    drawn = set()
    for outcome in range(openspiel.SEEDS):
        further = state.clone()
        further.apply_action(outcome)
        drawn.add(further.position.state.view(-1)["hand"])
    assert len(drawn) > 5
    assert state.is_chance_node(), "clones are apart"


def test_no_state_holds_luck_to_come() -> None:
    game = pyspiel.load_game("skali_fjords")
    luck = {str(played(game, actions).position.state.to_dict()["rng"]) for actions in (0, 7, 20, 40)}
    assert len(luck) == 1


def test_a_sample_looks_the_same_and_guesses_the_rest() -> None:
    state = played(pyspiel.load_game("skali_eketorp", {"players": 3}), 5)
    while state.is_chance_node():
        state.apply_action(0)
    player = state.current_player()
    other = (player + 1) % 3
    random = np.random.default_rng(1)
    samples = [state.resample_from_infostate(player, random.random) for _ in range(8)]
    assert {sample.information_state_string(player) for sample in samples} == {state.information_state_string(player)}
    assert len({sample.information_state_string(other) for sample in samples}) > 1


def test_states_are_saved_and_pickled() -> None:
    game = pyspiel.load_game("skali_fjords")
    state = played(game, 12)
    for again in (game.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
        assert again.position.state.digest() == state.position.state.digest()
        assert again.history() == state.history()


class Even(mcts.Evaluator):  # type: ignore[misc]
    """Knows nothing: all actions are alike and nobody is ahead."""

    def evaluate(self, state: Any) -> Any:
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> Any:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def searcher(key: str, game: Any) -> Any:
    """MCTS where nothing is hidden, information-set MCTS elsewhere."""
    random = np.random.RandomState(1)
    if key == "fjords":
        return mcts.MCTSBot(game, 2, 4, Even(), random_state=random)
    return ismcts.ISMCTSBot(game, Even(), 2.0, 4, random_state=random)


@pytest.mark.parametrize("key", sorted(dict(TABLES)))
def test_openspiels_searches_play(key: str) -> None:
    """The beginning of a game; with SKALI_TEST_ALL=1 a whole one."""
    game = pyspiel.load_game(f"skali_{key}")
    bot, state, random = searcher(key, game), dealt(game), np.random.default_rng(1)
    chosen = 0
    while not state.is_terminal() and (EVERYTHING or chosen < 12):
        if state.is_chance_node():
            state.apply_action(int(random.integers(openspiel.SEEDS)))
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        chosen += 1
    assert chosen >= 12
    if EVERYTHING:
        assert state.is_terminal()
        assert sum(state.returns()) == pytest.approx(0)


def test_an_algorithm_of_openspiel_trains_unchanged() -> None:
    """Its own DQN in JAX, driven as its examples drive it, through the beginning of a game; with SKALI_TEST_ALL=1 a whole one."""
    environment = rl_environment.Environment("skali_fjords")
    environment.seed(3)
    (size,) = environment.observation_spec()["info_state"]
    actions = environment.action_spec()["num_actions"]
    sizes = {"hidden_layers_sizes": [8], "replay_buffer_capacity": 32, "batch_size": 4, "min_buffer_size_to_learn": 4}
    agents = [dqn.DQN(0, size, actions, learn_every=4, seed=1, **sizes), random_agent.RandomAgent(1, actions)]
    losses: list[float] = []
    step = environment.reset()
    while not step.last() and (EVERYTHING or len(set(losses)) < 3):
        step = environment.step([agents[step.observations["current_player"]].step(step).action])
        losses += [] if agents[0].loss is None else [float(agents[0].loss)]
    assert len(set(losses)) >= 3, "it has learned three times or more"
    assert np.isfinite(losses).all()


def test_what_is_wrong_is_said() -> None:
    game = pyspiel.load_game("skali_fjords")
    state = dealt(game)
    illegal = next(action for action in range(100) if action not in state.legal_actions())
    with pytest.raises((ValueError, pyspiel.SpielError), match="not legal"):
        state.apply_action(illegal)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(illegal)
    with pytest.raises((ValueError, pyspiel.SpielError), match="2 players, not 3"):
        pyspiel.load_game("skali_fjords", {"players": 3})
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("skali_fjords", {"colour": 3})


def test_every_game_is_registered() -> None:
    assert openspiel.register_all() == [f"skali_{key}" for key in dict(TABLES)]
    assert set(openspiel.register_all()) <= set(pyspiel.registered_names())
