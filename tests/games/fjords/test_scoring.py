"""Scoring, rounds and the end of the game (FJ-067 to FJ-073)."""

import pytest

from skali.kit.rule import rule
from tests.games.fjords.given import A, B, find, position, random_game, record_rounds, synthetic

TWO = "PMMPPP at -1,0; SSPPPS at 1,0"


@rule("FJ-067")
def test_each_field_placed_is_one_point_and_huts_are_none() -> None:
    line = "; ".join(f"PPPPPP at {q},0" for q in range(8))
    table = synthetic(line, huts=("0,0 1,0", "7,0"), fields=("2,0 3,0", "6,0"), fast_finish="off")
    assert [table.score(seat) for seat in (A, B)] == [2, 1]
    sheet = table.state.score_sheet(A, B)
    assert [(row.key, row.points, row.rule) for row in sheet if row.summed] == [("round", 2, "FJ-067")]


@rule("FJ-067")
def test_the_round_score_is_the_number_of_fields_in_the_landscape() -> None:
    fields = [0, 0]
    scored = 0
    for _, _, events, _ in random_game(10):
        for event in events:
            if event.kind == "field":
                fields[event.data["seat"]] += 1
            elif event.kind == "round_scored":
                assert event.data["points"] == fields
                fields = [0, 0]
                scored += 1
    assert scored == 3


@rule("FJ-068")
@pytest.mark.parametrize("winner", [A, B])
def test_more_fields_win_the_round(winner: int) -> None:
    huts = ("1,0", "-1,0") if winner == A else ("-1,0", "1,0")
    table = position(TWO, huts=huts, phase="field", active=winner, fast_finish="off")
    table.plays("field at 0,1")
    assert table.now["rounds"] == [[2, 1] if winner == A else [1, 2]]
    assert table.now["starter"] == 1 - winner, "the loser starts the next"
    for seat in (A, B):
        won = [row.points for row in table.state.score_sheet(seat, A) if row.key == "rounds_won"]
        assert won == [1 if seat == winner else 0]


@rule("FJ-068")
def test_equal_numbers_make_a_tie_without_winner() -> None:
    table = record_rounds((12, 12), (0, 0), (20, 20))
    for seat in (A, B):
        assert [row.points for row in table.state.score_sheet(seat, seat) if row.key == "rounds_won"] == [0]


@rule("FJ-069")
def test_round_scores_are_recorded_and_public() -> None:
    table = find(lambda state: state.view(A)["round"] == 3)
    assert len(table.now["rounds"]) == 2
    for seat in (A, B):
        recorded = [points[seat] for points in table.now["rounds"]]
        for viewer in (A, B, -1):
            assert table.view(viewer)["rounds"] == table.now["rounds"]
            sheet = table.state.score_sheet(seat, viewer)
            assert [row.points for row in sheet if row.key == "round"][:2] == recorded
        assert table.score(seat) == sum(recorded)


@rule("FJ-070")
def test_the_game_ends_after_the_third_round() -> None:
    scored = []
    for _, _, events, after in random_game(11):
        scored += [event.data["round"] for event in events if event.kind == "round_scored"]
        assert after.is_over() == (len(scored) == 3)
    assert scored == [1, 2, 3]


@rule("FJ-070")
def test_the_third_round_is_played_even_if_the_result_is_certain() -> None:
    table = position(TWO, hut_on="1,0", hidden="", results=((0, 20),), active=B, starter=A)
    table.plays("hut")
    assert [sum(each) for each in zip(*table.now["rounds"], strict=True)] == [0, 24]
    assert table.now["round"] == 3
    ahead = position(results=((0, 20), (0, 20)), active=A, starter=A)
    assert ahead.awaits == [A]
    assert ahead.offers() == ["draw"]


@rule("FJ-070", "FJ-072")
def test_the_round_on_the_table_counts_when_the_game_ends() -> None:
    table = position(TWO, hut_on="1,0", hidden="", results=((10, 12), (7, 5)), active=A, starter=B)
    table.plays("hut")
    assert table.awaits == []
    assert table.now["rounds"] == [[10, 12], [7, 5], [4, 0]]
    assert [table.score(seat) for seat in (A, B)] == [21, 17]
    assert table.state.ranking() == [1, 2]
    assert table.refuses("draw", because="CORE-3")


@rule("FJ-071")
@pytest.mark.parametrize(
    ("points", "ranking"),
    [
        (((20, 0), (9, 10), (9, 10)), [1, 2]),  # B won two rounds, but A has more points
        (((0, 20), (10, 9), (10, 9)), [2, 1]),
        (((5, 4), (5, 5), (5, 5)), [1, 2]),
    ],
)
def test_the_higher_sum_wins(points: tuple[tuple[int, int], ...], ranking: list[int]) -> None:
    assert record_rounds(*points).state.ranking() == ranking


@rule("FJ-072")
@pytest.mark.parametrize(
    ("points", "ranking"),
    [(((17, 15), (12, 16), (14, 12)), [1, 2]), (((15, 17), (16, 12), (12, 14)), [2, 1])],
)
def test_with_equal_sums_two_rounds_won_decide(points: tuple[tuple[int, int], ...], ranking: list[int]) -> None:
    table = record_rounds(*points)
    assert table.score(A) == table.score(B)
    assert table.state.ranking() == ranking


@rule("FJ-073")
@pytest.mark.parametrize("points", [((15, 15), (18, 14), (13, 17)), ((9, 9), (9, 9), (9, 9)), ((0, 0), (0, 0), (0, 0))])
def test_otherwise_there_is_no_winner(points: tuple[tuple[int, int], ...]) -> None:
    table = record_rounds(*points)
    assert table.score(A) == table.score(B)
    assert table.state.ranking() == [1, 1]


@rule("FJ-067", "FJ-069")
def test_the_end_of_a_round_shows_the_finished_landscape_before_the_next_one_is_laid() -> None:
    shown = []
    for _, _, events, after in random_game(10):
        for event in events:
            if event.kind == "round_scored":
                shown.append(event.pause)
                then = event.then.view(A) if event.then else after.view(A)
                assert [len(fields) for fields in then["fields"]] == event.data["points"]
                assert len(then["landscape"]) > 3
                assert then["round"] == event.data["round"]
    assert shown == [True, True, False], "the last round leads to the end of the game"
