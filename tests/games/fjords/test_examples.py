"""The worked examples of the ledger, word for word; those from the rulebook's pictures among them (EX-FJ-01 to EX-FJ-22)."""

import pytest

from skali.games.fjords.course import next_starter
from skali.kit.rule import rule
from tests.games.fjords.given import START, A, B, FjordsTable, discovered, position, record_rounds, start, synthetic
from tests.games.fjords.reference import laid_neighbours, neighbour, turned

PICTURE = "PPPMMM at 0,0; SSSSPP at 1,0; PSSPMM at 0,1"
TWO = "PMMPPP at -1,0; SSPPPS at 1,0"


@rule("EX-FJ-01", "FJ-033")
def test_mountain_meets_farmland() -> None:
    table = synthetic(START, hand="PPMPSS")
    assert table.refuses(table.placing("PPMPSS", at="-1,0"), because="FJ-033")


@rule("EX-FJ-02", "FJ-033")
def test_sea_and_farmland_meet_their_like() -> None:
    table = start()
    table.draws("PPPSSS")
    assert table.offers(table.placing("SSPPPS", at="1,0"))
    table.places("SSPPPS", at="1,0")
    land = table.landscape()
    assert (land[1, 0][4], land[1, 0][5]) == (land[0, 0][2], land[0, 0][1]) == ("P", "S")
    assert (land[1, 0][3], land[1, 0][4]) == (land[0, 1][1], land[0, 1][0]) == ("P", "P")


@rule("EX-FJ-03", "FJ-032")
def test_exactly_three_cells_touch_two_of_the_start_tiles() -> None:
    table = synthetic(START, hand="PPPPPP")
    around = {neighbour(cell, edge) for cell in table.landscape() for edge in range(6)} - set(table.landscape())
    touching_two = set()
    for cell in around:
        refusal = table.state.why_not(A, table.state.game().moves.read(f"place at {cell[0]},{cell[1]} turn 0"))
        if refusal is None or refusal.rule != "FJ-032":
            touching_two.add(cell)
    assert touching_two == {(-1, 0), (1, 0), (-1, 2)}


@rule("EX-FJ-04", "FJ-035")
def test_farmland_may_be_parted_by_mountain() -> None:
    table = synthetic(PICTURE, hand="MMMPPP")
    table.places("MMMPPP", at="-1,1")
    assert table.landscape()[-1, 1] == "MMMPPP"


@rule("EX-FJ-05", "FJ-034")
def test_land_may_not_be_parted_by_sea() -> None:
    table = synthetic(PICTURE, hand="SPPPSS")
    assert table.refuses(table.placing("SPPPSS", at="1,1"), because="FJ-034")


@rule("EX-FJ-06", "FJ-036", "FJ-039")
def test_an_all_sea_edge_beside_a_farmland_corner() -> None:
    table = discovered("SSPPPS at 1,0", "PMMPPP at -1,0")
    table.draws("PSSSSS")
    assert table.landscape()[1, -1] == "SSSSPS", "its only legal placement, so it is compulsory"
    assert table.now["phase"] == "hut"


@rule("EX-FJ-07", "FJ-024")
def test_what_fits_at_the_start() -> None:
    for tile in ("MMMMMM", "MPSSPP", "MPSSSP", "PSSSSS"):
        assert synthetic(START, hand=tile).offers() == []
    assert synthetic(START, hand="PPPPPS").offered_tiles() == {
        "-1,2": {"PPPPSP", "PPPSPP", "PPSPPP"},
        "1,0": {"PPPPPS"},
    }
    assert synthetic(START, hand="MMMMMP").offered_tiles() == {"-1,0": {"MMMPMM"}}
    fitting = {tile for tile in start().now["hidden"] if synthetic(START, hand=tile).offers()}
    assert sum(count for tile, count in start().now["hidden"].items() if tile not in fitting) == 5


@rule("EX-FJ-08", "FJ-038")
@pytest.mark.parametrize(("tile", "distinct"), [("MMPMMP", 3), ("PPPPPP", 1), ("MPMPPP", 6)])
def test_distinct_rotations(tile: str, distinct: int) -> None:
    table = synthetic(START, hand=tile)
    refusals = [table.state.why_not(A, table.state.game().moves.read(f"place at 1,0 turn {turn}")) for turn in range(6)]
    looks = {turned(tile, turn) for turn in range(6)}
    assert len(looks) == distinct
    anywhere = synthetic("PPPPPP at 0,0; PPPPPP at 1,0; PPPPPP at 0,1; PPPPPP at 2,0; PPPPPP at 2,-1", hand=tile)
    offers = anywhere.offers()
    assert len(offers) == len(set(offers))
    seen = [(cell, look) for cell, these in anywhere.offered_tiles().items() for look in these]
    assert len(seen) == len(offers), "no two choices look the same"
    assert all(refusal is None or refusal.rule in ("FJ-033", "FJ-038") for refusal in refusals)


def example_9() -> FjordsTable:
    table = start()
    table.draws("MPSSSP", "PPPSSS")
    table.places("SSPPPS", at="1,0")
    table.plays("no hut")
    table.draws("MMPPPP")
    table.places("PMMPPP", at="-1,0")
    table.plays("no hut")
    return table


@rule("EX-FJ-09", "FJ-019", "FJ-022", "FJ-026")
def test_a_turn_with_the_open_pile() -> None:
    table = example_9()
    assert table.now["hidden_left"] == 34
    assert table.awaits == [A]
    assert table.offers() == ["draw", "take MPSSSP"]
    table.draws("MMMMMM")
    assert table.now["hidden_left"] == 33
    assert table.now["open"] == ["MMMMMM", "MPSSSP"]
    assert table.offers() == ["draw", "take MPSSSP"]
    table.plays("take MPSSSP")
    assert table.offered_tiles() == {"0,-1": {"SSPMPS"}, "1,-1": {"PSSSPM"}}
    table.places("SSPMPS", at="0,-1")
    assert sorted(table.offers()) == ["hut", "no hut"]
    table.plays("no hut")
    assert table.awaits == [B]


@rule("EX-FJ-10", "FJ-021", "FJ-039")
def test_a_drawn_tile_binds() -> None:
    table = example_9()
    table.draws("PPSSSS")
    assert table.landscape()[1, -1] == "SSSSPP", "its only legal placement"
    binding = position("SSPPPS at 1,0; PMMPPP at -1,0", open="MPSSSP", hand="PPSSSS")
    assert binding.refuses("take MPSSSP", because="FJ-021")
    assert binding.offered_tiles() == {"1,-1": {"SSSSPP"}}


@rule("EX-FJ-11", "FJ-049")
def test_the_last_tile_is_placed() -> None:
    table = position(TWO, hidden="PPPPPS", huts=("-1,0", "1,0"), fast_finish="off")
    table.plays("draw")
    table.places("PPPPSP", at="-1,2")
    table.plays("hut")
    assert table.now["phase"] == "field"
    assert table.awaits == [B]


@rule("EX-FJ-12", "FJ-050")
def test_the_last_tile_does_not_fit() -> None:
    table = position(TWO, hidden="MMMMMM", huts=("1,0", "-1,0"), fast_finish="off")
    assert len(table.offers()) > 1, "a fitting tile in the open pile"
    table.plays("draw")
    assert table.now["phase"] == "field"
    assert len(table.landscape()) == 5
    assert table.now["huts_left"] == [3, 3]
    assert table.awaits == [A]


@rule("EX-FJ-13", "FJ-051")
def test_an_open_tile_delays_the_end() -> None:
    table = position(TWO, hidden="MMMMMM")
    table.plays("take PPPPPS")
    table.places("PPPPSP", at="-1,2")
    table.plays("no hut")
    assert table.now["phase"] == "source"
    assert table.now["hidden_left"] == 1
    assert table.awaits == [B]


@rule("EX-FJ-14", "FJ-037")
def test_a_hole_in_the_landscape() -> None:
    chain = "PPPPPP at 6,4; PPPPPP at 6,5; PPPPPP at 5,6; PPPPPP at 4,6; PPPPPP at 4,5"
    table = synthetic(chain, hand="PPPPPP")
    table.places("PPPPPP", at="5,4")
    assert laid_neighbours(table.landscape(), (5, 5)) == 6
    closed = synthetic(f"{chain}; PPPPPP at 5,4", hand="PPPPPP")
    assert closed.offers("place at 5,5 turn 0")


@rule("EX-FJ-15", "FJ-055")
def test_one_farmland_corner_is_enough() -> None:
    table = synthetic("SSSPMP at 0,0; MPMPPP at -1,1", huts=("0,0", ""))
    assert table.targets() == {"-1,1"}


@rule("EX-FJ-16", "FJ-056")
def test_mountain_and_sea_separate() -> None:
    table = synthetic(
        "PPMMPP at 0,0; PMMMMP at -1,1; MMPSPP at -2,2; PSSSSP at -3,3; MMMPMM at 0,1; MPPPPM at -1,2; PPPSSS at -2,3",
        huts=("-2,3", ""),
        fields=("-1,2 0,1", ""),
    )
    assert table.targets() == {"-2,2"}
    for cell in ("0,0", "-1,1", "-3,3"):
        assert table.refuses(f"field at {cell}", because="FJ-056")


@rule("EX-FJ-17", "FJ-056", "FJ-065", "FJ-067")
@pytest.mark.parametrize("fast", ["on", "off"])
def test_a_small_colonisation(fast: str) -> None:
    table = position(TWO, huts=("1,0", "-1,0"), phase="field", fast_finish=fast)
    assert table.targets() == {"0,0", "0,1"}
    beside = position(TWO, huts=("1,0", "-1,0"), phase="field", active=B, fast_finish="off")
    assert beside.targets() == {"-1,1"}
    table.plays("field at 0,1")
    order = [(each["seat"], tuple(each["cell"])) for each in table.happened("field")]
    assert order == [(A, (0, 1)), (B, (-1, 1)), (A, (0, 0))]
    assert table.now["rounds"] == [[2, 1]]


@rule("EX-FJ-18", "FJ-049", "FJ-065")
def test_the_same_board_with_the_other_player_first() -> None:
    table = position(TWO, huts=("", "-1,0"), hut_on="1,0", hidden="", fast_finish="off")
    table.plays("hut")
    order = [(each["seat"], tuple(each["cell"])) for each in table.happened("field")]
    assert order == [(B, (-1, 1))], "B is first and has no choice"
    table.plays("field at 0,0")
    assert [(each["seat"], tuple(each["cell"])) for each in table.happened("field")] == [(A, (0, 0)), (B, (0, 1))]
    assert table.now["rounds"] == [[1, 2]]


@rule("EX-FJ-19", "FJ-061", "FJ-062")
@pytest.mark.parametrize("fast", ["on", "off"])
def test_twenty_fields_are_all(fast: str) -> None:
    cells = [f"{q},{r}" for r in range(5) for q in range(5)]
    plain = "; ".join(f"PPPPPP at {cell}" for cell in cells)
    table = synthetic(plain, huts=("0,0", "4,4"), fields=(" ".join(cells[1:20]), ""), fast_finish=fast)
    table.plays("field at 1,4")  # the 20th; A is still linked to 0,4 2,4 and 3,4
    assert [each["seat"] for each in table.happened("field")] == [A, B, B]
    assert table.now["rounds"] == [[20, 2]]


@rule("EX-FJ-20", "FJ-072")
def test_two_rounds_won_break_the_tie() -> None:
    table = record_rounds((17, 15), (12, 16), (14, 12))
    assert [table.score(seat) for seat in (A, B)] == [43, 43]
    assert table.state.ranking() == [1, 2]


@rule("EX-FJ-21", "FJ-014", "FJ-015", "FJ-073")
@pytest.mark.parametrize("starter", [A, B])
def test_a_draw_after_a_tied_round(starter: int) -> None:
    table = record_rounds((15, 15), (18, 14), (13, 17))
    assert [table.score(seat) for seat in (A, B)] == [46, 46]
    assert table.state.ranking() == [1, 1]
    assert next_starter(15, 15, starter) == 1 - starter
    assert next_starter(18, 14, 1 - starter) == B


@rule("EX-FJ-22", "FJ-063", "FJ-079")
def test_who_has_no_hut_is_skipped_and_the_rest_is_placed_at_once() -> None:
    table = position(TWO, hut_on="1,0", hidden="", fast_finish="on")
    table.plays("hut")
    order = [(each["seat"], tuple(each["cell"])) for each in table.happened("field")]
    assert order == [(A, (0, 0)), (A, (-1, 1)), (A, (-1, 0)), (A, (0, 1))]
    assert table.now["rounds"] == [[4, 0]]
