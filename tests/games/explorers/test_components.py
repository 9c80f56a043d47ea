"""Components and options (XN-001 to XN-010), and what the loader refuses."""

import copy
import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from skali.core import ComponentError, Components, LoadError, OptionError, Rng
from skali.games.explorers import Explorers
from skali.kit.rule import rule
from tests.games.explorers.given import GAME, begun, given, start
from tests.games.explorers.reference import CAPTAINS, LIVESTOCK, SIDES, all_tiles

DATA = tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))


def with_change(change: Callable[[dict[str, Any]], None]) -> Explorers:
    data = copy.deepcopy(DATA)
    change(data)
    return Explorers(Components("own.toml", data))


@rule("XN-001")
def test_one_to_four_can_play_and_one_plays_the_solo_variant() -> None:
    assert GAME.seats == (1, 2, 3, 4)
    for seats in (1, 2, 3, 4):
        assert len(start(seats).now["players"]) == seats
        assert start(seats).now["solo"] == (seats == 1)
    for seats in (0, 5):
        with pytest.raises(OptionError):
            GAME.start(seats, 1)


@rule("XN-002")
def test_there_are_48_tiles_with_one_illustration_each_and_none_is_used_twice() -> None:
    assert len({tile["name"] for tile in DATA["tile"]}) == 48
    assert all(isinstance(tile["item"], str) for tile in DATA["tile"])
    with pytest.raises(ComponentError, match="XN-002"):
        with_change(lambda data: data["tile"].pop())
    with pytest.raises(ComponentError, match="item"):
        with_change(lambda data: data["tile"][0].pop("item"))
    saved = begun().state.to_dict()
    saved["stack"][0] = saved["players"][0]["hand"][0]
    with pytest.raises(LoadError, match="exactly once"):
        GAME.load(saved)


@rule("XN-003")
def test_the_illustrations_are_26_livestock_12_settlements_10_enemy_ships() -> None:
    items = Counter(tile.item for tile in all_tiles())
    assert [items[animal] for animal in LIVESTOCK] == [6, 5, 5, 4, 3, 3]
    assert (items["settlement"], items["enemy_ship"]) == (12, 10)


@rule("XN-004")
def test_there_are_26_livestock_tokens() -> None:
    supply = begun().now["supply"]["livestock"]
    assert supply == {"pig": 6, "chicken": 5, "goat": 5, "sheep": 4, "cattle": 3, "horse": 3}


@rule("XN-005")
def test_there_are_14_settlement_tokens_with_strengths_2_to_5() -> None:
    assert begun().now["supply"]["settlements"] == {"2": 3, "3": 4, "4": 4, "5": 3}


@rule("XN-006")
def test_there_are_12_enemy_ships_and_half_of_them_kill() -> None:
    supply = begun().now["supply"]
    assert supply["enemy_ships"] == 12
    assert supply["unturned"] == {"viking_dies": 6, "safe": 6}


@rule("XN-007")
def test_each_player_has_a_longship_with_three_places_seven_vikings_and_five_outposts() -> None:
    for player in begun(4).now["players"]:
        assert sum(player["vikings"].values()) == 7 + player["vikings"]["dead"]
        assert player["outposts_left"] == 5
    given(vikings={0: {"aboard": 1}}, cargo={0: "pig goat"})
    with pytest.raises(LoadError, match="XN-064"):
        given(vikings={0: {"aboard": 2}}, cargo={0: "pig goat"})
    saved = begun().state.to_dict()
    saved["players"][0]["vikings"].append(400)
    with pytest.raises(LoadError, match="vikings must be a list of 7"):
        GAME.load(saved)


@rule("XN-008")
def test_there_are_eleven_captains_one_of_each() -> None:
    dealt = Counter(
        captain for seed in range(40) for seat in range(4) for captain in start(4, seed).view(seat)["captains"]
    )
    assert set(dealt) == set(CAPTAINS)
    for seed in range(10):
        table = start(4, seed)
        captains = [captain for seat in range(4) for captain in table.view(seat)["captains"]]
        assert len(set(captains)) == len(captains) == 8


@rule("XN-009")
def test_the_start_side_is_one_of_four_and_a_front_unless_chosen_otherwise() -> None:
    assert GAME.options().to_texts() == {"start_side": "A-front"}
    assert GAME.start(2, 1).view(-1)["side"] == "A-front"
    for side, corners in SIDES.items():
        fixed = [tile["corners"] for tile in start(2, 1, side).now["tiles"]]
        assert fixed == list(corners)
    with pytest.raises(OptionError):
        GAME.options.parse({"start_side": "C-front"})


@rule("XN-010")
def test_a_random_side_is_drawn_uniformly_and_before_anything_else() -> None:
    sides = Counter(start(2, seed, "random").now["side"] for seed in range(400))
    assert set(sides) == set(SIDES)
    assert all(70 <= count <= 130 for count in sides.values()), sides
    for seed in range(20):
        assert start(2, seed, "random").now["side"] == list(SIDES)[Rng(seed).below(4)]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: data["tile"][0].update(corners="LLLLLL"), "both land and sea"),
        (lambda data: data["tile"][0].update(corners="LSXSSS"), "six letters"),
        (lambda data: data["tile"][0].update(name="X02"), "no other tile"),
        (lambda data: data["tile"][6].pop("join"), "join"),
        (lambda data: data["tile"][0].update(on=2), "'on'"),
        (lambda data: data["captain"].pop(), "XN-008"),
        (lambda data: data["start_side"][0].update(fixed=["SSSSSS", "SLSSSS", "SSSSSS"]), "do not match"),
        (lambda data: data["board"].update(fixed=[[0, 0], [0, 0], [1, 0]]), "different cells"),
        (lambda data: data["board"].update(fixed=[[-1, 0], [0, 0], [2, 0]]), "from the middle"),
        (lambda data: data["enemy_ships"].update(viking_dies=7), "viking_dies"),
        (lambda data: data["pieces"].update(vikings=8), "vikings"),
    ],
)
def test_a_set_that_cannot_be_played_is_refused_with_its_reason(
    change: Callable[[dict[str, Any]], None], complaint: str
) -> None:
    with pytest.raises(ComponentError, match=complaint):
        with_change(change)
