"""``skali simulate``: many random games, and what came of them."""

from __future__ import annotations

import hashlib
import statistics
import time
from typing import Annotated, Any

import typer
from rich.progress import track

import skali
from skali.agents import Perspective, make_agent
from skali.cli.common import (
    ComponentFile,
    GameKey,
    Json,
    OptionTexts,
    Seats,
    Seed,
    choose_seed,
    err,
    open_game,
    out,
    parse_options,
    print_json,
    table_size,
)
from skali.core import Game, OptionError, Options, State, derive_seed, play_out


def simulate(
    game: GameKey,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Seats = None,
    agents: Annotated[
        str, typer.Option(metavar="A,B,...", help="One agent for all seats, or one for each.")
    ] = "random",
    seed: Seed = None,
    option: OptionTexts = None,
    components: ComponentFile = None,
    as_json: Json = False,
) -> None:
    """Plays games and reports their speed, length, scores and one digest of all final states; random play runs compiled.

    The same seed gives the same digest on every machine, compiled or interpreted.
    """
    loaded = open_game(game, components)
    size = table_size(loaded, seats)
    result = run(loaded, size, seat_agents(agents, size), games, choose_seed(seed), parse_options(loaded, option))
    if as_json:
        print_json(result)
        return
    how = "compiled" if result["compiled"] else "interpreted"
    out.print(f"[bold]{loaded.title}[/], {result['seats']} seats, seed {result['seed']}, {how}")
    out.print(f"{games} games in {result['seconds']:.2f} s: {result['games_per_second']:,.0f} games and ", end="")
    out.print(
        f"{result['decisions_per_second']:,.0f} decisions per second; {result['mean_length']:.1f} decisions a game"
    )
    for seat, scores in enumerate(result["scores"]):
        spread = f"± {scores['deviation']:.1f}, from {scores['least']} to {scores['most']}"
        out.print(f"seat {seat + 1}: mean score {scores['mean']:.1f} {spread}, first in {scores['first']:.1%}")
    out.print(f"[dim]digest {result['digest']}[/]")


def seat_agents(text: str, seats: int) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) not in (1, seats):
        raise OptionError(f"name one agent for all seats or {seats}, not {len(names)}")
    return names * seats if len(names) == 1 else names


def run(game: Game, seats: int, agents: list[str], games: int, seed: int, options: Options) -> dict[str, Any]:
    scores: list[list[int]] = [[] for _ in range(seats)]
    firsts = [0.0] * seats
    decisions = steps = 0
    playing = 0.0
    finals = hashlib.sha256()
    for number in track(range(games), "playing", console=err, transient=True, disable=not err.is_terminal):
        state = game.start(seats, derive_seed(seed, "game", number), options)
        began = time.perf_counter()
        played = play(state, agents, derive_seed(seed, "moves", number))
        playing += time.perf_counter() - began
        decisions += played[0]
        steps += played[1]
        finals.update(state.digest().encode())
        ranking = state.ranking()
        winners = [seat for seat in range(seats) if ranking[seat] == 1]
        for seat in range(seats):
            scores[seat].append(int(state.score(seat)))
            firsts[seat] += (seat in winners) / len(winners)
    return {
        "game": game.key,
        "seats": seats,
        "agents": agents,
        "options": options.to_texts(),
        "seed": seed,
        "compiled": skali.is_compiled(game.key),
        "games": games,
        "decisions": decisions,
        "moves": steps,
        "seconds": playing,
        "decisions_per_second": decisions / playing,
        "games_per_second": games / playing,
        "mean_length": decisions / games,
        "scores": [summary(scores[seat], firsts[seat] / games) for seat in range(seats)],
        "digest": finals.hexdigest(),
    }


def play(state: State, agents: list[str], seed: int) -> tuple[int, int]:
    """Plays a state to its end; decisions with two or more choices, and all moves."""
    if set(agents) == {"random"}:
        played = play_out(state, seed)
        return played.decisions, played.steps
    players = [make_agent(name) for name in agents]
    decisions = steps = 0
    while not state.is_over():
        seat = state.to_act()[0]
        moves = state.legal_moves(seat)
        move = moves[0]
        if len(moves) > 1:
            perspective = Perspective(state, seat, len(agents), derive_seed(seed, steps))
            move = players[seat].choose(perspective)
            decisions += 1
        state.apply(seat, move)
        steps += 1
    for player in players:
        player.close()
    return decisions, steps


def summary(scores: list[int], first: float) -> dict[str, float]:
    """A shared first place counts as its fraction."""
    return {
        "mean": statistics.fmean(scores),
        "deviation": statistics.pstdev(scores),
        "least": min(scores),
        "most": max(scores),
        "first": first,
    }
