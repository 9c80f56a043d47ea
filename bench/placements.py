"""Where pieces may lie in A Feast for Odin, and the best fill, how fast: `python -m bench.placements`. Core time."""

import json
from statistics import median
from time import process_time
from typing import Annotated, Any

import typer

from skali.agents import Perspective, make_agent
from skali.core import Moves
from skali.games.odin import Odin, boards, components, items, solver

PIECES = [*range(items.GOODS), *range(items.SPECIAL, items.SPECIAL + items.SPECIALS)]
SECONDS = 2.0


def windows(game: Odin, number: int) -> list[Any]:
    """Last windows of solo games of greedy agents."""
    agent = make_agent("greedy")
    found: list[Any] = []
    seed = 0
    while len(found) < number:
        seed += 1
        state, ply = game.start(1, seed), 0
        while not state.is_over():
            if state.prompt(0).kind == "last_window":
                found.append(state.copy())
                break
            state.apply(0, agent.choose(Perspective(state, 0, 1, ply)))
            ply += 1
    return found


def questions(states: list[Any]) -> list[tuple[Any, int, int, int]]:
    """Every piece in every orientation on every board of the states."""
    asked = []
    for state in states:
        shapes = state.tables.shapes
        for board in range(components.BOARDS):
            if boards.owner(state, board) >= 0:
                for piece in PIECES:
                    asked += [(state, board, piece, turn) for turn in range(int(shapes.count[piece]))]
    return asked


def kernel(asked: list[tuple[Any, int, int, int]]) -> float:
    """Questions answered in a second by the kernel."""
    found, answered, start = Moves(), 0, process_time()
    while process_time() - start < SECONDS:
        for state, board, piece, turn in asked:
            found.clear()
            boards.fill_anchors(state, board, piece, turn, False, False, 0, found)
        answered += len(asked)
    return answered / (process_time() - start)


def one_by_one(asked: list[tuple[Any, int, int, int]]) -> float:
    """The same by judging every cell."""
    answered, start = 0, process_time()
    for state, board, piece, turn in asked:
        shape = int(state.tables.shapes.first[piece]) + turn
        for row in range(components.ROWS):
            for column in range(components.COLUMNS):
                boards.placement_fault(state, board, piece, shape, row, column)
        answered += 1
        if process_time() - start > SECONDS:
            break
    return answered / (process_time() - start)


def main(
    number: Annotated[int, typer.Option(min=1, help="Last windows to fill.")] = 100,
    limit: Annotated[int, typer.Option(min=1, help="Positions that the solver may look at in each.")] = 20_000,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """The kernel beside judging cell by cell, and the solver on last windows of whole games."""
    game = Odin()
    states = windows(game, number)
    asked = questions(states[:10])
    fast, slow = kernel(asked), one_by_one(asked)
    seconds, proved, pieces = [], 0, []
    for state in states:
        start = process_time()
        proved += solver.best_fill(state, 0, limit).exact
        seconds.append(process_time() - start)
        pieces.append(sum(int(state.get(0, piece)) for piece in PIECES))
    row = {
        "kernel_per_second": fast,
        "one_by_one_per_second": slow,
        "windows": number,
        "proved": proved,
        "median_pieces": median(pieces),
        "median_seconds": median(seconds),
        "most_seconds": max(seconds),
    }
    if as_json:
        print(json.dumps(row))
        return
    print(f"all places of a shape on a board: {fast:,.0f} a second; cell by cell {slow:,.0f}: {fast / slow:.0f} times")
    print(
        f"best fill of {number} last windows, {median(pieces):.0f} pieces in the median: {proved} proved; "
        f"median {median(seconds) * 1000:.1f} ms, most {max(seconds):.2f} s"
    )


if __name__ == "__main__":
    typer.run(main)
