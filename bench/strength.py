"""How well the bots play, with intervals: `python -m bench.strength fjords`. Long; its figures are kept in the documentation.

Every level plays against the level below it, and the highest against agents of an earlier revision. Each pair plays with rotated
seats and shared deals; a draw is half, a shared first place a fraction. At a table of more than two, one seat is the first agent's
and the others are the second's, so that a fair share is one in so many. Games are kept in `build/strength` by the sources that
played them: what is there is not played again, and more games of the same sources add up.
"""

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from skali.agents import levels_of
from skali.arena import Plan, cores, run_arena
from skali.cli import run
from skali.core import game_keys, load_game

ROOT = Path(__file__).resolve().parent.parent
BEFORE = "c1383b8"
"""The revision before bots had levels."""
PLAYERS = {"eketorp": 4, "graenaland": 4}
"""At how large a table a game is measured, if not at two."""
AT_TWO = 0.65
TIMES_FAIR = 1.6
"""What a level must win against the level below: at two this share, at more so many times a fair share."""


@dataclass(frozen=True)
class Claim:
    """The first agent is to win at least this share against the second."""

    better: str
    worse: str
    share: float
    players: int = 2


TOP = {
    "eketorp": (("greedy", 0.80),),
    "explorers": (("mcts:1000", 0.65),),
    "fjords": (("mcts:1000", 0.60),),
    "graenaland": (("greedy", 0.65),),
    "odin": (("greedy", 0.95), ("mcts:1000", 0.80)),
}
"""What the highest level must win against agents as they were before."""


def claims(key: str, players: int | None = None) -> list[Claim]:
    """Of the levels at a table of so many, and at the usual one against agents as they were before, too."""
    usual = PLAYERS.get(key, 2)
    players = players or usual
    levels = [level.agent for level in levels_of(load_game(key))]
    share = AT_TWO if players == 2 else TIMES_FAIR / players
    found = [Claim(better, worse, share, players) for worse, better in zip(levels, levels[1:])]
    for name, least in TOP.get(key, ()) if players == usual else ():
        found.append(Claim(levels[-1], f"bench.before:agent:{BEFORE} {name}", least, players))
    return found


def main(
    game: Annotated[str, typer.Argument(help="A game; all of them if left out.")] = "",
    games: Annotated[int, typer.Option(min=2, help="Games for each claim.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="For the deals.")] = 1,
    players: Annotated[
        int | None,
        typer.Option(min=2, help="At a table of so many; at two by default, Eketorp and Graenaland at four."),
    ] = None,
    only: Annotated[str, typer.Option(help="Only claims about agents with this in their names.")] = "",
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = cores(),
    as_json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Plays the games behind every claim of strength. Exit code 1 if one fell short."""
    keys = [game] if game else [key for key in game_keys() if players in (None, *load_game(key).seats)]
    rows = [
        measure(key, claim, games, seed, jobs)
        for key in keys
        for claim in claims(key, players)
        if only in f"{claim.better} {claim.worse}"
    ]
    if as_json:
        print(json.dumps(rows, indent=2))
    for row in [] if as_json else rows:
        low, high = row["interval"]
        verdict = "as claimed" if row["held"] else "SHORT of it"
        print(
            f"{row['game']}: {row['better']} against {row['players'] - 1} {row['worse']}: {row['share']:.1%} of "
            f"{row['games']} games ({low:.1%} – {high:.1%}); at least {row['claimed']:.0%} is claimed: {verdict}; "
            f"mean scores {row['scores'][0]:.1f} and {row['scores'][1]:.1f}"
        )
    sys.exit(not all(row["held"] for row in rows))


def measure(key: str, claim: Claim, games: int, seed: int, jobs: int) -> dict[str, Any]:
    plan = Plan(key, [claim.better, claim.worse], claim.players, games, seed, alone=True)
    name = hashlib.sha256(json.dumps([plan.to_data() | {"games": 0}, sources(key)]).encode()).hexdigest()[:16]
    out = ROOT / "build" / "strength" / key / name
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{key}: {claim.better} against {claim.worse}", total=games)
        table = run_arena(plan, out, resume=out.exists(), jobs=jobs, watch=lambda record: progress.advance(task))
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
        "held": better["win_share"] >= claim.share,
        "scores": [better["mean_score"], worse["mean_score"]],
    }


def sources(key: str) -> str:
    """A hash of all that games of a kind depend on."""
    home = ROOT / "src" / "skali"
    found = [home / "games" / key / name for name in ("components.toml", "weights.json", "forecast.json")]
    for folder in (home / "core", home / "agents", home / "games" / key):
        found += sorted(folder.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in found if path.exists())).hexdigest()


if __name__ == "__main__":
    run(lambda: typer.run(main))
