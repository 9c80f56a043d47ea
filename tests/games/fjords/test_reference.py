"""The engine beside the slow and obvious reference, at every step of random games and of counted trees."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from skali.core import Event
from skali.core.options import show_value
from skali.games.fjords.state import FjordsState
from skali.kit.rule import rule
from tests.games.fjords.given import GAME, differences, drawn, random_game, reference_of
from tests.games.fjords.reference import Reference

TABLES = [{name: show_value(getattr(each, name)) for name in each.allowed()} for each in GAME.options.every()]
TREES = tomllib.loads(Path(__file__).with_name("perft.toml").read_text(encoding="utf-8"))["tree"]
GAMES = 2


@rule("FJ-024", "FJ-079")
@pytest.mark.parametrize("options", TABLES, ids=lambda options: " ".join(options.values()))
def test_engine_and_reference_agree_at_every_step(options: dict[str, str]) -> None:
    for seed in range(GAMES):
        reference: Reference | None = None
        for step, (before, move, events, after) in enumerate(random_game(seed, **options)):
            if reference is None:
                reference = reference_of(before)
                assert not differences(before, reference)
            reference.play(move, drawn(events))
            assert not differences(after, reference), f"seed {seed}, after move {step}, '{move}'"


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: f"seed {tree['seed']} after {len(tree['moves'])}")
def test_the_reference_counts_the_same_trees(tree: dict[str, Any]) -> None:
    state = GAME.start(2, tree["seed"], GAME.options.parse(tree["options"]))
    reference = reference_of(state)
    for line in tree["moves"]:
        _, _, move = line.partition(" ")
        _play(state, reference, move)
    assert not differences(state, reference)
    counts = [0] * len(tree["counts"])
    _count(state, reference, counts, 0)
    assert counts == tree["counts"]


def _play(state: FjordsState, reference: Reference, move: str) -> None:
    events: list[Event] = []
    state.apply(state.to_act()[0], GAME.moves.read(move), events)
    reference.play(move, drawn(events))


def _count(state: FjordsState, reference: Reference, counts: list[int], depth: int) -> None:
    """Adds the moves that the reference allows at each depth below a position; luck is the engine's."""
    if reference.phase == "over":
        return
    legal = reference.legal()
    counts[depth] += len(legal)
    if depth + 1 < len(counts):
        for move in sorted(legal):
            after, beside = state.copy(), reference.copy()
            _play(after, beside, move)
            _count(after, beside, counts, depth + 1)
