"""Seats that answer at the same time: the state after the last answer does not depend on who was first."""

import itertools

from skali.core import Rng, State, derive_seed
from skali.kit.play import Spot, canonical, some

_ORDERS = 6
_LONGEST = 500  # moves of one answer


def answers_commute(spot: Spot) -> None:
    """Each seat's answer is fixed; in whatever order the answers come, and mixed, the digest is the same."""
    seats = spot.state.to_act()
    if len(seats) < 2:
        return
    answers = {seat: whole_answer(spot, seat) for seat in seats}
    orders = [answers_in_order(answers, order) for order in itertools.permutations(seats)]
    rng = spot.rng("orders")
    mixed = [shuffled_together(answers, rng) for _ in range(2)]
    expected = after(spot, orders[0])
    for answered in some(orders[1:], _ORDERS, rng) + mixed:
        got = after(spot, answered)
        if got.digest() != expected.digest():
            raise AssertionError(
                f"simultaneous answers do not commute: {told(spot, orders[0])} leads elsewhere than "
                f"{told(spot, answered)}"
            )


def drafts_do_not_show(spot: Spot) -> None:
    """While others owe their answer too, nobody sees what a seat has put together so far."""
    seats = spot.state.to_act()
    if len(seats) < 2:
        return
    for seat in seats:
        draft = spot.state.copy()
        others = [viewer for viewer in spot.viewers if viewer != seat]
        before = {viewer: canonical(draft.view(viewer)) for viewer in others}
        for move in whole_answer(spot, seat)[:-1]:
            draft.apply(seat, move)
            for viewer in others:
                seen = canonical(draft.view(viewer)) != before[viewer]
                assert not seen, f"viewer {viewer} sees seat {seat} play {spot.show(move)} before its answer is final"


def whole_answer(spot: Spot, seat: int) -> list[int]:
    """What the seat plays, by luck of its own, until it is no longer awaited (the others still are)."""
    state = spot.state.copy()
    moves: list[int] = []
    while seat in state.to_act():
        assert len(moves) < _LONGEST, f"seat {seat} never comes to the end of its simultaneous answer"
        legal = sorted(state.legal_moves(seat))
        luck = Rng(derive_seed("answer", spot.seed, spot.step, seat, len(moves)))
        moves.append(legal[luck.below(len(legal))])
        state.apply(seat, moves[-1])
    return moves


def answers_in_order(answers: dict[int, list[int]], order: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(seat, move) for seat in order for move in answers[seat]]


def shuffled_together(answers: dict[int, list[int]], rng: Rng) -> list[tuple[int, int]]:
    """The moves of all answers, each answer in its order, mixed at random."""
    left = {seat: list(moves) for seat, moves in answers.items()}
    mixed = []
    while left:
        seat = sorted(left)[rng.below(len(left))]
        mixed.append((seat, left[seat].pop(0)))
        if not left[seat]:
            del left[seat]
    return mixed


def after(spot: Spot, answered: list[tuple[int, int]]) -> State:
    state = spot.state.copy()
    for seat, move in answered:
        refusal = state.why_not(seat, move)
        assert refusal is None, (
            f"seat {seat} could answer {spot.show(move)} alone, but not in the order {told(spot, answered)}: {refusal}"
        )
        state.apply(seat, move)
    return state


def told(spot: Spot, answered: list[tuple[int, int]]) -> str:
    return ", ".join(f"{seat} {spot.game.moves.show(move)}" for seat, move in answered)
