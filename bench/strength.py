"""How well the agents play, with intervals: `python -m bench.strength fjords`. Long; its figures are kept in the documentation.

Each pair plays with rotated seats and shared deals; a draw is half, a shared first place a fraction. At a table of more than two,
one seat is the first agent's and the others are the second's, so that a fair share is one in so many.
"""

import json
import sys
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from skali.arena import Plan, cores, run_arena
from skali.core import game_keys


@dataclass(frozen=True)
class Claim:
    """The first agent is to win at least this share against the second."""

    better: str
    worse: str
    share: float
    players: int = 2
    clear: bool = False
    """Whether the whole interval is to lie above the share."""


CLAIMS = {
    "eketorp": (Claim("greedy", "random", 0.55, players=4), Claim("mcts:1000", "greedy", 0.25, players=4, clear=True)),
    "explorers": (Claim("greedy", "random", 0.95), Claim("mcts:1000", "greedy", 0.65)),
    "fjords": (Claim("greedy", "random", 0.95), Claim("mcts:1000", "greedy", 0.75)),
    "graenaland": (
        Claim("greedy", "random", 0.55, players=4),
        Claim("mcts:1000", "greedy", 0.25, players=4, clear=True),
    ),
    "odin": (Claim("greedy", "random", 0.95),),
}


def main(
    game: Annotated[str, typer.Argument(help="A game with claims; all of them if left out.")] = "",
    games: Annotated[int, typer.Option(min=2, help="Games for each claim.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="For the deals.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = cores(),
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Plays the games behind every claim of strength. Exit code 1 if one fell short."""
    rows = [
        measure(key, claim, games, seed, jobs)
        for key in ([game] if game else game_keys())
        for claim in CLAIMS.get(key, ())
    ]
    if as_json:
        print(json.dumps(rows, indent=2))
    for row in [] if as_json else rows:
        low, high = row["interval"]
        verdict = "as claimed" if row["held"] else "SHORT of it"
        print(
            f"{row['game']}: {row['better']} against {row['players'] - 1} {row['worse']}: {row['share']:.1%} of "
            f"{row['games']} games ({low:.1%} – {high:.1%}); {'more than' if row['clear'] else 'at least'} "
            f"{row['claimed']:.0%} is claimed: {verdict}; "
            f"mean scores {row['scores'][0]:.1f} and {row['scores'][1]:.1f}"
        )
    sys.exit(not all(row["held"] for row in rows))


def measure(key: str, claim: Claim, games: int, seed: int, jobs: int) -> dict[str, Any]:
    plan = Plan(key, [claim.better, claim.worse], claim.players, games, seed, alone=True)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{key}: {claim.better} against {claim.worse}", total=games)
        table = run_arena(plan, jobs=jobs, watch=lambda record: progress.advance(task))
    better, worse = (next(row for row in table if row["agent"] == name) for name in plan.agents)
    return {
        "game": key,
        "better": claim.better,
        "worse": claim.worse,
        "players": claim.players,
        "games": games,
        "seed": seed,
        "share": better["win_share"],
        "interval": better["interval"],
        "claimed": claim.share,
        "clear": claim.clear,
        "held": better["interval"][0] > claim.share if claim.clear else better["win_share"] >= claim.share,
        "scores": [better["mean_score"], worse["mean_score"]],
    }


if __name__ == "__main__":
    typer.run(main)
