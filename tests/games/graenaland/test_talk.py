"""Talk and negotiation (GR-100 to GR-107)."""

from typing import Any

import pytest

from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import all_vote, everybody_stays, given, phase, start


def talk(table: Table, seat: int = 0) -> dict[str, Any]:
    shown: dict[str, Any] = table.view(seat)["talk"]
    return shown


def may_say(table: Table, seat: int) -> list[str]:
    space = table.state.game().remarks
    assert space is not None
    return [space.show(each) for each in table.state.remarks(seat)]


def open_vote(**options: Any) -> Table:
    table = given(**options).villages("F1", 1, 1, 1).lying("F1", "wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    return table


@rule("GR-100")
def test_promises_are_remarks_and_leave_no_trace() -> None:
    """A remark is no move, and the state has no place for one: who promises a work is asked nothing else afterwards."""
    table = open_vote()
    space = table.state.game().remarks
    assert space is not None
    moves = {kind.name for kind in table.state.game().moves.kinds}
    assert not moves & {kind.name for kind in space.kinds}
    assert "I promise palisade at F1" in may_say(table, 0)
    assert not [name for name in table.state.to_dict() if "remark" in name or "talk" in name or "promise" in name]


@rule("GR-100", "GR-103")
def test_voters_may_promise_ask_and_threaten() -> None:
    """Works that stand already are not promised, cards that the terrain does not have are not asked for."""
    position = given().villages("F1", 1, 1, 1).works("F1", "market", "road").lying("F1", "wood").distribution()
    position.plays("propose F1")
    position.plays("allot to 1")
    told = [
        "I promise improvement at F1",
        "I promise palisade at F1",
        "I ask for grain at F1",
        "I ask for cattle at F1",
        "I ask for wood at F1",
    ]
    for seat in (0, 1, 2):
        assert may_say(position, seat)[-5:] == told
        assert about_the_vote(position, seat)
    assert may_say(position, 3) == [], "who has no vote there has nothing to promise"
    assert may_say(position, -1) == []
    position.plays("accept", seat=0)
    assert may_say(position, 0)[-5:] == told, "also after the own answer, until all are in"
    position.plays("refuse", seat=1)
    position.plays("refuse", seat=2)
    assert all(may_say(position, seat) == [] for seat in range(4))


def about_the_vote(table: Table, seat: int) -> list[str]:
    return [each for each in may_say(table, seat) if "accept" in each or "refuse" in each]


@rule("GR-103")
def test_a_remark_on_a_proposal_quotes_it_and_gives_reasons_that_are_true() -> None:
    """Seat 0 leads, so it does not propose; seat 1 proposes, and seat 2 does so after it."""
    position = given().nobody_anywhere().villages("F1", 1, 1, 1).lying("F1", "wood wood wood wood").distribution()
    position.plays("propose F1")
    for receiver in (1, 1, 1, 2):
        position.plays(f"allot to {receiver}")
    yes, no = "I accept 1 on F1: ", "I refuse 1 on F1: "
    assert about_the_vote(position, 0) == [yes + "plainly", no + "plainly", no + "nothing"]
    assert about_the_vote(position, 1) == [yes + "plainly", yes + "fair", no + "plainly"]
    assert about_the_vote(position, 2) == [yes + "plainly", no + "plainly", no + "later", no + "little"]


def test_cards_for_the_leader_are_a_reason_to_refuse_for_everybody_else() -> None:
    position = given().nobody_anywhere().villages("F1", 1, 1, 1).lying("F1", "wood wood wood").distribution()
    position.plays("propose F1")
    for receiver in (1, 2, 0):
        position.plays(f"allot to {receiver}")
    said = [[each.split(": ")[1] for each in about_the_vote(position, seat)[2:]] for seat in range(3)]
    assert said == [["plainly"], ["plainly", "leader"], ["plainly", "leader", "later"]]


def test_gold_is_a_reason_to_accept() -> None:
    position = given().nobody_anywhere().villages("M1", 1, 2).lying("M1", "gold ore ore").distribution()
    position.plays("propose M1")
    for receiver in (1, 1, 0):  # ore goes first
        position.plays(f"allot to {receiver}")
    assert about_the_vote(position, 0)[:3] == [
        "I accept 1 on M1: plainly",
        "I accept 1 on M1: fair",
        "I accept 1 on M1: gold",
    ]


@rule("GR-101")
def test_there_is_one_chat_for_the_whole_table() -> None:
    """Whether talk is open, and about what, is the same for every seat and the spectators."""
    for table in (start(), given().build(), open_vote()):
        shown = [talk(table, seat) for seat in (0, 1, 2, 3, -1)]
        assert all(each == shown[0] for each in shown)


@rule("GR-102", "GR-107", "EX-GR-11")
def test_before_a_proposal_the_chat_is_closed() -> None:
    table = given().villages("F1", 1, 1, 1).lying("F1", "wood").distribution()
    assert talk(table)["open"] is False
    assert (talk(table)["rule"], talk(table)["not_about"]) == ("GR-102", "proposals")
    assert may_say(table, 1) == []
    table.plays("propose F1")
    assert talk(table)["open"] is False, "also while it is composed"
    assert may_say(table, 1) == []
    table.plays("allot to 1")
    all_vote(table, "refuse")
    assert phase(table) == "proposal"
    assert talk(table)["open"] is False, "and between a vote and the next proposal"


@rule("GR-103", "EX-GR-10")
def test_during_a_vote_it_is_open_and_the_proposal_frozen() -> None:
    table = open_vote()
    assert talk(table)["open"] is True
    assert (talk(table)["about"], talk(table)["rule"]) == ("vote", "GR-103")
    assert {"I promise palisade at F1", "I ask for wood at F1"} <= set(may_say(table, 0))
    assert table.refuses("propose F1", because="GR-084", seat=1)
    table.plays("accept", seat=0)
    table.plays("accept", seat=1)
    assert talk(table)["open"] is True
    table.plays("accept", seat=2)
    assert talk(table)["rule"] != "GR-103"


@rule("GR-104")
def test_during_building_it_is_closed_but_for_a_joint_work() -> None:
    table = given().hand(1, "grain 1").build()
    assert talk(table)["open"] is False
    assert (talk(table)["rule"], talk(table)["not_about"]) == ("GR-104", "building")
    table.plays("joint work")
    assert talk(table)["open"] is False, "nothing is announced yet"
    table.plays("name road")
    table.plays("at P1")
    assert talk(table)["open"] is True and talk(table)["about"] == "joint_work"
    table.plays("done", seat=1)
    assert phase(table) == "supply_card"
    assert talk(table)["open"] is False


@rule("GR-104")
def test_and_from_a_grant_to_the_end_of_the_granted_build() -> None:
    table = given(5, grant=True).build()
    table.plays("grant")
    assert talk(table)["open"] is False
    table.plays("let 2 build")
    assert talk(table)["open"] is True and talk(table)["about"] == "grant"
    table.plays("decline")
    assert talk(table)["open"] is False


@rule("GR-105")
def test_the_claim_window_is_silent_and_waits_for_everybody() -> None:
    position = given(victory="cards").keeps(0, "V01").keeps(1, "V02")
    for seat, site in ((0, "P1"), (1, "F1")):
        position.data["villages"][position.site(site)][seat] = 8
        position.army(seat, 5)
    table = position.claims()
    assert phase(table) == "claims"
    assert talk(table)["open"] is False and talk(table)["rule"] == "GR-105"
    table.plays("no claim", seat=table.awaits[0])
    assert phase(table) == "claims"


@rule("GR-106")
def test_otherwise_the_chat_is_open() -> None:
    tables = {
        "setup": start(start="free"),
        "hero_movement": given().orders(),
        "final_building": given().hand(1, "grain 4 ore 1").final(1, left=2),
    }
    for topic, table in tables.items():
        assert (talk(table)["open"], talk(table)["about"], talk(table)["rule"]) == (True, topic, "GR-106")
    over = given().final(3)
    over.plays("end")
    assert talk(over)["open"] is True and talk(over)["about"] == "game_over"


@rule("GR-107", "GR-007")
@pytest.mark.parametrize("mode", ["strict", "honour"])
def test_closed_is_closed_but_on_honour_a_banner_says_what_not(mode: str) -> None:
    table = given(talk=mode).villages("F1", 1, 1).lying("F1", "wood").orders()
    assert talk(table)["open"] is True
    everybody_stays(table)
    assert talk(table)["open"] is (mode == "honour")
    assert (talk(table)["not_about"], talk(table)["rule"]) == ("proposals", "GR-102")
