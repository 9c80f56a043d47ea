"""Colonisation: the second phase of a round. Fields are placed on farmland linked to own pieces (FJ-053 to FJ-066, FJ-079)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, full, lowest, popcount
from skali.core.hexes import EDGES, hex_step
from skali.core.moves import Moves
from skali.core.protocol import Event
from skali.games.fjords import rounds
from skali.games.fjords.components import CORNERS, FARMLAND, region_of
from skali.games.fjords.moves import FIELD, FIELD_REGION, GRID, MAX_REGIONS, TURNS, WIDTH
from skali.games.fjords.phases import PLACE_FIELD

if TYPE_CHECKING:
    from skali.games.fjords.state import FjordsState

FJ_016_TWO_PHASES: Final = 16
FJ_054_TARGET_TILE: Final = 54
FJ_055_DIRECT_LINK: Final = 55
FJ_056_NO_FARMLAND_CORNER: Final = 56
FJ_057_FIRST_FIELD: Final = 57
FJ_058_OPPONENTS_PIECE: Final = 58
FJ_059_ONE_PIECE: Final = 59
FJ_077_REGION: Final = 77


# The farmland as a graph


def begin(state: FjordsState, first: i64, rule: str, events: list[Event] | None) -> None:
    """Ends discovery: open tiles are out, and the farmland regions become nodes (FJ-048 to FJ-052)."""
    state.phase = PLACE_FIELD
    state.hidden = 0
    state.open = 0
    state.open_fits = 0
    number_nodes(state)
    link_nodes(state)
    settle_huts(state)
    if events is not None:
        events.append(Event("discovery_ended", {"seat": first}, rule=rule))
    go_on(state, first, events)


def number_nodes(state: FjordsState) -> None:
    """Numbers the farmland regions in the order of their cells (second coordinate first), so that FJ-079 takes the lowest."""
    nodes = vec[i16](capacity=len(state.laid))
    regions = state.tables.types.regions
    for cell in state.laid:
        tile = (-1 - i64(state.grid[i64(cell)])) // TURNS
        count = i64(regions[i64(state.type_of[tile])])
        if count > 1 and not state.segment:
            count = 1
        for region in range(count):
            nodes = append(nodes, i16(i64(cell) * 4 + region))
    state.nodes = nodes


def link_nodes(state: FjordsState) -> None:
    """Two regions are linked when they meet at a farmland corner of a shared edge (FJ-055, FJ-077)."""
    nodes = state.nodes
    links = vec[i64](capacity=len(nodes))
    first_of = state.tables.empty_grid[:]
    """The lowest node of each cell."""
    for a in range(len(nodes)):
        links = append(links, i64(0))
        if i64(nodes[a]) % 4 == 0:
            first_of[i64(nodes[a]) // 4] = i16(a)
    for a in range(len(nodes)):
        cell = i64(nodes[a]) // 4
        corners = corners_at(state, cell)
        for edge in range(i64(1), i64(4)):  # east, south-east, south-west: each pair once
            neighbour = cell + hex_step(edge, WIDTH)
            if state.grid[neighbour] < 0:
                for end in range(i64(2)):
                    corner = (edge + end) % EDGES
                    if ((corners >> (2 * corner)) & 3) == FARMLAND:
                        if region_at(state, cell, corner) == i64(nodes[a]) % 4:
                            b = i64(first_of[neighbour]) + region_at(state, neighbour, (edge + 4 - end) % EDGES)
                            links[a] |= bit(b)
                            links[b] |= bit(a)
    state.links = links


def corners_at(state: FjordsState, cell: i64) -> i64:
    laid = -1 - i64(state.grid[cell])
    return i64(state.tables.types.corners[i64(state.type_of[laid // TURNS]) * TURNS + laid % TURNS])


def region_at(state: FjordsState, cell: i64, corner: i64) -> i64:
    """The region of a farmland corner: 0 unless the tile's farmland is divided."""
    if not is_tile_divided(state, cell):
        return 0
    return region_of(corners_at(state, cell), corner)


def region_corners(state: FjordsState, cell: i64, region: i64) -> list[str]:
    """The corners of a farmland region of a laid tile, as it lies, clockwise from the north (FJ-077)."""
    corners = corners_at(state, cell)
    found: list[str] = []
    for corner in range(i64(EDGES)):
        if ((corners >> (2 * corner)) & 3) == FARMLAND and region_at(state, cell, corner) == region:
            found.append(CORNERS[corner])
    return found


def is_tile_divided(state: FjordsState, cell: i64) -> bool:
    """Whether a laid tile has two farmland regions by the option in play."""
    if not state.segment:
        return False
    tile = (-1 - i64(state.grid[cell])) // TURNS
    return i64(state.tables.types.regions[i64(state.type_of[tile])]) > 1


def piece_event(state: FjordsState, kind: str, cell: i64, region: i64, left: i64, rule: str) -> Event:
    """A hut or field of the active seat; on divided farmland the event says where on the tile it stands."""
    data = {"seat": int(state.active), "cell": list(GRID.axial(cell)), "left": int(left)}
    if not is_tile_divided(state, cell):
        return Event(kind, data, rule=rule)
    region_data = {"region": int(region) + 1, "corners": region_corners(state, cell, region)}
    return Event(f"{kind}_region", {**data, **region_data}, rule=rule)


def node_of(state: FjordsState, cell: i64, region: i64) -> i64:
    """The node of a region, -1 if there is none: nodes are in rising order."""
    wanted = cell * 4 + region
    low: i64 = 0
    high = i64(len(state.nodes))
    while low < high:
        middle = (low + high) // 2
        if i64(state.nodes[middle]) < wanted:
            low = middle + 1
        else:
            high = middle
    if low < len(state.nodes) and i64(state.nodes[low]) == wanted:
        return low
    return -1


def settle_huts(state: FjordsState) -> None:
    """The huts are the first pieces of the second phase."""
    state.free = full(len(state.nodes))
    state.own_0 = state.own_1 = state.edge_0 = state.edge_1 = 0
    for seat in range(i64(2)):
        packed = state.huts(seat)
        while packed:
            hut = (packed & 8191) - 1
            occupy(state, seat, node_of(state, hut // 4, hut % 4))
            packed >>= 13


def occupy(state: FjordsState, seat: i64, node: i64) -> None:
    """A piece of the seat stands on the node."""
    state.free &= ~bit(node)
    if seat == 0:
        state.own_0 |= bit(node)
        state.edge_0 |= state.links[node]
    else:
        state.own_1 |= bit(node)
        state.edge_1 |= state.links[node]


# What may be done


def targets(state: FjordsState, seat: i64) -> i64:
    """The nodes on which the seat may place a field (FJ-054, FJ-055, FJ-062)."""
    if state.fields_left(seat) == 0:
        return 0
    return state.edge(seat) & state.free


def is_divided(state: FjordsState, node: i64) -> bool:
    """The tile of this node has more than one."""
    cell = i64(state.nodes[node]) // 4
    return node_of(state, cell, 1) >= 0


def move_of(state: FjordsState, node: i64) -> i64:
    cell = i64(state.nodes[node]) // 4
    if state.segment and is_divided(state, node):
        return FIELD_REGION + cell * MAX_REGIONS + i64(state.nodes[node]) % 4
    return FIELD + cell


def node_of_move(state: FjordsState, move: i64) -> i64:
    """The node that a move names, -1 if there is none."""
    if move < FIELD_REGION:
        return node_of(state, move - FIELD, 0)
    return node_of(state, (move - FIELD_REGION) // MAX_REGIONS, (move - FIELD_REGION) % MAX_REGIONS)


def fill_fields(state: FjordsState, out: Moves) -> None:
    nodes = targets(state, state.active)
    while nodes:
        out.add(move_of(state, lowest(nodes)))
        nodes &= nodes - 1


def fault(state: FjordsState, seat: i64, move: i64) -> i64:
    """The rule that a move breaks in colonisation, 0 if none."""
    if move < FIELD:
        return FJ_016_TWO_PHASES
    node = node_of_move(state, move)
    if node < 0:
        return FJ_054_TARGET_TILE if move < FIELD_REGION else FJ_077_REGION
    if move_of(state, node) != move:
        return FJ_077_REGION
    if state.own(1 - seat) & bit(node):
        return FJ_058_OPPONENTS_PIECE
    if state.own(seat) & bit(node):
        return FJ_059_ONE_PIECE
    if state.edge(seat) & bit(node):
        return 0
    return _link_fault(state, seat, node)


def _link_fault(state: FjordsState, seat: i64, node: i64) -> i64:
    """Why a node without a link has none: no farmland corner towards an own neighbour, or no own neighbour at all."""
    cell = i64(state.nodes[node]) // 4
    own = state.own(seat)
    while own:
        other = i64(state.nodes[lowest(own)]) // 4
        own &= own - 1
        gap = other - cell
        if gap in (1, -1, WIDTH, -WIDTH, WIDTH - 1, 1 - WIDTH):
            return FJ_056_NO_FARMLAND_CORNER
    return FJ_055_DIRECT_LINK if state.fields_placed(seat) else FJ_057_FIRST_FIELD


# What happens


def play(state: FjordsState, move: i64, events: list[Event] | None) -> None:
    place_field(state, node_of_move(state, move), events)
    go_on(state, 1 - state.active, events)


def place_field(state: FjordsState, node: i64, events: list[Event] | None, rule: str = "") -> None:
    """Puts a field of the active seat on a node."""
    occupy(state, state.active, node)
    spend_field(state, state.active)
    if events is not None:
        place = i64(state.nodes[node])
        events.append(piece_event(state, "field", place // 4, place % 4, state.fields_left(state.active), rule))


def spend_field(state: FjordsState, seat: i64) -> None:
    if seat == 0:
        state.fields_left_0 -= 1
    else:
        state.fields_left_1 -= 1


def go_on(state: FjordsState, seat: i64, events: list[Event] | None) -> None:
    """The next decision: players who cannot place are skipped, single targets are not asked (FJ-060, FJ-061, FJ-065)."""
    while True:
        if state.fast_finish and is_settled(state):
            finish(state, seat, events)
            return
        choices = targets(state, seat)
        if not choices:
            if not targets(state, 1 - seat):
                rounds.end_round(state, events)
                return
            if events is not None:
                events.append(Event("skipped", {"seat": seat}, rule="FJ-061"))
            seat = 1 - seat
            choices = targets(state, seat)
        state.active = seat
        if choices & (choices - 1):
            return
        place_field(state, lowest(choices), events)
        seat = 1 - seat


def is_settled(state: FjordsState) -> bool:
    """No empty region can be reached by both players (FJ-079)."""
    if targets(state, 0) & targets(state, 1):
        return False
    return not reach(state, 0) & reach(state, 1)


def reach(state: FjordsState, seat: i64) -> i64:
    """The empty regions joined to the seat's pieces by links over empty regions (FJ-079)."""
    reached: i64 = 0
    new = targets(state, seat)
    while new:
        reached |= new
        linked: i64 = 0
        while new:
            linked |= state.links[lowest(new)]
            new &= new - 1
        new = linked & state.free & ~reached
    return reached


def finish(state: FjordsState, seat: i64, events: list[Event] | None) -> None:
    """Places the remaining fields in turn, each on the first legal region in the order of the cells (FJ-079)."""
    if events is not None and popcount(targets(state, 0) | targets(state, 1)):
        events.append(Event("settled", {}, rule="FJ-079"))
    while True:
        choices = targets(state, seat)
        if choices:
            state.active = seat
            place_field(state, lowest(choices), events, "FJ-079")
        elif not targets(state, 1 - seat):
            rounds.end_round(state, events)
            return
        seat = 1 - seat
