"""Phase 3: voting (GR-091 to GR-098)."""

import pytest

from skali.kit.rule import rule
from skali.kit.table import Table
from tests.games.graenaland.given import all_vote, cards_at, given, hand, phase, player, territory


def proposal(*villages: int, up: str = "wood", down: str = "", to: int = 1) -> Table:
    """Seat 1 proposes a card of F1 for a receiver, seat 0 leads; villages give the votes."""
    position = given().nobody_anywhere().villages("F1", *villages).works("F1", "road").lying("F1", up, down)
    table = position.distribution()
    table.plays("propose F1")
    while phase(table) == "proposal" and table.awaits == [1]:
        table.plays(f"allot to {to}")
    return table


@rule("GR-091")
def test_everybody_with_a_vote_answers_proposer_and_leader_too() -> None:
    table = proposal(1, 1, 0, 2)
    assert table.awaits == [0, 1, 3]
    assert table.refuses("accept", because="CORE-1", seat=2)
    for seat in table.awaits:
        assert table.offers(seat=seat) == ["accept", "refuse"]


@rule("GR-091")
def test_nobody_votes_before_a_proposal_is_complete() -> None:
    table = given().lying("F1", "wood").distribution()
    assert table.refuses("accept", because="GR-091")


@rule("GR-092")
def test_votes_are_secret_final_and_revealed_together() -> None:
    table = proposal(1, 1, 1)
    before = {viewer: table.view(viewer) for viewer in (0, 1, 3, -1)}
    table.plays("accept", seat=2)
    assert table.events == []
    assert {viewer: table.view(viewer) for viewer in before} == before
    assert table.view(2)["vote"] == "accept"
    assert table.refuses("refuse", because="CORE-1", seat=2)
    table.plays("refuse", seat=0)
    table.plays("accept", seat=1)
    assert [event["seat"] for event in table.happened("voted_for", seat=3)] == [1, 2]
    assert [event["seat"] for event in table.happened("voted_against", seat=3)] == [0]


@rule("GR-093")
def test_an_answer_counts_with_all_votes() -> None:
    table = proposal(1, 1, 3)
    table.plays("refuse", seat=0)
    table.plays("refuse", seat=1)
    table.plays("accept", seat=2)
    assert table.happened("accepted") == [{"territory": "F1", "votes": 3, "total": 5}]


@rule("GR-094", "EX-GR-17")
@pytest.mark.parametrize(
    ("accepting", "passes"), [((1,), False), ((1, 3), True), ((2, 3), False), ((1, 2, 3), True), ((), False)]
)
def test_more_than_half_of_all_votes(accepting: tuple[int, ...], passes: bool) -> None:
    """A 3, B 2, C 1: seats 1, 2, 3."""
    table = proposal(0, 3, 2, 1)
    assert territory(table, "F1")["votes_needed"] == 4
    all_vote(table, "refuse", **{f"seat_{seat}": "accept" for seat in accepting})
    assert bool(table.happened("accepted")) == passes
    assert bool(table.happened("refused")) != passes
    assert bool(table.happened("exactly_half")) == (accepting in ((1,), (2, 3)))


@rule("GR-094", "EX-GR-18")
def test_exactly_half_refuses() -> None:
    table = proposal(0, 1, 1)
    all_vote(table, "refuse", seat_1="accept")
    assert table.happened("refused") == [{"territory": "F1", "votes": 1, "total": 2}]
    assert table.happened("exactly_half") == [{}]


@rule("GR-095")
def test_accepted_cards_go_to_the_hands_and_only_the_receiver_looks() -> None:
    table = proposal(1, 1, 1, up="wood grain", down="cattle", to=2)
    all_vote(table, "accept")
    assert hand(table, 2) == {"wood": 1, "grain": 1, "cattle": 1}
    assert cards_at(table, "F1") == 0
    assert table.happened("received", seat=2) == [{"seat": 2, "back": "forest", "card": "cattle"}]
    for viewer in (0, 1, 3, -1):
        assert table.happened("received", seat=viewer) == []
        assert table.happened("received_back", seat=viewer) == [{"seat": 2, "back": "forest"}]
        assert player(table, 2, viewer)["seen"] == {"forest": {"grain": 1, "wood": 1}}
        assert player(table, 2, viewer)["backs"]["forest"] == 3


@rule("GR-096")
def test_refused_cards_stay_unseen_where_they_are() -> None:
    table = proposal(1, 1, 1, up="wood", down="cattle", to=2)
    all_vote(table, "refuse")
    assert territory(table, "F1")["cards"] == {"wood": 1}
    assert territory(table, "F1")["face_down"] == 1
    assert all(hand(table, seat) == {} for seat in range(4))
    assert table.awaits == [2] and table.offers("propose F1")


@rule("GR-097")
def test_a_sole_voter_is_not_voted_on() -> None:
    table = proposal(0, 2)
    assert table.happened("accepted") == [] and table.happened("voted_for") == []
    assert hand(table, 1) == {"wood": 1}


@rule("GR-098")
def test_the_proposer_may_refuse_his_own_proposal() -> None:
    table = proposal(1, 2)
    all_vote(table, "accept", seat_1="refuse")
    assert table.happened("voted_against") == [{"seat": 1, "votes": 2}]
    assert cards_at(table, "F1") == 1


@rule("GR-092")
def test_a_sample_does_not_know_who_has_answered() -> None:
    table = given().villages("F1", 1, 1, 1).lying("F1", "wood").distribution()
    table.plays("propose F1")
    table.plays("allot to 1")
    table.plays("accept", seat=1)
    assert table.awaits == [0, 2]
    assert table.state.determinize(0, 1).to_act() == [0, 1, 2]
    assert table.state.determinize(1, 1).to_act() == [0, 2], "but it knows that it has answered itself"


def test_how_players_voted_on_what_they_were_offered_is_remembered() -> None:
    """Who is offered nothing tells nothing by his vote; nor does the proposer."""
    table = proposal(1, 1, 1, to=2)
    all_vote(table, "accept", seat_0="refuse")
    assert [player(table, seat)["offers"] for seat in range(3)] == [
        {"accepted": 0, "refused": 0},
        {"accepted": 0, "refused": 0},
        {"accepted": 1, "refused": 0},
    ]
    table = proposal(1, 1, 1, to=2)
    all_vote(table, "refuse")
    assert player(table, 2)["offers"] == {"accepted": 0, "refused": 1}
    again = table.state.game().load(table.state.to_dict())
    assert again.view(-1) == table.state.view(-1)
    assert again.digest() == table.state.digest()
