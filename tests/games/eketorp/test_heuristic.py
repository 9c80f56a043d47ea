"""The heuristic: weights that make a mix, and an evaluation that prefers what a sensible player would."""

from collections import Counter

import pytest
from librt.vecs import vec

from skali.core import Moves, Rng, State
from tests.games.eketorp.given import COLOURS, GAME, EketorpTable, position, random_game, seat_of

HEURISTIC = GAME.heuristic
assert HEURISTIC is not None


def weights(state: State, seat: int) -> dict[str, float]:
    moves = Moves()
    state.search_moves(seat, moves)
    found = vec[float]([0.0] * int(moves.count))
    HEURISTIC.weigh(state, seat, moves, found)
    total = sum(found)
    return {GAME.moves.show(move): found[at] / total for at, move in enumerate(moves.to_list())}


def drawn_plan(table: EketorpTable, colour: str, rng: Rng) -> tuple[str, ...]:
    """A whole deployment, step by step by the weights."""
    table = table.copy()
    steps = []
    while True:
        choices = weights(table.state, seat_of(colour))
        luck, move = rng.below(1_000_000) / 1_000_000, "done"
        for each, weight in choices.items():
            if luck < weight:
                move = each
                break
            luck -= weight
        if move == "done":
            return tuple(steps)
        steps.append(move)
        table.by(colour, move)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_legal_move_has_a_weight_and_every_position_a_value(seats: int) -> None:
    checked = 0
    for step, (state, seat, _, _, _) in enumerate(random_game(seats, 4)):
        if step % 7 == 0:
            checked += 1
            found = weights(state, seat)
            assert set(found) == {GAME.moves.show(move) for move in state.legal_moves(seat)}
            assert all(0.0 < weight < 1.0 for weight in found.values()) or len(found) == 1
            for each in range(seats):
                assert abs(HEURISTIC.evaluate(state, each)) < 200
    assert checked > 20


def test_deployments_are_a_mix() -> None:
    """Two hundred drawn plans: many different ones, none of them often, most Vikings where bricks lie."""
    table = position(fields="A 2 grass; B 2 wood; C 1 grass; D 2 wood; F 1 clay", castles={"blue": "1 wood; 3 clay"})
    rng = Rng(5)
    plans = Counter(drawn_plan(table, "red", rng) for _ in range(200))
    assert len(plans) > 100
    assert plans.most_common(1)[0][1] < 20
    places = Counter(move for plan, count in plans.items() for move in plan for _ in range(count))
    assert places["send to B"] > places["send to A"] > places["send to C"] > 20
    assert places["send to E"] + places["send to G"] < 20
    assert places["send to castle 1 boat"] > places["send to castle 2 boat"]
    home = sum((6 - len(plan)) * count for plan, count in plans.items()) / 200
    assert 0.1 < home < 3.0


def test_steps_by_weight_are_the_mix_of_the_plans() -> None:
    """With one Viking left, the weights are the shares of the places themselves."""
    table = position(fields="A 6 wood; B 6 wood; C 3 grass", hospital={"red": [5, 0, 0, 0]})
    found = weights(table.state, 0)
    assert abs(found["send to A"] - found["send to B"]) < 1e-9
    assert found["send to A"] > found["send to C"] > 10 * found["send to E"]


def best_plan(table: EketorpTable, seat: int, seed: int) -> tuple[str, ...]:
    """A whole deployment, each step the best by the evaluation against newly drawn rivals."""
    state = table.state
    steps: list[str] = []
    while not steps or steps[-1] != "done":
        sample = state.determinize(seat, 100 * seed + len(steps))
        worth = {}
        for move in sample.legal_moves(seat):
            after = sample.copy()
            after.advance(seat, move)
            worth[move] = HEURISTIC.evaluate(after, seat)
        best = max(worth, key=lambda move: worth[move])
        steps.append(GAME.moves.show(best))
        state = state.copy()
        state.advance(seat, best)
    return tuple(steps)


def test_the_best_answer_to_drawn_rivals_is_a_mix_too() -> None:
    """Against different samples different deployments are best; none goes where nothing lies."""
    table = position(fields="A 2 grass; B 2 wood; C 2 wood; D 2 wood; F 2 clay")
    plans = {best_plan(table, 0, seed) for seed in range(12)}
    assert len(plans) >= 5
    assert all("send to E" not in plan and "send to G" not in plan for plan in plans)


def test_an_undefended_owner_throws_his_worst_card() -> None:
    table = position(castles={"blue": "1 grass"})
    table.deploy(red="blue catapult", blue="A A A A A A")
    found = weights(table.state, 1)
    assert max(found, key=lambda move: found[move]) == "card 2"


def test_more_is_better() -> None:
    """A brick on the wall, a Viking out of the hospital, a better hand."""
    plain = HEURISTIC.evaluate(position().state, 0)
    assert HEURISTIC.evaluate(position(castles={"red": "1 clay"}).state, 0) > plain + 1
    assert HEURISTIC.evaluate(position(castles={"blue": "1 clay"}).state, 0) < plain - 0.25
    assert HEURISTIC.evaluate(position(hospital={"red": [1, 0, 0, 0]}).state, 0) < plain
    assert HEURISTIC.evaluate(position(hands={"red": "6 6 6 6"}).state, 0) > plain


def test_the_better_loot_is_likelier() -> None:
    table = position(castles={"blue": "1 grass; 2 clay"}, hands={"red": "6 6 6 6", "blue": "1 1 1 1"})
    table.deploy(red="blue catapult")
    table.fight(6, 1)
    found = weights(table.state, 0)
    assert found["loot 1 and 1"] > found["loot 0 and 1"] > found["loot 1 and 0"] > found["loot 0 and 0"]
    table.by("red", "loot 1 and 1")
    found = weights(table.state, 0)
    assert found["keep clay"] > found["keep grass"]


def test_dear_bricks_go_below_cheap_ones() -> None:
    table = position(fields="A 1 grass; F 1 clay", castles={"red": "1 wood"})
    table.deploy(red="A F")
    found = weights(table.state, 0)
    assert found["build clay on 2"] > found["build grass on 2"]
    assert found["build grass on 1"] > found["build clay on 1"]


def test_evaluation_leaves_the_position_alone() -> None:
    table = position(fields="A 1 grass")
    before = table.state.digest()
    for seat in range(4):
        HEURISTIC.evaluate(table.state, seat)
    table.by("red", "send to A")
    table.deploy(blue="A")
    middle = table.state.digest()
    table.by("red", "card 3")
    laid = table.state.digest()
    for colour in COLOURS[:4]:
        HEURISTIC.evaluate(table.state, seat_of(colour))
    assert table.state.digest() == laid != middle != before
