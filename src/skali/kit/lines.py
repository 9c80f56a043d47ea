"""Lines of play for guides and lessons: a game between two agents, as `seat move` lines that a ``moves`` takes.

    python -m skali.kit.lines fjords --seed 7 --moves 20            # what is asked before each move, in remarks
    python -m skali.kit.lines fjords --seed 7 --after lines.txt     # goes on after the moves of a file

Every line is preceded by a remark that says what the seat is asked and how many moves it has; at the end stands the drawing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from skali.agents import Budget, Perspective, make_agent
from skali.core import State, derive_seed, load_game
from skali.teaching.prepared import Prepared, read_lines


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game")
    arguments.add_argument("--seats", type=int)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--agent", default="greedy")
    arguments.add_argument("--moves", type=int, default=0, help="how many more moves are played")
    arguments.add_argument("--after", type=Path, help="a file with the moves before them")
    arguments.add_argument("--seat", type=int, default=-1, help="whose view is drawn, and whose moves are listed")
    given = arguments.parse_args()
    game = load_game(given.game)
    seats = given.seats or game.seats[0]
    options = dict(each.split("=", 1) for each in given.option)
    before = read_lines(game, given.after.read_text(encoding="utf-8")) if given.after else ()
    state = Prepared(seats, given.seed, options, before).play(game)
    agent = make_agent(given.agent)
    for number in range(given.moves):
        if state.is_over():
            break
        seat = state.to_act()[0]
        perspective = Perspective(state, seat, seats, derive_seed("lines", given.seed, number))
        move = agent.choose(perspective, Budget(100))
        print(f"# {asked(state, seat)}")
        print(f"{seat} {game.moves.show(move)}")
        state.apply(seat, move)
    words = game.words("en")
    print(game.presenter.draw(state.view(given.seat), words, False, [words.player(each) for each in range(seats)]))
    for seat in state.to_act():
        print(f"# {asked(state, seat)}")
        print("; ".join(game.moves.show(move) for move in state.legal_moves(seat)[:60]))


def asked(state: State, seat: int) -> str:
    prompt = state.prompt(seat)
    return f"seat {seat} is asked {prompt.kind} {prompt.data}: {len(state.legal_moves(seat))} moves"


if __name__ == "__main__":
    main()
