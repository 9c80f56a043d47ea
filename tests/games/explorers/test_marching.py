"""March, raid and herd (XN-091 to XN-104)."""

from skali.kit.rule import rule
from tests.games.explorers.given import THREE, A, B, given
from tests.games.explorers.test_geometry import TWO_ISLANDS

FORT = "X21 at 0,-1 turn 1; X24 at 1,-1 turn 4"
"""F2, 0,-1 and 1,-1 around F2.N, all linked; a settlement at 0,-1, a pig at 1,-1."""


@rule("XN-091")
def test_one_or_two_vikings_march_to_a_linked_land() -> None:
    table = given(THREE, vikings={A: {"aboard": 1, "1,-1": 2}})
    table.plays("march")
    assert set(table.offers()) == {"march to 0,-1", "march to 0,0"}
    assert table.refuses("march to 2,-1", because="XN-093")
    table.plays("march to 0,-1")
    assert table.offers() == ["march with 1", "march with 2"]
    events = table.plays("march with 2")
    assert [event.data for event in events] == [{"vikings": 2, "seat": A, "from": [1, -1], "to": [0, -1]}]
    assert table.land("0,-1")["vikings"] == [2, 0]
    assert table.land("1,-1")["vikings"] == [0, 0]
    assert table.now["points"] == 3
    assert table.refuses("march from 1,-1 land 1", because="XN-091")


@rule("XN-092")
def test_two_vikings_start_and_end_together() -> None:
    table = given(THREE, vikings={A: {"1,-1": 1, "0,-1": 1}})
    table.plays_all("march", "march from 1,-1 land 1", "march to 0,0")
    # One stood there, so one marched, without asking; the other stays.
    assert table.land("0,0")["vikings"] == [1, 0]
    assert table.land("0,-1")["vikings"] == [1, 0]
    pair = given(THREE, vikings={A: {"1,-1": 2}})
    pair.plays_all("march", "march to 0,0")
    assert pair.offers() == ["march with 1", "march with 2"]
    assert pair.refuses("march to 0,-1", because="XN-061"), "one target for both"


@rule("EX-XN-21")
def test_three_vikings_need_two_marches() -> None:
    table = given(THREE, vikings={A: {"1,-1": 3}})
    table.plays_all("march", "march to 0,0")
    assert table.offers() == ["march with 1", "march with 2"]
    table.plays("march with 2")
    assert table.land("0,0")["vikings"] == [2, 0]
    table.plays_all("march", "march from 1,-1 land 1", "march to 0,0")
    assert table.land("0,0")["vikings"] == [3, 0]
    assert table.now["points"] == 2


@rule("XN-093")
def test_vikings_do_not_swim_not_even_on_one_tile() -> None:
    table = given(TWO_ISLANDS, side="B-front", vikings={A: {"0,0/1": 1}})
    table.plays("march")
    assert set(table.offers()) == {"march to 1,0", "march to 1,-1"}
    assert table.refuses("march to -1,0", because="XN-093")
    assert table.refuses("march to 0,-1", because="XN-093")
    cut_off = given("X15 at 2,-1 turn 5", vikings={A: {"aboard": 1, "2,-1/2": 1}})
    assert cut_off.refuses("march", because="XN-093")
    assert cut_off.refuses("march from 2,-1 land 2", because="XN-093")


@rule("XN-094")
def test_vikings_aboard_and_on_the_mainland_do_not_march() -> None:
    table = given(THREE, vikings={A: {"aboard": 2}}, longships={A: "1,-1"})
    assert table.player(A)["vikings"]["mainland"] == 5
    assert table.refuses("march", because="XN-094")
    assert table.refuses("march from 1,-1 land 1", because="XN-091")


@rule("XN-095")
def test_a_settlement_falls_as_soon_as_enough_own_vikings_have_arrived() -> None:
    # By march.
    table = given(FORT, strengths={"0,-1": 2}, vikings={A: {"1,-1": 2}})
    table.plays_all("march", "march to 0,-1")
    events = table.plays("march with 2")
    assert [event.data for event in events if event.kind == "raided"] == [{"seat": A, "cell": [0, -1], "strength": 2}]
    assert table.land("0,-1")["settlement"] is None
    # By herding.
    table = given(FORT, strengths={"0,-1": 2}, vikings={A: {"1,-1": 1, "0,-1": 1}})
    table.plays_all("herd", "herd to 0,-1")
    assert table.player(A)["settlements"] == [2]
    # By landing, and more than enough is enough.
    table = given(FORT, strengths={"0,-1": 2}, vikings={A: {"aboard": 3}}, longships={A: "0,-1"})
    table.unloads("viking land-1", "viking land-1", "viking land-1")
    assert table.player(A)["settlements"] == [2]


@rule("XN-096", "EX-XN-20")
def test_only_own_vikings_ashore_on_the_same_land_count_for_a_raid() -> None:
    table = given(
        "X15 at 2,-1 turn 5",
        strengths={"2,-1": 2},
        vikings={A: {"2,-1/1": 1, "2,-1/2": 1, "aboard": 1}, B: {"2,-1/1": 1}},
        longships={A: "2,-1"},
    )
    assert table.land("2,-1")["settlement"] == 2
    twin = given(
        "X15 at 2,-1 turn 5",
        strengths={"2,-1": 2},
        vikings={A: {"2,-1/1": 1, "2,-1/2": 1, "aboard": 2}, B: {"2,-1/1": 1}},
        longships={A: "2,-1"},
    )
    twin.unloads("viking land-2")
    assert twin.land("2,-1")["settlement"] == 2
    table.unloads("viking land-1")
    assert table.land("2,-1")["settlement"] is None
    assert table.player(A)["settlements"] == [2]


@rule("XN-097", "XN-098", "EX-XN-19")
def test_too_few_vikings_wait_and_the_fourth_conquers_a_strength_of_four() -> None:
    table = given(FORT, strengths={"0,-1": 4}, vikings={A: {"0,-1": 2, "1,-1": 2}})
    table.plays_all("march", "march from 1,-1 land 1", "march to 0,-1")
    events = table.plays("march with 1")
    assert not [event for event in events if event.kind == "raided"]
    assert table.land("0,-1")["settlement"] == 4
    assert table.land("0,-1")["vikings"] == [3, 0]
    before = table.now["points"]
    table.plays_all("march", "march from 1,-1 land 1", "march to 0,-1")
    assert table.land("0,-1")["settlement"] is None
    assert table.now["points"] == before - 1
    assert table.player(A)["settlements"] == [4]
    assert table.points(A, "settlements") == 4
    assert table.land("0,-1")["vikings"] == [4, 0], "nobody is lost"


# Herd


@rule("XN-099", "XN-100")
def test_herding_moves_one_viking_and_one_livestock_together() -> None:
    table = given(THREE, vikings={A: {"1,-1": 2}}, livestock={"1,-1": "pig pig goat"})
    table.plays("herd")
    assert table.offers() == ["herd pig", "herd goat"], "equal animals are one option"
    assert table.refuses("herd horse", because="XN-100")
    table.plays("herd pig")
    assert set(table.offers()) == {"herd to 0,-1", "herd to 0,0"}
    events = table.plays("herd to 0,0")
    assert [event.data for event in events] == [{"animal": "pig", "seat": A, "from": [1, -1], "to": [0, 0]}]
    assert (table.land("0,0")["vikings"], table.land("0,0")["livestock"]) == ([1, 0], {"pig": 1})
    assert (table.land("1,-1")["vikings"], table.land("1,-1")["livestock"]) == ([1, 0], {"pig": 1, "goat": 1})
    assert table.now["points"] == 3


@rule("XN-100")
def test_livestock_never_walks_without_a_viking() -> None:
    table = given(THREE, vikings={A: {"aboard": 2, "0,-1": 1}})
    assert table.refuses("herd", because="XN-100")
    assert table.refuses("herd from 1,-1 land 1", because="XN-100")
    assert table.refuses("herd from 0,-1 land 1", because="XN-100")


@rule("XN-101")
def test_livestock_walks_only_between_linked_lands() -> None:
    table = given(TWO_ISLANDS, side="B-front", vikings={A: {"0,0/2": 1}}, livestock={"0,0/2": "goat"})
    table.plays("herd")
    assert set(table.offers()) == {"herd to -1,0", "herd to 0,-1"}
    assert table.refuses("herd to 1,-1", because="XN-101")
    alone = given("X15 at 2,-1 turn 5", vikings={A: {"2,-1/2": 1}}, livestock={"2,-1/2": "pig"})
    assert alone.refuses("herd", because="XN-101")
    assert alone.refuses("herd from 2,-1 land 2", because="XN-101")


@rule("XN-102", "XN-103", "EX-XN-22")
def test_livestock_ashore_is_free_and_livestock_aboard_is_not() -> None:
    table = given(
        THREE,
        vikings={A: {"1,-1": 1}, B: {"aboard": 1}},
        longships={B: "1,-1"},
        livestock={"1,-1": "pig goat"},
        cargo={B: "sheep"},
        delivered={B: "horse"},
    )
    table.plays("herd")
    assert table.refuses("herd sheep", because="XN-103")
    assert table.refuses("herd horse", because="XN-100")
    table.plays_all("herd goat", "herd to 0,0")
    assert table.land("0,0")["livestock"] == {"goat": 1}
    assert table.player(B)["aboard"] == {"viking": 1, "sheep": 1}


@rule("XN-104")
def test_livestock_is_not_herded_onto_the_mainland() -> None:
    table = given(THREE, vikings={A: {"0,0": 1}}, livestock={"0,0": "goat"})
    table.plays("herd")
    assert table.refuses("herd to 0,1", because="XN-104")
    assert table.refuses("herd to -1,1", because="XN-104")
