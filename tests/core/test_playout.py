"""Random play inside compiled code, and what the protocol does for every game."""

from collections import Counter

import pytest

from skali.core import (
    SPECTATOR,
    Event,
    IllegalMove,
    Moves,
    OptionError,
    Options,
    Prompt,
    RandomChooser,
    Refusal,
    Rng,
    play_out,
)
from skali.core.protocol import DECISION_FAULT, EVERYONE, NO_MOVE, all_but, only
from skali.kit.play import searched
from tests.toys.cairns.game import Cairns, CairnsState
from tests.toys.moot.game import Moot, MootOptions


def test_a_playout_reaches_the_end_and_counts() -> None:
    state = Moot().start(2, 1)
    played = play_out(state, 3)
    assert state.is_over()
    assert played.steps > played.decisions > 3, "omens are asked, but are no decisions"


def test_the_same_seed_plays_the_same_game() -> None:
    ends = []
    for seed in (5, 5, 6):
        state = Moot().start(3, 1)
        play_out(state, seed)
        ends.append(state.digest())
    assert ends[0] == ends[1] != ends[2]


def test_nothing_is_played_after_the_end() -> None:
    state = Cairns().start(2, 1)
    play_out(state, 1)
    digest = state.digest()
    again = play_out(state, 1)
    assert (again.steps, again.decisions) == (0, 0)
    assert state.digest() == digest


class Counting(CairnsState):
    """Counts and picks its moves; a list is never asked for."""

    def count_legal(self, seat: int) -> int:
        return len(self.legal_moves(seat))

    def pick_legal(self, seat: int, n: int) -> int:
        return self.legal_moves(seat)[n]

    def search_moves(self, seat: int, out: Moves) -> None:
        raise AssertionError("listed")


class CountingCairns(Cairns):
    state_class = Counting


class Drawing(Counting):
    """Only every third number stands for a move."""

    def count_legal(self, seat: int) -> int:
        moves = super().count_legal(seat)
        return 3 * moves if moves > 1 else 1

    def pick_legal(self, seat: int, n: int) -> int:
        return NO_MOVE if n % 3 else super().pick_legal(seat, n // 3)


class DrawingCairns(Cairns):
    state_class = Drawing


def test_a_game_that_counts_is_played_without_a_list() -> None:
    state = CountingCairns().start(2, 1)
    played = play_out(state, 3)
    assert state.is_over()
    assert played.decisions > 3


def test_every_move_is_chosen_as_often_with_a_list_and_without() -> None:
    """200 times each, on average."""
    for game, numbers in ((Cairns(), 1), (CountingCairns(), 1), (DrawingCairns(), 3)):
        state = game.start(2, 1)
        choices = len(state.legal_moves(0)) if isinstance(state, Counting) else len(searched(state, 0))
        chooser = RandomChooser(Rng(5))
        chosen = [chooser.choose(state, 0) for _ in range(200 * choices)]
        assert chooser.choices == numbers * choices
        counts = Counter(chosen)
        assert len(counts) == choices
        assert all(120 < count < 280 for count in counts.values())


def test_a_single_choice_uses_no_luck() -> None:
    state = Moot().start(2, 1)
    while len(searched(state, state.actor())) > 1:
        state.advance(state.actor(), searched(state, state.actor())[0])
    rng = Rng(5)
    RandomChooser(rng).choose(state, state.actor())
    assert rng.to_list() == Rng(5).to_list()


def test_only_searched_moves_are_played() -> None:
    """Tall stones on cells of value 0 are legal, but not searched: none is ever played."""
    for seed in range(20):
        state = Cairns().start(2, 1)
        play_out(state, seed)
        worthless = [0, 0]
        for stone in state.view(SPECTATOR)["stones"]:
            q, r = stone["cell"]
            value = [0, 1, 0, 2, 0, 0, 1, 0, 2][(r + 1) * 3 + q + 1]
            worthless[stone["seat"]] += stone["height"] == "tall" and value == 0
        assert worthless == [0, 0]


@pytest.mark.parametrize(
    ("audience", "hears"),
    [(EVERYONE, [True, True, True]), (only(1), [False, True, False]), (all_but(0), [False, True, True])],
)
def test_events_have_an_audience(audience: int, hears: list[bool]) -> None:
    event = Event("drew", {}, audience)
    assert [event.seen_by(seat) for seat in (0, 1, SPECTATOR)] == hears


def test_every_seat_can_be_alone_in_the_audience() -> None:
    for seat in range(12):
        alone, rest = Event("drew", {}, only(seat)), Event("drew", {}, all_but(seat))
        assert [each for each in range(12) if alone.seen_by(each)] == [seat]
        assert [each for each in range(12) if not rest.seen_by(each)] == [seat]
        assert rest.seen_by(SPECTATOR) and not alone.seen_by(SPECTATOR)


def test_a_fault_is_the_number_of_a_rule_or_decision() -> None:
    game = Moot()
    assert [game.rule_id(fault) for fault in (6, 14, DECISION_FAULT + 2)] == ["MO-006", "MO-014", "MO-D2"]
    assert [game.rule_id(fault) for fault in (-1, -2, -3)] == ["CORE-1", "CORE-2", "CORE-3"]


def test_a_refused_move_says_who_what_and_by_which_rule() -> None:
    state = Cairns().start(2, 1)
    with pytest.raises(IllegalMove, match=r"seat 0 may not play 'lay low at -2,-2' \(CA-003\)") as caught:
        state.apply(0, 0)
    assert (caught.value.seat, caught.value.move, caught.value.refusal) == (0, "lay low at -2,-2", Refusal("CA-003"))
    with pytest.raises(IllegalMove, match=r"seat 0 may not play '9999999999999999999999' \(CORE-2\)"):
        state.apply(0, 9999999999999999999999)


@pytest.mark.parametrize(
    ("seats", "options", "error"),
    [
        (5, None, "Moot is for 2, 3 players, not 5"),
        (2, Options(), "Moot takes MootOptions, not Options"),
        (3, MootOptions(rounds=3), "Moot for three has two rounds"),
    ],
)
def test_a_table_that_the_rules_do_not_know(seats: int, options: Options | None, error: str) -> None:
    with pytest.raises(OptionError, match=error):
        Moot().start(seats, 1, options)


def test_digests_are_stable() -> None:
    """These may never change without a new rules version."""
    assert Cairns().start(2, 1).digest() == "2891db38e36f5c7efed5e2ba73641efe7b435cf2f81b4ceba6bef05b4b0c3b62"
    assert Moot().start(2, 1).digest() == "570a95da89d05786900e647f784dffdf29455a9fe5fb74bb363a5509abf47815"


def test_values_are_values() -> None:
    assert Prompt("a", "b", {"c": 1}) == Prompt("a", "b", {"c": 1})
    assert Event("a", {}) != Event("a", {}, only(0))
