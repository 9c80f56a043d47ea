"""A decision with one legal move is not asked: the engine plays it.

Exceptions: `kit.toml` names the kinds of move, each with its rule, that are asked because not asking would tell others of a
secret (``[asked]``). A simultaneous decision is asked of every seat that takes part, so that nothing shows in
the asking. And a forced move that draws, rolls or reveals waits for its own seat while there is something before it to undo: it
then raises the barrier, and what was played before it did not come from the same seat, or did not raise the barrier itself.
"""

from skali.core import State
from skali.kit.games import notes
from skali.kit.play import Record


def forced_moves_are_not_asked(record: Record) -> None:
    together: set[int] = set()
    for step, turn in enumerate(record.turns):
        state, later = record.states[step], record.states[step + 1]
        awaited = state.to_act()
        if len(awaited) > 1:
            together |= set(awaited)
        legal = state.legal_moves(turn.seat)
        alone = len(legal) == 1 and record.game.moves.kind_of(turn.move).name not in notes(record.game, "asked")
        if alone and turn.seat not in together and not looks_simultaneous(record, state):
            told = record.game.moves.show(turn.move)
            assert waits_for_good_reason(record, step), (
                f"after {step} moves seat {turn.seat} is asked though it can only play '{told}'"
            )
        if later.barrier() > state.barrier() or turn.seat not in later.to_act():
            together.discard(turn.seat)  # its answer is final


def looks_simultaneous(record: Record, state: State) -> bool:
    """Whether anybody may believe that several seats are awaited, though the ledger answers for some of them."""
    return any(len(state.view(viewer)["awaiting"]) > 1 for viewer in (*range(record.seats), -1))


def waits_for_good_reason(record: Record, step: int) -> bool:
    """Whether the only move reveals something, and something played before it can still be taken back."""
    if record.states[step + 1].barrier() <= record.states[step].barrier():
        return False
    if step == 0 or record.turns[step - 1].seat != record.turns[step].seat:
        return True
    return record.states[step].barrier() == record.states[step - 1].barrier()
