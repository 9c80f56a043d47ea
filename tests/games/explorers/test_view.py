"""What the view tells a board, and what it keeps to itself."""

from typing import Any

import pytest

from skali.kit.play import canonical
from tests.games.explorers.given import GAME, THREE, A, B, ExplorersTable, begun, given, random_game
from tests.games.explorers.reference import all_tiles


def test_a_board_finds_tiles_regions_pieces_islands_and_scores() -> None:
    table = given(
        THREE,
        vikings={A: {"aboard": 1, "1,-1": 2}, B: {"0,0": 1}},
        longships={A: "1,-1"},
        cargo={A: "goat"},
        outposts={"0,-1 SE": A},
    )
    view = table.now
    assert table.tile("1,-1") == {
        "cell": [1, -1],
        "tile": "X23",
        "fixed": False,
        "turn": 4,
        "corners": "SSSSLS",
        "join": "",
        "distance": 1,
        "lands": [{"corners": [4], "island": 1, "vikings": [2, 0], "livestock": {"pig": 1}, "settlement": None}],
        "seas": [{"corners": [0, 1, 2, 3, 5], "sea": 1, "longships": [A], "enemy_ship": False}],
    }
    assert view["islands"] == [
        {
            "cells": [[0, -1], [1, -1], [0, 0]],
            "tiles": 3,
            "completed": True,
            "open": 0,
            "influence": [4, 1],
            "controllers": [A],
        }
    ]
    assert view["outposts"] == [{"seat": A, "cell": [0, -1], "corner": "SE", "cells": [[0, -1], [1, -1], [0, 0]]}]
    assert view["players"][A]["aboard"] == {"viking": 1, "goat": 1}
    assert view["players"][A]["longship"] == {"cell": [1, -1], "sea": 1}
    assert view["players"][A]["points"]["islands"] == 3
    assert [2, -1] in view["frontier"]
    assert (view["side"], view["turn"], view["turns"], view["first"], view["winter"]) == ("A-front", 1, 48, 0, 1)


def test_the_hand_shows_faces_and_what_fits() -> None:
    table = given(phase="tile", hands=("X19 X15 X23",))
    town = {"item": "settlement", "on": 1}
    faces = [{key: value for key, value in tile.items() if key != "places"} for tile in table.view(A)["hand"]]
    assert faces == [
        {"tile": "X15", "fits": True, "corners": "LLSLSS", "join": "sea", "item_corners": [0, 1], **town},
        {"tile": "X19", "fits": False, "corners": "LLLLLS", "join": "", "item_corners": [0, 1, 2, 3, 4], **town},
        {"tile": "X23", "fits": True, "corners": "LSSSSS", "join": "", "item": "pig", "item_corners": [0], "on": 1},
    ]
    assert table.view(B)["hand"] != table.view(A)["hand"]


def test_everybody_can_count_the_tiles_not_seen() -> None:
    table = given(THREE, hands=("X29 X30 X31", "X40 X41 X42"))
    unseen = table.view(A)["unseen"]
    assert sum(unseen.values()) == 48 - 2 - 3
    assert unseen["X01"] == 3 and "X29" not in unseen and unseen["X40"] == 1
    assert sum(table.now["unseen"].values()) == 46


def test_a_tile_that_is_being_placed_shows_to_its_owner_only() -> None:
    table = given(phase="tile", hands=("X23 X05 X30",))
    before = {seat: canonical(table.view(seat)) for seat in (B, -1)}
    table.plays("tile X05")
    chosen = table.view(A)["chosen"]
    assert chosen["tile"] == "X05"
    assert [f"place at {q},{r}" for q, r in (each["cell"] for each in chosen["cells"])] == table.offers()
    table.plays("place at 2,-1")
    chosen = table.view(A)["chosen"]
    assert (chosen["tile"], chosen["cell"]) == ("X05", [2, -1])
    assert [f"turn {way['turn']}" for way in chosen["turns"]] == table.offers()
    for way in chosen["turns"]:
        assert {way["corners"][corner] for corner in way["item_corners"]} == {"S"}, "its enemy ship is at sea"
    assert {way["corners"] for way in chosen["turns"]} <= {"LLSSSS", "SLLSSS", "SSLLSS", "SSSLLS", "SSSSLL", "LSSSSL"}
    assert {seat: canonical(table.view(seat)) for seat in (B, -1)} == before
    sample = table.state.determinize(B, 1)
    assert sample.to_dict()["phase"] == "tile", "others take up the turn where it began"


def test_who_places_a_tile_sees_which_islands_it_completes() -> None:
    table = given("X01 at 0,-1 turn 2", phase="tile", hands=("X23 X05 X30",))
    table.plays("tile X23")
    assert {(*each["cell"],): each["completes"] for each in table.view(A)["chosen"]["cells"] if each["completes"]} == {
        (1, -1): [3]
    }
    table = given("X01 at 0,-1 turn 2", phase="tile", hands=("X36 X05 X30",))
    table.plays_all("tile X36", "place at 1,-1")
    assert [way["completes"] for way in table.view(A)["chosen"]["turns"]] == [[3], [3]]


def test_an_action_that_is_being_carried_out_shows_to_everybody() -> None:
    table = given(THREE, vikings={A: {"1,-1": 2}})
    table.plays_all("march", "march to 0,0")
    for seat in (A, B, -1):
        chosen = table.view(seat)["chosen"]
        assert (chosen["from"], chosen["land"], chosen["to"]) == ([1, -1], 1, [0, 0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sampled_hand_of_a_player_who_is_placing_holds_a_tile_that_fits(seats: int) -> None:
    checked = 0
    for state in random_game(seats, 7)[::3]:
        data = state.to_dict()
        if data["phase"] not in ("tile", "cell", "turn"):
            continue
        active = data["active"]
        for viewer in (*range(seats), -1):
            sample = state.determinize(viewer, 11)
            fitting = [tile["fits"] for tile in sample.view(active)["hand"]]
            if data["stack"]:
                assert any(fitting)
                checked += 1
    assert checked > 10


def test_equal_tiles_look_alike_in_view_and_key() -> None:
    """X01 to X04 are one type: which of them lies somewhere, nobody can tell."""
    one = given("X01 at 0,-1 turn 2", hands=("X23 X29 X30", "X31 X32 X33"))
    two = given("X03 at 0,-1 turn 2", hands=("X23 X29 X30", "X31 X32 X33"))
    for seat in (A, B, -1):
        assert canonical(one.view(seat)) == canonical(two.view(seat))
        assert one.state.key(seat) == two.state.key(seat)


def test_keys_tell_positions_apart() -> None:
    base: dict[str, Any] = {"vikings": {A: {"aboard": 2, "1,-1": 1}}}
    tables = [
        given(THREE, **base),
        given(THREE, vikings={A: {"aboard": 2, "0,0": 1}}),
        given(THREE, vikings={A: {"aboard": 1, "1,-1": 2}}),
        given(THREE, **base, longships={A: "1,0"}),
        given(THREE, **base, points=3),
        given(THREE, **base, livestock={"1,-1": "goat"}),
        given(THREE, **base, calm="0,-1", sunk={B: "safe"}),
        given(THREE, **base, outposts={"0,-1 SE": B}),
        given(THREE, **base, delivered={A: "pig"}),
    ]
    keys = {int(table.state.key(-1)) for table in tables}
    assert len(keys) == len(tables)


def test_the_words_of_every_captain_and_item_are_there() -> None:
    for language in ("en", "fr", "nl"):
        words = GAME.words(language)
        for tile in all_tiles():
            assert words.say("item", tile.item)
        table = begun(4)
        assert isinstance(table, ExplorersTable)
        for player in table.now["players"]:
            assert words.say("captain_text", player["captains"][0]["captain"])
