"""Build an outpost (XN-105 to XN-112; XN-D16)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.hexes import EDGES
from skali.core.moves import Moves
from skali.core.protocol import DECISION_FAULT, Event
from skali.games.explorers import components, islands, moves, outposts, phases, pieces
from skali.games.explorers.decisions import march, step
from skali.games.explorers.decisions.step import Action
from skali.games.explorers.position import ExplorersPosition

XN_110_FIVE_PER_PLAYER: Final = 110
XN_D16_VERTEX: Final = DECISION_FAULT + 16

COST: Final = 2


class Build(Action):
    """The vertex of the new outpost (XN-105)."""

    def __init__(self) -> None:
        super().__init__(phases.BUILDING, moves.BUILD_AT, moves.MOVES, COST)

    def action_fault(self, position: ExplorersPosition) -> i64:
        return find_sites(position, None)

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        find_sites(position, out)

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        """Only the vertex's own name will do."""
        cell = (move - moves.BUILD_AT) // EDGES
        corner = (move - moves.BUILD_AT) % EDGES
        if position.points < COST:
            return step.XN_058_ENOUGH_POINTS
        if position.outposts_built(position.active) == pieces.OUTPOSTS:
            return XN_110_FIVE_PER_PLAYER
        if islands.tile_at(position, cell) == islands.NO_TILE:
            return outposts.XN_106_THREE_TILES
        why = outposts.vertex_fault(position, position.active, outposts.vertex_at(cell, corner))
        if why:
            return why
        return 0 if corner in (outposts.SE, outposts.S) else XN_D16_VERTEX

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """The outpost closes its three tiles for further ones (XN-105, XN-107)."""
        site = move - moves.BUILD_AT
        outposts.put_outpost(position, seat, outposts.vertex_at(site // EDGES, site % EDGES))
        if events is not None:
            cell, corner = list(moves.GRID.axial(site // EDGES)), moves.CORNERS[site % EDGES]
            left = int(pieces.OUTPOSTS - position.outposts_built(seat))
            data = {"seat": int(seat), "cell": cell, "corner": corner, "left": left}
            events.append(Event("built", data, rule="XN-105"))
        step.finish(position, COST)


def find_sites(position: ExplorersPosition, out: Moves | None) -> i64:
    """Adds each vertex where the active player may build, once: one of the builders stands on a region at it.

    Returns the rule because of which there is none, 0 if there is one; without a list one is enough.
    """
    seat = position.active
    if position.outposts_built(seat) == pieces.OUTPOSTS:
        return XN_110_FIVE_PER_PLAYER
    vikings = position.vikings
    first = seat * pieces.VIKINGS
    fault: i64 = outposts.XN_108_TWO_VIKINGS
    last: i64 = -1
    for at in range(first, first + pieces.VIKINGS):
        node = i64(vikings[at])
        if node >= components.NODES:
            break
        if node != last:
            last = node
            cell = islands.cell_of(position, node // components.REGIONS)
            corners = islands.corners_of(position, node)
            for corner in range(i64(EDGES)):
                if (corners >> corner) & 1:
                    vertex = outposts.vertex_at(cell, corner)
                    why = outposts.vertex_fault(position, seat, vertex)
                    if why == 0:
                        if out is None:
                            return 0
                        march.add_in_order(out, moves.BUILD_AT + vertex // 2 * EDGES + outposts.SE + vertex % 2)
                        fault = 0
                    elif why == outposts.XN_107_ONE_OUTPOST_PER_TILE and fault:
                        fault = why
    return fault
