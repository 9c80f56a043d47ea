"""Many games at once play the same games as one after the other."""

import numpy as np
import pytest

from skali.core import Moves, derive_seed, load_game
from skali.interop import batch
from skali.interop.native.actions import Actions, action_count
from skali.interop.table import Table
from tests.interop.tables import TABLES


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_each_game_of_a_batch_is_a_game(game: str, seats: int) -> None:
    """Every row is what the seat that is asked observes of that game alone, and games begin anew when they are over."""
    together = batch(game, 3, seats, seed=5)
    table = Table(game, seats, {}, None)
    alone = [table.game.start(seats, derive_seed("batch", 5, at)) for at in range(3)]
    for _ in range(60):
        for at, state in enumerate(alone):
            seat = int(state.actor())
            expected = table.observe(state, seat)
            assert together.turns[at] == seat
            assert np.array_equal(together.observations[at], expected["observation"])
            assert np.array_equal(together.masks[at], expected["action_mask"])
        actions = together.sample()
        for state, action in zip(alone, actions.tolist()):
            state.apply(state.actor(), table.move_of(state, int(state.actor()), action))
        together.step(actions)


def test_games_begin_anew_and_rewards_stand_for_one_step() -> None:
    together = batch("fjords", 4, seed=1)
    ended = 0
    for _ in range(700):
        together.step(together.sample())
        for at in range(4):
            if together.over[at]:
                ended += 1
                assert sorted(together.rewards[at].tolist()) in ([-1, 1], [0, 0])
            else:
                assert together.rewards[at].tolist() == [0, 0]
    assert ended >= 4
    together.reset(1)
    again = batch("fjords", 4, seed=1)
    assert np.array_equal(together.observations, again.observations)
    assert not together.over.any()


def test_what_is_wrong_is_said() -> None:
    together = batch("fjords", 2)
    before = together.observations.copy()
    with pytest.raises(ValueError, match=r"shape \(3,\), not \(2,\)"):
        together.step(np.zeros(3, np.int64))
    legal = together.sample()
    assert together.masks[[0, 1], legal].all()
    legal[1] = np.flatnonzero(together.masks[1] == 0)[0]
    with pytest.raises(ValueError, match="is not legal in game 1"):
        together.step(legal)
    assert np.array_equal(before, together.observations)
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        together.step(np.zeros(2))
    with pytest.raises(ValueError, match="one game or more"):
        batch("fjords", 0)
    with pytest.raises(ValueError, match="1 to 2 workers, not 3"):
        batch("fjords", 2, workers=3)
    with pytest.raises(ValueError, match="games are 0 to 1, not 2"):
        together.notation(2, 0)
    assert together.notation(0, int(np.flatnonzero(together.masks[0])[0]))


def test_legal_moves_are_listed_with_their_actions() -> None:
    together = batch("fjords", 3, seed=2)
    for _ in range(5):
        together.step(together.sample())
    listed = together.legal()
    assert np.array_equal(np.unique(listed[:, 0]), [0, 1, 2])
    masks = np.zeros_like(together.masks)
    masks[listed[:, 0], listed[:, 1]] = 1
    assert np.array_equal(masks, together.masks)
    for at, action, move in listed.tolist():
        assert together.notation(at, action) == together.game.moves.show(move)


def test_over_processes_each_plays_its_part() -> None:
    parts = [batch("eketorp", size, 4, seed=derive_seed("worker", 5, at)) for at, size in enumerate((3, 4))]
    with batch("eketorp", 7, 4, workers=2, seed=5) as together:
        for _ in range(40):
            for name in ("observations", "masks", "turns", "rewards", "over"):
                assert np.array_equal(getattr(together, name), np.concatenate([getattr(each, name) for each in parts]))
            actions = together.sample()
            assert np.array_equal(actions, np.concatenate([each.sample() for each in parts]))
            together.step(actions)
            parts[0].step(actions[:3])
            parts[1].step(actions[3:])
        moved = parts[1].legal() + [3, 0, 0]
        assert np.array_equal(together.legal(), np.concatenate([parts[0].legal(), moved]))
        assert together.notation(5, int(together.sample()[5]))
        before = together.observations.copy()
        wrong = together.sample()
        wrong[6] = np.flatnonzero(together.masks[6] == 0)[0]
        with pytest.raises(ValueError, match="is not legal in game 6"):
            together.step(wrong)
        with pytest.raises(ValueError, match="is not legal in game 0"):
            together.step(np.full(7, -1))
        assert np.array_equal(before, together.observations)
        together.reset(5)
        parts[0].reset(derive_seed("worker", 5, 0))
        assert np.array_equal(together.observations[:3], parts[0].observations)
    for use in (together.sample, together.legal, together.reset, lambda: together.step(np.zeros(7, int))):
        with pytest.raises(RuntimeError, match="the batch is closed"):
            use()
    together.close()


def test_a_process_that_ends_is_noticed() -> None:
    with batch("fjords", 2, workers=2) as together:
        together._workers[1].kill()
        together._workers[1].join()
        with pytest.raises(RuntimeError, match="a process of the batch has ended"):
            together.step(together.sample())


def actions_of(space: int, *moves: int) -> Actions:
    made, legal = Actions(space), Moves()
    for move in moves:
        legal.add(move)
    made.set(legal)
    return made


def test_a_small_space_of_moves_is_the_space_of_actions() -> None:
    made = actions_of(100, 7, 3)
    assert action_count(100) == 100
    assert [int(made.move(action)) for action in (3, 7, 8, -1, 100)] == [3, 7, -1, -1, -1]
    assert [int(made.action(move)) for move in (3, 7, 8)] == [3, 7, -1]


def test_moves_that_meet_make_room_for_each_other_in_their_order() -> None:
    assert action_count(20_000) == 4096
    for moves in ([5, 4101, 8197, 6], [8197, 6, 4101, 5]):
        made = actions_of(20_000, *moves)
        assert {action: int(made.move(action)) for action in made.legal.to_list()} == {5: 5, 6: 6, 7: 4101, 8: 8197}
        assert [int(made.action(move)) for move in (5, 6, 4101, 8197, 12293)] == [5, 6, 7, 8, -1]
    again = actions_of(20_000, 4101)
    assert int(again.action(4101)) == 5, "alone a move has its own place"


def test_a_decision_forgets_the_one_before() -> None:
    made = actions_of(20_000, 5, 4101)
    legal = Moves()
    legal.add(9)
    made.set(legal)
    assert made.legal.to_list() == [9]
    assert int(made.move(5)) == int(made.move(6)) == -1


@pytest.mark.parametrize("key", ["fjords", "explorers"])
def test_every_legal_move_of_a_large_space_has_an_action(key: str) -> None:
    game = load_game(key)
    state = game.start(2, 4)
    random = np.random.default_rng(4)
    table = Table(game, 2, {}, None)
    met = 0
    while not state.is_over():
        seat = int(state.actor())
        moves = sorted(state.legal_moves(seat))
        actions = table.legal_actions(state, seat)
        assert sorted(table.move_of(state, seat, action) for action in actions) == moves
        met += len(moves) > 1
        state.apply(seat, int(random.choice(moves)))
    assert met > 20
