"""``skali learn``: the fit finds what is there, a course can be killed and taken up, and only the better becomes champion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from skali.arena import ArenaError
from skali.arena.learning import Course, LearnPlan, TuningCourse, course_for, courses_of, forecasting, page, tuning
from skali.arena.learning import course as courses
from skali.arena.learning import games as learning_games
from skali.arena.learning.course import later_kinds
from skali.arena.learning.fit import Notes, came_to, chances, fit, fit_chances, whole
from skali.arena.learning.games import (
    learning_heuristic,
    numbers_to_try,
    play_forecast,
    play_noted,
    play_trial,
    play_varied,
)
from skali.cli import learn as command
from skali.core import Game, derive_seed, game_keys, load_game, read_weights
from skali.core.weights import FRACTION
from tests.toys.cairns.game import Cairns

np = pytest.importorskip("numpy")
PLAN = LearnPlan("odin", [1], 5, games=3, steps=1, line_games=1, line_steps=0, lines=2, trials=8)
SHORT = {"length": "short"}


def test_the_fit_finds_the_weights_behind_the_scores() -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    features = rng.integers(0, 20, size=(4000, 4)).astype(np.int16)
    features[:, 0] = 1
    features[:, 3] = 0
    rows = rng.integers(0, 2, size=4000).astype(np.int8)
    truth = np.array([[5.0, 2.0, -1.0, 0.0], [8.0, 1.0, 3.0, 0.0]])
    scores = (truth[rows] * features).sum(1) + rng.normal(size=4000)
    found = fit(Notes(features, rows, scores, np.ones(4000), np.full(4000, -1)), 3, 0.5)
    assert np.abs(found.weights[:2, 1:] - truth[:, 1:]).max() < 0.3
    assert np.abs(found.expected - (truth[rows] * features).sum(1)).mean() < 1.0
    assert whole(found.weights)[0][3] == 0, "what never differs weighs nothing"
    assert np.isfinite(found.weights[2]).all(), "a kind without positions has the weights of all"
    rounded = np.array(whole(found.weights)) / FRACTION
    assert np.abs(rounded - found.weights).max() <= 0.5 / FRACTION


def test_with_a_champion_only_what_the_games_show_is_changed() -> None:
    """The games never vary the third feature: its weight stays; the second is worth two more than the champion thinks."""
    rng = np.random.Generator(np.random.PCG64(1))
    features = rng.integers(0, 20, size=(40000, 3)).astype(np.int16)
    features[:, 0] = 1
    features[:, 2] = 4
    rows = np.zeros(40000, np.int8)
    champion = [[5 * FRACTION, 1 * FRACTION, 7 * FRACTION], [0, 1 * FRACTION, 9 * FRACTION]]
    scores = 5.0 + 3.0 * features[:, 1] + 7.0 * features[:, 2]
    found = fit(Notes(features, rows, scores, np.ones(40000), np.full(40000, -1)), 2, 0.0, champion)
    assert abs(found.weights[0, 1] - 3.0) < 0.1
    assert found.weights[0, 2] == 7.0 and found.weights[1, 2] == 9.0
    assert found.weights[1, 1] > 2.5, "a kind without games learns what all have in common"
    few = Notes(features[:5], rows[:5], scores[:5], np.ones(5), np.full(5, -1))
    assert abs(fit(few, 2, 0.0, champion).weights[0, 1] - 1.0) < 0.1, "a few positions change next to nothing"


def test_a_course_can_begin_with_weights_of_earlier_features(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heuristic = learning_heuristic(load_game("odin"))
    known = tmp_path / "known.json"
    weights = {kind: [FRACTION, 3] for kind in heuristic.rows[1:]}
    known.write_text(json.dumps({"features": ["silver", "gone since"], "weights": weights}), encoding="utf-8")
    plan = LearnPlan(**{**PLAN.to_data(), "options": SHORT, "steps": 0, "line_steps": 1, "start": str(known)})
    played: list[dict[str, Any]] = []

    def noting(task: dict[str, Any], number: int) -> dict[str, Any]:
        played.append(task)
        return play_noted(task, number)

    monkeypatch.setattr(courses, "play_noted", noting)
    course = Course(plan, tmp_path / "course", 1, "", lambda *_: None)
    begun = course.champion
    assert begun is not None
    silver = heuristic.features.index("silver")
    assert begun[0] == [0] * len(heuristic.features)
    assert begun[1][silver] == FRACTION and sum(begun[1]) == FRACTION
    course.run()
    assert [task["lines"] for task in played] == [2], "one game of the rollout and none before"
    assert played[0]["variants"][0] == begun
    assert played[0]["variants"][1][1][silver] not in (0, FRACTION), "every second game is played near the champion"
    with pytest.raises(ArenaError, match="no weights to begin with"):
        Course(LearnPlan(**{**plan.to_data(), "start": "nowhere.json"}), tmp_path / "x", 1, "", lambda *_: None)


def test_a_course_leaves_what_was_learned_for_other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heuristic = learning_heuristic(load_game("odin"))
    known = tmp_path / "known.json"
    weights = {kind: [FRACTION * (at + 1)] for at, kind in enumerate(heuristic.rows)}
    data = {"provenance": {"step": 3}, "features": ["silver"], "weights": weights}
    known.write_text(json.dumps(data), encoding="utf-8")
    monkeypatch.setattr(
        courses, "play_trial", lambda task, number: {"game": number, "table": 0, "score": 50, "gain": 4}
    )
    plan = LearnPlan(**{**PLAN.to_data(), "options": SHORT, "start": str(known)})
    course = Course(plan, tmp_path / "course", 1, "", lambda *_: None)
    begun = course.champion
    course.run()
    assert begun is not None and course.champion is not None
    changed = [kind for at, kind in enumerate(heuristic.rows) if course.champion[at] != begun[at]]
    assert len(changed) > 3 and all(kind.startswith("alone") for kind in changed)
    made = json.loads((tmp_path / "course" / "weights.json").read_text(encoding="utf-8"))
    assert made["provenance"]["began_with"] == {"step": 3}


def test_a_position_came_to_what_is_expected_of_its_seat_s_next_kind_and_what_came_of_that() -> None:
    """Two seats' notes of a game that goes from kind 2 over 1 to 0."""
    later = later_kinds([2, 2, 2, 1, 1, 1, 0], [0, 1, 0, 0, 0, 1, 0], 10)
    assert later == [13, 15, 13, 16, 16, -1, -1]
    none = np.zeros(0)
    notes = Notes(none, none, np.array([60.0] * 3), none, np.array([1, 2, -1]))
    expected = np.array([0.0, 40.0, 80.0])
    assert came_to(notes, expected, 0.0).tolist() == [60.0, 60.0, 60.0]
    assert came_to(notes, expected, 0.5).tolist() == [55.0, 70.0, 60.0]


def task_plan(**other: Any) -> dict[str, Any]:
    tables = [{"seats": seats, "options": SHORT} for seats in (1, 2)]
    return {"game": "odin", "components": "", "seed": 5, "step": 0, "tables": tables, "lines": 0, **other}


def test_a_noted_game_depends_on_its_number_alone() -> None:
    plan = task_plan(variants=[])
    first = play_noted(plan, 0)
    assert play_noted(plan, 0) == first
    assert play_noted(plan, 2)["features"] != first["features"]
    heuristic = learning_heuristic(load_game("odin"))
    notes = np.frombuffer(first["features"], np.int16).reshape(-1, len(heuristic.features))
    assert len(notes) == len(first["rows"]) == len(first["seats"]) > 20
    assert (notes[:, 0] == 1).all()


def test_a_trial_of_the_same_weights_gains_nothing_alone() -> None:
    size, kinds = len(learning_heuristic(load_game("odin")).features), len(learning_heuristic(load_game("odin")).rows)
    same = [[FRACTION] * size for _ in range(kinds)]
    assert play_trial(task_plan(new=same, old=same), 0)["gain"] == 0


def test_a_course_is_taken_up_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between games: those that are there are not played again, and the result is the same."""
    plan = LearnPlan(**{**PLAN.to_data(), "options": SHORT})
    played: list[int] = []

    def noting(task: dict[str, Any], number: int) -> dict[str, Any]:
        played.append(number)
        if len(played) == 3 and dies:
            raise KeyboardInterrupt
        return play_noted(task, number)

    monkeypatch.setattr(courses, "play_noted", noting)
    monkeypatch.setattr(courses, "SAVE_EVERY", -1.0)
    dies = True
    with pytest.raises(KeyboardInterrupt):
        Course(plan, tmp_path / "one", 1, "", lambda *_: None).run()
    assert played == [0, 1, 2]
    dies = False
    resumed = Course(plan, tmp_path / "one", 1, "", lambda *_: None).run()
    assert played[3:] == [2, 0, 1, 2], "the third of step 0, then step 1"
    whole_course = Course(plan, tmp_path / "two", 1, "", lambda *_: None).run()
    assert resumed["curve"] == whole_course["curve"]
    assert resumed["likes"] == whole_course["likes"]
    html = page(resumed)
    assert "What it likes" in html and "step 1" in html
    with pytest.raises(ArenaError, match="begun with seed"):
        Course(LearnPlan(**{**plan.to_data(), "seed": 6}), tmp_path / "one", 1, "", lambda *_: None).run()


@pytest.mark.parametrize(
    ("gains", "is_better"), [([3, 4, 5, 4], True), ([-9, 9, 8, -7], False), ([-3, -4, -3, -4], False)]
)
def test_a_new_champion_is_better_beyond_doubt(
    gains: list[int], is_better: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trial(task: dict[str, Any], number: int) -> dict[str, Any]:
        return {"game": number, "table": 0, "score": 50 + number, "gain": gains[number % 4]}

    monkeypatch.setattr(courses, "play_trial", trial)
    plan = LearnPlan(**{**PLAN.to_data(), "options": SHORT})
    course = Course(plan, tmp_path, 1, "", lambda *_: None)
    found = course.run()
    assert found["curve"][0]["champion"] is is_better
    assert found["has_champion"] is is_better
    assert (tmp_path / "weights.json").exists() is is_better
    if is_better:
        game, heuristic = course.game, course.heuristic
        read = read_weights(
            tmp_path / "weights.json", heuristic.features, heuristic.rows, game.components.digest, game.rules_version
        )
        assert read.provenance["plan"]["seed"] == 5
        assert read.provenance["measured"]["tables"][0]["games"] == 8


def test_a_course_ends_when_its_patience_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first weights are better, none after them; the page shows a table only in the steps that tried it."""

    def trial(task: dict[str, Any], number: int) -> dict[str, Any]:
        return {"game": number, "table": 0, "score": 50 + number, "gain": 3 + number % 2 if task["step"] == 1 else -1}

    monkeypatch.setattr(courses, "play_trial", trial)
    for patience in (1, 2):
        plan = LearnPlan(**{**PLAN.to_data(), "options": SHORT, "steps": 5, "patience": patience})
        found = Course(plan, tmp_path / str(patience), 1, "", lambda *_: None).run()
        assert [step["champion"] for step in found["curve"]] == [True] + [False] * patience
    found["plan"]["seats"] = [1, 2]
    found["curve"][0]["tables"].append({**found["curve"][0]["tables"][0], "seats": 2})
    assert "table of 2" in page(found)


def test_a_game_that_says_nothing_of_features_cannot_be_learned() -> None:
    with pytest.raises(ArenaError, match="does not say what of a position could be learned from"):
        learning_heuristic(Cairns())


# Numbers of a judgement, learned by play

TUNED = LearnPlan("explorers", [1, 2], 5, games=8, steps=2, patience=2, trials=8)


def tuned(plan: LearnPlan, folder: Path) -> TuningCourse:
    course = course_for(plan, folder, 1, "", lambda *_: None)
    assert isinstance(course, TuningCourse)
    return course


def tried(plan: dict[str, Any], deal: int) -> list[list[int]]:
    """The numbers of both sides in a deal."""
    seed = derive_seed(plan["seed"], "changes", plan["step"])
    return numbers_to_try(learning_heuristic(load_game("explorers")), tuple(plan["centre"]), seed, plan["deals"])[deal]


def made_up(gains: dict[str, float]) -> Any:
    """Games whose scores are what the numbers bring, in points for each step of them, and the luck of the deal."""
    heuristic = learning_heuristic(load_game("explorers"))

    def play(plan: dict[str, Any], number: int) -> dict[str, Any]:
        deal, turn = divmod(number, 2)
        seats = plan["tables"][deal % len(plan["tables"])]["seats"]
        worth = [
            sum(
                gains.get(each.name, 0.0) * row[at] / FRACTION / each.step
                for at, each in enumerate(heuristic.tunables())
            )
            for row in tried(plan, deal)
        ]
        outcomes = [100.0 * (worth[(seat + turn) % 2] + deal % 7) for seat in range(seats)]
        noted = {"stages": np.arange(9, dtype=np.int16).tobytes(), "seats": bytes(9), "worth": np.ones(9).tobytes()}
        return {"game": number, "outcomes": outcomes, "came": outcomes, **noted}

    return play


def test_numbers_go_where_more_of_them_brings_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More pace and less boarding win; the deal's luck, the same for all, says nothing."""
    monkeypatch.setattr(tuning, "play_varied", made_up({"pace": 3.0, "boarding": -1.0}))
    gains = [1.0, 2.0]
    monkeypatch.setattr(
        courses,
        "play_trial",
        lambda task, number: {"game": number, "table": number % 2, "score": 9, "gain": gains[number // 2 % 2]},
    )
    course = tuned(LearnPlan(**{**TUNED.to_data(), "games": 1600, "steps": 1}), tmp_path)
    found = course.run()
    rows = {row["name"]: row for row in found["numbers"]}
    assert rows["pace"]["gain"] == pytest.approx(300, rel=0.2) and rows["boarding"]["gain"] == pytest.approx(
        -100, rel=0.2
    )
    assert all(abs(row["gain"]) < 20 for name, row in rows.items() if name not in ("pace", "boarding"))
    assert (
        rows["pace"]["learned"] > rows["pace"]["by_hand"] and rows["boarding"]["learned"] < rows["boarding"]["by_hand"]
    )
    moved = [(row["learned"] - row["by_hand"]) / each.step for row, each in zip(found["numbers"], course.tunables)]
    assert np.linalg.norm(moved) == pytest.approx(tuning.LENGTH, abs=0.3), "bounds keep some numbers back"
    assert [each["kind"] for each in found["kinds"]] == ["early", "middle", "late"]
    html = page(found)
    assert "outpost hold" in html and "a step more brings" in html
    game = course.game
    read = read_weights(tmp_path / "weights.json", *names(course), game.components.digest, game.rules_version)
    assert course.heuristic.with_weights(read).judgement.tuning.pace == rows["pace"]["learned"]


def names(course: Course) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return course.heuristic.features, course.heuristic.rows


def test_after_a_failure_numbers_stay_nearer_and_all_deals_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new: list[list[int]] = []

    def trial(task: dict[str, Any], number: int) -> dict[str, Any]:
        if number == 0:
            new.append(task["new"][0])
        return {"game": number, "table": number % 2, "score": 9, "gain": -1}

    monkeypatch.setattr(tuning, "play_varied", made_up({"pace": 3.0}))
    monkeypatch.setattr(courses, "play_trial", trial)
    course = tuned(LearnPlan(**{**TUNED.to_data(), "games": 400, "steps": 5, "patience": 2}), tmp_path)
    found = course.run()
    assert [row["champion"] for row in found["curve"]] == [False, False], "patience ends the course"
    assert not found["has_champion"] and not (tmp_path / "weights.json").exists()
    at = names(course)[0].index("pace")
    by_hand = course.tunables[at].by_hand * FRACTION
    assert by_hand < new[1][at] < new[0][at]
    assert all(row["learned"] == pytest.approx(row["by_hand"], abs=1e-4) for row in found["numbers"])


def test_bounds_hold_for_every_number_that_is_tried(tmp_path: Path) -> None:
    course = tuned(TUNED, tmp_path)
    course.begin()
    changes = course.changes(1, course.centre)
    assert len(changes) == TUNED.games // 2
    for at, each in enumerate(course.tunables):
        found = [side[at] / FRACTION for sides in changes for side in sides]
        assert 0 <= min(found) < max(found) <= each.most


def test_those_with_a_change_and_those_without_exchange_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same numbers on both sides the two games of a deal are the same game."""
    by_hand = [round(each.by_hand * FRACTION) for each in learning_heuristic(load_game("explorers")).tunables()]
    other = [*by_hand[:-1], 2 * FRACTION]
    tables = [{"seats": seats, "options": {}} for seats in (1, 2)]
    plan = {
        "game": "explorers",
        "components": "",
        "seed": 5,
        "step": 1,
        "tables": tables,
        "centre": by_hand,
        "deals": 1,
    }
    monkeypatch.setattr(learning_games, "numbers_to_try", lambda *_: [[by_hand, by_hand]])
    first, again = play_varied(plan, 0), play_varied(plan, 1)
    assert first == {**again, "game": 0} and len(first["outcomes"]) == 1
    monkeypatch.setattr(learning_games, "numbers_to_try", lambda *_: [[by_hand, other]])
    assert play_varied(plan, 0) == first, "the first game is with the change"
    assert play_varied(plan, 1)["outcomes"] != first["outcomes"]


def test_a_course_of_numbers_is_taken_up_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    play = made_up({"pace": 1.0})

    def noting(task: dict[str, Any], number: int) -> dict[str, Any]:
        played.append(number)
        if len(played) == 3 and dies:
            raise KeyboardInterrupt
        return dict(play(task, number))

    def trial(task: dict[str, Any], number: int) -> dict[str, Any]:
        return {"game": number, "table": number % 2, "score": 9, "gain": 2 + number % 3}

    monkeypatch.setattr(tuning, "play_varied", noting)
    monkeypatch.setattr(courses, "play_trial", trial)
    monkeypatch.setattr(courses, "SAVE_EVERY", -1.0)
    dies = True
    with pytest.raises(KeyboardInterrupt):
        tuned(TUNED, tmp_path / "one").run()
    dies = False
    resumed = tuned(TUNED, tmp_path / "one").run()
    assert played == [0, 1, 2, *range(2, 8), *range(8)], "the rest of step 1, then step 2"
    assert [row["champion"] for row in resumed["curve"]] == [True, True]
    assert tuned(TUNED, tmp_path / "two").run() == resumed
    monkeypatch.setattr(courses, "play_trial", None)
    assert tuned(TUNED, tmp_path / "one").run() == resumed, "what is there is not done again"


# A forecast of who wins


def races(count: int, seed: int = 1) -> tuple[Any, Any]:
    """Positions at tables of three and four whose winners go by two of three features."""
    rng = np.random.Generator(np.random.PCG64(seed))
    features = rng.integers(0, 40, size=(count, 4, 3)).astype(float)
    strength = features @ np.array([0.1, -0.05, 0.0])
    strength[: count // 2, 3] = -np.inf
    odds = np.exp(strength)
    odds /= odds.sum(1, keepdims=True)
    won = np.array([rng.multinomial(1, row) for row in odds]).astype(float)
    won[: count // 2, 3] = -1.0
    return features, won


def test_a_forecast_finds_what_winners_have() -> None:
    features, won = races(8000)
    weights = fit_chances(features, won)
    assert weights == pytest.approx([0.1, -0.05, 0.0], abs=0.008)
    expected = chances(features, weights, won)
    assert expected.sum(1) == pytest.approx(np.ones(8000)) and (expected[won < 0] == 0).all()
    assert np.isfinite(fit_chances(np.ones((9, 4, 2)), won[:9])).all(), "what never differs weighs nothing"


def test_a_game_for_the_forecast_depends_on_its_number_alone() -> None:
    heuristic = learning_heuristic(load_game("graenaland"))
    assert heuristic.forecast is not None
    numbers = [[round(each.by_hand * FRACTION) for each in heuristic.tunables()]]
    tables = [{"seats": seats, "options": {}} for seats in (3, 4)]
    plan = {"game": "graenaland", "components": "", "seed": 5, "tables": tables, "numbers": numbers}
    first, other = play_forecast(plan, 1), play_forecast(plan, 3)
    assert first == play_forecast(plan, 1) and first["features"] != other["features"]
    assert len(first["won"]) == 4 and sum(first["won"]) == pytest.approx(1.0)
    judged = np.frombuffer(first["judged"], np.float64).reshape(-1, 4)
    size = len(heuristic.forecast.features)
    assert len(judged) > 5 and len(first["features"]) == 2 * judged.size * size
    assert ((judged > 0) & (judged < 1)).all()


FORECAST_PLAN = LearnPlan("graenaland", [3, 4], 5, games=4, steps=0, forecast_games=400)


def with_champion(folder: Path) -> LearnPlan:
    """The same from the numbers set by hand, as those of a champion."""
    tunables = learning_heuristic(load_game("graenaland")).tunables()
    numbers = {"all": [round(each.by_hand * FRACTION) for each in tunables]}
    path = folder / "known.json"
    known = {"features": [each.name for each in tunables], "weights": numbers}
    path.write_text(json.dumps(known), encoding="utf-8")
    return LearnPlan(**{**FORECAST_PLAN.to_data(), "start": str(path)})


def test_without_a_champion_nothing_is_forecast(tmp_path: Path) -> None:
    """The game would judge by hand, and a forecast goes with weights."""
    assert "forecast" not in tuned(FORECAST_PLAN, tmp_path).run()


@pytest.mark.parametrize("tells", [True, False])
def test_a_forecast_must_tell_winners_better_than_the_judgement(
    tells: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made-up games: who has most objectives wins, or nobody can tell; the judgement takes all for equal."""
    plan = with_champion(tmp_path)
    course = tuned(plan, tmp_path)
    assert course.heuristic.forecast is not None
    names = course.heuristic.forecast.features
    played: list[int] = []

    def play(plan: dict[str, Any], number: int) -> dict[str, Any]:
        played.append(number)
        count = plan["tables"][number % 2]["seats"]
        rng = np.random.Generator(np.random.PCG64(number))
        features = rng.integers(0, 9, size=(3, count, len(names))).astype(np.int16)
        winner = int(rng.integers(count))
        if tells:
            features[:, :, names.index("objectives met")] = [[3 if seat == winner else 1 for seat in range(count)]]
        won = [float(seat == winner) for seat in range(count)]
        judged = np.full((3, count), 1 / count)
        return {"game": number, "won": won, "features": features.tobytes(), "judged": judged.tobytes()}

    monkeypatch.setattr(forecasting, "play_forecast", play)
    found = course.run()
    assert found["forecast"]["is_better"] is tells and found["forecast"]["games"] == 80
    assert found["forecast"]["by_judgement"] == pytest.approx((np.log(3) + np.log(4)) / 2)
    path = tmp_path / forecasting.FORECAST
    assert path.exists() is tells
    if tells:
        assert found["forecast"]["loss"] < 0.1 and found["forecast"]["likes"][0][0] == "objectives met"
        game = course.game
        read = read_weights(path, names, course.heuristic.rows, game.components.digest, game.rules_version)
        assert read.provenance["measured"]["games"] == 80 and read.provenance["plan"]["seed"] == 5
    html = page(found)
    assert "The forecast" in html and "Scores in the trials" not in html
    assert sorted(played) == list(range(400))
    assert tuned(plan, tmp_path).run() == found and len(played) == 400, "what is there is not done again"


@pytest.mark.parametrize("key", [key for key in game_keys() if (load_game(key).folder / "weights.json").exists()])
def test_every_game_with_weights_tells_by_which_courses_they_can_be_made_again(key: str) -> None:
    plans = courses_of(load_game(key).folder)
    assert [plan.game for plan in plans] == [key] * len(plans)
    assert [bool(plan.start) for plan in plans] == [False] + [True] * (len(plans) - 1)


def test_weights_are_made_again_course_by_course(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    first = {"plan": PLAN.to_data()}
    second = {"plan": PLAN.to_data() | {"seats": [3], "start": "elsewhere/weights.json"}, "began_with": first}
    (home / "weights.json").write_text(json.dumps({"provenance": second, "weights": [1]}), encoding="utf-8")
    played: list[LearnPlan] = []
    brings = [1]

    def follow(plan: LearnPlan, title: str, folder: Path, jobs: int, ray: str) -> dict[str, Any]:
        played.append(plan)
        folder.mkdir(parents=True, exist_ok=True)
        made = {"provenance": {"plan": plan.to_data()}, "weights": brings}
        (folder / "weights.json").write_text(json.dumps(made), encoding="utf-8")
        return {"curve": [], "has_champion": True}

    class Home:
        folder = home
        title = "A game"

    monkeypatch.setattr(command, "follow", follow)
    command.make_again(cast(Game, Home()), tmp_path / "out", 1, "", install=False, as_json=False)
    assert [plan.seats for plan in played] == [[1], [3]]
    assert [plan.start for plan in played] == ["", str(tmp_path / "out" / "course-1" / "weights.json")]
    assert "the same as in the game's folder" in capsys.readouterr().out
    brings[0] = 2
    command.make_again(cast(Game, Home()), tmp_path / "out", 1, "", install=True, as_json=False)
    assert "other weights" in capsys.readouterr().out
    assert json.loads((home / "weights.json").read_text(encoding="utf-8"))["weights"] == [2], "they were put there"


def test_without_weights_there_is_nothing_to_make_again(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="nothing to make again"):
        courses_of(tmp_path)
