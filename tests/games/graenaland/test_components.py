"""Components and setup (GR-010 to GR-031)."""

import pytest

from skali.core import ComponentError, Components
from skali.games.graenaland import Graenaland
from skali.kit.rule import rule
from tests.games.graenaland.given import (
    GAME,
    RESOURCES,
    SUPPLY,
    builds,
    decks_are,
    given,
    hand,
    phase,
    player,
    start,
    territory,
)

ISLANDS = {
    3: ["P1", "H1", "F1", "I1", "M1"],
    4: ["P1", "F1", "F2", "P2", "I1", "M1", "I2"],
    5: ["P1", "F1", "H1", "P2", "F2", "I1", "M1", "M2", "I2"],
}


def changed(section: str, number: int, **fields: object) -> None:
    """Loads the components with one item changed."""
    data = {name: list(each) if isinstance(each, list) else each for name, each in GAME.components.data.items()}
    data[section][number] = data[section][number] | fields
    Graenaland(Components("changed.toml", data))


@rule("GR-010")
def test_nine_tiles_five_of_them_coast() -> None:
    tiles = GAME.components.items("tile")
    assert [item.text("row") for item in tiles].count("coast") == 5
    assert len(tiles) == 9
    assert {item.text("terrain") for item in tiles if item.text("row") == "coast"} == {"plains", "forest", "hills"}
    assert {item.text("terrain") for item in tiles if item.text("row") == "inland"} == {"hills", "mountains"}
    with pytest.raises(ComponentError, match="GR-010"):
        changed("tile", 0, row="inland", village={"wood": 3, "cattle": 2})


@rule("GR-011")
def test_the_decks_and_their_public_make_up() -> None:
    made_of = {back: each["made_of"] for back, each in start().view(-1)["decks"].items()}
    assert made_of == {
        "plains": {"grain": 18, "cattle": 12, "ore": 6},
        "forest": {"wood": 18, "grain": 12, "cattle": 6},
        "hills": {"ore": 15, "cattle": 10, "wood": 5},
        "mountains": {"gold": 12, "ore": 8, "wood": 4},
    }
    with pytest.raises(ComponentError, match="grain"):  # all cards of a face must have room in one hand
        changed("deck", 0, grain=24)


@rule("GR-012")
def test_sixteen_supply_cards_without_gold() -> None:
    assert len(SUPPLY) == 16
    assert all("gold" not in kind for kind in SUPPLY)
    with pytest.raises(ComponentError, match="GR-012"):
        changed("supply", 3, symbols=["grain", "gold"])


@rule("GR-013")
def test_fourteen_houses_of_which_thirteen_can_be_colonies() -> None:
    table = start()
    assert [player(table, seat)["houses"] for seat in range(4)] == [11, 11, 11, 11]
    full = given().villages("P1", 12).hand(0, "wood 2 cattle 2").build()
    assert player(full, 0)["houses"] == 0
    assert full.refuses("build village", because="GR-110")


@rule("GR-014")
def test_one_hero_of_each_kind() -> None:
    """A second church brings no second priest: the one priest may come over, or stays."""
    position = given().villages("P1", 1).villages("F1", 1).building("church", "P1", 0).hero(0, "priest", "P1")
    table = position.hero(0, "warrior", "F2").hand(0, "grain 2 wood 1 ore 2").build()
    table.plays("build church")
    assert phase(table) == "hero_seat"
    table.plays("move hero there")
    heroes = [hero["hero"] for each in table.view(0)["territories"] for hero in each["heroes"] if hero["seat"] == 0]
    assert sorted(heroes) == ["priest", "warrior"]
    assert player(table, 0)["heroes"] == {"warrior": "F2", "priest": "F1"}


@rule("GR-015")
def test_a_work_without_tokens_cannot_be_built() -> None:
    position = given(5).works("P1", "road").works("F1", "road").works("H1", "road").works("P2", "road")
    position = position.works("F2", "road").villages("I1", 1).hand(0, "grain 2 ore 2")
    assert position.build().offers("build road")
    table = position.works("M1", "road").build()
    assert table.view(0)["tokens"]["road"] == 0
    assert table.refuses("build road", because="GR-015")
    # Also where a road stands already in the builder's own territory, first or last (GR-161)
    for own in ("P1", "M1"):
        assert position.works("M1", "road").villages(own, 1).build().refuses("build road", because="GR-015")
    assert start().view(0)["tokens"] == {"road": 6, "improvement": 9, "market": 6, "palisade": 6}


@rule("GR-016")
def test_the_army_track_ends_at_ten() -> None:
    position = given().hand(0, "grain 8 ore 2").army(0, 9)
    table = position.build()
    table.plays("build army")
    assert player(table, 0)["army"] == 10
    assert table.refuses("build army", because="GR-016")


@rule("GR-017")
def test_a_card_goes_back_to_the_deck_of_its_back() -> None:
    """Wood from the mountains is discarded to the mountains, whatever forest cards are held."""
    table = given().hand(0, "wood@mountains 1 grain 1 cattle 1").villages("P1", 1).build()
    builds(table, "market", "P1")
    assert table.view(-1)["decks"]["mountains"]["discard"] == {"wood": 1}
    assert table.view(-1)["decks"]["forest"]["discard"] == {}


@rule("GR-018", "GR-020")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_tiles_in_play_and_their_order(seats: int) -> None:
    island = start(seats).state.to_dict()["island"]
    assert island == ISLANDS[seats]
    marks = {item.text("id"): item.text("mark") for item in GAME.components.items("tile")}
    left_out = {3: ("5", "4,5"), 4: ("5", "3,5"), 5: ()}[seats]
    assert set(island) == {tile for tile, mark in marks.items() if mark not in left_out}


@rule("GR-018")
def test_a_tile_that_is_not_in_play_cannot_be_named() -> None:
    table = given(3).lying("P1", "grain").distribution()
    assert table.refuses("propose P2", because="GR-018")


@rule("GR-019")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_inland_row_lies_between_the_coast_tiles(seats: int) -> None:
    territories = start(seats).view(-1)["territories"]
    rows = [each["row"] for each in territories]
    assert rows == ["coast"] * seats + ["inland"] * (seats - 1)
    for k, inland in enumerate(territories[seats:]):
        coast = [territories[k]["id"], territories[k + 1]["id"]]
        assert [name for name in inland["adjacent"] if name in coast] == coast


@rule("GR-021")
def test_adjacency_is_along_the_row_and_between_the_rows() -> None:
    table = start(4)
    assert territory(table, "P1")["adjacent"] == ["F1", "I1"]
    assert territory(table, "F1")["adjacent"] == ["P1", "F2", "I1", "M1"]
    assert territory(table, "M1")["adjacent"] == ["F1", "F2", "I1", "I2"]


@rule("GR-022", "GR-029")
def test_the_first_player_is_drawn_with_the_seed_and_leads() -> None:
    firsts = [start(4, seed).view(-1)["first"] for seed in range(30)]
    assert set(firsts) == {0, 1, 2, 3}
    assert firsts == [start(4, seed).view(-1)["first"] for seed in range(30)]
    for seed in range(30):
        table = start(4, seed)
        assert table.view(-1)["leader"] == firsts[seed]
        assert firsts[seed] not in table.awaits


@rule("GR-024")
def test_nobody_knows_the_order_of_a_deck() -> None:
    """The next card is drawn when it is drawn: other luck brings other cards from the same position."""
    drawn = set()
    for seed in range(20):
        table = given().leader(3).end_of_build()
        table.state.reseed(seed)
        table.plays("end")
        drawn.add(tuple(territory(table, "P1")["cards"]))
    assert len(drawn) > 1
    assert "deck" not in table.view(0) and table.view(0)["decks"]["plains"]["left"] < 36


@rule("GR-025")
def test_four_supply_cards_lie_open() -> None:
    supply = start().view(-1)["supply"]
    assert len(supply["display"]) == 4
    assert supply["deck"] == 12


@rule("GR-026")
def test_every_army_starts_at_one() -> None:
    assert [player(start(5), seat)["army"] for seat in range(5)] == [1] * 5


@rule("GR-023", "GR-027")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_takes_the_next_start_place(seats: int) -> None:
    """Places go round the table from the first player; it is the place that counts, not the colour."""
    places = [item for item in GAME.components.items("start") if item.get("players") == seats]
    assert len(places) == seats
    for seed in range(4):
        table = start(seats, seed)
        first = table.view(-1)["first"]
        for place, item in enumerate(places):
            seat = (first + place) % seats
            own = [each["id"] for each in table.view(-1)["territories"] if each["villages"][seat]]
            assert sorted(own) == sorted(item.get("villages"))
            assert player(table, seat)["heroes"] == {"warrior": item.get("villages")[0]}


@rule("GR-028")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_draws_a_card_of_both_terrains(seats: int) -> None:
    table = start(seats)
    for seat in range(seats):
        own = [each["terrain"] for each in table.view(-1)["territories"] if each["villages"][seat]]
        backs = [back for back, count in player(table, seat)["backs"].items() for _ in range(count)]
        assert sorted(backs) == sorted(own)
        assert sum(hand(table, seat).values()) == 2


@rule("GR-030")
def test_the_condition_card_replaces_the_victory_cards() -> None:
    table = start(4)
    assert table.view(0)["victory"]["mode"] == "conditions"
    assert table.view(0)["victory"]["needed"] == 3
    assert table.state.to_dict()["dealt"] == [[], [], [], []]


@rule("GR-031")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nothing_else_is_in_play_at_the_start(seats: int) -> None:
    """The cards beside territories are those of the first production, no more."""
    table = start(seats)
    for each in table.view(-1)["territories"]:
        assert each["works"] == [] and set(each["buildings"].values()) == {None}
        assert all(hero["hero"] == "warrior" for hero in each["heroes"])
        assert each["face_down"] == 0
        assert sum(each["cards"].values()) == (1 if sum(each["villages"]) else 0)
    assert all(player(table, seat)["waiting"] == {} for seat in range(seats))


@rule("GR-011")
def test_cards_are_drawn_from_the_deck_of_the_terrain() -> None:
    table = start(3)
    lying = {each["id"]: each["cards"] for each in table.view(-1)["territories"]}
    assert set(lying["P1"]) <= {"grain", "cattle", "ore"}
    assert set(lying["F1"]) <= {"wood", "grain", "cattle"}
    assert decks_are(table, "mountains") == (24, 0)
    assert len(RESOURCES) == 5
