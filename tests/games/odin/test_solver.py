"""The best fill of the boards at the end, held against an integer program that knows nothing of how it is found."""

import pytest
from ortools.sat.python import cp_model

from skali.core import Rng, commit, try_moves
from skali.games.odin import POSITIONS_OF_ADVICE, boards, components, covering, items, naming, scoring, solver
from skali.kit.rule import rule
from tests.games.odin.given import GAME, after_phase, table

LIMIT = 2_000_000
FEAST = 9


def cells_of(shape, row, column):
    shapes = GAME.tables.shapes
    return [
        (row + down, column + right)
        for down in range(int(shapes.height[shape]))
        for right in range(int(shapes.width[shape]))
        if int(shapes.rows[shape * components.SHAPE_ROWS + down]) >> right & 1
    ]


def minus_cells(state, board):
    grid = int(boards.grid_of(state, board))
    return {
        (row, column)
        for row in range(components.ROWS)
        for column in range(components.COLUMNS)
        if int(GAME.tables.grids.minus[grid * components.ROWS + row]) >> column & 1
    }


class Oracle:
    """The same question as an integer program: a yes or no for every placement."""

    def __init__(self, state, seat):
        self.state, self.model = state, cp_model.CpModel()
        self.covering = {}
        """By board and cell: the placements that cover it, and whether they are of a colour that may not touch its own."""
        objective = []
        for piece in range(items.ITEMS):
            held = int(state.get(seat, piece)) if piece < items.GOODS or piece >= items.SPECIAL else 0
            if held:
                chosen = list(self.placements(seat, piece, objective))
                self.model.add(sum(chosen) <= held)
        for at, (piece_vars, _) in self.covering.items():
            self.model.add(sum(piece_vars) <= 1)
            self.keep_colours_apart(at)
        self.ask_for_quadrants(seat)
        self.model.maximize(sum(objective) + self.ore(seat))

    def placements(self, seat, piece, objective):
        shapes = GAME.tables.shapes
        for board in range(components.BOARDS):
            if boards.owner(self.state, board) != seat:
                continue
            minus = minus_cells(self.state, board)
            for shape in range(int(shapes.first[piece]), int(shapes.first[piece]) + int(shapes.count[piece])):
                for row in range(components.ROWS):
                    for column in range(components.COLUMNS):
                        fault = boards.placement_fault(self.state, board, piece, shape, row, column)
                        if fault not in (0, boards.OD_098_INCOME_CELL):
                            continue
                        yes = self.model.new_bool_var("")
                        cells = cells_of(shape, row, column)
                        objective.append((len(minus.intersection(cells)) - int(scoring.points_of(piece))) * yes)
                        tint = int(boards.tint_layer(board, boards.colour(piece)))
                        for cell in cells:
                            lie, tints = self.covering.setdefault((board, cell), ([], []))
                            lie.append(yes)
                            tints.append(tint)
                        yield yes

    def keep_colours_apart(self, at):
        board, (row, column) = at
        for near in ((row + 1, column), (row, column + 1)):
            if (board, near) in self.covering:
                for layer in (1, 2):
                    here = self.tinted(at, layer)
                    there = self.tinted((board, near), layer)
                    both = [each for each in here if any(each is other for other in there)]
                    alone = [each for each in here + there if not any(each is other for other in both)]
                    if alone:
                        self.model.add(sum(alone) <= 1)

    def tinted(self, at, layer):
        lie, tints = self.covering[at]
        return [yes for yes, tint in zip(lie, tints, strict=True) if tint == layer]

    def ask_for_quadrants(self, seat):
        grids = GAME.tables.grids
        for (board, (row, column)), (lie, _) in self.covering.items():
            grid = int(boards.grid_of(self.state, board))
            if not int(grids.income[grid * components.ROWS + row]) >> column & 1:
                continue
            for below in range(row, int(grids.height[grid])):
                for left in range(column + 1):
                    asked = int(grids.asked[grid * components.ROWS + below]) >> left & 1
                    if asked and not int(self.state.rows[board * components.ROWS + below]) >> left & 1:
                        other = self.covering.get((board, (below, left)), ([], []))[0]
                        self.model.add(sum(lie) <= sum(other))

    def ore(self, seat):
        open_cells = 0
        for board in range(components.BOARDS):
            if boards.owner(self.state, board) == seat and not boards.is_house(board):
                open_cells += int(covering.open_minus(self.state, board))
        covered = [
            yes
            for (board, cell), (lie, _) in self.covering.items()
            if not boards.is_house(board) and cell in minus_cells(self.state, board)
            for yes in lie
        ]
        ore = self.model.new_int_var(0, int(self.state.get(seat, items.ORE)), "")
        self.model.add(ore + sum(covered) <= open_cells)
        return ore

    def best(self):
        exact = cp_model.CpSolver()
        exact.parameters.num_workers = 1
        assert exact.solve(self.model) == cp_model.OPTIMAL
        return round(exact.objective_value)


def crowded(seed):
    """A home board of which little is left open, houses or a small island beside it, and some pieces."""
    rng = Rng(seed)
    there = table(1)
    there.owns(*[["stone_house"], ["shetland"], ["long_house"], ["stone_house", "long_house"]][seed % 4])
    closed = [
        (row, column)
        for row in range(components.ROWS)
        for column in range(components.COLUMNS)
        if rng.below(100) < 55 + row * 4
    ]
    home = int(boards.grid_of(there.state, 0))
    there.cover(
        "home", [(r, c) for r, c in closed if int(GAME.tables.grids.cells[home * components.ROWS + r]) >> c & 1]
    )
    for _ in range(7):
        name = (
            naming.ITEM_NAMES[int(rng.below(items.GOODS))]
            if rng.below(4)
            else naming.ITEM_NAMES[items.SPECIAL + int(rng.below(15))]
        )
        there.give(**{name: 1 + int(rng.below(2)) if naming.ITEM_NAMES.index(name) < items.GOODS else 1})
    return there.give(ore=int(rng.below(4)))


@pytest.mark.parametrize("seed", range(24))
def test_no_fill_is_better(seed):
    there = crowded(seed)
    fill = solver.best_fill(there.state, 0, LIMIT)
    assert fill.exact and fill.points == Oracle(there.state, 0).best()


@pytest.mark.parametrize("seed", range(6))
def test_the_fill_can_be_played_and_scores_what_it_says(seed):
    there = crowded(seed)
    before = there.score(0)
    fill = GAME.best_fill(there.state, 0, LIMIT)
    for placement in fill["placements"]:
        piece, turn = naming.ITEM_NAMES.index(placement["item"]), placement["turn"] - 1
        shape = int(GAME.tables.shapes.first[piece]) + turn
        row, column = placement["cell"]
        board = there.board(placement["board"].removesuffix("_1"))
        left = column - int(GAME.tables.shapes.offset[shape])
        assert boards.placement_fault(there.state, board, piece, shape, row, left) == 0
        there.state.add(0, piece, -1)
        covering.cover(there.state, board, piece, turn, row * components.COLUMNS + column)
    own = [
        board
        for board in range(components.BOARDS)
        if boards.owner(there.state, board) == 0 and not boards.is_house(board)
    ]
    ore = min(there.has("ore"), sum(int(covering.open_minus(there.state, board)) for board in own))
    assert there.score(0) + ore - before == fill["points"]


@rule("OD-196", "OD-197")
@pytest.mark.parametrize("seed", range(3))
def test_the_solver_plays_the_last_window_to_the_best_end(seed):
    there = crowded(seed)
    there.state.round = 7
    there.give(silver=20, wood=0, stone=0)
    for food in range(0, items.GOODS):
        if food % 4 < 2:
            there.state.put(0, food, 0)
    after_phase(there, FEAST)
    while there.state.prompt(0).kind != "last_window":
        there.plays(there.offers()[-1])
    solution = GAME.solver.solve(there.state, 40 * LIMIT)
    wanted = there.score(0) + solution.value
    assert solution.exact and GAME.solver.size(there.state) >= 0
    while not there.state.is_over():
        there.plays(GAME.solver.solve(there.state, 40 * LIMIT).move)
    assert there.score(0) == wanted


@pytest.mark.parametrize("seed", range(6))
def test_the_advised_moves_lay_the_best_fill(seed):
    there = crowded(seed)
    advice = GAME.advice(there.state, 0, "packing", "best")
    draft = try_moves(there.state, 0, advice.moves)
    assert draft.tried == len(advice.moves) > 0
    gained = commit(there.state, 0, advice.moves).score(0) - there.state.score(0)
    assert gained == advice.data["points"] == solver.best_fill(there.state, 0, POSITIONS_OF_ADVICE).points
    assert GAME.advice(there.state, 0, "packing", "legality") is None
