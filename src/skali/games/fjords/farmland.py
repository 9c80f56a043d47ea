"""The farmland in colonisation: its regions are the nodes of a graph, on which fields spread (FJ-053 to FJ-059, FJ-077)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, full, lowest, members_of
from skali.core.hexes import EDGES, hex_step
from skali.games.fjords import components, landscape, moves
from skali.games.fjords.position import EDGE, FIELDS_LEFT, HUT_BITS, OWN, SIDE, FjordsPosition


def survey(position: FjordsPosition) -> None:
    """Makes the graph of the landscape as it lies, with the huts on it."""
    number_nodes(position)
    link_nodes(position)
    settle_huts(position)


def number_nodes(position: FjordsPosition) -> None:
    """Numbers the farmland regions in the order of their cells (second coordinate first), so that FJ-079 takes the lowest."""
    grid = position.grid
    laid = position.laid
    nodes = vec[i16](capacity=len(laid))
    for at in range(len(laid)):
        cell = i64(laid[at])
        grid[cell] = i16(i64(grid[cell]) + first_node(position, cell) - len(nodes))  # an earlier number is forgotten
        for region in range(landscape.regions_at(position, cell)):
            nodes = append(nodes, i16(cell * 4 + region))
    position.nodes = nodes


def link_nodes(position: FjordsPosition) -> None:
    """Two regions are linked when they meet at a farmland corner of a shared edge (FJ-055, FJ-077)."""
    laid = position.laid
    links = position.tables.no_links[: len(position.nodes)]
    for at in range(len(laid)):
        cell = i64(laid[at])
        farmland = i64(position.tables.types.farm_edges[landscape.looks_at(position, cell)])
        for edge in range(i64(1), i64(4)):  # east, south-east, south-west: each pair once
            neighbour = cell + hex_step(edge, moves.WIDTH)
            if farmland & bit(edge) and position.grid[neighbour] < 0:
                here = node_at_edge(position, cell, edge)
                there = node_at_edge(position, neighbour, (edge + 3) % EDGES)
                links[here] |= bit(there)
                links[there] |= bit(here)
    position.links = links


def first_node(position: FjordsPosition, cell: i64) -> i64:
    """The lowest node of a laid cell that has farmland."""
    return (-1 - i64(position.grid[cell])) & 63


def node_at_edge(position: FjordsPosition, cell: i64, edge: i64) -> i64:
    """The node of the farmland at an edge of a laid cell."""
    node = first_node(position, cell)
    if position.variant.segment and landscape.regions_at(position, cell) > 1:
        node += i64(position.tables.types.edge_regions[landscape.looks_at(position, cell) * EDGES + edge])
    return node


def region_corners(position: FjordsPosition, cell: i64, region: i64) -> list[str]:
    """The corners of a farmland region of a laid tile, as it lies, clockwise from the north (FJ-077)."""
    corners = int(position.tables.types.corners[landscape.looks_at(position, cell)])
    farmland = [at for at in range(EDGES) if (corners >> (2 * at)) & 3 == components.FARMLAND]
    node = first_node(position, cell) + region
    return [components.CORNERS[at] for at in farmland if node_at_edge(position, cell, at) == node]


def node_of(position: FjordsPosition, cell: i64, region: i64) -> i64:
    """The node of a region, -1 if there is none."""
    if position.grid[cell] >= 0 or region >= landscape.regions_at(position, cell):
        return -1
    return first_node(position, cell) + region


def settle_huts(position: FjordsPosition) -> None:
    """The huts are the first pieces of the second phase."""
    position.free = full(len(position.nodes))
    for seat in range(i64(2)):
        position.sides[seat * SIDE + OWN] = position.sides[seat * SIDE + EDGE] = 0
        packed = position.huts(seat)
        while packed:
            hut = (packed & full(HUT_BITS)) - 1
            occupy(position, seat, node_of(position, hut // 4, hut % 4))
            packed >>= HUT_BITS


def occupy(position: FjordsPosition, seat: i64, node: i64) -> None:
    """A piece of the seat stands on the node."""
    position.free &= ~bit(node)
    position.sides[seat * SIDE + OWN] |= bit(node)
    position.sides[seat * SIDE + EDGE] |= position.links[node]


def targets(position: FjordsPosition, seat: i64) -> i64:
    """The nodes on which the seat may place a field (FJ-054, FJ-055, FJ-062)."""
    return position.edge(seat) & position.free if position.fields_left(seat) else i64(0)


def move_of(position: FjordsPosition, node: i64) -> i64:
    cell = i64(position.nodes[node]) // 4
    if position.variant.segment and landscape.regions_at(position, cell) > 1:
        return moves.FIELD_REGION + cell * moves.MAX_REGIONS + i64(position.nodes[node]) % 4
    return moves.FIELD + cell


def node_of_move(position: FjordsPosition, move: i64) -> i64:
    """The node that a move names, -1 if there is none."""
    if move < moves.FIELD_REGION:
        return node_of(position, move - moves.FIELD, 0)
    place = move - moves.FIELD_REGION
    return node_of(position, place // moves.MAX_REGIONS, place % moves.MAX_REGIONS)


def is_beside_own(position: FjordsPosition, seat: i64, node: i64) -> bool:
    """A neighbouring cell has a piece of the seat."""
    own = [int(position.nodes[each]) // 4 for each in members_of(position.own(seat))]
    cell = int(position.nodes[node]) // 4
    return any(cell + int(hex_step(edge, moves.WIDTH)) in own for edge in range(EDGES))


def spend_field(position: FjordsPosition, seat: i64) -> None:
    position.sides[seat * SIDE + FIELDS_LEFT] -= 1


def is_settled(position: FjordsPosition) -> bool:
    """No empty region can be reached by both players (FJ-079): none joins a target of one to a target of the other."""
    theirs = targets(position, 1)
    return not theirs or not joined(position, targets(position, 0), theirs) & theirs


def reach(position: FjordsPosition, seat: i64) -> i64:
    """The empty regions joined to the seat's pieces by links over empty regions (FJ-079)."""
    return joined(position, targets(position, seat), 0)


def joined(position: FjordsPosition, nodes: i64, enough: i64) -> i64:
    """The nodes and all that links over empty regions join to them, or so much of it that one of ``enough`` is in it."""
    links = position.links
    reached = nodes
    while nodes and not reached & enough:
        linked = links[lowest(nodes)] & position.free & ~reached
        nodes = (nodes & (nodes - 1)) | linked
        reached |= linked
    return reached
