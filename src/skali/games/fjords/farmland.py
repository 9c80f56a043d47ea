"""The farmland in colonisation: its regions are the nodes of a graph, on which fields spread (FJ-053 to FJ-059, FJ-077)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from skali.core.bits import bit, full, lowest, members_of
from skali.core.hexes import EDGES, hex_step
from skali.games.fjords import components, landscape, moves
from skali.games.fjords.position import HUT_BITS, FjordsPosition


def survey(position: FjordsPosition) -> None:
    """Makes the graph of the landscape as it lies, with the huts on it."""
    number_nodes(position)
    link_nodes(position)
    settle_huts(position)


def number_nodes(position: FjordsPosition) -> None:
    """Numbers the farmland regions in the order of their cells (second coordinate first), so that FJ-079 takes the lowest."""
    nodes = vec[i16](capacity=len(position.laid))
    for at in range(len(position.laid)):
        cell = i64(position.laid[at])
        position.grid[cell] = i16(-1 - ((landscape.laid_at(position, cell) << landscape.NODE_BITS) + len(nodes)))
        for region in range(landscape.regions_at(position, cell)):
            nodes = append(nodes, i16(cell * 4 + region))
    position.nodes = nodes


def link_nodes(position: FjordsPosition) -> None:
    """Two regions are linked when they meet at a farmland corner of a shared edge (FJ-055, FJ-077)."""
    position.links = position.tables.no_links[: len(position.nodes)]
    farm_edges = position.tables.types.farm_edges
    for at in range(len(position.laid)):
        cell = i64(position.laid[at])
        farmland = i64(farm_edges[landscape.looks_at(position, cell)])
        for edge in range(i64(1), i64(4)):  # east, south-east, south-west: each pair once
            neighbour = cell + hex_step(edge, moves.WIDTH)
            if (farmland >> edge) & 1 and position.grid[neighbour] < 0:
                if is_divided(position, cell) or is_divided(position, neighbour):
                    link_regions(position, cell, neighbour, edge)
                else:
                    link(position, first_node(position, cell), first_node(position, neighbour))


def link_regions(position: FjordsPosition, cell: i64, neighbour: i64, edge: i64) -> None:
    """Links what meets at either end of the edge."""
    for end in range(i64(2)):
        corner = (edge + end) % EDGES
        if (landscape.corners_at(position, cell) >> (2 * corner)) & 3 == components.FARMLAND:
            here = first_node(position, cell) + region_at(position, cell, corner)
            there = first_node(position, neighbour) + region_at(position, neighbour, (edge + 4 - end) % EDGES)
            link(position, here, there)


def link(position: FjordsPosition, a: i64, b: i64) -> None:
    position.links[a] |= bit(b)
    position.links[b] |= bit(a)


def first_node(position: FjordsPosition, cell: i64) -> i64:
    """The lowest node of a laid cell that has farmland."""
    return (-1 - i64(position.grid[cell])) & full(landscape.NODE_BITS)


def is_divided(position: FjordsPosition, cell: i64) -> bool:
    return position.variant.segment and landscape.regions_at(position, cell) > 1


def region_at(position: FjordsPosition, cell: i64, corner: i64) -> i64:
    """The region of a farmland corner: 0 unless the tile's farmland is divided."""
    if not is_divided(position, cell):
        return 0
    return components.region_of(landscape.corners_at(position, cell), corner)


def region_corners(position: FjordsPosition, cell: i64, region: i64) -> list[str]:
    """The corners of a farmland region of a laid tile, as it lies, clockwise from the north (FJ-077)."""
    corners = int(landscape.corners_at(position, cell))
    farmland = [at for at in range(EDGES) if (corners >> (2 * at)) & 3 == components.FARMLAND]
    return [components.CORNERS[at] for at in farmland if region_at(position, cell, at) == region]


def node_of(position: FjordsPosition, cell: i64, region: i64) -> i64:
    """The node of a region, -1 if there is none."""
    if position.grid[cell] >= 0 or region >= landscape.regions_at(position, cell):
        return -1
    return first_node(position, cell) + region


def settle_huts(position: FjordsPosition) -> None:
    """The huts are the first pieces of the second phase."""
    position.free = full(len(position.nodes))
    position.own_0 = position.own_1 = position.edge_0 = position.edge_1 = 0
    for seat in range(i64(2)):
        packed = position.huts(seat)
        while packed:
            hut = (packed & full(HUT_BITS)) - 1
            occupy(position, seat, node_of(position, hut // 4, hut % 4))
            packed >>= HUT_BITS


def occupy(position: FjordsPosition, seat: i64, node: i64) -> None:
    """A piece of the seat stands on the node."""
    position.free &= ~bit(node)
    if seat == 0:
        position.own_0 |= bit(node)
        position.edge_0 |= position.links[node]
    else:
        position.own_1 |= bit(node)
        position.edge_1 |= position.links[node]


def targets(position: FjordsPosition, seat: i64) -> i64:
    """The nodes on which the seat may place a field (FJ-054, FJ-055, FJ-062)."""
    if position.fields_left(seat) == 0:
        return 0
    return position.edge(seat) & position.free


def move_of(position: FjordsPosition, node: i64) -> i64:
    cell = i64(position.nodes[node]) // 4
    if is_divided(position, cell):
        return moves.FIELD_REGION + cell * moves.MAX_REGIONS + i64(position.nodes[node]) % 4
    return moves.FIELD + cell


def node_of_move(position: FjordsPosition, move: i64) -> i64:
    """The node that a move names, -1 if there is none."""
    if move < moves.FIELD_REGION:
        return node_of(position, move - moves.FIELD, 0)
    return node_of(
        position, (move - moves.FIELD_REGION) // moves.MAX_REGIONS, (move - moves.FIELD_REGION) % moves.MAX_REGIONS
    )


def is_beside_own(position: FjordsPosition, seat: i64, node: i64) -> bool:
    """A neighbouring cell has a piece of the seat."""
    own = [int(position.nodes[each]) // 4 for each in members_of(position.own(seat))]
    cell = int(position.nodes[node]) // 4
    return any(cell + int(hex_step(edge, moves.WIDTH)) in own for edge in range(EDGES))


def spend_field(position: FjordsPosition, seat: i64) -> None:
    if seat == 0:
        position.fields_left_0 -= 1
    else:
        position.fields_left_1 -= 1


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
