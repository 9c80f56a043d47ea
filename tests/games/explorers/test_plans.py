"""The whole actions that a view tells a board: each can be carried out as it says, and none is missing."""

from typing import Any

import pytest

from skali.core import State
from tests.games.explorers.given import GAME, A, B, begun, given, random_game


def carried_out(state: State, seat: int, action: dict[str, Any]) -> State:
    after = state.copy()
    for move in action["moves"]:
        after.apply(seat, GAME.moves.read(move))
    return after


@pytest.mark.parametrize(("seats", "seed"), [(1, 3), (2, 4), (3, 5)])
def test_every_action_is_carried_out_as_it_says(seats: int, seed: int) -> None:
    kinds: set[str] = set()
    checked = 0
    for state in random_game(seats, seed)[::3]:
        for seat in state.to_act():
            before = state.view(seat)
            for action in before["actions"]:
                after = carried_out(state, seat, action)
                view = after.view(seat)
                kinds.add(action["kind"])
                checked += 1
                if before["points"] > action["cost"] and view["turn"] == before["turn"] and view["active"] == seat:
                    assert view["points"] == before["points"] - action["cost"]
                    if not action["fights"]:
                        assert view["scores"][seat] - before["scores"][seat] == action["gain"]
                if action["kind"] == "sail":
                    end = action["way"][-1]
                    assert view["players"][seat]["longship"] == {"cell": end["cell"], "sea": end["region"]}
                    assert len(action["way"]) == action["cost"] + 1
    assert checked > 200
    assert kinds >= {"load", "unload", "sail", "march"}


def test_no_action_is_missing_and_nobody_else_is_told() -> None:
    checked = 0
    for state in random_game(2, 6)[::5]:
        for seat in state.to_act():
            view = state.view(seat)
            if view["phase"] == "action":
                offered = {GAME.moves.show(move) for move in state.legal_moves(seat)} - {"end turn"}
                assert {action["moves"][0] for action in view["actions"]} == offered
                assert state.view(1 - seat)["actions"] == []
                checked += 1
            elif view["phase"] in ("sail", "march_to", "herd_to", "build"):
                firsts = {action["moves"][0] for action in view["actions"] if action["cost"] <= 2}
                assert firsts == {GAME.moves.show(move) for move in state.legal_moves(seat)}
    assert checked > 10


def test_a_voyage_goes_on_up_to_a_fight_and_not_beyond() -> None:
    table = given("X01 at 0,-1 turn 2; X23 at 1,-1 turn 4", vikings={A: {"aboard": 2}})
    voyages = {tuple(each["way"][-1]["cell"]): each for each in table.view(A)["actions"] if each["kind"] == "sail"}
    assert voyages[0, -1]["fights"] and voyages[0, -1]["gain"] == 0
    assert voyages[1, -1]["way"][0]["cell"] == [0, 0]
    assert all(not each["fights"] or each["way"][-1]["cell"] == [0, -1] for each in voyages.values())


def test_the_hand_says_where_each_tile_goes_to_its_owner_alone() -> None:
    table = begun()
    seat = table.state.to_act()[0]
    hand = table.state.view(seat)["hand"]
    assert any(tile["places"] for tile in hand)
    for tile in hand:
        assert bool(tile["places"]) == tile["fits"]
    assert all(tile["places"] == [] for tile in table.state.view(1 - seat)["hand"])


def test_sites_are_the_free_corners_where_three_tiles_meet_by_land() -> None:
    table = given("X01 at 0,-1 turn 2; X23 at 1,-1 turn 4")
    assert table.now["sites"] == [{"cell": [0, -1], "corner": "SE"}]
    table = given("X01 at 0,-1 turn 2; X23 at 1,-1 turn 4", outposts={"0,-1 SE": B})
    assert table.now["sites"] == []
    assert [player["next_outpost"] for player in table.now["players"]] == [2, 3]
