"""A move is an int, a structure and a line of text: the three say the same."""

import json

from skali.core import Game, MoveSpace, Rng
from skali.kit.legality import WHOLE_SPACE
from skali.kit.play import Spot


def moves_round_trip(game: Game) -> None:
    """Every move (or 30,000 of them) and every remark comes back from its notation and from its structure."""
    size = game.moves.size
    rng = Rng(size)
    sample = range(size) if size <= WHOLE_SPACE else [int(rng.below(size)) for _ in range(WHOLE_SPACE)]
    for move in sample:
        comes_back(game.moves, move)
    remarks = game.remarks or MoveSpace()
    for remark in range(remarks.size):
        comes_back(remarks, remark)


def legal_moves_round_trip(spot: Spot) -> None:
    for seat in spot.state.to_act():
        for move in spot.state.legal_moves(seat):
            comes_back(spot.game.moves, move)


def comes_back(moves: MoveSpace, move: int) -> None:
    text = moves.show(move)
    again = moves.read(text)
    assert again == move, f"move {move} is written '{text}', which is read as {again}"
    assert moves.read(f"  {text.upper()} ") == move, f"'{text}' is not read in capitals"
    data = moves.to_data(move)
    again = moves.from_data(json.loads(json.dumps(data)))
    assert again == move, f"move {move} has the structure {data}, which stands for {again}"
