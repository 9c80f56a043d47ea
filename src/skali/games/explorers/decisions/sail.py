"""Sail and fight (XN-079 to XN-090; XN-D09)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.explorers import components, islands, moves, phases, pieces, tokens
from skali.games.explorers.decisions import step
from skali.games.explorers.decisions.step import Action
from skali.games.explorers.position import ExplorersPosition

XN_080_CREW_NEEDED: Final = 80
XN_081_LINKED_SEA: Final = 81
XN_082_ONE_TILE: Final = 82
XN_084_NO_TILE_THERE: Final = 84
XN_085_TWO_VIKINGS: Final = 85

CREW_TO_FIGHT: Final = 2


class Sail(Action):
    """The neighbouring cell that the longship enters (XN-079)."""

    def __init__(self) -> None:
        super().__init__(phases.SAILING, moves.SAIL_TO, moves.MARCH_FROM)

    def action_fault(self, position: ExplorersPosition) -> i64:
        return find_seas(position, None)

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        find_seas(position, out)

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        cell = move - moves.SAIL_TO
        node = position.word(position.active, pieces.LONGSHIP)
        crew = position.vikings_at(position.active, pieces.ABOARD)
        if crew == 0:
            return XN_080_CREW_NEEDED
        if islands.tile_at(position, cell) == islands.NO_TILE:
            return XN_084_NO_TILE_THERE
        if not islands.are_adjacent(islands.cell_of(position, node // components.REGIONS), cell):
            return XN_082_ONE_TILE
        target = islands.linked_towards(position, node, cell)
        if target == islands.NO_NODE:
            return XN_081_LINKED_SEA
        return 0 if may_enter(position, target, crew) else XN_085_TWO_VIKINGS

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """The longship enters the next sea and destroys the enemy ship that lies there (XN-079, XN-087, XN-090)."""
        cell = move - moves.SAIL_TO
        origin = position.word(seat, pieces.LONGSHIP)
        target = islands.linked_towards(position, origin, cell)
        position.put_word(seat, pieces.LONGSHIP, target)
        if events is not None:
            start = islands.axial_of(position, origin // components.REGIONS)
            events.append(Event("sailed", {"seat": int(seat), "from": start, "to": list(moves.GRID.axial(cell))}))
        if tokens.holds_enemy_ship(position, target):
            tokens.fight(position, target // components.REGIONS, events)
        step.finish(position)


def find_seas(position: ExplorersPosition, out: Moves | None) -> i64:
    """Adds the cells that the longship may enter. Returns why there is none, 0 if there is; without a list one is enough."""
    crew = position.vikings_at(position.active, pieces.ABOARD)
    if crew == 0:
        return XN_080_CREW_NEEDED
    fault: i64 = XN_081_LINKED_SEA
    node = position.word(position.active, pieces.LONGSHIP)
    links = islands.links(position, node)
    cell = islands.cell_of(position, node // components.REGIONS)
    for at in range(i64(EDGES)):
        edge = (at + 5) % EDGES  # north-west, north-east, east ...
        if (links >> edge) & 1:
            if may_enter(position, islands.across(position, node, edge), crew):
                if out is None:
                    return 0
                out.add(moves.SAIL_TO + cell + hex_step(edge, moves.WIDTH))
                fault = 0
            elif fault:
                fault = XN_085_TWO_VIKINGS
    return fault


def may_enter(position: ExplorersPosition, sea: i64, crew: i64) -> bool:
    """It takes two Vikings to fight the enemy ship of a sea (XN-085)."""
    return crew >= CREW_TO_FIGHT or not tokens.holds_enemy_ship(position, sea)
