"""What can be done now, as whole actions: the answers that carry each one out, and voyages and marches of several actions.

A board asks for a place, not for a verb: it finds here what leads there. Luck stays out of it: of a fight it is told only that
there is one.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from skali.core.moves import Moves
from skali.games.explorers import components, islands, moves, outposts, phases, pieces, placement, scoring
from skali.games.explorers.decisions import action, listing, load
from skali.games.explorers.position import ExplorersPosition

KINDS: Final = ("load", "unload", "sail", "march", "herd", "build")
_PHASES: Final = (
    *(phases.LOADING, phases.UNLOADING, phases.SAILING),
    *(phases.MARCH_ORIGIN, phases.MARCH_TARGET, phases.MARCH_NUMBER),
    *(phases.HERD_ORIGIN, phases.HERD_LIVESTOCK, phases.HERD_TARGET, phases.BUILDING),
)
_KIND_OF_PHASE: Final = (0, 1, 2, 3, 3, 3, 4, 4, 4, 5)
_SAIL: Final = 2
_MARCH: Final = 3


class Plan:
    """Answers in a row, the position after them, and the regions on the way."""

    def __init__(self, kind: int, after: ExplorersPosition, answers: list[int], way: list[int], vikings: int) -> None:
        self.kind = kind
        self.after = after
        self.answers = answers
        self.way = way
        self.vikings = vikings


def whole_actions(position: ExplorersPosition) -> list[dict[str, Any]]:
    """Every way to spend points of the active seat: each action, and each journey by its shortest way."""
    if not phases.CHOOSE_ACTION <= position.phase < phases.OVER:
        return []
    single = single_actions(position)
    score = scoring.score(position, position.active)
    return [described(position, plan, score) for plan in [*single, *longer_journeys(position, single)]]


def single_actions(position: ExplorersPosition) -> list[Plan]:
    found: list[tuple[ExplorersPosition, list[int]]] = []
    follow(position, [], True, found)
    return [plan_of(position, after, answers) for after, answers in found]


def follow(
    position: ExplorersPosition, answers: list[int], asked: bool, found: list[tuple[ExplorersPosition, list[int]]]
) -> None:
    """Goes through all answers until the action is done. What has one answer only is not asked, unless it is asked already."""
    if position.phase == phases.ACTION_DONE:
        found.append((position, answers))
        return
    choices = Moves()
    decision = listing.DECISIONS[position.phase]
    decision.fill(position, position.active, choices)
    for move in choices.to_list():
        if move != moves.END_TURN:
            twin = copied(position)
            decision.play(twin, twin.active, move, None)
            follow(twin, [*answers, move] if asked or choices.count > 1 else answers, False, found)


def plan_of(before: ExplorersPosition, after: ExplorersPosition, answers: list[int]) -> Plan:
    seat = before.active
    if before.phase == phases.CHOOSE_ACTION:
        kind = answers[0] - moves.LOAD
    else:
        kind = _KIND_OF_PHASE[_PHASES.index(int(before.phase))]
    way: list[int] = []
    vikings = 0
    if kind == _SAIL:
        way = [int(before.word(seat, pieces.LONGSHIP)), int(after.word(seat, pieces.LONGSHIP))]
    elif KINDS[kind] in ("march", "herd"):
        way = [int(after.origin), int(after.target)]
        vikings = int(before.vikings_at(seat, after.origin) - after.vikings_at(seat, after.origin))
    return Plan(kind, after, answers, way, vikings)


def longer_journeys(position: ExplorersPosition, single: list[Plan]) -> list[Plan]:
    """Where the longship or a group of Vikings gets by going on, by a shortest way; nothing is known beyond a fight."""
    found: list[Plan] = []
    latest = [plan for plan in single if plan.kind == _SAIL or plan.kind == _MARCH]
    seen = {(plan.way[0], plan.vikings, plan.way[-1]) for plan in latest}
    while latest:
        further: list[Plan] = []
        for plan in latest:
            for longer in gone_on(position, plan):
                end = (longer.way[0], longer.vikings, longer.way[-1])
                if longer.way[-1] != longer.way[0] and end not in seen:
                    seen.add(end)
                    further.append(longer)
        found.extend(further)
        latest = further
    return found


def gone_on(position: ExplorersPosition, plan: Plan) -> list[Plan]:
    """The same mover one step further."""
    if plan.after.points == 0 or plan.after.barriers != position.barriers:
        return []
    here = copied(plan.after)
    action.ask(here)
    if not (here.offered >> plan.kind) & 1:
        return []
    begun = copied(here)
    listing.DECISIONS[here.phase].play(begun, begun.active, moves.LOAD + plan.kind, None)
    found: list[tuple[ExplorersPosition, list[int]]] = []
    follow(begun, [moves.LOAD + plan.kind], False, found)
    steps = [plan_of(here, after, answers) for after, answers in found]
    return [
        Plan(plan.kind, step.after, [*plan.answers, *step.answers], [*plan.way, step.way[-1]], plan.vikings)
        for step in steps
        if step.way[0] == plan.way[-1] and step.vikings == plan.vikings
    ]


def described(position: ExplorersPosition, plan: Plan, score: i64) -> dict[str, Any]:
    after = plan.after
    fights = after.barriers != position.barriers
    data: dict[str, Any] = {
        "kind": KINDS[plan.kind],
        "cost": int(position.points - after.points),
        "moves": [position.rules.moves.show(answer) for answer in plan.answers],
        "fights": fights,
        "gain": 0 if fights else int(scoring.score(after, position.active) - score),
        "way": [spot(position, node) for node in plan.way],
    }
    if KINDS[plan.kind] in ("load", "unload"):
        data["pieces"] = [{"piece": piece, "place": place} for piece, place in load.named(after)]
    elif KINDS[plan.kind] == "build":
        vertex = new_outpost(position, after)
        data |= {"cell": list(moves.GRID.axial(vertex // 2)), "corner": moves.CORNERS[outposts.SE + vertex % 2]}
    elif plan.vikings:
        data["vikings"] = plan.vikings
        if KINDS[plan.kind] == "herd":
            data["animal"] = moves.LIVESTOCK[after.animal]
    return data


def new_outpost(position: ExplorersPosition, after: ExplorersPosition) -> int:
    """The vertex of the outpost that was built."""
    before = [int(each) for each in position.outposts]
    return next(int(each) // 4 for each in after.outposts if int(each) not in before)


def spot(position: ExplorersPosition, node: int) -> dict[str, Any]:
    """A region by its tile's cell and its number there, from 1."""
    tile, region = node // components.REGIONS, node % components.REGIONS
    return {"cell": islands.axial_of(position, tile), "region": region % components.SEA + 1}


# Sites and tiles


def sites(position: ExplorersPosition) -> list[dict[str, Any]]:
    """The corners where an outpost could stand, whoever's Vikings come (XN-106, XN-107)."""
    found: list[dict[str, Any]] = []
    for tile in range(i64(components.ALL_TILES)):
        if position.lies[tile] < 0:
            continue
        cell = islands.cell_of(position, tile)
        for corner in (outposts.SE, outposts.S):
            fault = outposts.vertex_fault(position, position.active, outposts.vertex_at(cell, corner))
            if fault in (0, outposts.XN_108_TWO_VIKINGS):
                found.append({"cell": list(moves.GRID.axial(cell)), "corner": moves.CORNERS[corner]})
    return found


def places_of(position: ExplorersPosition, tile: int) -> list[dict[str, Any]]:
    """Where a tile of the hand can lie and how it is turned there, each turn with the islands that it closes."""
    found: list[dict[str, Any]] = []
    if position.tile >= 0 and position.tile_name(position.tile) != position.tile_name(tile):
        return found
    for entry in position.frontier:
        cell = int(entry) // components.ASKED
        if position.cell < 0 or position.cell == cell:
            fitting = placement.turns_that_fit(position, tile, int(entry))
            turns = [turn for turn in range(int(position.tables.distinct[tile])) if (fitting >> turn) & 1]
            if turns:
                ways = [{"turn": turn, "completes": completed_by(position, tile, cell, turn)} for turn in turns]
                found.append({"cell": list(moves.GRID.axial(cell)), "turns": ways})
    return found


def completed_by(position: ExplorersPosition, tile: int, cell: int, turn: int) -> list[int]:
    """How many tiles the islands have that a tile would close."""
    after = copied(position)
    placement.lay(after, tile, cell, turn)
    return [int(islands.tiles_of(after, island)) for island in islands.completed_at(after, tile)]


def copied(position: ExplorersPosition) -> ExplorersPosition:
    twin = position.copy()
    assert isinstance(twin, ExplorersPosition)
    return twin
