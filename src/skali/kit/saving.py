"""States as data: saved and loaded, copied, and played again from the same seed."""

import json
from typing import Any

from skali.core import LoadError, Rng, State, derive_seed
from skali.kit.play import Record, Spot, canonical, choose, play, some

_CONTINUED = 15
_KEPT = 100
_DAMAGED = 12


def load_restores_the_state(spot: Spot) -> None:
    """What `to_dict` gives survives JSON, and `load` makes of it a state that plays on in the same way."""
    data = spot.state.to_dict()
    loaded = spot.game.load(json.loads(json.dumps(data)))
    assert loaded.digest() == spot.state.digest(), f"load changes the digest: {difference(data, loaded.to_dict())}"
    expected = spot.state.copy()
    for step in range(_CONTINUED):
        for seat in expected.to_act():
            same = sorted(loaded.legal_moves(seat)) == sorted(expected.legal_moves(seat))
            assert same, f"{step} moves after loading, seat {seat} has other legal moves"
        if expected.is_over():
            break
        seat, move = choose(expected, Rng(derive_seed("load", spot.seed, step)))
        expected.apply(seat, move)
        loaded.apply(seat, move)
    assert loaded.digest() == expected.digest(), f"the loaded state goes another way within {_CONTINUED} moves"


def load_restores_samples(spot: Spot) -> None:
    """What somebody imagines of a position can be saved and loaded like the position itself."""
    for viewer in spot.viewers:
        sample = spot.state.determinize(viewer, spot.step)
        data = sample.to_dict()
        loaded = spot.game.load(json.loads(json.dumps(data)))
        same = loaded.digest() == sample.digest()
        assert same, f"load changes the sample of viewer {viewer}: {difference(data, loaded.to_dict())}"


def load_refuses_damage(spot: Spot) -> None:
    """Without one of its parts, or with nonsense in it, the data is refused with a `LoadError`."""
    data = spot.state.to_dict()
    _refused(spot, {}, "nothing at all")
    for key in some(sorted(data), _DAMAGED, spot.rng("damage")):
        _refused(spot, {other: each for other, each in data.items() if other != key}, f"no '{key}'")
        _refused(spot, data | {key: {"?": data[key]}}, f"nonsense as '{key}'")


def saved_data_is_detached(spot: Spot) -> None:
    """Neither does play change what was saved, nor does the saved data change the state loaded from it."""
    state = spot.state.copy()
    data = state.to_dict()
    text = canonical(data)
    loaded = spot.game.load(data)
    for each in (state, loaded):
        for seat in each.to_act()[:1]:
            each.apply(seat, each.legal_moves(seat)[0])
        assert canonical(data) == text, "playing on changed data that had been saved"


def copies_share_nothing(spot: Spot) -> None:
    """Whatever is played on a copy leaves the original as it was, and the other way round."""
    before = spot.state.digest()
    for seat in spot.state.to_act():
        for move in some(spot.state.legal_moves(seat), 5, spot.rng("copies")):
            original = spot.state.copy()
            assert original is not spot.state, "copy gives the state itself"
            twin = original.copy()
            assert twin.digest() == before, "a copy differs from its original"
            original.apply(seat, move)
            assert twin.digest() == before, f"{spot.show(move)} of seat {seat} changed a copy of the state"
            assert spot.state.digest() == before, f"{spot.show(move)} of seat {seat} on a copy changed the original"
    spot.state.copy().reseed(1)
    assert spot.state.digest() == before, "reseeding a copy changed the original"


def earlier_states_stay(record: Record) -> None:
    """All along a game that is played from copy to copy, every earlier state stays what it was."""
    state = record.configuration.start(record.seed)
    stride = max(1, len(record.turns) // _KEPT)
    kept: list[tuple[int, State, str]] = []
    for step, turn in enumerate(record.turns):
        if step % stride == 0:
            kept.append((step, state, state.digest()))
        state = state.copy()
        state.apply(turn.seat, turn.move)
    for step, earlier, digest in kept:
        assert earlier.digest() == digest, f"the state after {step} moves changed when its copies were played on"


def same_seed_same_game(record: Record) -> None:
    again = play(record.configuration, record.seed, record.by)
    moves = [(turn.seat, turn.move) for turn in record.turns]
    others = [(turn.seat, turn.move) for turn in again.turns]
    assert moves == others, "the same seed and the same choices gave another game"
    assert again.states[-1].digest() == record.states[-1].digest(), "the same game has another digest"


def difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Where two sets of saved data differ."""
    keys = [key for key in {**one, **other} if canonical(one.get(key)) != canonical(other.get(key))]
    return ", ".join(f"{key}: {one.get(key)!r} and {other.get(key)!r}" for key in keys)[:500]


def _refused(spot: Spot, data: dict[str, Any], what: str) -> None:
    try:
        spot.game.load(json.loads(json.dumps(data)))
    except LoadError:
        return
    except Exception as error:
        raise AssertionError(f"load of data with {what} must be a LoadError, not {error!r}") from error
    raise AssertionError(f"load accepts data with {what}")
