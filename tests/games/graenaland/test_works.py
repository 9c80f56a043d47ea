"""Public works, markets, palisade entry and joint works (GR-160 to GR-186)."""

import pytest

from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import (
    WORKS,
    Given,
    builds,
    cards_at,
    everybody_passes,
    everybody_stays,
    given,
    hand,
    hand_size,
    phase,
    player,
    start,
    territory,
)

RICH = "grain 8 cattle 8 wood 8 ore 12"


@rule("GR-160")
@pytest.mark.parametrize("work", WORKS)
def test_a_work_stands_where_he_has_a_colony(work: str) -> None:
    table = given().nobody_anywhere().villages("P1", 1).villages("M1", 1).villages("F1", 0, 1).hand(0, RICH).build(True)
    table.plays(f"build {work}")
    assert table.offers() == ["at P1", "at M1"]
    assert table.refuses("at F1", because="GR-160")


@rule("GR-161")
@pytest.mark.parametrize("work", WORKS)
def test_one_of_each_kind_in_a_territory(work: str) -> None:
    others = [other for other in WORKS if other != work]
    position = given().nobody_anywhere().villages("P1", 1).hand(0, RICH).works("P1", work)
    assert position.build(True).refuses(f"build {work}", because="GR-161")
    table = given().nobody_anywhere().villages("P1", 1).hand(0, RICH).works("P1", *others).build(True)
    builds(table, work, "P1")
    while phase(table) == "payment":
        table.plays(table.offers()[0])
    assert sorted(territory(table, "P1")["works"]) == sorted(WORKS)


@rule("GR-162")
def test_a_work_serves_whoever_the_rules_name() -> None:
    """Seat 0 builds a market; seat 1, who has a colony there, has a use of it in his own build phase."""
    table = given().nobody_anywhere().villages("P1", 1, 1).hand(0, "grain 1 cattle 1 wood 1").build(True)
    builds(table, "market", "P1")
    assert player(table, 0)["markets"] == player(table, 1)["markets"] == 1
    assert player(table, 2)["markets"] == 0


@rule("GR-163")
def test_prices_of_works() -> None:
    prices = start().view(-1)["prices"]
    assert prices["road"] == {"grain": 2, "ore": 2}
    assert prices["improvement"] == {"cattle": 1, "wood": 1, "ore": 1}
    assert prices["market"] == {"grain": 1, "cattle": 1, "wood": 1}
    assert prices["palisade"] == {"wood": 2, "ore": 1}
    for work in WORKS:
        cards = " ".join(f"{face} {count}" for face, count in prices[work].items())
        table = given().nobody_anywhere().villages("P1", 1).hand(0, cards).build(True)
        builds(table, work, "P1")
        assert territory(table, "P1")["works"] == [work] and hand(table, 0) == {}


@rule("GR-164")
def test_a_road_produces_from_the_next_production_on() -> None:
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "grain 2 ore 2").build(True)
    builds(table, "road", "P1")
    assert cards_at(table, "P1") == 0
    table.plays("end")
    assert territory(table, "P1")["face_down"] == 1


@rule("GR-165")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_improvement_symbol_is_the_tiles_and_one_its_deck_has(seats: int) -> None:
    view = start(seats).view(-1)
    for each in view["territories"]:
        assert each["improvement_symbol"] in view["decks"][each["terrain"]]["made_of"]
    symbols = {each["id"]: each["improvement_symbol"] for each in view["territories"]}
    assert symbols["P1"] == "grain" and symbols["F1"] == "wood" and symbols["M1"] == "gold"


def market_uses(table: Table) -> int:
    left: int = table.view(0)["project"]["markets_left"]
    return left


@rule("GR-166")
def test_each_market_with_an_own_colony_is_used_once() -> None:
    position = given().nobody_anywhere().villages("P1", 3, 1).villages("F1", 1).villages("F2", 0, 1)
    for name in ("P1", "F1", "F2"):
        position.works(name, "market")
    table = position.build()
    assert market_uses(table) == 2  # three colonies on P1 make one use, F2 none


@rule("GR-167")
def test_uses_left_are_markets_less_uses_made() -> None:
    position = given().nobody_anywhere().villages("P1", 1).villages("F1", 1).works("P1", "market").works("F1", "market")
    table = position.hand(0, "ore 6").build(True)
    assert market_uses(table) == 2
    builds(table, "palisade", "P1")  # wood 2 ore 1, paid with ore 3 by two uses
    assert table.happened("paid")[0]["cards"] == ["ore", "ore", "ore"]
    assert market_uses(table) == 0
    assert not table.offers("build palisade")


@rule("GR-168")
def test_a_new_market_serves_later_projects_not_itself() -> None:
    position = given().nobody_anywhere().villages("P1", 1)
    assert not position.hand(0, "grain 1 cattle 1 ore 1").build(True).offers("build market")
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "grain 1 cattle 1 wood 2 ore 2").build(True)
    assert not table.offers("build road")
    builds(table, "market", "P1")
    assert market_uses(table) == 1
    assert table.offers("build palisade")  # wood 1 ore 1 and an ore through the market
    builds(table, "palisade", "P1")
    assert market_uses(table) == 0


@rule("GR-168", "EX-GR-42")
def test_a_market_reached_by_a_first_village_adds_a_use() -> None:
    position = given().nobody_anywhere().villages("P1", 1).villages("F1", 1).villages("F2", 0, 1)
    for name in ("P1", "F1", "F2"):
        position.works(name, "market")
    table = position.hand(0, "grain 2 cattle 2").build(True)
    assert market_uses(table) == 2
    builds(table, "village", "F2")
    assert market_uses(table) == 3


@rule("GR-169")
@pytest.mark.parametrize(
    ("project", "cards"),
    [
        ("village", "wood 2 cattle 1 ore 1"),
        ("keep", "ore 3 wood 1 cattle 1"),
        ("army", "grain 4 cattle 1"),
        ("road", "grain 2 ore 1 cattle 1"),
    ],
)
def test_markets_serve_every_kind_of_project(project: str, cards: str) -> None:
    position = given().nobody_anywhere().villages("P1", 1).hand(0, cards)
    assert not position.build(True).offers(f"build {project}")
    table = position.works("P1", "market").build(True)
    builds(table, project, "P1")
    assert market_uses(table) == 0


@rule("GR-170", "GR-167")
def test_the_leaders_last_uses_do_not_count_in_the_final_building_of_the_next() -> None:
    position = given().nobody_anywhere().villages("P1", 4, 1).villages("F1", 2).villages("P2", 2).works("P1", "market")
    table = position.hand(0, "wood 1 grain 1 ore 1").hand(1, "grain 4 ore 1").build(True)
    builds(table, "palisade", "P1")
    assert market_uses(table) == 0
    table.plays("end")
    assert table.happened("announced_win") and table.awaits == [1]
    assert table.view(1)["project"]["markets_left"] == 1


@rule("GR-170")
def test_market_uses_are_fresh_in_every_build_phase() -> None:
    """A use made as leader is there again in the final building of the same player."""
    position = given().nobody_anywhere().villages("P1", 1).works("P1", "market").hand(0, "wood 1 grain 1 ore 1")
    table = position.build(True)
    builds(table, "palisade", "P1")
    assert market_uses(table) == 0
    table.plays("end")
    everybody_stays(table)
    everybody_passes(table)
    final = given().nobody_anywhere().villages("P1", 1).works("P1", "market").hand(0, "wood 1 cattle 2 grain 1")
    last = final.final(0, winner=1)
    assert last.view(0)["project"]["markets_left"] == 1


# Palisade entry


def fenced(cards: str, *residents: int) -> Given:
    """I1 is fenced and settled by the residents; seat 0 has a village on P1 only."""
    villages = [1 if seat in residents else 0 for seat in range(4)]
    position = given().nobody_anywhere().villages("P1", 1).villages("I1", *villages).works("I1", "palisade")
    return position.hand(0, cards)


@rule("GR-172", "GR-174", "GR-176", "EX-GR-30")
def test_entry_costs_a_card_for_every_resident() -> None:
    """I1 costs wood 2 grain 2 cattle 1; with residents B and C seven cards are needed."""
    table = fenced("wood 2 grain 2 cattle 1 ore 1", 1, 2).build(True)
    assert not table.offers("build village"), "six cards are not enough"
    table = fenced("wood 2 grain 2 cattle 1 ore 1 gold 1", 1, 2).build(True)
    builds(table, "village", "I1")
    while phase(table) == "payment":
        table.plays("spend 0 gold")
    assert table.state.prompt(0).data["to"] == 1
    assert table.offers() == ["give gold", "give ore"]
    assert table.refuses("give wood", because="GR-174")
    table.plays("give ore")
    assert hand(table, 1) == {"ore": 1} and hand(table, 2) == {"gold": 1}
    assert territory(table, "I1")["villages"] == [1, 1, 1, 0]


@rule("GR-173")
def test_later_colonies_cost_no_gift() -> None:
    table = fenced("wood 2 grain 2 cattle 1", 0, 1).build(True)
    builds(table, "village", "I1")
    assert hand(table, 0) == hand(table, 1) == {}
    assert territory(table, "I1")["villages"][0] == 2


@rule("GR-174")
def test_any_hand_card_may_be_given_in_clockwise_order() -> None:
    table = fenced("wood 2 grain 2 cattle 1 ore 3 cattle/wood 1", 1, 3).leader(0).build(True)
    builds(table, "village", "I1")
    while phase(table) == "payment":
        table.plays("spend 0 cattle/wood")
    assert (table.state.prompt(0).data["to"], table.offers()) == (1, ["give cattle/wood", "give ore"])
    table.plays("give cattle/wood")
    assert hand(table, 1) == {"cattle/wood": 1}
    assert hand(table, 3) == {"ore": 1}, "the last kind is given without asking"


@rule("GR-174")
def test_clockwise_is_counted_from_the_builder() -> None:
    position = given().nobody_anywhere().villages("P1", 0, 0, 1).villages("I1", 1, 0, 0, 1).works("I1", "palisade")
    table = position.leader(2).hand(2, "wood 2 grain 2 cattle 1 ore 1 gold 1").build(True)
    builds(table, "village", "I1")
    while phase(table) == "payment":
        table.plays("spend 0 gold")
    assert table.state.prompt(2).data["to"] == 3
    table.plays("give ore")
    assert hand(table, 3) == {"ore": 1} and hand(table, 0) == {"gold": 1}


@rule("GR-175")
def test_a_gift_is_seen_by_two() -> None:
    table = fenced("wood 2 grain 2 cattle 1 ore@mountains 1 gold 1", 1).build(True)
    builds(table, "village", "I1")
    while phase(table) == "payment":
        table.plays("spend 0 gold")
    table.plays("give ore")
    for viewer in (0, 1):
        assert table.happened("gave", seat=viewer)[0]["kind"] == "ore"
        assert table.happened("gave_back", seat=viewer) == []
    for viewer in (2, 3, -1):
        assert table.happened("gave", seat=viewer) == []
        assert table.happened("gave_back", seat=viewer) == [{"seat": 0, "to": 1, "back": "mountains"}]
        assert player(table, 1, viewer)["seen"] == {}
    assert player(table, 1, 0)["seen"] == {"mountains": {"ore": 1}}, "the giver knows what he gave"


@rule("GR-175")
def test_nobody_elses_sample_tells_which_card_was_given() -> None:
    """A sample for another seat is the same whether ore or gold was given: nothing in it remembers what the two saw."""
    samples = []
    for card in ("ore", "gold"):
        table = fenced("wood 2 grain 2 cattle 1 ore@mountains 1 gold 1", 1).build(True)
        builds(table, "village", "I1")
        while phase(table) == "payment":
            table.plays("spend 0 gold")
        table.plays(f"give {card}")
        samples.append([table.state.determinize(viewer, 4).to_dict() for viewer in (2, -1)])
    assert samples[0] == samples[1]


@rule("GR-175")
def test_after_an_unseen_gift_less_is_certain() -> None:
    """Everybody saw ore and gold with mountain backs go to seat 0; one of them went on, nobody else knows which."""
    position = (
        given().nobody_anywhere().villages("P1", 1).villages("M1", 1).villages("I1", 0, 1).works("I1", "palisade")
    )
    position = position.lying("M1", "gold ore").hand(0, "wood 2 grain 2 cattle 1").leader(3).villages("M1", 1, 0, 1)
    table = position.distribution()
    table.plays("propose M1")
    table.plays("allot to 0")
    table.plays("allot to 0")
    for seat in table.awaits:
        table.plays("accept", seat=seat)
    assert player(table, 0, 2)["seen"] == {"mountains": {"ore": 1, "gold": 1}}
    saved = table.state.to_dict() | {"phase": "menu", "leader": 0, "builder": 0, "active": 0, "proposer": -1}
    saved |= {"emptied": [], "site": -1, "supply_taken": True}
    table = Table(table.state.game().load(saved))
    builds(table, "village", "I1")
    while phase(table) == "payment":
        table.plays(table.offers()[0])
    table.plays("give gold")
    assert player(table, 0, 2)["seen"] == {}
    assert player(table, 0, 1)["seen"] == {"mountains": {"ore": 1}}, "the receiver knows which one left"


@rule("GR-176")
def test_markets_and_gold_have_no_bearing_on_gifts() -> None:
    """Five cards pay the price of I1 and none is left to give, whatever the market on P1 could do."""
    assert not fenced("wood 2 grain 2 cattle 1", 1).build(True).offers("build village")
    table = fenced("wood 2 grain 2 cattle 1", 1).works("P1", "market").build(True)
    table.plays("build village")
    assert table.offers() == ["at P1", "at F1"]
    assert table.refuses("at I1", because="GR-113")
    enough = fenced("wood 2 grain 2 cattle 1 gold 1", 1).build(True)
    builds(enough, "village", "I1")
    enough.plays("spend 0 gold")
    assert hand(enough, 1) == {"gold": 1}


@rule("GR-177")
def test_gifts_are_due_in_final_building_and_in_a_granted_build() -> None:
    final = fenced("wood 2 grain 2 cattle 1 ore 1", 1).final(0, winner=1)
    final.plays("build village")
    assert hand(final, 1) == {"ore": 1}
    position = given(5, grant=True).nobody_anywhere().villages("P1", 0, 1).villages("I1", 1).works("I1", "palisade")
    table = position.hand(1, "wood 2 grain 2 cattle 1 ore 1").build()
    table.plays("grant")
    table.plays("let 1 build")
    table.plays("build village")
    assert hand(table, 0) == {"ore": 1} and territory(table, "I1")["villages"][:2] == [1, 1]


# Joint works


def joint(cards: str = "", **others: str) -> Table:
    """The leader, seat 0, has a village on F1 only and announces a joint market there."""
    position = given().nobody_anywhere().villages("F1", 1, 1).villages("P2", 0, 0, 1, 1)
    if cards:
        position.hand(0, cards)
    for seat, held in others.items():
        position.hand(int(seat.removeprefix("seat_")), held)
    table = position.build(supply_taken=True)
    table.plays("joint work")
    table.plays("name market")
    return table


@rule("GR-178", "GR-186")
def test_one_joint_announcement_a_turn_whatever_becomes_of_it() -> None:
    table = joint("grain 4 ore 1 cattle 1 wood 1")
    assert phase(table) == "joint_decision", "nobody has a card to pledge"
    table.plays("abandon")
    assert table.refuses("joint work", because="GR-186")
    assert table.offers("build market"), "alone he may still build the abandoned work"
    built = joint("grain 4 ore 1 cattle 1 wood 1")
    built.plays("carry out")
    assert built.refuses("joint work", because="GR-186")


@rule("GR-178")
def test_only_between_projects() -> None:
    table = given().nobody_anywhere().villages("P1", 1).hand(0, "wood 3 cattle 3 gold 1").build(True)
    builds(table, "village", "P1")
    assert phase(table) == "payment"
    assert table.refuses("joint work", because="GR-133")


@rule("GR-179")
def test_a_work_that_is_legal_for_him_though_he_cannot_pay() -> None:
    position = given().nobody_anywhere().villages("F1", 1).villages("P1", 1).works("F1", "road").hand(1, "grain 1")
    table = position.build(supply_taken=True)
    assert not table.offers("build road")
    table.plays("joint work")
    table.plays("name road")
    assert phase(table) == "pledges" and table.view(2)["joint"]["territory"] == "P1"
    assert table.view(2)["joint"]["open"] == {"grain": 2, "ore": 2}
    assert table.refuses("at F1", because="GR-179", seat=1)
    assert table.refuses("name market", because="GR-179", seat=1)
    nowhere = given().nobody_anywhere().villages("F1", 1).works("F1", *WORKS).hand(0, "grain 4 ore 1").build(True)
    assert nowhere.refuses("joint work", because="GR-179")


@rule("GR-179")
def test_kind_and_place_are_public_when_both_are_named() -> None:
    position = given().nobody_anywhere().villages("F1", 1).villages("P1", 1).hand(1, "grain 1")
    table = position.build(supply_taken=True)
    table.plays("joint work")
    before = table.view(2)
    table.plays("name road")
    assert table.view(2) == before and table.view(0)["joint"]["work"] == "road"
    table.plays("at F1")
    assert table.happened("announced", seat=2) == [{"seat": 0, "work": "road", "territory": "F1"}]


@rule("GR-180")
def test_the_others_pledge_clockwise_residents_or_not() -> None:
    table = joint(seat_1="grain 1", seat_2="cattle 1", seat_3="wood 1")
    pledgers = []
    while phase(table) == "pledges":
        pledgers += table.awaits
        table.plays(table.offers()[0])
    assert pledgers == [1, 2, 3]
    none = joint("grain 1 cattle 1 wood 1", seat_1="grain 1")
    none.plays("done")
    assert phase(none) == "joint_decision"


@rule("GR-181")
def test_a_pledge_goes_card_by_card_and_never_backwards() -> None:
    table = joint(seat_1="grain 1 cattle 1 gold 2 grain/wood 1 ore 1")
    assert table.offers() == [
        "pledge grain/wood",
        "pledge grain",
        "pledge cattle",
        "pledge gold-as-grain",
        "pledge gold-as-cattle",
        "pledge gold-as-wood",
        "done",
    ]
    assert table.refuses("pledge ore", because="GR-181")  # covers nothing
    assert table.refuses("pledge wood", because="GR-181")  # not in hand
    table.plays("pledge cattle")
    assert table.refuses("pledge grain", because="GR-181")  # backwards
    table.plays("pledge gold-as-grain")
    assert table.view(2)["joint"]["open"] == {"wood": 1}
    assert table.offers() == ["pledge gold-as-wood", "done"]


@rule("GR-181")
def test_a_pledged_supply_card_covers_both_symbols() -> None:
    table = joint("cattle 1", seat_1="grain/wood 1", seat_2="grain 1")
    table.plays("pledge grain/wood")
    assert table.view(2)["joint"]["open"] == {"cattle": 1}
    assert table.awaits == [2], "he has nothing more to pledge"
    assert player(table, 1)["pledged"] == [{"back": "ship", "card": "grain/wood", "id": "S03"}]


@rule("GR-182")
def test_pledges_are_open_and_use_no_market() -> None:
    table = joint(seat_1="grain 1 ore 2")
    position = given().nobody_anywhere().villages("F1", 1, 1).villages("P2", 0, 1).works("P2", "market")
    market = position.hand(1, "ore 3").build(supply_taken=True)
    market.plays("joint work")
    market.plays("name market")
    assert market.offers(seat=1) == ["done"], "a market of his own does not help a contributor"
    table.plays("pledge grain")
    for viewer in (0, 2, 3, -1):
        assert table.happened("pledged", seat=viewer) == [{"seat": 1, "card": "grain"}]


@rule("GR-183")
def test_the_leader_builds_only_if_he_can_pay_the_rest() -> None:
    poor = joint("wood 1", seat_1="grain 1")
    poor.plays("pledge grain")
    assert poor.offers() == ["abandon"], "he lacks the cattle"
    assert poor.refuses("carry out", because="GR-183")
    poor.plays("abandon")
    empty = joint("", seat_1="grain 1")
    empty.plays("pledge grain")
    assert empty.happened("joint_abandoned") != [], "everybody sees that his hand is empty: nothing is asked"
    rich = joint("wood 1 cattle 1 gold 1", seat_1="grain 1")
    rich.plays("pledge grain")
    assert rich.offers() == ["carry out", "abandon"]
    rich.plays("carry out")
    rich.plays("spend 0 gold")
    assert hand(rich, 0) == {"gold": 1} and hand(rich, 1) == {}
    assert "market" in territory(rich, "F1")["works"]


@rule("GR-183")
def test_his_own_markets_help_him() -> None:
    position = given().nobody_anywhere().villages("F1", 1).villages("P1", 1).works("P1", "market").hand(1, "grain 1")
    table = position.hand(0, "cattle 1 ore 1").build(supply_taken=True)
    table.plays("joint work")
    table.plays("name market")
    table.plays("pledge grain")
    table.plays("carry out")
    assert "market" in territory(table, "F1")["works"] and hand_size(table, 0) == 0


@rule("GR-184", "EX-GR-33")
def test_pledged_and_paid_cards_go_to_the_discards_of_their_backs() -> None:
    table = joint("cattle@hills 1", seat_1="grain@forest 1", seat_2="ore 1", seat_3="gold 1")
    table.plays("pledge grain")
    table.plays("done")
    table.plays("pledge gold-as-wood")
    table.plays("carry out")
    assert "market" in territory(table, "F1")["works"]
    decks = table.view(-1)["decks"]
    assert decks["forest"]["discard"] == {"grain": 1}
    assert decks["hills"]["discard"] == {"cattle": 1}
    assert decks["mountains"]["discard"] == {"gold": 1}
    assert hand(table, 2) == {"ore": 1}


@rule("GR-185")
def test_abandoned_pledges_return_to_their_owners() -> None:
    table = joint("cattle 1 wood 1 grain 1", seat_1="grain 1", seat_2="cattle/wood 1")
    table.plays("pledge grain")
    table.plays("pledge cattle/wood")
    assert hand(table, 1) == {} and hand(table, 2) == {}
    table.plays("abandon")
    assert hand(table, 1) == {"grain": 1} and hand(table, 2) == {"cattle/wood": 1}
    assert territory(table, "F1")["works"] == []
    assert player(table, 1, 3)["seen"] == {"plains": {"grain": 1}}
    assert table.view(-1)["decks"]["plains"]["discard"] == {}
