"""Toys whose heuristic is broken: what it says of positions does not hold together."""

from librt.vecs import vec

from skali.core import Forecast, Heuristic, LearningHeuristic, Moves, Numbers, State, Tunable, Weights
from skali.kit import judging
from tests.toys.breakage import breaks
from tests.toys.cairns.game import Cairns
from tests.toys.moot.game import Moot


class Lead(Heuristic):
    """Judges by the score alone."""

    def evaluate(self, state: State, seat: int) -> float:
        return float(state.score(seat))

    def weigh(self, state: State, seat: int, moves: Moves, weights: "vec[float]") -> None:
        for at in range(moves.count):
            weights[at] = 1.0


class LearningLead(LearningHeuristic):
    """The same, as something to learn from."""

    def __init__(self, *features: str) -> None:
        super().__init__(features or ("one", "score"), ("all",), None)

    evaluate = Lead.evaluate
    weigh = Lead.weigh

    def observe(self, state: State, seat: int, out: Numbers) -> int:
        out.at = 0
        out.add(1)
        out.add(state.score(seat))
        return 0

    def with_weights(self, weights: Weights | None) -> LearningHeuristic:
        return LearningLead()


class CairnsWith(Cairns):
    """Cairns with a heuristic."""

    judge: type[Heuristic] = Lead

    def __init__(self) -> None:
        super().__init__()
        self.heuristic = self.judge()


@breaks(judging.judgement_adds_up, "add up to")
class LeavesOutAPart(CairnsWith):
    class judge(Lead):
        def parts(self, state: State, seat: int) -> dict[str, float]:
            return {"score": self.evaluate(state, seat) + 0.5}


@breaks(judging.judgement_adds_up, "judging a position changes it")
class JudgesByPlaying(CairnsWith):
    class judge(Lead):
        def evaluate(self, state: State, seat: int) -> float:
            actor = state.actor()
            if actor >= 0:
                state.advance(actor, state.legal_moves(actor)[0], [])
            return 0.0


@breaks(judging.reasons_have_words, "no words in 'en' for reason.moss")
class GivesReasonsWithoutWords(CairnsWith):
    class judge(Lead):
        def parts(self, state: State, seat: int) -> dict[str, float]:
            return {"points": self.evaluate(state, seat), "moss": 0.0}


@breaks(judging.reasons_have_words, "no words in 'en' for reason.lichen")
class GivesReasonsForMovesWithoutWords(CairnsWith):
    class judge(Lead):
        def parts_of_move(self, state: State, seat: int, move: int) -> dict[str, float]:
            return {"lichen": 1.0}


@breaks(judging.stages_are_known_to_all, "in a sample of seat")
class StagesByWhatIsHidden(Moot):
    class judge(Lead):
        def stage(self, state: State) -> int:
            return int(state.digest(), 16) % 1000

    def __init__(self) -> None:
        super().__init__()
        self.heuristic = self.judge()


@breaks(judging.stages_never_fall, "the stage falls from")
class StagesFall(CairnsWith):
    class judge(Lead):
        def stage(self, state: State) -> int:
            return 1 if state.score(0) + state.score(1) == 0 else 0


@breaks(judging.stages_never_fall, "no turn of the whole game is a stage")
class NoTurnIsAStage(CairnsWith):
    class judge(Lead):
        def stage(self, state: State) -> int:
            return -1


@breaks(judging.features_fit_their_names, "features, their names are 3")
class NamesTooManyFeatures(CairnsWith):
    class judge(LearningLead):
        def __init__(self) -> None:
            super().__init__("one", "score", "moss")


@breaks(judging.features_fit_their_names, "depend on what the buffer held before")
class LeavesAFeatureUnwritten(CairnsWith):
    class judge(LearningLead):
        def observe(self, state: State, seat: int, out: Numbers) -> int:
            out.at = 0
            out.add(1)
            out.at = 2
            return 0


@breaks(judging.features_fit_their_names, "the numbers have other names than features")
class NamesOtherNumbers(CairnsWith):
    class judge(LearningLead):
        def tunables(self) -> tuple[Tunable, ...]:
            return (Tunable("one", 1.0, 0.1), Tunable("moss", 0.5, 0.1))


@breaks(judging.features_fit_their_names, "'score' was set to 2.0, beyond its bounds")
class SetsANumberBeyondItsBounds(CairnsWith):
    class judge(LearningLead):
        def tunables(self) -> tuple[Tunable, ...]:
            return (Tunable("one", 1.0, 0.1), Tunable("score", 2.0, 0.1, 1.0))


class ByScore(Forecast):
    """Forecasts by the score."""

    def __init__(self, *features: str) -> None:
        super().__init__(features or ("score",), None)

    def observe(self, state: State, seat: int, out: Numbers) -> None:
        out.at = 0
        out.add(state.score(seat))


class ForecastingLead(LearningLead):
    expects: type[Forecast] = ByScore

    def __init__(self) -> None:
        super().__init__()
        self.forecast = self.expects()


@breaks(judging.forecasts_fit_their_names, "1 features are forecast from, their names are 2")
class ForecastsFromTooManyNames(CairnsWith):
    class judge(ForecastingLead):
        class expects(ByScore):
            def __init__(self) -> None:
                super().__init__("score", "moss")


@breaks(judging.forecasts_fit_their_names, "have the same name")
class ForecastsFromOneNameTwice(CairnsWith):
    class judge(ForecastingLead):
        class expects(ByScore):
            def __init__(self) -> None:
                super().__init__("score", "score")


@breaks(judging.forecasts_fit_their_names, "depends on what the buffer held before")
class ForecastsFromWhatStoodThere(CairnsWith):
    class judge(ForecastingLead):
        class expects(ByScore):
            def observe(self, state: State, seat: int, out: Numbers) -> None:
                out.at = 1


@breaks(judging.forecasts_fit_their_names, "a forecast changes the position")
class ForecastsByPlaying(CairnsWith):
    class judge(ForecastingLead):
        class expects(ByScore):
            def observe(self, state: State, seat: int, out: Numbers) -> None:
                out.at = 0
                out.add(1)
                actor = state.actor()
                if actor >= 0:
                    state.advance(actor, state.legal_moves(actor)[0], [])
