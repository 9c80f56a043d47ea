"""The free start and other islands (GR-212 to GR-233)."""

import pytest

from skali.core import OptionError
from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import GAME, hand_size, phase, player, start, territory


def free(seats: int, seed: int = 1) -> tuple[Table, list[int]]:
    """A free start, and the seats in the order in which they place."""
    table = start(seats, seed, start="free")
    first = table.view(-1)["first"]
    return table, [(first + step) % seats for step in range(seats)]


def cards_left(table: Table) -> dict[str, int]:
    coast = [each for each in table.view(-1)["territories"] if each["row"] == "coast"]
    return {each["id"]: each["face_down"] for each in coast}


def settlers(table: Table, name: str) -> list[int]:
    return [seat for seat, count in enumerate(territory(table, name)["villages"]) if count]


@rule("GR-212")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_two_unknown_cards_lie_beside_every_coast_territory(seats: int) -> None:
    table, _ = free(seats)
    for each in table.view(0)["territories"]:
        assert each["face_down"] == (2 if each["row"] == "coast" else 0)
        assert each["cards"] == {}
    true = table.state.to_dict()["down"]
    assert any(table.state.determinize(0, seed).to_dict()["down"] != true for seed in range(5))


@rule("GR-213")
def test_first_village_and_warrior_on_any_coast_territory() -> None:
    table, order = free(4)
    assert table.awaits == [order[0]]
    assert table.offers() == ["place at P1", "place at F1", "place at F2", "place at P2"]
    assert table.refuses("place at M1", because="GR-213")
    assert table.refuses("place at H1", because="GR-018")
    table.plays("place at F2")
    assert table.awaits == [order[1]]
    assert table.offers("place at F2"), "settled or not"
    assert player(table, order[0])["heroes"] == {"warrior": "F2"}
    assert settlers(table, "F2") == [order[0]]


@rule("GR-214")
def test_the_placing_player_takes_the_first_card_left() -> None:
    table, order = free(4)
    laid = table.state.to_dict()["down"][2]
    table.plays("place at F2")
    assert cards_left(table)["F2"] == 1
    assert table.state.to_dict()["hands"][order[0]][5 + laid[0]] == 1
    assert len(table.happened("received", seat=order[0])) == 1
    assert table.happened("received", seat=order[1]) == []
    table.plays("place at F2")
    table.plays("place at F2")
    assert hand_size(table, order[2]) == 0, "none is left"


@rule("GR-215")
def test_the_second_round_goes_back_without_heroes() -> None:
    table, order = free(4)
    placers = []
    for name in ("P1", "F1", "F2", "P2", "F2", "P2", "P1", "F1"):
        placers += table.awaits
        table.plays(f"place at {name}")
    assert placers == order + order[::-1]
    for seat, name in zip(order, ("P1", "F1", "F2", "P2"), strict=True):
        assert player(table, seat)["heroes"] == {"warrior": name}


@rule("GR-216")
def test_never_both_villages_in_one_territory() -> None:
    table, order = free(4)
    for name in ("P1", "F1", "F2", "P2"):
        table.plays(f"place at {name}")
    assert table.awaits == [order[3]]
    assert table.refuses("place at P2", because="GR-216")


def crowded() -> tuple[Table, list[int]]:
    """Four players, the first three have placed on P1; the first of them is asked."""
    table, order = free(4)
    for _ in range(3):
        table.plays("place at P1")
    return table, order


@rule("GR-217", "GR-218")
def test_a_third_village_crowds_and_the_first_to_arrive_is_asked() -> None:
    table, order = crowded()
    assert phase(table) == "camp" and table.view(-1)["crowded"] == "P1"
    assert table.awaits == [order[0]]
    table.plays("keep camp")
    assert table.awaits == [order[1]]
    table.plays("keep camp")
    assert phase(table) == "start_place" and table.awaits == [order[3]]
    assert settlers(table, "P1") == sorted(order[:3])


@rule("GR-218")
def test_at_most_one_leaves() -> None:
    table, order = crowded()
    table.plays("break camp for F2")
    assert phase(table) == "start_place"
    assert settlers(table, "P1") == sorted(order[1:3]) and settlers(table, "F2") == [order[0]]


@rule("GR-218")
def test_a_placement_that_keeps_a_territory_crowded_asks_again() -> None:
    table, order = crowded()
    table.plays("keep camp")
    table.plays("keep camp")
    table.plays("place at P1")
    assert phase(table) == "camp" and table.awaits == [order[0]]


@rule("GR-219")
def test_to_a_coast_territory_with_a_card_that_is_not_his_other() -> None:
    table, order = crowded()
    assert table.offers() == ["keep camp", "break camp for F1", "break camp for F2", "break camp for P2"]
    assert table.refuses("break camp for M1", because="GR-219")
    assert table.refuses("break camp for P1", because="GR-219")
    table.plays("break camp for F1")
    assert cards_left(table)["F1"] == 1
    assert hand_size(table, order[0]) == 2


@rule("GR-219")
def test_not_to_his_own_other_village() -> None:
    table, order = free(4)
    for name in ("P1", "P1", "F1", "F2"):
        table.plays(f"place at {name}")
    table.plays("place at F1")  # order[3]
    table.plays("place at P2")  # order[2]
    table.plays("place at P2")  # order[1]: P1 and P2
    table.plays("place at F1")  # order[0] crowds F1
    assert table.awaits == [order[2]]
    assert table.refuses("break camp for P2", because="GR-219")


@rule("GR-220", "EX-GR-34")
def test_the_leaver_keeps_his_cards_and_the_newcomer_takes_none() -> None:
    """Seats 1 and 2 on P1 take its two cards, seat 3 comes and takes none; seat 1 goes to F2 with village and warrior."""
    table, order = crowded()
    assert hand_size(table, order[2]) == 0
    table.plays("break camp for F2")
    assert hand_size(table, order[0]) == 2
    assert hand_size(table, order[2]) == 0
    assert cards_left(table) == {"P1": 0, "F1": 2, "F2": 1, "P2": 2}
    assert settlers(table, "P1") == sorted(order[1:3])
    assert player(table, order[0])["heroes"] == {"warrior": "F2"}


@rule("GR-221")
def test_the_newcomer_cannot_move() -> None:
    table, order = crowded()
    asked = []
    while phase(table) == "camp":
        asked += table.awaits
        table.plays("keep camp")
    assert asked == order[:2]
    assert len(settlers(table, "P1")) == 3


@rule("GR-222")
def test_the_warrior_goes_along_only_if_it_stands_there() -> None:
    table, order = crowded()
    table.plays("break camp for P2")
    assert player(table, order[0])["heroes"] == {"warrior": "P2"}
    second, order = free(4)
    for name in ("P1", "F1", "F2", "P2", "P1", "P2"):
        second.plays(f"place at {name}")
    second.plays("place at P1")  # order[1] crowds P1: order[0] came first, then order[3] with his second village
    second.plays("keep camp")
    assert second.awaits == [order[3]]
    second.plays("break camp for F2")
    assert player(second, order[3])["heroes"] == {"warrior": "P2"}
    assert sorted(settlers(second, "F2")) == sorted([order[2], order[3]])


@rule("GR-223")
def test_arrival_is_when_the_village_came_to_that_territory() -> None:
    """The first player breaks camp and comes to F2 after another: in F2 he is second."""
    table, order = free(5)
    for name in ("P1", "P1", "F2", "P1"):
        table.plays(f"place at {name}")
    table.plays("break camp for F2")
    table.plays("place at F2")  # the fifth player crowds F2
    assert phase(table) == "camp" and table.awaits == [order[2]]
    table.plays("keep camp")
    assert table.awaits == [order[0]]


@rule("GR-224")
def test_without_a_target_nobody_is_asked() -> None:
    """The last player crowds a territory when no start card is left elsewhere for its villagers."""
    table, order = free(3)
    for name in ("P1", "H1", "F1"):
        table.plays(f"place at {name}")
    table.plays("place at H1")  # order[2]
    table.plays("place at P1")  # order[1]: the only legal place
    assert cards_left(table) == {"P1": 0, "H1": 0, "F1": 1}
    table.plays("place at H1")  # order[0] crowds H1; order[1] may go to F1, order[2] has his other village there
    assert table.awaits == [order[1]]
    table.plays("keep camp")
    assert phase(table) != "camp"


@rule("GR-225", "EX-GR-35")
def test_the_last_player_is_left_a_card() -> None:
    table, order = free(3)
    for name in ("P1", "H1", "F1"):
        table.plays(f"place at {name}")
    table.plays("place at H1")
    assert cards_left(table) == {"P1": 1, "H1": 0, "F1": 1}
    assert table.awaits == [order[1]]
    assert table.offers() == ["place at P1"]
    assert table.refuses("place at H1", because="GR-216")
    assert table.refuses("place at F1", because="GR-225")
    table.plays("place at P1")
    assert table.awaits == [order[0]] and cards_left(table)["F1"] == 1
    assert table.offers("place at F1")


@rule("GR-225", "EX-GR-36")
def test_moves_that_would_take_the_last_card_are_refused_too() -> None:
    table, order = free(4)
    for name in ("P1", "F1", "F2", "P2", "F2", "P2"):
        table.plays(f"place at {name}")
    assert cards_left(table) == {"P1": 1, "F1": 1, "F2": 0, "P2": 0}
    table.plays("place at F2")
    assert hand_size(table, order[1]) == 1
    assert table.awaits == [order[2]]
    assert table.offers() == ["keep camp", "break camp for P1"]
    assert table.refuses("break camp for F1", because="GR-225")
    table.plays("keep camp")
    assert table.awaits == [order[3]]
    assert table.offers() == ["keep camp", "break camp for P1"]


@rule("GR-226")
def test_the_last_player_may_crowd_of_his_own_will() -> None:
    table, order = free(3)
    for name in ("P1", "H1", "F1", "H1", "P1"):
        table.plays(f"place at {name}")
    assert table.awaits == [order[0]]
    assert table.offers() == ["place at H1", "place at F1"]
    table.plays("place at H1")
    assert phase(table) == "camp"


@rule("GR-227")
def test_leftovers_go_face_up_to_the_discards() -> None:
    table, _ = free(4)
    for name in ("P1", "P1", "F2", "P2", "F2", "P1"):
        table.plays(f"place at {name}")
        while phase(table) == "camp":
            table.plays("keep camp")
    while phase(table) in ("start_place", "camp"):
        left = sum(cards_left(table).values())
        table.plays(table.offers()[0])
    discards = sum(sum(each["discard"].values()) for each in table.view(-1)["decks"].values())
    assert discards == len(table.happened("left_over", seat=-1)) > 0
    assert left >= discards
    assert all(each["face_down"] == 0 for each in table.view(-1)["territories"])


@rule("GR-228")
def test_then_the_first_player_leads_without_further_cards() -> None:
    table, order = free(4)
    for name in ("P1", "F1", "F2", "P2", "F2", "P2", "P1", "F1"):
        table.plays(f"place at {name}")
    assert phase(table) == "hero_orders" and table.view(-1)["leader"] == order[0]
    assert [hand_size(table, seat) for seat in range(4)] == [2, 2, 2, 2]
    assert table.refuses("place at P1", because="GR-228", seat=order[1])


# Other islands


@rule("GR-229")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_island_has_the_same_shape(seats: int) -> None:
    standard = start(seats).view(-1)["territories"]
    for seed in range(5):
        other = start(seats, seed, start="free", island="random").view(-1)["territories"]
        assert [(each["row"], each["column"]) for each in other] == [(each["row"], each["column"]) for each in standard]
        names = [each["id"] for each in other]
        places = [[names.index(near) for near in each["adjacent"]] for each in other]
        own = [each["id"] for each in standard]
        assert places == [[own.index(near) for near in each["adjacent"]] for each in standard]


@rule("GR-230")
def test_any_coast_and_inland_tiles_in_any_order() -> None:
    tiles = "F2,H1,P2/M2,I2"  # with three players F2, P2, M2 and I2 are marked for others
    table = start(3, start="free", island="custom", tiles=tiles)
    assert table.state.to_dict()["island"] == ["F2", "H1", "P2", "M2", "I2"]


@rule("GR-231")
@pytest.mark.parametrize(
    "tiles", ["", "P1,F1,F2,P2", "P1,F1,F2,P2/I1,M1", "P1,F1,F2,P1/I1,M1,I2", "P1,F1,F2,M1/I1,P2,I2", "A,B,C,D/E,F,G"]
)
def test_a_custom_island_names_its_tiles(tiles: str) -> None:
    with pytest.raises(OptionError, match="GR-231"):
        start(4, start="free", island="custom", tiles=tiles)
    with pytest.raises(OptionError, match="GR-231"):
        start(4, start="free", island="random", tiles="P1,F1,F2,P2/I1,M1,I2")
    good = start(4, start="free", island="custom", tiles="P2,H1,F2,P1/M2,M1,I1")
    assert good.state.to_dict()["island"] == ["P2", "H1", "F2", "P1", "M2", "M1", "I1"]


@rule("GR-232")
def test_a_random_island_is_drawn_with_the_seed() -> None:
    islands = [start(4, seed, start="free", island="random").state.to_dict()["island"] for seed in range(20)]
    assert len({tuple(island) for island in islands}) > 10
    assert islands == [start(4, seed, start="free", island="random").state.to_dict()["island"] for seed in range(20)]
    assert {tile for island in islands for tile in island} == set(GAME.tables.tile_names)


@rule("GR-233")
def test_price_symbol_and_slots_travel_with_the_tile() -> None:
    printed = {each["id"]: each for each in start(5).view(-1)["territories"]}
    for seed in range(5):
        for each in start(4, seed, start="free", island="random").view(-1)["territories"]:
            for field in ("terrain", "village_price", "improvement_symbol", "building_slots"):
                assert each[field] == printed[each["id"]][field]
