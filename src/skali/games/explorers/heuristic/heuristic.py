"""What Explorers knows about good play, as agents ask for it."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import LearningHeuristic, State
from skali.core.weights import Tunable, Weights
from skali.games.explorers import phases
from skali.games.explorers.heuristic import endings, evaluation, numbers, policy
from skali.games.explorers.heuristic.charts import Chart
from skali.games.explorers.heuristic.judgement import Judgement
from skali.games.explorers.state import ExplorersState


class ExplorersHeuristic(LearningHeuristic):
    def __init__(self, weights: Weights | None) -> None:
        super().__init__(numbers.NAMES, numbers.ROWS, weights)
        self.judgement = Judgement(numbers.Tuning(weights))

    def with_weights(self, weights: Weights | None) -> ExplorersHeuristic:
        return ExplorersHeuristic(weights)

    def tunables(self) -> tuple[Tunable, ...]:
        return numbers.TUNABLES

    def evaluate(self, state: State, seat: i64) -> float:
        assert isinstance(state, ExplorersState)
        values = vec[float](capacity=4)
        for _ in range(state.seats):
            values = append(values, 0.0)
        self.evaluate_all(state, values)
        return values[seat]

    def evaluate_all(self, state: State, values: vec[float]) -> None:
        assert isinstance(state, ExplorersState)
        self.judgement.leads(self.judged(state), values)

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        assert isinstance(state, ExplorersState)
        judged = self.judged(state)
        found = evaluation.parts(judged, seat, Chart(judged, self.judgement.tuning))
        if state.seats > 1:
            found["rivals"] = self.evaluate(state, seat) - sum(found.values())
        return found

    def least_reason(self) -> float:
        """Single steps differ by little."""
        return 0.1

    def judged(self, state: ExplorersState) -> ExplorersState:
        """The position to judge: what has begun is brought to its best end."""
        if state.phase == phases.CHOOSE_TURN or state.is_in_action():
            return endings.best_end(state, self.judgement)
        return state

    def stage(self, state: State) -> i64:
        """A turn of one player. Where a tile lies and how an action is carried out goes with its choice."""
        assert isinstance(state, ExplorersState)
        phase = state.phase
        searched = phase in (phases.CHOOSE_CAPTAIN, phases.CHOOSE_TILE, phases.CHOOSE_ACTION)
        return state.turn if searched else -1

    def ahead(self, state: State) -> i64:
        """To the end of the seat's next turn: what a turn prepares shows only then."""
        assert isinstance(state, ExplorersState)
        return state.seats + 1

    def width(self, state: State) -> i64:
        """Few, so that each is played on often: what three others do in between is mostly luck."""
        return 3

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, ExplorersState)
        policy.weigh(state, self.judgement, moves, weights)
