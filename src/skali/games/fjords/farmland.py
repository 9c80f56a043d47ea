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
    for cell in position.laid:
        for region in range(landscape.regions_at(position, i64(cell))):
            nodes = append(nodes, i16(i64(cell) * 4 + region))
    position.nodes = nodes


def link_nodes(position: FjordsPosition) -> None:
    """Two regions are linked when they meet at a farmland corner of a shared edge (FJ-055, FJ-077)."""
    nodes = position.nodes
    links = vec[i64](capacity=len(nodes))
    first_of = position.tables.empty_grid[:]
    """The lowest node of each cell."""
    for a in range(len(nodes)):
        links = append(links, i64(0))
        if i64(nodes[a]) % 4 == 0:
            first_of[i64(nodes[a]) // 4] = i16(a)
    for a in range(len(nodes)):
        cell = i64(nodes[a]) // 4
        corners = landscape.corners_at(position, cell)
        for edge in range(i64(1), i64(4)):  # east, south-east, south-west: each pair once
            neighbour = cell + hex_step(edge, moves.WIDTH)
            if position.grid[neighbour] < 0:
                for end in range(i64(2)):
                    corner = (edge + end) % EDGES
                    if ((corners >> (2 * corner)) & 3) == components.FARMLAND:
                        if region_at(position, cell, corner) == i64(nodes[a]) % 4:
                            b = i64(first_of[neighbour]) + region_at(position, neighbour, (edge + 4 - end) % EDGES)
                            links[a] |= bit(b)
                            links[b] |= bit(a)
    position.links = links


def region_at(position: FjordsPosition, cell: i64, corner: i64) -> i64:
    """The region of a farmland corner: 0 unless the tile's farmland is divided."""
    if not position.variant.segment or landscape.regions_at(position, cell) < 2:
        return 0
    return components.region_of(landscape.corners_at(position, cell), corner)


def region_corners(position: FjordsPosition, cell: i64, region: i64) -> list[str]:
    """The corners of a farmland region of a laid tile, as it lies, clockwise from the north (FJ-077)."""
    corners = int(landscape.corners_at(position, cell))
    farmland = [at for at in range(EDGES) if (corners >> (2 * at)) & 3 == components.FARMLAND]
    return [components.CORNERS[at] for at in farmland if region_at(position, cell, at) == region]


def node_of(position: FjordsPosition, cell: i64, region: i64) -> i64:
    """The node of a region, -1 if there is none: nodes are in rising order."""
    wanted = cell * 4 + region
    low: i64 = 0
    high = i64(len(position.nodes))
    while low < high:
        middle = (low + high) // 2
        if i64(position.nodes[middle]) < wanted:
            low = middle + 1
        else:
            high = middle
    if low < len(position.nodes) and i64(position.nodes[low]) == wanted:
        return low
    return -1


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
    if position.variant.segment and node_of(position, cell, 1) >= 0:
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
    """No empty region can be reached by both players (FJ-079)."""
    if targets(position, 0) & targets(position, 1):
        return False
    return not reach(position, 0) & reach(position, 1)


def reach(position: FjordsPosition, seat: i64) -> i64:
    """The empty regions joined to the seat's pieces by links over empty regions (FJ-079)."""
    reached: i64 = 0
    new = targets(position, seat)
    while new:
        reached |= new
        linked: i64 = 0
        while new:
            linked |= position.links[lowest(new)]
            new &= new - 1
        new = linked & position.free & ~reached
    return reached
