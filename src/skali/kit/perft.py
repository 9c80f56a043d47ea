"""Counted move trees: how many ways there are to play the first moves of a position.

`perft.toml` beside a game's tests has entries such as

    [[tree]]
    seats = 2
    seed = 1
    options = { fast_finish = "off" }
    moves = ["0 draw", "0 place at 1,-1 turn 0"]
    counts = [2, 26, 52]

where `moves` lead from the start to the position (left out: none) and `counts` are the ways of exactly 1, 2, 3 moves.
`python -m skali.kit.perft GAME SEATS SEED AFTER DEPTH [option=value ...]` prints such an entry for the position after
so many random moves.
"""

import json
import sys
import tomllib
from typing import Any

from skali.core import Game, Moves, State
from skali.kit.configurations import Configuration
from skali.kit.games import find_game, tests_folder
from skali.kit.play import play


def trees_are_as_counted(game: Game) -> None:
    folder = tests_folder(game)
    path = folder / "perft.toml" if folder else None
    if path is not None and path.exists():
        for number, tree in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["tree"], 1):
            tree_is_as_counted(game, tree, number)


def tree_is_as_counted(game: Game, tree: dict[str, Any], number: int = 1) -> None:
    state = game.start(tree["seats"], tree["seed"], game.options.parse(tree.get("options", {})))
    for line in tree.get("moves", []):
        seat, _, notation = line.partition(" ")
        state.apply(int(seat), game.moves.read(notation))
    for depth, count in enumerate(tree["counts"], 1):
        found = perft(state, depth)
        assert found == count, f"tree {number} of {game.key}: {found} ways to play {depth} moves, {count} were counted"


def perft(state: State, depth: int) -> int:
    """The number of ways to play exactly so many moves, by what is worth searching and with the state's own luck."""
    if state.is_over():
        return 0
    moves = Moves()
    seat = state.actor()
    state.search_moves(seat, moves)
    if depth == 1:
        return int(moves.count)
    total = 0
    for move in moves.to_list():
        after = state.copy()
        after.advance(seat, move)
        total += perft(after, depth - 1)
    return total


def main(arguments: list[str]) -> None:
    key, seats, seed, after, depth, *options = arguments
    game = find_game(key)
    texts = dict(option.split("=", 1) for option in options)
    record = play(Configuration(game, int(seats), game.options.parse(texts)), int(seed))
    step = min(int(after), len(record.turns))
    moves = [f"{turn.seat} {game.moves.show(turn.move)}" for turn in record.turns[:step]]
    counts = [perft(record.states[step], each) for each in range(1, int(depth) + 1)]
    written = ", ".join(f'{name} = "{value}"' for name, value in texts.items())
    print(f"[[tree]]\nseats = {seats}\nseed = {seed}\noptions = {{ {written} }}")
    print(f"moves = {json.dumps(moves, ensure_ascii=False)}\ncounts = {counts}")


if __name__ == "__main__":
    main(sys.argv[1:])
