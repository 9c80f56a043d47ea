"""Variants and options (FJ-076 to FJ-080)."""

import pytest

from skali.core import OptionError, Rng, State
from skali.kit.rule import rule
from tests.games.fjords.given import (
    GAME,
    MIRRORED,
    START,
    A,
    B,
    FjordsTable,
    find,
    position,
    random_game,
    start,
    synthetic,
)
from tests.games.fjords.reference import LAYOUTS, PILE, Region, turned

SPLIT = "PMMPMM at 0,0; PPPMPP at 1,-1; PPPMPP at 0,-1; MPPPPP at 0,1; MPPPPP at -1,1"
"""A tile with farmland in the north (region 1) and in the south (region 2), and two farmland tiles at each."""


@rule("FJ-076")
def test_the_layout_printed_is_the_default() -> None:
    assert start().landscape() == start(start_layout="printed").landscape() == LAYOUTS["printed"]


@rule("FJ-076")
def test_the_mirrored_layout() -> None:
    table = start(start_layout="mirrored")
    assert table.landscape() == {(0, 0): "PMMPPS", (0, 1): "MPPPPP", (-1, 1): "PPPPPP"}
    assert table.now["hidden"] == dict(PILE), "everything else is unchanged"
    assert table.now["hidden_left"] == 37


@rule("FJ-076")
@pytest.mark.parametrize("tile", sorted(PILE))
def test_the_layouts_are_mirror_images(tile: str) -> None:
    """What fits in one layout fits mirrored in the other: left and right change places."""
    printed = synthetic(START, hand=tile)
    mirrored = synthetic(MIRRORED, hand=mirror(tile), start_layout="mirrored")
    seen = {(mirror_cell(cell), mirror(look)) for cell, looks in printed.offered_tiles().items() for look in looks}
    found = {(cell, look) for cell, looks in mirrored.offered_tiles().items() for look in looks}
    assert found == seen


def mirror(corners: str) -> str:
    """N and S stay, east and west change places."""
    n, ne, se, s, sw, nw = list(corners)
    return "".join((n, nw, sw, s, se, ne))


def mirror_cell(cell: str) -> str:
    """The mirror image: rows stay rows; a step east becomes a step west."""
    q, r = (int(part) for part in cell.split(","))
    return f"{-q - r},{r}"


@rule("FJ-077")
def test_by_default_a_tile_is_one_region() -> None:
    table = synthetic(SPLIT, huts=("0,0", ""))
    assert table.targets() == {"1,-1", "0,-1", "0,1", "-1,1"}
    assert table.offers("field at 0,1")
    field = synthetic(SPLIT, huts=("0,1", ""), fields=("0,0", ""))
    assert field.targets() == {"-1,1", "0,-1", "1,-1"}, "one field joins both sides"


@rule("FJ-077")
@pytest.mark.parametrize(("region", "linked"), [("0,0", {"1,-1", "0,-1"}), ("0,0/2", {"0,1", "-1,1"})])
def test_with_segment_each_run_of_farmland_is_a_region(region: str, linked: set[str]) -> None:
    table = synthetic(SPLIT, huts=(region, ""), farmland_regions="segment")
    assert table.targets() == linked


@rule("FJ-077")
def test_with_segment_there_is_one_piece_per_region() -> None:
    table = synthetic(SPLIT, huts=("0,-1", "0,1"), farmland_regions="segment", fast_finish="off")
    assert table.targets() == {"1,-1", "0,0"}
    assert table.offers("field at 0,0 region 1")
    assert table.refuses("field at 0,0 region 2", because="FJ-056"), "the mountain lies between"
    table.plays("field at 0,0 region 1")
    assert table.awaits == [B]
    assert table.offers("field at 0,0 region 2")
    assert table.refuses("field at 0,0 region 1", because="FJ-058")
    assert table.refuses("field at 0,0", because="FJ-077"), "the region must be named"
    assert table.refuses("field at -1,1 region 1", because="FJ-077"), "and left out where there is one"
    assert table.refuses("field at 0,0 region 3", because="FJ-077")


@rule("FJ-077")
def test_with_segment_everybody_is_told_which_corners_a_region_has() -> None:
    """In the view, in what is told of a piece, in the drawing and in the choices of the terminal."""
    table = synthetic(SPLIT, huts=("0,-1", "0,1"), farmland_regions="segment", fast_finish="off")
    shown = {tuple(tile["cell"]): tile["region_corners"] for tile in table.now["landscape"]}
    assert shown[0, 0] == [["N"], ["S"]]
    assert shown[0, 1] == [["NE", "SE", "S", "SW", "NW"]]
    words = GAME.words("fr")
    ((_, listed),) = GAME.presenter.groups(
        [GAME.moves.to_data(GAME.moves.read("field at 0,0 region 2"))], table.now, {}, words
    )
    assert listed == [(0, "Champ en 0,0, région 2 : S")]
    events = table.plays("field at 0,0 region 1")
    field = next(event for event in events if event.kind == "field_region")
    assert (field.data["cell"], field.data["region"], field.data["corners"]) == ([0, 0], 1, ["N"])
    assert (
        words.say("event", field.kind, field.data, ["Astrid", "Bjorn"]) == "Astrid pose un champ en 0,0, région 1 (N)."
    )
    drawing = GAME.presenter.draw(table.now, GAME.words("en"), False, ["Astrid", "Bjorn"])
    assert "a1" in drawing and "counted clockwise from the north" in drawing
    plain = synthetic(SPLIT, huts=("0,-1", "0,1"), fast_finish="off")
    assert [tile["region_corners"] for tile in plain.now["landscape"] if tile["cell"] == [0, 0]] == [[["N", "S"]]]
    assert "clockwise" not in GAME.presenter.draw(plain.now, GAME.words("en"), False, ["Astrid", "Bjorn"])


@rule("FJ-077")
@pytest.mark.parametrize("tile", ["MMPMMP", "MMPMPP", "MMPPMP"])
@pytest.mark.parametrize("turn", range(6))
def test_regions_count_clockwise_from_the_north_by_where_they_begin(tile: str, turn: int) -> None:
    corners = turned(tile, turn)
    begins = [at for at in range(6) if corners[at] == "P" and corners[at - 1] != "P"]
    for number, begin in enumerate(begins, 1):
        beyond = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)][begin]
        tiles = f"{corners} at 0,0; {neighbour_of(corners, begin)} at {beyond[0]},{beyond[1]}"
        hut = "0,0" if number == 1 else "0,0/2"
        table = synthetic(tiles, huts=(hut, ""), farmland_regions="segment")
        assert f"{beyond[0]},{beyond[1]}" in table.targets(), f"region {number} of {corners} begins at corner {begin}"


def neighbour_of(corners: str, edge: int) -> str:
    """A tile that matches across an edge whose first corner is farmland."""
    second = corners[(edge + 1) % 6]
    wanted = {(edge + 4) % 6: "P", (edge + 3) % 6: second}
    tile = "PPPPPP" if second == "P" else "MPPPPP"
    return next(
        look for look in (turned(tile, turn) for turn in range(6)) if all(look[at] == wanted[at] for at in wanted)
    )


@rule("FJ-077")
def test_other_types_stay_one_region() -> None:
    table = synthetic("MPMPPP at 0,0; PPPPMP at 1,0; PPPPPP at -1,1", huts=("0,0", ""), farmland_regions="segment")
    assert table.targets() == {"1,0", "-1,1"}, "MPMPPP: the single corner in the north-east, and the run in the west"
    game = start(farmland_regions="segment")
    types = GAME.tables.types
    divided = {name for name, count in zip(types.names, list(types.divided), strict=True) if count > 1}
    assert divided == {"MMPMMP", "MMPMPP", "MMPPMP"}
    assert game.now["landscape"][0]["regions"] == 1, "MMPSPP is not divided"


@rule("FJ-078")
def test_the_player_chooses_the_region_of_a_hut() -> None:
    table = find(divided_tile_waits_for_hut, farmland_regions="segment")
    seat = table.awaits[0]
    assert sorted(table.offers()) == ["hut region 1", "hut region 2", "no hut"]
    assert table.refuses("hut", because="FJ-078")
    assert table.refuses("hut region 3", because="FJ-078")
    for region in (1, 2):
        chosen = table.copy()
        told = chosen.plays(f"hut region {region}")[0]
        tile = next(tile for tile in table.now["landscape"] if tile["cell"] == table.now["last"])
        assert (told.kind, told.data["corners"]) == ("hut_region", tile["region_corners"][region - 1])
        assert chosen.now["huts"][seat][-1] == {"cell": table.now["last"], "region": region}
        assert chosen.now["phase"] == "source" or chosen.now["phase"] == "field", "still one hut per turn"


@rule("FJ-078")
def test_where_there_is_one_region_none_is_chosen() -> None:
    table = start(farmland_regions="segment")
    table.draws("PPPSSS")
    table.places("SSPPPS", at="1,0")
    assert sorted(table.offers()) == ["hut", "no hut"]
    assert table.refuses("hut region 1", because="FJ-078")
    whole = find(lambda state: state.view(A)["phase"] == "hut" and last_type(state) == "MMPMMP")
    assert sorted(whole.offers()) == ["hut", "no hut"], "without the option no tile is divided"


def last_type(state: State) -> str:
    now = state.view(A)
    return next((str(tile["tile"]) for tile in now["landscape"] if tile["cell"] == now["last"]), "")


def divided_tile_waits_for_hut(state: State) -> bool:
    return state.view(A)["phase"] == "hut" and last_type(state) in ("MMPMMP", "MMPMPP", "MMPPMP")


# fast_finish


@rule("FJ-079")
def test_fields_are_asked_for_while_a_tile_can_be_reached_by_both() -> None:
    plain = "; ".join(f"PPPPPP at {q},{r}" for r in range(2) for q in range(5))
    table = synthetic(plain, huts=("0,0", "4,1"))
    table.plays("field at 1,0")
    assert table.happened("settled") == []
    assert table.awaits == [B]


@rule("FJ-079")
def test_the_rest_is_placed_in_turn_each_on_the_first_cell() -> None:
    """Two separate plains: nothing is contested."""
    plains = (
        "PPPPPP at 0,0; PPPPPP at 1,0; PPPPPP at 0,1; PPPPPP at 1,1; PPPPPP at -1,1; "
        "PPPPPP at 10,0; PPPPPP at 11,0; PPPPPP at 12,-1; PPPPPP at 10,1; PPPPPP at 9,1"
    )
    table = synthetic(plains, huts=("0,0", "10,0"), fast_finish="on")
    table.plays("field at 0,1")
    order = [(each["seat"], tuple(each["cell"])) for each in table.happened("field")]
    assert order == [
        (A, (0, 1)),
        (B, (11, 0)),
        (A, (1, 0)),
        (B, (12, -1)),  # only now is it linked
        (A, (-1, 1)),
        (B, (9, 1)),
        (A, (1, 1)),
        (B, (10, 1)),
    ]
    assert table.now["rounds"] == [[4, 4]]
    assert len(table.happened("settled")) == 1


@rule("FJ-079")
def test_who_has_no_field_left_reaches_nothing() -> None:
    cells = [f"{q},{r}" for r in range(5) for q in range(5)]
    plain = "; ".join(f"PPPPPP at {cell}" for cell in cells)
    table = synthetic(plain, huts=("0,0", "4,4"), fields=(" ".join(cells[1:20]), ""), fast_finish="on")
    table.plays("field at 2,4")
    assert len(table.happened("settled")) == 1, "A has placed all 20: nothing is contested"
    assert table.now["rounds"] == [[20, 1]]
    assert [tuple(each["cell"]) for each in table.happened("field")] == [(2, 4), (3, 4)]


@rule("FJ-079")
def test_each_player_adds_the_smaller_of_fields_left_and_tiles_reached() -> None:
    cells = [f"{q},{r}" for r in range(5) for q in range(5)]
    plain = "; ".join(f"PPPPPP at {cell}" for cell in cells)
    table = synthetic(plain, huts=("0,0", ""), fields=(" ".join(cells[1:17]), ""), fast_finish="on")
    table.plays("field at 4,3")
    assert table.now["rounds"] == [[20, 0]], "8 tiles were left to reach, but only 4 fields"


@rule("FJ-079")
def test_with_segment_regions_are_what_is_reached() -> None:
    tile_wise = synthetic(SPLIT, huts=("0,-1", "0,1"))
    region_wise = synthetic(SPLIT, huts=("0,-1", "0,1"), farmland_regions="segment")
    assert reached(tile_wise, A) & reached(tile_wise, B)
    assert not reached(region_wise, A) & reached(region_wise, B), "each region of 0,0 is reached from one side only"


def reached(table: FjordsTable, seat: int) -> set[Region]:
    return {(piece["cell"][1], piece["cell"][0], piece["region"]) for piece in table.now["reach"][seat]}


@rule("FJ-079")
@pytest.mark.parametrize("regions", ["tile", "segment"])
def test_by_hand_the_scores_are_the_same(regions: str) -> None:
    """Wherever fast_finish ends a round, playing on by hand gives the same result, however the fields are chosen."""
    compared = 0
    rng = Rng(1)
    for seed in range(4):
        for before, move, events, _ in random_game(seed, farmland_regions=regions):
            if before.view(A)["phase"] != "field" or not any(event.kind == "settled" for event in events):
                continue
            result = next(event.data["points"] for event in events if event.kind == "round_scored")
            data = before.to_dict()
            data["options"]["fast_finish"] = False
            for _ in range(3):
                slow = FjordsTable(GAME.load(data))
                slow.plays(move)
                while slow.now["round"] == before.view(A)["round"] and not slow.state.is_over():
                    legal = slow.state.legal_moves(slow.awaits[0])
                    slow.plays(legal[rng.below(len(legal))])
                assert slow.now["rounds"][len(before.view(A)["rounds"])] == result
                compared += 1
    assert compared >= 15


@rule("FJ-079")
def test_off_asks_for_every_field_that_is_a_choice() -> None:
    plains = "PPPPPP at 0,0; PPPPPP at 1,0; PPPPPP at 0,1; PPPPPP at 10,0; PPPPPP at 11,0; PPPPPP at 10,1"
    table = synthetic(plains, huts=("0,0", "10,0"), fast_finish="off")
    table.plays("field at 1,0")
    assert table.happened("settled") == []
    assert table.awaits == [B]
    assert table.targets() == {"11,0", "10,1"}


@rule("FJ-079")
def test_it_also_applies_at_the_start_of_colonisation() -> None:
    table = position("PMMPPP at -1,0; SSPPPS at 1,0", hut_on="1,0", hidden="", fast_finish="on")
    table.plays("hut")
    assert table.now["rounds"] == [[4, 0]], "A's fields were placed without asking"
    assert len(table.happened("settled")) == 1


@rule("FJ-001", "FJ-080")
@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_there_is_no_game_for_one_or_for_more_than_two(seats: int) -> None:
    with pytest.raises(OptionError, match="for 2 players"):
        GAME.start(seats, 1)


@rule("FJ-080")
def test_there_is_no_handicap() -> None:
    assert list(GAME.options.allowed()) == ["start_layout", "farmland_regions", "fast_finish"]
    now = start().now
    assert now["huts_left"] == [4, 4]
    assert now["fields_left"] == [20, 20]
