"""How well the seats stand: points in hand, a share of the islands where a seat has influence, and its prospects."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from skali.games.explorers import captains, moves, phases, pieces, scoring
from skali.games.explorers.heuristic import prospects
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.voyages import Voyage
from skali.games.explorers.state import ExplorersState

SETTLED: Final = 3
"""With so many turns to come Vikings stand where they will in the end, about."""


def worth(state: ExplorersState, seat: i64, chart: Chart, held: vec[i32]) -> float:
    """What the seat may expect in the end."""
    dead = state.vikings_at(seat, pieces.DEAD)
    points = (
        scoring.outpost_points(state.outposts_built(seat))
        + state.word(seat, pieces.SHIPS)
        + scoring.settlement_points(state.word(seat, pieces.SETTLEMENTS))
        + dead * dead
    )
    later = turns_to_come(state, seat)
    budget = budget_of(state, seat)
    total = float(points) + captain_worth(state, seat, chart, later) + island_worth(state, seat, chart, held, later)
    if budget == 0:
        return total + float(scoring.livestock_points(state.word(seat, pieces.DELIVERED)))
    total += prospects.livestock_worth(state, seat, chart.tuning, state.word(seat, pieces.DELIVERED))
    return total + Voyage(state, seat, chart, held, budget, later).total


def parts(state: ExplorersState, seat: i64, chart: Chart) -> dict[str, float]:
    """What ``worth`` says, by where it is expected from: beyond the points that the seat has, what may come of each thing."""
    held = prospects.influences(state)
    later = turns_to_come(state, seat)
    budget = budget_of(state, seat)
    delivered = state.word(seat, pieces.DELIVERED)
    of_islands = island_worth(state, seat, chart, held, later) - float(scoring.points(state, seat, scoring.ISLANDS))
    of_islands += captain_worth(state, seat, chart, later) - float(captains.captain_points(state, seat))
    found = {"points": float(scoring.score(state, seat)), "islands": of_islands}
    if budget:
        voyage = Voyage(state, seat, chart, held, budget, later)
        livestock = prospects.livestock_worth(state, seat, chart.tuning, delivered)
        found["livestock"] = livestock - float(scoring.livestock_points(delivered)) + voyage.livestock
        found["in_reach"] = voyage.total - voyage.livestock
    return found


def budget_of(state: ExplorersState, seat: i64) -> i64:
    """The action points that the seat will still have."""
    return 4 * turns_left(state, seat) + (state.points if seat == state.active else i64(0))


def turns_to_come(state: ExplorersState, seat: i64) -> i64:
    """Turns of the seat whose actions are still to come: what counts by them changes as a tile is laid, never between choices."""
    placing = seat == state.active and state.phase < phases.CHOOSE_ACTION
    return turns_left(state, seat) + (i64(1) if placing else i64(0))


def captain_worth(state: ExplorersState, seat: i64, chart: Chart, later: i64) -> float:
    """What the captain counts. Where Vikings stand who are needed elsewhere before the end, it counts in part only."""
    points = float(captains.captain_points(state, seat))
    captain = state.word(seat, pieces.CAPTAIN)
    if later <= SETTLED or not (captain == captains.QUEEN or captain == captains.SCOUT):
        return points
    return points * prospects.faded(1.0, chart.tuning.passing, later - SETTLED)


def turns_left(state: ExplorersState, seat: i64) -> i64:
    """Turns of the seat after the one that is being played."""
    if state.phase == phases.OVER:
        return 0
    if state.is_solo():
        return moves.TILES // 3 - state.turn - 1
    others = moves.TILES - state.turn - 1
    ahead = (seat - state.active + state.seats - 1) % state.seats
    return (others - ahead + state.seats - 1) // state.seats


def island_worth(state: ExplorersState, seat: i64, chart: Chart, held: vec[i32], later: i64) -> float:
    """A share of every island."""
    total = 0.0
    for at in range(len(chart.islands)):
        island = i64(chart.islands[at])
        own = prospects.influence_of(i64(held[island]), seat)
        other = prospects.best_of_others(i64(held[island]), seat)
        total += prospects.share_of_island(state, chart, island, own, other, later)
    return total
