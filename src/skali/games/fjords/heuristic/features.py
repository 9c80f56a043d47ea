"""What of a position a learned value looks at, as one seat sees it: small whole numbers in the order of their names.

Every feature but the first few is a lead: what the seat has, less what its rival has. So a position is worth to one seat what it
costs the other. The landscape must have been surveyed (``farmland.survey``); what is asked next is asked of the active seat.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, lowest, popcount
from skali.core.hexes import EDGES
from skali.core.observation import Numbers
from skali.games.fjords import farmland, landscape, phases
from skali.games.fjords.position import FjordsPosition

OF_BOTH: Final = ("one", "past points of both", "farmland")
"""What both have alike: they tell how many points there are, not whose."""
POINTS: Final = ("past points", "fields")
LAND: Final = (
    *("sure land", "disputed land", "disputed at once", "disputed next", "linked to both, to move", "even, to move"),
    *("to move", "to move in a dispute"),
)
GROWTH: Final = ("open edges of pieces", "open edges of sure land", "open edges of disputed land")
HUTS: Final = (
    *("huts in hand", "a hut in hand", "huts for unclaimed land", "a hut for unclaimed land"),
    *("unclaimed, to move with a hut", "hidden tiles for huts"),
)
NAMES: Final = (*OF_BOTH, *POINTS, *LAND, *GROWTH, *HUTS)
FIRST_LEAD: Final = len(OF_BOTH)
FIRST_OF_HUTS: Final = len(NAMES) - len(HUTS)

COLONISATION: Final = 0
ROWS: Final = (
    "colonisation",
    *("0 to 1 tiles hidden", "2 to 4 tiles hidden", "5 to 8 tiles hidden", "9 to 13 tiles hidden"),
    *("14 to 19 tiles hidden", "20 to 26 tiles hidden", "27 tiles hidden or more"),
)
"""Kinds of position with weights of their own."""


def row_of(position: FjordsPosition) -> i64:
    if position.phase == phases.PLACE_FIELD:
        return COLONISATION
    hidden = popcount(position.hidden)
    if hidden < 5:
        return 1 if hidden < 2 else 2
    if hidden < 14:
        return 3 if hidden < 9 else 4
    if hidden < 20:
        return 5
    return 6 if hidden < 27 else 7


def write(position: FjordsPosition, seat: i64, out: Numbers) -> i64:
    """Writes the features and returns the row of weights."""
    rival = 1 - seat
    to_move: i64 = 1 if position.active == seat else -1
    links = position.links
    free = position.free
    front_0 = position.edge(seat) & free
    front_1 = position.edge(rival) & free
    reach_0 = farmland.joined(position, front_0, 0)
    reach_1 = farmland.joined(position, front_1, 0)
    shared = reach_0 & reach_1
    sure_0 = reach_0 & ~shared
    sure_1 = reach_1 & ~shared

    at_once = popcount(front_0 & shared) - popcount(front_1 & shared)
    meeting = popcount(front_0 & front_1)
    next_lead: i64 = 0
    even: i64 = 0
    first_0: i64 = 0
    first_1: i64 = 0
    step: i64 = 0
    left = shared
    while (front_0 | front_1) & left:
        front_0 &= left
        front_1 &= left
        first_0 |= front_0 & ~front_1
        first_1 |= front_1 & ~front_0
        even += popcount(front_0 & front_1)
        if step == 1:
            next_lead = popcount(front_0) - popcount(front_1)
        left &= ~(front_0 | front_1)
        linked: i64 = 0
        while front_0:
            linked |= links[lowest(front_0)]
            front_0 &= front_0 - 1
        front_0 = linked
        linked = 0
        while front_1:
            linked |= links[lowest(front_1)]
            front_1 &= front_1 - 1
        front_1 = linked
        step += 1

    points_0: i64 = 0
    points_1: i64 = 0
    for round in range(position.round):
        points_0 += position.past_fields(round, seat)
        points_1 += position.past_fields(round, rival)
    out.at = 0
    out.add(1)
    out.add(points_0 + points_1)
    out.add(i64(len(position.nodes)))
    out.add(points_0 - points_1)
    out.add(position.fields_placed(seat) - position.fields_placed(rival))

    out.add(popcount(sure_0) - popcount(sure_1))
    out.add(popcount(first_0) - popcount(first_1))
    out.add(at_once)
    out.add(next_lead)
    out.add(meeting * to_move)
    out.add(even * to_move)
    out.add(to_move)
    out.add(to_move if shared else i64(0))

    if position.phase == phases.PLACE_FIELD:  # no more tiles, no more huts
        for _ in range(i64(9)):
            out.add(0)
        return COLONISATION
    out.add(open_edges(position, position.own(seat)) - open_edges(position, position.own(rival)))
    out.add(open_edges(position, sure_0) - open_edges(position, sure_1))
    out.add(open_edges(position, first_0) - open_edges(position, first_1))

    huts_0 = position.tables.huts - position.huts_placed(seat)
    huts_1 = position.tables.huts - position.huts_placed(rival)
    lead = huts_0 - huts_1
    any_lead: i64 = (1 if huts_0 else 0) - (1 if huts_1 else 0)
    unclaimed = popcount(free & ~(reach_0 | reach_1))
    out.add(lead)
    out.add(any_lead)
    out.add(lead * unclaimed)
    out.add(any_lead * unclaimed)
    out.add(unclaimed * to_move if (huts_0 if to_move > 0 else huts_1) else i64(0))
    out.add(lead * popcount(position.hidden))
    return row_of(position)


def open_edges(position: FjordsPosition, nodes: i64) -> i64:
    """The farmland edges of these nodes that no tile lies at yet: where the land may grow."""
    links = position.links
    count: i64 = 0
    while nodes:
        node = lowest(nodes)
        nodes &= nodes - 1
        count += popcount(edges_of(position, i64(position.nodes[node]))) - popcount(links[node])
    return count


def edges_of(position: FjordsPosition, place: i64) -> i64:
    """The edges of a farmland region, given as cell * 4 + region (FJ-077)."""
    cell = place // 4
    types = position.tables.types
    looks = landscape.looks_at(position, cell)
    edges = i64(types.farm_edges[looks])
    if position.variant.segment and landscape.regions_at(position, cell) > 1:
        for edge in range(i64(EDGES)):
            if i64(types.edge_regions[looks * EDGES + edge]) != place % 4:
                edges &= ~bit(edge)
    return edges


def is_disputed(position: FjordsPosition) -> bool:
    """Whether both can reach some empty land."""
    mine = position.edge(0) & position.free
    theirs = position.edge(1) & position.free
    return bool(theirs) and bool(farmland.joined(position, mine, theirs) & theirs)
