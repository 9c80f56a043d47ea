"""What cannot be taken back: the barrier rises with luck, revelation and final answers, and drafts stop before it."""

from skali.core import IllegalMove, State, commit, try_moves
from skali.core.drafts import goes_on
from skali.kit.legality import one_of_each_refusal
from skali.kit.play import Record, Spot, canonical, some

_MOVES = 8
_DRAFT = 6


def barrier_never_falls(record: Record) -> None:
    """It never falls; and it rises when a seat is done with an answer that others owe at the same time."""
    for step, turn in enumerate(record.turns):
        before, after = record.states[step], record.states[step + 1]
        told = f"'{record.game.moves.show(turn.move)}' of seat {turn.seat} after {step} moves"
        assert after.barrier() >= before.barrier(), f"{told} lowers the barrier"
        if len(before.to_act()) > 1 and turn.seat not in after.to_act():
            assert after.barrier() > before.barrier(), f"{told} is a final answer, but does not raise the barrier"


def luck_raises_the_barrier(spot: Spot) -> None:
    """A move whose outcome depends on luck raises the barrier."""
    for seat in spot.state.to_act():
        for move in some(spot.state.legal_moves(seat), _MOVES, spot.rng("luck")):
            digests, raised = set(), False
            for seed in (1, 2, 3):
                state = spot.state.copy()
                state.reseed(seed)
                state.apply(seat, move)
                raised = raised or state.barrier() > spot.state.barrier()
                state.reseed(0)
                digests.add(state.digest())
            assert raised or len(digests) == 1, f"{spot.show(move)} of seat {seat} uses luck below the barrier"


def revelations_raise_the_barrier(spot: Spot) -> None:
    """A move after which a viewer can tell two worlds apart that looked the same to it raises the barrier."""
    for viewer in spot.viewers:
        other = spot.state.determinize(viewer, spot.step)
        for seat in spot.state.to_act():
            shared = sorted(set(spot.state.legal_moves(seat)) & set(other.legal_moves(seat)))
            for move in some(shared, 3, spot.rng("reveal")):
                here, there = _played(spot.state, seat, move), _played(other, seat, move)
                if here.barrier() == spot.state.barrier() and there.barrier() == other.barrier():
                    same = canonical(here.view(viewer)) == canonical(there.view(viewer))
                    assert same, f"{spot.show(move)} of seat {seat} reveals to viewer {viewer} without a barrier"


def drafts_show_no_luck(spot: Spot) -> None:
    """What a seat tries looks the same to it in two worlds that it cannot tell apart; luck always raises the barrier."""
    for seat in spot.state.to_act():
        other = spot.state.determinize(seat, spot.step)
        for move in some(spot.state.legal_moves(seat), _MOVES, spot.rng("preview")):
            here, there = try_moves(spot.state, seat, [move]), try_moves(other, seat, [move])
            same = (here.tried, here.reveals) == (there.tried, there.reveals)
            same = same and canonical(here.view) == canonical(there.view)
            assert same, f"trying {spot.show(move)} of seat {seat} tells it what it may not know"
            after = _played(spot.state, seat, move)
            raised = after.barrier() > spot.state.barrier()
            assert raised or _same_luck(spot.state, after), (
                f"{spot.show(move)} of seat {seat} uses luck below the barrier"
            )


def drafts_stop_at_the_barrier(spot: Spot) -> None:
    """`try_moves` plays on a copy, stops before luck, after a last answer and before what is refused, and says which."""
    for seat in spot.state.to_act():
        moves, free, reveals, last = a_draft(spot, seat)
        before = spot.state.digest()
        draft = try_moves(spot.state, seat, moves)
        told = [spot.game.moves.show(move) for move in moves]
        assert spot.state.digest() == before, f"trying {told} of seat {seat} changed the state"
        assert draft.tried == free, f"{draft.tried} of {told} were tried, {free} show no luck"
        assert draft.reveals == reveals, f"trying {told} of seat {seat}: reveals must be {reveals}"
        assert draft.refused is None, f"trying {told} of seat {seat} is refused: {draft.refused}"
        assert canonical(draft.view) == canonical(last.view(seat)), f"trying {told} shows another view"
        expected = [] if reveals and free == len(moves) else last.legal_moves(seat)
        assert draft.legal_moves == expected, f"trying {told} offers other moves"
        wrong = one_of_each_refusal(spot, seat)
        for move, rule in wrong[:1]:
            draft = try_moves(spot.state, seat, [move])
            refused = draft.refused.rule if draft.refused else None
            assert (draft.tried, refused) == (0, rule), f"trying illegal {spot.show(move)} is not refused by {rule}"


def commit_is_all_or_none(spot: Spot) -> None:
    """`commit` plays all the moves, or raises and leaves everything as it was."""
    for seat in spot.state.to_act():
        moves, _, _, _ = a_draft(spot, seat)
        expected = spot.state.copy()
        for move in moves:
            expected.apply(seat, move)
        before = spot.state.digest()
        assert commit(spot.state, seat, moves).digest() == expected.digest(), "commit leads elsewhere than its moves"
        try:
            commit(spot.state, seat, [*moves, -1])
        except IllegalMove:
            pass
        else:
            raise AssertionError("commit accepts a draft that ends in a move that does not exist")
        assert spot.state.digest() == before, f"a commit of seat {seat} changed the state it began with"


def a_draft(spot: Spot, seat: int) -> tuple[list[int], int, bool, State]:
    """Some moves of one seat up to the first that raises the barrier; how many can be shown; whether one raises it;
    the last state that can be shown."""
    rng = spot.rng("draft")
    state = spot.state.copy()
    moves: list[int] = []
    while seat in state.to_act() and len(moves) < _DRAFT:
        legal = state.legal_moves(seat)
        moves.append(legal[rng.below(len(legal))])
        further = _played(state, seat, moves[-1])
        if further.barrier() > state.barrier() and not (goes_on(further, seat) and _same_luck(state, further)):
            shown = _same_luck(state, further)
            return moves, len(moves) - (not shown), True, further if shown else state
        state = further
    return moves, len(moves), False, state


def _played(state: State, seat: int, move: int) -> State:
    after = _reseeded(state)
    after.apply(seat, move)
    return after


def _same_luck(before: State, after: State) -> bool:
    """Whether a move that was ``_played`` has left luck alone."""
    return after.luck() == _reseeded(before).luck()


def _reseeded(state: State) -> State:
    twin = state.copy()
    twin.reseed(0)
    return twin
