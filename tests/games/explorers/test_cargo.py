"""Load, unload and deliver (XN-063 to XN-078)."""

from skali.kit.rule import rule
from tests.games.explorers.given import THREE, A, B, given
from tests.games.explorers.test_geometry import TWO_SEAS

BAY = "X15 at 2,-1 turn 5"
"""At 2,-1 two lands beside one sea: a settlement on land 1."""


@rule("XN-063")
def test_any_number_of_vikings_and_livestock_comes_aboard_for_one_point() -> None:
    table = given(THREE, vikings={A: {"1,-1": 2}}, longships={A: "1,-1"})
    table.plays_all("load", "take viking from land-1", "take viking from land-1", "take pig from land-1")
    assert table.player(A)["aboard"] == {"viking": 2, "pig": 1}
    assert table.land("1,-1")["vikings"] == [0, 0]
    assert table.land("1,-1")["livestock"] == {}
    assert table.now["points"] == 3


@rule("XN-064", "EX-XN-12")
def test_a_longship_carries_three_pieces() -> None:
    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 1}}, longships={A: "1,-1"}, livestock={"1,-1": "pig pig"})
    assert set(table.cargoes("load")) == {
        ("viking land-1",),
        ("pig land-1",),
        ("pig land-1", "viking land-1"),
        ("pig land-1", "pig land-1"),
    }
    full = given(THREE, vikings={A: {"aboard": 3, "1,-1": 1}}, longships={A: "1,-1"})
    assert full.refuses("load", because="XN-064")
    assert full.refuses("take viking from land-1", because="XN-064")


@rule("XN-065")
def test_everything_loaded_is_on_the_tile_of_the_longship_from_several_lands_if_wished() -> None:
    table = given(THREE, vikings={A: {"aboard": 1, "0,-1": 2}}, longships={A: "1,-1"}, livestock={"1,-1": ""})
    assert table.refuses("load", because="XN-065")
    table = given(BAY, vikings={A: {"2,-1/1": 1, "2,-1/2": 1}}, longships={A: "2,-1"})
    table.plays("load")
    assert table.refuses("take viking from land-3", because="XN-065")
    assert table.refuses("take pig from land-1", because="XN-065")
    table.plays_all("take viking from land-1", "take viking from land-2")
    assert table.player(A)["aboard"] == {"viking": 2}
    assert table.now["points"] == 3


@rule("XN-066")
def test_from_the_mainland_one_loads_on_any_fixed_tile_together_with_its_land() -> None:
    for cell in ("-1,0", "1,0"):
        table = given(vikings={A: {}}, longships={A: cell})
        table.loads("viking mainland")
        assert table.player(A)["vikings"]["mainland"] == 6
    table = given(THREE, vikings={A: {"0,0": 1}})
    table.loads("viking mainland", "viking land-1")
    assert table.player(A)["vikings"] == {"mainland": 5, "aboard": 2, "ashore": 0, "dead": 0}
    away = given(THREE, vikings={A: {"aboard": 1, "1,-1": 1}}, longships={A: "1,-1"})
    assert away.refuses("take viking from mainland", because="XN-066")


@rule("XN-067", "EX-XN-13")
def test_livestock_comes_aboard_only_where_an_own_viking_stands() -> None:
    table = given(THREE, longships={A: "1,-1"})
    assert table.refuses("load", because="XN-067")
    assert table.refuses("take pig from land-1", because="XN-067")
    other = given(THREE, vikings={A: {"aboard": 1}, B: {"1,-1": 2}}, longships={A: "1,-1"})
    assert other.refuses("take pig from land-1", because="XN-067")
    # On another land region of the tile does not do.
    bay = given(BAY, vikings={A: {"aboard": 1, "2,-1/2": 1}}, longships={A: "2,-1"}, livestock={"2,-1/1": "goat"})
    assert bay.refuses("take goat from land-1", because="XN-067")
    # The Viking may board too, or stay.
    for cargo in (("pig land-1",), ("viking land-1", "pig land-1")):
        ashore = given(THREE, vikings={A: {"1,-1": 1}}, longships={A: "1,-1"})
        ashore.loads(*cargo)
        assert ashore.player(A)["aboard"]["pig"] == 1


@rule("XN-068")
def test_vikings_of_others_are_never_loaded() -> None:
    table = given(THREE, vikings={A: {"aboard": 1}, B: {"1,-1": 2}}, longships={A: "1,-1"})
    assert table.refuses("take viking from land-1", because="XN-068")


@rule("XN-069")
def test_nothing_is_taken_from_another_longship() -> None:
    table = given(
        THREE,
        vikings={A: {"1,-1": 1}, B: {"aboard": 1}},
        longships={A: "1,-1", B: "1,-1"},
        cargo={B: "goat"},
    )
    table.plays("load")
    assert table.refuses("take goat from land-1", because="XN-069")
    table.plays_all("take viking from land-1", "done")
    assert table.player(B)["aboard"] == {"viking": 1, "goat": 1}


@rule("EX-XN-14")
def test_an_empty_longship_on_f2_can_take_one_two_or_three_vikings() -> None:
    table = given(vikings={A: {}, B: {"aboard": 2}})
    assert set(table.cargoes("load")) == {("viking mainland",) * number for number in (1, 2, 3)}


# Unload and deliver


@rule("XN-070")
def test_any_number_of_pieces_goes_ashore_for_one_point() -> None:
    table = given(THREE, vikings={A: {"aboard": 2}}, longships={A: "1,-1"}, cargo={A: "goat"})
    assert len(table.cargoes("unload")) == 5
    assert table.refuses("put horse on land-1", because="XN-070")
    table.plays_all("unload", "put viking on land-1", "put viking on land-1", "put goat on land-1")
    assert table.land("1,-1")["vikings"][A] == 2
    assert table.land("1,-1")["livestock"] == {"pig": 1, "goat": 1}
    assert table.now["points"] == 3


@rule("XN-071")
def test_pieces_go_ashore_on_the_tile_of_the_longship_on_several_lands_if_wished() -> None:
    table = given(BAY, longships={A: "2,-1"}, strengths={"2,-1": 5})
    assert table.refuses("put viking on land-3", because="XN-071")
    table.plays_all("unload", "put viking on land-1", "put viking on land-2")
    assert [land["vikings"][A] for land in table.tile("2,-1")["lands"]] == [1, 1]
    assert table.now["points"] == 3


@rule("XN-072")
def test_pieces_go_onto_the_mainland_from_any_fixed_tile_together_with_its_land() -> None:
    table = given(THREE)
    table.plays_all("unload", "put viking on mainland", "put viking on land-1")
    assert table.player(A)["vikings"] == {"mainland": 6, "aboard": 0, "ashore": 1, "dead": 0}
    for cell in ("-1,0", "1,0"):
        fixed = given(longships={A: cell}, vikings={A: {"aboard": 1}})
        fixed.plays("unload")
        assert fixed.player(A)["vikings"]["mainland"] == 7
    away = given(THREE, longships={A: "1,-1"})
    assert away.refuses("put viking on mainland", because="XN-072")


@rule("XN-073", "EX-XN-16")
def test_livestock_goes_ashore_only_with_a_viking_aboard() -> None:
    table = given(THREE, vikings={A: {"1,-1": 1}}, longships={A: "1,-1"}, cargo={A: "pig goat"}, livestock={"1,-1": ""})
    assert table.refuses("unload", because="XN-073")
    assert table.refuses("put pig on land-1", because="XN-073")
    assert table.refuses("sail", because="XN-080")
    assert set(table.cargoes("load")) == {("viking land-1",)}
    table.plays("load")
    assert table.player(A)["aboard"] == {"viking": 1, "pig": 1, "goat": 1}
    # The Viking need not leave.
    table.unloads("pig land-1")
    assert table.player(A)["aboard"] == {"viking": 1, "goat": 1}


@rule("XN-074", "EX-XN-15")
def test_livestock_on_the_mainland_is_delivered() -> None:
    cargo = {A: "pig goat"}
    table = given(vikings={A: {"aboard": 1}}, longships={A: "-1,0"}, cargo=cargo)
    events = table.unloads("viking mainland", "pig mainland", "goat mainland")
    assert [event.data["animal"] for event in events if event.kind == "delivered"] == ["pig", "goat"]
    assert table.player(A)["delivered"] == {"pig": 1, "goat": 1}
    assert table.player(A)["vikings"]["mainland"] == 7
    assert table.now["points"] == 3
    assert table.points(A, "livestock") == 3
    alone = given(vikings={A: {"aboard": 1}}, longships={A: "-1,0"}, cargo=cargo)
    alone.unloads("pig mainland", "goat mainland")
    assert alone.player(A)["aboard"] == {"viking": 1}
    assert alone.player(A)["delivered"] == {"pig": 1, "goat": 1}
    # It never returns to play.
    assert alone.refuses("take pig from mainland", because="XN-074")


@rule("XN-075")
def test_vikings_on_the_mainland_can_be_loaded_again() -> None:
    table = given()
    table.unloads("viking mainland", "viking mainland")
    assert table.player(A)["vikings"]["mainland"] == 7
    table.loads("viking mainland", "viking mainland", "viking mainland")
    assert table.player(A)["vikings"] == {"mainland": 4, "aboard": 3, "ashore": 0, "dead": 0}


@rule("XN-076")
def test_landing_can_raid() -> None:
    table = given(BAY, longships={A: "2,-1"}, strengths={"2,-1": 3}, vikings={A: {"aboard": 2, "2,-1/1": 1}})
    table.unloads("viking land-1")
    assert table.land("2,-1")["settlement"] == 3
    table.unloads("viking land-1")
    assert table.land("2,-1")["settlement"] is None
    assert table.player(A)["settlements"] == [3]


@rule("XN-077")
def test_livestock_ashore_needs_no_viking_and_is_free_to_everybody() -> None:
    table = given(
        THREE, vikings={A: {"aboard": 1}, B: {"1,-1": 1}}, longships={A: "1,-1"}, cargo={A: "goat"}, hands=("X29",)
    )
    table.unloads("goat land-1")
    table.ends_turn()
    assert table.land("1,-1")["livestock"] == {"pig": 1, "goat": 1}
    while table.now["phase"] != "action":
        table.plays(table.offers()[0])
    table.plays_all("herd", "herd goat", "herd to 0,0")
    assert table.land("0,0")["livestock"] == {"goat": 1}


@rule("XN-078")
def test_there_is_no_limit_ashore() -> None:
    table = given(
        THREE,
        seats=4,
        vikings={A: {"aboard": 1, "1,-1": 6}, B: {"1,-1": 7}, 2: {"1,-1": 7}, 3: {"1,-1": 7}},
        longships={A: "1,-1"},
        livestock={"1,-1": "pig pig pig pig pig pig goat goat goat goat goat"},
        cargo={A: "chicken"},
    )
    table.unloads("viking land-1", "chicken land-1")
    assert table.land("1,-1")["vikings"] == [7, 7, 7, 7]
    assert sum(table.land("1,-1")["livestock"].values()) == 12


def test_a_cargo_is_named_in_one_order_only() -> None:
    """XN-D07, XN-D08: mainland before land, Vikings before livestock, each pick equal to or later than the last."""
    table = given(THREE, vikings={A: {"1,-1": 2}}, longships={A: "1,-1"})
    table.plays_all("load", "take pig from land-1")
    assert table.awaits == [A] and table.now["phase"] == "action", "nothing later than the pig is left"
    table = given(THREE, vikings={A: {"1,-1": 2}}, longships={A: "1,-1"}, livestock={"1,-1": "pig goat"})
    table.plays_all("load", "take pig from land-1")
    assert table.refuses("take viking from land-1", because="XN-D07")
    assert table.offers() == ["take goat from land-1", "done"]
    table = given(THREE, vikings={A: {"aboard": 2}}, cargo={A: "goat"})
    table.plays_all("unload", "put goat on mainland")
    assert table.refuses("put viking on mainland", because="XN-D08")
    assert table.offers() == ["put viking on land-1", "done"]


def test_from_either_sea_of_a_tile_the_same_land_is_reached() -> None:
    for sea in ("0,-1", "0,-1/2"):
        table = given(
            TWO_SEAS, side="A-back", calm="0,-1", sunk={A: "safe"}, longships={A: sea}, vikings={A: {"aboard": 1}}
        )
        table.plays("unload")
        assert table.land("0,-1")["vikings"] == [1, 0]
