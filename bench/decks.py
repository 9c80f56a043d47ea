"""A Feast for Odin with every deck: many random games without a fault, and the speed beside deck A: `python -m bench.decks`."""

from collections import Counter
from random import Random
from statistics import median
from time import process_time
from typing import Annotated, Any

import typer

from skali.core import play_out
from skali.games.odin import Odin, OdinOptions

CHECKED = 40
"""Every so many decisions the position is saved and loaded, and some other moves are judged."""
SECONDS = 2.0


def random_game(game: Odin, seats: int, seed: int, options: OdinOptions, played: Counter[str]) -> int:
    """A game of random moves out of all that is legal; raises if anything is wrong. Its decisions."""
    state: Any = game.start(seats, seed, options)
    rng = Random(seed)
    decisions = 0
    while not state.is_over():
        seat = rng.choice(state.to_act())
        legal = state.legal_moves(seat)
        if decisions % CHECKED == 0:
            check(game, state, seat, legal, rng)
        state.apply(seat, rng.choice(legal))
        decisions += 1
    for seat in range(seats):
        lines = state.score_sheet(seat, seat)
        assert sum(line.points for line in lines if line.summed) == state.score(seat)
        played.update(state.view(seat)["players"][seat]["played"])
    return decisions


def check(game: Odin, state: Any, seat: int, legal: list[int], rng: Random) -> None:
    """Saved and loaded it is the same; what is offered is allowed, and nothing else."""
    assert game.load(state.to_dict()).digest() == state.digest()
    offered = set(legal)
    for move in [*rng.sample(legal, min(5, len(legal))), *(rng.randrange(game.moves.size) for _ in range(20))]:
        assert (state.why_not(seat, move) is None) == (move in offered), game.moves.show(move)


def soundness(games: int, seed: int) -> None:
    """Games of every size and length over all decks; every card must have been played."""
    game = Odin()
    played: Counter[str] = Counter()
    decisions = 0
    for number in range(games):
        options = OdinOptions(length=("long", "short")[number // 4 % 2], decks="ABC")
        decisions += random_game(game, number % 4 + 1, seed + number, options, played)
    missing = sorted(set(game.tables.card_numbers) - set(played))
    least, times = min(played.items(), key=lambda each: each[1])
    print(f"{games} random games over all decks, {decisions} decisions, no fault")
    print(f"cards played: {len(played)} of 190, {sum(played.values())} times; {least} least often, {times} times")
    assert not missing, f"never played: {missing}"


def speed(rounds: int, seats: int, seed: int) -> None:
    """Random decisions a second of core time with deck A and with all decks, in turn."""
    game = Odin()
    rates: dict[str, list[float]] = {"A": [], "ABC": []}
    for turn in range(rounds):
        for decks, found in rates.items():
            starts = [game.start(seats, seed + number, OdinOptions(decks=decks)) for number in range(16)]
            count, number, begin = 0, 0, process_time()
            while process_time() - begin < SECONDS:
                count += play_out(starts[number % 16].copy(), seed + 1000 * turn + number).decisions
                number += 1
            found.append(count / (process_time() - begin))
    ratios = [both / alone for alone, both in zip(rates["A"], rates["ABC"], strict=True)]
    for decks, found in rates.items():
        print(f"decks {decks}: {median(found):,.0f} random decisions a second ({seats} seats, {rounds} rounds)")
    print(f"all decks beside deck A: {median(ratios):.2f} (from {min(ratios):.2f} to {max(ratios):.2f})")


def main(
    games: Annotated[int, typer.Option(help="How many random games; 0 leaves them out.")] = 10_000,
    rounds: Annotated[int, typer.Option(help="How many rounds of the speed comparison; 0 leaves it out.")] = 9,
    seats: Annotated[int, typer.Option(help="Table size of the speed comparison.")] = 4,
    seed: Annotated[int, typer.Option(help="Luck.")] = 1,
) -> None:
    if games:
        soundness(games, seed)
    if rounds:
        speed(rounds, seats, seed)


if __name__ == "__main__":
    typer.run(main)
