"""Good moves with reasons, for people: what a move brings at once by the score sheet, and what the game's judgement expects of it.

Everything is judged on samples of what one seat may know. The reasons for somebody else's move are judged the same way, on samples
of the one who asks, and only where that one saw which move it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any

from librt.vecs import vec

from skali.agents.agent import AgentError
from skali.agents.perspective import Perspective
from skali.core import Event, Moves, ScoreLine, State, derive_seed

SAMPLES = 4
ATTEMPTS = 40
MOST_MOVES = 60
"""Of more, only those are judged that look best at a first glance."""
MOST_REASONS = 2
MOST_OUTCOMES = 600
"""Whether a move was seen is not looked into where more would have to be compared."""
POINTS = "points"
"""The part of a judgement that the score sheet counts."""
RIVALS = "rivals"
"""What is less for the others: told after what is one's own."""
LEAST_OF_MOVE = 0.1
"""Below this a part of a move is no reason for it."""
BY_WEIGHT = 0.001
"""What is usual decides between moves that are judged alike."""


@dataclass(frozen=True)
class Reason:
    """``score`` is a line of the score sheet that changes by so much at once; ``part`` is one of the judgement's, beyond what a
    middling move brings: what most moves have in common is no reason for one of them."""

    kind: str
    key: str
    points: float
    data: dict[str, Any]


@dataclass(frozen=True)
class Hint:
    move: int
    worth: float
    """In points beyond the rivals, compared with the other moves on average."""
    reasons: tuple[Reason, ...]


def hints_for(perspective: Perspective, most: int = 3) -> list[Hint]:
    """The best moves at one ply, the best first; no others than it that are no better than most."""
    samples = [perspective.sample(derive_seed("advice", perspective.seed, number)) for number in range(SAMPLES)]
    moves = likely(samples[0], perspective.seat)
    usual = usual_moves(samples[0], perspective.seat, moves)
    found = judge(samples, perspective.seat, moves)
    best, *others = sorted(found, key=lambda each: -each.worth - usual[each.move])
    return [best, *(each for each in others[: most - 1] if each.worth + usual[each.move] > 0)]


def usual_moves(sample: State, seat: int, moves: list[int]) -> dict[int, float]:
    """How much more usual each move is than the others on average: a thousandth of a point at most."""
    heuristic = sample.game().heuristic
    if heuristic is None:
        return dict.fromkeys(moves, 0.0)
    choices = Moves()
    for move in moves:
        choices.add(move)
    weights = vec[float]([0.0] * len(moves))
    heuristic.weigh(sample, seat, choices, weights)
    total = sum(weights)
    return {move: BY_WEIGHT * (weight / total - 1 / len(moves)) for move, weight in zip(moves, weights, strict=True)}


def reasons_for(perspective: Perspective, seat: int, move: int) -> Hint | None:
    """Why another seat may have played a move that the perspective's seat saw; None if that can't be told."""
    possible: list[State] = []
    samples: list[State] = []
    for number in range(ATTEMPTS):
        sample = perspective.sample(derive_seed("reasons", perspective.seed, number))
        if sample.to_act() == [seat]:
            if len(possible) < SAMPLES:
                possible.append(sample)
            if sample.why_not(seat, move) is None:
                samples.append(sample)
        if len(samples) == SAMPLES:
            break
    if not samples or not is_seen(samples, possible, perspective.seat, seat, move):
        return None
    moves = likely(samples[0], seat)
    found = judge(samples, seat, [move, *(each for each in moves if each != move)], must=move)
    return found[0] if found else None


def is_seen(samples: list[State], possible: list[State], viewer: int, seat: int, move: int) -> bool:
    """Whether the viewer can tell this move from every other that the seat could have made.

    Others count in every position that the viewer holds possible, also where this move is the only one, or none at all. Where
    there are too many to compare, nothing is known.
    """
    positions = {id(each): each for each in (*samples, *possible)}.values()  # many stand in both
    others = [(sample, [each for each in sample.legal_moves(seat) if each != move]) for sample in positions]
    if sum(len(moves) for _, moves in others) > MOST_OUTCOMES:
        return False
    seen = {outcome(sample, viewer, seat, move) for sample in samples}
    return not any(outcome(sample, viewer, seat, each) in seen for sample, moves in others for each in moves)


def outcome(sample: State, viewer: int, seat: int, move: int) -> tuple[int, tuple[tuple[str, str], ...]]:
    """What the viewer learns by a move."""
    state = sample.copy()
    events: list[Event] = []
    state.advance(seat, move, events)
    return int(state.key(viewer)), tuple((event.kind, repr(event.data)) for event in events if event.seen_by(viewer))


def likely(sample: State, seat: int) -> list[int]:
    """The moves worth judging: of many, those that look best in one sample."""
    legal = sample.legal_moves(seat)
    heuristic = sample.game().heuristic
    if heuristic is None or len(legal) <= MOST_MOVES:
        return legal
    return sorted(legal, key=lambda move: -heuristic.evaluate(after(sample, seat, move), seat))[:MOST_MOVES]


def judge(samples: list[State], seat: int, moves: list[int], must: int = -1) -> list[Hint]:
    """Each of the moves with its worth and reasons. ``must`` asks for one of them alone, compared with the others."""
    heuristic = samples[0].game().heuristic
    if heuristic is None:
        raise AgentError(f"{samples[0].game().title} has no heuristic that could give reasons")
    parts: list[dict[str, float]] = []
    beside: list[dict[str, float]] = []
    for move in moves:
        allowed = [sample for sample in samples if sample.why_not(seat, move) is None]
        parts.append(over_moves(fmean, [heuristic.parts(after(sample, seat, move), seat) for sample in allowed]))
        beside.append(over_moves(fmean, [heuristic.parts_of_move(sample, seat, move) for sample in allowed]))
    middling, middling_beside = over_moves(median, parts), over_moves(median, beside)
    mean = sum(over_moves(fmean, parts).values())
    hints = []
    for move, found, more in zip(moves, parts, beside, strict=True):
        if must in (-1, move):
            reasons = scored(samples, seat, move)
            told = beyond(found, middling, heuristic.least_reason()) | beyond(more, middling_beside, LEAST_OF_MOVE)
            if reasons:
                told.pop(POINTS, None)
            hints.append(Hint(move, sum(found.values()) - mean, (*reasons, *expected(told))))
    return hints


def over_moves(how: Callable[[list[float]], float], found: list[dict[str, float]]) -> dict[str, float]:
    """Of every part the mean or median; what is not named counts as nothing."""
    names = dict.fromkeys(name for each in found for name in each)
    return {name: how([each.get(name, 0.0) for each in found]) for name in names}


def beyond(found: dict[str, float], middling: dict[str, float], least: float) -> dict[str, float]:
    gains = {name: found.get(name, 0.0) - middling[name] for name in middling}
    return {name: points for name, points in gains.items() if points >= least}


def expected(gains: dict[str, float]) -> list[Reason]:
    """The parts of the judgement that speak most for a move."""
    best = sorted(gains, key=lambda name: (name == RIVALS, -gains[name]))
    return [Reason("part", name, float(f"{gains[name]:.2g}"), {}) for name in best[:MOST_REASONS]]


def scored(samples: list[State], seat: int, move: int) -> list[Reason]:
    """The lines of the seat's own score sheet that change at once, where that is certain."""
    found = [changes(sample, seat, move) for sample in samples if sample.why_not(seat, move) is None]
    return found[0] if found and all(each == found[0] for each in found) else []


def changes(sample: State, seat: int, move: int) -> list[Reason]:
    before, later = sheet(sample, seat), sheet(after(sample, seat, move), seat)
    gains = {key: line.points - before[key].points if key in before else line.points for key, line in later.items()}
    return [Reason("score", key, gain, later[key].data) for key, gain in gains.items() if gain]


def sheet(state: State, seat: int) -> dict[str, ScoreLine]:
    """The summed lines by key; of several with one key the last, with the points of all."""
    found: dict[str, ScoreLine] = {}
    for line in state.score_sheet(seat, seat):
        if line.summed:
            points = line.points + (found[line.key].points if line.key in found else 0)
            found[line.key] = replace(line, points=points)
    return found


def after(sample: State, seat: int, move: int) -> State:
    state = sample.copy()
    state.advance(seat, move)
    return state
