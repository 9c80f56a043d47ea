"""Discovery: huts (FJ-040 to FJ-047)."""

import pytest

from skali.core import State
from skali.kit.rule import rule
from tests.games.fjords.given import A, B, FjordsTable, discovered, find, position, random_game, start


def placed(tile: str = "PPPSSS", corners: str = "SSPPPS", at: str = "1,0") -> FjordsTable:
    """A has just placed a tile."""
    table = start()
    table.draws(tile)
    table.places(corners, at=at)
    return table


@rule("FJ-040")
def test_a_hut_may_be_put_directly_after_placing() -> None:
    table = placed()
    assert sorted(table.offers()) == ["hut", "no hut"]
    assert table.state.prompt(A).decision == "FJ-D3"
    table.plays("hut")
    assert table.huts(A) == ["1,0"]
    assert table.now["huts_left"] == [3, 4]


@rule("FJ-040")
def test_declining_is_always_allowed() -> None:
    table = placed()
    table.plays("no hut")
    assert table.now["huts"] == [[], []]
    assert table.now["huts_left"] == [4, 4]


@rule("FJ-040", "FJ-041")
def test_no_hut_at_any_other_moment() -> None:
    table = placed()
    table.plays("no hut")
    assert table.refuses("hut", because="FJ-040"), "on the tile that A placed"
    table.draws("PPPPPS")
    assert table.now["phase"] == "place"
    assert table.refuses("hut", because="FJ-040")
    assert table.refuses("no hut", because="FJ-040")


@rule("FJ-041")
def test_the_hut_stands_on_the_tile_of_this_turn_only() -> None:
    table = placed()
    table.plays("no hut")
    table.draws("PPPPPS")
    table.places("PPPPSP", at="-1,2")
    table.plays("hut")
    assert table.huts(B) == ["-1,2"]
    assert table.huts(A) == []
    table.draws("MMPPPP")
    table.places("PMMPPP", at="-1,0")
    table.plays("hut")
    assert table.huts(A) == ["-1,0"], "not on 1,0, where A placed a tile before"
    assert table.huts(B) == ["-1,2"]


@rule("FJ-042")
def test_the_all_mountain_tile_takes_no_hut() -> None:
    def can_be_taken(state: State) -> bool:
        now = state.view(A)
        return "MMMMMM" in now["open_fitting"] and now["huts_left"][now["active"]] > 0

    table = find(can_be_taken)
    seat = table.awaits[0]
    assert table.now["huts_left"][seat] > 0
    table.plays("take MMMMMM")
    if table.now["phase"] == "place":
        table.plays(table.offers()[0])
    assert "MMMMMM" in table.landscape().values()
    assert table.awaits == [1 - seat], "no hut is asked for"
    assert table.now["phase"] == "source"


@rule("FJ-042")
def test_every_other_tile_of_the_hidden_pile_can_take_one() -> None:
    asked, placed_types = set(), set()
    for seed in range(4):
        for before, _, events, after in random_game(seed):
            for event in events:
                if event.kind == "placed" and before.view(A)["huts_left"][event.data["seat"]]:
                    placed_types.add(event.data["tile"])
                    if after.view(A)["phase"] == "hut":
                        asked.add(event.data["tile"])
    assert len(placed_types) > 12
    assert asked == placed_types - {"MMMMMM"}


@rule("FJ-043")
def test_no_hut_on_a_start_tile() -> None:
    table = start()
    assert table.refuses("hut", because="FJ-040"), "when only the start tiles lie"
    for before, _, _, _ in random_game(6):
        for hut in (*before.view(A)["huts"][A], *before.view(A)["huts"][B]):
            assert tuple(hut["cell"]) not in {(0, 0), (-1, 1), (0, 1)}


@rule("FJ-044")
def test_one_hut_per_turn() -> None:
    table = placed()
    table.plays("hut")
    assert table.refuses("hut", because="CORE-1", seat=A)
    assert table.refuses("hut", because="FJ-040", seat=B), "nor does B put one on the same tile"
    assert table.awaits == [B]


@rule("FJ-045")
@pytest.mark.parametrize("source", ["draw", "take PPPSSS"])
def test_the_hut_is_allowed_whatever_the_source_of_the_tile(source: str) -> None:
    table = position("", open="PPPSSS") if source != "draw" else start()
    if source == "draw":
        table.draws("PPPSSS")
    else:
        table.plays(source)
    table.places("SSPPPS", at="1,0")
    table.plays("hut")
    assert table.huts(A) == ["1,0"]


@rule("FJ-046")
def test_who_has_no_hut_left_is_not_asked() -> None:
    def has_none(state: State) -> bool:
        now = state.view(A)
        return bool(now["phase"] == "place" and now["huts_left"][now["active"]] == 0 and now["hidden_left"] > 0)

    table = find(has_none)
    seat = table.awaits[0]
    assert len(table.huts(seat)) == 4
    assert table.refuses("hut", because="FJ-046")
    table.plays(table.offers()[0])
    assert table.awaits == [1 - seat], "the turn is over at once"
    assert table.now["phase"] == "source"
    assert len(table.huts(seat)) == 4


@rule("FJ-046")
def test_the_fourth_hut_can_still_be_put() -> None:
    def has_one(state: State) -> bool:
        now = state.view(A)
        return bool(now["phase"] == "hut" and now["huts_left"][now["active"]] == 1)

    table = find(has_one)
    seat = table.awaits[0]
    table.plays("hut")
    assert table.now["huts_left"][seat] == 0


@rule("FJ-046")
def test_huts_are_never_moved_or_taken_back() -> None:
    stood = 0
    for before, _, _, after in random_game(7):
        if before.view(A)["round"] == after.view(A)["round"]:
            for seat in (A, B):
                old, new = before.view(A)["huts"][seat], after.view(A)["huts"][seat]
                assert new[: len(old)] == old
                stood += bool(old)
    assert stood > 50


@rule("FJ-047")
def test_unplaced_huts_have_no_value() -> None:
    table = position("PMMPPP at -1,0; SSPPPS at 1,0", hut_on="1,0", active=B, hidden="")
    table.plays("no hut")
    assert table.now["rounds"] == [[0, 0]], "nobody placed a hut: that is allowed, and worth nothing"
    assert [table.score(seat) for seat in (A, B)] == [0, 0]


@rule("FJ-047")
def test_a_player_may_place_none_at_all() -> None:
    table = discovered("SSPPPS at 1,0", "PMMPPP at -1,0")
    for _ in range(12):
        seat = table.awaits[0]
        moves = table.offers()
        table.plays("no hut" if "no hut" in moves else table.state.legal_moves(seat)[0])
    assert table.now["huts"] == [[], []]
