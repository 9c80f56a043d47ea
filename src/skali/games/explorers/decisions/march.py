"""March: where from, where to, with how many Vikings (XN-091 to XN-098; XN-D10 to XN-D12). Herding walks the same ways."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i32, i64

from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.explorers import components, islands, moves, phases, pieces, tokens
from skali.games.explorers.decisions import step
from skali.games.explorers.decisions.step import Action, Step
from skali.games.explorers.position import ExplorersPosition

XN_091_MARCH: Final = 91
XN_092_TOGETHER: Final = 92
XN_093_NO_SWIMMING: Final = 93
XN_094_ASHORE_ONLY: Final = 94

MARCHERS: Final = 2


class WalkFrom(Action):
    """The land region from which Vikings walk: own Vikings are there, a linked neighbour, and livestock if it is herded."""

    def __init__(self, phase: i64, first: i64, end: i64, herding: bool, rules: tuple[int, int, int]) -> None:
        """The rules that say: nobody can walk at all, nobody can walk from there, no way leads from there."""
        super().__init__(phase, first, end)
        self.herding = herding
        self.nobody: i64 = rules[0]
        self.nobody_there: i64 = rules[1]
        self.no_link: i64 = rules[2]

    def action_fault(self, position: ExplorersPosition) -> i64:
        return self.find_origins(position, None)

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        self.find_origins(position, out)

    def find_origins(self, position: ExplorersPosition, out: Moves | None) -> i64:
        """Adds the origins by cell, then region. Returns why there is none, 0 if there is; without a list one is enough."""
        vikings = position.vikings
        first = position.active * pieces.VIKINGS
        fault = self.nobody
        last: i64 = -1
        for at in range(first, first + pieces.VIKINGS):
            node = i64(vikings[at])
            if node >= components.NODES:
                break
            if node != last and (not self.herding or i64(position.land[node]) & pieces.ANIMALS):
                if islands.links(position, node):
                    if out is None:
                        return 0
                    cell = islands.cell_of(position, node // components.REGIONS)
                    add_in_order(out, self.first + cell * moves.LANDS + node % components.REGIONS)
                    fault = 0
                elif fault:
                    fault = self.no_link
            last = node
        return fault

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        node = node_of_origin(position, move - self.first)
        if node == islands.NO_NODE or position.vikings_at(position.active, node) == 0:
            return self.nobody_there
        if self.herding and i64(position.land[node]) & pieces.ANIMALS == 0:
            return self.nobody_there
        return 0 if islands.links(position, node) else self.no_link

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.origin = node_of_origin(position, move - self.first)
        position.phase = self.phase + 1


class MarchFrom(WalkFrom):
    """Where a march begins (XN-091, XN-093, XN-094, XN-D10)."""

    def __init__(self) -> None:
        rules = (XN_094_ASHORE_ONLY, XN_091_MARCH, XN_093_NO_SWIMMING)
        super().__init__(phases.MARCH_ORIGIN, moves.MARCH_FROM, moves.MARCH_TO, False, rules)


class WalkTo(Step):
    """The cell of a land region linked with the origin."""

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        links = islands.links(position, position.origin)
        cell = islands.cell_of(position, position.origin // components.REGIONS)
        for at in range(i64(EDGES)):
            edge = (at + 5) % EDGES  # north-west, north-east, east ...
            if (links >> edge) & 1:
                out.add(self.first + cell + hex_step(edge, moves.WIDTH))

    def chosen(self, position: ExplorersPosition) -> dict[str, Any]:
        return origin(position)


class MarchTo(WalkTo):
    """Where a march leads (XN-D11)."""

    def __init__(self) -> None:
        super().__init__(phases.MARCH_TARGET, moves.MARCH_TO, moves.MARCH_WITH)

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        target = islands.linked_towards(position, position.origin, move - moves.MARCH_TO)
        return XN_093_NO_SWIMMING if target == islands.NO_NODE else 0

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.target = islands.linked_towards(position, position.origin, move - moves.MARCH_TO)
        position.phase = phases.MARCH_NUMBER


class MarchWith(Step):
    """One Viking or two, who walk together (XN-092, XN-D12)."""

    def __init__(self) -> None:
        super().__init__(phases.MARCH_NUMBER, moves.MARCH_WITH, moves.HERD_FROM)

    def fill(self, position: ExplorersPosition, seat: i64, out: Moves) -> None:
        out.add(moves.MARCH_WITH)
        if position.vikings_at(seat, position.origin) >= MARCHERS:
            out.add(moves.MARCH_WITH + 1)

    def answer_fault(self, position: ExplorersPosition, move: i64) -> i64:
        number = move - moves.MARCH_WITH + 1
        return 0 if number <= position.vikings_at(position.active, position.origin) else XN_092_TOGETHER

    def play(self, position: ExplorersPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        number = move - moves.MARCH_WITH + 1
        for _viking in range(number):
            position.move_viking(seat, position.origin, position.target)
        if events is not None:
            events.append(Event("marched", {"vikings": int(number), **way(position)}))
        tokens.raid(position, position.target, events)
        step.finish(position)

    def chosen(self, position: ExplorersPosition) -> dict[str, Any]:
        return {**origin(position), "to": islands.axial_of(position, position.target // components.REGIONS)}


# Walking


def add_in_order(out: Moves, move: i64) -> None:
    """Adds a move that is not there yet, keeping the moves in rising order."""
    items = out.items
    at: i64 = 0
    while at < out.count and i64(items[at]) < move:
        at += 1
    if at < out.count and i64(items[at]) == move:
        return
    out.add(move)
    items = out.items
    last = out.count - 1
    while last > at:
        items[last] = items[last - 1]
        last -= 1
    items[at] = i32(move)


def node_of_origin(position: ExplorersPosition, origin: i64) -> i64:
    """The land region that cell * 3 + region names, -1 if there is none."""
    tile = islands.tile_at(position, origin // moves.LANDS)
    if tile == islands.NO_TILE or origin % moves.LANDS >= islands.lands_of(position, tile):
        return islands.NO_NODE
    return tile * components.REGIONS + origin % moves.LANDS


def origin(position: ExplorersPosition) -> dict[str, Any]:
    """Where the walk begins, for a prompt."""
    tile, region = position.origin // components.REGIONS, position.origin % components.REGIONS
    return {"from": islands.axial_of(position, tile), "land": int(region) + 1}


def way(position: ExplorersPosition) -> dict[str, object]:
    """Who walks from where to where, for an event."""
    return {
        "seat": int(position.active),
        "from": islands.axial_of(position, position.origin // components.REGIONS),
        "to": islands.axial_of(position, position.target // components.REGIONS),
    }
