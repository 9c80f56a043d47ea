"""The games that are learned from, and the trials: from plain data to plain data, so that any process can play them."""

from __future__ import annotations

from array import array
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any

from skali.agents.search_greedy import best_by_heuristic
from skali.agents.search_rollout import Player, Rollout
from skali.arena.learning.fit import whole
from skali.arena.plan import ArenaError, need
from skali.core import (
    Game,
    LearningHeuristic,
    Numbers,
    RandomChooser,
    Rng,
    State,
    Tunable,
    Weights,
    derive_seed,
    load_game,
)
from skali.core.weights import FRACTION

WIDTH = 6
SAMPLES = 4
NOTED = 2
"""One of so many positions is noted."""
MISJUDGED = (0.0, 0.0, 0.3, 0.8)
"""By how many points players misjudge in games that a forecast is fitted to: one of these for each seat of a game."""
ASTRAY = (20, 80, 250)
"""Of a thousand turns of people's judgement, so many are random."""


def learning_heuristic(game: Game) -> LearningHeuristic:
    heuristic = game.heuristic
    if not isinstance(heuristic, LearningHeuristic):
        raise ArenaError(f"{game.title} does not say what of a position could be learned from")
    return heuristic


def chooser(heuristic: LearningHeuristic, lines: int, rng: Rng) -> Any:
    """A player as ``(state, seat) -> move``: one ply deep, or a rollout of so many lines."""
    if lines:
        search = Rollout(heuristic, WIDTH, SAMPLES, 1, heuristic.looked_at())

        def by_lines(state: State, seat: int) -> int:
            sample = state.determinize(seat, int(rng.word()))
            return int(search.choose(sample, seat, int(rng.word()), lines, 0.0))

        return by_lines
    if heuristic.tunables():
        return lambda state, seat: best_by_heuristic(state, seat, heuristic, int(rng.word()), 1, 0.0)
    player = Player(heuristic, 0)  # of moves that are never looked at nothing would be learned
    player.rng.seed(int(rng.word()))
    return player.best


def play_noted(plan: dict[str, Any], number: int) -> dict[str, Any]:
    """Game ``number`` of a step: its scores, and the features of positions on its way.

    The weights are one of the step's variants; without any, people's judgement plays, and a random move now and then.
    """
    game = load_game(plan["game"], Path(plan["components"]) if plan["components"] else None)
    seed = derive_seed(plan["seed"], "game", plan["step"], number)
    table = plan["tables"][number % len(plan["tables"])]
    variants = plan["variants"]
    heuristic = learning_heuristic(game)
    level = number // len(plan["tables"]) % (len(variants) or len(ASTRAY))
    heuristic = heuristic.with_weights(Weights(variants[level], {}) if variants else None)
    astray = 0 if variants else ASTRAY[level]
    rng = Rng(seed)
    choose = chooser(heuristic, plan["lines"], rng)
    stray = RandomChooser(rng)
    numbers = Numbers(len(heuristic.features))
    state = game.start(table["seats"], seed, game.options.parse(table["options"]))
    rows, seats, features = array("b"), array("b"), array("h")
    while not state.is_over():
        seat = state.to_act()[0]
        is_astray = astray > 0 and heuristic.stage(state) >= 0 and rng.below(1000) < astray
        state.advance(seat, stray.choose(state, seat) if is_astray else choose(state, seat))
        if rng.below(NOTED) == 0 and not state.is_over():
            noted = int(rng.below(table["seats"]))
            row = heuristic.observe(state.determinize(noted, int(rng.word())), noted, numbers)
            if row >= 0:
                rows.append(row)
                seats.append(noted)
                features.extend(numbers.to_list())
    scores = [int(state.score(seat)) for seat in range(table["seats"])]
    noted_data = {"rows": rows.tobytes(), "seats": seats.tobytes(), "features": features.tobytes()}
    return {"game": number, "level": level, "lines": plan["lines"], "scores": scores, **noted_data}


@lru_cache(maxsize=16)
def numbers_to_try(
    heuristic: LearningHeuristic, centre: tuple[int, ...], seed: int, deals: int
) -> list[list[list[int]]]:
    """For each deal two lists of numbers on opposite sides of the centre: too much to send with every game."""
    np = need("numpy", "learn")
    rng = np.random.Generator(np.random.PCG64(seed))
    tunables = heuristic.tunables()
    steps = np.array([each.step for each in tunables])
    middle = np.array(centre) / FRACTION
    found = []
    for _ in range(deals):
        change = steps * rng.normal(size=len(middle))
        found.append(whole(np.array([within(tunables, middle + change), within(tunables, middle - change)])))
    return found


def within(tunables: tuple[Tunable, ...], numbers: Any) -> list[float]:
    return [each.within(float(number)) for each, number in zip(tunables, numbers, strict=True)]


def play_varied(plan: dict[str, Any], number: int) -> dict[str, Any]:
    """Game ``number`` of a step that changes the numbers of a judgement: its end, and how positions were judged on its way.

    Every deal is played twice. Its change is added for every second seat and taken away for those between; then the other way
    round. What the change brings is the difference, and the deal's luck has no part in it.
    """
    game = load_game(plan["game"], Path(plan["components"]) if plan["components"] else None)
    deal, turn = divmod(number, 2)
    table = plan["tables"][deal % len(plan["tables"])]
    seed = derive_seed(plan["seed"], "deal", plan["step"], deal)
    base = learning_heuristic(game)
    changes = numbers_to_try(
        base, tuple(plan["centre"]), derive_seed(plan["seed"], "changes", plan["step"]), plan["deals"]
    )
    sides = [base.with_weights(Weights([row], {})) for row in changes[deal]]
    state = game.start(table["seats"], seed, game.options.parse(table["options"]))
    sitting = [sides[(seat + turn) % 2] for seat in range(table["seats"])]
    choosers = [chooser(each, 0, Rng(derive_seed(seed, seat))) for seat, each in enumerate(sitting)]
    stages, seats, worth = array("h"), array("b"), array("d")
    while not state.is_over():
        seat = state.to_act()[0]
        stage = int(base.stage(state))
        if stage >= 0 and (not stages or stage != stages[-1]):
            stages.append(stage)
            seats.append(seat)
            seen = state.determinize(seat, derive_seed(seed, "judged", stage))
            worth.append(sitting[seat].line_worth(seen, seat))
        state.advance(seat, choosers[seat](state, seat))
    outcomes = [float(base.outcome(state, seat)) for seat in range(table["seats"])]
    came = [float(base.line_worth(state, seat)) for seat in range(table["seats"])]
    judged = {"stages": stages.tobytes(), "seats": seats.tobytes(), "worth": worth.tobytes(), "came": came}
    return {"game": number, "outcomes": outcomes, **judged}


def play_forecast(plan: dict[str, Any], number: int) -> dict[str, Any]:
    """Game ``number`` that a forecast is fitted to: who won, and what is noted of every seat where a stage begins.

    Beside it stands what the judgement itself says there: the forecast must do better.
    """
    game = load_game(plan["game"], Path(plan["components"]) if plan["components"] else None)
    table = plan["tables"][number % len(plan["tables"])]
    count = table["seats"]
    rng = Rng(derive_seed(plan["seed"], "forecast", number))
    heuristic = learning_heuristic(game).with_weights(Weights(plan["numbers"], {}))
    forecast = heuristic.forecast
    assert forecast is not None
    errors = [MISJUDGED[int(rng.below(len(MISJUDGED)))] for _ in range(count)]
    state = game.start(count, int(rng.word()), game.options.parse(table["options"]))
    numbers = Numbers(len(forecast.features))
    features, judged = array("h"), array("d")
    last = -1
    while not state.is_over():
        seat = state.to_act()[0]
        stage = int(heuristic.stage(state))
        if stage > last:
            last = stage
            for each in range(count):
                forecast.observe(state, each, numbers)
                features.extend(numbers.to_list())
                judged.append(heuristic.line_worth(state, each))
        sample = state.determinize(seat, int(rng.word()))
        state.advance(seat, best_by_heuristic(sample, seat, heuristic, int(rng.word()), 1, errors[seat]))
    first = [float(place == 1) for place in state.ranking()]
    won = [each / sum(first) for each in first]
    return {"game": number, "won": won, "features": features.tobytes(), "judged": judged.tobytes()}


def play_trial(plan: dict[str, Any], number: int) -> dict[str, Any]:
    """Trial ``number``: how much better the new weights did than the champion's, in points.

    Alone both play the same deal. With others the new ones sit on each seat in turn, among champions, whose average is to beat.
    """
    game = load_game(plan["game"], Path(plan["components"]) if plan["components"] else None)
    tables = plan["tables"]
    table = tables[number % len(tables)]
    count = table["seats"]
    deal, turn = divmod(number // len(tables), count)
    base = learning_heuristic(game)
    new = base.with_weights(Weights(plan["new"], {}))
    old = base.with_weights(Weights(plan["old"], {}) if plan["old"] else None)
    seed = derive_seed(plan["seed"], "trial", plan["step"], deal, count)

    def outcomes(sitting: list[LearningHeuristic]) -> list[float]:
        state = game.start(count, seed, game.options.parse(table["options"]))
        players = [chooser(each, plan["lines"], Rng(derive_seed(seed, seat))) for seat, each in enumerate(sitting)]
        while not state.is_over():
            seat = state.to_act()[0]
            state.advance(seat, players[seat](state, seat))
        return [float(base.outcome(state, seat)) for seat in range(count)]

    if count == 1:
        mine = outcomes([new])[0]
        gain = mine - outcomes([old])[0]
    else:
        result = outcomes([new if seat == turn else old for seat in range(count)])
        mine = result[turn]
        gain = mine - fmean(score for seat, score in enumerate(result) if seat != turn)
    return {"game": number, "table": number % len(tables), "score": mine, "gain": gain}
