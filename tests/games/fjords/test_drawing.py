"""Discovery: getting a tile, and how discovery ends (FJ-017 to FJ-030, FJ-048 to FJ-052, FJ-074, FJ-075)."""

import pytest

from skali.core import SPECTATOR
from skali.kit.rule import rule
from tests.games.fjords.given import (
    GAME,
    A,
    B,
    FjordsTable,
    discovered,
    drawn,
    find,
    landscape_of,
    position,
    random_game,
    start,
)
from tests.games.fjords.reference import LAYOUTS, PILE, placements

TWO = "SSPPPS at 1,0", "PMMPPP at -1,0"


def with_open_tile() -> FjordsTable:
    """A is to act; the open MPSSSP, set aside on the first draw, fits now at 0,-1 and 1,-1."""
    table = start()
    table.draws("MPSSSP", "PPPSSS")
    table.places("SSPPPS", at="1,0")
    table.plays("no hut")
    table.draws("MMPPPP")
    table.places("PMMPPP", at="-1,0")
    table.plays("no hut")
    return table


@rule("FJ-017")
@pytest.mark.parametrize("starter", [A, B])
def test_the_players_take_single_turns_in_discovery(starter: int) -> None:
    table = start(starter)
    for turn in range(10):
        seat = (starter + turn) % 2
        assert table.awaits == [seat]
        while len(table.now["landscape"]) == 3 + turn:
            assert table.awaits == [seat]
            table.plays(table.state.legal_moves(seat)[0])
        if table.now["phase"] == "hut":
            assert table.awaits == [seat]
            table.plays("no hut")


@rule("FJ-017")
def test_nobody_passes_in_discovery() -> None:
    table = start()
    assert table.offers() == ["draw"]
    assert table.refuses("no hut", because="FJ-040")
    assert "pass" not in " ".join(kind.notation for kind in GAME.moves.kinds)


@rule("FJ-018")
def test_a_second_tile_is_never_placed_in_a_turn() -> None:
    table = with_open_tile()
    table.draws("MMMPPP")
    table.plays(table.state.legal_moves(A)[0])
    assert table.now["phase"] == "hut"
    for move in ("draw", "take MPSSSP", "place at -1,2 turn 0"):
        assert table.refuses(move, because="FJ-018")


@rule("FJ-018", "FJ-030")
def test_also_after_an_open_tile_the_turn_is_over() -> None:
    table = with_open_tile()
    table.plays("take MPSSSP")
    table.places("SSPMPS", at="0,-1")
    for move in ("draw", "take MPSSSP", "place at -1,2 turn 0"):
        assert table.refuses(move, because="FJ-018")
    table.plays("no hut")
    assert table.awaits == [B]
    assert table.now["phase"] == "source"


@rule("FJ-017", "FJ-018", "FJ-044")
def test_turn_by_turn_a_game_adds_one_tile_and_at_most_one_hut() -> None:
    happened = [event for _, _, events, _ in random_game(5) for event in events]
    expected = -1
    huts = 0
    assert [sum(event.kind == kind for event in happened) > 5 for kind in ("placed", "hut")] == [True, True]
    for event in happened:
        if event.kind == "round_began" or expected < 0:
            expected = event.data["seat"]
        if event.kind == "placed":
            assert event.data["seat"] == expected, "the players do not alternate"
            expected, huts = 1 - expected, 0
        elif event.kind == "hut":
            assert event.data["seat"] == 1 - expected, "a hut out of turn"
            huts += 1
            assert huts == 1, "two huts in a turn"


@rule("FJ-019")
def test_the_source_is_chosen_at_the_start_of_the_turn_and_after_every_failed_draw() -> None:
    table = with_open_tile()
    assert table.offers() == ["draw", "take MPSSSP"]
    table.draws("MMMMMM")
    assert table.awaits == [A]
    assert table.offers() == ["draw", "take MPSSSP"]
    table.plays("take MPSSSP")
    assert table.now["hand"] == "MPSSSP"


@rule("FJ-019")
def test_no_tile_is_placed_before_one_is_drawn_or_taken() -> None:
    table = with_open_tile()
    assert table.refuses("place at 0,-1 turn 0", because="FJ-019")
    assert table.refuses("take PPPPPP", because="FJ-019")


@rule("FJ-020")
def test_a_drawn_tile_is_shown_to_everybody_at_once() -> None:
    table = start()
    events = table.draws("MPSSSP", "PPPSSS")
    shown = [event for event in events if event.kind == "drew"]
    for seat in (A, B, SPECTATOR):
        assert [event.data["tile"] for event in shown if event.seen_by(seat)] == ["MPSSSP", "PPPSSS"]
        assert table.view(seat)["hand"] == "PPPSSS"
        assert table.view(seat)["open"] == ["MPSSSP"]


@rule("FJ-021")
def test_a_drawn_tile_that_fits_must_be_placed() -> None:
    table = with_open_tile()
    table.draws("MMMPPP")
    assert table.now["hand"] == "MMMPPP"
    assert table.refuses("take MPSSSP", because="FJ-021")
    assert table.refuses("draw", because="FJ-021")
    assert table.refuses("no hut", because="FJ-040")
    assert all(move.startswith("place") for move in table.offers())


@rule("FJ-022", "FJ-023")
def test_draws_that_do_not_fit_go_to_the_open_pile_until_one_fits() -> None:
    table = start()
    brought = drawn(table.draws_as(lambda tiles: len(tiles) >= 4))
    *failed, fitting = brought
    assert [event["tile"] for event in table.happened("set_aside")] == failed
    assert sorted(table.now["open"]) == sorted(failed)
    assert table.now["hidden_left"] == 37 - len(brought)
    assert table.awaits == [A]
    assert fitting in (table.now["hand"], *(event["tile"] for event in table.happened("placed")))


@rule("FJ-022")
def test_a_failed_draw_lies_face_up_for_both() -> None:
    table = start()
    table.draws("MMMMMM", "MPSSSP", "PPPSSS")
    assert table.view(A)["open"] == table.view(B)["open"] == ["MMMMMM", "MPSSSP"]
    assert table.now["hand"] == "PPPSSS"
    assert table.now["hidden_left"] == 34


@rule("FJ-022")
def test_a_draw_that_fits_never_goes_to_the_open_pile() -> None:
    table = start()
    table.draws("PPPPPS")
    assert table.now["open"] == []
    assert table.now["hand"] == "PPPPPS"


@rule("FJ-024")
@pytest.mark.parametrize("tile", sorted(PILE))
def test_fit_is_decided_by_every_cell_and_rotation(tile: str) -> None:
    fits = placements(LAYOUTS["printed"], tile)
    table = position("", hidden=None, open=tile)
    assert table.offers(f"take {tile}") == bool(fits)
    if len(fits) > 1:
        table.plays(f"take {tile}")
        found = {(cell, corners) for cell, looks in table.offered_tiles().items() for corners in looks}
        assert found == {(f"{cell[0]},{cell[1]}", corners) for cell, corners in fits}


@rule("FJ-024", "FJ-025")
@pytest.mark.parametrize("seed", [1, 2])
def test_no_tile_with_a_placement_is_ever_set_aside(seed: int) -> None:
    set_aside = 0
    for before, _, events, _ in random_game(seed):
        for event in events:
            if event.kind == "set_aside":
                set_aside += 1
                assert not placements(landscape_of(before), event.data["tile"])
    assert set_aside > 5


@rule("FJ-025", "FJ-074")
def test_advice_and_talk_are_no_moves() -> None:
    table = start()
    table.draws("PPPPPS")
    kinds = [kind.name for kind in GAME.moves.kinds]
    assert kinds == ["draw", "take", "place", "hut", "hut_region", "no_hut", "field", "field_region"]
    for move in table.state.legal_moves(A):
        assert table.refuses(move, because="CORE-1", seat=B)
    assert table.offers(seat=B) == []


@rule("FJ-026")
def test_only_an_open_tile_that_fits_now_may_be_taken() -> None:
    table = with_open_tile()
    table.draws("MMMMMM")
    assert "MMMMMM" in table.now["open"]
    assert table.refuses("take MMMMMM", because="FJ-026")
    assert table.offers("take MPSSSP")


@rule("FJ-026")
def test_nor_at_the_start_of_a_turn() -> None:
    table = position("", open="MMMMMM MPSSSP PPPSSS")
    assert table.offers() == ["draw", "take PPPSSS"]
    assert table.refuses("take MMMMMM", because="FJ-026")
    assert table.refuses("take MPSSSP", because="FJ-026")


@rule("FJ-026")
def test_an_open_tile_may_fit_later() -> None:
    table = position("", open="PSSSSS")
    assert table.refuses("take PSSSSS", because="FJ-026")
    later = position("SSPPPS at 1,0; PMMPPP at -1,0", open="PSSSSS")
    assert later.offers("take PSSSSS")


@rule("FJ-027")
def test_an_open_tile_that_fits_need_not_be_taken() -> None:
    table = with_open_tile()
    assert table.offers("take MPSSSP")
    assert table.offers("draw")
    table.draws("PPPPPP")
    assert table.now["hand"] == "PPPPPP"
    assert table.now["open"] == ["MPSSSP"]


@rule("FJ-028")
def test_a_taken_tile_leaves_the_open_pile_and_must_be_placed() -> None:
    table = with_open_tile()
    table.plays("take MPSSSP")
    assert table.now["open"] == []
    assert table.now["hand"] == "MPSSSP"
    assert table.refuses("draw", because="FJ-028")
    assert table.refuses("take MPSSSP", because="FJ-028")
    assert table.refuses("no hut", because="FJ-040")
    assert table.now["hidden_left"] == 34


@rule("FJ-029")
def test_either_player_may_take_any_open_tile() -> None:
    table = with_open_tile()
    assert table.awaits == [A]
    assert table.offers("take MPSSSP"), "A set it aside"
    table.draws("PPPPPP")
    table.places("PPPPPP", at="-1,2")
    table.plays("no hut")
    assert table.awaits == [B]
    assert table.offers("take MPSSSP"), "B did not, and may take it too"
    table.plays("take MPSSSP")
    assert table.now["hand"] == "MPSSSP"


@rule("FJ-029")
def test_open_tiles_of_one_type_are_one_choice_and_the_lowest_is_taken() -> None:
    table = position("SSPPPS at 1,0; PMMPPP at -1,0", open="MPSSSP MPSSSP MMMMMM")
    assert table.now["open"] == ["MMMMMM", "MPSSSP", "MPSSSP"]
    assert table.offers() == ["draw", "take MPSSSP"]
    low, high = (tile for tile in table.state.to_dict()["open"] if tile > 0)
    table.plays("take MPSSSP")
    assert table.state.to_dict()["hand"] == low
    assert table.state.to_dict()["open"] == [0, high]


@rule("FJ-029")
def test_mirror_images_are_two_choices() -> None:
    table = position("SSPPPS at 1,0; PMMPPP at -1,0", open="MMPMPP MMPPMP")
    assert placements(table.landscape(), "MMPMPP") and placements(table.landscape(), "MMPPMP")
    assert table.offers() == ["draw", "take MMPMPP", "take MMPPMP"]


@rule("FJ-030")
@pytest.mark.parametrize("decision", ["hut", "no hut"])
def test_the_turn_ends_with_the_hut_decision(decision: str) -> None:
    table = start()
    table.draws("PPPSSS")
    table.places("SSPPPS", at="1,0")
    assert table.awaits == [A]
    table.plays(decision)
    assert table.awaits == [B]
    assert table.offers() == ["draw"]


# The end of discovery

LAST_FITS = "SSPPPS at 1,0; PMMPPP at -1,0"
"""Here PPPPPS fits: the last hidden tile, while all the others are open."""


@rule("FJ-048", "FJ-049")
@pytest.mark.parametrize("active", [A, B])
@pytest.mark.parametrize("decision", ["hut", "no hut"])
def test_the_last_hidden_tile_is_placed_and_the_opponent_opens(active: int, decision: str) -> None:
    huts = ("-1,0", "1,0") if active == A else ("1,0", "-1,0")
    table = position(LAST_FITS, hidden="PPPPPS", huts=huts, active=active, fast_finish="off")
    table.plays("draw")
    table.places("PPPPSP", at="-1,2")
    assert table.now["phase"] == "hut", "its player still has the hut decision"
    assert table.awaits == [active]
    table.plays(decision)
    assert table.now["phase"] == "field"
    assert table.awaits == [1 - active]
    assert [event.rule for event in table.events if event.kind == "discovery_ended"] == ["FJ-049"]


@rule("FJ-048", "FJ-050")
@pytest.mark.parametrize("active", [A, B])
def test_the_last_hidden_tile_does_not_fit_and_the_same_player_opens(active: int) -> None:
    tiles = "SSPPPS at 1,0; PMMPPP at -1,0; PPPPPP at -1,2; PPSPPP at 0,2"
    table = position(tiles, hidden="MMMMMM", huts=("1,0 0,2", "-1,0 -1,2"), active=active, fast_finish="off")
    assert table.offers("take MMMPPP"), "an open tile would fit"
    before = table.landscape()
    table.plays("draw")
    assert table.landscape() == before, "no tile is placed"
    assert table.now["huts_left"] == [2, 2], "and no hut"
    assert table.now["phase"] == "field"
    assert table.awaits == [active]
    assert [event.rule for event in table.events if event.kind == "discovery_ended"] == ["FJ-050"]
    assert table.refuses("take MMMPPP", because="FJ-016")


@rule("FJ-048", "FJ-051")
def test_open_tiles_delay_the_end() -> None:
    table = position(LAST_FITS, hidden="PPPPPS")
    taken = 0
    while taken < 4:
        seat = table.awaits[0]
        assert table.now["phase"] == "source"
        assert table.now["hidden_left"] == 1
        table.plays(next(move for move in table.offers() if move.startswith("take")))
        if table.now["phase"] == "place":
            table.plays(table.offers()[0])
        if table.now["phase"] == "hut":
            table.plays("no hut")
        assert table.awaits == [1 - seat], "the next player faces the same hidden pile"
        taken += 1


@rule("FJ-048")
def test_nothing_else_ends_discovery() -> None:
    ended = 0
    for before, _, events, _ in random_game(4):
        for event in events:
            if event.kind == "discovery_ended":
                ended += 1
                left = [each.data["left"] for each in events if each.kind == "drew"]
                assert left[-1:] == [0] or before.view(A)["hidden_left"] == 0
    assert ended == 3


@rule("FJ-052")
def test_open_tiles_are_out_when_discovery_ends() -> None:
    table = position(LAST_FITS, hidden="PPPPPS", huts=("-1,0", "1,0"), fast_finish="off")
    assert table.offers("take MMMPPP"), "they would fit"
    table.plays("draw")
    table.places("PPPPSP", at="-1,2")
    table.plays("no hut")
    assert table.now["phase"] == "field"
    assert table.now["open"] == []
    assert table.now["open_fitting"] == []


@rule("FJ-075")
def test_legal_cells_and_rotations_are_shown_to_the_active_player() -> None:
    table = discovered(*TWO)
    table.draws("PPPPPS")
    prompt = table.state.prompt(A)
    assert (prompt.kind, prompt.decision, prompt.data) == ("place", "FJ-D2", {"tile": "PPPPPS"})
    shown = {(cell, look) for cell, looks in table.offered_tiles().items() for look in looks}
    expected = placements(table.landscape(), "PPPPPS")
    assert shown == {(f"{q},{r}", look) for (q, r), look in expected}
    assert table.state.prompt(B).kind == "waiting"


@rule("FJ-075")
def test_fitting_open_tiles_are_shown_while_they_can_be_chosen() -> None:
    table = find(lambda state: state.view(A)["open_fitting"] != [])
    assert [f"take {tile}" for tile in table.now["open_fitting"]] == table.offers()[1:]
    table.plays(table.offers()[1])
    assert table.now["phase"] != "place" or table.now["open_fitting"] == []
