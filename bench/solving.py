"""How long exact solvers take: `python -m bench.solving`. Core time, where a solver first takes over in games of greedy agents."""

import json
from statistics import median
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from skali.agents import Perspective, make_agent
from skali.core import game_keys, load_game

LIMIT = 1_000_000_000


def positions(key: str, number: int) -> list[Any]:
    """The first position of each stretch that the game's solver can take on."""
    game = load_game(key)
    agent = make_agent("greedy" if game.heuristic else "random")
    found: list[Any] = []
    seed = 0
    while len(found) < number:
        seed += 1
        state, before, ply = game.start(game.seats[0], seed), False, 0
        while not state.is_over() and len(found) < number:
            now = game.solver is not None and game.solver.size(state) >= 0
            if now and not before:
                found.append(state.copy())
            before = now
            seat = state.to_act()[0]
            state.apply(seat, agent.choose(Perspective(state, seat, game.seats[0], ply)))
            ply += 1
    return found


def main(
    number: Annotated[int, typer.Option(min=1, help="Positions for each game.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Solves positions from whole games and says how many were proved, and how long each took."""
    rows = []
    for key in game_keys():
        solver = load_game(key).solver
        if solver is None:
            continue
        seconds, looked, proved = [], [], 0
        for state in track(positions(key, number), key, console=Console(stderr=True), transient=True):
            start = process_time()
            solution = solver.solve(state, LIMIT)
            seconds.append(process_time() - start)
            looked.append(solution.positions)
            proved += solution.exact
        rows.append(
            {
                "game": key,
                "positions": number,
                "proved": proved,
                "median_seconds": median(seconds),
                "most_seconds": max(seconds),
                "median_looked_at": median(looked),
                "most_looked_at": max(looked),
                "looked_at_per_second": sum(looked) / sum(seconds),
            }
        )
    if as_json:
        print(json.dumps(rows, indent=2))
    for row in [] if as_json else rows:
        print(
            f"{row['game']}: {row['proved']} of {row['positions']} proved; median {row['median_seconds']:.3f} s "
            f"({row['median_looked_at']:,.0f} positions looked at), most {row['most_seconds']:.1f} s "
            f"({row['most_looked_at']:,}); {row['looked_at_per_second']:,.0f} positions a second"
        )


if __name__ == "__main__":
    typer.run(main)
