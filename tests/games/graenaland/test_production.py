"""Phase 1: production (GR-044 to GR-053)."""

import pytest

from skali.kit.rule import rule
from tests.games.graenaland.given import Given, cards_at, decks_are, given, territory


def two_colonies(up: str = "", down: str = "") -> Given:
    """A forest with two colonies, road and improvement (its symbol is wood), and cards from earlier turns."""
    position = given().nobody_anywhere().villages("F1", 1, 1).works("F1", "road", "improvement")
    return position.lying("F1", up, down).leader(1)


@rule("GR-044")
def test_only_colonised_territories_produce() -> None:
    table = given().nobody_anywhere().villages("F1", 1).villages("M1", 0, 0, 1).leader(1).production()
    lying = {each["id"]: cards_at(table, each["id"]) for each in table.view(-1)["territories"]}
    assert lying == {"P1": 0, "F1": 1, "F2": 0, "P2": 0, "I1": 0, "M1": 1, "I2": 0}
    assert table.awaits == [0, 2, 3]


@rule("GR-045")
def test_a_card_of_the_terrain_is_added_face_up() -> None:
    table = given().nobody_anywhere().villages("M1", 3).lying("M1", "gold").leader(1).production()
    assert sum(territory(table, "M1")["cards"].values()) == 2
    assert territory(table, "M1")["cards"]["gold"] >= 1
    assert set(territory(table, "M1")["cards"]) <= {"gold", "ore", "wood"}
    assert len(table.happened("produced", seat=-1)) == 1


@rule("GR-046")
@pytest.mark.parametrize("villages", [(1,), (5,), (2, 2, 2), (1, 1, 1, 1)])
def test_the_number_of_colonies_does_not_change_the_yield(villages: tuple[int, ...]) -> None:
    table = given().nobody_anywhere().villages("P1", *villages).leader(1).production()
    assert cards_at(table, "P1") == 1


@rule("GR-047", "EX-GR-01")
def test_a_territory_never_holds_more_than_its_colonies_and_one() -> None:
    table = given().nobody_anywhere().villages("P1", 1, 1).lying("P1", "grain grain ore").leader(1).production()
    assert cards_at(table, "P1") == 3
    assert table.happened("produced") == []


@rule("GR-047", "GR-144")
def test_buildings_count_for_the_limit() -> None:
    position = given().nobody_anywhere().villages("P1", 1).building("keep", "P1", 0).lying("P1", "grain grain")
    table = position.leader(1).production()
    assert territory(table, "P1")["limit"] == 3
    assert cards_at(table, "P1") == 3


@rule("GR-048", "GR-051", "EX-GR-02")
def test_base_card_road_card_and_improvement_card() -> None:
    ends = set()
    for seed in range(12):
        position = two_colonies().luck(seed)
        table = position.production()
        shown = territory(table, "F1")
        assert shown["face_down"] == 1
        tested = len(table.happened("improved")) + len(table.happened("test_failed"))
        assert tested == 1
        assert cards_at(table, "F1") == 2 + len(table.happened("improved"))
        kinds = [event.kind for event in table.events if event.data.get("territory") == "F1"]
        assert kinds[:2] == ["produced", "produced_down"] and len(kinds) == 3
        ends.add(cards_at(table, "F1"))
    assert ends == {2, 3}


@rule("GR-048", "EX-GR-03")
def test_with_one_card_there_is_no_test() -> None:
    table = two_colonies("wood").production()
    assert cards_at(table, "F1") == 3
    assert territory(table, "F1")["face_down"] == 1
    assert table.happened("improved") == table.happened("test_failed") == []


@rule("GR-048", "EX-GR-04")
def test_with_two_cards_only_the_base_card_comes() -> None:
    table = two_colonies("wood grain").production()
    assert cards_at(table, "F1") == 3
    assert territory(table, "F1")["face_down"] == 0


@rule("GR-048", "GR-053", "EX-GR-05")
def test_with_three_cards_nothing_is_drawn_and_nothing_discarded() -> None:
    before = decks_are(two_colonies("wood grain", "wood").end_of_build(), "forest")
    table = two_colonies("wood grain", "wood").production()
    assert cards_at(table, "F1") == 3
    assert decks_are(table, "forest") == before == (33, 0)


@rule("GR-049")
def test_territories_produce_in_canonical_order() -> None:
    """With two cards in the plains deck and the discards in a hand, the western plains get theirs."""
    position = given().nobody_anywhere().villages("P1", 1).villages("P2", 1).works("P1", "road").villages("I1", 1)
    position.deck("plains", "grain cattle").leader(1)
    for type in range(5):
        position.data["hands"][2][type] += position.data["discard"][type]
        position.data["discard"][type] = 0
    table = position.production()
    assert (cards_at(table, "P1"), cards_at(table, "P2"), cards_at(table, "I1")) == (2, 0, 1)
    told = [event.data["territory"] for event in table.events if event.kind.startswith("produced")]
    assert told == ["P1", "P1", "I1"]


@rule("GR-050")
def test_nobody_sees_the_road_card() -> None:
    table = given().nobody_anywhere().villages("F1", 1).works("F1", "road").leader(1).production()
    assert territory(table, "F1")["face_down"] == 1
    assert table.happened("produced_down") == [{"territory": "F1", "back": "forest"}]
    face = table.state.to_dict()["down"][1][0]
    for viewer in (0, 1, 2, 3, -1):
        shown = territory(table, "F1", viewer)
        assert sum(shown["cards"].values()) == 1 and shown["face_down"] == 1
        samples = {table.state.determinize(viewer, seed).to_dict()["down"][1][0] for seed in range(20)}
        assert samples - {face}, "every sample knows the card"


@rule("GR-051")
def test_a_failed_test_goes_to_the_discard_and_is_not_replaced() -> None:
    position = two_colonies().deck("forest", "wood wood grain")
    ends = set()
    for seed in range(12):
        table = position.luck(seed).leader(1).production()
        failed = table.happened("test_failed")
        assert decks_are(table, "forest") == (0, 33 + len(failed))
        assert all(event["card"] == "grain" for event in failed)
        assert all(event["card"] == "wood" for event in table.happened("improved"))
        ends.add(len(failed))
    assert ends == {0, 1}


@rule("GR-052", "EX-GR-41")
def test_gold_does_not_match_an_ore_symbol() -> None:
    """M2 is a mountain territory whose improvement shows ore."""
    position = given(5).nobody_anywhere().villages("M2", 3).works("M2", "improvement").deck("mountains", "gold gold")
    table = position.leader(1).production()
    assert territory(table, "M2")["cards"] == {"gold": 1}
    assert table.happened("test_failed") == [{"territory": "M2", "card": "gold"}]
    assert table.view(-1)["decks"]["mountains"]["discard"]["gold"] == 11
