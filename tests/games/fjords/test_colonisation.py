"""Colonisation (FJ-053 to FJ-066)."""

import pytest

from skali.kit.rule import rule
from tests.games.fjords.given import A, B, FjordsTable, find, position, random_game, synthetic
from tests.games.fjords.reference import STEPS, links, turned

TWO = "PMMPPP at -1,0; SSPPPS at 1,0"
"""Between -1,0 and 0,0 lies mountain; 1,0 is linked with 0,0 and 0,1; -1,0 only with -1,1."""
PLAIN = "; ".join(f"PPPPPP at {q},0" for q in range(5)) + "; " + "; ".join(f"PPPPPP at {q},1" for q in range(5))
"""Ten tiles of farmland in two rows."""


def line(length: int) -> str:
    """A row of farmland tiles from 0,0 eastwards; they touch their neighbours in the row only."""
    return "; ".join(f"PPPPPP at {q},0" for q in range(length))


def two(first: int = A) -> FjordsTable:
    return position(TWO, huts=("1,0", "-1,0"), phase="field", active=first, fast_finish="off")


def field(table: FjordsTable, at: str) -> None:
    table.plays(f"field at {at}")


@rule("FJ-053")
def test_the_players_place_one_field_in_turn() -> None:
    table = synthetic(PLAIN, huts=("0,0", "4,1"), fast_finish="off")
    for turn in range(4):
        assert table.awaits == [turn % 2]
        before = sum(table.now["fields_left"])
        table.plays(table.offers()[0])
        assert sum(table.now["fields_left"]) == before - 1
        assert [each["seat"] for each in table.happened("field")] == [turn % 2]


@rule("FJ-054")
def test_a_field_needs_an_empty_tile_with_farmland() -> None:
    table = synthetic("PPMMMM at 0,0; PPPMMP at 1,0; MMMMMM at 0,1; PPPPPP at 2,0", huts=("1,0", "2,0"))
    assert table.refuses("field at 0,1", because="FJ-054"), "all mountain"
    assert table.refuses("field at 9,9", because="FJ-054"), "no tile"
    assert table.refuses("field at 1,0", because="FJ-059"), "an own hut"
    assert table.refuses("field at 2,0", because="FJ-058"), "a hut of the opponent"
    assert table.targets() == {"0,0"}


@rule("FJ-054")
def test_start_tiles_are_legal_targets() -> None:
    table = two()
    assert table.targets() == {"0,0", "0,1"}
    field(table, "0,0")
    assert table.happened("field")[0] == {"seat": A, "cell": [0, 0], "left": 19}


@rule("FJ-055")
def test_one_farmland_corner_on_the_shared_edge_links() -> None:
    table = synthetic("SSSPMP at 0,0; MPMPPP at -1,1", huts=("0,0", ""))
    assert table.targets() == {"-1,1"}
    both = synthetic("PPPPPP at 0,0; PPPPPP at 1,0", huts=("0,0", ""))
    assert both.targets() == {"1,0"}


@rule("FJ-055", "FJ-056")
@pytest.mark.parametrize("edge", range(6))
@pytest.mark.parametrize("corner", range(6))
def test_any_corner_of_any_shared_edge_links_and_no_other(edge: int, corner: int) -> None:
    """Two tiles with one farmland corner each; the first has it at each corner in turn."""
    first = turned("PMMMMM", corner)
    shared = {edge: (edge + 4) % 6, (edge + 1) % 6: (edge + 3) % 6}
    second = turned("PMMMMM", shared.get(corner, edge))  # elsewhere: at the corner across the second tile
    q, r = STEPS[edge]
    table = synthetic(f"{first} at 0,0; {second} at {q},{r}", huts=("0,0", ""))
    assert table.targets() == ({f"{q},{r}"} if corner in shared else set())
    if corner not in shared:
        assert table.refuses(f"field at {q},{r}", because="FJ-056")


@rule("FJ-055")
def test_only_neighbours_are_linked() -> None:
    table = synthetic(line(4), huts=("0,0", ""), fields=("1,0", ""))
    assert table.targets() == {"2,0"}
    assert table.refuses("field at 3,0", because="FJ-055")


@rule("FJ-056")
def test_mountain_and_sea_separate() -> None:
    mountain = synthetic("PMMPPP at 0,0; PPPPMM at 1,0; PPPPPP at -1,1", huts=("0,0", ""))
    assert mountain.refuses("field at 1,0", because="FJ-056")
    assert mountain.targets() == {"-1,1"}
    sea = synthetic("PSSPMM at 0,0; PPPSSS at 1,0; MPPPPP at -1,1", huts=("0,0", ""))
    assert sea.refuses("field at 1,0", because="FJ-056")


@rule("FJ-056")
def test_a_link_never_passes_through_a_third_tile() -> None:
    table = synthetic("PMMPPP at 0,0; PPPPMM at 1,0; MPPPPP at 0,1", huts=("0,0", ""))
    assert table.targets() == {"0,1"}, "1,0 is linked with 0,1, but not with the hut"
    assert table.refuses("field at 1,0", because="FJ-056")
    field(table, "0,1")
    later = synthetic("PMMPPP at 0,0; PPPPMM at 1,0; MPPPPP at 0,1", huts=("0,0", ""), fields=("0,1", ""))
    assert later.targets() == {"1,0"}


@rule("FJ-057")
def test_the_first_field_is_linked_to_a_hut_and_later_ones_to_any_piece() -> None:
    table = synthetic(line(5), huts=("0,0", "4,0"), fast_finish="off")
    assert table.targets() == {"1,0"}
    assert table.refuses("field at 2,0", because="FJ-057")
    later = synthetic(line(5), huts=("0,0", "4,0"), fields=("1,0", ""), fast_finish="off")
    assert later.targets() == {"2,0"}, "linked to the field"
    assert later.refuses("field at 3,0", because="FJ-055")


@rule("FJ-058")
def test_pieces_of_the_opponent_give_no_link_and_their_tiles_cannot_be_used() -> None:
    table = synthetic(line(6), huts=("0,0", "3,0"), fields=("", "4,0"))
    assert table.targets() == {"1,0"}
    assert table.refuses("field at 3,0", because="FJ-058")
    assert table.refuses("field at 4,0", because="FJ-058")
    assert table.refuses("field at 5,0", because="FJ-057"), "linked only with B's field"


@rule("FJ-059")
def test_one_piece_per_tile() -> None:
    table = synthetic(line(4), huts=("0,0", ""), fields=("1,0", ""))
    assert table.refuses("field at 0,0", because="FJ-059"), "an own hut stands there"
    assert table.refuses("field at 1,0", because="FJ-059"), "an own field lies there"


@rule("FJ-060")
def test_nobody_passes_who_can_place() -> None:
    table = two()
    assert all(move.startswith("field at") for move in table.offers())
    assert table.refuses("no hut", because="FJ-016")


@rule("FJ-061")
def test_a_player_who_cannot_place_is_skipped_and_the_other_goes_on_alone() -> None:
    table = synthetic(PLAIN, huts=("0,0", ""), fast_finish="off")
    for _ in range(5):
        assert table.awaits == [A]
        table.plays(table.offers()[-1])
        assert table.happened("skipped") == [{"seat": B}]


@rule("FJ-061")
def test_who_was_skipped_never_places_again_in_the_round() -> None:
    for seed in range(3):
        out: set[tuple[int, int]] = set()
        for before, _, events, _ in random_game(seed, fast_finish="off"):
            round = before.view(A)["round"]
            for event in events:
                if event.kind == "skipped":
                    out.add((round, event.data["seat"]))
                elif event.kind == "field":
                    assert (round, event.data["seat"]) not in out
                elif event.kind == "round_scored":
                    round += 1
        assert out


@rule("FJ-062")
def test_a_player_places_at_most_twenty_fields() -> None:
    cells = [f"{q},{r}" for r in range(5) for q in range(5)]
    plain = "; ".join(f"PPPPPP at {cell}" for cell in cells)
    nineteen = synthetic(plain, huts=("0,0", "4,4"), fields=(" ".join(cells[1:20]), ""), fast_finish="off")
    assert nineteen.now["fields_left"] == [1, 20]
    assert nineteen.targets() == {"0,4", "1,4", "2,4", "3,4"}
    nineteen.plays("field at 0,4")
    assert [each["seat"] for each in nineteen.happened("field")] == [A, B, B, B], "A is skipped, B goes on"
    assert nineteen.now["rounds"] == [[20, 3]]
    twenty = synthetic(plain, huts=("0,0", "4,4"), fields=(" ".join(cells[1:21]), ""), fast_finish="off")
    assert twenty.now["fields_left"] == [0, 20]
    assert twenty.offers() == [], "1,4 is linked, but there is no field left"


@rule("FJ-063")
@pytest.mark.parametrize("fast", ["on", "off"])
def test_a_player_without_huts_scores_nothing(fast: str) -> None:
    table = position("PMMPPP at -1,0; SSPPPS at 1,0", hut_on="1,0", hidden="", fast_finish=fast)
    table.plays("hut")
    while table.now["round"] == 1:
        assert table.awaits == [A], "B is never asked"
        table.plays(table.offers()[0])
    assert table.now["rounds"] == [[4, 0]]


@rule("FJ-064")
def test_fields_stay() -> None:
    placed = 0
    for before, _, _, after in random_game(8, fast_finish="off"):
        if (
            before.view(A)["phase"] == after.view(A)["phase"] == "field"
            and before.view(A)["round"] == after.view(A)["round"]
        ):
            for seat in (A, B):
                assert all(each in after.view(A)["fields"][seat] for each in before.view(A)["fields"][seat])
            placed += 1
    assert placed > 30


@rule("FJ-065")
@pytest.mark.parametrize("fast", ["on", "off"])
def test_colonisation_ends_when_neither_can_place(fast: str) -> None:
    ended = 0
    for _, _, events, after in random_game(9, fast_finish=fast):
        now = after.view(A)
        if now["phase"] == "field":
            assert after.legal_moves(after.to_act()[0]), "somebody can place"
        if any(event.kind == "round_scored" for event in events):
            ended += 1
    assert ended == 3
    over = find(lambda state: state.is_over(), fast_finish=fast)
    land = over.landscape()
    linked = links(land, segment=False)
    pieces = [
        {(piece["cell"][1], piece["cell"][0], 0) for piece in over.now["huts"][seat] + over.now["fields"][seat]}
        for seat in (A, B)
    ]
    for seat in (A, B):
        if over.now["fields_left"][seat]:
            near = set().union(*(linked[piece] for piece in pieces[seat])) if pieces[seat] else set()
            assert not near - pieces[A] - pieces[B], f"seat {seat} could have placed another field"


@rule("FJ-066")
def test_farmland_that_nobody_reaches_scores_for_nobody() -> None:
    table = synthetic(
        "PPPPPP at 0,0; PPPPPP at 1,0; PMMPPP at 2,0; PPPPMM at 3,0; PPPPPP at 4,0",
        huts=("0,0", ""),
        fast_finish="off",
    )
    assert table.targets() == {"1,0"}
    field(table, "1,0")
    assert table.now["rounds"] == [[2, 0]], "1,0 and 2,0; beyond the mountain 3,0 and 4,0 stay empty"


@rule("FJ-066")
def test_an_enclosed_area_counts_only_for_the_fields_in_it() -> None:
    cells = [f"{q},{r}" for r in range(5) for q in range(5)]
    plain = "; ".join(f"PPPPPP at {cell}" for cell in cells)
    table = synthetic(plain, huts=("0,0", ""), fields=(" ".join(cells[1:20]), ""), fast_finish="off")
    table.plays("field at 0,4")
    assert table.now["rounds"] == [[20, 0]], "four more tiles lie in A's area, but A has no field for them"
