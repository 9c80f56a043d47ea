"""The statistics, against values from the books."""

from __future__ import annotations

import pytest

from skali.arena import Plan
from skali.arena.measures import difference, false_discoveries, mean_interval, share_interval
from skali.arena.standings import ratings, standings


def test_wilsons_interval() -> None:
    assert share_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998, method 3
    assert share_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert share_interval(29, 29)[1] == pytest.approx(1.0)
    assert share_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("count", "quantile"), [(3, 4.303), (6, 2.571), (11, 2.228), (31, 2.042), (121, 1.980)])
def test_students_interval(count: int, quantile: float) -> None:
    values = [float(value) for value in range(count)]
    mean = (count - 1) / 2
    deviation = (sum((value - mean) ** 2 for value in values) / (count - 1)) ** 0.5
    low, high = mean_interval(values)
    assert low + high == pytest.approx(2 * mean)
    assert (high - mean) / deviation * count**0.5 == pytest.approx(quantile, rel=0.015)


def test_one_value_has_no_width() -> None:
    assert mean_interval([4.0]) == (4.0, 4.0)


def test_a_difference_of_means() -> None:
    values = [1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 2.0, 3.0]
    gap, (low, high), chance = difference(values, [True] * 4 + [False] * 4, list(range(8)))
    assert gap == 1.0
    assert low < 0 < high
    assert (high - low) / 2 == pytest.approx(1.96 * (2 * 1.25 / 4 * 8 / 7) ** 0.5, rel=1e-3)
    assert chance == pytest.approx(0.2367, abs=1e-3)
    assert difference([1.0] * 5 + [0.0] * 5, [True] * 5 + [False] * 5, list(range(10)))[2] == 0.0


def test_seats_of_one_game_are_not_counted_as_if_they_were_two_games() -> None:
    """Who wins against the other: seen twice, once from each seat, it is still one game, and the error is as wide as that."""
    won = [1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0]
    values = [side for game in won for side in (game - 0.5, 0.5 - game)]
    chosen = [True, False] * len(won)
    games = [number // 2 for number in range(len(values))]
    gap, (low, high), _ = difference(values, chosen, games)
    mean = sum(won) / len(won)
    once = 2 * 1.96 * (mean * (1 - mean) / (len(won) - 1)) ** 0.5
    assert gap == pytest.approx(2 * (mean - 0.5))
    assert (high - low) / 2 == pytest.approx(once, rel=1e-3)
    _, (low_apart, high_apart), _ = difference(values, chosen, list(range(len(values))))
    assert high - low > 1.3 * (high_apart - low_apart)


def test_false_discoveries_after_benjamini_and_hochberg() -> None:
    chances = [0.01, 0.02, 0.03, 0.04, 0.05]
    assert false_discoveries(chances) == pytest.approx([0.05] * 5)
    assert false_discoveries([0.005, 0.9, 0.02]) == pytest.approx([0.015, 0.9, 0.03])
    assert false_discoveries([]) == []


def record(game: int, results: list[tuple[str, int, int, float]]) -> dict:  # type: ignore[type-arg]
    seats = [
        {"agent": agent, "score": score, "rank": rank, "share": share, "decisions": 3, "forfeits": 0}
        for agent, score, rank, share in results
    ]
    return {"game": game, "deal": game // 2, "seats": seats}


def test_standings_count_a_shared_first_place_as_a_fraction() -> None:
    games = [
        record(0, [("a", 10, 1, 1.0), ("b", 5, 2, 0.0)]),
        record(1, [("b", 7, 1, 0.5), ("a", 7, 1, 0.5)]),
    ]
    table = standings(Plan("fjords", ["a", "b"], 2, 2, 1), games)
    assert [row["agent"] for row in table] == ["a", "b"]
    assert [row["win_share"] for row in table] == [0.75, 0.25]
    assert [row["mean_score"] for row in table] == [8.5, 6.0]
    assert table[0]["rating"] > 25 > table[1]["rating"]
    assert all(row["interval"][0] < row["win_share"] < row["interval"][1] for row in table)


def test_an_agent_on_two_seats_is_rated_once_a_game() -> None:
    games = [record(0, [("a", 9, 1, 1.0), ("b", 5, 2, 0.0), ("a", 1, 3, 0.0)])]
    rated = ratings(["a", "b"], games)
    assert rated["a"][0] == pytest.approx(25, abs=0.5), "first and last together are as good as the middle"
    assert ratings(["a"], [record(0, [("a", 9, 1, 1.0), ("a", 1, 2, 0.0)])])["a"][0] == 25, (
        "nothing is learnt from itself"
    )
