"""What the game knows about good play: many shells of one kind. Agents use it through the game."""

from librt.vecs import vec

from skali.core import Heuristic, Moves, State

from mygame import moves as kinds
from mygame.state import MyGameState


class MyGameHeuristic(Heuristic):
    def evaluate(self, state: State, seat: int) -> float:
        """The lead over the best rival; a shell in hand is worth half of what laying it would score."""
        assert isinstance(state, MyGameState)
        worth = [float(state.score(place)) for place in range(state.seats)]
        worth[seat] += sum(count * (row + 1) for count, row in zip(state.hands[seat], state.rows[seat])) / 2
        return worth[seat] - max(each for place, each in enumerate(worth) if place != seat)

    def weigh(self, state: State, seat: int, moves: Moves, weights: "vec[float]") -> None:
        """A kind is chosen the more often the more of it lie in the row."""
        assert isinstance(state, MyGameState)
        for at in range(moves.count):
            move = moves.at(at)
            kind = (move - kinds.TAKE) % kinds.KINDS
            weights[at] = 2.0 if move == kinds.DRAW else float((state.rows[seat][kind] + 1) ** 2)
