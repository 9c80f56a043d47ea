"""The judgement of Graenaland, as agents ask for it: how a position stands, why, and what to say."""

from __future__ import annotations

from math import exp

from librt.vecs import vec
from mypy_extensions import i64

from skali.core.moves import Moves
from skali.core.protocol import LearningHeuristic, State
from skali.core.weights import Tunable, Weights
from skali.games.graenaland import moves, phases, talk, votes
from skali.games.graenaland.heuristic import bargaining, numbers, policy
from skali.games.graenaland.heuristic.forecast import GraenalandForecast
from skali.games.graenaland.heuristic.numbers import Tuning
from skali.games.graenaland.heuristic.standing import Standing
from skali.games.graenaland.position import GraenalandPosition


class GraenalandHeuristic(LearningHeuristic):
    def __init__(self, weights: Weights | None, forecast: Weights | None = None) -> None:
        super().__init__(numbers.NAMES, numbers.ROWS, weights)
        self.tuning = Tuning(weights)
        self.forecast = GraenalandForecast(forecast, self.tuning)

    def with_weights(self, weights: Weights | None) -> GraenalandHeuristic:
        return GraenalandHeuristic(weights)

    def tunables(self) -> tuple[Tunable, ...]:
        return numbers.TUNABLES

    def outcome(self, state: State, seat: i64) -> float:
        """A first place, in hundreds: objectives of those who do not win count for nothing."""
        return 100.0 if state.ranking()[int(seat)] == 1 else 0.0

    def evaluate(self, state: State, seat: i64) -> float:
        """What the seat may expect beyond the best other player."""
        assert isinstance(state, GraenalandPosition)
        standing = Standing(policy.judged(state, seat, self.tuning), self.tuning)
        return standing.lead(seat) - announcing(state, seat, self.tuning)

    def parts(self, state: State, seat: i64) -> dict[str, float]:
        """Objectives met, then what may come: the way to further ones, cards, the yield of the land."""
        assert isinstance(state, GraenalandPosition)
        position = policy.judged(state, seat, self.tuning)
        standing = Standing(position, self.tuning)
        found = {"points": float(position.score(seat)), "rivals": -standing.rivals(seat)}
        if position.winner == seat:
            found["victory"] = numbers.WON
        if position.phase != phases.OVER:
            found["hand"] = standing.hand(seat) - announcing(state, seat, self.tuning)
            found["land"] = standing.land(seat)
            found["objectives"] = standing.worth(seat) - standing.hand(seat) - found["land"] - found["points"]
        return found

    def parts_of_move(self, state: State, seat: i64, move: i64) -> dict[str, float]:
        """Of orders, proposals and votes: how many cards the seat may expect in the distribution."""
        assert isinstance(state, GraenalandPosition)
        if state.phase == phases.HERO_ORDERS:
            table = bargaining.Table(state, self.tuning)
            return {"share": policy.order_worth(table, policy.anticipated(table, seat), seat, move)}
        if state.phase == phases.PROPOSAL and move != moves.PASS:
            site = i64(state.agreed.island.position[move - moves.PROPOSE])
            return {"share": bargaining.Table(state, self.tuning).kept(seat, site)}
        if state.phase == phases.VOTE and move == moves.ACCEPT:
            return {"share": bargaining.Table(state, self.tuning).allotted_worth(seat)}
        if state.phase == phases.VOTE:
            return {"share": bargaining.Table(state, self.tuning).hopes(state.site)[seat]}
        return {}

    def least_reason(self) -> float:
        """Less than a card: everything is counted in objectives."""
        return numbers.CARD / 2.0

    def stage(self, state: State) -> i64:
        """A turn of the whole table. Sites, units, payments and gifts go with what is built."""
        assert isinstance(state, GraenalandPosition)
        phase = state.phase
        is_turn = phase <= phases.PROPOSAL or phases.VOTE <= phase <= phases.MENU or phase == phases.JOINT_DECISION
        return state.turn if is_turn else -1

    def unlikely(self, state: State) -> float:
        """Works to be built together are announced in vain as a rule, and take long to judge. Of bargains only hopeless ones."""
        return bargaining.HOPELESS if self.is_by_weights(state) else 0.1

    def is_by_weights(self, state: State) -> bool:
        """Orders, bargains, payments and pledges."""
        assert isinstance(state, GraenalandPosition)
        phase = state.phase
        return phases.HERO_ORDERS <= phase <= phases.VOTE or phase == phases.PAYMENT or phase == phases.PLEDGES

    def ahead(self, state: State) -> i64:
        return 2

    def line_worth(self, state: State, seat: i64) -> float:
        """The chance to win: as it is forecast, or by the judgement, which is the logarithm of its odds."""
        assert isinstance(state, GraenalandPosition)
        forecast = self.forecast
        if (
            forecast is None
            or forecast.weights is None
            or state.phase == phases.OVER
            or state.winner >= 0
            or state.agreed.cards
        ):
            return 1.0 / (1.0 + exp(-self.evaluate(state, seat)))
        return forecast.chance(state, seat, state.agreed.seats)

    def doubt(self) -> float:
        """One ply plays well, and a turn brings more luck than a move."""
        return 1.0

    def width(self, state: State) -> i64:
        return 4

    def weigh(self, state: State, seat: i64, moves: Moves, weights: vec[float]) -> None:
        assert isinstance(state, GraenalandPosition)
        policy.weigh(state, seat, self.tuning, moves, weights)

    def remark(self, state: State, seat: i64) -> i64:
        """How he will vote on the proposal of another, and why: a threat, or a promise. Both are meant."""
        assert isinstance(state, GraenalandPosition)
        if is_silent(state, seat):
            return -1
        table = bargaining.Table(state, self.tuning)
        return meant(table, seat, table.acceptance(seat) > 0.5)

    def remark_with(self, state: State, seat: i64, move: i64) -> i64:
        assert isinstance(state, GraenalandPosition)
        if is_silent(state, seat):
            return -1
        return meant(bargaining.Table(state, self.tuning), seat, move == moves.ACCEPT)


def meant(table: bargaining.Table, seat: i64, accepts: bool) -> i64:
    """What a seat says of what it will do: whom it fears if it refuses for that, or the weightiest reason of its own."""
    position = table.position
    reasons = talk.reasons(position, seat, accepts)
    if "leader" in reasons:
        reasons.remove("leader")
        if table.lets_leader_win(seat):
            return talk.about_vote(position, accepts, "leader")
    return talk.about_vote(position, accepts, reasons[-1])


def is_silent(position: GraenalandPosition, seat: i64) -> bool:
    """Whether a seat has nothing to say: only of the proposals of others."""
    return position.phase != phases.VOTE or seat == position.proposer or votes.of(position, position.site, seat) == 0


def announcing(position: GraenalandPosition, seat: i64, tuning: Tuning) -> float:
    """What it costs the builder to show what he lacks: a joint work that nobody helps with is better not announced."""
    if position.builder == seat and phases.JOINT_KIND <= position.phase <= phases.PLEDGES:
        return tuning.announcement
    return 0.0
