"""Hands and card movement (GR-032 to GR-039)."""

import pytest

from skali.kit.rule import rule
from tests.games.graenaland.given import (
    cards_at,
    decks_are,
    given,
    hand,
    hand_size,
    player,
    start,
    territory,
)


@rule("GR-032")
def test_a_player_sees_his_own_faces_and_all_backs() -> None:
    table = given().hand(0, "grain@forest 2 gold 1 grain/ore 1").orders()
    assert hand(table, 0) == {"grain": 2, "gold": 1, "grain/ore": 1}
    for viewer in (1, 2, 3, -1):
        shown = player(table, 0, viewer)
        assert shown["backs"] == {"plains": 0, "forest": 2, "hills": 0, "mountains": 1, "ship": 1}
        assert shown["seen"] == {} and shown["seen_supply"] == []
        assert "hand" not in shown
    assert table.view(-1)["hand"] is None


@rule("GR-032")
def test_two_hands_with_the_same_backs_look_the_same_to_others() -> None:
    one = given().hand(0, "grain@plains 2").orders()
    other = given().hand(0, "cattle@plains 1 ore@plains 1").orders()
    for viewer in (1, 2, 3, -1):
        assert one.view(viewer) == other.view(viewer)
    assert one.view(0) != other.view(0)


@rule("GR-033", "GR-111")
def test_any_number_of_cards_is_kept() -> None:
    table = given().hand(0, "grain 15 cattle 12 wood 15 grain/ore 2").end_of_build()
    before = hand(table, 0)
    table.plays("end")
    assert hand(table, 0) == before
    assert hand_size(table, 0) == 44


@rule("GR-034")
def test_there_is_no_move_that_gives_or_trades_cards() -> None:
    """Only entry gifts are given, only when they are due."""
    table = given().hand(0, "grain 3").hand(1, "wood 3").build()
    for kind in ("grain", "wood", "gold"):
        assert table.refuses(f"give {kind}", because="GR-D10")
    assert [move for move in table.offers() if move.startswith(("give", "trade", "show"))] == []


@rule("GR-035")
def test_what_went_to_a_hand_openly_stands_beside_its_backs() -> None:
    table = given().villages("P1", 0, 1).hero(0, "warrior", "F2").hero(3, "warrior", "F2")
    table = table.lying("P1", "grain cattle").distribution()
    events = table.plays("propose P1")
    assert [event.kind for event in events if event.kind == "share"] == ["share"]
    for viewer in (0, 2, 3, -1):
        shown = player(table, 1, viewer)
        assert shown["seen"] == {"plains": {"grain": 1, "cattle": 1}}
        assert shown["backs"]["plains"] == 2


@rule("GR-035", "GR-121")
def test_a_supply_pick_is_seen_and_its_back_shows_in_the_hand() -> None:
    table = given().build()
    table.plays("supply")
    table.plays("take wood/wood")
    assert table.happened("took_supply", seat=2) == [{"seat": 0, "card": "wood/wood"}]
    assert player(table, 0, 2)["backs"]["ship"] == 1
    assert [card["card"] for card in player(table, 0, 2)["seen_supply"]] == ["wood/wood"]


@rule("GR-036")
def test_spent_cards_lie_open_in_their_discards() -> None:
    table = given().display("grain/grain").hand(0, "grain@forest 1 cattle@hills 1 wood/wood 1")
    table = table.villages("P1", 1).villages("F1").build()
    table.plays("build market")
    assert table.view(3)["decks"]["forest"]["discard"] == {"grain": 1}
    assert table.view(3)["decks"]["hills"]["discard"] == {"cattle": 1}
    assert [card["card"] for card in table.view(3)["supply"]["discard"]] == ["wood/wood"]


@rule("GR-037", "EX-GR-24")
def test_an_empty_deck_is_made_of_the_discards_when_a_card_is_needed() -> None:
    """Forest deck 1 card, discard 4; one colony, a road, no cards: the last card, then one of the four, face down."""
    position = given().nobody_anywhere().villages("F1", 1).works("F1", "road").leader(1)
    position.deck("forest", "wood")
    for type in range(5, 10):  # all but four discards are held by somebody
        while position.data["discard"][type] > (4 if type == 6 else 0):
            position.data["discard"][type] -= 1
            position.data["hands"][3][type] += 1
    table = position.production()
    assert territory(table, "F1")["cards"] == {"wood": 1}
    assert territory(table, "F1")["face_down"] == 1
    assert decks_are(table, "forest") == (3, 0)
    assert cards_at(table, "F1") == territory(table, "F1")["limit"] == 2


@rule("GR-037")
def test_the_discards_stay_until_they_are_needed() -> None:
    position = given().nobody_anywhere().villages("F1", 1).leader(1).deck("forest", "wood")
    table = position.production()
    assert decks_are(table, "forest") == (0, 35)


@rule("GR-038")
def test_with_deck_and_discard_empty_a_draw_is_lost() -> None:
    position = given().nobody_anywhere().villages("M1", 1).villages("P1", 1).works("M1", "road", "improvement")
    table = position.no_discards("mountains", keeper=2).leader(1).production()
    assert cards_at(table, "M1") == 0
    assert cards_at(table, "P1") == 1


@rule("GR-039")
def test_the_supply_discard_becomes_a_new_deck() -> None:
    position = given()
    position.data["supply_discard"] = position.data["supply_deck"]
    position.data["supply_deck"] = []
    table = position.build()
    table.plays("supply")
    table.plays("take ore/ore")
    table.plays("end")
    supply = table.view(-1)["supply"]
    assert len(supply["display"]) == 4
    assert supply["deck"] == 11 and supply["discard"] == []


@rule("GR-039")
def test_with_no_supply_left_the_display_stays_short() -> None:
    position = given()
    position.data["supplies"][2] = position.data["supply_deck"]
    position.data["supply_deck"] = []
    table = position.build()
    table.plays("supply")
    table.plays("take ore/ore")
    table.plays("end")
    assert len(table.view(-1)["supply"]["display"]) == 3


@rule("GR-032")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_starting_cards_are_secret(seats: int) -> None:
    table = start(seats)
    for seat in range(seats):
        for viewer in range(seats):
            assert (player(table, seat, viewer)["seen"] is None) == (viewer == seat)
            assert viewer == seat or player(table, seat, viewer)["seen"] == {}
