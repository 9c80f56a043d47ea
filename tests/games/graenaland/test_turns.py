"""The turn frame and the end of a turn (GR-040 to GR-043, GR-187 to GR-189)."""

from skali.kit.rule import rule
from tests.games.graenaland.given import (
    all_vote,
    cards_at,
    everybody_passes,
    everybody_stays,
    given,
    phase,
    player,
    territory,
)


@rule("GR-040", "GR-043", "GR-189")
def test_five_phases_and_the_ship_goes_on() -> None:
    table = given().leader(0).end_of_build()
    table.plays("end")
    kinds = [event.kind for event in table.events]
    assert (
        kinds.index("build_done") < kinds.index("supply_turned") < kinds.index("turn_began") < kinds.index("produced")
    )
    assert table.view(-1)["leader"] == 1
    assert phase(table) == "hero_orders"
    everybody_stays(table)
    assert phase(table) == "proposal"
    everybody_passes(table)
    assert phase(table) == "menu" and table.awaits == [1]


@rule("GR-040")
def test_moves_of_another_phase_are_refused() -> None:
    table = given().lying("P1", "grain").orders()
    assert table.refuses("end", because="GR-040", seat=1)
    assert table.refuses("propose P1", because="GR-040", seat=1)
    everybody_stays(table)
    assert table.refuses("build village", because="GR-040")


@rule("GR-040")
def test_with_victory_cards_the_claim_window_lies_between_distribution_and_build() -> None:
    table = given(victory="cards").villages("P1", 4).villages("F1", 4).army(0, 5).keeps(0, "V01").orders()
    everybody_stays(table)
    everybody_passes(table)
    assert phase(table) == "claims"
    table.plays("no claim", seat=0)
    assert phase(table) == "menu" and table.awaits == [0]


@rule("GR-041", "GR-055")
def test_the_leader_moves_no_hero_and_makes_no_proposal() -> None:
    table = given().leader(2).lying("P1", "grain").lying("P2", "grain").orders()
    assert table.awaits == [0, 1, 3]
    assert table.refuses("stay", because="CORE-1", seat=2)
    everybody_stays(table)
    proposers = []
    while phase(table) == "proposal":
        proposers += table.awaits
        table.plays("pass")
    assert proposers == [3, 0, 1]
    assert table.awaits == [2]


@rule("GR-042")
def test_everybody_else_may_move_one_hero_and_propose_once() -> None:
    table = given().leader(0).lying("F1", "wood").lying("P2", "grain").orders()
    for seat in (1, 2, 3):
        assert len(table.offers(seat=seat)) > 1
        table.plays("stay", seat=seat)
    proposers = []
    while phase(table) == "proposal":
        proposers += table.awaits
        table.plays("pass")
    assert proposers == [1, 2]  # seat 3 has no vote where a card lies
    assert sum(event["seat"] == 3 for event in table.happened("passed")) == 1


@rule("GR-187")
def test_the_leaders_objectives_are_checked_before_the_turn_ends() -> None:
    table = given().villages("P1", 4).villages("F1", 4).villages("F2", 0, 1, 1).army(0, 3).end_of_build()
    table.plays("end")
    kinds = [event.kind for event in table.events]
    assert "announced_win" in kinds
    assert "supply_turned" not in kinds and "turn_began" not in kinds
    assert table.view(-1)["winner"] == 0


@rule("GR-188", "GR-118")
def test_the_display_is_refilled_at_the_end_of_the_turn() -> None:
    table = given().hand(0, "grain 4").build()
    table.plays("supply")
    table.plays("take ore/ore")
    assert len(table.view(-1)["supply"]["display"]) == 3
    table.plays("build army")
    assert len(table.view(-1)["supply"]["display"]) == 3
    if phase(table) == "menu":
        table.plays("end")
    assert len(table.view(-1)["supply"]["display"]) == 4
    assert len(table.happened("supply_turned")) == 1


@rule("GR-189")
def test_the_ship_goes_round_the_table() -> None:
    table = given().leader(3).end_of_build()
    table.plays("end")
    assert table.view(-1)["leader"] == 0
    assert table.view(-1)["turn"] == 2


@rule("GR-099")
def test_the_leader_votes_receives_and_spends_at_once() -> None:
    table = given().villages("F1", 1, 1).hand(0, "grain 1 cattle 1").lying("F1", "wood")
    table = table.hero(1, "warrior", "P2").distribution()
    table.plays("propose F1")
    table.plays("allot to 0")
    assert table.awaits == [0, 1]
    all_vote(table, "accept")
    everybody_passes(table)
    assert player(table, 0)["backs"]["forest"] >= 1
    assert table.offers("build market", seat=0)
    assert cards_at(table, "F1") == 0 and territory(table, "F1")["emptied"] is False
