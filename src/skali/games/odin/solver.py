"""Exact play of the last window, in which only the boards are left to fill (W7, OD-196), by the best fill of them (OD-207).

The best fill is an exact cover in which everything may stay open: the next piece is the one with fewest places, its places are
tried one after the other, best first, and what cannot beat the best fill found so far is left out. Silver stays, because it
scores what it covers; ore goes where points are left.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from skali.core.bits import lowest, popcount
from skali.core.moves import Moves
from skali.core.protocol import Solution, Solver, State
from skali.games.odin import anytime, boards, components, conditions, covering, items, moves, phases, scoring, triggers
from skali.games.odin.decisions import placing
from skali.games.odin.position import OdinPosition

WIDE: Final = 32767
"""A row of cells that is wider than any board."""
MOST_PLACES: Final = 4096


def piece_of(placement: i64) -> i64:
    """A placement is board, anchor, piece and turn in one number, as on the boards (``placed``)."""
    return (placement >> 3) & 127


class Fill:
    """The best fill that was found: points gained, placements in an order in which they can be made."""

    def __init__(self, points: i64, exact: bool, positions: i64, placements: vec[i32]) -> None:
        self.points = points
        self.exact = exact
        self.positions = positions
        self.placements = placements


class Packer:
    def __init__(self, position: OdinPosition, seat: i64, limit: i64) -> None:
        self.trial = position.copy()
        self.limit = limit
        self.positions: i64 = 0
        self.own: vec[i16] = vec[i16]()
        self.held: vec[i16] = vec[i16]()
        self.least: vec[i32] = vec[i32]()
        """By piece: the last place that was tried; equal pieces are laid in rising order."""
        self.ore: i64 = position.get(seat, items.ORE)
        self.open_cells: i64 = 0
        self.open_for_ore: i64 = 0
        self.early: i64 = 0
        """Pieces on income cells that wait for what lies left of and below them (OD-098)."""
        self.plan: vec[i32] = vec[i32]()
        self.best: vec[i32] = vec[i32]()
        self.most: i64 = -1
        for board in range(i64(components.BOARDS)):
            if boards.owner(position, board) == seat:
                self.own = append(self.own, i16(board))
                self.open_cells += covering.open_minus(position, board)
                if not boards.is_house(board):
                    self.open_for_ore += covering.open_minus(position, board)
        for piece in range(i64(items.ITEMS)):
            held = position.get(seat, piece) if piece < items.GOODS or piece >= items.SPECIAL else 0
            self.held = append(self.held, i16(held))
            self.least = append(self.least, i32(-1))

    def search(self, gained: i64) -> None:
        """Goes on from what is laid: notes it if it is the best, and tries the piece with fewest places."""
        self.positions += 1
        total = gained + (self.ore if self.ore < self.open_for_ore else self.open_for_ore)
        if total > self.most and (self.early == 0 or len(in_order(self.trial, self.plan)) == len(self.plan)):
            self.most = total
            self.best = self.plan[:]
        found = Moves()
        fewest: i64 = MOST_PLACES
        chosen: i64 = -1
        could = gained + self.ore
        food: i64 = 0
        for piece in range(i64(items.ITEMS)):
            held = i64(self.held[piece])
            if held:
                found.count = 0
                gain = held * self.places(piece, found)
                if boards.piece_fault(self.trial, 0, piece):
                    food += gain
                else:
                    could += gain
                if 0 < found.count < fewest:
                    fewest = found.count
                    chosen = piece
        houses = self.open_cells - self.open_for_ore
        could += food if food < houses else houses
        room = gained + self.open_cells
        if chosen < 0 or (could if could < room else room) <= self.most or self.positions >= self.limit:
            return
        found.count = 0
        self.places(chosen, found)
        order = self.best_first(chosen, found)
        before = i64(self.least[chosen])
        for at in range(len(order)):
            placement = i64(order[at])
            self.least[chosen] = i32(placement)
            self.held[chosen] -= i16(1)
            early = self.lay(placement, True)
            self.early += early
            self.plan = append(self.plan, i32(placement))
            self.search(gained + self.gain(placement))
            self.plan = self.plan[: len(self.plan) - 1]
            self.early -= early
            self.lay(placement, False)
            self.held[chosen] += i16(1)
            if self.positions >= self.limit:
                break
        self.least[chosen] = i32(before)
        held = i64(self.held[chosen])
        self.held[chosen] = i16(0)
        if self.positions < self.limit:
            self.search(gained)
        self.held[chosen] = i16(held)

    def places(self, piece: i64, found: Moves) -> i64:
        """Adds all places where the piece covers more than it is worth; the most that it gains."""
        trial = self.trial
        shapes = trial.tables.shapes
        first = i64(shapes.first[piece])
        most: i64 = 0
        for own in range(len(self.own)):
            board = i64(self.own[own])
            if boards.piece_fault(trial, board, piece):
                continue
            boards.scan(trial, board, False)
            boards.keep_apart(trial, boards.tint_layer(board, boards.colour(piece)))
            for turn in range(i64(shapes.count[piece])):
                shape = first + turn
                for row in range(boards.SCAN.height - i64(shapes.height[shape]) + 1):
                    columns = boards.placements(trial, shape, row, True)
                    while columns:
                        anchor = row * components.COLUMNS + lowest(columns) + i64(shapes.offset[shape])
                        columns &= columns - 1
                        placement = ((board * 256 + anchor) * 128 + piece) * 8 + turn
                        if placement > i64(self.least[piece]):
                            gain = self.gain(placement)
                            if gain > 0:
                                found.add(placement)
                                if gain > most:
                                    most = gain
        return most

    def gain(self, placement: i64) -> i64:
        """Cells of -1 under a placement, less the points of the piece."""
        trial = self.trial
        shapes = trial.tables.shapes
        piece = piece_of(placement)
        shape = i64(shapes.first[piece]) + (placement & 7)
        anchor = (placement >> 10) & 255
        left = anchor % components.COLUMNS - i64(shapes.offset[shape])
        base = boards.grid_of(trial, placement >> 18) * components.ROWS + anchor // components.COLUMNS
        total = -scoring.points_of(piece)
        for at in range(i64(shapes.height[shape])):
            mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << left
            total += popcount(mask & i64(trial.tables.grids.minus[base + at]))
        return total

    def best_first(self, piece: i64, found: Moves) -> vec[i32]:
        """The places by gain, then by how snugly the piece lies."""
        order = vec[i32](capacity=found.count)
        ranks = vec[i32](capacity=found.count)
        for index in range(found.count):
            placement = found.at(index)
            rank = 64 * self.gain(placement) + self.snug(placement)
            order = append(order, i32(placement))
            ranks = append(ranks, i32(rank))
            at = index
            while at > 0 and i64(ranks[at - 1]) < rank:
                ranks[at] = ranks[at - 1]
                order[at] = order[at - 1]
                at -= 1
            ranks[at] = i32(rank)
            order[at] = i32(placement)
        return order

    def snug(self, placement: i64) -> i64:
        shapes = self.trial.tables.shapes
        shape = i64(shapes.first[piece_of(placement)]) + (placement & 7)
        anchor = (placement >> 10) & 255
        return snug(
            self.trial,
            placement >> 18,
            shape,
            anchor // components.COLUMNS,
            anchor % components.COLUMNS - i64(shapes.offset[shape]),
        )

    def lay(self, placement: i64, down: bool) -> i64:
        """Puts a piece down or takes it up again; 1 if it lies on an income cell too early."""
        trial = self.trial
        shapes = trial.tables.shapes
        grids = trial.tables.grids
        board = placement >> 18
        piece = piece_of(placement)
        shape = i64(shapes.first[piece]) + (placement & 7)
        anchor = (placement >> 10) & 255
        left = anchor % components.COLUMNS - i64(shapes.offset[shape])
        top = anchor // components.COLUMNS
        early: i64 = 0
        if down and boards.placement_fault(trial, board, piece, shape, top, left):
            early = 1
        layer = boards.tint_layer(board, boards.colour(piece))
        grid = boards.grid_of(trial, board)
        covered: i64 = 0
        for at in range(i64(shapes.height[shape])):
            mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << left
            here = board * components.ROWS + top + at
            trial.rows[here] = i16(i64(trial.rows[here]) ^ mask)
            if layer:
                here += layer * boards.LAYER
                trial.rows[here] = i16(i64(trial.rows[here]) ^ mask)
            covered += popcount(mask & i64(grids.minus[grid * components.ROWS + top + at]))
        if not down:
            covered = -covered
        self.open_cells -= covered
        if not boards.is_house(board):
            self.open_for_ore -= covered
        return early


def in_order(laid: OdinPosition, plan: vec[i32]) -> vec[i32]:
    """The placements in an order in which each is allowed; fewer of them if there is none. The position has them all laid."""
    trial = laid.copy()
    shapes = trial.tables.shapes
    for at in range(len(plan)):
        take_up(trial, i64(plan[at]))
    done: vec[i32] = vec[i32]()
    left = plan[:]
    progress = True
    while progress:
        progress = False
        rest: vec[i32] = vec[i32]()
        for at in range(len(left)):
            placement = i64(left[at])
            piece = piece_of(placement)
            shape = i64(shapes.first[piece]) + (placement & 7)
            anchor = (placement >> 10) & 255
            column = anchor % components.COLUMNS - i64(shapes.offset[shape])
            if boards.placement_fault(trial, placement >> 18, piece, shape, anchor // components.COLUMNS, column) == 0:
                covering.cover(trial, placement >> 18, piece, placement & 7, anchor)
                done = append(done, i32(placement))
                progress = True
            else:
                rest = append(rest, i32(placement))
        left = rest
    return done


def take_up(trial: OdinPosition, placement: i64) -> None:
    """Takes a piece up again from a position to try things in."""
    shapes = trial.tables.shapes
    board = placement >> 18
    piece = piece_of(placement)
    shape = i64(shapes.first[piece]) + (placement & 7)
    anchor = (placement >> 10) & 255
    left = anchor % components.COLUMNS - i64(shapes.offset[shape])
    layer = boards.tint_layer(board, boards.colour(piece))
    for at in range(i64(shapes.height[shape])):
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << left
        here = board * components.ROWS + anchor // components.COLUMNS + at
        trial.rows[here] = i16(i64(trial.rows[here]) & ~mask)
        if layer:
            here += layer * boards.LAYER
            trial.rows[here] = i16(i64(trial.rows[here]) & ~mask)


def best_fill(position: OdinPosition, seat: i64, limit: i64) -> Fill:
    """The best fill of the seat's boards, proved if no more than ``limit`` positions had to be looked at."""
    packer = Packer(position, seat, limit)
    packer.search(0)
    best = packer.best
    for at in range(len(best)):
        packer.lay(i64(best[at]), True)
    return Fill(packer.most, packer.positions < limit, packer.positions, in_order(packer.trial, best))


def snug(position: OdinPosition, board: i64, shape: i64, top: i64, left: i64) -> i64:
    """How many sides of the shape's cells would touch something closed: the edge, a missing cell or a piece."""
    shapes = position.tables.shapes
    grid = boards.grid_of(position, board)
    total: i64 = 0
    for at in range(i64(shapes.height[shape])):
        row = top + at
        mask = i64(shapes.rows[shape * components.SHAPE_ROWS + at]) << left
        closed = closed_cells(position, board, grid, row)
        total += popcount((mask << 1) & closed & ~mask) + popcount((mask >> 1) & closed & ~mask)
        if mask & 1:
            total += 1
        total += popcount(mask & closed_cells(position, board, grid, row - 1))
        total += popcount(mask & closed_cells(position, board, grid, row + 1))
    return total


def closed_cells(position: OdinPosition, board: i64, grid: i64, row: i64) -> i64:
    """The cells of a row where nothing can lie any more; beyond the edge that is all of them."""
    grids = position.tables.grids
    if row < 0 or row >= i64(grids.height[grid]):
        return WIDE
    return (~i64(grids.cells[grid * components.ROWS + row]) | i64(position.rows[board * components.ROWS + row])) & WIDE


# The last window

POSITIONS_IN_ONE: Final = 40
"""A position of a fill costs as much as so many of a small game tree."""
MOST_POSITIONS: Final = 100000
"""What is not proved by then seldom is at all."""


def is_last(position: OdinPosition) -> bool:
    """The last window is open, or a placement in it is going on."""
    kind = position.frames.kind()
    if kind == phases.ASK_WINDOW:
        return position.frames.get(0) == phases.W7
    return (kind == phases.ASK_BOARD or kind == phases.ASK_SHAPE or kind == phases.ASK_CELL) and placing.below_is_last(
        position
    )


def follows(position: OdinPosition, placement: i64) -> bool:
    """The placement is one of those that the pending decision still allows."""
    kind = position.frames.kind()
    if kind == phases.ASK_WINDOW:
        return True
    if piece_of(placement) != position.frames.get(0):
        return False
    if kind == phases.ASK_SHAPE:
        return placement >> 18 == position.frames.get(1)
    if kind == phases.ASK_BOARD:
        return True
    return placement >> 18 == placing.chosen_board(position) and placement & 7 == placing.chosen_turn(position)


def step_towards(position: OdinPosition, placement: i64) -> i64:
    """The move that comes next on the way to a placement."""
    kind = position.frames.kind()
    if kind == phases.ASK_WINDOW:
        return moves.PUT + piece_of(placement)
    if kind == phases.ASK_BOARD:
        return moves.ON_BOARD + boards.board_name(position, placement >> 18)
    if kind == phases.ASK_SHAPE:
        return moves.SHAPE + (placement & 7)
    return moves.AT + ((placement >> 10) & 255)


MOST_ADVISED: Final = 200
"""Moves that can be drafted at once."""


def laid(state: State, seat: int, fill: Fill) -> tuple[list[int], list[int], State]:
    """The answers that lay a fill from the question at hand, what they lay, and the position after them.

    What cannot be laid now is left out. Ore goes last, on open cells of -1. What has a single answer is not asked (OD-267).
    """
    plan = [int(placement) for placement in fill.placements]
    answers: list[int] = []
    done: list[int] = []
    while True:
        assert isinstance(state, OdinPosition)
        placement = plan.pop(0) if plan else ore_on_minus(state.side(seat), seat)
        if placement < 0:
            return answers, done, state
        steps, after = lay(state, seat, placement)
        if steps and after.barrier() == state.barrier() and len(answers) + len(steps) <= MOST_ADVISED:
            answers += steps
            done.append(placement)
            state = after
        elif not plan:
            return answers, done, state


def lay(state: State, seat: int, placement: int) -> tuple[list[int], State]:
    """The answers that lay one piece, none if it cannot be laid now."""
    assert isinstance(state, OdinPosition)
    name = int(boards.board_name(state.side(seat), placement >> 18))
    put = moves.PUT + int(piece_of(placement))
    after: State = state.copy()
    steps: list[int] = []
    for move in (put, moves.ON_BOARD + name, moves.SHAPE + (placement & 7), moves.AT + ((placement >> 10) & 255)):
        if after.why_not(seat, move) is None:
            after.apply(seat, move)
            steps.append(move)
    return (steps, after) if steps and steps[0] == put else ([], after)


def ore_on_minus(position: OdinPosition, seat: int) -> int:
    """A placement of ore on an open cell of -1, -1 if there is none."""
    grids = position.tables.grids
    for board in range(components.FIRST_STONE_HOUSE):
        if not position.get(seat, items.ORE) or boards.owner(position, board) != seat:
            continue
        grid = boards.grid_of(position, board)
        for row in range(int(grids.height[grid])):
            covered = i64(position.rows[board * components.ROWS + row])
            open_cells = i64(grids.minus[grid * components.ROWS + row]) & ~covered
            if open_cells:
                anchor = row * components.COLUMNS + lowest(open_cells)
                return int(((board * 256 + anchor) * 128 + items.ORE) * 8)
    return -1


class OdinSolver(Solver):
    """The best fill, for a seat that has nothing else to gain any more."""

    def size(self, position: State) -> i64:
        """How many pieces wait, -1 where more than placing is left to do."""
        assert isinstance(position, OdinPosition)
        if position.is_over() or len(position.parts) > 1:
            return -1
        side = position.side(position.actor())
        if not is_last(side) or conditions.plays_trigger(side, side.active, triggers.GRAIN_PLACED_IN_A_HOUSE):
            return -1
        exchanges = Moves()
        anytime.fill_exchanges(side, exchanges, False)
        if exchanges.count:
            return -1
        pieces: i64 = 0
        held = anytime.pieces_held(side, side.active)
        while held:
            pieces += side.get(side.active, i64(side.tables.shapes.pieces[lowest(held)]))
            held &= held - 1
        return pieces

    def solve(self, position: State, limit: i64) -> Solution:
        assert isinstance(position, OdinPosition)
        side = position.side(position.actor())
        positions = limit // POSITIONS_IN_ONE + 1
        fill = best_fill(side, side.active, positions if positions < MOST_POSITIONS else i64(MOST_POSITIONS))
        looked_at = int(fill.positions)
        for at in range(len(fill.placements)):
            placement = i64(fill.placements[at])
            if follows(side, placement):
                return Solution(int(step_towards(side, placement)), int(fill.points), fill.exact, looked_at)
        if side.frames.kind() == phases.ASK_WINDOW:
            return Solution(moves.DONE, int(fill.points), fill.exact, looked_at)
        found = Moves()
        side.fill_legal(side.active, found)
        return Solution(int(found.at(0)), int(fill.points), False, looked_at)
