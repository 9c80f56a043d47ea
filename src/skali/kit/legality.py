"""What may be played and what may not: generator, check, refusals and their citations agree everywhere."""

from collections.abc import Iterator

from skali.core import SPECTATOR, IllegalMove, MoveSpace, Rng, State
from skali.core.protocol import NO_MOVE, NOT_COUNTED
from skali.core.shapes import shape_fault
from skali.kit.play import Spot, searched, shuffled, some

WHOLE_SPACE = 30_000
"""A move space up to this size is looked at whole."""

_NEIGHBOURS = 4_000
_APPLIED = 50
CORE_IDS = ("CORE-1", "CORE-2", "CORE-3")


def awaited_seats_have_moves(spot: Spot) -> None:
    """Every awaited seat has legal moves, each once; what is worth searching is among them."""
    for seat in spot.state.to_act():
        legal = spot.state.legal_moves(seat)
        assert legal, f"seat {seat} is to act, but has no legal move"
        among = set(legal)
        double = next((move for move in legal if legal.count(move) > 1), None) if len(among) < len(legal) else None
        assert double is None, f"seat {seat} is offered {double} twice"
        worth = searched(spot.state, seat)
        assert worth, f"seat {seat} has {len(legal)} legal moves, but none to search"
        for move in worth:
            assert move in among, f"search_moves gives seat {seat} {spot.show(move)}, which is not legal"


def picks_are_the_list(spot: Spot) -> None:
    """A game that draws without listing has, over all numbers, exactly the moves worth searching, each once."""
    for seat in spot.state.to_act():
        count = spot.state.count_legal(seat)
        if count == NOT_COUNTED:
            continue
        worth = searched(spot.state, seat)
        assert (count == 1) == (len(worth) == 1), f"count_legal of seat {seat} is {count} for {len(worth)} moves"
        picked: set[int] = set()
        for n in range(count):
            move = spot.state.pick_legal(seat, n)
            if move == NO_MOVE:
                continue
            assert move in worth, f"pick_legal gives seat {seat} {spot.show(move)}, which search_moves does not"
            assert move not in picked, f"pick_legal gives seat {seat} {spot.show(move)} for two numbers"
            picked.add(move)
        assert len(picked) == len(worth), (
            f"pick_legal gives seat {seat} {len(picked)} moves, but search_moves gives {len(worth)}"
        )


def legal_moves_apply(spot: Spot) -> None:
    """Every legal move can be played, and leads to the end or to seats that have a move."""
    for seat in spot.state.to_act():
        for move in some(spot.state.legal_moves(seat), _APPLIED, spot.rng("apply")):
            after = spot.state.copy()
            try:
                after.apply(seat, move)
            except Exception as error:
                raise AssertionError(f"seat {seat} cannot play its legal {spot.show(move)}: {error!r}") from error
            for each in after.to_act():
                assert after.legal_moves(each), f"after {spot.show(move)} seat {each} is to act without a legal move"


def refusals_cite_a_rule(spot: Spot) -> None:
    """`why_not` is None exactly for legal moves; for others it names an entry of the ledger, with the data declared for it."""
    known = citable(spot)
    for seat in spot.state.to_act():
        legal = set(spot.state.legal_moves(seat))
        for move in some(sorted(legal), _APPLIED, spot.rng("legal")):
            refusal = spot.state.why_not(seat, move)
            assert refusal is None, f"{spot.show(move)} of seat {seat} is legal, but refused by {refusal}"
        for move in others(spot, seat, legal):
            refusal = spot.state.why_not(seat, move)
            assert refusal is not None, f"{spot.show(move)} of seat {seat} is not legal, but why_not finds no fault"
            assert refusal.rule in known, (
                f"{spot.show(move)} of seat {seat} is refused by {refusal.rule!r}: no such rule"
            )
            declared = spot.game.refusal_types.get(refusal.rule)
            fault = (
                shape_fault(refusal.data, declared, "its data")
                if declared
                else refusal.data and "its data is not declared"
            )
            assert not fault, f"{spot.show(move)} of seat {seat} is refused by {refusal.rule!r}: {fault}"


def refused_moves_leave_no_trace(spot: Spot) -> None:
    """`apply` of an illegal move raises, with the refusal of `why_not`, and changes nothing."""
    for seat in spot.state.to_act():
        wrong = one_of_each_refusal(spot, seat)
        trial = spot.state.copy()
        for move, rule in wrong:
            _expect_refusal(spot, trial, seat, move, rule)
        if trial.digest() != spot.state.digest():
            for move, rule in wrong:
                trial = spot.state.copy()
                _expect_refusal(spot, trial, seat, move, rule)
                assert trial.digest() == spot.state.digest(), f"refused {spot.show(move)} of seat {seat} left a trace"
            raise AssertionError(f"refused moves of seat {seat} left a trace together")


def core_refuses_first(spot: Spot) -> None:
    """CORE-1 for seats that are not awaited, CORE-2 for numbers that are no move, CORE-3 when the game is over."""
    awaited, size = spot.state.to_act(), spot.game.moves.size
    probe = spot.state.legal_moves(awaited[0])[0] if awaited else 0
    for seat in (*range(spot.seats + 1), SPECTATOR):
        if seat in awaited:
            wrong = [(move, "CORE-2") for move in (-1, size, size + 1000)]
        else:
            wrong = [(probe, "CORE-1" if awaited else "CORE-3")]
            assert spot.state.legal_moves(seat) == [], f"seat {seat} is not awaited, but has legal moves"
        for move, rule in wrong:
            refusal = spot.state.why_not(seat, move)
            got = refusal.rule if refusal else None
            assert got == rule, f"move {move} of seat {seat} must be refused by {rule}, not by {got}"
            _expect_refusal(spot, spot.state.copy(), seat, move, rule)


def generator_is_the_filtered_space(spot: Spot) -> None:
    """The legal moves are exactly those in which the check finds no fault."""
    for seat in spot.state.to_act():
        legal = set(spot.state.legal_moves(seat))
        for move in legal:
            fault = spot.state.fault(seat, move)
            assert not fault, f"seat {seat} is offered {spot.show(move)}, but the check finds fault {fault}"
        for move in space(spot, seat, legal):
            if move not in legal:
                assert spot.state.fault(seat, move), (
                    f"nothing forbids {spot.show(move)}, but seat {seat} is not offered it"
                )


def citable(spot: Spot) -> set[str]:
    """The ids by which a move can be refused."""
    entries = spot.game.rulebook.entries.values()
    return {entry.id for entry in entries if entry.kind in ("rule", "decision")} | set(CORE_IDS)


def others(spot: Spot, seat: int, legal: set[int]) -> list[int]:
    """Moves that are not legal: those one field away from a legal one (or 4,000 of them), and 200 at random."""
    found: list[int] | None = spot.found.get(("others", seat))
    if found is None:
        rng = spot.rng(f"others {seat}")
        near: set[int] = set()
        for move in shuffled(sorted(legal), rng):
            near.update(neighbours(spot.game.moves, move))
            if len(near) > 5 * _NEIGHBOURS:
                break
        far = {int(rng.below(spot.game.moves.size)) for _ in range(200)}
        found = some(sorted(near - legal), _NEIGHBOURS, rng) + sorted(far - near - legal)
        spot.found["others", seat] = found
    return found


def space(spot: Spot, seat: int, legal: set[int]) -> list[int] | range:
    """The whole move space if it is small enough, else a sample and what is near the legal moves."""
    size = spot.game.moves.size
    if size <= WHOLE_SPACE:
        return range(size)
    rng: Rng = spot.rng("space")
    return others(spot, seat, legal) + [int(rng.below(size)) for _ in range(5_000)]


def neighbours(moves: MoveSpace, move: int) -> Iterator[int]:
    """The moves of the same kind that differ in one field."""
    stride = 1
    for field, value in reversed(list(zip(moves.kind_of(move).fields, moves.values(move)))):
        for other in range(field.size):
            if other != value:
                yield move + (other - value) * stride
        stride *= field.size


def one_of_each_refusal(spot: Spot, seat: int) -> list[tuple[int, str]]:
    """A few illegal moves of the seat, one for each rule that was cited."""
    found: dict[str, int] | None = spot.found.get(("refusals", seat))
    if found is None:
        found = spot.found["refusals", seat] = {}
        for move in others(spot, seat, set(spot.state.legal_moves(seat))):
            refusal = spot.state.why_not(seat, move)
            if refusal is not None:
                found.setdefault(refusal.rule, move)
    return [(move, rule) for rule, move in found.items()]


def _expect_refusal(spot: Spot, state: State, seat: int, move: int, rule: str) -> None:
    try:
        state.apply(seat, move)
    except IllegalMove as error:
        got = error.refusal.rule
        assert got == rule, f"apply refuses move {move} of seat {seat} by {got}, why_not by {rule}"
    else:
        raise AssertionError(f"why_not refuses move {move} of seat {seat} by {rule}, but apply plays it")
