"""Hexagons: cells and coordinates, steps over edges, corners and their turns."""

from hypothesis import given
from hypothesis import strategies as st

from skali.core.hexes import AXIAL_STEPS, EDGES, HexGrid, canonical, hex_step, turned

corners = st.text("PMS", min_size=6, max_size=6)


@given(st.integers(1, 60), st.data())
def test_cells_and_coordinates(width: int, data: st.DataObject) -> None:
    grid = HexGrid(width)
    cell = data.draw(st.integers(0, width * width - 1))
    q, r = grid.axial(cell)
    assert grid.cell(q, r) == cell
    assert grid.axial(int(grid.cell(0, 0))) == (0, 0)


def test_cells_are_numbered_row_by_row() -> None:
    grid = HexGrid(3)
    assert [grid.axial(cell) for cell in range(9)] == [(q, r) for r in (-1, 0, 1) for q in (-1, 0, 1)]


def test_off_the_grid_there_are_no_cells() -> None:
    grid = HexGrid(4)
    rim = range(-4, 5)
    inside = [(q, r) for q in rim for r in rim if grid.cell(q, r) >= 0]
    assert inside == [(q, r) for q in (-2, -1, 0, 1) for r in (-2, -1, 0, 1)]


def test_steps_over_the_edges() -> None:
    grid = HexGrid(9)
    middle = grid.cell(0, 0)
    for edge, (q, r) in enumerate(AXIAL_STEPS):
        assert middle + hex_step(edge, grid.width) == grid.cell(q, r)
        assert hex_step(edge, grid.width) == -hex_step((edge + 3) % EDGES, grid.width)


@given(corners, st.integers(-20, 20), st.integers(-20, 20))
def test_turns_add_up(tile: str, a: int, b: int) -> None:
    assert turned(turned(tile, a), b) == turned(tile, a + b)
    assert turned(tile, 6) == tile
    assert canonical(turned(tile, a)) == canonical(tile)


def test_a_turn_is_clockwise() -> None:
    assert turned("NESWXY", 1) == "YNESWX"
    assert canonical("SPMPPP") == "MPPPSP"
